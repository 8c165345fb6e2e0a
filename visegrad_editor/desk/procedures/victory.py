"""Victory points, what a referee says of conditions, and who wins (A26.2, A26.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...engine.events import Outcome
from ..books.books import Books
from ..books.changes import Change
from ..books.points import Counted, Leaving, PointsBook, captured, eliminated, exits, freed, leaves_map
from ..books.victory import Judge, Moment, still_needed, verdict
from ..card import Card
from ..forces import SIZES, Asset, Size
from ..words import side_words
from .control import report
from .procedure import END, Case, Input, Procedure

SECTION = "Victory"
_WAYS: tuple[Leaving, ...] = ("recalled", "guard", "landed-off", "allowed")


def _step(case: Case, step: Callable[[PointsBook], tuple[PointsBook, tuple[Change, ...]]]) -> None:
    book = case.books.points
    assert book is not None
    try:
        book, changes = step(book)
    except ValueError as error:
        case.refuse(str(error))
    report(case, changes)
    case.books = replace(case.books, points=book)


def _yes(case: Case, id: str) -> bool | None:
    return case.flag(id) if case.is_given(id) else None


def _counted(case: Case) -> Counted:
    """The unit of an order with what its value depends on."""
    size: Size | None = next((s for s in SIZES if s == case.word("size")), None)
    asset = Asset(
        size, modifier=case.number("modifier") if case.is_given("modifier") else None,
        armament=_yes(case, "armament"), armoured=_yes(case, "armoured"),
        armour=case.number("armour") if case.is_given("armour") else None, crew=_yes(case, "crew"),
        of_landing_craft=case.flag("of-landing-craft"), desert=case.card.theatre == "north-africa",
        japanese_wounded=case.flag("japanese-wounded"))
    if asset.armour is not None and asset.armoured is None:
        asset = replace(asset, armoured=True)
    return Counted(
        case.word("unit"), case.word("of"), asset, case.number("points") if case.is_given("points") else None,
        four_times=case.flag("four-times"), broken=case.flag("broken"), recalled=case.flag("recalled"))


def _lost(case: Case) -> None:
    _step(case, lambda book: eliminated(book, case.books.turn, _counted(case), case.flag("by-own-side")))


def _captured(case: Case) -> None:
    _step(case, lambda book: captured(book, case.books.turn, _counted(case)))


def _freed(case: Case) -> None:
    _step(case, lambda book: freed(book, case.books.turn, case.word("unit")))


def _left(case: Case) -> None:
    way: Leaving = next((w for w in _WAYS if w == case.word("how")), "")
    _step(case, lambda book: leaves_map(book, case.books.turn, _counted(case), way))


def _exits(case: Case) -> None:
    area = case.word("area")
    if area not in case.card.set_by_id:
        known = ", ".join(case.card.set_by_id)
        case.refuse(f"The card has no set {area}{f'; it has {known}' if known else ''}.", "A26.23")
    _step(case, lambda book: exits(book, case.books.turn, _counted(case), area))


def _facts(card: Card) -> tuple[str, ...]:
    """The facts that the conditions of a card name, in their order."""
    found: list[str] = []
    todo = [one.need for one in card.victory if one.need is not None]
    while todo:
        need = todo.pop(0)
        todo = [*need.all, *need.any, *(() if need.without is None else (need.without,)), *todo]
        found += [need.fact] if need.fact else []
    return tuple(dict.fromkeys(found))


def _fact(case: Case) -> None:
    holds, told = case.flag("holds"), case.books.told
    if sum(case.is_given(id) for id in ("fact", "group")) + (case.word("all-units") == "yes") != 1:
        case.refuse("Say one thing: the number of a fact, a group that is eliminated, or all-units=yes.")
    if case.is_given("group"):
        group = case.word("group")
        if group not in {g.id for g in case.card.groups}:
            case.refuse(f"The card has no group {group}.")
        told = replace(told, eliminated={**told.eliminated, group: holds})
        text = f"{'Nothing' if holds else 'Something'} is left of the group {group}."
    elif case.is_given("fact"):
        facts, number = _facts(case.card), case.number("fact")
        if not 1 <= number <= len(facts):
            listed = "; ".join(f"{n} is: {fact}" for n, fact in enumerate(facts, 1))
            have = f"these facts: {listed}" if facts else "no facts"
            case.refuse(f"The conditions of the card have {have}.")
        fact = facts[number - 1]
        told = replace(told, facts={**told.facts, fact: holds})
        text = f"This {'holds' if holds else 'does not hold'}: {fact.rstrip('.')}."
    else:
        told = replace(told, all_units=holds)
        text = f"The book of control {'knows' if holds else 'does not know'} all units on the boards."
    case.books = replace(case.books, told=told)
    case.say(text, "A26.1", "told")


def judge_of(card: Card, books: Books, at_turn_end: bool = False) -> Judge:
    """What the conditions of a card are judged by now."""
    assert books.control is not None
    assert books.points is not None
    moment = Moment(books.turn, "end" if books.phase == END else "end-of-turn" if at_turn_end else "play")
    return Judge(card, books.control, books.points, books.told, moment)


def _needed(case: Case) -> None:
    for side, sentences in still_needed(judge_of(case.card, case.books)).items():
        for sentence in sentences:
            case.say(sentence, "A26.3", "needed", units=(side,))


def _verdict(case: Case) -> None:
    found = verdict(judge_of(case.card, case.books, case.flag("turn-over")))
    for one in found.entries:
        result = {True: "holds", False: "does-not-hold", None: "not-known"}[one.holds]
        case.say(one.finding.sentence, one.finding.rule or "A26.3", result)
    agreed, sentence, winner, draw = case.word("agreed"), found.sentence, found.winner, found.draw
    if agreed:
        if not found.tied:
            case.refuse(f"Nothing is left to agree on: {found.sentence}", "A26.3")
        winner, draw = ("", True) if agreed == "draw" else (agreed, False)
        if winner and winner not in case.card.side_by_id:
            case.refuse(f"There is no side {agreed}; write {', '.join(case.card.side_by_id)} or draw.")
        what = "on a draw" if draw else f"that {side_words(winner)} wins"
        sentence = f"The players agree {what}."
    over = bool(agreed) or not found.open
    case.say(" ".join((sentence, *(a for a in found.asked if not agreed and a != sentence))), "A26.3",
             winner or ("draw" if draw else "open"))
    if over:
        case.outcome = Outcome(winner, "A26.3", sentence)


_UNIT = Input("unit", "Unit", "word", "Its name in the log.")
_VALUE = (
    _UNIT, Input("of", "Its side", "side", "By the order of battle, whoever has captured it."),
    Input("size", "What it is", "word", choices=SIZES),
    Input("modifier", "Modifier", "number", "Of a leader.", least=-3, most=3, usual=""),
    Input("armament", "Main armament", "flag", "Of a vehicle: whether it has one that works.", usual=""),
    Input("armoured", "Armoured", "flag", "Of a vehicle.", usual=""),
    Input("armour", "Armour", "number", "Its highest armour factor.", least=0, most=50, usual=""),
    Input("crew", "Crew aboard", "flag", "Of a vehicle: whether its own crew is in it.", usual=""),
    Input("of-landing-craft", "Crew of a landing craft", "flag", usual="no"),
    Input("japanese-wounded", "Wounded Japanese leader", "flag", usual="no"),
    Input("points", "Value", "number", "If another rule gives it.", least=0, most=99, usual=""),
    Input("four-times", "Counts four times", "flag", "Chinese, if captured.", usual="no"),
    Input("broken", "Broken", "flag", usual="no"), Input("recalled", "Recalled", "flag", usual="no"))

PROCEDURES = (
    Procedure("points-lost", "A unit is eliminated", ("A26.21", "A26.221", "A26.222"), "given", _lost, (
        *_VALUE, Input("by-own-side", "By its own side", "flag", "A captive killed by its own side.",
                       usual="no")), section=SECTION),
    Procedure("points-captured", "A unit is captured", ("A26.21", "A26.222"), "given", _captured, _VALUE,
              section=SECTION),
    Procedure("points-freed", "A captured unit is free", ("A26.222",), "given", _freed, (_UNIT,),
              section=SECTION),
    Procedure("points-left", "A unit leaves the boards", ("A26.221",), "given", _left, (
        *_VALUE, Input("how", "How", "word", "Why it is no loss, if it is none.", choices=_WAYS, usual="")),
        section=SECTION),
    Procedure("points-exit", "A unit leaves for points", ("A26.23",), "given", _exits, (
        *_VALUE, Input("area", "Area", "word", "The named set of the card where it leaves.")),
        section=SECTION),
    Procedure("victory-fact", "What only players know", ("A26.1",), "given", _fact, (
        Input("fact", "Number of the fact", "number", "Of those in the conditions, in their order.", least=1,
              most=500, usual=""),
        Input("group", "Group", "word", "Of which nothing is left.", usual=""),
        Input("all-units", "All units", "flag", "Whether the book of control knows all units.", usual=""),
        Input("holds", "Holds", "flag", usual="yes")), section=SECTION),
    Procedure("needed", "What is still needed", ("A26.3",), "full", _needed, section=SECTION),
    Procedure("verdict", "Who wins", ("A26.3",), "full", _verdict, (
        Input("turn-over", "The game turn is over", "flag", "For conditions at the end of a turn.",
              usual="no"),
        Input("agreed", "Agreed", "word", "A side, or draw, if the card leaves it to the players.",
              usual="")),
        phases=(END,), section=SECTION),
)
