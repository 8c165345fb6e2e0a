"""The hex grid: which hexes there are, their numbers, and which are neighbours.

Directions are numbered 0 to 5 clockwise. In a pointy-top grid direction 0 points east;
in a flat-top grid it points south-east. The opposite of direction d is (d + 3) % 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from itertools import chain, repeat
from typing import Literal, NamedTuple

from ..lazy_dataclass import dataclass
from .coords import Hex, Hexside, hexside
from .numbering import Numbering

Orientation = Literal["pointy", "flat"]
Stagger = Literal["odd", "even"]

DIRECTION_NAMES: dict[Orientation, tuple[str, ...]] = {
    "pointy": ("E", "SE", "SW", "W", "NW", "NE"),
    "flat": ("SE", "S", "SW", "NW", "N", "NE"),
}
Edge = Literal["top", "right", "bottom", "left"]
EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")
"""The edges of a map, clockwise."""
Lines = Literal["", "all", "odd", "even"]
"""The hexes along an edge: none, all, or those in columns (at left and right: rows) with an odd or an even
index, counted from 0."""
_AXIAL_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_new_hex = partial(tuple.__new__, Hex)
"""Makes a hex of a pair of column and row, faster than a call of the class."""


class HalfHexes(NamedTuple):
    """Which hexes along each edge of a map are cut in half by it; the other half is not on the map."""

    top: Lines = ""
    right: Lines = ""
    bottom: Lines = ""
    left: Lines = ""

    def misfit(self, orientation: Orientation) -> Edge | Literal[""]:
        """The edge that cannot be cut so, or "": where every second hex lies half a hex farther out, only
        every second one can be cut straight, elsewhere only all of them.

        >>> HalfHexes(top="odd", left="all").misfit("flat"), HalfHexes(top="all").misfit("flat")
        ('', 'top')
        """
        straight = ("top", "bottom") if orientation == "pointy" else ("left", "right")
        return next((e for e in EDGES if self[EDGES.index(e)]
                     and (self[EDGES.index(e)] == "all") != (e in straight)), "")


NO_HALVES = HalfHexes()


@dataclass(frozen=True)
class HexGrid:
    """A rectangular grid of hexes.

    `stagger` says which rows (pointy-top) lie half a hex to the right, or which columns
    (flat-top) lie half a hex lower: those with an odd or an even index, counted from 0.
    """

    orientation: Orientation
    columns: int
    rows: int
    stagger: Stagger
    numbering: Numbering
    half_hexes: HalfHexes = NO_HALVES

    def __contains__(self, hex: object) -> bool:
        return (
            isinstance(hex, Hex) and 0 <= hex.col < self.columns and 0 <= hex.row < self.rows
        )

    def __iter__(self) -> Iterator[Hex]:
        """All hexes, row by row from the top left."""
        # A large map has a hundred thousand: they are made without a call of Python for each.
        columns = chain.from_iterable(repeat(range(self.columns), self.rows))
        rows = chain.from_iterable(repeat(row, self.columns) for row in range(self.rows))
        return map(_new_hex, zip(columns, rows, strict=True))

    def __len__(self) -> int:
        return self.columns * self.rows

    def index(self, hex: Hex) -> int:
        """The hex's position in `iter(grid)`, for tables kept as flat lists."""
        return hex.row * self.columns + hex.col

    def number(self, hex: Hex) -> str:
        """The hex number printed in the hex."""
        return self.numbering.text(hex, self.columns, self.rows)

    def cuts(self, hex: Hex) -> tuple[Edge, ...]:
        """The edges of the map that cut a hex in half, clockwise from the top; () for a whole hex, and for
        one that lies beyond an edge."""
        if self.half_hexes == NO_HALVES or hex not in self or self.beyond(hex):
            return ()
        along = {"top": (hex.row == 0, hex.col), "right": (hex.col == self.columns - 1, hex.row),
                 "bottom": (hex.row == self.rows - 1, hex.col), "left": (hex.col == 0, hex.row)}
        return tuple(
            edge for edge, lines in zip(EDGES, self.half_hexes, strict=True)
            if lines and along[edge][0] and (lines == "all" or (along[edge][1] & 1) == (lines == "odd")))

    def is_half(self, hex: Hex) -> bool:
        """Whether only half of a hex is on the map, as an edge of the map cuts it."""
        return bool(self.cuts(hex))

    def beyond(self, hex: Hex) -> Edge | Literal[""]:
        """The edge of the map beyond which a hex of the grid lies, or "": where an edge halves those hexes of
        a row that lie farther in than the others, it leaves nothing of the others."""
        if self.half_hexes == NO_HALVES:
            return ""
        col, row = hex
        flat = self.orientation == "flat"
        line = col if flat else row
        ends: tuple[tuple[Edge, bool, bool], ...] = (
            (("top", row == 0, True), ("bottom", row == self.rows - 1, False)) if flat else
            (("left", col == 0, True), ("right", col == self.columns - 1, False)))
        for edge, there, shifted_lie_inside in ends:
            halved = self.half_hexes[EDGES.index(edge)]
            inside = (halved == self.stagger) == shifted_lie_inside
            if there and halved and inside and ("odd" if line & 1 else "even") != halved:
                return edge
        return ""

    @cached_property
    def outside(self) -> tuple[Hex, ...]:
        """The hexes of the grid that lie beyond an edge of the map, in the order of `iter(grid)`."""
        return tuple(h for h in self.rim if self.beyond(h))

    @cached_property
    def rim(self) -> tuple[Hex, ...]:
        """The hexes of the first and last row and column; () if no edge cuts any."""
        if self.half_hexes == NO_HALVES:
            return ()
        rim = {Hex(c, r) for c in (0, self.columns - 1) for r in range(self.rows)}
        rim |= {Hex(c, r) for r in (0, self.rows - 1) for c in range(self.columns)}
        return tuple(sorted(rim, key=self.index))

    @cached_property
    def halves(self) -> tuple[Hex, ...]:
        """The half hexes in the order of `iter(grid)`."""
        return tuple(filter(self.is_half, self.rim))

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes in the order of `iter(grid)`; made once."""
        return tuple(self)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of all hexes in the order of `iter(grid)`; made once."""
        rows, columns = self.numbering.halves(self.columns, self.rows)
        between = self.numbering.separator
        if self.numbering.order == "row-first":
            return tuple([f"{row}{between}{column}" for row in rows for column in columns])
        return tuple([f"{column}{between}{row}" for row in rows for column in columns])

    @cached_property
    def _reader(self) -> tuple[dict[str, int], dict[str, int], int, str, bool] | None:
        """How to read hex numbers whose halves are digits of a fixed width: the index of each first half and
        of each second half, the width of the second half, the text between them, and whether rows come first.
        None for other numbers."""
        n = self.numbering
        if self._by_number is not None or not n.is_plain:
            return None
        halves = n.halves(self.columns, self.rows)
        rows, columns = ({text: i for i, text in enumerate(half)} for half in halves)
        return (rows, columns, n.column.digits, n.separator, True) if n.order == "row-first" else (
            columns, rows, n.row.digits, n.separator, False)

    @cached_property
    def _by_number(self) -> dict[str, Hex] | None:
        """The hexes by number if numbers cannot be split by the width of their second half, else None: on a
        large map this table would be big."""
        if not self.numbering.misfit(self.columns, self.rows):
            return None
        return dict(zip(self.numbers, self, strict=True))

    def parse(self, text: str) -> Hex | None:
        """The hex of this grid with that number, or None. Small letters are read as the capitals that the map
        prints, and so are zeros in front where it prints none."""
        text = text.strip()
        if (reader := self._reader) is None:
            return self._unlike(text)
        firsts, seconds, width, between, rows_first = reader
        begin = text[:-width]
        if between:
            if not begin.endswith(between):
                return None
            begin = begin[:-len(between)]
        one, other = firsts.get(begin), seconds.get(text[-width:])
        if one is None or other is None:
            return None
        return Hex(other, one) if rows_first else Hex(one, other)

    def _unlike(self, text: str) -> Hex | None:
        """The hex with a number of halves that are not both digits of a fixed width."""
        if self._by_number is not None:
            return self._by_number.get(text)
        place = self.numbering.place(text, self.columns, self.rows)
        return place if place in self else None

    def knows(self, number: str) -> bool:
        """Whether a hex has exactly this number, in the spelling of the map."""
        hex = self.parse(number)
        if self._reader is not None:
            return hex is not None and number == number.strip()
        return hex is not None and self.number(hex) == number

    def spelt(self, text: str) -> str:
        """The hex number as the map prints it; the text itself if it is none."""
        hex = self.parse(text)
        return text if hex is None else self.number(hex)

    def in_order(self, numbers: Iterable[str]) -> list[str]:
        """Hex numbers in the order in which they grow: Z1 before AA1, A2 before A10. Texts that are none come
        last."""
        return sorted(numbers, key=lambda text: (self.numbering.order_of(text), text))

    def ends(self) -> tuple[str, str]:
        """The lowest and the highest number."""
        right, down = self.numbering.column.direction == "right", self.numbering.row.direction == "down"
        col, row = self.columns - 1, self.rows - 1
        return (self.number(Hex(0 if right else col, 0 if down else row)),
                self.number(Hex(col if right else 0, row if down else 0)))

    # -- neighbours ---------------------------------------------------------------------

    def axial(self, hex: Hex) -> tuple[int, int]:
        """Axial (q, r) coordinates, in which every direction is a constant step."""
        col, row = hex
        if self.orientation == "pointy":
            shift = row & 1
            return (col - (row - shift) // 2, row) if self.stagger == "odd" else (
                col - (row + shift) // 2, row)
        shift = col & 1
        return (col, row - (col - shift) // 2) if self.stagger == "odd" else (
            col, row - (col + shift) // 2)

    def from_axial(self, q: int, r: int) -> Hex:
        """The hex with these axial coordinates; it may lie outside the grid."""
        if self.orientation == "pointy":
            shift = r & 1
            return Hex(q + (r - shift if self.stagger == "odd" else r + shift) // 2, r)
        shift = q & 1
        return Hex(q, r + (q - shift if self.stagger == "odd" else q + shift) // 2)

    def step(self, hex: Hex, direction: int) -> Hex:
        """The neighbour in a direction; it may lie outside the grid."""
        dc, dr = self.steps(hex)[direction]
        return Hex(hex.col + dc, hex.row + dr)

    def around(self, hex: Hex) -> list[Hex]:
        """The six neighbours clockwise from direction 0, including those outside the grid."""
        col, row = hex
        return [Hex(col + dc, row + dr) for dc, dr in self.steps(hex)]

    def steps(self, hex: Hex) -> tuple[tuple[int, int], ...]:
        """Columns and rows to each of the six neighbours, clockwise from direction 0; for loops over many
        hexes, where making each neighbour would take too long."""
        return self._steps[(hex.row if self.orientation == "pointy" else hex.col) & 1]

    @cached_property
    def _steps(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Columns and rows to each neighbour, of an even and of an odd row (flat-top: column)."""
        steps = []
        for line in (0, 1):
            here = Hex(0, line) if self.orientation == "pointy" else Hex(line, 0)
            q, r = self.axial(here)
            near = [self.from_axial(q + dq, r + dr) for dq, dr in _AXIAL_STEPS]
            steps.append(tuple((n.col - here.col, n.row - here.row) for n in near))
        return tuple(steps)

    def neighbours(self, hex: Hex) -> list[Hex]:
        """The neighbours that exist, clockwise from direction 0."""
        columns, rows = self.columns, self.rows
        return [n for n in self.around(hex) if 0 <= n[0] < columns and 0 <= n[1] < rows]

    def direction(self, start: Hex, end: Hex) -> int | None:
        """The direction from a hex to a neighbour, or None if the two do not touch."""
        steps, step = self.steps(start), (end[0] - start[0], end[1] - start[1])
        return steps.index(step) if step in steps else None

    def adjacent(self, one: Hex, other: Hex) -> bool:
        """Whether the two hexes share a hexside."""
        return self.direction(one, other) is not None

    def opposite(self, centre: Hex, hex: Hex) -> Hex | None:
        """The hex on exactly the other side of `centre` from its neighbour `hex`."""
        d = self.direction(centre, hex)
        return None if d is None else self.step(centre, (d + 3) % 6)

    # -- distance -----------------------------------------------------------------------

    def distance(self, one: Hex, other: Hex) -> int:
        """The number of hexes from one to the other, 0 for the same hex."""
        q0, r0 = self.axial(one)
        q1, r1 = self.axial(other)
        dq, dr = q1 - q0, r1 - r0
        return max(abs(dq), abs(dr), abs(dq + dr))

    def within(self, centre: Hex, radius: int) -> list[Hex]:
        """The hexes of the grid at most `radius` away: 1, 7, 19, 37 ... away from the edge."""
        q, r = self.axial(centre)
        hexes = []
        for dq in range(-radius, radius + 1):
            for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1):
                hex = self.from_axial(q + dq, r + dr)
                if hex in self:
                    hexes.append(hex)
        return hexes

    def line(self, start: Hex, end: Hex) -> list[Hex]:
        """A straight run of hexes from start to end, both included."""
        steps = self.distance(start, end)
        if steps == 0:
            return [start]
        q0, r0 = self.axial(start)
        q1, r1 = self.axial(end)
        run = []
        for i in range(steps + 1):
            t = i / steps
            # The nudge keeps a line along hexsides on one side of them.
            run.append(self._round(q0 + (q1 - q0) * t + 1e-6, r0 + (r1 - r0) * t + 2e-6))
        return run

    def _round(self, q: float, r: float) -> Hex:
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        return self.from_axial(rq, rr)

    # -- hexsides -----------------------------------------------------------------------

    def side(self, hex: Hex, direction: int) -> Hexside:
        """The hexside of a hex in a direction."""
        return hexside(hex, self.step(hex, direction))

    def sides(self, hex: Hex) -> list[Hexside]:
        """The six hexsides, clockwise from direction 0."""
        return [self.side(hex, d) for d in range(6)]

    def side_text(self, side: Hexside) -> str:
        """`2017/2018`; at the edge of the map `0601/E`."""
        a, b = side
        if a in self and b in self:
            return f"{self.number(a)}/{self.number(b)}"
        inner, outer = (a, b) if a in self else (b, a)
        d = self.direction(inner, outer)
        name = "?" if d is None else DIRECTION_NAMES[self.orientation][d]
        return f"{self.number(inner)}/{name}"

    def parse_side(self, text: str) -> Hexside | None:
        """The hexside named by a text such as `2017/2018` or `0601/E`, or None."""
        first, slash, second = text.partition("/")
        one = self.parse(first)
        if one is None or not slash:
            return None
        names = DIRECTION_NAMES[self.orientation]
        if second.strip() in names:
            return self.side(one, names.index(second.strip()))
        other = self.parse(second)
        if other is None or not self.adjacent(one, other):
            return None
        return hexside(one, other)
