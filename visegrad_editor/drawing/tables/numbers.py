"""The hex numbers of a whole map as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ...hexgrid import Hex, HexGrid
from ..colours import rgb
from ..compiled.glyph_list import GlyphList, line_below
from ..compiled.shape_list import LETTERS
from ..ground import Ground
from ..letters.fonts import drawn_runs, is_plain, run_font
from ..letters.text_masks import rim_width, set_size, shown_colour
from ..primitives import Item, Text
from ..writing.medium import Band
from ..writing.numbers import NumberCrossing, Numbers
from .ground import GroundShapes
from .hex_field import Array, HexField
from .shape_tables import Lines, Shape


def settable(grid: HexGrid) -> bool:
    """Whether the numbers of a map can be set as arrays, as all their letters are in one font."""
    return is_plain(grid.numbering.separator)


def number_lines(
    ground: Ground, numbers: Numbers, band: Band, moved: Mapping[Hex, Item | None], shapes: GroundShapes,
    field: HexField, glyphs: GlyphList, scale: float,
) -> Iterator[Lines]:
    """The numbers of all hexes with ground in a band of scales, with the positions of those that are `moved`,
    as lines of points for letters; first those without a rim. The first point of each is its position."""
    there = shapes.there
    for hex, item in moved.items():
        if item is None:
            there[hex.row - field.first_row, hex.col - field.first_col] = False
    col, row = field.where(there)
    if not len(row):
        return
    looks, which = number_looks(ground, numbers, band, shapes, field, row, col)
    size = looks[0].size * scale
    centres = field.centres(col, row) + np.array([x.at for x in looks])[which]
    rims = _colours(x.halo or x.colour for x in looks)[which]
    rimmed = np.array([bool(x.halo) for x in looks])[which]
    others = {(h.row, h.col): text for h, item in moved.items() if item is not None
              for text in item.primitives if isinstance(text, Text)}
    if others:
        some = np.searchsorted(row << 16 | col, [r << 16 | c for r, c in others])
        centres[some] = [x.at for x in others.values()]
        rims[some] = _colours(x.halo for x in others.values())
        rimmed[some] = True
    setting = _NumberSetter(glyphs, looks[0], set_size(size), bool(rimmed.any()))
    letters, width = setting.numbers(ground.grid, row, col)
    points = np.empty((len(row), letters.shape[1] + 2, 2), np.float32)
    points[:, 0] = centres
    points[:, 1, 0], points[:, 1, 1] = -width / 2, line_below(set_size(size))
    points[:, 2:] = letters
    inks = _colours(shown_colour(x, size) for x in looks)[which]
    for chosen, with_rim in ((~rimmed, False), (rimmed, True)):
        n = int(np.count_nonzero(chosen))
        made: tuple[Shape, ...] = ((LETTERS, inks[chosen], np.zeros(n), None),)
        if with_rim:
            made = ((LETTERS, rims[chosen], np.ones(n), None), *made)
        if n:
            yield Lines(points[chosen], made, field.numbered(col, row)[chosen])


def number_looks(
    ground: Ground, numbers: Numbers, band: Band, shapes: GroundShapes, field: HexField, row: Array,
    col: Array,
) -> tuple[list[Text], Array]:
    """One number about the origin for each look on the map, and the index of the look of each hex."""
    above, through = (field.at(x, col, row) for x in shapes.crossed())
    towns = np.zeros(shapes.there.shape, bool)
    for place in field.places(ground.map):
        if place.features:
            towns[place.hex.row - field.first_row, place.hex.col - field.first_col] = True
    key = field.at(shapes.letters, col, row).astype(np.int64) * 8 + above + 2 * through + 4 * field.at(
        towns, col, row)
    _, one, which = np.unique(key, return_index=True, return_inverse=True)
    texts = []
    for n in one:
        crossed = NumberCrossing(bool(above[n]), bool(through[n]))
        item = numbers.at(Hex(int(col[n]), int(row[n])), (0.0, 0.0), crossed, band)
        assert item is not None
        (text,) = item.primitives
        assert isinstance(text, Text)
        texts.append(text)
    return texts, which.reshape(-1)


class _NumberSetter:
    """Sets numbers in the face of one text, at one size in pixels."""

    def __init__(self, glyphs: GlyphList, model: Text, size: float, rimmed: bool) -> None:
        self._glyphs, self._model, self._size = glyphs, model, size
        self._gap = model.spacing * size
        self._rim = rim_width(size) if rimmed else 0

    def numbers(self, grid: HexGrid, row: Array, col: Array) -> tuple[Array, Array]:
        """The letters of the numbers of hexes (n, k, 2), as in `glyph_list.Word`, and the widths."""
        rows, columns = grid.numbering.halves(grid.columns, grid.rows)
        alphabet = "".join(sorted({*"".join(rows), *"".join(columns), *grid.numbering.separator}))
        parts = [_table(rows, alphabet)[row], _table(columns, alphabet)[col]]
        if grid.numbering.order == "column-first":
            parts.reverse()
        between = np.repeat(_table([grid.numbering.separator], alphabet), len(row), 0)
        letters = np.concatenate((parts[0], between, parts[1]), 1)
        # The letters of a text that is shorter than others stand together at the end of its row.
        last = np.argsort(letters > 0, 1, "stable")
        return self._set(np.take_along_axis(letters, last, 1), alphabet)

    def _set(self, letters: Array, alphabet: str) -> tuple[Array, Array]:
        """Set texts given as letter numbers in an alphabet, from 1, with 0 for none."""
        model, glyphs = self._model, self._glyphs
        (run,) = drawn_runs(alphabet, model.family, model.bold, model.italic)
        sheet = glyphs.sheet(run_font(run, model.bold, model.italic, self._size))
        drawn = [sheet.letter(x, self._rim) for x in alphabet]
        advances = np.array([0.0, *(advance + self._gap for _, advance in drawn)])
        steps = advances[letters]
        if not self._gap:
            kerns = np.zeros((len(advances), len(advances)))
            kerns[1:, 1:] = [[sheet.kern(x, y) for y in alphabet] for x in alphabet]
            steps[:, :-1] += kerns[letters[:, :-1], letters[:, 1:]]
        ends = np.cumsum(steps, 1)
        masks = np.array([glyphs.empty, *(number for number, _ in drawn)])
        return np.stack((masks[letters], np.floor(ends - steps + 0.5)), -1), ends[:, -1] - self._gap


def _table(texts: list[str], alphabet: str) -> Array:
    """Texts as letter numbers in an alphabet, from 1; short texts begin with 0."""
    long = max(map(len, texts), default=0)
    places = {x: n + 1 for n, x in enumerate(alphabet)}
    rows = [[0] * (long - len(t)) + [places[x] for x in t] for t in texts]
    return np.array(rows, np.intp).reshape(len(texts), long)


def _colours(colours: Iterator[str]) -> Array:
    return np.array([(*rgb(x), 255) for x in colours])
