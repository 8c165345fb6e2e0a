"""Games of random players, compared decision by decision with a second implementation of the rules."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from corner_positions import bundled
from designs import make, unit, wing
from full_games import full_game
from items import some
from second_reading import Reading

from visegrad_editor.engine import Game, Order
from visegrad_editor.model.design import Design
from visegrad_editor.model.scenario import Entry, Reinforcement, Setup
from visegrad_editor.model.where import Where

pytestmark = pytest.mark.xdist_group("second reading")
# The games are played once and counted over all, in one worker.

COAST_SEEDS, RESULT_SEEDS = range(6), range(4)

QUIET = {"pass": 0.15, "attack": 3.0, "interdict": 0.6, "call-off": 0.1}
"""What random players like more or less than other orders."""


def any_order(game: Game, chance: random.Random) -> Order:
    """An order: first its kind, then one of that kind, so that moves do not crowd out the rest."""
    orders = game.legal_orders()
    verbs = sorted({o.verb for o in orders})
    (verb,) = chance.choices(verbs, [QUIET.get(v, 1.0) for v in verbs])
    return chance.choice([o for o in orders if o.verb == verb])


def follow(game: Game, seed: int, orders: int = 400) -> Reading:
    """Play on at random and compare at each decision."""
    chance = random.Random(seed)
    reading = Reading(game)
    for _ in range(orders):
        if game.outcome is not None:
            break
        assert reading.differences() == []
        order = any_order(game, chance)
        reading.follow(order, game.apply(order))
    return reading


def coast() -> Design:
    """Marines, ports, a late ally, flyers on both sides, mountains, marsh and a bay."""
    east = Entry("east", "East", Where(hexes=("0110", "0310", "0510")), pays=True)
    ports = Entry("ports", "Ports", Where(countries=("poland",), features=("port",)))
    cities = Entry("cities", "Cities", Where(countries=("poland",), features=("city", "capital")))
    landing = Entry("landing", "Landing", Where(hexes=("0701", "0702")), stops=True)
    budapest = Entry("budapest", "Budapest", Where(hexes=("0801",)))
    marine = replace(unit("Marines", "russia", type="marine"),
                     reinforcement=Reinforcement("east", 1, "", ("ports", "landing")))
    russians, poles = ("0306", "0306", "0406", "0507"), ("0304", "0404", "0404", "0603")
    units = [
        *(unit(f"R{n}", "russia", h, strength=(6 + n, 3)) for n, h in enumerate(russians)),
        *(unit(f"P{n}", "poland", h, strength=(5 + n, 2)) for n, h in enumerate(poles)),
        unit("Guards", "russia", "0307", "airborne", (5, 2)),
        unit("Sky", "poland", "0302", "air-cavalry", (5, 2)),
        unit("B1", "belarus", "0408", strength=(4, 2)), unit("U1", "ukraine", "0609", strength=(5, 2)),
        marine, unit("R8", "russia", turn=2, entry="east"),
        unit("Jump", "russia", type="airborne", turn=2, entry="east"),
        unit("P8", "poland", turn=1, entry="cities"), unit("H1", "hungary", turn=2, entry="budapest"),
        unit("Iron Wolf", "lithuania", "0205", "static", (7, 3)),
        unit("1st Armored", "usa", event="us-entry", entry="budapest", movement=9),
        *(replace(wing(f"1st {kind.upper()}", "usa", kind), setup=None,
                  reinforcement=Reinforcement("budapest", 0, "us-entry")) for kind in ("cas", "sac")),
        *(wing(f"{i}. CAS", "russia", box="ready" if i < 3 else "pool") for i in (1, 2, 3, 4)),
        *(wing(f"{i}. CAS", "poland", box="ready" if i < 3 else "pool") for i in (1, 2, 3)),
        replace(unit("R9", "russia"), setup=Setup(Where(countries=("russia",)))),
    ]
    places = {
        "0101": ("Warsaw", "capital"), "0110": ("Moscow", "capital"), "0801": ("Budapest", "capital"),
        "0806": ("Vienna", "capital"), "0302": ("A", "industrial"), "0502": ("B", "industrial", "city"),
        "0503": ("C", "industrial"), "0405": ("Town", "city"), "0601": ("Haven", "port", "city"),
        "0701": ("Cove", "port"), "0408": ("Minsk", "city")}
    rows = ["." * 10, "...M..M...", "." * 10, "..w.w.....", "~.....M...", "." * 10, "." * 10, "....M....."]
    lands = ("PPPPPRRRRR", "PPPPPRRRRR", "PPPPPRRRRR", "PPPPPRRBBR", "PPPPPRRRRR", "PPPPPRRRUU", "PPPPPRRRUU",
             "HHHHHAAAAA")
    return make(
        units, terrain=rows, lands=lands, places=places, entries=[east, ports, cities, landing, budapest],
        rivers="0304/0305 0404/0405 0504/0505 0303/0304", walls="0506/0507", markers=(5, 4), turns=4,
        roads=[("e77", "0306 0305 0304 0303"), ("major-highway", "0407 0406 0405 0404 0403"),
               ("highway", "0207 0206 0305 0404"), ("highway", "0801 0701 0601")],
        replacements=[(t, s, 3, 2) for t in (1, 2, 3, 4) for s in ("russian", "allied")])


def with_real_tables(design: Design) -> Design:
    tables = bundled("historical").ruleset.tables
    return replace(design, ruleset=replace(design.ruleset, tables=tables))


@cache
def coast_game(seed: int) -> Counter[str]:
    """How often each kind of decision was compared in a game on the coast."""
    game = Game.from_scenario(with_real_tables(coast()), seed)
    while game.step == "place":
        game.apply(game.legal_orders()[seed])
    return follow(game, seed).compared


@cache
def game_with_every_result(seed: int) -> Counter[str]:
    """How often each kind of decision was compared in a game whose table holds every result."""
    game = full_game(seed)
    while game.step == "place":
        game.apply(game.legal_orders()[seed])
    return follow(game, seed).compared


@pytest.mark.rule("7.0", "7.1", "7.5", "8.0", "8.1", "8.2", "8.3", "9.0", "9.1", "9.2", "9.3", "9.4", "9.6",
                  "10.0", "11.0", "11.1", "11.2", "12.0", "13.1", "13.3", "13.7")
@pytest.mark.parametrize("seed", COAST_SEEDS)
def test_games_on_the_coast_agree_with_the_second_reading(seed: int) -> None:
    assert coast_game(seed).total() > 0


@pytest.mark.rule("6.0", "6.4", "10.2", "13.7")
@pytest.mark.parametrize("seed", RESULT_SEEDS)
def test_games_with_every_result_agree_with_the_second_reading(seed: int) -> None:
    assert game_with_every_result(seed).total() > 0


def test_every_kind_of_decision_was_compared() -> None:
    compared = sum(map(coast_game, COAST_SEEDS), Counter[str]())
    compared += sum(map(game_with_every_result, RESULT_SEEDS), Counter[str]())
    often = {"move": 100, "attack": 40, "retreat": 10, "advance": 5, "replace": 20, "interdict": 20,
             "support": 10, "intercept": 5, "lose": 2, "air-supply": 2}
    for step, least in some(often.items()):
        assert compared[step] >= least, (step, compared)
