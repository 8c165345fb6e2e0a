"""Fanned stacks in a play-test: the counters of the game as they stand, chosen and moved by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...hexgrid import Hex
from ...model.design import Design
from .host import Fanned

if TYPE_CHECKING:
    from ..play.map_input import MapInput
    from ..play.session import PlaySession


class PlayingFan:
    """Every stack fans out to be looked at; whose turn it is can choose of it what may be chosen."""

    def __init__(self, session: PlaySession, hands: MapInput) -> None:
        self._session, self._hands = session, hands

    @property
    def design(self) -> Design:
        return self._session.design

    def stack(self, hex: Hex) -> Sequence[Fanned]:
        scenario, number = self.design.scenario, self._number(hex)
        if scenario is None or self._hands.busy:
            return ()
        keys = [k for k in self._session.position.at(number) if k in scenario.unit_by_key]
        if len(keys) < 2:
            return ()
        views = self._session.views()
        return [Fanned(replace(scenario.unit_by_key[k], reduced=views[k].reduced), views[k].marks)
                for k in keys]

    def chosen(self) -> Sequence[str]:
        return self._session.decision.picked if self._session.my_turn else ()

    def pick(self, hex: Hex, key: str, more: bool) -> None:
        session = self._session
        if not session.my_turn:
            return
        if key not in session.decision.pickable:
            why = session.decision.why_fixed(self._number(hex))
            session.complain(why or "Nothing can be done with this unit now.")
            return
        session.decision.pick(key, more)
        session.choose()

    def open(self, hex: Hex, key: str) -> None:
        """There is nothing more to see of a counter in a game than its panel shows."""

    def carry(self, hex: Hex, key: str) -> None:
        self.pick(hex, key, False)

    def grab(self, hex: Hex, key: str, event: Any) -> None:
        session = self._session
        if not session.my_turn or key not in session.decision.pickable:
            self.pick(hex, key, False)
            return
        picked = session.decision.picked
        here = session.decision.here(self._number(hex))
        together = key in picked and all(k in here for k in picked)
        if not together and session.decision.style == "go":
            session.decision.pick(key)
        self._hands.hold(picked if together else (key,), self._number(hex), event)

    def menu(self, hex: Hex, key: str, event: Any) -> None:
        if self._session.my_turn:
            self._session.choose(clear=True)

    def _number(self, hex: Hex) -> str:
        return self.design.map.grid.number(hex)
