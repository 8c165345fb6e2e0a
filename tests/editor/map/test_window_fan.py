"""Stacks fan out under a real mouse and real keys, while editing and in a play-test."""

from __future__ import annotations

import pytest
import xvfb
from map_hand import begun_anew, here, look
from xvfb import Hand, Show

from visegrad_editor.editor.map.stack_fan import StackFan
from visegrad_editor.editor.play.start_dialog import PlayTestOptions
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units

pytestmark = xvfb.MARKS
HUMANS = {"russian": "human", "allied": "human"}


@pytest.fixture
def hand(show: Show) -> Hand:
    return begun_anew(show)


def fan_of(hand: Hand) -> StackFan:
    return hand.window.controller.fan


def piled(hand: Hand, number: str, count: int) -> tuple[str, ...]:
    """Put a number of units into a hex and centre the view on it."""
    window = hand.window
    design = window.session.design
    assert design.scenario is not None
    keys = tuple(u.key for u in design.scenario.units[:count])
    window.session.edit("Pile", with_scenario(design, place_units(design.scenario, keys, number)))
    look(hand, number)
    return keys


def spot(hand: Hand, key: str) -> tuple[int, int]:
    """The screen position of a fanned counter."""
    fan, canvas = fan_of(hand), hand.window.view.canvas
    assert fan.layout is not None
    a, b, c, d = fan.layout.spots[fan.keys.index(key)]
    x, y = hand.window.view.viewport.origin_px
    return round((a + c) / 2) - x + canvas.winfo_rootx(), round((b + d) / 2) - y + canvas.winfo_rooty()


def rest_on(hand: Hand, number: str) -> None:
    x, y = hand.centre(number)
    hand.do("mousemove", x - 3, y, wait=0.03)
    hand.do("mousemove", x, y)
    hand.until(lambda: fan_of(hand).hex is not None)


def test_resting_fans_out_and_leaving_folds(hand: Hand) -> None:
    keys = piled(hand, "2214", 5)
    hand.do("mousemove", *hand.centre("2211"))
    hand.do("mousemove", *hand.centre("2214"), wait=0.02)
    assert fan_of(hand).hex is None, "not before the pointer rests"
    hand.until(lambda: fan_of(hand).hex is not None)
    assert set(fan_of(hand).keys) >= set(keys)
    assert fan_of(hand).keys == tuple(reversed(here(hand, "2214")))
    hand.do("mousemove", *spot(hand, keys[0]))
    assert fan_of(hand).keys[fan_of(hand).lit] == keys[0]
    hand.do("mousemove", *hand.centre("2518"))
    assert fan_of(hand).hex is None
    assert not hand.window.view.canvas.find_withtag("fan")


@pytest.mark.parametrize("count", [2, 12])
def test_a_click_selects_the_counter_clicked(hand: Hand, count: int) -> None:
    keys = piled(hand, "2214", count)
    before = here(hand, "2214")
    for key in (keys[0], keys[-1]):
        rest_on(hand, "2214") if fan_of(hand).hex is None else None
        hand.click(spot(hand, key))
        assert hand.window.session.units == (key,)
        assert fan_of(hand).hex is not None, "more can be chosen"
    hand.do("keydown", "ctrl")
    hand.click(spot(hand, keys[0]))
    hand.do("keyup", "ctrl")
    assert set(hand.window.session.units) == {keys[0], keys[-1]}
    assert here(hand, "2214") == before


def test_a_double_click_shows_the_counter_in_the_inspector(hand: Hand) -> None:
    keys = piled(hand, "2214", 4)
    hand.window.show_panel("units")
    rest_on(hand, "2214")
    hand.do("mousemove", *spot(hand, keys[2]), "click", "--repeat", 2, "--delay", 60, 1)
    hand.until(lambda: hand.window.inspector.winfo_ismapped())
    assert hand.window.session.units == (keys[2],)


def test_a_drag_moves_the_counter_dragged(hand: Hand) -> None:
    keys = piled(hand, "2214", 4)
    rest_on(hand, "2214")
    hand.drag(spot(hand, keys[1]), hand.centre("2216"), hand.centre("2217"))
    assert keys[1] in here(hand, "2217")
    assert keys[1] not in here(hand, "2214")
    assert {keys[0], keys[2], keys[3]} <= set(here(hand, "2214"))
    assert fan_of(hand).hex is None


def test_painting_and_single_counters_do_not_fan_out(hand: Hand) -> None:
    piled(hand, "2214", 3)
    hand.window.use_tool("terrain")
    hand.do("mousemove", *hand.centre("2214"))
    hand.settle(0.5)
    assert fan_of(hand).hex is None
    hand.window.use_tool("select")
    single = next(u.hex for u in hand.window.session.design.scenario.units  # type: ignore[union-attr]
                  if u.hex and len(here(hand, u.hex)) == 1)
    look(hand, single)
    hand.do("mousemove", *hand.centre(single))
    hand.settle(0.5)
    assert fan_of(hand).hex is None


def test_the_counter_tool_picks_up_a_fanned_counter(hand: Hand) -> None:
    keys = piled(hand, "2214", 3)
    hand.window.placer.begin((keys[2],))
    rest_on(hand, "2214")
    hand.click(spot(hand, keys[0]))
    assert hand.window.session.brush.unit == keys[0]
    hand.click(hand.centre("2217"))
    assert keys[0] in here(hand, "2217")


def test_wheel_and_escape_fold_the_stack(hand: Hand) -> None:
    piled(hand, "2214", 3)
    rest_on(hand, "2214")
    hand.key("Escape")
    assert fan_of(hand).hex is None
    rest_on(hand, "2214")
    hand.do("click", 4)
    assert fan_of(hand).hex is None


def test_a_key_fans_out_the_stack_at_the_cursor_and_arrows_move_along_it(hand: Hand) -> None:
    keys = piled(hand, "2214", 4)
    grid = hand.window.session.design.map.grid
    hex = grid.parse("2214")
    assert hex is not None
    hand.window.controller.go_to(hex)
    hand.key("f")
    assert fan_of(hand).hex == hex
    hand.key("Right")
    hand.key("Right")
    key = fan_of(hand).keys[2]
    hand.key("Return")
    assert fan_of(hand).hex is None
    assert hand.window.session.units == (key,)
    hand.key("Right")
    hand.key("Return")
    assert key not in here(hand, "2214")
    assert set(keys) - {key} <= set(here(hand, "2214"))


def test_the_fan_never_leaves_the_window(hand: Hand) -> None:
    keys = piled(hand, "2214", 12)
    assert keys
    view = hand.window.view
    v = view.viewport
    far = v.width_px // 2 - 8, v.height_px // 2 - 8
    for dx, dy in (far, (-far[0], -far[1])):
        look(hand, "2214")
        view.pan(dx, dy)
        hand.settle(0.1)
        hand.window.controller.keys.put(hand.window.session.design.map.grid.parse("2214"))
        assert fan_of(hand).open(hand.window.controller.cursor, by_key=True)  # type: ignore[arg-type]
        canvas = view.canvas
        left, top = canvas.winfo_rootx(), canvas.winfo_rooty()
        for key in keys:
            x, y = spot(hand, key)
            assert left <= x < left + canvas.winfo_width()
            assert top <= y < top + canvas.winfo_height()
        fan_of(hand).close()


def test_in_a_game_the_counter_clicked_is_chosen_and_dragged(hand: Hand) -> None:
    window = hand.window
    assert window.play.start(PlayTestOptions(HUMANS, 1))
    hand.settle(0.3)
    game = window.play.session
    assert game is not None
    for _ in range(80):
        if game.timeline.game.step == "move":
            break
        game.give(game.decision.passing or game.decision.orders[0])
        hand.settle(0.02)
    number = next(h for h in sorted(game.decision.sources()) if len(game.decision.here(h)) > 1)
    look(hand, number)
    rest_on(hand, number)
    keys = fan_of(hand).keys
    assert keys == tuple(reversed(game.position.at(number)))
    able = [k for k in keys if k in game.decision.pickable]
    for key in able:
        hand.click(spot(hand, key))
        assert game.decision.picked == (key,)
    key = able[-1]
    goals = game.decision.goals((key,))
    goal = min((h for h in goals if h != number), key=lambda h: (goals[h], h))
    done = len(game.timeline.entries)
    hand.drag(spot(hand, key), hand.centre(goal), hand.centre(goal))
    hand.until(lambda: len(game.timeline.entries) > done)
    assert game.timeline.entries[done].order.units == (key,)
    assert game.position.units[key].hex == goal
    # Back in the design, its own stacks are shown again.
    game.saved_at = game.orders
    window.play.leave()
    hand.settle(0.2)
    assert fan_of(hand).host.design is window.session.design


def test_the_plate_names_the_counter_under_the_pointer(hand: Hand) -> None:
    """The plate is drawn: as many pictures as counters, and the words below name the one pointed at."""
    keys = piled(hand, "2214", 7)
    rest_on(hand, "2214")
    canvas = hand.window.view.canvas
    assert len(canvas.find_withtag("fan-counter")) == len(here(hand, "2214"))
    hand.do("mousemove", *spot(hand, keys[2]))
    name = keys[2].split("/", 1)[1]
    assert name[:12] in canvas.itemcget("fan-caption", "text")
