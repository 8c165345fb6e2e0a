"""Where tooltips are shown."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.editor.widgets.tooltips import Tooltip

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("first-steps", tmp_path_factory.mktemp("settings")) as hand:
        yield hand


@pytest.mark.parametrize("listed", [True, False])
def test_a_tooltip_leaves_the_first_rows_of_the_list_below_its_widget_free(
    hand: Hand, listed: bool
) -> None:
    top = tk.Toplevel(hand.window.root)
    top.geometry("400x300+300+250")
    button = ttk.Button(top, text="Sort")
    button.pack(anchor="w")
    if listed:
        ttk.Treeview(top).pack(fill="both", expand=True)
    tooltip = Tooltip(button, "Sort the rows of this list by their names")
    hand.settle(0.4)
    tooltip._show()
    hand.settle(0.2)
    shown = tooltip._window
    assert shown is not None
    low = shown.winfo_rooty() + shown.winfo_height()
    if listed:
        assert low <= button.winfo_rooty()
    else:
        assert shown.winfo_rooty() >= button.winfo_rooty() + button.winfo_height()
    top.destroy()
