"""How far one sees by night: clouds and moon, the changes of the range of sight, and who sees whom.

All rules of the night hold only if a special rule says that it is night (E1.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...model.wording import count
from ..books.books import Books
from ..books.night import Moment
from ..books.sky import Sky
from ..card import Card
from ..ground import Ground
from ..hexes import distance
from ..special_rules import WEATHER, SpecialRules
from ..tables import table
from .procedure import (
    PHASES,
    SET_UP,
    Case,
    Input,
    Modifier,
    Pair,
    Procedure,
    Reminder,
    modifiers_words,
    total,
)

SECTION = "Night"
CHANGING_DIE = 6
"""What the coloured die of a Wind Change DR must show for a change of the range of sight (E1.12)."""
_ALWAYS_ONE = 6
"""The divisor with which every white die changes the range of sight by 1 (E1.12)."""
_SIGNS = {"falls": -1, "stays": 0, "rises": 1}
FACTORY_RANGE = 1
"""How far one sees within a factory (E1.17)."""
LOW_VISIBILITY_LEVELS = 1
"""Terrain of the target hex so many levels above the firer stands out against the sky (E1.7)."""


def by_night(rules: SpecialRules, card: Card) -> bool:
    """Whether the rules of the night hold (E1.1)."""
    return rules.night is not None


def moment(books: Books) -> Moment:
    """The present phase."""
    return Moment(books.turn, books.half, books.phase)


def only_in(case: Case, phases: Sequence[str], rule: str) -> None:
    """Refuse a procedure in any other phase."""
    if case.books.phase not in phases:
        words = " or ".join("the set-up" if p == SET_UP else f"the {PHASES[p]}" for p in phases)
        case.refuse(f"{case.procedure.title} belongs to {words}.", rule)


def range_of_sight(case: Case) -> int:
    """The range of sight now; refuses if it is not known yet."""
    nvr = case.books.night.nvr
    if nvr is None:
        case.refuse("The range of sight is not known yet; first `nvr-setup`.", "E1.11")
    return nvr


def rounded_up(number: float) -> int:
    """A number with fractions rounded up.

    >>> rounded_up(2.5), rounded_up(3)
    (3, 3)
    """
    return -int(-number // 1)


# -- clouds, moon and range at the start ------------------------------------------------------------


def _ground(sky: Sky) -> str:
    return "snow" if sky.snow_lies else "bare"


def _setup(case: Case) -> None:
    only_in(case, (SET_UP,), "E1.11")
    if case.books.night.nvr is not None:
        case.refuse("The range of sight is known already; it is rolled only if nobody has set it.", "E1.1")
    weather = case.words("weather")
    pair = case.pair("clouds and moon")
    month = case.number("month")
    row = table("cloud-month").look(month=month)
    modifiers = (Modifier(row.number_in("modifier"), f"month {month}", "E1.11"),)
    final = total(pair.coloured, modifiers)
    clouds = table("cloud-cover").look(die=final).word_in("clouds")
    forced = [w for w in ("overcast", "falling-snow") if w in weather]
    if forced:
        clouds = "overcast"
    moon = table("moon-phase").look(die=pair.white).word_in("moon")
    reading = case.reading("R01") if (clouds, moon) == ("scattered", "full") else ""
    found = case.look("nvr-modifier", clouds=clouds, moon=moon, reading=reading)
    ground = _ground(replace(case.books.sky, weather=weather))
    nvr = table("nvr-limits").look(ground=ground).number_in("base") + found[1].number_in("modifier")
    case.books = replace(case.books, night=replace(case.books.night, nvr=nvr, clouds=clouds, moon=moon))
    added = modifiers_words(modifiers)
    why = f", because the weather is {forced[0].replace('-', ' ')}" if forced else (
        f" ({pair.coloured} {added})" if added else "")
    case.say(
        f"Clouds: {clouds}{why}; moon: {moon}. The range of sight is {nvr}"
        f"{', from 6 because snow lies' if ground == 'snow' else ''}.", "E1.11", f"nvr {nvr}",
        modifiers=[m for m in modifiers if m.amount], final=final, row=found)


def _month(card: Card, books: Books) -> str:
    return str(card.date.month)


def _weather(card: Card, books: Books) -> str:
    return ",".join(books.sky.weather)


# -- changes ------------------------------------------------------------------------------------


def change_of_nvr(case: Case, pair: Pair) -> None:
    """What a Wind Change DR at the start of a Rally Phase does to the range of sight (E1.12); nothing by day,
    in the first player turn, and as long as the range is not known."""
    books, night = case.books, case.books.night
    if night.nvr is None or (books.turn, books.half) == (1, "first"):
        return
    if pair.coloured != CHANGING_DIE:
        case.say(f"The range of sight stays {night.nvr}: the coloured die is no {CHANGING_DIE}.", "E1.12",
                 f"nvr {night.nvr}", final=pair.coloured)
        return
    divisor = table("nvr-amount").look(clouds=night.clouds, moon=night.moon).number_in("divisor")
    amount = rounded_up(pair.white / divisor)
    by = "by 1" if divisor == _ALWAYS_ONE else (
        f"by {amount}, which is {pair.white} divided by {divisor} and rounded up ({night.clouds} clouds, "
        f"{night.moon} moon)")
    found = case.look("nvr-change", white=pair.white, lights="some" if night.fired else "none")
    limits = table("nvr-limits").look(ground=_ground(books.sky))
    least, most = limits.number_in("least"), limits.number_in("most")
    change = found[1].word_in("change")
    wanted = night.nvr + amount * _SIGNS[change]
    nvr = min(max(wanted, least), most)
    case.books = replace(books, night=replace(night, nvr=nvr))
    at_limit = f"; {wanted} is beyond the limits {least} to {most}" if nvr != wanted else ""
    if change == "stays":
        text = (f"The range of sight stays {nvr}: white {pair.white} raises it only before the first "
                "starshell or illuminating round.")
    elif nvr == night.nvr:
        text = f"The range of sight stays {nvr}: white {pair.white} would change it {by}{at_limit}."
    else:
        text = f"The range of sight {change} from {night.nvr} to {nvr}: white {pair.white}, {by}{at_limit}."
    case.say(text, "E1.12" if not at_limit or least == 0 else "E1.15", f"nvr {nvr}", final=pair.white,
             row=found)


def _change(case: Case) -> None:
    range_of_sight(case)
    if case.books.turn == 0 or (case.books.turn, case.books.half) == (1, "first"):
        case.refuse("In the first player turn the range of sight does not change.", "E1.12")
    change_of_nvr(case, case.pair("Wind Change DR"))


# -- who sees whom --------------------------------------------------------------------------------


def _share_building(card: Card, books: Books, ground: Ground, inputs: Mapping[str, str]) -> str | None:
    """Whether both hexes are in one building as the map has it; None where no map shows both."""
    try:
        one, other = (card.layout.place(inputs.get(id, "")) for id in ("from", "to"))
    except ValueError:
        return None
    shared = ground.share_building(one, other)
    return None if shared is None else "yes" if shared else "no"


def _see(case: Case) -> None:
    far = _distance(case)
    base = int(case.word("nvr")) if case.is_given("nvr") else range_of_sight(case)
    if case.flag("same-building"):
        _check_within_building(case, base)
    if not case.flag("los"):
        case.say("There is no line of sight, by night as by day.", "E1.1", "no line")
        return
    limit, why = _limit(case, base)
    target_lit, viewer_lit = (_is_lit(case, id, at) for id, at in (("target-lit", "to"), ("viewer-lit",
                                                                                          "from")))
    flash = case.flag("gunflash") if case.is_given("gunflash") else (
        case.is_given("to") and case.books.night.flashes(case.place("to")))
    if target_lit:
        case.say("The target is lit, so that whoever has a line of sight sees it.", "E1.9", "seen")
    elif viewer_lit:
        _say_far(case, flash, "who stands in the light sees only what is lit, and gunflashes", "E1.101")
    elif far == 0 and limit == 0 and not _same_location(case):
        _say_far(case, flash, "with a range of 0 a unit sees only its own location", "E1.13")
    elif far <= limit:
        case.say(f"Seen: {count(far, 'hex')} away, and the range is {limit}{why}.",
                 "E1.14" if case.word("vehicle") != "none" else "E1.1", "seen")
    else:
        _say_far(case, flash, f"{count(far, 'hex')} away, and the range is {limit}{why}",
                 "E1.14" if case.word("vehicle") != "none" else "E1.101")


def _say_far(case: Case, flash: bool, why: str, rule: str) -> None:
    if flash:
        case.say(f"Only its gunflash is seen: {why}. Fire at it is fire at a concealed target, halved once "
                 "for that and not again if the target is concealed.", "E1.81", "gunflash")
    else:
        case.say(f"Not seen: {why}.", rule, "beyond")


def _distance(case: Case) -> int:
    if case.is_given("distance"):
        return case.number("distance")
    if not (case.is_given("from") and case.is_given("to")):
        case.refuse("Give the distance, or both hexes with from= and to=.", "E1.1")
    return distance(case.place("from"), case.place("to"))


def _is_lit(case: Case, flag: str, at: str) -> bool:
    if case.is_given(flag):
        return case.flag(flag)
    return case.is_given(at) and case.books.night.lit(case.place(at))


def _same_location(case: Case) -> bool:
    if case.is_given("same-location"):
        return case.flag("same-location")
    if case.is_given("from") and case.is_given("to"):
        return case.location("from").location == case.location("to").location
    return case.refuse("Say with same-location=yes or no whether both are in one location; both players say "
                       "it.",
                "E1.13")


def _check_within_building(case: Case, base: int) -> None:
    """Under snow the least range of the track does not hold within a building, and what it would be there is
    not on the track."""
    if _ground(case.books.sky) == "snow" and not case.is_given("nvr"):
        least = table("nvr-limits").look(ground="snow").number_in("least")
        if base <= least:
            case.refuse(f"Snow lies, and the track is at its least, {least}; between units in one building "
                        f"it may be less. Say with nvr=0 to {least} what it is there.", "E1.15")


def _limit(case: Case, base: int) -> tuple[int, str]:
    """How far the viewer sees the target, and why in words."""
    limit, whys = base, []
    if case.flag("factory") and limit > FACTORY_RANGE:
        limit = FACTORY_RANGE
        whys.append("both are in one factory")
    vehicle, buttoned = case.word("vehicle"), case.flag("buttoned-up")
    moving = vehicle != "none"
    order = case.reading("R21") if moving and buttoned else "halve"
    if buttoned and order == "halve":
        limit //= 2
    if moving:
        limit = _for_vehicle(case, vehicle, limit)
        whys.append(f"for a moving {'fully tracked ' if vehicle == 'tracked' else ''}vehicle")
    if buttoned and order != "halve":
        limit //= 2
    if buttoned:
        whys.append("halved for a buttoned-up viewer")
    return limit, f", {', '.join(whys)}" if whys else ""


def _for_vehicle(case: Case, vehicle: str, limit: int) -> int:
    """The range at which a moving vehicle is seen by a viewer with a range."""
    reading = case.reading("R02") if limit == 0 else ""
    row = table("nvr-vehicle").look(vehicle=vehicle, nvr=limit, reading=reading)
    return row.number_in("hexes") if limit == 0 else rounded_up(limit * float(row.cells["times"]))


# -- the modifier for low visibility ----------------------------------------------------------------


def _night_fire(case: Case) -> None:
    kind = case.word("attack")
    found = case.look("night-fire", attack=kind)
    reasons = [why for why, holds in (
        (f"it is no ordinary fire but {kind.replace('-', ' ')}", found[1].number_in("modifier") == 0),
        ("the target has the terrain modifier of height advantage", case.flag("height-advantage")),
        ("the terrain of the target hex stands out above the firer",
         case.number("top") >= LOW_VISIBILITY_LEVELS),
        ("the target is behind a bocage hexside with wall advantage", case.flag("bocage")),
        ("the target is in the hex of the firer", case.flag("same-hex"))) if holds]
    if reasons:
        case.say(f"No modifier for low visibility: {'; '.join(reasons)}.", "E1.7", "0", row=found)
        return
    modifiers = (Modifier(found[1].number_in("modifier"), "low visibility by night", "E1.7"),)
    case.say("Low visibility by night: +1, added to other hindrances and to that of smoke.", "E1.7", "+1",
             modifiers=modifiers, row=found)


PROCEDURES = (
    Procedure(
        "nvr-setup", "Range of sight at the start", ("E1.11", "E1.15"), "full", _setup, (
            Input("month", "Month", "number", "The month of the scenario.", least=1, most=12, usual=_month),
            Input("weather", "Weather", "word", "The weather, which is determined before.", choices=WEATHER,
                  usual=_weather, many=True)),
        phases=(SET_UP,), is_on=by_night, is_due=lambda card, books: books.night.nvr is None,
        steps=("Before the set-up, and after the weather, roll a DR if no special rule gives the range of "
               "sight (E1.11).",
               "The coloured die, +1 in December to February, gives the clouds; under an overcast sky or "
               "falling snow they are overcast (E1.11).",
               "The white die gives the moon (E1.11).",
               "The range is 3 and the modifier for clouds and moon, or 6 and that modifier if ground or "
               "deep snow lies (E1.11)."),
        tables=("cloud-month", "cloud-cover", "moon-phase", "nvr-modifier", "nvr-limits"), section=SECTION),
    Procedure(
        "nvr-change", "Change of the range of sight", ("E1.12", "E1.15"), "full", _change, is_on=by_night,
        steps=("From the second player turn on the Wind Change DR of each Rally Phase may change the range: "
               "only if its coloured die is 6 (E1.12).",
               "The change is 1; with scattered clouds it is the white die divided by 3 under a half moon, "
               "by 2 under a full moon, rounded up (E1.12).",
               "White 1 to 3: the range falls. 5 and 6: it rises. 4: it rises if no starshell and no "
               "illuminating round has been fired (E1.12).",
               "It stays within 0 and 6, with ground or deep snow within 2 and 9 (E1.12, E1.15)."),
        tables=("nvr-amount", "nvr-change", "nvr-limits"), section=SECTION),
    Procedure(
        "nvr-see", "Is it seen by night?", ("E1.1", "E1.101", "E1.13", "E1.14", "E1.17", "E1.81", "E1.9"),
        "given", _see, (
            Input("from", "Viewer", "hex", "The hex or location of the viewer.", usual=""),
            Input("to", "Target", "hex", "The hex or location of the target.", usual=""),
            Input("distance", "Distance", "number", "In hexes by the shortest way; found from both hexes.",
                  least=0, most=999, usual=""),
            Input("los", "Line of sight", "flag", "Whether there is one by day.", usual="yes",
                  asked="line of sight, both players; E1.1"),
            Input("vehicle", "Moving vehicle", "word", "Whether the target is a vehicle that is not stopped, "
                                                       "is "
                  "in motion, has turned or has entered a hex, or is aboard one.",
                  choices=("none", "other", "tracked"), usual="none",
                  asked="movement and tracks of the target, its owner; E1.14"),
            Input("buttoned-up", "Buttoned-up viewer", "flag", "Whether the viewer is a buttoned-up AFV.",
                  usual="no", asked="state of the viewer, its owner; E1.14"),
            Input("target-lit", "Target lit", "flag", "Whether the target's location is lit; found from the "
                  "lights in the book.", usual="", asked="shadows and closed locations, both players; E1.9"),
            Input("viewer-lit", "Viewer lit", "flag", "The same of the viewer.", usual="",
                  asked="shadows and closed locations, both players; E1.101"),
            Input("gunflash", "Gunflash", "flag", "Whether a gunflash is at the target; found in the book.",
                  usual="", asked="counters in the location, both players; E1.8"),
            Input("factory", "Within a factory", "flag", "Whether the line of sight lies wholly within one.",
                  usual="no", asked="line of sight, both players; E1.17"),
            Input("same-building", "In one building", "flag", "Whether both are in the same building.",
                  usual="no", asked="place of both units, both players; E1.15", from_map=_share_building),
            Input("same-location", "In one location", "flag", "Whether both are in the same location; needed "
                  "only in one hex with a range of 0.", usual="",
                  asked="place of both units, both players; E1.13"),
            Input("nvr", "Range", "number", "Another range than that of the book.", least=0, most=9, usual="",
                  asked="range within a building under snow, both players; E1.15")),
        is_on=by_night, steps=(
            "A unit sees as far as the range of sight, counted by the shortest way without its own hex "
            "(E1.1).",
            "A lit target is seen at any range (E1.9); who stands in the light sees only what is lit, and "
            "gunflashes (E1.101).",
            "With a range of 0 it sees its own location only (E1.13).",
            "A vehicle that moves, is in motion or has turned is seen to 1.5 times the range, rounded up, if "
            "it is fully tracked to twice the range; a range of 0 counts as 1 and 2 (E1.14).",
            "A buttoned-up AFV sees half as far, rounded down (E1.14).",
            "Within a factory the range is 1, unless it is 0 or there is light (E1.17).",
            "Beyond the range a gunflash may be fired at, like a concealed target and halved once (E1.81)."),
        tables=("nvr-vehicle",), section=SECTION),
    Procedure(
        "night-fire", "Low visibility by night", ("E1.7",), "given", _night_fire, (
            Input("attack", "Attack", "word", "What attacks.", choices=(
                "fire", "fire-lane", "mines", "sniper", "dc", "collateral", "residual", "cc", "oba"),
                usual="fire"),
            Input("height-advantage", "Height advantage", "flag", "Whether the target has its terrain "
                                                                  "modifier.",
                  usual="no", asked="heights and terrain modifiers, both players; E1.7"),
            Input("top", "Top of the target hex", "number", "Levels by which the top of the terrain of the "
                                                            "target "
                  "hex, its ground counted, is above the firer.", least=-20, most=20, usual="0",
                  asked="heights, both players; E1.7"),
            Input("bocage", "Behind bocage", "flag", "Whether the target has wall advantage behind bocage.",
                  usual="no", asked="wall advantage, both players; E1.7"),
            Input("same-hex", "In the same hex", "flag", usual="no", asked="places, both players; E1.7")),
        is_on=by_night, steps=(
            "Attacks by night have +1 for low visibility, beside other hindrances and smoke (E1.7).",
            "Not against a target with the terrain modifier of height advantage, behind bocage with wall "
            "advantage, in the firer's own hex, or in a hex whose terrain rises at least one level above the "
            "firer (E1.7).",
            "Nor for fire lanes, mines, snipers, DC, collateral attacks, residual fire, CC and OBA (E1.7)."),
        tables=("night-fire",), section=SECTION),
)

REMINDERS = (
    Reminder("night-rout", ("E1.54",), "Broken units only low crawl, towards any terrain but never nearer to "
                                       "a known "
             "enemy, and are not lost if they cannot rout; they surrender only in CC and mopping up. A DM "
             "unit stays so until it rolls its printed morale or less in a rally as "
             "rolled.", ("rout",), by_night,
             SECTION),
    Reminder("night-rally", ("E1.56",), "Recovery of a weapon has +1 to its die.", ("rally",), by_night,
             SECTION),
    Reminder("night-on-foot", ("E1.51",), "Infantry and cavalry, but no cloaks, pay 1 MF more, after all "
                                          "else, "
             "for each location of concealment terrain, unless they cross a road hexside or go around along "
             "open ground; bocage is none. With a range of sight of 0 they have no double time, road bonus "
             "or gallop.", ("movement",), by_night, SECTION),
    Reminder("night-vehicles", ("E1.52",), "Vehicles pay for each hexside as if they towed a gun. With a "
                                           "range "
             "of sight of 0 a buttoned-up AFV may spend points only to stop; passengers may get off.",
             ("movement",), by_night, SECTION),
    Reminder("night-fire-lanes", ("E1.71",), "A fire lane may reach beyond the range of sight, but its first "
             "target must be seen; after the first starshell or IR an MG may lay one to its bore-sighted "
             "location without a target, and must then do so before each enemy move unless it sees a known "
             "enemy.",
             ("movement", "defensive-fire"), by_night, SECTION),
    Reminder("night-to-hit", ("E1.73", "E1.74"), "Who comes into the range of sight is fired at like one who "
             "comes out of a blind hex. Acquisition counts only against lit targets, and goes with the "
             "light.",
             ("prep-fire", "defensive-fire", "advancing-fire"), by_night, SECTION),
    Reminder("night-groups", ("E1.75",), "No fire group of several locations.",
             ("prep-fire", "defensive-fire", "advancing-fire"), by_night, SECTION),
    Reminder("night-captured-mg", ("E1.76",), "Who fires a captured MG draws a sniper die on its location.",
             ("prep-fire", "defensive-fire", "advancing-fire"), by_night, SECTION),
    Reminder("night-ambush", ("E1.77",), "In the dark the side whose turn it is ambushes only with a die at "
                                         "least "
             "2 lower.", ("close-combat",), by_night, SECTION),
)
