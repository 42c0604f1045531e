#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A Triton server beside the library in this process: texts in a second at saturation, what one client waits, and the times
that half, 95 and 99 of a hundred texts are answered within, against load.

    cmake --preset release -DESPALIER_BUILD_TRITON=ON
    cmake --build build/release --target triton_espalier triton_echo espalier_native
    benchmarks/triton_load.py --write-echo repository/echo
    tritonserver --model-repository=repository --backend-directory=build/release/backends --http-address=127.0.0.1 \\
        --grpc-address=127.0.0.1
    PYTHONPATH=build/release/python benchmarks/triton_load.py 127.0.0.1:8001 sentiment --folder sentiment \\
        --echo echo --csv load.csv

Clients: each asks the next question when it has the answer to the last one, over gRPC. Rates: texts come at random times, on
average so many in a second, and wait from the time they were due. All is measured in turn, --rounds times, and medians are
printed. Without --folder the library is not asked, without --echo the server's own time is not taken.
Saturation is measured with twice as many clients as a batch has texts, so that a batch always waits, between two measurements
of the library. What one client waits over the echo and the library is measured text by text, each asked of all three: then all
find the caches as the others left them, and what else the machine does meets all.
Clients compute on the same machine, in Python: what they take is the server's loss, and is printed.
Needs numpy and tritonclient[grpc], and espalier for --folder.
"""
import argparse
import asyncio
import csv
import itertools
import os
import pathlib
import platform
import sys
import time

import numpy as np
import option_values

WARM_UP = 0.1  # of the requests, which are not counted
REQUESTS_OF_A_CLIENT = 12  # at least, of which the first and the last are not counted
TOGETHER = 64  # texts of a call of the library, as many as the server puts into a batch
SHARES = (0.2, 0.4, 0.6, 0.8, 0.9)  # of the rate at saturation
ECHO = """backend: "echo"
max_batch_size: 64
input [{ name: "TEXT" data_type: TYPE_STRING dims: [1] }]
output [{ name: "ECHO" data_type: TYPE_STRING dims: [1] }]
instance_group [{ kind: KIND_CPU count: 1 }]
dynamic_batching {}
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    count = option_values.at_least(1)
    parser.add_argument("server", nargs="?", help="address of its gRPC service")
    parser.add_argument("model", nargs="?")
    parser.add_argument("--task", default="classify", choices=("classify", "embed"))
    parser.add_argument("--words", type=count, default=14, help="of a text, each a token or more; [CLS] and [SEP] are two")
    parser.add_argument("--clients", type=count, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--requests", type=count, default=1000, help="for each number of clients and each rate")
    parser.add_argument("--rounds", type=count, default=3)
    parser.add_argument("--folder", help="model folder, to ask the library too")
    parser.add_argument("--threads", type=option_values.at_least(0), default=0, help="of the library")
    parser.add_argument("--echo", help="model of the backend echo, as --write-echo makes it")
    parser.add_argument("--csv", type=option_values.writable_file, help="file for a row for each load")
    parser.add_argument("--write-echo", type=pathlib.Path, metavar="FOLDER", help="only make the folder of that model")
    given = parser.parse_args()
    if given.write_echo is None and given.model is None:
        parser.error("expected the address of a server and a model")
    if given.write_echo is not None and (given.write_echo / "1").exists():
        parser.error(f"argument --write-echo: {given.write_echo / '1'}: is there already; name a new folder")
    return given


def make_texts(count, words):
    """The same in each run; words are common ones, since rare ones are several tokens."""
    common = "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they".split()
    random = np.random.default_rng(1)
    return [" ".join(random.choice(common, words)) for _ in range(count)]


class Server:
    def __init__(self, address):
        import tritonclient.grpc.aio as triton

        self.triton = triton
        self.address = address

    async def ask(self, connection, model, text):
        tensor = self.triton.InferInput("TEXT", [1, 1], "BYTES")
        tensor.set_data_from_numpy(np.array([[text.encode()]], object))
        await connection.infer(model, [tensor])

    def measured(self, run):
        async def connected():
            connection = self.triton.InferenceServerClient(self.address)
            try:
                return await run(connection)
            finally:
                await connection.close()

        return asyncio.run(connected())

    def clients(self, model, count, texts):
        """The seconds that each answer took, the answers in a second and the processors that the clients kept busy, while
        all of them ask."""
        asked = list(itertools.islice(itertools.cycle(texts), max(len(texts), REQUESTS_OF_A_CLIENT * count)))
        first, last = max(count, int(len(asked) * WARM_UP)), len(asked) - count

        async def run(connection):
            times, marks = [], {}
            queue = iter(asked)

            async def client():
                for text in queue:
                    start = time.perf_counter()
                    await self.ask(connection, model, text)
                    times.append(time.perf_counter() - start)
                    if len(times) in (first, last):
                        marks[len(times)] = np.array([time.perf_counter(), time.process_time()])

            await asyncio.gather(*(client() for _ in range(count)))
            seconds, busy = marks[last] - marks[first]
            return np.array(times[first:last]), (last - first) / seconds, busy / seconds

        return self.measured(run)

    def rate(self, model, rate, texts):
        """The same of texts that come at random times, whether others have been answered or not."""
        due = np.cumsum(np.random.default_rng(2).exponential(1 / rate, len(texts)))

        async def run(connection):
            start = time.perf_counter()
            times = []

            async def one(i):
                await asyncio.sleep(max(0.0, start + due[i] - time.perf_counter()))
                await self.ask(connection, model, texts[i])
                times.append((i, time.perf_counter() - start - due[i]))

            await asyncio.gather(*(one(i) for i in range(len(texts))))
            whole = time.perf_counter() - start
            warm = int(len(texts) * WARM_UP)
            return np.array([t for i, t in times if i >= warm]), len(texts) / whole

        return self.measured(run)


class Library:
    def __init__(self, given):
        import espalier

        predictor = espalier.Predictor(given.folder, threads=given.threads or None)
        self.answer = getattr(predictor, given.task)

    def rate(self, texts):
        self.answer(texts[:TOGETHER])
        start = time.perf_counter()
        for i in range(0, len(texts), TOGETHER):
            self.answer(texts[i : i + TOGETHER])
        return len(texts) / (time.perf_counter() - start)


def one_by_one(server, echo, model, library, texts):
    """Milliseconds of each text: of the echo, of the model, of the library."""

    async def run(connection):
        rows = []
        for text in texts:
            marks = [time.perf_counter()]
            for name in (echo, model):
                await server.ask(connection, name, text)
                marks.append(time.perf_counter())
            library.answer([text])
            marks.append(time.perf_counter())
            rows.append(np.diff(marks))
        return 1e3 * np.array(rows[int(len(rows) * WARM_UP) :])

    return server.measured(run)


def spread(values):
    return f"{np.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def main():
    given = arguments()
    if given.write_echo is not None:
        (given.write_echo / "1").mkdir(parents=True)
        (given.write_echo / "config.pbtxt").write_text(ECHO)
        return
    texts = make_texts(given.requests, given.words)
    few = texts[: max(50, len(texts) // 5)]
    server = Server(given.server)
    library = Library(given) if given.folder else None
    print(f"{os.cpu_count()} processors, {platform.processor() or platform.machine()}, load average {os.getloadavg()[0]:.1f}")
    measured = {}  # of each kind of load, in each round: texts/s, the three times and the processors of the clients
    ratios = {}

    def note(kind, times, answered, processors=float("nan")):
        row = (answered, *np.percentile(times * 1e3, [50, 95, 99]), processors)
        measured.setdefault(kind, []).append(row)
        return row

    def note_library(kind, answered, milliseconds=float("nan")):
        measured.setdefault(kind, []).append((answered, milliseconds, *[float("nan")] * 3))

    def note_ratio(name, value):
        ratios.setdefault(name, []).append(value)

    for _ in range(given.rounds):
        rates = {count: note(f"{count} client{'s' * (count > 1)}", *server.clients(given.model, count, texts))[0]
                 for count in given.clients}
        if {1, TOGETHER} <= rates.keys():
            note_ratio(f"{TOGETHER} clients over one", rates[TOGETHER] / rates[1])
        before = library.rate(texts) if library else None
        best, *_ = note(f"{2 * TOGETHER} clients", *server.clients(given.model, 2 * TOGETHER, texts))
        if library:
            alone = (before + library.rate(texts)) / 2
            note_library(f"library, calls of {TOGETHER}", alone)
            note_ratio("saturation over library", best / alone)
        if given.echo:
            note("echo, 1 client", *server.clients(given.echo, 1, few))
        if given.echo and library:
            echo, one, own = one_by_one(server, given.echo, given.model, library, few).T
            for kind, times in (("echo", echo), (given.model, one)):
                note(f"{kind}, 1 client, between others", times / 1e3, float("nan"))
            note_library("library, 1 text, between others", float("nan"), np.median(own))
            note_ratio("ms over echo and library", np.median(one - echo - own))
        for share in SHARES:
            note(f"rate of {share:.0%}", *server.rate(given.model, share * best, texts))
    medians = {kind: np.median(rows, axis=0) for kind, rows in measured.items()}
    print(f"{'load':34s} texts/s  p50 ms  p95 ms  p99 ms  clients keep busy, processors")
    for kind, (answered, *others) in medians.items():
        print(f"{kind:34s} {answered:7.1f} " + " ".join(f"{value:7.2f}" for value in others))
    for name, values in ratios.items():
        print(f"{name}: {spread(values)}")
    print(f"load average {os.getloadavg()[0]:.1f}")
    if given.csv:
        with open(given.csv, "w", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["load", "texts_per_second", "p50_ms", "p95_ms", "p99_ms", "client_processors"])
            for kind, values in medians.items():
                rows.writerow([kind, *(f"{v:.4g}" for v in values)])
    sys.stdout.flush()


if __name__ == "__main__":
    main()
