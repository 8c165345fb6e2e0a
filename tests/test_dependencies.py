"""The dependencies of the program are declared with bounds, described and pinned with hashes, and
complete."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NEEDED = [Requirement(text) for text in PROJECT["dependencies"]]
DEV = [Requirement(text) for text in PROJECT["optional-dependencies"]["dev"]]
MODULES = {"PIL": "pillow", "yaml": "pyyaml", "ttf_opensans": "ttf-opensans"}
"""Modules that are called otherwise than their package."""
OPTIONAL = {"tkinterdnd2"}


def pinned(name: str) -> dict[str, list[tuple[Version, str]]]:
    """The pinned versions in a file by package, with everything the file says about each."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    found: dict[str, list[tuple[Version, str]]] = {}
    for entry in re.split(r"\n(?=\S)", text):
        if entry.startswith("#"):
            continue
        package, version = re.match(r"([\w.-]+)==([\w.]+)", entry).groups()  # type: ignore[union-attr]
        found.setdefault(canonicalize_name(package), []).append((Version(version), entry))
    return found


@pytest.mark.parametrize("needed", NEEDED, ids=lambda needed: needed.name)
def test_what_is_needed_to_run_has_both_bounds(needed: Requirement) -> None:
    assert sorted(s.operator for s in needed.specifier) == ["<", ">="]


@pytest.mark.parametrize(("name", "needed"), [
    *(("run.txt", n) for n in NEEDED), *(("dev.txt", n) for n in (*NEEDED, *DEV))],
    ids=lambda value: value if isinstance(value, str) else value.name)
def test_pins_are_within_the_bounds(name: str, needed: Requirement) -> None:
    versions = [v for v, _ in pinned(name)[canonicalize_name(needed.name)]]
    assert versions
    assert all(v in needed.specifier for v in versions), "run scripts/lock"


def test_every_pin_has_its_hashes_and_what_runs_is_what_was_tested() -> None:
    run, dev = pinned("run.txt"), pinned("dev.txt")
    assert len(run) > len(NEEDED)
    for entries in (*run.values(), *dev.values()):
        assert all("--hash=sha256:" in entry for _, entry in entries)
    for package, entries in run.items():
        assert [v for v, _ in entries] == [v for v, _ in dev[package]]


def test_pins_name_no_index_and_no_folder() -> None:
    files = list((ROOT / "requirements").iterdir())
    assert files
    for path in files:
        assert "://" not in path.read_text("utf-8")


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    imported: set[str] = set()
    for path in (ROOT / "visegrad_editor").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                imported.add(node.module.partition(".")[0])
    others = imported - set(sys.stdlib_module_names) - {"visegrad_editor"} - OPTIONAL
    packages = {canonicalize_name(MODULES.get(name, name)) for name in others}
    assert packages == {canonicalize_name(n.name) for n in NEEDED}


def test_each_is_described_with_its_licence() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    rows = re.findall(r"^\| ([\w-]+) \| (MIT|MIT-CMU|BSD|PSF|Apache 2\.0) \| \w", page, re.MULTILINE)
    assert {canonicalize_name(n.name) for n in NEEDED} == {canonicalize_name(name) for name, _ in rows}
    for extra in PROJECT["optional-dependencies"].values():
        for text in extra:
            assert Requirement(text).name.lower() in page.lower(), text
