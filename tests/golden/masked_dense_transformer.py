#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains a tiny masked-dense transformer in double precision: an oracle that shares nothing with the library.

    masked_dense_transformer.py input INPUT.safetensors --block B [--model M] [--sparse-words]  makes a problem
    masked_dense_transformer.py train INPUT.safetensors GOLDEN.json  trains it and writes what comes out

M is bert (post-norm, masked words; the usual one), bert_pre (the same with pre-norm layers), bert_nsp
(the usual one on pairs of segments, which also predicts the next sentence), gpt (pre-norm, causal, next
words) or groupbert (masked words; layers of convolution, grouped feed-forward, attention, grouped
feed-forward). B = 0 makes dense weights, of one layer, without masks and updates. --sparse-words masks half of the
word embedding too, input and tied decoder, for good.
With --precision bfloat16 or float16 the operands of every product are rounded to it, and with
--loss-scale S gradients are those of S times the loss until the optimizer gets them.

Weights are dense and multiplied by a 0/1 mask, gradients come from PyTorch's autograd, steps from
torch.optim.AdamW. README.md describes both files. Needs only python3-torch (tested with 1.13).
"""
import argparse
import json
import math
import random
import struct

import torch
import torch.nn.functional as F

UNIT = 2.0**-24  # relative error of one rounding to float
ELEMENTWISE = 17  # units: the library's largest stated error of an elementwise function (GELU's slope)
RUNS = 8  # runs with noise from which tolerances come
SAFETY = 4  # tolerance / largest deviation of these runs
SAMPLES = 8  # final values of each parameter that are written out

TYPES = {"F32": torch.float32, "F64": torch.float64, "I32": torch.int32, "I64": torch.int64}
CONFIG = {
    "layers": 2, "hidden": 32, "heads": 2, "intermediate": 64, "vocabulary": 64,
    "max_positions": 16, "segments": 2, "steps": 50, "sequences": 3, "sequence": 16, "masked": 8,
    "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-6, "weight_decay": 0.01,
    "learning_rate": 2e-3, "update_steps": [9, 18, 27, 36, 45],
}
GROUPS = 4  # of GroupBERT's feed-forward layers
WORDS, WORD_DENSITY = ".embeddings.word_embeddings.weight", 0.5  # where words are sparse
CONV_GROUP, CONV_KERNEL = 16, 7  # features that its convolution joins, tokens that it sees
# By block size: density and share of the stored blocks that an update drops, such that blocks that were
# dropped grow again.
TOPOLOGY = {0: (1, 0), 1: (0.25, 0.125), 4: (0.25, 0.25), 16: (0.5, 0.5)}


# ------------------------------------------------------------------------------------------- files
def write_safetensors(path, tensors, metadata):
    names = sorted(tensors, key=lambda name: -tensors[name].element_size())
    header, data = {"__metadata__": metadata}, b""
    for name in names:
        tensor = tensors[name].contiguous()
        dtype = next(key for key, value in TYPES.items() if value == tensor.dtype)
        raw = tensor.numpy().tobytes()
        header[name] = {"dtype": dtype, "shape": list(tensor.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def read_safetensors(path):
    with open(path, "rb") as file:
        length, = struct.unpack("<Q", file.read(8))
        header, data = json.loads(file.read(length)), file.read()
    metadata, tensors = header.pop("__metadata__"), {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        tensor = torch.zeros(entry["shape"], dtype=TYPES[entry["dtype"]])
        if end > begin:
            tensor = torch.frombuffer(bytearray(data[begin:end]), dtype=tensor.dtype)
        tensors[name] = tensor.reshape(entry["shape"])
    return tensors, metadata


# ------------------------------------------------------------------------------------------ problem
def names(c):
    """Prefixes: of the model, and of its layers up to their number."""
    model = c["model"] if c.get("model") in ("gpt", "groupbert") else "bert"
    return model, model + (".decoder.layer." if model == "gpt" else ".encoder.layer.")


def is_post_norm(c):
    return c.get("model", "bert") in ("bert", "bert_nsp")


def norms(c):
    """Where the norms of a layer are, after its prefix, in the order of its sub-layers."""
    if c.get("model") == "groupbert":
        return ("convolution.prenorm", "intermediate_first.LayerNorm", "attention.LayerNorm",
                "intermediate_second.LayerNorm", "convolution.conv_norm")
    if is_post_norm(c):
        return "attention.output.LayerNorm", "output.LayerNorm"
    return "attention.LayerNorm", "intermediate.LayerNorm"


def shapes(c):
    """Dense shapes by Hugging Face's names; the matrices of the layers are the sparse ones."""
    hidden, wide, vocabulary = c["hidden"], c["intermediate"], c["vocabulary"]
    model, layers = names(c)
    dense = {
        model + ".embeddings.word_embeddings.weight": [vocabulary, hidden],
        model + ".embeddings.position_embeddings.weight": [c["max_positions"], hidden],
    }
    if model != "gpt":
        dense.update({
            model + ".embeddings.token_type_embeddings.weight": [c["segments"], hidden],
            model + ".embeddings.LayerNorm.weight": [hidden],
            model + ".embeddings.LayerNorm.bias": [hidden],
            "cls.predictions.bias": [vocabulary],
            "cls.predictions.transform.dense.weight": [hidden, hidden],
            "cls.predictions.transform.dense.bias": [hidden],
            "cls.predictions.transform.LayerNorm.weight": [hidden],
            "cls.predictions.transform.LayerNorm.bias": [hidden],
        })
    if c.get("model") == "bert_nsp":
        dense.update({"bert.pooler.dense.weight": [hidden, hidden], "bert.pooler.dense.bias": [hidden],
                      "cls.seq_relationship.weight": [2, hidden], "cls.seq_relationship.bias": [2]})
    if not is_post_norm(c):
        dense[model + ".LayerNorm.weight"] = dense[model + ".LayerNorm.bias"] = [hidden]
    sparse = {}
    for layer in range(c["layers"]):
        prefix = f"{layers}{layer}."
        linears = {"attention.self.query": [hidden, hidden], "attention.self.key": [hidden, hidden],
                   "attention.self.value": [hidden, hidden],
                   "attention.output.dense": [hidden, hidden]}
        if model == "groupbert":
            linears.update({"convolution.glu": [2 * hidden, hidden],
                            "convolution.output_projection": [hidden, hidden]})
            for which in ("first", "second"):
                linears.update({
                    f"intermediate_{which}.dense": [wide, hidden],
                    f"output_{which}.grouped_matmul": [hidden, wide // GROUPS],
                    f"output_{which}.dense_output_projection": [hidden, hidden]})
            dense[prefix + "convolution.groupconv.weight"] = [hidden, CONV_GROUP * CONV_KERNEL]
            dense[prefix + "convolution.groupconv.bias"] = [hidden]
        else:
            linears.update({"intermediate.dense": [wide, hidden], "output.dense": [hidden, wide]})
        for name, shape in linears.items():
            sparse[prefix + name + ".weight"] = shape
            dense[prefix + name + ".bias"] = shape[:1]
        for name in norms(c):
            dense[prefix + name + ".weight"] = dense[prefix + name + ".bias"] = [hidden]
    if c.get("sparse_words"):
        words = model + WORDS
        sparse[words] = dense.pop(words)
    if c["block"] == 0:
        dense.update(sparse)
        sparse = {}
    return dense, sparse


def make_input(path, block, model, sparse_words):
    density, drop_fraction = TOPOLOGY[block]
    c = dict(CONFIG, block=block)
    if model != "bert":
        c["model"] = model
    if model == "gpt":
        c.update(segments=0, masked=c["sequences"] * (c["sequence"] - 1))
    if block == 0:
        c.update(layers=1, update_steps=[])
    if sparse_words:
        c["sparse_words"] = True
    draw = random.Random(f"espalier trajectory {block}" + ("" if model == "bert" else f" {model}")
                         + (" words" if sparse_words else ""))
    dense, sparse = shapes(c)
    tensors = {}

    def normal(shape, deviation, mean=0.0):
        values = [mean + deviation * draw.gauss(0, 1) for _ in range(math.prod(shape))]
        return torch.tensor(values, dtype=torch.float32).reshape(shape)

    for name, shape in dense.items():  # nothing starts at a special value such as 0 or 1
        norm_weight = name.lower().endswith("norm.weight")
        deviation = 0.3 if name.endswith("embeddings.weight") else 0.1
        tensors[name] = normal(shape, deviation, 1.0 if norm_weight else 0.0)
    for name, (rows, cols) in sparse.items():
        grid_rows, grid_cols = rows // block, cols // block
        fixed = name.endswith(WORDS)
        count = round((WORD_DENSITY if fixed else density) * grid_rows * grid_cols)
        stored = sorted(draw.sample(range(grid_rows * grid_cols), count))
        tensors[name + ".values"] = normal([count, block, block], 0.3 if fixed else 0.15)
        tensors[name + ".crow_indices"] = torch.tensor(
            [sum(position < row * grid_cols for position in stored) for row in range(grid_rows + 1)])
        tensors[name + ".col_indices"] = torch.tensor(
            [position % grid_cols for position in stored], dtype=torch.int32)
        if fixed:
            continue
        drops, grows = [], []
        for _ in c["update_steps"]:
            drop = sorted(draw.sample(range(count), round(drop_fraction * count)))
            free = sorted(set(range(grid_rows * grid_cols)) - set(stored))
            grow = sorted(draw.sample(free, len(drop)))
            dropped = {stored[i] for i in drop}
            stored = sorted([p for p in stored if p not in dropped] + grow)
            drops.append(drop)
            grows.append(grow)
        tensors[name + ".drop"] = torch.tensor(drops, dtype=torch.int32)
        tensors[name + ".grow"] = torch.tensor(grows, dtype=torch.int32)

    steps, sequences, sequence = c["steps"], c["sequences"], c["sequence"]
    tokens, lengths, positions, labels, rates = [], [], [], [], []
    segments, next_sentence = [], []
    for step in range(steps):
        # Sentences with a rule to learn: each token is its predecessor plus a step of the sentence.
        step_lengths = [sequence if model == "gpt" else draw.randint(sequence // 2, sequence)
                        for _ in range(sequences)]
        flat, masked, step_segments, step_next = [], [], [], []
        for s in range(sequences):
            first, stride = draw.randrange(1, c["vocabulary"]), draw.randint(1, 3)
            flat += [1 + (first + stride * t) % (c["vocabulary"] - 1) for t in range(sequence)]
            if model == "bert_nsp":  # from the border on, another sentence or the same one
                border, other = draw.randint(2, step_lengths[s] - 2), draw.randrange(2)
                step_segments += [int(border <= t < step_lengths[s]) for t in range(sequence)]
                step_next.append(other)
                first, stride = draw.randrange(1, c["vocabulary"]), draw.randint(1, 3)
                for t in range(border if other else sequence, sequence):
                    flat[s * sequence + t] = 1 + (first + stride * t) % (c["vocabulary"] - 1)
            masked += [s * sequence + t for t in range(step_lengths[s])]
        if model == "gpt":  # each token but the last of a sequence predicts the next
            chosen = [p for p in range(len(flat)) if (p + 1) % sequence != 0]
            labels.append([flat[p + 1] for p in chosen])
        else:
            chosen = sorted(draw.sample(masked, c["masked"]))
            labels.append([flat[p] for p in chosen])
            for p in chosen:
                flat[p] = 0  # [MASK]
        tokens.append(flat)
        lengths.append(step_lengths)
        positions.append(chosen)
        segments.append(step_segments)
        next_sentence.append(step_next)
        rates.append(c["learning_rate"] * min((step + 1) / 10, (steps - step) / (steps - 10)))
    tensors["tokens"] = torch.tensor(tokens, dtype=torch.int32)
    tensors["lengths"] = torch.tensor(lengths)
    tensors["positions"] = torch.tensor(positions)
    tensors["labels"] = torch.tensor(labels, dtype=torch.int32)
    tensors["learning_rates"] = torch.tensor(rates, dtype=torch.float64)
    if model == "bert_nsp":
        tensors["segments"] = torch.tensor(segments, dtype=torch.int32)
        tensors["next_sentence"] = torch.tensor(next_sentence, dtype=torch.int32)
    write_safetensors(path, tensors, {"config": json.dumps(c)})


# ------------------------------------------------------------------- arithmetic, exact or with noise
def wiggle(values, scale, noise):
    return values + UNIT * scale * noise.uniform(values)


class Noise:
    """Uniform numbers in [-1, 1] from a generator of its own."""

    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)

    def uniform(self, like):
        return 2 * torch.rand(like.shape, dtype=like.dtype, generator=self.generator) - 1


class NoisyProduct(torch.autograd.Function):
    """a @ b and its gradients, each with the worst rounding of a float sum of n products, n u |a||b|."""

    @staticmethod
    def product(a, b, noise):
        return wiggle(a @ b, a.shape[-1] * (a.abs() @ b.abs()), noise)

    @staticmethod
    def forward(ctx, a, b, noise):
        ctx.save_for_backward(a, b)
        ctx.noise = noise
        return NoisyProduct.product(a, b, noise)

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        return (NoisyProduct.product(g, b.transpose(-1, -2), ctx.noise),
                NoisyProduct.product(a.transpose(-1, -2), g, ctx.noise), None)


class Rounding:
    """To nearest, ties to even, of operands; results are kept in double precision. Noise is then that of
    the library's reference kernels, which compute in double precision and round each result to float."""

    def __init__(self, precision):
        self.type = {"bfloat16": torch.bfloat16, "float16": torch.float16}[precision]

    def __call__(self, values):
        return values.float().to(self.type).double()


class RoundedProduct(torch.autograd.Function):
    """a @ b and its gradients, of which each of the three products has rounded operands."""

    @staticmethod
    def product(a, b, noise):
        return a @ b if noise is None else wiggle(a @ b, (a @ b).abs(), noise)

    @staticmethod
    def forward(ctx, a, b, rounded, noise):
        a, b = rounded(a), rounded(b)
        ctx.save_for_backward(a, b)
        ctx.rounded, ctx.noise = rounded, noise
        return RoundedProduct.product(a, b, noise)

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        g = ctx.rounded(g)
        return (RoundedProduct.product(g, b.transpose(-1, -2), ctx.noise),
                RoundedProduct.product(a.transpose(-1, -2), g, ctx.noise), None, None)


class RoundedAttention(torch.autograd.Function):
    """softmax(scale q k^T, of what is allowed) v with exponentials E in place of probabilities, which are
    divided by their sum behind the product: E, and the gradient of the output over that sum, are what
    meets the products, rounded like q, k, v and the gradient of the scores."""

    @staticmethod
    def forward(ctx, q, k, v, allowed, rounded, noise):
        product = lambda a, b: RoundedProduct.product(a, b, noise)
        off = lambda x: x if noise is None else wiggle(x, x.abs(), noise)
        q, k, v = rounded(q), rounded(k), rounded(v)
        scale = 1 / math.sqrt(q.shape[-1])
        scores = product(q, k.transpose(-1, -2)).masked_fill(~allowed, -math.inf)
        e = off(torch.exp(scale * (scores - scores.amax(-1, keepdim=True))))
        total = e.sum(-1, keepdim=True)
        out = product(rounded(e), v) / total
        ctx.save_for_backward(q, k, v, e, total, out)
        ctx.rest = product, off, rounded, scale
        return out

    @staticmethod
    def backward(ctx, g):
        q, k, v, e, total, out = ctx.saved_tensors
        product, off, rounded, scale = ctx.rest
        g = g / total
        dot = (g * out).sum(-1, keepdim=True)
        g = rounded(g)
        dv = product(rounded(e).transpose(-1, -2), g)
        ds = rounded(off(e * (product(g, v.transpose(-1, -2)) - dot) * scale))
        return product(ds, k), product(ds.transpose(-1, -2), q), dv, None, None, None


class NoisyIdentity(torch.autograd.Function):
    """Follows an elementwise function: its values and its gradients are a little wrong."""

    @staticmethod
    def forward(ctx, x, units, noise):
        ctx.units, ctx.noise = units, noise
        return wiggle(x, units * x.abs(), noise)

    @staticmethod
    def backward(ctx, g):
        return wiggle(g, ctx.units * g.abs(), ctx.noise), None, None


class NoisySoftmax(torch.autograd.Function):
    """Softmax over the last dimension whose probabilities are a little wrong, in the backward pass too:
    they do not sum to one, so that gradients that should vanish do not."""

    @staticmethod
    def forward(ctx, x, noise):
        p = x.softmax(-1)
        p = wiggle(p, ELEMENTWISE * p, noise)
        ctx.save_for_backward(p)
        ctx.noise = noise
        return p

    @staticmethod
    def backward(ctx, g):
        p, = ctx.saved_tensors
        inner = (p * g).sum(-1, keepdim=True)
        inner = wiggle(inner, p.shape[-1] * (p * g).abs().sum(-1, keepdim=True), ctx.noise)
        gradient = p * (g - inner)
        return wiggle(gradient, ELEMENTWISE * gradient.abs(), ctx.noise), None


# -------------------------------------------------------------------------------------------- model
class Transformer:
    """BERT for masked language modelling, post-norm or pre-norm, GroupBERT for the same, or GPT for
    causal modelling: exact GELU, decoder tied to the embedding."""

    def __init__(self, config, tensors, noise, rounded=None):
        self.c, self.noise, self.rounded = config, noise, rounded
        self.units = ELEMENTWISE if rounded is None else 1
        dense, sparse = shapes(config)
        self.parameters, self.masks, self.coordinates = {}, {}, {}
        for name in dense:
            self.parameters[name] = tensors[name].double()
        block = config["block"]
        for name, shape in sparse.items():
            offsets = tensors[name + ".crow_indices"].tolist()
            columns = tensors[name + ".col_indices"].tolist()
            self.coordinates[name] = [(row, column) for row in range(len(offsets) - 1)
                                      for column in columns[offsets[row]:offsets[row + 1]]]
            weight = torch.zeros(shape, dtype=torch.float64)
            values = tensors[name + ".values"].double()
            for value, (row, col) in zip(values, self.coordinates[name]):
                weight[row * block:(row + 1) * block, col * block:(col + 1) * block] = value
            self.parameters[name] = weight
            self.masks[name] = self.mask(name)
        for parameter in self.parameters.values():
            parameter.requires_grad_(True)

    def mask(self, name):
        mask, block = torch.zeros(self.parameters[name].shape, dtype=torch.float64), self.c["block"]
        for row, col in self.coordinates[name]:
            mask[row * block:(row + 1) * block, col * block:(col + 1) * block] = 1
        return mask

    def edit(self, name, drop, grow):
        """Returns where blocks were dropped or grown: values and moments there must become zero."""
        old = self.masks[name]
        grid_cols = old.shape[1] // self.c["block"]
        kept = [c for i, c in enumerate(self.coordinates[name]) if i not in set(drop)]
        self.coordinates[name] = sorted(kept + [divmod(position, grid_cols) for position in grow])
        self.masks[name] = self.mask(name)
        return old != self.masks[name]

    def weight(self, name):
        value = self.parameters[name]
        return value * self.masks[name] if name in self.masks else value

    def product(self, a, b):
        if self.rounded is not None:
            return RoundedProduct.apply(a, b, self.rounded, self.noise)
        return a @ b if self.noise is None else NoisyProduct.apply(a, b, self.noise)

    def elementwise(self, x):
        return x if self.noise is None else NoisyIdentity.apply(x, self.units, self.noise)

    def softmax(self, x):
        return x.softmax(-1) if self.noise is None else NoisySoftmax.apply(x, self.noise)

    def linear(self, name, x):
        return self.product(x, self.weight(name + ".weight").T) + self.weight(name + ".bias")

    def norm(self, name, x):
        return self.elementwise(F.layer_norm(x, x.shape[-1:], self.weight(name + ".weight"),
                                             self.weight(name + ".bias"), eps=1e-12))

    def gelu(self, x):
        return self.elementwise(F.gelu(x))  # exact: x Phi(x)

    def attention(self, prefix, x, allowed):
        sequences, length, hidden = x.shape
        heads, size = self.c["heads"], hidden // self.c["heads"]
        query, key, value = (
            self.linear(prefix + "self." + part, x.reshape(-1, hidden))
            .reshape(sequences, length, heads, size).transpose(1, 2)
            for part in ("query", "key", "value"))
        if self.rounded is not None:
            context = RoundedAttention.apply(query, key, value, allowed[:, None], self.rounded,
                                             self.noise)
            context = context.transpose(1, 2).reshape(-1, hidden)
            return self.linear(prefix + "output.dense", context).reshape(x.shape)
        scores = self.product(query, key.transpose(-1, -2)) / math.sqrt(size)
        scores = scores.masked_fill(~allowed[:, None], -math.inf)
        context = self.product(self.softmax(scores), value)
        context = context.transpose(1, 2).reshape(-1, hidden)
        return self.linear(prefix + "output.dense", context).reshape(x.shape)

    def feed_forward(self, prefix, x):
        flat = x.reshape(-1, x.shape[-1])
        wide = self.gelu(self.linear(prefix + "intermediate.dense", flat))
        return self.linear(prefix + "output.dense", wide).reshape(x.shape)

    def grouped_feed_forward(self, prefix, which, x):
        flat = x.reshape(-1, x.shape[-1])
        wide = self.gelu(self.linear(prefix + f"intermediate_{which}.dense", flat))
        output = prefix + f"output_{which}."
        weight = self.weight(output + "grouped_matmul.weight")
        parts = [self.product(part, rows.T)
                 for part, rows in zip(wide.chunk(GROUPS, -1), weight.chunk(GROUPS))]
        narrow = torch.cat(parts, -1) + self.weight(output + "grouped_matmul.bias")
        return self.linear(output + "dense_output_projection", narrow).reshape(x.shape)

    def grouped_convolution(self, prefix, x):
        """x [sequences, tokens, hidden]"""
        weight, bias = self.weight(prefix + ".weight"), self.weight(prefix + ".bias")
        hidden, half = x.shape[-1], CONV_KERNEL // 2
        if self.noise is None:
            y = F.conv1d(x.transpose(1, 2), weight.reshape(hidden, CONV_GROUP, CONV_KERNEL), bias,
                         padding=half, groups=hidden // CONV_GROUP)
            return y.transpose(1, 2)
        windows = F.pad(x, (0, 0, half, half)).unfold(1, CONV_KERNEL, 1)  # [.., hidden, kernel]
        parts = [self.product(part.flatten(-2), rows.T)
                 for part, rows in zip(windows.split(CONV_GROUP, 2), weight.split(CONV_GROUP))]
        return torch.cat(parts, -1) + bias

    def convolution(self, prefix, x, lengths):
        flat = x.reshape(-1, x.shape[-1])
        gates, values = self.linear(prefix + "glu", flat).chunk(2, -1)
        gated = self.elementwise(values * self.elementwise(gates.sigmoid())).reshape(x.shape)
        valid = torch.arange(x.shape[1])[None, :] < lengths[:, None]
        convolved = self.grouped_convolution(prefix + "groupconv", gated * valid[..., None])
        activated = self.elementwise(F.silu(self.norm(prefix + "conv_norm", convolved)))
        return self.linear(prefix + "output_projection", activated.reshape(flat.shape)).reshape(x.shape)

    def hidden(self, tokens, lengths, segments):
        model, layers = names(self.c)
        embeddings = model + ".embeddings."
        length = self.c["sequence"]
        tokens = tokens.reshape(-1, length).long()
        allowed = (torch.arange(length)[None, :] < lengths[:, None])[:, None, :]  # [.., query, key]
        if model == "gpt":
            allowed = allowed & torch.ones(length, length, dtype=torch.bool).tril()[None]
        x = (self.weight(embeddings + "word_embeddings.weight")[tokens]
             + self.weight(embeddings + "position_embeddings.weight")[:length])
        if model != "gpt":
            types = self.weight(embeddings + "token_type_embeddings.weight")
            x = x + (types[0] if segments is None else types[segments.reshape(-1, length).long()])
            x = self.norm(embeddings + "LayerNorm", x)
        post_norm = is_post_norm(self.c)
        for layer in range(self.c["layers"]):
            prefix = f"{layers}{layer}."
            if model == "groupbert":
                norm = [lambda x, name=name: self.norm(prefix + name, x) for name in norms(self.c)]
                x = x + self.convolution(prefix + "convolution.", norm[0](x), lengths)
                x = x + self.grouped_feed_forward(prefix, "first", norm[1](x))
                x = x + self.attention(prefix + "attention.", norm[2](x), allowed)
                x = x + self.grouped_feed_forward(prefix, "second", norm[3](x))
                continue
            first, second = (prefix + name for name in norms(self.c))
            if post_norm:
                x = self.norm(first, x + self.attention(prefix + "attention.", x, allowed))
                x = self.norm(second, x + self.feed_forward(prefix, x))
            else:
                x = x + self.attention(prefix + "attention.", self.norm(first, x), allowed)
                x = x + self.feed_forward(prefix, self.norm(second, x))
        return x if post_norm else self.norm(model + ".LayerNorm", x)

    def next_sentence_loss(self, x, next_sentence):
        pooled = self.elementwise(torch.tanh(self.linear("bert.pooler.dense", x[:, 0])))
        logits = self.elementwise(self.linear("cls.seq_relationship", pooled))
        return F.cross_entropy(logits, next_sentence.long())

    def loss(self, tokens, lengths, positions, labels, segments=None, next_sentence=None):
        model, _ = names(self.c)
        x = self.hidden(tokens, lengths, segments)
        other = 0 if next_sentence is None else self.next_sentence_loss(x, next_sentence)
        x = x.reshape(-1, x.shape[-1])[positions]
        word = self.weight(model + ".embeddings.word_embeddings.weight")
        if model == "gpt":
            return F.cross_entropy(self.elementwise(self.product(x, word.T)), labels.long())
        head = "cls.predictions."
        x = self.norm(head + "transform.LayerNorm",
                      self.gelu(self.linear(head + "transform.dense", x)))
        logits = self.product(x, word.T) + self.weight(head + "bias")
        return F.cross_entropy(self.elementwise(logits), labels.long()) + other


def train(tensors, config, noise=None, keep_moments=False, rounded=None, loss_scale=1.0):
    """Losses of all steps and the model after them. `keep_moments` is the mistake that the library
    must not make: where the pattern moved, the moments stay."""
    model = Transformer(config, tensors, noise, rounded)
    decays = lambda name: not name.lower().endswith(("bias", "norm.weight"))
    groups = [{"params": [p for n, p in model.parameters.items() if decays(n) == decay],
               "weight_decay": config["weight_decay"] if decay else 0.0} for decay in (True, False)]
    optimizer = torch.optim.AdamW(groups, betas=(config["beta1"], config["beta2"]),
                                  eps=config["epsilon"])
    losses = []
    batch = ["tokens", "lengths", "positions", "labels"]
    if "segments" in tensors:
        batch += ["segments", "next_sentence"]
    for step in range(config["steps"]):
        for group in optimizer.param_groups:
            group["lr"] = float(tensors["learning_rates"][step])
        optimizer.zero_grad()
        loss = model.loss(*(tensors[k][step] for k in batch))
        (loss_scale * loss).backward()
        for parameter in model.parameters.values():
            parameter.grad /= loss_scale
        if step == 0:
            model.first_gradients = {n: p.grad.clone() for n, p in model.parameters.items()}
        losses.append(loss.item())
        optimizer.step()
        with torch.no_grad():
            if step in config["update_steps"]:
                update = config["update_steps"].index(step)
                for name in model.masks:
                    if name.endswith(WORDS):
                        continue
                    moved = model.edit(name, tensors[name + ".drop"][update].tolist(),
                                      tensors[name + ".grow"][update].tolist())
                    parameter = model.parameters[name]
                    parameter[moved] = 0
                    if not keep_moments:
                        for moment in ("exp_avg", "exp_avg_sq"):
                            optimizer.state[parameter][moment][moved] = 0
            if noise is not None:  # the library keeps its state in float
                for parameter in model.parameters.values():
                    state = optimizer.state[parameter]
                    for tensor in (parameter, state["exp_avg"], state["exp_avg_sq"]):
                        tensor.copy_(tensor.float().double())
    return losses, model


def summary(model, name, value=None):
    """Sum, sum of squares and sampled values (flat position in the dense tensor, value)."""
    value = model.weight(name).detach() if value is None else value
    flat = value.flatten()
    stored = (model.masks[name].flatten().nonzero().flatten().tolist() if name in model.masks
              else list(range(flat.numel())))
    stride = max(1, len(stored) // SAMPLES)
    samples = stored[::stride][:SAMPLES]
    return value.sum().item(), (value * value).sum().item(), {p: flat[p].item() for p in samples}


def write_golden(input_path, output_path, precision, loss_scale):
    torch.set_num_threads(1)
    how = {"loss_scale": loss_scale}
    if precision != "float64":
        how["rounded"] = Rounding(precision)
    tensors, metadata = read_safetensors(input_path)
    config = json.loads(metadata["config"])
    losses, model = train(tensors, config, **how)
    noisy = [train(tensors, config, Noise(seed), **how) for seed in range(RUNS)]
    wrong_losses, _ = train(tensors, config, keep_moments=True, **how)

    golden = {"losses": losses, "loss_tolerances": [], "parameters": {},
              "largest_loss_change_if_moments_stay":
                  max(abs(a - b) for a, b in zip(losses, wrong_losses))}
    for step, loss in enumerate(losses):
        golden["loss_tolerances"].append(SAFETY * max(abs(run[0][step] - loss) for run in noisy))
    for name in sorted(model.parameters):
        total, squares, samples = summary(model, name)
        others = [summary(run[1], name) for run in noisy]
        golden["parameters"][name] = {
            "sum": total, "sum_tolerance": SAFETY * max(abs(o[0] - total) for o in others),
            "sum_of_squares": squares,
            "sum_of_squares_tolerance": SAFETY * max(abs(o[1] - squares) for o in others),
            "positions": list(samples), "values": list(samples.values()),
            "value_tolerance": SAFETY * max(abs(o[2][p] - v)
                                            for o in others for p, v in samples.items()),
        }
    if precision != "float64":  # what the optimizer, which divides by their size, makes of them is coarse
        golden["gradients"] = {}
        for name in sorted(model.parameters):
            _, squares, samples = summary(model, name, model.first_gradients[name])
            others = [summary(run[1], name, run[1].first_gradients[name]) for run in noisy]
            golden["gradients"][name] = {
                "sum_of_squares": squares,
                "sum_of_squares_tolerance": SAFETY * max(abs(o[1] - squares) for o in others),
                "positions": list(samples), "values": list(samples.values()),
                "value_tolerance": SAFETY * max(abs(o[2][p] - v)
                                                for o in others for p, v in samples.items()),
            }
    if config.get("model") == "bert_nsp":  # an optimizer that divides by them hides what scales them
        golden["first_gradients"] = {}
        for name, gradient in model.first_gradients.items():
            size = lambda m: (m.first_gradients[name] ** 2).sum().item()
            golden["first_gradients"][name] = {
                "sum_of_squares": size(model),
                "sum_of_squares_tolerance": SAFETY * max(abs(size(run[1]) - size(model)) for run in noisy)}
    # Ten digits are far finer than any tolerance here; tolerances need no more than three.
    rounded = json.loads(json.dumps(golden), parse_float=lambda text: float(f"{float(text):.10g}"))
    rounded["loss_tolerances"] = [float(f"{t:.3g}") for t in golden["loss_tolerances"]]
    for entry in [*rounded["parameters"].values(), *rounded.get("gradients", {}).values(),
                  *rounded.get("first_gradients", {}).values()]:
        for key in entry:
            if key.endswith("tolerance"):
                entry[key] = float(f"{entry[key]:.3g}")
    with open(output_path, "w") as file:
        json.dump(rounded, file, separators=(",", ":"))
        file.write("\n")
    print(f"loss {losses[0]:.4f} -> {losses[-1]:.4f}, largest tolerance of a loss "
          f"{max(golden['loss_tolerances']):.2e}, change if moments stay "
          f"{golden['largest_loss_change_if_moments_stay']:.2e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("input")
    make.add_argument("input")
    make.add_argument("--block", type=int, choices=TOPOLOGY, required=True)
    make.add_argument("--model", choices=("bert", "bert_pre", "bert_nsp", "gpt", "groupbert"), default="bert")
    make.add_argument("--sparse-words", action="store_true")
    run = commands.add_parser("train")
    run.add_argument("input")
    run.add_argument("golden")
    run.add_argument("--precision", choices=("float64", "bfloat16", "float16"), default="float64")
    run.add_argument("--loss-scale", type=float, default=1.0)
    arguments = parser.parse_args()
    if arguments.command == "input":
        make_input(arguments.input, arguments.block, arguments.model, arguments.sparse_words)
    else:
        write_golden(arguments.input, arguments.golden, arguments.precision, arguments.loss_scale)


if __name__ == "__main__":
    main()
