"""The industrial hexes taken (4.0), how victory is told, and the first entry into hexes and countries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...engine.bits import bits, mask_of
from ...engine.events import Event
from ...engine.hexgame import control
from ...engine.hexgame import victory as judging
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.conditions import Case
from ...engine.hexgame.in_progress import GameInProgress
from ...model.place_words import country_name
from ...model.rules.victory import VictoryCondition
from ...model.wording import count
from .common import countries, feature
from .constants import CAPITAL, CAPITAL_TAKEN, INDUSTRIAL, INTERVENTION_COUNTRIES, RUSSIAN, SIDES
from .rules import usual_victory
from .violations import note_country


class Victory(Chapter):
    """4.0: industrial hexes once taken count. Who wins is data: `victory` of the ruleset or the scenario."""

    id = "victory"
    rule = "4.0"
    moments = frozenset()

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        return {"scored": w.shared(Fields).hexes(scored(w))}

    def ending(self, w: GameInProgress, condition: VictoryCondition | None, case: Case, told: str) -> str:
        """The conditions of the rulebook in the words of this game."""
        usual, taken = usual_victory(), count(scored(w).bit_count(), "industrial hex")
        if condition is None:
            if w.ruleset.victory != usual:
                return told
            return (f"The dice show {w.last_roll}, not less than the {taken} "
                    "taken: the Russian side has lost.")
        if condition not in usual.conditions:
            return told
        if condition.judged == "end":
            return (f"The dice show {w.last_roll}, less than the {taken} "
                    "taken: the Russian side wins.")
        if condition.winner == SIDES[RUSSIAN]:
            return "The Russian side has taken every industrial hex in Poland and wins at once."
        return told if case.hex < 0 else (
            f"{w.label(case.unit)} takes {w.board.name(case.hex)}, and the allied side wins at once.")

    def told(self, w: GameInProgress, event: Event) -> Event | None:
        if event.type != "die" or event.rule != self.rule or w.ruleset.victory != usual_victory():
            return event
        taken, (a, b) = scored(w).bit_count(), event.dice
        return replace(event, text=f"The Russian side rolls {a} and {b}, together {a + b}, against {taken} "
                       f"industrial hex{'' if taken == 1 else 'es'} taken.")


class Fields:
    """The hexes whose entry has effects besides control (4.0, 12.0), worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        self.fields: int = feature(w, INDUSTRIAL)
        self.entered: int = self.fields | countries(w, INTERVENTION_COUNTRIES)
        """Those where it matters that the Russian side has entered them."""
        self._hexes: dict[int, tuple[int, ...]] = {}

    def hexes(self, mask: int) -> tuple[int, ...]:
        """The hexes of a set of fields, kept as it is asked for in every position."""
        known = self._hexes.get(mask)
        if known is None:
            known = self._hexes[mask] = tuple(bits(mask))
        return known


def scored(w: GameInProgress) -> int:
    """The industrial hexes that the Russian side has ever taken (4.0)."""
    return w.state.taken[RUSSIAN] & w.shared(Fields).fields


def effects(w: GameInProgress, side: int) -> int:
    """The hexes whose entry by a side has effects besides control."""
    decisive = judging.won_by_entering(w, side)
    return decisive | w.shared(Fields).entered if side == RUSSIAN else decisive


def occupy_all(w: GameInProgress, u: int, hexes: Sequence[int]) -> None:
    """Apply the effects of a ground unit's move through hexes, until it ends the game.

    A flying unit moves from hex to hex like any other (9.2) and occupies the empty hexes on its way. Over
    an enemy stack it occupies nothing, but it has entered the country (7.5, 12.0).
    """
    mask, side = mask_of(hexes), w.forces.side[u]
    enemies = w.mask[1 - side]
    w.passed[side] |= mask & ~enemies
    if not mask & effects(w, side):
        control.take(w, side, mask & ~enemies)
        return
    for h in hexes:
        if w.state.outcome is not None:
            return
        if not enemies >> h & 1:
            occupy(w, u, h, not w.state.taken[side] >> h & 1)
        elif side == RUSSIAN:
            _violate(w, u, h)


def occupy(w: GameInProgress, u: int, hex: int, is_new: bool) -> None:
    """Apply the effects of a ground unit in a hex: control, scoring the first time, victory, entry into a
    country."""
    side, bit = w.forces.side[u], 1 << hex
    control.take(w, side, bit)
    if not effects(w, side) & bit:
        return
    if side == RUSSIAN and w.shared(Fields).fields & bit and is_new:
        w.say("scored", f"{w.label(u)} takes the industrial hex {w.board.name(hex)}; the Russian side now "
              f"has {scored(w).bit_count()}.", "4.0", (hex,), (u,), side=RUSSIAN)
    judging.judge(w, "at-once", u, hex)
    if side == RUSSIAN and w.state.outcome is None:
        _russian_entry(w, u, hex)


def _russian_entry(w: GameInProgress, u: int, hex: int) -> None:
    """Apply what the entry of a Russian-side ground unit does to a country (12.0)."""
    _violate(w, u, hex)
    if w.board.country[hex] in INTERVENTION_COUNTRIES and feature(w, CAPITAL) & 1 << hex and (
            CAPITAL_TAKEN not in w.state.happened):
        w.state.happened = [*w.state.happened, CAPITAL_TAKEN]
        w.say("capital", f"{w.label(u)} occupies {w.board.name(hex)}; should the United States "
              "intervene, Italy joins them.", "12.2", (hex,), (u,), side=RUSSIAN)


def _violate(w: GameInProgress, u: int, hex: int) -> None:
    """Let a neutral country take part in the war once a Russian-side ground unit enters it (7.5, 12.0)."""
    country = w.board.country[hex]
    if note_country(w, "entered", country):
        name = country_name(country, w.ruleset)
        w.say("violated", f"{w.label(u)} is the first Russian-side unit in {name}; its cities now supply "
              "every allied unit.", "7.5", (hex,), (u,), side=RUSSIAN)
