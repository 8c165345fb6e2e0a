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


# -- the table of what users feel -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def table() -> ModuleType:
    return module("table")


def test_a_goal_is_met_by_the_median_or_by_every_round(table: ModuleType) -> None:
    row = table.Row.of("x", [3.0, 1.0, 2.0], 2.0)
    assert (row.median, row.least, row.most, row.met) == (2.0, 1.0, 3.0, True)
    assert not table.Row.of("x", [3.0, 1.0, 2.0], 2.0, every=True).met
    assert not table.Row.of("x", [3.0, 1.0, 2.0], 1.9).met
    assert "2.000 (1.000 to 3.000)" in str(row)
    assert str(row).endswith("met")
    without = table.Row.of("x", [3.0])
    assert without.met
    assert str(without).endswith("3.000 (3.000 to 3.000)")


def test_parts_are_measured_one_by_one_and_what_cannot_be_is_told(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "PARTS", {
        **table.PARTS, "undo": lambda rounds: table.undo(rounds, units=200, edits=60),
        "growth": lambda rounds: table.growth(rounds, (12, 24))})
    monkeypatch.setattr(table.shutil, "which", lambda name: None)
    told: list[str] = []
    rows, missing = table.measured(["undo", "growth", "pictures"], 1, told.append)
    assert [row.name.split()[0] for row in rows] == ["undo", "save", "check", "lint"]
    assert all(row.median > 0 for row in rows)
    assert missing == ["pictures"]
    assert told[-1] == "pictures is not measured: tmxrasterizer is missing (Debian package tiled)."
    assert len(told) == 5


def test_the_exit_code_of_the_table_says_whether_all_goals_are_met(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for figure, code in ((1.0, 0), (2.0, 1)):
        monkeypatch.setattr(table, "PARTS", {
            "one": lambda rounds, f=figure: iter([table.Row.of("a", [f] * rounds, 1.5)])})
        monkeypatch.setattr(sys, "argv", ["table.py", "--only", "one", "--rounds", "2", "--json"])
        assert table.main() == code
        found = json.loads(capsys.readouterr().out)
        assert found["figures"]["a"]["met"] is (code == 0)
        assert found["seconds of a fixed loop"] > 0


def test_the_table_begins_with_how_fast_the_machine_is(
    table: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table, "PARTS", {"one": lambda rounds: iter([table.Row.of("a", [1.0])])})
    monkeypatch.setattr(sys, "argv", ["table.py"])
    assert table.main() == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("a fixed loop of plain Python, s of the processor")
    assert second.split() == ["a", "1.000", "(1.000", "to", "1.000)"]
    assert table.loop_seconds(10) < table.loop_seconds(10_000_000)


def test_supply_as_hexes_is_what_supply_is(problems: ModuleType, board: Board) -> None:
    p = problems.make_problem(board)
    assert problems.ours_supply_as_hexes(p)() == problems.ours_supply(p)()
