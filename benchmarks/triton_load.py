#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long a Triton server takes for a text, and how many it answers, against the number of clients that ask at once.

    benchmarks/triton_load.py 127.0.0.1:8001 sentiment --words 16 --clients 1 4 16 64

Each client asks the next question when it has the answer to the last one, over gRPC. Prints for each number of clients the
answers in a second and the times that half, 95 and 99 of a hundred were answered within. With --folder, and espalier on the
PYTHONPATH, first what the library itself answers in a second, all texts in calls of 256.
Needs numpy and tritonclient[grpc]; for whoever knows another way to the server: the times are those of a client in Python.
"""
import argparse
import asyncio
import sys
import time

import numpy as np

WARM_UP = 0.1  # of the requests, which are not counted


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="address of its gRPC service")
    parser.add_argument("model")
    parser.add_argument("--task", default="classify", choices=("classify", "embed"))
    parser.add_argument("--words", type=int, default=16, help="of a text, each a token or more")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 4, 16, 64])
    parser.add_argument("--requests", type=int, default=2000, help="for each number of clients")
    parser.add_argument("--folder", help="model folder, to ask the library too")
    parser.add_argument("--threads", type=int, default=0, help="of the library")
    return parser.parse_args()


def make_texts(count, words):
    """The same in each run; words are common ones, since rare ones are several tokens."""
    common = "the of and to in a is that for it as was with be by on not he his but at are this have from or had an they".split()
    random = np.random.default_rng(1)
    return [" ".join(random.choice(common, words)) for _ in range(count)]


async def load(given, clients, texts):
    """The seconds that each answer took, and the answers in a second, after the warm-up."""
    import tritonclient.grpc.aio as triton

    connection = triton.InferenceServerClient(given.server)
    times, began = [], [0.0]
    queue = iter(range(len(texts)))
    warm = int(len(texts) * WARM_UP)

    async def client():
        for i in queue:
            tensor = triton.InferInput("TEXT", [1, 1], "BYTES")
            tensor.set_data_from_numpy(np.array([[texts[i].encode()]], object))
            start = time.perf_counter()
            await connection.infer(given.model, [tensor])
            if i == warm:
                began[0] = start
            if i >= warm:
                times.append(time.perf_counter() - start)

    try:
        await asyncio.gather(*(client() for _ in range(clients)))
    finally:
        await connection.close()
    return np.array(times), len(times) / (time.perf_counter() - began[0])


def library_rate(given, texts):
    import espalier

    predictor = espalier.Predictor(given.folder, threads=given.threads or None)
    ask = getattr(predictor, given.task)
    ask(texts[:256])
    start = time.perf_counter()
    for i in range(0, len(texts), 256):
        ask(texts[i : i + 256])
    return len(texts) / (time.perf_counter() - start)


def main():
    given = arguments()
    texts = make_texts(given.requests, given.words)
    if given.folder:
        print(f"library: {library_rate(given, texts):.0f} texts/s")
    print("clients  texts/s  p50 ms  p95 ms  p99 ms")
    for clients in given.clients:
        times, rate = asyncio.run(load(given, clients, texts))
        half, most, nearly_all = np.percentile(times * 1e3, [50, 95, 99])
        print(f"{clients:7d} {rate:8.0f} {half:7.2f} {most:7.2f} {nearly_all:7.2f}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
