#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tokens a second that a GPT-2 writes: dense by transformers on PyTorch, dense and block-sparse by espalier, in turn.

The weights are random, and pruned by magnitude by `espalier convert`, which must be on PATH. Prints a markdown table: seconds
of the prompt, milliseconds of each further token, tokens a second of these, and times faster than PyTorch."""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

import torch
import transformers

import espalier

END = "<|endoftext|>"


def byte_characters():
    """The characters that GPT-2 writes for bytes."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(byte) for byte in printable} | {byte: chr(256 + i) for i, byte in enumerate(others)}


def write_tokenizer(folder):
    """A token for each byte, so that any text has tokens; the model's other tokens are none of these."""
    vocabulary = {character: byte for byte, character in byte_characters().items()} | {END: 256}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    (folder / "merges.txt").write_text("#version: 0.2\n")


class Torch:
    def __init__(self, model):
        self.model = model

    def __call__(self, prompt, tokens):
        ids = torch.tensor([list(prompt.encode())])
        with torch.inference_mode():
            self.model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=tokens, min_new_tokens=tokens,
                                do_sample=False, use_cache=True, pad_token_id=0)


class Espalier:
    def __init__(self, folder, threads):
        self.predictor = espalier.Predictor(folder, threads=threads)

    def __call__(self, prompt, tokens):
        written = self.predictor.generate(prompt, tokens)
        assert written["tokens"] == tokens, written["end"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--hidden", type=int, default=768)
    parser.add_argument("--vocabulary", type=int, default=50257)
    parser.add_argument("--density", type=float, default=0.1)
    parser.add_argument("--blocks", default="1,4,16")
    parser.add_argument("--prompt", type=int, default=128, help="tokens of the prompt")
    parser.add_argument("--tokens", type=int, default=64, help="new tokens")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(1)
    config = transformers.GPT2Config(vocab_size=arguments.vocabulary, n_embd=arguments.hidden, n_layer=arguments.layers,
                                     n_head=arguments.hidden // 64, bos_token_id=None, eos_token_id=None)
    model = transformers.GPT2LMHeadModel(config).eval()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        model.save_pretrained(folder / "dense")
        write_tokenizer(folder / "dense")
        writers = {"transformers, PyTorch": Torch(model), "espalier, dense": Espalier(folder / "dense", arguments.threads)}
        for block in arguments.blocks.split(","):
            subprocess.run(["espalier", "convert", folder / "dense", folder / f"b{block}", "--sparse", "--block", block,
                            "--density", str(arguments.density)], check=True, stdout=subprocess.DEVNULL)
            writers[f"espalier, b={block}, density {arguments.density}"] = Espalier(folder / f"b{block}", arguments.threads)
    prompt = ("the sea and the shells " * arguments.prompt)[: arguments.prompt]
    seconds = {name: {1: [], arguments.tokens: []} for name in writers}
    for round_number in range(arguments.rounds + 1):  # the first one warms up
        for name, write in writers.items():
            for tokens, times in seconds[name].items():
                begin = time.perf_counter()
                write(prompt, tokens)
                if round_number > 0:
                    times.append(time.perf_counter() - begin)
    print(f"\n{arguments.layers} layers of {arguments.hidden}, {arguments.vocabulary} words, a prompt of {arguments.prompt} tokens and "
          f"{arguments.tokens} new ones, {arguments.threads} threads; torch {torch.__version__}, transformers {transformers.__version__}\n")
    print("| | prompt, ms | token, ms | tokens/s | x PyTorch |\n|---|---|---|---|---|")
    first = None
    for name, times in seconds.items():
        prompt_seconds = statistics.median(times[1])
        token = (statistics.median(times[arguments.tokens]) - prompt_seconds) / (arguments.tokens - 1)
        first = first or token
        print(f"| {name} | {1e3 * prompt_seconds:.0f} | {1e3 * token:.2f} | {1 / token:.0f} | {first / token:.2f} |")


if __name__ == "__main__":
    main()
