"""Pictures for the tables of ruleset data: kinds as on the map, symbols, counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PIL import Image

from ...drawing.counters import counter
from ...drawing.features import FEATURE_SYMBOLS
from ...drawing.hexside_marks import HEXSIDE_PATTERNS
from ...drawing.looks import feature_look, hexside_look, road_look, terrain_look
from ...drawing.painters.pillow_painter import PillowPainter
from ...drawing.patterns import PATTERNS
from ...drawing.primitives import Item
from ...drawing.symbols.symbol_set import SYMBOL_NAMES, symbol
from ...drawing.viewport import Viewport
from ...model.ruleset import Nationality, Ruleset, UnitType
from ...model.scenario import Unit
from .. import theme
from ..grid import Picture
from ..swatches import swatch

_SWATCHES: dict[str, tuple[str, Any]] = {
    "terrain": ("terrain", terrain_look), "hexsides": ("hexside", hexside_look),
    "roads": ("road", road_look), "features": ("feature", feature_look),
}


def _once(names: dict[str, Any]) -> tuple[str, ...]:
    """The names, of those with one drawing the first only."""
    return tuple({id(drawing): name for name, drawing in reversed(names.items())}.values())[::-1]


LOOKS: dict[str, Sequence[str]] = {
    "terrain": ("", *_once(PATTERNS)), "hexsides": ("", *HEXSIDE_PATTERNS),
    "features": ("", *FEATURE_SYMBOLS), "unit_types": SYMBOL_NAMES,
}
"""The patterns or symbols each section can ask for."""
KNOWN_LOOKS: dict[str, Sequence[str]] = {
    **LOOKS, "terrain": tuple(PATTERNS), "features": FEATURE_SYMBOLS}
"""The same with all their names: several may mean one drawing."""


def kind_picture(rules: Ruleset, section: str, entry: Any) -> Picture | None:
    """A kind as it is on the map; None for sections that are not on it."""
    if section not in _SWATCHES:
        return None
    field, look = _SWATCHES[section]
    ground = next((t for t in rules.terrain if t.playable), None)
    under = terrain_look(ground) if ground is not None else None
    # Only what is seen of the ruleset, so that the picture can be made later.
    own: Any = {"terrain": () if ground is None or ground.id == entry.id else (ground,)}
    own[section] = (entry, *own.get(section, ()))
    return Picture(
        (section, look(entry), under), partial(swatch, Ruleset("", "", "", **own), field, entry.id))


def look_picture(rules: Ruleset, section: str, entry: Any, name: str) -> Picture | None:
    """The picture of an entry with another pattern or symbol."""
    if section == "unit_types":
        return symbol_picture(name)
    part = "symbol" if section == "features" else "pattern"
    return kind_picture(rules, section, replace(entry, **{part: name}))


def symbol_picture(name: str) -> Picture:
    """A symbol of unit types."""
    return Picture(("symbol", name, theme.px(20)), partial(_symbol, name, theme.px(20)))


def _symbol(name: str, high: int) -> Image.Image:
    item = Item(tuple(symbol(name, (0.0, 0.0), 0.92, "#1d2530", "#ffffff")), (-0.75, -0.5, 0.75, 0.5))
    wide = round(high * 1.5)
    view = Viewport(float(high), -wide / 2 / high, -0.5, wide, high)
    return PillowPainter(supersample=4, background="#ffffff").render([item], view)


def counter_picture(rules: Ruleset, nation: Nationality) -> Picture:
    """A counter in a nationality's colours."""
    kind = next((t for t in rules.unit_types if "air" not in t.traits), None)
    edge = theme.px(22)
    key = ("counter", nation.colours, kind.symbol if kind else "", edge)
    return Picture(key, partial(_counter, nation, kind, edge))


def _counter(nation: Nationality, kind: UnitType | None, edge: int) -> Image.Image:
    seen = Ruleset("", "", "", nationalities=(nation,), unit_types=(kind,) if kind else ())
    item = counter(Unit("1", nation.id, kind.id if kind else "", 4, 2), seen, (0.0, 0.0), 1.0, shadow=False)
    scale = (edge - 1) / 1.04
    half = edge / scale / 2
    painter = PillowPainter(supersample=4, background="#ffffff")
    return painter.render([item], Viewport(scale, -half, -half, edge, edge))
