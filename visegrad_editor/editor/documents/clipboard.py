"""Pieces of map on the system's clipboard, as text that can be pasted into any window."""

from __future__ import annotations

import tkinter as tk

from ...model.files.stamp_file import StampError, read_stamp, stamp_text
from ...model.region import Fragment
from ...model.stamp import Stamp


def piece_text(fragment: Fragment, ruleset: str) -> str:
    """A piece as text; `ruleset` is the name of its map's ruleset."""
    return stamp_text(Stamp("Copied hexes", fragment, ruleset))


class MapClipboard:
    """The clipboard of a window. A piece that this window copied is returned without reading its text."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._kept: tuple[str, Fragment] | None = None

    def put(self, fragment: Fragment, text: str) -> None:
        """Put a piece on the clipboard, with its text (see `piece_text`)."""
        self._root.clipboard_clear()
        self._root.clipboard_append(text)
        self._kept = text, fragment

    def get(self) -> Fragment:
        """The piece on the clipboard. Raises `StampError` with a message if there is none."""
        try:
            text = self._root.clipboard_get()
        except tk.TclError:
            text = ""
        if self._kept is not None and text == self._kept[0]:
            return self._kept[1]
        if "stamp" not in text[:2000]:
            raise StampError(
                "The clipboard does not hold a piece of a map. Select hexes and copy them first.")
        return read_stamp(text, "The clipboard").fragment
