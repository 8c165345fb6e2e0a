"""The Help menu."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import TYPE_CHECKING

from ... import __version__
from ...build_info import build_line
from ...lazy_dataclass import dataclass
from ..actions import BY_ID, Action
from ..play.play_mode import PlayMode
from ..session import Session
from ..settings import Settings
from ..widgets.dialogs import message
from ..window.own_keys import OwnKeys
from .group import Command, CommandGroup, Say

if TYPE_CHECKING:
    from ..window.command_palette import PaletteEntry

_WAYS_TO_BEGIN = ("new", "plan_scenario", "open", "manual")


@dataclass(eq=False)
class HelpCommands(CommandGroup):
    """Manual, command palette, keys, and the About box."""

    commit_fields: Command
    root: tk.Tk
    session: Session
    settings: Settings
    play: PlayMode
    why_not: Callable[[Action], str]
    choose_entry: Callable[[PaletteEntry], None]
    focus_map: Command
    own_keys: OwnKeys
    say: Say
    open_named: Callable[[str], None]
    perform: Callable[[str], None]

    def manual(self) -> None:
        """Show the manual in the web browser: in a play-test the page about that."""
        from ..window.manual import open_manual  # imported late because it takes long to load

        self.say(open_manual("play") if self.play.on else open_manual())

    def start_page(self) -> None:
        """Show the samples and other ways to begin."""
        from ..documents.start_page import show_start_page

        self.commit_fields()
        ways = [(action.label, action.tooltip, lambda id=id: self.perform(id))
                for id in _WAYS_TO_BEGIN for action in (BY_ID[id],)]
        show_start_page(self.root, self.settings, self.open_named, ways)

    def command_palette(self) -> None:
        from ..window.command_palette import CommandPalette

        self.commit_fields()
        CommandPalette(self.root, self.session.design, self.settings, self.why_not, self.play.on,
                       self.choose_entry, self.focus_map).show()

    def shortcuts(self) -> None:
        from ..window.key_help import show_keys

        show_keys(self.root)

    def change_keys(self) -> None:
        """Let the user choose keys; they count at once."""
        from ..window.keys_dialog import KeysDialog

        self.commit_fields()
        KeysDialog(self.root, self.own_keys).present()

    def about(self) -> None:
        about(self.root)


def about(parent: tk.Misc) -> None:
    """Show the About box."""
    message(parent, "About Visegrad Editor",
            f"Visegrad Editor {__version__}\n\n"
            "A map-and-counter editor, scenario designer and rules engine for hex wargames. "
            "Free software under the MIT licence.\n\n"
            "Values that the rulebook does not print are reconstructed, and marked as such wherever they "
            "appear.\n\n"
            f"{build_line(parent.tk.call('info', 'patchlevel'))}")
