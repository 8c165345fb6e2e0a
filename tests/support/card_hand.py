"""Moves the real pointer and presses real keys in the window for squad-level cards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest
from xvfb import Hand, screen

from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import LoadedCard
from visegrad_editor.editor.app import open_card_window
from visegrad_editor.editor.desk.card_document import read_card
from visegrad_editor.editor.desk.card_window import CardWindow
from visegrad_editor.editor.settings import Settings
from visegrad_editor.editor.window.window import Window


class CardHand(Hand):
    """A hand in a window for cards."""

    @property
    def cards(self) -> CardWindow:
        """The window."""
        return cast(CardWindow, self.window)

    @property
    def card(self) -> Card:
        """The card as it is now."""
        return self.cards.document.card

    def show(self, name: Path | str | None) -> None:
        """Show a card, or a new one; what is not saved is given up."""
        loaded: LoadedCard | None = read_card(str(name)) if name is not None else None
        self.cards.document.open(loaded)
        self.cards.page.choose("Card")
        self.cards.top.focus_force()
        self.settle()

    def settle(self, seconds: float = 0.05) -> None:
        """Process events for a moment."""
        root = self.cards.root
        root.winfo_pointerxy()
        end = time.perf_counter() + seconds
        root.update()
        while time.perf_counter() < end:
            root.update()
            time.sleep(0.002)
        assert not self.faults, "\n".join(self.faults)

    def section(self, title: str) -> None:
        """Click a section in the list."""
        tree = self.cards.page.list
        x, y, _, height = tree.bbox(title)  # type: ignore[misc]
        self.click((tree.winfo_rootx() + x + 20, tree.winfo_rooty() + y + height // 2))

    def fill(self, field: object, text: str) -> None:
        """Type a text into a field in place of what is there, and press Return."""
        self.click_on(field)
        if not self._is_focus(field):
            # The form has moved since the place of the field was asked for.
            self.settle(0.2)
            self.click_on(field)
        assert self._is_focus(field)
        self.key("ctrl+a", wait=0.02)
        self.type(text)
        self.key("Return")

    def _is_focus(self, field: object) -> bool:
        return str(self.window.root.tk.call("focus")) == str(field)  # tkinter knows no list of a combobox


@contextmanager
def card_window(folder: Path) -> Iterator[CardHand]:
    """A window for cards that is the root of the program, its settings in a folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", screen())
        hand = CardHand(cast(Window, open_card_window(None, Settings(folder))))
        try:
            hand.settle(0.5)
            yield hand
        finally:
            if hand.alive:
                hand.cards.root.destroy()
