# SPDX-License-Identifier: Apache-2.0
"""Recurrent layers and cells whose matrices are block-sparse."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.rnn import PackedSequence

from espalier.errors import ShapeError
from espalier.torch.dense_modules import Family, Part, dense_linear

State = tuple[torch.Tensor, ...]

# One step each: from what the input gives to the gates, [tokens, gates * hidden], and the state before to the
# state after, of which the first is the output. `hidden` multiplies by the recurrent matrix.


def _rnn_tanh(x: torch.Tensor, state: State, hidden) -> State:
    return ((x + hidden(state[0])).tanh(),)


def _rnn_relu(x: torch.Tensor, state: State, hidden) -> State:
    return ((x + hidden(state[0])).relu(),)


def _lstm(x: torch.Tensor, state: State, hidden) -> State:
    input_gate, forget_gate, cell_gate, output_gate = (x + hidden(state[0])).chunk(4, -1)
    cell = forget_gate.sigmoid() * state[1] + input_gate.sigmoid() * cell_gate.tanh()
    return output_gate.sigmoid() * cell.tanh(), cell


def _gru(x: torch.Tensor, state: State, hidden) -> State:
    x_reset, x_update, x_new = x.chunk(3, -1)
    h_reset, h_update, h_new = hidden(state[0]).chunk(3, -1)
    new = (x_new + (x_reset + h_reset).sigmoid() * h_new).tanh()
    return (new + (x_update + h_update).sigmoid() * (state[0] - new),)


#: By the names that torch.nn.RNNBase has for them.
_STEPS = {"RNN_TANH": _rnn_tanh, "RNN_RELU": _rnn_relu, "LSTM": _lstm, "GRU": _gru}


class SparseRecurrent(nn.Module):
    """The results of `torch.nn.RNN`, `LSTM` and `GRU`, with block-sparse matrices.

        et.sparsify_(model, {"*.lstm": 0.1})               # or "*.lstm.hh_*" for the recurrent ones alone

    `ih_l0`, `hh_l0`, `ih_l0_reverse`, ... are `SparseLinear` layers, or dense ones where a glob said so: what torch calls
    `weight_ih_l0` and `bias_ih_l0` is `ih_l0.weight` and `ih_l0.bias`; with proj_size there is `hr_l0`. `forward` takes and
    gives what that of the torch module does, PackedSequence too. Raises ShapeError for operands that do not fit.

    The input's products are one for a whole sequence, the recurrent ones one for each step.
    dense: has the settings. layers: by name.
    """

    _SETTINGS = ("mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional", "proj_size")

    def __init__(self, dense: nn.RNNBase, layers: dict[str, nn.Module]):
        super().__init__()
        for setting in self._SETTINGS:
            setattr(self, setting, getattr(dense, setting))
        for name, layer in layers.items():
            self.add_module(name, layer)
        self.train(dense.training)

    def flatten_parameters(self) -> None:
        """Does nothing; for models that call it of their recurrent layers, whose weights lie in one piece for cuDNN."""

    def forward(self, input: torch.Tensor | PackedSequence, hx: torch.Tensor | State | None = None):
        packed = isinstance(input, PackedSequence)
        batched = packed or input.dim() == 3
        if packed:
            data, sizes = input.data, input.batch_sizes.tolist()
        else:
            if input.dim() not in (2, 3):
                raise ShapeError(f"SparseRecurrent: input: found the shape {tuple(input.shape)}; expected [steps, {self.input_size}], "
                                 "or three extents with a batch")
            steps_first = input.unsqueeze(1) if not batched else input.transpose(0, 1) if self.batch_first else input
            data, sizes = steps_first.flatten(0, 1), [steps_first.shape[1]] * steps_first.shape[0]
        if not sizes:
            raise ShapeError("SparseRecurrent: input: found a sequence of no steps; expected at least one")
        state = self._initial(hx, data, sizes[0], batched)
        if packed and input.sorted_indices is not None:
            state = tuple(part.index_select(1, input.sorted_indices) for part in state)

        finals = []
        for i in range(self.num_layers):
            outputs = []
            for reverse in (False, True)[:self._directions]:
                output, final = self._run(i, reverse, data, sizes, tuple(part[len(finals)] for part in state))
                outputs.append(output)
                finals.append(final)
            data = torch.cat(outputs, -1)
            if i < self.num_layers - 1 and self.training and self.dropout > 0:
                data = functional.dropout(data, self.dropout)
        state = tuple(torch.stack(parts) for parts in zip(*finals, strict=True))

        if packed:
            if input.unsorted_indices is not None:
                state = tuple(part.index_select(1, input.unsorted_indices) for part in state)
            output = PackedSequence(data, input.batch_sizes, input.sorted_indices, input.unsorted_indices)
        else:
            output = data.unflatten(0, (len(sizes), sizes[0]))
            if not batched:
                output, state = output.squeeze(1), tuple(part.squeeze(1) for part in state)
            elif self.batch_first:
                output = output.transpose(0, 1)
        return output, state if self.mode == "LSTM" else state[0]

    def _run(self, i: int, reverse: bool, data: torch.Tensor, sizes: list[int], initial: State):
        """One layer in one direction over all steps, of which each has the sequences that are not over yet, the longest
        first. The outputs in the order of data, and the state after the last step of each sequence."""
        suffix = f"l{i}{'_reverse' if reverse else ''}"
        hidden, step, project = getattr(self, f"hh_{suffix}"), _STEPS[self.mode], getattr(self, f"hr_{suffix}", None)
        inputs = getattr(self, f"ih_{suffix}")(data).split(sizes)
        outputs, over = [], []
        state = tuple(part[:sizes[-1]] for part in initial) if reverse else initial
        for t in reversed(range(len(sizes))) if reverse else range(len(sizes)):
            before, now = state[0].shape[0], sizes[t]
            if now < before:
                over.append(tuple(part[now:] for part in state))
                state = tuple(part[:now] for part in state)
            elif now > before:
                state = tuple(torch.cat([part, start[before:now]]) for part, start in zip(state, initial, strict=True))
            state = step(inputs[t], state, hidden)
            if project is not None:
                state = project(state[0]), state[1]
            outputs.append(state[0])
        if over:
            state = tuple(torch.cat(parts) for parts in zip(state, *reversed(over), strict=True))
        return torch.cat(outputs[::-1] if reverse else outputs), state

    def _initial(self, hx, data: torch.Tensor, batch: int, batched: bool) -> State:
        """[layers * directions, batch, features], of hidden state and for an LSTM of cells too."""
        features = (self.proj_size or self.hidden_size, self.hidden_size)[:2 if self.mode == "LSTM" else 1]
        rows = self.num_layers * self._directions
        if hx is None:
            return tuple(data.new_zeros(rows, batch, count) for count in features)
        state = tuple(hx) if self.mode == "LSTM" else (hx,)
        state = state if batched else tuple(part.unsqueeze(1) for part in state)
        for part, count in zip(state, features, strict=True):
            if tuple(part.shape) != (rows, batch, count):
                raise ShapeError(f"SparseRecurrent: hx: found the shape {tuple(part.shape)}; expected {(rows, batch, count)}")
        return state

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    def extra_repr(self) -> str:
        return ", ".join(f"{setting}={getattr(self, setting)}" for setting in self._SETTINGS)

    def densified(self) -> nn.RNNBase:
        kind, more = (nn.RNN, {"nonlinearity": self.mode[4:].lower()}) if self.mode.startswith("RNN") else (getattr(nn, self.mode), {})
        if self.mode == "LSTM":
            more["proj_size"] = self.proj_size
        dense = kind(self.input_size, self.hidden_size, self.num_layers, bias=self.bias, batch_first=self.batch_first,
                     dropout=self.dropout, bidirectional=self.bidirectional, device="meta", **more)
        for name, layer in self.named_children():
            _put_back(dense, name, layer)
        return dense.train(self.training)


class SparseRecurrentCell(nn.Module):
    """The results of `torch.nn.RNNCell`, `LSTMCell` and `GRUCell`, with block-sparse matrices: `ih` and `hh` are
    `SparseLinear` layers, or dense ones where a glob said so. dense: has the settings. layers: by name."""

    def __init__(self, dense: nn.RNNCellBase, layers: dict[str, nn.Module]):
        super().__init__()
        self.mode = {nn.LSTMCell: "LSTM", nn.GRUCell: "GRU"}.get(type(dense)) or f"RNN_{dense.nonlinearity.upper()}"
        self.input_size, self.hidden_size, self.bias = dense.input_size, dense.hidden_size, dense.bias
        self.ih, self.hh = layers["ih"], layers["hh"]
        self.train(dense.training)

    def forward(self, input: torch.Tensor, hx: torch.Tensor | State | None = None) -> torch.Tensor | State:
        parts = 2 if self.mode == "LSTM" else 1
        shape = (*input.shape[:-1], self.hidden_size)
        if hx is None:
            state = (input.new_zeros(shape),) * parts
        else:
            state = tuple(hx) if parts == 2 else (hx,)
        if input.dim() not in (1, 2) or any(part.shape != shape for part in state):
            raise ShapeError(f"SparseRecurrentCell: found an input of the shape {tuple(input.shape)} and a state of "
                             f"{tuple(state[0].shape)}; expected [{self.input_size}] and [{self.hidden_size}], or both with a batch")
        state = _STEPS[self.mode](self.ih(input), state, self.hh)
        return state if parts == 2 else state[0]

    def extra_repr(self) -> str:
        return f"mode={self.mode}, input_size={self.input_size}, hidden_size={self.hidden_size}, bias={self.bias}"

    def densified(self) -> nn.RNNCellBase:
        if self.mode.startswith("RNN"):
            dense = nn.RNNCell(self.input_size, self.hidden_size, self.bias, self.mode[4:].lower(), device="meta")
        else:
            dense = getattr(nn, f"{self.mode}Cell")(self.input_size, self.hidden_size, self.bias, device="meta")
        for name, layer in self.named_children():
            _put_back(dense, name, layer)
        return dense.train(self.training)


def _put_back(dense: nn.Module, name: str, layer: nn.Module) -> None:
    linear = dense_linear(layer)
    setattr(dense, f"weight_{name}", linear.weight)
    if linear.bias is not None:
        setattr(dense, f"bias_{name}", linear.bias)


def _layer_parts(dense: nn.RNNBase) -> list[Part]:
    """weight_ih_l0 with bias_ih_l0 is the part ih_l0, and so on."""
    names = [name.removeprefix("weight_") for names in dense._all_weights for name in names if name.startswith("weight_")]
    return [_part(dense, name) for name in names]


def _part(dense: nn.Module, name: str) -> Part:
    return Part(name, dense, f"weight_{name}", f"bias_{name}")


LAYERS = Family((nn.RNN, nn.LSTM, nn.GRU), _layer_parts, SparseRecurrent)
CELLS = Family((nn.RNNCell, nn.LSTMCell, nn.GRUCell), lambda dense: [_part(dense, name) for name in ("ih", "hh")], SparseRecurrentCell)
