"""The dialogs for a new unit and a new reinforcement in a game of one's own."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

import pytest
import xvfb
from blank_design import blank_design, write_blank_war
from seen_widgets import told
from xvfb import Hand, window_on

from visegrad_editor.editor.documents.scenario_dialogs import (
    ask_reinforcement,
    properties,
    why_no_reinforcement,
)
from visegrad_editor.editor.documents.try_dialog import TryDialog
from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.widgets.keyboard import focused
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.scenario import Entry, Reinforcement
from visegrad_editor.model.schedule import ScheduledEvent
from visegrad_editor.model.where import Where

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on(write_blank_war(tmp_path), tmp_path / "settings") as hand:
        yield hand


def test_letters_typed_on_a_list_of_choices_choose_the_entry_that_begins_with_them(hand: Hand) -> None:
    session = hand.window.session
    hand.answer("New unit", ("type", "--delay", "5", "Red"), ("key", "Return"))
    hand.window.view.canvas.focus_set()
    hand.key("ctrl+u")
    hand.until(lambda: session.scenario is not None and len(session.scenario.units) == 3)
    assert session.scenario is not None
    assert session.scenario.units[-1].nationality == "red"


def test_a_scenario_without_entries_says_what_is_missing_and_what_to_write(hand: Hand) -> None:
    seen: list[str] = []

    def look() -> None:
        dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, Dialog))
        seen.append(told(dialog))
        dialog.cancel()

    hand.window.root.after(400, look)
    assert ask_reinforcement(hand.window.root, hand.window.session) == ()
    [text] = seen
    assert "The scenario has no entry" in text
    assert "with New in Scenario > Entries…" in text


def test_greyed_buttons_say_why_no_game_can_be_played(hand: Hand) -> None:
    menus, session = hand.window.menus, hand.window.session
    design = session.design
    session.edit("Ruleset", replace(design, ruleset=replace(design.ruleset, system="")))
    hand.settle(0.2)
    for id in ("run", "play"):
        tip = menus._buttons[id].tooltip.text  # type: ignore[attr-defined]
        assert menus._buttons[id].instate(["disabled"])
        assert "Not now: This needs a scenario whose ruleset names a game" in tip
    assert hand.window.files.open("first-steps")
    hand.settle(0.2)
    tips = [menus._buttons[id].tooltip.text for id in ("run", "play")]  # type: ignore[attr-defined]
    assert not [tip for tip in tips if "Not now" in tip]


def test_what_the_message_says_makes_an_entry(hand: Hand) -> None:
    """Scenario > Entries…, New, and a hex: units can be scheduled in a new scenario."""
    window = hand.window
    assert why_no_reinforcement(window.session.design) != ""
    window.perform("entries")
    hand.settle(0.3)
    panel = window.dock.panel("data")
    assert isinstance(panel, DataPanel)
    hand.click_on(panel.buttons["New"])
    window.show_part("scenario", "entries", 0, "where")
    hand.settle(0.2)
    assert panel.form is not None
    hand.click_on(panel.form.fields["Hexes"])
    hand.do("type", "--delay", "5", "0101 0102")
    hand.do("key", "Return", wait=0.2)
    scenario = window.session.scenario
    assert scenario is not None
    [entry] = scenario.entries
    assert len(entry.where.resolve(window.session.design.map)) == 2
    assert why_no_reinforcement(window.session.design) == ""


def test_only_what_is_missing_is_named() -> None:
    design = blank_design()
    scenario = design.scenario
    assert scenario is not None
    west = replace(scenario, entries=(Entry("west", "West", Where(hexes=("0101",))),))
    due = tuple(replace(u, setup=None, reinforcement=Reinforcement("west", 2)) for u in scenario.units)
    assert why_no_reinforcement(replace(design, scenario=west)) == ""
    full = why_no_reinforcement(replace(design, scenario=replace(west, units=due)))
    assert full.startswith("Every unit is on the schedule already")
    none = why_no_reinforcement(replace(design, scenario=replace(west, units=())))
    assert none.startswith("The scenario has no units")
    assert "begin a scenario" in why_no_reinforcement(replace(design, scenario=None))


def test_an_option_that_the_schedule_dates_is_greyed_in_properties(tmp_path: Path) -> None:
    with window_on("historical", tmp_path) as hand:
        session = hand.window.session
        assert session.scenario is not None
        dated = replace(session.scenario, schedule=(ScheduledEvent("us-entry", turn=(3, 3)),))
        session.edit("Date", replace(session.design, scenario=dated))
        option = next(o for o in session.design.ruleset.options if o.id == "us_entry")
        seen: list[tuple[str, bool]] = []

        def look() -> None:
            dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, Dialog))
            book = next(w for w in dialog.body.winfo_children() if isinstance(w, ttk.Notebook))
            seen.append((told(dialog), any(
                isinstance(w, ttk.Combobox) and w.get() == option.title_of("dice") and w.instate(["disabled"])
                for page in book.winfo_children() for w in page.winfo_children())))
            dialog.cancel()

        hand.window.root.after(400, look)
        properties(hand.window.root, session)
        [(text, greyed)] = seen
        assert "Not in force: the schedule (Reinforcements > Events) has US entry" in text
        assert greyed


@pytest.mark.parametrize(("tabs", "typed", "why"), [
    (4, "0", "Turns: enter a whole number from 1 to 200."),
    (0, " ", "A scenario needs a title."),
    (2, " ", "The map needs a title."),
    (1, "My War", "A name in files has only lower-case letters"),
])
def test_why_ok_is_refused_is_in_sight_and_the_field_has_the_keyboard(
    tmp_path: Path, tabs: int, typed: str, why: str
) -> None:
    with window_on("historical", tmp_path / "settings") as hand:
        root = hand.window.root
        seen: list[tuple[str, bool, str]] = []

        def look() -> None:
            dialog = next(w for w in root.winfo_children() if isinstance(w, Dialog))
            wrong = dialog.wrong
            if not str(wrong.cget("text")):
                root.after(100, look)
                return
            dialog.update()
            middle = wrong.winfo_rootx() + 20, wrong.winfo_rooty() + wrong.winfo_height() // 2
            field = focused(root)
            assert isinstance(field, ttk.Entry)
            there = field.winfo_rootx() + 20, field.winfo_rooty() + field.winfo_height() // 2
            seen.append((str(wrong.cget("text")), dialog.winfo_containing(*middle) is wrong
                         and dialog.winfo_containing(*there) is field, field.get()))
            dialog.cancel()

        root.after(800, look)
        commands = [("key", "Tab")] * tabs + [
            ("key", "ctrl+a", "BackSpace"), ("type", typed), ("key", "Return")]
        hand.answer("Properties", *commands)
        properties(root, hand.window.session)
        [(text, in_sight, value)] = seen
        assert text.startswith(why)
        assert in_sight
        assert value == typed


def test_try_this_begins_in_its_first_field(tmp_path: Path) -> None:
    with window_on("historical", tmp_path) as hand:
        hand.window.focus_map()
        hand.do("key", "shift+F6", wait=0.6)
        (dialog,) = (w for w in hand.window.root.winfo_children() if isinstance(w, TryDialog))
        assert focused(dialog) is dialog.base
        dialog.cancel()


def test_the_texts_of_the_properties_fill_their_page_and_scroll(hand: Hand) -> None:
    """Long notes and special rules are seen as far as the page has room, and the rest is scrolled to."""
    session, seen = hand.window.session, list[tuple[int, int, bool]]()
    assert session.scenario is not None
    rules = tuple(f"Special rule {n}." for n in range(60))
    session.edit("Texts", with_scenario(session.design, replace(
        session.scenario, notes="A long note. " * 200, special_rules=rules)))

    def look() -> None:
        dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, Dialog))
        book = next(w for w in every_widget(dialog) if isinstance(w, ttk.Notebook))
        book.select(book.tabs()[-1])
        hand.settle(0.5)
        page = book.nametowidget(book.select())
        texts = [w for w in every_widget(page) if isinstance(w, tk.Text)]
        bars = [w for w in every_widget(page) if isinstance(w, ttk.Scrollbar)]
        # Tk measures the lines of a long text later.
        hand.until(lambda: all(tuple(b.get()) != (0.0, 1.0) for b in bars if b.master in [
            t.master for t in texts]))
        for text in texts:
            bar = next(b for b in bars if b.master is text.master)
            seen.append((sum(t.winfo_height() for t in texts), page.winfo_height(),
                         tuple(bar.get()) != (0.0, 1.0)))
        dialog.cancel()

    hand.window.root.after(500, look)
    properties(hand.window.root, session)
    assert len(seen) == 2
    for height, whole, scrolls in seen:
        assert height > 0.8 * whole
        assert scrolls


def every_widget(of: tk.Misc) -> Iterator[tk.Misc]:
    for widget in of.winfo_children():
        yield widget
        yield from every_widget(widget)
