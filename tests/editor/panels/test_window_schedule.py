"""Reinforcements in the window: the proposed entry, scrolling to the new row, readable places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.panels.reinforcements_panel import ReinforcementsPanel
from visegrad_editor.model.scenario import Reinforcement

pytestmark = MARKS


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("historical", tmp_path) as hand:
        hand.window.show_panel("reinforcements")
        hand.settle(0.2)
        yield hand


def adding(panel: ReinforcementsPanel) -> ttk.Button:
    """The button that adds a reinforcement."""
    inside = [b for w in panel.winfo_children() for b in w.winfo_children()]
    return next(b for b in inside if isinstance(b, ttk.Button) and b.cget("text") == "Add…")


def test_the_entry_of_its_side_is_proposed_and_the_new_row_is_scrolled_to(hand: Hand) -> None:
    window, panel = hand.window, hand.window.reinforcements
    key = "russia/138th Motorized"
    window.session.select(None, (key,))
    hand.answer("Add a reinforcement", ("key", "Tab"), ("key", "ctrl+a"), ("type", "9"), ("key", "Return"))
    hand.click_on(adding(panel))
    scenario = window.session.scenario
    assert scenario is not None
    hand.until(lambda: panel.tree.exists(key) and panel.tree.bbox(key))
    scenario = window.session.scenario
    assert scenario is not None
    assert scenario.unit_by_key[key].reinforcement == Reinforcement("east-edge", 9)
    assert panel.tree.selection() == (key,)
    assert window.session.units == (key,)


def test_a_unit_of_another_side_is_proposed_its_own_entry(hand: Hand) -> None:
    window, panel = hand.window, hand.window.reinforcements
    key = "hungary/5th Mechanized"
    window.session.select(None, (key,))
    hand.answer("Add a reinforcement", ("key", "Return"))
    hand.click_on(adding(panel))
    hand.until(lambda: panel.tree.exists(key))
    scenario = window.session.scenario
    assert scenario is not None
    assert scenario.unit_by_key[key].reinforcement == Reinforcement("budapest", 1)


def test_places_are_shown_in_full(hand: Hand) -> None:
    tree, scenario = hand.window.reinforcements.tree, hand.window.session.scenario
    assert scenario is not None
    arrivals = {key: scenario.unit_by_key[key].reinforcement for key in tree.get_children()}
    assert None not in arrivals.values()
    simple = {key: a for key, a in arrivals.items() if a is not None and not a.event and not a.also}
    assert len(simple) > 3
    for key, arrival in simple.items():
        assert tree.set(key, "entry").split() == scenario.entry_by_id[arrival.entry].name.split()
        assert tree.item(key, "text").split() == scenario.unit_by_key[key].name.split()


def test_several_selected_units_are_scheduled_together(hand: Hand) -> None:
    window, panel = hand.window, hand.window.reinforcements
    keys = ("russia/138th Motorized", "russia/25th Motorized")
    scenario = window.session.scenario
    assert scenario is not None
    assert all(scenario.unit_by_key[key].reinforcement is None for key in keys)
    window.session.select(None, keys)
    before = window.session.history.position
    hand.answer("Add a reinforcement", ("key", "Tab"), ("key", "ctrl+a"), ("type", "9"), ("key", "Return"))
    hand.click_on(adding(panel))
    hand.until(lambda: all(panel.tree.exists(key) for key in keys))
    scenario = window.session.scenario
    assert scenario is not None
    assert {scenario.unit_by_key[key].reinforcement for key in keys} == {Reinforcement("east-edge", 9)}
    assert window.session.history.position == before + 1
    assert set(window.session.units) == set(keys)
    assert window.messages.text == "2 units added to the schedule."


def test_events_of_the_game_are_offered_before_a_unit_waits_for_one(tmp_path: Path) -> None:
    """Also in a scenario in which no unit comes with an event: the game lets it happen all the same."""
    with window_on("first-steps", tmp_path) as hand:
        panel = hand.window.reinforcements
        hand.window.show_panel("reinforcements")
        hand.settle(0.2)
        assert hand.window.session.scenario is not None
        assert not any(u.reinforcement.event for u in hand.window.session.scenario.units if u.reinforcement)
        row = next(r.id for r in panel.rows.values() if r.role == "arrives")
        panel.tree.selection_set(row)
        panel.tree.focus(row)
        panel.tree.focus_set()
        hand.key("Return", wait=0.2)
        assert panel.editor is not None
        assert "US entry" in panel.editor.cget("values")
        hand.key("ctrl+a")
        hand.type("us entry")
        hand.key("Return", wait=0.2)
        arrival = hand.window.session.scenario.unit_by_key[row].reinforcement
        assert arrival is not None
        assert (arrival.turn, arrival.event) == (0, "us-entry")
        hand.window.session.history.mark_saved()
