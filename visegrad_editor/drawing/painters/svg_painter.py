"""Scenes as SVG text, for artists: a named group for each layer, and the hex and unit of each item."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any

import numpy as np

from ...hexgrid import Point
from ...xml_text import escape, quoteattr
from ..compiled import _raster
from ..curves import Box, spline
from ..letters.fonts import CAP_HEIGHT, drawn_runs, font_path, is_plain
from ..picture_pixels import Shown, image_of, shown
from ..primitives import Ellipse, Item, Line, Picture, Polygon, Primitive, Text
from ..tables.hex_field import Array
from ..vector.parts import HexRun, Look, Paths, VectorLayer, VectorScene
from .svg_lettering import Lettering

_PIXELS_PER_MM = 96 / 25.4
_ALL = 1e8
"""Pixels of a map unit at which all detail shows."""
_AT_ONCE = 4096
"""The elements that are written at once."""
_PATH, _PLACE = 0, 2
"""Forms of `_raster.paths`."""


def svg_text(
    scene: VectorScene,
    *,
    pixels_per_unit: float = 48.0,
    mm_per_unit: float = 0.0,
    title: str = "",
    lettering: Lettering = "text",
    counters: float = 1.0,
) -> str:
    """The scene as an SVG document: see `svg_pieces`."""
    return "".join(svg_pieces(
        scene, pixels_per_unit=pixels_per_unit, mm_per_unit=mm_per_unit, title=title, lettering=lettering,
        counters=counters))


def svg_pieces(
    scene: VectorScene,
    *,
    pixels_per_unit: float = 48.0,
    mm_per_unit: float = 0.0,
    title: str = "",
    lettering: Lettering = "text",
    counters: float = 1.0,
) -> Iterator[str]:
    """The scene as an SVG document, piece by piece, so that little of it is in memory at any time.

    With `mm_per_unit`, the length of a hex's side on paper, size and coordinates are millimetres; else
    coordinates are map units, drawn `pixels_per_unit` px large. Layers are groups with the layer's name
    as id, as Inkscape shows them; items carry `data-hex` and `data-unit`, and an id such as
    `terrain-0601` or `unit-poland-1st-Armored`. `counters` says how solid these are, 0 to 1.
    """
    pixels = svg_pixels(mm_per_unit) if mm_per_unit else _ALL
    writer = SvgWriter(scene.bounds, mm_per_unit, pixels, lettering, scene.numbers)
    left, top, right, bottom = scene.bounds
    corner, unit = writer.at((left, top)), writer.unit_size
    span_x, span_y = (right - left) * unit, (bottom - top) * unit
    x, y, width, height = (short(v) for v in (*corner, span_x, span_y))
    measure, scale = ("mm", mm_per_unit) if mm_per_unit else ("", pixels_per_unit)
    size = [f"{short(v * scale)}{measure}" for v in (right - left, bottom - top)]
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{size[0]}" height="{size[1]}" '
        f'viewBox="{x} {y} {width} {height}" '
        "font-family=\"'Open Sans', 'Noto Sans', sans-serif\" "
        'stroke-linecap="round" stroke-linejoin="round">\n')
    if title:
        yield f"<title>{plain(title)}</title>\n"
    if lettering == "embedded" and (styles := font_styles(scene)):
        yield f"<style>{styles}</style>\n"
    writer.id("paper")
    yield f'<rect id="paper" x="{x}" y="{y}" width="{width}" height="{height}" fill="{scene.background}"/>\n'
    for layer in scene.layers:
        writer.id(layer.name)
    for layer in scene.layers:
        name = quoteattr(layer.name)
        solid = f' opacity="{short(counters)}"' if layer.name == "counters" and counters < 1 else ""
        yield f'<g id={name} inkscape:groupmode="layer" inkscape:label={name}{solid}>\n'
        writer.begin(layer.name)
        for many in _batches(_elements(writer, layer)):
            yield "\n".join(many) + "\n"
        yield "</g>\n"
    yield "</svg>\n"


def _elements(writer: SvgWriter, layer: VectorLayer) -> Iterator[str]:
    for part in layer.parts:
        if isinstance(part, Paths):
            yield from path_elements(writer, part)
        elif isinstance(part, HexRun):
            yield from run_elements(writer, part)
        elif writer.shows(part):
            yield writer.item(part)


def _batches(elements: Iterator[str]) -> Iterator[list[str]]:
    while many := list(islice(elements, _AT_ONCE)):
        yield many


def svg_pixels(mm_per_unit: float) -> float:
    """Pixels of a map unit in a drawing of that size, as programs show it at 100 %."""
    return mm_per_unit * _PIXELS_PER_MM


# Writes items and primitives as the elements of an SVG drawing.

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
        text = short(number / self._parts)
        if abs(number) < self._parts:
            text = text.replace("0.", ".", 1)
        if abs(number) <= _MOST_STEP:
            self[number] = text
        return text


class SvgWriter:
    """Writes the parts of one drawing.

    With `mm`, the millimetres of a map unit, coordinates are millimetres from the upper left of `bounds`;
    without, map units. `pixels` are those of a map unit where the drawing has its nominal size, `numbers`
    those of all hexes, row by row.
    """

    def __init__(
        self, bounds: Box, mm: float, pixels: float, lettering: Lettering, numbers: Sequence[str]
    ) -> None:
        self.lettering, self.pixels, self.numbers = lettering, pixels, numbers
        self.unit_size = mm or 1.0
        """The length of a map unit in coordinates."""
        self.origin = bounds[:2] if mm else (0.0, 0.0)
        # Hundredths of a millimetre (2,540 dots an inch) are fine enough for print, and ten thousandths of a
        # map unit on a screen.
        self.parts = 100 if mm else 10000
        self._digits = 2 if mm else 4
        self._ids: dict[str, int] = {}
        self.layer = ""
        """The layer that is being written."""
        self._marked: dict[str, int] = {}
        self._drawn: dict[str, str] = {}
        self._steps = _Steps(self.parts)

    def begin(self, layer: str) -> None:
        """Write elements of another layer from now on."""
        self.layer = layer
        self._marked.clear()

    def texts(
        self, form: int, points: Array, count: Array | None = None, end: bytes = b""
    ) -> list[str]:
        """Points as places, one after the other; or, with how many each has, paths as their data."""
        count = np.ones(len(points), np.int32) if count is None else count.astype(np.int32)
        first = np.cumsum(count, dtype=np.int32) - count
        k = self.unit_size * self.parts
        data, ends = _raster.paths(
            np.ascontiguousarray(points, np.float64), first, count, self.origin, (k, k), self._digits, form,
            end)
        text, begin, texts = data.decode("ascii"), 0, []
        for stop in np.frombuffer(ends, np.int64).tolist():
            texts.append(text[begin:stop])
            begin = stop
        return texts

    def shows(self, item: Item) -> bool:
        """Whether an item is drawn: a drawing shows what a picture of its size does, not dust."""
        if item.least_scale > self.pixels or self.pixels >= item.most_scale:
            return False
        return not item.primitives or not all(self._is_dust(p) for p in item.primitives)

    def _is_dust(self, shape: Primitive) -> bool:
        return isinstance(shape, Text) and shape.size * self.pixels < shape.least_pixels

    def item(self, item: Item) -> str:
        """An item as an element."""
        marks = ""
        if item.unit:
            marks = f" id={quoteattr(self.id(f'unit-{item.unit}'))}"
            if item.hex:
                marks += f" data-hex={quoteattr(clean(item.hex))}"
        elif item.hex:
            marks = self.marks(item.hex)
        if item.unit:
            marks += f" data-unit={quoteattr(clean(item.unit))}"
        if len(item.primitives) >= _MANY and not any(isinstance(p, Text) for p in item.primitives):
            return f"<g{marks}>{self._repeated(item.primitives)}</g>"
        drawn = self.shapes([p for p in item.primitives if not self._is_dust(p)])
        if drawn.count("<") == 1 + drawn.startswith("<text"):
            # One shape needs no group around it.
            return drawn.replace(" ", f"{marks} ", 1)
        return f"<g{marks}>{drawn}</g>"

    def marks(self, number: str) -> str:
        """The id of what a hex shows in the layer, and the hex's number."""
        count = self._marked[number] = self._marked.get(number, 0) + 1
        if _PLAIN(number):
            again = f".{count}" if count > 1 else ""
            return f' id="{self.layer}-{number}{again}" data-hex="{number}"'
        return f" id={quoteattr(self.id(f'{self.layer}-{number}'))} data-hex={quoteattr(clean(number))}"

    def shapes(self, primitives: Sequence[Primitive]) -> str:
        """The primitives one after the other; neighbouring lines that look alike are one path."""
        parts: list[str] = []
        alike: list[Line] = []
        for shape in primitives:
            if alike and _same_stroke(alike[-1], shape):
                alike.append(shape)  # type: ignore[arg-type]
                continue
            if alike:
                parts.append(self._lines(alike))
            alike = [shape] if isinstance(shape, Line) else []
            if not alike:
                parts.append(self._shape(shape))
        if alike:
            parts.append(self._lines(alike))
        return "".join(parts)

    def _repeated(self, primitives: Sequence[Primitive]) -> str:
        """Shapes that are written once, and where the same are elsewhere, only named."""
        first = primitives[0]
        assert not isinstance(first, Text)
        at = (first.centre if isinstance(first, Ellipse) else first.box[:2] if isinstance(first, Picture)
              else first.points[0])
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
        k = self.unit_size
        if isinstance(shape, Polygon):
            return f'<path d="{self.path(shape.points, True, shape.smooth)}"{self.paint(shape)}/>'
        if isinstance(shape, Line):
            return self._lines([shape])
        if isinstance(shape, Ellipse):
            x, y = self.at(shape.centre)
            rx, ry = short(shape.rx * k), short(shape.ry * k)
            return f'<ellipse cx="{short(x)}" cy="{short(y)}" rx="{rx}" ry="{ry}"{self.paint(shape)}/>'
        if isinstance(shape, Picture):
            return self._picture(shape)
        return self._words(shape)

    def _picture(self, picture: Picture) -> str:
        left, top, right, bottom = picture.box
        (x, y), k = self.at((left, top)), self.unit_size
        return (f'<image x="{short(x)}" y="{short(y)}" width="{short((right - left) * k)}" '
                f'height="{short((bottom - top) * k)}" preserveAspectRatio="none" '
                f'xlink:href="{_data_uri(shown(picture))}"/>')

    def _lines(self, lines: Sequence[Line]) -> str:
        """Lines of one look as one path."""
        look, k = lines[0], self.unit_size
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
        return f'{fill} stroke="{shape.stroke}" stroke-width="{short(shape.width * self.unit_size)}"'

    def path(self, points: Sequence[Point], closed: bool, smooth: bool) -> str:
        """The points one after the other, each by how far it lies from the one before."""
        steps = self._steps
        if smooth:
            curves = list(spline(points, closed))
            x0, y0 = x, y = self._whole(points[0])
            segments = []
            for _, *three in curves:
                ends = [self._whole(p) for p in three]
                segments.append(" ".join(f"{steps[a - x]},{steps[b - y]}" for a, b in ends))
                x, y = ends[-1]
            text = f"M{steps[x0]},{steps[y0]}c" + " ".join(segments)
        else:
            (left, top), k = self.origin, self.unit_size * self.parts
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
        size = text.size * self.unit_size
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
        attributes = [f'fill="{text.colour}"']
        if text.halo:
            width = short(text.size * self.unit_size * 0.24)
            attributes += [f'stroke="{text.halo}"', f'stroke-width="{width}"', 'paint-order="stroke"']
        return attributes

    def letters(self, text: Text) -> list[str]:
        """How the letters of a text look, as attributes."""
        size = text.size * self.unit_size
        parts = [f'font-size="{short(size)}"', f'text-anchor="{_ANCHORS[text.anchor]}"', *self._ink(text)]
        if text.bold:
            parts.append('font-weight="bold"')
        if text.italic:
            parts.append('font-style="italic"')
        if text.family:
            parts.append(f"font-family={quoteattr(clean(text.family))}")
        if text.spacing:
            parts.append(f'letter-spacing="{short(text.spacing * size)}"')
        return parts

    def at(self, point: Point) -> Point:
        """Where a point of the map lies in the drawing."""
        return (point[0] - self.origin[0]) * self.unit_size, (point[1] - self.origin[1]) * self.unit_size


@cache
def _data_uri(what: Shown) -> str:
    """A picture as the text of an attribute."""
    stream = io.BytesIO()
    image_of(what).save(stream, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode("ascii")


def _same_stroke(line: Line, other: Primitive) -> bool:
    return (isinstance(other, Line) and line.dash is None and other.dash is None
            and line.colour == other.colour and line.width == other.width)


def clean(text: str) -> str:
    """The text without characters XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)


def plain(text: str) -> str:
    """The text as the content of an XML element."""
    return escape(clean(text))


def short(value: float) -> str:
    """A number short enough for a file and fine enough for print."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


# Writes many hexes that look alike in an SVG drawing: an element for each, what they share only once.

def path_elements(writer: SvgWriter, paths: Paths) -> Iterator[str]:
    """The elements of paths: one for each hex, or for each row."""
    texts = writer.texts(_PATH, paths.points, paths.count, b"z" if paths.closed else b"")
    if not texts:
        return
    looks = [list(_attributes(writer, x, paths.closed)) for x in paths.looks]
    shared = [x for x in looks[0] if all(x in look for look in looks)]
    own = ["".join(f" {x}" for x in look if x not in shared) for look in looks]
    yield f"<g{''.join(f' {x}' for x in shared)}>"
    which = paths.which.tolist()
    if paths.rows is not None:
        yield from _row_elements(writer, paths.rows.tolist(), which, texts, own)
    else:
        yield from _hex_elements(writer, paths.hexes, which, texts, own)
    yield "</g>"


def _attributes(writer: SvgWriter, look: Look, closed: bool) -> Iterator[str]:
    """How paths of a look are painted."""
    k = writer.unit_size
    yield f'fill="{look.fill or "none"}"'
    if look.fill and look.opacity < 1:
        yield f'fill-opacity="{short(look.opacity)}"'
    if look.stroke:
        yield f'stroke="{look.stroke}"'
        yield f'stroke-width="{short(look.width * k)}"'
    if look.dash:
        on, off = (short(d * k) for d in look.dash)
        yield (f'stroke-dasharray="{on} {off}" stroke-linecap="butt"'
               f' stroke-dashoffset="{short(look.dash[0] / 2 * k)}"')


def _hex_elements(
    writer: SvgWriter, hexes: Array, which: list[int], texts: list[str], own: list[str]
) -> Iterator[str]:
    """An element for each hex, which stands for all its paths that follow each other."""
    numbers, marks = writer.numbers, writer.marks
    begins = np.nonzero(np.diff(hexes, prepend=-2))[0].tolist()
    ends = [*begins[1:], len(hexes)]
    for begin, end, hex in zip(begins, ends, hexes[begins].tolist(), strict=True):
        mark, look = marks(numbers[hex]), which[begin]
        if end == begin + 1:
            yield f'<path{mark} d="{texts[begin]}"{own[look]}/>'
        elif all(x == look for x in which[begin + 1 : end]):
            yield f'<path{mark} d="{"".join(texts[begin:end])}"{own[look]}/>'
        else:
            pieces = zip(texts[begin:end], which[begin:end], strict=True)
            drawn = "".join(f'<path d="{text}"{own[x]}/>' for text, x in pieces)
            yield f"<g{mark}>{drawn}</g>"


def _row_elements(
    writer: SvgWriter, rows: list[int], which: list[int], texts: list[str], own: list[str]
) -> Iterator[str]:
    """An element for the paths of one look in each row."""
    for number, (_, row) in enumerate(groupby(range(len(rows)), key=rows.__getitem__), start=1):
        paths: dict[int, list[str]] = {}
        for n in row:
            paths.setdefault(which[n], []).append(texts[n])
        for look, path in paths.items():
            yield f'<path id="{writer.id(f"grid-row-{number}")}" d="{"".join(path)}"{own[look]}/>'


def run_elements(writer: SvgWriter, run: HexRun) -> Iterator[str]:
    """The elements of all hexes of a run."""
    if run.lettered and writer.lettering != "outlines":
        yield from _numbers(writer, run)
    elif run.lettered:
        # Outlines have no letters to share.
        yield from (writer.item(item) for item in run.items())
    else:
        yield from _marks(writer, run)


def _about(writer: SvgWriter, shapes: Sequence[Primitive]) -> str:
    """Shapes as they are about the origin."""
    before, writer.origin = writer.origin, (0.0, 0.0)
    drawn = writer.shapes(shapes)
    writer.origin = before
    return drawn


def _marks(writer: SvgWriter, run: HexRun) -> Iterator[str]:
    """Drawings that are written once, and named where hexes show them."""
    names: dict[int, str] = {}
    yield "<defs>"
    for drawing in np.unique(run.which).tolist():
        name = names[drawing] = writer.id(f"{writer.layer}-marks-{drawing + 1}")
        yield f'<g id="{name}">{_about(writer, run.drawings[drawing])}</g>'
    yield "</defs>"
    marks = writer.marks
    places = writer.texts(_PLACE, run.places)
    for drawing, number, place in zip(run.which.tolist(), run.names, places, strict=True):
        yield f'<use{marks(number)} xlink:href="#{names[drawing]}"{place}/>'


def _numbers(writer: SvgWriter, run: HexRun) -> Iterator[str]:
    """A text for each hex; what most share stands in the group around them."""
    if not len(run.which):
        return
    texts = [next(t for t in shapes if isinstance(t, Text)) for shapes in run.drawings]
    looks = [writer.letters(t) for t in texts]
    shared = [x for x in looks[0] if all(x in look for look in looks)]
    own = ["".join(f" {x}" for x in look if x not in shared) for look in looks]
    spots = np.array([(t.at[0], t.at[1] + CAP_HEIGHT * t.size / 2) for t in texts])
    marks, places = writer.marks, writer.texts(_PLACE, run.places + spots[run.which])
    yield f"<g {' '.join(shared)}>"
    for drawing, number, place in zip(run.which.tolist(), run.names, places, strict=True):
        said = number if number.isalnum() else escape(clean(number))
        yield f"<text{marks(number)}{place}{own[drawing]}>{said}</text>"
    yield "</g>"


# How an SVG drawing carries its letters: as text, as text with its fonts, or as outlines.
#
# fontTools takes a while to load, and is loaded where letters need it.


def font_styles(scene: VectorScene) -> str:
    """A style sheet with the fonts of a scene, cut down to the letters it uses; "" without any text."""
    used: dict[tuple[bool, bool], set[str]] = {}
    for layer in scene.layers:
        for part in layer.parts:
            drawn = (part.primitives if isinstance(part, Item) else
                     chain.from_iterable(part.drawings) if isinstance(part, HexRun) else ())
            for shape in drawn:
                if isinstance(shape, Text):
                    used.setdefault((shape.bold, shape.italic), set()).update(
                        *part.names if isinstance(part, HexRun) and part.lettered else shape.text)
    return "".join(_face(bold, italic, letters) for (bold, italic), letters in sorted(used.items()))


def _face(bold: bool, italic: bool, letters: Iterable[str]) -> str:
    from fontTools import subset

    options = subset.Options(layout_features=[], notdef_outline=True, hinting=False)
    font = subset.load_font(str(font_path(bold, italic)), options)
    # The date of change would make two equal exports differ.
    font.recalcTimestamp = False
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(sorted(c for c in letters if is_plain(c))))
    cutter.subset(font)
    font.flavor = "woff"
    stream = io.BytesIO()
    font.save(stream)
    font.close()
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    weight, slant = "bold" if bold else "normal", "italic" if italic else "normal"
    return (
        f"@font-face{{font-family:'Open Sans';font-weight:{weight};font-style:{slant};"
        f"src:url(data:font/woff;base64,{data}) format('woff')}}"
    )


def outline(text: Text, at: Point, size: float, number: Callable[[float], str]) -> str:
    """The path data of a text whose baseline begins, is centred or ends at a point by its anchor."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    placed: list[tuple[_Font, str, float]] = []
    width = 0.0
    for run in drawn_runs(text.text, text.family, text.bold, text.italic):
        font = _font(run.font.path if run.font else font_path(text.bold, text.italic))
        for letter in run.text:
            if placed:
                width += text.spacing * size
            placed.append((font, letter, width))
            width += font.advance(letter) * size
    start = {"left": 0.0, "centre": width / 2, "right": width}[text.anchor]
    pen = SVGPathPen(None, number)
    for font, letter, x in placed:
        scale = size / font.units
        font.draw(letter, TransformPen(pen, (scale, 0, 0, -scale, at[0] - start + x, at[1])))
    return str(pen.getCommands())


class _Font:
    """The outlines of one font file."""

    def __init__(self, path: Path) -> None:
        from fontTools.ttLib import TTFont

        font = TTFont(path, fontNumber=0, lazy=False)
        self.units = float(font["head"].unitsPerEm)
        self._glyphs: Any = font.getGlyphSet()
        self._names: dict[int, str] = font.getBestCmap()
        self._known: dict[str, Any] = {}

    def _name(self, letter: str) -> str:
        return self._names.get(ord(letter), ".notdef")

    def advance(self, letter: str) -> float:
        """The width of a letter in em."""
        return float(self._glyphs[self._name(letter)].width) / self.units

    def draw(self, letter: str, pen: Any) -> None:
        known = self._known.get(letter)
        if known is None:
            from fontTools.pens.recordingPen import DecomposingRecordingPen

            known = self._known[letter] = DecomposingRecordingPen(self._glyphs)
            self._glyphs[self._name(letter)].draw(known)
        known.replay(pen)


@cache
def _font(path: Path) -> _Font:
    return _Font(path)
