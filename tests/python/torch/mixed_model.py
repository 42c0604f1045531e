# SPDX-License-Identifier: Apache-2.0
"""A model with a layer of every kind that can be sparse."""

import torch
from torch import nn

import espalier.torch as et


class Mixed(nn.Module):
    """32 features in, 16 out, through a layer of every kind."""

    def __init__(self):
        super().__init__()
        self.point = nn.Conv1d(4, 16, 1)
        self.encoder = nn.TransformerEncoderLayer(16, 2, 32, 0.0, batch_first=True)
        self.rnn = nn.LSTM(16, 16, bidirectional=True, batch_first=True)
        self.cell = nn.GRUCell(32, 16)

    def forward(self, x):
        tokens = self.encoder(self.point(x.unflatten(-1, (4, 8))).transpose(1, 2))
        return self.cell(self.rnn(tokens)[0].mean(1))


def mixed(seed=0, density=0.25, pattern="random"):
    torch.manual_seed(seed)
    net = Mixed()
    report = et.sparsify_(net, density, block=4, pattern=pattern, seed=3)
    assert len(report) == 1 + 6 + 4 + 2
    return net
