# SPDX-License-Identifier: Apache-2.0
"""Versions, loading and unloading under load, and a server that is killed."""
import shutil
import subprocess
import threading

import numpy as np
import pytest
from tritonclient.utils import InferenceServerException

from clients import Client, texts
from conftest import run


def test_models_go_and_come_under_load(models, server):
    """Whoever asks meanwhile gets the answer or an error, and never another answer."""
    models.add("moving", "sentiment")
    control = Client(server).connection
    control.load_model("moving")
    wanted = Client(server).ask("moving", ["SCORE"], TEXT=texts("the sea"))["SCORE"]
    done, counts, failures = threading.Event(), [0, 0], []

    def work():
        client = Client(server)
        while not done.is_set():
            try:
                result = client.ask("moving", ["SCORE"], TEXT=texts("the sea"))["SCORE"]
            except InferenceServerException:
                counts[1] += 1
                continue
            counts[0] += 1
            if not np.array_equal(result, wanted):
                failures.append(result)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(5):
        control.unload_model("moving")
        control.load_model("moving")
    done.set()
    for thread in threads:
        thread.join()
    control.unload_model("moving")
    shutil.rmtree(models.repository / "moving")
    assert not failures and counts[0] > 0


def test_a_second_version(models, server):
    models.add("grown", "sentiment", "version_policy: { all {} }\n")
    run("export", models.folders["sentiment"], models.repository / "grown", "--triton", "--model-version", 2)
    control = Client(server).connection
    control.load_model("grown")
    assert control.is_model_ready("grown", "1") and control.is_model_ready("grown", "2")
    control.unload_model("grown")
    shutil.rmtree(models.repository / "grown")


def test_a_killed_server_starts_again(own_server):
    answers = []
    for _ in range(2):
        with own_server() as server:
            answers.append(Client(server).ask("sentiment", ["SCORE"], TEXT=texts("the sea is old"))["SCORE"])
            server.kill()
    np.testing.assert_array_equal(answers[0], answers[1], strict=True)


def test_configurations_as_they_are(own_server):
    """A server that completes none refuses what is incomplete, and says what lacks."""
    with own_server("--disable-auto-complete-config") as server:
        with pytest.raises(InferenceServerException):
            Client(server).connection.load_model("sentiment")


def test_export_refuses(models, tmp_path):
    def refused(*arguments):
        with pytest.raises(subprocess.CalledProcessError) as refusal:
            run("export", *arguments)
        assert refusal.value.stderr.count("\n") == 1
        return refusal.value.stderr

    folder = models.folders["sentiment"]
    assert "is there already" in refused(folder, models.repository / "sentiment", "--triton")
    assert "expected --task classify or embed" in refused(folder, tmp_path / "a", "--triton", "--task", "fill-mask")
    assert "longest sequence" in refused(folder, tmp_path / "a", "--triton", "--longest", "999")
    (tmp_path / "b").mkdir()
    assert "has no config.pbtxt" in refused(folder, tmp_path / "b", "--triton")
    assert list(tmp_path.iterdir()) == [tmp_path / "b"]
