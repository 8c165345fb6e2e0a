#!/usr/bin/env python3
"""Write docs/squad-coverage.md: every numbered rule that the desk for squad-level cards is about, how the
desk covers it, where, and how many tests cite it.

    python scripts/squad_coverage.py            write the page
    python scripts/squad_coverage.py --check    tell what it lacks; exit 1 for an empty row, for a rule that
                                                is executed without a test, and for a number that is none

The rules are declared in tests/desk/squad_rulebook.py. How they are covered is read off citations, as
`rules_coverage.cited` reads them:

- described: the parts of a card, of its secret records and of the ruleset for its maps cite the rule;
- checked: a check of cards or secret records is by it;
- executed: a procedure is declared to be by it; if none is, the code that it runs cites it; if none does, a
  table that it looks up. The degree is the best one of these procedures: full, given or result;
- kept: the books of a game cite it;
- printed: the steps of a procedure, a reminder, a table, or what puts cards and nations into sentences.

A test counts for a rule if its name has the number (`test_one_e1_53`), or its docstring, its texts, the
comments in it, the cases that it is given or the heading above it cite it. A check counts its fixture.
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
_OURS = re.compile(r"E|A2[56]\.|A24\.(?:6[1-9]|[789])|A footnote")
_NAMED = re.compile(r"(?<=_)([ae])_?(\d{0,2})_(\d{1,4})(?=_|$)")


_STATED = re.compile(r"rule: |human_wave: |like: |from: ")
"""A line of the data of nations that says something, not only in a comment."""


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
    return "\n".join(texts), tuple(calls)


def _of_the_desk(module: str) -> bool:
    return module.startswith("visegrad_editor.desk.") and not module.endswith((
        "procedures.procedure", "desk.log"))


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
    for rule, by in executed(book).items():
        for place in by:
            add({rule}, *place)
    for procedure in procedures().values():
        add(cited(book, " ".join(procedure.steps)), "printed", f"steps of {procedure.id}")
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
    nations = (DESK / "data" / "nations.yaml").read_text(encoding="utf-8").splitlines()
    add(cited(book, "\n".join(line for line in nations if _STATED.search(line))), "printed",
        "nation-sheet with `nations.yaml`")
    return found


def executed(book: Rulebook) -> dict[str, list[Place]]:
    """Rule to the procedures that carry it out: those that are declared to be by it; if none is, those whose
    code cites it; if none does, those that look it up in one of their tables."""
    declared: dict[str, list[Place]] = {rule: [] for rule in book.rules}
    in_code: dict[str, list[Place]] = {rule: [] for rule in book.rules}
    in_tables: dict[str, list[Place]] = {rule: [] for rule in book.rules}
    for one in procedures().values():
        place = Place("executed", one.id, one.degree)
        texts = _run_texts(one.run)
        looked = [tables()[id] for id in one.tables
                  if re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", texts)]
        for found, rules in (
                (declared, set().union(*(of_rule(book, rule) for rule in one.rules))),
                (in_code, cited(book, texts)),
                (in_tables, set().union(*(cited(book, _table_texts(t)) | of_rule(book, t.rule)
                                          for t in looked)))):
            for rule in rules:
                found[rule].append(place)
    return {rule: declared[rule] or in_code[rule] or in_tables[rule] for rule in book.rules}


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
    """A rule on the page: how it is covered, in several words, and where."""

    rule: str
    title: str
    how: tuple[str, ...]
    where: tuple[str, ...]
    tests: int


NEEDS = "needs other rules"
NOTHING = "nothing to follow"


@cache
def rows() -> tuple[Row, ...]:
    """All rules in their order."""
    declared = rulebook()
    book: Rulebook = declared.BOOK
    covered, tested, needs = places(book), tests(book), declared.needs(cited)
    found = []
    for rule, title in book.rules.items():
        how, where = _words([] if rule in declared.LOST else covered[rule])
        if rule in needs:
            how.append(NEEDS)
            where.append(f"needs {needs[rule]}")
        if not how and rule in declared.EXPLAINED:
            how.append(NOTHING)
            where.append(declared.EXPLAINED[rule])
        found.append(Row(rule, title, tuple(how), tuple(where), len(tested[rule])))
    return tuple(found)


def _words(covered: list[Place]) -> tuple[list[str], list[str]]:
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
    return how, where


def unknown(book: Rulebook) -> list[str]:
    """The numbers that the desk and its page cite although there are no such rules, each with its file."""
    files = [*DESK.rglob("*.py"), *DESK.rglob("*.yaml"),
             *(ROOT / "visegrad_editor" / "editor" / "desk").glob("*.py"),
             *(ROOT / "visegrad_editor" / "printing").glob("*.py"),
             ROOT / "sample_scenarios" / "rulesets" / "squad.yaml",
             *(ROOT / "sample_scenarios" / "cards").glob("*.yaml"), ROOT / "docs" / "squad-desk.md"]
    return [f"{path.relative_to(ROOT)}: {number}" for path in sorted(files)
            for number in sorted(misprinted(book, path.read_text(encoding="utf-8")))]


def misprinted(book: Rulebook, text: str) -> set[str]:
    """What is cited as a rule of these two chapters and is none: any of chapter E, and what lies between
    A24.61 and the end of A26."""
    return {number for number in numbers(book, text) - book.rules.keys() if _OURS.match(number)}


def gaps(found: tuple[Row, ...]) -> list[str]:
    """What the page lacks, in sentences."""
    lacks = [f"Nothing covers {row.rule} ({row.title}), and nothing says why." for row in found
             if not row.how]
    lacks += [f"No test cites {row.rule} ({row.title}), which is executed." for row in found
              if not row.tests and any(word.startswith("executed") for word in row.how)]
    return lacks


def page(found: tuple[Row, ...]) -> str:
    """The page as text."""
    rules = [row for row in found if "footnote" not in row.rule]
    words = (*KINDS, NEEDS, NOTHING)
    notes = [row for row in found if "footnote" in row.rule]
    counts = [f"| {word} | {_covered(rules, word)} | {_covered(notes, word)} |" for word in words]
    only = sum(row.how == (NEEDS,) for row in found)
    lines = [
        "# Rules that the desk for squad-level cards covers", "",
        "Every numbered rule of chapter E, and of chapter A from A24.61 to A26.4, with the footnotes: how",
        "the [desk](squad-desk.md) covers it, where, and how many tests cite it. Titles are our own.", "",
        "- *described*: a card, a secret record or the ruleset of its maps says it.",
        "- *checked*: a check of cards or secret records is by it (`K01` …).",
        "- *executed*: a procedure carries it out as an order of a log. *full*: from the scenario and dice",
        "  alone; *given*: players say what they alone know; *result*: that of another rule is typed in.",
        "- *kept*: the books of a game follow it.",
        "- *printed*: the steps of a procedure, a reminder, a table, the sheet of a card or what is said of",
        "  nations tells it; people do it.",
        f"- *{NEEDS}*: what the desk does stops where it needs what is named.",
        f"- *{NOTHING}*: headings, explanations, history, advice.", "",
        "Citations of code, data and tests decide all but the last two: `scripts/squad_coverage.py` reads",
        f"them. The rows are {len(rules)} rules and {len(notes)} footnotes; of {only} rules the desk does "
        "nothing.", "",
        "| covered | rules | footnotes |", "| --- | ---: | ---: |", *counts, ""]
    for heading, belongs in (
            ("Chapter E", r"E[.\d]"), ("Chapter A", r"A\d"), ("Footnotes of chapter E", "E footnote"),
            ("Footnotes of chapter A", "A footnote")):
        lines += [f"## {heading}", "", "| rule | title | covered | where | tests |",
                  "| --- | --- | --- | --- | ---: |"]
        lines += [f"| {row.rule.replace('footnote ', '')} | {row.title} | {', '.join(row.how)} | "
                  f"{'; '.join(row.where)} | {row.tests} |" for row in found if re.match(belongs, row.rule)]
        lines.append("")
    return "\n".join(lines)


def _covered(rows: list[Row], word: str) -> int:
    """How many rows are covered in a way."""
    return sum(any(how.startswith(word) for how in row.how) for row in rows)


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print((__doc__ or "").strip())
        return 2
    book: Rulebook = rulebook().BOOK
    target, text = ROOT / "docs" / book.page, page(rows())
    lacks = gaps(rows()) + [f"There is no such rule: {where}" for where in unknown(book)]
    if arguments:
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            lacks.append(f"docs/{book.page} is not up to date; run scripts/squad_coverage.py.")
    else:
        target.write_text(text, encoding="utf-8")
    for sentence in lacks:
        print(sentence)
    return int(bool(arguments and lacks))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
