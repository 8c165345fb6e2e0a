#!/usr/bin/env python3
"""Try the tests: change the program in one place at a time and see whether a test notices.

    python scripts/mutants.py                           a sample of 40 changes of the packages in PACKAGES
    python scripts/mutants.py --sample 100 --seed 3 visegrad_editor/model
    python scripts/mutants.py --each 5 visegrad_editor/systems/visegrad4 --store
    python scripts/mutants.py --sample 150 --seed 1 visegrad_editor/engine --store
    python scripts/mutants.py --again out.json          those that were left in a report (--json out.json)

A change ("mutant") turns one comparison, sign, constant or condition into another, or leaves out a
statement, a value returned or a part of a condition. Nothing on disk is touched: the changed function is
put in the place of the old one in a process forked for it; a change outside of functions is made as the
module is imported.

Which tests run for a change is not guessed. Of the test files that come to the changed modules by imports
and open no window, and of the changed modules with examples in their docstrings, each is run once under a
tracer, in a process of its own; the lines its tests come to are kept in build/mutants until the test or one
of the modules it ran changes. Of the tests that come to the changed line the fastest run first, and the first
that fails ends the matter. If none fails, all tests of their files run, since tests of a file may share what
one of them has made. A test that takes far longer than it did counts as failed: a change often makes a loop
endless.

What a test starts as another process is not seen. Changes that change nothing anybody could see are listed
with a reason in tests/equivalent_mutants.yaml and do not count. With --store, what was found is kept in
docs/rules-coverage.json, and scripts/rules_coverage.py makes its page from that: of whole functions (--all,
--fresh, --each) by the code of the function and not by where it stands, of a sample by its paths, size and
seed. A seed draws the same changes again as long as the code they are in is the same.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import gc
import hashlib
import importlib.abc
import importlib.machinery
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("systems", "engine", "model", "exchange")
"""The parts of the program that are tried where no path is given."""
WINDOW = "tkinter"
"""Tests that come to this module by their imports are left out."""
ANYTHING = "*"
"""What a file imports that imports modules by names it is told."""
EQUIVALENT = "tests/equivalent_mutants.yaml"
STORE = "docs/rules-coverage.json"
CACHE = "build/mutants"

SAMPLE = 40
SECONDS = 20.0
"""Processor time of tests, as recorded, that a change gets."""
SLACK, TIMES = 5.0, 10
"""A test that takes so many seconds, and so many times what it did, is taken to be endless."""
RECORDED = 30.0
"""Seconds after which no further test of a file is recorded; those do not take part."""
WAITING = 3
"""So many times as long by the clock."""
WORD = 20
"""Texts of tables up to this length are words that mean something to the program."""
LONGEST = 1e6
"""Seconds that one wait may last, as the system counts them."""
SHOWN = 70
"""How much of a long statement is shown before and after what changes."""
MEMORY = 3 << 30
"""More than this no test may take."""

CAUGHT, LEFT, ENDLESS = "caught", "left", "endless"


# -- changes ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """A change of one place: the `index`-th node of the module's tree, and what is done to it."""

    file: str
    line: int
    function: str
    """The outermost function or method around it, "" outside of functions."""
    part: str
    """The function, or outside of functions the class or the name that the statement binds."""
    before: str
    after: str
    index: int
    kind: str
    lines: tuple[int, int]
    """First and last line of the statement it is in."""
    names: tuple[str, ...] = ()
    """Outside of functions, the names that the statement binds."""

    @property
    def identity(self) -> tuple[str, str, str]:
        """What it is, wherever its function stands."""
        return self.part, self.before, self.after

    def told(self) -> str:
        where = f" in {self.part}" if self.part else ""
        before, after = cut_down(self.before, self.after)
        return f"{self.file}:{self.line}{where}\n  - {before}\n  + {after}"


def _alike(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


def cut_down(before: str, after: str) -> tuple[str, str]:
    """Two lines that differ, long ones only around where they do."""
    same = _alike(before, after)
    tail = _alike(before[same:][::-1], after[same:][::-1])

    def cut(text: str) -> str:
        first, last = max(0, same - SHOWN), len(text) - max(0, tail - SHOWN)
        return f"{'…' if first else ''}{text[first:last]}{'…' if last < len(text) else ''}"

    return (cut(before), cut(after)) if len(before) > 2 * SHOWN else (before, after)


_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}
_NEGATED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Pow: ast.Mult,
}
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Tree:
    """A module's tree with its nodes numbered and each node's parent."""

    def __init__(self, module: ast.Module) -> None:
        self.module = module
        self.nodes = list(ast.walk(self.module))
        self.index = {id(n): i for i, n in enumerate(self.nodes)}
        self.parent = {id(c): n for n in self.nodes for c in ast.iter_child_nodes(n)}

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """The node's parent, that one's, and so on."""
        while (up := self.parent.get(id(node))) is not None:
            yield up
            node = up

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement a node is in, or is."""
        return next(n for n in (node, *self.above(node)) if isinstance(n, ast.stmt))

    def function(self, node: ast.AST) -> tuple[str, _Function | None]:
        """The outermost function around a node, with the classes around that: its name and itself."""
        chain = [n for n in self.above(node) if isinstance(n, _Function | ast.ClassDef)][::-1]
        for i, n in enumerate(chain):
            if isinstance(n, _Function):
                return ".".join(c.name for c in chain[: i + 1]), n
        return "", None


def _skipped(tree: Tree) -> set[int]:
    """The ids of nodes that are not changed, with all below them: types, texts that document, assertions,
    what is there for type checkers or only when a module is run, how often other threads may run."""
    roots: list[ast.AST] = []
    for n in tree.nodes:
        if isinstance(n, _Function):
            roots += [*n.decorator_list, *([n.returns] if n.returns else [])]
        elif isinstance(n, ast.ClassDef):
            roots += [*n.decorator_list, *n.bases]
        elif (isinstance(n, ast.arg) and n.annotation) or isinstance(n, ast.AnnAssign):
            roots.append(n.annotation)
        elif isinstance(n, ast.Assert) or _is_for_types(n) or _is_main(n) or _says_nothing(n):
            roots.append(n)
        elif isinstance(n, ast.Call) and ast.unparse(n.func) in ("cast", "TypeVar"):
            roots += n.args[:1]
        elif isinstance(n, ast.Call) and ast.unparse(n.func) == "with_pauses":
            roots += n.args[1:]
        elif isinstance(n, ast.Call) and ast.unparse(n.func) == "zip":
            # That all are equally long is an assertion.
            roots += [k.value for k in n.keywords if k.arg == "strict"]
        elif isinstance(n, ast.Raise) and n.exc and ast.unparse(n.exc).startswith(
                ("AssertionError", "NotImplementedError")):
            roots.append(n)
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and ast.unparse(n.value) in (
                "frozenset", "set", "list", "dict", "tuple", "Literal"):
            roots.append(n.slice)
    return {id(below) for root in roots for below in ast.walk(root)}


def _is_for_types(n: ast.AST) -> bool:
    return isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)


def _says_nothing(n: ast.AST) -> bool:
    """Whether a statement is a text, or says what a module shows or a class cannot."""
    if isinstance(n, ast.Assign):
        return ast.unparse(n.targets[0]) in ("__all__", "__hash__")
    return isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)


def _is_main(n: ast.AST) -> bool:
    return isinstance(n, ast.If) and "__name__" in ast.unparse(n.test)


def _kinds(node: ast.AST, tree: Tree) -> Iterator[str]:
    """What can be done to a node."""
    up = tree.parent.get(id(node))
    if isinstance(node, ast.Compare):
        yield from (f"compare {i}" for i in range(len(node.ops)))
    elif isinstance(node, ast.BoolOp):
        yield "and or"
        yield from (f"without {i}" for i in range(len(node.values)))
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.UAdd):
        yield "without sign"
    elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED and not _is_text(node):
        yield "operator"
    elif isinstance(node, ast.AugAssign):
        yield from ("operator", "leave out")
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "flip"
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        # In a table, a word: sentences are for readers.
        if isinstance(up, ast.Tuple | ast.List | ast.Set | ast.Dict) and tree.function(node)[1] is None and (
                0 < len(node.value) <= WORD):
            yield "other word"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield "one more"
        if not (isinstance(up, ast.UnaryOp) and isinstance(up.op, ast.USub)):
            yield "one less"
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
        yield "other function"
    elif isinstance(node, ast.Expr | ast.Raise | ast.Delete | ast.Break | ast.Continue) or (
            isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)) or (
            isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute) and node.value):
        yield "leave out"
    elif isinstance(node, ast.Return) and node.value is not None and not (
            # None is as false as they are.
            isinstance(node.value, ast.Constant) and node.value.value in (None, False, "")):
        yield "return nothing"
    test = _condition_of(node, up)
    if test and not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)) and not (
            isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], _NEGATED)):
        yield "negate"


def _condition_of(node: ast.AST, up: ast.AST | None) -> bool:
    """Whether a node is a condition."""
    if isinstance(up, ast.If | ast.While | ast.IfExp):
        return up.test is node
    return isinstance(up, ast.comprehension) and node in up.ifs


def _is_text(node: ast.BinOp) -> bool:
    """Whether texts are put together; that numbers are not is seen at once."""
    parts = (node.left, node.right)
    return any(isinstance(p, ast.JoinedStr) or (isinstance(p, ast.Constant) and isinstance(p.value, str)) or (
        isinstance(p, ast.BinOp) and _is_text(p)) for p in parts)


def _apply(tree: Tree, node: ast.AST, kind: str) -> None:
    """Do it."""
    word, _, number = kind.partition(" ")
    if word == "compare":
        assert isinstance(node, ast.Compare)
        node.ops[int(number)] = _COMPARED[type(node.ops[int(number)])]()
    elif kind == "and or":
        assert isinstance(node, ast.BoolOp)
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif word == "without" and number.isdigit():
        assert isinstance(node, ast.BoolOp)
        del node.values[int(number)]
        if len(node.values) == 1:
            _replace(tree, node, node.values[0])
    elif kind == "without sign":
        assert isinstance(node, ast.UnaryOp)
        _replace(tree, node, node.operand)
    elif kind == "operator":
        assert isinstance(node, ast.BinOp | ast.AugAssign)
        node.op = _COMPUTED[type(node.op)]()
    elif kind == "flip":
        assert isinstance(node, ast.Constant)
        node.value = not node.value
    elif kind in ("one more", "one less"):
        assert isinstance(node, ast.Constant)
        assert isinstance(node.value, int | float)
        node.value += 1 if kind == "one more" else -1
    elif kind == "other word":
        assert isinstance(node, ast.Constant)
        node.value += "?"
    elif kind == "other function":
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Name)
        node.func.id = _CALLED[node.func.id]
    elif kind == "negate":
        assert isinstance(node, ast.expr)
        _replace(tree, node, ast.UnaryOp(ast.Not(), node))
    elif kind == "return nothing":
        assert isinstance(node, ast.Return)
        node.value = ast.Constant(None)
    else:
        assert kind == "leave out", kind
        _replace(tree, node, ast.Pass())


def _replace(tree: Tree, old: ast.AST, new: ast.AST) -> None:
    """Put a node in the place of another."""
    up = tree.parent[id(old)]
    for name, value in ast.iter_fields(up):
        if value is old:
            setattr(up, name, new)
        elif isinstance(value, list) and any(v is old for v in value):
            value[[v is old for v in value].index(True)] = new
    ast.copy_location(new, old)
    tree.parent[id(new)] = up


def changes_of(source: str, file: str) -> list[Change]:
    """Every change of a module, in the order of its lines."""
    tree = Tree(ast.parse(source))
    skipped = _skipped(tree)
    found = []
    for i, node in enumerate(tree.nodes):
        if id(node) in skipped or not hasattr(node, "lineno"):
            continue
        for kind in _kinds(node, tree):
            found.append(_change(file, tree, i, kind))
    return sorted(found, key=lambda c: (c.lines, c.line, c.index, c.kind))


def _change(file: str, tree: Tree, index: int, kind: str) -> Change:
    node = tree.nodes[index]
    statement = tree.statement(node)
    # Tried on a copy of the statement, to tell what it becomes.
    made = Tree(ast.Module([copy.deepcopy(statement)], []))
    at = next(i for i, n in enumerate(ast.walk(statement)) if n is node)
    _apply(made, made.nodes[1 + at], kind)
    after = _head(made.module.body[0])
    names: tuple[str, ...] = ()
    part = function = tree.function(node)[0]
    if not function:
        classes = [a for a in tree.above(node) if isinstance(a, ast.ClassDef)][::-1]
        stored = (n for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        bound = [n.id for n in stored]
        names = tuple(dict.fromkeys([*bound, *(c.name for c in classes)]))
        part = classes[0].name if classes else (*bound, "")[0]
    line = getattr(node, "lineno", statement.lineno)
    lines = (statement.lineno, _head_end(statement))
    return Change(file, line, function, part, _head(statement), after, index, kind, lines, names)


def _head(statement: ast.stmt) -> str:
    """A statement in one line, without the statements in it."""
    text = ast.unparse(statement)
    if not hasattr(statement, "body"):
        return " ".join(text.split("\n"))
    lines = text.split("\n")
    return next((line for line in lines if not line.startswith("@")), lines[0])


def _head_end(statement: ast.stmt) -> int:
    """The last line of a statement, without the statements in it."""
    body = getattr(statement, "body", None)
    if body:
        return max(statement.lineno, body[0].lineno - 1)
    return statement.end_lineno or statement.lineno


def compiled(source: str, path: str, change: Change) -> types.CodeType:
    """The module with the change, compiled."""
    tree = Tree(ast.parse(source))
    _apply(tree, tree.nodes[change.index], change.kind)
    code: types.CodeType = compile(ast.fix_missing_locations(tree.module), path, "exec")
    return code


def digest(function: ast.AST) -> str:
    """A mark of a function's code: equal wherever it stands, whatever its comments say."""
    bare = ast.parse(ast.unparse(function))
    for n in ast.walk(bare):
        if isinstance(n, _Function | ast.ClassDef) and ast.get_docstring(n) is not None:
            n.body = n.body[1:] or [ast.Pass()]
    return hashlib.sha256(ast.dump(bare).encode()).hexdigest()[:12]


def parts_of(source: str) -> dict[str, str]:
    """The parts of a module with the marks of their code: outermost functions, methods, classes without them,
    and names bound in the module."""
    tree = Tree(ast.parse(source))
    found: dict[str, str] = {}
    for n in tree.nodes:
        if isinstance(n, _Function) and tree.function(n)[1] is None:
            chain = [a.name for a in tree.above(n) if isinstance(a, ast.ClassDef)][::-1]
            found[".".join([*chain, n.name])] = digest(n)
        elif n in tree.module.body and isinstance(n, ast.ClassDef):
            bare = copy.copy(n)
            bare.body = [m for m in n.body if not isinstance(m, _Function)] or [ast.Pass()]
            found[n.name] = digest(bare)
        elif n in tree.module.body and isinstance(n, ast.Assign | ast.AnnAssign):
            target = n.targets[0] if isinstance(n, ast.Assign) else n.target
            first = next((m.id for m in ast.walk(target) if isinstance(m, ast.Name)), "")
            found[first] = digest(n)
    return found


# -- which tests there are -------------------------------------------------------------------------------


def _imports(path: Path, root: Path, everywhere: bool) -> set[str]:
    """The names of modules a file imports: when it is imported itself, or everywhere in it."""
    package = path.relative_to(root).parent.parts
    found: set[str] = set()
    queue: list[ast.AST] = list(ast.parse(path.read_text(encoding="utf-8")).body)
    while queue:
        n = queue.pop()
        if isinstance(n, ast.Import):
            found |= {a.name for a in n.names}
        elif isinstance(n, ast.ImportFrom):
            base = list(package[: len(package) - n.level + 1]) if n.level else []
            stem = [*base, *(n.module.split(".") if n.module else [])]
            found |= {".".join(stem), *(".".join([*stem, a.name]) for a in n.names)}
        elif everywhere and isinstance(n, ast.Call) and _called(n) == "import_module" and not (
                isinstance(n.args[0], ast.Constant)):
            found.add(ANYTHING)
        elif everywhere or not (isinstance(n, _Function) or _is_for_types(n)):
            queue += ast.iter_child_nodes(n)
    return found


def _called(n: ast.Call) -> str:
    """The last name of what is called."""
    return n.func.attr if isinstance(n.func, ast.Attribute) else getattr(n.func, "id", "")


class Imports:
    """Which files of a project come to which by imports."""

    def __init__(self, root: Path, everywhere: bool) -> None:
        self._root, self._everywhere = root, everywhere
        self._known: dict[Path, tuple[set[str], list[Path]]] = {}

    def _of(self, path: Path) -> tuple[set[str], list[Path]]:
        """The names a file imports, and those of them that are files of the project."""
        if path not in self._known:
            names = _imports(path, self._root, self._everywhere)
            files = []
            for name in names:
                for base in (self._root, path.parent, self._root / "tests" / "support"):
                    place = base.joinpath(*name.split("."))
                    if not (place.parent.is_dir() and self._root in place.parents):
                        continue
                    # A package is imported with its module, and with every package around it.
                    around = [p / "__init__.py" for p in (place, *place.parents) if self._root in p.parents]
                    files += [f for f in (place.with_suffix(".py"), *around) if f.is_file()]
            self._known[path] = names, files
        return self._known[path]

    def reach(self, path: Path) -> tuple[set[str], set[Path]]:
        """The names and the files that a file comes to."""
        names: set[str] = set()
        seen, queue = {path}, [path]
        while queue:
            more, files = self._of(queue.pop())
            names |= more
            queue += (fresh := set(files) - seen)
            seen |= fresh
        return names, seen


def files_of_tests(root: Path, wanted: Sequence[str], targets: Iterable[str]) -> list[Path]:
    """The test files that come to one of the modules: of those wanted, or of all that open no window."""
    at_once, anywhere = Imports(root, False), Imports(root, True)
    files = {root / t for t in targets}

    def concerned(path: Path) -> bool:
        names, reached = anywhere.reach(path)
        return not files or ANYTHING in names or bool(files & reached)

    if wanted:
        return [p for p in sorted({p for w in wanted for p in root.glob(w)}) if concerned(p)]
    return [p for p in sorted((root / "tests").rglob("test_*.py"))
            if WINDOW not in at_once.reach(p)[0] and concerned(p)]


def files_with_examples(root: Path, sources: Mapping[str, str]) -> list[Path]:
    """The changed modules whose docstrings hold examples, which are tests of their own."""
    return [root / file for file, source in sources.items() if ">>> " in source]


# -- which lines a test comes to -------------------------------------------------------------------------


class Tracer:
    """Notes the lines of some files that are run, for one test after another."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = frozenset(files)
        self._seen: dict[int, tuple[types.CodeType, set[int]] | None] = {}
        self._whole: dict[int, int] = {}

    def start(self) -> None:
        self._seen = {}
        threading.settrace(self._call)
        sys.settrace(self._call)

    def stop(self) -> dict[str, list[int]]:
        """The lines run since `start`, by file."""
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        found: dict[str, set[int]] = {}
        for entry in self._seen.values():
            if entry is not None:
                found.setdefault(entry[0].co_filename, set()).update(entry[1])
        return {file: sorted(lines) for file, lines in found.items()}

    def _call(self, frame: types.FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        key = id(code)
        try:
            entry = self._seen[key]
        except KeyError:
            inside = code.co_filename in self.files and code.co_name != "<module>"
            entry = self._seen[key] = (code, set()) if inside else None
            if inside and key not in self._whole:
                self._whole[key] = len({n for _, _, n in code.co_lines() if n} - {code.co_firstlineno})
        if entry is None or len(entry[1]) >= self._whole[key]:
            return None
        return self._line

    def _line(self, frame: types.FrameType, event: str, arg: object) -> Any:
        if event == "line":
            entry = self._seen[id(frame.f_code)]
            assert entry is not None
            entry[1].add(frame.f_lineno)
        return self._line


@dataclass
class Record:
    """What the tests of a file come to: node id to seconds and lines by file; what collecting it runs."""

    tests: dict[str, tuple[float, dict[str, list[int]]]] = field(default_factory=dict)
    collecting: dict[str, list[int]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        return {"tests": self.tests, "collecting": self.collecting, "failed": self.failed}


def _place_mark(path: Path) -> str:
    """Tells modules of one name in different folders apart; names of tests are their own."""
    inside = path.parts[0] != "tests"
    return hashlib.sha256(str(path).encode()).hexdigest()[:8] + "-" if inside else ""


def _mark(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""


class Cache:
    """Records of test files on disk, good until a file they come to has changed."""

    def __init__(self, root: Path) -> None:
        self._root, self._folder = root, root / CACHE
        self._marks: dict[str, str] = {}

    def note(self, files: Iterable[str]) -> None:
        """Take the marks of files as they are now, before they are imported: they may be edited meanwhile."""
        for file in files:
            self._mark(file)

    def _mark(self, file: str) -> str:
        if file not in self._marks:
            self._marks[file] = _mark(self._root / file)
        return self._marks[file]

    def _path(self, test: Path, targets: Iterable[str]) -> Path:
        which = hashlib.sha256("\n".join(sorted(targets)).encode()).hexdigest()[:8]
        return self._folder / f"{test.stem}-{_place_mark(test.relative_to(self._root))}{which}.json"

    def read(self, test: Path, targets: Sequence[str]) -> Record | None:
        path = self._path(test, targets)
        if not path.is_file():
            return None
        data = json.loads(path.read_text(encoding="utf-8"))
        if any(self._mark(f) != m for f, m in data["marks"].items()):
            return None
        return Record({k: (v[0], v[1]) for k, v in data["tests"].items()}, data["collecting"], data["failed"])

    def write(self, test: Path, targets: Sequence[str], record: Record) -> None:
        files = {str(test.relative_to(self._root)), *record.collecting}
        files |= {f for _, lines in record.tests.values() for f in lines}
        data = {"marks": {f: self._mark(f) for f in sorted(files)}, **record.as_data()}
        self._folder.mkdir(parents=True, exist_ok=True)
        self._path(test, targets).write_text(json.dumps(data), encoding="utf-8")


# -- running tests in forked processes -------------------------------------------------------------------


def forked(work: Callable[[], object], seconds: float) -> tuple[Any, str]:
    """What a function returns in a forked process, and "" or how the process ended otherwise; it may take so
    many seconds of processor time."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pid = os.fork()
    if pid == 0:
        code = 1
        try:
            import resource

            os.close(reader)
            whole = int(seconds + time.process_time()) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(writer, "wb") as out:
                out.write(json.dumps(work()).encode())
            code = 0
        except BaseException as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
        finally:
            os._exit(code)
    os.close(writer)
    data, ended = _collect(pid, reader, time.monotonic() + 20 * seconds + 60)
    return (json.loads(data), "") if data and not ended else (None, ended or "no answer")


def _collect(pid: int, reader: int, until: float) -> tuple[bytes, str]:
    """All that a child writes until it ends, or is ended at a time of the clock."""
    data = b""
    late = False
    while True:
        ready, _, _ = select.select([reader], [], [], min(max(0.0, until - time.monotonic()), LONGEST))
        if not ready:
            os.kill(pid, signal.SIGKILL)
            late = True
            break
        part = os.read(reader, 1 << 16)
        if not part:
            break
        data += part
    os.close(reader)
    _, status = os.waitpid(pid, 0)
    if late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)):
        return data, ENDLESS
    return data, f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else ""


class Bench:
    """A pytest plugin that collects tests and then, in place of running them all, tries changes with them."""

    def __init__(self, root: Path, targets: Sequence[str], run: Callable[[Bench], None]) -> None:
        self.root, self.targets, self._run = root, targets, run
        self.items: dict[str, Any] = {}
        self.files: dict[str, list[str]] = {}
        """Test file to the node ids of its tests."""
        self.functions: dict[tuple[str, str, int], list[types.FunctionType]] = {}
        """The functions there are, by file, name and first line."""
        self.collecting: dict[str, dict[str, list[int]]] = {}
        self._tracer = Tracer(str(root / t) for t in targets)

    # Hooks of pytest.

    def pytest_collectstart(self, collector: Any) -> None:
        if type(collector).__name__ == "Module":
            self._tracer.start()

    def pytest_collectreport(self, report: Any) -> None:
        lines = self._tracer.stop()
        file = report.nodeid.partition("::")[0]
        if report.failed:
            _progress(f"cannot be collected and does not take part: {file}", lasting=True)
        if lines:
            mine = self.collecting.setdefault(file, {})
            for f, found in self._relative(lines).items():
                mine[f] = sorted({*mine.get(f, ()), *found})

    def pytest_runtestloop(self, session: Any) -> bool:
        for item in session.items:
            self.items[item.nodeid] = item
            self.files.setdefault(item.nodeid.partition("::")[0], []).append(item.nodeid)
        gc.collect()
        wanted = {str(self.root / t) for t in self.targets}
        for o in gc.get_objects():
            if type(o) is types.FunctionType and o.__code__.co_filename in wanted:
                self.functions.setdefault(_place(o.__code__), []).append(o)
        # So that forked processes do not copy what the collector would touch.
        gc.freeze()
        self._run(self)
        return True

    def _relative(self, lines: Mapping[str, list[int]]) -> dict[str, list[int]]:
        return {str(Path(f).relative_to(self.root)): found for f, found in lines.items()}

    # Running.

    def run_test(self, id: str, following: str | None = None) -> bool:
        """Run a test; whether it passes, or is skipped."""
        from _pytest.runner import runtestprotocol

        reports = runtestprotocol(self.items[id], log=False, nextitem=self.items.get(following or ""))
        return not any(r.failed for r in reports)

    def record(self, file: str, seconds: float) -> Record:
        """Run the tests of a file in a process of their own to see what each takes, then under the tracer."""
        ids = self.files.get(file, [])

        def each(run: Callable[[str, str | None], bool], left: float) -> Iterator[tuple[str, bool, float]]:
            # Tests that wait for other processes use no time of this one.
            until = time.monotonic() + max(left, WAITING * seconds)
            for id, following in zip(ids, [*ids[1:], None], strict=False):
                if left <= 0 or time.monotonic() > until:
                    return
                began = time.process_time()
                passed = run(id, following)
                took = time.process_time() - began
                left -= took
                yield id, passed, took

        def timed() -> object:
            return {id: round(took, 4) for id, passed, took in each(self.run_test, seconds) if passed}

        times, ended = forked(timed, seconds * 2 + 60)
        if ended:
            return Record(failed=[f"{file} ({ended})"])

        def traced() -> object:
            found = Record(collecting=self.collecting.get(file, {}))
            lines: dict[str, dict[str, list[int]]] = {}

            def run(id: str, following: str | None) -> bool:
                self._tracer.start()
                passed = self.run_test(id, following)
                lines[id] = self._relative(self._tracer.stop())
                return passed

            for id, passed, _ in each(run, 5 * seconds):
                if not passed:
                    found.failed.append(id)
                elif id in times:
                    found.tests[id] = (times[id], lines[id])
            return found.as_data()

        data, ended = forked(traced, 10 * seconds + 60)
        if ended:
            return Record(failed=[f"{file} ({ended})"])
        return Record({k: (v[0], v[1]) for k, v in data["tests"].items()}, data["collecting"], data["failed"])


def _one_by_one(
    bench: Bench, ids: Sequence[str], times: Mapping[str, float], in_files: bool, slack: float,
) -> dict[str, str]:
    """Run tests until one fails; which one that was. One that takes too long ends the process.

    `in_files`: tests of a file follow each other without taking down what they share.
    """
    for id, following in zip(ids, [*ids[1:], None], strict=True):
        _alarm(slack + TIMES * times.get(id, 1.0))
        try:
            passed = bench.run_test(id, following if in_files else None)
        except BaseException:
            passed = False
        _alarm(0)
        if not passed:
            return {"test": id}
    return {}


def _alarm(seconds: float) -> None:
    """End this process as endless after so many seconds of its processor time; 0: not any more."""
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def _place(code: types.CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_name, code.co_firstlineno


def patched(bench: Bench, change: Change, source: str, path: str) -> bool:
    """Put the changed function in the place of the one there is; False where that cannot be done."""
    tree = Tree(ast.parse(source))
    function = tree.function(tree.nodes[change.index])[1]
    assert function is not None
    first = min([function.lineno, *(d.lineno for d in function.decorator_list)])
    new = _code_in(compiled(source, path, change), function.name, first)
    old = bench.functions.get((path, function.name, first))
    if new is None or not old:
        return False
    for f in old:
        try:
            f.__code__ = new
        except ValueError:  # other names of its surroundings are used
            return False
    return True


def _code_in(code: types.CodeType, name: str, line: int) -> types.CodeType | None:
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            if const.co_name == name and const.co_firstlineno == line:
                return const
            found = _code_in(const, name, line)
            if found is not None:
                return found
    return None


# -- trying changes --------------------------------------------------------------------------------------


@dataclass
class Verdict:
    """What became of a change."""

    change: Change
    outcome: str
    test: str = ""
    tests: int = 0
    """How many tests come to it."""

    def as_data(self) -> dict[str, Any]:
        c = self.change
        return {
            "file": c.file, "line": c.line, "function": c.part, "before": c.before, "after": c.after,
            "kind": c.kind, "index": c.index, "outcome": self.outcome, "test": self.test, "tests": self.tests}


class Trial:
    """Tries changes with the tests that come to them."""

    def __init__(self, bench: Bench, records: Mapping[str, Record], sources: Mapping[str, str],
                 seconds: float, slack: float) -> None:
        self._bench, self._sources, self._seconds, self._slack = bench, sources, seconds, slack
        self.times = {id: took for r in records.values() for id, (took, _) in r.tests.items()}
        self._passing = {f: list(r.tests) for f, r in records.items()}
        self._at: dict[tuple[str, int], list[str]] = {}
        for r in records.values():
            for id, (_, lines) in r.tests.items():
                for file, numbers in lines.items():
                    for n in numbers:
                        self._at.setdefault((file, n), []).append(id)
        self._collected = {
            (file, n) for r in records.values() for file, numbers in r.collecting.items() for n in numbers}
        self._users: dict[str, set[tuple[str, int]]] | None = None

    def tests_of(self, change: Change) -> list[str]:
        """The tests that come to a change, the fastest first."""
        first, last = change.lines
        if change.function:
            # A header runs with the first line after it where it spans several.
            places = {(change.file, n) for n in range(first, last + 1)}
        else:
            places = {place for n in change.names for place in self._uses().get(n, ())}
            places = places or {(f, n) for f, n in self._at if f == change.file}
        found = {id for place in places for id in self._at.get(place, ())}
        return sorted(found, key=lambda id: (self.times[id], id))

    def _uses(self) -> dict[str, set[tuple[str, int]]]:
        """Name to the first lines of the functions that use it."""
        if self._users is None:
            self._users = {}
            for file, source in self._sources.items():
                queue = [compile(source, file, "exec")]
                while queue:
                    code = queue.pop()
                    queue += [c for c in code.co_consts if isinstance(c, types.CodeType)]
                    if code.co_name == "<module>":
                        continue
                    lines = {(file, n) for _, _, n in code.co_lines() if n}
                    for name in code.co_names:
                        self._users.setdefault(name, set()).update(lines)
        return self._users

    def within(self, ids: Iterable[str], seconds: float) -> list[str]:
        """As many of the tests as the time allows, one at least."""
        chosen: list[str] = []
        left = seconds
        for id in ids:
            if chosen and left < self.times[id]:
                break
            left -= self.times[id]
            chosen.append(id)
        return chosen

    def run(self, change: Change) -> Verdict:
        """Whether a test notices a change."""
        ids = self.tests_of(change)
        if not ids:
            # What runs as the module is imported is noticed by some test of the module, if by any.
            near = sorted({id for (f, _), some in self._at.items() if f == change.file for id in some},
                          key=lambda id: (self.times[id], id))
            test = self._cold(change, self.within(near, self._seconds / 2)) if near else ""
            return Verdict(change, CAUGHT if test else LEFT, test)
        chosen = self.within(ids, self._seconds)
        files = dict.fromkeys(id.partition("::")[0] for id in chosen)
        rest = self.within((id for f in files for id in self._passing[f]), self._seconds / 2)
        cold = not change.function or any(
            (change.file, n) in self._collected for n in range(change.lines[0], change.lines[1] + 1))
        if change.function:
            path = str(self._bench.root / change.file)
            for attempt, in_files in ((chosen, False), (rest, True)):
                found, ended = self._hot(change, path, attempt, in_files)
                if ended or "test" in found:
                    outcome = ENDLESS if ended == ENDLESS else CAUGHT
                    return Verdict(change, outcome, found.get("test", ended), len(ids))
                if "unpatched" in found:
                    cold = True
                    break
        if cold:
            test = self._cold(change, [*chosen, *(id for id in rest if id not in set(chosen))])
            if test:
                return Verdict(change, ENDLESS if test == ENDLESS else CAUGHT, test, len(ids))
        return Verdict(change, LEFT, "", len(ids))

    def _hot(
        self, change: Change, path: str, ids: Sequence[str], in_files: bool,
    ) -> tuple[dict[str, str], str]:
        """Run tests in a forked process, the function exchanged: which failed, or how the process ended."""
        def work() -> object:
            if not patched(self._bench, change, self._sources[change.file], path):
                return {"unpatched": "1"}
            return _one_by_one(self._bench, ids, self.times, in_files, self._slack)

        total = sum(self.times[id] for id in ids)
        found, ended = forked(work, self._slack * 2 + TIMES * total)
        if ended == f"signal {signal.SIGVTALRM.value}":
            ended = ENDLESS
        return found or {}, ended

    def _cold(self, change: Change, ids: Sequence[str]) -> str:
        """Run tests in a new process that imports the changed module; what failed, "" for nothing."""
        # Tests of a file one after another, the file with the fastest first.
        files = {file: n for n, file in reversed(list(enumerate(id.partition("::")[0] for id in ids)))}
        ids = sorted(ids, key=lambda id: files[id.partition("::")[0]])
        limits = {id: self._slack + TIMES * self.times[id] for id in ids}
        spec = {"root": str(self._bench.root), "file": change.file, "index": change.index,
                "kind": change.kind, "tests": ids, "limits": limits}
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as out:
            json.dump(spec, out)
            out.flush()
            limit = 120 + 20 * sum(limits.values())
            try:
                done = subprocess.run(
                    [sys.executable, __file__, "--one", out.name], cwd=self._bench.root, capture_output=True,
                    timeout=limit, text=True, check=False)
            except subprocess.TimeoutExpired:
                return ENDLESS
        if done.returncode == 0:
            return ""
        if done.returncode in (-signal.SIGVTALRM, -signal.SIGXCPU):
            return ENDLESS
        failed = [x.split()[1] for x in done.stdout.splitlines() if x.startswith(("FAILED ", "ERROR "))]
        return (*failed, "import")[0]


class _ChangedLoader(importlib.abc.Loader):
    """Loads a module as the change has it."""

    def __init__(self, code: types.CodeType) -> None:
        self._code = code

    def exec_module(self, module: types.ModuleType) -> None:
        exec(self._code, module.__dict__)


class _ChangedFinder(importlib.abc.MetaPathFinder):
    """Finds the changed module in place of the one on disk."""

    def __init__(self, path: str, code: types.CodeType) -> None:
        self._path, self._code = path, code

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin != self._path:
            return None
        spec.loader = _ChangedLoader(self._code)
        return spec


def run_one(spec: Mapping[str, Any]) -> int:
    """Run tests with one change in this process, made as its module is imported; pytest's exit code."""
    import resource

    import pytest

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    # Importing and collecting may be endless too.
    _alarm(120)
    root = Path(spec["root"])
    path = root / spec["file"]
    source = path.read_text(encoding="utf-8")
    tree = Tree(ast.parse(source))
    change = _change(spec["file"], tree, spec["index"], spec["kind"])
    sys.meta_path.insert(0, _ChangedFinder(str(path), compiled(source, str(path), change)))
    sys.path.insert(0, str(root))
    words = [*_QUIET, "-x", "-rfE", "--rootdir", str(root), *spec["tests"]]
    return int(pytest.main(words, plugins=[Steady(), _Limits(spec["limits"])]))


_QUIET = (
    # pytest would read a module with examples from disk to rewrite its assertions, without the change.
    "-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "--doctest-modules",
    "-o", "addopts=", "-o", "timeout=0")


class _Limits:
    """A pytest plugin: a test that takes too long ends the process."""

    def __init__(self, limits: Mapping[str, float]) -> None:
        self._limits = limits

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        _alarm(self._limits.get(nodeid, 120))


class Steady:
    """A pytest plugin: tests by chance take the same turn each time, and write nothing into the tree."""

    def pytest_configure(self, config: Any) -> None:
        # A mark of the plugin that is left out.
        config.addinivalue_line("markers", "xdist_group(name): tests that one worker runs")
        with contextlib.suppress(ImportError):
            from hypothesis import HealthCheck, settings

            settings.register_profile("mutants", derandomize=True, database=None, deadline=None,
                                      suppress_health_check=list(HealthCheck))
            settings.load_profile("mutants")


# -- equivalent changes ----------------------------------------------------------------------------------


def equivalents(root: Path) -> dict[tuple[str, str, str], str]:
    """Changes that change nothing, by function, statement before and after, with the reason; "*" stands for
    any function, and for all that a statement could become."""
    path = root / EQUIVALENT
    if not path.is_file():
        return {}
    import yaml

    data = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    return {(e.get("function", ""), e["before"], e.get("after", "*")): e["reason"] for e in data}


def reason_for(change: Change, known: Mapping[tuple[str, str, str], str]) -> str:
    """Why a change is none, "" where it is one."""
    return _reason(change.identity, known)


def _reason(identity: tuple[str, str, str], known: Mapping[tuple[str, str, str], str]) -> str:
    function, before, after = identity
    for f in (function, "*"):
        for a in (after, "*"):
            if (f, before, a) in known:
                return known[f, before, a]
    return ""


# -- the store -------------------------------------------------------------------------------------------


def stored(root: Path) -> dict[str, dict[str, Any]]:
    """What was found of parts of modules, by the mark of their code: how many changes there are, how many are
    caught and equivalent, which are left."""
    known, found = equivalents(root), {}
    for e in _entries(root).values():
        part = e["name"].partition(".")[2]
        left = [(before, after) for before, after in e["left"] if not _reason((part, before, after), known)]
        same = len(e["left"]) - len(left)
        found[e["code"]] = {
            **e, "changes": e["changes"] - same, "equivalent": same,
            "caught": e["changes"] - same - len(left), "left": left}
    return found


def stored_samples(root: Path) -> list[dict[str, Any]]:
    """What was found of samples, by paths and seed: how many of how many changes were drawn, how many of them
    were caught when the sample was first tried and are by now, how many are equivalent, which are left."""
    known, found = equivalents(root), []
    for e in _samples(root):
        left = [x for x in e["left"] if not _reason((x[1], x[2], x[3]), known)]
        same = len(e["left"]) - len(left)
        tried = e["drawn"] - same
        found.append({**e, "tried": tried, "equivalent": same, "caught": tried - len(left), "left": left})
    return found


def _entries(root: Path) -> dict[str, dict[str, Any]]:
    return {e["code"]: e for e in _read_store(root)["parts"]}


def _samples(root: Path) -> list[dict[str, Any]]:
    samples: list[dict[str, Any]] = _read_store(root).get("samples", [])
    return samples


def _read_store(root: Path) -> dict[str, Any]:
    path = root / STORE
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"parts": []}
    return found


def _write_store(root: Path, parts: Iterable[object], samples: Sequence[object]) -> None:
    def lines(entries: Iterable[object]) -> str:
        return ",\n".join(json.dumps(e, ensure_ascii=False) for e in entries)

    text = f'{{"parts": [\n{lines(parts)}\n]'
    text += f', "samples": [\n{lines(samples)}\n]}}\n' if samples else "}\n"
    (root / STORE).write_text(text, encoding="utf-8", newline="\n")


def store_sample(root: Path, verdicts: Sequence[Verdict], sources: Mapping[str, str],
                 words: argparse.Namespace) -> None:
    """Keep what was found of a sample, in the place of what was found of the same one before."""
    every = sum(len(changes_of(source, file)) for file, source in sources.items())
    caught = sum(v.outcome != LEFT for v in verdicts)
    left = [[v.change.file, v.change.part, v.change.before, v.change.after] for v in verdicts
            if v.outcome == LEFT]
    samples = _samples(root)
    key = (words.paths, words.sample, words.seed)
    old = next((e for e in samples if (e["paths"], e["sample"], e["seed"]) == key), None)
    entry = {"paths": words.paths, "sample": words.sample, "seed": words.seed, "tests": words.tests,
             "seconds": words.seconds, "of": every, "drawn": len(verdicts),
             "caught_at_first": old["caught_at_first"] if old else caught, "left": left}
    samples = sorted([*(e for e in samples if e is not old), entry], key=lambda e: (e["paths"], e["seed"]))
    _write_store(root, _entries(root).values(), samples)


def command_of(sample: Mapping[str, Any]) -> str:
    """The command that tries a stored sample again."""
    words = ["python scripts/mutants.py", *sample["paths"], f"--sample {sample['sample']}",
             f"--seed {sample['seed']}"]
    if sample["seconds"] != SECONDS:
        words.append(f"--seconds {sample['seconds']:g}")
    if sample["tests"]:
        words += ["--tests", *(f"'{t}'" for t in sample["tests"])]
    return " ".join([*words, "--store"])


def store(root: Path, verdicts: Sequence[Verdict], sources: Mapping[str, str], again: bool) -> None:
    """Keep what was found of whole parts of modules; those there are no longer are dropped.

    `again`: only changes that were left have been tried, of parts that are stored.
    """
    kept = _entries(root)
    by_part: dict[tuple[str, str], list[Verdict]] = {}
    for v in verdicts:
        by_part.setdefault((v.change.file, v.change.part), []).append(v)
    every = {file: changes_of(source, file) for file, source in sources.items()}
    for file, source in sources.items():
        for name, mark in parts_of(source).items():
            found = by_part.get((file, name), [])
            left = [[v.change.before, v.change.after] for v in found if v.outcome == LEFT]
            if not again and (found or mark not in kept):
                whole = f"{Path(file).stem}.{name}"
                total = sum(c.part == name for c in every[file])
                kept[mark] = {
                    "code": mark, "name": whole, "changes": len(found), "of": total, "left": left}
            elif mark in kept:
                caught = [[v.change.before, v.change.after] for v in found if v.outcome != LEFT]
                kept[mark]["left"] = [x for x in kept[mark]["left"] if x not in caught]
    there = {mark for path in _program(root, sources)
             for mark in parts_of(path.read_text(encoding="utf-8")).values()}
    entries = [e for e in kept.values() if e["code"] in there]
    entries.sort(key=lambda e: (e["name"], e["code"]))
    samples = _samples(root)
    if again:
        caught = [[v.change.file, *v.change.identity] for v in verdicts if v.outcome != LEFT]
        for e in samples:
            e["left"] = [x for x in e["left"] if x not in caught]
    _write_store(root, entries, samples)


def _program(root: Path, sources: Iterable[str]) -> list[Path]:
    """All modules of the packages that are tried where none is named, and of those that were tried."""
    paths = [root / path for path in (*default_paths(root), *sources)]
    tops = {root / path.relative_to(root).parts[0] for path in paths}
    return sorted({p for top in tops for p in (top.rglob("*.py") if top.is_dir() else [top])})


# -- the command -----------------------------------------------------------------------------------------


def target_files(root: Path, paths: Sequence[str]) -> list[str]:
    """The modules under some paths, relative to the root."""
    found = []
    for name in paths:
        path = (root / name) if not Path(name).is_absolute() else Path(name)
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        if not files or not files[0].is_file():
            raise SystemExit(f"mutants: there is no {name}")
        found += [str(f.relative_to(root)) for f in files]
    return list(dict.fromkeys(found))


def default_paths(root: Path) -> list[str]:
    """The packages that are tried where none is named."""
    found = [p for name in PACKAGES for p in sorted(root.glob(f"*/{name}"))
             if p.is_dir() and p.parent.name != "tests"]
    return [str(p.relative_to(root)) for p in found]


def chosen_changes(words: argparse.Namespace, root: Path, sources: Mapping[str, str]) -> list[Change]:
    """The changes to try, in the order of files and lines."""
    if words.again:
        wanted = {(v["file"], v["function"], v["before"], v["after"], v["kind"])
                  for v in json.loads(Path(words.again).read_text(encoding="utf-8")) if v["outcome"] == LEFT}
        return [c for f in sources for c in changes_of(sources[f], f)
                if (c.file, c.part, c.before, c.after, c.kind) in wanted]
    every = [c for f in sources for c in changes_of(sources[f], f)]
    if words.fresh:
        known = stored(root)
        marks = {(f, n): m for f in sources for n, m in parts_of(sources[f]).items()}
        every = [c for c in every if marks.get((c.file, c.part)) not in known]
    if words.each:
        parts: dict[tuple[str, str], list[int]] = {}
        for i, c in enumerate(every):
            parts.setdefault((c.file, c.part), []).append(i)
        draw = random.Random(words.seed)
        drawn = {i for mine in parts.values() for i in draw.sample(mine, min(words.each, len(mine)))}
        return [c for i, c in enumerate(every) if i in drawn]
    if words.all or words.fresh or len(every) <= words.sample:
        return every
    picked = set(drawn_by_seed(every, words.seed)[: words.sample])
    return [c for i, c in enumerate(every) if i in picked]


def drawn_by_seed(changes: Sequence[Change], seed: int) -> list[int]:
    """The places of all changes in an order of chance that depends on nothing but the seed and each change.

    A sample is the first of them, so that an edit of one function leaves the rest of the sample as it was.
    """
    seen: dict[tuple[str, ...], int] = {}
    marks = []
    for i, c in enumerate(changes):
        key = (c.file, *c.identity, c.kind)
        seen[key] = seen.get(key, 0) + 1
        marks.append((hashlib.sha256(repr((seed, key, seen[key])).encode()).hexdigest(), i))
    return [i for _, i in sorted(marks)]


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="mutants", description=(__doc__ or "").partition("\n")[0])
    add = made.add_argument
    add("paths", nargs="*", metavar="PATH", help="modules or folders to change")
    add("--sample", type=int, default=SAMPLE, help="how many changes to try")
    add("--seed", type=int, default=0, help="which ones")
    add("--each", type=int, default=0, metavar="N", help="N changes of each function, class and table")
    add("--all", action="store_true", help="every change")
    add("--fresh", action="store_true", help="every change of what nothing is stored of")
    add("--again", metavar="JSON", help="only the changes that were left in a report")
    add("--seconds", type=float, default=SECONDS, help="processor time of tests a change gets")
    add("--slack", type=float, default=SLACK, help="seconds more than its ten-fold that a test may take")
    add("--workers", type=int, default=1, help="how many processes try changes")
    add("--tests", nargs="*", default=[], metavar="GLOB",
        help="test files, such as tests/systems/visegrad4/test_rules_*.py")
    add("--json", metavar="FILE", help="write all that was found")
    add("--store", action="store_true", help=f"keep what was found in {STORE}")
    add("--list", action="store_true", help="tell the changes and try none")
    add("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    add("--one", metavar="SPEC", help=argparse.SUPPRESS)
    return made


def main(arguments: Sequence[str]) -> int:
    words = parser().parse_args(arguments)
    if words.one:
        return run_one(json.loads(Path(words.one).read_text(encoding="utf-8")))
    if words.store and not (words.all or words.fresh or words.again or words.each or words.paths):
        raise SystemExit("mutants: --store of a sample needs paths")
    root = words.root.resolve()
    os.chdir(root)
    if words.again and not words.paths:
        report = json.loads(Path(words.again).read_text(encoding="utf-8"))
        words.paths = sorted({v["file"] for v in report if v["outcome"] == LEFT})
    targets = target_files(root, words.paths or default_paths(root))
    sources = {t: (root / t).read_text(encoding="utf-8") for t in targets}
    changes = chosen_changes(words, root, sources)
    if words.list:
        print("\n".join(c.told() for c in changes))
        return 0
    if not hasattr(os, "fork"):
        raise SystemExit("mutants: this needs a system that can fork processes (Linux, macOS)")
    known = equivalents(root)
    verdicts = try_changes(root, changes, sources, words, known)
    if words.json:
        Path(words.json).write_text(json.dumps([v.as_data() for v in verdicts], indent=1), encoding="utf-8")
    if words.store and not (words.all or words.fresh or words.again or words.each):
        store_sample(root, verdicts, sources, words)
    elif words.store:
        store(root, verdicts, sources, bool(words.again))
    return tell(verdicts, known)


def tell(verdicts: Sequence[Verdict], known: Mapping[tuple[str, str, str], str]) -> int:
    """Print what is left; 1 where anything is."""
    same = [v for v in verdicts if v.outcome == LEFT and reason_for(v.change, known)]
    left = [v for v in verdicts if v.outcome == LEFT and v not in same]
    for v in left:
        print(v.change.told() + ("" if v.tests else "\n  (no test comes here)"))
    counted = len(verdicts) - len(same)
    share = f" ({100 * (counted - len(left)) / counted:.1f} %)" if counted else ""
    endless = sum(v.outcome == ENDLESS for v in verdicts)
    print(f"{counted} changes, {counted - len(left)} caught{share}, {len(left)} left; "
          f"{endless} of those caught made a test endless, {len(same)} more are equivalent.")
    return 1 if left else 0


def try_changes(root: Path, changes: Sequence[Change], sources: Mapping[str, str], words: argparse.Namespace,
                known: Mapping[tuple[str, str, str], str]) -> list[Verdict]:
    """Collect the tests, record what is not known of them, and try each change."""
    import pytest

    files = files_of_tests(root, words.tests, sources) + files_with_examples(root, sources)
    targets = target_files(root, default_paths(root) or words.paths)
    targets = sorted({*targets, *sources})
    cache = Cache(root)
    cache.note([*targets, *(str(path.relative_to(root)) for path in files)])
    found: list[Verdict] = []

    def run(bench: Bench) -> None:
        records: dict[str, Record] = {}
        unknown = [path for path in files if cache.read(path, targets) is None]
        record_at_once(bench, cache, unknown, words.workers)
        for n, path in enumerate(files):
            file = str(path.relative_to(root))
            record = cache.read(path, targets)
            if record is None:
                _progress(f"recording {file} ({n + 1} of {len(files)})")
                record = bench.record(file, RECORDED)
                cache.write(path, targets, record)
            for id in record.failed:
                _progress(f"fails without any change and does not take part: {id}", lasting=True)
            known_tests = {k: v for k, v in record.tests.items() if k in bench.items}
            records[file] = Record(known_tests, record.collecting)
        texts = {t: (root / t).read_text(encoding="utf-8") for t in targets}
        trial = Trial(bench, records, texts, words.seconds, words.slack)
        found.extend(_all(trial, [c for c in changes if not reason_for(c, known)], words.workers))
        found.extend(Verdict(c, LEFT) for c in changes if reason_for(c, known))

    sys.path.insert(0, str(root))
    plugin = Bench(root, targets, run)
    code = pytest.main([*_QUIET, "--rootdir", str(root), *map(str, files)], plugins=[Steady(), plugin])
    # Files that cannot be collected are told of; they do not undo what others have found.
    if code not in (0, 5) and not found:
        raise SystemExit(f"mutants: pytest ended with {int(code)}")
    _progress("")
    return sorted(found, key=lambda v: (v.change.file, v.change.lines, v.change.index, v.change.kind))


def record_at_once(bench: Bench, cache: Cache, files: Sequence[Path], workers: int) -> None:
    """Record tests in several processes that take the next file from a queue and leave it in the cache."""
    if workers < 2:
        return
    # A pipe that holds the numbers of the files, each in as many bytes as a process reads at once.
    queue, end = os.pipe()
    os.write(end, b"".join(n.to_bytes(2, "big") for n in range(len(files))))
    os.close(end)
    children = []
    for _ in range(workers):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pid = os.fork()
        if pid:
            children.append(pid)
            continue
        try:
            while number := os.read(queue, 2):
                file = str(files[int.from_bytes(number, "big")].relative_to(bench.root))
                _progress(f"recording {file}, one of {len(files)}")
                cache.write(bench.root / file, bench.targets, bench.record(file, RECORDED))
        finally:
            os._exit(0)
    os.close(queue)
    for pid in children:
        os.waitpid(pid, 0)


def _all(trial: Trial, changes: Sequence[Change], workers: int) -> list[Verdict]:
    """Try all changes, in so many processes."""
    if workers > 1:
        return _shared(trial, changes, workers)
    found = []
    for i, change in enumerate(changes):
        found.append(trial.run(change))
        if found[-1].outcome == LEFT:
            _progress(change.told(), lasting=True)
        left = sum(v.outcome == LEFT for v in found)
        _progress(f"{i + 1} of {len(changes)}, {left} left: {change.file}:{change.line}")
    return found


def _shared(trial: Trial, changes: Sequence[Change], workers: int) -> list[Verdict]:
    """The changes dealt out to processes, each of which forks for its own."""
    readers: list[tuple[int, int, list[Change]]] = []
    for n in range(workers):
        mine = list(changes[n::workers])
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pid = os.fork()
        if pid == 0:
            code = 1
            try:
                os.close(reader)
                data = [v.as_data() for v in _all(trial, mine, 1)]
                with os.fdopen(writer, "wb") as out:
                    out.write(json.dumps(data).encode())
                code = 0
            finally:
                os._exit(code)
        os.close(writer)
        readers.append((pid, reader, mine))
    found = []
    for pid, reader, mine in readers:
        data, ended = _collect(pid, reader, float("inf"))
        if ended or not data:
            raise SystemExit(f"mutants: a worker ended: {ended or 'no answer'}")
        found += [Verdict(c, d["outcome"], d["test"], d["tests"])
                  for c, d in zip(mine, json.loads(data), strict=True)]
    return found


def _progress(text: str, lasting: bool = False) -> None:
    """One line on a terminal that is written over; elsewhere what lasts, and the rest once a minute."""
    err = sys.__stderr__
    if err is None:
        return
    if err.isatty():
        err.write(f"\r\x1b[K{text}" + ("\n" if lasting else ""))
    elif lasting or (text and time.monotonic() - _told[0] > 60):
        _told[0] = time.monotonic()
        err.write(text + "\n")
    err.flush()


_told = [0.0]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
