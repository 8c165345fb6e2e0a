"""The panel of the state of the game: turn, seats, and what each side has taken, lost and still has."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from ...lazy_dataclass import dataclass
from ...model.wording import without_article
from ..widgets.scroll_bars import scroll_bar_of
from ..widgets.small_screen import is_low
from ..window import theme
from .session import PlaySession, seat_choices


class StatePanel(ttk.Frame):
    """The state of the game in figures; `jump` is called with the hex number of a double-clicked place."""

    def __init__(self, parent: tk.Misc, session: PlaySession, jump: Callable[[str], None]) -> None:
        super().__init__(parent, style="Panel.TFrame", padding=theme.px(8))
        self._session, self._jump = session, jump
        sides = session.design.ruleset.sides
        seats = ttk.Frame(self, style="Panel.TFrame")
        seats.pack(fill="x")
        low = is_low(self)
        if not low:
            ttk.Label(seats, text="Who plays", style="Section.TLabel").grid(
                row=0, column=0, columnspan=2, sticky="w", pady=(0, theme.px(3)))
        self.seats: dict[str, ttk.Combobox] = {}
        for i, side in enumerate(sides, 1):
            ttk.Label(seats, text=side.name, style="Quiet.TLabel").grid(row=i, column=0, sticky="w",
                                                                        padx=(0,
                                                                              theme.px(10)), pady=theme.px(2))
            box = ttk.Combobox(seats, values=seat_choices(), state="readonly", width=14)
            box.grid(row=i, column=1, sticky="w", pady=theme.px(2))
            box.bind("<<ComboboxSelected>>", lambda _e, s=side.id: self._seat(s))  # type: ignore[misc]
            self.seats[side.id] = box
        if not low:
            ttk.Label(self, text="The game", style="Section.TLabel").pack(
                anchor="w", pady=(theme.px(10), theme.px(3)))
        table = ttk.Frame(self, style="Panel.TFrame")
        table.pack(fill="both", expand=True)
        # As few rows as fit in a low window; the table grows with the page.
        self.tree = ttk.Treeview(table, columns=[s.id for s in sides], style="Flat.Treeview", height=2,
                                 selectmode="browse")
        self.bar = scroll_bar_of(self.tree)
        self.bar.pack(side="right", fill="y")
        self.tree.heading("#0", text="", anchor="w")
        self.tree.column("#0", width=theme.px(172), stretch=True)
        for side in sides:
            # The part in brackets is shown above, at the seats.
            self.tree.heading(side.id, text=side.name.partition(" (")[0], anchor="w")
            self.tree.column(side.id, width=theme.px(84), stretch=True, anchor="w")
        self.tree.pack(side="left", fill="both", expand=True)
        self.tree.tag_configure("group", font="VeSection", foreground=theme.QUIET)
        self.tree.bind("<Double-1>", self._go)
        self.tree.bind("<Return>", self._go)
        self.bind("<Map>", lambda _e: self.show())
        session.changed.connect(self._changed)
        self.show()

    def _changed(self) -> None:
        if self.winfo_exists() and self.winfo_ismapped():
            self.show()

    def show(self) -> None:
        """Show the present figures."""
        for side, box in self.seats.items():
            box.set(self._session.seats.names[side])
        self.tree.delete(*self.tree.get_children())
        for row in figures(self._session):
            self.tree.insert("", "end", text=row.name, values=row.values, tags=("group",) if row.heading else
                             (f"hex:{row.hex}",) if row.hex else ())

    def _seat(self, side: str) -> None:
        self._session.change_seat(side, self.seats[side].get())
        # A change that was refused is not shown.
        self.seats[side].set(self._session.seats.names[side])

    def _go(self, _event: Any) -> str:
        for row in self.tree.selection():
            for tag in self.tree.item(row, "tags"):
                if str(tag).startswith("hex:"):
                    self._jump(str(tag)[4:])
        return "break"


# The figures, row by row, each with a value for every side.

@dataclass(frozen=True)
class StateRow:
    """A row of the table; `hex` is the hex number it leads to."""

    name: str
    values: tuple[str, ...] = ()
    heading: bool = False
    hex: str = ""


def figures(session: PlaySession) -> list[StateRow]:
    """The rows: turn, units and strength on the map, boxes, markers, goals taken and open."""
    design, position, game = session.design, session.position, session.timeline.game
    scenario, words = design.scenario, game.words
    assert scenario is not None
    sides = [s.id for s in design.ruleset.sides]
    of = {u.key: n.side for u in scenario.units
          if (n := design.ruleset.nationality_by_id.get(u.nationality)) is not None}
    rows = [StateRow("Turn", (f"{position.turn} of {scenario.turns}" if position.turn else "set-up",))]
    on_map = {s: [k for k, u in position.units.items() if u.hex and of.get(k) == s] for s in sides}

    def count(name: str, values: list[int]) -> None:
        if any(values):
            rows.append(StateRow(name, tuple(map(str, values))))

    rows.append(StateRow("On the map", heading=True))
    count("Units", [len(on_map[s]) for s in sides])
    count("Strength", [sum(map(game.strength, on_map[s])) for s in sides])
    count("Reduced", [sum(position.units[k].reduced for k in on_map[s]) for s in sides])
    count("Out of supply", [sum(position.units[k].out_of_supply for k in on_map[s]) for s in sides])
    rows.append(StateRow("Off the map", heading=True))
    for box in words.box_order(frozenset(u.box for u in position.units.values() if u.box)):
        if words.box(box).counted:
            count(words.box(box).title, [
                sum(u.box == box and of.get(k) == s for k, u in position.units.items()) for s in sides])
    names = dict.fromkeys(n for s in sides for n in position.markers.get(s, {}))
    if names:
        rows.append(StateRow(words.pools_title, heading=True))
        for name in names:
            rows.append(StateRow(words.pool(name),
                            tuple(str(position.markers.get(s, {}).get(name, 0)) for s in sides)))
    for mark, hexes in game.hex_marks(session.onlooker).items():
        if words.hex_mark(mark).listed:
            rows.append(StateRow(f"{words.hex_mark(mark).title} ({len(hexes)})", heading=True))
            rows += [StateRow(_place(session, h), hex=h) for h in hexes]
    for i, side in enumerate(sides):
        goals = [h for h in game.goals(side).take if h in game.board.index]
        if goals:
            name = without_article(design.ruleset.side_by_id[side].name)
            rows.append(StateRow(f"Goals of the {name}", heading=True))
            values = tuple("open" if j == i else "" for j in range(len(sides)))
            rows += [StateRow(_place(session, h), values, hex=h) for h in design.map.grid.in_order(goals)]
    return rows


def _place(session: PlaySession, number: str) -> str:
    map = session.design.map
    hex = map.grid.parse(number)
    place = map.place_at.get(hex) if hex is not None else None
    return f"{number} {place.name}" if place and place.name else number
