# SPDX-License-Identifier: Apache-2.0
"""torch.func and vmap over sparse layers, against the dense ones of the same weights."""

import copy
import functools

import pytest
import torch
from reference import UNIT, densified_of, gamma
from torch import nn
from torch.func import functional_call, grad, jacrev, vjp, vmap

import espalier
import espalier.torch as et


def models():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(16, 24), nn.Tanh(), nn.Linear(24, 8))
    et.sparsify_(model, 0.4, block=4, seed=1)
    return model, et.densify_(copy.deepcopy(model)).double()


def close(found, exact, terms=16 + 24 + 8 + 24 + 16):
    """Both products, the activation's roundings and their derivatives; sums cancel to no less than an eighth."""
    assert found.shape == exact.shape
    assert (found - exact).abs().max() <= 8 * gamma(terms) * exact.abs().max()


def loss(model, parameters, x, y):
    return (functional_call(model, parameters, (x,)) - y).square().mean()


def dense_gradients(model, gradients, shape=()):
    """Those of the stored blocks as those of dense parameters; `shape` stands before each."""
    if not shape:
        names = {id(p): name for name, p in model.named_parameters()}
        return densified_of(model, lambda p: gradients[names[id(p)]].detach())
    each = [dense_gradients(model, {name: g[i] for name, g in gradients.items()}) for i in range(shape[0])]
    return {name: torch.stack([one[name].detach() for one in each]) for name in each[0]}


@pytest.mark.parametrize("leading", [(16,), (5, 16)])
def test_grad_and_vjp(leading):
    sparse, dense = models()
    x, y = torch.randn(leading), torch.randn(*leading[:-1], 8)
    inputs = lambda model, x, y: grad(lambda x: (model(x) - y).square().mean())(x)
    close(inputs(sparse, x, y), inputs(dense, x.double(), y.double()))
    found = grad(lambda parameters: loss(sparse, parameters, x, y))(dict(sparse.named_parameters()))
    exact = grad(lambda parameters: loss(dense, parameters, x.double(), y.double()))(dict(dense.named_parameters()))
    stored = densified_of(sparse, torch.ones_like)
    for name, gradient in dense_gradients(sparse, found).items():
        close(gradient, exact[name] * stored[name])
    out, pull = vjp(sparse, x)
    close(pull(y)[0], vjp(dense, x.double())[1](y.double())[0])
    assert torch.equal(out, sparse(x))


def test_a_call_with_a_whole_state_dict():
    """It has the pattern beside the parameters, which has to be the layer's own."""
    sparse, _ = models()
    x, state, parameters = torch.randn(5, 16), sparse.state_dict(), dict(sparse.named_parameters())
    assert torch.equal(functional_call(sparse, state, (x,)), sparse(x))
    zeros = {name: torch.zeros_like(value) if value.is_floating_point() else value for name, value in state.items()}
    assert not functional_call(sparse, zeros, (x,)).any() and sparse(x).any()
    found = grad(lambda parameters: functional_call(sparse, {**state, **parameters}, (x,)).sum())(parameters)
    assert all(torch.equal(found[name], one) for name, one in grad(lambda p: functional_call(sparse, p, (x,)).sum())(parameters).items())
    other = models()[0]
    other[0]._set_pattern(espalier.BlockPattern.generate("random", (24, 16), 4, 0.4, seed=9))
    before = sparse(x)
    with pytest.raises(espalier.ConfigError, match="found those of another pattern; expected the layer's own") as raised:
        functional_call(sparse, other.state_dict(), (x,))
    assert "\n" not in str(raised.value) and torch.equal(sparse(x), before)


def test_grad_under_autocast():
    """Where what comes before gives bfloat16."""
    sparse, _ = models()
    x = torch.randn(5, 16).bfloat16()

    def squares(parameters, x):
        with torch.autocast("cpu", torch.bfloat16):
            return functional_call(sparse[0], parameters, (x,)).square().sum()

    parameters = dict(sparse[0].named_parameters())
    found = grad(squares, argnums=(0, 1))(parameters, x)
    wide = grad(squares, argnums=(0, 1))(parameters, x.float())
    assert found[1].dtype == torch.bfloat16 and torch.equal(found[1], wide[1].bfloat16())
    assert all(torch.equal(found[0][name], wide[0][name]) for name in parameters)


@pytest.mark.parametrize("dim", [0, 1, -1])
def test_vmap_takes_a_batch_as_tokens(dim):
    sparse, _ = models()
    x = torch.randn(6, 5, 16)
    batched = x.movedim(0, dim) if dim >= 0 else x.movedim(0, -1)
    assert torch.equal(vmap(sparse, in_dims=dim)(batched), sparse(x))
    assert torch.equal(vmap(vmap(sparse))(x), sparse(x))


def test_gradients_of_each_sample():
    sparse, dense = models()
    x, y = torch.randn(6, 16), torch.randn(6, 8)

    def each(model, x, y):
        gradient = grad(lambda parameters, x, y: loss(model, parameters, x, y))
        return vmap(gradient, in_dims=(None, 0, 0))(dict(model.named_parameters()), x, y)

    exact, stored = each(dense, x.double(), y.double()), densified_of(sparse, torch.ones_like)
    for name, gradient in dense_gradients(sparse, each(sparse, x, y), (6,)).items():
        close(gradient, exact[name] * stored[name])


def test_jacobians():
    sparse, dense = models()
    x = torch.randn(3, 16)
    close(jacrev(sparse)(x), jacrev(dense)(x.double()))
    close(vmap(jacrev(sparse))(x), vmap(jacrev(dense))(x.double()))
    close(torch.autograd.functional.jacobian(sparse, x), torch.autograd.functional.jacobian(dense, x.double()))


def test_a_batch_of_gradients():
    sparse, _ = models()
    x, dys = torch.randn(3, 16, requires_grad=True), torch.randn(4, 3, 8)
    _, pull = vjp(lambda parameters: functional_call(sparse, parameters, (x,)), dict(sparse.named_parameters()))
    batched = vmap(pull)(dys)[0]
    for i in range(4):
        for name, one in zip(batched, torch.autograd.grad(sparse(x), sparse.parameters(), dys[i]), strict=True):
            torch.testing.assert_close(batched[name][i], one, rtol=0, atol=8 * UNIT * one.abs().max().item())
    for model in (sparse, et.SparseMLP.from_layers(sparse[0], sparse[2])):
        with pytest.raises(NotImplementedError, match="jacrev") as raised:
            torch.autograd.grad(model(x), x, dys, is_grads_batched=True)
        assert "\n" not in str(raised.value)


@pytest.mark.parametrize("eager", [True, False])
def test_second_derivatives(eager):
    """A penalty on the gradient, through eager functions and through operators, against the dense model in float64."""
    sparse, dense = models()
    if not eager:
        for layer in (sparse[0], sparse[2]):
            layer.forward = functools.partial(layer._adapted, weight=layer.weight, product=layer._operator)
    x = torch.randn(5, 16)

    def penalised(model, x):
        x = x.detach().requires_grad_()
        (slope,) = torch.autograd.grad(model(x).square().sum(), x, create_graph=True)
        parameters = [p for p in model.parameters() if p.dim() > 1]
        return torch.autograd.grad(slope.square().sum() + model(x).sum(), [x, *parameters])

    (dx, *weights), (exact, *wide) = penalised(sparse, x), penalised(dense, x.double())
    close(dx, exact, 4 * (16 + 24 + 8 + 24 + 16))
    for layer, found, gradient in zip((sparse[0], sparse[2]), weights, wide, strict=True):
        stored = (layer.to_dense() != 0).double()
        found = torch.from_numpy(espalier.BlockMatrix(layer.pattern, found.numpy()).to_dense())
        close(found, gradient * stored, 4 * (16 + 24 + 8 + 24 + 16) + 5)


def test_hessian_of_inputs():
    sparse, dense = models()
    x = torch.randn(16)
    close(jacrev(jacrev(lambda x: sparse(x).square().sum()))(x), jacrev(jacrev(lambda x: dense(x).square().sum()))(x.double()), 4 * 88)
    mlp = et.SparseMLP.from_layers(sparse[0], sparse[2])
    with pytest.raises(NotImplementedError, match="SparseMLP"):
        torch.autograd.grad(mlp(x.requires_grad_()).square().sum(), x, create_graph=True)


def test_a_batch_of_weights_is_refused_by_name():
    sparse, _ = models()
    x = torch.randn(5, 16)
    weights = torch.stack([sparse[0].weight.detach()] * 3)
    with pytest.raises(NotImplementedError, match="vmap over the weight") as raised:
        vmap(lambda w: functional_call(sparse, {"0.weight": w}, (x,)))(weights)
    assert "\n" not in str(raised.value)
    with pytest.raises(NotImplementedError, match="vmap over the bias"):
        vmap(lambda b: functional_call(sparse, {"0.bias": b}, (x,)))(torch.zeros(3, 24))
