"""Results of fights: rules 7.2, 11.14, 11.17 to 11.23."""

from __future__ import annotations

import pytest
from gsofg_positions import (
    CITY,
    EAST,
    FIELD,
    GUNS,
    JAEGER,
    JAEGER_2,
    OTHER,
    PANZER,
    PANZER_3,
    RIFLE,
    TANK,
    TERRITORIAL,
    THIRD,
    Field,
)

from visegrad_editor.engine.hexgame import fights

AROUND = ("3410", "3411", "3509", "3511", "3610", "3611")
"""The neighbours of the field."""
STRONG = (f"{TANK} 3610", f"{OTHER} 3610", f"{THIRD} 3611", "ussr/47th Guards Tank 3611")
ALL = "+".join(text.rpartition(" ")[0] for text in STRONG)


def soviet(*dice: int, put: tuple[str, ...] = ()) -> Field:
    """A Soviet combat phase without chemical attacks; a NATO order of phases follows it."""
    return Field(5, dice=dice, chemical_attacks="without").put(*put).begin()


def nato(*dice: int, put: tuple[str, ...] = ()) -> Field:
    return Field(5, "nato", "nato-fight", dice, ("nato-move",), chemical_attacks="without").put(*put).begin()


def open_to(field: Field, key: str) -> set[str]:
    """The hexes to which a unit may retreat."""
    return {text.split("|")[1] for text in field.legal("retreat") if text.startswith(key)}


# -- 11.17: retreats ---------------------------------------------------------------------------------


def test_the_winner_chooses_an_empty_hex_if_there_is_one() -> None:
    field = soviet(1, put=(*STRONG, f"{PANZER} {FIELD}", f"{PANZER_3} 3410"))
    field.act(f"attack|{ALL}|{FIELD}")
    assert field.w.side == "soviet"
    assert open_to(field, PANZER) == {"3411", "3509", "3511"}
    assert "(rule 11.17)" in field.refused(f"retreat|{PANZER}|3410")
    field.act(f"retreat|{PANZER}|3509")
    assert field.where(PANZER) == "3509"


def test_a_stack_retreats_to_one_hex() -> None:
    field = soviet(1, put=(*STRONG, f"{PANZER} {FIELD}", f"{PANZER_3} {FIELD}"))
    field.act(f"attack|{ALL}|{FIELD}").act(f"retreat|{PANZER}|3509")
    assert open_to(field, PANZER_3) == {"3509"}
    assert "(rule 11.17)" in field.refused(f"retreat|{PANZER_3}|3411")
    field.act(f"retreat|{PANZER_3}|3509")
    assert field.where(PANZER) == field.where(PANZER_3) == "3509"


def surrounded(*friends: str, units: tuple[str, ...] = (PANZER, PANZER_3)) -> Field:
    """A stack that must retreat into hexes of friends."""
    field = soviet(1, put=(*STRONG, *(f"{u} {FIELD}" for u in units), f"{RIFLE} 3511", *friends))
    field.act(f"attack|{ALL}|{FIELD}")
    return field


def test_it_parts_only_where_the_limit_asks_for_it() -> None:
    field = surrounded("belgium/16th 3410", "belgium/1st 3411", "west-germany/7th Panzer 3509")
    assert open_to(field, PANZER) == {"3410", "3411", "3509"}, "no hex has room for both"
    field.act(f"retreat|{PANZER}|3509")
    assert open_to(field, PANZER_3) == {"3410", "3411"}, "hexes with room come first"
    field = surrounded(
        "west-germany/7th Panzer 3410", "west-germany/10th Panzer 3411", f"{TERRITORIAL} 3509")
    assert open_to(field, PANZER) == {"3509"}, "there both have room"


def test_the_owner_removes_what_is_too_much_of_those_who_retreated() -> None:
    full = ("west-germany/7th Panzer 3410", "west-germany/10th Panzer 3410",
            "west-germany/12th Panzer 3411", "west-germany/5th Panzer 3411",
            "france/1st Armored 3509", "france/3rd Armored 3509")
    field = surrounded(*full, units=(PANZER,))
    assert open_to(field, PANZER) == {"3410", "3411", "3509"}
    field.act(f"retreat|{PANZER}|3410")
    assert (field.w.step, field.w.side) == ("remove", "nato"), "11.17, not the enemy of 7.2"
    assert field.legal("remove") == {PANZER}
    assert "(rule 11.17)" in field.refused("remove|west-germany/7th Panzer")
    field.act(f"remove|{PANZER}")
    assert field.where(PANZER) == "eliminated"
    assert field.where("west-germany/7th Panzer") == "3410"


def test_no_way_out_destroys() -> None:
    field = soviet(1, put=(*STRONG, f"{PANZER} {FIELD}", f"{RIFLE} 3511", f"{EAST} 3509",
                           "ussr/16th Guards Tank 3410", "ussr/25th Tank 3411"))
    field.act(f"attack|{ALL}|{FIELD}")
    assert field.where(PANZER) == "eliminated"


def test_territorials_are_lost_where_others_retreat() -> None:
    field = soviet(1, put=(*STRONG, f"{PANZER} {FIELD}", f"{TERRITORIAL} {FIELD}"))
    field.act(f"attack|{ALL}|{FIELD}")
    assert field.where(TERRITORIAL) == "eliminated"
    assert open_to(field, PANZER) != set()


# -- 11.18, 11.19 ------------------------------------------------------------------------------------


def after_retreat(die: int) -> Field:
    """A division has retreated to another, whose hex is then attacked."""
    field = soviet(1, die, put=(
        f"{TANK} 3610", f"{OTHER} 3611", f"{PANZER} {FIELD}", f"{PANZER_3} 3509", f"{RIFLE} 3511",
        "ussr/16th Guards Tank 3410", "ussr/25th Tank 3411", f"{THIRD} 3508", "ussr/47th Guards Tank 3508"))
    field.act(f"attack|{TANK}+{OTHER}|{FIELD}").act(f"retreat|{PANZER}|3509").act(f"advance|{TANK}")
    return field


def test_who_retreated_adds_nothing_to_a_hex_attacked_later() -> None:
    field = after_retreat(6)
    w = field.w
    fight = fights.assess(w, w.board.at("3509"), [w.unit(THIRD), w.unit("ussr/47th Guards Tank")])
    assert fight.defence == 6, "not 12"


@pytest.mark.parametrize(("die", "lost"), [(1, True), (4, True), (6, False)])
def test_and_is_lost_with_a_result_that_harms_the_defender(die: int, lost: bool) -> None:
    field = after_retreat(die)
    field.act(f"attack|{THIRD}+ussr/47th Guards Tank|3509")
    assert (field.where(PANZER) == "eliminated") is lost
    assert field.where(PANZER_3) != "eliminated"


def test_at_least_one_attacker_must_advance() -> None:
    field = soviet(1, put=(*STRONG, f"{PANZER} {FIELD}"))
    field.act(f"attack|{ALL}|{FIELD}").act(f"retreat|{PANZER}|3509")
    assert (field.w.step, field.w.side) == ("advance", "soviet")
    assert "pass" not in {o.verb for o in field.w.legal_orders(None)}
    assert "(rule 11.19)" in field.refused("pass")
    assert "(rule 7.0)" in field.refused(f"advance|{TANK}+{OTHER}+{THIRD}")
    field.act(f"advance|{TANK}+{THIRD}")
    assert field.where(TANK) == field.where(THIRD) == FIELD


# -- 11.14: cities -----------------------------------------------------------------------------------

BEFORE_CITY = ("3702", "3601")


def city(*dice: int, defenders: tuple[str, ...]) -> Field:
    return soviet(*dice, put=(
        *(f"{u} {CITY}" for u in defenders), f"{TANK} 3702", f"{OTHER} 3702", f"{THIRD} 3601",
        "ussr/47th Guards Tank 3601"))


def test_in_a_city_a_retreat_is_a_step_of_each_side_and_nobody_moves() -> None:
    field = city(1, defenders=(PANZER,))
    field.act(f"attack|{ALL}|{CITY}")
    assert (field.w.step, field.w.side) == ("reduce", "soviet")
    field.act(f"reduce|{TANK}")
    assert field.lost(TANK) == 1
    assert (field.lost(PANZER), field.where(PANZER)) == (1, CITY)
    assert field.where(TANK) == "3702"


def test_the_first_step_of_nato_in_a_city_is_a_jaegers() -> None:
    field = city(1, defenders=(TERRITORIAL, JAEGER))
    field.act(f"attack|{ALL}|{CITY}").act(f"reduce|{TANK}")
    assert field.where(JAEGER) == "eliminated", "its only step"
    assert field.where(TERRITORIAL) == CITY


def test_attacking_jaeger_lose_the_first_step_too_and_the_next_is_free() -> None:
    attackers = (JAEGER_2, PANZER, PANZER_3)
    field = nato(1, put=(f"{EAST} {CITY}", f"{JAEGER_2} 3601", f"{PANZER} 3601", f"{PANZER_3} 3702"))
    field.act(f"attack|{'+'.join(attackers)}|{CITY}")
    (told,) = field.told("combat")
    assert told.text.endswith("1/1.")
    assert [field.lost(u) for u in (PANZER, PANZER_3)] == [0, 0]
    assert field.lost(JAEGER_2) == 1 or field.where(JAEGER_2) == "eliminated"


def test_outside_of_cities_any_unit_may_lose_the_first_step() -> None:
    field = nato(3, put=(f"{EAST} {FIELD}", f"{JAEGER_2} 3610", f"{PANZER} 3610", f"{PANZER_3} 3611"))
    field.act(f"attack|{JAEGER_2}+{PANZER}+{PANZER_3}|{FIELD}")
    assert field.told("combat")[0].text.endswith("EX.")
    assert field.legal("reduce") == {JAEGER_2, PANZER, PANZER_3}


# -- 11.21, 11.22: exchanges -------------------------------------------------------------------------


def test_an_exchange_reduces_each_defender_and_costs_the_attacker_as_many_steps() -> None:
    field = soviet(5, put=(*STRONG, f"{PANZER} {FIELD}", f"{TERRITORIAL} {FIELD}"))
    field.act(f"attack|{ALL}|{FIELD}")
    assert field.told("combat")[0].text.endswith("EX.")
    assert (field.lost(PANZER), field.where(TERRITORIAL)) == (1, "eliminated")
    assert field.w.battle.needs == 2
    field.act(f"reduce|{TANK}").act(f"reduce|{THIRD}")
    assert (field.lost(TANK), field.lost(THIRD)) == (1, 1)
    assert field.where(PANZER) == FIELD
    assert field.w.step != "advance", "the hex is not empty"


def test_artillery_at_two_hexes_loses_no_step_and_next_to_the_hex_it_may() -> None:
    for place, named in (("3710", False), ("3611", True)):
        field = soviet(5, put=(f"{TANK} 3610", f"{OTHER} 3610", f"{GUNS} {place}", f"{PANZER} {FIELD}"))
        field.act(f"attack|{TANK}+{OTHER}+{GUNS}|{FIELD}")
        text = field.told("combat")[0].text
        assert text.endswith("EX."), text
        assert (GUNS in field.legal("reduce")) is named


def test_an_attacker_loses_no_more_than_it_may() -> None:
    """11.21: everything but the artillery at two hexes."""
    field = soviet(6, put=(f"{TANK} 3610 reduced", f"{OTHER} 3610 reduced", f"{GUNS} 3710", f"{EAST} 3611",
                           f"usa/4/2 {FIELD}", f"canada/4th Mechanized {FIELD}", f"{TERRITORIAL} {FIELD}"))
    field.act(f"attack|{TANK}+{OTHER}+{GUNS}|{FIELD}")
    assert field.told("combat")[0].text.endswith("EX.")
    assert field.where(TANK) == field.where(OTHER) == "eliminated"
    assert (field.where(GUNS), field.lost(GUNS)) == ("3710", 0)


def test_de_eliminates_all_defenders_without_loss() -> None:
    field = soviet(6, put=(*STRONG, f"{TERRITORIAL} {FIELD}"))
    field.act(f"attack|{ALL}|{FIELD}")
    assert field.told("combat")[0].text.endswith("DE.")
    assert field.where(TERRITORIAL) == "eliminated"
    assert not field.told("step-loss")


def test_as_does_nothing() -> None:
    field = soviet(6, put=(f"{TANK} 3610", f"{PANZER} {FIELD}"))
    field.act(f"attack|{TANK}|{FIELD}")
    assert field.told("combat")[0].text.endswith("AS.")
    assert field.where(PANZER) == FIELD
    assert (field.lost(TANK), field.lost(PANZER)) == (0, 0)


# -- 11.23: artillery --------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["3610", "3710"])
def test_artillery_attacks_only_with_others_near_or_far(place: str) -> None:
    field = soviet(put=(f"{GUNS} {place}", f"{PANZER} {FIELD}", f"{TANK} 3611"))
    assert "must attack" in field.refused(f"attack|{GUNS}|{FIELD}")
    assert all(TANK in text for text in field.legal("attack"))
    fight = fights.assess(field.w, field.w.board.at(FIELD), [field.w.unit(TANK), field.w.unit(GUNS)])
    assert fight.attack == 12, "8 count as 6, no more than the others"


@pytest.mark.parametrize(("others", "attack"), [((TANK,), 12), ((TANK, OTHER), 20), ((RIFLE,), 10)])
def test_its_strength_counts_no_more_than_that_of_the_others(others: tuple[str, ...], attack: int) -> None:
    field = soviet(put=(f"{GUNS} 3611", f"{PANZER} {FIELD}", *(f"{u} 3610" for u in others)))
    w = field.w
    assert fights.assess(w, w.board.at(FIELD), [w.unit(u) for u in (*others, GUNS)]).attack == attack


def test_artillery_does_not_reach_three_hexes() -> None:
    field = soviet(put=(f"{GUNS} 3811", f"{PANZER} {FIELD}", f"{TANK} 3610"))
    assert "is not next to" in field.refused(f"attack|{TANK}+{GUNS}|{FIELD}")
