"""Letters typed on a drop-down list, closed or open, choose the entry that begins with them; in one that
may be typed into they complete it, and a click that gives such a list the keyboard selects its text, so that
typing replaces it. Escape gives back what was there before."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import Any

from ..platforms import held_keys
from .keyboard import CONTROL

_PAUSE_MS = 1000
"""After this many milliseconds the next letter begins another word."""


def entry_beginning_with(names: Sequence[str], letters: str, now: int) -> int | None:
    """The index of the entry that begins with the letters; None if there is none. One letter, also repeated,
    goes from the present entry, with index `now`, to the next one.

    >>> names = ("Blue", "Red", "Rumania", "white")
    >>> [entry_beginning_with(names, x, 1) for x in ("r", "rr", "RE", "Wh", "x", "")]
    [2, 2, 1, 3, None, None]
    """
    wanted = letters.casefold()
    if not wanted:
        return None
    places = list(range(len(names)))
    if len(set(wanted)) == 1:
        wanted = wanted[0]
        places = places[now + 1:] + places[:now + 1]
    return next((i for i in places if names[i].casefold().startswith(wanted)), None)


def completed(names: Sequence[str], typed: str) -> str:
    """The entry that begins with a typed text; "" if there is none, if the text is an entry itself, and for a
    text without letters, because a number may be meant as it stands.

    >>> names = ("Poland", "Port", "12 Corps")
    >>> [completed(names, x) for x in ("po", "POR", "port", "1", "12 c", "")]
    ['Poland', 'Port', '', '', '12 Corps', '']
    """
    wanted = typed.casefold()
    if not any(c.isalpha() for c in wanted) or wanted in (name.casefold() for name in names):
        return ""
    return next((name for name in names if name.casefold().startswith(wanted)), "")


def complete(box: ttk.Combobox) -> None:
    """Complete what was typed at the end of a field that takes any text: the rest of the entry is selected,
    so that the next letter replaces it."""
    typed = box.get()
    if box.index("insert") < len(typed) or box.selection_present():
        return
    whole = completed([str(value) for value in box.cget("values")], typed)
    if whole:
        box.delete(0, "end")
        box.insert(0, whole)
        box.icursor("end")
        box.select_range(len(typed), "end")


def take_on_return(box: ttk.Combobox) -> None:
    """Let letters typed on this list only show the entry. Its owner takes it on Return, which suits lists
    that close as soon as something is chosen."""
    box.taken_on_return = True  # type: ignore[attr-defined]




class TypedChoice:
    """The letters typed on the drop-down lists of a program: on closed lists, whether they take a text of
    their own or not, on open ones, where Return then takes the marked entry, and on menus of names."""

    def __init__(self, root: tk.Misc) -> None:
        self._list = ""
        self._letters, self._last_ms = "", 0
        self._old, self._typed = "", False
        """What the list with the keyboard had before, and whether that was changed by typing."""
        self._focused: tk.Misc | None = None
        self._clicked_anew = False
        """Whether the mouse button went down on a list that did not have the keyboard yet."""
        bind = root.bind_class
        bind("TCombobox", "<Key>", self._type_on_closed, add=True)
        bind("TCombobox", "<FocusIn>", lambda e: self._enter(e.widget), add=True)
        bind("TCombobox", "<FocusOut>", lambda _e: self._enter(None), add=True)
        bind("TCombobox", "<ButtonPress-1>", self._press, add=True)
        bind("TCombobox", "<ButtonRelease-1>", self._release, add=True)
        bind("TCombobox", "<<ComboboxSelected>>", lambda e: self._begin(e.widget), add=True)
        for sequence in ("<Return>", "<KP_Enter>", "<FocusOut>"):
            bind("TCombobox", sequence, lambda e: self._take(e.widget), add=True)
        bind("TCombobox", "<Escape>", lambda e: self._give_back(e.widget), add=True)
        bind("ComboboxListbox", "<Key>", lambda e: self._type_on_open(root, e), add=True)
        # Tk's own keys scroll sideways, which leaves an empty list.
        bind("ComboboxListbox", "<Home>", lambda e: self._mark(root, str(e.widget), 0))
        bind("ComboboxListbox", "<End>", lambda e: self._mark(root, str(e.widget), "end"))
        # Tk's own script looks for underlined letters and ends there.
        bind("Menu", "<Key>", lambda e: self._type_on_menu(root, e))

    def _letters_of(self, event: Any, path: str) -> str:
        """The letters typed so far on this list; "" for a key that is no letter."""
        if not event.char or not event.char.isprintable():
            return ""
        if path != self._list or event.time - self._last_ms > _PAUSE_MS:
            self._letters = ""
        self._list, self._last_ms = path, event.time
        self._letters += event.char
        return self._letters

    def _begin(self, box: tk.Misc) -> None:
        if isinstance(box, ttk.Combobox):
            self._old, self._typed = box.get(), False

    def _enter(self, box: tk.Misc | None) -> None:
        self._focused = box
        if box is not None:
            self._begin(box)

    def _press(self, event: Any) -> None:
        self._clicked_anew = event.widget is not self._focused

    def _release(self, event: Any) -> None:
        """Select the text after the first click, as Tab does; the next click puts the cursor into it."""
        box = event.widget
        if (self._clicked_anew and isinstance(box, ttk.Combobox) and str(box.cget("state")) == "normal"
                and not box.selection_present()):
            box.select_range(0, "end")
            box.icursor("end")

    def _take(self, box: tk.Misc) -> None:
        """Make what was typed the choice. Of a field that takes any text the owner learns only now that it
        is an entry of the list."""
        if not isinstance(box, ttk.Combobox) or not self._typed:
            return
        if str(box.cget("state")) == "normal" and box.get() != self._old and box.current() >= 0:
            self._tell(box)
        self._begin(box)

    def _give_back(self, box: tk.Misc) -> str | None:
        """Undo what was typed since the list got the keyboard or Return took it."""
        if not isinstance(box, ttk.Combobox) or not self._typed or box.get() == self._old:
            return None
        box.set(self._old)
        box.icursor("end")
        box.selection_clear()
        self._letters = ""
        self._tell(box)
        self._typed = False
        return "break"

    def _tell(self, box: ttk.Combobox) -> None:
        """Let the owner of a list know another choice; what was there before stays known."""
        if not hasattr(box, "taken_on_return"):
            old = self._old
            box.event_generate("<<ComboboxSelected>>")
            self._old, self._typed = old, True

    def _type_on_closed(self, event: tk.Event[tk.Misc]) -> None:
        box = event.widget
        if not isinstance(box, ttk.Combobox):
            return
        state = str(box.cget("state"))
        if state != "readonly":
            if state != "disabled" and event.keysym not in ("Escape", "Return", "KP_Enter", "Tab"):
                self._typed = True
                if event.char and event.char.isprintable() and not held_keys(event.state) & CONTROL:
                    complete(box)
            return
        now = box.current()
        found = entry_beginning_with(box.cget("values"), self._letters_of(event, str(box)), now)
        if found is not None and found != now:
            box.current(found)
            self._typed = True
            self._tell(box)

    def _type_on_open(self, root: tk.Misc, event: tk.Event[tk.Misc]) -> None:
        # Tk makes these lists itself, so that tkinter knows only their names.
        path, tk_ = str(event.widget), root.tk
        names = [str(name) for name in tk_.splitlist(tk_.call(path, "get", 0, "end"))]
        now = int(tk_.call(path, "index", "active"))
        found = entry_beginning_with(names, self._letters_of(event, path), now)
        if found is not None:
            self._mark(root, path, found)

    def _mark(self, root: tk.Misc, path: str, entry: int | str) -> str:
        """Mark an entry of an open list, and only that one."""
        for command in (("selection", "clear", 0, "end"), ("selection", "set", entry),
                        ("activate", entry), ("see", entry)):
            root.tk.call(path, *command)
        return "break"

    def _type_on_menu(self, root: tk.Misc, event: tk.Event[tk.Misc]) -> str:
        """Go to the entry of a menu, unless its letters are underlined, that begins with what is typed."""
        path, tk_ = str(event.widget), root.tk
        last = str(tk_.call(path, "index", "end"))
        entries = range(int(last) + 1) if last.isdecimal() else range(0)
        ways = [str(tk_.call(path, "type", i)) for i in entries]
        named = [i for i in entries if ways[i] not in ("separator", "tearoff")]
        if any(int(tk_.call(path, "entrycget", i, "-underline")) >= 0 for i in named):
            tk_.call("tk::TraverseWithinMenu", path, event.char)
            return "break"
        names = [str(tk_.call(path, "entrycget", i, "-label")).lstrip("✓ ") for i in named]
        now = str(tk_.call(path, "index", "active"))
        at = named.index(int(now)) if now.isdecimal() and int(now) in named else -1
        found = entry_beginning_with(names, self._letters_of(event, path), at)
        if found is not None:
            tk_.call(path, "activate", named[found])
            tk_.call("event", "generate", path, "<<MenuSelect>>")
        return "break"
