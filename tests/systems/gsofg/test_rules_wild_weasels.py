"""Wild weasels by the numbers of their rules, with forced dice."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from gsofg_play import FAR, FIELD, NEAR, OTHER, PANZER, SECOND, TANK, Moment

from visegrad_editor.systems.gsofg.air import interdicted_zone
from visegrad_editor.systems.gsofg.decisions import change_state, state_of, with_neighbours
from visegrad_editor.systems.gsofg.weasels import raid_bonus


def weasels(
    phase: str = "ground-attack", superior: str = "nato", aircraft: int = 3, ready: int = 4,
    dice: Sequence[int] = (), player: str = "nato", **options: str,
) -> Moment:
    m = Moment(phase, player, superior, 6, dice, **{"wild_weasels": "with", **options})
    m.w.state.assets.update({f"{superior}-aircraft": aircraft, "wild-weasels": ready})
    m.put((TANK, FIELD), (OTHER, FAR), (PANZER, "3310"))
    return m


@pytest.mark.parametrize(("aircraft", "ready", "most"), [(3, 4, 2), (1, 4, 1), (3, 2, 1), (3, 0, 0)])
def test_13_18_an_aircraft_becomes_two_weasels(aircraft: int, ready: int, most: int) -> None:
    m = weasels(aircraft=aircraft, ready=ready)
    if not most:
        assert m.go("ground-attack") == "ground-attack"
        return
    assert m.go("ground-attack") == "exchange-weasels"
    assert m.listed() == ["pass", *(f"exchange-weasels {n}" for n in range(1, most + 1))]
    m.refuse(f"exchange-weasels {most + 1}", "13.18")
    m.refuse("exchange-weasels 0", "13.18")
    m.refuse(f"raid {FIELD}", "13.18")
    m.give("exchange-weasels 1")
    assert (m.w.state.assets["nato-aircraft"], m.w.state.assets["wild-weasels"]) == (aircraft - 1, ready - 2)
    m.w.at("turn-end")
    assert m.w.position().marked("wild-weasels") == ()


def test_13_21_weasels_are_no_aircraft_for_other_missions() -> None:
    m = weasels(aircraft=1)
    m.go("ground-attack")
    assert m.give("exchange-weasels 1") == "next-phase", "no aircraft is left for a ground attack"
    for step in ("deep-strike", "ground-attack", "interdiction"):
        m.w.state.phase = step
        assert m.go(step) == "next-phase", step


def test_13_18_the_number_grows_on_turn_5() -> None:
    (asset,) = [a for a in weasels().w.ruleset.assets if a.id == "wild-weasels"]
    assert dict(asset.each_turn) == {2: 2, 5: 4}


def test_13_18_not_without_the_option_or_superiority() -> None:
    assert weasels(wild_weasels="without").go("ground-attack") == "ground-attack"
    assert weasels(superior="soviet").go("ground-attack") == "ground-attack"


@pytest.mark.parametrize(("hexes", "dice", "lost"), [
    ((FIELD,), [5], 1), ((NEAR,), [5], 1), ((NEAR, FIELD), [4], 0), (("3310",), [5], 0)])
def test_13_19_one_more_for_ground_attacks_in_their_hex_or_next_to_it(
    hexes: Sequence[str], dice: Sequence[int], lost: int,
) -> None:
    m = weasels(dice=dice)
    m.go("ground-attack")
    m.give("exchange-weasels 1")
    m.give(f"raid {FIELD}")
    assert m.give("pass") == "place-weasels"
    m.refuse(f"raid {FIELD}", "13.19")
    for hex in hexes:
        m.give(f"place-weasel {hex}")
    if m.step == "place-weasels":
        m.give("pass")
    assert (m.step, m.lost(TANK)) == ("next-phase", lost)


def test_13_19_in_the_combat_phase_by_an_option() -> None:
    m = weasels(dice=[5], weasel_phase="combat-phase")
    m.put((SECOND, "3410"))
    m.go("ground-attack")
    m.give("exchange-weasels 1")
    assert m.give("pass") == "next-phase"
    m.w.state.phase = "nato-fight"
    assert m.go("attack") == "ground-attack"
    m.give(f"raid {FIELD}")
    assert m.give("pass") == "place-weasels"
    m.give(f"place-weasel {NEAR}")
    m.give("pass")
    assert m.lost(TANK) == 1
    assert m.step == "attack", "combat goes on"


@pytest.mark.parametrize(("option", "aircraft", "hand", "step"), [
    ("combat-phase", 1, 2, "ground-attack"), ("combat-phase", 0, 2, "attack"),
    ("combat-phase", 1, 0, "attack"), ("air-phase", 1, 2, "attack")])
def test_13_19_ground_attacks_wait_only_by_the_option_with_aircraft_and_weasels(
    option: str, aircraft: int, hand: int, step: str
) -> None:
    m = weasels("nato-fight", aircraft=aircraft, weasel_phase=option)
    m.put((SECOND, "3410"))
    change_state(m.w, "wild-weasels", hand=hand)
    assert m.go("attack") == step


def test_13_20_an_interdiction_reaches_two_hexes() -> None:
    m = weasels("interdiction")
    change_state(m.w, "wild-weasels", hand=2)
    m.go("interdiction")
    m.give(f"interdict-hex {FIELD}")
    one = interdicted_zone(m.w)
    assert (m.give("pass"), m.side) == ("widen", "nato")
    assert m.listed() == ["pass", f"widen {FIELD}"]
    m.refuse(f"widen {FAR}", "13.20")
    m.refuse(f"raid {FIELD}", "13.20")
    assert m.give(f"widen {FIELD}") == "next-phase"
    assert interdicted_zone(m.w) == with_neighbours(m.w, one) != one
    assert m.w.position().marked("wild-weasels") == (FIELD,)
    m.w.at("turn-end")
    assert interdicted_zone(m.w) == 0


def test_13_20_passing_widens_nothing() -> None:
    m = weasels("interdiction")
    change_state(m.w, "wild-weasels", hand=2)
    m.go("interdiction")
    m.give(f"interdict-hex {FIELD}")
    m.give("pass")
    assert m.give("pass") == "next-phase"
    assert m.w.position().marked("wild-weasels") == ()


def test_13_18_weasels_that_have_not_flown_do_not_wait_for_the_next_turn() -> None:
    m = weasels()
    m.go("ground-attack")
    m.give("exchange-weasels 2")
    assert state_of(m.w, "wild-weasels")["hand"] == 4
    m.w.at("turn-end")
    assert dict(state_of(m.w, "wild-weasels")) == {
        "hand": 0, "placed": [], "wide": [], "asked": "", "flown": False}


def test_13_18_nato_decides_whoever_decided_before() -> None:
    m = weasels()
    m.w.state.side = 0
    assert (m.go("ground-attack"), m.side) == ("exchange-weasels", "nato")
    m.give("exchange-weasels 1")
    m.give(f"raid {FIELD}")
    m.w.state.side = 0
    assert (m.go("raid-rolls"), m.side) == ("place-weasels", "nato")
    m = weasels("interdiction")
    change_state(m.w, "wild-weasels", hand=1)
    m.go("interdiction")
    m.give(f"interdict-hex {FIELD}")
    m.w.state.side = 0
    assert (m.go("next-phase"), m.side) == ("widen", "nato")


def test_13_19_weasels_are_placed_until_none_is_left() -> None:
    m = weasels(dice=[1])
    m.go("ground-attack")
    m.give("exchange-weasels 1")
    assert m.w.position().left["wild weasels"] == 2
    m.give(f"raid {FIELD}")
    m.give("pass")
    assert m.w.position().left["wild weasels"] == 2
    hexes = {o.removeprefix("place-weasel ") for o in m.listed()} - {"pass"}
    assert hexes == {m.w.board.numbers[h] for h in range(m.w.board.size) if m.w.board.is_playable(h)}
    assert m.w.legal_orders(PANZER) == []
    assert m.give(f"place-weasel {NEAR}") == "place-weasels"
    assert m.w.position().left["wild weasels"] == 1
    assert m.give(f"place-weasel {FIELD}") == "next-phase"
    assert m.w.position().left.get("wild weasels", 0) == 0


def test_13_19_those_in_hand_are_told_in_the_air_phases_only() -> None:
    m = weasels("nato-fight")
    m.put((SECOND, "3410"))
    change_state(m.w, "wild-weasels", hand=2)
    assert m.go("attack") == "attack"
    assert "wild weasels" not in m.w.position().left


def test_13_19_a_ground_attack_without_weasels_is_rolled_at_once() -> None:
    m = weasels(dice=[1], ready=0)
    m.go("ground-attack")
    m.give(f"raid {FIELD}")
    assert m.give("pass") == "next-phase"


def test_13_19_the_help_reaches_the_hex_and_its_six_neighbours() -> None:
    m = weasels()
    change_state(m.w, "wild-weasels", placed=[m.w.board.at(FIELD)])
    helped = {m.w.board.numbers[h] for h in range(m.w.board.size) if raid_bonus(m.w, h)}
    assert helped == {FIELD, "3509", NEAR, "3611", "3511", "3411", "3410"}


def test_13_20_an_interdiction_without_weasels_is_not_widened() -> None:
    m = weasels("interdiction")
    m.go("interdiction")
    m.give(f"interdict-hex {FIELD}")
    assert m.give("pass") == "next-phase"


def test_13_20_each_weasel_widens_one_interdiction() -> None:
    m = weasels("interdiction")
    change_state(m.w, "wild-weasels", hand=2)
    m.go("interdiction")
    m.give(f"interdict-hex {FIELD}")
    m.give("interdict-hex 2510")
    assert m.give("pass") == "widen"
    assert m.give(f"widen {FIELD}") == "widen"
    assert m.listed() == ["pass", "widen 2510"]
    assert m.w.legal_orders(PANZER) == []
    assert m.give("widen 2510") == "next-phase"
    assert m.w.position().marked("wild-weasels") == (FIELD, "2510")
