"""The odds of an attack as the page Decision draws them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk

import pytest
import xvfb

from visegrad_editor.editor.play.decision_panel import Chance, Odds, OddsView
from visegrad_editor.editor.window import theme

pytestmark = xvfb.MARKS


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Iterator[tk.Tk]:
    monkeypatch.setenv("DISPLAY", xvfb.screen())
    made = tk.Tk()
    theme.apply(made)
    yield made
    made.destroy()


def test_bars_are_as_long_as_the_chances_with_two_dice(root: tk.Tk) -> None:
    chances = (Chance("AE", "Attacker eliminated", 9, 36, "attacker"),
               Chance("DR", "Defender retreats", 27, 36, "defender"))
    view = OddsView(root, Odds(10, 6, 166, "3:2", "3:2", (), (("Combat", chances),)), "Attack")
    view.pack(fill="both", expand=True)
    root.geometry("400x300")
    root.update()
    canvas = view._canvas
    texts = [canvas.itemcget(i, "text") for i in canvas.find_all() if canvas.type(i) == "text"]
    assert "9/36 Attacker eliminated" in texts
    assert "27/36 Defender retreats" in texts
    short, long = (canvas.coords(i)[2] - canvas.coords(i)[0] for i in canvas.find_withtag("bar"))
    assert long == pytest.approx(3 * short)


def test_dice_that_decide_about_shifts_are_told_in_a_sentence(root: tk.Tk) -> None:
    said = "Several nations: a die decides about a shift (7.7); none in 3 of 6 ways, 1 left in 3."
    view = OddsView(root, Odds(10, 6, 166, "3:2", "3:2", (), (), (said,)), "Attack")
    view.pack(fill="both", expand=True)
    root.update()
    assert said in [child.cget("text") for child in view.winfo_children() if isinstance(child, ttk.Label)]
