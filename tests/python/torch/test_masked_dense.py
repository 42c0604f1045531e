# SPDX-License-Identifier: Apache-2.0
"""The stacked models of paper_results/masked_dense against the committed trajectories of tests/golden."""
import importlib.util
import json
import math
import sys
from pathlib import Path

import pytest
import torch

TREE = Path(__file__).parents[3]
GOLDEN = TREE / "tests" / "golden"


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


train = load("masked_dense_train", TREE / "paper_results" / "masked_dense" / "train.py")
oracle = load("masked_dense_oracle", GOLDEN / "masked_dense_transformer.py")

PARTS = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "output": "attention.output.dense", "norm": "attention.output.LayerNorm", "wide": "intermediate.dense",
    "narrow": "output.dense", "last.norm": "output.LayerNorm",
}
OTHERS = {
    "word": "bert.embeddings.word_embeddings.weight", "position": "bert.embeddings.position_embeddings.weight",
    "segment": "bert.embeddings.token_type_embeddings.weight",
    "embedding.norm.weight": "bert.embeddings.LayerNorm.weight",
    "embedding.norm.bias": "bert.embeddings.LayerNorm.bias",
    "head": "cls.predictions.transform.dense.weight", "head.bias": "cls.predictions.transform.dense.bias",
    "head.norm.weight": "cls.predictions.transform.LayerNorm.weight",
    "head.norm.bias": "cls.predictions.transform.LayerNorm.bias", "decoder.bias": "cls.predictions.bias",
}


def golden_name(name):
    if name in OTHERS:
        return OTHERS[name]
    layer, part = name.split(".", 1)
    for ending in (".weight", ".bias", ""):
        if part.endswith(ending) and part.removesuffix(ending) in PARTS:
            return f"bert.encoder.layer.{layer}.{PARTS[part.removesuffix(ending)]}{ending or '.weight'}"
    raise KeyError(name)


@pytest.mark.parametrize("block", [1, 4, 16])
def test_a_stack_follows_the_committed_trajectory(block):
    """Losses, weights and moments: forward, gradients, AdamW and edits at once, in two models of a stack."""
    tensors, metadata = oracle.read_safetensors(GOLDEN / f"trajectory_input_b{block}.safetensors")
    c = json.loads(metadata["config"])
    golden = json.loads((GOLDEN / f"trajectory_golden_b{block}.json").read_text())
    model = oracle.Transformer(c, tensors, None)
    shape = train.Shape(c["layers"], c["hidden"], c["heads"], c["intermediate"], c["vocabulary"], c["max_positions"])
    parameters = train.Parameters(shape)
    stack = torch.zeros(2, parameters.size, dtype=torch.float64)
    masks = torch.ones(2, parameters.size, dtype=torch.bool)
    for name in parameters.places:
        parameters.view(stack, name)[:] = model.parameters[golden_name(name)].detach()
    for name in parameters.sparse:
        parameters.view(masks, name)[:] = model.masks[golden_name(name)].bool()
    forward = train.Forward(shape, parameters, torch.float64)
    optimizer = train.AdamW(parameters, stack, clip=math.inf)
    both = lambda t: t.expand(2, *t.shape)
    visible = torch.arange(c["sequence"])[None, :] < tensors["lengths"][..., None]
    for step in range(c["steps"]):
        leaf = stack.detach().requires_grad_()
        losses = forward(leaf, both(tensors["tokens"][step].view(-1, c["sequence"])).long(),
                         both(tensors["positions"][step]), both(tensors["labels"][step]).long(),
                         torch.full((2, c["masked"]), 1 / c["masked"], dtype=torch.float64), both(visible[step]))
        for loss in losses:
            assert abs(loss.item() - golden["losses"][step]) <= golden["loss_tolerances"][step], step
        gradient, = torch.autograd.grad(losses.sum(), leaf)
        optimizer.step(stack, gradient, masks, tensors["learning_rates"][step].repeat(2), torch.tensor(step + 1))
        if step in c["update_steps"]:
            update = c["update_steps"].index(step)
            for name in parameters.sparse:
                of = golden_name(name)
                moved = model.edit(of, tensors[of + ".drop"][update].tolist(), tensors[of + ".grow"][update].tolist())
                parameters.view(masks, name)[:] = model.masks[of].bool()
                for tensor in (stack, optimizer.first, optimizer.second):
                    parameters.view(tensor, name)[:, moved] = 0
    for name in parameters.places:
        expected = golden["parameters"][golden_name(name)]
        for row in parameters.view(stack, name):
            for position, value in zip(expected["positions"], expected["values"]):
                assert abs(row.flatten()[position].item() - value) <= expected["value_tolerance"], name


def test_patterns_move_as_the_method_says():
    """By hand: the smallest of what is stored go, as many grow elsewhere, and what moved starts at zero."""
    shape = train.Shape(1, 32, 2, 64, 40, 16)
    models = [train.Model("dynamic", 0.001, 1, updates=4), train.Model("static", 0.001, 1),
              train.Model("dynamic", 0.001, 2, block=4, density=0.25, updates=4)]
    parameters = train.Parameters(shape)
    masks = train.initial_masks(parameters, models, "cpu")
    stack = train.initial(parameters, models, "cpu") * masks
    optimizer = train.AdamW(parameters, stack)
    for moment in (optimizer.first, optimizer.second):
        moment.copy_(masks)
    before, old = stack.clone(), masks.clone()
    train.Patterns(parameters, models, 100, "cpu").move(50, stack, masks, optimizer)
    assert torch.equal(stack[1], before[1]) and torch.equal(masks[1], old[1])
    assert torch.equal(stack != 0, (before != 0) & old & masks)
    assert torch.equal(optimizer.first != 0, old & masks)
    for i, model in ((0, models[0]), (2, models[2])):
        for name in parameters.sparse:
            size = model.block
            was, now = (parameters.view(t, name)[i] for t in (old, masks))
            grid = lambda t: t.unfold(0, size, size).unfold(1, size, size).flatten(2)
            stored, kept = grid(was).all(2), grid(now).all(2)
            assert torch.equal(grid(now).any(2), kept)  # whole blocks
            assert kept.sum() == stored.sum()
            dropped = stored & ~kept
            assert dropped.sum() == math.ceil(0.25 * stored.sum())  # half of the first half by the cosine
            norms = grid(parameters.view(before, name)[i].abs()).sum(2)
            assert norms[dropped].max() <= norms[stored & kept].min()
    assert {4 * 25, 25, 50, 75} - {100} == set(train.Patterns(parameters, models, 100, "cpu").due)


def write_tokens(path, length):
    """A file as .cache/encoded has them: words, and sequences that train and that are held out."""
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(f"w{i}" for i in range(27))]
    draw = torch.Generator().manual_seed(5)
    parts = [torch.randint(5, len(words), (n, length), generator=draw, dtype=torch.int32) for n in (512, 256)]
    blocks = [b"", "\n".join(words).encode(), *(part.numpy().tobytes() for part in parts)]
    path.write_bytes(b"ESPTOK01" + b"".join(len(b).to_bytes(8, "little") + b for b in blocks))


def test_a_stopped_run_goes_on_as_if_it_had_not_been(tmp_path, monkeypatch):
    write_tokens(tmp_path / "text.tokens", 16)
    monkeypatch.setattr(train, "HELD_OUT", 64)

    def run(out):
        monkeypatch.setattr(sys, "argv", ["train.py", str(TREE / "paper_results" / "masked_dense" / "study.toml"), "try",
                                          str(tmp_path / "text.tokens"), str(tmp_path / out), "--device", "cpu"])
        train.main()
        return json.loads((tmp_path / out).read_text())["models"]

    torch.manual_seed(3)
    whole = run("whole.json")
    torch.manual_seed(3)
    move, moved = train.Patterns.move, []

    def move_until_stopped(self, completed, *others):
        if completed > 80:
            raise KeyboardInterrupt
        moved.append(completed)
        move(self, completed, *others)

    monkeypatch.setattr(train.Patterns, "move", move_until_stopped)
    with pytest.raises(KeyboardInterrupt):
        run("stopped.json")
    monkeypatch.setattr(train.Patterns, "move", move)
    torch.manual_seed(4)
    assert run("stopped.json") == whole and moved
    assert not (tmp_path / "stopped.json.state").exists()
