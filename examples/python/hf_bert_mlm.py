#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A tiny BERT of Hugging Face, pre-trained as a masked language model with sparse weights, on any UTF-8 text.

    pip install transformers
    python examples/python/hf_bert_mlm.py README.md docs/*.md [--steps 200]

Bytes are the vocabulary, so that no tokenizer need be fetched. The run is stopped in the middle, saved, and resumed
from the file.
"""

import argparse
import os
import tempfile
from pathlib import Path

import torch
from transformers import BertConfig, BertForMaskedLM

import espalier
import espalier.torch as et

MASK, VOCABULARY, LENGTH = 256, 257, 64


def batch(text: torch.Tensor, size: int, step: int) -> dict:
    """15% of the bytes are to be predicted; of these 80% are masked, 10% random, 10% as they are. A function of the
    step alone, so that a resumed run sees what it would have seen."""
    generator = torch.Generator().manual_seed(step)
    starts = torch.randint(len(text) - LENGTH, (size, 1), generator=generator)
    ids = text[starts + torch.arange(LENGTH)]
    chosen = torch.rand(ids.shape, generator=generator) < 0.15
    labels = torch.where(chosen, ids, -100)
    how = torch.rand(ids.shape, generator=generator)
    other = torch.randint(256, ids.shape, generator=generator)
    ids = torch.where(chosen & (how < 0.8), MASK, torch.where(chosen & (how >= 0.9), other, ids))
    return {"input_ids": ids, "labels": labels}


def make(steps: int):
    torch.manual_seed(0)
    config = BertConfig(vocab_size=VOCABULARY, hidden_size=128, num_hidden_layers=2, num_attention_heads=2,
                        intermediate_size=512, max_position_embeddings=LENGTH, hidden_dropout_prob=0.0,
                        attention_probs_dropout_prob=0.0)
    model = BertForMaskedLM(config)
    report = et.sparsify_(model, {"*.query": 0.2, "*.encoder.layer.*": 0.1}, block=16, pattern="random", seed=7)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    policy = espalier.policy("dynamic", steps=steps, updates=20)
    return model, optimizer, et.TopologyUpdater(model, optimizer, policy, seed=7), report


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("--steps", type=int, default=200)
    args = parser.parse_args()
    text = torch.tensor(list(b"\n".join(path.read_bytes() for path in args.texts)))
    if len(text) <= LENGTH:
        parser.error(f"the texts have {len(text)} bytes; expected more than the {LENGTH} of a sequence")

    model, optimizer, topo, report = make(args.steps)
    print(report)
    first = None
    while topo.steps < args.steps:
        if topo.steps == args.steps // 2:
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "checkpoint.pt")
                torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "topo": topo.state_dict()}, file)
                model, optimizer, topo, _ = make(args.steps)
                saved = torch.load(file)
            model.load_state_dict(saved["model"])
            optimizer.load_state_dict(saved["optimizer"])
            topo.load_state_dict(saved["topo"])
        loss = model(**batch(text, 32, topo.steps)).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        update = topo.step()
        optimizer.zero_grad()
        first = first or loss.item()
        if update:
            print(f"step {update['completed_steps']}: loss {loss.item():.3f}, {update['grown']} blocks moved, "
                  f"explored {update['explored']:.3f}")
    print(f"loss {first:.3f} -> {loss.item():.3f}")
    assert loss.item() < first
    et.densify_(model)  # from here on any other model of Hugging Face: model.save_pretrained("out")


if __name__ == "__main__":
    main()
