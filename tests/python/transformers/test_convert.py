# SPDX-License-Identifier: Apache-2.0
"""`espalier convert` against transformers: random small models go through folders of ours and come back bit by bit, and ours
compute the same of them."""

import json
import shutil
import subprocess

import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

import espalier
import espalier.torch as et

BERT = {"vocab_size": 48, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
        "max_position_embeddings": 24, "initializer_range": 0.3}
GPT2 = {"vocab_size": 48, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 24, "initializer_range": 0.3,
        "bos_token_id": None, "eos_token_id": None}
LABELS = {"id2label": {0: "bad", 1: "middling", 2: "good"}, "label2id": {"bad": 0, "middling": 1, "good": 2}}
MODELS = {
    "bert": ("BertModel", BERT, {}),
    "masked": ("BertForMaskedLM", BERT | {"hidden_act": "gelu_new", "layer_norm_eps": 1e-5}, {}),
    "masked_relu_in_shards": ("BertForMaskedLM", BERT | {"hidden_act": "relu"}, {"max_shard_size": 20_000}),
    "pretraining": ("BertForPreTraining", BERT | {"type_vocab_size": 1}, {}),
    "classes": ("BertForSequenceClassification", BERT | LABELS, {}),
    "number": ("BertForSequenceClassification", BERT | {"num_labels": 1}, {}),
    "spans": ("BertForQuestionAnswering", BERT, {}),
    "gpt2": ("GPT2LMHeadModel", GPT2, {}),
    "gpt2_body": ("GPT2Model", GPT2 | {"n_inner": 48, "activation_function": "gelu"}, {}),
}
pytestmark = pytest.mark.skipif(shutil.which("espalier") is None, reason="needs the program espalier on PATH")


def convert(*arguments):
    return subprocess.run(["espalier", "convert", *map(str, arguments)], capture_output=True, text=True, check=False)


def converted(*arguments):
    done = convert(*arguments)
    assert done.returncode == 0, done.stderr
    return arguments[1]


def refusal(*arguments):
    done = convert(*arguments)
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert not arguments[1].exists()
    return done.stderr


def random_model(name):
    kind, settings, _ = MODELS[name]
    torch.manual_seed(sorted(MODELS).index(name))
    config_kind = transformers.GPT2Config if kind.startswith("GPT2") else transformers.BertConfig
    model = getattr(transformers, kind)(config_kind(**settings)).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter += 0.3 * torch.randn_like(parameter)
    return model


def saved(name, folder, **changes):
    model = random_model(name)
    if "dtype" in changes:
        model = model.to(changes["dtype"])
    model.save_pretrained(folder, **MODELS[name][2])
    return model


def loaded(model, folder):
    """The model of a folder, which must have just what the class wants."""
    again, info = type(model).from_pretrained(folder, output_loading_info=True, dtype=torch.float32)
    assert not any(info[what] for what in ("missing_keys", "unexpected_keys", "mismatched_keys")), info
    return again.eval()


def outputs(model):
    tokens = torch.arange(40).reshape(2, 20) % 48
    with torch.no_grad():
        return [value for value in model(input_ids=tokens, output_hidden_states=True).to_tuple() if isinstance(value, torch.Tensor)]


def assert_same(model, again):
    state, own = model.state_dict(), again.state_dict()
    assert state.keys() == own.keys()
    for name, value in state.items():
        assert torch.equal(own[name], value), name
    # By the same weights; torch rounds otherwise where they lie otherwise in memory.
    for value, other in zip(outputs(model), outputs(again), strict=True):
        assert torch.allclose(value, other, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", MODELS)
def test_every_model_comes_back(name, tmp_path):
    model = saved(name, tmp_path / "in")
    own = converted(tmp_path / "in", tmp_path / "own", "--sparse")
    assert_same(model, loaded(model, converted(own, tmp_path / "out")))
    assert_same(model, loaded(model, converted(tmp_path / "in", tmp_path / "at_once")))
    config = json.loads((tmp_path / "out" / "config.json").read_text())
    before = json.loads((tmp_path / "in" / "config.json").read_text())
    said = [key for key in config if before.get(key) is not None]  # n_inner has a default that depends on others
    assert {key: before[key] for key in said} == {key: config[key] for key in said}
    auto = transformers.AutoModel.from_pretrained(tmp_path / "out")
    assert auto.config.model_type == model.config.model_type


PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(f"w{i}" for i in range(43))]


@pytest.mark.parametrize("name", MODELS)
def test_ours_computes_what_transformers_computes(name, tmp_path):
    model = saved(name, tmp_path / "in").double()
    (tmp_path / "in" / "vocab.txt").write_text("\n".join(PIECES) + "\n")
    own = converted(tmp_path / "in", tmp_path / "own", "--sparse")
    rng = np.random.default_rng(1)
    ids = [rng.integers(48, size=length) for length in (20, 1, 7)]
    segments = None
    if model.config.model_type == "bert":
        segments = [rng.integers(model.config.type_vocab_size, size=len(one)) for one in ids]
    expected = []
    with torch.no_grad():
        for i, one in enumerate(ids):
            kinds = {} if segments is None else {"token_type_ids": torch.tensor(segments[i])[None]}
            expected.append(model(input_ids=torch.tensor(one)[None], output_hidden_states=True, **kinds))
    for folder in (tmp_path / "in", own):
        predictor = espalier.Predictor(folder)
        for found, output in zip(predictor.hidden_states(ids, segments), expected, strict=True):
            assert_close(found, output.hidden_states[-1][0])
        if name in ("masked", "masked_relu_in_shards", "classes", "number", "gpt2"):
            for found, output in zip(predictor.logits(ids, segments), expected, strict=True):
                assert_close(found, output.logits[0])


def assert_close(found, expected):
    """Within 1e-5, relative where it is large."""
    expected = expected.numpy()
    assert found.shape == expected.shape
    assert np.all(np.abs(found - expected) <= 1e-5 * np.maximum(1, np.abs(expected)))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_short_floats_become_the_floats_that_they_are(dtype, tmp_path):
    model = saved("masked", tmp_path / "in", dtype=dtype)
    assert_same(model.float(), loaded(model, converted(tmp_path / "in", tmp_path / "out")))


def test_old_names_and_a_decoder_in_the_file(tmp_path):
    model = saved("masked", tmp_path / "in")
    file = tmp_path / "in" / "model.safetensors"
    tensors = load_file(file)
    old = {}
    for name, tensor in tensors.items():
        name = name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
        old[name] = tensor
    old["cls.predictions.decoder.weight"] = tensors["bert.embeddings.word_embeddings.weight"].clone()
    old["cls.predictions.decoder.bias"] = tensors["cls.predictions.bias"].clone()
    old["bert.embeddings.position_ids"] = torch.arange(24)[None]
    save_file(old, file, metadata={"format": "pt"})
    assert_same(model, loaded(model, converted(tmp_path / "in", tmp_path / "out")))


def test_transformers_refuses_a_folder_of_ours(tmp_path):
    saved("masked", tmp_path / "in")
    own = converted(tmp_path / "in", tmp_path / "own", "--sparse", "--block", "4", "--density", "0.25")
    with pytest.raises(OSError, match="model.safetensors"):
        transformers.BertForMaskedLM.from_pretrained(own)


def encoder_weights(model):
    return {name: module.weight for name, module in model.named_modules()
            if isinstance(module, torch.nn.Linear) and ".encoder.layer." in name}


@pytest.mark.parametrize("norm", ["l1", "l2", "linf"])
def test_prunes_as_from_pretrained_does(norm, tmp_path):
    model = saved("masked", tmp_path / "in")
    converted(tmp_path / "in", tmp_path / "own", "--sparse", "--block", "4", "--density", "0.25", "--norm", norm)
    pruned = loaded(model, converted(tmp_path / "own", tmp_path / "out"))
    sparse = et.from_pretrained(tmp_path / "in", density=0.25, block=4, norm=norm)
    weights = {name: layer for name, layer in sparse.named_modules() if isinstance(layer, et.SparseLinear)}
    assert weights.keys() == encoder_weights(pruned).keys()
    for name, weight in encoder_weights(pruned).items():
        layer = weights[name]
        assert layer.density == 0.25
        dense = espalier.BlockMatrix(layer.pattern, layer.weight.detach().numpy()).to_dense()
        np.testing.assert_array_equal(dense, weight.detach().numpy())
    for value, other in zip(outputs(pruned), outputs(sparse), strict=True):
        assert torch.allclose(value, other, atol=1e-4)
    # Zeros of a dense file become a pattern, for both.
    back = et.from_pretrained(tmp_path / "out", block=4)
    found = {name: layer.density for name, layer in back.named_modules() if isinstance(layer, et.SparseLinear)}
    assert found == dict.fromkeys(weights, 0.25)
    own = converted(tmp_path / "out", tmp_path / "again", "--sparse", "--block", "4")
    assert (own / "espalier.safetensors").read_bytes() == (tmp_path / "own" / "espalier.safetensors").read_bytes()


def test_from_pretrained_takes_gpt2(tmp_path):
    model = saved("gpt2", tmp_path / "in")
    sparse = et.from_pretrained(tmp_path / "in", density=1, block=4)
    assert sum(isinstance(layer, et.SparseLinear) for layer in sparse.modules()) == 2 * 4
    for value, other in zip(outputs(model), outputs(sparse.eval()), strict=True):
        assert torch.allclose(value, other, atol=1e-4)


def test_the_tokenizer_goes_along(tmp_path):
    saved("masked", tmp_path / "in")
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefg"]
    (tmp_path / "in" / "vocab.txt").write_text("\n".join(pieces) + "\n")
    (tmp_path / "in" / "tokenizer_config.json").write_text('{"do_lower_case": false}')
    converted(tmp_path / "in", tmp_path / "own", "--sparse")
    converted(tmp_path / "own", tmp_path / "out")
    for name in ("vocab.txt", "tokenizer_config.json"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "in" / name).read_bytes()
    (tmp_path / "in" / "vocab.txt").write_text("\n".join(pieces + [f"x{i}" for i in range(48)]) + "\n")
    assert "vocab.txt: has 60 pieces, expected at most the 48 of vocab_size" in refusal(tmp_path / "in", tmp_path / "no")


def test_texts_end_where_those_of_the_source_do(tmp_path):
    model = saved("gpt2", tmp_path / "in")
    config = json.loads((tmp_path / "in" / "config.json").read_text())
    (tmp_path / "in" / "config.json").write_text(json.dumps(config | {"bos_token_id": 3, "eos_token_id": [7, 9]}))
    (tmp_path / "in" / "generation_config.json").unlink()
    out = converted(converted(tmp_path / "in", tmp_path / "own", "--sparse"), tmp_path / "out")
    assert loaded(model, out).generation_config.eos_token_id == [7, 9]
    (tmp_path / "in" / "generation_config.json").write_text(json.dumps({"eos_token_id": 9}))
    assert loaded(model, converted(tmp_path / "in", tmp_path / "with")).generation_config.eos_token_id == 9


def test_matrices(tmp_path):
    model = saved("masked", tmp_path / "in")
    name = "bert.encoder.layer.1.output.dense.weight"
    converted(tmp_path / "in", tmp_path / "own", "--sparse", "--block", "4", "--density", "0.25")
    dense = model.state_dict()[name].numpy()
    whole = converted(tmp_path / "in", tmp_path / "whole.mtx", "--tensor", name)
    np.testing.assert_array_equal(espalier.BlockMatrix.load(whole).to_dense(), dense)
    part = converted(tmp_path / "own", tmp_path / "part.mtx", "--tensor", name)
    again = converted(whole, tmp_path / "again.mtx", "--block", "4", "--density", "0.25")
    assert part.read_bytes() == again.read_bytes()
    pattern = converted(part, tmp_path / "part.smtx")
    ones = espalier.BlockMatrix.load(converted(pattern, tmp_path / "ones.mtx")).to_dense()
    np.testing.assert_array_equal(ones != 0, espalier.BlockMatrix.load(part, block=4).to_dense() != 0)
    assert "--tensor: not given" in refusal(tmp_path / "in", tmp_path / "no.mtx")
    assert "tensor none is missing" in refusal(tmp_path / "in", tmp_path / "no.mtx", "--tensor", "none")
    scipys = converted(tmp_path / "own", tmp_path / "part.npz", "--tensor", name)
    assert espalier.BlockMatrix.load(scipys).block == (4, 4)
    np.testing.assert_array_equal(espalier.BlockMatrix.load(scipys).to_dense(), espalier.BlockMatrix.load(part).to_dense())


def test_refuses_in_one_line_and_leaves_nothing(tmp_path):
    saved("masked", tmp_path / "in")
    out = tmp_path / "out"
    assert "--density: given without --block" in refusal(tmp_path / "in", out, "--density", "0.5")
    config = json.loads((tmp_path / "in" / "config.json").read_text())
    (tmp_path / "in" / "config.json").write_text(json.dumps(config | {"position_embedding_type": "relative_key"}))
    assert 'position_embedding_type is "relative_key", expected "absolute"' in refusal(tmp_path / "in", out)
    (tmp_path / "in" / "config.json").write_text(json.dumps(config | {"vocab_size": 50}))
    assert "word_embeddings.weight" in refusal(tmp_path / "in", out)
    (tmp_path / "in" / "config.json").write_text(json.dumps(config))
    (tmp_path / "in" / "model.safetensors").rename(tmp_path / "in" / "pytorch_model.bin")
    assert "pytorch_model.bin: is of a pickle" in refusal(tmp_path / "in", out)
    assert not list(tmp_path.glob(".espalier-partial-*"))
