"""Nothing happens silently: every action shows an effect or a message."""

from __future__ import annotations

import tkinter as tk
import webbrowser
from collections.abc import Callable
from copy import copy
from tkinter import filedialog

import pytest
from seen_widgets import buttons, told
from xvfb import MARKS, Show

from visegrad_editor.editor.actions import ACTIONS, Action
from visegrad_editor.editor.panels.ruleset_panel import RulesetPanel, SectionPage
from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.editor.widgets.grid import Cell
from visegrad_editor.editor.window.panel_table import PANELS
from visegrad_editor.editor.window.window import Window

pytestmark = MARKS


class Asked:
    """Stands for the user: every dialog that comes up is counted and closed, and no window is closed."""

    def __init__(self, window: Window, patch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._window, self._root = window, window.root
        for name in ("askopenfilename", "asksaveasfilename", "askdirectory"):
            patch.setattr(filedialog, name, self._file)
        patch.setattr(webbrowser, "get", lambda: self)
        patch.setitem(window.actions._commands, "quit", self._file)
        self._look()

    def _file(self, **_how: object) -> str:
        self.count += 1
        return ""

    def open(self, _address: str) -> bool:
        """Stands for the web browser."""
        self.count += 1
        return True

    def _look(self) -> None:
        for child in self.dialogs():
            self.count += 1
            child.destroy()
        self._timer = self._root.after(40, self._look)

    def dialogs(self) -> list[tk.Misc]:
        """The dialogs that show, the uppermost first; not the window for fitting, which stays."""
        call = self._root.tk.call
        paths = reversed([str(p) for p in self._root.tk.splitlist(call("wm", "stackorder", "."))])
        found = (self._root.nametowidget(p) for p in paths)
        return [w for w in found if isinstance(w, Dialog) and w is not self._window.fit]

    def stop(self) -> None:
        self._root.after_cancel(self._timer)


def state(window: Window) -> tuple[object, ...]:
    """All that an action may change, but what is said."""
    session, view = window.session, window.view
    brush = copy(vars(session.brush))
    tops = [w for w in window.root.winfo_children() if isinstance(w, tk.Toplevel)]
    return (
        id(session.design), session.history.position, session.hex, session.units, brush, session.document,
        view.viewport, view.geometry.turn, sorted(window.renderer.hidden), window.dock.layout,
        window.controller.tool.id, window.controller.cursor, str(window.root.tk.call("focus")), len(tops),
        str(window.settings._data), window.controller.fan.hex, window.play.on)


def with_steps(window: Window) -> tuple[object, ...]:
    """The state, with what can be undone and done again."""
    return (*state(window), tuple(map(id, window.session.history.steps)))


def perform(window: Window, action: Action) -> str:
    """As its key does; why it cannot be done now, or ""."""
    if why := window.why_not(action):
        return why
    if action.toggle:
        window.menus.flip(action.id)
    window.perform(action.id)
    return ""


def plain(window: Window) -> None:
    """Nothing is selected, and nothing was done."""
    window.session.history.jump(0)
    window.session.select(None)
    window.session.select_region(())
    window.session.brush.piece = None
    window.use_tool("select")


def busy(window: Window) -> None:
    """A counter and hexes are selected, a step is done and another undone."""
    plain(window)
    session, scenario = window.session, window.session.scenario
    assert scenario is not None
    unit = next(u for u in scenario.units if u.hex)
    for _ in range(2):
        session.select(session.design.map.grid.parse(unit.hex), (unit.key,))
        window.actions.perform("flip")
    session.undo()
    hex = session.design.map.grid.parse(unit.hex)
    assert hex is not None
    session.select_region(session.design.map.grid.within(hex, 1))


@pytest.mark.parametrize(("name", "begins"), [
    ("historical", (plain,)), ("hollen", (busy,)), ("maps/hollen", (plain,)),
    *(pytest.param(*more, marks=pytest.mark.exhaustive) for more in (
        ("historical", (busy,)), ("maps/visegrad4", (plain,))))],
    ids=["plain", "busy", "map alone", "large and busy", "large map alone"])
def test_every_action_shows_or_says_something_each_time(
    show: Show, monkeypatch: pytest.MonkeyPatch, name: str, begins: tuple[Callable[[Window], None], ...]
) -> None:
    """In the first state each action is performed twice, and in the next those that were refused in it."""
    hand = show(name)
    window = hand.window
    window.view.canvas.focus_force()
    hand.settle(0.2)
    asked = Asked(window, monkeypatch)
    silent, done = list[str](), 0
    actions = list(ACTIONS)
    try:
        for begin in begins:
            refused = list[Action]()
            begun: tuple[object, ...] = ()
            for action in actions:
                # An action that only asked or said something left all as it was.
                if begun != with_steps(window):
                    begin(window)
                    begun = with_steps(window)
                for time in ("first", "again"):
                    window.say("")
                    window.root.update()
                    window.say("")
                    before, dialogs = state(window), asked.count
                    why = perform(window, action)
                    hand.settle(0.02)

                    if why:
                        assert why.endswith("."), action.id
                        refused.append(action)
                        break
                    done += 1
                    if state(window) == before and asked.count == dialogs and not window.messages.text:
                        silent.append(f"{action.id} {time} ({begin.__name__})")
                    if window.fit is not None:
                        window.fit.destroy()
                    if asked.count != dialogs or begin is not plain:
                        break  # what asks will ask again
            actions = refused
    finally:
        asked.stop()
    assert done > 80
    assert not silent, ", ".join(silent)


@pytest.mark.parametrize("name", [
    "historical", pytest.param("maps/visegrad4", marks=pytest.mark.exhaustive)])
def test_every_button_of_a_panel_shows_or_says_something(
    show: Show, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    hand = show(name)
    window = hand.window
    window.perform("scale_100")  # at a larger one panels are too low for their buttons
    asked = Asked(window, monkeypatch)
    silent, pressed = list[str](), set[str]()
    try:
        for spec in PANELS:
            plain(window)
            if spec.id != "overview":
                window.dock.close("overview")  # so that no panel is so low that it has a menu for its buttons
            window.show_panel(spec.id)
            hand.settle(0.4)  # a panel that has more room now shows its buttons again
            for nth in range(len(buttons_seen(window, spec.id))):
                found = buttons_seen(window, spec.id)
                if nth >= len(found) or found[nth].instate(["disabled"]):  # type: ignore[attr-defined]
                    continue
                text = str(found[nth].cget("text")) or f"button {nth}"
                window.say("")
                forget_complaints(window)
                before, dialogs = (state(window), words(window, spec.id)), asked.count
                found[nth].invoke()  # type: ignore[attr-defined]
                hand.settle(0.1)
                pressed.add(f"{spec.id}: {text}")
                if (state(window), words(window, spec.id)) == before and asked.count == dialogs and (
                        not window.messages.text):
                    silent.append(f"{spec.id}: {text}")
            window.dock.reset()
    finally:
        asked.stop()
    known = {"units": ("Remove", "Place on the map", "New…"), "reinforcements": ("Add…", "Remove", "Earlier")}
    assert {f"{panel}: {text}" for panel, texts in known.items() for text in texts} <= pressed
    assert not silent, ", ".join(silent)


def forget_complaints(window: Window) -> None:
    """The tables of the ruleset are at their first row, and nothing is said of it."""
    panel = window.dock.built("ruleset")
    if isinstance(panel, RulesetPanel):
        page = panel.page(panel.key)
        assert isinstance(page, SectionPage)
        page.grid_table.commit()
        page.grid_table.go(Cell(0, 0))
        page.say("")


def buttons_seen(window: Window, panel: str) -> list[tk.Misc]:
    return [b for b in buttons(window.dock.panel(panel)) if b.winfo_viewable()]


def words(window: Window, panel: str) -> str:
    return told(window.dock.panel(panel))
