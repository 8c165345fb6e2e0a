"""Random changes written into hand-written text: the text matches the document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from letterings import LETTERINGS, SPOTS, lettered
from odd_files import ODD, ODD_MAP, VARIANTS, at, parse, read

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.files.yaml_splice import splice
from visegrad_editor.model.files.yaml_writer import changed_text, to_data
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.scenario import Entry, Reinforcement, Scenario, Setup, Unit
from visegrad_editor.model.unit_values import trimmed
from visegrad_editor.model.where import Where

NUMBERS = st.one_of(st.none(), st.integers(0, 9))
ROWS = st.lists(st.lists(NUMBERS, max_size=3), max_size=3).map(trimmed)
UNITS = st.builds(
    Unit,
    st.sampled_from(["1st", "2nd", "3rd", "4th", "a: b", "10"]),
    st.sampled_from(["poland", "russia"]),
    st.sampled_from(["armored", "cas"]),
    values=ROWS,
    steps=st.sampled_from([None, 1, 3]),
    formation=st.sampled_from(["", "corps"]),
    reduced=st.booleans(),
    setup=st.sampled_from(
        [
            None,
            at("0601"),
            at("0602", "0603"),
            Setup(Where(countries=("poland",)), alone=True),
            Setup(box="us-air"),
            Setup(),
        ]
    ),
    reinforcement=st.sampled_from(
        [None, Reinforcement("north", 2), Reinforcement("south", 0, "us-entry", ("north",))]
    ),
    provenance=st.sampled_from(
        [Provenance("reconstructed"), Provenance("rulebook", "3.0", "So it says: there.")]
    ),
    notes=st.sampled_from(["", "short", "long text " * 20, "two\nlines", "# no comment"]),
)


@st.composite
def shuffled(draw: st.DrawFn, old: tuple[Any, ...], new: st.SearchStrategy[Any]) -> tuple[Any, ...]:
    """Some of the old entries, reordered, with new ones among them."""
    kept = [e for e in old if draw(st.integers(0, 4))]
    if draw(st.booleans()):
        kept = list(draw(st.permutations(kept)))
    for entry in draw(st.lists(new, max_size=3)):
        kept.insert(draw(st.integers(0, len(kept))), entry)
    return tuple(kept)


ENTRIES = st.builds(
    Entry,
    st.sampled_from(["north", "south", "east"]),
    st.sampled_from(["N", "S: s"]),
    st.just(Where(areas=("a",))),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "10.0"]),
)


@st.composite
def scenario_edits(draw: st.DrawFn, s: Scenario) -> Scenario:
    units = {u.key: u for u in draw(shuffled(s.units, UNITS))}
    entries = {e.id: e for e in draw(shuffled(s.entries, ENTRIES))}
    return replace(
        s,
        units=tuple(units.values()),
        entries=tuple(entries.values()),
        title=draw(st.sampled_from([s.title, "New: title", "x" * 120])),
        turns=draw(st.sampled_from([s.turns, 9])),
        options=draw(st.sampled_from([s.options, (), (*s.options, ("z", "y"))])),
        notes=draw(st.sampled_from([s.notes, "", "para\n\npara " * 12])),
        special_rules=draw(shuffled(s.special_rules, st.sampled_from(["Rule: one", "two " * 40]))),
        play_area=draw(st.sampled_from([s.play_area, ("0601", "0602")])),
    )


@st.composite
def map_edits(draw: st.DrawFn, m: GameMap) -> GameMap:
    hexes = st.sampled_from(list(m.grid)[:40])
    sides = st.lists(st.tuples(hexes, st.integers(0, 5)).map(lambda p: m.grid.side(*p)), max_size=12).map(
        tuple
    )
    lines = st.builds(
        HexsideLine, st.just("river"), sides, st.sampled_from(["", "Great", "New"]), st.integers(1, 3)
    )
    places = st.builds(
        lettered,
        st.builds(Place, hexes, st.sampled_from(["", "Łódź", "A, b"]), st.sampled_from([(), ("city",)])),
        LETTERINGS,
    )
    areas = st.builds(
        Area, st.sampled_from(["a", "c"]), st.just("C"), st.lists(hexes, max_size=20).map(tuple)
    )
    changed = draw(st.dictionaries(hexes, st.sampled_from(["clear", "mountain", "forest"]), max_size=6))
    grown = [
        replace(
            line,
            sides=(
                *line.sides[: draw(st.integers(0, 3))],
                *draw(sides),
                *line.sides[draw(st.integers(0, 3)) :],
            ),
        )
        if draw(st.booleans())
        else line
        for line in m.lines[:4]
    ]
    return replace(
        m,
        terrain=m.terrain.with_values(changed),
        lines=draw(shuffled((*grown, *m.lines[4:]), lines)),
        roads=draw(shuffled(m.roads, st.just(Road("track", (Hex(0, 0), Hex(1, 0)))))),
        places=draw(shuffled(m.places, places)),
        areas=draw(shuffled(m.areas, areas)),
        labels=draw(shuffled(m.labels, st.builds(Label, st.sampled_from(["Sea", "2017"]), hexes, at=SPOTS))),
    )


QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@QUICK
@given(st.data(), st.sampled_from(sorted(VARIANTS)))
def test_the_text_matches_any_change_of_a_scenario(data: st.DataObject, variant: str) -> None:
    text = VARIANTS[variant](ODD)
    reading, scenario = read("scenario", text)
    new = data.draw(scenario_edits(scenario))  # type: ignore[arg-type]
    out = changed_text(reading, scenario, new)
    assert parse("scenario", out) == new
    back = changed_text(reading, scenario, scenario)
    assert back == text


@QUICK
@given(st.data(), st.sampled_from(sorted(VARIANTS)))
def test_the_text_matches_any_change_of_a_map(data: st.DataObject, variant: str) -> None:
    text = VARIANTS[variant](ODD_MAP)
    reading, game_map = read("map", text)
    new = data.draw(map_edits(game_map))  # type: ignore[arg-type]
    assert parse("map", changed_text(reading, game_map, new)) == new


@settings(QUICK, max_examples=40)
@given(st.data(), st.sampled_from(sorted(VARIANTS)))
def test_the_splice_itself_works_for_scenarios_without_rewriting(data: st.DataObject, variant: str) -> None:
    """The fallback of `changed_text` must not hide a failing splice."""
    text = VARIANTS[variant](ODD)
    reading, scenario = read("scenario", text)
    new = data.draw(scenario_edits(scenario))  # type: ignore[arg-type]
    old_data, new_data = (to_data(d, None, reading) for d in (scenario, new))
    assert parse("scenario", splice(text, "scenario", reading.data, old_data, new_data)) == new


@settings(QUICK, max_examples=40)
@given(st.data(), st.sampled_from(sorted(VARIANTS)))
def test_the_splice_itself_works_for_maps_without_rewriting(data: st.DataObject, variant: str) -> None:
    text = VARIANTS[variant](ODD_MAP)
    reading, game_map = read("map", text)
    new = data.draw(map_edits(game_map))  # type: ignore[arg-type]
    old_data, new_data = (to_data(d, None, reading) for d in (game_map, new))
    assert parse("map", splice(text, "map", reading.data, old_data, new_data)) == new
