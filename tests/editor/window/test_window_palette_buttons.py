"""Everything is in the command palette, by the words of a designer: actions, and buttons of panels by a
walk."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.actions import ACTIONS, BY_ID
from visegrad_editor.editor.window.command_palette import PaletteEntries, button_entries
from visegrad_editor.editor.window.panel_table import PANEL_BUTTONS, PANELS

pytestmark = MARKS
DONE_BY_ACTIONS = {
    ("stamps", "Save selection…"): "save_stamp", ("units", "New…"): "new_unit",
    ("units", "Remove"): "remove_unit", ("units", "Table…"): "units_table",
    ("inspector", "Counter…"): "counter",
    ("units_table", "As the prototype"): "as_prototype", ("units_table", "Import…"): "import_file",
    ("totals", "Take the mix from this scenario"): "take_mix", ("totals", "Edit the mix…"): "counter_mix",
    ("background", "Choose a picture…"): "background_picture"}
"""Buttons that are called otherwise than the action they do."""
SEARCHES = {
    "copy position into a scenario": "copy_position", "position middle of a game": "copy_position",
    "fill the rest": "fill_set_up", "random legal set-up": "random_set_up",
    "random deployment": "random_set_up",
    "compare with the fixed set-up": "compare_set_up", "goals": "goals", "victory conditions": "goals",
    "who wins": "goals", "try this": "try_this", "play balance": "try_this", "translations": "translate",
    "entry": "entries", "where reinforcements arrive": "entries", "edge": "entries", "events": "victory",
    "withdrawal": "reinforcements/Leaves…", "withdraw": "reinforcements/Leaves…",
    "release": "reinforcements/Held…", "add a reinforcement": "reinforcements/Add…", "schedule": "turn_track",
    "order of set-up": "set_up_order", "set-up group": "set_up_group", "prototype": "use_prototype",
    "counter mix": "counter_mix", "fill down": "units_table/Fill down", "wizard": "plan_scenario",
    "step by step": "plan_scenario", "variant of": "make_variant", "combat tables": "ruleset",
    "arrival": "entries", "order of battle": "totals", "copy totals": "totals/Copy",
    "replace entry": "ruleset/Replace with…", "title turns options": "properties"}


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("scenarios/free-setup", tmp_path_factory.mktemp("palette")) as hand:
        yield hand


def buttons_in(widget: tk.Misc) -> Iterator[ttk.Button]:
    for child in widget.winfo_children():
        if isinstance(child, ttk.Button):
            yield child
        yield from buttons_in(child)


@pytest.mark.parametrize("words", SEARCHES)
def test_the_words_of_a_designer_find_it(hand: Hand, words: str) -> None:
    found = PaletteEntries(hand.window.session.design, lambda _a: "", ()).find(words)
    ids = [e.id for e in found if e.kind in ("action", "button")]
    assert SEARCHES[words] in ids[:4], [e.title for e in found[:6]]


def test_every_button_of_the_panels_is_in_the_palette(hand: Hand) -> None:
    """By a walk: each button of a panel is an action, or an entry of its own."""
    labels = {a.label.rstrip("…") for a in ACTIONS}
    listed = {(b.panel, b.text) for b in PANEL_BUTTONS}
    seen: set[tuple[str, str]] = set()
    missing = []
    for spec in PANELS:
        hand.window.show_panel(spec.id)
        hand.window.session.select(None, ("poland/2nd Mechanized",))
        hand.settle(0.3)
        for button in buttons_in(hand.window.dock.panel(spec.id)):
            text = str(button.cget("text"))
            row_of_form = spec.id == "data" and "grid" in str(button.winfo_manager())
            if text in ("", "⋯") or row_of_form or not button.winfo_ismapped() or text.startswith("  "):
                # Icons, tabs, stamps, and the rows of a form, which lead to a part.
                continue
            seen.add((spec.id, text))
            if text.rstrip("…") not in labels and (spec.id, text) not in {*listed, *DONE_BY_ACTIONS}:
                missing.append(f"{spec.id}: {text}")
    assert missing == []
    assert len(seen) > 30
    never = {f"{panel}: {text}" for panel, text in listed - seen}
    assert never <= {"background: Cancel"}
    assert set(DONE_BY_ACTIONS.values()) <= set(BY_ID)


def test_every_entry_of_a_button_is_found_by_its_title(hand: Hand) -> None:
    palette = PaletteEntries(hand.window.session.design, lambda _a: "", ())
    entries = button_entries()
    assert len({e.id for e in entries}) == len(entries) > 25
    for entry in entries:
        assert entry.id in {e.id for e in palette.find(entry.title)[:3]}, entry.title
    assert "button" not in {e.kind for e in PaletteEntries(
        hand.window.session.design, lambda _a: "", (), in_game=True).find("withdrawal")}


def test_a_button_is_pressed_from_the_palette(hand: Hand) -> None:
    hand.window.focus_map()
    hand.window.session.select(None, ("poland/2nd Mechanized",))
    hand.settle(0.2)
    position = hand.window.session.history.position
    hand.do("key", "ctrl+shift+p", wait=0.5)
    hand.type("withdrawal")
    hand.do("key", "Return", wait=0.8)
    assert hand.window.reinforcements.winfo_ismapped()
    editor = hand.window.reinforcements.editor
    assert editor is not None or hand.window.session.history.position > position
    hand.do("key", "Escape", wait=0.2)
    hand.window.session.history.jump(0)
    hand.settle(0.1)


def test_a_button_that_is_not_there_says_why(hand: Hand) -> None:
    hand.window.focus_map()
    hand.window.session.select(None, ())
    hand.settle(0.2)
    hand.do("key", "ctrl+shift+p", wait=0.5)
    hand.type("arrival of the selected unit")
    hand.do("key", "Return", wait=0.8)
    assert "Select a counter first." in hand.window.messages.text
