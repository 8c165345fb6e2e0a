"""Units are set up where the rules allow: the rest of a set-up, or all at random."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.set_up_filling import fill_set_up, random_set_up, unplaced_units
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.where import Where

KEY = "poland/10th Armored Cavalry"
BREACHES = {"stacking", "enemies", "not-alone", "setup-terrain", "not-permitted", "set-up-limit",
            "not-together", "prohibited-terrain", "out-of-play", "no-room"}


def free(**hexes: str) -> Design:
    design = load("free-setup").design
    assert design is not None
    assert design.scenario is not None
    scenario = design.scenario
    for key, hex in hexes.items():
        scenario = place_units(scenario, [key], hex)
    return with_scenario(design, scenario)


def breaches(design: Design) -> list[str]:
    return [p.message for p in (*check_documents(design), *check_design(design))
            if p.code in BREACHES and p.severity == "error"]


@pytest.mark.rule("3.4")
def test_the_rest_is_set_up_by_the_rules_and_what_stands_stays() -> None:
    design = free(**{KEY: "2118"})
    assert len(unplaced_units(design)) == 24
    filled = fill_set_up(design)
    after = with_scenario(design, filled.scenario)
    assert filled.left == ()
    assert set(filled.placed) == {u.key for u in unplaced_units(design)}
    assert filled.words == "24 units set up."
    assert filled.scenario.unit_by_key[KEY].position == "2118"
    assert unplaced_units(after) == ()
    assert breaches(after) == []
    assert fill_set_up(after).words == "No unit with a choice of hexes is still to be set up."
    assert fill_set_up(design) == filled, "the same again"


def test_a_random_set_up_is_legal_and_depends_on_the_seed() -> None:
    design = free(**{KEY: "2118"})
    made = [random_set_up(design, seed).scenario for seed in range(5)]
    assert len({tuple(u.position for u in s.units) for s in made}) == 5
    assert random_set_up(design, 3).scenario == made[3]
    for scenario in made:
        after = with_scenario(design, scenario)
        assert unplaced_units(after) == ()
        assert breaches(after) == []


@pytest.mark.parametrize("name", ["gsofg-free-fronts", "karn", "hollen", "velna"])
def test_each_sample_is_set_up_legally(name: str) -> None:
    design = load(name).design
    assert design is not None
    for filled in (fill_set_up(design), random_set_up(design, 1)):
        assert filled.left == ()
        assert breaches(with_scenario(design, filled.scenario)) == []


def own(folder: Path, text: str) -> Design:
    path = folder / "own.yaml"
    path.write_text(f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: free-setup\n{text}",
                    encoding="utf-8")
    return opened(path)[1]


def test_units_with_few_hexes_come_first_and_others_make_room(tmp_path: Path) -> None:
    names = [u.name for u in free().scenario.members("polish-army")]
    # Each may be in one hex more than the one before, so that only one order succeeds.
    hexes = ["2118", "2117", "2116", "2017", "2016", "2015", "1917", "1916", "1915", "1817"]
    lines = "".join(
        f"  - {{unit: poland/{name}, setup: {{hexes: [{', '.join(repr(h) for h in hexes[:max(2, n + 1)])}], "
        "alone: true}}}\n".replace("}}}", "}}")
        for n, name in reversed(list(enumerate(names))))
    filled = fill_set_up(own(tmp_path, "change:\n" + lines))
    assert filled.left == ()
    assert breaches(own(tmp_path, "change:\n" + lines)) == []


def test_what_cannot_be_set_up_is_told_with_the_reason(tmp_path: Path) -> None:
    design = own(tmp_path, (
        "change:\n"
        "  - {unit: poland/2nd Mechanized, setup: {hexes: ['2118', '2117'], alone: true}, position: '2117'}\n"
        f"  - {{unit: {KEY}, position: '2118'}}\n"
        "  - {unit: poland/1st Armored, setup: {hexes: ['2118', '2117'], alone: true}}\n"))
    filled = fill_set_up(design)
    assert [key for key, _ in filled.left] == ["poland/1st Armored"]
    assert "1st Armored may stand in none of 2 hexes; in 2" in filled.words
    assert "(rule 3.4)" in filled.words
    assert "1 unit could not be set up." in filled.words


def test_groups_are_obeyed(tmp_path: Path) -> None:
    design = own(tmp_path, (
        "set_up_groups:\n  - {id: russian-army, limits: [{at_most: 1, where: {countries: [belarus]}},"
        " {at_most: 2, where: {countries: [russia]}}]}\n"))
    group = design.scenario.group_by_id["russian-army"]
    for seed in range(6):
        after = with_scenario(design, random_set_up(design, seed).scenario)
        assert unplaced_units(after) == ()
        assert breaches(after) == []
    together = replace(design, scenario=replace(design.scenario, set_up_groups=(
        *(g for g in design.scenario.set_up_groups if g is not group),
        replace(group, limits=(), together=True, where=Where(countries=("belarus",))))))
    filled = fill_set_up(together)
    # Five units are too many for one hex (6.0).
    assert len(filled.left) == 5
    assert "must be set up in one hex, have room in" in filled.words


def test_a_game_that_does_not_say_is_told() -> None:
    design = free()
    unknown = replace(design, ruleset=replace(design.ruleset, system="no-such-game"))
    with pytest.raises(ValueError, match="does not say where units may be set up"):
        fill_set_up(unknown)
    with pytest.raises(ValueError, match="no scenario"):
        random_set_up(replace(design, scenario=None), 1)


def of_both_sides(folder: Path, units: dict[str, str], groups: str = "") -> Design:
    """A scenario in Hollen with these units and their set-ups."""
    lines = "".join(f"  - {{name: {key.partition('/')[2]}, nationality: {key.partition('/')[0]}, type: foot, "
                    f"values: [5, 2], setup: {setup}}}\n" for key, setup in units.items())
    path = folder / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nruleset: hollen\nmap: hollen\n"
                    f"turns: 6\nprovenance: designer\nunits_provenance: designer\n{groups}units:\n{lines}",
                    encoding="utf-8")
    return opened(path)[1]


PAIR = "set_up_groups:\n  - {id: pair, where: {hexes: ['0501', '0701']}, together: true}\n"


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_the_room_that_both_sides_need_is_left_to_the_designer(tmp_path: Path, seed: int | None) -> None:
    design = of_both_sides(tmp_path, {
        "blue/A": "{group: pair}", "blue/B": "{group: pair}", "blue/C": "{hexes: ['0305', '0604']}",
        "red/D": "{hexes: ['0501', '0701'], alone: true}", "red/E": "'0501'",
        "red/G": "{hexes: ['0604', '0905']}"}, PAIR)
    assert breaches(design) == [], "each side has room"
    filled = fill_set_up(design) if seed is None else random_set_up(design, seed)
    after = with_scenario(design, filled.scenario)
    assert breaches(after) == []
    assert set(filled.placed) == {"blue/C", "red/G"}
    assert dict(filled.left).keys() == {"blue/A", "blue/B", "red/D"}
    assert len({why for _, why in filled.left}) == 1
    sides = {s.id: s.name for s in design.ruleset.sides}
    blue, red = (sides[n.side] for n in design.ruleset.nationalities if n.id in ("blue", "red"))
    assert filled.words in (
        f"2 units set up. 3 units could not be set up. {one} in 0701 would leave no room for {other}, so "
        "none of them is set up: decide who stands there, or give them more hexes."
        for one, other in ((f"A and B ({blue})", f"D ({red})"), (f"D ({red})", f"A and B ({blue})")))


def test_each_unit_that_is_left_has_its_reason(tmp_path: Path) -> None:
    both = "{hexes: ['0501', '0701']}"
    design = of_both_sides(tmp_path, {
        "blue/A": both, "blue/B": both, "red/C": both, "red/D": both, "red/E": "'0501'", "red/F": "'0501'"})
    assert breaches(design) == []
    filled = fill_set_up(design)
    assert breaches(with_scenario(design, filled.scenario)) == []
    assert filled.placed == ()
    assert [key for key, _ in filled.left] == ["blue/A", "blue/B", "red/C", "red/D"]
    for key, why in filled.left:
        assert "in 0701 would leave no room for" in why
        assert key.partition("/")[2] in why.partition("so none")[0], why
    assert filled.words.startswith("No unit could be set up. ")
