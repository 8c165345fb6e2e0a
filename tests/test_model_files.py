"""Documents to plain data and text and back: nothing is lost, whatever the document."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from letterings import LETTERINGS, SPOTS, lettered

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering
from visegrad_editor.model import start
from visegrad_editor.model.findings import Findings
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.map_file import map_from_data, map_to_data
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.provenance import SOURCES, Provenance
from visegrad_editor.model.ruleset import (
    CombatTable,
    CounterColours,
    FeatureKind,
    HexsideKind,
    Nationality,
    Option,
    Phase,
    Replacements,
    ResultCode,
    RoadKind,
    Ruleset,
    Side,
    TerrainKind,
    UnitType,
)
from visegrad_editor.model.scenario import (
    Assets,
    Entry,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    Unit,
    Where,
)
from visegrad_editor.model.scenario_file import scenario_from_data
from visegrad_editor.model.schema import check_schema
from visegrad_editor.model.yaml_read import read_yaml
from visegrad_editor.model.yaml_write import new_text

IDS = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
TEXTS = st.one_of(
    st.sampled_from(
        [
            "",
            "yes",
            "null",
            "2017",
            "0703",
            "1.0",
            "~",
            "a: b",
            "# no",
            "- x",
            "'",
            '"',
            "x #y",
            "[a",
            "a,b",
            "long " * 15,
            "two\nlines",
            "para\n\npara\n",
            " lead",
            "trail ",
            "a  b",
            "\ttab",
            "Kraków",
            "!x",
            "&a",
            "*a",
            "true",
            "12:30",
            "2001-01-01",
            "{",
            "}",
            "|",
            ">",
            "%x",
            "@x",
            "`x",
            "?",
            "-",
            "=",
            "<<",
            "é\u2028é",
            "\U0001f600",
        ]
    ),
    st.text(st.characters(blacklist_categories=("Cs",)), max_size=30),
)
NAMES = TEXTS.filter(bool)
COLOURS = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)
PROVENANCES = st.builds(Provenance, st.sampled_from(SOURCES), st.sampled_from(["", "3.0", "10.10"]), TEXTS)
NUMBERS = st.one_of(
    st.integers(0, 99), st.floats(0, 99, allow_nan=False).filter(lambda x: x == 0 or x > 1e-6)
)
TRAITS = st.frozensets(IDS, max_size=3)


def tuples(of: st.SearchStrategy[Any], most: int = 4) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of, max_size=most).map(tuple)


def table() -> st.SearchStrategy[CombatTable]:
    def build(width: int, names: tuple[str, ...], rows: int) -> CombatTable:
        columns = tuple(f"{n} {i}" for i, n in enumerate((names * width)[:width] if names else ["c"] * width))
        return CombatTable(
            "t",
            "Table",
            columns,
            tuple(i * 50 for i in range(width)),
            tuple(tuple(f"R{r}{c}" for c in range(width)) for r in range(rows)),
        )

    return st.builds(build, st.integers(1, 8), tuples(NAMES), st.integers(1, 6))


RULESETS = st.builds(
    Ruleset,
    IDS,
    TEXTS,
    IDS,
    version=TEXTS,
    notes=TEXTS,
    turns=st.integers(1, 200),
    turn_length=TEXTS,
    stacking_limit=st.integers(1, 99),
    sides=st.lists(st.builds(Side, IDS, TEXTS, COLOURS), min_size=1, max_size=3).map(tuple),
    nationalities=tuples(
        st.builds(
            Nationality,
            IDS,
            TEXTS,
            TEXTS,
            IDS,
            st.builds(CounterColours, COLOURS, COLOURS, COLOURS, st.booleans()),
        )
    ),
    unit_types=tuples(st.builds(UnitType, IDS, TEXTS, TEXTS, st.integers(0, 99), TRAITS, TEXTS)),
    terrain=st.lists(
        st.builds(
            TerrainKind,
            IDS,
            TEXTS,
            st.one_of(st.none(), NUMBERS),
            st.integers(-10, 10),
            st.booleans(),
            st.booleans(),
            COLOURS,
            TEXTS,
            PROVENANCES,
        ),
        min_size=1,
        max_size=3,
    ).map(tuple),
    hexsides=tuples(
        st.builds(
            HexsideKind, IDS, TEXTS, st.one_of(st.none(), NUMBERS), st.integers(-10, 10), COLOURS,
            traits=TRAITS)
    ),
    roads=tuples(
        st.builds(RoadKind, IDS, TEXTS, NUMBERS, st.integers(0, 9), COLOURS, st.floats(0.01, 1), TRAITS)
    ),
    features=tuples(
        st.builds(
            FeatureKind, IDS, TEXTS, st.one_of(st.none(), st.just("other"), NUMBERS), provenance=PROVENANCES
        )
    ),
    tables=tuples(table(), 2),
    results=tuples(st.builds(ResultCode, TEXTS, TEXTS, TEXTS)),
    replacements=tuples(
        st.builds(Replacements, st.integers(1, 9), IDS, st.integers(0, 9), st.integers(0, 9))
    ),
    phases=tuples(st.builds(Phase, IDS, TEXTS, st.one_of(st.just(""), IDS), TEXTS)),
    options=tuples(
        st.builds(Option, IDS, TEXTS, st.lists(TEXTS, min_size=1, max_size=3).map(tuple), TEXTS, TEXTS)
    ),
    special_rules=tuples(st.tuples(TEXTS, TEXTS)),
)

HEXES = st.sampled_from(["0601", "1718", "2017", "1620"])
WHERES = st.builds(
    Where, tuples(HEXES), tuples(IDS), tuples(IDS), tuples(IDS, 1), tuples(IDS, 1), tuples(HEXES)
)
MARKS = st.lists(st.sampled_from(start.MARKS), max_size=2, unique=True).map(tuple)
LEFT = st.one_of(st.none(), st.integers(0, 9))
STARTS = st.builds(
    start.Start, st.integers(1, 200), st.one_of(st.just(""), IDS), tuples(HEXES), tuples(IDS), tuples(IDS),
    tuples(IDS),
    tuples(st.builds(start.Holding, IDS, st.lists(HEXES, min_size=1, max_size=3).map(tuple)), 2), LEFT, LEFT)
UNITS = st.builds(
    Unit,
    NAMES,
    IDS,
    IDS,
    st.integers(0, 20),
    st.integers(0, 20),
    st.one_of(st.just(""), IDS),
    st.one_of(st.none(), st.integers(0, 20)),
    st.booleans(),
    st.one_of(st.none(), st.builds(Setup, WHERES, TEXTS, st.booleans(), MARKS)),
    st.one_of(
        st.none(),
        st.builds(Reinforcement, IDS, st.integers(1, 10), st.one_of(st.just(""), IDS), tuples(IDS, 2)),
    ),
    PROVENANCES,
    TEXTS,
)
SCENARIOS = st.builds(
    Scenario,
    IDS,
    TEXTS,
    IDS,
    IDS,
    version=TEXTS,
    summary=TEXTS,
    notes=TEXTS,
    provenance=PROVENANCES,
    turns=st.integers(1, 200),
    play_area=st.one_of(st.just(()), st.tuples(HEXES, HEXES)),
    units=st.lists(UNITS, max_size=6, unique_by=lambda u: u.key).map(tuple),
    entries=st.lists(
        st.builds(Entry, IDS, TEXTS, WHERES, st.booleans(), st.booleans(), TEXTS),
        max_size=3,
        unique_by=lambda e: e.id,
    ).map(tuple),
    assets=st.lists(
        st.builds(Assets, IDS, *[st.integers(0, 9)] * 4), max_size=2, unique_by=lambda a: a.side
    ).map(tuple),
    replacements=st.lists(
        st.builds(ReplacementOverride, st.integers(1, 9), IDS, st.integers(0, 9), st.integers(0, 9)),
        max_size=3,
        unique_by=lambda r: (r.turn, r.side),
    ).map(tuple),
    options=st.dictionaries(IDS, TEXTS, max_size=3).map(lambda d: tuple(d.items())),
    special_rules=tuples(TEXTS),
    start=st.one_of(st.none(), STARTS),
)


@st.composite
def maps(draw: st.DrawFn) -> GameMap:
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    order = draw(st.sampled_from(["row-first", "column-first"]))
    numbering = Numbering(
        order,
        Axis(draw(st.integers(0, 40)), draw(st.sampled_from(["up", "down"]))),
        Axis(draw(st.integers(0, 40)), draw(st.sampled_from(["left", "right"]))),
        draw(st.sampled_from(["", ".", "_"])),
    )
    grid = HexGrid(
        draw(st.sampled_from(["pointy", "flat"])),
        columns,
        rows,
        draw(st.sampled_from(["odd", "even"])),
        numbering,
    )
    letters = draw(
        st.lists(st.sampled_from(string.printable[:95] + "é"), min_size=1, max_size=4, unique=True)
    )
    layers = []
    for values in (draw(st.lists(IDS, min_size=4, max_size=4)), ["", "poland", "a", "b"]):
        cells = st.text(st.sampled_from(letters), min_size=columns, max_size=columns)
        layers.append(
            Layer(tuple(zip(letters, values, strict=False)), tuple(draw(cells) for _ in range(rows)))
        )
    hexes = st.sampled_from(list(grid))
    sides = st.tuples(hexes, st.integers(0, 5)).map(lambda p: grid.side(*p))

    def walk(start: Hex, turns: list[int]) -> tuple[Hex, ...]:
        path = [start]
        for turn in turns:
            if (step := grid.step(path[-1], turn)) in grid:
                path.append(step)
        return tuple(path)

    return GameMap(
        draw(IDS),
        draw(TEXTS),
        draw(IDS),
        grid,
        *layers,
        draw(TEXTS),
        draw(TEXTS),
        draw(PROVENANCES),
        draw(tuples(st.builds(HexsideLine, IDS, tuples(sides, 40), TEXTS, st.integers(1, 5)))),
        draw(
            tuples(
                st.builds(Road, IDS, st.builds(walk, hexes, st.lists(st.integers(0, 5), max_size=30)), TEXTS)
            )
        ),
        draw(tuples(st.builds(
            lettered, st.builds(Place, hexes, TEXTS, tuples(IDS, 2), PROVENANCES), LETTERINGS))),
        draw(tuples(st.builds(Area, IDS, TEXTS, tuples(hexes, 30), TEXTS, PROVENANCES))),
        draw(tuples(st.builds(
            Label, NAMES, hexes, st.floats(0.01, 10), st.floats(-360, 360), TEXTS, SPOTS))),
    )


QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@QUICK
@given(st.one_of(RULESETS, SCENARIOS, maps()))
def test_a_new_file_says_exactly_the_document(document: Any) -> None:
    # `new_text` reads what it wrote and raises where it is not the same.
    text = new_text(document)
    assert new_text(document) == text
    assert text.isascii() or text.encode("utf-8")


def read_scenario(text: str, base: Scenario | None = None) -> tuple[Scenario | None, list[Problem]]:
    reading = read_yaml(text)
    assert check_schema("scenario", reading, "s.yaml") == ()
    found = Findings("s.yaml", reading)
    return scenario_from_data(reading.data, found, base), found.problems


HEAD = "format: 1\nkind: scenario\nname: x\ntitle: X\nruleset: r\nmap: m\nturns: 3\n"


def test_many_spellings_of_one_unit() -> None:
    one, _ = read_scenario(
        HEAD + "units: [{name: 1, nationality: poland, type: armored, strength: 6/3, setup: 1620}]\n"
    )
    other, _ = read_scenario(
        HEAD
        + 'units:\n- name: "1"\n  nationality: poland\n  type: armored\n  strength: "6/3"\n'
        + '  setup: {hexes: ["1620"]}\n'
    )
    assert one is not None
    assert other is not None
    assert (
        one.units
        == other.units
        == (Unit("1", "poland", "armored", 6, 3, setup=Setup(Where(hexes=("1620",)))),)
    )


def test_leading_zeros_of_hex_numbers_stay() -> None:
    scenario, _ = read_scenario(
        HEAD + "units: [{name: a, nationality: p, type: t, setup: {hexes: 0703 0801}}]\n"
    )
    assert scenario is not None
    assert scenario.units[0].setup == Setup(Where(hexes=("0703", "0801")))


MAP = """\
format: 1
kind: map
name: m
title: M
ruleset: r
grid:
  orientation: pointy
  columns: 3
  rows: 2
  numbering:
    order: row-first
    row: {start: 1, direction: down}
    column: {start: 1, direction: right}
terrain:
  legend: {".": clear, "~": sea}
  rows:
    - "..~"
    - "..."
"""


def read_map(text: str) -> tuple[GameMap | None, list[Problem]]:
    reading = read_yaml(text)
    assert check_schema("map", reading, "m.yaml") == ()
    found = Findings("m.yaml", reading)
    return map_from_data(reading.data, found), found.problems


@pytest.mark.parametrize(
    ("more", "code", "line", "words"),
    [
        ("places: [{hex: 0109, name: Far}]\n", "unknown-hex", 19, ["'0109'", "place Far", "0101 to 0203"]),
        (
            "hexsides:\n- kind: river\n  name: R\n  sides: 0101/0102\n    0101/0103\n",
            "bad-hexside",
            23,
            ["0101 and 0103", "do not touch", "0101 touches 0102, 0201"],
        ),
        ("hexsides: [{kind: river, sides: 0101}]\n", "bad-hexside", 19, ["no hexside", "2017/2018"]),
        ("hexsides: [{kind: river, sides: 0101/Q}]\n", "bad-hexside", 19, ["'Q'", "direction"]),
        (
            "roads: [{kind: highway, name: E1, path: 0101-0103}]\n",
            "road-jumps",
            19,
            ["highway E1", "from 0101 to 0103"],
        ),
        ("roads: [{kind: highway, path: [0101, 9999]}]\n", "unknown-hex", 19, ["'9999'"]),
        ("areas: [{id: a, name: A, hexes: 0101 0777}]\n", "unknown-hex", 19, ["area A"]),
        ("labels: [{text: Sea, hex: x1}]\n", "unknown-hex", 19, ["label Sea"]),
    ],
)
def test_wrong_hexes_of_a_map(more: str, code: str, line: int, words: list[str]) -> None:
    game_map, problems = read_map(MAP + more)
    assert game_map is None
    assert [(p.code, p.line, p.file) for p in problems] == [(code, line, "m.yaml")]
    for word in words:
        assert word in problems[0].message


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "words"),
    [
        ('- "..~"', '- "..~."', "bad-row", 17, ["Row 1", "4 letters", "3 columns"]),
        ('- "..."', '- ".X."', "unknown-letter", 18, ["'X'", "hex 0202", "'.'"]),
        ('    - "..."\n', "", "bad-row", 16, ["1 rows", "has 2"]),
        ("columns: 3", "columns: 120", "numbering", 13, ["reach 120", "digits: 3"]),
        ("columns: 3\n  rows: 2", "columns: 999\n  rows: 999", "too-big", 6, ["998,001"]),
    ],
)
def test_wrong_rows_and_grids(old: str, new: str, code: str, line: int, words: list[str]) -> None:
    assert old in MAP
    game_map, problems = read_map(MAP.replace(old, new))
    assert game_map is None
    assert (problems[0].code, problems[0].line) == (code, line)
    for word in words:
        assert word in problems[0].message


def test_a_map_without_countries() -> None:
    game_map, problems = read_map(MAP)
    assert problems == []
    assert game_map is not None
    assert game_map.countries.at(Hex(0, 0)) == ""
    assert "countries" not in map_to_data(game_map)


def test_a_side_at_the_edge_of_the_map() -> None:
    game_map, _ = read_map(MAP + "hexsides: [{kind: river, sides: 0101/W 0103/E}]\n")
    assert game_map is not None
    assert map_to_data(game_map)["hexsides"][0]["sides"] == "0101/W 0103/E"


class TestHouseStyle:
    """How a new file looks."""

    def test_units_are_blocks_and_hexes_are_quoted(self) -> None:
        scenario, _ = read_scenario(
            HEAD + "units: [{name: 1st, nationality: poland, type: armored, strength: 6/3, setup: 1620}]\n"
        )
        assert scenario is not None
        assert new_text(scenario).endswith(
            "units:\n  - name: 1st\n    nationality: poland\n    type: armored\n    strength: 6/3\n"
            '    setup: "1620"\n'
        )

    def test_long_lists_of_hexsides_are_wrapped(self) -> None:
        many = " ".join(["0101/0102"] * 60)
        game_map, _ = read_map(MAP + f"hexsides: [{{kind: river, sides: {many}}}]\n")
        assert game_map is not None
        lines = new_text(game_map).splitlines()
        assert "    sides: >-" in lines
        assert max(map(len, lines)) <= 100

    def test_places_are_lines(self) -> None:
        game_map, _ = read_map(MAP + "places: [{hex: 0102, name: Warsaw, features: capital}]\n")
        assert game_map is not None
        assert '  - {hex: "0102", name: Warsaw, features: [capital]}\n' in new_text(game_map)

    def test_a_common_provenance_is_given_once(self) -> None:
        units = "".join(
            f"  - {{name: u{i}, nationality: p, type: t, provenance: designer}}\n" for i in range(3)
        )
        scenario, _ = read_scenario(HEAD + "units:\n" + units)
        assert scenario is not None
        text = new_text(scenario)
        assert text.count("designer") == 1
        assert "units_provenance: designer\n" in text
