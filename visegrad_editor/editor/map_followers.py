"""Before a changed map is saved: which other scenarios use it, what becomes of them, shall they follow."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from pathlib import Path
from tkinter import ttk

from ..model.map_users import MapUser, let_follow, map_users
from ..model.references import reference_to
from ..model.resources import is_bundled
from ..model.sources import Sources
from .dialogs import Dialog, text_field
from .session import Session
from .theme import px

FOLLOW, LEAVE = "follow", "leave"


def users_to_tell(session: Session, sources: Sources, path: Path) -> tuple[MapUser, ...]:
    """The other scenarios that a save at `path` concerns: they use the map file that it changes."""
    saved, source = session.history.saved, sources.map
    if saved is None or source is None or saved.map == session.design.map or is_bundled(source.path):
        return ()
    if session.scenario is None and path.resolve() != source.path.resolve():
        return ()
    if session.scenario is not None and reference_to("map", source.path, path.parent) is None:
        return ()  # the map is written anew beside the scenario
    return map_users(source.path, saved.map, session.design.map, session.design.ruleset, [path])


def ask_followers(parent: tk.Misc, users: Sequence[MapUser]) -> str:
    """Ask what to do: `FOLLOW`, `LEAVE`, or "" to save nothing."""
    return FollowersDialog(parent, users).run()


class FollowersDialog(Dialog):
    """Lists the scenarios that a changed map does not fit."""

    def __init__(self, parent: tk.Misc, users: Sequence[MapUser]) -> None:
        super().__init__(parent, "Scenarios that use this map")
        can = [u for u in users if u.follows is not None]
        several = len(users) > 1
        who = f"{len(users)} other scenarios use" if several else "Another scenario uses"
        text = f"{who} this map and would no longer fit it:"
        ttk.Label(self.body, text=text, style="Panel.TLabel", wraplength=px(620),
                  justify="left").pack(anchor="w")
        listing = "\n\n".join(self._paragraph(u) for u in users)
        text_field(self.body, listing, min(14, 3 + 3 * len(users)), 84).pack(
            fill="both", expand=True, pady=(px(8), px(8)))
        if can:
            they = "them" if several else "it"
            ttk.Label(self.body, style="Quiet.TLabel", wraplength=px(620), justify="left", text=(
                f"Changing {they} too writes the same hexes under their new numbers; each file keeps its "
                "comments, and the version before with ~ behind its name.")).pack(anchor="w")
            self.button(f"Change {they} too", lambda: self.finish(FOLLOW), default=True)
        self.button("Save this map only", lambda: self.finish(LEAVE), default=not can)
        self.button("Cancel", self.cancel)

    @staticmethod
    def _paragraph(user: MapUser) -> str:
        lost = user.losses.sentences()
        if user.follows is not None and lost:
            return f"{user.sentence()}\nChanged too, it would lose: {' '.join(lost)}"
        return user.sentence()


def follow(users: Sequence[MapUser]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write the scenarios that follow: the files written, and sentences to tell."""
    written, complaints = let_follow(users)
    told = (f"Changed too: {', '.join(p.name for p in dict.fromkeys(written))}.",) if written else ()
    return written, (*told, *complaints)
