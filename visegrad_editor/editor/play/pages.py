"""Which page beside the map a decision is best made on."""

from __future__ import annotations

from .occasion import occasion
from .session import PlaySession


def first_page(session: PlaySession) -> str:
    """`boxes` where units must come from off the map, `decision` where its controls are wanted, "" where the
    map is enough and any page may stay."""
    if not session.my_turn:
        return ""
    decision = session.decision
    if session.timeline.game.step == "place" and not decision.sources():
        return "boxes"
    if occasion(session) or decision.style in ("attack", "strike", "list"):
        return "decision"
    return ""
