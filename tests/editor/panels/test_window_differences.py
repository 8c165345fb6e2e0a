"""The differences panel: the list in words, the map in two colours, values that are reset."""

from __future__ import annotations

import shutil
import subprocess
import tkinter as tk
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog
from typing import cast

import pytest
from colour_vision import VISIONS, apart
from xvfb import MARKS, Hand, pointer_click, window_on

from visegrad_editor.editor.documents.base_dialog import BaseDialog
from visegrad_editor.editor.map.difference_marks import AFTER, BEFORE
from visegrad_editor.editor.panels.differences_panel import DifferencesPanel
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.yaml_writer import new_text

pytestmark = MARKS
VARIANT = """\
format: 2
kind: scenario
name: mine
title: Mine
extends: historical
turns: 8
change:
  - {unit: poland/2nd Mechanized, setup: "2118"}
remove: [poland/12th Mechanized]
"""


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    with window_on(path, tmp_path) as hand:
        yield hand


def opened(hand: Hand) -> DifferencesPanel:
    hand.do("key", "ctrl+shift+d", wait=0.6)
    panel = hand.window.dock.panel("differences")
    assert isinstance(panel, DifferencesPanel)
    hand.until(lambda: panel.tree.get_children())
    return panel


def row_of(panel: DifferencesPanel, word: str) -> str:
    return next(r for h in panel.tree.get_children() for r in panel.tree.get_children(h)
                if (change := panel.change_of(r)) is not None and word in change.text)


def click(hand: Hand, panel: DifferencesPanel, row: str) -> None:
    panel.tree.see(row)
    hand.settle()
    x, y, _, height = cast(tuple[int, int, int, int], panel.tree.bbox(row))
    hand.do("mousemove", panel.tree.winfo_rootx() + x + 60, panel.tree.winfo_rooty() + y + height // 2,
            "click", 1, wait=0.3)


def lines_of(hand: Hand) -> dict[str, int]:
    canvas = hand.window.view.canvas
    tags = [canvas.gettags(i) for i in canvas.find_withtag("differences")]
    return {word: sum(word in t for t in tags) for word in (BEFORE, AFTER, "arrow")}


def test_the_differences_from_the_base_are_listed_shown_and_reset(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    panel = opened(hand)
    assert [panel.tree.item(r, "text") for r in panel.tree.get_children()] == ["Scenario (1)", "Units (2)"]
    assert panel.said.cget("text") == "3 differences from the base."
    click(hand, panel, row_of(panel, "moves from 1823 to 2118"))
    assert session.units == ("poland/2nd Mechanized",)
    assert session.design.map.grid.number(session.hex) == "2118"
    pointer_click(panel.on_map)
    hand.settle(0.3)
    assert lines_of(hand) == {BEFORE: 2, AFTER: 1, "arrow": 2}
    assert panel.on_map.cget("text") == "Hide on the map"
    window.focus_map()
    hand.do("key", "Escape", wait=0.2)
    assert lines_of(hand) == {BEFORE: 0, AFTER: 0, "arrow": 0}
    assert panel.on_map.cget("text") == "Show on the map"
    before = session.design
    click(hand, panel, row_of(panel, "Turns are 8, not 10"))
    panel.tree.focus_set()
    hand.do("key", "alt+Return", wait=0.3)
    assert session.scenario is not None
    assert session.scenario.turns == 10
    assert session.history.undo_label == "Reset turns to the base"
    hand.until(lambda: len(panel.changes) == 2)
    panel.tree.selection_set(panel.tree.get_children()[0])
    pointer_click(panel.reset_button)
    hand.settle(0.3)
    assert session.scenario.unit_by_key["poland/2nd Mechanized"].hex == "1823"
    assert "poland/12th Mechanized" in session.scenario.unit_by_key
    hand.until(lambda: not panel.changes)
    assert panel.said.cget("text") == "Nothing differs from the base."
    hand.do("key", "ctrl+z", wait=0.1)
    hand.do("key", "ctrl+z", wait=0.3)
    assert session.design is before


def test_the_last_save_and_what_cannot_be_compared(hand: Hand) -> None:
    session = hand.window.session
    panel = opened(hand)
    panel.choice.current(1)
    panel.choice.event_generate("<<ComboboxSelected>>")
    hand.until(lambda: panel.said.cget("text") == "Nothing differs from the last save.")
    unit = "poland/2nd Mechanized"
    assert session.scenario is not None
    moved = place_units(session.scenario, [unit], "2119")
    session.edit("Move", with_scenario(session.design, moved))
    hand.until(lambda: panel.said.cget("text") == "1 difference from the last save.")
    assert [c.text for c in panel.changes] == ["Polish 2nd Mechanized moves from 2118 to 2119."]
    pointer_click(panel.reset_button)
    hand.settle(0.2)
    assert session.scenario.unit_by_key[unit].hex == "2119"


def test_a_save_moves_the_lines_of_problems(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("format: 2\nkind: scenario\nname: mine\ntitle: Mine\nextends: historical\nchange:\n"
                    '  - {unit: poland/10th Armored Cavalry, setup: "1620"}\n', "utf-8")
    with window_on(path, tmp_path) as hand:
        session = hand.window.session

        def lines() -> list[int]:
            return [p.line for p in session.problems if p.code == "as-in-base"]

        hand.until(lambda: lines() == [7])
        assert session.scenario is not None
        session.edit("Summary", with_scenario(session.design, replace(session.scenario, summary="Short.")))
        hand.until(lambda: not hand.window.checker.busy)
        hand.key("ctrl+s")
        hand.until(lambda: lines() == [8])
        assert path.read_text("utf-8").splitlines()[7].endswith('setup: "1620"}')


def test_a_scenario_without_a_base_says_so(tmp_path: Path) -> None:
    with window_on("historical", tmp_path) as hand:
        hand.do("key", "ctrl+shift+d", wait=0.6)
        panel = hand.window.dock.panel("differences")
        assert isinstance(panel, DifferencesPanel)
        hand.until(lambda: "is not a variant" in panel.said.cget("text"))
        assert panel.changes == ()


def test_selected_units_are_reset_by_a_key(hand: Hand) -> None:
    window, session = hand.window, hand.window.session
    key, before = "poland/2nd Mechanized", session.design
    session.select(None, (key,))
    window.focus_map()
    hand.do("key", "ctrl+shift+b", wait=0.4)
    assert session.scenario is not None
    assert session.scenario.unit_by_key[key].hex == "1823"
    assert session.history.undo_label == "Reset 1 unit to the base"
    hand.do("key", "ctrl+shift+b", wait=0.4)
    assert len(session.history.steps) == 2
    hand.do("key", "ctrl+z", wait=0.3)
    assert session.design is before


def test_a_copy_is_made_a_variant(tmp_path: Path) -> None:
    design = load("historical").design
    assert design is not None
    assert design.scenario is not None
    path = tmp_path / "copy.yaml"
    text = new_text(replace(design.scenario, name="copy", title="Copy", turns=9), None)
    path.write_text(text, "utf-8")
    with window_on(path, tmp_path) as hand:
        session = hand.window.session
        hand.answer("Make this a variant of", ("type", "gsofg"), ("key", "Return"), ("key", "Escape"))
        hand.window.perform("make_variant")
        assert len(session.history.steps) == 1
        hand.answer("Make this a variant of", ("type", "historical"), ("key", "Return"))
        hand.window.perform("make_variant")
        assert session.scenario is not None
        assert session.scenario.extends == "historical"
        assert session.history.undo_label == "Make this a variant of historical"
        hand.window.perform("save")
        assert len(path.read_text("utf-8").splitlines()) < 20
        hand.do("key", "ctrl+z", wait=0.3)
        assert session.scenario.extends == ""


def test_the_base_of_a_variant_is_chosen_from_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = "format: 2\nkind: scenario\nextends: historical\n"
    (tmp_path / "deeper").mkdir()
    for name in ("mine", "base", "deeper/old", "deeper/never"):
        (tmp_path / f"{name}.yaml").write_text(f"{head}name: {Path(name).name}\ntitle: It\n", "utf-8")
    with window_on(tmp_path / "mine.yaml", tmp_path) as hand:
        session = hand.window.session
        hand.window.settings.remember(tmp_path / "deeper" / "old.yaml")
        refused: list[str] = []

        def answer() -> None:
            dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, BaseDialog))
            tree = dialog.tree
            own, given = tree.get_children()
            assert tree.get_children(own) == ("base.yaml", "deeper/old.yaml")
            assert {"historical", "gsofg"} <= set(tree.get_children(given))
            monkeypatch.setattr("tkinter.filedialog.askopenfilename", lambda **_k: "/etc/hosts")
            dialog.ask_file()
            refused.append(dialog.wrong.cget("text"))
            monkeypatch.setattr("tkinter.filedialog.askopenfilename",
                                lambda **_k: str(tmp_path / "deeper" / "never.yaml"))
            dialog.ask_file()
            refused.append(dialog.entry.get())
            x, y, width, height = cast(tuple[int, int, int, int], tree.bbox("base.yaml"))
            hand.do("mousemove", tree.winfo_rootx() + x + width // 3, tree.winfo_rooty() + y + height // 2,
                    "click", "--repeat", 2, "--delay", 60, 1, wait=0.3)

        hand.window.root.after(1200, answer)
        hand.window.perform("make_variant")
        assert refused[0].startswith('"hosts" is not in ')
        assert refused[1] == "deeper/never.yaml"
        assert session.scenario is not None
        assert session.scenario.extends == "base.yaml"
        session.history.mark_saved()


def choose(hand: Hand, panel: DifferencesPanel, place: int) -> None:
    panel.choice.current(place)
    panel.choice.event_generate("<<ComboboxSelected>>")
    hand.settle(0.3)


def test_against_another_file(hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, panel = hand.window.session, opened(hand)
    other = tmp_path / "other.yaml"
    other.write_text(VARIANT.replace("2118", "2119").replace("name: mine", "name: other"), "utf-8")
    names = iter(["", str(other)])
    monkeypatch.setattr(filedialog, "askopenfilename", lambda **_options: next(names))
    choose(hand, panel, 2)
    assert panel.choice.current() == 0, "nothing was chosen, so the base stays"
    choose(hand, panel, 2)
    assert panel.said.cget("text") == "2 differences from other.yaml."
    assert [c.text for c in panel.changes] == [
        "Name of the file is mine, not other.", "Polish 2nd Mechanized moves from 2119 to 2118."]
    click(hand, panel, row_of(panel, "moves from 2119"))
    panel.tree.focus_set()
    hand.do("key", "alt+Return", wait=0.3)
    assert session.scenario is not None
    assert session.scenario.unit_by_key["poland/2nd Mechanized"].hex == "2119"
    assert session.history.undo_label == "Reset poland/2nd Mechanized to other.yaml"
    # What an error of the other file concerns is not compared, and that is said.
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(VARIANT.replace("setup: ", "name: X, setup: "), "utf-8")
    names = iter([str(wrong)])
    choose(hand, panel, 2)
    assert "Because of 1 error in it not all of it is compared: Unknown key `name`" in panel.said.cget("text")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_against_a_version_in_git(hand: Hand, tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@example.org",
                        *words], check=True, capture_output=True)

    git("init", "-q")
    git("add", "mine.yaml")
    git("commit", "-qm", "first")
    session, panel = hand.window.session, opened(hand)
    assert session.scenario is not None
    moved = place_units(session.scenario, ["poland/2nd Mechanized"], "2119")
    session.edit("Move", with_scenario(session.design, moved))
    hand.answer("A version in git", ("key", "Return"))
    choose(hand, panel, 3)
    hand.until(lambda: panel.said.cget("text") == "1 difference from git:HEAD.")
    assert [c.text for c in panel.changes] == ["Polish 2nd Mechanized moves from 2118 to 2119."]
    pointer_click(panel.on_map)
    hand.settle(0.3)
    assert lines_of(hand)["arrow"] == 2
    hand.answer("A version in git", ("key", "ctrl+a"), ("type", "HEAD~9"), ("key", "Return"))
    choose(hand, panel, 3)
    hand.until(lambda: 'Git knows no version "HEAD~9"' in panel.said.cget("text"))
    assert panel.changes == ()


def test_the_colours_are_explained_while_they_are_on_the_map(hand: Hand) -> None:
    panel = opened(hand)
    assert not panel.key.winfo_ismapped()
    pointer_click(panel.on_map)
    hand.settle(0.3)
    assert panel.key.winfo_ismapped()
    signs = [w for w in panel.key.winfo_children() if isinstance(w, tk.Canvas)]
    assert [(s.itemcget("sign", "fill"), bool(s.itemcget("sign", "dash"))) for s in signs] == [
        (BEFORE, True), (AFTER, False)]
    canvas = hand.window.view.canvas
    for colour, dashed in ((BEFORE, True), (AFTER, False)):
        items = [i for i in canvas.find_withtag(colour) if canvas.type(i) == "line"]
        assert items
        assert all(bool(canvas.itemcget(i, "dash")) is dashed for i in items)
    # As far apart for all kinds of colour vision, and from the white rim.
    assert min(apart(BEFORE, AFTER, vision) for vision in VISIONS if vision != "greyscale") > 40
    assert min(apart(c, "#ffffff", vision) for c in (BEFORE, AFTER) for vision in VISIONS) > 40
    pointer_click(panel.on_map)
    hand.settle(0.3)
    assert not panel.key.winfo_ismapped()


def test_the_sentences_are_copied(hand: Hand) -> None:
    panel = opened(hand)
    panel.tree.focus_set()
    panel.tree.selection_set(())
    hand.do("key", "ctrl+c", wait=0.2)
    assert panel.clipboard_get().splitlines() == [
        "Scenario", "  ~ Turns are 8, not 10.", "Units", "  − 12th Mechanized is removed.",
        "  → Polish 2nd Mechanized moves from 1823 to 2118."]
    assert hand.window.messages.text == "3 differences copied as text."
    panel.tree.selection_set(row_of(panel, "moves from"))
    hand.do("key", "ctrl+c", wait=0.2)
    assert panel.clipboard_get().splitlines() == [
        "Units", "  → Polish 2nd Mechanized moves from 1823 to 2118."]
