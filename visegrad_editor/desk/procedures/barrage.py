"""Barrages: the line of one, its correction, and one that creeps forward (E12)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from ...hexgrid import Hex
from ...model.wording import count, fully_listed
from ..books.barrage import BarrageBook, PlannedBarrage
from ..books.books import Books, Due
from ..card import Card
from ..hexes import (
    DIRECTION_WORDS,
    DIRECTIONS,
    alternate_row,
    direction_between,
    distance,
    hex_row,
    row_through,
    step,
    turned,
)
from ..special_rules import SpecialRules
from .procedure import SET_UP, Case, Input, Procedure, Reminder

SECTION = "Barrage"
REACH = 4
"""How many hexes the line of a barrage goes on either side of its centre (E12.11)."""
CORRECTION = 3
"""How far a barrage is corrected at most (E12.4)."""
CREEP = 2
"""How far a creeping barrage is corrected (E12.74)."""
_PATTERNS = ("ffe-1", "ffe-1-2")
_FIXED = ({2, 4}, {4, 6}, {2, 6})
"""The directions of the two hexes beside the centre of alternate lines, if each has one form only."""


def _on(rules: SpecialRules, card: Card) -> bool:
    return bool(rules.barrage or rules.barrages)


def barrage_line(centre: Hex, beside: tuple[Hex, Hex]) -> list[Hex]:
    """The nine hexes of a barrage (E12.11), the half towards the first of `beside` first. Raises `ValueError`
    if these two hexes are not on a straight or an alternate row with the centre."""
    one, other = (direction_between(centre, hex) for hex in beside)
    if one is None or other is None or not row_through(beside[0], centre, beside[1]):
        raise ValueError("The two hexes do not lie on a hex row with the centre between them.")
    halves = [_half(centre, one, turned(other, 3)), _half(centre, other, turned(one, 3))]
    return [*reversed(halves[0]), centre, *halves[1]]


def _half(centre: Hex, first: int, second: int) -> list[Hex]:
    row = hex_row(centre, first, REACH + 1) if first == second else alternate_row(
        centre, first, second, REACH + 1)
    return row[1:]


def slid(barrage: PlannedBarrage, to: Hex) -> tuple[Hex, Hex]:
    """The hexes beside the centre of a barrage that has landed somewhere else, along a parallel row
    (E12.31)."""
    first, second = (direction_between(barrage.centre, hex) for hex in barrage.beside)
    assert first is not None
    assert second is not None
    return step(to, first), step(to, second)


def creeping_rows(centre: Hex, last: Hex) -> list[tuple[Hex, ...]]:
    """The hex rows from the centre of a creeping barrage to its last hex (E12.71): one if they are on a
    straight row, one or two on alternate rows that lie apart in every second hex; none otherwise."""
    length = distance(centre, last) + 1
    straight = [tuple(hex_row(centre, d, length)) for d in DIRECTIONS]
    bent = [tuple(alternate_row(centre, d, turned(d, by), length)) for d in DIRECTIONS for by in (1, -1)]
    found = [row for row in straight if row[-1] == last] or [row for row in bent if row[-1] == last]
    return list(dict.fromkeys(found))


def next_aims(barrage: PlannedBarrage) -> list[Hex]:
    """The hexes to which a creeping barrage may be corrected: of its row, two hexes from where it lies, and
    nearer to the last hex (E12.74)."""
    assert barrage.place is not None
    assert barrage.last is not None
    now = distance(barrage.place, barrage.last)
    return [hex for hex in barrage.row
            if distance(hex, barrage.place) == CREEP and distance(hex, barrage.last) < now]


# -- plan and line ------------------------------------------------------------------------------


def _check_line(case: Case, centre: Hex, beside: tuple[Hex, ...]) -> tuple[Hex, Hex]:
    """The two hexes beside the centre; refuses those that make no line."""
    if len(beside) != 2:
        case.refuse("Name the two hexes of the line next to its centre: beside=L5,N5, for example.", "E12.2")
    pair = beside[0], beside[1]
    try:
        barrage_line(centre, pair)
    except ValueError as error:
        case.refuse(f"{error} {_names(case, pair)} with {case.hex_name(centre)} are no line.", "E12.2")
    directions = {direction_between(centre, hex) for hex in pair}
    if _is_bent(centre, pair) and case.reading("R26") == "fixed" and directions not in _FIXED:
        row = row_through(pair[0], centre, pair[1])
        other = next(tuple(step(centre, d) for d in sorted(form)) for form in _FIXED if row_through(
            step(centre, min(form)), centre, step(centre, max(form))) == row)
        case.refuse(f"An alternate line has one form here; write beside={_names(case, other, ',')}.", "E12.2")
    return pair


def _is_bent(centre: Hex, beside: tuple[Hex, Hex]) -> bool:
    return "-" in row_through(beside[0], centre, beside[1])


def _names(case: Case, hexes: tuple[Hex, ...], between: str = " and ") -> str:
    return between.join(map(case.hex_name, hexes))


def _check_parallel(case: Case, side: str, module: str, centre: Hex, beside: tuple[Hex, Hex]) -> None:
    row = row_through(beside[0], centre, beside[1])
    for other in case.books.barrages.of_module(side, module):
        if row_through(other.beside[0], other.centre, other.beside[1]) != row:
            case.refuse(
                "All lines of the same artillery are parallel; that through "
                f"{case.hex_name(other.centre)} lies along {_names(case, other.beside)}.", "E12.2")


def _plan(case: Case) -> None:
    side, module, centre = case.word("side"), case.word("module"), case.place("centre")
    if case.flag("rockets"):
        case.refuse("Rockets fire no barrage.", "E12.1")
    beside = _check_line(case, centre, case.places("beside"))
    _check_parallel(case, side, module, centre, beside)
    planned = PlannedBarrage(side, module, centre, beside,
                             case.half("calibre") if case.is_given("calibre") else None)
    text = f"Registered: {case.hex_name(centre)}, along {_names(case, beside)}."
    if case.is_given("last"):
        planned = _creeping(case, planned)
        text += (f" It creeps to {case.word('last')}, is corrected by the pattern {planned.pattern} and ends "
                 f"at the start of turn {planned.lift}.")
        case.books = case.books.with_due(_start_of(planned))
    case.books = replace(case.books, barrages=case.books.barrages.having(planned))
    case.say(text, "E12.71" if planned.creeps else "E12.2", "planned", hexes=(centre,), secret=side)


def _creeping(case: Case, planned: PlannedBarrage) -> PlannedBarrage:
    role = case.card.side_by_id[planned.side].role
    if role != "attacker":
        case.refuse("Only the attacker has a creeping barrage.", "E12.7")
    if case.books.barrages.creeping() is not None:
        case.refuse("There is a creeping barrage already.", "E12.7")
    if not case.is_given("pattern") or not case.is_given("lift"):
        case.refuse("A creeping barrage needs its pattern of correction and the turn at whose start it ends: "
                    "pattern=ffe-1 lift=4, for example.", "E12.71")
    last = case.place("last")
    if not creeping_rows(planned.centre, last) or last == planned.centre:
        case.refuse(f"{case.word('last')} is on no hex row that begins at {case.hex_name(planned.centre)}.",
                    "E12.71")
    return replace(planned, last=last, pattern=case.word("pattern"), lift=case.number("lift"))


def _line(case: Case) -> None:
    centre = case.place("centre")
    known = next((p for p in case.books.barrages.planned if p.centre == centre and (
        not case.is_given("module") or p.module == case.word("module"))), None)
    if case.is_given("beside"):
        beside = _check_line(case, centre, case.places("beside"))
    elif known is not None:
        beside = _check_line(case, centre, known.beside)
    else:
        case.refuse(f"No barrage is registered in {case.hex_name(centre)}; name the two hexes of its line "
                    "next to it: beside=L5,N5, for example.", "E12.2")
    calibre = case.half("calibre") if case.is_given("calibre") else known.calibre_mm if known else None
    at = case.place("at") if case.is_given("at") else centre
    shape = PlannedBarrage("", "", centre, beside, calibre)
    _fire(case, shape, at, "E12.31" if at != centre else "E12.11")


def _fire(case: Case, shape: PlannedBarrage, at: Hex, rule: str, extra: str = "") -> None:
    """Say the line of a barrage whose counter lies in a hex, and with what it attacks."""
    line = barrage_line(at, slid(shape, at))
    inside = [hex for hex in line if hex in case.card.layout]
    if not inside:
        case.say(f"The whole line lies off the boards; nothing is attacked.{extra}", "E12.76", "off-board")
        return
    off = len(line) - len(inside)
    beyond = f" and {count(off, 'hex')} off the boards" if off else ""
    where = f"{' '.join(map(case.hex_name, inside))}{beyond}"
    if shape.calibre_mm is None:
        case.say(f"The barrage covers {where}. Its firepower is that of the column left of its usual one: "
                 f"give `calibre`.{extra}", rule, "line", hexes=inside)
        return
    row = case.look("barrage-firepower", calibre=int(shape.calibre_mm))
    firepower = row[1].number_in("firepower")
    case.say(f"The barrage covers {where}. Each of these hexes is attacked with {firepower} firepower "
             f"(E12.5).{extra}", rule, "line", final=firepower, row=row, hexes=inside)


def _correct(case: Case) -> None:
    at, to = case.place("at"), case.place("to")
    capable = case.places("capable") or tuple(
        p.centre for p in case.books.barrages.planned if not p.creeps and p.module == case.word("module"))
    if not capable:
        case.refuse("No hex of a barrage is registered; name all of this artillery: capable=C6,H6, for "
                    "example.", "E12.4")
    away = distance(at, to)
    if not 0 < away <= CORRECTION:
        case.refuse(f"{case.hex_name(to)} is {count(away, 'hex')} away; a barrage is corrected by 1 to "
                    f"{CORRECTION} hexes. A registered hex farther away needs a new mission.", "E12.4")
    near = [hex for hex in capable if distance(hex, to) <= 1]
    if not near:
        case.refuse(f"{case.hex_name(to)} is neither a registered hex nor next to one.", "E12.4")
    if not any(hex == to or distance(hex, at) > 1 for hex in near):
        case.refuse(f"The barrage is at {case.hex_name(near[0])} already and cannot be corrected to another "
                    "hex next to that.", "E12.4")
    case.say(f"The barrage may be corrected from {case.hex_name(at)} to {case.hex_name(to)}. Its line stays "
             "parallel wherever it lands.", "E12.4", "corrected", hexes=(at, to))


# -- creeping -----------------------------------------------------------------------------------


def _start_of(planned: PlannedBarrage) -> Due:
    """The timing of a creeping barrage; until then only its side knows what it has written down (E12.71)."""
    return Due("creep-start", (), "the timing of the creeping barrage", "E12.72", True, planned.side)


def barrage_dues(book: BarrageBook) -> tuple[Due, ...]:
    """What is to be carried out at the start for barrages that the card says."""
    creeping = book.creeping()
    return (_start_of(creeping),) if creeping is not None else ()


def _set(case: Case, creeping: PlannedBarrage, **to: Any) -> PlannedBarrage:
    changed = replace(creeping, **to)
    case.books = replace(case.books, barrages=case.books.barrages.with_one(creeping, changed))
    return changed


def _start(case: Case) -> None:
    creeping = case.books.barrages.creeping()
    if creeping is None or creeping.chit:
        case.refuse("No creeping barrage waits for its start.", "E12.72")
    assert creeping.last is not None
    rows = creeping_rows(creeping.centre, creeping.last)
    if not rows:
        case.refuse("The last hex of the creeping barrage is on no hex row that begins at its centre.",
                    "E12.71")
    if len(rows) > 1:
        first = {str(direction_between(creeping.centre, row[1])): row for row in rows}
        if case.word("first") not in first:
            case.refuse("Two alternate rows lead to its last hex; say the direction of the first step: "
                        f"first={' or first='.join(sorted(first))}.", "E12.71")
        rows = [first[case.word("first")]]
    calibre = case.half("calibre") if case.is_given("calibre") else creeping.calibre_mm
    creeping = _set(case, creeping, chit=case.word("chit"), row=rows[0], calibre_mm=calibre)
    if case.word("chit") == "black":
        case.say("The creeping barrage begins with the first turn. Its chit stays out of the pile.", "E12.72",
                 "turn-1")
        return
    die = case.die("turns before the game of the creeping barrage")
    row = case.look("creeping-start", roll=die)
    turns = row[1].number_in("turns")
    _set(case, creeping, before=turns)
    case.say(f"The creeping barrage begins {count(turns, 'turn')} before the first one; each has its two "
             "fire phases alone. After them put the red chit back, take a black one out and shuffle.",
             "E12.72", "before", final=turns, row=row)
    _follow(case)


def _follow(case: Case) -> None:
    creeping = case.books.barrages.creeping()
    if creeping is not None and creeping.waits:
        turn, phase = creeping.fired // 2 + 1, "PFPh" if creeping.fired % 2 == 0 else "DFPh"
        case.follow("creep", f"{phase} of turn {turn} before the game", "E12.72", must=True)


def _is_prep(books: Books, creeping: PlannedBarrage) -> bool:
    """Whether it is a fire phase in which the attacker is the phasing side."""
    if books.phase == SET_UP:
        return creeping.fired % 2 == 0
    return books.phase == "prep-fire"


def _turns_over(books: Books, creeping: PlannedBarrage) -> bool:
    """Whether all turns written down for the barrage are over, those before the game among them (E12.76)."""
    turn = creeping.fired // 2 + 1 if books.phase == SET_UP else books.turn + creeping.before
    return turn >= creeping.lift


def _fires_now(card: Card, books: Books) -> bool:
    """Whether the creeping barrage has something to do in this phase."""
    creeping = books.barrages.creeping()
    if creeping is None or not creeping.chit:
        return False
    if books.phase == SET_UP:
        return creeping.waits
    if books.phase == "prep-fire":
        return books.mover == creeping.side and creeping.ffe in ("", "C")
    if books.phase == "defensive-fire":
        over = creeping.ffe == "C" and _turns_over(books, creeping)
        return books.mover != creeping.side and (creeping.ffe == "2" or over)
    return False


def _due(case: Case) -> None:
    creeping = case.books.barrages.creeping()
    assert creeping is not None
    if _lifts(case, creeping):
        return
    case.say("The creeping barrage is corrected and fires: `creep`.", "E12.73", "due")
    case.follow("creep", "the creeping barrage in this phase", "E12.73", must=True)


def _lifts(case: Case, creeping: PlannedBarrage) -> bool:
    """End the barrage if its turns are over or it cannot be corrected; whether it has ended."""
    over = _turns_over(case.books, creeping)
    moves = creeping.place is not None and (
        _is_prep(case.books, creeping) or creeping.pattern == "ffe-1-2")
    if not over and not (moves and not next_aims(creeping)):
        return False
    why = ("its turns are over" if over else
           f"no hex of its row {count(CREEP, 'hex')} farther on is nearer to its last one")
    before = creeping.waits
    _set(case, creeping, lifted=True, place=None, ffe="")
    back = " Put the red chit back for a black one." if before else ""
    case.say(f"The creeping barrage is lifted for the rest of the game: {why}.{back}", "E12.76", "lifted")
    return True


def _creep(case: Case) -> None:
    creeping = case.books.barrages.creeping()
    if creeping is None or not _fires_now(case.card, case.books):
        case.refuse("No creeping barrage fires now.", "E12.73")
    if _lifts(case, creeping):
        return
    prep = _is_prep(case.books, creeping)
    if creeping.place is None:
        creeping = _first(case, creeping)
    elif prep or creeping.pattern == "ffe-1-2":
        creeping = _corrected(case, creeping)
    assert creeping.place is not None
    sky = case.books.sky
    weather = "rain or deep snow" if sky.rain != "none" or sky.has("deep-snow") else "other"
    hindrance = case.look("creeping-hindrance", weather=weather)[1].number_in("drm")
    ffe = "2" if prep else "C"
    _fire(case, creeping, creeping.place, "E12.731" if not prep else "E12.73",
          f" It hinders sight by +{hindrance} (E12.75). Turn its counter to FFE:{ffe}.")
    fired = creeping.fired + 1 if case.books.phase == SET_UP else creeping.fired
    _set(case, creeping, ffe=ffe, fired=fired)
    if case.books.phase == SET_UP:
        _follow(case)


def _first(case: Case, creeping: PlannedBarrage) -> PlannedBarrage:
    """The first placing, on the registered hex or off it; the row moves with it (E12.732)."""
    if case.flag("accurate"):
        creeping = _set(case, creeping, place=creeping.centre)
        case.say(f"It is placed on {case.hex_name(creeping.centre)}, the registered hex.", "E12.73", "placed",
                 hexes=(creeping.centre,))
        return creeping
    if not case.is_given("lands"):
        case.refuse("Say where it lands: lands=G6, for example. Ask: both, by the error of a direct "
                    "placement; C1.732.", "E12.73")
    lands = case.place("lands")
    row = _slid_row(creeping, lands)
    creeping = _set(case, creeping, place=lands, centre=lands, beside=slid(creeping, lands), row=row,
                    last=row[-1])
    case.say(f"It is placed off the registered hex, in {case.hex_name(lands)}, which takes its place.",
             "E12.732", "adjusted", hexes=(lands,))
    case.say(f"Its last hex is {_name_or_off(case, row[-1])} now.", "E12.732", "last", secret=creeping.side)
    return creeping


def _slid_row(creeping: PlannedBarrage, lands: Hex) -> tuple[Hex, ...]:
    row = [lands]
    for one, other in pairwise(creeping.row):
        direction = direction_between(one, other)
        assert direction is not None
        row.append(step(row[-1], direction))
    return tuple(row)


def _name_or_off(case: Case, hex: Hex) -> str:
    return case.hex_name(hex) if hex in case.card.layout else "a hex off the boards"


def _corrected(case: Case, creeping: PlannedBarrage) -> PlannedBarrage:
    aims = next_aims(creeping)
    aim = aims[0]
    if len(aims) > 1:
        if not case.is_given("to") or case.place("to") not in aims:
            names = fully_listed([_name_or_off(case, a) for a in aims])
            case.refuse(f"It may be corrected to several hexes: {names}. Say which: to=.", "E12.74")
        aim = case.place("to")
    elif case.is_given("to") and case.place("to") != aim:
        case.refuse(f"It is corrected to {_name_or_off(case, aim)} and nowhere else.", "E12.74")
    if case.flag("accurate"):
        case.say(f"It is corrected to {_name_or_off(case, aim)}.", "E12.74", "corrected",
                 hexes=(aim,) if aim in case.card.layout else ())
        return _set(case, creeping, place=aim)
    die = case.die("direction of the error")
    lands = step(aim, die)
    case.say(f"It is aimed at {_name_or_off(case, aim)} and lands one hex to the {DIRECTION_WORDS[die]}: "
             f"{_name_or_off(case, lands)}.", "E12.74", "error", final=die,
             hexes=(lands,) if lands in case.card.layout else ())
    return _set(case, creeping, place=lands)


# -- the procedures -----------------------------------------------------------------------------


def _planned_side(card: Card, books: Books) -> str | None:
    sides = card.turned_on.barrage
    return sides[0] if len(sides) == 1 else None


def _only_centre(card: Card, books: Books) -> str | None:
    planned = books.barrages.planned
    return card.layout.name(planned[0].centre) if len(planned) == 1 else None


def _only_module(card: Card, books: Books) -> str:
    modules = {p.module for p in books.barrages.planned}
    return modules.pop() if len(modules) == 1 else ""


_MODULE = Input("module", "Artillery", "text", "Its name, if there are several.", usual="")
_CALIBRE = Input("calibre", "Calibre", "half", "In mm.", least=80, most=500, usual="")
_BESIDE = Input("beside", "Hexes beside", "hex", "The two hexes of its line next to its centre.", many=True)
PROCEDURES = (
    Procedure(
        "barrage-plan", "A barrage is registered", ("E12.1", "E12.2", "E12.7", "E12.71"), "full", _plan, (
            Input("side", "Side", "side", usual=_planned_side),
            Input("centre", "Centre", "hex"), _BESIDE, _MODULE, _CALIBRE,
            Input("rockets", "Rockets", "flag", usual="no"),
            Input("last", "Last hex", "hex", "Of one that creeps.", usual=""),
            Input("pattern", "Correction", "word", "ffe-1 in its own fire phase only, ffe-1-2 in that of the "
                  "enemy too.", _PATTERNS, usual=""),
            Input("lift", "Lift", "number", "The game turn at whose start it ends.", least=2, most=99,
                  usual="")),
        phases=(SET_UP,), is_on=_on, section=SECTION, steps=(
            "Before the set-up write down each hex that is to have a barrage, and the two hexes of its line "
            "beside it; all lines of one artillery are parallel, and rockets fire none (E12.1, E12.2).",
            "Of a creeping barrage write down its last hex too, on a hex row from its first one, whether it "
            "is corrected in its own fire phase only, and the turn at whose start it ends; its line is "
            "parallel to the edge where most of the attacker arrive on turn 1 (E12.71).",
            "Put one black chit more into the pile for its registered hex (E12.71).")),
    Procedure(
        "barrage-line", "Line of a barrage", ("E12.11", "E12.2", "E12.31", "E12.5"), "full", _line, (
            Input("centre", "Registered hex", "hex", usual=_only_centre),
            replace(_BESIDE, usual="", help="The two hexes of its line next to its centre; left out: as "
                    "registered."),
            Input("at", "Where it lies", "hex", "The hex of its counter, if another.", usual=""),
            _MODULE, _CALIBRE),
        phases=("prep-fire", "defensive-fire"), is_on=_on, section=SECTION,
        tables=("barrage-firepower",), steps=(
            "A barrage covers nine hexes in a line: that of its counter and four on either side along a "
            "straight or an alternate hex row (E12.11).",
            "Its line stays parallel to the registered one wherever it lands (E12.31).",
            "It attacks with the column left of the usual one of its artillery (E12.5).")),
    Procedure(
        "correct", "Correction of a barrage", ("E12.4",), "full", _correct, (
            Input("at", "From", "hex"), Input("to", "To", "hex"),
            Input("capable", "Registered hexes", "hex", "All of this artillery; left out: those registered "
                  "in the log.", usual="", many=True),
            replace(_MODULE, usual=_only_module)),
        phases=("prep-fire", "defensive-fire"), is_on=_on, section=SECTION, steps=(
            "A barrage is corrected by up to three hexes, to a registered hex or one next to it, but not "
            "from there to another one next to the same (E12.4).",)),
    Procedure(
        "creep-start", "Timing of a creeping barrage", ("E12.72",), "given", _start, (
            Input("chit", "Chit", "word", choices=("black", "red"), asked="the chit drawn, the attacker; "
                  "E12.72"),
            Input("first", "First step", "direction", "Where two alternate rows lead to the last hex.",
                  usual=""), _CALIBRE),
        phases=(SET_UP,), is_on=_on, is_due=lambda card, books: False, section=SECTION,
        tables=("creeping-start",),
        steps=(
            "After the set-up the attacker draws a chit: with a black one it begins on turn 1 (E12.72).",
            "With a red one it has fired before: a die halved, fractions up, gives the turns before the "
            "game, each with a Prep Fire and a Defensive Fire Phase (E12.72).")),
    Procedure(
        "creep-due", "A creeping barrage fires or is lifted", ("E12.73", "E12.731", "E12.76"), "full", _due,
        phases=("prep-fire", "defensive-fire"), automatic="start", is_on=_on, is_due=lambda card, books: (
            _fires_now(card, books)), section=SECTION, steps=(
            "It is lifted at the start of the first fire phase of its side in which it cannot be corrected "
            "along its row, or after the turns written down, those before the game among them (E12.76).",)),
    Procedure(
        "creep", "A creeping barrage", ("E12.73", "E12.731", "E12.732", "E12.74", "E12.75", "E12.76"),
        "given", _creep, (
            Input("accurate", "Accurate", "flag", "Whether the accuracy roll succeeds; yes where nothing is "
                  "corrected.", usual=lambda card, books: _needs_no_roll(books),
                  asked="accuracy roll, both; C1.4"),
            Input("lands", "Lands in", "hex", "Of the first placing, if not accurate.", usual="",
                  asked="error of a direct placement, both; C1.732"),
            Input("to", "Correct to", "hex", "Where several hexes of the row are as far.", usual="")),
        phases=("prep-fire", "defensive-fire"), is_on=_on, is_due=lambda card, books: False,
        section=SECTION, tables=("barrage-firepower", "creeping-hindrance"), steps=(
            "In its own Prep Fire Phase it is placed on its registered hex at first, later corrected; it "
            "attacks and becomes FFE:2 (E12.73).",
            "If it first lands elsewhere, that is its registered hex, and its row moves along (E12.732).",
            "In the Defensive Fire Phase it is corrected by the pattern FFE:1-2 only; it attacks and becomes "
            "FFE:C (E12.731).",
            "It is corrected by two hexes along its row towards the last one; without accuracy a die gives "
            "the direction in which it lands one hex off (E12.74).")),
)
REMINDERS = (
    Reminder("barrage-counters", ("E12.11", "E12.3"), (
        "A barrage is placed directly on a registered hex, never by a spotting round; a counter lies at each "
        "end of its line, four hexes from the middle."), ("prep-fire", "defensive-fire"), _on, SECTION),
    Reminder("barrage-smoke", ("E12.51", "E12.52", "E12.75"), (
        "A barrage may fire smoke and hinders sight as usual; a creeping one fires no smoke and hinders by "
        "+2, in rain or deep snow by +1."), ("prep-fire", "defensive-fire"), _on, SECTION),
    Reminder("barrage-missions", ("E12.6", "E12.77", "E12.771"), (
        "Registered hexes serve other missions too, changed between missions only. A creeping barrage has no "
        "observer, radio or battery access; if a special rule gives a radio, other missions are possible "
        "once it is lifted, without its registered hex."), ("prep-fire", "defensive-fire"), _on, SECTION),
)


def _needs_no_roll(books: Books) -> str | None:
    creeping = books.barrages.creeping()
    if creeping is None or creeping.place is None:
        return None if creeping is not None else "yes"
    return None if _is_prep(books, creeping) or creeping.pattern == "ffe-1-2" else "yes"
