"""Other scenarios that use the map that is saved: which they are, whether they are updated too, and their
versions for other states of the map."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.files.atomic import SaveError, real_path, save
from ...model.files.references import reference_to
from ...model.files.resources import is_bundled
from ...model.files.sources import Sources
from ...model.gamemap import GameMap
from ...model.history import History
from ...model.wording import listed
from ..safety.watch import text_now
from ..session import Session
from ..widgets.dialogs import Dialog, ask, text_field
from ..window.theme import px

if TYPE_CHECKING:
    from ...model.files.map_users import MapUser

FOLLOW, LEAVE, RESTORE = "follow", "leave", "restore"


def affected_users(session: Session, sources: Sources, path: Path) -> tuple[MapUser, ...]:
    """The other scenarios that use the map file which a save at `path` changes."""
    from ...model.files.map_users import map_users

    saved, file = session.history.saved, changed_map_file(session, sources, path)
    if saved is None or file is None:
        return ()
    return map_users(file, saved.map, session.design.map, session.design.ruleset, [path])


def changed_map_file(session: Session, sources: Sources, path: Path) -> Path | None:
    """The map file which a save at `path` changes, None if it changes none."""
    saved, source = session.history.saved, sources.map
    if source is None or is_bundled(source.path) or (saved is not None and saved.map == session.design.map):
        return None
    if session.scenario is None and real_path(path) != real_path(source.path):
        return None
    if session.scenario is not None and reference_to("map", source.path, path.parent) is None:
        return None  # a new map file is written beside the scenario
    return source.path


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
    from ...model.files.map_users import update_users

    written, complaints = update_users(users)
    notes = (f"Also updated: {', '.join(p.name for p in dict.fromkeys(written))}.",) if written else ()
    return written, (*notes, *complaints)


# Undo past a save that updated other scenarios: their files do not go back with the map.

@dataclass(frozen=True)
class EarlierVersion:
    """A scenario file that this window updated for another state of the map; `text` is its version for the
    present state. `changed` says that the file was changed since, so that it is not replaced."""

    path: Path
    text: str
    changed: bool


@dataclass(frozen=True)
class _Version:
    """The text of a scenario file that matches the map of a step of the history."""

    position: int
    map: GameMap
    text: str


class FollowerVersions:
    """The texts of the scenario files that this window updated, with the step of the history whose map each
    one matches."""

    def __init__(self) -> None:
        self._history: History[Design] | None = None
        self._versions: dict[Path, list[_Version]] = {}

    def note(self, history: History[Design], position: int, texts: Mapping[Path, str | None]) -> None:
        """Note the texts of files that match the map of a step; -1 is no step."""
        if history is not self._history:
            self._history, self._versions = history, {}
        for path, text in texts.items():
            if text is not None and position >= 0:
                version = _Version(position, history.steps[position].state.map, text)
                self._versions.setdefault(path, []).append(version)

    def earlier(self, history: History[Design], apart: Path) -> tuple[EarlierVersion, ...]:
        """The files, except `apart`, that match the map as it was saved last, but not as it is now after undo
        or redo."""
        if history is not self._history:
            return ()
        found = []
        for path, versions in self._versions.items():
            wanted, now = _text_at(versions, history, history.position), text_now(path)
            if wanted is None or now is None or now == wanted or path == real_path(apart):
                continue
            if _text_at(versions, history, history.saved_position) != wanted:
                found.append(EarlierVersion(path, wanted, now not in [v.text for v in versions]))
        return tuple(found)


def _text_at(versions: Sequence[_Version], history: History[Design], position: int) -> str | None:
    """The text that matches a step: that of the last step up to it, else of one ahead, that has a text and
    the same hexes in their places. None if there is none, or if they were moved by an edit since."""
    if position < 0:
        return None
    map, steps = history.steps[position].state.map, history.steps
    there = {v.position: v for v in versions
             if v.position < len(steps) and _bare(v.map) == _bare(steps[v.position].state.map)}
    before = [there[p] for p in sorted(there, reverse=True) if p <= position][:1]
    ahead = [there[p] for p in sorted(there) if p > position]
    fitting = (v.text for v in (*before, *ahead) if (v.map.grid, v.map.moved) == (map.grid, map.moved))
    return next(fitting, None)


def _bare(map: GameMap) -> GameMap:
    """The map without what a save under another name changes."""
    return replace(map, name="", ruleset="")


def ask_earlier(parent: tk.Misc, versions: Sequence[EarlierVersion]) -> str:
    """Ask what to do about scenarios that match another state of the map: `RESTORE`, `LEAVE`, or "" to save
    nothing."""
    text = ["Undo or redo took the map past a save that also updated other scenarios."]
    choices = [(LEAVE, "Save this map only"), ("", "Cancel")]
    if names := [v.path.name for v in versions if not v.changed]:
        it, one, are = ("them", "versions", "are") if len(names) > 1 else ("it", "version", "is")
        text.append(f"Restore the {one} of {listed(names)} that matched this map? The present {one} {are} "
                    "kept with ~ after the name.")
        choices.insert(0, (RESTORE, f"Restore {it} too"))
    for path in (v.path for v in versions if v.changed):
        text.append(f"{path.name} was changed after it was updated, and stays as it is. Check it against "
                    f"this map; {path.name}~ is its version before it was last saved.")
    return ask(parent, "Scenarios that use this map", "\n\n".join(text), choices)


def write_earlier(versions: Iterable[EarlierVersion]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Restore the files that were not changed since; the files written, and messages for the user."""
    written, complaints = [], []
    for version in versions:
        if version.changed:
            continue
        try:
            save(version.text, version.path)
        except SaveError as error:
            complaints.append(f"{version.path.name} was not restored. {error}")
        else:
            written.append(version.path)
    notes = (f"Also restored: {', '.join(p.name for p in written)}.",) if written else ()
    return tuple(written), (*notes, *complaints)
