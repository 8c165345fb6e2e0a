"""The hexes where counters may be put: what the rules of the game say while a set-up is being designed."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.rules import SetUp
from ...engine.set_up import set_up_of
from ...hexgrid import Hex
from ...model.design import Design
from .base import why_no_unit


class LegalHexes:
    """Says where units of a design may be put and why not elsewhere; what it worked out last is kept, since a
    counter is dragged over many hexes of one design."""

    def __init__(self) -> None:
        self._design: Design | None = None
        self._set_up: SetUp | None = None
        self._units: tuple[str, ...] = ()
        self._open: frozenset[Hex] = frozenset()

    def refusal(self, design: Design, units: Sequence[str], hex: Hex) -> str:
        """Why these units may not be put in a hex, with the rule, as a clause without a full stop; "" if they
        may."""
        if why := why_no_unit(design, hex):
            return why
        set_up = self._of(design)
        bad = set_up.refusal(units, design.map.grid.number(hex)) if set_up is not None else None
        if bad is None:
            return ""
        why = bad.reason.removesuffix(".")
        return f"{why} (rule {bad.cited})" if bad.cited else why

    def open_to(self, design: Design, units: Sequence[str]) -> frozenset[Hex]:
        """The hexes in which these units may be put together; none if the game does not say."""
        set_up = self._of(design)
        if set_up is None:
            return frozenset()
        if self._units != tuple(units):
            grid = design.map.grid
            self._units = tuple(units)
            self._open = frozenset(h for n in set_up.open_hexes(units) if (h := grid.parse(n)) is not None)
        return self._open

    def _of(self, design: Design) -> SetUp | None:
        if self._design is not design:
            self._design, self._set_up, self._units = design, set_up_of(design), ()
        return self._set_up
