"""Other scenarios that use the map that is saved: which they are, and whether they are updated too."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from pathlib import Path
from tkinter import ttk

from ...model.files.map_users import MapUser, map_users, update_users
from ...model.files.references import reference_to
from ...model.files.resources import is_bundled
from ...model.files.sources import Sources
from ..session import Session
from ..widgets.dialogs import Dialog, text_field
from ..window.theme import px

FOLLOW, LEAVE = "follow", "leave"


def affected_users(session: Session, sources: Sources, path: Path) -> tuple[MapUser, ...]:
    """The other scenarios that use the map file which a save at `path` changes."""
    saved, source = session.history.saved, sources.map
    if saved is None or source is None or saved.map == session.design.map or is_bundled(source.path):
        return ()
    if session.scenario is None and path.resolve() != source.path.resolve():
        return ()
    if session.scenario is not None and reference_to("map", source.path, path.parent) is None:
        return ()  # a new map file is written beside the scenario
    return map_users(source.path, saved.map, session.design.map, session.design.ruleset, [path])


def ask_followers(parent: tk.Misc, users: Sequence[MapUser]) -> str:
    """Ask what to do about other scenarios: `FOLLOW`, `LEAVE`, or "" to save nothing."""
    return FollowersDialog(parent, users).run()


class FollowersDialog(Dialog):
    """Lists the scenarios that no longer match a changed map."""

    def __init__(self, parent: tk.Misc, users: Sequence[MapUser]) -> None:
        super().__init__(parent, "Scenarios that use this map")
        can = [u for u in users if u.follows is not None]
        several = len(users) > 1
        who = f"{len(users)} other scenarios use" if several else "Another scenario uses"
        text = f"{who} this map and would no longer match it:"
        ttk.Label(self.body, text=text, style="Panel.TLabel", wraplength=px(620),
                  justify="left").pack(anchor="w")
        listing = "\n\n".join(self._paragraph(u) for u in users)
        text_field(self.body, listing, min(14, 3 + 3 * len(users)), 84).pack(
            fill="both", expand=True, pady=(px(8), px(8)))
        if can:
            they = "them" if several else "it"
            ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(620), justify="left", text=(
                f"Updating {they} writes the new numbers of the same hexes. Each file keeps its comments, "
                "and its previous version is kept with ~ after its name.")).pack(anchor="w")
            self.button(f"Update {they} too", lambda: self.finish(FOLLOW), default=True)
        self.button("Save this map only", lambda: self.finish(LEAVE), default=not can)
        self.button("Cancel", self.cancel)

    @staticmethod
    def _paragraph(user: MapUser) -> str:
        lost = user.losses.sentences()
        if user.follows is not None and lost:
            return f"{user.sentence()}\nIf updated, it would lose: {' '.join(lost)}"
        return user.sentence()


def write_updated(users: Sequence[MapUser]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write the updated scenarios; the files written, and messages for the user."""
    written, complaints = update_users(users)
    notes = (f"Also updated: {', '.join(p.name for p in dict.fromkeys(written))}.",) if written else ()
    return written, (*notes, *complaints)
