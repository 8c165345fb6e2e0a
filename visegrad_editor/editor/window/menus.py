"""Menu bar, toolbar and key bindings, made from the table of actions."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any, Protocol

from ...model.files import catalogue
from ...model.files.atomic import real_path
from ..actions import ACTIONS, BY_ID, MENUS, Action
from ..platforms import accelerator, held_keys, in_mac_menu, is_mac
from ..session import Session
from ..settings import RecentFile, Settings, recent_files
from ..widgets.flow import Flow
from ..widgets.keyboard import ALT, exists, focused_last
from ..widgets.tooltips import Tooltip
from .action_dispatcher import ActionDispatcher
from .icons import Icons
from .theme import px

_TYPING = {"TEntry", "Entry", "Text", "TCombobox", "TSpinbox", "Spinbox"}
"""The bit for Alt in the state of a key event, by windowing system; `<Key-v>` alone would match Alt+V too."""
_FIELDS_OWN = {"<Control-c>", "<Control-x>", "<Control-v>", "<Control-a>", "<Control-Delete>"}
"""Keys that have a meaning of their own in text fields."""


def _capital(keys: str) -> str:
    """The sequence while Caps Lock is on: single letters become capitals.

    >>> _capital("<Key-t>"), _capital("<Control-z>"), _capital("<F5>")
    ('<Key-T>', '<Control-Z>', '<F5>')
    """
    first, dash, last = keys.strip("<>").rpartition("-")
    return f"<{first}{dash}{last.upper()}>" if len(last) == 1 else keys


class PanelSwitches(Protocol):
    """What the menus need to know about panels."""

    def is_open(self, id: str) -> bool:
        """Whether a panel is docked or floats."""

    def toggle(self, id: str) -> None:
        """Open a closed panel, or close an open one."""


class Menus:
    """The menus, the toolbar and the keys of a window.

    `chosen` returns the chosen action of a group, `history_labels` the steps that undo and redo would undo
    and redo, `panels` knows and changes which panels are open, and `choose_digit` is called with a digit and
    the time, in milliseconds, at which it was pressed.
    """

    def __init__(self, root: tk.Tk, session: Session, settings: Settings, icons: Icons,
                 actions: ActionDispatcher, panels: PanelSwitches, *, perform: Callable[[str], None],
                 complain: Callable[[str], None], chosen: Callable[[str], str],
                 history_labels: Callable[[], tuple[str, str]],
                 choose_digit: Callable[[int, int], None], open_named: Callable[[str], None],
                 focus_map: Callable[[], None]) -> None:
        self._root, self._session, self._settings, self._icons = root, session, settings, icons
        self._actions, self._switches = actions, panels
        self._perform, self._complain, self._chosen = perform, complain, chosen
        self._history_labels = history_labels
        self._choose_digit, self._open_named, self._focus_map = choose_digit, open_named, focus_map
        self.toggles = {a.id: tk.BooleanVar(root, True) for a in ACTIONS if a.toggle}
        self.panels = {a.panel: tk.BooleanVar(root) for a in ACTIONS if a.panel}
        self._groups = {a.group: tk.StringVar(root) for a in ACTIONS if a.group}
        self._entries: dict[str, tuple[tk.Menu, int]] = {}
        self._bare: set[str] = set()
        """The entries that do not have their icons yet."""
        self._states: dict[str, str] = {}
        """The Tk state of each menu entry."""
        self._labels: dict[str, str] = {}
        """The labels of the entries that name steps."""
        self._refusals: dict[str, str] = {}
        """Why each button of the toolbar cannot be used, as it shows; "" if it can."""
        self._buttons: dict[str, ttk.Button] = {}
        self._tips: dict[str, Tooltip] = {}
        self._bound: list[tuple[tk.Misc, list[str]]] = []
        """The windows with the keys of actions, and these keys."""
        session.layers.changed.connect(self._show_layers)
        self._build()
        self.bind_keys(root)
        # Otherwise, in a widget without a context menu, Tk would open the first menu of the menu bar.
        root.bind_all("<Shift-F10>", lambda _e: "break")

    def _build(self) -> None:
        self.bar = tk.Menu(self._root, tearoff=False, relief="flat")
        self.menus = {name: self._menu(name) for name in MENUS}
        if is_mac():
            # macOS itself fills it: minimise, all windows of the program.
            window = tk.Menu(self.bar, name="window")
            self.bar.insert_cascade(len(MENUS) - 1, label="Window", menu=window)
        self._root.configure(menu=self.bar)

    def rebuild(self) -> None:
        """Remake the menus, with icons of another size."""
        self.bar.destroy()
        self._entries.clear()
        self._bare.clear()
        for shown in (self._states, self._labels, self._refusals):
            shown.clear()
        self._buttons.clear()
        self._build()

    def bind_keys(self, window: tk.Misc) -> None:
        """Make the keys of all actions work in a window."""
        bound = []
        for action in ACTIONS:
            for keys in action.keys:
                for sequence in {keys, _capital(keys)}:
                    window.bind(sequence, lambda e, a=action: self._key(e, a))  # type: ignore[misc]
                    bound.append(sequence)
        self._bound = [(w, s) for w, s in self._bound if exists(w)] + [(window, bound)]
        for digit in range(10):
            for sequence in (f"<Key-{digit}>", f"<KP_{digit}>"):
                window.bind(sequence, lambda e, n=digit: self._digit(e, n))  # type: ignore[misc]

    def rebind_keys(self) -> None:
        """Make other keys work in all windows, after the user has changed some."""
        before, self._bound = [(w, s) for w, s in self._bound if exists(w)], []
        for window, sequences in before:
            for sequence in sequences:
                window.unbind(sequence)
            self.bind_keys(window)

    # -- menus --------------------------------------------------------------------------

    def _menu(self, name: str) -> tk.Menu:
        # By its name macOS knows the menu that gets its search field.
        named: dict[str, Any] = {"name": "help"} if name == "Help" and is_mac() else {}
        menu = self._new_menu(self.bar, **named)
        self.bar.add_cascade(label=name, menu=menu, underline=0)
        below: dict[str, tk.Menu] = {}
        for action in (a for a in ACTIONS if a.menu == name and not in_mac_menu(a.id)):
            if action.submenu and action.submenu not in below:
                below[action.submenu] = self._new_menu(menu)
                menu.add_separator()
                menu.add_cascade(label=action.submenu, menu=below[action.submenu])
            where = below.get(action.submenu, menu)
            if action.divider and where.index("end") is not None:
                where.add_separator()
            self._entry(where, action)
            if action.id == "open":
                self._named_files(menu)
        return menu

    def _new_menu(self, parent: tk.Menu, **named: Any) -> tk.Menu:
        menu = tk.Menu(parent, tearoff=False, **named)
        menu.configure(postcommand=lambda: self._opens(menu))
        return menu

    def _opens(self, menu: tk.Menu) -> None:
        """Show what can be done now in a menu that opens, the first time also its icons: all icons would take
        a tenth of the window's start."""
        self.update()
        for id in sorted(self._bare):
            of, index = self._entries[id]
            if of is menu:
                self._bare.remove(id)
                picture = self._icons.get(BY_ID[id].icon, 16)
                if picture is not None:
                    menu.entryconfigure(index, image=picture, compound="left")

    def _entry(self, menu: tk.Menu, action: Action) -> None:
        options: dict[str, Any] = {"label": action.label, "accelerator": accelerator(action.key_text),
                                   "command": lambda: self._perform(action.id)}
        if action.panel:
            options["command"] = lambda: self._switches.toggle(action.panel)
            menu.add_checkbutton(variable=self.panels[action.panel], **options)
        elif action.group:
            menu.add_radiobutton(variable=self._groups[action.group], value=action.id, **options)
        elif action.toggle:
            menu.add_checkbutton(variable=self.toggles[action.id], **options)
        else:
            menu.add_command(**options)
        index = menu.index("end")
        assert index is not None
        self._entries[action.id] = (menu, index)
        self._bare.add(action.id)

    def _named_files(self, menu: tk.Menu) -> None:
        samples = tk.Menu(menu, tearoff=False)
        for b in catalogue.samples():
            samples.add_command(label=f"{b.title} ({b.kind})",
                                command=lambda n=b.full_name: self._open_named(n))  # type: ignore[misc]
        menu.add_cascade(label="Open a sample", menu=samples)
        self.recent = RecentMenu(self._session, self._settings, self._open_named, menu)
        menu.add_cascade(label="Open recent", menu=self.recent.menu)

    # -- toolbar ------------------------------------------------------------------------

    def toolbar(self, parent: tk.Misc) -> ttk.Frame:
        """A frame of icon buttons with tooltips, which wraps into a second row if the window is narrow."""
        frame = Flow(parent, style="Bar.TFrame", margin=(px(6), px(3)))
        first = True
        for action in (a for a in ACTIONS if a.toolbar):
            if action.divider and not first:
                frame.add(ttk.Separator(frame, orient="vertical"), before=px(6), tall=True)
            before = 1 if first or not action.divider else px(6)
            first = False
            button = ttk.Button(frame, style="Tool.TButton", takefocus=False,
                                command=lambda i=action.id: self._perform(i))  # type: ignore[misc]
            picture = self._icons.get(action.icon, 24)
            if picture is not None:
                button.configure(image=picture)
            else:
                button.configure(text=action.label.rstrip("…"))
            frame.add(button, before)
            self._tips[action.id] = Tooltip(button, action.tooltip)
            self._buttons[action.id] = button
            self._refusals.pop(action.id, None)
        return frame

    def update(self) -> None:
        """Disable the actions that cannot be used now, and name the steps to undo and redo. A menu calls this
        when it opens."""
        undo, redo = self._history_labels()
        for id, (menu, index) in self._entries.items():
            state = "disabled" if self._actions.why_not(BY_ID[id]) else "normal"
            if self._states.get(id) != state:  # an edit changes few of them
                self._states[id] = state
                menu.entryconfigure(index, state=state)
        for panel, variable in self.panels.items():
            variable.set(self._switches.is_open(panel))
        for group, chosen in self._groups.items():
            chosen.set(self._chosen(group))
        self.update_toolbar()
        for id, what in (("undo", undo), ("redo", redo)):
            menu, index = self._entries[id]
            label = BY_ID[id].label
            label = f"{label} {what[0].lower()}{what[1:]}" if what else label
            if self._labels.get(id) != label:
                self._labels[id] = label
                menu.entryconfigure(index, label=label)

    def update_toolbar(self) -> None:
        """Disable the buttons of the toolbar that cannot be used now: after an edit, only these are seen."""
        for id, button in self._buttons.items():
            why_not = self._actions.why_not(BY_ID[id])
            if self._refusals.get(id) == why_not:
                continue
            self._refusals[id] = why_not
            button.state(["disabled" if why_not else "!disabled"])
            tip = BY_ID[id].tooltip
            self._tips[id].text = f"{tip}\nNot now: {why_not}" if why_not else tip

    def _show_layers(self) -> None:
        """Set the check marks of layers that have one."""
        for id in ("counters", "numbers", "names"):
            self.toggles[f"show_{id}"].set(self._session.layers[id].shown)

    def flip(self, id: str) -> None:
        """Toggle the check mark of an action."""
        self.toggles[id].set(not self.toggles[id].get())

    def _digit(self, event: Any, digit: int) -> None:
        """Let digits choose what a tool draws, except in text fields."""
        if event.widget.winfo_class() not in _TYPING:
            self._choose_digit(digit, event.time)

    def _key(self, event: Any, action: Action) -> str | None:
        if held_keys(event.state) & ALT and not any("Alt" in k for k in action.keys):
            return None  # Alt and a letter open a menu
        plain = not any(k.startswith(("<Control", "<F")) for k in action.keys)
        plain = plain or not _FIELDS_OWN.isdisjoint(action.keys)
        if plain and event.widget.winfo_class() in _TYPING:
            return None
        why_not = self._actions.why_not(action)
        if not why_not:
            if action.toggle:
                self.flip(action.id)
            self._perform(action.id)
            if action.tool and focused_last(self._root) is event.widget:
                # A tool is for the map, and so is what is typed next (Return, arrow keys).
                self._focus_map()
        else:
            self._complain(why_not)
        return "break"


class RecentMenu:
    """File > Open recent: a menu that is filled each time it is opened."""

    def __init__(self, session: Session, settings: Settings, open_named: Callable[[str], None],
                 parent: tk.Menu) -> None:
        self._session, self._settings, self._open_named = session, settings, open_named
        self.menu = tk.Menu(parent, tearoff=False, postcommand=self.fill)

    def fill(self) -> None:
        """List the current recent files, and entries to pin, forget and clear them."""
        menu, settings = self.menu, self._settings
        menu.delete(0, "end")
        files = recent_files(settings)
        pinned, others = [f for f in files if f.pinned], [f for f in files if not f.pinned]
        for file in pinned:
            self._file(file, "★  ")
        if pinned and others:
            menu.add_separator()
        for file in others:
            self._file(file, "")
        if not files:
            menu.add_command(label="No recent files", state="disabled")
        menu.add_separator()
        self._pin_open()
        gone = [f.path for f in files if f.missing]
        menu.add_command(label="Remove missing files from the list", state="normal" if gone else "disabled",
                         command=lambda: settings.forget(gone))
        menu.add_command(label="Clear the list", state="normal" if others else "disabled",
                         command=lambda: settings.forget([f.path for f in others]))

    def _file(self, file: RecentFile, mark: str) -> None:
        self.menu.add_command(label=mark + file.label, state="disabled" if file.missing else "normal",
                              command=lambda: self._open_named(file.path))

    def _pin_open(self) -> None:
        document, settings = self._session.document, self._settings
        path = str(real_path(document.path)) if document.path and not document.read_only else ""
        on = path in settings.pinned
        self.menu.add_command(
            label=f"Unpin {document.title}" if on else f"Pin {document.title}",
            state="normal" if path else "disabled", command=lambda: settings.pin(path, not on))
