"""The scenarios that use a map file: the effects of a change of the map on them, and their update."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ...hexgrid import Motion, moved_grid
from ...lazy_dataclass import dataclass
from ..check import check_documents
from ..design import Design
from ..edit.reshape import Losses, losses, moved_scenario
from ..gamemap import GameMap
from ..problems import Problem
from ..ruleset import Ruleset
from ..scenario import Scenario
from .atomic import SaveError, real_path
from .bytes import ReadError, read_text
from .load import LoadResult, load
from .store import save_design

MOST_FILES = 300
"""The most files of a folder that are read."""
_SCENARIO = re.compile(r"^kind\s*:\s*[\"']?scenario\b", re.MULTILINE)


@dataclass(frozen=True)
class MapUser:
    """A scenario file that uses the map and does not fit the new one.

    `problems` are the errors it would have, `renamed` says that numbers in it would mean other hexes.
    `follows` is the scenario changed so that it fits, None if it is unknown how the hexes moved; `losses` are
    what it loses then.
    """

    path: Path
    title: str
    problems: tuple[Problem, ...]
    renamed: bool
    follows: Scenario | None
    losses: Losses

    def sentence(self) -> str:
        """The problem in words."""
        name = f"{self.title} ({self.path.name})"
        gone = [n for p in self.problems if p.code == "unknown-hex" and (n := p.hex)]
        if gone:
            few = list(dict.fromkeys(gone))
            shown = ", ".join(few[:6]) + (f" and {len(few) - 6} more" if len(few) > 6 else "")
            return f"{name} names hexes that no longer exist: {shown}."
        if self.renamed:
            may = "mean" if self.follows is not None else "may mean"
            return f"{name} names hexes by numbers that {may} other hexes now."
        if self.problems:
            more = f" ({len(self.problems) - 1} more)" if len(self.problems) > 1 else ""
            return f"{name}: {self.problems[0].message}{more}"
        return f"{name}: {' '.join(self.losses.sentences())}"


def map_users(
    path: Path, saved: GameMap, new: GameMap, ruleset: Ruleset, others: Sequence[Path] = ()
) -> tuple[MapUser, ...]:
    """The scenarios in the folder of the map file, and in those of `others`, that `new` does not fit.

    `path` is the map file, which still holds `saved`; scenarios in `others` are left out. Bases come before
    their variants. No file is read if the change cannot harm a scenario.
    """
    if new.grid == saved.grid and not _takes_away(saved, new, ruleset):
        return ()
    step = saved.moved.inverse().then(new.moved)
    motion = step if _plausible(saved, new, step) else None
    users = []
    for loaded in _scenarios(path, others):
        user = _user(loaded, new, motion)
        if user is not None:
            source = loaded.sources.scenario
            users.append((len(list(source.chain())) if source else 0, user.path, user))
    return tuple(user for _, _, user in sorted(users, key=lambda entry: entry[:2]))


def update_users(users: Iterable[MapUser]) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write the scenarios that follow, after the map was saved. Returns the files written, and sentences on
    those that could not be written."""
    written: list[Path] = []
    complaints: list[str] = []
    for user in users:
        if user.follows is None:
            continue
        loaded = load(user.path)
        if loaded.design is None:
            complaints.append(f"{user.path.name} can no longer be read and was not changed.")
            continue
        try:
            saved = save_design(replace(loaded.design, scenario=user.follows), loaded.sources)
        except SaveError as error:
            complaints.append(f"{user.path.name} was not changed. {error}")
        else:
            written += saved.written
    return tuple(written), tuple(complaints)


def _takes_away(saved: GameMap, new: GameMap, ruleset: Ruleset) -> bool:
    """Whether a map of the same grid lacks something that a scenario may rely on: hexes of an area, features,
    a country, terrain open to units."""
    for area in saved.areas:
        if area.id not in new.area_by_id or not set(area.hexes) <= set(new.area_by_id[area.id].hexes):
            return True
    if any(not set(p.features) <= set(new.features_at(p.hex)) for p in saved.places):
        return True
    if not set(saved.hexes_by_country) <= {*new.hexes_by_country, ""}:
        return True
    barred = {t.id for t in ruleset.terrain if not t.playable}
    return any(
        new.terrain.values[b] in barred and saved.terrain.values[a] not in barred
        for old_row, new_row in zip(saved.terrain.rows, new.terrain.rows, strict=True) if old_row != new_row
        for a, b in zip(old_row, new_row, strict=True) if a != b)


def _scenarios(path: Path, others: Sequence[Path]) -> Iterator[LoadResult]:
    """The readable scenarios in the folders that use the map file."""
    left_out = {real_path(p) for p in others}
    for folder in dict.fromkeys(real_path(p.parent) for p in (path, *others)):
        files = sorted(p for e in ("*.yaml", "*.yml") for p in folder.glob(e))[:MOST_FILES]
        for file in files:
            if real_path(file) in left_out or real_path(file) == real_path(path):
                continue
            try:
                if not _SCENARIO.search(read_text(file)):
                    continue
            except ReadError:
                continue
            loaded = load(file)
            used = loaded.sources.map
            if loaded.design is not None and used is not None and real_path(used.path) == real_path(path):
                yield loaded


def _user(loaded: LoadResult, new: GameMap, motion: Motion | None) -> MapUser | None:
    design = loaded.design
    assert design is not None
    assert design.scenario is not None
    before = {_essence(p) for p in check_documents(design) if p.severity == "error"}
    as_it_stands = replace(design, map=new)
    problems = tuple(p for p in check_documents(as_it_stands)
                     if p.severity == "error" and _essence(p) not in before)
    follows, lost = None, Losses()
    renamed = motion is None
    if motion is not None:
        moved = moved_scenario(design.scenario, design.ruleset, design.map, new, motion)
        follows = moved.scenario
        lost = losses(design, Design(design.ruleset, new, follows), motion, moved)
        lost = Losses(entries=lost.entries, units=lost.units, arrivals=lost.arrivals,
                      diverted=lost.diverted, begun=lost.begun, play_area=lost.play_area)
        renamed = not lost.anything and follows != design.scenario
    if not problems and not renamed and not lost.anything:
        return None
    return MapUser(loaded.path, design.scenario.title, problems, renamed,
                   follows if follows != design.scenario else None, lost)


def _essence(problem: Problem) -> tuple[str, str, str, str]:
    return problem.code, problem.message, problem.hex, problem.unit


def _plausible(saved: GameMap, new: GameMap, motion: Motion) -> bool:
    """Whether the motion can be what happened: the stagger agrees, and most named places are where they must
    be. (A map restored from unsaved work does not know how it moved.)"""
    grid = moved_grid(saved.grid, motion, new.grid.columns, new.grid.rows)
    if (grid.orientation, grid.stagger) != (new.grid.orientation, new.grid.stagger):
        return False
    names = {p.hex: p.name for p in new.places if p.name}
    known = [(p.name, motion.hex(p.hex)) for p in saved.places if p.name and motion.hex(p.hex) in new.grid]
    known = [(name, hex) for name, hex in known if name in set(names.values())]
    right = sum(names.get(hex) == name for name, hex in known)
    return right * 2 >= len(known)
