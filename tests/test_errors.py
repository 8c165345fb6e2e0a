"""All errors of the program have one base, and `errors.py` lists them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import visegrad_editor
from visegrad_editor import errors

ROOT = Path(visegrad_editor.__file__).parent
NO_ERRORS = {"Cancelled", "DiceWanted", "TooManyProblems", "_Abandoned"}
"""Exceptions that only end some work."""


_LIKELY = re.compile(r"class\s+\w+\s*\([^)]*(Error|Exception)\b")
"""In the text of each file with such a class; few others have to be read as code."""


@cache
def exception_classes() -> dict[str, tuple[str, list[str]]]:
    """Each exception class by name, with its package and the names of its bases."""
    classes: dict[str, tuple[str, list[str]]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if _LIKELY.search(text) else ():
            if isinstance(node, ast.ClassDef):
                bases = [ast.unparse(b) for b in node.bases]
                if any(b.endswith(("Error", "Exception")) for b in bases):
                    assert node.name not in classes, f"two exceptions are called {node.name}"
                    classes[node.name] = (path.relative_to(ROOT).parts[0], bases)
    return classes


def test_each_error_has_the_common_base_and_says_that_it_is_one() -> None:
    classes = exception_classes()
    assert {name for name, (_, bases) in classes.items() if bases == ["Exception"]} == {
        "VisegradError", *NO_ERRORS}
    assert [name for name in classes if name not in NO_ERRORS and not name.endswith("Error")] == []


def test_the_list_of_errors_names_each_beside_its_package() -> None:
    classes = exception_classes()
    listed: dict[str, str] = {}
    package = ""
    for line in (errors.__doc__ or "").splitlines():
        if match := re.match(r" {4,6}([a-z]+) {2,}", line):
            package = match[1]
        listed.update(dict.fromkeys(re.findall(r"\b\w+Error\b", line), package) if package else {})
        if not line.strip():
            package = ""
    assert listed == {
        name: package for name, (package, _) in classes.items()
        if name not in NO_ERRORS and name != "VisegradError"}


def test_no_path_is_resolved_in_a_way_that_fails_for_a_link_that_leads_to_itself() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    resolving = {name for name, text in texts.items() if re.search(r"(?<!\(__file__\))\.resolve\(\)", text)}
    assert len(texts) > 400
    assert resolving == set(), "use `real_path` of model/files/atomic.py"
