"""While a large document is prepared, the window shows its title over an empty sheet."""

from __future__ import annotations

from pathlib import Path

import pytest
import xvfb
from xvfb import windows_in

from visegrad_editor.editor.app import open_when_shown, placeholder
from visegrad_editor.editor.documents.files import open_document
from visegrad_editor.model.files.load import load

pytestmark = xvfb.MARKS


def test_the_placeholder_has_the_title_and_nothing_of_the_sample() -> None:
    loaded = load("scenarios/first-steps")
    shown = placeholder(loaded)
    assert shown.design is not None
    assert shown.design.map.title == "First Steps: the road to Warsaw"
    assert shown.design.scenario is None
    assert not shown.design.map.places
    assert shown.sources.map is None
    assert shown.problems == ()


def test_a_file_replaces_the_placeholder_or_the_sample_does(tmp_path: Path) -> None:
    with windows_in(tmp_path) as show:
        hand = show("first-steps")
        window = hand.window
        wanted = open_document("maps/gsofg")[0]
        before = placeholder(wanted)
        assert before.design is not None
        window.session.open(before.design, window.session.document)
        open_when_shown(window, wanted.path, True)
        hand.until(lambda: window.session.document.title == "Central Germany, 1979")
        assert window.root.title().startswith("Central Germany, 1979")


def test_the_sample_is_opened_if_the_file_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with windows_in(tmp_path) as show:
        hand = show("first-steps")
        opened: list[str] = []

        def try_to_open(name: object) -> bool:
            opened.append(str(name))
            return len(opened) > 1

        monkeypatch.setattr(hand.window.files, "open", try_to_open)
        open_when_shown(hand.window, Path("gone.yaml"), True)
        hand.until(lambda: len(opened) == 2)
        assert opened == ["gone.yaml", "historical"]
        open_when_shown(hand.window, Path("game.yaml"), False)
        hand.until(lambda: len(opened) == 3)
        hand.settle(0.2)
        assert opened[2:] == ["game.yaml"]


def test_file_dialogs_leave_out_hidden_folders_until_they_are_asked_for(tmp_path: Path) -> None:
    with windows_in(tmp_path) as show:
        tk = show("first-steps").window.root.tk
        assert tk.call("set", "::tk::dialog::file::showHiddenVar") in (0, "0")
        assert tk.call("set", "::tk::dialog::file::showHiddenBtn") in (1, "1")
