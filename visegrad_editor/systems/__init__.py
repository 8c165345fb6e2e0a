"""The games that can be played, one package each; `system` returns the one that a ruleset names.

A game is found without being named here: as a package in this folder, or in an installed distribution that
declares an entry point in the group `visegrad_editor.systems`:

    [project.entry-points."visegrad_editor.systems"]
    fogland = "fogland_rules"

The package's `SYSTEM` is an `engine.system.System`.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from ..engine.system import System
from ..engine.words import Words
from ..errors import VisegradError, place_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "visegrad_editor.systems"
"""The group of the entry points of installed games."""


class UnknownSystemError(VisegradError, ValueError):
    """A ruleset names a game that does not exist or that cannot be used."""


@cache
def bundled() -> tuple[str, ...]:
    """The names of the games in this folder."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


@cache
def installed() -> dict[str, tuple[EntryPoint, ...]]:
    """The installed games: name to the entry points with that name, which should be one. Bundled games come
    first, so an installed game with the same name is left out."""
    # Loaded only when needed: it takes longer than the rest of this module.
    from importlib import metadata

    points: dict[str, tuple[EntryPoint, ...]] = {}
    for point in metadata.entry_points(group=GROUP):
        if point.name not in bundled():
            points[point.name] = (*points.get(point.name, ()), point)
    return points


def names() -> tuple[str, ...]:
    """The names of all games, whether or not they can be used."""
    return tuple(sorted((*bundled(), *installed())))


def exists(name: str) -> bool:
    """Whether there is a game with this name."""
    return bool(name) and (name in bundled() or name in installed())


def system(name: str) -> System:
    """The game with this name; raises `UnknownSystemError` with a sentence.

    >>> system("visegrad4").title
    'Visegrad 4'
    """
    if not name:
        raise UnknownSystemError(
            "No rules module plays this game: its ruleset names none. It can be designed, checked, printed "
            "and exported, not played. Write `system: standard` into the ruleset to let the program play by "
            "its tables and settings; `visegrad-editor validate` then says what is missing.")
    if name in bundled():
        return _declared(name, f"{__name__}.{name}")
    points = installed().get(name, ())
    if not points:
        raise UnknownSystemError(
            f"There are no rules for the system {name!r}. Rules exist for: {', '.join(names())}. "
            f"If {name} is a game of a package of its own, the package is not installed here.")
    if len(points) > 1:
        owners = " and ".join(sorted(_owner(p) for p in points))
        raise UnknownSystemError(
            f"The packages {owners} both give rules for the system {name!r}. Uninstall one of them.")
    return _installed(points[0])


def words_of(name: str) -> Words:
    """The words of a game; those of any hex game if there is no such game or it cannot be used."""
    try:
        return system(name).words
    except UnknownSystemError:
        return Words()


def fault_text(name: str, error: Exception) -> str:
    """A sentence about a failure in the code of an installed game, which names its package, file and line;
    "" for a bundled game, whose failures are the program's own."""
    points = installed().get(name, ())
    if not points:
        return ""
    return (f"The rules for the system {name!r} of the package {_owner(points[0])} fail: "
            f"{type(error).__name__}: {error}{place_of(error)}")


def _owner(point: EntryPoint) -> str:
    """The name of the package that declares an entry point."""
    return point.dist.name if point.dist is not None else point.module


def _installed(point: EntryPoint) -> System:
    """The game of an installed package."""
    try:
        return _declared(point.name, point.module, point.attr or "SYSTEM")
    # Whatever the code of the package raises must not stop other games.
    except Exception as error:
        raise UnknownSystemError(
            f"The rules for the system {point.name!r} of the package {_owner(point)} cannot be used: "
            f"{type(error).__name__}: {error}") from error


def _declared(name: str, module: str, attribute: str = "SYSTEM") -> System:
    """The `System` that a module declares."""
    value = getattr(importlib.import_module(module), attribute)
    if not isinstance(value, System):
        raise TypeError(f"{attribute} of {module} is not a System.")
    if value.id != name:
        raise ValueError(f"{attribute} of {module} has the id {value.id!r}, not {name!r}.")
    return value
