"""The picture of an import before it is taken over, with the hexes marked that change. No Tk here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import Image

from ..drawing.painters.pillow_painter import PillowPainter
from ..drawing.primitives import Ellipse, Item, Line, Primitive, SceneLayer
from ..drawing.scene import map_scene
from ..drawing.style import Style
from ..drawing.viewport import Viewport
from ..geodata.import_map import Imported
from ..geodata.merge import hexes_of, sides_of
from ..hexgrid import Hex, HexGeometry, Hexside
from . import map_style

_LEGEND = "Red: changes.  Blue: changed by hand, kept.  Rings: hexes, bands: hexsides."
_LEGEND_OF_ALL = "Most of the map changes, which is not marked.  Blue: changed by hand, kept."
_MOST = 1 / 3
"""Where more than this part of the hexes changes, rings about them would hide the map."""
CHANGED, KEPT = "#d0201c", "#1550c0"
_LAYERS = ("terrain", "countries", "sites", "rivers", "borders", "roads", "features")
_LEAST_PX = 4.0
"""A ring has at least this radius, so that one hex of many is seen."""


def preview(done: Imported, size: tuple[int, int], style: Style | None = None) -> Image.Image:
    """The map an import makes, in a box of so many pixels; of a map brought up to date the hexes that change
    and those that were changed by hand and stay are ringed, hexsides lie on a band."""
    design = done.design
    geometry = design.map.geometry
    scene = map_scene(design, layers=_LAYERS, style=style or map_style.current())
    left, top, right, bottom = scene.bounds
    scale = max(1.0, min(size[0] / (right - left), size[1] / (bottom - top)))
    view = Viewport(scale, left, top, round((right - left) * scale), round((bottom - top) * scale))
    if not done.is_new:
        map = design.map
        marked = [(done.merged.kept, KEPT)]
        if not _most_changes(done):
            marked.append(((*done.merged.changed, *done.merged.reset), CHANGED))
        bands = [b for what, colour in marked for b in _bands(geometry, sides_of(map, what), colour, scale)]
        rings = [r for what, colour in marked for r in _rings(geometry, hexes_of(map, what), colour, scale)]
        rivers = next((i for i, layer in enumerate(scene.layers) if layer.name == "rivers"), 0)
        scene.layers.insert(rivers, SceneLayer("changed hexsides", [Item(tuple(bands), scene.bounds)]))
        scene.layers.append(SceneLayer("changes", [Item(tuple(rings), scene.bounds)]))
    image = PillowPainter().render(scene, view)
    image.thumbnail(size)
    return image


def legend(done: Imported) -> str:
    """What the marks in the picture mean, "" where there are none."""
    return "" if done.is_new else _LEGEND_OF_ALL if _most_changes(done) else _LEGEND


def _most_changes(done: Imported) -> bool:
    map = done.design.map
    return len(hexes_of(map, (*done.merged.changed, *done.merged.reset))) > len(map.grid) * _MOST


def _bands(
    geometry: HexGeometry, sides: Iterable[Hexside], colour: str, scale: float
) -> Iterator[Primitive]:
    """Bands that lie under the rivers: with one in it a river came, without one it went."""
    for side in sides:
        yield Line(geometry.side_ends(side), colour, max(0.5, _LEAST_PX / scale))


def _rings(geometry: HexGeometry, hexes: Iterable[Hex], colour: str, scale: float) -> Iterator[Primitive]:
    radius = max(0.7, _LEAST_PX / scale)
    for hex in hexes:
        centre = geometry.centre(hex)
        yield Ellipse(centre, radius, radius, stroke="#ffffff", width=3.6 / scale)
        yield Ellipse(centre, radius, radius, stroke=colour, width=1.8 / scale)
