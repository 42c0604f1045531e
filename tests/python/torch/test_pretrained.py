# SPDX-License-Identifier: Apache-2.0
"""from_pretrained over folders that a sparse model was saved in, and arguments that say where a folder is."""

import pytest
import torch

import espalier
import espalier.torch as et

transformers = pytest.importorskip("transformers")


def bert():
    torch.manual_seed(0)
    return transformers.BertForMaskedLM(transformers.BertConfig(vocab_size=64, hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
                                                                intermediate_size=66, max_position_embeddings=16))


def gpt2():
    torch.manual_seed(0)
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(vocab_size=48, n_positions=16, n_embd=32, n_layer=2, n_head=2))


@pytest.mark.parametrize(("make", "options"), [(bert, {}), (bert, {"max_shard_size": "20KB"}), (gpt2, {})])
def test_a_sparse_model_comes_back_with_its_patterns(tmp_path, make, options):
    model = make().eval()
    et.sparsify_(model, {"*.intermediate.*": 0.5, "*": 0.25}, block=4, pad=True, seed=3) if make is bert else et.sparsify_(model, 0.25, block=4)
    model.save_pretrained(tmp_path / "inner", **options)
    back = et.from_pretrained(tmp_path, subfolder="inner")
    tokens = torch.arange(12).view(1, 12)
    with torch.no_grad():
        assert torch.equal(back(tokens).logits, model(tokens).logits)
    for key, value in model.state_dict().items():
        assert torch.equal(value, back.state_dict()[key]), key
    for arguments in ({"ignore_mismatched_sizes": True}, {"density": 0.5}):
        with pytest.raises(espalier.ConfigError, match=f"found {list(arguments)[0]} for a folder with sparse weights"):
            et.from_pretrained(tmp_path / "inner", **arguments)


def test_a_sparse_model_generates_as_it_did(tmp_path):
    """What save_pretrained writes beside the weights says how: with another end or penalty the text is another."""
    model = gpt2().eval()
    et.sparsify_(model, 0.25, block=4)
    for key, value in {"max_new_tokens": 5, "eos_token_id": 47, "pad_token_id": 47, "repetition_penalty": 1.7}.items():
        setattr(model.generation_config, key, value)
    model.save_pretrained(tmp_path)
    back = et.from_pretrained(tmp_path)
    assert back.generation_config.max_new_tokens == 5 and back.generation_config.repetition_penalty == 1.7
    tokens = torch.arange(6).view(1, 6)
    assert torch.equal(back.generate(tokens), model.generate(tokens))
    (tmp_path / "generation_config.json").unlink()
    assert et.from_pretrained(tmp_path).generation_config.max_new_tokens is None


def test_another_class_of_model_is_refused(tmp_path):
    model = bert()
    et.sparsify_(model, {"bert.*": 0.25}, block=2)
    model.save_pretrained(tmp_path)
    config = transformers.BertConfig.from_pretrained(tmp_path)
    config.architectures = ["BertForQuestionAnswering"]
    config.save_pretrained(tmp_path)
    with pytest.raises(espalier.FormatError, match="BertForQuestionAnswering"):
        et.from_pretrained(tmp_path)


def test_loading_information_is_refused(tmp_path):
    bert().save_pretrained(tmp_path)
    with pytest.raises(espalier.ConfigError, match="output_loading_info"):
        et.from_pretrained(tmp_path, density=0.5, block=2, output_loading_info=True)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(espalier.IoError, match="nothere: found no such folder, and no model of that name"):
        et.from_pretrained("nothere", density=0.5, cache_dir=tmp_path, local_files_only=True)


def test_a_dense_folder_may_be_deeper(tmp_path):
    bert().save_pretrained(tmp_path / "inner")
    model = et.from_pretrained(tmp_path, density=0.5, block=2, subfolder="inner")
    assert model.bert.encoder.layer[0].intermediate.dense.density == 0.5
