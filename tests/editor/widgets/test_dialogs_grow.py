"""Dialogs that grow while they are open stay on the screen: they move, or their body scrolls."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.editor.documents.export_dialog import ExportDialog
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.window import theme

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module", params=["scale_100", "scale_200"])
def hand(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("settings")) as hand:
        hand.window.root.geometry("1366x740+0+0")
        hand.settle(0.2)
        hand.window.perform(str(request.param))
        hand.settle(0.5)
        yield hand
        hand.window.perform("scale_100")


def is_whole(dialog: Dialog) -> None:
    """The dialog is on the screen with all its buttons."""
    left, top = dialog.winfo_rootx(), dialog.winfo_rooty()
    right, bottom = left + dialog.winfo_width(), top + dialog.winfo_height()
    assert left >= 0
    assert top >= 0
    assert right <= dialog.winfo_screenwidth(), right
    assert bottom <= dialog.winfo_screenheight(), bottom
    buttons = [w for w in dialog.foot.winfo_children() if w.winfo_manager()]
    assert buttons
    for button in buttons:
        assert button.winfo_viewable()
        assert button.winfo_rooty() + button.winfo_height() <= bottom
        assert button.winfo_rootx() + button.winfo_width() <= right


def is_in_reach(hand: Hand, dialog: Dialog, widget: tk.Misc) -> None:
    """A field can be seen once it has the keyboard."""
    widget.focus_force()
    hand.settle(0.2)
    lowest = min(w.winfo_rooty() for w in dialog.foot.winfo_children() if w.winfo_manager())
    assert dialog.winfo_rooty() <= widget.winfo_rooty()
    assert widget.winfo_rooty() + widget.winfo_height() <= lowest


def test_the_export_dialog_with_each_of_its_formats(hand: Hand) -> None:
    hand.window.perform("export")
    hand.settle(0.5)
    (dialog,) = (w for w in hand.window.root.winfo_children() if isinstance(w, ExportDialog))
    try:
        for row, _ in enumerate(dialog.offers):
            dialog.tree.selection_set(str(row))
            hand.settle(0.15)
            is_whole(dialog)
            assert not [text for r in dialog.tree.get_children() for text in (
                dialog.tree.item(r, "text"), dialog.tree.set(r, "format")) if "…" in text], "no entry is cut"
            fields = [w for w in dialog.fields.winfo_children()
                      if isinstance(w, ttk.Combobox | ttk.Checkbutton) and w.winfo_viewable()]
            if fields:
                is_in_reach(hand, dialog, fields[-1])
        dialog.status.configure(text="\n".join(f"Warning {n}." for n in range(30)))
        hand.settle(0.3)
        is_whole(dialog)
    finally:
        dialog.destroy()
    assert len(dialog.offers) > 10


def test_a_dialog_moves_while_there_is_room_and_scrolls_then(hand: Hand) -> None:
    dialog = Dialog(hand.window.root, "Growing")
    dialog.button("OK", dialog.cancel, default=True)
    ttk.Label(dialog.body, text="Begin").pack()
    dialog.present()
    hand.settle(0.3)
    dialog.geometry(f"+{dialog.winfo_screenwidth() - 200}+{dialog.winfo_screenheight() - 160}")
    hand.settle(0.3)
    try:
        entries = []
        for _ in range(60):
            entries.append(ttk.Entry(dialog.body, width=30))
            entries[-1].pack()
            if len(entries) % 6 == 0:
                hand.settle(0.15)
                is_whole(dialog)
                if len(entries) == 6:
                    assert dialog.body.winfo_height() >= dialog.body.winfo_reqheight()
                    assert dialog.body.winfo_y() == 0, "nothing is scrolled yet"
        for entry in (entries[-1], entries[0]):
            is_in_reach(hand, dialog, entry)
        # It may grow to the side as well.
        wide = ttk.Label(dialog.body, text="wide " * 400)
        wide.pack()
        hand.settle(0.3)
        is_whole(dialog)
        assert dialog.winfo_height() >= dialog.winfo_screenheight() // 2
        wide.pack_forget()
        # Where its owner puts it, it stays.
        dialog.geometry("+300+20")
        hand.settle(0.3)
        x = dialog.winfo_x()
        hand.settle(0.3)
        assert dialog.winfo_x() == x
        assert theme.scale() in (1.0, 2.0)
    finally:
        dialog.destroy()
