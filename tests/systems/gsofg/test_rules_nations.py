"""NATO units of several nations: rules 7.6, 7.7, 12.4."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest
from bundled import design_of
from gsofg_positions import FIELD, PANZER, PANZER_3, TANK, TERRITORIAL, Field

from visegrad_editor.engine.hexgame import combat, fights, paths
from visegrad_editor.engine.hexgame.state import Battle
from visegrad_editor.engine.position import AttackPreview
from visegrad_editor.playtest.odds_report import odds_report

US, CANADA = "usa/4/2", "canada/4th Mechanized"
BRITISH, BELGIAN = "united-kingdom/1st Armoured", "belgium/16th"


@pytest.mark.parametrize(("units", "points"), [
    ((PANZER,), 8), ((PANZER, PANZER_3), 8), ((PANZER, US), 7), ((US, CANADA), 8), ((PANZER, US, CANADA), 7),
    ((US, TERRITORIAL), 7)])
@pytest.mark.rule("7.6")
def test_a_stack_of_several_nations_moves_a_point_less(units: tuple[str, ...], points: int) -> None:
    field = Field(5, "nato", "nato-move").put(*(f"{u} 3012" for u in units)).begin()
    w = field.w
    assert {paths.allowance(w, w.unit(u)) // w.ground.scale for u in units if u != TERRITORIAL} == {points}


@pytest.mark.rule("7.6")
def test_only_those_that_begin_the_phase_together() -> None:
    field = Field(5, "nato", "nato-move").put(f"{PANZER} 3012", f"{US} 3013").begin()
    w = field.w
    field.act(f"move|{PANZER}|3012-3013")
    assert paths.allowance(w, w.unit(US)) == 8 * w.ground.scale
    field = Field(5, "nato", "nato-move").put(f"{PANZER} 3012", f"{US} 3012").begin()
    field.act(f"move|{PANZER}|3012-3013")
    assert paths.allowance(field.w, field.w.unit(US)) == 7 * w.ground.scale, "it began in the stack"


@pytest.mark.rule("7.6")
def test_half_of_what_is_left_is_never_below_none() -> None:
    field = Field(1, "nato", "nato-move").put(f"{PANZER} 3012", f"{US} 3012").begin()
    assert paths.allowance(field.w, field.w.unit(US)) == 3 * field.w.ground.scale


@pytest.mark.parametrize(("defenders", "columns"), [
    ((PANZER,), 0), ((PANZER, US), 1), ((US, CANADA), 0), ((US, TERRITORIAL), 1), ((BRITISH, BELGIAN), 1)])
@pytest.mark.rule("7.6")
def test_several_nations_defend_a_column_worse(defenders: tuple[str, ...], columns: int) -> None:
    field = Field().put(f"{TANK} 3610", *(f"{u} {FIELD}" for u in defenders))
    fight = fights.assess(field.w, field.w.board.at(FIELD), [field.w.unit(TANK)])
    assert sum(s.columns for s in fight.shifts) == columns


def attack(die: int, *units: str) -> tuple[Field, int]:
    """An attack on a tank division of strength 1 by units in one hex, with the die of 12.4; the columns that
    it gave."""
    field = Field(5, "nato", "nato-fight", dice=(die, 6), then=("nato-move",), chemical_attacks="without")
    places = ("3610", "3610", "3611", "3611")
    field.put(f"east-germany/4th Motor Rifle {FIELD}", *(
        f"{u} {h}" for u, h in zip(units, places, strict=False))).begin()
    field.act(f"attack|{'+'.join(units)}|{FIELD}")
    found = re.search(r"several nations ([-+]\d+)", field.told("combat")[0].text)
    return field, int(found[1]) if found else 0


@pytest.mark.parametrize(("die", "columns"), [(1, 0), (2, 0), (3, -1), (5, -1), (6, -2)])
@pytest.mark.rule("7.7", "12.4")
def test_two_nations_attack_with_the_shift_of_the_table(die: int, columns: int) -> None:
    field, found = attack(die, PANZER, BELGIAN)
    assert found == columns
    assert field.told("table")[0].rule == "12.4"


@pytest.mark.parametrize(("units", "die", "columns"), [
    ((US, BRITISH), 3, 0), ((US, BRITISH), 6, -1),                    # one less for US and British units only
    ((PANZER, US, BELGIAN), 6, -3), ((PANZER, US, BELGIAN), 2, -1),   # one more for three nations
    ((US, CANADA, BRITISH), 5, -2),                                   # US, Canada and Britain are three
])
@pytest.mark.rule("7.7", "12.4")
def test_what_changes_the_roll(units: tuple[str, ...], die: int, columns: int) -> None:
    assert attack(die, *units)[1] == columns


@pytest.mark.parametrize("units", [(PANZER, PANZER_3), (US, CANADA)])
@pytest.mark.rule("7.7", "12.4")
def test_one_nation_or_us_with_canada_do_not_roll(units: tuple[str, ...]) -> None:
    field = Field(5, "nato", "nato-fight", dice=(6,), then=("nato-move",), chemical_attacks="without")
    field.put(f"east-germany/4th Motor Rifle {FIELD}", *(f"{u} 3610" for u in units)).begin()
    field.act(f"attack|{'+'.join(units)}|{FIELD}")
    assert not field.told("table")
    assert field.told("combat")


@pytest.mark.rule("7.7")
def test_a_soviet_attack_does_not_roll() -> None:
    field = Field(dice=(6,), chemical_attacks="without").put(
        f"{TANK} 3610", "guards/79th Guards Tank 3611", f"{PANZER} {FIELD}").begin()
    field.act(f"attack|{TANK}+guards/79th Guards Tank|{FIELD}")
    assert not field.told("table")


@pytest.mark.rule("7.7", "11.8")
def test_an_attack_too_weak_for_a_die_does_not_roll() -> None:
    field = Field(5, "nato", "nato-fight", then=("nato-move",), chemical_attacks="without")
    field.put(f"{TANK} {FIELD}", f"{US} 3610", "belgium/16th 3610").begin()
    field.act(f"attack|{US}|{FIELD}")
    assert not field.told("table")


AIRBORNE, AMERICAN = "ussr/7th Guards Airborne", "usa/1st Armored"


def result_with(*dice: int) -> str:
    """The result of an attack of US and British units on an airborne division with a die of 12.4 and one of
    the table."""
    field = Field(5, "nato", "nato-fight", dice=dice, then=("nato-move",), chemical_attacks="without")
    field.put(f"{AIRBORNE} {FIELD}", f"{AMERICAN} 3610", f"{BRITISH} 3611").begin()
    field.act(f"attack|{AMERICAN}+{BRITISH}|{FIELD}")
    found = re.search(r": (\w+)\.$", field.told("combat")[0].text)
    assert found is not None
    return found[1]


def attack_of_two_nations(turn: int = 5) -> tuple[Field, AttackPreview]:
    field = Field(turn, "nato", "nato-fight", then=("nato-move",), chemical_attacks="without")
    field.put(f"{AIRBORNE} {FIELD}", f"{AMERICAN} 3610", f"{BRITISH} 3611").begin()
    return field, combat.preview(field.w, field.order(f"attack|{AMERICAN}+{BRITISH}|{FIELD}"))


@pytest.mark.rule("7.7", "12.4")
def test_the_chances_of_an_attack_include_the_die_for_several_nations() -> None:
    _, preview = attack_of_two_nations()
    played = Counter(result_with(*dice) for dice in product(range(1, 7), repeat=2))
    assert played == {"DR": 15, "EX": 3, "AS": 18}
    assert preview.chances == {"combat": played}
    assert [roll.ways for roll in preview.rolls] == [{0: 3, -1: 3}]


@pytest.mark.rule("7.7", "12.4")
def test_once_the_die_is_rolled_the_chances_are_those_of_its_shift() -> None:
    field, preview = attack_of_two_nations()
    w, hex = field.w, field.w.board.at(FIELD)
    units = [w.unit(AMERICAN), w.unit(BRITISH)]
    w.state.battle = Battle(hex, w.state.player, units, [w.unit(AIRBORNE)])
    w.state.chapters["nations"] = {"slow": [], "columns": -1}
    w.forget()
    under_way = combat.preview(w, None)
    assert under_way.rolls == ()
    assert sum(under_way.chances["combat"].values()) == 6
    assert (under_way.column, sum(s.columns for s in under_way.shifts)) == (
        preview.column - 1, sum(s.columns for s in preview.shifts) - 1)


@pytest.mark.rule("7.7", "12.4")
def test_the_odds_tell_of_the_die_and_count_it() -> None:
    places = (f"7th Guards Airborne {FIELD}", f"{AMERICAN} 3610", f"{BRITISH} 3611")
    found = odds_report(design_of("gsofg"), FIELD, f"{AMERICAN}, {BRITISH}", places)
    (table,) = found.cases[0].tables
    # On turn 1 NATO attacks worse than in the test above.
    _, preview = attack_of_two_nations(turn=1)
    assert {code: share * 36 for code, share in table.results.items()} == preview.chances["combat"]
    assert found.notes[0] == (
        "Several nations: a die decides about a shift (7.7); none in 3 of 6 ways, 1 left in 3.")
    assert sum(share for _, share in table.columns) == 1
    assert len(table.columns) == 2
