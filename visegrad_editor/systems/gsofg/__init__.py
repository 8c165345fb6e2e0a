"""Group of Soviet Forces Germany: the chapters of its rulebook that its data cannot say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...engine.hexgame.system import hex_system
from ...engine.system import Decide
from .words import WORDS

if TYPE_CHECKING:
    from ...engine.hexgame.chapter import Chapter

__all__ = ["SYSTEM"]


def _chapters() -> Sequence[Chapter]:
    from .game import chapters
    return chapters()


def _decisions() -> Mapping[str, Decide]:
    from .hints import DECISIONS
    return DECISIONS


SYSTEM = hex_system(
    "gsofg", "Group of Soviet Forces Germany", _chapters, WORDS, decisions=_decisions,
    scenarios=("gsofg", "gsofg-free-fronts", "gsofg-first-steps"))
