"""Zones of control from data: their kinds, who has one and heeds one, where they reach, what they block."""

from __future__ import annotations

import pytest
from hexgames import ends, inside, on_to, play, refuse, where

from visegrad_editor.engine import Game, IllegalOrderError

# The zone of X in 0304 is 0303 0305 0203 0204 0403 0404.
ENEMY = "red X foot 4 0304"


def game(kind: str, *units: str, more: str = "", rules: str = "", map: str = "") -> Game:
    return play("; ".join((*(units or ("blue A horse 4 0302",)), ENEMY)),
                (f"zones: {{kind: {kind}, {more}}}", rules), map=map)


def goes(play: Game, path: str, unit: str = "A") -> bool:
    """Whether a move is legal; it is listed if and only if its end is."""
    order = play.parse(f"move {unit} {path}")
    return play.why_not(order) is None


@pytest.mark.parametrize(("kind", "through_entering", "leaving", "zone_to_zone"), [
    ("none", True, True, True), ("rigid", False, True, False), ("semi-rigid", True, True, False),
    ("fluid", True, True, True), ("locking", False, False, False), ("contact", True, False, False)])
def test_each_kind_of_zones(kind: str, through_entering: bool, leaving: bool, zone_to_zone: bool) -> None:
    outside = game(kind)
    assert goes(outside, "0302-0303")
    assert goes(outside, "0302-0303-0402") is through_entering
    within = game(kind, "blue A horse 4 0303")
    assert goes(within, "0303-0302") is leaving
    assert goes(within, "0303-0403") is zone_to_zone
    assert goes(within, "0303-0302-0402-0403") is leaving


@pytest.mark.parametrize(("kind", "start", "unit"), [
    (kind, start, type) for kind in ("none", "rigid", "semi-rigid", "fluid", "locking", "contact")
    for start in ("0302", "0303") for type in ("foot", "horse")])
def test_what_is_listed_is_what_is_legal(kind: str, start: str, unit: str) -> None:
    """Every hex within three steps by every path: the ends of legal paths are the hexes listed."""
    made = game(kind, f"blue A {unit} 4 {start}", "blue Z foot 4 0601",
                rules="unit_types: [{id: foot, movement: 2}, {id: horse, movement: 3}]")
    board = made.board
    legal: set[str] = set()
    paths = [(start,)]
    for _ in range(3):
        paths = [(*path, board.numbers[n]) for path in paths for n in board.neighbours[board.index[path[-1]]]
                 if n >= 0 and board.numbers[n] not in path]
        legal |= {path[-1] for path in paths if goes(made, "-".join(path))}
    assert legal == ends(made, "blue/A")


def test_one_hex_lets_a_unit_that_starts_in_a_zone_go_to_the_next() -> None:
    made = game("rigid", "blue A horse 4 0303", "blue B horse 4 0302", more="through: one-hex")
    assert goes(made, "0303-0403")
    assert not goes(made, "0303-0403-0404")
    assert not goes(made, "0302-0303-0403", "B")


@pytest.mark.parametrize(("settings", "to", "expected"), [
    ("leave: free, enter: cost 2", "0403", 3), ("enter: free, leave: cost 3", "0302", 4),
    # Round the zone there are two steps, straight through it would be three points.
    ("enter: free, leave: free, through: cost 2", "0403", 2),
    ("enter: free, leave: free, through: free", "0403", 1)])
def test_zones_may_cost_points(settings: str, to: str, expected: float) -> None:
    made = game("fluid", "blue A horse 4 0303", more=settings)
    assert made.destinations("blue/A")[to] == expected


def test_fluid_zones_cost_a_point_to_enter_and_to_leave() -> None:
    made = game("fluid", "blue A horse 4 0303")
    assert made.destinations("blue/A")["0302"] == 2
    assert made.destinations("blue/A")["0403"] == 3


@pytest.mark.parametrize(("setting", "held"), [("start: held", True), ("start: free", False)])
def test_a_unit_that_starts_in_a_zone_may_be_held(setting: str, held: bool) -> None:
    made = game("fluid", "blue A horse 4 0303", "blue Z foot 4 0601", more=setting)
    assert (ends(made, "blue/A") == set()) is held
    if held:
        assert "begins next to the enemy" in refuse(made, "move A 0303-0302").reason


@pytest.mark.parametrize(("setting", "free"), [
    ("of: {type: [horse]}", True), ("of: {type: [foot]}", False), ("on: {type: [foot]}", True),
    ("on: {type: [horse]}", False), ("heeded: [{units: {type: [horse]}, of: {type: [gun]}}]", True),
    ("heeded: [{units: {type: [horse]}, of: {type: [foot]}}]", False),
    ("heeded: [{units: {type: [gun]}, of: {type: [gun]}}]", False),
    ("modifiers: [{id: m, when: {turn: 1}, effect: {zones: none}}]", True),
    ("modifiers: [{id: m, when: {turn: 2}, effect: {zones: none}}]", False),
    ("modifiers: [{id: m, when: {units: {type: [foot]}}, effect: {zones: none}}]", True),
    ("modifiers: [{id: m, when: {units: {type: [horse]}}, effect: {zones: none}}]", False)])
def test_who_has_a_zone_and_who_heeds_it(setting: str, free: bool) -> None:
    assert goes(game("rigid", more=setting), "0302-0303-0403") is free


@pytest.mark.parametrize(("setting", "map", "free"), [
    ("reach: {not_terrain: [forest]}", "", True), ("reach: {not_terrain: [marsh]}", "", False),
    ("reach: {not_features: [town]}", "places: [{hex: '0303', name: T, features: [town]}]", True),
    ("reach: {not_features: [town]}", "places: [{hex: '0305', name: T, features: [town]}]", False),
    ("reach: {not_across: [river]}", "hexsides: [{kind: river, sides: '0303/0304'}]", True),
    ("reach: {not_across: [river]}", "hexsides: [{kind: river, sides: '0304/0305'}]", False)])
def test_zones_do_not_reach_everywhere(setting: str, map: str, free: bool) -> None:
    made = play(f"blue A horse 4 0302; {ENEMY}", f"zones: {{kind: rigid, {setting}}}", map=map,
                rows=("........", "........", "..f.....", "........", "........", "........"))
    assert goes(made, "0302-0303-0402") is free


def test_by_contact_who_begins_next_to_an_enemy_stays_and_who_comes_next_to_it_may() -> None:
    made = game("contact", "blue A horse 4 0303", "blue B horse 4 0302", "blue C horse 4 0601")
    assert ends(made, "blue/A") == set()
    refusal = refuse(made, "move A 0303-0302")
    assert "begins next to the enemy" in refusal.reason
    made.apply("move B 0302-0402-0403")
    assert where(made, "blue/B") == "0403"
    on_to(made, "move", "blue", 2)
    assert ends(made, "blue/B") == set()


def test_contact_does_not_reach_across_a_river_either() -> None:
    made = play(f"blue A horse 4 0303; blue B horse 4 0305; {ENEMY}",
                "zones: {kind: contact, reach: {not_across: [river]}}",
                map="hexsides: [{kind: river, sides: '0303/0304'}]")
    assert ends(made, "blue/A")
    assert not ends(made, "blue/B")


def test_a_friend_in_the_hex_lifts_the_zone_for_movement() -> None:
    made = game("rigid", "blue A horse 4 0302", "blue B foot 4 0303", more="lifted_by_friends: [move]")
    assert goes(made, "0302-0303-0402")
    assert not goes(made, "0303-0403", "B"), "a unit is not its own friend"
    assert not goes(game("rigid", "blue A horse 4 0302", "blue B foot 4 0303"), "0302-0303-0402")


def test_a_unit_in_a_state_may_have_no_zone() -> None:
    state = "states: [{id: shaken, name: Shaken, effect: {zones: none}, ends: never}]"
    made = game("rigid", rules=state)
    w = inside(made)
    assert not goes(made, "0302-0303-0402")
    w.state.status[1] = 1
    w.forget()
    assert goes(made, "0302-0303-0402")


ARRIVE = """
entries: [{id: north, name: North, where: {hexes: ["0303"]}}]"""


@pytest.mark.parametrize(("setting", "comes"), [
    ("blocks: [arrive]", False), ("blocks: []", True), ("blocks: [arrive], on: {type: [gun]}", True),
    ("blocks: [arrive], heeded: [{units: {type: [horse]}, of: {type: [gun]}}]", True)])
def test_zones_close_entries(setting: str, comes: bool) -> None:
    made = play(f"blue A horse 4 turn 1 north; blue B foot 4 0601; {ENEMY}",
                f"zones: {{kind: rigid, {setting}}}",
                more=ARRIVE)
    assert bool(ends(made, "blue/A")) is comes
    if not comes:
        assert "enemy zone of control" in refuse(made, "enter A 0303").reason


def test_the_zones_shown_to_a_unit_are_those_it_heeds() -> None:
    made = game("rigid", "blue A horse 4 0302", "blue G gun 2 0601",
                more="heeded: [{units: {type: [gun]}, of: {type: [gun]}}]")
    assert made.enemy_zoc("blue/A") == {"0303", "0305", "0203", "0204", "0403", "0404"}
    assert made.enemy_zoc("blue/G") == frozenset()


def test_the_refusals_say_why() -> None:
    made = game("rigid", "blue A horse 4 0302", "blue B horse 4 0303")
    assert "must stop in 0303" in refuse(made, "move A 0302-0303-0402").reason
    assert "from one enemy zone of control to the next" in refuse(made, "move B 0303-0403").reason
    locked = game("locking", "blue A horse 4 0303", "blue Z foot 4 0601", more="start: free")
    with pytest.raises(IllegalOrderError, match="may not leave it"):
        locked.apply("move A 0303-0302")


def test_zones_move_with_their_units() -> None:
    made = game("rigid")
    assert "0303" in made.enemy_zoc("blue/A")
    on_to(made, "move", "red").apply("move X 0304-0305")
    assert "0303" not in made.enemy_zoc("blue/A")
