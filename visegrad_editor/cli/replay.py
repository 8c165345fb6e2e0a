"""Play a recorded game again, from its scenario, dice and orders.

A game whose orders or dice were changed by hand is played as long as its orders are legal; a warning names
the first turn that was changed.
"""

from __future__ import annotations

import argparse
import sys

from ..engine import Game
from ..engine.record import RecordError, read_record, replay
from ..model.problems import Problem
from .exits import GOOD, ProblemsFoundError, UnusableError
from .loading import playable_of, warn_if_changed
from .report import print_json
from .run import game_data, print_outcome


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game file, as `run -o` writes it")
    parser.add_argument("--to", type=int, metavar="N", help="stop after the first N orders")
    parser.add_argument("--json", action="store_true", help="report all events and the final state as JSON")


def perform(arguments: argparse.Namespace) -> int:
    if arguments.to is not None and arguments.to < 0:
        raise UnusableError("--to is a number of orders and cannot be negative.")
    record = read_record(arguments.game)
    changed = warn_if_changed(record)
    design = playable_of(record)
    try:
        game = replay(design, record, arguments.to)
    except RecordError as error:
        if error.game is not None and not arguments.json:
            # The events before the wrong line show what is wrong with it.
            _print_log(error.game)
        raise ProblemsFoundError(_listing(error.problems)) from error
    if arguments.json:
        # Only games that were changed have the key, so that reports of others keep their bytes.
        print_json({**game_data(game, record), **({"problems": [changed.as_dict()]} if changed else {})})
        return GOOD
    _print_log(game)
    print_outcome(game)
    return GOOD


def _print_log(game: Game) -> None:
    for event in game.events:
        print(event)
    sys.stdout.flush()


def _listing(problems: tuple[Problem, ...]) -> str:
    return "\n".join(str(p) for p in problems)
