"""Units that cannot all be set up are found by trying to place them, before a game puts them out."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.cli.main import main
from visegrad_editor.engine import set_up_room
from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.game import Game
from visegrad_editor.engine.offered_fixes import with_offered_fixes
from visegrad_editor.engine.set_up_filling import random_set_up
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem

ALONE = "{id: g, name: Tanks, rule: '5.1', where: {hexes: ['1304', '1305', '1306']}, alone: true"
ONE_HEX = "{id: g, name: Tanks, rule: '5.1', where: {hexes: ['1304']}, alone: true}"
FIRST, SECOND = "1st Tank, setup: {group: g}", "2nd Tank, setup: {group: g}"
FIXED, THIRD = "4th Rifle, setup: '1305'", "3rd Mechanized, setup: {hexes: ['1304', '1306']}"


def variant(folder: Path, group: str, *units: str) -> Path:
    path = folder / "own.yaml"
    groups = f"set_up_groups:\n  - {group}\n" if group else ""
    path.write_text(
        f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: velna\n{groups}change:\n"
        + "".join(f"  - {{unit: east/{unit}}}\n" for unit in units), encoding="utf-8")
    return path


def problems_of(design: Design) -> list[Problem]:
    found = dict.fromkeys((*check_documents(design), *check_design(design)))
    return [p for p in with_offered_fixes(design, found) if p.severity != "note"]


def test_units_that_have_no_room_together_are_named_with_their_group(tmp_path: Path) -> None:
    path = variant(tmp_path, f"{ALONE}}}", FIRST, SECOND, FIXED, THIRD)
    design = opened(path)[1]
    [problem] = problems_of(design)
    assert (problem.severity, problem.code, problem.rule) == ("error", "no-room", "5.1")
    assert "Eastern 1st Tank (group Tanks), Eastern 2nd Tank (group Tanks) and Eastern 3rd Mechanized" in (
        problem.message)
    assert "1304, 1305 and 1306" in problem.message
    filled = random_set_up(design, 1)
    assert len(filled.left) == 1
    assert "could not be set up" in filled.words
    assert main(["set-up", str(path), "--random", "1", "-o", str(tmp_path / "new.yaml")]) == 1
    game = Game.from_scenario(design, seed=1)
    while game.legal_orders()[0].verb == "place":
        game.apply(game.legal_orders()[0])
    assert any("out of the game" in event.text for event in game.events), "that is what is warned of"


@pytest.mark.parametrize("units", [
    (FIRST, SECOND, FIXED), (FIRST, SECOND, THIRD), (FIRST, FIXED, THIRD)])
def test_what_fits_is_not_told(tmp_path: Path, units: tuple[str, ...]) -> None:
    design = opened(variant(tmp_path, f"{ALONE}}}", *units))[1]
    assert random_set_up(design, 1).left == ()
    assert not [p for p in problems_of(design) if p.code == "no-room"]


def test_a_group_alone_and_together_is_a_contradiction(tmp_path: Path) -> None:
    design = opened(variant(tmp_path, f"{ALONE}, together: true}}", FIRST, SECOND))[1]
    [problem] = problems_of(design)
    assert (problem.severity, problem.code, problem.rule) == ("error", "no-room", "5.1")
    assert "1st Tank and 2nd Tank cannot do both" in problem.message
    assert len(problem.fixes) == 2
    for fix in problem.fixes:
        assert problems_of(fix.edit(design)) == [], fix.label


def test_a_limit_of_a_group_counts_in_the_search(tmp_path: Path) -> None:
    group = ("{id: g, name: Tanks, rule: '5.1', where: {hexes: ['1304', '1305', '1306']}, "
             "limits: [{at_most: 1, where: {hexes: ['1304', '1306']}}]}")
    fits = opened(variant(tmp_path, group, FIRST, SECOND))[1]
    assert not [p for p in problems_of(fits) if p.code == "no-room"]
    rifle = "4th Rifle, setup: {hexes: ['1305'], alone: true}"
    full = opened(variant(tmp_path, group, FIRST, SECOND, rifle))[1]
    [problem] = [p for p in problems_of(full) if p.code == "no-room"]
    assert "1st Tank and Eastern 2nd Tank of the set-up group Tanks" in problem.message


def test_two_units_alone_in_a_group_of_one_hex_have_no_room(tmp_path: Path) -> None:
    [problem] = problems_of(opened(variant(tmp_path, ONE_HEX, FIRST, SECOND))[1])
    assert (problem.code, problem.rule) == ("no-room", "5.1")
    assert "1st Tank and Eastern 2nd Tank" in problem.message


@pytest.mark.parametrize(("group", "units", "code"), [
    (ONE_HEX, ("1st Tank, setup: {group: g}, position: '1305'", SECOND), "position-alone"),
    ("", ("1st Tank, position: '1305'", "4th Rifle, setup: {hexes: ['1304'], alone: true}"),
     "position-alone"),
    ("{id: g, where: {hexes: ['1304', '1207']}, alone: true}", (
        "1st Tank, setup: {group: g}, position: '1305'", "2nd Tank, setup: {group: g}, position: '1304'",
        "4th Rifle, setup: {group: g}, position: '1207'"), "not-permitted"),
])
def test_no_fix_that_makes_another_problem_is_offered(
    tmp_path: Path, group: str, units: tuple[str, ...], code: str,
) -> None:
    design = opened(variant(tmp_path, group, *units))[1]
    [problem] = [p for p in problems_of(design) if p.code == code]
    assert problem.fixes == ()
    free = opened(variant(tmp_path, group, units[0]))[1]
    [alone] = [p for p in problems_of(free) if p.code == code]
    assert alone.fixes, "with room the fix is there"
    for fix in alone.fixes:
        assert problems_of(fix.edit(free)) == [], fix.label


@pytest.mark.parametrize("name", ["free-setup", "mobilised-poland", "gsofg-free-fronts"])
def test_the_sample_set_ups_have_room(name: str) -> None:
    design = load(name).design
    assert design is not None
    assert not [p for p in check_design(design) if p.code == "no-room"]


def test_a_search_that_gives_up_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    design = opened(variant(tmp_path, f"{ALONE}}}", FIRST, SECOND, FIXED, THIRD))[1]
    monkeypatch.setattr(set_up_room, "_MOST_TRIED", 1)
    [problem] = [p for p in check_design(design) if p.code == "no-room"]
    assert problem.severity == "warning"
    assert "no way was found" in problem.message


TWO_SIDES = ("format: 2\nkind: scenario\nname: own\ntitle: Own\nruleset: hollen\nmap: hollen\nturns: 6\n"
             "provenance: designer\nunits_provenance: designer\nunits:\n"
             "  - {{name: A, nationality: blue, type: foot, setup: {{hexes: ['0501', {blue}]}}}}\n"
             "  - {{name: B, nationality: red, type: foot, setup: {{hexes: ['0501', {red}]}}}}\n"
             "  - {{name: C, nationality: red, type: foot, setup: '0701'}}\n"
             "  - {{name: D, nationality: blue, type: foot, setup: '0305'}}\n")


@pytest.mark.parametrize(("blue", "red", "told"), [
    ("'0701'", "'0305'", True), ("'0601'", "'0305'", False), ("'0701'", "'0604'", False),
    ("'0701'", "'0701'", False)])
def test_room_that_two_sides_need_is_warned_of(tmp_path: Path, blue: str, red: str, told: bool) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(TWO_SIDES.format(blue=blue, red=red), encoding="utf-8")
    design = opened(path)[1]
    found = [p for p in problems_of(design) if p.code == "no-room"]
    assert bool(found) == told
    for problem in found:
        assert problem.severity == "warning", "each side finds room, and a game begins"
        assert "Blue A (" in problem.message
        assert "Red B (" in problem.message
        assert "are to be set up in 0501" in problem.message
    game = Game.from_scenario(design, seed=1)
    while (placing := [o for o in game.legal_orders() if o.verb == "place" and o.hexes == ("0501",)] or [
            o for o in game.legal_orders() if o.verb == "place"]):
        game.apply(placing[0])
    if told:
        assert any("out of the game" in event.text for event in game.events), "that is what is warned of"
