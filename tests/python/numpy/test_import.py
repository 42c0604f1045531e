# SPDX-License-Identifier: Apache-2.0
"""What the package says where it cannot work."""

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
