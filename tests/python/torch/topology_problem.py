# SPDX-License-Identifier: Apache-2.0
"""A small problem under a policy. Programs that tests start import it too, so that it imports no more than they need."""

import torch
from torch import nn

import espalier
import espalier.torch as et

STEPS = 44
#: For policies that start from more than they end with.
DENSITY = {"gmp": 1.0, "granet": 0.5, "one_shot_magnitude": 1.0, "snip": 1.0}
OPTIMIZERS = {
    "adamw": lambda params: torch.optim.AdamW(params, lr=1e-2),
    "adamw_amsgrad": lambda params: torch.optim.AdamW(params, lr=1e-2, amsgrad=True, foreach=False),
    "sgd": lambda params: torch.optim.SGD(params, lr=1e-2, momentum=0.9, nesterov=True),
    "adafactor": lambda params: torch.optim.Adafactor(params, lr=1e-2),
}


def policy(name="dynamic", **options):
    otherwise = espalier.policy_options(name)["once_at"] >= 0 or "every_seconds" in options
    return espalier.policy(name, **{"steps": STEPS, **({} if otherwise else {"updates": 11, "every_steps": 0}), **options})


def model(seed=0, density=0.25, block=4, pattern="random"):
    torch.manual_seed(seed)
    net = nn.Sequential(nn.Linear(32, 48), nn.GELU(), nn.Linear(48, 16))
    et.sparsify_(net, density, block=block, pattern=pattern, seed=3)
    return net


def batch(step, tokens=24):
    generator = torch.Generator().manual_seed(1000 + step)
    return torch.randn(tokens, 32, generator=generator), torch.randn(tokens, 16, generator=generator)


def loss_of(net, step):
    x, y = batch(step)
    return (net(x) - y).square().mean()


def train(net, optimizer, topo, start=0, stop=STEPS):
    reports = []
    for step in range(start, stop):
        loss = loss_of(net, step)  # stays alive until the next one is there, as in most programs
        loss.backward()
        reports.append(topo.step())
        optimizer.zero_grad()
    return [report for report in reports if report]


def assert_same(one, two):
    assert type(one) is type(two)
    if isinstance(one, torch.Tensor):
        assert torch.equal(one, two)
    elif isinstance(one, dict):
        assert one.keys() == two.keys()
        for key in one:
            assert_same(one[key], two[key])
    elif isinstance(one, (list, tuple)):
        assert len(one) == len(two)
        for a, b in zip(one, two, strict=True):
            assert_same(a, b)
    else:
        assert one == two
