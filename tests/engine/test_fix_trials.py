"""No fix is offered that makes another problem, and whatever keeps a game from beginning is an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine.game import Game
from visegrad_editor.engine.hexgame import setup
from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.engine.rules import SetupError
from visegrad_editor.model.counter_values import steps_of
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem
from visegrad_editor.printing.setup_section import set_up_order


def problems(folder: Path, base: str, text: str) -> tuple[Design, list[Problem]]:
    path = folder / "own.yaml"
    path.write_text(f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: {base}\n{text}",
                    encoding="utf-8")
    loaded, design = opened(path)
    return design, list(find_problems(design, loaded.sources, loaded.reading))


def the(found: list[Problem], code: str) -> Problem:
    [one] = [p for p in found if p.code == code]
    return one


@pytest.mark.rule("2.6")
def test_a_fix_does_not_take_iron_wolf_to_another_wrong_hex(tmp_path: Path) -> None:
    design, found = problems(tmp_path, "historical", (
        'change: [{unit: lithuania/Iron Wolf Mechanized, setup: "1220"}]\n'))
    assert the(found, "prohibited-terrain").fixes == ()
    [home] = the(found, "iron-wolf").fixes
    assert home.edit(design).scenario.unit_by_key["lithuania/Iron Wolf Mechanized"].hex == "1415"


@pytest.mark.rule("4.0")
def test_a_fix_passes_over_a_hex_that_would_score(tmp_path: Path) -> None:
    design, found = problems(tmp_path, "historical", 'change: [{unit: russia/Airborne, setup: "2017"}]\n')
    [move] = the(found, "enemies").fixes
    assert move.label == (
        "Move Airborne from 2017 Warsaw to 1918, the next hex allowed without another problem")
    assert move.edit(design).scenario.unit_by_key["russia/Airborne"].hex == "1918"


def test_a_fix_passes_over_the_hex_of_the_base(tmp_path: Path) -> None:
    _, found = problems(tmp_path, "hollen", (
        'change: [{unit: blue/1st Foot, setup: {hexes: ["0305", "0404", "0304"]}, position: "0908"}]\n'))
    labels = [fix.label for fix in the(found, "not-permitted").fixes]
    assert labels == ["Move 1st Foot from 0908 to 0404, the next hex allowed without another problem",
                      "Take 1st Foot off the map"]


def test_units_are_not_sent_to_another_entry_without_hexes(tmp_path: Path) -> None:
    _, found = problems(tmp_path, "historical", 'play_area: ["1212", "3018"]\n')
    empty = [p for p in found if p.code == "empty-entry"]
    labels = [fix.label for p in empty for fix in p.fixes]
    assert labels
    assert not [label for label in labels if "arrive at Western edge of Austria" in label]
    assert len({p.message for p in empty}) == len(empty), "entries of one name are told apart"
    assert any("Any port on the Baltic (`us-ports`)" in p.message for p in empty)


@pytest.mark.parametrize(("base", "unit", "hex", "rule"), [
    ("hollen", "blue/2nd Foot", "0905", ""), ("gsofg", "guards/27th Guards Motor Rifle", "2124", "3.2")])
def test_enemies_in_one_hex_are_an_error_in_every_game(
    tmp_path: Path, base: str, unit: str, hex: str, rule: str
) -> None:
    design, found = problems(tmp_path, base, f'change: [{{unit: {unit}, setup: "{hex}"}}]\n')
    assert (the(found, "enemies").severity, the(found, "enemies").rule) == ("error", rule)
    with pytest.raises(SetupError):
        Game.from_scenario(design)


def test_what_the_game_refuses_is_an_error_though_no_check_knows_it(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = load("hollen")
    assert loaded.design is not None

    def refuse(w: object, u: int, hex: int) -> None:
        raise SetupError("The bridge is down.", "7.3", "0604", "red/11th Line")

    monkeypatch.setattr(setup, "_fixed", refuse)
    [problem] = find_problems(loaded.design, loaded.sources)
    assert str(problem).endswith("error: No game can begin: The bridge is down. [7.3]")
    assert (problem.code, problem.hex, problem.unit) == ("cannot-begin", "0604", "red/11th Line")
    assert problem.line
    assert str(SetupError("It is down.", "set-up")) == "It is down."


@pytest.mark.rule("3.4")
def test_a_fixed_hex_in_place_of_a_choice_of_the_base_is_told(tmp_path: Path) -> None:
    design, found = problems(tmp_path, "free-setup", (
        "change:\n"
        '  - {unit: poland/10th Armored Cavalry, setup: "2118"}\n'
        '  - {unit: poland/34th Armored Cavalry, setup: "2118"}\n'
        '  - {unit: poland/2nd Mechanized, setup: "2325"}\n'
        '  - {unit: poland/12th Mechanized, setup: "1823"}\n'))
    told = [p for p in found if p.code == "replaced-set-up"]
    assert [(p.unit, p.hex, p.rule) for p in told] == [
        ("poland/10th Armored Cavalry", "2118", "3.4"), ("poland/34th Armored Cavalry", "2118", "3.4"),
        ("poland/2nd Mechanized", "2325", "3.4")]
    assert len({p.line for p in told}) == 3
    for problem in told:
        [fix] = problem.fixes
        unit = fix.edit(design).scenario.unit_by_key[problem.unit]
        assert unit.setup.has_choice
        assert unit.position == ""


@pytest.mark.rule("9.0")
def test_a_position_in_the_sea_is_told_though_the_choice_has_the_hex(tmp_path: Path) -> None:
    _, found = problems(tmp_path, "free-setup", (
        'change: [{unit: russia/27th Motorized, setup: {hexes: ["1224", "1710"]}, position: "1224"}]\n'))
    problem = the(found, "prohibited-terrain")
    assert (problem.hex, problem.rule) == ("1224", "9.0")
    assert [fix.label for fix in problem.fixes] == [
        "Move 27th Motorized from 1224 to 1710, the nearest hex allowed", "Take 27th Motorized off the map"]
    assert "cannot-begin" not in {p.code for p in found}


@pytest.mark.rule("3.0")
def test_the_sheet_prints_the_order_that_games_follow(tmp_path: Path) -> None:
    design, found = problems(tmp_path, "free-setup", "set_up_order: [polish-army, russian, allied]\n")
    assert design.scenario is not None
    assert set_up_order(design, design.scenario) == ("allied", "russian")
    assert the(found, "set-up-order").message.endswith("Games and set-up sheets follow the rules.")


def test_problems_of_scenarios_cite_the_rules_of_the_game(tmp_path: Path) -> None:
    _, found = problems(tmp_path, "historical", (
        "change:\n"
        "  - {unit: poland/34th Armored Cavalry, reinforcement: {turn: 3, entry: prague}}\n"
        '  - {unit: poland/12th Mechanized, setup: "1220"}\n'
        "replacements: [{turn: 12, side: russian, steps: 2}]\n"
        "schedule: [{id: us-entry, turn: 15}]\n"))
    rules = {p.code: p.rule for p in found}
    assert rules["prohibited-terrain"] == "9.0"
    assert rules["setup-and-arrival"] == "3.0"
    assert rules["after-the-end"] == "10.2"
    assert rules["never-comes"] == "12.0"
    assert "Replacements of the Russian side are listed for turn 12" in the(found, "after-the-end").message


@pytest.mark.rule("2.7")
def test_air_units_have_one_step() -> None:
    design = load("historical").design
    assert design is not None
    assert design.scenario is not None
    flying = {t.id for t in design.ruleset.unit_types if "air" in t.traits}
    steps = [steps_of(design.ruleset, u) for u in design.scenario.units if u.type in flying]
    assert steps
    assert set(steps) == {1}


def ruled(folder: Path, base: str, rules: str) -> tuple[Design, list[Problem]]:
    (folder / "mine.yaml").write_text(
        f"format: 2\nkind: ruleset\nname: mine\nextends: {base}\ntitle: Mine\n{rules}", encoding="utf-8")
    game = {"visegrad4": "historical"}.get(base, base)
    return problems(folder, game, "ruleset: mine.yaml\n")


def test_texts_of_the_base_about_changed_rules_can_be_left_out(tmp_path: Path) -> None:
    design, found = ruled(tmp_path, "gsofg", "stacking: {limit: 3}\nretreat: {by: owner}\n")
    stacking, retreat = (p.fixes for p in found if p.code == "inherited-text")
    assert [f.label for f in (*stacking, *retreat)] == [
        'Leave the texts of "Group of Soviet Forces Germany" about it out (stacks, alone and nations)',
        'Leave the texts of "Group of Soviet Forces Germany" about it out (retreats and DR)']
    after = retreat[0].edit(stacking[0].edit(design)).ruleset
    gone = {line.id for line in design.ruleset.player_aid} - {line.id for line in after.player_aid}
    assert gone == {"stacks", "alone", "nations", "retreats"}
    assert [(r.text, r.does) for r in after.results if r.id == "DR"] == [
        ("", r.does) for r in design.ruleset.results if r.id == "DR"]
    # Where most of the lines will hold, all of them are not taken away.
    assert the(ruled(tmp_path, "visegrad4", "retreat: {by: attacker}\n")[1], "inherited-text").fixes == ()


def test_notes_of_the_base_about_winning_can_be_left_out(tmp_path: Path) -> None:
    design, found = problems(tmp_path, "historical", "victory: {otherwise: allied}\n")
    [fix] = the(found, "inherited-text").fixes
    assert fix.label == "Leave the notes of the base out"
    assert fix.edit(design).scenario.notes == ""


def test_a_loop_of_formations_is_opened_at_any_of_them(tmp_path: Path) -> None:
    design, found = ruled(tmp_path, "visegrad4", (
        "formations: [{id: a, name: 1st Army, parent: b}, {id: b, name: 2nd Corps, parent: a}, "
        "{id: c, name: Guards, parent: c}]\n"))
    pair, own = (p.fixes for p in found if p.code == "formation-loop")
    assert [f.label for f in (*pair, *own)] == [
        "Take the formation 1st Army out of 2nd Corps", "Take the formation 2nd Corps out of 1st Army",
        "Take the formation Guards out of itself"]
    assert [f.parent for f in pair[1].edit(design).ruleset.formations] == ["b", "", "c"]


def test_a_limit_of_none_is_excluded_with_the_others_about_the_same_hexes(tmp_path: Path) -> None:
    design, found = problems(tmp_path, "hollen", """\
set_up_groups:
  - id: g
    name: G
    where: {hexes: ["0305", "0404", "0304"]}
    limits: [{at_most: 0, where: {hexes: ["0304"]}}, {at_most: 1, where: {hexes: ["0304"]}}]
change: [{unit: blue/1st Foot, setup: {group: g}}]
""")
    [fix] = the(found, "limit-of-none").fixes
    assert fix.label == ("Exclude 0304 from the hexes of the group G, instead of this limit and 1 limit more "
                         "about the same hexes")
    [group] = fix.edit(design).scenario.set_up_groups
    assert (group.where.excluding, group.limits) == (("0304",), ())


def test_enemies_are_parted_although_a_set_up_is_not_that_of_the_base(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nextends: gsofg\nname: own\ntitle: Own\nchange:\n"
                    '  - {unit: guards/27th Guards Motor Rifle, setup: "2731"}\n', encoding="utf-8")
    design, sources = load(path).design, load(path).sources
    assert design is not None
    found = find_problems(design, sources)
    assert {"enemies", "replaced-set-up"} <= {p.code for p in found}
    [problem] = [p for p in found if p.code == "enemies"]
    assert problem.fix is not None
    after = {p.code for p in find_problems(problem.fix.edit(design), sources)}
    assert "enemies" not in after
    assert "replaced-set-up" in after


def test_no_fix_is_harmless_while_a_key_is_not_read(tmp_path: Path) -> None:
    """Neither on the command line nor in the window: an entry that only seems unused is not ticked there."""
    entry = 'entries: [{id: south, name: South, where: {hexes: ["0610"]}}]\n'
    change = "change: [{unit: red/11th Line, setup: null, reinforcement: {turn: 2, %s: south}}]\n"
    _, found = problems(tmp_path, "hollen", entry + change % "entyr")
    assert the(found, "unused-entry").fixes
    assert not [p for p in found if p.harmless_fix is not None]
    _, found = problems(tmp_path, "hollen", entry)
    assert the(found, "unused-entry").harmless_fix is not None


def test_what_a_variant_says_of_a_misspelt_name_is_not_left_out_as_harmless(tmp_path: Path) -> None:
    for text, harmless in (
        ('change: [{unit: red/11th Lien, setup: "0704"}]\n', False), ("remove: [red/11th Lien]\n", False),
        ("remove: [red/Nobody at all like it]\n", True)):
        _, found = problems(tmp_path, "hollen", text)
        assert (the(found, "unknown-unit").harmless_fix is not None) is harmless, text


def foot(setup: str, position: str) -> str:
    """A set-up group, and a unit with a set-up and a position beside it."""
    return (
        "set_up_groups:\n  - {id: blue-army, name: Blue army, where: {hexes: ['0305', '0404', '0408']}}\n"
        "change:\n  - {unit: blue/1st Foot, setup: {group: blue-army}}\n"
        f"  - {{unit: blue/2nd Foot, setup: {setup}, position: '{position}'}}\n")


@pytest.mark.parametrize(("setup", "code"), [
    ("{group: blue-arym}", "unknown-set-up-group"), ("{gropu: blue-army}", "empty-setup")])
def test_a_unit_put_into_a_group_stays_where_it_stands(tmp_path: Path, setup: str, code: str) -> None:
    design, found = problems(tmp_path, "hollen", foot(setup, "0404"))
    assert "position-alone" not in {p.code for p in found}, "that its set-up is not known is told once"
    [fix, *_] = the(found, code).fixes
    unit = fix.edit(design).scenario.unit_by_key["blue/2nd Foot"]
    assert (unit.setup.group, unit.position) == ("blue-army", "0404")


def test_a_unit_put_into_a_group_leaves_a_hex_that_the_group_has_not(tmp_path: Path) -> None:
    design, found = problems(tmp_path, "hollen", foot("{group: blue-arym}", "0302"))
    [fix] = the(found, "unknown-set-up-group").fixes
    assert fix.label == "Let 2nd Foot be set up with the group Blue army, and no longer stand in 0302"
    assert fix.edit(design).scenario.unit_by_key["blue/2nd Foot"].position == ""


def test_a_group_that_is_named_by_a_slip_of_the_pen_only_is_not_removed_as_harmless(tmp_path: Path) -> None:
    text = foot("{group: blue-arym}", "0404").replace("1st Foot, setup: {group: blue-army}",
                                                      "1st Foot, setup: {group: blue-arym}")
    _, found = problems(tmp_path, "hollen", text)
    assert "unused-group" in {p.code for p in found}
    assert not [p for p in found if p.code == "unused-group" and p.harmless_fix is not None]


def test_a_goal_is_not_removed_where_nothing_is_left_to_win_by(tmp_path: Path) -> None:
    goals = (
        "victory:\n  conditions:\n"
        "    - {winner: blue, judged: at-once, when: {control: {side: blue, hexes: {hexes: ['0905']}}}}\n"
        "    - {winner: red, when: {losses: {side: blue, by: step}, at_least: -6}}\n%s"
        "  otherwise: blue\n")
    _, found = problems(tmp_path, "hollen", goals % "")
    assert the(found, "decided-at-start").fixes == (), "the other side could not win any more"
    other = "    - {winner: red, when: {losses: {side: blue, by: step}, at_least: 6}}\n"
    _, found = problems(tmp_path, "hollen", goals % other)
    assert [fix.label for fix in the(found, "decided-at-start").fixes] == ["Remove this goal"]


def test_a_number_that_is_always_great_enough_is_told(tmp_path: Path) -> None:
    event = ("schedule:\n  - {id: gift, does: [{note: Here.}], when: {losses: {side: blue, by: step}, "
             "at_least: %d}}\n")
    _, found = problems(tmp_path, "hollen", event % -6)
    assert "is always at least -6: `losses` is never less than 0" in the(found, "always-true").message
    for number in (0, 1):
        _, found = problems(tmp_path, "hollen", event % number)
        assert "always-true" not in {p.code for p in found}


def test_a_limit_that_names_no_hexes_is_told_so_and_not_taken_away_as_harmless(tmp_path: Path) -> None:
    text = foot("{group: blue-army}", "0408").replace(
        "'0408']}}", "'0408']}, limits: [{at_most: 2, where: %s}]}", 1)
    _, found = problems(tmp_path, "hollen", text % "{}")
    told = the(found, "idle-limit")
    assert told.message == ("A limit of the set-up group Blue army names no hexes, so it limits nothing. "
                            "Name those that are meant, or take the limit away.")
    assert [(fix.label, fix.harmless) for fix in told.fixes] == [
        ("Take this limit of the group Blue army away", False)]
    _, found = problems(tmp_path, "hollen", text % "{hexes: ['0604']}")
    assert the(found, "idle-limit").harmless_fix is not None
