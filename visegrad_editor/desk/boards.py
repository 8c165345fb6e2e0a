"""Boards laid side by side: common coordinates for all hexes, and the names of each.

Boards that touch share the halves of the hexes on their join, which then have two names. The name of the
board that is listed first is the one that is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.fields import Codec, Field
from ..model.files.codec import read_number, read_text, write_number
from ..model.values import DocumentName, Hexes
from ..model.wording import did_you_mean, listed
from .hexes import NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST, step
from .names import HexName, column_index, column_letters, read_board, read_name

EDGES = {
    "north": (NORTH,), "east": (NORTH_EAST, SOUTH_EAST), "south": (SOUTH,), "west": (SOUTH_WEST, NORTH_WEST)}
"""The edges of all boards together: a hex lies on one if nothing lies in these directions of it."""
_SHORT = ("string", "integer")
Letters = Annotated[str, Field(
    "Column", "The letters of a column.", pattern="^[A-Z]{1,2}$", examples=("GG",))]

HexText = Annotated[str, Field(
    "Hex", "The name of a hex, with its board where there are several.", kinds=("string", "number"),
    shortest=1, longest=80, examples=("901F5",))]
HexTexts = Annotated[Hexes, Field(
    "Hexes", "Names of hexes with spaces between them, or a list.", kinds=("string", "number", "array"),
    entries=HexText, shared="hexNames", examples=("[901F5, 901F6]",), most=500, longest=8000)]


@dataclass(frozen=True)
class Part:
    """The part of a board that is in play."""

    columns: Annotated[str, Field(
        "Columns", "The first and the last column in play.", pattern="^[A-Z]{1,2}-[A-Z]{1,2}$",
        examples=("A-P",))]

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last column, counted from 0; raises `ValueError` if they are no columns."""
        first, _, last = self.columns.partition("-")
        return column_index(first), column_index(last)


_Place = Annotated[tuple[float, float], Field(
    "Place", "Boards to the right of the first one, and boards below it; 0.5 is half a board.",
    kinds=("array",), entries=Annotated[float, Field(minimum=-20, maximum=20)], least=2, most=2,
    examples=("[0, 1]",), codec=Codec(
        lambda v: (read_number(v[0]), read_number(v[1])), lambda v: [write_number(n) for n in v]))]


@dataclass(frozen=True)
class Board:
    """A printed board, and how it lies. Column A and the last column are half hexes, and so are the first and
    the last hex of every second column, whose numbers begin with 0."""

    id: Annotated[str, Field(
        "Name", "Its number or name, with which its hexes are named.", kinds=_SHORT, shortest=1, longest=60,
        examples=("22",))]
    map: Annotated[DocumentName, Field(
        "Map", "The map that draws it: a bundled name, or the path of a file below the folder of this one. "
        "Left out: its hexes have names only.", examples=("own-village.yaml",))] = ""
    at: _Place = (0, 0)
    turned: Annotated[int, Field(
        "Turned", "Degrees by which it is turned.", choices=(0, 180))] = 0
    uses: Annotated[Part | None, Field("Uses", "The part in play, if not all of it.")] = None
    columns: Annotated[Letters, Field("Last column", "Its last column.")] = "GG"
    rows: Annotated[int, Field(
        "Rows", "The number of whole hexes in column A.", minimum=1, maximum=99)] = 10

    @cached_property
    def last_column(self) -> int:
        """The index of its last column."""
        return column_index(self.columns)

    @cached_property
    def _played(self) -> tuple[int, int]:
        return (0, self.last_column) if self.uses is None else self.uses.ends

    @cached_property
    def corner(self) -> Hex:
        """Where its hex A0, which is not there, would lie in common coordinates if it were not turned."""
        across, down = self.at[0] * self.last_column, self.at[1] * self.rows
        return Hex(round(across), round(down))

    def faults(self) -> Iterator[tuple[str, str]]:
        """(key, sentence) of each value that does not fit the others."""
        try:
            read_board(self.id)
        except ValueError as error:
            yield "id", str(error)
        try:
            last = column_index(self.columns)
        except ValueError as error:
            yield "columns", str(error)
            return
        across, down = self.at[0] * last, self.at[1] * self.rows
        if across % 2 or down % 1:
            yield "at", (
                f"Board {self.id} does not fit the hexes of the first one there: its place must be a whole "
                "number of rows and an even number of columns away.")
        if last % 2 and self.turned:
            yield "turned", (
                f"Board {self.id} has an even number of columns, and its hexes do not fit when it is turned.")
        if self.uses is None:
            return
        try:
            first, end = self.uses.ends
        except ValueError as error:
            yield "uses", str(error)
            return
        if not 0 <= first <= end <= last:
            yield "uses", (
                f"Board {self.id} has the columns A to {self.columns}, in this order; {self.uses.columns} "
                "are none of them.")

    def lowest(self, column: int) -> int:
        """The smallest number of a column: 1, or 0 in every second one."""
        return 0 if column % 2 else 1

    def has(self, hex: Hex) -> bool:
        """Whether a hex by its own column and number is on the board, in play or not."""
        return 0 <= hex.col <= self.last_column and self.lowest(hex.col) <= hex.row <= self.rows

    def plays(self, hex: Hex) -> bool:
        """Whether a hex of its own is in play."""
        first, last = self._played
        return self.has(hex) and first <= hex.col <= last

    def hexes(self) -> Iterator[Hex]:
        """Its hexes in play by their own columns and numbers."""
        first, last = self._played
        for column in range(first, last + 1):
            for row in range(self.lowest(column), self.rows + 1):
                yield Hex(column, row)

    def is_half(self, hex: Hex) -> bool:
        """Whether only half of a hex is printed on it."""
        return hex.col in (0, self.last_column) or (hex.col % 2 == 1 and hex.row in (0, self.rows))

    def _as_lies(self, hex: Hex) -> Hex:
        if not self.turned:
            return hex
        sum_of_numbers = self.lowest(hex.col) + self.rows
        return Hex(self.last_column - hex.col, sum_of_numbers - hex.row)

    def place(self, hex: Hex) -> Hex:
        """A hex by its own column and number in common coordinates."""
        lies = self._as_lies(hex)
        return Hex(self.corner.col + lies.col, self.corner.row + lies.row)

    def own(self, place: Hex) -> Hex:
        """A place in common coordinates by the board's own column and number; it may lie off the board."""
        return self._as_lies(Hex(place.col - self.corner.col, place.row - self.corner.row))

    def mirrored(self, hex: Hex) -> Hex:
        """The hex of the board that mirrors one beyond its edges; raises `ValueError` if that is too far."""
        column = hex.col
        if column < 0:
            column = -column
        elif column > self.last_column:
            column = 2 * self.last_column - column
        row, sum_of_first = hex.row, 2 * self.lowest(column) - (1 if column % 2 == 0 else 0)
        if row < self.lowest(column):
            row = sum_of_first - row
        elif row > self.rows:
            row = 2 * self.rows + (1 if column % 2 == 0 else 0) - row
        found = Hex(column, row)
        if not self.has(found):
            raise ValueError(
                f"It is farther off board {self.id} than the board is wide, so no hex mirrors it.")
        return found


@dataclass(frozen=True)
class Layout:
    """Boards as they lie together. Places are common coordinates: those of the first board if it lies at
    [0, 0] and is not turned."""

    boards: tuple[Board, ...]

    @cached_property
    def _by_id(self) -> dict[str, Board]:
        return {b.id: b for b in self.boards}

    @cached_property
    def names_by_place(self) -> dict[Hex, tuple[tuple[Board, Hex], ...]]:
        """All places in play, each with its boards, the first listed first, and its hex on each."""
        found: dict[Hex, tuple[tuple[Board, Hex], ...]] = {}
        for board in self.boards:
            for hex in board.hexes():
                place = board.place(hex)
                found[place] = (*found.get(place, ()), (board, hex))
        return found

    def __contains__(self, place: object) -> bool:
        return place in self.names_by_place

    def overlaps(self) -> Iterator[tuple[Board, Board]]:
        """Pairs of boards that lie on each other with more than their half hexes."""
        seen = set()
        for several in self.names_by_place.values():
            for i, (one, hex) in enumerate(several):
                for other, own in several[i + 1:]:
                    pair = (one.id, other.id)
                    if pair not in seen and not (one.is_half(hex) and other.is_half(own)):
                        seen.add(pair)
                        yield one, other

    def board(self, id: str) -> Board:
        """The board with a name; raises `ValueError` if the card has none. "" is the only board."""
        if not id and len(self.boards) == 1:
            return self.boards[0]
        if not id:
            raise ValueError(f"It does not say its board: {listed([b.id for b in self.boards])} are in use.")
        if id not in self._by_id:
            raise ValueError(f"There is no board {id}.{did_you_mean(id, list(self._by_id), 'Boards')}")
        return self._by_id[id]

    def place(self, name: str | HexName) -> Hex:
        """The place of a name, in play or, with a star, off the boards; raises `ValueError` with a sentence
        if there is none."""
        said = read_name(name) if isinstance(name, str) else name
        try:
            board = self.board(said.board)
        except ValueError as error:
            if said.board or not self.boards:
                raise ValueError(f"{said} is not in play: {error}") from None
            raise ValueError(
                f"{said} is on several boards; write {replace(said, board=self.boards[0].id)}, or another of "
                f"{listed([b.id for b in self.boards])} before it.") from None
        hex = Hex(said.column, said.row)
        return self._off_board(said, board, hex) if said.off_board else self._on_board(said, board, hex)

    def _on_board(self, said: HexName, board: Board, hex: Hex) -> Hex:
        if board.plays(hex):
            return board.place(hex)
        whose = f"board {board.id}"
        if not 0 <= hex.col <= board.last_column:
            raise ValueError(f"{said} does not exist: the columns of {whose} are A to {board.columns}.")
        if not board.has(hex):
            letters = column_letters(hex.col)
            raise ValueError(f"{said} does not exist: the hexes of column {letters} of {whose} are {letters}"
                             f"{board.lowest(hex.col)} to {letters}{board.rows}.")
        assert board.uses is not None
        raise ValueError(f"{said} is not in play: of {whose} the columns {board.uses.columns} are.")

    def _off_board(self, said: HexName, board: Board, hex: Hex) -> Hex:
        plain = replace(said, off_board=False)
        if board.has(hex):
            raise ValueError(f"{said} is on board {board.id}; write {plain}, without the star.")
        place = board.place(hex)
        if place in self:
            raise ValueError(f"{said} is not off the boards; write {self.name(place)}.")
        try:
            board.mirrored(hex)
        except ValueError as error:
            raise ValueError(f"{said} does not exist. {error}") from None
        return place

    def names(self, place: Hex) -> tuple[str, ...]:
        """The names of a place in play, the one that is written first; two on a join of boards."""
        return tuple(str(self._called(board, hex)) for board, hex in self.names_by_place.get(place, ()))

    def name(self, place: Hex) -> str:
        """The name of a place as it is written, with a star off the boards; raises `ValueError` for a place
        that is too far off them."""
        found = self.names(place)
        return found[0] if found else str(self._beyond(place)[0])

    def mirrored(self, place: Hex) -> Hex:
        """The place on a board that mirrors one off the boards; raises `ValueError` if there is none."""
        return self._beyond(place)[1]

    def _beyond(self, place: Hex) -> tuple[HexName, Hex]:
        """The name of a place off the boards, by the nearest board, and the place that mirrors it."""
        best: tuple[int, HexName, Hex] | None = None
        for board in self.boards:
            hex = board.own(place)
            if board.has(hex):
                continue
            try:
                mirror = board.mirrored(hex)
                name = str(self._called(board, hex))
            except ValueError:
                continue
            away = abs(hex.col - mirror.col) + abs(hex.row - mirror.row)
            if name and (best is None or away < best[0]):
                best = away, replace(self._called(board, hex), off_board=True), board.place(mirror)
        if best is None:
            raise ValueError("The place is too far off the boards to have a name.")
        return best[1], best[2]

    def _called(self, board: Board, hex: Hex) -> HexName:
        return HexName(hex.col, hex.row, board.id if len(self.boards) > 1 else "")

    def is_half(self, place: Hex) -> bool:
        """Whether a place in play is only half a hex: at the edge of all boards together."""
        found = self.names_by_place.get(place, ())
        return len(found) == 1 and found[0][0].is_half(found[0][1])

    @cached_property
    def _compass_edges(self) -> dict[str, frozenset[Hex]]:
        """The places on the edges of all boards together, found once: there may be many boards."""
        places = self.names_by_place
        return {edge: frozenset(p for p in places if not any(step(p, d) in places for d in directions))
                for edge, directions in EDGES.items()}

    def edge(self, text: str) -> frozenset[Hex]:
        """The places on an edge: `north` of all boards together, or a column such as `A` or `902GG`; raises
        `ValueError` for anything else."""
        if text in EDGES:
            return self._compass_edges[text]
        letters = text.lstrip("0123456789") if ":" not in text else text.partition(":")[2]
        board_id = text[:len(text) - len(letters)].rstrip(":")
        try:
            column = column_index(letters)
            board = self.board(board_id)
        except ValueError as error:
            raise ValueError(
                f"{text} is no edge: {error} An edge is {', '.join(EDGES)}, or a column such as A or 22GG."
            ) from None
        found = frozenset(board.place(h) for h in board.hexes() if h.col == column)
        if not found:
            raise ValueError(f"{text} is no edge: that column of board {board.id} is not in play.")
        return found

    def between(self, corners: Sequence[str]) -> frozenset[Hex]:
        """The places in play whose columns and numbers lie between those of two hexes of one board; raises
        `ValueError` for names that are not in play."""
        for name in corners:
            self.place(name)
        one, other = map(read_name, corners)
        board = self.board(one.board)
        if self.board(other.board) is not board:
            raise ValueError(f"{one} and {other} are on two boards; name two hexes of one board.")
        columns, rows = sorted((one.column, other.column)), sorted((one.row, other.row))
        return frozenset(
            board.place(h) for h in board.hexes()
            if columns[0] <= h.col <= columns[1] and rows[0] <= h.row <= rows[1])


def read_edge(value: Any) -> tuple[str, ...]:
    """One edge or a list of them."""
    return tuple(map(read_text, value if isinstance(value, list) else [value]))
