"""Each of the 25 acceptance cases has a test that is named by its number."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

CASES = tuple(f"t{n:02}" for n in range(1, 26))


def test_each_acceptance_case_has_a_test_named_by_its_number() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(Path(__file__).parent.glob("test_desk_acceptance_*.py")):
        for part in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(part, ast.FunctionDef) and part.name.startswith("test_t"):
                found[part.name.split("_")[1]].append(part.name)
    numbered = {case for case in found if case[1:].isdigit()}
    assert sorted(set(CASES) - numbered) == []
    assert sorted(numbered - set(CASES)) == []
