"""Mouse buttons, wheel, touchpad and modifiers of each window system, which are only said to be there."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from types import SimpleNamespace

import pytest
import xvfb
from xvfb import Show

from visegrad_editor.editor import platforms
from visegrad_editor.editor.platforms import (
    bind_wheel,
    held_keys,
    menu_clicks,
    menu_keys,
    middle_button,
    right_button,
    wheel_bindings,
)
from visegrad_editor.editor.widgets.keyboard import ALT, CONTROL, SHIFT

On = Callable[[str, bool], tk.Misc]


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> On:
    """A widget of a window system, with Tk 9 or not."""
    def widget(system: str, tk_9: bool) -> tk.Misc:
        monkeypatch.setattr(platforms, "windowing", lambda _widget: system)
        monkeypatch.setattr(platforms, "is_tk_9", lambda _widget: tk_9)
        return SimpleNamespace()  # type: ignore[return-value]

    return widget


@pytest.mark.parametrize(("system", "tk_9", "right", "middle", "clicks"), [
    ("x11", False, 3, 2, ("<Button-3>",)), ("x11", True, 3, 2, ("<Button-3>",)),
    ("win32", False, 3, 2, ("<Button-3>",)), ("win32", True, 3, 2, ("<Button-3>",)),
    ("aqua", False, 2, 3, ("<Button-2>", "<Control-Button-1>")),
    ("aqua", True, 3, 2, ("<Button-3>", "<Control-Button-1>")),
])
def test_buttons(on: On, system: str, tk_9: bool, right: int, middle: int, clicks: tuple[str, ...]) -> None:
    widget = on(system, tk_9)
    assert (right_button(widget), middle_button(widget), menu_clicks(widget)) == (right, middle, clicks)


@pytest.mark.parametrize(("system", "keys"), [
    ("x11", ("<Menu>", "<Shift-F10>")), ("aqua", ("<Menu>", "<Shift-F10>")),
    ("win32", ("<App>", "<Shift-F10>"))])
def test_keys_of_context_menus(on: On, system: str, keys: tuple[str, ...]) -> None:
    assert menu_keys(on(system, False)) == keys


@pytest.mark.parametrize(("system", "state", "held"), [
    ("x11", 0x8, ALT), ("x11", 0x10, 0), ("x11", 0x5, SHIFT | CONTROL),
    ("win32", 0x8, 0),  # NumLock
    ("win32", 0x20000, ALT), ("win32", 0x2000C, CONTROL | ALT),
    ("aqua", 0x8, CONTROL), ("aqua", 0x10, ALT), ("aqua", 0x9, SHIFT | CONTROL), ("aqua", 0x4, CONTROL),
    ("x11", "??", 0),
])
def test_modifiers(on: On, system: str, state: object, held: int) -> None:
    assert held_keys(on(system, False), state) == held


def turned(widget: tk.Misc, *events: tuple[str, int]) -> list[int]:
    """The notches that some events make, each with its delta."""
    found: list[int] = []
    handlers = wheel_bindings(widget, lambda _event, notches: found.append(notches))
    for name, delta in events:
        handlers[name](SimpleNamespace(delta=delta))
    return found


@pytest.mark.parametrize(("system", "tk_9", "events"), [
    ("x11", False, {"<Button-4>", "<Button-5>", "<MouseWheel>"}),
    ("x11", True, {"<Button-4>", "<Button-5>", "<MouseWheel>", "<TouchpadScroll>"}),
    ("win32", False, {"<MouseWheel>"}),  # there buttons 4 and 5 are at the side of the mouse
    ("win32", True, {"<MouseWheel>", "<TouchpadScroll>"}),
    ("aqua", False, {"<MouseWheel>"}), ("aqua", True, {"<MouseWheel>", "<TouchpadScroll>"}),
])
def test_events_of_the_wheel(on: On, system: str, tk_9: bool, events: set[str]) -> None:
    assert set(wheel_bindings(on(system, tk_9), lambda _e, _n: None)) == events


def test_notches_of_the_wheel(on: On) -> None:
    assert turned(on("x11", False), ("<Button-4>", 0), ("<Button-5>", 0)) == [1, -1]
    assert turned(on("win32", False), *[("<MouseWheel>", 120), ("<MouseWheel>", -240)]) == [1, -2]
    # A fine wheel counts parts of a notch, and begins anew when it turns back.
    assert turned(on("win32", False), *[("<MouseWheel>", 40)] * 7) == [1, 1]
    assert turned(on("win32", False), *[("<MouseWheel>", d) for d in (80, -80, -40)]) == [-1]
    assert turned(on("aqua", False), *[("<MouseWheel>", 1)] * 7) == [1, 1]
    assert turned(on("aqua", True), ("<MouseWheel>", 120)) == [1]


def test_pixels_of_a_touchpad(on: On) -> None:
    assert turned(on("aqua", True), *[("<TouchpadScroll>", 10)] * 7) == [1, 1]
    assert turned(on("aqua", True), *[("<TouchpadScroll>", -10 & 0xFFFF)] * 3) == [-1]
    assert turned(on("aqua", True), ("<TouchpadScroll>", 90 << 16)) == []  # sideways


def test_what_is_no_whole_notch_goes_to_no_other_binding(on: On) -> None:
    handlers = wheel_bindings(on("win32", False), lambda _e, _n: "done")
    assert handlers["<MouseWheel>"](SimpleNamespace(delta=40)) == "break"
    assert handlers["<MouseWheel>"](SimpleNamespace(delta=80)) == "done"


# -- in a window ------------------------------------------------------------------------------------------

pytestmark = xvfb.MARKS


def test_on_a_mac_the_map_is_panned_by_the_button_that_is_called_3_there(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platforms, "windowing", lambda _widget: "aqua")
    hand = show("first-steps")
    view = hand.window.view
    bound = set(view.canvas.bind())
    assert {"<Button-2>", "<Control-Button-1>", "<Button-3>", "<B3-Motion>", "<MouseWheel>"} <= bound
    assert not {"<Button-4>", "<Button-5>"} & bound
    left = view.to_map(0, 0)[0]
    x, y = view.canvas.winfo_rootx() + 200, view.canvas.winfo_rooty() + 200
    hand.do("mousemove", x, y, "mousedown", 3)
    hand.do("mousemove", x - 60, y)
    hand.do("mouseup", 3)
    hand.until(lambda: view.to_map(0, 0)[0] > left)


def test_the_real_wheel_turns_what_is_bound(show: Show) -> None:
    hand = show("first-steps")
    top = tk.Toplevel(hand.window.root)
    top.geometry("200x200+100+100")
    found: list[int] = []
    bind_wheel(top, lambda _event, notches: found.append(notches))
    hand.until(lambda: top.winfo_viewable() and top.winfo_height() > 100)
    hand.do("mousemove", top.winfo_rootx() + 50, top.winfo_rooty() + 50, "click", 4, "click", 4, "click", 5)
    hand.until(lambda: len(found) == 3)
    assert found == [1, 1, -1]
    top.destroy()
