"""The arithmetic of showing part of a map."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visegrad_editor.drawing.curves import clipped, flattened
from visegrad_editor.drawing.viewport import Viewport, fit

scales = st.floats(2.0, 300.0)
places = st.floats(-50.0, 50.0)


@given(scales, places, places, st.floats(0, 800), st.floats(0, 600))
def test_screen_and_map_are_inverse(scale: float, left: float, top: float, x: float, y: float) -> None:
    view = Viewport(scale, left, top, 800, 600)
    assert view.to_screen(view.to_map(x, y)) == pytest.approx((x, y), abs=1e-6)


@given(scales, places, places, st.floats(0, 800), st.floats(0, 600), st.floats(0.3, 3.0))
def test_zooming_keeps_the_point_under_the_pointer(
    scale: float, left: float, top: float, x: float, y: float, factor: float
) -> None:
    view = Viewport(scale, left, top, 800, 600)
    zoomed = view.zoom_at(x, y, factor)
    # The corner is shown on a whole pixel, before and after, so the point may be half a pixel off.
    assert zoomed.to_screen(view.to_map(x, y)) == pytest.approx((x, y), abs=0.51 + 0.5 * zoomed.scale / scale)
    assert 1.0 <= zoomed.scale <= 400.0


@given(scales, places, places, st.floats(0, 800), st.floats(0, 600), st.integers(1, 12))
def test_zooming_in_and_out_does_not_shift_the_map(
    scale: float, left: float, top: float, x: float, y: float, notches: int
) -> None:
    view = begun = Viewport(scale, left, top, 800, 600)
    for factor in [0.99] * notches + [1 / 0.99] * notches:
        view = view.zoom_at(x, y, factor, 0.1)
    assert (view.left, view.top) == pytest.approx((begun.left, begun.top), abs=1e-6)


@given(scales, places, places, st.integers(-500, 500), st.integers(-500, 500))
def test_scrolling_moves_by_whole_pixels(scale: float, left: float, top: float, dx: int, dy: int) -> None:
    view = Viewport(scale, left, top, 800, 600)
    ox, oy = view.origin_px
    assert view.moved(dx, dy).origin_px == (ox + dx, oy + dy)
    assert view.region(dx, dy, 10, 10).origin_px == (ox + dx, oy + dy)


def test_fit_shows_everything_with_a_margin() -> None:
    view = fit((2.0, 3.0, 12.0, 8.0), 400, 400, 10)
    assert view.scale == pytest.approx(38.0)
    left, top, right, bottom = view.box
    assert left <= 2.0
    assert right >= 12.0
    assert top <= 3.0
    assert bottom >= 8.0
    assert view.to_screen((7.0, 5.5)) == pytest.approx((200, 200), abs=1)


def test_fitting_an_empty_box_gives_a_valid_viewport() -> None:
    assert fit((0, 0, 0, 0), 0, 0).scale > 0


def test_pixels_of_a_box() -> None:
    view = Viewport(10.0, 0.0, 0.0, 100, 80)
    assert view.pixels((1, 1, 2, 2), 0) == (10, 10, 10, 10)
    assert view.pixels((-5, -5, 2, 2), 0) == (0, 0, 20, 20)
    assert view.pixels((20, 20, 30, 30)) is None


def test_resizing_keeps_the_corner() -> None:
    view = Viewport(10.0, 3.0, 4.0, 100, 80).resized(300, 0)
    assert (view.left, view.top, view.width_px, view.height_px) == (3.0, 4.0, 300, 1)


def test_splines_go_through_their_points() -> None:
    points = [(0.0, 0.0), (1.0, 2.0), (3.0, 1.0), (4.0, 4.0)]
    for closed in (False, True):
        flat = flattened(points, closed)
        assert all(any(abs(x - a) + abs(y - b) < 1e-9 for a, b in flat) for x, y in points)


def test_clipping_to_a_square() -> None:
    square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    shape = clipped([(1.0, -1.0), (3.0, 1.0), (1.0, 3.0), (-1.0, 1.0)], square)
    assert all(0 <= x <= 2 and 0 <= y <= 2 for x, y in shape)
    assert clipped([(5.0, 5.0), (6.0, 5.0), (6.0, 6.0)], square) == []
