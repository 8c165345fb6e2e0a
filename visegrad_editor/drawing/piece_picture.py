"""Pictures of pieces of a map, for pieces at the pointer before pasting and for stamps in lists."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property

from PIL import Image

from ..hexgrid import HexGeometry, Point
from ..lazy_dataclass import dataclass
from ..model.region import Fragment
from ..model.ruleset import Ruleset, TerrainKind
from ..model.stamp import NOTHING, SmallMap, small_map
from .layers import ALL_LAYERS
from .lazy_scene import scene_of
from .painters.part_painter import PartPainter
from .painters.pixel_painter import PixelPainter
from .primitives import Item, Polygon
from .style import DEFAULT, Style
from .styled_design import apply_style, apply_style_to_ruleset
from .viewport import Viewport

_LAYERS_OF = {
    "terrain": ("terrain", "grid"), "countries": ("countries", "borders"), "hexsides": ("rivers",),
    "roads": ("roads",), "places": ("sites", "features", "names"), "labels": ("labels",),
    "counters": ("counters",),
}
_AROUND_PIECE = TerrainKind(NOTHING, "", None, colour="")
"""The terrain of the hexes that do not belong to a piece: land on which nothing is drawn."""
_LARGEST = 40.0
"""The most pixels per hex side in a picture of a given size."""
_AROUND = 0.9
"""The room around the hexes for roads and names that extend beyond them, in map units."""


@dataclass
class PiecePainter:
    """Draws one piece at any scale. `parts` are the parts of it that are shown."""

    fragment: Fragment
    ruleset: Ruleset
    parts: Collection[str]
    style: Style = DEFAULT

    @cached_property
    def _small(self) -> SmallMap:
        return small_map(self.fragment)

    @cached_property
    def _geometry(self) -> HexGeometry:
        return self.style.geometry(self._small.map)

    @cached_property
    def _layers(self) -> tuple[str, ...]:
        wanted = {layer for part in self.parts for layer in _LAYERS_OF.get(part, ())}
        return tuple(layer for layer in ALL_LAYERS if layer in wanted)

    @cached_property
    def _painter(self) -> PartPainter:
        # A style may give terrain that it does not know a colour, so it is applied before.
        design, style = apply_style(self._small.design(self.ruleset), self.style)
        ruleset = replace(design.ruleset, terrain=(*design.ruleset.terrain, _AROUND_PIECE))
        return PartPainter(scene_of(replace(design, ruleset=ruleset), style, "counters" in self._layers))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the picture in map units."""
        left, top, right, bottom = self._geometry.bounds()
        return right - left + 2 * _AROUND, bottom - top + 2 * _AROUND

    @property
    def anchor(self) -> Point:
        """The centre of the anchor hex, in map units from the upper left corner of the picture."""
        (x, y), (left, top, _, _) = self._geometry.centre(self._small.anchor), self._geometry.bounds()
        return x - left + _AROUND, y - top + _AROUND

    def image(self, scale: float) -> Image.Image:
        """The piece on a transparent ground, `scale` pixels per hex side."""
        return self._painter.render_transparent(self._layers, self._view(scale))

    def coarse(self, scale: float) -> Image.Image:
        """The ground of the piece in plain colours, which is quick for any number of hexes."""
        view, terrain = self._view(scale), self._small.map.terrain
        kinds = apply_style_to_ruleset(self.ruleset, self.style)[0].terrain_by_id
        shapes = tuple(
            Polygon(tuple(self._geometry.corners(hex)), fill=kind.colour if kind else self.style.off_map)
            for hex in self._small.hexes for kind in [kinds.get(terrain.at(hex))])
        return PixelPainter().render_transparent([Item(shapes, view.box, beside="ground")], view)

    def _view(self, scale: float) -> Viewport:
        width, height = self.size
        left, top, _, _ = self._geometry.bounds()
        return Viewport(scale, left - _AROUND, top - _AROUND, max(1, round(width * scale)),
                        max(1, round(height * scale)))


def piece_picture(
    fragment: Fragment, ruleset: Ruleset, width: int, height: int, parts: Collection[str] | None = None,
    style: Style = DEFAULT,
) -> Image.Image:
    """The piece on a transparent ground, centred and as large as fits in a box in pixels."""
    painter = PiecePainter(fragment, ruleset, fragment.parts if parts is None else parts, style)
    x, y = painter.size
    scale = min(width / x, height / y, _LARGEST)
    drawn = painter.image(scale).getbbox()
    if drawn is not None:
        # The drawn part may be smaller than the room kept for it: then enlarge it.
        scale = min(scale * min(width / (drawn[2] - drawn[0]), height / (drawn[3] - drawn[1])), _LARGEST)
    picture = painter.image(scale)
    picture = picture.crop(picture.getbbox())
    picture.thumbnail((width, height))
    whole = Image.new("RGBA", (width, height))
    whole.paste(picture, ((width - picture.width) // 2, (height - picture.height) // 2))
    return whole
