"""Printed boards as they lie beside each other: rectangles in true proportions, north at the top."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from ..desk.boards import Board, Layout
from ..desk.names import column_letters
from ..hexgrid import Hex, Point
from .letters.fonts import fitting_size, text_width
from .primitives import Ellipse, Item, Line, Polygon, Primitive, Text

INK = "#1b2127"
IN_PLAY = "#e3e7ea"
OUT_OF_PLAY = "#ffffff"
_MUTED = "#55606b"
ACROSS, DOWN = 1.5, math.sqrt(3)
"""The distance between two columns and between two hexes of a column, with a hex side of 1."""
Box = tuple[float, float, float, float]


def board_box(board: Board) -> Box:
    """The rectangle of a board (left, top, right, bottom), with a hex side of 1."""
    left = board.corner.col * ACROSS
    # The first whole hex of column A has the number 1, and begins half a hex below that of its number.
    top = (board.corner.row + 0.5) * DOWN
    return left, top, left + board.last_column * ACROSS, top + board.rows * DOWN


def played_box(board: Board) -> Box:
    """The part of the rectangle of a board that is in play."""
    left, top, right, bottom = board_box(board)
    if board.uses is None:
        return left, top, right, bottom
    ends = [board.place(Hex(column, board.rows)).col * ACROSS for column in board.uses.ends]
    # Columns are cut in the middle between two, whose hexes reach half a side into each other.
    return max(left, min(ends) - ACROSS / 2), top, min(right, max(ends) + ACROSS / 2), bottom


def plan_box(layout: Layout) -> Box:
    """The rectangle around all boards."""
    boxes = [board_box(board) for board in layout.boards]
    return (min(b[0] for b in boxes), min(b[1] for b in boxes),
            max(b[2] for b in boxes), max(b[3] for b in boxes))


def board_plan(layout: Layout, letter: float, goals: Collection[Hex] = (),
               drawn: Collection[str] = ()) -> Item:
    """The boards with their names, those of a turned board upside down, and with dots in the hexes of
    `goals`, places in common coordinates. Letters are about `letter` high, in sides of a hex. Beneath those
    that are `drawn` lies a map, which is left free: their names stand in a corner."""
    parts: list[Primitive] = []
    dots = [hex_centre(place) for place in sorted(goals)]
    for board in layout.boards:
        parts += _board_on_map(board, letter) if board.id in drawn else _board(board, letter, dots)
    parts += [Ellipse(dot, letter * 0.28, letter * 0.28, INK, "#ffffff", letter * 0.1) for dot in dots]
    return Item(tuple(parts), plan_box(layout))


def hex_centre(place: Hex) -> Point:
    """The middle of a hex in common coordinates, with a hex side of 1."""
    return place.col * ACROSS, (place.row + (0.5 if place.col % 2 else 0.0)) * DOWN


def _board(board: Board, letter: float, dots: Sequence[Point]) -> Iterator[Primitive]:
    whole, played = board_box(board), played_box(board)
    edge = letter * 0.12
    if played != whole:
        yield Polygon(_corners(whole), OUT_OF_PLAY)
        yield from _hatching(whole, letter)
        around = (*_corners(whole), _corners(whole)[0])
        yield Line(around, _MUTED, edge * 0.7, dash=(letter * 0.4, letter * 0.4))
    yield Polygon(_corners(played), IN_PLAY, INK, edge)
    upside_down = 180.0 if board.turned else 0.0
    left, top, right, bottom = played
    size = min(letter * 2.2, max(letter, (bottom - top) * 0.5))
    size = fitting_size(board.id, size, (right - left) * 0.9, bold=True)
    at = _clear_place(played, text_width(board.id, size, True), size, dots)
    yield Text(at, board.id, size, INK, bold=True, rotation=upside_down)
    yield from _ends(board, played, letter, upside_down)


def _board_on_map(board: Board, letter: float) -> Iterator[Primitive]:
    """The rim and the name of a board over its map, and what of it is out of play."""
    whole, played = board_box(board), played_box(board)
    if played != whole:
        yield Line((*_corners(whole), _corners(whole)[0]), _MUTED, letter * 0.08, dash=(
            letter * 0.4, letter * 0.4))
    yield Line((*_corners(played), _corners(played)[0]), INK, letter * 0.12)
    left, top, right, bottom = played
    size = fitting_size(board.id, letter * 1.3, (right - left) * 0.5, bold=True)
    across, down = text_width(board.id, size, True) / 2 + letter * 0.4, size * 0.8
    at = (right - across, bottom - down) if board.turned else (left + across, top + down)
    yield Text(at, board.id, size, INK, bold=True, halo=OUT_OF_PLAY, rotation=180.0 if board.turned else 0.0)


def _clear_place(box: Box, width: float, height: float, dots: Sequence[Point]) -> Point:
    """Where the name of a board stands: in the middle, or farther left or right if dots are there."""
    left, top, right, bottom = box
    y, room = (top + bottom) / 2, (right - left - width) * 0.4

    def clearance(x: float) -> float:
        nearest = min((math.hypot(max(0.0, abs(dot[0] - x) - width / 2), dot[1] - y) for dot in dots),
                      default=math.inf)
        return min(nearest, height)

    middle = (left + right) / 2
    places = [middle + room * step for step in (0, -0.5, 0.5, -1, 1)]
    return max(places, key=clearance), y


def _ends(board: Board, played: Box, letter: float, rotation: float) -> Iterator[Primitive]:
    """The letters of the first and the last column in play, at the upper edge of the board as printed."""
    first, last = board.uses.ends if board.uses is not None else (0, board.last_column)
    left, top, right, bottom = played
    if right - left < letter * 6 or bottom - top < letter * 3.2:
        return
    inset = letter * 0.75
    y = bottom - inset if board.turned else top + inset
    for column, at_left in ((first, not board.turned), (last, bool(board.turned))):
        letters = column_letters(column)
        aside = text_width(letters, letter) / 2 + letter * 0.4
        x = left + aside if at_left else right - aside
        yield Text((x, y), letters, letter, _MUTED, rotation=rotation)


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _hatching(box: Box, letter: float) -> Iterator[Line]:
    """Slanted lines across a rectangle."""
    left, top, right, bottom = box
    step, height = letter * 0.9, bottom - top
    start = left - height + step
    while start < right:
        low, high = max(left, start), min(right, start + height)
        yield Line(((low, bottom - (low - start)), (high, bottom - (high - start))), _MUTED, letter * 0.05)
        start += step
