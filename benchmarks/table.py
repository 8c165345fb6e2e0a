"""Measure what users feel and compare it with its goals: python benchmarks/table.py [--only WORD ...].

Prints a line for each figure: the median of five rounds with the least and the most, the goal, and whether
it is met; some figures have no goal. What is compared is measured by turns, a pair in each round. The exit
code is 1 if a goal is missed; what this machine cannot measure (no screen, no `tmxrasterizer`) is told and
not counted. The first line tells how fast the machine is at the time: the seconds of a loop that is always
the same, by which figures of different machines can be compared.
"""

# ruff: noqa: E402 - the package is imported from the folder above, whether it is installed or not

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

import commands

ROUNDS = 5
_LINEAR = 1.15
"""A figure of growth that counts as linear: caches hold less of a larger map."""


@dataclass(frozen=True)
class Row:
    """A figure: its name, the median, the least and the most of the rounds that were measured, and the goal,
    which is an upper bound, if it has one. `every`: each single round must meet it."""

    name: str
    median: float
    least: float
    most: float
    goal: float | None = None
    every: bool = False

    @classmethod
    def of(cls, name: str, figures: Sequence[float], goal: float | None = None, every: bool = False) -> Row:
        return cls(name, median(figures), min(figures), max(figures), goal, every)

    @property
    def met(self) -> bool:
        """Whether the goal is met; True where there is none."""
        return self.goal is None or (self.most if self.every else self.median) <= self.goal

    def __str__(self) -> str:
        spread = f"{self.median:.3f} ({self.least:.3f} to {self.most:.3f})"
        if self.goal is None:
            return f"{self.name:<52}{spread:>28}"
        goal = f"{self.goal:g}{' in every round' if self.every else ''}"
        return f"{self.name:<52}{spread:>28}   goal {goal:<22}{'met' if self.met else 'MISSED'}"


class CannotMeasureError(Exception):
    """Something is missing on this machine; the message says what."""


def start_up(rounds: int) -> Iterator[Row]:
    """Processor seconds of short commands."""
    goals = {"--version": 0.08, "list": 0.08, "validate historical": 0.2, "stats historical": 0.2}
    found = commands.start_up(rounds)
    _need_figures(goals, found)
    for name, figures in found.items():
        yield Row(f"{name}, s of the processor", *figures, goals.get(name))


def window(rounds: int) -> Iterator[Row]:
    """From the start of the process to the first picture, in elapsed seconds, as a user waits."""
    _need_screen()
    found = commands.window_start_up(rounds)
    yield Row("window to first picture, s", *found["window to first picture, elapsed"], 0.8)
    yield Row("window to first picture, s of the processor", *found["window to first picture, processor"])


def pictures(rounds: int) -> Iterator[Row]:
    """Whole exports beside whole runs of tmxrasterizer."""
    if shutil.which("tmxrasterizer") is None:
        raise CannotMeasureError("tmxrasterizer is missing (Debian package tiled).")
    goals = {f"export {edge} x {edge}, {px} px, times tmxrasterizer": goal
             for (edge, px), goal in zip(commands.PICTURES, (1.5, 1.0, 0.5), strict=True)}
    found = commands.pictures(rounds)
    _need_figures(goals, found)
    for name, figures in found.items():
        yield Row(name if name in goals else f"{name}, s of the processor", *figures, goals.get(name))


def drawing(rounds: int, edge: int = 300, frames: int = 200) -> Iterator[Row]:
    """The 95th percentile of frames of the window against that of a bare canvas, before and after it."""
    _need_screen()
    from big_map import big_design
    from map_window import bare_canvas, p95, window_alone

    from visegrad_editor.model.files.load import load
    from visegrad_editor.model.files.sources import Sources
    from visegrad_editor.model.files.store import save_as

    figures: dict[str, list[float]] = {"zoom": [], "stroke": []}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "big.yaml"
        save_as(big_design(edge), Sources(ruleset=load("historical").sources.ruleset), path)
        for _ in range(rounds):
            bare = bare_canvas(frames)
            found = window_alone(path, frames)
            least = p95(bare + bare_canvas(frames))
            for what, those in figures.items():
                those.append(found[f"near: {what}, p95 ms"] / least)
    for what, those in figures.items():
        yield Row.of(f"{edge} x {edge}, {what}, times a bare canvas", those, 2.0, every=True)


def tile(rounds: int, edge: int = 300) -> Iterator[Row]:
    """A tile of 256 pixels that was never shown: everything on it is found and painted. The mean of sixteen
    tiles, because the window gathers shapes for so many at once."""
    from big_map import big_design
    from growth import seconds
    from map_window import NEAR

    from visegrad_editor.editor.map.tile_cache import TileKey
    from visegrad_editor.editor.map.tile_renderer import TileRenderer

    renderer = TileRenderer()
    renderer.show(big_design(edge))
    place = edge // 20 // 4 * 4
    renderer.tile(TileKey(NEAR, place, place))

    def block(n: int) -> None:
        for at in range(16):
            renderer.tile(TileKey(NEAR, place + 4 + at % 4, place + 4 * n + at // 4))

    figures = [seconds(partial(block, n)) / 16 * 1e3 for n in range(rounds)]
    yield Row.of("a new tile of 256 px, found and painted, ms", figures, 6.0)


def undo(rounds: int, units: int = 5_000, edits: int = 10_000) -> Iterator[Row]:
    """The memory of an undo, which is the same in each round."""
    from growth import undo_memory

    yield Row.of(f"undo of {edits:,} edits of {units:,} units, MB", [undo_memory(units, edits)], 20.0)


def growth(rounds: int, edges: tuple[int, int] = (300, 500)) -> Iterator[Row]:
    """How many times as long a larger map takes for each of its hexes."""
    from growth import growth as measured

    for name, figures in measured(edges, rounds).items():
        yield Row.of(f"{name} from {edges[0]} to {edges[1]}, times the hexes", figures, _LINEAR)


PARTS: dict[str, Callable[[int], Iterator[Row]]] = {
    "start-up": start_up, "window": window, "pictures": pictures, "drawing": drawing, "tile": tile,
    "undo": undo, "growth": growth}


def loop_seconds(steps: int = 2_000_000) -> float:
    """The processor seconds of a fixed loop of plain Python."""
    start, total = time.process_time(), 0
    for n in range(steps):
        total += n & 7
    return time.process_time() - start


def _need_figures(goals: Mapping[str, float], found: Mapping[str, object]) -> None:
    """Fail for a goal whose figure has another name: it would be judged no more."""
    if missing := goals.keys() - found.keys():
        raise KeyError(f"there is no figure for the goal of {', '.join(sorted(missing))}")


def _need_screen() -> None:
    if sys.platform not in ("win32", "darwin") and not os.environ.get("DISPLAY"):
        raise CannotMeasureError('there is no screen (xvfb-run -s "-screen 0 1920x1080x24" makes one).')


def measured(names: Sequence[str], rounds: int, told: Callable[[str], object]) -> tuple[list[Row], list[str]]:
    """The rows of some parts, each told when it is there, and the parts that cannot be measured here."""
    rows: list[Row] = []
    missing: list[str] = []
    for name in names:
        try:
            for row in PARTS[name](rounds):
                rows.append(row)
                told(str(row))
        except CannotMeasureError as error:
            missing.append(name)
            told(f"{name} is not measured: {error}")
    return rows, missing


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="what to measure")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds that count (default: {ROUNDS})")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    quiet: Callable[[str], object] = lambda text: None  # noqa: E731
    machine = Row.of("a fixed loop of plain Python, s of the processor", [loop_seconds() for _ in range(5)])
    if not arguments.json:
        print(machine, flush=True)
    rows, missing = measured(
        arguments.only, arguments.rounds, quiet if arguments.json else lambda text: print(text, flush=True))
    if arguments.json:
        print(json.dumps({
            "seconds of a fixed loop": machine.median,
            "figures": {row.name: {"median": row.median, "least": row.least, "most": row.most,
                                   "goal": row.goal, "met": row.met} for row in rows},
            "not measured": missing}, indent=2))
    return 1 if any(not row.met for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
