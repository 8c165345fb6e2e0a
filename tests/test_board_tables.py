"""The tables of the board and the sets behind them say what looking at every hex would say."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visegrad_editor.engine.bits import bits, links, mask_of
from visegrad_editor.engine.board import OFF, Board, neighbours_in_play
from visegrad_editor.engine.supply import SupplyNet
from visegrad_editor.hexgrid import Axis, HexGrid, Numbering
from visegrad_editor.model.load import load

NUMBERING = Numbering("row-first", Axis(1, "down"), Axis(1, "right"))


@given(st.sets(st.integers(0, 3000), max_size=300))
def test_a_set_has_the_bits_it_was_made_of(indices: set[int]) -> None:
    assert list(bits(mask_of(indices))) == sorted(indices)


@pytest.mark.parametrize("count", [1, 200])
def test_no_set_has_a_hex_before_the_first(count: int) -> None:
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
    expected = tuple(
        tuple(grid.index(n) if n in grid and in_play[grid.index(n)] else OFF for n in grid.around(h))
        for h in grid)
    assert neighbours_in_play(grid, in_play) == expected


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
    """The same, hex by hex: a path crosses unfit hexes along roads only, its two ends are not crossed."""
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
