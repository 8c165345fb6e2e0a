"""Each check of a scenario finds what is broken on purpose, names the place, and offers fixes that work."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_checks import BREACHES, codes_of, page, seen
from broken_scenarios import fix_faults

CHECKS = (
    "model/check/scenario.py", "model/check/assets.py", "model/check/set_up_groups.py",
    "model/check/where.py", "model/check/goals.py", "model/check/timetable.py", "model/check/dead_data.py",
    "model/check/judged.py", "engine/checks.py", "engine/hexgame/start_checks.py",
    "systems/visegrad4/checks.py", "systems/visegrad4/free_set_up.py")
"""The modules that check scenarios."""
ELSEWHERE = {
    "broken-system": "tests/systems/test_systems.py", "unknown-system": "tests/systems/test_systems.py",
    "cannot-begin": "tests/engine/test_fix_trials.py",
    "other-ruleset": "tests/model/test_model_check.py",
    "e77-broken": "tests/systems/visegrad4/test_rules_checks.py",
    "e77-short": "tests/systems/visegrad4/test_rules_checks.py",
    "no-e77": "tests/systems/visegrad4/test_variant_checks.py",
    "industry-abroad": "tests/systems/visegrad4/test_rules_checks.py",
    "industry-count": "tests/systems/visegrad4/test_rules_checks.py",
    "no-capital": "tests/systems/visegrad4/test_rules_checks.py",
    "no-feature": "tests/systems/visegrad4/test_rules_particulars.py",
    "no-industry": "tests/systems/visegrad4/test_rules_checks.py",
    "no-prize": "tests/systems/visegrad4/test_rules_checks.py",
    "no-side": "tests/systems/visegrad4/test_rules_checks.py",
    "no-table": "tests/systems/visegrad4/test_rules_checks.py",
    "capital-without-worth": "tests/systems/visegrad4/test_variant_checks.py",
    "stacking-limit": "tests/systems/visegrad4/test_rules_checks.py",
    "table-rows": "tests/systems/visegrad4/test_rules_checks.py",
    "unknown-result": "tests/systems/visegrad4/test_rules_checks.py"}
"""Problems of maps and rulesets that these modules find too, and the tests that have them."""
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("number", range(len(BREACHES)), ids=lambda n: f"{BREACHES[n].code}-{BREACHES[n].of}")
def test_each_breach_is_told_at_its_place_and_its_fixes_work(number: int) -> None:
    one = seen()[number]
    assert one.right, [str(p) for p in one.problems]
    for problem in one.right:
        assert problem.line, problem
        assert problem.file
    assert one.loaded.design is not None
    _, faults = fix_faults(one.loaded.design, one.loaded.sources, one.loaded.reading, one.problems, one.right)
    assert faults == []


def test_every_problem_of_a_scenario_has_a_breach() -> None:
    known = codes_of(*CHECKS)
    assert known - set(ELSEWHERE) == {b.code for b in BREACHES if b.code in known}


@pytest.mark.parametrize(("code", "file"), sorted(ELSEWHERE.items()))
def test_problems_of_maps_and_rulesets_have_tests_elsewhere(code: str, file: str) -> None:
    assert code in (ROOT / file).read_text(encoding="utf-8")


def test_most_breaches_have_a_fix() -> None:
    fixed = {one.breach.code for one in seen() if any(p.fixes for p in one.right)}
    without = {b.code for b in BREACHES} - fixed
    assert without == {
        "always-true", "barred-start", "empty-group", "enemy-entry", "entry-terrain", "held-at-start",
        "never-moves",
        "no-rule", "no-source", "no-units", "out-of-supply", "scored-at-start"}


def test_the_page_of_problems_is_up_to_date() -> None:
    assert (ROOT / "docs" / "problems.md").read_text(encoding="utf-8") == page(), (
        "run scripts/problem_list.py")
