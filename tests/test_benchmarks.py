"""The benchmarks measure the right thing: the engine's answers are those of the textbook methods."""

from __future__ import annotations

import heapq
import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from visegrad_editor.engine.board import Board
from visegrad_editor.model.files.load import load

FOLDER = Path(__file__).parents[1] / "benchmarks"


def module(name: str) -> ModuleType:
    """A module of the folder of benchmarks."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


@pytest.fixture(scope="module")
def problems() -> ModuleType:
    return module("problems")


@pytest.fixture(scope="module")
def board() -> Board:
    design = load("historical").design
    assert design is not None
    return Board(design.map, design.ruleset)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_reach_is_what_dijkstra_finds(problems: ModuleType, board: Board, seed: int) -> None:
    p = problems.make_problem(board, seed)
    out: dict[int, list[tuple[int, int]]] = {}
    for a, b, cost in problems.movement_edges(p):
        out.setdefault(a, []).append((b, cost))
    answers = problems.ours_reach(p)()
    assert sum(len(hexes) for hexes, _ in answers) / len(answers) > 40
    assert problems.ours_reach_as_dict(p)() == [dict(zip(*one, strict=True)) for one in answers]
    for start, found in list(zip(p.starts, answers, strict=True))[::5]:
        costs: dict[int, int] = {}
        heap = [(0, start)]
        while heap:
            cost, here = heapq.heappop(heap)
            if here in costs or cost > p.allowance:
                continue
            costs[here] = cost
            for there, step in out.get(here, ()):
                heapq.heappush(heap, (cost + step, there))
        assert dict(zip(*found, strict=True)) == costs


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_supply_is_what_a_search_of_the_graph_finds(problems: ModuleType, board: Board, seed: int) -> None:
    """7.0, 7.1, 8.3 by a search hex by hex, against the flood of bit sets."""
    p = problems.make_problem(board, seed, units=45)
    root, edges = problems.supply_edges(p)
    out: dict[int, list[int]] = {}
    for a, b in edges:
        out.setdefault(a, []).append(b)
    seen, todo = {root}, [root]
    while todo:
        for there in out.get(todo.pop(), ()):
            if there not in seen:
                seen.add(there)
                todo.append(there)
    served = problems.ours_supply(p)()
    assert served == {n - board.size for n in seen if board.size <= n < 2 * board.size}
    assert 100 < len(served) < board.size


def test_one_command_measures_everything() -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / "run.py"), "--quick", "--json"], capture_output=True, text=True,
        check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["figures"]
    assert figures["planner games a second"] > 0
    assert figures["reach, microseconds a unit"] > 0
    assert figures["peak memory, a planner game, MB"] > 10 or sys.platform == "win32"


def test_a_process_of_its_own_plays_whole_games_and_counts_all_its_time() -> None:
    data_games = module("data_games")
    for what in data_games.GAMES:
        run = data_games.play("hollen", what, 2)
        assert run.orders > 60
        assert 0 < run.loaded < run.whole
        assert run.rate < run.rate_in_play
    assert data_games.YARDSTICK in data_games.GAMES["random"]


def test_games_are_compared_with_those_of_another_checkout(tmp_path: Path) -> None:
    against = module("against")
    root = FOLDER.parent
    times = against.seconds(root, "hollen", "random", 2)
    assert len(times) == 2
    assert min(times) > 0
    (tmp_path / "visegrad_editor" / "engine").mkdir(parents=True)
    (tmp_path / "visegrad_editor" / "engine" / "_other.abi3.so").touch()
    assert against.compiled(tmp_path) == ["_other"]
    done = subprocess.run([sys.executable, str(FOLDER / "against.py"), str(tmp_path)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there: _other" in done.stderr
