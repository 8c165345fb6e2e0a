"""The groups of a card on paper: when and where each comes, and its counters with their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..desk.counters import CounterLine
from ..drawing.card_counters import card_counter
from ..lazy_dataclass import dataclass
from .card_blocks import CardType, hairline
from .flow import Block
from .pen import Pen
from .text import wrap

_AGAIN = " (continued)"


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
    _LEAST_BESIDE = 0.38
    """The share of the room that counters must leave free for remarks beside them."""
    _MOST_LINES = 8

    def _widths(self, width: float) -> tuple[float, float]:
        return width * self._SHARE - 8, width * (1 - self._SHARE)

    def _words(self, width: float) -> tuple[list[str], list[str]]:
        own = self._widths(width)[0]
        return (wrap(self.name, self.type.strong, own),
                wrap(self.place, self.type.body, own) if self.place and not self._is_long(width) else [])

    def _is_long(self, width: float) -> bool:
        """Whether the place is too long for the narrow column, so that it stands among the remarks."""
        return len(wrap(self.place, self.type.body, self._widths(width)[0])) > self._MOST_LINES

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
        most = max(len(self._below(line, width)) for line in row)
        return self.type.counter + 3 + self.type.small.leading * most + 3

    def _beside(self, width: float) -> float:
        """The room for remarks right of the counters; 0 if they stand below them."""
        room = self._widths(width)[1]
        free = room - len(self.counters) * self._cell_width(width)
        return free if self.counters and free >= self._LEAST_BESIDE * room else 0.0

    def _remarks(self, width: float) -> list[str]:
        room = self._beside(width) or self._widths(width)[1]
        texts = (self.place, *self.remarks) if self._is_long(width) else self.remarks
        return [line for text in texts for line in wrap(text, self.type.body, room)]

    def height(self, width: float) -> float:
        names, places = self._words(width)
        left = self.type.strong.leading * len(names) + self.type.body.leading * len(places)
        counters = sum(self._row_height(row, width) for row in self._rows(width))
        remarks = self.type.body.leading * len(self._remarks(width))
        right = max(counters, remarks) if self._beside(width) else counters + remarks
        return max(left, right) + 2 * self._ABOVE

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        hairline(pen, x, top + self.height(width), width)
        names, places = self._words(width)
        top += self._ABOVE
        pen.lines(x, top, names, self.type.strong)
        pen.lines(x, top + self.type.strong.leading * len(names), places, self.type.body)
        left = x + width * self._SHARE
        beside = self._beside(width)
        if beside:
            right = left + self._widths(width)[1] - beside
            pen.lines(right, top, self._remarks(width), self.type.body)
        for row in self._rows(width):
            for i, line in enumerate(row):
                self._draw_counter(pen, line, left + i * self._cell_width(width), top, width)
            top += self._row_height(row, width)
        if not beside:
            pen.lines(left, top, self._remarks(width), self.type.body)

    def _draw_counter(self, pen: Pen, line: CounterLine, x: float, top: float, width: float) -> None:
        size = self.type.counter
        before = self.type.head.width("88 ×") + 3
        style = replace(self.type.head, leading=size)
        pen.text(x + before - 4, top, line.before, style, "right")
        nations = [*self.letters]
        place = nations.index(line.face.nation) if line.face.nation in nations else 0
        item = card_counter(line.face, place, self.letters.get(line.face.nation, ""))
        pen.items([item], x + before, top, size)
        pen.lines(x, top + size + 3, self._below(line, width), self.type.small)

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        rows = self._rows(width)
        used, fit = 2 * self._ABOVE, 0
        while fit < len(rows) and used + self._row_height(rows[fit], width) <= room:
            used += self._row_height(rows[fit], width)
            fit += 1
        done = sum(map(len, rows[:fit]))
        lines: list[str] = []
        if done == len(self.counters) and not self._beside(width):
            lines = self._remarks(width)[:max(0, int((room - used) / self.type.body.leading))]
        rest = self._remarks(width)[len(lines):]
        long = self._is_long(width)
        first = replace(
            self, place="" if long else self.place, counters=self.counters[:done], remarks=tuple(lines))
        if not (fit or lines) or not (self.counters[done:] or rest) or first.height(width) > room:
            return None
        name = self.name if self.name.endswith(_AGAIN) else f"{self.name}{_AGAIN}"
        # Lines that are left become running text again.
        remarks = (" ".join(rest),) if lines else (self.place, *self.remarks) if long else self.remarks
        return first, replace(self, name=name, place="", counters=self.counters[done:], remarks=remarks)
