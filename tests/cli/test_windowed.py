"""The command that opens the window without a terminal, and programs that are started with nowhere to print
to."""

from __future__ import annotations

import ast
import multiprocessing
import subprocess
import sys
import tkinter
import tomllib
from importlib import import_module
from pathlib import Path
from tkinter import messagebox

import pytest

import visegrad_editor
from visegrad_editor.cli import main, open_window, windowed

PACKAGE = Path(visegrad_editor.__file__).parent


class FakeRoot:
    """A root window without a screen."""

    def withdraw(self) -> None:
        pass

    def destroy(self) -> None:
        pass


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What is said in dialogs; the settings are in a folder of the test."""
    found: list[str] = []
    monkeypatch.setattr(tkinter, "Tk", FakeRoot)
    monkeypatch.setattr(messagebox, "showerror", lambda _title, text, parent: found.append(text))
    monkeypatch.setattr("visegrad_editor.operating_system.settings_folder", lambda: tmp_path / "settings")
    monkeypatch.setattr("visegrad_editor.editor.errors.settings_folder", lambda: tmp_path / "settings")
    return found


def without_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)


@pytest.mark.parametrize(("word", "words"), [
    ("valdate", 'Did you mean "validate"?'), ("gone.yaml", "There is no file gone.yaml")])
def test_what_cannot_be_opened_is_shown_and_kept(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, word: str, words: str
) -> None:
    without_streams(monkeypatch)
    assert windowed.main([word]) == 2
    assert len(shown) == 1
    assert words in shown[0]
    assert words in (tmp_path / "settings" / "errors.log").read_text(encoding="utf-8")


def test_a_bug_is_shown_and_kept(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(_name: str | None) -> int:
        raise ZeroDivisionError("ż")

    monkeypatch.setattr(open_window, "perform", fail)
    without_streams(monkeypatch)
    assert windowed.main([]) == 2
    assert "ZeroDivisionError: ż" in shown[0]
    assert "Traceback" in (tmp_path / "settings" / "errors.log").read_text(encoding="utf-8")


def test_without_a_screen_it_is_printed(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_screen() -> None:
        raise tkinter.TclError("no display")

    monkeypatch.setattr(tkinter, "Tk", no_screen)
    assert windowed.main(["valdate"]) == 2
    assert shown == []
    assert 'Did you mean "validate"?' in capsys.readouterr().err


def test_the_window_itself_is_opened(shown: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str | None] = []
    monkeypatch.setattr(open_window, "perform", lambda name: opened.append(name) or 0)
    without_streams(monkeypatch)
    assert [windowed.main([]), windowed.main(["historical"])] == [0, 0]
    assert opened == [None, "historical"]
    assert shown == []


def test_commands_need_nothing_to_print_to(tmp_path: Path) -> None:
    """As Python has it on Windows without a console."""
    words = (["list"], ["valdate"], ["validate", "nothing.yaml"])
    code = ("import sys; sys.stdout = sys.stderr = None; from visegrad_editor.cli.main import main; "
            f"codes = [main(w) for w in {words!r}]; sys.exit(0 if codes == [0, 2, 2] else 9)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=PACKAGE.parent,
                          env={"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PATH": ""})
    assert (done.returncode, done.stderr, done.stdout) == (0, b"", b"")
    [log] = tmp_path.rglob("errors.log")
    kept = log.read_text(encoding="utf-8")
    assert "historical" in kept
    assert 'Did you mean "validate"?' in kept


def test_both_commands_are_there() -> None:
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = {**project["scripts"], **project["gui-scripts"]}
    assert set(entries) == {"visegrad-editor", "visegrad-editor-window"}
    for entry in entries.values():
        module, _, name = entry.partition(":")
        assert callable(getattr(import_module(module), name))


@pytest.mark.parametrize("entry", [main.main, windowed.main])
def test_in_a_single_executable_the_work_of_other_processes_is_done_first(
    shown: list[str], monkeypatch: pytest.MonkeyPatch, entry: object
) -> None:
    def work() -> None:
        raise KeyboardInterrupt  # whoever does that work goes no further

    del shown
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(multiprocessing, "freeze_support", work)
    assert callable(entry)
    with pytest.raises(KeyboardInterrupt):
        entry(["tracker_fd=8"])


def test_processes_are_started_alike_on_all_systems() -> None:
    """By `spawn`, the only way that Windows has, so that the others test it."""
    found = 0
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "multiprocessing" not in text and "concurrent" not in text and "fork" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            if called.endswith("get_context"):
                found += 1
                assert ast.unparse(node.args[0]) == "'spawn'", path
            if called.endswith("ProcessPoolExecutor"):
                assert len(node.args) > 1, path
            assert called not in ("multiprocessing.Process", "multiprocessing.Pool", "os.fork"), path
    assert found >= 2
