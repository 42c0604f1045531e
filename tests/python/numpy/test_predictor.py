# SPDX-License-Identifier: Apache-2.0
"""espalier.Predictor against BERT in NumPy, in double precision."""

import json
import math
import os
import struct
import threading

import espalier
import numpy as np
import pytest
from other_threads import run_within

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "sea", "shell", "##s", "is", "old", "where", "?", "."]
HIDDEN, HEADS, INTERMEDIATE, LAYERS, POSITIONS = 32, 2, 48, 2, 24


def write_safetensors(path, tensors):
    header, offset = {"__metadata__": {"format": "pt"}}, 0
    for name, array in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(a.tobytes() for a in tensors.values()))


def random_bert(seed):
    random = np.random.default_rng(seed)

    def draw(*shape):
        return (0.2 * random.standard_normal(shape)).astype(np.float32)

    tensors = {
        "bert.embeddings.word_embeddings.weight": draw(len(VOCABULARY), HIDDEN),
        "bert.embeddings.position_embeddings.weight": draw(POSITIONS, HIDDEN),
        "bert.embeddings.token_type_embeddings.weight": draw(2, HIDDEN),
    }

    def linear(name, out, into):
        tensors[name + ".weight"], tensors[name + ".bias"] = draw(out, into), draw(out)

    def norm(name):
        tensors[name + ".weight"], tensors[name + ".bias"] = 1 + draw(HIDDEN), draw(HIDDEN)

    norm("bert.embeddings.LayerNorm")
    for layer in range(LAYERS):
        prefix = f"bert.encoder.layer.{layer}."
        for name in ("query", "key", "value"):
            linear(prefix + "attention.self." + name, HIDDEN, HIDDEN)
        linear(prefix + "attention.output.dense", HIDDEN, HIDDEN)
        norm(prefix + "attention.output.LayerNorm")
        linear(prefix + "intermediate.dense", INTERMEDIATE, HIDDEN)
        linear(prefix + "output.dense", HIDDEN, INTERMEDIATE)
        norm(prefix + "output.LayerNorm")
    linear("bert.pooler.dense", HIDDEN, HIDDEN)
    return tensors, draw, linear, norm


def write_folder(folder, tensors, architecture, **more):
    folder.mkdir(exist_ok=True)
    config = {
        "architectures": [architecture], "model_type": "bert", "hidden_size": HIDDEN, "num_attention_heads": HEADS,
        "num_hidden_layers": LAYERS, "intermediate_size": INTERMEDIATE, "vocab_size": len(VOCABULARY), "type_vocab_size": 2,
        "max_position_embeddings": POSITIONS, "hidden_act": "gelu", "layer_norm_eps": 1e-12, **more,
    }
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n")
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "BertTokenizer", "do_lower_case": True}))
    write_safetensors(folder / "model.safetensors", tensors)
    return folder


def hidden_states(tensors, ids, segments):
    t = {name: array.astype(np.float64) for name, array in tensors.items()}

    def linear(name, x):
        return x @ t[name + ".weight"].T + t[name + ".bias"]

    def norm(name, x):
        centred = x - x.mean(-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12) * t[name + ".weight"] + t[name + ".bias"]

    x = norm("bert.embeddings.LayerNorm", t["bert.embeddings.word_embeddings.weight"][ids]
             + t["bert.embeddings.position_embeddings.weight"][: len(ids)]
             + t["bert.embeddings.token_type_embeddings.weight"][segments])
    for layer in range(LAYERS):
        prefix = f"bert.encoder.layer.{layer}."
        parts = [linear(prefix + "attention.self." + name, x).reshape(len(ids), HEADS, -1) for name in ("query", "key", "value")]
        scores = np.einsum("qhd,khd->hqk", parts[0], parts[1]) / math.sqrt(HIDDEN // HEADS)
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        context = np.einsum("hqk,khd->qhd", weights, parts[2]).reshape(len(ids), HIDDEN)
        x = norm(prefix + "attention.output.LayerNorm", x + linear(prefix + "attention.output.dense", context))
        wide = linear(prefix + "intermediate.dense", x)
        wide = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        x = norm(prefix + "output.LayerNorm", x + linear(prefix + "output.dense", wide))
    return x


# Sums of at most 48 products of size 4 or less, seven in a chain for each of the two layers, rounded to 2^-24.
TOLERANCE = 14 * 48 * 4 * 2.0**-24


@pytest.fixture
def masked(tmp_path):
    tensors, draw, linear, norm = random_bert(1)
    linear("cls.predictions.transform.dense", HIDDEN, HIDDEN)
    norm("cls.predictions.transform.LayerNorm")
    tensors["cls.predictions.bias"] = draw(len(VOCABULARY))
    return write_folder(tmp_path / "masked", tensors, "BertForMaskedLM"), tensors


@pytest.fixture
def classifying(tmp_path):
    tensors, _, linear, _ = random_bert(2)
    linear("classifier", 3, HIDDEN)
    labels = {"0": "bad", "1": "fair", "2": "good"}
    return write_folder(tmp_path / "classifying", tensors, "BertForSequenceClassification", id2label=labels,
                        label2id={name: int(key) for key, name in labels.items()}), tensors


def test_hidden_states_are_those_of_bert(masked):
    folder, tensors = masked
    predictor = espalier.Predictor(folder, threads=2)
    assert (predictor.task, predictor.hidden, predictor.longest) == ("fill-mask", HIDDEN, POSITIONS)
    random = np.random.default_rng(3)
    ids = [random.integers(0, len(VOCABULARY), length) for length in (1, 24, 7, 16)]
    segments = [random.integers(0, 2, len(one)) for one in ids]
    found = predictor.hidden_states(ids, segments)
    for one, kinds, values in zip(ids, segments, found):
        assert values.dtype == np.float32
        np.testing.assert_allclose(values, hidden_states(tensors, one, kinds), rtol=0, atol=TOLERANCE)
        np.testing.assert_array_equal(predictor.hidden_states([one], [kinds])[0], values)
    assert predictor.hidden_states([]) == []


def test_hidden_states_in_8_bits_are_close(masked):
    folder, tensors = masked
    ids = np.random.default_rng(3).integers(0, len(VOCABULARY), POSITIONS)
    expected = hidden_states(tensors, ids, np.zeros(POSITIONS, dtype=int))
    found = espalier.Predictor(folder, threads=1, int8=True).hidden_states([ids])[0]
    share = np.linalg.norm(found - expected) / np.linalg.norm(expected)
    # Each of eight products rounds its inputs to a 127th of their range, some 5 deviations, and its weights to half of that,
    # evenly: 0.013 of a product, and 8**0.5 of it.
    assert 1e-4 < share < 0.04


def test_classes_are_those_of_the_head(classifying):
    folder, tensors = classifying
    predictor = espalier.Predictor(folder, threads=1)
    assert predictor.labels == ["bad", "fair", "good"]
    ids, segments = predictor.encode("The sea is old.", "where?")
    assert [VOCABULARY[i] for i in ids] == ["[CLS]", "the", "sea", "is", "old", ".", "[SEP]", "where", "?", "[SEP]"]
    assert list(segments) == [0] * 7 + [1] * 3
    pooled = np.tanh(hidden_states(tensors, ids, segments)[0] @ tensors["bert.pooler.dense.weight"].T + tensors["bert.pooler.dense.bias"])
    logits = pooled @ tensors["classifier.weight"].T + tensors["classifier.bias"]
    np.testing.assert_allclose(predictor.pooled_states([ids], [segments])[0], pooled, rtol=0, atol=HIDDEN * TOLERANCE)
    np.testing.assert_allclose(predictor.logits([ids], [segments])[0], logits, rtol=0, atol=HIDDEN * TOLERANCE)
    labels = predictor.classify("The sea is old.", "where?")
    assert [name for name, _ in labels] == [predictor.labels[i] for i in np.argsort(-logits)]
    assert sum(score for _, score in labels) == pytest.approx(1, abs=1e-12)
    assert predictor.classify(["The sea is old."], ["where?"]) == [labels]


def test_words_and_vectors(masked):
    predictor = espalier.Predictor(masked[0], threads=1)
    words = predictor.fill_mask("the [MASK] is [MASK]", top_k=3)
    assert [len(of_mask) for of_mask in words] == [3, 3]
    assert all(word in VOCABULARY and 0 < probability < 1 for word, probability in words[0])
    assert predictor.fill_mask(["the sea", "the [MASK] is [MASK]"], top_k=3) == [[], words]
    vectors = predictor.embed(["the sea", "old"])
    assert vectors.shape == (2, HIDDEN)
    np.testing.assert_array_equal(predictor.embed("old"), vectors[1])
    ids, segments = predictor.encode("the sea")
    np.testing.assert_allclose(vectors[0], predictor.hidden_states([ids], [segments])[0].mean(0), rtol=0, atol=1e-6)
    logits = predictor.logits([ids, ids[:3]])
    assert [one.shape for one in logits] == [(4, len(VOCABULARY)), (3, len(VOCABULARY))]


@pytest.fixture
def answering(tmp_path):
    tensors, _, linear, _ = random_bert(3)
    linear("qa_outputs", 2, HIDDEN)
    return write_folder(tmp_path / "answering", tensors, "BertForQuestionAnswering")


def test_answers_stand_in_the_context(answering):
    predictor = espalier.Predictor(answering, threads=1)
    assert predictor.task == "qa"
    with pytest.raises(TypeError, match=r"^may_have_none: found None; expected True or False$"):
        predictor.answer("where?", "the sea", may_have_none=None)
    context = "the old shells .  the sea is old"
    answers = predictor.answer("where is the sea?", context, top_k=5, longest=3)
    assert len(answers) == 5
    assert all(context[one["begin"] : one["end"]] == one["text"] != "" for one in answers)
    assert [one["score"] for one in answers] == sorted((one["score"] for one in answers), reverse=True)
    assert predictor.logits([[1, 2, 3]])[0].shape == (3, 2)
    assert predictor.answer("where?", context, stride=2)
    with pytest.raises(espalier.ConfigError, match="a stride of 1000 tokens; expected 0 to"):
        predictor.answer("where?", context, stride=1000)


def test_many_threads_get_the_same(masked):
    predictor = espalier.Predictor(masked[0], threads=2)
    expected = predictor.embed("the old sea")
    found = [None] * 4

    def ask(i):
        for _ in range(20):
            found[i] = predictor.embed(["the old sea", "is"])[0]

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in found:
        np.testing.assert_array_equal(one, expected)


def test_texts_become_tokens_without_the_gil(masked):
    predictor = espalier.Predictor(masked[0], threads=1)
    text = "the sea " * 20000
    assert run_within(lambda: predictor.encode(text))


def test_ids_become_bytes_without_the_gil(tmp_path):
    # GPT-2 writes bytes as characters: those that can be seen as themselves, the others from 256 on.
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    characters = [*seen, *range(256, 512 - len(seen))]
    (tmp_path / "vocab.json").write_text(json.dumps({chr(character): i for i, character in enumerate(characters)}))
    (tmp_path / "merges.txt").write_text("#version: 0.2\n")
    tokenizer = espalier.ByteLevelBpe.from_pretrained(tmp_path)
    ids = np.tile(tokenizer.encode("sea").astype(np.int64), 100000)
    assert tokenizer.decode(ids[:6]) == b"seasea"
    assert run_within(lambda: tokenizer.decode(ids))


def test_errors_are_one_line(masked, tmp_path):
    predictor = espalier.Predictor(masked[0], threads=1)
    with pytest.raises(espalier.ShapeError, match=r"sequence 1: token 0 is 14; expected 0 to 13"):
        predictor.hidden_states([[1], [14]])
    with pytest.raises(espalier.ShapeError, match=r"sequence 0: 25 tokens; expected 1 to 24"):
        predictor.hidden_states([[1] * 25])
    with pytest.raises(espalier.ShapeError, match=r"segments: found 1 sequences; expected 2"):
        predictor.hidden_states([[1], [2]], [[0]])
    with pytest.raises(espalier.ShapeError, match=r"pairs: found 0 texts; expected 1"):
        predictor.classify(["the"], [])
    with pytest.raises(TypeError, match=r"ids: found an array of float64"):
        predictor.hidden_states([[0.5]])
    with pytest.raises(TypeError, match=r"texts: found 3; expected a string"):
        predictor.embed(["the", 3])
    with pytest.raises(espalier.FormatError, match=r"texts: found the lone surrogate '\\ud800'; expected characters"):
        predictor.embed(["the", "a\ud800"])
    with pytest.raises(espalier.ShapeError, match=r"0 tokens"):
        predictor.hidden_states([[]])
    for best in (0, -3):
        with pytest.raises(espalier.ConfigError, match=f"masks: {best} words of each; expected at least 1"):
            predictor.fill_mask("the [MASK]", best)
    with pytest.raises(TypeError, match=r"top_k: found 1.5; expected an integer"):
        predictor.fill_mask("the [MASK]", 1.5)
    with pytest.raises(espalier.ConfigError, match=r"threads: found 10000000000; expected a value from 0 to 4096"):
        espalier.Predictor(masked[0], threads=10**10)
    with pytest.raises(espalier.ConfigError, match=r"the head masked-lm, which gives no classes"):
        predictor.classify("the sea")
    with pytest.raises(espalier.IoError, match=r"nowhere"):
        espalier.Predictor(tmp_path / "nowhere")
    with pytest.raises(espalier.FormatError, match=r"text 1 has 33 tokens, of which 24 fit \(longest\), and 1 \[MASK\]"):
        predictor.fill_mask(["the", "the " * 30 + "[MASK]"])
    with pytest.raises(espalier.ConfigError, match=r"float9"):
        espalier.Predictor(masked[0], precision="float9")
    with pytest.raises(TypeError, match=r"^precision: found 32; expected a string$"):
        espalier.Predictor(masked[0], precision=32)
    with pytest.raises(TypeError, match=r"^int8: found 'yes'; expected True or False$"):
        espalier.Predictor(masked[0], int8="yes")


def test_a_folder_may_have_any_name(masked, tmp_path):
    folder = masked[0].rename(os.path.join(tmp_path, os.fsdecode(b"bert\xff")))
    for name in (folder, str(folder), os.fsencode(folder)):
        assert espalier.Predictor(name, threads=1).hidden == HIDDEN


GPT = "transformer."


@pytest.fixture
def writing(tmp_path):
    """A GPT-2 in Hugging Face's names, with a WordPiece vocabulary."""
    random = np.random.default_rng(4)

    def draw(*shape):
        return (0.3 * random.standard_normal(shape)).astype(np.float32)

    tensors = {GPT + "wte.weight": draw(len(VOCABULARY), HIDDEN), GPT + "wpe.weight": draw(POSITIONS, HIDDEN)}
    for layer in range(LAYERS):
        prefix = f"{GPT}h.{layer}."
        for name, into, out in (("attn.c_attn", HIDDEN, 3 * HIDDEN), ("attn.c_proj", HIDDEN, HIDDEN),
                                ("mlp.c_fc", HIDDEN, INTERMEDIATE), ("mlp.c_proj", INTERMEDIATE, HIDDEN)):
            tensors[prefix + name + ".weight"], tensors[prefix + name + ".bias"] = draw(into, out), draw(out)
        for name in ("ln_1", "ln_2"):
            tensors[prefix + name + ".weight"], tensors[prefix + name + ".bias"] = 1 + draw(HIDDEN), draw(HIDDEN)
    tensors[GPT + "ln_f.weight"], tensors[GPT + "ln_f.bias"] = 1 + draw(HIDDEN), draw(HIDDEN)
    folder = write_folder(tmp_path / "writing", tensors, "GPT2LMHeadModel")
    (folder / "config.json").write_text(json.dumps({
        "architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "n_embd": HIDDEN, "n_head": HEADS, "n_layer": LAYERS,
        "n_inner": INTERMEDIATE, "vocab_size": len(VOCABULARY), "n_positions": POSITIONS, "activation_function": "gelu_new",
        "layer_norm_epsilon": 1e-5,
    }))
    return folder


def test_texts_go_on_as_the_logits_say(writing):
    predictor = espalier.Predictor(writing, threads=2)
    written = predictor.generate("the sea", 6)
    assert set(written) == {"text", "prompt_tokens", "tokens", "end"}
    # Greedily, by reading the whole anew for each token; special pieces are not written, and [SEP] ends it.
    ids, text = [2, VOCABULARY.index("the"), VOCABULARY.index("sea")], ""
    for _ in range(6):
        logits = predictor.logits([ids])[0][-1]
        logits[[0, 1, 2, 4]] = -np.inf
        ids.append(int(logits.argmax()))
        if VOCABULARY[ids[-1]] == "[SEP]":
            break
        piece = VOCABULARY[ids[-1]]
        text += piece[2:] if piece.startswith("##") else " " + piece
    assert written["text"] == text
    assert written["end"] == ("end_of_text" if ids[-1] == 3 else "max_tokens")


def test_streams_are_the_texts(writing):
    predictor = espalier.Predictor(writing, threads=1)
    prompts = ["the sea", "", "where is the old"]
    drawn = {"max_tokens": 10, "temperature": 2.0, "top_k": 9, "top_p": 0.95, "seed": 5}
    pieces = {0: "", 1: "", 2: ""}
    written = predictor.generate(prompts, **drawn, stream=lambda i, piece: pieces.update({i: pieces[i] + piece}))
    for i, one in enumerate(written):
        assert one["text"] == pieces[i]
        assert predictor.generate(prompts[i], **drawn, first=i) == one
    told = []
    ended = predictor.generate("the sea", **drawn, stream=lambda piece: told.append(piece) or len(told) < 2)
    assert (ended["end"], "".join(told)) == ("stopped", ended["text"])
    word = written[0]["text"].split()[1]
    cut = predictor.generate("the sea", **drawn, stop=word)
    assert (cut["end"], cut["text"]) == ("stop", written[0]["text"][: written[0]["text"].index(word)])


def test_what_cannot_be_written_is_refused(writing, masked):
    predictor = espalier.Predictor(writing, threads=1)
    with pytest.raises(espalier.ConfigError, match=r"prompt 0 has 26 tokens; expected at most 24"):
        predictor.generate("sea " * 25)
    with pytest.raises(espalier.ConfigError, match=r"top_k is 3; expected a temperature above 0"):
        predictor.generate("the", top_k=3)
    for name in ("seed", "first"):
        for number in (-1, 2**64):
            with pytest.raises(espalier.ConfigError, match=f"{name}: found {number}; expected a value from 0 to 18446744073709551615"):
                predictor.generate("the", **{name: number})
    for name in ("temperature", "top_p"):
        with pytest.raises(TypeError, match=f"^{name}: found None; expected a number$"):
            predictor.generate("the", **{name: None})
    with pytest.raises(espalier.ConfigError, match=r"longest: is read by embed fill-mask classify qa alone"):
        espalier.Predictor(writing, longest=8).generate("the")
    with pytest.raises(TypeError, match=r"stop: found 3; expected a string"):
        predictor.generate("the", stop=[3])
    with pytest.raises(RuntimeError, match="own"):
        predictor.generate("the", stream=lambda piece: (_ for _ in ()).throw(RuntimeError("own")))
    with pytest.raises(espalier.ConfigError, match=r"the head masked-lm; expected causal-lm"):
        espalier.Predictor(masked[0]).generate("the")
