"""One changed value of a bundled ruleset or map is one entry of a file of a few lines, in every section."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.areas import rename_area
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.hexsides import change_line
from visegrad_editor.model.edit.labels import set_label
from visegrad_editor.model.edit.places import set_feature, set_name
from visegrad_editor.model.edit.roads import rename_road
from visegrad_editor.model.edit.ruleset import change_head, typed, with_ruleset
from visegrad_editor.model.edit.ruleset_tables import set_results
from visegrad_editor.model.edit.terrain import paint_country, paint_terrain
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.ruleset_fields import HEAD, SECTIONS, TableColumn

LOADED = load("historical")
NAMES = [(section, column.key) for section, spec in SECTIONS.items() for column in spec.fields
         if section not in ("counter_mix", "formations") and column.kind not in ("id", "ids")
         and not column.key.startswith("provenance")
         and (section, column.key) not in (("replacements", "turn"), ("replacements", "side"))]


def design() -> Design:
    assert LOADED.design is not None
    return LOADED.design


def lines_of(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line.strip() and line[0] != "#"]


def saved(changed: Design, folder: Path) -> list[str]:
    """The lines of the ruleset or the map that saving as a scenario of one's own writes beside it, once it is
    read again as it was."""
    made = save_design(changed, LOADED.sources, folder / "mine.yaml")
    [other] = [p for p in folder.iterdir() if p.name != "mine.yaml"]
    again = load(folder / "mine.yaml").design
    assert again is not None
    assert again.ruleset == made.design.ruleset
    assert not list(again.map.terrain.differing(made.design.map.terrain))
    assert (again.map.places, again.map.areas) == (made.design.map.places, made.design.map.areas)
    return lines_of(other)


def another(column: TableColumn, entry: Any) -> str:
    """A text that gives a column another value."""
    now, field = column.text_of(entry), column.field
    if column.kind == "flag":
        return "no" if now == "yes" else "yes"
    if field.refers_to is not None:
        return next(e.id for e in getattr(design().ruleset, field.refers_to) if e.id != now)
    if choices := field.suggested or field.choices:
        return next(word for word in choices if word != now)
    usual = {"colour": "#123456", "pattern": "marsh" if now != "marsh" else "forest",
             "symbol": "armor" if now != "armor" else "infantry"}
    if column.kind in usual:
        return usual[column.kind]
    if column.key == "properties":
        return "height 4" if now != "height 4" else "height 3"
    if column.kind in ("cost", "number"):
        return "0.5" if "." in now or column.key == "width" else "5" if now != "5" else "6"
    if now[-1:].isdecimal():
        return f"{now[:-1]}{'4' if now[-1] != '4' else '3'}"
    return f"{now} more".strip()


def test_only_sections_without_entries_are_left_out() -> None:
    assert [section for section in SECTIONS if not getattr(design().ruleset, section)] == [
        "formations", "counter_mix"]


@pytest.mark.parametrize(("section", "key"), NAMES, ids=[f"{s}-{k}" for s, k in NAMES])
def test_a_value_of_each_section_of_the_ruleset(section: str, key: str, tmp_path: Path) -> None:
    entries = getattr(design().ruleset, section)
    assert entries
    column = SECTIONS[section].field(key)
    text = another(column, entries[-1])
    lines = saved(typed(design(), section, len(entries) - 1, key, text), tmp_path)
    assert len(lines) <= 8, "\n".join(lines)
    assert lines[3] == "extends: visegrad4"


@pytest.mark.parametrize("key", [f.key for f in HEAD if f.key in ("turns", "stacking_limit", "turn_length")])
def test_a_property_of_the_ruleset(key: str, tmp_path: Path) -> None:
    rules = change_head(design().ruleset, key, "9")
    lines = saved(with_ruleset(design(), rules), tmp_path)
    assert len(lines) == 5, "\n".join(lines)


def test_a_cell_of_a_combat_table_leaves_the_others_to_the_base(tmp_path: Path) -> None:
    lines = saved(with_ruleset(design(), set_results(design().ruleset, 0, {(0, 0): "DE"})), tmp_path)
    # The results of a table are one value; its columns, odds and words stay those of the base.
    assert len(lines) <= 16, "\n".join(lines)
    assert not [line for line in lines if "columns" in line or "thresholds" in line]


def number(text: str) -> Hex:
    hex = design().map.grid.parse(text)
    assert hex is not None
    return hex


MAP: dict[str, Callable[[GameMap], GameMap]] = {
    "terrain": lambda m: paint_terrain(m, [number("2017")], "mountain"),
    "country": lambda m: paint_country(m, [number("2017")], "germany"),
    "name": lambda m: set_name(m, number("1616"), "Suwalki"),
    "feature": lambda m: set_feature(m, number("1616"), "city", True),
    "label": lambda m: set_label(m, number("1422"), "Ostsee", 0),
    "area": lambda m: rename_area(m, m.areas[0].id, "Another name"),
    "river": lambda m: change_line(m, 3, width=5),
    "road": lambda m: rename_road(m, 0, "E-77"),
}


@pytest.mark.parametrize("what", MAP)
def test_a_value_of_each_part_of_the_map(what: str, tmp_path: Path) -> None:
    lines = saved(with_map(design(), MAP[what](design().map)), tmp_path)
    # A river or a road of another name or width is written anew; all others stay those of the base.
    assert len(lines) <= (20 if what in ("river", "road") else 9), "\n".join(lines)
    assert lines[3] == "extends: visegrad4"


def test_a_table_is_imported_as_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", "visegrad4", "--what", "hexes", "-o", "hexes.csv"]) == 0
    table = Path("hexes.csv")
    text = table.read_text("utf-8-sig")
    table.write_text(text.replace("\n2017,clear,", "\n2017,mountain,"), "utf-8")
    assert main(["import", "hexes.csv", "--map", "visegrad4", "-o", "my-map.yaml", "--variant"]) == 0
    assert lines_of(Path("my-map.yaml")) == [
        "format: 2", "kind: map", "name: my-map", "extends: visegrad4",
        'title: "Central and Eastern Europe: my-map"', 'change: {terrain: {mountain: "2017"}}']
    assert main(["export", "historical", "--what", "units", "-o", "units.csv"]) == 0
    units = Path("units.csv")
    text = units.read_text("utf-8-sig")
    changed = text.replace("2nd Mechanized,Poland,Mechanized,brigade,7,",
                           "2nd Mechanized,Poland,Mechanized,brigade,8,")
    assert changed != text
    units.write_text(changed, "utf-8")
    assert main(["import", "units.csv", "--map", "historical", "-o", "mine.yaml", "--variant"]) == 0
    assert lines_of(Path("mine.yaml"))[3:] == [
        "extends: historical", 'title: "The Coming War: mine"', "change:",
        "  - unit: poland/2nd Mechanized", "    values: [8, 3]"]
    assert main(["validate", "my-map.yaml", "mine.yaml"]) == 0
