"""The set-up of a design in a game on hexes, asked where units may stand before play begins."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.place_words import permitted_words
from ...model.provenance import cited_rule
from ..orders import IllegalOrderError
from . import setup
from .hexgame import HexGame
from .state import WAITING


class DesignedSetUp:
    """A set-up that is still being designed: any unit may be put elsewhere, on trial."""

    def __init__(self, game: HexGame) -> None:
        """`game` is at the position of the set-up, as `trial_position.position_of` makes it; nobody else uses
        it."""
        self._w = game

    def refusal(self, units: Sequence[str], hex: str) -> IllegalOrderError | None:
        """Why these units (keys) may not stand in a hex (number) together with those of the set-up that stand
        there, or None."""
        w = self._w
        moved = [w.forces.number[key] for key in units]
        at = w.board.at(hex)
        if not w.board.is_playable(at):
            return IllegalOrderError(f"{hex} is not in play.", w.rule("set-up"))
        before = self._lifted(moved)
        try:
            return self._refusal(moved, at)
        finally:
            self._put_back(before)

    def open_hexes(self, units: Sequence[str]) -> frozenset[str]:
        """The numbers of the hexes in which these units may stand together."""
        w = self._w
        moved = [w.forces.number[key] for key in units]
        before = self._lifted(moved)
        try:
            return frozenset(w.board.numbers[at] for at in self._permitted(moved)
                             if self._refusal(moved, at) is None)
        finally:
            self._put_back(before)

    def permitted(self, units: Sequence[str]) -> tuple[str, ...]:
        """The numbers of the hexes in play in which all of these units may be set up, whoever stands there,
        in map order."""
        w = self._w
        return tuple(w.board.numbers[at] for at in self._permitted([w.forces.number[key] for key in units]))

    def put(self, units: Sequence[str], hex: str) -> None:
        """Let units stand in a hex, on trial."""
        for key in units:
            self._w.put(self._w.forces.number[key], self._w.board.at(hex))

    def lift(self, units: Sequence[str]) -> None:
        """Take units off the map, on trial."""
        for key in units:
            self._w.lift(self._w.forces.number[key], WAITING)

    def _permitted(self, units: Sequence[int]) -> list[int]:
        """The hexes in play in which all of the units may be set up."""
        w = self._w
        hexes = {h for h in range(w.board.size) if w.board.is_playable(h)}
        for u in units:
            allowed = self._choice(u)
            if allowed is not None:
                hexes &= allowed
        return sorted(hexes)

    def _choice(self, u: int) -> frozenset[int] | None:
        """The hexes in which a unit with a permission may be set up: one with a choice, in a group, or with a
        position beside its hex; None for any other unit, whose hex is where its designer puts it."""
        w, unit = self._w, self._w.forces.units[u]
        if unit.setup is None or not (unit.setup.is_permission or (
                unit.setup.where.single_hex and not unit.setup.box and unit.position)):
            return None
        return frozenset(map(w.board.grid.index, unit.setup.where.resolve(w.design.map)))

    def _refusal(self, units: Sequence[int], hex: int) -> IllegalOrderError | None:
        """Why units that are off the map may not stand in a hex. They are left there or off the map."""
        w = self._w
        put: list[int] = []
        try:
            for u in units:
                bad = self._refusal_of_one(u, hex)
                if bad is not None:
                    return bad
                w.put(u, hex)
                put.append(u)
            return None
        finally:
            for u in put:
                w.lift(u, WAITING)

    def _refusal_of_one(self, u: int, hex: int) -> IllegalOrderError | None:
        w, unit = self._w, self._w.forces.units[u]
        if w.forces.aloft[u]:
            return IllegalOrderError(f"{w.label(u)} is never in a hex.", w.rule("air", "set-up"))
        allowed = self._choice(u)
        if allowed is not None and hex not in allowed and unit.setup is not None:
            group = w.scenario.group_of(unit)
            # What a group without a rule number says is the designer's, whatever its units have otherwise.
            rule = cited_rule(group.rule) if group else (
                cited_rule(unit.provenance.of("setup").rule) or w.rule("set-up"))
            return IllegalOrderError(
                f"{w.label(u)} may be set up {permitted_words(unit.setup, w.design)}, not in "
                f"{w.board.name(hex)}.", rule)
        return setup.refusal_to_stand(w, u, hex) if w.forces.side[u] >= 0 else None

    def _lifted(self, units: Sequence[int]) -> list[tuple[int, int]]:
        """Take units off the map; returns where they were."""
        w = self._w
        before = [(u, w.state.where[u]) for u in units]
        for u in units:
            w.lift(u, WAITING)
        return before

    def _put_back(self, before: Sequence[tuple[int, int]]) -> None:
        w = self._w
        for u, at in before:
            if at >= 0:
                w.put(u, at)
            else:
                w.lift(u, at)
