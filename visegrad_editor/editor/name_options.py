"""The options of the name tool: the fields of the name that was clicked, or how the next label is written."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ..model.lettering import NameRef
from .fields import Form
from .keyboard_focus import focused
from .name_fields import NameFields
from .session import Session
from .wrapped import WrappedLabel

_LEAVING = "NameGiven"
"""A tag of the fields: Return in them gives the keyboard back to the map."""


class NameOptions(ttk.Frame):
    """Follows `Brush.named`; a name that was just clicked gets the keyboard, Return gives it back."""

    def __init__(self, parent: tk.Misc, session: Session, perform: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._perform = session, perform
        self._shown: tuple[NameRef | None, object, object] | None = None
        self.form: Form | None = None
        self.text: ttk.Entry | None = None
        # Before the field's own binding, which hands the text over: the fields are made anew for it.
        for key in ("<Return>", "<KP_Enter>"):
            self.bind_class(_LEAVING, key, lambda _e: self.after_idle(self._perform, "show_map"))
        self.follow()

    def follow(self) -> None:
        """Show the name as it is now."""
        before = self._shown
        if before is not None and before[0] != self._session.brush.named:
            # What was typed belongs to the name shown until now.
            self._shown = None
            self.commit()
        map, ref = self._session.design.map, self._session.brush.named
        if ref is not None and ref.hex not in map.grid:
            ref = self._session.brush.named = None
        now = (ref, map.places, map.labels)
        if self._shown is not None and now[0] == self._shown[0] and (
                ref is None or (now[1] is self._shown[1] and now[2] is self._shown[2])):
            if ref is not self._shown[0]:
                # The same name was clicked again: what is typed now is for its field, not for the map.
                self._shown = now
                self._take_keyboard()
            return
        fresh = before is None or before[0] != ref
        keep = self._focused_field()
        self._shown = now
        self._build(ref)
        if self.form is None:
            return
        if fresh:
            self._take_keyboard()
        elif keep in self.form.fields:
            self.form.fields[keep].focus_set()

    def _take_keyboard(self) -> None:
        if self.text is not None:
            self.text.focus_set()
            self.text.select_range(0, "end")

    def _build(self, ref: NameRef | None) -> None:
        self.form, self.text = None, None
        for child in self.winfo_children():
            child.destroy()
        if ref is None:
            WrappedLabel(self, "Click a name, or a hex to name it.", "Quiet.TLabel").pack(fill="x")
            return
        where = "Name of the place in" if ref.kind == "place" else "Label in"
        number = self._session.design.map.grid.number(ref.hex)
        WrappedLabel(self, f"{where} {number}", "Section.TLabel").pack(fill="x")
        frame = ttk.Frame(self, style="Panel.TFrame")
        frame.pack(fill="x")
        self.form = Form(frame)
        self.text = NameFields(self.form, self._session, ref).text
        for field in self.form.fields.values():
            field.bind("<KeyRelease-Escape>", lambda _e: self._perform("show_map"), add=True)
            field.bindtags((_LEAVING, *field.bindtags()))

    def commit(self) -> None:
        """Hand over what was typed and not handed over yet."""
        form, self.form = self.form, None
        if form is not None:
            form.commit()
            self.form = self.form or form

    def _focused_field(self) -> str:
        fields, focus = self.form.fields if self.form else {}, focused(self)
        return next((name for name, field in fields.items() if field is focus), "")
