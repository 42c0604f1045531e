# SPDX-License-Identifier: Apache-2.0
"""Gradients that are thrown away, or that growth is not to see."""

import pytest
import torch
from topology_problem import batch, loss_of, model, policy

import espalier
import espalier.torch as et


def grown_after(waste, name="rigl"):
    """What the updates of 12 steps grow, where `waste` does something else before each."""
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
    topo = et.TopologyUpdater(net, optimizer, policy(name))
    reports = []
    for step in range(12):
        waste(net, topo)
        optimizer.zero_grad()
        loss_of(net, step).backward()
        reports.append(topo.step())
        optimizer.zero_grad()
    grown = [weight["grow"].tolist() for report in reports if report for weight in report["weights"].values()]
    assert len(grown) >= 6
    return grown, topo.state_dict()


def test_growth_does_not_see_gradients_that_were_discarded():
    def passes(net, topo):
        (100 * net(torch.ones(24, 32))).square().mean().backward()

    def discarded(net, topo):
        passes(net, topo)
        topo.discard()

    clean, _ = grown_after(lambda net, topo: None)
    assert grown_after(discarded)[0] == clean != grown_after(passes)[0]


def test_growth_does_not_see_a_step_that_a_scaler_leaves_out():
    """It calls no optimizer that is not fused where a gradient overflows, which those of the layers need not do."""

    def grown(overflows):
        net, other = model(), torch.nn.Parameter(torch.zeros(1))
        optimizer = torch.optim.SGD([*net.parameters(), other], lr=0.0)
        scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
        topo = et.TopologyUpdater(net, optimizer, policy("rigl"))
        topo.attach()

        def train(loss):
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()

        reports = []
        for step in range(12):
            if overflows:
                train((100 * net(torch.ones(24, 32))).square().mean() + other.sum() * float("inf"))
            assert topo.steps == step
            train(loss_of(net, step))
            if topo.report is not None and all(topo.report is not known for known in reports):
                reports.append(topo.report)
        return [weight["grow"].tolist() for report in reports for weight in report["weights"].values()]

    clean = grown(overflows=False)
    assert grown(overflows=True) == clean and len(clean) >= 6


@pytest.mark.parametrize("name", ["rigl", "srigl", "snfs"])
@pytest.mark.parametrize("fused", [True, False])
def test_a_batch_of_no_tokens_has_a_gradient_of_zero(name, fused):
    """As a rank may have whose share of a batch is empty."""
    chosen = espalier.policy(name, steps=20, every_steps=1)
    net = model(pattern=chosen.initial_pattern)
    module = et.SparseMLP.from_layers(net[0], net[2]) if fused else net
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    topo = et.TopologyUpdater(net, optimizer, chosen)
    grown = []
    for tokens in (24, 0, 24):
        x, y = batch(0, tokens)
        (module(x) - y).square().sum().backward()
        assert tokens > 0 or not net[0].weight.grad.any()
        grown.append(topo.step()["grown"])
        optimizer.zero_grad()
    assert grown[0] > 0 and grown[2] > 0
    assert name == "snfs" or grown[1] == 0  # its mean tells of the steps before


@pytest.mark.parametrize("fused", [True, False])
def test_growth_does_not_see_a_gradient_of_the_input_alone(fused):
    def of_input(net, topo):
        module = et.SparseMLP.from_layers(net[0], net[2]) if fused else net
        x = torch.ones(24, 32, requires_grad=True)
        torch.autograd.grad((100 * module(x)).square().mean(), x)

    assert grown_after(of_input)[0] == grown_after(lambda net, topo: None)[0]


@pytest.mark.parametrize("name", ["rigl", "snfs"])
@pytest.mark.parametrize("fused", [True, False])
def test_growth_does_not_see_gradients_that_are_not_finite(name, fused):
    def overflow(net, topo):
        module = et.SparseMLP.from_layers(net[0], net[2]) if fused else net
        module(torch.full((24, 32), float("nan"))).sum().backward()

    clean, expected = grown_after(lambda net, topo: None, name)
    grown, state = grown_after(overflow, name)
    assert grown == clean
    for one, two in zip(expected["weights"], state["weights"], strict=True):
        assert torch.equal(one["momentum"], two["momentum"])


def test_an_update_whose_every_gradient_overflowed_follows_the_next_step():
    net = model()
    before = net[0].pattern
    optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
    topo = et.TopologyUpdater(net, optimizer, policy("rigl"))
    for _ in range(3):
        (net(torch.ones(24, 32)) * float("inf")).sum().backward()
        assert topo.step(lambda skip: None) is None
        optimizer.zero_grad()
    assert net[0].pattern is before
    net(torch.ones(24, 32)).sum().backward()
    assert topo.step(lambda skip: None)["dropped"] > 0
