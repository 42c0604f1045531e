# SPDX-License-Identifier: Apache-2.0
"""The operators espalier::linear, linear_input_gradient and linear_weight_gradient.

They take the pattern as the number of a plan, in a tensor of one int64: a compiled graph then has it as an
input and stays valid when an edit fills in another number, and autograd notices an edit between forward and
backward. A number is never used again.
"""

from __future__ import annotations

import itertools
import weakref

import torch

from espalier import _native
from espalier.errors import ConfigError, ShapeError

_numbers = itertools.count(1)
_plans: weakref.WeakValueDictionary[int, Plan] = weakref.WeakValueDictionary()


class Plan:
    """The pattern of one layer at one time, and where its backward pass leaves the operands of the gradient
    while a policy wants them."""

    __slots__ = ("__weakref__", "last_only", "number", "operands", "pattern")

    def __init__(self, pattern: _native.BlockPattern, operands: _native.GradientOperands):
        self.number = next(_numbers)
        self.pattern = pattern
        self.operands = operands
        self.last_only = False  # whether a backward pass replaces the operands of those before
        _plans[self.number] = self


def _plan(number: torch.Tensor, weight: torch.Tensor) -> Plan:
    plan = _plans.get(number.item())
    if plan is None:
        raise ConfigError("espalier::linear: found the plan of a layer that is gone or was edited since; expected one in use")
    _check(weight, (plan.pattern.blocks, *plan.pattern.block), "weight")
    if not weight.is_contiguous():
        raise ShapeError(f"espalier::linear: weight: found the strides {weight.stride()}; expected a contiguous tensor")
    return plan


def _check(tensor: torch.Tensor, shape: tuple | None, what: str) -> None:
    if tensor.dtype != torch.float32 or tensor.device.type not in ("cpu", "meta"):
        raise TypeError(f"espalier::linear: {what}: found {tensor.dtype} on {tensor.device.type}; "
                        "expected torch.float32 on cpu")
    if shape is not None and tuple(tensor.shape) != shape:
        raise ShapeError(f"espalier::linear: {what}: found the shape {tuple(tensor.shape)}; expected {shape}")


def _rows(tensor: torch.Tensor, features: int, what: str) -> torch.Tensor:
    _check(tensor, None, what)
    if tensor.dim() == 0 or tensor.shape[-1] != features:
        raise ShapeError(f"espalier::linear: {what}: found the shape {tuple(tensor.shape)}; expected [..., {features}]")
    return tensor.contiguous()


def _tokens(tensor: torch.Tensor) -> int:
    count = 1
    for extent in tensor.shape[:-1]:
        count *= extent
    return count


_library = torch.library.Library("espalier", "DEF")
_library.define("linear(Tensor x, Tensor weight, Tensor? bias, Tensor plan, SymInt out_features) -> Tensor")
_library.define("linear_input_gradient(Tensor dy, Tensor weight, Tensor plan, SymInt in_features) -> Tensor")
_library.define("linear_weight_gradient(Tensor dy, Tensor x, Tensor weight, Tensor plan) -> Tensor")


def _linear(x, weight, bias, plan, out_features):
    pattern = _plan(plan, weight).pattern
    rows, cols = pattern.shape
    x = _rows(x, cols, "x")
    if rows != out_features:
        raise ShapeError(f"espalier::linear: found {out_features} output features; expected {rows}")
    start = 0
    if bias is not None:
        _check(bias, (rows,), "bias")
        bias = bias.contiguous()
        start = bias.data_ptr()
    y = x.new_empty((*x.shape[:-1], rows))
    _native.linear(pattern, weight.data_ptr(), x.data_ptr(), start, y.data_ptr(), _tokens(x), torch.get_num_threads())
    return y


def _linear_input_gradient(dy, weight, plan, in_features):
    pattern = _plan(plan, weight).pattern
    rows, cols = pattern.shape
    dy = _rows(dy, rows, "dy")
    if cols != in_features:
        raise ShapeError(f"espalier::linear: found {in_features} input features; expected {cols}")
    dx = dy.new_empty((*dy.shape[:-1], cols))
    _native.linear_transposed(pattern, weight.data_ptr(), dy.data_ptr(), dx.data_ptr(), _tokens(dy),
                              torch.get_num_threads())
    return dx


def _linear_weight_gradient(dy, x, weight, plan):
    layer = _plan(plan, weight)
    rows, cols = layer.pattern.shape
    dy, x = _rows(dy, rows, "dy"), _rows(x, cols, "x")
    if dy.shape[:-1] != x.shape[:-1]:
        raise ShapeError(f"espalier::linear: dy: found the shape {tuple(dy.shape)}; expected the tokens of x, "
                         f"{tuple(x.shape)}")
    gradient = weight.new_empty(weight.shape)
    tokens, threads = _tokens(x), torch.get_num_threads()
    _native.linear_gradient(layer.pattern, dy.data_ptr(), x.data_ptr(), gradient.data_ptr(), False, tokens, threads)
    if layer.operands.wanted:
        if layer.last_only:
            layer.operands.want(True)  # forgets what was kept
        layer.operands.keep(layer.pattern, x.data_ptr(), dy.data_ptr(), tokens, threads)
    return gradient


_library.impl("linear", _linear, "CPU")
_library.impl("linear_input_gradient", _linear_input_gradient, "CPU")
_library.impl("linear_weight_gradient", _linear_weight_gradient, "CPU")


@torch.library.register_fake("espalier::linear", lib=_library)
def _(x, weight, bias, plan, out_features):
    return x.new_empty((*x.shape[:-1], out_features))


@torch.library.register_fake("espalier::linear_input_gradient", lib=_library)
def _(dy, weight, plan, in_features):
    return dy.new_empty((*dy.shape[:-1], in_features))


@torch.library.register_fake("espalier::linear_weight_gradient", lib=_library)
def _(dy, x, weight, plan):
    return weight.new_empty(weight.shape)


def _setup(ctx, inputs, output):
    x, weight, bias, plan, _ = inputs
    ctx.in_features = x.shape[-1]
    ctx.save_for_backward(x if ctx.needs_input_grad[1] else None, weight, plan)


def _backward(ctx, dy):
    x, weight, plan = ctx.saved_tensors
    needs_x, needs_weight, needs_bias = ctx.needs_input_grad[:3]
    ops = torch.ops.espalier
    dx = ops.linear_input_gradient(dy, weight, plan, ctx.in_features) if needs_x else None
    dw = ops.linear_weight_gradient(dy, x, weight, plan) if needs_weight else None
    db = dy.reshape(-1, dy.shape[-1]).sum(0) if needs_bias else None
    return dx, dw, db, None, None


def _no_second_derivative(ctx, *gradients):
    raise NotImplementedError("espalier::linear: found a second derivative asked for; expected first derivatives only")


def _no_vmap(info, in_dims, *arguments):
    raise NotImplementedError("espalier::linear: found torch.vmap; expected a batch as leading extents of the input")


torch.library.register_autograd("espalier::linear", _backward, setup_context=_setup, lib=_library)
torch.library.register_autocast("espalier::linear", "cpu", torch.float32, lib=_library)
for _name in ("linear_input_gradient", "linear_weight_gradient"):
    torch.library.register_autograd(f"espalier::{_name}", _no_second_derivative, lib=_library)
for _name in ("linear", "linear_input_gradient", "linear_weight_gradient"):
    torch.library.register_vmap(f"espalier::{_name}", _no_vmap, lib=_library)

linear = torch.ops.espalier.linear.default
