# SPDX-License-Identifier: Apache-2.0
"""Hostile requests and damaged models: one line for whoever caused it, and all others are served."""
import json
import re
import shutil
import urllib.error
import urllib.request

import numpy as np
import pytest
from tritonclient.utils import InferenceServerException

from clients import PROTOCOLS, Client, texts
from model_folders import POSITIONS, VOCABULARY


def ids(*rows):
    return np.array(rows, np.int64)


# Model, inputs, what the message has. Those without a place in it are refused by Triton itself.
REQUESTS = {
    "invalid UTF-8": ("sentiment", {"TEXT": texts(b"\xc3\x28")}, "TEXT, row 0 is not UTF-8"),
    "one row invalid": ("sentiment", {"TEXT": texts("the", b"\xed\xa0\x80")}, "TEXT, row 1 is not UTF-8"),
    "a megabyte": ("sentiment", {"TEXT": texts(b"sea " * 250_000)}, "1000000 bytes; expected at most 65536"),
    "long second text": ("sentiment", {"TEXT": texts("a"), "TEXT_PAIR": texts(b"a" * 70_000)}, "TEXT_PAIR, row 0"),
    "too many masks": ("words", {"TEXT": texts("[MASK] " * 40)}, "masks; expected at most 32"),
    "two columns": ("sentiment", {"TEXT": np.array([[b"a", b"b"]], object)}, ""),
    "no rows": ("sentiment", {"TEXT": np.zeros((0, 1), object)}, ""),
    "too many rows": ("sentiment", {"TEXT": texts(*["a"] * 65)}, ""),
    "no input": ("sentiment", {"TEXT_PAIR": texts("a")}, ""),
    "unknown input": ("sentiment", {"TEXT": texts("a"), "OTHER": texts("a")}, ""),
    "numbers as text": ("sentiment", {"TEXT": ids([1])}, ""),
    "rows that differ": ("sentiment", {"TEXT": texts("a", "b"), "TEXT_PAIR": texts("a")}, ""),
    "floats as ids": ("sentiment_ids", {"INPUT_IDS": np.ones((1, 3), np.float32)}, ""),
    "a negative id": ("sentiment_ids", {"INPUT_IDS": ids([2, -1, 3])}, "token 1 is -1; expected 0 to 20"),
    "an id too large": ("sentiment_ids", {"INPUT_IDS": ids([2, 3], [2, len(VOCABULARY)])},
                        "INPUT_IDS, row 1: token 1 is 21; expected 0 to 20"),
    "a huge id": ("sentiment_ids", {"INPUT_IDS": ids([2**62, 3])}, "token 0 is 4611686018427387904"),
    "an id that wraps": ("sentiment_ids", {"INPUT_IDS": ids([2**32 + 1])}, "token 0 is 4294967297"),
    "too long": ("sentiment_ids", {"INPUT_IDS": ids([2] * (POSITIONS + 1))}, "expected at most 48 tokens"),
    "no tokens": ("sentiment_ids", {"INPUT_IDS": np.zeros((1, 0), np.int64)}, ""),
    "three dimensions": ("sentiment_ids", {"INPUT_IDS": np.zeros((1, 2, 2), np.int64)}, ""),
    "a wrong segment": ("sentiment_ids", {"INPUT_IDS": ids([2, 3]), "TOKEN_TYPE_IDS": ids([0, 2])},
                        "TOKEN_TYPE_IDS, row 0: token 1 is 2; expected 0 to 1"),
    "segments of another shape": ("sentiment_ids", {"INPUT_IDS": ids([2, 3]), "TOKEN_TYPE_IDS": ids([0])},
                                  "TOKEN_TYPE_IDS has another shape"),
}


def require_alive(server):
    assert Client(server).ask("sentiment", ["SCORE"], TEXT=texts("the sea"))["SCORE"].shape == (1, 3)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("case", REQUESTS)
def test_refuses(server, protocol, case):
    model, inputs, message = REQUESTS[case]
    with pytest.raises(InferenceServerException) as refusal:
        Client(server, protocol).ask(model, ["SCORE"], **inputs)
    assert message in refusal.value.message()
    assert "\n" not in refusal.value.message()
    require_alive(server)


RAW = {
    "nothing": b"",
    "no JSON": b"{",
    "no inputs": b"{}",
    "data of another length": {"shape": [2, 1], "data": ["a"]},
    "a shape that overflows": {"shape": [2**62, 4], "data": ["a"]},
    "a negative shape": {"shape": [-1, 1], "data": ["a"]},
    "no shape": {"data": ["a"]},
    "numbers for texts": {"shape": [1, 1], "data": [1]},
    "another type": {"datatype": "FP32", "shape": [1, 1], "data": [1.5]},
}


@pytest.mark.parametrize("case", RAW)
def test_refuses_bodies(server, case):
    body = RAW[case]
    if isinstance(body, dict):
        body = json.dumps({"inputs": [{"name": "TEXT", "datatype": "BYTES"} | body]}).encode()
    request = urllib.request.Request(f"http://{server.http}/v2/models/sentiment/infer", body)
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(request, timeout=30)
    assert 400 <= refusal.value.code < 600
    require_alive(server)


@pytest.mark.parametrize("raw", [b"\x05", b"\x05\0\0\0ab", b"\xff\xff\xff\xffab", b"\x01\0\0\0ab", b""])
def test_refuses_binary_texts_that_are_cut(server, raw):
    """Lengths ahead of texts are the client's word."""
    header = json.dumps({"inputs": [{"name": "TEXT", "datatype": "BYTES", "shape": [1, 1],
                                     "parameters": {"binary_data_size": len(raw)}}]}).encode()
    request = urllib.request.Request(f"http://{server.http}/v2/models/sentiment/infer", header + raw,
                                     {"Inference-Header-Content-Length": str(len(header))})
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(request, timeout=30)
    require_alive(server)


def cut(folder):
    weights = folder / "espalier.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])


def drop_words(folder):
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY + ["more"]) + "\n")


def other_model(folder):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"hidden_size": 31}))


def remove_vocabulary(folder):
    (folder / "vocab.txt").unlink()


@pytest.mark.parametrize("damage, message", [
    (cut, "espalier.safetensors"), (drop_words, "has 22 pieces; expected at most 21"),
    (other_model, "config.json"), (remove_vocabulary, "vocab")])
def test_a_damaged_model_is_not_loaded(models, server, damage, message):
    shutil.copytree(models.repository / "sentiment", models.repository / "damaged")
    try:
        damage(models.repository / "damaged" / "1")
        with pytest.raises(InferenceServerException):
            Client(server).connection.load_model("damaged")
        line = [line for line in server.log().splitlines() if "failed to load 'damaged' version 1" in line][-1]
        assert message in line and "/damaged/1" in line
    finally:
        shutil.rmtree(models.repository / "damaged")
    require_alive(server)


@pytest.mark.parametrize("lines, message", [
    ('parameters { key: "tsak" value { string_value: "embed" } }', "parameter tsak is unknown"),
    ('parameters { key: "task" value { string_value: "dance" } }', "unknown task 'dance'"),
    ('parameters { key: "task" value { string_value: "fill-mask" } }', "parameter task is fill-mask"),
    ('parameters { key: "threads" value { string_value: "many" } }', "parameter threads is 'many'"),
    ('parameters { key: "longest" value { string_value: "1000" } }', "longest sequence: 1000 tokens"),
    ('parameters { key: "precision" value { string_value: "int3" } }', "int3"),
    ('input [{ name: "TEXTS" data_type: TYPE_STRING dims: [1] }]', "input TEXTS: this model has no such one"),
    ('input [{ name: "TEXT" data_type: TYPE_FP32 dims: [1] }]', "input TEXT is TYPE_FP32 [1]; expected TYPE_STRING [1]"),
    ('output [{ name: "SCORE" data_type: TYPE_FP32 dims: [7] }]', "output SCORE is TYPE_FP32 [7]"),
])
def test_a_wrong_configuration_is_not_loaded(models, server, lines, message):
    models.add("wrong", "sentiment", lines + "\n")
    try:
        with pytest.raises(InferenceServerException, match=re.escape(message)):
            Client(server).connection.load_model("wrong")
        assert message in server.log()
    finally:
        shutil.rmtree(models.repository / "wrong")
    require_alive(server)
