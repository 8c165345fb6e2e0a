"""The whole test run: without Tk, the tests that need it are left out, with a note."""

from __future__ import annotations

import ast
import gc
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from visegrad_editor.compiled_parts import not_compiled

if said := not_compiled():
    raise SystemExit(said)

# How long an example takes depends on what else the machine does.
settings.register_profile("tests", settings.get_profile(settings.get_current_profile_name()), deadline=None,
                          suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

pytest_plugins = ("packages", "plain_sentences")

MOST_LEFT = 200_000
"""Objects made since the last collection and still there."""

RARELY = (50_000, 10, 10)
"""How often the garbage collector looks at what tests make. As often as Python itself wants it, after 700
objects, it would take a twentieth of a run, and find little."""

TK = find_spec("_tkinter") is not None

ROOT = Path(__file__).parent


@cache
def imported(path: Path) -> frozenset[str]:
    """The names of the modules that a file imports when it is imported itself."""
    package = path.parent.relative_to(ROOT).parts
    names: set[str] = set()
    queue: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while queue:
        node = queue.pop()
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            stem = [*base, *(node.module.split(".") if node.module else [])]
            names |= {".".join(stem), *(".".join([*stem, alias.name]) for alias in node.names)}
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not (
                isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            queue += ast.iter_child_nodes(node)
    return frozenset(names)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Nothing that is made while tests are collected is garbage."""
    gc.disable()
    try:
        if session.config.args_source is pytest.Config.ArgsSource.TESTPATHS:
            compile_in_turn()
        return (yield)
    finally:
        gc.enable()


def compile_in_turn() -> None:
    """Import the files of tests, each worker from another one on: what one has compiled, the others find
    compiled. Where no tests were run before, each worker would compile all of them, a minute's work."""
    worker, workers = (int(re.sub(r"\D", "", os.environ.get(name, "")) or 0) for name in (
        "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"))
    if workers < 2:
        return
    files = [file for file in sorted((ROOT / "tests").rglob("test_*.py")) if TK or not needs_tk(file)]
    begin = len(files) * worker // workers
    for file in files[begin:] + files[:begin]:
        if str(file.parent) not in sys.path:
            sys.path.insert(0, str(file.parent))
        # What is wrong with a file is told when its tests are collected.
        with suppress(Exception):
            import_module(file.stem)


def pytest_collection_finish() -> None:
    """What collecting the tests has made stays until the end: the garbage collector need not look at it again
    each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before a test of the window that failed is run again, put its window in order."""
    if getattr(item, "execution_count", 1) > 1 and opens_window(item):
        from xvfb import begin_again

        begin_again()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Where tests of windows have switched the garbage collector off, clear away what they leave, else a run
    would need gigabytes; and switch it on again before a file without windows."""
    if gc.isenabled() or nextitem is None:
        return
    if item.path != nextitem.path and not opens_window(nextitem):
        # No other thread may clear away what Tk made, so what is left of it is not looked at any more.
        gc.collect()
        gc.freeze()
        gc.enable()
    elif gc.get_count()[0] > MOST_LEFT:
        gc.collect()


def opens_window(item: pytest.Item) -> bool:
    """Whether a test is marked as one that opens windows."""
    return any(mark.args == ("window",) for mark in item.iter_markers("xdist_group"))


def needs_tk(path: Path) -> bool:
    """Whether importing a file imports Tk, directly or through modules of the program or the tests."""
    seen, queue = {path}, [path]
    while queue:
        names = imported(queue.pop())
        if any(name.split(".")[0] == "tkinter" or name == "PIL.ImageTk" for name in names):
            return True
        for name in names:
            for base in (ROOT, ROOT / "tests" / "support"):
                place = base.joinpath(*name.split("."))
                for file in (place.with_suffix(".py"), place / "__init__.py"):
                    if file not in seen and file.is_file():
                        seen.add(file)
                        queue.append(file)
    return False


PICTURES = (
    "tests/drawing", "tests/printing", "tests/editor/scan", "tests/exchange/test_exchange_pictures.py",
    "tests/exchange/test_exchange_play_area.py")
"""Tests that draw pictures or pages, which a fast run leaves out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for fast runs during development."""
    parser.addoption("--fast", action="store_true",
                     help="leave out tests that open windows, draw pictures and pages, or take minutes")


def is_slow(path: Path) -> bool:
    """Whether the tests of a file open windows, or draw pictures or pages."""
    name = path.relative_to(ROOT).as_posix()
    return "xvfb" in imported(path) or name.startswith(PICTURES)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files that need Tk if it is missing, and in a fast run the slow ones."""
    if collection_path.suffix != ".py" or ROOT not in collection_path.parents:
        return None
    left_out = (not TK and needs_tk(collection_path)) or (
        config.getoption("--fast") and is_slow(collection_path))
    return True if left_out else None


LONGEST = (
    "tests/test_budget.py", "tests/model/test_null_values.py", "tests/model/edit/test_every_edit.py",
    "tests/editor/window/test_window_events.py", "tests/editor/documents/test_window_planning.py",
    "tests/editor/documents/test_window_set_up.py", "tests/editor/panels/test_window_several.py",
    "tests/editor/panels/test_window_own_values.py", "tests/editor/play/test_play_window.py",
    "tests/editor/safety/test_window_safety.py", "tests/editor/window/test_window_says.py",
    "tests/editor/play/test_play_window_panels.py", "tests/model/edit/test_every_rename.py",
    "tests/model/test_provenance.py", "tests/editor/map/test_window_fan.py",
    "tests/systems/visegrad4/test_window_free_set_up.py", "tests/systems/visegrad4/test_rules_free_set_up.py",
    "tests/systems/standard/test_sample_games.py", "tests/systems/standard/test_own_game_page.py",
    "tests/test_sanitized.py", "tests/test_mutants.py")
"""The files whose tests take longest, or long and would come near the end. They come first: else a worker
could have one of them left when the others have nothing more to do."""


def pytest_configure(config: pytest.Config) -> None:
    """Let files come in this order, not those with most tests first, when they are spread over workers."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest, and leave the tests marked as slow or exhaustive out of a fast run."""
    places = {ROOT / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: (places.get(item.path, len(places)), item.path))
    if config.getoption("--fast"):
        slow = [i for i in items if i.get_closest_marker("slow") or i.get_closest_marker("exhaustive")]
        config.hook.pytest_deselected(items=slow)
        left_out = set(slow)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: tests of windows wait most of the time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) + 1
    return (os.cpu_count() or 1) + 1


def pytest_report_header() -> str:
    """The first line of the report."""
    if TK:
        return "Tk is available: the window is tested too."
    return "Tk is missing: the tests of the window are left out (Debian: apt-get install python3-tk)."
