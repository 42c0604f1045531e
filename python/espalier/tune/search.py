# SPDX-License-Identifier: Apache-2.0
"""A search: Optuna proposes, runs are trained, and any number of processes share the trials out."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import optuna
from optuna.pruners import BasePruner
from optuna.samplers import BaseSampler
from optuna.storages import BaseStorage
from optuna.trial import FrozenTrial, Trial, TrialState

from espalier.arrays import whole
from espalier.errors import ConfigError, Error, IoError
from espalier.threads import allowed_cores
from espalier.tune.locks import Lock, free
from espalier.tune.parameters import plain
from espalier.tune.program import STOPPED, Program, Training
from espalier.tune.study import (COMBINATION, FAILURE, FLOPS, RETRIES, RETRY_OF, RUN, SAME_AS, SECONDS, VALUES,
                                 check_sampler, in_a_line, is_spent, next_combination, open_study, points_of, pruner_of,
                                 run_of, sampler_of, grid_size)
from espalier.tune.sweep_file import METRICS, Sweep, load_sweep, overrides, unreported

CHECKED = 64  # ends and values of parameters that are checked before a search begins
MOST_RETRIES = 3  # of a trial whose worker is gone


@dataclass
class Best:
    """The best trial: its run, what it reached, and with which values."""

    run: str
    value: float
    values: dict[str, Any]


@dataclass
class Outcome:
    """What became of a search."""

    study: optuna.Study  #: Optuna's, for its plots
    folder: Path  #: of the runs
    best: Best | None = None  #: None without a result
    failures: list[str] = field(default_factory=list)  #: "RUN: why"
    stopped: bool = False  #: by request; the same call goes on


def tune(sweep: Sweep | str | os.PathLike | dict, *, train: Callable[[dict, Trial], float] | None = None,
         derive: Callable[[dict], dict] | None = None, base: str | os.PathLike | None = None,
         folder: str | os.PathLike | None = None, workers: int | None = None,
         storage: str | os.PathLike | BaseStorage | None = None, sampler: str | BaseSampler = "tpe",
         pruner: BasePruner | None = None, settings: tuple[str, ...] | list[str] = (),
         program: str | os.PathLike = "espalier", plugins=(), quiet: bool = False,
         dry_run: bool = False) -> Outcome | None:
    """Searches what a sweep says, until its budget is spent: goes on with the search of its folder if there is one, and
    beside other processes that call this for the same folder and storage, on this machine or others.

    Trials are runs of the program, so many `workers` at a time (unless given, one for each core that this process may
    use), in `folder`; or calls of `train(values, trial)`, one at a time, which returns the metric, of any name, and may use the trial
    as Optuna's objectives do (`report`, `should_prune`, raise `optuna.TrialPruned`).

    `derive(values)` returns further keys with values that follow from others: it gets those of the base and the
    trial's. `storage` is the path of a journal, an Optuna URL, or an Optuna storage; in `folder`/trials unless given.
    `sampler` is "tpe" or "gp", for method bayes, or any of Optuna's, for whatever method; `pruner` any of Optuna's, in
    place of the sweep's early_terminate. `settings`, "key=value", change the base. `dry_run`: only what is checked
    first; returns None.

    Raises ConfigError, in one line and before anything is made, for what could not be trained; FormatError, IoError."""
    if workers is not None:
        workers = whole(workers, "workers", 1, 4096)
    if not isinstance(sweep, Sweep):
        sweep = load_sweep(sweep, own_training=train is not None)
    if folder is not None:
        sweep = replace(sweep, folder=Path(folder))
    if base is not None:
        sweep = replace(sweep, base=Path(base))
    if sweep.folder is None:
        raise ConfigError(f"{sweep.source}: folder: missing; expected one, here or by --out")
    for setting in settings:
        if setting.partition("=")[0] in sweep.keys:
            raise ConfigError(f"--set {setting.partition('=')[0]}: {sweep.source} chooses it; expected another key")
    trainer = None
    if train is None:
        if sweep.metric.name not in METRICS:
            raise ConfigError(f"{sweep.source}: {unreported(sweep.metric.name)}")
        if sweep.base is None:
            raise ConfigError(f"{sweep.source}: base: missing; expected the configuration of a run, here or by --base")
        trainer = Program.find(program, plugins, base=sweep.base, row=sweep.row, overrides=tuple(settings))
    elif workers not in (None, 1):
        raise ConfigError(f"workers: found {workers} with a function that trains; expected 1, in several processes")
    search = _Search(sweep, trainer, derive or (lambda values: {}), sampler, pruner, quiet)
    if dry_run:
        return None
    search.open(storage)
    if train is not None:
        return search.train_in_process(train)
    return search.train_by_program(workers or allowed_cores())


@dataclass
class _Begun:
    """A trial that this process trains, with the lock on its log, which says so to others."""

    trial: Trial
    run: str
    values: dict
    lease: Lock
    training: Training | None = None
    validated: set = field(default_factory=set)  #: steps of the validations that Optuna knows
    pruned: bool = False


class _Search:
    def __init__(self, sweep: Sweep, program: Program | None, derive, sampler, pruner, quiet: bool):
        self.sweep, self.program, self.derive, self.quiet = sweep, program, derive, quiet
        self.folder, self.trials, self.logs = sweep.folder, sweep.folder / "trials", sweep.folder / "logs"
        self.sampler = sampler
        self.pruner = pruner or pruner_of(sweep)
        check_sampler(sweep, sampler)
        self.base_values: dict = {}
        self.stop_asked = False
        self.began = time.monotonic()
        self.definition = self._definition()

    def open(self, storage) -> None:
        """Makes the folder and the study, or finds them."""
        try:
            self.trials.mkdir(parents=True, exist_ok=True)
            self.logs.mkdir(exist_ok=True)
        except OSError as error:
            raise IoError(f"{self.folder}: cannot make: {error.strerror}") from None
        with Lock(self.trials / "lock", wait=True):
            self.study = open_study(self.sweep, storage, self.definition, self.pruner)
        self.ended_before = len([t for t in self.study.get_trials(deepcopy=False) if t.state.is_finished()])

    # What is searched.

    def _definition(self) -> dict:
        """What no other search may mix with. Of the program's runs all that could not start is found out here."""
        definition = self.sweep.definition()
        if self.program is None:
            return definition
        first = {**self.sweep.fixed, **{p.key: p.ends()[0] for p in self.sweep.parameters}}
        self._resolve(first)
        chosen = {*self.sweep.keys, *self._derived(first)}
        definition["settings"] = {key: value for key, value in self.base_values.items() if key not in chosen}
        points = [{**first, p.key: value} for p in self.sweep.parameters for value in p.ends()[1:]]
        for point in points[:CHECKED]:
            self._resolve(point)
        return definition

    def _derived(self, values: dict) -> dict:
        """What follows from a trial's values."""
        try:
            found = self.derive({**self.base_values, **values})
        except Exception as error:  # the user's function
            raise ConfigError(f"derive: {in_a_line(error)}") from None
        if not isinstance(found, dict):
            raise ConfigError(f"derive: found {type(found).__name__}; expected a function that returns a dict of keys")
        for key in found:
            if key in self.sweep.keys:
                raise ConfigError(f"derive: {key}: {self.sweep.source} chooses it; expected another key")
        return {key: plain(value) for key, value in found.items()}

    def _settings(self, values: dict) -> list[str]:
        return overrides(values, self.sweep.source)

    def _resolve(self, values: dict) -> dict:
        """All keys of a trial with these values. Raises ConfigError if it could not start."""
        try:
            if not self.base_values:  # what is derived may follow from them
                self.base_values = self.program.resolve(self._settings(values), self.folder)
            return self.program.resolve(self._settings({**values, **self._derived(values)}), self.folder)
        except ConfigError as error:
            text = " ".join(self._settings(values))
            raise ConfigError(f"{self.sweep.source}: {error}; in a trial with {text}") from None

    # Trials.

    def begin(self) -> _Begun | None:
        """A trial that nobody trains: one that was left, or the next. None if there is none now."""
        while (begun := self._ask()) is not None:
            try:
                begun.values.update(self._derived(begun.values))
                self._settings(begun.values)
            except ConfigError as error:
                self.fail(begun, str(error))
                continue
            begun.trial.set_user_attr(VALUES, begun.values)
            return begun
        return None

    def _ask(self) -> _Begun | None:
        with Lock(self.trials / "lock", wait=True):
            trials = self.study.get_trials(deepcopy=False)
            for trial in trials:
                if trial.state == TrialState.RUNNING:
                    self._take_back(trial, run_of(trial, trials))
            trials = self.study.get_trials(deepcopy=False)
            if not any(trial.state == TrialState.WAITING for trial in trials):
                if is_spent(self.sweep, trials):
                    return None
                self._enqueue_combination(trials)
            self.study.sampler = sampler_of(self.sweep, self.sampler, len(points_of(trials)))
            trial = self.study.ask()
            chosen = {parameter.key: parameter.suggest(trial) for parameter in self.sweep.parameters}
            run = run_of(self.study.trials[trial.number], trials)
            trial.set_user_attr(RUN, run)
            # Before others may look whether it has a worker.
            return _Begun(trial, run, {**self.sweep.fixed, **chosen}, Lock(self._log(run), wait=True))

    def _take_back(self, trial: FrozenTrial, run: str) -> None:
        """Has another trial take the place of one whose worker is gone, with its run and what that has trained."""
        lease = free(self._log(run))
        if lease is None:
            return
        with lease:
            trial = self.study.get_trials(deepcopy=False)[trial.number]
            if trial.state == TrialState.RUNNING:  # it did not end meanwhile
                self._retry(trial, run, "its worker is gone", trial.user_attrs.get(RETRIES, 0) + 1)

    def _retry(self, trial: FrozenTrial, run: str, why: str, retries: int) -> None:
        if retries > MOST_RETRIES:
            self.study._storage.set_trial_user_attr(trial._trial_id, FAILURE, f"{why}, {retries} times")
        elif not any(t.user_attrs.get(RETRY_OF) == trial.number for t in self.study.get_trials(deepcopy=False)):
            # First the new one: were this killed in between, the next to look would find both.
            kept = {key: trial.user_attrs[key] for key in (COMBINATION,) if key in trial.user_attrs}
            params = {**trial.system_attrs.get("fixed_params", {}), **trial.params}
            self.study.enqueue_trial(params, user_attrs={**kept, RUN: run, RETRY_OF: trial.number, RETRIES: retries})
        self.study.tell(trial.number, state=TrialState.FAIL)

    def _log(self, run: str) -> Path:
        return self.logs / f"{run}.log"

    def _enqueue_combination(self, trials: list[FrozenTrial]) -> None:
        if self.sweep.method != "grid":
            return
        number = next_combination(trials)
        if number < grid_size(self.sweep):
            self.study.enqueue_trial(self.sweep.combination(number), user_attrs={COMBINATION: number})

    def others_train(self) -> bool:
        return any(trial.state in (TrialState.RUNNING, TrialState.WAITING)
                   for trial in self.study.get_trials(deepcopy=False))

    # How a trial ends.

    def complete(self, begun: _Begun, value: float) -> None:
        self._tell(begun, value)

    def prune(self, begun: _Begun) -> None:
        self._tell(begun, state=TrialState.PRUNED)

    def fail(self, begun: _Begun, why: str, pruned: bool = False) -> None:
        begun.trial.set_user_attr(FAILURE, why)
        self._tell(begun, state=TrialState.PRUNED if pruned else TrialState.FAIL)

    def leave(self, begun: _Begun) -> None:
        """Has the next worker, or call, go on with it."""
        with Lock(self.trials / "lock", wait=True):
            frozen = self.study.trials[begun.trial.number]
            self._retry(frozen, begun.run, "stopped", frozen.user_attrs.get(RETRIES, 0))
        begun.lease.release()

    def _tell(self, begun: _Begun, value: float | None = None, state: TrialState | None = None) -> None:
        self.study.tell(begun.trial, value, state=state)
        begun.lease.release()
        self._say_end(begun)

    # By the program.

    def train_by_program(self, workers: int) -> Outcome:
        running: list[_Begun] = []
        stopped, look_again = False, 0.0
        with _signals(self._ask_to_stop), _ended(running):
            while True:
                if self.stop_asked and not stopped:
                    stopped = True
                    for begun in running:
                        begun.training.stop()
                now = time.monotonic()
                if not stopped and len(running) < workers and now >= look_again:
                    begun = self.begin()
                    if begun is not None:
                        if self._start(begun):
                            running.append(begun)
                        continue
                    look_again = now + 0.5  # others hold the rest, or results are to come
                    if not running and not self.others_train():
                        break
                for begun in list(running):
                    if not self._watch(begun):
                        running.remove(begun)
                        look_again = 0.0
                        self.stop_asked |= begun.training.process.returncode == STOPPED and not begun.pruned
                if stopped and not running:
                    break
                time.sleep(0.05)
        return self._outcome(stopped)

    def _ask_to_stop(self) -> None:
        self.stop_asked = True

    def _start(self, begun: _Begun) -> bool:
        """Whether there is something to train."""
        twin = self._twin(begun)
        if twin is not None:
            begun.trial.set_user_attr(SAME_AS, twin.number)
            begun.trial.set_user_attr(RUN, twin.user_attrs[RUN])
            for step, value in twin.intermediate_values.items():
                begun.trial.report(value, step)
            if twin.state == TrialState.PRUNED:
                self.prune(begun)
            else:
                self.complete(begun, twin.value)
            return False
        try:
            begun.training = Training(self.program, self._settings(begun.values), self.folder, begun.run,
                                      begun.lease.file)
        except Error as error:
            self.fail(begun, str(error))
            return False
        return True

    def _twin(self, begun: _Begun) -> FrozenTrial | None:
        """A trial of the same values that has ended: the program would train it to the same bits."""
        values = json.loads(json.dumps(begun.values))
        for trial in self.study.get_trials(deepcopy=False, states=(TrialState.COMPLETE, TrialState.PRUNED)):
            if trial.user_attrs.get(VALUES) == values and FAILURE not in trial.user_attrs:
                return trial
        return None

    def _watch(self, begun: _Begun) -> bool:
        """Reports what the run has written; whether it trains on."""
        training = begun.training
        code = training.ended()  # asked first, so that its last words are read
        try:
            self._report(begun)
        except Error as error:
            if code is None:
                training.stop()
                training.process.wait()
            self.fail(begun, str(error))
            return False
        if code is None:
            return True
        last = training.metrics.last or {}
        if isinstance(last.get("seconds"), (int, float)):
            begun.trial.set_user_attr(SECONDS, last["seconds"])
        if code == 0:
            self._finish(begun, last)
        elif code == STOPPED and begun.pruned:
            os.write(begun.lease.file, f"--- pruned after {len(begun.validated)} validations\n".encode())
            self.prune(begun)
        elif code == STOPPED or (code < 0 and self.stop_asked):
            self.leave(begun)
        else:
            self.fail(begun, training.failure(begun.lease.file), pruned=training.has_diverged())
        return False

    def _report(self, begun: _Begun) -> None:
        """Tells Optuna of each validation, once, and stops the run if it is to be pruned."""
        name, halving = METRICS[self.sweep.metric.name], self.sweep.early_terminate
        for record in begun.training.metrics.new():
            if name is None or record.get("event") != "validation" or record.get("step") in begun.validated:
                continue
            begun.validated.add(record.get("step"))
            number, value = len(begun.validated), record.get(name)
            begun.trial.report(float("nan") if value is None else value, number)
            judged = halving is None or halving.last is None or number <= halving.last
            if judged and not begun.pruned and not self.stop_asked and begun.trial.should_prune():
                begun.pruned = True
                begun.training.stop()

    def _finish(self, begun: _Begun, result: dict) -> None:
        """A run that is done, by its last record."""
        value = result.get(self.sweep.metric.name) if result.get("event") == "end" else None
        if not isinstance(value, (int, float)):
            self.fail(begun, f"its result has no {self.sweep.metric.name}")
            return
        flops = [result.get(key) for key in ("training_flops", "update_flops")]
        begun.trial.set_user_attr(FLOPS, sum(count for count in flops if isinstance(count, (int, float))))
        self.complete(begun, value)

    # In this process.

    def train_in_process(self, train: Callable[[dict, Trial], float]) -> Outcome:
        while True:
            begun = self.begin()
            if begun is None:
                if not self.others_train():
                    return self._outcome()
                time.sleep(0.5)
                continue
            started = time.monotonic()
            try:
                value = float(train(dict(begun.values), begun.trial))
            except optuna.TrialPruned:
                begun.trial.set_user_attr(SECONDS, time.monotonic() - started)
                self.prune(begun)
            except Exception as error:  # the user's function
                begun.trial.set_user_attr(SECONDS, time.monotonic() - started)
                self.fail(begun, in_a_line(error))
            except BaseException:  # Ctrl-C
                self.leave(begun)
                raise
            else:
                begun.trial.set_user_attr(SECONDS, time.monotonic() - started)
                if np.isnan(value):
                    self.fail(begun, "its result is not a number")
                else:
                    self.complete(begun, value)

    # What people see.

    def _best(self, trials: list[FrozenTrial]) -> Best | None:
        done = [trial for trial in trials if trial.state == TrialState.COMPLETE]
        if not done:
            return None
        sign = -1 if self.sweep.metric.maximize else 1
        best = min(done, key=lambda trial: (sign * trial.value, trial.number))
        values = {key: value for key, value in best.user_attrs.get(VALUES, {}).items() if key not in self.sweep.fixed}
        return Best(run_of(best, trials), best.value, values)

    def _say_end(self, begun: _Begun) -> None:
        if self.quiet:
            return
        trials = self.study.get_trials(deepcopy=False)
        trial, name = trials[begun.trial.number], self.sweep.metric.name
        if FAILURE in trial.user_attrs:
            text = f"failed: {trial.user_attrs[FAILURE]}"
        elif SAME_AS in trial.user_attrs:
            text = "tried before"
        elif trial.state == TrialState.PRUNED:
            text = f"pruned after {len(trial.intermediate_values)} validations"
        else:
            text = f"{name} {trial.value:.6g}"
        ended = [t for t in trials if t.state in (TrialState.COMPLETE, TrialState.PRUNED) or FAILURE in t.user_attrs]
        most = grid_size(self.sweep) if self.sweep.method == "grid" else self.sweep.run_cap
        most = min(most, self.sweep.run_cap or most) if most else None
        text += f"; {len(ended)}{f' of {most}' if most else ''} ended"
        best = self._best(trials)
        if best:
            text += f", best {best.run} {best.value:.6g}"
        if most and most > len(ended):
            since = len(ended) - self.ended_before
            if since > 0:
                left = (time.monotonic() - self.began) / since * (most - len(ended))
                text += f", about {_duration(left)} left"
        print(f"{begun.run}: {text}", file=sys.stderr, flush=True)

    def _outcome(self, stopped: bool = False) -> Outcome:
        trials = self.study.get_trials(deepcopy=False)
        failures = [f"{run_of(trial, trials)}: {trial.user_attrs[FAILURE]}" for trial in trials
                    if FAILURE in trial.user_attrs]
        return Outcome(self.study, self.folder, self._best(trials), failures, stopped)


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@contextlib.contextmanager
def _ended(running: list[_Begun]):
    """No run is left alone by an error, or a second Ctrl-C."""
    try:
        yield
    finally:
        for begun in running:
            begun.training.stop()


@contextlib.contextmanager
def _signals(ask: Callable[[], None]):
    """Signals ask to stop; a second Ctrl-C ends at once. Only the main thread can have them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupts = 0

    def handle(number, _):
        nonlocal interrupts
        ask()
        interrupts += number == signal.SIGINT
        if interrupts > 1:
            raise KeyboardInterrupt

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1)
    before = [signal.signal(number, handle) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before):
            signal.signal(number, handler)
