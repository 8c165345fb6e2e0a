"""The tests themselves: none passes because it looked at nothing."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))


def runs_at_least_once(items: ast.expr, constants: set[str]) -> bool:
    """Whether a loop over an expression has at least one turn, as far as its text shows."""
    match items:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return bool(elements)
        case ast.Dict(keys=keys):
            return bool(keys)
        case ast.Constant(value=str(text)):
            return bool(text)
        case ast.Name(id=name):
            return name in constants
        case ast.Call(func=ast.Name(id="range"), args=bounds):
            return all(isinstance(b, ast.Constant) for b in bounds)
        case ast.Call(func=ast.Name(id="some" | "count")):
            return True
        case ast.Call(func=ast.Name(id="enumerate" | "sorted" | "list" | "reversed" | "zip"), args=args):
            return bool(args) and all(runs_at_least_once(a, constants) for a in args)
        case ast.Call(func=ast.Attribute(value=value, attr="items" | "values" | "keys" | "split")):
            return runs_at_least_once(value, constants)
    return False


def asserts_surely(body: Sequence[ast.stmt], constants: set[str]) -> bool:
    """Whether statements assert something whatever the data they loop over."""
    for statement in body:
        match statement:
            case ast.Assert():
                return True
            case ast.With(items=items, body=inner):
                if any("raises" in ast.unparse(i) or "warns" in ast.unparse(i) for i in items):
                    return True
                if asserts_surely(inner, constants):
                    return True
            case ast.Try(body=inner) | ast.If(body=inner):
                if asserts_surely(inner, constants):
                    return True
            case ast.For(iter=items, body=inner):
                if runs_at_least_once(items, constants) and asserts_surely(inner, constants):
                    return True
    return False


def constants_of(tree: ast.Module) -> set[str]:
    """The names that a module gives to collections whose text shows that they are not empty."""
    known: set[str] = set()
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if runs_at_least_once(value, known):
                known.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if (
                    runs_at_least_once(value, known)):
                known.add(name)
    return known


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(TESTS).as_posix())
def test_no_assertion_sits_only_in_a_loop_that_may_be_empty(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    constants = constants_of(tree)
    tests = [f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and f.name.startswith("test_")]
    assert tests
    vacuous = [
        f"{path.name}:{test.lineno} {test.name}" for test in tests
        if any(isinstance(n, ast.Assert) for n in ast.walk(test))
        and not asserts_surely(test.body, constants)]
    assert vacuous == [], "write `for x in some(items)`, which fails for no items"


def test_the_files_that_come_first_are_there(pytestconfig: pytest.Config) -> None:
    whole_run = pytestconfig.pluginmanager.get_plugin(str(TESTS.parent / "conftest.py"))
    assert whole_run is not None
    assert len(whole_run.LONGEST) > 5
    assert [name for name in whole_run.LONGEST if not (TESTS.parent / name).is_file()] == []
