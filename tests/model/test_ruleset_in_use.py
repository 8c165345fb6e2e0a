"""A change of ruleset data takes effect at once in movement, odds, charts and the key of the map."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from visegrad_editor.engine.board import board_for
from visegrad_editor.hexgrid import Hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.hexsides import add_sides
from visegrad_editor.model.edit.ruleset import new_entry, typed, with_ruleset
from visegrad_editor.model.edit.ruleset_tables import set_results
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.store import save_as, save_design
from visegrad_editor.playtest.odds_report import odds_report
from visegrad_editor.printing.charts import combat_tables, terrain_chart
from visegrad_editor.printing.map_key import signs


@cache
def sample() -> LoadResult:
    return load("historical")


def design() -> Design:
    found = sample().design
    assert found is not None
    return found


def row(design: Design, section: str, id: str) -> int:
    return [e.id for e in getattr(design.ruleset, section)].index(id)


def words(elements: object) -> str:
    return repr(elements)


def test_a_wall_drawn_by_its_data_bars_movement_and_shifts_attacks() -> None:
    d = with_ruleset(design(), new_entry(design().ruleset, "hexsides", "Great wall", ("wall", "dashed")))
    wall = d.ruleset.hexsides[-1]
    assert (wall.id, wall.pattern, wall.cost) == ("great-wall", "wall", 0)
    grid = d.map.grid
    a, b = grid.parse("2017"), grid.parse("2117")
    assert a is not None
    assert b is not None
    d = with_map(d, add_sides(d.map, "great-wall", [Hexside(min(a, b), max(a, b))]))
    d = typed(typed(d, "hexsides", 1, "cost", "prohibited"), "hexsides", 1, "shift", "-3")
    board = board_for(d.map, d.ruleset)
    i, j = grid.index(a), grid.index(b)
    assert board.side_shift[(j, i)] == -3
    report = odds_report(d, "2017", "4th Armored", ["4th Armored 2117"])
    (across,) = (s for s in report.shifts if s.name == "river")
    assert (across.columns, across.text) == (-3, "great wall crossed from 2117")
    names = [s.name for s in signs(d)]
    assert "Great wall" in names
    assert "Great wall" in words(terrain_chart(d.ruleset))
    assert names.index("River") < names.index("Great wall")


def test_a_cost_is_used_by_the_next_game_and_printed_on_the_chart() -> None:
    d = typed(design(), "terrain", row(design(), "terrain", "clear"), "cost", "1½")
    before, board = board_for(design().map, design().ruleset), board_for(d.map, d.ruleset)
    hex = next(i for i, h in enumerate(board.grid) if d.map.terrain.at(h) == "clear")
    assert before.cost[hex] == 2 * before.scale
    assert board.cost[hex] == 1.5 * board.scale
    assert "'1½'" in words(terrain_chart(d.ruleset))
    assert "Clear †" in words(terrain_chart(design().ruleset))
    assert "Clear †" not in words(terrain_chart(d.ruleset))


def test_a_cell_of_the_table_is_in_the_odds_and_on_the_chart() -> None:
    cells = {(r, 4): "OR" for r in range(6)}
    d = with_ruleset(design(), set_results(design().ruleset, 0, cells))
    placed = ["Airborne 1107", "17th Mechanized Infantry 3118", "20th Mechanized 3118",
              "10th Armored Cavalry 1718", "4th Armored 1717", "6th Armored 1717",
              "5th Guards Mechanized 1817", "385th Artillery 1817"]
    table = odds_report(d, "1718", "", placed).cases[0].tables[0]
    assert dict(table.results) == {"OR": 1}
    before, after = (words(combat_tables(x.ruleset)).count("'OR'") for x in (design(), d))
    assert after == before + 6


def test_a_scenario_of_the_samples_is_saved_with_a_ruleset_and_a_map_of_its_own(tmp_path: Path) -> None:
    saved = save_as(design(), sample().sources, tmp_path / "mine.yaml")
    assert [p.name for p in saved.written] == ["mine.yaml"]
    d = with_ruleset(saved.design, new_entry(saved.design.ruleset, "terrain", "Forest", ("forest",)))
    clear = next(h for h in d.map.grid if d.map.terrain.at(h) == "clear")
    d = with_map(d, paint_terrain(d.map, [clear], "forest"))
    again = save_design(d, saved.sources)
    assert sorted(p.name for p in again.written) == ["mine-map.yaml", "mine-ruleset.yaml", "mine.yaml"]
    found = load(tmp_path / "mine.yaml")
    assert [p for p in found.problems if p.severity == "error"] == []
    assert found.design is not None
    assert found.design.ruleset == replace(d.ruleset, extends="visegrad4")
    assert "forest" in found.design.map.terrain.values.values()
    assert "\nextends: visegrad4\n" in (tmp_path / "mine-ruleset.yaml").read_text("utf-8")
    # Changed back and saved, the scenario uses the sample again.
    back = save_design(replace(again.design, ruleset=design().ruleset, map=design().map), again.sources)
    assert load(tmp_path / "mine.yaml").design == back.design
    assert back.design.ruleset == design().ruleset


def test_a_ruleset_alone_changed_asks_for_no_map(tmp_path: Path) -> None:
    first = save_as(design(), sample().sources, tmp_path / "mine.yaml")
    changed = typed(first.design, "terrain", 0, "cost", "1")
    saved = save_design(changed, first.sources)
    assert isinstance(saved.sources, Sources)
    found = load(tmp_path / "mine.yaml").design
    assert found is not None
    assert found.ruleset.terrain[0].cost == 1
    assert found.ruleset.terrain[0].provenance.source == "designer"


def test_a_new_nationality_and_type_have_initial_looks_and_numbers() -> None:
    d = with_ruleset(design(), new_entry(design().ruleset, "nationalities", "Moldova"))
    d = with_ruleset(d, new_entry(d.ruleset, "unit_types", "Ski infantry", ("infantry",)))
    kind, nation = d.ruleset.unit_types[-1], d.ruleset.nationalities[-1]
    assert (kind.symbol, kind.movement, nation.side) == ("infantry", 7, "russian")
    assert all(n.colours.ground != nation.colours.ground for n in d.ruleset.nationalities[:-1])
