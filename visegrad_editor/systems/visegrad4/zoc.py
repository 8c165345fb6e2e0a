"""Zones of control (8.0 to 8.3)."""

from __future__ import annotations

from .game_state import GameState


def stopping_zones(w: GameState, u: int) -> int:
    """The hexes in which a moving unit must stop: enemy zones of control, for airborne and air-mobile
    units only those of their own kind (8.1, 8.2)."""
    enemy = 1 - w.forces.side[u]
    return w.flyer_zoc(enemy) if w.forces.flyer[u] else w.zoc(enemy)


def in_enemy_zoc(w: GameState, side: int, hex: int) -> bool:
    """Whether a hex lies in the zone of control of any enemy of a side."""
    return bool(w.zoc(1 - side) >> hex & 1)
