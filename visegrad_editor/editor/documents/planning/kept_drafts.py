"""Unfinished new scenarios on disk, so that they are there after the window is gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....lazy_dataclass import dataclass
from ....model.delta import DeltaCodec, DeltaError
from ....model.files.atomic import SaveError, save
from ....model.files.plain_data import shorten
from ....model.gamemap import GameMap
from ....model.ruleset import Ruleset
from ...safety.ownership import Owner, owner_of
from ...settings import make_private

if TYPE_CHECKING:
    from ....model.edit.scenario_plan import ScenarioPlan
    from .draft import ScenarioDraft

_FORMAT = 1
_ENDING = ".json"


@cache
def _codec() -> DeltaCodec:
    from ....model.edit.scenario_plan import ScenarioPlan
    from .draft import EmptyMap

    return DeltaCodec([ScenarioPlan, EmptyMap])


@dataclass
class KeptDrafts:
    """The unfinished scenario of one window, and those that windows which are gone left in the folder."""

    folder: Path
    owner: Owner

    @property
    def path(self) -> Path:
        """The file of this window."""
        return self.folder / f"{self.owner}{_ENDING}"

    def keep(self, draft: ScenarioDraft) -> str:
        """Write what was chosen so far; why that failed, in a sentence, or ""."""
        try:
            make_private(self.folder)
            save(json.dumps(_data_of(draft)), self.path, backup=False, private=True)
        except (OSError, SaveError) as error:
            return f"The unfinished scenario cannot be kept for later. {error}"
        return ""

    def forget(self) -> None:
        """Delete the file of this window: the scenario was made, or given up."""
        with suppress(OSError):
            self.path.unlink()

    def title(self) -> str:
        """The title of the unfinished scenario that `take` would return; "" if there is none."""
        for path in self._waiting():
            with suppress(OSError, ValueError, KeyError, TypeError):
                return shorten(str(_read(path)["plan"]["ScenarioPlan"]["title"])) or "without a title"
        return ""

    def take(self) -> tuple[ScenarioDraft | None, str]:
        """The unfinished scenario of this window, else the latest one that was left behind, which is this
        window's from now on; and a sentence on what of it is no longer there, or ""."""
        for path in self._waiting():
            try:
                draft, note = _draft_of(_read(path))
            except (OSError, ValueError, KeyError, TypeError, AttributeError, DeltaError):
                # Of another version of the program, or damaged: set aside, so that it is not in the way.
                with suppress(OSError):
                    path.replace(path.with_suffix(".unreadable"))
                continue
            if path != self.path and not self.keep(draft):
                with suppress(OSError):
                    path.unlink()
            return draft, note
        return None, ""

    def _waiting(self) -> Iterator[Path]:
        """The file of this window, then those of windows that no longer exist, the latest first."""
        if self.path.exists():
            yield self.path
        left = []
        for path in self.folder.glob(f"*{_ENDING}"):
            owner = owner_of(path.stem)
            with suppress(OSError):
                if owner is not None and owner != self.owner and not owner.alive(path):
                    left.append((path.stat().st_mtime, path))
        yield from (path for _, path in sorted(left, reverse=True))


def _read(path: Path) -> dict[str, Any]:
    data = json.loads(path.read_text("utf-8"))
    if not isinstance(data, dict) or data.get("draft") != _FORMAT:
        raise ValueError("this is no unfinished scenario")
    return data


def _data_of(draft: ScenarioDraft) -> dict[str, Any]:
    plan = draft.plan
    return {
        "draft": _FORMAT, "plan": _codec().encode(replace(plan, map=None, ruleset=None)),
        "grid": None if plan.map is None else _codec().encode(plan.map.grid),
        "empty": _codec().encode(draft.empty), "fills": draft.fills, "step": draft.step,
        "map": str(draft.map_file.path) if draft.map_file is not None else "",
        "rules": str(draft.rules_file.path) if draft.rules_file is not None else ""}


def _draft_of(data: dict[str, Any]) -> tuple[ScenarioDraft, str]:
    """The draft of its data, with its map and its rules read again; and what could not be."""
    from ....model.edit.scenario_plan import STEPS, ScenarioPlan
    from .draft import EmptyMap, ScenarioDraft

    plan = _codec().decode(data["plan"])
    if not isinstance(plan, ScenarioPlan):
        raise DeltaError("this is no plan")
    draft, notes = ScenarioDraft.new(), []
    draft.fills, draft.step = bool(data["fills"]), next((s for s in STEPS if s == data["step"]), STEPS[0])
    rules_path, map_path = str(data["rules"]), str(data["map"])
    if rules_path:
        read = draft.read(Path(rules_path))
        if read.ruleset is None:
            notes.append(f"Its rules, {rules_path}, can no longer be read; those for any game are in their "
                         "place.")
        else:
            draft.take_rules(read.ruleset, read.sources.ruleset)
    empty = _codec().decode(data["empty"])
    if isinstance(empty, EmptyMap):
        draft.take_empty(empty)
    elif map_path:
        loaded = draft.read(Path(map_path))
        if loaded.design is None:
            notes.append(f"Its map, {map_path}, can no longer be read; a new empty one is in its place.")
        else:
            draft.empty, draft.map_file = None, loaded.sources.map
            draft.plan = replace(draft.plan, map=loaded.design.map)
    map, rules = draft.plan.map, draft.plan.ruleset
    assert map is not None
    assert rules is not None
    draft.plan = _on(plan, map, rules, data)
    return draft, " ".join(notes)


def _on(plan: ScenarioPlan, map: GameMap, rules: Ruleset, data: dict[str, Any]) -> ScenarioPlan:
    """A plan on its map and with its rules as they are now; what no longer fits goes."""
    from ....model.edit.scenario_plan import with_map_and_rules

    same_sides = {s.id for s in plan.sides} <= {s.id for s in rules.sides} and (
        not plan.sides or len(plan.sides) == len(rules.sides)) and (
        {n.id for n in plan.nationalities} <= {n.id for n in rules.nationalities})
    # To other rules or another map a plan is fitted as when they are chosen.
    plan = replace(plan, ruleset=rules) if same_sides else with_map_and_rules(plan, None, rules)
    if data["grid"] is not None and _codec().decode(data["grid"]) == map.grid:
        return replace(plan, map=map)
    return with_map_and_rules(plan, map, rules)
