"""Hexes a player must know before the game: those that decide it, and others that the rules name."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.design import Design


@dataclass(frozen=True)
class KeyHexes:
    """Hexes in play with the same meaning in the rules: `name` is the meaning, `rule` the rule number.

    `decides` is true if taking them scores or ends the game.
    """

    name: str
    rule: str
    hexes: tuple[str, ...]
    decides: bool = False


def key_hexes(design: Design) -> tuple[KeyHexes, ...]:
    """The scoring and supply hexes of a design according to its rules module; () for a map alone and for a
    game whose rules module does not name them.

    A rules module names them in a function with this name, in a module with this name.
    """
    from ..systems import UnknownSystemError, part

    if design.scenario is None:
        return ()
    try:
        module = part(design.ruleset.system, "key_hexes")
    except UnknownSystemError:
        return ()
    groups: tuple[KeyHexes, ...] = module.key_hexes(design) if module is not None else ()
    return tuple(k for k in groups if k.hexes)
