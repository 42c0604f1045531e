# SPDX-License-Identifier: Apache-2.0
"""`espalier.Predictor.generate` against transformers: a random GPT-2 with tokens for bytes writes the same text."""

import json
import re

import pytest
import torch
import transformers

import espalier

END = "<|endoftext|>"
CONFIG = {"vocab_size": 257, "n_embd": 64, "n_layer": 2, "n_head": 4, "n_positions": 128, "bos_token_id": None,
          "eos_token_id": None, "initializer_range": 0.3}


def write_bytes_tokenizer(folder):
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    characters = {byte: chr(byte) for byte in printable} | {byte: chr(256 + i) for i, byte in enumerate(others)}
    (folder / "vocab.json").write_text(json.dumps({c: byte for byte, c in characters.items()} | {END: 256}))
    (folder / "merges.txt").write_text("#version: 0.2\n")


def text_of(tokens):
    """How many bytes U+FFFD stands for is not the same everywhere."""
    return re.sub("\ufffd+", "\ufffd", bytes(tokens).decode(errors="replace"))


@pytest.mark.parametrize("prompt", ["the sea", "\u00e9t\u00e9 \u6d77", "a longer prompt than one piece of the cache holds " * 2])
def test_greedy_text_is_that_of_transformers(prompt, tmp_path):
    torch.manual_seed(0)
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config(**CONFIG)).eval()
    model.save_pretrained(tmp_path)
    write_bytes_tokenizer(tmp_path)
    ids = torch.tensor([list(prompt.encode())])
    with torch.inference_mode():
        theirs = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=20, do_sample=False,
                                eos_token_id=256, pad_token_id=0)[0, ids.shape[1]:].tolist()
    if theirs[-1] == 256:
        theirs.pop()
    ours = espalier.Predictor(tmp_path, threads=2).generate(prompt, 20)
    assert (ours["prompt_tokens"], ours["tokens"]) == (ids.shape[1], len(theirs))
    assert re.sub("\ufffd+", "\ufffd", ours["text"]) == text_of(theirs)
