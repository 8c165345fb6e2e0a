"""Scenes as SVG text, for artists: a named group for each layer, and the hex and unit of each item."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from ..hexgrid import Point
from .curves import spline
from .fonts import CAP_HEIGHT
from .primitives import Ellipse, Item, Line, Polygon, Primitive, Scene, Text
from .svg_lettering import Lettering, font_styles, outline

_ANCHORS = {"centre": "middle", "left": "start", "right": "end"}
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
        self._ids: dict[str, int] = {}

    def document(self, title: str) -> str:
        x, y, wide, high = self.view
        parts = [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<svg xmlns="http://www.w3.org/2000/svg" '
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
            parts += [self._item(i, layer.name) for i in layer.items if i.most_scale >= 1e9]
            parts.append("</g>")
        parts.append("</svg>")
        return "\n".join(parts) + "\n"

    def _item(self, item: Item, layer: str) -> str:
        marks = ""
        if item.hex or item.unit:
            name = f"unit-{item.unit}" if item.unit else f"{layer}-{item.hex}"
            marks = f" id={quoteattr(self._id(name))}"
        if item.hex:
            marks += f" data-hex={quoteattr(_clean(item.hex))}"
        if item.unit:
            marks += f" data-unit={quoteattr(_clean(item.unit))}"
        return f"<g{marks}>" + "".join(self._shape(p) for p in item.primitives) + "</g>"

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
            dash = (
                f' stroke-dasharray="{_n(shape.dash[0] * k)} {_n(shape.dash[1] * k)}" stroke-linecap="butt"'
                if shape.dash
                else ""
            )
            offset = f' stroke-dashoffset="{_n(shape.dash[0] / 2 * k)}"' if shape.dash else ""
            return (
                f'<path d="{self._path(shape.points, False, shape.smooth)}" fill="none" '
                f'stroke="{shape.colour}" stroke-width="{_n(shape.width * k)}"{dash}{offset}/>'
            )
        if isinstance(shape, Ellipse):
            x, y = self._at(shape.centre)
            return (
                f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(shape.rx * k)}" ry="{_n(shape.ry * k)}"'
                f"{self._paint(shape)}/>"
            )
        return self._words(shape)

    def _paint(self, shape: Polygon | Ellipse) -> str:
        fill = f' fill="{shape.fill}"' if shape.fill else ' fill="none"'
        if shape.fill and shape.opacity < 1:
            fill += f' fill-opacity="{_n(shape.opacity)}"'
        if not shape.stroke:
            return fill
        return f'{fill} stroke="{shape.stroke}" stroke-width="{_n(shape.width * self.k)}"'

    def _path(self, points: Sequence[Point], closed: bool, smooth: bool) -> str:
        text = f"M{self._p(points[0])}"
        if smooth:
            text += "".join(
                f"C{self._p(b)} {self._p(c)} {self._p(d)}" for _, b, c, d in spline(points, closed))
        else:
            text += "".join(f"L{self._p(p)}" for p in points[1:])
        return text + ("Z" if closed else "")

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

    def _p(self, point: Point) -> str:
        x, y = self._at(point)
        return f"{_n(x)},{_n(y)}"


def _clean(text: str) -> str:
    """The text without characters XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)


def _text(text: str) -> str:
    return escape(_clean(text))


def _n(value: float) -> str:
    """A number short enough for a file and fine enough for print."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text
