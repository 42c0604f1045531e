# SPDX-License-Identifier: Apache-2.0
"""Convolutions that look at one point at a time, which are linear layers over channels."""

from __future__ import annotations

import torch
from torch import nn

from espalier.errors import ShapeError
from espalier.torch.dense_modules import Family, Part
from espalier.torch.linear import SparseLinear

_KINDS = (nn.Conv1d, nn.Conv2d, nn.Conv3d)


class SparsePointwiseConv(SparseLinear):
    """The results of `torch.nn.Conv1d`, `Conv2d` or `Conv3d` with a kernel of one point, with a block-sparse weight.

    A `SparseLinear` over channels in every other respect. x [batch, in_channels, ...] or without the batch, y the same with
    out_channels, and as many points as the stride leaves. Raises ShapeError for another x.

    Cost: beside the product, a copy of x and one of y, since tokens are rows there; none of x in torch.channels_last.
    """

    stride: tuple[int, ...]

    def __init__(self, *_, **__):
        raise TypeError("SparsePointwiseConv: found that it is made by hand; expected sparsify_, which puts it in the place of a "
                        "convolution")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        extents = len(self.stride)
        if x.dim() not in (extents + 1, extents + 2) or x.shape[-extents - 1] != self.in_features:
            raise ShapeError(f"SparsePointwiseConv: found the shape {tuple(x.shape)}; expected {self.in_features} channels before "
                             f"{extents} extents, with or without a batch")
        channels_last = extents > 1 and not x.is_contiguous() and x.movedim(-extents - 1, -1).is_contiguous()
        if any(step > 1 for step in self.stride):
            x = x[(..., *(slice(None, None, step) for step in self.stride))]
        y = super().forward(x.movedim(-extents - 1, -1)).movedim(-1, -extents - 1)
        # As torch's: what follows may want to view it in another shape.
        return y if channels_last else y.contiguous()

    def densified(self) -> nn.Module:
        linear = super().densified()
        kind = _KINDS[len(self.stride) - 1]
        dense = kind(self.in_features, self.out_features, 1, self.stride, bias=False, device="meta")
        dense.weight = nn.Parameter(linear.weight.detach().reshape(dense.weight.shape), linear.weight.requires_grad)
        dense.bias = linear.bias
        return dense.train(self.training)

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, stride={self.stride}"


def _build(dense: nn.Module, layers: dict[str, SparseLinear]) -> SparsePointwiseConv:
    (layer,) = layers.values()
    conv = SparsePointwiseConv._around(layer.pattern, layer.weight, layer.bias, layer._extents)
    conv.stride = dense.stride
    return conv.train(dense.training)


def _refusal(dense: nn.Module) -> str | None:
    if any(extent != 1 for extent in dense.kernel_size):
        return f"its kernel is of {'x'.join(map(str, dense.kernel_size))} points and not of one"
    if dense.groups != 1:
        return f"its channels are in {dense.groups} groups"
    if dense.padding not in ("valid", "same") and any(dense.padding):
        return "it pads its input"
    return None


FAMILY = Family(_KINDS, lambda dense: [Part("", dense)], _build, _refusal)
