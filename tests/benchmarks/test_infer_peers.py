# SPDX-License-Identifier: Apache-2.0
"""The page of infer_peers.py, of what was measured."""
import pathlib

BENCHMARKS = pathlib.Path(__file__).parents[2] / "benchmarks"


def measured(*runtimes):
    machine = {"processor": "P", "logical cores": 2, "SIMD target": "AVX2", "build type": "Release", "revision": "r", "load": 0.0, "python": "3",
               "packages": {"torch": "2"}}
    records = [{"model": "small", "batch": 1, "tokens": 128, "runtime": title, "precision": "f32", "density": density, "block": block,
                "seconds": [seconds]} for title, density, block, seconds in runtimes]
    return {"machine": machine, "threads": 2, "rounds": 1, "records": records}


def test_a_page_without_sparse_runtimes_has_the_dense_ones(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    import infer_peers

    dense = ("PyTorch", 1, 0, 0.004)
    of_both = infer_peers.tables(measured(dense, ("espalier, b=4", 0.1, 4, 0.002)))
    assert of_both.startswith("On 2 threads, at density 0.1 and 128 tokens, packed sparse encoders are 2.00 to 2.00 times (blocks of 4) as fast as")
    of_one = infer_peers.tables(measured(dense))
    assert of_one.startswith("| model, sequences | fastest dense f32 |")
    assert "| PyTorch | 4.0 (4.0 to 4.0) |" in of_one
