"""What of a map is in play, and which conditions hold there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from small_design import small_design

from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import HexsideLine, Road
from visegrad_editor.model.in_play import InPlay, with_whole_map
from visegrad_editor.model.ruleset import NO_CONDITION, Condition, Option, UnitType
from visegrad_editor.model.scenario import AssetStart, Reinforcement


def part(one: Hex, other: Hex) -> Design:
    """The small design with the part between two corners in play."""
    small = small_design()
    assert small.scenario is not None
    number = small.map.grid.number
    return replace(small, scenario=replace(small.scenario, play_area=(number(one), number(other))))


@dataclass(frozen=True)
class Rule:
    when: Condition = NO_CONDITION
    unless: Condition = NO_CONDITION


def test_without_a_play_area_all_of_the_map_is_in_play() -> None:
    small = small_design()
    for design in (small, replace(small, scenario=None), with_whole_map(part(Hex(1, 1), Hex(3, 3)))):
        play = InPlay(design)
        assert play.whole
        assert all(h in play for h in small.map.grid)
        assert Hex(-1, 0) not in play
        assert Hex(8, 0) not in play
        assert play.bounds() is None
    assert with_whole_map(small) is small


def test_a_part_reaches_from_corner_to_corner() -> None:
    play = InPlay(part(Hex(5, 4), Hex(2, 1)))
    assert not play.whole
    assert {h for h in small_design().map.grid if h in play} == {
        Hex(c, r) for c in range(2, 6) for r in range(1, 5)}


def test_a_picture_of_a_part_has_half_a_hexside_of_room_and_never_leaves_the_map() -> None:
    inner, corner = InPlay(part(Hex(2, 1), Hex(5, 4))), InPlay(part(Hex(0, 0), Hex(7, 5)))
    geometry = small_design().map.geometry
    points = [p for c in range(2, 6) for r in range(1, 5) for p in geometry.corners(Hex(c, r))]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert inner.bounds() == pytest.approx((min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5))
    assert corner.bounds() == pytest.approx(geometry.bounds())
    left, top, right, bottom = inner.bounds() or (0, 0, 0, 0)
    turned = inner.bounds(1) or (0, 0, 0, 0)
    assert (turned[2] - turned[0], turned[3] - turned[1]) == pytest.approx((bottom - top, right - left))


def test_kinds_in_play_are_those_of_the_part() -> None:
    """The mountains lie in columns 3 and 4 of rows 2 and 3, the sea in row 0, the road in row 4."""
    whole = InPlay(small_design())
    assert whole.terrain == {"sea", "clear", "mountain"}
    assert (whole.hexsides, whole.roads) == ({"river"}, {"highway"})
    assert (whole.features, whole.places) == ({"city", "port"}, {"Mid", "Haven"})
    assert whole.borders
    assert InPlay(part(Hex(0, 1), Hex(2, 5))).terrain == {"clear"}
    assert InPlay(part(Hex(4, 2), Hex(4, 2))).terrain == {"mountain"}
    assert InPlay(part(Hex(3, 3), Hex(5, 3))).terrain == {"mountain", "clear"}
    assert InPlay(part(Hex(0, 0), Hex(7, 0))).terrain == {"sea"}
    assert InPlay(part(Hex(0, 4), Hex(5, 5))).roads == frozenset(), "one hex of a road is no road"
    assert InPlay(part(Hex(0, 4), Hex(6, 4))).roads == {"highway"}
    assert InPlay(part(Hex(2, 2), Hex(3, 2))).hexsides == {"river"}, "the far side of the first hexside"
    assert InPlay(part(Hex(3, 2), Hex(4, 2))).hexsides == frozenset()
    south = InPlay(part(Hex(0, 3), Hex(7, 5)))
    assert (south.features, south.places) == ({"city"}, {"Mid"})
    assert not south.borders
    assert not InPlay(part(Hex(0, 0), Hex(7, 2))).borders, "the sea is no country"
    assert InPlay(part(Hex(0, 2), Hex(7, 3))).borders


def test_fields_of_a_condition_ask_the_map_and_the_scenario() -> None:
    small = small_design()
    assert small.scenario is not None
    late = replace(small.scenario.units[0], name="Late", setup=None,
                   reinforcement=Reinforcement("haven", 3, "thaw", ("south-edge",)))
    types = (*small.ruleset.unit_types, UnitType("para", "Para", "airborne", 5, traits=frozenset({"jumps"})))
    scenario = replace(small.scenario, units=(*small.scenario.units, replace(late, type="para")),
                       assets=(AssetStart("ash", 0), AssetStart("runes", 2)),
                       options=(("fog", "light"),))
    options = (Option("fog", "Fog", choices=("none", "light", "thick")),
               Option("snow", "Snow", choices=("no", "yes")))
    design = Design(replace(small.ruleset, unit_types=types, options=options), small.map, scenario)
    holds = {
        Condition(terrain=frozenset({"sea", "lava"})): True, Condition(terrain=frozenset({"lava"})): False,
        Condition(hexsides=frozenset({"river"})): True, Condition(hexsides=frozenset({"wall"})): False,
        Condition(features=frozenset({"port"})): True, Condition(places=frozenset({"Mid"})): True,
        Condition(places=frozenset({"Nowhere"})): False, Condition(roads=frozenset({"track"})): False,
        Condition(nationalities=frozenset({"sudland"})): True,
        Condition(nationalities=frozenset({"westland"})): False,
        Condition(units=frozenset({"norland/Late"})): True, Condition(units=frozenset({"norland/X"})): False,
        Condition(unit_types=frozenset({"para"})): True, Condition(traits=frozenset({"jumps"})): True,
        Condition(traits=frozenset({"swims"})): False, Condition(events=frozenset({"thaw"})): True,
        Condition(events=frozenset({"frost"})): False, Condition(entries=frozenset({"haven"})): True,
        Condition(entries=frozenset({"north"})): False,
        Condition(assets=frozenset({"runes"})): True,
        Condition(assets=frozenset({"ash"})): False,
        Condition(options=(("fog", ("light", "thick")),)): True,
        Condition(options=(("fog", ("none",)),)): False, Condition(options=(("snow", ("no",)),)): True,
        Condition(options=(("snow", ("yes",)),)): False, Condition(options=(("free", ("x",)),)): False,
        Condition(options=(("fog", ("light",)), ("snow", ("yes",)))): False,
        Condition(terrain=frozenset({"sea"}), events=frozenset({"frost"})): False,
        NO_CONDITION: True,
    }
    play = InPlay(design)
    assert {c: play.applies(Rule(when=c)) for c in holds} == holds
    assert {c: play.applies(Rule(unless=c)) for c in holds if c != NO_CONDITION} == {
        c: not held for c, held in holds.items() if c != NO_CONDITION}
    assert play.applies(Rule())


def test_of_a_map_without_a_scenario_only_the_map_is_asked() -> None:
    play = InPlay(replace(small_design(), scenario=None))
    frost, lava = Condition(events=frozenset({"frost"})), Condition(terrain=frozenset({"lava"}))
    sea = Condition(terrain=frozenset({"sea"}))
    assert play.applies(Rule(when=frost))
    assert play.applies(Rule(unless=frost))
    assert not play.applies(Rule(when=lava))
    assert not play.applies(Rule(when=replace(lava, events=frost.events)))
    assert not play.applies(Rule(unless=sea))
    assert play.applies(Rule(when=sea, unless=lava))


def test_a_road_leaves_and_enters_the_part_again() -> None:
    """No step of it is in play, though several of its hexes are."""
    design = part(Hex(2, 3), Hex(5, 3))
    path = (Hex(2, 3), Hex(2, 4), Hex(3, 4), Hex(3, 3), Hex(3, 4), Hex(4, 4), Hex(4, 3))
    zigzag = replace(design, map=replace(design.map, roads=(Road("track", path),), lines=(
        HexsideLine("wall", (hexside(Hex(2, 4), Hex(3, 4)), hexside(Hex(5, 3), Hex(6, 3)))),)))
    play = InPlay(zigzag)
    assert play.roads == frozenset()
    assert play.hexsides == {"wall"}
