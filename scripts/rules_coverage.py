#!/usr/bin/env python3
"""Write docs/rules-coverage.md and its like for other games: every numbered rule, what implements it, and how
well tests watch over that.

    python scripts/rules_coverage.py            write the pages of all games
    python scripts/rules_coverage.py gsofg      write that of one game
    python scripts/rules_coverage.py --check    tell what they lack; exit 1 for a rule without code or test

A game declares its rulebook in tests/systems/<game>/<game>_rulebook.py.

A function implements a rule if its docstring cites the number ("halved out of supply (7.3)", "9.0 to 9.6",
"11.0, 3 and 4"), or if it gives the number to an event, a refusal or a table as a text of its own ("7.3");
data does if a `rule:` or a comment of a file in sample_scenarios cites it. What the declaration of the
rulebook says of a rule holds it too. A test exercises a rule if it has the marker
`@pytest.mark.rule("7.3")`, cites the number in its docstring, as a text, as that of a refusal ("(rule 7.3)")
or in its name (`test_7_3_...`), or in the cases of its parameters, or, without a marker, stands under a
heading with it ("# -- 13.1 to 13.3: air combat"). What a combat result does (11.0 AE ...) is exercised only
by a test of the rules that fights an attack, not by one that reads the tables.

How well tests watch over a rule is not read off citations: scripts/mutants.py changes the functions that
cite it in one place at a time and counts what tests notice. What it found is kept in docs/rules-
coverage.json by the code of each function, so that it holds wherever the function stands, until it is
changed:

    python scripts/mutants.py --fresh --store visegrad_editor/systems/visegrad4     try what was changed since

Folders without rule numbers are tried by samples; the page lists them with the command that repeats each.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import data_mutants
import mutants
from rulebooks import Rulebook, rulebooks

ROOT = Path(__file__).resolve().parent.parent

LISTED = 5
"""How many functions and tests of a rule the page names; the others are counted."""

_NAMED = re.compile(r"(?<=_)(\d{1,2})_(\d{1,2})(?=_)")


@cache
def _single(number: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\d.])({number})(?![\d])")


@cache
def _range(number: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\d.])({number})(?: to |[-–])({number})(?![\d])")


def numbers(book: Rulebook, text: str) -> set[str]:
    """What has the form of a rule number in a text, whether there is such a rule or not."""
    return set(_single(book.number).findall(text))


def cited(book: Rulebook, text: str) -> set[str]:
    """The rules that a sentence names.

    >>> sorted(cited(rulebooks()["visegrad4"], "Costs (9.0 to 9.2, 9.6), shifts (11.0, 3 and 4)"))
    ['11.0', '11.0 step 3', '11.0 step 4', '9.0', '9.1', '9.2', '9.6']
    """
    found = numbers(book, text) & book.rules.keys()
    plain = book.plain
    for first, last in _range(book.number).findall(text):
        if first in plain and last in plain:
            found |= set(plain[plain.index(first):plain.index(last) + 1])
    if book.stepped:
        number = re.escape(book.stepped)
        steps = rf"{number},? (?:steps? )?(\d(?![\d.])(?:(?:, | and |, and )\d(?![\d.]))*)"
        for listed in re.findall(steps, text):
            found |= {f"{book.stepped} step {n}" for n in re.findall(r"\d", listed)} & book.rules.keys()
    return found


def texts_of(book: Rulebook, node: ast.AST) -> set[str]:
    """The rules and result codes among the texts inside a definition, its docstring left out."""
    found = set()
    for n in ast.walk(node):
        if isinstance(n, ast.Constant) and isinstance(n.value, str):
            if n.value in book.rules:
                found.add(n.value)
            elif n.value in book.codes:
                found.add(book.codes[n.value])
            elif book.stepped and re.fullmatch(rf"{re.escape(book.stepped)}, \d", n.value):
                found |= cited(book, n.value)
    return found


# -- what implements a rule ------------------------------------------------------------------------------


def definitions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Functions, methods, classes and tables of a module, with their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield node.name, ast.Module([n for n in node.body if not isinstance(n, ast.FunctionDef)], [])
            yield from ((f"{node.name}.{m.name}", m) for m in node.body if isinstance(m, ast.FunctionDef))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id.isupper():
                yield target.id, node


class Part(NamedTuple):
    """A function, class or table: its name with its module's, the mark of its code, the rules that its
    docstring or comments cite, and those that it gives to events and refusals."""

    name: str
    code: str
    told: set[str]
    given: set[str]


_marks_of = cache(mutants.parts_of)
"""A file of the engine has functions for many rules."""

_parsed = cache(ast.parse)
"""Most files are read for the rules of several books."""


def parts(book: Rulebook) -> list[Part]:
    """What plays by the rules first, then what checks designs by them, then the engine for all games."""
    found = []
    for path in sorted((ROOT / book.folder).glob("*.py"), key=lambda p: (p.stem.startswith("checks"), p)):
        if path.stem in book.no_rules:
            continue
        text = path.read_text(encoding="utf-8")
        lines, marks = text.splitlines(), _marks_of(text)
        for name, node in definitions(_parsed(text)):
            doc = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.Module) else ""
            told = cited(book, f"{doc or ''} {_comments(lines, node)}")
            found.append(Part(f"{path.stem}.{name}", marks[name], told, texts_of(book, node) - told))
    engine: dict[tuple[str, str], set[str]] = {}
    for rule, functions in book.engine.items():
        for function in functions:
            engine.setdefault(function, set()).add(rule)
    for (file, name), rules in engine.items():
        marks = _marks_of((ROOT / "visegrad_editor" / file).read_text(encoding="utf-8"))
        found.append(Part(f"{file.removesuffix('.py')}.{name}", marks[name], rules, set()))
    return found


def implementations(book: Rulebook) -> dict[str, list[str]]:
    """Rule to what implements it: functions whose docstring cites it, then those that give it to events
    and refusals, then data."""
    known = parts(book)
    found = {r: [f"`{p.name}`" for p in known if r in p.told] for r in book.rules}
    for rule, names in found.items():
        names += [f"`{p.name}`" for p in known if rule in p.given]
    for path in data_of(book):
        rules = set()
        for line in path.read_text(encoding="utf-8").splitlines():
            if "rule:" in line or line.lstrip().startswith("#"):
                rules |= cited(book, line)
        for rule in rules:
            found[rule].append(f"`{path.parent.name}/{path.name}`")
    return found


def data_of(book: Rulebook) -> Iterator[Path]:
    """The data of a game: in its folder, and in sample_scenarios."""
    yield from sorted((ROOT / book.folder).glob("*.yaml"))
    for path in sorted((ROOT / "sample_scenarios").rglob("*.yaml")):
        if _system_of(path) == book.system:
            yield path


@cache
def _system_of(path: Path) -> str:
    """The id of the game to which a file belongs, by its ruleset."""
    text = path.read_text(encoding="utf-8")
    named = dict(re.findall(r"^(system|ruleset|extends): (\S+)", text, re.MULTILINE))
    if "system" in named:
        return str(named["system"])
    kind = "rulesets" if "ruleset" in named or path.parent.name == "rulesets" else path.parent.name
    base = named.get("ruleset") or named.get("extends")
    return _system_of(ROOT / "sample_scenarios" / kind / f"{base}.yaml") if base else ""


def watched(known: list[Part], rule: str, store: dict[str, dict[str, Any]]) -> str:
    """How many changes of a rule's code tests notice: of the functions that cite it in words, where there are
    none of those that give it to events."""
    mine = [p for p in known if rule in p.told] or [p for p in known if rule in p.given]
    codes = list(dict.fromkeys(p.code for p in mine))
    tried = [store[c] for c in codes if c in store]
    changes, caught = (sum(e[word] for e in tried) for word in ("changes", "caught"))
    new = len(codes) - len(tried)
    told = f"{caught} of {changes}" if changes else ""
    if new:
        told += f"{', ' if told else ''}{new} part{'s' if new > 1 else ''} not tried"
    return told


def _comments(lines: list[str], node: ast.AST) -> str:
    """The comments in and directly above a definition."""
    start = getattr(node, "lineno", 0) - 1
    end = getattr(node, "end_lineno", 0) or 0
    if start < 0:
        return ""
    while start > 0 and lines[start - 1].startswith("# ") and not lines[start - 1].startswith("# --"):
        start -= 1
    return " ".join(x.strip() for x in lines[start:end] if x.lstrip().startswith("#"))


# -- what tests a rule -----------------------------------------------------------------------------------


def headings(book: Rulebook, text: str, steps: bool) -> list[tuple[int, set[str]]]:
    """(line, rules) of the section headings of a test file. In a file on combat a single number is a step of
    the rule that has steps; that of a chapter with one rule only is this rule."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"# -- (.*?)\s*-*$", line)
        if match:
            step = re.match(r"([1-7]):", match[1]) if steps and book.stepped else None
            rules = cited(book, match[1]) | ({f"{book.stepped} step {step[1]}"} if step else set())
            chapter = re.match(r"(\d+)\b(?!\.)", match[1])
            alone = [r for r in book.plain if chapter and r.partition(".")[0] == chapter[1]]
            if len(alone) == 1:
                rules.add(alone[0])
            found.append((number, rules))
    return found


def tests(book: Rulebook) -> dict[str, list[str]]:
    """Rule to the tests that exercise it."""
    found: dict[str, list[str]] = {r: [] for r in book.rules}
    others = [other for other in rulebooks().values() if other.system != book.system]
    own = {path for glob in book.tests for path in (ROOT / "tests").rglob(glob)}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path.stem == "test_rules_coverage" or any(o.system in path.parts for o in others):
            continue
        text = path.read_text(encoding="utf-8")
        about_rules = path in own
        if not about_rules and not (book.marked and "mark.rule" in text):
            continue
        fights = path.stem.startswith("test_rules") or not book.effects
        sections = headings(book, text, "combat" in path.stem) if fights else []
        tree = _parsed(text)
        battles = {n.name for n in tree.body if isinstance(n, ast.FunctionDef) and attacks(n, set())}
        tables = cases(tree)
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            rules = marked(book, node)
            if about_rules:
                if not rules:
                    rules = next((r for line, r in reversed(sections) if line < node.lineno), set())
                named = texts_of(book, node) | _told(book, node, tables)
                if not fights or not attacks(node, battles):
                    named -= book.effects
                rules = rules | cited(book, ast.get_docstring(node) or "") | named
            for rule in rules:
                found[rule].append(f"`{path.stem.removeprefix('test_')}: {node.name.removeprefix('test_')}`")
    return found


def cases(tree: ast.Module) -> Mapping[str, ast.expr]:
    """The tables of a test file, whose rules are those of the tests that name them as their cases."""
    return {target.id: n.value for n in tree.body if isinstance(n, ast.Assign)
            for target in n.targets if isinstance(target, ast.Name)}


def _told(book: Rulebook, node: ast.FunctionDef, tables: Mapping[str, ast.expr]) -> set[str]:
    """The rules in the name of a test, in the refusals it expects, and in its cases."""
    found = {f"{chapter}.{n}" for chapter, n in _NAMED.findall(node.name)}
    for n in ast.walk(node):
        if isinstance(n, ast.Constant) and isinstance(n.value, str):
            found |= set(re.findall(rf"\(rule ({book.number})\)", n.value))
    for decorator in node.decorator_list:
        for n in ast.walk(decorator):
            if isinstance(n, ast.Name) and n.id in tables:
                found |= texts_of(book, tables[n.id]) - book.effects
    return found & book.rules.keys()


def attacks(node: ast.AST, battles: set[str]) -> bool:
    """Whether a test orders an attack, by itself or by one of the helpers that do."""
    return any(
        (isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value.startswith("attack "))
        or (isinstance(n, ast.Name) and n.id in battles) for n in ast.walk(node))


def marked(book: Rulebook, node: ast.FunctionDef) -> set[str]:
    """The rules of `@pytest.mark.rule(...)`; raises `ValueError` for one there is not."""
    found = set()
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            for argument in decorator.args:
                rule = ast.literal_eval(argument)
                if rule not in book.rules:
                    raise ValueError(f"{node.name} is marked with rule {rule!r}, which there is not.")
                found.add(rule)
    return found


# -- the page --------------------------------------------------------------------------------------------


def page(book: Rulebook) -> str:
    """The page as text."""
    code, checks, known, store = implementations(book), tests(book), parts(book), mutants.stored(ROOT)
    here = {p.code: p.name for p in known}
    tried = [e for e in store.values() if e["code"] in here]
    changes, caught, same = (sum(e[word] for e in tried) for word in ("changes", "caught", "equivalent"))
    share = f"{100 * caught / changes:.1f} %" if changes else "none"
    lines = [
        "# Rules and where they are", "",
        f"Every numbered rule of *{book.title}*, what implements it, and how well tests watch over that.",
        f"Functions are those of `{book.folder}`, data lies in `sample_scenarios`.", "",
        "*Changes caught*: the functions that cite the rule were changed in one place at a time (a sign, a",
        "bound, a condition, a statement left out), and so many of these changes made a test fail; what was",
        "edited since is *not tried*. *Tests*: how many name the rule. `scripts/rules_coverage.py` writes",
        "this from what code, data and tests cite and from what `scripts/mutants.py` found; rulings are in",
        f"`docs/{book.rulings}`.", "",
        f"Of {changes} changes {caught} are caught ({share}). {same} more change nothing anybody could see;",
        "they stand with their reasons in `tests/equivalent_mutants.yaml`.", "",
    ]
    chapter = ""
    for rule, title in book.rules.items():
        if rule.partition(".")[0] != chapter:
            chapter = rule.partition(".")[0]
            lines += ["", f"## {chapter} {book.chapters[chapter]}", "",
                      "| Rule | | Implemented in | Changes caught | Tests |",
                      "| --- | --- | --- | --- | --- |"]
        count = len(set(checks[rule]))
        told = watched(known, rule, store)
        held = "; ".join(filter(None, (book.held_by.get(rule, ""), _some(code[rule]))))
        lines.append(f"| {rule} | {title} | {held} | {told} | {count} |")
    samples = samples_of(book)
    lines += folders(samples)
    left = [(here[e["code"]], before, after) for e in tried for before, after in e["left"]]
    left += [(f"{Path(file).parent.name}/{Path(file).stem}.{part}", before, after)
             for e in samples for file, part, before, after in e["left"]]
    left = sorted(set(left))
    if left:
        lines += ["", "## What no test notices", ""]
        for name, before, after in left:
            lines.append(f"- `{name}`: " + " → ".join(f"`` {x} ``" for x in mutants.cut_down(before, after)))
    return "\n".join([*lines, *data_lines(book)]) + "\n"


def data_lines(book: Rulebook) -> list[str]:
    """The lines of the page about changes of the game's data."""
    found = []
    for path in data_of(book):
        kept = data_mutants.stored(ROOT).get(path.relative_to(ROOT).as_posix())
        if kept is None:
            continue
        share = f" ({100 * kept['caught'] / kept['tried']:.1f} %)" if kept["tried"] else ""
        found += [
            "", f"## Changes of `{path.parent.name}/{path.name}`", "",
            "Numbers made one more, true and false exchanged, hexes left out, one at a time",
            f"(`scripts/data_mutants.py`): of {kept['changes']} changes {kept['tried']} were tried, and",
            f"{kept['caught']}{share} made a test fail. {kept['equivalent']} more change nothing anybody",
            "could see.", ""]
        found += [f"- `{where}`: `{before.strip()}` → `{after}`" for where, before, after in kept["left"]]
    return found


def samples_of(book: Rulebook) -> list[dict[str, Any]]:
    """The samples that belong on a page: those of the game's folder, and on the first page, which is that of
    markers everywhere, all that belong to no other game."""
    others = [o.folder for o in rulebooks().values() if o.system != book.system]
    return [e for e in mutants.stored_samples(ROOT)
            if all(p.startswith(book.folder) for p in e["paths"])
            or (book.marked and not any(p.startswith(o) for p in e["paths"] for o in others))]


def folders(samples: list[dict[str, Any]]) -> list[str]:
    """The lines of the page about samples of folders."""
    if not samples:
        return []
    lines = ["", "## Samples of folders", "",
             "Changes drawn by a seed among all of a folder. *Caught at first*: when the sample was first",
             "tried. *Caught*: with the tests written since for what was left of it, so only the first",
             "number of a new seed tells how well the tests of a folder watch over all of it. The commands",
             "below try the samples again.", "",
             "| Folder | Seed | Drawn | Equivalent | Caught at first | Caught |",
             "| --- | --- | --- | --- | --- | --- |"]
    for e in samples:
        share = f" ({100 * e['caught'] / e['tried']:.1f} %)" if e["tried"] else ""
        lines.append(
            f"| {', '.join(f'`{p}`' for p in e['paths'])} | {e['seed']} | {e['drawn']} of {e['of']} "
            f"| {e['equivalent']} | {e['caught_at_first']} | {e['caught']} of {e['tried']}{share} |")
    return [*lines, "", *(f"    {mutants.command_of(e)}" for e in samples)]


def _some(names: Iterable[str]) -> str:
    listed = list(dict.fromkeys(names))
    more = len(listed) - LISTED
    return ", ".join(listed[:LISTED]) + (f" and {more} more" if more > 0 else "")


def gaps(book: Rulebook) -> list[str]:
    """What is missing, a sentence each."""
    code, checks = implementations(book), tests(book)
    found = [f"Rule {r} ({t}) is implemented nowhere." for r, t in book.rules.items()
             if not code[r] and r not in book.held_by]
    return found + [f"Rule {r} ({t}) is tested nowhere." for r, t in book.rules.items() if not checks[r]]


def main(words: list[str]) -> int:
    known = rulebooks()
    names = [word for word in words if not word.startswith("-")] or list(known)
    if bad := [name for name in names if name not in known]:
        print(f"No game declares a rulebook as {bad[0]}; there are {', '.join(known)}.")
        return 2
    missing = []
    for book in (known[name] for name in names):
        missing += [f"{book.title}: {gap}" for gap in gaps(book)]
        path = ROOT / "docs" / book.page
        if "--check" in words:
            if not path.exists() or path.read_text(encoding="utf-8") != page(book):
                missing.append(f"docs/{book.page} is not up to date: run scripts/rules_coverage.py.")
        else:
            path.write_text(page(book), encoding="utf-8", newline="\n")
            print(f"Written: docs/{book.page}")
    print("\n".join(missing) or "Every rule has code and tests.")
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
