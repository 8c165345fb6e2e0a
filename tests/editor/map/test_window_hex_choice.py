"""Choosing hexes on the map: nothing covers it, and nothing else takes the clicks."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.hexgrid import Hex

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(one_window: Hand) -> Iterator[Hand]:
    hand = one_window
    hand.window.session.history.jump(0)
    hand.window.session.select(None, ())
    hand.window.dock.reset()
    hand.window.view.canvas.focus_force()
    hand.settle(0.3)
    yield hand
    hand.window.hex_choice.leave()
    hand.settle(0.2)


def begin(hand: Hand, asking: tk.Misc) -> list[frozenset[Hex]]:
    """Begin a choice; the hexes that will be taken."""
    taken: list[frozenset[Hex]] = []

    def take(hexes: frozenset[Hex]) -> str:
        taken.append(hexes)
        return ""

    hand.window.choose_hexes(asking, "Hexes of the test", (), take)
    hand.settle(0.4)
    return taken


def test_a_maximised_table_of_units_goes_out_of_the_way_and_comes_back(hand: Hand) -> None:
    hand.key("shift+F3", wait=0.4)
    panel = hand.window.dock.panel("units_table")
    top = panel.winfo_toplevel()
    top.tk.call("wm", "attributes", top, "-zoomed", True)
    hand.settle(0.5)
    size = top.winfo_width(), top.winfo_height()
    assert size[0] > 1200
    marked = panel.grid_table.marked  # type: ignore[attr-defined]
    taken = begin(hand, hand.window.root)
    assert not top.winfo_viewable()
    hand.click(hand.centre("2017"))
    hand.click(hand.centre("2118"))
    hand.key("Return", wait=0.5)
    grid = hand.window.session.design.map.grid
    assert taken == [frozenset(filter(None, map(grid.parse, ("2017", "2118"))))]
    hand.until(top.winfo_viewable)
    hand.until(lambda: (top.winfo_width(), top.winfo_height()) == size)
    assert panel.grid_table.marked == marked  # type: ignore[attr-defined]
    hand.window.dock.close("units_table")


def test_opening_a_panel_leaves_the_choice(hand: Hand) -> None:
    hand.key("shift+F3", wait=0.4)
    top = hand.window.dock.panel("units_table").winfo_toplevel()
    taken = begin(hand, hand.window.root)
    hand.key("shift+F3", wait=0.5)
    assert hand.window.hex_choice.bar is None
    hand.until(top.winfo_viewable)
    assert taken == []
    hand.window.dock.close("units_table")


def test_clicks_in_docked_panels_select_nothing_and_say_what_to_do(hand: Hand) -> None:
    hand.window.dock.show("units")
    hand.settle(0.3)
    panel = hand.window.dock.panel("units")
    place = panel.winfo_rootx() + 60, panel.winfo_rooty() + panel.winfo_height() // 2
    begin(hand, hand.window.root)
    session = hand.window.session
    session.say("")
    hand.click(place)
    assert session.units == ()
    assert "Hexes of the test: click hexes" in hand.window.messages.text
    assert hand.window.root.focus_get() is hand.window.view.canvas
    hand.key("Escape", wait=0.3)
    assert hand.window.hex_choice.bar is None
    hand.click(place)
    assert session.units != () or session.hex is not None


def test_each_hex_of_the_top_row_can_be_clicked(hand: Hand) -> None:
    session, view = hand.window.session, hand.window.view
    grid = session.design.map.grid
    top = [Hex(column, 0) for column in range(grid.columns)]
    view.centre_on(session.design.map.geometry.centre(top[grid.columns // 2]))
    hand.window.perform("fit")
    hand.settle(0.4)
    begin(hand, hand.window.root)
    places = [hand.centre(grid.number(h)) for h in top]
    left, above = view.canvas.winfo_rootx(), view.canvas.winfo_rooty()
    seen = [(h, p) for h, p in zip(top, places, strict=True)
            if left < p[0] < left + view.canvas.winfo_width() and above < p[1]]
    assert len(seen) == len(top)
    for _, place in seen[:: max(1, len(seen) // 6)]:
        hand.click(place)
    assert session.region == {h for h, _ in seen[:: max(1, len(seen) // 6)]}
