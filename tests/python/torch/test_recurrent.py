# SPDX-License-Identifier: Apache-2.0
"""Recurrent layers and cells, against the dense ones of the same weights."""

import copy
import io

import pytest
import torch
from reference import compare
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pack_sequence, pad_packed_sequence

import espalier
import espalier.torch as et

INPUTS, HIDDEN, STEPS, BATCH = 12, 16, 6, 3
KINDS = {"tanh": lambda *a, **o: nn.RNN(*a, **o), "relu": lambda *a, **o: nn.RNN(*a, nonlinearity="relu", **o), "lstm": nn.LSTM, "gru": nn.GRU}


def layer(kind, density=0.3, **options):
    torch.manual_seed(0)
    model = nn.ModuleDict({"r": KINDS[kind](INPUTS, HIDDEN, **options)})
    et.sparsify_(model, density, block=4, seed=1)
    assert type(model["r"]) is et.SparseRecurrent
    return model


def terms(layers=1, directions=1):
    """A product over inputs and one over hidden values for each step of each layer, a dozen roundings of gates, and as many
    once more backward; sums over all tokens for the weights."""
    return 2 * layers * STEPS * (directions * HIDDEN + 4 * HIDDEN + 12) + STEPS * BATCH


def states(kind, rows, hidden=HIDDEN, batch=BATCH):
    torch.manual_seed(2)
    shapes = [(rows, batch, hidden), (rows, batch, HIDDEN)][:2 if kind == "lstm" else 1]
    return [torch.randn(shape) for shape in shapes]


def run(model, x, *state):
    return model["r"](x, state if len(state) == 2 else state[0]) if state else model["r"](x)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", [
    {}, {"batch_first": True}, {"bias": False}, {"num_layers": 2}, {"bidirectional": True},
    {"num_layers": 3, "bidirectional": True, "batch_first": True},
])
@pytest.mark.parametrize("given", [True, False])
def test_output_and_gradients_are_those_of_torch(kind, options, given):
    layers, directions = options.get("num_layers", 1), 2 if options.get("bidirectional") else 1
    x = torch.randn((BATCH, STEPS, INPUTS) if options.get("batch_first") else (STEPS, BATCH, INPUTS))
    state = states(kind, layers * directions) if given else []
    compare(layer(kind, **options), [x, *state], terms(layers, directions), run)


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_batch(kind):
    state = [part[:, 0] for part in states(kind, 4)]
    compare(layer(kind, num_layers=2, bidirectional=True), [torch.randn(STEPS, INPUTS), *state], terms(2, 2), run)


@pytest.mark.parametrize("options", [{}, {"num_layers": 2, "bidirectional": True, "bias": False}])
def test_projections_of_an_lstm(options):
    model = layer("lstm", proj_size=8, **options)
    assert model["r"].hr_l0.out_features == 8 and model["r"].hr_l0.bias is None
    layers, directions = options.get("num_layers", 1), 2 if options.get("bidirectional") else 1
    x = torch.randn(STEPS, BATCH, INPUTS)
    compare(model, [x, *states("lstm", layers * directions, 8)], terms(layers, 2), run)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize("in_order", [True, False])
def test_packed_sequences(kind, bidirectional, in_order):
    model = layer(kind, num_layers=2, bidirectional=bidirectional)
    lengths = torch.tensor([6, 4, 4] if in_order else [4, 6, 1])
    x, state = torch.randn(STEPS, BATCH, INPUTS), states(kind, 4 if bidirectional else 2)

    def call(model, x, *state):
        packed = pack_padded_sequence(x, lengths, enforce_sorted=in_order)
        output, final = run(model, packed, *state)
        assert torch.equal(output.batch_sizes, packed.batch_sizes)
        return pad_packed_sequence(output)[0], final

    compare(model, [x, *state], terms(2, 2), call)
    compare(model, [x], terms(2, 2), call)


def test_dropout_is_drawn_as_torch_draws_it():
    model = layer("lstm", num_layers=3, dropout=0.5, batch_first=True)
    dense = et.densify_(copy.deepcopy(model))
    packed = pack_sequence([torch.randn(n, INPUTS) for n in (5, 3, 2)])
    for x in (torch.randn(BATCH, STEPS, INPUTS), packed):
        results = []
        for one in (model, dense):
            torch.manual_seed(9)
            y = one["r"](x)[0]
            results.append(y.data if x is packed else y)
        torch.testing.assert_close(*results, rtol=1e-4, atol=1e-5)
    model.eval()
    dense.eval()
    torch.testing.assert_close(model["r"](packed)[0].data, dense["r"](packed)[0].data, rtol=1e-4, atol=1e-5)


CELLS = {"tanh": nn.RNNCell, "relu": lambda *a, **o: nn.RNNCell(*a, nonlinearity="relu", **o), "lstm": nn.LSTMCell, "gru": nn.GRUCell}


@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("leading", [(), (3,)])
def test_cells(kind, bias, leading):
    torch.manual_seed(0)
    model = nn.ModuleDict({"r": CELLS[kind](INPUTS, HIDDEN, bias=bias)})
    et.sparsify_(model, 0.4, block=4)
    assert type(model["r"]) is et.SparseRecurrentCell
    state = [torch.randn(*leading, HIDDEN) for _ in range(2 if kind == "lstm" else 1)]
    compare(model, [torch.randn(*leading, INPUTS), *state], terms(), run)
    compare(model, [torch.randn(*leading, INPUTS)], terms(), run)
    before = repr(et.densify_(copy.deepcopy(model))["r"])
    assert before == repr(CELLS[kind](INPUTS, HIDDEN, bias=bias))


def test_parts_by_name():
    model = layer("gru", {"r.hh_*": 0.2, "r.ih_l1": 0.5, "r": None}, num_layers=2)
    r = model["r"]
    assert type(r.ih_l0) is nn.Linear and r.hh_l0.density == r.hh_l1.density == 10 / 48 and r.ih_l1.density == 0.5
    compare(model, [torch.randn(STEPS, BATCH, INPUTS)], terms(2), run)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", [{}, {"num_layers": 2, "bidirectional": True, "batch_first": True, "dropout": 0.1}, {"bias": False}])
def test_densify_puts_back_what_was_there(kind, options):
    model = nn.ModuleDict({"r": KINDS[kind](INPUTS, HIDDEN, **options)}).eval()
    model["r"].weight_hh_l0.requires_grad_(False)
    before, settings = copy.deepcopy(model), repr(model)
    bias = getattr(model["r"], "bias_hh_l0", None)
    et.sparsify_(model, 1.0, block=4)
    assert not model["r"].training and model["r"].hh_l0.bias is bias
    et.densify_(model)
    assert repr(model) == settings and type(model["r"]) is type(before["r"]) and not model["r"].training
    state, expected = model.state_dict(), before.state_dict()
    assert list(state) == list(expected) and all(torch.equal(state[key], expected[key]) for key in state)
    assert not model["r"].weight_hh_l0.requires_grad
    x = torch.randn(2, 3, INPUTS)
    torch.testing.assert_close(model["r"](x), before["r"](x))  # torch's flat list of weights is the new ones


@pytest.mark.parametrize(("make", "reason"), [
    (lambda: type("Own", (nn.LSTM,), {})(INPUTS, HIDDEN), "Own"),
    (lambda: nn.utils.parametrizations.weight_norm(nn.LSTM(INPUTS, HIDDEN), "weight_hh_l0"), "parametrized"),
    (lambda: nn.LSTM(INPUTS, HIDDEN).double(), "float64"),
])
def test_what_cannot_be_sparse(make, reason):
    model = nn.ModuleDict({"r": make(), "b": nn.Linear(8, 8)})
    report = et.sparsify_(model, 0.5, block=4)
    assert list(report.left_dense) == ["r"] and reason in report.left_dense["r"]
    with pytest.raises((ValueError, TypeError), match=f"layer 'r'.*{reason}"):
        et.sparsify_(model, {"r": 0.5}, block=4)


@pytest.mark.parametrize(("call", "shape"), [
    (lambda r: r(torch.randn(STEPS, BATCH, 11)), None),
    (lambda r: r(torch.randn(INPUTS)), None),
    (lambda r: r(torch.randn(0, BATCH, INPUTS)), None),
    (lambda r: r(torch.randn(STEPS, BATCH, INPUTS), torch.randn(1, 2, HIDDEN)), None),
    (lambda r: r(torch.randn(STEPS, BATCH, INPUTS), torch.randn(1, HIDDEN)), None),
])
def test_bad_operands_are_refused_in_one_line(call, shape):
    with pytest.raises(espalier.ShapeError) as raised:
        call(layer("gru")["r"])
    assert "\n" not in str(raised.value)


def test_a_bad_state_of_a_cell():
    model = nn.ModuleDict({"r": nn.LSTMCell(INPUTS, HIDDEN)})
    et.sparsify_(model, 0.5, block=4)
    for x, state in ((torch.randn(2, INPUTS), torch.randn(3, HIDDEN)), (torch.randn(1, 2, INPUTS), torch.randn(1, 2, HIDDEN))):
        with pytest.raises(espalier.ShapeError):
            model["r"](x, (state, state))


def test_state_dicts_copies_and_compilers():
    model = layer("lstm", bidirectional=True)
    state = model.state_dict()
    assert {"r.ih_l0.weight", "r.hh_l0_reverse.crow_indices", "r.hh_l0.col_indices", "r.ih_l0.bias"} <= set(state)
    x = torch.randn(STEPS, BATCH, INPUTS)
    expected = model["r"](x)[0]
    fresh = layer("lstm", 0.5, bidirectional=True)
    fresh.load_state_dict(state)
    file = io.BytesIO()
    torch.save(model, file)
    file.seek(0)
    for other in (fresh, copy.deepcopy(model), torch.load(file, weights_only=False)):
        assert torch.equal(other["r"](x)[0], expected)
    torch._dynamo.reset()
    compiled = torch.compile(model["r"], fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(x)[0], expected, rtol=1e-5, atol=1e-5)


def test_models_may_flatten_parameters():
    layer("lstm")["r"].flatten_parameters()
