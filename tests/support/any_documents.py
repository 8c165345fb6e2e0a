"""Random documents of any kind: rulesets, scenarios and maps with every possible content."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from letterings import LETTERINGS, SPOTS, lettered

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering
from visegrad_editor.model import start
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.provenance import MAP_SOURCES, REPLACEMENT_VALUES, SOURCES, UNIT_VALUES, Provenance
from visegrad_editor.model.rules.combat import CombatTable
from visegrad_editor.model.rules.results import ResultCode
from visegrad_editor.model.ruleset import (
    AidLine,
    Condition,
    CounterColours,
    FeatureKind,
    HexsideKind,
    Nationality,
    Option,
    Phase,
    Replacements,
    RoadKind,
    Ruleset,
    Side,
    SpecialRule,
    TerrainKind,
    UnitType,
)
from visegrad_editor.model.scenario import (
    AssetStart,
    Entry,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    Unit,
    Where,
)
from visegrad_editor.model.unit_values import trimmed

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
MAP_PROVENANCES = st.builds(
    Provenance, st.sampled_from(MAP_SOURCES), st.sampled_from(["", "3.0", "10.10"]), TEXTS)
PROVENANCES = st.builds(Provenance, st.sampled_from(SOURCES), st.sampled_from(["", "3.0", "10.10"]), TEXTS)


def by_value(names: Sequence[str]) -> st.SearchStrategy[Provenance]:
    """Provenances in which some values have a different source."""
    def build(whole: Provenance, values: dict[str, Provenance]) -> Provenance:
        for name, source in values.items():
            whole = whole.with_values([name], source)
        return whole

    return st.builds(build, PROVENANCES, st.dictionaries(st.sampled_from(names), PROVENANCES, max_size=3))


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
            id="t",
            name="Table",
            columns=columns,
            thresholds=tuple(i * 50 for i in range(width)),
            rows=tuple(tuple(f"R{r}{c}" for c in range(width)) for r in range(rows)),
        )

    return st.builds(build, st.integers(1, 8), tuples(NAMES), st.integers(1, 6))


COSTS = st.one_of(st.none(), NUMBERS)
SHIFTS = st.integers(-10, 10)
WORDS = tuples(IDS, 2)
COUNTS = st.dictionaries(IDS, st.integers(0, 9), max_size=2).map(lambda d: tuple(d.items()))
CONDITIONS = st.one_of(st.just(Condition()), st.builds(
    Condition, options=st.dictionaries(
        IDS, st.lists(NAMES, min_size=1, max_size=2).map(tuple), max_size=2).map(lambda d: tuple(d.items())),
    nationalities=WORDS, units=tuples(NAMES, 2), unit_types=WORDS, traits=WORDS, events=WORDS, entries=WORDS,
    assets=WORDS, terrain=WORDS,
    hexsides=WORDS, roads=WORDS, features=WORDS, places=tuples(NAMES, 2), ground=st.booleans(),
    movement=st.one_of(st.none(), st.integers(0, 99))))
RULESETS = st.builds(
    Ruleset,
    name=IDS,
    title=TEXTS,
    system=IDS,
    version=TEXTS,
    notes=TEXTS,
    turns=st.integers(1, 200),
    turn_length=TEXTS,
    stacking_limit=st.integers(1, 99),
    sides=st.lists(
        st.builds(Side, id=IDS, name=TEXTS, colour=COLOURS), min_size=1, max_size=3).map(tuple),
    nationalities=tuples(st.builds(
        Nationality, id=IDS, name=TEXTS, adjective=TEXTS, side=IDS,
        colours=st.builds(
            CounterColours, ground=COLOURS, ink=COLOURS, symbol=COLOURS, camouflage=st.booleans()))),
    unit_types=tuples(st.builds(
        UnitType, id=IDS, name=TEXTS, symbol=TEXTS, movement=st.integers(0, 99), traits=TRAITS, size=TEXTS)),
    terrain=st.lists(
        st.builds(
            TerrainKind, id=IDS, name=TEXTS, cost=COSTS, shift=SHIFTS, playable=st.booleans(),
            supply=st.booleans(), colour=COLOURS, pattern=TEXTS, provenance=PROVENANCES),
        min_size=1,
        max_size=3,
    ).map(tuple),
    hexsides=tuples(st.builds(
        HexsideKind, id=IDS, name=TEXTS, cost=COSTS, shift=SHIFTS, colour=COLOURS, traits=TRAITS)),
    roads=tuples(st.builds(
        RoadKind, id=IDS, name=TEXTS, cost=NUMBERS, rank=st.integers(0, 9), colour=COLOURS,
        width=st.floats(0.01, 1), traits=TRAITS)),
    features=tuples(st.builds(
        FeatureKind, id=IDS, name=TEXTS, cost=st.one_of(st.just("other"), COSTS), provenance=PROVENANCES)),
    tables=tuples(table(), 2),
    results=tuples(st.builds(ResultCode, id=TEXTS, name=TEXTS, text=TEXTS)),
    replacements=tuples(st.builds(
        Replacements, turn=st.integers(1, 9), side=IDS, steps=st.integers(0, 9),
        assets=COUNTS, provenance=by_value(REPLACEMENT_VALUES))),
    phases=tuples(st.builds(
        Phase, id=IDS, name=TEXTS, side=st.one_of(st.just(""), IDS), rule=TEXTS, when=CONDITIONS,
        unless=CONDITIONS)),
    options=tuples(st.builds(
        Option, id=IDS, name=TEXTS, choices=st.lists(TEXTS, min_size=1, max_size=3).map(tuple), rule=TEXTS,
        text=TEXTS, added=st.booleans(), when=CONDITIONS, unless=CONDITIONS)),
    special_rules=tuples(st.builds(
        SpecialRule, rule=TEXTS, text=TEXTS, when=CONDITIONS, unless=CONDITIONS)),
    player_aid=tuples(st.builds(
        AidLine, id=IDS, title=TEXTS, text=TEXTS, rule=TEXTS, when=CONDITIONS, unless=CONDITIONS)),
    set_up_order=tuples(IDS, 2),
)
HEXES = st.sampled_from(["0601", "1718", "2017", "1620"])
WHERES = st.builds(
    Where, hexes=tuples(HEXES), areas=tuples(IDS), countries=tuples(IDS), features=tuples(IDS, 1),
    roads=tuples(IDS, 1), excluding=tuples(HEXES))
MARKS = st.lists(IDS, max_size=2, unique=True).map(tuple)
LEFT = st.one_of(st.none(), st.integers(0, 9))
STARTS = st.builds(
    start.Start, turn=st.integers(1, 200), phase=st.one_of(st.just(""), IDS), scored=tuples(HEXES),
    events=tuples(IDS), entered=tuples(IDS), struck=tuples(IDS),
    held=tuples(st.builds(
        start.Holding, side=IDS, hexes=st.lists(HEXES, min_size=1, max_size=3).map(tuple)), 2),
    steps=LEFT, assets=COUNTS)
NUMBERS = st.one_of(st.none(), st.integers(0, 20))
UNITS = st.builds(
    Unit,
    name=NAMES,
    nationality=IDS,
    type=IDS,
    values=st.lists(st.lists(NUMBERS, max_size=3), max_size=3).map(trimmed),
    steps=st.one_of(st.none(), st.integers(1, 12)),
    formation=st.one_of(st.just(""), IDS),
    size=st.one_of(st.just(""), IDS),
    reduced=st.booleans(),
    setup=st.one_of(
        st.none(), st.builds(Setup, where=WHERES, box=TEXTS, alone=st.booleans(), marks=MARKS)),
    reinforcement=st.one_of(st.none(), st.builds(
        Reinforcement, entry=IDS, turn=st.integers(1, 10), event=st.one_of(st.just(""), IDS),
        also=tuples(IDS, 2))),
    provenance=by_value(UNIT_VALUES),
    notes=TEXTS,
)
SCENARIOS = st.builds(
    Scenario,
    name=IDS,
    title=TEXTS,
    ruleset=IDS,
    map=IDS,
    version=TEXTS,
    summary=TEXTS,
    notes=TEXTS,
    provenance=PROVENANCES,
    turns=st.integers(1, 200),
    play_area=st.one_of(st.just(()), st.tuples(HEXES, HEXES)),
    units=st.lists(UNITS, max_size=6, unique_by=lambda u: u.key).map(tuple),
    entries=st.lists(
        st.builds(
            Entry, id=IDS, name=TEXTS, where=WHERES, pays=st.booleans(), stops=st.booleans(), rule=TEXTS),
        max_size=3,
        unique_by=lambda e: e.id,
    ).map(tuple),
    assets=st.lists(
        st.builds(
            AssetStart, id=IDS, number=st.integers(0, 9), boxes=COUNTS),
        max_size=2, unique_by=lambda a: a.id,
    ).map(tuple),
    replacements=st.lists(
        st.builds(
            ReplacementOverride, turn=st.integers(1, 9), side=IDS, steps=st.integers(0, 9),
            assets=COUNTS),
        max_size=3,
        unique_by=lambda r: (r.turn, r.side),
    ).map(tuple),
    options=st.dictionaries(IDS, TEXTS, max_size=3).map(lambda d: tuple(d.items())),
    special_rules=tuples(TEXTS),
    start=st.one_of(st.none(), STARTS),
    set_up_order=tuples(IDS, 2),
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

    terrain, countries = layers
    return GameMap(
        name=draw(IDS),
        title=draw(TEXTS),
        ruleset=draw(IDS),
        grid=grid,
        terrain=terrain,
        countries=countries,
        version=draw(TEXTS),
        notes=draw(TEXTS),
        provenance=draw(MAP_PROVENANCES),
        lines=draw(tuples(st.builds(
            HexsideLine, kind=IDS, sides=tuples(sides, 40), name=TEXTS, width=st.integers(1, 5)))),
        roads=draw(tuples(st.builds(
            Road, kind=IDS, path=st.builds(walk, hexes, st.lists(st.integers(0, 5), max_size=30)),
            name=TEXTS))),
        places=draw(tuples(st.builds(
            lettered,
            st.builds(Place, hex=hexes, name=TEXTS, features=tuples(IDS, 2), provenance=MAP_PROVENANCES),
            LETTERINGS))),
        areas=draw(tuples(st.builds(
            Area, id=IDS, name=TEXTS, hexes=tuples(hexes, 30), rule=TEXTS, provenance=MAP_PROVENANCES))),
        labels=draw(tuples(st.builds(
            Label, text=NAMES, hex=hexes, size=st.floats(0.01, 10), rotation=st.floats(-360, 360),
            style=TEXTS, at=SPOTS))),
    )


QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
