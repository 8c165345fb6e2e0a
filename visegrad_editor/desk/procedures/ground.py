"""What weather does on the ground: what it adds to the cost of movement, and what is only reminded of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from ..books.books import Books
from ..books.sky import Sky
from ..card import Card
from ..special_rules import SpecialRules, merged
from ..tables import fits, table
from .procedure import Case, Input, Procedure, Reminder
from .weather import RAINED

_RAIN_FALLS, _DRIFTS = "rain falls", "drifts"
_UNITS = ("infantry", "cavalry", "tracked", "non-tracked", "sled", "skier")
_MP = ("tracked", "non-tracked")
_TERRAIN = tuple(part for cells in table("open-ground").rows for part in str(cells[0]).split("|"))
_ON_SNOW = ("ground-snow", "deep-snow")
_ON, _OFF = "hexside on cleared roads", "hexside off cleared roads"
_YES = "yes"
_EFFECTS = table("ground-effects")


# -- costs ---------------------------------------------------------------------------------------


def _costs(case: Case, sky: Sky) -> Iterator[tuple[float, str, str]]:
    """What is added, for what, and by which rule."""
    unit, levels = case.word("unit"), case.number("levels")
    land = table("open-ground").look(terrain=case.word("terrain"))
    road = land.word_in("way")
    cleared = bool(road) and case.flag("plowed")
    if sky.wet_climb and levels and not case.flag("stairs") and road != "paved":
        yield _cost(RAINED, unit, "level", levels)
    if sky.has("mud") and land.word_in("mud") == _YES:
        yield _cost("mud", unit, "open hexside")
    snow = next((s for s in reversed(_ON_SNOW) if sky.has(s)), None)
    if snow is None:
        return
    if levels and not case.flag("stairs") and not cleared:
        yield _cost(snow, unit, "level", levels)
    if snow == "ground-snow":
        yield _cost(snow, unit, "any hexside")
    elif unit not in ("infantry", "cavalry") or land.word_in("shelter") != _YES:
        yield _cost(snow, unit, _ON if cleared else _OFF)


def _cost(weather: str, unit: str, per: str, times: int = 1) -> tuple[float, str, str]:
    row = table("extra-cost").look(weather=weather, unit=unit, per=per)
    each = row.cells["cost"]
    assert not isinstance(each, str)
    return each * times, f"{weather.replace('-', ' ')}, {per}", row.word_in("rule")


def _extra_cost(case: Case) -> None:
    sky = case.books.sky
    measure = "MP" if case.word("unit") in _MP else "MF"
    if case.flag("inside"):
        case.say("Within one building the weather is clear: nothing is added.", "E3.8",
                 f"+0 {measure}")
        return
    parts = [part for part in _costs(case, sky) if part[0]]
    sum_ = sum(part[0] for part in parts)
    why = "".join(f", {amount:+g} {what} ({rule})" for amount, what, rule in parts)
    case.say(f"The weather adds {sum_:g} {measure}{why}; it comes after all other costs but before towing.",
             "E3.9", f"+{sum_:g} {measure}")


def _plowed(card: Card, books: Books) -> str:
    return "yes" if merged(tuple(rule.sets for rule in card.ssr)).plowed else "no"


# -- other effects -------------------------------------------------------------------------------


def _conditions(sky: Sky) -> set[str]:
    """What the table of effects is looked up by."""
    return {*sky.weather, *([_RAIN_FALLS] if sky.rain != "none" else []),
            *([_DRIFTS] if sky.drifting else [])}


def _effects(case: Case) -> None:
    conditions = _conditions(case.books.sky)
    held = [row for row in _EFFECTS.lines if any(fits(row.cells["weather"], one) for one in conditions)]
    for row in held:
        case.say(row.word_in("effect"), row.word_in("rule"), row.word_in("of"),
                 row=(_EFFECTS, row))
    if not held:
        case.say("The weather has no effect on the ground.", "E3.2", "none")


def _may_be(weather: str, rules: SpecialRules, card: Card) -> bool:
    """Whether the weather of an effect is that of a card, or may come to be."""
    possible = {*rules.weather, *([_RAIN_FALLS] if "overcast" in rules.weather else []),
                *([_DRIFTS] if rules.drifts else [])}
    return card.dyo or any(fits(weather, one) for one in possible)


def _any_effect(rules: SpecialRules, card: Card) -> bool:
    return any(_may_be(row.word_in("weather"), rules, card) for row in _EFFECTS.lines)


def _costs_more(rules: SpecialRules, card: Card) -> bool:
    return card.dyo or bool({"overcast", "mud", *_ON_SNOW} & set(rules.weather))


PROCEDURES = (
    Procedure(
        "extra-cost", "Cost of weather", ("E3.54", "E3.64", "E3.723", "E3.724", "E3.733", "E3.7331", "E3.9"),
        "given", _extra_cost, (
            Input("unit", "Unit", help="Who moves; skiers are on skis.", choices=_UNITS),
            Input("terrain", "Terrain", help="What is entered and paid for; a road if its hexside is crossed "
                  "along it.", choices=_TERRAIN, asked="the terrain entered, both players; E3.65"),
            Input("levels", "Levels", "number", "How many levels it goes up or down.", least=0, most=9,
                  usual="0", asked="changes of level, both players; E3.54"),
            Input("stairs", "Stairs", "flag", "Whether it goes by stairs.", usual="no"),
            Input("plowed", "Cleared", "flag", "Whether a road is cleared of snow.", usual=_plowed),
            Input("inside", "Inside", "flag", "Whether it moves within one building.", usual="no")),
        ("movement", "rout", "advance"), is_on=_costs_more, tables=("extra-cost", "open-ground"),
        section="Weather", steps=(
            "What weather adds comes for each hexside crossed or passed, after all other costs but before "
            "towing (E3.9).",
            "Once it has rained each change of level costs more, but by stairs and on paved roads (E3.54).",
            "Mud adds to each hexside into Open Ground (E3.64).",
            "Snow on the ground adds to changes of level of Infantry and cavalry and to hexsides of vehicles "
            "that are not fully tracked (E3.723, E3.724).",
            "Deep snow adds to all but sleds and skiers, less on roads cleared of snow (E3.733, E3.7331).")),
    Procedure(
        "ground-effects", "Effects of weather", ("E3.54", "E3.6", "E3.72", "E3.73", "E3.74"), "full",
        _effects, is_on=_any_effect, tables=("ground-effects",), section="Weather", steps=(
            "The effects of the weather that holds now are said, one for each line of the table (E3.2).",)),
)
REMINDERS = tuple(
    Reminder("-".join(re.findall("[a-z]+", f"{row.word_in('weather')} {row.word_in('of')}")),
             (row.word_in("rule"),), row.word_in("effect"), (), partial(_may_be, row.word_in("weather")),
             "Weather")
    for row in _EFFECTS.lines)
