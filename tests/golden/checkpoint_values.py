#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints fingerprints of every tensor of a checkpoint, read by the formats' definitions and none of our code.

A fingerprint is the sum over the 32-bit words w_1, w_2, ... of a tensor of i * w_i, modulo 2^64, in hexadecimal.

    ./checkpoint_values.py checkpoints/v1 > checkpoints/values.json
"""
import json
import pathlib
import struct
import sys


def fingerprint(data):
    words = struct.unpack(f"<{len(data) // 4}I", data)
    return f"{sum(i * w for i, w in enumerate(words, 1)) % 2**64:016x}"


def tensors(path):
    raw = path.read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    data = raw[8 + length:]
    for name, tensor in json.loads(raw[8:8 + length]).items():
        if name != "__metadata__":
            begin, end = tensor["data_offsets"]
            yield name, data[begin:end]


checkpoint = pathlib.Path(sys.argv[1])
found = {}
for file in ("model", "optimizer", "topology"):
    for name, data in tensors(checkpoint / f"{file}.safetensors"):
        found[name] = fingerprint(data)
state = json.loads((checkpoint / "trainer_state.json").read_text())
for name, blocks in state.get("grown", {}).items():  # format 1; later formats have a tensor
    found["grown:" + name] = fingerprint(b"".join(struct.pack("<2i", *block) for block in blocks))
print(json.dumps(found, indent=1, sort_keys=True))
