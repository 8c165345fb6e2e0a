"""Smoke: what a gust does to it, how it drifts, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping

from ...hexgrid import Hex
from ...model.wording import count
from ..books.books import Books
from ..card import Card
from ..ground import Ground
from ..hexes import DIRECTION_WORDS, hex_row
from .procedure import Case, Input, Procedure

_AFPH = "advancing-fire"
_ACTION_WORDS = {"out": "out of", "within": "within", "into": "into", "through": "through"}


def disperse(case: Case, dispersed: tuple[Hex, ...] = (), other: tuple[Hex, ...] = ()) -> None:
    """Say what a gust does to smoke, in all hexes or in those named (A24.62)."""
    if not dispersed and not other:
        case.say("The Gust removes all dispersed SMOKE and turns all other SMOKE to its dispersed side; "
                 "smoke that drifts is cut to what its source now has (A24.61).", "A24.62", "all")
        return
    for places, counter in ((dispersed, "dispersed"), (other, "other")):
        if places:
            row = case.look("smoke-gust", counter=counter)
            becomes = row[1].word_in("becomes")
            names = ", ".join(map(case.hex_name, places))
            case.say(f"The Gust: SMOKE in {names} is {becomes}.", "A24.62", becomes, row=row,
                     hexes=places)


def _gust(case: Case) -> None:
    if not case.books.sky.gust:
        case.refuse("No Gust blows.", "A24.62")
    disperse(case, case.places("dispersed"), case.places("other"))


def _gust_blows(card: Card, books: Books) -> bool:
    return books.sky.gust


def _level_on_map(card: Card, books: Books, ground: Ground, inputs: Mapping[str, str]) -> str | None:
    """The level of the source as the map of its board has it, with the storey in its name."""
    try:
        level = ground.level_of(inputs.get("source", ""))
    except ValueError:
        return None
    return None if level is None else str(level)


def _drift(case: Case) -> None:
    sky = case.books.sky
    if not case.flag("drifts"):
        case.say("The SMOKE does not drift.", "A24.61", "none")
        return
    if sky.rain != "none":
        case.refuse("While it rains SMOKE fills its hex and does not drift.", "E3.53")
    direction, number = case.number("direction"), case.number("hindrance")
    line = hex_row(case.place("source"), direction, number + 1)[1:]
    here = [one for one in line if one in case.card.layout]
    row = case.look("smoke-drift", kind=case.word("kind"))
    levels, lowest = row[1].number_in("levels"), case.number("level")
    names = ", ".join(map(case.hex_name, here)) or "no hex of the boards"
    case.say(f"Dispersed counters drift towards the {DIRECTION_WORDS[direction]} into {names}; each hinders "
             f"up to {count(levels, 'level')} above its Location, and none below level {lowest}.", "A24.61",
             str(len(here)), row=row, hexes=here)
    before = case.number("before") if case.is_given("before") else number
    gone = [one for one in hex_row(case.place("source"), direction, before + 1)[number + 1:]
            if one in case.card.layout]
    if gone:
        case.say(f"The source has fallen to {number}: the counters in {', '.join(map(case.hex_name, gone))}, "
                 "the farthest from it, are removed.", "A24.61", "removed", hexes=gone)


def _cost(case: Case) -> None:
    row = case.look("smoke-cost", action=case.word("action"))
    cost, hindrance, rule = (
        row[1].number_in("cost"), row[1].number_in("hindrance"), row[1].word_in("rule"))
    if cost:
        case.say(f"To enter a Location with SMOKE in the Movement or Rout Phase costs {cost} MF or MP more, "
                 "as part of the cost of its terrain.", rule, f"+{cost}", final=cost, row=row)
        return
    if case.flag("residual") and hindrance:
        case.say("Residual fire has no further Hindrance for SMOKE.", rule, "+0", final=0, row=row)
        return
    what = (f"has +{hindrance} Hindrance more than the SMOKE gives" if hindrance
            else "has the Hindrance of the SMOKE alone")
    action = _ACTION_WORDS[case.word("action")]
    case.say(f"A line of sight or fire {action} SMOKE {what}.", rule, f"+{hindrance}", final=hindrance,
             row=row)


PROCEDURES = (
    Procedure(
        "smoke-gust", "Smoke in a gust", ("A24.62",), "given", _gust, (
            Input("dispersed", "Dispersed", "hex", "Hexes with dispersed SMOKE; left out: not named.",
                  many=True, usual="", asked="where dispersed SMOKE is, both players; A24.62"),
            Input("other", "Other", "hex", "Hexes with SMOKE that is not dispersed; left out: not named.",
                  many=True, usual="", asked="where other SMOKE is, both players; A24.62")),
        (_AFPH,), "start", is_due=_gust_blows, tables=("smoke-gust",), section="Smoke", steps=(
            "While a Gust blows, dispersed SMOKE is removed and other SMOKE is dispersed at the start of the "
            "Rally Phase, and again at the start of the Advancing Fire Phase after it (A24.62).",)),
    Procedure(
        "smoke-drift", "Drift of smoke", ("A24.61",), "given", _drift, (
            Input("source", "Source", "hex", "The hex that the SMOKE comes from."),
            Input("hindrance", "Hindrance", "number", "That of the source now; 0 if it is removed.", least=0,
                  most=6, asked="the Hindrance of the source, both players; A24.61"),
            Input("drifts", "It drifts", "flag", "Whether it drifts at all now.",
                  asked="whether the SMOKE drifts in this wind, both players; A24.61"),
            Input("direction", "Direction", "direction", "Where the wind blows to.",
                  usual=lambda card, books: str(books.sky.direction) if books.sky.direction else None,
                  asked="the direction of the wind, both players; B25.64"),
            Input("kind", "Kind", choices=("smoke", "wp"), usual="smoke"),
            Input("level", "Level", "number", "That of the Location of the source.", least=-1, most=9,
                  usual="0", asked="the level of the source, both players; A24.61",
                  from_map=_level_on_map),
            Input("before", "Before", "number", "How many counters drifted from it before.", least=0, most=6,
                  usual="", asked="how many counters there were, both players; A24.61")),
        tables=("smoke-drift",), section="Smoke", steps=(
            "SMOKE that drifts is a downwind line of dispersed counters, as many as the Hindrance of its "
            "source (A24.61).",
            "Drifting smoke hinders some levels above its Location, WP more, never below the level of the "
            "source (A24.61).",
            "When the source falls, the farthest counters are removed first (A24.61).")),
    Procedure(
        "smoke-cost", "Cost of smoke", ("A24.7", "A24.8"), "full", _cost, (
            Input("action", "Action", help="What is done.", choices=(
                "enter", "out", "within", "into", "through")),
            Input("residual", "Residual", "flag", "Whether the fire is Residual fire.", usual="no")),
        ("movement", "rout"), tables=("smoke-cost",), section="Smoke", steps=(
            "To enter SMOKE in the Movement or Rout Phase costs more, as its table says (A24.7).",
            "Fire and lines of sight out of SMOKE or within it have more Hindrance, Residual fire not "
            "(A24.8).")),
)
