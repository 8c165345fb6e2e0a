"""Rules modules, one package per game; `system` finds one by the name a ruleset gives."""

from __future__ import annotations

import importlib
from typing import cast

from ..engine.rules import System

SYSTEMS = {"visegrad4": "visegrad4"}
"""The `system` of a ruleset to the package that plays it."""


class UnknownSystem(ValueError):
    """A ruleset asks for a rules module there is not."""


def system(name: str) -> System:
    """The rules module with this name; raises `UnknownSystem`.

    >>> system("visegrad4").__name__.rpartition(".")[2]
    'visegrad4'
    """
    if name not in SYSTEMS:
        known = ", ".join(sorted(SYSTEMS))
        raise UnknownSystem(f"There are no rules for the system {name!r}. Rules exist for: {known}.")
    return cast(System, importlib.import_module(f".{SYSTEMS[name]}", __package__))
