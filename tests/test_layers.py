"""Imports go downwards only, and only the window knows Tk."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import visegrad_editor

ROOT = Path(visegrad_editor.__file__).parent
RANK = {
    "hexgrid": 0, "model": 1, "engine": 2, "systems": 2, "drawing": 3, "players": 3,
    "printing": 4, "exchange": 5, "geodata": 5, "playtest": 4, "editor": 6, "cli": 7,
}
MODULES = sorted(p for p in ROOT.rglob("*.py") if "bundled" not in p.parts)


def imported(path: Path) -> Iterator[str]:
    """The absolute names of all modules a file imports, wherever in the file."""
    package = ["visegrad_editor", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = [*base, *(node.module.split(".") if node.module else [])]
            yield ".".join(stem)
            yield from (".".join([*stem, alias.name]) for alias in node.names)


def layer(name: str) -> str:
    parts = name.split(".")
    return parts[1] if parts[0] == "visegrad_editor" and len(parts) > 1 else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_downwards(path: Path) -> None:
    own = path.relative_to(ROOT).parts[0]
    if own not in RANK:
        return
    for name in imported(path):
        other = layer(name)
        assert other not in RANK or RANK[other] <= RANK[own], f"{own} imports {name}"
        assert name.split(".")[0] != "tkinter" or own == "editor", f"{path.name} imports {name}"


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=lambda p: p.name)
def test_the_engine_names_no_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8").lower()
    code = "\n".join(line for line in text.splitlines() if "visegrad_editor" not in line)
    assert "systems.visegrad4" not in code


def test_one_system_does_not_import_another() -> None:
    systems = [p.name for p in (ROOT / "systems").iterdir() if p.is_dir() and p.name != "__pycache__"]
    assert systems
    for path in (ROOT / "systems").rglob("*.py"):
        own = path.relative_to(ROOT / "systems").parts[0]
        if own not in systems:
            continue
        for name in imported(path):
            parts = name.split(".")
            if parts[:2] == ["visegrad_editor", "systems"] and len(parts) > 2:
                assert parts[2] == own or parts[2] not in systems
