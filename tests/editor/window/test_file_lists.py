"""Tk's own file dialog in the dark theme."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from typing import Any

import pytest
import xvfb

from visegrad_editor.editor.window import theme
from visegrad_editor.editor.window.colours import DARK, LIGHT

pytestmark = xvfb.MARKS


@pytest.fixture
def root() -> Iterator[tk.Tk]:
    xvfb.screen()
    root = tk.Tk()
    theme.apply(root, DARK)
    yield root
    theme.apply(root, LIGHT)
    root.destroy()


def everything(tcl: Any, path: str) -> Iterator[str]:
    """A widget of Tcl's and all below it."""
    yield path
    for child in tcl.splitlist(tcl.call("winfo", "children", path)):
        yield from everything(tcl, str(child))


def test_the_list_of_files_is_light_on_dark(root: tk.Tk) -> None:
    tcl = root.tk
    seen: dict[str, str] = {}

    def look(canvas: str) -> None:
        seen["ground"] = str(tcl.call(canvas, "cget", "-background"))
        for item in tcl.splitlist(tcl.call(canvas, "find", "all")):
            if str(tcl.call(canvas, "type", item)) == "text":
                seen["letters"] = str(tcl.call(canvas, "itemcget", item, "-fill"))

    files = tcl.call("::tk::IconList", ".icons", "-font", "TkDefaultFont")
    canvas = next(str(path) for path in everything(tcl, ".icons")
                  if str(tcl.call("winfo", "class", path)) == "Canvas")
    tcl.call("pack", ".icons")
    picture = tk.PhotoImage(master=root, width=8, height=8)
    tcl.call(files, "add", str(picture), ["one.yaml", "two.yaml"])
    root.update()
    look(canvas)
    assert seen == {"ground": DARK.field, "letters": DARK.text}
    # What was chosen and is no more gets its colour back.
    tcl.call(files, "selection", "set", "0")
    tcl.call(files, "selection", "clear", "0", "end")
    root.update()
    look(canvas)
    assert seen["letters"] == DARK.text
