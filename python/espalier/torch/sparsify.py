# SPDX-License-Identifier: Apache-2.0
"""Making the layers of a model sparse, and dense again."""

from __future__ import annotations

import fnmatch
import os
import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from espalier.arrays import refuse_masked, string
from espalier.errors import ConfigError, FormatError, ShapeError
from espalier.matrix import BlockMatrix, BlockPattern
from espalier.torch import attention, convolution, recurrent
from espalier.torch.dense_modules import Family, Part
from espalier.torch.linear import SIDES, SparseLinear, has_hooks, padded, wrapper


def _in_place_of_conv1d(dense: nn.Module, layers: dict[str, SparseLinear]) -> SparseLinear:
    (layer,) = layers.values()
    layer._was_conv1d = True
    return layer


_LINEAR = Family((nn.Linear,), lambda dense: [Part("", dense)], lambda dense, layers: layers[""])
#: Of transformers' GPT-2: linear with a weight [in, out].
_CONV1D = Family((), lambda dense: [Part("", dense, transposed=True)], _in_place_of_conv1d)
_FAMILIES = (_LINEAR, attention.FAMILY, recurrent.LAYERS, recurrent.CELLS, convolution.FAMILY)
#: What a layer has to be, where its module or type is not.
_EXPECTED = "expected a plain module of torch, of float32 on the CPU"
#: What `densify_` makes dense.
_SPARSE = (SparseLinear, attention.SparseMultiheadAttention, recurrent.SparseRecurrent, recurrent.SparseRecurrentCell)


@dataclass(frozen=True)
class SparsifiedLayer:
    """What became of one layer. `speed` is how many times faster than the dense layer a forward and backward
    pass was here, on this machine with these threads; None where it was not measured. `steady`: whether its times agreed;
    where they did not, as on a machine that is busy, `speed` says little."""

    name: str
    out_features: int
    in_features: int
    block: int
    density: float
    speed: float | None
    steady: bool = True


class SparsifyReport(list[SparsifiedLayer]):
    """The layers that `sparsify_` replaced; as text, a table. `left_dense` has why each other layer that a glob
    with wildcards matched stayed as it was, by name. `others_load`: how many cores other programs kept busy in the minute before speeds were
    measured, at least, where they left too few; else None. Beside a steady load times agree with each other, and still say little."""

    def __init__(self):
        super().__init__()
        self.left_dense: dict[str, str] = {}
        self.others_load: float | None = None

    def __str__(self) -> str:
        width = max([len(layer.name) for layer in self], default=5)
        lines = [f"{'layer':<{width}}  {'out x in':>11}  block  density  times dense speed"]
        for layer in self:
            speed = "not measured" if layer.speed is None else f"{layer.speed:.1f}"
            if not layer.steady:
                speed += " (its times differ widely: repeat with the machine idle)"
            elif layer.speed is not None and layer.speed < 1 and self.others_load is None:
                speed += " (does not pay here)"
            lines.append(f"{layer.name:<{width}}  {f'{layer.out_features} x {layer.in_features}':>11}  "
                         f"{layer.block:>5}  {layer.density:>7.4f}  {speed}")
        if self.others_load is not None:
            lines.append(f"measured while other programs kept {self.others_load:.1f} of {os.cpu_count()} cores busy: repeat with the machine idle")
        lines += [f"left dense: {name}: {reason}" for name, reason in self.left_dense.items()]
        return "\n".join(lines)


def sparsify_(model: nn.Module, densities: float | dict[str, float | None] | None = None, *, block: int = 16,
              pattern: str = "random", seed: int = 0, keep: str | None = None, norm: str = "l1",
              masks: dict[str, np.ndarray | torch.Tensor] | None = None, pad: bool = False,
              measure: bool = False) -> SparsifyReport:
    """Makes the weights of a model's layers sparse, in place, and reports each.

    `torch.nn.Linear`, the `Conv1D` of transformers' GPT-2 and convolutions with a kernel of one point are one layer each.
    `torch.nn.MultiheadAttention` has the layers `q_proj`, `k_proj`, `v_proj` and `out_proj`; `torch.nn.RNN`, `LSTM`, `GRU` and
    their cells have `ih_l0`, `hh_l0` (`ih`, `hh`) and so on: see the classes SparseLinear, SparsePointwiseConv,
    SparseMultiheadAttention, SparseRecurrent and SparseRecurrentCell. A module of which one layer is chosen is replaced whole;
    those that are not chosen stay dense in it.

    densities: a density for globs of layer names, of which the first that matches counts; or one for all. The name of a
    module is one of each of its layers too. None leaves a layer dense.
    The stored blocks keep the values of the dense weight. Which are stored: those of `pattern`, the name of a
    generator, drawn from seed and name; with keep="magnitude" those of the largest `norm` ("l1", "l2" or "linf"); with `masks`, by
    the name of the layer, those in which a mask of the weight, [out, in] whatever the module has, or of its grid of blocks is
    true. Bias, mode and requires_grad stay. Make the optimizer afterwards. `pad` takes weights too that the block does not divide, see SparseLinear.
    `measure` times each shape, dense and sparse, on 512 tokens; the machine should be idle. On the device "meta" nothing is computed, and weights get
    patterns without values.

    Some layers cannot be sparse: those whose weight is tied or parametrized, subclasses of the modules above and what is inside
    of one of TransformerEncoderLayer, those with hooks on themselves or their weight or with a forward of their own, convolutions
    of more than one point, weights that the block does not divide or that are no float32 on the CPU or on meta. A glob with
    wildcards leaves them dense, and the report says why; a name or a mask is refused.

    Raises, before anything has changed: ConfigError for such a name, for a glob or mask that matches no layer, for a model
    in DistributedDataParallel or FSDP, and where no layer is left to replace; ShapeError where the block does not divide a
    weight that was named; TypeError for one that is no float32 on the CPU; FormatError for values that are not finite under
    keep="magnitude".
    """
    _refuse_wrapped(model, "sparsify_")
    if isinstance(block, int) and block not in SIDES:
        raise ShapeError(f"sparsify_: block: found {block}; expected 1, 2, 4, 8 or 16")
    modules = _modules(model)
    names = {_joined(name, part.name): name for name, (_, _, parts) in modules.items() for part in parts}
    chosen = _chosen(model, names, densities, masks)
    refusals = _Refusals(model, block, pad)
    report = SparsifyReport()
    left: dict[str, _Refusal] = {}
    made: dict[str, dict[str, nn.Module]] = {}  # by module and part
    for name, (module, family, parts) in modules.items():
        for part in parts:
            layer = _joined(name, part.name)
            if layer not in chosen:
                continue
            density, by_wildcard = chosen[layer]
            refused, refusal = name, refusals.of_module(name, module, family, parts)
            if refusal is None:
                refused, refusal = layer, refusals.of_part(part)
            if refusal is not None and not by_wildcard:
                raise refusal.error(refused)
            if refusal is not None:
                left[refused] = refusal
                continue
            mask = (masks or {}).get(layer)
            made.setdefault(name, {})[part.name] = _sparse_layer(layer, part, density, block, pattern, seed, keep, norm, mask, pad)
    if left and not made:
        name, refusal = next(iter(left.items()))
        raise ConfigError(f"sparsify_: found no layer that can be replaced; layer '{name}': {refusal.told}")
    report.left_dense = {name: refusal.reason for name, refusal in left.items()}
    if measure:
        report.others_load = _load_of_others()
    speeds: dict[tuple, tuple[float, bool]] = {}
    for name, layers in made.items():
        for part, layer in layers.items():
            key = (layer.out_features, layer.in_features, layer.pattern.blocks)
            if measure and key not in speeds and not layer.weight.is_meta:
                speeds[key] = _speed(layer)
            report.append(SparsifiedLayer(_joined(name, part), layer.out_features, layer.in_features, layer.block, layer.density,
                                          *speeds.get(key, (None, True))))
    for name, layers in made.items():
        module, family, parts = modules[name]
        dense = {part.name: part.dense_layer() for part in parts if part.name not in layers}
        _replace(model, name, family.build(module, {part.name: {**dense, **layers}[part.name] for part in parts}).train(module.training))
    attention.choose_paths(model)
    return report


def densify_(model: nn.Module) -> nn.Module:
    """Puts dense modules with the same values in the place of what `sparsify_` made sparse, each of the kind that was there, and a
    `torch.nn.Linear` in that of every other `SparseLinear`, in place, and returns the model. Raises ConfigError, before anything
    has changed, for a layer with hooks on itself or its weight or with a forward of its own, and for a model in
    DistributedDataParallel or FSDP."""
    _refuse_wrapped(model, "densify_")
    if isinstance(model, _SPARSE):
        raise ConfigError(f"densify_: found a {type(model).__name__} as the whole model; put it into a model before")
    found: dict[str, nn.Module] = {}
    for name, module in model.named_modules(remove_duplicate=False):
        if not isinstance(module, _SPARSE):
            continue
        if any(map(has_hooks, module.modules())) or isinstance(module, SparseLinear) and _loses_hooks(module.weight):
            raise ConfigError(f"densify_: layer '{name}': found that it has hooks, or a forward of its own, which would be lost; remove them "
                              "before")
        if name.rpartition(".")[0] not in found:  # not within another
            found[name] = module
    made = {module: module.densified() for module in found.values()}
    for name, module in found.items():
        _replace(model, name, made[module])
    attention.choose_paths(model)
    return model


def _refuse_wrapped(model: nn.Module, function: str) -> None:
    kind = wrapper(model, "DistributedDataParallel", "FullyShardedDataParallel", "FSDPModule")
    if kind is not None:
        raise ConfigError(f"{function}: found a model in {kind}, which would never see the new parameters, so that ranks drift apart; call "
                          f"{function} before wrapping it")


def _loses_hooks(parameter: nn.Parameter) -> bool:
    """Whether it has hooks that another in its place has not."""
    return bool(parameter._backward_hooks) or bool(getattr(parameter, "_post_accumulate_grad_hooks", None))


def _joined(module: str, part: str) -> str:
    return f"{module}.{part}" if module and part else module or part


def _modules(model: nn.Module) -> dict[str, tuple[nn.Module, Family, list[Part]]]:
    """The modules of a model that have a family, by name, with their layers. What is inside one is its own."""
    found: dict[str, tuple[nn.Module, Family, list[Part]]] = {}
    for name, module in model.named_modules():
        family = _family(module)
        if family is not None and name.rpartition(".")[0] not in found:
            found[name] = module, family, family.parts(module)
    return found


def _family(module: nn.Module) -> Family | None:
    # Known without its import.
    if (type(module).__module__, type(module).__qualname__) == ("transformers.pytorch_utils", "Conv1D"):
        return _CONV1D
    return next((family for family in _FAMILIES if isinstance(module, family.kinds)), None)


def _chosen(model: nn.Module, names: dict[str, str], densities, masks) -> dict[str, tuple[float | None, bool]]:
    """The density of each layer to replace, by name; of those with a mask none. And whether wildcards chose it. `names`: of
    layers, with those of their modules."""
    if masks is not None:
        if densities is not None:
            raise ConfigError("sparsify_: found both densities and masks; expected one of them")
        for name in masks:
            if name not in names:
                raise ConfigError(f"sparsify_: mask for '{name}': {_why_none(model, name, names)}")
        return dict.fromkeys(masks, (None, False))
    if densities is None:
        raise ConfigError("sparsify_: found neither densities nor masks; expected one of them")
    globs = densities if isinstance(densities, dict) else {"*": densities}
    for glob in globs:
        string(glob, "sparsify_: glob of layer names")
    chosen, matched = {}, set()
    for name, module in names.items():
        for glob, density in globs.items():
            if fnmatch.fnmatchcase(name, glob) or fnmatch.fnmatchcase(module, glob):
                if density is not None:
                    chosen[name] = (density, any(sign in glob for sign in "*?["))
                matched.add(glob)
                break
    for glob in globs:
        if glob not in matched:
            if any(fnmatch.fnmatchcase(name, glob) for both in names.items() for name in both):
                raise ConfigError(f"sparsify_: '{glob}': found that globs before it take all its layers; expected one that is left")
            raise ConfigError(f"sparsify_: '{glob}': {_why_none(model, glob, names)}")
    return chosen


def _why_none(model: nn.Module, glob: str, names: dict[str, str]) -> str:
    """Why none of the layers that can become sparse has such a name."""
    for name, module in model.named_modules():
        if isinstance(module, _SPARSE) and fnmatch.fnmatchcase(name, glob):
            return f"found that layer '{name}' is sparse already; expected a dense one"
    most = 5
    some = ", ".join(f"'{name}'" for name in list(names)[:most]) + (", ..." if len(names) > most else "")
    return f"found no such linear layer; expected one of the model's {len(names)}" + (f": {some}" if names else "")


@dataclass(frozen=True)
class _Refusal:
    reason: str
    kind: type[Exception] = ConfigError
    expected: str = _EXPECTED

    @property
    def told(self) -> str:
        return f"{self.reason}; {self.expected}"

    def error(self, name: str) -> Exception:
        return self.kind(f"sparsify_: layer '{name}': {self.told} ({{'{name}': None, ...}} leaves it dense)")


class _Refusals:
    """Why a layer cannot be replaced."""

    def __init__(self, model: nn.Module, block: int, pad: bool):
        self._block = block
        self._pad = pad
        self._uses = Counter(id(p) for _, p in model.named_parameters(remove_duplicate=False))
        self._inside = {}
        for parent_name, parent in model.named_modules():
            if isinstance(parent, nn.TransformerEncoderLayer) and type(parent) is not nn.TransformerEncoderLayer:
                for child in parent.modules():
                    self._inside[id(child)] = (f"it is inside the {type(parent).__name__} '{parent_name}', which may read its weight "
                                               "past its forward")

    def of_module(self, name: str, module: nn.Module, family: Family, parts: list[Part]) -> _Refusal | None:
        """What holds for all of its layers."""
        owners = {id(owner): owner for owner in (module, *(part.owner for part in parts))}.values()
        if name == "":
            return _Refusal("it is the whole model, which cannot be replaced in place", expected="expected a layer within one")
        if any(getattr(owner, "parametrizations", None) is not None for owner in owners):
            return _Refusal("its weight is parametrized")
        if id(module) in self._inside:
            return _Refusal(self._inside[id(module)])
        if family.kinds and type(module) not in family.kinds:
            return _Refusal(f"it is a {type(module).__name__}, whose forward may be another")
        reason = family.refusal(module)
        if reason is not None:
            return _Refusal(reason)
        if any(part.weight not in part.owner._parameters for part in parts):
            return _Refusal("its weight is no parameter of its own")
        replaced = [parameter for part in parts for parameter in part.replaced()]
        if any(self._uses[id(parameter)] > 1 for parameter in replaced):
            return _Refusal("its weight is tied to another parameter")
        if any(map(has_hooks, owners)) or any(map(_loses_hooks, replaced)):
            return _Refusal("it has hooks, or a forward of its own, which would be lost")
        for parameter in replaced:
            if parameter.dtype != torch.float32 or parameter.device.type not in ("cpu", "meta"):
                return _Refusal(f"found {parameter.dtype} on {parameter.device.type}", TypeError)
        return None

    def of_part(self, part: Part) -> _Refusal | None:
        out, in_ = part.matrix().shape
        if self._block in SIDES and not self._pad and (out % self._block or in_ % self._block):
            return _Refusal(f"a block of {self._block} does not divide its weight of {out} x {in_}, which pad=True takes", ShapeError,
                            f"expected multiples of {self._block}")
        return None


def _sparse_layer(name, part: Part, density, block, pattern, seed, keep, norm, mask, pad) -> SparseLinear:
    dense = part.matrix()
    extents = tuple(dense.shape)
    whole = padded(extents, block) if pad else extents
    try:
        if keep not in (None, "magnitude"):
            raise ConfigError(f"keep: found {keep!r}; expected 'magnitude' or None")
        if mask is not None:
            refuse_masked(mask, "mask")
            # By NumPy first, since torch takes no negative strides.
            mask = torch.as_tensor(mask if isinstance(mask, torch.Tensor) else np.array(mask, order="C"), device="cpu")
            choice = {"mask": (_padded(mask, whole) if tuple(mask.shape) == extents else mask).numpy()}
        elif keep is None:
            drawn = BlockPattern.generate(pattern, whole, block, density, seed=seed, name=f"{name}.weight")
            grid = np.zeros(drawn.grid, bool)
            grid[tuple(drawn.coordinates().T)] = True
            choice = {"mask": grid}
        elif dense.is_meta:
            raise ConfigError("keep: found 'magnitude' for a weight on meta, which has no values; expected None")
        else:
            choice = {"density": density, "norm": norm}
        if dense.is_meta and mask is None:  # never dense
            stored, values = drawn, dense.new_empty((drawn.blocks, *drawn.block))
        else:
            values = _padded(torch.zeros(extents, dtype=torch.float32, device="cpu") if dense.is_meta else dense, whole).contiguous()
            matrix = BlockMatrix.from_dense(values.numpy(), block, **choice)
            stored, values = matrix.pattern, torch.from_numpy(matrix.values).to(dense.device)
    except (ConfigError, FormatError, ShapeError, TypeError) as error:
        raise type(error)(f"sparsify_: layer '{name}': {error}") from None
    weight = nn.Parameter(values, part.requires_grad())
    return SparseLinear._around(stored, weight, part.own_bias(), extents).train(part.owner.training)


def _padded(matrix: torch.Tensor, extents: tuple[int, int]) -> torch.Tensor:
    return nn.functional.pad(matrix, (0, extents[1] - matrix.shape[1], 0, extents[0] - matrix.shape[0]))


def _replace(model: nn.Module, name: str, layer: nn.Module) -> None:
    parent, _, child = name.rpartition(".")
    setattr(model.get_submodule(parent), child, layer)


def _load_of_others() -> float | None:
    """Cores that other programs keep busy, where they leave fewer than torch has threads."""
    try:
        load = os.getloadavg()[0]  # of the whole machine, over a minute
    except (AttributeError, OSError):  # a system that has none
        return None
    others = load - time.process_time() / 60  # this program has added no more than that
    threads, cores = torch.get_num_threads(), os.cpu_count() or 1
    # Half a core is what an idle machine does on the side.
    return others if others > 0.5 and others + threads > cores + 0.5 else None


@torch.inference_mode(False)
@torch.enable_grad()
def _speed(layer: SparseLinear, tokens: int = 512, rounds: int = 9) -> tuple[float, bool]:
    """Median time of a dense layer's forward and backward over that of `layer`, in turn. And whether the quartiles of both
    are within a factor of 1.5: of an idle machine they differ by some percent, where other programs run by several times."""
    generator = torch.Generator().manual_seed(0)  # torch's own stays where it is
    like = {"dtype": torch.float32, "device": "cpu"}
    x = torch.randn(tokens, layer.in_features, generator=generator, **like).requires_grad_()
    dy = torch.randn(tokens, layer.out_features, generator=generator, **like)
    copied = SparseLinear._around(layer.pattern, nn.Parameter(layer.weight.detach().clone()), None, layer._extents)
    weights = copied.weight, torch.zeros(layer.out_features, layer.in_features, requires_grad=True, **like)
    calls = lambda: copied(x), lambda: nn.functional.linear(x, weights[1])
    times: tuple[list[float], list[float]] = ([], [])
    for round_ in range(rounds + 1):
        for call, weight, taken in zip(calls, weights, times, strict=True):
            start = time.perf_counter()
            torch.autograd.grad(call(), (x, weight), dy)
            if round_ > 0:  # the first one makes plans and finds memory
                taken.append(time.perf_counter() - start)
    lower, median, upper = np.quantile(times, (0.25, 0.5, 0.75), axis=1)
    return float(median[1] / median[0]), bool((upper <= 1.5 * lower).all())
