#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speed of espalier.torch.SparseLinear against torch.nn.Linear and, where installed, others on the CPU.

    python benchmarks/python_layers.py [--shapes 768x768,3072x768] [--blocks 1,16] [--tokens 2048] [--threads 1]

One process; in each round all layers take their turn, forward and backward (input, weight and bias gradient), and the
figure is the median over the rounds, with the quartiles, of the time of nn.Linear divided by that of the other in the same
round. float32. Before the layers of the table are timed, what each computes is held against products in float64; a result
beyond what rounding explains ends the program.
Shapes are out x in. `--overhead` measures instead what a call costs beyond the products in C++, `--alternating` what the
threads of torch's other layers take from a sparse one, `--bert` a whole training step of a BERT-Medium of Hugging Face,
dense and with sparse encoder weights, `--updates` what an update of its patterns takes, `--mlp` a feed-forward part:
nn.Linear, SparseLinear and SparseMLP, `--few-tokens` the forward pass alone of 1 to 64 tokens.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import statistics
import sys
import time

import option_values
import torch

import espalier
import espalier.torch as et
from espalier import _native


def sparselab_layer(inputs, outputs, density):
    import sparselab

    return sparselab.SparseLinear(inputs, outputs, sparsity=1 - density)


class TorchSparse(torch.nn.Module):
    """torch.sparse in CSR; its gradients exist for the dense operand only, so that it is timed forward and back to
    the input."""

    def __init__(self, layer: et.SparseLinear):
        super().__init__()
        dense = layer.to_dense()
        self.weight, self.transposed = dense.to_sparse_csr(), dense.T.contiguous().to_sparse_csr()

    def run(self, x, dy):
        (self.weight @ x.T).T
        (self.transposed @ dy.T).T


def trained(layer, x) -> dict[str, torch.Tensor]:
    """What a backward pass is to give gradients of: the input, and the layer's parameters by name."""
    return {"input": x, **{name: p for name, p in layer.named_parameters() if p.requires_grad}}


def dense_weight(layer) -> torch.Tensor:
    """The weight [out, in]; of a layer that is none of ours, what it makes of the rows of an identity."""
    if isinstance(layer, TorchSparse):
        return layer.weight.to_dense()
    if isinstance(layer, et.SparseLinear):
        return layer.to_dense()
    if isinstance(layer, torch.nn.Linear):
        return layer.weight.detach()
    with torch.no_grad():
        return (layer(torch.eye(layer.in_features)) - layer(torch.zeros(1, layer.in_features))).T


def check(name: str, what: str, found: torch.Tensor, left: torch.Tensor, right: torch.Tensor, plus=0.0, where=None) -> None:
    """`found` is left right + plus. A sum of k products in float32, in any order, is off by at most about
    (k + 2) 2^-24 times the sum of their absolute values (Higham 2002, section 3.1), a weight read off by a difference
    by as much again."""
    left, right = left.detach().double(), right.detach().double()
    exact = left @ right + plus
    bound = 2 * (left.shape[1] + 2) * 2.0**-24 * (left.abs() @ right.abs() + abs(plus))
    wrong = (found.detach().double() - exact).abs() > bound
    if where is not None:
        wrong &= where
    if wrong.any():
        sys.exit(f"{name}: {what}: {int(wrong.sum())} of {wrong.numel()} values are not the product's")


def verify(name: str, layer, x, dy) -> None:
    weight = dense_weight(layer)
    if isinstance(layer, TorchSparse):
        check(name, "output", (layer.weight @ x.detach().T).T, x, weight.T)
        check(name, "input gradient", (layer.transposed @ dy.T).T, dy, weight)
        return
    bias = layer.bias.detach().double() if getattr(layer, "bias", None) is not None else torch.zeros(())
    y = layer(x)
    check(name, "output", y, x, weight.T, bias)
    differentiated = trained(layer, x)
    gradients = dict(zip(differentiated, torch.autograd.grad(y, differentiated.values(), dy), strict=True))
    check(name, "input gradient", gradients["input"], dy, weight)
    if isinstance(layer, et.SparseLinear):
        stored = torch.from_numpy(espalier.BlockMatrix(layer.pattern, torch.ones_like(layer.weight).numpy()).to_dense()) != 0
        gradient = torch.from_numpy(espalier.BlockMatrix(layer.pattern, gradients["weight"].numpy()).to_dense())
        check(name, "weight gradient", gradient, dy.T, x, where=stored)
    elif isinstance(layer, torch.nn.Linear):
        check(name, "weight gradient", gradients["weight"], dy.T, x)


def passes(layer, x, dy):
    """One forward and backward pass."""
    if isinstance(layer, TorchSparse):
        return lambda: layer.run(x.detach(), dy)
    wanted = list(trained(layer, x).values())
    return lambda: torch.autograd.grad(layer(x), wanted, dy)


def timed(call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def compare(layers: dict, x, dy, rounds: int) -> dict[str, tuple[float, list[float]]]:
    """For each layer the median milliseconds, and the quartiles of the ratio to the first one's."""
    calls = {name: passes(layer, x, dy) for name, layer in layers.items()}
    times = {name: [] for name in calls}
    for round_ in range(rounds + 2):
        for name, call in calls.items():
            seconds = timed(call)
            if round_ >= 2:  # the first rounds make plans and find memory
                times[name].append(seconds)
    baseline = times[next(iter(times))]
    return {name: (1e3 * statistics.median(taken),
                   statistics.quantiles((b / t for b, t in zip(baseline, taken, strict=True)), method="inclusive"))
            for name, taken in times.items()}


def print_ratios(taken: dict[str, tuple[float, list[float]]]) -> None:
    for name, (milliseconds, (low, median, high)) in taken.items():
        print(f"  {name:<34} {milliseconds:8.2f} ms  {median:6.2f} times nn.Linear ({low:.2f} to {high:.2f})")


def layers_of(outputs, inputs, blocks, density):
    layers = {"nn.Linear": torch.nn.Linear(inputs, outputs)}
    for block in blocks:
        layers[f"espalier b={block}"] = et.SparseLinear(inputs, outputs, block=block, density=density)
    if importlib.util.find_spec("sparselab"):
        layers["sparselab"] = sparselab_layer(inputs, outputs, density)
    if 1 in blocks:
        layers["torch.sparse (no weight gradient)"] = TorchSparse(layers["espalier b=1"])
    return layers


def print_table(args) -> None:
    for outputs, inputs in args.shapes:
        x = torch.randn(args.tokens, inputs, requires_grad=True)
        dy = torch.randn(args.tokens, outputs)
        layers = layers_of(outputs, inputs, args.blocks, args.density)
        print(f"\n{outputs}x{inputs}, {args.tokens} tokens, density {args.density}, {torch.get_num_threads()} threads, "
              f"kernel {_native.kernel()}")
        for name, layer in layers.items():
            verify(name, layer, x, dy)
        print_ratios(compare(layers, x, dy, args.rounds))


def best_microseconds(call, repeats=30, calls=200) -> float:
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - start) / calls)
    return 1e6 * best


def print_overhead() -> None:
    """On a layer so small that its products take next to no time."""
    layer, tokens = et.SparseLinear(64, 64, block=16), 16
    x, dy = torch.randn(tokens, 64, requires_grad=True), torch.randn(tokens, 64)
    y, dx, dw = torch.empty(tokens, 64), torch.empty(tokens, 64), torch.empty_like(layer.weight)
    w, p = layer.weight.data_ptr(), layer.pattern
    forward = best_microseconds(lambda: _native.linear(p, w, x.data_ptr(), layer.bias.data_ptr(), y.data_ptr(), tokens, 1))
    backward = best_microseconds(lambda: _native.linear_transposed(p, w, dy.data_ptr(), dx.data_ptr(), tokens, 1))
    backward += best_microseconds(
        lambda: _native.linear_gradient(p, dy.data_ptr(), x.data_ptr(), dw.data_ptr(), False, tokens, 1))
    print(f"products in C++            {forward:6.1f} us forward  {forward + backward:6.1f} us forward and backward")
    for name, one in (("espalier", layer), ("nn.Linear", torch.nn.Linear(64, 64))):
        there = best_microseconds(lambda one=one: one(x))
        both = best_microseconds(passes(one, x, dy))
        beyond = f", {there - forward:.1f} and {both - forward - backward:.1f} beyond them" if one is layer else ""
        print(f"{name:<26} {there:6.1f} us forward  {both:6.1f} us forward and backward{beyond}")


def print_few_tokens(args) -> None:
    """Forward alone and without gradients, as a model answers. The best of many calls, layers in turn."""
    for outputs, inputs in args.shapes:
        dense = torch.nn.Linear(inputs, outputs)
        blocks = args.blocks
        layers = {b: et.SparseLinear(inputs, outputs, block=b, density=args.density) for b in blocks}
        print(f"\n{outputs}x{inputs}, density {args.density}, {torch.get_num_threads()} threads, kernel {_native.kernel()}\n\n"
              f"| tokens | nn.Linear, us | {' | '.join(f'b={b}' for b in blocks)} |\n|---|---|{'---|' * len(blocks)}")
        for tokens in (1, 2, 4, 8, 16, 32, 64):
            x = torch.randn(tokens, inputs)
            best = {}
            with torch.inference_mode():
                for b, layer in layers.items():
                    check(f"b={b}", "output", layer(x), x, dense_weight(layer).T, layer.bias.detach().double())
                for _ in range(args.rounds):
                    for name, layer in {"dense": dense, **layers}.items():
                        best[name] = min(best.get(name, float("inf")), best_microseconds(lambda one=layer: one(x), 5, 10))
            cells = " | ".join(f"{best['dense'] / best[b]:.2f} ({best[b]:.1f} us)" for b in blocks)
            print(f"| {tokens} | {best['dense']:.1f} | {cells} |")


def print_alternating(args) -> None:
    """A sparse layer and a layer norm forward, each by itself and in turn: what both take beyond the sum is what one
    loses to the other's threads."""
    layer, norm = et.SparseLinear(768, 768, block=16, density=args.density), torch.nn.LayerNorm(768)
    x = torch.randn(args.tokens, 768)

    def both():
        layer(x)  # each frees its result: one that grew the heap would pay for the pages
        norm(x)

    calls = {"SparseLinear": lambda: layer(x), "LayerNorm": lambda: norm(x), "both in turn": both}
    print(f"768x768, b=16, {args.tokens} tokens, density {args.density}, {torch.get_num_threads()} threads, forward")
    with torch.no_grad():
        for name, call in calls.items():
            for _ in range(20):
                call()
            taken = statistics.median(timed(call) for _ in range(20 * args.rounds))
            print(f"  {name:<14} {1e3 * taken:6.2f} ms")


def print_mlp(args) -> None:
    """GELU between two layers, of each shape out x in and back."""
    for hidden, inputs in args.shapes:
        x, dy = torch.randn(args.tokens, inputs, requires_grad=True), torch.randn(args.tokens, inputs)

        def parts(up, down):
            return torch.nn.Sequential(up, torch.nn.GELU(), down)

        parts_by_name = {"nn.Linear": parts(torch.nn.Linear(inputs, hidden), torch.nn.Linear(hidden, inputs))}
        for block in args.blocks:
            mlp = et.SparseMLP(inputs, hidden, block=block, density=args.density)
            parts_by_name[f"SparseLinear b={block}"] = parts(mlp.up, mlp.down)
            parts_by_name[f"SparseMLP b={block}"] = mlp
        print(f"\n{inputs} to {hidden} and back, {args.tokens} tokens, density {args.density}, "
              f"{torch.get_num_threads()} threads, kernel {_native.kernel()}")
        print_ratios(compare(parts_by_name, x, dy, args.rounds))


def bert_step(args, policy: espalier.Policy | None, calls: list | None = None):
    """One training step: forward, backward, AdamW; with a policy the encoder's weights are sparse, and the topology
    updater is around it. `calls` gets of each step the seconds of the updater without the optimizer's, and the
    updater's report."""
    from transformers import BertConfig, BertForMaskedLM

    model = BertForMaskedLM(BertConfig(vocab_size=args.vocabulary, hidden_size=512, num_hidden_layers=8,
                                       num_attention_heads=8, intermediate_size=2048))
    if policy is not None:
        et.sparsify_(model, {"*.encoder.layer.*": args.density}, block=16)
        for layer in model.bert.encoder.layer:  # the feed-forward part in one piece
            layer.intermediate = et.SparseMLP.from_layers(layer.intermediate.dense, layer.output.dense)
            layer.output.dense = torch.nn.Identity()
    optimizer = torch.optim.AdamW(model.parameters())
    topology = None if policy is None else et.TopologyUpdater(model, optimizer, policy)
    ids = torch.randint(args.vocabulary, (args.tokens // 128, 128))

    def step_with_updater():
        inside = 0.0

        def optimize(skip):
            nonlocal inside
            inside = timed(lambda: skip or optimizer.step())

        start = time.perf_counter()
        report = topology.step(optimize)
        if calls is not None:
            calls.append((time.perf_counter() - start - inside, report))

    def run():
        model(input_ids=ids, labels=ids).loss.backward()
        if topology is None:
            optimizer.step()
        else:
            step_with_updater()
        optimizer.zero_grad()

    return run


def print_updates(args) -> None:
    """An update on every second step, so that its price stands beside that of the steps between."""
    print(f"BERT-Medium, {args.vocabulary} pieces, {args.tokens} tokens, density {args.density}, b=16, "
          f"{torch.get_num_threads()} threads")
    for name in "dynamic", "rigl":
        calls = []
        timing = {"every_steps": 2, "end": 1.0, "skip_optimizer": False}
        step = bert_step(args, espalier.policy(name, steps=2 * args.rounds + 2, **timing), calls)
        steps = [timed(step) for _ in range(2 * args.rounds + 1)]
        seen = list(zip(calls, steps, strict=True))[1:]
        updates = [(total, call) for (call, report), total in seen if report is not None]
        plain = statistics.median(total for (_, report), total in seen if report is None)
        # Gradients that an update reads are kept in the backward pass before it: the whole step counts.
        price = statistics.median(total for total, _ in updates) - plain
        call = statistics.median(call for _, call in updates)
        print(f"  {name:<8} step {1e3 * plain:8.1f} ms, with an update {1e3 * price:+8.1f} ms, of which {1e3 * call:.1f} ms in the "
              f"updater: 160 updates take less than 1% of runs of more than {max(0, round(160 * price / (0.01 * plain)))} steps")


def print_bert(args) -> None:
    steps = {"dense": bert_step(args, None), "sparse": bert_step(args, espalier.policy("rigl", steps=10_000))}
    times = {name: [] for name in steps}
    for round_ in range(args.rounds + 1):
        for name, step in steps.items():
            seconds = timed(step)
            if round_ > 0:
                times[name].append(seconds)
    ratio = statistics.median(d / s for d, s in zip(times["dense"], times["sparse"], strict=True))
    print(f"BERT-Medium, {args.vocabulary} pieces, {args.tokens} tokens, density {args.density}, b=16, "
          f"{torch.get_num_threads()} threads: dense {statistics.median(times['dense']):.2f} s, "
          f"sparse {statistics.median(times['sparse']):.2f} s, {ratio:.2f} times as fast")


def blas() -> str:
    """What the products of nn.Linear run on, as PyTorch was built."""
    found = re.search(r"BLAS_INFO=(\w+)", torch.__config__.show())
    return f"BLAS {found[1] if found else 'unknown'}, on {torch.backends.cpu.get_cpu_capability()}"


def read_shapes(text: str) -> list[tuple[int, int]]:
    if not re.fullmatch(r"[1-9][0-9]*x[1-9][0-9]*(,[1-9][0-9]*x[1-9][0-9]*)*", text):
        raise argparse.ArgumentTypeError(f"{text}: expected OUTxIN by commas, such as 768x768,3072x768")
    return [(int(outputs), int(inputs)) for outputs, inputs in (shape.split("x") for shape in text.split(","))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shapes", type=read_shapes, default="768x768,3072x768", help="out x in, by commas")
    parser.add_argument("--blocks", type=option_values.blocks, default="1,2,4,8,16")
    parser.add_argument("--tokens", type=option_values.at_least(1), default=2048)
    parser.add_argument("--density", type=option_values.density, default=0.1)
    parser.add_argument("--threads", type=option_values.at_least(1), default=1)
    parser.add_argument("--rounds", type=option_values.at_least(2), default=15, help="at least 2, for quartiles")
    parser.add_argument("--overhead", action="store_true")
    parser.add_argument("--few-tokens", action="store_true")
    parser.add_argument("--alternating", action="store_true")
    parser.add_argument("--bert", action="store_true")
    parser.add_argument("--updates", action="store_true")
    parser.add_argument("--mlp", action="store_true")
    parser.add_argument("--vocabulary", type=option_values.at_least(1), default=8192, help="pieces, of --bert")
    args = parser.parse_args()
    for outputs, inputs in args.shapes:
        if outputs % max(args.blocks) or inputs % max(args.blocks):
            parser.error(f"--shapes {outputs}x{inputs}: expected multiples of {max(args.blocks)}, the largest of --blocks")
    if (args.bert or args.updates) and args.tokens % 128:
        parser.error(f"--tokens {args.tokens}: expected a multiple of 128, a sequence of --bert and --updates")
    torch.manual_seed(0)
    torch.set_num_threads(1 if args.overhead else args.threads)
    print(f"torch {torch.__version__}, {blas()}, Python {sys.version.split()[0]}, espalier {espalier.__file__}")
    if "OPENBLAS_CORETYPE" in os.environ:
        print("OPENBLAS_CORETYPE is set: a torch that multiplies by OpenBLAS is not at its best")
    if args.overhead:
        print_overhead()
    elif args.few_tokens:
        print_few_tokens(args)
    elif args.alternating:
        print_alternating(args)
    elif args.mlp:
        print_mlp(args)
    elif args.updates:
        print_updates(args)
    elif args.bert:
        print_bert(args)
    else:
        print_table(args)


if __name__ == "__main__":
    main()
