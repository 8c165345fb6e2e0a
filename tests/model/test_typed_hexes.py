"""Hexes typed by number or by the name of a place, in every field that takes hexes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.lettered import lettered
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.any_key import PlainData, holds_hexes, read_typed, value_at, with_value
from visegrad_editor.model.edit.goals import read_goal
from visegrad_editor.model.edit.scenario_plan import entry_at
from visegrad_editor.model.edit.set_up_groups import limits_text, read_limits
from visegrad_editor.model.edit.unit_cells import read_hex, read_setup, setup_text, typed_unit
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import GameMap, Place
from visegrad_editor.model.scenario import Setup
from visegrad_editor.model.typed_hexes import number_of, numbers_of, typed_as


@pytest.fixture(scope="module")
def design() -> Design:
    found = load("hollen").design
    assert found is not None
    return found


@pytest.fixture(scope="module")
def map(design: Design) -> GameMap:
    return design.map


def test_where_a_unit_may_be_set_up(design: Design) -> None:
    """A place stands for its hex among other words, also after not:, and with as many words as it has."""
    setup = read_setup(design, "hollen 0101 alone")
    assert setup is not None
    assert (setup.where.hexes, setup.alone) == (("0604", "0101"), True)
    left_out = read_setup(design, "feature:town not:Kell")
    assert left_out is not None
    assert left_out.where.excluding == ("0905",)
    assert read_setup(design, setup_text(setup, design)) == setup


def test_limits_of_a_group(design: Design) -> None:
    """A limit is about a place by its name, shared or not."""
    (limit,) = read_limits(design, "2 Hollen shared")
    assert (limit.at_most, limit.where.hexes, limit.shared) == (2, ("0604",), True)
    assert limits_text([limit], design) == "2 0604 shared"


def test_cells_and_keys(design: Design, map: GameMap) -> None:
    """The hex of a unit, and the hexes of any key, are typed so."""
    assert read_hex(design, "Kell") == "0905"
    assert design.scenario is not None
    unit = next(u for u in design.scenario.units if not u.reinforcement)
    assert typed_unit(design, unit, "position", "Kell").hex == "0905"
    path = ("set_up_groups", 0, "where", "hexes")
    assert holds_hexes("scenario", path)
    assert not holds_hexes("scenario", ("set_up_groups", 0, "where", "countries"))
    assert read_typed("scenario", path, "Hollen, 0101", map) == ["0604", "0101"]
    assert read_typed("scenario", ("play_area",), "0101 Kell", map) == ["0101", "0905"]
    assert read_typed("scenario", ("units", 0, "position"), "kell", map) == "0905"
    after = with_value(design, "scenario", ("play_area",), read_typed(
        "scenario", ("play_area",), "0101 Kell", map))
    assert value_at(PlainData().of(after, "scenario"), ("play_area",)) == ["0101", "0905"]


def test_entries_of_a_plan_and_goals(design: Design, map: GameMap) -> None:
    """Units arrive at a place by its name, and goals name places."""
    assert entry_at(map, (), "Kell").where.hexes == ("0905",)
    side = design.ruleset.sides[0].id
    assert read_goal(f"{side} control Hollen", design.ruleset, map).hexes == ("0604",)


@pytest.mark.parametrize(("text", "said"), [
    ("Holen", '"Holen" is no hex and no place of the map. Did you mean Hollen?'),
    ("9999", '"9999" is no hex of the map.')])
def test_a_name_that_is_none_is_told(map: GameMap, text: str, said: str) -> None:
    """What is like it is offered."""
    with pytest.raises(ValueError, match="is no hex") as refused:
        numbers_of(text, map)
    assert str(refused.value) == said


def test_unknown_places_elsewhere(design: Design, map: GameMap) -> None:
    """A set-up, a cell and a key offer the name that is like it."""
    for read in (lambda: read_setup(design, "Holen"), lambda: read_hex(design, "Holen"),
                 lambda: read_typed("scenario", ("play_area",), "Holen", map)):
        with pytest.raises(ValueError, match=r"Did you mean Hollen\?"):
            read()


def test_a_name_of_two_places_is_refused(map: GameMap) -> None:
    """Which of them is meant is asked for by number, and hexes are shown by number then."""
    first, second = (p for p in map.places if p.name in ("Hollen", "Kell"))
    twice = replace(map, places=tuple(replace(p, name="Hollen") if p is second else p for p in map.places))
    with pytest.raises(ValueError, match=r'There are 2 places called "hollen": \d{4} and \d{4}\.'):
        number_of("hollen", twice)
    assert typed_as([map.grid.number(first.hex)], twice) == map.grid.number(first.hex)
    assert typed_as([map.grid.number(first.hex), "0101"], map) == f"{first.name}, 0101"


def test_a_country_of_that_name_goes_first(design: Design) -> None:
    """A text that meant a country, an area or a feature means the same on a map with such a place."""
    feature = design.ruleset.features[0].name
    named = replace(design, map=replace(design.map, places=tuple(
        replace(p, name=feature) if p.name == "Kell" else p for p in design.map.places)))
    assert number_of(feature, named.map) == "0905"
    assert read_setup(named, feature) == read_setup(design, feature) != read_setup(named, "0905")
    assert isinstance(read_setup(named, feature), Setup)


@pytest.mark.parametrize(("places", "said"), [
    ("Hollen", "There is only one hex: at least 3 of it cannot be held."),
    ("Hollen Kell", "There are only 2 hexes: at least 3 of them cannot be held.")])
def test_more_hexes_than_there_are_cannot_be_held(design: Design, places: str, said: str) -> None:
    """The number of a goal is not dropped without a word."""
    with pytest.raises(ValueError, match="cannot be held") as refused:
        read_goal(f"{design.ruleset.sides[0].id} control any 3 {places}", design.ruleset, design.map)
    assert str(refused.value) == said


def test_hexes_with_letters_are_typed_in_any_case() -> None:
    design = lettered("velna")
    map = design.map
    assert numbers_of("jj4, Lissa GG010", map) == ("JJ4", "HH7", "GG10")
    assert read_hex(design, "jj04") == "JJ4"
    setup = read_setup(design, "jj4 Tarn not:x1 alone")
    assert setup is not None
    assert (setup.where.hexes, setup.where.excluding) == (("JJ4", "Z4"), ("X1",))
    assert read_setup(design, setup_text(setup, design)) == setup
    (limit,) = read_limits(design, "2 jj4 shared")
    assert (limit.at_most, limit.where.hexes) == (2, ("JJ4",))
    path = ("set_up_groups", 0, "where", "hexes")
    assert read_typed("scenario", path, "jj4, gg10", map) == ["JJ4", "GG10"]
    assert read_typed("scenario", path, "[jj4 AB1]", map) == ["JJ4", "AB1"]  # told as a problem
    goal = read_goal("western control any 2 jj4 kk5 Lissa", design.ruleset, map)
    assert goal.hexes == ("JJ4", "KK5", "HH7")


def test_a_place_whose_name_begins_with_a_hex_number() -> None:
    map = lettered("velna").map
    named = replace(map, places=(
        *map.places, Place(Hex(0, 0), "JJ4 Junction"), Place(Hex(1, 0), "jj5"), Place(Hex(2, 0), "KK5")))
    assert numbers_of("jj4 junction, JJ4 JJ5", named) == ("X1", "JJ4", "JJ5")
    assert typed_as(("X1", "Y1", "JJ4"), named) == "JJ4 Junction, Y1, JJ4"
