# SPDX-License-Identifier: Apache-2.0
"""Two sparse layers with an activation between them."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn.modules.module import _has_any_global_hook

from espalier import _native
from espalier.errors import ShapeError
from espalier.torch import ops
from espalier.torch.linear import SparseLinear, has_hooks

_ACTIVATIONS = {"gelu": nn.functional.gelu, "relu": nn.functional.relu}


class SparseMLP(nn.Module):
    """y = down(activation(up(x))), the feed-forward part of a transformer, with block-sparse weights.

        SparseMLP(in_features, hidden_features, out_features=None, activation="gelu", bias=True, block=16,
                  density=0.1, pattern="random", seed=0, name="")

    `up` and `down` are `SparseLinear` layers (see there), `activation` is "gelu" in its exact form or "relu", and
    `out_features` is by default `in_features`. Patterns follow `seed` and `name`: give modules of one shape
    different names. What lies between the two never leaves the layout of the kernels,
    which saves four passes over the hidden activations forward and as many backward. Under torch.compile, and where
    a layer or all modules have hooks, or a layer has a forward of its own, the three run one after another; then GELU is
    torch's, which differs in the last bits.

    Memory: two floats for each hidden value from forward to backward, which the modules keep for their next passes.
    They are no tensors: hooks on saved tensors do not see them, and activation checkpointing saves them with
    use_reentrant=True only.
    """

    def __init__(self, in_features: int, hidden_features: int, out_features: int | None = None, *,
                 activation: str = "gelu", bias: bool = True, block: int = 16, density: float = 0.1,
                 pattern: str = "random", seed: int = 0, name: str = ""):
        super().__init__()
        self._set_activation(activation)
        settings = {"block": block, "density": density, "pattern": pattern, "seed": seed}
        self.up = SparseLinear(in_features, hidden_features, bias, name=f"{name}.up", **settings)
        self.down = SparseLinear(hidden_features, in_features if out_features is None else out_features, bias,
                                 name=f"{name}.down", **settings)

    @staticmethod
    def from_layers(up: SparseLinear, down: SparseLinear, activation: str = "gelu") -> SparseMLP:
        """Around two layers of a model, which it shares. Raises ShapeError if one does not follow the other."""
        for layer, what in ((up, "up"), (down, "down")):
            if not isinstance(layer, SparseLinear):
                raise TypeError(f"SparseMLP: {what}: found {type(layer).__name__}; expected a SparseLinear")
        if up.out_features != down.in_features:
            raise ShapeError(f"SparseMLP: found {up.out_features} features of up and {down.in_features} into down; "
                             "expected the same")
        mlp = SparseMLP.__new__(SparseMLP)
        nn.Module.__init__(mlp)
        mlp._set_activation(activation)
        mlp.up, mlp.down = up, down
        return mlp

    def _set_activation(self, activation: str) -> None:
        self._passes = _native.FeedForward(activation)
        self.activation = activation

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        up, down = self.up, self.down
        if torch.compiler.is_dynamo_compiling():  # before it sees the weights: each layer has it let their sizes vary
            return down(_ACTIVATIONS[self.activation](up(x)))
        # After densify_ they are dense layers.
        plain = all(type(layer) is SparseLinear and not layer._padded and layer.weight.dtype is torch.float32 and not has_hooks(layer)
                    for layer in (up, down))
        if plain and not _has_any_global_hook() and ops.runs_eagerly(x):
            return ops.feed_forward(x, up.weight, up.bias, up._plan_number, down.weight, down.bias, down._plan_number,
                                    (self._passes, up._plan, down._plan))
        return down(_ACTIVATIONS[self.activation](up(x)))

    def extra_repr(self) -> str:
        return f"activation={self.activation}"

    # Copies: each module has passes of its own.

    def __getstate__(self):
        state = self.__dict__.copy()
        del state["_passes"]
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        self._set_activation(self.activation)
