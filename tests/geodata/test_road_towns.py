"""A road whose line passes close to a town goes through the hex of the town, and exceptions are reported."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest
from geodata_set import collection, write_set
from test_road_paths import GRID, PLANE

from visegrad_editor.cli.main import main
from visegrad_editor.geodata.compute import compute
from visegrad_editor.geodata.config import read_config
from visegrad_editor.geodata.import_map import import_map
from visegrad_editor.geodata.report import report
from visegrad_editor.geodata.road_towns import road_towns, route_through_towns, without_spurs
from visegrad_editor.geodata.roads import hex_paths
from visegrad_editor.geodata.towns import Site
from visegrad_editor.hexgrid import Hex, Point
from visegrad_editor.model.georeference import HEX_APART

CENTRE = PLANE.geometry.centre
TOWN = Hex(4, 4)


def towards(hex: Hex, direction: int, hexes: float) -> Point:
    """A point at a distance in hexes from the middle of a hex towards a neighbour."""
    (x, y), (u, v) = CENTRE(hex), CENTRE(GRID.step(hex, direction))
    return x + (u - x) * hexes, y + (v - y) * hexes


def through(
    line: tuple[Point, ...], *sites: Site, water: Hex | None = None
) -> tuple[tuple[Hex, ...], list[str]]:
    """The path of a line, and the report on the towns it passes."""
    dry = [h for h in GRID if h != water]
    led, kept, passed = route_through_towns(PLANE, line, sites, dry)
    paths = [without_spurs(PLANE, p, kept, dry) for p in hex_paths(PLANE, led, kept, dry)]
    assert all(GRID.adjacent(a, b) for path in paths for a, b in pairwise(path))
    (path,) = paths
    return path, [t.missed for t in road_towns("E45", passed, paths, dry)]


def past(hex: Hex, direction: int, hexes: float) -> tuple[Point, ...]:
    """A line through a point beside the middle of a hex, at right angles to the way there."""
    x, y = towards(hex, direction, hexes)
    u, v = CENTRE(hex)
    length = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
    across = (-(y - v) / length * 3 * HEX_APART, (x - u) / length * 3 * HEX_APART)
    return (x - across[0], y - across[1]), (x, y), (x + across[0], y + across[1])


@pytest.mark.parametrize("direction", range(6))
@pytest.mark.parametrize("hexes", [0.42, 0.49, 0.55, 0.7])
def test_a_line_at_the_edge_of_a_town_goes_through_its_hex(direction: int, hexes: float) -> None:
    """0.5 is the edge: beyond it the hex lies beside the line, and its point still near it."""
    line = past(TOWN, direction, hexes)
    bare, _ = through(line)
    assert (TOWN in bare) == (hexes < 0.5)
    path, told = through(line, Site("Aalborg", TOWN, towards(TOWN, direction, 0.49)))
    assert TOWN in path
    assert told == [""]
    assert len(set(path)) == len(path), "not in and out the same way"
    assert (path[0], path[-1]) == (bare[0], bare[-1])


def test_a_town_shown_elsewhere_or_in_the_water_is_reported() -> None:
    line = past(TOWN, 0, 1.0)
    site = Site("Kassel", TOWN, towards(TOWN, 0, 1.0))
    path, told = through(line, site)
    assert TOWN not in path
    assert told == ["its line is 0.5 hexes away from that hex"]
    _, told = through(past(TOWN, 0, 0.45), Site("Port", TOWN, towards(TOWN, 0, 0.4)), water=TOWN)
    assert told == ["that hex is water"]
    _, told = through(past(TOWN, 0, 0.45), Site("Far", TOWN, towards(TOWN, 3, 0.4)))
    assert told == [], "the line does not pass the town, only its hex"


def test_any_line_past_any_towns_is_connected() -> None:
    rng = random.Random(7)
    hexes, paths = list(GRID), 0
    for _ in range(60):
        ends = [CENTRE(h) for h in rng.sample(hexes, 3)]
        line = tuple((x + rng.uniform(-0.4, 0.4), y + rng.uniform(-0.4, 0.4)) for x, y in ends)
        sites = [Site("T", h, (x + rng.uniform(-0.5, 0.5), y + rng.uniform(-0.5, 0.5)))
                 for h in rng.sample(hexes, 25) for x, y in [CENTRE(h)]]
        led, kept, _ = route_through_towns(PLANE, line, sites, hexes)
        for path in hex_paths(PLANE, led, kept, hexes):
            result = without_spurs(PLANE, path, kept, hexes)
            paths += len(result) > 2
            assert all(GRID.adjacent(a, b) for a, b in pairwise(result))
            turns = zip(result, result[1:], result[2:], strict=False)
            assert not [town for before, town, after in turns if before == after and town in kept]
    assert paths > 30


def test_a_motorway_of_the_data_goes_through_its_town(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = write_set(tmp_path / "data")
    plain = compute(read_config(config)).map
    betown = next(p.hex for p in plain.places if p.name == "Betown")
    text = config.read_text("utf-8")
    text = text.replace("  - {id: rivers,", (
        "  - {id: ways, file: ways.geojson, title: Ways, licence: CC0}\n  - {id: rivers,"))
    text = text.replace("    - {kind: highway, name: A1, via: [Aton, Betown]}\n", (
        "    - {kind: highway, name: A1, via: [Aton, Betown]}\n"
        "  from: {source: ways, property: ref, kinds: {property: class, values: {m: highway}}}\n"))
    config.write_text(text, "utf-8")
    (config.parent / "ways.geojson").write_text(json.dumps(collection(
        ("LineString", [[10.4, 50.4], [10.7, 50.1], [11.0, 50.4]], {"ref": "E45", "class": "m"}))), "utf-8")
    done = import_map(config, tmp_path / "map.yaml")
    (road,) = [r for r in done.design.map.roads if r.name == "E45"]
    assert betown in road.path
    assert "Towns that passing roads go through: 3 of 3" in list(report(done))
    # Shown two hexes off by hand.
    number = plain.grid.number(Hex(betown.col, betown.row + 2))
    config.write_text(text.replace(
        "  list:\n", f'  list:\n    - {{name: Betown, hex: "{number}"}}\n'), "utf-8")
    assert main(["import-geodata", str(config), "-o", str(tmp_path / "two.yaml"), "--dry-run"]) == 0
    assert f"  E45 misses Betown in {number}: its line is" in capsys.readouterr().out
