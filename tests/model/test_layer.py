"""Layers of letters: reading, changing and comparing them, and which hexes hang together."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering
from visegrad_editor.model.layer import Layer, connected_in

LAYER = Layer(((".", "clear"), ("M", "mountain"), ("c", "city")), ("..M", "M.c"))
NUMBERING = Numbering("row-first", Axis(1, "down"), Axis(1, "right"))


def test_a_value_stands_for_its_letter() -> None:
    assert [LAYER.at(Hex(c, r)) for r in range(2) for c in range(3)] == [
        "clear", "clear", "mountain", "mountain", "clear", "city"]
    assert LAYER.values == {".": "clear", "M": "mountain", "c": "city"}
    twice = Layer((("a", "clear"), ("b", "clear")), ("ab",))
    assert twice.letters == {"clear": "a"}, "the first letter is written"


@pytest.mark.parametrize(("value", "letter"), [
    ("wood", "W"), ("marsh", "m"), ("clay", "C"), ("mole", "m"), ("clear", ".")])
def test_a_new_value_takes_its_first_letter_where_it_is_free(value: str, letter: str) -> None:
    found = LAYER.with_letter_for(value)
    assert found.letters[value] == letter
    assert found.rows is LAYER.rows
    assert (found is LAYER) == (value == "clear")


def test_where_both_letters_are_taken_another_is_free() -> None:
    full = Layer((*LAYER.legend, ("C", "clay"), ("m", "marsh")), LAYER.rows)
    for value in ("coast", "moor", ""):
        found = full.with_letter_for(value)
        letter = found.letters[value]
        assert len(letter) == 1
        assert letter not in full.values
    assert len(full.with_letter_for("coast").with_letter_for("cove").values) == 7


def test_only_hexes_that_change_are_changed() -> None:
    changed = LAYER.with_values({Hex(0, 0): "city", Hex(1, 1): "clear"})
    assert changed.rows == ("c.M", "M.c")
    assert changed.rows[1] is LAYER.rows[1]
    assert changed.legend is LAYER.legend
    assert LAYER.with_values({Hex(0, 0): "clear"}) is LAYER
    assert LAYER.with_values({}) is LAYER
    wooded = LAYER.with_values({Hex(2, 1): "wood"})
    assert (wooded.rows, wooded.at(Hex(2, 1))) == (("..M", "M.W"), "wood")


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_layers_differ_where_their_values_do_whatever_the_letters(chance: random.Random) -> None:
    values = ["clear", "wood", "city"]

    def layer() -> Layer:
        letters = chance.sample("abcdef", 4)
        legend = tuple(zip(letters, [*values, chance.choice(values)], strict=True))
        return Layer(legend, tuple("".join(chance.choice(letters) for _ in range(5)) for _ in range(4)))

    one, other = layer(), layer()
    if chance.random() < 0.5:
        other = Layer(other.legend, one.rows) if set(other.values) == set(one.values) else one
    hexes = [Hex(c, r) for r in range(4) for c in range(5)]
    assert list(one.differing(other)) == [h for h in hexes if one.at(h) != other.at(h)]


@settings(deadline=None)
@given(st.sampled_from(["pointy", "flat"]), st.sampled_from(["odd", "even"]), st.integers(1, 7),
       st.integers(1, 7), st.randoms(use_true_random=False))
def test_hexes_hang_together_through_neighbours(
        orientation: str, stagger: str, columns: int, rows: int, chance: random.Random) -> None:
    grid = HexGrid(orientation, columns, rows, stagger, NUMBERING)  # type: ignore[arg-type]
    # Two letters of one value hang together.
    text = tuple("".join(chance.choice("ab.^") for _ in range(columns)) for _ in range(rows))
    layer = Layer((("a", "land"), ("b", "land"), (".", "sea"), ("^", "hill")), text)
    start = chance.choice(list(grid))
    wanted, expected, edge = layer.at(start), {start}, [start]
    while edge:
        new = {n for n in grid.neighbours(edge.pop()) if layer.at(n) == wanted} - expected
        expected |= new
        edge += new
    assert connected_in(grid, layer, start) == expected
    assert connected_in(grid, layer, Hex(columns, 0)) == connected_in(grid, layer, Hex(0, -1)) == frozenset()
