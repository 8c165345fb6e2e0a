"""The pictures of tiles: grounds with their patterns, tints of countries and areas, counters."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from ...drawing.colours import rgb
from ...drawing.counters import Counter, counter_item
from ...drawing.lazy_scene import scene_of
from ...drawing.painters.part_painter import PartPainter
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.style import Style
from ...drawing.viewport import Viewport
from ...hexgrid import Hex, HexGeometry, HexGrid, Orientation
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.edit.blank import usual_numbering
from ...model.files.map_file import blank_countries
from ...model.gamemap import GameMap
from ...model.layer import Layer
from ...model.ruleset import Ruleset
from ...model.scenario import Unit
from .geometry import TileGeometry

COLUMNS = 8
"""Tiles in a row of a tileset's picture."""
VARIANTS = (Hex(2, 2), Hex(3, 2), Hex(2, 3))
"""Patterns differ from hex to hex; these are the hexes whose patterns become tiles."""
_AROUND = 0.6
"""The margin of a counter's tile around the counter itself, in map units."""


@dataclass
class TilePainter:
    """Paints the tiles of maps on hexes of one shape."""

    ruleset: Ruleset
    geometry: TileGeometry
    style: Style

    def ground(self, terrain: str) -> list[Image.Image]:
        """The tiles of a terrain: one, or several if its pattern differs from hex to hex."""
        kind = self.ruleset.terrain_by_id.get(terrain)
        patterned = kind is not None and bool(kind.pattern)
        return [self._hex(self._painted(terrain, h)) for h in (VARIANTS if patterned else VARIANTS[:1])]

    def tint(self, colour: str, opacity: float) -> Image.Image:
        """A hex in one translucent colour."""
        image = Image.new("RGB", (self.geometry.width, self.geometry.height), colour)
        return self._hex(image, round(255 * opacity))

    def _painted(self, terrain: str, hex: Hex) -> Image.Image:
        orientation: Orientation = "pointy" if self.geometry.pointy else "flat"
        grid = HexGrid(orientation, 6, 6, "odd", usual_numbering(6, 6))
        ground = Layer(((".", terrain),), ("......",) * 6)
        design = Design(self.ruleset, GameMap("tile", "", "", grid, ground, blank_countries(grid)))
        x, y = HexGeometry(grid).centre(hex)
        scale, width, height = self.geometry.scale, self.geometry.width, self.geometry.height
        view = Viewport(scale, x - width / 2 / scale, y - height / 2 / scale, width, height)
        return PartPainter(scene_of(design, self.style)).render(("terrain", "grid"), view)

    def _hex(self, image: Image.Image, alpha: int = 255) -> Image.Image:
        """The picture cut out as a hex. The cut is hard, so that tiles join without a seam."""
        width, height, side = self.geometry.width, self.geometry.height, self.geometry.side
        slope = ((height if self.geometry.pointy else width) - side) / 2
        if self.geometry.pointy:
            corners = [
                (width / 2, 0.0),
                (width, slope),
                (width, slope + side),
                (width / 2, height),
                (0.0, slope + side),
                (0.0, slope),
            ]
        else:
            corners = [
                (0.0, height / 2),
                (slope, 0.0),
                (slope + side, 0.0),
                (width, height / 2),
                (slope + side, height),
                (slope, height),
            ]
        mask = Image.new("L", (width, height))
        ImageDraw.Draw(mask).polygon([(x - 0.5, y - 0.5) for x, y in corners], fill=alpha, outline=alpha)
        cut = image.convert("RGBA")
        cut.putalpha(mask)
        return cut

    def counters(self, units: Sequence[Unit]) -> tuple[Image.Image, int]:
        """A sheet with a square tile for each unit, and the edge of a tile in pixels."""
        room = self.style.counter_size + _AROUND
        scale = self.geometry.scale
        edge = 2 * math.ceil(room * scale / 2)
        columns, rows = min(COLUMNS, len(units)), -(-len(units) // COLUMNS)
        items = []
        for i, unit in enumerate(units):
            at = ((i % COLUMNS + 0.5) * edge / scale, (i // COLUMNS + 0.5) * edge / scale)
            size = self.style.counter_size
            items.append(counter_item(Counter(unit), self.ruleset, at, size, style=self.style))
        view = Viewport(scale, 0.0, 0.0, columns * edge, rows * edge)
        return PixelPainter().render_transparent(items, view), edge


def sheet(tiles: Sequence[Image.Image]) -> Image.Image:
    """Tiles of one size in rows of `COLUMNS`, as one picture."""
    width, height = tiles[0].size
    whole = Image.new("RGBA", (width * min(COLUMNS, len(tiles)), height * -(-len(tiles) // COLUMNS)))
    for i, tile in enumerate(tiles):
        whole.paste(tile, (i % COLUMNS * width, i // COLUMNS * height))
    return whole


def png_bytes(image: Image.Image) -> bytes:
    """The picture as a PNG file."""
    stream = io.BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def tiled_colour(colour: str, opacity: float = 1.0) -> str:
    """A colour in Tiled's notation, `#AARRGGBB` if it is translucent.

    >>> tiled_colour("#3070c0"), tiled_colour("#3070c0", 0.5)
    ('#3070c0', '#803070c0')
    """
    red, green, blue = rgb(colour)
    plain = f"{red:02x}{green:02x}{blue:02x}"
    return f"#{plain}" if opacity >= 1 else f"#{round(255 * opacity):02x}{plain}"
