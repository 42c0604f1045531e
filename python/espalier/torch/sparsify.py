# SPDX-License-Identifier: Apache-2.0
"""Making the linear layers of a model sparse, and dense again."""

from __future__ import annotations

import fnmatch
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from espalier.errors import ConfigError, ShapeError
from espalier.matrix import BlockMatrix, BlockPattern
from espalier.torch import ops
from espalier.torch.linear import SparseLinear, has_hooks

#: Modules that read the weight of a linear layer inside them, past the layer's own forward.
_PAST_FORWARD = (nn.MultiheadAttention, nn.TransformerEncoderLayer)


@dataclass(frozen=True)
class SparsifiedLayer:
    """What became of one layer. `speed` is how many times faster than the dense layer a forward and backward
    pass was here, on this machine with these threads; None where it was not measured."""

    name: str
    out_features: int
    in_features: int
    block: int
    density: float
    speed: float | None


class SparsifyReport(list[SparsifiedLayer]):
    """The layers that `sparsify_` replaced; as text, a table. `left_dense` has why each other layer that a glob
    with wildcards matched stayed as it was, by name."""

    def __init__(self):
        super().__init__()
        self.left_dense: dict[str, str] = {}

    def __str__(self) -> str:
        width = max([len(layer.name) for layer in self], default=5)
        lines = [f"{'layer':<{width}}  {'out x in':>11}  block  density  times dense speed"]
        for layer in self:
            speed = "not measured" if layer.speed is None else f"{layer.speed:.1f}"
            if layer.speed is not None and layer.speed < 1:
                speed += " (does not pay here)"
            lines.append(f"{layer.name:<{width}}  {f'{layer.out_features} x {layer.in_features}':>11}  "
                         f"{layer.block:>5}  {layer.density:>7.4f}  {speed}")
        lines += [f"left dense: {name}: {reason}" for name, reason in self.left_dense.items()]
        return "\n".join(lines)


def sparsify_(model: nn.Module, densities: float | dict[str, float | None] | None = None, *, block: int = 16,
              pattern: str = "random", seed: int = 0, keep: str | None = None,
              masks: dict[str, np.ndarray | torch.Tensor] | None = None, measure: bool = False) -> SparsifyReport:
    """Replaces the linear layers of a model by `SparseLinear`, in place, and reports each: `torch.nn.Linear`, and
    the `Conv1D` of transformers' GPT-2, whose weight is transposed.

    densities: a density for globs of layer names, of which the first that matches counts; or one for all. None
    leaves a layer dense.
    The stored blocks keep the values of the dense weight. Which are stored: those of `pattern`, the name of a
    generator, drawn from seed and name; with keep="magnitude" those of the largest L1 norm; with `masks`, by
    the name of the layer, those in which a mask of the weight or of its grid of blocks is true. Bias, mode and
    requires_grad stay. Make the optimizer afterwards. `measure` times each shape, dense and sparse, on 512
    tokens.

    Some layers cannot be replaced: those whose weight is tied, parametrized, or read past the layer's forward
    (MultiheadAttention, TransformerEncoderLayer), subclasses of Linear, those with hooks on themselves or their
    weight, weights that the block does not divide or that are no float32 on the CPU. A glob with wildcards leaves
    them dense, and the report says why; a name or a mask is refused.

    Raises, before anything has changed: ConfigError for such a name, for a glob or mask that matches no layer, and
    where no layer is left to replace; ShapeError where the block does not divide a weight that was named; TypeError
    for one that is no float32 on the CPU.
    """
    layers = dict(_linear_layers(model))
    chosen = _chosen(layers, densities, masks)
    refusals = _Refusals(model, block)
    report = SparsifyReport()
    made = {}
    for name, (density, by_wildcard) in chosen.items():
        refusal = refusals.of(name, layers[name])
        if refusal is not None and not by_wildcard:
            raise refusal.error(name)
        if refusal is not None:
            report.left_dense[name] = refusal.reason
            continue
        made[name] = _sparse_layer(name, layers[name], density, block, pattern, seed, keep, (masks or {}).get(name))
    if report.left_dense and not made:
        name, reason = next(iter(report.left_dense.items()))
        raise ConfigError(f"sparsify_: found no layer that can be replaced; layer '{name}': {reason}")
    speeds = {}
    for name, layer in made.items():
        key = (layer.out_features, layer.in_features, layer.pattern.blocks)
        if measure and key not in speeds:
            speeds[key] = _speed(layer)
        report.append(SparsifiedLayer(name, layer.out_features, layer.in_features, layer.block, layer.density,
                                      speeds.get(key)))
    for name, layer in made.items():
        _replace(model, name, layer)
    return report


def densify_(model: nn.Module) -> nn.Module:
    """Replaces every `SparseLinear` of a model by a `torch.nn.Linear` of the same values, in place, and returns
    the model. Raises ConfigError, before anything has changed, for a layer with hooks on itself or its weight."""
    if isinstance(model, SparseLinear):
        raise ConfigError("densify_: found a SparseLinear as the whole model; put it into a model before")
    layers = [(name, layer) for name, layer in model.named_modules(remove_duplicate=False) if isinstance(layer, SparseLinear)]
    for name, layer in layers:
        if _loses_hooks(layer):
            raise ConfigError(f"densify_: layer '{name}': found that it has hooks, which would be lost; remove them before")
    made: dict[SparseLinear, nn.Linear] = {}
    for name, layer in layers:
        if layer not in made:
            made[layer] = _dense_layer(layer)
        _replace(model, name, made[layer])
    return model


def _loses_hooks(layer: nn.Module) -> bool:
    """Whether hooks would be lost with the layer and its weight; its bias goes on."""
    weight = layer.weight
    return has_hooks(layer) or bool(weight._backward_hooks) or bool(getattr(weight, "_post_accumulate_grad_hooks", None))


def _dense_layer(layer: SparseLinear) -> nn.Linear:
    # On meta, so that no values are drawn: torch's generator stays where it is.
    dense = nn.Linear(layer.in_features, layer.out_features, bias=False, device="meta")
    dense.weight = nn.Parameter(layer.to_dense(), requires_grad=layer.weight.requires_grad)
    dense.bias = layer.bias
    dense.train(layer.training)
    return dense


def _linear_layers(model: nn.Module):
    for name, layer in model.named_modules():
        if isinstance(layer, nn.Linear) or _is_conv1d(layer):
            yield name, layer


def _is_conv1d(layer: nn.Module) -> bool:
    """Whether it is the layer of transformers that is linear with a weight [in, out]; known without its import."""
    return (type(layer).__module__, type(layer).__qualname__) == ("transformers.pytorch_utils", "Conv1D")


def _dense_weight(layer: nn.Module) -> torch.Tensor:
    """[out, in]"""
    weight = layer.weight.detach()
    return weight.t().contiguous() if _is_conv1d(layer) else weight


def _chosen(layers: dict, densities, masks) -> dict[str, tuple[float | None, bool]]:
    """The density of each layer to replace, by name; of those with a mask none. And whether wildcards chose it."""
    if masks is not None:
        if densities is not None:
            raise ConfigError("sparsify_: found both densities and masks; expected one of them")
        for name in masks:
            if name not in layers:
                raise ConfigError(f"sparsify_: found a mask for '{name}', which is no linear layer; expected one of the "
                                  f"model's {len(layers)}")
        return dict.fromkeys(masks, (None, False))
    if densities is None:
        raise ConfigError("sparsify_: found neither densities nor masks; expected one of them")
    globs = densities if isinstance(densities, dict) else {"*": densities}
    chosen, matched = {}, set()
    for name in layers:
        for glob, density in globs.items():
            if fnmatch.fnmatchcase(name, glob):
                if density is not None:
                    chosen[name] = (density, any(sign in glob for sign in "*?["))
                matched.add(glob)
                break
    for glob in globs:
        if glob not in matched:
            raise ConfigError(f"sparsify_: found no linear layer for '{glob}' that no glob before it takes; expected one")
    return chosen


@dataclass(frozen=True)
class _Refusal:
    reason: str
    kind: type[Exception] = ConfigError

    def error(self, name: str) -> Exception:
        return self.kind(f"sparsify_: layer '{name}': {self.reason}; expected a plain torch.nn.Linear of float32 on the CPU "
                         f"({{'{name}': None, ...}} leaves it dense)")


class _Refusals:
    """Why a layer cannot be replaced."""

    def __init__(self, model: nn.Module, block: int):
        self._block = block
        self._uses = Counter(id(p) for _, p in model.named_parameters(remove_duplicate=False))
        self._inside = {}
        for parent_name, parent in model.named_modules():
            if isinstance(parent, _PAST_FORWARD):
                for child in parent.modules():
                    self._inside[id(child)] = f"{type(parent).__name__} '{parent_name}' reads its weight past its forward"

    def of(self, name: str, layer: nn.Module) -> _Refusal | None:
        if name == "":
            return _Refusal("it is the whole model, which cannot be replaced in place")
        if getattr(layer, "parametrizations", None) is not None:
            return _Refusal("its weight is parametrized")
        if id(layer) in self._inside:
            return _Refusal(self._inside[id(layer)])
        if type(layer) is not nn.Linear and not _is_conv1d(layer):
            return _Refusal(f"it is a {type(layer).__name__}, whose forward may be another")
        if "weight" not in layer._parameters:
            return _Refusal("its weight is no parameter of its own")
        if self._uses[id(layer.weight)] > 1:
            return _Refusal("its weight is tied to another parameter")
        if _loses_hooks(layer):
            return _Refusal("it has hooks, which would be lost")
        if layer.weight.dtype != torch.float32 or layer.weight.device.type != "cpu":
            return _Refusal(f"found {layer.weight.dtype} on {layer.weight.device.type}", TypeError)
        if self._block in (1, 2, 4, 8, 16) and any(extent % self._block for extent in layer.weight.shape):
            out, in_ = _dense_weight(layer).shape
            return _Refusal(f"a block of {self._block} does not divide its weight of {out} x {in_}", ShapeError)
        return None


def _sparse_layer(name, layer, density, block, pattern, seed, keep, mask) -> SparseLinear:
    dense = _dense_weight(layer).numpy()
    try:
        if mask is not None:
            mask = mask.numpy() if isinstance(mask, torch.Tensor) else mask
            matrix = BlockMatrix.from_dense(dense, block, mask=mask)
        elif keep == "magnitude":
            matrix = BlockMatrix.from_dense(dense, block, density=density)
        elif keep is not None:
            raise ConfigError(f"keep: found {keep!r}; expected 'magnitude' or None")
        else:
            chosen = BlockPattern.generate(pattern, dense.shape, block, density, seed=seed, name=f"{name}.weight")
            grid = np.zeros(chosen.grid, bool)
            grid[tuple(chosen.coordinates().T)] = True
            matrix = BlockMatrix.from_dense(dense, block, mask=grid)
    except (ConfigError, ShapeError) as error:
        raise type(error)(f"sparsify_: layer '{name}': {error}") from None
    sparse = SparseLinear.__new__(SparseLinear)
    nn.Module.__init__(sparse)
    sparse._set_pattern(matrix.pattern)
    sparse.weight = nn.Parameter(torch.from_numpy(matrix.values), requires_grad=layer.weight.requires_grad)
    sparse.bias = layer.bias
    sparse.train(layer.training)
    return sparse


def _replace(model: nn.Module, name: str, layer: nn.Module) -> None:
    parent, _, child = name.rpartition(".")
    setattr(model.get_submodule(parent), child, layer)


def _speed(layer: SparseLinear, tokens: int = 512, rounds: int = 5) -> float:
    """Median time of a dense layer's forward and backward over that of `layer`, in turn."""
    generator = torch.Generator().manual_seed(0)  # torch's own stays where it is
    like = {"dtype": torch.float32, "device": "cpu"}
    x = torch.randn(tokens, layer.in_features, generator=generator, **like).requires_grad_()
    dy = torch.randn(tokens, layer.out_features, generator=generator, **like)
    weights = (layer.weight.detach().clone().requires_grad_(),
               torch.zeros(layer.out_features, layer.in_features, requires_grad=True, **like))
    calls = (lambda: ops.linear(x, weights[0], None, layer._plan_number, layer._plan),
             lambda: nn.functional.linear(x, weights[1]))
    times: tuple[list[float], list[float]] = ([], [])
    for round_ in range(rounds + 1):
        for call, weight, taken in zip(calls, weights, times, strict=True):
            start = time.perf_counter()
            torch.autograd.grad(call(), (x, weight), dy)
            if round_ > 0:  # the first one makes plans and finds memory
                taken.append(time.perf_counter() - start)
    return float(np.median(times[1]) / np.median(times[0]))
