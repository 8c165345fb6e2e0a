"""Dice as they are drawn and clicked."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import pytest
import xvfb

from visegrad_editor.editor.play.dice import DiceButtons, DiceView
from visegrad_editor.editor.window import theme

pytestmark = xvfb.MARKS


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Iterator[tk.Tk]:
    monkeypatch.setenv("DISPLAY", xvfb.screen())
    made = tk.Tk()
    theme.apply(made)
    yield made
    made.destroy()


@pytest.mark.parametrize(("sides", "clicks", "keys"), [
    (6, 6, {"<Key-6>": 6, "<Key-1>": 1}), (10, 10, {"<Key-0>": 10, "<Key-9>": 9}), (12, 12, {"<Key-7>": 7})])
def test_a_die_has_a_face_to_click_for_each_of_its_sides(
        root: tk.Tk, sides: int, clicks: int, keys: dict[str, int]) -> None:
    rolled: list[int] = []
    dice = DiceButtons(root, rolled.append, sides)
    dice.pack()
    assert len(dice.buttons) == clicks
    root.update()
    for n, key in enumerate(keys, 1):
        dice.first.focus_force()
        root.update()
        dice.first.event_generate(key)
        assert rolled[n - 1:] == [keys[key]]
    dice.buttons[-1].event_generate("<ButtonRelease-1>")
    assert rolled[-1] == sides


def test_a_die_of_many_sides_has_a_field(root: tk.Tk) -> None:
    rolled: list[int] = []
    dice = DiceButtons(root, rolled.append, 20)
    dice.pack()
    for text in ("21", "0", "x", "17"):
        dice.field.delete(0, "end")
        dice.field.insert(0, text)
        dice.field.focus_force()
        root.update()
        dice.field.event_generate("<Return>")
    assert rolled == [17]


def test_a_face_beyond_six_is_shown_as_a_number(root: tk.Tk) -> None:
    view = DiceView(root)
    view.show((9, 3), "A roll.")
    assert [view._canvas.itemcget(i, "text") for i in view._canvas.find_all()
            if view._canvas.type(i) == "text"] == ["9"]
