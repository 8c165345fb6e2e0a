"""Logs of cards as game files, and their replay."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

from ..engine.dice import Dice, DiceExhaustedError
from ..engine.orders import IllegalOrderError, cut
from ..engine.record import GameRecord, RecordedOrder, RecordError, record_text, source_file
from ..model.files.atomic import keep_sources, real_path, save
from ..model.problems import Problem
from .card import Card
from .card_file import card_to_data, load_card
from .ground import Ground, ground_of
from .log import CardLog
from .procedures.turn import phase_words


def fingerprint_of(card: Card) -> str:
    """A mark of all that a card says but its notes; equal for cards that are played alike."""
    data = card_to_data(replace(card, notes="", title=""))
    text = hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()
    return "-".join(text[i:i + 4] for i in (0, 4, 8))


def record_of_log(log: CardLog, card: str) -> GameRecord:
    """The record of a log so far; `card` is the name of its card in the file, or a path."""
    orders, last = [], ("", 0, "")
    for mark in log.order_marks:
        heading, now = "", (mark.phase, mark.turn, mark.side)
        if now != last:
            last = now
            words = phase_words(replace(log.books, turn=mark.turn, phase=mark.phase, mover=mark.side))
            heading = words[:1].upper() + words[1:]
        orders.append(RecordedOrder(log.text(mark.order), heading))
    return GameRecord(
        card, tuple(orders), log.dice.seed, log.dice.given, (), log.outcome, fingerprint_of(log.card),
        is_of_card=True)


def load_log_card(record: GameRecord) -> tuple[Card, Ground]:
    """The card of a record and the ground of its boards; raises `RecordError` if it cannot be used."""
    loaded = load_card(str(source_file(record)))
    errors = [p for p in loaded.problems if p.severity == "error"]
    if loaded.card is None or errors:
        reason = errors[0].message if errors else "It cannot be read."
        raise RecordError(Problem(
            "error", "no-card", f"The card {record.scenario} of this game cannot be used. {reason}",
            record.file, record.scenario_line))
    return loaded.card, ground_of(loaded.card, loaded.path.absolute().parent)


def other_card(card: Card, record: GameRecord) -> Problem | None:
    """A warning if the card was changed since the game was played; None if it is the same or the record does
    not say."""
    if not record.fingerprint or record.fingerprint == fingerprint_of(card):
        return None
    return Problem(
        "warning", "other-card", f"The card {record.scenario} was changed since this game was played; its "
        "log may go another way.", record.file, record.scenario_line)


def replay_log(
    card: Card, record: GameRecord, to: int | None = None, ground: Ground | None = None
) -> CardLog:
    """The log after the first `to` orders of a record, or after all of them; `ground` is what the maps of its
    boards say. Raises `RecordError`, whose line is that of the order that cannot be carried out."""
    bad = next((roll for roll in record.dice or () if roll > 6), None)
    if bad is not None:
        raise RecordError(Problem(
            "error", "dice", f"{bad} is not a roll of a six-sided die.", record.file, record.dice_line))
    log = CardLog(card, Dice(record.seed, record.dice), ground)
    for number, order in enumerate(record.orders if to is None else record.orders[:to], 1):
        try:
            log.apply(order.text)
        except (IllegalOrderError, DiceExhaustedError) as refusal:
            reason, rule = (refusal.reason, refusal.cited) if isinstance(refusal, IllegalOrderError) else (
                str(refusal), "")
            raise LogError(log, Problem(
                "error", "illegal-order", f"Order {number}, `{cut(order.text)}`: {reason}", record.file,
                order.line, rule=rule)) from None
    return log


class LogError(RecordError):
    """A record that cannot be replayed to its end; `log` is the log up to the order that failed."""

    def __init__(self, log: CardLog, problem: Problem) -> None:
        super().__init__(problem)
        self.log = log


def save_log(log: CardLog, card: str | Path, path: Path) -> None:
    """Write a log as a game file, whole or not at all. `card` is a bundled name or the file of the card,
    which is written relative to the folder of the game file. Raises `SaveError`, also if that would overwrite
    the card."""
    shown = card if isinstance(card, str) else Path(
        os.path.relpath(real_path(card), real_path(path).parent)).as_posix()
    if isinstance(card, Path):
        keep_sources(path, [card])
        shown = shown if "/" in shown else f"./{shown}"
    save(record_text(record_of_log(log, shown)), path)
