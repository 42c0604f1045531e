# SPDX-License-Identifier: Apache-2.0
"""Attention whose projections are block-sparse."""

from __future__ import annotations

import math

import torch
from torch import nn
from torch.nn import functional

from espalier.errors import ConfigError, ShapeError
from espalier.torch.dense_modules import Family, Part, dense_linear
from espalier.torch.linear import SparseLinear

_INPUTS = ("q_proj", "k_proj", "v_proj")
_SETTINGS = ("embed_dim", "num_heads", "dropout", "add_zero_attn", "kdim", "vdim", "batch_first")


class SparseMultiheadAttention(nn.Module):
    """The results of `torch.nn.MultiheadAttention`, with block-sparse projections.

        et.sparsify_(model, {"*.self_attn": 0.1})          # or "*.self_attn.q_proj" for one of them

    `q_proj`, `k_proj`, `v_proj` and `out_proj` are `SparseLinear` layers, or dense ones where a glob said so; the packed
    `in_proj_weight` of torch is the first three, one below the other. `forward` takes and gives what that of
    `torch.nn.MultiheadAttention` does. Raises ShapeError for operands that do not fit, TypeError for nested tensors, which
    only torch's fast path takes; that path reads weights past their layers, and this module has none.

    dense: has the settings. layers: the four projections, by name.
    """

    # torch.nn.TransformerEncoderLayer calls `forward`, and leaves its fast path, where this is None.
    in_proj_bias = None

    def __init__(self, dense: nn.MultiheadAttention, layers: dict[str, nn.Module]):
        super().__init__()
        for setting in _SETTINGS:
            setattr(self, setting, getattr(dense, setting))
        for name in (*_INPUTS, "out_proj"):
            self.add_module(name, layers[name])
        self.bias_k, self.bias_v = dense.bias_k, dense.bias_v
        self.train(dense.training)

    def reset_parameters(self) -> None:
        """Draws anew what is no layer's: `bias_k` and `bias_v`."""
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                nn.init.xavier_normal_(bias)

    @property
    def _qkv_same_embed_dim(self) -> bool:  # read by torch.nn.TransformerEncoder
        return self.kdim == self.vdim == self.embed_dim

    def forward(self, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor,
                key_padding_mask: torch.Tensor | None = None, need_weights: bool = True,
                attn_mask: torch.Tensor | None = None, average_attn_weights: bool = True,
                is_causal: bool = False) -> tuple[torch.Tensor, torch.Tensor | None]:
        self._check(query, key, value)
        if is_causal and attn_mask is None:
            raise ConfigError("SparseMultiheadAttention: found is_causal without attn_mask; expected the mask too, which is_causal "
                              "only says something of")
        batched = query.dim() == 3
        if not batched:
            query, key, value = (x.unsqueeze(0) for x in (query, key, value))
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
        elif not self.batch_first:
            query, key, value = (x.transpose(0, 1) for x in (query, key, value))

        q, k, v = self.q_proj(query), self.k_proj(key), self.v_proj(value)
        mask = self._mask(attn_mask, key_padding_mask, q, k)
        if self.bias_k is not None:
            k, v = (torch.cat([x, bias.expand(x.shape[0], 1, -1)], 1) for x, bias in ((k, self.bias_k), (v, self.bias_v)))
        if self.add_zero_attn:
            k, v = (functional.pad(x, (0, 0, 0, 1)) for x in (k, v))
        if mask is not None:
            mask = functional.pad(mask, (0, k.shape[1] - mask.shape[-1]))
        q, k, v = (x.unflatten(-1, (self.num_heads, self.embed_dim // self.num_heads)).transpose(1, 2) for x in (q, k, v))

        dropout, weights = self.dropout if self.training else 0.0, None
        if need_weights:
            scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
            weights = functional.dropout(torch.softmax(scores if mask is None else scores + mask, -1), dropout)
            attended = weights @ v
            weights = weights.mean(1) if average_attn_weights else weights
        else:
            attended = functional.scaled_dot_product_attention(q, k, v, mask, dropout)
        y = self.out_proj(attended.transpose(1, 2).flatten(2))
        if not batched:
            return y.squeeze(0), None if weights is None else weights.squeeze(0)
        return y if self.batch_first else y.transpose(0, 1).contiguous(), weights

    def _check(self, query, key, value) -> None:
        if query.is_nested or key.is_nested or value.is_nested:
            raise TypeError("SparseMultiheadAttention: found a nested tensor; expected a padded one, with key_padding_mask")
        for x, features, what in ((query, self.embed_dim, "query"), (key, self.kdim, "key"), (value, self.vdim, "value")):
            if x.dim() not in (2, 3) or x.dim() != query.dim() or x.shape[-1] != features:
                raise ShapeError(f"SparseMultiheadAttention: {what}: found the shape {tuple(x.shape)}; expected two extents or, with "
                                 f"a batch, three, the last of them {features}")
        if key.shape[:-1] != value.shape[:-1]:
            raise ShapeError(f"SparseMultiheadAttention: value: found the shape {tuple(value.shape)}; expected as many tokens as "
                             f"the key has, {tuple(key.shape)}")
        batch = 0 if self.batch_first else 1
        if query.dim() == 3 and key.shape[batch] != query.shape[batch]:
            raise ShapeError(f"SparseMultiheadAttention: key: found the shape {tuple(key.shape)}; expected a batch of "
                             f"{query.shape[batch]}, as the query has, {tuple(query.shape)}")

    def _mask(self, attention, padding, q, k) -> torch.Tensor | None:
        """What is added to scores [batch, heads, targets, sources], in four extents; None for nothing."""
        (batch, targets), sources, heads = q.shape[:2], k.shape[1], self.num_heads
        shapes = {"attn_mask": {(targets, sources): (1, 1, targets, sources),
                                (batch * heads, targets, sources): (batch, heads, targets, sources)},
                  "key_padding_mask": {(batch, sources): (batch, 1, 1, sources)}}
        added = None
        for (what, known), mask in zip(shapes.items(), (attention, padding), strict=True):
            if mask is None:
                continue
            shape = known.get(tuple(mask.shape))
            if shape is None:
                raise ShapeError(f"SparseMultiheadAttention: {what}: found the shape {tuple(mask.shape)}; expected "
                                 f"{' or '.join(map(str, known))}")
            if mask.dtype is torch.bool:
                mask = torch.zeros_like(mask, dtype=q.dtype).masked_fill_(mask, -math.inf)
            elif not mask.is_floating_point():
                raise TypeError(f"SparseMultiheadAttention: {what}: found {mask.dtype}; expected torch.bool, or what to add to scores")
            mask = mask.to(q.dtype).reshape(shape)
            added = mask if added is None else added + mask
        return added

    def extra_repr(self) -> str:
        return ", ".join(f"{setting}={getattr(self, setting)}" for setting in _SETTINGS)

    def densified(self) -> nn.MultiheadAttention:
        """As `torch.nn.MultiheadAttention`, of the same values."""
        dense = nn.MultiheadAttention(self.embed_dim, self.num_heads, self.dropout, self.out_proj.bias is not None,
                                      self.bias_k is not None, self.add_zero_attn, self.kdim, self.vdim, self.batch_first,
                                      device="meta")
        layers = [dense_linear(getattr(self, name)) for name in _INPUTS]
        if dense._qkv_same_embed_dim:
            dense.in_proj_weight = _stacked([layer.weight for layer in layers])
        else:
            for name, layer in zip(_INPUTS, layers, strict=True):
                setattr(dense, f"{name}_weight", layer.weight)
        out = dense_linear(self.out_proj)
        dense.out_proj.weight = out.weight
        if out.bias is not None:
            dense.in_proj_bias, dense.out_proj.bias = _stacked([layer.bias for layer in layers]), out.bias
        dense.bias_k, dense.bias_v = self.bias_k, self.bias_v
        return dense.train(self.training)


def _stacked(parameters: list[nn.Parameter]) -> nn.Parameter:
    return nn.Parameter(torch.cat([p.detach() for p in parameters]), any(p.requires_grad for p in parameters))


def _parts(dense: nn.MultiheadAttention) -> list[Part]:
    inputs = []
    for i, name in enumerate(_INPUTS):
        rows = slice(i * dense.embed_dim, (i + 1) * dense.embed_dim)
        if dense._qkv_same_embed_dim:
            inputs.append(Part(name, dense, "in_proj_weight", "in_proj_bias", rows, rows))
        else:
            inputs.append(Part(name, dense, f"{name}_weight", "in_proj_bias", bias_rows=rows))
    return [*inputs, Part("out_proj", dense.out_proj)]


FAMILY = Family((nn.MultiheadAttention,), _parts, SparseMultiheadAttention)


#: Without gradients and in eval mode an encoder layer reads the weights of its layers past their forward, and an encoder hands
#: nested tensors to its layers. Each looks at this setting before, and does not where it is zero.
_FAST_PATHS = ((nn.TransformerEncoderLayer, "activation_relu_or_gelu"), (nn.TransformerEncoder, "use_nested_tensor"))


def choose_paths(model: nn.Module) -> None:
    """Has torch's encoders and their layers call the layers in them where one is sparse, and again do as they did before where
    none is any more."""
    for kind, setting in _FAST_PATHS:
        for module in model.modules():
            if not isinstance(module, kind):
                continue
            sparse = any(isinstance(layer, SparseLinear) for layer in module.modules())
            if sparse and "_dense_path" not in module.__dict__:
                module._dense_path = getattr(module, setting)
                setattr(module, setting, 0)
            elif not sparse and "_dense_path" in module.__dict__:
                setattr(module, setting, module.__dict__.pop("_dense_path"))
