"""The fields of one place: its hex, its name, its latitude and longitude; a name says where it lies."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from ...geodata.place_names import PlaceNames, plain
from ...hexgrid import Point
from .. import theme
from .degrees import degrees_field

_MOST_OFFERED = 400
_MOST_NAMED = 6


class PlaceFields(ttk.Frame):
    """`hex_typed` is called when the hex becomes another one, `add` by Return and by the button."""

    def __init__(self, parent: tk.Misc, names: PlaceNames, hex_typed: Callable[[], None],
                 add: Callable[[], None]) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.names = names
        """The places that are offered."""
        self._add = add
        self._row: tuple[str, str, str] = ("", "", "")
        """The row that is shown to be changed: hex, name, latitude and longitude; all "" for none."""
        self._row_typed = False
        self._shown = ""
        """The latitude and longitude that were not typed but put here, """
        self._of = ""
        """and the name they belong to."""
        self.hex = tk.StringVar(self)
        self.name = tk.StringVar(self)
        self.at = tk.StringVar(self)
        self.columnconfigure(1, weight=1)
        for column, title in enumerate(("Hex", "Place", "Latitude, longitude")):
            ttk.Label(self, text=title, style="Quiet.TLabel").grid(row=0, column=column, sticky="w")
        self.hex_entry = ttk.Entry(self, textvariable=self.hex, width=6)
        self.name_box = ttk.Combobox(self, textvariable=self.name, width=13, postcommand=self._offer)
        self.at_entry = ttk.Entry(self, textvariable=self.at, width=18)
        for column, widget in enumerate((self.hex_entry, self.name_box, self.at_entry)):
            widget.grid(row=1, column=column, sticky="ew", padx=(0, theme.px(6)))
            for key in ("<Return>", "<KP_Enter>"):
                widget.bind(key, self._entered)
        self.name_box.bind("<<ComboboxSelected>>", lambda _e: self._named(chosen=True))
        self.name_box.bind("<FocusOut>", lambda _e: self._named())
        self.hex.trace_add("write", lambda *_: hex_typed())
        self.add_button = ttk.Button(self, text="Add", width=5, command=self._entered)
        self.add_button.grid(row=1, column=3)

    def show_row(self, number: str, name: str, at: Point, typed: bool) -> None:
        """Show a place that is known, to be changed; `typed`: latitude and longitude were typed, and did not
        come with the name."""
        self._fill(number, name, at)
        self._row, self._row_typed = (number, name, self._shown), typed

    def ask_name(self) -> None:
        """Let the name of the hex shown be typed; the name that stands there says where it is."""
        self._named()
        self.winfo_toplevel().focus_force()
        self.name_box.focus_set()
        self.name_box.selection_range(0, "end")

    def ask_where(self) -> str:
        """What to say where a place is missing: with the names that begin as what was typed."""
        begun = self.names.beginning(self.name.get())[:_MOST_NAMED]
        which = f"Which place is meant: {', '.join(begun)}? " if len(begun) > 1 else "Where is it? "
        return f"{which}Choose a place by its name, or write latitude and longitude."

    def show_hex(self, number: str, name: str) -> None:
        """Show a hex whose place is wanted, with the name it has on the map."""
        self._fill(number, name, None)

    def clear(self) -> None:
        """Empty all fields."""
        self._fill("", "", None)

    @property
    def typed(self) -> bool:
        """Whether the latitude and longitude that stand here were typed."""
        return self.at.get().strip() != self._shown or (self._row_typed and self._shown == self._row[2])

    @property
    def changed_row(self) -> str:
        """The hex of the row that what stands here is to take the place of, "" for none: its hex is another
        one, but the name, or, of a place without a name, where it lies, is the same."""
        number, name, at = self._row
        if not number or self.hex.get().strip() == number:
            return ""
        same = self._is(name) and (bool(name) or self.at.get().strip() == at)
        return number if same else ""

    def look_up(self) -> None:
        """Show where the name is, where only the name is given; after more names became known."""
        self._named()

    def propose(self, name: str) -> None:
        """The name of the place in a hex that was typed, where none is given."""
        if not self.name.get().strip():
            self.name.set(name)
            self.look_up()

    def _fill(self, number: str, name: str, at: Point | None) -> None:
        self._row, self._row_typed = ("", "", ""), False
        self.hex.set(number)
        self.name.set(name)
        self._show(degrees_field(at) if at else "", name)

    def _show(self, at: str, name: str) -> None:
        self._shown, self._of = at, name
        self.at.set(at)

    def _is(self, name: str) -> bool:
        return plain(self.name.get()) == plain(name)

    def _offer(self) -> None:
        """The names that begin with, or have in them, what is typed."""
        typed = plain(self.name.get())
        names = sorted(self.names.at, key=lambda n: (not plain(n).startswith(typed), n))
        self.name_box.configure(values=[n for n in names if typed in plain(n)][:_MOST_OFFERED])

    def _complete(self) -> None:
        """Write a name as it is spelt; of one that is not given degrees, the beginning is enough."""
        typed = self.name.get()
        begun = self.names.beginning(typed)
        proper = next((n for n in self.names.at if n.casefold() == typed.strip().casefold()), "")
        if proper:
            self.name.set(proper)
        elif len(begun) == 1 and self._is_without_place and self.names.find(typed) is None:
            self.name.set(begun[0])

    @property
    def _is_without_place(self) -> bool:
        """Whether nothing says where what is named lies: no degrees, or those of another name."""
        at = self.at.get().strip()
        return not at or (at == self._shown and not self._is(self._of) and not self._stays)

    @property
    def _stays(self) -> bool:
        """Whether the row's degrees stay for its hex under a name nobody knows: they were typed, and did not
        come with the name it had; or it is to have no name."""
        number, _, at = self._row
        same = bool(number) and self.hex.get().strip() == number and self._shown == at
        return same and (self._row_typed or not self.name.get().strip())

    def _named(self, chosen: bool = False) -> None:
        """The name says where the place is: if it was chosen, or is another one than that of the degrees
        shown; what was typed there stays."""
        at = self.at.get().strip()
        if not chosen and at and (at != self._shown or self._is(self._of)):
            return
        found = self.names.find(self.name.get())
        if found is not None:
            self._show(degrees_field(found), self.name.get())
        elif not self._stays:
            self._show("", self.name.get())

    def _entered(self, _event: Any = None) -> str:
        self._complete()
        self._named()
        self._add()
        return "break"
