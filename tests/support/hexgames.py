"""Small games that play from data alone: a ruleset in a few lines laid over a plain one, a map, units.

The map has eight columns and six rows, numbered by row and column; even rows are shifted half a hex to the
right. The hexes around 0304 are, clockwise from the east, 0305 0404 0403 0303 0203 0204; those around 0404:
0405 0505 0504 0403 0304 0305.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from visegrad_editor.engine import Event, Game, IllegalOrderError
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.document_file import document_from_data
from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.schema import check_schema
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Scenario

PLAIN = """
format: 2
kind: ruleset
name: plain
title: A plain game
system: standard
turns: 4
sides: [{id: blue, name: Blue army}, {id: red, name: Red army}]
nationalities:
  - {id: blue, name: Blue, adjective: Blue, side: blue, colours: {ground: "#ffffff", ink: "#000000"}}
  - {id: green, name: Green, adjective: Green, side: blue, colours: {ground: "#ffffff", ink: "#000000"}}
  - {id: red, name: Red, adjective: Red, side: red, colours: {ground: "#ffffff", ink: "#000000"}}
unit_types:
  - {id: foot, name: Foot, symbol: infantry, movement: 4}
  - {id: horse, name: Horse, symbol: cavalry, movement: 6}
  - {id: gun, name: Gun, symbol: artillery, movement: 3, traits: [artillery], size: battalion}
  - {id: corps, name: Corps, symbol: infantry, movement: 4, size: corps}
  - {id: fort, name: Fort, symbol: infantry, movement: 0, traits: [static]}
  - {id: wing, name: Wing, symbol: air, movement: 0, traits: [air]}
terrain:
  - {id: clear, name: Clear, cost: 1}
  - {id: forest, name: Forest, cost: 2, shift: -1}
  - {id: marsh, name: Marsh, cost: 3}
  - {id: rock, name: Rock, cost: prohibited, supply: false}
  - {id: sea, name: Sea, cost: prohibited, playable: false, supply: false}
hexsides:
  - {id: river, name: River, cost: 1, shift: -1}
  - {id: wall, name: Wall, cost: prohibited}
roads:
  - {id: road, name: Road, cost: 0.5, rank: 1}
  - {id: rail, name: Railway, cost: 1, rank: 0}
features:
  - {id: town, name: Town, cost: other, shift: -1}
  - {id: fortress, name: Fortress, cost: 3, shift: -2}
zones: {kind: none}
tables:
  - id: combat
    name: Combat results
    odds: ratio
    columns: ["1:2", "1:1", "2:1", "3:1"]
    rows: {1: [AE, AE, AR, NE], 2: [AE, AR, NE, DR], 3: [AR, NE, DR, DR],
           4: [NE, DR, DR, DE], 5: [NE, DR, DE, DE], 6: [DR, DE, DE, DE]}
results:
  - {id: NE, name: No effect, does: [{note: Nothing happens.}]}
  - {id: AE, name: Attacker eliminated, does: [{eliminate: attacker}]}
  - {id: AR, name: Attacker retreats, does: [{retreat: attacker}]}
  - {id: DR, name: Defender retreats, does: [{retreat: defender}, {advance: may}]}
  - {id: DE, name: Defender eliminated, does: [{eliminate: defender}, {advance: may}]}
"""
LEGEND = {".": "clear", "f": "forest", "m": "marsh", "r": "rock", "~": "sea"}
ROWS = ("........",) * 6


def read(text: str) -> Any:
    """The data of a text as the program reads it; an empty mapping for an empty text."""
    return read_yaml(text).data if text.strip() else {}


def rules_data(*differences: str) -> dict[str, Any]:
    """The data of the plain ruleset with differences laid over it: mappings key by key, lists of entries with
    ids by id, anything else as a whole."""
    data: dict[str, Any] = read(PLAIN)
    for text in differences:
        data = _laid_over(data, read(text))
    return data


def _laid_over(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return {k: _laid_over(below[k], above[k]) if k in below and k in above
                else above.get(k, below.get(k)) for k in (*below, *(k for k in above if k not in below))}
    if _has_ids(below) and _has_ids(above):
        own = {entry["id"]: entry for entry in above}
        return [{**e, **own.pop(e["id"], {})} for e in below] + list(own.values())
    return above


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(isinstance(e, dict) and "id" in e for e in value)


def document(data: dict[str, Any]) -> Any:
    """The ruleset, map or scenario of plain data; an error for data that does not fit its schema."""
    reading = read_yaml(json.dumps(data))
    misfits = check_schema(data["kind"], reading, data["kind"])
    assert not misfits, "\n".join(map(str, misfits))
    problems = FileProblems("test", reading)
    made = document_from_data(data["kind"], reading.data, problems)
    assert made is not None, problems.problems
    return made


def ruleset(*differences: str) -> Ruleset:
    """The plain ruleset with differences."""
    made = document(rules_data(*differences))
    assert isinstance(made, Ruleset)
    return made


def game_map(rows: Sequence[str] = ROWS, more: str = "") -> GameMap:
    """A map of rows; `more` are further keys of a map file: hexsides, roads, places, areas."""
    made = document({
        "format": 2, "kind": "map", "name": "field", "title": "A field", "ruleset": "plain",
        "grid": {"orientation": "pointy", "columns": len(rows[0]), "rows": len(rows), "stagger": "odd",
                 "numbering": {"order": "row-first", "column": {"start": 1, "direction": "right"},
                               "row": {"start": 1, "direction": "down"}}},
        "terrain": {"legend": {k: v for k, v in LEGEND.items() if any(k in row for row in rows)},
                    "rows": list(rows)},
        **read(more)})
    assert isinstance(made, GameMap)
    return made


def unit_data(line: str) -> dict[str, Any]:
    """A unit from `NATION NAME TYPE STRENGTH PLACE`: the place is a hex number, `turn N ENTRY`, `event ID
    ENTRY`, `box NAME`, or `in HEXES`; `reduced` may follow."""
    nation, name, type, strength, *place = line.split()
    data: dict[str, Any] = {"name": name, "nationality": nation, "type": type}
    if strength != "-":
        full, _, reduced = strength.partition("/")
        data["values"] = [int(full), int(reduced or int(full) // 2)]
    if place and place[-1] == "reduced":
        data["reduced"] = True
        place.pop()
    if not place:
        return data
    if place[0] in ("turn", "event"):
        when = int(place[1]) if place[0] == "turn" else place[1]
        data["reinforcement"] = {place[0]: when, "entry": place[2]}
        if len(place) > 3:
            data["reinforcement"]["also"] = place[3:]
    elif place[0] == "box":
        data["setup"] = {"box": place[1]}
    elif place[0] == "in":
        data["setup"] = {"hexes": place[1:]}
    else:
        data["setup"] = place[0]
    return data


def scenario(units: str, more: str = "") -> Scenario:
    """A scenario of units, one a line (`unit_data`); `more` are further keys of its file."""
    made = document({
        "format": 2, "kind": "scenario", "name": "fight", "title": "A fight", "ruleset": "plain",
        "map": "field", "turns": 4,
        "units": [unit_data(line) for line in units.replace(";", "\n").splitlines() if line.strip()],
        **read(more)})
    assert isinstance(made, Scenario)
    return made


def design(
    units: str, rules: str | Sequence[str] = "", rows: Sequence[str] = ROWS, map: str = "", more: str = "",
) -> Design:
    """A design of units, differences to the plain ruleset, a map and further keys of the scenario."""
    given = (rules,) if isinstance(rules, str) else tuple(rules)
    return Design(ruleset(*given), game_map(rows, map), scenario(units, more))


def play(
    units: str, rules: str | Sequence[str] = "", dice: Sequence[int] = (), rows: Sequence[str] = ROWS,
    map: str = "", more: str = "", seed: int = 0,
) -> Game:
    """A game at its first decision, with given dice, or with a seed if none are given."""
    return Game.from_scenario(design(units, rules, rows, map, more), seed, list(dice) or None)


def result(does: str, more: str = "") -> str:
    """The differences of a ruleset whose only combat result is X, which does this."""
    return f"""
tables: [{{id: combat, columns: [Result], odds: none, rows: {{1: [X]}}}}]
results: [{{id: X, name: Result, does: {does}}}]
{more}
"""


def inside(game: Game) -> HexGame:
    """The game system's view of a game."""
    play = game._play
    assert isinstance(play, HexGame)
    return play


def on_to(game: Game, step: str, side: str = "", turn: int = 0) -> Game:
    """Pass until a kind of decision, of a side or on a turn if they are named."""
    for _ in range(200):
        if game.step == step and side in ("", game.side) and turn in (0, game.turn):
            return game
        assert game.outcome is None, f"the game is over: {game.outcome}"
        game.apply("pass")
    raise AssertionError(f"{step} never came; the game is at {game.phase}, {game.step}")


def orders(game: Game, verb: str = "", unit: str | None = None) -> list[str]:
    """The texts of the legal orders, of one verb if it is named."""
    return [game.text(o) for o in game.legal_orders(unit) if verb in ("", o.verb)]


def ends(game: Game, unit: str) -> set[str]:
    """The hexes in which a unit may end a move now."""
    return set(game.destinations(unit))


def texts(events: Iterable[Event], type: str) -> list[str]:
    """The sentences of the events of a type."""
    return [e.text for e in events if e.type == type]


def where(game: Game, key: str) -> str:
    """A unit's hex number or box."""
    place = game.position().units[key]
    return place.hex or place.box


def refuse(game: Game, order: str) -> IllegalOrderError:
    """The refusal of an order, after checking that it is a sentence and that the game has not changed."""
    before = game.to_json()
    with pytest.raises(IllegalOrderError) as refused:
        game.apply(order)
    assert refused.value.reason.endswith((".", "?")), refused.value.reason
    assert refused.value.rule, f"no rule: {refused.value.reason}"
    assert game.to_json() == before
    return refused.value
