# SPDX-License-Identifier: Apache-2.0
"""train_step_pytorch.py with packages of its own in place of torch."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

STEP = pathlib.Path(__file__).parents[3] / "benchmarks/modes/train_step_pytorch.py"


@pytest.mark.parametrize("version, found", [("1.13.1", "error"), ("2.3.1+cpu", "error"), ("2.4.0", "version"), ("2.10.0+cpu", "version")])
def test_an_old_torch_is_a_reason_to_do_without(tmp_path, version, found):
    (tmp_path / "torch/nn").mkdir(parents=True)
    (tmp_path / "torch/__init__.py").write_text(f"__version__ = {version!r}\n")
    (tmp_path / "torch/nn/functional.py").touch()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ended = subprocess.run([sys.executable, STEP], input="hello\n", env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    answer = json.loads(ended.stdout)
    assert list(answer) == [found]
    assert version in answer[found]
