"""The tools that select, paste and replace, without a window."""

from __future__ import annotations

import pytest
from small_design import GRID, small_design

from visegrad_editor.editor.session import OpenDocument, Session
from visegrad_editor.editor.tools import (
    Brush,
    Edit,
    PasteTool,
    Pointer,
    RegionTool,
    ReplaceTool,
    Selection,
    Tool,
    pointer_at,
)
from visegrad_editor.hexgrid import Hex, HexGeometry
from visegrad_editor.model.edit.pieces import ALL_PARTS, cut_out
from visegrad_editor.model.region import turned

DESIGN = small_design()
GEOMETRY = HexGeometry(GRID)


def at(hex: tuple[int, int], **keys: bool) -> Pointer:
    return pointer_at(DESIGN, GEOMETRY.centre(Hex(*hex)), **keys)


def stroke(tool: Tool, *hexes: tuple[int, int], **keys: bool) -> Edit | Selection | None:
    tool.press(DESIGN, at(hexes[0], **keys))
    for hex in hexes[1:]:
        tool.drag(DESIGN, at(hex))
    return tool.release(DESIGN, at(hexes[-1]))


def hexes(*pairs: tuple[int, int]) -> frozenset[Hex]:
    return frozenset(Hex(*p) for p in pairs)


def test_a_box_is_dragged_and_keys_add_remove_and_keep() -> None:
    brush = Brush()
    tool = RegionTool(brush)
    tool.press(DESIGN, at((2, 2)))
    assert tool.preview(DESIGN, at((3, 4))).text == "Select 6 hexes"
    made = tool.release(DESIGN, at((3, 4)))
    assert made == Selection(hexes(*((c, r) for c in (2, 3) for r in (2, 3, 4))))
    brush.region = made.hexes
    tool.press(DESIGN, at((0, 0), shift=True))
    assert tool.preview(DESIGN, at((1, 0))).text == "Add 2 hexes: 8 selected"
    assert tool.release(DESIGN, at((1, 0))) == Selection(made.hexes | hexes((0, 0), (1, 0)))
    tool.press(DESIGN, at((2, 2), control=True))
    preview = tool.preview(DESIGN, at((2, 4)))
    assert preview.erasing
    assert preview.text == "Remove 3 hexes: 3 selected"
    assert tool.release(DESIGN, at((2, 4))) == Selection(hexes((3, 2), (3, 3), (3, 4)))
    assert stroke(tool, (3, 0), (3, 2), shift=True, control=True) == Selection(hexes((3, 2)))


def test_a_click_beside_the_map_selects_nothing_and_a_box_from_there_works() -> None:
    tool = RegionTool(Brush())
    outside = pointer_at(DESIGN, (-5.0, -5.0))
    tool.press(DESIGN, outside)
    assert tool.release(DESIGN, outside) is None
    tool.brush.region = hexes((3, 3))
    tool.press(DESIGN, outside)
    assert tool.release(DESIGN, outside) == Selection(frozenset())
    tool.press(DESIGN, outside)
    tool.drag(DESIGN, at((0, 0)))
    assert tool.release(DESIGN, at((1, 1))) == Selection(hexes((0, 0), (1, 0), (0, 1), (1, 1)))
    tool.press(DESIGN, at((1, 1)))
    tool.cancel()
    assert tool.release(DESIGN, at((2, 2))) is None


def test_a_lasso_shows_its_line_and_selects_what_it_encloses() -> None:
    tool = RegionTool(Brush(selector="lasso"))
    tool.press(DESIGN, at((2, 2)))
    for hex in ((4, 2), (4, 4)):
        tool.drag(DESIGN, at(hex))
    assert len(tool.preview(DESIGN, at((4, 4))).outline) == 3
    made = tool.release(DESIGN, at((2, 4)))
    assert Hex(3, 3) in made.hexes
    assert Hex(1, 3) not in made.hexes
    assert stroke(tool, (5, 5)) == Selection(hexes((5, 5)))


def test_the_wand_previews_its_selection() -> None:
    tool = RegionTool(Brush(selector="wand"))
    preview = tool.preview(DESIGN, at((3, 2)))
    assert preview.text == "Select 3 hexes"
    assert preview.hexes == hexes((3, 2), (4, 2), (3, 3))
    assert stroke(tool, (3, 2)) == Selection(preview.hexes)
    tool.brush.wand_match = "country"
    assert len(stroke(tool, (3, 2)).hexes) == 16


def test_shift_and_arrows_stretch_a_box() -> None:
    brush = Brush()
    tool = RegionTool(brush)
    brush.region = tool.extend(DESIGN, Hex(2, 2), Hex(3, 2)).hexes
    brush.region = tool.extend(DESIGN, Hex(3, 2), Hex(3, 3)).hexes
    assert brush.region == hexes((2, 2), (3, 2), (2, 3), (3, 3))
    brush.region = tool.extend(DESIGN, Hex(3, 3), Hex(2, 3)).hexes
    assert brush.region == hexes((2, 2), (2, 3))
    # Elsewhere a new box begins.
    assert tool.extend(DESIGN, Hex(5, 5), Hex(6, 5)).hexes == hexes((5, 5), (6, 5))


def test_a_piece_is_previewed_counted_and_pasted_with_its_hexes_selected() -> None:
    brush = Brush(piece=cut_out(DESIGN, hexes((5, 4), (6, 4), (7, 4)), ALL_PARTS))
    tool = PasteTool(brush)
    preview = tool.preview(DESIGN, at((3, 2)))
    assert preview.text == "Paste 3 hexes, in place of the terrain of 2 hexes and the country of 3 hexes"
    assert preview.piece is not None
    assert preview.piece.at == Hex(3, 2)
    assert "counters" not in preview.piece.parts
    assert tool.preview(DESIGN, at((7, 2))).text.startswith("Paste 2 hexes, 1 off the map, in place of")
    made = stroke(tool, (3, 2))
    assert made.label == f"Paste 3 hexes at {GRID.number(Hex(3, 2))}"
    assert made.region == hexes((2, 2), (3, 2), (4, 2))
    assert made.design.map.place_at[Hex(3, 2)].name == "Mid"
    assert made.notes == ()
    assert stroke(tool, (7, 2)).notes == ("1 of 3 hexes would lie off the map and is left out.",)
    tool.turn(1)
    assert brush.piece == turned(cut_out(DESIGN, hexes((5, 4), (6, 4), (7, 4)), ALL_PARTS), 1)
    assert tool.preview(DESIGN, at((7, 2))).text.startswith("Paste 3 hexes, in place of")
    tool.mirror("across")
    tool.mirror("across")
    tool.turn(-1)
    assert stroke(tool, (6, 4)).design == DESIGN


@pytest.mark.parametrize(("brush", "told"), [
    (Brush(), "copy them first"),
    (Brush(piece=cut_out(DESIGN, [Hex(0, 0)]), parts=frozenset()), "No part of the piece is chosen"),
])
def test_the_paste_tool_says_why_it_cannot(brush: Brush, told: str) -> None:
    tool = PasteTool(brush)
    assert told in tool.preview(DESIGN, at((3, 2))).text
    made = stroke(tool, (3, 2))
    assert made is None or made.design is DESIGN


def test_replacing_all_shows_what_it_changes_and_keeps_to_the_selection() -> None:
    tool = ReplaceTool(Brush(terrain="sea"))
    assert tool.preview(DESIGN, at((3, 2))).text == "Mountain to Sea: 3 hexes"
    assert stroke(tool, (3, 2)).label == "Replace Mountain with Sea (3 hexes)"
    assert stroke(tool, (0, 0)) is None
    assert "already" in tool.preview(DESIGN, at((0, 0))).text
    tool.brush.region = hexes((3, 2), (0, 5))
    preview = tool.preview(DESIGN, at((3, 2)))
    assert preview.hexes == hexes((3, 2))
    assert preview.text == "Mountain to Sea: 1 hex in the selection"
    # From an unselected hex it covers the whole map.
    assert tool.preview(DESIGN, at((4, 2))).hexes == hexes((3, 2), (4, 2), (3, 3))
    assert tool.pick(DESIGN, at((3, 2))).value == "mountain"


def test_a_session_runs_the_commands_of_the_tools() -> None:
    session = Session(DESIGN, OpenDocument("scenario", None, "A small war"))
    tool = RegionTool(session.brush)
    assert not session.perform(stroke(tool, (2, 2), (3, 3)))
    assert len(session.region) == 4
    assert len(session.history.steps) == 1
    session.brush.piece = cut_out(DESIGN, session.region)
    assert session.perform(stroke(PasteTool(session.brush), (6, 2)))
    assert Hex(6, 2) in session.region
    assert session.history.undo_label.startswith("Paste 4 hexes")
