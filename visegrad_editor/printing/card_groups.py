"""The groups of a card on paper: when and where each comes, and its counters with their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..desk.counters import CounterLine
from ..drawing.card_counters import card_counter
from ..drawing.painters.pdf_painter import paint
from .card_blocks import CardType, hairline
from .flow import Block
from .pen import Pen
from .text import wrap


@dataclass
class GroupEntry(Block):
    """A group: its name and its place on the left, its counters on the right, what else holds below them.
    One with many counters may be split between two of their rows."""

    name: str
    place: str
    counters: tuple[CounterLine, ...]
    remarks: tuple[str, ...]
    letters: Mapping[str, str]
    """The letters of all nations of the card, in order."""
    type: CardType
    gap: float = 0.0
    group: Block | None = None

    _SHARE = 0.26
    _ABOVE = 3.0

    def _widths(self, width: float) -> tuple[float, float]:
        return width * self._SHARE - 8, width * (1 - self._SHARE)

    def _words(self, width: float) -> tuple[list[str], list[str]]:
        own = self._widths(width)[0]
        return wrap(self.name, self.type.strong, own), wrap(self.place, self.type.body, own) if self.place else []

    @property
    def _cell(self) -> float:
        """The least width of a counter with what stands before it, and of the words below."""
        return 2.35 * self.type.counter

    def _rows(self, width: float) -> list[tuple[CounterLine, ...]]:
        across = max(1, int(self._widths(width)[1] / self._cell))
        return [self.counters[i:i + across] for i in range(0, len(self.counters), across)]

    def _cell_width(self, width: float) -> float:
        return self._widths(width)[1] / max(1, int(self._widths(width)[1] / self._cell))

    def _below(self, line: CounterLine, width: float) -> list[str]:
        room = self._cell_width(width) - 5
        return [part for text in line.words for part in wrap(text, self.type.small, room)]

    def _row_height(self, row: tuple[CounterLine, ...], width: float) -> float:
        return self.type.counter + 3 + self.type.small.leading * max(len(self._below(c, width)) for c in row) + 3

    def _remarks(self, width: float) -> list[list[str]]:
        return [wrap(text, self.type.body, self._widths(width)[1]) for text in self.remarks]

    def height(self, width: float) -> float:
        names, places = self._words(width)
        left = self.type.strong.leading * len(names) + self.type.body.leading * len(places)
        right = sum(self._row_height(row, width) for row in self._rows(width))
        right += sum(len(lines) * self.type.body.leading for lines in self._remarks(width))
        return max(left, right) + 2 * self._ABOVE

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        hairline(pen, x, top + self.height(width), width)
        names, places = self._words(width)
        top += self._ABOVE
        pen.lines(x, top, names, self.type.strong)
        pen.lines(x, top + self.type.strong.leading * len(names), places, self.type.body)
        left = x + width * self._SHARE
        for row in self._rows(width):
            for i, line in enumerate(row):
                self._draw_counter(pen, line, left + i * self._cell_width(width), top, width)
            top += self._row_height(row, width)
        for lines in self._remarks(width):
            pen.lines(left, top, lines, self.type.body)
            top += self.type.body.leading * len(lines)

    def _draw_counter(self, pen: Pen, line: CounterLine, x: float, top: float, width: float) -> None:
        size = self.type.counter
        before = self.type.head.width("88 ×") + 3
        style = replace(self.type.head, leading=size)
        pen.text(x + before - 4, top, line.before, style, "right")
        nations = [*self.letters]
        place = nations.index(line.face.nation) if line.face.nation in nations else 0
        item = card_counter(line.face, place, self.letters.get(line.face.nation, ""))
        paint([item], pen.canvas, origin_pt=(x + before, pen.height - top), scale_pt_per_unit=size)
        pen.lines(x, top + size + 3, self._below(line, width), self.type.small)

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        rows = self._rows(width)
        used, fit = 2 * self._ABOVE, 0
        while fit < len(rows) and used + self._row_height(rows[fit], width) <= room:
            used += self._row_height(rows[fit], width)
            fit += 1
        done = sum(map(len, rows[:fit]))
        rest = self.counters[done:]
        first = replace(self, counters=self.counters[:done], remarks=())
        if not fit or not rest or first.height(width) > room:
            return None
        name = self.name if self.name.endswith("(continued)") else f"{self.name} (continued)"
        return first, replace(self, name=name, place="", counters=rest)
