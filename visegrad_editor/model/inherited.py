"""What a variant has from its base and what is its own, value by value: what it was there, and how it becomes
so again. Whatever shows a value asks here whether it differs.

A value is named by the way to it: `at("ruleset", "terrain", EntryStep("marsh"), "cost")`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass, replace
from functools import cached_property
from typing import Any, Literal

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from .counter_values import number_title
from .design import Design
from .differences import (
    MISSING,
    CellStep,
    DesignChange,
    EntryStep,
    Step,
    as_there,
    by_step,
    design_changes,
    identity,
    place_of,
    take_back,
    value_at,
    value_words,
)
from .fields import DeclaredField, declared_by_name
from .files.plain_data import shorten
from .files.sources import Kind
from .gamemap import HexsideLine, Road
from .layer import Layer
from .place_words import country_name
from .scenario import Unit

_PLACE = ("setup", "position", "reinforcement")
_TURN, _ENTRY = ("turn", "event", "pool"), ("entry", "also")
_LONGEST = 160
_GROUPED = ("lines", "roads")


@dataclass(frozen=True)
class OwnValue:
    """A value, or a whole entry, in which a design differs from its base."""

    kind: Literal["changed", "added", "removed"]
    document: Kind
    path: tuple[Step, ...]
    """The way to it from the document."""
    before: str
    """What it is in the base, in words; "" for what the base does not have."""
    title: str
    """What it is called in sentences: `cost of Marsh`, `2nd Mechanized`."""
    also: tuple[tuple[Step, ...], ...] = ()
    """Other ways that are reset with it: where what moved was."""

    @property
    def words(self) -> str:
        """What it is in the base, as a sentence."""
        if self.kind == "added":
            return "Not in the base."
        return f"In the base: {self.before}." if self.before else "Otherwise in the base."

    @property
    def sign(self) -> str:
        """The sign for it in lists: `~` changed, `+` added, `−` removed."""
        return {"changed": "~", "added": "+", "removed": "−"}[self.kind]


class Inherited:
    """What a design has from its base. Ask again for another design."""

    def __init__(self, design: Design, base: Design) -> None:
        self.design, self.base = design, base
        self._steps: dict[tuple[Kind, str, bool], Mapping[EntryStep, Any]] = {}
        self._names: dict[tuple[Kind, str], tuple[EntryStep, ...]] = {}

    @cached_property
    def changes(self) -> tuple[DesignChange, ...]:
        """All that differs, in sentences."""
        return design_changes(self.base, self.design, head=False)

    def reset(self, values: Iterable[OwnValue]) -> Design:
        """The design with these values as in the base. Raises `ValueError` for a map with another grid."""
        return take_back(self.design, self.base, values)

    def with_sources_again(self, design: Design, document: Kind, section: str) -> Design:
        """A design whose entries of a list that are as in the base but for where they come from come from
        there again."""
        now, base = getattr(design, document), self._document(document, True)
        old = getattr(now, section, None)
        if not isinstance(old, tuple) or base is None:
            return design
        there = by_step(getattr(base, section))
        again = tuple(as_there(entry, there[step]) if step in there else entry
                      for step, entry in by_step(old).items())
        if again == old:
            return design
        whole: dict[str, Any] = {document: replace(now, **{section: again})}
        return replace(design, **whole)

    # -- any value ------------------------------------------------------------------------

    def at(self, document: Kind, *path: Step) -> OwnValue | None:
        """The value that a way leads to if it differs from that of the base; None if not, and for a part of
        an entry that the base does not have."""
        now, was = (self._find(document, path, base) for base in (False, True))
        if now is was or now == was or (now is MISSING and not isinstance(path[-1], EntryStep)):
            return None
        if was is MISSING:
            if not isinstance(path[-1], EntryStep):
                return None
            return OwnValue("added", document, path, "", self._title(document, path, now))
        kind: Literal["changed", "removed"] = "removed" if now is MISSING else "changed"
        return OwnValue(kind, document, path, self._words(document, path, was),
                        self._title(document, path, was if now is MISSING else now))

    def step(self, document: Kind, section: str, index: int) -> EntryStep:
        """What the entry at a place of a list is called."""
        key = (document, section)
        if key not in self._names:
            self._names[key] = tuple(self._entries(document, section, False))
        return self._names[key][index]

    def entry(self, document: Kind, section: str, index: int, *path: Step) -> OwnValue | None:
        """The entry at a place of a list, or a part of it, if it differs."""
        return self.at(document, section, self.step(document, section, index), *path)

    def removed(self, document: Kind, section: str) -> tuple[OwnValue, ...]:
        """The entries of a list of the base that the design does not have."""
        there = self._entries(document, section, False)
        return tuple(
            OwnValue("removed", document, (section, step), "", self._title(document, (section, step), entry))
            for step, entry in self._entries(document, section, True).items() if step not in there)

    def _document(self, document: Kind, base: bool) -> Any:
        return getattr(self.base if base else self.design, document)

    def _entries(self, document: Kind, section: str, base: bool) -> Mapping[EntryStep, Any]:
        key = (document, section, base)
        if key not in self._steps:
            owner = self._document(document, base)
            self._steps[key] = by_step(getattr(owner, section)) if owner is not None else {}
        return self._steps[key]

    def _find(self, document: Kind, path: Sequence[Step], base: bool) -> Any:
        owner = self._document(document, base)
        if owner is None or (document == "map" and not self.same_grid):
            return MISSING
        section = path[0]
        if len(path) > 1 and isinstance(section, str) and isinstance(step := path[1], EntryStep):
            if document == "map" and section in _GROUPED:
                group = tuple(e for e in getattr(owner, section) if identity(e) == step.name)
                return group or MISSING
            found = self._entries(document, section, base).get(step, MISSING)
            return value_at(found, path[2:])
        return value_at(owner, path)

    @property
    def same_grid(self) -> bool:
        """Whether design and base have the same hexes; otherwise nothing on the map is compared."""
        return self.design.map.grid == self.base.map.grid

    # -- words ----------------------------------------------------------------------------

    def _words(self, document: Kind, path: Sequence[Step], value: Any) -> str:
        """A value of the base in words."""
        last = path[-1]
        if isinstance(last, EntryStep) or (is_dataclass(value) and len(path) == 1):
            return ""
        if isinstance(last, Hex):
            return self._filling(str(path[0]), value)
        if isinstance(last, tuple) and not isinstance(last, EntryStep | CellStep | Hex):
            known = self._declared(document, path[:-1])
            texts = [value_words(known.get(name), part, self.base)
                     for name, part in zip(last, value, strict=True) if part not in ("", (), None, 0)]
            return shorten(", ".join(texts), _LONGEST) or "not set"
        one = self._declared(document, path[:-1]).get(last) if isinstance(last, str) else None
        words = "" if value is None and isinstance(last, CellStep) else value_words(one, value, self.base)
        return shorten("not set" if words in ("nothing", "") else words, _LONGEST)

    def _declared(self, document: Kind, path: Sequence[Step]) -> Mapping[str, DeclaredField]:
        """The declared fields of the record that a way leads to."""
        owner = self._find(document, path, True) if path else self._document(document, True)
        return declared_by_name(type(owner)) if is_dataclass(owner) else {}

    def _filling(self, section: str, value: str) -> str:
        if section == "levels":
            return f"level {value}"
        if section != "terrain":
            return country_name(value, self.base.ruleset) if value else "no country"
        kind = self.base.ruleset.terrain_by_id.get(value)
        return kind.name if kind is not None else value

    def _title(self, document: Kind, path: Sequence[Step], value: Any) -> str:
        """What a value is called."""
        last, owner = path[-1], ""
        at = next((n for n, s in enumerate(path) if isinstance(s, EntryStep)), None)
        if at is not None:
            step = path[at]
            assert isinstance(step, EntryStep)
            entry = value if at == len(path) - 1 else self._find(document, path[:at + 1], False)
            owner = self._called(entry, step)
        if isinstance(last, EntryStep):
            return owner
        if isinstance(last, Hex):
            return f"{path[0]} of {self.design.map.grid.number(last)}"
        if isinstance(last, CellStep):
            noun = str(path[-2])
        else:
            name = last if isinstance(last, str) else last[0]
            one = self._declared(document, path[:-1]).get(name)
            noun = (one.field.title if one is not None else None) or name.replace("_", " ")
        noun = f"{noun[:1].lower()}{noun[1:]}"
        return f"{noun} of {owner}" if owner else noun

    def _called(self, entry: Any, step: EntryStep) -> str:
        if isinstance(entry, tuple) and entry and isinstance(entry[0], HexsideLine | Road):
            first = entry[0]
            kinds: Any = (self.design.ruleset.road_by_id if isinstance(first, Road)
                          else self.design.ruleset.hexside_by_id)
            kind = kinds.get(first.kind)
            return f"{kind.name if kind else first.kind}{f' {first.name}' if first.name else ''}"
        name = next((word for key in ("name", "title", "text")
                     if isinstance(word := getattr(entry, key, None), str) and word), "")
        if isinstance(hex := getattr(entry, "hex", None), Hex) and hex in self.design.map.grid:
            number = self.design.map.grid.number(hex)
            return f"{name} in {number}" if name else f"hex {number}"
        return shorten(name or step.name, 60)

    # -- options --------------------------------------------------------------------------

    def option(self, id: str) -> str:
        """The choice of an option in the base if it is another than here; "" if not."""
        mine, theirs = (self._choice(design, id) for design in (self.design, self.base))
        return theirs if mine != theirs else ""

    @staticmethod
    def _choice(design: Design, id: str) -> str:
        option = next((o for o in design.ruleset.options if o.id == id), None)
        if option is None or design.scenario is None:
            return ""
        return design.scenario.option.get(id, option.choices[0])

    # -- units ----------------------------------------------------------------------------

    def unit(self, key: str, *fields: str) -> OwnValue | None:
        """A unit, or some of its fields together, if they differ."""
        return self.at("scenario", "units", EntryStep(key), *((fields,) if fields else ()))

    def unit_cell(self, key: str, column: str) -> OwnValue | None:
        """A value of a unit by the id of its column in tables: a field, `setup`, `turn` or `entry`, or
        `value:ID` with `:LOST` after step losses; or `arrival`, turn and entry together. Where one value
        alone cannot be as in the base, as the turn of a unit that is set up there, all that belongs to it is
        reset together."""
        way = EntryStep(key)
        now, was = (self._find("scenario", ("units", way), base) for base in (False, True))
        if not isinstance(now, Unit) or not isinstance(was, Unit):
            return None
        if column.startswith("value:"):
            return self._number(way, now, was, column)
        if column in ("setup", "turn", "entry", "arrival"):
            return self._arrival(way, now, was, column)
        return self.unit(key, column)

    def _number(self, way: EntryStep, now: Unit, was: Unit, column: str) -> OwnValue | None:
        _, id, *rest = column.split(":")
        lost, place = int(rest[0]) if rest else 0, self.design.ruleset.value_place.get(id)
        if place is None:
            return None
        rows = [min(lost, max(len(u.values) - 1, 0)) for u in (now, was)]
        old, new = (_number_of(u, row, place) for u, row in ((was, rows[1]), (now, rows[0])))
        if old == new:
            return None
        alike = len(now.values) == len(was.values)
        last: Step = CellStep(rows[0], place) if alike else ("values", "steps")
        path: tuple[Step, ...] = ("units", way, "values", last) if alike else ("units", way, last)
        title = number_title(self.design.ruleset, self.design.ruleset.values[place], lost)
        return OwnValue("changed", "scenario", path, "none" if old is None else str(old),
                        f"{title[:1].lower()}{title[1:]} of {now.name}")

    def _arrival(self, way: EntryStep, now: Unit, was: Unit, column: str) -> OwnValue | None:
        one, other = now.reinforcement, was.reinforcement
        placed = (now.setup, now.position) != (was.setup, was.position)
        if column == "setup":
            if not placed:
                return None
            fields = ("setup", "position") if one == other else _PLACE
            return OwnValue("changed", "scenario", ("units", way, fields), shorten(
                place_of(was, self.base), _LONGEST), f"set-up of {now.name}")
        names = {"turn": _TURN, "entry": _ENTRY}.get(column, (*_TURN, *_ENTRY))
        old, new = (tuple(getattr(r, n) for n in names) if r is not None else None for r in (other, one))
        if old == new:
            return None
        path: tuple[Step, ...] = ("units", way, "reinforcement", names)
        if one is None or other is None or placed:
            path = ("units", way, _PLACE)
        return OwnValue("changed", "scenario", path, shorten(place_of(was, self.base), _LONGEST),
                        f"{column} of {now.name}")

    # -- hexes ----------------------------------------------------------------------------

    def of_hex(self, hex: Hex) -> tuple[OwnValue, ...]:
        """All that differs in a hex: terrain and country, names and features, labels, the areas that it
        belongs to, and the rivers and roads that touch it."""
        if not self.same_grid or hex not in self.design.map.grid:
            return ()
        found: list[OwnValue | None] = [
            self.at("map", name, hex) for name in ("terrain", "countries", "levels")]
        moved = [c for c in self.changes if c.document == "map" and c.kind == "moved"]
        found += [OwnValue("changed", "map", c.path, f"in {c.before}", f"{c.what} {c.name}", c.also)
                  for c in moved if hex in (*c.was, *c.hexes)]
        ways = {way for c in moved for way in (c.path, *c.also)}
        for section in ("places", "labels"):
            steps = [step for base in (False, True) for step, entry in self._entries(
                "map", section, base).items() if entry.hex == hex]
            found += [self.at("map", section, step) for step in dict.fromkeys(steps)
                      if (section, step) not in ways]
        found += [self.at("map", change.section, step) for change in self._of_sets
                  if hex in (*change.was, *change.hexes) and isinstance(step := change.path[1], EntryStep)]
        return tuple(dict.fromkeys(value for value in found if value is not None))

    @cached_property
    def _of_sets(self) -> tuple[DesignChange, ...]:
        """The changes of areas, buildings, waters, hexsides and roads."""
        sets = (*_GROUPED, "areas", "buildings", "waters")
        return tuple(
            c for c in self.changes if c.document == "map" and c.section in sets and len(c.path) > 1)

    def layer(self, section: str, hex: Hex) -> OwnValue | None:
        """The terrain (`terrain`), country (`countries`) or level (`levels`) of a hex if it differs."""
        there = isinstance(getattr(self.design.map, section), Layer) and hex in self.design.map.grid
        return self.at("map", section, hex) if there else None


def _number_of(unit: Unit, row: int, column: int) -> int | None:
    values = unit.values[row] if row < len(unit.values) else ()
    return values[column] if column < len(values) else None
