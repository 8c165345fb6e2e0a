"""Scenes as SVG text, for artists: a named group for each layer, and the hex and unit of each item."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from ..primitives import Scene
from ..vector.runs import Run, VectorLayer, VectorScene
from .svg_lettering import Lettering, font_styles
from .svg_runs import run_elements
from .svg_writer import SvgWriter, plain, short

_PIXELS_PER_MM = 96 / 25.4
_ALL = 1e8
"""Pixels of a map unit at which all detail shows."""


def svg_text(
    scene: Scene | VectorScene,
    *,
    pixels_per_unit: float = 48.0,
    mm_per_unit: float = 0.0,
    title: str = "",
    lettering: Lettering = "text",
    counters: float = 1.0,
) -> str:
    """The scene as an SVG document.

    With `mm_per_unit`, the length of a hex's side on paper, size and coordinates are millimetres; else
    coordinates are map units, drawn `pixels_per_unit` px large. Layers are groups with the layer's name
    as id, as Inkscape shows them; items carry `data-hex` and `data-unit`, and an id such as
    `terrain-0601` or `unit-poland-1st-Armored`. `counters` says how solid these are, 0 to 1.
    """
    if isinstance(scene, Scene):
        scene = VectorScene(
            scene.bounds, tuple(VectorLayer(x.name, tuple(x.items)) for x in scene.layers), scene.background)
    pixels = svg_pixels(mm_per_unit) if mm_per_unit else _ALL
    writer = SvgWriter(scene.bounds, mm_per_unit, pixels, lettering)
    left, top, right, bottom = scene.bounds
    corner, wide, high = writer.at((left, top)), (right - left) * writer.k, (bottom - top) * writer.k
    x, y, width, height = (short(v) for v in (*corner, wide, high))
    measure, scale = ("mm", mm_per_unit) if mm_per_unit else ("", pixels_per_unit)
    size = [f"{short(v * scale)}{measure}" for v in (right - left, bottom - top)]
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{size[0]}" height="{size[1]}" '
        f'viewBox="{x} {y} {width} {height}" '
        "font-family=\"'Open Sans', 'Noto Sans', sans-serif\" "
        'stroke-linecap="round" stroke-linejoin="round">',
    ]
    if title:
        parts.append(f"<title>{plain(title)}</title>")
    if lettering == "embedded" and (styles := font_styles(scene)):
        parts.append(f"<style>{styles}</style>")
    writer.id("paper")
    parts.append(
        f'<rect id="paper" x="{x}" y="{y}" width="{width}" height="{height}" fill="{scene.background}"/>')
    for layer in scene.layers:
        writer.id(layer.name)
    for layer in scene.layers:
        name = quoteattr(layer.name)
        solid = f' opacity="{short(counters)}"' if layer.name == "counters" and counters < 1 else ""
        parts.append(f'<g id={name} inkscape:groupmode="layer" inkscape:label={name}{solid}>')
        for part in layer.parts:
            if isinstance(part, Run):
                parts += run_elements(writer, part, layer.name)
            elif writer.shows(part):
                parts.append(writer.item(part, layer.name))
        parts.append("</g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def svg_pixels(mm_per_unit: float) -> float:
    """Pixels of a map unit in a drawing of that size, as programs show it at 100 %."""
    return mm_per_unit * _PIXELS_PER_MM
