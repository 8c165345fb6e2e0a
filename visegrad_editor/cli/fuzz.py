"""Test a rules module: play many games at random and check that the game stays consistent."""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path

from ..engine.dice import DEFAULT_SEED
from ..engine.record import GameRecord, RecordError, read_record
from ..model.design import Design
from ..model.files.atomic import SaveError
from ..playtest.faults import THOROUGH, Finding, Limits, Rates
from ..playtest.fuzz import Campaign, Progress, fuzz, fuzz_record, write_findings
from .exits import FOUND_PROBLEMS, GOOD, UnusableError
from .loading import playable, playable_of
from .option_choice import add_option_argument
from .outputs import Outputs
from .report import print_json
from .run import recorded_name
from .whole_number import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenario", metavar="SCENARIO|GAME",
        help="a path or a bundled name; a game file is replayed with every check after every order")
    parser.add_argument(
        "--games", type=whole_number, default=100, metavar="N", help="number of games (default: %(default)s)")
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, metavar="S",
        help="seed of the first game; the next have S+1, S+2 ... (default: %(default)s)")
    add_option_argument(parser)
    parser.add_argument(
        "--jobs", type=whole_number, metavar="N",
        help="number of parallel processes (default: one per processor)")
    parser.add_argument(
        "--thorough", action="store_true",
        help="run every check after every order, not after a sample; very slow")
    parser.add_argument(
        "--max-orders", type=whole_number, default=Limits().orders, metavar="N",
        help="report a game with more orders as endless (default: %(default)s)")
    parser.add_argument("-o", "--output", metavar="FOLDER", help=(
        "write a game file for each fault; existing files are kept"))
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    if min(arguments.games, arguments.max_orders, 1 if arguments.jobs is None else arguments.jobs) < 1:
        raise UnusableError("--games, --jobs and --max-orders must be at least 1.")
    limits = Limits(arguments.max_orders)
    folder = Path(arguments.output) if arguments.output else None
    outputs: Outputs = arguments.outputs
    if folder is not None:
        outputs.claim_folder(folder)
    record = _game_file(arguments.scenario)
    progress = _Line()
    if record is not None:
        if arguments.option:
            raise UnusableError("A game file has its own options; --option is for a scenario.")
        design = playable_of(record)
        campaign = Campaign()
        with redirect_stdout(sys.stderr):
            campaign.add(fuzz_record(design, record, limits))
    else:
        design = playable(arguments.scenario, options=arguments.option)
        jobs = min(arguments.jobs or os.cpu_count() or 1, arguments.games)
        rates = THOROUGH if arguments.thorough else Rates()
        campaign = _campaign(design, arguments, rates, limits, progress, jobs)
    progress.end()
    written: list[Path] = []
    failure: SaveError | None = None
    if folder is not None:
        try:
            written = write_findings(campaign.findings, folder)
        except SaveError as error:
            failure = error
    if arguments.json:
        chosen = {"options": dict(arguments.option)} if arguments.option else {}
        data = {"scenario": arguments.scenario, "seed": arguments.seed, **chosen, **campaign.as_dict()}
        outputs.names()
        print_json({**data, "files": [str(p) for p in written]})
    else:
        new = outputs.new_lines()
        there = [f"Already there: {p}" for p in written if not outputs.has_written(p)]
        _print_report(campaign, "" if record is not None else _again(arguments), [*new, *there])
    if failure is not None:
        raise failure
    return FOUND_PROBLEMS if campaign.faults else GOOD


def _again(arguments: argparse.Namespace) -> str:
    """The command that plays one game of the campaign again, without the seed at its end."""
    words = ["visegrad-editor fuzz", arguments.scenario, "--games 1"]
    words += [f"--option {option}={choice}" for option, choice in arguments.option]
    words += ["--thorough"] if arguments.thorough else []
    words += [f"--max-orders {arguments.max_orders}"] if arguments.max_orders != Limits().orders else []
    return " ".join([*words, "--seed"])


def _campaign(
    design: Design, arguments: argparse.Namespace, rates: Rates, limits: Limits, progress: Progress,
    jobs: int,
) -> Campaign:
    try:
        # What a package prints must not be mixed with the report.
        with redirect_stdout(sys.stderr):
            return fuzz(design, arguments.games, arguments.seed, recorded_name(arguments.scenario), rates,
                        limits, progress, jobs, tuple(arguments.option))
    except ValueError as error:
        raise UnusableError(str(error)) from error


def _game_file(name: str) -> GameRecord | None:
    """The record in a game file; None if the name is not that of a game file."""
    if not Path(name).is_file():
        return None
    try:
        return read_record(name)
    except RecordError as error:
        if any(p.code == "not-a-game" for p in error.problems):
            return None
        raise


class _Line:
    """A progress line that overwrites itself on a terminal."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = False

    def __call__(self, done: int, games: int, faults: int) -> bool:
        if sys.stderr.isatty():
            pace = done / max(0.001, time.monotonic() - self._start)
            result = f"{faults} with faults" if faults else "no faults"
            line = f"{done} of {games} games, {result}, {pace:.1f} games a second"
            print(f"\r{line:<78}", end="", file=sys.stderr, flush=True)
            self._shown = True
        return True

    def end(self) -> None:
        if self._shown:
            print(file=sys.stderr)


def _print_report(campaign: Campaign, again: str, files: list[str]) -> None:
    """Print the report for people; `again` is the command that plays one game again, without its seed;
    `files` are lines about the game files."""
    for finding in campaign.findings:
        _print_finding(finding, again)
    for signature, n in campaign.faults.most_common():
        if n > 1:
            print(f"In {n} games: {signature}")
    for line in files:
        print(line)
    faults = sum(campaign.faults.values())
    result = f"{faults} game{'' if faults == 1 else 's'} with faults" if faults else "no faults"
    if not again:
        print(f"The game was checked, {campaign.orders} orders: {result}.")
        return
    games = f"{campaign.games} game{'' if campaign.games == 1 else 's'}"
    print(f"{games} of random play, {campaign.orders} orders: {result}.")
    data = campaign.as_dict()
    if campaign.outcomes:
        ends = ", ".join(f"{n} {o}" for o, n in data["outcomes"].items())
        print(f"Longest game: {campaign.longest} orders. Winners and rules: {ends}.")
    for source, key in (("events", "rules_in_events"), ("refusals of wrong orders", "rules_in_refusals")):
        if data[key]:
            print(f"Rules in {source}: {', '.join(data[key])}.")


def _print_finding(finding: Finding, again: str) -> None:
    rule = f" [{finding.rule}]" if finding.rule else ""
    print(f"{finding.kind}: {finding.message}{rule}")
    print(f"  seed {finding.seed}, turn {finding.turn}, {finding.phase}, order {finding.order}: "
          f"{finding.text}")
    if again:
        print(f"  again: {again} {finding.seed}")
