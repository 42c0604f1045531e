# SPDX-License-Identifier: Apache-2.0
"""A linear layer whose weight is block-sparse."""

from __future__ import annotations

import copy
import math
import weakref

import numpy as np
import torch
import torch.fx
from torch import nn

from espalier import _native
from espalier.errors import ConfigError, Error, FormatError, ShapeError
from espalier.matrix import BlockMatrix, BlockPattern
from espalier.torch import ops


#: Sides of the blocks that have kernels.
SIDES = (1, 2, 4, 8, 16)
_BLOCKS = [(side, side) for side in SIDES]
#: What a state dict has beside the weight.
_INDICES = ("crow_indices", "col_indices")
_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")


def has_hooks(layer: nn.Module) -> bool:
    """Whether calling the layer does more, or other, than the forward of its class."""
    return "forward" in vars(layer) or any(getattr(layer, hooks, None) for hooks in _HOOKS)


def resize(tensor: torch.Tensor, values: torch.Tensor) -> None:
    """Gives a tensor values of another shape."""
    # A graph of before that is still alive keeps an accumulator of the old shape, which torch would use for the
    # next graph too. It makes a new one where the type has changed.
    tensor.data = tensor.new_empty(0, dtype=torch.float64)
    tensor.data = values


def wrapper(model: nn.Module, *kinds: str) -> str | None:
    """Which of these classes of torch a module in the model is of. By name: importing them takes long."""
    found = {kind.__name__ for module in model.modules() for kind in type(module).__mro__}
    return next((kind for kind in kinds if kind in found), None)


#: Layers whose number of blocks an updater may change.
resizable: weakref.WeakSet[SparseLinear] = weakref.WeakSet()


# Called by torch.compile itself, while it traces a layer. The extents of a parameter are constants of its graphs, so
# that it would compile anew, a few times, for every number of blocks. The settings are of the whole process, and
# therefore put back at once. The second is for layers within a module of torch, such as TransformerEncoderLayer.

_STATIC = ("force_parameter_static_shapes", "force_nn_module_property_static_shapes")


def _let_sizes_vary() -> int:
    """The settings as they were, a bit for each."""
    config = torch._dynamo.config
    static = sum(getattr(config, setting) << i for i, setting in enumerate(_STATIC))
    if len(resizable) > 0:
        for layer in resizable:
            torch._dynamo.maybe_mark_dynamic(layer.weight, 0)
        for setting in _STATIC:
            setattr(config, setting, False)
    return static


def _hold_sizes(static: int) -> None:
    for i, setting in enumerate(_STATIC):
        setattr(torch._dynamo.config, setting, bool(static >> i & 1))


for _function in (_let_sizes_vary, _hold_sizes):
    _function._dynamo_marked_constant = True  # as torch.compiler.assume_constant_result does, without its imports


#: The deep copies of each layer that are still alive.
_copies: weakref.WeakKeyDictionary[SparseLinear, weakref.WeakSet[SparseLinear]] = weakref.WeakKeyDictionary()


def copies_of(layer: SparseLinear) -> list[SparseLinear]:
    return list(_copies.get(layer, ()))


def linear_of(weight: nn.Parameter, bias: nn.Parameter | None) -> nn.Linear:
    """A dense layer around these very parameters."""
    # On meta, so that no values are drawn: torch's generator stays where it is.
    layer = nn.Linear(weight.shape[1], weight.shape[0], bias=False, device="meta")
    layer.weight, layer.bias = weight, bias
    return layer


def conv1d_of(layer: nn.Linear) -> nn.Module:
    """The same as transformers' `Conv1D`, whose weight is [in, out]."""
    from transformers.pytorch_utils import Conv1D

    with torch.device("meta"):  # draws no values
        conv = Conv1D(layer.out_features, layer.in_features)
    conv.weight = nn.Parameter(layer.weight.detach().t().contiguous(), layer.weight.requires_grad)
    conv.bias = layer.bias
    return conv


def padded(extents: tuple[int, int], block: int) -> tuple[int, int]:
    """The next larger extents that a block divides."""
    if (block, block) not in _BLOCKS:
        return extents  # which is refused later
    rows, cols = (-(-extent // block) * block for extent in extents)
    return rows, cols


class SparseLinear(nn.Module):
    """y = x W^T + bias for a block-sparse W: a drop-in for `torch.nn.Linear` on the CPU in float32.

        SparseLinear(in_features, out_features, bias=True, block=16, density=0.1, pattern="random", seed=0, name="",
                     pad=False)

    `weight` is [blocks, block, block], the stored blocks alone in the order of `pattern`, and so are its
    gradient and whatever an optimizer keeps for it. `block` is 1, 2, 4, 8 or 16 and divides both extents, or with `pad`
    the pattern is of the next larger extents that it divides: what lies beyond the layer's own is zero, and neither read nor
    seen. `pattern` is the name of a generator (`espalier.pattern_names()`) or a BlockPattern, which says block and
    density. Raises ShapeError where extents, block and pattern disagree. Values start uniform
    in +-1/sqrt(density * in_features), the bias in +-1/sqrt(in_features). `name` and `seed` choose the
    pattern: give layers of one shape different names. On the device "meta" it has a pattern and no values, until
    `to_empty` and `reset_parameters`, or a state dict, bring them. With weights and inputs of bfloat16 or float16 it computes
    in float32 and rounds the result.

    Cost: 2 * tokens * stored values floating-point operations for each of the three products. Results do not
    depend on torch.get_num_threads(), which says how many threads compute.
    """

    #: Whether it has taken the place of transformers' `Conv1D`.
    _was_conv1d = False

    def __init__(self, in_features: int, out_features: int, bias: bool = True, *, block: int | None = None,
                 density: float = 0.1, pattern: str | BlockPattern = "random", seed: int = 0, name: str = "",
                 pad: bool = False, device=None, dtype=None):
        super().__init__()
        if dtype not in (None, torch.float32) or torch.device(device or "cpu").type not in ("cpu", "meta"):
            raise TypeError(f"SparseLinear: found {dtype} on {device}; expected torch.float32 on cpu")
        extents = out_features, in_features
        if isinstance(pattern, str):
            block = 16 if block is None else block
            pattern = BlockPattern.generate(pattern, padded(extents, block) if pad else extents, block, density, seed=seed, name=name)
        self._extents = extents
        self._set_pattern(pattern)
        expected = padded(extents, self.block) if pad else extents
        if pattern.shape != expected or block not in (None, self.block):
            raise ShapeError(f"pattern: found {pattern}; expected {expected[0]}x{expected[1]}"
                             + ("" if block is None else f" in blocks of {block}"))
        self.weight = nn.Parameter(torch.empty(pattern.blocks, *pattern.block, dtype=torch.float32, device=device))
        if bias:
            self.bias = nn.Parameter(torch.empty(self.out_features, dtype=torch.float32, device=device))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    @classmethod
    def _around(cls, pattern: BlockPattern, weight: nn.Parameter, bias: nn.Parameter | None, extents: tuple[int, int]) -> SparseLinear:
        """A layer of these very parameters."""
        layer = cls.__new__(cls)
        nn.Module.__init__(layer)
        layer._extents = extents
        layer._set_pattern(pattern)
        layer.weight, layer.bias = weight, bias
        return layer

    def reset_parameters(self) -> None:
        """Draws values and bias anew, from torch's generator."""
        fan_in = max(self.in_features, 1)
        nn.init.uniform_(self.weight, -self._bound(), self._bound())
        self._clear_padding()
        if self.bias is not None:
            nn.init.uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def _bound(self) -> float:
        return 1 / math.sqrt(max(self.density * self.in_features, 1))

    @property
    def pattern(self) -> BlockPattern:
        return self._plan.pattern

    @property
    def in_features(self) -> int:
        return self._extents[1]

    @property
    def out_features(self) -> int:
        return self._extents[0]

    @property
    def block(self) -> int:
        return self._plan.pattern.block[0]

    @property
    def density(self) -> float:
        return self._plan.pattern.density

    def _set_pattern(self, pattern: BlockPattern) -> None:
        """Takes another pattern; the weight's values are the caller's to move."""
        if not isinstance(pattern, BlockPattern):
            raise TypeError(f"pattern: found {type(pattern).__name__}; expected a name or an espalier.BlockPattern")
        if pattern.block not in _BLOCKS:
            raise ShapeError(f"pattern: found blocks of {'x'.join(map(str, pattern.block))}; expected 1, 2, 4, 8 or 16 a side")
        before = self.__dict__.get("_plan")
        self._padded = pattern.shape != self._extents
        plan = ops.Plan(pattern, _native.GradientOperands() if before is None else before.operands)
        if before is not None:
            plan.last_only = before.last_only
        self._plan = plan
        # Read by `forward`, so that a compiled one finds no plan baked in.
        self._out_features = pattern.shape[0]
        if before is None:
            #: Of each state dict that may be alive the address of the weight in it, and its indices.
            self._saved: list[tuple[int, list[weakref.ref[np.ndarray | torch.Tensor]]]] = []
            self._plan_number = torch.tensor(plan.number, dtype=torch.int64, device="cpu")
        else:
            self._plan_number.fill_(plan.number)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if ops.runs_eagerly(x):
            own = self._parameters  # past the look-up of nn.Module, which costs a token half of its product
            if self._padded or x.dtype is not torch.float32 or "weight" not in own or "bias" not in own:
                return self._adapted(x, self.weight, self._product)
            return ops.linear(x, own["weight"], own["bias"], self._plan_number, self._plan)
        if isinstance(x, torch.fx.Proxy) and not self._padded:
            return self._operator(x, self.weight, self.bias)
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"SparseLinear: found an input of {type(x).__name__}; expected a torch.Tensor")
        if x.device.type not in ("cpu", "meta"):
            raise TypeError(f"SparseLinear: found an input on {x.device.type}; expected one on cpu")
        if x.is_nested:
            raise TypeError("SparseLinear: found a nested tensor; expected a padded one")
        if torch.compiler.is_dynamo_compiling() and not torch.compiler.is_exporting():
            static = _let_sizes_vary()
            weight = self.weight
            weight.dim()  # has the compiler look at it
            _hold_sizes(static)
        else:
            weight = self.weight
        if self._padded or x.dtype is not torch.float32:
            return self._adapted(x, weight, self._operator)
        return self._operator(x, weight, self.bias)

    def _product(self, x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
        return ops.linear(x, weight, bias, self._plan_number, self._plan)

    def _operator(self, x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
        return ops.linear_seen(x, weight, bias, self._plan_number, self._out_features)

    def _adapted(self, x: torch.Tensor, weight: torch.Tensor, product) -> torch.Tensor:
        """The product between what it needs where extents are padded or values are of a narrower type."""
        bias, dtype = self.bias, x.dtype
        narrow = dtype in (torch.bfloat16, torch.float16) and weight.dtype is dtype and not torch.is_autocast_enabled("cpu")
        if narrow:
            x, weight, bias = x.float(), weight.float(), None if bias is None else bias.float()
        if self._padded:
            (out, in_), (rows, cols) = self._extents, self._plan.extents
            if x.dim() == 0 or x.shape[-1] != in_:
                raise ShapeError(f"SparseLinear: found the shape {tuple(x.shape)}; expected [..., {in_}]")
            x = nn.functional.pad(x, (0, cols - in_))
            bias = None if bias is None else nn.functional.pad(bias, (0, rows - out))
            y = product(x, weight, bias)[..., :out].contiguous()  # as torch's: what follows may view it in another shape
        else:
            y = product(x, weight, bias)
        return y.to(dtype) if narrow else y

    def extra_repr(self) -> str:
        return (f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}, "
                f"block={self.block}, density={self.density:.4g}")

    # Conversions

    @staticmethod
    def from_matrix(matrix: BlockMatrix, bias: torch.Tensor | None = None) -> SparseLinear:
        """A layer whose weight is a copy of `matrix`."""
        if bias is not None and tuple(bias.shape) != matrix.shape[:1]:
            raise ShapeError(f"bias: found the shape {tuple(bias.shape)}; expected ({matrix.shape[0]},)")
        layer = SparseLinear(matrix.shape[1], matrix.shape[0], bias is not None, pattern=matrix.pattern)
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(matrix.values))
            if bias is not None:
                layer.bias.copy_(bias)
        return layer

    @staticmethod
    def from_scipy(matrix, block: int | None = None, bias: torch.Tensor | None = None) -> SparseLinear:
        """A layer with a weight [out, in] of SciPy; see `espalier.BlockMatrix.from_scipy`."""
        return SparseLinear.from_matrix(BlockMatrix.from_scipy(matrix, block), bias)

    @staticmethod
    def from_torch(tensor: torch.Tensor, block: int | None = None, bias: torch.Tensor | None = None) -> SparseLinear:
        """A layer with a weight [out, in] of a sparse tensor of torch: BSR, whose blocks are kept by default, or CSR, CSC or
        COO, of float32 on the CPU. Explicit zeros stay stored; see `espalier.BlockMatrix.from_scipy`."""
        import scipy.sparse

        layouts = {torch.sparse_bsr: scipy.sparse.bsr_array, torch.sparse_csr: scipy.sparse.csr_array,
                   torch.sparse_csc: scipy.sparse.csc_array, torch.sparse_coo: scipy.sparse.coo_array}
        if not isinstance(tensor, torch.Tensor) or tensor.layout not in layouts:
            found = f"a tensor of {tensor.layout}" if isinstance(tensor, torch.Tensor) else type(tensor).__name__
            raise TypeError(f"tensor: found {found}; expected a sparse one of torch, in BSR, CSR, CSC or COO")
        if tensor.dtype is not torch.float32 or tensor.device.type != "cpu":
            raise TypeError(f"tensor: found {tensor.dtype} on {tensor.device.type}; expected torch.float32 on cpu")
        if tensor.dim() != 2 or tensor.dense_dim() != 0:
            raise ShapeError(f"tensor: found the shape {tuple(tensor.shape)} with {tensor.dense_dim()} dense dimensions; expected "
                             "[out, in], both sparse")
        tensor = tensor.detach()
        if tensor.layout is torch.sparse_coo:  # of the tensor as it is: coalesce would add duplicates up
            row, col = tensor._indices().numpy()
            parts = tensor._values().numpy(), (row, col)
        else:
            if tensor.layout is torch.sparse_csc:
                offsets, indices = tensor.ccol_indices(), tensor.row_indices()
            else:
                offsets, indices = tensor.crow_indices(), tensor.col_indices()
            try:  # torch makes tensors of whatever indices
                torch.sparse_compressed_tensor(offsets, indices, tensor.values(), tensor.shape, layout=tensor.layout,
                                               check_invariants=True)
            except RuntimeError as error:
                raise FormatError(f"tensor: found indices that are not of {tensor.layout} ({str(error).splitlines()[0]}); expected "
                                  "them sorted, each position once") from None
            parts = tensor.values().numpy(), indices.numpy(), offsets.numpy()
        return SparseLinear.from_scipy(layouts[tensor.layout](parts, shape=tuple(tensor.shape)), block, bias)

    def matrix(self) -> BlockMatrix:
        """The weight as a matrix over NumPy; no copy: take it anew after an update of the pattern, which moves values within
        this memory. With `pad` it has the extents of the pattern."""
        weight = self.weight.detach()
        if weight.dtype is not torch.float32 or not weight.is_cpu:
            raise TypeError(f"SparseLinear: found a weight of {weight.dtype} on {weight.device.type}; expected torch.float32 on cpu for a "
                            "matrix over NumPy, as layer.float() makes it")
        return BlockMatrix(self.pattern, weight.numpy())

    def to_scipy(self, format: str = "bsr"):
        """The weight as a sparse array of SciPy; no copy of the values in BSR format, see `matrix`."""
        return self.matrix().to_scipy(format)

    def to_torch_bsr(self) -> torch.Tensor:
        """The weight as a sparse BSR tensor of torch, detached: its values are not copied, see `matrix`."""
        return torch.sparse_bsr_tensor(self.crow_indices, self.col_indices, self.weight.detach(), self.pattern.shape,
                                       check_invariants=False)  # a pattern keeps them; torch warns unless one of the two is chosen

    def to_dense(self) -> torch.Tensor:
        """The weight as a dense tensor [out, in], detached."""
        weight = self.weight.detach()
        if weight.is_meta:
            return weight.new_empty(self._extents)
        dense = torch.from_numpy(BlockMatrix(self.pattern, weight.float().numpy()).to_dense()).to(weight.dtype)
        return dense[:self.out_features, :self.in_features].contiguous()

    def densified(self) -> nn.Module:
        """As a `torch.nn.Linear` of the same values, with the same bias; as transformers' `Conv1D` where it was one."""
        dense = linear_of(nn.Parameter(self.to_dense(), self.weight.requires_grad), self.bias)
        return (conv1d_of(dense) if self._was_conv1d else dense).train(self.training)

    def _clear_padding(self) -> None:
        """Sets what lies beyond the layer's own extents to zero."""
        with torch.no_grad():
            for place in self._padding(self.pattern):
                self.weight[place] = 0

    def _reaches_beyond(self, weight: torch.Tensor, pattern: BlockPattern) -> bool:
        """Whether a weight of this pattern has values beyond the layer's own extents."""
        return self._padded and not weight.is_meta and any(bool(weight[place].any()) for place in self._padding(pattern))

    def _own(self, pattern: BlockPattern) -> torch.Tensor:
        """Which values of a weight of this pattern lie within the layer's own extents."""
        own = torch.ones(pattern.blocks, *pattern.block, dtype=torch.bool, device="cpu")
        for place in self._padding(pattern):
            own[place] = False
        return own

    def _padding(self, pattern: BlockPattern) -> list[tuple]:
        """Where values of this pattern lie beyond the layer's own extents, as indices of the weight."""
        out, in_ = (extent % self.block for extent in self._extents)
        places: list[tuple] = []
        if out > 0:
            places.append((slice(int(pattern.row_offsets[-2]), None), slice(out, None)))
        if in_ > 0:
            last = torch.from_numpy(pattern.columns == pattern.grid[1] - 1)
            places.append((last, slice(None), slice(in_, None)))
        return places

    # Checkpoints: the pattern is saved as two plain tensors, and made anew from them. They are no buffers, which
    # DistributedDataParallel would broadcast behind the plan's back.

    @property
    def crow_indices(self) -> torch.Tensor:
        """Of each row of blocks the first stored block, as in torch's BSR; a copy."""
        return torch.from_numpy(self._indices()[0])

    @crow_indices.setter
    def crow_indices(self, indices: torch.Tensor) -> None:
        self._expect_own("crow_indices", indices)

    @property
    def col_indices(self) -> torch.Tensor:
        """The column of each stored block; a copy."""
        return torch.from_numpy(self._indices()[1])

    @col_indices.setter
    def col_indices(self, indices: torch.Tensor) -> None:
        self._expect_own("col_indices", indices)

    def _expect_own(self, key: str, indices: torch.Tensor) -> None:
        """For torch.func.functional_call, which puts what a state dict has in the place of the layer's own."""
        # torch.equal and not NumPy's, which cannot read a tensor within a transform.
        if not (isinstance(indices, torch.Tensor) and torch.equal(indices, getattr(self, key))):
            raise ConfigError(f"SparseLinear: {key}: found those of another pattern; expected the layer's own, which load_state_dict "
                              "alone changes")

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        weight = self._parameters.get("weight")
        whole = type(weight) is nn.Parameter and weight.shape == self._plan.shape  # no shard of it
        if whole and self._reaches_beyond(weight, self.pattern):
            self._clear_padding()  # others wrote there, such as an initialisation of every parameter; a load would refuse it
        super()._save_to_state_dict(destination, prefix, keep_vars)
        indices = self._indices()
        for key, array in zip(_INDICES, indices, strict=True):
            destination[prefix + key] = torch.from_numpy(array)
        # Beside the version that torch keeps there: the tensors do not say how many columns the pattern is of.
        if hasattr(destination, "_metadata"):
            destination._metadata.setdefault(prefix[:-1], {})["extents"] = tuple(map(int, self._extents))
        if "weight" in self._parameters:
            self._note_saved(indices)

    def _note_saved(self, indices: tuple[np.ndarray, np.ndarray] | tuple[torch.Tensor, torch.Tensor]) -> None:
        """To be called for the indices of a state dict that holds the weight itself."""
        self._saved = [saved for saved in self._saved if any(reference() is not None for reference in saved[1])]
        self._saved.append((self.weight.data_ptr(), [weakref.ref(part) for part in indices]))

    def _indices(self) -> tuple[np.ndarray, np.ndarray]:
        """Copies of offsets and columns, as torch has them."""
        return self.pattern.row_offsets.copy(), self.pattern.columns.astype(np.int64)

    def _move_saved_indices(self) -> None:
        """To be called after the weight was changed in place for another pattern. A state dict holds the weight itself, as torch's do, so
        that it would have the new values under the indices of before."""
        at = self.weight.data_ptr()
        for references in (references for saved_at, references in self._saved if saved_at == at):
            for reference, now in zip(references, self._indices(), strict=True):
                part = reference()
                if part is not None:
                    torch.as_tensor(part, device="cpu").copy_(torch.from_numpy(now))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        offsets = state_dict.pop(prefix + "crow_indices", None)
        columns = state_dict.pop(prefix + "col_indices", None)
        weight = state_dict.get(prefix + "weight")
        parts = {"weight": weight, "crow_indices": offsets, "col_indices": columns}
        parametrized = "weight" not in self._parameters  # the parametrization loads what it makes the weight of
        if parametrized:
            del parts["weight"]
        absent = [key for key, value in parts.items() if value is None]
        if len(absent) == len(parts):
            missing_keys.extend(prefix + key for key in _INDICES)
            super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                                          error_msgs)
            return
        if absent:
            found = [key for key in parts if key not in absent]
            error_msgs.append(f"{prefix}weight: found {' and '.join(found)} alone; expected {', '.join(parts)}, which belong "
                              "together, or none of them")
            return
        try:
            pattern = BlockPattern(self.pattern.shape, self.block, offsets.numpy(), columns.numpy())
        except (Error, TypeError, AttributeError, RuntimeError) as error:
            error_msgs.append(f"{prefix}pattern of another layer or damaged: {error}")
            return
        if parametrized:
            if pattern != self.pattern:
                error_msgs.append(f"{prefix}weight: found another pattern; expected that of the layer, whose weight is parametrized: "
                                  "load the state before the parametrization is registered")
            else:
                super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                                              error_msgs)
            return
        shape = (pattern.blocks, *pattern.block)
        if tuple(weight.shape) != shape:
            error_msgs.append(f"{prefix}weight: found the shape {tuple(weight.shape)}; expected {shape}, as its pattern says")
            return
        if self._reaches_beyond(weight, pattern):
            error_msgs.append(f"{prefix}weight: found values beyond {self.out_features} x {self.in_features}; expected zeros there, as a "
                              "layer of these extents has")
            return
        out, in_ = local_metadata.get("extents", self._extents)
        if (out, in_) != self._extents:
            error_msgs.append(f"{prefix}weight: found that of {in_} inputs and {out} outputs; expected {self.in_features} and "
                              f"{self.out_features}")
            return
        assigns = local_metadata.get("assign_to_params_buffers", False)
        if pattern != self.pattern:
            if tuple(self.weight.shape) != shape:
                with torch.inference_mode(False):  # it may be trained later
                    resize(self.weight, self.weight.new_zeros(shape))
            self.weight.grad = None  # is of other positions
            self._set_pattern(pattern)
            if not assigns:
                self._move_saved_indices()
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                                      error_msgs)
        if assigns:
            self._note_saved((offsets, columns))

    # Copies: a plan belongs to one layer. The pattern is immutable and shared.

    def __copy__(self):
        raise TypeError("SparseLinear: found copy.copy, which would share the weight and not the pattern that an edit gives it; use "
                        "copy.deepcopy")

    def __deepcopy__(self, memo):
        copied = type(self).__new__(type(self))
        memo[id(self)] = copied
        # Not self.__getstate__: torch has those of parametrized modules refuse.
        copied.__setstate__(copy.deepcopy(SparseLinear.__getstate__(self), memo))
        _copies.setdefault(self, weakref.WeakSet()).add(copied)
        return copied

    def __getstate__(self):
        state = self.__dict__.copy()
        state["_plan"] = self.pattern
        del state["_plan_number"], state["_saved"]
        return state

    def __setstate__(self, state):
        state = dict(state)
        pattern = state.pop("_plan")
        state.setdefault("_extents", pattern.shape)  # a pickle of an earlier version has none
        super().__setstate__(state)
        self._set_pattern(pattern)
