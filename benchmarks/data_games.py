"""Compare games played from data with Visegrad 4: python benchmarks/data_games.py [--rounds N] [--json].

Every figure is that of a process of its own: it starts Python, loads the scenario and plays whole games. The
orders given are divided by its processor time from start to end. The processes of the games take turns, so
that other work on the machine burdens all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
YARDSTICK = "historical"
"""The scenario with which the others are compared."""
GAMES = {
    "random": {"historical": 60, "hollen": 300, "velna": 60, "karn": 60, "gsofg": 12},
    "planner": {"historical": 12, "hollen": 120, "velna": 30, "karn": 40, "gsofg": 3},
    "checked": {"historical": 6, "hollen": 60, "velna": 12, "karn": 12, "gsofg": 3},
}
"""How many games a process plays, by what is played: random players, planners, and random play with the
checks of `fuzz`."""
_PLAY = """
import sys, time
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest import play_game
from visegrad_editor.playtest.fuzz import fuzz_game
name, what, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
design = load(name).design
loaded = time.process_time()
if what == "checked":
    orders = sum(fuzz_game(design, seed, name).orders for seed in range(games))
else:
    orders = sum(len(play_game(design, seed, (what, what)).orders) for seed in range(games))
print(orders, loaded, time.process_time())
"""


class Run(NamedTuple):
    """One process: orders given, processor seconds until the scenario was loaded, and to its end."""

    orders: int
    loaded: float
    whole: float

    @property
    def rate(self) -> float:
        """Orders a second of the whole process."""
        return self.orders / self.whole

    @property
    def rate_in_play(self) -> float:
        """Orders a second once the scenario is loaded; games are still set up."""
        return self.orders / (self.whole - self.loaded)


def play(scenario: str, what: str, games: int) -> Run:
    """Play some games in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", _PLAY, scenario, what, str(games)], check=True,
                          capture_output=True, text=True, env=environment)
    orders, loaded, whole = done.stdout.split()
    return Run(int(orders), float(loaded), float(whole))


def measure(rounds: int, quick: bool = False) -> dict[str, dict[str, Run]]:
    """The median run of each scenario, by what is played."""
    found: dict[str, dict[str, Run]] = {}
    for what, numbers in GAMES.items():
        runs: dict[str, list[Run]] = {name: [] for name in numbers}
        for _ in range(rounds):
            for name, games in numbers.items():
                runs[name].append(play(name, what, 1 if quick else games))
        found[what] = {name: sorted(own, key=lambda run: run.rate)[len(own) // 2]
                       for name, own in runs.items()}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3,
                        help="number of rounds, of which the median is taken (default: 3)")
    parser.add_argument("--quick", action="store_true",
                        help="one round, one game, only to check that it runs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    found = measure(1, True) if arguments.quick else measure(arguments.rounds)
    if arguments.json:
        json.dump({what: {name: run._asdict() for name, run in runs.items()}
                   for what, runs in found.items()}, sys.stdout, indent=2)
        print()
        return 0
    print("| | orders | orders a second, whole process | in play | to Visegrad 4 |")
    print("| --- | --- | --- | --- | --- |")
    for what, runs in found.items():
        for name, run in runs.items():
            print(f"| {name}, {what} | {run.orders} | {run.rate:.0f} | {run.rate_in_play:.0f} "
                  f"| {run.rate / runs[YARDSTICK].rate:.2f} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
