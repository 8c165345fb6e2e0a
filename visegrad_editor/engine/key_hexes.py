"""Hexes a player must know before the game begins: those that decide it, and others its rules name."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.design import Design


@dataclass(frozen=True)
class KeyHexes:
    """Hexes in play that have one meaning in the rules: `name` says which, `rule` where it is written.

    `decides` says that taking them scores or ends the game.
    """

    name: str
    rule: str
    hexes: tuple[str, ...]
    decides: bool = False


def key_hexes(design: Design) -> tuple[KeyHexes, ...]:
    """The hexes of a design that its rules module scores and supplies by; () for a map alone and for a game
    whose rules module does not tell.

    A rules module tells in a function of this name, in a module of this name.
    """
    from ..systems import UnknownSystem, part

    if design.scenario is None:
        return ()
    try:
        module = part(design.ruleset.system, "key_hexes")
    except UnknownSystem:
        return ()
    found: tuple[KeyHexes, ...] = module.key_hexes(design) if module is not None else ()
    return tuple(k for k in found if k.hexes)
