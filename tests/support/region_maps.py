"""Made-up designs of every shape of grid, for properties of pieces of maps."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from letterings import LETTERINGS, SPOTS, lettered
from small_design import RULESET

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.layer import Layer
from visegrad_editor.model.scenario import Scenario, Setup, Unit
from visegrad_editor.model.where import Where

NUMBERING = Numbering("row-first", Axis(1, "down"), Axis(1, "right"))
TERRAIN = Layer((("~", "sea"), (".", "clear"), ("M", "mountain")), ())
COUNTRIES = Layer((("N", "norland"), ("S", "sudland"), (" ", "")), ())


@st.composite
def grids(draw: st.DrawFn, most: int = 7) -> HexGrid:
    """A small grid of either orientation and stagger."""
    return HexGrid(
        draw(st.sampled_from(("pointy", "flat"))), draw(st.integers(1, most)), draw(st.integers(1, most)),
        draw(st.sampled_from(("odd", "even"))), NUMBERING)


def _rows(draw: st.DrawFn, grid: HexGrid, letters: str) -> tuple[str, ...]:
    row = st.text(letters, min_size=grid.columns, max_size=grid.columns)
    return tuple(draw(st.lists(row, min_size=grid.rows, max_size=grid.rows)))


@st.composite
def designs(draw: st.DrawFn) -> Design:
    """A map with everything a piece can hold, and units on it."""
    grid = draw(grids())
    all_hexes = list(grid)
    hexes = st.sampled_from(all_hexes)
    taken: set[tuple[str, object]] = set()
    lines, roads = [], []
    for _ in range(draw(st.integers(0, 3))):
        kind = draw(st.sampled_from(("river", "wall")))
        sides = dict.fromkeys(
            grid.side(draw(hexes), draw(st.integers(0, 5))) for _ in range(draw(st.integers(1, 9))))
        free = tuple(s for s in sides if (kind, s) not in taken)
        taken |= {(kind, s) for s in free}
        if free:
            name = draw(st.sampled_from(("", "Long")))
            lines.append(HexsideLine(kind, free, name, draw(st.integers(1, 3))))
    for _ in range(draw(st.integers(0, 3))):
        kind, path = draw(st.sampled_from(("highway", "track"))), [draw(hexes)]
        for d in draw(st.lists(st.integers(0, 5), max_size=8)):
            there = grid.step(path[-1], d)
            if there in grid and (kind, grid.side(path[-1], d)) not in taken:
                taken.add((kind, grid.side(path[-1], d)))
                path.append(there)
        if len(path) > 1:
            roads.append(Road(kind, tuple(path), draw(st.sampled_from(("", "R1")))))
    places = [Place(h, *draw(st.sampled_from((("Mid", ("city",)), ("", ("port",)), ("Only", ())))))
              for h in draw(st.lists(hexes, max_size=4, unique=True))]
    places = [lettered(p, draw(LETTERINGS)) for p in places]
    areas = [Area(id, id.title(), tuple(draw(st.lists(hexes, max_size=5, unique=True))))
             for id in ("east", "west")]
    labels = [Label(text, draw(hexes), 0.5, float(draw(st.integers(-360, 360))), "region", draw(SPOTS))
              for text in draw(st.lists(st.sampled_from(("Sea", "Hills")), max_size=3))]
    game_map = GameMap(
        "made", "Made up", "small", grid, replace(TERRAIN, rows=_rows(draw, grid, "~.M")),
        replace(COUNTRIES, rows=_rows(draw, grid, "NS ")), lines=tuple(lines), roads=tuple(roads),
        places=tuple(places), areas=tuple(areas), labels=tuple(labels))
    numbers = draw(st.lists(hexes.map(grid.number), max_size=3))
    units = [Unit(f"{n}th Infantry", "norland", "infantry", ((4,), (2,)), setup=Setup(Where(hexes=(number,))))
             for n, number in enumerate(numbers)]
    return Design(RULESET, game_map, Scenario("made", "Made up", "small", "made", units=tuple(units)))


@st.composite
def designs_with_regions(draw: st.DrawFn) -> tuple[Design, frozenset[Hex]]:
    """A design and some of its hexes, at least one."""
    design = draw(designs())
    hexes = draw(st.sets(st.sampled_from(list(design.map.grid)), min_size=1))
    return design, frozenset(hexes)


def contents(design: Design) -> dict[str, object]:
    """The contents of a design, ignoring the order of its lists."""
    m = design.map
    return {
        "terrain": {h: m.terrain.at(h) for h in m.grid},
        "countries": {h: m.countries.at(h) for h in m.grid},
        "sides": sorted((s, x.kind, x.name, x.width) for x in m.lines for s in x.sides),
        "segments": sorted((s, r.kind, r.name) for r in m.roads for s in r.segments()),
        "places": sorted((p.hex, p.name, p.features) for p in m.places),
        "labels": sorted((x.hex, x.text, x.size, x.rotation % 360, x.style) for x in m.labels),
        "areas": {a.id: frozenset(a.hexes) for a in m.areas},
        "units": {u.key: u.hex for u in design.scenario.units} if design.scenario else {},
    }
