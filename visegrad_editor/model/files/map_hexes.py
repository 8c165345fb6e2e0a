"""Turns hex numbers, hexsides and paths of a file into hexes, with problems for wrong ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...hexgrid import Hex, HexGrid, Hexside
from .file_problems import FileProblems
from .plain_data import DataPath, shorten


def number_range(grid: HexGrid) -> str:
    """A sentence with the lowest and the highest hex number of a map."""
    lowest, highest = grid.ends()
    return f"The hex numbers of the map run from {lowest} to {highest}."


def hex_hint(grid: HexGrid, number: str) -> str:
    """A sentence about a number that no hex has: how the map spells it, or which numbers it has."""
    spelt = grid.spelt(number)
    return f"The map writes it {spelt}." if grid.knows(spelt) else number_range(grid)


MOST_NAMED, MOST_LAID = 1_000_000, 200_000
"""The most hexes that the areas and sources of a map may name, and the most hexsides and hexes of its lines
and roads: several times the needs of the largest map, and few enough to be checked in a few seconds."""


class HexReader:
    """Reads texts that name hexes of one grid."""

    def __init__(self, grid: HexGrid, problems: FileProblems, collects: bool = False) -> None:
        """With `collects`, words that mean no hex or hexside of the map are no problems but kept for
        `unknown`."""
        self._grid = grid
        self._found = problems
        self._collects = collects
        self._unknown: list[tuple[str, str, str]] = []
        self._range = number_range(grid)
        self._named = self._laid = 0

    def _too_many(self, count: int, most: int, what: str, path: DataPath) -> bool:
        """Whether the map names more than that; then there is a problem."""
        if count > most:
            self._found.error("too-big", f"Up to here the map names {count:,} {what}; at most {most:,} are "
                              "read.", path)
        return count > most

    def unknown(self) -> tuple[tuple[str, str, str], ...]:
        """What was collected since the last call: the code of the problem, what it says, and the word."""
        found, self._unknown = tuple(self._unknown), []
        return found

    def _complain(self, code: str, message: str, path: DataPath, word: str, hex: str = "") -> None:
        if self._collects:
            self._unknown.append((code, message, word))
        else:
            self._found.error(code, message, path, word, hex)

    def one(self, text: str, path: DataPath, what: str) -> Hex | None:
        """The hex of a number; None and a problem if the map has none."""
        hex = self._grid.parse(text)
        if hex is None:
            self._complain("unknown-hex", (
                f"There is no hex {shorten(text, 20)!r} on the map ({shorten(what)}). {self._range}"),
                path, text)
        return hex

    def several(self, words: Sequence[str], path: DataPath, what: str) -> tuple[Hex, ...]:
        """The hexes of several numbers; the same hex twice is a problem."""
        self._named += len(words)
        if self._too_many(self._named, MOST_NAMED, "hexes of areas and sources", path):
            return ()
        hexes: list[Hex] = []
        for word in words:
            hex = self.one(word, path, what)
            if hex is not None:
                hexes.append(hex)
        for hex in sorted(h for h, times in Counter(hexes).items() if times > 1):
            number = self._grid.number(hex)
            self._found.add("warning", "twice", f"Hex {number} occurs twice in {what}.", path, number, number)
        return tuple(hexes)

    def sides(self, words: Sequence[str], path: DataPath, what: str) -> tuple[Hexside, ...]:
        """The hexsides named `2017/2018` or `0601/E`."""
        self._laid += len(words)
        if self._too_many(self._laid, MOST_LAID, "hexsides and hexes of roads", path):
            return ()
        sides_read = []
        for word in words:
            side = self._grid.parse_side(word)
            if side is None:
                self._bad_side(word, path, what)
            else:
                sides_read.append(side)
        return tuple(sides_read)

    def _bad_side(self, word: str, path: DataPath, what: str) -> None:
        first, slash, second = word.partition("/")
        one, other = self._grid.parse(first), self._grid.parse(second)
        if not slash:
            message = f"{shorten(word, 20)!r} in {what} is not a hexside; write two hexes, such as 2017/2018."
        elif one is None:
            message = f"There is no hex {shorten(first, 20)!r} on the map (hexside in {what}). {self._range}"
        elif other is None:
            message = (
                f"{shorten(second, 20)!r} in hexside {shorten(word, 40)} of {what} is neither a hex of the "
                f"map nor a direction. {self._range}")
        else:
            message = f"Hexes {first} and {second} in {what} do not touch, so they share no hexside."
            message += self._touching(one)
        self._complain("bad-hexside", message, path, word, first if one is not None else "")

    def run(self, words: Sequence[str], path: DataPath, what: str) -> tuple[Hex, ...]:
        """The hexes of a path, each of which must touch the next."""
        self._laid += len(words)
        if self._too_many(self._laid, MOST_LAID, "hexsides and hexes of roads", path):
            return ()
        hexes: list[Hex] = []
        for word in words:
            hex = self.one(word, path, what)
            if hex is None:
                return tuple(hexes)
            if hexes and not self._grid.adjacent(hexes[-1], hex):
                before = self._grid.number(hexes[-1])
                self._complain("road-jumps", (
                    f"The path of {what} jumps from {before} to {word}, which do not touch."
                    f"{self._touching(hexes[-1])}"), path, word, word)
            hexes.append(hex)
        return tuple(hexes)

    def _touching(self, hex: Hex) -> str:
        near = ", ".join(map(self._grid.number, self._grid.neighbours(hex)))
        return f" {self._grid.number(hex)} touches {near}."
