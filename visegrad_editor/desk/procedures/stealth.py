"""Lax, normal and stealthy: how a unit moves by night, and how most of a force does (E.4, E1.6)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...lazy_dataclass import dataclass
from ...model.wording import did_you_mean, listed, quoted
from ..card import Card, Force
from ..forces import MULTI_MAN, US_NUMBERS, group_forces, size_of
from ..kinds import Kind, kind_words, read_kind
from ..special_rules import STEALTH, SpecialRules
from ..tables import table
from ..words import name_words
from .nations import known_nations
from .night import SECTION, by_night
from .procedure import Case, Input, Procedure

CLASSES = ("elite", "first", "second", "green", "conscript")
TROOPS = ("commando", "ranger", "anzac", "gurkha", "partisan")
"""Troops that are told apart from the rest of their nation (E1.61)."""
WORST_FIRST = ("lax", "normal", "stealthy")
"""Kinds of movement, the one least good for its owner first."""
WHAT = ("mmc", "smc", "vehicle", "passenger", "horse")
_STATES = ("good-order", "berserk", "other")


# -- one unit -------------------------------------------------------------------------------------


def class_of_kind(kind: Kind, what: str, unit_class: str, year: int, rules: SpecialRules) -> str | None:
    """The kind of movement of a unit in Good Order: lax, normal or stealthy. None if it depends on its class
    and that is "". What a special rule sets for a kind comes first (E1.6)."""
    said = dict(rules.stealth).get(str(kind))
    if said is not None:
        return said
    troop = next((t for t in (kind.subtype, kind.nation) if t in TROOPS), kind.nation)
    found = {_row(what, troop, one,
                  year) for one in ([unit_class] if unit_class or what != "mmc" else CLASSES)}
    return found.pop() if len(found) == 1 else None


def _row(what: str, troop: str, unit_class: str, year: int) -> str:
    return table("stealth-class").look(
        state="good-order", what=what, troop=troop, unit_class=unit_class, year=year).word_in("result")


def _stealth(case: Case) -> None:
    if case.is_given("cloak-of"):
        side = case.word("cloak-of")
        found = _majority_or_refuse(case, side)
        case.say(f"A cloak of {name_words(side)} is {found}, like most of its side at the start, whatever is "
                 "in its box.", "E1.6", found)
        return
    kind = _kind(case)
    said = dict(case.rules.stealth).get(str(kind)) if kind is not None else None
    if said is not None:
        case.say(f"{kind_words(str(kind))} is {said}: a special rule says so, and holds before all else.",
                 "E1.6", said)
        return
    state, what, troop = case.word("state"), _what(case, kind), _troop(case, kind)
    unit_class = _unit_class(case, state, what, troop)
    found_row = case.look("stealth-class", state=state, what=what, troop=troop, unit_class=unit_class,
                          year=case.number("year"))
    result, rule = found_row[1].word_in("result"), found_row[1].word_in("rule")
    if what == "horse" and state == "good-order" and case.flag("lax-rider"):
        case.say("Lax, like its rider or passenger.", "E1.63", "lax", row=found_row)
    elif result == "lax" and state == "good-order" and case.flag("with-smc"):
        case.say("Normal: lax, but in Good Order and stacked with a Good Order SMC.", "E1.63", "normal",
                 row=found_row)
    else:
        case.say(f"{result.capitalize()}.", rule, result, row=found_row)


def _kind(case: Case) -> Kind | None:
    if not case.is_given("kind"):
        return None
    try:
        return read_kind(case.word("kind"))
    except ValueError as error:
        case.refuse(str(error))


def _what(case: Case, kind: Kind | None) -> str:
    if case.is_given("what"):
        return case.word("what")
    size = size_of(str(kind)).size if kind is not None else None
    if size in MULTI_MAN:
        return "mmc"
    if size in ("leader", "hero"):
        return "smc"
    return case.refuse(f"Say with what={'|'.join(WHAT)} what the unit is.", "E1.6")


def _troop(case: Case, kind: Kind | None) -> str:
    if case.is_given("troop"):
        return case.word("troop")
    if kind is not None:
        return next((t for t in (kind.subtype, kind.nation) if t in TROOPS), kind.nation)
    return case.refuse(f"Say the nation with troop=, such as troop=german, or one of {listed(list(TROOPS))}.",
                "E1.6")


def _unit_class(case: Case, state: str, what: str, troop: str) -> str:
    """The class; asked where the result depends on it."""
    if case.is_given("class") or what != "mmc" or state != "good-order":
        return case.word("class")
    if len({_row(what, troop, one, case.number("year")) for one in CLASSES}) > 1:
        case.refuse(f"Say with class={'|'.join(CLASSES)} of what class the unit is; the counter shows it.",
                    "E1.6")
    return CLASSES[0]


# -- most of a force ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Majority:
    """Most of a force by US numbers (E.4). `sums` are the numbers by kind of movement, `nations` those by
    nation. `unknown` are sentences about units that cannot be counted."""

    sums: tuple[tuple[str, int], ...]
    nations: tuple[tuple[str, int], ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def stealth(self) -> str:
        """Lax, normal or stealthy; of two with the same number the one less good for the owner; "" if nothing
        is counted."""
        best = max((n for _, n in self.sums), default=0)
        return next((c for c in WORST_FIRST if best and dict(self.sums).get(c) == best), "")

    @property
    def first_nations(self) -> tuple[str, ...]:
        """The nation with the greatest number, or several with the same."""
        best = max((n for _, n in self.nations), default=0)
        return tuple(nation for nation, n in self.nations if n == best)


def majority_of_side(card: Card, rules: SpecialRules, side: str) -> Majority:
    """Most of the order of battle of a side, as the card lists it."""
    return majority_of_forces(
        (force for group in card.groups if group.side == side for force in group_forces(group)),
        card.date.year, rules)


def majority_of_forces(forces: Iterable[Force], year: int, rules: SpecialRules) -> Majority:
    """Most of some forces in Good Order."""
    sums, nations = dict[str, int](), dict[str, int]()
    unknown: list[str] = []
    for force in forces:
        kind, reading = read_kind(force.kind), size_of(force.kind, force=force)
        if reading.size is None:
            unknown.append(reading.why)
            continue
        number = force.count * US_NUMBERS.get(reading.size, 0)
        if not number:
            continue
        what = "mmc" if reading.size in MULTI_MAN else "smc"
        nations[kind.nation] = nations.get(kind.nation, 0) + number
        moves = class_of_kind(kind, what, force.unit_class, year, rules)
        if moves is None:
            unknown.append(f"The class of {kind_words(force.kind)} is not known; give it a `class`.")
            continue
        sums[moves] = sums.get(moves, 0) + number
    return Majority(tuple(sums.items()), tuple(nations.items()), tuple(dict.fromkeys(unknown)))


def _majority_or_refuse(case: Case, side: str) -> str:
    found = majority_of_side(case.card, case.rules, side)
    if found.unknown or not found.stealth:
        case.refuse(" ".join(found.unknown) or f"The card lists no personnel of {name_words(side)}.", "E.4")
    return found.stealth


def _listed_units(case: Case) -> Majority:
    """The units of the input, as number:size:movement or number:size:movement:nation."""
    sums, nations = dict[str, int](), dict[str, int]()
    for text in case.words("units"):
        parts = text.split(":")
        count, named, moves = (*parts, "", "", "")[:3]
        size = next((s for s in US_NUMBERS if s == named), None)
        if size is None or moves not in STEALTH or len(parts) > 4 or not re.fullmatch("[1-9][0-9]{0,2}",
                                                                                      count):
            case.refuse(
                f"{text!r} are no units; write number:size:movement, and the nation behind if it matters, "
                f"such as 3:hs:normal:german. Sizes are {', '.join(US_NUMBERS)}; "
                f"movements are {', '.join(STEALTH)}.", "E.4")
        number = int(count) * US_NUMBERS[size]
        sums[moves] = sums.get(moves, 0) + number
        if len(parts) == 4:
            known = known_nations(case.card, case.books)
            if parts[3] not in known:
                case.refuse(f"{quoted(parts[3])} is no nation that is known.{did_you_mean(parts[3], known)}",
                            "E.4")
            nations[parts[3]] = nations.get(parts[3], 0) + number
    return Majority(tuple(sums.items()), tuple(nations.items()))


def _majority(case: Case) -> None:
    if case.is_given("units") == case.is_given("side"):
        case.refuse("Say the units of the stack with units=, or side= for an order of battle.", "E.4")
    found = _listed_units(case) if case.is_given("units") else majority_of_side(
        case.card, case.rules, case.word("side"))
    if found.unknown:
        case.refuse(" ".join(found.unknown), "E.4")
    if not found.stealth:
        case.refuse(f"The card lists no personnel of {name_words(case.word('side'))}.", "E.4")
    best = max(n for _, n in found.sums)
    tied = [c for c, n in found.sums if n == best]
    sums = listed([f"{n} {c}" for c, n in found.sums])
    tie = "; of the same number the one less good for the owner counts" if len(tied) > 1 else ""
    nations = f" Nation: {' or '.join(map(name_words, found.first_nations))}." if found.nations else ""
    case.say(f"Most by US numbers: {found.stealth} ({sums}{tie}).{nations}", "E.4", found.stealth)


PROCEDURES = (
    Procedure(
        "majority-type", "Majority squad type", ("E.4",), "full", _majority, (
            Input("side", "Side", "side", "The side whose order of battle is counted.", usual=""),
            Input("units", "Units", "text", "The units of a stack with prisoners, as number:size:movement, "
                                            "such as "
                  "1:leader:stealthy,3:hs:normal.", usual="", many=True, repeat=True)),
        steps=("The type with the greatest sum of US numbers is that of an order of battle or a stack, "
               "prisoners counted (E.4).",
               "Of types with the same sum the one less good for the owner counts (E.4)."), section=SECTION),
    Procedure(
        "stealth-class", "Lax, normal or stealthy", ("E1.6", "E1.61", "E1.62", "E1.63", "E1.533"), "full",
        _stealth, (
            Input("kind", "Kind", "text", "The kind of counter, such as german/4-6-7.", usual=""),
            Input("troop", "Nation or troops", "word", "The nation, or commando, ranger, anzac, gurkha, "
                  "partisan; that of the kind.", usual="",
                  known=lambda card, books: (*TROOPS, *known_nations(card, books))),
            Input("what", "What", "word", "A unit of several people, a single one, a motor vehicle, who is "
                                          "aboard "
                  "one, or horses and what they draw; found from the kind.", choices=WHAT, usual=""),
            Input("class", "Class", "word", choices=CLASSES, usual=""),
            Input("year", "Year", "number", least=1900, most=2100,
                  usual=lambda card, books: str(card.date.year)),
            Input("state", "State", "word", "In Good Order, berserk, or any other.", choices=_STATES,
                  usual="good-order", asked="state of the unit, its owner; E1.62"),
            Input("with-smc", "With an SMC", "flag", "Whether it is stacked with a Good Order SMC.",
                  usual="no",
                  asked="stack of the unit, its owner; E1.63"),
            Input("lax-rider", "Lax rider", "flag", "Of horses: whether a rider or passenger is lax.",
                  usual="no",
                  asked="who is aboard, its owner; E1.63"),
            Input("cloak-of", "Cloak of", "side", "For a cloak: its side.", usual="")),
        is_on=by_night, steps=(
            "A special rule comes before all of these (E1.6).",
            "Stealthy are commandos, rangers, ANZAC, Gurkhas, Finns of the elite or the first line, "
            "partisans, and each Good Order SMC (E1.61).",
            "Lax are inexperienced and berserk units, those not in Good Order, Italians and axis minors that "
            "are no elite, German MMC to the end of 1942, and motor vehicles with all aboard (E1.62).",
            "Normal are other MMC in Good Order, lax ones in Good Order with a Good Order SMC, and horses "
            "unless who is aboard is lax (E1.63).",
            "A cloak is what most of its side is at the start (E1.6)."),
        tables=("stealth-class",), section=SECTION),
)
