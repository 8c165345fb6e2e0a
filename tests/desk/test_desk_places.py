"""Sets of hexes that a card describes, as the books of a game find them."""

from __future__ import annotations

from typing import Any

import pytest
from desk_books import LAYOUT, MILL

from visegrad_editor.desk.books.places import Site, where_hexes
from visegrad_editor.desk.card import CardWhere, Within

SITE = Site(LAYOUT, {"mill": MILL})
COLUMN = {f"B{n}" for n in range(11)}


@pytest.mark.parametrize(("where", "names"), [
    ({"hexes": ("C3", "D4")}, {"C3", "D4"}), ({"hexes_between": ("C3", "D4")}, {"C3", "C4", "D3", "D4"}),
    ({"buildings": ("mill",)}, {"F3", "G3"}), ({"within": Within("A1", 1)}, {"A1", "A2", "B0", "B1"}),
    ({"hexes": ("C3",), "buildings": ("mill",)}, {"C3", "F3", "G3"}),
    ({"edge": ("B",)}, COLUMN), ({"edge": ("B", "C"), "hexes": ("B3", "C3", "D3")}, {"B3", "C3"}),
    ({"edge": ("B",), "excluding": ("B3",)}, COLUMN - {"B3"}),
    ({"edge": ("B",), "hexes_between": ("B3", "C4")}, {"B3", "B4"}),
    ({"boards": ("901",), "edge": ("B",)}, COLUMN),
    ({"within": Within("B3", 0), "edge": ("B",)}, {"B3"}),
])
def test_hexes_of_a_where(where: dict[str, Any], names: set[str]) -> None:
    found = where_hexes(CardWhere(**where), SITE, "The group")
    assert {LAYOUT.name(hex) for hex in found.hexes} == names
    assert found.asked == ()


@pytest.mark.parametrize(("where", "asked"), [
    ({"buildings": ("inn",)}, "The group: the hexes of the building Inn are not known."),
    ({"terrain": ("woods",)}, "The group: which hexes are woods is not known."),
    ({"text": "in the dark"},
     "The group: the words of the card say more than the program reads: in the dark")])
def test_what_decides_hexes_and_is_not_known_is_asked(where: dict[str, Any], asked: str) -> None:
    assert where_hexes(CardWhere(**where), SITE, "The group").asked == (asked,)


def test_a_hex_that_is_not_in_play_is_refused() -> None:
    with pytest.raises(ValueError, match="B77 does not exist"):
        where_hexes(CardWhere(excluding=("B77",)), SITE, "The group")
