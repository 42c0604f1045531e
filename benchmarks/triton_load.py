#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A Triton server beside the library in this process: texts in a second at saturation, what one client waits, and the times
that half, 95 and 99 of a hundred texts are answered within, against load.

    cmake --build build/release --target triton_espalier triton_echo espalier_native
    benchmarks/triton_load.py --write-echo repository/echo
    tritonserver --model-repository=repository --backend-directory=build/release/backends --grpc-address=127.0.0.1
    PYTHONPATH=build/release/python benchmarks/triton_load.py 127.0.0.1:8001 sentiment --folder sentiment \\
        --echo echo --csv load.csv

Clients: each asks the next question when it has the answer to the last one, over gRPC. Rates: texts come at random times, on
average so many in a second, and wait from the time they were due. All is measured in turn, --rounds times, and medians are
printed. Without --folder the library is not asked, without --echo the server's own time is not taken.
Clients compute on the same machine, in Python: what they take is the server's loss.
Needs numpy and tritonclient[grpc], and espalier for --folder.
"""
import argparse
import asyncio
import csv
import os
import pathlib
import platform
import sys
import time

import numpy as np

WARM_UP = 0.1  # of the requests, which are not counted
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
    parser.add_argument("server", nargs="?", help="address of its gRPC service")
    parser.add_argument("model", nargs="?")
    parser.add_argument("--task", default="classify", choices=("classify", "embed"))
    parser.add_argument("--words", type=int, default=14, help="of a text, each a token or more; [CLS] and [SEP] are two")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--requests", type=int, default=1000, help="for each number of clients and each rate")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", help="model folder, to ask the library too")
    parser.add_argument("--threads", type=int, default=0, help="of the library")
    parser.add_argument("--echo", help="model of the backend echo, as --write-echo makes it")
    parser.add_argument("--csv", help="file for a row for each load")
    parser.add_argument("--write-echo", type=pathlib.Path, metavar="FOLDER", help="only make the folder of that model")
    given = parser.parse_args()
    if given.write_echo is None and given.model is None:
        parser.error("expected the address of a server and a model")
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
        """The seconds that each answer took, and the answers in a second, after the warm-up."""

        async def run(connection):
            times, began = [], [0.0]
            queue = iter(range(len(texts)))
            warm = int(len(texts) * WARM_UP)

            async def client():
                for i in queue:
                    start = time.perf_counter()
                    await self.ask(connection, model, texts[i])
                    if i == warm:
                        began[0] = start
                    if i >= warm:
                        times.append(time.perf_counter() - start)

            await asyncio.gather(*(client() for _ in range(count)))
            return np.array(times), len(times) / (time.perf_counter() - began[0])

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

    def milliseconds(self, texts):
        times = []
        for text in texts:
            start = time.perf_counter()
            self.answer([text])
            times.append(time.perf_counter() - start)
        return 1e3 * float(np.median(times))


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
    measured = {}  # of each kind of load, in each round: texts/s and the three times
    ratios = {"saturation over library": [], "most clients over one": [], "ms over echo and library": []}
    for _ in range(given.rounds):
        def note(kind, times, answered):
            row = (answered, *np.percentile(times * 1e3, [50, 95, 99]))
            measured.setdefault(kind, []).append(row)
            return row

        alone = library.rate(texts) if library else None
        rates = {count: note(f"{count} client{'s' * (count > 1)}", *server.clients(given.model, count, texts))[0]
                 for count in given.clients}
        best = max(rates.values())
        if library:
            ratios["saturation over library"].append(best / alone)
            measured.setdefault("library, calls of 64", []).append((alone, *[float("nan")] * 3))
        ratios["most clients over one"].append(rates[max(rates)] / rates[min(rates)])
        if given.echo:
            _, echo, *_ = note("echo, 1 client", *server.clients(given.echo, 1, few))
            _, one, *_ = note(f"{given.model}, 1 client", *server.clients(given.model, 1, few))
            if library:
                own = library.milliseconds(few)
                measured.setdefault("library, 1 text", []).append((1e3 / own, own, float("nan"), float("nan")))
                ratios["ms over echo and library"].append(one - echo - own)
        for share in SHARES:
            note(f"rate of {share:.0%}", *server.rate(given.model, share * best, texts))
    medians = {kind: np.median(rows, axis=0) for kind, rows in measured.items()}
    print(f"{'load':24s} texts/s  p50 ms  p95 ms  p99 ms")
    for kind, (answered, *times) in medians.items():
        print(f"{kind:24s} {answered:7.1f} " + " ".join(f"{t:7.2f}" for t in times))
    for name, values in ratios.items():
        if values:
            print(f"{name}: {spread(values)}")
    print(f"load average {os.getloadavg()[0]:.1f}")
    if given.csv:
        with open(given.csv, "w", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            rows.writerow(["load", "texts_per_second", "p50_ms", "p95_ms", "p99_ms"])
            for kind, values in medians.items():
                rows.writerow([kind, *(f"{v:.4g}" for v in values)])
    sys.stdout.flush()


if __name__ == "__main__":
    main()
