"""Movement reach: a search in plain Python against a textbook one, the compiled search against that."""

from __future__ import annotations

import pickle
from array import array
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_search import plain_search

from visegrad_editor.engine.bits import mask_of
from visegrad_editor.engine.reach import NOWHERE, Reach, Steps, reach


@dataclass(frozen=True)
class Question:
    rows: list[list[tuple[int, int]]]
    starts: dict[int, int]
    allowance: int
    blocked: int
    stop: int
    hold: int
    minimum: bool
    single: bool


@st.composite
def questions(draw: st.DrawFn, most: int = 40) -> Question:
    size = draw(st.integers(1, most))
    hexes = st.integers(0, size - 1)
    step = st.tuples(hexes, st.integers(0, 7))
    rows = draw(st.lists(st.lists(step, max_size=6), min_size=size, max_size=size))
    some = st.integers(0, (1 << size) - 1)
    few = st.sets(hexes, max_size=5).map(mask_of)
    return Question(
        rows, draw(st.dictionaries(hexes, st.integers(0, 9), max_size=4)), draw(st.integers(-2, 30)),
        draw(few | some), draw(few | some), draw(st.just(0) | few), draw(st.booleans()), draw(st.booleans()))


def ask(q: Question) -> Reach:
    return reach(Steps(q.rows), q.starts, q.allowance, q.blocked, q.stop, q.hold, q.minimum, q.single)


def ask_plain(q: Question) -> Reach:
    return Reach(*plain_search(
        Steps(q.rows), q.starts, q.allowance, q.blocked, q.stop, q.hold, q.minimum, q.single))


# -- the plain search -------------------------------


@settings(max_examples=200, deadline=None)
@given(questions(12))
def test_the_plain_search_finds_the_cheapest_paths(q: Question) -> None:
    """Compared with a slow and simple search that lowers costs step by step until none can be lowered."""
    starts = dict.fromkeys(q.starts, 0)
    left_from = {h for h in range(len(q.rows)) if not q.stop >> h & 1} | set(starts)
    left_from -= {h for h in starts if q.hold >> h & 1}
    costs = dict(starts)
    for _ in q.rows:
        for h in [h for h in costs if h in left_from]:
            for n, cost in q.rows[h]:
                total = costs[h] + cost
                if total <= q.allowance and not q.blocked >> n & 1:
                    costs[n] = min(total, costs.get(n, total))
    hexes, paid, before = plain_search(
        Steps(q.rows), starts, q.allowance, q.blocked, q.stop, q.hold, False, False)
    assert dict(zip(hexes, paid, strict=True)) == costs
    field = Reach(hexes, paid, before)
    for h in hexes:
        path = field.path_to(h)
        assert path[0] in starts
        spent = sum(min(c for n, c in q.rows[a] if n == b) for a, b in pairwise(path))
        assert (path[-1], spent) == (h, costs[h])


LINE = [[(1, 3)], [(0, 3), (2, 3)], [(1, 3)]]


@pytest.mark.parametrize(("asked", "found"), [
    (Question(LINE, {0: 0}, 2, 0, 0, 0, True, False), {0: 0, 1: 3}),
    (Question(LINE, {0: 0}, 2, 0, 0, 0, False, False), {0: 0}),
    (Question(LINE, {0: 0}, 9, 0, 0, 0, True, True), {0: 0, 1: 3}),
    (Question(LINE, {0: 0}, 2, 0, 0, 0, False, True), {0: 0}),
    (Question(LINE, {0: 0}, 9, 0b010, 0, 0, True, False), {0: 0}),
    (Question(LINE, {0: 0}, 9, 0b001, 0, 0, True, False), {0: 0, 1: 3, 2: 6}),
    (Question(LINE, {0: 0}, 9, 0, 0b010, 0, True, False), {0: 0, 1: 3}),
    (Question(LINE, {0: 0}, 9, 0, 0b001, 0b001, True, False), {0: 0}),
    (Question(LINE, {0: 1, 2: 5}, 9, 0, 0, 0, False, False), {0: 1, 2: 5, 1: 4}),
    (Question(LINE, {0: 0, 2: 0}, -1, 0, 0, 0, False, False), {0: 0, 2: 0}),
    (Question(LINE, {0: 0}, -7, 0, 0, 0, True, False), {0: 0, 1: 3}),
    # A start dearer than the allowance: a cheaper way to it counts only within the allowance.
    (Question([[(1, 3)], [(0, 3)]], {0: 9, 1: 2}, 4, 0, 0, 0, False, False), {0: 9, 1: 2}),
    (Question([[(1, 3)], [(0, 3)]], {0: 9, 1: 2}, 5, 0, 0, 0, False, False), {0: 5, 1: 2}),
    (Question([], {}, 5, 0, 0, 0, True, False), {}),
])
def test_what_stops_a_unit(asked: Question, found: dict[int, int]) -> None:
    for field in (ask(asked), ask_plain(asked)):
        assert field.cost == found
        assert (len(field), list(field)) == (len(found), list(found))


def test_a_field_does_not_contain_hexes_out_of_reach() -> None:
    for field in (ask(Question(LINE, {0: 0}, 3, 0, 0, 0, True, False)),
                  ask_plain(Question(LINE, {0: 0}, 3, 0, 0, 0, True, False))):
        assert 1 in field
        assert 2 not in field
        assert field.path_to(1) == [0, 1]
        with pytest.raises(KeyError):
            field.path_to(2)
    assert not list(NOWHERE)


@pytest.mark.parametrize("rows", [[[(1, 1)]], [[(-1, 1)]], [[(0, -1)]]])
def test_steps_off_the_map_or_with_negative_costs_are_refused(rows: list[list[tuple[int, int]]]) -> None:
    with pytest.raises(ValueError, match="off a map of 1 hexes"):
        Steps(rows)


@pytest.mark.parametrize("starts", [{3: 0}, {-1: 0}, {0: -1}])
def test_starts_off_the_map_or_with_negative_costs_are_refused(starts: dict[int, int]) -> None:
    asked = Question(LINE, starts, 5, 0, 0, 0, True, False)
    for way in (ask, ask_plain):
        with pytest.raises(ValueError, match="start"):
            way(asked)


@settings(max_examples=100)
@given(questions())
def test_all_paths_at_once_are_those_found_one_at_a_time(q: Question) -> None:
    field = ask(q)
    names = [f"hex {i}" for i in range(len(q.rows))]
    ends = list(field)[::-1]
    assert field.named_paths(ends, names) == [tuple(names[h] for h in field.path_to(end)) for end in ends]


def test_steps_with_other_costs_keep_their_order() -> None:
    rows = [[(1, 2), (2, 3)], [(0, 2), (2, 1)], []]
    changed = Steps(rows).with_costs({(0, 2): 5, (1, 0): 0})
    assert changed == Steps([[(1, 2), (2, 5)], [(0, 0), (2, 1)], []])
    assert Steps(rows).with_costs({}) == Steps(rows)


def test_copied_steps_work_like_the_original() -> None:
    steps = pickle.loads(pickle.dumps(Steps(LINE)))
    assert steps == Steps(LINE)
    assert list(reach(steps, {0: 0}, 3, 0, 0)) == [0, 1]


# -- the compiled search ----------------------------


@settings(max_examples=300, deadline=None)
@given(questions())
def test_the_compiled_search_gives_the_same_answer_in_the_same_order(q: Question) -> None:
    one, other = ask(q), ask_plain(q)
    assert (one.hexes, one.costs) == (other.hexes, other.costs)
    assert [one.path_to(h) for h in one] == [other.path_to(h) for h in other]


def test_a_step_that_costs_very_much_is_found_and_one_beyond_counting_refused() -> None:
    dear = (2**31 - 1) // 8
    steps = Steps([[(1, dear)], [(0, 1)]])
    assert reach(steps, {0: 0}, 5, 0, 0).cost == {0: 0, 1: dear}
    with pytest.raises(ValueError, match="too much to count"):
        reach(Steps([[(1, dear + 1)], [(0, 1)]]), {0: 0}, 5, 0, 0)
    with pytest.raises(ValueError, match="more than can be counted"):
        Steps([[(1, 1 << 40)], [(0, 1)]])


def test_any_allowance_can_be_asked_for() -> None:
    for allowance in (1 << 20, 1 << 31, 1 << 70):
        asked = Question(LINE, {0: 2}, allowance, 0, 0, 0, False, False)
        assert ask(asked).cost == {0: 2, 1: 5, 2: 8} == ask_plain(asked).cost
    assert list(ask(Question(LINE, {0: 2}, -(1 << 70), 0, 0, 0, False, False))) == [0]


def ints(*numbers: int) -> bytes:
    return array("i", numbers).tobytes()


@pytest.mark.parametrize("tables", [
    (b"", b"", b""), (ints(0, 1), ints(0), b""), (ints(0, 1), ints(1), ints(0)),
    (ints(0, 1), ints(-1), ints(0)), (ints(0, 1), ints(0), ints(-1)), (ints(0, 2), ints(0), ints(0)),
    (ints(1, 1), ints(0), ints(0)), (ints(0, 2, 1), ints(0), ints(0)), (ints(0, -1, 1), ints(0), ints(0)),
    (b"abc", b"", b""), (ints(0, 1), ints(0), ints(2**31 - 1)),
])
def test_inconsistent_tables_are_refused(tables: tuple[bytes, bytes, bytes]) -> None:
    from visegrad_editor.engine._reach import Net
    with pytest.raises(ValueError, match=r"step|ints"):
        Net(*tables)


def test_questions_of_the_wrong_kind_are_refused() -> None:
    net = Steps([[(0, 1)]] * 9).net
    assert net is not None
    good = ({0: 0}, 3, b"\0\0", b"\0\0", b"\0\0", False, False)
    assert net.search(*good)[:2] == ([0], [0])
    worse: list[tuple[int, object, type[Exception]]] = [
        (0, [0], TypeError), (0, {"0": 0}, TypeError), (0, {0: 0.5}, TypeError),
        (0, {0: 1 << 40}, ValueError), (0, {9: 0}, ValueError),
        (0, dict.fromkeys(range(10), 0), ValueError), (1, 3.0, TypeError),
        (2, b"\0", ValueError), (3, 0, TypeError), (4, b"", ValueError)]
    for at, value, error in worse:
        with pytest.raises(error):
            net.search(*good[:at], value, *good[at + 1:])  # type: ignore[call-arg, arg-type]
    with pytest.raises(TypeError, match="seven"):
        net.search(*good[:6])  # type: ignore[call-arg]
