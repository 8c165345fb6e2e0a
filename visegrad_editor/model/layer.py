"""A value for every hex, kept as rows of letters: what terrain and countries are stored in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..hexgrid import Hex

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+*=%&@!?$"


@dataclass(frozen=True)
class Layer:
    """`rows[r][c]` is a letter of `legend`, which lists (letter, value) pairs.

    Rows of an edited layer that did not change are the same string objects, so a view can
    find what changed by comparing rows with `is`.
    """

    legend: tuple[tuple[str, str], ...]
    rows: tuple[str, ...]

    @cached_property
    def values(self) -> dict[str, str]:
        """Letter to value."""
        return dict(self.legend)

    @cached_property
    def letters(self) -> dict[str, str]:
        """Value to letter."""
        return {value: letter for letter, value in reversed(self.legend)}

    def at(self, hex: Hex) -> str:
        """The value in a hex; the hex must lie in the grid."""
        return self.values[self.rows[hex.row][hex.col]]

    def differing(self, other: Layer) -> Iterator[Hex]:
        """The hexes, row by row, in which another layer of the same size has another value."""
        same = {a for a, value in self.legend if other.values.get(a) == value}
        alike = len(same) == len(self.legend)
        for r, (row, was) in enumerate(zip(self.rows, other.rows, strict=True)):
            if row is not was or not (alike or same.issuperset(row)):
                for c, (a, b) in enumerate(zip(row, was, strict=True)):
                    if (a != b or a not in same) and self.values[a] != other.values[b]:
                        yield Hex(c, r)

    def with_letter_for(self, value: str) -> Layer:
        """This layer with a letter for the value, taking a free one where it has none."""
        if value in self.letters:
            return self
        wish = [value[:1].upper(), value[:1].lower()] if value else []
        letter = next(c for c in (*wish, *_LETTERS) if c and c not in self.values)
        return Layer((*self.legend, (letter, value)), self.rows)

    def with_values(self, changes: Mapping[Hex, str]) -> Layer:
        """This layer with some hexes changed; itself where nothing differs."""
        layer = self
        for value in dict.fromkeys(changes.values()):
            layer = layer.with_letter_for(value)
        by_row: dict[int, dict[int, str]] = {}
        for hex, value in changes.items():
            letter = layer.letters[value]
            if layer.values[layer.rows[hex.row][hex.col]] != value:
                by_row.setdefault(hex.row, {})[hex.col] = letter
        if not by_row:
            return self
        rows = list(layer.rows)
        for r, cells in by_row.items():
            text = list(rows[r])
            for c, letter in cells.items():
                text[c] = letter
            rows[r] = "".join(text)
        return Layer(layer.legend, tuple(rows))
