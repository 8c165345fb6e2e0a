"""How this game tells what all games tell: the numbers of its rules, and a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...engine.events import Event
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from .constants import ALLIED, RUSSIAN, SIDES

_OWN = frozenset({
    "step-loss", "eliminated", "phase-passed", "waits", "turn", "player-turn", "set-up", "place"})
"""The types of the events that are told in another way."""
_STATIC = ", as it never leaves its hex"


class Told(Chapter):
    """The events of every game as this one tells them."""

    id = "told"
    moments = frozenset({"player-turn"})

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "player-turn":
            w.state.flags = [0] * len(w.state.flags)

    def told(self, w: GameInProgress, event: Event) -> Event | None:
        type = event.type
        if type not in _OWN:
            return event
        if type in ("step-loss", "eliminated"):
            # 2.6: it loses a step in place of the retreat.
            return event if _STATIC not in event.text else replace(
                event, text=event.text.replace(_STATIC, ""), rule="2.6")
        if type in ("phase-passed", "waits"):
            return None
        if type == "turn":
            return replace(event, rule="5.1", phase="administration-air", side=SIDES[RUSSIAN])
        if type == "player-turn":
            return replace(event, text=event.text.replace(" side player turn", " player turn"))
        if type == "set-up":
            text = event.text.replace("out of the game.", "out of the game until rebuilt.")
            return replace(event, text=text, rule="3.0", side=event.side or SIDES[ALLIED])
        return replace(event, rule="3.0")
