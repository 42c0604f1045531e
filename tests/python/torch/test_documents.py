# SPDX-License-Identifier: Apache-2.0
"""The Python programs of the documents run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("document", ["README.md", "docs/python.md"])
def test_python_of(document, tmp_path, monkeypatch):
    text = (ROOT / document).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    exec(compile("\n".join(blocks), document, "exec"), {"__name__": "__main__"})


def test_vision_transformer():
    subprocess.run([sys.executable, ROOT / "examples/python/vit_mlp.py"], check=True)


def test_bert_of_hugging_face():
    pytest.importorskip("transformers")
    subprocess.run([sys.executable, ROOT / "examples/python/hf_bert_mlm.py", ROOT / "README.md", "--steps", "60"], check=True)
