"""What turns one design into another: every field, in words, and taken back one by one."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from small_design import small_design

from visegrad_editor.hexgrid import Hex, HexGrid
from visegrad_editor.model.design import Design
from visegrad_editor.model.differences import design_changes, listed_changes, take_back
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.fields import declared, form_of
from visegrad_editor.model.files.load import load
from visegrad_editor.model.frozen_data import FrozenMap
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.ruleset import (
    FeatureKind,
    HexsideKind,
    Nationality,
    Option,
    RoadKind,
    Ruleset,
    TerrainKind,
    UnitType,
)
from visegrad_editor.model.scenario import Entry, Reinforcement, Scenario, Setup, Unit
from visegrad_editor.model.where import Where


def bundled(name: str) -> Design:
    design = load(name).design
    assert design is not None
    return design


# -- every field ----------------------------------------------------------------------------------


def made(hint: Any) -> Any:
    """Some value of a type."""
    form = form_of(hint)
    kind, inside = form.type, get_args(form.type)
    plain = {str: "x", int: 1, float: 1.5, bool: True, Any: "x"}
    if kind in plain:
        return plain[kind]
    if get_origin(kind) is typing.Literal:
        return inside[0]
    if kind is FrozenMap:
        return FrozenMap.of({"a": 1})
    if get_origin(kind) is tuple:
        return (made(inside[0]),) if inside[-1] is Ellipsis else tuple(map(made, inside))
    if get_origin(kind) is frozenset:
        return frozenset({made(inside[0])})
    if inside:
        return made(inside[0])
    make: Any = kind
    hints = get_type_hints(kind, include_extras=True)
    if not is_dataclass(kind):
        return make(*map(made, hints.values()))
    needed = [f.name for f in fields(make)
              if f.init and f.default is MISSING and f.default_factory is MISSING]
    return make(**{n: made(hints[n]) for n in needed})


def others(value: Any, hint: Any) -> Iterator[Any]:
    """Values that differ from one in its smallest parts: one part each."""
    form = form_of(hint)
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Hex):
        yield Hex(value.col, value.row + 1)
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, str):
        yield value + "x"
    elif isinstance(value, Layer):
        yield value.with_values({Hex(0, 0): "another"})
    elif isinstance(value, HexGrid):
        yield replace(value, stagger="even" if value.stagger == "odd" else "odd")
    elif isinstance(value, FrozenMap):
        yield FrozenMap((*value.entries, ("another", 1)))
    elif isinstance(value, frozenset):
        yield value | {"another"}
    elif value is None:
        yield made(form.type)
    elif is_dataclass(value):
        yield from records(value)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        return
    elif isinstance(value, tuple):
        inside = get_args(form.type)
        if not value:
            yield (made(inside[0]),) if inside else ("x",)
            return
        if inside and inside[-1] is Ellipsis:
            yield value[1:]
            if len(set(map(repr, value))) > 1:
                yield value[::-1]
            yield from ((other, *value[1:]) for other in others(value[0], inside[0]))
            if is_dataclass(value[-1]) and len(value) > 1:
                yield from ((*value[:-1], other) for other in others(value[-1], inside[0]))
        else:
            for i, part in enumerate(value):
                yield from ((*value[:i], other, *value[i + 1:]) for other in others(part, type(part)))
    else:
        raise AssertionError(f"no other value of {type(value)}")


CHANGED: set[tuple[type, str]] = set()
"""The fields that were changed."""


def records(record: Any) -> Iterator[Any]:
    hints = get_type_hints(type(record), include_extras=True)
    for field in fields(record):
        if not field.compare:
            continue
        value = getattr(record, field.name)
        if (type(record).__name__, field.name) == ("Entry", "name") and value == record.id:
            continue
        for other in [("north",)] if field.name == "edge" else others(value, hints[field.name]):
            try:
                changed = replace(record, **{field.name: other})
            except (TypeError, ValueError):
                continue
            if changed != record:
                CHANGED.add((type(record), field.name))
                yield changed


def variations(design: Design) -> Iterator[Design]:
    for kind in ("ruleset", "map", "scenario"):
        for document in records(getattr(design, kind)):
            whole: dict[str, Any] = {kind: document}
            yield replace(design, **whole)


@pytest.mark.parametrize("name", ["historical", "gsofg", "karn", "hollen", "velna"])
def test_a_change_of_any_field_is_told_and_can_be_taken_back(name: str) -> None:
    base = bundled(name)
    number = 0
    for changed in variations(base):
        number += 1
        if changed.map.grid != base.map.grid:
            assert [c.section for c in design_changes(base, changed)] == ["grid"]
            continue
        found = design_changes(base, changed)
        assert found, "a change is not told"
        assert all(len(c.text) > 10 and "  " not in c.text for c in found), [c.text for c in found]
        assert all(c.kind in ("moved", "changed", "added", "removed") for c in found)
        assert design_changes(base, take_back(changed, base, found)) == (), found
        back = design_changes(changed, base)
        assert len(back) > 0
    assert number > 200


def test_each_declared_field_of_the_documents_and_their_entries_was_changed() -> None:
    CHANGED.clear()
    designs = [bundled(n) for n in ("historical", "gsofg", "karn", "hollen")]
    assert sum(1 for d in designs for _ in variations(d)) > 1000
    classes = (Ruleset, GameMap, Scenario, Unit, Entry, Setup, Reinforcement, TerrainKind, HexsideKind,
               RoadKind, FeatureKind, UnitType, Nationality, Option, Place, Area, Label, HexsideLine, Road)
    missing = [f"{c.__name__}.{one.name}" for c in classes for one in declared(c)
               if (c, one.name) not in CHANGED]
    assert missing == []


# -- words ----------------------------------------------------------------------------------------


def texts(before: Design, after: Design) -> list[str]:
    return [c.text for c in design_changes(before, after)]


def with_unit(design: Design, place: int, **values: Any) -> Design:
    assert design.scenario is not None
    units = list(design.scenario.units)
    units[place] = replace(units[place], **values)
    return replace(design, scenario=replace(design.scenario, units=tuple(units)))


def test_units_in_words() -> None:
    base = small_design()
    assert base.scenario is not None
    first = base.scenario.units[0]
    there = base.map.grid.number(Hex(4, 4))
    moved = with_unit(base, 0, setup=Setup(Where(hexes=(there,))))
    (change,) = design_changes(base, moved)
    assert change.text == f"1st Armored moves from {first.hex} to {there}."
    assert (change.kind, change.what, change.key, change.field) == ("moved", "unit", first.key, "setup")
    assert (change.was, change.hexes) == ((base.map.grid.parse(first.hex),), (Hex(4, 4),))
    late = with_unit(base, 0, setup=None, reinforcement=Reinforcement("haven", 3))
    assert texts(base, late) == [f"1st Armored: arriving on turn 3 by Haven, not set up in {first.hex}."]
    assert texts(base, with_unit(base, 0, values=((9,), (3,)))) == ["1st Armored: strength 9, not 6."]
    assert texts(base, with_unit(base, 0, name="9th Armored")) == [
        "1st Armored is removed.", f"9th Armored is added: set up in {first.hex}."]
    assert texts(base, with_unit(base, 0, reduced=True)) == ["1st Armored: now starts reduced."]


def test_ground_and_costs_in_words() -> None:
    base = small_design()
    number = base.map.grid.number
    hexes = [Hex(c, 1) for c in range(3)]
    ground = base.map.terrain.with_values(dict.fromkeys(hexes, "mountain"))
    hilly = replace(base, map=replace(base.map, terrain=ground))
    changed = [h for h in hexes if base.map.terrain.at(h) != "mountain"]
    assert len(changed) > 1
    assert texts(base, hilly) == [
        f"{len(changed)} hexes become mountain: {' '.join(map(number, changed))}."]
    kinds = [replace(k, cost=5) if k.id == "mountain" else k for k in base.ruleset.terrain]
    assert texts(base, replace(base, ruleset=replace(base.ruleset, terrain=tuple(kinds)))) == [
        "Mountain costs 5, not 4."]
    kinds = [replace(k, cost=None) if k.id == "mountain" else k for k in base.ruleset.terrain]
    assert texts(base, replace(base, ruleset=replace(base.ruleset, terrain=tuple(kinds)))) == [
        "Mountain: cost prohibited, not 4."]


def test_the_lists_of_a_map_in_words() -> None:
    base = small_design()
    place, *places = base.map.places
    line, *lines = base.map.lines
    roads = base.map.roads[1:]
    number, side_text = base.map.grid.number, base.map.grid.side_text
    less = replace(base, map=replace(
        base.map, places=(replace(place, features=("port",)), *places), roads=roads,
        lines=(replace(line, sides=line.sides[1:]), *lines)))
    found = {c.section: c for c in design_changes(base, less)}
    assert found["places"].text == f"{place.name} in {number(place.hex)}: features port, not city."
    assert found["roads"].kind == "removed"
    assert found["roads"].text.endswith("is removed.")
    assert found["lines"].text.endswith(
        f"no longer lies along 1 hexside ({side_text(line.sides[0])}).")
    assert take_back(less, base, [found["lines"]]).map.lines == base.map.lines
    assert take_back(less, base, [found["places"]]).map.places == base.map.places
    assert take_back(less, base, found.values()) == base


def test_one_change_can_be_taken_back_without_the_others() -> None:
    base = bundled("historical")
    after = bundled("free-setup")
    changes = design_changes(base, after)
    units = [c for c in changes if c.section == "units"]
    assert len(units) > 10
    without = take_back(after, base, units[:1])
    assert design_changes(base, without) == tuple(c for c in changes if c != units[0])
    assert base.scenario is not None
    assert without.scenario is not None
    key = units[0].key
    assert without.scenario.unit_by_key[key] == base.scenario.unit_by_key[key]


def test_the_head_of_documents_can_be_left_out() -> None:
    base = bundled("historical")
    assert base.scenario is not None
    other = replace(base, scenario=replace(base.scenario, title="Other", turns=9))
    assert [c.section for c in design_changes(base, other)] == ["title", "turns"]
    assert [c.text for c in design_changes(base, other, head=False)] == ["Turns are 9, not 10."]
    assert design_changes(base, replace(base, scenario=None))[0].text == "There is no scenario."
    assert take_back(replace(base, scenario=None), base, design_changes(base, replace(base, scenario=None)))


def test_places_and_labels_that_moved_are_told_and_taken_back_as_such() -> None:
    base = load("historical").design
    assert base is not None
    grid = base.map.grid
    old, new = grid.parse("1616"), grid.parse("1617")
    assert old is not None
    assert new is not None
    place, sea = base.map.place_at[old], base.map.labels[0]
    places = tuple(replace(p, hex=new) if p is place else p for p in base.map.places)
    labels = (replace(sea, hex=new, size=2.0), *base.map.labels[1:])
    now = replace(base, map=replace(base.map, places=places, labels=labels))
    changes = design_changes(base, now)
    assert [(c.kind, c.text) for c in changes] == [
        ("moved", "Place Suwałki moves from 1616 to 1617."),
        ("moved", "Label Baltic Sea moves from 1422 to 1617 and differs in more.")]
    assert [(c.was, c.hexes) for c in changes] == [((old,), (new,)), ((sea.hex,), (new,))]
    assert take_back(now, base, changes[:1]).map.places == base.map.places
    assert take_back(now, base, changes).map == base.map


def test_a_unit_that_arrives_at_another_time_is_told_shortly() -> None:
    base = load("gsofg").design
    warned = load("gsofg-nato-warned").design
    assert base is not None
    assert warned is not None
    texts = [c.text for c in design_changes(base, warned) if c.kind == "moved"]
    assert "82nd Airborne arrives on turn 2, not on turn 3." in texts
    first = load("gsofg-first-steps").design
    assert first is not None
    told = [c.text for c in design_changes(base, first)]
    assert any(t.startswith("82nd Airborne arrives on turn 3 by Frankfurt (2024), not by ") for t in told)
    (victory,) = [t for t in told if t.startswith("Victory: ")]
    assert victory.startswith('Victory: new: "The Soviet side wins if it controls one of these city hexes')
    assert 'No longer: "The Soviet side wins with 32 city hexes of West Germany at the end."' in victory


def test_a_changed_set_up_group_is_told_once() -> None:
    """Its units follow it: lists tell the group alone, and taking that back makes them as they were."""
    before = bundled("free-setup")
    scenario = before.scenario
    assert scenario is not None
    members = [u.key for u in scenario.members("polish-army")]
    groups = tuple(replace(g, where=Where(hexes=("2017", "2118"))) if g.id == "polish-army" else g
                   for g in scenario.set_up_groups)
    after = replace(before, scenario=replace(
        scenario, set_up_groups=groups, notes="Others.", summary="Short."))
    every = design_changes(before, after)
    assert {c.key for c in every if c.follows} == set(members)
    told = listed_changes(before, after, of_base=True)
    assert [c.text for c in told if c.section != "set_up_groups"] == [
        "The summary is changed.", "The notes are changed."]
    assert sum(c.section == "set_up_groups" for c in told) == 1
    assert take_back(after, before, told) == before
    assert after.scenario is not None
    alone = replace(after, scenario=place_units(after.scenario, members[:1], "2017"))
    assert [c.key for c in listed_changes(before, alone) if c.section == "units"] == members[:1]
