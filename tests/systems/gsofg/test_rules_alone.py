"""East German divisions alone: rule 7.5."""

from __future__ import annotations

import pytest
from bundled import design_of
from gsofg_positions import EAST, FIELD, PANZER, TANK, TERRITORIAL, Field

from visegrad_editor.engine.hexgame import fights
from visegrad_editor.playtest.odds_report import odds_report


def attack(field: Field, *units: str) -> int:
    w = field.w
    return fights.assess(w, w.board.at(FIELD), [w.unit(u) for u in units]).attack


@pytest.mark.parametrize(("company", "attackers", "strength"), [
    ((), (EAST,), 1),                                           # alone
    ((f"{TANK} 3610",), (EAST,), 4),                            # another Soviet unit in the hex is company
    ((f"{TANK} 3611",), (EAST, TANK), 1 + 6),                   # one in the next hex is none
    ((f"{TANK} 3610",), (EAST, TANK), 4 + 6),
    (("ussr/35th Air Assault 3610",), (EAST,), 4),              # a brigade is company
])
@pytest.mark.rule("7.5")
def test_a_lone_east_german_division_attacks_with_1(
    company: tuple[str, ...], attackers: tuple[str, ...], strength: int
) -> None:
    assert attack(Field().put(f"{PANZER} {FIELD}", f"{EAST} 3610", *company), *attackers) == strength


@pytest.mark.rule("7.5")
def test_only_east_german_divisions_do() -> None:
    assert attack(Field().put(f"{PANZER} {FIELD}", f"{TANK} 3610"), TANK) == 6
    nato = Field(player="nato", phase="nato-fight").put(f"{TANK} {FIELD}", f"{PANZER} 3610")
    assert attack(nato, PANZER) == 3


@pytest.mark.rule("7.5")
def test_its_attack_is_halved_no_further_below_1_and_its_defence_is_as_the_ruleset_says() -> None:
    field = Field().put(f"{EAST} {FIELD}", f"{PANZER} 3610", f"{TERRITORIAL} 3610")
    w = field.w
    fight = fights.assess(w, w.board.at(FIELD), [w.unit(PANZER)])
    assert (fight.attack, fight.defence) == (3, 1)


@pytest.mark.parametrize(("choice", "strength"), [("part", 2), ("side", 1)])
@pytest.mark.rule("7.5")
def test_the_1_of_a_lone_division_is_not_halved(choice: str, strength: int) -> None:
    """1.5: one of two lone divisions attacks across a river, and its part of 1 stays 1 beside the other."""
    second = "east-germany/11th Motor Rifle"
    field = Field(halved_part=choice).put(f"{PANZER} 3312", f"{EAST} 3212", f"{second} 3413")
    field.control("soviet", *field.w.board.hex_set(field.w.ground.feature_hexes(("city",))))
    w = field.w
    assert fights.assess(w, w.board.at("3312"), [w.unit(EAST), w.unit(second)]).attack == strength


@pytest.mark.rule("7.5")
def test_the_odds_say_why_a_lone_division_counts_1() -> None:
    places = (f"{EAST} 3610", f"{PANZER} {FIELD}")
    attacking = odds_report(design_of("gsofg"), FIELD, EAST, places).attackers
    defending = odds_report(design_of("gsofg"), "3610", PANZER, places).defenders
    why = (("East German division alone in its hex", "7.5"),)
    assert [(u.printed, u.counts, u.notes) for u in attacking] == [(4, 1, why)]
    assert [(u.counts, u.notes) for u in defending] == [(1, why)]
    together = odds_report(design_of("gsofg"), FIELD, EAST, (*places, f"{TANK} 3610")).attackers
    assert [(u.counts, u.notes) for u in together] == [(4, ())]
