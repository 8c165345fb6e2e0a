"""Group of Soviet Forces Germany played from its data: strengths, odds, stacking, supply and movement of
units of its order of battle, placed by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest
from bundled import design_of

from visegrad_editor.engine.dice import Dice
from visegrad_editor.engine.hexgame import fights, paths, stacking
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.engine.hexgame.state import WAITING

FIELD = "3510"
"""A clear hex in West Germany, with clear hexes and no river around it, in supply for both sides."""
CITY = "3701"
"""Lübeck: no river around it."""
TANK, OTHER = RUSSIANS = ("ussr/7th Guards Tank", "ussr/10th Guards Tank")
PANZER = "west-germany/1st Panzer"


def game(turn: int = 5, player: str = "soviet", phase: str = "fight", superior: str = "soviet") -> HexGame:
    """The whole war in a phase of a side, with all units off the map."""
    design = design_of("gsofg")
    assert design.scenario is not None
    w = HexGame(design, replace(design.scenario), Dice(1), lambda *args, **more: None)
    s = w.state
    s.where[:] = [WAITING] * len(s.where)
    w.stack[:] = [[] for _ in w.stack]
    w.mask[:] = [0, 0]
    s.turn, s.player = turn, w.forces.side_ids.index(player)
    s.side, s.phase = s.player, phase if "-" in phase else f"{player}-{phase}"
    for side in ("soviet", "nato"):
        s.assets[f"{side}-superiority"] = int(side == superior)
    w.forget()
    return w


def placed(w: HexGame, *units: tuple[str, str]) -> list[int]:
    """Units set into hexes."""
    numbers = []
    for key, hex in units:
        u = w.unit(key)
        w.put(u, w.board.at(hex))
        numbers.append(u)
    w.forget()
    return numbers


class Fight(NamedTuple):
    """A fight: turn and side, the units that defend a hex and those that attack, each with its hex; attack,
    defence and column that must come of it."""

    rule: str
    turn: int
    player: str
    hex: str
    defenders: tuple[str, ...]
    attackers: tuple[tuple[str, str], ...]
    attack: int
    defence: int
    column: str


FIGHTS = (
    Fight("11.7", 5, "soviet", FIELD, (PANZER, "west-germany/51st Territorial"), (
        (TANK, "3610"), ("ussr/207th Motor Rifle", "3610"), ("ussr/21st Motor Rifle", "3611"),
        ("ussr/94th Guards Motor Rifle", "3611"), ("ussr/35th Motor Rifle", "3511")), 26, 7, "3:1"),
    Fight("11.15", 5, "soviet", FIELD, (PANZER,), ((TANK, "3610"), (OTHER, "3411")), 12, 6, "3:1"),
    Fight("11.15", 5, "soviet", FIELD, (PANZER,), ((TANK, "3610"), (OTHER, "3611")), 12, 6, "2:1"),
    Fight("11.15", 5, "nato", FIELD, (TANK,), (
        (PANZER, "3610"), ("west-germany/3rd Panzer", "3411")), 6, 4, "3:1"),
    Fight("5.6", 1, "nato", FIELD, (TANK,), (
        (PANZER, "3410"), ("west-germany/3rd Panzer", "3410")), 6, 4, "under 1:1"),
    Fight("7.5", 5, "nato", FIELD, ("east-germany/4th Motor Rifle",), ((PANZER, "3410"),), 3, 1, "3:1"),
    Fight("7.5", 5, "nato", FIELD, ("east-germany/4th Motor Rifle", TANK), (
        (PANZER, "3410"),), 3, 8, "under 1:1"),
    Fight("7.6", 5, "soviet", FIELD, (PANZER, "usa/4/2"), ((TANK, "3610"), (OTHER, "3610")), 12, 8, "2:1"),
    Fight("7.6", 5, "soviet", FIELD, ("canada/4th Mechanized", "usa/4/2"), ((TANK, "3610"),), 6, 4, "1:1"),
    Fight("11.23", 5, "soviet", FIELD, (PANZER,), (
        (TANK, "3610"), ("ussr/3rd Shock Army Artillery", "3710")), 12, 6, "2:1"),
    Fight("11.14", 5, "soviet", CITY, (PANZER,), ((TANK, "3702"), (OTHER, "3702")), 12, 6, "under 1:1"),
    Fight("11.14", 5, "soviet", CITY, ("west-germany/57th Jaeger",), (
        (TANK, "3702"), (OTHER, "3702")), 12, 2, "3:1"),
    Fight("11.14", 5, "nato", CITY, ("east-germany/4th Motor Rifle",), (
        ("west-germany/2nd Jaeger", "3601"), (PANZER, "3601")), 5, 1, "4:1"),
)


@pytest.mark.parametrize("case", FIGHTS)
def test_strengths_and_odds(case: Fight) -> None:
    w = game(case.turn, case.player)
    placed(w, *((key, case.hex) for key in case.defenders))
    fight = fights.assess(w, w.board.at(case.hex), placed(w, *case.attackers))
    assert fight.table is not None
    found = fight.attack, fight.defence, fight.table.columns[fight.column]
    assert found == (case.attack, case.defence, case.column)


@pytest.mark.rule("5.4", "5.8")
def test_who_starts_next_to_nato_is_held_but_not_across_a_river() -> None:
    w = game(phase="move")
    placed(w, (PANZER, FIELD))
    near, guards = placed(w, (TANK, "3610"), ("guards/79th Guards Tank", "3611"))
    far, across = placed(w, (OTHER, "3712"), ("ussr/12th Guards Tank", "3413"))
    placed(w, ("west-germany/3rd Panzer", "3312"))
    refused = [str(paths.refusal_to_move(w, u)) for u in (near, guards)]
    assert all("(rule 5.8)" in text for text in refused)
    assert [paths.refusal_to_move(w, u) for u in (far, across)] == [None, None]
    w = game(2, phase="guards-move")
    placed(w, (PANZER, FIELD))
    (guards,) = placed(w, ("guards/79th Guards Tank", "3611"))
    assert paths.refusal_to_move(w, guards) is None, "not on turns 1 to 3"


@pytest.mark.rule("7.1", "7.3", "7.5")
def test_stacks() -> None:
    w = game()

    def refusal(*keys: str) -> str:
        found = stacking.refusal(w, w.board.at("3815"), [w.unit(k) for k in keys])
        return "" if found is None else str(found)

    assert "(rule 7.5)" in refusal("east-germany/4th Motor Rifle", "east-germany/11th Motor Rifle")
    assert "(rule 7.1)" in refusal("ussr/3rd Shock Army Artillery", "ussr/34th Guards Artillery")
    assert refusal(*RUSSIANS) == ""
    assert refusal(*RUSSIANS, "ussr/35th Air Assault") != ""
    four = ("usa/4/2", "usa/3/1", "usa/4/4", "usa/2nd Cavalry")
    assert refusal(*four, "west-germany/51st Territorial") == ""
    assert refusal(*four, "usa/11th Cavalry") != ""


@pytest.mark.rule("8.4", "8.7", "8.8")
def test_supply_of_both_sides() -> None:
    w = game()
    near, far = placed(w, (TANK, "3610"), (OTHER, "3100"))
    assert (w.is_supplied(near), w.is_supplied(far)) == (True, False)
    nato = placed(w, ("netherlands/41st Mechanized", "2904"), ("belgium/16th", "2015"),
                  ("united-kingdom/1st Armoured", "2907"))
    assert [w.is_supplied(u) for u in nato] == [True, True, True]


@pytest.mark.rule("6.8", "6.12", "6.17", "10.17")
def test_movement_modes() -> None:
    w = game(phase="move")
    tank, airborne = placed(w, (TANK, "3815"), ("ussr/102nd Guards Airborne", "3815"))
    assert paths.mode_refusal(w, tank, "road") is None
    assert paths.mode_refusal(w, tank, "air-transport") is not None
    assert paths.mode_refusal(w, airborne, "air-transport") is None
    assert paths.allowance(w, tank, "road") == 2 * paths.allowance(w, tank)
    w = game(phase="move", superior="nato")
    (airborne,) = placed(w, ("ussr/102nd Guards Airborne", "3815"))
    assert paths.mode_refusal(w, airborne, "air-transport") is not None
    w = game(player="nato", phase="move", superior="nato")
    (mobile,) = placed(w, ("usa/101st Air Mobile", "2024"))
    ends = {w.board.numbers[h] for h in paths.range_of(w, mobile, "rebase")}
    assert len(ends) > 150
    w.state.assets["nato-superiority"] = 0
    w.forget()
    assert paths.refusal_to_move(w, mobile) is not None


@pytest.mark.rule("5.6")
def test_nato_moves_half_on_turn_1() -> None:
    first, second = game(1, "nato", "move"), game(2, "nato", "move")
    one, two = (placed(w, (PANZER, "3012"))[0] for w in (first, second))
    assert 2 * paths.allowance(first, one) == paths.allowance(second, two) == 8 * second.ground.scale
