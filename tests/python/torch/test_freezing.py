# SPDX-License-Identifier: Apache-2.0
"""Weights that are frozen for a while, or from the start: what requires_grad says when an update comes counts."""

import numpy as np
import pytest
import torch
from topology_problem import STEPS, loss_of, model, policy, train
from torch import nn

import espalier
import espalier.torch as et


def fixed(name):
    return name in ("dense", "static") or espalier.policy_options(name)["pattern"] == name != "n_of_m"


MOVING = [about["name"] for about in espalier.policies() if not fixed(about["name"])]


def run(name):
    """A model under a policy, and steps of it of which two can be frozen."""
    torch.manual_seed(0)
    chosen = policy(name)
    density = chosen.initial_density(0.25)
    net = nn.Sequential(nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 64))
    et.sparsify_(net, density, block=4, pattern=chosen.initial_pattern, seed=3)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2, weight_decay=0.1)
    topo = et.TopologyUpdater(net, optimizer, chosen, seed=7, target_density=0.25)

    def steps(count):
        reports = []
        for _ in range(count):
            x = torch.randn(24, 64)
            (net(x) - x.roll(1, dims=1)).square().mean().backward()
            reports.append(topo.step())
            optimizer.zero_grad()
        return [report for report in reports if report]

    return net, optimizer, topo, steps


def moved(reports, weight):
    return sum(len(report["weights"][weight][what]) for report in reports for what in ("drop", "grow"))


@pytest.mark.parametrize("name", MOVING)
@pytest.mark.parametrize("before", [0, 10])
def test_a_frozen_weight_keeps_its_blocks_until_it_is_thawed(name, before):
    net, optimizer, topo, steps = run(name)
    steps(before)
    layer = net[0]
    layer.weight.requires_grad_(False)
    pattern, values = layer.pattern, layer.weight.detach().clone()
    state = {key: t.clone() for key, t in optimizer.state[layer.weight].items()}
    frozen = steps(22)
    assert layer.pattern is pattern and torch.equal(layer.weight, values)
    for key, tensor in optimizer.state[layer.weight].items():
        assert torch.equal(tensor, state[key]), key
    assert moved(frozen, "0.weight") == 0 and (moved(frozen, "2.weight") > 0 or not frozen)
    layer.weight.requires_grad_(True)
    thawed = steps(STEPS - 22 - before)
    assert topo.report["update"] == policy(name).updates
    if not thawed:
        return  # a policy of one update
    assert moved(thawed, "0.weight") > 0
    # What it was to shed meanwhile it has shed now, by itself or with the others: by then all have the target's blocks.
    assert net[0].pattern.blocks + net[2].pattern.blocks == 2 * 64


@pytest.mark.parametrize("name", ["gmp", "granet", "snip", "one_shot_magnitude", "snfs", "dynamic"])
def test_others_do_not_pay_for_what_a_frozen_weight_has_too_much(name):
    net, _, topo, steps = run(name)
    net[0].weight.requires_grad_(False)
    blocks = net[0].pattern.blocks
    steps(STEPS)
    assert (net[0].pattern.blocks, net[2].pattern.blocks) == (blocks, 64)
    assert [topo.report["weights"][weight]["stored"] for weight in ("0.weight", "2.weight")] == [blocks, 64]


def test_others_keep_what_a_frozen_weight_lacks():
    """GraNet compares the blocks of all layers: one that was pruned below its share when it was frozen has left that to the
    other, and has still."""
    net, _, topo, steps = run("granet")
    with torch.no_grad():
        net[0].weight.mul_(1e-3)
    steps(8)
    assert net[0].pattern.blocks < net[2].pattern.blocks
    net[0].weight.requires_grad_(False)
    few = net[0].pattern.blocks
    steps(STEPS - 8)
    assert net[0].pattern.blocks == few and net[2].pattern.blocks == max(2 * 64 - few, 64) > 64


@pytest.mark.parametrize("name", ["dynamic", "rigl", "snfs", "granet", "snip"])
def test_all_may_be_frozen_from_the_start(name):
    net, _, topo, steps = run(name)
    for layer in (net[0], net[2]):
        layer.weight.requires_grad_(False)
    patterns = net[0].pattern, net[2].pattern
    steps(22)
    assert net[0].pattern is patterns[0] and net[2].pattern is patterns[1]
    for layer in (net[0], net[2]):
        layer.weight.requires_grad_(True)
    steps(STEPS - 22)
    assert name == "snip" or (net[0].pattern != patterns[0] and net[2].pattern != patterns[1])


class Careless(espalier.TopologyPolicy):
    """Drops the first block of each weight and grows the first free position, frozen or not."""

    def propose(self, weights, update):
        self.seen.append([w.frozen for w in weights])
        for w in weights:
            free = np.ones(w.pattern.grid, bool)
            free[tuple(w.pattern.coordinates().T)] = False
            yield [0], np.argwhere(free)[:1]


def test_policies_of_ones_own_see_who_is_frozen_and_move_nobody():
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    own = Careless(steps=STEPS, updates=11)
    own.seen = []
    topo = et.TopologyUpdater(net, optimizer, own)
    train(net, optimizer, topo, 0, 6)
    net[0].weight.requires_grad_(False)
    before = net[0].pattern
    reports = train(net, optimizer, topo, 6, STEPS)
    assert net[0].pattern is before and own.seen == [[False, False]] + [[True, False]] * (len(reports))
    assert [(report["dropped"], report["grown"]) for report in reports] == [(1, 1)] * len(reports)


def test_a_thawed_weight_must_be_the_optimizers():
    net = model()
    net[0].weight.requires_grad_(False)
    optimizer = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad])
    topo = et.TopologyUpdater(net, optimizer, policy())
    train(net, optimizer, topo, 0, 6)
    net[0].weight.requires_grad_(True)
    pattern = net[2].pattern
    with pytest.raises(espalier.ConfigError, match="weight 0.weight: found in no param_group of AdamW.*add_param_group"):
        train(net, optimizer, topo, 6, 12)
    assert net[2].pattern is pattern
    optimizer.add_param_group({"params": [net[0].weight]})
    before = net[0].pattern
    train(net, optimizer, topo, topo.steps, STEPS)
    assert net[0].pattern != before


def test_states_without_frozen_weights_are_read():
    """Earlier versions left those out that were frozen when the updater was made."""
    def make():
        net = model()
        net[0].weight.requires_grad_(False)
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        return net, optimizer, et.TopologyUpdater(net, optimizer, policy("rigl"))

    net, optimizer, topo = make()
    train(net, optimizer, topo, 0, 10)
    saved = topo.state_dict()
    for key in ("weights", "initial_blocks", "target_blocks"):
        saved[key] = saved[key][1:]
    again, its_optimizer, its_topo = make()
    again.load_state_dict(net.state_dict())
    its_optimizer.load_state_dict(optimizer.state_dict())
    its_topo.load_state_dict(saved)
    train(net, optimizer, topo, 10, STEPS)
    train(again, its_optimizer, its_topo, 10, STEPS)
    assert again[2].pattern == net[2].pattern and torch.equal(again[2].weight, net[2].weight)
    again[0].weight.requires_grad_(True)
    with pytest.raises(espalier.FormatError, match="expected one for each of 2 weights"):
        its_topo.load_state_dict(saved)


def test_a_frozen_weights_stale_gradient_is_not_read():
    """One that overflowed would stop what SNFS notes of all gradients."""
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    topo = et.TopologyUpdater(net, optimizer, policy("snfs"))
    net[0].weight.grad = torch.full_like(net[0].weight, float("inf"))
    net[0].weight.requires_grad_(False)
    for step in range(3):
        loss_of(net, step).backward()
        topo.step(lambda skip: None)
        net[2].weight.grad = None
    momentum = [weight["momentum"] for weight in topo.state_dict()["weights"]]
    assert momentum[1].abs().sum() > 0 and momentum[0].abs().sum() == 0
