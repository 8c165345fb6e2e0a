"""Where units may be set up and where they enter, on the cover map of a set-up sheet: outlines with a number
each, and below the map what the numbers mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from ..drawing.primitives import Ellipse, Item, Line, Polygon, Primitive, Text
from ..hexgrid import Hex, HexGeometry, HexGrid
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.in_play import InPlay
from ..model.scenario import Scenario, Unit
from ..model.select import outlines
from . import words
from .flow import Block, Columns, Element
from .fonts import clean
from .pen import Pen
from .setup_section import set_up_units, side_of, sides_by_set_up
from .text import DENSE, INK, STRONG, TextStyle, on_colour, wrap

_MOST_OF_MAP = 0.3
"""An entry with a larger share of the map than this, such as any clear hex, is only told."""
_TINT = 0.14
_LINE, _ENTRY_LINE, _ENTRY_RIM = 0.8, 1.0, 2.2
"""Widths of outlines, in points; that of an entry has a white rim, as it may lie in a set-up zone."""
_DISC, _SMALL_DISC = 4.6, 3.2
"""Radii of the numbered discs, in points; the small ones stand in the patches of a scattered set."""
_FEW_PATCHES, _MOST_PATCHES = 3, 14
_MOST_LINES = 8
"""Lines of what a number means; a zone with more to say is told by the number of its hexes."""


@dataclass(frozen=True)
class Zone:
    """A set of hexes in which units are set up, or in which they enter."""

    number: int
    who: str
    """The nationalities: `Polish and Slovak`."""
    text: str
    colour: str
    hexes: frozenset[Hex]
    """The hexes in play in which units may stand; none for an entry too large to be drawn."""
    is_entry: bool


def zones(design: Design, scenario: Scenario) -> list[Zone]:
    """The zones of free set-up in the order in which the sides set up, then the entries in use, as the
    scenario lists them; a unit with a fixed hex has none."""
    found: dict[tuple[bool, frozenset[Hex]], _Found] = {}
    play = InPlay(design)
    for side in sides_by_set_up(design, scenario):
        for unit in set_up_units(scenario.units):
            if unit.setup is None or not unit.setup.has_choice or side_of(unit, design) != side.id:
                continue
            hexes = frozenset(h for h in unit.setup.where.resolve(design.map) if play.may_stand(h))
            if hexes:
                one = found.setdefault((False, hexes), _Found(words.setup_words(unit.setup, design)))
                one.add(unit, design)
    most = _MOST_OF_MAP * sum(1 for h in design.map.grid if h in play)
    users = _users_of_entries(design, scenario)
    for entry in scenario.entries:
        hexes = frozenset(h for h in entry.where.resolve(design.map) if play.may_stand(h))
        if entry.id in users and hexes:
            text = clean(entry.name) or words.sentence(words.where_words(entry.where, design)) or entry.id
            one = found.setdefault((True, hexes), _Found(words.sentence(text)))
            for unit in users[entry.id]:
                one.add(unit, design)
    return [
        Zone(number, words.both(one.who), one.text, one.colour(design),
             hexes if not is_entry or len(hexes) <= most else frozenset(), is_entry)
        for number, ((is_entry, hexes), one) in enumerate(found.items(), start=1)]


@dataclass
class _Found:
    """A zone while its users are collected."""

    text: str
    who: dict[str, None] = field(default_factory=dict)
    sides: set[str] = field(default_factory=set)

    def add(self, unit: Unit, design: Design) -> None:
        self.who[words.nationality_adjective(unit, design.ruleset)] = None
        self.sides.add(side_of(unit, design))

    def colour(self, design: Design) -> str:
        """That of the side; dark for a zone of several."""
        known = [design.ruleset.side_by_id[s].colour for s in self.sides if s]
        return known[0] if len(self.sides) == 1 and known else INK


def _users_of_entries(design: Design, scenario: Scenario) -> dict[str, list[Unit]]:
    """The units that may use each entry, by its id; entries that stand in for another have its units."""
    pools = {pool.id: pool.entry for pool in design.ruleset.pools}
    users: dict[str, list[Unit]] = {}
    for unit in scenario.units:
        arrival = unit.reinforcement
        if arrival is not None:
            own = pools.get(arrival.brought_by, (arrival.entry, *arrival.also))
            for id in dict.fromkeys([*own, *(s for e in own for s in scenario.stand_ins(e))]):
                users.setdefault(id, []).append(unit)
    return users


# On the map.

@dataclass(frozen=True)
class ZoneMarks:
    """What shows zones on a map: outlines below its writing, numbered discs above everything."""

    zones: tuple[Zone, ...]
    geometry: HexGeometry
    filled: frozenset[Hex]
    """The hexes with counters, where discs would hide them."""

    def below(self, scale: float) -> list[Item]:
        """Tints of set-up zones and outlines of all, at `scale` points per map unit."""
        items = []
        for zone in self.zones:
            drawn: list[Primitive] = []
            if not zone.is_entry:
                drawn += [Polygon(tuple(self.geometry.corners(h)), fill=zone.colour, opacity=_TINT)
                          for h in sorted(zone.hexes, key=self.geometry.grid.index)]
            rims = [(*rim, rim[0]) for rim in sorted(outlines(self.geometry, zone.hexes))]
            if zone.is_entry:
                drawn += [Line(rim, "#ffffff", _ENTRY_RIM / scale) for rim in rims]
                drawn += [Line(rim, zone.colour, _ENTRY_LINE / scale) for rim in rims]
            else:
                dash = 2.4 / scale, 1.6 / scale
                drawn += [Line(rim, zone.colour, _LINE / scale, dash=dash) for rim in rims]
            if drawn:
                items.append(Item(tuple(drawn), self.geometry.bounds()))
        return items

    def above(self, scale: float) -> list[Item]:
        """The numbered discs, at `scale` points per map unit: one for each patch of a zone, clear of each
        other and of counters if possible."""
        placed: list[tuple[float, float, float]] = []
        drawn: list[Primitive] = []
        # Small zones have less choice, so their discs are placed first.
        for zone in sorted(self.zones, key=lambda z: len(z.hexes)):
            patches = _patches(self.geometry.grid, zone.hexes)
            radius = (_DISC if len(patches) <= _FEW_PATCHES else _SMALL_DISC) / scale
            for patch in patches[:_MOST_PATCHES]:
                x, y = self._spot(patch, radius, placed)
                placed.append((x, y, radius))
                drawn += self._disc(zone, x, y, radius)
        return [Item(tuple(drawn), self.geometry.bounds())] if drawn else []

    def _spot(
        self, patch: Sequence[Hex], radius: float, placed: Sequence[tuple[float, float, float]],
    ) -> tuple[float, float]:
        """The best centre for a disc in a patch: near its middle, clear of counters and of other discs."""
        centres = [(h, self.geometry.centre(h)) for h in patch]
        middle = (sum(c[0] for _, c in centres) / len(centres), sum(c[1] for _, c in centres) / len(centres))
        left, top, right, bottom = self.geometry.bounds()

        def struck(x: float, y: float) -> int:
            return sum((x - a) ** 2 + (y - b) ** 2 < (radius + r) ** 2 for a, b, r in placed)

        def badness(of: tuple[Hex, tuple[float, float]]) -> tuple[int, bool, float]:
            hex, (x, y) = of
            return struck(x, y), hex in self.filled, (x - middle[0]) ** 2 + (y - middle[1]) ** 2

        hex, (x, y) = min(centres, key=badness)
        if len(patch) == 1 or hex in self.filled:
            # At a corner, best the upper left, so that a symbol or a counter in the middle stays in sight.
            x, y = min(self.geometry.corners(hex), key=lambda c: (struck(*c), round(c[0] + c[1], 6), c))
        # Whole on the sheet: what is outside it is cut off.
        return (min(max(x, left + radius), right - radius), min(max(y, top + radius), bottom - radius))

    def _disc(self, zone: Zone, x: float, y: float, radius: float) -> list[Primitive]:
        fill, ink = ("#ffffff", zone.colour) if zone.is_entry else (zone.colour, on_colour(zone.colour))
        return [Ellipse((x, y), radius, radius, fill=fill, stroke=ink, width=0.14 * radius),
                Text((x, y), str(zone.number), _letters(zone.number, radius), ink, bold=True)]


def _letters(number: int, radius: float) -> float:
    """The size of a number in a disc."""
    return radius * (1.5 if number < 10 else 1.2)


def _patches(grid: HexGrid, hexes: Iterable[Hex]) -> list[list[Hex]]:
    """Hexes in connected groups, the largest first, each in map order."""
    left = set(hexes)
    patches = []
    for first in sorted(left, key=grid.index):
        if first not in left:
            continue
        left.remove(first)
        patch, reached = [first], [first]
        while reached:
            for near in grid.neighbours(reached.pop()):
                if near in left:
                    left.remove(near)
                    patch.append(near)
                    reached.append(near)
        patches.append(sorted(patch, key=grid.index))
    return sorted(patches, key=lambda patch: (-len(patch), grid.index(patch[0])))


# Below the map.

@dataclass
class ZoneRow(Block):
    """A number of the map, and what is set up or enters there."""

    zone: Zone
    gap: float = 2.0

    _INDENT = 15.0

    def _lines(self, width: float) -> list[str]:
        zone = self.zone
        away = "" if zone.hexes else " (not drawn)"
        lines = wrap(f"{zone.who}: {zone.text}{away}", DENSE, width - self._INDENT)
        if len(lines) <= _MOST_LINES or not zone.hexes:
            return lines
        place = "" if zone.is_entry else ", which the set-up lists"
        return wrap(f"{zone.who}: The {len(zone.hexes)} hexes outlined on the map{place}", DENSE,
                    width - self._INDENT)

    def height(self, width: float) -> float:
        return max(10.0, DENSE.leading * len(self._lines(width)))

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        zone, radius = self.zone, _DISC
        fill, ink = ("#ffffff", zone.colour) if zone.is_entry else (zone.colour, on_colour(zone.colour))
        pen.box(x, top, 2 * radius, 2 * radius, fill=fill, stroke=zone.colour, radius=radius)
        style = TextStyle(STRONG.font, _letters(zone.number, radius), 2 * radius, ink)
        pen.text(x + radius, top, str(zone.number), style, "centre")
        pen.lines(x + self._INDENT, top, self._lines(width), DENSE)


def zone_key(found: Sequence[Zone]) -> list[Element]:
    """The meaning of the numbers, in columns below the map; [] without zones."""
    if not found:
        return []
    return [Columns([ZoneRow(zone) for zone in found], count=3, gutter=12.0, gap=5.0)]


def zone_caption(found: Sequence[Zone]) -> str:
    """What the numbers of the map are, as a sentence for the line below it; "" without zones."""
    kinds = [text for is_entry, text in ((False, "full discs: free set-up"), (True, "open discs: entries"))
             if any(zone.hexes and zone.is_entry == is_entry for zone in found)]
    return f" {words.sentence('; '.join(kinds))}." if kinds else ""
