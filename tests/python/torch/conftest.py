# SPDX-License-Identifier: Apache-2.0
import pytest

pytest.importorskip("torch")
