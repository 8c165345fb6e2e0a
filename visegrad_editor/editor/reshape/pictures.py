"""Small pictures for the dialogs of whole-map operations. No Tk here."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageDraw

from ...drawing.letters.fonts import font
from ...drawing.viewport import Box, Viewport, fit
from ...hexgrid import Hex, HexGeometry, HexGrid, Motion
from ...model.numbering_text import corner_numbers
from ...model.paper_sizes import MARGIN

Picture = Callable[[Viewport], Image.Image]
"""Draws a part of the map, in map units."""

_ADDED, _LINE, _LOST, _INK = "#eef3e2", "#2563b8", "#c62f2f", "#1d2530"
_MOST_DRAWN = 6000
"""Of more hexes only the outline is drawn."""
_NUMBER_PX = 11


def outline_picture(
    picture: Picture, old: HexGrid, new: HexGrid, motion: Motion, turn: int, size: tuple[int, int],
    ground: str = "", table: str = "#cfd5dd",
) -> Image.Image:
    """The map as it is with the outline of the resized one: what is cut off is red, what is added has
    the colour of its ground. `turn` is that of the view; the numbers of the new corners are written in.
    `table` is the colour around the map."""
    here, there = HexGeometry(old, turn), HexGeometry(new, turn)
    (x0, y0), (x1, y1) = here.centre(motion.inverse().hex(Hex(0, 0))), there.centre(Hex(0, 0))
    before, after = here.bounds(), _moved(there.bounds(), x0 - x1, y0 - y1)
    whole = (min(before[0], after[0]), min(before[1], after[1]), max(before[2], after[2]),
             max(before[3], after[3]))
    view = fit(whole, *size, 14.0)
    image = Image.new("RGB", size, table)
    draw = ImageDraw.Draw(image)
    a, b = _pixels(view, before), _pixels(view, after)
    draw.rectangle(b, fill=ground or _ADDED)
    kept = picture(view.region(a[0], a[1], max(1, a[2] - a[0]), max(1, a[3] - a[1])))
    image.paste(kept, a[:2])
    image.paste(_lost(kept.size, (b[0] - a[0], b[1] - a[1], b[2] - a[0], b[3] - a[1]), kept), a[:2])
    draw.rectangle(b, outline="#ffffff", width=4)
    draw.rectangle(b, outline=_LINE, width=2)
    _write_corners(draw, b, new, turn)
    return image


def numbers_picture(
    picture: Picture, grid: HexGrid, turn: int, size: tuple[int, int], table: str = "#cfd5dd"
) -> Image.Image:
    """The map with numbers in its corners."""
    return outline_picture(picture, grid, grid, Motion(), turn, size, table=table)


def sheet_picture(
    grid: HexGrid, size: tuple[int, int], paper: tuple[float, float] | None = None, hex_size: float = 0.0,
    table: str = "#cfd5dd",
) -> Image.Image:
    """An empty grid with numbers in its corners; on a sheet of paper (mm) where one is given."""
    image = Image.new("RGB", size, table)
    draw = ImageDraw.Draw(image)
    geometry = HexGeometry(grid)
    left, top, right, bottom = geometry.bounds()
    if paper is None:
        view = fit((left, top, right, bottom), *size, 16.0)
    else:
        # A hex from flat side to flat side is the root of three in map units.
        unit = 3**0.5 / hex_size
        wide, high = paper[0] * unit, paper[1] * unit
        x, y = (right - wide) / 2, (bottom - high) / 2
        sheet = (x, y, x + wide, y + high)
        view = fit(sheet, *size, 16.0)
        draw.rectangle(_pixels(view, sheet), fill="#ffffff", outline="#9aa3ad")
        inner = MARGIN * unit
        draw.rectangle(_pixels(view, (x + inner, y + inner, x + wide - inner, y + high - inner)),
                       outline="#dfe3e8")
    if len(grid) <= _MOST_DRAWN:
        for hex in grid:
            corners = [view.to_screen(p) for p in geometry.corners(hex)]
            draw.polygon(corners, fill=_ADDED, outline="#a5aa98")
    else:
        draw.rectangle(_pixels(view, geometry.bounds()), fill=_ADDED)
    box = _pixels(view, geometry.bounds())
    if paper is None or len(grid) > _MOST_DRAWN:
        draw.rectangle(box, outline=_LINE, width=1)
    _write_corners(draw, box, grid, 0)
    return image


def _moved(box: Box, dx: float, dy: float) -> Box:
    return box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy


def _pixels(view: Viewport, box: Box) -> tuple[int, int, int, int]:
    (x0, y0), (x1, y1) = view.to_screen(box[:2]), view.to_screen(box[2:])
    return round(x0), round(y0), round(x1), round(y1)


def _lost(size: tuple[int, int], kept: tuple[int, int, int, int], under: Image.Image) -> Image.Image:
    """The picture with all outside the box `kept` in red."""
    red = Image.blend(under, Image.new("RGB", size, _LOST), 0.55)
    left, top, right, bottom = max(0, kept[0]), max(0, kept[1]), min(size[0], kept[2]), min(size[1], kept[3])
    if right > left and bottom > top:
        red.paste(under.crop((left, top, right, bottom)), (left, top))
    return red


def _write_corners(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], grid: HexGrid, turn: int
) -> None:
    """The corner numbers inside the corners of a box, as they stand on a map seen turned."""
    upper_left, upper_right, lower_left, lower_right = corner_numbers(grid)
    # Clockwise from the upper left; a turn moves each on to the next corner.
    ring = [upper_left, upper_right, lower_right, lower_left]
    letters = font(True, False, _NUMBER_PX)
    for n in range(4):
        text = ring[(n - turn) % 4]
        wide, high = draw.textlength(text, letters), _NUMBER_PX + 2
        x = box[0] + 4 if n in (0, 3) else box[2] - 4 - wide
        y = box[1] + 4 if n in (0, 1) else box[3] - 5 - high
        draw.rectangle((x - 2, y, x + wide + 2, y + high + 1), fill="#ffffff")
        draw.text((x, y), text, fill=_INK, font=letters)
