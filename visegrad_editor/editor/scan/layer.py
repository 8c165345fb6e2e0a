"""A scan as a layer of the tiles of the map. No Tk here."""

from __future__ import annotations

from PIL import Image

from ...drawing.curves import Box
from ...drawing.viewport import Viewport
from ...hexgrid import HexGeometry
from ...hexgrid.affine import Affine
from .pyramid import Pyramid, PyramidError


def to_level_map(geometry: HexGeometry) -> Affine:
    """The transformation from the map as shown, perhaps rotated, to the map without rotation."""
    (c, f), (a, d), (b, e) = map(geometry.unturned, ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    return Affine(a - c, b - c, c, d - f, e - f, f)


class ScanLayer:
    """A picture whose pixels `to_map` takes to map units."""

    def __init__(self, pyramid: Pyramid, to_map: Affine) -> None:
        self.pyramid = pyramid
        self.to_map = to_map
        self._to_picture = to_map.inverse()

    def box(self, geometry: HexGeometry) -> Box:
        """The box around the picture on the map as shown."""
        return _box_of(self.pyramid.size, self.to_map.then(to_level_map(geometry).inverse()))

    def paint(self, image: Image.Image, viewport: Viewport, geometry: HexGeometry | None, opacity: float
              ) -> None:
        """Paint the picture over an image of a viewport, with an opacity from 0 to 1. `geometry` is that of a
        map that may be shown rotated."""
        ox, oy = viewport.origin_px
        scale = 1 / viewport.scale
        to_view = Affine(scale, 0.0, ox * scale, 0.0, scale, oy * scale)
        if geometry is not None:
            to_view = to_view.then(to_level_map(geometry))
        try:
            result = self.pyramid.part(to_view.then(self._to_picture), image.size)
        except PyramidError:
            # The cached file is gone; the map is shown without its picture until it is made again.
            return
        if result is None:
            return
        part, inside = result
        if opacity < 1:
            strength = round(255 * opacity)
            inside = (Image.new("L", image.size, strength) if inside is None
                      else inside.point(lambda v: strength if v else 0))
        image.paste(part, (0, 0), inside)


class UnplacedScan:
    """A picture that is shown by itself while it is being aligned. `frame` takes its pixels to the units of
    the view."""

    def __init__(self, pyramid: Pyramid, frame: Affine) -> None:
        self._layer = ScanLayer(pyramid, frame)
        self.bounds = _box_of(pyramid.size, frame)

    def paint(self, image: Image.Image, viewport: Viewport) -> None:
        """Paint the picture over an image of a viewport."""
        self._layer.paint(image, viewport, None, 1.0)


def _box_of(size: tuple[int, int], lay: Affine) -> Box:
    """The box around a picture after a transformation."""
    width, height = size
    corners = [lay.apply(p) for p in ((0, 0), (width, 0), (width, height), (0, height))]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
