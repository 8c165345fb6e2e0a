"""Declaring attacks as the game plays it: rules 11.1 to 11.6, 11.18."""

from __future__ import annotations

import pytest
from gsofg_positions import FIELD, OTHER, PANZER, PANZER_3, TANK, THIRD, Field

from visegrad_editor.engine.hexgame import fights

BESIDE = "3509"
"""A hex next to the field."""


def fighting(*units: str, dice: tuple[int, ...] = (6, 6, 6)) -> Field:
    return Field(5, dice=dice, then=("soviet-move",), chemical_attacks="without").put(*units).begin()


@pytest.mark.rule("11.1")
def test_attacks_are_voluntary_and_made_by_the_side_of_the_player_turn() -> None:
    field = fighting(f"{TANK} 3610", f"{OTHER} 3815", f"{PANZER} {FIELD}")
    assert "pass" in {o.verb for o in field.w.legal_orders(None)}
    assert "belongs to the other side" in field.refused(f"attack|{PANZER}|3610")
    field.act("pass")
    assert field.w.step == "move"


@pytest.mark.rule("11.2")
def test_all_units_of_a_hex_defend_together() -> None:
    field = fighting(f"{TANK} 3610", f"{PANZER} {FIELD}", f"{PANZER_3} {FIELD}")
    w = field.w
    fight = fights.assess(w, w.board.at(FIELD), [w.unit(TANK)])
    assert set(fight.defenders) == {w.unit(PANZER), w.unit(PANZER_3)}
    assert fight.defence == 12


@pytest.mark.rule("11.3", "11.4")
def test_a_hex_is_attacked_from_several_hexes_but_once_and_each_unit_attacks_once() -> None:
    field = fighting(f"{TANK} 3610", f"{OTHER} 3411", f"{THIRD} 3611", f"{PANZER} {FIELD}",
                     f"{PANZER_3} {BESIDE}", "west-germany/7th Panzer 3711")
    field.act(f"attack|{TANK}+{OTHER}|{FIELD}")
    assert "has been attacked already" in field.refused(f"attack|{THIRD}|{FIELD}")
    assert "has attacked already" in field.refused(f"attack|{TANK}|3711")
    assert {text.split("|")[0] for text in field.legal("attack")} == {THIRD}


@pytest.mark.rule("11.5", "11.6")
def test_units_of_a_stack_attack_different_hexes_in_any_order() -> None:
    units = (f"{TANK} 3610", f"{OTHER} 3610", f"{PANZER} {FIELD}", f"{PANZER_3} 3710")
    for first, second in ((FIELD, "3710"), ("3710", FIELD)):
        field = fighting(*units)
        field.act(f"attack|{TANK}|{first}")
        assert field.w.step == "attack", "one fight is over before the next begins"
        field.act(f"attack|{OTHER}|{second}")
        assert [e.hexes[0] for e in field.told("attack")] == [first, second]
