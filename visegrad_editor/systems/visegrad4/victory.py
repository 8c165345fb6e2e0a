"""Victory (4.0 to 4.2), and the first entry into hexes and countries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.bits import bits, mask_of
from ...engine.hexgame import control
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.position import Goals
from ...model.place_words import country_name
from ...model.wording import count
from .common import countries, decisive_countries, feature
from .constants import (
    ALLIED,
    CAPITAL,
    CAPITAL_TAKEN,
    INDUSTRIAL,
    INTERVENTION_COUNTRIES,
    RUSSIAN,
)
from .violations import note_country


class Victory(Chapter):
    """4.0: the Russian side scores industrial hexes, the allied side wins in three capitals."""

    id = "victory"
    rule = "4.0"
    moments = frozenset({"turn-end"})

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "turn-end" and w.state.turn >= w.scenario.turns:
            _final_roll(w)

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        return {"scored": w.shared(Prizes).hexes(scored(w))}


class Prizes:
    """The hexes whose entry has effects besides control (4.0, 4.2, 12.0), worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        self.fields: int = feature(w, INDUSTRIAL)
        self.polish: int = self.fields & w.board.countries.get("poland", 0)
        self.capitals: int = feature(w, CAPITAL) & countries(w, decisive_countries(w.ruleset))
        self.effects: tuple[int, int] = (self.fields | countries(w, INTERVENTION_COUNTRIES), self.capitals)
        """By side."""
        self._hexes: dict[int, tuple[int, ...]] = {}
        self._goals: dict[tuple[int, int], Goals] = {}

    def hexes(self, mask: int) -> tuple[int, ...]:
        """The hexes of a set of fields, kept as it is asked for in every position."""
        known = self._hexes.get(mask)
        if known is None:
            known = self._hexes[mask] = tuple(bits(mask))
        return known

    def goals(self, w: GameInProgress, side: int, left: int) -> Goals:
        """The goals of a side while some fields have not been taken."""
        known = self._goals.get((side, left))
        if known is None:
            numbers = w.board.numbers
            fields = {numbers[i]: 1.0 for i in bits(left)}
            prizes = {numbers[i]: 5.0 for i in bits(self.capitals)}
            known = Goals(fields, prizes) if side == RUSSIAN else Goals(prizes, fields)
            self._goals[side, left] = known
        return known


def scored(w: GameInProgress) -> int:
    """The industrial hexes that the Russian side has ever taken (4.0)."""
    return w.state.taken[RUSSIAN] & w.shared(Prizes).fields


def goals(w: GameInProgress, side: int) -> Goals:
    """The goals of a side: gas fields not yet taken (4.0), and three capitals (4.2)."""
    prizes = w.shared(Prizes)
    return prizes.goals(w, side, prizes.fields & ~w.state.taken[RUSSIAN])


def occupy_all(w: GameInProgress, u: int, hexes: Sequence[int]) -> None:
    """Apply the effects of a ground unit's move through hexes, until it ends the game.

    A flying unit moves from hex to hex like any other (9.2) and occupies the empty hexes on its way. Over
    an enemy stack it occupies nothing, but it has entered the country (7.5, 12.0).
    """
    mask, side = mask_of(hexes), w.forces.side[u]
    enemies = w.mask[1 - side]
    if not mask & w.shared(Prizes).effects[side]:
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
    """Apply the effects of a ground unit in a hex: control, scoring the first time, entry into a country."""
    side, bit = w.forces.side[u], 1 << hex
    control.take(w, side, bit)
    if not w.shared(Prizes).effects[side] & bit:
        return
    if side == RUSSIAN:
        _russian_entry(w, u, hex, is_new)
    else:
        # 4.2: three capitals win the game at once.
        w.finish(ALLIED, "4.2", f"{w.label(u)} takes {w.board.name(hex)}, and the allied side wins at once.")


def _russian_entry(w: GameInProgress, u: int, hex: int, is_new: bool) -> None:
    """Apply the effects of a Russian-side ground unit in a hex: it may score (4.0) and violate a country
    (12.0)."""
    bit, map = 1 << hex, w.shared(Prizes)
    if map.fields & bit and is_new:
        taken = scored(w)
        w.say("scored", f"{w.label(u)} takes the industrial hex {w.board.name(hex)}; the Russian side now "
              f"has {taken.bit_count()}.", "4.0", (hex,), (u,), side=RUSSIAN)
        if map.polish and not map.polish & ~taken:
            w.finish(RUSSIAN, "4.1", "The Russian side has taken every industrial hex in Poland and wins "
                     "at once.")
            return
    _violate(w, u, hex)
    if w.board.country[hex] in INTERVENTION_COUNTRIES and feature(w, CAPITAL) & bit and (
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


def _final_roll(w: GameInProgress) -> None:
    """Decide the game with two dice after the last turn (4.0)."""
    taken = scored(w).bit_count()
    a, b = (w.roll(f"the end of the game, die {i} of 2 (4.0)") for i in (1, 2))
    w.say("die", f"The Russian side rolls {a} and {b}, together {a + b}, against "
          f"{count(taken, 'industrial hex')} taken.", "4.0", dice=(a, b), side=RUSSIAN)
    if a + b < taken:
        w.finish(RUSSIAN, "4.0", f"The dice show {a + b}, less than the {count(taken, 'industrial hex')} "
                 "taken: the Russian side wins.")
    else:
        w.finish(ALLIED, "4.0", f"The dice show {a + b}, not less than the {count(taken, 'industrial hex')} "
                 "taken: the Russian side has lost.")
