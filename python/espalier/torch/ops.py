# SPDX-License-Identifier: Apache-2.0
"""The operators espalier::linear, linear_input_gradient and linear_weight_gradient.

They take the pattern as the number of a plan, in a tensor of one int64: a compiled graph then has it as an
input and stays valid when an edit fills in another number, and autograd notices an edit between forward and
backward. A number is never used again.
"""

from __future__ import annotations

import functools
import itertools
import math
import secrets
import weakref
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch.autograd import forward_ad
from torch.utils.flop_counter import register_flop_formula

from espalier import _native
from espalier.errors import ConfigError, ShapeError

_numbers = itertools.count(secrets.randbits(62))
_plans: weakref.WeakValueDictionary[int, Plan] = weakref.WeakValueDictionary()


class Plan:
    """The pattern of one layer at one time, and where its backward pass leaves the operands of the gradient
    while a policy wants them."""

    __slots__ = ("__weakref__", "extents", "last_only", "last_pass", "number", "operands", "pattern", "shape")

    def __init__(self, pattern: _native.BlockPattern, operands: _native.GradientOperands):
        self.number = next(_numbers)
        self.pattern = pattern
        self.extents = pattern.shape
        self.shape = (pattern.blocks, *pattern.block)  # of the weight
        self.operands = operands
        self.last_only = False  # whether a backward pass replaces the operands of those before
        self.last_pass = -1  # torch's number of the pass that came last; -1: outside of any
        _plans[self.number] = self

    def forget_earlier_operands(self) -> None:
        """Of the backward passes before, where a policy wants those of the last alone: a layer that is used twice
        has two in one."""
        if not self.last_only:
            return
        current = torch._C._current_graph_task_id()
        if current == -1 or current != self.last_pass:
            self.operands.want(self.operands.wanted)
        self.last_pass = current


def _check(tensor: torch.Tensor, shape: tuple | None, what: str) -> None:
    if tensor.dtype is not torch.float32 or not tensor.is_cpu:
        raise TypeError(f"espalier::linear: {what}: found {tensor.dtype} on {tensor.device.type}; "
                        "expected torch.float32 on cpu, as model.float() and x.float() make it")
    if shape is not None and tensor.shape != shape:
        raise ShapeError(f"espalier::linear: {what}: found the shape {tuple(tensor.shape)}; expected {shape}")


def _check_weight(weight: torch.Tensor, plan: Plan) -> None:
    _check(weight, plan.shape, "weight")
    if not weight.is_contiguous():
        raise ShapeError(f"espalier::linear: weight: found the strides {weight.stride()}; expected a contiguous tensor")


def _rows(tensor: torch.Tensor, features: int, what: str) -> torch.Tensor:
    _check(tensor, None, what)
    if tensor.layout is not torch.strided:
        raise TypeError(f"espalier::linear: {what}: found a tensor of {tensor.layout}; expected a dense one")
    if tensor.dim() == 0 or tensor.shape[-1] != features:
        raise ShapeError(f"espalier::linear: {what}: found the shape {tuple(tensor.shape)}; expected [..., {features}]")
    if tensor.is_neg():  # as the imaginary part of a conjugate: a view that is yet to be negated
        tensor = tensor.resolve_neg()
    return tensor.contiguous()


# What the products do with tensors, once the plan is known.


def _forward(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, plan: Plan) -> torch.Tensor:
    rows, cols = plan.extents
    _check_weight(weight, plan)
    x = _rows(x, cols, "x")
    start = 0
    if bias is not None:
        _check(bias, (rows,), "bias")
        bias = bias.contiguous()
        start = bias.data_ptr()
    leading = x.shape[:-1]
    y = x.new_empty((*leading, rows))
    _native.linear(plan.pattern, weight.data_ptr(), x.data_ptr(), start, y.data_ptr(), leading.numel(),
                   torch.get_num_threads())
    return y


def _input_gradient(dy: torch.Tensor, weight: torch.Tensor, plan: Plan) -> torch.Tensor:
    rows, cols = plan.extents
    _check_weight(weight, plan)
    dy = _rows(dy, rows, "dy")
    leading = dy.shape[:-1]
    dx = dy.new_empty((*leading, cols))
    _native.linear_transposed(plan.pattern, weight.data_ptr(), dy.data_ptr(), dx.data_ptr(), leading.numel(),
                              torch.get_num_threads())
    return dx


def _weight_gradient(dy: torch.Tensor, x: torch.Tensor, plan: Plan) -> torch.Tensor:
    rows, cols = plan.extents
    dy, x = _rows(dy, rows, "dy"), _rows(x, cols, "x")
    if dy.shape[:-1] != x.shape[:-1]:
        raise ShapeError(f"espalier::linear: dy: found the shape {tuple(dy.shape)}; expected the tokens of x, "
                         f"{tuple(x.shape)}")
    gradient = dy.new_empty(plan.shape)
    tokens, threads = x.shape[:-1].numel(), torch.get_num_threads()
    _native.linear_gradient(plan.pattern, dy.data_ptr(), x.data_ptr(), gradient.data_ptr(), False, tokens, threads)
    if plan.operands.wanted:
        plan.forget_earlier_operands()
        plan.operands.keep(plan.pattern, x.data_ptr(), dy.data_ptr(), tokens, threads)
    return gradient


def _asked(ctx, tensor: int) -> bool:
    """Whether the backward pass under way wants the gradient of a tensor that was given to the function, by its
    number among them. needs_input_grad tells of any pass: torch.autograd.grad(loss, x) does not want weights'."""
    will_execute = getattr(torch._C, "_will_engine_execute_node", None)
    node = ctx.next_functions[tensor][0]
    if will_execute is None or node is None:
        return True
    try:
        return will_execute(node)
    except RuntimeError:  # a weight that torch.autograd.grad was asked for itself
        return True


class _Linear(torch.autograd.Function):
    """The layer without the dispatcher, which costs a small layer more than its products."""

    @staticmethod
    def forward(ctx, x, weight, bias, number, plan):
        ctx.plan = plan
        # The number too: autograd then notices an edit, whatever becomes of the values.
        ctx.save_for_backward(x if ctx.needs_input_grad[1] else None, weight, number)
        return _forward(x, weight, bias, plan)

    @staticmethod
    def backward(ctx, dy):
        if torch.is_grad_enabled() or torch._C._are_functorch_transforms_active():
            ctx.in_features = ctx.plan.extents[1]
            return _linear_backward(_functions, ctx, dy)
        _refuse_grads_batched(dy)
        x, weight, _ = ctx.saved_tensors
        needs_x, needs_weight, needs_bias, _, _ = ctx.needs_input_grad
        return (_input_gradient(dy, weight, ctx.plan) if needs_x else None,
                _weight_gradient(dy, x, ctx.plan) if needs_weight and _asked(ctx, 1) else None,
                _bias_gradient(dy) if needs_bias else None, None, None)


class _FeedForward(torch.autograd.Function):
    """Two layers and the activation between them."""

    @staticmethod
    def forward(ctx, x, up_weight, up_bias, up_number, down_weight, down_bias, down_number, module):
        ctx.module = module
        ctx.down_weight = 3 if up_bias is None else 4  # its number among the tensors
        x = _rows(x, module[1].extents[1], "x")
        ctx.save_for_backward(x if ctx.needs_input_grad[1] else None, up_weight, up_number, down_weight, down_number)
        y, ctx.record = _feed_forward(x, up_weight, up_bias, down_weight, down_bias, module, True)
        return y

    @staticmethod
    def backward(ctx, dy):
        if torch.is_grad_enabled() or torch._C._are_functorch_transforms_active():
            raise NotImplementedError("espalier::linear: found a second derivative of SparseMLP asked for (create_graph), or a batch "
                                      "of gradients; expected first derivatives, or its layers one after another")
        _refuse_grads_batched(dy)
        x, up_weight, _, down_weight, _ = ctx.saved_tensors
        passes, up, down = ctx.module
        needs_x, needs_up, needs_up_bias, _, needs_down, needs_down_bias, _, _ = ctx.needs_input_grad
        needs_up = needs_up and _asked(ctx, 1)
        needs_down = needs_down and _asked(ctx, ctx.down_weight)
        dy = _rows(dy, down.extents[0], "dy")
        leading = dy.shape[:-1]

        dx = dy.new_empty((*leading, up.extents[1])) if needs_x else None
        up_gradient, down_gradient = (dy.new_empty(plan.shape) if needed else None
                                      for plan, needed in ((up, needs_up), (down, needs_down)))
        up_bias_gradient = dy.new_empty(up.extents[0]) if needs_up_bias else None
        for plan, needed in ((up, needs_up), (down, needs_down)):
            if needed:
                plan.forget_earlier_operands()
        passes.backward(ctx.record, up.pattern, up_weight.data_ptr(), down.pattern, down_weight.data_ptr(),
                        _address(x), dy.data_ptr(), _address(dx),
                        _address(up_gradient), _address(up_bias_gradient), _address(down_gradient), needs_up, needs_down,
                        up.operands, down.operands, leading.numel(), torch.get_num_threads())
        if not torch._C._autograd._get_current_graph_task_keep_graph():
            ctx.record = None  # as torch lets go of what it saved, though the graph may live on
        return (dx, up_gradient, up_bias_gradient, None, down_gradient,
                _bias_gradient(dy) if needs_down_bias else None, None, None)


def _feed_forward(x, up_weight, up_bias, down_weight, down_bias, module, keep: bool):
    """The output, and what the backward pass needs."""
    passes, up, down = module
    _check_weight(up_weight, up)
    _check_weight(down_weight, down)
    x = _rows(x, up.extents[1], "x")
    biases = [None if bias is None else bias.contiguous() for bias in (up_bias, down_bias)]
    for bias, plan in zip(biases, (up, down), strict=True):
        if bias is not None:
            _check(bias, (plan.extents[0],), "bias")
    leading = x.shape[:-1]
    y = x.new_empty((*leading, down.extents[0]))
    record = passes.forward(up.pattern, up_weight.data_ptr(), _address(biases[0]), down.pattern, down_weight.data_ptr(),
                            _address(biases[1]), x.data_ptr(), y.data_ptr(), leading.numel(), keep, torch.get_num_threads())
    return y, record


def _refuse_grads_batched(dy: torch.Tensor) -> None:
    if torch._C._functorch.is_legacy_batchedtensor(dy):  # of a vmap that knows torch's own operators alone
        raise NotImplementedError("espalier::linear: found is_grads_batched or vectorize; expected torch.func.jacrev, or torch.vmap "
                                  "over torch.func.vjp")


def _address(tensor: torch.Tensor | None) -> int:
    return 0 if tensor is None else tensor.data_ptr()


def _bias_gradient(dy: torch.Tensor) -> torch.Tensor:
    return dy.reshape(-1, dy.shape[-1]).sum(0)


def _single(tensor: torch.Tensor) -> torch.Tensor:
    """What autocast makes of it: types that it does not know it leaves alone."""
    return tensor.float() if tensor.dtype in (torch.bfloat16, torch.float16) else tensor


def runs_eagerly(x: torch.Tensor) -> bool:
    """Whether a layer may compute at once: no compiler, transform, trace, mode or other kind of tensor
    wants to see operators. Raises NotImplementedError where forward-mode derivatives are asked for."""
    if forward_ad._current_level >= 0:
        raise NotImplementedError("espalier::linear: found forward-mode derivatives asked for (torch.func.jvp, "
                                  "torch.autograd.forward_ad); expected those of backward")
    return (type(x) is torch.Tensor and x.is_cpu and not x.is_nested and not torch.compiler.is_compiling()
            and not torch._C._are_functorch_transforms_active() and not torch._C._is_tracing()
            and torch._C._len_torch_dispatch_stack() == 0)


def linear(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, number: torch.Tensor, plan: Plan) -> torch.Tensor:
    """y = x W^T + bias, at once."""
    if torch.is_autocast_enabled("cpu"):
        x, weight, bias = _single(x), _single(weight), None if bias is None else _single(bias)
    if torch.is_grad_enabled():
        return _Linear.apply(x, weight, bias, number, plan)
    return _forward(x, weight, bias, plan)


def feed_forward(x, up_weight, up_bias, up_number, down_weight, down_bias, down_number, module) -> torch.Tensor:
    """y = activation(x W1^T + b1) W2^T + b2, at once. `module`: the passes and the two plans."""
    if torch.is_autocast_enabled("cpu"):
        x, up_weight, down_weight = _single(x), _single(up_weight), _single(down_weight)
        up_bias, down_bias = (None if bias is None else _single(bias) for bias in (up_bias, down_bias))
    if torch.is_grad_enabled():
        return _FeedForward.apply(x, up_weight, up_bias, up_number, down_weight, down_bias, down_number, module)
    return _feed_forward(x, up_weight, up_bias, down_weight, down_bias, module, False)[0]


# The same as operators, which find the plan by its number.


def _plan(number: torch.Tensor) -> Plan:
    plan = _plans.get(number.item())
    if plan is None:
        raise ConfigError("espalier::linear: found the plan of a layer that is gone, was edited since or is in another "
                          "process; call the layer anew")
    return plan


_library = torch.library.Library("espalier", "DEF")
_library.define("linear(Tensor x, Tensor weight, Tensor? bias, Tensor plan, SymInt out_features) -> Tensor")
_library.define("linear_input_gradient(Tensor dy, Tensor weight, Tensor plan, SymInt in_features) -> Tensor")
_library.define("linear_weight_gradient(Tensor dy, Tensor x, Tensor weight, Tensor plan) -> Tensor")


def _linear_operator(x, weight, bias, number, out_features):
    plan = _plan(number)
    if plan.extents[0] != out_features:
        raise ShapeError(f"espalier::linear: found {out_features} output features; expected {plan.extents[0]}")
    return _forward(x, weight, bias, plan)


def _input_gradient_operator(dy, weight, number, in_features):
    plan = _plan(number)
    if plan.extents[1] != in_features:
        raise ShapeError(f"espalier::linear: found {in_features} input features; expected {plan.extents[1]}")
    return _input_gradient(dy, weight, plan)


def _weight_gradient_operator(dy, x, weight, number):
    plan = _plan(number)
    _check_weight(weight, plan)
    return _weight_gradient(dy, x, plan)


_library.impl("linear", _linear_operator, "CPU")
_library.impl("linear_input_gradient", _input_gradient_operator, "CPU")
_library.impl("linear_weight_gradient", _weight_gradient_operator, "CPU")


@torch.library.register_fake("espalier::linear", lib=_library)
def _(x, weight, bias, plan, out_features):
    return x.new_empty((*x.shape[:-1], out_features))


@torch.library.register_fake("espalier::linear_input_gradient", lib=_library)
def _(dy, weight, plan, in_features):
    return dy.new_empty((*dy.shape[:-1], in_features))


@torch.library.register_fake("espalier::linear_weight_gradient", lib=_library)
def _(dy, x, weight, plan):
    return weight.new_empty(weight.shape)


# Each product is linear in both of its operands, so that its derivatives are the other two. They are asked for by
# compilers, of the operators, and by torch.func, of functions around them: torch.library's own do not work there.


class _Products(NamedTuple):
    linear: Callable
    input_gradient: Callable
    weight_gradient: Callable


def _linear_setup(ctx, inputs, output):
    x, weight, bias, number, _ = inputs
    ctx.in_features = x.shape[-1]
    ctx.save_for_backward(x if ctx.needs_input_grad[1] else None, weight, number)


def _linear_backward(products: _Products, ctx, dy):
    x, weight, number = ctx.saved_tensors
    needs_x, needs_weight, needs_bias = ctx.needs_input_grad[:3]
    return (products.input_gradient(dy, weight, number, ctx.in_features) if needs_x else None,
            products.weight_gradient(dy, x, weight, number) if needs_weight and _asked(ctx, 1) else None,
            _bias_gradient(dy) if needs_bias else None, None, None)


def _input_gradient_setup(ctx, inputs, output):
    dy, weight, number, _ = inputs
    ctx.out_features = dy.shape[-1]
    ctx.save_for_backward(dy, weight, number)


def _input_gradient_backward(products: _Products, ctx, ddx):
    dy, weight, number = ctx.saved_tensors
    needs_dy, needs_weight = ctx.needs_input_grad[:2]
    return (products.linear(ddx, weight, None, number, ctx.out_features) if needs_dy else None,
            products.weight_gradient(dy, ddx, weight, number) if needs_weight else None, None, None)


def _weight_gradient_setup(ctx, inputs, output):
    dy, x, _, number = inputs
    ctx.out_features, ctx.in_features = dy.shape[-1], x.shape[-1]
    ctx.save_for_backward(dy, x, number)


def _weight_gradient_backward(products: _Products, ctx, ddw):
    dy, x, number = ctx.saved_tensors
    ddw = ddw.contiguous()
    needs_dy, needs_x = ctx.needs_input_grad[:2]
    return (products.linear(x, ddw, None, number, ctx.out_features) if needs_dy else None,
            products.input_gradient(dy, ddw, number, ctx.in_features) if needs_x else None, None, None)


# torch.vmap: a batch of inputs is more tokens, and there is a weight gradient for each of a batch; the weight is one.


def _refuse_batched(**dims: int | None) -> None:
    for what, dim in dims.items():
        if dim is not None:
            raise NotImplementedError(f"espalier::linear: found torch.vmap over the {what}; expected one {what} for the whole batch, "
                                      "as a pattern belongs to one layer")


def _linear_vmap(info, in_dims, x, weight, bias, number, out_features):
    _refuse_batched(weight=in_dims[1], bias=in_dims[2])
    return _functions.linear(x.movedim(in_dims[0], 0), weight, bias, number, out_features), 0


def _input_gradient_vmap(info, in_dims, dy, weight, number, in_features):
    _refuse_batched(weight=in_dims[1])
    return _functions.input_gradient(dy.movedim(in_dims[0], 0), weight, number, in_features), 0


def _weight_gradient_vmap(info, in_dims, dy, x, weight, number):
    dy, x = (tensor.expand(info.batch_size, *tensor.shape) if dim is None else tensor.movedim(dim, 0)
             for tensor, dim in zip((dy, x), in_dims[:2], strict=True))
    return torch.stack([_functions.weight_gradient(*one, weight, number) for one in zip(dy, x, strict=True)]), 0


_operators = _Products(torch.ops.espalier.linear.default, torch.ops.espalier.linear_input_gradient.default,
                       torch.ops.espalier.linear_weight_gradient.default)


def _function(operator: Callable, setup: Callable, backward: Callable, vmap: Callable) -> Callable:
    members = {"forward": operator, "setup_context": setup, "backward": lambda ctx, gradient: backward(_functions, ctx, gradient),
               "vmap": vmap}
    return type("LinearFunction", (torch.autograd.Function,), {key: staticmethod(value) for key, value in members.items()}).apply


_rules = ((_linear_setup, _linear_backward, _linear_vmap), (_input_gradient_setup, _input_gradient_backward, _input_gradient_vmap),
          (_weight_gradient_setup, _weight_gradient_backward, _weight_gradient_vmap))
_functions = _Products(*(_function(operator, *rules) for operator, rules in zip(_operators, _rules, strict=True)))
for _operator, (_setup, _backward, _) in zip(_operators, _rules, strict=True):
    torch.library.register_autograd(_operator, functools.partial(_backward, _operators), setup_context=_setup, lib=_library)
torch.library.register_autocast("espalier::linear", "cpu", torch.float32, lib=_library)


def linear_seen(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None, number: torch.Tensor, out_features: int) -> torch.Tensor:
    """y = x W^T + bias, for compilers, transforms and modes that want to see it."""
    if not torch.compiler.is_compiling() and torch._C._are_functorch_transforms_active():
        if torch.is_autocast_enabled("cpu"):  # which casts within the function, past what its derivatives keep
            x, weight, bias = _single(x), _single(weight), None if bias is None else _single(bias)
        return _functions.linear(x, weight, bias, number, out_features)
    return _operators.linear(x, weight, bias, number, out_features)


@register_flop_formula([torch.ops.espalier.linear, torch.ops.espalier.linear_input_gradient])
def _product_flops(x_shape, weight_shape, *_, out_shape=None, **__) -> int:
    return 2 * math.prod(x_shape[:-1]) * math.prod(weight_shape)


@register_flop_formula(torch.ops.espalier.linear_weight_gradient)
def _gradient_flops(dy_shape, x_shape, weight_shape, *_, out_shape=None, **__) -> int:
    return 2 * math.prod(x_shape[:-1]) * math.prod(weight_shape)

