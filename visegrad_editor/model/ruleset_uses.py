"""Where the entries of a ruleset are used: in the ruleset itself, on the map, in the scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .design import Design
from .scenario import Where

_FEW = 3


def uses(design: Design, section: str, id: str) -> tuple[str, ...]:
    """Phrases that name where an entry of a section is used, such as `12 hexes (the first is 1510)`.

    Empty where nothing uses it, and for sections nothing refers to.
    """
    find = _FINDERS.get(section)
    return (*find(design, id), *_conditions(design, section, id)) if find else ()


def _terrain(design: Design, id: str) -> Iterator[str]:
    map = design.map
    letters = {letter for letter, value in map.terrain.legend if value == id}
    here = [h for h in map.grid if map.terrain.rows[h.row][h.col] in letters]
    if here:
        first = map.grid.number(here[0])
        where = first if len(here) == 1 else f"the first is {first}"
        yield f"{_count(len(here), 'hex', 'hexes')} of the map ({where})"


def _hexsides(design: Design, id: str) -> Iterator[str]:
    lines = [line for line in design.map.lines if line.kind == id]
    if lines:
        sides = _count(sum(len(x.sides) for x in lines), "hexside", "hexsides")
        named = _some([x.name for x in lines if x.name])
        yield f"{sides} of the map{f' ({named})' if named else ''}"


def _roads(design: Design, id: str) -> Iterator[str]:
    roads = [r for r in design.map.roads if r.kind == id]
    if roads:
        named = _some([r.name for r in roads if r.name])
        yield f"{_count(len(roads), 'road', 'roads')} of the map{f' ({named})' if named else ''}"
    yield from _descriptions(design, lambda where: id in where.roads)


def _features(design: Design, id: str) -> Iterator[str]:
    places = [p for p in design.map.places if id in p.features]
    if places:
        some = _some([p.name or design.map.grid.number(p.hex) for p in places])
        yield f"{_count(len(places), 'place', 'places')} of the map ({some})"
    yield from _descriptions(design, lambda where: id in where.features)


def _unit_types(design: Design, id: str) -> Iterator[str]:
    yield from _units(design, "type", id)


def _nationalities(design: Design, id: str) -> Iterator[str]:
    yield from _units(design, "nationality", id)


def _sides(design: Design, id: str) -> Iterator[str]:
    rules, scenario = design.ruleset, design.scenario
    nations = [n.name for n in rules.nationalities if n.side == id]
    if nations:
        yield f"{_count(len(nations), 'nationality', 'nationalities')} ({_some(nations)})"
    phases = [p.name for p in rules.phases if p.side == id]
    if phases:
        yield f"{_count(len(phases), 'phase', 'phases')} ({_some(phases)})"
    lines = sum(r.side == id for r in rules.replacements)
    lines += sum(r.side == id for r in scenario.replacements) if scenario else 0
    if lines:
        yield _count(lines, "line of replacements", "lines of replacements")
    if scenario and any(a.side == id for a in scenario.assets):
        yield "the assets of the scenario"
    if id in rules.set_up_order or (scenario and id in scenario.set_up_order):
        yield "the order of set-up"


def _results(design: Design, id: str) -> Iterator[str]:
    for table in design.ruleset.tables:
        cells = sum(row.count(id) for row in table.rows)
        if cells:
            yield f"{_count(cells, 'cell', 'cells')} of the table {table.name}"


_FINDERS: dict[str, Callable[[Design, str], Iterator[str]]] = {
    "terrain": _terrain, "hexsides": _hexsides, "roads": _roads, "features": _features,
    "unit_types": _unit_types, "nationalities": _nationalities, "sides": _sides, "results": _results,
}


def _units(design: Design, field: str, id: str) -> Iterator[str]:
    units = design.scenario.units if design.scenario else ()
    names = [u.name for u in units if getattr(u, field) == id]
    if names:
        yield f"{_count(len(names), 'unit', 'units')} of the scenario ({_some(names)})"


def _descriptions(design: Design, names: Callable[[Where], bool]) -> Iterator[str]:
    """The entries and set-ups whose description of hexes has the name."""
    scenario = design.scenario
    if scenario is None:
        return
    entries = [e.name for e in scenario.entries if names(e.where)]
    if entries:
        yield f"{_count(len(entries), 'entry', 'entries')} of the scenario ({_some(entries)})"
    units = [u.name for u in scenario.units if u.setup and names(u.setup.where)]
    if units:
        yield f"the set-up of {_count(len(units), 'unit', 'units')} ({_some(units)})"


def _conditions(design: Design, section: str, id: str) -> Iterator[str]:
    """The special rules, options and phases that apply only where the entry is found, or is not."""
    for part, one, many in (
        ("special_rules", "special rule", "special rules"), ("options", "option", "options"),
        ("phases", "phase", "phases"),
    ):
        entries = [
            e.rule if part == "special_rules" else e.name for e in getattr(design.ruleset, part)
            if any(id in getattr(c, section, ()) for c in (e.when, e.unless))]
        if entries:
            yield f"the condition of {_count(len(entries), one, many)} ({_some(entries)})"


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _some(names: Iterable[str]) -> str:
    """
    >>> _some(["A", "B"]), _some(["A", "B", "C", "D", "E"])
    ('A, B', 'A, B, C and 2 more')
    """
    found: Sequence[str] = tuple(dict.fromkeys(names))
    rest = len(found) - _FEW
    return f"{', '.join(found[:_FEW])} and {rest} more" if rest > 0 else ", ".join(found)
