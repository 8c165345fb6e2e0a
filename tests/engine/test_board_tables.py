"""The tables of the board and their sets agree with a check of every single hex."""

import gc
import random
import weakref
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import visegrad_editor.engine.board as board_module
from visegrad_editor.engine import check_design
from visegrad_editor.engine.bits import bits, links, mask_of
from visegrad_editor.engine.board import OFF, Board, board_for, neighbour_links, neighbours_in_play
from visegrad_editor.engine.supply import SupplyNet
from visegrad_editor.hexgrid import Axis, HexGrid, Numbering
from visegrad_editor.model.files.load import load

NUMBERING = Numbering("row-first", Axis(1, "down"), Axis(1, "right"))


@given(st.sets(st.integers(0, 3000), max_size=300))
def test_a_set_has_the_bits_it_was_made_of(indices: set[int]) -> None:
    assert list(bits(mask_of(indices))) == sorted(indices)


@pytest.mark.parametrize("count", [1, 200])
def test_a_set_with_a_negative_index_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=r"negative|before the first"):
        mask_of([-1, *range(count)])


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), max_size=300))
def test_links_are_the_edges_grouped(edges: list[tuple[int, int]]) -> None:
    again = {(start, start + delta) for delta, sources in links(edges) for start in bits(sources)}
    assert again == set(edges)


@given(st.sampled_from(["pointy", "flat"]), st.sampled_from(["odd", "even"]), st.integers(1, 7),
       st.integers(1, 7), st.randoms(use_true_random=False))
def test_neighbours_are_those_of_the_grid(
        orientation: str, stagger: str, columns: int, rows: int, chance: random.Random) -> None:
    grid = HexGrid(orientation, columns, rows, stagger, NUMBERING)  # type: ignore[arg-type]
    in_play = bytes(chance.choice((0, 1, 1)) for _ in range(columns * rows))
    expected = [
        [grid.index(n) if n in grid and in_play[grid.index(n)] else OFF for n in grid.around(h)]
        for h in grid]
    assert neighbours_in_play(grid, in_play).tolist() == [n for row in expected for n in row]
    playable = mask_of(i for i, on in enumerate(in_play) if on)
    assert neighbour_links(grid, playable) == links(
        (i, n) for i, row in enumerate(expected) if in_play[i] for n in row if n != OFF)


@pytest.mark.parametrize("name", ["historical", "gsofg"])
def test_steps_and_passable_links_agree_with_each_hex(name: str) -> None:
    design = load(name).design
    assert design is not None
    board = Board(design.map, design.ruleset)
    expected = []
    for i, row in enumerate(board.neighbours):
        costs = [(n, board._step_cost(i, n)) for n in row if n != OFF and board.in_play[i]]
        expected.append(tuple((n, cost) for n, cost in costs if cost is not None))
    assert board.steps.rows == tuple(expected)
    assert board.passable == links((i, n) for i, row in enumerate(expected) for n, _ in row)
    assert board.steps.dearest == max(cost for row in expected for _, cost in row)
    for i, row in enumerate(expected):
        assert [board.steps.cost(i, n) for n, _ in row] == [cost for _, cost in row]
        assert board.steps.cost(i, i) is None
    assert [row for row in board.lifts if row] == [
        tuple((n, board.scale) for n in row if n != OFF)
        for i, row in enumerate(board.neighbours) if any(n != OFF for n in row) and board.in_play[i]]


def test_hexes_have_the_numbers_and_places_of_the_grid() -> None:
    design = load("historical").design
    assert design is not None
    board, grid = Board(design.map, design.ruleset), design.map.grid
    assert [board.hex(i) for i in range(board.size)] == list(grid)
    assert [board.number(i) for i in range(board.size)] == list(board.numbers) == [
        grid.number(h) for h in grid]
    assert [board.at(n) for n in board.numbers] == [board.index[n] for n in board.numbers]
    assert board.at("9999") == OFF


def test_checks_make_no_table_with_an_object_for_each_hex() -> None:
    design = load("historical").design
    assert design is not None
    anew = replace(design, map=replace(design.map))
    check_design(anew)
    kept = board_module._last
    assert kept is not None
    assert kept[0] is anew.map
    made = vars(kept[3]).keys()
    assert "passable" in made
    assert not {"numbers", "index", "neighbours", "steps", "lifts", "step_cost", "lift_cost"} & made


def test_the_board_of_an_older_map_is_released() -> None:
    design = load("historical").design
    assert design is not None
    check_design(design)
    kept = board_module._last
    assert kept is not None
    before = weakref.ref(kept[3])
    del kept
    board_for(replace(design.map), design.ruleset)  # as soon as another is made, before it is looked at
    gc.collect()
    assert before() is None


@pytest.mark.parametrize("name", ["historical", "gsofg"])
def test_supply_follows_every_step_that_the_map_allows(name: str) -> None:
    design = load(name).design
    assert design is not None
    board = Board(design.map, design.ruleset)
    net, chance = SupplyNet(board), random.Random(7)
    for _ in range(25):
        sources = mask_of(chance.sample(range(board.size), 3))
        barred = mask_of(chance.sample(range(board.size), board.size // 8))
        assert net.served(sources, barred) == _served(board, sources, barred)


def _served(board: Board, sources: int, barred: int) -> int:
    """Supply computed hex by hex: a path crosses blocking terrain only along roads, except at its two
    ends."""
    served = set(bits(sources))
    crossed: set[int] = set()
    edge = [s for s in bits(sources) if board.is_playable(s) and not barred >> s & 1]
    first = set(edge)
    while edge:
        at = edge.pop()
        for end, _ in board.steps[at]:
            fit_start = (at in first and at not in crossed) or not board.no_supply >> at & 1
            road = (at, end) in board.road_step
            if fit_start or road:
                served.add(end)
            if barred >> end & 1 or end in crossed:
                continue
            if road or (fit_start and not board.no_supply >> end & 1):
                crossed.add(end)
                edge.append(end)
    return mask_of(served)
