"""Play a recorded game again, from its scenario, dice and orders.

A game whose orders or dice were changed by hand is played as long as its orders are legal; a warning names
the first turn that was changed. A game whose scenario was changed since is played only with --anyway; the
message names the first order that is no longer possible.
"""

from __future__ import annotations

import argparse
import sys

from ..engine import Game
from ..engine.record import GameRecord, RecordError, read_any_record, replay
from ..model.problems import Problem
from .exits import FOUND_PROBLEMS, GOOD, ProblemsFoundError, UnusableError
from .loading import (
    naming_package,
    playable_of,
    refuse_other_design,
    warn_if_changed,
    warn_if_other_package,
    warn_if_short,
)
from .report import print_json
from .run import game_data, print_outcome
from .whole_number import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game file, as `run -o` writes it")
    parser.add_argument("--to", type=whole_number, metavar="N", help="stop after the first N orders")
    parser.add_argument(
        "--anyway", action="store_true",
        help="play the game, as far as its orders are possible, even if its scenario, map or ruleset was "
        "changed since")
    parser.add_argument("--json", action="store_true", help="report all events and the final state as JSON")


def perform(arguments: argparse.Namespace) -> int:
    if arguments.to is not None and arguments.to < 0:
        raise UnusableError("--to is a number of orders and cannot be negative.")
    record = read_any_record(arguments.game)
    if record.is_of_card:
        return _replay_log(record, arguments)
    changed = warn_if_changed(record)
    design = playable_of(record)
    package = warn_if_other_package(record, design)
    with naming_package(design):
        other = refuse_other_design(record, design, arguments.anyway)
    impossible: tuple[Problem, ...] = ()
    try:
        with naming_package(design):
            game = replay(design, record, arguments.to, any_design=arguments.anyway)
    except RecordError as error:
        if error.game is not None and not arguments.json:
            # The events before the wrong line show what is wrong with it.
            _print_log(error.game)
        if other is None or error.game is None:
            raise ProblemsFoundError(_listing(error.problems)) from error
        # The warning has said which order is impossible, and --anyway asks for the game up to it.
        game, impossible = error.game, error.problems
    else:
        if not arguments.json:
            _print_log(game)
    if arguments.json:
        # Only games that were changed have the key, so that reports of others keep their bytes.
        problems = [p.as_dict() for p in (changed, package, other, *impossible) if p is not None]
        with naming_package(design):
            data = game_data(game, record)
        print_json({**data, **({"problems": problems} if problems else {})})
    else:
        print_outcome(game)
    sys.stdout.flush()
    # Last, as hundreds of lines of the game would scroll it out of sight.
    warn_if_short(record, arguments.to)
    return FOUND_PROBLEMS if impossible else GOOD


def _replay_log(record: GameRecord, arguments: argparse.Namespace) -> int:
    """Play the log of a squad-level card again."""
    from ..desk.log_file import LogError
    from .referee import print_log, replayed

    try:
        log = replayed(record, arguments.to)
    except LogError as error:
        if not arguments.json:
            print_log(error.log)
        raise ProblemsFoundError(_listing(error.problems)) from error
    if arguments.json:
        print_json({"card": log.card.name, "turn": log.turn, "phase": log.phase, "side": log.side,
                    "outcome": None if log.outcome is None else {
                        "winner": log.outcome.winner, "rule": log.outcome.rule, "reason": log.outcome.reason},
                    "events": [e.as_dict() for e in log.events]})
    else:
        print_log(log)
    return GOOD


def _print_log(game: Game) -> None:
    for event in game.events:
        print(event)
    sys.stdout.flush()


def _listing(problems: tuple[Problem, ...]) -> str:
    return "\n".join(str(p) for p in problems)
