"""Forms of labelled fields, whose text is accepted on Return or when a field loses the keyboard."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from tkinter.font import nametofont

from ..window.theme import px

Accept = Callable[[str], str]
"""Accepts a text; returns what is wrong with it, "" if nothing."""


def show_default(field: ttk.Entry, text: str) -> None:
    """Show in an empty field, greyed, the default that applies while it is empty."""
    hint = ttk.Label(field, text=text, style="Default.TLabel", cursor="xterm")
    hint.bind("<Button-1>", lambda _e: field.focus_set())

    def follow(_event: object = None) -> None:
        if field.get():
            hint.place_forget()
        else:
            hint.place(x=px(7), rely=0.5, anchor="w")

    for event in ("<KeyRelease>", "<FocusIn>", "<FocusOut>", "<Map>"):
        field.bind(event, follow, add=True)
    follow()


class Form:
    """Rows of a label and a field in a frame; complaints appear below the last row."""

    def __init__(self, frame: ttk.Frame) -> None:
        self.frame = frame
        self.fields: dict[str, ttk.Entry | ttk.Combobox | ttk.Spinbox] = {}
        self._row = 0
        self._pending: list[Callable[[], None]] = []
        self._complaint = ttk.Label(frame, style="Error.TLabel", wraplength=px(270), justify="left")
        frame.columnconfigure(1, weight=1)

    def commit(self) -> None:
        """Accept texts that are being typed."""
        for accept_text in self._pending:
            accept_text()

    def _label(self, text: str) -> int:
        row, self._row = self._row, self._row + 1
        ttk.Label(self.frame, text=text, style="Quiet.TLabel").grid(
            row=row, column=0, sticky="w", padx=(0, px(8)), pady=px(2))
        self._complaint.grid(row=self._row, column=0, columnspan=2, sticky="w")
        self._complaint.grid_remove()
        return row

    def note(self, label: str, text: str) -> None:
        """Add a row with a text that cannot be edited."""
        row = self._label(label)
        ttk.Label(self.frame, text=text, style="Panel.TLabel", wraplength=px(205), justify="left").grid(
            row=row, column=1, sticky="w", pady=px(2))

    def text(self, label: str, value: str, accept: Accept, default: str = "") -> ttk.Entry:
        """Add a row with a line of text; `default` is shown greyed while it is empty."""
        entry = ttk.Entry(self.frame, width=10)
        entry.insert(0, value)
        self._place(label, entry, value, accept)
        if default:
            show_default(entry, default)
        return entry

    def number(self, label: str, value: str, least: int, most: int, accept: Accept,
               default: str = "") -> ttk.Spinbox:
        """Add a row with a whole number; `default` is shown greyed while it is empty."""
        box = ttk.Spinbox(self.frame, from_=least, to=most, width=14 if default else 6)
        box.insert(0, value)
        self._place(label, box, value, accept)
        if default:
            show_default(box, default)
        box.configure(command=lambda: self._show_complaint(accept(box.get())))
        box.grid_configure(sticky="w")
        return box

    def choice(
        self, label: str, value: str, values: Sequence[tuple[str, str]], accept: Accept
    ) -> ttk.Combobox:
        """Add a row with a list of choices, pairs of id and name; `accept` gets the id."""
        names = [name for _, name in values]
        box = fit_choices(ttk.Combobox(self.frame, values=names, state="readonly", width=10))
        ids = [id for id, _ in values]
        if value in ids:
            box.current(ids.index(value))
        else:
            box.set(value)
        box.grid(row=self._label(label), column=1, sticky="ew", pady=px(2))
        box.bind("<<ComboboxSelected>>", lambda _e: self._show_complaint(accept(ids[box.current()])))
        self.fields[label] = box
        return box

    def widget(self, label: str, widget: tk.Widget) -> None:
        """Add a row with any widget; its parent must be the form's frame."""
        widget.grid(row=self._label(label), column=1, sticky="ew", pady=px(2))

    def _place(self, label: str, field: ttk.Entry, value: str, accept: Accept) -> None:
        field.grid(row=self._label(label), column=1, sticky="ew", pady=px(2))
        last = [value]

        def accept_text(_event: object) -> None:
            if not field.winfo_exists():
                return
            text = field.get()
            if text != last[0]:
                complaint = accept(text)
                if not complaint:
                    last[0] = text
                self._show_complaint(complaint)

        def give_up(_event: object) -> str:
            field.delete(0, "end")
            field.insert(0, last[0])
            self._show_complaint("")
            return "break"

        self._pending.append(lambda: accept_text(None))
        field.bind("<Return>", accept_text)
        field.bind("<KP_Enter>", accept_text)
        field.bind("<FocusOut>", accept_text)
        field.bind("<Escape>", give_up)
        self.fields[label] = field

    def _show_complaint(self, complaint: str) -> None:
        if not self._complaint.winfo_exists():
            return
        self._complaint.configure(text=complaint)
        if complaint:
            self._complaint.grid()
        else:
            self._complaint.grid_remove()


# Drop-down lists as wide as their longest choice.

_BESIDE_PX = 30
"""Pixels that a list of choices needs beside its texts, for margins and its scroll bar."""


def offset(field_x: int, field: int, wanted: int, screen: int) -> tuple[int, int]:
    """The offset of a list from the left edge of its field, and by how much it is wider than the field, given
    the field's place and width, the wanted width and that of the screen; all in pixels.

    >>> offset(100, 80, 200, 1000), offset(900, 80, 200, 1000), offset(100, 300, 200, 1000)
    ((0, 120), (-100, 120), (0, 0))
    """
    more = max(0, min(wanted, screen) - field)
    return min(0, max(-field_x, screen - field_x - field - more)), more


def fit_choices(box: ttk.Combobox) -> ttk.Combobox:
    """The combo box, changed so that its list shows every choice in full."""
    def posting() -> None:
        measure = nametofont("TkTextFont", box).measure
        wanted = max((measure(str(v)) for v in box.cget("values")), default=0) + _BESIDE_PX
        left, more = offset(box.winfo_rootx(), box.winfo_width(), wanted, box.winfo_screenwidth())
        name = f"{str(box).replace('.', '_')}.TCombobox"
        ttk.Style(box).configure(name, postoffset=(left, 0, more, 0))
        box.configure(style=name)

    box.configure(postcommand=posting)
    return box
