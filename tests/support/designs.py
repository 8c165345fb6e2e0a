"""A small design for tests of the rules: ten columns, eight rows, numbered 0101 to 0810.

Even rows are shifted half a hex to the right. The hexes around 0305 are, clockwise from the
east, 0306 0405 0404 0304 0204 0205; those around 0405: 0406 0506 0505 0404 0305 0306.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from unit_numbers import numbers

from visegrad_editor.engine import Event, Game, IllegalOrderError
from visegrad_editor.hexgrid import Axis, HexGrid, Numbering
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.rules.combat import CombatTable
from visegrad_editor.model.rules.victory import Asset
from visegrad_editor.model.ruleset import (
    CounterColours,
    FeatureKind,
    HexsideKind,
    Nationality,
    Replacements,
    RoadKind,
    Ruleset,
    Side,
    TerrainKind,
    UnitType,
)
from visegrad_editor.model.scenario import (
    AssetStart,
    Entry,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    Unit,
    Where,
)

GRID = HexGrid("pointy", 10, 8, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
COLUMNS = ("49% or less", "50-99%", "100-199%", "200-299%", "300-399%", "400-499%", "500-599%",
           "600% or more")
THRESHOLDS = (0, 50, 100, 200, 300, 400, 500, 600)
_INK = CounterColours("#ffffff", "#000000")
_NATIONS = (
    ("russia", "Russian", "russian"), ("ukraine", "Ukrainian", "russian"), ("belarus", "Belarusian",
                                                                            "russian"),
    ("poland", "Polish", "allied"), ("lithuania", "Lithuanian", "allied"), ("hungary", "Hungarian", "allied"),
    ("usa", "US", "allied"), ("romania", "Romanian", "allied"), ("italy", "Italian", "allied"),
)


def table(id: str, code: str = "DP") -> CombatTable:
    """A combat table with the same result in every cell."""
    return CombatTable(id, id.capitalize(), COLUMNS, THRESHOLDS, ((code,) * 8,) * 6)


RULESET = Ruleset(
    name="test", title="Test rules", system="visegrad4", turns=10,
    sides=(Side("russian", "Russian side"), Side("allied", "Allied side")),
    nationalities=tuple(Nationality(i, i.title(), adjective, side, _INK) for i, adjective, side in _NATIONS),
    unit_types=(
        UnitType("armored", "Armored", "armor", 7),
        UnitType("airborne", "Airborne", "airborne", 5, traits=frozenset({"airborne"})),
        UnitType("air-cavalry", "Air cavalry", "air-mobile", 5, traits=frozenset({"air-mobile"})),
        UnitType("marine", "Marine", "marine", 7, traits=frozenset({"marine"})),
        UnitType("static", "Static", "mechanized", 0, traits=frozenset({"static"})),
        UnitType("cas", "CAS", "cas", 0, traits=frozenset({"air"})),
        UnitType("sac", "SAC", "sac", 0, traits=frozenset({"air", "strategic"})),
    ),
    terrain=(
        TerrainKind("clear", "Clear", 2), TerrainKind("mountain", "Mountain", 3, shift=-2, supply=False),
        TerrainKind("marsh", "Marsh", 4, shift=-1, supply=False),
        TerrainKind("sea", "Sea", None, playable=False, supply=False),
    ),
    hexsides=(HexsideKind("river", "River", 1, shift=-1), HexsideKind("wall", "Wall", None)),
    roads=(
        RoadKind("major-highway", "Major highway", 0.5, rank=3, traits=frozenset({"major"})),
        RoadKind("e77", "E77", 1, rank=2, traits=frozenset({"e77"})),
        RoadKind("highway", "Highway", 1, rank=1),
    ),
    features=(
        FeatureKind("city", "City", shift=-1), FeatureKind("capital", "Capital", shift=-2),
        FeatureKind("port", "Port"), FeatureKind("industrial", "Industrial", shift=-1),
    ),
    tables=(table("assault"), table("cyber-war")),
    replacements=(Replacements(1, "russian", 0),),
    assets=tuple(
        Asset(f"{id}-{side}", id.title(), side, boxes=boxes) for side in ("russian", "allied")
        for id, boxes in (("air", ()), ("cyber-war", ("track", "table", "spent")), ("air-points", ()))),
)

PLAIN = ("..........",) * 8
# West is Poland, east is Russia; the last row is Hungary and Austria.
LANDS = ("PPPPPRRRRR",) * 7 + ("HHHHHAAAAA",)
LEGEND = (("P", "poland"), ("R", "russia"), ("U", "ukraine"), ("B", "belarus"), ("H", "hungary"),
          ("A", "austria"), ("L", "lithuania"), (" ", ""))
# A source for each side, out of the way: Warsaw, Moscow, Budapest; a gas field.
PLACES = {"0101": ("Warsaw", "capital"), "0110": ("Moscow", "capital"), "0801": ("Budapest", "capital"),
          "0501": ("Field", "industrial")}


def hexes(text: str) -> tuple:
    """Hex numbers from a text, separated by spaces or hyphens."""
    found = tuple(GRID.parse(t) for t in text.replace("-", " ").split())
    assert None not in found, text
    return found


def unit(
    name: str, nation: str, hex: str = "", type: str = "armored", strength: tuple[int, int] = (8, 4), *,
    turn: int = 0, entry: str = "", event: str = "", **more: object,
) -> Unit:
    """A unit that is set up in a hex or arrives through an entry."""
    allowance: Any = more.pop("movement", None)
    made = Unit(name, nation, type, **numbers(*strength, allowance), **more)  # type: ignore[arg-type]
    if entry:
        return replace(made, reinforcement=Reinforcement(entry, turn, event))
    return replace(made, setup=Setup(Where(hexes=(hex,)))) if hex else made


def wing(name: str, nation: str, type: str = "cas", box: str = "ready") -> Unit:
    """An air unit that is ready from the start unless `box` is `pool`."""
    return Unit(name, nation, type, setup=Setup(box=box))


def make(
    units: Iterable[Unit], *, terrain: Sequence[str] = PLAIN, lands: Sequence[str] = LANDS,
    rivers: str = "", walls: str = "", roads: Iterable[tuple[str, str]] = (),
    places: dict[str, tuple[str, ...]] | None = None, areas: dict[str, str] | None = None,
    entries: Iterable[Entry] = (), result: str = "DP", cyber: str = "DE", options: dict[str,
                                                                                        str] | None = None,
    markers: tuple[int, int] = (0, 0), replacements: Iterable[tuple[int, str, int,
                                                                    int]] = (), turns: int = 10,
    play_area: tuple[str, ...] = (),
) -> Design:
    """A design on the test map. `result` and `cyber` fill the two combat tables."""
    sides = tuple(GRID.parse_side(s) for s in rivers.split())
    blocks = tuple(GRID.parse_side(s) for s in walls.split())
    assert None not in sides
    assert None not in blocks
    game_map = GameMap(
        name="test", title="Test map", ruleset="test", grid=GRID,
        terrain=Layer((("~", "sea"), (".", "clear"), ("M", "mountain"), ("w", "marsh")), tuple(terrain)),
        countries=Layer(LEGEND, tuple(lands)),
        lines=(HexsideLine("river", sides), HexsideLine("wall", blocks)),  # type: ignore[arg-type]
        roads=tuple(Road(kind, hexes(path)) for kind, path in roads),
        places=tuple(Place(hexes(n)[0], p[0], p[1:]) for n,
                     p in (PLACES if places is None else places).items()),
        areas=tuple(Area(i, i, hexes(t)) for i, t in (areas or {}).items()),
    )
    rules = replace(RULESET, tables=(table("assault", result), table("cyber-war", cyber)))
    scenario = Scenario(
        name="test", title="Test", ruleset="test", map="test", turns=turns, units=tuple(units),
        entries=tuple(entries), options=tuple((options or {}).items()), play_area=play_area,
        assets=(AssetStart("air-russian", 10), AssetStart("cyber-war-russian", markers[0]),
                AssetStart("air-allied", 6), AssetStart("cyber-war-allied", markers[1])),
        replacements=tuple(
            ReplacementOverride(turn, side, steps, ((f"air-points-{side}", air),))
            for turn, side, steps, air in replacements))
    return Design(rules, game_map, scenario)


def play(design: Design, *dice: int, seed: int = 0) -> Game:
    """A game with given dice, or with a seed if none are given."""
    return Game.from_scenario(design, seed, dice or None)


def on_to(game: Game, step: str, phase: str = "") -> Game:
    """Pass until a kind of decision, in a phase if one is named."""
    for _ in range(200):
        if game.step == step and phase in ("", game.phase):
            return game
        game.apply(default(game))
    raise AssertionError(f"{step} never came; the game is at {game.phase}, {game.step}")


def default(game: Game) -> str:
    """The order with the smallest effect."""
    if game.step == "allocate":
        order = game.legal_orders()[0]
        return game.text(order)
    return "pass"


def event_texts(events: Iterable[Event], type: str) -> list[str]:
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
    assert refused.value.rule, f"no rule: {refused.value.reason}"
    assert refused.value.reason.endswith((".", "?")), refused.value.reason
    assert game.to_json() == before
    return refused.value
