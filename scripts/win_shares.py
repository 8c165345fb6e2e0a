#!/usr/bin/env python3
"""How often each side wins a scenario between two automatic players: shares with 95 % Wilson intervals.

    python scripts/win_shares.py early-us-entry              100 games, seeds 0 to 99
    python scripts/win_shares.py my-war.yaml --games 40 --jobs 2
    python scripts/win_shares.py historical --option ukraine=stay

The same scenario, seeds and players give the same games. The notes of the bundled variants hold the line that
this prints for them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import choose_options
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.play import DEFAULT_PLAYERS, play_game
from visegrad_editor.playtest.win_shares import shares_text

Options = tuple[tuple[str, str], ...]


@cache
def _design(scenario: str, options: Options) -> Design:
    design = load(scenario).design
    if design is None or design.scenario is None:
        sys.exit(f"{scenario} is not a scenario that can be loaded; `visegrad-editor validate` says why.")
    return choose_options(design, options)


def _winner(job: tuple[str, Options, tuple[str, ...], int]) -> tuple[str, str]:
    """The side that wins a game ("" for a draw), and the rule by which it does."""
    scenario, options, players, seed = job
    outcome = play_game(_design(scenario, options), seed, players).outcome
    assert outcome is not None  # a game that nobody stopped has ended
    return outcome.winner or "", outcome.rule


def main() -> None:
    """Play the games and print the shares, and how the games were won."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scenario", help="a path or a bundled name")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--players", default=",".join(DEFAULT_PLAYERS), help="a player for each side")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play")
    parser.add_argument("--option", action="append", default=[], metavar="ID=CHOICE")
    given = parser.parse_args()
    options = tuple((id, choice) for id, _, choice in (text.partition("=") for text in given.option))
    players = tuple(given.players.split(","))
    jobs = [(given.scenario, options, players, given.seed + n) for n in range(given.games)]
    try:
        with ProcessPoolExecutor(given.jobs) as pool:
            won = Counter(pool.map(_winner, jobs))
    except ValueError as error:  # a scenario that cannot be set up, an unknown player or option
        sys.exit(str(error))
    sides = _design(given.scenario, options).ruleset.sides
    wins = [(side.name, sum(n for (winner, _), n in won.items() if winner == side.id)) for side in sides]
    print(shares_text(given.games, wins, " against ".join(players)))
    for (winner, rule), n in won.most_common():
        print(f"  {n:4} {winner or 'nobody'}, rule {rule}")


if __name__ == "__main__":
    main()
