"""Turns and phases, notes, and what is skipped."""

from __future__ import annotations

from dataclasses import replace

from ..books.books import Books
from ..card import Card
from .procedure import END, PHASES, SET_UP, Case, Input, Procedure

_PHASE_IDS = tuple(PHASES)


def next_phase(card: Card, books: Books) -> Books:
    """The books at the start of the next phase, without what happens at it; those of the end of the game
    after the last phase. Raises `ValueError` if the game is at its end."""
    if books.phase == END:
        raise ValueError("The last player turn is over.")
    if books.phase == SET_UP:
        return replace(books, turn=1, half="first", phase=_PHASE_IDS[0], mover=card.first.moves)
    number = _PHASE_IDS.index(books.phase) + 1
    if number < len(_PHASE_IDS):
        return replace(books, phase=_PHASE_IDS[number])
    second = card.other(card.first.moves)
    last_half = books.turn > card.turns.full
    if books.half == "first" and not last_half:
        return replace(books, half="second", phase=_PHASE_IDS[0], mover=second)
    turns = card.turns.full + card.turns.half
    if last_half or books.turn == turns:
        return replace(books, phase=END, mover="", half="")
    return replace(books, turn=books.turn + 1, half="first", phase=_PHASE_IDS[0], mover=card.first.moves)


def phase_words(books: Books) -> str:
    """The moment in words: `turn 2, Rally Phase of the German side`."""
    if books.phase in (SET_UP, END):
        return "the set-up" if books.phase == SET_UP else "the end of the game"
    side = books.mover.replace("-", " ").replace("_", " ").capitalize()
    return f"turn {books.turn}, {PHASES[books.phase]} of the {side} side"


def _note(case: Case) -> None:
    case.say(f"Note: {case.word('text')}", "", "note")


def _skip(case: Case) -> None:
    id = case.word("procedure")
    if not any(due.procedure == id for due in case.books.due):
        waiting = ", ".join(due.procedure for due in case.books.due)
        case.refuse(f"Nothing called {id} is waiting{f'; waiting: {waiting}' if waiting else ''}.")
    due = next(due for due in case.books.due if due.procedure == id)
    case.books = case.books.without_due(id)
    case.say(f"Not carried out: {due.why or id}. {case.word('why')}".rstrip(), due.rule, "skipped")


PROCEDURES = (
    Procedure("note", "Note", (), "given", _note, (
        Input("text", "Text", "text", "What the log is to say."),), section="Turn"),
    Procedure("skip", "Leave out", (), "given", _skip, (
        Input("procedure", "Procedure", "word", "What is left out, of all that is waiting."),
        Input("why", "Reason", "text", usual="")), section="Turn"),
)
