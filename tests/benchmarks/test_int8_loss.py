# SPDX-License-Identifier: Apache-2.0
"""int8_loss.py with a program of its own in place of espalier."""
import pathlib
import subprocess
import sys

BENCHMARKS = pathlib.Path(__file__).parents[2] / "benchmarks"
# Answers each line of standard input, with a line separator in the name of a label, as JSON may have it.
PROGRAM = """#!{python}
import sys
for line in sys.stdin.buffer.read().decode().split("\\n")[:-1]:
    sys.stdout.buffer.write('{{"labels": [{{"label": "a\u2028b", "score": 0.75}}, {{"label": "c", "score": 0.25}}]}}\\n'.encode())
"""


def test_only_a_line_feed_ends_a_line(tmp_path):
    program = tmp_path / "espalier"
    program.write_text(PROGRAM.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    table = tmp_path / "texts.tsv"
    table.write_bytes("a\u2028b\tone\u2028two\x85three\x0cfour\rfive\r\nc\tsix\n".encode())
    ended = subprocess.run([sys.executable, BENCHMARKS / "int8_loss.py", "model", table, "--espalier", program], capture_output=True, encoding="utf-8")
    assert ended.returncode == 0, ended.stderr
    assert "| model | 2 | 50.00 | 50.00 | +0.00 | 0 |" in ended.stdout
