"""Every condition of the free set-up of 3.4, broken in a file: told with its rule, and each fix works."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.cli.main import main
from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.problems import Problem

CAVALRY, MECHANIZED = "poland/10th Armored Cavalry", "poland/2nd Mechanized"


def changes(*lines: str) -> str:
    return "change:\n" + "".join(f"  - {{unit: {line}}}\n" for line in lines)


def group(where: str, alone: str) -> str:
    return f"set_up_groups:\n  - {{id: polish-army, where: {where}, alone: {alone}}}\n"


def written(folder: Path, text: str, base: str = "free-setup") -> Path:
    path = folder / "own.yaml"
    path.write_text(f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: {base}\n{text}",
                    encoding="utf-8")
    return path


def problems_of(design: Design) -> list[Problem]:
    """All problems but notes, and what is said of the base of a variant: that it differs is meant here."""
    return [p for p in find_problems(design, Sources())
            if p.severity != "note" and p.code not in ("rule-of-base", "replaced-set-up")]


BREACHES = {
    "a Pole abroad": (changes(f"{MECHANIZED}, position: '2325'"), "not-permitted", "3.4", MECHANIZED),
    "a Pole who may go abroad": (
        changes(f"{MECHANIZED}, setup: {{countries: [germany]}}"), "free-set-up", "3.4", MECHANIZED),
    "a Pole who may have company": (
        changes(f"{MECHANIZED}, setup: {{countries: [poland], excluding: ['1718']}}"), "free-set-up", "3.4",
        MECHANIZED),
    "two Poles fixed in a hex": (
        changes(f"{CAVALRY}, setup: '2118'", f"{MECHANIZED}, setup: '2118'"), "free-set-up", "3.4",
        MECHANIZED),
    "two Poles in a hex": (
        changes(f"{CAVALRY}, position: '2118'", f"{MECHANIZED}, position: '2118'"), "not-alone", "3.4",
        CAVALRY),
    "an army that may go to 1718": (
        group("{countries: [poland]}", "true") + changes(f"{CAVALRY}, position: '2118'"), "free-set-up",
        "3.4", CAVALRY),
    "an army that may have company": (
        group("{countries: [poland], excluding: ['1718']}", "false") + changes(
            f"{CAVALRY}, position: '2118'", f"{MECHANIZED}, position: '2118'"), "free-set-up", "3.4",
        CAVALRY),
    "an army with a Hungarian": (
        changes("hungary/5th Mechanized, setup: {group: polish-army}"), "free-set-up", "3.4",
        "hungary/5th Mechanized"),
    "Poles of turn 2 from the start": (
        changes("poland/6th Airborne, reinforcement: null, setup: '2017'"), "free-arrival", "3.4",
        "poland/6th Airborne"),
    "Hungary": (changes("hungary/5th Mechanized, position: '2017'"), "not-permitted", "3.4",
                "hungary/5th Mechanized"),
    "a Hungarian too early": (
        changes("hungary/25th Infantry, reinforcement: {turn: 2, entry: budapest}"), "free-arrival", "3.4",
        "hungary/25th Infantry"),
    "a Hungarian by an event": (
        changes("hungary/25th Infantry, reinforcement: {event: us-entry, entry: budapest}"), "free-arrival",
        "3.4", "hungary/25th Infantry"),
    "a Hungarian who may come elsewhere": (
        changes("hungary/25th Infantry, reinforcement: {turn: 3, entry: budapest, also: [prague]}"),
        "free-arrival", "3.4", "hungary/25th Infantry"),
    "a Slovak": (changes("slovakia/1st Mechanized, reinforcement: null, setup: '2920'"), "free-arrival",
                 "3.4", "slovakia/1st Mechanized"),
    "a Czech": (changes("czech-republic/4th Rapid, reinforcement: {turn: 1, entry: bratislava}"),
                "free-arrival", "3.4", "czech-republic/4th Rapid"),
    "Lithuania": (changes("lithuania/Iron Wolf Mechanized, setup: {countries: [lithuania]}"), "free-set-up",
                  "3.4", "lithuania/Iron Wolf Mechanized"),
    "Iron Wolf": (changes("lithuania/Iron Wolf Mechanized, setup: '1416'"), "iron-wolf", "2.6",
                  "lithuania/Iron Wolf Mechanized"),
    "Russia": (changes("russia/27th Motorized, position: '2017'"), "not-permitted", "3.4",
               "russia/27th Motorized"),
    "the paratroops": (changes("russia/Airborne, setup: {group: russian-army}"), "paratroops", "3.4",
                       "russia/Airborne"),
    "a Russian too late": (
        changes("russia/17th Motorized, reinforcement: {turn: 2, entry: east-edge}"), "free-arrival", "3.4",
        "russia/17th Motorized"),
    "the eastern edge": (
        "entries:\n  - {id: east-edge, where: {areas: [poland-north-edge]}}\n", "free-arrival", "3.4",
        "russia/17th Motorized"),
    "Ukraine": (changes("ukraine/1st Armored, setup: {countries: [belarus]}"), "free-set-up", "3.4",
                "ukraine/1st Armored"),
    "Belarus": (changes("belarus/38th Mobile, setup: {countries: [russia]}"), "free-set-up", "3.4",
                "belarus/38th Mobile"),
    "America": (changes("usa/M.E.U., reinforcement: null, setup: '2017'"), "before-entry", "12.0",
                "usa/M.E.U."),
}


@pytest.mark.rule("3.4", "2.6", "12.0")
@pytest.mark.parametrize("name", BREACHES)
def test_each_breach_is_told_once_and_each_of_its_fixes_works(tmp_path: Path, name: str) -> None:
    text, code, rule, unit = BREACHES[name]
    design = opened(written(tmp_path, text))[1]
    problems = problems_of(design)
    [problem] = problems
    assert (problem.code, problem.rule, problem.unit) == (code, rule, unit)
    assert problem.fixes
    for fix in problem.fixes:
        assert problems_of(fix.edit(design)) == [], fix.label


@pytest.mark.rule("3.4")
def test_a_fix_gives_what_the_bundled_free_set_up_says(tmp_path: Path) -> None:
    right = load("free-setup").design
    assert right is not None
    assert right.scenario is not None
    for name in ("an army that may go to 1718", "a Hungarian too early", "Ukraine", "the eastern edge"):
        text, _, _, unit = BREACHES[name]
        design = opened(written(tmp_path, text))[1]
        [problem] = problems_of(design)
        after = problem.fixes[0].edit(design).scenario
        assert after is not None
        wanted = right.scenario.unit_by_key[unit]
        made = after.unit_by_key[unit]
        assert (made.setup, made.reinforcement) == (wanted.setup, wanted.reinforcement)
        assert after.entry_by_id["east-edge"].where == right.scenario.entry_by_id["east-edge"].where


@pytest.mark.rule("3.4")
def test_units_stay_where_they_may_be_when_their_group_is_put_right(tmp_path: Path) -> None:
    design = opened(written(tmp_path, BREACHES["an army that may go to 1718"][0]))[1]
    [problem] = problems_of(design)
    assert problem.fixes[0].edit(design).scenario.unit_by_key[CAVALRY].position == "2118"
    design = opened(written(tmp_path, BREACHES["an army that may have company"][0]))[1]
    [problem] = problems_of(design)
    units = problem.fixes[0].edit(design).scenario.unit_by_key
    assert sorted((units[CAVALRY].position, units[MECHANIZED].position)) == ["", "2118"]


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("text", [
    # Narrower than 3.4, marines that land elsewhere (10.1), air units.
    changes(f"{MECHANIZED}, setup: '2118'", "hungary/5th Mechanized, setup: '3118'"),
    changes("ukraine/1st Armored, setup: {hexes: ['2006', '2007']}"),
    "entries:\n  - {id: east-edge, where: {areas: [east-edge-without-ukraine]}}\n",
])
def test_a_narrower_choice_breaks_nothing(tmp_path: Path, text: str) -> None:
    assert problems_of(opened(written(tmp_path, text))[1]) == []


@pytest.mark.rule("3.4")
def test_a_fixed_set_up_is_left_to_its_designer(tmp_path: Path) -> None:
    for name in ("a Hungarian too early", "a Slovak", "Ukraine"):
        design = opened(written(tmp_path, BREACHES[name][0], "historical"))[1]
        assert not {p.code for p in problems_of(design)} & {"free-set-up", "free-arrival"}


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("name", BREACHES)
def test_breaches_are_told_and_fixed_on_the_command_line(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    text, code, rule, _ = BREACHES[name]
    path, new = written(tmp_path, text), tmp_path / "new.yaml"
    main(["validate", str(path)])
    assert f"[{rule}]" in capsys.readouterr().out
    main(["validate", str(path), "--fix", code, "-o", str(new)])
    assert problems_of(opened(new)[1]) == []
