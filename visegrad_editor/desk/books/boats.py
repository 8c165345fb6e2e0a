"""Boats: what each is and where it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...lazy_dataclass import dataclass
from ..card import Card


@dataclass(frozen=True)
class Boat:
    """A boat. `kind` is one of the table `boats`, or another word of the card; `state` is `land`, `beached`,
    `afloat`, `sunk`, or "" if nobody has said."""

    id: str
    kind: str
    group: str = ""
    state: str = ""
    capacity_pp: float | None = None


@dataclass(frozen=True)
class BoatBook:
    """All boats of a card."""

    boats: tuple[Boat, ...] = ()

    def get(self, id: str) -> Boat | None:
        """The boat with an id; None if there is none."""
        return next((b for b in self.boats if b.id == id), None)

    def changed(self, id: str, **to: Any) -> BoatBook:
        """The book with one boat changed; the same book if it has none with this id."""
        return BoatBook(tuple(replace(b, **to) if b.id == id else b for b in self.boats))


def boats_at_start(card: Card) -> BoatBook:
    """The boats of a card. Ids that two groups use are kept for the first of them."""
    found: dict[str, Boat] = {}
    for group in card.groups:
        for boat in group.boats:
            found.setdefault(boat.id, Boat(boat.id, boat.kind, group.id, boat.start, boat.capacity_pp))
    return BoatBook(tuple(found.values()))
