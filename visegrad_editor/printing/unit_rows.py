"""Rows of units with their counters, the main part of a set-up sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from ..drawing.counters import Counter, counter_item
from ..drawing.painters.pdf_painter import paint
from ..drawing.primitives import Item, Text
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.ruleset import Ruleset
from ..model.scenario import Unit
from . import words
from .blocks import GroupHeading
from .flow import Block
from .fonts import clean
from .pen import Pen
from .text import BODY, HAIRLINE, INK, LABEL, NUMBER, SMALL, STRONG, TextStyle, shorten, wrap

NAME = TextStyle(STRONG.font, 8.5, 10.5)
DETAIL = TextStyle(SMALL.font, 7.5, 9.2, SMALL.colour)
PLACE = TextStyle(LABEL.font, 7.5, 9.2, INK)
REDUCED = "starts reduced"
_MOST_LINES = 40
"""Lines of a place, which is stated in full."""


def detail_lines(unit: Unit, design: Design) -> tuple[str, str, str]:
    """The kind of a unit, its formation or "", and the values on its counter."""
    ruleset = design.ruleset
    values = [f"{clean(v.name).lower()} {text}" for v in ruleset.values
              if (text := words.value_words(unit, ruleset, v))]
    if values and (steps := words.steps_words(unit, design)):
        values.append(steps)
    return (words.unit_type_words(unit, ruleset), words.formation_name(unit, ruleset),
            words.sentence(" · ".join(values)))


def wrapped_details(unit: Unit, design: Design, width: float) -> list[str]:
    """What stands below the name of a unit: its kind, with its formation if there is room for both on a line,
    and its values."""
    kind, formation, values = detail_lines(unit, design)
    both = f"{kind} · {formation}" if formation else kind
    if DETAIL.width(both) <= width:
        lines = [both]
    else:
        lines = wrap(kind, DETAIL, width, 2) + (wrap(formation, DETAIL, width, 2) if formation else [])
    return lines + (value_lines(values, width) if values else [])


def value_lines(values: str, width: float) -> list[str]:
    """The values of a unit on at most two lines that break between values, `2 steps` on one; anywhere if they
    are too long for that."""
    lines = [""]
    parts = values.split(" · ")
    for n, part in enumerate(parts, start=1):
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        if lines[-1] and DETAIL.width(longer if n == len(parts) else f"{longer} ·") > width:
            lines[-1] += " ·"
            lines.append(part)
        else:
            lines[-1] = longer
    fits = len(lines) <= 2 and all(DETAIL.width(line) <= width for line in lines)
    return lines if fits else wrap(values, DETAIL, width, 2)


def draw_badge(pen: Pen, right: float, top: float, text: str) -> None:
    """Draw a dark label with white letters, with its right end at `right`."""
    style = TextStyle(LABEL.font, 7, 9.5, "#ffffff")
    width = style.width(text) + 8
    pen.box(right - width, top, width, 9.5, fill=INK, radius=2)
    pen.text(right - 4, top, text, style, "right")


@dataclass
class UnitRow(Block):
    """A unit to set up: tick box, counter, name, and its place at the right.

    A fixed hex is printed as a large number; otherwise there is a line on which to write the chosen
    hex, and `short` says in a few words where that may be.
    """

    unit: Unit
    design: Design
    number: str = ""
    short: str = ""
    gap: float = 0.0
    keep: bool = False
    group: Block | None = None
    _cache: dict[float, tuple[list[str], list[str], list[str]]] = field(default_factory=dict, repr=False)

    SIZE = 34.0
    _LEFT = 55.0

    def _most_right(self, width: float) -> float:
        return max(78.0, min(112.0, 0.33 * width))

    def _right(self, place: Sequence[str]) -> float:
        """The width of what stands at the right, so that the values have the rest of the row."""
        hex_width = NUMBER.width(f"{self.number}{words.DAGGER}") if self.number else 38 + DETAIL.width("Hex")
        badge = [DETAIL.width(REDUCED) + 10] if self.unit.reduced else []
        return max([hex_width, *badge, *(PLACE.width(line) for line in place)]) + 6

    def _parts(self, width: float) -> tuple[list[str], list[str], list[str]]:
        if width not in self._cache:
            place = words.place_name(self.number, self.design.map) if self.number else self.short
            places = wrap(place, PLACE, self._most_right(width), 2) if place else []
            room = width - self._LEFT - self._right(places)
            detail = wrapped_details(self.unit, self.design, room)
            self._cache[width] = wrap(self.unit.name, NAME, room, 6), detail, places
        return self._cache[width]

    def height(self, width: float) -> float:
        name, detail, place = self._parts(width)
        left = len(name) * NAME.leading + len(detail) * DETAIL.leading
        right = NUMBER.leading + len(place) * DETAIL.leading + (11 if self.unit.reduced else 0)
        return max(self.SIZE, left, right) + 6

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        name, detail, place = self._parts(width)
        height = self.height(width)
        middle = top + (height - self.SIZE) / 2
        pen.tick_box(x + 1, top + height / 2 - 4.2)
        draw_counter(pen, self.unit, self.design.ruleset, x + 15, middle, self.SIZE)
        text_top = top + (height - len(name) * NAME.leading - len(detail) * DETAIL.leading) / 2
        pen.lines(x + self._LEFT, text_top, name, NAME)
        right = x + width - 1
        right_height = NUMBER.leading + len(place) * DETAIL.leading + (11 if self.unit.reduced else 0)
        place_top = top + (height - right_height) / 2
        if self.number:
            mark = words.dagger(self.unit.provenance.of("setup"))
            pen.text(right, place_top, f"{self.number}{mark}", NUMBER, "right")
        else:
            pen.text(right - 35, place_top + 3, "Hex", DETAIL, "right")
            pen.rule(right - 32, place_top + 10.5, 32, colour=INK, line=0.6)
        place_top += NUMBER.leading
        pen.lines(right, place_top, place, PLACE if self.number else DETAIL, "right")
        if self.unit.reduced:
            draw_badge(pen, right, place_top + len(place) * DETAIL.leading + 1, REDUCED)
        pen.lines(x + self._LEFT, text_top + len(name) * NAME.leading, detail, DETAIL)
        pen.rule(x, top + height, width)


@dataclass
class UnitCells(Block):
    """Several units side by side, each with a tick box, its counter and its name."""

    units: tuple[Unit, ...]
    design: Design
    across: int = 3
    gap: float = 0.0
    keep: bool = False
    group: Block | None = None
    snug: bool = False
    """Whether the counters are a little smaller and closer, to save a page or a break."""
    _cache: dict[float, list[tuple[list[str], list[str]]]] = field(default_factory=dict, repr=False)

    _LEFT = 49.0

    @property
    def _size(self) -> float:
        return 29.0 if self.snug else 30.0

    def _cells(self, width: float) -> list[tuple[list[str], list[str]]]:
        """The names and the details of the units, which columns need again for each height that is tried."""
        if width not in self._cache:
            self._cache[width] = [self._cell(place, width) for place in range(len(self.units))]
        return self._cache[width]

    def _cell(self, place: int, width: float) -> tuple[list[str], list[str]]:
        unit, cells = self.units[place], 1
        if place == len(self.units) - 1:
            # Nothing stands beside the last unit of a row that is not full.
            cells = self.across - place
        room = cells * width / self.across - self._LEFT - 6
        detail = wrapped_details(unit, self.design, room)
        if unit.reduced:
            detail.append(REDUCED)
        return wrap(unit.name, NAME, room, 6), detail

    def height(self, width: float) -> float:
        heights = [
            len(n) * NAME.leading + len(d) * DETAIL.leading
            for n, d in self._cells(width)
        ]
        return max([self._size, *heights]) + (3.5 if self.snug else 6.0)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        height = self.height(width)
        for i, (unit, (name, detail)) in enumerate(zip(self.units, self._cells(width), strict=True)):
            left = x + i * width / self.across
            pen.tick_box(left + 1, top + height / 2 - 4.2)
            middle = top + (height - self._size) / 2
            draw_counter(pen, unit, self.design.ruleset, left + 14, middle, self._size)
            text_top = top + (height - len(name) * NAME.leading - len(detail) * DETAIL.leading) / 2
            pen.lines(left + self._LEFT, text_top, name, NAME)
            pen.lines(left + self._LEFT, text_top + len(name) * NAME.leading, detail, DETAIL)


def unit_cells(
    units: list[Unit], design: Design, across: int, group: Block | None, snug: bool = False
) -> list[Block]:
    """The units in rows of `across`."""
    return [
        UnitCells(tuple(units[i : i + across]), design, across, group=group, snug=snug)
        for i in range(0, len(units), across)
    ]


@dataclass
class PlaceHeading(Block):
    """The place of the units below it, under the heading of their nationality, turn or event."""

    text: str
    parent: GroupHeading
    gap: float = 3.0
    keep: bool = True
    note: str = ""
    group: Block | None = None

    def __post_init__(self) -> None:
        self.group = self.parent

    def _lines(self, width: float) -> list[str]:
        return wrap(self.text, PLACE, width, _MOST_LINES)

    def _notes(self, width: float) -> list[str]:
        return wrap(self.note, DETAIL, width, 3) if self.note else []

    def _beside(self, width: float) -> bool:
        """Whether the note fits on the line of the text."""
        return PLACE.width(self.text) + DETAIL.width(self.note) + 10 <= width

    def height(self, width: float) -> float:
        below = 0 if self._beside(width) else len(self._notes(width))
        return PLACE.leading * len(self._lines(width)) + DETAIL.leading * below + 5

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        lines = self._lines(width)
        pen.lines(x, top + 1, lines, PLACE)
        if self._beside(width):
            pen.text(x + width, top + 1, self.note, DETAIL, "right")
        else:
            pen.lines(x, top + 1 + PLACE.leading * len(lines), self._notes(width), DETAIL)
        pen.rule(x, top + self.height(width) - 1, width)


@dataclass
class IndexRow(Block):
    """A line of the index by hex: tick box, hex number, place, units."""

    number: str
    place: str
    units: tuple[tuple[str, str], ...]
    """(nationality, name) of each unit."""
    gap: float = 0.0
    keep: bool = False
    group: Block | None = None
    _cache: dict[float, tuple[list[str], list[str]]] = field(default_factory=dict, repr=False)

    _LEFT = 48.0

    def _parts(self, width: float) -> tuple[list[str], list[str]]:
        if width not in self._cache:
            names = [
                line
                for nation, name in self.units
                for line in wrap(f"{name} ({nation})", BODY, width - self._LEFT, 6)
            ]
            self._cache[width] = (
                names,
                wrap(self.place, DETAIL, width - self._LEFT, 2) if self.place else [],
            )
        return self._cache[width]

    def height(self, width: float) -> float:
        names, place = self._parts(width)
        return len(names) * 10.5 + len(place) * DETAIL.leading + 5

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        names, place = self._parts(width)
        pen.tick_box(x + 1, top + 3)
        pen.text(x + 15, top + 1.5, shorten(self.number, STRONG, self._LEFT - 17), STRONG)
        pen.lines(x + self._LEFT, top + 2, place, PLACE)
        style = TextStyle(BODY.font, BODY.size, 10.5)
        pen.lines(x + self._LEFT, top + 2 + len(place) * DETAIL.leading, names, style)
        pen.rule(x, top + self.height(width), width, colour=HAIRLINE)


# Counters on paper, drawn as on the map, with sizes in points.

_LEAST_TEXT = 4.5
"""Smaller print on a counter, in points, is left out; the row beside it has the full name."""


def draw_counter(pen: Pen, unit: Unit, ruleset: Ruleset, x: float, top: float, size: float) -> None:
    """Draw a unit's counter with its upper left corner at `x`, `top`, showing the side it starts with."""
    face = counter_item(Counter(unit), ruleset, (0.5, 0.5), 1.0, shadow=False, style=pen.style)
    item = without_small_print(face, _LEAST_TEXT / size)
    paint([item], pen.canvas, origin_pt=(x, pen.height - top), scale_pt_per_unit=size)


def without_small_print(item: Item, least: float) -> Item:
    """The item without texts smaller than `least` map units, which would be illegible on paper."""
    kept = tuple(p for p in item.primitives if not (isinstance(p, Text) and p.size < least))
    return item if len(kept) == len(item.primitives) else replace(item, primitives=kept)
