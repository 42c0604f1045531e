# SPDX-License-Identifier: Apache-2.0
"""What an optimizer keeps for each weight, wherever that lies."""

from __future__ import annotations

import math
import weakref
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, MethodType, ModuleType

import numpy as np
import torch
from torch import nn
from torch.optim import Optimizer

from espalier.errors import ConfigError
from espalier.torch.linear import SparseLinear

#: States that do not start from zero, and the setting that they start from.
_STARTS = {(torch.optim.Adagrad, "sum"): "initial_accumulator_value", (torch.optim.Rprop, "step_size"): "lr"}


class BlockState:
    """One tensor of an optimizer's state that has an entry for each block of a weight."""

    def __init__(self, optimizer: Optimizer, weight: nn.Parameter, key: str, tensor: torch.Tensor):
        self.key = key
        self.tensor = tensor
        setting = next((start for (kind, state), start in _STARTS.items() if isinstance(optimizer, kind) and state == key), None)
        group = _group_of(optimizer, weight)
        #: What an entry starts from.
        self.start = 0.0 if setting is None or group is None else float(group[setting])


class OptimizerState:
    """What an optimizer keeps for the weights of a model's sparse layers: in its own `state`, and in that of every optimizer
    that it holds, as ZeroRedundancyOptimizer and accelerate's AcceleratedOptimizer do. Values for weights that lie elsewhere
    cannot be moved, and are refused.

    Optimizer and model must be kept elsewhere: an optimizer to which an updater is attached would hold that in turn, and the updater
    would not go with its last reference."""

    def __init__(self, optimizer: Optimizer, model: nn.Module, layers: Iterable[SparseLinear]):
        self._of_optimizer = weakref.ref(optimizer)
        self._of_model = weakref.ref(model)
        self._layers = list(layers)
        self._optimizers: list[weakref.ref[Optimizer]] | None = None

    @property
    def _optimizer(self) -> Optimizer:
        return self._of_optimizer()

    @property
    def _model(self) -> nn.Module:
        return self._of_model()

    def forget(self) -> None:
        """To be called when the optimizer may hold something new: `of` looks again."""
        self._optimizers = None

    @property
    def fixed_by(self) -> str | None:
        """What has weights keep their size: they lie in buckets of the optimizer."""
        buckets = any(getattr(optimizer, "parameters_as_bucket_view", False) for optimizer in self._held()[0])
        return "parameters_as_bucket_view=True" if buckets else None

    def of(self, name: str, weight: nn.Parameter) -> list[BlockState]:
        """The tensors that have an entry for each block of a weight; scalars are left out. Raises ConfigError for any other,
        for values that lie outside of the states of parameters, and for a weight that the optimizer does not train."""
        if self._optimizers is None:
            self._optimizers = [weakref.ref(optimizer) for optimizer in self._checked()]
        optimizers = [optimizer for reference in self._optimizers if (optimizer := reference()) is not None]
        if all(_group_of(optimizer, weight) is None for optimizer in optimizers):
            raise ConfigError(f"weight {name}: found in no param_group of {type(self._optimizer).__name__}; make the optimizer of "
                              "the model's parameters after sparsify_ (add_param_group adds one)")
        found: dict[int, BlockState] = {}
        for optimizer in optimizers:
            for key, value in _tensors(_state(optimizer).get(weight, {})):
                if value is weight or value is weight.grad:
                    continue  # moves by itself
                if value.ndim == 0 or tuple(value.shape) == (1,) != weight.shape[:1]:
                    continue
                if not _is_of_blocks(key, value, weight):
                    if math.prod(value.shape) == 0:
                        continue  # that of a weight without blocks has an entry for each, once it has some
                    raise ConfigError(f"weight {name}: found '{key}' of {type(optimizer).__name__} with the shape "
                                      f"{tuple(value.shape)} and {value.dtype}; expected scalars and tensors of {weight.shape[0]} "
                                      "blocks")
                found.setdefault(id(value), BlockState(optimizer, weight, key, value))
        return list(found.values())

    def _checked(self) -> list[Optimizer]:
        """It and the optimizers that it holds, once nothing is found that an edit would leave behind."""
        optimizers, tensors = self._held()
        for optimizer in optimizers:
            name = type(optimizer).__name__
            if isinstance(optimizer, torch.optim.LBFGS):
                raise ConfigError(f"optimizer: found {name}, whose state is of all parameters together; expected one that has a "
                                  "state for each")
            if getattr(optimizer, "_overlap_with_ddp", False):
                raise ConfigError(f"optimizer: found {name} with overlap_with_ddp=True, which takes its steps within backward; "
                                  "expected overlap_with_ddp=False")
        shapes = {tuple(layer.weight.shape) for layer in self._layers}
        groups = [sum(p.numel() for p in group["params"]) for group in self._optimizer.param_groups]
        flat = {sum(groups), *groups, *map(math.prod, shapes)}
        known = {_address(t) for p in self._parameters() for t in (p, p.grad) if t is not None}
        for place, tensor in tensors:
            shape = tuple(tensor.shape)
            size = math.prod(shape)
            if size > 1 and (shape in shapes or len(shape) == 1 and size in flat) and _address(tensor) not in known:
                raise ConfigError(f"optimizer: found values for weights in {type(self._optimizer).__name__}{place}, of the shape "
                                  f"{shape}, which would not follow their blocks; expected an optimizer that keeps them in "
                                  "state[weight]")
        return optimizers

    def _parameters(self) -> Iterator[torch.Tensor]:
        yield from self._model.parameters()
        for group in self._optimizer.param_groups:
            yield from group["params"]

    def _held(self) -> tuple[list[Optimizer], list[tuple[str, torch.Tensor | np.ndarray]]]:
        """The optimizers that it holds at any depth, itself first, and with their places the tensors that are in attributes
        of them, in containers and in other objects there, but for the states of parameters."""
        parameters = {id(p) for p in self._parameters()}
        optimizers, tensors, seen = [], [], set()

        def visit(value, place: str) -> None:
            if isinstance(value, (torch.Tensor, np.ndarray)):
                tensors.append((place, value))
            elif _has_members(value) and id(value) not in seen:
                seen.add(id(value))
                if isinstance(value, Optimizer):
                    optimizers.append(value)
                    state = _state(value)
                    seen.add(id(state))
                    for key, kept in state.items():
                        if id(key) not in parameters:
                            visit(kept, f"{place}.state[...]")
                for key, member in _members(value):
                    visit(member, place + key)

        visit(self._optimizer, "")
        return optimizers, tensors


_CONTAINERS = (Mapping, list, tuple, set, frozenset, deque)
#: What has attributes and keeps no values for an optimizer.
_CODE = (type, ModuleType, FunctionType, MethodType)


def _has_members(value) -> bool:
    return isinstance(value, _CONTAINERS) or hasattr(value, "__dict__") and not isinstance(value, _CODE)


def _members(value) -> Iterator[tuple[str, object]]:
    """What a container or an object holds, with what a program would write for its place."""
    if isinstance(value, Mapping):
        yield from ((f"[{key!r}]" if isinstance(key, (str, int)) else "[...]", member) for key, member in value.items())
    elif isinstance(value, _CONTAINERS):
        yield from ((f"[{i}]", member) for i, member in enumerate(value))
    else:
        yield from ((f".{name}", member) for name, member in list(vars(value).items()))


def _tensors(state) -> Iterator[tuple[str, torch.Tensor | np.ndarray]]:
    """The tensors of the state of one parameter, in containers and in other objects there too, with their keys."""
    seen = set()

    def leaves(value, key: str):
        if isinstance(value, (torch.Tensor, np.ndarray)):
            yield key, value
        elif _has_members(value) and id(value) not in seen:
            seen.add(id(value))
            for place, member in _members(value):
                yield from leaves(member, key + place)

    for key, value in state.items():
        yield from leaves(value, str(key))


#: Of Adafactor as transformers and fairseq have it: the means of each block's rows and columns.
_ROWS_AND_COLUMNS = ("exp_avg_sq_row", "exp_avg_sq_col")


def _is_of_blocks(key: str, value: torch.Tensor | np.ndarray, weight: nn.Parameter) -> bool:
    """Whether it has an entry, a row, a column or a value for each block: a preconditioner [blocks, blocks] has not, and a
    matrix of this shape could be one where the blocks are as many as the rows of a block, unless it is known by its key."""
    if value.ndim == 2 and value.shape[0] == value.shape[1] > 1 and key not in _ROWS_AND_COLUMNS:
        return False
    return (type(value) in (torch.Tensor, nn.Parameter) and value.layout is torch.strided and value.is_floating_point()
            and value.shape[:1] == weight.shape[:1] and value.ndim <= 3
            and all(extent in (1, weight.shape[1]) for extent in value.shape[1:]))


def _address(value: torch.Tensor | np.ndarray) -> int:
    """Of the memory that a tensor shares with its views; that of the object where it has none of its own."""
    if isinstance(value, torch.Tensor) and value.layout is torch.strided and value.device.type == "cpu":
        return value.untyped_storage().data_ptr()
    return id(value)


def _state(optimizer: Optimizer) -> Mapping:
    return getattr(optimizer, "state", None) or {}


def _group_of(optimizer: Optimizer, weight: nn.Parameter) -> dict | None:
    for group in getattr(optimizer, "param_groups", ()):
        if any(weight is p for p in group["params"]):
            return group
    return None
