"""Giving the widgets that exist other colours: whatever has a colour of the old theme gets that of the new.

ttk widgets follow their styles by themselves. What is left are Tk's own widgets, colours set on single ttk
widgets, the tags of lists and texts, and what is drawn on canvases.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator, Mapping, Sequence
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
            self._options(path, "configure")
        kind = str(self._tk.call("winfo", "class", path))
        with suppress(tk.TclError):
            if kind == "Canvas" and not self._keeps(path):
                for item in self._list(path, "find", "all"):
                    self._options(path, "itemconfigure", item)
            elif kind == "Text" or kind.endswith("Treeview"):
                for tag in self._list(path, "tag", "names"):
                    self._options(path, "tag", "configure", tag)
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
                    self._options(path, "entryconfigure", str(i))

    def _options(self, *command: str) -> None:
        """Ask for all options with a command, and set with it those that have a colour we know."""
        told = [self._tk.splitlist(o) for o in self._tk.splitlist(self._tk.call(*command))]
        # Most say {-name ... value} for each; the tags of lists only -name value.
        words = list(_flat(told))
        pairs = [(o[0], o[-1]) for o in told if len(o) > 1] or zip(words[::2], words[1::2], strict=False)
        for name, value in pairs:
            if str(name).lstrip("-") in _OPTIONS and str(value).lower() in self._known:
                self._tk.call(*command, str(name), self._known[str(value).lower()])

    def _list(self, *words: str) -> list[str]:
        return [str(x) for x in self._tk.splitlist(self._tk.call(*words))]


def _flat(told: Sequence[tuple[object, ...]]) -> Iterator[object]:
    """Single words in a row, "" for an empty one."""
    return (words[0] if words else "" for words in told)
