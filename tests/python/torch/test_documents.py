# SPDX-License-Identifier: Apache-2.0
"""The Python programs of the documents run as they stand, and print what stands below them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("document", ["README.md", "docs/python.md"])
def test_python_of(document, tmp_path, monkeypatch, capsys):
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    exec(compile("\n".join(blocks), document, "exec"), {"__name__": "__main__"})
    for output in re.findall(r"^```python\n(?:(?!```)[^\n]*\n)*```\n```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        assert output in capsys.readouterr().out


def test_readme_with_a_pattern_that_stays(capsys):
    """What the README says of `static`: a last loss of 3.9, rounded."""
    text = (ROOT / "README.md").read_text()
    block = re.search(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[1]
    assert block.count('"dynamic"') == 1
    exec(compile(block.replace('"dynamic"', '"static"'), "README.md", "exec"), {"__name__": "__main__"})
    said = re.search(r"the loss ends at ([0-9.]+)\.$", text, re.MULTILINE)[1]
    assert f"{float(re.findall(r'loss ([0-9.]+)', capsys.readouterr().out)[-1]):.1f}" == said


def test_vision_transformer():
    subprocess.run([sys.executable, ROOT / "examples/python/vit_mlp.py"], check=True)


def test_bert_of_hugging_face():
    pytest.importorskip("transformers")
    subprocess.run([sys.executable, ROOT / "examples/python/hf_bert_mlm.py", ROOT / "README.md", "--steps", "60"], check=True)


def test_bert_of_hugging_face_names_a_text_that_is_too_short(tmp_path):
    pytest.importorskip("transformers")
    (tmp_path / "short.txt").write_text("a" * 64)
    program = [sys.executable, ROOT / "examples/python/hf_bert_mlm.py", tmp_path / "short.txt"]
    refused = subprocess.run(program, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "the texts have 64 bytes; expected more than the 64 of a sequence" in refused.stderr
