"""The most suitable entry for a unit: that of its fellows, or one in its own country, or one of its side."""

from __future__ import annotations

from collections import Counter

from ..design import Design
from ..gamemap import cached_by_identity
from ..scenario import Entry, Unit


def side_of_entry(design: Design, entry: Entry) -> str:
    """The side in whose countries all hexes of an entry lie, "" if they lie in those of both or of none.

    Countries without a nationality, such as neutral ones, belong to no side.
    """
    sides = {_side(design, design.map.countries.at(h)) for h in entry.where.resolve(design.map)}
    return sides.pop() if len(sides) == 1 else ""


def usual_entry(design: Design, unit: Unit) -> str:
    """The id of the entry that fits a unit best, or "".

    The entry of most units of its nationality; else one in its own country; else the most used one in
    countries of its side.

    >>> from visegrad_editor.model.files.load import load
    >>> design = load("historical").design
    >>> units = design.scenario.unit_by_key
    >>> [usual_entry(design, units[key]) for key in (
    ...     "russia/25th Motorized", "hungary/5th Mechanized", "lithuania/Iron Wolf Mechanized",
    ...     "belarus/38th Mobile")]
    ['east-edge', 'budapest', 'polish-cities', 'east-edge']
    """
    if unit.reinforcement is not None:
        return _usual(design, unit)
    # Units that do not arrive yet are not among the fellows that count: all of a nationality have the same.
    found = _usual_of_nations(design)
    if unit.nationality not in found:
        found[unit.nationality] = _usual(design, unit)
    return found[unit.nationality]


@cached_by_identity
def _usual_of_nations(design: Design) -> dict[str, str]:
    """The usual entries that were looked for, by nationality."""
    return {}


def _usual(design: Design, unit: Unit) -> str:
    scenario = design.scenario
    if scenario is None:
        return ""
    known = scenario.entry_by_id
    others = [(u.nationality, u.reinforcement.entry) for u in scenario.units
              if u.reinforcement and u.key != unit.key and u.reinforcement.entry in known]
    if fellows := Counter(entry for nation, entry in others if nation == unit.nationality):
        return _most(fellows)
    at_home = [e.id for e in scenario.entries if _countries(design, e) == {unit.nationality}]
    if at_home:
        return at_home[0]
    side = _side(design, unit.nationality)
    friendly = Counter({e.id: 0 for e in scenario.entries if side and side_of_entry(design, e) == side})
    friendly.update(entry for _, entry in others if entry in friendly)
    return _most(friendly) if friendly else ""


def _most(used: Counter[str]) -> str:
    """The first of the entries with the highest count."""
    return used.most_common(1)[0][0]


def _countries(design: Design, entry: Entry) -> set[str]:
    return {design.map.countries.at(h) for h in entry.where.resolve(design.map)}


def _side(design: Design, country: str) -> str:
    nation = design.ruleset.nationality_by_id.get(country)
    return nation.side if nation else ""
