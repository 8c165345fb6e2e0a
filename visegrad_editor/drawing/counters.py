"""Counters: the print of a unit's counter, and stacks of counters."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from ..hexgrid import Hex, Point
from ..lazy_dataclass import dataclass
from ..model.counter_picture import CounterPicture
from ..model.counter_texts import CounterTexts, counter_texts
from ..model.design import Design
from ..model.look import WholeLook
from ..model.ruleset import CounterColours, Ruleset
from ..model.scenario import Unit
from .colours import contrast, darker, legible, lighter
from .counter_looks import drawn_look, drawn_picture
from .curves import Box, clipped, flattened, rounded_box
from .letters.fonts import fitting_size, text_width
from .primitives import Ellipse, Item, Line, Picture, Polygon, Primitive, Text
from .style import DEFAULT, Style
from .symbols import AIRCRAFT, symbol

COARSE_PIXELS = 25.0
"""In a stack, counters of fewer pixels are drawn in their coarse form."""
_BADGE = "#444444"
"""The colour of badges for which the style has none."""
_BADGE_LETTERS = 6
_TYPE_WORDS = frozenset(
    {
        "armored",
        "armoured",
        "armor",
        "cavalry",
        "mechanized",
        "motorized",
        "infantry",
        "airborne",
        "artillery",
        "mountain",
        "marine",
        "rifles",
        "brigade",
        "regiment",
        "division",
        "battalion",
    }
)


class Mark(NamedTuple):
    """A mark of a unit's state, such as `out-of-supply`, and the letters that the game gives its badge.
    Without them those of the style count, or else `usual`, or else the first letters of the id."""

    id: str
    letters: str = ""
    usual: str = ""


@dataclass(frozen=True)
class Counter:
    """What is drawn as a counter: a unit, reduced or not, and the marks of its state."""

    unit: Unit
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class UnitView:
    """The position of a unit in a game and what its counter shows; `hex` None is off the map."""

    hex: Hex | None
    reduced: bool = False
    marks: tuple[Mark, ...] = ()


UnitViews = Mapping[str, UnitView]
"""The units that are shown, by their keys."""


def counters_by_hex(design: Design, position: UnitViews | None) -> dict[Hex, list[Counter]]:
    """The counters in each hex, bottom first: as in `position`, or in their fixed set-up hexes."""
    stacks: dict[Hex, list[Counter]] = {}
    for unit in design.scenario.units if design.scenario else ():
        if position is None:
            view = UnitView(design.map.grid.parse(unit.hex) if unit.hex else None, unit.reduced)
        else:
            view = position.get(unit.key, UnitView(None))
        if view.hex is not None and view.hex in design.map.grid:
            shown = unit if unit.reduced == view.reduced else replace(unit, reduced=view.reduced)
            stacks.setdefault(view.hex, []).append(Counter(shown, view.marks))
    return stacks


def print_key(counter: Counter, ruleset: Ruleset, coarse: bool) -> Hashable:
    """A key of what is printed on a counter: equal keys look the same, in the coarse or the full form."""
    unit = counter.unit
    look = drawn_look(ruleset, unit)
    seen = unit.type, unit.nationality, unit.reduced, look, drawn_picture(look)
    texts = counter_texts(ruleset, unit, unit.reduced)
    return (*seen, texts.small) if coarse else (*seen, texts, unit.name, unit.short, unit.size, counter.marks)


_SMALL_WORDS = frozenset({"and", "de", "des", "du", "for", "in", "of", "on", "the", "und", "van", "von"})
_FITS_BESIDE_NUMBER = 8
"""The most letters of a number and a word that stand on a counter whole."""


def abbreviation(name: str) -> str:
    """A unit's short name for its counter, if it has none of its own: numbers, and initials of words where
    the name is long.

    >>> abbreviation("10th Armored Cavalry"), abbreviation("27th Motorized"), abbreviation("Iron Wolf")
    ('10 AC', '27 Mot', 'Iron Wolf')
    >>> abbreviation("Iron Wolf Mechanized"), abbreviation("336th Naval Infantry"), abbreviation("1st CAS")
    ('Iron Wolf', '336 NI', '1 CAS')
    >>> abbreviation("3rd Coast"), abbreviation("Sons of the Desert"), abbreviation("Battle Group 7")
    ('3 Coast', 'SotD', 'BG 7')
    """
    words = name.replace("-", " ").split()
    number = ""
    if words and (match := re.fullmatch(r"(\d+)(?:st|nd|rd|th)?", words[0])):
        number, words = match[1], words[1:]
    if not number:
        while len(words) > 1 and words[-1].lower() in _TYPE_WORDS:
            words = words[:-1]
        if len(" ".join(words)) <= 10:
            return " ".join(words)
    if len(words) == 1:
        whole = not number or len(f"{number} {words[0]}") <= _FITS_BESIDE_NUMBER
        short = words[0] if whole or len(words[0]) <= 4 else words[0][:3]
    else:
        short = "".join(f" {w} " if w.isdecimal() else _initial(w) for w in words if w[0].isalnum())
    return " ".join(f"{number} {short}".split())


def _initial(word: str) -> str:
    """The first letter of a word, a capital unless the word is one such as `of`."""
    return word[0] if word in _SMALL_WORDS else word[0].upper()


def figures(unit: Unit, ruleset: Ruleset, reduced: bool) -> str:
    """The values as the ruleset's counters print them, such as `6-7`; "" for a unit without any."""
    return counter_texts(ruleset, unit, reduced).front


def counter_item(
    counter: Counter,
    ruleset: Ruleset,
    centre: Point,
    size: float,
    *,
    style: Style = DEFAULT,
    shadow: bool = True,
    hex: str = "",
) -> Item:
    """The drawing of a counter about `centre`, `size` its edge length in map units.

    Its marks are badges in the letters of the game and the colours of the style.
    """
    unit = counter.unit
    look = drawn_look(ruleset, unit)
    parts = face(
        unit.short or abbreviation(unit.name),
        unit.name,
        counter_texts(ruleset, unit, unit.reduced),
        look,
        drawn_picture(look),
        unit.reduced,
        style,
    )
    placement = CounterPlacement(centre, size)
    primitives: list[Primitive] = []
    if shadow:
        primitives += map(placement.place, shadow_of(style.counter_shadow))
    primitives += map(placement.place, parts)
    primitives += map(placement.place, badges(counter.marks, style))
    return Item(tuple(primitives), _box(centre, size), hex, unit.key)


def _box(centre: Point, size: float) -> tuple[float, float, float, float]:
    x, y = centre
    reach = size * 0.68
    return x - reach, y - reach, x + reach, y + reach


def stack_items(
    counters: Sequence[Counter],
    ruleset: Ruleset,
    centre: Point,
    size: float,
    *,
    style: Style = DEFAULT,
    hex: str = "",
    scale: float | None = None,
) -> list[Item]:
    """The drawing of a stack of counters, the last one on top; the lower ones stick out to the lower left.

    With a `scale`, only items visible at it.
    """
    items = []
    for counter, (x, y) in zip(counters, _offsets(len(counters), size, style), strict=True):
        at = (centre[0] + x, centre[1] + y)
        limit = COARSE_PIXELS / size
        if scale is None or scale < limit:
            items.append(_coarse_item(counter, ruleset, at, size, style, hex, limit))
        if scale is None or scale >= limit:
            full = counter_item(counter, ruleset, at, size, style=style, hex=hex)
            items.append(replace(full, least_scale=limit))
    return items


class CounterPart(NamedTuple):
    """Some of what is printed on a counter. Parts with equal keys look the same, in one style."""

    key: Hashable
    primitives: Callable[[], tuple[Primitive, ...]]
    """Makes them as they are on a counter of edge length 1 about the origin."""

    def placed(self, at: Point, size: float) -> tuple[Primitive, ...]:
        """The primitives on a counter about a point, `size` its edge length in map units."""
        return tuple(map(CounterPlacement(at, size).place, self.primitives()))


def stack_parts(
    counters: Sequence[Counter], ruleset: Ruleset, style: Style, scale: float
) -> Iterator[tuple[CounterPart, Point]]:
    """What `stack_items` draws at a scale, in parts, each with the centre of its counter about that of the
    stack: a unit's names are apart from what other units have too."""
    size = style.counter_size
    for counter, at in zip(counters, _offsets(len(counters), size, style), strict=True):
        parts = _coarse_parts if scale < COARSE_PIXELS / size else _full_parts
        for part in parts(counter, ruleset, style, scale * size):
            yield part, at


def _coarse_parts(
    counter: Counter, ruleset: Ruleset, style: Style, pixels: float
) -> Iterator[CounterPart]:
    unit = counter.unit
    look = drawn_look(ruleset, unit)
    seen = counter_texts(ruleset, unit, unit.reduced).small, look, drawn_picture(look), unit.reduced
    yield CounterPart(("coarse", *seen), partial(coarse_face, *seen, style))


def _full_parts(counter: Counter, ruleset: Ruleset, style: Style, pixels: float) -> Iterator[CounterPart]:
    """The parts of a counter with an edge of so many pixels; without names that are too small to be shown."""
    unit = counter.unit
    look = drawn_look(ruleset, unit)
    art, texts = drawn_picture(look), counter_texts(ruleset, unit, unit.reduced)
    seen = texts, look, art, unit.reduced
    yield CounterPart(("below", *seen), lambda: (
        *shadow_of(style.counter_shadow), *_nameless_face(*seen, style).below))
    short = unit.short or abbreviation(unit.name)
    if pixels * _NAME_SIZE >= _NAME_PIXELS:
        names = short, _has_upper_corners(texts), look, art
        yield CounterPart(("name", *names), partial(_short_name, *names))
    yield CounterPart(("above", *seen), lambda: _nameless_face(*seen, style).above)
    if pixels * _FULL_NAME_SIZE >= _FULL_NAME_PIXELS:
        whole = unit.name, short, look, art
        yield CounterPart(("full name", *whole), partial(_full_name, *whole))
    if counter.marks:
        yield CounterPart(("badges", counter.marks), partial(badges, counter.marks, style))


def stack_box(count: int, centre: Point, style: Style) -> Box:
    """The box of the faces of a stack of `count` counters, in map units."""
    reach = style.counter_size / 2 + (count - 1) / 2 * _step(count - 1, style.counter_size, style)
    return centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach


def _step(last: int, size: float, style: Style) -> float:
    """How far the counters of a stack stick out below each other."""
    return min(style.stack_step, 0.36 / max(1, last)) * size


def _offsets(count: int, size: float, style: Style) -> list[Point]:
    """The centres of the counters of a stack about its own, the lowest first."""
    step = _step(count - 1, size, style)
    depths = [i - (count - 1) / 2 for i in range(count)]
    return [(depth * step, -depth * step) for depth in depths]


def _coarse_item(
    counter: Counter,
    ruleset: Ruleset,
    at: Point,
    size: float,
    style: Style,
    hex: str,
    limit: float,
) -> Item:
    """The drawing of a counter that is very small: a large symbol and a short text."""
    unit = counter.unit
    look = drawn_look(ruleset, unit)
    placement = CounterPlacement(at, size)
    small = counter_texts(ruleset, unit, unit.reduced).small
    parts = coarse_face(small, look, drawn_picture(look), unit.reduced, style)
    return Item(tuple(map(placement.place, parts)), _box(at, size), hex, unit.key, most_scale=limit)


# Blotches for counters with a camouflage ground.

_SHAPES: tuple[tuple[int, tuple[Point, ...]], ...] = (
    (
        0,
        (
            (-0.6, -0.6),
            (-0.2, -0.6),
            (-0.12, -0.42),
            (-0.3, -0.28),
            (-0.28, -0.1),
            (-0.46, -0.02),
            (-0.6, -0.2),
        ),
    ),
    (0, ((0.16, -0.6), (0.6, -0.6), (0.6, -0.26), (0.42, -0.3), (0.34, -0.14), (0.2, -0.22), (0.24, -0.42))),
    (0, ((-0.34, 0.16), (-0.12, 0.1), (0.02, 0.24), (-0.06, 0.4), (0.1, 0.6), (-0.4, 0.6), (-0.5, 0.36))),
    (0, ((0.28, 0.12), (0.6, 0.04), (0.6, 0.44), (0.44, 0.4), (0.36, 0.26))),
    (1, ((-0.16, -0.42), (0.02, -0.5), (0.16, -0.36), (0.1, -0.16), (-0.06, -0.14), (-0.18, -0.26))),
    (1, ((-0.6, 0.06), (-0.42, 0.1), (-0.36, 0.24), (-0.52, 0.34), (-0.6, 0.3))),
    (1, ((0.1, 0.34), (0.3, 0.32), (0.4, 0.48), (0.34, 0.6), (0.14, 0.6), (0.18, 0.46))),
    (1, ((0.36, -0.2), (0.5, -0.22), (0.6, -0.12), (0.6, 0.0), (0.42, 0.02))),
)
CORNER = 0.09


@lru_cache(maxsize=256)
def shades(ground: str) -> tuple[str, str, str]:
    """The three shades of a camouflage ground: itself, a darker and a lighter one.

    They are closer together on grounds of medium brightness, where print could otherwise
    not stand out from all three.
    """
    for spread in (0.16, 0.12, 0.08, 0.04):
        triple = (ground, darker(ground, spread), lighter(ground, spread))
        if any(min(contrast(ink, g) for g in triple) >= 4.5 for ink in ("#000000", "#ffffff")):
            return triple
    return ground, ground, ground


@lru_cache(maxsize=4)
def _clipped_shapes() -> tuple[tuple[int, tuple[Point, ...]], ...]:
    square = rounded_box(-0.5, -0.5, 0.5, 0.5, CORNER)
    return tuple((shade, tuple(clipped(flattened(points, True, 4), square))) for shade, points in _SHAPES)


def blotches(ground: str) -> list[tuple[str, tuple[Point, ...]]]:
    """(colour, outline) of the blotches on a counter of edge length 1 about the origin."""
    _, dark, light = shades(ground)
    return [((dark, light)[shade], points) for shade, points in _clipped_shapes() if points]


# What is printed on a counter of edge length 1 about the origin.

_SIZE_MARKS = {
    "team": "Ø",
    "squad": "•",
    "section": "••",
    "platoon": "•••",
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
    "army-group": "XXXXX",
}

_NAME_POINTS = 3.5
"""Names smaller than this on paper are specks to the eye, so they are left out."""


def size_mark(size: str) -> str:
    """The mark above the symbol: X for a brigade, XX for a division; "" for an unknown size."""
    return _SIZE_MARKS.get(size, "")


def grounds(look: WholeLook | CounterColours) -> tuple[str, ...]:
    """All shades from which the print on a counter must stand out."""
    return shades(look.ground) if look.camouflage else (look.ground,)


class CounterPlacement:
    """The centre and the edge length of a counter, to which its print is moved and scaled."""

    def __init__(self, centre: Point, size: float) -> None:
        self._x, self._y = centre
        self._size = size

    def place(self, part: Primitive) -> Primitive:
        """The primitive of a counter of edge length 1 about the origin, as it is here."""
        size = self._size
        if isinstance(part, Polygon):
            points = tuple(map(self._point, part.points))
            return Polygon(points, part.fill, part.stroke, part.width * size, part.smooth, part.opacity)
        if isinstance(part, Line):
            return Line(tuple(map(self._point, part.points)), part.colour, part.width * size, part.smooth)
        if isinstance(part, Text):
            return replace(part, at=self._point(part.at), size=part.size * size)
        if isinstance(part, Picture):
            (x0, y0), (x1, y1) = self._point(part.box[:2]), self._point(part.box[2:])
            return replace(part, box=(x0, y0, x1, y1))
        return Ellipse(
            self._point(part.centre),
            part.rx * size,
            part.ry * size,
            part.fill,
            part.stroke,
            part.width * size,
            part.opacity,
        )

    def _point(self, point: Point) -> Point:
        return self._x + point[0] * self._size, self._y + point[1] * self._size


_BODY = rounded_box(-0.5, -0.5, 0.5, 0.5, CORNER)


@lru_cache(maxsize=8)
def shadow_of(darkness: float) -> tuple[Polygon, ...]:
    """The shadow below a counter, soft towards its rim; 1 is the usual darkness, 0 draws none."""
    return tuple(
        Polygon(
            rounded_box(-0.5 + d - g, -0.5 + d - g, 0.5 + d + g, 0.5 + d + g, CORNER + g),
            fill="#1c1710",
            opacity=o * darkness,
        )
        for d, g, o in ((0.045, 0.03, 0.12), (0.04, 0.012, 0.16), (0.03, 0.0, 0.2))
        if darkness
    )


@lru_cache(maxsize=2048)
def face(
    short: str,
    full: str,
    texts: CounterTexts,
    look: WholeLook,
    art: CounterPicture | None,
    reduced: bool,
    style: Style,
) -> tuple[Primitive, ...]:
    """The print of a counter of edge length 1 about the origin."""
    nameless = _nameless_face(texts, look, art, reduced, style)
    return (*nameless.below, *_short_name(short, _has_upper_corners(texts), look, art), *nameless.above,
            *_full_name(full, short, look, art))


class _NamelessFace(NamedTuple):
    """The print of a counter but for the names of its unit: what is below the short name, and what is above
    it. The full name is above all."""

    below: tuple[Primitive, ...]
    above: tuple[Primitive, ...]


@lru_cache(maxsize=1024)
def _nameless_face(
    texts: CounterTexts, look: WholeLook, art: CounterPicture | None, reduced: bool, style: Style
) -> _NamelessFace:
    ground = look.ground
    ink, halo = _ink(look), _halo(look, art)
    below: list[Primitive] = [Polygon(_BODY, fill=ground)]
    if art is not None and look.place == "whole":
        below.append(Picture(_PICTURE_WHOLE, art, ground))
    elif look.camouflage:
        below += [Polygon(points, fill=shade) for shade, points in blotches(ground)]
    if look.band:
        below.append(Polygon(_band(), fill=look.band))
    if reduced:
        below.append(_stripe(ground, look))
    below.append(Polygon(_BODY, stroke=style.counter_edge, width=0.03))
    air = look.symbol in AIRCRAFT
    numbers = texts.front
    texts, beside = _with_flag(texts, look, art)
    parts = list(beside)
    parts += _corner_texts(texts, ink, _upper_ink(look), halo)
    in_place = art is not None and (look.place == "symbol" or (look.place == "beside" and not beside))
    if not air:
        if halo:
            parts += _size_marks(size_mark(look.mark), halo, 0.03)
        parts += _size_marks(size_mark(look.mark), ink)
    if in_place and art is not None:
        box = _fitting(art, _PICTURE_BOX)
        parts.append(Picture(box, art, look.box))
        parts.append(Polygon(_corners(box), stroke=ink, width=0.012))
    elif air:
        at, height = ((0.0, -0.03), 0.5) if numbers else ((0.0, 0.085), 0.62)
        parts += symbol(look.symbol, at, height, ink, look.box)
    else:
        parts += symbol(look.symbol, (0.0, -0.045), 0.31, legible(look.ink, (look.box,), 5.5), look.box)
    if numbers or not air:
        at, height = ((0.0, 0.33), 0.24) if air and not in_place else ((0.0, 0.265), 0.33)
        parts.append(
            Text(at, numbers, fitting_size(numbers, height, 0.84, bold=True), ink, bold=True,
                 halo="" if reduced else halo, least_pixels=4.5))
    return _NamelessFace(tuple(below), tuple(parts))


_NAME_SIZE, _NAME_PIXELS = 0.19, 5.0
"""The greatest size of a unit's short name, and the number of pixels below which it is omitted."""
_FULL_NAME_SIZE, _FULL_NAME_PIXELS = 0.078, 6.0
"""The same of its full name."""


def _short_name(
    short: str, between_corners: bool, look: WholeLook, art: CounterPicture | None
) -> tuple[Text, ...]:
    """The short name of a unit at the top of its counter, where its look shows it."""
    if not look.name:
        return ()
    size = fitting_size(short, _NAME_SIZE, _BETWEEN_CORNERS if between_corners else 0.8, bold=True)
    return (Text((0.0, -0.385), short, size, _upper_ink(look), bold=True,
                 halo="" if look.band else _halo(look, art), least_pixels=_NAME_PIXELS,
                 least_points=_NAME_POINTS),)


def _full_name(full: str, short: str, look: WholeLook, art: CounterPicture | None) -> tuple[Text, ...]:
    """The full name of a unit at the bottom of its counter, where it is not the short one."""
    if full == short or look.symbol in AIRCRAFT or not look.name:
        return ()
    return (Text((0.0, 0.446), full, fitting_size(full, _FULL_NAME_SIZE, 0.86), _ink(look),
                 halo=_halo(look, art), least_pixels=_FULL_NAME_PIXELS, least_points=_NAME_POINTS),)


def _ink(look: WholeLook) -> str:
    """The colour of print on the ground of a counter."""
    return legible(look.ink, grounds(look))


def _upper_ink(look: WholeLook) -> str:
    """The colour of print at the top of a counter, where it may have a band."""
    return legible(look.ink, (look.band,)) if look.band else _ink(look)


def _halo(look: WholeLook, art: CounterPicture | None) -> str:
    """The colour of the rim that letters have over a picture; "" without one."""
    return look.ground if art is not None and look.place == "whole" else ""


def _has_upper_corners(texts: CounterTexts) -> bool:
    return bool(texts.top_left or texts.top_right)


_PICTURE_BOX = (-0.3, -0.205, 0.3, 0.125)
"""The room for a picture in the place of the symbol."""
_PICTURE_WHOLE = (-0.474, -0.474, 0.474, 0.474)
"""The largest square within the round corners."""
_FLAGS = (("left", (-0.47, -0.13, -0.265, 0.04)), ("right", (0.265, -0.13, 0.47, 0.04)))
"""The room for a picture at each side of the symbol."""


@lru_cache(maxsize=1)
def _band() -> tuple[Point, ...]:
    """The band at the top of a counter, with its round corners."""
    strip = ((-0.5, -0.5), (0.5, -0.5), (0.5, -0.285), (-0.5, -0.285))
    return tuple(clipped(_BODY, strip))


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _fitting(art: CounterPicture, room: Box) -> Box:
    """The largest box with the shape of a picture in the middle of a box."""
    left, top, right, bottom = room
    share = min((right - left) / art.width, (bottom - top) / art.height)
    half_w, half_h = art.width * share / 2, art.height * share / 2
    x, y = (left + right) / 2, (top + bottom) / 2
    return x - half_w, y - half_h, x + half_w, y + half_h


def _with_flag(
    texts: CounterTexts, look: WholeLook, art: CounterPicture | None
) -> tuple[CounterTexts, list[Primitive]]:
    """A picture beside the symbol, where no text stands: on the left, or else on the right."""
    if art is None or look.place != "beside":
        return texts, []
    for side, room in _FLAGS:
        if not getattr(texts, side):
            box = _fitting(art, room)
            rim = Polygon(_corners(box), stroke=look.ink, width=0.01)
            return texts, [Picture(box, art, look.ground), rim]
    return texts, []


_BETWEEN_CORNERS = 0.44
"""The width of a unit's short name between texts in the upper corners."""
_CORNERS = (("top_left", (-0.36, -0.4), 0.2), ("top_right", (0.36, -0.4), 0.2),
            ("left", (-0.36, -0.045), 0.22), ("right", (0.36, -0.045), 0.22))
"""The texts in the corners and at the sides: where their middle is, and how wide they may be."""


def _corner_texts(texts: CounterTexts, ink: str, upper_ink: str, halo: str) -> list[Primitive]:
    words = ((getattr(texts, name), at, width, upper_ink if at[1] < -0.3 else ink)
             for name, at, width in _CORNERS)
    return [Text(at, text, fitting_size(text, 0.13, width, bold=True), colour, bold=True, halo=halo,
                 least_pixels=5.0, least_points=_NAME_POINTS) for text, at, width, colour in words if text]


@lru_cache(maxsize=2048)
def coarse_face(
    small: str, look: WholeLook, art: CounterPicture | None, reduced: bool, style: Style
) -> tuple[Primitive, ...]:
    """The print of a very small counter, of edge length 1 about the origin."""
    ink = legible(look.ink, grounds(look))
    parts: list[Primitive] = [Polygon(_BODY, fill=look.ground)]
    if art is not None and look.place == "whole":
        parts.append(Picture(_PICTURE_WHOLE, art, look.ground))
    if look.symbol in AIRCRAFT and not (art is not None and look.place == "symbol"):
        parts += symbol(look.symbol, (0.0, 0.0), 0.8, ink, look.box)
    else:
        if reduced:
            parts.append(_stripe(look.ground, look))
        if art is not None and look.place == "symbol":
            parts.append(Picture(_fitting(art, (-0.4, -0.42, 0.4, 0.04)), art, look.box))
        else:
            parts += symbol(
                look.symbol, (0.0, -0.19), 0.42, legible(look.ink, (look.box,), 5.5), look.box)
        parts.append(Text(
            (0.0, 0.265), small, fitting_size(small, 0.44, 0.9, bold=True), ink, bold=True, least_pixels=6.0))
    parts.append(Polygon(_BODY, stroke=style.counter_edge, width=0.06))
    return tuple(parts)


def _stripe(ground: str, look: WholeLook) -> Polygon:
    """The bar behind the figures of a reduced side, in a shade distinct from ground and print."""
    ink = legible(look.ink, grounds(look))
    options = [lighter(ground, 0.5), lighter(ground, 0.75), darker(ground, 0.2), darker(ground, 0.4)]
    shade = max(options, key=lambda c: (contrast(c, ink) >= 4.5, contrast(c, ground)))
    return Polygon(((-0.485, 0.13), (0.485, 0.13), (0.485, 0.4), (-0.485, 0.4)), fill=shade)


def _size_marks(mark: str, ink: str, more: float = 0.0) -> list[Primitive]:
    """Strokes instead of letters, as they stay sharp at any size; `more` makes them wider."""
    strokes: list[Primitive] = []
    y, h, pitch = -0.248, 0.033, 0.085 if "X" in mark else 0.055
    for i, sign in enumerate(mark):
        x = (i - (len(mark) - 1) / 2) * pitch
        if sign == "X":
            strokes.append(Line(((x - h, y - h), (x + h, y + h)), ink, 0.02 + more))
            strokes.append(Line(((x - h, y + h), (x + h, y - h)), ink, 0.02 + more))
        elif sign == "I":
            strokes.append(Line(((x, y - h), (x, y + h)), ink, 0.022 + more))
        else:
            strokes.append(Ellipse((x, y), 0.02 + more / 2, 0.02 + more / 2, fill=ink))
    return strokes


@lru_cache(maxsize=256)
def badges(marks: tuple[Mark, ...], style: Style) -> tuple[Primitive, ...]:
    """The marks of a counter of edge length 1 about the origin, from right to left on its upper edge."""
    known = {name: (letters, colour) for name, letters, colour in style.marks}
    drawn: list[Primitive] = []
    right = 0.58
    for mark in marks:
        usual, colour = known.get(mark.id, (mark.usual or mark.id[:3].upper(), _BADGE))
        letters = (mark.letters or usual)[:_BADGE_LETTERS]
        width = text_width(letters, 0.16, bold=True) + 0.1
        box = rounded_box(right - width, -0.65, right, -0.44, 0.08)
        drawn.append(Polygon(box, fill=colour, stroke="#ffffff", width=0.025))
        drawn.append(Text((right - width / 2, -0.545), letters, 0.16, "#ffffff", bold=True, least_pixels=4.0))
        right -= width + 0.03
    return tuple(drawn)
