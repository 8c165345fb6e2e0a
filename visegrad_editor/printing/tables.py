"""Tables whose header is repeated when they continue in another column or on another page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .flow import Block
from .pen import Align, Pen
from .text import HAIRLINE, INK, LABEL, TINT, TextStyle, on_colour, wrap

CELL = TextStyle(LABEL.font.replace("-SemiBold", "-Regular"), 8.5, 11, INK)
DENSE_CELL = TextStyle(CELL.font, 7.2, 9, INK)
_HEADING = TextStyle(LABEL.font, 7.5, 9.5, "#ffffff")


@dataclass(frozen=True)
class PrintedColumn:
    """A column: its heading, its share of the width, the alignment of its cells."""

    title: str
    share: float
    align: Align = "left"
    bold: bool = False


@dataclass
class HeaderRow(Block):
    """The headings of the columns."""

    columns: tuple[PrintedColumn, ...]
    gap: float = 4.0
    keep: bool = True
    dense: bool = False

    def _lines(self, width: float) -> list[list[str]]:
        return [
            wrap(c.title, _HEADING, w - _beside(self.dense), 3)
            for c, w in zip(self.columns, spread(self.columns, width, dense=self.dense), strict=True)
        ]

    def height(self, width: float) -> float:
        lines = max(len(lines) for lines in self._lines(width))
        return lines * _HEADING.leading + (3 if self.dense else 6)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        height = self.height(width)
        pen.box(x, top, width, height, fill=INK, radius=1.5)
        left = x
        for column, column_width, lines in zip(
            self.columns, spread(self.columns, width, dense=self.dense), self._lines(width), strict=True
        ):
            y = top + (height - len(lines) * _HEADING.leading) / 2
            pen.lines(anchor(left, column_width, column.align), y, lines, _HEADING, column.align)
            left += column_width

    def continued(self) -> Block:
        return HeaderRow(self.columns, dense=self.dense)


@dataclass
class TableRow(Block):
    """A row; `swatch` puts a sample of a colour before the first cell. A `dense` one is lower."""

    columns: tuple[PrintedColumn, ...]
    cells: tuple[str, ...]
    shaded: bool = False
    swatch: str = ""
    gap: float = 0.0
    keep: bool = False
    group: Block | None = None
    dense: bool = False
    _cache: dict[float, list[list[str]]] = field(default_factory=dict, repr=False)

    def _lines(self, width: float) -> list[list[str]]:
        if width not in self._cache:
            self._cache[width] = [
                wrap(text, self._style(column),
                     column_width - 8 - (self._inset if self.swatch and i == 0 else 0), 8)
                for i, (text, column, column_width) in enumerate(
                    zip(self.cells, self.columns, spread(self.columns, width, dense=self.dense), strict=True)
                )
            ]
        return self._cache[width]

    @property
    def _inset(self) -> float:
        """The room that a sample of a colour takes."""
        return 12.0 if self.dense else 16.0

    @property
    def _cell(self) -> TextStyle:
        return DENSE_CELL if self.dense else CELL

    def _style(self, column: PrintedColumn) -> TextStyle:
        cell = self._cell
        return replace(cell, font=cell.font.replace("-Regular", "-Bold")) if column.bold else cell

    def height(self, width: float) -> float:
        return max(len(lines) for lines in self._lines(width)) * self._cell.leading + (2 if self.dense else 5)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        height = self.height(width)
        if self.shaded:
            pen.box(x, top, width, height, fill=TINT)
        left = x
        for i, (column, column_width, lines) in enumerate(
            zip(self.columns, spread(self.columns, width, dense=self.dense), self._lines(width), strict=True)
        ):
            inset = 0.0
            if self.swatch and i == 0:
                pen.box(
                    left + self._inset - 12,
                    top + height / 2 - 4,
                    10,
                    8,
                    fill=self.swatch,
                    stroke=INK if on_colour(self.swatch) == INK else self.swatch,
                    line=0.4,
                )
                inset = self._inset
            y = top + (height - len(lines) * self._cell.leading) / 2
            start = anchor(left + inset, column_width - inset, column.align)
            pen.lines(start, y, lines, self._style(column), column.align)
            left += column_width
        pen.rule(x, top + height, width, colour=HAIRLINE)


def spread(columns: Sequence[PrintedColumn], width: float, *, dense: bool = False) -> list[float]:
    """The widths of the columns, by their shares; a column too narrow for a word of its heading takes the
    room for it from the others, as far as they have some."""
    total = sum(c.share for c in columns)
    widths = [width * c.share / total for c in columns]
    least = [max(_HEADING.width(word) for word in c.title.split() or [""]) + _beside(dense)
             for c in columns]
    wanted = sum(max(n - w, 0.0) for w, n in zip(widths, least, strict=True))
    spare = sum(max(w - n, 0.0) for w, n in zip(widths, least, strict=True))
    if not wanted or wanted > spare:
        return widths
    return [n if w < n else w - (w - n) * wanted / spare for w, n in zip(widths, least, strict=True)]


def _beside(dense: bool) -> float:
    """The white space beside a heading, in points."""
    return 4.0 if dense else 8.0


def anchor(left: float, width: float, align: Align) -> float:
    """The x at which the text of a cell is anchored."""
    return {"left": left + 4, "centre": left + width / 2, "right": left + width - 4}[align]


def table(
    columns: Sequence[PrintedColumn], rows: Sequence[Sequence[str]], swatches: Sequence[str] = (), *,
    dense: bool = False, whole: bool = False,
) -> list[Block]:
    """A table as blocks: the header and its rows. A `whole` one is never broken."""
    head = HeaderRow(tuple(columns), dense=dense)
    blocks: list[Block] = [head]
    for i, cells in enumerate(rows):
        swatch = swatches[i] if swatches else ""
        blocks.append(TableRow(
            tuple(columns), tuple(cells), i % 2 == 1, swatch, group=head, dense=dense,
            keep=whole and i < len(rows) - 1))
    return blocks
