# SPDX-License-Identifier: Apache-2.0
"""Runs of the `espalier` program: started, watched by what they write, stopped with a checkpoint."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import subprocess
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

from espalier.errors import ConfigError, Error, FormatError, IoError
from espalier.run_folders import Run

STOPPED = 75  # exit code of a run that was stopped and can go on
#: How the program says that a run's own numbers ended it.
_DIVERGED = ("not finite", "training.stop_above_loss", "the loss scale fell")
#: By what mpirun and srun tell the program that it is one of several processes of one run (machines/launcher.cpp).
_LAUNCHED = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS")
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def _die_with_parent(parent: int) -> None:
    """Whatever ends the search ends its runs, with a checkpoint."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os._exit(1)


def _environment() -> dict[str, str]:
    """That of a run of one process: mpirun or srun may have started several searches, which share the trials out."""
    return {name: value for name, value in os.environ.items() if name not in _LAUNCHED}


@dataclass(frozen=True)
class Program:
    """How a trial is trained: the program, and the configuration that all trials begin from."""

    command: tuple[str, ...]
    base: Path
    row: str | None = None
    overrides: tuple[str, ...] = ()

    @staticmethod
    def find(program: str | os.PathLike, plugins=(), **more) -> "Program":
        """Raises ConfigError unless there is such a program, and a configuration for it."""
        found = shutil.which(program)
        if found is None:
            raise ConfigError(f"--program: found no {os.fspath(program)!r} in PATH; expected the espalier program, "
                              "which cmake installs")
        command = [found]
        for plugin in plugins:
            command += ["--plugin", os.fspath(plugin)]
        return Program(tuple(command), **more)

    def arguments(self, settings: list[str], folder: Path, name: str) -> list[str]:
        arguments = [*self.command, "train", "--config", str(self.base), "--out", str(folder), "--name", name,
                     "--threads", "1"]
        if self.row is not None:
            arguments += ["--run", self.row]
        for setting in (*self.overrides, *settings):
            arguments += ["--set", setting]
        return arguments

    def resolve(self, settings: list[str], folder: Path) -> dict:
        """All keys of a trial by their dotted names, once the program has checked that it could start. Raises
        ConfigError with its line if it could not. Makes and writes nothing."""
        arguments = [*self.arguments(settings, folder, "trial"), "--dry-run", "--quiet"]
        try:
            done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                  env=_environment())
        except OSError as error:
            raise ConfigError(f"--program: {self.command[0]}: cannot start: {error.strerror}; expected the espalier program") from None
        if done.returncode != 0:
            raise ConfigError(_last_line(done.stderr) or f"{self.command[0]}: exit code {done.returncode}")
        try:
            tables = tomllib.loads(done.stdout)
        except tomllib.TOMLDecodeError:
            tables = {}
        if not tables or not all(isinstance(keys, dict) for keys in tables.values()):
            raise ConfigError(f"--program: {self.command[0]}: found no configuration in what it printed; expected the espalier program")
        return {f"{table}.{key}": value for table, keys in tables.items() for key, value in keys.items()
                if (table, key) not in (("run", "name"), ("run", "folder"), ("run", "threads"))}


class Training:
    """A run in a process of its own. What it prints goes to its log."""

    def __init__(self, program: Program, settings: list[str], folder: Path, name: str, log: int):
        self.folder, self.metrics = folder / name, Metrics(folder / name / "metrics.jsonl")
        os.write(log, f"--- started {time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())}\n".encode())
        self._said_from = os.fstat(log).st_size
        parent = os.getpid()
        try:
            self.process = subprocess.Popen(program.arguments(settings, folder, name), stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log, env=_environment(),
                                            preexec_fn=lambda: _die_with_parent(parent))
        except OSError as error:
            raise IoError(f"{program.command[0]}: cannot start: {error.strerror}") from None

    def ended(self) -> int | None:
        """The exit code, or less than 0 a signal; None while it trains."""
        return self.process.poll()

    def stop(self) -> None:
        """Asks for a checkpoint and the end."""
        self.process.send_signal(signal.SIGTERM)

    def failure(self, log: int) -> str:
        """Why the run failed, in a line."""
        code = self.process.returncode
        if code < 0:
            return f"ended by signal {-code} ({signal.strsignal(-code)})"
        size = os.fstat(log).st_size
        tail = os.pread(log, 1 << 16, max(self._said_from, size - (1 << 16)))
        return _last_line(tail.decode(errors="replace")) or f"exit code {code}, without a word"

    def has_diverged(self) -> bool:
        """Did its numbers, and nothing else, end it?"""
        try:
            manifest = Run(self.folder).manifest
        except Error:
            return False
        message = str(manifest.get("message", ""))
        return manifest.get("status") == "failed" and any(words in message for words in _DIVERGED)


class Metrics:
    """The records of a run, as they are written."""

    def __init__(self, path: Path):
        self.path, self.offset, self.last = path, 0, None

    def new(self) -> list[dict]:
        """Records that have been written since this was last asked, whole lines; from the first once more where a
        resumed run has cut them back. Raises FormatError."""
        try:
            with open(self.path, "rb") as file:
                if os.fstat(file.fileno()).st_size < self.offset:
                    self.offset = 0
                file.seek(self.offset)
                data = file.read()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise IoError(f"{self.path}: {error.strerror}") from None
        records = []
        for line in data[: data.rfind(b"\n") + 1].splitlines(keepends=True):
            self.offset += len(line)
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if not isinstance(record, dict):
                raise FormatError(f"{self.path}: found a line that is no record; expected JSON objects")
            records.append(record)
        if records:
            self.last = records[-1]
        return records


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    line = lines[-1].removeprefix("espalier: ") if lines else ""
    return "".join(c if c.isprintable() else "?" for c in line)
