"""The kinds in the palette and the keys that choose them: 1 to 9 and 0 for the first ten kinds of the current
tool, in the order of the ruleset's tables; the same digit twice for the next ten. No Tk here.
"""

from __future__ import annotations

from ...model.design import Design
from ..tools import Tool
from ..tools.brushes import country_name, level_name, palette_countries, palette_levels


def kinds_of(design: Design, section: str) -> list[str]:
    """The ids of all kinds in a section of the palette, in its order."""
    rules = design.ruleset
    return {
        "terrain": [k.id for k in rules.terrain], "hexside": [k.id for k in rules.hexsides],
        "road": [k.id for k in rules.roads], "feature": [k.id for k in rules.features],
        "country": palette_countries(design), "level": palette_levels(design)}[section]


def in_hand(tool: Tool, design: Design) -> str:
    """The tool and what it draws, such as `Terrain brush: Forest`."""
    section, rules = tool.draws, design.ruleset
    id = getattr(tool.brush, section) if section else ""
    if section == "country":
        return f"{tool.name}: {country_name(design, id)}"
    if section == "level":
        return f"{tool.name}: {level_name(id).lower()}"
    names = {
        "terrain": {k.id: k.name for k in rules.terrain}, "hexside": {k.id: k.name for k in rules.hexsides},
        "road": {k.id: k.name for k in rules.roads}, "feature": {k.id: k.name for k in rules.features}}
    name = names[section].get(id, "") if section else ""
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
