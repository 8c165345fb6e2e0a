"""Fixes of all problems at once, with the real mouse and keys, and the way from a problem to its key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.panels.data_panel import DataPanel
from visegrad_editor.editor.panels.fixes_dialog import FixesDialog
from visegrad_editor.editor.window.navigator import place_of
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.scenario import Entry, JudgedProblem, Reinforcement
from visegrad_editor.model.where import Where

pytestmark = MARKS


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("two-turns", tmp_path) as hand:
        break_it(hand)
        yield hand


def break_it(hand: Hand) -> None:
    """Two problems with harmless fixes, and one whose fix is a choice."""
    session = hand.window.session
    scenario = session.scenario
    assert scenario is not None
    late = next(u for u in scenario.units if u.reinforcement is not None and u.reinforcement.turn)
    units = tuple(u if u is not late else replace(u, reinforcement=replace(
        u.reinforcement or Reinforcement(), turn=9)) for u in scenario.units)
    session.edit("Break it", with_scenario(session.design, replace(
        scenario, units=units, entries=(*scenario.entries, Entry("spare", "Spare", Where(("1718",)))),
        problems=(JudgedProblem("out-of-supply", "silent", "It is meant."),))))


def opened(hand: Hand) -> FixesDialog:
    hand.do("key", "shift+F5", wait=0.3)
    hand.until(lambda: any(isinstance(w, FixesDialog) for w in hand.window.root.winfo_children()))
    dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, FixesDialog))
    hand.settle(0.3)
    return dialog


def test_harmless_fixes_are_ticked_and_done_in_one_step(hand: Hand) -> None:
    session = hand.window.session
    before, step = session.design, session.history.position
    chosen: list[str] = []

    def answer() -> None:
        dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, FixesDialog))
        labels = [dialog.tree.item(row, "text") for group in dialog.tree.get_children()
                  for row in dialog.tree.get_children(group)]
        chosen.extend(labels)
        hand.do("key", "Return", wait=0.2)

    hand.window.root.after(1500, answer)
    hand.do("key", "shift+F5", wait=0.2)
    hand.until(lambda: session.history.position > step)
    assert sorted(label[:1] for label in chosen) == ["☐", "☑", "☑"]
    assert any("Remove the entry Spare" in label for label in chosen)
    assert session.history.undo_label == "Fix 2 problems"
    codes = {p.code for p in hand.window.checker.check_now()}
    assert not codes & {"unused-entry", "judged-in-vain"}
    assert "after-the-end" in codes
    hand.do("key", "ctrl+z", wait=0.2)
    assert session.design == before


def test_a_click_or_the_space_bar_ticks_a_fix(hand: Hand) -> None:
    hand.window.checker.check_now()
    dialog = FixesDialog(hand.window.root, hand.window.session)
    try:
        dialog.present(dialog.tree)
        hand.settle(0.3)
        first, other = dialog.tree.get_children()
        [row] = dialog.tree.get_children(other)
        assert len(dialog.ticked) == 2
        x, y, _, height = dialog.tree.bbox(row, "problem")  # type: ignore[misc]
        hand.do("mousemove", dialog.tree.winfo_rootx() + x + 9, dialog.tree.winfo_rooty() + y + height // 2,
                "click", 1, wait=0.2)
        assert int(row) in dialog.ticked
        dialog.tree.focus_force()
        dialog.tree.focus(first)
        hand.do("key", "space", wait=0.2)
        assert dialog.ticked == {int(row)}
        assert dialog.do.cget("text") == "Fix 1"
        hand.do("key", "Escape", wait=0.2)
    finally:
        if dialog.winfo_exists():
            dialog.destroy()


def test_a_problem_leads_to_its_key(hand: Hand) -> None:
    window = hand.window
    [unused] = [p for p in window.checker.check_now() if p.code == "unused-entry"]
    assert window.session.scenario is not None
    at = len(window.session.scenario.entries) - 1
    assert place_of(window.session.design, unused) == ("scenario", ("entries", at))
    window.navigator.to_problem(unused)
    hand.settle(0.3)
    panel = window.dock.panel("data")
    assert isinstance(panel, DataPanel)
    assert panel.marked == ("scenario", ("entries", at))


def test_no_fix_is_ticked_while_a_key_is_not_read_and_the_dialog_says_why(tmp_path: Path) -> None:
    path = tmp_path / "ford.yaml"
    path.write_text("""\
format: 2
kind: scenario
name: ford
title: Ford
extends: hollen
entries: [{id: south, name: South, where: {hexes: ["0610"]}}]
change: [{unit: red/11th Line, setup: null, reinforcement: {turn: 2, entyr: south}}]
""", encoding="utf-8")
    with window_on(str(path), tmp_path) as hand:
        texts: list[str] = []

        def look() -> None:
            dialog = next(w for w in hand.window.root.winfo_children() if isinstance(w, FixesDialog))
            texts.append(f"{len(dialog.ticked)} ticked")
            texts.extend(str(w.cget("text")) for w in dialog.body.winfo_children()
                         if "text" in (w.keys() or ()))
            hand.do("key", "Escape", wait=0.2)

        hand.window.root.after(1500, look)
        hand.do("key", "shift+F5", wait=0.2)
        hand.until(lambda: bool(texts))
        assert texts[0] == "0 ticked"
        assert any("Parts of the files were not understood" in text for text in texts)


def test_a_problem_is_silenced_with_a_reason_and_told_again(hand: Hand) -> None:
    session, panel = hand.window.session, hand.window.problems
    before = session.design
    hand.window.checker.check_now()
    hand.window.show_panel("problems")
    hand.settle(0.3)
    row = next(r for r in panel.rows if "Spare" in panel.tree.set(r, "message"))
    panel.tree.see(row)
    hand.settle(0.1)
    x, y, _, height = panel.tree.bbox(row, "message")
    place = (panel.tree.winfo_rootx() + x + 20, panel.tree.winfo_rooty() + y + height // 2)

    # The first OK has no reason and is refused; the field has the keyboard then.
    hand.answer("How this problem counts", ("key", "Return"), ("type", "For the next scenario"),
                ("key", "Return"))
    labels = [e.label for e in hand.window.problem_menu.entries(panel.problem_of(row))]
    hand.click(place, button=3)
    hand.settle(0.3)
    hand.key(*["Down"] * (labels.index("Judge it otherwise…") + 1), "Return")
    hand.until(lambda: session.design is not before)
    assert session.scenario is not None
    judged = session.scenario.problems[-1]
    assert (judged.code, judged.severity) == ("unused-entry", "silent")
    assert judged.reason == "For the next scenario"
    assert "unused-entry" not in {p.code for p in hand.window.checker.check_now()}
    hand.key("ctrl+z")
    hand.until(lambda: session.design is before)
    assert "unused-entry" in {p.code for p in hand.window.checker.check_now()}


def test_the_selected_problem_is_judged_from_the_palette(hand: Hand) -> None:
    session, panel = hand.window.session, hand.window.problems
    before = session.design
    hand.window.checker.check_now()
    panel.tree.selection_set(())
    hand.window.perform("judge_problem")
    assert "Select a problem in the list first." in hand.window.messages.text
    row = next(r for r in panel.rows if "Spare" in panel.tree.set(r, "message"))
    panel.tree.selection_set(row)
    hand.answer("How this problem counts", ("type", "For later"), ("key", "Return"))
    hand.key("ctrl+shift+p", wait=0.3)
    hand.type("silence")
    hand.key("Return")
    hand.until(lambda: session.design is not before)
    assert session.scenario is not None
    assert session.scenario.problems[-1].reason == "For later"


def test_an_error_cannot_be_judged_otherwise(hand: Hand) -> None:
    session = hand.window.session
    scenario = session.scenario
    assert scenario is not None
    unit = next(u for u in scenario.units if u.hex)
    session.edit("Break it", with_scenario(session.design, replace(scenario, units=tuple(
        replace(u, type="nothing") if u is unit else u for u in scenario.units))))
    found = hand.window.checker.check_now()
    panel = hand.window.problems
    row = next(r for r in panel.rows if (p := panel.problem_of(r)) is not None and p.severity == "error")
    assert any(p.severity == "error" for p in found)
    panel.tree.selection_set(row)
    before = session.design
    hand.window.perform("judge_problem")
    assert "An error cannot count otherwise" in hand.window.messages.text
    assert session.design is before
