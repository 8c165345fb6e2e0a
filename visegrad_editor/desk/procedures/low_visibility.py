"""Low visibility: the Hindrance of mist, rain, falling snow, fog and white clothing."""

from __future__ import annotations

from ..books.books import Books
from ..books.sky import SNOWS, Sky
from ..card import Card
from ..special_rules import SpecialRules, merged
from .procedure import Case, Input, Modifier, Procedure, modifiers_words, total
from .weather import half_up

_STEP = 6
"""Mist adds one for each so many hexes after the first ones (E3.32)."""
_HEAVY = 1
"""What heavy rain or snow adds to that (E3.51, E3.71)."""
_AERIAL = 2
"""What a range from or to an aircraft is multiplied by (E.5)."""
_WHITE_BEYOND = {"infantry": 8, "other": 16}
"""White clothing hinders beyond these ranges (E3.712)."""
_WHITE = 1
_OUT = 1
"""What fire out of SMOKE has more (A24.8)."""
_NO_MIST = ("collateral", "fire-lane", "oba", "residual")
"""Fire that mist does not hinder (E3.32)."""
_NO_WHITE = ("fire-lane", "oba", "residual")
"""Fire that white clothing does not hinder (E3.712)."""


def mist_hindrance(sky: Sky, range_: int) -> int:
    """The Hindrance of mist, and of the rain or snow that brings it, at a range that is doubled already for
    aircraft (E3.32, E3.51, E3.71)."""
    if not sky.misty:
        return 0
    return max(range_ - 1, 0) // _STEP + (_HEAVY if "heavy" in (sky.rain, sky.snow) else 0)


def _lv(case: Case) -> None:
    sky, fire = case.books.sky, case.word("fire")
    modifiers: list[Modifier] = []
    range_ = case.number("range") * (_AERIAL if case.flag("aerial") else 1)
    within = case.word("fog") == "within"
    if case.flag("inside"):
        if within:
            case.refuse("Say either that it is inside, where the weather is clear, or that it is within one "
                        "Location with fog.", "E3.8")
        case.say("Within one building or hex the weather is clear.", "E3.8", "+0", final=0)
        return
    mist = mist_hindrance(sky, range_)
    if mist and fire not in _NO_MIST:
        what = ("rain" if sky.rain != "none" else "falling snow" if sky.snow != "none" else "mist")
        rule = {"rain": "E3.52", "falling snow": "E3.711"}.get(what, "E3.32")
        heavy = "heavy " if "heavy" in (sky.rain, sky.snow) else ""
        modifiers.append(Modifier(mist, f"{heavy}{what}", rule))
    modifiers += _fog(case, sky, fire, within)
    if case.flag("white") and _white_hinders(case, sky, range_, fire):
        modifiers.append(Modifier(_WHITE, "white clothing", "E3.712"))
    sum_ = total(0, modifiers)
    why = modifiers_words(modifiers)
    night = " Night has its own (E1.7)." if case.rules.night is not None else ""
    case.say(f"Low visibility at range {range_}: +{sum_}{f', {why}' if why else ''}.{night}", "E3.1",
             f"+{sum_}", modifiers=modifiers, final=sum_)


def _fog(case: Case, sky: Sky, fire: str, within: bool) -> list[Modifier]:
    density = sky.fog_density
    if not density:
        return []
    if within:
        more = _OUT if case.reading("R29") == "more" and fire != "residual" else 0
        return [Modifier(half_up(density) + more, "within fog", "E3.311")]
    found = []
    if case.number("fog_hexes"):
        found.append(Modifier(density * case.number("fog_hexes"), "fog", "E3.311"))
    if case.word("fog") == "out" and fire != "residual":
        out = _OUT if case.reading("R28") == "one" else density
        found.append(Modifier(out, "out of fog", "A24.8" if out == _OUT else "E3.311"))
    return found


def _white_hinders(case: Case, sky: Sky, range_: int, fire: str) -> bool:
    if not sky.has(*SNOWS):
        case.refuse("White clothing helps only in snow.", "E3.712")
    if not case.is_given("tem"):
        case.refuse("Say whether the target has a positive TEM other than SMOKE: tem=yes or tem=no.",
                    "E3.712")
    return range_ > _WHITE_BEYOND[case.word("target")] and fire not in _NO_WHITE and not case.flag("tem")


def _white_usual(card: Card, books: Books) -> str | None:
    """Whether the target wears white must be said where somebody does; those on skis do (E4.4)."""
    rules = merged(tuple(rule.sets for rule in card.ssr))
    return None if rules.camouflage or rules.ski else "no"


def _fog_usual(card: Card, books: Books) -> str | None:
    return None if books.sky.fog_density else "0"


def _possible(rules: SpecialRules, card: Card) -> bool:
    return bool(card.dyo or rules.camouflage or rules.ski or {
        "mist", "fog", "overcast", "falling-snow"} & set(rules.weather))


def _is_due(card: Card, books: Books) -> bool:
    """Whether anything hinders now."""
    return bool(mist_hindrance(books.sky, _STEP + 1) or books.sky.fog_density
                or _white_usual(card, books) is None)


PROCEDURES = (
    Procedure(
        "lv-drm", "Low visibility", ("E3.1", "E3.32", "E3.311", "E3.52", "E3.711", "E3.712"), "given", _lv, (
            Input("range", "Range", "number", "In hexes, from or to an aircraft not yet doubled.", least=0,
                  most=200),
            Input("aerial", "Aerial", "flag", "Whether it is from or to an aircraft, which doubles it (E.5).",
                  usual="no"),
            Input("fire", "Fire", help="What kind of fire it is.", usual="direct", choices=(
                "direct", "collateral", "fire-lane", "oba", "residual")),
            Input("target", "Target", choices=("infantry", "other"), usual="infantry"),
            Input("white", "White clothing", "flag", "Whether the target wears white, and is no passenger, "
                  "rider or crew.", usual=_white_usual),
            Input("tem", "Positive TEM", "flag", "Whether the target has a positive TEM other than SMOKE.",
                  usual="", asked="the TEM of the target, both players; E3.712"),
            Input("fog_hexes", "Hexes of fog", "number", "How many hexes of fog hinder the line of sight.",
                  least=0, most=60, usual=_fog_usual,
                  asked="hexes of fog on the line of sight with their blind hexes, both players; E3.31"),
            Input("fog", "Firer", help="Where the firer is: out is in a Location with fog, within is in "
                  "the same one as its target.", choices=("none", "out", "within"), usual="none",
                  asked="whether fog reaches the level of the firer, both players; E3.311"),
            Input("inside", "Inside", "flag", "Whether it is within one building, or within one hex and not "
                  "in bypass or on a roof.", usual="no")),
        ("prep-fire", "defensive-fire", "advancing-fire"), is_on=_possible, is_due=_is_due,
        section="Weather", steps=(
            f"Mist, rain and falling snow add one Hindrance for each {_STEP} hexes of range after the first "
            f"{_STEP}, heavy rain or snow {_HEAVY} more (E3.32).",
            "Collateral attacks, Fire Lanes, OBA and Residual fire are not hindered by mist (E3.32).",
            f"White clothing adds {_WHITE} beyond {_WHITE_BEYOND['infantry']} hexes for Infantry and "
            f"{_WHITE_BEYOND['other']} for others, unless there is another positive TEM (E3.712).",
            "All these add up, and leave the penalty for moving in the open as it is (E3.1).",
            "Within one building or hex the weather is clear (E3.8).")),
)
