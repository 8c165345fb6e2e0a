"""Compare whole games with those of another checkout: python benchmarks/against.py FOLDER [--rounds N].

Prepare the other one with `git worktree add FOLDER COMMIT`; compile its extensions as here, or in neither.
Processes of both take turns and play the same games after a first one. A game counts with the least processor
time that it took in any round: other work on the machine only adds time. The figure is the sum of these times
here, divided by that of the other checkout: above 1 it is slower here.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = {"random": 15, "planner": 5}
"""How many games a process plays besides the first one, by player."""
_PLAY = """
import json, sys, time
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest import play_game
name, player, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
design = load(name).design
play_game(design, 0, (player, player))
times = []
for seed in range(1, games + 1):
    before = time.process_time()
    play_game(design, seed, (player, player))
    times.append(time.process_time() - before)
print(json.dumps(times))
"""


def seconds(folder: Path, scenario: str, player: str, games: int) -> list[float]:
    """The processor time of each game of a scenario by the package in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", _PLAY, scenario, player, str(games)], check=True,
                          capture_output=True, text=True, env=environment, cwd=folder)
    times: list[float] = json.loads(done.stdout)
    return times


def compiled(folder: Path) -> list[str]:
    """The extensions that are compiled in a folder."""
    package = folder / "visegrad_editor"
    return sorted(p.name.partition(".")[0] for end in ("so", "pyd") for p in package.rglob(f"*.{end}"))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the other checkout")
    parser.add_argument("--scenario", default="historical")
    parser.add_argument("--rounds", type=int, default=9, help="runs of each (default: 9)")
    arguments = parser.parse_args()
    other = arguments.folder.resolve()
    if not (other / "visegrad_editor").is_dir():
        parser.error(f"{other} holds no folder visegrad_editor")
    if compiled(other) != compiled(ROOT):
        parser.error(f"compiled here: {', '.join(compiled(ROOT)) or 'nothing'}; "
                     f"there: {', '.join(compiled(other)) or 'nothing'}")
    for player, games in GAMES.items():
        rounds: dict[Path, list[list[float]]] = {ROOT: [], other: []}
        for round in range(arguments.rounds):
            for folder in (ROOT, other) if round % 2 else (other, ROOT):
                rounds[folder].append(seconds(folder, arguments.scenario, player, games))
        here, there = (sum(map(min, zip(*rounds[folder], strict=True))) for folder in (ROOT, other))
        print(f"{player}: {here / there:.2f} times the processor time of {other.name} "
              f"({1000 * here / games:.1f} to {1000 * there / games:.1f} ms a game of {arguments.scenario})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
