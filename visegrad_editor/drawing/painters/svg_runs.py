"""Writes many hexes that look alike in an SVG drawing: an element for each, what they share only once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from xml.sax.saxutils import escape

from ...hexgrid import Point
from ..letters.fonts import CAP_HEIGHT
from ..primitives import Line, Polygon, Primitive, Text
from ..vector.runs import Place, Run
from .svg_writer import SvgWriter, clean, short


def run_elements(writer: SvgWriter, run: Run, layer: str) -> Iterator[str]:
    """The elements of all hexes of a run in a layer."""
    if run.least_scale > writer.pixels:
        return
    if run.lettered and writer.lettering != "outlines":
        yield from _numbers(writer, run, layer)
    elif run.lettered:
        # Outlines have no letters to share.
        yield from (writer.item(item, layer) for item in run.items())
    elif layer == "grid":
        yield from _grid(writer, run)
    elif all(len(d) == 1 and isinstance(d[0], Polygon) for d in run.drawings):
        yield from _grounds(writer, run, layer)
    else:
        yield from _marks(writer, run, layer)


def _about(writer: SvgWriter, shapes: Sequence[Primitive]) -> str:
    """Shapes as they are about the origin."""
    before, writer.origin = writer.origin, (0.0, 0.0)
    drawn = writer.shapes(shapes)
    writer.origin = before
    return drawn


def _path_about(writer: SvgWriter, points: Sequence[Point], closed: bool, smooth: bool) -> tuple[Point, str]:
    """Where a path about the origin begins, and how it goes on from there."""
    before, writer.origin = writer.origin, (0.0, 0.0)
    path = writer.path(points, closed, smooth)
    writer.origin = before
    steps = path.find("c") if smooth else path.find("l")
    return points[0], path[steps:] if steps >= 0 else ""


def _grounds(writer: SvgWriter, run: Run, layer: str) -> Iterator[str]:
    """A path for each hex."""
    drawings: list[tuple[Point, str]] = []
    shared = ""
    for shapes in run.drawings:
        (shape,) = (s for s in shapes if isinstance(s, Polygon))
        start, path = _path_about(writer, shape.points, True, shape.smooth)
        paint = writer.paint(shape)
        shared = shared or paint[paint.find(" stroke-width"):] * bool(shape.stroke)
        drawings.append((start, f'{path}"{paint.removesuffix(shared)}/>'))
    (left, top), k, marks, at = writer.origin, writer.k, writer.marks, writer.coordinate
    yield f"<g{shared}>"
    for drawing, number, x, y in run.places:
        (dx, dy), rest = drawings[drawing]
        yield (f'<path{marks(layer, number)} d="M{at((x + dx - left) * k)},'
               f"{at((y + dy - top) * k)}{rest}")
    yield "</g>"


def _marks(writer: SvgWriter, run: Run, layer: str) -> Iterator[str]:
    """Drawings that are written once, and named where hexes show them."""
    names: dict[int, str] = {}
    yield "<defs>"
    for drawing in sorted({p.drawing for p in run.places}):
        name = names[drawing] = writer.id(f"{layer}-marks-{drawing + 1}")
        yield f'<g id="{name}">{_about(writer, run.drawings[drawing])}</g>'
    yield "</defs>"
    (left, top), k, marks, at = writer.origin, writer.k, writer.marks, writer.coordinate
    for drawing, number, x, y in run.places:
        yield (f'<use{marks(layer, number)} xlink:href="#{names[drawing]}" x="{at((x - left) * k)}" '
               f'y="{at((y - top) * k)}"/>')


def _grid(writer: SvgWriter, run: Run) -> Iterator[str]:
    """The lines of a colour along a row of hexes, as one path."""
    drawings = [list(_chains(shapes)) for shapes in run.drawings]
    pieces = [
        [(look, *_path_about(writer, look.points, False, False)) for look in chains] for chains in drawings]
    (left, top), k, at = writer.origin, writer.k, writer.coordinate
    for row, places in enumerate(_rows(run.places), start=1):
        paths: dict[tuple[str, float], list[str]] = {}
        for drawing, _, x, y in places:
            for look, (dx, dy), rest in pieces[drawing]:
                paths.setdefault((look.colour, look.width), []).append(
                    f"M{at((x + dx - left) * k)},{at((y + dy - top) * k)}{rest}")
        for (colour, width), path in paths.items():
            yield (f'<path id="{writer.id(f"grid-row-{row}")}" d="{"".join(path)}" fill="none" '
                   f'stroke="{colour}" stroke-width="{short(width * k)}"/>')


def _rows(places: Sequence[Place]) -> Iterator[list[Place]]:
    """The hexes by how far down they are, those of staggered lines each for themselves."""
    ordered = sorted(places, key=lambda p: (round(p.y, 3), p.x))
    for _, row in groupby(ordered, key=lambda p: round(p.y, 3)):
        yield list(row)


def _chains(shapes: Sequence[Primitive]) -> Iterator[Line]:
    """Lines of one look that go on from each other as one."""
    lines = [s for s in shapes if isinstance(s, Line)]
    chain = lines[:1]
    for one, other in pairwise(lines):
        if (one.points[-1] == other.points[0] and one.colour == other.colour and one.width == other.width):
            chain[-1] = replace(chain[-1], points=(*chain[-1].points, *other.points[1:]))
        else:
            yield chain.pop()
            chain.append(other)
    yield from chain


def _numbers(writer: SvgWriter, run: Run, layer: str) -> Iterator[str]:
    """A text for each hex; what most share stands in the group around them."""
    (left, top), k, marks, at = writer.origin, writer.k, writer.marks, writer.coordinate
    texts = [next(t for t in shapes if isinstance(t, Text)) for shapes in run.drawings]
    looks = [writer.letters(t) for t in texts]
    shared = [x for x in looks[0] if all(x in look for look in looks)]
    own = ["".join(f" {x}" for x in look if x not in shared) for look in looks]
    spots = [(t.at[0], t.at[1] + CAP_HEIGHT * t.size / 2) for t in texts]
    yield f"<g {' '.join(shared)}>"
    for drawing, number, x, y in run.places:
        dx, dy = spots[drawing]
        said = number if number.isalnum() else escape(clean(number))
        yield (f'<text{marks(layer, number)} x="{at((x + dx - left) * k)}" '
               f'y="{at((y + dy - top) * k)}"{own[drawing]}>{said}</text>')
    yield "</g>"

