"""Snow drifts: where they come, which hexside they lie on, and what is reminded of."""

from __future__ import annotations

from dataclasses import replace

from ...hexgrid import Hex
from ...model.wording import count
from ..books.books import Due
from ..books.sky import Drift, Sky
from ..card import Card
from ..hexes import DIRECTION_WORDS, step
from ..names import column_index, column_letters
from ..special_rules import SpecialRules
from .procedure import SET_UP, Case, Input, Procedure
from .random_location import away

AT_START = 6
"""Drifts on each board at the start (E3.75)."""
IN_PLAY = 1
"""New drifts on each board in a Rally Phase with strong wind (E3.75)."""
_ROW = 5
"""The number of the hex from which a drift is placed (E3.75)."""
_LONGEST = 6
_GIVE_UP = 200
"""Rolls after which no place is left."""


def has_drifts(rules: SpecialRules, card: Card) -> bool:
    """Whether there are drifts or may come to be some."""
    return rules.drifts or card.dyo


def drift_dues(card: Card, number: int, direction: int | None = None) -> tuple[Due, ...]:
    """The drifts to be placed on each board, as what follows."""
    points = (("direction", str(direction)),) if direction is not None else ()
    what = "snow drift" if number == 1 else f"{number} snow drifts"
    return tuple(
        Due("drift", (("board", board.id), ("number", str(number)), *points),
            f"{what} on board {board.id}; draw the letters of the counters", "E3.75", True)
        for board in card.boards)


def drifts_follow(case: Case, number: int = AT_START, direction: int | None = None) -> None:
    """Make the drifts of all boards follow."""
    for due in drift_dues(case.card, number, direction):
        case.books = case.books.with_due(due)


def new_drifts(case: Case) -> None:
    """What comes of a strong wind on snow, before the wind change roll (E3.75)."""
    sky = case.books.sky
    if not sky.drifting or not (sky.gust or sky.wind == "heavy") or not sky.snow_lies:
        return
    if not sky.has("deep-snow") and case.reading("R09") == "deep":
        return
    case.say("The strong wind on the snow makes one new drift on each board; it points as the wind blew "
             "before the wind change roll.", "E3.75", "drift")
    drifts_follow(case, IN_PLAY, sky.direction)


def _drift(case: Case) -> None:
    card, sky = case.card, case.books.sky
    try:
        board = card.layout.board(case.word("board"))
    except ValueError as error:
        case.refuse(str(error), "E3.75")
    letters = case.words("counters")
    number = case.number("number")
    if len(letters) != number:
        case.refuse(f"It takes the letters of {count(number, 'counter')}, and "
                    f"{len(letters)} {'is' if len(letters) == 1 else 'are'} given.", "E3.75")
    starts = []
    for one in letters:
        try:
            column = column_index(one)
        except ValueError as error:
            case.refuse(f"{error} Drift counters bear the letters of columns.", "E3.75")
        if column > board.last_column:
            case.refuse(f"Board {board.id} has the columns A to {column_letters(board.last_column)}, none "
                        f"called {one}; draw another counter.", "E3.75")
        starts.append(board.place(Hex(column, _ROW)))
    direction = _direction(case, sky)
    taken = set(case.places("full"))
    for one, start in zip(letters, starts, strict=True):
        _place(case, one, start, direction, taken)


def _direction(case: Case, sky: Sky) -> int:
    """Where the counters point: with the wind; without one, with that before, which is rolled for once."""
    if case.is_given("direction"):
        return case.number("direction")
    blowing = sky.direction if sky.wind != "none" or sky.gust else None
    known = blowing or sky.drift_direction
    if known is not None:
        return known
    direction = case.die("the direction of the wind before")
    case.books = replace(case.books, sky=replace(sky, drift_direction=direction))
    case.say(f"No wind blows; the wind before blew towards the {DIRECTION_WORDS[direction]}, and drifts "
             "point there.", "E3.751", str(direction))
    return direction


def _place(case: Case, counter: str, start: Hex, direction: int, full: set[Hex]) -> None:
    for _ in range(_GIVE_UP):
        pair = case.pair(f"the place of drift {counter}")
        place = away(start, pair)
        if place not in case.card.layout:
            case.say(f"Drift {counter} would lie off the boards (roll {pair}): there is none.",
                     "E3.75", "none")
            return
        name = case.hex_name(place)
        sky = case.books.sky
        if place in full or (case.ground is not None and case.ground.is_full(place)):
            case.say(f"{name} is a full building hex (roll {pair}): drift {counter} is rolled for again.",
                     "E3.75", "again", hexes=[place])
        elif sky.drift_at(place) is not None:
            case.say(f"There is a drift in {name} (roll {pair}): drift {counter} is rolled for again.",
                     "E3.75", "again", hexes=[place])
        else:
            case.books = replace(case.books, sky=replace(sky, drifts=(
                *sky.drifts, Drift(counter, place, direction))))
            side = _beside(case, place, direction)
            unknown = "" if case.ground is not None and case.ground.is_drawn(place) else (
                f" If {name} is a full building hex, take this back and name it with full= (E3.75).")
            case.say(
                f"Drift {counter} lies in {name}, on the hexside towards {side} (roll {pair}).{unknown}",
                "E3.751", "drift", hexes=[place])
            return
    case.refuse(f"No place for drift {counter} was found; lay it by agreement and note it.", "E3.75")


def _beside(case: Case, place: Hex, direction: int) -> str:
    """The neighbour across the hexside of a drift, by name where it has one."""
    other = step(place, direction)
    return case.hex_name(other) if other in case.card.layout else f"the {DIRECTION_WORDS[direction]}"


def _clear(case: Case) -> None:
    sky, place = case.books.sky, case.place("hex")
    drift = sky.drift_at(place)
    if drift is None:
        case.refuse(f"There is no drift in {case.hex_name(place)}.", "E3.751")
    case.books = replace(case.books, sky=replace(
        sky, drifts=tuple(one for one in sky.drifts if one is not drift)))
    case.say(f"Drift {drift.counter} in {case.hex_name(place)} is cleared.", "E3.751", "cleared",
             hexes=[place])


PROCEDURES = (
    Procedure(
        "drift", "Snow drifts", ("E3.75", "E3.751"), "given", _drift, (
            Input("counters", "Counters", "word", "The letters of the counters, with commas between them.",
                  many=True, repeat=True,
                  asked="the letters of unused drift counters drawn at random, both players; E3.75"),
            Input("board", "Board", "word", "The board they come on.",
                  usual=lambda card, books: card.boards[0].id if len(card.boards) == 1 else None),
            Input("number", "Number", "number", "How many come.", least=1, most=AT_START,
                  usual=lambda card, books: str(AT_START if books.phase == SET_UP else IN_PLAY)),
            Input("full", "Full building hexes", "hex", f"Those at most {_LONGEST} hexes from hex {_ROW} of "
                  "a column drawn; those that maps show need not be named.", many=True, usual="",
                  asked="full building hexes, both players; E3.75"),
            Input("direction", "Direction", "direction", "Where the wind blows to; left out: that of the "
                  "books.", usual="")),
        is_on=has_drifts, section="Weather", steps=(
            f"At the start place {AT_START} drifts on each board: draw a counter, begin in hex {_ROW} of its "
            "column, and go as the two dice say: coloured direction, white hexes (E3.75).",
            "Roll again for a full building hex and for a hex with a drift; off the boards there is none "
            "(E3.75).",
            "On snow that lies, a Gust or heavy wind adds one drift on each board before the wind change "
            "roll (E3.75).",
            "A drift lies on one hexside, downwind; without wind one die says where the wind before blew "
            "(E3.751).")),
    Procedure(
        "drift-cleared", "Drift cleared", ("E3.751",), "result", _clear, (
            Input("hex", "Hex", "hex", "The hex of the counter.",
                  asked="that the drift was cleared as a roadblock is, both players; B24.76"),),
        is_on=has_drifts, section="Weather", steps=(
            "A drift stays until it is cleared as a roadblock is (E3.751).",)),
)
