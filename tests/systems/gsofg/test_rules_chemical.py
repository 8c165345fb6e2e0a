"""Chemical attacks and the exchange of nuclear weapons: rules 4.7, 4.8."""

from __future__ import annotations

import pytest
from gsofg_positions import EAST, FIELD, GUNS, OTHER, PANZER, PANZER_3, TANK, Field

EAST_2 = "east-germany/11th Motor Rifle"


def soviet(*dice: int, put: tuple[str, ...] = (f"{TANK} 3610",), choice: str = "with") -> Field:
    return Field(5, dice=dice, chemical_attacks=choice).put(f"{PANZER} {FIELD}", *put).begin()


def odds(field: Field) -> str:
    """The odds of the last fight before shifts."""
    return field.told("combat")[-1].text.split(": ")[1].split(",")[0]


@pytest.mark.rule("4.7")
def test_the_soviet_side_is_asked_in_each_fight_and_doubles_its_supplied_units() -> None:
    field = soviet(1, 6)
    field.act(f"attack|{TANK}|{FIELD}")
    assert (field.w.step, field.w.side) == ("chemical", "soviet")
    assert "(rule 4.7)" in field.refused(f"attack|{TANK}|{FIELD}")
    field.act("chemical")
    assert [e.rule for e in field.told("chemical")] == ["4.7"]
    assert field.told("table")[0].dice == (1,)
    assert odds(field) == "2:1"


@pytest.mark.rule("4.7")
def test_it_may_pass_and_is_asked_again_in_the_next_fight() -> None:
    field = soviet(6, 6, put=(f"{TANK} 3610", f"{OTHER} 3711", f"{PANZER_3} 3712"))
    field.act(f"attack|{TANK}|{FIELD}").act("pass")
    assert odds(field) == "1:1"
    field.act(f"attack|{OTHER}|3712")
    assert field.w.step == "chemical"


@pytest.mark.rule("4.7")
def test_without_the_option_nobody_is_asked() -> None:
    field = soviet(6, choice="without")
    field.act(f"attack|{TANK}|{FIELD}")
    assert odds(field) == "1:1"


@pytest.mark.rule("4.7")
def test_it_may_be_used_in_defence() -> None:
    field = Field(5, "nato", "nato-fight", (2, 6), ("nato-move",)).put(
        f"{EAST} {FIELD}", f"{TANK} {FIELD}", f"{PANZER} 3610", f"{PANZER_3} 3610", "usa/3rd Armored 1825",
        "west-germany/7th Panzer 3611", "west-germany/10th Panzer 3611").begin()
    field.act(f"attack|{PANZER}+{PANZER_3}+west-germany/7th Panzer+west-germany/10th Panzer|{FIELD}")
    assert (field.w.step, field.w.side) == ("chemical", "soviet")
    field.act("chemical")
    assert field.where(EAST) == "removed"
    assert "12 to" not in field.told("combat")[0].text
    assert odds(field) == "1:1", "12 to 8: the East Germans are gone, and the tanks count 4 twice"


@pytest.mark.rule("4.7")
def test_only_supplied_units_are_doubled_and_only_they_allow_it() -> None:
    field = soviet(1, 6)
    w = field.w
    tank = w.unit(TANK)
    w.put(tank, w.board.at("1810"))
    w.put(w.unit(PANZER), w.board.at("1811"))
    w.forget()
    assert not w.is_supplied(tank)
    field.act(f"attack|{TANK}|1811")
    assert field.told("combat"), "nobody is asked"


@pytest.mark.rule("4.7")
def test_the_first_use_removes_the_east_germans_for_good_and_later_ones_only_roll() -> None:
    field = soviet(1, 6, 2, 6, put=(f"{TANK} 3610", f"{OTHER} 3711", f"{PANZER_3} 3712", f"{EAST} 3815"))
    field.act(f"attack|{TANK}|{FIELD}").act("chemical")
    assert field.where(EAST) == "removed"
    removed = len(field.told("eliminated"))
    field.act(f"attack|{OTHER}|3712").act("chemical")
    assert len(field.told("eliminated")) == removed
    assert len(field.told("table")) == 2
    assert sum("East Germany leaves the war" in e.text for e in field.told("event")) == 1


@pytest.mark.parametrize(("die", "ends"), [(1, False), (5, False), (6, True)])
@pytest.mark.rule("4.7", "4.8")
def test_a_6_is_an_exchange_and_nato_wins_at_once(die: int, ends: bool) -> None:
    field = soviet(die, 6)
    field.act(f"attack|{TANK}|{FIELD}").act("chemical")
    outcome = field.w.outcome
    assert (outcome is not None) is ends
    if outcome is not None:
        assert (outcome.winner, outcome.rule) == ("nato", "4.8")
        assert not field.told("combat"), "the fight is not resolved any more"


@pytest.mark.rule("4.7")
def test_an_attack_of_east_germans_alone_is_off_and_the_die_is_rolled_all_the_same() -> None:
    field = soviet(3, put=(f"{EAST} 3610", f"{EAST_2} 3611", f"{TANK} 3410"))
    field.act(f"attack|{EAST}+{EAST_2}|{FIELD}").act("chemical")
    assert field.told("table")[0].dice == (3,)
    assert [e.rule for e in field.told("called-off")] == ["4.7"]
    assert not field.told("combat")
    assert field.w.step == "attack", "the tank may still attack the hex"


@pytest.mark.rule("4.7")
def test_artillery_left_alone_does_not_attack() -> None:
    field = soviet(3, put=(f"{EAST} 3610", f"{GUNS} 3611", f"{TANK} 3611"))
    field.act(f"attack|{EAST}+{GUNS}|{FIELD}").act("chemical")
    assert field.told("called-off")
    field.act(f"attack|{TANK}|{FIELD}")
    assert field.w.step == "chemical"


@pytest.mark.rule("4.7")
def test_defenders_who_were_all_east_german_leave_an_empty_hex() -> None:
    field = Field(5, "nato", "nato-fight", (2,), ("nato-move",)).put(
        f"{EAST} {FIELD}", f"{PANZER} 3610").begin()
    field.act(f"attack|{PANZER}|{FIELD}").act("chemical")
    assert field.told("called-off")
    assert field.w.outcome is None


@pytest.mark.rule("4.7")
def test_a_game_is_saved_and_loaded_while_the_decision_is_open() -> None:
    field = soviet(1, 6)
    field.act(f"attack|{TANK}|{FIELD}")
    data = field.w.as_data()
    field.w.load_data(data)
    assert (field.w.step, field.w.phase, field.w.as_data()) == ("chemical", "soviet-fight", data)
