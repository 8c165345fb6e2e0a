"""Check a game by its contract: random games, replays, saving, events, secrets, automatic players."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import redirect_stdout

from ..engine.dice import DEFAULT_SEED
from ..model.wording import count
from ..players import left_out_players
from ..playtest.contract import ContractReport, NoScenarioToCheckError, check_system
from ..systems import UnknownSystemError, left_out
from .exits import FOUND_PROBLEMS, GOOD, UnusableError
from .report import print_json
from .whole_number import whole_number

_MOST_FAULTS = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "system", metavar="NAME",
        help="the game: the `system` of its rulesets, bundled or of an installed package")
    parser.add_argument(
        "scenarios", metavar="SCENARIO", nargs="*",
        help="scenarios to play, paths or bundled names (default: those that the game names)")
    parser.add_argument(
        "--games", type=whole_number, default=200, metavar="N",
        help="number of random games (default: %(default)s)")
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, metavar="S",
        help="seed of the first game (default: %(default)s)")
    parser.add_argument(
        "--jobs", type=whole_number, metavar="N",
        help="number of parallel processes (default: one per processor)")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    if min(arguments.games, 1 if arguments.jobs is None else arguments.jobs) < 1:
        raise UnusableError("--games and --jobs must be at least 1.")
    try:
        with redirect_stdout(sys.stderr):
            report = check_system(arguments.system, arguments.scenarios, arguments.games, arguments.seed,
                                  arguments.jobs or os.cpu_count() or 1, _progress)
    except (UnknownSystemError, NoScenarioToCheckError) as error:
        raise UnusableError(str(error)) from error
    finally:
        _clear()
    for sentence in (*left_out(), *left_out_players()):
        print(f"Warning: {sentence}", file=sys.stderr)
    if arguments.json:
        print_json(report.as_dict())
    else:
        _print_report(report)
    return GOOD if report.sound else FOUND_PROBLEMS


def _print_report(report: ContractReport) -> None:
    for check in report.checks:
        result = count(len(check.faults), "fault") if check.faults else "good"
        print(f"{check.name}: {check.looked_at}: {result}")
        for fault in check.faults[:_MOST_FAULTS]:
            print(f"  {fault}")
        if len(check.faults) > _MOST_FAULTS:
            print(f"  … and {len(check.faults) - _MOST_FAULTS} more")
    print(f"The game {report.system} keeps its contract." if report.sound else
          f"The game {report.system} breaks its contract.")


def _progress(check: str, done: int, of: int) -> None:
    """Print a progress line that overwrites itself on a terminal."""
    if sys.stderr.isatty():
        print(f"\r{f'{check}: {done} of {of}':<60}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print(f"\r{'':<60}\r", end="", file=sys.stderr, flush=True)
