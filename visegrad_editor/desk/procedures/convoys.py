"""Vehicles in convoy and columns on foot: what they pay, where they split, and when they disband (E11)."""

from __future__ import annotations

from ...model.wording import count, fully_listed
from ..books.books import Books
from ..card import Card
from ..special_rules import SpecialRules
from ..tables import table
from .procedure import Case, Input, Modifier, Procedure, Reminder, modifiers_words

SECTION = "Convoys and columns"
LEAST_IN_CONVOY = 2
"""How many vehicles a convoy has at least (E11.1)."""
CONVOY_EXTRA = 1
"""What each hex or bypassed hexside costs a convoy more, in MP (E11.2)."""
LEAST_ROAD = 1
"""What a hex of road costs a convoy at least before that, in MP (E11.2)."""
NEAR = 6
"""How far from a column artillery and aircraft disband it (E11.533)."""
VOLUNTARY = 1
"""What it costs to disband a column of one's own will, in MF (E11.53)."""
LEAST_TO_JOIN = 2
"""How many convoys join at least (E11.26)."""
MOST_SPENT = 99
_YES = "yes"


def _column_of(table_id: str, column: str) -> tuple[str, ...]:
    """The different words of a column of a table, in their order."""
    cells = (part for row in table(table_id).lines for part in row.word_in(column).split("|"))
    return tuple(dict.fromkeys(cell for cell in cells if cell != "any"))


def has_convoys(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has a convoy."""
    return any(g.convoy is not None or g.arrives.by == "convoy" for g in card.groups)


def has_columns(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has a column."""
    return any(g.column is not None or g.arrives.by == "column" for g in card.groups)


def _either(rules: SpecialRules, card: Card) -> bool:
    return has_convoys(rules, card) or has_columns(rules, card)


# -- convoys --------------------------------------------------------------------------------------


def _cost(case: Case) -> None:
    base, mover, there = case.half("cost"), case.word("mover"), case.word("there")
    convoy = mover == "convoy"
    if convoy and case.flag("reverse"):
        case.refuse("Vehicles of a convoy do not move in reverse.", "E11.22")
    if convoy and case.flag("back"):
        case.refuse("In the same Movement Phase a vehicle of a convoy does not go straight back into the hex "
                    "that it has just left.", "E11.22")
    if there != "nothing" and not case.is_given("extra"):
        case.refuse("Say what the vehicles or wrecks there cost more: extra=2, for example. Ask: both; "
                    "D2.14.", "E11.23")
    if convoy and case.flag("road"):
        base = max(base, LEAST_ROAD)
    row = case.look("convoy-crowding", mover=mover, there=there)
    times = row[1].number_in("times")
    parts = []
    if convoy:
        parts.append(Modifier(CONVOY_EXTRA, "convoy", "E11.2"))
    elif case.flag("towing"):
        case.refuse("What towing costs a vehicle outside of a convoy is part of `cost`; leave out `towing`.",
                    "E11.2")
    if times:
        parts.append(Modifier(times * case.number("extra"), f"extra cost of what is there, {times} times",
                              "E11.23"))
    found = base + sum(m.amount for m in parts)
    why = f": {base:g} for the hex, {modifiers_words(parts)}" if modifiers_words(parts) else ""
    towed = " A towed gun costs nothing more." if convoy and case.flag("towing") else ""
    case.say(f"It pays {found:g} MP{why}.{towed}", "E11.2" if convoy else "E11.23", f"{found:g} MP",
             modifiers=parts, row=row)


def _part(vehicles: int) -> str:
    if vehicles >= LEAST_IN_CONVOY:
        return f"a convoy of {vehicles}"
    return "one vehicle that is no convoy" if vehicles else "nothing"


def _gap(case: Case) -> None:
    front, rear, impulses = case.number("front"), case.number("rear"), case.number("impulses")
    if front == 0 or rear == 0:
        left = front + rear
        word = "convoy" if left >= LEAST_IN_CONVOY else "none"
        case.say(f"The gap is at an end of the line, so that nothing splits: there is {_part(left)} left.",
                 "E11.21" if left >= LEAST_IN_CONVOY else "E11.1", word)
        return
    order = (" The front part ends its Movement Phase first, then the rear part goes on; no other unit of "
             "the side begins its own before both have ended." if impulses else
             " It has made no impulse yet, so that each part moves by itself.")
    case.say(f"The line splits: in front {_part(front)}, behind {_part(rear)}.{order}", "E11.21",
             f"{front}+{rear} {'front first' if impulses else 'free'}")


def _leave(case: Case) -> None:
    row = case.look("convoy-leave", reason=case.word("reason"))
    if case.flag("platoon") and case.word("as") == "single":
        case.refuse("An AFV without radio leaves with its whole platoon; alone it must have passed a NTC at "
                    "the start of its Movement Phase, and once that has begun it may not (D14.23).",
                    "E11.252")
    must, rule = row[1].word_in("result") == "must", row[1].word_in("rule")
    after = ("; at once, before the impulse, it carries out its own Movement Phase and ends it"
             if case.word("as") != "new-convoy" else
             "; it leaves a gap and is the first of a new convoy behind it")
    if must and case.word("as") == "new-convoy":
        case.refuse("Who is recalled leaves the convoy by itself at the start of the next impulse.", rule)
    case.say(f"{case.word('vehicle')} {'must' if must else 'may'} leave the convoy: "
             f"{row[1].word_in('words')}{after}.", rule, row[1].word_in("result"), row=row,
             units=(case.word("vehicle"),))
    if case.word("as") == "new-convoy":
        case.follow("convoy-gap", f"{case.word('vehicle')} leaves a gap", "E11.254")


# -- columns --------------------------------------------------------------------------------------


def _move(case: Case) -> None:
    move, terrain = case.word("move"), case.word("terrain")
    reading = case.reading("R22") if move == "minimum" else "none"
    if case.look("column-moves", move=move, reading=reading)[1].word_in("allowed") != _YES:
        case.refuse(f"A column makes no {move.replace('-', ' ')} movement.", "E11.52")
    way = case.word("way")
    row = case.look("column-terrain", terrain=terrain, way=way)
    if row[1].word_in("allowed") != _YES:
        case.refuse(f"A column enters a {terrain} location across a road or a path only.", "E11.521")
    allowances = [_allowance(case, word) for word in case.words("mf")]
    if not allowances:
        case.refuse("Say the MF of its units: mf=4,6, for example.", "E11.52")
    slowest = min(allowances)
    bonus = case.number("bonus")
    case.say(f"The column has {slowest + bonus} MF: {slowest} of its slowest unit"
             f"{f' and {bonus} more' if bonus else ''}. Each of its units enters the hex that the one "
             "in front has left, and moves hazardously.", "E11.52", f"{slowest + bonus} MF", row=row)


def _allowance(case: Case, word: str) -> int:
    if not word.isdecimal() or not 0 <= int(word) <= 20:
        case.refuse(f"The MF of a unit are a number from 0 to 20, not {word!r}.", "E11.52")
    return int(word)


def _disband(case: Case) -> None:
    row = case.look("disband", cause=case.word("cause"))
    needs, rule = row[1].word_in("needs"), row[1].word_in("rule")
    if case.flag("off-board"):
        case.refuse("Only a column that is on board, at least in part, disbands.", "E11.53")
    if needs == "hurt" and not case.flag("hurt"):
        case.say("The column stays: mines are an attack only if they hurt a unit of it.", rule, "stays",
                 row=row)
        return
    if needs == "near":
        if not case.is_given("distance"):
            case.refuse("Say how far its nearest unit is from there: distance=4, for example.", rule)
        if case.number("distance") > NEAR:
            case.say(f"The column stays: it is more than {count(NEAR, 'hex')} away.", rule, "stays", row=row)
            return
    own = case.books.mover == case.word("side")
    moving = own and case.books.phase == "movement"
    effects = ["it no longer moves hazardously", "all its units lose concealment"]
    if needs == "paid":
        if not moving:
            case.refuse("A column disbands of its own will in its own Movement Phase only, for "
                        f"{VOLUNTARY} MF.", rule)
        effects[0] = (f"{VOLUNTARY} MF is spent, and it no longer moves hazardously once all Defensive First "
                      "Fire against that is over")
    if moving:
        effects.append("the Movement Phase of all its units is over")
    elif not own:
        effects.append("all its units are pinned but wagons and those that no pin stops")
    effects.append("its wagons are in motion")
    word = "ends" if moving else "disbanded" if own else "pinned"
    case.say(f"The column disbands, because {row[1].word_in('words')}: {fully_listed(effects)}.", rule, word,
             row=row)


def _join(case: Case) -> None:
    spent = []
    for text in case.words("spent"):
        if not text.isdecimal() or int(text) > MOST_SPENT:
            case.refuse(f"Write the MP that each convoy has spent, such as spent=3,5; {text!r} is no number "
                        f"up to {MOST_SPENT}.", "E11.26")
        spent.append(int(text))
    if len(spent) < LEAST_TO_JOIN:
        case.refuse(f"{count(LEAST_TO_JOIN, 'convoy')} or more join; write what each has spent, such as "
                    "spent=3,5.", "E11.26")
    most = max(spent)
    case.say(f"The convoys are one; all its vehicles have now spent {most} MP.", "E11.26", f"{most} MP")


def _side_of_column(card: Card, books: Books) -> str | None:
    sides = {g.side for g in card.groups if g.column is not None or g.arrives.by == "column"}
    return next(iter(sides)) if len(sides) == 1 else None


PROCEDURES = (
    Procedure(
        "convoy", "Cost of a convoy", ("E11.2", "E11.22", "E11.23"), "given", _cost, (
            Input("cost", "Cost", "half", "What it costs a vehicle outside of a convoy, in MP.",
                  least=0, most=99, asked="cost of the terrain, both players; E11.2"),
            Input("mover", "Who enters", "word", "A vehicle of a convoy, or another one that enters where "
                  "there may be one.", _column_of("convoy-crowding", "mover"), usual="convoy"),
            Input("road", "By road", "flag", "Whether it pays the cost of a road.", usual="no"),
            Input("there", "What is there", "word", "In the location that it enters.",
                  _column_of("convoy-crowding", "there"), usual="nothing"),
            Input("extra", "Extra cost", "number", "Of the vehicles or wrecks there, not yet multiplied, in "
                  "MP.", least=0, most=99, usual="",
                  asked="extra cost of vehicles and wrecks there, both players; D2.14"),
            Input("towing", "Towing", "flag", "Whether it tows a gun.", usual="no"),
            Input("reverse", "Reverse", "flag", "Whether it would move in reverse.", usual="no"),
            Input("back", "Straight back", "flag", "Whether it has just left that hex.", usual="no")),
        phases=("movement",), is_on=has_convoys, is_due=lambda card, books: False,
        tables=("convoy-crowding",), section=SECTION, steps=(
            "A convoy is two or more vehicles, one a hex and without a gap, that the card names; it moves by "
            "impulses as a stack of several hexes (E11.1, E11.2).",
            "Each hex or bypassed hexside costs 1 MP more, no more when towing; a road costs at least 1 MP "
            "before that, so 2 in all (E11.2).",
            "The extra cost of vehicles and wrecks in the location is paid several times (E11.23).",
            "No vehicle of it moves in reverse, or straight back in the same phase (E11.22).")),
    Procedure(
        "convoy-gap", "Gap in a convoy", ("E11.1", "E11.21"), "given", _gap, (
            Input("front", "In front", "number", "How many vehicles are in front of the gap.", least=0,
                  most=99, asked="vehicles left, both players; E11.21"),
            Input("rear", "Behind", "number", "How many are behind it.", least=0, most=99,
                  asked="vehicles left, both players; E11.21"),
            Input("impulses", "Impulses", "number", "How many it has made in this phase.", least=0, most=99,
                  asked="impulses made, both players; E11.21")),
        phases=("movement",), is_on=has_convoys, is_due=lambda card, books: False, section=SECTION, steps=(
            "A gap splits a convoy in two; a part of one vehicle is none (E11.1, E11.21).",
            "After the first impulse the front part ends its Movement Phase first, then the rear part, and "
            "no other unit of the side begins in between (E11.21).")),
    Procedure(
        "convoy-leave", "A vehicle leaves a convoy", ("E11.25", "E11.251", "E11.252", "E11.253", "E11.254"),
        "given", _leave, (
            Input("vehicle", "Vehicle", "text", "Which one."),
            Input("reason", "Reason", "word", "What lets it leave.", _column_of("convoy-leave", "reason"),
                  asked="line of sight and attacks, both players; E11.251"),
            Input("platoon", "Platoon without radio", "flag", "Whether it is an AFV without radio of a "
                  "platoon.", usual="no"),
            Input("as", "How", "word", "Alone, with its whole platoon, or as the first of a new convoy.",
                  ("single", "platoon", "new-convoy"), usual="single")),
        phases=("movement",), is_on=has_convoys, is_due=lambda card, books: False,
        tables=("convoy-leave",), section=SECTION, steps=(
            "Before an impulse a vehicle may leave for one of the reasons of the table; it then carries out "
            "and ends its own Movement Phase at once (E11.25, E11.251).",
            "An AFV without radio leaves with its whole platoon (E11.252).",
            "Who is recalled must leave at the next impulse (E11.253).",
            "Instead of leaving alone it may leave a gap and lead a new convoy (E11.254).",
            "What it spends on leaving is not spent by the convoy and draws no Defensive First Fire on it "
            "(E11.255).")),
    Procedure(
        "convoy-join", "Convoys join", ("E11.26",), "given", _join, (
            Input("spent", "Spent", "text", "What each convoy has spent in this phase, in MP.", many=True,
                  repeat=True, asked="MP spent by each convoy, its owner; E11.26"),),
        phases=("movement",), is_on=has_convoys, is_due=lambda card, books: False, section=SECTION, steps=(
            "Two or more convoys may become one; all vehicles of it have then spent as much as those that "
            "had spent most (E11.26).",)),
    Procedure(
        "column", "Movement of a column", ("E11.5", "E11.52", "E11.521"), "given", _move, (
            Input("mf", "MF", "text", "Those of all its units.", many=True, repeat=True,
                  asked="MF of its units, its owner; E11.52"),
            Input("bonus", "Bonus", "number", "What one leader, the road, double time or gallop add for all.",
                  least=0, most=20, usual="0", asked="bonus of a leader and of roads, its owner; E11.52"),
            Input("move", "Movement", "word", "What kind.", _column_of("column-moves", "move"),
                  usual="normal"),
            Input("terrain", "Terrain", "word", "What it enters.", _column_of("column-terrain", "terrain"),
                  usual="other"),
            Input("way", "Across a road", "word", "Whether a road or a path crosses the hexside.",
                  ("yes", "no"), usual="no")),
        phases=("movement", "advance"), is_on=has_columns, is_due=lambda card, books: False,
        tables=("column-moves", "column-terrain"), section=SECTION, steps=(
            "A column is one hex wide; each unit enters the hex that the one in front has left, and it does "
            "nothing but move and advance (E11.5).",
            "It has the MF of its slowest unit and moves hazardously all the time (E11.52).",
            "It enters woods and buildings across a road or a path only, but factories (E11.521).")),
    Procedure(
        "disband", "A column disbands", ("E11.53", "E11.531", "E11.532", "E11.533", "E11.534", "E11.535",
                                         "E11.536", "E11.54"), "given", _disband, (
            Input("cause", "Cause", "word", "What has happened.", _column_of("disband", "cause"),
                  asked="attacks and line of sight, both players; E11.53"),
            Input("side", "Side", "side", "Whose column it is.", usual=_side_of_column),
            Input("hurt", "Hurt", "flag", "Whether mines pinned, broke, reduced, eliminated or immobilized a "
                  "unit of it.", usual="no"),
            Input("distance", "Distance", "number", "From its nearest unit to the place hit.", least=0,
                  most=99, usual="", asked="place of its units, both players; E11.533"),
            Input("off-board", "Off board", "flag", "Whether all of it is off board.", usual="no")),
        phases=("movement", "rout", "advance"), is_on=has_columns, is_due=lambda card, books: False,
        tables=("disband",), section=SECTION, steps=(
            "Look after each MF spent in the Movement Phase, each step of a rout, each advance and each "
            "attack whether a column was attacked or sees a known enemy ground unit (E11.531, E11.532).",
            "Artillery and aircraft within 6 hexes disband it at once (E11.533).",
            "In its own Movement Phase that ends for its units; in the turn of the other side "
            "they are pinned but wagons, which are in motion; all lose "
            "concealment (E11.531, E11.535, E11.536, E11.54).")),
)
REMINDERS = (
    Reminder("convoy-capacity", ("E11.3",), (
        "Vehicles of a convoy carry nothing, even after they have left it; one that was set up towing a gun "
        "may carry its crew and ammunition."), ("movement",), has_convoys, SECTION),
    Reminder("convoy-motion", ("E11.2", "E11.24"), (
        "Once a convoy has paid to stop, none of its vehicles starts again in that phase; it runs "
        "nobody over, and is in motion as one or not at all."), ("movement",), has_convoys, SECTION),
    Reminder("convoy-in-sight", ("E11.4",), (
        "A vehicle of a convoy, but none of a column, hinders a line of sight wherever Case J would hold for "
        "ordnance that fires at it."), ("prep-fire", "defensive-fire", "advancing-fire"), has_convoys,
        SECTION),
    Reminder("column-joining", ("E11.523",), (
        "Before the Movement Phase the phasing player may take Infantry, cavalry and wagons in Good Order, "
        "not pinned, that stand so that they can be part of a column, into it; from then on they move "
        "hazardously."), ("movement",), has_columns, SECTION),
    Reminder("column-discovery", ("E11.522",), (
        "What a column would find out by entering a location is shown only after its impulse; then only the "
        "units in that location go back."), ("movement",), has_columns, SECTION),
    Reminder("convoy-straying", ("E11.6",), (
        "By night only the first unit of a convoy or column may stray; the others follow."),
        ("movement",), lambda rules, card: rules.night is not None and _either(rules, card), SECTION),
    Reminder("convoy-entry", ("E11.7",), (
        "Who is still off board enters in the next phase of movement or advance; the rest of a column that "
        "disbands is set up anew."), ("movement", "advance"), _either, SECTION),
)
