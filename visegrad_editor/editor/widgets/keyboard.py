"""Which widget has the keyboard, and giving it back to the map where nothing in sight has it."""

from __future__ import annotations

import tkinter as tk


def focused(widget: tk.Misc) -> tk.Misc | None:
    """The widget of the window that has the keyboard, None where it is none of Python's.

    `focus_get` raises KeyError while the list of a drop-down is open: Tk made that list itself.
    """
    try:
        return widget.focus_get()
    except KeyError:
        return None


def exists(window: tk.Misc) -> bool:
    """Whether a window is there still; asking one that is gone with its program fails."""
    try:
        return bool(window.winfo_exists())
    except tk.TclError:
        return False


_SLOW_MANAGER_MS = 300
"""A window manager hands the keyboard over within this time after a dialog has closed."""


def give_back(root: tk.Tk, field: tk.Misc) -> None:
    """Have the keys go to `field` where they would go nowhere: to a menu or a widget that is gone from sight,
    or to none after another window has closed. What is in sight and has the keyboard, or asked for it before
    the window manager has handed it over, keeps it."""
    if not exists(root):
        return
    held = str(root.tk.call("grab", "current", root))
    if held and not _in_sight(root, held):
        root.tk.call("grab", "release", held)
        held = ""
    focus = str(root.tk.call("focus"))
    if held or (focus and _in_sight(root, focus)):
        return
    wanted = str(field)
    if not focus:
        last = str(root.tk.call("focus", "-lastfor", root))
        wanted = last if last != str(root) and _in_sight(root, last) else wanted
    root.tk.call("focus", wanted)
    if not focus:
        root.after(_SLOW_MANAGER_MS, lambda: _insist(root, wanted))


def _in_sight(root: tk.Tk, path: str) -> bool:
    return all(int(root.tk.call("winfo", asked, path)) for asked in ("exists", "viewable"))


def _insist(root: tk.Tk, wanted: str) -> None:
    """Without a window manager nobody hands the keyboard over; but no other program is robbed of it."""
    alone = [str(p) for p in root.tk.splitlist(root.tk.call("wm", "stackorder", "."))] == ["."]
    over = root.winfo_containing(*root.winfo_pointerxy())
    if alone and over is not None and not str(root.tk.call("focus")):
        root.tk.call("focus", "-force", wanted)


# What `event.state` of Tk says is held down during an event.

SHIFT, CONTROL, ALT = 0x1, 0x4, 0x8
BUTTON = 0x100
"""The left button of the mouse."""
