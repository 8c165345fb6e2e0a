"""Secret records in the log: their fingerprints, laid down when they are written and compared when they are
shown. The log has the fingerprint alone; it reads no file."""

from __future__ import annotations

import re
from dataclasses import replace

from ..books.books import Books
from ..books.secrets import LaidDown
from ..card import Card
from ..special_rules import SpecialRules
from ..words import name_words
from .procedure import END, SET_UP, Case, Input, Procedure
from .turn import phase_words

SECTION = "Secret records"
_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{8}){3}")


def _has_files(rules: SpecialRules, card: Card) -> bool:
    return bool(card.secret)


def _fingerprint(case: Case) -> str:
    given = case.word("fingerprint").strip().lower()
    if not given:
        case.refuse("The fingerprint is missing, and there is no file to read it from; give it with "
                    "fingerprint=.")
    if not _FORM.fullmatch(given):
        case.refuse(f"{given!r} is no fingerprint; it has four groups of eight digits from 0 to f, such as "
                    "0123abcd-4567cdef-89ab0123-cdef4567.")
    return given


def _secret(case: Case) -> None:
    side, given = case.word("side"), _fingerprint(case)
    before = case.books.secrets.of(side)
    when = phase_words(case.books)
    case.books = replace(case.books, secrets=case.books.secrets.with_one(LaidDown(side, given, when)))
    if before is None:
        text, result = "", "laid-down"
    elif before.fingerprint == given:
        text, result = f" They are as they were in {before.when}.", "same"
    else:
        text, result = f" They are others than in {before.when} ({before.fingerprint}).", "replaced"
    case.say(f"The secret records of the {name_words(side)} side have the fingerprint {given}.{text}", "",
             result)


def _shown(case: Case) -> None:
    side, given = case.word("side"), _fingerprint(case)
    before = case.books.secrets.of(side)
    name = name_words(side)
    if before is None:
        case.refuse(f"No fingerprint of the {name} side is in the log; `secret side={side}` lays it down.")
    if before.fingerprint == given:
        case.say(f"The records that the {name} side shows are unchanged since {before.when}: both have the "
                 f"fingerprint {given}.", "", "unchanged")
    else:
        case.say(f"The records that the {name} side shows are changed since {before.when}: they have the "
                 f"fingerprint {given}, and then it was {before.fingerprint}.", "", "changed")


def _is_missing(card: Card, books: Books) -> bool:
    return any(books.secrets.of(side) is None for side, _ in card.secret)


def _is_there(card: Card, books: Books) -> bool:
    return bool(books.secrets.given)


_SIDE = Input("side", "Side", "side", "Whose records these are.")
_PRINT = Input(
    "fingerprint", "Fingerprint", "text", "That of the file of the side, with its word; left out: read from "
    "the file that the card names.", usual="")

PROCEDURES = (
    Procedure(
        "secret", "Secret records laid down", (), "given", _secret, (_SIDE, _PRINT), phases=(SET_UP,),
        is_on=_has_files, is_due=_is_missing, section=SECTION, steps=(
            "Each side writes its secret records before play, and the fingerprint of their file goes into "
            "the log; whoever writes new ones later lays down a new one.",)),
    Procedure(
        "secret-shown", "Secret records shown", (), "given", _shown, (_SIDE, _PRINT), phases=(END,),
        is_on=_has_files, is_due=_is_there, section=SECTION, steps=(
            "The files are shown at the end, with the words of their owners; equal fingerprints say that "
            "nothing in them was changed.",)),
)
