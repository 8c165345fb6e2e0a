"""Scenes as SVG text, for artists: a named group for each layer, and the hex and unit of each item."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from ..hexgrid import Point
from .curves import spline
from .fonts import CAP_HEIGHT
from .primitives import Ellipse, Item, Line, Polygon, Primitive, Scene, Text

_ANCHORS = {"centre": "middle", "left": "start", "right": "end"}


def svg_text(scene: Scene, *, pixels_per_unit: float = 48.0, title: str = "") -> str:
    """The scene as an SVG document, `pixels_per_unit` px to the side of a hex.

    Layers are groups with the layer's name as id, as Inkscape shows them; items carry
    `data-hex` and `data-unit`. Texts stay texts, in Open Sans where it is installed.
    """
    left, top, right, bottom = scene.bounds
    wide, high = right - left, bottom - top
    k = pixels_per_unit
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{_n(wide * k)}" height="{_n(high * k)}" '
        f'viewBox="{_n(left)} {_n(top)} {_n(wide)} {_n(high)}" '
        "font-family=\"'Open Sans', 'Noto Sans', sans-serif\" "
        'stroke-linecap="round" stroke-linejoin="round">',
    ]
    if title:
        parts.append(f"<title>{escape(title)}</title>")
    parts.append(
        f'<rect id="paper" x="{_n(left)}" y="{_n(top)}" width="{_n(wide)}" height="{_n(high)}" '
        f'fill="{scene.background}"/>'
    )
    for layer in scene.layers:
        name = quoteattr(layer.name)
        parts.append(f'<g id={name} inkscape:groupmode="layer" inkscape:label={name}>')
        parts += [_item(i) for i in layer.items if i.most_scale >= 1e9]
        parts.append("</g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _item(item: Item) -> str:
    marks = ""
    if item.hex:
        marks += f" data-hex={quoteattr(item.hex)}"
    if item.unit:
        marks += f" data-unit={quoteattr(item.unit)}"
    return f"<g{marks}>" + "".join(_shape(p) for p in item.primitives) + "</g>"


def _shape(shape: Primitive) -> str:
    if isinstance(shape, Polygon):
        return f'<path d="{_path(shape.points, True, shape.smooth)}"{_paint(shape)}/>'
    if isinstance(shape, Line):
        dash = (
            f' stroke-dasharray="{_n(shape.dash[0])} {_n(shape.dash[1])}" stroke-linecap="butt"'
            if shape.dash
            else ""
        )
        offset = f' stroke-dashoffset="{_n(shape.dash[0] / 2)}"' if shape.dash else ""
        return (
            f'<path d="{_path(shape.points, False, shape.smooth)}" fill="none" stroke="{shape.colour}" '
            f'stroke-width="{_n(shape.width)}"{dash}{offset}/>'
        )
    if isinstance(shape, Ellipse):
        x, y = shape.centre
        return f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(shape.rx)}" ry="{_n(shape.ry)}"{_paint(shape)}/>'
    return _words(shape)


def _paint(shape: Polygon | Ellipse) -> str:
    fill = f' fill="{shape.fill}"' if shape.fill else ' fill="none"'
    if shape.fill and shape.opacity < 1:
        fill += f' fill-opacity="{_n(shape.opacity)}"'
    return fill + (f' stroke="{shape.stroke}" stroke-width="{_n(shape.width)}"' if shape.stroke else "")


def _path(points: Sequence[Point], closed: bool, smooth: bool) -> str:
    text = f"M{_p(points[0])}"
    if smooth:
        text += "".join(f"C{_p(b)} {_p(c)} {_p(d)}" for _, b, c, d in spline(points, closed))
    else:
        text += "".join(f"L{_p(p)}" for p in points[1:])
    return text + ("Z" if closed else "")


def _words(text: Text) -> str:
    x, y = text.at
    style = f' font-size="{_n(text.size)}" fill="{text.colour}" text-anchor="{_ANCHORS[text.anchor]}"'
    if text.bold:
        style += ' font-weight="bold"'
    if text.italic:
        style += ' font-style="italic"'
    if text.spacing:
        style += f' letter-spacing="{_n(text.spacing * text.size)}"'
    if text.halo:
        style += f' stroke="{text.halo}" stroke-width="{_n(text.size * 0.24)}" paint-order="stroke"'
    if text.rotation:
        style += f' transform="rotate({_n(text.rotation)} {_n(x)} {_n(y)})"'
    return f'<text x="{_n(x)}" y="{_n(y + CAP_HEIGHT * text.size / 2)}"{style}>{escape(text.text)}</text>'


def _p(point: Point) -> str:
    return f"{_n(point[0])},{_n(point[1])}"


def _n(value: float) -> str:
    """A number short enough for a file and fine enough for print."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text
