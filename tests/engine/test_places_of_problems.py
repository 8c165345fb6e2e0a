"""Where problems of scenarios are told: at the line of the file that made the fault, not of its base."""

from __future__ import annotations

from pathlib import Path

import pytest

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem

HEAD = "format: 2\nkind: scenario\nname: {0}\ntitle: Own\nnotes: Own.\nextends: {1}\n"
"""Six lines: what follows begins with line 7."""
TO_POLES = "change:\n  - {unit: russia/27th Motorized, setup: {group: polish-army}}\n"


def problems_of(folder: Path, name: str, base: str, text: str) -> list[Problem]:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD.format(name, base) + text, encoding="utf-8")
    loaded = load(path)
    if loaded.design is None:
        return list(loaded.problems)
    return list(find_problems(loaded.design, loaded.sources, loaded.reading))


def places(problems: list[Problem], code: str) -> list[tuple[str, int]]:
    """File and line of the problems of a code."""
    return [(Path(p.file).stem, p.line) for p in problems if p.code == code]


@pytest.mark.parametrize(("base", "text", "code", "line"), [
    ("free-setup", TO_POLES, "group-of-two-sides", 8),
    ("free-setup", "set_up_groups:\n  - {id: polish-army, where: {hexes: ['1918', '2018']}}\n", "no-room", 8),
    ("free-setup", "set_up_groups:\n  - id: polish-army\n    name: Poles\n"
     "    where: {hexes: ['1918', '2018']}\n", "no-room", 10),
    ("free-setup", "play_area: ['2021', '2118']\n", "no-room", 7),
    ("free-setup", "play_area: ['2021', '2118']\n", "no-industry", 7),
    ("free-setup", "play_area: ['2021', '2118']\n", "no-source", 7),
    ("velna", "set_up_groups:\n  - {id: g, name: Own, where: {hexes: ['1304']}, alone: true}\nchange:\n"
     "  - {unit: east/1st Tank, setup: {group: g}}\n  - {unit: east/2nd Tank, setup: {group: g}}\n",
     "no-room", 10),
])
def test_what_a_variant_does_to_inherited_parts_is_told_in_the_variant(
    base: str, text: str, code: str, line: int, tmp_path: Path
) -> None:
    found = places(problems_of(tmp_path, "own", base, text), code)
    assert found
    assert set(found) == {("own", line)}


def test_the_fault_of_a_variant_is_told_there_in_variants_of_it_too(tmp_path: Path) -> None:
    assert places(problems_of(tmp_path, "own", "free-setup", TO_POLES), "group-of-two-sides") == [("own", 8)]
    deep = problems_of(tmp_path, "deep", "own.yaml", "turns: 9\n")
    assert places(deep, "group-of-two-sides") == [("own", 8)]
    # What stands for a fault of the deepest file is told there.
    more = problems_of(tmp_path, "more", "own.yaml",
                       "turns: 9\nchange:\n  - {unit: russia/25th Motorized, setup: {group: polish-army}}\n")
    assert places(more, "group-of-two-sides") == [("more", 9)]


def test_a_fault_of_the_base_is_told_in_the_base(tmp_path: Path) -> None:
    problems_of(tmp_path, "own", "free-setup", TO_POLES)
    # A unit that the variant changes otherwise is not the reason.
    deep = problems_of(tmp_path, "deep", "own.yaml",
                       "change:\n  - {unit: russia/27th Motorized, values: 4-6}\n")
    assert places(deep, "group-of-two-sides") == [("own", 8)]


BAD = "where: {hexes: ['9999']}"


@pytest.mark.parametrize(("section", "second"), [
    ("entries", f"{{id: smolensk, name: Two, {BAD}}}"),
    ("set_up_groups", f"{{id: smolensk, name: Two, {BAD}}}"),
])
def test_problems_of_the_second_entry_with_an_id_are_told_at_the_second(
    section: str, second: str, tmp_path: Path
) -> None:
    found = problems_of(tmp_path, "own", "historical", (
        f"{section}:\n  - {{id: smolensk, name: One, where: {{hexes: ['1313']}}}}\n"
        f"  - {{id: other, name: Other, where: {{hexes: ['1313']}}}}\n  - {second}\n"))
    assert places(found, "twice") == [("own", 10)]
    [twice] = [p for p in found if p.code == "twice"]
    assert "(lines 8 and 10)" in twice.message
    assert places(found, "unknown-hex") == [("own", 10)]


def test_the_second_of_two_changes_is_told_with_both_lines(tmp_path: Path) -> None:
    [entry] = [p for p in problems_of(tmp_path, "own", "historical", (
        "entries:\n  - {id: ports, name: One}\n  - {id: us-ports, name: Two}\n  - {id: ports, name: Three}\n"
    )) if p.code == "twice"]
    assert (entry.line, "(lines 8 and 10)" in entry.message) == (10, True)
    [unit] = [p for p in problems_of(tmp_path, "own", "historical", (
        "change:\n  - {unit: usa/M.E.U., values: 4-6}\n  - {unit: usa/M.E.U., values: 5-6}\n"
    )) if p.code == "twice"]
    assert (unit.line, "(lines 8 and 9)" in unit.message) == (9, True)
    [gone] = [p for p in problems_of(tmp_path, "own", "historical", (
        "remove: [usa/M.E.U.]\nchange:\n  - {unit: usa/M.E.U., values: 5-6}\n")) if p.code == "twice"]
    assert (gone.line, "(lines 7 and 9)" in gone.message) == (9, True)


GOALS = """victory:
  conditions:
    - {winner: red, judged: at-once, when: {turn: %s}}
    - {winner: blue, judged: at-once, when: {turn: %s}}
    - {winner: blue, when: {control: {side: blue, hexes: {hexes: ["0305"]}}}}
    - {winner: red, when: {control: {side: red, hexes: {hexes: ["0305"]}}}}
"""


@pytest.mark.parametrize(("turns", "line", "winner", "too"), [
    ((1, 2), 9, "Red", ""), ((2, 1), 10, "Blue", ""), ((1, 1), 9, "Red", "The Blue army wins at once")])
def test_of_two_goals_the_one_that_is_met_at_the_start_is_named(
    turns: tuple[int, int], line: int, winner: str, too: str, tmp_path: Path
) -> None:
    [found] = [p for p in problems_of(tmp_path, "own", "hollen", GOALS % turns) if p.code == "won-at-start"]
    assert found.line == line
    assert found.message.startswith(f'The goal "The {winner} army wins at once on turn 1" is met')
    assert f"the {winner} army wins. It is turn 1." in found.message
    assert too in found.message
    assert ("judged after it, is met too" in found.message) == bool(too)
    assert [f.label for f in found.fixes] == ["Remove these 2 goals" if too else "Remove this goal"]


@pytest.mark.parametrize("key", ["release", "withdrawal"])
def test_an_event_that_nobody_knows_is_told_once_of_the_unit_that_waits_for_it(
    key: str, tmp_path: Path
) -> None:
    found = problems_of(tmp_path, "own", "velna", (
        f"change:\n  - {{unit: east/1st Tank, {key}: {{event: never-heard}}}}\n"))
    [told] = [p for p in found if "never-heard" in p.message]
    assert (told.code, told.line, told.unit) == ("unknown-event", 8, "east/1st Tank")
