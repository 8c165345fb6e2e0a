"""What an operation on the whole map cuts off, to be told before it is done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...hexgrid import Hex, HexGrid, Motion
from ..design import Design
from ..gamemap import GameMap
from ..scenario import Scenario
from .moved_map import stays
from .moved_scenario import MovedScenario

_NUMBERS_IN_TEXT = re.compile(r"(?<![\w.:/-])\d{3,8}(?![\w/])")
_SHOWN = 4


@dataclass(frozen=True)
class Losses:
    """What goes with the hexes that are cut off; empty where nothing does.

    `places` .. `entries` hold names as a designer knows them, `units` unit keys. `texts` are the
    places in prose that seem to name hexes whose number is another now; prose is not changed.
    """

    hexes: int = 0
    places: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    arrivals: tuple[str, ...] = ()
    diverted: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    """Hexes scored or held when the scenario begins."""
    play_area: bool = False
    renumbered: int = 0
    """Hexes that stay and have another number."""
    texts: tuple[str, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether something that was made by hand is lost."""
        return any((self.places, self.labels, self.roads, self.lines, self.areas, self.entries, self.units,
                    self.arrivals, self.begun, self.play_area))

    def sentences(self) -> tuple[str, ...]:
        """All of it in words, the gravest first."""
        return tuple(_sentences(self))


def losses(
    before: Design, after: Design, motion: Motion, scenario: MovedScenario | None
) -> Losses:
    """What the step from one design to the other cuts off."""
    old, new = before.map, after.map
    grid, gone = old.grid, [h for h in old.grid if motion.hex(h) not in new.grid]
    renumbered = {
        grid.number(h): new.grid.number(motion.hex(h)) for h in grid if motion.hex(h) in new.grid
        and grid.number(h) != new.grid.number(motion.hex(h))}
    changed = {*renumbered, *(grid.number(h) for h in gone)}
    area_left = (not before.scenario or not before.scenario.play_area
                 or bool(after.scenario and after.scenario.play_area))
    return Losses(
        hexes=len(gone),
        places=tuple(p.name or f"{' '.join(p.features)} {grid.number(p.hex)}".strip()
                     for p in old.places if motion.hex(p.hex) not in new.grid),
        labels=tuple(x.text for x in old.labels if motion.hex(x.hex) not in new.grid),
        roads=tuple(_name(r.kind, r.name) for r in old.roads if _is_cut(r.path, motion, new.grid)),
        lines=tuple(_name(x.kind, x.name) for x in old.lines if not all(
            stays(s, motion, grid, new.grid) for s in x.sides)),
        areas=tuple(a.name for a in old.areas if a.id not in new.area_by_id),
        entries=tuple(scenario.entries) if scenario else (),
        units=tuple(scenario.off_map) if scenario else (),
        arrivals=tuple(scenario.no_arrival) if scenario else (),
        diverted=tuple(scenario.other_entry) if scenario else (),
        begun=tuple(scenario.begun) if scenario else (),
        play_area=not area_left,
        renumbered=len(renumbered),
        texts=tuple(_texts(old, before.scenario, changed)) if changed else ())


def _is_cut(path: Sequence[Hex], motion: Motion, grid: HexGrid) -> bool:
    """Whether a road loses a segment: one of its hexes goes, and it had a neighbour on the road."""
    return any(motion.hex(a) not in grid or motion.hex(b) not in grid for a, b in pairwise(path))


def _name(kind: str, name: str) -> str:
    return name or kind.replace("-", " ")


def _texts(map: GameMap, scenario: Scenario | None, changed: set[str]) -> Iterator[str]:
    """Where prose has a number that is that of a changed hex."""
    prose = [("the notes of the map", map.notes)]
    if scenario is not None:
        prose += [("the summary", scenario.summary), ("the notes of the scenario", scenario.notes)]
        prose += [(f"special rule {n}", text) for n, text in enumerate(scenario.special_rules, 1)]
        prose += [(f"the notes on {u.name}", u.notes) for u in scenario.units]
    for where, text in prose:
        found = [n for n in dict.fromkeys(_NUMBERS_IN_TEXT.findall(text)) if n in changed]
        if found:
            yield f"{where} ({', '.join(found)})"


def _sentences(lost: Losses) -> Iterator[str]:
    def names(what: str, plural: str, given: Sequence[str], verb: str) -> str:
        few = [f"{n} ({times} times)" if times > 1 else n for n, times in Counter(given).items()]
        shown = ", ".join(few[:_SHOWN]) + (f" and {len(few) - _SHOWN} more" if len(few) > _SHOWN else "")
        return f"{len(given)} {what if len(given) == 1 else plural} {verb}: {shown}."

    if lost.hexes:
        yield f"{lost.hexes:,} hex{'es are' if lost.hexes > 1 else ' is'} cut off."
    units = [k.partition("/")[2] for k in lost.units]
    for what, plural, given, one, many in (
        ("unit", "units", units, "is taken off the map", "are taken off the map"),
        ("reinforcement", "reinforcements", [k.partition("/")[2] for k in lost.arrivals],
         "has no entry left and leaves the schedule", "have no entry left and leave the schedule"),
        ("reinforcement", "reinforcements", [k.partition("/")[2] for k in lost.diverted],
         "must use its next entry", "must use their next entry"),
        ("entry", "entries", lost.entries, "goes", "go"),
        ("hex scored or held at the start", "hexes scored or held at the start", lost.begun, "goes", "go"),
        ("area", "areas", lost.areas, "goes", "go"),
        ("place", "places", lost.places, "goes", "go"),
        ("label", "labels", lost.labels, "goes", "go"),
        ("road", "roads", lost.roads, "is cut", "are cut"),
        ("river or other line", "rivers or other lines", lost.lines, "is cut", "are cut"),
    ):
        if given:
            yield names(what, plural, given, one if len(given) == 1 else many)
    if lost.play_area:
        yield "The part in play lies wholly in what is cut off, so the whole map is in play."
    if lost.renumbered:
        yield f"{lost.renumbered:,} hex{'es have' if lost.renumbered > 1 else ' has'} another number."
    if lost.texts:
        yield ("These texts seem to name hexes that are gone or have another number; correct them: "
               f"{'; '.join(lost.texts)}.")
