"""How many pages a printed map takes, told before it is printed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from small_design import small_design

from visegrad_editor.exchange.errors import ExportError
from visegrad_editor.exchange.map_pages import pages_words
from visegrad_editor.exchange.picture_options import PictureOptions


def test_without_a_size_of_hexes_the_map_is_fitted_to_a_page() -> None:
    small = small_design()
    assert small.scenario is not None
    assert pages_words(small, "A4", PictureOptions()) == "The whole map on one page of A4, with its key."
    corners = tuple(small.map.grid.numbers[i] for i in (9, 20))
    part = replace(small, scenario=replace(small.scenario, play_area=corners))
    words = pages_words(part, "Letter", PictureOptions())
    assert words == "The part in play on one page of Letter, with its key."
    assert pages_words(part, "A4", PictureOptions(whole_map=True)).startswith("The whole map")


def test_pages_and_the_size_of_the_map_are_told() -> None:
    """Eight and a half hexes of 10 mm side by side are 85 mm wide, and something for the edge."""
    small = small_design()
    one = pages_words(small, "A4", PictureOptions(hex_mm=10))
    match = re.fullmatch(
        r"1 page of A4, and one with instructions for gluing; the map is (\d+) × (\d+) mm\.", one)
    assert match is not None
    assert 85 <= int(match[1]) <= 105
    assert 55 <= int(match[2]) <= 75
    lying = pages_words(small, "A4", PictureOptions(hex_mm=40, orientation="landscape"))
    upright = pages_words(small, "A4", PictureOptions(hex_mm=40, orientation="portrait"))
    for words, stand in ((lying, "lying"), (upright, "upright")):
        found = re.match(rf"(\d+) pages of A4, {stand}, in (\d+) (rows?) of (\d+), and one", words)
        assert found is not None, words
        assert int(found[1]) == int(found[2]) * int(found[4]) > 1
        assert (found[3] == "row") == (found[2] == "1")


def test_what_cannot_be_printed_is_refused() -> None:
    with pytest.raises(ExportError, match="5 to 100 mm"):
        pages_words(small_design(), "A4", PictureOptions(hex_mm=200))
    with pytest.raises(ExportError, match="share 0 to 100 mm"):
        pages_words(small_design(), "A4", PictureOptions(hex_mm=10, overlap_mm=-1))
