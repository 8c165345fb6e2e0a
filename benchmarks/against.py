"""Compare whole games with those of another checkout: python benchmarks/against.py FOLDER [--rounds N].

Prepare the other one with `git worktree add FOLDER COMMIT`; compile its extensions as here, or in neither.
Each figure is the time of some games in a process of its own, after a first one, without starting and
loading. Here and there take turns and each pair gives one ratio, so that other work on the machine burdens
both. Above 1 it is slower here.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
GAMES = {"random": 40, "planner": 12}
"""How many games a process plays besides the first one, by player."""
_PLAY = """
import sys, time
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest import play_game
name, player, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
design = load(name).design
play_game(design, 0, (player, player))
first = time.process_time()
for seed in range(1, games + 1):
    play_game(design, seed, (player, player))
print(time.process_time() - first)
"""


def seconds(folder: Path, scenario: str, player: str, games: int) -> float:
    """The processor time that the package in a folder takes for games of a scenario."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", _PLAY, scenario, player, str(games)], check=True,
                          capture_output=True, text=True, env=environment, cwd=folder)
    return float(done.stdout)


def compiled(folder: Path) -> list[str]:
    """The extensions that are compiled in a folder."""
    package = folder / "visegrad_editor"
    return sorted(p.name.partition(".")[0] for end in ("so", "pyd") for p in package.rglob(f"*.{end}"))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the other checkout")
    parser.add_argument("--scenario", default="historical")
    parser.add_argument("--rounds", type=int, default=7, help="pairs of runs (default: 7)")
    arguments = parser.parse_args()
    other = arguments.folder.resolve()
    if not (other / "visegrad_editor").is_dir():
        parser.error(f"{other} holds no folder visegrad_editor")
    if compiled(other) != compiled(ROOT):
        parser.error(f"compiled here: {', '.join(compiled(ROOT)) or 'nothing'}; "
                     f"there: {', '.join(compiled(other)) or 'nothing'}")
    for player, games in GAMES.items():
        ratios = []
        for round in range(arguments.rounds):
            pair = [ROOT, other] if round % 2 else [other, ROOT]
            taken = {folder: seconds(folder, arguments.scenario, player, games) for folder in pair}
            ratios.append(taken[ROOT] / taken[other])
        print(f"{player}: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) "
              f"times the processor time of {other.name} for {games} games of {arguments.scenario}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
