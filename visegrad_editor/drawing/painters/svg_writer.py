"""Writes items and primitives as the elements of an SVG drawing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from ...hexgrid import Point
from ..curves import Box, spline
from ..letters.fonts import CAP_HEIGHT
from ..primitives import Ellipse, Item, Line, Polygon, Primitive, Text
from .svg_lettering import Lettering, outline

_ANCHORS = {"centre": "middle", "left": "start", "right": "end"}
_MANY = 5
"""Shapes of one item that are worth to be written only once."""
_MOST_STEP = 9999
"""Longer steps are few."""
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN = re.compile(r"[\w.-]+").fullmatch
"""Whether a text may stand in an id and in XML as it is."""


class _Steps(dict[int, str]):
    """Steps from point to point as they are written, by their number of smallest parts."""

    def __init__(self, parts: int) -> None:
        super().__init__()
        self._parts = parts

    def __missing__(self, number: int) -> str:
        found = short(number / self._parts)
        if abs(number) < self._parts:
            found = found.replace("0.", ".", 1)
        if abs(number) <= _MOST_STEP:
            self[number] = found
        return found


class SvgWriter:
    """Writes the parts of one drawing.

    With `mm`, the millimetres of a map unit, coordinates are millimetres from the upper left of `bounds`;
    without, map units. `pixels` are those of a map unit where the drawing has its nominal size.
    """

    def __init__(self, bounds: Box, mm: float, pixels: float, lettering: Lettering) -> None:
        self.lettering, self.pixels = lettering, pixels
        self.k = mm or 1.0
        self.origin = bounds[:2] if mm else (0.0, 0.0)
        # Hundredths of a millimetre (2,540 dots an inch) are fine enough for print, and ten thousandths of a
        # map unit on a screen.
        self.parts = 100 if mm else 10000
        self._digits = 2 if mm else 4
        self._ids: dict[str, int] = {}
        self._drawn: dict[str, str] = {}
        self._steps = _Steps(self.parts)

    def coordinate(self, value: float) -> str:
        """A coordinate, written."""
        text = repr(round(value, self._digits))
        return text[:-2] if text.endswith(".0") else text

    def shows(self, item: Item) -> bool:
        """Whether an item is drawn: a drawing shows what a picture of its size does, not dust."""
        if item.least_scale > self.pixels or self.pixels >= item.most_scale:
            return False
        return not item.primitives or not all(self._is_dust(p) for p in item.primitives)

    def _is_dust(self, shape: Primitive) -> bool:
        return isinstance(shape, Text) and shape.size * self.pixels < shape.least_pixels

    def item(self, item: Item, layer: str) -> str:
        marks = ""
        if item.unit:
            marks = f" id={quoteattr(self.id(f'unit-{item.unit}'))}"
            if item.hex:
                marks += f" data-hex={quoteattr(clean(item.hex))}"
        elif item.hex:
            marks = self.marks(layer, item.hex)
        if item.unit:
            marks += f" data-unit={quoteattr(clean(item.unit))}"
        if len(item.primitives) >= _MANY and not any(isinstance(p, Text) for p in item.primitives):
            return f"<g{marks}>{self._repeated(item.primitives)}</g>"
        drawn = self.shapes([p for p in item.primitives if not self._is_dust(p)])
        if drawn.count("<") == 1 + drawn.startswith("<text"):
            # One shape needs no group around it.
            return drawn.replace(" ", f"{marks} ", 1)
        return f"<g{marks}>{drawn}</g>"

    def marks(self, layer: str, number: str) -> str:
        """The id of what a hex shows in a layer, and the hex's number."""
        if _PLAIN(number):
            name = f"{layer}-{number}"
            if name in self._ids:
                name = self.id(name)
            else:
                self._ids[name] = 1
            return f' id="{name}" data-hex="{number}"'
        return f" id={quoteattr(self.id(f'{layer}-{number}'))} data-hex={quoteattr(clean(number))}"

    def shapes(self, primitives: Sequence[Primitive]) -> str:
        """The primitives one after the other; neighbouring lines that look alike are one path."""
        found: list[str] = []
        alike: list[Line] = []
        for shape in primitives:
            if alike and _same_stroke(alike[-1], shape):
                alike.append(shape)  # type: ignore[arg-type]
                continue
            if alike:
                found.append(self._lines(alike))
            alike = [shape] if isinstance(shape, Line) else []
            if not alike:
                found.append(self._shape(shape))
        if alike:
            found.append(self._lines(alike))
        return "".join(found)

    def _repeated(self, primitives: Sequence[Primitive]) -> str:
        """Shapes that are written once, and where the same are elsewhere, only named."""
        first = primitives[0]
        assert not isinstance(first, Text)
        at = first.centre if isinstance(first, Ellipse) else first.points[0]
        (x, y), before = self.at(at), self.origin
        self.origin = at
        drawn = self.shapes(primitives)
        self.origin = before
        known = self._drawn.get(drawn)
        if known is not None:
            return f'<use xlink:href="#{known}" x="{short(x)}" y="{short(y)}"/>'
        name = self._drawn[drawn] = self.id(f"shapes-{len(self._drawn) + 1}")
        return f'<g transform="translate({short(x)} {short(y)})"><g id="{name}">{drawn}</g></g>'

    def id(self, name: str) -> str:
        """An id no other element has, of letters every program takes."""
        if not _PLAIN(name):
            name = re.sub(r"[^\w.-]+", "-", name)
        count = self._ids[name] = self._ids.get(name, 0) + 1
        return name if count == 1 else self.id(f"{name}.{count}")

    def _shape(self, shape: Primitive) -> str:
        k = self.k
        if isinstance(shape, Polygon):
            return f'<path d="{self.path(shape.points, True, shape.smooth)}"{self.paint(shape)}/>'
        if isinstance(shape, Line):
            return self._lines([shape])
        if isinstance(shape, Ellipse):
            x, y = self.at(shape.centre)
            rx, ry = short(shape.rx * k), short(shape.ry * k)
            return f'<ellipse cx="{short(x)}" cy="{short(y)}" rx="{rx}" ry="{ry}"{self.paint(shape)}/>'
        return self._words(shape)

    def _lines(self, lines: Sequence[Line]) -> str:
        """Lines of one look as one path."""
        look, k = lines[0], self.k
        rest = ""
        if look.dash:
            on, off = (short(d * k) for d in look.dash)
            rest = (f' stroke-dasharray="{on} {off}" stroke-linecap="butt"'
                    f' stroke-dashoffset="{short(look.dash[0] / 2 * k)}"')
        path = "".join(self.path(line.points, False, line.smooth) for line in lines)
        return (f'<path d="{path}" fill="none" stroke="{look.colour}" '
                f'stroke-width="{short(look.width * k)}"{rest}/>')

    def paint(self, shape: Polygon | Ellipse) -> str:
        fill = f' fill="{shape.fill}"' if shape.fill else ' fill="none"'
        if shape.fill and shape.opacity < 1:
            fill += f' fill-opacity="{short(shape.opacity)}"'
        if not shape.stroke:
            return fill
        return f'{fill} stroke="{shape.stroke}" stroke-width="{short(shape.width * self.k)}"'

    def path(self, points: Sequence[Point], closed: bool, smooth: bool) -> str:
        """The points one after the other, each by how far it lies from the one before."""
        steps = self._steps
        if smooth:
            curves = list(spline(points, closed))
            x0, y0 = x, y = self._whole(points[0])
            found = []
            for _, *three in curves:
                ends = [self._whole(p) for p in three]
                found.append(" ".join(f"{steps[a - x]},{steps[b - y]}" for a, b in ends))
                x, y = ends[-1]
            text = f"M{steps[x0]},{steps[y0]}c" + " ".join(found)
        else:
            (left, top), k = self.origin, self.k * self.parts
            xs = [round((x - left) * k) for x, _ in points]
            ys = [round((y - top) * k) for _, y in points]
            text = f"M{steps[xs[0]]},{steps[ys[0]]}"
            parts = [f"{steps[a - x]},{steps[b - y]}"
                     for x, a, y, b in zip(xs, xs[1:], ys, ys[1:], strict=False)]
            if parts:
                text += "l" + " ".join(parts)
        return text + ("z" if closed else "")

    def _whole(self, point: Point) -> tuple[int, int]:
        """A point in the smallest parts that are written."""
        x, y = self.at(point)
        return round(x * self.parts), round(y * self.parts)

    def _words(self, text: Text) -> str:
        x, y = self.at(text.at)
        size = text.size * self.k
        baseline = y + CAP_HEIGHT * size / 2
        turned = ""
        if text.rotation:
            turned = f' transform="rotate({short(text.rotation)} {short(x)} {short(y)})"'
        if self.lettering == "outlines":
            path = outline(text, (x, baseline), size, short)
            said = f" aria-label={quoteattr(clean(text.text))}"
            look = "".join(f" {x}" for x in self._ink(text))
            return f'<path d="{path}"{look}{turned}{said}/>' if path else ""
        look = "".join(f" {x}" for x in self.letters(text))
        return f'<text x="{short(x)}" y="{short(baseline)}"{look}{turned}>{plain(text.text)}</text>'

    def _ink(self, text: Text) -> list[str]:
        found = [f'fill="{text.colour}"']
        if text.halo:
            width = short(text.size * self.k * 0.24)
            found += [f'stroke="{text.halo}"', f'stroke-width="{width}"', 'paint-order="stroke"']
        return found

    def letters(self, text: Text) -> list[str]:
        """How the letters of a text look, as attributes."""
        size = text.size * self.k
        found = [f'font-size="{short(size)}"', f'text-anchor="{_ANCHORS[text.anchor]}"', *self._ink(text)]
        if text.bold:
            found.append('font-weight="bold"')
        if text.italic:
            found.append('font-style="italic"')
        if text.family:
            found.append(f"font-family={quoteattr(clean(text.family))}")
        if text.spacing:
            found.append(f'letter-spacing="{short(text.spacing * size)}"')
        return found

    def at(self, point: Point) -> Point:
        """Where a point of the map lies in the drawing."""
        return (point[0] - self.origin[0]) * self.k, (point[1] - self.origin[1]) * self.k


def _same_stroke(line: Line, other: Primitive) -> bool:
    return (isinstance(other, Line) and line.dash is None and other.dash is None
            and line.colour == other.colour and line.width == other.width)


def clean(text: str) -> str:
    """The text without characters XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)


def plain(text: str) -> str:
    return escape(clean(text))


def short(value: float) -> str:
    """A number short enough for a file and fine enough for print."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text
