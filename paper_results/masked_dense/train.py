#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains a stack of masked dense BERTs at once with PyTorch: the losses of sparse models, by other code than ours.

    train.py STUDY.toml SCALE TOKENS OUT.json [--device cuda] [--precision bfloat16]

Weights are dense and held at zero where a 0/1 mask is zero, so nothing is saved: a masked model costs
what a dense one costs. All models of a scale have one shape and one batch; each has its own rate, pattern,
policy and seed, and its parameters are a slice of one tensor, so that a GPU multiplies all of them in one
batched product. Models of one seed see the same batches and the same masked words, and start from the
same dense weights.

TOKENS is a file of .cache/encoded, as `espalier train` leaves it. OUT.json gets the losses of every model.
After each validation OUT.json.state has what the same command needs to go on there; it is removed at the end.
A run is repeatable up to the order in which a GPU adds. Source of the method: Dietrich et al. 2021,
algorithm 1. README.md has the commands.
"""
import argparse
import contextlib
import json
import math
import os
import sys
import time
import tomllib
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F

BETA1, BETA2, EPSILON, DECAY, CLIP = 0.9, 0.999, 1e-6, 0.01, 1.0  # BETA2 unless a scale has `beta2`
DEVIATION = 0.02  # of initial weights, before the normal is cut at two deviations, unless a scale has `deviation`
MASKED, MASK_TOKEN, RANDOM_TOKEN = 0.15, 0.8, 0.1  # chance of a position; of those, what stands there
HELD_OUT = 16_384  # sequences of validation, and of test
EVALUATIONS = 10


@dataclass(frozen=True)
class Shape:
    layers: int
    hidden: int
    heads: int
    intermediate: int
    vocabulary: int
    positions: int
    segments: int = 2


@dataclass(frozen=True)
class Model:
    """One model of the stack."""

    policy: str  # dense, static or dynamic
    rate: float
    seed: int
    density: float = 0.1
    block: int = 1
    updates: int = 160  # intervals of the run; an update between each two of them
    drop_fraction: float = 0.5  # of the first update; it falls to zero by a cosine


class Parameters:
    """Names, shapes and places of the parameters of one model in its row of the stack."""

    def __init__(self, shape):
        h, wide = shape.hidden, shape.intermediate
        self.places, self.sparse, self.size = {}, [], 0
        self.add("word", shape.vocabulary, h)
        self.add("position", shape.positions, h)
        self.add("segment", shape.segments, h)
        self.add("embedding.norm.weight", h)
        self.add("embedding.norm.bias", h)
        for layer in range(shape.layers):
            for part in ("query", "key", "value"):
                self.add(f"{layer}.{part}", h, h, sparse=True)
                self.add(f"{layer}.{part}.bias", h)
            self.add(f"{layer}.output", h, h, sparse=True)
            self.add(f"{layer}.output.bias", h)
            self.add(f"{layer}.norm.weight", h)
            self.add(f"{layer}.norm.bias", h)
            self.add(f"{layer}.wide", wide, h, sparse=True)
            self.add(f"{layer}.wide.bias", wide)
            self.add(f"{layer}.narrow", h, wide, sparse=True)
            self.add(f"{layer}.narrow.bias", h)
            self.add(f"{layer}.last.norm.weight", h)
            self.add(f"{layer}.last.norm.bias", h)
        self.add("head", h, h)
        self.add("head.bias", h)
        self.add("head.norm.weight", h)
        self.add("head.norm.bias", h)
        self.add("decoder.bias", shape.vocabulary)

    def add(self, name, *extents, sparse=False):
        self.places[name] = (self.size, extents)
        self.size += math.prod(extents)
        if sparse:
            self.sparse.append(name)

    def view(self, stack, name):
        """Parameter `name` of all models, [models, extents...]."""
        first, extents = self.places[name]
        return stack[:, first:first + math.prod(extents)].unflatten(1, extents)


def is_decayed(name):
    return not name.endswith(("bias", "norm.weight"))


def initial(parameters, models, device, deviation=DEVIATION):
    """[models, size], equal for models of one seed until masks are put on."""
    stack = torch.zeros(len(models), parameters.size)
    by_seed = {}
    for seed in {model.seed for model in models}:
        generator = torch.Generator().manual_seed(seed)
        row = torch.zeros(1, parameters.size)
        for name in parameters.places:
            view = parameters.view(row, name)
            if name.endswith("norm.weight"):
                view.fill_(1)
            elif not name.endswith("bias"):
                torch.nn.init.trunc_normal_(view, std=deviation, a=-2 * deviation, b=2 * deviation,
                                            generator=generator)
        by_seed[seed] = row
    for i, model in enumerate(models):
        stack[i] = by_seed[model.seed]
    return stack.to(device)


def initial_masks(parameters, models, device):
    """1 where a parameter is stored: of a sparse weight ceil(density * blocks) blocks, drawn uniformly."""
    masks = torch.ones(len(models), parameters.size, dtype=torch.bool)
    for i, model in enumerate(models):
        if model.policy == "dense":
            continue
        generator = torch.Generator().manual_seed(7919 * model.seed + model.block)
        for name in parameters.sparse:
            rows, columns = (extent // model.block for extent in parameters.places[name][1])
            blocks = torch.zeros(rows * columns, dtype=torch.bool)
            count = math.ceil(model.density * rows * columns - 1e-9)
            blocks[torch.randperm(rows * columns, generator=generator)[:count]] = True
            grown = blocks.view(rows, columns).repeat_interleave(model.block, 0)
            parameters.view(masks, name)[i] = grown.repeat_interleave(model.block, 1)
    return masks.to(device)


def product(x, weight, bias):
    """x [models, tokens, inputs], weight [models, outputs, inputs]: [models, tokens, outputs]"""
    return torch.baddbmm(bias[:, None], x, weight.transpose(1, 2))


def norm(x, weight, bias):
    y = F.layer_norm(x.float(), x.shape[-1:], eps=1e-12)
    return (y * weight[:, None].float() + bias[:, None].float()).to(x.dtype)


class Forward:
    """Loss of each model of a stack on masked words: BERT, post-norm, exact GELU, tied decoder."""

    def __init__(self, shape, parameters, dtype):
        self.shape, self.parameters, self.dtype = shape, parameters, dtype

    def __call__(self, stack, tokens, positions, labels, weights, allowed=None):
        """tokens [models, sequences, length]; positions, labels [models, predicted], flat; weights sum
        to one over what is predicted; allowed [models, sequences, length], where attention may look.
        Returns [models]."""
        shape, dtype = self.shape, self.dtype
        models, sequences, length = tokens.shape
        values = dict(zip(self.parameters.places, stack.to(dtype).split(
            [math.prod(extents) for _, extents in self.parameters.places.values()], dim=1)))
        get = lambda name: values[name].unflatten(1, self.parameters.places[name][1])
        hidden, heads, flat = shape.hidden, shape.heads, (models, sequences * length, shape.hidden)

        word = get("word")
        row = torch.arange(models, device=tokens.device)[:, None] * shape.vocabulary
        x = F.embedding(tokens.flatten(1) + row, word.reshape(-1, hidden))
        place = (get("position")[:, :length] + get("segment")[:, :1]).repeat(1, sequences, 1)
        x = norm(x + place, get("embedding.norm.weight"), get("embedding.norm.bias"))
        for layer in range(shape.layers):
            of = lambda name: get(f"{layer}.{name}")
            joint = torch.cat([of("query"), of("key"), of("value")], 1)
            bias = torch.cat([of("query.bias"), of("key.bias"), of("value.bias")], 1)
            parts = product(x, joint, bias).view(models * sequences, length, 3, heads, hidden // heads)
            query, key, value = parts.permute(2, 0, 3, 1, 4)
            visible = None if allowed is None else allowed.reshape(-1, 1, 1, length)
            seen = F.scaled_dot_product_attention(query, key, value, attn_mask=visible)
            seen = seen.transpose(1, 2).reshape(flat)
            x = norm(x + product(seen, of("output"), of("output.bias")), of("norm.weight"), of("norm.bias"))
            wide = F.gelu(product(x, of("wide"), of("wide.bias")))
            x = norm(x + product(wide, of("narrow"), of("narrow.bias")),
                     of("last.norm.weight"), of("last.norm.bias"))
        x = x.gather(1, positions[..., None].expand(-1, -1, hidden))
        x = norm(F.gelu(product(x, get("head"), get("head.bias"))), get("head.norm.weight"), get("head.norm.bias"))
        logits = product(x, word, get("decoder.bias"))
        logits = logits if dtype == torch.float64 else logits.float()
        losses = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none")
        return (losses.view(models, -1) * weights).sum(1)


class AdamW:
    """Of the whole stack, with bias correction and decoupled decay; each model by its own norm and rate."""

    def __init__(self, parameters, stack, clip=CLIP, beta2=BETA2):
        self.first, self.second = torch.zeros_like(stack), torch.zeros_like(stack)
        self.decay = torch.zeros(parameters.size, device=stack.device, dtype=stack.dtype)
        self.clip, self.beta2 = clip, beta2
        for name in parameters.places:
            if is_decayed(name):
                parameters.view(self.decay[None], name).fill_(DECAY)

    def step(self, stack, gradient, masks, rates, count):
        """`count`: of steps with this one, a tensor; `rates` [models] of this step."""
        gradient = gradient * masks
        size = gradient.square().sum(1, keepdim=True).sqrt()
        gradient = gradient * torch.clamp(self.clip / size, max=1.0)
        self.first.mul_(BETA1).add_(gradient, alpha=1 - BETA1)
        self.second.mul_(self.beta2).addcmul_(gradient, gradient, value=1 - self.beta2)
        corrections = [(1 - beta**count.double()).to(stack.dtype) for beta in (BETA1, self.beta2)]
        change = (self.first / corrections[0]) / ((self.second / corrections[1]).sqrt() + EPSILON)
        stack.sub_(rates[:, None] * (change + self.decay * stack))


def schedule(peaks, count, warmup, steps):
    """Rate of step `count`, from 1: linear warm-up, then linear decay to zero."""
    count = count.double()
    return (peaks * torch.minimum(count / warmup, (steps - count) / (steps - warmup))).float()


class Patterns:
    """Moves the patterns of those models whose time has come: prunes the blocks of least L1 norm, grows as
    many where none was stored before, uniformly. What is grown starts at zero, with moments of zero."""

    def __init__(self, parameters, models, steps, device):
        self.parameters, self.models, self.steps = parameters, models, steps
        self.generator = torch.Generator(device).manual_seed(1)
        self.due = {}
        for i, model in enumerate(models):
            for k in range(1, model.updates if model.policy == "dynamic" else 1):
                self.due.setdefault(k * steps // model.updates, {}).setdefault(model.block, []).append(i)

    def move(self, completed, stack, masks, optimizer):
        for block, indices in self.due.get(completed, {}).items():
            fraction = [0.5 * self.models[i].drop_fraction * (1 + math.cos(math.pi * completed / self.steps))
                        for i in indices]
            for name in self.parameters.sparse:
                self.move_weight(name, block, indices, fraction, stack, masks, optimizer)

    def move_weight(self, name, block, indices, fractions, stack, masks, optimizer):
        views = [self.parameters.view(t, name) for t in (stack, optimizer.first, optimizer.second)]
        mask = self.parameters.view(masks, name)
        rows, columns = (extent // block for extent in self.parameters.places[name][1])
        grid = (len(indices), rows, block, columns, block)
        norms = views[0][indices].abs().view(grid).sum((2, 4)).flatten(1)
        stored = mask[indices].view(grid)[:, :, 0, :, 0].flatten(1)
        number = int(stored[0].sum())
        counts = torch.tensor([min(math.ceil(f * number - 1e-9), rows * columns - number) for f in fractions],
                              device=stack.device)
        most = int(counts.max())
        take = torch.arange(most, device=stack.device) < counts[:, None]
        smallest = norms.masked_fill(~stored, math.inf).topk(most, largest=False).indices
        draws = torch.rand(stored.shape, device=stack.device, generator=self.generator)
        free = draws.masked_fill(stored, math.inf).topk(most, largest=False).indices
        moved = torch.zeros_like(stored).scatter_(1, smallest, take) | torch.zeros_like(stored).scatter_(1, free, take)
        moved = moved.view(-1, rows, 1, columns, 1).expand(grid).reshape(len(indices), *mask.shape[1:])
        mask[indices] = mask[indices] ^ moved
        for view in views:
            view[indices] = view[indices].masked_fill(moved, 0)


# --------------------------------------------------------------------------------------------- data
def read_tokens(file, length):
    """Training and held-out sequences [sequences, length], and the special tokens, of a file of the cache."""
    if file.read(8) != b"ESPTOK01":
        sys.exit(f"{file.name}: found another kind of file, expected one of .cache/encoded")
    blocks = [file.read(int.from_bytes(file.read(8), "little")) for _ in range(4)]
    words = blocks[1].decode().splitlines()
    sequences = [torch.frombuffer(bytearray(block), dtype=torch.int32).view(-1, length).to(torch.int16)
                 for block in blocks[2:]]
    special = {word: i for i, word in enumerate(words) if word in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")}
    return sequences[0], sequences[1], special, len(words)


class Masker:
    def __init__(self, special, vocabulary, device):
        self.mask_token = special["[MASK]"]
        self.is_special = torch.zeros(vocabulary, dtype=torch.bool, device=device)
        self.is_special[list(special.values())] = True
        self.ordinary = (~self.is_special).nonzero().flatten()

    def __call__(self, tokens, generator=None):
        """tokens [..., tokens]: what the model sees, and which positions it must predict."""
        draw = lambda: torch.rand(tokens.shape, device=tokens.device, generator=generator)
        chosen = (draw() < MASKED) & ~self.is_special[tokens]
        kind = draw()
        other = self.ordinary[(draw() * len(self.ordinary)).long()]
        seen = torch.where(kind < MASK_TOKEN, self.mask_token,
                           torch.where(kind < MASK_TOKEN + RANDOM_TOKEN, other, tokens))
        return torch.where(chosen, seen, tokens), chosen


def orders(sequences, number, seeds):
    """[seeds, number]: which sequence comes when; each is seen once in an epoch."""
    rows = []
    for seed in seeds:
        generator = torch.Generator().manual_seed(1000 + seed)
        epochs = [torch.randperm(sequences, generator=generator, dtype=torch.int32)
                  for _ in range(-(-number // sequences))]
        rows.append(torch.cat(epochs)[:number])
    return torch.stack(rows)


# --------------------------------------------------------------------------------------------- training
class Training:
    def __init__(self, shape, models, batch, steps, warmup, tokens, device, precision, deviation, beta2):
        self.shape, self.models, self.batch, self.steps, self.device = shape, models, batch, steps, device
        train, held_out, special, _ = tokens
        self.warmup = max(1, round(warmup * steps))
        self.parameters = Parameters(shape)
        self.masks = initial_masks(self.parameters, models, device)
        self.stack = initial(self.parameters, models, device, deviation) * self.masks
        self.forward = Forward(shape, self.parameters, precision)
        self.optimizer = AdamW(self.parameters, self.stack, beta2=beta2)
        self.patterns = Patterns(self.parameters, models, steps, device)
        seeds = sorted({model.seed for model in models})
        self.data = train.to(device)
        self.order = orders(len(train), batch * steps, seeds).to(device)
        self.seed_of = torch.tensor([seeds.index(model.seed) for model in models], device=device)
        self.peaks = torch.tensor([model.rate for model in models], dtype=torch.float64, device=device)
        self.masker = Masker(special, shape.vocabulary, device)
        # Positions that the head is given, whatever number was masked: six deviations more than the mean.
        mean = MASKED * batch * shape.positions
        self.predicted = min(batch * shape.positions, int(mean + 6 * math.sqrt(mean)))
        self.held_out = [self.prepare(part, 20 + k) for k, part in enumerate(
            (held_out[:-HELD_OUT][:HELD_OUT], held_out[-HELD_OUT:]))]
        self.count = torch.zeros((), dtype=torch.int64, device=device)
        self.summed = torch.zeros(len(models), device=device)
        self.losses, self.apply = self.forward, self.optimizer.step  # of a step: compiled on a GPU

    def prepare(self, sequences, seed):
        generator = torch.Generator(self.device).manual_seed(seed)
        tokens = sequences.to(self.device).long()
        return tokens, *self.masker(tokens, generator)

    def loss_and_gradient(self, tokens, positions, labels, weights):
        stack = self.stack.detach().requires_grad_()
        losses = self.losses(stack, tokens, positions, labels, weights)
        gradient, = torch.autograd.grad(losses.sum(), stack)
        return losses.detach(), gradient

    def next_batch(self):
        at = self.count * self.batch + torch.arange(self.batch, device=self.device)
        tokens = self.data[self.order.index_select(1, at).long()].long()  # [seeds, batch, length]
        seen, chosen = self.masker(tokens)
        flat = chosen.flatten(1)
        positions = flat.byte().topk(self.predicted, dim=1).indices
        kept = flat.gather(1, positions).float()
        weights = kept / kept.sum(1, keepdim=True).clamp(min=1)
        labels = tokens.flatten(1).gather(1, positions)
        return [t[self.seed_of] for t in (seen, positions, labels, weights)]

    def step(self):
        losses, gradient = self.loss_and_gradient(*self.next_batch())
        self.count += 1
        rates = schedule(self.peaks, self.count, self.warmup, self.steps)
        self.apply(self.stack, gradient, self.masks, rates, self.count)
        self.summed += losses

    def state(self):
        """What the steps to come depend on, on the CPU."""
        generators = torch.cuda.get_rng_state() if self.device == "cuda" else torch.get_rng_state()
        return {"tensors": [tensor.cpu() for tensor in self.changing()], "batches": generators,
                "patterns": self.patterns.generator.get_state()}

    def go_on(self, state):
        """From a state(), after prepare_steps, which draws random numbers."""
        for tensor, value in zip(self.changing(), state["tensors"], strict=True):
            tensor.copy_(value)
        (torch.cuda.set_rng_state if self.device == "cuda" else torch.set_rng_state)(state["batches"])
        self.patterns.generator.set_state(state["patterns"])

    def changing(self):
        return [self.stack, self.masks, self.optimizer.first, self.optimizer.second, self.count, self.summed]

    def synchronize(self):
        if self.device == "cuda":
            torch.cuda.synchronize()

    def prepare_steps(self, compile_code):
        """Returns a function that makes one step: on a GPU a recorded graph of all its kernels."""
        if self.device == "cpu":
            return self.step
        if compile_code:
            self.losses = torch.compile(self.forward.__call__, dynamic=False)
            self.apply = torch.compile(self.optimizer.step, dynamic=False)
        saved = [tensor.clone() for tensor in self.changing()]
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step()
        for tensor, value in zip(self.changing(), saved):
            tensor.copy_(value)
        return graph.replay

    @torch.no_grad()
    def evaluate(self, part):
        """Mean loss of each model, over all predictions of validation (0) or test (1)."""
        tokens, seen, chosen = self.held_out[part]
        total, number = torch.zeros(len(self.models), dtype=torch.float64, device=self.device), 0
        rows = 256
        for first in range(0, len(tokens), rows):
            here = slice(first, first + rows)
            positions = chosen[here].flatten().nonzero().flatten()
            many = lambda t: t.expand(len(self.models), *t.shape)
            labels = tokens[here].flatten()[positions]
            weights = torch.ones(len(positions), device=self.device)
            total += self.forward(self.stack, many(seen[here]), many(positions), many(labels), many(weights)).double()
            number += len(positions)
        return (total / number).tolist()

    def run(self, say, compile_code=True, state=None):
        """Yields, EVALUATIONS times less those before `state`, (completed steps, validation losses, mean
        training losses since)."""
        step = self.prepare_steps(compile_code)
        if state:
            self.go_on(state)
        begin = time.monotonic()
        first = last = int(self.count)
        moving, evaluating = 0.0, 0.0
        evaluated = {self.steps * k // EVALUATIONS for k in range(1, EVALUATIONS + 1)}
        for completed in range(first + 1, self.steps + 1):
            step()
            if completed in self.patterns.due:
                self.synchronize()
                started = time.monotonic()
                self.patterns.move(completed, self.stack, self.masks, self.optimizer)
                self.synchronize()
                moving += time.monotonic() - started
            if completed in evaluated:
                mean = (self.summed / (completed - last)).tolist()
                self.summed.zero_()
                last = completed
                started = time.monotonic()
                losses = self.evaluate(0)
                evaluating += time.monotonic() - started
                took = time.monotonic() - begin
                done, left = completed - first, self.steps - completed
                say(f"step {completed} of {self.steps}, {1e3 * (took - moving - evaluating) / done:.2f} ms each, "
                    f"{moving:.0f} s of updates, {evaluating:.0f} s of validation, "
                    f"{took * left / done:.0f} s left, losses {min(losses):.3f} to {max(losses):.3f}")
                yield completed, losses, mean


def stack_of(scale):
    """The models of a scale: every row with every rate and seed of its lists."""
    models = []
    for row in scale["models"]:
        row = dict(row)
        rates, seeds = row.pop("rates"), row.pop("seeds")
        models += [Model(rate=rate, seed=seed, **row) for rate in rates for seed in seeds]
    return models


@contextlib.contextmanager
def replacing(path, mode):
    """A file that takes the place of `path` when all of it is written."""
    with open(path + ".part", mode) as file:
        yield file
    os.replace(path + ".part", path)


def read_state(path, result):
    """What a run of the same settings left, or None."""
    if not os.path.exists(path):
        return None
    saved = torch.load(path, weights_only=True)
    settings = lambda of: ({key: of[key] for key in ("study", "precision", "steps", "batch", "shape")},
                           [{key: model[key] for key in asdict(Model("", 0, 0))} for model in of["models"]])
    if settings(saved["result"]) != settings(result):
        sys.exit(f"{path}: is of other settings; remove it to begin anew")
    return saved


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("study", type=argparse.FileType("rb"))
    parser.add_argument("scale")
    parser.add_argument("tokens", type=argparse.FileType("rb"))
    parser.add_argument("out")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--precision", choices=("float32", "bfloat16"), default="float32")
    parser.add_argument("--steps", type=int, help="fewer than the study says, to try it")
    parser.add_argument("--eager", action="store_true", help="without torch.compile")
    arguments = parser.parse_args()
    study = tomllib.load(arguments.study)
    if arguments.scale not in study:
        parser.error(f"{arguments.study.name}: found no [{arguments.scale}], expected one of {', '.join(study)}")
    scale = study[arguments.scale]
    torch.backends.cuda.matmul.allow_tf32 = True
    tokens = read_tokens(arguments.tokens, scale["sequence"])
    shape = Shape(vocabulary=tokens[3], positions=scale["sequence"], **scale["shape"])
    models = stack_of(scale)
    steps = arguments.steps or scale["tokens"] // (scale["batch"] * scale["sequence"])
    print(f"{len(models)} models of {Parameters(shape).size} parameters, {steps} steps", flush=True)
    training = Training(shape, models, scale["batch"], steps, scale["warmup_fraction"], tokens,
                        arguments.device, getattr(torch, arguments.precision), scale.get("deviation", DEVIATION),
                        scale.get("beta2", BETA2))
    name = torch.cuda.get_device_name() if arguments.device == "cuda" else "CPU"
    result = {"study": arguments.scale, "device": name, "torch": str(torch.__version__),
              "precision": arguments.precision, "steps": steps, "batch": scale["batch"], "shape": asdict(shape),
              "models": [asdict(model) | {"validation": [], "train": []} for model in models]}
    saved = read_state(arguments.out + ".state", result)
    if saved:
        result = saved["result"]
        print(f"goes on at step {result['models'][0]['validation'][-1][0]}", flush=True)
    say = lambda line: print(line, flush=True)
    begin = time.monotonic() - result.get("seconds", 0)
    for completed, validation, train in training.run(say, not arguments.eager, saved and saved["training"]):
        for entry, of_validation, of_train in zip(result["models"], validation, train):
            entry["validation"].append([completed, round(of_validation, 5)])
            entry["train"].append([completed, round(of_train, 5)])
        if completed == steps:
            for entry, loss in zip(result["models"], training.evaluate(1)):
                entry["test_loss"] = round(loss, 5)
        result["seconds"] = round(time.monotonic() - begin, 1)
        with replacing(arguments.out, "w") as file:
            json.dump(result, file, indent=1)
            file.write("\n")
        if completed < steps:
            with replacing(arguments.out + ".state", "wb") as file:
                torch.save({"result": result, "training": training.state()}, file)
    with contextlib.suppress(FileNotFoundError):
        os.remove(arguments.out + ".state")


if __name__ == "__main__":
    main()
