"""Weather before the game: the rolls for weather, snow and fog, and what the weather makes of the ground."""

from __future__ import annotations

from dataclasses import replace

from ..books.books import Books
from ..books.sky import Sky, in_order
from ..card import Card
from ..special_rules import EC, SpecialRules
from ..tables import Row, table
from .drifts import drifts_follow
from .procedure import SET_UP, Case, Input, Modifier, Procedure, modifiers_words, total

_TWELVE, _TWELVE_SNOW, _TWELVE_OTHER = "snow-or-overcast", "snow", "overcast"
_SNOW_ON_TWELVE = (3, 11)
"""The months in which the last row of the table is snow (E3)."""
_SNOW, _FOG = "snow", "fog-or-mist"
"""Results of the weather table that need another roll."""
_EXTREME, _WORST_AGAIN = 7, 6
"""The roll for extreme winter (E3.74), and what a second one counts as by one reading."""
RAINED = "rain has fallen"
"""The condition of the tables after the first rain."""


def is_dyo(rules: SpecialRules, card: Card) -> bool:
    """Whether the players of a card choose their forces, so that the weather may be rolled for (E3)."""
    return card.dyo


def weather_words(weather: tuple[str, ...]) -> str:
    """Weather in words: `overcast, mud`; `clear` for none."""
    return ", ".join(one.replace("-", " ") for one in weather) or "clear"


def environment_row(sky: Sky) -> Row:
    """The row of the table of environments that holds now; its environment is "" if the weather leaves that
    open."""
    conditions = {*sky.weather, *([RAINED] if sky.wet_climb else []), "none"}
    return min((table("environment").look(weather=one) for one in conditions), key=lambda row: row.number)


def environment(sky: Sky) -> str:
    """The environment (EC) of the ground now: that of the weather, otherwise the one given; "" if nobody has
    said."""
    return environment_row(sky).word_in("environment") or sky.ground


# -- the rolls before the game -------------------------------------------------------------------


def _weather_roll(case: Case) -> None:
    card, sky = case.card, case.books.sky
    if card.theatre != "europe":
        case.refuse(f"The table of the weather is that of temperate Europe, and the card is set in "
                    f"{card.theatre.replace('-', ' ')}.", "E3")
    if sky.weather or sky.weather_roll:
        case.refuse(f"The weather is known: {weather_words(sky.weather)}." if sky.weather else
                    "The weather has been rolled for; it is rolled for once.", "E3")
    if case.books.phase != SET_UP:
        case.refuse("The weather is rolled for before forces are bought and set up.", "E3")
    month = case.number("month")
    _, season = case.look("season", month=month)
    pair = case.pair("the weather")
    found = case.look("weather", roll=pair.total)
    said = found[1].word_in(season.word_in("season"))
    if said == _TWELVE:
        said = _TWELVE_SNOW if month in _SNOW_ON_TWELVE else _TWELVE_OTHER
    weather = set(said.split())
    if weather == {"gusty"} and case.reading("R07") == "clear":
        weather.add("clear")
    second = said if said in (_SNOW, _FOG) else "done"
    case.books = replace(case.books, sky=replace(
        sky, weather=() if second != "done" else in_order(weather), weather_roll=second))
    words = {_SNOW: "snow", _FOG: "fog or mist"}.get(said) or weather_words(in_order(weather))
    case.say(f"The weather is {words}: roll {pair} in month {month}.", "E3",
             second if second != "done" else " ".join(in_order(weather)), final=pair.total, row=found)
    if second == _SNOW:
        case.follow("snow-roll", "which kind of snow it is", "E3.7", must=True, month=str(month))
    elif second == _FOG:
        case.follow("fog-or-mist", "whether it is fog or mist", "E3.3", must=True)


def _needs(case: Case, second: str) -> None:
    """Refuse a second roll that no first one asks for."""
    if case.books.sky.weather_roll != second:
        case.refuse(f"This roll follows when the roll for the weather gives "
                    f"{second.replace('-', ' ')}.", case.procedure.rules[0])


def _snow_roll(case: Case) -> None:
    _needs(case, _SNOW)
    _, season = case.look("season", month=case.number("month"))
    drm = Modifier(season.number_in("snow_drm"), "month", "E3.7")
    first = _snow(case, (drm,), ())
    if "extreme-winter" not in first:
        weather = set(first)
    else:
        reading = case.reading("R08")
        weather = {"extreme-winter", *_snow(case, () if reading == "plain" else (drm,), first, reading)}
    drifts = "drifts" in weather
    case.books = replace(case.books, sky=replace(
        case.books.sky, weather=in_order(weather), weather_roll="done", drifting=drifts,
        snow="on" if "falling-snow" in weather else "none"))
    if drifts:
        drifts_follow(case)


def _snow(
    case: Case, modifiers: tuple[Modifier, ...], before: tuple[str, ...], reading: str = "",
) -> tuple[str, ...]:
    """One roll for the kind of snow; `before` is the extreme winter that the first one gave."""
    die = case.die("the kind of snow")
    final = total(die, modifiers)
    while before and final >= _EXTREME and reading == "again":
        die = case.die("the kind of snow, once more")
        final = total(die, modifiers)
    if before and final >= _EXTREME:
        final = _WORST_AGAIN
    found = case.look("snow", final=final)
    weather = tuple(found[1].word_in("weather").split())
    more = modifiers_words(modifiers)
    again = "; roll again for the snow itself" if "extreme-winter" in weather else ""
    case.say(f"The snow is {weather_words(weather)}: roll {die}{f', {more}' if more else ''}, final {final}"
             f"{again}.", "E3.74" if before or again else "E3.7", " ".join(weather),
             modifiers=modifiers, final=final, row=found)
    return weather


def _fog_or_mist(case: Case) -> None:
    _needs(case, _FOG)
    die = case.die("fog or mist")
    found = case.look("fog-or-mist", roll=die)
    weather = found[1].word_in("weather")
    case.books = replace(case.books, sky=replace(
        case.books.sky, weather=(weather,), weather_roll="done"))
    case.say(f"There is {weather}: roll {die}.", "E3.3", weather, final=die, row=found)


def _fog_waits(card: Card, books: Books) -> bool:
    return books.sky.has("fog") and books.sky.fog_level is None


def _fog_setup(case: Case) -> None:
    sky = case.books.sky
    if not sky.has("fog"):
        case.refuse("There is no fog in this weather.", "E3.31")
    if case.books.phase != SET_UP:
        case.refuse("Level and density of fog are rolled for after the set-up, before the first turn.",
                    "E3.31")
    if sky.fog_level is not None:
        case.refuse(f"Fog lies at level {sky.fog_level} and below already.", "E3.31")
    die = case.die("the level of fog")
    found = case.look("fog-level", roll=die)
    level = found[1].number_in("level")
    case.say(f"Fog lies at level {level} and below: roll {die}.", "E3.31", str(level), final=die,
             row=found)
    die = case.die("the density of fog")
    found = case.look("fog-density", roll=die)
    density = found[1].number_in("density")
    case.books = replace(case.books, sky=replace(sky, fog_level=level, fog_density=density))
    case.say(f"Fog adds {density} for each hex, and within one Location {half_up(density)}: roll {die}.",
             "E3.311", f"+{density}", final=die, row=found)


def half_up(number: int) -> int:
    """Half of a number, rounded up."""
    return -(-number // 2)


# -- the ground ----------------------------------------------------------------------------------


_GROUNDS = {"mud": "muddy", "snow": "snowy"}
"""Conditions of the ground that are no adjectives, as they are in a sentence."""


def _ec(case: Case) -> None:
    row = environment_row(case.books.sky)
    forced, given = row.word_in("environment"), case.word("found")
    if forced:
        if given and given != forced:
            case.refuse(f"The weather makes the ground {_GROUNDS.get(forced, forced)}, whatever the table of "
                        "B25.5 says.",
                        row.word_in("rule"))
        case.say(f"The weather makes the ground {_GROUNDS.get(forced, forced)}.", row.word_in("rule"),
                 forced, row=(table("environment"), row))
        return
    found = given or case.books.sky.ground
    if not found:
        case.say("The weather does not say what the ground is; find it by the table of B25.5 and write "
                 "`ec found=…`.", "E3.2", "open")
        return
    case.books = replace(case.books, sky=replace(case.books.sky, ground=found))
    case.say(f"The ground is {_GROUNDS.get(found, found)}, as the table of B25.5 or the card says.", "E3.2",
             found)


def has_weather(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has weather other than clear, or may come to have it."""
    return card.dyo or rules.weather not in ((), ("clear",))


def _fog_possible(rules: SpecialRules, card: Card) -> bool:
    return card.dyo or "fog" in rules.weather


_MONTH = Input("month", "Month", "number", "The month of the scenario.", least=1, most=12,
               usual=lambda card, books: str(card.date.month))
PROCEDURES = (
    Procedure(
        "weather-roll", "Weather", ("E3",), "full", _weather_roll, (_MONTH,), (SET_UP,), is_on=is_dyo,
        is_due=lambda card, books: not (books.sky.weather or books.sky.weather_roll), section="Weather",
        tables=("season", "weather"), steps=(
            "Where players choose their forces and nobody knows the weather, roll two dice in the column of "
            "the month before anything is bought; the table is for temperate Europe (E3).",
            "The weather holds whatever the table of the environment says (E3).")),
    Procedure(
        "snow-roll", "Kind of snow", ("E3.7", "E3.74"), "full", _snow_roll, (_MONTH,), is_on=is_dyo,
        tables=("snow",), section="Weather", steps=(
            "On snow roll one die, +1 from December to February, -1 in March and November (E3.7).",
            "Falling snow comes with an overcast sky and falls from the start (E3.71).",
            "On extreme winter roll again for the snow itself (E3.74).")),
    Procedure(
        "fog-or-mist", "Fog or mist", ("E3.3",), "full", _fog_or_mist, is_on=is_dyo,
        tables=("fog-or-mist",), section="Weather", steps=(
            "On fog or mist roll one die: 1 to 5 is mist, 6 is fog (E3.3).",)),
    Procedure(
        "fog-setup", "Level and density of fog", ("E3.31", "E3.311"), "full", _fog_setup, (), (SET_UP,),
        "end", _fog_possible, _fog_waits, tables=("fog-level", "fog-density"), section="Weather", steps=(
            "After the set-up roll for the highest level of fog (E3.31).",
            "Then roll for its density, the Hindrance of each hex (E3.311).",
            "Within one Location it is half of that, rounded up (E3.311).")),
    Procedure(
        "ec", "Environment", ("E3.2", "E3.3", "E3.51", "E3.6", "E3.713", "E3.72", "E3.73", "E3.74"), "given",
        _ec, (Input("found", "Environment", "word", "What the table of B25.5 gives, where the weather leaves "
                    "it open.", choices=EC, usual="", asked="environment by B25.5, both players; E3.2"),),
        is_on=has_weather, tables=("environment",), section="Weather", steps=(
            "The weather decides what the ground is; clear, gusty and overcast weather leaves it to B25.5 "
            "(E3.2).",)),
)
