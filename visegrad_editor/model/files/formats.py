"""The present format of each kind of file."""

from __future__ import annotations

from collections.abc import Mapping

KINDS = ("ruleset", "map", "scenario")
"""The kinds of document a design has."""
CHANGED: Mapping[str, int] = {"ruleset": 2, "map": 2, "scenario": 2}
"""The kinds of file whose format has changed."""


def present_format(kind: str) -> int:
    """The format in which files of a kind are written.

    >>> present_format("map"), present_format("stamp")
    (2, 1)
    """
    return CHANGED.get(kind, 1)


def is_yaml(name: str) -> bool:
    """Whether a name is that of a YAML file."""
    return name.lower().endswith((".yaml", ".yml"))
