"""Every tool in the window, by real keys alone and by the real mouse: one step, undone at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from tkinter import ttk

import pytest
import xvfb
from blank_design import GRID, blank_design, write_blank_war
from xvfb import Hand, window_on

from visegrad_editor.drawing.writing.placed_text import placed_names
from visegrad_editor.editor.tools import TOOLS
from visegrad_editor.hexgrid import Hex, Point, hexside
from visegrad_editor.hexgrid.corners import corner, corner_point
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.labels import change_label
from visegrad_editor.model.edit.pieces import cut_out
from visegrad_editor.model.lettering import NameRef
from visegrad_editor.model.region import PARTS

pytestmark = xvfb.MARKS
START = Hex(7, 5)
"""The hex cursor at the start of a test: open ground."""


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A window with the small map, restored after every test."""
    path = write_blank_war(tmp_path_factory.mktemp("design"))
    with window_on(path, tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture(autouse=True)
def _restored(hand: Hand) -> Iterator[None]:
    """The select tool is active, the map has the focus, the cursor is at `START`; all is undone after."""
    window = hand.window
    window.use_tool("select")
    window.session.select_region(())
    window.session.choose(
        terrain="marsh", country="red", hexside="wall", road="highway", feature="fort", area="home",
        unit="blue/2nd", size=0, mode="freehand", shape="hexagon", width=0, by_corners=False, line_name="",
        road_name="", removes_hexes=False, outline=False)
    window.controller.go_to(START)
    window.view.canvas.focus_force()
    hand.settle(0.1)
    yield
    window.use_tool("select")
    while window.session.history.undo_label:
        window.session.history.undo()
    hand.settle(0.05)


def _place(hand: Hand) -> None:
    hand.window.placer.begin(("blue/2nd",))
    hand.window.view.canvas.focus_force()
    hand.window.controller.go_to(START)
    hand.settle(0.1)


def _carry(hand: Hand) -> None:
    session = hand.window.session
    hand.window.controller.carry(cut_out(session.design, [Hex(5, 6), Hex(4, 6)], PARTS))
    hand.settle(0.1)


KEYS: dict[str, tuple[tuple[str | tuple[int, int] | Callable[[Hand], None], ...], str]] = {
    "select": (((4, 4), "v", "Return", "Return", "Right", "Down", "Return"), "Move 1st to"),
    "terrain": (("t", "2", "period", "Return"), "Paint Forest (7 hexes)"),
    "replace": (((6, 3), "g", "Return"), "Replace Mountain with Marsh"),
    "level": (("z", "3", "w", "Return", "Right", "Right", "Return"), "Paint level 2 (3 hexes)"),
    "country": (("c", "2", "w", "Return", "Right", "Right", "Return"), "Paint Red (3 hexes)"),
    "hexside": (("r", "4", "bracketright", "Return"), "Draw wall (1 hexside)"),
    "road": (("d", "2", "Return", "Right", "Right", "Right", "Return", "Return"), "Draw road (4 hexes)"),
    "feature": (("b", "6", "Return"), "Set fort in"),
    "name": (((5, 6), "n", "Return", "ctrl+a", "X", "y", "z", "Return"), "Name of 0706"),
    "eraser": (((3, 6), "e", "bracketright", "Return"), "Erase 1 stretch of road"),
    "place": ((_place, "Return"), "Place 2nd in"),
    "area": (("a", "Return"), "Add to Home (1 hex)"),
    "paste": ((_carry, "r", "Return"), "Paste 2 hexes"),
}
"""What is done by keys alone, beginning at `START` or at a hex; and the step it makes. A tool that is not
here is taken up by its key and used at `START`: it makes a step where it names layers that it changes, and
none where it names none."""
OF_ONE_CLICK = ["area", *sorted(t.id for t in TOOLS if t.key and t.id not in KEYS and t.layers)]
"""The area brush has its own gestures too; it is here so that the list is never empty."""
LOOKING = sorted(t.id for t in TOOLS if t.key and t.id not in KEYS and not t.layers)
"""Tools that look, select or pick up, and change no documents."""
KEY_OF = {t.id: t.key for t in TOOLS}


def test_every_tool_with_its_own_gesture_is_tested() -> None:
    assert set(KEYS) == set(MOUSE) <= {t.id for t in TOOLS}
    assert set(LOOKING) >= {"region", "pan", "pick", "measure"}
    # A tool with neither a key nor a test here would not be tested at all.
    assert {t.id for t in TOOLS if not t.key} <= set(KEYS)


def one_step(hand: Hand, label: str, act: Callable[[], None]) -> None:
    """`act` makes one step with that label; undo reverts all of it and redo restores it."""
    session = hand.window.session
    before, position = session.design, session.history.position
    act()
    assert session.history.undo_label, hand.window.messages.text
    assert session.history.undo_label.startswith(label), hand.window.messages.text
    assert session.history.position == position + 1
    made = session.design
    hand.window.view.canvas.focus_force()
    hand.key("ctrl+z")
    assert session.design is before
    hand.key("ctrl+y")
    assert session.design is made
    hand.key("ctrl+z")


@pytest.mark.parametrize("tool", sorted(KEYS))
def test_by_keys_alone(hand: Hand, tool: str) -> None:
    keys, label = KEYS[tool]

    def act() -> None:
        for key in keys:
            if isinstance(key, str):
                hand.key(key, wait=0.06)
            elif isinstance(key, tuple):
                hand.window.controller.go_to(Hex(*key))
                hand.settle(0.05)
            else:
                key(hand)

    one_step(hand, label, act)


def middle(col: int, row: int) -> Point:
    return blank_design().map.geometry.centre(Hex(col, row))


def _mid(side: object) -> Point:
    return blank_design().map.geometry.side_middle(side)  # type: ignore[arg-type]


def _corner(col: int, row: int, n: int) -> Point:
    return corner_point(blank_design().map.geometry, corner(GRID, Hex(col, row), n))


def _letters(name: str) -> Point:
    return next(w.middle for w in placed_names(blank_design()) if w.text.text == name)


MOUSE: dict[str, tuple[str | Callable[[Hand], None], tuple[Point, ...], bool, str]] = {
    "select": ("v", (middle(4, 4), middle(6, 6)), True, "Move 1st to"),
    "terrain": ("t", (middle(5, 1), middle(9, 1)), True, "Paint Marsh (5 hexes)"),
    "replace": ("g", (middle(6, 3),), False, "Replace Mountain with Marsh"),
    "level": ("z", (middle(5, 1), middle(7, 2)), True, "Paint level"),
    "country": ("c", (middle(5, 1), middle(7, 2)), True, "Paint Red"),
    "hexside": ("r", tuple(_corner(7, 4, n) for n in range(4)), True, "Draw wall (3 hexsides)"),
    "road": ("d", (middle(3, 7), middle(6, 7), middle(6, 7)), False, "Draw highway (4 hexes)"),
    "feature": ("b", (middle(8, 5),), False, "Set fort in"),
    "name": ("n", (_letters("Hills"), middle(10, 5)), True, "Move the name Hills"),
    "eraser": ("e", (_mid(hexside(Hex(3, 6), Hex(4, 6))),), False, "Erase 1 stretch of road"),
    "place": (_place, (middle(8, 5),), False, "Place 2nd in"),
    "area": ("a", (middle(5, 5), middle(7, 5)), True, "Add to Home (3 hexes)"),
    "paste": (_carry, (middle(8, 4),), False, "Paste 2 hexes"),
}
"""How a tool is chosen, where the pointer goes, whether it is dragged or clicked there; the step."""


@pytest.mark.parametrize("tool", sorted(MOUSE))
def test_by_the_mouse(hand: Hand, tool: str) -> None:
    take_up, points, dragged, label = MOUSE[tool]

    def act() -> None:
        if isinstance(take_up, str):
            hand.key(take_up)
        else:
            take_up(hand)
        places = [hand.pixel(p) for p in points]
        if dragged:
            (x, y), (u, v) = places[0], places[1]
            hand.drag(places[0], ((x + u) // 2, (y + v) // 2), *places[1:])
        else:
            for place in places:
                hand.click(place)

    one_step(hand, label, act)


@pytest.mark.parametrize("by", ["keys", "mouse"])
@pytest.mark.parametrize("tool", OF_ONE_CLICK)
def test_a_one_click_tool_adds_one_step(hand: Hand, tool: str, by: str) -> None:
    one_step(hand, "", lambda: use_at_start(hand, tool, by))


@pytest.mark.parametrize("by", ["keys", "mouse"])
@pytest.mark.parametrize("tool", LOOKING)
def test_a_tool_without_layers_changes_nothing(hand: Hand, tool: str, by: str) -> None:
    session = hand.window.session
    before = session.design
    use_at_start(hand, tool, by)
    assert session.design is before
    assert session.history.position == 0


def use_at_start(hand: Hand, tool: str, by: str) -> None:
    """Choose a tool by its key and use it once at `START`."""
    hand.key(KEY_OF[tool])
    assert hand.window.controller.tool.id == tool
    if by == "keys":
        hand.key("Return", wait=0.1)
    else:
        hand.click(hand.pixel(middle(START.col, START.row)))


# -- particular tools ----------------------------------------------------


def test_escape_undoes_one_click_and_another_tool_finishes_the_shape(hand: Hand) -> None:
    window, history = hand.window, hand.window.session.history
    hand.key("d")
    for col, row in ((3, 5), (6, 5), (9, 2)):
        hand.click(hand.pixel(middle(col, row)))
    assert history.position == 0
    hand.key("Escape")
    assert window.controller.tool.id == "road"
    hand.key("t")
    assert history.undo_label == "Draw highway (4 hexes)"
    assert window.controller.tool.id == "terrain"


def test_a_refusal_is_marked_at_the_pointer_and_shown(hand: Hand) -> None:
    hand.key("b")
    hand.do("mousemove", *hand.pixel(middle(0, 4)))
    assert hand.window.view.canvas.find_withtag("refused")
    assert "units may not enter" in hand.window.status.tool.cget("text")
    hand.click(hand.pixel(middle(0, 4)))
    assert "units may not enter" in hand.window.messages.text
    assert not hand.window.session.history.undo_label
    hand.do("mousemove", *hand.pixel(middle(8, 4)))
    assert not hand.window.view.canvas.find_withtag("refused")


def test_pressing_shift_updates_the_preview_at_once(hand: Hand) -> None:
    hand.key("d")
    hand.do("mousemove", *hand.pixel(_mid(hexside(Hex(3, 6), Hex(4, 6)))))
    assert "Erase" not in hand.window.controller.words
    hand.do("keydown", "shift")
    assert hand.window.controller.words.startswith("No highway to erase") or (
        "This is Road" in hand.window.controller.words)
    hand.do("keyup", "shift")
    assert "click where it starts" in hand.window.controller.words


def test_the_eyedropper_picks_up_tool_kind_name_and_width(hand: Hand) -> None:
    window = hand.window
    hand.key("i")
    hand.click(hand.pixel(_mid(hexside(Hex(8, 1), Hex(9, 1)))))
    brush = window.session.brush
    assert window.controller.tool.id == "hexside"
    assert (brush.hexside, brush.line_name, brush.width) == ("river", "Long", 2)
    options = window.palette.options.shown
    assert options is not None
    assert options.name.get() == "Long"  # type: ignore[attr-defined]
    hand.key("i")
    hand.click(hand.pixel(_letters("Hills")))
    assert window.controller.tool.id == "name"
    assert window.session.brush.edited_name == NameRef("label", Hex(8, 7))
    hand.window.view.canvas.focus_force()


def test_the_keyboard_aims_the_eyedropper_at_a_hexside(hand: Hand) -> None:
    hand.window.controller.go_to(Hex(8, 1))
    hand.key("i", "bracketright", "Return")
    assert hand.window.controller.tool.id == "hexside"


def test_a_new_label_is_typed_and_turned(hand: Hand) -> None:
    session = hand.window.session
    hand.click(hand.pixel(middle(5, 2)))
    assert session.hex == Hex(5, 2)
    hand.key("n")
    hand.click(hand.pixel(middle(10, 4)))
    assert session.hex == Hex(10, 4)
    hand.type("Great Plain")
    hand.key("Return", wait=0.2)
    label = session.design.map.labels[-1]
    assert (label.text, label.hex) == ("Great Plain", Hex(10, 4))
    form = hand.window.palette.options.shown.form  # type: ignore[union-attr]
    hand.click_on(form.fields["Rotation"])
    hand.key("ctrl+a")
    hand.type("30")
    hand.key("Return", wait=0.2)
    assert session.design.map.labels[-1].rotation == 30
    hand.window.view.canvas.focus_force()
    hand.key("ctrl+z", wait=0.2)
    assert session.history.undo_label == "Write a label in 0511"
    hand.key("ctrl+z", wait=0.2)
    assert not session.history.undo_label


def test_a_label_too_small_to_draw_is_shown_under_the_pointer(hand: Hand) -> None:
    window, view = hand.window, hand.window.view
    assert 14.0 < view.viewport.scale < 70.0

    def letters() -> list[str]:
        found = view.canvas.find_withtag("preview")
        return [view.canvas.itemcget(i, "text") for i in found if view.canvas.type(i) == "text"]

    hand.key("n")
    for label_size, read in ((0.1, False), (0.5, True)):
        design = hand.window.session.design
        smaller = change_label(design.map, Hex(8, 7), 0, size=label_size)
        hand.window.session.edit("Size", with_map(design, smaller))
        hand.settle(0.2)
        hand.do("mousemove", *hand.pixel(_letters("Hills")))
        hand.until(lambda: window.controller.words.startswith("Hills"))
        assert letters() == ([] if read else ["Hills"])
        assert ("visible on the map from 175 %" in window.controller.words) is not read


def test_a_custom_brush_is_made_from_the_selection(hand: Hand) -> None:
    window = hand.window
    window.session.select_region([Hex(5, 5), Hex(6, 5), Hex(5, 6)])
    hand.answer("New brush shape", ("type", "Hook"), ("key", "Return"))
    window.perform("brush_from_selection")
    hand.settle(0.2)
    assert window.session.brush.shape.name == "Hook"
    assert window.controller.tool.id == "terrain"
    hand.click(hand.pixel(middle(9, 4)))
    assert window.session.history.undo_label == "Paint Marsh (3 hexes)"
    hand.key("q")
    assert len(window.session.brush.offsets) == 3
    window.perform("forget_brush")
    assert window.session.brush.shape == "hexagon"
    assert window.session.brush_shapes.names == []


def test_w_cycles_the_paint_modes_and_o_toggles_outlines(hand: Hand) -> None:
    brush = hand.window.session.brush
    hand.key("t", "w", "w", "o")
    assert (brush.mode, brush.outline) == ("rectangle", True)
    hand.drag(hand.pixel(middle(5, 2)), hand.pixel(middle(7, 3)), hand.pixel(middle(9, 5)))
    assert hand.window.session.history.undo_label == "Paint Marsh (14 hexes)"


def test_hexsides_are_joined_from_corner_to_corner_by_keys(hand: Hand) -> None:
    history = hand.window.session.history
    hand.key("r", "l", "Return", "Right", "Right", "Return", "Return")
    assert history.undo_label.startswith("Draw wall (")
    hand.key("l")


@pytest.mark.parametrize("used", ["mouse", "mouse, then beside", "keys"])
def test_return_ends_a_line_and_adds_no_corner(hand: Hand, used: str) -> None:
    history = hand.window.session.history
    hand.key("r", "l")
    if used == "keys":
        hand.key("Return", "Right", "Right", "Return", "bracketright", "Return")
    else:
        for n in (0, 2, 4):
            hand.click(hand.pixel(_corner(7, 4, n)))
    drawn = int(hand.window.controller.words.split(": ")[1].split()[0])
    assert drawn == 4 or used == "keys"
    if used == "mouse, then beside":
        hand.do("mousemove", *hand.pixel(_corner(9, 6, 1)))
    hand.key("Return")
    assert history.undo_label == f"Draw wall ({drawn} hexsides)"
    assert hand.window.messages.text.startswith(history.undo_label)
    assert not hand.window.controller.drawing
    hand.key("l")


def test_another_name_starts_another_line(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    session.choose(line_name="Old")
    hand.key("r", "l")
    for n in (0, 2):
        hand.click(hand.pixel(_corner(7, 4, n)))
    options = window.palette.options.shown
    hand.click_on(options.name)  # type: ignore[union-attr]
    hand.key("ctrl+a")
    hand.type("New")
    assert session.history.undo_label == "Draw wall (2 hexsides)"
    for n in (0, 2):
        hand.click(hand.pixel(_corner(10, 4, n)))
    hand.key("Return")
    assert [line.name for line in session.design.map.lines if line.kind == "wall"] == ["Old", "New"]
    hand.click(hand.pixel(_corner(4, 4, 0)))
    hand.click(hand.pixel(_corner(4, 4, 2)))
    # A right click on a line picks up its name, which does not apply to the open line.
    hand.click(hand.pixel(_mid(hexside(Hex(8, 1), Hex(9, 1)))), 3)
    assert session.brush.line_name == "Long"
    assert session.history.undo_label == "Draw wall (2 hexsides)"
    assert {line.name for line in session.design.map.lines if line.kind == "wall"} == {"Old", "New"}
    session.choose(hexside="wall")
    hand.key("l")


def test_a_new_area_starts_without_hexes(hand: Hand) -> None:
    session = hand.window.session
    session.select(Hex(5, 5))
    hand.answer("New area", ("type", "Ulster"), ("key", "Return"))
    hand.window.perform("new_area")
    assert [(area.name, area.hexes) for area in session.design.map.areas][-1] == ("Ulster", ())
    hand.window.view.canvas.focus_force()
    hand.click(hand.pixel(middle(6, 3)))
    assert session.design.map.areas[-1].hexes == (Hex(6, 3),)


def test_the_inspector_places_a_name(hand: Hand) -> None:
    window = hand.window
    window.session.select(Hex(5, 6))
    window.show_panel("inspector")
    hand.until(lambda: window.inspector.hex_form is not None)
    form = window.inspector.hex_form
    assert form is not None
    box = form.fields["Name position"]
    assert isinstance(box, ttk.Combobox)
    box.set("Above right")
    box.event_generate("<<ComboboxSelected>>")
    hand.settle(0.1)
    assert window.session.design.map.place_at[Hex(5, 6)].lettering.at == "NE"
    window.show_panel("units")


def test_a_ruleset_without_a_rules_module_cannot_be_played(hand: Hand) -> None:
    from visegrad_editor.editor.actions import BY_ID
    design = hand.window.session.design
    hand.window.session.edit("System", replace(design, ruleset=replace(design.ruleset, system="")))
    for id in ("run", "play"):
        assert "names a game" in hand.window.why_not(BY_ID[id])
    hand.window.session.undo()
    assert [hand.window.why_not(BY_ID[id]) for id in ("run", "play")] == ["", ""]


def test_tool_and_kind_keys_work_whatever_has_focus(hand: Hand) -> None:
    window = hand.window
    kinds = window.session.design.ruleset.terrain
    window.session.choose(terrain=kinds[0].id)
    window.units.tree.focus_force()
    hand.until(lambda: window.root.focus_get() is window.units.tree)
    hand.key("2")
    assert window.session.brush.terrain == kinds[0].id
    hand.do("key", "t", "2")
    assert window.controller.tool.id == "terrain"
    assert window.session.brush.terrain == kinds[1].id
    assert window.root.focus_get() is window.view.canvas
    window.units.search.focus_force()
    hand.do("key", "t", "1")
    assert window.units.search.get() == "t1"
    assert window.session.brush.terrain == kinds[1].id
    window.units.search.delete(0, "end")
    window.view.canvas.focus_force()


def test_holding_ctrl_alone_previews_the_fill(hand: Hand) -> None:
    window = hand.window
    hand.key("t")
    hand.do("mousemove", *hand.pixel(middle(4, 4)))
    before = window.controller.words
    # As with Ctrl+Z, another key follows soon.
    hand.do("keydown", "ctrl", "key", "F9", wait=0.0)
    hand.settle(0.4)
    assert window.controller.words == before
    hand.do("keyup", "ctrl", "keydown", "ctrl")
    hand.until(lambda: window.controller.words != before)
    hand.do("keyup", "ctrl")
    hand.until(lambda: window.controller.words == before)


def test_a_name_clicked_again_can_be_retyped_and_its_frame_follows(hand: Hand) -> None:
    window, canvas = hand.window, hand.window.view.canvas
    design = window.session.design
    place = next(p for p in design.map.places if p.name)
    at = hand.pixel(design.map.geometry.centre(place.hex))
    hand.key("n")

    def frame() -> float:
        x0, _, x1, *_ = canvas.coords(canvas.find_withtag("preview")[0])
        return float(x1 - x0)

    width = []
    for name in ("A", "A much longer name"):
        hand.click(at)
        hand.key("ctrl+a")
        hand.type(name)
        hand.key("Return")
        hand.until(lambda n=name: window.session.design.map.place_at[place.hex].name == n)  # type: ignore[misc]
        width.append(frame())
    # The pointer has not moved since.
    assert width[1] > 3 * width[0]
