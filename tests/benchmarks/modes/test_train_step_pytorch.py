# SPDX-License-Identifier: Apache-2.0
"""train_step_pytorch.py with packages of its own in place of torch."""
import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

STEP = pathlib.Path(__file__).parents[3] / "benchmarks/modes/train_step_pytorch.py"


def environment_with(tmp_path, version):
    """A torch that has a version and nothing else, and a folder for temporary files."""
    (tmp_path / "torch/nn").mkdir(parents=True)
    (tmp_path / "torch/__init__.py").write_text(f"__version__ = {version!r}\n")
    (tmp_path / "torch/nn/functional.py").touch()
    (tmp_path / "temporary").mkdir()
    return {**os.environ, "PYTHONPATH": str(tmp_path), "TMPDIR": str(tmp_path / "temporary")}


@pytest.mark.parametrize("version, found", [("1.13.1", "error"), ("2.3.1+cpu", "error"), ("2.4.0", "version"), ("2.10.0+cpu", "version")])
def test_an_old_torch_is_a_reason_to_do_without(tmp_path, version, found):
    environment = environment_with(tmp_path, version)
    ended = subprocess.run([sys.executable, STEP], input="hello\n", env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    answer = json.loads(ended.stdout)
    assert next(iter(answer)) == found
    assert version in answer[found]


@pytest.mark.parametrize("ends_by", ["end of input", "interrupt", "termination"])
def test_weights_are_gone_however_it_ends(tmp_path, ends_by):
    step = subprocess.Popen([sys.executable, STEP], env=environment_with(tmp_path, "2.4.0"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            text=True)
    with step:
        step.stdin.write("hello\n")
        step.stdin.flush()
        weights = pathlib.Path(json.loads(step.stdout.readline())["weights"])
        assert weights.parent.parent == tmp_path / "temporary"
        weights.write_text("half of them")
        if ends_by == "termination":
            step.terminate()
            step.wait(timeout=60)
        elif ends_by == "interrupt":  # espalier-bench ends at once, and with it the input
            step.send_signal(signal.SIGINT)
    assert not list((tmp_path / "temporary").iterdir())
    assert step.returncode == (1 if ends_by == "termination" else 0)
