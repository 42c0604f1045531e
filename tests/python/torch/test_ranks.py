# SPDX-License-Identifier: Apache-2.0
"""TopologyUpdater under DistributedDataParallel: two processes over gloo."""

import os
import subprocess
import sys

import pytest
import torch
from topology_problem import assert_same, model, policy

import espalier
import espalier.torch as et

RANK = """
import contextlib, sys, torch, torch.distributed as dist
sys.path.insert(0, {folder!r})
from topology_problem import *
from mixed_model import mixed
rank, name, seconds = int(sys.argv[1]), {name!r}, [0]
torch.set_num_threads(1)
dist.init_process_group("gloo", init_method="file://{file}", rank=rank, world_size=2)
net = {make}(density=DENSITY.get(name, 0.25))
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
subject, options, settings = {subject!r}, {options!r}, {settings!r}
if "every_seconds" in options:
    settings["clock"] = lambda: seconds[0]
if settings.get("group") == "all":
    settings["group"] = dist.group.WORLD
if settings.pop("apart", False) and rank == 1:
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.mul_(3)
class OfTwoArguments(LookupError):  # which pickle cannot read
    def __init__(self, text, more):
        super().__init__(text)

class Failing(espalier.TopologyPolicy):  # exchanges one block; raises an error once, on one rank
    def __init__(self, on, error):
        super().__init__(steps=STEPS, updates=11)
        self.on, self.error = on, error

    def propose(self, weights, update):
        if update.update == 2 and rank == self.on and self.error:
            error, self.error = self.error, None
            raise eval(error)
        for w in weights:
            free = torch.ones(w.pattern.grid)
            free[tuple(w.pattern.coordinates().T.tolist())] = 0
            yield [0], free.nonzero()[:1].numpy()

chosen = Failing(*settings.pop("fails")) if "fails" in settings else policy(name, **options)
join, behind, seed = settings.pop("join", None), settings.pop("behind", False), settings.pop("seeds", (7, 7))[rank]
make = lambda subject: et.TopologyUpdater(subject, optimizer, chosen, seed=seed, target_density=0.25, **settings)
try:
    topo = make(net) if subject == "before" else None
    ddp = net if subject == "bare" else nn.parallel.DistributedDataParallel(net)
    if subject == "compiled":
        ddp = torch.compile(ddp, backend="eager")
    topo = topo or make({{"within": net, "part": nn.Sequential(ddp)}}.get(subject, ddp))
    if behind:  # of two blocks in which rank 1 has more batches, with steps of the updater (2) or of the optimizer alone (1)
        for _ in range(2):
            with contextlib.suppress(RuntimeError), ddp.join(**join):
                for step in range(5 + 3 * rank):
                    x, y = batch(step)
                    (ddp(x[rank::2]) - y[rank::2]).square().mean().backward()
                    topo.step() if behind == 2 else optimizer.step()
                    optimizer.zero_grad()
            optimizer.zero_grad()
    with contextlib.nullcontext() if join is None or behind else ddp.join(**join):
        for step in range(0 if behind == 2 else STEPS):
            seconds[0] += 3 + rank
            x, y = batch(step)
            (ddp(x[rank::2]) - y[rank::2]).square().mean().backward()
            try:
                topo.step()
            except (LookupError, RuntimeError) as error:
                print("raised", repr(error))
            optimizer.zero_grad()
except espalier.ConfigError as error:
    print("refused:", error)
torch.save({{"model": net.state_dict(), "updates": topo and topo.report and topo.report["update"]}}, {path!r} + str(rank))
dist.destroy_process_group()
"""


def ranks(name, tmp_path, make="model", subject="ddp", settings=None, **options):
    tmp_path.mkdir(exist_ok=True)
    folder = os.path.dirname(os.path.abspath(__file__))
    program = RANK.format(folder=folder, name=name, file=tmp_path / "rendezvous", path=str(tmp_path / "out"),
                          options=options, make=make, subject=subject, settings=settings or {})
    processes = [subprocess.Popen([sys.executable, "-c", program, str(rank)], stdout=subprocess.PIPE, text=True)
                 for rank in (0, 1)]
    try:  # a rank that waits for the other for good; starting takes minutes on a machine that others have work for
        outputs = [process.communicate(timeout=1500)[0] for process in processes]
    finally:
        for process in processes:
            process.kill()
    assert [process.returncode for process in processes] == [0, 0]
    return outputs, [torch.load(f"{tmp_path}/out{rank}") for rank in (0, 1)]


@pytest.mark.parametrize(("name", "make"), [("dynamic", "model"), ("rigl", "model"), ("rigl", "mixed")])
def test_two_ranks_make_the_same_edits(tmp_path, name, make):
    _, (zero, one) = ranks(name, tmp_path, make)
    assert zero["updates"] == one["updates"] == 10
    assert_same(zero, one)


def test_two_ranks_update_by_one_clock(tmp_path):
    """One rank's clock is faster: by its own, each would wait for the other in an update that it does not make."""
    _, (zero, one) = ranks("rigl", tmp_path, every_seconds=10)
    # That of rank 0 has an update follow the steps 4, 8, 11, 14, ... until 0.75 of training is over.
    assert zero["updates"] == one["updates"] > 5
    assert_same(zero, one)


@pytest.mark.parametrize(("subject", "settings"), [("ddp", {}), ("before", {"group": "all"}), ("within", {})])
def test_two_ranks_refuse_another_number_of_blocks(tmp_path, subject, settings):
    outputs, _ = ranks("gmp", tmp_path, subject=subject, settings=settings)
    assert all("refused: weight 0.weight: found an edit" in output and "under DistributedDataParallel" in output for output in outputs)


@pytest.mark.parametrize("subject", ["compiled", "part"])
def test_data_parallel_is_found_within(tmp_path, subject):
    _, (zero, one) = ranks("rigl", tmp_path, subject=subject)
    assert zero["updates"] == one["updates"] == 10
    assert_same(zero, one)


@pytest.mark.parametrize("subject", ["within", "before"])
def test_ranks_that_move_apart_are_told(tmp_path, subject):
    """The updater knows the model, and nothing of what it is wrapped in."""
    outputs, _ = ranks("rigl", tmp_path, subject=subject)
    for rank, output in enumerate(outputs):
        assert f"refused: model: found other patterns on rank {1 - rank} than here; after update 1" in output and "wrapped" in output


def test_ranks_may_train_models_that_differ(tmp_path):
    _, (zero, one) = ranks("rigl", tmp_path, subject="bare", settings={"group": None})
    assert zero["updates"] == one["updates"] == 10
    assert any(not torch.equal(value, one["model"][key]) for key, value in zero["model"].items() if "indices" in key)


def test_ranks_that_are_told_who_trains_together_make_the_same_edits(tmp_path):
    _, (zero, one) = ranks("rigl", tmp_path, subject="before", settings={"group": "all"}, every_seconds=10)
    assert zero["updates"] == one["updates"] > 5
    assert_same(zero, one)


def test_ranks_that_begin_apart_grow_the_same_values(tmp_path):
    """DistributedDataParallel makes the values equal once it is made, which may be after the updater."""
    _, (zero, one) = ranks("set", tmp_path, subject="before", settings={"group": "all", "apart": True})
    assert zero["updates"] == one["updates"] > 0
    assert_same(zero, one)


def test_ranks_with_seeds_of_their_own_grow_the_same_values(tmp_path):
    """Those of rank 0: DistributedDataParallel never makes values equal again."""
    _, (zero, one) = ranks("set", tmp_path, settings={"seeds": (7, 8)})
    assert zero["updates"] == one["updates"] > 0
    assert_same(zero, one)


@pytest.mark.parametrize(("on", "error", "told"), [
    (0, "KeyError('planted')", ["KeyError('planted')"] * 2),
    (0, "OfTwoArguments('planted', 1)", ["OfTwoArguments('planted')", "RuntimeError('rank 0: found OfTwoArguments: planted')"]),
    (1, "KeyError('planted')", [None, None]),  # what it would propose nobody asks
])
def test_what_a_policy_raises_is_raised_on_all_ranks(tmp_path, on, error, told):
    """Else the other ranks would wait for the edits until gloo gives up, after half an hour."""
    outputs, (zero, one) = ranks("dynamic", tmp_path, settings={"fails": (on, error)})
    assert [output.strip() for output in outputs] == ["" if text is None else f"raised {text}" for text in told]
    assert zero["updates"] == one["updates"] == 10  # that of the error followed the next step
    assert_same(zero, one)


@pytest.mark.parametrize(("subject", "settings"), [("ddp", {}), ("before", {"group": "all"}), ("within", {})])
def test_join_is_refused(tmp_path, subject, settings):
    """A rank that is through takes no part in an update's broadcast. An updater of the bare model looks for what it is in."""
    outputs, _ = ranks("rigl", tmp_path, subject=subject, settings={"join": {}, **settings})
    assert all("refused: step: found DistributedDataParallel.join" in output for output in outputs)


def test_join_may_end_all_ranks_with_the_first(tmp_path):
    _, (zero, one) = ranks("rigl", tmp_path, settings={"join": {"throw_on_early_termination": True}})
    assert zero["updates"] == one["updates"] == 10
    assert_same(zero, one)


def test_behind_join_patterns_are_equal_or_steps_refused(tmp_path):
    outputs, (zero, one) = ranks("rigl", tmp_path, settings={"join": {}, "behind": 1})
    assert all("refused: step: found DistributedDataParallel.join" in output and "behind the block" in output for output in outputs)
    assert_same(zero, one)
    _, (zero, one) = ranks("rigl", tmp_path / "again", settings={"join": {"throw_on_early_termination": True}, "behind": 2})
    assert zero["updates"] == one["updates"] == 3
    assert_same(zero, one)


def test_clocks_of_their_own_are_refused(tmp_path):
    outputs, _ = ranks("rigl", tmp_path, subject="within", every_seconds=10)
    assert all("refused: clock: found 2 processes" in output for output in outputs)


@pytest.mark.parametrize("subject", ["ddp", "before"])
def test_models_that_may_differ_are_refused_where_their_gradients_are_averaged(tmp_path, subject):
    """dist.group.WORLD is None before init_process_group: each rank would put gradients of other positions into its blocks."""
    outputs, _ = ranks("rigl", tmp_path, subject=subject, settings={"group": None})
    assert all("refused: group: found None" in output for output in outputs)


def test_a_group_of_others_is_refused(process_group):
    net = model()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for group, found in ((torch.distributed.GroupMember.NON_GROUP_MEMBER, "one that this process is not in"), ("all", "'all'"), (7, "7")):
        with pytest.raises(espalier.ConfigError, match=f"group: found {found}"):
            et.TopologyUpdater(net, optimizer, policy(), group=group)


ALONE = """
import gc, sys, weakref
sys.path.insert(0, {folder!r})
import torch.distributed as dist
from topology_problem import *
dist.init_process_group("gloo", init_method="file://{file}", rank=0, world_size=1)
net = model()
ddp = nn.parallel.DistributedDataParallel(net)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
topo = et.TopologyUpdater(ddp, optimizer, policy("rigl", every_seconds=10), clock=lambda: 0)
loss_of(ddp, 0).backward()
topo.step()
gone = weakref.ref(topo)
del topo
gc.collect()
assert gone() is None
loss_of(ddp, 1).backward()
assert all(module._plan.operands.tokens == 0 for module in net.modules() if isinstance(module, et.SparseLinear))
dist.destroy_process_group()
"""


def test_an_updater_under_data_parallel_goes_with_its_last_reference(tmp_path):
    program = ALONE.format(folder=os.path.dirname(os.path.abspath(__file__)), file=tmp_path / "rendezvous")
    subprocess.run([sys.executable, "-c", program], check=True, timeout=1500)


UNTRAINED = """
import sys, torch, torch.distributed as dist, espalier, espalier.torch as et
from torch import nn
rank = int(sys.argv[1])
dist.init_process_group("gloo", init_method="file://{file}", rank=rank, world_size=2)
net = nn.Sequential(et.SparseLinear(32, 16, block=4, density=0.5, seed={seed}))
et.compare_ranks(net)
ddp = nn.parallel.DistributedDataParallel(net)
et.compare_ranks(ddp)
dist.destroy_process_group()
"""


@pytest.mark.parametrize("seed", ["7", "rank"])
def test_ranks_without_an_updater_may_compare_their_patterns(tmp_path, seed):
    program = UNTRAINED.format(file=tmp_path / "rendezvous", seed=seed)
    processes = [subprocess.Popen([sys.executable, "-c", program, str(rank)], stderr=subprocess.PIPE, text=True) for rank in (0, 1)]
    errors = [process.communicate(timeout=1500)[1] for process in processes]
    if seed == "7":
        assert [process.returncode for process in processes] == [0, 0], errors
    else:
        for rank, error in enumerate(errors):
            assert f"found other patterns on rank {1 - rank} than here" in error
