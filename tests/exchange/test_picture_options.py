"""What can be chosen for a picture, and how large it becomes."""

from __future__ import annotations

import math

import pytest
from small_design import small_design

from visegrad_editor.exchange.errors import ExportError
from visegrad_editor.exchange.picture_options import (
    PictureOptions,
    check_drawing,
    check_pages,
    check_tile_size,
    drawing_millimetres,
    picture_size,
)


@pytest.mark.parametrize(("field", "least", "most", "beyond"), [
    ("dpi", 10, 2400, 0.5), ("hex_mm", 5, 100, 0.1), ("hex_px", 4, 4000, 1), ("counters", 0, 1, 0.01),
    ("quality", 1, 95, 1)])
def test_options_have_bounds_that_are_possible_themselves(
        field: str, least: float, most: float, beyond: float) -> None:
    for value in (least, most):
        check_drawing(PictureOptions(**{field: value}))  # type: ignore[arg-type]
    for value in (least - beyond, most + beyond):
        with pytest.raises(ExportError):
            check_drawing(PictureOptions(**{field: value}))  # type: ignore[arg-type]


def test_pages_share_up_to_a_hundred_millimetres_and_tiles_are_of_16_to_512_pixels() -> None:
    for shared in (None, 0, 100):
        check_pages(PictureOptions(overlap_mm=shared))
    for shared in (-0.5, 100.5):
        with pytest.raises(ExportError, match="share 0 to 100 mm"):
            check_pages(PictureOptions(overlap_mm=shared))
    for pixels in (0, 16, 512):
        check_tile_size(PictureOptions(hex_px=pixels))
    for pixels in (15, 513):
        with pytest.raises(ExportError, match="16 to 512 pixels"):
            check_tile_size(PictureOptions(hex_px=pixels))


@pytest.mark.parametrize(("kind", "most", "side"), [
    ("PNG", 1_000_000_000, 100_000), ("JPEG", 250_000_000, 65_500)])
def test_a_picture_may_have_as_many_pixels_as_it_is_said(kind: str, most: int, side: int) -> None:
    """Boxes of one map unit a pixel: as large as possible, and then a pixel more."""
    map, options = small_design().map, PictureOptions(hex_px=4 * math.sqrt(3))
    high = most // side

    def size(width: int, height: int) -> tuple[int, int]:
        found = picture_size(map, options, kind, (0, 0, width / 4, height / 4))
        return found.width_px, found.height_px

    assert size(side, high) == (side, high)
    assert size(high, side) == (high, side)
    for width, height in ((side + 1, 1), (1, side + 1), (side - 10, high + 10)):
        with pytest.raises(ExportError, match=f"{side:,} on a side"):
            size(width, height)
    assert size(0, 0) == (1, 1)


def test_where_nothing_is_said_a_large_map_is_drawn_smaller() -> None:
    map = small_design().map
    plain = picture_size(map, PictureOptions())
    assert (plain.scale, plain.dpi) == (48, 300)
    huge = picture_size(map, PictureOptions(), "PNG", (0, 0, 999, 1999))
    assert huge.scale == pytest.approx(math.sqrt(80_000_000 / (1000 * 2000)))
    printed = picture_size(map, PictureOptions(dpi=254))
    assert printed.scale == pytest.approx(16 / math.sqrt(3) * 10)
    assert picture_size(map, PictureOptions(hex_mm=8)).scale == pytest.approx(8 / math.sqrt(3) / 25.4 * 300)
    assert picture_size(map, PictureOptions(hex_px=50, hex_mm=20, dpi=99)).dpi == 99
    assert printed.raw_bytes == printed.width_px * printed.height_px * 3
    assert printed.millimetres == pytest.approx((printed.width_px / 10, printed.height_px / 10))


def test_a_drawing_has_no_pixels_and_no_size_that_is_too_large() -> None:
    map, box = small_design().map, (0.0, 0.0, 450.0, 520.0)
    for hex_mm in (0, 16, 100):
        with pytest.raises(ExportError, match="1,000 million"):
            picture_size(map, PictureOptions(hex_mm=hex_mm, dpi=2400), box=box)
    side = 100 / math.sqrt(3)
    size = drawing_millimetres(map, PictureOptions(hex_mm=100), box)
    assert size == pytest.approx((450 * side, 520 * side))
    whole = drawing_millimetres(map, PictureOptions(hex_mm=16))
    assert whole == pytest.approx(picture_size(map, PictureOptions(hex_mm=16, dpi=300)).millimetres, abs=0.1)
    with pytest.raises(ExportError):
        drawing_millimetres(map, PictureOptions(hex_mm=101), box)
