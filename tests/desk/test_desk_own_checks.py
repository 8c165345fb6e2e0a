"""Files of checks of a designer's own: what they find, and what is wrong with them, with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cards import TEXT, replaced

from visegrad_editor.desk.card_file import card_of, load_card
from visegrad_editor.desk.card_review import Review, review
from visegrad_editor.desk.checks import LoadedChecks, catalogue, read_checks, report_on
from visegrad_editor.desk.facts import Facts
from visegrad_editor.model.files.text_fixes import with_fixes
from visegrad_editor.model.files.yaml_reader import read_yaml

HEAD = "format: 1\nkind: checks\nchecks:\n"
ONE = """\
  - id: house-1
    severity: warn
    each: side
    if: side.role == 'attacker'
    let: {squads: se(side), needed: 12}
    when: squads < needed
    rule: House 1
    says: "{squads} squad-equivalents attack, and we play with {needed} at least."
    at: elr
    fix: {set: elr, to: "5"}
"""


def checks(text: str) -> LoadedChecks:
    return read_checks(read_yaml(HEAD + text), "house.yaml", [c.check.id for c in catalogue()])


def found(text: str, card: str = TEXT) -> list[str]:
    """What the checks of a text find on a card, with its line."""
    loaded, reading = checks(text), read_yaml(card)
    assert loaded.problems == (), list(map(str, loaded.problems))
    made, _ = card_of(reading, "card.yaml")
    assert made is not None
    return list(map(str, report_on(Facts(made), loaded.checks, reading, "card.yaml").problems))


def test_a_check_of_ones_own_finds_its_problem() -> None:
    assert found(ONE) == [
        "card.yaml:12: warning: 9 squad-equivalents attack, and we play with 12 at least. [House 1]"]
    assert found(ONE.replace("needed: 12", "needed: 9")) == []


def test_values_may_be_written_without_quotes() -> None:
    assert found(ONE.replace("squads < needed", "true")) != []
    assert found(ONE.replace("if: side.role == 'attacker'", "if: false")) == []
    assert found(ONE.replace("squads < needed", "0")) == []


FAULTS = [
    ("squads < needed", "squads < neded", 9,
     "at letter 10: There is no name `neded` here. Did you mean `needed`?"),
    ("side.role ==", "side.rol ==", 7, "There is no key `rol` in a side. Did you mean `role`?"),
    ("se(side)", "see(side)", 8, "There is no function `see`. Did you mean `se`?"),
    ("needed: 12", "needed: 9 ** 9", 8, "An expression has no such sign"),
    ("needed: 12", "needed: 12, card: 1", 8,
     "`card` has a meaning already"),
    ("needed: 12", "needed: \"__import__('os')\"", 8, "There is no function `__import__`"),
    ("{squads} squad", "{squds} squad", 11,
     "`says` has {squds}, which is no value here. Did you mean `squads`?"),
    ("{squads} squad", "{squads squad", 11, "`says` has a brace that nothing closes or opens."),
    ("at: elr", "at: role.name", 12, "`role.name`: there is no key \"name\" in role."),
    ("at: elr", "at: elrs", 12, "there is no key \"elrs\". Did you mean `elr`?"),
    ("at: elr", "at: sets.moon", 12, "there is no key \"moon\""),
    ("fix: {set: elr, to: \"5\"}", "fix: {set: elr, drop: san}", 13, "exactly one of set, trim, drop, add"),
    ("fix: {set: elr, to: \"5\"}", "fix: {set: elr}", 13, "A fix with `set` has either `to` or `ask`."),
    ("fix: {set: elr, to: \"5\"}", "fix: {add: \"1\"}", 13,
     "A fix with `add` has the key of a list as `to`."),
    ("fix: {set: elr, to: \"5\"}", "fix: {set: level, to: \"5\"}", 13, "there is no key \"level\""),
    ("fix: {set: elr, to: \"5\"}", "fix: {set: elr, to: \"fve\"}", 13, "There is no name `fve` here."),
    ("    when: squads < needed\n", "", 4, "A check has either `when` or `by`."),
    ("severity: warn", "severity: warning", 5, "did you mean `warn`"),
    ("each: side", "each: sides", 6, "did you mean `side`"),
    ("id: house-1", "id: K01", 4, "There is a check \"K01\" already"),
    ("id: house-1", "id: k01", 4, "There is a check \"k01\" already"),
    ("id: house-1", "id: 1", 4, "such as house-1"),
    ("rule: House 1\n", "rule: House 1\n    rul: 2\n", 11, "Unknown key `rul`"),
]


@pytest.mark.parametrize(("old", "new", "line", "part"), FAULTS, ids=range(len(FAULTS)))
def test_what_is_wrong_with_a_check_is_told_with_its_line(
        old: str, new: str, line: int, part: str) -> None:
    assert old in ONE
    loaded = checks(ONE.replace(old, new, 1) + ONE.replace("house-1", "house-2"))
    assert [c.check.id for c in loaded.checks] in (["house-2"], ["house-1", "house-2"], [])
    told = list(map(str, loaded.problems))
    assert len(told) == 1, told
    assert told[0].startswith(f"house.yaml:{line}: error: "), told
    assert part.lower() in told[0].lower(), told


def test_a_second_check_of_a_name_is_refused() -> None:
    loaded = checks(ONE + ONE)
    assert [str(p) for p in loaded.problems] == [
        "house.yaml:14: error: There is a check \"house-1\" already; give this one another name."]


@pytest.mark.parametrize("text", ["a: [", "format: 1\nkind: card\n", "- 1\n", "", "format: 1\nkind: checks\n",
                                  "format: 1\nkind: checks\nchecks: []\n",
                                  "format: 1\nkind: checks\nchecks: 3\n"])
def test_what_is_no_file_of_checks_is_a_problem(text: str, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(text, "utf-8")
    (tmp_path / "card.yaml").write_text(TEXT, "utf-8")
    told = review(load_card(str(tmp_path / "card.yaml")), [tmp_path / "house.yaml"])
    errors = [p for p in told.problems if p.severity == "error"]
    assert len(errors) == 1
    assert errors[0].file.endswith("house.yaml")
    assert told.report is not None


def reviewed(folder: Path, named: str, own: str = HEAD + ONE) -> Review:
    (folder / "in").mkdir(exist_ok=True)
    (folder / "in" / "house.yaml").write_text(own, "utf-8")
    (folder / "house.yaml").write_text(HEAD + ONE, "utf-8")
    path = folder / "in" / "card.yaml"
    path.write_text(replaced(("turns: {", f"checks: [{named}]\nturns: {{")), "utf-8")
    return review(load_card(str(path)))


def test_a_card_names_its_checks(tmp_path: Path) -> None:
    told = reviewed(tmp_path, "house.yaml")
    assert [p.code for p in told.problems if p.severity != "note"] == ["house-1"]
    assert told.report is not None
    assert "house-1" not in told.report.passed


@pytest.mark.parametrize(("named", "part"), [
    ("../house.yaml", "leaves the folder"), ("/etc/hostname", "must be relative"),
    ("hous.yaml", "house.yaml"),
    ("~/house.yaml", "must be relative")])
def test_checks_elsewhere_are_not_read(named: str, part: str, tmp_path: Path) -> None:
    told = [p for p in reviewed(tmp_path, named).problems if p.severity != "note"]
    assert [p.code for p in told] == ["no-checks"]
    assert part in told[0].message
    assert told[0].line == 7


def test_a_check_that_cannot_be_worked_out_says_so_and_does_not_pass(tmp_path: Path) -> None:
    told = reviewed(tmp_path, "house.yaml", HEAD + ONE.replace("squads < needed", "1 / (squads - 9) > 0"))
    problems = [p for p in told.problems if p.severity == "error"]
    assert [str(p) for p in problems] == [
        "house.yaml:4: error: The check house-1 cannot be worked out for this card: It divides by 0."]
    assert told.report is not None
    assert "house-1" not in told.report.passed
    assert "house-1" in [o.check.id for o in told.report.open]


def test_a_check_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    many = "    let: {n: \"[1, 2, 3, 4, 5, 6, 7, 8, 9]\", a: \"[x for x in n for y in n]\", " \
           "b: \"[x for x in a for y in a]\", c: \"[x for x in b for y in b]\"}\n"
    text = HEAD + ONE.replace("    let: {squads: se(side), needed: 12}\n", many).replace(
        "squads < needed", "true").replace("{squads}", "1").replace("{needed}", "2")
    told = reviewed(tmp_path, "house.yaml", text)
    assert ["too many steps" in p.message for p in told.problems if p.severity == "error"] == [True]

def test_needs_that_are_not_known_leave_a_check_open() -> None:
    text = ONE.replace("    when:", "    needs: [card.date.day, sets.wind.direction, night]\n    when:")
    loaded, reading = checks(text), read_yaml(TEXT)
    made, _ = card_of(reading, "card.yaml")
    assert made is not None
    report = report_on(Facts(made), loaded.checks, reading)
    assert [o.needs for o in report.open] == [("`night`",)]
    assert report.findings == ()


def test_a_fix_edits_the_text_and_keeps_remarks(tmp_path: Path) -> None:
    told = reviewed(tmp_path, "house.yaml")
    (problem,) = [p for p in told.problems if p.code == "house-1"]
    (fix,) = problem.text_fixes
    before = (tmp_path / "in" / "card.yaml").read_text("utf-8")
    after = with_fixes(before, [fix])
    assert after.refused == ()
    assert after.text == before.replace("elr: 4", "elr: 5")
    assert "# the defender is tired" in after.text
    # What is solved is not solved again.
    assert with_fixes(before.replace("count: 9", "count: 12"), [fix]).refused != ()


def test_the_example_of_the_documentation_can_be_used() -> None:
    page = (Path(__file__).parents[2] / "docs" / "squad-desk.md").read_text("utf-8")
    (example,) = [text for text in re.findall("```yaml\n(.*?)```", page, re.S) if "kind: checks" in text]
    loaded = read_checks(read_yaml(example), "house.yaml", [c.check.id for c in catalogue()])
    assert [str(p) for p in loaded.problems] == []
    reading = read_yaml(replaced(("kind: german/4-6-7", "kind: german/tank, radio: true"), ("1944", "1942")))
    made, _ = card_of(reading, "card.yaml")
    assert made is not None
    told = report_on(Facts(made), loaded.checks, reading, "card.yaml").problems
    assert [(p.code, p.message) for p in told] == [
        ("house-1", "9 squad-equivalents attack, and we play with 12 at least."),
        ("house-2", "German tank has no radio before 1943.")]
