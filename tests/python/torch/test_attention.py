# SPDX-License-Identifier: Apache-2.0
"""Attention and torch's transformer layers, against the dense ones of the same weights."""

import copy
import io

import pytest
import torch
from reference import compare
from torch import nn

import espalier
import espalier.torch as et

WIDTH, HEADS, BATCH, TARGETS, SOURCES = 32, 4, 3, 5, 7
# Forward: a projection, scores over a head, a softmax and a sum over sources, a projection; backward the same once more, and
# a sum over all tokens.
TERMS = 2 * (WIDTH + WIDTH // HEADS + 2 * (SOURCES + 2) + WIDTH) + BATCH * SOURCES


def attention(density=0.3, seed=0, **options):
    torch.manual_seed(seed)
    model = nn.ModuleDict({"a": nn.MultiheadAttention(WIDTH, HEADS, **options)})
    with torch.no_grad():  # torch starts biases from zero
        for parameter in model.parameters():
            parameter.normal_(0, 0.3)
    et.sparsify_(model, density, block=4, seed=seed)
    assert type(model["a"]) is et.SparseMultiheadAttention
    return model


def operands(batch_first=False, kdim=WIDTH, vdim=WIDTH, batch=BATCH):
    torch.manual_seed(3)
    leading = (lambda count: (batch, count)) if batch_first else lambda count: (count, batch)
    if batch is None:
        leading = lambda count: (count,)
    return [torch.randn(*leading(count), features) for count, features in ((TARGETS, WIDTH), (SOURCES, kdim), (SOURCES, vdim))]


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("options", [
    {}, {"batch_first": True}, {"bias": False}, {"kdim": 16, "vdim": 24}, {"add_bias_kv": True}, {"add_zero_attn": True},
    {"add_bias_kv": True, "add_zero_attn": True, "batch_first": True, "kdim": 8},
])
def test_output_and_gradients_are_those_of_torch(options, need_weights):
    widths = {key: options.get(key, WIDTH) for key in ("kdim", "vdim")}
    compare(attention(**options), operands(options.get("batch_first", False), **widths), TERMS,
            lambda model, q, k, v: model["a"](q, k, v, need_weights=need_weights))


def additive(mask):
    return torch.zeros(mask.shape).masked_fill(mask, -torch.inf)


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("kind", ["bool", "float"])
@pytest.mark.parametrize("extra", [{}, {"add_bias_kv": True, "add_zero_attn": True}])
@pytest.mark.parametrize("which", ["attn", "attn3", "padding", "both", "causal"])
def test_masks(which, extra, kind, need_weights):
    torch.manual_seed(4)
    padding = torch.arange(SOURCES) >= torch.tensor([[7], [4], [6]])
    attn = torch.rand(TARGETS, SOURCES) < 0.3
    attn[:, 0] = False  # no row without a source
    attn3 = torch.rand(BATCH * HEADS, TARGETS, SOURCES) < 0.3
    attn3[:, :, 0] = False
    masks = {"attn": {"attn_mask": attn}, "attn3": {"attn_mask": attn3}, "padding": {"key_padding_mask": padding},
             "both": {"attn_mask": attn, "key_padding_mask": padding},
             "causal": {"attn_mask": torch.ones(TARGETS, SOURCES, dtype=torch.bool).triu(1), "is_causal": True}}[which]
    if which == "causal" and extra:
        pytest.skip("torch drops the added source where it takes the hint")
    if kind == "float":
        masks = {key: mask if mask is True else additive(mask) for key, mask in masks.items()}

    def call(model, q, k, v):
        own = {key: mask.to(q.dtype) if kind == "float" and mask is not True else mask for key, mask in masks.items()}
        return model["a"](q, k, v, need_weights=need_weights, **own)

    compare(attention(**extra), operands(), TERMS, call)


def test_no_batch_at_all():
    x = torch.randn(TARGETS, 0, WIDTH)
    for need_weights in (True, False):
        assert attention()["a"](x, x, x, need_weights=need_weights)[0].shape == x.shape


@pytest.mark.parametrize("average", [True, False])
def test_without_a_batch_and_with_weights_of_each_head(average):
    compare(attention(), operands(batch=None), TERMS,
            lambda model, q, k, v: model["a"](q, k, v, average_attn_weights=average))


def test_dropout_is_drawn_as_torch_draws_it():
    model = attention(dropout=0.4)
    dense = et.densify_(copy.deepcopy(model))
    for need_weights in (True, False):
        results = []
        for one in (model, dense):
            torch.manual_seed(9)
            results.append(one["a"](*operands(), need_weights=need_weights)[0])
        torch.testing.assert_close(*results, rtol=1e-4, atol=1e-5)


def test_parts_by_name_and_what_a_star_leaves_dense():
    torch.manual_seed(0)
    model = nn.ModuleDict({"a": nn.MultiheadAttention(WIDTH, HEADS, kdim=10)})
    x, k = torch.randn(4, 2, WIDTH), torch.randn(4, 2, 10)
    report = et.sparsify_(model, {"a.v_proj": None, "a.out_proj": 0.5, "*": 1.0}, block=4)
    assert [layer.name for layer in report] == ["a.q_proj", "a.out_proj"]
    assert list(report.left_dense) == ["a.k_proj"] and "32 x 10" in report.left_dense["a.k_proj"]
    assert type(model["a"].v_proj) is type(model["a"].k_proj) is nn.Linear and model["a"].out_proj.density == 0.5
    compare(model, [x, k, torch.randn(4, 2, WIDTH)], TERMS, lambda model, *operands: model["a"](*operands))
    with pytest.raises(espalier.ShapeError, match="'b.k_proj'.*does not divide"):
        et.sparsify_(nn.ModuleDict({"b": nn.MultiheadAttention(WIDTH, HEADS, kdim=10)}), {"b": 0.5}, block=4)


def test_densify_puts_back_what_was_there():
    for options in ({}, {"kdim": 16}, {"bias": False}, {"add_bias_kv": True, "add_zero_attn": True, "batch_first": True}):
        torch.manual_seed(0)
        model = nn.ModuleDict({"a": nn.MultiheadAttention(WIDTH, HEADS, dropout=0.1, **options)}).eval()
        model["a"].out_proj.weight.requires_grad_(False)
        before, settings = copy.deepcopy(model), repr(model)
        et.sparsify_(model, 1.0, block=4)
        assert not model["a"].training and not model["a"].out_proj.weight.requires_grad
        et.densify_(model)
        assert repr(model) == settings and not model["a"].training
        state, expected = model.state_dict(), before.state_dict()
        assert list(state) == list(expected) and all(torch.equal(state[key], expected[key]) for key in state)
        assert [p.requires_grad for p in model.parameters()] == [p.requires_grad for p in before.parameters()]
        assert all(getattr(model["a"], key) == getattr(before["a"], key) for key in ("dropout", "batch_first", "add_zero_attn", "head_dim"))
    et.sparsify_(model, {"a.out_proj": 0.5}, block=4)
    model["a"].q_proj.register_forward_hook(lambda *_: None)  # a dense layer in a sparse module
    with pytest.raises(espalier.ConfigError, match="layer 'a': found that it has hooks"):
        et.densify_(model)


@pytest.mark.parametrize(("model", "reason"), [
    (lambda a: type("Own", (nn.MultiheadAttention,), {})(WIDTH, HEADS), "Own"),
    (lambda a: a.register_forward_hook(lambda *_: None) and a, "hooks"),
    (lambda a: a.out_proj.register_forward_hook(lambda *_: None) and a, "hooks"),
    (lambda a: a.in_proj_bias.register_hook(lambda _: None) and a, "hooks"),
    (lambda a: nn.utils.parametrizations.weight_norm(a.out_proj) and a, "parametrized"),
    (lambda a: a.double(), "float64"),
])
def test_what_cannot_be_sparse_is_left_dense_by_a_star_and_refused_by_name(model, reason):
    model = nn.ModuleDict({"a": model(nn.MultiheadAttention(WIDTH, HEADS)), "b": nn.Linear(8, 8)})
    report = et.sparsify_(model, 0.5, block=4)
    assert list(report.left_dense) == ["a"] and reason in report.left_dense["a"]
    assert isinstance(model["a"], nn.MultiheadAttention)
    with pytest.raises((ValueError, TypeError), match=f"layer 'a'.*{reason}") as raised:
        et.sparsify_(model, {"a": 0.5}, block=4)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(("call", "error"), [
    (lambda a: a(*operands(kdim=8)), espalier.ShapeError),
    (lambda a: a(*operands()[:2], torch.randn(6, BATCH, WIDTH)), espalier.ShapeError),
    (lambda a: a(operands()[0][0], *operands()[1:]), espalier.ShapeError),
    (lambda a: a(operands()[0], *operands(batch=1)[1:]), espalier.ShapeError),
    (lambda a: a(*operands(), attn_mask=torch.zeros(SOURCES, TARGETS)), espalier.ShapeError),
    (lambda a: a(*operands(), key_padding_mask=torch.zeros(SOURCES, BATCH)), espalier.ShapeError),
    (lambda a: a(*operands(), attn_mask=torch.zeros(TARGETS, SOURCES, dtype=torch.int64)), TypeError),
    (lambda a: a(*operands(), is_causal=True), espalier.ConfigError),
    (lambda a: a(*[torch.nested.nested_tensor([torch.randn(3, WIDTH), torch.randn(4, WIDTH)])] * 3), TypeError),
])
@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_bad_operands_are_refused_in_one_line(call, error):
    with pytest.raises(error) as raised:
        call(attention()["a"])
    assert "\n" not in str(raised.value)


# torch's layers of transformers


def encoder(dense_attention=False, activation="relu", norm_first=False, layers=2):
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 48, 0.0, activation, batch_first=True, norm_first=norm_first)
    model = nn.TransformerEncoder(layer, layers, enable_nested_tensor=not norm_first)
    globs = {"*.self_attn": None, "*": 0.4} if dense_attention else 0.4
    et.sparsify_(model, globs, block=4, seed=2)
    return model


@pytest.mark.parametrize("dense_attention", [True, False])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("norm_first", [True, False])
def test_encoder_layers(dense_attention, activation, norm_first):
    model = encoder(dense_attention, activation, norm_first)
    x, padding = torch.randn(BATCH, SOURCES, WIDTH), torch.arange(SOURCES) >= torch.tensor([[7], [4], [6]])
    # Two layers, each with attention, two projections of 32 and 48 and two norms over 32.
    terms = 2 * (TERMS + 2 * (WIDTH + 48 + 4 * WIDTH))
    for mode in (model.train, model.eval):
        mode()
        compare(model, [x], terms)
        compare(model, [x], terms, lambda model, x: model(x, src_key_padding_mask=padding)[~padding])
        causal = nn.Transformer.generate_square_subsequent_mask(SOURCES)
        compare(model, [x], terms, lambda model, x: model(x, mask=causal.to(x.dtype), is_causal=True))


@pytest.mark.parametrize("dense_attention", [True, False])
@pytest.mark.parametrize("only", [None, 1])
@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_the_fast_path_is_left(dense_attention, only, mode):
    """In eval mode without gradients torch's encoder reads weights past their layers, and makes nested tensors of padded ones."""
    model = encoder(dense_attention)
    if only is not None:  # the first layer, which the encoder looks at, is dense
        et.densify_(model)
        et.sparsify_(model, {"layers.1.linear1": 0.4}, block=4)
        assert isinstance(model.layers[0].self_attn, nn.MultiheadAttention)
    x, padding = torch.randn(BATCH, SOURCES, WIDTH), torch.arange(SOURCES) >= torch.tensor([[7], [4], [6]])
    with_gradients = model.train()(x, src_key_padding_mask=padding).detach()  # no dropout: the same function
    model.eval()
    for copied in (model, copy.deepcopy(model)):
        with mode():
            y = copied(x, src_key_padding_mask=padding)
        torch.testing.assert_close(y[~padding], with_gradients[~padding], rtol=1e-5, atol=1e-5)
        with mode():
            torch.testing.assert_close(copied.layers[1](x), copied.train().layers[1](x), rtol=1e-5, atol=1e-5)
        copied.eval()
    dense = et.densify_(model)
    assert dense.use_nested_tensor and all(layer.activation_relu_or_gelu == 1 for layer in dense.layers)
    with mode():
        y = dense(x, src_key_padding_mask=padding)  # on the fast path again
    torch.testing.assert_close(y[~padding], with_gradients[~padding], rtol=1e-4, atol=1e-5)


def test_an_encoder_of_copies_of_a_sparse_layer():
    model = nn.Sequential(nn.TransformerEncoderLayer(WIDTH, HEADS, 48, 0.0, batch_first=True))
    et.sparsify_(model, 0.4, block=4)
    with pytest.warns(UserWarning, match="enable_nested_tensor"):
        stack = nn.TransformerEncoder(model[0], 2).eval()
    x, padding = torch.randn(BATCH, SOURCES, WIDTH), torch.arange(SOURCES) >= torch.tensor([[7], [4], [6]])
    with torch.no_grad():
        assert stack(x, src_key_padding_mask=padding)[~padding].isfinite().all()


def test_decoder_layers_and_whole_transformers():
    torch.manual_seed(0)
    model = nn.Transformer(WIDTH, HEADS, 1, 1, 48, 0.0)
    report = et.sparsify_(model, 0.4, block=4)
    assert len(report) == 4 + 2 + 8 + 2 and not report.left_dense
    source, target = torch.randn(SOURCES, BATCH, WIDTH), torch.randn(TARGETS, BATCH, WIDTH)
    mask = nn.Transformer.generate_square_subsequent_mask(TARGETS)
    terms = 4 * (TERMS + 2 * (WIDTH + 48 + 4 * WIDTH))
    compare(model, [source, target], terms, lambda model, s, t: model(s, t, tgt_mask=mask.to(t.dtype), tgt_is_causal=True))
    compare(model.eval(), [source, target], terms)


def test_a_subclass_of_an_encoder_layer_stays_dense():
    class Own(nn.TransformerEncoderLayer):
        pass

    model = nn.ModuleDict({"own": Own(WIDTH, HEADS, 48), "free": nn.Linear(8, 8)})
    report = et.sparsify_(model, 0.5, block=4)
    assert list(report.left_dense) == ["own.self_attn", "own.linear1", "own.linear2"]
    assert all("Own 'own'" in reason for reason in report.left_dense.values())


# What every module has


def test_state_dicts_copies_and_compilers():
    model = attention()
    state = model.state_dict()
    assert {"a.q_proj.weight", "a.q_proj.crow_indices", "a.q_proj.col_indices", "a.q_proj.bias", "a.out_proj.weight"} <= set(state)
    x = torch.randn(4, 2, WIDTH)
    expected = model["a"](x, x, x)[0]
    fresh = attention(seed=5)
    fresh.load_state_dict(state)
    file = io.BytesIO()
    torch.save(model, file)
    file.seek(0)
    for other in (fresh, copy.deepcopy(model), torch.load(file, weights_only=False)):
        assert torch.equal(other["a"](x, x, x)[0], expected)
    torch._dynamo.reset()
    compiled = torch.compile(model["a"], fullgraph=True, backend="aot_eager")
    torch.testing.assert_close(compiled(x, x, x)[0], expected, rtol=1e-5, atol=1e-5)


def test_magnitude_keeps_a_dense_checkpoint():
    torch.manual_seed(1)
    trained = nn.ModuleDict({"a": nn.MultiheadAttention(WIDTH, HEADS)})
    model = nn.ModuleDict({"a": nn.MultiheadAttention(WIDTH, HEADS)})
    model.load_state_dict(trained.state_dict())
    et.sparsify_(model, 1.0, block=4, keep="magnitude")
    x = torch.randn(4, 2, WIDTH)
    torch.testing.assert_close(model["a"](x, x, x), trained["a"](x, x, x), rtol=1e-4, atol=1e-5)


def test_what_follows_may_view_the_output_in_another_shape():
    """As it may that of torch's, whose first extent is the tokens."""
    dense = nn.MultiheadAttention(16, 2)
    model = nn.ModuleDict({"a": copy.deepcopy(dense)})
    et.sparsify_(model, 0.5, block=4)
    x = torch.randn(5, 3, 16)
    assert model["a"](x, x, x)[0].view(5, -1).shape == dense(x, x, x)[0].view(5, -1).shape
