# SPDX-License-Identifier: Apache-2.0
"""Small models in a model repository that `espalier export` has made, and a server for them."""
import json
import os
import pathlib
import subprocess

import pytest

from model_folders import write_gpt2, write_model
from triton_server import TritonServer

BUILD = pathlib.Path(__file__).resolve().parents[3] / "build" / "dev"
PROGRAM = os.environ.get("ESPALIER_PROGRAM", str(BUILD / "experiments" / "espalier"))
BACKENDS = os.environ.get("ESPALIER_TRITON_BACKENDS", str(BUILD / "backends"))

LABELS = ("bad", "fair", "good")
IDS = """
input [{ name: "INPUT_IDS" data_type: TYPE_INT64 dims: [-1] allow_ragged_batch: true }]
"""
TYPED_IDS = """
input [{ name: "INPUT_IDS" data_type: TYPE_INT64 dims: [-1] allow_ragged_batch: true },
       { name: "TOKEN_TYPE_IDS" data_type: TYPE_INT64 dims: [-1] allow_ragged_batch: true optional: true }]
"""


def run(*arguments, **options):
    """What the program prints."""
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True, timeout=120,
                          **options).stdout


class Models:
    """Model folders, and the repository that serves them."""

    def __init__(self, root):
        self.repository = root / "repository"
        self.folders = {
            "sentiment": write_model(root / "sentiment", "BertForSequenceClassification", LABELS),
            "words": write_model(root / "words", "BertForMaskedLM"),
            "answers": write_model(root / "answers", "BertForQuestionAnswering"),
            "vectors": write_model(root / "vectors", "BertModel"),
            "writer": write_gpt2(root / "writer"),
        }
        for name, folder in self.folders.items():
            run("export", folder, self.repository / name, "--triton")
        self.add("writer_stream", "writer", "", "--stream")
        self.add("sentiment_ids", "sentiment", TYPED_IDS)
        self.add("words_ids", "words", IDS)
        self.add("vectors_ids", "vectors", TYPED_IDS)
        self.add("sentiment_twice", "sentiment", "instance_group [{ kind: KIND_CPU count: 2 }]\n", "--threads", "1")

    def add(self, name, like, configuration="", *options):
        """Another one in the repository, whose configuration has more lines."""
        run("export", self.folders[like], self.repository / name, "--triton", *options)
        with open(self.repository / name / "config.pbtxt", "a") as config:
            config.write(configuration)

    def predicted(self, name, texts, *options):
        """What the library says of texts, or of pairs of them."""
        requests = [{"text": text} if isinstance(text, str) else {"text": text[0], "pair": text[1]} for text in texts]
        lines = run("predict", self.folders[name], "--format", "jsonl", "--json", *options,
                    input="\n".join(map(json.dumps, requests)) + "\n").splitlines()
        assert len(lines) == len(texts)
        return [json.loads(line) for line in lines]


@pytest.fixture(scope="session")
def models(tmp_path_factory):
    return Models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def server(models, tmp_path_factory):
    with TritonServer(models.repository, BACKENDS, tmp_path_factory.mktemp("server") / "log") as running:
        yield running


@pytest.fixture
def own_server(models, tmp_path):
    """Starts servers of one test."""
    return lambda *options: TritonServer(models.repository, BACKENDS, tmp_path / "log", *options)
