"""Every numbered rule has code and tests, and the page that says so is up to date."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_coverage", ROOT / "scripts" / "rules_coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_rule_has_code_and_tests(tool: ModuleType) -> None:
    assert tool.gaps() == []


def test_the_page_is_up_to_date(tool: ModuleType) -> None:
    there = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    assert there == tool.page(), "Run scripts/rules_coverage.py: docs/rules-coverage.md is not up to date."


def test_the_list_of_rules_is_whole(tool: ModuleType) -> None:
    """2.1 to 2.8, 3.0 to 3.4 ... 14.0: every chapter without a hole, seven steps, twelve results."""
    last = {2: 8, 3: 4, 4: 2, 5: 1, 6: 4, 7: 5, 8: 3, 9: 6, 10: 4, 11: 2, 12: 2, 13: 7, 14: 0}
    first = {2: 1}
    plain = {f"{c}.{n}" for c, end in last.items() for n in range(first.get(c, 0), end + 1)}
    assert set(tool.PLAIN) == plain
    assert len([r for r in tool.RULES if re.fullmatch(r"11\.0 step [1-7]", r)]) == 7
    assert len(tool.CODES) == 12


def test_citations_are_read(tool: ModuleType) -> None:
    assert tool.cited("halved (7.3), 5.5 km, at 2017") == {"7.3"}
    assert tool.cited("9.0 to 9.2; 11.0, 3 and 4") == {
        "9.0", "9.1", "9.2", "11.0", "11.0 step 3", "11.0 step 4"}
    assert tool.cited("(11.0, 11.1)") == {"11.0", "11.1"}
    assert tool.cited("11.0, steps 1, 3 and 4") >= {"11.0 step 1", "11.0 step 3", "11.0 step 4"}


def test_what_the_engine_does_for_all_games_is_there(tool: ModuleType) -> None:
    for file, name in tool.ENGINE.values():
        tree = ast.parse((ROOT / "visegrad_editor" / file).read_text(encoding="utf-8"))
        assert name in [n for n, _ in tool.definitions(tree)]
    assert "`engine/board.Board._step_cost`" in tool.implementations()["9.4"]


def test_an_effect_is_exercised_only_where_an_attack_is_fought(tool: ModuleType) -> None:
    found = tool.tests()
    for effect in tool.EFFECTS:
        assert found[effect]
        assert all(t.startswith("`rules_") for t in found[effect]), effect
        assert not [t for t in found[effect] if "explained" in t or "balance" in t or "cannot_play" in t]
    tree = ast.parse(
        "def a():\n    g.apply('attack 0305 with R1')\ndef b():\n    a()\ndef c():\n    'attack'")
    one, two, three = tree.body
    assert tool.attacks(one, set())
    assert tool.attacks(two, {"a"})
    assert not tool.attacks(three, {"a"})


@pytest.mark.slow
def test_gaps_and_stale_pages_are_told(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(tool.RULES, "99.0", "A rule nobody wrote")
    monkeypatch.setattr(tool, "CHAPTERS", {**tool.CHAPTERS, "99": "Nowhere"})
    assert tool.gaps() == [
        "Rule 99.0 (A rule nobody wrote) is implemented nowhere.",
        "Rule 99.0 (A rule nobody wrote) is tested nowhere."]
    assert tool.main(["--check"]) == 1
    assert "not up to date" in capsys.readouterr().out


def test_the_page_counts_changes_that_are_caught(tool: ModuleType) -> None:
    told, given = {"1": {"9.1"}, "2": {"9.1"}, "4": {"9.3"}}, {"2": {"9.2"}, "3": {"9.2"}}
    known = [tool.Part(f"a.f{n}", n, told.get(n, set()), given.get(n, set())) for n in "1234"]
    counts = {"1": (5, 4), "2": (3, 3), "3": (0, 0)}
    store = {n: {"changes": changes, "caught": caught} for n, (changes, caught) in counts.items()}
    assert tool.watched(known, "9.1", store) == "7 of 8"
    # Nothing cites it in words, so that what gives it to events counts.
    assert tool.watched(known, "9.2", store) == "3 of 3"
    assert tool.watched(known, "9.3", store) == "1 part not tried"
    edited = [*known, tool.Part("a.f5", "5", {"9.1"}, set())]
    assert tool.watched(edited, "9.1", store) == "7 of 8, 1 part not tried"
    assert tool.watched(known, "9.4", store) == ""


def test_most_of_the_rules_have_been_tried(tool: ModuleType) -> None:
    """What was found holds as long as the code is the same; where it was edited since, it is to be tried."""
    known, store = tool.parts(), tool.mutants.stored(ROOT)
    rules = [r for r in tool.RULES if tool.watched(known, r, store)]
    assert rules
    caught, changes = (sum(e[w] for e in store.values()) for w in ("caught", "changes"))
    assert changes > 100
    assert caught / changes > 0.9


def test_a_marker_with_an_unknown_rule_is_refused(tool: ModuleType) -> None:
    import ast
    node = ast.parse('@pytest.mark.rule("9.9")\ndef test_x(): pass').body[0]
    with pytest.raises(ValueError, match=r"9\.9"):
        tool.marked(node)
