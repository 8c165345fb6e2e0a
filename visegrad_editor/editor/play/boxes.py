"""The units that stand in no hex, in groups: first those that can come onto the map, fly or be bought now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...model.scenario import Scenario, Unit
from ..hexinfo import arrival_text, strength_text
from .session import PlaySession
from .words import BOXES, side_name

_NOW: Mapping[str, str] = {
    "unplaced": "To be set up now", "reinforcements": "Reinforcements due now", "ready": "Air units to send",
    "pool": "Air units to buy now", "eliminated": "Units to rebuild now",
}
_BARRED = "Due, but their entry is barred (rule 3.3)"
_LONG = 9
"""A group of so many units begins closed, unless they are wanted now."""


@dataclass(frozen=True)
class Part:
    """Units below a heading of their own, or below none."""

    heading: str
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class Group:
    """The units of a side in a box. `now` says that they are wanted now, `open` that they show at first."""

    id: str
    title: str
    parts: tuple[Part, ...]
    now: bool = False

    @property
    def count(self) -> int:
        return sum(len(p.units) for p in self.parts)

    @property
    def open(self) -> bool:
        return self.now or self.count < _LONG


def groups(session: PlaySession) -> list[Group]:
    """All groups, those wanted now first."""
    design = session.design
    scenario = session.shown().scenario
    assert scenario is not None
    free = session.decision.pickable if session.my_turn else frozenset()
    due = set(session.timeline.game.movable()) - free if session.my_turn else set()
    places, nations = session.position.units, design.ruleset.nationality_by_id
    found: list[Group] = []
    for box, title in BOXES.items():
        here = [u for u in scenario.units if places[u.key].box == box]
        for side in design.ruleset.sides:
            own = [u for u in here if u.nationality in nations and nations[u.nationality].side == side.id]
            name = side_name(design, side.id)
            now = [u for u in own if u.key in free]
            barred = [u for u in own if u.key in due]
            rest = [u for u in own if u.key not in free and u.key not in due]
            by_arrival = design.scenario if box == "reinforcements" else None
            for id, words, units in ((f"now:{box}", _NOW.get(box, title), now), ("barred", _BARRED, barred),
                                     (box, title, rest)):
                if units:
                    wanted = id.startswith("now:")
                    found.append(Group(f"{id}:{side.id}", words if wanted else f"{words}, {name}",
                                       _parts(units, by_arrival), wanted))
    return sorted(found, key=lambda g: not g.now)


def _parts(units: Iterable[Unit], scenario: Scenario | None) -> tuple[Part, ...]:
    """Reinforcements below when and where they come, the first to come first; other units below nothing."""
    if scenario is None:
        return (Part("", tuple(units)),)
    headings: dict[str, list[Unit]] = {}
    turns: dict[str, int] = {}
    for unit in units:
        planned = scenario.unit_by_key[unit.key]
        heading = arrival_text(scenario, planned)
        heading = heading[:1].upper() + heading[1:]
        headings.setdefault(heading, []).append(unit)
        turns[heading] = (planned.reinforcement.turn or 99) if planned.reinforcement else 99
    return tuple(Part(h, tuple(headings[h])) for h in sorted(headings, key=lambda h: turns[h]))


def told(session: PlaySession, key: str) -> str:
    """All about a unit off the map: name, box, arrival, strength."""
    scenario = session.design.scenario
    assert scenario is not None
    unit = scenario.unit_by_key[key]
    box = session.position.units[key].box
    about = [arrival_text(scenario, unit) if box == "reinforcements" else BOXES.get(box, "").lower(),
             strength_text(unit)]
    return f"{session.timeline.game.unit_name(key)}: {', '.join(a for a in about if a)}".removesuffix(": ")


def hint(session: PlaySession) -> str:
    """What can be done with the units wanted now, or that none are."""
    free = session.decision.pickable if session.my_turn else frozenset()
    off = [k for k in free if not session.position.units[k].hex]
    if not off:
        return "No unit off the map can do anything now."
    hexes = any(o.hexes for o in session.decision.orders if o.units and o.units[0] in off)
    plain = any(not o.hexes for o in session.decision.orders if o.units and o.units[0] in off)
    ways = (["drag them to a shaded hex"] if hexes else []) + (["double-click them"] if plain else [])
    return f"Units in bold can be used now: {', or '.join(ways)}."
