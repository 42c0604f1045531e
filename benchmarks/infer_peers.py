#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packed sparse encoders beside the runtimes that people run dense ones with: PyTorch, ONNX Runtime, OpenVINO.

    benchmarks/infer_peers.py --json paper_results/inference/NAME.json --page paper_results/inference/README.md
    benchmarks/infer_peers.py --from FILE.json --page README.md        # the page alone, of what was measured before

A BERT of random weights is written as Hugging Face has it. The peers get it through transformers and torch.onnx; espalier reads the
folder itself, dense and pruned to density 0.1 in blocks of 1, 4 and 16. Token ids go in, hidden states of the last layer come out. All
run in this process, each with as many threads, and take their turn in every round, with a pause in between in which threads that spin come to
rest. A figure is the median over the rounds, with both quartiles.

Each peer runs in every setting that may be its best, and the fastest counts: PyTorch as it is and compiled with frozen weights; ONNX Runtime on
the exported graph and on the one that its optimizer for transformers fuses; OpenVINO compiled for each shape. In 8 bits: dynamic
quantization of PyTorch and ONNX Runtime, weights compressed by NNCF in OpenVINO, espalier's blocks of 4 and more.

Before anything is timed, results are held against PyTorch in float32 with the same weights: those of a dense model against the model's,
those of a sparse one against the pruned weights in a dense model. What goes beyond rounding ends the program.

Needs espalier on the PYTHONPATH, the program espalier (--espalier), and
    pip install torch transformers onnx onnxscript onnxruntime openvino nncf
With --deepsparse PYTHON also DeepSparse 1.8, the last one that installs (pip install deepsparse==1.8.0 'numpy<2' in an environment of
its own), on the same pruned weights.
"""
from __future__ import annotations

import argparse
import contextlib
import gc
import importlib.metadata
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

import option_values

SHAPES = {"small": (4, 512, 8), "base": (12, 768, 12)}  # layers, width, heads; feed-forward layers are four times as wide
VOCABULARY = 30522
DENSITY = 0.1
PAUSE_SECONDS = 0.03  # OpenMP's and ONNX Runtime's threads spin for some milliseconds after their work
BUSY = 0.5  # load average from which the page says where it came from
# Of the norm of the hidden states. Sums of 3072 products in another order differ by some 1e-6 and grow over the layers.
ROUNDING = 1e-4
# No result in 8 bits is that of single precision; one of other weights would be off by the whole norm.
EIGHT_BITS = 0.3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", nargs="+", default=["small", "base"], choices=list(SHAPES))
    count = option_values.at_least(1)
    parser.add_argument("--batches", nargs="+", type=count, default=[1, 8, 32])
    parser.add_argument("--blocks", nargs="+", type=count, choices=option_values.BLOCKS, default=[1, 4, 16])
    parser.add_argument("--sequence", type=count, default=128)
    parser.add_argument("--threads", type=count, default=2)
    parser.add_argument("--rounds", type=count, default=7)
    parser.add_argument("--skip", nargs="*", default=[], help="names of peers to leave out, as the table has them")
    parser.add_argument("--espalier", default="build/release/experiments/espalier", help="the program")
    parser.add_argument("--deepsparse", help="a Python that has deepsparse 1.8, which runs the same pruned weights")
    parser.add_argument("--deepsparse-worker", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--load-from", metavar="TEXT", help="where the load average before the run came from, which the page then says")
    parser.add_argument("--json", type=pathlib.Path, help="where to write what was measured")
    parser.add_argument("--from", dest="measured", type=option_values.text_file, help="measure nothing, read such a file")
    parser.add_argument("--page", type=pathlib.Path, help="a page whose part between <!-- measured --> and <!-- end --> is written anew")
    given = parser.parse_args()
    peers = makers(given)
    for title in given.skip:
        if title not in peers:
            parser.error(f"argument --skip: {title}: no such peer; expected some of: {'; '.join(peers)}")
    if not given.measured and not given.deepsparse_worker:
        option_values.require_program(parser, "--espalier", given.espalier)
    if given.deepsparse:
        option_values.require_program(parser, "--deepsparse", given.deepsparse)
    return given


def write_models(given, name, folder):
    """The dense folder of Hugging Face, and by block the sparse one and the same weights as a dense one."""
    import torch
    import transformers

    layers, width, heads = SHAPES[name]
    torch.manual_seed(1)
    # A larger deviation than BERT's 0.02, so that layers change what passes through them even though nothing was trained.
    config = transformers.BertConfig(vocab_size=VOCABULARY, hidden_size=width, num_hidden_layers=layers, num_attention_heads=heads,
                                     intermediate_size=4 * width, initializer_range=0.05)
    model = transformers.BertModel(config, add_pooling_layer=False).eval()
    model.save_pretrained(folder / "dense")
    # Our reader wants the words of a vocabulary; what they are does not matter here.
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    words += [f"w{i}" for i in range(VOCABULARY - len(words))]
    (folder / "dense/vocab.txt").write_text("\n".join(words) + "\n")
    for block in given.blocks:
        sparse, back = folder / f"b{block}", folder / f"b{block}_dense"
        run = [given.espalier, "convert", "--quiet"]
        subprocess.run([*run, folder / "dense", sparse, "--sparse", "--block", str(block), "--density", str(DENSITY)], check=True)
        subprocess.run([*run, sparse, back], check=True)
    return model


class Espalier:
    def __init__(self, given, folder, int8=False):
        import espalier

        self.model = espalier.Predictor(folder, threads=given.threads, int8=int8)

    def prepare(self, ids):
        self.ids = list(ids)

    def run(self):
        import numpy as np

        return np.stack(self.model.hidden_states(self.ids))


class PyTorch:
    def __init__(self, given, model, compiled=False, quantized=False):
        import torch

        self.torch, self.model = torch, model
        if quantized:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.model = torch.ao.quantization.quantize_dynamic(model, {torch.nn.Linear}, dtype=torch.qint8)
        if compiled:
            import torch._inductor.config

            torch._inductor.config.freezing = True
            self.model = torch.compile(model, dynamic=False)

    def prepare(self, ids):
        self.ids = self.torch.from_numpy(ids)
        self.mask = self.torch.ones_like(self.ids)

    def run(self):
        with self.torch.inference_mode():
            return self.model(input_ids=self.ids, attention_mask=self.mask).last_hidden_state.numpy()


class OnnxRuntime:
    def __init__(self, given, path):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = given.threads
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.names = [one.name for one in self.session.get_inputs()]

    def prepare(self, ids):
        import numpy as np

        given = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        self.feed = {name: given[name] for name in self.names}

    def run(self):
        return self.session.run(None, self.feed)[0]


class OpenVino:
    def __init__(self, given, path, compressed=False):
        import openvino

        self.openvino, self.given = openvino, given
        self.model = openvino.Core().read_model(path)
        if compressed:
            import nncf

            with contextlib.redirect_stdout(sys.stderr):
                self.model = nncf.compress_weights(self.model, mode=nncf.CompressWeightsMode.INT8_SYM)

    def prepare(self, ids):
        import numpy as np

        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        model = self.model.clone()
        model.reshape({one.any_name: list(ids.shape) for one in model.inputs})
        self.compiled = self.openvino.compile_model(model, "CPU", {
            "INFERENCE_NUM_THREADS": self.given.threads, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY"})
        self.feed = {one.any_name: feed[one.any_name] for one in model.inputs}

    def run(self):
        return self.compiled(self.feed)[self.compiled.output(0)]


class DeepSparse:
    """In a process of its own, since the last version wants an older onnx than the others; it times itself."""

    def __init__(self, given, path):
        self.folder = path.parent
        self.process = subprocess.Popen([given.deepsparse, __file__, "--deepsparse-worker", path, "--threads", str(given.threads)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, question):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:  # it prints other things too
            if line.startswith("answer "):
                return float(line.split()[1])
        sys.exit("infer_peers: the process of DeepSparse ended")

    def prepare(self, ids):
        import numpy as np

        np.save(self.folder / "ids.npy", ids)
        self.ask("prepare")

    def timed(self):
        return self.ask("run")

    def run(self):
        import numpy as np

        self.ask("result")
        return np.load(self.folder / "hidden.npy")

    def __del__(self):
        self.process.stdin.close()
        self.process.wait()


def serve_deepsparse(path, threads):
    import numpy as np
    from deepsparse import compile_model

    for line in sys.stdin:
        began = 0.0
        if line == "prepare\n":
            ids = np.load(path.parent / "ids.npy")
            model = compile_model(str(path), batch_size=len(ids), num_cores=threads, input_shapes=[list(ids.shape)] * 2)
            feed = [ids, np.ones_like(ids)]
        else:
            began = time.perf_counter()
            hidden = model.run(feed)[0]
            began = time.perf_counter() - began
            if line == "result\n":
                np.save(path.parent / "hidden.npy", hidden)
        print(f"answer {began}", flush=True)


def export_onnx(given, model, path):
    import torch

    class Hidden(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.bert = model

        def forward(self, input_ids, attention_mask):
            return self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

    ids = torch.zeros(2, given.sequence, dtype=torch.int64)
    attention = model.config._attn_implementation
    model.set_attn_implementation("eager")  # the pattern that the optimizer knows
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(Hidden().eval(), (ids, torch.ones_like(ids)), str(path), input_names=["input_ids", "attention_mask"],
                          output_names=["hidden"], dynamic_axes={key: {0: "batch", 1: "tokens"} for key in ("input_ids", "attention_mask", "hidden")},
                          opset_version=17, dynamo=False)
    model.set_attn_implementation(attention)
    return path


def optimize_onnx(name, plain):
    """The graph that ONNX Runtime's optimizer for transformers fuses, and that in 8 bits."""
    import logging

    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.transformers import optimizer

    logging.getLogger().setLevel(logging.ERROR)
    fused, quantized = plain.with_name("fused.onnx"), plain.with_name("int8.onnx")
    layers, width, heads = SHAPES[name]
    optimized = optimizer.optimize_model(str(plain), model_type="bert", num_heads=heads, hidden_size=width, opt_level=1)
    optimized.save_model_to_file(str(fused))
    fusions = {kind: count for kind, count in optimized.get_fused_operator_statistics().items() if count}
    print(f"{name}: ONNX Runtime's optimizer fused {fusions}", flush=True)
    quantize_dynamic(str(fused), str(quantized), weight_type=QuantType.QInt8, extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT})
    return fused, quantized


def makers(given, model=None, folder=None, plain=None, fused=None, quantized=None):
    """By name of the table: precision, density, block, and what makes that which runs it. Without a model for the names alone."""
    makers = {
        "PyTorch": ("f32", 1, 0, lambda: PyTorch(given, model)),
        "PyTorch, compiled": ("f32", 1, 0, lambda: PyTorch(given, model, compiled=True)),
        "ONNX Runtime": ("f32", 1, 0, lambda: OnnxRuntime(given, plain)),
        "ONNX Runtime, fused": ("f32", 1, 0, lambda: OnnxRuntime(given, fused)),
        "OpenVINO": ("f32", 1, 0, lambda: OpenVino(given, plain)),
        "PyTorch, int8": ("int8", 1, 0, lambda: PyTorch(given, model, quantized=True)),
        "ONNX Runtime, int8": ("int8", 1, 0, lambda: OnnxRuntime(given, quantized)),
        "OpenVINO, int8 weights": ("int8", 1, 0, lambda: OpenVino(given, plain, compressed=True)),
        "espalier, dense": ("f32", 1, 0, lambda: Espalier(given, folder / "dense")),
    }
    for block in given.blocks:
        makers[f"espalier, b={block}"] = ("f32", DENSITY, block, lambda block=block: Espalier(given, folder / f"b{block}"))
    for block in given.blocks:
        if block >= 4:  # smaller ones stay in single precision
            makers[f"espalier, int8, b={block}"] = ("int8", DENSITY, block, lambda block=block: Espalier(given, folder / f"b{block}", int8=True))
    for block in given.blocks if given.deepsparse else ():
        makers[f"DeepSparse, b={block}"] = ("f32", DENSITY, block, lambda block=block: DeepSparse(given, export_pruned(given, folder / f"b{block}_dense")))
    return makers


def export_pruned(given, folder):
    import transformers

    return export_onnx(given, transformers.BertModel.from_pretrained(folder, add_pooling_layer=False).eval(), folder / "model.onnx")


def load(given, name, model, folder):
    """By name of the table: precision, density, block, and what runs it."""
    plain = export_onnx(given, model, folder / "plain.onnx")
    fused, quantized = optimize_onnx(name, plain)
    return {title: (precision, density, block, make())
            for title, (precision, density, block, make) in makers(given, model, folder, plain, fused, quantized).items() if title not in given.skip}


def verify(given, model, runtimes, folder, ids):
    """Of the norm of PyTorch's hidden states, by how much those of each runtime differ. Ends the program on one that is wrong."""
    import numpy as np
    import transformers

    expected = {}
    for title, (precision, _, block, runtime) in runtimes.items():
        if block not in expected:
            of = model if block == 0 else transformers.BertModel.from_pretrained(folder / f"b{block}_dense", add_pooling_layer=False).eval()
            peer = PyTorch(given, of)
            peer.prepare(ids)
            expected[block] = peer.run().astype(np.float64)
        runtime.prepare(ids)
        share = float(np.linalg.norm(runtime.run() - expected[block]) / np.linalg.norm(expected[block]))
        bound = EIGHT_BITS if precision == "int8" else ROUNDING
        print(f"  {title}: differs by {share:.1e} of the norm, at most {bound:g} allowed", flush=True)
        if not share <= bound:
            sys.exit(f"infer_peers: {title}: hidden states differ by {share:.2e} of their norm, expected at most {bound:g}")


def timed(runtime):
    if hasattr(runtime, "timed"):
        return runtime.timed()
    began = time.perf_counter()
    runtime.run()
    return time.perf_counter() - began


def measure(given):
    import espalier  # noqa: F401  what is missing is said before minutes of work
    import numpy as np
    import torch
    import transformers

    found = machine(given)
    torch.set_num_threads(given.threads)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    records = []
    for name in given.models:
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            model = write_models(given, name, folder)
            runtimes = load(given, name, model, folder)
            random = np.random.default_rng(1)
            for batch in given.batches:
                ids = random.integers(0, VOCABULARY, (batch, given.sequence))
                # What is timed: another number of tokens is another compiled model, or goes through other kernels.
                print(f"{name}, {batch} x {given.sequence}: results beside those of PyTorch", flush=True)
                verify(given, model, runtimes, folder, ids)
                seconds = {title: [] for title in runtimes}
                for title, (*_, runtime) in runtimes.items():
                    runtime.prepare(ids)
                    for _ in range(2):  # compiles, allocates, packs
                        runtime.run()
                order = list(runtimes)
                for round in range(given.rounds):
                    for title in order if round % 2 == 0 else order[::-1]:
                        time.sleep(PAUSE_SECONDS)
                        seconds[title].append(timed(runtimes[title][-1]))
                for title, (precision, density, block, _) in runtimes.items():
                    records.append({"model": name, "batch": batch, "tokens": given.sequence, "runtime": title, "precision": precision,
                                    "density": density, "block": block, "seconds": seconds[title]})
                print(f"{name}, {batch} x {given.sequence}: " + "; ".join(
                    f"{title} {1e3 * statistics.median(times):.1f} ms" for title, times in seconds.items()), flush=True)
            del runtimes, model
            gc.collect()
    return {"machine": found, "threads": given.threads, "rounds": given.rounds, "records": records}


def machine(given):
    doctor = json.loads(subprocess.run([given.espalier, "doctor", "--json"], check=True, capture_output=True, text=True).stdout)
    facts = {key: doctor[key] for key in ("processor", "logical cores", "SIMD target", "build type", "revision")}
    packages = {package: importlib.metadata.version(package)
                for package in ("torch", "transformers", "onnx", "onnxruntime", "openvino", "nncf", "numpy")}
    return {**facts, "load": os.getloadavg()[0], "load from": given.load_from, "python": platform.python_version(), "packages": packages}


def quartiles(times):
    if len(times) < 2:
        return times[0], times[0], times[0]
    return tuple(statistics.quantiles(times, n=4, method="inclusive"))


def tables(measured):
    """The part of the page that a run of this program writes."""
    records = measured["records"]
    cells = {(r["model"], r["batch"], r["runtime"]): r for r in records}
    requests = list(dict.fromkeys((r["model"], r["batch"]) for r in records))
    titles = list(dict.fromkeys(r["runtime"] for r in records))
    median = {key: quartiles(r["seconds"])[1] for key, r in cells.items()}

    def fastest(request, precision):
        peers = [(median[key], key[2]) for key, r in cells.items()
                 if key[:2] == request and r["precision"] == precision and r["density"] == 1]
        return min(peers) if peers else (float("nan"), "none")

    facts = measured["machine"]
    tokens, threads = records[0]["tokens"], measured["threads"]
    sparse = [title for title in titles if any(r["runtime"] == title and r["density"] < 1 for r in records)]
    ratios = {title: [fastest(request, "f32")[0] / median[(*request, title)] for request in requests] for title in sparse}
    ranges = [f"{min(found):.2f} to {max(found):.2f} times ({title.replace('espalier, b=', 'blocks of ')})" for title, found in ratios.items()]
    listed = " and ".join(filter(None, (", ".join(ranges[:-1]), *ranges[-1:])))
    lines = []
    if ranges:  # not if all sparse ones were skipped
        lines += [f"On {threads} thread{'s' * (threads > 1)}, at density {DENSITY} and {tokens} tokens, packed sparse encoders are {listed} as fast as "
                  "the fastest dense runtime in single precision.", ""]
    if facts["load"] > BUSY:
        source = facts.get("load from") or "what is not known: milliseconds say nothing, ratios little"
        lines += [f"Load average {facts['load']:.1f} before the run, from {source}.", ""]
    lines += [f"| {' | '.join(['model, sequences', 'fastest dense f32', 'ms', 'fastest dense int8', 'times it', *sparse])} |",
              "|" + "---|" * (4 + 1 + len(sparse))]
    for request in requests:
        seconds, title = fastest(request, "f32")
        int8, int8_title = fastest(request, "int8")
        lines.append(f"| {request[0]}, {request[1]} | {title} | {1e3 * seconds:.1f} | {int8_title} | {seconds / int8:.2f} | " +
                     " | ".join(f"{seconds / median[(*request, one)]:.2f}" for one in sparse) + " |")
    lines += ["", "Milliseconds of every runtime, median and quartiles:", "",
              "| runtime | " + " | ".join(f"{model}, {batch}" for model, batch in requests) + " |", "|---|" + "---|" * len(requests)]
    for title in titles:
        row = []
        for request in requests:
            lower, middle, upper = (1e3 * value for value in quartiles(cells[(*request, title)]["seconds"]))
            row.append(f"{middle:.1f} ({lower:.1f} to {upper:.1f})")
        lines.append(f"| {title} | " + " | ".join(row) + " |")
    versions = ", ".join(f"{package} {version}" for package, version in facts["packages"].items())
    about = [facts["processor"], facts["SIMD target"].partition(",")[0], f"{facts['logical cores']} virtual cores", f"{measured['rounds']} rounds",
             f"load average before the run {facts['load']:.1f}"]
    lines += ["", ", ".join(about) + ".", f"espalier {facts['revision']} ({facts['build type']}), {versions}, Python {facts['python']}."]
    return "\n".join(lines) + "\n"


BEGIN, END = "<!-- measured -->\n", "<!-- end -->"


def require_writable(given):
    """Ends the program if --json or --page cannot be written: before minutes of work, not behind them."""
    for path in filter(None, (given.json, given.page)):
        is_new = not path.exists()
        try:
            if path == given.page:
                old = path.read_text()
                if BEGIN not in old or END not in old:
                    sys.exit(f"infer_peers: {path}: expected the lines {BEGIN.strip()} and {END}")
            path.open("a").close()
        except OSError as error:
            sys.exit(f"infer_peers: {path}: {error.strerror}")
        if is_new:
            path.unlink()


def write_page(page, text):
    old = page.read_text()
    page.write_text(old[:old.index(BEGIN) + len(BEGIN)] + text + old[old.index(END):])


def main():
    given = arguments()
    if given.deepsparse_worker:
        return serve_deepsparse(given.deepsparse_worker, given.threads)
    require_writable(given)
    measured = json.loads(given.measured.read_text()) if given.measured else measure(given)
    if given.json:
        lines = ",\n ".join(json.dumps(record) for record in measured["records"])
        facts = json.dumps({key: value for key, value in measured.items() if key != "records"}, indent=1).removesuffix("\n}")
        given.json.write_text(f'{facts},\n "records": [\n {lines}\n ]\n}}\n')
    text = tables(measured)
    print(text)
    if given.page:
        write_page(given.page, text)


if __name__ == "__main__":
    main()
