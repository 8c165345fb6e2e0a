"""Columns of lists: texts that end in dots where they have no room, and are whole again when they have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from tkinter import ttk
from tkinter.font import nametofont

from . import theme

_INDENT = 12
"""Pixels a level of a tree is set in, as the theme has it."""
_GAPS = 13
"""Pixels between indent, picture, text and the column's end."""
CELL_GAPS = 10
"""Pixels around the text of a cell beside the tree."""


def elided(text: str, room: int, measure: Callable[[str], int]) -> str:
    """The text, or as much of its beginning as has room in so many pixels, and `…`.

    >>> elided("17th Mechanized Infantry", 17, len)
    '17th Mechanized…'
    """
    if measure(text) <= room:
        return text
    short = text
    while short and measure(f"{short}…") > room:
        short = short[:-1].rstrip()
    return f"{short}…"


def widest(texts: Iterable[str], measure: Callable[[str], int], least: int = 0, most: int = 10**6) -> int:
    """Pixels for a column of cells, in bounds.

    >>> widest(["Turn", "12"], len), widest(["Turn"], len, most=12)
    (14, 12)
    """
    return min(max([least, *(measure(t) + theme.px(CELL_GAPS) for t in texts)]), most)


@dataclass(frozen=True)
class _Text:
    row: str
    column: str
    whole: str
    taken: int
    font: str


class ElidedTexts:
    """Keeps the whole texts of a tree's rows and shows what has room of them, whatever its width becomes."""

    def __init__(self, tree: ttk.Treeview) -> None:
        self._tree = tree
        self._texts: dict[tuple[str, str], _Text] = {}
        self._waiting = ""
        self._widths: tuple[int, ...] = ()
        for moved in ("<Configure>", "<ButtonRelease-1>", "<Map>"):
            tree.bind(moved, lambda _e: self._fit_later(), add=True)

    def put(self, row: str, text: str, depth: int = 0, picture: int = 0, font: str = "TkDefaultFont") -> None:
        """The text of a row in the tree's own column, at a depth of the tree and beside a picture so wide."""
        taken = theme.px(_GAPS + _INDENT * (depth + 1)) + picture
        self._show(_Text(row, "#0", text, taken, font))

    def put_cell(self, row: str, column: str, text: str, font: str = "TkDefaultFont") -> None:
        """The text of a row in another column."""
        self._show(_Text(row, column, text, theme.px(CELL_GAPS), font))

    def whole(self, row: str, column: str = "#0") -> str:
        """The whole text, "" where there is none."""
        known = self._texts.get((row, column))
        return known.whole if known else ""

    def cut(self, row: str) -> bool:
        """Whether some text of the row has no room."""
        return any(t.row == row and self._short(t) != t.whole for t in self._texts.values())

    def clear(self) -> None:
        """Forget all texts: the rows are gone."""
        self._texts.clear()

    def fit(self) -> None:
        """Shorten the texts to the widths that their columns have now."""
        self._waiting = ""
        if not self._tree.winfo_exists():
            return
        columns = ("#0", *self._tree.cget("columns"))
        widths = tuple(int(self._tree.column(c, "width")) for c in columns)
        if widths == self._widths:
            return
        self._widths = widths
        for text in list(self._texts.values()):
            if self._tree.exists(text.row):
                self._show(text)
            else:
                del self._texts[text.row, text.column]

    def _fit_later(self) -> None:
        if not self._waiting:
            self._waiting = self._tree.after_idle(self.fit)

    def _short(self, text: _Text) -> str:
        room = int(self._tree.column(text.column, "width")) - text.taken
        return elided(text.whole, room, nametofont(text.font, self._tree).measure)

    def _show(self, text: _Text) -> None:
        self._texts[text.row, text.column] = text
        if text.column == "#0":
            self._tree.item(text.row, text=self._short(text))
        else:
            self._tree.set(text.row, text.column, self._short(text))
