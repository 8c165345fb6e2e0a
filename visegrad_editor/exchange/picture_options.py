"""Options of a picture: its size, and what it shows."""

from __future__ import annotations

import math

from ..drawing.curves import Box
from ..drawing.layers import ALL_LAYERS, PRINTED_LAYERS
from ..drawing.map_bounds import map_bounds
from ..drawing.painters.svg_lettering import Lettering
from ..drawing.style import DEFAULT, Style
from ..hexgrid import HexGeometry
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.gamemap import GameMap
from ..model.in_play import InPlay
from ..model.paper_sizes import LEAST_HEX, MOST_HEX
from ..printing.page_plan import Orientation
from .errors import ExportError

HEX_MM = 16.0
"""Width of a hex from flat side to flat side if only dots per inch are given."""
DPI = 300.0
PIXELS_PER_UNIT = 48.0
"""The default number of pixels to the side of a hex: numbers and counters are legible, and a hex is 83
wide."""
MOST_PIXELS = 80_000_000
"""The default limit of pixels: maps of very many hexes are drawn smaller."""
MOST_OVERLAP_MM = 100.0
LIMIT_PIXELS = 1_000_000_000
LIMIT_JPEG = 250_000_000
"""A JPEG picture is compressed as a whole, so it must fit in memory."""
_LIMIT_SIDE = {"PNG": 100_000, "JPEG": 65_500}


@dataclass(frozen=True)
class PictureOptions:
    """Options for a picture of the map; 0 leaves them to the program.

    The size is that of a hex from flat side to flat side, either in pixels or, for paper, in
    millimetres with dots per inch.
    """

    dpi: float = 0.0
    hex_mm: float = 0.0
    hex_px: float = 0.0
    layers: frozenset[str] = frozenset(PRINTED_LAYERS)
    counters: float = 1.0
    """The opacity of counters: 0 leaves them out, 0.5 lets the map show through."""
    turn: int = 0
    """The number of quarters by which the map is turned clockwise."""
    quality: int = 92
    """The quality of JPEG pictures, 1 to 95."""
    lettering: Lettering = "text"
    """Of SVG drawings."""
    style: Style = DEFAULT
    orientation: Orientation = "auto"
    """The orientation of the pages of a PDF map; `auto` takes the one with a larger map, or fewer pages."""
    overlap_mm: float | None = None
    """The overlap of the pages of a PDF map; None is the width of a hex."""
    whole_map: bool = False
    """Whether the map is shown beyond the part a scenario has in play."""

    @property
    def side_mm(self) -> float:
        """The side of a hex on paper, in millimetres."""
        return (self.hex_mm or HEX_MM) / math.sqrt(3)

    @property
    def shown(self) -> tuple[str, ...]:
        """The layers to draw, from bottom to top."""
        return tuple(x for x in ALL_LAYERS if x in self.layers and (x != "counters" or self.counters > 0))


@dataclass(frozen=True)
class PictureSize:
    """A picture in pixels, with its size on paper at its dots per inch."""

    width_px: int
    height_px: int
    scale: float
    """Pixels to the side of a hex."""
    dpi: float

    @property
    def millimetres(self) -> tuple[float, float]:
        return self.width_px / self.dpi * 25.4, self.height_px / self.dpi * 25.4

    @property
    def raw_bytes(self) -> int:
        """Its uncompressed size, at three bytes a pixel."""
        return self.width_px * self.height_px * 3


def shown_box(design: Design, options: PictureOptions) -> Box | None:
    """The part of the map a picture shows, in map units: the part in play; None for all of the map."""
    return None if options.whole_map else InPlay(design).bounds(options.turn % 4)


def picture_size(
    map: GameMap, options: PictureOptions, kind: str = "PNG", box: Box | None = None
) -> PictureSize:
    """The size of the picture of a map, or of a box of it; raises `ExportError` for sizes that are
    impossible."""
    _check(options)
    width, height = _extent(map, options, box)
    dpi = options.dpi or DPI
    if options.hex_px:
        scale = options.hex_px / math.sqrt(3)
        if options.hex_mm and not options.dpi:
            dpi = options.hex_px / options.hex_mm * 25.4
    elif options.dpi or options.hex_mm:
        scale = options.side_mm / 25.4 * dpi
    else:
        # The margins of a whole map count as little as what is beside a part of it.
        left, top, right, bottom = box or _geometry(map, options).bounds()
        area = (right - left + 1) * (bottom - top + 1)
        scale = min(PIXELS_PER_UNIT, math.sqrt(MOST_PIXELS / area))
    size = PictureSize(max(1, round(width * scale)), max(1, round(height * scale)), scale, dpi)
    most = LIMIT_JPEG if kind == "JPEG" else LIMIT_PIXELS
    side = _LIMIT_SIDE[kind]
    pixels, longest = size.width_px * size.height_px, max(size.width_px, size.height_px)
    if pixels > most or longest > side:
        possible = math.floor(scale * math.sqrt(3) * min(math.sqrt(most / pixels), side / longest))
        raise ExportError(
            f"The picture would have {size.width_px:,} x {size.height_px:,} pixels; a {kind} picture has at "
            f"most {most // 1_000_000:,} million, and {side:,} on a side. Hexes of at most {possible} pixels "
            "are possible.")
    return size


def drawing_millimetres(
    map: GameMap, options: PictureOptions, box: Box | None = None
) -> tuple[float, float]:
    """The width and height on paper of the vector drawing of a map, or of a box of it; raises `ExportError`
    for options that no drawing can have. It has no pixels, so no size is too large."""
    check_drawing(options)
    width, height = _extent(map, options, box)
    return width * options.side_mm, height * options.side_mm


def _extent(map: GameMap, options: PictureOptions, box: Box | None) -> tuple[float, float]:
    """The width and height of what is shown, in map units: a box, or the map with its margins."""
    left, top, right, bottom = box or map_bounds(_geometry(map, options))
    return right - left, bottom - top


def _geometry(map: GameMap, options: PictureOptions) -> HexGeometry:
    return HexGeometry(map.grid, options.turn % 4)


def check_drawing(options: PictureOptions) -> None:
    """Raise `ExportError` for options that no vector drawing can have."""
    _check(options)


def check_pages(options: PictureOptions) -> None:
    """Raise `ExportError` for hexes or an overlap that no printed map can have."""
    _check(options)
    if options.overlap_mm is not None and not 0 <= options.overlap_mm <= MOST_OVERLAP_MM:
        raise ExportError(f"Pages share 0 to {MOST_OVERLAP_MM:g} mm with their neighbours.")


def _check(options: PictureOptions) -> None:
    def within(value: float, least: float, most: float) -> bool:
        return value == 0 or (math.isfinite(value) and least <= value <= most)

    if not within(options.dpi, 10, 2400):
        raise ExportError("Pictures have 10 to 2,400 dots per inch.")
    if not within(options.hex_mm, LEAST_HEX, MOST_HEX):
        raise ExportError(f"Hexes on paper are {LEAST_HEX:g} to {MOST_HEX:g} mm from side to side.")
    if not within(options.hex_px, 4, 4000):
        raise ExportError("Hexes are 4 to 4,000 pixels from side to side.")
    if not 0 <= options.counters <= 1:
        raise ExportError("Counters are 0 % (left out) to 100 % (solid).")
    if not 1 <= options.quality <= 95:
        raise ExportError("The quality of a JPEG picture is 1 to 95.")
    if unknown := options.layers - set(ALL_LAYERS):
        raise ExportError(
            f"There is no layer \"{min(unknown)}\"; the layers are {', '.join(ALL_LAYERS)}.")


def check_tile_size(options: PictureOptions) -> None:
    """Raise `ExportError` for hexes that no tileset can have."""
    if options.hex_px and not 16 <= options.hex_px <= 512:
        raise ExportError("Hexes of a tileset are 16 to 512 pixels from side to side.")
