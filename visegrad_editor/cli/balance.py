"""Play many games of a scenario, or of two versions of it, and say how often each side wins."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from ..engine.dice import DEFAULT_SEED
from ..model.design import Design
from ..model.provenance import shown_rule
from ..model.wording import count
from ..playtest.balance import (
    MOST_GAMES,
    MOST_PROCESSES,
    USUAL_GAMES,
    Results,
    change_text,
    percent,
    same_courses,
    share_change,
    share_of,
    ways_of,
    winners,
)
from ..playtest.game_pool import GameResult, GameTask, PoolError, play_games
from ..playtest.play import why_not_played
from ..playtest.win_shares import shares_text
from .exits import GOOD, ProblemsFoundError, UnusableError
from .loading import playable
from .option_choice import add_option_argument
from .report import print_json
from .run import add_players_argument, chosen_players
from .whole_number import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="A", help="a scenario: a path or a bundled name")
    parser.add_argument("after", metavar="B", nargs="?", help=(
        "another version of it: the report says what turns the shares of A into those of B"))
    parser.add_argument("--games", type=whole_number, default=USUAL_GAMES, metavar="N",
                        help="number of games of each scenario (default: %(default)s)")
    parser.add_argument(
        "--seed", type=whole_number, default=DEFAULT_SEED, metavar="S",
        help="seed of the first game; the next have S+1, S+2 ... (default: %(default)s). Both scenarios are "
             "played with the same seeds")
    add_players_argument(parser)
    add_option_argument(parser)
    parser.add_argument("--jobs", type=whole_number, metavar="N",
                        help="number of parallel processes (default: one per processor)")
    parser.add_argument("--json", action="store_true", help="report as JSON, with the result of each game")


def perform(arguments: argparse.Namespace) -> int:
    if min(arguments.games, 1 if arguments.jobs is None else arguments.jobs) < 1:
        raise UnusableError("--games and --jobs must be at least 1.")
    if arguments.games > MOST_GAMES or (arguments.jobs or 1) > MOST_PROCESSES:
        raise UnusableError(f"--games may be {MOST_GAMES:,} at most, --jobs {MOST_PROCESSES}.")
    names = [arguments.scenario] if arguments.after is None else [arguments.scenario, arguments.after]
    designs = [playable(name, options=arguments.option) for name in names]
    players = chosen_players(arguments.players, designs[0])
    if len({tuple(s.id for s in d.ruleset.sides) for d in designs}) > 1:
        raise UnusableError(f"{names[0]} and {names[1]} have different sides, so that their shares cannot be "
                            "compared.")
    for name, design in zip(names, designs, strict=True):
        if why_not := why_not_played(design):
            raise UnusableError(f"{name}: {why_not}")
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    played = _played(designs, [GameTask(d, s) for s in seeds for d in range(len(designs))], players,
                     arguments.jobs or os.cpu_count() or 1)
    if arguments.json:
        print_json({"games": arguments.games, "seed": arguments.seed, "players": list(players),
                    **({"options": dict(arguments.option)} if arguments.option else {}),
                    "scenarios": [_as_data(n, designs[0], r) for n, r in zip(names, played, strict=True)],
                    **({"change": _changes(designs[0], *played)} if len(played) == 2 else {})})
    elif len(played) == 1:
        _print_one(designs[0], played[0], " against ".join(players))
    else:
        _print_both(names, designs[0], played, " against ".join(players))
    return GOOD


def _played(
    designs: list[Design], tasks: list[GameTask], players: tuple[str, ...], jobs: int,
) -> list[dict[int, GameResult]]:
    played: list[dict[int, GameResult]] = [{} for _ in designs]
    try:
        for n, (task, result) in enumerate(play_games(designs, tasks, players, jobs), 1):
            if result.failure:
                raise ProblemsFoundError(f"A game could not be played. {result.failure}")
            played[task.design][task.seed] = result
            if sys.stderr.isatty():
                print(f"\r{n} of {len(tasks)} games", end="" if n < len(tasks) else "\n", file=sys.stderr)
    except PoolError as error:
        raise ProblemsFoundError(str(error)) from error
    return [dict(sorted(results.items())) for results in played]


def _print_one(design: Design, results: Results, players: str) -> None:
    wins = [(side.name, share_of(results, side.id).won) for side in design.ruleset.sides]
    print(shares_text(len(results), wins, players))
    names = winners(design.ruleset, results)
    for way in ways_of(results):
        print(f"  {way.games:4} {names.get(way.winner, way.winner)}"
              f"{f', rule {way.rule}' if shown_rule(way.rule) else ''}"
              f"{f': {way.by}' if way.by else ''}")
        if way.reason:
            print(f"       For example with seed {way.seed}: {way.reason}")


def _print_both(names: list[str], design: Design, played: list[dict[int, GameResult]], players: str) -> None:
    before, after = played
    first, last = next(iter(before)), next(reversed(before))
    games = count(len(before), "game")
    print(f"From {names[0]} to {names[1]}, {games} of {players}, seeds {first} to {last}:")
    for id, name in winners(design.ruleset, before, after).items():
        change = share_change(before, after, id)
        shares = f"{percent(change.before.share)} to {percent(change.after.share)} %"
        print(f"  {name}: {shares}, {change_text(change)} points")
    print(f"{same_courses(before, after)} of {games} went the same way, order for order. In "
          "parentheses are 95 % intervals of the change.")


def _as_data(name: str, design: Design, results: Results) -> dict[str, Any]:
    shares = {}
    for id in winners(design.ruleset, results):
        share = share_of(results, id)
        low, high = share.interval
        shares[id or "nobody"] = {"won": share.won, "share": round(share.share, 4),
                                  "low": round(low, 4), "high": round(high, 4)}
    return {"scenario": name, "shares": shares,
            "ways": [{"winner": w.winner, "rule": w.rule, "by": w.by, "games": w.games, "seed": w.seed,
                      "reason": w.reason} for w in ways_of(results)],
            "results": [{"seed": s, "winner": r.winner, "rule": r.rule, "reason": r.reason}
                        for s, r in results.items()]}


def _changes(design: Design, before: Results, after: Results) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    for id in winners(design.ruleset, before, after):
        found = share_change(before, after, id)
        changes[id or "nobody"] = {"change": round(found.change, 4), "low": round(found.low, 4),
                                   "high": round(found.high, 4)}
    return {"shares": changes, "same_games": same_courses(before, after)}
