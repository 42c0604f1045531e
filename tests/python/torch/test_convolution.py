# SPDX-License-Identifier: Apache-2.0
"""Convolutions of one point, against the dense ones of the same weights."""

import copy

import pytest
import torch
from reference import compare
from torch import nn

import espalier
import espalier.torch as et

KINDS = [nn.Conv1d, nn.Conv2d, nn.Conv3d]


def extents(dimensions):
    return (7, 5, 3)[:dimensions]


@pytest.mark.parametrize("dimensions", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"bias": False}, {"stride": 2}, {"padding": "same"}])
@pytest.mark.parametrize("leading", [(4,), ()])
def test_output_and_gradients_are_those_of_torch(dimensions, options, leading):
    torch.manual_seed(0)
    model = nn.Sequential(KINDS[dimensions - 1](16, 24, 1, **options))
    et.sparsify_(model, 0.4, block=4, seed=3)
    assert type(model[0]) is et.SparsePointwiseConv and model[0].density > 0.3
    x = torch.randn(*leading, 16, *extents(dimensions))
    compare(model, [x], 16 + 24 + x.numel() // 16)  # the sums of the three products
    if dimensions == 2 and leading:
        compare(model, [x.to(memory_format=torch.channels_last)], 16 + 24 + x.numel() // 16)


def test_densify_puts_back_what_was_there():
    for dimensions in (1, 2, 3):
        model = nn.Sequential(KINDS[dimensions - 1](16, 24, 1, stride=2)).eval()
        before = copy.deepcopy(model)
        bias = model[0].bias
        et.sparsify_(model, 1.0, block=8)
        assert model[0].bias is bias and not model[0].training
        et.densify_(model)
        assert repr(model) == repr(before) and torch.equal(model[0].weight, before[0].weight) and model[0].bias is bias


@pytest.mark.parametrize(("make", "reason"), [
    (lambda: nn.Conv2d(16, 16, 3), "kernel is of 3x3"),
    (lambda: nn.Conv1d(16, 16, 1, groups=2), "2 groups"),
    (lambda: nn.Conv2d(16, 16, 1, padding=1), "pads"),
    (lambda: type("Own", (nn.Conv2d,), {})(16, 16, 1), "Own"),
])
def test_other_convolutions_stay_dense(make, reason):
    model = nn.Sequential(make(), nn.Conv2d(16, 16, 1))
    report = et.sparsify_(model, 0.5, block=4)
    assert [layer.name for layer in report] == ["1"] and reason in report.left_dense["0"]
    with pytest.raises(espalier.ConfigError, match=f"layer '0'.*{reason}"):
        et.sparsify_(model, {"0": 0.5}, block=4)


def test_is_made_of_a_convolution_alone():
    with pytest.raises(TypeError, match="SparsePointwiseConv: found that it is made by hand; expected sparsify_"):
        et.SparsePointwiseConv(16, 16, block=4)


def test_bad_operands_state_dicts_and_masks():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(16, 24, 1))
    mask = torch.zeros(24, 16, dtype=torch.bool)
    mask[5, 9] = True
    et.sparsify_(model, masks={"0": mask}, block=4)
    assert model[0].pattern.coordinates().tolist() == [[1, 2]]
    for x in (torch.randn(2, 15, 3, 3), torch.randn(16, 3), torch.randn(2, 3, 3, 16)):
        with pytest.raises(espalier.ShapeError, match="16 channels"):
            model(x)
    other = nn.Sequential(nn.Conv2d(16, 24, 1))
    et.sparsify_(other, 0.5, block=4)
    other.load_state_dict(model.state_dict())
    x = torch.randn(2, 16, 3, 3)
    assert torch.equal(other(x), model(x)) and torch.equal(copy.deepcopy(model)(x), model(x))
    torch._dynamo.reset()
    compiled = torch.compile(model, fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(x), model(x), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_what_follows_may_view_the_output_in_another_shape(dimensions):
    """As it may that of torch's."""
    conv = KINDS[dimensions - 1](16, 24, 1)
    model = nn.Sequential(copy.deepcopy(conv))
    et.sparsify_(model, 0.4, block=4)
    x = torch.randn(4, 16, *extents(dimensions))
    assert model(x).is_contiguous() and model(x).view(4, -1).shape == conv(x).view(4, -1).shape
    if dimensions == 2:
        last = x.to(memory_format=torch.channels_last)
        assert model(last).is_contiguous(memory_format=torch.channels_last)
