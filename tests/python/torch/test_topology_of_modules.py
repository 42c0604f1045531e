# SPDX-License-Identifier: Apache-2.0
"""TopologyUpdater over attention, recurrent layers and convolutions."""

import copy
import io

import pytest
import torch
from mixed_model import mixed
from topology_problem import batch, policy, train

import espalier
import espalier.torch as et

POLICIES = [about["name"] for about in espalier.policies()]


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_moves_every_kind_of_module(name):
    chosen = policy(name)
    net = mixed(density=chosen.initial_density(0.25), pattern=chosen.initial_pattern)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, chosen, seed=7, target_density=0.25)
    assert len(topo.state_dict()["weights"]) == 13
    reports = train(net, optimizer, topo)
    layers = {f"{name}.weight": layer for name, layer in net.named_modules() if isinstance(layer, et.SparseLinear)}
    if not reports:
        return  # a policy that never moves
    for key, weight in reports[-1]["weights"].items():
        assert weight["stored"] == layers[key].pattern.blocks
    assert sum(layer.pattern.blocks for layer in layers.values()) == sum(w["stored"] for w in reports[-1]["weights"].values())
    x, _ = batch(0)
    torch.testing.assert_close(et.densify_(copy.deepcopy(net))(x), net(x), rtol=1e-4, atol=1e-5)


def test_a_resumed_run_equals_one_that_was_never_stopped():
    def start():
        net = mixed()
        optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
        return net, optimizer, et.TopologyUpdater(net, optimizer, policy("rigl"), seed=7)

    net, optimizer, topo = start()
    train(net, optimizer, topo, 0, 20)
    file = io.BytesIO()
    torch.save([net.state_dict(), optimizer.state_dict(), topo.state_dict()], file)
    train(net, optimizer, topo, 20)
    file.seek(0)
    again = start()
    for one, state in zip(again, torch.load(file), strict=True):
        one.load_state_dict(state)
    train(*again, 20)
    for key, value in net.state_dict().items():
        assert torch.equal(value, again[0].state_dict()[key]), key


def test_growth_by_gradient_sees_every_step_of_a_sequence():
    """Where blocks grow by rigl, the dense module's gradient is larger than everywhere else that was free."""
    net = mixed()
    dense = et.densify_(copy.deepcopy(net))
    before = {name: layer.pattern for name, layer in net.named_modules() if isinstance(layer, et.SparseLinear)}
    optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
    topo = et.TopologyUpdater(net, optimizer, policy("rigl"), seed=7)
    (report,) = train(net, optimizer, topo, 0, 4)
    x, y = batch(report["completed_steps"] - 1)
    (dense(x) - y).square().mean().backward()
    moved = 0
    for name, weight in {"rnn.hh_l0": dense.rnn.weight_hh_l0, "rnn.hh_l0_reverse": dense.rnn.weight_hh_l0_reverse,
                         "rnn.ih_l0": dense.rnn.weight_ih_l0, "encoder.self_attn.out_proj": dense.encoder.self_attn.out_proj.weight,
                         "encoder.linear1": dense.encoder.linear1.weight, "point": dense.point.weight}.items():
        scores = weight.grad.flatten(1).unflatten(0, (-1, 4)).unflatten(2, (-1, 4)).abs().sum((1, 3))
        free = torch.ones(before[name].grid, dtype=torch.bool)
        free[tuple(before[name].coordinates().T)] = False
        grown = torch.zeros_like(free)
        grown[tuple(report["weights"][f"{name}.weight"]["grow"].T)] = True
        assert (free | ~grown).all()
        if grown.any() and (free & ~grown).any():  # a sum over 24 batches of 8 steps of float32, both ways
            assert scores[grown].min() >= scores[free & ~grown].max() * (1 - 1e-4)
            moved += int(grown.sum())
    assert moved > 8
