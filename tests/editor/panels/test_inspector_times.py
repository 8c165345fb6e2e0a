"""When several units come, leave and may move, in the inspector: one edit for all, one step."""

from __future__ import annotations

from tkinter import ttk

import pytest
from xvfb import MARKS, Hand

from visegrad_editor.editor.panels.inspector import Inspector
from visegrad_editor.model.schedule import UnitRelease, UnitWithdrawal

pytestmark = MARKS
TWO = ("russia/138th Motorized", "russia/25th Motorized")


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    one_window.window.session.history.jump(0)
    one_window.window.session.select(None, TWO)
    one_window.window.show_panel("inspector")
    one_window.settle(0.3)
    return one_window


def field(hand: Hand, label: str) -> ttk.Combobox:
    panel = hand.window.dock.panel("inspector")
    assert isinstance(panel, Inspector)
    assert panel.unit_form is not None
    found = panel.unit_form.fields[label]
    assert isinstance(found, ttk.Combobox)
    return found


def choose(hand: Hand, label: str, text: str) -> None:
    """Choose a text in the list of a field, as a click in it does."""
    box = field(hand, label)
    assert text in box.cget("values"), box.cget("values")
    box.set(text)
    box.event_generate("<<ComboboxSelected>>")
    hand.settle(0.2)


def test_all_selected_units_get_a_turn_an_entry_a_withdrawal_and_a_release(hand: Hand) -> None:
    session = hand.window.session
    assert session.scenario is not None
    for n, (label, text) in enumerate((
            ("Arrives", "turn 3"), ("Arrives at", "Prague (2623)"), ("Leaves", "turn 6"),
            ("May move", "turn 4")), 1):
        choose(hand, label, text)
        assert session.history.position == n, label
    for key in TWO:
        unit = session.scenario.unit_by_key[key]
        assert unit.reinforcement is not None
        assert (unit.reinforcement.turn, session.scenario.entry_by_id[unit.reinforcement.entry].name) == (
            3, "Prague (2623)")
        assert (unit.withdrawal, unit.release) == (UnitWithdrawal(6), UnitRelease(4))
    assert "2 units changed" in hand.window.messages.text
    choose(hand, "Arrives", "US entry")
    choose(hand, "Leaves", "stays")
    unit = session.scenario.unit_by_key[TWO[1]]
    assert unit.reinforcement is not None
    assert (unit.reinforcement.event, unit.withdrawal) == ("us-entry", None)


def test_units_that_differ_say_so(hand: Hand) -> None:
    session = hand.window.session
    session.select(None, TWO[:1])
    hand.settle(0.3)
    choose(hand, "Leaves", "turn 5")
    session.select(None, TWO)
    hand.settle(0.3)
    assert field(hand, "Leaves").get() == "several values"
