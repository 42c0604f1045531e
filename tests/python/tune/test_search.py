# SPDX-License-Identifier: Apache-2.0
"""Searches in this process."""

import math
import os
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

optuna = pytest.importorskip("optuna", reason="espalier.tune wants Optuna: pip install optuna pyyaml")
pytest.importorskip("yaml", reason="W&B writes YAML: pip install pyyaml")

from optuna.trial import TrialState

from espalier import ConfigError, FormatError
from espalier.tune import load_sweep, tune
from espalier.tune.study import is_spent

SQUARE = {"method": "random", "run_cap": 12, "parameters": {"x": {"min": -1.0, "max": 1.0}, "y": {"values": ["a", "b"]}}}


def square(values, trial):
    return values["x"] ** 2 + (values["y"] == "b")


def search(folder, sweep=SQUARE, train=square, **more):
    return tune(sweep, train=train, folder=folder, quiet=True, **more)


def points(outcome):
    return [trial.params for trial in outcome.study.trials]


def test_a_random_trial_follows_from_seed_and_number(tmp_path):
    whole = points(search(tmp_path / "whole"))
    assert len(whole) == 12 and len({point["x"] for point in whole}) == 12
    search(tmp_path / "parts", {**SQUARE, "run_cap": 5})
    assert points(search(tmp_path / "parts")) == whole  # goes on
    assert points(search(tmp_path / "parts")) == whole  # done
    assert points(search(tmp_path / "other", {**SQUARE, "seed": 2})) != whole


@pytest.mark.parametrize("sampler", ["tpe", "gp"])
def test_a_bayesian_search_that_was_stopped_chooses_as_one_that_was_not(tmp_path, sampler):
    if sampler == "gp":
        pytest.importorskip("torch")
    bayes = {**SQUARE, "method": "bayes", "run_cap": 14}
    whole = points(search(tmp_path / "whole", bayes, sampler=sampler))
    search(tmp_path / "parts", {**bayes, "run_cap": 11}, sampler=sampler)
    assert points(search(tmp_path / "parts", bayes, sampler=sampler)) == whole


def test_a_grid_is_every_combination_once(tmp_path):
    grid = {"method": "grid", "parameters": {"x": {"min": 0, "max": 2}, "y": {"values": ["a", "b"]},
                                             "z": {"distribution": "q_uniform", "min": 0, "max": 1, "q": 0.5}}}
    search(tmp_path, {**grid, "run_cap": 7})
    outcome = search(tmp_path, grid)
    found = [(p["x"], p["y"], p["z"]) for p in points(outcome)]
    assert found == [(x, y, z) for x in range(3) for y in "ab" for z in (0, 0.5, 1)]
    assert outcome.best.values == {"x": 0, "y": "a", "z": 0} and outcome.best.run == "trial_0000"


def loss(values, trial):
    """The stated problem: a loss of four settings. The best rate falls with the width, which is worth 4/width; decay
    matters little; one policy of three is best. Its least value is 4/512 = 0.0078."""
    rate, decay, width = math.log10(values["rate"]), math.log10(values["decay"]), values["width"]
    shift = {"static": 0.2, "dynamic": 0.0, "set": 0.1}[values["policy"]]
    return (rate + 1.5 + 0.25 * math.log2(width)) ** 2 + 0.1 * (decay + 3) ** 2 + 4 / width + shift


PROBLEM = {"rate": {"distribution": "log_uniform_values", "min": 1e-6, "max": 1.0},
           "decay": {"distribution": "log_uniform_values", "min": 1e-6, "max": 1e-1},
           "width": {"distribution": "q_log_uniform_values", "min": 16, "max": 512, "q": 16},
           "policy": {"values": ["static", "dynamic", "set"]}}


@pytest.mark.parametrize("sampler, trials, seeds, wins", [("tpe", 60, 20, 17), ("gp", 25, 10, 10)])
def test_bayes_beats_random(tmp_path, sampler, trials, seeds, wins):
    """Of as many trials. Were it no better than random, each seed would be a coin's toss: 17 heads or more of 20 have a
    probability of 0.0013, 10 of 10 one of 0.001."""
    if sampler == "gp":
        pytest.importorskip("torch")

    def best(method, seed):
        sweep = {"method": method, "run_cap": trials, "seed": seed, "parameters": PROBLEM}
        folder = tmp_path / f"{method}_{seed}"
        return search(folder, sweep, loss, sampler=sampler, storage=optuna.storages.InMemoryStorage()).best.value

    ahead = sum(best("bayes", seed) < best("random", seed) for seed in range(seeds))
    print(f"{sampler} ahead of random at {ahead} of {seeds} seeds")
    assert ahead >= wins


def test_trials_are_pruned_by_what_they_report(tmp_path):
    def train(values, trial):
        for step in range(1, 10):
            trial.report(values["x"] ** 2 + 1 / step, step)
            if trial.should_prune():
                raise optuna.TrialPruned
        return values["x"] ** 2

    sweep = {**SQUARE, "run_cap": 30, "early_terminate": {"type": "hyperband", "min_iter": 2, "eta": 2}}
    trials = search(tmp_path, sweep, train).study.trials
    steps = [max(trial.intermediate_values) for trial in trials if trial.state == TrialState.PRUNED]
    assert set(steps) <= {2, 4, 8} and len(steps) > 15  # half of those that get as far go on, or fewer
    assert not any(trial.state == TrialState.FAIL for trial in trials)


def test_a_value_may_follow_from_others(tmp_path):
    seen = []

    def train(values, trial):
        seen.append(values)
        return values["sum"]

    sweep = {"method": "grid", "parameters": {"x": {"values": [1, 2]}, "one": {"value": 1}}}
    outcome = search(tmp_path, sweep, train, derive=lambda values: {"sum": values["x"] + values["one"]})
    assert seen == [{"x": 1, "one": 1, "sum": 2}, {"x": 2, "one": 1, "sum": 3}]
    assert outcome.best.values == {"x": 1, "sum": 2}
    wrong = search(tmp_path / "wrong", sweep, train, derive=lambda values: {"sum": values["none"]})
    assert wrong.failures == ["trial_0000: derive: KeyError: 'none'", "trial_0001: derive: KeyError: 'none'"] and wrong.best is None
    numbers = search(tmp_path / "numbers", sweep, train, derive=lambda values: {"sum": np.float32(0.5), "n": [np.int64(3)]})
    assert numbers.failures == [] and numbers.study.trials[0].user_attrs["values"] == {"x": 1, "one": 1, "sum": 0.5, "n": [3]}
    assert "x: sweep chooses it" in search(tmp_path / "x", sweep, train, derive=lambda values: {"x": 1}).failures[0]


def test_failures_are_told_and_end_a_search_that_has_nothing_else(tmp_path):
    def sometimes(values, trial):
        if values["x"] > 0:
            raise ValueError("above 0\nand more")
        return math.nan if values["x"] > -0.2 else values["x"]

    outcome = search(tmp_path / "some", train=sometimes)
    assert outcome.best is not None and len(outcome.study.trials) == 12
    assert {failure.split(": ", 1)[1] for failure in outcome.failures} <= {"ValueError: above 0", "its result is not a number"}

    def never(values, trial):
        raise OSError("full")

    outcome = search(tmp_path / "none", {**SQUARE, "run_cap": 1000}, never)
    assert len(outcome.study.trials) == 10 and outcome.best is None


def test_a_target_and_hours_end_a_search(tmp_path):
    outcome = search(tmp_path / "target", {**SQUARE, "run_cap": 1000, "metric": {"name": "validation_loss", "target": 0.1}})
    values = [trial.value for trial in outcome.study.trials]
    assert values[-1] <= 0.1 < min(values[:-1], default=1)
    most = {**SQUARE, "metric": {"name": "accuracy", "goal": "maximize"}}
    assert search(tmp_path / "most", most).best.value == max(t.value for t in search(tmp_path / "most", most).study.trials)
    del most["run_cap"]
    assert len(search(tmp_path / "hours", {**most, "hours": 1e-12}).study.trials) == 1


def test_the_metric_of_a_training_of_ones_own_has_any_name(tmp_path):
    own = {**SQUARE, "metric": {"name": "f1", "goal": "maximize"}, "early_terminate": {"type": "hyperband", "min_iter": 3}}
    assert len(search(tmp_path, own).study.trials) == 12
    for sweep in (own, load_sweep(own, own_training=True)):  # of the program none has it
        with pytest.raises(ConfigError, match="metric.name: found 'f1', which no run reports; expected one of validation_loss"):
            tune(sweep, base="run.toml", folder=tmp_path)


def test_hours_count_a_call_that_fails(tmp_path):
    def fails(values, trial):
        raise ValueError

    (trial,) = search(tmp_path, {**SQUARE, "run_cap": 100, "hours": 1e-12}, fails).study.trials
    assert trial.user_attrs["seconds"] > 0 and trial.state == TrialState.FAIL


def test_hours_count_a_run_once_that_went_on_in_another_trial():
    def trial(number, seconds, **attributes):
        return optuna.trial.create_trial(state=TrialState.FAIL, user_attrs={"run": f"trial_{number:04}", "seconds": seconds, **attributes})

    sweep = load_sweep({**{key: value for key, value in SQUARE.items() if key != "run_cap"}, "hours": 10 / 3600})
    trials = [trial(0, 7.6), trial(0, 9.6, retry_of=0, retries=0)]
    assert not is_spent(sweep, trials)
    assert not is_spent(sweep, trials[:1]) and is_spent(sweep, [*trials, trial(1, 0.4)])


def test_what_another_search_made_is_left_alone(tmp_path):
    search(tmp_path)
    for change, words in (({"seed": 2}, "seed"), ({"method": "bayes"}, "method"),
                          ({"parameters": {"x": {"min": -1.0, "max": 2.0}}}, "parameters"),
                          ({"metric": {"name": "accuracy", "goal": "maximize"}}, "goal, metric")):
        with pytest.raises(ConfigError, match=f"of another search, which differs in {words}; choose another folder"):
            search(tmp_path, {**SQUARE, **change})
    assert len(search(tmp_path).study.trials) == 12
    (tmp_path / "old/trial_0000").mkdir(parents=True)
    (tmp_path / "old/trial_0000/manifest.json").write_text("{}")
    with pytest.raises(ConfigError, match="has runs of another search"):
        search(tmp_path / "old")


@pytest.mark.parametrize("more, words", [
    ({"sampler": "cma"}, "sampler: found 'cma'; expected tpe or gp"),
    ({"workers": 2}, "workers: found 2 with a function"),
    ({"workers": 0}, "workers: found 0; expected a value from 1 to 4096"),
    ({"workers": -1, "train": None}, "workers: found -1; expected a value from 1 to 4096"),
    ({"settings": ["x=3"]}, "--set x: sweep chooses it"),
    ({"folder": None}, "folder: missing"),
])
def test_arguments_that_do_not_fit(tmp_path, more, words):
    with pytest.raises(ConfigError) as raised:
        tune(SQUARE, **{"train": square, "folder": tmp_path / "runs", **more})
    assert words in str(raised.value) and not (tmp_path / "runs").exists()


def test_as_many_runs_at_a_time_as_there_are_cores_for_this_process(tmp_path, monkeypatch):
    class Search:
        def __init__(self, *what):
            pass

        def open(self, storage):
            pass

        def train_by_program(self, workers):
            return workers

    module = sys.modules[tune.__module__]
    monkeypatch.setattr(module, "_Search", Search)
    monkeypatch.setattr(module.Program, "find", lambda *where, **what: None)
    all_cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(all_cores)})  # as taskset binds it
    try:
        assert tune(SQUARE, base=tmp_path / "run.toml", folder=tmp_path / "runs") == 1
    finally:
        os.sched_setaffinity(0, all_cores)
    assert tune(SQUARE, base=tmp_path / "run.toml", folder=tmp_path / "runs", workers=3) == 3


@pytest.mark.parametrize("storage", [None, "shared.log"])
def test_the_lock_of_a_killed_worker_leads_to_the_journal(tmp_path, monkeypatch, storage):
    """Of a link that leads nowhere Optuna does not know the age, and all others would wait for ever."""
    monkeypatch.chdir(tmp_path)
    ages = []
    unlocked = os.rename

    def look(source, target, **more):
        if str(source).endswith(".lock"):
            ages.append(os.stat(source).st_mtime)
        unlocked(source, target, **more)

    monkeypatch.setattr(os, "rename", look)
    search("runs", storage=storage)
    assert ages


def test_a_storage_of_ones_own_and_a_damaged_one(tmp_path, capsys):
    url = f"sqlite:///{tmp_path}/search.db"
    search(tmp_path / "runs", storage=url)
    assert len(optuna.load_study(study_name="runs", storage=url).trials) == 12
    assert not (tmp_path / "runs/trials/journal.log").exists()
    search(tmp_path / "journal")
    journal = tmp_path / "journal/trials/journal.log"
    with open(journal, "ab") as file:  # a power cut
        file.write(b'{"op_code":')
    assert len(search(tmp_path / "journal", {**SQUARE, "run_cap": 13}).study.trials) == 13
    assert "11 bytes were no whole line" in capsys.readouterr().err
    for damage in (b"{}\n", b"\xff\n", b"[1]\n", b'{"op_code":4}\n{}\n'):
        whole = journal.read_bytes()
        journal.write_bytes(whole + damage)
        with pytest.raises(FormatError, match="journal.log: found what Optuna cannot read"):
            search(tmp_path / "journal", {**SQUARE, "run_cap": 14})
        journal.write_bytes(whole)
    assert len(search(tmp_path / "journal").study.trials) == 13


def test_ctrl_c_leaves_a_trial_to_the_next_call(tmp_path):
    calls = []

    def train(values, trial):
        calls.append(values["x"])
        if len(calls) == 3:
            raise KeyboardInterrupt
        return values["x"]

    with pytest.raises(KeyboardInterrupt):
        search(tmp_path, train=train)
    outcome = search(tmp_path, train=train)
    assert calls[3] == calls[2]  # once more
    done = [trial for trial in outcome.study.trials if trial.state == TrialState.COMPLETE]
    assert sorted(trial.params["x"] for trial in done) == sorted(p["x"] for p in points(search(tmp_path / "whole")))
    assert outcome.failures == []


WORKER = textwrap.dedent("""
    import os, sys, time
    from espalier.tune import tune
    def train(values, trial):
        with open(f"{sys.argv[1]}/calls", "a") as file:
            file.write(f"{os.getpid()} {values['x']!r}\\n")
        time.sleep(0.05)
        return values["x"] ** 2
    tune({"method": "random", "run_cap": 60, "parameters": {"x": {"min": -1.0, "max": 1.0}}},
         train=train, folder=sys.argv[1], quiet=True)
""")


def test_four_workers_one_of_them_killed(tmp_path):
    """Every trial is trained, and none twice but that of the killed one."""
    workers = [subprocess.Popen([sys.executable, "-c", WORKER, str(tmp_path)]) for _ in range(4)]
    calls = tmp_path / "calls"

    def by(worker):
        return calls.exists() and any(line.startswith(f"{worker.pid} ") for line in calls.read_text().splitlines())

    while not all(by(worker) for worker in workers):
        assert all(worker.poll() is None for worker in workers)
        os.sched_yield()
    workers[0].send_signal(signal.SIGKILL)
    assert [worker.wait(timeout=300) for worker in workers] == [-signal.SIGKILL, 0, 0, 0]
    outcome = search(tmp_path, {"method": "random", "run_cap": 60, "parameters": {"x": {"min": -1.0, "max": 1.0}}})
    done = [trial.params["x"] for trial in outcome.study.trials if trial.state == TrialState.COMPLETE]
    assert len(done) == len(set(done)) == 60 and outcome.failures == []
    trained = [line.split()[1] for line in calls.read_text().splitlines()]
    assert len(trained) - len(set(trained)) <= 1
