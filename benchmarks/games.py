"""Whole games: how many per second, and how much memory one needs."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.playtest import play_game

# On Linux, the kernel's high-water mark of this process; that of `resource` includes its parent.
_MEMORY = """
import pathlib, re, resource, sys
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest import play_game
loaded = load(sys.argv[1])
if sys.argv[2] != "none":
    play_game(loaded.design, 1, (sys.argv[2],) * 2)
status = pathlib.Path("/proc/self/status")
if status.exists():
    print(int(re.search(r"VmHWM:\\s*(\\d+)", status.read_text())[1]) / 1024)
else:
    scale = 1024 * 1024 if sys.platform == "darwin" else 1024
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale)
"""


def games_per_second(design: Design, player: str, seeds: Sequence[int]) -> tuple[float, float]:
    """Games and orders per second of processor time, with both sides played by `player`."""
    start = time.process_time()
    orders = sum(len(play_game(design, seed, (player, player)).orders) for seed in seeds)
    seconds = time.process_time() - start
    return len(seeds) / seconds, orders / seconds


def peak_memory(scenario: str, player: str) -> float | None:
    """The peak memory in megabytes of a new process that plays a game (`none`: only loads); None on
    Windows."""
    if sys.platform == "win32":
        return None
    done = subprocess.run(
        [sys.executable, "-c", _MEMORY, scenario, player], capture_output=True, text=True, check=True)
    return float(done.stdout)


def timed(action: Callable[[], object], rounds: int) -> float:
    """The median processor time of an action in seconds."""
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        action()
        taken.append(time.process_time() - start)
    return sorted(taken)[len(taken) // 2]


def new_game(design: Design) -> Callable[[], object]:
    """An action that sets up a game."""
    return lambda: Game.from_scenario(design, 1)
