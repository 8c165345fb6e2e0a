"""Every rule that the desk for squad-level cards is about has a row on its page that says how it is covered;
what is executed has tests; and no other rules of these chapters are cited."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from items import some

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("squad_coverage", ROOT / "scripts" / "squad_coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def declared(tool: ModuleType) -> ModuleType:
    found = tool.rulebook()
    assert isinstance(found, ModuleType)
    return found


def test_no_row_is_empty_and_what_is_executed_is_tested(tool: ModuleType) -> None:
    assert tool.gaps(tool.rows()) == []


def test_the_page_is_up_to_date(tool: ModuleType) -> None:
    there = (ROOT / "docs" / "squad-coverage.md").read_text(encoding="utf-8")
    assert there == tool.page(tool.rows()), "Run scripts/squad_coverage.py: its page is not up to date."


def test_the_desk_cites_only_rules_that_there_are(tool: ModuleType, declared: ModuleType) -> None:
    assert tool.unknown(declared.BOOK) == []


@pytest.mark.parametrize(("text", "wrong"), [
    ("halved (E1.923)", set()), ("halved (E1.924)", {"E1.924"}), ("A25.2341, A25.234", {"A25.2341"}),
    ("from E13.1 on", {"E13.1"}), ("A24.1, A24.5 and A24.61", set()), ("A24.63", {"A24.63"}),
    ("A12.152, A20.5, C1.31, B25.651", set()), ("A26.5", {"A26.5"}), ("E.7", {"E.7"}), ("E.6", set()),
    ("A footnote 45", {"A footnote 45"}), ("E footnote 13A", set())])
def test_misprinted_numbers_are_found(
    tool: ModuleType, declared: ModuleType, text: str, wrong: set[str]
) -> None:
    assert tool.misprinted(declared.BOOK, text) == wrong


def test_the_declaration_is_whole(declared: ModuleType) -> None:
    rules = list(declared.BOOK.rules)
    assert len(rules) == len(declared.RULES.strip().splitlines()) == len(set(rules))
    assert {r for r in rules if "." not in r and "footnote" not in r} == {
        *(f"E{n}" for n in range(1, 13)), "A25", "A26"}
    assert [r for r in rules if re.fullmatch(r"E\.\d", r)] == [f"E.{n}" for n in range(1, 7)]
    for chapter, last in (("E", 33), ("A", 44)):
        numbers = {int(n) for r in rules for n in re.findall(rf"^{chapter} footnote (\d+)$", r)}
        assert numbers == set(range(1, last + 1))
    for rule in rules:
        # E1.922 stands under E1.92, and that under E1.9; numbers with a 0 in between do not.
        above = rule[:-1]
        assert (not re.fullmatch(r"[AE]\d+\.\d\d+", rule) or above in rules or above.endswith("0")
                or rule in ("A24.61", "A24.62")), rule
    assert all(title and title[0].isupper() for title in declared.BOOK.rules.values())


def test_what_is_declared_by_hand_is_true(tool: ModuleType, declared: ModuleType) -> None:
    """What has nothing to follow is not executed, checked or kept, and both lists are about rules."""
    rows = {row.rule: row for row in tool.rows()}
    assert declared.EXPLAINED.keys() | declared.needs(tool.cited).keys() <= rows.keys()
    for rule in some(declared.EXPLAINED):
        assert not re.search("executed|checked|kept", " ".join(rows[rule].how)), rule
    assert not declared.EXPLAINED.keys() & declared.needs(tool.cited).keys()


@pytest.mark.parametrize(("rule", "how", "where"), [
    ("E1.53", "executed (given)", "executed: stray"), ("E1.11", "executed (full)", "executed: nvr-setup"),
    ("E10.5", "executed (result)", "executed: ammo-blast"),
    ("E1.95", "described", "special_rules.SpecialRules"), ("E1.95", "checked", "checked: K11, K12"),
    ("E1.942", "executed (given)", "executed: blaze"),
    ("A26.222", "kept", "points."), ("E1.71", "printed", "reminder night-fire-lanes"),
    ("A25.45", "printed", "nation-sheet with `nations.yaml`"), ("E8.11", "needs other rules", "needs prices"),
    ("E7.62", "needs other rules", "the rule itself"),
    ("E footnote 1", "nothing to follow", "history")])
def test_how_rules_are_covered(tool: ModuleType, rule: str, how: str, where: str) -> None:
    (row,) = [row for row in tool.rows() if row.rule == rule]
    assert how in row.how
    assert where in "; ".join(row.where)


def test_citations_of_tests_are_read(tool: ModuleType, declared: ModuleType) -> None:
    text = '''
CASES = [("E1.51", 1)]


# -- wind (E3.4) ----


@pytest.mark.parametrize("case", CASES)
def test_one_e1_53(case):
    """By E1.531 to E1.533."""
    # E2.1 holds too.
    assert results(log) == ["refused E5.2"]


def test_e_4_two():
    pass
'''
    found = dict(tool._tests_in(declared.BOOK, text))
    assert found == {
        "one_e1_53": {"E1.51", "E1.53", "E1.531", "E1.532", "E1.533", "E2.1", "E3.4", "E5.2"},
        "e_4_two": {"E.4", "E3.4"}}


def test_gaps_are_told(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    rows = (tool.Row("E1.1", "One", (), (), 0), tool.Row("E1.2", "Two", ("executed (full)",), (), 0),
            tool.Row("E1.3", "Three", ("printed",), (), 0),
            tool.Row("E1.4", "Four", ("executed (full)",), (), 1))
    assert tool.gaps(rows) == [
        "Nothing covers E1.1 (One), and nothing says why.", "No test cites E1.2 (Two), which is executed."]
    assert tool.main(["--check"]) == 0
    assert capsys.readouterr().out == ""
    assert tool.main(["fogland"]) == 2
    assert "--check" in capsys.readouterr().out
