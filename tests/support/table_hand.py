"""A page for a game of a card in a window of its own, with the real pointer and real keys."""

from __future__ import annotations

import subprocess
import time
import tkinter as tk
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from click_waits import ClickWait
from dialog_answers import Answer, Step
from xvfb import screen

from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.editor.desk.game_page import GamePage
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.window.appearance import prepare_look


@dataclass
class TableHand:
    """Works the page; after each step the window answers."""

    root: tk.Tk
    settings: Settings
    card: Card
    said: list[str] = field(default_factory=list)
    """The messages of the page."""
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.root.report_callback_exception = self._fault
        self.page = self.new_page()

    def _fault(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.faults.append("".join(traceback.format_exception(kind, error, trace)))

    def new_page(self) -> GamePage:
        """A page without a game in place of the one before."""
        for child in self.root.winfo_children():
            child.destroy()
        self.page = GamePage(self.root, lambda: self.card, lambda: self.card.name, self.settings,
                             self.said.append)
        self.page.pack(fill="both", expand=True)
        self.settle(0.2)
        return self.page

    def settle(self, seconds: float = 0.06) -> None:
        """Process events for a moment."""
        self.root.winfo_pointerxy()
        end = time.perf_counter() + seconds
        self.root.update()
        while time.perf_counter() < end:
            self.root.update()
            time.sleep(0.002)
        assert not self.faults, "\n".join(self.faults)

    def do(self, *command: object) -> None:
        """An xdotool command."""
        words = [str(word) for word in command]
        clicks = ClickWait(self.root, words)
        subprocess.run(["xdotool", *words], check=True)
        clicks.wait()
        self.settle()

    def click(self, widget: tk.Misc) -> None:
        """Click the middle of a widget."""
        self.root.update()
        self.do("mousemove", widget.winfo_rootx() + widget.winfo_width() // 2,
                widget.winfo_rooty() + widget.winfo_height() // 2, "click", 1)

    def click_row(self, tree: Any, row: str) -> None:
        """Click a row of a list."""
        tree.see(row)
        self.root.update()
        x, y, width, height = tree.bbox(row)
        self.do("mousemove", tree.winfo_rootx() + x + width // 2, tree.winfo_rooty() + y + height // 2,
                "click", 1)

    def key(self, *keys: str) -> None:
        self.do("key", *keys)

    def type(self, text: str) -> None:
        self.do("type", "--delay", "5", text)

    def answer(self, title: str, *steps: Step) -> None:
        """Steps for a dialog that will open and wait."""
        Answer(self.root, title, steps).begin()

    def words(self, widget: tk.Misc | None = None) -> str:
        """All that can be read in a widget, or on the page, one text to a line."""
        widget = widget or self.page
        found = []
        if widget.winfo_ismapped() or widget is self.page:
            if isinstance(widget, tk.Text):
                found.append(widget.get("1.0", "end"))
            elif "text" in list(widget.keys()):
                found.append(str(widget.cget("text")))
            if hasattr(widget, "get_children"):
                rows = list(widget.get_children())
                while rows:
                    row = rows.pop(0)
                    found.append(str(widget.item(row, "text")))
                    rows += widget.get_children(row)
            elif hasattr(widget, "get") and not isinstance(widget, tk.Text):
                found.append(str(widget.get()))
            for child in widget.winfo_children():
                found.append(self.words(child))
        return "\n".join(found)


@contextmanager
def table_hand(card: str, folder: Path, size: str = "1366x680+0+20") -> Iterator[TableHand]:
    """A window with the page for a bundled card, its settings in a folder, closed in the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", screen())
        root = tk.Tk()
        settings = Settings(folder)
        prepare_look(root, settings)
        root.geometry(size)
        loaded = load_card(card).card
        assert loaded is not None
        try:
            hand = TableHand(root, settings, loaded)
            root.focus_force()
            hand.settle(0.3)
            yield hand
        finally:
            root.destroy()
