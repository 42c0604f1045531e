#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Training by two processes of one thread each: espalier over MPI, dense and sparse, beside PyTorch's DDP over gloo, dense.

    benchmarks/ddp_peer.py --espalier build/mpi/experiments/espalier [--layers 4] [--width 256] [--batch 16] [--rounds 5]

One shape, a masked language model as Hugging Face's BERT has it: embeddings, layers, and a head on the predicted tokens alone, which is
what espalier computes and less than BertForMaskedLM does. AdamW, float32, no dropout. In each round all take their turn, each a job of its own;
a figure is the median time of a step after the first ones, and over the rounds the median with both extremes. Rates are of the whole batch.

DDP is held to what it promises: after the steps both processes have the same weights, and the loss has fallen. espalier compares its replicas
itself and stops if they differ; its loss has to fall too. Needs the program built with -DESPALIER_MPI=ON, mpirun (--mpirun: how it is called),
and pip install torch transformers.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import option_values

RANKS = 2
PREDICTED_SHARE = 0.15  # of the tokens, as of data.mask_fraction
SKIPPED = 3  # steps: the first ones ask for memory and connect
BUSY = 0.5  # load average from which others take part of the processor


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--espalier", default="build/mpi/experiments/espalier", help="the program")
    parser.add_argument("--mpirun", default="mpirun --bind-to none")
    count = option_values.at_least(1)
    parser.add_argument("--layers", type=count, default=4)
    parser.add_argument("--width", type=count, default=256)
    parser.add_argument("--heads", type=count, default=4)
    parser.add_argument("--vocabulary", type=count, default=2048)
    parser.add_argument("--sequence", type=count, default=128)
    parser.add_argument("--batch", type=count, default=16)
    parser.add_argument("--densities", nargs="+", type=option_values.density, default=[1, 0.1], help="of espalier")
    parser.add_argument("--block", type=count, choices=option_values.BLOCKS, default=16)
    parser.add_argument("--steps", type=option_values.at_least(SKIPPED + 2), default=20)
    parser.add_argument("--rounds", type=count, default=5)
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)  # a process of DDP: its rank, the folder
    given = parser.parse_args()
    if given.width % given.heads:
        parser.error(f"--width {given.width}: expected a multiple of --heads, {given.heads}")
    if given.batch % RANKS:
        parser.error(f"--batch {given.batch}: expected a multiple of {RANKS}, the processes")
    if not given.worker:
        option_values.require_program(parser, "--espalier", given.espalier)
        option_values.require_program(parser, "--mpirun", (given.mpirun.split() or [""])[0])
    return given


def ddp_worker(given) -> None:
    """One of the processes; rank 0 prints the times of the steps as JSON."""
    import torch
    import torch.distributed as dist
    import transformers

    rank, folder = int(given.worker[0]), given.worker[1]
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=RANKS)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=given.vocabulary,
        hidden_size=given.width,
        num_hidden_layers=given.layers,
        num_attention_heads=given.heads,
        intermediate_size=4 * given.width,
        max_position_embeddings=given.sequence,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.whole = transformers.BertForMaskedLM(config)

        def forward(self, ids, places, words):
            hidden = self.whole.bert(input_ids=ids).last_hidden_state.flatten(0, 1)[places]
            return torch.nn.functional.cross_entropy(self.whole.cls(hidden), words)

    model = torch.nn.parallel.DistributedDataParallel(Model())
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    generator = torch.Generator().manual_seed(rank)
    part = given.batch // RANKS
    ids = torch.randint(given.vocabulary, (part, given.sequence), generator=generator)
    places = torch.randperm(ids.numel(), generator=generator)[: round(PREDICTED_SHARE * ids.numel())]
    words = ids.flatten()[places]
    seconds, losses = [], []
    for _ in range(given.steps):
        begin = time.perf_counter()
        loss = model(ids, places, words)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seconds.append(time.perf_counter() - begin)
        losses.append(loss.item())
    if not losses[-1] < losses[0]:
        sys.exit(f"DDP: the loss went from {losses[0]} to {losses[-1]}")
    for name, parameter in model.named_parameters():
        other = parameter.detach().clone()
        dist.broadcast(other, 0)
        if not torch.equal(other, parameter.detach()):
            sys.exit(f"DDP: {name}: rank {rank} has other values than rank 0")
    if rank == 0:
        print(json.dumps({"seconds": seconds, "torch": torch.__version__}))
    dist.destroy_process_group()


def ddp_step(given, folder: pathlib.Path) -> float:
    meeting = folder / "meeting"
    meeting.unlink(missing_ok=True)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
    command = [sys.executable, __file__, *sys.argv[1:], "--worker"]
    workers = [
        subprocess.Popen([*command, str(rank), str(folder)], env=environment, stdout=subprocess.PIPE, text=True) for rank in range(RANKS)
    ]
    outputs = [worker.communicate()[0] for worker in workers]
    if any(worker.returncode for worker in workers):
        sys.exit("DDP has failed")
    return statistics.median(json.loads(outputs[0])["seconds"][SKIPPED:])


def write_text(given, file: pathlib.Path) -> None:
    """Enough different words for the vocabulary, and enough of them for the steps."""
    words = [f"{a}{b}{c}" for a in "bcdfghjklm" for b in "aeiou" for c in (f"{d}{e}" for d in "nprstvwz" for e in "aeiouy")]
    count = 4 * given.steps * given.batch * given.sequence
    lines = (" ".join(words[(i * 12 + j) * 7919 % len(words)] for j in range(12)) for i in range(count // 12))
    file.write_text("\n\n".join(lines) + "\n")


def espalier_step(given, density: float, folder: pathlib.Path) -> float:
    settings = {
        "model.name": "mini",
        "model.layers": given.layers,
        "model.hidden": given.width,
        "model.heads": given.heads,
        "model.dropout": 0,
        "model.attention_dropout": 0,
        "model.density": density,
        "model.block": given.block,
        "topology.policy": "dense" if density == 1 else "static",
        "data.corpus": folder / "words.txt",
        "data.vocabulary_size": given.vocabulary,
        "data.sequence": given.sequence,
        "training.steps": given.steps,
        "training.batch": given.batch,
        "training.shards": RANKS,
        "training.record_every": 1,
        "training.learning_rate": 1e-3,
        "training.validation_sequences": RANKS,
        "run.threads": 1,
        "run.folder": folder / "runs",
    }
    values = {key: value if isinstance(value, (int, float)) else str(value) for key, value in settings.items()}
    (folder / "run.toml").write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items()))
    train = [given.espalier, "train", "--config", folder / "run.toml", "--quiet", "--overwrite", "--name", "timed"]
    job = [*given.mpirun.split(), "-n", str(RANKS), *train]
    done = subprocess.run(job, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"espalier: {done.stdout}{done.stderr}")
    records = [json.loads(line) for line in (folder / "runs/timed/metrics.jsonl").read_text().splitlines()]
    trained = [record for record in records if record["event"] == "train"]
    if not trained[-1]["loss"] < trained[0]["loss"]:
        sys.exit(f"espalier: the loss went from {trained[0]['loss']} to {trained[-1]['loss']}")
    times = [record["seconds"] for record in trained]
    return statistics.median([after - before for before, after in zip(times[SKIPPED:], times[SKIPPED + 1 :])])


def main() -> None:
    given = arguments()
    if given.worker:
        ddp_worker(given)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_text(given, folder / "words.txt")
        jobs = {"PyTorch DDP over gloo, dense": lambda: ddp_step(given, folder)}
        for density in given.densities:
            jobs[f"espalier over MPI, density {density:g}"] = lambda density=density: espalier_step(given, density, folder)
        before = os.getloadavg()[0]
        measured = {peer: [] for peer in jobs}
        for _ in range(given.rounds):
            for peer, step in jobs.items():
                measured[peer].append(step())
    tokens = given.batch * given.sequence
    print("| two processes of one thread | a step | from, to | tokens a second |\n|---|---|---|---|")
    for peer, seconds in measured.items():
        middle = statistics.median(seconds)
        print(f"| {peer} | {1e3 * middle:.0f} ms | {1e3 * min(seconds):.0f}, {1e3 * max(seconds):.0f} ms | {tokens / middle:.0f} |")
    shared = "shared with other programs" if before > BUSY else "with nothing else to do"
    print(f"\n{os.cpu_count()} cores, {shared} (load average {before:.1f} at the start); {given.rounds} rounds of {given.steps} steps")


if __name__ == "__main__":
    main()
