"""Tk's own file dialog in the dark theme."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import pytest
import xvfb

from visegrad_editor.editor import theme
from visegrad_editor.editor.colours import DARK, LIGHT

pytestmark = [
    pytest.mark.skipif(bool(xvfb.MISSING), reason=f"not installed: {', '.join(xvfb.MISSING)}"),
    pytest.mark.xdist_group("window"),
]


@pytest.fixture
def root() -> Iterator[tk.Tk]:
    xvfb.screen()
    root = tk.Tk()
    theme.apply(root, DARK)
    yield root
    theme.apply(root, LIGHT)
    root.destroy()


def test_the_list_of_files_is_dark_and_its_letters_are_light(root: tk.Tk) -> None:
    tcl = root.tk
    seen: dict[str, str] = {}

    def look(canvas: str) -> None:
        seen["ground"] = str(tcl.call(canvas, "cget", "-background"))
        for item in tcl.splitlist(tcl.call(canvas, "find", "all")):
            if str(tcl.call(canvas, "type", item)) == "text":
                seen["letters"] = str(tcl.call(canvas, "itemcget", item, "-fill"))

    list = tcl.call("::tk::IconList", ".icons", "-font", "TkDefaultFont")
    tcl.call("pack", ".icons")
    picture = tk.PhotoImage(master=root, width=8, height=8)
    tcl.call(list, "add", str(picture), ["one.yaml", "two.yaml"])
    tcl.call(list, "arrange")
    root.update()
    look(".icons.cHull.canvas" if int(tcl.call("winfo", "exists", ".icons.cHull.canvas")) else ".icons.canvas")
    assert seen == {"ground": DARK.field, "letters": DARK.text}
    # What was chosen and is no more gets its colour back.
    tcl.call(list, "selection", "set", "0")
    tcl.call(list, "selection", "clear", "0", "end")
    root.update()
    look(".icons.cHull.canvas" if int(tcl.call("winfo", "exists", ".icons.cHull.canvas")) else ".icons.canvas")
    assert seen["letters"] == DARK.text
