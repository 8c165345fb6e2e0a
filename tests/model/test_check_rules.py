"""Checks of the blocks of rules: each finds its mistake, says what to do, and is silent on sound data."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from any_documents import RULESETS
from any_rules import records, rule_blocks
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_names import RULES
from small_design import small_design, small_map, small_scenario

from visegrad_editor.engine.hexgame.unknown_rules import unsupported
from visegrad_editor.model import rules as rules_package
from visegrad_editor.model.check import check_documents, check_rules
from visegrad_editor.model.design import Design
from visegrad_editor.model.fields import declared
from visegrad_editor.model.files.codec import record_of
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.rules.combat import Combat, CombatTable
from visegrad_editor.model.rules.references import REFERENCES
from visegrad_editor.model.rules.results import ResultCode
from visegrad_editor.model.rules.victory import Victory
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Reinforcement

READ = record_of(Ruleset).read({
    "name": "x", "title": "X", "system": "",
    "combat": {"values": {"attack": "attack", "defence": "defence"}},
    "victory": {"conditions": [{"winner": "soviet", "when": {"turn": 8}}], "otherwise": "nato"}})
SOUND = replace(RULES, system="", results=(), tables=(), combat=READ.combat, victory=READ.victory)
"""A ruleset without a problem."""


def changed(text: str, base: Ruleset = SOUND) -> Ruleset:
    """The ruleset with some keys as a file writes them."""
    data = yaml.safe_load(text)
    read = record_of(Ruleset).read({"name": "x", "title": "X", "system": "", **data})
    keys = {f.name for f in fields(Ruleset)} & set(data)
    return replace(base, **{key: getattr(read, key) for key in keys})


def problems(text: str, base: Ruleset = SOUND) -> list[Problem]:
    return list(check_rules(changed(text, base)))


def test_the_ruleset_of_these_tests_is_sound() -> None:
    assert check_rules(SOUND) == ()


TABLE = "{id: t, name: T, odds: ratio, columns: ['1:1', '2:1'], rows: {1: [A, B], 2: [B, B], 3: [B, B], " \
        "4: [B, B], 5: [B, B], 6: [B, B]}"
CODES = ("results: [{id: A, name: A, does: [{retreat: attacker}]}, "
         "{id: B, name: B, does: [{retreat: defender}]}]")
SEVEN = "6: [B, B], 7: ["
TWO_MORE = "modifiers: [{id: m, effect: {die: 2}}]"


def tables(old: str = "2:1", new: str = "2:1", more: str = "") -> str:
    """A table and its results, with something in it replaced or added."""
    return f"tables: [{TABLE.replace(old, new)}{more}}}]\n{CODES}"


# Each line: the wrong data, severity and code, words of the message, and the data put right.
CASES: tuple[tuple[str, str, str, str, list[str], str], ...] = (
    ("side", "zones: {of: {side: [sovjet]}}", "error", "unknown-side",
     ["sovjet", "`soviet`", '"Of > Side" of Zones'], "zones: {of: {side: [soviet, own, enemy]}}"),
    ("nationality", "stacking: {at_most: [{units: {nationality: [usr]}}]}", "error", "unknown-nationality",
     ["`ussr`", "At most 1 > Units > Nationality"], "stacking: {at_most: [{units: {nationality: [ussr]}}]}"),
    ("type", "stacking: {free: {type: [tanks]}}", "error", "unknown-unit-type", ["`tank`"],
     "stacking: {free: {type: [tank]}}"),
    ("trait", "stacking: {free: {trait: [artilery]}}", "warning", "unknown-trait", ["`artillery`"],
     "stacking: {free: {trait: [artillery]}}"),
    ("size", "stacking: {free: {size: [divison]}}", "warning", "unknown-size", ["`division`"],
     "stacking: {free: {size: [division]}}"),
    ("class", "stacking: {free: {class: [foots]}}", "error", "unknown-movement-class", ["`foot`"],
     "stacking: {free: {class: [foot]}}"),
    ("formation", "stacking: {free: {formation: [1st-corps]}}", "error", "unknown-formation", ["`1-corps`"],
     "stacking: {free: {formation: [1-corps]}}"),
    ("state", "stacking: {free: {state: [disruptd]}}", "error", "unknown-state", ["`disrupted`"],
     "stacking: {free: {state: [disrupted, full, reduced]}}"),
    ("terrain", "zones: {reach: {not_terrain: [forrest]}}", "error", "unknown-kind-of-terrain", ["`forest`"],
     "zones: {reach: {not_terrain: [forest]}}"),
    ("feature", "zones: {reach: {not_features: [citty]}}", "error", "unknown-feature", ["`city`"],
     "zones: {reach: {not_features: [city]}}"),
    ("hexside", "zones: {reach: {not_across: [rivr]}}", "error", "unknown-hexside-kind", ["`river`"],
     "zones: {reach: {not_across: [river]}}"),
    ("road", "movement: {modes: [{id: m, only: {roads: [raod]}}]}", "error", "unknown-road-kind", ["`road`"],
     "movement: {modes: [{id: m, only: {roads: [road]}}]}"),
    ("phase", "events: [{id: e, name: E, when: {phase: [moove]}}]", "error", "unknown-phase",
     ["`move`", '"When > Phase" of event "e"'], "events: [{id: e, name: E, when: {phase: [move]}}]"),
    ("event", "events: [{id: e, name: E, when: {happened: [rian]}}, {id: rain, name: Rain}]", "error",
     "unknown-event", ["`rain`"], "events: [{id: e, name: E, when: {happened: [rain]}}, {id: rain, name: "
     "R}]"),
    ("option", "events: [{id: e, name: E, when: {option: {fogg: [with]}}}]", "error", "unknown-option",
     ["`fog`"], "events: [{id: e, name: E, when: {option: {fog: [with]}}}]"),
    ("choice", "events: [{id: e, name: E, when: {option: {fog: [wit]}}}]", "error", "unknown-choice",
     ["`with`"], "events: [{id: e, name: E, when: {option: {fog: [with]}}}]"),
    ("asset", "combat: {support: {asset: aire}}", "error", "unknown-asset", ["`air`"],
     "combat: {support: {asset: air}}"),
    ("asset in an effect", "events: [{id: e, name: E, does: [{asset: {aire: 1}}]}]", "error", "unknown-asset",
     ["`air`"], "events: [{id: e, name: E, does: [{asset: {air: 1}}]}]"),
    ("table", "combat: {table: [{use: combatt}]}", "error", "unknown-table", ['"combatt"', "Add the table"],
     f"tables: [{TABLE}}}]\n{CODES}\ncombat: {{table: [{{use: t}}]}}"),
    ("result", f"tables: [{TABLE}}}]\n{CODES}\ncombat: {{becomes: [{{result: A, to: C}}]}}", "error",
     "unknown-result", ['"C"'], f"tables: [{TABLE}}}]\n{CODES}\ncombat: {{becomes: [{{result: A, to: B}}]}}"),
    ("pool", "events: [{id: e, name: E, does: [{arrive: reserv}]}]\npools: [{id: reserve, side: nato, entry: "
     "[x], number: {1: 1}}]", "error", "unknown-pool-or-event", ["`reserve`"],
     "events: [{id: e, name: E, does: [{arrive: reserve}]}]\npools: [{id: reserve, side: nato, entry: [x], "
     "number: {1: 1}}]"),
    ("value", "combat: {values: {attack: atack, defence: defence}}", "error", "unknown-value", ["`attack`"],
     "combat: {values: {attack: attack, defence: defence}}"),
    ("class of a type", "unit_types: [{id: a, name: A, symbol: armor, movement: 5, class: foots}]", "error",
     "unknown-movement-class", ['unit type "a"'],
     "unit_types: [{id: a, name: A, symbol: armor, movement: 5, class: foot}]"),
    ("weights", "stacking: {weigh: {by: size, of: {divison: 1}}}", "warning", "unknown-size", ["`division`"],
     "stacking: {weigh: {by: size, of: {division: 1}}}"),
    ("ids twice", "events: [{id: e, name: E}, {id: e, name: F}]", "error", "twice", ['"e"'],
     "events: [{id: e, name: E}, {id: f, name: F}]"),
    ("ids of a block twice", "movement: {modes: [{id: m, range: 1}, {id: m, range: 2}]}", "error", "twice",
     ['"m"', '"Modes" of Movement'], "movement: {modes: [{id: m, range: 1}, {id: n, range: 2}]}"),
    ("no verb", "events: [{id: e, name: E, does: [{by: owner}]}]", "warning", "no-verb", ["Does 1", "lose"],
     "events: [{id: e, name: E, does: [{note: Mind}]}]"),
    ("two verbs", "events: [{id: e, name: E, does: [{win: nato, note: Hurrah}]}]", "warning", "two-verbs",
     ["win and note"], "events: [{id: e, name: E, does: [{win: nato}, {note: Hurrah}]}]"),
    ("no state", "events: [{id: e, name: E, does: [{state: defender}]}]", "warning", "no-state", ["`set`"],
     "events: [{id: e, name: E, does: [{state: defender, set: disrupted}]}]"),
    ("no choice", "events: [{id: e, name: E, does: [{choose: defender}]}]", "warning", "no-choice", ["`of`"],
     "events: [{id: e, name: E, does: [{choose: defender, of: [[{note: a}]]}]}]"),
    ("unused result", f"tables: [{TABLE}}}]\n{CODES[:-1]}, {{id: C, name: C}}]", "warning", "unused-result",
     ['"C"'], tables()),
    ("turn after the last", "events: [{id: e, name: E, when: {turn: 9}}]", "warning", "never-true",
     ["turn 9", "8 turns"], "events: [{id: e, name: E, when: {turn: 8}}]"),
    ("turns reversed", "events: [{id: e, name: E, when: {turn: [5, 2]}}]", "warning", "never-true",
     ["from 5 to 2"], "events: [{id: e, name: E, when: {turn: [2, 5]}}]"),
    ("roll too high", "events: [{id: e, name: E, when: {roll: 1d6, at_least: 7}}]", "warning", "never-true",
     ["6 at most, not 7"], "events: [{id: e, name: E, when: {roll: 1d6, at_least: 6}}]"),
    ("roll too low", "events: [{id: e, name: E, when: {roll: 2d6, less_than: 2}}]", "warning", "never-true",
     ["2 at least"], "events: [{id: e, name: E, when: {roll: 2d6, less_than: 3}}]"),
    ("bounds crossed", "events: [{id: e, name: E, when: {points: nato, at_least: 5, less_than: 3}}]",
     "warning", "never-true", ["at least 5 and at most 2"],
     "events: [{id: e, name: E, when: {points: nato, at_least: 3, less_than: 5}}]"),
    ("event that never happens", "events: [{id: a, name: A, when: {turn: 9}}, {id: b, name: B, when: "
     "{happened: [a]}}]", "warning", "never-true", ['event "A" never happens'],
     "events: [{id: a, name: A, when: {turn: 7}}, {id: b, name: B, when: {happened: [a]}}]"),
    ("bare odds in a condition", "combat: {shifts: [{id: s, when: {odds: {at_least: 121}}, effect: "
     "{shift: 1}}]}",
     "warning", "bare-odds", ["121", "2:1", "quotes"],
     "combat: {shifts: [{id: s, when: {odds: {at_least: '2:1'}}, effect: {shift: 1}}]}"),
    ("bare odds in a table", tables("'2:1'", "121"), "warning",
     "bare-odds", ["121", "2:1", "quotes"], tables()),
    ("headings that do not grow", tables("2:1", "1:2"), "error", "bad-table",
     ["must grow"], tables()),
    ("headings without odds", tables("2:1", "good"), "error", "bad-table",
     ['"good"', "thresholds"], tables()),
    ("a gap", tables("2: [B, B], ", ""), "error", "no-result",
     ["no row for a die roll of 2"], tables()),
    ("rows missing", tables(more=", die: 2d6"), "warning", "rows", ["2d6", "7 to 12"],
     tables(more=", die: 1d6")),
    ("modifiers beyond the rows", tables(more=f", {TWO_MORE}"),
     "note", "rows", ["The modifier m of table", "leads to 7 and 8", "`note`"],
     tables(more=f", {TWO_MORE}, note: Above 6 is 6.")),
    ("rows nobody rolls", tables("6: [", SEVEN), "warning", "rows",
     ["row for 7"], tables("6: [", SEVEN, ", modifiers: [{id: m, effect: {die: 1}}]")),
    ("a better column that is worse", tables("2: [B, B]", "2: [B, A]"),
     "warning", "worse-column", ["roll of 2", "2:1"], tables()),
    ("zones of another kind", "zones: {kind: rigid, enter: free}", "note", "zone-kind", ["semi-rigid"],
     "zones: {kind: semi-rigid}"),
    ("zones of no kind", "zones: {kind: none, enter: stop}", "note", "zone-kind", ["kind: none"],
     "zones: {kind: none}"),
    ("idle zones", "zones: {kind: fluid, enter: free, leave: free, blocks: []}", "warning", "zone-idle",
     ["no effect"], "zones: {kind: fluid, blocks: []}"),
    ("no room", "stacking: {limit: 0}", "error", "stacking-limit", ["Write 1"], "stacking: {limit: 1}"),
    ("two limits", "stacking_limit: 2\nstacking: {limit: 4}", "warning", "two-limits",
     ["is 2", "`stacking` 4"], "stacking_limit: 2\nstacking: {limit: 2, free: {}}"),
    ("no room in some hexes", "stacking: {by_hex: [{hexes: {terrain: [forest]}, limit: 0}]}", "note",
     "stacking-limit", ["By hex 1"], "stacking: {by_hex: [{hexes: {terrain: [forest]}, limit: 1}]}"),
    ("no weights", "stacking: {weigh: {by: size}}", "warning", "no-weights", ["Add `of`"],
     "stacking: {weigh: {by: size, of: {division: 1}}}"),
    ("an idle limit", "stacking: {limit: 2, at_most: [{units: {type: [tank]}, number: 4}]}", "note",
     "idle-limit", ["4 units", "limit 2"], "stacking: {limit: 2, at_most: [{units: {type: [tank]}, "
     "number: 1}]}"),
    ("no quota", "movement: {modes: [{id: m, range: 3, quota: {a_turn: 0}}]}", "warning", "no-quota",
     ["Quota"], "movement: {modes: [{id: m, range: 3, quota: {a_turn: 1}}]}"),
    ("no number from a pool", "pools: [{id: p, side: nato, entry: [x], number: {1: 1}, at_most: [{units: {}, "
     "number: 0}]}]", "warning", "no-quota", ["At most 1"],
     "pools: [{id: p, side: nato, entry: [x], number: {1: 1}, at_most: [{units: {}, number: 1}]}]"),
    ("too dear", "movement: {least: none, classes: [{id: foot}, {id: tracked}, {id: wheeled}], costs: "
     "[{class: "
     "[foot], terrain: [forest], cost: 6}]}", "warning", "too-dear", ["is 6", "5 movement points"],
     "movement: {least: none, classes: [{id: foot}, {id: tracked}, {id: wheeled}], costs: [{class: [foot], "
     "terrain: [forest], cost: 5}]}"),
    ("terrain too dear", "movement: {least: none, classes: [{id: foot}, {id: tracked}, {id: wheeled}]}\n"
     "terrain: [{id: clear, name: Clear, cost: 9}]", "warning", "too-dear", ["Clear costs 9"],
     "movement: {classes: [{id: foot}, {id: tracked}, {id: wheeled}]}\n"
     "terrain: [{id: clear, name: Clear, cost: 9}]"),
    ("a way without limit", "movement: {modes: [{id: m, allowance: none}]}", "note", "no-limit", ["range"],
     "movement: {modes: [{id: m, allowance: none, range: 9}]}"),
    ("supply without sources", "supply: {paths: [{legs: [{length: 6}]}]}", "warning", "no-source",
     ["no `sources`"], "supply: {sources: [{id: s, hexes: {edge: [west]}}], paths: [{legs: [{length: 6}]}]}"),
    ("a path to nowhere", "supply: {sources: [{id: s, hexes: {edge: [west]}}], paths: [{legs: [{to: "
     "{features: "
     "[city]}}]}]}", "warning", "no-source", ["`to: {sources: true}`"],
     "supply: {sources: [{id: s, hexes: {edge: [west]}}], paths: [{legs: [{to: {features: [city]}}, {}]}]}"),
    ("an idle state of supply", "supply: {sources: [{id: s, hexes: {edge: [west]}}], states: [{id: "
     "o}]}", "note",
     "idle-state", ['"o"'], "supply: {sources: [{id: s, hexes: {edge: [west]}}], states: [{id: o, lose: "
     "1}]}"),
    ("no movement phase", "sequence: {turn: [{player_turn: soviet, phases: [combat]}, {player_turn: nato, "
     "phases: [move, combat]}]}", "warning", "no-phase", ["Soviet side", "movement"],
     "sequence: {turn: [{player_turn: soviet, phases: [move, combat]}, {player_turn: nato, phases: [move, "
     "combat]}]}"),
    ("parts of a turn twice", "sequence: {turn: [{kind: move, id: x}, {kind: combat, id: "
     "x}]}", "error", "twice",
     ['"x"'], "sequence: {turn: [{kind: move, id: x}, {kind: combat, id: y}]}"),
    ("a loop of formations", "formations: [{id: a, name: A, parent: b}, {id: b, name: B, parent: "
     "a}]", "error",
     "formation-loop", ["a in b in a"], "formations: [{id: a, name: A, parent: b}, {id: b, name: B}]"),
    ("more than most", "assets: [{id: a, name: A, side: nato, at_start: 5, most: "
     "3}]", "warning", "asset-limit",
     ["5", "3 at most"], "assets: [{id: a, name: A, side: nato, at_start: 3, most: 3}]"),
    ("a pool without entry", "pools: [{id: p, side: nato, entry: [], number: {1: 1}}]", "warning",
     "no-entry", ["entry"],
     "pools: [{id: p, side: nato, entry: [x], number: {1: 1}}]"),
    ("a pool without number", "pools: [{id: p, side: nato, entry: [x]}]", "warning", "no-number", ["number"],
     "pools: [{id: p, side: nato, entry: [x], number: {1: 1}}]"),
    ("changes of no choice", "options: [{id: fog, name: Fog, choices: [without, with], changes: {wit: "
     "{turns: "
     "3}}}]", "error", "unknown-choice", ["`with`"],
     "options: [{id: fog, name: Fog, choices: [without, with], changes: {with: {turns: 3}}}]"),
    ("a side that cannot win", "victory: {conditions: [{winner: nato, when: {turn: 8}}]}", "warning",
     "no-winner", ["Soviet side", "no way to win"],
     "victory: {conditions: [{winner: nato, when: {turn: 8}}], otherwise: soviet}"),
    ("nobody wins", "victory: {levels: [{id: a, lead: 3}]}", "warning", "no-winner", ["Nobody"],
     "victory: {levels: [{id: a, lead: 3}], points: [{for: elimination}]}"),
    ("both win", "victory: {conditions: [{winner: nato, when: {turn: 8}}, {winner: soviet, when: {turn: "
     "8}}]}",
     "warning", "two-winners", ["nato and soviet", "1 and 2"],
     "victory: {conditions: [{winner: nato, when: {turn: 8}}, {winner: soviet, when: {turn: 7}}]}"),
)


@pytest.mark.parametrize(("wrong", "severity", "code", "words", "right"), [c[1:] for c in CASES],
                         ids=[c[0] for c in CASES])
def test_a_mistake_is_found_and_its_mending_is_sound(
        wrong: str, severity: str, code: str, words: list[str], right: str) -> None:
    found = [p for p in problems(wrong) if p.code == code]
    assert found, problems(wrong)
    assert found[0].severity == severity
    said = " ".join(p.message for p in found)
    assert all(word in said for word in words), said
    assert said.endswith(("?", "."))
    assert code not in {p.code for p in problems(right)}, problems(right)


def test_a_side_whose_name_begins_with_an_article_has_only_one_in_messages() -> None:
    sides = tuple(replace(s, name="The Fenfolk") if s.id == "soviet" else s for s in SOUND.sides)
    found = problems("victory: {conditions: [{winner: nato, when: {turn: 8}}]}", replace(SOUND, sides=sides))
    assert [p.message.partition(".")[0] for p in found if p.code == "no-winner"] == [
        "The Fenfolk have no way to win"]


def test_a_state_of_supply_is_asked_for_by_supply() -> None:
    wanted = ("combat: {shifts: [{id: dry, when: {attackers: {any: {state: [thirst]}}}, "
              "effect: {shift: -1}}]}\nsupply: {sources: [{id: s, hexes: {edge: north}}], "
              "states: [{id: thirst, lose: 1}]}")
    [found] = [p for p in problems(wanted) if p.code == "unknown-state"]
    design = replace(small_design(), ruleset=changed(wanted))
    assert not [p for p in unsupported(design) if "thirst" in p.message]
    assert '"thirst" is a state of `supply`' in found.message
    assert "`supplied: false`" in found.message


def test_the_symbol_of_a_feature_must_be_drawn() -> None:
    [found] = problems("features: [{id: well, name: Well, symbol: fountain}]",
                       replace(SOUND, features=()))
    assert (found.severity, found.code) == ("warning", "unknown-symbol")
    assert '"fountain"' in found.message
    assert "city, town, village, capital, port, industrial, fort, airfield, diamond" in found.message


def test_a_result_must_do_something_in_a_game_played_from_data() -> None:
    text = f"tables: [{TABLE}}}]\nresults: [{{id: A, name: A}}, {{id: B, name: B, does: [{{note: x}}]}}]"
    standard = replace(SOUND, system="standard")
    assert [p.code for p in problems(text, standard) if p.code == "no-script"] == ["no-script"]
    assert "no-script" not in {p.code for p in problems(text)}


def test_a_game_without_any_rule_of_victory_is_won_by_places_held() -> None:
    standard = replace(SOUND, system="standard", victory=Victory())
    assert check_rules(standard) == ()
    assert check_rules(replace(standard, system="other")) == ()


def test_a_game_played_from_data_needs_the_values_it_is_fought_with() -> None:
    standard = replace(SOUND, system="standard")
    assert check_rules(standard) == ()
    found = check_rules(replace(standard, combat=Combat(), values=standard.values[:2]))
    odd = [p for p in found if p.code == "unknown-value"]
    assert len(odd) == 2
    assert {'"Value" of Movement' in p.message for p in odd} == {True, False}


# -- what needs the map or the scenario ------------------------------------------------------------

SMALL = small_design().ruleset


def on_map(text: str) -> list[Problem]:
    return list(check_documents(Design(changed(text, SMALL), small_map(), small_scenario())))


CITIES = "{side: red, hexes: {features: [city]}}"


@pytest.mark.parametrize(("wrong", "severity", "code", "words", "right"), [
    (f"events: [{{id: e, name: E, when: {{control: {CITIES}, at_least: 5}}}}]", "warning", "never-true",
     ["asks for 5 hexes", "only 1"], f"events: [{{id: e, name: E, when: {{control: {CITIES}, at_least: "
      f"1}}}}]"),
    (f"victory: {{conditions: [{{winner: red, when: {{control: {CITIES}, at_least: 5}}}}]}}", "warning",
     "never-true", ["asks for 5 hexes", "only 1"],
     f"victory: {{conditions: [{{winner: red, when: {{control: {CITIES}, at_least: 1}}}}]}}"),
    ("events: [{id: e, name: E, when: {count: {units: {nationality: [norland], type: [armored]}}, "
     "at_least: 3}}]",
     "warning", "never-true", ["3 units", "only 2"],
     "events: [{id: e, name: E, when: {count: {units: {nationality: [norland], type: [armored]}}, "
     "at_least: 2}}]"),
    ("events: [{id: e, name: E, when: {losses: {side: blue, units: {side: [blue]}}, more_than: 9}}]",
     "warning", "never-true", ["10 units", "only 4"],
     "events: [{id: e, name: E, when: {losses: {side: blue, units: {side: [blue]}}, more_than: 3}}]"),
    ("supply: {sources: [{id: s, hexes: {terrain: [clear], edge: [north]}}]}", "warning", "no-hexes",
     ['The source of supply "s" has no hex'], "supply: {sources: [{id: s, hexes: {edge: [south]}}]}"),
    ("supply: {sources: [{id: s, hexes: {edge: [south]}}], paths: [{legs: [{length: "
     "30}]}]}", "note", "long-leg",
     ["30 hexes"], "supply: {sources: [{id: s, hexes: {edge: [south]}}], paths: [{legs: [{length: 9}]}]}"),
    ("supply: {sources: [{id: s, for: {side: [blue]}, hexes: {terrain: [clear], edge: [north]}}]}", "warning",
     "no-hexes", ["The source of supply of the Blue side has no hex"],
     "supply: {sources: [{id: s, for: {side: [blue]}, hexes: {edge: [south]}}]}"),
    ("supply: {sources: [{id: s, name: The port, hexes: {edge: [south]}, works: {terrain: [clear], edge: "
     "[north]}}]}", "warning", "no-hexes", ['"Sources 1 > Works" of Supply', 'source of supply "The port"'],
     "supply: {sources: [{id: s, name: The port, hexes: {edge: [south]}}]}"),
    ("supply: {sources: [{id: s, hexes: {edge: [south]}}], paths: [{for: {side: [blue]}, legs: [{to: "
     "{terrain: [clear], edge: [north]}}, {}]}]}", "warning", "no-hexes",
     ["The end of leg 1 of the path of supply of the Blue side has no hex"],
     "supply: {sources: [{id: s, hexes: {edge: [south]}}], paths: [{for: {side: [blue]}, legs: [{}]}]}"),
    ("control: {kept_for: {areas: [sooth]}}", "error", "unknown-area", ["`south`"],
     "control: {kept_for: {areas: [south]}}"),
    ("control: {kept_for: {countries: [norlnd]}}", "error", "unknown-country", ["`norland`"],
     "control: {kept_for: {countries: [norland]}}"),
    ("control: {kept_for: {hexes: '9999'}}", "error", "unknown-hex", ["9999"],
     "control: {kept_for: {features: [city]}}"),
    ("stacking: {free: {named: [norland/9th Armored]}}", "error", "unknown-unit",
     ["norland/1st Armored", 'in the scenario "small"'], "stacking: {free: {named: [norland/1st Armored]}}"),
    ("movement: {costs: [{terrain: [mountain], cost: prohibited}]}\nvictory: {points: [{for: control, hexes: "
     "{terrain: [mountain]}}]}", "warning", "barred-goal", ["no movement class"],
     "movement: {costs: [{terrain: [mountain], cost: prohibited}]}\nvictory: {points: [{for: control, hexes: "
     "{terrain: [mountain, clear]}}]}"),
    ("movement: {costs: [{terrain: [clear], cost: prohibited}]}", "warning", "barred-start", ["starts in"],
     "movement: {costs: [{terrain: [sea], cost: prohibited}]}"),
])
def test_a_mistake_that_only_the_map_shows(
        wrong: str, severity: str, code: str, words: list[str], right: str) -> None:
    found = [p for p in on_map(wrong) if p.code == code]
    assert found, on_map(wrong)
    assert found[0].severity == severity
    assert all(word in found[0].message for word in words), found[0].message
    assert code not in {p.code for p in on_map(right)}, on_map(right)


def with_pool(entry: str, by: Reinforcement) -> list[Problem]:
    """The problems of a pool with this entry, and of a unit that arrives so."""
    rules = changed(f"pools: [{{id: p, side: red, entry: [{entry}], number: {{1: 1}}}}]", SMALL)
    scenario = small_scenario()
    first, *others = scenario.units
    waiting = replace(first, setup=None, reinforcement=by)
    return list(check_documents(Design(
        rules, small_map(), replace(scenario, units=(waiting, *others)))))


@pytest.mark.parametrize("by", [Reinforcement(pool="p"), Reinforcement(event="p")])
def test_a_pool_with_units_needs_its_entries_in_the_scenario(by: Reinforcement) -> None:
    problem, = (p for p in with_pool("hafen", by) if "hafen" in p.message)
    assert (problem.severity, problem.code) == ("error", "unknown-entry")
    assert 'no entry "hafen" in the scenario "small" ("Entry" of pool "p")' in problem.message
    assert "`haven`" in problem.message
    assert not [p for p in with_pool("haven", by) if "entry" in p.message and "pool" in p.message]


def test_a_pool_in_which_nobody_waits_needs_no_entry() -> None:
    found = with_pool("hafen", Reinforcement("haven", 2))
    assert [p for p in found if "hafen" in p.message] == []


@pytest.mark.parametrize(("text", "advice"), [
    ("control: {kept_for: {areas: [nowhere]}}", "Add the area to the map"),
    ("combat: {table: [{use: nothing-like-it}]}", "Add the table to the ruleset")])
def test_a_missing_name_is_to_be_added_where_such_names_stand(text: str, advice: str) -> None:
    rules = changed(text, SMALL)
    bare = replace(small_map(), areas=())
    found = [*check_documents(Design(rules, bare, small_scenario())), *check_rules(rules)]
    assert [p for p in found if advice in p.message]


def test_a_ruleset_alone_does_not_know_areas_and_entries() -> None:
    text = "control: {kept_for: {areas: [south], hexes: '9999'}}\npools: [{id: p, side: red, entry: [x], " \
           "number: {1: 1}}]"
    assert problems(text, SMALL) == []


def test_a_problem_has_the_line_of_its_file(tmp_path: Path) -> None:
    blank = load("rulesets/blank")
    source = blank.sources.ruleset
    assert source is not None
    text = f"{source.text}\nzones:\n  kind: rigid\n  of:\n    not: {{type: [tankk]}}\n" \
           "victory:\n  otherwise: nobody-at-all\n"
    (tmp_path / "r.yaml").write_text(text, "utf-8")
    found = {p.code: p for p in load(tmp_path / "r.yaml").problems}
    lines = text.splitlines()
    assert lines[found["unknown-unit-type"].line - 1].strip().startswith("not:")
    assert lines[found["unknown-side"].line - 1].strip().startswith("otherwise:")
    assert found["unknown-side"].file.endswith("r.yaml")


@pytest.mark.parametrize("name", ["historical", "free-setup", "first-steps", "maps/gsofg", "rulesets/blank"])
def test_bundled_documents_have_no_problem(name: str) -> None:
    assert load(name).problems == ()


@given(rule_blocks())
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_checks_never_fail_on_any_blocks(blocks: dict[str, Any]) -> None:
    rules = replace(SMALL, **blocks)
    for found in (check_rules(rules), check_documents(Design(rules, small_map(), small_scenario()))):
        assert all(p.message and p.code for p in found)
    assert check_rules(SMALL) == ()


@given(RULESETS, rule_blocks(), st.lists(records(CombatTable), max_size=2), st.lists(
    records(ResultCode), max_size=2))
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_checks_never_fail_on_any_ruleset(
        rules: Ruleset, blocks: dict[str, Any], tables: list[CombatTable], results: list[ResultCode]) -> None:
    whole = replace(rules, tables=(*rules.tables, *tables), results=(*rules.results, *results), **blocks)
    found = check_rules(whole)
    assert len({p.code for p in found}) <= len(found)
    assert check_documents(Design(whole, small_map(), small_scenario())) is not None


# -- the table of names ----------------------------------------------------------------------------


OWN_NAMES = {"id", "group", "level", "do", "boxes"}
"""Short names that name nothing else: own ids, groups, levels, verbs of rules modules, boxes of assets."""


def naming_fields() -> set[tuple[str, str]]:
    """Every field of a record of rules that holds short names of something."""
    found = set()
    for module in pkgutil.iter_modules(rules_package.__path__):
        loaded = importlib.import_module(f"{rules_package.__name__}.{module.name}")
        for kind in vars(loaded).values():
            if not isinstance(kind, type) or not is_dataclass(kind) or kind.__module__ != loaded.__name__:
                continue
            for one in declared(cast(Any, kind)):
                if one.field.shared in ("id", "words") and one.name not in OWN_NAMES:
                    found.add((kind.__name__, one.name))
    return found


def test_every_field_that_names_something_is_in_the_table() -> None:
    named = {(kind.__name__, attribute) for kind, listed in REFERENCES.items() for attribute in listed}
    # A condition is a number too, and the end of a leg a set of hexes.
    named |= {("Situation", name) for kind, name in named if kind == "Number"}
    named |= {("LegEnd", name) for kind, name in named if kind == "HexFilter"}
    found = naming_fields()
    assert len(found) > 60
    assert found - named == set()


@pytest.mark.parametrize(("when", "message"), [
    ("{at_least: 99}", '"Conditions 1 > When" of Victory says `at_least` of no number. Add the number that '
     "is meant: control, "),
    ("{turn: 2, any: [{at_most: 1, more_than: 0}]}",
     '"Conditions 1 > When > Any 1" of Victory says `at_most` and `more_than` of no number. '),
    ("{control: {}, points: nato, at_least: 1}",
     '"Conditions 1 > When" of Victory asks for 2 numbers at once, control and points. Ask for one; '),
    ("{points: nato, at_least: {}}", '"Conditions 1 > When > At least" of Victory names no number. '),
])
def test_bounds_are_those_of_one_number(when: str, message: str) -> None:
    problem, = problems(f"victory: {{conditions: [{{winner: soviet, when: {when}}}], otherwise: nato}}")
    assert (problem.severity, problem.message[:len(message)]) == ("error", message)


@pytest.mark.parametrize("when", [
    "{control: {}, at_least: 2}", "{lead: nato}", "{points: nato, more_than: {points: soviet}}",
    "{nationalities: {at_least: 2}}", "{steps: {at_most: 1}}"])
def test_a_number_with_bounds_or_without_is_as_it_should_be(when: str) -> None:
    assert problems(f"victory: {{conditions: [{{winner: soviet, when: {when}}}], otherwise: nato}}") == []


PHASES = "sequence: {turn: [{player_turn: soviet, phases: [move, combat]}, " \
         "{player_turn: nato, phases: [move, combatWHAT]}]}\n"


@pytest.mark.parametrize("more", [
    "replacements: [{turn: 1, side: nato, steps: 2}]", "rebuilding: {carry: true}"])
def test_replacements_need_a_phase_in_a_sequence_of_its_own(more: str) -> None:
    assert not [p for p in problems(more) if p.code == "no-phase"]
    found = [p.message for p in problems(PHASES.replace("WHAT", "") + more) if p.code == "no-phase"]
    assert any("no replacement phase, so it never uses its replacements. Add `replace`" in m for m in found)
    both = PHASES.replace("WHAT", ", replace").replace("soviet, phases: [", "soviet, phases: [replace, ")
    played = problems(both + more)
    assert not [p for p in played if p.code == "no-phase"]


def test_call_ups_need_a_phase_in_a_sequence_of_its_own() -> None:
    more = "call_ups: [{id: c, units: {}, where: {hexes: '0101'}, roll: 1d6}]"
    assert not [p for p in problems(more) if p.code == "no-phase"]
    problem, = [p for p in problems(PHASES.replace("WHAT", "") + more) if p.code == "no-phase"]
    assert problem.message.startswith("Nobody has a call-up phase, so `call_ups` are never made.")
    assert not [p for p in problems(PHASES.replace("WHAT", ", call-up") + more) if p.code == "no-phase"]


@pytest.mark.parametrize(("success", "message"), [
    ("[0, 4, 99]", "names 0 and 99, which a roll of 1d6 cannot show. Write rolls from 1 to 6."),
    ("[]", "is empty, so a roll of 1d6 never succeeds. Write rolls from 1 to 6."), ("[1, 6]", "")])
def test_a_call_up_succeeds_with_rolls_that_there_are(success: str, message: str) -> None:
    rules = f"call_ups: [{{id: c, units: {{}}, where: {{hexes: '0101'}}, success: {success}}}]"
    found = [p.message for p in problems(rules) if p.code == "rows"]
    assert found == ([f'"Success" of call-up "c" {message}'] if message else [])


LINE = "{{result: {0}, to: {1}, when: {2}}}"


@pytest.mark.parametrize(("lines", "circles"), [
    (["AB", "BA"], 1), (["AB", "BC", "CA"], 1), (["AA"], 1), (["AB", "CA"], 0), (["AB", "AC"], 0)])
def test_results_that_become_themselves_again_are_told(lines: list[str], circles: int) -> None:
    always = ", ".join(LINE.format(*line, "{}") for line in lines)
    found = [p for p in problems(f"combat: {{becomes: [{always}]}}") if p.code == "circle"]
    assert len(found) == circles
    # In different situations each line may have its effect.
    apart = ", ".join(LINE.format(*line, f"{{turn: {n}}}") for n, line in enumerate(lines, 1))
    found = [p for p in problems(f"combat: {{becomes: [{apart}]}}") if p.code == "circle"]
    assert len(found) == (lines == ["AA"])


@pytest.mark.parametrize(("last", "told"), [("", 0), ("when: {turn: 2}", 1)])
def test_a_table_for_all_other_fights_is_missed(last: str, told: int) -> None:
    combat = f"combat: {{table: [{{use: t, when: {{turn: 1}}}}, {{use: t, {last}}}]}}"
    rules = f"{combat}\ntables: [{TABLE}}}]\n{CODES}"
    found = [p.message for p in problems(rules) if p.code == "no-table"]
    assert len(found) == told
    assert all("where none holds, the table t is used all the same" in m for m in found)


EVENT = "{{id: {0}, name: {0}, once: {1}, when: {2}, does: [{3}]}}"


@pytest.mark.parametrize(("first", "second", "told"), [
    (("false", "{turn: 1}", "{event: b}"), ("false", "{turn: 1}", "{event: a}"), "a and b"),
    (("false", "{happened: b}", "{note: x}"), ("false", "{turn: 1}", "{event: b}, {event: a}"), "b"),
    (("false", "{any: [{happened: b}]}", ""), ("false", "{happened: a}", ""), "a and b"),
    (("false", "{not: {happened: b}}", ""), ("false", "{happened: a}", ""), ""),
    (("true", "{turn: 1}", "{event: b}"), ("false", "{turn: 1}", "{event: a}"), "")])
def test_events_that_set_each_other_off_are_told(
        first: tuple[str, ...], second: tuple[str, ...], told: str) -> None:
    events = f"events: [{EVENT.format('a', *first)}, {EVENT.format('b', *second)}]"
    found = [p.message.replace('"', "") for p in problems(events) if p.code == "circle"]
    start = f"The events {told} set each other" if " " in told else f"The event {told} sets itself"
    assert [m[:len(start)] for m in found] == ([start] if told else [])


def test_a_choice_of_orders_that_are_all_forbidden_is_told() -> None:
    order = "[[move, combat]]"
    rules = f"sequence: {{turn: [{{player_turn: nato, choose: {order}, never: {order}}}]}}"
    assert [p for p in problems(rules) if p.code == "no-order"]
    assert not [p for p in problems(rules.replace(f"never: {order}", "never: []")) if p.code == "no-order"]


def test_a_side_that_sets_up_twice_is_told() -> None:
    assert [p.message for p in problems("set_up_order: [nato, nato]") if p.code == "twice"] == [
        "Order of set-up names nato more than once; each side sets up once. Name it once."]
    assert [p for p in problems("sequence: {start: [{order: [nato, soviet, nato]}]}") if p.code == "twice"]
    assert not [p for p in problems("set_up_order: [nato, soviet]") if p.code == "twice"]


@pytest.mark.parametrize(("rule", "told"), [("1/3", 1), ("-5", 1), ("50%", 1), ("4.2", 0), ("A26.1", 0)])
def test_a_rule_number_that_looks_like_none_is_told(rule: str, told: int) -> None:
    rules = f"combat: {{rule: '{rule}', values: {{attack: attack, defence: defence}}}}"
    found = [p.message for p in problems(rules) if p.code == "rule-number"]
    assert len(found) == told
    assert all(m.startswith(f'"Rule" of Combat is "{rule}", which does not look like a rule number.')
               for m in found)
