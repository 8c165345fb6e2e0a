"""Paints scenes as pixels.

Shapes are drawn on an oversized image that is then reduced, which smooths their edges. Text is drawn by the
font engine at its final size and enlarged without smoothing, so that after the reduction it is exactly as
crisp as the font engine made it and still in its place among the shapes. All rounding is relative to the
map's origin, so a region painted alone has the same pixels as in the whole picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from PIL import Image, ImageChops, ImageDraw

from ...hexgrid import Point
from ..colours import rgb
from ..curves import boxes_meet, dashed, flattened, ribbon
from ..letters.text_masks import TextMask, TextMasks, least_size, shown_colour
from ..picture_pixels import shown, sized_image
from ..primitives import Ellipse, Item, Line, Picture, Polygon, Primitive, Scene, Text
from ..viewport import Viewport

BAND_PX = 900
"""Pictures higher than this are painted in bands, to keep the oversized image small."""
RIBBON_PX = 4.0
"""Lines at least this wide on the oversized image are drawn as one outline, which is smoother."""
_MOST_KEPT = 8_000
"""The most cached curves and outlines, of some two thousand bytes each."""
Points = Sequence[Point] | np.ndarray
"""A sequence of points; those of curves are a table (n, 2), a tenth as large."""
HAIRLINE_PX = 0.3
"""An outline in the colour of its own fill (which hides seams on paper) is omitted below this width."""


class PillowPainter:
    """Paints items to images; keep the object, as it caches its computations.

    `supersample` is how many times the oversized image is larger each way.
    """

    def __init__(self, supersample: int = 3, background: str = "#ffffff") -> None:
        self.supersample = supersample
        self.background = background
        self._points: dict[int, tuple[Primitive, np.ndarray]] = {}
        self._outlines: dict[int, tuple[Primitive, list[tuple[Points, np.ndarray]]]] = {}
        self._masks = TextMasks(supersample)

    def render(
        self, what: Scene | Iterable[Item], viewport: Viewport, background: str | Image.Image | None = None
    ) -> Image.Image:
        """An RGB image of the part of a scene, or of items from bottom to top, in the viewport.

        `background` is a colour, or a picture of the viewport's size to paint upon.
        """
        if isinstance(what, Scene):
            background = background or what.background
            items: Iterable[Item] = (i for layer in what.layers for i in layer.items)
        else:
            items = what
        ground = self.background if background is None else background
        shown = visible(items, viewport)
        if viewport.height_px <= BAND_PX:
            return self._band(shown, viewport, ground)
        image = Image.new("RGB", (viewport.width_px, viewport.height_px))
        for y in range(0, viewport.height_px, BAND_PX):
            part = viewport.region(0, y, viewport.width_px, min(BAND_PX, viewport.height_px - y))
            below = ground
            if isinstance(ground, Image.Image):
                below = ground.crop((0, y, part.width_px, y + part.height_px))
            image.paste(self._band(visible(shown, part), part, below), (0, y))
        return image

    def render_transparent(self, items: Iterable[Item], viewport: Viewport) -> Image.Image:
        """An RGBA image, transparent where nothing is painted.

        It is computed from the picture on black and the picture on white, so that translucent shapes and
        smoothed edges are correct on any ground.
        """
        shown = visible(items, viewport)
        black, white = self._band(shown, viewport, "#000000"), self._band(shown, viewport, "#ffffff")
        parts = ImageChops.subtract(white, black).split()
        clear = ImageChops.darker(ImageChops.darker(parts[0], parts[1]), parts[2])
        return Image.merge("RGBa", (*black.split(), ImageChops.invert(clear))).convert("RGBA")

    def forget(self) -> None:
        """Clear the cache, after a document was replaced."""
        self._points.clear()
        self._outlines.clear()
        self._masks.clear()

    # -- one oversized image --------------------------------------------------------------

    def _band(
        self, items: Iterable[Item], viewport: Viewport, background: str | Image.Image
    ) -> Image.Image:
        ss = self.supersample
        size = (viewport.width_px * ss, viewport.height_px * ss)
        if isinstance(background, Image.Image):
            # Every pixel becomes a square of its colour, which the reduction restores exactly.
            image = background.resize(size, Image.Resampling.NEAREST)
        else:
            image = Image.new("RGB", size, background)
        ox, oy = viewport.origin_px
        canvas = _Canvas(image, viewport.scale * ss, ox * ss, oy * ss)
        for item in items:
            for primitive in item.primitives:
                if isinstance(primitive, Text):
                    self._text(canvas, primitive, viewport)
                elif isinstance(primitive, Ellipse):
                    canvas.ellipse(primitive)
                elif isinstance(primitive, Polygon):
                    self._polygon(canvas, primitive)
                elif isinstance(primitive, Picture):
                    canvas.picture(primitive)
                else:
                    self._line(canvas, primitive)
        return image.reduce(ss) if ss > 1 else image

    def _flat(self, shape: Polygon | Line) -> Points:
        if not shape.smooth:
            return shape.points
        known = self._points.get(id(shape))
        if known is None or known[0] is not shape:
            if len(self._points) >= _MOST_KEPT:
                self._points.clear()
            known = (shape, np.array(flattened(shape.points, isinstance(shape, Polygon))))
            self._points[id(shape)] = known
        return known[1]

    def _polygon(self, canvas: _Canvas, shape: Polygon) -> None:
        points = self._flat(shape)
        if shape.fill:
            canvas.fill(points, shape.fill, shape.opacity)
        width = shape.width * canvas.scale
        if not shape.stroke or (shape.stroke == shape.fill and width < HAIRLINE_PX * self.supersample):
            return
        outline = self._ribbons(shape)[0][1] if width >= RIBBON_PX else ()
        if len(outline):
            canvas.fill(outline, shape.stroke, 1.0)
        else:
            canvas.line(points, shape.stroke, shape.width, closed=True)

    def _line(self, canvas: _Canvas, line: Line) -> None:
        if line.width * canvas.scale < RIBBON_PX:
            points = self._flat(line)
            for piece in dashed(_listed(points), *line.dash) if line.dash else (points,):
                canvas.line(piece, line.colour, line.width)
            return
        for piece, outline in self._ribbons(line):
            canvas.ribbon(piece, outline, line)

    def _ribbons(self, line: Line | Polygon) -> list[tuple[Points, np.ndarray]]:
        """The pieces of a line with their outlines; an outline is empty if the line turns too sharply."""
        known = self._outlines.get(id(line))
        if known is None or known[0] is not line:
            if len(self._outlines) >= _MOST_KEPT:
                self._outlines.clear()
            flat = self._flat(line)
            points, closed = _listed(flat), isinstance(line, Polygon)
            pieces: list[tuple[Points, Sequence[Point]]] = [(flat, points)]
            if isinstance(line, Line) and line.dash:
                pieces = [(p, p) for p in dashed(points, *line.dash)]
            known = (line, [(kept, np.array(ribbon(p, line.width, closed))) for kept, p in pieces])
            self._outlines[id(line)] = known
        return known[1]

    def _text(self, canvas: _Canvas, text: Text, viewport: Viewport) -> None:
        size = text.size * viewport.scale
        if size < least_size(text) or not text.text:
            return
        mask = self._masks.mask(text, size)
        x, y = viewport.to_screen(text.at)
        canvas.mask(mask, x, y, text, shown_colour(text, size))


def _listed(points: Points) -> Sequence[Point]:
    """The points one by one."""
    return [(x, y) for x, y in points.tolist()] if isinstance(points, np.ndarray) else points


def visible(items: Iterable[Item], viewport: Viewport) -> list[Item]:
    """The items visible in the viewport at its scale, in order."""
    box, scale = viewport.box, viewport.scale
    return [i for i in items if i.least_scale <= scale < i.most_scale and boxes_meet(i.box, box)]


class _Canvas:
    """Draws on the oversized image; coordinates are rounded relative to the map's origin."""

    def __init__(self, image: Image.Image, scale: float, ox: int, oy: int) -> None:
        self.image = image
        self.scale, self.ox, self.oy = scale, ox, oy
        self.draw = ImageDraw.Draw(image)
        self.blend = ImageDraw.Draw(image, "RGBA")

    def _pixels(self, points: Points) -> list[int]:
        s, ox, oy = self.scale, self.ox, self.oy
        if isinstance(points, np.ndarray):
            pixels: list[int] = (np.rint(points * s).astype(np.int64) - (ox, oy)).ravel().tolist()
            return pixels
        return [v for x, y in points for v in (round(x * s) - ox, round(y * s) - oy)]

    def fill(self, points: Points, colour: str, opacity: float) -> None:
        if opacity >= 1:
            self.draw.polygon(self._pixels(points), fill=colour)
        else:
            self.blend.polygon(self._pixels(points), fill=(*rgb(colour), round(255 * opacity)))

    def line(self, points: Points, colour: str, width: float, closed: bool = False) -> None:
        xy = self._pixels(points)
        self._stroke([*xy, *xy[:2]] if closed else xy, colour, width)

    def ribbon(self, points: Points, outline: np.ndarray, line: Line) -> None:
        """A wide line by its outline; dashes have square ends, other lines round ones."""
        if not len(outline):
            self.line(points, line.colour, line.width)
            return
        self.draw.polygon(self._pixels(outline), fill=line.colour)
        if line.dash is None:
            for x, y in (points[0], points[-1]):
                self._disc((float(x), float(y)), line.width / 2, line.colour)

    def _disc(self, centre: Point, radius: float, colour: str) -> None:
        s = self.scale
        x0, y0 = round((centre[0] - radius) * s) - self.ox, round((centre[1] - radius) * s) - self.oy
        d = max(1, round(2 * radius * s))
        self.draw.ellipse((x0, y0, x0 + d, y0 + d), fill=colour)

    def _stroke(self, xy: list[int], colour: str, width: float) -> None:
        w = max(1, round(width * self.scale))
        self.draw.line(xy, fill=colour, width=w)
        if w < 3:
            return
        # Pillow gives wide lines neither round ends nor joins.
        r, s = w / 2, 0.5 if w % 2 == 0 else 0.0
        last = len(xy) - 2
        for i in range(0, len(xy), 2):
            if 0 < i < last and not _bends(xy, i, w):
                continue
            x, y = xy[i] - s, xy[i + 1] - s
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def picture(self, picture: Picture) -> None:
        left, top, right, bottom = (round(v * self.scale) for v in picture.box)
        sized = sized_image(shown(picture), max(1, right - left), max(1, bottom - top))
        self.image.paste(sized, (left - self.ox, top - self.oy))

    def ellipse(self, shape: Ellipse) -> None:
        s = self.scale
        cx, cy = shape.centre
        x0, x1 = round((cx - shape.rx) * s) - self.ox, round((cx + shape.rx) * s) - self.ox
        y0, y1 = round((cy - shape.ry) * s) - self.oy, round((cy + shape.ry) * s) - self.oy
        half = shape.width * s / 2 if shape.stroke else 0.0
        if shape.fill:
            if shape.opacity >= 1:
                self.draw.ellipse((x0, y0, x1, y1), fill=shape.fill)
            else:
                self.blend.ellipse((x0, y0, x1, y1), fill=(*rgb(shape.fill), round(255 * shape.opacity)))
        if shape.stroke:
            h = round(half)
            self.draw.ellipse(
                (x0 - h, y0 - h, x1 + h, y1 + h), outline=shape.stroke, width=max(1, round(2 * half))
            )

    def mask(self, mask: TextMask, x: float, y: float, text: Text, colour: str) -> None:
        """Print a text whose middle, left or right end is at pixel (x, y) of the window."""
        left, top = (
            math.floor(x + mask.dx + 0.5) * mask.enlarged,
            math.floor(y + mask.dy + 0.5) * mask.enlarged,
        )
        if mask.rim is not None:
            self.image.paste(text.halo, (left, top), mask.rim)
        self.image.paste(colour, (left, top), mask.letters)


def _bends(xy: list[int], i: int, width: int) -> bool:
    """Whether a line turns enough at a point to show a notch."""
    ax, ay = xy[i] - xy[i - 2], xy[i + 1] - xy[i - 1]
    bx, by = xy[i + 2] - xy[i], xy[i + 3] - xy[i + 1]
    cross, dot = ax * by - ay * bx, ax * bx + ay * by
    return dot <= 0 or abs(cross) * width > 1.2 * dot
