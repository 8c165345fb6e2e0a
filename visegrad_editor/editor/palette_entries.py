"""What the command palette offers: actions, hexes, names on the map and units, found by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..hexgrid import Hex
from ..model.design import Design
from .actions import ACTIONS, Action
from .fuzzy import ranked

_MOST = 60
_RECENT_BONUS = 1.5
OWN = "command_palette"
"""The action that opens the palette; it is not offered in it."""


@dataclass(frozen=True)
class Entry:
    """One line. `id` is an action's id, a hex number or a unit key, by `kind`. `why_not` is a sentence where
    it cannot be done now."""

    kind: str
    id: str
    title: str
    detail: str = ""
    key: str = ""
    why_not: str = ""

    @property
    def name(self) -> str:
        """What it is remembered by among the recent ones."""
        # Several names may lie in one hex.
        return f"{self.kind}:{self.id}" + (f":{self.title}" if self.kind == "hex" else "")


def action_entries(why_not: Callable[[Action], str], actions: Sequence[Action] = ACTIONS) -> list[Entry]:
    """The actions in the order of the menus."""
    return [Entry("action", a.id, _title(a), " › ".join(p for p in (a.menu, a.submenu) if p), a.key_text,
                  why_not(a)) for a in actions if a.id != OWN]


def _title(action: Action) -> str:
    if action.panel:
        return f"{action.label} panel"
    if action.group:
        return f"{action.group.capitalize()}: {action.label.lower()}"
    if action.submenu == "Style":
        return f"Style: {action.label.lower()}"
    return f"{action.label} on the map" if action.toggle else action.label


def place_entries(design: Design) -> list[Entry]:
    """Everything on the map that has a name: cities and other places, labels, areas, rivers and roads."""
    grid = design.map.grid
    found: dict[tuple[str, str], Entry] = {}

    def add(hex: Hex, name: str, what: str) -> None:
        if name and hex in grid:
            number = grid.number(hex)
            # A river of many lines, or a label of many hexes, is listed once.
            found.setdefault((name, what), Entry("hex", number, name, f"{what}, hex {number}"))

    features = {f.id: f.name for f in design.ruleset.features}
    for place in design.map.places:
        kinds = ", ".join(features.get(f, f).lower() for f in place.features)
        add(place.hex, place.name, kinds.capitalize() or "Place")
    for label in design.map.labels:
        add(label.hex, label.text, "Name on the map")
    for area in design.map.areas:
        if area.hexes:
            add(area.hexes[len(area.hexes) // 2], area.name, "Area")
    sides = {h.id: h.name for h in design.ruleset.hexsides}
    for line in design.map.lines:
        if line.sides:
            add(line.sides[len(line.sides) // 2].a, line.name, sides.get(line.kind, line.kind))
    roads = {r.id: r.name for r in design.ruleset.roads}
    for road in design.map.roads:
        add(road.path[len(road.path) // 2], road.name, roads.get(road.kind, road.kind))
    return list(found.values())


def unit_entries(design: Design) -> list[Entry]:
    """The units of the scenario."""
    nations = {n.id: n.name for n in design.ruleset.nationalities}
    units = design.scenario.units if design.scenario else ()
    return [Entry("unit", u.key, u.name, ", ".join(
        p for p in (nations.get(u.nationality, u.nationality), f"hex {u.hex}" if u.hex else "") if p))
        for u in units]


def hex_entry(words: str, design: Design) -> Entry | None:
    """`2017`, `hex 2017` or `go to hex 2017`, where the map has such a hex."""
    last = words.split()[-1] if words.split() else ""
    rest = set(words.casefold().split()[:-1])
    hex = design.map.grid.parse(last) if rest <= {"go", "to", "hex", "goto"} else None
    if hex is None:
        return None
    place = design.map.place_at.get(hex)
    return Entry("hex", design.map.grid.number(hex), f"Go to hex {design.map.grid.number(hex)}",
                 place.name if place else "")


class PaletteEntries:
    """All entries of one opening of the palette. `recent` are names of entries, the latest first. In a game
    the units of the design are left out, for they stand elsewhere."""

    def __init__(self, design: Design, why_not: Callable[[Action], str], recent: Sequence[str],
                 in_game: bool = False) -> None:
        self._design = design
        self._recent = {name: i for i, name in enumerate(recent)}
        self._actions = action_entries(why_not)
        self._others = [*place_entries(design), *([] if in_game else unit_entries(design))]

    def find(self, words: str) -> list[Entry]:
        """What fits, the best first; without words what was used lately, then all actions."""
        if not words.strip():
            return list(self._by_use())[:_MOST]
        found = ranked(
            words, [*self._actions, *self._others], lambda e: (e.title, f"{e.detail} {e.title}", e.key),
            lambda e: _RECENT_BONUS if e.name in self._recent else 0.0)
        number = hex_entry(words, self._design)
        return [*([number] if number else []), *found][:_MOST]

    def _by_use(self) -> Iterator[Entry]:
        every = {e.name: e for e in (*self._actions, *self._others)}
        for name in self._recent:
            if name in every:
                yield every[name]
        for entry in self._actions:
            if entry.name not in self._recent:
                yield entry
