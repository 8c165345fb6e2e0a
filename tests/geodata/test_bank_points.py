"""A town in the river or close to it is on the bank stated in the config; farther ones are only reported."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from geodata_set import collection, write_set

from visegrad_editor.geodata.compute import ComputedMap, compute
from visegrad_editor.geodata.config import read_config
from visegrad_editor.hexgrid.corners import corners_of

LINE = "{name: Long River, width: 2}"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_set(tmp_path / "data")


def computed(config: Path, told: str, *river: tuple[float, float]) -> ComputedMap:
    """With additional keys of the river, and, if given, with other data of it."""
    text = config.read_text("utf-8")
    assert LINE in text
    places = '  list:\n    - {name: Riverside, features: [city]}\n'
    changed = text.replace(LINE, f"{{name: Long River, width: 2, {told}}}").replace("  list:\n", places)
    own = config.with_name("own.yaml")
    own.write_text(changed, "utf-8")
    if river:
        (config.parent / "rivers.geojson").write_text(json.dumps(collection(
            ("LineString", [list(p) for p in river], {"name": "Long River"}))), "utf-8")
    found = compute(read_config(own))
    (line,) = found.map.lines
    ends = [set(corners_of(found.map.grid, side)) for side in line.sides]
    assert all(a & b for a, b in pairwise(ends)), "the river hangs together"
    return found


# Riverside lies at 10.1 E 50.12 N: the first river runs through it, at a sharp bend, the second in a straight
# line, the third a kilometre south of it.
THROUGH = ((8.5, 50.08), (9.4, 50.1), (10.1, 50.12), (9.8, 50.3), (9.4, 50.6), (8.6, 50.7))
STRAIGHT = ((8.5, 50.12), (10.1, 50.12), (11.5, 50.12))
SOUTH = ((8.5, 50.08), (9.4, 50.1), (9.8, 50.07), (10.1, 50.11), (10.5, 50.05), (11.5, 50.06))


@pytest.mark.parametrize("river", [THROUGH, STRAIGHT, SOUTH])
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("upstream", ["", ", upstream: true"])
def test_the_stated_bank_is_kept(
    config: Path, river: tuple[tuple[float, float], ...], side: str, upstream: str
) -> None:
    (bank,) = computed(config, f"{side}: [Riverside]{upstream}", *river).stated_banks
    assert (bank.actual, bank.right) == (side, True)


def test_a_town_that_was_moved_is_not_counted_as_wrong(config: Path) -> None:
    found = computed(config, "right: [Riverside]", *SOUTH)
    assert found.wrong_banks == ()
    assert found.banks[0] == found.banks[1]


def test_a_town_farther_off_is_only_reported(config: Path) -> None:
    """Six kilometres, more than half a hex."""
    far = tuple((lon, lat - 0.045) for lon, lat in SOUTH)
    (bank,) = computed(config, "right: [Riverside]", *far).stated_banks
    assert not bank.right
    (bank,) = computed(config, "left: [Riverside]", *SOUTH).stated_banks
    assert bank.right
