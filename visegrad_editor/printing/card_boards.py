"""The boards of a card on paper: how they lie, north, the wind, and the hexes that decide the game."""

from __future__ import annotations

import math
from collections.abc import Collection

from ..desk.boards import Board
from ..desk.card import Card
from ..drawing.board_plan import board_box, board_plan, plan_box, played_box
from ..drawing.primitives import Item, Line, Polygon
from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.wording import fully_listed
from .card_blocks import CardType
from .flow import Block
from .pen import Pen
from .text import INK, wrap


@dataclass
class BoardsPicture(Block):
    """The boards in true proportions, as wide as the column or as high as suits the type, with a compass
    beside them and what the picture does not say below."""

    card: Card
    type: CardType
    goals: frozenset[Hex]
    """The hexes that decide the game, in common coordinates."""
    gap: float = 0.0

    _COMPASS = 30.0
    _MOST = 18.5
    """The greatest height of the boards, in heights of a letter."""

    def _scale(self, width: float) -> float:
        left, top, right, bottom = plan_box(self.card.layout)
        return min((width - self._COMPASS - 4) / (right - left), self._MOST * self.type.size / (bottom - top))

    def _picture_height(self, width: float) -> float:
        _, top, _, bottom = plan_box(self.card.layout)
        return (bottom - top) * self._scale(width)

    def _captions(self, width: float) -> list[str]:
        room = width - self._COMPASS - 4
        return [part for line in board_sentences(self.card, self.goals)
                for part in wrap(line, self.type.small, room)]

    def height(self, width: float) -> float:
        compass = 78.0 if _wind_direction(self.card) is not None else 42.0
        captions = self._captions(width)
        below = 5 + self.type.small.leading * len(captions) if captions else 2
        return max(compass, self._picture_height(width) + below)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        scale, box = self._scale(width), plan_box(self.card.layout)
        # With the edge of the rectangles inside the column.
        item = board_plan(self.card.layout, self.type.size / scale, self.goals)
        pen.items([item], x + 1 - box[0] * scale, top + 1 - box[1] * scale, scale)
        middle = x + (box[2] - box[0]) * scale + 4 + self._COMPASS / 2
        self._draw_arrow(pen, middle, top + 20, 0.0, "N", top + 33)
        direction = _wind_direction(self.card)
        if direction is not None:
            self._draw_arrow(pen, middle, top + 56, (direction - 1) * 60.0, "wind", top + 69)
        captions = self._captions(width)
        pen.lines(x, top + self._picture_height(width) + 5, captions, self.type.small)

    def _draw_arrow(
        self, pen: Pen, x: float, top: float, degrees: float, word: str, below: float
    ) -> None:
        """An arrow about a point, so many degrees clockwise from the north, and a word below it."""
        turn = math.radians(degrees)

        def at(across: float, up: float) -> tuple[float, float]:
            right, down = math.cos(turn), math.sin(turn)
            return across * right + up * down, across * down - up * right

        parts = (Line((at(0, -12), at(0, 8)), INK, 1.4),
                 Polygon((at(0, 13), at(-4, 4), at(0, 6), at(4, 4)), INK, INK, 0.4))
        pen.items([Item(parts, (-13, -13, 13, 13))], x, top, 1)
        pen.text(x, below, word, self.type.label, "centre")


def _wind_direction(card: Card) -> int | None:
    """Where the wind blows to; None if there is none or the card does not say."""
    wind = card.turned_on.wind
    return wind.direction if wind is not None and wind.force != "none" else None


def board_sentences(card: Card, goals: Collection[Hex]) -> tuple[str, ...]:
    """What the rectangles show: turned boards, the parts out of play, and the dots of `goals`."""
    found = []
    turned = [board.id for board in card.boards if board.turned]
    if turned:
        found.append(f"{_boards(turned)} turned by 180 degrees, and so "
                     f"{'its number is' if len(turned) == 1 else 'their numbers are'} upside down.")
    for board in card.boards:
        if board.uses is not None and played_box(board) != board_box(board):
            found.append(f"Of board {board.id} only the columns {_columns(board)} are in play (shaded).")
    if goals:
        found.append("Dots are the hexes that victory is about.")
    return tuple(found)


def _columns(board: Board) -> str:
    assert board.uses is not None
    return board.uses.columns.replace("-", " to ")


def _boards(ids: list[str]) -> str:
    return f"Board {ids[0]} is" if len(ids) == 1 else f"Boards {fully_listed(ids)} are"


