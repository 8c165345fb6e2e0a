"""What is done when a variable of a widget is written."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator

import pytest
import xvfb

from visegrad_editor.editor.widgets.variables import when_written

pytestmark = xvfb.MARKS


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Iterator[tk.Tk]:
    monkeypatch.setenv("DISPLAY", xvfb.screen())
    root = tk.Tk()
    yield root
    root.destroy()


def test_a_function_is_called_until_its_owner_is_destroyed(root: tk.Tk) -> None:
    words, heard = tk.StringVar(root), list[str]()
    owner, other = tk.Frame(root), tk.Frame(root)
    inside = tk.Label(owner)
    when_written(words, owner, lambda: heard.append(words.get()))
    words.set("a")
    inside.destroy()
    other.destroy()
    words.set("b")
    assert heard == ["a", "b"]
    assert len(words.trace_info()) == 1
    owner.destroy()
    words.set("c")
    assert heard == ["a", "b"]
    assert words.trace_info() == []
