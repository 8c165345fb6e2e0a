"""Renders the map as square tiles. No Tk here."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum, auto
from itertools import islice

from PIL import Image, ImageDraw

from ...drawing.coarse import COARSE_BELOW, PLAIN_LAYERS, RASTER_LAYERS, SAME_LAYERS, CoarseMap, seen_from_far
from ...drawing.counters import UnitView
from ...drawing.curves import Box, box_inside
from ...drawing.layers import shown_layers
from ...drawing.lazy_scene import LazyScene
from ...drawing.letters import lettering
from ...drawing.painters.part_painter import PartPainter
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.primitives import Item, Polygon, Text
from ...drawing.style import Style
from ...drawing.viewport import Viewport
from ...hexgrid import HexGeometry
from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.translation import Translator
from ..scan.layer import ScanLayer, UnplacedScan
from .tile_cache import MARGIN_PX, TILE_PX, Spot, Tile, TileCache, TileKey, box_about

_BELOW_SCAN = frozenset({"terrain", "countries"})
"""The layers below a scan; lines and names are drawn above it, so that they stand out."""
_MOST_RECOLOURED = 500
"""For more hexes than this, no rough update is drawn."""
_BLOCK_LAYERS = RASTER_LAYERS - {"borders", "grid"}
"""The layers of what is drawn in blocks; lines as wide as a block would cover it."""
_WHOLE, _NOTHING = (0, 0, TILE_PX, TILE_PX), (0, 0, 0, 0)


class RasterContent(Enum):
    """What is painted as a raster, and so has no items."""

    GROUND = auto()
    SCAN = auto()


class DetailedLayers(tuple[str, ...]):
    """Names of layers that are painted in full detail, from bottom to top."""


@dataclass
class OpacityGroup:
    """What is painted together with one opacity, 0 to 1: layers in full detail, items from bottom to top, or
    a raster."""

    content: DetailedLayers | list[Item] | RasterContent
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
        self._parts = PartPainter(self._scene)
        self._paper = Item((), (0, 0, 1, 1))
        self._coarse: CoarseMap | None = None
        self._recoloured: list[tuple[float, float, str]] = []
        """The hexes whose terrain the last edit changed: their centres and their plain colours."""
        self.tiles = TileCache()
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
        self.tiles.clear()

    @property
    def turn(self) -> int:
        """By how many quarter turns the map is shown rotated clockwise."""
        return self._scene.style.turn

    @turn.setter
    def turn(self, quarters: int) -> None:
        """Set the rotation, used from the next `show` on."""
        self.take(LazyScene(replace(self._scene.chosen, turn=quarters % 4)))

    @property
    def style(self) -> Style:
        """The style of the map, without the colours of the ruleset."""
        return self._scene.chosen

    @style.setter
    def style(self, style: Style) -> None:
        """Set the style, used from the next `show` on."""
        self.take(LazyScene(replace(style, turn=self.turn)))
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
        self._scene, self._parts = scene, PartPainter(scene)

    @property
    def geometry(self) -> HexGeometry:
        """The geometry of the hexes in the picture."""
        geometry = self._scene.hexes.geometry
        return geometry if self._unplaced_scan is None else replace(geometry, turn=0)

    def show(self, design: Design) -> None:
        """Draw this design from now on, and drop all tiles."""
        self._build(design)
        self._painter.forget()
        self.tiles.clear()

    def update(self, design: Design) -> list[Box]:
        """Draw this design from now on; returns the boxes of the map that changed."""
        old, shown, before = self._scene.bounds, self._shown, self._scene.design
        changed = self._build(design)
        if old != self._scene.bounds:
            self.tiles.clear()
            return [self._scene.bounds]
        boxes = gathered(changed) if shown == self._shown else [self._scene.bounds]
        self._recoloured = self._plain_hexes(before) if "terrain" in self._shown else []
        self.tiles.touch(boxes)
        return boxes

    def repaint(self) -> list[Box]:
        """Paint all tiles again, after the opacity of a layer changed; returns the changed boxes."""
        self.tiles.touch([self.reach])
        return [self.reach]

    def tile(self, key: TileKey) -> Image.Image:
        """The tile, painted now if necessary: all of it, or the boxes changed by edits."""
        self.advance(key, math.inf)
        tile = self.tiles.get(key)
        assert tile is not None
        return tile.picture

    def stand_in(self, key: TileKey) -> Tile:
        """The tile as it is known, or else a sketch of it."""
        tile = self.tiles.get(key)
        if tile is None:
            tile = Tile(self.sketch(key), painted=False)
            self.tiles.put(key, tile)
        return tile

    def advance(self, key: TileKey, end: float) -> Spot | None:
        """Work on a tile until the time `end` (of `time.perf_counter`), but at least a little. Once it is
        good, returns the pixels painted now (x, y, width, height), before that None."""
        tile = self.tiles.get(key)
        if tile is not None and tile.good:
            return _NOTHING
        view, spot, about = key.viewport, _WHOLE, self._block(key)
        if tile is not None and tile.painted:
            assert tile.stale is not None
            spot = view.pixels(tile.stale, MARGIN_PX) or _NOTHING
            if spot == _NOTHING:
                tile.stale = None
                return spot
            if spot != _WHOLE:
                about = self._stale_box(key, view.region(*spot))
        part = view.region(*spot)
        if not self._gather(part, about, end):
            return None
        painted = self._paint(part)
        if tile is None or spot == _WHOLE:
            tile = Tile(painted, painted=True)
        else:
            tile.picture.paste(painted, spot[:2])
            tile.stale = None
        self.tiles.put(key, tile)
        return spot

    def _gather(self, part: Viewport, about: Box, end: float) -> bool:
        """Gather what `_paint` needs for a part of a tile, for the box `about` it, until the time `end`;
        returns whether it is ready."""
        if self._unplaced_scan is not None:
            return True
        view = self._painted_view(part)
        return all(self._parts.gather(group.content, view, about, end)
                   for group in self._opacity_groups(view) if isinstance(group.content, DetailedLayers))

    def _block(self, key: TileKey) -> Box:
        """The box of a tile and those about it for which shapes are gathered at once."""
        hexes = (TILE_PX / key.scale) ** 2 / _HEX_AREA
        edge = max((n for n in (2, 3, 4) if n * n * hexes <= _MOST_GATHERED), default=1)
        column, row = key.column // edge * edge, key.row // edge * edge
        whole = TileKey(key.scale, column, row).viewport.resized(edge * TILE_PX, edge * TILE_PX)
        return self._painted_view(whole).box

    def _stale_box(self, key: TileKey, part: Viewport) -> Box:
        """The box of everything that edits made out of date at the zoom level of a tile, of which a part is
        to be painted, if it is no larger than a block."""
        stale = self.tiles.stale_box(key.scale)
        assert stale is not None
        left, top, right, bottom = stale
        if (right - left) * (bottom - top) / _HEX_AREA > _MOST_GATHERED:
            return self._block(key)
        more = 3 * MARGIN_PX / key.scale
        wider = left - more, top - more, right + more, bottom + more
        return box_about((self._painted_view(part).box, wider))

    def rough_update(self, key: TileKey) -> Spot | None:
        """Draw changed terrain roughly on a painted tile; returns the pixels about it, None if the tile shows
        no changed hex. The tile is still to be painted properly."""
        tile = self.tiles.get(key)
        if tile is None or self._unplaced_scan is not None or not self._recoloured:
            return None
        scale, corner = key.scale, self._scene.hexes.geometry.corner_offset
        left, top, reach = key.column * TILE_PX, key.row * TILE_PX, math.ceil(key.scale) + 1
        spots = [(x, y, fill) for cx, cy, fill in self._recoloured
                 if -reach < (x := cx * scale - left) < TILE_PX + reach
                 and -reach < (y := cy * scale - top) < TILE_PX + reach]
        if not spots:
            return None
        corners = [(dx * scale, dy * scale) for dx, dy in map(corner, range(6))]
        draw = ImageDraw.Draw(tile.picture)
        for x, y, fill in spots:
            draw.polygon([(x + dx, y + dy) for dx, dy in corners], fill=fill)
        xs, ys, _ = zip(*spots, strict=True)
        x, y = max(0, math.floor(min(xs)) - reach), max(0, math.floor(min(ys)) - reach)
        return (x, y, min(TILE_PX, math.ceil(max(xs)) + reach) - x,
                min(TILE_PX, math.ceil(max(ys)) + reach) - y)

    def _plain_hexes(self, before: Design | None) -> list[tuple[float, float, str]]:
        hexes, after = self._scene.hexes, self._scene.design
        if before is None or after is None or before.map.terrain is after.map.terrain:
            return []
        looks, rows, centre = hexes.ground.letter_colours, after.map.terrain.rows, hexes.geometry.centre
        changed = islice(after.map.terrain.differing(before.map.terrain), _MOST_RECOLOURED)
        return [(*centre(hex), looks[rows[hex.row][hex.col]][0]) for hex in changed]

    def sketch(self, key: TileKey) -> Image.Image:
        """A quick sketch of a tile: its ground and lines."""
        view = key.viewport
        image = self._rough_ground(view, RASTER_LAYERS)
        if self._unplaced_scan is not None or self._coarse is None:
            return image
        shown = shown_layers(self.hidden)
        if self.scan is not None and self._scan_visible and self.scan_over:
            self.scan.paint(image, view, self.geometry, self.scan_opacity)
        items = [i for x in ("rivers", "roads") if x in shown for i in self._coarse.items(x, view.box)]
        return self._painter.render(items, view, image) if items else image

    def rough(self, viewport: Viewport, part: int) -> Image.Image:
        """A viewport drawn in blocks of `part` pixels: takes a few milliseconds for a whole window."""
        image = self._rough_ground(Viewport(
            viewport.scale / part, viewport.left, viewport.top,
            viewport.width_px // part + 1, viewport.height_px // part + 1), _BLOCK_LAYERS)
        width, height = viewport.width_px, viewport.height_px
        return image.resize((width, height), Image.Resampling.NEAREST, (0, 0, width / part, height / part))

    def _rough_ground(self, view: Viewport, layers: frozenset[str]) -> Image.Image:
        """The ground of a viewport, some `RASTER_LAYERS`, in which each pixel has the colour of its hex; or
        the unplaced scan."""
        image = Image.new("RGB", (view.width_px, view.height_px), self.margin)
        if self._unplaced_scan is not None:
            self._unplaced_scan.paint(image, view)
        elif self._coarse is not None:
            if (sheet := view.pixels(self._scene.bounds, 0)) is not None:
                x, y, width, height = sheet
                image.paste(self._scene.style.paper, (x, y, x + width, y + height))
            image = self._coarse.ground(view, image, layers.difference(self.hidden), 1)
        return image

    def picture(self, viewport: Viewport) -> Image.Image:
        """Any part of the map at any size, for overviews."""
        return self._paint(viewport)

    def _in_language(self, design: Design) -> Design:
        """The design with the texts to show. In a game, whose units are known by their names, these stay."""
        return self.translator.design(design, units=self.position is None) if self.translator else design

    def _build(self, design: Design) -> list[Box]:
        self._shown = frozenset(shown_layers(self.hidden))
        boxes = self._scene.show(self._in_language(design), self.position, "counters" in self._shown)
        self._parts.forget(boxes)
        self._coarse = CoarseMap(self._scene.hexes, self._coarse)
        left, top, right, bottom = bounds = self._scene.bounds
        sheet = ((left, top), (right, top), (right, bottom), (left, bottom))
        self._paper = Item((Polygon(sheet, fill=self._scene.style.paper),), bounds)
        return boxes

    def _painted_view(self, viewport: Viewport) -> Viewport:
        """What is painted for a viewport: more than it shows if there are items or a scan, whose edges may
        depend on more."""
        detailed = viewport.scale >= COARSE_BELOW and not self._scan_visible and self._unplaced_scan is None
        return viewport if detailed else with_rim(viewport)

    def _paint(self, viewport: Viewport) -> Image.Image:
        wider = self._painted_view(viewport)
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
            elif isinstance(group.content, DetailedLayers):
                painted = self._parts.render(group.content, wider, image)
            else:
                painted = self._painter.render(group.content, wider, image)
            image = painted if group.opacity >= 1 else Image.blend(image, painted, group.opacity)
        if wider is viewport:
            return image
        left = top = 2 * MARGIN_PX
        return image.crop((left, top, left + viewport.width_px, top + viewport.height_px))

    def _far(self, view: Viewport) -> bool:
        """Whether the map is drawn in its coarse form for small scales."""
        return seen_from_far(view.scale, len(self._scene.hexes.design.map.grid))

    def _content(self, layer: str, view: Viewport, far: bool) -> DetailedLayers | list[Item] | RasterContent:
        """What is painted of a layer in a viewport; `far` if the map is drawn in its coarse form."""
        plain = layer in PLAIN_LAYERS and view.scale < COARSE_BELOW
        if not (far or plain):
            return DetailedLayers((layer,))
        if layer in SAME_LAYERS:
            return self._scene.layer(layer, view.box, view.scale)
        assert self._coarse is not None
        raster = next((x for x in shown_layers(self.hidden) if x in RASTER_LAYERS), "")
        return RasterContent.GROUND if layer == raster else self._coarse.items(layer, view.box)

    def lettering(self, view: Viewport) -> list[Box]:
        """The boxes of the names and labels that are shown in a viewport."""
        if self._unplaced_scan is not None:
            return []
        far, boxes = self._far(view), list[Box]()
        for layer in {"names", "labels"} - self.hidden:
            content = self._content(layer, view, far)
            items = content if isinstance(content, list) else self._scene.layer(layer, view.box, view.scale)
            boxes += [lettering.box_about(text) for item in items
                      if item.least_scale <= view.scale < item.most_scale
                      for text in item.primitives if isinstance(text, Text)
                      and text.size * view.scale > text.least_pixels]
        return boxes

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
            together = opacity >= 1 and last.opacity >= 1
            before = last.content
            if together and isinstance(content, list) and isinstance(before, list):
                before.extend(content)
            elif together and isinstance(content, DetailedLayers) and isinstance(before, DetailedLayers):
                last.content = DetailedLayers((*before, *content))
            elif content:
                groups.append(OpacityGroup(content, opacity))
        if scan_due:
            groups.append(OpacityGroup(RasterContent.SCAN, self.scan_opacity))
        return groups


# -- boxes ------------------------------------------------------------------------------

_BUCKET = 8.0
"""The edge of the squares into which boxes are sorted, in map units."""
_MOST_BOXES = 20
"""Above this number, changed boxes are merged into larger ones."""
_MOST_GATHERED = 3_000
"""The most hexes whose shapes are gathered at once."""
_HEX_AREA = 1.5 * 3**0.5
"""The area of a hex, in squared map units."""


def with_rim(viewport: Viewport) -> Viewport:
    """A viewport with the margin that is painted and then cut off."""
    margin = 2 * MARGIN_PX
    return viewport.region(
        -margin, -margin, viewport.width_px + 2 * margin, viewport.height_px + 2 * margin)


def gathered(boxes: list[Box]) -> list[Box]:
    """The boxes; if they are many, merged by the square in which they begin."""
    if len(boxes) <= _MOST_BOXES:
        return boxes
    merged: dict[tuple[int, int], Box] = {}
    for box in boxes:
        square = (math.floor(box[0] / _BUCKET), math.floor(box[1] / _BUCKET))
        merged[square] = box_about((box, merged.get(square, box)))
    return list(merged.values())
