"""Mouse buttons, wheel, touchpad, keys, letters and menus of each window system, which are only said to be
there."""

from __future__ import annotations

import ast
import ctypes
import re
import sys
import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import font, ttk
from types import SimpleNamespace

import pytest
import xvfb
from xvfb import Hand, window_on

from visegrad_editor.editor import platforms
from visegrad_editor.editor.actions import ACTIONS, BY_ID
from visegrad_editor.editor.platforms import (
    accelerator,
    bind_wheel,
    held_keys,
    key_words,
    keys_here,
    menu_clicks,
    menu_keys,
    middle_button,
    right_button,
    wheel_bindings,
    wheel_events,
    why_taken,
)
from visegrad_editor.editor.widgets.keyboard import ALT, CONTROL, SHIFT
from visegrad_editor.editor.window import key_help, theme

On = Callable[[str, bool], None]
EDITOR = Path(platforms.__file__).parent


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> On:
    """Lets this be a window system, with Tk 9 or not."""
    def be(system: str, tk_9: bool = False) -> None:
        monkeypatch.setattr(platforms, "_system", system)
        monkeypatch.setattr(platforms, "is_tk_9", lambda: tk_9)

    return be


# -- the mouse --------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("system", "tk_9", "right", "middle", "clicks"), [
    ("x11", False, 3, 2, ("<Button-3>",)), ("x11", True, 3, 2, ("<Button-3>",)),
    ("win32", False, 3, 2, ("<Button-3>",)), ("win32", True, 3, 2, ("<Button-3>",)),
    ("aqua", False, 2, 3, ("<Button-2>", "<Control-Button-1>")),
    ("aqua", True, 3, 2, ("<Button-3>", "<Control-Button-1>")),
])
def test_buttons(on: On, system: str, tk_9: bool, right: int, middle: int, clicks: tuple[str, ...]) -> None:
    on(system, tk_9)
    assert (right_button(), middle_button(), menu_clicks()) == (right, middle, clicks)


def turned(*events: tuple[str, int]) -> list[int]:
    """The notches that some events make, each with its delta."""
    found: list[int] = []
    handlers = wheel_bindings(lambda _event, notches: found.append(notches))
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
    on(system, tk_9)
    assert set(wheel_bindings(lambda _e, _n: None)) == events
    assert set(wheel_events()) == events | {"<Shift-MouseWheel>"}


def test_notches_of_the_wheel(on: On) -> None:
    on("x11")
    assert turned(("<Button-4>", 0), ("<Button-5>", 0)) == [1, -1]
    on("win32")
    assert turned(*[("<MouseWheel>", 120), ("<MouseWheel>", -240)]) == [1, -2]
    # A fine wheel counts parts of a notch, and begins anew when it turns back.
    assert turned(*[("<MouseWheel>", 40)] * 7) == [1, 1]
    assert turned(*[("<MouseWheel>", d) for d in (80, -80, -40)]) == [-1]
    on("aqua")
    assert turned(*[("<MouseWheel>", 1)] * 7) == [1, 1]
    on("aqua", True)
    assert turned(("<MouseWheel>", 120)) == [1]


def test_pixels_of_a_touchpad(on: On) -> None:
    on("aqua", True)
    assert turned(*[("<TouchpadScroll>", 10)] * 7) == [1, 1]
    assert turned(*[("<TouchpadScroll>", -10 & 0xFFFF)] * 3) == [-1]
    assert turned(("<TouchpadScroll>", 90 << 16)) == []  # sideways


def test_what_is_no_whole_notch_goes_to_no_other_binding(on: On) -> None:
    on("win32")
    handlers = wheel_bindings(lambda _e, _n: "done")
    assert handlers["<MouseWheel>"](SimpleNamespace(delta=40)) == "break"
    assert handlers["<MouseWheel>"](SimpleNamespace(delta=80)) == "done"


# -- the keyboard -----------------------------------------------------------------------------------------

@pytest.mark.parametrize(("system", "keys"), [
    ("x11", ("<Menu>", "<Shift-F10>")), ("aqua", ("<Menu>", "<Shift-F10>")),
    ("win32", ("<App>", "<Shift-F10>"))])
def test_keys_of_context_menus(on: On, system: str, keys: tuple[str, ...]) -> None:
    on(system)
    assert menu_keys() == keys


@pytest.mark.parametrize(("system", "state", "held"), [
    ("x11", 0x8, ALT), ("x11", 0x10, 0), ("x11", 0x5, SHIFT | CONTROL),
    ("win32", 0x8, 0),  # NumLock
    ("win32", 0x20000, ALT), ("win32", 0x2000C, CONTROL | ALT),
    ("aqua", 0x8, CONTROL), ("aqua", 0x10, ALT), ("aqua", 0x9, SHIFT | CONTROL),
    ("aqua", 0x4, 0),  # Ctrl and a click is a menu there
    ("x11", "??", 0),
])
def test_modifiers(on: On, system: str, state: object, held: int) -> None:
    on(system)
    assert held_keys(state) == held


@pytest.mark.parametrize(("text", "shown", "in_menu"), [
    ("Ctrl+Z undoes it.", "⌘Z undoes it.", ""), ("Ctrl+Shift+Z", "⇧⌘Z", "Shift-Command-Z"),
    ("Ctrl++", "⌘+", "Command-+"), ("Ctrl+−", "⌘−", "Command--"), ("F5", "F5", "F5"),
    ("Alt+Return", "⌥Return", "Option-Return"), ("Shift+F10", "⇧F10", "Shift-F10"),
    ("Ctrl+Del", "⌘⌫", "Command-BackSpace"), ("Ctrl+PgUp, Ctrl+PgDn", "⌘PgUp, ⌘PgDn", ""),
    ("Ctrl + click, Shift + click on a row", "⌘ + click, ⇧ + click on a row", ""),
    ("Alt+click: show only this layer", "⌥-click: show only this layer", ""),
    ("several with Ctrl or Shift.", "several with ⌘ or Shift.", ""),
    ("Alt", "⌥", ""), ("Del removes a pin", "⌫ removes a pin", ""), ("Menu key, Shift+F10", "⇧F10", ""),
    ("Ins", "⇧⌘N", "Shift-Command-N"), ("Add an entry  (Ins)", "Add an entry  (⇧⌘N)", ""), ("F11", "F11", ""),
    ("begin one with F11.", "begin one with ⌘P.", ""), ("F11, Ctrl+P", "⌘P", ""), ("Inside", "Inside", ""),
    # Names of places are no keys.
    ("Alt Ruppin and Del Monte", "Alt Ruppin and Del Monte", ""), ("Shifted by 2", "Shifted by 2", "")])
def test_words_for_keys_on_a_mac(on: On, text: str, shown: str, in_menu: str) -> None:
    on("win32")
    assert (key_words(text), accelerator(text)) == (text, text)
    on("aqua")
    assert key_words(text) == key_words(shown) == shown
    assert not in_menu or accelerator(text) == accelerator(shown) == in_menu


def test_the_keys_of_actions_are_free_on_a_mac(on: On) -> None:
    assert BY_ID["replace_all"].key_text == "Ctrl+H"
    on("aqua")
    keys = [key for action in ACTIONS for key in action.keys]
    assert len(keys) > 90
    assert len(set(keys)) == len(keys)
    assert not {"<Control-h>", "<Control-m>", "<Control-comma>"} & set(keys)
    texts = [BY_ID[id].key_text for id in ("replace_all", "redo", "quit", "off_map")]
    assert texts == ["⇧⌘H", "⇧⌘Z", "⌘Q", "⌫"]
    assert "hides" in why_taken("<Control-h>")
    assert not why_taken("<Control-z>")
    assert keys_here(("<Control-m>", "<F5>")) == ("<Control-j>", "<F5>")
    assert keys_here(("<F11>", "<Control-p>")) == ("<Control-p>",)
    assert BY_ID["play"].key_text == "⌘P"
    assert "hides the program" in own_keys_answer("<Control-h>")
    assert "Option" in own_keys_answer("<Alt-x>")


def own_keys_answer(sequence: str) -> str:
    """What the dialog of keys says to one."""
    from visegrad_editor.editor.window.own_keys import why_not_a_key
    return why_not_a_key(sequence)


# -- the screen -------------------------------------------------------------------------------------------

def test_dots_per_inch(on: On, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = SimpleNamespace(winfo_fpixels={"1i": 144.0}.__getitem__)
    monkeypatch.setattr(platforms.shutil, "which", lambda _name: None)
    for system, dots in (("win32", 144.0), ("x11", 144.0), ("aqua", 96.0)):
        on(system)
        assert platforms.dots_per_inch(screen) == dots  # type: ignore[arg-type]


def test_windows_is_told_that_the_program_scales_its_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    libraries = SimpleNamespace(shcore=SimpleNamespace(SetProcessDpiAwareness=told.append))
    monkeypatch.setattr(ctypes, "windll", libraries, raising=False)
    platforms.prepare_process()
    assert told == []
    monkeypatch.setattr(sys, "platform", "win32")
    platforms.prepare_process()
    assert told == [1]


# -- the only module that knows ---------------------------------------------------------------------------

FOREIGN = re.compile(
    r"MouseWheel|TouchpadScroll|<(?:[A-Z]\w*-)*(?:Button(?:Press|Release)?-|B)[2-5]\b|Control-Button"
    r"|<(?:Menu|App)>|windowingsystem|^<(?:Command|Option|Meta|Mod\d)-")

SUSPECT = re.compile(rf"{FOREIGN.pattern.replace('^', '')}|\.state\b")
"""Finds at least the modules in which the other one finds something, without reading them as Python."""


def test_no_other_module_knows_what_systems_call_things() -> None:
    looked = 0
    for path in sorted(EDITOR.rglob("*.py")):
        if path.name == "platforms.py":
            continue
        text = path.read_text(encoding="utf-8")
        looked += 1
        if not SUSPECT.search(text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                # The list of keys names the menu key for all systems.
                assert path.name == "key_help.py" or not FOREIGN.search(node.value), (path, node.value)
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
                bits = ast.unparse(node)
                assert not re.search(r"\.state\b(?!\))", bits) or "BUTTON" in bits, (path, bits)
    assert looked > 200


def test_what_it_must_not_know_is_recognised() -> None:
    for one in ("<MouseWheel>", "<Control-Button-4>", "<ButtonPress-3>", "<B2-Motion>", "<Menu>",
                "<Command-z>", "<Control-Button-1>"):
        assert FOREIGN.search(one), one
    for one in ("<Button-1>", "<B1-Motion>", "<Control-z>", "<Alt-Return>", "Menu"):
        assert not FOREIGN.search(one), one


# -- in a window ------------------------------------------------------------------------------------------

pytestmark = xvfb.MARKS


@pytest.fixture(scope="module")
def mac(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A window that takes itself for one of macOS, where Mod1, which is Alt here, is Command."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(platforms, "_system", "x11")  # put back in the end
        patch.setattr(platforms, "windowing", lambda _root: "aqua")
        key_help.forget_rows()
        with window_on("first-steps", tmp_path_factory.mktemp("mac")) as hand:
            yield hand
    key_help.forget_rows()


def test_on_a_mac_the_map_is_panned_by_the_button_that_is_called_3_there(mac: Hand) -> None:
    view = mac.window.view
    bound = set(view.canvas.bind())
    assert {"<Button-2>", "<Control-Button-1>", "<Button-3>", "<B3-Motion>", "<MouseWheel>"} <= bound
    assert not {"<Button-4>", "<Button-5>"} & bound
    left = view.to_map(0, 0)[0]
    x, y = view.canvas.winfo_rootx() + 200, view.canvas.winfo_rooty() + 200
    mac.do("mousemove", x, y, "mousedown", 3)
    mac.do("mousemove", x - 60, y)
    mac.do("mouseup", 3)
    mac.until(lambda: view.to_map(0, 0)[0] > left)


def bound_keys(widget: tk.Misc) -> Iterator[tuple[str, str]]:
    """The widgets of a window, each with a key that is bound to it."""
    for key in widget.bind():
        yield str(widget), key
    for child in widget.winfo_children():
        yield from bound_keys(child)


def test_on_a_mac_keys_are_bound_with_command(mac: Hand) -> None:
    keys = list(bound_keys(mac.window.root))
    assert len(keys) > 300
    control = [(w, k) for w, k in keys if "Control" in k and "Button" not in k]
    assert control == []
    assert [(w, k) for w, k in keys if "Alt" in k] == []
    root = set(mac.window.root.bind())
    assert {"<Mod1-Key-z>", "<Shift-Mod1-Key-Z>", "<Mod1-Key-y>", "<Key-Delete>", "<Key-BackSpace>",
            "<Shift-Key-BackSpace>"} <= root
    assert "<Mod1-Key-h>" not in root


def test_what_other_systems_do_by_ins_is_done_by_command_and_n(mac: Hand) -> None:
    done = list[str]()
    top = tk.Toplevel(mac.window.root)
    tree = ttk.Treeview(top)
    try:
        tree.bind("<Insert>", lambda _e: done.append("new"))
        assert {"<Key-Insert>", "<Shift-Mod1-Key-N>"} <= set(tree.bind())
        tree.pack()
        mac.settle(0.3)
        tree.focus_force()
        mac.until(lambda: mac.window.root.focus_get() is tree)
        mac.do("key", "alt+shift+n")
        mac.until(lambda: done == ["new"])
    finally:
        top.destroy()


def test_command_z_takes_back_what_was_done(mac: Hand) -> None:
    session = mac.window.session
    before = session.design
    session.select_region(frozenset(list(session.design.map.grid)[:3]))
    mac.window.view.canvas.focus_force()
    mac.do("key", "alt+BackSpace")  # Command and the key for removing: clears the hexes
    mac.until(lambda: session.history.undo_label)
    mac.do("key", "alt+z")
    mac.until(lambda: session.design is before)
    mac.do("key", "alt+shift+z")
    mac.until(lambda: session.history.undo_label)
    mac.do("key", "alt+z")
    mac.until(lambda: session.design is before)
    mac.do("key", "ctrl+shift+z")  # not the key of a Mac
    mac.pause(0.2)
    assert session.design is before


def shown_texts(widget: tk.Misc) -> Iterator[str]:
    """All texts of a window and its menus, and the tips of its widgets."""
    if isinstance(widget, tk.Menu):
        for at in range((widget.index("end") or 0) + 1 if widget.index("end") is not None else 0):
            for option in ("label", "accelerator"):
                try:
                    yield str(widget.entrycget(at, option))
                except tk.TclError:
                    continue  # a line
    elif "text" in (widget.configure() or {}):
        yield str(widget.cget("text"))
    for child in widget.winfo_children():
        yield from shown_texts(child)


def test_on_a_mac_all_texts_have_its_signs(mac: Hand) -> None:
    window = mac.window
    from visegrad_editor.editor.window.key_help import KeyMap
    dialog = KeyMap(window.root)
    try:
        texts = list(shown_texts(window.root))
        rows = [str(dialog.tree.item(r, "text")) for r in dialog.tree.get_children()]
        words = [dialog.picture.itemcget(i, "text") for i in dialog.picture.find_all()
                 if dialog.picture.type(i) == "text"]
    finally:
        dialog.destroy()
    assert len(texts) > 300
    assert len(rows) > 50
    assert len(words) > 60
    assert [t for t in (*texts, *rows, *words) if "Ctrl" in t or "Alt+" in t] == []
    assert {"Command-Z", "Shift-Command-Z", "F5"} <= set(texts)  # from them the menu makes its signs
    assert any("⇧⌘S" in row for row in rows)
    assert "⌘" in words
    assert "F11" in words
    assert "Menu" not in words
    window.say("Ctrl+Z undoes it.")
    assert window.messages.text == "⌘Z undoes it."


def test_the_menu_of_macos_acts_through_the_window(mac: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    window, done = mac.window, []
    labels = {name: list(shown_texts(menu)) for name, menu in window.menus.menus.items()}
    assert "Quit" not in labels["File"]
    assert "About Visegrad Editor" not in labels["Help"]
    assert window.root.nametowidget(f"{window.menus.bar}.help")
    assert window.root.nametowidget(f"{window.menus.bar}.window")
    monkeypatch.setattr(window.files, "may_leave", lambda: bool(done.append("asked")))
    monkeypatch.setattr(window.actions, "perform", done.append)
    monkeypatch.setattr(window.files, "open_asking", done.append)
    call = window.root.tk.call
    call("::tk::mac::Quit")
    assert done == ["asked"]
    assert mac.alive
    call("::tk::mac::ShowPreferences")
    call("tkAboutDialog")
    call("::tk::mac::ShowHelp")
    call("::tk::mac::OpenDocument", "/maps/one.yaml", "/maps/two.yaml")
    assert done[1:] == ["change_keys", "about", "shortcuts", "/maps/one.yaml", "/maps/two.yaml"]
    window.root.withdraw()
    call("::tk::mac::ReopenApplication")
    assert window.root.state() == "normal"
    waits = tk.Toplevel(window.root)
    waits.update()
    waits.grab_set()
    for name in ("::tk::mac::Quit", "tkAboutDialog"):
        call(name)
    call("::tk::mac::OpenDocument", "/maps/three.yaml")
    waits.destroy()
    assert len(done) == 6  # nothing happens below a dialog


def test_letters_of_a_mac_are_the_systems_own(mac: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    del mac
    root = tk.Tk()
    try:
        scaling = float(root.tk.call("tk", "scaling"))
        font.nametofont("TkDefaultFont", root).configure(family="DejaVu Sans", size=13)
        monkeypatch.setattr(platforms, "_system", "aqua")
        before = theme.scale()
        for scale, sizes in ((1.0, (13, 12, 16)), (1.5, (20, 18, 24))):
            theme.apply(root, scale=scale)
            names = ("TkDefaultFont", "VeSmall", "VeTitle")
            assert tuple(font.nametofont(n, root)["size"] for n in names) == sizes
            assert font.nametofont("VeSmall", root)["family"] == "DejaVu Sans"
        theme.apply(root, scale=before)
        assert float(root.tk.call("tk", "scaling")) == scaling
    finally:
        root.destroy()


def test_the_real_wheel_turns_what_is_bound(mac: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platforms, "_system", "x11")
    top = tk.Toplevel(mac.window.root)
    top.geometry("200x200+100+100")
    found: list[int] = []
    bind_wheel(top, lambda _event, notches: found.append(notches))
    mac.until(lambda: top.winfo_viewable() and top.winfo_height() > 100)
    mac.do("mousemove", top.winfo_rootx() + 50, top.winfo_rooty() + 50, "click", 4, "click", 4, "click", 5)
    mac.until(lambda: len(found) == 3)
    assert found == [1, 1, -1]
    top.destroy()


def test_a_window_of_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platforms, "_system", "x11")  # put back in the end
    monkeypatch.setattr(platforms, "windowing", lambda _root: "win32")
    monkeypatch.setitem(platforms._MENU_KEYS, "win32", "<F20>")  # here Tk knows no App
    with window_on("first-steps", tmp_path) as hand:
        view, window = hand.window.view, hand.window
        bound = set(view.canvas.bind())
        assert {"<Button-3>", "<Button-2>", "<MouseWheel>", "<Key-F20>"} <= bound
        assert not {"<Button-4>", "<Button-5>", "<Key-Menu>", "<Control-Button-1>"} & bound
        scale = view.viewport.scale
        zooms: list[float] = []
        for _ in range(3):  # a fine wheel: three parts of a notch
            view.canvas.event_generate("<MouseWheel>", delta=40, x=200, y=200)
            hand.settle(0.3)
            zooms.append(view.viewport.scale / scale)
        assert zooms[:2] == [1, 1]
        assert 1 < zooms[2] < 1.5
        # NumLock is there what Alt is here, and does not keep a letter from taking up a tool.
        view.canvas.focus_force()
        hand.do("key", "alt+r")
        hand.until(lambda: window.controller.tool is not None and window.controller.tool.key == "r")
        assert any("Ctrl+Z" in text for text in shown_texts(window.root))
