"""Reads SVG drawings of flags and symbols: filled and outlined shapes, and nothing that could do harm.

No scripts, no other files, no entities; what is not understood is refused by its name rather than left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import pairwise
from xml.parsers import expat

from ...errors import VisegradError
from ...lazy_dataclass import dataclass

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x becomes a x + c y + e, y becomes b x + d y + f."""
MOST_SHAPES, MOST_POINTS = 2_000, 100_000
_MOST_DEPTH, _MOST_ELEMENTS = 50, 20_000
_STRAIGHT = 16
"""The straight lines that a curve becomes."""
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class SvgError(VisegradError, ValueError):
    """A drawing cannot be used; the text is a sentence."""


@dataclass(frozen=True)
class SvgShape:
    """A shape: its outlines in the units of the drawing. `fill` and `stroke` are colours with opacity, 0 to
    1, or None; `width` is that of the stroke."""

    outlines: tuple[tuple[tuple[Point, ...], bool], ...]
    """Points, and whether the line returns to the first of them."""
    fill: tuple[str, float] | None
    even_odd: bool
    stroke: tuple[str, float] | None
    width: float


@dataclass(frozen=True)
class SvgDrawing:
    """Shapes from bottom to top, in a box of this size at the origin."""

    width: float
    height: float
    shapes: tuple[SvgShape, ...]


@dataclass
class _Element:
    tag: str
    attributes: dict[str, str]
    children: list[_Element] = field(default_factory=list)


_PRESENTED = ("fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width", "color")
_USUAL = {"fill": "#000000", "fill-opacity": "1", "fill-rule": "nonzero", "stroke": "none",
          "stroke-opacity": "1", "stroke-width": "1", "color": "#000000"}
_SILENT = frozenset({"title", "desc", "metadata", "namedview", "defs", "symbol"})
_DRAWN = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_NEEDED = ("clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end")
_PLAINER = "Save the drawing as PNG."


def read_svg(data: bytes) -> SvgDrawing:
    """The drawing of an SVG file; raises `SvgError`."""
    root = _parsed(data)
    if root.tag != "svg":
        raise SvgError("is not an SVG drawing.")
    box = _numbers(root.attributes.get("viewBox", ""))
    width, height = (_length(root.attributes.get(key, ""), 0.0) for key in ("width", "height"))
    if len(box) == 4 and box[2] > 0 and box[3] > 0:
        left, top, width, height = box
    elif width > 0 and height > 0:
        left = top = 0.0
    else:
        raise SvgError("does not say how large the drawing is: it has no viewBox, and no width and height.")
    if not all(map(math.isfinite, (left, top, width, height))) or not 1 / 50 <= width / height <= 50:
        raise SvgError("is far too long and narrow for a counter.")
    reader = _Reader(root, width, height)
    reader.read(root, (1.0, 0.0, 0.0, 1.0, -left, -top), _USUAL, 1.0, 0)
    if not reader.shapes:
        raise SvgError("has no shapes.")
    return SvgDrawing(width, height, tuple(reader.shapes))


def _parsed(data: bytes) -> _Element:
    above: list[_Element] = []
    roots: list[_Element] = []
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(above) >= _MOST_DEPTH or count > _MOST_ELEMENTS:
            raise SvgError(f"is nested too deeply or has more than {_MOST_ELEMENTS:,} elements. {_PLAINER}")
        one = _Element(tag.rpartition(":")[2], dict(attributes))
        (above[-1].children if above else roots).append(one)
        above.append(one)

    def end(_tag: str) -> None:
        above.pop()

    def refuse(*_declaration: object) -> None:
        raise SvgError("declares entities, which can harm; it is not read.")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise SvgError(f"is not well-formed XML: {expat.errors.messages[error.code]} in line "
                       f"{error.lineno}.") from None
    except (ValueError, LookupError) as error:
        if isinstance(error, SvgError):
            raise
        raise SvgError("is not well-formed XML.") from None
    return roots[0]


class _Reader:
    """Gathers the shapes of a drawing."""

    def __init__(self, root: _Element, width: float, height: float) -> None:
        self.shapes: list[SvgShape] = []
        self._points = self._visited = 0
        self._size = width, height
        self._named: dict[str, _Element] = {}
        self._name(root)

    def _name(self, element: _Element) -> None:
        for one in element.children:
            if name := one.attributes.get("id"):
                self._named.setdefault(name, one)
            self._name(one)

    def read(
        self, element: _Element, at: Matrix, look: dict[str, str], opacity: float, depth: int
    ) -> None:
        """Gather what is in an element that itself is not drawn."""
        for one in element.children:
            self._element(one, at, look, opacity, depth + 1)

    def _element(
        self, one: _Element, at: Matrix, look: dict[str, str], opacity: float, depth: int
    ) -> None:
        self._visited += 1
        if depth > _MOST_DEPTH or self._visited > _MOST_ELEMENTS:
            raise SvgError(f"uses parts of itself too often. {_PLAINER}")
        for key, value in one.attributes.items():
            if key.lower().startswith("on"):
                raise SvgError("has a script, and no file may bring code; it is not drawn.")
            if key.rpartition(":")[2] == "href" and not value.startswith("#") and one.tag != "a":
                raise SvgError("refers to another file or address, which is never read. "
                               f"{_PLAINER}")
        if one.tag in ("script", "foreignObject"):
            raise SvgError("has a script, and no file may bring code; it is not drawn.")
        if one.tag in _SILENT:
            return
        own = dict(_declarations(one.attributes.get("style", "")))
        own = {**{k: v for k, v in one.attributes.items() if k != "style"}, **own}
        if own.get("display") == "none" or own.get("visibility") == "hidden":
            return
        for key in _NEEDED:
            if own.get(key, "none") != "none":
                raise SvgError(f"needs `{key}`, which is not drawn here. {_PLAINER}")
        look = {**look, **{k: own[k].strip() for k in _PRESENTED if own.get(k, "inherit") != "inherit"}}
        opacity *= _share(own.get("opacity", "1"))
        at = _then(_matrix(own.get("transform", "")), at)
        if one.tag in ("g", "a", "svg", "switch"):
            if one.tag == "svg":
                at = _then((1, 0, 0, 1, _length(own.get("x", ""), 0), _length(own.get("y", ""), 0)), at)
            self.read(one, at, look, opacity, depth)
        elif one.tag == "use":
            self._use(own, at, look, opacity, depth)
        elif one.tag in _DRAWN:
            self._add(one.tag, own, at, look, opacity)
        else:
            raise SvgError(f"has an element <{one.tag[:30]}>, which is not drawn here. {_PLAINER}")

    def _use(
        self, own: dict[str, str], at: Matrix, look: dict[str, str], opacity: float, depth: int
    ) -> None:
        name = next((v for k, v in own.items() if k.rpartition(":")[2] == "href"), "")[1:]
        meant = self._named.get(name)
        if meant is None:
            raise SvgError(f"uses a part {name[:30]!r} that it does not have.")
        at = _then((1, 0, 0, 1, _length(own.get("x", ""), 0), _length(own.get("y", ""), 0)), at)
        # A symbol is drawn only where it is used.
        part = _Element("g", meant.attributes, meant.children) if meant.tag == "symbol" else meant
        self._element(part, at, look, opacity, depth + 1)

    def _add(
        self, tag: str, own: dict[str, str], at: Matrix, look: dict[str, str], opacity: float
    ) -> None:
        outlines = [([_placed(p, at) for p in points], closed)
                    for points, closed in self._outlines(tag, own) if points]
        self._points += sum(len(points) for points, _ in outlines)
        if len(self.shapes) >= MOST_SHAPES or self._points > MOST_POINTS:
            raise SvgError(f"has more than {MOST_SHAPES:,} shapes or {MOST_POINTS:,} points. {_PLAINER}")
        if not all(math.isfinite(v) and abs(v) < 1e7 for points, _ in outlines for p in points for v in p):
            raise SvgError("has places that are far outside of the drawing.")
        fill = None if tag == "line" else _paint(look, "fill", opacity)
        stroke = _paint(look, "stroke", opacity)
        width = _length(look["stroke-width"], 1.0) * math.sqrt(abs(at[0] * at[3] - at[1] * at[2]))
        if outlines and (fill or (stroke and width > 0)):
            self.shapes.append(SvgShape(
                tuple((tuple(points), closed) for points, closed in outlines), fill,
                look["fill-rule"] == "evenodd", stroke if width > 0 else None, width))

    def _outlines(self, tag: str, own: dict[str, str]) -> list[tuple[list[Point], bool]]:
        across, down = self._size

        def get(key: str, whole: float = across) -> float:
            return _length(own.get(key, ""), 0.0, whole)

        if tag == "path":
            return list(_path(own.get("d", "")))
        if tag == "rect":
            x, y, w, h = get("x"), get("y", down), get("width"), get("height", down)
            return [([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True)] if w > 0 and h > 0 else []
        if tag in ("circle", "ellipse"):
            cx, cy = get("cx"), get("cy", down)
            rx, ry = (get("r"), get("r")) if tag == "circle" else (get("rx"), get("ry", down))
            turn = [2 * math.pi * i / 64 for i in range(64)]
            return [([(cx + rx * math.cos(t), cy + ry * math.sin(t)) for t in turn], True)] if rx > 0 else []
        if tag == "line":
            return [([(get("x1"), get("y1", down)), (get("x2"), get("y2", down))], False)]
        numbers = _numbers(own.get("points", ""))
        return [(list(zip(numbers[::2], numbers[1::2], strict=False)), tag == "polygon")]


# -- texts of attributes ------------------------------------------------------------------------

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_TOKEN = re.compile(r"[a-df-zA-DF-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COLOUR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|rgb\([^)]*\)|[a-zA-Z]+")


def _numbers(text: str) -> list[float]:
    return [float(v) for v in _NUMBER.findall(text[:2_000_000])]


def _length(text: str, usual: float, whole: float = 0.0) -> float:
    found = _NUMBER.match(text.strip())
    if found is None:
        return usual
    value = float(found[0])
    return value / 100 * whole if text.strip().endswith("%") else value


def _share(text: str) -> float:
    return min(1.0, max(0.0, _length(text, 1.0, 1.0)))


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    for part in style.split(";"):
        key, colon, value = part.partition(":")
        if colon:
            yield key.strip(), value.strip()


def _paint(look: dict[str, str], key: str, opacity: float) -> tuple[str, float] | None:
    """The colour of a fill or a stroke with its opacity; None for none."""
    text = look[key]
    if text == "currentColor":
        text = look["color"]
    if text in ("none", "transparent"):
        return None
    if not _COLOUR.fullmatch(text):
        what = "shades that change from place to place" if text.startswith("url") else f"a colour {text[:30]}"
        raise SvgError(f"has {what}, which are not drawn here. {_PLAINER}")
    return text, opacity * _share(look[f"{key}-opacity"])


def _then(first: Matrix, after: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = after
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s,
            e * p + f * r + t, e * q + f * s + u)


def _placed(point: Point, at: Matrix) -> Point:
    x, y = point
    return at[0] * x + at[2] * y + at[4], at[1] * x + at[3] * y + at[5]


def _matrix(text: str) -> Matrix:
    """The matrix of a `transform`."""
    whole = _IDENTITY
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text[:2000]):
        v = _numbers(inside)
        if name == "matrix" and len(v) == 6:
            one: Matrix = (v[0], v[1], v[2], v[3], v[4], v[5])
        elif name == "translate" and v:
            one = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
        elif name == "scale" and v:
            one = (v[0], 0, 0, v[1] if len(v) > 1 else v[0], 0, 0)
        elif name == "rotate" and v:
            cos, sin = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
            x, y = (v[1], v[2]) if len(v) > 2 else (0.0, 0.0)
            one = (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
        elif name in ("skewX", "skewY") and v:
            lean = math.tan(math.radians(v[0]))
            one = (1, 0, lean, 1, 0, 0) if name == "skewX" else (1, lean, 0, 1, 0, 0)
        else:
            raise SvgError(f"has a transform {name[:20]!r} that is not understood. {_PLAINER}")
        whole = _then(one, whole)
    return whole


# -- paths --------------------------------------------------------------------------------------

_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def _path(text: str) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a path, each with whether it is closed; curves become straight lines."""
    tokens = _TOKEN.findall(_spaced_flags(text[:2_000_000]))
    at, i = (0.0, 0.0), 0
    points: list[Point] = []
    bend: tuple[str, Point] = ("", at)
    command, made = "", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command, i = tokens[i], i + 1
        kind = command.upper()
        if kind not in _COUNTS or (not points and kind not in "MZ"):
            raise SvgError("has a path that is not understood. Save the drawing again, or as PNG.")
        count = _COUNTS[kind]
        try:
            values = [float(v) for v in tokens[i : i + count]]
        except ValueError:
            values = []
        if len(values) < count:
            raise SvgError("has a path that ends too early. Save the drawing again, or as PNG.")
        i += count
        made += 1 if kind in "MLHVZ" else _STRAIGHT
        if made > MOST_POINTS:
            raise SvgError(f"has more than {MOST_POINTS:,} points. {_PLAINER}")
        if kind == "Z":
            if points:
                yield points, True
                at, points = points[0], [points[0]]
            if i < len(tokens) and not tokens[i].isalpha():
                raise SvgError("has a path that is not understood. Save the drawing again, or as PNG.")
            continue
        ends = _absolute(kind, values, at if command.islower() else (0.0, 0.0), at)
        if kind == "M":
            if len(points) > 1:
                yield points, False
            points, command = [ends[0]], "l" if command == "m" else "L"
        elif kind in "LHV":
            points.append(ends[0])
        elif kind == "A":
            points += _arc(at, values, ends[0])
        else:
            if kind in "ST":
                same = bend[0] in ("CS" if kind == "S" else "QT") and bend[0]
                first = (2 * at[0] - bend[1][0], 2 * at[1] - bend[1][1]) if same else at
                ends = [first, *ends]
            points += _curve([at, *ends])
            bend = kind, ends[-2]
        if kind not in "CSQT":
            bend = "", at
        at = ends[-1]
    if len(points) > 1:
        yield points, False


def _spaced_flags(text: str) -> str:
    """The text of a path with the flags of its arcs, which may stand together (`a1 1 0 01 2 2`), apart."""
    number = _NUMBER.pattern
    arc = re.compile(rf"({number})[\s,]*({number})[\s,]*({number})[\s,]*([01])[\s,]*([01])[\s,]*({number})"
                     rf"[\s,]*({number})[\s,]*")

    def spaced(found: re.Match[str]) -> str:
        return found[1] + arc.sub(lambda m: " ".join(m.groups()) + " ", found[2])

    return re.sub(r"([aA])([^a-df-zA-DF-Z]*)", spaced, text)


def _absolute(kind: str, values: Sequence[float], origin: Point, at: Point) -> list[Point]:
    x, y = origin
    if kind == "H":
        return [(x + values[0], at[1])]
    if kind == "V":
        return [(at[0], y + values[0])]
    if kind == "A":
        return [(x + values[5], y + values[6])]
    return [(x + a, y + b) for a, b in zip(values[::2], values[1::2], strict=True)]


def _curve(points: Sequence[Point]) -> list[Point]:
    """A Bézier curve of three or four points as straight lines, without its beginning."""
    found = []
    for n in range(1, _STRAIGHT + 1):
        t, left = n / _STRAIGHT, list(points)
        while len(left) > 1:
            left = [((1 - t) * ax + t * bx, (1 - t) * ay + t * by)
                    for (ax, ay), (bx, by) in pairwise(left)]
        found.append(left[0])
    return found


def _arc(at: Point, values: Sequence[float], end: Point) -> list[Point]:
    """An elliptic arc as straight lines, without its beginning."""
    rx, ry, turn = abs(values[0]), abs(values[1]), math.radians(values[2])
    if not rx or not ry or at == end:
        return [end]
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (at[0] - end[0]) / 2, (at[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, -sin * dx + cos * dy
    grown = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grown, ry * grown
    under = (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2
    k = math.sqrt(max(0.0, under / ((rx * y) ** 2 + (ry * x) ** 2)))
    if bool(values[3]) == bool(values[4]):
        k = -k
    cx, cy = k * rx * y / ry, -k * ry * x / rx
    start = math.atan2((y - cy) / ry, (x - cx) / rx)
    stop = math.atan2((-y - cy) / ry, (-x - cx) / rx)
    sweep = (stop - start) % (2 * math.pi)
    if not values[4]:
        sweep -= 2 * math.pi
    middle = (at[0] + end[0]) / 2 + cos * cx - sin * cy, (at[1] + end[1]) / 2 + sin * cx + cos * cy
    steps = max(4, round(abs(sweep) * 8))
    found = []
    for n in range(1, steps):
        t = start + sweep * n / steps
        u, v = rx * math.cos(t), ry * math.sin(t)
        found.append((middle[0] + cos * u - sin * v, middle[1] + sin * u + cos * v))
    return [*found, end]
