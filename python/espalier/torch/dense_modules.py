# SPDX-License-Identifier: Apache-2.0
"""Modules of torch as `sparsify_` sees them: the matrices in them, each with its bias, and what is made of sparse ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import nn

from espalier.torch.linear import SparseLinear, linear_of


@dataclass(frozen=True)
class Part:
    """One matrix of a module: what becomes a `SparseLinear`, or stays dense."""

    name: str  # within the module; "" where that is a layer itself
    owner: nn.Module  # who has the parameters
    weight: str = "weight"  # their names there
    bias: str = "bias"
    rows: slice | None = None  # those of the weight that are its own; None: all
    bias_rows: slice | None = None
    transposed: bool = False  # the weight is [in, out]

    def replaced(self) -> list[nn.Parameter]:
        """What others take the place of: the weight, and a bias of which this is a part."""
        names = (self.weight,) if self.bias_rows is None else (self.weight, self.bias)
        found = (self.owner._parameters.get(name) for name in names)
        return [parameter for parameter in found if parameter is not None]

    def matrix(self) -> torch.Tensor:
        """[out, in], detached; a view."""
        weight = getattr(self.owner, self.weight).detach()
        return weight.t() if self.transposed else weight.flatten(1)[self.rows or slice(None)]

    def requires_grad(self) -> bool:
        return getattr(self.owner, self.weight).requires_grad

    def own_bias(self) -> nn.Parameter | None:
        """That of the module itself, or a copy of some of its rows."""
        bias = getattr(self.owner, self.bias, None)
        if bias is None or self.bias_rows is None:
            return bias
        return nn.Parameter(bias.detach()[self.bias_rows].clone(), bias.requires_grad)

    def dense_layer(self) -> nn.Linear:
        weight = self.matrix().clone(memory_format=torch.contiguous_format)
        return linear_of(nn.Parameter(weight, self.requires_grad()), self.own_bias())


@dataclass(frozen=True)
class Family:
    """Modules that become sparse in one way."""

    kinds: tuple[type[nn.Module], ...]
    parts: Callable[[nn.Module], list[Part]]
    #: The sparse module with the settings of the dense one, of its layers by the names of the parts.
    build: Callable[[nn.Module, dict[str, nn.Module]], nn.Module]
    #: Why one of the kind has to stay dense.
    refusal: Callable[[nn.Module], str | None] = lambda module: None


def dense_linear(layer: nn.Module) -> nn.Linear:
    return layer.densified() if isinstance(layer, SparseLinear) else layer
