"""Ctrl+Z and Ctrl+Shift+Z in dialogs: take back what was typed and chosen, field by field, and what else a
dialog keeps, such as the rows of its list."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from ...lazy_dataclass import dataclass
from ..platforms import held_keys
from .keyboard import SHIFT, exists, show_page_of

_PAUSE_MS = 1000
"""After this many milliseconds, what is typed is another step."""
_MOST = 500
_EVENTS = ("<FocusIn>", "<Key>", "<ButtonRelease>", "<<ComboboxSelected>>", "<<Increment>>", "<<Decrement>>")


@dataclass
class _Step:
    """A change of a field."""

    field: tk.Misc
    before: str
    after: str
    at_ms: int

    def put(self, undo: bool) -> bool:
        """Take it back, or make it again; False if the field is gone."""
        if not self.field.winfo_exists():
            return False
        _put(self.field, self.before if undo else self.after)
        return True


@dataclass(frozen=True)
class _Kept:
    """What a dialog keeps besides its fields: how to get it and how to put it back."""

    get: Callable[[], Any]
    give: Callable[[Any], None]


@dataclass(frozen=True)
class _KeptStep:
    """A change of what a dialog keeps."""

    kept: _Kept
    before: Any
    after: Any
    choices: tuple[_Step, ...]
    """The choices in fields that made the change; most dialogs show them anew themselves."""

    def put(self, undo: bool) -> bool:
        """Take it back, or make it again; True, because a dialog keeps it as long as it is open."""
        self.kept.give(self.before if undo else self.after)
        for choice in self.choices:
            wanted = choice.before if undo else choice.after
            if choice.field.winfo_exists() and _value(choice.field) != wanted:
                _put(choice.field, wanted)
        return True


class FieldUndo:
    """The steps of all fields of a dialog: texts, numbers, choices and check boxes, and of what it keeps
    besides."""

    def __init__(self, dialog: tk.Toplevel) -> None:
        self._dialog = dialog
        self._known: dict[str, str] = {}
        self._kept: list[tuple[_Kept, Any]] = []
        """What else is kept, with its value when it was last looked at."""
        self._done: list[_Step | _KeptStep] = []
        self._undone: list[_Step | _KeptStep] = []
        self._looking = ""
        self._touched: set[str] = set()
        for event in _EVENTS:
            dialog.bind(event, self._look, add=True)
        for sequence in ("<Control-z>", "<Control-Z>"):
            dialog.bind(sequence, self._key_undo, add=True)
        for sequence in ("<Control-Shift-Z>", "<Control-Shift-z>", "<Control-y>", "<Control-Y>"):
            dialog.bind(sequence, self._key_redo, add=True)

    def keep(self, get: Callable[[], Any], give: Callable[[Any], None]) -> None:
        """Make steps of the changes of a value that the dialog keeps besides its fields; `give` puts one back
        and shows it. Values are compared, so they must not change in place."""
        self._kept.append((_Kept(get, give), get()))

    def take_over(self) -> None:
        """Make one step of what the dialog keeps as it is now, after what was typed was taken over and its
        fields were filled anew."""
        self._stop_looking()
        self._note(0, kept_only=True)

    def undo(self) -> bool:
        """Take the last step back; False, with a bell, if there is none."""
        return self._go(self._done, self._undone, True)

    def redo(self) -> bool:
        """Make the step again that was taken back last; False, with a bell, if there is none."""
        return self._go(self._undone, self._done, False)

    def forget(self) -> None:
        """Forget all steps, after what was changed was taken over elsewhere."""
        self._done.clear()
        self._undone.clear()
        self._known = {str(f): _value(f) for f in _fields(self._dialog)}
        self._know_kept()

    def look_soon(self) -> None:
        """Look for changes soon, after something that no event of the keyboard or the mouse tells."""
        if not self._looking:
            self._looking = self._dialog.after_idle(self._note, 0)

    def _look(self, event: Any) -> None:
        """Note the fields as they are once the event has done its work."""
        if event.type == tk.EventType.FocusIn and isinstance(event.widget, tk.Text):
            _make_undoable(event.widget)
        if not self._known:
            self._known = {str(f): _value(f) for f in _fields(self._dialog)}
            return
        self._touched.add(str(event.widget))
        if not self._looking:
            at = event.time if isinstance(event.time, int) else 0
            self._looking = self._dialog.after_idle(self._note, at)

    def _note(self, at_ms: int, kept_only: bool = False) -> None:
        """Make a step of each field that the user changed; what follows from it in other fields is none, and
        with `kept_only` no change of a field is."""
        self._looking = ""
        if not exists(self._dialog):
            return
        touched, self._touched = set() if kept_only else self._touched, set()
        kept = [(one, before, now) for one, before in self._kept if (now := one.get()) != before]
        self._know_kept()
        choices: list[_Step] = []
        for field in _fields(self._dialog):
            path, now = str(field), _value(field)
            before = self._known.get(path)
            self._known[path] = now
            if before is None or before == now or path not in touched:
                continue
            self._undone.clear()
            if kept and not _is_written(field):
                choices.append(_Step(field, before, now, at_ms))
                continue
            # What is written is taken back in its field, and what is kept follows.
            kept = []
            last = self._done[-1] if self._done else None
            if (isinstance(last, _Step) and last.field is field and at_ms and at_ms - last.at_ms < _PAUSE_MS
                    and abs(len(now) - len(last.after)) == 1 and last.after == before):
                last.after, last.at_ms = now, at_ms
            else:
                self._done.append(_Step(field, before, now, at_ms))
        if kept:
            self._undone.clear()
            self._done += [_KeptStep(*one, tuple(choices)) for one in kept]
        del self._done[:-_MOST]

    def _know_kept(self) -> None:
        self._kept = [(one, one.get()) for one, _ in self._kept]

    def _key_undo(self, event: Any) -> str | None:
        if held_keys(event.state) & SHIFT:
            return self._key_redo(event)
        if _has_own_undo(event.widget):
            return None
        self.undo()
        return "break"

    def _key_redo(self, event: Any) -> str | None:
        if _has_own_undo(event.widget):
            return None
        self.redo()
        return "break"

    def _go(self, source: list[_Step | _KeptStep], target: list[_Step | _KeptStep], undo: bool) -> bool:
        if self._stop_looking():
            self._note(0)
        while source:
            step = source.pop()
            if step.put(undo):
                target.append(step)
                self._know_kept()
                self._known = {str(f): _value(f) for f in _fields(self._dialog)}
                return True
        self._dialog.bell()
        return False

    def _stop_looking(self) -> bool:
        """Look no more for changes soon; whether that was waited for."""
        if not self._looking:
            return False
        self._dialog.after_cancel(self._looking)
        self._looking = ""
        return True


def _has_own_undo(widget: object) -> bool:
    """Whether Tk itself takes back what is typed in a widget."""
    return isinstance(widget, tk.Text) and str(widget.cget("state")) == "normal"


def _fields(widget: tk.Misc) -> list[tk.Misc]:
    """The fields in a dialog whose changes are steps."""
    found: list[tk.Misc] = []
    for child in widget.winfo_children():
        if isinstance(child, tk.Toplevel):
            continue
        if isinstance(child, ttk.Entry | ttk.Checkbutton | ttk.Radiobutton):
            # Drop-down lists and numbers are entries, too.
            found.append(child)
        found += _fields(child)
    return found


def _is_written(field: tk.Misc) -> bool:
    """Whether a field takes any text."""
    return isinstance(field, ttk.Entry) and field.instate(["!readonly"])


def _value(field: tk.Misc) -> str:
    if isinstance(field, ttk.Entry):
        return field.get()
    if isinstance(field, ttk.Radiobutton):
        return str(field.getvar(str(field.cget("variable"))))
    assert isinstance(field, ttk.Checkbutton)
    return "on" if field.instate(["selected"]) else ""


def _put(field: tk.Misc, value: str) -> None:
    """Give a field a value, as if the user had done it."""
    show_page_of(field)
    if isinstance(field, ttk.Checkbutton):
        if _value(field) != value:
            field.invoke()
        return
    if isinstance(field, ttk.Radiobutton):
        variable = str(field.cget("variable"))
        for other in _fields(field.winfo_toplevel()):
            if (isinstance(other, ttk.Radiobutton) and str(other.cget("variable")) == variable
                    and str(other.cget("value")) == value):
                other.invoke()
        return
    assert isinstance(field, ttk.Entry)
    if isinstance(field, ttk.Combobox | ttk.Spinbox):
        field.set(value)
        field.event_generate("<<ComboboxSelected>>" if isinstance(field, ttk.Combobox) else "<<Increment>>")
        if isinstance(field, ttk.Spinbox):
            field.set(value)
    else:
        field.delete(0, "end")
        field.insert(0, value)
    if field.instate(["!disabled"]):
        field.focus_set()
        field.icursor("end")


def _make_undoable(text: tk.Text) -> None:
    """Let a text that is written in take back what is typed, but not what it held at first."""
    if str(text.cget("state")) == "normal" and not int(str(text.cget("undo"))):
        text.configure(undo=True, autoseparators=True)
        text.edit_reset()
