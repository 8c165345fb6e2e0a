"""Units that are set up alone but in the hexes of a limit that lets them share a hex (`shared`): as checks,
lit hexes, play, filling, the search for room, the sheet and all texts see it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened
from printed_text import printed_text

from visegrad_editor.editor.panels.tray_strips import tray_strips
from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.offered_fixes import with_offered_fixes
from visegrad_editor.engine.set_up import set_up_of
from visegrad_editor.engine.set_up_filling import fill_set_up, random_set_up
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.check.set_up_groups import group_faults
from visegrad_editor.model.design import Design
from visegrad_editor.model.differences import design_changes
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.set_up_groups import limits_text, read_limits
from visegrad_editor.model.files.store import save_as
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.scenario import SetUpLimit
from visegrad_editor.model.scenario_words import content_words
from visegrad_editor.model.where import Where
from visegrad_editor.printing.setup_section import _group_words
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

HEAD = "format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: velna\n"
FIRST, SECOND, THIRD = "east/1st Tank", "east/2nd Tank", "east/3rd Mechanized"
RIFLE = "east/4th Rifle"


def own(folder: Path, hexes: str, limits: str, *units: str, alone: str = "true", more: str = "") -> Design:
    path = folder / "own.yaml"
    path.write_text(
        f"{HEAD}set_up_groups:\n  - {{id: g, name: Tanks, rule: '5.1', where: {{hexes: {hexes}}}, "
        f"alone: {alone}, limits: {limits}{more}}}\nchange:\n" + "".join(
            f"  - {{unit: {key}, setup: {{group: g}}{f', position: {hex!r}' if hex else ''}}}\n"
            for key, _, hex in (u.partition("@") for u in units)), encoding="utf-8")
    return opened(path)[1]


HEXES = "['1304', '1305', '1306']"
TWO = "[{at_most: 2, where: {hexes: ['1304']}, shared: true}]"


def problems_of(design: Design) -> list[Problem]:
    found = dict.fromkeys((*check_documents(design), *check_design(design)))
    return [p for p in with_offered_fixes(design, found) if p.severity != "note"]


def codes(design: Design) -> list[str]:
    return [p.code for p in problems_of(design)]


def test_two_in_one_hex_and_otherwise_alone_is_checked(tmp_path: Path) -> None:
    assert codes(own(tmp_path, HEXES, TWO, f"{FIRST}@1304", f"{SECOND}@1304", f"{THIRD}@1305")) == []
    assert codes(own(tmp_path, HEXES, TWO, f"{FIRST}@1305", f"{SECOND}@1305")) == ["not-alone"]
    assert "set-up-limit" in codes(own(
        tmp_path, HEXES, TWO, f"{FIRST}@1304", f"{SECOND}@1304", f"{THIRD}@1304"))
    # Without the word each stands alone there too.
    plain = TWO.replace(", shared: true", "")
    assert "not-alone" in codes(own(tmp_path, HEXES, plain, f"{FIRST}@1304", f"{SECOND}@1304"))


def test_who_stands_alone_by_another_set_up_is_not_disturbed(tmp_path: Path) -> None:
    design = own(tmp_path, HEXES, TWO, f"{FIRST}@1304")
    scenario = design.scenario
    assert scenario is not None
    rifle = scenario.unit_by_key[RIFLE]
    for alone, expected in ((True, ["not-alone"]), (False, [])):
        setup = replace(rifle.setup, where=Where(("1304", "1305")), alone=alone, box="", group="")
        changed = replace(rifle, setup=setup, position="1304", reinforcement=None)
        after = with_scenario(design, replace(scenario, units=tuple(
            changed if u.key == RIFLE else u for u in scenario.units)))
        assert codes(after) == expected


def test_the_hexes_lit_and_the_refusal_say_so(tmp_path: Path) -> None:
    set_up = set_up_of(own(tmp_path, HEXES, TWO, f"{FIRST}@1304", SECOND, THIRD))
    assert set_up is not None
    assert "1304" in set_up.open_hexes([SECOND])
    assert set_up.refusal([SECOND], "1304") is None
    assert "may not be set up with" in str(set_up.refusal([SECOND, THIRD], "1305"))
    assert "at most 2 of the group Tanks" in str(set_up.refusal([SECOND, THIRD], "1304"))
    set_up.put([SECOND], "1305")
    assert set_up.open_hexes([THIRD]) == {"1304", "1306"}
    assert str(set_up.refusal([THIRD], "1305")).endswith("(rule 5.1)")


def test_filling_and_chance_use_the_shared_hex_and_obey_its_limit(tmp_path: Path) -> None:
    narrow = own(tmp_path, "['1304', '1305']", TWO, FIRST, SECOND, THIRD)
    assert codes(narrow) == []
    for filled in (fill_set_up(narrow), *(random_set_up(narrow, seed) for seed in range(8))):
        assert filled.left == ()
        after = with_scenario(narrow, filled.scenario)
        assert codes(after) == []
        hexes = sorted(after.scenario.unit_by_key[key].hex for key in (FIRST, SECOND, THIRD))
        assert hexes == ["1304", "1304", "1305"]


@pytest.mark.parametrize(("hexes", "limits", "units", "words"), [
    ("['1304', '1305']", TWO, (FIRST, SECOND, THIRD, RIFLE),
     "but where its limits say so, and there is room for 3"),
    ("['1304']", TWO, (FIRST, SECOND, THIRD), "its limits let 2 stand"),
    ("['1304', '1305']", TWO.replace("at_most: 2", "at_most: 9"), (FIRST, SECOND, THIRD, RIFLE), "room for"),
])
def test_too_many_units_find_no_room(
    tmp_path: Path, hexes: str, limits: str, units: tuple[str, ...], words: str,
) -> None:
    found = [p for p in problems_of(own(tmp_path, hexes, limits, *units)) if p.code == "no-room"]
    assert found
    assert any(words in p.message for p in found), found


def test_one_shared_hex_has_room_for_those_of_the_limit(tmp_path: Path) -> None:
    assert codes(own(tmp_path, "['1304']", TWO, FIRST, SECOND)) == []


def test_together_is_no_contradiction_where_hexes_are_shared(tmp_path: Path) -> None:
    design = own(tmp_path, HEXES, TWO, FIRST, SECOND, more=", together: true")
    assert codes(design) == []
    filled = fill_set_up(design)
    assert filled.left == ()
    assert {filled.scenario.unit_by_key[key].hex for key in (FIRST, SECOND)} == {"1304"}


def test_players_are_held_to_it(tmp_path: Path) -> None:
    game = Game.from_scenario(own(tmp_path, HEXES, TWO, FIRST, SECOND, THIRD), seed=1)
    game.apply("place 1st Tank 1304")
    open_now = {o.hexes[0] for o in game.legal_orders() if o.verb == "place" and "2nd Tank" in o.units[0]}
    assert open_now == {"1304", "1305", "1306"}
    game.apply("place 2nd Tank 1305")
    with pytest.raises(IllegalOrderError, match="may not be set up with"):
        game.apply("place 3rd Mechanized 1305")
    game.apply("place 3rd Mechanized 1304")


def test_each_text_says_it(tmp_path: Path) -> None:
    design = own(tmp_path, HEXES, TWO, FIRST, SECOND)
    assert design.scenario is not None
    group = design.scenario.group_by_id["g"]
    assert limits_text(group.limits, design) == "2 1304 shared"
    assert read_limits(design, "2 1304 shared\n2 1304 Shared\n2 1304") == (
        *group.limits, *group.limits, replace(group.limits[0], shared=False))
    with pytest.raises(ValueError, match="shared if they need not stand alone there"):
        read_limits(design, "2 shared")
    assert "at most 2 in 1304" in content_words(group, design)
    assert content_words(group, design).endswith("where they may share a hex")
    assert _group_words(group, design).endswith("where they may share a hex")
    [strip] = [s for s in tray_strips(design) if s.name == "Tanks"]
    assert "None of them shares its hex with another unit of its nationality. At most 2" in strip.words
    assert strip.words.endswith("where they may share a hex.")
    plain = own(tmp_path, HEXES, TWO.replace(", shared: true", ""), FIRST, SECOND)
    assert list(design_changes(plain, design)), "the two are not the same"


def test_a_file_keeps_it(tmp_path: Path) -> None:
    own(tmp_path, HEXES, TWO, FIRST, SECOND)
    loaded, design = opened(tmp_path / "own.yaml")
    save_as(design, loaded.sources, tmp_path / "copy.yaml")
    again = opened(tmp_path / "copy.yaml")[1].scenario
    assert again is not None
    assert again.group_by_id["g"].limits == (SetUpLimit(2, Where(("1304",)), True),)


def test_a_limit_that_can_never_count_is_told_with_both_ways_out(tmp_path: Path) -> None:
    design = own(tmp_path, HEXES, TWO.replace(", shared: true", ""), FIRST, SECOND)
    [problem] = problems_of(design)
    assert (problem.code, problem.severity, problem.rule) == ("limit-not-alone", "warning", "5.1")
    assert "they may share a hex there" in problem.message
    assert "they may share a hex there" in group_faults(design, "g")[0]
    share, drop = problem.fixes
    assert not share.harmless
    assert not drop.harmless, "two in that hex were probably meant"
    assert share.edit(design).scenario.group_by_id["g"].limits[0].shared
    assert codes(share.edit(design)) == codes(drop.edit(design)) == []


def test_shared_hexes_of_a_group_that_need_not_stand_alone_are_told(tmp_path: Path) -> None:
    design = own(tmp_path, HEXES, TWO, FIRST, SECOND, alone="false")
    [problem] = problems_of(design)
    assert (problem.code, problem.severity) == ("idle-shared", "warning")
    assert codes(problem.fixes[0].edit(design)) == []


def test_a_limit_of_several_hexes_says_that_they_count_together(tmp_path: Path) -> None:
    several = "[{at_most: 1, where: {hexes: ['1304', '1305']}}, {at_most: 2, where: {hexes: ['1306']}}]"
    design = own(tmp_path, HEXES, several, f"{FIRST}@1304", f"{SECOND}@1305", THIRD, alone="false")
    assert design.scenario is not None
    group = design.scenario.group_by_id["g"]
    said = content_words(group, design)
    assert ", at most 1 in 1304 and 1305 together, at most 2 in 1306" in said
    assert said.count("together") == 1
    assert _group_words(group, design) == "; at most 1 in 1304 and 1305 together; at most 2 in 1306"
    [strip] = [s for s in tray_strips(design) if s.name == "Tanks"]
    assert "At most 1 in 1304 and 1305 together. At most 2 in 1306." in strip.words
    assert [p.code for p in problems_of(design)] == ["set-up-limit"]
    assert "stand in 1304 and 1305 together; at most 1 may be set up there" in problems_of(design)[0].message
    # Also on the sheet, with the name of the group.
    sheet = printed_text(setup_sheet_bytes(design))
    assert "Tanks: any of 1304" in sheet
    assert "; at most 1 in 1304 and 1305 together; at most 2 in 1306" in sheet
