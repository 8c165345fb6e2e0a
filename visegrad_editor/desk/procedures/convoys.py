"""Convoys of vehicles and columns of units on foot: how they move, part and disband (E11)."""

from __future__ import annotations

from dataclasses import replace

from ...model.wording import count, fully_listed
from ..books.books import Books
from ..books.convoys import Column, Convoy
from ..card import Card
from ..special_rules import SpecialRules
from ..tables import table
from .procedure import Case, Input, Modifier, Procedure, Reminder, modifiers_words, total

SECTION = "Convoys and columns"
CONVOY_EXTRA = 1
"""What each hex costs a vehicle of a convoy more, as if it towed a gun (E11.2)."""
LEAST_ROAD = 1
"""What a road hex costs a vehicle of a convoy at least, before that (E11.2)."""
VOLUNTARY = 1
"""The MF for which a column is disbanded of its own will (E11.53)."""


def has_convoys(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has convoys."""
    return any(g.convoy is not None for g in card.groups)


def has_columns(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has columns."""
    return any(g.column is not None for g in card.groups)


def has_lines(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has convoys or columns."""
    return has_convoys(rules, card) or has_columns(rules, card)


# -- convoys ------------------------------------------------------------------------------------


def _cost(case: Case) -> None:
    convoy = case.word("mover") == "convoy"
    base = case.half("mp")
    if convoy and case.flag("road"):
        base = max(base, LEAST_ROAD)
    crossed = max(1, case.number("hexsides"))
    modifiers = [Modifier(CONVOY_EXTRA * crossed, "convoy", "E11.2")] if convoy else []
    row = case.look("convoy-entry", mover=case.word("mover"), there=case.word("into"))
    times = row[1].number_in("times")
    if times:
        modifiers.append(Modifier(case.number("extra") * times, "vehicles in the hex", "E11.23"))
    cost = base + sum(m.amount for m in modifiers)
    words = modifiers_words(modifiers)
    case.say(f"The hex costs {cost:g} movement points: {base:g}{f', {words}' if words else ''}.", "E11.2",
             f"{cost:g}", modifiers=modifiers, row=row)


def _moment(case: Case) -> tuple[int, str]:
    return case.books.turn, case.books.half


def _convoy(case: Case) -> Convoy:
    """The convoy that an input names, as it is in this player turn; refuses others."""
    id = case.word("convoy")
    found = case.books.convoys.convoy(id)
    if found is None:
        known = ", ".join(c.id for c in case.books.convoys.convoys)
        case.refuse(f"There is no convoy {id}; {f'there are {known}' if known else 'none is left'}.", "E11.1")
    return found.now(_moment(case))


def _moving(case: Case) -> Convoy:
    """A convoy that may move now; refuses others."""
    convoy = _convoy(case)
    if case.books.mover != convoy.side or case.books.phase != "movement":
        case.refuse(f"It is no Movement Phase of the side of {convoy.id}.", "E11.2")
    if convoy.ended:
        case.refuse(f"The Movement Phase of {convoy.id} is over.", "E11.21")
    before = case.books.convoys.convoy(convoy.after)
    if before is not None and not before.now(_moment(case)).ended:
        case.refuse(f"{convoy.after}, in front of the gap, ends its Movement Phase first.", "E11.21")
    return convoy


def _put(case: Case, id: str, *convoys: Convoy) -> None:
    case.books = replace(case.books, convoys=case.books.convoys.instead(id, *convoys))


def _waits(case: Case, convoy: Convoy, id: str) -> bool:
    """Whether a convoy moves only after another one has, directly or after one between."""
    before = case.books.convoys.convoy(convoy.after)
    return convoy.after == id or (before is not None and _waits(case, before, id))


def _impulse(case: Case) -> None:
    convoy = _moving(case)
    other = next((c for c in case.books.convoys.convoys if c.id != convoy.id and c.side == convoy.side and (
        c.moved == _moment(case)) and c.impulses and not c.ended and not _waits(case, c, convoy.id)), None)
    if other is not None:
        case.refuse(f"{other.id} has begun its Movement Phase; nobody else moves until it has ended it: "
                    f"`convoy-end convoy={other.id}`.", "E11.21")
    convoy = replace(convoy, impulses=convoy.impulses + 1)
    _put(case, convoy.id, convoy)
    case.say(f"{convoy.id} makes impulse {convoy.impulses} of this Movement Phase with "
             f"{count(len(convoy.vehicles), 'vehicle')}. No other unit of its side moves until it has ended.",
             "E11.2", "impulse", units=convoy.vehicles)


def _end(case: Case) -> None:
    convoy = _moving(case)
    _put(case, convoy.id, replace(convoy, ended=True))
    rear = next((c for c in case.books.convoys.convoys if c.after == convoy.id), None)
    then = f" Now {rear.id} goes on." if rear is not None else ""
    case.say(f"The Movement Phase of {convoy.id} is over: no vehicle of it starts again.{then}", "E11.21",
             "ended", units=convoy.vehicles)


def _gap(case: Case) -> None:
    convoy, name = _convoy(case), case.word("vehicle")
    number = _number(case, convoy, name)
    _split(case, convoy, convoy.vehicles[:number], convoy.vehicles[number + 1:],
           f"{name} is {case.word('reason')}.", "E11.21")


def _number(case: Case, convoy: Convoy, name: str) -> int:
    if name not in convoy.vehicles:
        case.refuse(f"{name} is no vehicle of {convoy.id}: {', '.join(convoy.vehicles)}.", "E11.21")
    return convoy.vehicles.index(name)


def _split(case: Case, convoy: Convoy, front: tuple[str, ...], rear: tuple[str, ...], why: str,
           rule: str) -> None:
    """Write down the parts of a convoy that a gap leaves, and say in which order they move."""
    if not front or not rear:
        left = front or rear
        _put(case, convoy.id, replace(convoy, vehicles=left))
        what = (f"{convoy.id} has {count(len(left), 'vehicle')} left" if len(left) > 1 else
                f"{left[0]} alone is no convoy" if left else "Nothing of the convoy is left")
        case.say(f"{why} No gap: {what}.", rule, "no-gap" if len(left) > 1 else "no-convoy", units=left)
        return
    one = replace(convoy, id=f"{convoy.id}-front", vehicles=front)
    begun = convoy.impulses > 0 and not convoy.ended and case.books.phase == "movement" and (
        case.books.mover == convoy.side)
    two = replace(convoy, id=f"{convoy.id}-rear", vehicles=rear, after=one.id if begun else "")
    _put(case, convoy.id, one, two)
    # A convoy that waits for the whole one now waits for its rear part, which moves last.
    last = two if len(rear) > 1 else one
    case.books = replace(case.books, convoys=replace(case.books.convoys, convoys=tuple(
        replace(c, after=last.id) if c.after == convoy.id else c for c in case.books.convoys.convoys)))
    parts = [f"{c.id} ({count(len(c.vehicles), 'vehicle')})" if len(c.vehicles) > 1 else
             f"{c.vehicles[0]}, which alone is no convoy" for c in (one, two)]
    order = (" It has made an impulse: the front part ends its Movement Phase first, then the rear one, and "
             "nobody else between." if begun else " They move as they like.")
    case.say(f"{why} In front of the gap: {parts[0]}; behind it: {parts[1]}.{order}", rule,
             "front-first" if begun else "split", units=(*front, *rear))


def _leave(case: Case) -> None:
    convoy, name, reason = _moving(case), case.word("vehicle"), case.word("reason")
    number = _number(case, convoy, name)
    row = case.look("convoy-leaving", reason=reason)
    if row[1].word_in("radio") == "yes" and not case.flag("radio"):
        case.refuse(f"{name} must be an armoured vehicle with a radio, as the one that sees the enemy.",
                    "E11.251")
    if case.flag("new"):
        if reason == "recalled":
            case.refuse(f"{name} is recalled and leaves by itself.", "E11.253")
        if number == 0:
            case.refuse(f"{name} leads the convoy already.", "E11.254")
        _split(case, convoy, convoy.vehicles[:number], convoy.vehicles[number:],
               f"{name} leaves a gap in front of it.", "E11.254")
        return
    rule = "E11.253" if reason == "recalled" else "E11.25"
    case.say(f"{name} leaves {convoy.id} before its next impulse, carries out its whole Movement Phase at "
             "once and ends it; that is no movement of the convoy (E11.255). It carries nothing later "
             "either (E11.3).", rule, "leaves", row=row, units=(name,))
    _split(case, convoy, convoy.vehicles[:number], convoy.vehicles[number + 1:], f"{name} is gone.", "E11.21")


def _merge(case: Case) -> None:
    ids = tuple(dict.fromkeys(case.words("convoys")))
    found = []
    for id in ids:
        convoy = case.books.convoys.convoy(id)
        if convoy is None:
            case.refuse(f"There is no convoy {id}.", "E11.26")
        found.append(convoy.now(_moment(case)))
    if len(found) < 2 or len({c.side for c in found}) > 1:
        case.refuse("Name two convoys or more of one side, the front one first: convoys=A,B.", "E11.26")
    first = replace(
        found[0], vehicles=tuple(v for c in found for v in c.vehicles), after="",
        impulses=max(c.impulses for c in found), ended=any(c.ended for c in found))
    for convoy in found[1:]:
        case.books = replace(case.books, convoys=replace(case.books.convoys, convoys=tuple(
            c for c in case.books.convoys.convoys if c.id != convoy.id)))
    _put(case, first.id, first)
    case.say(f"{fully_listed(list(ids))} are one convoy, {first.id}, with "
             f"{count(len(first.vehicles), 'vehicle')}. All have spent what the one with the most has spent.",
             "E11.26", "merged", units=first.vehicles)


# -- columns ------------------------------------------------------------------------------------


def _column(case: Case) -> Column:
    found = case.books.convoys.column(case.word("column"))
    if found is None:
        known = ", ".join(c.id for c in case.books.convoys.columns)
        case.refuse(f"There is no column {case.word('column')}; there are {known}.", "E11.5")
    if found.disbanded:
        case.refuse(f"The column {found.id} is disbanded.", "E11.53")
    return found


def _move_column(case: Case) -> None:
    column, move, into = _column(case), case.word("move"), case.word("into")
    allowed = case.look("column-moves", move=move)
    verdict = allowed[1].word_in("allowed")
    if verdict == "R22":
        verdict = "no" if case.reading("R22") == "minimum" else "yes"
    if verdict == "no":
        case.refuse(f"A column makes no such move: {move.replace('-', ' ')}.", "E11.52")
    if into in ("woods", "building") and not case.flag("road"):
        case.refuse(f"A column enters {'woods' if into == 'woods' else 'a building'} only along a road or a "
                    "path, and a factory.", "E11.521")
    factors = []
    for text in case.words("mf"):
        if not text.isdecimal() or not 0 < int(text) < 100:
            case.refuse(f"{text!r} is no number of movement factors; write whole numbers with commas "
                        "between.", "E11.52")
        factors.append(int(text))
    modifiers = [Modifier(case.number(id), why, "E11.52") for id, why in (
        ("leader", "one leader for all"), ("bonus", "road, double time or gallop")) if case.number(id)]
    result = total(min(factors), modifiers)
    words = modifiers_words(modifiers)
    case.say(f"The column {column.id} has {count(result, 'movement factor')}: its slowest unit {min(factors)}"
             f"{f', {words}' if words else ''}. It moves by impulses, each unit into the hex that the one in "
             "front has left, in Hazardous Movement.", "E11.52", "moves", modifiers=modifiers, final=result,
             row=allowed)


def _disband(case: Case) -> None:
    column, cause = _column(case), case.word("cause")
    books = case.books
    own = books.mover == column.side
    row = case.look("disbanding", cause=cause)
    rule, why = row[1].word_in("rule"), row[1].word_in("words")
    most = row[1].number_in("hexes")
    if not case.flag("on_board"):
        case.refuse("A column wholly off the boards does not disband.", "E11.53")
    if cause == "voluntary" and not (own and books.phase == "movement"):
        case.refuse(f"It is disbanded of its own will for {VOLUNTARY} MF in its own Movement Phase only.",
                    "E11.53")
    if most and not case.is_given("distance"):
        case.refuse("Say how many hexes its nearest unit is away: distance=5.", rule)
    if row[1].word_in("disbands") == "no" or (most and case.number("distance") > most):
        away = f", {count(case.number('distance'), 'hex')} away" if most else ""
        case.say(f"The column {column.id} stays together: {why}{away}.", rule, "stays", row=row)
        return
    case.books = replace(books, convoys=books.convoys.with_column(column.id, disbanded=True))
    result, effect = "free", "Its units end their Hazardous Movement."
    if own and books.phase == "movement":
        result = "ends-move"
        effect = ("The Movement Phase of all its units is over, moved or not (E11.531); wagons end it in "
                  "Motion (E11.535).")
    elif not own:
        result = "pinned"
        effect = ("All its units are pinned but wagons and those that are never pinned (E11.536); wagons are "
                  "in Motion (E11.535).")
    else:
        effect += " Wagons are in Motion (E11.535)."
    after = " It takes effect after all fire at that MF." if cause == "voluntary" else ""
    case.say(f"The column {column.id} disbands: {why}.{after} {effect} All lose their concealment (E11.54). "
             "Those still off the boards may be set up anew and arrive later, not as a column (E11.7).", rule,
             result, row=row)


# -- the procedures -----------------------------------------------------------------------------


def _only_convoy(card: Card, books: Books) -> str | None:
    convoys = books.convoys.convoys
    return convoys[0].id if len(convoys) == 1 else None


def _only_column(card: Card, books: Books) -> str | None:
    columns = [c for c in books.convoys.columns if not c.disbanded]
    return columns[0].id if len(columns) == 1 else None


_CONVOY = Input("convoy", "Convoy", "word", usual=_only_convoy)
_COLUMN = Input("column", "Column", "word", usual=_only_column)
_VEHICLE = Input("vehicle", "Vehicle", "word", "Its name: the group and its number from the front, such as "
                 "trucks-3.")
_LEAVING = table("convoy-leaving")
_MOVES = ("normal", "double-time", "gallop", "assault", "bypass", "dash", "human-wave", "minimum")
PROCEDURES = (
    Procedure(
        "convoy", "Cost of a hex for a convoy", ("E11.2", "E11.23"), "given", _cost, (
            Input("mp", "Movement points", "half", "Of the hex, without other vehicles in it.", least=0,
                  most=99, asked="terrain, both; D2"),
            Input("road", "Road", "flag", "Whether it is entered at the road rate.", usual="no"),
            Input("into", "In the hex", "word", "What is there.", ("none", "vehicle", "convoy"),
                  usual="none"),
            Input("extra", "Extra cost", "number", "What vehicles and wrecks there cost more, once.", least=0,
                  most=99, usual="0", asked="both; D2.14"),
            Input("hexsides", "Hexsides", "number", "How many a vehicle bypasses; 0 for none.", least=0,
                  most=6, usual="0"),
            Input("mover", "Moves", "word", "A vehicle of a convoy, or another that enters the hex of one.",
                  ("convoy", "other"), usual="convoy")),
        phases=("movement",), is_on=has_convoys, section=SECTION, tables=("convoy-entry",), steps=(
            "A convoy moves by impulses as one. Each hex, or hexside of a bypass, costs 1 more, a tow "
            "nothing beyond that; a road hex costs at least 2 in all [E11.2].",
            "The extra cost of vehicles and wrecks counts twice for a convoy or into one, four times for a "
            "convoy into a convoy [E11.23].")),
    Procedure(
        "convoy-impulse", "A convoy moves", ("E11.2", "E11.21"), "full", _impulse, (_CONVOY,),
        phases=("movement",), is_on=has_convoys, section=SECTION),
    Procedure(
        "convoy-end", "A convoy has moved", ("E11.2", "E11.21"), "full", _end, (_CONVOY,),
        phases=("movement",), is_on=has_convoys, section=SECTION, steps=(
            "Once it has stopped no vehicle of it starts again [E11.2].",)),
    Procedure(
        "convoy-gap", "Gap in a convoy", ("E11.1", "E11.21"), "given", _gap, (
            _CONVOY, _VEHICLE,
            Input("reason", "Reason", "word", choices=("eliminated", "immobilised"), asked="both; E11.21")),
        phases=("movement",), is_on=has_convoys, section=SECTION, steps=(
            "A gap makes two convoys; one vehicle is none [E11.1, E11.21].",
            "If an impulse was made, the front one ends its Movement Phase, then the rear one, and nobody "
            "else moves until both have [E11.21].")),
    Procedure(
        "convoy-leave", "A vehicle leaves its convoy", ("E11.25", "E11.251", "E11.253", "E11.254"), "given",
        _leave, (
            _CONVOY, _VEHICLE,
            Input("reason", "Reason", "word", "What allows it.", tuple(str(r[0]) for r in _LEAVING.rows),
                  asked="line of sight and attacks, both; E11.251"),
            Input("radio", "Radio", "flag", "Whether it and the one that sees are armoured vehicles with "
                  "radio.", usual="no", asked="both; E11.251"),
            Input("new", "New convoy", "flag", "Whether it leads a new rear convoy instead.", usual="no")),
        phases=("movement",), is_on=has_convoys, section=SECTION, tables=("convoy-leaving",), steps=(
            "A vehicle may leave before an impulse; it carries out its Movement Phase at once [E11.25, "
            "E11.251].",
            "Or it makes a gap in front of it and leads a new convoy behind that [E11.254]. A recalled one "
            "must leave [E11.253].")),
    Procedure(
        "convoy-merge", "Convoys become one", ("E11.26",), "full", _merge, (
            Input("convoys", "Convoys", "text", "The front one first.", many=True),),
        is_on=has_convoys, section=SECTION, steps=(
            "Convoys may become one; all have then spent what the one with the most has spent [E11.26].",)),
    Procedure(
        "column", "A column moves", ("E11.5", "E11.52", "E11.521"), "given", _move_column, (
            _COLUMN,
            Input("mf", "Movement factors", "text", "Of its units; the lowest counts.", many=True,
                  asked="both; A4.1"),
            Input("leader", "Leader", "number", "What one leader adds for all.", least=0, most=9, usual="0",
                  asked="both; A4.12"),
            Input("bonus", "Bonus", "number", "For road, double time or gallop.", least=0, most=20, usual="0",
                  asked="both; B3.4"),
            Input("move", "Move", "word", choices=_MOVES, usual="normal"),
            Input("into", "Enters", "word", choices=("open", "woods", "building", "factory"), usual="open"),
            Input("road", "Road", "flag", "Whether it crosses a hexside with a road or a path.", usual="no")),
        phases=("movement", "advance"), is_on=has_columns, section=SECTION, tables=("column-moves",), steps=(
            "A column is one hex wide; each unit moves into the hex that the one in front has left, at the "
            "pace of the slowest, in Hazardous Movement, and does nothing else [E11.5, E11.52].",
            "It enters woods and buildings only along roads and paths, or factories; entrenchments and shell "
            "holes do not cover it [E11.521].")),
    Procedure(
        "disband", "A column disbands", ("E11.53", "E11.531", "E11.533", "E11.534", "E11.535", "E11.536"),
        "given", _disband, (
            _COLUMN,
            Input("cause", "Cause", "word", choices=tuple(str(r[0]) for r in table("disbanding").rows),
                  asked="attacks and line of sight, both; E11.53"),
            Input("distance", "Distance", "number", "From its nearest unit to the hex attacked, in hexes.",
                  least=0, most=99, usual=""),
            Input("on_board", "On the boards", "flag", "Whether any of it is.", usual="yes")),
        phases=("movement", "defensive-fire", "prep-fire", "advancing-fire", "rout", "advance",
                "close-combat"), is_on=has_columns, section=SECTION, tables=("disbanding",), steps=(
            "Look at each column after all fire at each MF or movement point spent, and in other phases "
            "after "
            "each step of a rout, each advance and each attack [E11.531, E11.532].",
            "In its own Movement Phase its units end that; in the enemy's player turn they are pinned; they "
            "lose concealment [E11.531, E11.536, E11.54].")),
)
REMINDERS = (
    Reminder("convoy-limits", ("E11.22", "E11.24", "E11.252", "E11.3", "E11.4"), (
        "A vehicle of a convoy goes neither backwards nor straight back into the hex it left in the same "
        "phase, overruns nothing and carries nothing but the crew and ammunition of a gun it tows from the "
        "start. It is in Motion as one, hinders sight while it moves, and armoured vehicles without radio "
        "leave as a platoon."), ("movement",), has_convoys, SECTION),
    Reminder("column-limits", ("E11.51", "E11.522", "E11.523", "E11.54"), (
        "Weapons are taken apart unless on a wagon. What a column uncovers is shown after its impulse, and "
        "only those in that hex go back. Units beside it may join before the phase. Lost concealment does "
        "not come back."), ("movement",), has_columns, SECTION),
    Reminder("line-straying", ("E11.6", "E11.7", "E11.8"), (
        "By night only the first one strays, and the others follow. What is still off the boards stays in "
        "the "
        "line and arrives in the next phase."), ("movement",), has_lines, SECTION),
)
