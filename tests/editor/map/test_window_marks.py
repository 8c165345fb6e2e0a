"""Marks on the map and messages disappear with their subject, under real events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tkinter.font import nametofont

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.editor.map.overlay import overlay_tags

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("historical", tmp_path / "settings") as hand:
        hand.window.tray.switch(False)  # without the areas of what is still to be set up
        hand.settle(0.2)
        yield hand


def marks(hand: Hand) -> set[str]:
    return overlay_tags(hand.window.view.canvas) - {"current", "hover"}


def test_the_keyboard_cursor_follows_the_mouse_and_the_document(hand: Hand) -> None:
    window = hand.window
    hand.click(hand.centre("2017"))
    assert marks(hand) == {"selection"}
    # The keyboard leaves the map and comes back: no mark where the mouse was last.
    window.show_panel("units")
    window.view.canvas.focus_set()
    hand.settle()
    assert marks(hand) == {"selection"}
    hand.key("Right")
    assert "cursor" in marks(hand)
    window.say("Something about this document.")
    assert window.files.open("first-steps")
    hand.settle(0.3)
    window.view.canvas.focus_set()
    hand.settle()
    assert marks(hand) == set()
    assert window.messages.text == ""


def test_another_entry_moves_the_shading_and_the_pointer_note(hand: Hand) -> None:
    window = hand.window
    panel = window.reinforcements
    window.show_panel("reinforcements")
    hand.settle(0.2)
    tree, scenario = panel.tree, window.session.scenario
    assert scenario is not None
    key = next(u.key for u in scenario.units if u.reinforcement and not u.reinforcement.event)
    tree.selection_set(key)
    tree.focus(key)
    tree.see(key)
    tree.focus_set()
    hand.settle()
    grid, before = window.session.design.map.grid, window.overlay._highlighted
    assert before
    row = tree.bbox(key)
    assert row
    over = (tree.winfo_rootx() + 40, tree.winfo_rooty() + row[1] + 10)
    hand.do("mousemove", *over, wait=0.2)
    assert panel._note.text
    told = panel._note.text

    # Another entry is chosen in its cell; the list is as wide as its longest entry.
    hand.key("F2")
    editor = panel.editor
    assert editor is not None
    old = editor.current()
    hand.key("Down", wait=0.2)
    choices = [p for p in [str(tree.tk.call("ttk::combobox::PopdownWindow", str(editor)))]
               if tree.tk.call("winfo", "ismapped", p)]
    assert choices
    measure = nametofont("TkTextFont", tree).measure
    longest = max(measure(e.name) for e in scenario.entries)
    assert int(tree.tk.call("winfo", "width", choices[0])) >= longest
    hand.key("Down", "Return", wait=0.2)
    after = window.session.scenario
    assert after is not None
    arrival = after.unit_by_key[key].reinforcement
    assert arrival is not None
    assert [e.id for e in after.entries].index(arrival.entry) != old
    entry = after.entry_by_id[arrival.entry]
    assert window.overlay._highlighted >= frozenset(entry.where.resolve(window.session.design.map))
    assert window.overlay._highlighted != before
    assert panel._note.text == ""
    hand.do("mousemove", over[0] + 2, over[1] + 1, wait=0.2)
    assert entry.name in panel._note.text
    assert panel._note.text != told
    hand.key("ctrl+z")
    assert window.overlay._highlighted == before
    assert all(h in grid for h in before)
