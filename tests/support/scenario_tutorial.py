"""The steps of docs/scenario-tutorial.md, done by hand in the real window, with a picture after each."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import ttk
from typing import TypeVar

from xvfb import Hand

from visegrad_editor.editor.documents.export_dialog import ExportDialog
from visegrad_editor.editor.documents.new_dialog import NewDialog
from visegrad_editor.editor.documents.planning.dialog import PlanningDialog
from visegrad_editor.editor.documents.planning.end_pages import VictoryPage
from visegrad_editor.editor.documents.planning.force_pages import ForcesPage, SchedulePage, SetUpPage
from visegrad_editor.editor.documents.run_dialog import ResultDialog, RunDialog
from visegrad_editor.editor.widgets.dialogs import Dialog

Shoot = Callable[[str], None]
Kind = TypeVar("Kind", bound=Dialog)
Page = TypeVar("Page")

TITLE = "Three days at Alder"
WEST, EAST = "Westland", "Eastland"
TOWN, TOWN_NAME = "0605", "Alder"
WOOD = ("0503", "0603", "0703")
SERIES = (("w", "inf", 4), ("e", "inf", 5), ("e", "arm", 2))
"""The letters that choose nationality and type, and how many units."""
LATE = ("red/1st Armored", "red/2nd Armored")
MOVED = ("blue/1st Infantry", "0306")
"""A unit that is dragged, and the hex where it ends."""


def follow(hand: Hand, shoot: Shoot, file: Path) -> None:
    """Do all of it, in order: the scenario is saved as `file`, its set-up sheet beside it."""
    plan(hand, shoot)
    paint(hand, shoot)
    set_up(hand, shoot)
    save(hand, file)
    play(hand, shoot)
    run(hand, shoot)
    print_sheet(hand, shoot, file.with_name("alder-setup.pdf"))


# -- dialogs -----------------------------------------------------------------------------------------


def shown(root: tk.Misc, kind: type[Kind]) -> Iterator[Kind]:
    """The dialogs of a kind that show."""
    for child in root.winfo_children():
        if isinstance(child, kind) and child.winfo_viewable():
            yield child
        yield from shown(child, kind)


class Visit:
    """Acts on a dialog of a kind once it shows and has the keyboard, in the window's own loop, which goes on
    while the dialog waits. It must have closed in the end."""

    def __init__(self, hand: Hand, kind: type[Kind], act: Callable[[Kind], None]) -> None:
        self._hand, self._done = hand, False
        self._failed: BaseException | None = None
        root = hand.window.root

        def look() -> None:
            dialog = next(shown(root, kind), None)
            if dialog is None or not hand.has_keyboard(kind):
                root.after(50, look)
                return
            try:
                hand.settle(0.4)  # until the dialog has the mouse as well
                act(dialog)
            except BaseException as error:
                self._failed = error
                if dialog.winfo_exists():
                    dialog.destroy()
            self._done = True

        root.after(50, look)

    def end(self) -> None:
        """Wait until it is done; raises what failed."""
        self._hand.until(lambda: self._done, 60)
        if self._failed is not None:
            raise self._failed


def page_of(dialog: PlanningDialog, kind: type[Page]) -> Page:
    return next(p for p in dialog.pages.values() if isinstance(p, kind))


def click_row(hand: Hand, tree: ttk.Treeview, row: str, *, more: bool = False) -> None:
    """Click a row of a list; `more` with Ctrl, to select it too."""
    tree.see(row)
    hand.settle(0.05)
    box = tree.bbox(row)
    assert box, row
    place = (tree.winfo_rootx() + box[0] + 30, tree.winfo_rooty() + box[1] + box[3] // 2)
    if more:
        hand.do("keydown", "ctrl")
    hand.click(place)
    if more:
        hand.do("keyup", "ctrl")


# -- the steps of the scenario -------------------------------------------------------------------------


def plan(hand: Hand, shoot: Shoot) -> None:
    """File > New: a scenario step by step."""

    def choose(dialog: NewDialog) -> None:
        click_row(hand, dialog.tree, "steps")
        hand.click_on(dialog.title_field)
        hand.key("ctrl+a")
        hand.type(TITLE)
        shoot("scenario-tutorial-1-new")
        hand.key("Return")

    visits = (Visit(hand, NewDialog, choose),
              Visit(hand, PlanningDialog, lambda dialog: steps(hand, shoot, dialog)))
    hand.key("ctrl+n")
    for visit in visits:
        visit.end()
    hand.until(lambda: hand.window.session.document.title == TITLE)


def steps(hand: Hand, shoot: Shoot, dialog: PlanningDialog) -> None:
    """The eight steps."""
    hand.key("Return")  # a new empty map of 12 by 9
    hand.key("Return")  # the ruleset for any game
    hand.key("ctrl+a")
    hand.type(WEST)
    hand.key("Tab", "Tab", "Tab", "ctrl+a")
    hand.type(EAST)
    hand.key("Tab", "Tab", "space")
    shoot("scenario-tutorial-2-sides")
    hand.key("ctrl+Next")
    forces = page_of(dialog, ForcesPage)
    for number, (nation, kind, last) in enumerate(SERIES):
        # This dialog is answered from another thread: the window waits for it.
        hand.answer("^New units$", ("type", nation), ("key", "Tab"), ("type", kind), ("key", "Tab", "Tab"),
                    ("key", "ctrl+a"), ("type", str(last)), *(
                        [lambda: shoot("scenario-tutorial-3-units")] if not number else []),
                    ("key", "Return"))
        hand.click_on(forces.series)
        hand.until(lambda n=number: len(dialog.draft.plan.units) == sum(s[2] for s in SERIES[:n + 1]))  # type: ignore[misc]
    hand.until(lambda: hand.has_keyboard(PlanningDialog))
    hand.key("ctrl+Next")
    areas(hand, shoot, dialog)
    schedule(hand, shoot, dialog)
    victory(hand, shoot, dialog)
    shoot("scenario-tutorial-7-summary")
    hand.key("Return")


def areas(hand: Hand, shoot: Shoot, dialog: PlanningDialog) -> None:
    """A rectangle of hexes for each side, dragged over the small map."""
    page = page_of(dialog, SetUpPage)
    for side, first, last in (("blue", "0101", "0409"), ("red", "0901", "1209")):
        click_row(hand, page.sides, side)
        hand.drag(on_small_map(dialog, first), on_small_map(dialog, "0705"), on_small_map(dialog, last))
    shoot("scenario-tutorial-4-set-up")
    hand.key("ctrl+Next")


def on_small_map(dialog: PlanningDialog, number: str) -> tuple[int, int]:
    map = dialog.draft.plan.map
    assert map is not None
    hex = map.grid.parse(number)
    assert hex is not None
    x, y = dialog.map.pixel(hex)
    return dialog.map.canvas.winfo_rootx() + x, dialog.map.canvas.winfo_rooty() + y


def schedule(hand: Hand, shoot: Shoot, dialog: PlanningDialog) -> None:
    """Three turns, and two units that come later."""
    page = page_of(dialog, SchedulePage)
    hand.key("ctrl+a")
    hand.type("3")
    click_row(hand, page.units, LATE[0])
    click_row(hand, page.units, LATE[1], more=True)
    hand.click_on(page.arrive)
    shoot("scenario-tutorial-5-schedule")
    hand.key("ctrl+Next")


def victory(hand: Hand, shoot: Shoot, dialog: PlanningDialog) -> None:
    """Both sides want the same hex; the attacker may not lose too much."""
    page = page_of(dialog, VictoryPage)
    hand.click(on_small_map(dialog, TOWN))
    hand.click_on(page.add)
    hand.click_on(page.fields.side)
    hand.key("Escape")
    hand.type("e")
    hand.click(on_small_map(dialog, TOWN))
    hand.click_on(page.add)
    shoot("scenario-tutorial-6-victory")
    hand.key("ctrl+Next")


# -- afterwards ----------------------------------------------------------------------------------------


def paint(hand: Hand, shoot: Shoot) -> None:
    """A wood and the town, with the tools of the first map."""
    rules = hand.window.session.design.ruleset
    hand.key("ctrl+0", wait=0.4)
    hand.key("t", str([t.id for t in rules.terrain].index("forest") + 1))
    hand.drag(*(hand.centre(n) for n in WOOD))
    hand.key("b", str([f.id for f in rules.features].index("town") + 1))
    hand.click(hand.centre(TOWN))
    hand.key("n")
    hand.click(hand.centre(TOWN))
    hand.key("ctrl+a")
    hand.type(TOWN_NAME)
    hand.key("Return")
    hand.key("v")
    hand.settle(0.3)
    shoot("scenario-tutorial-8-map")


def set_up(hand: Hand, shoot: Shoot) -> None:
    """A counter is moved within its area; beyond it, it is refused. Then everything is checked."""
    hand.key("F5", wait=0.5)
    scenario = hand.window.session.scenario
    assert scenario is not None
    hand.do("mousemove", *hand.centre(scenario.unit_by_key[MOVED[0]].hex), "mousedown", 1)
    for number in ("0505", "0805"):
        hand.do("mousemove", *hand.centre(number))
    hand.settle(0.3)
    shoot("scenario-tutorial-9-carried")
    hand.do("mousemove", *hand.centre(MOVED[1]))
    hand.do("mouseup", 1)


def save(hand: Hand, file: Path) -> None:
    hand.answer("Save as", ("key", "ctrl+a"), ("type", "--delay", "5", str(file)), ("key", "Return"))
    hand.answer(f"^Save {file.name}$", ("key", "Return"))
    hand.key("ctrl+s", wait=0.8)
    hand.settle(0.5)


def play(hand: Hand, shoot: Shoot) -> None:
    """A play-test: the program plays a phase, and one sees how it stands."""
    hand.answer("^Play-test$", ("key", "Return"))
    hand.key("F11", wait=0.6)
    hand.until(lambda: hand.window.play.session is not None)
    hand.settle(0.5)
    hand.key("ctrl+F12", wait=1.0)
    hand.settle(1.0)
    shoot("scenario-tutorial-10-play")
    hand.answer("^Play-test$", ("key", "Tab"), ("key", "Return"))
    hand.key("F11", wait=0.5)
    hand.until(lambda: hand.window.play.session is None)


def run(hand: Hand, shoot: Shoot) -> None:
    """The program plays it whole."""

    def go(_dialog: RunDialog) -> None:
        hand.key("Return")

    visit = Visit(hand, RunDialog, go)
    hand.key("F6")
    visit.end()
    hand.until(lambda: next(shown(hand.window.root, ResultDialog), None), 120)
    hand.settle(0.4)
    shoot("scenario-tutorial-11-run")
    hand.key("Escape")


def print_sheet(hand: Hand, shoot: Shoot, file: Path) -> None:
    """The set-up sheet as a PDF file."""

    def choose(dialog: ExportDialog) -> None:
        row = next(str(i) for i, (format, content) in enumerate(dialog.offers)
                   if (format.ending, content.name) == (".pdf", "setup"))
        click_row(hand, dialog.tree, row)
        hand.answer("Export to", ("key", "ctrl+a"), ("type", "--delay", "5", str(file)), ("key", "Return"))
        hand.key("Return")
        hand.until(lambda: dialog.made is not None, 60)
        shoot("scenario-tutorial-12-export")
        hand.key("Escape")

    visit = Visit(hand, ExportDialog, choose)
    hand.key("ctrl+e")
    visit.end()
