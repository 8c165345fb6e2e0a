"""How the counter of a unit looks, once its own look and those of its kind are laid over each other."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .look import NO_LOOK, PARTS, Look, WholeLook
from .rules.counter import CounterFace
from .ruleset import CounterColours, Ruleset
from .scenario import Unit

LEVELS = ("unit", "type", "nationality", "side")
"""What may have a look of its own, the most special first."""
UNKNOWN_COLOURS = CounterColours("#cfcfcf", "#222222", "#ffffff")
"""Those of counters whose nationality the ruleset does not know."""
UNKNOWN_SYMBOL = "?"


def looks_of(ruleset: Ruleset, unit: Unit) -> tuple[Look, ...]:
    """The looks of a unit, its type, its nationality and its side, one for each of `LEVELS`."""
    kind = ruleset.unit_type_by_id.get(unit.type)
    nation = ruleset.nationality_by_id.get(unit.nationality)
    side = ruleset.side_by_id.get(nation.side) if nation else None
    return unit.look, *(one.look if one else NO_LOOK for one in (kind, nation, side))


def look_of(ruleset: Ruleset, unit: Unit, without: str = "") -> WholeLook:
    """How the counter of a unit looks: each part as the most special of the looks says that says it.

    `without` leaves out the look of a level and of those more special, to see what it inherits.
    """
    kind = ruleset.unit_type_by_id.get(unit.type)
    nation = ruleset.nationality_by_id.get(unit.nationality)
    looks = looks_of(ruleset, unit)
    if without:
        ignored = LEVELS.index(without) + 1
        looks = (NO_LOOK,) * ignored + looks[ignored:]
    # The size of the unit itself is more special than the mark of its type.
    size = unit.size if not without or without == "unit" else ""
    whole = _whole(
        looks, kind.symbol if kind else UNKNOWN_SYMBOL, size, kind.size if kind else "",
        nation.colours if nation else UNKNOWN_COLOURS, ruleset.counter)
    if not whole.picture:
        return whole
    return replace(whole, art=looks[LEVELS.index(whole.from_["picture"])].picture_read)


@lru_cache(maxsize=4096)
def _whole(
    looks: tuple[Look, ...], symbol: str, own_size: str, size: str, colours: CounterColours,
    face: CounterFace,
) -> WholeLook:
    found = {"symbol": symbol, "mark": own_size or size, "ground": colours.ground, "ink": colours.ink,
             "box": colours.symbol, "band": "", "camouflage": "blotched" if colours.camouflage else "plain",
             "name": "shown", "front": face.front, "back": face.back, "picture": "", "place": "symbol"}
    from_ = dict.fromkeys(PARTS, "ruleset")
    if own_size:
        from_["mark"] = "unit"
    for part in PARTS:
        for level, look in zip(LEVELS, looks, strict=True):
            if part == "mark" and level != "unit" and own_size:
                break
            if value := getattr(look, part):
                found[part], from_[part] = value, level
                break
    return WholeLook(
        symbol=found["symbol"], mark=found["mark"], ground=found["ground"], ink=found["ink"],
        box=found["box"], band=found["band"], camouflage=found["camouflage"] == "blotched",
        name=found["name"] == "shown", front=found["front"], back=found["back"], picture=found["picture"],
        place=found["place"], art=None, from_=from_)
