# SPDX-License-Identifier: Apache-2.0
"""Optuna's dashboard shows a search, in a headless Chromium."""

import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

pytest.importorskip("optuna", reason="espalier.tune wants Optuna: pip install optuna pyyaml")
pytest.importorskip("yaml", reason="W&B writes YAML: pip install pyyaml")

from espalier.tune import tune

pytest.importorskip("optuna_dashboard", reason="pip install optuna-dashboard")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium to open the dashboard in")
def test_the_dashboard_shows_a_search(tmp_path):
    sweep = {"method": "bayes", "run_cap": 12, "name": "shown in the dashboard",
             "parameters": {"training.learning_rate": {"distribution": "log_uniform_values", "min": 1e-4, "max": 0.1},
                            "model.layers": {"min": 1, "max": 3}}}
    tune(sweep, train=lambda values, trial: values["model.layers"] * values["training.learning_rate"], folder=tmp_path, quiet=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "optuna_dashboard._cli", str(tmp_path / "trials/journal.log"), "--port",
                               str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                studies = urllib.request.urlopen(f"http://127.0.0.1:{port}/api/studies", timeout=10).read().decode()
                break
            except OSError:
                assert server.poll() is None, server.stderr.read()
                assert time.monotonic() < deadline
                time.sleep(0.2)
        assert "shown in the dashboard" in studies
        page = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                               f"--user-data-dir={tmp_path}/browser", "--virtual-time-budget=30000", "--dump-dom",
                               f"http://127.0.0.1:{port}/dashboard/studies/0"],
                              capture_output=True, text=True, timeout=300).stdout
    finally:
        server.terminate()
        server.wait()
    # The best trial's values, and the plots of history and importance, are made by the page's script.
    for text in ("shown in the dashboard", "training.learning_rate", "model.layers", "Best Trial", "js-plotly-plot"):
        assert text in page, f"the page lacks {text}"
