"""Counters: what is printed on a unit, and piles of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace

from ..hexgrid import Hex, Point
from ..model.ruleset import CounterColours, Ruleset
from ..model.scenario import Unit
from .counter_face import Placing, badges, coarse_face, face, shadow_of
from .curves import Box
from .primitives import Item, Primitive
from .style import DEFAULT, Style

COARSE_PIXELS = 25.0
"""In a stack, counters of fewer pixels are drawn in their coarse form."""
_UNKNOWN = CounterColours("#cfcfcf", "#222222", "#ffffff")
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


@dataclass(frozen=True)
class UnitView:
    """Where a unit stands in a game and what shows on it; `hex` None is off the map."""

    hex: Hex | None
    reduced: bool = False
    marks: tuple[str, ...] = ()


def print_key(unit: Unit, view: UnitView, coarse: bool) -> Hashable:
    """What is printed on a counter: those with the same look the same, in their coarse or their full form."""
    strength = unit.reduced_strength if view.reduced else unit.strength
    seen = unit.type, unit.nationality, view.reduced, strength
    return seen if coarse else (*seen, unit.name, unit.size, unit.movement, view.marks)


def abbreviation(name: str) -> str:
    """A unit's short name for its counter.

    >>> abbreviation("10th Armored Cavalry"), abbreviation("27th Motorized"), abbreviation("Iron Wolf")
    ('10 AC', '27 Mot', 'Iron Wolf')
    >>> abbreviation("Iron Wolf Mechanized"), abbreviation("336th Naval Infantry"), abbreviation("1st CAS")
    ('Iron Wolf', '336 NI', '1 CAS')
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
        short = words[0] if len(words[0]) <= 4 else words[0][:3]
    else:
        short = "".join(w[0].upper() for w in words if w[0].isalnum())
    return f"{number} {short}".strip()


def figures(unit: Unit, ruleset: Ruleset, reduced: bool) -> str:
    """Strength and movement as printed, `6F-7`; for a unit without strength the movement or ""."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    movement = unit.movement if unit.movement is not None else (kind.movement if kind else 0)
    if kind and "air" in kind.traits:
        return ""
    strength = unit.reduced_strength if reduced else unit.strength
    return f"{strength}F-{movement}"


def counter(
    unit: Unit,
    ruleset: Ruleset,
    centre: Point,
    size: float,
    *,
    reduced: bool | None = None,
    marks: Collection[str] = (),
    style: Style = DEFAULT,
    shadow: bool = True,
    hex: str = "",
) -> Item:
    """A unit's counter about `centre`, `size` its edge length in map units.

    `reduced` says which side is up (default: the unit's own); `marks` are states such as
    `out-of-supply` that show as badges; a mark the style does not know shows its first letters.
    """
    is_reduced = unit.reduced if reduced is None else reduced
    nation = ruleset.nationality_by_id.get(unit.nationality)
    colours = nation.colours if nation else _UNKNOWN
    kind = ruleset.unit_type_by_id.get(unit.type)
    parts = face(
        abbreviation(unit.name),
        unit.name,
        figures(unit, ruleset, is_reduced),
        kind.symbol if kind else "?",
        unit.size or (kind.size if kind else ""),
        colours,
        is_reduced,
        style,
    )
    put = Placing(centre, size)
    found: list[Primitive] = []
    if shadow:
        found += [put(p) for p in shadow_of(style.counter_shadow)]
    found += [put(p) for p in parts]
    found += [put(p) for p in badges(tuple(marks), style)]
    return Item(tuple(found), _box(centre, size), hex, unit.key)


def _box(centre: Point, size: float) -> tuple[float, float, float, float]:
    x, y = centre
    reach = size * 0.68
    return x - reach, y - reach, x + reach, y + reach


def stack(
    units: Sequence[Unit],
    ruleset: Ruleset,
    centre: Point,
    size: float,
    *,
    views: Sequence[UnitView] = (),
    style: Style = DEFAULT,
    hex: str = "",
    scale: float | None = None,
) -> list[Item]:
    """A pile of counters, the last unit on top; the lower ones peep out to the lower left.

    `views` gives side and marks of each unit where a game is shown. With a `scale`, only what shows at it.
    """
    found = []
    last = len(units) - 1
    step = _step(last, size, style)
    for i, unit in enumerate(units):
        view = views[i] if i < len(views) else None
        depth = i - last / 2
        at = (centre[0] + depth * step, centre[1] - depth * step)
        limit = COARSE_PIXELS / size
        if scale is None or scale < limit:
            found.append(_coarse(unit, ruleset, at, size, view, style, hex, limit))
        if scale is None or scale >= limit:
            full = counter(
                unit,
                ruleset,
                at,
                size,
                reduced=view.reduced if view else None,
                marks=view.marks if view else (),
                style=style,
                hex=hex,
            )
            found.append(replace(full, least_scale=limit))
    return found


def stack_box(count: int, centre: Point, style: Style) -> Box:
    """The box of the faces of a pile of so many counters, in map units."""
    reach = style.counter_size / 2 + (count - 1) / 2 * _step(count - 1, style.counter_size, style)
    return centre[0] - reach, centre[1] - reach, centre[0] + reach, centre[1] + reach


def _step(last: int, size: float, style: Style) -> float:
    """How far the counters of a pile peep out below each other."""
    return min(style.stack_step, 0.36 / max(1, last)) * size


def _coarse(
    unit: Unit,
    ruleset: Ruleset,
    at: Point,
    size: float,
    view: UnitView | None,
    style: Style,
    hex: str,
    limit: float,
) -> Item:
    """The counter as shown when it is very small: a large symbol and the strength."""
    reduced = view.reduced if view else unit.reduced
    nation = ruleset.nationality_by_id.get(unit.nationality)
    colours = nation.colours if nation else _UNKNOWN
    kind = ruleset.unit_type_by_id.get(unit.type)
    put = Placing(at, size)
    strength = unit.reduced_strength if reduced else unit.strength
    parts = coarse_face(str(strength or ""), kind.symbol if kind else "?", colours, reduced, style)
    return Item(tuple(put(p) for p in parts), _box(at, size), hex, unit.key, most_scale=limit)
