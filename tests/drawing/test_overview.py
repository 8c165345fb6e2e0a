"""The overview map: colours, turns, marks and clicks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from small_design import small_design
from xvfb import Hand, window_on, window_test

from visegrad_editor.drawing.colours import rgb
from visegrad_editor.drawing.overview import overview
from visegrad_editor.editor.panels.overview_panel import OverviewPanel
from visegrad_editor.hexgrid import Hex, HexGeometry, HexGrid
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.gamemap import Place, Road


def bare(orientation: str, stagger: str) -> Design:
    design = small_design()
    game_map = blank_map(design.ruleset, "bare", "Bare", 7, 5)
    grid = HexGrid(orientation, 7, 5, stagger, game_map.grid.numbering)  # type: ignore[arg-type]
    return Design(design.ruleset, replace(game_map, grid=grid))


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_every_hex_is_painted_in_its_colour(orientation: str, stagger: str, turn: int) -> None:
    design = bare(orientation, stagger)
    kinds = [k.id for k in design.ruleset.terrain]
    map = design.map
    for i, hex in enumerate(map.grid):
        map = paint_terrain(map, [hex], kinds[i * 7 % 3])
    picture = overview(with_map(design, map), 500, 400, turn)
    geometry = HexGeometry(map.grid, turn)
    _, _, right, bottom = geometry.bounds()
    assert picture.width <= 500
    assert picture.height <= 400
    assert abs(picture.width / right - picture.height / bottom) < 0.6
    scale = picture.width / right
    for hex in map.grid:
        x, y = geometry.centre(hex)
        kind = design.ruleset.terrain_by_id[map.terrain.at(hex)]
        assert picture.getpixel((round(x * scale), round(y * scale))) == rgb(kind.colour), hex


def test_rivers_towns_and_counters_are_visible() -> None:
    full = small_design()
    plain = replace(full, map=replace(full.map, lines=(), roads=(), places=()), scenario=None)
    pictures = {overview(d, 300, 300).tobytes() for d in (
        full, plain, replace(plain, scenario=full.scenario),
        *(with_map(plain, replace(plain.map, **{part: getattr(full.map, part)}))
          for part in ("lines", "roads", "places")))}
    assert len(pictures) == 6


def test_of_two_roads_through_the_same_hexes_the_higher_kind_is_drawn_as_on_the_map() -> None:
    design = bare("pointy", "odd")
    path = tuple(Hex(column, 2) for column in range(1, 6))
    highway, track = Road("highway", path), Road("track", path)

    def picture(*roads: Road) -> bytes:
        return overview(with_map(design, replace(design.map, roads=roads)), 900, 900).tobytes()

    alone = picture(highway)
    assert picture(highway, track) == alone
    assert picture(track, highway) == alone
    assert picture(track) != alone


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path) as hand:
        yield hand


@window_test
def test_a_click_goes_there_and_problems_are_marked(hand: Hand) -> None:
    window = hand.window
    window.show_panel("overview")
    hand.settle(0.5)
    panel = window.dock.panel("overview")
    assert isinstance(panel, OverviewPanel)
    for _ in range(4):
        window.view.zoom(1)
    hand.settle(0.3)
    design = window.session.design
    hexes = [h for h in design.map.grid if h not in design.map.place_at]
    target = hexes[len(hexes) * 2 // 3]
    x, y = panel._place(window.view.geometry.centre(target))
    hand.do("mousemove", panel.canvas.winfo_rootx() + round(x), panel.canvas.winfo_rooty() + round(y),
            "click", 1, wait=0.3)
    v = window.view.viewport
    there = window.view.to_map(v.width_px // 2, v.height_px // 2)
    cx, cy = design.map.geometry.centre(target)
    assert abs(there[0] - cx) < 2
    assert abs(there[1] - cy) < 2
    before = len(panel.canvas.find_withtag("problem"))
    places = (*design.map.places, Place(target))
    window.session.edit("An empty place", with_map(design, replace(design.map, places=places)))
    window.checker.check_now()
    hand.settle(0.5)
    assert len(panel.canvas.find_withtag("problem")) == before + 1
