"""Changes put into hand-written text: everything else keeps its bytes."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from letterings import LETTERINGS, SPOTS, lettered

from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.findings import Findings
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.load import load
from visegrad_editor.model.map_file import map_from_data
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.scenario import Entry, Reinforcement, Scenario, Setup, Unit, Where
from visegrad_editor.model.scenario_file import scenario_from_data
from visegrad_editor.model.schema import check_schema
from visegrad_editor.model.sources import Document, SourceFile
from visegrad_editor.model.yaml_read import Reading, read_yaml
from visegrad_editor.model.yaml_splice import splice
from visegrad_editor.model.yaml_write import changed_text, to_data

# As a designer might write it who has never seen the house style.
ODD = """\
# My war
kind: scenario   # order is mine
format: 1
title: 'Odd'
name:   odd
map: "m"
ruleset: r

turns:   4     # short
options: {  a: b  }   # one
entries:
- {id: north, name: "North", where: {hexes: "0601 0602"}}   # up there
- id: south
  name: South

  where:
    countries:
    - poland

# ---- the armies ----

units:

# Poland
-   name: 1st
    type: armored
    nationality: poland
    strength: 6/3       # a guess
    setup: 0601
-
    name: 2nd
    nationality: poland
    type: armored
    strength: "4/2"
    setup:
        hexes: [0601, "0602"]
        alone: true
# held back
- {nationality: poland, name: 3rd, type: cas, reinforcement: {turn: 2, entry: north, also: [south]}}

# Russia
- name: 1st
  nationality: russia
  type: armored
  strength: 9/4
  notes: |-
    A literal
    text
  setup: {areas: [a, b], excluding: ["0601"]}
- name: 2nd
  nationality: russia
  type: armored
  strength: 8/4
  setup: 0603
special_rules:
- "One: first"
- >-
  A long rule that is
  folded
# the end
"""

ODD_MAP = """\
format: 1
kind: map
name: m
title: M
ruleset: r
grid: {orientation: pointy, columns: 6, rows: 4, stagger: odd, numbering: {order: row-first,
  row: {start: 6, direction: down}, column: {start: 1, direction: right}}}
terrain:
    legend:
        .: clear
        M: "mountain"   # high
    rows: ["......", "..MM..",
           "......", "......"]
hexsides:
  # the great river
  - {kind: river, name: Great, sides: 0602/0601 0602/0702
      0602/0701}
  - kind: river
    name: Small
    sides:
      - 0801/0802
      - 0801/0901
roads:
  - kind: highway
    path: 0601 0602 0603
  - {kind: track, path: 0901-0902-0903}
places:
  - hex: 0601
    name: Mid
    features: city
  - {hex: 0702, name: High, features: [capital, port]}
areas:
- {id: a, name: A, hexes: [0601, 0602]}
- {id: b, name: B, hexes: 0701 0702}
"""


def read(kind: str, text: str) -> tuple[Reading, Document]:
    reading = read_yaml(text)
    assert check_schema(kind, reading, "") == ()
    found = Findings("", reading)
    document = (map_from_data if kind == "map" else scenario_from_data)(reading.data, found)
    assert document is not None, found.problems
    return reading, document


def parse(kind: str, text: str) -> Document:
    return read(kind, text)[1]


def diff(before: str, after: str) -> tuple[list[str], list[str]]:
    """Lines taken away and lines added."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    return [s[2:] for s in lines if s[:2] == "- "], [s[2:] for s in lines if s[:2] == "+ "]


def change(text: str, kind: str, edit: Callable[[Any], Any]) -> str:
    """The text after an edit of its document, checked to say just that."""
    reading, document = read(kind, text)
    new = edit(document)
    out = changed_text(reading, document, new)
    assert parse(kind, out) == new
    return out


def with_unit(key: str, **values: Any) -> Callable[[Scenario], Scenario]:
    return lambda s: replace(s, units=tuple(replace(u, **values) if u.key == key else u for u in s.units))


def without(*keys: str) -> Callable[[Scenario], Scenario]:
    return lambda s: replace(s, units=tuple(u for u in s.units if u.key not in keys))


def at(*hexes: str) -> Setup:
    return Setup(Where(hexes=hexes))


VARIANTS = {
    "as it is": lambda t: t,
    "windows": lambda t: t.replace("\n", "\r\n"),
    "no last line end": lambda t: t.rstrip("\n"),
    "byte order mark": lambda t: "\ufeff" + t,
    "blanks at line ends": lambda t: t.replace("\n", "  \n").replace("|-  ", "|-"),
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("kind", "text"), [("scenario", ODD), ("map", ODD_MAP)], ids=["scenario", "map"])
def test_an_unchanged_document_gives_the_same_bytes(variant: str, kind: str, text: str) -> None:
    text = VARIANTS[variant](text)
    reading, document = read(kind, text)
    assert changed_text(reading, document, document) == text
    # Also when the difference is really looked for.
    data = to_data(document, None, reading)
    assert splice(text, kind, reading.data, data, data) == text


class TestOneChangeIsOneDifference:
    def test_a_value_keeps_the_comment_behind_it(self) -> None:
        out = change(ODD, "scenario", with_unit("poland/1st", strength=7))
        assert diff(ODD, out) == (
            ["    strength: 6/3       # a guess"],
            ["    strength: 7/3       # a guess"],
        )

    def test_a_value_in_braces(self) -> None:
        out = change(
            ODD, "scenario", with_unit("poland/3rd", reinforcement=Reinforcement("north", 3, also=("south",)))
        )
        assert [s.replace("turn: 2", "turn: 3") for s in diff(ODD, out)[0]] == diff(ODD, out)[1]

    def test_a_hex(self) -> None:
        out = change(ODD, "scenario", with_unit("poland/1st", setup=at("0605")))
        assert diff(ODD, out) == (["    setup: 0601"], ['    setup: "0605"'])

    def test_a_new_key_takes_its_place_at_the_same_depth(self) -> None:
        out = change(ODD, "scenario", with_unit("poland/1st", reduced=True))
        assert diff(ODD, out) == ([], ["    reduced: true"])
        assert "    strength: 6/3       # a guess\n    reduced: true\n" in out

    def test_a_key_that_goes(self) -> None:
        out = change(ODD, "scenario", with_unit("russia/2nd", setup=None))
        assert diff(ODD, out) == (["  setup: 0603"], [])

    def test_a_block_value_becomes_short(self) -> None:
        out = change(ODD, "scenario", with_unit("poland/2nd", setup=at("0603")))
        gone, new = diff(ODD, out)
        assert gone == ["    setup:", '        hexes: [0601, "0602"]', "        alone: true"]
        assert new == ['    setup: "0603"']

    def test_an_added_unit(self) -> None:
        unit = Unit("9th", "poland", "armored", 5, 2, setup=at("0602"))
        out = change(ODD, "scenario", lambda s: replace(s, units=(*s.units, unit)))
        assert diff(ODD, out) == (
            [],
            ["- name: 9th", "  nationality: poland", "  type: armored", "  strength: 5/2", '  setup: "0602"'],
        )
        assert out.index("9th") < out.index("special_rules")

    def test_a_unit_put_first(self) -> None:
        unit = Unit("9th", "poland", "cas")
        out = change(ODD, "scenario", lambda s: replace(s, units=(unit, *s.units)))
        assert len(diff(ODD, out)[1]) == 3
        assert not diff(ODD, out)[0]

    def test_a_removed_unit_takes_its_own_comment_along(self) -> None:
        out = change(ODD, "scenario", without("poland/3rd"))
        gone, new = diff(ODD, out)
        assert len(gone) in (2, 3)
        assert gone[0] == "# held back"
        assert not new
        assert "# Russia\n- name: 1st" in out

    def test_the_heading_of_a_run_stays_while_the_run_does(self) -> None:
        out = change(ODD, "scenario", without("russia/1st"))
        assert "# Russia\n- name: 2nd" in out
        assert "# Russia" not in change(ODD, "scenario", without("russia/1st", "russia/2nd"))

    def test_a_moved_unit_brings_its_spelling(self) -> None:
        out = change(ODD, "scenario", lambda s: replace(s, units=(*s.units[:2], *s.units[3:], s.units[2])))
        assert sorted(out.splitlines()) == sorted(ODD.splitlines())
        assert out.index("# held back\n- {nationality: poland, name: 3rd") > out.index("setup: 0603")

    def test_all_units_removed(self) -> None:
        out = change(ODD, "scenario", lambda s: replace(s, units=()))
        assert "units: []" in out
        assert "# the end" in out

    def test_a_new_section(self) -> None:
        out = change(ODD, "scenario", lambda s: replace(s, play_area=("0601", "0702")))
        assert diff(ODD, out) == ([], ['play_area: ["0601", "0702"]'])

    def test_a_removed_section(self) -> None:
        out = change(ODD, "scenario", lambda s: replace(s, options=()))
        assert diff(ODD, out) == (["options: {  a: b  }   # one"], [])

    def test_a_terrain_hex(self) -> None:
        out = change(
            ODD_MAP, "map", lambda m: replace(m, terrain=m.terrain.with_values({Hex(0, 2): "mountain"}))
        )
        assert diff(ODD_MAP, out) == (['           "......", "......"]'], ['           "M.....", "......"]'])

    def test_a_new_letter_of_the_legend(self) -> None:
        out = change(
            ODD_MAP, "map", lambda m: replace(m, terrain=m.terrain.with_values({Hex(0, 0): "forest"}))
        )
        gone, new = diff(ODD_MAP, out)
        assert new[0] == "        F: forest"
        assert len(gone) == 1

    def test_a_hexside_of_a_river(self) -> None:
        def longer(m: GameMap) -> GameMap:
            line = m.lines[0]
            return replace(
                m, lines=(replace(line, sides=(*line.sides, hexside(Hex(0, 1), Hex(1, 1)))), *m.lines[1:])
            )

        out = change(ODD_MAP, "map", longer)
        assert len(diff(ODD_MAP, out)[0]) <= 2
        assert "# the great river" in out

    def test_a_word_of_a_long_river_leaves_the_others_where_they_are(self) -> None:
        text = ODD_MAP.replace(
            "    sides:\n      - 0801/0802\n      - 0801/0901\n",
            ("    sides: >-\n      0802/0801 0801/0901\n      0601/0602 0602/0603\n      0603/0604\n"),
        )
        first = change(
            text,
            "map",
            lambda m: replace(
                m,
                lines=(m.lines[0], replace(m.lines[1], sides=(*m.lines[1].sides[:2], *m.lines[1].sides[3:]))),
            ),
        )
        assert diff(text, first) == (["      0601/0602 0602/0603"], ["      0602/0603"])
        more = (hexside(Hex(3, 0), Hex(4, 0)),)
        second = change(
            text,
            "map",
            lambda m: replace(m, lines=(m.lines[0], replace(m.lines[1], sides=(*m.lines[1].sides, *more)))),
        )
        assert diff(text, second) == (["      0603/0604"], ["      0603/0604 0604/0605"])

    def test_a_line_full_of_hexsides_is_continued_on_the_next(self) -> None:
        full = " ".join(["0601/0602"] * 9)
        text = ODD_MAP.replace("    sides:\n      - 0801/0802\n      - 0801/0901\n", f"    sides: {full}\n")
        out = change(
            text,
            "map",
            lambda m: replace(
                m,
                lines=(
                    m.lines[0],
                    replace(m.lines[1], sides=(*m.lines[1].sides, hexside(Hex(3, 0), Hex(4, 0)))),
                ),
            ),
        )
        assert f"    sides: {full}\n      0604/0605\n" in out


UNITS = st.builds(
    Unit,
    st.sampled_from(["1st", "2nd", "3rd", "4th", "a: b", "10"]),
    st.sampled_from(["poland", "russia"]),
    st.sampled_from(["armored", "cas"]),
    st.integers(0, 9),
    st.integers(0, 4),
    movement=st.sampled_from([None, 5]),
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
    """Some of the old entries, moved about, others new among them."""
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
def test_any_change_of_a_scenario_is_what_the_text_says(data: st.DataObject, variant: str) -> None:
    text = VARIANTS[variant](ODD)
    reading, scenario = read("scenario", text)
    new = data.draw(scenario_edits(scenario))  # type: ignore[arg-type]
    out = changed_text(reading, scenario, new)
    assert parse("scenario", out) == new
    back = changed_text(reading, scenario, scenario)
    assert back == text


@QUICK
@given(st.data(), st.sampled_from(sorted(VARIANTS)))
def test_any_change_of_a_map_is_what_the_text_says(data: st.DataObject, variant: str) -> None:
    text = VARIANTS[variant](ODD_MAP)
    reading, game_map = read("map", text)
    new = data.draw(map_edits(game_map))  # type: ignore[arg-type]
    assert parse("map", changed_text(reading, game_map, new)) == new


@settings(QUICK, max_examples=40)
@given(st.data(), st.sampled_from(sorted(VARIANTS)))
def test_the_splice_itself_holds_without_anything_written_anew(data: st.DataObject, variant: str) -> None:
    """What `changed_text` falls back to must not hide that a splice fails."""
    text = VARIANTS[variant](ODD)
    reading, scenario = read("scenario", text)
    new = data.draw(scenario_edits(scenario))  # type: ignore[arg-type]
    old_data, new_data = (to_data(d, None, reading) for d in (scenario, new))
    assert parse("scenario", splice(text, "scenario", reading.data, old_data, new_data)) == new


class TestSamples:
    """The bundled files, with all their comments."""

    @staticmethod
    def source(name: str, kind: str) -> SourceFile:
        found = load(name).sources.of(kind)
        assert found is not None
        return found

    @pytest.mark.parametrize("name", ["historical", "free-setup", "first-steps"])
    def test_one_unit_of_a_scenario(self, name: str) -> None:
        source = self.source(name, "scenario")
        assert isinstance(source.document, Scenario)
        base = source.base_document
        for unit in source.document.units[:12]:
            new = with_unit(unit.key, setup=at("2017"))(source.document)
            out = changed_text(source.reading, source.document, new, base, base)
            gone, added = diff(source.text, out)
            assert len(gone) <= 4
            assert len(added) <= 6

    def test_removing_a_unit_of_a_variant(self) -> None:
        source = self.source("first-steps", "scenario")
        assert isinstance(source.document, Scenario)
        base = source.base_document
        new = without("poland/6th Airborne")(source.document)
        out = changed_text(source.reading, source.document, new, base, base)
        gone, added = diff(source.text, out)
        assert len(gone) <= 1
        assert 1 <= len(added) <= 2

    def test_one_hex_of_the_map(self) -> None:
        source = self.source("visegrad4", "map")
        assert isinstance(source.document, GameMap)
        game_map = source.document
        hex = next(h for h in game_map.grid if game_map.terrain.at(h) == "clear")
        new = replace(game_map, terrain=game_map.terrain.with_values({hex: "mountain"}))
        gone, added = diff(source.text, changed_text(source.reading, game_map, new))
        assert len(gone) == len(added) == 1

    def test_one_hexside_of_each_river(self) -> None:
        source = self.source("visegrad4", "map")
        assert isinstance(source.document, GameMap)
        game_map = source.document
        for i, line in enumerate(game_map.lines[:5]):
            lines = list(game_map.lines)
            lines[i] = replace(line, sides=line.sides[:-1])
            gone, added = diff(
                source.text, changed_text(source.reading, game_map, replace(game_map, lines=tuple(lines)))
            )
            assert len(gone) <= 2
            assert len(added) <= 2


@settings(QUICK, max_examples=40)
@given(st.data(), st.sampled_from(sorted(VARIANTS)))
def test_the_splice_of_a_map_holds_without_anything_written_anew(data: st.DataObject, variant: str) -> None:
    text = VARIANTS[variant](ODD_MAP)
    reading, game_map = read("map", text)
    new = data.draw(map_edits(game_map))  # type: ignore[arg-type]
    old_data, new_data = (to_data(d, None, reading) for d in (game_map, new))
    assert parse("map", splice(text, "map", reading.data, old_data, new_data)) == new


def test_a_file_written_as_json_stays_so() -> None:
    reading, scenario = read("scenario", ODD)
    text = json.dumps(to_data(scenario, None, reading), indent=2)
    out = change(text, "scenario", with_unit("poland/1st", strength=7))
    assert diff(text, out) == (['      "strength": "6/3",'], ['      "strength": "7/3",'])
    assert json.loads(out)
