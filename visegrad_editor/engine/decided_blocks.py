"""Blocks of a ruleset that a game decides in its own code: what a ruleset says there is not played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..model.fields import declared, declared_by_name
from ..model.problems import Problem
from ..model.ruleset import Ruleset
from ..model.wording import listed


@dataclass(frozen=True)
class DecidedBlock:
    """A block that a game decides itself, or some of its keys: those in `keys`, or all but those in `read`.

    `instead` says what to change to get another rule. `usual` is the block of the game's own rules, whose
    values a ruleset may repeat.
    """

    block: str
    instead: str
    rule: str = ""
    keys: tuple[str, ...] = ()
    read: tuple[str, ...] = ("rule",)
    usual: Any = None


def decided_problems(ruleset: Ruleset, title: str, blocks: Sequence[DecidedBlock]) -> Iterator[Problem]:
    """An error for each block that the game called `title` decides itself and the ruleset states."""
    fields = declared_by_name(Ruleset)
    for one in blocks:
        stated, default = getattr(ruleset, one.block), fields[one.block].default
        if stated in (default, one.usual):
            continue
        named = f"`{one.block}`"
        if not isinstance(stated, tuple):
            keys = [key for key, name in _keys(one, stated) if getattr(stated, name) not in (
                getattr(default, name), getattr(one.usual, name, getattr(default, name)))]
            if not keys:
                continue
            if one.keys or len(one.read) > 1:
                named = listed([f"`{one.block}.{key}`" for key in keys])
        yield Problem("error", "decided-block", not_played(title, named, one.instead), rule=one.rule,
                      part=f"ruleset/{one.block}")


def not_played(title: str, what: str, instead: str) -> str:
    """The message that the game called `title` decides something itself."""
    return (f"{title} decides {what} by rules of its own, so what the ruleset says there is not played. "
            f"Leave it out. {instead}")


def _keys(one: DecidedBlock, block: Any) -> Iterator[tuple[str, str]]:
    """The keys of a block that are decided, each with its attribute."""
    record: Any = type(block)
    for field in declared(record):
        if field.key and field.name not in one.read and (not one.keys or field.name in one.keys):
            yield field.key, field.name
