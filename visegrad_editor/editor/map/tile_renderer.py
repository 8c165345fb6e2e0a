"""Renders the map as square tiles, cached until an edit changes them. No Tk here."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple

from PIL import Image, ImageDraw

from ...drawing.coarse import COARSE_BELOW, PLAIN_LAYERS, RASTER_LAYERS, SAME_LAYERS, CoarseMap, seen_from_far
from ...drawing.curves import Box, box_inside, box_of
from ...drawing.lazy_scene import LazyScene, shown_layers
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.primitives import Item, Polygon
from ...drawing.scene import UnitView
from ...drawing.style import Style
from ...drawing.viewport import Viewport
from ...hexgrid import HexGeometry
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.translation import Translator
from ..scan.layer import ScanLayer, UnplacedScan

_BELOW_SCAN = frozenset({"terrain", "countries"})
"""The layers below a scan; lines and names are drawn above it, so that they stand out."""
_KEPT = 120
"""The most tiles cached, about 24 MB; a large window shows some fifty."""
_MOST_RECOLOURED = 500
"""For more hexes than this, no rough update is drawn."""
_ROUGHLY = 2
"""The edge in pixels of a block of a rough picture."""

class RasterContent(Enum):
    """What is painted as a raster, and so has no items."""

    GROUND = auto()
    SCAN = auto()


@dataclass
class OpacityGroup:
    """What is painted together with one opacity, 0 to 1: items from bottom to top, or a raster."""

    content: list[Item] | RasterContent
    opacity: float


class TileRenderer:
    """The tiles of a design. `hidden` names layers that are not drawn; `opacity` gives the opacity of layers,
    0 to 1, where it is not 1."""

    def __init__(self) -> None:
        self._scene = LazyScene()
        self._shown: frozenset[str] = frozenset()
        self.hidden: frozenset[str] = frozenset({"areas"})
        self.opacity: Mapping[str, float] = {}
        self.scan: ScanLayer | None = None
        """The scan the map is traced from; not shown in a game."""
        self.scan_opacity = 1.0
        self.scan_over = True
        """Whether the scan is drawn over the terrain rather than below it."""
        self._unplaced_scan: UnplacedScan | None = None
        self.position: Mapping[str, UnitView] | None = None
        """The counters of a game; None shows the set-up of the design."""
        self.translator: Translator | None = None
        """Puts the texts into another language; used from the next `show` on."""
        self._painter = PixelPainter()
        self._paper = Item((), (0, 0, 1, 1))
        self._coarse: CoarseMap | None = None
        self._begun: tuple[TileKey, Image.Image, list[Spot]] | None = None
        """The tile that is being painted in strips, and the strips still to be painted."""
        self._recoloured: list[tuple[Polygon, Box]] = []
        """The hexes whose terrain the last edit changed, as plain polygons."""
        self._tiles: OrderedDict[TileKey, Image.Image] = OrderedDict()
        self._stale: dict[TileKey, list[Box]] = {}
        self.room = _KEPT
        """The most tiles cached; it must be more than the window shows."""
        self.margin = "#39424e"
        """The colour outside the map."""

    @property
    def bounds(self) -> Box:
        """The box around the whole picture, in map units."""
        return self._scene.bounds if self._unplaced_scan is None else self._unplaced_scan.bounds

    @property
    def reach(self) -> Box:
        """The box around everything that can be scrolled to: the map, and the scan if it is visible."""
        bounds = self.bounds
        if self.scan is None or not self._scan_visible or self._unplaced_scan is not None:
            return bounds
        scan = self.scan.box(self.geometry)
        return (min(bounds[0], scan[0]), min(bounds[1], scan[1]),
                max(bounds[2], scan[2]), max(bounds[3], scan[3]))

    @property
    def _scan_visible(self) -> bool:
        return self.scan is not None and self.scan_opacity > 0 and self.position is None

    @property
    def unplaced_scan(self) -> UnplacedScan | None:
        """The scan that is shown instead of the map while it is being aligned, never rotated; or None."""
        return self._unplaced_scan

    @unplaced_scan.setter
    def unplaced_scan(self, picture: UnplacedScan | None) -> None:
        self._unplaced_scan = picture
        self._tiles.clear()
        self._stale.clear()

    @property
    def turn(self) -> int:
        """By how many quarter turns the map is shown rotated clockwise."""
        return self._scene.style.turn

    @turn.setter
    def turn(self, quarters: int) -> None:
        """Set the rotation, used from the next `show` on."""
        self._scene = LazyScene(replace(self._scene.chosen, turn=quarters % 4))

    @property
    def style(self) -> Style:
        """The style of the map, without the colours of the ruleset."""
        return self._scene.chosen

    @style.setter
    def style(self, style: Style) -> None:
        """Set the style, used from the next `show` on."""
        self._scene = LazyScene(replace(style, turn=self.turn))
        self._coarse = None

    def prepare(
        self, design: Design, quarters: int, report: Callable[[float, str], bool] = lambda _f, _t: True
    ) -> LazyScene:
        """The scene of a design, rotated, for `take`. Changes nothing in the renderer, so it may run in a
        thread. `report` returns False to cancel."""
        scene = LazyScene(replace(self._scene.chosen, turn=quarters % 4))
        if report(0.0, f"{len(design.map.grid):,} hexes"):
            scene.show(self._in_language(design), self.position, "counters" not in self.hidden)
        return scene

    def take(self, scene: LazyScene) -> None:
        """Use this scene from the next `show` on."""
        self._scene = scene

    @property
    def geometry(self) -> HexGeometry:
        """The geometry of the hexes in the picture."""
        geometry = self._scene.hexes.geometry
        return geometry if self._unplaced_scan is None else replace(geometry, turn=0)

    def show(self, design: Design) -> None:
        """Draw this design from now on, and drop all cached tiles."""
        self._build(design)
        self._painter.forget()
        self._tiles.clear()
        self._stale.clear()

    def update(self, design: Design) -> list[Box]:
        """Draw this design from now on; returns the boxes of the map that changed."""
        old, shown, before = self._scene.bounds, self._shown, self._scene.design
        changed = self._build(design)
        if old != self._scene.bounds:
            self._tiles.clear()
            self._stale.clear()
            return [self._scene.bounds]
        boxes = gathered(changed) if shown == self._shown else [self._scene.bounds]
        self._recoloured = self._plain_hexes(before) if "terrain" in self._shown else []
        for key, box in touched_tiles(self._tiles, boxes):
            self._stale.setdefault(key, []).append(box)
        return boxes

    def repaint(self) -> list[Box]:
        """Drop all cached tiles after the opacity of a layer changed; returns the changed boxes."""
        self._tiles.clear()
        self._stale.clear()
        return [self._scene.bounds]

    def cached(self, key: TileKey) -> Image.Image | None:
        """The tile if it is cached and up to date."""
        return self._tiles.get(key) if key not in self._stale else None

    def remembered(self, key: TileKey) -> Image.Image | None:
        """The tile if it is cached, perhaps out of date."""
        return self._tiles.get(key)

    def tile(self, key: TileKey) -> Image.Image:
        """The tile, painted now if necessary: all of it, or the boxes changed by edits."""
        self.advance(key, math.inf)
        return self._tiles[key]

    def _keep(self, key: TileKey, image: Image.Image) -> None:
        self._begun = None
        self._stale.pop(key, None)
        self._tiles[key] = image
        self._tiles.move_to_end(key)
        while len(self._tiles) > self.room:
            gone, _ = self._tiles.popitem(last=False)
            self._stale.pop(gone, None)

    def advance(self, key: TileKey, end: float) -> bool:
        """Work on a tile until the time `end` (of `time.perf_counter`), but at least a little; returns
        whether it is ready, so that `tile` returns at once."""
        if self.cached(key) is not None:
            return True
        view = key.viewport
        if self._begun is None or self._begun[0] != key:
            known = self._tiles.get(key)
            spots = [(0, 0, TILE_PX, TILE_PX)] if known is None else merged(view, self._stale[key])
            image = Image.new("RGB", (TILE_PX, TILE_PX)) if known is None else known
            self._begun = key, image, cut_in_strips(spots, view.scale)
        _, image, strips = self._begun
        while strips:
            x, y, width, height = strips[0]
            part = view.region(x, y, width, height)
            if self._unplaced_scan is None and not self._far(view):
                for _ in self._scene.missing(self._fine_layers(view), with_rim(part).box):
                    if time.perf_counter() > end:
                        return False
            image.paste(self._paint(part), (x, y))
            del strips[0]
            if strips and time.perf_counter() > end:
                return False
        self._keep(key, image)
        return True

    def rough_update(self, key: TileKey) -> Image.Image | None:
        """A cached tile with changed terrain drawn roughly; None if it shows no changed hex. The tile is
        still to be painted properly."""
        image = self._tiles.get(key)
        if image is None or self._unplaced_scan is not None:
            return None
        view = key.viewport
        shown = [shape for shape, box in self._recoloured if view.pixels(box, 0) is not None]
        if not shown:
            return None
        draw = ImageDraw.Draw(image)
        for shape in shown:
            draw.polygon([view.to_screen(p) for p in shape.points], fill=shape.fill)
        return image

    def _plain_hexes(self, before: Design | None) -> list[tuple[Polygon, Box]]:
        hexes, after = self._scene.hexes, self._scene.design
        if before is None or after is None or before.map.terrain is after.map.terrain:
            return []
        looks = hexes.ground.letter_colours
        plain: list[tuple[Polygon, Box]] = []
        for hex in after.map.terrain.differing(before.map.terrain):
            if len(plain) >= _MOST_RECOLOURED:
                break
            corners = tuple(hexes.geometry.corners(hex))
            fill = looks[after.map.terrain.rows[hex.row][hex.col]][0]
            plain.append((Polygon(corners, fill=fill), box_of(corners)))
        return plain

    def sketch(self, key: TileKey) -> Image.Image:
        """A quick sketch of a tile: its ground and lines. It is not cached."""
        view = key.viewport
        image = Image.new("RGB", (view.width_px, view.height_px), self.margin)
        if self._unplaced_scan is not None:
            self._unplaced_scan.paint(image, view)
        if self._unplaced_scan is not None or self._coarse is None:
            return image
        shown = shown_layers(self.hidden)
        image = self._painter.render([self._paper], view, image)
        image = self._coarse.ground(view, image, RASTER_LAYERS.intersection(shown), 1)
        if self.scan is not None and self._scan_visible and self.scan_over:
            self.scan.paint(image, view, self.geometry, self.scan_opacity)
        items = [i for x in ("rivers", "roads") if x in shown for i in self._coarse.items(x, view.box)]
        return self._painter.render(items, view, image)

    def rough(self, viewport: Viewport, part: int = _ROUGHLY) -> Image.Image:
        """A viewport drawn in blocks of `part` pixels: takes a few milliseconds for a whole window."""
        small = Viewport(viewport.scale / part, viewport.left, viewport.top,
                         viewport.width_px // part + 1, viewport.height_px // part + 1)
        image = Image.new("RGB", (small.width_px, small.height_px), self.margin)
        if self._unplaced_scan is not None:
            self._unplaced_scan.paint(image, small)
        elif self._coarse is not None:
            image = self._painter.render([self._paper], small, image)
            image = self._coarse.ground(small, image, RASTER_LAYERS.difference(self.hidden), 1)
        width, height = viewport.width_px, viewport.height_px
        return image.resize((width, height), Image.Resampling.NEAREST, (0, 0, width / part, height / part))

    def picture(self, viewport: Viewport) -> Image.Image:
        """Any part of the map at any size, for overviews."""
        return self._paint(viewport)

    def _in_language(self, design: Design) -> Design:
        """The design with the texts to show. In a game, whose units are known by their names, these stay."""
        return self.translator.design(design, units=self.position is None) if self.translator else design

    def _build(self, design: Design) -> list[Box]:
        self._shown = frozenset(shown_layers(self.hidden))
        boxes = self._scene.show(self._in_language(design), self.position, "counters" in self._shown)
        self._coarse = CoarseMap(self._scene.hexes, self._coarse)
        self._begun = None
        left, top, right, bottom = bounds = self._scene.bounds
        sheet = ((left, top), (right, top), (right, bottom), (left, bottom))
        self._paper = Item((Polygon(sheet, fill=self._scene.style.paper),), bounds)
        return boxes

    def _paint(self, viewport: Viewport) -> Image.Image:
        wider = with_rim(viewport)
        image = Image.new("RGB", (wider.width_px, wider.height_px), self.margin)
        if self._unplaced_scan is not None:
            self._unplaced_scan.paint(image, wider)
        elif self.scan is not None and self._scan_visible and not box_inside(wider.box, self._scene.bounds):
            # Outside the map there is nothing to hide.
            self.scan.paint(image, wider, self.geometry, 1.0)
        for group in self._opacity_groups(wider) if self._unplaced_scan is None else ():
            if group.content is RasterContent.SCAN:
                assert self.scan is not None
                self.scan.paint(image, wider, self.geometry, group.opacity)
                continue
            if group.content is RasterContent.GROUND:
                assert self._coarse is not None
                painted = self._coarse.ground(wider, image, RASTER_LAYERS.difference(self.hidden))
            else:
                painted = self._painter.render(group.content, wider, image)
            image = painted if group.opacity >= 1 else Image.blend(image, painted, group.opacity)
        left = top = 2 * MARGIN_PX
        return image.crop((left, top, left + viewport.width_px, top + viewport.height_px))

    def _far(self, view: Viewport) -> bool:
        """Whether the map is drawn in its coarse form for small scales."""
        return seen_from_far(view.scale, len(self._scene.hexes.design.map.grid))

    def _fine_layers(self, view: Viewport) -> list[str]:
        """The visible layers that are drawn hex by hex, if the map is not drawn coarsely."""
        return [x for x in shown_layers(self.hidden) if view.scale >= COARSE_BELOW or x not in PLAIN_LAYERS]

    def _content(self, layer: str, view: Viewport, far: bool) -> list[Item] | RasterContent:
        """What is painted of a layer in a viewport; `far` if the map is drawn in its coarse form."""
        plain = layer in PLAIN_LAYERS and view.scale < COARSE_BELOW
        if layer in SAME_LAYERS or not (far or plain):
            return self._scene.layer(layer, view.box, view.scale)
        assert self._coarse is not None
        raster = next((x for x in shown_layers(self.hidden) if x in RASTER_LAYERS), "")
        return RasterContent.GROUND if layer == raster else self._coarse.items(layer, view.box)

    def _opacity_groups(self, view: Viewport) -> list[OpacityGroup]:
        """What is painted in a viewport, from bottom to top."""
        far = self._far(view)
        groups = [OpacityGroup([self._paper], 1.0)]
        scan_due = self._scan_visible
        for name in shown_layers(self.hidden):
            if scan_due and not (self.scan_over and name in _BELOW_SCAN):
                groups.append(OpacityGroup(RasterContent.SCAN, self.scan_opacity))
                scan_due = False
            content, opacity, last = self._content(name, view, far), self.opacity.get(name, 1.0), groups[-1]
            if (isinstance(content, list) and isinstance(last.content, list)
                    and opacity >= 1 and last.opacity >= 1):
                last.content.extend(content)
            elif content:
                groups.append(OpacityGroup(content, opacity))
        if scan_due:
            groups.append(OpacityGroup(RasterContent.SCAN, self.scan_opacity))
        return groups


# The positions of tiles, and which of their pixels an edit changes.

TILE_PX = 256
_BUCKET = 8.0
"""The edge of the squares into which boxes are sorted, in map units."""
MARGIN_PX = 4
"""Round ends and smoothing may extend a little beyond the box of an item."""
_MOST_BOXES = 200
"""Above this number, changed boxes are merged into larger ones."""
_STRIP_PX = 64
"""The rows of a tile painted at a time, so that the window stays responsive."""

_DENSE_BELOW = 8.0
"""Below this scale in pixels per map unit, strips are half as high."""

Spot = tuple[int, int, int, int]
"""A rectangle of pixels: x, y, width, height."""


class TileKey(NamedTuple):
    """A tile: its zoom level in pixels per map unit, and its column and row from the map's origin."""

    scale: float
    column: int
    row: int

    @property
    def viewport(self) -> Viewport:
        """The viewport of the tile."""
        edge = TILE_PX / self.scale
        return Viewport(self.scale, self.column * edge, self.row * edge, TILE_PX, TILE_PX)


def touched_tiles(tiles: Collection[TileKey], boxes: Sequence[Box]) -> Iterator[tuple[TileKey, Box]]:
    """Pairs of a tile and a box of the map that overlaps it, or nearly does."""
    for scale in {key.scale for key in tiles}:
        edge, margin = TILE_PX / scale, MARGIN_PX / scale
        for box in boxes:
            columns = range(math.floor((box[0] - margin) / edge), math.floor((box[2] + margin) / edge) + 1)
            rows = range(math.floor((box[1] - margin) / edge), math.floor((box[3] + margin) / edge) + 1)
            if len(columns) * len(rows) > len(tiles):
                near = [k for k in tiles if k.scale == scale and k.column in columns and k.row in rows]
            else:
                near = [k for r in rows for c in columns if (k := TileKey(scale, c, r)) in tiles]
            yield from ((key, box) for key in near)


def with_rim(viewport: Viewport) -> Viewport:
    """A viewport with the margin that is painted and then cut off."""
    margin = 2 * MARGIN_PX
    return viewport.region(
        -margin, -margin, viewport.width_px + 2 * margin, viewport.height_px + 2 * margin)


def gathered(boxes: list[Box]) -> list[Box]:
    """The boxes; if they are very many, merged by the square in which they begin."""
    if len(boxes) <= _MOST_BOXES:
        return boxes
    merged_boxes: dict[tuple[int, int], Box] = {}
    for box in boxes:
        square = (math.floor(box[0] / _BUCKET), math.floor(box[1] / _BUCKET))
        known = merged_boxes.get(square, box)
        merged_boxes[square] = (min(known[0], box[0]), min(known[1], box[1]),
                         max(known[2], box[2]), max(known[3], box[3]))
    return list(merged_boxes.values())


def cut_in_strips(spots: Iterable[Spot], scale: float) -> list[Spot]:
    """Rectangles cut into strips that take about equally long to paint; at a small scale a row holds more."""
    rows = _STRIP_PX if scale >= _DENSE_BELOW else _STRIP_PX // 2
    strips = []
    for x, y, width, height in spots:
        step = max(16, rows * TILE_PX // width)
        strips += [(x, top, width, min(step, y + height - top)) for top in range(y, y + height, step)]
    return strips


def merged(viewport: Viewport, boxes: Iterable[Box]) -> list[Spot]:
    """The pixels to repaint: one rectangle around all boxes, which are mostly neighbours."""
    spots = [p for b in boxes if (p := viewport.pixels(b, MARGIN_PX)) is not None]
    if not spots:
        return []
    left, top = min(s[0] for s in spots), min(s[1] for s in spots)
    right, bottom = max(s[0] + s[2] for s in spots), max(s[1] + s[3] for s in spots)
    return [(left, top, right - left, bottom - top)]


def tiles_in(view: Viewport, reach: Box) -> list[TileKey]:
    """The tiles in a view, limited to what can be scrolled to, middle ones first."""
    x, y = view.origin_px
    left, top, right, bottom = reach
    columns = range(max(x, math.floor(left * view.scale)) // TILE_PX,
                    min(x + view.width_px, math.ceil(right * view.scale)) // TILE_PX + 1)
    rows = range(max(y, math.floor(top * view.scale)) // TILE_PX,
                 min(y + view.height_px, math.ceil(bottom * view.scale)) // TILE_PX + 1)
    middle = middle_of(view)
    return sorted((TileKey(view.scale, c, r) for r in rows for c in columns),
                  key=lambda k: math.dist((k.column, k.row), middle))


def middle_of(view: Viewport) -> tuple[float, float]:
    """The (fractional) column and row of a tile in the middle of a view."""
    x, y = view.origin_px
    return (x + view.width_px / 2) / TILE_PX - 0.5, (y + view.height_px / 2) / TILE_PX - 0.5
