"""Events: what happened, as sentences and as data."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    `type` is a short stable name (`move`, `combat`, `die`, `eliminated` ...), `text` a sentence,
    `rule` the rule number, `hexes` hex numbers, `units` unit keys, `dice` natural rolls.
    """

    type: str
    text: str
    rule: str = ""
    turn: int = 0
    phase: str = ""
    side: str = ""
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, in a fixed order of keys; empty fields are left out."""
        data: dict[str, Any] = {"turn": self.turn, "phase": self.phase, "type": self.type, "text": self.text}
        if self.rule:
            data["rule"] = self.rule
        if self.side:
            data["side"] = self.side
        for name in ("hexes", "units", "dice"):
            value = getattr(self, name)
            if value:
                data[name] = list(value)
        return data

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]" if self.rule else self.text


def events_json(events: Iterable[Event]) -> str:
    """One JSON object per line; the same game gives the same bytes."""
    return "".join(json.dumps(e.as_dict(), ensure_ascii=False) + "\n" for e in events)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning side's id ("" for a draw), the rule and a sentence."""

    winner: str
    rule: str
    reason: str
