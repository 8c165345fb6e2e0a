"""Hex numbers, hexsides and paths of a file turned into hexes, with problems for wrong ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...hexgrid import Hex, HexGrid, Hexside
from .findings import Findings
from .yaml_reader import DataPath, shorten


def number_range(grid: HexGrid) -> str:
    """A sentence with the least and the greatest hex number of a map."""
    corners = [grid.number(Hex(c, r)) for c in (0, grid.columns - 1) for r in (0, grid.rows - 1)]
    return f"The hex numbers of the map run from {min(corners)} to {max(corners)}."


MOST_NAMED, MOST_LAID = 1_000_000, 200_000
"""Hexes that the areas and sources of a map name, and hexsides and hexes that its lines and roads name: some
times what the largest map needs, and what is checked in a few seconds."""


class HexReader:
    """Reads what names hexes on one grid."""

    def __init__(self, grid: HexGrid, found: Findings) -> None:
        self._grid = grid
        self._found = found
        self._range = number_range(grid)
        self._named = self._laid = 0

    def _too_many(self, count: int, most: int, what: str, path: DataPath) -> bool:
        """Whether the map names more than that; then there is a problem."""
        if count > most:
            self._found.error("too-big", f"Up to here the map names {count:,} {what}; at most {most:,} are "
                              "read.", path)
        return count > most

    def one(self, text: str, path: DataPath, what: str) -> Hex | None:
        """The hex of a number; None and a problem where the map has none."""
        hex = self._grid.parse(text)
        if hex is None:
            self._found.error("unknown-hex", (
                f"There is no hex {shorten(text, 20)!r} on the map ({shorten(what)}). {self._range}"),
                path, text)
        return hex

    def several(self, words: Sequence[str], path: DataPath, what: str) -> tuple[Hex, ...]:
        """The hexes of several numbers; the same hex twice is a problem."""
        self._named += len(words)
        if self._too_many(self._named, MOST_NAMED, "hexes of areas and sources", path):
            return ()
        found: list[Hex] = []
        for word in words:
            hex = self.one(word, path, what)
            if hex is not None:
                found.append(hex)
        for hex in sorted(h for h, times in Counter(found).items() if times > 1):
            number = self._grid.number(hex)
            self._found.add("warning", "twice", f"Hex {number} stands twice in {what}.", path, number, number)
        return tuple(found)

    def sides(self, words: Sequence[str], path: DataPath, what: str) -> tuple[Hexside, ...]:
        """The hexsides named `2017/2018` or `0601/E`."""
        self._laid += len(words)
        if self._too_many(self._laid, MOST_LAID, "hexsides and hexes of roads", path):
            return ()
        found = []
        for word in words:
            side = self._grid.parse_side(word)
            if side is None:
                self._bad_side(word, path, what)
            else:
                found.append(side)
        return tuple(found)

    def _bad_side(self, word: str, path: DataPath, what: str) -> None:
        first, slash, second = word.partition("/")
        one, other = self._grid.parse(first), self._grid.parse(second)
        if not slash:
            message = f"{shorten(word, 20)!r} in {what} is no hexside; write two hexes, such as 2017/2018."
        elif one is None:
            message = f"There is no hex {shorten(first, 20)!r} on the map (hexside in {what}). {self._range}"
        elif other is None:
            message = (
                f"{shorten(second, 20)!r} in hexside {shorten(word, 40)} of {what} is neither a hex of the "
                f"map nor a direction. {self._range}")
        else:
            message = f"Hexes {first} and {second} in {what} do not touch, so they share no hexside."
            message += self._touching(one)
        self._found.error("bad-hexside", message, path, word, hex=first if one is not None else "")

    def run(self, words: Sequence[str], path: DataPath, what: str) -> tuple[Hex, ...]:
        """The hexes of a path, each of which must touch the next."""
        self._laid += len(words)
        if self._too_many(self._laid, MOST_LAID, "hexsides and hexes of roads", path):
            return ()
        found: list[Hex] = []
        for word in words:
            hex = self.one(word, path, what)
            if hex is None:
                return tuple(found)
            if found and not self._grid.adjacent(found[-1], hex):
                before = self._grid.number(found[-1])
                self._found.error("road-jumps", (
                    f"The path of {what} jumps from {before} to {word}, which do not touch."
                    f"{self._touching(found[-1])}"), path, word, hex=word)
            found.append(hex)
        return tuple(found)

    def _touching(self, hex: Hex) -> str:
        near = ", ".join(map(self._grid.number, self._grid.neighbours(hex)))
        return f" {self._grid.number(hex)} touches {near}."
