"""US divisions linked from two counters: rule 9.8."""

from __future__ import annotations

import pytest
from gsofg_positions import FIELD, PANZER, TANK, Field

from visegrad_editor.engine.hexgame.state import MOVED, NO_COMBAT, NO_MOVE

DIVISIONS = (
    ("usa/2nd Armored", "usa/4/2", "usa/2nd Armored (-)"),
    ("usa/1st Mechanized", "usa/3/1", "usa/1st Mechanized (-)"),
    ("usa/4th Mechanized", "usa/4/4", "usa/4th Mechanized (-)"))
DIVISION, BRIGADE, REST = DIVISIONS[0]


def moving(*put: str) -> Field:
    return Field(8, "nato", "nato-move", then=("nato-fight",), dice=(1,) * 6, chemical_attacks="without").put(
        *put, f"{PANZER} 2010").begin()


@pytest.mark.parametrize(("division", "brigade", "rest"), DIVISIONS)
@pytest.mark.rule("9.8")
def test_two_counters_in_a_hex_become_the_division(division: str, brigade: str, rest: str) -> None:
    field = moving(f"{brigade} 2010", f"{rest} 2010")
    field.w.put(field.w.unit(brigade), field.w.board.at("2107"))
    field.w.put(field.w.unit(rest), field.w.board.at("2107"))
    field.act(f"link|{brigade}+{rest}")
    assert field.where(division) == "2107"
    assert field.where(brigade) == field.where(rest) == "removed"
    assert field.w.steps_left(field.w.unit(division)) == 2
    assert [e.rule for e in field.told("link")] == ["9.8"]


@pytest.mark.rule("9.8")
def test_it_happens_after_movement_too_and_ends_it() -> None:
    field = moving(f"{BRIGADE} 2107", f"{REST} 2108")
    assert not field.legal("link")
    field.act(f"move|{REST}|2108-2107")
    assert field.legal("link") == {f"{BRIGADE}+{REST}"}
    field.act(f"link|{REST}+{BRIGADE}")
    assert not any(DIVISION in text for text in field.legal("move"))
    assert "(rule" in field.refused(f"move|{DIVISION}|2107-2108")


@pytest.mark.rule("9.8")
def test_it_may_attack_afterwards_and_is_not_a_duty() -> None:
    field = moving(f"{BRIGADE} 3610", f"{REST} 3610", f"{TANK} {FIELD}")
    assert "pass" in {o.verb for o in field.w.legal_orders(None)}
    field.act(f"link|{BRIGADE}+{REST}").act("pass")
    assert any(DIVISION in text for text in field.legal("attack"))


@pytest.mark.parametrize("units", [
    (BRIGADE, "usa/1st Mechanized (-)"), (BRIGADE, PANZER), (BRIGADE,)])
@pytest.mark.rule("9.8")
def test_only_the_two_counters_of_one_division(units: tuple[str, ...]) -> None:
    field = moving(f"{BRIGADE} 2107", "usa/1st Mechanized (-) 2107")
    assert not field.legal("link")
    assert "(rule 9.8)" in field.refused(f"link|{'+'.join(units)}")


@pytest.mark.rule("9.8")
def test_not_after_one_was_lost_nor_in_two_hexes() -> None:
    field = moving(f"{BRIGADE} 2107", f"{REST} 2108")
    assert "(rule 9.8)" in field.refused(f"link|{BRIGADE}+{REST}")
    field = moving(f"{BRIGADE} 2107", f"{REST} 2107")
    field.w.eliminate(field.w.unit(BRIGADE), "11.22")
    assert "(rule 9.8)" in field.refused(f"link|{BRIGADE}+{REST}")
    assert not field.legal("link")


@pytest.mark.rule("9.8")
def test_what_a_counter_has_done_counts_for_the_division() -> None:
    field = moving(f"{BRIGADE} 2107", f"{REST} 2107")
    w = field.w
    engaged = [s.id for s in w.ruleset.states].index("attacked")
    w.state.status[w.unit(BRIGADE)] |= 1 << engaged
    field.act(f"link|{BRIGADE}+{REST}")
    assert w.is_in_state(w.unit(DIVISION), "attacked")


@pytest.mark.rule("9.8")
@pytest.mark.parametrize("counter", [BRIGADE, REST])
def test_a_division_of_a_counter_that_may_not_attack_does_not_attack(counter: str) -> None:
    field = moving(f"{BRIGADE} 3610", f"{REST} 3610", f"{TANK} {FIELD}")
    flags = field.w.state.flags
    flags[field.w.unit(counter)] |= NO_COMBAT
    field.act(f"link|{BRIGADE}+{REST}")
    assert flags[field.w.unit(DIVISION)] == NO_COMBAT | NO_MOVE | MOVED


@pytest.mark.rule("9.8")
def test_the_moving_side_decides_whoever_decided_before() -> None:
    field = Field(8, "soviet", "soviet-move", then=("soviet-fight",), chemical_attacks="without").put(
        f"{BRIGADE} 2107", f"{REST} 2107", f"{TANK} 3815").begin()
    field.w.state.side = 1
    field.w.go("move")
    assert (field.w.step, field.w.forces.side_ids[field.w.state.side]) == ("move", "soviet")
    assert not field.legal("link")
