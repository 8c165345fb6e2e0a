"""Pictures for the palette: a piece of map for each kind in the ruleset."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Hashable
from dataclasses import replace

from PIL import Image, ImageDraw, ImageTk

from ...drawing.appearance import layer_looks
from ...drawing.lazy_scene import scene_of
from ...drawing.painters.part_painter import PartPainter
from ...drawing.viewport import Viewport
from ...hexgrid import Axis, Hex, HexGrid, Numbering, hexside
from ...model.design import Design
from ...model.gamemap import GameMap, HexsideLine, Place, Road
from ...model.layer import Layer
from ...model.ruleset import Ruleset
from ..map import style
from ..tools.brushes import country_colour, level_tint
from ..window.theme import px

WIDTH, HEIGHT = 36, 22
"""Size of a picture in pixels at 100 %."""
_RIM = 5
"""Width of the rim of a hollow picture in pixels at 100 %."""
_GRID = HexGrid("pointy", 5, 3, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right")))
_LAYERS = ("terrain", "rivers", "roads", "features")


_LAYER_OF = {"terrain": "terrain", "hexside": "rivers", "road": "roads", "feature": "features"}
_MOST_KEPT = 500
_kept: dict[Hashable, Image.Image] = {}


def palette_key(ruleset: Ruleset) -> Hashable:
    """A value with everything that a palette shows of a ruleset; while it is equal, the palette is up to
    date."""
    sections = (ruleset.terrain, ruleset.hexsides, ruleset.roads, ruleset.features, ruleset.nationalities)
    looks = tuple(layer_looks(ruleset, layer) for layer in _LAYER_OF.values())
    return style.current(), looks, tuple(tuple((e.id, e.name) for e in section) for section in sections)


def swatch(ruleset: Ruleset, field: str, kind: str) -> Image.Image:
    """The picture of a kind; `field` is `terrain`, `hexside`, `road` or `feature`."""
    looks = layer_looks(ruleset, "terrain"), layer_looks(ruleset, _LAYER_OF[field])
    key = style.current(), ruleset.style, field, kind, looks, px(WIDTH)
    if key not in _kept:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = _swatch(ruleset, field, kind)
    return _kept[key]


def _swatch(ruleset: Ruleset, field: str, kind: str) -> Image.Image:
    plain = next((t.id for t in ruleset.terrain if t.playable), "")
    ground = kind if field == "terrain" else plain
    map = GameMap("", "", ruleset.name, _GRID, Layer(((".", ground),), (".....",) * 3),
                  Layer(((" ", ""),), (" " * 5,) * 3))
    middle = Hex(2, 1)
    if field == "hexside":
        sides = (hexside(Hex(1, 1), Hex(2, 1)), hexside(Hex(1, 1), Hex(2, 2)), hexside(Hex(2, 1), Hex(2, 2)),
                 hexside(Hex(2, 1), Hex(2, 0)), hexside(Hex(2, 1), Hex(3, 0)), hexside(Hex(2, 1), Hex(3, 2)))
        run = sides[2:3] + sides[1:2] + sides[5:6]
        lines: tuple[HexsideLine, ...] = (HexsideLine(kind, run, width=2),)
        known = ruleset.hexside_by_id.get(kind)
        if known is not None and "crossing" in known.traits:
            # A bridge or ford is visible only on what it crosses.
            below = next((h.id for h in ruleset.hexsides if "crossing" not in h.traits), "")
            lines = (HexsideLine(below, run, width=2), HexsideLine(kind, run[:1], width=2))
        map = replace(map, lines=lines)
    elif field == "road":
        map = replace(map, roads=(Road(kind, tuple(Hex(c, 1) for c in range(5))),))
    elif field == "feature":
        map = replace(map, places=(Place(middle, "", (kind,)),))
    x, y = map.geometry.centre(middle)
    if field == "hexside":
        y += 0.72
    width, height = px(WIDTH), px(HEIGHT)
    scale = {"feature": 15.0, "terrain": 12.0}.get(field, 12.0) * width / WIDTH
    view = Viewport(scale, x - width / 2 / scale, y - height / 2 / scale, width, height)
    painter = PartPainter(scene_of(Design(ruleset, map), style.current()))
    return _framed(painter.render(_LAYERS, view))


def country_swatch(design: Design, country: str) -> Image.Image:
    """A plain patch in the country's colour on the map. That of a country that is not on the map is hollow:
    the first such country to be painted gets this colour."""
    image = Image.new("RGB", (px(WIDTH), px(HEIGHT)), country_colour(design, country))
    if country and country not in (value for _, value in design.map.countries.legend):
        rim = px(_RIM)
        inside = rim, rim, image.width - 1 - rim, image.height - 1 - rim
        ImageDraw.Draw(image).rectangle(inside, fill=style.current().paper)
    return _framed(image)


def level_swatch(level: str) -> Image.Image:
    """A plain patch in the tint of a level."""
    return _framed(Image.new("RGB", (px(WIDTH), px(HEIGHT)), level_tint(level)))


def _framed(image: Image.Image) -> Image.Image:
    ImageDraw.Draw(image).rectangle((0, 0, image.width - 1, image.height - 1), outline="#9aa3ae")
    return image


def photo(master: tk.Misc, image: Image.Image) -> ImageTk.PhotoImage:
    """The picture for Tk."""
    return ImageTk.PhotoImage(image, master=master)
