"""Positions of the counters of a fanned-out stack."""

from __future__ import annotations

from itertools import combinations

import pytest

from visegrad_editor.editor.map.stack_fan import FanLayout, Rect, fan_out

VIEW: Rect = (0, 0, 800, 560)


def inside(inner: Rect, outer: Rect) -> bool:
    return (inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3])


def apart(a: Rect, b: Rect) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def laid_out(count: int, x: float, y: float) -> FanLayout:
    return fan_out(count, (x, y, x + 60, y + 52), VIEW, 60, 20)


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize(("x", "y"), [(300, 250), (-30, -20), (780, -20), (-30, 540), (780, 540), (300, 4)])
def test_every_fanned_counter_is_visible_and_covers_no_other(count: int, x: float, y: float) -> None:
    fan = laid_out(count, x, y)
    assert len(fan.spots) == count
    assert inside(fan.plate, VIEW)
    assert all(inside(spot, fan.plate) for spot in fan.spots)
    assert all(apart(a, b) for a, b in combinations(fan.spots, 2))
    for i, (a, b, c, d) in enumerate(fan.spots):
        assert fan.at((a + c) / 2, (b + d) / 2) == i


@pytest.mark.parametrize("y", [250, 4, 500])
def test_the_plate_hides_neither_the_hex_nor_the_pointer_path_to_it(y: float) -> None:
    fan = laid_out(5, 300, y)
    assert apart(fan.plate, fan.hex)
    x = 330.0
    top, bottom = sorted([(fan.plate[1] + fan.plate[3]) / 2, y + 26])
    assert all(fan.holds(x, top + i * (bottom - top) / 50) for i in range(51))
    assert not fan.holds(x, fan.plate[3] + 300 if y < 200 else fan.plate[1] - 30)


def test_counters_shrink_where_there_is_little_room() -> None:
    fan = fan_out(12, (100, 100, 140, 140), (0, 0, 240, 160), 60, 20)
    assert fan.edge < 40
    assert inside(fan.plate, (0, 0, 240, 160))


def test_arrows_go_along_the_rows() -> None:
    fan = laid_out(9, 300, 250)
    assert [fan.step(0, 1, 0), fan.step(0, 0, 1), fan.step(8, 0, -1)] == [1, 6, 2]
    assert [fan.step(0, -1, 0), fan.step(8, 1, 0), fan.step(5, 0, 1)] == [0, 8, 5]


def test_a_fan_needs_a_counter() -> None:
    with pytest.raises(ValueError, match="no counter"):
        laid_out(0, 0, 0)
