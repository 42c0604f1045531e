# SPDX-License-Identifier: Apache-2.0
"""A sweep as W&B writes it, in YAML or TOML: what is searched, by what, and for how long."""

from __future__ import annotations

import difflib
import math
import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from espalier.errors import ConfigError, FormatError
from espalier.text_file import read_text
from espalier.tune.parameters import Parameter, is_number, read_parameter, toml_text

LARGEST_BYTES = 1 << 20
MOST_TRIALS = 10_000  # more is a slip: at a few seconds each these are most of a day

METHODS = ("random", "bayes", "grid")
#: Numbers of a run's result that a search may look at, and the fields of its validations that tell of them before
#: the end.
METRICS = {"validation_loss": "loss", "accuracy": "accuracy", "next_sentence_loss": "next_sentence_loss",
           "next_sentence_accuracy": "next_sentence_accuracy", "test_loss": None, "train_loss": None,
           "training_flops": None, "seconds": None, "parameters": None, "peak_bytes": None, "explored": None}

_WORDS = ("name", "description")
_UNUSED = ("program", "command", "project", "entity", "apiVersion", "kind", "controller", "job", "image_uri")
_KEYS = ("method", "metric", "parameters", "early_terminate", "run_cap", "trials", "hours", "flops", "seed", "base",
         "row", "folder")
#: What a parameter may say of itself; a table without any of them holds parameters.
_OF_PARAMETERS = {"value", "values", "probabilities", "distribution", "min", "max", "q", "mu", "sigma", "a", "b"}
#: What a trial is told by the search.
_OWN_KEYS = ("run.name", "run.folder", "run.threads")


@dataclass(frozen=True)
class Metric:
    name: str = "validation_loss"
    maximize: bool = False
    target: float | None = None  #: no trial begins once one is as good

    def is_met(self, value: float) -> bool:
        return self.target is not None and (value >= self.target if self.maximize else value <= self.target)


@dataclass(frozen=True)
class Halving:
    """When trials are stopped early: at `first` validations, and each `eta` times as many, up to `last` if it is given,
    those that are not among the best 1/eta of all that came so far."""

    first: int
    eta: int = 3
    last: int | None = None


@dataclass(frozen=True)
class Sweep:
    """What is searched."""

    source: str  #: the file, or what stands for it in messages
    method: str
    parameters: tuple[Parameter, ...]
    fixed: dict[str, Any] = field(default_factory=dict)  #: keys that have one value in every trial
    metric: Metric = Metric()
    early_terminate: Halving | None = None
    run_cap: int | None = None
    hours: float | None = None
    flops: float | None = None
    seed: int = 1
    name: str | None = None
    base: Path | None = None  #: the configuration of a run, or a study
    row: str | None = None  #: of a study
    folder: Path | None = None
    notes: tuple[str, ...] = ()

    @property
    def keys(self) -> list[str]:
        return [*self.fixed, *(parameter.key for parameter in self.parameters)]

    def combination(self, number: int) -> dict[str, Any]:
        """Of a grid: what Optuna is to suggest in trial `number`; the last parameter varies fastest."""
        suggestions = {}
        for parameter in reversed(self.parameters):
            number, i = divmod(number, parameter.count())
            suggestions[parameter.name] = parameter.suggestion(i)
        return dict(reversed(suggestions.items()))

    def definition(self) -> dict:
        """What decides which trials there are, but for how many; as JSON."""
        said = {parameter.key: parameter.said for parameter in self.parameters}
        halving = self.early_terminate
        return {"method": self.method, "seed": self.seed, "metric": self.metric.name,
                "goal": "maximize" if self.metric.maximize else "minimize", "parameters": said, "fixed": self.fixed,
                "early_terminate": None if halving is None else [halving.first, halving.eta, halving.last]}


def load_sweep(source: str | os.PathLike | dict, *, own_training: bool = False) -> Sweep:
    """Reads a sweep: a file, or the same as a dict.

    YAML is W&B's own; in TOML its keys stand at the top, or in a table [sweep], as in a study.toml, whose rows `row`
    names. Beside W&B's keys a sweep has `base`, the configuration of a run, `folder`, `seed`, `hours` and `flops`.
    own_training: for `tune(..., train=...)`, whose function returns a metric of any name.
    Raises IoError if the file cannot be read, FormatError if it is no YAML or TOML, and ConfigError, each in one line,
    for what no sweep can say."""
    if isinstance(source, dict):
        return _Reader("sweep", None, source, own_training=own_training).sweep()
    path = Path(source)
    if path.is_dir():
        path /= "study.toml"
    text = read_text(path, LARGEST_BYTES)
    if path.suffix in (".yaml", ".yml"):
        return _Reader(str(path), path.parent, _yaml(text, str(path)), own_training=own_training).sweep()
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FormatError(f"{path}: found {error or 'too deep a nesting'}; expected TOML, or YAML in a file named "
                          ".yaml") from None
    study = path if "study" in table else None
    if "sweep" in table or study:
        table = table.get("sweep")
        if not isinstance(table, dict):
            raise ConfigError(f"{path}: no table [sweep]; expected one with method and parameters")
    return _Reader(str(path), path.parent, table, study, own_training).sweep()


class _Reader:
    def __init__(self, source: str, beside: Path | None, table: dict, study: Path | None = None, own_training: bool = False):
        self.source, self.beside, self.table, self.study, self.own_training = source, beside, table, study, own_training

    def sweep(self) -> Sweep:
        known = (*_KEYS, *_WORDS, *_UNUSED)
        for key in self.table:
            if key not in known:
                self._fail(f"{_shown(key)}: unknown key{_nearest(key, known)}")
        fixed, parameters = self._parameters()
        method = self._choice("method", METHODS)
        metric = self._metric()
        halving = self._early_terminate()
        if halving and not self.own_training and METRICS[metric.name] is None:
            self._fail(f"early_terminate: with the metric {metric.name}, which only a whole run has; expected "
                       "validation_loss or another of validations")
        sweep = Sweep(source=self.source, method=method, parameters=tuple(parameters), fixed=fixed, metric=metric,
                      early_terminate=halving, run_cap=self._run_cap(), hours=self._amount("hours"),
                      flops=self._amount("flops"), seed=self._count("seed", 1, least=0, most=2**63 - 1),
                      name=self._string("name"), base=self._base(), row=self._string("row"),
                      folder=_path(self._string("folder")), notes=self._notes())
        self._check(sweep)
        return sweep

    def _check(self, sweep: Sweep) -> None:
        if not sweep.parameters:
            self._fail("parameters: none with several values; expected some to search")
        if sweep.method == "grid":
            for parameter in sweep.parameters:
                if parameter.count() is None or parameter.name != parameter.key:
                    self._fail(f"parameters.{parameter.key}: found a range; expected values with method grid")
            runs = math.prod(parameter.count() for parameter in sweep.parameters)
            if sweep.run_cap is None and runs > MOST_TRIALS:
                self._fail(f"parameters: found a grid of {runs} runs; expected at most {MOST_TRIALS}")
        elif sweep.run_cap is sweep.hours is sweep.flops is sweep.metric.target is None:
            self._fail("run_cap: missing; expected run_cap, hours, flops or a metric's target")
        if sweep.flops and sweep.early_terminate:
            self._fail("flops: with early_terminate, whose stopped runs do not count them; expected run_cap or hours")

    # Parameters.

    def _parameters(self) -> tuple[dict, list[Parameter]]:
        table = self.table.get("parameters")
        if not isinstance(table, dict):
            self._fail("parameters: missing; expected a table of keys" if table is None else
                       f"parameters: found {type(table).__name__}; expected a table of keys")
        fixed, parameters, seen = {}, [], set()
        for key, said in self._flat("", table):
            if key in seen:
                self._fail(f"parameters.{_shown(key)}: is there twice")
            if key in _OWN_KEYS:
                self._fail(f"parameters.{key}: a search sets it in every run; expected another key")
            seen.add(key)
            found = read_parameter(key, said, f"{self.source}: parameters.{_shown(key)}")
            if isinstance(found, Parameter):
                parameters.append(found)
            else:
                fixed[key] = found
        return fixed, parameters

    def _flat(self, above: str, table: dict):
        """Keys with what is said of them: "table.key", or key in a table, or as W&B nests them in its `parameters`."""
        for name, said in table.items():
            if not isinstance(name, str) or not name:
                self._fail(f"parameters: found the key {name!r}; expected a string")
            key = above + name
            inner = said.get("parameters") if isinstance(said, dict) else None
            if inner is not None and len(said) == 1 and isinstance(inner, dict):
                yield from self._flat(f"{key}.", inner)
            elif isinstance(said, dict) and said and not _OF_PARAMETERS & set(said):
                yield from self._flat(f"{key}.", said)
            else:
                yield key, said

    # The rest.

    def _metric(self) -> Metric:
        table = self.table.get("metric")
        if table is None:
            return Metric()
        if not isinstance(table, dict):
            self._fail(f"metric: found {type(table).__name__}; expected a table of name and goal")
        known = ("name", "goal", "target", "impute", "impute_while_running")
        for key in table:
            if key not in known:
                self._fail(f"metric.{_shown(key)}: unknown key{_nearest(key, known)}")
        name = table.get("name", Metric.name)
        if not isinstance(name, str) or not self.own_training and name not in METRICS:
            self._fail(unreported(name))
        goal, target = table.get("goal", "minimize"), table.get("target")
        if goal not in ("minimize", "maximize"):
            self._fail(f"metric.goal: found {goal!r}; expected 'minimize' or 'maximize'")
        if target is not None and not is_number(target):
            self._fail(f"metric.target: found {target!r}; expected a number")
        return Metric(name, goal == "maximize", target)

    def _early_terminate(self) -> Halving | None:
        table = self.table.get("early_terminate")
        if table is None:
            return None
        if not isinstance(table, dict) or table.get("type") != "hyperband":
            self._fail("early_terminate: expected a table with type = 'hyperband'")
        known = ("type", "eta", "s", "min_iter", "max_iter", "strict")
        for key in table:
            if key not in known:
                self._fail(f"early_terminate.{_shown(key)}: unknown key{_nearest(key, known)}")
        most = 10**9
        eta = self._count("eta", 3, 2, 100, table, "early_terminate.")
        if "min_iter" in table:
            for key in ("max_iter", "s"):
                if key in table:
                    self._fail(f"early_terminate.{key}: beside min_iter; expected one of them")
            return Halving(self._count("min_iter", None, 1, most, table, "early_terminate."), eta)
        if "max_iter" not in table or "s" not in table:
            self._fail("early_terminate: expected min_iter, or max_iter and s, in validations")
        last = first = self._count("max_iter", None, 1, most, table, "early_terminate.")
        for _ in range(self._count("s", None, 1, 100, table, "early_terminate.")):
            if first < eta:
                break
            first //= eta
        if first == last:
            self._fail(f"early_terminate.max_iter: found {last}; expected {eta} or more, which is eta")
        return Halving(first, eta, last // eta)

    def _run_cap(self) -> int | None:
        if "run_cap" in self.table and "trials" in self.table:
            self._fail("trials: beside run_cap; expected one of them")
        return self._count("trials" if "trials" in self.table else "run_cap", None, 1, MOST_TRIALS)

    def _base(self) -> Path | None:
        base = self._string("base")
        if self.study:
            if base:
                self._fail("base: in a study's file, which is the base; expected row")
            if not self._string("row"):
                self._fail("row: missing; expected the row, or a run, of the study that trials begin from")
            return self.study
        if base is None:
            return None
        return self.beside / base if self.beside else Path(base)

    def _notes(self) -> tuple[str, ...]:
        unused = [key for key in _UNUSED if key in self.table]
        unused += [f"metric.{key}" for key in ("impute", "impute_while_running") if key in (self.table.get("metric") or {})]
        unused += ["early_terminate.strict"] if "strict" in (self.table.get("early_terminate") or {}) else []
        return (f"{self.source}: not used: {', '.join(unused)}",) if unused else ()

    def _choice(self, key: str, known: tuple[str, ...]) -> str:
        value = self.table.get(key)
        if value == "halving":
            self._fail("method: found 'halving'; expected 'random' with early_terminate: type hyperband and min_iter")
        if value not in known:
            found = "missing" if value is None else f"found {value!r}"
            self._fail(f"{key}: {found}; expected {', '.join(known)}")
        return value

    def _string(self, key: str) -> str | None:
        value = self.table.get(key)
        if value is not None and (not isinstance(value, str) or not value):
            self._fail(f"{key}: found {value!r}; expected a string")
        return value

    def _amount(self, key: str) -> float | None:
        value = self.table.get(key)
        if value is not None and not (is_number(value) and value > 0):
            self._fail(f"{key}: found {value!r}; expected a number above 0")
        return value

    def _count(self, key: str, usual: int | None, least: int, most: int, table: dict | None = None,
               above: str = "") -> int | None:
        value = (self.table if table is None else table).get(key, usual)
        if value is None and key not in (self.table if table is None else table):
            return None
        if isinstance(value, float) and math.isfinite(value) and value == math.floor(value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self._fail(f"{above}{key}: found {value!r}; expected an integer from {least} to {most}")
        return value

    def _fail(self, what: str):
        raise ConfigError(f"{self.source}: {what}")


def unreported(name: Any) -> str:
    """What is wrong with a metric that the program's runs do not have."""
    return f"metric.name: found {name!r}, which no run reports" + (_nearest(name, METRICS) or f"; expected one of {', '.join(METRICS)}")


def overrides(values: dict[str, Any], source: str) -> list[str]:
    """Values of keys as `--set` takes them."""
    return [f"{key}={toml_text(value, f'{source}: {key}')}" for key, value in values.items()]


def _path(text: str | None) -> Path | None:
    return None if text is None else Path(text)


def _shown(key: Any) -> str:
    return str(key) if str(key).isprintable() else ascii(key)


def _nearest(name: Any, known) -> str:
    near = difflib.get_close_matches(str(name), list(known), 1)
    return f", did you mean {near[0]}?" if near else ""


def _yaml(text: str, source: str) -> dict:
    try:
        import yaml
    except ImportError:
        raise ConfigError(f"{source}: YAML wants PyYAML; pip install pyyaml, or write the sweep as TOML") from None

    class Loader(yaml.SafeLoader):
        """YAML without what a sweep has no use for and a hostile one has: aliases, which grow when they are followed,
        and keys that are there twice."""

        def compose_node(self, parent, index):
            if self.check_event(yaml.AliasEvent):
                raise yaml.constructor.ConstructorError(None, None, "found an alias, expected none",
                                                        self.peek_event().start_mark)
            return super().compose_node(parent, index)

        def construct_mapping(self, node, deep=False):
            keys = [self.construct_object(key, deep=True) for key, _ in node.value]
            for i, key in enumerate(keys):
                if key in keys[:i]:
                    raise yaml.constructor.ConstructorError(None, None, f"found the key {key!r} twice",
                                                            node.value[i][0].start_mark)
            return super().construct_mapping(node, deep)

    # 1e-4 is a number, as in YAML 1.2 and everywhere else; PyYAML wants 1.0e-4.
    import re

    Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+$"),
                                 list("-+0123456789"))
    try:
        value = yaml.load(text, Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise FormatError(f"{source}:{mark.line + 1 if mark else 1}: {error.problem}; expected YAML") from None
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        why = str(error).splitlines()[0] if str(error) else "nested too deep"
        raise FormatError(f"{source}: found no YAML ({why}); expected a sweep") from None
    if not isinstance(value, dict):
        raise FormatError(f"{source}: found {type(value).__name__}; expected a table of keys such as method")
    return value
