# SPDX-License-Identifier: Apache-2.0
"""Options of the programs that need no package: a wrong value is one line and exit code 2."""
import pathlib
import subprocess
import sys

import pytest

BENCHMARKS = pathlib.Path(__file__).parents[2] / "benchmarks"


def refusal(program, *options):
    """The line that a program ends with."""
    ended = subprocess.run([sys.executable, BENCHMARKS / program, *options], capture_output=True, text=True)
    assert ended.returncode == 2, ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "program, options, expected",
    [
        ("ddp_peer.py", ["--layers", "0"], "argument --layers: 0: expected a whole number from 1 on"),
        ("ddp_peer.py", ["--steps", "4"], "argument --steps: 4: expected a whole number from 5 on"),
        ("ddp_peer.py", ["--densities", "1", "1.5"], "argument --densities: 1.5: expected a number above 0, at most 1"),
        ("ddp_peer.py", ["--block", "3"], "argument --block: invalid choice: 3"),
        ("ddp_peer.py", ["--heads", "3"], "--width 256: expected a multiple of --heads, 3"),
        ("ddp_peer.py", ["--batch", "7"], "--batch 7: expected a multiple of 2, the processes"),
        ("ddp_peer.py", ["--espalier", "./nowhere"], "argument --espalier: ./nowhere: no such program"),
        ("infer_peers.py", ["--rounds", "two"], "argument --rounds: two: expected a whole number from 1 on"),
        ("infer_peers.py", ["--espalier", "./nowhere"], "argument --espalier: ./nowhere: no such program"),
        ("infer_peers.py", ["--from", "nowhere.json"], "argument --from: nowhere.json: No such file or directory"),
        ("infer_peers.py", ["--skip", "Pytorch"], "argument --skip: Pytorch: no such peer; expected some of: PyTorch; PyTorch, compiled;"),
        ("infer_peers.py", ["--blocks", "4", "--skip", "espalier, b=16"], "argument --skip: espalier, b=16: no such peer"),
        ("int8_loss.py", ["model", "nowhere.tsv"], "argument table: nowhere.tsv: No such file or directory"),
        ("int8_loss.py", ["model", __file__, "--espalier", "./nowhere"], "argument --espalier: ./nowhere: no such"),
    ],
)
def test_a_wrong_value_is_named(program, options, expected):
    assert expected in refusal(program, *options)


def test_blocks_are_some_of_those_that_there_are(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    import argparse

    import option_values

    assert option_values.blocks("16,1") == [16, 1]
    for wrong in ("", "3", "4,4", "1, 4", "4,"):
        with pytest.raises(argparse.ArgumentTypeError, match="expected some of 1, 2, 4, 8 and 16 by commas, each once"):
            option_values.blocks(wrong)


def test_a_file_to_write_is_tried_and_left_as_it_is(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(BENCHMARKS)
    import argparse

    import option_values

    new, old = tmp_path / "new.csv", tmp_path / "old.csv"
    old.write_text("kept")
    assert option_values.writable_file(str(new)) == new
    assert not new.exists()
    assert option_values.writable_file(str(old)) == old
    assert old.read_text() == "kept"
    for wrong, reason in ((tmp_path, "Is a directory"), (old / "below.csv", "Not a directory"), (tmp_path / "none/a.csv", "No such file")):
        with pytest.raises(argparse.ArgumentTypeError, match=f"{wrong}: {reason}"):
            option_values.writable_file(str(wrong))
