"""Layers of the map: visibility, opacity and locks, without a window and with the mouse in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageStat
from small_design import small_design
from xvfb import Hand, pointer_click, window_on, window_test

from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.editor.map.layers import LAYERS, LayerStates
from visegrad_editor.editor.map.tile_renderer import TileRenderer
from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.areas import set_area_hexes
from visegrad_editor.model.edit.background import set_picture
from visegrad_editor.model.edit.documents import with_map, with_scenario
from visegrad_editor.model.edit.hex_groups import put_in_group
from visegrad_editor.model.edit.hexsides import erase_sides
from visegrad_editor.model.edit.levels import paint_levels
from visegrad_editor.model.edit.places import set_feature, set_name
from visegrad_editor.model.edit.roads import erase_road
from visegrad_editor.model.edit.terrain import paint_country, paint_terrain
from visegrad_editor.model.edit.units import take_off_map

HEX = Hex(5, 3)


def edits(design: Design) -> dict[str, Design]:
    """An edit of every layer that can be changed."""
    map, scenario = design.map, design.scenario
    assert scenario is not None
    return {
        "terrain": with_map(design, paint_terrain(map, [HEX], "mountain")),
        "borders": with_map(design, paint_country(map, [HEX], "norland")),
        "rivers": with_map(design, erase_sides(map, map.lines[0].sides)),
        "roads": with_map(design, erase_road(map, map.roads[0].segments())),
        "features": with_map(design, set_feature(map, HEX, "city")),
        "names": with_map(design, set_name(map, HEX, "Newtown")),
        "areas": with_map(design, set_area_hexes(map, "south", [HEX])),
        "levels": with_map(design, paint_levels(map, [HEX], 2)),
        "buildings": with_map(design, put_in_group(map, "buildings", [HEX], "inn")),
        "waters": with_map(design, put_in_group(map, "waters", [HEX], "pond")),
        "background": with_map(design, set_picture(map, "scan.png")),
        "counters": with_scenario(design, take_off_map(scenario, [scenario.units[0].key])),
    }


def test_every_layer_that_can_be_changed_can_be_locked() -> None:
    design = small_design()
    assert set(edits(design)) == {spec.id for spec in LAYERS if spec.part is not None}
    for locked in edits(design):
        states = LayerStates()
        states.lock(locked, True)
        for changed, after in edits(design).items():
            refusal = states.refusal(design, after)
            assert bool(refusal) == (changed == locked), (locked, changed)
            assert not refusal or "locked" in refusal


def test_a_session_refuses_edits_of_locked_layers_and_says_so() -> None:
    session = Session(small_design(), OpenDocument("scenario", None, "A small war"))
    said: list[str] = []
    session.complain = said.append
    session.layers.lock("terrain", True)
    before = session.design
    assert not session.edit("Paint", edits(before)["terrain"])
    assert "locked" in said[0]
    assert "locked" in session.change("Paint", lambda d: edits(d)["terrain"])
    assert session.design is before
    assert session.edit("Name", edits(before)["names"])
    session.layers.lock("terrain", False)
    assert session.edit("Paint", edits(session.design)["terrain"])


def test_what_cannot_be_changed_cannot_be_locked_and_opacity_has_bounds() -> None:
    states = LayerStates()
    heard: list[int] = []
    states.changed.connect(lambda: heard.append(1))
    states.lock("numbers", True)
    states.fade("roads", 7)
    assert not states["numbers"].locked
    assert not heard
    states.fade("roads", -1)
    assert states.opacity == {"roads": 0.0, "plates": 0.0}
    states.show_only("roads")
    assert "terrain" in states.hidden
    assert "roads" not in states.hidden
    states.show_only("roads")
    assert states.hidden == {"areas"}


def test_the_background_picture_is_a_layer_of_its_own() -> None:
    states = LayerStates()
    heard: list[int] = []
    states.changed.connect(lambda: heard.append(1))
    assert 0 < states["background"].opacity < 1
    states.fade("background", 0.3)
    states.over_terrain = False
    states.over_terrain = False
    assert len(heard) == 2
    assert states.opacity == {}
    states.show("background", False)
    assert states.hidden == {"areas"}


def test_a_faded_layer_shows_the_layers_below() -> None:
    renderer, view = TileRenderer(), Viewport(20.0, -1.0, -1.0, 320, 240)
    renderer.show(small_design())
    full = renderer.picture(view)
    renderer.opacity = {"roads": 0.0}
    none = renderer.picture(view)
    renderer.opacity = {"roads": 0.5}
    half = renderer.picture(view)
    renderer.opacity = {}
    renderer.hidden = renderer.hidden | {"roads"}
    renderer.update(small_design())
    without = renderer.picture(view)
    # Layer images meet in whole pixels, so edges of the layers above differ slightly.
    assert apart(none, without) < 0.15
    assert apart(full, without) > apart(none, without)
    # The road covers few pixels; half faded, they are halfway, and no others differ.
    shown, hidden, faded = (np.asarray(x).astype(float) for x in (full, none, half))
    road = abs(shown - hidden).max(2) > 60
    assert road.sum() > 100
    assert abs(faded - (shown + hidden) / 2)[road].max() <= 1
    assert abs(faded - shown)[road].mean() > 40
    assert abs(faded - (shown + hidden) / 2)[~road].mean() < 0.01


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures' colours, 0 to 255."""
    bands = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(bands) / len(bands)


def test_areas_are_drawn_when_they_are_shown() -> None:
    renderer, view = TileRenderer(), Viewport(20.0, -1.0, -1.0, 320, 240)
    renderer.show(small_design())
    plain = renderer.picture(view).tobytes()
    renderer.hidden = frozenset()
    assert renderer.update(small_design())
    assert renderer.picture(view).tobytes() != plain
    moved = with_map(small_design(), replace(small_design().map, areas=()))
    assert renderer.update(moved)
    assert renderer.picture(view).tobytes() == plain


# -- in the window ----------------------------------------------------------------------------


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path) as hand:
        yield hand


@window_test
def test_layers_with_the_mouse(hand: Hand) -> None:
    window = hand.window
    window.show_panel("layers")
    hand.settle(0.4)
    panel = window.dock.panel("layers")
    boxes = {w.cget("text"): w for w in panel.winfo_children()[0].winfo_children()[0].winfo_children()[0]
             .winfo_children() if w.winfo_class() == "TCheckbutton"}
    locks = [w for w in panel.winfo_children()[0].winfo_children()[0].winfo_children()[0].winfo_children()
             if w.winfo_class() == "TCheckbutton" and not w.cget("text")]
    pointer_click(boxes["Counters"])
    hand.settle(0.3)
    assert "counters" in window.renderer.hidden
    assert not window.menus.toggles["show_counters"].get()
    hand.do("key", "F7", wait=0.3)
    assert "counters" not in window.renderer.hidden
    # The last is that of the background picture.
    pointer_click(locks[-2])
    hand.settle()
    assert window.session.layers["terrain"].locked
    window.view.canvas.focus_force()
    hand.do("key", "t")
    before = window.session.design
    window.session.choose(terrain="sea")
    hand.click(hand.centre("2017"))
    assert window.session.design is before
    assert "locked" in window.status.hex.cget("text") + window.status.tool.cget("text")
