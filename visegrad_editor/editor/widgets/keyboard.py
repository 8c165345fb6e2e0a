"""Keyboard focus: which widget has it, and returning it to the map if no visible widget has it."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk


def focused(widget: tk.Misc) -> tk.Misc | None:
    """The widget of the window that has the keyboard, None if tkinter does not know it.

    `focus_get` raises `KeyError` while the list of a drop-down or a menu of the menu bar is open, because Tk
    makes that list, and a copy of each menu, itself.
    """
    try:
        return widget.focus_get()
    except KeyError:
        return None


def focused_last(window: tk.Misc) -> tk.Misc | None:
    """The widget that had the keyboard last in the window of a widget, None if tkinter does not know it."""
    try:
        return window.focus_lastfor()
    except KeyError:
        return None


def enter_field(field: tk.Misc) -> None:
    """Give a field the keyboard as Tab does: its text is selected, so that typing replaces it. A page of tabs
    that it is on comes to the front."""
    show_page_of(field)
    field.focus_set()
    field.event_generate("<<TraverseIn>>")


def show_page_of(field: tk.Misc) -> None:
    """Bring the pages of tabs that a field is on to the front."""
    page, book = field, field.master
    while book is not None:
        if isinstance(book, ttk.Notebook) and str(page) in book.tabs():  # type: ignore[no-untyped-call]
            book.select(str(page))  # type: ignore[no-untyped-call]
        page, book = book, book.master


def exists(window: tk.Misc) -> bool:
    """Whether a window still exists; also False if its application was destroyed."""
    try:
        return bool(window.winfo_exists())
    except tk.TclError:
        return False


_SLOW_MANAGER_MS = 300
"""Milliseconds within which a window manager passes the keyboard on after a dialog has closed."""


def restore_focus(root: tk.Tk, field: tk.Misc) -> None:
    """Give the keyboard to `field` if no visible widget has it, for example because a menu or a panel was
    hidden or another window was closed. A visible widget that has the keyboard, or requested it before the
    window manager passed it on, keeps it."""
    if not exists(root):
        return
    held = str(root.tk.call("grab", "current", root))
    if held and not _is_visible(root, held):
        root.tk.call("grab", "release", held)
        held = ""
    focus = str(root.tk.call("focus"))
    if held or (focus and _is_visible(root, focus)):
        return
    wanted = str(field)
    if not focus:
        last = str(root.tk.call("focus", "-lastfor", root))
        wanted = last if last != str(root) and _is_visible(root, last) else wanted
    root.tk.call("focus", wanted)
    if not focus:
        root.after(_SLOW_MANAGER_MS, lambda: _force_focus(root, wanted))


def _is_visible(root: tk.Tk, path: str) -> bool:
    return all(int(root.tk.call("winfo", question, path)) for question in ("exists", "viewable"))


def _force_focus(root: tk.Tk, wanted: str) -> None:
    """Take the keyboard if no window manager passes it on, but not from another program."""
    alone = [str(p) for p in root.tk.splitlist(root.tk.call("wm", "stackorder", "."))] == ["."]
    # By its path: Tk's copies of menus in the menu bar are unknown to tkinter.
    over = str(root.tk.call("winfo", "containing", *root.winfo_pointerxy()))
    if alone and over and not str(root.tk.call("focus")):
        root.tk.call("focus", "-force", wanted)


# Bits of `event.state` in Tk events.

SHIFT, CONTROL, ALT = 0x1, 0x4, 0x8
BUTTON = 0x100
"""The left mouse button."""
