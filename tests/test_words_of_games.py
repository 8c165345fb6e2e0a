"""No part of the program outside a game's folder speaks of that game: steps, orders, boxes, marks, tables,
results, markers and options are asked of its `System`."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import visegrad_editor
from visegrad_editor import systems
from visegrad_editor.desk.card import Card
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

DESK = "desk/", "editor/desk/"
"""The folders of cards of squad-level games and of their window, which speak of these alone: their words,
such as those of nations, are their own."""

OTHER_MEANINGS = {
    ("drawing/symbols.py", "air-supply"): "the name of an icon",
    ("model/values.py", "air-supply"): "the name of an icon",
    ("engine/odds.py", "table"): "a key of the report: which table of the ruleset",
    ("engine/record.py", "replace"): "how characters that cannot be decoded are treated",
    ("cli/run.py", "markers"): "a key of the report: the field of any position",
    ("printing/arrivals.py", "replacement steps"): "a column of every ruleset's replacement chart",
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


COMMON = {
    "air support": "what aircraft give in any game",
    "combat results": "every game has a table of them",
    "combat table": "every game may have one",
    "no effect": "a result of most games, and plain English",
    "replacements": "a part of the rules of any game",
    "spent": "a plain word",
    "table": "a plain word",
    "track": "a plain word: a turn track",
}
"""Titles and names of a game with a folder that are plain English for parts of any game."""

NAMES_WITH_OTHER_MEANINGS = {
    ("model/files/asset_migration.py", "air points"): "the older format had keys of one game",
    ("model/files/asset_migration.py", "air units it may own"): "the older format had keys of one game",
    ("model/files/asset_migration.py", "cyber-war markers"): "the older format had keys of one game",
    ("model/rules/phrases.py", "netherlands"): "a country with an article, in the sentences of any game",
}


BLOCKS = ("engine/hexgame/", "model/")
"""The game that plays from data, and the documents. They speak of blocks of rules, by the names that rulesets
use."""

HINTED = {"call-up", "move", "order"}
"""Decisions of every game that plays from data, for which a game may have a hint of its own."""


@cache
def literals() -> tuple[tuple[str, int, str], ...]:
    """All texts in the code outside the games' folders: path below the package, line and text. Docstrings and
    other texts that stand alone are left out."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).parts
        if parts[0] == "systems" and len(parts) > 2:
            continue
        nodes = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                 if isinstance(n, ast.Expr | ast.Constant)]
        alone = {id(n.value) for n in nodes if isinstance(n, ast.Expr)}
        found += [("/".join(parts), n.lineno, n.value) for n in nodes
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
    return id in spoken_in(text, ((id, id.lower()),))


def spoken_in(text: str, ids: tuple[tuple[str, str], ...]) -> list[str]:
    """The ids that a text speaks of; each comes with its small letters."""
    small = text.lower()
    # Most texts do not even have the letters of an id, which is found out more quickly.
    near = [id for id, letters in ids if letters in small]
    return [id for id in near if text == id or (re.search(r"[-_ ]|[a-z]{9}", id) and re.search(
        rf"(?<![\w-]){re.escape(id)}(?![\w-])", text, re.IGNORECASE))]


@cache
def places(game: str) -> tuple[tuple[str, int, str], ...]:
    """Where the program outside the game's folder speaks of it: path, line, id."""
    ids = tuple((id, id.lower()) for id in vocabulary(game))
    return tuple(
        (path, line, id) for path, line, text in literals()
        if not (path.startswith(BLOCKS) and text in words_of_rulesets())
        for id in spoken_in(text, ids)
        if id not in PLAIN or path.startswith(PLAYING))


@pytest.mark.parametrize("game", systems.bundled())
def test_only_its_own_folder_speaks_of_a_game(game: str) -> None:
    assert len(literals()) > 5_000
    spoken = [p for p in places(game) if (p[0], p[2]) not in OTHER_MEANINGS and not p[0].startswith(DESK)]
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


@cache
def names(game: str) -> frozenset[str]:
    """What a game with a folder calls its parts, in small letters: decisions, phases, boxes, marks, markers,
    sides, nationalities, tables, results, assets, states, events and options. A name is cut at its first
    colon or bracket, and that of a side before the word `side`."""
    words = systems.system(game).words
    found = {words.pools_title, *words.pools.values()}
    for titled in (words.steps, words.boxes, words.marks, words.hex_marks):
        found |= {w.title for w in titled.values()}
    for document in bundled():
        ruleset = load(f"rulesets/{document.name}").ruleset if document.kind == "ruleset" else None
        if ruleset is not None and ruleset.system == game:
            for named in (ruleset.phases, ruleset.sides, ruleset.nationalities, ruleset.tables,
                          ruleset.results, ruleset.assets, ruleset.states, ruleset.events,
                          ruleset.options):
                found |= {n.name for n in named}
            found |= {s.name.split(" side")[0] for s in ruleset.sides}
    usual = {w.title for kind in (general.STEPS, general.BOXES, general.MARKS) for w in kind.values()}
    # Most names are one thing and more about it after a colon.
    cut = {re.split(r"[:(]", name)[0].strip().lower() for name in found} - {""}
    return frozenset(cut - {title.lower() for title in usual})


def names_in(text: str, game: str) -> list[str]:
    """The names of a game's parts in a text, in small letters."""
    return _names_pattern(game).findall(text.lower())


@cache
def _names_pattern(game: str) -> re.Pattern[str]:
    longest_first = sorted(names(game), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])")


@cache
def named_places(game: str) -> tuple[tuple[str, int, str], ...]:
    """Where the program outside the game's folder has a name of its parts: path, line, name."""
    return tuple(
        (path, line, name) for path, line, text in literals() for name in names_in(text, game))


FOLDERS = [g for g in systems.bundled() if g != "standard"]
"""Games with rules of their own. The others are documents alone, and may have the words of any hex game."""


@pytest.mark.parametrize("game", FOLDERS)
def test_only_its_own_folder_has_the_names_of_a_game(game: str) -> None:
    spoken = [p for p in named_places(game)
              if p[2] not in COMMON and (p[0], p[2]) not in NAMES_WITH_OTHER_MEANINGS
              and not p[0].startswith(DESK)]
    assert len(names(game)) > 30
    assert spoken == []


def test_each_exception_for_names_is_needed() -> None:
    used = {(path, name) for game in FOLDERS for path, _, name in named_places(game)}
    assert {e for e in NAMES_WITH_OTHER_MEANINGS if e not in used} == set()
    assert set(COMMON) - {name for _, name in used} == set()


def test_the_names_are_those_of_the_games() -> None:
    assert {"heavy bombers", "soviet side", "soviet", "nato", "belgium", "nato combat", "engaged",
            "soviet support aircraft", "escalation after a chemical attack"} <= names("gsofg")
    assert {"air interdiction", "russian", "poland", "bloodbath", "air points", "administration a"
            } <= names("visegrad4")
    assert not names("gsofg") & {"movement", "combat", "out of supply", "reinforcements"}


@cache
def words_of_cards() -> frozenset[str]:
    """The keys of cards that are no plain words and that no ruleset or scenario has."""
    keys, todo, seen = set[str](), [Card], set[type]()
    while todo:
        record = todo.pop()
        seen.add(record)
        for one in declared(record):
            keys.add(one.key)
            inner = form_of(entry_type(one.type) or one.type).type
            if is_record(inner) and inner not in seen:
                todo.append(inner)
    plain = {"elr", "san", "nvr", "cvp", "dyo", "iift", "ssr"}
    return frozenset({k for k in keys if "_" in k or k in plain} - words_of_rulesets())


def test_only_the_desk_speaks_of_squad_level_games() -> None:
    words = words_of_cards()
    assert {"elr", "nvr", "trip_flares", "exit_vp", "asn_exponent", "elr_lowered"} <= words
    spoken = [(path, line, text) for path, line, text in literals()
              if text in words and not path.startswith(DESK)]
    assert spoken == []


def test_the_program_does_not_name_the_game_that_cards_fit() -> None:
    named = [(path, line) for path, line, text in literals()
             if re.search(r"\bASL\b|Advanced Squad Leader", text)]
    assert named == []


def test_the_search_finds_names_within_texts() -> None:
    assert names_in("Heavy bombers", "gsofg") == ["heavy bombers"]
    assert names_in("The Soviet side", "gsofg") == ["soviet side"]
    assert names_in("Of NATO and Poland.", "gsofg") == ["nato"]
    assert names_in("signatory", "gsofg") == []


NAMES_OF_KINDS = {"standard"}
"""Names of games that are plain words."""


@pytest.mark.parametrize("game", [g for g in systems.bundled() if g not in NAMES_OF_KINDS])
def test_the_name_of_a_game_stands_in_its_own_folder_only(game: str) -> None:
    title = systems.system(game).title
    named = [(path, line) for path, line, text in literals() if game in text or title in text]
    assert named == []
