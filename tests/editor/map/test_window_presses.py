"""A press soon after a drag is no double click, on the map, in lists and in tables; two clicks are one."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import xvfb
from map_hand import begun_anew, look
from xvfb import Hand, Show

from visegrad_editor.editor.play.start_dialog import PlayTestOptions
from visegrad_editor.editor.widgets.presses import Presses
from visegrad_editor.hexgrid import Hex

pytestmark = xvfb.MARKS
Place = tuple[int, int]


@dataclass
class Event:
    """What a press says of itself."""

    x_root: int
    y_root: int
    time: int


def test_presses_in_one_place_are_counted() -> None:
    presses = Presses()
    assert [presses.press(Event(10, 10, time)) for time in (0, 200, 400)] == [1, 2, 3]
    assert presses.press(Event(10, 10, 1000)) == 1, "too late"
    assert presses.press(Event(30, 10, 1100)) == 1, "elsewhere"
    assert presses.press(Event(32, 10, 1200)) == 2
    presses.move(Event(33, 12, 1250))
    assert presses.press(Event(32, 10, 1300)) == 3, "a hand that trembles drags nothing"
    presses.move(Event(80, 10, 1350))
    presses.move(Event(32, 10, 1380))
    assert presses.press(Event(32, 10, 1400)) == 1, "there and back is a drag"


@pytest.fixture
def hand(show: Show) -> Hand:
    return begun_anew(show)


OFF_MAP = (4, 4)
"""A place of the screen where nothing can be put down."""


def twice(hand: Hand, start: Place, end: Place) -> None:
    """Drag from a place to where nothing can be put down, and at once from there to an end, in less time
    than Tk allows for a double click."""
    words: list[object] = []
    for place in (OFF_MAP, end):
        words += ["mousemove", *start, "mousedown", 1, "sleep", 0.02, "mousemove", *place, "sleep", 0.02,
                  "mousemove", place[0] + 1, place[1], "sleep", 0.02, "mouseup", 1]
    hand.do(*words, wait=0.3)


def alone(hand: Hand) -> tuple[str, str]:
    """A unit that stands alone in a hex, and that hex."""
    scenario = hand.window.session.scenario
    assert scenario is not None
    hexes = [u.hex for u in scenario.units]
    unit = next(u for u in scenario.units if u.hex and hexes.count(u.hex) == 1 and u.nationality == "poland")
    return unit.key, unit.hex


def hex_of(hand: Hand, key: str) -> str:
    scenario = hand.window.session.scenario
    assert scenario is not None
    return scenario.unit_by_key[key].hex


def beside(hand: Hand, number: str, by: int) -> str:
    grid = hand.window.session.design.map.grid
    hex = grid.parse(number)
    assert isinstance(hex, Hex)
    return grid.number(Hex(hex.col + by, hex.row))


def test_a_counter_is_dragged_again_at_once(hand: Hand) -> None:
    key, number = alone(hand)
    look(hand, number)
    there = beside(hand, number, 2)
    opened: list[int] = []
    hand.window.controller.opened.connect(lambda: opened.append(1))
    twice(hand, hand.centre(number), hand.centre(there))
    assert hex_of(hand, key) == there
    assert opened == []
    hand.do("mousemove", *hand.centre(there), "click", "--repeat", 2, "--delay", 60, 1)
    hand.until(lambda: opened)


def test_a_unit_is_dragged_from_the_list_again_at_once(hand: Hand) -> None:
    tree = hand.window.units.tree
    hand.window.show_panel("units")
    key, number = alone(hand)
    look(hand, number)
    there = beside(hand, number, 2)
    tree.see(f"unit:{key}")
    hand.settle(0.3)
    x, y, _, height = tree.bbox(f"unit:{key}", "#0")
    start = tree.winfo_rootx() + x + 60, tree.winfo_rooty() + y + height // 2
    twice(hand, start, hand.centre(there))
    assert hex_of(hand, key) == there


def test_in_a_game_a_counter_is_dragged_again_at_once(hand: Hand) -> None:
    window = hand.window
    assert window.play.start(PlayTestOptions({"russian": "human", "allied": "human"}, 5))
    hand.settle(0.5)
    session = window.play.session
    assert session is not None
    for _ in range(80):
        if session.timeline.game.step == "move":
            break
        session.give(session.decision.passing or session.decision.orders[0])
        hand.settle(0.02)
    number = next(n for n in sorted(session.decision.sources()) if len(session.decision.here(n)) == 1)
    look(hand, number)
    begun: list[str] = []
    grab = session.decision.grab

    def told(number: str, all: bool) -> tuple[str, ...]:
        begun.append(number)
        return grab(number, all)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session.decision, "grab", told)
        twice(hand, hand.centre(number), hand.centre(beside(hand, number, 1)))
    assert begun == [number, number]
