# SPDX-License-Identifier: Apache-2.0
"""The examples in the documentation strings print what stands there."""

import doctest

import pytest

import espalier.accounting
import espalier.matrix
import espalier.topology
import espalier.topology_policy


@pytest.mark.parametrize("module", [espalier.accounting, espalier.matrix, espalier.topology, espalier.topology_policy], ids=lambda m: m.__name__)
def test_examples(module):
    assert doctest.testmod(module).failed == 0
