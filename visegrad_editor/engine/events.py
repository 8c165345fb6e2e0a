"""Events: what happened, as sentences and as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, NamedTuple

from ..lazy_dataclass import dataclass
from ..model.provenance import shown_rule


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

    @property
    def hex(self) -> str:
        """The hex that the event leads to: the last of a way, otherwise the first; "" for none."""
        if not self.hexes:
            return ""
        form = EVENTS.get(self.type)
        return self.hexes[-1 if form is not None and form.way else 0]

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
        return f"{self.text} [{self.rule}]" if shown_rule(self.rule) else self.text


def events_json(events: Iterable[Event]) -> str:
    """One JSON object per line; the same game gives the same bytes."""
    return "".join(json.dumps(e.as_dict(), ensure_ascii=False) + "\n" for e in events)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning side's id ("" for a draw), the rule and a sentence.

    `by` is what decided it, such as a condition of victory, in a sentence without the numbers of this game:
    the same for all games that end so. It is known as long as the game is played, not written into files.
    """

    winner: str
    rule: str
    reason: str
    by: str = field(default="", compare=False, repr=False)


# -- the contract of events: what those of any hex game carry --------------------------------------


class EventForm(NamedTuple):
    """What an event of a type says. `units`, `hexes` and `dice` are the least and the greatest number of
    each, None for no limit; `way` means that the hexes are a way, whose last hex is where it ends."""

    meaning: str
    units: tuple[int, int | None] = (0, None)
    hexes: tuple[int, int | None] = (0, None)
    dice: tuple[int, int | None] = (0, None)
    way: bool = False


EVENTS: Mapping[str, EventForm] = {
    "set-up": EventForm("The set-up begins or ends."),
    "place": EventForm("A unit is set up in a hex.", (1, 1), (1, 1)),
    "turn": EventForm("A game turn begins.", (0, 0)),
    "player-turn": EventForm("The player turn of the side begins.", (0, 0)),
    "phase-end": EventForm("A phase ends.", (0, 0)),
    "move": EventForm("A unit moves along a way, which begins where it stood; one event for each unit.",
                      (1, 1), (2, None), way=True),
    "enter": EventForm("A unit enters the map along a way; one event for each unit.", (1, 1), (1, None),
                       way=True),
    "attack": EventForm("An attack is declared on the first hex: attackers, then defenders.", (2, None),
                        (1, None)),
    "combat": EventForm("An attack on the hex is resolved: attackers, then defenders, and the dice.",
                        (2, None), (1, 1)),
    "step-loss": EventForm("A unit loses a step in its hex.", (1, 1), (1, 1)),
    "eliminated": EventForm("A unit is eliminated.", (1, 1), (0, 1)),
    "retreat": EventForm("A unit retreats along a way; one event for each unit.", (1, 1), (1, None),
                         way=True),
    "advance": EventForm("Units advance into a hex.", (1, None), (1, 1)),
    "die": EventForm("Dice are rolled.", dice=(1, None)),
    "victory": EventForm("The game ends; the side has won, or nobody.", (0, 0)),
}
"""The types of events that any hex game shares. A game may have others besides, with any fields; players and
views rely on those of these types."""


MOST_SIDES = 100
"""The most sides of a die."""


def event_faults(event: Event) -> list[str]:
    """What is wrong with an event by the contract, as sentences; [] for a sound one.

    >>> event_faults(Event("move", "It moves.", units=("a/1",), hexes=("0101", "0102")))
    []
    >>> event_faults(Event("move", "It moves.", hexes=("0101",)))
    ['The event `move` has 0 units, and needs 1.', 'The event `move` has 1 hex, and needs at least 2.']
    """
    faults = []
    if not event.type:
        faults.append("An event has no type.")
    if not event.text.strip() or event.text.strip()[-1] not in ".?!":
        faults.append(f"The text of the event `{event.type}` is not a sentence: {event.text!r}.")
    if event.turn < 0:
        faults.append(f"The event `{event.type}` has the turn {event.turn}.")
    if any(not 1 <= roll <= MOST_SIDES for roll in event.dice):
        faults.append(f"The event `{event.type}` has impossible dice: {list(event.dice)}.")
    form = EVENTS.get(event.type, EventForm(""))
    for name, (least, most), there in (("unit", form.units, event.units), ("hex", form.hexes, event.hexes),
                                       ("die", form.dice, event.dice)):
        count = len(there)
        if count < least or (most is not None and count > most):
            plural = {"unit": "units", "hex": "hexes", "die": "dice"}[name]
            bound = "" if least == most else "at least " if count < least else "at most "
            faults.append(f"The event `{event.type}` has {count} {name if count == 1 else plural}, and needs "
                          f"{bound}{least if count < least else most}.")
    return faults
