"""Whole games of random players on the test map, and the invariants of their positions."""

from __future__ import annotations

import random
from dataclasses import replace

from designs import make, unit, wing

from visegrad_editor.engine import Game
from visegrad_editor.model.scenario import Entry, Setup
from visegrad_editor.model.where import Where

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")


def full_game(seed: int) -> Game:
    """A game with units and markers of all kinds."""
    east = Entry("east", "East", Where(hexes=("0110", "0210", "0310")), pays=True)
    cities = Entry("cities", "Cities", Where(countries=("poland",), features=("city", "capital")))
    units = [
        unit("R1", "russia", "0306"), unit("R2", "russia", "0306", reduced=True),
        replace(unit("R3", "russia"), setup=Setup(Where(countries=("russia",)))),
        replace(unit("P3", "poland"), setup=Setup(Where(countries=("poland",)), alone=True)),
        unit("Guards", "russia", "0204", "airborne"), unit("B1", "belarus", "0507"), unit("U1", "ukraine",
                                                                                          "0608"),
        unit("R5", "russia", turn=1, entry="east"), unit("R6", "russia", turn=2, entry="east"),
        unit("P1", "poland", "0305"), unit("P2", "poland", "0403"), unit("P4", "poland", turn=2,
                                                                         entry="cities"),
        unit("Sky", "poland", "0302", "air-cavalry"), unit("H1", "hungary", "0801"),
        unit("Iron Wolf", "lithuania", "0105", "static"),
        *(wing(f"{i}. CAS", "russia") for i in (1, 2, 3)), *(wing(f"{i}. CAS", "poland") for i in (1, 2)),
        wing("1st SAC", "usa", "sac"),
    ]
    places = {"0101": ("Warsaw", "capital"), "0110": ("Moscow", "capital"), "0801": ("Budapest", "capital"),
              "0302": ("A", "industrial"), "0502": ("B", "industrial"), "0405": ("Town", "city")}
    codes = ("AE", "AT", "AD", "AP", "BB", "DW", "MA", "DP", "DD", "DE", "OR", "AW")
    rows = tuple(tuple(codes[(r * 3 + c) % 12] for c in range(8)) for r in range(6))
    design = make(units, places=places, entries=[east, cities], markers=(4, 4), turns=3,
                  rivers="0304/0305 0404/0405", roads=[("e77", "0306 0305 0304"), ("major-highway",
                                                                                   "0406 0405 0404")],
                  terrain=["." * 10, "...M......", "." * 10, "....w.....", *["." * 10] * 4],
                  replacements=[(t, s, 2, 2) for t in (1, 2, 3) for s in ("russian", "allied")])
    tables = tuple(replace(t, rows=rows) for t in design.ruleset.tables)
    return Game.from_scenario(replace(design, ruleset=replace(design.ruleset, tables=tables)), seed)


def check_invariants(game: Game) -> None:
    """Check that no unit is lost, no stack is mixed or too large, and no unit is in a prohibited hex."""
    position = game.position()
    units = {u.key: u for u in game.design.scenario.units}
    assert set(position.units) == set(units)
    nations = game.design.ruleset.nationality_by_id
    stacks: dict[str, list[str]] = {}
    for key, place in position.units.items():
        assert bool(place.hex) != bool(place.box)
        if place.hex:
            assert units[key].type not in ("cas", "sac")
            assert game.board.is_playable(game.board.index[place.hex])
            stacks.setdefault(place.hex, []).append(key)
    for stack in stacks.values():
        assert len({nations[units[k].nationality].side for k in stack}) == 1
        if game.step != "remove":
            assert len(stack) <= 3
            assert not {"russia"} < {units[k].nationality for k in stack} & {"russia", "ukraine", "belarus"}
    wolf = position.units["lithuania/Iron Wolf"]
    assert wolf.hex in ("", "0105")
    for counts in position.markers.values():
        assert min(counts.values()) >= 0
        assert sum(counts.values()) == 4
        assert counts["table"] <= 6


def finished() -> Game:
    game = full_game(9)
    chooser = random.Random(9)
    while game.outcome is None:
        game.apply(chooser.choice(game.legal_orders()))
    return game
