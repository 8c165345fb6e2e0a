"""Convoys and columns: what they are made of, and how far they are in a movement phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..card import Card


@dataclass(frozen=True)
class Convoy:
    """A convoy. `vehicles` are the names of its vehicles, the first in front, numbered within their group.

    `moved` is the player turn (turn and half) in which it last made an impulse or ended its movement phase,
    `impulses` how many it made in that, and `ended` whether its movement phase is over. `after` is the convoy
    that must end its movement phase before, "" for none.
    """

    id: str
    side: str
    vehicles: tuple[str, ...]
    moved: tuple[int, str] = (0, "")
    impulses: int = 0
    ended: bool = False
    after: str = ""

    def now(self, moment: tuple[int, str]) -> Convoy:
        """The convoy in a player turn: without impulses if it has not moved in it."""
        return self if self.moved == moment else replace(
            self, moved=moment, impulses=0, ended=False, after="")


@dataclass(frozen=True)
class Column:
    """A column; `stacks` are the kinds in each of its hexes, the first in front."""

    id: str
    side: str
    stacks: tuple[tuple[str, ...], ...] = ()
    disbanded: bool = False


@dataclass(frozen=True)
class ConvoyBook:
    """All convoys and columns."""

    convoys: tuple[Convoy, ...] = ()
    columns: tuple[Column, ...] = ()

    def convoy(self, id: str) -> Convoy | None:
        """The convoy with an id; None if there is none."""
        return next((c for c in self.convoys if c.id == id), None)

    def column(self, id: str) -> Column | None:
        """The column with an id; None if there is none."""
        return next((c for c in self.columns if c.id == id), None)

    def instead(self, id: str, *convoys: Convoy) -> ConvoyBook:
        """The book with these convoys in place of one; those of a single vehicle are none (E11.1)."""
        new = tuple(c for c in convoys if len(c.vehicles) > 1)
        number = next(n for n, c in enumerate(self.convoys) if c.id == id)
        return replace(self, convoys=(*self.convoys[:number], *new, *self.convoys[number + 1:]))

    def with_column(self, id: str, **to: Any) -> ConvoyBook:
        """The book with one column changed."""
        return replace(self, columns=tuple(replace(c, **to) if c.id == id else c for c in self.columns))


def convoys_at_start(card: Card) -> ConvoyBook:
    """The convoys and columns of a card, named after their groups."""
    return ConvoyBook(
        tuple(Convoy(g.id, g.side, tuple(f"{g.id}-{n + 1}" for n in range(len(g.convoy.order))))
              for g in card.groups if g.convoy is not None and len(g.convoy.order) > 1),
        tuple(Column(g.id, g.side, g.column.stacks) for g in card.groups if g.column is not None))
