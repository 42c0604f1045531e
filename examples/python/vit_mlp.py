#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small vision transformer with sparse MLPs and attention outputs, whose patterns move, on images of bars made here.

    python examples/python/vit_mlp.py [--steps 200] [--density 0.2] [--policy dynamic]
"""

import argparse
import time

import torch
from torch import nn

import espalier
import espalier.torch as et


class Block(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        tokens, width = x.shape[-2:]
        q, k, v = self.qkv(self.norm1(x)).reshape(-1, tokens, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        attended = nn.functional.scaled_dot_product_attention(q, k, v)
        x = x + self.proj(attended.transpose(1, 2).reshape(x.shape))
        return x + self.down(nn.functional.gelu(self.up(self.norm2(x))))


class Vit(nn.Module):
    def __init__(self, width=128, depth=3, heads=4, patch=4, side=16, classes=4):
        super().__init__()
        self.patch = patch
        self.embed = nn.Linear(patch * patch, width)
        self.position = nn.Parameter(torch.randn(1, (side // patch) ** 2, width) * 0.02)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(depth)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

    def forward(self, images):
        patches = images.unfold(1, self.patch, self.patch).unfold(2, self.patch, self.patch).flatten(3).flatten(1, 2)
        return self.head(self.norm(self.blocks(self.embed(patches) + self.position)).mean(1))


def images(count, generator, side=16):
    """Bars that lie, stand, rise or fall, somewhere, in noise: the label says which."""
    labels = torch.randint(4, (count,), generator=generator)
    along = torch.arange(side)
    offset = torch.randint(3, side - 3, (count, 1, 1), generator=generator)
    rows, cols = along.view(1, side, 1), along.view(1, 1, side)
    kinds = [rows - offset, cols - offset, rows - cols + offset - side // 2, rows + cols - side // 2 - offset]
    bars = torch.stack([(k.expand(count, side, side).abs() < 1).float() for k in kinds], 1)
    clean = bars[torch.arange(count), labels]
    return clean + 0.5 * torch.randn(clean.shape, generator=generator), labels


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--density", type=float, default=0.2)
    parser.add_argument("--policy", default="dynamic")
    args = parser.parse_args()
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(1)

    model = Vit()
    print(et.sparsify_(model, {"*.up": args.density, "*.down": args.density, "*.proj": args.density}, block=8, measure=True))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    policy = espalier.policy(args.policy, steps=args.steps, every_steps=0, updates=20)
    topo = et.TopologyUpdater(model, optimizer, policy, seed=7)

    start = time.perf_counter()
    for step in range(args.steps):
        x, labels = images(64, generator)
        loss = nn.functional.cross_entropy(model(x), labels)
        loss.backward()
        topo.step()
        optimizer.zero_grad()
        if step % 50 == 49:
            print(f"step {step + 1}: loss {loss.item():.3f}, explored {topo.explored:.2f}")
    seconds = time.perf_counter() - start
    with torch.no_grad():
        x, labels = images(1000, generator)
        accuracy = (model(x).argmax(1) == labels).float().mean().item()
        dense = (et.densify_(model)(x).argmax(1) == labels).float().mean().item()
    print(f"accuracy {accuracy:.3f} in {seconds:.0f} s; made dense again {dense:.3f}")
    assert accuracy > 0.5 and abs(accuracy - dense) < 0.01


if __name__ == "__main__":
    main()
