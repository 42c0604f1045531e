# SPDX-License-Identifier: Apache-2.0
"""Extents that no block divides, by padding."""

import copy

import pytest
import torch
from reference import compare
from topology_problem import STEPS, policy
from torch import nn

import espalier
import espalier.torch as et


@pytest.mark.parametrize("block", [2, 4, 8, 16])
@pytest.mark.parametrize("shape", [(21, 13), (32, 13), (21, 16), (3, 5), (1, 1)])
@pytest.mark.parametrize("bias", [True, False])
def test_output_and_gradients_are_those_of_the_layer_itself(block, shape, bias):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(*shape, bias=bias))
    et.sparsify_(model, 0.6, block=block, pad=True)
    layer = model[0]
    assert (layer.in_features, layer.out_features) == shape and all(extent % block == 0 for extent in layer.pattern.shape)
    for leading in ((7,), (2, 3), ()):
        compare(model, [torch.randn(*leading, shape[0])], sum(shape) + 7)
    assert layer.to_dense().shape == (shape[1], shape[0])


def test_an_output_may_be_viewed_in_another_shape():
    layer = et.SparseLinear(21, 13, block=4, density=0.5, pad=True)
    x = torch.randn(2, 3, 21)
    assert torch.equal(layer(x).view(2, -1), layer(x).reshape(2, -1))


def test_what_lies_beyond_is_zero_and_stays_zero():
    torch.manual_seed(0)
    model = nn.Sequential(et.SparseLinear(21, 13, block=4, density=0.5, pad=True), nn.Tanh())
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(model, optimizer, policy("rigl"), seed=7)
    grown = 0
    for _ in range(STEPS):
        (model(torch.randn(9, 21)) - 1).square().mean().backward()
        report = topo.step()
        grown += report["grown"] if report else 0
        optimizer.zero_grad()
    whole = torch.from_numpy(model[0].matrix().to_dense())
    assert whole.shape == (16, 24) and not whole[13:].any() and not whole[:, 21:].any()
    assert grown > 0


def test_pad_is_for_each_family_and_asked_for():
    def make():
        return nn.ModuleDict({"a": nn.MultiheadAttention(18, 3), "r": nn.GRU(10, 7), "c": nn.Conv1d(5, 6, 1), "l": nn.Linear(5, 6)})

    with pytest.raises(espalier.ConfigError, match="no layer that can be replaced.*18 x 18, which pad=True takes"):
        et.sparsify_(make(), 0.5, block=4)
    model = make()
    report = et.sparsify_(model, 0.5, block=4, pad=True, measure=True)
    assert len(report) == 8 and not report.left_dense and report[0].in_features == 18
    assert all(layer.speed > 0 for layer in report)
    compare(model, [torch.randn(4, 2, 18)] * 3, 400, lambda model, *x: model["a"](*x))
    compare(model, [torch.randn(4, 2, 10)], 400, lambda model, x: model["r"](x))
    compare(model, [torch.randn(2, 5, 9)], 40, lambda model, x: model["c"](x))


@pytest.mark.parametrize("keep", ["magnitude", "mask", "grid"])
def test_magnitude_and_masks(keep):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 6))
    with torch.no_grad():
        model[0].weight.zero_()[5, 4] = 3
    mask = model[0].weight != 0
    grid = torch.zeros(2, 2, dtype=torch.bool)
    grid[1, 1] = True
    if keep == "magnitude":
        et.sparsify_(model, 0.25, block=4, keep="magnitude", pad=True)
    else:
        et.sparsify_(model, masks={"0": mask if keep == "mask" else grid}, block=4, pad=True)
    assert model[0].pattern.coordinates().tolist() == [[1, 1]] and model[0].to_dense()[5, 4] == 3


def test_state_dicts_copies_compilers_and_mlps():
    layer = et.SparseLinear(21, 13, block=4, density=0.5, pad=True, seed=1)
    fresh = et.SparseLinear(21, 13, block=4, density=0.3, pad=True, seed=2)
    fresh.load_state_dict(layer.state_dict())
    x = torch.randn(5, 21)
    assert torch.equal(fresh(x), layer(x)) and torch.equal(copy.deepcopy(layer)(x), layer(x))
    torch._dynamo.reset()
    compiled = torch.compile(layer, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(x), layer(x), rtol=1e-6, atol=1e-6)
    down = et.SparseLinear(13, 21, block=4, density=0.5, pad=True)
    mlp = et.SparseMLP.from_layers(layer, down, activation="relu")
    torch.testing.assert_close(mlp(x), down(layer(x).relu()), rtol=0, atol=0)
    with pytest.raises(espalier.ShapeError, match=r"expected \[\.\.\., 21\]"):
        layer(torch.randn(5, 24))
    with pytest.raises(espalier.ShapeError):
        et.SparseLinear(21, 13, block=4)
    with pytest.raises(espalier.ShapeError):
        et.SparseLinear(21, 13, block=3, pad=True)


def test_blocks_that_start_from_values_leave_the_padding_zero():
    torch.manual_seed(0)
    model = nn.Sequential(et.SparseLinear(21, 13, block=4, density=0.5, pad=True), nn.Tanh())
    topo = et.TopologyUpdater(model, torch.optim.SGD(model.parameters(), lr=1e-2), policy("set"), seed=7)
    for _ in range(STEPS):
        (model(torch.randn(9, 21)) - 1).square().mean().backward()
        topo.step()
        dense = model[0].matrix().to_dense()
        assert not dense[13:].any() and not dense[:, 21:].any()


def test_moments_that_start_from_a_mean_leave_the_padding_zero():
    torch.manual_seed(0)
    model = nn.Sequential(et.SparseLinear(21, 13, block=4, density=0.5, pad=True), nn.Tanh())
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(model, optimizer, policy("set", grown_moments="mean"), seed=7)
    for _ in range(STEPS):
        (model(torch.randn(9, 21)) - 1).square().mean().backward()
        topo.step()
        optimizer.zero_grad()
        for values in (model[0].weight, optimizer.state[model[0].weight]["exp_avg"]):
            assert not any(values[place].any() for place in model[0]._padding(model[0].pattern))
    et.SparseLinear(21, 13, block=4, density=0.5, pad=True).load_state_dict(model[0].state_dict())


def test_what_blocks_start_from_is_of_the_layers_own_values():
    """Of a head with one output 15 of 16 rows are padding."""
    torch.manual_seed(0)
    layer = et.SparseLinear(128, 1, block=16, density=0.5, pad=True)
    optimizer = torch.optim.AdamW(layer.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(layer, optimizer, policy("set", grown_moments="mean"), seed=7)
    deviation = layer.weight[:, :1].std(correction=0).item()
    assert topo.state_dict()["weights"][0]["initial_deviation"] == pytest.approx(deviation)
    report = None
    while not (report and report["grown"]):
        (layer(torch.randn(9, 128)) - 1).square().mean().backward()
        report = topo.step()
        optimizer.zero_grad()
        assert topo.steps < STEPS
    grown = report["weights"]["weight"]["grow"].tolist()
    new = torch.tensor([place in grown for place in layer.pattern.coordinates().tolist()])
    for key in ("exp_avg", "exp_avg_sq"):
        state = optimizer.state[layer.weight][key]
        torch.testing.assert_close(state[new, :1], state[~new, :1].mean().expand(int(new.sum()), 1, 16))


def test_a_state_with_values_beyond_the_extents_is_refused():
    whole, layer = et.SparseLinear(64, 48, bias=False), et.SparseLinear(60, 43, bias=False, pad=True)
    with pytest.raises(RuntimeError, match="weight: found values beyond 43 x 60; expected zeros"):
        layer.load_state_dict(whole.state_dict())
    layer.load_state_dict(et.SparseLinear(60, 43, bias=False, pad=True, seed=5).state_dict())


def test_a_padding_that_others_wrote_to_is_cleared_when_it_is_saved():
    """As by an initialisation of every parameter of a model."""
    layer, fresh = (et.SparseLinear(21, 13, block=4, density=0.5, pad=True, seed=seed) for seed in (1, 2))
    nn.init.normal_(layer.weight)
    x = torch.randn(5, 21)
    expected = layer(x)
    fresh.load_state_dict(layer.state_dict())
    assert torch.equal(fresh(x), expected) and torch.equal(layer(x), expected)


def test_a_state_dict_fills_a_layer_on_meta():
    layer = et.SparseLinear(21, 13, block=4, density=0.5, pad=True, seed=1)
    fresh = et.SparseLinear(21, 13, block=4, density=0.5, pad=True, seed=2, device="meta")
    fresh.load_state_dict(layer.state_dict(), assign=True)
    x = torch.randn(5, 21)
    assert torch.equal(fresh(x), layer(x))
