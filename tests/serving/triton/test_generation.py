# SPDX-License-Identifier: Apache-2.0
"""Texts that a GPT-2 writes: what the library writes, whole or in pieces, whatever else is asked."""
import json
import queue
import threading
import urllib.request

import numpy as np
import pytest
import tritonclient.grpc as grpc
from tritonclient.utils import InferenceServerException

from clients import PROTOCOLS, Client, ask_all, texts
from conftest import run
from model_folders import POSITIONS

OUTPUTS = ["COMPLETION", "FINISH_REASON", "PROMPT_TOKENS", "COMPLETION_TOKENS", "TOKEN_IDS"]
PROMPTS = ["the sea", "é the", "", "where is the shell"]


def whole(*values):
    return np.array(values, np.int64).reshape(len(values), 1)


def floats(*values):
    return np.array(values, np.float32).reshape(len(values), 1)


def written(models, prompt, *options):
    """What the library writes."""
    return json.loads(run("generate", models.folders["writer"], prompt, "--json", *options))


def require_written(result, row, wanted):
    assert result["COMPLETION"][row, 0].decode() == wanted["text"]
    assert result["FINISH_REASON"][row, 0].decode() == wanted["end"]
    assert result["PROMPT_TOKENS"][row, 0] == wanted["prompt_tokens"]
    assert result["COMPLETION_TOKENS"][row, 0] == wanted["tokens"]
    ids = result["TOKEN_IDS"][row]
    assert (ids[:wanted["tokens"]] >= 0).all() and (ids[wanted["tokens"]:] == -1).all()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_texts(models, server, protocol):
    client = Client(server, protocol)
    for prompt in PROMPTS:
        result = client.ask("writer", OUTPUTS, TEXT=texts(prompt), MAX_TOKENS=whole(12))
        require_written(result, 0, written(models, prompt, "--max-tokens", 12))
    # Each row has options of its own.
    stop = written(models, "the sea", "--max-tokens", 12)["text"][3]
    result = client.ask("writer", OUTPUTS, TEXT=texts("the sea", "the sea"), MAX_TOKENS=whole(3, 12),
                        STOP=texts("", stop))
    require_written(result, 0, written(models, "the sea", "--max-tokens", 3))
    require_written(result, 1, written(models, "the sea", "--max-tokens", 12, "--stop", stop))
    assert result["FINISH_REASON"][1, 0] == b"stop"


def test_drawn_texts_do_not_know_their_batch(models, server):
    """Requests with options of all kinds share batches; each is written as alone."""
    options = [{"TEXT": texts(prompt), "MAX_TOKENS": whole(5 + i), "TEMPERATURE": floats(0.5 * (i % 3)), "SEED": whole(i)}
               for i, prompt in enumerate(PROMPTS * 6)]
    for i, one in enumerate(options):
        if i % 3:
            one["TOP_K"] = whole(10)
    for protocol in PROTOCOLS:
        results = ask_all(server, protocol, "writer", OUTPUTS, options)
        for i, (result, prompt) in enumerate(zip(results, PROMPTS * 6)):
            assert not isinstance(result, Exception), result
            drawn = ["--temperature", 0.5 * (i % 3), "--seed", i, "--top-k", 10] if i % 3 else []
            require_written(result, 0, written(models, prompt, "--max-tokens", 5 + i, *drawn))


def streamed(server, requests):
    """The responses to each request, of one gRPC stream."""
    answers = queue.Queue()
    with grpc.InferenceServerClient(server.grpc) as client:
        client.start_stream(lambda result, error: answers.put((result, error)))
        for number, inputs in enumerate(requests):
            tensors = []
            for name, values in inputs.items():
                kind = {np.dtype(object): "BYTES", np.dtype(np.int64): "INT64"}[values.dtype]
                tensors.append(grpc.InferInput(name, values.shape, kind))
                tensors[-1].set_data_from_numpy(values)
            client.async_stream_infer("writer_stream", tensors, request_id=str(number))
        responses = [[] for _ in requests]
        ended = 0
        while ended < len(requests):
            result, error = answers.get(timeout=60)
            if error is not None:
                return error
            response = {name: result.as_numpy(name) for name in OUTPUTS}
            responses[int(result.get_response().id)].append(response)
            ended += response["FINISH_REASON"][0, 0] != b""
        return responses


def test_pieces_are_the_texts(models, server):
    requests = [{"TEXT": texts(prompt), "MAX_TOKENS": whole(6 + i)} for i, prompt in enumerate(PROMPTS * 2)]
    for i, (pieces, prompt) in enumerate(zip(streamed(server, requests), PROMPTS * 2)):
        wanted = written(models, prompt, "--max-tokens", 6 + i)
        assert len(pieces) > 1
        assert b"".join(piece["COMPLETION"][0, 0] for piece in pieces).decode() == wanted["text"]
        assert all(piece["TOKEN_IDS"].shape == (1, 0) for piece in pieces[:-1])
        require_written(pieces[-1] | {"COMPLETION": texts(wanted["text"])}, 0, wanted)
    error = streamed(server, [{"TEXT": texts("the", "sea")}])
    assert "TEXT has 2 rows; expected 1" in str(error)


def test_curl_as_in_the_manual(models, server):
    """Triton's own /generate, where inputs are keys, and its stream of events."""
    body = json.dumps({"TEXT": "the sea", "MAX_TOKENS": 8}).encode()
    wanted = written(models, "the sea", "--max-tokens", 8)
    with urllib.request.urlopen(urllib.request.Request(f"http://{server.http}/v2/models/writer/generate", body),
                                timeout=60) as answer:
        assert json.load(answer)["COMPLETION"] == wanted["text"]
    with urllib.request.urlopen(urllib.request.Request(f"http://{server.http}/v2/models/writer_stream/generate_stream", body),
                                timeout=60) as answer:
        events = [json.loads(line[6:]) for line in answer.read().decode().splitlines() if line.startswith("data: ")]
    assert len(events) > 1
    assert "".join(event["COMPLETION"] for event in events) == wanted["text"]


HOSTILE = {
    "too long": ({"TEXT": texts("x" * (POSITIONS + 1))}, f"has {POSITIONS + 1} tokens; expected at most {POSITIONS}"),
    "no tokens wanted": ({"TEXT": texts("a"), "MAX_TOKENS": whole(0)}, "MAX_TOKENS, row 0 is 0; expected at least 1"),
    "a negative seed": ({"TEXT": texts("a"), "SEED": whole(-1)}, "SEED, row 0 is -1"),
    "cold": ({"TEXT": texts("a"), "TEMPERATURE": floats(-1)}, "temperature"),
    "no number": ({"TEXT": texts("a"), "TEMPERATURE": floats(float("nan"))}, "temperature"),
    "a share of nothing": ({"TEXT": texts("a"), "TEMPERATURE": floats(1), "TOP_P": floats(0)}, "top_p"),
    "many stops": ({"TEXT": texts("a"), "STOP": np.array([[b"x"] * 17], object)}, "at most 16 texts"),
    "a stop that is no text": ({"TEXT": texts("a"), "STOP": texts(b"\xff")}, "STOP, row 0 is not UTF-8"),
    "other rows": ({"TEXT": texts("a"), "SEED": whole(1, 2)}, ""),
    "seeds as text": ({"TEXT": texts("a"), "SEED": texts("1")}, ""),
    "invalid UTF-8": ({"TEXT": texts(b"\xc3\x28")}, "TEXT, row 0 is not UTF-8"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_refuses(models, server, case):
    inputs, message = HOSTILE[case]
    for protocol in PROTOCOLS:
        with pytest.raises(InferenceServerException) as refusal:
            Client(server, protocol).ask("writer", OUTPUTS, **inputs)
        assert message in refusal.value.message() and "\n" not in refusal.value.message()


def test_bad_requests_leave_the_others_of_their_batch_alone(models, server):
    wanted = written(models, "the sea", "--max-tokens", 30)
    failures = []

    def work(number):
        try:
            client = Client(server)
            for i in range(6):
                if (number + i) % 3 == 0:
                    with pytest.raises(InferenceServerException):
                        client.ask("writer", OUTPUTS, **HOSTILE["too long"][0])
                result = client.ask("writer", OUTPUTS, TEXT=texts("the sea"), MAX_TOKENS=whole(30))
                require_written(result, 0, wanted)
        except BaseException as error:  # pytest.fail too, which is no Exception
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]


def test_vectors_of_a_model_of_bytes(models, server, tmp_path):
    models.add("writer_vectors", "writer", "", "--task", "embed")
    control = Client(server).connection
    control.load_model("writer_vectors")
    result = Client(server).ask("writer_vectors", ["EMBEDDING"], TEXT=texts("the sea"))
    wanted = models.predicted("writer", ["the sea"], "--task", "embed")[0]["embedding"]
    np.testing.assert_array_equal(result["EMBEDDING"], np.array([wanted], np.float32))
    control.unload_model("writer_vectors")
