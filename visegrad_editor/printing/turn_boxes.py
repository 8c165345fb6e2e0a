"""The turn track of a card: a column for each turn, a row for each side, and what arrives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..desk.summary import GameTurn
from ..lazy_dataclass import dataclass
from .card_blocks import CardType
from .flow import Block
from .pen import Pen
from .tables import longest_word
from .text import INK, TINT, wrap

_MOST_NAMES = 12
_MOST_LINES = 3
"""The most lines that the name of a group should take; longer names get wider columns."""
_LEAST_ACROSS = 5


@dataclass
class TurnBoxes(Block):
    """A run of turns. Each has its number above a box for every player turn, with a small box to tick and the
    groups that arrive; a half turn has only the first of them. `across` is the number of columns for which
    there is room."""

    turns: tuple[GameTurn, ...]
    rows: tuple[tuple[str, str], ...]
    """(side, label) of both sides, the one that moves first above."""
    across: int
    type: CardType
    gap: float = 5.0

    _TICK = 6.0

    @property
    def _head(self) -> float:
        return self.type.head.leading + 2

    def _sizes(self, width: float) -> tuple[float, float]:
        """The widths of the labels and of a column."""
        label = 0.13 * width
        return label, (width - label) / self.across

    def _beside(self, row: int, width: float) -> bool:
        """Whether the arrivals of a row stand beside the boxes to tick: if no word of theirs is too long."""
        room = self._sizes(width)[1] - self._TICK - 9
        return all(longest_word(name, self.type.small) <= room
                   for turn in self.turns for part in turn.parts[row:row + 1] for name in part.groups)

    def name_lines(self, width: float) -> int:
        """The most lines that the name of a group takes; 0 if none arrives."""
        return max((len(wrap(name, self.type.small, self._room(row, width))) for turn in self.turns
                    for row, part in enumerate(turn.parts) for name in part.groups), default=0)

    def _room(self, row: int, width: float) -> float:
        """The room for the names in a box of a row."""
        return self._sizes(width)[1] - (self._TICK + 9 if self._beside(row, width) else 6)

    def _arrivals(self, turn: GameTurn, row: int, width: float) -> list[str]:
        if row >= len(turn.parts):
            return []
        room = self._room(row, width)
        return [part for name in _told(turn.parts[row].groups) for part in wrap(name, self.type.small, room)]

    def _row_height(self, row: int, width: float) -> float:
        label = len(wrap(self.rows[row][1], self.type.label, self._sizes(width)[0] - 6))
        most = max(len(self._arrivals(turn, row, width)) for turn in self.turns)
        arrivals, tick = most * self.type.small.leading, self._TICK + 2
        boxes = max(arrivals, tick) if self._beside(row, width) else arrivals + tick
        return max(label * self.type.label.leading + 2, boxes + 5)

    def height(self, width: float) -> float:
        return self._head + sum(self._row_height(row, width) for row in range(len(self.rows)))

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        label, cell = self._sizes(width)
        pen.lines(x, top, ["Turn"], replace(self.type.label, leading=self._head))
        for i, turn in enumerate(self.turns):
            self._draw_turn(pen, turn, x + label + i * cell, top, width)
        below = top + self._head
        for row, (_, name) in enumerate(self.rows):
            pen.lines(x, below + 2, wrap(name, self.type.label, label - 6), self.type.label)
            below += self._row_height(row, width)

    def _draw_turn(self, pen: Pen, turn: GameTurn, x: float, top: float, width: float) -> None:
        cell = self._sizes(width)[1]
        half = len(turn.parts) < len(self.rows)
        pen.box(x, top, cell, self._head, fill=TINT, stroke=INK)
        number = f"{turn.number} (half)" if half else str(turn.number)
        pen.text(x + cell / 2, top, number, replace(self.type.head, leading=self._head), "centre")
        below = top + self._head
        for row in range(len(self.rows)):
            height = self._row_height(row, width)
            if row < len(turn.parts):
                pen.box(x, below, cell, height, stroke=INK)
                pen.tick_box(x + cell - self._TICK - 3, below + 3, self._TICK)
                down = 1.5 if self._beside(row, width) else self._TICK + 4
                pen.lines(x + 3, below + down, self._arrivals(turn, row, width),
                          self.type.small.in_colour(INK))
            below += height


def _told(groups: tuple[str, ...]) -> tuple[str, ...]:
    """The names of groups in a box; of very many the rest is counted, as each has its entry elsewhere."""
    if len(groups) <= _MOST_NAMES:
        return groups
    return (*groups[:_MOST_NAMES - 1], f"and {len(groups) - _MOST_NAMES + 1} more")


def turn_boxes(
    turns: tuple[GameTurn, ...], name: Callable[[str], str], type: CardType, width: float, most: int = 12,
) -> list[Block]:
    """The track of a game in as many runs of at most `most` turns as it needs, fewer if names of groups are
    long; `name` names a side, and `width` is that of the page without its margins."""
    sides = [part.side for part in max(turns, key=lambda t: len(t.parts)).parts]
    labels = ("moves first", "moves second")
    rows = tuple((side, f"{name(side)} {label}") for side, label in zip(sides, labels, strict=False))
    runs = -(-len(turns) // most)
    across = -(-len(turns) // runs)
    while across > _LEAST_ACROSS and TurnBoxes(turns, rows, across, type).name_lines(width) > _MOST_LINES:
        across -= 1
    return [TurnBoxes(turns[i:i + across], rows, across, type) for i in range(0, len(turns), across)]
