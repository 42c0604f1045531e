# SPDX-License-Identifier: Apache-2.0
"""The Python programs of the documents run as they stand."""

import re
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
