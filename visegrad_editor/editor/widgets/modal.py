"""Mouse and keyboard stay with a dialog that waits.

A window manager may hand the keyboard back to the window below after a dialog has taken it: just after the
program began, or when the user clicks that window in a task bar. And Tk lets the mouse go where a dialog
is hidden for a moment, or has asked a question in a dialog of its own. Keys and clicks would then go to
the map.
"""

from __future__ import annotations

import tkinter as tk
from typing import ClassVar

_EVERY_MS = 150
_SLOW_MANAGER_MS = 3000


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
    return bool(held) and not _is_menu(root, held)


def waiting_dialog(widget: tk.Misc) -> tk.Toplevel | None:
    """The dialog that has all clicks now, None where none has: one that it opens belongs over it."""
    held = str(widget.tk.call("grab", "current", widget))
    try:
        found = widget.nametowidget(held) if held else None
    except KeyError:
        return None
    return found if isinstance(found, tk.Toplevel) else None


class Keeper:
    """Watches one dialog while it waits; `field` has the keyboard first, later the one that had it last.

    Of several dialogs that wait, the one opened last has mouse and keyboard.
    """

    _keepers: ClassVar[list[Keeper]] = []

    def __init__(self, dialog: tk.Toplevel, field: tk.Misc) -> None:
        self._dialog, self._field = dialog, field
        self._unsure = _SLOW_MANAGER_MS // _EVERY_MS
        self._keepers.append(self)

    def keep(self) -> None:
        """Take mouse and keyboard where the window below has them, now and as long as the dialog is there."""
        if not self._dialog.winfo_exists():
            self._keepers.remove(self)
            return
        if not self._field.winfo_exists():
            self._field = self._dialog
        if self._is_last and self._has_mouse:
            self._take_keyboard()
        self._dialog.after(_EVERY_MS, self.keep)

    @property
    def _is_last(self) -> bool:
        mine = [k for k in self._keepers if k._dialog.tk is self._dialog.tk and k._dialog.winfo_exists()]
        return mine[-1] is self

    @property
    def _has_mouse(self) -> bool:
        """Whether clicks go to the dialog; they are taken from anything but its own menus and lists."""
        held = str(self._dialog.tk.call("grab", "current", self._dialog))
        if held == str(self._dialog):
            return True
        if held and (_within(held, str(self._dialog)) or _is_menu(self._dialog, held)):
            return False
        return bool(self._dialog.winfo_viewable()) and take_mouse(self._dialog)

    def _take_keyboard(self) -> None:
        dialog = self._dialog
        call = dialog.tk.call
        if _is_covered(dialog):
            # By a panel's window, which answers nothing now.
            dialog.lift()
            call("focus", "-force", self._field)
        focus = str(call("focus"))
        if _within(focus, str(dialog)) and focus != str(dialog):
            self._field = _focused_last(dialog) or self._field
            if self._unsure:
                # A window that the window manager had not shown yet did not get what Tk thinks it has.
                call("focus", "-force", focus)
        elif focus:
            call("focus", "-force", self._field)
        self._unsure = max(0, self._unsure - 1)


def _is_menu(widget: tk.Misc, path: str) -> bool:
    return str(widget.tk.call("winfo", "class", path)) == "Menu"


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
