# SPDX-License-Identifier: Apache-2.0
"""_native.pyi names what the module has, and nothing else."""

import ast
import re
from pathlib import Path

import espalier
from espalier import _native


def public(names):
    return {name for name in names if not name.startswith("_")}


def arguments_of(function):
    """Their names, by the first line of what pybind11 documents, which is the signature."""
    return [name for name in re.findall(r"[(,] ?(\w+): ", function.__doc__.split("\n")[0]) if name != "self"]


def arguments_in(node):
    return [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs) if argument.arg != "self"]


def test_stubs_name_what_the_module_has():
    tree = ast.parse((Path(espalier.__file__).parent / "_native.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert set(classes) | set(functions) == public(vars(_native))
    for name, node in classes.items():
        assert public(member.name for member in node.body if hasattr(member, "name")) == public(vars(getattr(_native, name))), name
        for member in node.body:
            is_property = [decorator.id for decorator in getattr(member, "decorator_list", ())] == ["property"]
            if isinstance(member, ast.FunctionDef) and not is_property:
                assert arguments_in(member) == arguments_of(getattr(getattr(_native, name), member.name)), (name, member.name)
    for name, node in functions.items():
        assert arguments_in(node) == arguments_of(getattr(_native, name)), name
