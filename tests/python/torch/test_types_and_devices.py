# SPDX-License-Identifier: Apache-2.0
"""Narrow types, wide ones, and the meta device."""

import copy

import pytest
import torch
from topology_problem import policy
from torch import nn

import espalier
import espalier.torch as et


def modules():
    """One of each family, with what to call it by."""
    torch.manual_seed(0)
    model = nn.ModuleDict({"l": nn.Linear(16, 24), "a": nn.MultiheadAttention(16, 2, add_bias_kv=True), "r": nn.LSTM(16, 8, 2, bidirectional=True),
                           "e": nn.GRUCell(16, 8), "c": nn.Conv1d(16, 8, 1)})
    x = torch.randn(5, 3, 16)
    calls = {"l": lambda m, x: m(x), "a": lambda m, x: m(x, x, x)[0], "r": lambda m, x: m(x)[0], "e": lambda m, x: m(x[0]),
             "c": lambda m, x: m(x.transpose(1, 2))}
    return model, x, calls


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_narrow_types_are_computed_in_float32_and_rounded(dtype):
    model, x, calls = modules()
    et.sparsify_(model, 0.5, block=4)
    model.to(dtype)
    wide = copy.deepcopy(model).float()
    unit = torch.finfo(dtype).eps
    for name, call in calls.items():
        narrow = x.to(dtype).requires_grad_()
        y = call(model[name], narrow)
        y.sum().backward()
        expected = call(wide[name], narrow.detach().float())
        assert y.dtype == narrow.grad.dtype == dtype
        assert all(p.grad.dtype == dtype for p in model[name].parameters())
        # Every value that passes between products is rounded: a handful of units of the largest, in five steps of an LSTM.
        assert (y.float() - expected).abs().max() <= 32 * unit * max(1, expected.abs().max().item())
    layer = model["l"]
    rounded = wide["l"](x.to(dtype).float()).to(dtype)
    assert torch.equal(layer(x.to(dtype)), rounded)
    dense = et.densify_(model)["l"]
    assert dense.weight.dtype == dtype and dense(x.to(dtype)).dtype == dtype


@pytest.mark.parametrize("call", [
    lambda layer, x: layer(x.double()),
    lambda layer, x: layer(x.bfloat16()),
    lambda layer, x: layer.double()(x.double()),
    lambda layer, x: layer.bfloat16()(x),
])
def test_other_types_say_in_one_line_what_to_do(call):
    with pytest.raises(TypeError, match=r"\.float\(\)") as raised:
        call(et.SparseLinear(16, 24, block=4), torch.randn(2, 16))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("change", [lambda layer: layer.bfloat16(), lambda layer: layer.double(), lambda layer: layer.to("meta")])
def test_a_matrix_over_numpy_is_of_float32(change):
    layer = change(et.SparseLinear(16, 24, block=4))
    for call in (layer.matrix, layer.to_scipy):
        with pytest.raises(TypeError, match="found a weight of torch.*expected torch.float32 on cpu for a matrix over NumPy"):
            call()


def test_an_updater_refuses_narrow_weights():
    model, _, _ = modules()
    et.sparsify_(model, 0.5, block=4)
    optimizer = torch.optim.SGD(model.bfloat16().parameters(), lr=0.1)
    with pytest.raises(TypeError, match="bfloat16.*expected contiguous torch.float32"):
        et.TopologyUpdater(model, optimizer, policy())


# The meta device


def on_meta(**options):
    with torch.device("meta"):
        model, _, _ = modules()
    report = et.sparsify_(model, 0.25, block=4, seed=5, **options)
    assert len(report) == 1 + 4 + 8 + 2 + 1
    return model


def test_a_model_on_meta_has_patterns_and_no_values():
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(2**17, 2**17))  # 64 GiB, were it dense
    et.sparsify_(model, 2.0**-12, block=16)
    assert model[0].weight.is_meta and model[0].pattern.blocks == 2**14
    assert model(torch.empty(3, 2**17, device="meta")).shape == (3, 2**17)
    model.to_empty(device="cpu")[0].reset_parameters()
    assert model(torch.randn(1, 2**17)).isfinite().all() and model[0].weight.std() > 0


@pytest.mark.parametrize("pad", [False, True])
def test_an_updater_refuses_weights_without_values(pad):
    model = on_meta(pad=pad)
    with pytest.raises(TypeError, match="weight l.weight: found none of its values, on meta; expected to_empty and reset_parameters"):
        et.TopologyUpdater(model, torch.optim.SGD(model.parameters(), lr=0.1), policy())


def test_to_empty_and_an_initialiser():
    torch.manual_seed(1)
    model, _, _ = modules()
    et.sparsify_(model, 0.25, block=4, seed=5)
    fresh = on_meta()
    for name, layer in model.named_modules():
        if isinstance(layer, et.SparseLinear):
            assert fresh.get_submodule(name).pattern == layer.pattern
    fresh.to_empty(device="cpu")
    for module in fresh.modules():
        if hasattr(module, "reset_parameters"):
            module.reset_parameters()
    _, x, calls = modules()
    for name, call in calls.items():
        assert call(fresh[name], x).isfinite().all()
    optimizer = torch.optim.SGD(fresh.parameters(), lr=0.1)
    topo = et.TopologyUpdater(fresh, optimizer, policy("dynamic"), seed=1)
    sum(call(fresh[name], x).sum() for name, call in calls.items()).backward()
    topo.step()


@pytest.mark.parametrize("assign", [True, False])
def test_a_state_dict_fills_it(assign):
    model, x, calls = modules()
    et.sparsify_(model, 0.5, block=4, seed=6)
    fresh = on_meta()
    if not assign:
        fresh.to_empty(device="cpu")
    fresh.load_state_dict(model.state_dict(), assign=assign)
    for name, call in calls.items():
        assert torch.equal(call(fresh[name], x), call(model[name], x))
    et.densify_(fresh)
    for name, call in calls.items():
        torch.testing.assert_close(call(fresh[name], x), call(model[name], x), rtol=1e-4, atol=1e-5)


def test_padding_masks_densify_and_refusals_on_meta():
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(10, 6))
    et.sparsify_(model, 0.5, block=4, pad=True)
    model.to_empty(device="cpu")[0].reset_parameters()
    assert model(torch.randn(2, 10)).isfinite().all()
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(8, 8))
    mask = torch.eye(2, dtype=torch.bool)
    report = et.sparsify_(model, masks={"0": mask}, block=4, measure=True)
    assert report[0].speed is None
    assert model[0].weight.is_meta and model[0].pattern.blocks == 2
    assert et.densify_(model)[0].weight.is_meta
    with pytest.raises(espalier.ConfigError, match="meta"):
        et.sparsify_(model, 0.5, block=4, keep="magnitude")


def test_autocast_leaves_types_alone_that_it_does_not_know():
    """As torch's own layers do: a layer refuses them as without it."""
    layer = et.SparseLinear(16, 16, block=4, density=0.5)
    for x in (torch.randn(3, 16, dtype=torch.float64), torch.ones(3, 16, dtype=torch.int64)):
        with torch.autocast("cpu"), pytest.raises(TypeError, match="expected torch.float32 on cpu"):
            layer(x)
