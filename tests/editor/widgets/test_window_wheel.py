"""The mouse wheel over forms: it scrolls, and changes no field that does not have the keyboard."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.widgets.scroll_bars import ScrollableFrame

pytestmark = MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("wheel")) as hand:
        yield hand


class Fields(Dialog):
    """A dialog with a drop-down list and a number field, twice: alone and in a frame that scrolls."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, "Fields")
        self.entry = ttk.Entry(self.body)
        self.entry.pack()
        self.frame = ScrollableFrame(self.body)
        self.frame.set_height(80)
        self.frame.pack(fill="both")
        self.fields: list[ttk.Combobox | ttk.Spinbox] = []
        for parent_ in (self.body, self.frame.inside):
            box = ttk.Combobox(parent_, values=list("abcde"), state="readonly")
            box.current(2)
            spin = ttk.Spinbox(parent_, from_=1, to=9)
            spin.set("5")
            self.fields += [box, spin]
        for field in self.fields:
            field.pack()
        self.below = ttk.Label(self.frame.inside, text="\n" * 30)
        self.below.pack()
        self.button("OK", self.cancel)

    def values(self) -> list[str]:
        return [f.get() for f in self.fields]


def point_at(hand: Hand, widget: tk.Widget) -> None:
    hand.do("mousemove", widget.winfo_rootx() + widget.winfo_width() // 2,
            widget.winfo_rooty() + widget.winfo_height() // 2, wait=0.1)


def test_the_wheel_changes_only_the_field_with_the_keyboard(hand: Hand) -> None:
    dialog = Fields(hand.window.root)
    dialog.present(dialog.entry)
    hand.settle(0.3)
    for field in dialog.fields:
        point_at(hand, field)
        top = dialog.below.winfo_rooty()
        hand.do("click", 5, wait=0.1)
        assert dialog.values() == ["c", "5", "c", "5"]
        # In the frame that scrolls, the wheel scrolls instead.
        assert (dialog.below.winfo_rooty() < top) == (field in dialog.fields[2:])
        hand.do("click", 4, wait=0.1)
        assert dialog.values() == ["c", "5", "c", "5"]
    for n, changed in enumerate(("d", "4", "d", "4")):
        field = dialog.fields[n]
        field.focus_force()
        point_at(hand, field)
        hand.do("click", 5, wait=0.1)
        assert dialog.values()[n] == changed
    dialog.cancel()
    hand.settle(0.1)


def test_a_dialog_too_large_for_the_screen_scrolls_past_its_fields(hand: Hand) -> None:
    dialog = Fields(hand.window.root)
    ttk.Label(dialog.body, text="\n" * 80).pack()
    dialog.present(dialog.entry)
    hand.settle(0.3)
    box = dialog.fields[0]
    point_at(hand, box)
    top = box.winfo_rooty()
    hand.do("click", 5, wait=0.1)
    assert dialog.values() == ["c", "5", "c", "5"]
    assert box.winfo_rooty() < top
    dialog.cancel()
    hand.settle(0.1)
