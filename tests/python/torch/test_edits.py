# SPDX-License-Identifier: Apache-2.0
"""What an edit must not leave behind: averages of the weights, copies, itself when it is interrupted."""

import copy
import pickle
import warnings

import numpy as np
import pytest
import torch
import torch._dynamo.testing
import torch.nn.utils.prune
from topology_problem import STEPS, assert_same, loss_of, model, policy, train
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import espalier
import espalier.torch as et


def started(rule="dynamic", density=0.25, make=lambda params: torch.optim.AdamW(params, lr=1e-2)):
    net = model(density=density)
    optimizer = make(net.parameters())
    return net, optimizer, et.TopologyUpdater(net, optimizer, policy(rule), target_density=0.25)


# Averages


def test_an_average_of_another_pattern_is_refused_before_anything_moves():
    net, optimizer, topo = started()
    average = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.9))
    topo.follow(average)
    start = {"model": copy.deepcopy(net.state_dict()), "optimizer": optimizer.state_dict(), "topo": topo.state_dict()}
    saved_average = copy.deepcopy(average.state_dict())
    train(net, optimizer, topo, 0, 8)
    net.load_state_dict(start["model"])
    optimizer.load_state_dict(start["optimizer"])
    topo.load_state_dict(start["topo"])
    before = net[0].weight.detach().clone()
    with pytest.raises(espalier.ConfigError, match="layer '0.weight': found another pattern in the AveragedModel"):
        train(net, optimizer, topo, 0, 8)
    assert torch.equal(net[0].weight, before) and topo.steps == 0
    average.load_state_dict(saved_average)
    optimizer.zero_grad()
    train(net, optimizer, topo, 0, 8)
    assert average.module[0].pattern == net[0].pattern


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
@pytest.mark.parametrize(("rule", "density"), [("dynamic", 0.25), ("gmp", 1.0)])
def test_averages_of_other_types_follow(dtype, rule, density):
    net, optimizer, topo = started(rule, density)
    average = copy.deepcopy(net).to(dtype)
    topo.follow(average)
    with torch.no_grad():  # digits that float32 has not
        average[0].weight.copy_(torch.rand(average[0].weight.shape, dtype=torch.float64).to(dtype))
    old = {tuple(c): value.clone() for c, value in zip(net[0].pattern.coordinates().tolist(), average[0].weight, strict=True)}
    reports = train(net, optimizer, topo, 0, 4)
    assert len(reports) == 1 and average[0].weight.dtype == dtype and average[0].pattern == net[0].pattern
    grown = {tuple(c) for c in reports[0]["weights"]["0.weight"]["grow"].tolist()}
    assert len(average[0].weight) == net[0].pattern.blocks
    for c, value in zip(net[0].pattern.coordinates().tolist(), average[0].weight, strict=True):
        assert tuple(c) in grown or torch.equal(value, old[tuple(c)])


def test_a_copy_that_does_not_follow_is_told_of_once():
    net, optimizer, topo = started()
    average = AveragedModel(net)
    with pytest.warns(UserWarning, match=r"layer '0.weight'.*follow\(average\)") as told:
        train(net, optimizer, topo)
    assert len(told) == 1 and average.module[0].pattern != net[0].pattern
    net, optimizer, topo = started()
    topo.follow(AveragedModel(net))
    copy.deepcopy(net)  # is gone
    other = copy.deepcopy(net)
    et.TopologyUpdater(other, torch.optim.SGD(other.parameters(), lr=0.1), policy())
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        train(net, optimizer, topo)


def test_a_copy_in_which_no_edit_can_be_made_is_refused():
    """It would fail in the middle of one, when the model's own values had moved."""
    net, optimizer, topo = started()
    with torch.inference_mode():
        average = copy.deepcopy(net)
    for other, where in ((average, "of torch.inference_mode"), (copy.deepcopy(net).to("meta"), "on meta")):
        with pytest.raises(espalier.ConfigError, match=f"follow: layer '0.weight': found values {where}, in which no edit can be made"):
            topo.follow(other)
    del average, other
    train(net, optimizer, topo)
    assert topo.report["grown"] > 0


@pytest.mark.parametrize("trained", ["online", "target"])
def test_a_frozen_copy_within_the_model_is_told_of(trained):
    """As the target network of BYOL, an average of the other one. Neither need be the one that was copied."""
    frozen = "target" if trained == "online" else "online"

    def make():
        net = model()
        both = nn.ModuleDict({"online": net, "target": copy.deepcopy(net)})
        both[frozen].requires_grad_(False)
        return both, torch.optim.AdamW(both[trained].parameters(), lr=1e-2)

    both, optimizer = make()
    topo = et.TopologyUpdater(both, optimizer, policy())
    with pytest.warns(UserWarning, match=rf"'{frozen}.0.weight' is frozen .* '{trained}.0.weight' moves.*follow\(the other part\)") as told:
        train(both[trained], optimizer, topo)
    assert len(told) == 1 and both[frozen][0].pattern != both[trained][0].pattern
    both, optimizer = make()
    topo = et.TopologyUpdater(both[trained], optimizer, policy())
    topo.follow(both[frozen])
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        train(both[trained], optimizer, topo)
    assert both[frozen][0].pattern == both[trained][0].pattern


# Interruptions


@pytest.mark.parametrize(("rule", "density", "place"), [
    ("dynamic", 0.25, "_set_pattern"), ("rigl", 0.25, "_set_pattern"), ("gmp", 1.0, "_set_pattern"),
    # Nothing is copied where the number of blocks changes.
    ("dynamic", 0.25, "copy_"), ("rigl", 0.25, "copy_"),
])
def test_an_interrupted_edit_is_made_to_its_end(rule, density, place, monkeypatch):
    """Ctrl-C comes when some of the values are in their new places."""
    net, optimizer, topo = started(rule, density)
    average = AveragedModel(net)
    topo.follow(average)
    train(net, optimizer, topo, 0, 3)
    with torch.no_grad():
        for layer in (net[0], net[2]):  # says of each value where it is
            layer.weight.copy_(torch.from_numpy(numbers(layer.pattern)))
    owner = et.SparseLinear if place == "_set_pattern" else torch.Tensor
    method, calls = getattr(owner, place), []

    def interrupted(self, *arguments):
        calls.append(self)
        method(self, *arguments)
        if len(calls) == 1:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(owner, place, interrupted)
        for step in range(3, 6):  # policies that read gradients update before the optimizer, a step later
            loss_of(net, step).backward()
            topo.step(lambda skip: None)
    kept = 0
    for layer, twin in ((net[0], average.module[0]), (net[2], average.module[2])):
        assert twin.pattern == layer.pattern and layer.weight.grad.shape == layer.weight.shape
        for here, value in zip(numbers(layer.pattern), layer.weight.detach().numpy(), strict=True):
            kept += np.array_equal(here, value)
            assert np.array_equal(here, value) or not value.any()
    assert kept > 0
    topo.state_dict()  # refuses patterns that it did not make
    optimizer.zero_grad()
    train(net, optimizer, topo, topo.steps, STEPS)
    assert topo.report["update"] == topo.policy.updates


def numbers(pattern):
    """Values that say where they are."""
    rows, cols = pattern.coordinates().T
    return np.broadcast_to((1 + rows * pattern.grid[1] + cols)[:, None, None], (pattern.blocks, *pattern.block)).astype(np.float32)


@pytest.mark.parametrize("inference", [True, False])
def test_gradients_that_cannot_be_written_to_are_replaced(inference):
    """As those that a loop puts there itself: estimates made in inference mode, or expanded ones."""
    net, _, topo = started()
    while topo.report is None:
        for layer in (net[0], net[2]):
            with torch.inference_mode(inference):
                layer.weight.grad = torch.ones_like(layer.weight) if inference else torch.ones(1, 1, 1).expand_as(layer.weight)
        topo.step()
        assert topo.steps < STEPS
    grown = {tuple(c) for c in topo.report["weights"]["0.weight"]["grow"].tolist()}
    assert grown
    for c, values in zip(net[0].pattern.coordinates().tolist(), net[0].weight.grad, strict=True):
        assert (values == (0 if tuple(c) in grown else 1)).all()
    topo.state_dict()  # refuses patterns that it did not make


# Copies of updaters


def test_an_updater_is_neither_copied_nor_pickled():
    net, optimizer, topo = started()
    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"TopologyUpdater: found that it is copied or pickled; save its state_dict\(\)"):
            call(topo)


# Around the optimizer


def test_gradients_that_a_fused_optimizer_would_unscale_are_read_without_their_scale():
    """MEST compares weights with gradients: a scale would have other blocks drop."""

    def trained(scales):
        net, optimizer, topo = started("mest", make=lambda params: torch.optim.AdamW(params, lr=1e-2, fused=True))
        scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, enabled=scales)
        topo.attach()
        for step in range(STEPS):
            scaler.scale(loss_of(net, step)).backward()
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
        assert topo.report["update"] == 10
        return net

    scaled, plain = trained(True), trained(False)
    for i in (0, 2):
        assert scaled[i].pattern == plain[i].pattern and torch.equal(scaled[i].weight, plain[i].weight)


@pytest.mark.parametrize("layers", [[0], [0, 2]])
def test_a_parametrized_weight_is_named(layers):
    net = model()
    for i in layers:
        torch.nn.utils.parametrizations.weight_norm(net[i])
    with pytest.raises(espalier.ConfigError, match="weight 0.weight: found that _WeightNorm makes it"):
        et.TopologyUpdater(net, torch.optim.SGD(net.parameters(), lr=0.1), policy())


def test_a_weight_that_a_hook_makes_is_named():
    net = model()
    torch.nn.utils.prune.l1_unstructured(net[2], "weight", 0.5)
    with pytest.raises(espalier.ConfigError, match=r"weight 2.weight: found that a hook makes it.*\(torch.nn.utils.prune.remove"):
        et.TopologyUpdater(net, torch.optim.SGD(net.parameters(), lr=0.1), policy())
    torch.nn.utils.prune.remove(net[2], "weight")
    et.TopologyUpdater(net, torch.optim.SGD(net.parameters(), lr=0.1), policy())


def test_factors_of_adafactor_are_known_where_blocks_are_as_many_as_their_rows():
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(0)
    net = nn.Sequential(et.SparseLinear(32, 16, block=8, density=1.0), et.SparseLinear(16, 64, block=8, density=0.5))
    assert net[0].pattern.blocks == net[1].pattern.blocks == 8
    optimizer = transformers.optimization.Adafactor(net.parameters(), lr=1e-2, relative_step=False, scale_parameter=False)
    topo = et.TopologyUpdater(net, optimizer, policy())
    for step in range(8):
        net(torch.randn(24, 32)).square().mean().backward()
        state, before = optimizer.state[net[1].weight], {}

        def step(skip, state=state, before=before):
            optimizer.step()
            before.update(zip(map(tuple, net[1].pattern.coordinates().tolist()), state["exp_avg_sq_row"].clone(), strict=True))

        report = topo.step(step)
        optimizer.zero_grad()
        if report:
            break
    grown = {tuple(c) for c in report["weights"]["1.weight"]["grow"].tolist()}
    assert grown and state["exp_avg_sq_row"].shape == (8, 8)
    for c, rows in zip(net[1].pattern.coordinates().tolist(), state["exp_avg_sq_row"], strict=True):
        assert not rows.any() if tuple(c) in grown else torch.equal(rows, before[tuple(c)])


# FSDP and torch's own modules


def test_shards_are_refused(process_group):
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard

    net = model()
    fully_shard(net, mesh=init_device_mesh("cpu", (1,)))
    with pytest.raises(espalier.ConfigError, match="weight 0.weight: found shards of it"):
        et.TopologyUpdater(net, torch.optim.SGD(net.parameters(), lr=0.1), policy())
    with pytest.raises(espalier.ConfigError, match="FSDPModule"):
        et.densify_(net)


@pytest.mark.parametrize("average", [False, True])
def test_encoder_layers_with_layers_placed_by_hand_leave_the_fast_path(average):
    net = nn.TransformerEncoderLayer(32, 2, 64, batch_first=True)
    net.linear1 = et.SparseLinear(32, 64, block=4, density=0.5)
    copied = copy.deepcopy(net)
    topo = et.TopologyUpdater(net, torch.optim.SGD(net.parameters(), lr=0.1), policy())
    if average:
        topo.follow(copied)
        net = copied
    x = torch.randn(2, 5, 32)
    net.eval()
    expected = net(x)
    with torch.no_grad():
        torch.testing.assert_close(net(x), expected)


class Parts(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.encoder = nn.TransformerEncoderLayer(32, 2, 64, dropout=0.0, batch_first=True)
        et.sparsify_(self, {"encoder.*": 1.0}, block=4)
        self.mlp = et.SparseMLP(32, 64, block=4, density=1.0)

    def forward(self, x):
        return self.mlp(self.encoder(x))


def test_compiled_parts_step_over_edits_of_the_number_of_blocks():
    torch._dynamo.reset()
    config = torch._dynamo.config
    static = config.force_parameter_static_shapes, config.force_nn_module_property_static_shapes
    counter = torch._dynamo.testing.CompileCounterWithBackend("aot_eager")
    updates = 20
    net, plain = Parts(), Parts()
    for m, call in ((net, torch.compile(net, fullgraph=True, backend=counter)), (plain, plain)):
        optimizer = torch.optim.SGD(m.parameters(), lr=1e-2)
        topo = et.TopologyUpdater(call, optimizer, espalier.policy("gmp", steps=28, updates=updates, every_steps=0), target_density=0.25)
        for step in range(28):
            x = torch.randn(2, 4, 32, generator=torch.Generator().manual_seed(step))
            (call(x) - x).square().mean().backward()
            topo.step()
            optimizer.zero_grad()
        assert topo.report["update"] == topo.policy.updates >= updates - 1
    assert counter.frame_count == 1
    assert (config.force_parameter_static_shapes, config.force_nn_module_property_static_shapes) == static
    torch.testing.assert_close(net.mlp.up.weight, plain.mlp.up.weight, rtol=1e-4, atol=1e-4)


# State dicts


@pytest.mark.parametrize(("rule", "density"), [("dynamic", 0.25), ("gmp", 1.0)])
def test_a_state_dict_that_is_kept_fits_itself(rule, density):
    """It holds the weights themselves, as torch's do: after an edit in place it has new values, and must not have old indices beside them.
    Where the number of blocks changes it has the old of both."""
    net, optimizer, topo = started(rule, density)
    kept, before = net.state_dict(), net[0].pattern
    train(net, optimizer, topo)
    assert net[0].pattern != before
    fresh = model(density=density)
    fresh.load_state_dict(kept)
    assert fresh[0].pattern == (net[0].pattern if rule == "dynamic" else before)
    if rule == "dynamic":
        assert_same(dict(fresh.state_dict()), dict(net.state_dict()))


@pytest.mark.parametrize("assign", [False, True])
def test_a_state_dict_that_is_kept_fits_itself_after_another_is_loaded(assign):
    net = model()
    other = nn.Sequential(*(et.SparseLinear(*extents, block=4, density=0.25, seed=9) if extents else nn.GELU()
                            for extents in ((32, 48), (), (48, 16)))).state_dict()
    kept, snapshot = net.state_dict(), copy.deepcopy(net.state_dict())
    net.load_state_dict(other, assign=assign)
    assert_same(dict(kept), dict(snapshot if assign else other))


@pytest.mark.parametrize(("rule", "density"), [("dynamic", 0.25), ("gmp", 1.0)])
def test_a_state_dict_that_was_assigned_fits_itself(rule, density):
    """assign=True makes its tensors the weights: it holds them as one does that the model has given."""
    net = model(density=density)
    state, before = copy.deepcopy(net.state_dict()), net[0].pattern
    state["2.crow_indices"] = state["2.crow_indices"].int()
    net.load_state_dict(state, assign=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    train(net, optimizer, et.TopologyUpdater(net, optimizer, policy(rule), target_density=0.25, seed=7))
    assert net[0].pattern != before
    fresh = model(density=density)
    fresh.load_state_dict(state)
    assert fresh[0].pattern == (net[0].pattern if rule == "dynamic" else before)
    if rule == "dynamic":
        assert_same(dict(fresh.state_dict()), dict(net.state_dict()))
