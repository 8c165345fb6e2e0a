"""Giving the widgets that exist other colours: whatever has a colour of the old theme gets that of the new.

ttk widgets follow their styles by themselves. What is left are Tk's own widgets, colours set on single ttk
widgets, the tags of lists and texts, and what is drawn on canvases.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from contextlib import suppress

_OPTIONS = frozenset({
    "background", "foreground", "activebackground", "activeforeground", "disabledforeground",
    "highlightbackground", "highlightcolor", "insertbackground", "selectbackground", "selectforeground",
    "selectcolor", "fill", "outline", "activefill", "activeoutline"})

KEEPS_ITEMS = "keeps_items"
"""A canvas with an attribute of this name keeps the colours of what is drawn on it: the map does."""


def repaint(root: tk.Misc, translation: Mapping[str, str]) -> None:
    """Change the colours of a widget and all below it, as the translation says."""
    known = {old.lower(): new for old, new in translation.items() if old.lower() != new.lower()}
    if known:
        _Painter(root, known).paint(str(root))


class _Painter:
    """Works with Tk's names, for some widgets, such as the lists of drop-downs, are none of Python's."""

    def __init__(self, root: tk.Misc, known: Mapping[str, str]) -> None:
        self._root, self._tk, self._known = root, root.tk, known

    def paint(self, path: str) -> None:
        # A widget may go away, or be of a kind that does not know a question; then there is nothing to do.
        with suppress(tk.TclError):
            self._options((path,), ("configure",), ("configure",))
        kind = str(self._tk.call("winfo", "class", path))
        with suppress(tk.TclError):
            if kind == "Canvas" and not self._keeps(path):
                for item in self._list(path, "find", "all"):
                    self._options((path,), ("itemconfigure", item), ("itemconfigure", item))
            elif kind == "Text" or kind.endswith("Treeview"):
                for tag in self._list(path, "tag", "names"):
                    self._options((path,), ("tag", "configure", tag), ("tag", "configure", tag))
            elif kind == "Menu":
                self._entries(path)
        for child in self._list("winfo", "children", path):
            self.paint(child)

    def _keeps(self, path: str) -> bool:
        try:
            return hasattr(self._root.nametowidget(path), KEEPS_ITEMS)
        except KeyError:
            return False

    def _entries(self, path: str) -> None:
        last = self._tk.call(path, "index", "end")
        if str(last) not in ("none", ""):
            for i in range(int(last) + 1):
                with suppress(tk.TclError):
                    self._options((path,), ("entryconfigure", str(i)), ("entryconfigure", str(i)))

    def _options(self, head: tuple[str, ...], ask: tuple[str, ...], put: tuple[str, ...]) -> None:
        for option in self._tk.splitlist(self._tk.call(*head, *ask)):
            parts = self._tk.splitlist(option)
            name, value = str(parts[0]), str(parts[-1]).lower()
            if name.lstrip("-") in _OPTIONS and value in self._known:
                self._tk.call(*head, *put, name, self._known[value])

    def _list(self, *words: str) -> list[str]:
        return [str(x) for x in self._tk.splitlist(self._tk.call(*words))]
