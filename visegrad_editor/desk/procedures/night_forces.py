"""What the sides have by night: hidden units, dummies, cloaks and sniper numbers, reconnaissance, and who of
the defender is free to move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ...model.wording import count
from ..books.books import Books
from ..books.night import Cloak
from ..card import Card, Group, Side
from ..forces import group_forces, size_of, squad_equivalents
from ..kinds import read_kind
from ..special_rules import SpecialRules
from ..tables import table
from ..words import name_words
from .nations import known_nations
from .night import SECTION, by_night, only_in, rounded_up
from .procedure import SET_UP, Case, Input, Modifier, Procedure, modifiers_words, total
from .stealth import WORST_FIRST, majority_of_side

HIDDEN_PART = 4
"""One squad-equivalent of so many on board may be hidden (E1.2)."""
SNIPER_ADDED, SNIPER_MOST = 2, 7
"""What is added to a sniper number by night, and the most it becomes (E1.76)."""
UNDERLINED_ELR = 4
"""The experience level of the defender's units with underlined morale (E1.22)."""
_CREWS_COUNT = "japanese"
"""The nation whose crews count among what may be hidden (E1.2)."""
_FROM_THE_AIR = ("glider", "drop", "air")


def side_in_role(card: Card, role: str) -> Side:
    """The attacker or the defender of a card; raises `ValueError` if the card has none."""
    for side in card.sides:
        if side.role == role:
            return side
    raise ValueError(f"The card has no {role}.")


def _has_roles(rules: SpecialRules, card: Card) -> bool:
    """Whether it is night on a card that says who attacks and who defends (E1.2)."""
    return by_night(rules, card) and {s.role for s in card.sides} == {"attacker", "defender"}


# -- squad-equivalents of the card ----------------------------------------------------------------


def _equivalents(groups: Iterable[Group], crews: bool) -> float | None:
    """Squad-equivalents of groups; None if what a counter is, is not known."""
    found = 0.0
    for group in groups:
        for force in group_forces(group):
            size = size_of(force.kind, force=force).size
            if size is None:
                return None
            found += force.count * squad_equivalents(
                size, crews=crews and read_kind(force.kind).nation == _CREWS_COUNT)
    return found


def _defender_groups(card: Card) -> list[list[Group]]:
    """The groups of the defender: those on board at the start together, then each that comes later."""
    own = [g for g in card.groups if g.side == side_in_role(card, "defender").id]
    return [[g for g in own if g.arrives.at_start], *([g] for g in own if not g.arrives.at_start)]


def _attacker_groups(card: Card) -> list[list[Group]]:
    """The groups of the attacker that are cloaked: those that enter on the first turn together, because it
    sets up off board (E1.411), then each that comes later; nothing from the air (E1.41)."""
    own = [g for g in card.groups if g.side == side_in_role(card, "attacker").id
           and g.arrives.by not in _FROM_THE_AIR]
    first = [g for g in own if g.arrives.at_start or g.arrives.turn == 1]
    return [first, *([g] for g in own if g not in first)]


def _usual_on_board(card: Card, books: Books) -> str | None:
    found = _equivalents(_defender_groups(card)[0], crews=True)
    return None if found is None else f"{found:g}"


def _usual_groups(groups_of: Callable[[Card], list[list[Group]]]) -> Callable[[Card, Books], str | None]:
    def usual(card: Card, books: Books) -> str | None:
        found = [_equivalents(groups, crews=False) for groups in groups_of(card)]
        return None if None in found else ",".join(f"{n:g}" for n in found if n)
    return usual


def _usual_of(role: str, number: Callable[[Side], int]) -> Callable[[Card, Books], str | None]:
    return lambda card, books: str(number(side_in_role(card, role)))


# -- allotment --------------------------------------------------------------------------------------


def _allotment(case: Case) -> None:
    only_in(case, (SET_UP,), "E1.2")
    on_board = case.half("on-board")
    hidden = rounded_up(on_board / HIDDEN_PART)
    case.say(
        f"Of {on_board:g} squad-equivalents on board the defender may hide {hidden}, squads and half squads, "
        "with the SMC and weapons of their locations; all others may begin "
        "concealed.", "E1.2", f"hidden {hidden}")
    dummies = _whole(case, "defender")
    what = "dummies" if case.reading("R06") == "sense" else (
        "counters of the kind that the text prints, which both players agree on")
    case.say(f"The defender has {_by_group(dummies)} {what}.", "E1.2", f"dummies {_sum(dummies)}")
    cloaks = _whole(case, "attacker")
    case.books = replace(case.books, night=replace(case.books.night, cloaks=tuple(
        Cloak(f"c{number}", group) for number, group in enumerate(
            (g for g, n in enumerate(cloaks) for _ in range(n)), 1))))
    case.say(f"The attacker has {_by_group(cloaks)} cloaks, c1 to c{_sum(cloaks)}, and sets up off board."
             if _sum(cloaks) else "The attacker has no cloaks.", "E1.411", f"cloaks {_sum(cloaks)}")
    for role in ("defender", "attacker"):
        printed = case.number(f"{role}-san")
        actual = max(printed, min(SNIPER_MOST, printed + SNIPER_ADDED))
        case.say(f"The sniper number of the {role} is {actual} and never falls below the {printed} that is "
                 "printed.", "E1.76", f"san {actual}")
    _experience(case)


def _whole(case: Case, id: str) -> tuple[int, ...]:
    """Squad-equivalents of groups as whole numbers, halves by the reading."""
    numbers = tuple(map(float, case.words(id)))
    if all(n == int(n) for n in numbers):
        return tuple(map(int, numbers))
    up = case.reading("R03") == "up"
    return tuple(rounded_up(n) if up else int(n) for n in numbers)


def _sum(numbers: tuple[int, ...]) -> int:
    return sum(numbers)


def _by_group(numbers: tuple[int, ...]) -> str:
    """`11`, or `11 and then 3` for later groups."""
    return " and then ".join(map(str, numbers)) or "no"


def _experience(case: Case) -> None:
    defender = side_in_role(case.card, "defender")
    lowered = "which is already one lower than by day" if defender.elr_lowered else (
        "and the card does not say whether it is already one lower than by day, as it must be")
    case.say(f"The experience level of the defender is {defender.elr}, {lowered}; units with underlined "
             f"morale have {UNDERLINED_ELR}.", "E1.22", f"elr {defender.elr}")


# -- reconnaissance ---------------------------------------------------------------------------------


def _recon_is_on(rules: SpecialRules, card: Card) -> bool:
    return rules.night is not None and (rules.night.recon or card.dyo) and _has_roles(rules, card)


def _recon(case: Case) -> None:
    only_in(case, (SET_UP,), "E1.23")
    if case.books.night.reconnoitred:
        case.refuse("The attacker has looked around already; there is one roll.", "E1.23")
    nation, moves = _recon_type(case)
    nation_row = case.look("recon-nation", nation=nation)
    class_row = table("recon-class").look(moves=moves)
    modifiers = [Modifier(row.number_in("modifier"), why, "E1.23") for row, why in (
        (nation_row[1], name_words(nation)), (class_row, moves))]
    die = case.die("reconnaissance")
    final = total(die, modifiers)
    hexes = max(0, final)
    case.books = replace(case.books, night=replace(case.books.night, reconnoitred=True))
    added = modifiers_words(modifiers)
    how = f" ({die} {added})" if added else ""
    shows = ("" if not hexes else " There hidden units are placed under \"?\", concealed ones lose it and "
                                  "may be "
             "looked at, and hidden fortifications are placed; the kind and strength of mines, fortified "
             "buildings and tunnels stay secret, as does the number of trip flares.")
    case.say(f"The attacker names {count(hexes, 'hex')}{how}.{shows}", "E1.23", f"hexes {hexes}",
             modifiers=[m for m in modifiers if m.amount], final=final, row=nation_row)


def _recon_type(case: Case) -> tuple[str, str]:
    """Nation and kind of movement of most of the attacker."""
    attacker = side_in_role(case.card, "attacker").id
    found = majority_of_side(case.card, case.rules, attacker)
    moves, nation = case.word("class"), case.word("nation")
    if not moves:
        moves = found.stealth
        if found.unknown or not moves:
            why = " ".join(found.unknown) or "The card lists no personnel of the attacker."
            case.refuse(f"{why} Or say with class={'|'.join(WORST_FIRST)} what most of the attacker are.",
                        "E.4")
    if not nation:
        nations = found.first_nations
        if not nations:
            case.refuse("The card lists no personnel of the attacker; say its nation with nation=.", "E.4")
        if len(nations) > 1 and case.reading("R23") == "asked":
            case.refuse(f"{' and '.join(map(name_words, nations))} are as strong as each other; say with "
                        "nation= which counts.", "E.4")
        nation = min(nations, key=lambda n: table("recon-nation").look(nation=n).number_in("modifier"))
    return nation, moves


# -- freedom to move --------------------------------------------------------------------------------


def _free(case: Case) -> None:
    units, how = case.words("units"), case.word("how")
    if not units:
        case.refuse("Say with units= which units.", "E1.21")
    free = [u for u in units if u in case.books.night.free]
    if free:
        case.refuse(f"{' and '.join(free)} {'is' if len(free) == 1 else 'are'} free to move already, to the "
                    "end of the scenario.", "E1.21")
    {"leader": _by_leader, "attacked": _by_attack, "sees": _by_sight, "stacked": _by_stack,
     "radio": _by_radio}[how](case, units)


def _set_free(case: Case, units: tuple[str, ...], why: str) -> None:
    case.books = replace(case.books, night=case.books.night.with_free(units))
    verb = "is" if len(units) == 1 else "are"
    case.say(f"{' and '.join(units)} {verb} free to move from now on: {why}.", "E1.21", "free", units=units)


def _in_own_movement(case: Case) -> None:
    only_in(case, ("movement",), "E1.21")
    defender = side_in_role(case.card, "defender").id
    if case.books.mover != defender:
        case.refuse(f"It is not the Movement Phase of the defender, {name_words(defender)}.", "E1.21")


def _by_leader(case: Case, units: tuple[str, ...]) -> None:
    _in_own_movement(case)
    books = case.books
    now = (books.turn, books.half)
    if len(units) > 1:
        case.refuse("Only the best leader rolls; of several equally good ones one is drawn at random.",
                    "E1.21")
    if books.night.free_tried == now:
        case.refuse("A leader has rolled in this Movement Phase already.", "E1.21")
    attacker = side_in_role(case.card, "attacker").id
    attacked = case.flag("attacked") if case.is_given("attacked") else attacker in books.night.attack_by
    if not attacked:
        case.refuse("The attacker has not resolved an attack yet, other than by a successful Ambush; if it "
                    "has, say attacked=yes.", "E1.21")
    if not case.flag("good-order"):
        case.refuse("Only a leader in Good Order rolls for it.", "E1.21")
    die = case.die("freedom to move")
    case.books = replace(books, night=replace(books.night, free_tried=now))
    elr = case.number("elr")
    if die < elr:
        _set_free(case, units, f"{die} is less than the experience level {elr}")
    else:
        case.say(f"{units[0]} is not free to move: {die} is not less than the experience level {elr}.",
                 "E1.21",
                 "not free", units=units)


def _check_exceptions(case: Case) -> None:
    if not case.is_given("exception"):
        case.refuse("Say with exception=yes or no whether one of the exceptions of the rule holds for these "
                    "units; both players look it up.", "E1.21")
    if case.flag("exception"):
        case.refuse("An exception of the rule keeps these units from being free to move.", "E1.21")


def _by_attack(case: Case, units: tuple[str, ...]) -> None:
    if case.word("attack") != "other":
        what = {"oba": "off-board artillery", "sniper": "a sniper"}[case.word("attack")]
        case.refuse(f"An attack of {what} does not make a unit free to move.", "E1.21")
    _check_exceptions(case)
    _set_free(case, units, "attacked by the enemy")


def _by_sight(case: Case, units: tuple[str, ...]) -> None:
    _check_exceptions(case)
    _set_free(case, units, "a known enemy unit was seen")


def _by_stack(case: Case, units: tuple[str, ...]) -> None:
    _in_own_movement(case)
    smc = case.word("of")
    if smc not in case.books.night.free:
        case.refuse(f"Say with of= the SMC in Good Order with which they are stacked; it must be free to move"
                    f"{f', and {smc} is not' if smc else ''}.", "E1.21")
    if not case.flag("good-order"):
        case.refuse("The SMC must be in Good Order.", "E1.21")
    _set_free(case, units, f"they begin the phase stacked with {smc}")


def _by_radio(case: Case, units: tuple[str, ...]) -> None:
    afv = case.word("of")
    if afv not in case.books.night.free:
        case.refuse(f"Say with of= the AFV with a radio that is free to "
                    f"move{f'; {afv} is not' if afv else ''}.",
                    "E1.21")
    _set_free(case, units, f"with a radio, like {afv}")


PROCEDURES = (
    Procedure(
        "night-allotment", "What the sides have by night",
        ("E1.2", "E1.22", "E1.411", "E1.76"), "full", _allotment, (
            Input("on-board", "On board", "half", "Squad-equivalents of the defender on board at the start, "
                                                  "crews of "
                  "Japanese counted.", least=0, most=500, usual=_usual_on_board),
            Input("defender", "Groups of the defender", "half", "Squad-equivalents of what begins on board, "
                                                                "then of "
                  "each later group.", least=0, most=500, usual=_usual_groups(_defender_groups), many=True,
                  repeat=True),
            Input("attacker", "Groups of the attacker", "half", "Squad-equivalents of what enters first, "
                                                                "then of "
                  "each later group.", least=0, most=500, usual=_usual_groups(_attacker_groups), many=True,
                  repeat=True),
            Input("defender-san", "Sniper number of the defender", "number", "As printed.", least=0, most=7,
                  usual=_usual_of("defender", lambda side: side.san)),
            Input("attacker-san", "Sniper number of the attacker", "number", "As printed.", least=0, most=7,
                  usual=_usual_of("attacker", lambda side: side.san))),
        phases=(SET_UP,), is_on=_has_roles, is_due=lambda card, books: not books.night.cloaks, steps=(
            "The defender may hide a quarter of its squad-equivalents on board, rounded up: squads and half "
            "squads, of Japanese also crews, with the SMC and weapons of their locations (E1.2).",
            "All else of the defender may begin concealed; concealment and hiding need no concealment "
            "terrain at the set-up (E1.2).",
            "The defender has as many dummies as squad-equivalents, at the start and with each later group "
            "(E1.2).",
            "The attacker sets up off board, with a cloak for each squad-equivalent at the start and of each "
            "later group (E1.411).",
            "Each sniper number is 2 more than printed, at most 7, and never falls below what is printed "
            "(E1.76).",
            "The experience level of the defender is printed one lower already; 4 for underlined morale "
            "(E1.22)."),
        section=SECTION),
    Procedure(
        "recon", "Reconnaissance", ("E1.23",), "full", _recon, (
            Input("nation", "Nation", "word", "That of most of the attacker; found from the card.", usual="",
                  known=known_nations),
            Input("class", "Movement", "word", "What most of the attacker are; found from the card.",
                  choices=WORST_FIRST, usual="")),
        phases=(SET_UP,), is_on=_recon_is_on, is_due=lambda card, books: not books.night.reconnoitred, steps=(
            "After the defender's set-up and before its own the attacker rolls one die, modified by the "
            "nation and the movement of most of it (E1.23).",
            "It names as many hexes; there hidden units are placed under \"?\", concealed ones lose it and "
            "may be looked at, and hidden fortifications are placed (E1.23).",
            "The kind and strength of mines, fortified buildings and tunnels stay secret (E1.23); of trip "
            "flares only their presence is told (E1.953)."),
        tables=("recon-nation", "recon-class"), section=SECTION),
    Procedure(
        "free-to-move", "Free to move", ("E1.21",), "given", _free, (
            Input("units", "Units", "text", "The units of the defender.", many=True),
            Input("how", "How", "word", "A leader's roll, an attack on it, sight of a known enemy, stacked "
                                        "with a free "
                  "SMC, or an AFV with a radio.", choices=("leader", "attacked", "sees", "stacked", "radio")),
            Input("elr", "Experience level", "number", least=0, most=5,
                  usual=_usual_of("defender", lambda side: side.elr)),
            Input("attacked", "Attack resolved", "flag", "Whether the attacker has resolved an attack, other "
                                                         "than "
                  "with a successful Ambush; found in the book of gunflashes.", usual="",
                  asked="attacks of the attacker so far, both players; E1.21"),
            Input("good-order", "Good Order", "flag", "Whether the leader or SMC is in Good Order.",
                  usual="yes",
                  asked="state of the leader, its owner; E1.21"),
            Input("attack", "Attack", "word", "What attacked the units.", choices=("other", "oba", "sniper"),
                  usual="other", asked="the attack, both players; E1.21"),
            Input("of", "Of", "text", "The SMC or AFV that is free already.", usual=""),
            Input("exception", "Exception", "flag", "Whether an exception of the rule holds.", usual="",
                  asked="exceptions of the rule, both players; E1.21")),
        phases=("movement",), is_on=_has_roles,
        is_due=lambda card, books: books.mover == side_in_role(card, "defender").id, steps=(
            "A unit of the defender on board may move or advance only after an attack on it, not by OBA or a "
            "sniper, or after it has seen a known enemy; the rulebook lists exceptions (E1.21).",
            "When the attacker has resolved an attack, other than with a successful Ambush, the best leader "
            "of the defender in Good Order rolls once in each own Movement Phase; less than the experience "
            "level frees him (E1.21).",
            "What begins a Movement Phase stacked with a free SMC in Good Order is free too (E1.21).",
            "If an AFV with a radio is free, so are all mobile ones of its side (E1.21).",
            "Who is free stays so (E1.21)."), section=SECTION),
)
