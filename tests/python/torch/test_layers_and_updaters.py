# SPDX-License-Identifier: Apache-2.0
"""What layers and their updater know of each other: patterns that others change, operands that nobody wants any more."""

import gc
import weakref

import pytest
import torch
from topology_problem import STEPS, assert_same, loss_of, model, policy, train
from torch import nn

import espalier
import espalier.torch as et


def adamw(net):
    return torch.optim.AdamW(net.parameters(), lr=1e-2)


def kept_tokens(net):
    """How many tokens each layer has kept of since it was last told to."""
    return [module._plan.operands.tokens for module in net.modules() if isinstance(module, et.SparseLinear)]


# Patterns that others change


@pytest.mark.parametrize("blocks_kept", [True, False])
@pytest.mark.parametrize("options", [{}, {"drop": "movement"}])
def test_a_model_that_is_loaded_under_an_updater_is_refused(options, blocks_kept):
    """What an updater has noted of blocks belongs to the pattern that it left."""
    net = model()
    topo = et.TopologyUpdater(net, adamw(net), policy(**options), seed=7)
    saved = topo.state_dict()
    other = nn.Sequential(nn.Linear(32, 48), nn.GELU(), nn.Linear(48, 16))
    et.sparsify_(other, 0.25 if blocks_kept else 0.2, block=4, seed=11)
    net.load_state_dict(other.state_dict())
    with pytest.raises(espalier.ConfigError, match=r"weight 0\.weight has another pattern than this updater left"):
        topo.state_dict()
    with pytest.raises(espalier.ConfigError, match="another pattern than this updater left"):
        train(net, topo._optimizer, topo)
    topo._optimizer.state.clear()  # of the other number of blocks
    net.load_state_dict(model().state_dict())  # the pattern that it left
    topo.load_state_dict(saved)
    assert len(train(net, topo._optimizer, topo)) > 0


def test_a_rolled_back_model_goes_on_with_the_state_of_then():
    net = model()
    optimizer = adamw(net)
    topo = et.TopologyUpdater(net, optimizer, policy("dynamic"), seed=7)
    train(net, optimizer, topo, 0, 10)
    then = [part.state_dict() for part in (net, optimizer, topo)]
    then = torch.utils._pytree.tree_map(lambda x: x.clone() if torch.is_tensor(x) else x, then)
    train(net, optimizer, topo, 10, 30)
    once = net.state_dict()
    once = {key: value.clone() for key, value in once.items()}
    for part, state in zip((net, optimizer, topo), then, strict=True):
        part.load_state_dict(state)
    train(net, optimizer, topo, 10, 30)
    assert_same(once, dict(net.state_dict()))


# Settings that change


def test_a_state_under_other_settings_is_refused_when_it_is_loaded():
    net = model()
    optimizer = adamw(net)
    topo = et.TopologyUpdater(net, optimizer, policy("dynamic"), seed=7)
    train(net, optimizer, topo, 0, 20)
    longer = et.TopologyUpdater(net, optimizer, espalier.policy("dynamic", steps=10 * STEPS, updates=11), seed=7)
    with pytest.raises(espalier.FormatError, match=r"5 updates in 20 steps; expected 0, .*adopt=True"):
        longer.load_state_dict(topo.state_dict())
    assert longer.steps == 0
    longer.load_state_dict(topo.state_dict(), adopt=True)
    assert longer.steps == 20
    train(net, optimizer, longer, 20, 60)
    assert longer.report["update"] == 1 and longer.report["completed_steps"] == 40


def test_a_state_of_another_policy_is_adopted_when_asked():
    net = model()
    optimizer = adamw(net)
    topo = et.TopologyUpdater(net, optimizer, policy("rigl"), seed=7)
    train(net, optimizer, topo, 0, 20)
    other = et.TopologyUpdater(net, optimizer, policy("dynamic", drop="movement"), seed=7)
    with pytest.raises(espalier.FormatError, match="found the policy 'rigl'; expected 'dynamic'"):
        other.load_state_dict(topo.state_dict())
    other.load_state_dict(topo.state_dict(), adopt=True)
    assert other.explored == topo.explored
    assert len(train(net, optimizer, other, 20)) > 0


# Operands that nobody wants any more


def wanting(net):
    """An updater under a policy that wants the operands of every step."""
    optimizer = adamw(net)
    return et.TopologyUpdater(net, optimizer, policy("snfs"), seed=7), optimizer


def test_a_detached_updater_lets_layers_keep_nothing():
    net = model()
    topo, optimizer = wanting(net)
    topo.attach()
    loss_of(net, 0).backward()
    assert min(kept_tokens(net)) > 0
    optimizer.step()
    topo.detach()
    for step in (1, 2):
        loss_of(net, step).backward()
        assert max(kept_tokens(net)) == 0
    with pytest.raises(espalier.ConfigError, match="found the updater detached"):
        topo.step()
    topo.attach()
    loss_of(net, 3).backward()
    assert min(kept_tokens(net)) > 0
    optimizer.step()
    assert topo.steps == 2


def test_a_state_is_loaded_while_it_is_detached():
    net = model()
    topo, optimizer = wanting(net)
    topo.attach()
    topo.detach()
    topo.load_state_dict(topo.state_dict())
    loss_of(net, 0).backward()
    assert max(kept_tokens(net)) == 0
    topo.attach()
    loss_of(net, 1).backward()
    assert min(kept_tokens(net)) > 0
    optimizer.step()
    assert topo.steps == 1


def test_steps_by_hand_before_it_is_attached_again_count():
    """What layers keep for the next step follows from the last one, and not from when it was detached."""
    net = model()
    optimizer = adamw(net)
    topo = et.TopologyUpdater(net, optimizer, policy("rigl"), seed=7)
    topo.attach()
    topo.detach()
    step = 0
    while not net[0]._plan.operands.wanted:
        train(net, optimizer, topo, step, step + 1)
        step += 1
        assert step < STEPS
    topo.attach()
    loss_of(net, step).backward()
    optimizer.step()
    assert topo.report["update"] == 1


@pytest.mark.parametrize("after", ["nothing", "set"])
def test_an_updater_that_is_gone_lets_layers_keep_nothing(after):
    net = model()
    topo, optimizer = wanting(net)
    train(net, optimizer, topo, 0, 3)
    topo = None if after == "nothing" else et.TopologyUpdater(net, optimizer, policy("set"), seed=7)
    gc.collect()
    for step in (3, 4):
        loss_of(net, step).backward()
        assert max(kept_tokens(net)) == 0
        if topo is not None:
            topo.step()


def test_an_updater_that_follows_another_has_its_operands():
    net = model()
    topo, _ = wanting(net)
    topo, optimizer = wanting(net)  # the first one goes once the second is there
    gc.collect()
    loss_of(net, 0).backward()
    assert min(kept_tokens(net)) > 0
    topo.step()


@pytest.mark.parametrize("name", ["dynamic", "snfs"])  # whose edits come after the optimizer, and before it
def test_an_attached_updater_goes_with_its_optimizer(name):
    net = model()
    optimizer = adamw(net)
    topo = et.TopologyUpdater(net, optimizer, policy(name), seed=7)
    topo.attach()
    for step in range(6):
        loss_of(net, step).backward()
        optimizer.step()
    assert topo.report is not None
    topo.detach()
    gone = weakref.ref(topo), weakref.ref(optimizer)
    del topo, optimizer
    gc.collect()
    assert [reference() for reference in gone] == [None, None]


# Loops that accumulate


def test_accelerate_leaves_out_steps_while_it_accumulates():
    """Its optimizer does nothing between the last micro-batches of two steps, and neither does the updater."""
    accelerate = pytest.importorskip("accelerate")
    states = []
    for accumulates in (False, True):
        accelerate.state.AcceleratorState._reset_state(reset_partial_state=True)
        accelerate.state.GradientState._reset_state()
        net = model()
        accelerator = accelerate.Accelerator(cpu=True, gradient_accumulation_steps=3)
        prepared, optimizer = accelerator.prepare(net, adamw(net)) if accumulates else (net, adamw(net))
        topo = et.TopologyUpdater(prepared, optimizer, policy("rigl"), seed=7)
        for step in range(3 * STEPS):
            if accumulates:
                with accelerator.accumulate(prepared):
                    accelerator.backward(loss_of(prepared, step))
                    topo.step()
                    optimizer.zero_grad()
                continue
            (loss_of(net, step) / 3).backward()
            if step % 3 == 2:
                topo.step()
                optimizer.zero_grad()
        assert topo.steps == STEPS and topo.report["update"] == 10
        states.append(dict(net.state_dict()))
    assert_same(*states)


def test_a_policy_that_holds_the_model_and_its_updater_is_collected_with_them():
    class Holding(espalier.TopologyPolicy):
        def propose(self, weights, update):
            return [([], torch.empty(0, 2).numpy()) for _ in weights]

    net, rule = model(), Holding(steps=STEPS, updates=11)
    optimizer = adamw(net)
    topo = rule.topo = et.TopologyUpdater(net, optimizer, rule, seed=7)
    rule.model = net
    topo.attach()
    train(net, optimizer, topo)
    gone = [weakref.ref(one) for one in (net, optimizer, topo, rule)]
    del net, optimizer, topo, rule
    gc.collect()
    assert [reference() for reference in gone] == [None] * 4
