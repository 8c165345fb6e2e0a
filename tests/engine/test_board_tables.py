"""The tables of the board and their sets agree with a check of every single hex."""

import gc
import random
import weakref
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from items import some
from small_design import small_design

import visegrad_editor.engine.board as board_module
from visegrad_editor.engine import check_design
from visegrad_editor.engine.bits import bits, flags, links, mask_of
from visegrad_editor.engine.board import OFF, Board, board_for, neighbour_links, neighbours_in_play
from visegrad_editor.engine.reach import reach
from visegrad_editor.engine.supply import SupplyNet
from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering, hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import HexsideLine, Place, Road
from visegrad_editor.model.ruleset import FeatureKind, RoadKind

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


# -- what a step costs -----------------------------------------------------------------------------


@pytest.mark.parametrize(("cost", "hill", "plain"), [
    (3, 4, 3), (5, 5, 5), ("other", 4, 2), (None, None, None), (1, 4, 2), (2.5, 4, 2.5)])
def test_of_a_terrain_and_a_feature_the_dearer_counts(
        cost: float | None, hill: float | None, plain: float | None) -> None:
    """A feature that cannot be entered bars its hex, one without a cost of its own changes nothing."""
    small = small_design()
    places = (Place(Hex(3, 2), "A", ("fort",)), Place(Hex(1, 2), "B", ("fort", "unknown")))
    design = Design(replace(small.ruleset, features=(FeatureKind("fort", "Fort", cost=cost),)),
                    replace(small.map, places=places))
    board = Board(design.map, design.ruleset)
    costs = [board.cost[design.map.grid.index(h)] for h in (Hex(3, 2), Hex(1, 2))]
    assert [None if c is None else c / board.scale for c in costs] == [hill, plain]
    other = board.cost[design.map.grid.index(Hex(4, 4))]
    assert other == 2 * board.scale


def test_of_two_roads_the_better_counts_whatever_it_costs() -> None:
    """The rank says which road is the better, so a dear highway takes the place of a cheap track."""
    kinds = (RoadKind("highway", "Highway", 2, rank=1), RoadKind("track", "Track", 1, rank=0))
    path = (Hex(1, 4), Hex(2, 4))
    for laid in ((Road("highway", path), Road("track", path)), (Road("track", path), Road("highway", path))):
        roads = (*laid, Road("track", (Hex(4, 4), Hex(5, 4))), Road("lost", path))
        small = small_design()
        design = Design(replace(small.ruleset, roads=kinds), replace(small.map, roads=roads))
        board, index = Board(design.map, design.ruleset), design.map.grid.index
        assert board.road_step == {(index(a), index(b)): cost * board.scale for a, b, cost in (
            (*path, 2), (*path[::-1], 2), (Hex(4, 4), Hex(5, 4), 1), (Hex(5, 4), Hex(4, 4), 1))}
        assert board.road_cost == {index(h): cost * board.scale for h, cost in (
            (path[0], 2), (path[1], 2), (Hex(4, 4), 1), (Hex(5, 4), 1))}
        assert board.road_traits == {
            "highway": mask_of(map(index, path)),
            "track": mask_of(map(index, (*path, Hex(4, 4), Hex(5, 4))))}


def test_hexsides_cost_more_bar_and_shift_and_roads_lead_over_them() -> None:
    one, other, third = (hexside(Hex(c, 4), Hex(c + 1, 4)) for c in (1, 3, 5))
    lines = (HexsideLine("river", (one, other)), HexsideLine("wall", (other, third)))
    small = small_design()
    design = Design(small.ruleset, replace(
        small.map, lines=lines, roads=(Road("highway", (Hex(5, 4), Hex(6, 4))),)))
    board, index = Board(design.map, design.ruleset), design.map.grid.index

    def cost(a: int, b: int) -> float | None:
        found = board.step_cost.get((index(Hex(a, 4)), index(Hex(b, 4))))
        return None if found is None else found / board.scale

    assert [cost(1, 2), cost(2, 1), cost(3, 4), cost(4, 3)] == [3, 3, None, None]
    assert [cost(5, 6), cost(6, 5), cost(2, 3), cost(0, 2)] == [1, 1, 2, None]
    assert board.side_shift == {(index(a), index(b)): -1 for side in (one, other, third)
                                for a, b in ((side.a, side.b), (side.b, side.a))}
    links_out = {(i, i + d) for d, sources in board.passable for i in bits(sources)}
    assert links_out == set(board.step_cost)


def test_supply_ends_in_terrain_that_bars_it() -> None:
    design = load("historical").design
    assert design is not None
    board = Board(design.map, design.ruleset)
    barred = {h for h in design.map.grid
              if not design.ruleset.terrain_by_id[design.map.terrain.at(h)].supply}
    assert {board.hex(i) for i in bits(board.no_supply)} == barred
    assert barred
    assert len(barred) < board.size


def test_only_neighbours_in_play_have_a_direction() -> None:
    design = small_design()
    board, grid = Board(design.map, design.ruleset), design.map.grid
    found = {(a, b): board.direction(grid.index(a), grid.index(b)) for a in grid for b in grid}
    playable = {h for h in grid if board.is_playable(grid.index(h))}
    assert 0 < len(playable) < len(grid)
    expected = {(a, n): d for a in grid for d, n in enumerate(grid.around(a)) if n in playable}
    assert {pair: d for pair, d in found.items() if d >= 0} == expected
    assert set(found.values()) == {-1, *range(6)}
    assert board.direction(grid.index(Hex(4, 4)), OFF) == -1
    assert not board.is_playable(OFF)


def test_the_cheapest_ways_to_a_goal_are_those_from_it_backwards() -> None:
    """`ways_to` follows steps against their direction: into a mountain costs more than out of it."""
    design = small_design()
    board, grid = Board(design.map, design.ruleset), design.map.grid
    goals = [grid.index(Hex(3, 2)), grid.index(Hex(7, 5))]
    ways = board.ways_to(goals)
    for start in some(bits(board.playable)):
        field = reach(board.steps, {start: 0}, board.steps.longest, 0, 0, minimum=False)
        cheapest = min((field.cost[g] for g in goals if g in field), default=None)
        assert (ways.cost[start] if start in ways else None) == cheapest


@settings(deadline=None)
@given(st.sets(st.integers(0, 40), max_size=20))
def test_flags_have_a_one_for_each_index_of_a_set(indices: set[int]) -> None:
    assert list(flags(mask_of(indices), 41)) == [int(i in indices) for i in range(41)]
