"""Installed packages with games and players: found by their entry points, and named when their code fails."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from ..errors import VisegradError, place_of, places_outside

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES = "visegrad_editor.systems"
"""The group of the entry points of installed games."""
PLAYERS = "visegrad_editor.players"
"""The group of the entry points of installed players."""


class PackageError(VisegradError, ValueError):
    """The code of an installed package fails; the text names the package, the file and the line."""


def points_of(group: str) -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of a group by name; two packages may use one name."""
    # Loaded only when needed: it takes longer than the rest of this module.
    from importlib import metadata

    points: dict[str, tuple[EntryPoint, ...]] = {}
    for point in metadata.entry_points(group=group):
        points[point.name] = (*points.get(point.name, ()), point)
    return points


def owner_of(point: EntryPoint) -> str:
    """The name of the package that declares an entry point."""
    return point.dist.name if point.dist is not None else point.module


def owners_of(points: tuple[EntryPoint, ...]) -> str:
    """The names of the packages of some entry points, for a sentence."""
    return " and ".join(sorted(map(owner_of, points)))


def names_taken(group: str, own: Collection[str], what: str) -> tuple[str, ...]:
    """The entry points that are left out because the program has a game or a player (`what`) of that name,
    those in `own`, as sentences."""
    return tuple(
        f"The {what} {name!r} of the package {owners_of(points)} is left out: the program has a {what} of "
        "that name. Its author must give it another name."
        for name, points in sorted(points_of(group).items()) if name in own)


def owner_of_module(module: str) -> str:
    """The name of the package to which a module belongs, or of the outermost package of its code."""
    root = module.partition(".")[0]
    for group in (GAMES, PLAYERS):
        for points in points_of(group).values():
            for point in points:
                if point.module.partition(".")[0] == root:
                    return owner_of(point)
    return root


def holds_file(point: EntryPoint, file: str) -> bool:
    """Whether a file of code belongs to the package of an entry point."""
    module = sys.modules.get(point.module.partition(".")[0])
    folders = [f"{folder}/" for folder in getattr(module, "__path__", ())]
    return file == getattr(module, "__file__", None) or any(
        file.replace("\\", "/").startswith(folder.replace("\\", "/")) for folder in folders)


def package_behind(error: BaseException) -> str:
    """The name of the installed package whose code is the last outside of the program that an exception came
    through; "" if there is none."""
    for file, _ in places_outside(error)[-1:]:
        for group in (GAMES, PLAYERS):
            for points in points_of(group).values():
                for point in points:
                    if holds_file(point, file):
                        return owner_of(point)
    return ""


def failure_text(error: BaseException, outside: bool = False) -> str:
    """What went wrong in the code of a package, with file and line, as the end of a sentence; with `outside`
    a place in the program itself is left out."""
    if isinstance(error, SystemExit):
        what = f"it ends the program by sys.exit({'' if error.code is None else repr(error.code)})"
    else:
        text = str(error)
        what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return what if outside and not places_outside(error) else what + place_of(error)


def without_exit(function: Callable[..., Any], whose: Callable[[], str]) -> Callable[..., Any]:
    """The function of a package, so that it cannot end the program: `sys.exit` in it becomes a
    `PackageError`. `whose` returns the beginning of the sentence."""

    @functools.wraps(function)
    def kept(*values: Any, **named: Any) -> Any:
        try:
            return function(*values, **named)
        except SystemExit as error:
            raise PackageError(f"{whose()}: {failure_text(error)}.") from error

    return kept
