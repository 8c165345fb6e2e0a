"""What the window needs only later is imported while nothing else is to be done.

Dialogs and rarely used panels are imported by the methods that open them, so that the window appears
sooner. Here they are imported a little after it has appeared, one module at a time, so that no dialog opens
slowly the first time.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from importlib import import_module

_LATER = (
    "documents.scenario_dialogs", "documents.counter_dialog", "documents.unit_series_dialog",
    "documents.set_up_group_dialog", "documents.set_up_dialogs", "documents.goals_dialog",
    "documents.save_as_dialog", "documents.new_dialog", "documents.reshape_dialogs", "panels.inspector",
    "panels.history_panel", "panels.reinforcements_panel", "panels.region_dialogs", "panels.fixes_dialog",
    "window.command_palette", "window.key_help", "window.go_to_dialog", "window.keys_dialog",
    "documents.planning.dialog", "documents.translation_dialog", "play.start_dialog", "play.table",
    "play.board", "documents.export_dialog")
"""The modules, those that are used most often first."""
_FIRST_MS, _NEXT_MS = 1500, 60


def import_when_idle(root: tk.Misc, is_busy: Callable[[], bool]) -> None:
    """Import the modules one by one, as long as the window is there, but none while `is_busy` returns
    True."""
    modules: Iterator[str] = iter(_LATER)

    def step() -> None:
        if not is_busy():
            name = next(modules, None)
            if name is None:
                return
            import_module(f"{__package__}.{name}")
        root.after(_NEXT_MS, step)

    root.after(_FIRST_MS, step)
