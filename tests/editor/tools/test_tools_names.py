"""Names of a map, written, dragged and turned without a window."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tool_hand import DESIGN, GEOMETRY, at, click, drag, on

from visegrad_editor.drawing.writing.placed_text import placed_names
from visegrad_editor.editor import tools
from visegrad_editor.editor.tools import Brush, BrushChoice, Pointer
from visegrad_editor.hexgrid import Hex, Point
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.gamemap import Label, Place
from visegrad_editor.model.lettering import Lettering, NameRef


def written(name: str, design: Design = DESIGN, turn: int = 0) -> Any:
    return next(w for w in placed_names(design, turn) if w.text.text == name)


def moved(point: Point, dx: float, dy: float) -> Point:
    return point[0] + dx, point[1] + dy


@pytest.mark.parametrize("turn", range(4))
def test_a_name_is_found_where_it_is_drawn_also_on_a_turned_map(turn: int) -> None:
    for name, ref in (("Mid", NameRef("place", Hex(5, 6))), ("East", NameRef("place", Hex(11, 2))),
                      ("Hills", NameRef("label", Hex(8, 7)))):
        where = written(name, turn=turn)
        assert click(tools.NameTool(Brush()), on(where.middle, turn=turn)) == BrushChoice("edited_name", ref)


def test_clicking_names_things() -> None:
    tool = tools.NameTool(Brush())
    assert click(tool, at(3, 2)) == BrushChoice("edited_name", NameRef("place", Hex(3, 2)))
    assert click(tool, at(9, 4)) == BrushChoice("edited_name", NameRef("label", Hex(9, 4)))
    assert click(tool, at(11, 2, control=True)) == BrushChoice("edited_name", NameRef("label", Hex(11, 2)))
    assert tool.preview(DESIGN, at(3, 2)).text == "Name the place in 0304"
    assert tool.preview(DESIGN, on(written("Mid").middle)).frame


def test_a_name_is_dragged_freely_or_to_one_of_eight_places() -> None:
    middle = written("Mid").middle
    tool = tools.NameTool(Brush())
    made = drag(tool, on(middle), on(moved(middle, 0.4, -0.9)))
    assert made.label == "Move the name Mid"
    where = made.design.map.place_at[Hex(5, 6)].lettering.at
    assert isinstance(where, tuple)
    after = written("Mid", made.design).middle
    assert after == pytest.approx(moved(middle, 0.4, -0.9), abs=0.05)
    centre = GEOMETRY.centre(Hex(5, 6))
    snapped = drag(tool, on(middle), on((centre[0] + 0.9, centre[1] - 0.9), control=True))
    assert snapped.design.map.place_at[Hex(5, 6)].lettering.at in ("NE", "E")
    assert snapped.design.map.place_at[Hex(5, 6)].provenance == DESIGN.map.place_at[Hex(5, 6)].provenance


def test_a_label_goes_to_the_hex_it_is_dragged_to() -> None:
    middle, target = written("Hills").middle, GEOMETRY.centre(Hex(10, 4))
    made = drag(tools.NameTool(Brush()), on(middle), on(target))
    label = made.design.map.labels[0]
    assert label.hex == Hex(10, 4)
    assert label.at == "C"
    refused = tools.NameTool(Brush())
    refused.press(DESIGN, on(middle))
    refused.drag(DESIGN, on((-5.0, -5.0)))
    assert refused.preview(DESIGN, on((-5.0, -5.0))).refused
    assert refused.release(DESIGN, on((-5.0, -5.0))) is None


def test_shift_erases_a_name() -> None:
    gone = click(tools.NameTool(Brush()), on(written("Mid").middle, shift=True))
    assert gone.design.map.place_at[Hex(5, 6)].name == ""
    assert gone.design.map.place_at[Hex(5, 6)].features == ("town",)
    assert click(tools.NameTool(Brush()), on(written("Hills").middle, shift=True)).design.map.labels == ()


def test_other_names_make_way_for_names_placed_by_hand() -> None:
    two = (Place(Hex(5, 4), "Fixed", ("town",), lettering=Lettering("S")),
           Place(Hex(5, 5), "Free", ("city",)))
    design = with_map(DESIGN, replace(DESIGN.map, places=two))
    south = written("Fixed", design)
    assert south.middle[1] > GEOMETRY.centre(Hex(5, 4))[1] + 0.5
    for word, dx, dy in (("E", 1, 0), ("W", -1, 0), ("N", 0, -1), ("S", 0, 1), ("NE", 1, -1)):
        placed = with_map(DESIGN, replace(DESIGN.map, places=(replace(two[0], lettering=Lettering(word)),)))
        (x, y), (u, v) = written("Fixed", placed).middle, GEOMETRY.centre(Hex(5, 4))
        assert ((x > u + 0.1) - (x < u - 0.1), (y > v + 0.1) - (y < v - 0.1)) == (dx, dy)


def test_size_and_rotation_of_a_name_are_drawn() -> None:
    big = Place(Hex(5, 4), "Great", ("town",), lettering=Lettering((0.0, 1.0), 0.8, 30.0))
    text = written("Great", with_map(DESIGN, replace(DESIGN.map, places=(big,)))).text
    assert (text.size, text.rotation) == (0.8, 30.0)
    label = Label("Far", Hex(5, 4), 0.5, 0.0, "water", (0.5, -1.0))
    text = written("Far", with_map(DESIGN, replace(DESIGN.map, labels=(label,)))).text
    assert text.at == pytest.approx(moved(GEOMETRY.centre(Hex(5, 4)), 0.5, -1.0))


def test_keys_step_the_name_tool_through_the_hex() -> None:
    def key(n: int, col: int = 8, row: int = 7) -> Pointer:
        return Pointer(GEOMETRY.centre(Hex(col, row)), Hex(col, row), None, key=n)

    tool = tools.NameTool(Brush())
    assert click(tool, key(0)).value == NameRef("label", Hex(8, 7), 0)
    assert click(tool, key(1)).value == NameRef("label", Hex(8, 7), 1)
    assert click(tool, key(2)).value == NameRef("label", Hex(8, 7), 0)
    stepped = drag(tool, key(0), key(0, 9, 7))
    assert stepped.design.map.labels[0].hex == Hex(9, 7)
    turned = drag(tool, key(0, 5, 6), key(0, 6, 6))
    assert turned.design.map.place_at[Hex(5, 6)].lettering.at == "E"
