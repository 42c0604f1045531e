# SPDX-License-Identifier: Apache-2.0
"""What the server answers is what the library says, to the last bit, whoever asks and whatever else is asked."""
import json
import threading
import urllib.request

import numpy as np
import pytest

from clients import PROTOCOLS, Client, ask_all, texts
from conftest import LABELS
from model_folders import HIDDEN, VOCABULARY

TEXTS = ["the sea is old", "", "a cold grey ship on the sand .", "shells , a café", "nothing known here", "the " * 200]
PAIRS = [("the sea", "is old"), ("a ship", "the " * 100)]
MASKED = ["the [MASK] is old", "no mask", "[MASK] [MASK] on the [MASK]"]


def floats(values):
    return np.array(values, np.float32)


def labels_of(answer):
    return [label["label"] for label in answer["labels"]], floats([label["score"] for label in answer["labels"]])


def require_labels(result, row, answer):
    names, scores = labels_of(answer)
    assert [name.decode() for name in result["LABEL"][row]] == names
    np.testing.assert_array_equal(result["SCORE"][row], scores, strict=True)


def ids_of(text):
    """By the rule of the small vocabulary: each word is a piece."""
    return [2] + [VOCABULARY.index(word) for word in text.split()] + [3]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_classes(models, server, protocol):
    client = Client(server, protocol)
    for text, answer in zip(TEXTS, models.predicted("sentiment", TEXTS, "--top-k", 3)):
        require_labels(client.ask("sentiment", ["LABEL", "SCORE"], TEXT=texts(text)), 0, answer)
    # Rows of one request, and two texts in each.
    result = client.ask("sentiment", ["LABEL", "SCORE"], TEXT=texts(*[p[0] for p in PAIRS]),
                        TEXT_PAIR=texts(*[p[1] for p in PAIRS]))
    for row, answer in enumerate(models.predicted("sentiment", PAIRS, "--top-k", 3)):
        require_labels(result, row, answer)
    only = client.ask("sentiment", ["SCORE"], TEXT=texts(TEXTS[0]))
    assert only["SCORE"].shape == (1, len(LABELS))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_words_for_masks(models, server, protocol):
    client = Client(server, protocol)
    answers = models.predicted("words", MASKED, "--top-k", 5)
    together = client.ask("words", ["WORD", "SCORE"], TEXT=texts(*MASKED))
    assert together["WORD"].shape == (3, 3, 5)
    for row, answer in enumerate(answers):
        alone = client.ask("words", ["WORD", "SCORE"], TEXT=texts(MASKED[row]))
        masks = len(answer["masks"])
        assert alone["SCORE"].shape == (1, masks, 5)
        for m, mask in enumerate(answer["masks"]):
            for result, place in ((alone, (0, m)), (together, (row, m))):
                assert [word.decode() for word in result["WORD"][place]] == [w["word"] for w in mask["words"]]
                np.testing.assert_array_equal(result["SCORE"][place], floats([w["probability"] for w in mask["words"]]))
        assert not together["SCORE"][row, masks:].any()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_answers_to_questions(server, protocol):
    """Of contexts that take several windows too."""
    contexts = ["the sea is old . a ship is grey .", "é sand , shells on a cold ship . " * 20]
    result = Client(server, protocol).ask("answers", ["ANSWER", "SCORE", "BEGIN", "END"],
                                          QUESTION=texts("the sea", "a cold ship"), CONTEXT=texts(*contexts))
    for row, context in enumerate(contexts):
        begin, end = result["BEGIN"][row, 0], result["END"][row, 0]
        assert 0 <= begin < end <= len(context)
        assert result["ANSWER"][row, 0].decode() == context[begin:end]
        assert 0 < result["SCORE"][row, 0] <= 1


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_vectors_of_texts_and_of_ids(models, server, protocol):
    client = Client(server, protocol)
    text = "the sea is old"
    wanted = floats(models.predicted("vectors", [text])[0]["embedding"])
    assert wanted.shape == (HIDDEN,)
    result = client.ask("vectors", ["EMBEDDING"], TEXT=texts(text))
    np.testing.assert_array_equal(result["EMBEDDING"], wanted[None], strict=True)
    ids = np.array([ids_of(text)])
    result = client.ask("vectors_ids", ["EMBEDDING"], INPUT_IDS=ids, TOKEN_TYPE_IDS=np.zeros_like(ids))
    np.testing.assert_array_equal(result["EMBEDDING"], wanted[None], strict=True)


def test_logits_of_ids(models, server):
    client = Client(server)
    ids = np.array([ids_of("the sea is old"), ids_of("a cold grey ship")])
    logits = client.ask("sentiment_ids", ["LOGITS"], INPUT_IDS=ids)["LOGITS"]
    assert logits.shape == (2, len(LABELS))
    for row, answer in zip(logits, models.predicted("sentiment", ["the sea is old", "a cold grey ship"], "--top-k", 3)):
        shares = np.exp(row.astype(float) - row.max())
        shares /= shares.sum()
        scores = {label["label"]: label["score"] for label in answer["labels"]}
        # The same softmax in doubles, so up to their rounding.
        np.testing.assert_allclose(shares, [scores[label] for label in LABELS], rtol=1e-12)
    masked = client.ask("words_ids", ["LOGITS"], INPUT_IDS=np.array([ids_of("the [MASK] is [MASK]")]))["LOGITS"]
    assert masked.shape == (1, 2, len(VOCABULARY))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_asynchronous_clients_and_ragged_batches(server, protocol):
    client = Client(server, protocol)
    requests = [{"INPUT_IDS": np.array([ids_of("the sea is old " * n)])} for n in range(1, 11)]
    alone = [client.ask("vectors_ids", ["EMBEDDING"], **request)["EMBEDDING"] for request in requests]
    for result, wanted in zip(ask_all(server, protocol, "vectors_ids", ["EMBEDDING"], requests), alone):
        np.testing.assert_array_equal(result["EMBEDDING"], wanted, strict=True)


@pytest.mark.parametrize("model", ["sentiment", "sentiment_twice"])
def test_64_clients_of_whom_some_are_hostile(models, server, model):
    """Bad requests share batches with good ones, and spoil none."""
    answers = models.predicted("sentiment", TEXTS, "--top-k", 3)
    hostile = [b"\xff\xfe the sea", b"x" * (64 * 1024 + 1)]
    before = server.metrics(model)
    start, failures = threading.Barrier(64), []

    def work(number):
        try:
            client = Client(server, PROTOCOLS[number % 2])
            start.wait(60)
            for i in range(8):
                which = (number + i) % len(TEXTS)
                if (number + i) % 5 == 0:
                    with pytest.raises(Exception, match="TEXT, row 0"):
                        client.ask(model, ["LABEL"], TEXT=texts(hostile[i % 2]))
                require_labels(client.ask(model, ["LABEL", "SCORE"], TEXT=texts(TEXTS[which])), 0, answers[which])
        except BaseException as error:  # pytest.fail too, which is no Exception
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]
    after = server.metrics(model)
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert grown["nv_inference_request_success"] == 64 * 8
    assert grown["nv_inference_count"] == 64 * 8
    assert grown["nv_inference_request_failure"] > 0
    assert grown["nv_inference_exec_count"] < grown["nv_inference_count"], "no requests shared a batch"
    for name in ("queue", "compute_input", "compute_infer", "compute_output"):
        assert grown[f"nv_inference_{name}_duration_us"] > 0


def test_curl_as_in_the_manual(server):
    body = {"inputs": [{"name": "TEXT", "datatype": "BYTES", "shape": [1, 1], "data": ["the sea is old"]}]}
    request = urllib.request.Request(f"http://{server.http}/v2/models/sentiment/infer", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=30) as answer:
        outputs = {output["name"]: output for output in json.load(answer)["outputs"]}
    assert outputs["LABEL"]["data"][0] in LABELS
    assert outputs["SCORE"]["shape"] == [1, len(LABELS)]


def test_configuration_is_completed(server):
    config = Client(server).connection.get_model_config("words")
    assert [(t["name"], t["data_type"], t["dims"]) for t in config["input"]] == [
        ("TEXT", "TYPE_STRING", [1]), ("TEXT_PAIR", "TYPE_STRING", [1])]
    assert [(t["name"], t["data_type"], t["dims"]) for t in config["output"]] == [
        ("WORD", "TYPE_STRING", [-1, 5]), ("SCORE", "TYPE_FP32", [-1, 5])]
    assert config["max_batch_size"] == 64 and "dynamic_batching" in config
