"""Set-up groups: units name a group, which says where and how they may be set up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine.set_up import set_up_of
from visegrad_editor.hexgrid import Axis
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.reshape import renumber
from visegrad_editor.model.edit.ruleset import rename_entry
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_as, save_design
from visegrad_editor.model.scenario import Setup
from visegrad_editor.model.where import Where

GUNS = ("russia/9th Artillery", "russia/288th Artillery", "russia/27th Motorized", "russia/25th Motorized")
A, B, C, D = GUNS
LIMITS = "limits: [{at_most: 1, where: {countries: [belarus]}}]"


def variant(folder: Path, text: str) -> Path:
    path = folder / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: free-setup\n" + text,
                    encoding="utf-8")
    return path


def at(*places: tuple[str, str]) -> str:
    return "change:\n" + "".join(f"  - {{unit: {key}, position: '{hex}'}}\n" for key, hex in places)


def groups(text: str) -> str:
    # With its rule number stated, as the checks want it of a variant that says something else.
    return f"set_up_groups:\n  - {{id: russian-army, rule: '3.4', {text}}}\n"


def told(path: Path) -> list[tuple[str, str, str, str]]:
    return sorted((p.code, p.rule, p.unit, p.hex) for p in load(path).problems)


@pytest.mark.rule("3.4")
def test_a_group_says_once_where_its_units_may_be() -> None:
    scenario = load("free-setup").design.scenario
    assert [u.key for u in scenario.members("polish-army")] == [
        u.key for u in scenario.units if u.nationality == "poland" and u.setup and not u.setup.box]
    assert len(scenario.members("polish-army")) == 10
    setups = {u.setup for u in scenario.members("polish-army")}
    assert len(setups) == 1
    setup = setups.pop()
    assert (setup.where, setup.alone) == (Where(countries=("poland",), excluding=("1718",)), True)


def test_units_follow_their_group_whatever_changes(tmp_path: Path) -> None:
    path = variant(tmp_path, (
        "set_up_groups:\n  - {id: polish-army, where: {countries: [germany]}, alone: false}\n"))
    loaded, design = opened(path)
    assert design.scenario is not None
    for unit in design.scenario.members("polish-army"):
        assert unit.setup is not None
        assert (unit.setup.where, unit.setup.alone) == (Where(countries=("germany",)), False)
        assert unit.provenance == load("free-setup").design.scenario.unit_by_key[unit.key].provenance
    # The file says of the units nothing, and neither does one that is saved.
    changed = place_units(design.scenario, ["poland/2nd Mechanized"], "2325")
    save_design(with_scenario(design, changed), loaded.sources)
    text = path.read_text(encoding="utf-8")
    assert text.count("group") == 1
    assert text.count("unit:") == 1
    assert opened(path)[1].scenario == changed
    group = replace(changed.group_by_id["polish-army"], where=Where(countries=("hungary",)))
    after = replace(changed, set_up_groups=(group, *changed.set_up_groups[1:]))
    assert after.unit_by_key["poland/2nd Mechanized"].setup.where == Where(countries=("hungary",))


def test_units_keep_the_hexes_of_a_group_that_is_gone(tmp_path: Path) -> None:
    loaded, design = opened("free-setup")
    assert design.scenario is not None
    group = design.scenario.group_by_id["polish-army"]
    members = [u.key for u in design.scenario.members(group.id)]
    assert members
    left = tuple(g for g in design.scenario.set_up_groups if g is not group)
    after = replace(design.scenario, name="own", set_up_groups=left, extends="")
    save_as(with_scenario(design, after), loaded.sources, tmp_path / "own.yaml")
    again = opened(tmp_path / "own.yaml")[1].scenario
    assert again is not None
    for scenario in (after, again):
        for key in members:
            setup = scenario.unit_by_key[key].setup
            assert setup == Setup(group.where, alone=group.alone)
    assert [u.key for u in again.members("russian-army")]


def test_groups_follow_the_map_and_the_names_of_countries() -> None:
    design = load("free-setup").design
    assert design.scenario is not None
    cut = renumber(design, replace(design.map.grid.numbering, row=Axis(26, "down"))).design.scenario
    assert cut.group_by_id["polish-army"].where.excluding != ("1718",)
    assert cut.unit_by_key["poland/2nd Mechanized"].setup.where == cut.group_by_id["polish-army"].where
    place = [n.id for n in design.ruleset.nationalities].index("poland")
    renamed = rename_entry(design, "nationalities", place, "polen").scenario
    assert renamed.group_by_id["polish-army"].where.countries == ("polen",)


@pytest.mark.parametrize(("text", "expected"), [
    (groups(LIMITS) + at((A, "1710"), (B, "1909")), [("set-up-limit", "3.4", B, "1909")]),
    (groups(LIMITS) + at((A, "1710"), (B, "1010")), []),
    (groups("together: true") + at((A, "1710"), (B, "1909")), [("not-together", "3.4", B, "1909")]),
    (groups("where: {countries: [belarus]}, limits: [{at_most: 4, where: {countries: [belarus]}}]"),
     [("no-room", "3.4", "", "")]),
    (groups("limits: [{at_most: 4, where: {countries: [poland]}}]"), [("idle-limit", "3.4", "", "")]),
    (groups("where: {countries: [atlantis]}"), [("unknown-country", "3.4", "", "")]),
    (groups("where: {features: [city], countries: [russia], excluding: ['0703'], edge: west}"),
     [("empty-group", "3.4", "", "")]),
    ("set_up_groups:\n  - {id: idle, where: {countries: [poland]}}\n", [("unused-group", "", "", "")]),
    ("change:\n  - {unit: hungary/5th Mechanized, setup: {group: hungarian}}\n",
     [("unknown-set-up-group", "", "hungary/5th Mechanized", "")]),
    ("change:\n  - {unit: hungary/5th Mechanized, setup: {group: russian-army}}\n",
     [("group-of-two-sides", "3.4", "", "")]),
    ("change:\n  - {unit: hungary/5th Mechanized, setup: {group: polish-army, alone: true}}\n",
     [("group-and-place", "", "", "")]),
])
def test_each_fault_of_a_group_is_told(
    tmp_path: Path, text: str, expected: list[tuple[str, str, str, str]]
) -> None:
    assert told(variant(tmp_path, text)) == expected


def refusal(design: Design, hex: str, *units: str) -> str:
    set_up = set_up_of(design)
    assert set_up is not None
    return str(set_up.refusal(units, hex) or "")


def test_the_game_obeys_limits_of_a_group(tmp_path: Path) -> None:
    _, design = opened(variant(tmp_path, groups(LIMITS) + at((A, "1710"))))
    assert refusal(design, "1909", B) == (
        "Russian 288th Artillery may not be set up in 1909: at most 1 of the group Russian army may be set "
        "up in all hexes of Belarus together. (rule 3.4)")
    assert refusal(design, "1909", A) == "", "the same unit may move"
    assert refusal(design, "1010", B) == ""


def test_the_game_keeps_units_of_a_group_together(tmp_path: Path) -> None:
    _, design = opened(variant(tmp_path, groups("together: true") + at((A, "1710"))))
    assert "must be set up in one hex, and Russian 9th Artillery stands in 1710" in refusal(design, "1909", B)
    assert "Not all units of the group Russian army, which must be set up in one hex, have room in 1710" in (
        refusal(design, "1710", B)), "it is one of five, and three may stack"


@pytest.mark.parametrize("rule", ["", "7.4"])
def test_a_refusal_cites_the_rule_of_the_group_and_nothing_if_it_has_none(tmp_path: Path, rule: str) -> None:
    own = (f'set_up_groups:\n  - {{id: guard, name: Guard, rule: "{rule}", where: {{areas: [], countries: '
           '[belarus]}, alone: true, limits: [{at_most: 1, where: {hexes: ["1710"]}}]}\n')
    units = "".join(f"  - {{unit: {key}, setup: {{group: guard}}{position}}}\n" for key, position in (
        (A, ', position: "1909"'), (B, "")))
    _, design = opened(variant(tmp_path, own + "change:\n" + units))
    cited = f" (rule {rule})" if rule else ""
    assert refusal(design, "1909", B) == (
        f"Russian 288th Artillery may not be set up with Russian 9th Artillery.{cited}")
    assert refusal(design, "2017", B) == (
        f"Russian 288th Artillery may be set up anywhere in Belarus, not in 2017 (Warsaw).{cited}")
