"""The dialogs Select by and Replace all; both highlight on the map the hexes concerned."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import cast

from ...hexgrid import Hex
from ...model.design import Design
from ...model.edit.documents import with_map
from ...model.edit.replace_all import What, hexes_of, replace_all, sides_of
from ...model.select import Hexes, Mode, Query, combined, find
from ..session import Session
from ..tools.base import count
from ..tools.brushes import country_name, palette_countries
from ..widgets.dialogs import Dialog
from ..window.theme import px

_MODES: dict[Mode, str] = {
    "replace": "Select only these", "add": "Add to the selection", "remove": "Remove from the selection",
    "keep": "Keep only these in the selection"}


class _Choice:
    """A label with a drop-down list, whose values differ from the texts shown."""

    def __init__(self, parent: tk.Misc, row: int, words: str) -> None:
        self.label = ttk.Label(parent, text=words, style="Panel.TLabel")
        self.label.grid(row=row, column=0, sticky="w", padx=(0, px(10)), pady=px(3))
        self.box = ttk.Combobox(parent, state="readonly", width=30)
        self.box.grid(row=row, column=1, sticky="ew", pady=px(3))
        self._values: list[str] = []

    def offer(self, choices: Choices) -> None:
        """Offer other choices. The chosen value stays if it is among them; otherwise the first is chosen."""
        now = self.value
        self._values = [value for value, _ in choices]
        self.box.configure(values=[words for _, words in choices])
        self.box.set("")
        if choices:
            self.box.current(self._values.index(now) if now in self._values else 0)

    @property
    def value(self) -> str:
        """The chosen value, "" if there is nothing to choose."""
        return self._values[i] if 0 <= (i := self.box.current()) < len(self._values) else ""

    @value.setter
    def value(self, value: str) -> None:
        if value in self._values:
            self.box.current(self._values.index(value))


class SelectByDialog(Dialog):
    """Selects hexes by their contents. It can stay open for several selections."""

    def __init__(self, root: tk.Misc, session: Session, mark: Callable[[frozenset[Hex]], None]) -> None:
        """`mark` highlights hexes on the map."""
        super().__init__(root, "Select hexes by …")
        self._session, self._mark = session, mark
        self.body.columnconfigure(1, weight=1)
        self.what = _Choice(self.body, 0, "Hexes with")
        self.what.offer([(id, words) for id, (words, _) in QUESTIONS.items()])
        self.value = _Choice(self.body, 1, "Which")
        self.text = ttk.Entry(self.body)
        self.mode = tk.StringVar(self, "replace")
        modes = ttk.Frame(self.body, style="Panel.TFrame")
        modes.grid(row=2, column=0, columnspan=2, sticky="w", pady=(px(6), 0))
        for mode, words in _MODES.items():
            ttk.Radiobutton(modes, text=words, value=mode, variable=self.mode, command=self._show).pack(
                anchor="w")
        self.words = ttk.Label(self.body, style="Panel.TLabel")
        self.words.grid(row=3, column=0, columnspan=2, sticky="w", pady=(px(8), 0))
        self.what.box.bind("<<ComboboxSelected>>", lambda _e: self._asked())
        self.value.box.bind("<<ComboboxSelected>>", lambda _e: self._show())
        self.text.bind("<KeyRelease>", lambda _e: self._show())
        self.button("Select", self._done, default=True)
        self.button("Apply", self.apply)
        self.button("Close", self.cancel)
        self._asked()

    def _asked(self) -> None:
        """Offer the answers of the chosen question, or a text field."""
        choices = QUESTIONS[self.what.value][1]
        if choices is None:
            self.value.box.grid_remove()
            self.text.grid(row=1, column=1, sticky="ew", pady=px(3))
        else:
            self.text.grid_remove()
            self.value.box.grid()
            self.value.offer(choices(self._session.design))
        self._show()

    def _matches(self) -> Hexes:
        typed = QUESTIONS[self.what.value][1] is None
        value = self.text.get() if typed else self.value.value
        if typed and not value.strip():
            return frozenset()
        return find(self._session.design, Query(self.what.value, value))

    def _show(self) -> None:
        """Show how many hexes match and how many would be selected, and highlight the matches."""
        hexes = self._matches()
        after = combined(self._session.region, hexes, cast(Mode, self.mode.get()))
        self.words.configure(text=f"{count(len(hexes), 'hex')} found; {len(after)} will be selected.")
        self._mark(hexes)

    def apply(self) -> None:
        """Select the hexes without closing the dialog."""
        session = self._session
        session.select_region(combined(session.region, self._matches(), cast(Mode, self.mode.get())))
        self._show()

    def _done(self) -> None:
        self.apply()
        self.finish("done")


class ReplaceAllDialog(Dialog):
    """Replaces one kind with another, on the whole map or in the selected hexes."""

    def __init__(self, root: tk.Misc, session: Session, mark: Callable[[frozenset[Hex]], None]) -> None:
        """`mark` highlights hexes on the map."""
        super().__init__(root, "Replace all")
        self._session, self._mark = session, mark
        self.body.columnconfigure(1, weight=1)
        self.what = _Choice(self.body, 0, "Replace")
        self.what.offer([(id, words) for id, (words, _, _) in REPLACED.items()])
        self.old = _Choice(self.body, 1, "This")
        self.new = _Choice(self.body, 2, "With")
        self.where = tk.StringVar(self, "selection" if session.region else "map")
        selected = count(len(session.region), "hex")
        for row, (value, words) in enumerate((
            ("map", "On the whole map"), ("selection", f"In the selection ({selected})"),
        ), 3):
            button = ttk.Radiobutton(
                self.body, text=words, value=value, variable=self.where, command=self._show)
            button.grid(row=row, column=0, columnspan=2, sticky="w", pady=(6 if row == 3 else 0, 0))
            if value == "selection" and not session.region:
                button.state(["disabled"])
        self.words = ttk.Label(self.body, style="Panel.TLabel")
        self.words.grid(row=5, column=0, columnspan=2, sticky="w", pady=(px(8), 0))
        self.what.box.bind("<<ComboboxSelected>>", lambda _e: self._asked())
        for choice in (self.old, self.new):
            choice.box.bind("<<ComboboxSelected>>", lambda _e: self._show())
        self.go = self.button("Replace", self._done, default=True)
        self.button("Cancel", self.cancel)
        self._asked()
        if session.hex is not None:
            # The terrain of the selected hex is probably meant.
            self.old.value = session.design.map.terrain.at(session.hex)
        if session.brush.terrain != self.old.value:
            self.new.value = session.brush.terrain
        self._differ()
        self._show()

    @property
    def _within(self) -> frozenset[Hex] | None:
        return self._session.region if self.where.get() == "selection" else None

    def _asked(self) -> None:
        what = self.what.value
        kinds = REPLACED[what][2](self._session.design)
        self.old.offer(kinds)
        self.new.offer([*kinds, ("", "Nothing: erase it")] if what in ERASABLE else kinds)
        self._differ()
        self._show()

    def _differ(self) -> None:
        """Choose two different kinds if there are two."""
        others = [id for id, _ in REPLACED[self.what.value][2](self._session.design)
                  if id != self.old.value]
        if self.new.value == self.old.value and others:
            self.new.value = others[0]

    def _show(self) -> None:
        """Show how much changes, and highlight it."""
        map, what, old = self._session.design.map, cast(What, self.what.value), self.old.value
        thing = REPLACED[what][1]
        marked: set[Hex] = set()
        if thing == "hex":
            marked = set(hexes_of(map, what, old, self._within))
            n = len(marked)
        else:
            sides = sides_of(map, what, old, self._within)
            n, marked = len(sides), {h for s in sides for h in s if h in map.grid}
        same = self.new.value == old
        self.words.configure(text="Both kinds are the same." if same else f"{count(n, thing)} will change.")
        self.go.state(["disabled" if same or not n else "!disabled"])
        self._mark(frozenset(marked))

    def _done(self) -> None:
        session = self._session
        what, old, new = cast(What, self.what.value), self.old.value, self.new.value
        after = replace_all(session.design.map, what, old, new, self._within)
        label = (f"Replace {self.old.box.get()} with {self.new.box.get()}" if new or what not in ERASABLE
                 else f"Erase {self.old.box.get()} everywhere")
        session.edit(label, with_map(session.design, after))
        self.finish("done")


def ask_select_by(root: tk.Misc, session: Session, mark: Callable[[frozenset[Hex]], None]) -> None:
    """Let the designer select hexes by their contents; `mark` highlights hexes on the map."""
    dialog = SelectByDialog(root, session, mark)
    dialog.run(dialog.what.box)
    _unmark(session, mark)


def ask_replace_all(root: tk.Misc, session: Session, mark: Callable[[frozenset[Hex]], None]) -> None:
    """Let the designer replace one kind with another; `mark` highlights hexes on the map."""
    dialog = ReplaceAllDialog(root, session, mark)
    dialog.run(dialog.old.box)
    _unmark(session, mark)


def _unmark(session: Session, mark: Callable[[frozenset[Hex]], None]) -> None:
    """Highlight the set-up area of the selected unit again, if one is selected."""
    mark(frozenset())
    session.selected.emit()


# The choices in both dialogs. No Tk here.

Choices = list[tuple[str, str]]
"""Pairs of value and text; the value "" means any, or none."""


def _terrain(design: Design) -> Choices:
    return [(k.id, k.name) for k in design.ruleset.terrain]


def _countries(design: Design) -> Choices:
    return [(c, country_name(design, c)) for c in palette_countries(design)]


def _features(design: Design) -> Choices:
    return [(k.id, k.name) for k in design.ruleset.features]


def _areas(design: Design) -> Choices:
    return [(a.id, a.name) for a in design.map.areas]


def _hexsides(design: Design) -> Choices:
    return [(k.id, k.name) for k in design.ruleset.hexsides]


def _roads(design: Design) -> Choices:
    return [(k.id, k.name) for k in design.ruleset.roads]


def _nationalities(design: Design) -> Choices:
    return [(n.id, n.name) for n in design.ruleset.nationalities]


def _any(words: str, choices: Callable[[Design], Choices]) -> Callable[[Design], Choices]:
    return lambda design: [("", words), *choices(design)]


QUESTIONS: dict[str, tuple[str, Callable[[Design], Choices] | None]] = {
    "terrain": ("Terrain", _terrain),
    "country": ("Country", _countries),
    "feature": ("City or other feature", _any("Any feature", _features)),
    "name": ("Name containing", None),
    "area": ("Area", _any("Any area", _areas)),
    "hexside": ("Hexside", _any("Any hexside", _hexsides)),
    "road": ("Road", _any("Any road", _roads)),
    "counters": ("Counters of", _any("Any nationality", _nationalities)),
    "hexes": ("Hex numbers", None),
}
"""The titles of the questions of `model.select.QUERIES`, with the answers to choose from; None if the answer
is typed."""

REPLACED: dict[str, tuple[str, str, Callable[[Design], Choices]]] = {
    "terrain": ("Terrain", "hex", _terrain),
    "country": ("Country", "hex", _countries),
    "hexside": ("Hexsides", "hexside", _hexsides),
    "road": ("Roads", "hexside", _roads),
    "feature": ("Cities and other features", "hex", _features),
}
"""For each thing that `replace_all` replaces: its title, what is counted, and its kinds."""
ERASABLE = frozenset({"hexside", "road", "feature"})
"""The things that can also be erased."""
