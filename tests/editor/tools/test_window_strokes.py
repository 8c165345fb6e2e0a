"""A stroke in progress and earlier edits are neither changed nor lost unintentionally."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import xvfb
from blank_design import write_blank_war
from xvfb import Hand, window_on

from visegrad_editor.editor.panels.history_panel import HistoryPanel
from visegrad_editor.editor.tools.base import END_FIRST, LET_GO
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A window with the small map, restored after every test."""
    path = write_blank_war(tmp_path_factory.mktemp("design"))
    with window_on(path, tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.fixture(autouse=True)
def _restored(hand: Hand) -> Iterator[None]:
    """One step is made and the brush is active; afterwards all is undone."""
    window, session = hand.window, hand.window.session
    session.choose(terrain="marsh", road="highway", feature="fort", size=0, mode="freehand")
    window.view.canvas.focus_force()
    window.use_tool("terrain")
    hand.click(at(hand, 10, 4))
    hand.key("ctrl+z")
    hand.key("ctrl+y")
    assert session.history.undo_label == "Paint Marsh (1 hex)"
    yield
    hand.do("mouseup", 1)
    window.use_tool("select")
    session.jump(0)
    hand.settle(0.05)


def at(hand: Hand, col: int, row: int) -> tuple[int, int]:
    return hand.pixel(hand.window.session.design.map.geometry.centre(Hex(col, row)))


@contextmanager
def stroke(hand: Hand, *hexes: tuple[int, int]) -> Iterator[None]:
    """A drag over hexes; `between` runs before the button is released."""
    hand.do("mousemove", *at(hand, *hexes[0]), "mousedown", 1)
    for hex in hexes[1:]:
        hand.do("mousemove", *at(hand, *hex))
    yield
    hand.do("mouseup", 1)


def test_ctrl_z_drops_the_stroke_and_nothing_else(hand: Hand) -> None:
    history = hand.window.session.history
    steps = history.steps
    with stroke(hand, (5, 2), (6, 2), (7, 2)):
        hand.key("ctrl+z")
        hand.do("mousemove", *at(hand, 8, 2))
        assert not hand.window.controller.drawing
    assert (history.steps, history.position) == (steps, 1)
    assert "cancelled" in hand.window.messages.text


def test_what_was_undone_can_still_be_redone_after_a_dropped_stroke(hand: Hand) -> None:
    history = hand.window.session.history
    hand.key("ctrl+z")
    with stroke(hand, (5, 2), (6, 2)):
        hand.key("ctrl+z")
    hand.key("ctrl+y")
    assert history.undo_label == "Paint Marsh (1 hex)"
    assert history.position == 1


def test_redo_and_jumps_wait_for_the_end_of_the_stroke(hand: Hand) -> None:
    window, history = hand.window, hand.window.session.history
    hand.key("ctrl+z")
    window.show_panel("history")
    with stroke(hand, (5, 2), (6, 2)):
        hand.key("ctrl+y")
        assert window.messages.text == LET_GO
        assert history.position == 0
        panel = window.dock.panel("history")
        assert isinstance(panel, HistoryPanel)
        window.say("")
        panel.tree.selection_set("1")
        panel.tree.focus_force()
        hand.key("Return")
        assert window.messages.text == LET_GO
        assert history.position == 0
    assert history.undo_label == "Paint Marsh (2 hexes)"


def test_other_changes_of_the_map_wait_too(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    session.select_region([Hex(5, 5)])
    with stroke(hand, (5, 2), (6, 2)):
        for key in ("ctrl+Delete", "w", "ctrl+f"):
            window.say("")
            hand.key(key)
            assert window.messages.text == LET_GO, key
        hand.key("3", "space", "Return", "shift+Right")
        hand.do("mousemove", *at(hand, 7, 2))
    assert session.history.undo_label == "Paint Marsh (3 hexes)"
    session.select_region(())


def test_changing_the_tool_finishes_the_stroke(hand: Hand) -> None:
    window, history = hand.window, hand.window.session.history
    with stroke(hand, (5, 2), (6, 2), (7, 2)):
        hand.key("d")
        assert history.undo_label == "Paint Marsh (3 hexes)"
        hand.do("mousemove", *at(hand, 9, 2))
    assert window.controller.tool.id == "road"
    assert history.position == 2
    assert not window.controller.drawing
    with stroke(hand, (5, 5), (6, 5), (7, 5)):
        hand.key("t")
    assert history.undo_label == "Draw highway (3 hexes)"


def test_the_right_button_does_nothing_during_a_stroke(hand: Hand) -> None:
    session = hand.window.session
    with stroke(hand, (5, 3), (6, 3), (6, 4)):
        hand.do("click", 3)
    assert session.brush.terrain == "marsh"
    assert session.history.undo_label == "Paint Marsh (3 hexes)"


def test_a_step_counts_the_hexes_that_changed(hand: Hand) -> None:
    with stroke(hand, (9, 4), (10, 4), (11, 4)):
        pass
    assert hand.window.session.history.undo_label == "Paint Marsh (2 hexes)"


def test_ctrl_z_undoes_the_last_of_several_clicks(hand: Hand) -> None:
    window, history = hand.window, hand.window.session.history
    hand.key("d")
    for hex in ((3, 5), (6, 5)):
        hand.click(at(hand, *hex))
    hand.key("ctrl+y")
    hand.key("ctrl+z")
    assert window.controller.drawing
    assert history.undo_label == "Paint Marsh (1 hex)"
    window.session.jump(0)
    assert window.messages.text == END_FIRST
    hand.key("ctrl+z")
    assert not window.controller.drawing
    hand.key("ctrl+z")
    assert history.position == 0


def test_a_counter_dropped_off_the_map_stays_and_del_takes_it_off(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    key = "blue/2nd"
    assert session.scenario is not None
    session.change("Place", lambda d: with_scenario(
        d, place_units(session.scenario, [key], d.map.grid.number(Hex(0, 5)))))  # type: ignore[arg-type]
    window.use_tool("select")
    session.select(None)
    x, y = at(hand, 0, 5)
    left = hand.window.view.canvas.winfo_rootx() + 3
    hand.do("mousemove", x, y, "mousedown", 1)
    hand.do("mousemove", (x + left) // 2, y)
    hand.do("mousemove", left, y)
    assert window.controller.refused
    assert "press Del" in window.controller.words
    hand.do("mouseup", 1)
    assert session.scenario.unit_by_key[key].hex
    assert session.units == (key,)
    hand.key("Delete")
    assert session.scenario.unit_by_key[key].setup is None


def test_a_refused_click_is_told_once(hand: Hand) -> None:
    window = hand.window
    window.use_tool("eraser")
    window.session.choose(eraser_kinds=frozenset())
    hand.click(at(hand, 6, 3))
    why = "Tick above the palette what the eraser is to erase"
    assert window.status.hex.cget("text") == f"{why}."
    assert window.status.tool.cget("text") == ""
    window.say("")
    assert window.status.tool.cget("text") == why
    window.session.choose(eraser_kinds=frozenset({"hexsides", "roads", "places"}))
