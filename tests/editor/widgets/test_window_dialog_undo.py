"""Ctrl+Z and Ctrl+Y within dialogs take back rows, ticks and choices, too, with real keys."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from tkinter import ttk
from typing import Any

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.documents.counter_dialog import CounterDialog
from visegrad_editor.editor.documents.goals_dialog import GoalsDialog
from visegrad_editor.editor.documents.planning.dialog import PlanningDialog
from visegrad_editor.editor.documents.planning.draft import ScenarioDraft
from visegrad_editor.editor.documents.planning.end_pages import VictoryPage
from visegrad_editor.editor.documents.planning.ground_pages import MapPage
from visegrad_editor.editor.documents.set_up_group_dialog import SetUpGroupDialog
from visegrad_editor.editor.documents.set_up_order_dialog import SetUpOrderDialog
from visegrad_editor.editor.panels.fixes_dialog import FixesDialog
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.widgets.keyboard import exists
from visegrad_editor.engine.usual_victory import usual_victory
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Fix, Problem

pytestmark = MARKS


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("scenarios/free-setup", tmp_path_factory.mktemp("undo")) as hand:
        yield hand


Open = Callable[[Dialog, tk.Misc | None], Any]


@pytest.fixture
def show(hand: Hand) -> Iterator[Open]:
    """Shows a dialog with the keyboard in a widget, without waiting for its end."""
    shown: list[Dialog] = []

    def open(dialog: Dialog, focus: tk.Misc | None) -> Any:
        dialog.present(focus)
        hand.settle(0.3)
        if focus is not None:
            focus.focus_force()
        hand.settle(0.1)
        shown.append(dialog)
        return dialog

    design = hand.window.session.design
    yield open
    for dialog in shown:
        assert exists(dialog)
        Dialog.finish(dialog, "")
    hand.settle(0.1)
    assert hand.window.session.design is design


def undo_redo(hand: Hand, look: Callable[[], Any], before: Any, after: Any) -> None:
    assert look() == after
    for _ in range(2):
        hand.do("key", "ctrl+z", wait=0.2)
        assert look() == before
        hand.do("key", "ctrl+y", wait=0.2)
        assert look() == after


def test_goals_that_were_added_and_removed_come_back(hand: Hand, show: Open) -> None:
    design = hand.window.session.design
    dialog = GoalsDialog(hand.window.root, design, usual_victory(design))
    show(dialog, dialog.tree)
    tree = dialog.tree

    def rows() -> list[str]:
        return [str(tree.item(row, "text")) for row in tree.get_children()]

    before = rows()
    assert len(before) > 1
    hand.do("key", "Home", wait=0.1)
    tree.selection_set(tree.get_children()[0])
    hand.do("key", "Delete", wait=0.2)
    undo_redo(hand, rows, before, before[1:])
    # A choice is one step.
    dialog.otherwise.focus_force()
    now = dialog.otherwise.get()
    other = next(v for v in dialog.otherwise.cget("values") if v[0] != now[0])
    hand.do("key", other[0].lower(), wait=0.2)
    undo_redo(hand, lambda: (dialog.otherwise.get(), dialog.victory.otherwise == design.ruleset.sides[0].id),
              (now, False), (other, other.startswith(design.ruleset.sides[0].name)))


def test_the_order_of_set_up_goes_back(hand: Hand, show: Open) -> None:
    design = load("hollen").design
    assert design is not None
    dialog = SetUpOrderDialog(hand.window.root, design)
    show(dialog, dialog.tree)

    def rows() -> list[tuple[str, str]]:
        return [(str(dialog.tree.item(r, "text")), str(dialog.tree.set(r, "what")))
                for r in dialog.tree.get_children()]

    before = rows()
    hand.do("key", "alt+Down", wait=0.2)
    moved = rows()
    assert moved != before
    undo_redo(hand, rows, before, moved)
    hand.click_on(list(dialog.buttons.values())[-1])
    hidden = rows()
    assert hidden != moved
    undo_redo(hand, rows, moved, hidden)
    hand.do("key", "ctrl+z", "ctrl+z", wait=0.2)
    assert rows() == before


def test_fields_of_a_set_up_group_go_back(hand: Hand, show: Open) -> None:
    session = hand.window.session
    dialog = SetUpGroupDialog(hand.window.root, session, ("poland/2nd Mechanized",))
    show(dialog, dialog.first)
    before = dialog.group_name.get()
    hand.do("key", "ctrl+a", wait=0.1)
    hand.type("Guards")
    hand.settle(0.2)
    undo_redo(hand, dialog.group_name.get, before, "Guards")
    alone = dialog.alone.get()
    box = next(w for w in below(dialog.body) if isinstance(w, ttk.Checkbutton)
               and str(w.cget("variable")) == str(dialog.alone))
    box.focus_force()
    hand.do("key", "space", wait=0.2)
    undo_redo(hand, dialog.alone.get, alone, not alone)


def test_the_colour_of_a_counter_goes_back(hand: Hand, show: Open) -> None:
    session = hand.window.session
    assert session.scenario is not None
    dialog = CounterDialog(hand.window.root, session, session.scenario.units[:1], lambda _level: None)
    show(dialog, dialog.target_box)
    dialog.put("ground", "#123456")  # as the dialog for colours gives it
    hand.settle(0.2)
    undo_redo(hand, lambda: dict(dialog.draft), {}, {"ground": "#123456"})
    front = dialog.fields["front"]
    assert isinstance(front, ttk.Entry)
    front.focus_force()
    front.icursor("end")
    was = front.get()
    hand.do("key", "7", wait=0.2)
    undo_redo(hand, front.get, was, f"{was}7")


def test_the_plan_of_a_scenario_goes_back(hand: Hand, show: Open) -> None:
    """Step by step: a goal that was added and one that was removed, and a step that was typed before."""
    dialog = PlanningDialog(hand.window.root, ScenarioDraft.new("Test"), lambda _design, _sources: (), str)
    show(dialog, dialog.first_field)
    page = dialog.pages["map"]
    assert isinstance(page, MapPage)
    page.columns.focus_force()
    hand.do("key", "ctrl+a", "1", "8", "Return", wait=0.3)
    assert dialog.draft.plan.map is not None
    assert dialog.draft.plan.map.grid.columns == 18
    dialog.go_to("victory")
    hand.settle(0.3)
    victory = dialog.pages["victory"]
    assert isinstance(victory, VictoryPage)

    def goals() -> list[str]:
        return [str(victory.goals.item(r, "text")) for r in victory.goals.get_children()]

    victory.fields.add_hex("0202")
    victory.add.focus_force()
    hand.do("key", "space", wait=0.3)
    (added,) = goals()
    undo_redo(hand, goals, [], [added])
    victory.goals.selection_set(victory.goals.get_children()[0])
    victory.goals.focus_force()
    hand.do("key", "Delete", wait=0.3)
    undo_redo(hand, goals, [added], [])
    assert dialog.draft.step == "victory"


def test_ticks_of_fixes_go_back(hand: Hand, show: Open) -> None:
    session = hand.window.session
    hand.until(lambda: session.problems_known)
    dialog = FixesDialog(hand.window.root, session)
    if not dialog.tree.get_children():
        dialog._fixes = [(Problem("warning", "a-code", f"Problem {n}"),
                          Fix(f"Fix {n}", lambda d: d, harmless=True)) for n in range(3)]
        dialog._fill()
    show(dialog, dialog.tree)
    before = set(dialog.ticked)
    rows = [r for g in dialog.tree.get_children() for r in dialog.tree.get_children(g)]
    dialog.tree.selection_set(rows[0])
    dialog.tree.focus(rows[0])
    hand.do("key", "space", wait=0.2)
    undo_redo(hand, lambda: set(dialog.ticked), before, before ^ {int(rows[0])})


def below(widget: tk.Misc) -> list[Any]:
    found: list[Any] = []
    for child in widget.winfo_children():
        found += [] if isinstance(child, tk.Toplevel) else [child, *below(child)]
    return found
