"""Rules modules, one package per game; `system` returns the one that a ruleset names."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType
from typing import cast

from ..engine.rules import System
from ..errors import VisegradError

SYSTEMS = {"visegrad4": "visegrad4", "standard": "standard"}
"""The `system` of a ruleset to the package with its rules."""


class UnknownSystemError(VisegradError, ValueError):
    """A ruleset names a rules module that does not exist."""


def system(name: str) -> System:
    """The rules module with this name; raises `UnknownSystemError`.

    >>> system("visegrad4").__name__.rpartition(".")[2]
    'visegrad4'
    """
    if not name:
        raise UnknownSystemError(
            "No rules module plays this game: its ruleset names none. It can be designed, checked, printed "
            "and exported, not played.")
    if name not in SYSTEMS:
        known = ", ".join(sorted(SYSTEMS))
        raise UnknownSystemError(f"There are no rules for the system {name!r}. Rules exist for: {known}.")
    return cast(System, importlib.import_module(f".{SYSTEMS[name]}", __package__))


def part(name: str, module: str) -> ModuleType | None:
    """An optional module of a system, such as `invariants` or `odds`; None if the system does not have it.

    Raises `UnknownSystemError`.

    >>> part("visegrad4", "no-such-part") is None
    True
    """
    system(name)
    full = f"{__name__}.{SYSTEMS[name]}.{module}"
    return importlib.import_module(full) if importlib.util.find_spec(full) else None
