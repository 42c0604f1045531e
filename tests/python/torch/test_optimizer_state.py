# SPDX-License-Identifier: Apache-2.0
"""TopologyUpdater around optimizers that hold others, or keep what they have for weights elsewhere."""

import os
import subprocess
import sys

import numpy as np
import pytest
import torch
from topology_problem import STEPS, assert_same, model, policy, train
from torch import nn
from torch.distributed.optim import PostLocalSGDOptimizer, _NamedOptimizer

import espalier
import espalier.torch as et


MADE = []


def adamw(params):
    MADE.append(torch.optim.AdamW(params, lr=1e-2))
    return MADE[-1]


class Holder(torch.optim.Optimizer):
    """Its own state stays empty."""

    def __init__(self, inner, name="optim"):
        super().__init__(inner.param_groups, {})
        self.name = name
        setattr(self, name, inner)

    def step(self, closure=None):
        getattr(self, self.name).step()


class Proxy(torch.optim.Optimizer):
    """As accelerate's: groups and state are those of the other."""

    def __init__(self, inner):
        self.optimizer = inner

    param_groups = property(lambda self: self.optimizer.param_groups)
    state = property(lambda self: self.optimizer.state)
    defaults = property(lambda self: self.optimizer.defaults)

    def zero_grad(self, set_to_none=True):
        self.optimizer.zero_grad(set_to_none)

    def step(self, closure=None):
        self.optimizer.step()


class Several(torch.optim.Optimizer):
    """One for each layer, in a list; groups of its own are a part of theirs."""

    def __init__(self, net):
        super().__init__([net[0].bias], {})
        self.parts = {"each": [adamw(layer.parameters()) for layer in (net[0], net[2])]}

    def zero_grad(self, set_to_none=True):
        for part in self.parts["each"]:
            part.zero_grad(set_to_none)

    def step(self, closure=None):
        for part in self.parts["each"]:
            part.step()


class Lookahead(torch.optim.Optimizer):
    """With its slow weights in the state of the weights."""

    def __init__(self, inner):
        super().__init__(inner.param_groups, {})
        self.base_optimizer = inner

    def step(self, closure=None):
        self.base_optimizer.step()
        with torch.no_grad():
            for p in (p for group in self.param_groups for p in group["params"]):
                slow = self.state[p].setdefault("slow", p.detach().clone())
                p.copy_(slow.lerp_(p, 0.5))


class Named(_NamedOptimizer):
    def zero_grad(self, set_to_none=True):  # torch's does not work
        self._optimizer.zero_grad(set_to_none)


WRAPPERS = {
    "optim": lambda net: Holder(adamw(net.parameters())),
    "two deep": lambda net: Holder(Holder(adamw(net.parameters()), "_inner"), "base_optimizer"),
    "accelerate": lambda net: Proxy(adamw(net.parameters())),
    "several": Several,
    "named": lambda net: Named(dict(net.named_parameters()), adamw),
    "local SGD": lambda net: PostLocalSGDOptimizer(adamw(net.parameters()), _NoAverage()),
}


class _NoAverage:
    def average_parameters(self, params):
        pass


def trained(make, rule="dynamic", density=0.25):
    """The model, and what each AdamW keeps."""
    MADE.clear()
    net = model(density=density)
    optimizer = make(net)
    topo = et.TopologyUpdater(net, optimizer, policy(rule), target_density=0.25)
    reports = train(net, optimizer, topo)
    assert sum(report["grown"] + report["dropped"] for report in reports) > 20
    return [net.state_dict(), [optimizer.state[p] for p in net.parameters() for optimizer in MADE if p in optimizer.state]]


@pytest.mark.parametrize("name", WRAPPERS)
@pytest.mark.parametrize(("rule", "density"), [("dynamic", 0.25), ("rigl", 0.25), ("gmp", 1.0)])
def test_states_of_an_optimizer_within_follow_their_blocks(name, rule, density):
    """Bit for bit what the inner one does alone."""
    expected = trained(lambda net: adamw(net.parameters()), rule, density)
    assert_same(expected, trained(WRAPPERS[name], rule, density))


def test_states_of_both_follow():
    net = model()
    optimizer = Lookahead(torch.optim.SGD(net.parameters(), lr=1e-2, momentum=0.9))
    topo = et.TopologyUpdater(net, optimizer, policy(grown_values="zero"))
    edits = 0
    for _ in range(STEPS):
        net(torch.randn(24, 32)).square().mean().backward()
        edits += topo.step() is not None
        optimizer.zero_grad()
        for layer in (net[0], net[2]):  # after every step of Lookahead, and after an edit too
            assert torch.equal(optimizer.state[layer.weight]["slow"], layer.weight)
            assert optimizer.base_optimizer.state[layer.weight]["momentum_buffer"].shape == layer.weight.shape
    assert edits == 10


def test_containers_of_a_state_follow():
    """A state may be a list or a dict of tensors."""
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
    topo = et.TopologyUpdater(net, optimizer, policy())
    number = torch.arange(net[0].pattern.blocks, dtype=torch.float32)
    optimizer.state[net[0].weight]["kept"] = {"history": [number.clone(), number[:, None, None].expand(-1, 4, 4).clone()], "count": 3}
    places = {tuple(c): k for k, c in enumerate(net[0].pattern.coordinates().tolist())}
    report = train(net, optimizer, topo, 0, 4)[0]
    grown = {tuple(c) for c in report["weights"]["0.weight"]["grow"].tolist()}
    expected = [0 if tuple(c) in grown else places[tuple(c)] for c in net[0].pattern.coordinates().tolist()]
    flat, whole = optimizer.state[net[0].weight]["kept"]["history"]
    assert flat.tolist() == expected and whole[:, 3, 2].tolist() == expected and grown


class Graft:
    """What some optimizers keep for a weight in an object of their own, as Shampoo its graft."""

    def __init__(self, weight, statistics):
        self.weight, self.statistics, self.itself = weight, statistics, self


def test_objects_of_a_state_follow():
    """Those that hold the weight itself leave what its grown blocks start from."""
    net = model()
    weight = net[0].weight
    optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
    topo = et.TopologyUpdater(net, optimizer, policy(grown_values="initial"))
    graft = Graft(weight, torch.arange(net[0].pattern.blocks, dtype=torch.float32))
    optimizer.state[weight]["graft"] = graft
    places = {tuple(c): k for k, c in enumerate(net[0].pattern.coordinates().tolist())}
    report = train(net, optimizer, topo, 0, 4)[0]
    grown = {tuple(c) for c in report["weights"]["0.weight"]["grow"].tolist()}
    now = [tuple(c) for c in net[0].pattern.coordinates().tolist()]
    assert grown and graft.statistics.tolist() == [0 if c in grown else places[c] for c in now]
    assert all(weight[i].any() for i, c in enumerate(now) if c in grown)


def test_an_object_of_a_state_that_cannot_follow_is_refused():
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
    optimizer.state[net[0].weight]["graft"] = Graft(net[0].weight, torch.eye(net[0].pattern.blocks))
    with pytest.raises(espalier.ConfigError, match=r"weight 0.weight: found 'graft\.statistics' of SGD with the shape"):
        et.TopologyUpdater(net, optimizer, policy())


class Fills(espalier.TopologyPolicy):
    """Grows the first free position of each weight."""

    def propose(self, weights, update):
        for w in weights:
            free = np.ones(w.pattern.grid, bool)
            free[tuple(w.pattern.coordinates().T)] = False
            yield [], np.argwhere(free)[:1]


def test_states_of_a_weight_without_blocks_follow():
    net = nn.Sequential(et.SparseLinear(32, 16, pattern=espalier.BlockPattern.from_coordinates((16, 32), 4, [], [])))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, Fills(steps=STEPS, updates=11))
    reports = train(net, optimizer, topo)
    assert optimizer.state[net[0].weight]["exp_avg"].shape == net[0].weight.shape == (len(reports), 4, 4)


class OwnRprop(torch.optim.Rprop):
    pass


class OwnAdagrad(torch.optim.Adagrad):
    pass


@pytest.mark.parametrize(("make", "key", "start"), [(lambda params: OwnRprop(params, lr=1e-2), "step_size", 1e-2),
                                                    (lambda params: OwnAdagrad(params, initial_accumulator_value=0.5), "sum", 0.5)])
def test_states_of_grown_blocks_start_as_those_of_a_subclass_do(make, key, start):
    net = model()
    optimizer = make(net.parameters())
    topo = et.TopologyUpdater(net, optimizer, policy())
    report = train(net, optimizer, topo, 0, 4)[0]
    grown = {tuple(c) for c in report["weights"]["0.weight"]["grow"].tolist()}
    entries = [entry for entry, c in zip(optimizer.state[net[0].weight][key], net[0].pattern.coordinates().tolist(), strict=True)
               if tuple(c) in grown]
    assert entries and all(torch.equal(entry, torch.full((4, 4), start)) for entry in entries)


# What cannot be moved


class SlowWeights(Holder):
    """Copies in a list, as Lookahead has them that is older than its state."""

    def __init__(self, inner):
        super().__init__(inner)
        self.slow = [[p.detach().clone() for p in group["params"]] for group in self.param_groups]


class Average:
    """What an optimizer may ask for a mean of the weights."""

    def __init__(self, params):
        self.shadow = [p.detach().clone() for p in params]


class Averaging(Holder):
    """Keeps values for weights in an object that is no container."""

    def __init__(self, inner):
        super().__init__(inner)
        self.average = Average(p for group in self.param_groups for p in group["params"])


class Late(torch.optim.SGD):
    """Makes what it keeps in its first step, in a dict of its own."""

    def step(self, closure=None):
        super().step()
        if not hasattr(self, "velocity"):
            self.velocity = {p: torch.zeros_like(p) for group in self.param_groups for p in group["params"]}


class Shampoo(torch.optim.SGD):
    def step(self, closure=None):
        super().step()
        for p in self.param_groups[0]["params"]:
            self.state[p].setdefault("preconditioners", [torch.eye(extent) for extent in p.shape])


class Flat(torch.optim.SGD):
    def step(self, closure=None):
        super().step()
        self.momentum = torch.zeros(sum(p.numel() for p in self.param_groups[0]["params"]))


def copies(net):
    """As optimizers of mixed precision: what is within trains copies of the parameters."""
    outer = torch.optim.SGD(net.parameters(), lr=0.1)
    outer.master = adamw([p.detach().clone().requires_grad_() for p in net.parameters()])
    return outer


@pytest.mark.parametrize(("make", "message"), [
    (lambda net: SlowWeights(adamw(net.parameters())), r"SlowWeights\.slow\[0\]\[0\]"),
    (lambda net: Holder(torch.optim.LBFGS(net.parameters())), "found LBFGS"),
    (lambda net: Averaging(adamw(net.parameters())), r"Averaging\.average\.shadow\[0\]"),
    (copies, r"SGD\.master\.param_groups\[0\]\['params'\]\[0\]"),
    (lambda net: Holder(adamw([net[0].weight]), "inner"), "weight 2.weight: found in no param_group of Holder; make the optimizer"),
])
def test_state_elsewhere_is_refused_at_once(make, message):
    net = model()
    with pytest.raises(espalier.ConfigError, match=message) as raised:
        et.TopologyUpdater(net, make(net), policy())
    assert "\n" not in str(raised.value) and "; " in str(raised.value)  # what was expected, or what to do


@pytest.mark.parametrize(("make", "message"), [
    (Late, r"Late\.velocity\[\.\.\.\]"),
    (Flat, r"Flat\.momentum"),
    (lambda params, lr: Holder(Late(params, lr=lr)), r"Holder\.optim\.velocity\[\.\.\.\]"),
    (Shampoo, r"'preconditioners\[0\]' of Shampoo"),
    (lambda params, lr: Holder(Shampoo(params, lr=lr)), r"'preconditioners\[0\]' of Shampoo"),
])
@pytest.mark.parametrize("rule", ["dynamic", "rigl"])
def test_state_that_appears_later_is_refused_before_anything_moves(make, message, rule):
    net = model()
    optimizer = make(net.parameters(), lr=0.1)
    topo = et.TopologyUpdater(net, optimizer, policy(rule))
    before = net[0].pattern, net[2].pattern
    with pytest.raises(espalier.ConfigError, match=message) as raised:
        train(net, optimizer, topo)
    assert "\n" not in str(raised.value) and (net[0].pattern, net[2].pattern) == before
    assert net[0].pattern is before[0] and net[2].pattern is before[1]


def test_parameters_of_another_model_and_gradients_are_no_state():
    """An optimizer may train two models of one shape, and keep lists of parameters and gradients."""
    net, other = model(), model(seed=1)
    optimizer = torch.optim.SGD([*net.parameters(), *other.parameters()], lr=0.1, momentum=0.9)
    optimizer.all = list(net.parameters())
    topo = et.TopologyUpdater(net, optimizer, policy())
    for step in range(STEPS):
        (net(torch.randn(24, 32)).square().mean() + other(torch.randn(24, 32)).square().mean()).backward()
        optimizer.gradients = [p.grad for p in optimizer.all]
        optimizer.views = [p.detach().view(-1) for p in optimizer.all]
        topo.step()
        optimizer.zero_grad()
    assert topo.report["update"] == 10


# ZeroRedundancyOptimizer: each rank has the states of some parameters

RANK = """
import sys, torch, torch.distributed as dist
sys.path.insert(0, {folder!r})
from test_optimizer_state import *
from torch.distributed.optim import ZeroRedundancyOptimizer
rank, name, options = int(sys.argv[1]), {name!r}, {options!r}
torch.set_num_threads(1)
dist.init_process_group("gloo", init_method="file://{file}", rank=rank, world_size=2)
net = model(density=1.0 if name == "gmp" else 0.25)
ddp = nn.parallel.DistributedDataParallel(net)
if options is None:
    optimizer = adamw(net.parameters())
else:
    optimizer = ZeroRedundancyOptimizer(net.parameters(), torch.optim.AdamW, lr=1e-2, **options)
try:
    topo = et.TopologyUpdater(ddp if name != "gmp" else net, optimizer, policy(name), seed=7, target_density=0.25)
    generator = torch.Generator().manual_seed(rank)
    for step in range(STEPS):
        (net if name == "gmp" else ddp)(torch.randn(24, 32, generator=generator)).square().mean().backward()
        topo.step()
        optimizer.zero_grad()
    assert topo.report["update"] == 10
except espalier.ConfigError as error:
    print("refused:", error)
torch.save(net.state_dict(), {path!r} + str(rank))
dist.destroy_process_group()
"""


def ranks(name, options, folder):
    folder.mkdir()
    program = RANK.format(folder=os.path.dirname(os.path.abspath(__file__)), name=name, options=options, file=folder / "rendezvous",
                          path=str(folder / "out"))
    processes = [subprocess.Popen([sys.executable, "-c", program, str(rank)], stdout=subprocess.PIPE, text=True) for rank in (0, 1)]
    outputs = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    return outputs, [torch.load(f"{folder}/out{rank}") for rank in (0, 1)]


@pytest.mark.parametrize("rule", ["dynamic", "rigl"])
def test_shards_of_zero_redundancy_optimizer_follow_their_blocks(tmp_path, rule):
    """Bit for bit what AdamW does on both ranks."""
    _, expected = ranks(rule, None, tmp_path / "whole")
    assert_same(*expected)
    for i, options in enumerate([{}, {"parameters_as_bucket_view": True}]):
        assert_same(expected, ranks(rule, options, tmp_path / str(i))[1])


def test_zero_redundancy_optimizer_refuses_what_it_cannot_do(tmp_path):
    outputs, _ = ranks("dynamic", {"overlap_with_ddp": True}, tmp_path / "overlap")
    assert all("overlap_with_ddp=False" in output for output in outputs)
    outputs, _ = ranks("gmp", {"parameters_as_bucket_view": True}, tmp_path / "buckets")
    assert all("bucket" in output for output in outputs)
