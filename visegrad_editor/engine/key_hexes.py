"""Hexes a player must know before the game: those that decide it, and others that the rules name."""

from __future__ import annotations

from collections.abc import Sequence

from ..lazy_dataclass import dataclass
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

    A game names them in the part `key_hexes` of its `System`.
    """
    from ..systems import UnknownSystemError, system

    if design.scenario is None:
        return ()
    try:
        groups: Sequence[KeyHexes] = system(design.ruleset.system).key_hexes(design)
    except UnknownSystemError:
        return ()
    return tuple(k for k in groups if k.hexes)
