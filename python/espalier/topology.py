# SPDX-License-Identifier: Apache-2.0
"""Moving patterns during training, for weights in NumPy arrays."""

from __future__ import annotations

import copy
import math
import numbers
import operator
import warnings
from collections.abc import Callable, Mapping

import numpy as np

from espalier import _native
from espalier.arrays import address, floats, own_floats, whole
from espalier.errors import ConfigError, FormatError, ShapeError
from espalier.matrix import BlockMatrix
from espalier.topology_policy import Policy, TopologyPolicy, native_policy
from espalier.threads import num_threads


class Weight:
    """A sparse weight in NumPy arrays, for a `TopologyUpdater` to edit.

        weight = espalier.Weight("ffn", matrix, gradient=dw, moments={"velocity": v})

    `gradient` and the moments have the shape of `matrix.values`. An edit that keeps the number of blocks
    moves the values within these very arrays, one that changes it replaces them: read `weight.gradient` and
    `weight.moments` anew then. `weight.matrix` is another after every edit: read it in each step, since one from
    before has its old pattern over values that have moved. Survivors move bit for bit. While `weight.frozen` is true
    it keeps its blocks, whatever the policy proposes.
    """

    def __init__(self, name: str, matrix: BlockMatrix, gradient: np.ndarray | None = None,
                 moments: dict[str, np.ndarray] | None = None, initial_deviation: float = 0.0):
        if not isinstance(matrix, BlockMatrix):
            raise TypeError(f"weight {name}: found {type(matrix).__name__}; expected a BlockMatrix")
        shape = matrix.values.shape
        self.name = str(name)
        self.matrix = matrix
        self.gradient = None if gradient is None else own_floats(gradient, shape, f"weight {name}: gradient")
        self.moments = {key: own_floats(value, shape, f"weight {name}: {key}")
                        for key, value in (moments or {}).items()}
        self.initial_deviation = float(initial_deviation)
        self.frozen = False
        self.operands = _native.GradientOperands()
        self._interrupted: BaseException | None = None

    def keep_operands(self, dy, x) -> None:
        """To be called in every backward pass, with dy [tokens, out] and x [tokens, in]: policies that grow by
        gradient score positions that are not stored from them. Copies them on the steps on which the updater
        wants them, and else does nothing."""
        if not self.operands.wanted:
            return
        rows, cols = self.matrix.shape
        dy, x = floats(dy, "dy"), floats(x, "x")
        if dy.ndim != 2 or x.ndim != 2 or dy.shape != (x.shape[0], rows) or x.shape[1] != cols:
            raise ShapeError(f"weight {self.name}: found dy of the shape {dy.shape} and x of {x.shape}; "
                             f"expected (tokens, {rows}) and (tokens, {cols})")
        self.operands.keep(self.matrix.pattern, address(x), address(dy), x.shape[0], num_threads())

    # What the updater calls.

    def view(self) -> tuple:
        shape = (self.matrix.pattern.blocks, *self.matrix.block)
        own_floats(self.matrix.values, shape, f"weight {self.name}: values")
        if self.gradient is not None:
            own_floats(self.gradient, shape, f"weight {self.name}: gradient")
        if not self.frozen:  # what cannot be moved is said before the first weight is edited
            for key, value in self.moments.items():
                own_floats(value, shape, f"weight {self.name}: {key}")
        return self.matrix.pattern, self.matrix.values, self.gradient

    def commit(self, change) -> None:
        pattern = change.pattern
        shape = (pattern.blocks, *pattern.block)

        def moved(move, old):
            new = np.empty(shape, np.float32)
            move(old, new)
            return new

        values = moved(change.move_values, self.matrix.values)
        gradient = None if self.gradient is None else moved(change.move_gradient, self.gradient)
        moments = {key: moved(change.move_moments, old) for key, old in self.moments.items()}
        in_place = shape == self.matrix.values.shape
        matrix = BlockMatrix(pattern, self.matrix.values if in_place else values)

        def place() -> None:
            if in_place:
                matrix.values[...] = values
                if gradient is not None:
                    self.gradient[...] = gradient
                for key, new in moments.items():
                    self.moments[key][...] = new
            else:
                self.gradient, self.moments = gradient, moments
            self.matrix = matrix

        # All is made: from here on nothing fails, but Ctrl-C may come.
        try:
            place()
        except BaseException as error:
            place()  # once more as a whole, which gives the same
            self._interrupted = error

    def changed(self) -> None:
        # Only now, when the updater knows of the edit too.
        error, self._interrupted = self._interrupted, None
        if error is not None:
            raise error


def refuse_copies(updater, protocol):
    """The `__reduce_ex__` of updaters: they are told of weights and an optimizer, of which a copy would edit none."""
    raise TypeError(f"{type(updater).__name__}: found that it is copied or pickled; save its state_dict(), make a new one for the copies of "
                    "the weights, and load the state there")


def _of_python(number):
    """NumPy's numbers as Python's own, which compare by value; NumPy compares by way of doubles, which skip some."""
    return number.item() if isinstance(number, (np.generic, np.ndarray)) and number.ndim == 0 else number


def _count(value, what: str, most: int = 2**63 - 1) -> int:
    """A whole number of a saved state. Raises FormatError for all else."""
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if not 0 <= number <= most:
        raise FormatError(f"topology state: {what}: found {value!r}; expected a whole number from 0 to {most}")
    return number


def _list(value, what: str) -> list:
    if not isinstance(value, (list, tuple)):
        raise FormatError(f"topology state: {what}: found {type(value).__name__}; expected a list with an entry for each weight")
    return list(value)


#: Arrays of a saved weight, whose sizes the library checks.
_SAVED_ARRAYS = {"explored": np.uint64, "momentum": np.float32, "movement": np.float32}


def _check_saved_weight(saved, i: int) -> None:
    """Raises FormatError unless a saved weight has what `state_dict` makes, by name and type."""
    if not isinstance(saved, Mapping) or not isinstance(saved.get("name"), str):
        raise FormatError(f"topology state: weights[{i}]: found no name; expected what state_dict makes")
    where = f"topology state of weight {saved['name']}"
    for key, dtype in _SAVED_ARRAYS.items():
        array = saved.get(key)
        if not isinstance(array, np.ndarray) or array.dtype != dtype or not array.flags.c_contiguous:
            raise FormatError(f"{where}: {key}: found {_kind(array)}; expected a C-contiguous array of {np.dtype(dtype)}")
    grown = saved.get("grown")
    if not isinstance(grown, np.ndarray) or grown.dtype.kind not in "iu" or grown.ndim != 2 or grown.shape[1] != 2:
        raise FormatError(f"{where}: grown: found {_kind(grown)}; expected [blocks, 2] integers")
    if not isinstance(saved.get("initial_deviation", 0.0), numbers.Real):
        raise FormatError(f"{where}: initial_deviation: found {saved['initial_deviation']!r}; expected a number")


def _kind(value) -> str:
    return f"an array of {value.dtype} of the shape {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__


class TopologyUpdater:
    """Moves the patterns of weights during training, around each optimizer step.

        topo = espalier.TopologyUpdater(espalier.policy("dynamic", steps=1000), [weight], seed=7)
        for step in range(1000):
            ...                              # forward, backward
            report = topo.step(optimizer)    # calls optimizer(skip) once

    weights: `Weight`s, of different names. seed: results depend on nothing but patterns, values, gradients,
    steps and seed. target_blocks: the number of blocks that each weight will store when training ends; by
    default as many as now. threads: of updates; by default `num_threads()`. clock: seconds of training so far, for policies that update by time.
    Raises ConfigError if the policy reads what the weights do not show or two have the same values; the first step,
    if it prunes and there is nothing to prune.
    """

    def __init__(self, policy: Policy | TopologyPolicy, weights: list[Weight], seed: int = 0, *,
                 target_blocks: list[int] | None = None, clock: Callable[[], float] | None = None,
                 threads: int | None = None):
        self._policy = native_policy(policy)
        self._weights = list(weights)
        self._seed = _of_python(seed)
        self._clock = clock
        self._threads = num_threads() if threads is None else whole(threads, "threads", 1, 4096)
        self._initial_blocks = [self._blocks(weight) for weight in self._weights]
        self._refuse_shared_values()
        for weight in self._weights:
            weight.operands.want(False)  # an updater before may have wanted them
        self._target_blocks = [whole(blocks, "target_blocks") for blocks in (self._initial_blocks if target_blocks is None else target_blocks)]
        self._updater = self._make(self._weights)
        if self._policy.updates == 0 and self._policy.end_step > 0:  # one that would move patterns in a longer run
            warnings.warn(f"TopologyUpdater: policy is {self._policy.name}, to no effect: the patterns stay from step {self._policy.end_step} on, "
                          "and no update falls due before", UserWarning, stacklevel=2)

    @staticmethod
    def _blocks(weight) -> int:
        return weight.view()[0].blocks

    def _refuse_shared_values(self) -> None:
        """Each weight would move them, by a pattern of its own."""
        owners = {}
        for weight in self._weights:
            values = weight.view()[1]
            owner = owners.setdefault(address(values), weight) if values.size > 0 else weight
            if owner is not weight:
                raise ConfigError(f"weights {owner.name} and {weight.name}: found the same values in both; expected one weight for a matrix")

    def _make(self, weights: list):
        return _native.TopologyUpdater(self._policy, weights, self._seed, self._threads, self._target_blocks,
                                       self._initial_blocks, self._clock)

    def step(self, optimizer: Callable[[bool], object] | None = None) -> dict | None:
        """Does all that belongs to one optimizer step, and reports the update if there was one.

        Calls `optimizer(skip)` once: it performs the step, or leaves it out if `skip` is true. Policies that
        read no gradients may be told without it, after the optimizer's own step. The report has update,
        completed_steps, drop_fraction, dropped, grown, explored, removed_new, flops, and for each weight by
        name what was dropped and grown. What the optimizer or the policy raises passes through: the step counts,
        and an update that was not made follows the next one.
        """
        return self._updater.step(optimizer)

    def discard(self) -> None:
        """Forgets the gradients since the last step, for who throws them away without one: else growth by gradient
        sees them at the next."""
        for weight in self._weights:
            weight.operands.want(weight.operands.wanted)

    __reduce_ex__ = refuse_copies

    @property
    def policy(self) -> Policy:
        return self._policy

    @property
    def steps(self) -> int:
        """Optimizer steps that were told."""
        return self._updater.steps

    @property
    def explored(self) -> float:
        """Share of positions that were ever stored."""
        return self._updater.explored

    @property
    def bytes(self) -> float:
        """Memory of weights, gradients and this object's state; without the moments."""
        return self._updater.bytes

    @property
    def step_flops(self) -> float:
        """FLOPs that the policy's needs cost on the last step, beyond those of updates."""
        return self._updater.step_flops

    def state_dict(self) -> dict:
        """What a checkpoint must hold besides patterns, values and the optimizer's state: numbers, names and
        arrays. Raises ConfigError for a weight whose pattern this updater did not leave, as after loading the
        weights' state alone."""
        self._updater.check_patterns()
        return self._state()

    def _state(self) -> dict:
        state = self._updater.state()
        for saved, weight in zip(state["weights"], self._weights, strict=True):
            saved["initial_deviation"] = weight.initial_deviation
        return {**state, "policy": self._policy.name, "seed": self._seed,
                "initial_blocks": list(self._initial_blocks), "target_blocks": list(self._target_blocks)}

    def _saved_blocks(self, value, key: str) -> list[int]:
        """The numbers of blocks of a saved state, one for each weight."""
        blocks = _list(value, key)
        if len(blocks) != len(self._weights):
            raise FormatError(f"topology state: {key}: found {len(blocks)} numbers; expected one for each of {len(self._weights)} weights")
        return [_count(count, f"{key} of {weight.name}", math.prod(weight.view()[0].grid))
                for count, weight in zip(blocks, self._weights, strict=True)]

    def load_state_dict(self, state: dict, *, adopt: bool = False) -> None:
        """Goes on from a saved state, once patterns and values have been restored. Raises FormatError where it
        does not belong to these weights, this policy or this seed, or where the policy would have made another
        number of updates by then; then nothing has changed. adopt: go on under this policy all the same, as if it
        had made the updates so far; what it sums over all steps begins with zeros where the other has not."""
        for key in ("updates", "postponed", "steps", "weights", "policy", "seed", "initial_blocks", "target_blocks"):
            if key not in state:
                raise FormatError(f"topology state: found no '{key}'; expected what state_dict makes")
        for key, own in (("policy", self._policy.name), ("seed", self._seed)):
            if _of_python(state[key]) != own and not (adopt and key == "policy"):
                raise FormatError(f"topology state: found the {key} {state[key]!r}; expected {own!r}")
        counts = {key: _count(state[key], key) for key in ("updates", "postponed", "steps")}
        saved_weights = _list(state["weights"], "weights")
        for i, saved in enumerate(saved_weights):
            _check_saved_weight(saved, i)
        blocks = {key: self._saved_blocks(state[key], key) for key in ("initial_blocks", "target_blocks")}
        before = self._initial_blocks, self._target_blocks, [weight.initial_deviation for weight in self._weights]
        self._initial_blocks, self._target_blocks = blocks["initial_blocks"], blocks["target_blocks"]
        try:
            for weight, saved in zip(self._weights, saved_weights, strict=False):
                # States of earlier versions have none.
                weight.initial_deviation = float(saved.get("initial_deviation", weight.initial_deviation))
            restored = {**counts, "weights": saved_weights}
            # First with other operands: those of the weights, which a new updater clears, stay where it is refused.
            others = [copy.copy(weight) for weight in self._weights]
            for weight in others:
                weight.operands = _native.GradientOperands()
            self._make(others).restore(restored, adopt)
            updater = self._make(self._weights)
            updater.restore(restored, adopt)
        except BaseException:
            self._initial_blocks, self._target_blocks, deviations = before
            for weight, deviation in zip(self._weights, deviations, strict=True):
                weight.initial_deviation = deviation
            raise
        self._updater = updater
