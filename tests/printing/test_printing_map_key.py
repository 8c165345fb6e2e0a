"""The key below a printed map fits, and lists everything on the map."""

from __future__ import annotations

from dataclasses import replace

import pytest
from blank_design import blank_design
from bundled import design_of
from printed_text import printed_pages

from visegrad_editor.drawing.primitives import Line, Polygon
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.gamemap import Road
from visegrad_editor.printing.map_key import MapKey, map_key, signs
from visegrad_editor.printing.map_sheet import map_bytes
from visegrad_editor.printing.paper import Paper, frame


def heights(data: bytes) -> list[list[tuple[str, float]]]:
    """Page by page what is written, with its height above the lower edge."""
    found: list[list[tuple[str, float]]] = []
    for page in printed_pages(data):
        here: list[tuple[str, float]] = []
        found.append(here)

        def visit(text: str, _cm: object, tm: list[float], _font: object, _size: object, here=here) -> None:
            if text.strip():
                here.append((" ".join(text.split()), tm[5]))

        page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize(
    ("name", "paper", "turn"), [("gsofg", "A4", 0), ("gsofg", "Letter", 1), ("visegrad4", "A4", 0)])
def test_the_key_stands_between_map_and_footer(name: str, paper: Paper, turn: int) -> None:
    design = design_of(name)
    (page,) = heights(map_bytes(design, paper=paper, turn=turn))
    least = frame(paper).bottom
    names = [s.name for s in signs(design)]
    at = [[y for text, y in page if text == n] for n in names]
    assert all(at), "every sign is named"
    assert min(y for ys in at for y in ys) > least
    (foot,) = [y for text, y in page if text == "Page 1 of 1"]
    assert foot < least


def test_water_and_borders_are_in_the_key() -> None:
    names = [s.name for s in signs(design_of("gsofg"))]
    assert {"Sea", "Lake hexside", "Border", "Supply source"} <= set(names)
    assert "Off the map" not in names
    assert len(names) == len(set(names))
    design = design_of("visegrad4")
    assert {"Sea", "Border"} <= {s.name for s in signs(design)}
    none = dict.fromkeys(design.map.grid, "")
    whole = replace(design.map, countries=design.map.countries.with_values(none))
    assert "Border" not in {s.name for s in signs(replace(design, map=whole))}


@pytest.mark.parametrize("name", ["gsofg", "visegrad4"])
def test_samples_of_hexes_are_whole_hexes_with_a_rim(name: str) -> None:
    design = design_of(name)
    hexes = {tuple(design.map.geometry.corners(h)): h for h in design.map.grid}
    kinds = {t.name for t in design.ruleset.terrain} | {f.name for f in design.ruleset.features}
    samples = [s for s in signs(design) if s.name in kinds]
    assert len(samples) > 6
    for sign in samples:
        ground, rim = sign.items[0].primitives[0], sign.items[-1].primitives[0]
        assert isinstance(ground, Polygon)
        assert isinstance(rim, Polygon)
        assert ground.points in hexes, f"the ground of {sign.name} keeps to its hexsides"
        assert rim.points == ground.points
        assert rim.stroke


def test_a_long_key_follows_on_pages_of_its_own() -> None:
    design = design_of("gsofg")
    feature = design.ruleset.features[0]
    more = tuple(replace(feature, id=f"f{n}", name=f"Feature {n}") for n in range(120))
    places = tuple(
        replace(p, features=(*p.features, *(f.id for f in more))) if n == 0 else p
        for n, p in enumerate(design.map.places))
    crowded = Design(replace(design.ruleset, features=(*design.ruleset.features, *more)),
                     replace(design.map, places=places))
    pages = heights(map_bytes(crowded))
    assert len(pages) > 1
    after = {text: y for page in pages[1:] for text, y in page}
    assert all(after[f"Feature {n}"] > frame("A4").bottom for n in range(120))
    key = map_key(crowded)
    parts = key.split(500.0, 200.0)
    assert parts is not None
    assert all(isinstance(p, MapKey) for p in parts)
    assert parts[0].height(500.0) <= 200.0


def test_symbols_stand_on_the_commonest_ground() -> None:
    design = blank_design()
    town = design.map.place_at[Hex(5, 6)]
    forest = replace(design, map=paint_terrain(design.map, [town.hex], "forest"))
    (before,) = (s for s in signs(design) if s.name == "Town")
    (after,) = (s for s in signs(forest) if s.name == "Town")
    # Its items are ground, symbol and rim; all of the ground is that of open country.
    assert after.items == before.items
    wood = paint_terrain(design.map, list(design.map.grid), "forest")
    (woody,) = (s for s in signs(replace(design, map=wood)) if s.name == "Town")
    assert woody.items[0] != before.items[0]


def test_roads_are_shown_alone_whatever_lies_on_them() -> None:
    design = blank_design()
    path = design.map.roads[0].path
    kinds = {k.name: k for k in design.ruleset.roads}
    roads = tuple(Road(k.id, path) for k in kinds.values())
    shown = {s.name: s for s in signs(replace(design, map=replace(design.map, roads=roads)))}
    for name, kind in kinds.items():
        alone = signs(replace(design, map=replace(design.map, roads=(Road(kind.id, path[::-1]),))))
        assert shown[name] in alone
        lines = [p for i in shown[name].items for p in i.primitives]
        assert kind.colour in {p.colour for p in lines if isinstance(p, Line)}
        others = {k.colour for k in kinds.values()} - {kind.colour}
        assert others.isdisjoint({p.colour for p in lines if isinstance(p, Line)})
    unused = {s.name for s in signs(replace(design, map=replace(design.map, roads=())))}
    assert unused.isdisjoint(kinds)
