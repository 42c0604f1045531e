# SPDX-License-Identifier: Apache-2.0
"""TopologyUpdater around optimizers of torch."""

import copy
import io
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
import torch
import torch._dynamo.testing
import torch.utils.checkpoint
from topology_problem import DENSITY, OPTIMIZERS, STEPS, assert_same, batch, loss_of, model, policy, train
from torch import nn

import espalier
import espalier.torch as et

# Ten edits against models that are told of each


@pytest.mark.parametrize("name", ["adamw", "adamw_amsgrad", "sgd"])
@pytest.mark.parametrize("rule", ["dynamic", "rigl", "set"])
def test_ten_edits_equal_those_of_a_masked_dense_weight(name, rule):
    """Fed the same gradients and the same edits, a dense weight under a mask has the same values and moments, bit for
    bit: its optimizer computes each element by itself."""
    torch.manual_seed(0)
    layer = et.SparseLinear(32, 48, bias=False, block=4, density=0.25)
    net = nn.Sequential(layer)
    optimizer = OPTIMIZERS[name]([layer.weight])
    # Blocks that are dropped and grown at once would start anew unseen by the masks; RigL's go on as they were.
    topo = et.TopologyUpdater(net, optimizer, policy(rule, grown_values="zero", skip_optimizer=False,
                                                     regrow_dropped=rule == "rigl"))
    dense = nn.Parameter(layer.to_dense().clone())
    masked = OPTIMIZERS[name]([dense])

    def mask_of():
        return torch.from_numpy(espalier.BlockMatrix(layer.pattern, np.ones_like(layer.matrix().values)).to_dense()) > 0

    def dense_of(values):
        return torch.from_numpy(espalier.BlockMatrix(layer.pattern, values.numpy()).to_dense())

    def forget(positions):
        with torch.no_grad():
            for tensor in (dense, *(t for t in masked.state[dense].values() if t.dim() > 0)):
                tensor[positions] = 0

    edits = 0
    for step in range(STEPS):
        gradient = torch.randn(48, 32, generator=torch.Generator().manual_seed(step))
        mask = mask_of()
        layer.weight.grad = torch.from_numpy(
            espalier.BlockMatrix.from_dense(gradient.numpy(), 4, mask=mask.numpy()).values)
        if layer._plan.operands.wanted:  # any that score positions will do
            x, dy = torch.randn(8, 32), torch.randn(8, 48)
            layer._plan.operands.keep(layer.pattern, x.data_ptr(), dy.data_ptr(), 8, 1)

        def both_steps(skip, mask=mask):
            forget(~(mask & mask_of()))  # of an edit before the optimizer
            dense.grad = dense_of(layer.weight.grad)
            optimizer.step()
            masked.step()

        edits += topo.step(both_steps) is not None
        forget(~(mask & mask_of()))  # of one after it
        assert torch.equal(layer.to_dense(), dense)
        for key, tensor in optimizer.state[layer.weight].items():
            if tensor.dim() > 0:
                assert torch.equal(dense_of(tensor), masked.state[dense][key]), key
    assert edits == 10


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_states_follow_their_blocks_for_every_optimizer(name):
    """At each edit, every tensor of the optimizer's state holds for each surviving block what it held, and zero for
    grown ones; Adafactor's factors too."""
    net = model()
    optimizer = OPTIMIZERS[name](net.parameters())
    topo = et.TopologyUpdater(net, optimizer, policy())
    edits = 0
    for step in range(STEPS):
        loss_of(net, step).backward()
        kept = {}

        def remember_after_step(skip, kept=kept):
            optimizer.step()
            for layer in (net[0], net[2]):
                state = {key: t.clone() for key, t in optimizer.state[layer.weight].items()}
                kept[layer] = (layer.pattern, layer.weight.detach().clone(), state)

        report = topo.step(remember_after_step)
        optimizer.zero_grad()
        if not report:
            continue
        edits += 1
        for layer, (pattern, weight, state) in kept.items():
            old = {tuple(c): k for k, c in enumerate(pattern.coordinates().tolist())}
            name_ = "0.weight" if layer is net[0] else "2.weight"
            grown = {tuple(c) for c in report["weights"][name_]["grow"].tolist()}
            tensors = {"weight": (weight, layer.weight.detach()),
                       **{key: (state[key], t) for key, t in optimizer.state[layer.weight].items() if t.dim() > 0}}
            assert len(tensors) >= 2
            for k, c in enumerate(layer.pattern.coordinates().tolist()):
                for before, now in tensors.values():
                    expected = torch.zeros_like(now[k]) if tuple(c) in grown else before[old[tuple(c)]]
                    assert torch.equal(now[k], expected)
    assert edits == 10


@pytest.mark.parametrize("block", [1, 4, 16])
def test_training_follows_a_masked_dense_model(block):
    """SGD, with its forward and backward passes, in float64: the difference is that of rounding alone."""
    net = model(block=block)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    topo = et.TopologyUpdater(net, optimizer, policy())
    wide = et.densify_(copy.deepcopy(net)).double()
    masks = {}
    wide_optimizer = torch.optim.SGD(wide.parameters(), lr=0.05, momentum=0.9)

    def remask():
        for i in (0, 2):
            ones = np.ones_like(net[i].matrix().values)
            masks[i] = torch.from_numpy(espalier.BlockMatrix(net[i].pattern, ones).to_dense()).double()

    remask()
    for step in range(STEPS):
        loss_of(net, step).backward()
        x, y = batch(step)
        loss = (wide(x.double()) - y.double()).square().mean()
        loss.backward()
        for i in (0, 2):
            wide[i].weight.grad *= masks[i]
        wide_optimizer.step()
        wide_optimizer.zero_grad()
        report = topo.step()
        optimizer.zero_grad()
        if report:
            remask()
            with torch.no_grad():
                for i in (0, 2):
                    grown = np.zeros(net[i].pattern.grid, bool)
                    grown[tuple(report["weights"][f"{i}.weight"]["grow"].T)] = True
                    keep = masks[i] * torch.from_numpy(1 - np.kron(grown, np.ones((block, block))))
                    wide[i].weight *= keep
                    wide_optimizer.state[wide[i].weight]["momentum_buffer"] *= keep
    for i in (0, 2):
        error = (net[i].to_dense().double() - wide[i].weight).abs().max().item()
        # Each of the 44 steps rounds some 100 sums of magnitude below 1 to 2^-24, and carries what came before on
        # by a momentum of 1 / (1 - 0.9).
        assert error < STEPS * 100 * 2**-24 * 10


# Bit for bit

RESUME = """
import sys, torch
sys.path.insert(0, {folder!r})
from topology_problem import *
name, stop, path, threads, options = {name!r}, {stop}, {path!r}, {threads}, {options!r}
torch.set_num_threads(threads)
net = model(seed={seed}, density=DENSITY.get(name, 0.25))
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
if {resumed}:
    saved = torch.load(path)
    net.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
topo = et.TopologyUpdater(net, optimizer, policy(name, **options), seed=7, target_density=0.25)
if {resumed}:
    topo.load_state_dict(saved["topo"])
train(net, optimizer, topo, topo.steps, stop)
torch.save({{"model": net.state_dict(), "optimizer": optimizer.state_dict(), "topo": topo.state_dict()}}, path)
"""
def run(name, stop, path, resumed=False, seed=0, threads=1, **options):
    folder = os.path.dirname(os.path.abspath(__file__))
    program = RESUME.format(folder=folder, name=name, stop=stop, path=str(path), resumed=resumed, seed=seed, threads=threads,
                             options=options)
    subprocess.run([sys.executable, "-c", program], check=True)
    return torch.load(path)


@pytest.mark.parametrize(("name", "stop", "options"), [
    ("rigl", 17, {}),
    ("gmp", 17, {}),
    # Nothing is left to prune.
    ("gmp", 41, {}),
    ("granet", 41, {}),
    ("one_shot_magnitude", 43, {}),
    ("snip", 5, {}),
    # Drawn with the deviation of values that are long gone.
    ("set", 17, {"grown_values": "initial"}),
    ("dynamic", 17, {"grown_values": "initial"}),
])
def test_resumed_in_a_new_process_equals_uninterrupted_on_any_number_of_threads(tmp_path, name, stop, options):
    whole = run(name, STEPS, tmp_path / "whole.pt", threads=2, **options)
    part = run(name, stop, tmp_path / "part.pt", **options)
    # Another seed of the values: what the fresh model has is replaced.
    resumed = run(name, STEPS, tmp_path / "part.pt", resumed=True, seed=5, **options)
    assert whole["topo"]["updates"] == policy(name).updates
    if stop > 17:
        assert part["model"]["0.weight"].shape == whole["model"]["0.weight"].shape
    assert_same(whole, resumed)


# Around the step


def test_a_policy_under_which_no_update_falls_due_is_told():
    net = model()
    with pytest.warns(UserWarning, match="policy is rigl, to no effect: the patterns stay from step 75 on"):
        et.TopologyUpdater(net, torch.optim.SGD(net.parameters(), lr=1e-2), espalier.policy("rigl", steps=100))


def test_rigl_leaves_the_optimizer_out_where_its_authors_do():
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, policy("rigl"))
    for step in range(8):
        loss_of(net, step).backward()
        bias = net[0].bias.detach().clone()
        report = topo.step()
        assert torch.equal(bias, net[0].bias) == (report is not None and espalier.policy_options("rigl")["skip_optimizer"])
        optimizer.zero_grad()
    assert topo.report is not None and topo.explored >= 0.25 and topo.steps == 8


class Branches(nn.Module):
    """A batch passes one branch by."""

    def __init__(self, pattern):
        super().__init__()
        torch.manual_seed(0)
        self.branches = nn.ModuleList(et.SparseLinear(32, 16, block=4, density=0.25, pattern=pattern, name=str(i))
                                      for i in range(2))

    def forward(self, x, branch):
        return self.branches[branch](x)


@pytest.mark.parametrize("name", ["rigl", "srigl", "snfs"])
def test_a_layer_that_a_batch_passes_by_stays_on_its_update(name):
    chosen = espalier.policy(name, steps=STEPS, every_steps=4)
    net = Branches(chosen.initial_pattern)
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, chosen)
    before, moved = net.branches[1].pattern, 0
    for step in range(STEPS):
        x, y = batch(step)
        (net(x, (step + 1) % 2) - y).square().mean().backward()  # updates follow odd steps, which reach the first alone
        report = topo.step()
        optimizer.zero_grad()
        moved += len(report["weights"]["branches.0.weight"]["grow"]) if report else 0
    assert topo.report["update"] == chosen.updates and moved > 0
    assert name == "snfs" or net.branches[1].pattern is before  # its mean tells of the other steps
    assert all(weight["momentum"].isfinite().all() for weight in topo.state_dict()["weights"])


def grown_by(accumulate, gradients="all", use_checkpoint=False):
    """Where the first update grows, for a batch in so many parts."""
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, policy("rigl"), gradients=gradients)
    for step in range(STEPS):
        x, y = batch(step)
        for xs, ys in zip(x.chunk(accumulate), y.chunk(accumulate), strict=True):
            out = torch.utils.checkpoint.checkpoint(net, xs, use_reentrant=False) if use_checkpoint else net(xs)
            ((out - ys).square().sum() / y.numel()).backward()
        report = topo.step()
        optimizer.zero_grad()
        if report:
            return report["weights"]["0.weight"]["grow"].tolist()
    raise AssertionError("no update")


def test_growth_sees_every_micro_batch_or_the_last():
    whole = grown_by(1)
    assert grown_by(4) == whole
    assert grown_by(1, use_checkpoint=True) == whole
    assert grown_by(4, "last") != whole
    assert grown_by(1, "last") == whole


def test_the_last_backward_pass_has_every_use_of_a_layer():
    def grown(gradients):
        torch.manual_seed(0)
        layer = et.SparseLinear(32, 32, block=4, density=0.25)
        net = nn.Sequential(layer, nn.GELU(), layer)
        optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
        topo = et.TopologyUpdater(net, optimizer, policy("rigl"), gradients=gradients)
        while topo.report is None:
            net(batch(topo.steps)[0]).square().mean().backward()
            topo.step()
            optimizer.zero_grad()
        return topo.report["weights"]["0.weight"]["grow"].tolist()

    assert grown("last") == grown("all") != []


@pytest.mark.parametrize("clips", [True, False])
@pytest.mark.parametrize("name", ["dynamic", "rigl", "mest"])
def test_grad_scaler_clipping_and_scheduler(name, clips):
    """A scale that is a power of two makes no difference: MEST, which compares weights with gradients, would see it."""

    def trained(scales):
        net = model()
        optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
        scheduler = torch.optim.lr_scheduler.LinearLR(optimizer)
        scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, enabled=scales)
        topo = et.TopologyUpdater(net, optimizer, policy(name))
        for step in range(STEPS):
            scaler.scale(loss_of(net, step)).backward()
            scaler.unscale_(optimizer)
            if clips:
                torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            topo.step(lambda skip: skip or scaler.step(optimizer))
            scaler.update()
            optimizer.zero_grad()
            scheduler.step()
        assert topo.report["update"] == 10 and all(p.isfinite().all() for p in net.parameters())
        return net

    scaled, plain = trained(True), trained(False)
    for i in (0, 2):
        assert scaled[i].pattern == plain[i].pattern
        assert torch.equal(scaled[i].weight, plain[i].weight)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_updates_alone():
    """With an updater that was made for two threads, of which a child has one."""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    torch.manual_seed(0)
    net = nn.Sequential(et.SparseLinear(256, 512, block=4, density=0.25))
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, policy("rigl", updates=33))  # one for each step
    for _ in range(2):  # the first update starts the threads
        net(torch.randn(64, 256)).square().mean().backward()
        if topo.steps == 0:
            topo.step()
            optimizer.zero_grad()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        topo.step(lambda skip: None)
        os.write(writer, str(net[0].pattern.content_hash()).encode())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert topo.step(lambda skip: None)["grown"] > 0
    torch.set_num_threads(before)
    assert os.read(reader, 100).decode() == str(net[0].pattern.content_hash())
    os.close(reader)
    os.close(writer)


def test_frozen_weights_stay():
    net = model()
    net[0].weight.requires_grad_(False)
    before = net[0].pattern
    optimizer = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad])
    reports = train(net, optimizer, et.TopologyUpdater(net, optimizer, policy("rigl")))
    assert len(reports) == 10 and net[0].pattern is before
    for report in reports:
        assert report["weights"]["0.weight"]["drop"].size == report["weights"]["0.weight"]["grow"].size == 0


def test_a_moving_average_follows():
    net = model()
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.9))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, policy())
    topo.follow(average)
    for step in range(STEPS):
        loss_of(net, step).backward()
        topo.step()
        optimizer.zero_grad()
        average.update_parameters(net)
    assert average.module[0].pattern == net[0].pattern
    x, _ = batch(0)
    dense = et.densify_(copy.deepcopy(average.module))
    torch.testing.assert_close(average(x), dense(x))
    with pytest.raises(espalier.ConfigError, match="another pattern"):
        topo.follow(model(seed=1))
    with pytest.raises(espalier.ConfigError, match="own"):
        topo.follow(net)


@pytest.mark.parametrize("kind", ["compiled", "parallel"])
def test_a_moving_average_of_a_wrapped_model_follows(kind, tmp_path):
    net = model()
    if kind == "parallel":
        torch.distributed.init_process_group("gloo", init_method=f"file://{tmp_path}/rendezvous", rank=0, world_size=1)
    try:
        wrapped = torch.compile(net, backend="eager") if kind == "compiled" else nn.parallel.DistributedDataParallel(net)
        average = torch.optim.swa_utils.AveragedModel(wrapped)
        optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
        topo = et.TopologyUpdater(wrapped, optimizer, policy())
        topo.follow(average)
        train(wrapped, optimizer, topo)
        inner = average.module._orig_mod if kind == "compiled" else average.module.module
        assert topo.report["grown"] > 0
        assert [inner[i].pattern for i in (0, 2)] == [net[i].pattern for i in (0, 2)]
    finally:
        if kind == "parallel":
            torch.distributed.destroy_process_group()


@pytest.mark.parametrize("name", ["gmp", "granet", "mest_soft", "snip"])
def test_policies_that_change_the_number_of_blocks(name):
    chosen = espalier.policy(name, steps=STEPS, **({} if name == "snip" else {"updates": 11, "every_steps": 0}))
    net = model(density=chosen.initial_density(0.25))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, chosen, target_density={"0": 0.25, "2": 0.5})
    train(net, optimizer, topo)
    # Some compare the blocks of all layers, so that only their number together is given.
    assert net[0].pattern.blocks + net[2].pattern.blocks == 24 + 24
    for layer in (net[0], net[2]):
        for tensor in optimizer.state[layer.weight].values():
            assert tensor.dim() == 0 or tensor.shape == layer.weight.shape


@pytest.mark.parametrize(("name", "updates"), [("rigl", 10), ("gmp", 200), ("mest_soft", 20), ("granet", 20)])
def test_compiled_training_steps_over_edits(name, updates):
    """Those that change the number of blocks of each layer too, in a graph that is compiled once: torch gives up after
    eight times."""
    torch._dynamo.reset()
    steps = updates * 4 // 3 + 2
    chosen = espalier.policy(name, steps=steps, updates=updates, every_steps=0)
    net, plain = (nn.Sequential(nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 64)) for _ in range(2))
    plain.load_state_dict(net.state_dict())
    counter = torch._dynamo.testing.CompileCounterWithBackend("aot_eager")
    static = torch._dynamo.config.force_parameter_static_shapes
    for m in (net, plain):
        et.sparsify_(m, chosen.initial_density(0.25), block=2, seed=3)
        call = m if m is plain else torch.compile(m, fullgraph=True, backend=counter)
        optimizer = torch.optim.SGD(m.parameters(), lr=1e-2)
        topo = et.TopologyUpdater(call, optimizer, chosen, target_density=0.25)
        sizes = set()
        for step in range(steps):
            x = torch.randn(8, 64, generator=torch.Generator().manual_seed(step))
            (call(x) - x).square().mean().backward()
            topo.step()
            optimizer.zero_grad()
            sizes.add(m[0].pattern.blocks)
        assert topo.report["update"] == chosen.updates >= updates - 1 and (name == "rigl") == (len(sizes) == 1)
    assert counter.frame_count == 1 and torch._dynamo.config.force_parameter_static_shapes == static
    assert net[0].pattern == plain[0].pattern
    torch.testing.assert_close(net[0].weight, plain[0].weight)


@pytest.mark.parametrize("default", [torch.bfloat16, torch.float64, torch.device("meta")])
def test_defaults_of_torch_do_not_matter(default, request):
    """What a product or an edit writes is of float32 on the CPU, of whatever type and device torch makes others."""

    def trained():
        net = nn.Sequential(*model(), et.SparseMLP(16, 32, block=4, density=0.5))
        inputs, optimizer = [batch(step) for step in range(8)], torch.optim.SGD(net.parameters(), lr=0.1)
        topo = et.TopologyUpdater(net, optimizer, policy("rigl"))

        def go_on():
            for x, y in inputs:
                (net(x) - y).square().mean().backward()
                topo.step()
                optimizer.zero_grad()
            assert topo.report is not None
            return [p.detach() for p in net.parameters()]

        return go_on

    go_on, expected = trained(), trained()()
    request.addfinalizer(lambda: torch.set_default_dtype(torch.float32))
    if isinstance(default, torch.device):
        with default:
            found = go_on()
    else:
        torch.set_default_dtype(default)
        found = go_on()
        assert et.SparseLinear(32, 16, block=4)(torch.ones(3, 32, dtype=torch.float32)).dtype == torch.float32
        dense = nn.Sequential(nn.Linear(32, 16, dtype=torch.float32))
        assert et.sparsify_(dense, 0.5, block=4, measure=True)[0].speed > 0
    assert all(torch.equal(a, b) for a, b in zip(found, expected, strict=True))


# Policies of one's own


class Rotate(espalier.TopologyPolicy):
    """Drop the first block, grow the first free position."""

    needs_gradients = True

    def propose(self, weights, update):
        for w in weights:
            assert w.gradient is not None
            free = np.ones(w.pattern.grid, bool)
            free[tuple(w.pattern.coordinates().T)] = False
            yield [0], np.argwhere(free)[:1]


def test_a_policy_of_ones_own():
    net = model()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    reports = train(net, optimizer, et.TopologyUpdater(net, optimizer, Rotate(steps=STEPS, updates=11)))
    assert [r["dropped"] for r in reports] == [2] * 10


# What is refused


def test_misuse_is_refused_in_one_line():
    net = model()
    adamw = torch.optim.AdamW(net.parameters())

    class Odd(torch.optim.SGD):
        pass

    odd = Odd(net.parameters(), lr=0.1)
    odd.state[net[0].weight]["history"] = torch.zeros(7, 3)
    for call, error, message in [
        (lambda: et.TopologyUpdater(net, torch.optim.SGD([net[0].bias], lr=0.1), policy()), ValueError, "no param_group of SGD"),
        (lambda: et.TopologyUpdater(net, odd, policy()), ValueError, "'history' of Odd"),
        (lambda: et.TopologyUpdater(nn.Linear(2, 2), adamw, policy()), ValueError, "no SparseLinear"),
        (lambda: et.TopologyUpdater(net, "adamw", policy()), TypeError, "optimizer"),
        (lambda: et.TopologyUpdater(net, adamw, "rigl"), TypeError, "policy"),
        (lambda: et.TopologyUpdater(net, adamw, policy(), gradients="some"), ValueError, "gradients"),
        (lambda: et.TopologyUpdater(net, adamw, policy(), target_density={"x": 0.5}), ValueError, "'x'"),
        (lambda: et.TopologyUpdater(net, adamw, policy(), target_density={0: 0.5}), TypeError, "target_density: glob .* found 0"),
        (lambda: et.TopologyUpdater(net, adamw, policy()).load_state_dict({}), ValueError, "topology state"),
    ]:
        with pytest.raises(error, match=message) as raised:
            call()
        assert "\n" not in str(raised.value)


def test_a_weight_of_two_layers_is_refused():
    one, two = (et.SparseLinear(32, 32, block=8, density=0.5, seed=1) for _ in range(2))
    two.weight = one.weight
    net = nn.Sequential(one, two)
    with pytest.raises(espalier.ConfigError, match="one weight in the layers '0' and '1'"):
        et.TopologyUpdater(net, torch.optim.SGD(net.parameters(), lr=0.1), policy())
    twice = nn.Sequential(one, one)  # is one layer
    et.TopologyUpdater(twice, torch.optim.SGD(twice.parameters(), lr=0.1), policy())


def test_a_state_that_cannot_be_moved_leaves_every_weight_as_it_is():
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    topo = et.TopologyUpdater(net, optimizer, policy())
    train(net, optimizer, topo, 0, 2)
    optimizer.state[net[2].weight]["odd"] = torch.zeros(3)
    before = net[0].pattern
    with pytest.raises(espalier.ConfigError, match="'odd' of SGD"):
        train(net, optimizer, topo, 2, 8)
    assert net[0].pattern is before
    with pytest.raises(espalier.ConfigError, match="LBFGS"):
        et.TopologyUpdater(net, torch.optim.LBFGS(net.parameters()), policy())


@pytest.mark.parametrize(("optimizer", "key"), [
    (lambda params: torch.optim.Rprop(params, lr=0.125), "step_size"),
    (lambda params: torch.optim.Adagrad(params, lr=0.1, initial_accumulator_value=0.125), "sum"),
])
def test_states_of_grown_blocks_start_as_the_optimizer_starts_them(optimizer, key):
    net = model()
    optimizer = optimizer(net.parameters())
    (report,) = train(net, optimizer, et.TopologyUpdater(net, optimizer, policy()), 0, 4)
    grown = {tuple(c) for c in report["weights"]["0.weight"]["grow"].tolist()}
    for c, state in zip(net[0].pattern.coordinates().tolist(), optimizer.state[net[0].weight][key], strict=True):
        assert (state == 0.125).all() or tuple(c) not in grown
    assert grown


def test_optimizer_states_of_another_pattern_are_refused():
    one, two = model(density=0.25), model(density=0.5)
    first = torch.optim.AdamW(one.parameters())
    topo = et.TopologyUpdater(one, first, policy())
    train(one, first, topo, 0, 2)
    second = torch.optim.AdamW(two.parameters())
    second.load_state_dict(first.state_dict())  # torch takes it
    with pytest.raises(ValueError, match="exp_avg"):
        et.TopologyUpdater(two, second, policy()).load_state_dict(topo.state_dict())
