"""Columns of lists whose texts are shortened with an ellipsis when they do not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from tkinter import ttk
from tkinter.font import nametofont

from ...lazy_dataclass import dataclass
from ..window import theme

_INDENT = 12
"""Indentation of each level of a tree in pixels at 100 %, as in the theme."""
_GAPS = 13
"""Pixels at 100 % between indentation, picture, text and the end of the column."""
TREE_GAPS = _GAPS + _INDENT
"""Pixels at 100 % around the text of a top row without a picture in the tree column."""
CELL_GAPS = 10
"""Pixels at 100 % around the text of a cell outside the tree column."""


def elided(text: str, room: int, measure: Callable[[str], int]) -> str:
    """The text, or, if it is wider than `room` pixels, as much of its beginning as fits, and `…`.

    >>> elided("17th Mechanized Infantry", 17, len)
    '17th Mechanized…'
    """
    if measure(text) <= room:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        half = (fits + too_long) // 2
        if measure(f"{text[:half].rstrip()}…") <= room:
            fits = half
        else:
            too_long = half
    return f"{text[:fits].rstrip()}…"


def elided_title(text: str, room: int, measure: Callable[[str], int]) -> str:
    """A title in so many pixels; what is behind its colon, by which it is told from others, stays.

    >>> elided_title("The war in the north: free set-up", 24, len)
    'The war in…: free set-up'
    """
    head, colon, tail = text.rpartition(": ")
    rest = measure(f"{colon}{tail}")
    if measure(text) <= room or not colon or rest > room * 3 // 4:
        return elided(text, room, measure)
    return f"{elided(head, room - rest, measure)}{colon}{tail}"


def in_lines(text: str, room: int, measure: Callable[[str], int], lines: int) -> str:
    """The text on at most `lines` lines of `room` pixels; the last one ends in `…` if there is more.

    >>> in_lines("Eastern edge of the map outside Ukraine", 14, len, 2)
    'Eastern edge\\nof the map ou…'
    """
    rest, done = text.split(), list[str]()
    while rest and len(done) < lines - 1:
        n = max((i for i in range(1, len(rest) + 1) if measure(" ".join(rest[:i])) <= room), default=1)
        done.append(elided(" ".join(rest[:n]), room, measure))
        rest = rest[n:]
    return "\n".join([*done, elided(" ".join(rest), room, measure)] if rest else done)


def wrapped(text: str, room: int, measure: Callable[[str], int]) -> list[str]:
    """The text on as many lines of `room` pixels as it needs; a word that is wider has a line of its own.
    `measure` is asked for single words only.

    >>> wrapped("Eastern edge of the map outside Ukraine", 14, len)
    ['Eastern edge', 'of the map', 'outside', 'Ukraine']
    """
    lines, left, blank = list[str](), 0, measure(" ")
    for word in text.split():
        width = measure(word)
        if lines and width + blank <= left:
            lines[-1] += f" {word}"
            left -= width + blank
        else:
            lines.append(word)
            left = room - width
    return lines


def narrowest(text: str, measure: Callable[[str], int]) -> int:
    """The minimum width in pixels in which a text fits on two lines.

    >>> narrowest("5th Guards Mechanized", len), narrowest("Warsaw", len)
    (10, 6)
    """
    words = text.split()
    folds = ((" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words)))
    return min((max(measure(one), measure(other)) for one, other in folds), default=measure(text))


def widest(texts: Iterable[str], measure: Callable[[str], int], least: int = 0, most: int = 10**6) -> int:
    """The width in pixels for a column with these texts, within bounds.

    >>> gap = theme.px(CELL_GAPS)
    >>> widest(["Turn", "12"], len) - gap, widest(["Turn"], len, most=12)
    (4, 12)
    """
    return min(max([least, *(measure(t) + theme.px(CELL_GAPS) for t in texts)]), most)


@dataclass(frozen=True)
class _Text:
    """A text in a cell: all of it, and the pixels of the cell that are taken by other things."""

    row: str
    column: str
    whole: str
    taken: int
    font: str
    lines: int
    title: bool = False
    """Whether it is shortened as a title."""


class ElidedTexts:
    """Keeps the full texts of a tree's rows, and shows them shortened to the current widths of columns."""

    def __init__(self, tree: ttk.Treeview) -> None:
        self._tree = tree
        self._texts: dict[tuple[str, str], _Text] = {}
        self._waiting = ""
        self._widths: tuple[int, ...] = ()
        for moved in ("<Configure>", "<ButtonRelease-1>", "<Map>"):
            tree.bind(moved, lambda _e: self._fit_later(), add=True)

    def put(self, row: str, text: str, depth: int = 0, picture: int = 0, font: str = "TkDefaultFont",
            lines: int = 1, title: bool = False) -> None:
        """Set the text of a row in the tree column, at a depth of the tree (0 for top rows) and beside a
        picture of some width in pixels. A text that has lines of its own keeps them; of a `title`, what is
        behind its colon stays."""
        taken = theme.px(_GAPS + _INDENT * (depth + 1)) + picture
        self._show(_Text(row, "#0", text, taken, font, lines, title))

    def put_cell(self, row: str, column: str, text: str, font: str = "TkDefaultFont", lines: int = 1) -> None:
        """Set the text of a row in another column, on at most `lines` lines."""
        self._show(_Text(row, column, text, theme.px(CELL_GAPS), font, lines))

    def whole(self, row: str, column: str = "#0") -> str:
        """The full text, "" if there is none."""
        known = self._texts.get((row, column))
        return known.whole if known else ""

    def cut(self, row: str) -> bool:
        """Whether a text of the row is shortened."""
        return any(t.row == row and self._short(t).split() != t.whole.split() for t in self._texts.values())

    def clear(self) -> None:
        """Forget all texts after the rows were removed."""
        self._texts.clear()

    def fit(self) -> None:
        """Shorten the texts to the current widths of their columns."""
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
        measure = nametofont(text.font, self._tree).measure
        if text.title:
            return elided_title(text.whole, room, measure)
        if text.lines == 1:
            return elided(text.whole, room, measure)
        # A leading space separates the text from the picture, on every line.
        lead = " " if text.whole.startswith(" ") else ""
        if "\n" in text.whole:
            lines = [elided(line.strip(), room - measure(lead), measure) for line in text.whole.splitlines()]
        else:
            lines = in_lines(text.whole, room - measure(lead), measure, text.lines).split("\n")
        return "\n".join(lead + line for line in lines)

    def _show(self, text: _Text) -> None:
        self._texts[text.row, text.column] = text
        if text.column == "#0":
            self._tree.item(text.row, text=self._short(text))
        else:
            self._tree.set(text.row, text.column, self._short(text))
