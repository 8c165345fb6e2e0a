"""Mouse and keyboard stay with a dialog that waits.

A window manager may hand the keyboard back to the window below after a dialog has taken it: just after the
program began, or when the user clicks that window in a task bar. And Tk lets the mouse go where a dialog
is hidden for a moment, or has asked a question in a dialog of its own. Keys and clicks would then go to
the map.
"""

from __future__ import annotations

import tkinter as tk

_EVERY_MS = 150


def take_mouse(waits: tk.Misc) -> bool:
    """Have all clicks go to a widget; False where another program, a menu that is just closing or a button
    that is held down has them still. It may be tried again."""
    try:
        waits.grab_set()
    except tk.TclError:
        return False
    return True


def comes_to_be_seen(widget: tk.Misc) -> bool:
    """Wait until a dialog or another widget shows; False where it was closed before it did."""
    try:
        widget.wait_visibility()
    except tk.TclError:
        return False
    return bool(widget.winfo_exists())


def is_waited_for(root: tk.Tk) -> bool:
    """Whether a dialog or some work has all clicks: then the window below must not close under it."""
    held = str(root.tk.call("grab", "current", root))
    return bool(held) and str(root.tk.call("winfo", "class", held)) != "Menu"


class Keeper:
    """Watches one dialog while it waits; `field` has the keyboard first, later the one that had it last."""

    def __init__(self, dialog: tk.Toplevel, field: tk.Misc) -> None:
        self._dialog, self._field = dialog, field

    def keep(self) -> None:
        """Take mouse and keyboard where the window below has them, now and as long as the dialog is there."""
        dialog = self._dialog
        if not dialog.winfo_exists():
            return
        call = dialog.tk.call
        if not self._field.winfo_exists():
            self._field = dialog
        if not call("grab", "current", dialog) and dialog.winfo_viewable():
            take_mouse(dialog)
        if str(call("grab", "current", dialog)) == str(dialog) and _is_covered(dialog):
            # By a panel's window, which answers nothing now.
            dialog.lift()
            call("focus", "-force", self._field)
        focus = str(call("focus"))
        if _within(focus, str(dialog)):
            self._field = _focused_last(dialog) or self._field
        elif focus and str(call("grab", "current", dialog)) == str(dialog):
            call("focus", "-force", self._field)
        dialog.after(_EVERY_MS, self.keep)


def _is_covered(dialog: tk.Toplevel) -> bool:
    """Whether the window of a panel lies over it; a dialog that has just opened may."""
    call = dialog.tk.call
    order = [str(path) for path in dialog.tk.splitlist(call("wm", "stackorder", "."))]
    above = order[order.index(str(dialog)) + 1:] if str(dialog) in order else []
    # A panel in a window of its own is a frame still.
    return any(str(call("winfo", "class", path)) == "Frame" for path in above)


def _within(path: str, top: str) -> bool:
    return path == top or path.startswith(top + ".")


def _focused_last(dialog: tk.Toplevel) -> tk.Misc | None:
    """The field of a dialog that had the keyboard last, None where it had none of its own."""
    path = str(dialog.tk.call("focus", "-lastfor", dialog))
    if path == str(dialog):
        return None
    try:
        found: tk.Misc = dialog.nametowidget(path)
    except KeyError:
        # The list of a drop-down is Tk's own.
        return None
    return found
