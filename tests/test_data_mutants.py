"""The script that changes the data of a ruleset in one place at a time."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "data_mutants.py"
RULES = """
name: field
turns: 4
text: 3 words
areas:
  - {id: bank, name: 2 rivers, hexes: 0101 0102}
each_turn: {3: 1}
supplied: true
"""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("data_mutants", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["data_mutants"] = module
    spec.loader.exec_module(module)
    return module


def test_numbers_choices_and_hexes_are_changed_and_texts_are_not(tool: ModuleType) -> None:
    found = [(c.path, RULES[c.start:c.end], c.after) for c in tool.changes_of(RULES)]
    assert found == [
        (".turns", "4", "5"), (".areas.bank.hexes", "0101 ", ""), (".each_turn.3", "3", "4"),
        (".each_turn.3", "1", "2"), (".supplied", "true", "false")]
    texts = [c.applied(RULES) for c in tool.changes_of(RULES)]
    assert "turns: 5" in texts[0]
    assert "hexes: 0102" in texts[1]
    assert "supplied: false" in texts[-1]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork processes")
def test_a_change_is_noticed_if_a_test_fails(tool: ModuleType, tmp_path: Path) -> None:
    data, test = tmp_path / "rules.yaml", tmp_path / "test_rules.py"
    data.write_text("turns: 4\nhexes: 2\n", encoding="utf-8")
    test.write_text(
        f"from pathlib import Path\n\ndef test_turns():\n    with Path({str(data)!r}).open() as stream:\n"
        "        assert 'turns: 4' in stream.read()\n", encoding="utf-8")
    assert [tool.is_noticed(data, text, [str(test)]) for text in (
        "turns: 4\nhexes: 2\n", "turns: 5\nhexes: 2\n", "turns: 4\nhexes: 3\n")] == [False, True, False]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork processes")
def test_several_changes_are_tried_at_once_and_those_left_are_told(
        tool: ModuleType, tmp_path: Path) -> None:
    data, test = tmp_path / "rules.yaml", tmp_path / "test_rules.py"
    text = "turns: 4\nhexes: 2\nroads: 3\n"
    data.write_text(text, encoding="utf-8")
    test.write_text(
        f"from pathlib import Path\n\ndef test_turns():\n    with Path({str(data)!r}).open() as stream:\n"
        "        assert 'turns: 4' in stream.read()\n", encoding="utf-8")
    # It forks, which a process that has run many other tests may not do.
    done = subprocess.run([sys.executable, "-c", (
        "import sys; from pathlib import Path; import data_mutants as tool\n"
        "data, text = Path(sys.argv[1]), Path(sys.argv[1]).read_text(encoding='utf-8')\n"
        "changes = list(tool.changes_of(text))\n"
        "tried, left = tool.left_of(data, text, changes, [[sys.argv[2]]], 2, 60.0)\n"
        "none = tool.left_of(data, text, changes, [[sys.argv[2]]], 2, 0.0)\n"
        "print(tried, [c.told(text) for c in left], none)"
    ), str(data), str(test)], cwd=SCRIPT.parent, capture_output=True, text=True, check=True)
    *told, result = done.stdout.splitlines()
    assert result == "3 [('.hexes', '2', '3'), ('.roads', '3', '4')] (0, [])"
    assert len(told) == 2


def test_what_is_left_or_not_tried_is_tried_again(tool: ModuleType) -> None:
    changes = list(tool.changes_of(RULES))
    kept = {"tried": 3, "left": [[".turns", "4", "5"]]}
    assert [c.told(RULES)[0] for c in tool.not_caught(changes, RULES, kept)] == [
        ".turns", ".each_turn.3", ".supplied"]
    assert tool.not_caught(changes, RULES, None) == changes


def test_what_is_equivalent_counts_neither_as_caught_nor_as_left(tool: ModuleType, tmp_path: Path) -> None:
    for folder in ("docs", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "docs" / "data-coverage.json").write_text(
        '{"rules.yaml": {"changes": 5, "tried": 4, "caught": 2, "left": [[".turns", "4", "5"], '
        '[".supplied", "true", "false"]]}}', encoding="utf-8")
    (tmp_path / "tests" / "equivalent_mutants.yaml").write_text(
        '- {function: .supplied, before: "true", after: "false", reason: Nobody asks for it at all.}\n',
        encoding="utf-8")
    assert tool.stored(tmp_path) == {"rules.yaml": {
        "changes": 5, "tried": 3, "caught": 2, "equivalent": 1, "left": [[".turns", "4", "5"]]}}
