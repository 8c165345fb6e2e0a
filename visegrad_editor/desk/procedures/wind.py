"""The wind change roll at the start of a Rally Phase: one roll of two dice for all that depends on it, then
the wind that came of it.

The table of the wind (B25.65) is none of the desk's. Where something depends on the wind, its force and
direction are asked after the roll, and only then fog falls and a gust of that table disperses smoke.
"""

from __future__ import annotations

from dataclasses import replace

from ..books.books import Books
from ..books.sky import Fall, Sky
from ..card import Card
from ..hexes import DIRECTION_WORDS
from ..readings import chosen_reading
from ..special_rules import SpecialRules, merged
from ..tables import Row, table
from .drifts import new_drifts
from .night import change_of_nvr
from .procedure import Case, Input, Pair, Procedure
from .smoke import disperse

_RALLY = "rally"
_GUST, _TELL = "gust", "civilians tell"
_HEAVIER: dict[Fall, Fall] = {"none": "on", "on": "heavy", "heavy": "heavy"}
"""What falls after the roll that makes it begin or grow (E3.51, E3.71)."""
_FALLS = ("gusty", "overcast", "falling-snow")
"""Weather that every wind change roll may change something of."""
_FALL_WORDS = {
    ("rain", "none"): "The rain stops", ("rain", "on"): "It begins to rain",
    ("rain", "heavy"): "It rains heavily",
    ("snow", "none"): "The snowfall stops", ("snow", "on"): "It begins to snow",
    ("snow", "heavy"): "It snows heavily"}


def _has_wind(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has, or may come to have, anything that depends on the wind change roll."""
    return bool(card.dyo or rules.night or rules.civilians or rules.drifts or rules.wind
                or {"fog", *_FALLS} & set(rules.weather))


def _on_the_wind(card: Card, sky: Sky) -> bool:
    """Whether anything depends on force or direction of the wind, so that they must be known."""
    return bool(sky.fog_density or sky.drifting or sky.wind != "none"
                or any(group.glider or group.drop for group in card.groups))


def _is_due(card: Card, books: Books) -> bool:
    """Whether the roll is made at the start of this Rally Phase."""
    rules, sky = merged(tuple(rule.sets for rule in card.ssr)), books.sky
    depends = rules.night or rules.civilians or sky.has(*_FALLS) or sky.gust or _on_the_wind(card, sky)
    return bool(depends) and (
        (books.turn, books.half) != (1, "first") or chosen_reading(card, "R27") == "first")


def country_of(card: Card, side: str) -> str:
    """Whose country it is for a side: enemy, neutral or friendly. Its own is friendly; where nobody says, it
    is neutral (E2.4)."""
    return dict(card.country).get(side) or ("friendly" if side in card.own_territory else "neutral")


# -- the roll ------------------------------------------------------------------------------------


def _wind_step(case: Case) -> None:
    books, moment = case.books, (case.books.turn, case.books.half)
    if books.phase != _RALLY:
        case.refuse("The wind change roll is made at the start of a Rally Phase.", "E3.51")
    if books.sky.wind_rolled == moment:
        case.refuse("The wind change roll of this Rally Phase has been made.", "E3.51")
    new_drifts(case)
    pair = case.pair("the change of the wind")
    case.books = replace(case.books, sky=replace(
        case.books.sky, gust=False, wind_rolled=moment, wind_asked=""))
    case.say(f"Wind change roll {pair}: {pair.total}.", "B25.65", str(pair.total), final=pair.total)
    _gust(case, pair)
    _precipitation(case, pair)
    change_of_nvr(case, pair)
    _civilians(case, pair)
    if _on_the_wind(case.card, case.books.sky):
        case.books = replace(case.books, sky=replace(case.books.sky, wind_asked=str(pair)))
        case.follow("wind", f"say which wind the roll {pair} ({pair.total}) brings by the table of the wind; "
                    f"`wind` alone means {wind_words(case.books.sky)}, as it is", "B25.65", must=True)


def _brings(what: str, pair: Pair) -> Row:
    return table("wind-change").look(what=what, roll=pair.total)


def _gust(case: Case, pair: Pair) -> None:
    if not case.books.sky.has("gusty"):
        return
    row = _brings("gusty", pair)
    if row.word_in("effect") == _GUST:
        case.books = replace(case.books, sky=replace(case.books.sky, gust=True))
        case.say("A Gust blows in this Player Turn.", "E3.4", "gust", row=(table("wind-change"), row))
        disperse(case)


def _precipitation(case: Case, pair: Pair) -> None:
    """Rain under an overcast sky, and falling snow."""
    sky = case.books.sky
    snows = sky.has("falling-snow")
    if snows:
        _fall(case, pair, "snow", "E3.71")
    if sky.has("overcast") and not (snows and case.reading("R12") == "snow"):
        _fall(case, pair, "rain", "E3.51")


def _fall(case: Case, pair: Pair, what: str, rule: str) -> None:
    sky = case.books.sky
    before: Fall = sky.rain if what == "rain" else sky.snow
    row = _brings(what, pair)
    effect = row.word_in("effect")
    after: Fall = ("none" if effect == "stops" else before if effect == "nothing" else _HEAVIER[before])
    if after == before:
        return
    first_rain = what == "rain" and not sky.wet_climb
    case.books = replace(case.books, sky=replace(sky, rain=after, wet_climb=True) if what == "rain" else
                         replace(sky, snow=after))
    more = ("; the ground is wet from now on, and each change of level costs 1 MF or MP more but by "
            "stairs and paved roads (E3.54)" if first_rain else "")
    case.say(f"{_FALL_WORDS[what, after]}{more}.", rule,
             f"{what} {after}" if after != "on" else what, row=(table("wind-change"), row))


def _civilians(case: Case, pair: Pair) -> None:
    if not case.rules.civilians:
        return
    country = country_of(case.card, case.books.mover)
    told_on = case.look("country", country=country)[1].word_in("told_on")
    row = _brings(told_on, pair)
    if row.word_in("effect") == _TELL:
        what = f"{'an' if country == 'enemy' else 'a'} {country} country"
        case.say(f"Civilians in {what} tell the side that moves something, which cannot be refused.",
                 "E2.4", "civilians", row=(table("wind-change"), row))
        case.follow("civilians", "what civilians tell the side that moves", "E2.4", must=True)


# -- the wind that came of it ---------------------------------------------------------------------


def wind_words(sky: Sky) -> str:
    """The wind in words: `a mild wind towards the north`, `no wind, with a Gust`."""
    wind = "no wind" if sky.wind == "none" else f"a {sky.wind} wind"
    blows = sky.direction is not None and (sky.wind != "none" or sky.gust)
    to = f" towards the {DIRECTION_WORDS[sky.direction]}" if blows and sky.direction else ""
    return f"{wind}{to}{', with a Gust' if sky.gust else ''}"


def _wind(case: Case) -> None:
    sky, force, gust = case.books.sky, case.word("force"), case.flag("gust")
    direction = case.number("direction") if case.is_given("direction") else None
    if force != "none" and direction is None:
        case.refuse("A wind blows in a direction: write direction=1 to 6, clockwise from the north.",
                    "B25.65")
    if sky.gust and not gust and sky.has("gusty"):
        case.refuse("In gusty weather the roll has brought a Gust, which cannot be left out.", "E3.4")
    asked, fresh_gust = sky.wind_asked, gust and not sky.gust
    case.books = replace(case.books, sky=replace(
        sky, wind=force, direction=direction, gust=gust, wind_asked="",
        breeze_of=(sky.breeze_of or case.books.mover) if force == "mild" else ""))
    by = f" after the roll {asked}" if asked else ""
    case.say(f"There is {wind_words(case.books.sky)}{by}.", "B25.65",
             f"{force} {direction}" if force != "none" else "none")
    if fresh_gust:
        disperse(case)
    if asked:
        _fog(case)


def _fog(case: Case) -> None:
    """Fog falls by the wind that the roll has brought (E3.312)."""
    sky = case.books.sky
    if not sky.fog_density:
        return
    wind = "gust" if sky.gust else sky.wind
    found = case.look("fog-in-wind", wind=wind)
    falls = found[1].number_in("falls")
    if found[1].word_in("every") == "game turn":
        falls = falls if _new_game_turn(case, sky) else 0
    if not falls:
        return
    density = max(sky.fog_density - falls, 0)
    case.books = replace(case.books, sky=replace(
        sky, fog_density=density, fog_level=sky.fog_level if density else None))
    case.say(f"The fog thins to +{density} for each hex." if density else
             "The last fog is blown away.", "E3.312", f"+{density}" if density else "gone",
             row=found)


def _new_game_turn(case: Case, sky: Sky) -> bool:
    """Whether this Rally Phase is the one of its game turn in which a mild breeze thins fog."""
    if case.reading("R13") == "turn":
        return case.books.half == "first"
    return case.books.mover == sky.breeze_of


def _is_night(rules: SpecialRules, card: Card) -> bool:
    return rules.night is not None


PROCEDURES = (
    Procedure(
        "wind-step", "Wind change roll", ("E1.12", "E3.4", "E3.51", "E3.71", "E3.75", "E2.4"), "full",
        _wind_step, (), (_RALLY,), "start", _has_wind, _is_due,
        tables=("wind-change", "nvr-amount", "nvr-change", "nvr-limits"), section="Weather",
        table_if=dict.fromkeys(("nvr-amount", "nvr-change", "nvr-limits"), _is_night), steps=(
            "New snow drifts come before the roll (E3.75).",
            "One roll of two dice serves all that depends on it (E3.51).",
            "Gusty weather: a high roll is a Gust (E3.4).",
            "Overcast: a high roll makes rain begin or grow heavy, a low one stops it; it may begin again "
            "(E3.51).",
            "Falling snow: a high roll makes it begin or grow heavy, a low one stops it (E3.71).",
            "By night a coloured 6 changes the range of sight (E1.12).",
            "Civilians may tell the side that moves something (E2.4).")),
    Procedure(
        "wind", "Wind", ("E3.312", "A24.62"), "given", _wind, (
            Input("force", "Force", help="The wind now.", choices=("none", "mild", "heavy"),
                  usual=lambda card, books: books.sky.wind,
                  asked="force of the wind by its table, both players; B25.65"),
            Input("direction", "Direction", "direction", "Where it blows to; left out: as before.",
                  usual=lambda card, books: str(books.sky.direction or ""),
                  asked="direction of the wind by its table, both players; B25.65"),
            Input("gust", "Gust", "flag", "Whether a Gust blows in this Player Turn.",
                  usual=lambda card, books: "yes" if books.sky.gust else "no",
                  asked="whether a Gust blows, both players; B25.651")),
        is_on=_has_wind, tables=("fog-in-wind",), section="Weather", steps=(
            "After the roll find the wind by its table, which is none of the desk's, and say it (B25.65).",
            "A mild breeze thins fog by one each game turn, heavy wind or a Gust each player turn (E3.312).",
            "A Gust disperses SMOKE (A24.62).")),
)
