"""Measure speed and memory: python benchmarks/run.py [--rounds N] [--quick] [--json] [--markdown].

Compares movement reach and supply tracing with networkx and scipy (pip install .[bench]) on the same graph
in the same run, and measures games per second on one processor core.
"""

# ruff: noqa: E402 - the package is imported from the folder above, whether it is installed or not

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

import problems
from games import games_per_second, new_game, peak_memory, timed
from problems import Problem

from visegrad_editor.engine import check_design
from visegrad_editor.engine.board import Board
from visegrad_editor.model.files.load import load

SCENARIO = "historical"
TARGETS = {
    "reach, times networkx": 20.0, "supply, times networkx": 20.0, "reach, times scipy": 1.0,
    "supply, times scipy": 1.0, "planner games a second": 5.0, "random games a second": 20.0,
}


def compare(p: Problem, rounds: int) -> dict[str, float]:
    """The seconds of each library for each problem; all must find the same hexes with the same costs."""
    tasks: dict[str, Callable[[], Any]] = {
        "reach, ours": problems.ours_reach(p),
        "reach as a dict, ours": problems.ours_reach_as_dict(p), "supply, ours": problems.ours_supply(p),
        "supply as hexes, ours": problems.ours_supply_as_hexes(p)}
    if importlib.util.find_spec("networkx") and importlib.util.find_spec("scipy"):
        import rivals
        tasks |= {
            "reach, networkx": rivals.networkx_reach(p), "reach, scipy": rivals.scipy_reach(p),
            "reach, scipy at once": rivals.scipy_reach_at_once(p),
            "reach as a dict, networkx": rivals.networkx_reach_as_dict(p),
            "supply, networkx": rivals.networkx_supply(p), "supply, scipy": rivals.scipy_supply(p)}
    for name, task in tasks.items():
        if _plainly(task()) != _plainly(tasks[f"{name.split(',')[0]}, ours"]()):
            raise SystemExit(f"{name} finds other hexes than the engine, so the comparison is invalid.")
    return {name: timed(task, rounds) for name, task in tasks.items()}


def _plainly(answer: Any) -> Any:
    """An answer in a form that does not depend on the order of hexes."""
    if isinstance(answer, frozenset):
        return answer
    return [dict(zip(*one, strict=True)) if isinstance(one, tuple) else one for one in answer]


def measure(rounds: int, games: int) -> dict[str, Any]:
    """All figures by name."""
    design = load(SCENARIO).design
    assert design is not None
    board = Board(design.map, design.ruleset)
    p = problems.make_problem(board)
    seconds = compare(p, rounds)
    found: dict[str, Any] = {
        "reach, microseconds a unit": seconds["reach, ours"] / len(p.starts) * 1e6,
        "supply, microseconds a side": seconds["supply, ours"] / problems.SUPPLY_ROUNDS * 1e6,
    }
    for what in ("reach", "reach as a dict", "supply"):
        for rival in ("networkx", "scipy", "scipy at once"):
            if f"{what}, {rival}" in seconds:
                found[f"{what}, times {rival}"] = seconds[f"{what}, {rival}"] / seconds[f"{what}, ours"]
    for rival in ("networkx", "scipy"):
        if f"supply, {rival}" in seconds:
            found[f"supply as hexes, times {rival}"] = (
                seconds[f"supply, {rival}"] / seconds["supply as hexes, ours"])
    for player in ("planner", "random"):
        rates = [games_per_second(design, player, range(games)) for _ in range(max(1, rounds // 2))]
        rates.sort()
        found[f"{player} games a second"], found[f"{player} orders a second"] = rates[len(rates) // 2]
    found["board, milliseconds"] = timed(lambda: Board(design.map, design.ruleset), rounds) * 1e3
    found["new game, milliseconds"] = timed(new_game(design), rounds) * 1e3
    found["load, milliseconds"] = timed(lambda: load(SCENARIO), rounds) * 1e3
    found["rules check, milliseconds"] = timed(lambda: check_design(design), rounds) * 1e3
    for what, player in (("loaded", "none"), ("a planner game", "planner")):
        memory = peak_memory(SCENARIO, player)
        if memory is not None:
            found[f"peak memory, {what}, MB"] = memory
    return found


def machine() -> str:
    """Processor, cores and Python."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        model = next((x.partition(":")[2].strip() for x in lines if x.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7,
                        help="number of rounds, of which the median is taken (default: 7)")
    parser.add_argument("--quick", action="store_true",
                        help="one round, one game, only to check that it runs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--markdown", action="store_true", help="print the rows of a Markdown table")
    arguments = parser.parse_args()
    found = measure(1, 1) if arguments.quick else measure(arguments.rounds, 10)
    if arguments.json:
        json.dump({"machine": machine(), "figures": found, "targets": TARGETS}, sys.stdout, indent=2)
        print()
    elif arguments.markdown:
        for name, value in found.items():
            least = TARGETS.get(name)
            result = "|" if least is None else f"{least:g} | {'met' if value >= least else 'missed'}"
            print(f"| {name} | {value:.{0 if value >= 100 else 1}f} | {result} |")
    else:
        print(machine())
        if "reach, times networkx" not in found:
            print("Without networkx and scipy (pip install .[bench]) there is no comparison with them.")
        width = max(map(len, found))
        for name, value in found.items():
            target = TARGETS.get(name)
            result = "" if target is None else (
                f"  target {target:g}: {'met' if value >= target else 'MISSED'}")
            print(f"{name:<{width}}  {value:>10.2f}{result}")
    missed = [n for n, least in TARGETS.items() if n in found and found[n] < least]
    return 1 if missed and not arguments.quick else 0


if __name__ == "__main__":
    raise SystemExit(main())
