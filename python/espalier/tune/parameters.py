# SPDX-License-Identifier: Apache-2.0
"""What a search may choose: W&B's distributions as Optuna's, and values as the program takes them."""

from __future__ import annotations

import json
import math
import numbers
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import numpy as np
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution

from espalier.errors import ConfigError

#: From the mean of a normal distribution to either end, in standard deviations: what lies beyond, one of 16,000
#: numbers, is the end.
REACH = 4
DIGITS = 6  # of numbers without a step
_LARGEST_EXPONENT = 700  # of e, rounded down: beyond, a float is infinite or zero


@dataclass(frozen=True)
class Parameter:
    """A key that a search chooses a value for."""

    key: str
    name: str  #: that Optuna has: the key, or "quantile of KEY" where Optuna has no such distribution
    distribution: BaseDistribution
    value: Callable[[Any], Any] = field(compare=False)  #: of the key, from what Optuna suggested
    said: dict = field(compare=False)  #: what the file says

    def suggest(self, trial) -> Any:
        """The value of the key in a trial."""
        d = self.distribution
        if isinstance(d, CategoricalDistribution):
            return self.value(trial.suggest_categorical(self.name, d.choices))
        if isinstance(d, IntDistribution):
            return self.value(trial.suggest_int(self.name, d.low, d.high, step=d.step, log=d.log))
        return self.value(trial.suggest_float(self.name, d.low, d.high, step=d.step, log=d.log))

    def count(self) -> int | None:
        """How many values Optuna may suggest; None of a range."""
        d = self.distribution
        if isinstance(d, CategoricalDistribution):
            return len(d.choices)
        if isinstance(d, IntDistribution):
            return (d.high - d.low) // d.step + 1
        return None if d.step is None else round((d.high - d.low) / d.step) + 1

    def suggestion(self, i: int) -> Any:
        """Number i of these values."""
        d = self.distribution
        return d.choices[i] if isinstance(d, CategoricalDistribution) else d.low + i * d.step

    def ends(self) -> list:
        """Values of the key that are tried before a search begins: all alternatives, or both ends."""
        d = self.distribution
        if isinstance(d, CategoricalDistribution):
            return [self.value(choice) for choice in d.choices]
        return [self.value(d.low), self.value(d.high)]


def toml_text(value: Any, where: str) -> str:
    """A value as TOML, which `--set` takes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):  # and not as a subclass prints itself, such as np.float64
        return repr(int(value) if isinstance(value, int) else float(value))
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_text(item, where) for item in value) + "]"
    kind = "null" if value is None else type(value).__name__
    raise ConfigError(f"{where}: found {kind}; expected a number, a string, true, false or a list of them")


def plain(value: Any) -> Any:
    """NumPy's numbers and truth values, also in lists, as Python's own, which have a text; all else as it is."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return value
    return int(value) if isinstance(value, numbers.Integral) else float(value)


def is_number(value: Any) -> bool:
    """Whether it is a number that a float holds."""
    try:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # an integer beyond all floats
        return False


def read_parameter(key: str, said: Any, where: str) -> Parameter | Any:
    """A parameter, or the one value that the key has in every trial. `where` opens messages."""
    if not isinstance(said, dict):
        said = {"values": said} if isinstance(said, list) else {"value": said}
    reader = _Reader(key, said, where)
    return reader.value() if "value" in said else reader.parameter()


class _Reader:
    def __init__(self, key: str, said: dict, where: str):
        self.key, self.said, self.where = key, said, where

    def value(self) -> Any:
        self._allow("value")
        self._named("constant")
        return self._plain(self.said["value"])

    def parameter(self) -> Parameter:
        if "values" in self.said:
            return self._alternatives()
        whole = all(type(self.said.get(end)) is int for end in ("min", "max"))
        name = self.said.get("distribution", "int_uniform" if whole else "uniform")
        if not isinstance(name, str) or name not in _DISTRIBUTIONS:
            known = ", ".join(_DISTRIBUTIONS)
            self._fail(f"distribution: found {name!r}; expected {known}; or values, a list")
        return _DISTRIBUTIONS[name](self)

    # Alternatives.

    def _alternatives(self) -> Parameter:
        self._allow("values", "probabilities")
        self._named("categorical", "categorical_w_probabilities")
        values = self.said["values"]
        if not isinstance(values, list) or not values:
            self._fail(f"values: found {values!r}; expected a list of at least one value")
        values = [self._plain(value) for value in values]
        if "probabilities" in self.said:
            return self._weighted(values)
        # Optuna's alternatives are scalars.
        texts = {json.dumps(value) if isinstance(value, list) else value: value for value in values}
        if len(texts) < len(values):
            self._fail("values: one of them is there twice")
        return self._made(CategoricalDistribution(tuple(texts)), texts.__getitem__)

    def _weighted(self, values: list) -> Parameter:
        shares = self.said["probabilities"]
        sound = isinstance(shares, list) and len(shares) == len(values)
        sound = sound and all(is_number(p) and p >= 0 for p in shares)
        # Thirds may be written as 0.333.
        if not sound or not math.isclose(sum(shares), 1, abs_tol=1e-3):
            self._fail(f"probabilities: found {shares!r}; expected {len(values)} numbers that sum to 1")

        def chosen(quantile: float):
            below = 0.0
            for value, share in zip(values, shares):
                below += share
                if quantile < below:
                    return value
            return next(value for value, share in zip(reversed(values), reversed(shares)) if share > 0)

        return self._by_quantile(0, 1, chosen)

    # Ranges.

    def _uniform(self) -> Parameter:
        return self._range(*self._ends())

    def _int_uniform(self) -> Parameter:
        low, high = self._ends()
        if low != math.floor(low) or high != math.floor(high):
            self._fail(f"min, max: found {low} and {high}; expected integers with int_uniform")
        return self._made(IntDistribution(int(low), int(high)), int)

    def _q_uniform(self) -> Parameter:
        low, high = self._ends(q=True)
        multiple = self._multiples(low, high)
        first, last = multiple(low), multiple(high)
        if isinstance(first, int) and first != last:
            return self._made(IntDistribution(first, last, step=self._q()), int)
        step = float(self._q())
        return self._made(FloatDistribution(first, last, step=step), multiple)

    def _log_uniform_values(self, q: bool = False) -> Parameter:
        low, high = self._ends(q)
        if low <= 0:
            self._fail(f"min: found {low}; expected a number above 0")
        return self._range(low, high, log=True, q=q)

    def _log_uniform(self, q: bool = False, sign: int = 1) -> Parameter:
        ends = self._ends(q)
        if max(map(abs, ends)) > _LARGEST_EXPONENT:
            self._fail(f"min, max: found {ends[0]} and {ends[1]}, the logarithms of the ends; expected them from "
                       f"-{_LARGEST_EXPONENT} to {_LARGEST_EXPONENT}")
        return self._range(*sorted(math.exp(sign * end) for end in ends), log=True, q=q)

    def _normal(self, log: bool = False, q: bool = False) -> Parameter:
        self._allow("mu", "sigma", *("q",) * q)
        mu, sigma = self._number("mu", 0), self._number("sigma", 1)
        if sigma <= 0:
            self._fail(f"sigma: found {sigma}; expected a number above 0")
        outer = NormalDist(mu, sigma)
        shape = (lambda x: math.exp(min(x, _LARGEST_EXPONENT))) if log else float
        finish = self._multiples(shape(mu - REACH * sigma), shape(mu + REACH * sigma)) if q else _rounded
        unit = NormalDist()
        return self._by_quantile(unit.cdf(-REACH), unit.cdf(REACH), lambda u: finish(shape(outer.inv_cdf(u))))

    def _beta(self, q: bool = False) -> Parameter:
        self._allow("a", "b", *("q",) * q)
        a, b = self._number("a", 1), self._number("b", 1)
        if a <= 0 or b <= 0:
            self._fail(f"a, b: found {a} and {b}; expected numbers above 0")
        from scipy.stats import beta

        finish = self._multiples(0, 1) if q else _rounded
        return self._by_quantile(0, 1, lambda u: finish(float(beta.ppf(u, a, b))))

    def _range(self, low: float, high: float, log: bool = False, q: bool = False) -> Parameter:
        finish = self._multiples(low, high) if q else lambda x: min(max(_rounded(x), low), high)
        return self._made(FloatDistribution(low, high, log=log), finish)

    # What they are made of.

    def _made(self, distribution: BaseDistribution, value: Callable) -> Parameter:
        return Parameter(self.key, self.key, distribution, value, self.said)

    def _by_quantile(self, low: float, high: float, value: Callable) -> Parameter:
        return Parameter(self.key, f"quantile of {self.key}", FloatDistribution(low, high), value, self.said)

    def _multiples(self, low: float, high: float) -> Callable[[float], float | int]:
        """The multiple of q that is nearest to a number, of those from low to high."""
        q = self._q()
        slack = 1e-9  # 0.3 is three times 0.1, though not as floating-point numbers
        first, last = math.ceil(low / q - slack), math.floor(high / q + slack)
        if first > last:
            self._fail(f"q: found {q}, which has no multiple from {low} to {high}; expected a smaller one")

        def nearest(x: float):
            count = min(max(round(x / q), first), last)
            return count * q if isinstance(q, int) else _rounded(count * q, 12)

        return nearest

    def _q(self) -> float | int:
        q = self._number("q", 1)
        if q <= 0:
            self._fail(f"q: found {q}; expected a number above 0")
        return q

    def _ends(self, q: bool = False) -> tuple[float, float]:
        self._allow("min", "max", *("q",) * q)
        low, high = self._number("min"), self._number("max")
        if low >= high:
            self._fail(f"min, max: found {low} and {high}; expected the first below the second")
        return low, high

    def _number(self, name: str, usual: float | None = None) -> float | int:
        value = self.said.get(name, usual)
        if not is_number(value):
            found = "nothing" if value is None else repr(value)
            self._fail(f"{name}: found {found}; expected a number" + ("; or values, a list" if name == "min" else ""))
        return value

    def _plain(self, value: Any) -> Any:
        if isinstance(value, str) and value.startswith("="):
            self._fail(f"found the expression {value!r}; expected a value: what follows from others is computed by a "
                       "Python function, with --derive FILE.py:FUNCTION")
        toml_text(value, self.where)  # raises for what is no value
        return value

    def _named(self, *names: str) -> None:
        if self.said.get("distribution", names[0]) not in names:
            self._fail(f"distribution: found {self.said['distribution']!r}; expected {names[0]!r} here")

    def _allow(self, *names: str) -> None:
        for name in self.said:
            if name not in (*names, "distribution"):
                expected = ", ".join((*names, "distribution"))
                self._fail(f"{name}: unknown here; expected {expected}")

    def _fail(self, what: str):
        raise ConfigError(f"{self.where}: {what}")


_DISTRIBUTIONS: dict[str, Callable[[_Reader], Parameter]] = {
    "uniform": _Reader._uniform,
    "int_uniform": _Reader._int_uniform,
    "q_uniform": _Reader._q_uniform,
    "log_uniform_values": _Reader._log_uniform_values,
    "q_log_uniform_values": lambda reader: reader._log_uniform_values(q=True),
    "inv_log_uniform_values": _Reader._log_uniform_values,
    "log_uniform": _Reader._log_uniform,
    "q_log_uniform": lambda reader: reader._log_uniform(q=True),
    "inv_log_uniform": lambda reader: reader._log_uniform(sign=-1),
    "normal": _Reader._normal,
    "q_normal": lambda reader: reader._normal(q=True),
    "log_normal": lambda reader: reader._normal(log=True),
    "q_log_normal": lambda reader: reader._normal(log=True, q=True),
    "beta": _Reader._beta,
    "q_beta": lambda reader: reader._beta(q=True),
}


def _rounded(x: float, digits: int = DIGITS) -> float:
    return float(f"{x:.{digits}g}")
