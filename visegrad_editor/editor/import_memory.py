"""Which config a map was imported with, so that the next import proposes it. No Tk here."""

from __future__ import annotations

from pathlib import Path

from ..model.gamemap import GameMap
from .settings import Settings

_KEY = "imports"
_MOST = 50
"""Maps of which it is remembered what they were imported with."""
_HEAD = 4000
"""Characters of a file in which its `kind` stands."""

Chosen = tuple[str, str]
"""A config and a folder with data; "" for none."""


def imported_with(settings: Settings, map: GameMap, path: Path | None) -> Chosen:
    """The config and the folder a map was last imported with: as remembered for its file, or, of a map that
    has none, for its name; else the config of its name beside it; else ("", "")."""
    known = settings.get(_KEY)
    if isinstance(known, dict):
        for key in _keys(map, path):
            found = known.get(key)
            if isinstance(found, list) and len(found) == 2 and all(isinstance(t, str) for t in found):
                return found[0], found[1]
    return (_beside(map, path) if path else ""), ""


def remember_import(settings: Settings, map: GameMap, path: Path | None, chosen: Chosen) -> None:
    """Propose this at the next import into the map of that file, or, before it has one, of that name."""
    known = settings.get(_KEY)
    rest = known if isinstance(known, dict) else {}
    key = _keys(map, path)[0]
    newest = {key: list(chosen), **{k: v for k, v in rest.items() if k != key}}
    settings.set(_KEY, dict(list(newest.items())[:_MOST]))


def _keys(map: GameMap, path: Path | None) -> list[str]:
    """What a map is remembered by, the surest first; a name alone is no path."""
    return [*([str(path.resolve())] if path else []), map.name]


def _beside(map: GameMap, path: Path) -> str:
    for ending in (".yaml", ".yml"):
        config = path.parent / f"{map.name}{ending}"
        try:
            if config != path and "kind: geodata" in config.read_text("utf-8")[:_HEAD].splitlines():
                return str(config.resolve())
        except (OSError, ValueError):
            continue
    return ""
