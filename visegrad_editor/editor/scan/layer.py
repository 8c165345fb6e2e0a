"""A picture as a layer of the map's tiles. No Tk here."""

from __future__ import annotations

from PIL import Image

from ...drawing.viewport import Viewport
from ...hexgrid import HexGeometry
from ...hexgrid.affine import Affine
from .pyramid import Pyramid


def to_level_map(geometry: HexGeometry) -> Affine:
    """Takes points of the map as it is seen, perhaps turned, to the map that is not turned."""
    (c, f), (a, d), (b, e) = map(geometry.unturned, ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    return Affine(a - c, b - c, c, d - f, e - f, f)


class ScanLayer:
    """A picture that lies so that `to_map` takes its pixels to map units."""

    def __init__(self, pyramid: Pyramid, to_map: Affine) -> None:
        self.pyramid = pyramid
        self.to_map = to_map
        self._to_picture = to_map.inverse()

    def paint(self, image: Image.Image, viewport: Viewport, geometry: HexGeometry, opacity: float) -> None:
        """Paint it upon an image of what the viewport shows, as much of it as the opacity says."""
        ox, oy = viewport.origin_px
        scale = 1 / viewport.scale
        to_view = Affine(scale, 0.0, ox * scale, 0.0, scale, oy * scale)
        to_picture = to_view.then(to_level_map(geometry)).then(self._to_picture)
        found = self.pyramid.part(to_picture, image.size)
        if found is None:
            return
        part, inside = found
        if opacity < 1:
            strength = round(255 * opacity)
            inside = (Image.new("L", image.size, strength) if inside is None
                      else inside.point(lambda v: strength if v else 0))
        image.paste(part, (0, 0), inside)
