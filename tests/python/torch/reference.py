# SPDX-License-Identifier: Apache-2.0
"""A sparse model beside the dense one of the same weights, in float64."""

import copy

import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence

import espalier.torch as et

UNIT = 2.0**-24


def gamma(terms):
    return terms * UNIT / (1 - terms * UNIT)


def tensors(result):
    """All that a module gives, flat."""
    if isinstance(result, PackedSequence):
        return [result.data]
    if isinstance(result, tuple):
        return [tensor for part in result for tensor in tensors(part)]
    return [] if result is None else [result]


def densified_of(model, value):
    """By name what each parameter of the densified model would hold, were `value` of each parameter there."""
    copied = copy.deepcopy(model)
    for ours, parameter in zip(copied.parameters(), model.parameters(), strict=True):
        ours.data = value(parameter)
    return dict(et.densify_(copied).named_parameters())


def compare(model, inputs, terms, call=lambda model, *inputs: model(*inputs)):
    """Outputs and all gradients of a model and of the same densified, in float64. `terms` is the length of all sums on the way
    from an input to a gradient, added up: an error is at most gamma of it relative to the magnitudes that are summed. A sum
    is assumed to cancel to no less than an eighth of its largest neighbour."""
    assert any(isinstance(module, et.SparseLinear) for module in model.modules())
    dense = et.densify_(copy.deepcopy(model))
    assert not any("espalier" in type(module).__module__ for module in dense.modules())
    dense.double()
    narrow = [x.detach().clone().requires_grad_() for x in inputs]
    wide = [x.detach().double().requires_grad_() for x in inputs]
    model.zero_grad()
    ys, expected = tensors(call(model, *narrow)), tensors(call(dense, *wide))
    generator = torch.Generator().manual_seed(1)
    dys = [torch.randn(y.shape, generator=generator) for y in ys]
    torch.autograd.backward(ys, dys)
    torch.autograd.backward(expected, [dy.double() for dy in dys])

    pairs = {f"output {i}": pair for i, pair in enumerate(zip(ys, expected, strict=True))}
    pairs |= {f"gradient of input {i}": (x.grad, w.grad) for i, (x, w) in enumerate(zip(narrow, wide, strict=True))}
    gradients = densified_of(model, lambda p: torch.zeros_like(p) if p.grad is None else p.grad)
    stored = densified_of(model, torch.ones_like)
    for name, parameter in dense.named_parameters():
        if parameter.requires_grad and parameter.grad is not None:
            pairs[name] = gradients[name], parameter.grad * stored[name]
    for name, (found, exact) in pairs.items():
        assert found.shape == exact.shape, name
        bound = 8 * gamma(terms) * exact.abs().max().item() if exact.numel() else 0
        error = (found - exact).abs().max().item() if exact.numel() else 0
        assert error <= bound, f"{name}: off by {error}, and the bound is {bound}"
