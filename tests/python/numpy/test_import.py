# SPDX-License-Identifier: Apache-2.0
"""What the package says where it cannot work."""

import os
import re
import subprocess
import sys

import pytest

import espalier


def test_a_numpy_that_the_module_was_not_built_for_is_refused():
    program = "import numpy; numpy.__version__ = '2.4.0'; import espalier"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        pytest.skip("this module was built by a pybind11 that knows NumPy 2")
    assert done.stderr.splitlines()[-1].startswith("ImportError: espalier: found NumPy 2.4.0; expected NumPy 1, since")


def test_the_package_says_which_version_it_is():
    assert re.fullmatch(r"\d+\.\d+\.\d+", espalier.__version__)


def test_the_search_without_optuna_says_what_to_install(tmp_path):
    (tmp_path / "optuna.py").write_text("raise ImportError\n")
    said = []
    for arguments in (["-m", "espalier.tune", "sweep.yaml"], ["-c", "import espalier.tune"]):
        paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run([sys.executable, *arguments], env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True,
                              check=False)
        assert done.returncode == 1
        said.append(done.stderr.strip())
    assert said[0].startswith("espalier.tune wants Optuna; pip install optuna") and "\n" not in said[0]
    assert said[1].endswith(f"ImportError: {said[0]}")


def test_the_openmp_of_the_module_binds_nobody():
    program = "import os; before = os.sched_getaffinity(0); import espalier; print(before == os.sched_getaffinity(0), espalier.num_threads())"
    said = [subprocess.run([sys.executable, "-c", program], env={**os.environ, "OMP_PROC_BIND": bind}, capture_output=True, text=True,
                           check=True).stdout for bind in ("FALSE", "TRUE")]
    assert said[0] == said[1] and said[0].startswith("True ")
