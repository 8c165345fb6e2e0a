"""Try this: games in the background, shares in the panel Balance and beside the edits of the history."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from tkinter.font import nametofont

import pytest
from xvfb import MARKS, Hand, pointer_click, window_on

from visegrad_editor.editor.documents.try_dialog import TryDialog
from visegrad_editor.editor.panels.balance_panel import BalancePanel
from visegrad_editor.editor.widgets.keyboard import exists
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.playtest.balance import change_text
from visegrad_editor.playtest.game_pool import result_of

pytestmark = MARKS
PLANNERS = ("planner", "planner")


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("scenarios/velna", tmp_path) as hand:
        yield hand


def shorten(hand: Hand, turns: int) -> None:
    session = hand.window.session
    assert session.scenario is not None
    session.edit(f"Turns {turns}", with_scenario(session.design, replace(session.scenario, turns=turns)))
    hand.settle(0.2)


def dialog_of(hand: Hand) -> TryDialog:
    return next(w for w in hand.window.root.winfo_children() if isinstance(w, TryDialog))


def asked(hand: Hand) -> TryDialog:
    hand.do("key", "shift+F6", wait=0.5)
    hand.until(lambda: any(isinstance(w, TryDialog) and w.winfo_viewable()
                           for w in hand.window.root.winfo_children()))
    return dialog_of(hand)


def enter(field: ttk.Entry, text: str) -> None:
    field.delete(0, "end")
    field.insert(0, text)


def try_games(hand: Hand, games: int, base: int = 0) -> None:
    """Answer the dialog, which opens by its key and starts by Return."""
    dialog = asked(hand)
    enter(dialog.games, str(games))
    enter(dialog.seed, "4")
    enter(dialog.workers, "2")
    dialog.base.current(base)
    hand.do("key", "Return", wait=0.3)
    hand.until(lambda: not exists(dialog))


def panel_of(hand: Hand) -> BalancePanel:
    panel = hand.window.dock.panel("balance")
    assert isinstance(panel, BalancePanel)
    return panel


def rows(panel: BalancePanel) -> list[tuple[str, ...]]:
    return [(panel.tree.item(r, "text"), *map(str, panel.tree.item(r, "values")))
            for r in panel.tree.get_children()]


def test_an_edit_is_tried_and_the_change_stands_beside_it(hand: Hand) -> None:
    session, trials = hand.window.session, hand.window.trials
    opened = session.design
    shorten(hand, 4)
    try_games(hand, 2)
    panel = panel_of(hand)
    hand.until(lambda: trials.running is None, seconds=60)
    (trial,) = trials.trials
    assert trial.failure == ""
    assert trial.before is not None
    assert trial.before.results == {s: result_of(opened, s, PLANNERS) for s in (4, 5)}
    assert trial.after.results == {s: result_of(session.design, s, PLANNERS) for s in (4, 5)}
    change = trial.change("eastern")
    assert change is not None
    ((label, share, said, games),) = rows(panel)
    for column in panel.tree.cget("displaycolumns"):
        texts = (panel.tree.heading(column, "text"), panel.tree.set(panel.tree.get_children()[0], column))
        wide = max(nametofont("VeSection", panel).measure(text) for text in texts)
        assert panel.tree.column(column, "width") > wide, "no number is cut off, in bold either"
    assert (label, said, games) == ("Turns 4", change_text(change), "2")
    assert " → " in share
    assert panel.said.cget("text").startswith(
        '2 games of planner against planner, seeds 4 to 5. From "Open" to "Turns 4": Eastern army ')
    assert " (" in panel.said.cget("text")
    assert ".)" not in panel.said.cget("text")
    hand.do("key", "ctrl+4", wait=0.4)
    tree = hand.window.history.tree
    assert tree.cget("displaycolumns") == ("balance",)
    assert [tree.set(r, "balance") for r in tree.get_children()] == ["", change_text(change)]
    # Of the other side the change is the opposite.
    panel.side.current(1)
    panel.side.event_generate("<<ComboboxSelected>>")
    other = trial.change("western")
    assert other is not None
    assert tree.set("1", "balance") == change_text(other)
    # What was played is not played again, and a base that was tried comes first.
    shorten(hand, 5)
    dialog = asked(hand)
    assert list(dialog.base.cget("values")) == [
        "Tried: Before the last edit: Turns 5", "Tried: The last save", "Nothing: only as it is now"]
    hand.do("key", "Escape", wait=0.2)
    before = trial.after.results[4]
    try_games(hand, 1)
    assert trials.trials[0].before is trial.after
    hand.until(lambda: trials.running is None, seconds=60)
    assert trial.after.results[4] is before
    assert [row[0] for row in rows(panel)] == ["Turns 5", "Turns 4"]
    # A double click goes to the edit; another document has no trials.
    panel.tree.selection_set(panel.tree.get_children()[1])
    panel.tree.focus_set()
    hand.do("key", "ctrl+1", wait=0.3)
    hand.window.show_panel("balance")
    hand.settle(0.2)
    hand.do("key", "Return", wait=0.3)
    assert session.history.position == 1
    session.history.mark_saved()
    assert hand.window.files.open("scenarios/hollen")
    hand.settle(0.3)
    assert trials.trials == []
    assert rows(panel) == []
    assert tree.cget("displaycolumns") == ""
    assert panel.said.cget("text").startswith('The results of "Bridges of the Velna" are gone, because ')


def test_playing_is_stopped_and_a_second_trial_waits(hand: Hand) -> None:
    trials = hand.window.trials
    there = set(multiprocessing.active_children())
    try_games(hand, 5000)
    panel = panel_of(hand)
    hand.until(lambda: len(trials.trials[0].after.results) >= 1, seconds=60)
    hand.do("key", "shift+F6", wait=0.4)
    assert not any(isinstance(w, TryDialog) for w in hand.window.root.winfo_children())
    assert "stop them first" in hand.window.messages.text
    pointer_click(panel.stop_button)
    hand.until(lambda: trials.running is None)
    hand.until(lambda: set(multiprocessing.active_children()) <= there, seconds=30)
    hand.until(lambda: panel.said.cget("text").endswith("Stopped."))
    played = len(trials.trials[0].after.results)
    assert 1 <= played < 5000
    assert rows(panel)[0][3] == f"{played} / 5000"
    pointer_click(panel.forget_button)
    hand.settle(0.2)
    assert rows(panel) == []


def test_the_processes_end_with_the_window(tmp_path: Path) -> None:
    there = set(multiprocessing.active_children())
    with window_on("scenarios/hollen", tmp_path) as hand:
        try_games(hand, 5000)
        hand.until(lambda: len(set(multiprocessing.active_children()) - there) == 2, seconds=60)
        hand.window.session.history.mark_saved()
    for _ in range(300):
        if set(multiprocessing.active_children()) <= there:
            break
        time.sleep(0.1)
    assert set(multiprocessing.active_children()) <= there


def test_a_scenario_with_errors_says_why_and_wrong_numbers_are_told(hand: Hand) -> None:
    dialog = asked(hand)
    enter(dialog.games, "many")
    hand.do("key", "Return", wait=0.2)
    assert dialog.wrong.cget("text") == "Enter the number of games as a whole number from 1 to 100,000."
    for games, seed, workers, told in (
            ("99999999999", "0", "1", "number of games"), ("5", "-1", "1", "seed"),
            ("5", "0", "5000", "number of processes")):
        enter(dialog.games, games)
        enter(dialog.seed, seed)
        enter(dialog.workers, workers)
        hand.do("key", "Return", wait=0.2)
        assert dialog.wrong.cget("text").startswith(f"Enter the {told} as a whole number from ")
        assert hand.window.trials.running is None
    hand.do("key", "Escape", wait=0.3)
    shorten(hand, 1)
    dialog = asked(hand)
    assert dialog.go.instate(["disabled"])
    assert dialog.warning.cget("text").startswith("The game cannot begin: ")
    hand.do("key", "Escape", wait=0.3)
    assert hand.window.trials.trials == []


def test_a_variant_is_compared_with_its_base_and_what_plays_alike_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "variant.yaml"
    path.write_text("format: 2\nkind: scenario\nname: variant\ntitle: Variant\nextends: velna\nturns: 4\n",
                    encoding="utf-8")
    with window_on(path, tmp_path / "settings") as hand:
        session, trials = hand.window.session, hand.window.trials
        dialog = asked(hand)
        assert list(dialog.base.cget("values")) == ["The base", "Nothing: only as it is now"]
        hand.do("key", "Escape", wait=0.2)
        assert session.scenario is not None
        session.edit("Titles", with_scenario(session.design, replace(session.scenario, title="Another")))
        dialog = asked(hand)
        assert list(dialog.base.cget("values")) == ["The base", "Nothing: only as it is now"]
        hand.do("key", "Escape", wait=0.2)
        shorten(hand, 3)
        assert session.scenario is not None
        session.edit("Notes", with_scenario(session.design, replace(session.scenario, notes="Other notes")))
        session.history.mark_saved()
        shorten(hand, 5)
        dialog = asked(hand)
        assert list(dialog.base.cget("values")) == [
            "The last save", "The base", "After Titles", "Nothing: only as it is now"]
        hand.do("key", "Escape", wait=0.2)
        try_games(hand, 1, 1)
        hand.until(lambda: trials.running is None, seconds=60)
        assert trials.trials[0].before is not None
        assert trials.trials[0].before_label == "Bridges of the Velna"
        panel = panel_of(hand)
        assert panel.tree.item(panel.tree.get_children()[0], "text").startswith("Against")
        assert 'Against the base, "Bridges of the Velna":' in panel._note.text
        assert "Tried: The base" in asked(hand).base.cget("values")
        hand.do("key", "Escape", wait=0.2)


def test_the_name_of_an_edit_that_has_no_room_ends_in_dots(hand: Hand) -> None:
    session = hand.window.session
    assert session.scenario is not None
    session.edit("The war is over after four turns", with_scenario(
        session.design, replace(session.scenario, turns=4)))
    try_games(hand, 1)
    panel = panel_of(hand)
    hand.until(lambda: hand.window.trials.running is None, seconds=60)
    hand.settle(0.3)
    ((label, *_),) = rows(panel)
    assert label.startswith("The")
    assert label.endswith("…")
    assert nametofont("VeSection", panel).measure(label) <= int(panel.tree.column("#0", "width"))
