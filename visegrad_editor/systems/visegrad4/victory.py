"""Victory (4.0 to 4.2), and the first entry into hexes and countries."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.bits import bits, mask_of
from ...engine.position import Goals
from .constants import ALLIED, CAPITAL, DECISIVE_COUNTRIES, INDUSTRIAL, INTERVENTION_COUNTRIES, RUSSIAN
from .game_state import GameState


def occupy_all(w: GameState, u: int, hexes: Sequence[int]) -> None:
    """Apply the effects of a ground unit's move through hexes, until it ends the game.

    A flying unit moves from hex to hex like any other (9.2) and occupies the empty hexes on its way. Over
    an enemy stack it occupies nothing, but it has entered the country (7.5, 12.0).
    """
    mask, side = mask_of(hexes), w.forces.side[u]
    enemies = w.mask[1 - side]
    if not mask & w.effect_hexes[side]:
        w.take_control(side, mask & ~enemies)
        return
    for h in hexes:
        if w.state.outcome is not None:
            return
        if not enemies >> h & 1:
            occupy(w, u, h)
        elif side == RUSSIAN:
            _violate(w, u, h)


def occupy(w: GameState, u: int, hex: int) -> None:
    """Apply the effects of a ground unit in a hex: control, scoring, entry into a country."""
    side = w.forces.side[u]
    w.take_control(side, 1 << hex)
    if not w.effect_hexes[side] >> hex & 1:
        return
    if side == RUSSIAN:
        _russian_entry(w, u, hex)
    else:
        _allied_entry(w, u, hex)


def _russian_entry(w: GameState, u: int, hex: int) -> None:
    """Apply the effects of a Russian-side ground unit in a hex: it may score (4.0) and violate a country
    (12.0)."""
    s = w.state
    bit = 1 << hex
    if w.feature(INDUSTRIAL) & bit and not s.scored & bit:
        s.scored |= bit
        w.say("scored", f"{w.label(u)} takes the industrial hex {w.board.name(hex)}; the Russian side now "
              f"has {s.scored.bit_count()}.", "4.0", (hex,), (u,), side=RUSSIAN)
        polish = w.feature(INDUSTRIAL) & w.board.countries.get("poland", 0)
        if polish and not polish & ~s.scored:
            w.finish(RUSSIAN, "4.1", "The Russian side has taken every industrial hex in Poland and wins "
                     "at once.")
            return
    _violate(w, u, hex)
    if w.board.country[hex] in INTERVENTION_COUNTRIES and w.feature(CAPITAL) & bit and not s.capital_taken:
        s.capital_taken = True
        w.say("capital", f"{w.label(u)} occupies {w.board.name(hex)}; should the United States "
              "intervene, Italy joins them.", "12.2", (hex,), (u,), side=RUSSIAN)


def _violate(w: GameState, u: int, hex: int) -> None:
    """Let a neutral country take part in the war once a Russian-side ground unit enters it (7.5, 12.0)."""
    s, country = w.state, w.board.country[hex]
    if country not in INTERVENTION_COUNTRIES or s.entered >> INTERVENTION_COUNTRIES.index(country) & 1:
        return
    s.entered |= 1 << INTERVENTION_COUNTRIES.index(country)
    w.say("violated", f"{w.label(u)} is the first Russian-side unit in {country_name(w, country)}; "
          "its cities now supply every allied unit.", "7.5", (hex,), (u,), side=RUSSIAN)


def _allied_entry(w: GameState, u: int, hex: int) -> None:
    """Apply the effects of an allied ground unit in a hex: three capitals win the game at once (4.2)."""
    if w.feature(CAPITAL) >> hex & 1 and w.board.country[hex] in DECISIVE_COUNTRIES:
        w.finish(ALLIED, "4.2", f"{w.label(u)} takes {w.board.name(hex)}, and the allied side wins at once.")


def goals(w: GameState, side: int) -> Goals:
    """The goals of a side: gas fields not yet taken (4.0), and three capitals (4.2)."""
    fields = {w.board.numbers[i]: 1.0 for i in bits(w.feature(INDUSTRIAL) & ~w.state.scored)}
    prizes = {w.board.numbers[i]: 5.0 for i in bits(w.feature(CAPITAL) & w.country_mask(DECISIVE_COUNTRIES))}
    return Goals(fields, prizes) if side == RUSSIAN else Goals(prizes, fields)


def final_roll(w: GameState) -> None:
    """Decide the game with two dice after the last turn (4.0)."""
    taken = w.state.scored.bit_count()
    a, b = (w.roll(f"the end of the game, die {i} of 2 (4.0)") for i in (1, 2))
    w.say("die", f"The Russian side rolls {a} and {b}, together {a + b}, against {taken} industrial "
          f"hex{'' if taken == 1 else 'es'} taken.", "4.0", dice=(a, b), side=RUSSIAN)
    if a + b < taken:
        w.finish(RUSSIAN, "4.0", f"The dice show {a + b}, less than the {taken} industrial hexes taken: "
                 "the Russian side wins.")
    else:
        w.finish(ALLIED, "4.0", f"The dice show {a + b}, not less than the {taken} industrial hexes "
                 "taken: the Russian side has lost.")


def country_name(w: GameState, country: str) -> str:
    """A country's name in a sentence."""
    nation = w.design.ruleset.nationality_by_id.get(country)
    return nation.name if nation else country.replace("-", " ").title()
