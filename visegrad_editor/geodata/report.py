"""The results of an import, or of its preview, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from .import_map import MapImportResult
from .merge import Change

SHOWN = 40
_NAME = 18
"""The most letters of a name in the table of known places, whose lines must fit into the dialog, 62 letters
wide."""


RESET = "give --reset with their hexes, or with `all`"


def report(done: MapImportResult, shown: int = SHOWN) -> Iterator[str]:
    """All lines: `first_lines` and `details`."""
    yield from first_lines(done)
    yield from details(done, shown)


def first_lines(done: MapImportResult, remedy: str = RESET) -> Iterator[str]:
    """Important notes: that the map lies elsewhere than the config says, and that changes by hand are
    unknown. `remedy` says how to follow the data everywhere."""
    if done.where:
        yield done.where
    kept = len(done.merged.kept)
    if kept and not done.has_record:
        stay = "1 value stays" if kept == 1 else f"{kept:,} values stay"
        yield (f"{stay} although the data says otherwise: there is no record of an earlier import, "
               "so whatever is painted or drawn on the map counts as changed by hand. To follow the data "
               f"there, {remedy}.")


def details(done: MapImportResult, shown: int = SHOWN) -> Iterator[str]:
    """Lines on known places, counts, banks, time and changes; at most `shown` changes of a kind."""
    computed = done.computed
    number = computed.map.grid.number
    if computed.residuals:
        yield "Known places: hex, where it lies, km and hexes from the centre"
        for r in computed.residuals:
            place = number(r.actual) if r.actual else "off map"
            mark = "" if r.right else "  NOT THERE"
            name = _shortened(r.known.name or "place")
            yield f"  {name:<{_NAME}} {number(r.known.hex)} {place:>7} {r.km:6.1f} km {r.hexes:5.2f}{mark}"
    yield from counts(computed.counts)
    good, count = computed.banks
    if count:
        yield f"Towns on their bank of the river: {good} of {count} ({good / count:.0%})"
        for town, river, hex in computed.wrong_banks[:shown]:
            yield f"  {town or 'a town'} in {number(hex)}: the {river} passes it on the other side"
    if passed := computed.road_towns:
        through = sum(not t.missed for t in passed)
        yield f"Towns that passing roads go through: {through} of {len(passed)}"
        yield from (f"  {t.words(computed.map.grid)}" for t in passed if t.missed)
    if banks := computed.stated_banks:
        yield f"Towns on the bank stated in the file: {sum(b.right for b in banks)} of {len(banks)}"
        yield from (f"  {b}" for b in banks if not b.right)
    steps = ", ".join(f"{k} {v:.1f}" for k, v in computed.seconds.items())
    yield f"Time: {sum(computed.seconds.values()):.1f} s ({steps})"
    if not done.is_new:
        yield from _changes("Changed by the data", done.merged.changed, shown)
        if done.merged.reset:
            yield from _changes("Changed by hand and reset to the data", done.merged.reset, shown)
        yield from _changes(
            "Changed by hand and kept (data -> map)", done.merged.kept, shown)


def _shortened(name: str) -> str:
    """
    >>> _shortened("Vilnius in the set-up"), _shortened("Warsaw")
    ('Vilnius in the se…', 'Warsaw')
    """
    return name if len(name) <= _NAME else f"{name[:_NAME - 1]}…"


def counts(totals: Mapping[str, int]) -> Iterator[str]:
    """The totals in words, a line for each layer, the most frequent first.

    >>> for line in counts({"terrain/marsh": 2, "terrain/clear": 9, "countries/": 4, "hexsides/river": 7}):
    ...     print(line)
    Terrain: 9 clear, 2 marsh
    Countries: 4 none
    Hexsides: 7 river
    """
    layers: dict[str, list[tuple[int, str]]] = {}
    for key, count in totals.items():
        layer, _, name = key.partition("/")
        layers.setdefault(layer, []).append((count, name or "none"))
    for layer, parts in layers.items():
        ordered = sorted(parts, key=lambda part: (-part[0], part[1]))
        yield f"{layer.capitalize()}: {', '.join(f'{count:,} {name}' for count, name in ordered)}"


def _several(n: int, layer: str) -> str:
    """
    >>> _several(1, "roads"), _several(3, "hexsides"), _several(1, "countries"), _several(2, "terrain")
    ('1 road', '3 hexsides', '1 country', '2 terrain')
    """
    one = "country" if layer == "countries" else layer.removesuffix("s")
    return f"{n:,} {one if n == 1 else layer}"


def _changes(title: str, changes: Sequence[Change], shown: int) -> Iterator[str]:
    layers = Counter(c.layer for c in changes)
    yield f"{title}: {', '.join(_several(n, layer) for layer, n in layers.items()) or 'nothing'}"
    for change in changes[:shown]:
        yield f"  {change}"
    if len(changes) > shown:
        yield f"  ... and {len(changes) - shown} more"
