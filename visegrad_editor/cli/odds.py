"""Work out an attack in full: strengths, shifts, columns, the chance of every result, losses to expect."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from pathlib import Path

from .. import systems
from ..engine import Game
from ..engine.record import RecordError, read_record, replay
from ..model.design import Design
from ..playtest.odds_report import AssumptionError, odds_report, text
from .exits import GOOD, ProblemsFoundError, UnusableError
from .loading import (
    naming_package,
    playable,
    playable_of,
    refuse_other_design,
    warn_if_changed,
    warn_if_other_package,
    warn_if_short,
)
from .report import print_json
from .whole_number import whole_number

_ASSUMED = "assume "
"""What the names of the arguments of games begin with, so that they are not those of `odds`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", metavar="SCENARIO|GAME",
        help="a scenario, with the units in their set-up hexes, or a game file, with its final position")
    parser.add_argument("--attack", required=True, metavar="HEX", help="the hex to attack, for example 2017")
    parser.add_argument(
        "--with", dest="units", default="", metavar="UNITS",
        help='the attackers, for example "4th Armored, 9th Motorized" (default: every unit next to the hex, '
        "and those that may join from farther away)")
    parser.add_argument(
        "--place", action="append", default=[], metavar='"UNIT HEX"',
        help="first put a unit in a hex; `reduced`, `full`, `unsupplied` or `supplied` may follow;"
        " may be repeated")
    parser.add_argument(
        "--to", type=whole_number, metavar="N", help="use only the first N orders of a game file")
    parser.add_argument(
        "--anyway", action="store_true",
        help="use a game file, as far as its orders are possible, even if its scenario, map or ruleset was "
        "changed since")
    parser.add_argument(
        "--assume", action="append", default=[], metavar="NAME=VALUE",
        help="what the odds assume besides, as the game allows; may be repeated. The options of games below "
        "are short for it")
    parser.add_argument("--json", action="store_true", help="report as JSON")
    _add_assumptions(parser)


def _add_assumptions(parser: argparse.ArgumentParser) -> None:
    """An option for each assumption of each game that can be used. Games may share one; an option that
    `odds` has already is left to `--assume`."""
    texts: dict[str, list[str]] = {}
    stands_for: dict[str, str] = {}
    for name in systems.names():
        try:
            with redirect_stdout(sys.stderr):
                game = systems.system(name)
        except systems.UnknownSystemError:
            # It is reported when a ruleset asks for it.
            continue
        for one in game.assumptions:
            texts.setdefault(one.id, []).append(f"in {game.title}, {one.help}")
            stands_for.setdefault(one.id, one.metavar)
    group = parser.add_argument_group("assumptions of games")
    for id, parts in texts.items():
        with suppress(argparse.ArgumentError):
            group.add_argument(f"--{id}", action="append", default=[], dest=f"{_ASSUMED}{id}",
                               metavar=stands_for[id], help="; ".join(parts).replace("%", "%%"))


def perform(arguments: argparse.Namespace) -> int:
    own = [f"{name.removeprefix(_ASSUMED)}={value}" for name, values in vars(arguments).items()
           if name.startswith(_ASSUMED) for value in values]
    assumed = _assumed((*arguments.assume, *own))
    source = _source(arguments.source, arguments.to, arguments.anyway)
    try:
        with naming_package(source.design if isinstance(source, Game) else source):
            report = odds_report(source, arguments.attack, arguments.units, arguments.place, assumed)
            told = {"source": arguments.source, **report.as_dict()} if arguments.json else text(report)
    except AssumptionError as error:
        raise UnusableError(str(error)) from error
    if isinstance(told, str):
        print(told, end="")
    else:
        print_json(told)
    return GOOD


def _assumed(given: Sequence[str]) -> dict[str, str]:
    """The assumptions by name; raises `UnusableError` for one without a value or given twice."""
    assumed: dict[str, str] = {}
    for assumption in given:
        name, sign, value = assumption.partition("=")
        name, value = name.strip(), value.strip()
        if not (name and sign and value):
            raise UnusableError(f'--assume takes a name and a value, NAME=VALUE, not "{assumption}".')
        if name in assumed:
            raise UnusableError(f"--assume gives {name} more than one value.")
        assumed[name] = value
    return assumed


def _source(name: str, to: int | None, anyway: bool) -> Design | Game:
    """The game in a game file, up to the given order, or the design of a scenario."""
    if to is not None and to < 0:
        raise UnusableError("--to is a number of orders and cannot be negative.")
    if Path(name).is_file():
        try:
            record = read_record(name)
        except RecordError as error:
            if not any(p.code == "not-a-game" for p in error.problems):
                raise
        else:
            warn_if_short(record, to)
            warn_if_changed(record)
            design = playable_of(record)
            warn_if_other_package(record, design)
            with naming_package(design):
                other = refuse_other_design(record, design, anyway)
            try:
                with naming_package(design):
                    return replay(design, record, to, any_design=anyway)
            except RecordError as error:
                if other is not None and error.game is not None:
                    # The warning has said which order is impossible.
                    return error.game
                raise ProblemsFoundError("\n".join(str(p) for p in error.problems)) from error
    if to is not None:
        raise UnusableError(f"--to is for game files, and {name} is not one.")
    return playable(name)
