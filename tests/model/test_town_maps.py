"""Half hexes, levels, buildings and waters in map files: read, written, changed by variants, checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from blank_design import blank_design, blank_ruleset

from visegrad_editor.hexgrid import HalfHexes, Hex
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.differences import design_changes, take_back
from visegrad_editor.model.edit.blank import blank_map, emptied
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.levels import levels_used, paint_levels
from visegrad_editor.model.edit.reshape import crop, rotate
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.fingerprint import content_mark
from visegrad_editor.model.gamemap import Building, GameMap, Waters
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.statistics import statistics

TEXT = """\
format: 2
kind: map
name: town
title: Town
ruleset: blank
provenance: designer
grid:
  orientation: flat
  columns: 4
  rows: 4
  stagger: odd
  numbering:
    order: column-first
    row: {start: 0, direction: down, digits: 0}
    column: {start: 1, direction: right, letters: true}
  half_hexes: {top: odd, right: all}
terrain:
  legend: {".": clear}
  rows: [....,....,....,....]
levels:
  legend: {"0": 0, "1": 1, v: -2}
  rows: ["0011", "0011", v000, v000]
buildings:
  - {id: inn, hexes: B1 C1, name: The Inn, storeys: 2, material: stone, stairs: B1, full: [C1], cellar: true}
  - {id: row, hexes: [A1], rowhouse: true}   # a terrace
waters:
  - {id: brook, hexes: A2 A3, depth: fordable, current: normal, flow: 4}
"""


def read(tmp_path: Path, text: str = TEXT, name: str = "town.yaml") -> LoadResult:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return load(path)


def town(tmp_path: Path) -> tuple[Design, Sources]:
    loaded = read(tmp_path)
    assert loaded.problems == ()
    assert loaded.design is not None
    return loaded.design, loaded.sources


def test_what_a_file_says(tmp_path: Path) -> None:
    map = town(tmp_path)[0].map
    hex = {map.grid.number(h): h for h in map.grid}
    assert map.grid.half_hexes == HalfHexes(top="odd", right="all")
    assert map.is_half(hex["B0"])
    assert map.is_half(hex["D2"])
    assert not map.is_half(hex["C2"])
    assert [map.level(hex[n]) for n in ("A0", "C0", "A2")] == [0, 1, -2]
    inn = map.building_at[hex["C1"]]
    assert inn == Building("inn", (hex["B1"], hex["C1"]), "The Inn", 2, "stone", stairs=(hex["B1"],),
                           full=(hex["C1"],), cellar=True)
    assert map.building_by_id["row"].rowhouse
    assert map.waters_at[hex["A3"]] == Waters(
        "brook", (hex["A2"], hex["A3"]), depth="fordable", current="normal", flow=4)
    assert hex["D1"] not in map.building_at
    assert hex["D1"] not in map.waters_at


def test_a_small_edit_changes_one_line(tmp_path: Path) -> None:
    design, sources = town(tmp_path)
    map = design.map
    inn = replace(map.buildings[0], storeys=3)
    save_design(with_map(design, replace(map, buildings=(inn, *map.buildings[1:]))), sources)
    text = (tmp_path / "town.yaml").read_text(encoding="utf-8")
    assert "# a terrace" in text
    assert "storeys: 3" in text
    assert read(tmp_path, text).design.map.buildings[0] == inn  # type: ignore[union-attr]


@pytest.mark.parametrize("edit", [
    lambda m: paint_levels(m, [Hex(0, 0), Hex(3, 3)], -9), lambda m: paint_levels(m, m.grid, 0),
    lambda m: replace(m, buildings=()), lambda m: replace(m, waters=()),
    lambda m: replace(m, grid=replace(m.grid, half_hexes=HalfHexes())),
    lambda m: replace(m, waters=(*m.waters, Waters("pond", (Hex(3, 3),), "Pond", frozen=True))),
    lambda m: replace(m, buildings=(Building("shed", (Hex(2, 2),), material="wood", factory=True),))])
def test_edits_are_the_same_when_they_are_read_again(
    edit: Callable[[GameMap], GameMap], tmp_path: Path
) -> None:
    design, sources = town(tmp_path)
    changed = with_map(design, edit(design.map))
    assert changed.map != design.map
    save_design(changed, sources)
    assert load(tmp_path / "town.yaml").design == changed
    assert content_mark(changed.map) != content_mark(design.map)


def test_a_map_without_any_of_it_has_the_mark_it_always_had() -> None:
    """What maps gained later does not count until it is used."""
    map = blank_design().map
    assert not map.has_levels
    assert content_mark(map) == content_mark(replace(map, levels=map.levels))
    plain = blank_map(blank_ruleset(), "plain", "Plain", 3, 3)
    assert content_mark(plain) == "4387-3d80"


def test_a_variant_says_only_what_differs(tmp_path: Path) -> None:
    town(tmp_path)
    loaded = read(tmp_path, (
        "format: 2\nkind: map\nname: flood\nextends: town.yaml\ntitle: Flood\n"
        "change: {levels: {-1: A0 B0}}\n"
        "buildings:\n  - {id: row, remove: true}\n  - {id: inn, storeys: 1, stairs: []}\n"
        "waters:\n  - {id: brook, depth: deep, hexes: A2 A3 B2}\n  - {id: pond, hexes: D3}\n"), "flood.yaml")
    assert loaded.problems == ()
    assert loaded.design is not None
    map = loaded.design.map
    assert [map.level(Hex(c, 0)) for c in range(4)] == [-1, -1, 1, 1]
    assert [(b.id, b.storeys, b.stairs, len(b.full)) for b in map.buildings] == [("inn", 1, (), 1)]
    assert [(w.id, w.depth, w.flow, len(w.hexes)) for w in map.waters] == [
        ("brook", "deep", 4, 3), ("pond", "deep", None, 1)]
    more = with_map(loaded.design, replace(
        paint_levels(map, [Hex(1, 1)], 2), buildings=(*map.buildings, Building("shed", (Hex(2, 2),)))))
    save_design(more, loaded.sources)
    again = load(tmp_path / "flood.yaml")
    assert again.design is not None
    assert again.design.map == more.map
    text = (tmp_path / "flood.yaml").read_text(encoding="utf-8")
    assert "\nlevels:" not in text
    assert "shed" in text
    assert "The Inn" not in text


def test_changes_are_told_and_taken_back(tmp_path: Path) -> None:
    design, _ = town(tmp_path)
    map = design.map
    after = with_map(design, replace(
        paint_levels(map, [Hex(1, 1)], 2), buildings=map.buildings[1:], waters=(
            replace(map.waters[0], current="heavy"),)))
    changes = list(design_changes(design, after))
    texts = [c.text for c in changes]
    assert texts[0] == "1 hex becomes level 2: B1."
    assert "Building The Inn is removed." in texts
    assert any("heavy" in t for t in texts)
    assert list(design_changes(design, take_back(after, design, changes))) == []


def test_a_turned_map_keeps_its_heights_and_its_water_flows_on(tmp_path: Path) -> None:
    design, _ = town(tmp_path)
    map = design.map
    half = rotate(design, 2).design.map
    assert half.waters[0].flow == 1
    assert [half.level(Hex(3 - c, 3 - r)) for c, r in ((0, 0), (2, 0), (0, 2))] == [0, 1, -2]
    assert half.buildings[0].stairs == (Hex(2, 2),)
    assert len(half.buildings) == 2
    turned = design
    for _ in range(4):
        turned = rotate(turned, 1).design
    assert replace(turned.map, moved=map.moved) == map
    cut = crop(design, [Hex(0, 0), Hex(1, 3)])
    assert [b.hexes for b in cut.design.map.buildings] == [(Hex(1, 1),), (Hex(0, 1),)]
    assert cut.design.map.buildings[0].full == ()
    assert "1 building is cut: The Inn." in cut.losses.sentences()
    assert cut.losses.anything
    assert cut.design.map.grid.half_hexes == HalfHexes(top="odd")
    assert not emptied(map, blank_ruleset()).has_levels
    assert emptied(map, blank_ruleset()).buildings == emptied(map, blank_ruleset()).waters == ()


def test_levels_are_painted_and_counted(tmp_path: Path) -> None:
    design, _ = town(tmp_path)
    map = design.map
    assert levels_used(map) == (-2, 0, 1)
    assert paint_levels(map, [Hex(2, 0), Hex(9, 9)], 1) is map
    flat = paint_levels(map, map.grid, 0)
    assert not flat.has_levels
    assert levels_used(flat) == (0,)
    assert paint_levels(map, [Hex(1, 1)], 12).level(Hex(1, 1)) == 12
    with pytest.raises(ValueError, match="whole number from -9 to 99"):
        paint_levels(map, [Hex(0, 0)], 100)
    counted = {s.title: [(c.what, c.number) for c in s.counts] for s in statistics(design)}
    assert counted["Levels"] == [("Level -2", 2), ("Level 0", 10), ("Level 1", 4)]
    assert counted["Buildings"] == [("Stone", 1), ("Other", 1)]
    assert "Levels" not in {s.title for s in statistics(with_map(design, flat))}


# -- problems -----------------------------------------------------------------------------------------

WRONG = [
    ("half-hexes", "top: odd", "top: all", "Write `top: odd` or `top: even`"),
    ("half-hexes", "right: all", "right: odd", "Write `right: all`"),
    ("wrong-value", "top: odd", "top: some", "top"),
    ("unknown-letter", '"0011", "0011"', '"0011", "00x1"', "The letter 'x' of hex C1"),
    ("bad-row", 'v000, v000]', 'v000]', "`levels` has 3 rows; the grid has 4"),
    ("wrong-value", "v: -2", "v: -10", "v"),
    ("wrong-type", "v: -2", "v: deep", "v"),
    ("unknown-hex", "hexes: B1 C1", "hexes: B1 C9", "There is no hex 'C9' on the map"),
    ("unknown-hex", "full: [C1]", "full: [Q1]", "There is no hex 'Q1' on the map"),
    ("unknown-hex", "hexes: A2 A3", "hexes: A2 A7", "There is no hex 'A7' on the map"),
    ("wrong-value", "storeys: 2", "storeys: -1", "storeys"),
    ("wrong-value", "depth: fordable", "depth: shallow", "depth"),
    ("wrong-value", "flow: 4", "flow: 7", "flow"),
    ("unknown-key", "storeys: 2", "levels: 2", "levels"),
    ("twice", "id: row", "id: inn", '2 buildings are called "inn"'),
    ("building-in-pieces", "hexes: B1 C1", "hexes: B1 C1 D3", "Hex D3 of building The Inn touches no other"),
    ("outside-building", "stairs: B1", "stairs: B2", "`stairs` of building The Inn names B2"),
    ("outside-building", "full: [C1]", "full: [C2]", "`full` of building The Inn names C2"),
    ("two-buildings", "hexes: [A1]", "hexes: [A1, B1]", "Hex B1 belongs to the buildings The Inn and row"),
    ("empty-building", "hexes: [A1]", "hexes: []", "Building row has no hex"),
    ("empty-waters", "hexes: A2 A3", "hexes: []", "Waters brook have no hex"),
    ("flow", ", flow: 4", "", "Waters brook flow, so they have a direction"),
    ("flow", ", current: normal", "", "Waters brook are still and have a direction"),
]


def found(problems: tuple[Problem, ...], code: str) -> list[Problem]:
    return [p for p in problems if p.code == code]


@pytest.mark.parametrize(
    ("code", "old", "new", "said"), WRONG, ids=[f"{w[0]}-{n}" for n, w in enumerate(WRONG)])
def test_what_is_wrong_is_told_with_its_line(
    code: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    told = found(read(tmp_path, text).problems, code)
    assert told
    assert said in told[0].message
    line = text.splitlines()[told[0].line - 1]
    key = {"half-hexes": "half_hexes", "bad-row": "rows", "unknown-letter": "rows"}.get(code, "")
    assert key in line
    assert new in line or not new or code in ("twice", "bad-row", "flow")


def test_two_waters_in_one_hex(tmp_path: Path) -> None:
    told = found(read(tmp_path, f"{TEXT}  - {{id: pond, hexes: A3}}\n").problems, "two-waters")
    assert [(p.hex, p.line) for p in told] == [("A3", len(TEXT.splitlines()) + 1)]


@pytest.mark.parametrize(("code", "old", "new"), [
    ("outside-building", "stairs: B1", "stairs: B2 B1"), ("empty-building", "hexes: [A1]", "hexes: []"),
    ("empty-waters", "hexes: A2 A3", "hexes: []")])
def test_a_fix_settles_it(code: str, old: str, new: str, tmp_path: Path) -> None:
    loaded = read(tmp_path, TEXT.replace(old, new, 1))
    assert loaded.design is not None
    (problem,) = found(loaded.problems, code)
    after = problem.fixes[0].edit(loaded.design)
    assert not found(check_documents(after), code)


def test_a_variant_has_no_levels_of_its_own(tmp_path: Path) -> None:
    town(tmp_path)
    loaded = read(tmp_path, (
        "format: 2\nkind: map\nname: flood\nextends: town.yaml\ntitle: Flood\n"
        'levels: {legend: {"0": 0}, rows: ["0000", "0000", "0000", "0000"]}\n'), "flood.yaml")
    assert "Write the hexes that differ under `change`." in found(loaded.problems, "of-the-base")[0].message
