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
from dataclasses import fields, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, cast

from ..engine.packages import (
    GAMES,
    PackageError,
    failure_text,
    names_taken,
    owner_of,
    owners_of,
    package_behind,
    points_of,
    without_exit,
)
from ..engine.system import System, part_faults
from ..engine.words import Words
from ..errors import VisegradError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from ..model.design import Design


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
    return {name: points for name, points in points_of(GAMES).items() if name not in bundled()}


def left_out() -> tuple[str, ...]:
    """The installed games that cannot be played because a bundled one has their name, as sentences."""
    return names_taken(GAMES, bundled(), "game")


def entry_of(name: str) -> EntryPoint | None:
    """The entry point of an installed game; None for a bundled game."""
    points = installed().get(name, ())
    return points[0] if points else None


def package_of(name: str) -> str:
    """The package of an installed game with its version, as `fogland 1.0`; "" for a bundled game."""
    point = entry_of(name)
    return f"{point.dist.name} {point.dist.version}" if point is not None and point.dist is not None else ""


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
            " ".join((
                f"There are no rules for the system {name!r}. Rules exist for: {', '.join(names())}.",
                f"If {name} is a game of a package of its own, the package is not installed here.",
                *left_out())))
    if len(points) > 1:
        raise UnknownSystemError(
            f"The packages {owners_of(points)} both give rules for the system {name!r}. "
            "Uninstall one of them.")
    return _installed(points[0])


def words_of(name: str) -> Words:
    """The words of a game; those of any hex game if there is no such game or it cannot be used."""
    try:
        return system(name).words
    except UnknownSystemError:
        return Words()


def boxes_of(design: Design) -> tuple[str, ...]:
    """The off-map boxes in which a unit may be set up: those in which units of the scenario are, then those
    of its game."""
    units = design.scenario.units if design.scenario is not None else ()
    used = sorted({u.setup.box for u in units if u.setup is not None and u.setup.box})
    known = words_of(design.ruleset.system).box_order()
    return tuple(dict.fromkeys((*used, *(box for box in known if box not in _NOT_CHOSEN))))


_NOT_CHOSEN = frozenset({"unplaced", "reinforcements"})
"""The boxes of units that are still to be set up, or arrive: no unit is set up in them."""


def fault_text(name: str, error: BaseException) -> str:
    """A sentence about a failure in the code of an installed game or of another package that it came through,
    which names the package, file and line; "" for a bundled game, whose failures are the program's own."""
    if isinstance(error, PackageError):
        return str(error)
    point = entry_of(name)
    if point is not None:
        return f"{_whose(point)}: {failure_text(error)}"
    package = package_behind(error)
    return f"The package {package} fails: {failure_text(error)}" if package else ""


def _whose(point: EntryPoint) -> str:
    return f"The rules for the system {point.name!r} of the package {owner_of(point)} fail"


def _installed(point: EntryPoint) -> System:
    """The game of an installed package."""
    try:
        game = _declared(point.name, point.module, point.attr or "SYSTEM")
    # Whatever the code of the package raises must not stop other games.
    except (Exception, SystemExit) as error:
        raise UnknownSystemError(
            f"The rules for the system {point.name!r} of the package {owner_of(point)} cannot be used: "
            f"{failure_text(error, outside=True)}") from error
    kept = _kept.get(game.id)
    if kept is None or kept[0] is not game:
        parts: dict[str, Any] = {f.name: getattr(game, f.name) for f in fields(game)}
        functions = {name: part for name, part in parts.items() if callable(part)}
        kept = _kept[game.id] = game, replace(game, **{
            name: cast(Any, without_exit(part, partial(_whose, point))) for name, part in functions.items()})
    return kept[1]


_kept: dict[str, tuple[System, System]] = {}
"""The installed games by name: as they are declared, and so that they cannot end the program."""


def _declared(name: str, module: str, attribute: str = "SYSTEM") -> System:
    """The `System` that a module declares."""
    value = getattr(importlib.import_module(module), attribute)
    if not isinstance(value, System):
        raise TypeError(f"{attribute} of {module} is not a System.")
    if value.id != name:
        raise ValueError(f"{attribute} of {module} has the id {value.id!r}, not {name!r}.")
    if _sound.get(module) is not value:
        for fault in part_faults(value):
            raise TypeError(f"{attribute} of {module}: {fault}")
        _sound[module] = value
    return value


_sound: dict[str, System] = {}
"""What modules declare, once it was looked at: a window asks for the game of its design at every edit."""
