"""Keeps mouse and keyboard on a modal dialog.

A window manager may give the keyboard back to the window below after a dialog has taken it: just after the
program has started, or when the user clicks that window in a task bar or beside the dialog. And Tk releases
the grab of the mouse when a dialog is hidden for a moment, or after it has opened a dialog of its own. Keys
and clicks would then reach the map, or nothing at all.
"""

from __future__ import annotations

import tkinter as tk
from typing import ClassVar

from .keyboard import focused_last

_EVERY_MS = 150
_SLOW_MANAGER_MS = 3000
_BESIDE = "<<KeyboardWentBeside>>"
"""The window manager has given the keyboard to another window of the program."""


def take_mouse(waits: tk.Misc) -> bool:
    """Direct all clicks to a widget; False if another program, a closing menu or a pressed button still has
    the mouse. This can be tried again."""
    try:
        waits.grab_set()
    except tk.TclError:
        return False
    return True


def wait_until_visible(widget: tk.Misc) -> bool:
    """Wait until a dialog or another widget is visible; False if it was closed before."""
    try:
        widget.wait_visibility()
    except tk.TclError:
        return False
    return bool(widget.winfo_exists())


def is_waited_for(root: tk.Tk) -> bool:
    """Whether a dialog or running work has the grab, so that the window below must not be closed."""
    held = str(root.tk.call("grab", "current", root))
    return bool(held) and not _is_menu(root, held)


def waiting_dialog(widget: tk.Misc) -> tk.Toplevel | None:
    """The dialog that has the grab, None if there is none; another dialog belongs above it."""
    held = str(widget.tk.call("grab", "current", widget))
    try:
        holder = widget.nametowidget(held) if held else None
    except KeyError:
        return None
    return holder if isinstance(holder, tk.Toplevel) else None


def close_menu(root: tk.Misc) -> None:
    """Close the menu that has mouse and keyboard, if one has, as a click beside it does: a dialog that opens
    meanwhile, such as that about a bug, would get neither Return nor Escape."""
    held = str(root.tk.call("grab", "current", root))
    if held and _is_menu(root, held):
        # Tk leaves the posted menu of a menu bar open.
        root.tk.call(held, "activate", "none")
        root.tk.call(held, "postcascade", "none")
        root.tk.call("tk::MenuUnpost", held)
        if str(root.tk.call("grab", "current", root)) == held:
            root.tk.call("grab", "release", held)


class GrabKeeper:
    """Keeps mouse and keyboard on one dialog while it waits; `field` has the keyboard at first, later the
    field that had it last.

    Of several waiting dialogs, the one opened last has mouse and keyboard.
    """

    _keepers: ClassVar[list[GrabKeeper]] = []

    def __init__(self, dialog: tk.Toplevel, field: tk.Misc) -> None:
        self._dialog, self._field = dialog, field
        self._unsure = _SLOW_MANAGER_MS // _EVERY_MS
        self._keepers.append(self)
        self._hear_window_manager()

    def _hear_window_manager(self) -> None:
        """Ask the window manager to tell when it gives the keyboard to a window below.

        While the dialog has the grab, Tk does not see such a change: it reports that no window has the
        keyboard, as it does if another program has it, from which nothing is to be taken."""
        dialog = self._dialog
        dialog.bind(_BESIDE, lambda _e: self._return_keyboard(), add=True)
        tell = f"catch {{event generate {dialog} {_BESIDE} -when tail}}"
        for path in dialog.tk.splitlist(dialog.tk.call("wm", "stackorder", ".")):
            if str(path) != str(dialog):
                dialog.tk.call("wm", "protocol", path, "WM_TAKE_FOCUS", tell)

    def _return_keyboard(self) -> None:
        dialog = self._dialog
        if self._is_last and dialog.winfo_viewable() and not str(dialog.tk.call("focus")):
            dialog.lift()
            dialog.tk.call("focus", "-force", _focused_last(dialog) or self._field)

    def keep(self) -> None:
        """Take mouse and keyboard from the window below, now and repeatedly while the dialog exists."""
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
        """Whether clicks go to the dialog; takes them from anything but its own menus and lists."""
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
            # It is covered by a floating panel, which does not react now.
            dialog.lift()
            call("focus", "-force", self._field)
        focus = str(call("focus"))
        if _within(focus, str(dialog)) and focus != str(dialog):
            self._field = _focused_last(dialog) or self._field
            if self._unsure:
                # A window that the window manager had not shown yet may not have the focus that Tk reports.
                call("focus", "-force", focus)
        elif focus:
            call("focus", "-force", self._field)
        self._unsure = max(0, self._unsure - 1)


def _is_menu(widget: tk.Misc, path: str) -> bool:
    return str(widget.tk.call("winfo", "class", path)) == "Menu"


def _is_covered(dialog: tk.Toplevel) -> bool:
    """Whether a floating panel is above the dialog; a dialog that has just opened may be."""
    call = dialog.tk.call
    order = [str(path) for path in dialog.tk.splitlist(call("wm", "stackorder", "."))]
    above = order[order.index(str(dialog)) + 1:] if str(dialog) in order else []
    # A floating panel still has the class of a frame.
    return any(str(call("winfo", "class", path)) == "Frame" for path in above)


def _within(path: str, top: str) -> bool:
    return path == top or path.startswith(top + ".")


def _focused_last(dialog: tk.Toplevel) -> tk.Misc | None:
    """The field of a dialog that had the keyboard last, None if no field had."""
    field = focused_last(dialog)
    return None if field is dialog else field
