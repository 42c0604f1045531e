#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tokens a second that a GPT-2 writes: dense by transformers on PyTorch and by ONNX Runtime, dense and block-sparse by espalier,
in turn.

The weights are random, and pruned by magnitude by `espalier convert`, which must be on PATH. Prints a markdown table: milliseconds
of the prompt and of each further token, tokens a second of these, and times faster than the fastest dense one.

ONNX Runtime runs the graph that torch.onnx exports, with keys and values of the tokens before as inputs and outputs that stay in
its own memory. Its logits of every token that PyTorch writes must be PyTorch's, up to rounding, before anything is timed; so must
espalier's, those of a sparse model PyTorch's with the pruned weights."""

import argparse
import itertools
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

import numpy as np
import onnxruntime
import option_values
import torch
import transformers

import espalier

END = "<|endoftext|>"
POSITIONS = 1024  # of GPT-2
ROUNDING = 1e-4  # of the norm of the logits: sums of 3072 products in another order differ by some 1e-6 and grow over the layers


def byte_characters():
    """The characters that GPT-2 writes for bytes."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(byte) for byte in printable} | {byte: chr(256 + i) for i, byte in enumerate(others)}


def write_tokenizer(folder, tokens):
    """A token for each byte, so that any text has tokens, and words that no text has for the model's other tokens."""
    vocabulary = {character: byte for byte, character in byte_characters().items()} | {END: 256}
    vocabulary |= {f"w{token}": token for token in range(257, tokens)}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    (folder / "merges.txt").write_text("#version: 0.2\n")


class Torch:
    def __init__(self, model):
        self.model = model

    def __call__(self, prompt, tokens):
        ids = torch.tensor([list(prompt.encode())])
        with torch.inference_mode():
            written = self.model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=tokens, min_new_tokens=tokens,
                                          do_sample=False, use_cache=True, pad_token_id=0)
        return written[0, ids.shape[1] :].tolist()


class Step(torch.nn.Module):
    """The logits of the last of `ids`, and keys and values of all tokens, out of those of the tokens before, layer by layer."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids, *past):
        cache = transformers.cache_utils.DynamicCache()
        for layer in range(len(past) // 2):
            cache.update(past[2 * layer], past[2 * layer + 1], layer)
        written = self.model(input_ids=ids, past_key_values=cache, use_cache=True, logits_to_keep=1)
        return written.logits, *(each for layer in written.past_key_values.layers for each in (layer.keys, layer.values))


class OnnxRuntime:
    def __init__(self, model, file, threads):
        config = model.config
        self.empty = np.zeros((1, config.n_head, 0, config.n_embd // config.n_head), np.float32)
        self.names = [f"{kind}_{layer}" for layer in range(config.n_layer) for kind in ("keys", "values")]
        # One tensor for all of them would be exported as one input.
        past = [torch.zeros(1, config.n_head, 5, config.n_embd // config.n_head) for _ in self.names]
        any_length = torch.export.Dim.DYNAMIC
        program = torch.onnx.export(Step(model).eval(), (torch.zeros(1, 3, dtype=torch.int64), *past), dynamo=True, verbose=False,
                                    dynamic_shapes=({1: any_length}, tuple({2: any_length} for _ in past)),
                                    input_names=["ids", *self.names],
                                    output_names=["logits", *(name + "_with_new" for name in self.names)])
        program.save(file)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])

    def steps(self, prompt, chosen=np.argmax):
        """The logits of token after token, each chosen by the logits before it."""
        value = onnxruntime.OrtValue.ortvalue_from_numpy
        ids, past = list(prompt.encode()), [value(self.empty)] * len(self.names)
        while True:
            given = {"ids": value(np.array([ids])), **dict(zip(self.names, past))}
            logits, *past = self.session.run_with_ort_values(None, given)
            yield logits.numpy().ravel()
            ids = [int(chosen(logits.numpy()))]

    def __call__(self, prompt, tokens):
        return [int(logits.argmax()) for _, logits in zip(range(tokens), self.steps(prompt))]


class Espalier:
    def __init__(self, folder, threads):
        self.predictor = espalier.Predictor(folder, threads=threads)

    def __call__(self, prompt, tokens):
        written = self.predictor.generate(prompt, tokens)
        assert written["tokens"] == tokens, written["end"]


def verify(name, logits, model, ids, first):
    """Ends the program if the logits behind ids[first] and all later ones are not those of PyTorch's model."""
    with torch.inference_mode():
        expected = model(torch.tensor([ids])).logits[0, first:].numpy()
    for wanted, got in zip(expected, logits, strict=True):
        error = np.linalg.norm(got - wanted) / np.linalg.norm(wanted)
        if not error <= ROUNDING:
            raise SystemExit(f"{name}: logits are off PyTorch's by {error:.1e} of their norm, expected at most {ROUNDING:.0e}")


def verify_all(writers, models, prompt, tokens):
    """`models`: by name of an espalier writer, PyTorch's with the same weights."""
    torch_writer, onnx = writers["transformers, PyTorch"], writers["ONNX Runtime"]
    written = torch_writer(prompt, tokens)
    ids, first = [*prompt.encode(), *written[:-1]], len(prompt) - 1
    given = iter(written)
    steps = itertools.islice(onnx.steps(prompt, lambda _: next(given)), tokens)
    verify("ONNX Runtime", steps, torch_writer.model, ids, first)
    for name, model in models.items():
        verify(name, writers[name].predictor.logits([ids])[0][first:], model, ids, first)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    count = option_values.at_least(1)
    parser.add_argument("--layers", type=count, default=12)
    parser.add_argument("--hidden", type=count, default=768)
    parser.add_argument("--vocabulary", type=option_values.at_least(257), default=50257, help="at least 257: the bytes, and the end")
    parser.add_argument("--density", type=option_values.density, default=0.1)
    parser.add_argument("--blocks", type=option_values.blocks, default="1,4,16")
    parser.add_argument("--prompt", type=count, default=128, help="tokens of the prompt")
    parser.add_argument("--tokens", type=option_values.at_least(2), default=64, help="new tokens")
    parser.add_argument("--threads", type=count, default=1)
    parser.add_argument("--rounds", type=count, default=5)
    arguments = parser.parse_args()
    if arguments.hidden % 64:
        parser.error(f"--hidden {arguments.hidden}: expected a multiple of 64, the width of a head")
    if arguments.prompt + arguments.tokens > POSITIONS:
        parser.error(f"--prompt {arguments.prompt} and --tokens {arguments.tokens}: expected at most {POSITIONS} together, the model's positions")
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(1)
    config = transformers.GPT2Config(vocab_size=arguments.vocabulary, n_embd=arguments.hidden, n_layer=arguments.layers, n_positions=POSITIONS,
                                     n_head=arguments.hidden // 64, bos_token_id=None, eos_token_id=None)
    model = transformers.GPT2LMHeadModel(config).eval()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        model.save_pretrained(folder / "dense")
        write_tokenizer(folder / "dense", arguments.vocabulary)
        writers = {"transformers, PyTorch": Torch(model), "ONNX Runtime": OnnxRuntime(model, folder / "model.onnx", arguments.threads),
                   "espalier, dense": Espalier(folder / "dense", arguments.threads)}
        dense = list(writers)
        models = {"espalier, dense": model}
        for block in arguments.blocks:
            subprocess.run(["espalier", "convert", folder / "dense", folder / f"b{block}", "--sparse", "--block", str(block),
                            "--density", str(arguments.density)], check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["espalier", "convert", folder / f"b{block}", folder / f"b{block}_dense"], check=True, stdout=subprocess.DEVNULL)
            name = f"espalier, b={block}, density {arguments.density}"
            writers[name] = Espalier(folder / f"b{block}", arguments.threads)
            models[name] = transformers.GPT2LMHeadModel.from_pretrained(folder / f"b{block}_dense").eval()
    prompt = ("the sea and the shells " * arguments.prompt)[: arguments.prompt]
    verify_all(writers, models, prompt, arguments.tokens)
    del models
    seconds = {name: {1: [], arguments.tokens: []} for name in writers}
    for round_number in range(arguments.rounds + 1):  # the first one warms up
        for name, write in writers.items():
            for tokens, times in seconds[name].items():
                begin = time.perf_counter()
                write(prompt, tokens)
                if round_number > 0:
                    times.append(time.perf_counter() - begin)
    print(f"\n{arguments.layers} layers of {arguments.hidden}, {arguments.vocabulary} words, a prompt of {arguments.prompt} tokens and "
          f"{arguments.tokens} new ones, {arguments.threads} threads; torch {torch.__version__}, transformers {transformers.__version__}, "
          f"onnxruntime {onnxruntime.__version__}\n")
    print("| | prompt, ms | token, ms | tokens/s | x fastest dense |\n|---|---|---|---|---|")
    prompts = {name: statistics.median(times[1]) for name, times in seconds.items()}
    steps = {name: (statistics.median(times[arguments.tokens]) - prompts[name]) / (arguments.tokens - 1) for name, times in seconds.items()}
    fastest = min(steps[name] for name in dense)
    for name, token in steps.items():
        print(f"| {name} | {1e3 * prompts[name]:.0f} | {1e3 * token:.2f} | {1 / token:.0f} | {fastest / token:.2f} |")


if __name__ == "__main__":
    main()
