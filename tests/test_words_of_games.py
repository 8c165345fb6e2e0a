"""No part of the program outside a game's folder speaks of that game: steps, orders, boxes, marks, tables,
results, markers and options are asked of its `System`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import visegrad_editor
from visegrad_editor import systems
from visegrad_editor.engine import words as general
from visegrad_editor.engine.hexgame.hexgame import GRAMMAR
from visegrad_editor.engine.hexgame.sequence import STAGES
from visegrad_editor.engine.hexgame.state import BOXES, MARKS
from visegrad_editor.model.fields import declared, entry_type, form_of, is_record, literal_values
from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.load import load
from visegrad_editor.model.rules.grammar import NUMBER_KEYS
from visegrad_editor.model.rules.results import VERBS
from visegrad_editor.model.rules.sequence import PHASE_KINDS
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Scenario

ROOT = Path(visegrad_editor.__file__).parent

GENERAL = {*general.STEPS, *general.ORDERS, *general.BOXES, *general.MARKS, *general.CAUSES}
"""The vocabulary of any hex game."""

PLAIN = {"replace", "restore", "table", "track", "used"}
"""Ids that are plain words and mean other things elsewhere, as when a text is replaced by another: only the
parts that play or print games are searched for them."""
PLAYING = ("engine", "players", "playtest", "printing", "editor/play", "cli/run.py", "cli/odds.py",
           "cli/replay.py", "cli/check_system.py")

OTHER_MEANINGS = {
    ("cli/odds.py", "cyber-war"): "the help of --assume has an example of a game",
    ("drawing/style.py", "interdicted"): "a style has badges for states of counters; a game may use others",
    ("drawing/symbols.py", "air-supply"): "the name of an icon",
    ("engine/odds.py", "table"): "a key of the report: which table of the ruleset",
    ("engine/record.py", "replace"): "how characters that cannot be decoded are treated",
    ("cli/run.py", "markers"): "a key of the report: the field of any position",
    ("printing/arrivals.py", "replacement steps"): "a column of every ruleset's replacement chart",
    ("printing/words.py", "pool"): "the last word of a box's name, as in `US air pool`",
    ("drawing/style.py", "OOS"): "the badge of any game for units out of supply",
    ("engine/words.py", "OOS"): "the badge of any game for units out of supply",
    ("hexgrid/grid.py", "NE"): "a point of the compass",
    ("engine/hexgame/hexgame.py", "replacement steps"): "what any game calls them",
    ("engine/hexgame/hexgame.py", "units to lose at least"): "what any game calls them",
    ("engine/hexgame/replacements.py", "replacement steps"): "what any game calls them",
    ("model/lettering.py", "NE"): "a point of the compass",
    ("model/files/asset_migration.py", "cyber-war"): "the older format had keys of one game",
    ("model/files/asset_migration.py", "air points"): "the older format had keys of one game",
    ("model/provenance.py", "replacement steps"): "what any game calls them",
    ("model/ruleset.py", "replacement steps"): "what any game calls them",
    ("model/scenario.py", "replacement steps"): "what any game calls them",
    ("model/start.py", "replacement steps"): "what any game calls them",
    ("model/rules/phrases.py", "bridgehead"): "a noun of any map",
    ("model/rules/supply.py", "OOS"): "the badge of any game for units out of supply",
    ("model/check/assets.py", "markers"): "the code of a problem",
}


BLOCKS = ("engine/hexgame/", "model/")
"""The game that plays from data, and the documents. They speak of blocks of rules, by the names that rulesets
use."""

HINTED = {"call-up", "move", "order"}
"""Decisions of every game that plays from data, for which a game may have a hint of its own."""

NAMED_AS_EXAMPLES = {"cli/odds.py"}
"""Helps that need the name of a game for an example."""


@cache
def literals() -> tuple[tuple[str, int, str], ...]:
    """All texts in the code outside the games' folders: path below the package, line and text. Docstrings and
    other texts that stand alone are left out."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).parts
        if parts[0] == "systems" and len(parts) > 2:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        alone = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        found += [("/".join(parts), n.lineno, n.value) for n in ast.walk(tree)
                  if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in alone]
    return tuple(found)


@cache
def words_of_rulesets() -> frozenset[str]:
    """The vocabulary of the blocks of rules: keys of rulesets and their values, phases, orders, boxes."""
    words = {*GRAMMAR, *STAGES, *BOXES.values(), *MARKS, *PHASE_KINDS, *VERBS, *NUMBER_KEYS}
    todo: list[type] = [Ruleset, Scenario]
    seen: set[type] = set()
    while todo:
        record = todo.pop()
        seen.add(record)
        for one in declared(record):
            words |= {one.key, *map(str, literal_values(one.type)), *map(str, one.field.choices or ())}
            words |= {str(c) for c in getattr(one.field.entries, "__metadata__", ()) and (
                form_of(one.field.entries).field.choices or ())}
            inner = form_of(entry_type(one.type) or one.type).type
            if is_record(inner) and inner not in seen:
                todo.append(inner)
    return frozenset(words)


@cache
def vocabulary(game: str) -> frozenset[str]:
    """What only this game calls so."""
    system = systems.system(game)
    words = system.words
    ids = {*words.steps, *words.orders, *words.boxes, *words.marks, *words.hex_marks, *words.pools,
           *words.left, *words.causes, *(system.decisions().keys() - HINTED),
           *(a.id for a in system.assumptions)}
    for document in bundled():
        if document.kind != "ruleset":
            continue
        ruleset = load(f"rulesets/{document.name}").ruleset
        if ruleset is not None and ruleset.system == game:
            ids |= {t.id for t in ruleset.tables} | {r.id for r in ruleset.results}
            ids |= {o.id for o in ruleset.options} | {s.id for s in ruleset.sides}
            # A phase that is named as its kind has the word of any hex game.
            ids |= {p.id for p in ruleset.phases if p.id != p.kind}
    return frozenset(ids - GENERAL)


def speaks(text: str, id: str) -> bool:
    """Whether a text is the id or, for an id that is no plain word, has it in it."""
    if text == id:
        return True
    return bool(re.search(r"[-_ ]|[a-z]{9}", id)) and bool(
        re.search(rf"(?<![\w-]){re.escape(id)}(?![\w-])", text, re.IGNORECASE))


def places(game: str) -> Iterator[tuple[str, int, str]]:
    """Where the program outside the game's folder speaks of it: path, line, id."""
    for path, line, text in literals():
        for id in vocabulary(game):
            if path.startswith(BLOCKS) and text in words_of_rulesets():
                continue
            if speaks(text, id) and (id not in PLAIN or path.startswith(PLAYING)):
                yield path, line, id


@pytest.mark.parametrize("game", systems.bundled())
def test_only_its_own_folder_speaks_of_a_game(game: str) -> None:
    assert len(literals()) > 5_000
    spoken = [p for p in places(game) if (p[0], p[2]) not in OTHER_MEANINGS]
    assert spoken == []


def test_each_exception_is_needed() -> None:
    used = {(path, id) for game in systems.bundled() for path, _, id in places(game)}
    assert {e for e in OTHER_MEANINGS if e not in used} == set()


def test_the_search_finds_what_it_is_for() -> None:
    ids = vocabulary("visegrad4")
    assert {"interdict", "allocate", "AE", "cyber-war", "pool", "interdicted", "cw_table_cost", "track"
            } <= ids
    assert not ids & {"move", "attack", "retreat", "eliminated", "out-of-supply"}
    assert speaks("Cyber-war markers", "cyber-war")
    assert speaks("AE", "AE")
    assert not speaks("CAESAR", "AE")
    assert not speaks("Use the mouse", "use")


def test_the_plain_words_are_needed_as_such() -> None:
    elsewhere = {text for path, _, text in literals() if not path.startswith(PLAYING)}
    ids = {id for game in systems.bundled() for id in vocabulary(game)}
    assert {w for w in PLAIN if w not in elsewhere or w not in ids} == set()


NAMES_OF_KINDS = {"standard"}
"""Names of games that are plain words."""


@pytest.mark.parametrize("game", [g for g in systems.bundled() if g not in NAMES_OF_KINDS])
def test_the_name_of_a_game_stands_in_its_own_folder_only(game: str) -> None:
    title = systems.system(game).title
    named = [(path, line) for path, line, text in literals() if game in text or title in text]
    assert [n for n in named if n[0] not in NAMED_AS_EXAMPLES] == []


def test_the_examples_are_there() -> None:
    titles = [systems.system(g).title for g in systems.bundled() if g not in NAMES_OF_KINDS]
    named = {path for path, _, text in literals() if any(title in text for title in titles)}
    assert named >= NAMED_AS_EXAMPLES != set()
