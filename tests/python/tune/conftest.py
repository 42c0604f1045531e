# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess
import sys

import pytest

RUN = """
[model]
name = "nano"
layers = 1
hidden = 32
heads = 2
density = 0.25
[topology]
policy = "dynamic"
updates = 4
[data]
corpus = "text.txt"
vocabulary_size = 64
sequence = 16
validation_fraction = 0.2
[training]
steps = 40
batch = 4
validation_sequences = 4
"""


class Workplace:
    """A folder with a run's configuration and its text, and the command."""

    def __init__(self, folder):
        self.folder = folder
        lines = (f"the animal{i % 7} sees a tree{i * i % 5} near the house{i % 3}\n\n" for i in range(400))
        (folder / "text.txt").write_text("".join(lines))
        (folder / "run.toml").write_text(RUN)

    def start(self, sweep, *arguments, **more):
        path = self.folder / ("sweep.toml" if "[sweep]" in sweep else "sweep.yaml")
        path.write_text(sweep)
        return subprocess.Popen([sys.executable, "-m", "espalier.tune", path.name, *arguments], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)

    def tune(self, sweep, *arguments):
        """Exit code, standard output and standard error."""
        process = self.start(sweep, *arguments)
        out, err = process.communicate(timeout=600)
        return process.returncode, out, err

    def espalier(self, *arguments):
        return subprocess.run(["espalier", *arguments], cwd=self.folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def workplace(tmp_path):
    if shutil.which("espalier") is None:
        pytest.skip("no espalier program in PATH, whose runs these are")
    return Workplace(tmp_path)


@pytest.fixture(autouse=True, scope="session")
def quiet():
    """One thread for linear algebra, of which there is little, and no word of each trial."""
    import optuna

    os.environ.setdefault("OMP_NUM_THREADS", "1")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
