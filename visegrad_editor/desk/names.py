"""Names of hexes of printed boards: `U3`, `22U3`, `x:U3`, `901F3.1`, `P12*`.

A name is a board, the letters of a column, a number, and perhaps a location within the hex. After Z the
letters are doubled: AA, BB. The board is left out where there is only one; a board whose name is not all
digits is followed by a colon. A hex beyond the edge of a board has a star: its column and row are counted on
beyond the edge, and a minus before the letters means a column as far left of A as those are right of it.
"""

from __future__ import annotations

import re

from ..lazy_dataclass import dataclass
from ..model.wording import quoted

LOCATIONS = {
    "r": "the roof", "c": "the cellar", "b": "the bridge", "p": "the pillbox", "t": "the tunnel or sewer",
    "e": "beneath the entrenchment"}
"""What the letters behind the point mean."""
GULLY = "-1"
"""The location of a gully or a stream bed."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_COLUMNS = 2 * len(_LETTERS)
_BOARD = re.compile(r"\d{1,6}|[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_NAME = re.compile(
    r"(?:(?P<digits>\d{1,6})|(?P<board>[A-Za-z0-9][A-Za-z0-9_-]{0,59}):)?(?P<minus>-?)(?P<letters>[A-Za-z]+)"
    r"(?P<row>-?\d{1,3})(?P<star>\*?)(?:\.(?P<location>\S+))?")
_FORM = "Write letters and a number, such as U3, or 22U3 with the board."


@dataclass(frozen=True)
class HexName:
    """A name taken apart. Columns are counted from 0, which is A; those left of it are negative."""

    column: int
    row: int
    board: str = ""
    """"" if the name has none."""
    location: str = ""
    """"" is the ground."""
    off_board: bool = False

    def __str__(self) -> str:
        """The name as it is written."""
        board = f"{self.board}:" if self.board and not self.board.isdecimal() else self.board
        minus = "-" if self.column < 0 else ""
        star = "*" if self.off_board else ""
        location = f".{self.location}" if self.location else ""
        return f"{board}{minus}{column_letters(abs(self.column))}{self.row}{star}{location}"


def column_letters(column: int) -> str:
    """The letters of a column, counted from 0; raises `ValueError` where letters end.

    >>> [column_letters(n) for n in (0, 25, 26, 32)]
    ['A', 'Z', 'AA', 'GG']
    """
    if not 0 <= column < MOST_COLUMNS:
        raise ValueError(f"There is no column {column + 1}; columns go from A to ZZ, which is the 52nd.")
    return _LETTERS[column % 26] * (column // 26 + 1)


def column_index(letters: str) -> int:
    """The column with these letters, counted from 0; raises `ValueError` if there is none.

    >>> column_index("GG")
    32
    """
    if letters in [*_LETTERS] or (len(letters) == 2 and letters[0] == letters[1] and letters[0] in _LETTERS):
        return _LETTERS.index(letters[0]) + 26 * (len(letters) - 1)
    if letters.upper() != letters:
        raise ValueError(
            f"{quoted(letters)} is no column; columns have capital letters: {letters.upper()[:4]}.")
    raise ValueError(f"{quoted(letters)} is no column; after Z come AA, BB and so on to ZZ.")


def read_name(text: str) -> HexName:
    """A name taken apart; raises `ValueError` with a sentence if it is none.

    >>> read_name("22U3.1")
    HexName(column=20, row=3, board='22', location='1', off_board=False)
    """
    found = _NAME.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{quoted(text)} is no name of a hex. {_FORM}")
    try:
        column = column_index(found["letters"])
    except ValueError as error:
        raise ValueError(f"{quoted(text)} is no name of a hex: {error}") from None
    off_board = bool(found["star"])
    if (found["minus"] or found["row"].startswith("-")) and not off_board:
        raise ValueError(
            f"{quoted(text)} is no name of a hex: a minus is for hexes off the board, which end in a star: "
            f"{text.strip().partition('.')[0]}*.")
    if found["minus"] and column == 0:
        raise ValueError(f"{quoted(text)} is no name of a hex: left of A comes -B.")
    location = found["location"] or ""
    if found["location"] is not None:
        location_words(location)
    board = found["digits"] or found["board"] or ""
    return HexName(-column if found["minus"] else column, int(found["row"]), board, location, off_board)


def read_board(text: str) -> str:
    """The name of a board; raises `ValueError` if a hex could not be named with it."""
    if _BOARD.fullmatch(text) is None:
        raise ValueError(
            f"{quoted(text)} is no name of a board; write its number, or letters, digits, - and _.")
    return text


def location_words(location: str) -> str:
    """What a location is, in words; raises `ValueError` for one that there is not.

    >>> [location_words(each) for each in ("", "2", "-1", "r")]
    ['the ground', 'level 2', 'the gully', 'the roof']
    """
    if location in LOCATIONS:
        return LOCATIONS[location]
    if location in ("", GULLY):
        return "the gully" if location else "the ground"
    if re.fullmatch("[1-9]", location):
        return f"level {location}"
    raise ValueError(
        f"There is no location {quoted('.' + location)}. Levels are .1 to .9, a gully is .-1, and "
        f"{', '.join(f'.{letter}' for letter in LOCATIONS)} are {', '.join(LOCATIONS.values())}.")
