"""Mouse and keyboard stay with a modal dialog; real keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.widgets.dialogs import Dialog, ask, ask_text

pytestmark = MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("historical", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


def test_keys_stay_with_a_dialog_when_the_window_below_takes_the_focus(hand: Hand) -> None:
    root = hand.window.root
    root.after(600, hand.window.view.canvas.focus_force)
    root.after(1400, lambda: hand.answer("A question", ("type", "Bug"), ("key", "Return")))
    assert ask_text(root, "A question", "Which river?") == "Bug"


def test_the_first_dialog_keeps_the_mouse_after_one_of_its_own(hand: Hand) -> None:
    root = hand.window.root
    outer = Dialog(root, "Outer")
    grabs: list[str] = []

    def inner() -> None:
        assert ask(outer, "Inner", "Really?", [("yes", "Yes")]) == "yes"
        root.after(500, look)

    def look() -> None:
        grabs.append(str(root.tk.call("grab", "current", root)))
        outer.finish("done")

    hand.answer("Inner", ("key", "Return"))
    root.after(300, inner)
    assert outer.run() == "done"
    assert grabs == [str(outer)]
    with pytest.raises(tk.TclError):
        outer.title()


def test_a_dialog_hidden_for_a_moment_takes_the_grab_again(hand: Hand) -> None:
    root = hand.window.root
    outer = Dialog(root, "Hidden")
    root.after(200, outer.withdraw)
    root.after(300, outer.deiconify)
    root.after(900, lambda: outer.finish(str(root.tk.call("grab", "current", root))))
    assert outer.run() == str(outer)
