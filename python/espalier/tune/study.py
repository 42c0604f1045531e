# SPDX-License-Identifier: Apache-2.0
"""The study of a search: what Optuna keeps of it, who proposes and prunes, and when it is over."""

from __future__ import annotations

import json
import math
import os
import sys
from pathlib import Path

import numpy as np
import optuna
from optuna.pruners import BasePruner, NopPruner, SuccessiveHalvingPruner
from optuna.samplers import BaseSampler, GPSampler, RandomSampler, TPESampler
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend, JournalFileSymlinkLock
from optuna.trial import FrozenTrial, TrialState

from espalier.errors import ConfigError, FormatError
from espalier.tune.sweep_file import MOST_TRIALS, Sweep

INITIAL_FAILURES = 10  # so many, and no result: something is wrong with all of them
SAMPLERS = ("tpe", "gp")

# Attributes of trials and of the study, for whoever looks at them in Optuna.
RUN = "run"  # folder of the run
VALUES = "values"  # what the program was told, by key
FAILURE = "failure"
RETRY_OF, RETRIES = "retry_of", "retries"
SAME_AS = "same_as"
COMBINATION = "combination"
SECONDS, FLOPS = "seconds", "flops"
_DEFINITION = "espalier"


def open_study(sweep: Sweep, storage, definition: dict, pruner: BasePruner) -> optuna.Study:
    """The study of a search, made or found: in the folder of the sweep unless `storage` says another place. Raises
    ConfigError if the folder or the storage has another search."""
    folder, journal = sweep.folder, sweep.folder / "trials" / "journal.log"
    where = storage if storage is not None else journal
    name = sweep.name or folder.resolve().name
    try:
        if isinstance(where, (str, Path)) and "://" not in str(where):
            # Optuna's lock is a link to the journal, by whose age it knows that who made it was killed. One that
            # leads nowhere, as to a relative path or before there is a journal, has no age: others wait for ever.
            path = os.path.abspath(where)
            backend = JournalFileBackend(path)  # makes the file
            _cut_torn_line(path)
            where = JournalStorage(backend)
        study = optuna.create_study(storage=where, study_name=name, load_if_exists=True, pruner=pruner,
                                    direction="maximize" if sweep.metric.maximize else "minimize")
        found = study.user_attrs.get(_DEFINITION)
        known = study.get_trials(deepcopy=False)
    except Exception as error:  # of whatever storage
        raise FormatError(f"{storage or journal}: found what Optuna cannot read "
                          f"({in_a_line(error)}); expected its storage") from None
    wanted = json.loads(json.dumps(definition))
    if found is None and not known:
        if any(folder.glob("trial_*/manifest.json")):
            raise ConfigError(f"{folder}: has runs of another search; choose another folder with --out")
        study.set_user_attr(_DEFINITION, wanted)
    elif differences := _differences(found, wanted):
        raise ConfigError(f"{folder}: the trials here are of another search, which differs in "
                          f"{differences}; choose another folder with --out")
    return study


def _cut_torn_line(journal: str) -> None:
    """What a power cut left of a last line would spoil the next one, and then all readers. Nobody writes meanwhile."""
    lock = JournalFileSymlinkLock(journal)
    lock.acquire()
    try:
        with open(journal, "r+b") as file:
            size = end = file.seek(0, os.SEEK_END)
            while end > 0:
                begin = max(0, end - (1 << 16))
                file.seek(begin)
                last = file.read(end - begin).rfind(b"\n")
                end = begin if last < 0 else begin + last + 1
                if last >= 0:
                    break
            if end < size:
                file.truncate(end)
                print(f"warning: {journal}: its last {size - end} bytes were no whole line, and are gone",
                      file=sys.stderr)
    finally:
        lock.release()


def _differences(found: dict | None, wanted: dict) -> str:
    if not isinstance(found, dict):
        return "all"
    texts = []
    for key in sorted({*found, *wanted}):
        before, now = found.get(key), wanted.get(key)
        if before == now:
            continue
        if key == "settings" and isinstance(before, dict) and isinstance(now, dict):
            # Another version of the program has other keys, with values that change nothing.
            texts += [f"{name} ({before[name]}, not {now[name]})" for name in sorted(before.keys() & now.keys())
                      if before[name] != now[name]]
        else:
            texts.append(key)
    return ", ".join(texts)


def check_sampler(sweep: Sweep, sampler: str | BaseSampler) -> None:
    """Raises ConfigError for a name that is none, or if what it needs is not installed."""
    if isinstance(sampler, str) and sampler not in SAMPLERS:
        raise ConfigError(f"sampler: found {sampler!r}; expected {' or '.join(SAMPLERS)}, or one of Optuna's")
    if sampler == "gp" and sweep.method == "bayes":
        try:
            import scipy  # noqa: F401
            import torch  # noqa: F401
        except ImportError as error:
            raise ConfigError(f"sampler: gp wants {error.name}; pip install torch scipy, or take tpe") from None


def sampler_of(sweep: Sweep, sampler: str | BaseSampler, number: int) -> BaseSampler:
    """What chooses point `number`, by the sweep's seed, the number and the results so far, and not by who asks."""
    if not isinstance(sampler, str):
        return sampler
    seed = int(np.random.SeedSequence([sweep.seed, number]).generate_state(1)[0])
    if sweep.method != "bayes":
        return RandomSampler(seed=seed)
    if sampler == "gp":
        return GPSampler(seed=seed)
    return TPESampler(seed=seed, constant_liar=True)


def pruner_of(sweep: Sweep) -> BasePruner:
    """W&B's hyperband is a single bracket, judged as trials come: asynchronous successive halving."""
    halving = sweep.early_terminate
    if halving is None:
        return NopPruner()
    return SuccessiveHalvingPruner(min_resource=halving.first, reduction_factor=halving.eta)


def is_spent(sweep: Sweep, trials: list[FrozenTrial]) -> bool:
    """Is no further trial to begin?"""
    if len(points_of(trials)) >= (sweep.run_cap or MOST_TRIALS):
        return True
    if sweep.method == "grid" and next_combination(trials) >= grid_size(sweep):
        return True
    if _is_failing(trials):
        return True
    if len(trials) >= 100 and all(SAME_AS in trial.user_attrs for trial in trials[-100:]):
        return True  # there are no others
    done = [trial for trial in trials if trial.state == TrialState.COMPLETE]
    if any(sweep.metric.is_met(trial.value) for trial in done):
        return True
    return (sweep.hours is not None and _spent(trials, SECONDS) >= 3600 * sweep.hours) or (
        sweep.flops is not None and _spent(trials, FLOPS) >= sweep.flops)


def _spent(trials: list[FrozenTrial], what: str) -> float:
    """By all runs: of trials that went on with one, each has what it had spent from its beginning."""
    of_runs: dict[str, float] = {}
    for trial in trials:
        run = trial.user_attrs.get(RUN)
        of_runs[run] = max(of_runs.get(run, 0), trial.user_attrs.get(what, 0))
    return sum(of_runs.values())


def _is_failing(trials: list[FrozenTrial]) -> bool:
    """Has nothing but failures come of the first trials?"""
    ended = [trial for trial in trials if trial.state.is_finished()]
    return not any(trial.state in (TrialState.COMPLETE, TrialState.PRUNED) for trial in ended) and sum(
        FAILURE in trial.user_attrs for trial in ended) >= INITIAL_FAILURES


def points_of(trials: list[FrozenTrial]) -> list[FrozenTrial]:
    """All trials but those that go on for another."""
    return [trial for trial in trials if RETRY_OF not in trial.user_attrs]


def run_of(trial: FrozenTrial, trials: list[FrozenTrial]) -> str:
    before = [other for other in points_of(trials) if other.number < trial.number]
    return trial.user_attrs.get(RUN) or f"trial_{len(before):04}"


def grid_size(sweep: Sweep) -> int:
    return math.prod(parameter.count() for parameter in sweep.parameters)


def next_combination(trials: list[FrozenTrial]) -> int:
    return 1 + max((trial.user_attrs.get(COMBINATION, -1) for trial in trials), default=-1)


def in_a_line(error: BaseException) -> str:
    """What is wrong, by the first line of an error that is not Espalier's."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
