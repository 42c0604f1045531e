# SPDX-License-Identifier: Apache-2.0
"""TopologyUpdater over NumPy arrays: every policy, exact moves, resuming, policies of one's own, misuse."""

import copy
import gc
import pickle
import threading
import warnings
import weakref

import numpy as np
import pytest

import espalier
from espalier import BlockMatrix, BlockPattern, Weight

ROWS, COLS, BLOCK = 32, 48, 4


class Layer:
    """A weight with velocity, trained by plain NumPy on a fixed problem."""

    def __init__(self, name="layer", density=0.25, pattern="random"):
        start = BlockPattern.generate(pattern, (ROWS, COLS), BLOCK, density, seed=3, name=name)
        random = np.random.default_rng(5)
        values = random.standard_normal((start.blocks, BLOCK, BLOCK)).astype(np.float32)
        self.weight = Weight(name, BlockMatrix(start, values), gradient=np.zeros_like(values),
                             moments={"velocity": np.zeros_like(values)}, initial_deviation=0.1)
        self.random = np.random.default_rng(6)

    def backward(self):
        x = self.random.standard_normal((16, COLS)).astype(np.float32)
        dy = self.random.standard_normal((16, ROWS)).astype(np.float32)
        self.weight.matrix.weight_gradient(dy, x, out=self.weight.gradient)
        self.weight.keep_operands(dy, x)

    def optimizer(self, skip):
        if not skip:
            velocity = self.weight.moments["velocity"]
            velocity *= 0.9
            velocity += self.weight.gradient
            self.weight.matrix.values[...] -= 0.1 * velocity


def train(policy, steps, layers=None, start=0, topo=None, **options):
    layers = layers or [Layer()]
    topo = topo or espalier.TopologyUpdater(policy, [layer.weight for layer in layers], seed=7, **options)
    reports = []
    for _ in range(start, steps):
        for layer in layers:
            layer.backward()

        def optimizer(skip):
            for layer in layers:
                layer.optimizer(skip)

        reports.append(topo.step(optimizer))
    return layers, topo, [report for report in reports if report]


def policy_and_start(name):
    """A policy, the density that it starts from and what it ends with."""
    once = espalier.policy_options(name)["once_at"] >= 0
    policy = espalier.policy(name, steps=60, **({} if once else {"updates": 6, "every_steps": 0}))
    return policy, 1 if name == "dense" else policy.initial_density(0.25)


@pytest.mark.parametrize("name", [policy["name"] for policy in espalier.policies()])
def test_every_policy_by_name_keeps_its_budget(name):
    policy, start = policy_and_start(name)
    layer = Layer(density=start, pattern=policy.initial_pattern)
    target = 24 if name != "dense" else 96  # of 96 blocks
    _, topo, reports = train(policy, 60, [layer], target_blocks=[target])
    assert len(reports) == policy.updates
    assert layer.weight.matrix.pattern.blocks == target
    assert 0 < topo.explored <= 1 and topo.bytes >= 2 * 4 * layer.weight.matrix.values.size
    shape = (layer.weight.matrix.pattern.blocks, BLOCK, BLOCK)
    assert layer.weight.gradient.shape == layer.weight.moments["velocity"].shape == shape
    assert np.isfinite(layer.weight.matrix.values).all()


@pytest.mark.parametrize("name", ["dynamic", "rigl", "gmp", "granet", "snfs", "mest_soft", "srigl"])
def test_a_frozen_weight_keeps_its_blocks(name):
    policy, start = policy_and_start(name)
    layers = [Layer(name, density=start, pattern=policy.initial_pattern) for name in ("one", "two")]
    _, topo, _ = train(policy, 5, layers, target_blocks=[24, 24])
    frozen = layers[0].weight
    frozen.frozen, before = True, frozen.matrix.pattern
    _, _, reports = train(policy, 16, layers, 5, topo)
    assert frozen.matrix.pattern is before
    assert sum(len(report["weights"]["two"][what]) for report in reports for what in ("drop", "grow")) > 0
    frozen.frozen = False
    _, _, reports = train(policy, 60, layers, 16, topo)
    assert sum(len(report["weights"]["one"][what]) for report in reports for what in ("drop", "grow")) > 0
    assert [layer.weight.matrix.pattern.blocks for layer in layers] == [24, 24] or name in ("granet", "snfs")
    assert sum(layer.weight.matrix.pattern.blocks for layer in layers) == 48


def test_what_an_edit_replaces_is_freed():
    """Of a policy that prunes once the dense values and gradient, which would stay for the rest of the training."""
    policy, start = policy_and_start("one_shot_magnitude")
    layer = Layer(density=start)
    replaced = [weakref.ref(array) for array in (layer.weight.matrix.values, layer.weight.gradient)]
    _, topo, reports = train(policy, 60, [layer], target_blocks=[24])
    assert len(reports) == topo.policy.updates == 1 and [array() for array in replaced] == [None, None]


@pytest.mark.parametrize("name", ["dynamic", "set", "rigl", "gmp", "snfs", "mest_soft"])
def test_survivors_move_bit_for_bit_and_grown_blocks_start_anew(name):
    policy, start = policy_and_start(name)
    layer = Layer(density=start)
    before = {}

    def remember(skip):
        weight = layer.weight
        before["pattern"], before["values"] = weight.matrix.pattern, weight.matrix.values.copy()
        before["velocity"] = weight.moments["velocity"].copy()

    topo = espalier.TopologyUpdater(policy, [layer.weight], 7, target_blocks=[24])
    for _ in range(60):
        layer.backward()
        layer.optimizer(False)
        remember(False)
        report = topo.step(lambda skip: None)
        if report is None:
            continue
        old = {tuple(c): k for k, c in enumerate(before["pattern"].coordinates().tolist())}
        done = report["weights"]["layer"]
        dropped = set(done["drop"].tolist())
        grown = {tuple(c) for c in done["grow"].tolist()}
        now = layer.weight.matrix
        assert now.pattern.blocks == done["stored"] == before["pattern"].blocks - len(dropped) + len(grown)
        for k, c in enumerate(now.pattern.coordinates().tolist()):
            if tuple(c) in grown:
                assert not layer.weight.moments["velocity"][k].any() and not layer.weight.gradient[k].any()
                if name != "set":  # which draws its values anew
                    assert not now.values[k].any()
            else:
                k_before = old[tuple(c)]
                assert k_before not in dropped
                np.testing.assert_array_equal(now.values[k], before["values"][k_before])
                np.testing.assert_array_equal(layer.weight.moments["velocity"][k], before["velocity"][k_before])


def test_the_papers_policy_equals_plain_numpy():
    """Algorithm 1 of Dietrich et al. 2021: ceil(p(t) * blocks) of the smallest L1 norm go."""
    layer = Layer()
    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=60, updates=6), [layer.weight], 7)
    explored = {tuple(c) for c in layer.weight.matrix.pattern.coordinates().tolist()}
    for step in range(60):
        layer.backward()
        layer.optimizer(False)
        pattern, values = layer.weight.matrix.pattern, layer.weight.matrix.values.copy()
        report = topo.step()
        if report is None:
            continue
        p = 0.25 * (1 + np.cos(np.pi * (step + 1) / 60))
        count = int(np.ceil(p * pattern.blocks - 1e-9))  # what is whole up to rounding is whole
        norms = np.abs(values.astype(np.float64)).sum(axis=(1, 2))
        expected = np.sort(np.argsort(norms, kind="stable")[:count])
        done = report["weights"]["layer"]
        np.testing.assert_array_equal(done["drop"], expected)
        stored = {tuple(c) for c in pattern.coordinates().tolist()}
        assert len(done["grow"]) == count and not stored & {tuple(c) for c in done["grow"].tolist()}
        explored |= {tuple(c) for c in done["grow"].tolist()}
        assert topo.explored == len(explored) / 96
        assert report["drop_fraction"] == count / pattern.blocks


def test_rigl_grows_where_the_dense_gradient_is_largest():
    layer = Layer()
    topo = espalier.TopologyUpdater(espalier.policy("rigl", steps=60, every_steps=0, updates=6), [layer.weight], 7)
    for _ in range(60):
        x = np.round(layer.random.standard_normal((16, COLS)) * 2).astype(np.float32)
        dy = np.round(layer.random.standard_normal((16, ROWS)) * 2).astype(np.float32)
        layer.weight.matrix.weight_gradient(dy, x, out=layer.weight.gradient)
        for half in (slice(0, 8), slice(8, 16)):  # as two micro-batches: the whole batch counts
            layer.weight.keep_operands(dy[half], x[half])
        pattern = layer.weight.matrix.pattern
        report = topo.step(layer.optimizer)
        if report is None:
            continue
        # Integers: exact in float, so that the order is that of the library.
        score = np.abs(dy.T @ x).reshape(ROWS // BLOCK, BLOCK, COLS // BLOCK, BLOCK).sum(axis=(1, 3))
        done = report["weights"]["layer"]
        candidates = np.ones(score.shape, bool)
        survivors = np.delete(pattern.coordinates(), done["drop"], axis=0)
        candidates[tuple(survivors.T)] = False  # RigL may grow what it has just dropped
        order = np.argsort(-np.where(candidates, score, -1).ravel(), kind="stable")[: len(done["grow"])]
        expected = {(int(i) // (COLS // BLOCK), int(i) % (COLS // BLOCK)) for i in order}
        assert {tuple(c) for c in done["grow"].tolist()} == expected


def test_an_edit_of_equal_count_keeps_the_arrays():
    layer = Layer()
    values, gradient = layer.weight.matrix.values, layer.weight.gradient
    velocity = layer.weight.moments["velocity"]
    _, _, reports = train(espalier.policy("dynamic", steps=20, updates=4), 20, [layer])
    assert reports and layer.weight.matrix.values is values and layer.weight.gradient is gradient
    assert layer.weight.moments["velocity"] is velocity


@pytest.mark.parametrize(("name", "stop"), [(name, stop) for name in ("dynamic", "rigl", "snfs", "gmp") for stop in (1, 10, 25)]
                         + [("gmp", 55), ("snip", 5), ("granet", 55)])  # where nothing is left to prune
def test_a_resumed_run_equals_an_uninterrupted_one(name, stop):
    policy, density = policy_and_start(name)
    whole, whole_topo, _ = train(policy, 60, [Layer(density=density)], target_blocks=[24])

    layers, topo, _ = train(policy, stop, [Layer(density=density)], target_blocks=[24])
    old, state = layers[0], topo.state_dict()
    fresh = Layer(density=density)
    weight = old.weight
    fresh.weight = Weight("layer", BlockMatrix(weight.matrix.pattern, weight.matrix.values.copy()),
                          gradient=weight.gradient.copy(),
                          moments={"velocity": weight.moments["velocity"].copy()})
    fresh.random = old.random
    topo = espalier.TopologyUpdater(policy, [fresh.weight], seed=7, target_blocks=[24])
    topo.load_state_dict(state)
    train(policy, 60, [fresh], stop, topo)
    assert fresh.weight.matrix.pattern == whole[0].weight.matrix.pattern
    np.testing.assert_array_equal(fresh.weight.matrix.values, whole[0].weight.matrix.values)
    np.testing.assert_array_equal(fresh.weight.moments["velocity"], whole[0].weight.moments["velocity"])
    assert topo.explored == whole_topo.explored
    assert fresh.weight.initial_deviation == 0.1


def test_states_of_others_are_refused():
    policy = espalier.policy("dynamic", steps=60, updates=6)
    _, topo, _ = train(policy, 20)
    state = topo.state_dict()
    other = espalier.TopologyUpdater(policy, [Layer("other").weight], 7)
    for damaged, message in [
        ({}, "updates"),
        ({**state, "seed": 8}, "seed"),
        ({**state, "policy": "rigl"}, "policy"),
        (state, "layer"),
        ({**state, "updates": 99}, "updates done"),
        ({**state, "weights": []}, "weights"),
    ]:
        with pytest.raises(espalier.FormatError, match=message):
            other.load_state_dict(damaged)
    assert other.step(None) is None  # as if nothing had been tried


@pytest.mark.parametrize(("key", "value", "message"), [
    ("steps", -1, "steps: found -1; expected a whole number"),
    ("steps", "x", "steps: found 'x'"),
    ("updates", 1.5, "updates: found 1.5"),
    ("postponed", None, "postponed: found None"),
    ("weights", None, "weights: found NoneType; expected a list"),
    ("weights", [{}], r"weights\[0\]: found no name"),
    ("name", 3, r"weights\[0\]: found no name"),
    ("explored", None, "weight layer: explored: found NoneType; expected a C-contiguous array of uint64"),
    ("momentum", np.zeros(3), "weight layer: momentum: found an array of float64"),
    ("grown", np.zeros((3, 3), np.int32), r"weight layer: grown: found an array of int32 of the shape \(3, 3\)"),
    ("initial_deviation", "x", "weight layer: initial_deviation: found 'x'"),
    ("target_blocks", None, "target_blocks: found NoneType; expected a list"),
    ("target_blocks", ["x"], "target_blocks of layer: found 'x'"),
    ("target_blocks", [ROWS * COLS // BLOCK**2 + 1], "target_blocks of layer: found 97; expected a whole number from 0 to 96"),
    ("initial_blocks", [2, 2], "initial_blocks: found 2 numbers; expected one for each of 1 weights"),
])
def test_damaged_states_are_refused_by_name(key, value, message):
    _, topo, _ = train(espalier.policy("dynamic", steps=60, updates=6), 20)
    state = topo.state_dict()
    damaged = {**state, key: value} if key in state else {**state, "weights": [{**state["weights"][0], key: value}]}
    with pytest.raises(espalier.FormatError, match="topology state.*" + message):
        topo.load_state_dict(damaged)
    assert topo.steps == 20 and topo.state_dict()["target_blocks"] == state["target_blocks"]


@pytest.mark.parametrize("loaded_before", ["backward", "step"])
def test_a_refused_state_leaves_what_weights_have_kept(loaded_before):
    policy = espalier.policy("rigl", steps=60, every_steps=5)
    layers, topo, _ = train(policy, 4)
    operands = layers[0].weight.operands
    if loaded_before == "step":
        layers[0].backward()
    kept = operands.tokens
    for _ in range(2):
        with pytest.raises(espalier.FormatError):
            topo.load_state_dict({**topo.state_dict(), "steps": 59})
        assert operands.wanted and operands.tokens == kept and layers[0].weight.operands is operands
    if loaded_before == "backward":
        layers[0].backward()
    assert topo.step(layers[0].optimizer)["grown"] > 0


def test_whole_numbers_are_counts():
    counted = espalier.policy("dynamic", steps=10_000, updates=160)
    for steps, updates in ((1e4, 1.6e2), (np.float64(1e4), np.int64(160))):
        assert espalier.policy("dynamic", steps=steps, updates=updates).updates == counted.updates
    with pytest.raises(espalier.ConfigError, match="steps=1.5: expected an integer"):
        espalier.policy("dynamic", steps=1.5)


def test_seeds_are_compared_as_integers():
    policy = espalier.policy("dynamic", steps=60, updates=6)
    largest = 2**64 - 1
    for seed in (largest, np.uint64(largest), np.array(largest)):
        topo = espalier.TopologyUpdater(policy, [Layer().weight], seed)
        state = topo.state_dict()
        assert type(state["seed"]) is int and state["seed"] == largest
        topo.load_state_dict(state)
        topo.load_state_dict({**state, "seed": np.uint64(largest)})
        # Each of these is the same double.
        for other in (largest - 1, np.uint64(largest - 1), np.float64(largest), float(largest)):
            with pytest.raises(espalier.FormatError, match="the seed"):
                topo.load_state_dict({**state, "seed": other})
    topo = espalier.TopologyUpdater(policy, [Layer().weight], np.int64(7))
    topo.load_state_dict({**topo.state_dict(), "seed": np.uint64(7)})
    for bad in (7.0, np.float64(7), np.bool_(True), "7"):
        with pytest.raises(TypeError, match="seed: found"):
            espalier.TopologyUpdater(policy, [Layer().weight], bad)
    for bad in (-1, np.int64(-1), 2**64):
        with pytest.raises(espalier.ConfigError, match="seed: found"):
            espalier.TopologyUpdater(policy, [Layer().weight], bad)


def test_states_without_an_initial_deviation_leave_that_of_the_weight():
    policy = espalier.policy("dynamic", steps=60, updates=6)
    _, topo, _ = train(policy, 20)
    state = topo.state_dict()
    state["weights"][0]["initial_deviation"] = 0.5
    layer = Layer()
    layer.weight.matrix = topo._weights[0].matrix
    again = espalier.TopologyUpdater(policy, [layer.weight], 7)
    with pytest.raises(espalier.FormatError, match="updates done"):
        again.load_state_dict({**state, "updates": 99})
    assert layer.weight.initial_deviation == 0.1
    again.load_state_dict(state)
    assert layer.weight.initial_deviation == 0.5
    del state["weights"][0]["initial_deviation"]
    again.load_state_dict(state)
    assert layer.weight.initial_deviation == 0.5


# Policies of one's own


class Tenth(espalier.TopologyPolicy):
    """Drop a tenth by L2 norm, grow at random.

    The rest of the documentation."""

    def propose(self, weights, update):
        for w in weights:
            grid = w.pattern.grid
            count = w.pattern.blocks // 10
            norms = np.sqrt((w.values.astype(np.float64) ** 2).sum(axis=(1, 2)))
            free = np.ones(grid, bool)
            free[tuple(w.pattern.coordinates().T)] = False
            random = np.random.default_rng((update.seed, update.update))
            grow = np.sort(random.choice(np.flatnonzero(free), count, replace=False))
            yield np.sort(np.argsort(norms, kind="stable")[:count]), np.stack(np.unravel_index(grow, grid), axis=1)


def test_a_policy_of_ones_own_works_like_any_other():
    layers, topo, reports = train(Tenth(steps=60, updates=6), 60)
    assert [report["dropped"] for report in reports] == [2] * 5
    assert topo.explored > 0.25 and topo.policy.name == "tenth"
    assert topo.policy.description == "Drop a tenth by L2 norm, grow at random."

    espalier.register_policy("tenth_again", Tenth)
    assert any(policy["name"] == "tenth_again" for policy in espalier.policies())
    by_name, _, again = train(espalier.policy("tenth_again", steps=60, updates=6), 60)
    np.testing.assert_array_equal(by_name[0].weight.matrix.values, layers[0].weight.matrix.values)
    with pytest.raises(espalier.ConfigError, match="tenth_again"):
        espalier.register_policy("tenth_again", Tenth)


class GradientGrowth(espalier.TopologyPolicy):
    """RigL's choice, written in Python: drop the smallest, grow where the gradient is largest."""

    cost = "dense FLOPs on updates"
    needs_growth_scores = "sum"

    def propose(self, weights, update):
        for w in weights:
            count = 3
            norms = np.abs(w.values).sum(axis=(1, 2), dtype=np.float64)
            drop = np.sort(np.argsort(norms, kind="stable")[:count])
            assert w.growth_scores.shape == w.pattern.grid
            scores = w.growth_scores.copy()
            scores[tuple(w.pattern.coordinates().T)] = -1
            best = np.sort(np.argsort(-scores.ravel(), kind="stable")[:count])
            yield drop, np.stack(np.unravel_index(best, scores.shape), axis=1)


def test_a_policy_in_python_may_grow_by_gradient():
    """The same edits as the library's criterion makes, of as many blocks."""
    in_python, _, _ = train(GradientGrowth(steps=40, updates=4), 40)
    settings = {"every_steps": 0, "updates": 4, "end": 1.0, "drop_schedule": "constant", "drop_fraction": 3 / 24,
                "regrow_dropped": False, "keep_regrown": False, "skip_optimizer": False, "rounding": "nearest"}
    in_library, _, reports = train(espalier.policy("rigl", steps=40, **settings), 40)
    assert [report["grown"] for report in reports] == [3] * 3
    for a, b in zip(in_python, in_library, strict=True):
        assert a.weight.matrix.pattern == b.weight.matrix.pattern
        np.testing.assert_array_equal(a.weight.matrix.values, b.weight.matrix.values)
    with pytest.raises(espalier.ConfigError, match="gradient_pool=most"):
        espalier.TopologyUpdater(type("Odd", (GradientGrowth,), {"needs_growth_scores": "most"})(steps=4, updates=2), [Layer().weight])


class GrowthOfWhatIsReached(GradientGrowth):
    seen = ()

    def propose(self, weights, update):
        self.seen += ({w.name: w.growth_scores is not None for w in weights},)
        moved = iter([*super().propose([w for w in weights if w.growth_scores is not None], update)])
        return [([], []) if w.growth_scores is None else next(moved) for w in weights]


@pytest.mark.parametrize("frozen", [True, False])
def test_a_weight_that_no_backward_pass_reaches_has_no_growth_scores(frozen):
    layers = [Layer("a"), Layer("b")]
    layers[1].weight.frozen, before = frozen, layers[1].weight.matrix.pattern
    layers[1].backward = lambda: None
    policy = GrowthOfWhatIsReached(steps=40, updates=4)
    _, _, reports = train(policy, 40, layers)
    assert [report["grown"] for report in reports] == [3] * 3 and layers[1].weight.matrix.pattern is before
    assert policy.seen == ({"a": True, "b": False},) * 3


def test_a_frozen_weight_has_no_growth_scores():
    """Its layer may keep operands all the same; no gradient is formed of them."""
    layers = [Layer("a"), Layer("b")]
    layers[1].weight.frozen = True
    policy = GrowthOfWhatIsReached(steps=40, updates=4)
    train(policy, 40, layers)
    assert policy.seen == ({"a": True, "b": False},) * 3


def test_a_loop_in_which_no_weight_keeps_operands_is_refused():
    layers = [Layer("a"), Layer("b")]
    layers[1].weight.frozen = True
    for layer in layers:
        layer.backward = lambda: None
    with pytest.raises(espalier.ConfigError, match="weight a: its layer has not kept"):
        train(GrowthOfWhatIsReached(steps=40, updates=4), 40, layers)


def test_a_policy_under_which_no_update_falls_due_is_told():
    told = "policy is rigl, to no effect: the patterns stay from step 75 on, and no update falls due before"
    with pytest.warns(UserWarning, match=told):
        espalier.TopologyUpdater(espalier.policy("rigl", steps=100), [Layer().weight])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for policy in espalier.policy("rigl", steps=1000), espalier.policy("static"), espalier.policy("banded", steps=100):
            espalier.TopologyUpdater(policy, [Layer().weight])


class Needy(espalier.TopologyPolicy):
    needs_gradients = needs_movement = True
    needs_momentum = 0.5
    cost = "dense state"
    seen = None

    def propose(self, weights, update):
        type(self).seen = weights
        return [([], np.empty((0, 2), int)) for _ in weights]


def test_a_policy_sees_what_it_needs_and_may_keep_it():
    layers, _, _ = train(Needy(steps=10, updates=2), 10)
    del layers
    gc.collect()
    seen = Needy.seen[0]
    assert seen.gradient.shape == seen.values.shape == seen.movement.shape == (24, BLOCK, BLOCK)
    assert seen.momentum.shape == (ROWS, COLS) and np.isfinite(seen.momentum).all() and seen.momentum.any()
    assert seen.initial_blocks == seen.target_blocks == 24


class Views(espalier.TopologyPolicy):
    """Keeps what it sees; drops a block each time, so that every update replaces the arrays."""

    needs_gradients = True
    own = None  # the weight
    seen = ()

    def propose(self, weights, update):
        (w,) = weights
        for view, array in (w.values, type(self).own.matrix.values), (w.gradient, type(self).own.gradient):
            assert np.shares_memory(view, array) and view.shape == array.shape
            with pytest.raises(ValueError, match="read-only"):
                view[0] = 1
        type(self).seen += ((w.values, w.values.copy()),)
        yield [0], np.empty((0, 2), int)


def test_a_policy_sees_the_memory_itself_and_what_it_keeps_stays():
    w = espalier.BlockMatrix(espalier.BlockPattern.generate("random", (64, 64), 8, 0.5, seed=3))
    w.values[...] = np.random.default_rng(3).standard_normal(w.values.shape)
    Views.own = espalier.Weight("w", w, gradient=np.ones_like(w.values))
    del w
    topo = espalier.TopologyUpdater(Views(steps=8, updates=8), [Views.own])
    for _ in range(8):
        topo.step(lambda skip: None)
    Views.own = None
    del topo
    gc.collect()
    assert len(Views.seen) > 3
    for kept, copy in Views.seen:
        np.testing.assert_array_equal(kept, copy)


def test_policies_are_pickled():
    for policy in (espalier.policy("rigl", steps=1000, drop_fraction=0.25), espalier.policy("static"),
                   espalier.TopologyUpdater(Tenth(steps=60, updates=6), [Layer().weight]).policy):
        again = pickle.loads(pickle.dumps(policy))
        assert (again.name, again.updates) == (policy.name, policy.updates)
    one, two = (train(chosen, 60)[0][0].weight.matrix for chosen in (again, Tenth(steps=60, updates=6)))
    np.testing.assert_array_equal(one.values, two.values)


@pytest.mark.parametrize(
    ("edits", "error"),
    [
        ([], espalier.FormatError),
        ([([99], [])], espalier.FormatError),
        ([([], [[99, 0]])], espalier.FormatError),
        ([([1, 0], [])], espalier.FormatError),
        ([([0.5], [])], TypeError),
        ([([0], [1, 2])], TypeError),
        ([3], TypeError),
        (None, TypeError),
        ([([-(2**70)], [])], TypeError),
    ],
)
def test_a_policy_that_proposes_nonsense_changes_nothing(edits, error):
    class Wrong(espalier.TopologyPolicy):
        def propose(self, weights, update):
            return edits

    layer = Layer()
    before = layer.weight.matrix
    topo = espalier.TopologyUpdater(Wrong(steps=10, updates=2), [layer.weight])
    with pytest.raises(error) as raised:
        for _ in range(10):
            topo.step(lambda skip: None)
    assert "\n" not in str(raised.value)
    assert layer.weight.matrix is before


def test_exceptions_of_callbacks_pass_through():
    class Angry(espalier.TopologyPolicy):
        def propose(self, weights, update):
            raise KeyError("mine")

    topo = espalier.TopologyUpdater(Angry(steps=10, updates=10), [Layer().weight])
    with pytest.raises(KeyError, match="mine"):
        topo.step(lambda skip: None)

    def refuse(skip):
        raise ZeroDivisionError

    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=10, updates=2), [Layer().weight])
    with pytest.raises(ZeroDivisionError):
        topo.step(refuse)


@pytest.mark.parametrize("name", ["dynamic", "rigl"])
def test_a_step_that_fails_counts_and_its_update_follows(name):
    """Whether it fails before the update or after it, and also where training goes on from a state of that moment."""
    policy = espalier.policy(name, steps=60, updates=6, every_steps=0)
    _, whole, reports = train(policy, 60)
    due = {report["completed_steps"] - 1 for report in reports}

    class Failure(Exception):
        pass

    layer = Layer()
    topo = espalier.TopologyUpdater(policy, [layer.weight], seed=7)
    updates = 0
    for step in range(60):
        layer.backward()

        def optimizer(skip, step=step):
            if step in due:
                raise Failure
            layer.optimizer(skip)

        try:
            updates += topo.step(optimizer) is not None
        except Failure:
            state = topo.state_dict()
            assert state["steps"] == step + 1 and state["postponed"] == (name == "dynamic")
            topo = espalier.TopologyUpdater(policy, [layer.weight], seed=7)
            topo.load_state_dict(state)
        assert topo.steps == step + 1
    assert topo.state_dict()["updates"] == len(reports)
    assert updates == (len(reports) if name == "dynamic" else 0)  # RigL's were made before the optimizer failed


# Misuse


def test_a_step_within_a_step_is_refused():
    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=10, updates=2), [Layer().weight])
    with pytest.raises(espalier.ConfigError, match="a step of it is running; call it again"):
        topo.step(lambda skip: topo.step())
    with pytest.raises(espalier.ConfigError, match="a step of it is running; call it again"):
        espalier.TopologyUpdater(topo.policy, [Layer().weight]).step(lambda skip: None) or topo._updater.step(
            lambda skip: topo.explored)


def test_steps_from_two_threads_are_refused_or_taken_in_turn():
    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=4000, updates=200), [Layer().weight])
    refused, ended = [], []

    def work():
        for _ in range(500):
            try:
                topo.step(lambda skip: None)
            except espalier.ConfigError as error:
                refused.append(str(error))
        ended.append(True)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(ended) == 4 and topo.steps + len(refused) == 4 * 500
    assert all("a step of it is running" in message for message in refused)


def test_what_a_policy_reads_must_be_shown():
    layer = Layer()
    layer.weight.gradient = None
    with pytest.raises(espalier.ConfigError, match="does not show its gradient"):
        espalier.TopologyUpdater(Needy(steps=10, updates=2), [layer.weight])
    with pytest.raises(espalier.ConfigError, match="two weights"):
        espalier.TopologyUpdater(espalier.policy("static"), [Layer().weight, Layer().weight])
    with pytest.raises(TypeError, match="policy: found str"):
        espalier.TopologyUpdater("rigl", [Layer().weight])
    with pytest.raises(espalier.ConfigError, match="nothing is pruned"):
        espalier.TopologyUpdater(espalier.policy("gmp", steps=1000), [Layer().weight]).step()


def test_weights_that_share_their_values_are_refused():
    """As a table of words and a head that is tied to it."""
    weight = Layer("words").weight
    tied = Weight("head", weight.matrix)
    with pytest.raises(espalier.ConfigError, match="weights words and head: found the same values in both"):
        espalier.TopologyUpdater(espalier.policy("dynamic", steps=4, updates=4), [weight, tied])
    empty = [Weight(name, BlockMatrix(BlockPattern.from_coordinates((ROWS, COLS), BLOCK, [], []))) for name in "ab"]
    espalier.TopologyUpdater(espalier.policy("dynamic", steps=4, updates=4), empty)


def test_arrays_that_changed_meanwhile_are_noticed():
    layer = Layer()
    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=4, updates=4), [layer.weight])
    layer.weight.matrix.values.shape = (-1,)
    with pytest.raises(espalier.ShapeError, match="values: found"):
        topo.step()
    layer = Layer()
    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=4, updates=4), [layer.weight])
    layer.weight.moments["velocity"] = np.zeros(3, np.float32)
    with pytest.raises(espalier.ShapeError, match=r"weight layer: velocity: found the shape \(3,\)"):
        topo.step()


def test_a_moment_that_does_not_fit_is_told_before_another_weight_is_edited():
    layers = [Layer("a"), Layer("b")]
    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=4, updates=4), [layer.weight for layer in layers])
    before, right = layers[0].weight.matrix, layers[1].weight.moments
    layers[1].weight.moments = {"velocity": np.zeros_like(right["velocity"], np.float64)}
    for call in (topo.step, topo.step, topo.state_dict):
        with pytest.raises(TypeError, match="weight b: velocity: found an array of float64; expected an array of float32"):
            call()
    assert layers[0].weight.matrix is before
    layers[1].weight.frozen = True  # moves nothing
    assert topo.step()["weights"]["a"]["drop"].size > 0
    layers[1].weight.frozen, layers[1].weight.moments = False, right
    topo.step()


def test_a_policy_of_ones_own_leaves_the_optimizer_out_on_updates():
    class Still(espalier.TopologyPolicy):
        """Moves nothing."""

        skips_optimizer = True

        def propose(self, weights, update):
            return [(np.empty(0, np.int64), np.empty((0, 2), np.int64)) for _ in weights]

    layer, skipped = Layer(), []
    topo = espalier.TopologyUpdater(Still(steps=12, every_steps=3, end=1.0), [layer.weight], seed=7)
    updates = []
    for _ in range(12):
        layer.backward()
        updates.append(topo.step(skipped.append) is not None)
    assert any(updates) and not all(updates)
    assert skipped == updates


def test_weights_that_a_wrapped_policy_refuses_are_told_at_the_first_step():
    granet = espalier.policy("granet", steps=60, updates=6, every_steps=0)
    agreed = espalier._native.agreed_policy(granet, lambda propose: propose())
    matrices = [BlockMatrix(BlockPattern.generate("random", (32, 48), block, 0.5, seed=3)) for block in (4, 8)]
    for policy in (granet, agreed):
        weights = [Weight(name, matrix, gradient=np.zeros_like(matrix.values)) for name, matrix in zip("ab", matrices)]
        topo = espalier.TopologyUpdater(policy, weights, target_blocks=[24, 6])
        with pytest.raises(espalier.ConfigError, match="block"):
            topo.step(lambda skip: None)
        assert topo.steps == 0


def test_flops_of_a_step_are_those_of_what_the_policy_needs():
    _, sparse, _ = train(espalier.policy("dynamic", steps=60, updates=6), 20)
    assert sparse.step_flops == 0
    policy, start = policy_and_start("snfs")  # at each step the gradient of all positions, of 16 tokens
    _, dense, _ = train(policy, 20, [Layer(density=start, pattern=policy.initial_pattern)])
    assert dense.step_flops == 2 * 16 * ROWS * COLS


def test_a_matrix_that_is_put_in_place_of_another_is_refused():
    policy, _ = policy_and_start("dynamic")
    layers, topo, _ = train(policy, 5)
    weight = layers[0].weight
    other = BlockPattern.generate("random", weight.matrix.shape, BLOCK, 0.25, seed=99)
    weight.matrix = BlockMatrix(other, weight.matrix.values)
    with pytest.raises(espalier.ConfigError, match="weight layer has another pattern than this updater left"):
        topo.state_dict()
    with pytest.raises(espalier.ConfigError, match="another pattern than this updater left"):
        train(policy, 60, layers, 5, topo)


def test_a_new_updater_wants_no_operands_that_one_before_it_wanted():
    layers, _, _ = train(policy_and_start("snfs")[0], 3)
    assert layers[0].weight.operands.wanted
    train(policy_and_start("dynamic")[0], 3, layers)
    assert layers[0].weight.operands.tokens == 0


def test_an_interrupted_edit_is_made_to_its_end():
    """Ctrl-C comes when the values are in their new places, and the velocity is not."""

    class Interrupted(np.ndarray):
        left = 1

        def __setitem__(self, key, value):
            if key is Ellipsis and Interrupted.left:
                Interrupted.left = 0
                raise KeyboardInterrupt
            super().__setitem__(key, value)

    layer = Layer()
    weight = layer.weight
    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=40, updates=10), [weight], seed=7)
    rows, cols = weight.matrix.pattern.coordinates().T
    weight.matrix.values[...] = (1 + rows * weight.matrix.pattern.grid[1] + cols)[:, None, None]
    weight.moments["velocity"] = weight.matrix.values.copy().view(Interrupted)
    with pytest.raises(KeyboardInterrupt):
        for _ in range(8):
            topo.step()
    assert Interrupted.left == 0
    rows, cols = weight.matrix.pattern.coordinates().T
    places = (1 + rows * weight.matrix.pattern.grid[1] + cols)[:, None, None]
    survived = (weight.matrix.values == places).all(axis=(1, 2))
    assert 0 < survived.sum() < len(survived) and not weight.moments["velocity"][~survived].any()
    assert (weight.moments["velocity"][survived] == places[survived]).all()
    topo.state_dict()  # refuses a pattern that it did not make
    while topo.steps < 40:
        topo.step()
    assert topo.state_dict()["updates"] == topo.policy.updates


def test_an_updater_is_neither_copied_nor_pickled():
    topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=40, updates=10), [Layer().weight])
    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"TopologyUpdater: found that it is copied or pickled; save its state_dict\(\)"):
            call(topo)


# Cycles through what the library holds


class Back(espalier.TopologyPolicy):
    """Exchanges nothing; keeps what it is given, and has garbage collected while it is called."""

    def __init__(self):
        super().__init__(steps=4, updates=2)
        self.kept = None

    def propose(self, weights, update):
        gc.collect()
        return [([], np.empty((0, 2), np.int32)) for _ in weights]


class Clock:
    kept = None

    def __call__(self):
        gc.collect()
        return 0.0


def cycle(through):
    """An updater, and an object that holds it and that it holds."""
    weight, clock = Layer().weight, None
    holder, chosen = weight, espalier.policy("dynamic", steps=4, updates=2)
    if through == "policy":
        holder = chosen = Back()
    elif through == "native policy":
        holder = Back()
        chosen = espalier.topology_policy.native_policy(holder)
    elif through == "agreed policy":
        holder = Clock()
        chosen = espalier._native.agreed_policy(chosen, lambda propose, held=holder: propose())
    elif through == "clock":
        holder = clock = Clock()
        chosen = espalier.policy("dynamic", steps=4, every_seconds=10)
    topo = espalier.TopologyUpdater(chosen, [weight], clock=clock)
    holder.kept = topo
    return topo, holder


@pytest.mark.parametrize("through", ["policy", "native policy", "agreed policy", "clock", "weight"])
def test_an_updater_that_is_held_by_what_it_holds_is_collected(through):
    topo, holder = cycle(through)
    gone = weakref.ref(topo), weakref.ref(holder)
    for _ in range(4):
        gc.collect()  # sees references that are left
        topo.step()
    del topo
    gc.collect()
    assert gone[0]() is holder.kept and holder.kept.steps == 4
    del holder
    gc.collect()
    assert gone[0]() is None and gone[1]() is None


def test_a_policy_that_holds_itself_as_the_library_has_it_is_collected():
    policy = Back()
    policy.kept = espalier.topology_policy.native_policy(policy)
    gone = weakref.ref(policy)
    del policy
    gc.collect()
    assert gone() is None


def test_what_an_updater_alone_holds_stays():
    """The collector sees each reference once: more, and it would clear what is in use."""
    topo = cycle("policy")[0]
    of_library = topo.policy
    del topo
    gc.collect()  # the updater stays, since policy and updater hold each other
    again = espalier.TopologyUpdater(of_library, [Layer().weight])
    gc.collect()
    for _ in range(4):
        again.step()
    assert again.steps == 4 and pickle.loads(pickle.dumps(espalier.policy("rigl", steps=100))).name == "rigl"
