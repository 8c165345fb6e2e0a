"""Hexes a player must know: gas fields, capitals (4.0 to 4.2, 12.2), sources of supply (7.5), E77 (9.6)."""

from __future__ import annotations

from ...engine.bits import bits, mask_of
from ...engine.dice import Dice
from ...engine.hexgame import supply
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.key_hexes import deciding
from ...engine.key_hexes import KeyHexes
from ...model.design import Design
from .common import countries, feature, units
from .constants import (
    CAPITAL,
    CITY,
    INDUSTRIAL,
    INTERVENTION_COUNTRIES,
    ITALY_ENTRY,
    LATER_SOURCES,
    US_ENTRY,
)
from .game import VisegradGame
from .rules import decisive_countries, is_usual

_SOURCES = (
    ("russian", "Supply sources of the Russian side"),
    ("polish", "Supply sources of Polish units"),
    ("allied", "Supply sources of other allied units"),
)
_BESIDE = "Supply sources of other allied units, besides those of Polish ones"


def key_hexes(design: Design) -> tuple[KeyHexes, ...]:
    """The scoring and supply hexes of the design's scenario before the first turn."""
    if design.scenario is None:
        return ()
    w = VisegradGame(design, Dice(), lambda event: None)

    def of(name: str, rule: str, mask: int, decides: bool = False) -> KeyHexes:
        hexes = w.board.grid.in_order(w.board.numbers[i] for i in bits(mask))
        return KeyHexes(name, rule, tuple(hexes), decides)

    events = {u.reinforcement.event for u in w.forces.units if u.reinforcement}
    capitals = feature(w, CAPITAL)
    groups = [
        of("Industrial hexes, each scored by the first Russian-side ground unit in it", "4.0",
           feature(w, INDUSTRIAL), True),
        of("Capitals that win the game when an allied ground unit enters", "4.2",
           capitals & countries(w, decisive_countries(w.ruleset)), True),
    ] if is_usual(design.ruleset) else [*deciding(design, w.board)]
    if ITALY_ENTRY in events:
        groups.append(of("Capitals that bring Italy in, once the Russian side has been there", "12.2",
                        capitals & countries(w, INTERVENTION_COUNTRIES)))
    present = {g for g, air in zip(units(w).group, w.forces.aloft, strict=True) if not air}
    polish = _sources(w, "polish") if "polish" in present else 0
    for group, name in _SOURCES:
        if group in present:
            sources = _sources(w, group)
            beside = group == "allied" and polish and not polish & ~sources
            groups.append(of(_BESIDE, "7.5", sources & ~polish) if beside else of(name, "7.5", sources))
    opened = (feature(w, CITY) | capitals) & countries(w, LATER_SOURCES)
    when = "the Russian side is in the country"
    if US_ENTRY in events:
        when += ", or the United States intervene"
    groups.append(of(f"Further supply sources of all allied units once {when}", "7.5", opened))
    groups.append(of("Hexes of the E77, where each step needs a roll", "9.6", _e77(w)))
    return tuple(groups)


def _sources(w: GameInProgress, group: str) -> int:
    """The cities and capitals that supply a group of units from the start, whoever holds them."""
    return next((hexes(-1) for id, _, hexes, _ in supply.rules(w).sources if id == group), 0)


def _e77(w: GameInProgress) -> int:
    """The hexes of the E77 in play that are next to another: a unit that moves between them rolls (9.6)."""
    road = w.board.road_traits.get("e77", 0) & w.board.playable
    return mask_of(i for i in bits(road) if any(road >> n & 1 for n in w.board.neighbours[i] if n >= 0))
