#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One training step of a masked language model in PyTorch, for espalier-bench to measure itself against.

Reads lines and answers each with one: "hello" with the version and the file that it expects weights in, a
problem in JSON with the loss of its batch, and "step" with "done" after forward, backward and AdamW. The file
is gone once it is read, and with this process, which ends at the end of its input. The model is BERT with
norms after the layers, as users of PyTorch write it for speed: one product for query, key and value, fused
attention, the head on masked positions only, fused AdamW; with type bf16 under autocast.
"""
import json
import os
import signal
import struct
import sys
import tempfile

# A terminal interrupts espalier-bench too; with that the input ends, and the folder of the weights is removed.
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

missing = None
try:
    import torch
    import torch.nn.functional as F
except ImportError as error:
    missing = str(error)
else:
    if [int(part) for part in torch.__version__.split(".")[:2]] < [2, 4]:  # that of Debian 12 is 1.13
        missing = f"torch {torch.__version__} has no fused AdamW on CPUs; expected 2.4 or later"


def read_safetensors(path):
    with open(path, "rb") as file:
        length, = struct.unpack("<Q", file.read(8))
        header, data = json.loads(file.read(length)), bytearray(file.read())
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        tensor = torch.frombuffer(data, dtype=torch.float32, offset=begin, count=(end - begin) // 4)
        tensors[name] = tensor.reshape(entry["shape"]).clone()
    return tensors


class Step:
    def __init__(self, problem, weights):
        torch.set_num_threads(problem["threads"])
        tensors = read_safetensors(weights)
        for layer in range(problem["layers"]):
            prefix = f"bert.encoder.layer.{layer}.attention.self."
            for kind in ("weight", "bias"):
                parts = [tensors.pop(f"{prefix}{name}.{kind}") for name in ("query", "key", "value")]
                tensors[f"{prefix}qkv.{kind}"] = torch.cat(parts)
        self.p = {name: torch.nn.Parameter(tensor) for name, tensor in tensors.items()}
        self.layers, self.heads = problem["layers"], problem["heads"]
        self.tokens = torch.tensor(problem["tokens"]).reshape(-1, problem["sequence"])
        self.masked = torch.tensor(problem["positions"])
        self.labels = torch.tensor(problem["labels"])
        self.bf16 = problem["type"] == "bf16"
        decayed = [p for name, p in self.p.items() if p.dim() == 2]
        others = [p for name, p in self.p.items() if p.dim() != 2]
        self.optimizer = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}],
            lr=1e-5, eps=1e-6, fused=True)

    def linear(self, x, name):
        return F.linear(x, self.p[name + ".weight"], self.p[name + ".bias"])

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.p[name + ".weight"], self.p[name + ".bias"], 1e-12)

    def loss(self):
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
            return self.forward()

    def forward(self):
        embeddings = "bert.embeddings."
        words = self.p[embeddings + "word_embeddings.weight"]
        sequences, sequence = self.tokens.shape
        x = F.embedding(self.tokens, words) + self.p[embeddings + "position_embeddings.weight"][:sequence]
        x = self.norm(x + self.p[embeddings + "token_type_embeddings.weight"][0], embeddings + "LayerNorm")
        for layer in range(self.layers):
            prefix = f"bert.encoder.layer.{layer}."
            qkv = self.linear(x, prefix + "attention.self.qkv")
            q, k, v = qkv.reshape(sequences, sequence, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            attended = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(x.shape)
            x = self.norm(x + self.linear(attended, prefix + "attention.output.dense"),
                          prefix + "attention.output.LayerNorm")
            wide = F.gelu(self.linear(x, prefix + "intermediate.dense"))
            x = self.norm(x + self.linear(wide, prefix + "output.dense"), prefix + "output.LayerNorm")
        head = "cls.predictions."
        x = x.reshape(-1, x.shape[-1])[self.masked]
        x = self.norm(F.gelu(self.linear(x, head + "transform.dense")), head + "transform.LayerNorm")
        return F.cross_entropy(F.linear(x, words, self.p[head + "bias"]).float(), self.labels)

    def step(self):
        self.loss().backward()
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=False)


def answer_lines(weights):
    step = None
    for line in sys.stdin:
        line = line.strip()
        if line == "hello":
            version = "" if missing else f"{torch.__version__}, eager, fused attention and AdamW"
            answer = json.dumps({"error": missing} if missing else {"version": version, "weights": weights})
        elif line == "step":
            step.step()
            answer = "done"
        else:
            step = Step(json.loads(line), weights)
            os.remove(weights)
            with torch.no_grad():
                answer = json.dumps({"loss": step.loss().item()})
            step.step()
        print(answer, flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="espalier_step_") as folder:
        answer_lines(os.path.join(folder, "weights.safetensors"))
