"""Keep the log of a squad-level game: orders, dice, what may follow.

    visegrad-editor referee lantern-hill                            # what may be done, and its inputs
    visegrad-editor referee lantern-hill next -o evening.yaml       # the first phase, in a new game file
    visegrad-editor referee evening.yaml "next dice=6-4" -o evening.yaml

An order is the name of a procedure with its inputs, as the list shows them. Without `dice=` the dice of the
log roll. The orders `secret` and `secret-shown` take the fingerprint from the file that the card names, if
they have none.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..desk.card_file import load_card
from ..desk.ground import ground_of
from ..desk.log import CardLog, Offer
from ..desk.log_file import load_log_card, other_card, replay_log, save_log
from ..desk.procedures.procedure import Input
from ..desk.secret_file import with_fingerprint
from ..engine.dice import DEFAULT_SEED, Dice, DiceExhaustedError
from ..engine.orders import IllegalOrderError
from ..engine.record import GameRecord, is_game_file, read_any_record, source_file
from ..model.files.atomic import real_path
from ..model.files.bytes import means_file
from ..model.wording import count
from .exits import FOUND_PROBLEMS, GOOD, UnusableError
from .loading import warn_if_changed
from .outputs import check_is_yaml
from .report import print_json, print_problems
from .whole_number import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="CARD", help="a card, or a game file of one")
    parser.add_argument(
        "orders", metavar="ORDER", nargs="*", default=[], help="orders to carry out, one after the other")
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, metavar="N",
        help="seed of the dice of a new log (default: %(default)s)")
    parser.add_argument("--all", action="store_true", help="list all procedures that the card turns on")
    parser.add_argument("-o", "--output", metavar="GAME", help="write the log to this file")
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    parser.add_argument("--json", action="store_true", help="report events and what may follow as JSON")


def perform(arguments: argparse.Namespace) -> int:
    if arguments.output:
        check_is_yaml(Path(arguments.output), "my-game")
    log, source, folder = _opened(arguments.source, arguments.seed)
    if arguments.output:
        output = Path(arguments.output)
        if is_game_file(arguments.source) and real_path(output) == real_path(Path(arguments.source)):
            # The log goes on in its own file, as it was told; the old state is kept as the backup.
            arguments.outputs.permit(output)
        arguments.outputs.claim(output)
    before, refused = log.event_count, ""
    for text in arguments.orders:
        try:
            log.apply(with_fingerprint(text, log.card, folder))
        except (IllegalOrderError, DiceExhaustedError) as error:
            refused = f"`{text}` is refused: {error}"
            break
    if arguments.output and not refused:
        save_log(log, source, Path(arguments.output))
    offers = [Offer(one) for one in log.procedures()] if arguments.all else log.offers()
    if arguments.json:
        print_json({
            "card": log.card.name, "turn": log.turn, "phase": log.phase, "side": log.side,
            "events": [e.as_dict() for e in log.events[before:]], "refused": refused,
            "offers": [_offer_data(one) for one in offers]})
    else:
        for event in log.events_since(before):
            print(event)
        if not refused:
            _print_offers(log, offers)
    if refused:
        sys.stdout.flush()
        written = " Nothing was written." if arguments.output else ""
        print(f"visegrad-editor: {refused}{written} `visegrad-editor referee` with no order lists what may "
              "be done.", file=sys.stderr)
    return FOUND_PROBLEMS if refused else GOOD


def _opened(name: str, seed: int) -> tuple[CardLog, str | Path, Path]:
    """The log of a card or of a game file, what names its card in a game file, and the folder of the card."""
    if is_game_file(name):
        record = read_any_record(name)
        return replayed(record), record.scenario_source, source_file(record).absolute().parent
    loaded = load_card(name)
    errors = [p for p in loaded.problems if p.severity == "error"]
    if loaded.card is None or errors:
        print_problems(errors)
        raise UnusableError(f"{name} cannot be used as a card or as a game of one.")
    folder = loaded.path.absolute().parent
    log = CardLog(loaded.card, Dice(seed), ground_of(loaded.card, folder))
    return log, Path(name) if means_file(name) else loaded.card.name, folder


def replayed(record: GameRecord, to: int | None = None) -> CardLog:
    """The log of a record of a card. Raises `UnusableError` for the game of a scenario, `RecordError` for one
    that cannot be replayed."""
    if not record.is_of_card:
        raise UnusableError(f"{record.file} is the game of a scenario, not of a card.")
    warn_if_changed(record)
    card, ground = load_log_card(record)
    changed = other_card(card, record)
    if changed is not None:
        print(changed, file=sys.stderr)
    return replay_log(card, record, to, ground)


def _offer_data(offer: Offer) -> dict[str, object]:
    one = offer.procedure
    return {
        "procedure": one.id, "title": one.title, "rules": list(one.rules), "degree": one.degree,
        "inputs": [i.id for i in one.inputs], "given": dict(offer.inputs), "why": offer.why,
        "must": offer.must, "secret": offer.secret}


def _print_offers(log: CardLog, offers: Sequence[Offer]) -> None:
    if log.outcome is not None:
        print(log.outcome.reason)
        return
    print("What may be done now, besides `next`:" if offers else "Nothing is due now; `next` ends the phase.")
    for offer in offers:
        one = offer.procedure
        rules = f" [{', '.join(one.rules)}]" if one.rules else ""
        must = "; must be done in this phase" if offer.must else ""
        why = f" ({offer.why}{must})" if offer.why else ""
        print(f"  {one.id}: {one.title}{rules}{why}")
        given = dict(offer.inputs)
        for each in one.inputs:
            print(f"      {_input_words(each, given.get(each.id) or each.usual_value(log.card, log.books))}")


def _input_words(one: Input, value: str | None) -> str:
    what = "|".join(one.choices) if one.choices else {
        "number": "N", "half": "N", "flag": "yes|no", "hex": "HEX", "direction": "1-6", "side": "SIDE",
    }.get(one.kind, "TEXT")
    usual = "" if value is None else f" (if left out: {value or 'none'})"
    asked = f"; ask: {one.asked}" if one.asked else ""
    return f"{one.id}={what}  {one.title}{usual}{asked}"


def print_log(log: CardLog) -> None:
    """Print all events of a log and how it ended, or how far it has come."""
    for event in log.events:
        print(event)
    if log.outcome is not None:
        print(log.outcome.reason)
    else:
        print(f"The log has {count(len(log.orders), 'order')}, and the game goes on.")
