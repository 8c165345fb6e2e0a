"""Barrages: where they were planned, and where a creeping one lies."""

from __future__ import annotations

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..boards import Layout
from ..card import Card
from ..special_rules import Barrage, SpecialRules


@dataclass(frozen=True)
class PlannedBarrage:
    """A barrage that was registered before the game, and how far it is.

    `beside` are the two hexes of its line next to its centre; `last` is the hex to which it creeps, None for
    one that does not creep; `pattern` is `ffe-1` or `ffe-1-2`; `lift` the game turn at whose start it ends.

    `chit` is "" before the draw of its timing, then `black` or `red`; `before` is the number of turns before
    the game that its timing gave, `fired` how many of their fire phases are over. `place` is where its
    counter lies, `ffe` which side of it: "", `1`, `2` or `C`. `row` are the hexes over which it creeps.
    """

    side: str
    module: str
    centre: Hex
    beside: tuple[Hex, Hex]
    calibre_mm: float | None = None
    last: Hex | None = None
    pattern: str = ""
    lift: int = 0
    chit: str = ""
    before: int = 0
    fired: int = 0
    place: Hex | None = None
    ffe: str = ""
    row: tuple[Hex, ...] = ()
    lifted: bool = False

    @property
    def creeps(self) -> bool:
        """Whether it is a creeping barrage."""
        return self.last is not None

    @property
    def waits(self) -> bool:
        """Whether fire phases before the game are still to come."""
        return self.fired < 2 * self.before


@dataclass(frozen=True)
class BarrageBook:
    """All planned barrages."""

    planned: tuple[PlannedBarrage, ...] = ()

    def of_module(self, side: str, module: str) -> tuple[PlannedBarrage, ...]:
        """Those of one artillery."""
        return tuple(p for p in self.planned if (p.side, p.module) == (side, module))

    def creeping(self) -> PlannedBarrage | None:
        """The creeping barrage that is not over; None if there is none."""
        return next((p for p in self.planned if p.creeps and not p.lifted), None)

    def having(self, barrage: PlannedBarrage) -> BarrageBook:
        """The book with one more."""
        return BarrageBook((*self.planned, barrage))

    def with_one(self, barrage: PlannedBarrage, changed: PlannedBarrage) -> BarrageBook:
        """The book with one of them as it is now."""
        return BarrageBook(tuple(changed if p is barrage else p for p in self.planned))


def barrages_at_start(card: Card, rules: SpecialRules) -> BarrageBook:
    """The barrages that the card says, those with a centre and the hexes beside it. A creeping one that is
    not wholly said must be registered in play."""
    found = (_planned(card.layout, one) for one in rules.barrages)
    return BarrageBook(tuple(one for one in found if one is not None))


def _planned(layout: Layout, one: Barrage) -> PlannedBarrage | None:
    wanting = one.creeping and (one.row_to is None or not one.pattern or one.lift is None)
    if one.centre is None or len(one.beside) != 2 or one.rockets or wanting:
        return None
    try:
        centre, first, second = map(layout.place, (one.centre, *one.beside))
        last = layout.place(one.row_to) if one.creeping and one.row_to is not None else None
    except ValueError:
        return None
    return PlannedBarrage(
        one.side, one.module, centre, (first, second), one.calibre_mm, last,
        one.pattern if one.creeping else "", (one.lift or 0) if one.creeping else 0)
