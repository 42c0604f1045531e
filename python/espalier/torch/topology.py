# SPDX-License-Identifier: Apache-2.0
"""Moving the patterns of a model's sparse layers during training, around any optimizer of torch."""

from __future__ import annotations

import contextlib
import functools
import gc
import math
import pickle
import warnings
import weakref
from collections.abc import Callable, Iterable
from types import MethodType

import numpy as np
import torch
import torch.distributed as dist
from torch import nn

import espalier.topology
from espalier import _native
from espalier.arrays import number, string
from espalier.errors import ConfigError, FormatError, ShapeError
from espalier.topology_policy import Policy, TopologyPolicy, native_policy
from espalier.torch.attention import choose_paths
from espalier.torch.linear import SparseLinear, copies_of, resizable, resize, wrapper
from espalier.torch.optimizer_state import BlockState, OptimizerState


#: Who wants the operands of a layer's gradients: the updater that was made last for it.
_holders: weakref.WeakKeyDictionary[SparseLinear, object] = weakref.WeakKeyDictionary()


def _release(holder: object, layers: list[weakref.ref[SparseLinear]]) -> None:
    """Lets layers keep no more operands, which nobody would ever clear."""
    for reference in layers:
        layer = reference()
        if layer is not None and _holders.get(layer) is holder:
            layer._plan.operands.want(False)


#: What a gradient has once the optimizer stepped with it while its updater did not: its version then.
_STEPPED = "_espalier_stepped"


def _mark_gradient(reference: weakref.ref[TopologyUpdater], *_: object) -> None:
    updater = reference()
    gradient = None if updater is None or updater._stepping else updater._gradient()
    if gradient is not None:
        setattr(gradient, _STEPPED, gradient._version)


#: The lists of an updater's state that have an entry for each weight.
_OF_EACH_WEIGHT = ("weights", "initial_blocks", "target_blocks")


class LayerWeight:
    """The weight of a `SparseLinear`, with its gradient and what the optimizer keeps for it, as an updater edits
    it."""

    initial_deviation: float

    def __init__(self, name: str, layer: SparseLinear, states: OptimizerState, shows_gradient: bool,
                 fixed_by: str | None):
        self.name = name
        self.layer = layer
        self._states = states
        self.followers: list[SparseLinear] = []
        self.operands = layer._plan.operands
        with torch.no_grad():
            values = layer.weight[layer._own(layer.pattern)] if layer._padded else layer.weight
            self.initial_deviation = float(values.std(correction=0)) if values.numel() else 0.0
        self._shows_gradient = shows_gradient
        self._fixed_by = fixed_by  # who has it keep its size
        self._no_gradient: np.ndarray | None = None
        self._interrupted: BaseException | None = None

    def fix(self, by: str) -> None:
        """Has it keep its size; whoever came first is told."""
        self._fixed_by = self._fixed_by or by

    @property
    def frozen(self) -> bool:
        return not self.layer.weight.requires_grad

    def view(self) -> tuple:
        weight = self.layer.weight
        if weight.dtype != torch.float32 or weight.device.type != "cpu" or not weight.is_contiguous():
            raise TypeError(f"weight {self.name}: found {weight.dtype} on {weight.device.type}; "
                            "expected contiguous torch.float32 on cpu")
        if not self.frozen:
            self.state()  # what cannot be moved is said before the first weight is edited
        gradient = None
        if self._shows_gradient:
            gradient = self._gradient()
        return self.layer.pattern, weight.detach().numpy(), gradient

    def _gradient(self) -> np.ndarray:
        weight = self.layer.weight
        if weight.grad is not None and not self.frozen:
            return weight.grad.detach().contiguous().numpy()
        # No backward pass reached it since gradients were cleared, or none does: a gradient of zero. Pages that nobody
        # writes to take no memory.
        if self._no_gradient is None or self._no_gradient.shape != tuple(weight.shape):
            self._no_gradient = np.zeros(tuple(weight.shape), np.float32)
        return self._no_gradient

    def commit(self, change) -> None:
        pattern = change.pattern
        weight = self.layer.weight
        shape = (pattern.blocks, *pattern.block)
        keeps_count = tuple(weight.shape) == shape
        if not keeps_count and self._fixed_by is not None:
            raise ConfigError(f"weight {self.name}: found an edit from {weight.shape[0]} to {pattern.blocks} blocks under "
                              f"{self._fixed_by}; use a policy that keeps their number")

        def moved(move, tensor: torch.Tensor) -> torch.Tensor:
            new = torch.empty(shape, dtype=torch.float32, device="cpu")
            move(tensor.detach().contiguous().numpy(), new.numpy())
            return new

        # Pairs of tensor and what it becomes; all are made before the first is put in its place.
        values = moved(change.move_values, weight)
        edits = [(weight, values)]
        for follower in self.followers:
            single = follower.weight.dtype == torch.float32
            edits.append((follower.weight, moved(change.move_values, follower.weight) if single else
                          self._survivors(change, follower.weight, values.to(follower.weight.dtype))))
        edits += [(state.tensor, self._moved_state(change, state)) for state in self.state()]
        gradient = weight.grad
        moved_gradient = None if gradient is None else moved(change.move_gradient, gradient)
        # One that somebody put there may be expanded, or made in inference mode: neither can be written to.
        writable = keeps_count and gradient is not None and gradient.is_contiguous() and not gradient.is_inference()
        if writable:
            edits.append((gradient, moved_gradient))

        def place() -> None:
            with torch.no_grad():
                for tensor, new in edits:
                    if keeps_count:
                        # In place: optimizer, buckets of DistributedDataParallel and compiled graphs stay valid, and
                        # autograd notices an edit between forward and backward.
                        tensor.copy_(new)
                    else:
                        resize(tensor, new)
                if not writable:
                    weight.grad = moved_gradient
            for layer in (self.layer, *self.followers):
                layer._set_pattern(pattern)
                if keeps_count:
                    layer._move_saved_indices()
                if layer._padded:
                    layer._clear_padding()  # grown blocks may start from values

        try:
            place()
        except BaseException as error:  # such as Ctrl-C, which would leave moved values under the old pattern
            place()  # once more as a whole, which gives the same
            self._interrupted = error

    def changed(self) -> None:
        # Only now, when the updater knows of the edit too.
        error, self._interrupted = self._interrupted, None
        if error is not None:
            raise error

    def state(self) -> list[BlockState]:
        """What the optimizer keeps for each block. Raises ConfigError for what cannot be moved."""
        if "weight" not in self.layer._parameters:
            if hasattr(self.layer, "parametrizations"):
                maker, removal = type(self.layer.parametrizations["weight"][0]).__name__, "parametrize.remove_parametrizations"
            else:
                maker, removal = "a hook", "prune.remove, remove_weight_norm or remove_spectral_norm"
            raise ConfigError(f"weight {self.name}: found that {maker} makes it, so that it is no parameter whose blocks can be moved; remove "
                              f"that before (torch.nn.utils.{removal})")
        return self._states.of(self.name, self.layer.weight)

    @staticmethod
    def _survivors(change, tensor: torch.Tensor, grown: torch.Tensor) -> torch.Tensor:
        """The tensor's own entries where a block survives, in `grown`, which has those of the others."""
        source = torch.from_numpy(change.source)
        survives = source >= 0
        grown[survives] = tensor.detach()[source[survives]]
        return grown

    def _moved_state(self, change, state: BlockState) -> torch.Tensor:
        survives = torch.from_numpy(change.source) >= 0
        start = state.tensor.new_full((len(survives), *state.tensor.shape[1:]), state.start)
        new = self._survivors(change, state.tensor, start)
        if change.grown_moments == "mean":
            whole = new.shape[1:] == self.layer.weight.shape[1:]
            # Not those of the padding, which are zero: a momentum there would move values that are to stay zero.
            own = self.layer._own(change.pattern) if whole else torch.ones_like(new, dtype=torch.bool)
            known = own & survives.reshape(-1, *[1] * (new.dim() - 1))
            if bool(known.any()):
                new[own & ~known] = new[known].double().mean().to(new.dtype)
        return new


class TopologyUpdater:
    """Moves the patterns of a model's `SparseLinear` layers during training, around any optimizer.

        topo = TopologyUpdater(model, optimizer, espalier.policy("dynamic", steps=10_000), seed=7)
        for batch in loader:
            loss(model(batch)).backward()
            report = topo.step()           # calls optimizer.step(), or leaves it out where the policy says so
            optimizer.zero_grad()

    Values, gradient and every state of the optimizer that has one entry for each block move together; survivors
    bit for bit. The optimizer may hold others, whose states move too. A layer whose weight is frozen
    (`weight.requires_grad_(False)`) when an update comes keeps its blocks; what that is too many of, in a budget that
    layers share, the others do not make up for. Under DistributedDataParallel, which may be inside of the model or of
    torch.compile, rank 0 proposes for all, from the gradients of its own batches where a policy scores positions that are
    not stored, by its own clock and seed, and the ranks compare their patterns after each edit.

    target_density: the density to end with, for policies that prune; for globs of layer names or one for all, by
    default that of now. gradients: whether growth by gradient sees "all" micro-batches of a step, or the "last".
    clock: seconds of training so far, for policies that update by time. group: the processes that train this model together,
    for which its rank 0 proposes; by default that of its DistributedDataParallel. A model that has none under several
    processes of torch.distributed proposes by itself, and step raises ConfigError on all of them where their patterns differ
    after an edit; group=None: they train models that may differ. Raises ConfigError for a weight that is in
    no param_group or in two layers or is parametrized, for shards of a weight, for a state of the optimizer that cannot
    be moved, and what `espalier.TopologyUpdater` raises.
    """

    def __init__(self, model: nn.Module, optimizer: torch.optim.Optimizer, policy: Policy | TopologyPolicy, seed: int = 0,
                 *, target_density: float | dict[str, float] | None = None, gradients: str = "all",
                 clock: Callable[[], float] | None = None, group: dist.ProcessGroup | str | None = "model"):
        if not isinstance(optimizer, torch.optim.Optimizer):
            raise TypeError(f"optimizer: found {type(optimizer).__name__}; expected a torch.optim.Optimizer")
        if gradients not in ("all", "last"):
            raise ConfigError(f"gradients: found {gradients!r}; expected 'all' or 'last'")
        policy = native_policy(policy)
        self._optimizer = optimizer
        self._model = model
        parallel = _data_parallel(model)
        if group is None and parallel is not None:
            raise ConfigError(_ALONE_IN_PARALLEL)
        if group is not None and group != "model" and not isinstance(group, dist.ProcessGroup):
            found = "one that this process is not in" if group is dist.GroupMember.NON_GROUP_MEMBER else repr(group)
            raise ConfigError(f"group: found {found}; expected 'model', a process group of this process or None")
        self._alone = group is None
        self._parallel = None if parallel is None else weakref.ref(parallel)
        self._looks_around = parallel is None
        self._group = group if not isinstance(group, str) else parallel.process_group if parallel is not None else None
        self._distributed = self._group is not None
        if clock is not None and not self._distributed and self._apart():
            raise ConfigError(f"clock: found {dist.get_world_size()} processes and no DistributedDataParallel in the model, so that each would "
                              "update by a clock of its own; pass the model in DistributedDataParallel, or as group= the processes that "
                              "train it together (None: each a model of its own)")
        layers = _sparse_layers(_unwrapped(model))
        if not layers:
            raise ConfigError("model: found no SparseLinear; call sparsify_ before")
        shards = wrapper(model, "FullyShardedDataParallel", "FSDPModule")
        for name, layer in layers.items():
            if shards is not None or type(layer._parameters.get("weight")).__name__ in ("DTensor", "FlatParameter"):
                raise ConfigError(f"weight {name}: found shards of it ({shards or 'DTensor'}), whose blocks cannot be moved; expected "
                                  "DistributedDataParallel")
            if layer.weight.is_meta:
                raise TypeError(f"weight {name}: found none of its values, on meta; expected to_empty and reset_parameters, or a state "
                                "dict, before")
        choose_paths(model)
        self._states = OptimizerState(optimizer, model, layers.values())
        fixed_by = "DistributedDataParallel" if parallel is not None else self._states.fixed_by
        self._weights = [LayerWeight(name, layer, self._states, policy.reads_gradients, fixed_by)
                         for name, layer in layers.items()]
        holder = object()
        for weight in self._weights:
            weight.layer._plan.last_only = gradients == "last"
            _holders[weight.layer] = holder
            if fixed_by is None:
                resizable.add(weight.layer)
        if self._distributed:
            _compare_ranks(layers.values(), self._group, _FROM_ONE_START)
            # Not methods of this object, which would then not go with its last reference: the library holds them.
            agree = functools.partial(_agree, self._group)
            policy = _native.agreed_policy(policy, agree)
            # By clocks that differ, ranks would make an update on different steps and wait for each other.
            clock = None if clock is None else functools.partial(agree, clock)
            # Of values that DistributedDataParallel has yet to make equal each rank has its own, and often a seed of its own; each
            # draws the values of grown blocks by both.
            seed, deviations = agree(lambda: (seed, [weight.initial_deviation for weight in self._weights]))
            for weight, deviation in zip(self._weights, deviations, strict=True):
                weight.initial_deviation = deviation
        self._updater = espalier.topology.TopologyUpdater(
            policy, self._weights, seed, target_blocks=_target_blocks(self._weights, target_density), clock=clock,
            threads=torch.get_num_threads())
        weakref.finalize(self, _release, holder, [weakref.ref(weight.layer) for weight in self._weights]).atexit = False
        self._detached_wants: list[bool] | None = None
        self._report: dict | None = None
        self._own_step: Callable | None = None  # the optimizer's, once another has its place
        self._attached = False
        #: Of each model that follows its type, and by the names of the weights its layers.
        self._followers: list[tuple[str, dict[str, SparseLinear]]] = []
        self._told_of_copies = False
        self._stepping = False
        with contextlib.suppress(AttributeError):  # one that wraps another without being made as an optimizer, such as accelerate's
            optimizer.register_step_post_hook(functools.partial(_mark_gradient, weakref.ref(self)))

    def step(self, optimizer_step: Callable[[bool], object] | None = None) -> dict | None:
        """Does all that belongs to one optimizer step; reports the update if there was one.

        Calls `optimizer.step()`, or leaves it out where the policy says so. With GradScaler, call
        `scaler.unscale_(optimizer)` before, so that policies read gradients without its scale, and then
        `topo.step(lambda skip: skip or scaler.step(optimizer))`. What it raises passes through: the step counts,
        and an update that was not made follows the next one. While an optimizer of accelerate accumulates gradients,
        which leaves out its steps, this does nothing. Under DistributedDataParallel what the policy raises on rank 0 is
        raised on all ranks.
        """
        if self._accumulates():
            return None
        if self._detached_wants is not None and any(self._detached_wants):
            raise ConfigError("step: found the updater detached, so that layers kept nothing of this backward pass; call attach before "
                              "the backward pass")
        self._detached_wants = None  # from now on they keep what this step asks them to
        join = getattr(self._data_parallel(), "_join_config", None)
        if join is not None and join.enable and not join.throw_on_early_termination:
            raise ConfigError("step: found DistributedDataParallel.join, whose ranks that are through take no part in updates, so that the "
                              "others would wait for them (torch keeps the setting behind the block); give every rank as many batches, or pass "
                              "throw_on_early_termination=True to join")
        self._check_followers()
        if optimizer_step is None:
            self._tell_of_double_step()
        perform = self._step_optimizer if optimizer_step is None else optimizer_step

        def step(skip: bool) -> None:
            self._stepping = True
            try:
                perform(skip)
            finally:
                self._stepping = False
                self._states.forget()

        self._states.forget()
        report = self._updater.step(step)
        if report is not None:
            self._report = report
            layers = [weight.layer for weight in self._weights]
            if self._distributed:
                _compare_ranks(layers, self._group, _FROM_ONE_START)
            elif self._apart():
                _compare_ranks(layers, None, f"after update {report['update']}, which each proposed by itself since TopologyUpdater found no "
                               "DistributedDataParallel in its model; make it of the wrapped model, or with group= of these processes "
                               "(group=None for models that may differ)")
            self._tell_of_copies()
            self._looks_around = self._data_parallel() is None
        return report

    def _accumulates(self) -> bool:
        """Whether this is an optimizer of accelerate that accumulates gradients: it leaves out its steps, and clears nothing."""
        accumulation = getattr(self._optimizer, "gradient_state", None)
        return accumulation is not None and not accumulation.sync_gradients

    def _data_parallel(self) -> nn.parallel.DistributedDataParallel | None:
        """The one that averages the gradients: of the model, or what was made around it or a part of it, which an updater of the bare
        model is not told of. That one is looked for at the first step and after each update, since it takes as long as a small step."""
        if self._looks_around and _several_processes():
            self._looks_around = False
            around = _data_parallel_around(weight.layer for weight in self._weights)
            if around is not None and self._alone:
                del around  # nobody may hold it any more but cycles of its own
                gc.collect()
                around = _data_parallel_around(weight.layer for weight in self._weights)
            if around is not None and self._alone:
                self._looks_around = True
                raise ConfigError(_ALONE_IN_PARALLEL)
            if around is not None:
                self._parallel = weakref.ref(around)
                for weight in self._weights:
                    weight.fix("DistributedDataParallel")
        return None if self._parallel is None else self._parallel()

    def _apart(self) -> bool:
        """Whether other processes may train this model too, which nobody has told."""
        return not self._alone and _several_processes()

    def _check_followers(self) -> None:
        for kind, copies in self._followers:
            for weight in self._weights:
                own, copy = weight.layer.pattern, copies[weight.name].pattern
                if copy is not own and copy != own:
                    raise ConfigError(f"layer '{weight.name}': found another pattern in the {kind} that follows than in the model, so that "
                                      "its values would be moved to wrong places; load the state of both that belongs together (also "
                                      "average.load_state_dict), or make a new average and updater")

    def _gradient(self) -> torch.Tensor | None:
        """The first that a weight has, of those that count their changes."""
        gradients = (weight.layer._parameters["weight"].grad for weight in self._weights if "weight" in weight.layer._parameters)
        return next((gradient for gradient in gradients if gradient is not None and not gradient.is_inference()), None)

    def _tell_of_double_step(self) -> None:
        gradient = self._gradient()
        if gradient is not None and getattr(gradient, _STEPPED, None) == gradient._version:
            warnings.warn("TopologyUpdater: found that optimizer.step() was called with these gradients before topo.step(), which calls it "
                          "too, so that the optimizer steps twice; leave one of them out: optimizer.step(), or with attach() topo.step()",
                          UserWarning, stacklevel=3)

    def _tell_of_copies(self) -> None:
        """Says once that a copy of the model, perhaps an average of its weights, stays at an old pattern."""
        if self._told_of_copies:
            return
        self._told_of_copies = True
        own = {id(weight.layer): weight for weight in self._weights}
        following = {id(layer) for weight in self._weights for layer in weight.followers}
        for weight in self._weights:
            for copy in copies_of(weight.layer):
                twin = own.get(id(copy))
                if twin is not None and twin.frozen != weight.frozen:
                    still, moves = (weight, twin) if weight.frozen else (twin, weight)
                    warnings.warn(f"TopologyUpdater: found that '{still.name}' is frozen and keeps its pattern while that of '{moves.name}' "
                                  "moves, of which one is a copy of the other; an average of weights, such as a target network, would mix "
                                  "blocks of different places: make the updater of the part that is trained alone, and call follow(the "
                                  "other part), before updates", UserWarning, stacklevel=3)
                    return
                # One with an updater of its own moves by that.
                if twin is None and id(copy) not in following and copy not in _holders:
                    warnings.warn(f"TopologyUpdater: found a copy of the model (layer '{weight.name}') that keeps its pattern while that of "
                                  "the model moves; an average of weights, such as AveragedModel, would mix blocks of different places: "
                                  "make it anew and call follow(average), before updates", UserWarning, stacklevel=3)
                    return

    def _step_optimizer(self, skip: bool) -> None:
        if not skip:
            (self._own_step or self._optimizer.step)()

    def attach(self) -> None:
        """Has `optimizer.step()` do what `step` does, for a loop of others that calls it, until `detach`. A closure given to it is
        called before. `optimizer.zero_grad()` does what `discard` does, too, so that growth sees nothing of a step that was left
        out, as a GradScaler leaves out those whose gradients overflow."""
        self._attached = True
        if self._detached_wants is not None:
            for weight, wanted in zip(self._weights, self._detached_wants, strict=True):
                weight.operands.want(wanted)
            self._detached_wants = None
        if self._own_step is not None:
            return
        own = self._own_step = self._optimizer.step
        clear = self._optimizer.zero_grad

        @functools.wraps(own)  # with what schedulers have noted there
        def step(optimizer, closure: Callable[[], object] | None = None):
            if not self._attached:
                return own(closure)
            loss = None
            if closure is not None:
                with torch.enable_grad():
                    loss = closure()
            self._unscale(optimizer)
            self.step()
            return loss

        @functools.wraps(clear)
        def zero_grad(optimizer, *arguments, **options):
            if self._attached and not self._accumulates():
                self.discard()
            return clear(*arguments, **options)

        self._optimizer.step = MethodType(step, self._optimizer)  # schedulers want a method
        self._optimizer.zero_grad = MethodType(zero_grad, self._optimizer)

    def _unscale(self, optimizer: torch.optim.Optimizer) -> None:
        """What GradScaler leaves to a fused optimizer: policies read gradients before."""
        scale = getattr(optimizer, "grad_scale", None)
        if scale is None or not self.policy.reads_gradients:
            return
        with torch.no_grad():
            for group in optimizer.param_groups:
                for parameter in group["params"]:
                    if parameter.grad is not None:
                        parameter.grad.mul_(scale.double().reciprocal().float().to(parameter.grad.device))
        optimizer.grad_scale = None

    def detach(self) -> None:
        """Has `optimizer.step()` and `zero_grad()` do again what they did before `attach`."""
        if self._attached:
            self._keep_nothing()
        self._attached = False

    def _keep_nothing(self) -> None:
        """Has layers keep no operands until `attach` or `step`."""
        self._detached_wants = [weight.operands.wanted for weight in self._weights]
        for weight in self._weights:
            weight.operands.want(False)

    def discard(self) -> None:
        """Forgets the gradients since the last step, for who throws them away without one (`zero_grad` instead of
        `step`): else growth by gradient sees them at the next."""
        self._updater.discard()

    @property
    def report(self) -> dict | None:
        """That of the last update; None before the first."""
        return self._report

    @property
    def explored(self) -> float:
        """Share of positions that were ever stored."""
        return self._updater.explored

    @property
    def steps(self) -> int:
        """Optimizer steps so far."""
        return self._updater.steps

    @property
    def policy(self) -> Policy:
        return self._updater.policy

    def follow(self, model: nn.Module) -> None:
        """Has every edit made in a copy of the model too, such as a moving average of its weights, of any type of floats.
        Raises ConfigError where the copy lacks a layer, its pattern is another or its values cannot be changed; `step` does where
        the pattern is another by then."""
        model = _unwrapped(model)
        copies, found = _sparse_layers(model), {}
        inner = getattr(model, "module", None)  # of AveragedModel and its like, which may wrap a wrapped model
        if isinstance(inner, nn.Module):
            copies = {**_sparse_layers(_unwrapped(inner)), **copies}
        for weight in self._weights:
            copy = copies.get(weight.name)
            if copy is None or copy.pattern != weight.layer.pattern:
                raise ConfigError(f"follow: layer '{weight.name}': found {'no such layer' if copy is None else 'another pattern'}; "
                                  "expected a copy of the model")
            if copy is weight.layer:
                raise ConfigError(f"follow: layer '{weight.name}': found the model's own; expected a copy of the model")
            if copy.weight.is_inference() or not copy.weight.is_cpu:
                where = "of torch.inference_mode" if copy.weight.is_inference() else f"on {copy.weight.device.type}"
                raise ConfigError(f"follow: layer '{weight.name}': found values {where}, in which no edit can be made; expected a copy on "
                                  "cpu, made outside of torch.inference_mode")
            found[weight.name] = copy
        choose_paths(model)
        for weight in self._weights:
            weight.followers.append(found[weight.name])
        self._followers.append((type(model).__name__, found))

    def state_dict(self) -> dict:
        """What a checkpoint must hold besides those of model and optimizer: numbers, names and tensors."""
        state = self._updater.state_dict()
        state["weights"] = [{"name": weight["name"],
                             "initial_deviation": weight["initial_deviation"],
                             "explored": torch.from_numpy(weight["explored"].view(np.int64)),
                             **{key: torch.from_numpy(weight[key]) for key in ("grown", "momentum", "movement")}}
                            for weight in state["weights"]]
        return state

    def load_state_dict(self, state: dict, *, adopt: bool = False) -> None:
        """Goes on from a saved state, once model and optimizer have been restored. Raises FormatError where it or
        the optimizer's state does not belong to these weights, or where the policy would have made another number of
        updates by then, as with other settings; then nothing has changed. adopt: go on under this policy all the
        same, as if it had made the updates so far."""
        try:
            weights = [{**weight, "name": weight["name"], "explored": weight["explored"].numpy().view(np.uint64),
                        **{key: weight[key].numpy() for key in ("grown", "momentum", "movement")}}
                       for weight in state["weights"]]
        except (KeyError, TypeError, AttributeError, ValueError, RuntimeError) as error:
            raise FormatError(f"topology state: found {type(error).__name__} {error}; expected what state_dict makes") from None
        self._states.forget()
        for weight in self._weights:
            for kept in () if weight.frozen else weight.state():
                whole = kept.key.endswith(("exp_avg", "exp_avg_sq", "momentum_buffer"))
                if whole and kept.tensor.shape != weight.layer.weight.shape:
                    raise ShapeError(f"weight {weight.name}: found '{kept.key}' of the optimizer with the shape "
                                     f"{tuple(kept.tensor.shape)}; expected {tuple(weight.layer.weight.shape)}")
        self._updater.load_state_dict(self._with_frozen({**state, "weights": weights}), adopt=adopt)
        if self._detached_wants is not None:
            self._keep_nothing()

    def _with_frozen(self, state: dict) -> dict:
        """A state of an earlier version, which has none of weights that were frozen when its updater was made."""
        names = [weight["name"] for weight in state["weights"]]
        if not all(isinstance(state.get(key), (list, tuple)) for key in _OF_EACH_WEIGHT):
            return state
        own = self._updater._state()
        lists = {key: list(state[key]) for key in _OF_EACH_WEIGHT}
        for i, weight in enumerate(self._weights):
            if weight.frozen and weight.name not in names:
                for key, entries in lists.items():
                    entries.insert(i, own[key][i])
        return {**state, **lists}

    __reduce_ex__ = espalier.topology.refuse_copies


# Ranks

_ALONE_IN_PARALLEL = ("group: found None, which dist.group.WORLD is too before init_process_group, for a model in DistributedDataParallel; "
                      "expected the group of its processes, as it is by default where the updater is given the wrapped model")


def _several_processes() -> bool:
    return dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1


def _agree(group: dist.ProcessGroup, make: Callable[[], object]):
    """What rank 0 makes, on every rank: its edits, its clock. Where it raises something, each rank does: else the others
    would wait for it."""
    made = error = None
    if dist.get_rank(group) == 0:
        try:
            made = make()
        except Exception as raised:
            error = raised
    shared = [(made, None if error is None else _sendable(error))]
    dist.broadcast_object_list(shared, src=dist.get_global_rank(group, 0), group=group)
    made, sent = shared[0]
    if sent is not None:
        raise sent if error is None else error
    return made


def compare_ranks(model: nn.Module, group: dist.ProcessGroup | None = None) -> None:
    """Raises ConfigError, on every rank, unless a model's sparse layers have the same patterns on all ranks of a group: for
    training under DistributedDataParallel without an updater, which compares them itself. Otherwise each rank would put the
    values of rank 0 where its own pattern has its blocks. group: by default that of a DistributedDataParallel, else the
    default one."""
    parallel = _data_parallel(model)
    if group is None and parallel is not None:
        group = parallel.process_group
    _compare_ranks(_sparse_layers(_unwrapped(model)).values(), group, _FROM_ONE_START)


_FROM_ONE_START = "make it from one seed or one checkpoint on every rank"


def _compare_ranks(layers, group: dist.ProcessGroup | None, advice: str) -> None:
    own = [layer.pattern.content_hash() for layer in layers]
    everyones: list = [None] * dist.get_world_size(group)
    dist.all_gather_object(everyones, own, group=group)
    for rank, theirs in enumerate(everyones):
        if theirs != own:
            raise ConfigError(f"model: found other patterns on rank {rank} than here; {advice}")


def _sendable(error: Exception) -> Exception:
    """An error that other ranks can read: of some classes pickles cannot be made, or not be read."""
    try:
        return pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"rank 0: found {type(error).__name__}: {error}")


def _data_parallel(model: nn.Module) -> nn.parallel.DistributedDataParallel | None:
    """The one in which a model is, or which is in it: that of torch.compile has it as its part."""
    return next((module for module in model.modules() if isinstance(module, nn.parallel.DistributedDataParallel)), None)


def _data_parallel_around(layers: Iterable[SparseLinear]) -> nn.parallel.DistributedDataParallel | None:
    """One that has such a layer in it, of all that there are: a module does not know what it is in."""
    own = {id(layer) for layer in layers}
    for candidate in gc.get_objects():
        # By its type alone: some objects import modules when they are asked for their class.
        is_one = nn.parallel.DistributedDataParallel in type(candidate).__mro__
        if is_one and any(id(module) in own for module in candidate.modules()):
            return candidate
    return None


def _unwrapped(model: nn.Module) -> nn.Module:
    while True:
        if isinstance(model, nn.parallel.DistributedDataParallel):
            model = model.module
        elif hasattr(model, "_orig_mod"):  # of torch.compile
            model = model._orig_mod
        else:
            return model


def _sparse_layers(model: nn.Module) -> dict[str, SparseLinear]:
    """By the name of the weight. Raises ConfigError for a weight of two layers, each of which has a pattern."""
    layers, names = {}, {}
    for name, layer in model.named_modules():
        name = name.removesuffix("._orig_mod")
        if not isinstance(layer, SparseLinear):
            continue
        # One that is made anew at each access has no identity of its own.
        other = names.setdefault(id(layer._parameters.get("weight", layer)), name)
        if other != name:
            raise ConfigError(f"model: found one weight in the layers '{other}' and '{name}'; expected one layer, used twice")
        layers[f"{name}.weight" if name else "weight"] = layer
    return layers


def _target_blocks(weights: list[LayerWeight], densities) -> list[int]:
    import fnmatch

    if densities is None:
        return [weight.layer.pattern.blocks for weight in weights]
    globs = densities if isinstance(densities, dict) else {"*": densities}
    for glob in globs:
        string(glob, "target_density: glob of layer names")
    targets, matched = [], set()
    for weight in weights:
        pattern = weight.layer.pattern
        for glob, density in globs.items():
            if fnmatch.fnmatchcase(weight.name.removesuffix(".weight"), glob):
                matched.add(glob)
                targets.append(_native.blocks_for_density(math.prod(pattern.grid), number(density, f"target_density of '{glob}'")))
                break
        else:
            targets.append(pattern.blocks)
    for glob in globs:
        if glob not in matched:
            raise ConfigError(f"target_density: found no sparse layer for '{glob}'; expected one")
    return targets
