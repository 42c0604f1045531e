# SPDX-License-Identifier: Apache-2.0
"""Searches whose trials are runs of the program, as a user starts them."""

import json
import signal
import subprocess
import sys
import time

import pytest

optuna = pytest.importorskip("optuna", reason="espalier.tune wants Optuna: pip install optuna pyyaml")
pytest.importorskip("yaml", reason="W&B writes YAML: pip install pyyaml")

from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

import espalier
from espalier.tune.__main__ import _function
from espalier.tune.program import Program, Training

RATES = """
method: random
run_cap: 4
base: run.toml
folder: runs
parameters:
  training.learning_rate: {distribution: log_uniform_values, min: 1e-3, max: 1e-1}
"""
# Of runs that nobody waits for: they are stopped, killed or pruned. Each validates thirty times and keeps what it
# needs to go on.
LONG = RATES + """
  training.steps: {value: 6000}
  training.validate_every: {value: 200}
  training.checkpoint_every: {value: 200}
"""


def study(folder):
    storage = JournalStorage(JournalFileBackend(str(folder / "trials/journal.log")))
    return optuna.load_study(study_name=folder.name, storage=storage)


def wait_for(what):
    deadline = time.monotonic() + 300
    while not what():
        assert time.monotonic() < deadline, "waited for nothing"
        time.sleep(0.02)


def test_runs_of_a_search_that_mpirun_or_srun_has_started_are_runs_of_one_process(tmp_path, monkeypatch):
    for name in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"):
        monkeypatch.setenv(name, "4")
    monkeypatch.setenv("KEPT", "yes")
    script = tmp_path / "program"
    script.write_text("#!/bin/sh\necho \"found.sizes = '$OMPI_COMM_WORLD_SIZE$PMI_SIZE$SLURM_STEP_NUM_TASKS$KEPT'\"\n")
    script.chmod(0o755)
    program = Program.find(script, base=tmp_path / "run.toml")
    assert program.resolve([], tmp_path) == {"found.sizes": "yes"}
    with open(tmp_path / "log", "w+b") as log:
        assert Training(program, [], tmp_path, "run", log.fileno()).process.wait() == 0
        assert (tmp_path / "log").read_text().splitlines()[-1] == "found.sizes = 'yes'"


@pytest.mark.parametrize("text", ["#!/bin/sh\n", "#!/bin/sh\necho hello\n", "#!/bin/sh\necho 'a = 1'\n", "\x7fELF"])
def test_another_program_is_refused(tmp_path, text):
    """Others may have the name too."""
    script = tmp_path / "espalier"
    script.write_text(text)
    script.chmod(0o755)
    with pytest.raises(espalier.ConfigError, match="--program: .*; expected the espalier program") as raised:
        Program.find(script, base=tmp_path / "run.toml").resolve([], tmp_path)
    assert "\n" not in str(raised.value)


def test_a_file_of_a_function_may_have_dataclasses(tmp_path):
    (tmp_path / "json.py").write_text("""
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Model:
    layers: int

def derived(values):
    return {"model.layers": Model(2 * values["x"]).layers}
""")
    assert _function(f"{tmp_path}/json.py:derived")({"x": 3}) == {"model.layers": 6}
    assert sys.modules["json"] is json


def test_a_sweep_leaves_runs_that_the_program_reads(workplace):
    code, out, err = workplace.tune(RATES + "  topology.policy: {values: [static, dynamic]}\nname: rates\n", "--workers", "2")
    assert code == 0, err
    assert "4 of 4 ended" in err
    runs = workplace.folder / "runs"
    trials = optuna.load_study(study_name="rates", storage=JournalStorage(
        JournalFileBackend(str(runs / "trials/journal.log")))).trials
    best = min(trials, key=lambda trial: trial.value)
    assert out.splitlines()[0] == "runs"
    assert out.splitlines()[1].startswith(f"best: trial_{best.number:04}, validation_loss {best.value:.6g}, with ")
    listed = json.loads(workplace.espalier("runs", "ls", "runs", "--format", "json"))
    assert [run["name"] for run in listed] == [f"trial_{i:04}" for i in range(4)]
    for run, trial in zip(espalier.runs(runs / "trial_*"), trials):
        assert run.manifest["status"] == "done" and trial.user_attrs["run"] == run.name
        assert run.config["training"]["learning_rate"] == trial.user_attrs["values"]["training.learning_rate"]
        validations = [record["loss"] for record in run.records() if record["event"] == "validation"]
        assert list(trial.intermediate_values.values()) == validations and trial.value == run.records()[-1]["validation_loss"]
    workplace.espalier("ablation", "runs", "--rows", "topology.policy", "--out", "ablation")
    workplace.espalier("pareto", "runs", "--out", "pareto")
    workplace.espalier("report", "runs", "--out", "page")
    assert (workplace.folder / "page/report.html").exists()
    again = workplace.tune(RATES + "  topology.policy: {values: [static, dynamic]}\nname: rates\n", "--quiet")
    assert again == (0, out, "")  # nothing to do


def test_a_run_that_is_pruned_is_stopped_with_a_checkpoint(workplace):
    code, out, err = workplace.tune(LONG + "early_terminate: {type: hyperband, min_iter: 1, eta: 2}\n", "--workers", "1")
    assert code == 0, err
    trials = study(workplace.folder / "runs").trials
    pruned = [trial for trial in trials if trial.state == TrialState.PRUNED]
    assert pruned and trials[0].state == TrialState.COMPLETE
    for trial in pruned:
        folder = workplace.folder / "runs" / trial.user_attrs["run"]
        assert espalier.runs(folder)[0].manifest["status"] == "stopped" and any((folder / "checkpoints").iterdir())
        assert "--- pruned after " in (workplace.folder / f"runs/logs/{folder.name}.log").read_text()
        assert trial.user_attrs["seconds"] > 0


def test_ctrl_c_stops_with_checkpoints_and_the_same_command_goes_on(workplace):
    process = workplace.start(LONG, "--workers", "2")
    runs = workplace.folder / "runs"
    wait_for(lambda: len(list(runs.glob("trial_*/checkpoints/step_*"))) > 1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 75 and "the same command goes on" in err, err
    assert all(run.manifest["status"] in ("stopped", "done") for run in espalier.runs(runs / "trial_*"))
    assert not any(trial.state == TrialState.RUNNING for trial in study(runs).trials)
    code, out, err = workplace.tune(LONG, "--workers", "2")
    assert code == 0, err
    found = espalier.runs(runs / "trial_*")
    assert len(found) == 4 and all(run.manifest["status"] == "done" for run in found)
    assert any(len(run.manifest["sittings"]) == 2 for run in found)
    whole = {run.name: run.records()[-1]["validation_loss"] for run in found}
    # As if nothing had been stopped.
    assert workplace.tune(LONG, "--out", "whole", "--quiet")[0] == 0
    assert whole == {run.name: run.records()[-1]["validation_loss"] for run in espalier.runs(workplace.folder / "whole/trial_*")}


def test_four_workers_of_which_one_is_killed(workplace):
    """Each run is trained once, and that of the dead goes on where its last checkpoint was."""
    sweep = LONG.replace("run_cap: 4", "run_cap: 8")
    workers = [workplace.start(sweep, "--workers", "1") for _ in range(4)]
    runs = workplace.folder / "runs"
    wait_for(lambda: len(list(runs.glob("trial_*/checkpoints"))) >= 4)
    wait_for(lambda: all(any(folder.iterdir()) for folder in runs.glob("trial_*/checkpoints")))
    workers[0].kill()
    ended = [worker.communicate(timeout=600) for worker in workers]
    assert [worker.returncode for worker in workers] == [-signal.SIGKILL, 0, 0, 0], ended
    found = espalier.runs(runs / "trial_*")
    assert [run.name for run in found] == [f"trial_{i:04}" for i in range(8)]
    assert all(run.manifest["status"] == "done" for run in found)
    taken = [trial for trial in study(runs).trials if "retry_of" in trial.user_attrs]
    assert len(taken) == 1 and taken[0].state == TrialState.COMPLETE
    again = [run for run in found if len(run.manifest["sittings"]) > 1]
    assert [run.name for run in again] == [taken[0].user_attrs["run"]]
    assert again[0].manifest["sittings"][1]["first_step"] > 0
    assert {out for out, _ in ended[1:]} == {ended[1][0]}  # all tell of the same best


def test_a_value_that_follows_from_others(workplace):
    (workplace.folder / "coupled.py").write_text(
        "def deviation(values):\n    return {'model.initial_deviation': round(0.05 / values['model.density'] ** 0.5, 6)}\n")
    sweep = "method: grid\nbase: run.toml\nparameters: {model.density: {values: [0.25, 0.0625]}}\n"
    code, out, err = workplace.tune(sweep, "--out", "runs", "--derive", "coupled.py:deviation")
    assert code == 0, err
    assert [run.config["model"]["initial_deviation"] for run in espalier.runs(workplace.folder / "runs/trial_*")] == [0.1, 0.2]
    # What follows from a value of the base follows from that of the base in every trial.
    (workplace.folder / "coupled.py").write_text(
        "def twice(values):\n    return {'training.learning_rate': 2 * values['training.learning_rate']}\n")
    code, out, err = workplace.tune(sweep, "--out", "twice", "--derive", "coupled.py:twice", "--set",
                                    "training.learning_rate=0.004")
    assert code == 0, err
    assert [run.config["training"]["learning_rate"] for run in espalier.runs(workplace.folder / "twice/trial_*")] == [0.008, 0.008]
    (workplace.folder / "coupled.py").write_text("def deviation(values):\n    return {'model.deviation': 1}\n")
    code, out, err = workplace.tune(sweep, "--out", "other", "--derive", "coupled.py:deviation")
    assert code == 2 and "model.deviation: unknown key" in err and not (workplace.folder / "other").exists()
    (workplace.folder / "coupled.py").write_text("def deviation(values):\n    return {'model.x': values['none']}\n")
    code, out, err = workplace.tune(sweep, "--out", "other", "--derive", "coupled.py:deviation")
    assert code == 2 and "derive: KeyError: 'none'" in err and len(err.splitlines()) == 1


def test_a_run_that_fails_stops_no_other(workplace):
    sweep = """
method: grid
base: run.toml
folder: runs
parameters:
  training.learning_rate: {values: [0.001, 1.0e+30, 0.002]}
"""
    code, out, err = workplace.tune(sweep)
    assert code == 1 and out.splitlines()[1].startswith("best: trial_000"), err
    assert "failed: trial_0001: " in err.splitlines()[-1] and "not finite" in err.splitlines()[-1]
    # Numbers that end a run say something of the rate, as those of one that is pruned do.
    assert [trial.state.name for trial in study(workplace.folder / "runs").trials] == ["COMPLETE", "PRUNED", "COMPLETE"]


def test_what_has_been_trained_is_not_trained_again(workplace):
    sweep = RATES.replace("run_cap: 4", "run_cap: 8").replace("{distribution: log_uniform_values, min: 1e-3, max: 1e-1}",
                                                               "{values: [0.001, 0.002]}")
    code, out, err = workplace.tune(sweep, "--workers", "1")
    assert code == 0 and len(espalier.runs(workplace.folder / "runs/trial_*")) == 2
    assert err.count("tried before") == 6 and len({trial.value for trial in study(workplace.folder / "runs").trials}) == 2


def test_a_row_of_a_study(workplace):
    text = (workplace.folder / "run.toml").read_text().replace("\n[", "\n[base.")
    (workplace.folder / "study.toml").write_text(text + """
[study]
title = "Rates"
figure = "pareto"
[row.sparse]
model.density = 0.5
[scale.smoke]
runs = [{ row = "sparse" }]
[sweep]
row = "sparse"
method = "grid"
folder = "runs"
[sweep.parameters]
"training.learning_rate" = [0.001, 0.002]
""")
    code, out, err = workplace.tune("[sweep]\n" + 'base = "run.toml"\nmethod = "grid"\nparameters = 3\n')
    assert code == 2 and "parameters: found int" in err
    done = subprocess.run([sys.executable, "-m", "espalier.tune", "study.toml"], cwd=workplace.folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [run.config["model"]["density"] for run in espalier.runs(workplace.folder / "runs/trial_*")] == [0.5, 0.5]


@pytest.mark.parametrize("change, arguments, words", [
    (("training.learning_rate", "training.rate"), (), "unknown key, did you mean"),
    (("learning_rate:", "batch:"), (), "training.batch"),  # whole numbers
    (("max: 1e-1", "max: -1"), (), "expected the first below the second"),
    (("base: run.toml", "base: none.toml"), (), "none.toml"),
    (("base: run.toml", "x: 1"), (), "x: unknown key"),
    (("base: run.toml\n", ""), (), "base: missing; expected the configuration of a run, here or by --base"),
    (("folder: runs", ""), (), "folder: missing; expected one, here or by --out"),
    (("", ""), ("--set", "data.corpus=none.txt"), "none.txt"),
    (("", ""), ("--set", "training.learning_rate=1"), "--set training.learning_rate: sweep.yaml chooses it"),
    (("", ""), ("--program", "no-such-program"), "--program: found no 'no-such-program' in PATH"),
    (("", ""), ("--workers", "0"), "--workers: found 0"),
    (("", ""), ("--derive", "none.py"), "--derive: found 'none.py'; expected FILE.py:FUNCTION"),
    (("", ""), ("--derive", "none.py:f"), "--derive: none.py: FileNotFoundError"),
    (("", ""), ("--derive", "text.txt:f"), "expected a file that ends in .py"),
])
def test_what_cannot_be_is_told_in_a_line_before_a_folder_is_made(workplace, change, arguments, words):
    before = sorted(workplace.folder.iterdir())
    for more in ((), ("--dry-run",)):
        code, out, err = workplace.tune(RATES.replace(*change) if change[0] else RATES, *arguments, *more)
        assert code == 2 and words in err and len(err.splitlines()) == 1 and out == "", err
    (workplace.folder / "sweep.yaml").unlink()
    assert sorted(workplace.folder.iterdir()) == before


def test_a_dry_run_tells_what_is_searched(workplace):
    code, out, err = workplace.tune("program: train.py\n" + RATES, "--dry-run")
    assert code == 0 and out.startswith("training.learning_rate  FloatDistribution(high=0.1, log=True, low=0.001")
    assert err == "note: sweep.yaml: not used: program\n" and not (workplace.folder / "runs").exists()


def test_another_base_in_the_same_folder_is_refused(workplace):
    assert workplace.tune(RATES.replace("run_cap: 4", "run_cap: 1"), "--quiet")[0] == 0
    code, out, err = workplace.tune(RATES, "--set", "model.density=0.5")
    assert code == 2 and "which differs in model.density (0.25, not 0.5); choose another folder with --out" in err


def test_help_teaches():
    text = subprocess.run([sys.executable, "-m", "espalier.tune", "--help"], capture_output=True, text=True, check=True).stdout
    for word in ("log_uniform_values", "early_terminate", "--derive", "optuna-dashboard", "--storage"):
        assert word in text
