"""Control of Locations, hexes and buildings (A26.1 to A26.162), each condition by its rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from cards import card
from desk_books import (
    GERMAN,
    LAYOUT,
    MILL,
    ROW,
    RUSSIAN,
    SIDES,
    SITE,
    at,
    controls,
    german,
    kinds,
    unit,
    with_units,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.desk.boards import Board, Layout
from visegrad_editor.desk.books.control import (
    ControlBook,
    Fire,
    becomes,
    burns,
    burns_out,
    card_start,
    closes,
    control_start,
    declares,
    disputed,
    enters,
    leaves,
    mops_up,
    moves,
    tells_parts,
)
from visegrad_editor.desk.books.places import Building, Location, Site, WholeHex

ALL = ("F3", "hex F3", "building mill")


# -- the start -------------------------------------------------------------------------------------


def test_a26_11_where_one_side_sets_up_it_controls_and_where_both_do_nobody() -> None:
    site = Site(LAYOUT, {"mill": MILL, "inn": (site_at("C3"),), "long": (site_at("B3"), site_at("C3"))})
    area = {name: LAYOUT.place(name) for name in ("B3", "C3", "F3", "G3")}
    book = control_start(site, SIDES, {
        GERMAN: [area["B3"], area["F3"], area["G3"]], RUSSIAN: [area["B3"], area["C3"]]})
    assert controls(book, "B3", "hex B3", "C3.1", "hex C3", "F3.1", "building mill", "H4") == (
        "", "", RUSSIAN, RUSSIAN, GERMAN, GERMAN, "")
    assert controls(book, "building inn", "building long") == (RUSSIAN, "")
    assert disputed(book) == ("B3",)
    assert book.holding(WholeHex(area["B3"])).why.startswith("Both sides may set up there")


def site_at(name: str) -> Location:
    return SITE.location(name)


def test_a26_11_the_only_side_that_sets_up_controls_everything() -> None:
    book = control_start(SITE, SIDES, {RUSSIAN: [LAYOUT.place("B3")]})
    assert controls(book, "B3", "hex GG5", "building mill") == (RUSSIAN,) * 3
    assert control_start(SITE, SIDES, {}).start == {}


def test_a26_11_the_start_of_a_card_is_where_its_groups_set_up() -> None:
    made = card(('boards: ["902"]}', 'boards: ["902"], terrain: [woods]}'))
    book, asked = card_start(made, Site(made.layout))
    assert controls(book, "902M4", "901M4") == (GERMAN, GERMAN)
    assert asked == ("The group Line: which hexes are woods is not known.",)
    both = card(("arrives: {turn: 1, half: first}   # at dawn", "arrives: start"))
    book, asked = card_start(both, Site(both.layout))
    assert controls(book, "hex 902M4", "hex 901A5", "hex 901M4") == (GERMAN, "british", "")
    assert asked == ()


def test_the_readings_of_a_card_hold() -> None:
    usual = card()
    assert [(b.completes, b.by_own_hex) for b in (
        card_start(replace(usual, readings=readings), Site(usual.layout))[0] for readings in (
            (), (("R19", "entry"),), (("R20", "all"),)))] == [(True, True), (False, True), (True, False)]
    with pytest.raises(ValueError, match='no side "polish"'):
        control_start(SITE, SIDES, {"polish": []})


# -- gaining -----------------------------------------------------------------------------------------


def test_a26_11_a_unit_that_enters_gains_location_hex_and_building() -> None:
    book, changes = enters(german(), unit("a", RUSSIAN, "F3"))
    assert kinds(changes) == [
        ("gained", "A26.11", "F3"), ("gained", "A26.13", "hex F3"), ("gained", "A26.14", "building mill")]
    assert controls(book, *ALL, "F3.1", "hex G3") == (RUSSIAN,) * 3 + (GERMAN, GERMAN)
    assert changes[0].sentence == (
        "The Russian side controls the Location F3 (the ground). a of the Russian side is in F3, and no "
        "armed enemy ground unit is in the way.")


@pytest.mark.parametrize(("size", "facts", "why"), [
    ("leader", {}, "a leader is no squad"), ("hero", {}, "a hero is no squad"),
    ("vehicle", {"armed": False}, "a vehicle is no squad"), ("dummy", {}, "a dummy is no squad"),
    ("gun", {}, "a gun is no squad"), ("squad", {"broken": True}, "it is broken"),
    ("squad", {"good_order": False}, "it is not in Good Order"), ("squad", {"armed": False}, "it is unarmed"),
    ("squad", {"bypass": True}, "it is in bypass"), ("squad", {"riding": True}, "no Infantry while it rides"),
    ("squad", {"captive": True}, "it is a prisoner"),
])
def test_a26_11_only_armed_infantry_in_good_order_gains(size: str, facts: dict[str, bool], why: str) -> None:
    book, changes = enters(german(), unit("a", RUSSIAN, "F3", size, **facts))
    assert controls(book, *ALL) == (GERMAN,) * 3
    assert [c.kind for c in changes] == ["noted"]
    assert why in changes[0].sentence


@pytest.mark.parametrize("size", ["squad", "hs", "crew"])
@pytest.mark.parametrize("facts", [{}, {"concealed": True}, {"hidden": True}])
def test_a26_15_units_of_several_people_gain_also_in_secret(size: str, facts: dict[str, bool]) -> None:
    book, changes = enters(german(), unit("a", RUSSIAN, "F3", size, **facts))
    assert controls(book, *ALL) == (RUSSIAN,) * 3
    assert {c.secret for c in changes} == {RUSSIAN if facts else ""}
    assert book.holding(Building("mill")).secret == bool(facts)


BLOCKERS: list[tuple[str, str, dict[str, Any], tuple[str, str, str]]] = [
    # where and what the enemy is; who then controls the Location, the hex and the building
    ("F3", "squad", {}, (GERMAN, GERMAN, GERMAN)),
    ("F3.1", "squad", {}, (RUSSIAN, GERMAN, GERMAN)),
    ("G3.1", "squad", {}, (RUSSIAN, RUSSIAN, GERMAN)),
    ("G3", "hs", {"broken": True}, (RUSSIAN, RUSSIAN, GERMAN)),
    ("G3", "crew", {"concealed": True}, (RUSSIAN, RUSSIAN, GERMAN)),
    ("G3", "leader", {"hidden": True}, (RUSSIAN, RUSSIAN, GERMAN)),
    ("G3", "hero", {"good_order": False}, (RUSSIAN, RUSSIAN, GERMAN)),
    ("G3.r", "squad", {}, (RUSSIAN, RUSSIAN, GERMAN)),
    ("F3", "squad", {"riding": True}, (GERMAN, GERMAN, GERMAN)),
    ("F3", "squad", {"armed": False}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "squad", {"captive": True}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "dummy", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "gun", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "aircraft", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "glider", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "weapon", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "boat", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "goliath", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3.c", "squad", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3.t", "squad", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "vehicle", {"armed": True}, (GERMAN, GERMAN, GERMAN)),
    ("F3", "vehicle", {"armed": False}, (RUSSIAN, RUSSIAN, RUSSIAN)),
    ("F3", "vehicle", {"armed": True, "bypass": True}, (GERMAN, GERMAN, RUSSIAN)),
    ("F3", "squad", {"riding": True, "bypass": True}, (GERMAN, GERMAN, RUSSIAN)),
    ("F3", "squad", {"bypass": True}, (GERMAN, GERMAN, GERMAN)),
    ("F4", "squad", {}, (RUSSIAN, RUSSIAN, RUSSIAN)),
]


@pytest.mark.parametrize(("where", "size", "facts", "held"), BLOCKERS)
def test_a26_11_who_blocks_what(where: str, size: str, facts: dict[str, Any],
                                held: tuple[str, str, str]) -> None:
    enemy = unit("e", GERMAN, where, size, **facts)
    book, changes = enters(with_units(german(), enemy), unit("a", RUSSIAN, "F3"))
    assert controls(book, *ALL) == held
    assert [c.place for c in changes if c.kind == "blocked"] == [
        name for name, side in zip(ALL, held, strict=True) if side == GERMAN]
    # R19: when the last blocker is gone all is gained.
    book, _ = leaves(book, "e")
    assert controls(book, *ALL) == (RUSSIAN,) * 3


def test_a26_15_who_is_in_the_way_is_secret_if_nobody_knows_it() -> None:
    hidden = unit("e", GERMAN, "G3.1", hidden=True)
    _, changes = enters(with_units(german(), hidden), unit("a", RUSSIAN, "F3"))
    assert [(c.kind, c.secret) for c in changes] == [("gained", ""), ("gained", ""), ("blocked", GERMAN)]
    _, changes = enters(with_units(german(), hidden), unit("a", RUSSIAN, "F3", concealed=True))
    assert [c.secret for c in changes] == [RUSSIAN, RUSSIAN, "nobody"]
    assert changes[2].sentence == (
        "The Russian side does not gain the building Mill: e of the German side is in the way.")
    _, changes = enters(with_units(german(), hidden, unit("f", GERMAN, "G3")), unit("a", RUSSIAN, "F3"))
    assert changes[2].sentence.endswith("e of the German side and f of the German side are in the way.")
    assert [c.secret for c in changes] == [""] * 3


def test_a26_1_control_stays_without_its_unit() -> None:
    book = with_units(german(), unit("a", RUSSIAN, "F3"))
    for follows in (lambda b: becomes(b, "a", broken=True), lambda b: moves(b, "a", at("E5")),
                    lambda b: leaves(b, "a")):
        book, changes = follows(book)
        assert controls(book, *ALL) == (RUSSIAN,) * 3
        assert changes


def test_a26_11_a_unit_that_rallies_gains_where_it_is() -> None:
    book = with_units(german(completes=False), unit("a", RUSSIAN, "F3", broken=True))
    assert controls(book, *ALL) == (GERMAN,) * 3
    book, _ = becomes(book, "a", broken=False)
    assert controls(book, *ALL) == (RUSSIAN,) * 3
    _, changes = becomes(book, "a", broken=False)
    assert kinds(changes) == [("noted", "A26.1", "")]


@pytest.mark.parametrize(("part", "hex", "building"), [
    ("F3", True, True), ("F3.e", True, True), ("F3.1", False, True), ("F3.2", False, True),
    ("F3.r", False, False), ("F3.c", False, False), ("F3.t", False, False)])
def test_a26_13_and_14_which_level_gains_hex_and_building(part: str, hex: bool, building: bool) -> None:
    book = with_units(german(), unit("a", RUSSIAN, part))
    assert controls(book, part, "hex F3", "building mill") == (
        RUSSIAN, RUSSIAN if hex else GERMAN, RUSSIAN if building else GERMAN)


def test_a26_131_bridge_and_gully_gain_the_hex_of_a_bridge() -> None:
    site = Site(LAYOUT, parts={LAYOUT.place("F3"): ("b", "-1"), LAYOUT.place("F5"): ("-1",),
                               LAYOUT.place("F7"): ("", "-1")})
    for name, hex, gains in (("F3.b", "F3", True), ("F3.-1", "F3", True), ("F5.-1", "F5", True),
                             ("F7.-1", "F7", False)):
        book, changes = enters(german(site), unit("a", RUSSIAN, name))
        assert controls(book, name, f"hex {hex}") == (RUSSIAN, RUSSIAN if gains else GERMAN)
        assert all(c.kind == "gained" for c in changes)
    assert enters(german(site), unit("a", RUSSIAN, "F3.-1"))[1][1].rule == "A26.131"
    # Where no map says it, it is asked; a bridge on which somebody is, is known.
    book, changes = enters(german(), unit("a", RUSSIAN, "H4.-1"))
    assert kinds(changes) == [("gained", "A26.11", "H4.-1"), ("asked", "A26.131", "hex H4")]
    told, _ = tells_parts(book, LAYOUT.place("H4"), ("b", "-1"))
    assert controls(told, "hex H4") == (RUSSIAN,)
    told, _ = tells_parts(book, LAYOUT.place("H4"), ("", "-1"))
    assert controls(told, "hex H4") == (GERMAN,)
    bridge = with_units(book, unit("b", RUSSIAN, "H4.b", broken=True))
    assert controls(bridge, "hex H4") == (RUSSIAN,)
    # One on which somebody was is known, too.
    taken = with_units(german(), unit("b", GERMAN, "H4.b", broken=True))
    taken, _ = declares(leaves(taken, "b")[0], at("H4.b"), GERMAN, "SSR1", "It is so.")
    assert controls(with_units(taken, unit("a", RUSSIAN, "H4.-1")), "hex H4") == (RUSSIAN,)
    with pytest.raises(ValueError, match="at least one Location"):
        tells_parts(book, LAYOUT.place("H4"), ())


def test_a26_132_the_hex_of_a_pillbox_needs_both() -> None:
    site = Site(LAYOUT, parts={LAYOUT.place("F3"): ("", "p")})
    book, changes = enters(german(site), unit("a", RUSSIAN, "F3"))
    assert controls(book, "F3", "F3.p", "hex F3") == (RUSSIAN, GERMAN, GERMAN)
    assert kinds(changes) == [("gained", "A26.11", "F3"), ("blocked", "A26.132", "hex F3")]
    inside, changes = moves(book, "a", at("F3.p"))
    assert controls(inside, "hex F3") == (RUSSIAN,)
    assert kinds(changes) == [("gained", "A26.11", "F3.p"), ("gained", "A26.132", "hex F3")]
    only = with_units(german(site), unit("a", RUSSIAN, "F3.p"))
    assert controls(only, "F3.p", "hex F3") == (RUSSIAN, GERMAN)
    above = with_units(german(replace(site, buildings={"mill": MILL})), unit("a", RUSSIAN, "F3.p"),
                       unit("b", RUSSIAN, "F3.1"))
    above, _ = declares(above, at("F3"), RUSSIAN, "SSR1", "It is so.")
    above, _ = leaves(leaves(above, "a")[0], "b")
    above, _ = declares(above, at("hex F3"), GERMAN, "SSR1", "It is so.")
    assert controls(with_units(above, unit("b", RUSSIAN, "F3.1")), "hex F3") == (GERMAN,)
    # An armed enemy anywhere in the hex is in the way.
    blocked = with_units(book, unit("e", GERMAN, "F3.e", armed=True))
    blocked, _ = moves(blocked, "a", at("F3.p"))
    assert controls(blocked, "F3.p", "hex F3") == (RUSSIAN, GERMAN)


def test_the_worked_example_of_a26_16_step_by_step() -> None:
    """Three hexes with six Locations: which side has which after each move."""
    names = ("U3", "U3.1", "V2", "V2.1", "V3", "V3.1")
    house = Site(LAYOUT, {"house": tuple(SITE.location(n) for n in names)})
    places = (*names, "hex U3", "hex V2", "hex V3", "building house")
    russian: set[str] = set()

    def check(book: ControlBook) -> None:
        assert {p for p in places if controls(book, p) == (RUSSIAN,)} == russian

    book = with_units(german(house), unit("a", RUSSIAN, "V2"))
    russian |= {"V2", "hex V2", "building house"}
    check(book)
    book, _ = moves(book, "a", at("V2.1"))
    russian |= {"V2.1"}
    check(book)
    book, _ = moves(book, "a", at("V3.1"))
    russian |= {"V3.1"}
    check(book)
    book, _ = becomes(book, "a", broken=True, good_order=False)
    book, _ = moves(book, "a", at("V2.1"))
    check(book)
    book = with_units(book, unit("b", GERMAN, "V3", concealed=True))
    check(book)
    book, changes = moves(book, "b", at("V2"))
    russian -= {"V2"}
    check(book)
    assert [(c.place, c.secret) for c in changes if c.kind == "gained"] == [("V2", GERMAN)]
    cleared, _ = leaves(book, "a")
    russian -= {"hex V2", "building house"}
    check(cleared)
    # Mopped up, all is German; of a row of houses only the part in the hex, and the building.
    mopped, _ = mops_up(cleared, GERMAN, "house")
    assert {p for p in places if controls(mopped, p) == (RUSSIAN,)} == set()
    row = replace(cleared, site=replace(house, rowhouses=frozenset(("house",))))
    mopped, _ = mops_up(row, GERMAN, "house", LAYOUT.place("V2"))
    assert {p for p in places if controls(mopped, p) == (RUSSIAN,)} == {"V3.1"}


# -- mopping up ------------------------------------------------------------------------------------


def test_a26_11_mopping_up_gives_all_of_a_building() -> None:
    _, changes = mops_up(german(), RUSSIAN, "mill")
    assert {c.place for c in changes} == {"F3", "F3.1", "G3", "G3.1", "hex F3", "hex G3", "building mill"}
    assert {(c.kind, c.rule, c.side) for c in changes} == {("gained", "A26.11", RUSSIAN)}


def test_a26_11_mopping_up_leaves_what_a_vehicle_in_bypass_is_in() -> None:
    tank = unit("tank", GERMAN, "G3", "vehicle", armed=True, bypass=True)
    book, _ = mops_up(with_units(german(), tank), RUSSIAN, "mill")
    assert controls(book, "F3", "G3", "G3.1", "hex F3", "hex G3", "building mill") == (
        RUSSIAN, GERMAN, RUSSIAN, RUSSIAN, GERMAN, RUSSIAN)
    # An unarmed one does not matter, and one that is not in bypass must be told of first.
    book, _ = mops_up(with_units(german(), replace(tank, armed=False)), RUSSIAN, "mill")
    assert controls(book, "G3", "hex G3") == (RUSSIAN, RUSSIAN)
    held = with_units(german(), replace(tank, bypass=False))
    same, changes = mops_up(held, RUSSIAN, "mill")
    assert same == held
    assert kinds(changes) == [("asked", "A12.153", "building mill")]


def test_a26_14_a_row_of_houses_is_mopped_up_hex_by_hex() -> None:
    book = with_units(german(ROW), unit("e", GERMAN, "G3", broken=True))
    book, _ = mops_up(book, RUSSIAN, "mill", LAYOUT.place("F3"))
    assert controls(book, "F3", "F3.1", "hex F3", "G3", "hex G3", "building mill") == (
        RUSSIAN, RUSSIAN, RUSSIAN, GERMAN, GERMAN, GERMAN)
    book, _ = leaves(book, "e")
    book, _ = mops_up(book, RUSSIAN, "mill", LAYOUT.place("F3"))
    assert controls(book, "G3", "building mill") == (GERMAN, RUSSIAN)
    for hex, message in ((None, "say the hex"), (LAYOUT.place("H4"), "not of the building")):
        with pytest.raises(ValueError, match=message):
            mops_up(book, RUSSIAN, "mill", hex)


# -- vehicles --------------------------------------------------------------------------------------


def tank(name: str = "F3", **facts: Any) -> Any:
    return unit("tank", RUSSIAN, name, "vehicle", **{"armed": True, **facts})


def test_a26_12_an_armed_vehicle_holds_its_location_while_it_stays() -> None:
    book, changes = enters(german(), tank())
    assert kinds(changes) == [("gained", "A26.12", "F3")]
    assert controls(book, *ALL) == (RUSSIAN, GERMAN, GERMAN)
    assert book.holding(at("F3")).temporary
    # An enemy who comes later changes nothing while it stays.
    book = with_units(book, unit("e", GERMAN, "F3"))
    assert controls(book, "F3") == (RUSSIAN,)
    book, changes = leaves(book, "tank")
    assert kinds(changes) == [("reverted", "A26.12", "F3")]
    assert controls(book, "F3") == (GERMAN,)


def test_a26_12_the_worked_example_of_a_tank_on_a_bridge() -> None:
    """It holds the bridge but not the hex while it stays, whoever comes after it."""
    site = Site(LAYOUT, parts={LAYOUT.place("F3"): ("b", "-1")})
    book, _ = enters(german(site), tank("F3.b"))
    assert controls(book, "F3.b", "F3.-1", "hex F3") == (RUSSIAN, GERMAN, GERMAN)
    book = with_units(book, unit("e", GERMAN, "F3.b"))
    assert controls(book, "F3.b", "hex F3") == (RUSSIAN, GERMAN)
    for last in (book, leaves(book, "e")[0]):
        assert controls(leaves(last, "tank")[0], "F3.b", "hex F3") == (GERMAN, GERMAN)


@pytest.mark.parametrize("facts", [{"armed": False}, {"bypass": True}])
def test_a26_12_unarmed_or_in_bypass_it_holds_nothing(facts: dict[str, bool]) -> None:
    book = with_units(german(), tank(**facts))
    assert controls(book, "F3") == (GERMAN,)
    held = with_units(german(), tank())
    assert controls(becomes(held, "tank", **facts)[0], "F3") == (GERMAN,)


@pytest.mark.parametrize(("facts", "held"), [
    ({}, False), ({"broken": True}, False), ({"concealed": True}, False), ({"armed": False}, True),
    ({"captive": True}, True)])
def test_a26_12_only_without_an_armed_enemy(facts: dict[str, bool], held: bool) -> None:
    book, changes = enters(with_units(german(), unit("e", GERMAN, "F3", **facts)), tank())
    assert controls(book, "F3") == (RUSSIAN if held else GERMAN,)
    assert kinds(changes) == [("gained" if held else "blocked", "A26.12", "F3")]
    assert controls(leaves(book, "e")[0], "F3") == (RUSSIAN,)
    upstairs, _ = enters(with_units(german(), unit("e", GERMAN, "F3.1")), tank())
    assert controls(upstairs, "F3") == (RUSSIAN,)


def test_a26_12_the_only_location_of_a_hex_is_the_hex() -> None:
    book, changes = enters(german(), tank("H4"))
    assert kinds(changes) == [("gained", "A26.12", "H4"), ("asked", "A26.12", "")]
    assert book.asked == ("All Locations of hex H4 must be known (A26.12); say them.",)
    assert not book.holding(at("hex H4")).known
    assert book.holding(at("H4")).known
    assert book.holding(at("hex J4")).known
    assert not book.holding(at("hex J4")).secret
    one, changes = tells_parts(book, LAYOUT.place("H4"), ("",))
    assert kinds(changes) == [("gained", "A26.12", "hex H4")]
    assert one.asked == ()
    assert controls(moves(one, "tank", at("J4"))[0], "hex H4") == (GERMAN,)
    two, _ = tells_parts(book, LAYOUT.place("H4"), ("", "p"))
    assert controls(two, "hex H4") == (GERMAN,)
    assert two.asked == ()
    assert two.holding(at("hex H4")).known


def test_a26_12_infantry_of_its_side_gains_for_good() -> None:
    book, changes = enters(with_units(german(), tank()), unit("a", RUSSIAN, "F3"))
    assert changes[0].sentence.startswith(
        "The Russian side controls the Location F3 (the ground) for when no vehicle holds it.")
    assert kinds(changes)[0] == ("gained", "A26.11", "F3")
    assert controls(leaves(leaves(book, "a")[0], "tank")[0], "F3") == (RUSSIAN,)


def test_a26_12_a_vehicle_that_changes_sides_gives_up_what_it_held() -> None:
    book = with_units(german(), tank(), unit("e", GERMAN, "F3"))
    book = with_units(book, unit("r", RUSSIAN, "F3"))
    book, _ = enters(book, replace(tank(), side=GERMAN))
    assert controls(book, "F3") == (GERMAN,)
    assert book.kept == {}


def test_whether_a_vehicle_is_armed_is_asked() -> None:
    book = german()
    same, changes = enters(book, unit("tank", RUSSIAN, "F3", "vehicle"))
    assert same == book
    assert kinds(changes) == [("asked", "A26.11", "")]


# -- fire --------------------------------------------------------------------------------------------

FIVE = ("F3", "F3.1", "G3", "G3.1", "G4", "G4.1", "E4", "E4.1")
HOUSE = Site(LAYOUT, {"house": tuple(SITE.location(n) for n in FIVE)})
SHUT = ("F3", "F3.1", "G3", "G3.1", "G4.1", "E4.1")


def on_fire(side: str, state: Any = "blaze", **readings: bool) -> ControlBook:
    """The house with Blazes on the ground of F3 and G3 and on level 1 of G3 and G4."""
    book = german(HOUSE, **readings)
    book, _ = burns(book, at("F3"), Fire(state, side, frozenset((at("F3.1"), at("E4.1")))))
    for name in ("G3", "G3.1", "G4.1"):
        book, _ = burns(book, at(name), Fire(state, side))
    return book


def test_a26_16_who_sets_fire_forfeits() -> None:
    book = on_fire(GERMAN)
    assert controls(book, *SHUT) == (RUSSIAN,) * 6
    assert controls(book, "G4", "E4", "hex F3", "hex G3", "hex G4", "hex E4", "building house") == (
        GERMAN, GERMAN, RUSSIAN, RUSSIAN, RUSSIAN, GERMAN, RUSSIAN)
    # While it burns the side cannot have it back.
    book, changes = enters(book, unit("e", GERMAN, "G4"))
    assert controls(book, "G4", "hex G4", "building house") == (GERMAN, RUSSIAN, RUSSIAN)
    assert [(c.rule, c.place) for c in changes if c.kind == "blocked"] == [
        ("A26.16", "hex G4"), ("A26.16", "building house")]
    for name in ("F3", "G3", "G3.1"):
        book, _ = burns_out(book, at(name))
    assert controls(book, "hex G4", "building house") == (RUSSIAN, RUSSIAN)
    book, changes = burns_out(book, at("G4.1"))
    assert set(kinds(changes)) == {("gained", "A26.14", "building house"), ("gained", "A26.13", "hex G4")}
    with pytest.raises(ValueError, match="no fire in G4"):
        burns_out(book, at("G4"))


def test_a26_16_flames_forfeit_too_and_the_winner_gains_only_what_it_lacks() -> None:
    _, changes = burns(german(HOUSE), at("F3"), Fire("flame", GERMAN))
    assert {c.place for c in changes} == {"F3", "hex F3", "building house"}
    assert {(c.rule, c.side) for c in changes} == {("A26.16", RUSSIAN)}
    _, changes = burns(german(HOUSE), at("F3"), Fire("blaze", RUSSIAN))
    assert kinds(changes) == [("noted", "A26.1", "")]


def test_a26_16_an_area_that_is_closed_altogether_goes_with_the_fire() -> None:
    site = Site(LAYOUT, parts={LAYOUT.place("H4"): ("", "p")}, buildings={"hut": (SITE.location("K5"),)})
    fire = Fire("blaze", GERMAN, frozenset((at("H4"), at("K5"))))
    book, _ = burns(german(site), at("J4"), fire)
    assert controls(book, "H4", "H4.p", "hex H4", "hex K5", "building hut") == (
        RUSSIAN, GERMAN, GERMAN, RUSSIAN, RUSSIAN)
    book, _ = closes(book, [at("H4.p")])
    assert controls(book, "H4.p", "hex H4") == (RUSSIAN, RUSSIAN)


def test_a26_161_accidental_blazes_go_to_who_has_most_hexes_around() -> None:
    book = on_fire("")
    assert controls(book, *FIVE, "building house") == (GERMAN,) * 9
    # Eight hexes are around F3 and G3: five of them are more than half.
    around = ("F2", "E3", "E4", "F4", "G4", "H3", "H2", "G2")
    for n, name in enumerate(around, start=1):
        book, _ = declares(book, at(f"hex {name}"), RUSSIAN, "SSR1", "It is so.")
        gained = RUSSIAN if n > 4 else GERMAN
        assert controls(book, "hex F3", "hex G3", "F3", "F3.1", "G3", "G3.1") == (gained,) * 6, n
        assert controls(book, "building house") == (GERMAN,)
    # What is closed elsewhere goes with its own hex.
    assert controls(book, "G4.1", "E4.1", "G4", "E4") == (RUSSIAN, RUSSIAN, GERMAN, GERMAN)


def test_a26_161_accidental_flames_never_matter() -> None:
    book = on_fire("", "flame")
    for name in ("F2", "E3", "E4", "F4", "G4", "H3"):
        book, _ = declares(book, at(f"hex {name}"), RUSSIAN, "SSR1", "It is so.")
    assert controls(book, "hex F3", "hex G3", "F3", "G4.1") == (GERMAN,) * 4


def test_a26_161_r20_closed_locations_with_all_hexes_of_the_building() -> None:
    book = on_fire("", by_own_hex=False)
    book, _ = declares(book, at("hex G4"), RUSSIAN, "SSR1", "It is so.")
    assert controls(book, "G4.1") == (GERMAN,)
    for name in ("F3", "G3", "E4"):
        book, _ = declares(book, at(f"hex {name}"), RUSSIAN, "SSR1", "It is so.")
    assert controls(book, "hex G4", "hex E4") == (RUSSIAN, RUSSIAN)
    # Germany keeps most of the hexes around the burning area and takes F3 and G3 back.
    assert controls(book, "hex F3", "G4.1") == (GERMAN, GERMAN)


def test_a26_161_rubble_goes_with_its_hex() -> None:
    book, _ = declares(german(), at("hex F3"), RUSSIAN, "SSR1", "It is so.")
    book, changes = closes(book, [at("F3.1")])
    assert kinds(changes) == [("gained", "A26.161", "F3.1")]
    nobody, _ = declares(german(), at("hex F3"), "", "SSR1", "It is so.")
    assert kinds(closes(nobody, [at("F3.1")])[1]) == [("noted", "A26.1", "")]


def test_a26_161_who_is_in_what_is_closed_gains_nothing_there() -> None:
    book, _ = burns(german(HOUSE), at("F3"), Fire("blaze"))
    book, changes = enters(book, unit("a", RUSSIAN, "F3"))
    assert controls(book, "F3", "hex F3") == (GERMAN, GERMAN)
    assert [(c.rule, c.place) for c in changes if c.kind == "blocked"] == [
        ("A26.161", "F3"), ("A26.161", "hex F3")]


def test_a26_162_fires_next_to_each_other_have_one_cause() -> None:
    first, _ = burns(german(HOUSE), at("F3"), Fire("flame", GERMAN))
    both, _ = burns(first, at("G3"), Fire("flame", RUSSIAN))
    # Now it is an accident: what was forfeited stays so, and may be gained again.
    assert controls(both, "F3", "hex F3", "building house") == (RUSSIAN,) * 3
    again, _ = enters(both, unit("e", GERMAN, "E4"))
    assert controls(again, "building house") == (GERMAN,)
    # An accident beside a fire of one side is that side's.
    joined, _ = burns(first, at("G3"), Fire("flame"))
    assert controls(joined, "G3", "hex G3") == (RUSSIAN, RUSSIAN)
    apart, _ = burns(first, at("K5"), Fire("blaze"))
    assert controls(apart, "K5", "hex K5") == (GERMAN, GERMAN)


def test_a26_16_a_building_with_fires_of_both_sides_is_forfeited_by_neither() -> None:
    book, _ = burns(german(HOUSE), at("E4"), Fire("flame", RUSSIAN))
    book, _ = burns(book, at("G3"), Fire("flame", GERMAN))
    assert controls(book, "E4", "G3", "building house") == (GERMAN, RUSSIAN, GERMAN)


# -- what cannot be ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("does", "message"), [
    (lambda b: moves(b, "x", at("F3")), 'knows no unit "x"'),
    (lambda b: leaves(b, "x"), 'knows no unit "x"'),
    (lambda b: becomes(b, "x", broken=True), 'knows no unit "x"'),
    (lambda b: enters(b, replace(unit("a", RUSSIAN, "F3"), side="rusian")), "Did you mean `russian`"),
    (lambda b: enters(b, replace(unit("a", RUSSIAN, "F3"), at=Location(LAYOUT.place("P12*")))),
     "off the boards"),
    (lambda b: mops_up(b, RUSSIAN, "mil"), "Did you mean `mill`"),
    (lambda b: mops_up(b, "x", "mill"), 'no side "x"'),
    (lambda b: declares(b, at("F3"), "x", "SSR1", ""), 'no side "x"'),
    (lambda b: burns(b, at("F3"), Fire("flame", "x")), 'no side "x"'),
    (lambda b: b.site.location("P12*"), "off the boards"),
    (lambda b: b.site.place("hex F3.1"), "is a Location; a hex has no point"),
])
def test_events_that_cannot_be_are_refused(does: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        does(german())


def test_names_and_words_of_places() -> None:
    for name, words in (("F3", "the Location F3 (the ground)"), ("F3.1", "the Location F3.1 (level 1)"),
                        ("hex F3", "hex F3"), ("building mill", "the building Mill")):
        place = SITE.place(name)
        assert (SITE.name(place), SITE.words(place)) == (name, words)
    two = Site(Layout((Board("1"), Board("2", at=(0, 1)))), {"inn": (), "barn": ()})
    assert two.name(two.location("2F3.r")) == "2F3.r"
    assert two.buildings_in(two.layout.place("2F3")) == ()
    book = control_start(two, SIDES, {GERMAN: two.layout.names_by_place})
    holding = book.holding(Building("inn"))
    assert (holding.side, holding.known) == ("", False)


# -- control is a latch ------------------------------------------------------------------------------

SPOTS = ("F3", "F3.1", "G3", "G3.1", "F4", "H4")
EVENTS = st.lists(st.tuples(
    st.sampled_from(("a", "b", "c", "d")), st.sampled_from((*SPOTS, "leaves", "breaks", "rallies"))),
    max_size=14)


@settings(max_examples=40, deadline=None)
@given(EVENTS, st.booleans())
def test_control_is_a_latch_whatever_happens(events: list[tuple[str, str]], completes: bool) -> None:
    """A26.1: no place falls back to nobody, each change is told with both sides, a gain has its unit
    there, and with no enemy in the way a unit that can gain control has it."""
    sides = {"a": RUSSIAN, "b": RUSSIAN, "c": GERMAN, "d": GERMAN}
    places = [SITE.place(n) for n in (*SPOTS, "hex F3", "hex G3", "hex F4", "building mill")]
    book = german(completes=completes)
    assert {book.holding(place).side for place in places} == {GERMAN}
    for id, what in events:
        before = {place: book.holding(place).side for place in places}
        there = id in book.units
        if what in SPOTS:
            book, changes = moves(book, id, at(what)) if there else enters(book, unit(id, sides[id], what))
        elif not there:
            continue
        elif what == "leaves":
            book, changes = leaves(book, id)
        else:
            book, changes = becomes(book, id, broken=what == "breaks")
        assert changes
        told = {c.place: (c.before, c.side) for c in changes if c.kind == "gained"}
        for place in places:
            now = book.holding(place).side
            assert now
            moved = None if now == before[place] else (before[place], now)
            assert told.get(SITE.name(place)) == moved
        for u in book.units.values():
            enemies = [e for e in book.units.values() if e.side != u.side and e.at == u.at]
            if not u.broken and not enemies and completes:
                assert book.holding(u.at).side == u.side
