"""Dialogs and the window closed at awkward moments: nothing fails, and no work is cut off."""

from __future__ import annotations

import subprocess
import time
import tkinter as tk
from collections.abc import Iterator
from pathlib import Path

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.widgets.dialogs import Dialog, ask, ask_text
from visegrad_editor.editor.widgets.progress import ProgressDialog, run_with_progress
from visegrad_editor.editor.widgets.worker import Report
from visegrad_editor.errors import Cancelled

pytestmark = MARKS


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    """A window in which a failure in a callback is a failure of the test."""
    with window_on("hollen", tmp_path) as hand:
        yield hand
        assert not hand.faults


def grabbing(root: tk.Tk) -> str:
    return str(root.tk.call("grab", "current", root))


def test_a_dialog_that_opens_while_the_mouse_is_held_elsewhere_takes_it_later(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, tries = hand.window.root, list[int]()
    grab = Dialog.grab_set

    def busy(self: Dialog) -> None:
        tries.append(1)
        if len(tries) < 3:
            raise tk.TclError("grab failed: another application has grab")
        grab(self)

    monkeypatch.setattr(Dialog, "grab_set", busy)
    seen: list[str] = []

    def look() -> None:
        if len(tries) < 3:
            root.after(50, look)
            return
        seen.append(grabbing(root))
        for dialog in root.winfo_children():
            if isinstance(dialog, Dialog):
                dialog.finish("yes")

    root.after(50, look)
    assert ask(root, "A question", "Well?", (("yes", "Yes"),)) == "yes"
    assert seen != [""]


def test_a_dialog_that_is_closed_before_it_shows_has_no_result(hand: Hand) -> None:
    dialog = Dialog(hand.window.root, "Short")
    dialog.after(0, dialog.destroy)
    assert dialog.run() == ""


def test_work_that_ends_while_its_dialog_opens_has_a_result(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    present, over = ProgressDialog.present, list[bool]()

    def slow(self: ProgressDialog, focus: tk.Misc | None = None) -> None:
        present(self, focus)
        over.append(True)

    monkeypatch.setattr(ProgressDialog, "present", slow)

    def work(report: Report) -> str:
        while not over:
            time.sleep(0.002)
        return "done"

    for _ in range(3):
        over.clear()
        assert run_with_progress(hand.window.root, "Counting", work) == "done"
    hand.settle(0.2)
    assert grabbing(hand.window.root) == ""


def test_the_window_does_not_close_under_a_dialog_or_work(hand: Hand) -> None:
    window, root = hand.window, hand.window.root
    alive: list[bool] = []

    def close() -> None:
        root.tk.eval(str(root.tk.call("wm", "protocol", ".", "WM_DELETE_WINDOW")))
        alive.append(hand.alive)

    def work(report: Report) -> str:
        time.sleep(0.3)
        return "written"

    root.after(150, close)
    assert run_with_progress(root, "Writing", work, to_its_end=True) == "written"
    hand.window.view.canvas.focus_force()
    root.after(900, close)
    hand.answer("A question", ("sleep", "1.2"), ("key", "Return"))
    assert ask(root, "A question", "Well?", (("yes", "Yes"),)) == "yes"
    assert alive == [True, True]
    window.close()
    assert not hand.alive


@pytest.mark.parametrize("seconds", [0.3, 0.8])
def test_work_for_a_closed_dialog_is_cancelled(hand: Hand, seconds: float) -> None:
    root = hand.window.root
    dialog = Dialog(root, "Slow")
    dialog.present()
    stopped: list[bool] = []

    def work(report: Report) -> None:
        while report(0.5, "Half of it"):
            time.sleep(0.005)
        stopped.append(True)

    root.after(round(seconds * 1000), dialog.destroy)
    with pytest.raises(Cancelled):
        run_with_progress(dialog, "Drawing", work)
    hand.until(lambda: stopped)
    assert grabbing(root) == ""


def test_keys_do_nothing_while_work_runs(hand: Hand) -> None:
    root = hand.window.root
    dialog = Dialog(root, "Slow")
    pressed: list[str] = []
    for widget in (root, dialog):
        widget.bind("<Key>", lambda e: pressed.append(e.keysym), add=True)
    dialog.present()
    dialog.focus_force()
    hand.settle(0.2)

    def work(report: Report) -> str:
        subprocess.run(["xdotool", "key", "Escape", "ctrl+z", "Return"], check=True)
        time.sleep(0.2)
        return "done"

    assert run_with_progress(dialog, "Drawing", work) == "done"
    hand.settle(0.2)
    assert pressed == []
    assert dialog.winfo_exists()
    dialog.destroy()


def test_a_dialog_does_not_stay_behind_a_floating_panel(hand: Hand) -> None:
    window, root = hand.window, hand.window.root
    window.dock.float("history", (300, 150))
    hand.until(lambda: window.history.winfo_viewable())
    over = window.history.winfo_toplevel()

    def cover() -> None:
        over.lift()
        over.focus_force()
        hand.answer("A question", ("sleep", "0.5"), ("type", "Bug"), ("key", "Return"))

    root.after(500, cover)
    assert ask_text(root, "A question", "Which river?") == "Bug"
