"""Unit symbols: one for each kind of unit of the games, distinguishable on a small counter."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from items import some
from numpy.typing import NDArray

from visegrad_editor.drawing.colours import contrast, legible
from visegrad_editor.drawing.features import PLATES
from visegrad_editor.drawing.painters.pixel_painter import PixelPainter
from visegrad_editor.drawing.primitives import Item
from visegrad_editor.drawing.symbols import AIRCRAFT, SYMBOL_NAMES, symbol
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.values import FEATURE_SYMBOLS

FOLDER = resource_folder("sample_scenarios") / "rulesets"
RULESETS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
WIDE, HIGH = 28, 19
"""Pixels of the box of a symbol on a small counter."""


@cache
def bundled(name: str) -> Ruleset:
    found = load(FOLDER / f"{name}.yaml", "ruleset").ruleset
    assert found is not None
    return found


def small(name: str) -> NDArray[np.int64]:
    """The grey picture of a symbol 28 pixels wide."""
    tall = HIGH * (1.25 if name in AIRCRAFT else 1.0)
    drawn = symbol(name, (0.0, 0.0), tall, "#000000", "#ffffff")
    item = Item(tuple(drawn), (-WIDE, -WIDE, WIDE, WIDE))
    image = PixelPainter().render([item], Viewport(1.0, -WIDE / 2, -14.0, WIDE, 28))
    return np.asarray(image.convert("L"), int)


def test_the_bundled_rulesets_exist() -> None:
    assert {"visegrad4", "gsofg"} <= set(RULESETS)


@pytest.mark.parametrize("name", RULESETS)
def test_every_unit_type_has_a_symbol_of_its_own(name: str) -> None:
    types = bundled(name).unit_types
    symbols = [kind.symbol for kind in types]
    assert set(symbols) <= set(SYMBOL_NAMES)
    assert len(set(symbols)) == len(symbols)


def test_the_kinds_of_both_rulebooks_are_there() -> None:
    gsofg = {kind.name for kind in bundled("gsofg").unit_types}
    assert gsofg >= {
        "Motor rifle", "Territorial", "Tank", "Mechanized infantry", "Armored cavalry", "Marine",
        "Air mobile", "Air supply", "Airborne", "Mountain", "Air landing", "Light infantry", "Artillery",
        "Air transportable infantry", "Special forces", "Electronic warfare"}
    assert all(kind.provenance.source for kind in bundled("gsofg").unit_types)


def test_symbols_differ_on_a_small_counter() -> None:
    pictures = {name: small(name) for name in SYMBOL_NAMES}
    for one, other in some(combinations(SYMBOL_NAMES, 2)):
        apart = np.abs(pictures[one] - pictures[other])
        # At least ten pixels are dark in one and light in the other.
        assert (apart > 110).sum() >= 10, (one, other)


def test_symbols_stand_out_from_their_boxes() -> None:
    for nation in some([nation for name in RULESETS for nation in bundled(name).nationalities]):
        ink = legible(nation.colours.ink, (nation.colours.symbol,), 5.5)
        assert contrast(ink, nation.colours.symbol) >= 4.5, nation.id


def test_the_symbols_of_features_are_those_that_are_drawn() -> None:
    assert set(FEATURE_SYMBOLS) == {*PLATES, "city", "town", "village", "diamond"}
