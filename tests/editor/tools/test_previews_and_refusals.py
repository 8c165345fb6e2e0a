"""What tools show before the click: which layer is locked, and what a pasted piece replaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import xvfb
from small_design import small_design
from xvfb import Hand, window_on

from visegrad_editor.editor.map.layers import LAYERS, locked_text
from visegrad_editor.editor.map.overlay import overlay_tags
from visegrad_editor.editor.tools import TOOLS, Brush, EraserTool, PasteTool, Pointer, Tool, pointer_at
from visegrad_editor.editor.tools import paste as paste_module
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.pieces import (
    ALL_PARTS,
    cut,
    cut_out,
    landing,
    overwritten,
    paste,
    users_of_hexes,
)
from visegrad_editor.model.scenario import Setup
from visegrad_editor.model.where import Where

DESIGN = small_design()
GRID = DESIGN.map.grid


def at(col: int, row: int, near: float = 0.3) -> Pointer:
    return pointer_at(DESIGN, DESIGN.map.geometry.centre(Hex(col, row)), near=near)


def test_every_drawing_tool_declares_lockable_layers() -> None:
    known = {spec.id for spec in LAYERS if spec.part is not None}
    drawing = {tool.id: tool.layers for tool in TOOLS if tool.layers}
    assert set(drawing) >= {"terrain", "replace", "country", "hexside", "road", "feature", "name", "area",
                            "place"}
    assert all(layers <= known for layers in drawing.values())


@pytest.mark.parametrize(("tool", "layer"), [(t, layer) for t in TOOLS for layer in t.layers])
def test_a_locked_layer_is_reported_before_the_click(tool: type[Tool], layer: str) -> None:
    brush = Brush(terrain="mountain", country="norland", hexside="river", road="track", feature="port",
                  area="south", unit=DESIGN.scenario.units[0].key)
    in_hand = tool(brush)
    here = at(1, 4)
    assert not in_hand.checked_preview(DESIGN, here).refused
    brush.locked = frozenset({layer})
    seen = in_hand.checked_preview(DESIGN, here)
    assert seen.refused
    assert seen.locked
    assert seen.text == locked_text({layer})
    brush.locked = frozenset(s.id for s in LAYERS) - {layer}
    assert not in_hand.checked_preview(DESIGN, here).refused


def test_the_eraser_skips_locked_layers() -> None:
    hexes = [p.hex for p in DESIGN.map.places if p.name]
    place = hexes[0]
    brush = Brush(eraser_kinds=frozenset({"places", "roads", "hexsides", "labels"}))
    tool = EraserTool(brush)
    here = at(place.col, place.row)
    everything = tool.checked_preview(DESIGN, here).text
    assert "1 place" in everything
    brush.locked = frozenset({"names"})
    seen = tool.checked_preview(DESIGN, here)
    assert "place" not in seen.text.partition(";")[0]
    assert "Names" in seen.text
    brush.locked = frozenset(s.id for s in LAYERS)
    assert tool.checked_preview(DESIGN, here).refused
    tool.press(DESIGN, here)
    assert tool.release(DESIGN, here) is None
    brush.locked = frozenset()
    tool.press(DESIGN, here)
    made = tool.release(DESIGN, here)
    assert place not in made.design.map.place_at


def test_what_a_piece_replaces_is_counted() -> None:
    corner = [Hex(c, r) for c in range(3) for r in range(2)]
    piece = cut_out(DESIGN, corner, ALL_PARTS - {"counters"})
    after = paste(DESIGN, piece, Hex(4, 3)).design
    covered = set(landing(DESIGN, piece, Hex(4, 3)).values())
    found = overwritten(DESIGN, after, covered)
    changed = [h for h in covered if DESIGN.map.terrain.at(h) != after.map.terrain.at(h)]
    assert found.terrain == len(changed) > 0
    names = {p.hex: p.name for p in after.map.places}
    assert found.places == sum(p.hex in covered and names.get(p.hex) != p.name for p in DESIGN.map.places) > 0
    sides = {s for x in DESIGN.map.roads for s in x.segments()}
    assert found.roads == len(sides - {s for x in after.map.roads for s in x.segments()}) > 0
    assert found.counters() == ""
    assert f"{found.places} place" in found.lost()
    assert overwritten(DESIGN, DESIGN, covered).lost() == ""


def test_counters_in_a_piece_are_mentioned() -> None:
    unit = next(u for u in DESIGN.scenario.units if u.hex)
    home = GRID.parse(unit.hex)
    copied = cut_out(DESIGN, [home], ALL_PARTS)
    target = Hex(1, 4)
    assert "added" in overwritten(DESIGN, paste(DESIGN, copied, target).design, [target]).counters()
    left, piece = cut(DESIGN, [home], ALL_PARTS)
    found = overwritten(left, paste(left, piece, target).design, [target])
    assert found.moved > 0
    assert found.added == 0


def test_a_large_piece_is_checked_when_the_pointer_rests() -> None:
    grown = small_design()
    brush = Brush(piece=cut_out(grown, list(grown.map.grid), ALL_PARTS), parts=ALL_PARTS)
    tool = PasteTool(brush)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paste_module, "_AT_ONCE", 5)
        first = tool.checked_preview(grown, at(3, 2))
        assert first.unfinished
        assert first.text.endswith("…")
        second = tool.checked_preview(grown, at(3, 2))
    assert not second.unfinished
    assert "place" in second.text


def test_paste_says_which_locked_layers_it_would_change() -> None:
    brush = Brush(piece=cut_out(DESIGN, [Hex(3, 2), Hex(4, 2)], ALL_PARTS))
    tool = PasteTool(brush)
    brush.locked = frozenset({"terrain", "roads"})
    seen = tool.checked_preview(DESIGN, at(1, 4))
    assert seen.refused
    assert seen.text == locked_text({"terrain"})
    # Pasted back in place it changes nothing.
    assert not tool.checked_preview(DESIGN, at(*brush.piece.home.anchor)).refused


def test_references_to_hexes_move_with_a_piece_cut_with_its_counters() -> None:
    scenario = DESIGN.scenario
    assert scenario is not None
    haven, place = Hex(2, 1), Hex(2, 4)
    number = GRID.number
    both = Setup(Where(hexes=(number(haven), number(Hex(5, 5)))))
    unit = replace(scenario.units[3], setup=both)
    war = replace(scenario, units=(*scenario.units[:3], unit, *scenario.units[4:]))
    design = replace(DESIGN, scenario=war)
    assert users_of_hexes(war, {number(haven)}) == ("the entry Haven", "the set-up of 2nd Infantry")
    left, piece = cut(design, [haven], ALL_PARTS)
    after, notes = paste(left, piece, place)
    assert after.scenario is not None
    assert after.scenario.entry_by_id["haven"].where.hexes == (number(place),)
    moved = after.scenario.units[3].setup
    assert moved is not None
    assert moved.where.hexes == (number(place), number(Hex(5, 5)))
    assert notes == ("The entry Haven and 1 more moved along.",)
    # Pasted a second time it is a copy; so it is without its counters or after the cut is undone.
    again, _ = paste(after, piece, Hex(6, 5))
    assert again.scenario is not None
    assert again.scenario.entries == after.scenario.entries
    ground, bare = cut(design, [haven], ALL_PARTS - {"counters"})
    assert paste(ground, bare, place).design.scenario == war
    assert paste(design, piece, place).design.scenario == war
    assert paste(left, piece, haven).design.scenario == war


# -- in the window ----------------------------------------------------------------------------


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("historical", tmp_path) as hand:
        hand.window.view.zoom(1)
        hand.window.view.canvas.focus_force()
        hand.settle()
        yield hand


@xvfb.window_test
def test_a_course_of_roads_is_refused_at_its_first_click(hand: Hand) -> None:
    window = hand.window
    before = window.session.design
    hand.key("d")
    hand.do("mousemove", *hand.centre("2017"))
    assert "refused" not in overlay_tags(window.view.canvas)
    window.session.layers.lock("roads", True)
    hand.settle()
    assert "refused" in overlay_tags(window.view.canvas)
    assert "The layer Roads is locked" in window.status.tool.cget("text")
    hand.click(hand.centre("2017"))
    assert not window.controller.tool.pending
    assert "locked" in window.messages.text
    window.session.layers.lock("roads", False)
    hand.settle()
    assert "refused" not in overlay_tags(window.view.canvas)
    hand.click(hand.centre("2017"))
    assert window.controller.tool.pending
    hand.key("Escape")
    assert window.session.design is before


@xvfb.window_test
def test_a_piece_lists_what_it_replaces(hand: Hand) -> None:
    window = hand.window
    window.session.select_region([window.session.design.map.grid.parse("1817")])
    hand.settle()
    hand.key("ctrl+c")
    hand.key("ctrl+v")
    hand.do("mousemove", *hand.centre("2017"))
    words = window.status.tool.cget("text")
    assert words.startswith("Paste 1 hex, in place of"), words
    # That includes what was there before: a city with its name.
    assert "1 place" in words
    window.session.layers.lock("names", True)
    hand.settle()
    assert "refused" in overlay_tags(window.view.canvas)
    before = window.session.design
    hand.click(hand.centre("2017"))
    assert window.session.design is before


@xvfb.window_test
def test_the_tape_stays_while_the_type_of_unit_is_chosen(hand: Hand) -> None:
    window = hand.window
    window.use_tool("measure")
    hand.settle(0.2)
    hand.click(hand.centre("2017"))
    hand.click(hand.centre("1717"))
    laid = window.status.tool.cget("text")
    assert laid.startswith("2017 to 1717: 3 hexes")
    choice = window.palette.options.shown.fields["measured_type"]
    hand.do("mousemove", choice.winfo_rootx() + 20, choice.winfo_rooty() + 8, wait=0.2)
    assert window.status.tool.cget("text") == laid
    assert "preview" in overlay_tags(window.view.canvas)
    choice.focus_force()
    hand.until(lambda: window.root.focus_get() is choice)
    hand.key("Down", wait=0.3)
    hand.key("Down", "Return", wait=0.2)
    told = window.status.tool.cget("text")
    assert told.startswith(laid)
    assert "movement points for" in told
    # With the pointer nowhere on the map, a tool shows nothing.
    window.use_tool("terrain")
    hand.settle()
    assert "preview" not in overlay_tags(window.view.canvas)
