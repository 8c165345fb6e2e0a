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


@pytest.mark.parametrize("beside", ["title bar", "map"])
def test_keys_reach_a_dialog_after_a_click_beside_it(hand: Hand, beside: str) -> None:
    root = hand.window.root
    place = ((root.winfo_rootx() + 600, root.winfo_rooty() - 9) if beside == "title bar" else
             (hand.window.view.canvas.winfo_rootx() + 20, hand.window.view.canvas.winfo_rooty() + 20))
    if beside == "title bar" and root.winfo_rooty() < 12:
        pytest.skip("the window manager shows no title bar")
    answer = ("mousemove", *place, "click", 1)
    hand.answer("A question", answer, ("sleep", 1), ("type", "Bug"), ("key", "Return"))
    # Without an answer the test ends all the same.
    end = root.after(8000, lambda: [w.destroy() for w in root.winfo_children() if isinstance(w, Dialog)])
    assert ask_text(root, "A question", "Which river?") == "Bug"
    root.after_cancel(end)
