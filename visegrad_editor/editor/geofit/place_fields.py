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
        self._told = ""
        """The latitude and longitude that came with a name, and go with it."""
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
        self.name_box.bind("<<ComboboxSelected>>", lambda _e: self._named())
        self.name_box.bind("<FocusOut>", lambda _e: self._named(only_empty=True))
        self.hex.trace_add("write", lambda *_: hex_typed())
        ttk.Button(self, text="Add", width=5, command=add).grid(row=1, column=3)

    def fill(self, number: str, name: str, at: Point | None) -> None:
        """Show a hex, its name, and where it lies, where that is known."""
        self.hex.set(number)
        self.name.set(name)
        self.at.set(degrees_field(at) if at else "")

    def ask_name(self, number: str, name: str, at: Point | None) -> None:
        """Show a hex whose place is wanted, and let its name be typed; the name shown says where it is."""
        self.fill(number, name, at)
        self._named(only_empty=True)
        self.winfo_toplevel().focus_force()
        self.name_box.focus_set()
        self.name_box.selection_range(0, "end")

    def ask_where(self) -> str:
        """What to say where a place is missing: with the names that begin as what was typed."""
        begun = self.names.beginning(self.name.get())[:_MOST_NAMED]
        which = f"Which place is meant: {', '.join(begun)}? " if len(begun) > 1 else "Where is it? "
        return f"{which}Choose a place by its name, or write latitude and longitude."

    def clear(self) -> None:
        """Empty all fields."""
        for field in (self.hex, self.name, self.at):
            field.set("")

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
        elif len(begun) == 1 and self.at.get().strip() in ("", self._told) and self.names.find(typed) is None:
            self.name.set(begun[0])

    def look_up(self) -> None:
        """Show where the name is, where only the name is given; after more names became known."""
        self._named(only_empty=True)

    def propose(self, name: str) -> None:
        """The name of the place in a hex that was typed, where none is given."""
        if not self.name.get().strip():
            self.name.set(name)
            self.look_up()

    def _named(self, only_empty: bool = False) -> None:
        """A name was chosen: it says where the place is."""
        if only_empty and self.at.get().strip() not in ("", self._told):
            return
        at = self.names.find(self.name.get())
        self._told = "" if at is None else degrees_field(at)
        self.at.set(self._told)

    def _entered(self, _event: Any) -> str:
        self._complete()
        self._named(only_empty=True)
        self._add()
        return "break"
