# SPDX-License-Identifier: Apache-2.0
"""Sweeps as W&B writes them, and what is none."""

import math
from statistics import NormalDist

import numpy as np
import pytest

pytest.importorskip("optuna", reason="espalier.tune wants Optuna: pip install optuna pyyaml")
pytest.importorskip("yaml", reason="W&B writes YAML: pip install pyyaml")

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from espalier import ConfigError, Error, FormatError, IoError
from espalier.tune import load_sweep
from espalier.tune.parameters import plain, toml_text
from espalier.tune.sweep_file import Halving

YAML = """
program: train.py
name: rates
method: bayes
metric:
  name: validation_loss
  goal: minimize
  target: 2.5
run_cap: 40
early_terminate:
  type: hyperband
  min_iter: 3
base: run.toml
parameters:
  training.learning_rate:
    distribution: log_uniform_values
    min: 1e-4
    max: 1e-1
  model:
    parameters:
      layers: {min: 1, max: 4}
      density: {value: 0.1}
  topology.policy:
    values: [static, dynamic]
"""
TOML = """
[sweep]
program = "train.py"
name = "rates"
method = "bayes"
metric = { name = "validation_loss", goal = "minimize", target = 2.5 }
run_cap = 40
early_terminate = { type = "hyperband", min_iter = 3 }
base = "run.toml"
[sweep.parameters]
"training.learning_rate" = { distribution = "log_uniform_values", min = 1e-4, max = 1e-1 }
model = { layers = { min = 1, max = 4 }, density = { value = 0.1 } }
"topology.policy" = { values = ["static", "dynamic"] }
"""


def written(folder, text, name="sweep.yaml"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(said, **more):
    return load_sweep({"method": "random", "run_cap": 9, "parameters": {"a.b": said}, **more})


def test_a_sweep_of_wandb_as_yaml_and_as_toml(tmp_path):
    for path in (written(tmp_path, YAML), written(tmp_path, TOML, "sweep.toml")):
        sweep = load_sweep(path)
        assert sweep.method == "bayes" and sweep.run_cap == 40 and sweep.name == "rates"
        assert sweep.metric.is_met(2.4) and not sweep.metric.is_met(2.6)
        assert sweep.early_terminate == Halving(3, 3, None)
        assert sweep.base == tmp_path / "run.toml" and sweep.fixed == {"model.density": 0.1}
        assert {p.key: p.distribution for p in sweep.parameters} == {
            "training.learning_rate": FloatDistribution(1e-4, 1e-1, log=True),
            "model.layers": IntDistribution(1, 4),
            "topology.policy": CategoricalDistribution(("static", "dynamic"))}
        assert sweep.notes == (f"{path}: not used: program",)


def test_each_distribution_has_its_quantiles():
    """Of the ends and the middle of what Optuna draws from evenly, or evenly in the logarithm."""
    e = math.e
    ranges = {"uniform": ({"min": 1.0, "max": 3.0}, 1, 2, 3), "int_uniform": ({"min": 1, "max": 5}, 1, 3, 5),
              "q_uniform": ({"min": 0.1, "max": 1.1, "q": 0.2}, 0.2, 0.6, 1),
              "log_uniform_values": ({"min": 0.01, "max": 100}, 0.01, 1, 100),
              "inv_log_uniform_values": ({"min": 0.01, "max": 100}, 0.01, 1, 100),
              "q_log_uniform_values": ({"min": 16, "max": 256, "q": 32}, 32, 64, 256),
              "log_uniform": ({"min": -1, "max": 1}, 1 / e, 1, e),
              "inv_log_uniform": ({"min": -3, "max": 1}, 1 / e, e, e**3),
              "q_log_uniform": ({"min": 0, "max": math.log(64), "q": 4}, 4, 8, 64)}
    for name, (said, *expected) in ranges.items():
        parameter = read({"distribution": name, **said}).parameters[0]
        d = parameter.distribution
        middle = math.sqrt(d.low * d.high) if d.log else (d.low + d.high) / 2
        found = [parameter.value(x) for x in (d.low, middle, d.high)]
        assert found == pytest.approx(expected, rel=1e-5), name  # six digits
    quantiles = {"normal": ({"mu": 2, "sigma": 3}, NormalDist(2, 3).inv_cdf),
                 "log_normal": ({"mu": -4.6, "sigma": 1}, lambda u: math.exp(NormalDist(-4.6, 1).inv_cdf(u))),
                 "q_normal": ({"sigma": 3, "q": 2}, lambda u: 2 * round(NormalDist(0, 3).inv_cdf(u) / 2)),
                 "q_log_normal": ({"mu": 3}, lambda u: round(math.exp(NormalDist(3, 1).inv_cdf(u)))),
                 "beta": ({"a": 2}, math.sqrt), "q_beta": ({"a": 2, "q": 0.25}, lambda u: round(4 * math.sqrt(u)) / 4)}
    for name, (said, quantile) in quantiles.items():
        parameter = read({"distribution": name, **said}).parameters[0]
        assert parameter.name == "quantile of a.b"
        for u in (0.03, 0.5, 0.8):
            assert parameter.value(u) == pytest.approx(quantile(u), rel=1e-5), name
    weighted = read({"values": ["x", "y", "z"], "probabilities": [0.25, 0, 0.75]}).parameters[0]
    assert [weighted.value(u) for u in (0, 0.2499, 0.25, 1)] == ["x", "x", "z", "z"]
    assert read({"values": [[1, 2], [3]]}).parameters[0].ends() == [[1, 2], [3]]
    for value in (3, "x", True, [1, 2]):
        sweep = read({"value": value}, parameters={"a.b": {"value": value}, "c.d": {"values": [1, 2]}})
        assert sweep.fixed == {"a.b": value}


def test_keys_without_a_value_are_as_if_they_were_not_there(tmp_path):
    sweep = load_sweep(written(tmp_path, "method: random\nrun_cap: 3\nmetric:\nearly_terminate:\nparameters:\n  a: {values: [1, 2]}\n"))
    assert sweep.metric.name == "validation_loss" and sweep.early_terminate is None and sweep.notes == ()


def test_a_grid_of_more_than_memory_holds_is_gone_through_in_order():
    sweep = read(None, method="grid", run_cap=9, parameters={"a": {"min": 5, "max": 10**30}, "b": {"values": ["x", "y"]}})
    assert [sweep.combination(i) for i in (0, 1, 2, 2 * 10**29 + 1)] == [
        {"a": 5, "b": "x"}, {"a": 5, "b": "y"}, {"a": 6, "b": "x"}, {"a": 5 + 10**29, "b": "y"}]
    assert list(sweep.combination(0)) == ["a", "b"]


def test_values_have_the_text_of_pythons_own():
    for value, text in ((np.float64(0.1), "0.1"), (True, "true"), (3, "3"), ([1, np.float64(2.5)], "[1, 2.5]")):
        assert toml_text(value, "a") == text
    for value, expected in ((np.float32(0.5), 0.5), (np.int64(3), 3), (np.bool_(True), True), (True, True), ((np.int8(1), "x"), [1, "x"]),
                            (None, None)):
        assert plain(value) == expected and type(plain(value)) is type(expected)


def test_when_trials_are_stopped():
    def halving(**said):
        return read({"values": [1, 2]}, early_terminate={"type": "hyperband", **said}).early_terminate

    assert halving(min_iter=2, eta=4) == Halving(2, 4, None)
    assert halving(max_iter=27, s=2) == Halving(3, 3, 9)  # at 3 and 9 validations
    assert halving(max_iter=18, s=9) == Halving(2, 3, 6)  # none before the first


@pytest.mark.parametrize("change, words", [
    ({"method": "best"}, "method: found 'best'; expected random, bayes, grid"),
    ({"method": None}, "method: missing"),
    ({"method": "halving"}, "early_terminate: type hyperband"),
    ({"run_cap": None}, "run_cap: missing; expected run_cap, hours, flops or a metric's target"),
    ({"run_cap": 0}, "run_cap: found 0; expected an integer from 1"),
    ({"run_cap": math.inf}, "run_cap: found inf; expected an integer from 1"),
    ({"seed": math.nan}, "seed: found nan; expected an integer from 0"),
    ({"hours": 10**400}, "expected a number above 0"),
    ({"metric": {"name": ["accuracy"]}}, "metric.name: found ['accuracy'], which no run reports"),
    ({"metric": {"target": 10**400}}, "metric.target: found 1000"),
    ({"trials": 3}, "trials: beside run_cap"),
    ({"hours": -1}, "hours: found -1; expected a number above 0"),
    ({"runcap": 3}, "runcap: unknown key, did you mean run_cap?"),
    ({"metric": {"name": "val_loss"}}, "metric.name: found 'val_loss', which no run reports, did you mean"),
    ({"metric": {"name": "validation_loss", "goal": "least"}}, "metric.goal: found 'least'"),
    ({"metric": "loss"}, "metric: found str"),
    ({"early_terminate": {"type": "envelope"}}, "early_terminate: expected a table with type = 'hyperband'"),
    ({"early_terminate": {"type": "hyperband"}}, "expected min_iter, or max_iter and s"),
    ({"early_terminate": {"type": "hyperband", "min_iter": 3, "s": 2}}, "early_terminate.s: beside min_iter"),
    ({"early_terminate": {"type": "hyperband", "min_iter": 3}, "metric": {"name": "seconds"}}, "only a whole run has"),
    ({"early_terminate": {"type": "hyperband", "min_iter": 3}, "flops": 1e9}, "flops: with early_terminate"),
    ({"parameters": {}}, "none with several values"),
    ({"parameters": 3}, "parameters: found int"),
    ({"parameters": {"run.name": {"values": ["a", "b"]}}}, "run.name: a search sets it"),
    ({"method": "grid", "parameters": {"a.b": {"min": 0.5, "max": 1.5}}}, "found a range; expected values"),
    ({"method": "grid", "run_cap": None, "parameters": {"a.b": {"min": 0, "max": 10**6}}}, "at most 10000"),
    ({"method": "grid", "run_cap": None, "parameters": {"a.b": {"min": 0, "max": 10**30}}}, "at most 10000"),
])
def test_what_is_no_sweep_is_told_in_a_line(change, words):
    said = {"method": "random", "run_cap": 9, "parameters": {"a.b": {"values": [1, 2]}}, **change}
    with pytest.raises(ConfigError) as raised:
        load_sweep({key: value for key, value in said.items() if value is not None})
    assert words in str(raised.value) and "\n" not in str(raised.value) and str(raised.value).startswith("sweep: ")


@pytest.mark.parametrize("said, words", [
    ({"distribution": "uniform", "min": 3, "max": 1}, "min, max: found 3 and 1; expected the first below the second"),
    ({"min": 1}, "max: found nothing; expected a number"),
    ({"min": "1", "max": 2}, "min: found '1'; expected a number; or values, a list"),
    ({"min": float("nan"), "max": 2.0}, "min: found nan"),
    ({"min": 0, "max": 10**400}, "max: found 1000"),
    ({"distribution": "log_uniform", "min": -800, "max": 0}, "found -800 and 0, the logarithms of the ends; expected them from -700 to"),
    ({"distribution": "inv_log_uniform", "min": 0, "max": 800}, "min, max: found 0 and 800, the logarithms"),
    ({"values": [1, 2], "probabilities": [10**400, 0]}, "expected 2 numbers that sum to 1"),
    ({"distribution": "lognormal"}, "distribution: found 'lognormal'; expected uniform"),
    ({"distribution": "log_uniform_values", "min": 0, "max": 1}, "min: found 0; expected a number above 0"),
    ({"distribution": "int_uniform", "min": 0.5, "max": 1}, "expected integers"),
    ({"distribution": "normal", "sigma": 0}, "sigma: found 0"),
    ({"distribution": "normal", "min": 0}, "min: unknown here; expected mu, sigma, distribution"),
    ({"distribution": "q_uniform", "min": 0.1, "max": 0.2, "q": 1}, "q: found 1, which has no multiple"),
    ({"distribution": "uniform", "min": 0, "max": 1, "q": 1}, "q: unknown here"),
    ({"distribution": "beta", "a": 0}, "a, b: found 0 and 1"),
    ({"values": []}, "values: found []"),
    ({"values": [1, 1]}, "values: one of them is there twice"),
    ({"values": [1, None]}, "found null"),
    ({"values": [1, 2], "probabilities": [0.5, 0.6]}, "expected 2 numbers that sum to 1"),
    ({"values": [1, 2], "distribution": "uniform"}, "expected 'categorical' here"),
    ({"value": {"x": 1}}, "found dict"),
    ("=0.05/sqrt(model.density)", "--derive FILE.py:FUNCTION"),
])
def test_what_is_no_parameter_is_told_in_a_line(said, words):
    with pytest.raises(ConfigError) as raised:
        read(said, parameters={"a.b": said, "c.d": {"values": [1, 2]}})
    assert words in str(raised.value) and str(raised.value).startswith("sweep: parameters.a.b: ")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text, words", [
    ("a: &a [x]\nb: *a\n", ":2: found an alias, expected none"),
    ("method: grid\nmethod: random\n", ":2: found the key 'method' twice"),
    ("- 1\n", "found list; expected a table"),
    ("", "found NoneType; expected a table"),
    ("a: [\n", "expected YAML"),
    ("a: !!python/object/apply:os.system [ls]\n", "could not determine a constructor"),
    ("[" * 100_000, "expected a sweep"),
    ("? [a, b]\n: 1\n", "expected"),
    ("a: 2001-99-99\n", "expected a sweep"),
    (b"\xff\xfe\x00", "no UTF-8"),
    (b"#" * (1 << 20) + b"##", "more than 1048576 bytes"),
])
def test_hostile_files(tmp_path, text, words):
    with pytest.raises(FormatError) as raised:
        load_sweep(written(tmp_path, text))
    assert words in str(raised.value) and "sweep.yaml" in str(raised.value) and "\n" not in str(raised.value)


def test_files_that_are_not_there_or_no_toml(tmp_path):
    with pytest.raises(IoError, match="none.yaml: No such file"):
        load_sweep(tmp_path / "none.yaml")
    for text in ("method: grid\n", "a = [" * 5000):
        with pytest.raises(FormatError, match="expected TOML"):
            load_sweep(written(tmp_path, text, "sweep.toml"))
    with pytest.raises(ConfigError, match=r"no table \[sweep\]"):
        load_sweep(written(tmp_path, "[study]\n", "study.toml"))
    with pytest.raises(ConfigError, match="row: missing"):
        load_sweep(written(tmp_path, '[study]\n[sweep]\nmethod = "grid"\n[sweep.parameters]\n"a.b" = [1, 2]\n', "study.toml"))
    assert issubclass(ConfigError, Error)
