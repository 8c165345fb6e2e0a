"""The turn track, with the real mouse and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.editor.panels.turn_track_panel import TurnTrackPanel
from visegrad_editor.model.scenario import Reinforcement
from visegrad_editor.model.schedule import ScheduledEvent, UnitRelease, UnitWithdrawal

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    """The window with nothing changed, the turn track in front."""
    one_window.window.session.history.jump(0)
    one_window.window.session.select(None, ())
    one_window.window.perform("turn_track")
    one_window.settle(0.3)
    track(one_window).canvas.yview_moveto(0)
    one_window.settle(0.1)
    return one_window


def track(hand: Hand) -> TurnTrackPanel:
    found = hand.window.dock.panel("track")
    assert isinstance(found, TurnTrackPanel)
    return found


def on_screen(hand: Hand, x: float, y: float) -> tuple[int, int]:
    canvas = track(hand).canvas
    return (round(canvas.winfo_rootx() + x - canvas.canvasx(0)),
            round(canvas.winfo_rooty() + y - canvas.canvasy(0)))


def counter(hand: Hand, key: str) -> tuple[int, int]:
    x, y = track(hand).counters[key]
    return on_screen(hand, x + 12, y + 12)


def box(hand: Hand, id: str) -> tuple[int, int]:
    left, top, right, _ = track(hand).places[id]
    return on_screen(hand, (left + right) / 2, top + 8)


def arrival(hand: Hand, key: str) -> Reinforcement:
    scenario = hand.window.session.scenario
    assert scenario is not None
    found = scenario.unit_by_key[key].reinforcement
    assert found is not None
    return found


def first_two(hand: Hand) -> list[str]:
    """The keys of two units that arrive in one of the first turns, in one box."""
    return next(list(b.units[:2]) for b in track(hand).boxes if 1 <= b.turn <= 3 and len(b.units) > 1)


def test_all_arrivals_are_shown(hand: Hand) -> None:
    """Every reinforcement has its counter, in the box of its turn or event."""
    scenario = hand.window.session.scenario
    assert scenario is not None
    arriving = {u.key for u in scenario.units if u.reinforcement}
    assert arriving
    assert arriving <= set(track(hand).counters)
    assert any(b.event == "us-entry" and len(b.units) > 3 for b in track(hand).boxes)
    assert any(b.turn == 2 and "2/russian" in b.received for b in track(hand).boxes)


def test_drag_two_counters(hand: Hand) -> None:
    """Two selected counters are dragged to another turn: one step, and it is said."""
    one, two = first_two(hand)
    turn = arrival(hand, one).turn
    hand.click(counter(hand, one))
    hand.do("keydown", "ctrl")
    hand.click(counter(hand, two))
    hand.do("keyup", "ctrl")
    assert hand.window.session.units == (one, two)
    to = 1 if turn != 1 else 2
    hand.drag(counter(hand, two), box(hand, f"turn {to}"))
    assert [arrival(hand, key).turn for key in (one, two)] == [to, to]
    assert hand.window.session.history.position == 1
    assert "2 units moved to Turn" in hand.window.messages.text


def test_keys(hand: Hand) -> None:
    """Alt+Right moves the selected counter to the next box."""
    one = first_two(hand)[0]
    turn = arrival(hand, one).turn
    hand.click(counter(hand, one))
    hand.key("alt+Right", wait=0.2)
    assert arrival(hand, one).turn == turn + 1
    assert hand.window.session.history.position == 1


def test_taken_off_the_schedule_and_back(hand: Hand) -> None:
    """A counter in the first box is off the schedule; put into a turn again it has an entry."""
    one = first_two(hand)[0]
    hand.drag(counter(hand, one), box(hand, "waiting"))
    scenario = hand.window.session.scenario
    assert scenario is not None
    assert scenario.unit_by_key[one].reinforcement is None
    hand.drag(counter(hand, one), box(hand, "turn 2"))
    now = arrival(hand, one)
    assert now.turn == 2
    assert now.entry in scenario.entry_by_id
    assert hand.window.session.history.position == 2


def test_delete_takes_off_the_schedule(hand: Hand) -> None:
    """Del takes the selected counter off the schedule, and nothing else; without a selection it says so."""
    one = first_two(hand)[0]
    hand.click(counter(hand, one))
    hand.key("Delete", wait=0.2)
    scenario = hand.window.session.scenario
    assert scenario is not None
    assert scenario.unit_by_key[one].reinforcement is None
    assert one in track(hand).boxes[0].units
    assert hand.window.session.history.position == 1
    hand.window.session.select(None, ())
    hand.key("Delete", wait=0.2)
    assert hand.window.session.history.position == 1
    assert "Select a counter" in hand.window.messages.text


def test_the_first_box_reaches_down_to_the_next_row(hand: Hand) -> None:
    """What is dropped below the words of a short box, beside a tall one, is in the box."""
    one = first_two(hand)[0]
    left = track(hand).places["waiting"][0]
    bottom = track(hand).places["turn 1"][3]
    hand.drag(counter(hand, one), on_screen(hand, left + 40, bottom - 10))
    scenario = hand.window.session.scenario
    assert scenario is not None
    assert scenario.unit_by_key[one].reinforcement is None
    assert track(hand).boxes[0].units == (one,)


def test_dropped_beside(hand: Hand) -> None:
    """A counter that is dropped on no box stays, and it is said why."""
    one = first_two(hand)[0]
    left, top, _, _ = track(hand).places["waiting"]
    hand.drag(counter(hand, one), on_screen(hand, left - 3, top - 3))
    assert hand.window.session.history.position == 0
    assert "Drop it on a turn" in hand.window.messages.text


# -- withdrawals, releases and events --------------------------------------------------------------


@pytest.fixture
def dated(hand: Hand) -> Hand:
    """The track of a scenario in which a unit leaves on turn 4, another may move from turn 2 on, and the
    United States come on turn 3."""
    session = hand.window.session
    assert session.scenario is not None
    one, two = first_two(hand)
    units = tuple(
        replace(u, withdrawal=UnitWithdrawal(4)) if u.key == one else
        replace(u, release=UnitRelease(2)) if u.key == two else u for u in session.scenario.units)
    scenario = replace(session.scenario, units=units, schedule=(ScheduledEvent("us-entry", turn=(3, 3)),))
    session.change("A timetable", lambda d: replace(d, scenario=scenario))
    hand.settle(0.3)
    return hand


def bring(hand: Hand, id: str) -> None:
    """Scroll to the rows of boxes around something."""
    panel = track(hand)
    tops = {top for _, top, _, _ in panel.places.values()}
    at = max(top for top in tops if top < panel.counters[id][1])
    panel.canvas.yview_moveto(max(0, at - 70) / max(bottom for _, _, _, bottom in panel.places.values()))
    hand.settle(0.1)


def entry(hand: Hand, role: str) -> str:
    return next(id for id, one in track(hand).entries.items() if one.role == role)


def test_what_leaves_moves_and_happens_is_dragged(dated: Hand) -> None:
    """A withdrawal, a release and an event are dragged to other turns, one step each, and it is said."""
    session = dated.window.session
    leaves, moves = entry(dated, "leaves"), entry(dated, "moves")
    for id, to in ((leaves, "turn 5"), (moves, "turn 1"), ("happens us-entry", "turn 4")):
        steps = session.history.position
        bring(dated, id)
        dated.drag(counter(dated, id), box(dated, to))
        assert session.history.position == steps + 1, id
    assert session.scenario is not None
    units = session.scenario.unit_by_key
    assert units[leaves.removeprefix("leaves ")].withdrawal == UnitWithdrawal(5)
    assert units[moves.removeprefix("moves ")].release == UnitRelease(1)
    assert session.scenario.scheduled["us-entry"].turn == (4, 4)
    assert "Event: US entry moved to Turn 4" in dated.window.messages.text


def test_an_event_is_moved_with_the_keys(dated: Hand) -> None:
    """Alt+Right gives an event the next turn, and Del gives it back to the rules."""
    bring(dated, "happens us-entry")
    dated.click(counter(dated, "happens us-entry"))
    assert "US entry: turn 3" in str(track(dated).said.cget("text"))
    dated.key("alt+Right", wait=0.2)
    scenario = dated.window.session.scenario
    assert scenario is not None
    assert scenario.scheduled["us-entry"].turn == (4, 4)
    dated.key("Delete", wait=0.2)
    scenario = dated.window.session.scenario
    assert scenario is not None
    assert scenario.schedule == ()
    assert "happens as the rules say" in dated.window.messages.text


def test_replacements_are_dragged_and_moved_with_the_keys(hand: Hand) -> None:
    """A line of the replacement chart goes to another turn, with its air points; Del takes it away."""
    session = hand.window.session
    assert session.scenario is not None
    usual = {(r.turn, r.side): r for r in session.design.ruleset.replacements}
    hand.drag(counter(hand, "receives 1/allied"), box(hand, "turn 2"))
    received = {(r.turn, r.side): r for r in session.scenario.replacements}
    assert received[1, "allied"].steps == 0
    assert received[2, "allied"].steps == usual[1, "allied"].steps + usual[2, "allied"].steps
    assert session.history.position == 1
    assert "moved to Turn 2" in hand.window.messages.text
    hand.key("alt+Right", wait=0.2)
    assert session.scenario is not None
    assert not [r for r in session.scenario.replacements if (r.turn, r.side, r.steps) == (2, "allied", 3)]
    assert session.history.position == 2
    hand.key("Delete", wait=0.2)
    assert "not received in this scenario" in hand.window.messages.text
    assert session.history.position == 3
