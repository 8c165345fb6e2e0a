"""Play a whole game of a scenario with automatic players and say who won by which rule."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from ..engine import Game
from ..engine.dice import DEFAULT_SEED
from ..engine.record import GameRecord, RecordError, replay, write_record
from ..model.design import Design
from ..model.files.atomic import SaveError, real_path
from ..model.files.bytes import means_file
from ..model.provenance import shown_rule
from ..model.start import phase_name
from ..model.wording import count
from ..players import left_out_players, player_names
from ..playtest.play import DEFAULT_PLAYERS, EndlessGameError, play_game
from .exits import GOOD, ProblemsFoundError, UnusableError
from .loading import naming_package, playable
from .option_choice import add_option_argument
from .outputs import check_is_yaml
from .report import print_json
from .whole_number import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a path or a bundled name")
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, metavar="N",
        help="seed of the dice; the same seed gives the same game (default: %(default)s)")
    add_players_argument(parser)
    add_option_argument(parser)
    parser.add_argument("-o", "--output", metavar="GAME", help="write the game to this file, for replay")
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    parser.add_argument("--json", action="store_true", help="report all events and the outcome as JSON")


def add_players_argument(parser: argparse.ArgumentParser) -> None:
    """Let a command take automatic players; `chosen_players` reads them."""
    parser.add_argument(
        "--players", metavar="A,B", default=",".join(DEFAULT_PLAYERS),
        help=" ".join((f"a player for each side, of: {', '.join(player_names())} (default: "
                       f"{','.join(DEFAULT_PLAYERS)}).", *left_out_players())).replace("%", "%%"))


def perform(arguments: argparse.Namespace) -> int:
    if arguments.output:
        check_is_yaml(Path(arguments.output), "my-game")
    design = playable(arguments.scenario, arguments.outputs, arguments.option)
    if arguments.output:
        arguments.outputs.claim(Path(arguments.output))
    players = chosen_players(arguments.players, design)
    progress = None if arguments.json else _progress
    try:
        with naming_package(design):
            record = play_game(design, arguments.seed, players, progress, recorded_name(arguments.scenario),
                               tuple(arguments.option))
            game = replay(design, record)
            data = game_data(game, record) if arguments.json else {}
    except RecordError as error:
        raise ProblemsFoundError(
            f"{arguments.scenario} was played, but the record of the game cannot be replayed:\n"
            f"{error}") from error
    except EndlessGameError as error:
        raise ProblemsFoundError(str(error)) from error
    except ValueError as error:
        raise UnusableError(str(error)) from error
    failure: SaveError | None = None
    if arguments.output:
        try:
            write_record(record, Path(arguments.output))
        except SaveError as error:
            failure = error
    # The outcome is printed even if the game could not be written.
    if arguments.json:
        print_json(data)
    else:
        print_outcome(game)
        print(f"Seed of the dice: {record.seed}. Another seed gives another game.")
    if failure is not None:
        raise failure
    return GOOD


def recorded_name(name: str) -> str:
    """The name of the scenario in a game file: a bundled name unchanged, a file as an absolute path (made
    relative to the game file when that is written)."""
    return str(real_path(Path(name))) if means_file(name) else name


def game_data(game: Game, record: GameRecord) -> dict[str, Any]:
    """A finished or interrupted game as JSON-ready data, without anything hidden from a side."""
    outcome = game.outcome
    position = game.position()
    scenario = game.design.scenario
    return {
        "scenario": scenario.name if scenario else "",
        "seed": record.seed,
        "players": dict(record.players),
        "turn": game.turn,
        "phase": game.phase,
        "step": game.step,
        "side": game.side,
        "outcome": None if outcome is None else {
            "winner": outcome.winner, "rule": outcome.rule, "reason": outcome.reason},
        "hex_marks": {mark: list(hexes) for mark, hexes in position.hex_marks.items()},
        "markers": {side: dict(counts) for side, counts in position.markers.items()},
        "units": {
            key: {"hex": u.hex, "box": u.box, "reduced": u.reduced, "out_of_supply": u.out_of_supply,
                  "marks": sorted(u.marks)}
            for key, u in position.units.items()
        },
        "events": [e.as_dict() for e in game.events],
    }


def print_outcome(game: Game) -> None:
    """Print who won and by which rule, or how far the game has come."""
    outcome = game.outcome
    if outcome is None:
        phase = phase_name(game.design.ruleset, game.phase)
        print(f"Turn {game.turn}, {phase}: the game goes on. Nobody has won after "
              f"{count(len(game.orders), 'order')}, and no more are given.")
        return
    side = game.design.ruleset.side_by_id.get(outcome.winner)
    rule = f", rule {outcome.rule}" if shown_rule(outcome.rule) else ""
    print(f"Winner: {side.name if side else 'nobody'} (turn {game.turn}{rule})")
    print(outcome.reason)


def chosen_players(text: str, design: Design) -> tuple[str, ...]:
    """The players that `--players` names, one for each side; raises `UnusableError`."""
    players = tuple(word.strip() for word in text.split(","))
    sides = design.ruleset.sides
    if len(players) != len(sides):
        names = ", ".join(s.name for s in sides)
        raise UnusableError(f"--players needs {len(sides)} names separated by commas, for {names}.")
    for player in players:
        if player not in player_names():
            known = ", ".join(player_names())
            raise UnusableError(" ".join((
                f'There is no player "{player}". Players are: {known}.', *left_out_players())))
    return players


def _progress(done: float, text: str) -> bool:
    """Print a progress line that overwrites itself on a terminal."""
    if sys.stderr.isatty():
        width = min(100, os.get_terminal_size(sys.stderr.fileno()).columns) - 1
        line = f"{done:4.0%}  {text}"[:width].ljust(width)
        print(f"\r{line}", end="" if done < 1 else "\n", file=sys.stderr)
    return True

