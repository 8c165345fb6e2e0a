"""The kinds in the palette and the keys that choose them: 1 to 9 and 0 for the first ten kinds of the current
tool, in the order of the ruleset's tables; the same digit twice for the next ten. No Tk here.
"""

from __future__ import annotations

from ...model.design import Design
from ..tools import Tool
from ..tools.brushes import country_name, palette_countries

TOOL_OF = {f: f for f in ("terrain", "country", "hexside", "road", "feature")}
"""The tool that draws the kind of each choice of the palette."""


def field_of(tool: str) -> str:
    """The choice of the palette that a tool uses, "" for none."""
    return "terrain" if tool == "replace" else tool if tool in TOOL_OF else ""


def kinds_of(design: Design, field: str) -> list[str]:
    """The ids of all kinds for a choice, in the palette's order."""
    rules = design.ruleset
    return {
        "terrain": [k.id for k in rules.terrain], "hexside": [k.id for k in rules.hexsides],
        "road": [k.id for k in rules.roads], "feature": [k.id for k in rules.features],
        "country": palette_countries(design)}[field]


def in_hand(tool: Tool, design: Design) -> str:
    """The tool and what it draws, such as `Terrain brush: Forest`."""
    field, rules = field_of(tool.id), design.ruleset
    id = getattr(tool.brush, field) if field else ""
    if field == "country":
        return f"{tool.name}: {country_name(design, id)}"
    names = {
        "terrain": {k.id: k.name for k in rules.terrain}, "hexside": {k.id: k.name for k in rules.hexsides},
        "road": {k.id: k.name for k in rules.roads}, "feature": {k.id: k.name for k in rules.features}}
    name = names[field].get(id, "") if field else ""
    return f"{tool.name}: {name}" if name else tool.name


def digits_of(place: int) -> str:
    """The digits that choose the kind at a position in the palette, counted from 0.

    >>> [digits_of(n) for n in (0, 8, 9, 10, 19, 20)]
    ['1', '9', '0', '11', '00', '111']
    """
    return str((place + 1) % 10) * (place // 10 + 1)


def place_of(digit: int, times: int) -> int:
    """The position in the palette, counted from 0, that pressing a digit a number of times chooses.

    >>> [place_of(1, 1), place_of(0, 1), place_of(2, 2)]
    [0, 9, 11]
    """
    return (digit - 1) % 10 + 10 * (times - 1)
