# SPDX-License-Identifier: Apache-2.0
"""sparsify_ and densify_: what they keep, what they refuse."""

import copy
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch import nn

import espalier
import espalier.torch as et


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(64, 128)
        self.act = nn.GELU()
        self.down = nn.Linear(128, 64, bias=False)
        self.head = nn.Linear(64, 10)

    def forward(self, x):
        return self.head(self.down(self.act(self.up(x))))


def test_layers_are_replaced_by_glob_and_keep_what_they_had():
    model = Mlp().eval()
    model.up.weight.requires_grad_(False)
    bias, weight = model.up.bias, model.up.weight.detach().clone()
    report = et.sparsify_(model, {"up": 0.25, "d*": 0.5}, block=8, seed=3)
    assert [layer.name for layer in report] == ["up", "down"]
    assert isinstance(model.head, nn.Linear) and isinstance(model.up, et.SparseLinear)
    assert model.up.bias is bias and not model.up.training and not model.up.weight.requires_grad
    assert model.down.bias is None and model.down.weight.requires_grad
    assert report[0].density == model.up.density == 0.25 and report[1].density == 0.5
    dense = model.up.to_dense()
    stored = dense != 0
    assert torch.equal(dense[stored], weight[stored])
    again = Mlp()
    et.sparsify_(again, {"up": 0.25, "d*": 0.5}, block=8, seed=3)
    assert again.up.pattern == model.up.pattern
    assert "up" in str(report) and "128 x 64" in str(report)


def test_the_first_glob_that_matches_counts():
    model = Mlp()
    et.sparsify_(model, {"up": 0.5, "[ud]*": 0.25}, block=4)
    assert (model.up.density, model.down.density) == (0.5, 0.25)


def test_no_density_leaves_a_layer_dense():
    model = Mlp()
    report = et.sparsify_(model, {"head": None, "*": 0.25}, block=4)
    assert [layer.name for layer in report] == ["up", "down"] and type(model.head) is nn.Linear


def test_magnitude_and_masks():
    model = Mlp()
    with torch.no_grad():
        model.up.weight[:8, :8] = 5
    et.sparsify_(model, {"up": 1 / 128}, block=8, keep="magnitude")
    assert model.up.pattern.coordinates().tolist() == [[0, 0]]
    mask = torch.zeros(64, 128, dtype=torch.bool)
    mask[3, 100] = True
    et.sparsify_(model, masks={"down": mask}, block=4)
    assert model.down.pattern.coordinates().tolist() == [[0, 25]]


def test_densify_gives_the_same_function_back():
    model = Mlp()
    et.sparsify_(model, {"up": 0.25, "down": 0.5}, block=8)
    x = torch.randn(5, 64)
    y = model(x)
    assert et.densify_(model) is model
    assert type(model.up) is nn.Linear and model.down.bias is None
    torch.testing.assert_close(model(x), y)
    assert not any("indices" in key for key in model.state_dict())


@pytest.mark.parametrize("hook", [
    lambda layer: layer.register_forward_hook(lambda *_: None),
    lambda layer: layer.weight.register_hook(lambda _: None),
    lambda layer: layer.weight.register_post_accumulate_grad_hook(lambda _: None),
    lambda layer: setattr(layer, "forward", lambda x: 2 * type(layer).forward(layer, x)),
])
def test_densify_refuses_hooks_before_anything_changes(hook):
    model = Mlp()
    et.sparsify_(model, {"up": 0.25, "down": 0.5}, block=8)
    hook(model.down)
    before = dict(model.named_modules())
    with pytest.raises(espalier.ConfigError, match="densify_: layer 'down': found that it has hooks"):
        et.densify_(model)
    assert dict(model.named_modules()) == before


def test_densify_replaces_a_layer_under_each_of_its_names():
    model = Mlp()
    et.sparsify_(model, {"up": 0.25, "down": 0.5}, block=8)
    model.mlp = et.SparseMLP.from_layers(model.up, model.down)
    x = torch.randn(5, 64)
    y = model(x)
    et.densify_(model)
    assert type(model.up) is type(model.mlp.up) is nn.Linear and model.up is model.mlp.up
    assert not any("indices" in key for key in model.state_dict())
    torch.testing.assert_close(model(x), y)


def test_speed_is_measured_where_asked():
    model = Mlp()
    state = torch.random.get_rng_state()
    report = et.sparsify_(model, {"up": 0.1}, block=16, measure=True)
    assert report[0].speed > 0 and "not measured" not in str(report)
    assert torch.equal(torch.random.get_rng_state(), state)


@pytest.mark.parametrize("busy", [False, True])
def test_no_verdict_where_times_differ_widely(monkeypatch, busy):
    readings = [0.0, 0.0]  # the first round is not timed to its end
    for round_ in range(9):
        for seconds in 2, 1:  # sparse, dense
            readings += [0.0, seconds * (10 if busy and round_ % 3 == 0 else 1)]
    monkeypatch.setattr("espalier.torch.sparsify.time", SimpleNamespace(perf_counter=iter(readings).__next__, process_time=lambda: 0.0))
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0))
    report = et.sparsify_(Mlp(), {"up": 0.1}, block=16, measure=True)
    assert report[0].speed == 0.5 and report[0].steady is not busy
    assert ("does not pay here" in str(report)) is not busy and ("repeat with the machine idle" in str(report)) is busy


@pytest.mark.parametrize(("load", "own_seconds", "busy"), [(4.0, 0.0, True), (4.0, 150.0, False), (1.4, 0.0, False)])
def test_no_verdict_beside_a_steady_load_of_others(monkeypatch, load, own_seconds, busy):
    """Times agree there, so that they show nothing. What this program has computed in that minute is not of others."""
    monkeypatch.setattr("espalier.torch.sparsify._speed", lambda layer: (0.5, True))
    monkeypatch.setattr("espalier.torch.sparsify.time", SimpleNamespace(process_time=lambda: own_seconds))
    monkeypatch.setattr("os.getloadavg", lambda: (load, load, load))
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    monkeypatch.setattr("torch.get_num_threads", lambda: 3)
    report = et.sparsify_(Mlp(), {"up": 0.1}, block=16, measure=True)
    assert (report.others_load == 4.0) is busy and (report.others_load is None) is not busy
    assert ("does not pay here" in str(report)) is not busy and ("4.0 of 4 cores busy: repeat with the machine idle" in str(report)) is busy


@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
def test_speed_is_measured_where_no_gradients_are(mode):
    model = Mlp()
    with mode():
        assert et.sparsify_(model, {"up": 0.1}, block=16, measure=True)[0].speed > 0


def test_masks_of_numpy_may_be_views_but_not_masked():
    model, mask = Mlp(), np.eye(16, 32, dtype=bool)
    et.sparsify_(model, masks={"down": mask[::-1]}, block=4)
    assert model.down.pattern.coordinates().tolist() == [[i, 15 - i] for i in range(16)]
    with pytest.raises(TypeError, match="layer 'down': mask: found a masked array, whose mask would be lost"):
        et.sparsify_(Mlp(), masks={"down": np.ma.masked_array(mask, mask)}, block=4)


def test_masks_are_read_where_meta_is_the_default():
    with torch.device("meta"):
        model = Mlp()
        et.sparsify_(model, masks={"down": np.eye(16, 32, dtype=bool)}, block=4)
    assert model.down.weight.is_meta and model.down.pattern.coordinates().tolist() == [[i, i] for i in range(16)]


@pytest.mark.parametrize("default", [torch.float64, torch.bfloat16])
def test_masks_on_meta_are_read_whatever_type_is_the_default(default, request):
    with torch.device("meta"):
        model = Mlp()
    request.addfinalizer(lambda: torch.set_default_dtype(torch.float32))
    torch.set_default_dtype(default)
    et.sparsify_(model, masks={"down": np.eye(16, 32, dtype=bool)}, block=4)
    assert model.down.weight.is_meta and model.down.weight.dtype is torch.float32 and model.down.pattern.blocks == 16


@pytest.mark.parametrize("norm", ["l1", "l2", "linf"])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_magnitude_refuses_what_has_none(norm, value):
    model = Mlp()
    with torch.no_grad():
        model.up.weight[9, 20] = value
    with pytest.raises(espalier.FormatError, match=r"layer 'up'.*not finite in the block \(2, 5\)"):
        et.sparsify_(model, {"up": 0.5}, block=4, keep="magnitude", norm=norm)
    assert type(model.up) is nn.Linear


def test_a_model_that_is_wrapped_is_refused(process_group):
    model = nn.Sequential(nn.Linear(32, 32))
    ddp = nn.parallel.DistributedDataParallel(model)
    for wrapped in (ddp, torch.compile(ddp)):
        with pytest.raises(espalier.ConfigError, match="sparsify_: found a model in DistributedDataParallel"):
            et.sparsify_(wrapped, {"*": 0.5}, block=4)
    assert type(model[0]) is nn.Linear
    et.sparsify_(model, {"*": 0.5}, block=4)
    with pytest.raises(espalier.ConfigError, match="densify_: found a model in DistributedDataParallel"):
        et.densify_(nn.parallel.DistributedDataParallel(model))


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(64, 32)
        self.decoder = nn.Linear(32, 64, bias=False)
        self.decoder.weight = self.embedding.weight


class Lora(nn.Linear):
    pass


def hooked():
    model = Mlp()
    model.up.register_forward_hook(lambda *_: None)
    return model


def hooked_weight():
    model = Mlp()
    model.up.weight.register_hook(lambda _: None)
    return model


def hooked_accumulation():
    model = Mlp()
    model.up.weight.register_post_accumulate_grad_hook(lambda _: None)
    return model


def patched():
    model = Mlp()
    model.up.forward = lambda x: 2 * nn.Linear.forward(model.up, x)
    return model


def parametrized():
    model = Mlp()
    torch.nn.utils.parametrizations.weight_norm(model.up)
    return model


@pytest.mark.parametrize(
    ("model", "globs", "reason"),
    [
        (Tied, {"decoder": 0.5}, "tied"),
        (lambda: nn.Sequential(nn.Linear(3, 3)), 0.5, "no layer that can be replaced"),
        (lambda: nn.Sequential(Lora(32, 32)), {"0": 0.5}, "Lora"),
        (parametrized, {"up": 0.5}, "parametrized"),
        (hooked, {"up": 0.5}, "hooks"),
        (hooked_weight, {"up": 0.5}, "hooks"),
        (hooked_accumulation, {"up": 0.5}, "hooks"),
        (patched, {"up": 0.5}, "a forward of its own, which would be lost"),
        (lambda: nn.Linear(32, 32), 0.5, "whole model, which cannot be replaced in place; expected a layer within one"),
        (lambda: nn.Sequential(nn.Linear(32, 32)).double(), 0.5, "float64 on cpu; expected .* of float32 on the CPU"),
        (Mlp, {"nothing": 0.5}, "'nothing': found no such linear layer; expected one of the model's 3: 'up', 'down', 'head'"),
        (Mlp, {"*": 0.5, "up": 0.1}, "'up': found that globs before it take all its layers"),
        (lambda: nn.Sequential(et.SparseLinear(32, 32, block=4)), 0.5, "'\\*': found that layer '0' is sparse already"),
        (Mlp, {"head": 0.5}, "does not divide"),
        (Tied, {"decoder": 0.5}, "'decoder': None"),
        (Mlp, {"up": 1.5}, "density"),
        (Mlp, None, "neither"),
    ],
)
def test_what_cannot_be_replaced_is_refused_with_a_reason_and_nothing_changes(model, globs, reason):
    model = model()
    before = dict(model.named_modules())
    with pytest.raises(ValueError, match=reason) as raised:
        et.sparsify_(model, globs, block=4)
    assert "\n" not in str(raised.value)
    assert dict(model.named_modules()) == before


def test_wildcards_leave_dense_what_cannot_be_replaced_and_the_report_says_why():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.words = nn.Embedding(64, 32)
            self.attention = nn.MultiheadAttention(30, 2)
            self.up = nn.Linear(32, 64)
            self.narrow = nn.Linear(32, 10)
            self.half = nn.Linear(32, 32).half()
            self.head = nn.Linear(32, 64, bias=False)
            self.head.weight = self.words.weight

    model = Model()
    report = et.sparsify_(model, {"*": 0.5}, block=4)
    assert [layer.name for layer in report] == ["up"] and isinstance(model.up, et.SparseLinear)
    assert type(model.head) is nn.Linear and model.head.weight is model.words.weight
    reasons = report.left_dense
    assert list(reasons) == [f"attention.{part}_proj" for part in ("q", "k", "v", "out")] + ["narrow", "half", "head"]
    for name, part in {"attention.out_proj": "30 x 30", "narrow": "does not divide", "half": "float16",
                       "head": "tied"}.items():
        assert part in reasons[name] and f"left dense: {name}: {reasons[name]}" in str(report)
    with pytest.raises(espalier.ShapeError, match="does not divide its weight of 10 x 32, which pad=True takes; expected multiples of 4 "):
        et.sparsify_(Model(), {"narrow": 0.5, "*": 0.5}, block=4)
    with pytest.raises(espalier.ConfigError, match="weight of 10 x 64, which pad=True takes; expected multiples of 16$"):
        et.sparsify_(nn.Sequential(nn.Linear(64, 10)), 0.5)


def test_conv1d_of_gpt_2():
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(1)
    config = transformers.GPT2Config(vocab_size=48, n_positions=16, n_embd=32, n_layer=2, n_head=2)
    model = transformers.GPT2LMHeadModel(config).eval()
    tokens = torch.arange(12).view(1, 12)
    with torch.no_grad():
        before = model(tokens).logits
        report = et.sparsify_(model, {"*": 1.0}, block=8)
        assert len(report) == 8 and list(report.left_dense) == ["lm_head"]  # tied to the table of words
        assert isinstance(model.transformer.h[0].attn.c_attn, et.SparseLinear)
        # A sum of at most 128 products of float32, in another order, through two layers.
        assert torch.allclose(model(tokens).logits, before, atol=1e-5)
    model.train()
    model(tokens, labels=tokens).loss.backward()
    assert model.transformer.h[1].mlp.c_fc.weight.grad.shape == model.transformer.h[1].mlp.c_fc.weight.shape


def test_conv1d_of_gpt_2_comes_back():
    transformers = pytest.importorskip("transformers")
    torch.manual_seed(1)
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config(vocab_size=48, n_positions=16, n_embd=32, n_layer=1, n_head=2)).eval()
    model.transformer.h[0].attn.c_proj.weight.requires_grad_(False)  # square: turned round, it would be loaded without a word
    kinds = {name: type(module) for name, module in model.named_modules()}
    before = {name: value.clone() for name, value in model.state_dict().items()}
    et.sparsify_(model, 1.0, block=8)
    model = copy.deepcopy(model)
    generator = torch.random.get_rng_state()
    et.densify_(model)
    assert torch.equal(torch.random.get_rng_state(), generator)
    assert {name: type(module) for name, module in model.named_modules()} == kinds
    after = model.state_dict()
    assert list(after) == list(before) and all(torch.equal(after[name], value) for name, value in before.items())
    assert not model.transformer.h[0].attn.c_proj.weight.requires_grad and not model.training


def test_masks_of_no_layer_and_blocks_of_no_kernel_are_refused():
    mask = torch.ones(8, 8, dtype=torch.bool)
    with pytest.raises(espalier.ConfigError, match="mask for 'nothing': found no such linear layer"):
        et.sparsify_(Mlp(), masks={"nothing": mask}, block=4)
    for extent in (32, 48):  # one that the block divides, and one that it does not
        with pytest.raises(espalier.ShapeError, match="block: found 3; expected 1, 2, 4, 8 or 16"):
            et.sparsify_(nn.Sequential(nn.Linear(extent, extent)), 0.5, block=3)


def test_other_types_are_refused():
    with pytest.raises(TypeError, match="float64"):
        et.sparsify_(Mlp().double(), {"up": 0.5}, block=4)
    with pytest.raises(espalier.ConfigError, match="keep"):
        et.sparsify_(Mlp(), {"up": 0.5}, block=4, keep="best")
    with pytest.raises(TypeError, match="^sparsify_: glob of layer names: found 0; expected a string$"):
        et.sparsify_(nn.Sequential(nn.Linear(8, 8)), {0: 0.5}, block=4)
    with pytest.raises(espalier.ConfigError, match="mask for 'none'"):
        et.sparsify_(Mlp(), masks={"none": np.ones((2, 2), bool)})
    with pytest.raises(TypeError, match="layer 'up': mask: found an array of float32"):
        et.sparsify_(Mlp(), masks={"up": torch.ones(tuple(Mlp().up.weight.shape))}, block=4)
