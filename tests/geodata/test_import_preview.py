"""The marks in the picture of an import: hexes, hexsides, the hexes that a road gains and loses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from geodata_set import write_set

from visegrad_editor.drawing.colours import rgb
from visegrad_editor.editor.documents.geodata_import import CHANGED, KEPT, preview
from visegrad_editor.geodata.import_map import import_map, propose
from visegrad_editor.geodata.merge import Change, hexes_of, sides_of
from visegrad_editor.model.files.computed_record import record_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import Road


def test_roads_are_marked_where_they_come_and_go_and_rivers_along_their_hexsides(tmp_path: Path) -> None:
    config, path = write_set(tmp_path / "data"), tmp_path / "map.yaml"
    import_map(config, path)
    design = load(path, "map").design
    record = load(record_path(path), "map").design
    assert design is not None
    assert record is not None
    map = design.map
    (road,), (river,) = map.roads, map.lines
    left = road.path[1]
    new = next(h for h in map.grid.neighbours(road.path[0]) if h not in road.path)
    ours = replace(map, roads=(Road(road.kind, (road.path[0], new, *road.path[2:]), road.name),),
                   lines=(replace(river, sides=river.sides[:-2]),))
    done = propose(config, None, replace(design, map=ours), record.map)
    assert hexes_of(map, done.merged.kept) == {left, new}
    assert sides_of(map, done.merged.kept) == set(river.sides[-2:])
    colours = {c for _, c in preview(done, (400, 400)).getcolors(200_000)}  # type: ignore[union-attr]
    assert rgb(KEPT) in colours
    assert rgb(CHANGED) not in colours


def test_the_name_of_a_road_is_not_a_hex(tmp_path: Path) -> None:
    map = import_map(write_set(tmp_path / "data"), tmp_path / "map.yaml").design.map
    change = Change("roads", "highway 0101", "0202-0303", "0202-0304")
    assert {map.grid.number(h) for h in hexes_of(map, [change])} == {"0303", "0304"}
