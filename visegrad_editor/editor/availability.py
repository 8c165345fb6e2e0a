"""Whether an action can be used now, and why not: one table, asked by menus, buttons and the palette."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..systems import SYSTEMS
from .actions import Action, Needs
from .session import Session


@dataclass(frozen=True)
class Need:
    """`met` says whether the session has what is needed, `why_not` what to do where it has not."""

    met: Callable[[Session], bool]
    why_not: str


NEEDS: dict[Needs, Need] = {
    "": Need(lambda s: True, ""),
    "scenario": Need(lambda s: s.scenario is not None, (
        "This is a map alone: begin a scenario on it with Scenario > New scenario on this map.")),
    "game": Need(lambda s: s.scenario is not None and s.design.ruleset.system in SYSTEMS,
                 "There is no scenario with a game that a rules module plays."),
    # In a play-test the play-test itself says what can be done.
    "play": Need(lambda s: False, "Only in a play-test: begin one with F11."),
    "units": Need(lambda s: bool(s.units), "Select a counter first."),
    "hex": Need(lambda s: s.hex is not None, "Select a hex first."),
    "undo": Need(lambda s: bool(s.history.undo_label), "Nothing was changed yet."),
    "redo": Need(lambda s: bool(s.history.redo_label), "Nothing was undone."),
    "region": Need(lambda s: bool(s.region), "Select hexes first, for instance with the tool Select hexes."),
    "piece": Need(lambda s: bool(s.region) or s.brush.piece is not None,
                  "Select hexes first, or paste a piece."),
    "background": Need(lambda s: s.design.map.background is not None,
                       "This map has no background picture yet: Map > Background picture."),
    "changes": Need(lambda s: s.unsaved, "Everything is saved."),
}


def why_not(action: Action, session: Session) -> str:
    """Why the action cannot be used now, as a sentence; "" where it can."""
    need = NEEDS[action.needs]
    return "" if need.met(session) else need.why_not
