"""The 8th Guards Army on turns 1 to 3: rules 5.4, 5.5, 5.8, 7.5."""

from __future__ import annotations

import pytest
from gsofg_positions import EAST, FIELD, GUARDS, GUARDS_RIFLE, OTHER, PANZER, PANZER_3, TANK, Field

from visegrad_editor.engine.hexgame import fights, paths, stacking

FIGHT_MOVE, TWICE = "soviet-fight,soviet-move", "soviet-fight,soviet-second-fight"
G_MOVE, G_TWICE = "guards-move,guards-fight", "guards-fight,guards-second-fight"


def refusal(turn: int, *keys: str) -> str:
    """Why units may not stand together in a hex."""
    w = Field(turn, phase="soviet-move").w
    found = stacking.refusal(w, w.board.at("3815"), [w.unit(k) for k in keys])
    return "" if found is None else str(found)


@pytest.mark.parametrize(("turn", "free"), [(0, True), (1, False), (3, False), (4, True)])
@pytest.mark.parametrize("other", [TANK, EAST])
@pytest.mark.rule("5.4", "7.5")
def test_it_stacks_with_nobody_else_on_turns_1_to_3(turn: int, free: bool, other: str) -> None:
    found = refusal(turn, GUARDS, other)
    assert (found == "") is free
    assert free or ("(rule 5.4)" in found and "before turn 4" in found)
    assert refusal(turn, GUARDS, GUARDS_RIFLE) == refusal(turn, TANK, OTHER) == ""


@pytest.mark.rule("5.4")
def test_nobody_passes_through_its_hexes_nor_it_through_those_of_others() -> None:
    for mover, other in ((TANK, GUARDS), (GUARDS, TANK)):
        phase = "guards-move" if mover == GUARDS else "soviet-move"
        field = Field(2, phase=phase).put(f"{mover} 3812", f"{other} 3813").begin()
        assert "may not pass through" in field.refused(f"move|{mover}|3812-3813-3814")
        late = Field(4, phase="soviet-move").put(f"{mover} 3812", f"{other} 3813").begin()
        late.act(f"move|{mover}|3812-3813-3814")
        assert late.where(mover) == "3814"


@pytest.mark.rule("5.4")
def test_only_it_acts_in_its_turn_and_it_does_not_act_in_the_next() -> None:
    field = Field(2, phase="guards-fight").put(f"{PANZER} {FIELD}", f"{GUARDS} 3610", f"{TANK} 3611").begin()
    assert "does not attack in this phase" in field.refused(f"attack|{TANK}|{FIELD}")
    assert "does not attack" in field.refused(f"attack|{GUARDS}+{TANK}|{FIELD}"), "never in a fight together"
    field = Field(2).put(f"{PANZER} {FIELD}", f"{GUARDS} 3610", f"{TANK} 3611").begin()
    assert "does not act in this player turn" in field.refused(f"attack|{GUARDS}+{TANK}|{FIELD}")
    field = Field(4).put(f"{PANZER} {FIELD}", f"{GUARDS} 3610", f"{TANK} 3611").begin()
    assert {u for text in field.legal("attack") for u in text.split("|")[0].split("+")} == {GUARDS, TANK}


@pytest.mark.rule("5.4", "5.8")
def test_it_breaks_away_from_the_enemy_until_turn_3() -> None:
    field = Field(3, phase="guards-move").put(f"{PANZER} {FIELD}", f"{GUARDS} 3611")
    assert paths.refusal_to_move(field.w, field.w.unit(GUARDS)) is None
    field = Field(4, phase="soviet-move").put(f"{PANZER} {FIELD}", f"{GUARDS} 3611")
    assert "(rule 5.8)" in str(paths.refusal_to_move(field.w, field.w.unit(GUARDS)))


@pytest.mark.parametrize(("turn", "phase", "unit", "columns"), [
    (2, "guards-second-fight", GUARDS, 0), (2, "soviet-second-fight", TANK, -1),
    (4, "soviet-second-fight", GUARDS, -1), (4, "soviet-fight", GUARDS, 0)])
@pytest.mark.rule("5.4", "5.5")
def test_its_second_combat_is_not_shifted_until_turn_3(
    turn: int, phase: str, unit: str, columns: int
) -> None:
    field = Field(turn, phase=phase).put(f"{PANZER} {FIELD}", f"{unit} 3610")
    fight = fights.assess(field.w, field.w.board.at(FIELD), [field.w.unit(unit)])
    assert sum(s.columns for s in fight.shifts) == columns


def choosing(turn: int = 2) -> Field:
    """The 8th Guards Army about to declare its order of phases."""
    field = Field(turn, phase="guards-fight").put(
        f"{PANZER} {FIELD}", f"{GUARDS} 3611", f"{TANK} 3610", f"{PANZER_3} 2010")
    field.w.state.phase = "soviet-order"
    field.w.go("order")
    return field


@pytest.mark.rule("5.5", "5.7")
def test_both_orders_are_declared_before_it_begins_and_stand() -> None:
    field = choosing()
    assert field.legal("order") == {"guards-move,guards-fight", "guards-fight,guards-move", G_TWICE}
    assert "(rule 5.5)" in field.refused(f"order|{TWICE}")
    field.act(f"order|{G_MOVE}")
    assert field.legal("order") == {"soviet-move,soviet-fight", FIGHT_MOVE, TWICE}
    assert "(rule 5.5)" in field.refused(f"order|{G_MOVE}")
    field.act(f"order|{TWICE}")
    assert [e.rule for e in field.told("order")] == ["5.5", "5.5"]
    assert (field.w.phase, field.w.step) == ("guards-move", "move")
    field.act("pass")
    assert (field.w.phase, field.w.step) == ("guards-fight", "attack")
    field.act("pass")
    assert (field.w.phase, field.w.step) == ("soviet-fight", "attack"), "the second declaration stands"
    field.act("pass")
    assert field.w.phase == "soviet-second-fight"


@pytest.mark.rule("5.5")
def test_from_turn_4_on_there_is_one_declaration() -> None:
    field = Field(4, phase="soviet-fight").put(f"{PANZER} {FIELD}", f"{GUARDS} 3611")
    field.w.state.phase = "soviet-order"
    field.w.go("order")
    assert field.legal("order") == {"soviet-move,soviet-fight", FIGHT_MOVE, TWICE}
    field.act(f"order|{FIGHT_MOVE}")
    assert field.w.phase == "soviet-fight"


@pytest.mark.rule("5.5")
def test_two_combat_phases_may_have_the_same_attacker_and_target() -> None:
    field = Field(4, phase="soviet-fight", dice=(5, 6), then=("soviet-second-fight",), 
                  chemical_attacks="without")
    field.put(f"{PANZER} {FIELD}", f"{TANK} 3610", f"{OTHER} 3610", f"{PANZER_3} 3710").begin()
    field.act(f"attack|{TANK}|{FIELD}")
    assert "has been attacked already" in field.refused(f"attack|{OTHER}|{FIELD}")
    field.act("pass")
    assert field.w.phase == "soviet-second-fight"
    field.act(f"attack|{TANK}|{FIELD}")
    assert len(field.told("attack")) == 2


@pytest.mark.rule("5.4", "11.17")
def test_hexes_of_others_are_closed_to_its_retreat_even_if_no_other_is_left() -> None:
    field = Field(2).put(f"{GUARDS} {FIELD}", f"{TANK} 3511", f"{GUARDS_RIFLE} 3611")
    w = field.w
    (chapter,) = [c for c in w.chapters if c.id == "guards"]
    hexes = [w.board.at(h) for h in ("3511", "3611", "3410")]
    assert chapter.retreat_hexes(w, w.unit(GUARDS), hexes) == hexes[1:]
    assert chapter.retreat_hexes(w, w.unit(OTHER), hexes) == [hexes[0], hexes[2]]
    assert chapter.retreat_hexes(w, w.unit(GUARDS), hexes[:1]) == []


@pytest.mark.rule("5.4", "11.17")
def test_it_does_not_retreat_into_hexes_of_others() -> None:
    field = Field(2, "nato", "nato-fight", dice=(1,), then=("nato-move",))
    near = ("3410", "3411", "3509", "3511", "3610", "3611")
    field.put(f"{GUARDS} {FIELD}", f"{PANZER} 3410", f"{PANZER_3} 3410", "west-germany/7th Panzer 3509",
              "west-germany/10th Panzer 3509", f"{TANK} 3511", f"{GUARDS_RIFLE} 3611").begin()
    field.act(f"attack|{PANZER}+{PANZER_3}+west-germany/7th Panzer|{FIELD}")
    open_to = {text.split("|")[-1] for text in field.legal("retreat")}
    assert open_to <= set(near) - {"3511"}
