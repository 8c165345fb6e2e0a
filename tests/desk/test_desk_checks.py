"""Each check of the catalogue finds its problem and passes without it, and its fix solves it and makes no
other; the samples; what is not known."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from broken_cards import CASES, MORE, changed

from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import card_of, card_text, load_card
from visegrad_editor.desk.card_review import review
from visegrad_editor.desk.check_fixes import FixError, asks, fixed
from visegrad_editor.desk.checks import Report, catalogue, report_on
from visegrad_editor.desk.facts import Facts
from visegrad_editor.model.files.yaml_emit import Emitter
from visegrad_editor.model.files.yaml_reader import Reading, read_yaml

BY_ID = {c.check.id: c for c in catalogue()}
BY_RULE = [id for id in CASES if not BY_ID[id].check.by]
FIXED = [id for id in BY_RULE if BY_ID[id].check.fix is not None]


def read(changes: dict[str, Any]) -> tuple[Card | None, Reading, Any]:
    """The card of the changes, its text as it is read, and the problems of its form."""
    reading = read_yaml(Emitter("card").document(changed(changes)))
    found, problems = card_of(reading, "card.yaml")
    return found, reading, problems


def reported(changes: dict[str, Any], terrain: str = "", only: str = "") -> tuple[Card, Report]:
    """The card of the changes, which has no error of form, and what the catalogue or one check of it finds on
    it; all hexes have the terrain that is named."""
    found, reading, problems = read(changes)
    assert found is not None, problems
    assert [str(p) for p in problems if p.severity == "error"] == []
    hexes = {found.layout.name(p): terrain for p in found.layout.names_by_place} if terrain else {}
    checks = [BY_ID[only]] if only else catalogue()
    return found, report_on(Facts(found, hexes), checks, reading, "card.yaml", problems)


def told(report: Report) -> Counter[str]:
    """How often each check has found something."""
    return Counter(f.check.check.id for f in report.findings)


def test_the_catalogue_has_all_checks_and_each_has_its_fixture() -> None:
    assert {id.partition("-")[0] for id in BY_ID} == {f"K{n:02}" for n in range(1, 81)}
    assert list(CASES) == list(BY_ID)
    assert len(BY_RULE) > 90
    assert all(c.check.about and c.check.rule for c in catalogue())


@pytest.mark.parametrize("id", BY_RULE)
def test_a_check_finds_its_problem_and_passes_without_it(id: str) -> None:
    case = CASES[id]
    _, bad = reported(case["fails"], case.get("terrain", ""), id)
    found = [f for f in bad.findings if f.check.check.id == id]
    assert found, bad.as_dict()
    assert id not in bad.passed
    problem = found[0].problem
    assert problem.message.endswith((".", ".)", "?"))
    assert "{" not in problem.message
    assert "unknown number" not in problem.message
    assert problem.line > 1 or BY_ID[id].check.each == "card"
    assert problem.rule == BY_ID[id].check.rule
    if case["passes"] is not None:
        _, good = reported(case["passes"], case.get("terrain", ""), id)
        assert id in good.passed, (told(good), good.as_dict())


@pytest.mark.parametrize(("id", "how", "number"), [
    (id, how, n) for id, cases in MORE.items() for how, several in cases.items()
    for n in range(len(several))])
def test_the_parts_of_a_check(id: str, how: str, number: int) -> None:
    _, report = reported(MORE[id][how][number], only=id)
    outcome = "fails" if report.findings else "passes" if id in report.passed else (
        "aside" if id in report.silent else "open")
    assert outcome == how, report.as_dict()


def test_the_small_card_itself_has_no_problem() -> None:
    _, report = reported({})
    assert dict(told(report)) == {"K75": 1}
    assert report.open == ()


@pytest.mark.parametrize("id", [id for id in CASES if BY_ID[id].check.by])
def test_checks_that_are_made_with_the_form_are_told_by_their_codes(id: str) -> None:
    found, reading, problems = read(CASES[id]["fails"])
    codes = {p.code for p in problems} & set(BY_ID[id].check.by)
    assert codes, list(map(str, problems))
    if found is not None:
        report = report_on(Facts(found), catalogue(), reading, form=problems)
        assert id in report.by_form
        assert id not in report.passed
    assert id in reported(CASES[id]["passes"], only=id)[1].passed


@pytest.mark.parametrize("id", FIXED)
def test_a_fix_solves_its_problem_and_makes_no_other(id: str) -> None:
    case = CASES[id]
    before, bad = reported(case["fails"])
    finding = next(f for f in bad.findings if f.check.check.id == id)
    assert bool(asks(finding)) == ("answer" in case)
    after = fixed(before, finding, case.get("answer"))
    assert after != before
    reading = read_yaml(card_text(after))
    again, problems = card_of(reading, "card.yaml")
    assert again == after
    assert [str(p) for p in problems if p.severity == "error"] == []
    good = told(report_on(Facts(after), catalogue(), reading, form=problems))
    assert good[id] < told(bad)[id], (id, good)
    assert good - told(bad) == Counter()


def test_a_fix_that_asks_wants_an_answer_that_the_card_can_hold() -> None:
    before, bad = reported(CASES["K04"]["fails"])
    finding = next(f for f in bad.findings if f.check.check.id == "K04")
    with pytest.raises(FixError, match="needs an answer: none, scattered or overcast"):
        fixed(before, finding)
    with pytest.raises(FixError, match="The card cannot hold that"):
        fixed(before, finding, "purple")


def test_what_has_no_fix_says_so() -> None:
    before, bad = reported(CASES["K15"]["fails"])
    finding = next(f for f in bad.findings if f.check.check.id == "K15")
    with pytest.raises(FixError, match="K15 has no fix"):
        fixed(before, finding)


# -- the samples ------------------------------------------------------------------------------------

SAMPLES = ("lantern-hill", "wet-harvest", "silk-and-chalk")


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_have_no_error(name: str) -> None:
    found = review(load_card(name))
    assert found.report is not None
    assert [str(p) for p in found.problems if p.severity != "note"] == []
    without = [str(p) for p in found.problems if p.code == "k73"]
    assert [text.split("note: ")[1].split(" side")[0] for text in without] == {
        "lantern-hill": ["The German"], "wet-harvest": ["The British"]}.get(name, [])
    assert "K36" not in told(found.report)
    assert ("K47" in found.report.passed) == (name == "silk-and-chalk")
    assert len(found.report.passed) >= 15
    assert len(found.report.passed) + len(found.report.open) + len(found.report.silent) + len(
        told(found.report)) == len(catalogue())


# -- what is not known --------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "changes", "need"), [
    ("K12", {"ssr.0.sets.trip_flare_hexes": ["902M4"]}, "the terrain of 902M4"),
    ("K27", {"ssr.0.sets.weather": ["deep-snow"]}, "the terrain of all hexes of the boards"),
    ("K28", {"groups.1.arrives": {"turn": 1, "as": "boats"},
             "groups.1.boats": [{"id": "one", "kind": "small-raft-3"}]},
     "`frozen`, which the card leaves out"),
    ("K48", {"groups.0.forces.0": {"count": 1, "kind": "german/truck", "ammunition_mm": 75}},
     "`passengers_pp` of german/truck"),
    ("K60", {"groups.0.forces.0": {"count": 1, "kind": "german/9-9-9", "assault_engineers": True}},
     "the class of German 9-9-9"),
    ("K76", {"victory.0.need": {"exit_vp": {"area": "lane", "least": 43}},
             "groups.0.forces.0.kind": "german/tank"}, "armoured"),
])
def test_what_is_not_known_leaves_a_check_open(id: str, changes: dict[str, Any], need: str) -> None:
    _, report = reported(changes, only=id)
    found = [o for o in report.open if o.check.id == id]
    assert len(found) == 1, report.as_dict()
    assert any(need in n for n in found[0].needs), found[0].needs
    assert id not in report.passed
    assert "not checkable here" in report.sentence


def test_the_report_never_says_that_all_is_well() -> None:
    _, report = reported({})
    assert report.sentence.split(", ")[0].endswith("checks passed")
    words = " ".join([report.sentence, *(c.check.says + c.check.about for c in catalogue())]).lower()
    assert not any(word in words for word in ("complete", "legal", "all rules"))
