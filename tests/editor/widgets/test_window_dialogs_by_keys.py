"""Every dialog that an action opens, at 200 % on a screen of 1366x768: its buttons can be seen, what is typed
replaces the text of a field and can be taken back, letters choose in its drop-down lists."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Iterator
from dataclasses import replace
from tkinter import ttk
from typing import Any

import pytest
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.actions import ACTIONS
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.widgets.keyboard import exists
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.scenario import Entry
from visegrad_editor.model.where import Where

pytestmark = MARKS
NO_DIALOG = {
    # Tk's own dialogs for files, panels, and what asks only in some states.
    "open", "save_as", "background_picture", "style_other", "unsaved_work", "ruleset", "entries",
    "turn_track", "victory", "units_table", "copy_position", "import_file", "align_background",
    "propose_terrain", "texts_language", "translate", "save_stamp", "brush_from_selection", "compare_set_up",
    "fit_grid", "import_geodata", "command_palette", "make_variant_of", "rename_area", "crop_map",
    "use_prototype", "prototypes", "totals", "counter_mix", "formations",
    "fix_harmless"}
IDS = [a.id for a in ACTIONS if a.label.endswith("…") and a.id not in NO_DIALOG]


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with window_on("scenarios/free-setup", tmp_path_factory.mktemp("dialogs")) as hand:
        hand.window.root.geometry("1366x740+0+0")
        hand.settle(0.2)
        hand.window.perform("scale_200")
        hand.settle(0.5)
        add_unused_entry(hand)
        yield hand
        hand.window.perform("scale_100")


def add_unused_entry(hand: Hand) -> None:
    """A problem that can be judged otherwise."""
    session = hand.window.session
    scenario = session.scenario
    assert scenario is not None
    entries = (*scenario.entries, Entry("spare", "Spare", Where(("1718",))))
    session.edit("Add an entry", with_scenario(session.design, replace(scenario, entries=entries)))


def below(widget: tk.Misc) -> list[Any]:
    found: list[Any] = []
    for child in widget.winfo_children():
        found += [] if isinstance(child, tk.Toplevel) else [child, *below(child)]
    return found


def look_at(hand: Hand, id: str, look: Callable[[Dialog], None]) -> bool:
    """Open the dialog of an action, look at it, and cancel it; whether one opened."""
    seen: list[Dialog] = []
    last = time.perf_counter() + 10

    def opened() -> list[Dialog]:
        return [w for w in hand.window.root.winfo_children() if isinstance(w, Dialog) and exists(w)
                and w.winfo_viewable()]

    def act() -> None:
        dialogs = opened()
        if not (dialogs and hand.has_keyboard(Dialog)) and time.perf_counter() < last:
            hand.window.root.after(50, act)
            return
        # The last widgets of a dialog take their places after it has the keyboard.
        hand.settle(0.3)
        for dialog in dialogs:
            try:
                look(dialog)
            finally:
                if exists(dialog):
                    if id == "plan_scenario":
                        # What was typed into it could be kept.
                        hand.answer("^Unfinished scenario$", ("key", "Tab"), ("key", "Return"))
                    dialog.cancel()
        seen.extend(dialogs)

    hand.window.focus_map()
    hand.window.session.select(None, ("poland/2nd Mechanized",))
    if id == "judge_problem":
        problems = hand.window.problems
        hand.window.checker.check_now()
        problems.tree.selection_set(problems.rows[-1])
        assert problems.marked is not None
        assert problems.marked.severity != "error"
    hand.window.root.after(50, act)
    hand.window.perform(id)
    hand.until(lambda: seen or time.perf_counter() > last)
    return bool(seen)


def unselected(hand: Hand, dialog: Dialog) -> list[str]:
    """The fields, among the first ones that have the keyboard, in which typing would not replace the text."""
    faults = []
    for _ in range(4):
        path = str(dialog.tk.call("focus"))
        field = dialog.nametowidget(path) if path.startswith(f"{dialog}.") else None
        if isinstance(field, ttk.Entry) and field.get() and field.instate(["!disabled", "!readonly"]) and (
                not field.selection_present() or field.index("sel.last") - field.index("sel.first") < len(
                    field.get())):
            faults.append(f"the text of {field} is not selected")
        hand.do("key", "Tab", wait=0.05)
    return faults


def typed_choice_faults(hand: Hand, dialog: Dialog, box: ttk.Combobox) -> list[str]:
    """What is wrong when a letter is typed on a drop-down list, and Escape after it."""
    values = [str(v) for v in box.cget("values")]
    now, state = box.get(), str(box.cget("state"))
    letter = next((v[0].lower() for v in values if v[:1].isascii() and v[:1].isalpha()
                   and v[0].casefold() != now[:1].casefold()), "")
    if not letter or not box.winfo_viewable() or state == "disabled":
        return []
    faults = []
    box.focus_force()
    box.select_range(0, "end")
    box.icursor("end")
    hand.do("key", letter, wait=0.15)
    if box.get() not in values or box.get()[:1].casefold() != letter:
        faults.append(f"{box}: {letter} does not choose in {state}: {box.get()}")
    hand.do("key", "Escape", wait=0.15)
    if not exists(dialog):
        return [*faults, f"{box}: Escape closes the dialog instead of giving back {now!r}"]
    if exists(box) and box.get() != now:
        faults.append(f"{box}: Escape gives back {box.get()!r}, not {now!r}")
    if exists(box) and box.winfo_viewable() and state == "readonly":
        box.focus_force()
        hand.do("key", letter, "ctrl+z", wait=0.15)
        if exists(box) and box.get() != now:
            faults.append(f"{box}: Ctrl+Z gives back {box.get()!r}, not {now!r}")
    return faults


def other_undo_faults(hand: Hand, dialog: Dialog) -> list[str]:
    """What is wrong when a tick box or a text of a dialog is changed and that is taken back."""
    faults = []
    for box in [b for b in below(dialog.body) if isinstance(b, ttk.Checkbutton)][:2]:
        if not box.winfo_viewable() or box.instate(["disabled"]):
            continue
        before = box.instate(["selected"])
        box.focus_force()
        hand.do("key", "space", "ctrl+z", wait=0.15)
        if exists(box) and box.instate(["selected"]) != before:
            faults.append(f"{box.cget('text')}: Ctrl+Z does not take the tick back")
    for text in [t for t in below(dialog.body) if isinstance(t, tk.Text)]:
        if not text.winfo_viewable() or str(text.cget("state")) != "normal":
            continue
        was = text.get("1.0", "end")
        text.focus_force()
        hand.do("key", "x", "ctrl+z", wait=0.15)
        if text.get("1.0", "end") != was:
            faults.append(f"{text}: Ctrl+Z gives {text.get('1.0', 'end')!r}")
    return faults if exists(dialog) else [*faults, "Ctrl+Z closes the dialog"]


def list_faults(hand: Hand, tree: ttk.Treeview) -> list[str]:
    """What is wrong when rows of a list are marked by keys: where one is taken at a time, that is said."""
    rows = tree.get_children()
    if len(rows) < 3 or not tree.winfo_viewable() or not str(tree.cget("takefocus")):
        return []
    tree.focus_force()
    tree.selection_set(rows[0])
    tree.focus(rows[0])
    hand.settle(0.1)
    region = hand.window.session.region
    several = str(tree.cget("selectmode")) == "extended"
    faults = []
    for key, least in (("shift+Down", 2), ("ctrl+a", len(rows))):
        hand.window.say("before")
        hand.do("key", key, wait=0.1)
        if several and len(tree.selection()) < least:
            faults.append(f"{tree}: {key} marks {len(tree.selection())}")
        said = hand.window.messages.text
        if not several and ("One row at a time" not in said or len(tree.selection()) != 1):
            faults.append(f"{tree}: {key} says {said}")
    return [*faults, *([f"{tree}: Ctrl+A selects hexes"] if hand.window.session.region != region else [])]


def test_there_are_dialogs() -> None:
    assert len(IDS) >= 18


@pytest.mark.parametrize("id", IDS)
def test_a_dialog_fits_and_what_is_typed_is_taken_back(hand: Hand, id: str) -> None:
    faults: list[str] = []
    before = hand.window.session.design

    def look(dialog: Dialog) -> None:
        faults.extend(unselected(hand, dialog))
        bottom = dialog.winfo_rooty() + dialog.winfo_height()
        right = dialog.winfo_rootx() + dialog.winfo_width()
        if dialog.winfo_width() > 1366 or dialog.winfo_height() > 768:
            faults.append(f"{dialog.winfo_width()}x{dialog.winfo_height()}")
        for button in dialog.foot.winfo_children():
            if not button.winfo_ismapped():
                continue
            if (button.winfo_width() < button.winfo_reqwidth()
                    or button.winfo_rootx() + button.winfo_width() > right
                    or button.winfo_rooty() + button.winfo_height() > bottom):
                faults.append(f"{button} is cut off")
        fields = [f for f in below(dialog.body) if f.winfo_class() in ("TEntry", "TSpinbox")
                  and f.winfo_viewable() and f.instate(["!disabled", "!readonly"])]
        for field in fields[:2]:
            field.focus_force()
            hand.settle(0.1)
            was = field.get()
            field.icursor("end")
            hand.do("key", "7", wait=0.15)
            if not exists(field) or field.get() == was:
                continue
            hand.do("key", "ctrl+z", wait=0.15)
            if field.get() != was:
                faults.append(f"{field}: {field.get()!r}, not {was!r}")
        for box in [b for b in below(dialog.body) if isinstance(b, ttk.Combobox)]:
            faults.extend(typed_choice_faults(hand, dialog, box))
        faults.extend(other_undo_faults(hand, dialog))
        for tree in [t for t in below(dialog.body) if isinstance(t, ttk.Treeview)]:
            faults.extend(list_faults(hand, tree))

    assert look_at(hand, id, look), "no dialog opened"
    assert faults == []
    assert hand.faults == []
    assert hand.window.session.design is before
