"""Scenes as SVG text, for artists: a named group for each layer, and the hex and unit of each item."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from ...hexgrid import Point
from ..curves import spline
from ..letters.fonts import CAP_HEIGHT
from ..primitives import Ellipse, Item, Line, Polygon, Primitive, Scene, Text
from ..writing.labels import NEAR
from .svg_lettering import Lettering, font_styles, outline

_PIXELS_PER_MM = 96 / 25.4
_ANCHORS = {"centre": "middle", "left": "start", "right": "end"}
_MANY = 5
"""Shapes of one item that are worth to be written only once."""
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg_text(
    scene: Scene,
    *,
    pixels_per_unit: float = 48.0,
    mm_per_unit: float = 0.0,
    title: str = "",
    lettering: Lettering = "text",
) -> str:
    """The scene as an SVG document.

    With `mm_per_unit`, the length of a hex's side on paper, size and coordinates are millimetres; else
    coordinates are map units, drawn `pixels_per_unit` px large. Layers are groups with the layer's name
    as id, as Inkscape shows them; items carry `data-hex` and `data-unit`, and an id such as
    `terrain-0601` or `unit-poland-1st-Armored`.
    """
    return _Writer(scene, pixels_per_unit, mm_per_unit, lettering).document(title)


class _Writer:
    """Writes one scene."""

    def __init__(self, scene: Scene, px: float, mm: float, lettering: Lettering) -> None:
        self.scene, self.lettering = scene, lettering
        left, top, right, bottom = scene.bounds
        self.k = mm or 1.0
        self.origin = (left, top) if mm else (0.0, 0.0)
        corner, wide, high = self._at((left, top)), (right - left) * self.k, (bottom - top) * self.k
        self.view = [_n(v) for v in (*corner, wide, high)]
        measure, scale = ("mm", mm) if mm else ("", px)
        self.size = [f"{_n(v * scale)}{measure}" for v in (right - left, bottom - top)]
        # Micrometres are fine enough for print, and ten thousandths of a map unit on a screen.
        self._parts = 1000 if mm else 10000
        self.pixels = mm * _PIXELS_PER_MM or 1e9
        self._ids: dict[str, int] = {}
        self._drawn: dict[str, str] = {}
        self._numbers: dict[int, str] = {}

    def document(self, title: str) -> str:
        x, y, wide, high = self.view
        parts = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<svg xmlns="http://www.w3.org/2000/svg" '
            'xmlns:xlink="http://www.w3.org/1999/xlink" '
            'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
            f'width="{self.size[0]}" height="{self.size[1]}" '
            f'viewBox="{x} {y} {wide} {high}" '
            "font-family=\"'Open Sans', 'Noto Sans', sans-serif\" "
            'stroke-linecap="round" stroke-linejoin="round">',
        ]
        if title:
            parts.append(f"<title>{_text(title)}</title>")
        if self.lettering == "embedded" and (styles := font_styles(self.scene)):
            parts.append(f"<style>{styles}</style>")
        self._id("paper")
        parts.append(
            f'<rect id="paper" x="{x}" y="{y}" width="{wide}" height="{high}" '
            f'fill="{self.scene.background}"/>'
        )
        for layer in self.scene.layers:
            self._id(layer.name)
        for layer in self.scene.layers:
            name = quoteattr(layer.name)
            parts.append(f'<g id={name} inkscape:groupmode="layer" inkscape:label={name}>')
            parts += [self._item(i, layer.name) for i in layer.items if self._shows(i)]
            parts.append("</g>")
        parts.append("</svg>")
        return "\n".join(parts) + "\n"

    def _shows(self, item: Item) -> bool:
        """Whether an item is drawn: a small drawing shows what a picture of its size does, not dust."""
        if self.pixels >= NEAR:
            return item.most_scale >= 1e9
        return item.least_scale <= self.pixels < item.most_scale and not (
            item.primitives and all(
                isinstance(p, Text) and p.size * self.pixels < p.least_pixels for p in item.primitives))

    def _item(self, item: Item, layer: str) -> str:
        marks = ""
        if item.hex or item.unit:
            name = f"unit-{item.unit}" if item.unit else f"{layer}-{item.hex}"
            marks = f" id={quoteattr(self._id(name))}"
        if item.hex:
            marks += f" data-hex={quoteattr(_clean(item.hex))}"
        if item.unit:
            marks += f" data-unit={quoteattr(_clean(item.unit))}"
        if len(item.primitives) >= _MANY and not any(isinstance(p, Text) for p in item.primitives):
            return f"<g{marks}>{self._repeated(item.primitives)}</g>"
        return f"<g{marks}>{self._shapes(item.primitives)}</g>"

    def _shapes(self, primitives: Sequence[Primitive]) -> str:
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
        (x, y), before = self._at(at), self.origin
        self.origin = at
        drawn = self._shapes(primitives)
        self.origin = before
        known = self._drawn.get(drawn)
        if known is not None:
            return f'<use xlink:href="#{known}" x="{_n(x)}" y="{_n(y)}"/>'
        name = self._drawn[drawn] = self._id(f"shapes-{len(self._drawn) + 1}")
        return f'<g transform="translate({_n(x)} {_n(y)})"><g id="{name}">{drawn}</g></g>'

    def _id(self, name: str) -> str:
        """An id no other element has, of letters every program takes."""
        name = re.sub(r"[^\w.-]+", "-", name)
        count = self._ids[name] = self._ids.get(name, 0) + 1
        return name if count == 1 else self._id(f"{name}.{count}")

    def _shape(self, shape: Primitive) -> str:
        k = self.k
        if isinstance(shape, Polygon):
            return f'<path d="{self._path(shape.points, True, shape.smooth)}"{self._paint(shape)}/>'
        if isinstance(shape, Line):
            return self._lines([shape])
        if isinstance(shape, Ellipse):
            x, y = self._at(shape.centre)
            return (
                f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(shape.rx * k)}" ry="{_n(shape.ry * k)}"'
                f"{self._paint(shape)}/>"
            )
        return self._words(shape)

    def _lines(self, lines: Sequence[Line]) -> str:
        """Lines of one look as one path."""
        look, k = lines[0], self.k
        rest = ""
        if look.dash:
            rest = (f' stroke-dasharray="{_n(look.dash[0] * k)} {_n(look.dash[1] * k)}" stroke-linecap="butt"'
                    f' stroke-dashoffset="{_n(look.dash[0] / 2 * k)}"')
        path = "".join(self._path(line.points, False, line.smooth) for line in lines)
        return (f'<path d="{path}" fill="none" stroke="{look.colour}" '
                f'stroke-width="{_n(look.width * k)}"{rest}/>')

    def _paint(self, shape: Polygon | Ellipse) -> str:
        fill = f' fill="{shape.fill}"' if shape.fill else ' fill="none"'
        if shape.fill and shape.opacity < 1:
            fill += f' fill-opacity="{_n(shape.opacity)}"'
        if not shape.stroke:
            return fill
        return f'{fill} stroke="{shape.stroke}" stroke-width="{_n(shape.width * self.k)}"'

    def _path(self, points: Sequence[Point], closed: bool, smooth: bool) -> str:
        """The points one after the other, each by how far it lies from the one before."""
        if smooth:
            curves = list(spline(points, closed))
            x0, y0 = x, y = self._whole(points[0])
            found = []
            for _, *three in curves:
                ends = [self._whole(p) for p in three]
                found.append(" ".join(f"{self._short(a - x)},{self._short(b - y)}" for a, b in ends))
                x, y = ends[-1]
            text = f"M{self._short(x0)},{self._short(y0)}c" + " ".join(found)
        else:
            parts, (left, top), k, short = [], self.origin, self.k * self._parts, self._short
            (px, py), *others = points
            x, y = round((px - left) * k), round((py - top) * k)
            text = f"M{short(x)},{short(y)}"
            for px, py in others:
                a, b = round((px - left) * k), round((py - top) * k)
                parts.append(f"{short(a - x)},{short(b - y)}")
                x, y = a, b
            if parts:
                text += "l" + " ".join(parts)
        return text + ("z" if closed else "")

    def _whole(self, point: Point) -> tuple[int, int]:
        """A point in the smallest parts that are written."""
        x, y = self._at(point)
        return round(x * self._parts), round(y * self._parts)

    def _short(self, number: int) -> str:
        """A number of those parts, written."""
        found = self._numbers.get(number)
        if found is None:
            found = _n(number / self._parts).replace("0.", ".", 1) if abs(number) < self._parts else _n(
                number / self._parts)
            if abs(number) <= 9999:  # most steps from point to point
                self._numbers[number] = found
        return found

    def _words(self, text: Text) -> str:
        x, y = self._at(text.at)
        size = text.size * self.k
        baseline = y + CAP_HEIGHT * size / 2
        rest = ""
        if text.halo:
            rest += f' stroke="{text.halo}" stroke-width="{_n(size * 0.24)}" paint-order="stroke"'
        if text.rotation:
            rest += f' transform="rotate({_n(text.rotation)} {_n(x)} {_n(y)})"'
        if self.lettering == "outlines":
            path = outline(text, (x, baseline), size, _n)
            said = f" aria-label={quoteattr(_clean(text.text))}"
            return f'<path d="{path}" fill="{text.colour}"{rest}{said}/>' if path else ""
        style = f' font-size="{_n(size)}" fill="{text.colour}" text-anchor="{_ANCHORS[text.anchor]}"'
        if text.bold:
            style += ' font-weight="bold"'
        if text.italic:
            style += ' font-style="italic"'
        if text.family:
            style += f' font-family={quoteattr(_clean(text.family))}'
        if text.spacing:
            style += f' letter-spacing="{_n(text.spacing * size)}"'
        return f'<text x="{_n(x)}" y="{_n(baseline)}"{style}{rest}>{_text(text.text)}</text>'

    def _at(self, point: Point) -> Point:
        return (point[0] - self.origin[0]) * self.k, (point[1] - self.origin[1]) * self.k


def _same_stroke(line: Line, other: Primitive) -> bool:
    return (isinstance(other, Line) and line.dash is None and other.dash is None
            and line.colour == other.colour and line.width == other.width)


def _clean(text: str) -> str:
    """The text without characters XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)


def _text(text: str) -> str:
    return escape(_clean(text))


def _n(value: float) -> str:
    """A number short enough for a file and fine enough for print."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text
