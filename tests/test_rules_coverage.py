"""Every numbered rule of each rulebook has code and tests, and the pages that say so are up to date."""

from __future__ import annotations

import ast
import importlib.util
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from rulebooks import Rulebook, rulebooks

ROOT = Path(__file__).parents[1]
BOOKS = rulebooks()
FIRST = BOOKS["visegrad4"]
each = pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_coverage", ROOT / "scripts" / "rules_coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@each
def test_every_rule_has_code_and_tests(tool: ModuleType, book: Rulebook) -> None:
    assert tool.gaps(book) == []


@each
def test_the_page_is_up_to_date(tool: ModuleType, book: Rulebook) -> None:
    there = (ROOT / "docs" / book.page).read_text(encoding="utf-8")
    assert there == tool.page(book), f"Run scripts/rules_coverage.py: docs/{book.page} is not up to date."


def test_every_game_with_chapters_declares_its_rulebook() -> None:
    folders = {p.parent.name for p in (ROOT / "visegrad_editor" / "systems").glob("*/words.py")}
    assert folders == set(BOOKS)
    assert len({book.page for book in BOOKS.values()}) == len(BOOKS)


def test_the_list_of_rules_is_whole() -> None:
    """2.1 to 2.8, 3.0 to 3.4 ... 14.0: every chapter without a hole, seven steps, twelve results."""
    last = {2: 8, 3: 4, 4: 2, 5: 1, 6: 4, 7: 5, 8: 3, 9: 6, 10: 4, 11: 2, 12: 2, 13: 7, 14: 0}
    first = {2: 1}
    plain = {f"{c}.{n}" for c, end in last.items() for n in range(first.get(c, 0), end + 1)}
    assert set(FIRST.plain) == plain
    assert len([r for r in FIRST.rules if re.fullmatch(r"11\.0 step [1-7]", r)]) == 7
    assert len(FIRST.codes) == 12


def test_citations_are_read(tool: ModuleType) -> None:
    assert tool.cited(FIRST, "halved (7.3), 5.5 km, at 2017") == {"7.3"}
    assert tool.cited(FIRST, "9.0 to 9.2; 11.0, 3 and 4") == {
        "9.0", "9.1", "9.2", "11.0", "11.0 step 3", "11.0 step 4"}
    assert tool.cited(FIRST, "(11.0, 11.1)") == {"11.0", "11.1"}
    assert tool.cited(FIRST, "11.0, steps 1, 3 and 4") >= {"11.0 step 1", "11.0 step 3", "11.0 step 4"}


@each
def test_what_the_engine_does_for_all_games_is_there(tool: ModuleType, book: Rulebook) -> None:
    named = {function for functions in book.engine.values() for function in functions}
    assert named
    for file, name in named:
        tree = ast.parse((ROOT / "visegrad_editor" / file).read_text(encoding="utf-8"))
        assert name in [n for n, _ in tool.definitions(tree)]
    assert book.engine.keys() <= book.rules.keys()
    rule, ((file, name), *_) = next(iter(book.engine.items()))
    assert f"`{file.removesuffix('.py')}.{name}`" in tool.implementations(book)[rule]


def test_data_belongs_to_the_game_of_its_ruleset(tool: ModuleType) -> None:
    names = {id: {p.name for p in tool.data_of(book)} for id, book in BOOKS.items()}
    assert {"historical.yaml", "free-setup.yaml", "visegrad4.yaml", "small-lake.yaml"} <= names["visegrad4"]
    assert {"gsofg.yaml", "gsofg-first-steps.yaml", "gsofg-free-fronts.yaml"} <= names["gsofg"]
    assert not names["visegrad4"] & names["gsofg"]
    assert not {"hollen.yaml", "karn.yaml", "velna.yaml"} & (names["visegrad4"] | names["gsofg"])


def test_rules_are_read_off_names_refusals_and_cases_of_tests(tool: ModuleType) -> None:
    tree = ast.parse('''
CASES = (Case("6.2", 3), Case("6.3", 4))

@pytest.mark.parametrize("case", CASES)
def test_13_10_attacks(case):
    assert "(rule 7.2)" in refused("x")
''')
    test = next(n for n in tree.body if isinstance(n, ast.FunctionDef))
    assert tool._told(BOOKS["gsofg"], test, tool.cases(tree)) == {"13.10", "7.2", "6.2", "6.3"}


def test_an_effect_is_exercised_only_where_an_attack_is_fought(tool: ModuleType) -> None:
    found = tool.tests(FIRST)
    assert FIRST.effects
    for effect in FIRST.effects:
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
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, chapters = {**FIRST.rules, "99.0": "A rule nobody wrote"}, {**FIRST.chapters, "99": "Nowhere"}
    book = replace(FIRST, rules=rules, chapters=chapters)
    assert tool.gaps(book) == [
        "Rule 99.0 (A rule nobody wrote) is implemented nowhere.",
        "Rule 99.0 (A rule nobody wrote) is tested nowhere."]
    assert tool.gaps(replace(book, held_by={"99.0": "printed"})) == [
        "Rule 99.0 (A rule nobody wrote) is tested nowhere."]
    monkeypatch.setattr(tool, "rulebooks", lambda: {**BOOKS, "visegrad4": book})
    assert tool.main(["--check", "visegrad4"]) == 1
    assert "not up to date" in capsys.readouterr().out
    assert tool.main(["--check", "fogland"]) == 2
    assert "No game declares a rulebook as fogland" in capsys.readouterr().out


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
    known, store = tool.parts(FIRST), tool.mutants.stored(ROOT)
    rules = [r for r in FIRST.rules if tool.watched(known, r, store)]
    assert rules
    caught, changes = (sum(e[w] for e in store.values()) for w in ("caught", "changes"))
    assert changes > 100
    assert caught / changes > 0.9


def test_a_marker_with_an_unknown_rule_is_refused(tool: ModuleType) -> None:
    import ast
    node = ast.parse('@pytest.mark.rule("9.9")\ndef test_x(): pass').body[0]
    with pytest.raises(ValueError, match=r"9\.9"):
        tool.marked(FIRST, node)
