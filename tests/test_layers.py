"""Imports go only downwards, and only the window uses Tk."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import visegrad_editor

ROOT = Path(visegrad_editor.__file__).parent
RANK = {
    "hexgrid": 0, "model": 1, "engine": 2, "systems": 2, "desk": 2, "drawing": 3, "players": 3,
    "printing": 4, "exchange": 5, "geodata": 5, "playtest": 4, "editor": 6, "cli": 7,
}
MODULES = sorted(p for p in ROOT.rglob("*.py") if "bundled" not in p.parts)


@cache
def parts_of(path: Path) -> tuple[ast.Import | ast.ImportFrom | ast.Attribute, ...]:
    """All that a file imports, and the attributes of names that it uses. Reading all files takes seconds, so
    each is read once."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(n for n in nodes if isinstance(n, ast.Import | ast.ImportFrom) or (
        isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)))


@cache
def imports(path: Path) -> tuple[tuple[str, list[str]], ...]:
    """The absolute names of all modules that a file imports from anywhere, and of what it takes from each."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[str, list[str]]]:
    package = ["visegrad_editor", *path.relative_to(ROOT).parent.parts]
    for node in parts_of(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = [*base, *(node.module.split(".") if node.module else [])]
            yield ".".join(stem), [".".join([*stem, alias.name]) for alias in node.names]


def imported(path: Path) -> Iterator[str]:
    """The absolute names of all modules that a file may import anywhere."""
    for name, parts in imports(path):
        yield name
        yield from parts


def layer(name: str) -> str:
    parts = name.split(".")
    return parts[1] if parts[0] == "visegrad_editor" and len(parts) > 1 else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_go_downwards(path: Path) -> None:
    own = path.relative_to(ROOT).parts[0]
    if own not in RANK:
        return
    upwards = [name for name in imported(path) if RANK.get(layer(name), 0) > RANK[own]]
    assert upwards == []
    assert own == "editor" or not any(name.split(".")[0] == "tkinter" for name in imported(path))


def module_name(path: Path) -> str:
    parts = ["visegrad_editor", *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def linked(path: Path, names: set[str]) -> set[str]:
    """Which of the modules a file imports: of `from . import a` the module `a` and not the package."""
    found = set()
    for name, parts in imports(path):
        found |= {p if p in names else name for p in parts} or {name}
    return found & names


def circles(paths: list[Path]) -> list[list[str]]:
    """The groups of modules that import each other, at the top, in functions or only for types."""
    names = {module_name(p) for p in paths}
    links = {module_name(p): linked(p, names) - {module_name(p)} for p in paths}
    order: list[str] = []
    seen: set[str] = set()

    def visit(name: str, graph: dict[str, set[str]], found: list[str]) -> None:
        stack = [(name, iter(sorted(graph[name])))]
        seen.add(name)
        while stack:
            here, others = stack[-1]
            following = next((o for o in others if o not in seen), None)
            if following is None:
                stack.pop()
                found.append(here)
            else:
                seen.add(following)
                stack.append((following, iter(sorted(graph[following]))))

    for name in sorted(links):
        if name not in seen:
            visit(name, links, order)
    back: dict[str, set[str]] = {name: set() for name in links}
    for name, others in links.items():
        for other in others:
            back[other].add(name)
    seen.clear()
    groups: list[list[str]] = []
    for name in reversed(order):
        if name not in seen:
            group: list[str] = []
            visit(name, back, group)
            if len(group) > 1:
                groups.append(sorted(group))
    return groups


def test_circles_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    files = {"one": "from .two import a", "two": "def f() -> None:\n    from .three import b",
             "three": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .one import c",
             "four": "from .one import d"}
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    found = circles(sorted(tmp_path.glob("*.py")))
    assert found == [["visegrad_editor.one", "visegrad_editor.three", "visegrad_editor.two"]]


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert len(MODULES) > 400
    assert circles(MODULES) == []


def rooms_reached(package: str) -> dict[str, set[str]]:
    """For each folder of a package the other folders of it that its modules import, also through others."""
    paths = [p for p in MODULES if p.relative_to(ROOT).parts[0] == package]
    rooms = {module_name(p): p.relative_to(ROOT / package).parent.name for p in paths}
    links = {module_name(p): linked(p, set(rooms)) for p in paths}
    reached: dict[str, set[str]] = {room: set() for room in rooms.values() if room}
    for name, room in rooms.items():
        seen, left = {name}, [name]
        while left and room:
            more = links[left.pop()] - seen
            seen |= more
            left += more
        if room:
            reached[room] |= {rooms[other] for other in seen} - {room, ""}
    return reached


@pytest.mark.parametrize(("package", "least"), [("drawing", 6), ("desk", 2)])
def test_folders_of_a_package_import_each_other_one_way(package: str, least: int) -> None:
    reached = rooms_reached(package)
    assert len(reached) >= least
    assert any(reached.values())
    assert [(one, other) for one in reached for other in reached[one] if one in reached[other]] == []


def test_nobody_but_the_window_and_what_opens_it_knows_the_window() -> None:
    own = [p for p in MODULES if p.relative_to(ROOT).parts[0] == "editor"]
    knowing = {module_name(p) for p in own if "visegrad_editor.editor.window.window" in set(imported(p))}
    assert knowing == {"visegrad_editor.editor.app"}


SYSTEMS = {"sys.platform", "os.name", "os.uname", "os.startfile", "ctypes.windll", "platform", "fcntl",
           "msvcrt", "winreg"}
"""What tells one operating system from another, or only some have."""


def told_systems(path: Path) -> set[str]:
    """What of `SYSTEMS` a file uses."""
    found = {name for name in imported(path) if name in SYSTEMS}
    found |= {f"{node.value.id}.{node.attr}" for node in parts_of(path)
              if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)}
    return found & SYSTEMS


def test_one_module_knows_operating_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    knowing = {path.relative_to(ROOT).as_posix(): told for path in MODULES if (told := told_systems(path))}
    assert set(knowing) == {"operating_system.py"}
    assert len(knowing["operating_system.py"]) >= 5
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    for number, text in enumerate((
            "from sys import platform", "import platform", "import sys\nprint(sys.platform)",
            "import os\nprint(os.name == 'nt')", "from os import name", "import os.path\nos.path.name")):
        file = tmp_path / f"{number}.py"  # what a file says is kept
        file.write_text(text)
        assert bool(told_systems(file)) == (number < 5), text


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
