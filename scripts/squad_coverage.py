#!/usr/bin/env python3
"""Write docs/squad-coverage.md: every numbered rule that the desk for squad-level cards is about, how the desk
covers it, where, and how many tests cite it.

    python scripts/squad_coverage.py            write the page
    python scripts/squad_coverage.py --check    tell what it lacks; exit 1 for a row that is empty, a rule that is
                                                executed without a test, or a number that there is not

The rules are declared in tests/desk/squad_rulebook.py. How they are covered is read off citations, as
`rules_coverage.cited` reads them:

- described: the parts of a card, of its secret records and of the ruleset for its maps cite the rule;
- checked: a check of cards or secret records is by it;
- executed: a procedure is declared to be by it, or the code that it runs or a table that it looks up cites
  it. The degree is the highest one of these procedures: full, given or result;
- kept: the books of a game cite it;
- printed: the steps of a procedure, a reminder, a table, or what puts cards and nations into sentences cites it.

A test counts for a rule if its name has the number (`test_e1_53_...`), or its docstring, its texts, the comments
in it, the cases that it is given or the heading above it cite it. A check counts the cases of its fixtures.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import rules_coverage
from rulebooks import Rulebook
from rules_coverage import ROOT, cited, numbers

from visegrad_editor.desk.checks import catalogue
from visegrad_editor.desk.procedures.catalogue import procedures, reminders
from visegrad_editor.desk.procedures.procedure import Procedure
from visegrad_editor.desk.tables import Table, tables

DESK = ROOT / "visegrad_editor" / "desk"
KINDS = ("described", "checked", "executed", "kept", "printed")
DEGREES = ("full", "given", "result")
LISTED = 6
"""How many places of one kind the page names; the others are counted."""
DESCRIBES = ("card", "forces", "special_rules", "secret_records", "kinds", "boards", "names")
"""The modules of the desk that say what a card and its secret records hold."""
CHECKS = ("card_check", "check_functions", "facts", "secret_check")
TELLS = ("words", "summary", "book_words")
"""Those that put cards and books into sentences."""
TESTS = ("desk/test_*.py", "editor/desk/test_*.py", "printing/test_card_sheet.py",
         "printing/test_procedures_sheet.py", "printing/test_table_sheets.py", "cli/test_cli_cards.py",
         "cli/test_cli_referee.py")
_NAMED = re.compile(r"(?<=_)([ae])_?(\d{0,2})_(\d{1,4})(?=_|$)")


class Place(NamedTuple):
    """Something that covers a rule: in which way, and where. `degree` is that of a procedure."""

    kind: str
    name: str
    degree: str = ""


def rulebook() -> ModuleType:
    """The declaration of the rules."""
    path = ROOT / "tests" / "desk" / "squad_rulebook.py"
    spec = importlib.util.spec_from_file_location("squad_rulebook", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- what a procedure runs -------------------------------------------------------------------------------


def _constants(code: CodeType) -> Iterator[Any]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _constants(one)
        else:
            yield one


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _names(one)


@cache
def _texts_and_calls(function: Callable[..., object]) -> tuple[str, tuple[Callable[..., object], ...]]:
    """The texts in a function, with those of the tables in code that it names, and the functions of the desk
    that it names; what only the contract of procedures says is left out."""
    code = function.__code__  # type: ignore[attr-defined]
    texts = [str(c) for c in _constants(code) if isinstance(c, str | tuple | frozenset)]
    calls: list[Callable[..., object]] = []
    for name in dict.fromkeys(_names(code)):
        value = function.__globals__.get(name)  # type: ignore[attr-defined]
        if isinstance(value, str | tuple | dict | frozenset):
            if not isinstance(value, tuple) or not any(isinstance(v, Procedure) for v in value):
                texts.append(str(value))
        elif inspect.isfunction(value) and _of_the_desk(value.__module__):
            calls.append(value)
        elif inspect.isclass(value) and _of_the_desk(value.__module__):
            calls += [m for m in vars(value).values() if inspect.isfunction(m)]
    return "\n".join(texts), tuple(calls)


def _of_the_desk(module: str) -> bool:
    return module.startswith("visegrad_editor.desk.") and not module.endswith(("procedures.procedure", "desk.log"))


@cache
def _run_texts(function: Callable[..., object]) -> str:
    """All texts of a function and of what it calls."""
    seen, todo = {function}, [function]
    texts = []
    while todo:
        text, calls = _texts_and_calls(todo.pop())
        texts.append(text)
        for call in calls:
            if call not in seen:
                seen.add(call)
                todo.append(call)
    return "\n".join(texts)


def _table_texts(table: Table) -> str:
    """The rule of a table and its cells, each alone."""
    return "\n".join([table.rule, *(str(cell) for row in table.rows for cell in row)])


def of_rule(book: Rulebook, rule: str) -> set[str]:
    """The rules of a `rule:`, where headings such as `E3` may stand too."""
    return cited(book, rule) | {part for part in rule.split(", ") if part in book.rules}


# -- what covers a rule ----------------------------------------------------------------------------------


def places(book: Rulebook) -> dict[str, list[Place]]:
    """Rule to all that covers it."""
    found: dict[str, list[Place]] = {rule: [] for rule in book.rules}

    def add(rules: set[str], kind: str, name: str, degree: str = "") -> None:
        for rule in rules:
            if all(p.kind != kind or p.name != name for p in found[rule]):
                found[rule].append(Place(kind, name, degree))

    for module in DESCRIBES:
        for name, rules in _of_module(book, DESK / f"{module}.py"):
            add(rules, "described", f"`{name}`")
    ruleset = ROOT / "sample_scenarios" / "rulesets" / "squad.yaml"
    add(cited(book, ruleset.read_text(encoding="utf-8")), "described", f"`{ruleset.name}`")
    for one in catalogue():
        add(of_rule(book, one.check.rule), "checked", one.check.id)
    for module in CHECKS:
        for name, rules in _of_module(book, DESK / f"{module}.py"):
            add(rules, "checked", f"`{name}`")
    for procedure in procedures().values():
        _add_procedure(book, procedure, add)
    for path in sorted((DESK / "books").glob("*.py")):
        for name, rules in _of_module(book, path):
            add(rules, "kept", f"`{name}`")
    for reminder in reminders():
        rules = cited(book, reminder.text).union(*(of_rule(book, r) for r in reminder.rules))
        add(rules, "printed", f"reminder {reminder.id}")
    for table in tables().values():
        add(of_rule(book, table.rule) | cited(book, " ".join(table.notes)), "printed", f"table {table.id}")
    for path in (*(DESK / f"{module}.py" for module in TELLS), *sorted(
            (ROOT / "visegrad_editor" / "printing").glob("*.py"))):
        for name, rules in _of_module(book, path):
            add(rules, "printed", f"`{name}`")
    add(cited(book, (DESK / "data" / "nations.yaml").read_text(encoding="utf-8")), "printed", "`nations.yaml`")
    return found


def _add_procedure(book: Rulebook, one: Procedure, add: Callable[..., None]) -> None:
    texts = _run_texts(one.run)
    looked = [t for t in tables().values() if re.search(rf"(?<![\w-]){re.escape(t.id)}(?![\w-])", texts)]
    rules = cited(book, texts).union(*(of_rule(book, r) for r in one.rules))
    rules |= {rule for text in texts.splitlines() for rule in [text] if rule in book.rules and "." not in rule
              and one.rules and rule in one.rules}
    for table in looked:
        rules |= cited(book, _table_texts(table)) | of_rule(book, table.rule)
    add(rules, "executed", one.id, one.degree)
    add(cited(book, " ".join(one.steps)), "printed", f"steps of {one.id}")


def _of_module(book: Rulebook, path: Path) -> Iterator[tuple[str, set[str]]]:
    """The functions, classes and tables of a module that cite rules."""
    text = path.read_text(encoding="utf-8")
    if not numbers(book, text):
        return
    lines = text.splitlines()
    for node in ast.parse(text).body:
        name = _name_of(node)
        if name:
            start = node.lineno - 1
            rules = cited(book, "\n".join(lines[start:node.end_lineno]))
            if isinstance(node, ast.Assign | ast.AnnAssign):
                rules |= cited(book, _said_below(lines, node.end_lineno or 0))
            if rules:
                yield f"{path.stem}.{name}", rules


def _said_below(lines: list[str], end: int) -> str:
    """The text that stands directly below a table in code."""
    below = "\n".join(lines[end:end + 6])
    match = re.match(r'"""(.*?)"""', below, re.DOTALL)
    return match[1] if match else ""


def _name_of(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.Assign | ast.AnnAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return target.id if isinstance(target, ast.Name) else ""
    return ""


# -- what tests a rule -----------------------------------------------------------------------------------


def tests(book: Rulebook) -> dict[str, list[str]]:
    """Rule to the tests that cite it."""
    found: dict[str, list[str]] = {rule: [] for rule in book.rules}
    for glob in TESTS:
        for path in sorted((ROOT / "tests").glob(glob)):
            if path.stem != "test_squad_coverage":
                for name, rules in _tests_in(book, path.read_text(encoding="utf-8")):
                    for rule in rules:
                        found[rule].append(f"{path.stem.removeprefix('test_')}: {name}")
    fixtures = (ROOT / "tests" / "desk" / "checks_cases.yaml").read_text(encoding="utf-8")
    ids = set(re.findall(r"^([\w-]+):$", fixtures, re.MULTILINE))
    for one in catalogue():
        if one.check.id in ids:
            for rule in of_rule(book, one.check.rule):
                found[rule].append(f"fixture of {one.check.id}")
    return found


def _tests_in(book: Rulebook, text: str) -> Iterator[tuple[str, set[str]]]:
    """The tests of a file with the rules that they cite."""
    if not numbers(book, text) and not _NAMED.search(text):
        return
    lines, tree = text.splitlines(), ast.parse(text)
    cases = rules_coverage.cases(tree)
    headings = [(n, cited(book, line)) for n, line in enumerate(lines) if line.startswith("# -- ")]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            start = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
            rules = cited(book, "\n".join(lines[start:node.end_lineno]))
            rules |= {f"{letter.upper()}{chapter}.{n}" for letter, chapter, n in _NAMED.findall(node.name)}
            rules |= next((r for n, r in reversed(headings) if n < start), set())
            for n in ast.walk(node):
                if isinstance(n, ast.Name) and n.id in cases:
                    rules |= cited(book, ast.get_source_segment(text, cases[n.id]) or "")
            yield node.name.removeprefix("test_"), rules & book.rules.keys()


# -- the page --------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A rule on the page."""

    rule: str
    title: str
    how: str
    where: str
    tests: int


def rows(declared: ModuleType) -> list[Row]:
    """All rules in their order."""
    book: Rulebook = declared.BOOK
    covered, tested = places(book), tests(book)
    return [Row(rule, title, *_words(declared, rule, covered[rule]), len(tested[rule]))
            for rule, title in book.rules.items()]


def _words(declared: ModuleType, rule: str, covered: list[Place]) -> tuple[str, str]:
    """How a rule is covered, and where."""
    how, where = [], []
    for kind in KINDS:
        mine = [p for p in covered if p.kind == kind]
        if mine:
            degree = min((p.degree for p in mine if p.degree), key=DEGREES.index, default="")
            how.append(f"{kind} ({degree})" if degree else kind)
            names = [p.name for p in mine]
            more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
            where.append(f"{kind}: {', '.join(names[:LISTED])}{more}")
    if rule in declared.NEEDS:
        how.append("needs rules we do not have")
        where.append(f"missing: {declared.NEEDS[rule]}")
    if rule in declared.EXPLAINED and not how:
        how.append("nothing to follow")
        where.append(declared.EXPLAINED[rule])
    return ", ".join(how), "; ".join(where)


def main(arguments: list[str]) -> int:
    declared = rulebook()
    for row in rows(declared):
        if "empty" in arguments and not row.how:
            print(row.rule, row.title)
        if "all" in arguments:
            print(" | ".join(map(str, row)))
        if "untested" in arguments and "executed" in row.how and not row.tests:
            print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
