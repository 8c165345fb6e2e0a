"""Air-mobile units by the numbers of their rules, with forced dice."""

from __future__ import annotations

import pytest
from gsofg_play import FAR, FIELD, NEAR, OTHER, PANZER, SECOND, TANK, Moment

from visegrad_editor.engine.bits import bits
from visegrad_editor.engine.hexgame import arrivals, combat, fights, paths, results
from visegrad_editor.engine.hexgame.state import ATTACKED, ENTERED, MOVED

MOBILE, SMALL, BRITISH = "usa/101st Air Mobile", "usa/6th Air Mobile", "united-kingdom/3rd Air Mobile"
EIGHT, NINE = "2707", "2607"
"""Hexes at eight and nine hexes from the field."""


def nato(phase: str = "nato-move", superior: str = "nato", **more: str) -> Moment:
    return Moment(phase, "nato", superior, **more)


def test_6_10_the_three_units() -> None:
    w = nato().w
    found = {w.forces.keys[u] for u in range(len(w.forces.units)) if "air-mobile" in w.forces.traits[u]}
    assert found == {MOBILE, SMALL, BRITISH}


def test_6_11_6_12_they_move_by_rebasing_only() -> None:
    m = nato()
    (u,) = m.put((MOBILE, "2124"))
    refused = paths.ground_refusal(m.w, u)
    assert refused is not None
    assert refused.rule == "6.12"
    m.w.state.step = "move"
    m.refuse(f"move {MOBILE} 2124-2125", "6.12")
    assert paths.mode_refusal(m.w, u, "rebase") is None
    assert {o.verb for o in m.w.legal_orders(MOBILE)} == {"move-by"}


def test_6_12_a_point_a_hex_over_everything() -> None:
    m = nato()
    (u,) = m.put((MOBILE, FAR))
    m.put((TANK, FIELD))
    field = paths.range_of(m.w, u, "rebase")
    at = m.w.board.at(FAR)
    assert {h: field.cost[h] for h in field} == {
        h: m.w.board.distance(at, h) * m.w.ground.scale for h in range(m.w.board.size)
        if h in field.cost}
    assert max(field.cost.values()) == 8 * m.w.ground.scale
    ends = m.w.destinations(MOBILE)
    assert not {FIELD, "3701"} & set(ends), "not with the enemy, not in a city"


@pytest.mark.parametrize(("superior", "rule"), [("nato", ""), ("soviet", "6.17")])
def test_6_17_arrival_with_superiority_only(superior: str, rule: str) -> None:
    m = nato(superior=superior)
    bad = arrivals.refusal(m.w, m.w.unit(MOBILE), m.w.forces.way_by_id["frankfurt"], m.w.board.at("2024"))
    assert ("" if bad is None else bad.rule) == rule


def test_6_12_from_frankfurt_they_fly_on() -> None:
    m = nato()
    u = m.w.unit(MOBILE)
    entries = arrivals.entries_of(m.w, u)
    assert entries
    assert m.w.board.at("2024") not in entries
    assert not any(m.w.board.numbers[h] in ("1923", "1816") for h in entries if
                   m.w.ground.features.get(h) == ("city",))
    tank = m.w.unit("usa/194th Armored")
    m.w.state.turn = 8
    m.w.forget()
    assert m.w.board.at("2024") in arrivals.entries_of(m.w, tank)


def test_6_13_they_never_advance_but_by_an_option() -> None:
    for superior, option, rule in (("nato", "never", "6.13"), ("soviet", "never", "6.13"),
                                   ("nato", "infantry", "6.13"), ("soviet", "infantry", "")):
        m = nato("nato-fight", superior, air_mobile_grounded=option)
        u, panzer = m.put((MOBILE, FIELD), (PANZER, FIELD))
        bad = results.advance_refusal(m.w, u)
        assert ("" if bad is None else bad.rule) == rule
        assert results.advance_refusal(m.w, panzer) is None


@pytest.mark.parametrize(("superior", "supplied"), [("nato", True), ("soviet", False)])
def test_6_14_in_supply_with_superiority(superior: str, supplied: bool) -> None:
    m = nato(superior=superior)
    far = next(bits(m.w.board.playable & ~m.w.supply_area(1) & ~m.w.barren))
    u, tank = m.put((MOBILE, m.w.board.numbers[far]), (PANZER, m.w.board.numbers[far]))
    assert (m.w.is_supplied(u), m.w.is_supplied(tank)) == (supplied, False)


def test_6_15_they_attack_at_eight_hexes_alone() -> None:
    m = nato("nato-fight")
    assert [m.w.board.distance(m.w.board.at(FIELD), m.w.board.at(h)) for h in (EIGHT, NINE)] == [8, 9]
    u, far = m.put((MOBILE, EIGHT), (BRITISH, NINE))
    m.put((TANK, FIELD))
    hex = m.w.board.at(FIELD)
    assert combat.targets(m.w) == [hex]
    assert combat.range_refusal(m.w, u, hex) is None
    assert combat.range_refusal(m.w, far, hex) is not None
    assert fights.assess(m.w, hex, [u]).attack == 3
    m = nato("nato-fight", "soviet")
    m.put((MOBILE, EIGHT), (TANK, FIELD))
    assert combat.targets(m.w) == [], "6.17: next to them only"
    (u,) = m.put((MOBILE, NEAR))
    assert combat.targets(m.w) == [hex]


def test_6_15_with_others_they_envelop_and_are_not_limited_to_their_strength() -> None:
    m = nato("nato-fight")
    mobile, brigade, panzer = m.put((MOBILE, EIGHT), ("usa/4/2", NEAR), (SECOND, NEAR))
    m.put((TANK, FIELD))
    hex = m.w.board.at(FIELD)
    assert fights.assess(m.w, hex, [brigade, mobile]).attack == 4
    names = [s.name for s in fights.assess(m.w, hex, [panzer, mobile]).shifts]
    assert "Envelopment by NATO" in names
    assert [s.name for s in fights.assess(m.w, hex, [mobile]).shifts] == []


def defending(superior: str = "nato", turn: int = 5, chemical: str = "without", **units: str) -> Moment:
    m = Moment("soviet-fight", "soviet", superior, turn, [6, 6, 6], chemical_attacks=chemical)
    m.put((PANZER, FIELD), (TANK, NEAR), (OTHER, NEAR))
    wanted = (MOBILE, units.get("mobile", "")), (BRITISH, units.get("british", ""))
    m.put(*((key, hex) for key, hex in wanted if hex))
    return m


def declare(m: Moment) -> str:
    m.go("attack")
    return m.give(f"attack {FIELD} with {TANK}, {OTHER}")


def test_6_16_they_add_their_attack_to_a_defence() -> None:
    m = defending(mobile=EIGHT, british=NINE)
    assert declare(m) == "defensive-support"
    assert (m.side, m.listed()) == ("nato", ["pass", "cover 101st Air Mobile"])
    m.refuse(f"cover {BRITISH}", "6.16")
    m.refuse("call-off", "6.16")
    before = m.w.preview(None, 0).defence
    with pytest.MonkeyPatch.context() as patch:
        seen: list[int] = []
        patch.setitem(m.w.stages, "support", m.w.stages["support"]._replace(
            enter=lambda w: seen.append(w.preview(None, 0).defence)))
        m.give(f"cover {MOBILE}")
    assert (before, seen) == (6, [9])


def test_6_16_passing_adds_nothing() -> None:
    m = defending(mobile=EIGHT)
    declare(m)
    m.give("pass")
    assert any("12 to 6" in text for text in m.told("attack"))
    assert m.told("defensive-support") == []


def test_4_7_6_16_chemical_weapons_are_declared_when_the_support_is_known() -> None:
    m = defending(chemical="with", mobile=EIGHT)
    assert (declare(m), m.side) == ("defensive-support", "nato")
    assert (m.give("pass"), m.side) == ("chemical", "soviet")
    m = defending(chemical="with", mobile=EIGHT)
    declare(m)
    assert m.give(f"cover {MOBILE}") == "chemical"


@pytest.mark.parametrize("flag", [MOVED, ENTERED, ATTACKED])
def test_6_16_not_after_a_move_or_an_attack_in_the_last_player_turn(flag: int) -> None:
    m = defending(mobile=EIGHT)
    u, s = m.w.unit(MOBILE), m.w.state
    s.player = 1
    s.flags[u] |= flag
    m.w.at("phase-end", phase="nato-move")
    s.flags[u], s.player = 0, 0
    assert declare(m) != "defensive-support"
    m = defending(mobile=EIGHT)
    m.w.state.player = 1
    m.w.state.flags[u] |= flag
    m.w.at("phase-end", phase="nato-move")
    m.w.at("player-turn")
    m.w.state.flags[u], m.w.state.player = 0, 0
    assert declare(m) == "defensive-support", "one NATO player turn later"


def test_6_16_not_without_superiority_too_far_away_or_next_to_an_enemy() -> None:
    assert declare(defending("soviet", mobile=EIGHT)) != "defensive-support"
    assert declare(defending(mobile=NINE)) != "defensive-support"
    m = defending(mobile=EIGHT)
    m.put(("ussr/12th Guards Tank", "2706"))
    assert declare(m) != "defensive-support"


@pytest.mark.parametrize(("option", "superior", "gone"), [
    ("never", "soviet", True), ("never", "nato", True), ("infantry", "nato", True),
    ("infantry", "soviet", False)])
def test_6_17_they_never_retreat_but_by_an_option(option: str, superior: str, gone: bool) -> None:
    m = Moment("soviet-fight", "soviet", superior, dice=[1], air_mobile_grounded=option)
    m.put((MOBILE, FIELD), (TANK, NEAR), (OTHER, NEAR))
    m.go("attack")
    m.give(f"attack {FIELD} with {TANK}, {OTHER}")
    assert (m.lost(MOBILE) == -1) is gone
    assert (m.step == "retreat") is not gone


def test_6_17_they_do_not_move_without_superiority() -> None:
    m = nato(superior="soviet")
    (u,) = m.put((MOBILE, EIGHT))
    assert paths.refusal_to_move(m.w, u) is not None


def test_6_12_from_the_edge_they_fly_on_over_the_sea() -> None:
    m = nato("nato-move")
    m.w.state.step = "move"
    m.give(f"enter {BRITISH} 1009-1108-1208-1307-1407")
    assert m.w.place(m.w.unit(BRITISH)) == "1407"


@pytest.mark.rule("6.15", "11.21")
def test_11_21_air_mobile_units_at_a_distance_lose_steps_in_an_exchange() -> None:
    m = Moment("nato-fight", "nato", "nato", dice=[5])
    m.put((MOBILE, EIGHT), ("east-germany/4th Motor Rifle", FIELD))
    m.go("attack")
    m.give(f"attack {FIELD} with {MOBILE}")
    assert m.lost("east-germany/4th Motor Rifle") == 1
    assert m.lost(MOBILE) == 1
