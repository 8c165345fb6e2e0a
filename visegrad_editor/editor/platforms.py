"""What differs between X11, Windows and macOS, and between Tk 8.6 and 9: mouse buttons, the wheel, the
touchpad, keys and how they are written, letters, the screen, and the menu that macOS makes itself.

On X11 the wheel is two buttons (Tk 9 makes wheel events of them); on Windows those numbers are the side
buttons of a mouse. A notch of the wheel counts 120 on Windows and with Tk 9. On macOS Tk 8.6 counts lines,
many a second of a touchpad; Tk 9 sends the touchpad's own event, in pixels. Up to Tk 8.6, macOS calls the
right button 2 and the middle one 3; elsewhere, and with Tk 9, it is the other way round.

All other modules name keys as on X11 and Windows, `<Control-z>` for Tk and `Ctrl+Z` for users. On macOS they
are what users of a Mac expect: `prepare` lets Tk bind Command for Control and Option for Alt, and `key_words`
writes ⌘Z.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from tkinter import font
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ..operating_system import scale_own_windows
from .widgets.keyboard import ALT, CONTROL, SHIFT

Bind = Callable[[str, Callable[[Any], object]], object]
"""Binds an event of a widget, or of a binding tag, to a function."""
Act = Callable[[Any, int], object]
"""Called with the event and the notches that the wheel was turned, up or away from the user if positive."""

_NOTCH = 120
_NOTCH_LINES = 3
"""What Tk 8.6 counts on macOS for a turn that elsewhere is a notch."""
_NOTCH_PX = 30
"""The way of two fingers on a touchpad that is as much as a notch of the wheel."""
_ALT = {"x11": 0x8, "win32": 0x20000, "aqua": 0x10}
"""The bit of Alt; on macOS that of Option."""
_CONTROL = {"aqua": 0x8}
"""The bit of what counts as Ctrl, if not Ctrl itself: on macOS Command, for Ctrl and a click is a menu."""

_system = "x11"


def prepare(root: tk.Tk) -> None:
    """Learn from a new root window which window system this is; on macOS keys that are bound from now on are
    those of a Mac."""
    global _system
    _system = windowing(root)
    if is_mac() and not root.tk.call("info", "commands", "::bind_as_named"):
        root.tk.eval(_MAC_KEYS)


def windowing(root: tk.Misc) -> str:
    """What Tk says the window system is: `x11`, `win32` or `aqua`."""
    return str(root.tk.call("tk", "windowingsystem"))


def is_x11() -> bool:
    """Whether the window is on X11."""
    return _system == "x11"


def is_mac() -> bool:
    """Whether the window is one of macOS."""
    return _system == "aqua"


def is_tk_9() -> bool:
    """Whether this is Tk 9 or later."""
    return tk.TkVersion >= 9


# The screen.

def prepare_process() -> None:
    """Tell Windows that this program scales its windows itself; to be called before the first window."""
    scale_own_windows()


def dots_per_inch(root: tk.Misc) -> float:
    """The resolution of the screen; the desktop's setting if there is one. 96 on macOS, which scales windows
    itself."""
    if is_mac():
        return 96.0
    if is_x11() and shutil.which("xrdb"):
        with suppress(OSError, subprocess.SubprocessError, ValueError):
            resources = subprocess.run(["xrdb", "-query"], capture_output=True, text=True, timeout=1,
                                       env=dict(os.environ)).stdout
            for line in resources.splitlines():
                if line.startswith("Xft.dpi:"):
                    return float(line.partition(":")[2])
    return float(root.winfo_fpixels("1i"))


# The mouse.

def right_button() -> int:
    """The number of the right mouse button."""
    return 2 if is_mac() and not is_tk_9() else 3


def middle_button() -> int:
    """The number of the middle mouse button, which is the wheel of most mice."""
    return 5 - right_button()


def menu_clicks() -> tuple[str, ...]:
    """The mouse events that open a context menu; on macOS also Ctrl+click, which elsewhere selects rows."""
    click = f"<Button-{right_button()}>"
    return (click, "<Control-Button-1>") if is_mac() else (click,)


class _Notches:
    """Counts small turns of a wheel, or ways on a touchpad, up to whole notches."""

    def __init__(self) -> None:
        self._rest = 0.0

    def add(self, part: float) -> int:
        """The whole notches so far; what is left counts for the next ones, unless the direction changes."""
        if part * self._rest < 0:
            self._rest = 0.0
        self._rest += part
        whole = int(self._rest)
        self._rest -= whole
        return whole


def bind_wheel(widget: tk.Misc, act: Act, bind: Bind | None = None) -> None:
    """Call `act` when the wheel is turned over a widget, or two fingers move on a touchpad. `bind` is used in
    place of `widget.bind`, for a binding tag or for bindings that are added. What `act` returns ("break") is
    returned to Tk."""
    for event, handler in wheel_bindings(act).items():
        (bind or widget.bind)(event, handler)


def wheel_bindings(act: Act) -> dict[str, Callable[[Any], object]]:
    """The events of the wheel, each with what handles it, as `bind_wheel` binds them."""
    notches = _Notches()
    turn = _NOTCH_LINES if is_mac() and not is_tk_9() else _NOTCH

    def done(event: Any, part: float) -> object:
        number = notches.add(part)
        return act(event, number) if number else "break"

    found: dict[str, Callable[[Any], object]] = {"<MouseWheel>": lambda e: done(e, e.delta / turn)}
    if is_x11():
        found |= {"<Button-4>": lambda e: act(e, 1), "<Button-5>": lambda e: act(e, -1)}
    if is_tk_9():
        found["<TouchpadScroll>"] = lambda e: done(e, touchpad_way(e.delta)[1] / _NOTCH_PX)
    return found


def wheel_events() -> tuple[str, ...]:
    """All events by which Tk's own lists and fields know the wheel and the touchpad."""
    shifted = ("<MouseWheel>", "<Shift-MouseWheel>")
    buttons = ("<Button-4>", "<Button-5>") if is_x11() else ()
    return (*buttons, *shifted, *(("<TouchpadScroll>",) if is_tk_9() else ()))


def touchpad_way(delta: int) -> tuple[int, int]:
    """The pixels to the right and down (up if positive, like the wheel) that Tk 9 packs into the `delta` of a
    touchpad's event.

    >>> touchpad_way(5), touchpad_way(-5 & 0xFFFF), touchpad_way(3 << 16 | 7)
    ((0, 5), (0, -5), (3, 7))
    """
    across, down = delta >> 16, delta & 0xFFFF
    return across, down - 0x10000 if down & 0x8000 else down


# The keyboard.

_MENU_KEYS = {"win32": "<App>"}
"""The menu key where Tk does not call it Menu."""


def menu_keys() -> tuple[str, str]:
    """The keys that open a context menu."""
    return _MENU_KEYS.get(_system, "<Menu>"), "<Shift-F10>"


def held_keys(state: object) -> int:
    """Which of Shift, Ctrl and Alt are held, by the `state` of an event, as the bits of `keyboard`; on macOS
    Command is Ctrl, and Option is Alt. On Windows the bit that is Alt elsewhere is NumLock."""
    if not isinstance(state, int):
        return 0  # an event that the program itself makes may have none
    control = bool(state & _CONTROL.get(_system, CONTROL))
    alt = bool(state & _ALT.get(_system, 0))
    return state & SHIFT | (CONTROL if control else 0) | (ALT if alt else 0)


# What a Mac has in place of keys that it has not, or that it uses itself: all that the program says or does
# about them follows from these tables.

_MAC_HAS = {"Delete": ("Del", "BackSpace"), "Insert": ("Ins", "Command-Shift-N")}
"""Keys that no Mac has, by Tk's name: how users elsewhere write them, and what takes their place. The key
that removes things is called delete on a Mac, and BackSpace by Tk."""
_MAC_TAKES = {
    "<Control-h>": ("<Control-Shift-H>", "hides the program"),
    "<Control-m>": ("<Control-j>", "puts the window into the Dock"),
    "<Control-comma>": ("<Control-semicolon>", "opens the settings"),
    "<Control-q>": ("<Control-q>", "quits the program"),
    "<F11>": ("<Control-p>", "shows the desktop")}
"""Keys that macOS itself uses: what takes their place here, and what the system does by them."""
_SIGNS = {"Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}
"""How a Mac writes the keys that are held, in its order."""
_HELD_NAMES = {"Control": "Ctrl", "Command": "Ctrl"}
_CAPS = {"BackSpace": "⌫", "comma": ",", "semicolon": ";"}


def _on_a_mac(sequence: str) -> str:
    """A key sequence of Tk as a Mac writes it.

    >>> _on_a_mac("<Control-Shift-H>"), _on_a_mac("Command-Shift-N"), _on_a_mac("<F11>")
    ('⇧⌘H', '⇧⌘N', 'F11')
    """
    *held, key = sequence.strip("<>").split("-")
    names = {_HELD_NAMES.get(name, name) for name in held}
    signs = "".join(sign for name, sign in _SIGNS.items() if name in names)
    return signs + _CAPS.get(key, key.upper() if len(key) == 1 else key)


def _unheld(sequence: str) -> str:
    """The name of a key that is pressed alone, "" for others."""
    return "" if "-" in sequence else sequence.strip("<>")


def mac_keys_in_words() -> str:
    """What users press on a Mac for the keys of other systems, in a sentence."""
    (delete, backspace), (insert, new) = _MAC_HAS["Delete"], _MAC_HAS["Insert"]
    taken = {key: own for key, (own, _) in _MAC_TAKES.items() if own != key}
    first, *rest = [_on_a_mac(own) for own in taken.values()]
    return (f"On a Mac, Command ({_SIGNS['Ctrl']}) is pressed for Ctrl, Option ({_SIGNS['Alt']}) for Alt, "
            f"the key delete ({_on_a_mac(backspace)}) for {delete}, and {_on_a_mac(new)} for {insert}; "
            f"actions whose keys macOS has itself ({', '.join(map(_on_a_mac, taken))}) have "
            f"{', '.join([first, *rest[:-1]])} and {rest[-1]}.")


_MAC_KEYS = """
rename ::bind ::bind_as_named
proc ::bind {tag args} {
    if {[llength $args] == 0} {return [::bind_as_named $tag]}
    set keys [string map {Alt- Option-} [lindex $args 0]]
    # Ctrl and a click is the menu of a Mac; bound as a click, it stays what it is.
    if {![regexp {Button|Motion|Wheel} $keys]} {
        set keys [string map {Control- Command- Control_ Meta_} $keys]
    }
    if {[llength $args] == 1} {return [::bind_as_named $tag $keys]}
    set twin [string map {TWINS} $keys]
    set same [expr {[::bind_as_named $tag $keys] eq [::bind_as_named $tag $twin]}]
    ::bind_as_named $tag $keys [lindex $args 1]
    if {$same && $twin ne $keys} {::bind_as_named $tag $twin [lindex $args 1]}
}
""".replace("TWINS", " ".join(f"{key}> {own}>" for key, (_, own) in _MAC_HAS.items()))
"""Lets Tk bind the keys of a Mac where those of other systems are named."""


def keys_here(usual: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of an action on this system: those that the system keeps for itself are replaced."""
    if not is_mac():
        return usual
    return tuple(dict.fromkeys(_MAC_TAKES[key][0] if key in _MAC_TAKES else key for key in usual))


def why_taken(sequence: str) -> str:
    """What this system does by a key, so that no action gets it; "" for a free one."""
    return f"macOS {_MAC_TAKES[sequence][1]} by it" if is_mac() and sequence in _MAC_TAKES else ""


_HELD = re.compile(r"\b((?:(?:Ctrl|Alt|Shift) ?\+ ?)+)(?=(\S))")
_TAKEN_ALONE = {name: own for key, (own, _) in _MAC_TAKES.items() if (name := _unheld(key))}
"""The keys among those that macOS uses itself that stand in texts by their names."""
_MAC_WORDS = {**_SIGNS, **{word: _on_a_mac(own) for word, own in _MAC_HAS.values()},
              **{name: _on_a_mac(own) for name, own in _TAKEN_ALONE.items()}}
_KEYS = re.compile(
    r"\bCtrl\b|\bDel(?=$|[,)]| removes?\b)|"
    + "|".join(rf"\b{word}\b" for word in _MAC_WORDS if word not in (*_SIGNS, "Del")), re.MULTILINE)


def key_words(text: str) -> str:
    """A text for users with its keys as this system writes them: on macOS ⌘Z for Ctrl+Z."""
    if not is_mac():
        return text

    def held(match: re.Match[str]) -> str:
        signs = "".join(sign for name, sign in _SIGNS.items() if name in match[1])
        return f"{signs} + " if " " in match[1] else f"{signs}-" if match[2].islower() else signs

    if text in _TAKEN_ALONE:
        return text  # on a picture of the key
    if text == "Alt":
        return _SIGNS[text]
    found = _HELD.sub(held, text.replace("Menu key, Shift+F10", "Shift+F10"))
    found = _KEYS.sub(lambda m: _MAC_WORDS[m[0]], found)
    for own in map(_on_a_mac, _TAKEN_ALONE.values()):
        found = found.replace(f"{own}, {own}", own)  # "F11, Ctrl+P"
    return found


def accelerator(key: str) -> str:
    """A key in the form that menus want: on macOS words, from which the menu makes the signs itself."""
    if not is_mac():
        return key
    words = {"⌥": "Option-", "⇧": "Shift-", "⌘": "Command-", "⌫": "BackSpace", "−": "-"}
    return "".join(words.get(sign, sign) for sign in key_words(key))


def text_keys(root: tk.Misc) -> None:
    """Give text fields the keys that users expect. On macOS they have them, and by Ctrl those of Emacs."""
    if is_mac():
        root.event_add("<<Redo>>", "<Command-y>")
        return
    # Ctrl+A selects everything, as users expect; Tk's own key for that is Ctrl+/.
    root.event_delete("<<LineStart>>", "<Control-a>")
    root.event_add("<<SelectAll>>", "<Control-a>")
    # Ctrl+Y and Ctrl+W are Tk's keys of Emacs for Paste and Cut; here they redo, and cut nothing.
    root.event_delete("<<Paste>>", "<Control-y>", "<Control-Lock-Y>")
    root.event_delete("<<Cut>>", "<Control-w>", "<Control-Lock-W>")
    root.event_add("<<Redo>>", "<Control-y>", "<Control-Lock-Y>")


# Letters.

class Letters(NamedTuple):
    """What the texts of the window are written in. `size` is in points at 100 %; `points_are_pixels` where
    Tk's scaling is not to be changed, so that the size must follow the scale of the interface."""

    family: str
    size: int
    points_are_pixels: bool = False


_X11_FAMILIES = ("Cantarell", "Noto Sans", "Open Sans", "DejaVu Sans", "Helvetica")
_SIZE = 9
_known_letters: WeakKeyDictionary[tk.Misc, Letters] = WeakKeyDictionary()
"""By the interpreter: what the system's own fonts were before the program changed them."""


def letters(root: tk.Misc) -> Letters:
    """The letters of this system: on Windows and macOS the family that the system names, on macOS in the size
    that it names, in points of which 72 are an inch of the screen."""
    whole = root.nametowidget(".")
    if whole not in _known_letters:
        own = font.nametofont("TkDefaultFont", root).actual()
        if is_mac():
            found = Letters(own["family"], abs(own["size"]), True)
        elif is_x11():
            here = set(font.families(root))
            found = Letters(next((f for f in _X11_FAMILIES if f in here), own["family"]), _SIZE)
        else:
            found = Letters(own["family"], _SIZE)
        _known_letters[whole] = found
    return _known_letters[whole]


# The menu that macOS makes itself.

class MacMenu(NamedTuple):
    """What the menu with the program's name does on macOS, and what the Finder and the Dock ask for."""

    quit: Callable[[], object]
    about: Callable[[], object]
    help: Callable[[], object]
    open: Callable[[str], object]
    """Called with the path of a document that was dropped on the icon or opened by a double click."""
    reopen: Callable[[], object]
    """Show the window again: the icon in the Dock was clicked."""
    preferences: Callable[[], object] | None = None
    """None where there is nothing to set."""


def in_mac_menu(action: str) -> bool:
    """Whether an action is in that menu, so that no other one has it."""
    return is_mac() and action in ("quit", "about")


def fill_mac_menu(root: tk.Tk, menu: MacMenu) -> None:
    """Let the system's menu and the Finder act through the program; nothing happens on other systems."""
    if not is_mac():
        return
    for name, act in (("::tk::mac::Quit", menu.quit), ("tkAboutDialog", menu.about),
                      ("::tk::mac::ShowHelp", menu.help), ("::tk::mac::ReopenApplication", menu.reopen),
                      ("::tk::mac::ShowPreferences", menu.preferences)):
        if act is not None:
            root.createcommand(name, lambda *_words, act=act: act())

    def open_all(*paths: str) -> None:
        for path in paths:
            menu.open(path)

    root.createcommand("::tk::mac::OpenDocument", open_all)
