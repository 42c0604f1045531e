# SPDX-License-Identifier: Apache-2.0
"""The command `python -m espalier.tune`."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import optuna

from espalier.errors import ConfigError, Error
from espalier.tune import load_sweep, tune
from espalier.tune.program import STOPPED
from espalier.tune.study import SAMPLERS, in_a_line
from espalier.tune.sweep_file import overrides

DONE, FAILED, WRONG = 0, 1, 2

EPILOG = """\
The sweep is W&B's, in YAML, or in TOML with the same keys at the top or in a table [sweep]:

  method: bayes                     # or random, grid
  metric: {name: validation_loss, goal: minimize}           # target: 2.5 ends the search
  run_cap: 40                       # hours: 8, of training all together, limits it too; or flops
  early_terminate: {type: hyperband, min_iter: 3, eta: 3}   # or max_iter and s
  parameters:
    training.learning_rate: {distribution: log_uniform_values, min: 1e-4, max: 1e-1}
    model.layers: {min: 1, max: 4}                          # whole numbers
    topology.policy: {values: [static, dynamic]}            # and probabilities
    model: {parameters: {density: {value: 0.1}}}            # as W&B nests them
  base: run.toml                    # not W&B's: a run's configuration, beside this file
  folder: runs/search               # where the runs go; or --out
  seed: 1

Parameters are keys of a configuration (espalier train --help). Distributions: constant, categorical,
int_uniform, uniform, normal, log_normal, beta, log_uniform_values and inv_log_uniform_values from min to
max, log_uniform and inv_log_uniform whose min and max are natural logarithms (of 1/x in the second), and
q_uniform, q_log_uniform, q_log_uniform_values, q_normal, q_log_normal and q_beta in multiples of q.

random   trial i follows from seed and i alone.
bayes    TPE, which learns from pruned trials too, or by --sampler gp a Gaussian process, which learns from
         whole ones alone (wants torch); both begin with ten trials at random.
grid     every combination of the values.

early_terminate stops a run whose loss is not among the best 1/eta of all that got as far, at min_iter,
min_iter x eta, ... validations, or at max_iter/eta, ... max_iter/eta^s. What it leaves is a stopped run with
a checkpoint.

A value that follows from others is computed by a function, here coupled.py:

  def deviation(values):            # of the base and the trial, by their keys
      return {"model.initial_deviation": 0.05 / values["model.density"] ** 0.5}

  python -m espalier.tune sweep.yaml --derive coupled.py:deviation

Everything is checked before a folder is made. The same command goes on with a search that was stopped, by
Ctrl-C with a checkpoint of each run (exit code 75), and several of them, on one machine or on all that share
the folder, share its trials out: runs of a worker that died are taken up by another where their last
checkpoint was. Locks are flock's, which the file system has to know across machines.

The runs are as any other: espalier runs ls FOLDER, espalier report FOLDER --out page. Optuna's own record is
FOLDER/trials/journal.log:

  optuna-dashboard FOLDER/trials/journal.log
"""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m espalier.tune", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Search for settings of runs by Optuna. Prints the folder of the runs and the best of them.")
    parser.add_argument("file", metavar="FILE", help="the sweep, YAML or TOML, or a study.toml with a table [sweep]")
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="folder of the runs, instead of the file's")
    parser.add_argument("--base", metavar="RUN.toml", type=Path,
                        help="configuration that trials begin from, instead of the file's")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[],
                        help="change a key of the base that the sweep does not choose (repeatable)")
    parser.add_argument("--workers", metavar="N", type=int,
                        help="runs at a time, each on one thread; not given: as many as there are cores that this "
                             "process may use")
    parser.add_argument("--storage", metavar="STORAGE",
                        help="Optuna's: the path of a journal, or a URL such as sqlite:///search.db or "
                             "postgresql://...; not given: FOLDER/trials/journal.log")
    parser.add_argument("--sampler", choices=SAMPLERS, default="tpe", help="what method bayes is; tpe unless given")
    parser.add_argument("--derive", metavar="FILE.py:FUNCTION",
                        help="a function that returns values of further keys, from those of a trial")
    parser.add_argument("--program", default="espalier", help="the espalier program; not given: the first in PATH")
    parser.add_argument("--plugin", metavar="LIBRARY", action="append", default=[],
                        help="a library of policies for the program (repeatable)")
    parser.add_argument("--dry-run", action="store_true",
                        help="print what is searched and check what the search checks before it makes a folder")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    options = parser.parse_args(arguments)
    try:
        return _tune(options)
    except ConfigError as error:
        return _refuse(error, WRONG)
    except Error as error:
        return _refuse(error, FAILED)


def _tune(options) -> int:
    if options.workers is not None and not 1 <= options.workers <= 4096:
        raise ConfigError(f"--workers: found {options.workers}; expected 1 to 4096")
    sweep = load_sweep(options.file)
    for note in sweep.notes:
        print(f"note: {note}", file=sys.stderr)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    outcome = tune(sweep, folder=options.out, base=options.base, settings=options.set, workers=options.workers,
                   storage=options.storage, sampler=options.sampler, derive=_function(options.derive),
                   program=options.program, plugins=options.plugin, quiet=options.quiet, dry_run=options.dry_run)
    if outcome is None:
        _describe(sweep)
        return DONE
    print(outcome.folder)
    if outcome.best:
        best = outcome.best
        print(f"best: {best.run}, {sweep.metric.name} {best.value:.6g}, with "
              + " ".join(overrides(best.values, sweep.source)))
    for failure in outcome.failures:
        print(f"failed: {failure}", file=sys.stderr)
    if outcome.stopped:
        print("stopped; the same command goes on", file=sys.stderr)
        return STOPPED
    return FAILED if outcome.failures else DONE


def _describe(sweep) -> None:
    for parameter in sweep.parameters:
        print(f"{parameter.name}  {parameter.distribution}")
    for setting in overrides(sweep.fixed, sweep.source):
        print(setting)


def _function(said: str | None) -> Callable[[dict], dict] | None:
    if said is None:
        return None
    path, colon, name = said.rpartition(":")
    if not colon or not name.isidentifier():
        raise ConfigError(f"--derive: found {said!r}; expected FILE.py:FUNCTION")
    specification = importlib.util.spec_from_file_location("espalier_derive", path)  # not by its own name, which may be that of another module
    if specification is None or specification.loader is None:
        raise ConfigError(f"--derive: found {path!r}; expected a file that ends in .py")
    module = sys.modules[specification.name] = importlib.util.module_from_spec(specification)  # where dataclasses look it up
    try:
        specification.loader.exec_module(module)
    except Exception as error:  # the user's file
        raise ConfigError(f"--derive: {path}: {in_a_line(error)}") from None
    function = getattr(module, name, None)
    if not callable(function):
        raise ConfigError(f"--derive: {path}: found no function {name}")
    return function


def _refuse(error: Exception, code: int) -> int:
    print(f"espalier.tune: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
