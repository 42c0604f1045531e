# SPDX-License-Identifier: Apache-2.0
"""The examples in the documentation strings print what stands there."""

import doctest

import pytest

import espalier.accounting
import espalier.matrix
import espalier.topology_policy


@pytest.mark.parametrize("module", [espalier.accounting, espalier.matrix, espalier.topology_policy], ids=lambda m: m.__name__)
def test_examples(module):
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0
