# SPDX-License-Identifier: Apache-2.0
"""Run folders of the `espalier` program as pandas frames, so that a notebook plots what the program trained."""

from __future__ import annotations

import glob
import json
import os
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from espalier.errors import ConfigError, FormatError, IoError
from espalier.text_file import read_text

_EVENTS = ("train", "validation", "topology", "end")  # as training/runs/run_store.h names them


@dataclass(frozen=True)
class Run:
    """One run folder. What it holds is read when it is asked for."""

    folder: Path

    @property
    def name(self) -> str:
        return self.manifest.get("name", self.folder.name)

    @cached_property
    def manifest(self) -> dict:
        """Who computed what, when, and how it ended."""
        return _json(read_text(self.folder / "manifest.json"), f"{self.folder}/manifest.json")

    @cached_property
    def config(self) -> dict:
        """config.toml, as it stands: tables of keys."""
        path = self.folder / "config.toml"
        try:
            return tomllib.loads(read_text(path))
        except tomllib.TOMLDecodeError as error:
            raise FormatError(f"{path}: found {error}; expected TOML") from None

    def records(self) -> list[dict]:
        """Every record of metrics.jsonl, without its seal; a last line that is not whole yet is left out. A run that has only
        begun has none. The seals are not checked: the program's own reader does."""
        path = self.folder / "metrics.jsonl"
        if not os.path.lexists(path) and self.manifest.get("status") != "done":
            return []
        records = []
        for number, line in enumerate(read_text(path).split("\n")[:-1], 1):
            record = _json(line, f"{path}:{number}")
            record.pop("xxh3", None)
            records.append(record)
        return records

    def metrics(self, event: str | None = None):
        """The records as a pandas frame, a row each; with `event`, one of train, validation, topology and end, those of
        this kind alone: none where there are no such records. Raises ConfigError for another word that no record has."""
        import pandas

        records = self.records()
        if event is None:
            return pandas.DataFrame(records)
        of_event = [r for r in records if r.get("event") == event]
        if not of_event and event not in _EVENTS:
            raise ConfigError(f"{self.folder}: event {event!r}, expected one of {', '.join(_EVENTS)}")
        return pandas.DataFrame(of_event)


class Runs(list[Run]):
    """Runs, in the order of their folders."""

    def metrics(self, event: str | None = None):
        """The records of all of them as one frame, with a column `run`."""
        import pandas

        frames = [run.metrics(event).assign(run=run.name) for run in self]
        frames = [frame for frame in frames if not frame.empty]  # whose columns would make floats of the others' integers
        return pandas.concat(frames, ignore_index=True) if frames else pandas.DataFrame()

    def summary(self):
        """A row for each run: its manifest, and its configuration by dotted keys."""
        import pandas

        return pandas.DataFrame([{**{k: v for k, v in run.manifest.items() if not isinstance(v, (dict, list))},
                                  **_dotted(run.config)} for run in self])


def runs(pattern) -> Runs:
    """The run folders that a glob matches: `espalier.runs("runs/*").metrics("validation")`. A folder counts that has a
    manifest. Raises IoError where there is none."""
    folders = _run_folders(os.fspath(pattern))
    if not folders:
        inside = os.path.join(pattern, "*")
        raise IoError(f"{pattern}: found no run folder; expected " +
                      (f"a glob such as '{inside}'" if _run_folders(inside) else "some with a manifest.json"))
    return Runs(Run(Path(folder)) for folder in folders)


def _run_folders(pattern: str) -> list[str]:
    return sorted(folder for folder in glob.glob(pattern) if os.path.exists(f"{folder}/manifest.json"))


def _json(text: str, where: str) -> dict:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{where}: found no JSON ({str(error).splitlines()[0]}); expected an object") from None
    if not isinstance(value, dict):
        raise FormatError(f"{where}: found {type(value).__name__}; expected a JSON object")
    return value


def _dotted(table: dict, prefix: str = "") -> dict:
    result = {}
    for key, value in table.items():
        if isinstance(value, dict):
            result.update(_dotted(value, f"{prefix}{key}."))
        else:
            result[prefix + key] = value
    return result
