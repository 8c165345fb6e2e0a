#!/usr/bin/env python3
"""Write docs/rules-coverage.md: every numbered rule, what implements it, and how well tests watch over that.

    python scripts/rules_coverage.py            write the page
    python scripts/rules_coverage.py --check    tell what it lacks, exit 1 where a rule has no code or no test

A function implements a rule if its docstring cites the number ("halved out of supply (7.3)", "9.0 to 9.6",
"11.0, 3 and 4"), or if it gives the number to an event, a refusal or a table as a text of its own ("7.3");
data does if a `rule:` or a comment of a file in sample_scenarios cites it. A test exercises a rule if it has
the marker `@pytest.mark.rule("7.3")`, cites the number in its docstring or as a text, or, without a marker,
stands under a heading with it ("# -- 13.1 to 13.3: air combat"). What a combat result does (11.0 AE ...) is
exercised only by a test of the rules that fights an attack, not by one that reads the tables.

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
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

import mutants

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules-coverage.md"
SYSTEM = "visegrad_editor/systems/visegrad4"
NO_RULES = {"__init__", "invariants", "odds", "outcomes", "sandbox", "saved_state"}
"""Modules that ask the rules and make none."""
OTHER_GAMES = {"gsofg"}
"""Data whose rule numbers are those of another game, by how its name begins."""

ENGINE = {
    "2.7": ("engine/hexgame/in_progress.py", "GameInProgress.lose_step"),
    "6.0": ("engine/hexgame/stacking.py", "_refusal"),
    "6.1": ("engine/hexgame/stacking.py", "refusal"),
    "6.2": ("engine/hexgame/stacking.py", "StackRules._weigh"),
    "6.3": ("engine/hexgame/hexgame.py", "HexGame.position"),
    "7.0": ("engine/hexgame/supply.py", "trace"), "7.2": ("engine/hexgame/supply.py", "judge"),
    "7.5": ("engine/hexgame/supply.py", "sources"), "8.3": ("engine/hexgame/supply.py", "trace"),
    "9.4": ("engine/board.py", "Board._step_cost"),
    "9.5": ("engine/hexgame/results.py", "retreat_refusal"),
    "10.2": ("engine/hexgame/replacements.py", "restore_refusal"),
    "11.1": ("engine/hexgame/results.py", "retreat_refusal"),
    "11.2": ("engine/hexgame/results.py", "able_to_advance"),
}
"""What the engine, which knows no rule numbers, does for all games: the file and the function."""

LISTED = 5
"""How many functions and tests of a rule the page names; the others are counted."""

CHAPTERS = {
    "2": "Pieces", "3": "Set-up", "4": "Victory", "5": "Sequence of play", "6": "Stacking", "7": "Supply",
    "8": "Zones of control", "9": "Movement", "10": "Reinforcements and replacements", "11": "Combat",
    "12": "Interventions", "13": "Air power", "14": "Ukraine",
}

RULES = {
    "2.1": "The map and its hexes", "2.2": "Counters", "2.3": "Sides and nationalities",
    "2.4": "Unit types", "2.5": "Combat strength", "2.6": "Movement allowance; the unit that never moves",
    "2.7": "Two steps", "2.8": "Other markers",
    "3.0": "Order of battle", "3.1": "Buying air units", "3.2": "Cyber-war markers",
    "3.3": "Reinforcements wait where they are barred", "3.4": "Free set-up",
    "4.0": "Gas fields and the last roll", "4.1": "All fields in Poland", "4.2": "Minsk, Kiev or Moscow",
    "5.0": "Two player turns a turn", "5.1": "The order of segments and phases",
    "6.0": "Three units in a hex", "6.1": "Moving as a stack", "6.2": "What does not count",
    "6.3": "Stacks are open", "6.4": "Whom Russians do not stack with",
    "7.0": "The supply path", "7.1": "Terrain that bars it", "7.2": "When it is judged",
    "7.3": "Half movement, half strength", "7.4": "Supply from the air", "7.5": "Sources",
    "8.0": "The six hexes around", "8.1": "Stopping", "8.2": "Airborne and air-mobile units",
    "8.3": "Zones and supply",
    "9.0": "Movement points and terrain", "9.1": "Highways", "9.2": "What is forbidden",
    "9.3": "One hex is always possible", "9.4": "Rivers", "9.5": "Retreat is no movement", "9.6": "E77",
    "10.0": "Entering the map", "10.1": "Landing in the north", "10.2": "Replacement steps",
    "10.3": "Air units again", "10.4": "Markers again",
    "11.0": "Who may attack whom",
    "11.0 step 1": "Odds in percent", "11.0 step 2": "Air support", "11.0 step 3": "Terrain and rivers",
    "11.0 step 4": "Envelopment", "11.0 step 5": "The choice of table", "11.0 step 6": "The roll",
    "11.0 step 7": "Afterwards",
    "11.0 AE": "All attackers lost", "11.0 AD": "Attackers lose a step, retreat",
    "11.0 AP": "Attackers retreat", "11.0 AT": "Half the attackers lost", "11.0 AW": "Attackers retreat",
    "11.0 BB": "Half of both lost", "11.0 DD": "Defenders lose a step, retreat",
    "11.0 DE": "All defenders lost, no advance", "11.0 DP": "Defenders retreat",
    "11.0 DW": "Defenders retreat where the attacker wants", "11.0 MA": "Defenders choose: step or retreat",
    "11.0 OR": "All defenders lost, advance",
    "11.1": "Retreat", "11.2": "Advance",
    "12.0": "The United States", "12.1": "Romania", "12.2": "Italy",
    "13.0": "Air units", "13.1": "Air combat", "13.2": "Markers in the air", "13.3": "Aborting",
    "13.4": "Air support", "13.5": "SAC", "13.6": "Once a turn", "13.7": "Interdiction",
    "14.0": "Loyalty of Ukrainian units",
}
PLAIN = [r for r in RULES if " " not in r]
EFFECTS = {r for r in RULES if r.startswith("11.0 ") and "step" not in r}
CODES = {r.partition(" ")[2] for r in EFFECTS}

_NUMBER = r"\d{1,2}\.\d"
_RANGE = re.compile(rf"(?<![\d.])({_NUMBER}) to ({_NUMBER})(?![\d])")
_SINGLE = re.compile(rf"(?<![\d.])({_NUMBER})(?![\d])")
_STEPS = re.compile(r"11\.0,? (?:steps? )?(\d(?![\d.])(?:(?:, | and |, and )\d(?![\d.]))*)")


def cited(text: str) -> set[str]:
    """The rules that a sentence names.

    >>> sorted(cited("Costs (9.0 to 9.2, 9.6), shifts (11.0, 3 and 4)"))
    ['11.0', '11.0 step 3', '11.0 step 4', '9.0', '9.1', '9.2', '9.6']
    """
    found = set(_SINGLE.findall(text)) & RULES.keys()
    for first, last in _RANGE.findall(text):
        if first in PLAIN and last in PLAIN:
            found |= set(PLAIN[PLAIN.index(first):PLAIN.index(last) + 1])
    for steps in _STEPS.findall(text):
        found |= {f"11.0 step {n}" for n in re.findall(r"\d", steps)} & RULES.keys()
    return found


def texts_of(node: ast.AST) -> set[str]:
    """The rules and result codes among the texts inside a definition, its docstring left out."""
    found = set()
    for n in ast.walk(node):
        if isinstance(n, ast.Constant) and isinstance(n.value, str):
            if n.value in RULES:
                found.add(n.value)
            elif n.value in CODES:
                found.add(f"11.0 {n.value}")
            elif re.fullmatch(r"11\.0, \d", n.value):
                found |= cited(n.value)
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


def parts() -> list[Part]:
    """What plays by the rules first, then what checks designs by them, then the engine for all games."""
    found = []
    for path in sorted((ROOT / SYSTEM).glob("*.py"), key=lambda p: (p.stem.startswith("checks"), p)):
        if path.stem in NO_RULES:
            continue
        text = path.read_text(encoding="utf-8")
        lines, marks = text.splitlines(), mutants.parts_of(text)
        for name, node in definitions(ast.parse(text)):
            doc = ast.get_docstring(node) if isinstance(node, ast.FunctionDef | ast.Module) else ""
            told = cited(f"{doc or ''} {_comments(lines, node)}")
            found.append(Part(f"{path.stem}.{name}", marks[name], told, texts_of(node) - told))
    for rule, (file, name) in ENGINE.items():
        marks = mutants.parts_of((ROOT / "visegrad_editor" / file).read_text(encoding="utf-8"))
        found.append(Part(f"{file.removesuffix('.py')}.{name}", marks[name], {rule}, set()))
    return found


def implementations() -> dict[str, list[str]]:
    """Rule to what implements it: functions whose docstring cites it, then those that give it to events
    and refusals, then data."""
    known = parts()
    found = {r: [f"`{p.name}`" for p in known if r in p.told] for r in RULES}
    for rule, names in found.items():
        names += [f"`{p.name}`" for p in known if rule in p.given]
    for path in sorted((*(ROOT / "sample_scenarios").rglob("*.yaml"), *(ROOT / SYSTEM).glob("*.yaml"))):
        if path.name.startswith(tuple(OTHER_GAMES)):
            continue
        rules = set()
        for line in path.read_text(encoding="utf-8").splitlines():
            if "rule:" in line or line.lstrip().startswith("#"):
                rules |= cited(line)
        for rule in rules:
            found[rule].append(f"`{path.parent.name}/{path.name}`")
    return found


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


def headings(text: str, steps: bool) -> list[tuple[int, set[str]]]:
    """(line, rules) of the section headings of a test file. In the file on combat a single number is a
    step of 11.0."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"# -- (.*?)\s*-*$", line)
        if match:
            step = re.match(r"([1-7]):", match[1]) if steps else None
            rules = cited(match[1]) | ({f"11.0 step {step[1]}"} if step else set())
            chapter = re.match(r"(4|14)\b(?!\.)", match[1])
            if chapter and chapter[1] == "14":
                rules.add("14.0")
            found.append((number, rules))
    return found


def tests() -> dict[str, list[str]]:
    """Rule to the tests that exercise it."""
    found: dict[str, list[str]] = {r: [] for r in RULES}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if path.stem == "test_rules_coverage":
            continue
        text = path.read_text(encoding="utf-8")
        sections = headings(text, "combat" in path.stem) if path.stem.startswith("test_rules") else []
        about_rules = path.stem.startswith(("test_rules", "test_data_visegrad4", "test_playtest_odds"))
        if not about_rules and "mark.rule" not in text:
            continue
        tree = ast.parse(text)
        battles = {n.name for n in tree.body if isinstance(n, ast.FunctionDef) and attacks(n, set())}
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            rules = marked(node)
            if about_rules:
                if not rules:
                    rules = next((r for line, r in reversed(sections) if line < node.lineno), set())
                named = texts_of(node)
                if not path.stem.startswith("test_rules") or not attacks(node, battles):
                    named -= EFFECTS
                rules = rules | cited(ast.get_docstring(node) or "") | named
            for rule in rules:
                found[rule].append(f"`{path.stem.removeprefix('test_')}: {node.name.removeprefix('test_')}`")
    return found


def attacks(node: ast.AST, battles: set[str]) -> bool:
    """Whether a test orders an attack, by itself or by one of the helpers that do."""
    return any(
        (isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value.startswith("attack "))
        or (isinstance(n, ast.Name) and n.id in battles) for n in ast.walk(node))


def marked(node: ast.FunctionDef) -> set[str]:
    """The rules of `@pytest.mark.rule(...)`; raises `ValueError` for one there is not."""
    found = set()
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            for argument in decorator.args:
                rule = ast.literal_eval(argument)
                if rule not in RULES:
                    raise ValueError(f"{node.name} is marked with rule {rule!r}, which there is not.")
                found.add(rule)
    return found


# -- the page --------------------------------------------------------------------------------------------


def page() -> str:
    """The page as text."""
    code, checks, known, store = implementations(), tests(), parts(), mutants.stored(ROOT)
    here = {p.code: p.name for p in known}
    tried = [e for e in store.values() if e["code"] in here]
    changes, caught, same = (sum(e[word] for e in tried) for word in ("changes", "caught", "equivalent"))
    share = f"{100 * caught / changes:.1f} %" if changes else "none"
    lines = [
        "# Rules and where they are", "",
        "Every numbered rule of *Visegrad 4*, what implements it, and how well tests watch over that.",
        f"Functions are those of `{SYSTEM}`, data lies in `sample_scenarios`.", "",
        "*Changes caught*: the functions that cite the rule were changed in one place at a time (a sign, a",
        "bound, a condition, a statement left out), and so many of these changes made a test fail; what was",
        "edited since is *not tried*. *Tests*: how many name the rule. `scripts/rules_coverage.py` writes",
        "this from what code, data and tests cite and from what `scripts/mutants.py` found; rulings are in",
        "`docs/rulings.md`.", "",
        f"Of {changes} changes {caught} are caught ({share}). {same} more change nothing anybody could see;",
        "they stand with their reasons in `tests/equivalent_mutants.yaml`.", "",
    ]
    chapter = ""
    for rule, title in RULES.items():
        if rule.partition(".")[0] != chapter:
            chapter = rule.partition(".")[0]
            lines += ["", f"## {chapter} {CHAPTERS[chapter]}", "",
                      "| Rule | | Implemented in | Changes caught | Tests |",
                      "| --- | --- | --- | --- | --- |"]
        count = len(set(checks[rule]))
        told = watched(known, rule, store)
        lines.append(f"| {rule} | {title} | {_some(code[rule])} | {told} | {count} |")
    samples = mutants.stored_samples(ROOT)
    lines += folders(samples)
    left = [(here[e["code"]], before, after) for e in tried for before, after in e["left"]]
    left += [(f"{Path(file).parent.name}/{Path(file).stem}.{part}", before, after)
             for e in samples for file, part, before, after in e["left"]]
    left = sorted(set(left))
    if left:
        lines += ["", "## What no test notices", ""]
        for name, before, after in left:
            lines.append(f"- `{name}`: " + " → ".join(f"`` {x} ``" for x in mutants.cut_down(before, after)))
    return "\n".join(lines) + "\n"


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


def gaps() -> list[str]:
    """What is missing, a sentence each."""
    code, checks = implementations(), tests()
    found = [f"Rule {r} ({t}) is implemented nowhere." for r, t in RULES.items() if not code[r]]
    return found + [f"Rule {r} ({t}) is tested nowhere." for r, t in RULES.items() if not checks[r]]


def main(words: list[str]) -> int:
    missing = gaps()
    if "--check" in words:
        stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page()
        if stale:
            missing.append(f"{PAGE.relative_to(ROOT)} is not up to date: run scripts/rules_coverage.py.")
    else:
        PAGE.write_text(page(), encoding="utf-8", newline="\n")
        print(f"Written: {PAGE.relative_to(ROOT)}")
    print("\n".join(missing) or "Every rule has code and tests.")
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
