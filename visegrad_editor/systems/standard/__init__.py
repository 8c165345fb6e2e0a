"""Games that play from the data of their ruleset alone."""

from __future__ import annotations

from ...engine.hexgame.system import hex_system

__all__ = ["SYSTEM"]

SYSTEM = hex_system("standard", "A game that plays from data", scenarios=("hollen", "velna", "karn"))
