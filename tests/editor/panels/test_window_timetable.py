"""The panel of reinforcements shows the whole timetable: kinds and sides, with the real mouse and keys."""

from __future__ import annotations

from tkinter import ttk

import pytest
from xvfb import MARKS, Hand

from visegrad_editor.editor.panels.reinforcements_panel import ReinforcementsPanel
from visegrad_editor.model.scenario import Scenario
from visegrad_editor.model.schedule import UnitRelease, UnitWithdrawal

pytestmark = MARKS
TWO = ("russia/138th Motorized", "russia/25th Motorized")


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    """The window with nothing changed, the panel in front with all units."""
    one_window.window.session.history.jump(0)
    one_window.window.session.select(None, ())
    one_window.window.show_panel("reinforcements")
    panel(one_window).kind.set("Units")
    panel(one_window).side.set("Both sides")
    one_window.settle(0.2)
    return one_window


def panel(hand: Hand) -> ReinforcementsPanel:
    return hand.window.reinforcements


def scenario(hand: Hand) -> Scenario:
    found = hand.window.session.scenario
    assert found is not None
    return found


def button(hand: Hand, text: str) -> ttk.Button:
    inside = [b for w in panel(hand).winfo_children() for b in w.winfo_children()]
    return next(b for b in inside if isinstance(b, ttk.Button) and b.cget("text") == text)


def choose(hand: Hand, id: str, column: str = "turn") -> None:
    """Double-click a cell of a row."""
    tree = panel(hand).tree
    tree.see(id)
    hand.settle(0.1)
    x, y, _, height = tree.bbox(id, column)  # type: ignore[misc]
    at = tree.winfo_rootx() + x + 8, tree.winfo_rooty() + y + height // 2
    hand.click(at)
    hand.do("click", "--repeat", 2, "--delay", 40, 1, wait=0.3)


def test_units_leave_and_are_held_in_one_step_each(hand: Hand) -> None:
    """Leaves… gives two units a withdrawal and opens the list of turns, which counts for both."""
    session = hand.window.session
    session.select(None, TWO)
    hand.click_on(button(hand, "Leaves…"))
    hand.until(lambda: panel(hand).editor is not None)
    assert session.history.position == 1
    hand.key("ctrl+a")
    hand.type("5")
    hand.key("Return", wait=0.2)
    assert [scenario(hand).unit_by_key[key].withdrawal for key in TWO] == [UnitWithdrawal(5)] * 2
    assert session.history.position == 2
    assert hand.window.messages.text == "2 units: 5."
    session.select(None, TWO[:1])
    hand.click_on(button(hand, "Held…"))
    hand.until(lambda: panel(hand).editor is not None)
    hand.key("Escape", wait=0.2)
    assert scenario(hand).unit_by_key[TWO[0]].release == UnitRelease(2)
    assert {f"leaves {TWO[0]}", f"moves {TWO[0]}"} <= set(panel(hand).rows)


def test_without_a_unit_it_says_so(hand: Hand) -> None:
    hand.click_on(button(hand, "Leaves…"))
    assert "Select units first" in hand.window.messages.text
    assert hand.window.session.history.position == 0


def test_an_event_gets_a_date_and_is_given_back(hand: Hand) -> None:
    """In the list of events a double-click gives the entry of the United States a turn; Del takes it away."""
    panel(hand).kind.set("Events")
    hand.settle(0.2)
    assert set(panel(hand).rows) == {f"happens {e}" for e in ("us-entry", "romania-entry", "italy-entry")}
    choose(hand, "happens us-entry")
    hand.until(lambda: panel(hand).editor is not None)
    hand.key("ctrl+a")
    hand.type("4")
    hand.key("Return", wait=0.2)
    assert scenario(hand).scheduled["us-entry"].turn == (4, 4)
    assert panel(hand).tree.set("happens us-entry", "turn").split() == ["turn", "4"]
    hand.key("plus", wait=0.2)
    assert scenario(hand).scheduled["us-entry"].turn == (5, 5)
    hand.key("Delete", wait=0.2)
    assert scenario(hand).schedule == ()
    assert hand.window.session.history.position == 3


def test_replacements_are_listed_and_changed(hand: Hand) -> None:
    panel(hand).kind.set("Replacements")
    panel(hand).side.set(next(s.name for s in hand.window.session.design.ruleset.sides if s.id == "allied"))
    hand.settle(0.2)
    rows = panel(hand).rows
    assert len(rows) > 3
    assert {row.side for row in rows.values()} == {"allied"}
    panel(hand).tree.focus_set()
    panel(hand).tree.selection_set("receives 2/allied")
    panel(hand).tree.focus("receives 2/allied")
    hand.key("F2", wait=0.2)
    hand.until(lambda: panel(hand).editor is not None)
    hand.key("ctrl+a")
    hand.type("7")
    hand.key("Return", wait=0.2)
    assert [(r.turn, r.side, r.steps) for r in scenario(hand).replacements] == [(2, "allied", 7)]
    hand.key("F2", wait=0.2)
    hand.until(lambda: panel(hand).editor is not None)
    hand.type("9 air points")
    hand.key("Return", wait=0.2)
    (line,) = scenario(hand).replacements
    assert (line.steps, line.assets) == (7, (("air-points-allied", 9),))
    assert panel(hand).rows["receives 2/allied"].what == "receives 7 steps and 9 air points"


def test_rows_of_several_kinds_go_a_turn_later_together(hand: Hand) -> None:
    session = hand.window.session
    arriving = next(r.id for r in panel(hand).rows.values() if r.role == "arrives" and r.turn == 2)
    session.select(None, TWO[:1])
    hand.click_on(button(hand, "Held…"))
    hand.key("Escape", wait=0.2)
    steps = session.history.position
    tree = panel(hand).tree
    tree.selection_set(arriving, f"moves {TWO[0]}")
    hand.click_on(button(hand, "Later"))
    hand.settle(0.2)
    assert [panel(hand).rows[id].turn for id in (arriving, f"moves {TWO[0]}")] == [3, 3]
    assert session.history.position == steps + 1
    assert hand.window.messages.text == "2 rows moved one turn later."
