# SPDX-License-Identifier: Apache-2.0
"""_native.pyi names what the module has, and nothing else."""

import ast
from pathlib import Path

import espalier
from espalier import _native


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_stubs_name_what_the_module_has():
    tree = ast.parse((Path(espalier.__file__).parent / "_native.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert set(classes) | set(functions) == public(vars(_native))
    for name, node in classes.items():
        assert public(member.name for member in node.body if hasattr(member, "name")) == public(vars(getattr(_native, name))), name
    for name, node in functions.items():
        # The first line of what pybind11 documents is the signature.
        signature = getattr(_native, name).__doc__.split("\n")[0]
        for argument in node.args.args:
            assert f"{argument.arg}: " in signature, (name, argument.arg)
