"""Control of Locations, hexes and buildings, as a referee tells it: what units do, mopping up, fire
(A26.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...hexgrid import Hex
from ..books.changes import Change
from ..books.control import (
    ControlBook,
    Fire,
    Unit,
    becomes,
    burns,
    burns_out,
    card_start,
    closes,
    declares,
    enters,
    leaves,
    mops_up,
    tells_parts,
)
from ..books.places import GROUND, Location, site_of
from ..books.victory import start_sentences
from ..card import Card
from ..forces import SIZES
from ..ground import Ground
from .procedure import SET_UP, Case, Input, Procedure

SECTION = "Control"
_FACTS = {
    "armed": "Whether it is armed; people are unless told otherwise.",
    "good-order": "Whether it is in Good Order.",
    "broken": "Whether it is broken.", "captive": "Whether it is a prisoner.",
    "bypass": "Whether it goes along hexsides of what is in the hex.",
    "riding": "Whether it is a passenger or rider, or cavalry.", "concealed": "Whether it is concealed.",
    "hidden": "Whether it is hidden."}
_GROUND = "ground"
_NOBODY, _ACCIDENT = "nobody", "accident"


def control_at_start(card: Card, ground: Ground | None = None) -> tuple[ControlBook, tuple[str, ...]]:
    """Control at the start of a card (A26.11), and what it leaves open."""
    return card_start(card, site_of(card, ground))


def report(case: Case, changes: tuple[Change, ...]) -> None:
    """Say what a step of the books did. What is asked refuses the order if nothing else came of it."""
    if all(change.kind == "asked" for change in changes):
        case.refuse(" ".join(change.sentence for change in changes), changes[0].rule)
    for change in changes:
        case.say(change.sentence, change.rule, change.kind, secret=change.secret)


def _book(case: Case) -> ControlBook:
    book = case.books.control
    assert book is not None
    return book


def _step(case: Case, step: Callable[[ControlBook], tuple[ControlBook, tuple[Change, ...]]]) -> None:
    """Carry out a step; what cannot be is refused with its sentence."""
    try:
        book, changes = step(_book(case))
    except ValueError as error:
        case.refuse(str(error))
    report(case, changes)
    case.books = replace(case.books, control=book)


def _unit(case: Case) -> None:
    id = case.word("unit")
    known = _book(case).units.get(id)
    if known is not None and not any(map(case.is_given, ("at", "side", "size"))):
        now = _with_facts(case, known)
        _step(case, lambda book: becomes(
            book, id, armed=now.armed, good_order=now.good_order, broken=now.broken, captive=now.captive,
            bypass=now.bypass, riding=now.riding, concealed=now.concealed, hidden=now.hidden))
        return
    missing = [name for name in ("side", "size", "at") if known is None and not case.is_given(name)]
    if missing:
        case.refuse(f"The book does not know the unit {id} yet; give its {' and '.join(missing)}.")
    _step(case, lambda book: enters(book, _told(case, book, known)))


def _told(case: Case, book: ControlBook, known: Unit | None) -> Unit:
    """The unit as the inputs say, otherwise as it is known. A unit that moves is in bypass only if that is
    said."""
    size = next((s for s in SIZES if s == case.word("size")), None)
    if known is None:
        assert size is not None
        known = Unit(case.word("unit"), case.word("side"), size, book.site.location(case.word("at")))
    elif case.is_given("at"):
        known = replace(known, at=book.site.location(case.word("at")), bypass=False)
    return _with_facts(case, replace(known, side=case.word("side") or known.side, size=size or known.size))


def _with_facts(case: Case, unit: Unit) -> Unit:
    def said(id: str, before: bool) -> bool:
        return case.flag(id) if case.is_given(id) else before

    return replace(
        unit, armed=case.flag("armed") if case.is_given("armed") else unit.armed,
        good_order=said("good-order", unit.good_order), broken=said("broken", unit.broken),
        captive=said("captive", unit.captive), bypass=said("bypass", unit.bypass),
        riding=said("riding", unit.riding), concealed=said("concealed", unit.concealed),
        hidden=said("hidden", unit.hidden))


def _start(case: Case) -> None:
    _, asked = control_at_start(case.card, case.ground)
    for sentence in (*start_sentences(case.card, _book(case)), *asked):
        case.say(sentence, "A26.11", "start")


def _leaves(case: Case) -> None:
    _step(case, lambda book: leaves(book, case.word("unit")))


def _mops_up(case: Case) -> None:
    hex: Hex | None = case.place("hex") if case.is_given("hex") else None
    _step(case, lambda book: mops_up(book, case.word("side"), case.word("building"), hex))


def _parts(case: Case) -> None:
    parts = [GROUND if part == _GROUND else part for part in case.words("parts")]
    _step(case, lambda book: tells_parts(book, case.place("hex"), parts))


def _declares(case: Case) -> None:
    side = "" if case.word("side") == _NOBODY else case.word("side")
    _step(case, lambda book: declares(
        book, book.site.place(case.word("place")), side, case.word("rule"), case.word("why")))


def _locations(case: Case, id: str) -> frozenset[Location]:
    return frozenset(map(_book(case).site.location, case.words(id)))


def _burns(case: Case) -> None:
    def step(book: ControlBook) -> tuple[ControlBook, tuple[Change, ...]]:
        cause = case.word("cause")
        state: str = case.word("state")
        return burns(book, book.site.location(case.word("at")), Fire(
            "blaze" if state == "blaze" else "flame", "" if cause == _ACCIDENT else cause,
            _locations(case, "closes")))

    _step(case, step)


def _burns_out(case: Case) -> None:
    _step(case, lambda book: burns_out(book, book.site.location(case.word("at"))))


def _closes(case: Case) -> None:
    _step(case, lambda book: closes(book, _locations(case, "at")))


_UNIT = Input("unit", "Unit", "word", "Its name in the log.")
_AT = Input("at", "Location", "hex", "Where, such as F3 or F3.1.")

PROCEDURES = (
    Procedure("control-start", "Control at the start", ("A26.11", "A26.21"), "full", _start, phases=(SET_UP,),
              section=SECTION, once=True),
    Procedure("control-unit", "A unit is somewhere", ("A26.11", "A26.12", "A26.15"), "given", _unit, (
        _UNIT, Input("at", "Location", "hex", "Where it is now; left out: where it was.", usual=""),
        Input("side", "Side", "side", "Needed the first time.", usual=""),
        Input("size", "What it is", "word", "Needed the first time.", choices=SIZES, usual=""),
        *(Input(name, name.replace("-", " ").capitalize(), "flag", f"{help} Left out: as before.", usual="")
          for name, help in _FACTS.items())), section=SECTION, steps=(
        "An armed Infantry squad, half squad or crew in Good Order gains a Location that it enters, from the "
        "ground the hex, and the building, unless an armed enemy ground unit is in it (A26.11, A26.13).",
        "An armed vehicle holds its Location while it stays (A26.12).")),
    Procedure("control-leaves", "A unit is gone", ("A26.11", "A26.12"), "given", _leaves, (_UNIT,),
              section=SECTION),
    Procedure("control-mops-up", "A building is mopped up", ("A26.11", "A26.14"), "result", _mops_up, (
        Input("side", "Side", "side"), Input("building", "Building"),
        Input("hex", "Hex", "hex", "Of a row of houses: the part mopped up.", usual="")), section=SECTION),
    Procedure("control-hex", "What is in a hex", ("A26.12", "A26.131", "A26.132"), "given", _parts, (
        Input("hex", "Hex", "hex"),
        Input("parts", "Locations", "word", "All its Locations: ground, 1, b and so on.", many=True,
              asked="the board, both players; A26.12")), section=SECTION),
    Procedure("control-declare", "Control by another rule", ("A26.1",), "result", _declares, (
        Input("place", "Place", "text", "F3.1, or with quotes `hex F3` or `building mill`."),
        Input("side", "Side", "word", "A side, or nobody.",
              known=lambda card, books: (*card.side_by_id, _NOBODY)),
        Input("rule", "Rule", "word", usual="SSR"),
        Input("why", "Reason", "text")), section=SECTION),
    Procedure("control-fire", "A fire", ("A26.16", "A26.161", "A26.162"), "given", _burns, (
        _AT, Input("state", "State", "word", choices=("flame", "blaze")),
        Input("cause", "Cause", "word", "The side that set it on purpose, or accident.",
              known=lambda card, books: (*card.side_by_id, _ACCIDENT)),
        Input("closes", "Closed", "hex", "Locations that nobody can enter because of it.", many=True,
              usual="")), section=SECTION),
    Procedure("control-fire-out", "A fire is out", ("A26.16",), "given", _burns_out, (_AT,), section=SECTION),
    Procedure("control-rubble", "Rubble", ("A26.161",), "given", _closes, (
        Input("at", "Locations", "hex", "What nobody can enter.", many=True),), section=SECTION),
)
