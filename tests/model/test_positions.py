"""Where a unit may be set up and where it stands are two facts, both kept and both checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.cli.main import main
from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.set_up_filling import random_set_up
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.reshape import resize
from visegrad_editor.model.edit.units import (
    change_unit,
    clear_positions,
    clearable_units,
    kept_words,
    place_units,
    stays_in_only_hex,
    take_off_map,
)
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.scenario import Reinforcement, Scenario, Setup, Unit
from visegrad_editor.model.where import Where

POLAND = Setup(Where(countries=("poland",), excluding=("1718",)), alone=True, group="polish-army")
KEY, OTHER = "poland/10th Armored Cavalry", "poland/34th Armored Cavalry"


def free() -> tuple[Design, Scenario]:
    design = load("free-setup").design
    assert design is not None
    assert design.scenario is not None
    return design, design.scenario


def variant(folder: Path, *lines: str) -> Path:
    path = folder / "own.yaml"
    text = "".join(f"  - {{unit: {line}}}\n" for line in lines)
    path.write_text("format: 2\nkind: scenario\nname: own\nextends: free-setup\nchange:\n" + text,
                    encoding="utf-8")
    return path


def test_a_counter_put_down_keeps_where_it_may_be_set_up() -> None:
    design, scenario = free()
    unit = scenario.unit_by_key[KEY]
    assert (unit.setup, unit.position, unit.hex) == (POLAND, "", "")
    assert len(unit.start_hexes(design.map)) > 90
    placed = place_units(scenario, [KEY], "2118").unit_by_key[KEY]
    assert (placed.setup, placed.position, placed.hex) == (POLAND, "2118", "2118")
    assert [design.map.grid.number(h) for h in placed.start_hexes(design.map)] == ["2118"]
    assert placed.provenance == unit.provenance, "the rulebook still says where it may be"


def test_a_unit_without_a_choice_is_set_up_where_it_is_put() -> None:
    moved = Unit("A", "x", "y", setup=Setup(Where(hexes=("0101",)), marks=("moved",))).placed("0202")
    assert (moved.setup, moved.position) == (Setup(Where(hexes=("0202",)), marks=("moved",)), "")
    arrives = Unit("A", "x", "y", reinforcement=Reinforcement("north", 2)).placed("0202")
    assert (arrives.setup, arrives.reinforcement) == (Setup(Where(hexes=("0202",))), None)
    boxed = Unit("A", "x", "y", setup=Setup(box="pool")).placed("0202")
    assert boxed.setup == Setup(Where(hexes=("0202",)))


def test_a_counter_taken_off_the_map_may_be_set_up_again() -> None:
    _, scenario = free()
    placed = place_units(scenario, [KEY, OTHER], "2118")
    assert take_off_map(placed, [KEY]).unit_by_key[KEY] == scenario.unit_by_key[KEY]
    assert take_off_map(scenario, [KEY]) == scenario, "it is still to be set up"
    assert clear_positions(placed) == scenario


def test_a_position_goes_with_the_choice() -> None:
    _, scenario = free()
    placed = place_units(scenario, [KEY], "2118")
    assert change_unit(placed, KEY, setup=Setup(Where(hexes=("2016",)))).unit_by_key[KEY].position == ""
    elsewhere = change_unit(placed, KEY, setup=Setup(Where(countries=("germany",))))
    assert elsewhere.unit_by_key[KEY].position == "2118", "the checks tell"


@pytest.mark.parametrize(("lines", "told"), [
    ([f"{KEY}, position: '2118'", f"{OTHER}, position: '2118'"], [("not-alone", "3.4", KEY)]),
    (["poland/2nd Mechanized, position: '2325'"], [("not-permitted", "3.4", "poland/2nd Mechanized")]),
    (["poland/2nd Mechanized, position: '1718'"],
     [("enemies", "9.2", "poland/2nd Mechanized"), ("not-permitted", "3.4", "poland/2nd Mechanized")]),
    (["hungary/5th Mechanized, position: '0703'"],
     [("not-permitted", "3.4", "hungary/5th Mechanized"), ("won-at-start", "4.2", "hungary/5th Mechanized")]),
    (["poland/2nd Mechanized, position: '9999'"], [("unknown-hex", "3.4", "poland/2nd Mechanized")]),
    (["poland/2nd Mechanized, setup: '2016', position: '2017'"],
     [("position-alone", "", "poland/2nd Mechanized")]),
    (["poland/2nd Mechanized, setup: null, position: '2017'"],
     [("never-appears", "3.0", "poland/2nd Mechanized"), ("position-alone", "", "poland/2nd Mechanized")]),
    ([f"{KEY}, position: '2118'", f"{OTHER}, position: '2117'"], []),
])
def test_each_breach_of_a_free_set_up_is_told_with_its_rule(
    tmp_path: Path, lines: list[str], told: list[tuple[str, str, str]]
) -> None:
    loaded = load(variant(tmp_path, *lines))
    assert loaded.design is not None
    known = set(check_design(free()[0]))
    problems = [*loaded.problems, *check_documents(loaded.design, loaded.sources), *(
        p for p in check_design(loaded.design) if p not in known)]
    found = {(p.code, p.rule, p.unit) for p in problems if p.severity != "note" and p.code != "out-of-supply"}
    assert sorted(found) == sorted(told)


def test_the_cure_of_a_forbidden_place_leaves_the_choice_to_the_owner(tmp_path: Path) -> None:
    loaded, design = opened(variant(tmp_path, "poland/2nd Mechanized, position: '2325'"))
    [problem] = [p for p in check_documents(design, loaded.sources) if p.code == "not-permitted"]
    assert "2nd Mechanized stands in 2325 Cottbus; it may be set up anywhere in Poland, except 1718" in (
        problem.message)
    assert problem.fix is not None
    cured = problem.fix.edit(design)
    assert cured.scenario.unit_by_key["poland/2nd Mechanized"].position == ""
    assert not [p for p in check_documents(cured, loaded.sources) if p.code == "not-permitted"]
    with pytest.raises(ValueError, match="gone"):
        problem.fix.edit(with_scenario(design, replace(design.scenario, units=())))


def test_a_variant_holds_only_the_position(tmp_path: Path) -> None:
    path = variant(tmp_path, f"{OTHER}, position: '2117'")
    loaded, design = opened(path)
    assert design.scenario is not None
    after = with_scenario(design, place_units(design.scenario, [KEY], "2118"))
    save_design(after, loaded.sources)
    assert path.read_text(encoding="utf-8").endswith(
        f"change:\n  - {{unit: {KEY}, position: \"2118\"}}\n  - {{unit: {OTHER}, position: '2117'}}\n")
    assert opened(path)[1] == after


def test_positions_follow_the_numbers_of_the_map() -> None:
    design, scenario = free()
    design = with_scenario(design, place_units(scenario, [KEY], "2118"))
    hex = design.map.grid.parse("2118")
    assert hex is not None
    cut = resize(design, left=-1)
    assert cut.design.scenario is not None
    moved = cut.design.scenario.unit_by_key[KEY]
    assert moved.position == cut.design.map.grid.number(hex._replace(col=hex.col - 1))
    gone = resize(design, left=-hex.col - 1)
    assert gone.design.scenario is not None
    assert gone.design.scenario.unit_by_key[KEY].position == ""
    assert KEY in gone.losses.units


ONE_HEX = ("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: hollen\nset_up_groups:\n"
           "  - {id: post, name: Post, where: {hexes: ['0205']}}\n"
           "change:\n  - {unit: blue/1st Foot, setup: {group: post}, position: '0205'}\n"
           "  - {unit: blue/2nd Foot, setup: {hexes: ['0105', '0305']}, position: '0105'}\n")
POSTED, FREE = "blue/1st Foot", "blue/2nd Foot"


def posted(folder: Path) -> tuple[Design, Scenario]:
    path = folder / "own.yaml"
    path.write_text(ONE_HEX, encoding="utf-8")
    design = opened(path)[1]
    assert design.scenario is not None
    return design, design.scenario


def test_a_group_of_one_hex_is_kept_when_positions_are_cleared(tmp_path: Path) -> None:
    design, scenario = posted(tmp_path)
    unit = scenario.unit_by_key[POSTED]
    assert [u.key for u in clearable_units(scenario)] == [FREE]
    assert clear_positions(scenario).unit_by_key[POSTED] == unit
    assert clear_positions(scenario).unit_by_key[FREE].hex == ""
    off = take_off_map(scenario, [POSTED]).unit_by_key[POSTED]
    assert (off.setup, off.position, off.hex) == (unit.setup, "", "0205")
    assert stays_in_only_hex(unit)
    assert not stays_in_only_hex(scenario.unit_by_key[FREE])
    assert kept_words([unit], scenario).startswith(
        "1st Foot stays: its set-up group Post has only the hex 0205.")
    moved = place_units(scenario, [POSTED], "0206").unit_by_key[POSTED]
    assert (moved.setup, moved.position) == (unit.setup, "0206"), "the checks tell"
    for seed in range(3):
        filled = random_set_up(design, seed)
        assert filled.scenario.unit_by_key[POSTED] == unit
        assert FREE in filled.placed


def test_the_number_of_cleared_positions_is_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    posted(tmp_path)
    new = tmp_path / "new.yaml"
    assert main(["set-up", str(tmp_path / "own.yaml"), "--clear", "-o", str(new)]) == 0
    assert "1 position taken away." in capsys.readouterr().out
    after = opened(new)[1].scenario
    assert after is not None
    assert (after.unit_by_key[POSTED].hex, after.unit_by_key[FREE].hex) == ("0205", "")
    assert after.unit_by_key[POSTED].setup.group == "post"
    assert main(["set-up", str(new), "--clear", "-o", str(tmp_path / "again.yaml")]) == 0
    assert "No unit with a choice of hexes has a position" in capsys.readouterr().out
