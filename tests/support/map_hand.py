"""One window whose tests each begin with the same scenario, at rest, and what stands on its map."""

from __future__ import annotations

from xvfb import Hand, Show

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.units import stack_at


def begun_anew(show: Show, name: str = "historical") -> Hand:
    """The window of `shared_window` with a scenario as it comes with the program: no play-test, the pointer
    beside the map, the tool for selecting in hand."""
    hand = show(name)
    window = hand.window
    if window.play.on:
        window.play.leave()
        hand = show(name)
    hand.do("mousemove", 4, 4)
    window.use_tool("select")
    hand.settle(0.2)
    return hand


def look(hand: Hand, number: str) -> None:
    """Show a hex in the middle."""
    hex = hand.window.session.design.map.grid.parse(number)
    assert isinstance(hex, Hex)
    hand.window.view.centre_on(hand.window.session.design.map.geometry.centre(hex))
    hand.settle(0.1)


def here(hand: Hand, number: str) -> tuple[str, ...]:
    """The units in a hex."""
    scenario = hand.window.session.scenario
    assert scenario is not None
    return tuple(u.key for u in stack_at(scenario, number))
