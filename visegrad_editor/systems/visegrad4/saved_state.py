"""The state of a saved game, checked when it is read: a file may be damaged or edited by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.saved_game import SavedGameError, is_list, is_text, is_whole
from .constants import (
    ALLIED,
    BOXES,
    ELIMINATED,
    INDUSTRIAL,
    INTERVENTION_COUNTRIES,
    MAX_CW_LEVEL,
    POOL,
    READY,
    RUSSIAN,
    SIDES,
    USED,
    WAITING,
)
from .cyber import TABLE, TRACK
from .game_state import GameState
from .losses import SCRIPTS
from .state import MutableState

_COMBAT = ("support", "table", "lose", "choose", "retreat", "advance")
_PHASES = {
    "place": "set-up", "allocate": "administration-cw", "transfer": "administration-transfer",
    "replace": "replacement", "interdict": "interdiction", "intercept": "interdiction", "move": "movement",
    "air-supply": "movement", "attack": "combat", **dict.fromkeys(_COMBAT, "combat"),
}
"""The phase of a decision, by its id or the last word of it; `markers` and `remove` occur in several
phases."""
_STEPS = frozenset({*_PHASES, "markers", "remove"})
_PLAYERS = frozenset({"replace", "intercept", "move", "remove", "air-supply", "attack", "table", "advance"})
"""The decisions of the side whose player turn it is."""
Tests = dict[str, Callable[[Any], bool]]
_STAGES = frozenset(stage for script in SCRIPTS.values() for stage in script)


def read_state(w: GameState, data: dict[str, Any]) -> MutableState:
    """The state that `MutableState.as_data` wrote for this game's scenario; raises `SavedGameError`."""
    tests = _tests(w)
    if data.keys() != tests.keys():
        odd = ", ".join(sorted(data.keys() ^ tests.keys()))
        raise SavedGameError(f"its state is not that of this game: {odd}.")
    for name, test in tests.items():
        if not test(data[name]):
            raise SavedGameError(f"its `{name}` is impossible in this scenario.")
    state = MutableState.from_data(data)
    _check_whole(w, state)
    _check_pieces(w, state)
    return state


def _tests(w: GameState) -> Tests:
    """A test for each part of a state by itself."""
    f, n = w.forces, len(w.forces.units)
    everything = (1 << w.board.size) - 1

    def unit(v: object) -> bool:
        return is_whole(v, 0, n - 1)

    def ground(v: Any) -> bool:
        return unit(v) and not f.air[v]

    def wing(v: Any) -> bool:
        return is_whole(v, -1, n - 1) and (v < 0 or f.air[v])

    def flag(v: object) -> bool:
        return isinstance(v, bool)

    def side(v: object) -> bool:
        return is_whole(v, 0, 1)

    def hex(v: Any) -> bool:
        return is_whole(v, 0, w.board.size - 1) and w.board.is_playable(v)

    def place(v: Any) -> bool:
        return hex(v) or (is_whole(v, -99) and v in BOXES)

    def hexes(v: Any) -> bool:
        return isinstance(v, str) and _mask(v) & ~everything == 0

    def countries(v: object) -> bool:
        return is_whole(v, 0, (1 << len(INTERVENTION_COUNTRIES)) - 1)

    battle: Tests = {
        "hex": hex, "side": side, "attackers": lambda v: is_list(v, ground),
        "defenders": lambda v: is_list(v, ground), "wings": lambda v: is_list(v, wing, 2),
        "support": lambda v: is_whole(v, -1, 1), "result": lambda v: v == "" or v in SCRIPTS,
        "stages": lambda v: is_list(v, lambda s: s in _STAGES), "pending": lambda v: is_list(v, ground),
        "group": side,
    }
    contest: Tests = {
        "purpose": lambda v: v in ("interdiction", "battle"), "hex": hex, "side": side,
        "units": lambda v: is_list(v, wing, 2), "spent": lambda v: is_list(v, is_whole, 2),
        "done": lambda v: is_list(v, flag, 2), "turn": side,
    }
    outcome: Tests = {"winner": lambda v: v in SIDES, "rule": is_text, "reason": is_text}
    return {
        "where": lambda v: is_list(v, place, n), "reduced": lambda v: is_list(v, flag, n),
        "unsupplied": lambda v: is_list(v, flag, n),
        "flags": lambda v: is_list(v, lambda x: is_whole(x, 0, 31), n),
        "markers": lambda v: is_list(v, lambda m: is_list(m, is_whole, 3), 2),
        "control": lambda v: is_list(v, hexes, 2), "turn": lambda v: is_whole(v, 0, w.scenario.turns),
        "player": side, "side": side, "step": lambda v: is_text(v) and v in w.stages, "phase": is_text,
        "pending": lambda v: is_whole(v, -1, MAX_CW_LEVEL), "steps": is_whole, "points": is_whole,
        "scored": hexes, "entered": countries, "struck": countries, "capital_taken": flag,
        "called": lambda v: is_list(v, is_text), "overflow": lambda v: is_list(v, hex),
        "resume": lambda v: v == "" or (is_text(v) and v in _STEPS),
        "battle": lambda v: _is_made(v, battle), "contest": lambda v: _is_made(v, contest),
        "outcome": lambda v: _is_made(v, outcome),
    }


def _is_made(data: Any, tests: Tests) -> bool:
    """Whether data is None, or an object whose parts all pass their tests."""
    return data is None or (
        isinstance(data, dict) and data.keys() == tests.keys() and all(t(data[k]) for k, t in tests.items()))


def _mask(text: str) -> int:
    """A set of hexes from its text; -1 if the text is not a set."""
    digits = text.removeprefix("0x")
    good = digits.isascii() and digits.isalnum() and text != digits
    try:
        return int(digits, 16) if good else -1
    except ValueError:
        return -1


def _check_whole(w: GameState, s: MutableState) -> None:
    """Raise `SavedGameError` if the parts of a state do not fit together, such as a decision and its
    phase."""
    if s.control[0] & s.control[1]:
        raise SavedGameError("both sides hold the same hex.")
    # A game that is over may stand where nobody decides anything, as after the last roll.
    if s.outcome is not None:
        return
    if s.step not in _STEPS:
        raise SavedGameError("its `step` cannot be so in this scenario.")
    phase = _PHASES.get(s.step, "")
    if phase in ("set-up", "administration-cw", "administration-transfer"):
        fits = s.phase == phase
    else:
        # Interdiction belongs to the player turn of the other side (5.1).
        owner, _, word = s.phase.partition("-")
        fits = owner in SIDES and (not phase or word == phase) and (
            (SIDES.index(owner) == s.player) is (word != "interdiction"))
    if not fits:
        raise SavedGameError(f"the decision `{s.step}` does not belong to the phase `{s.phase}`.")
    if (s.step in _PLAYERS and s.side != s.player) or (s.step == "interdict" and s.side == s.player):
        raise SavedGameError(f"the decision `{s.step}` does not belong to the {SIDES[s.side]} side.")
    if s.step in _COMBAT and (s.battle is None or not s.battle.attackers):
        raise SavedGameError("an attack is being resolved, and it does not say which.")
    if s.step in ("intercept", "markers") and (
            s.contest is None or s.contest.units[0] < 0 or (s.step == "markers" and s.contest.units[1] < 0)):
        raise SavedGameError("an air combat is being fought, and it does not say which.")
    if s.step == "remove" and not (s.overflow and s.resume):
        raise SavedGameError("units are to be removed from a hex, and it does not say which.")
    if s.step == "markers" and s.contest is not None and s.contest.purpose == "battle" and s.battle is None:
        raise SavedGameError("an air combat is fought over an attack, and it does not say which.")
    waiting = s.battle.pending if s.battle is not None else []
    if any(s.where[u] < 0 for u in waiting):
        raise SavedGameError("a unit is to retreat that is not on the map.")
    chosen = 0 <= s.pending <= s.markers[RUSSIAN][TABLE] + s.markers[RUSSIAN][TRACK]
    if s.step == "allocate" and chosen is not (s.side == ALLIED):
        raise SavedGameError("its allocations of markers contradict each other.")


def _check_pieces(w: GameState, s: MutableState) -> None:
    """Raise `SavedGameError` for counters in impossible places (2.2, 6.0, 13.0) and wrong numbers of markers
    (3.2)."""
    f = w.forces
    for u, at in enumerate(s.where):
        if at not in (WAITING, ELIMINATED) and (at in (POOL, READY, USED)) is not f.air[u]:
            place = w.board.numbers[at] if at >= 0 else BOXES[at]
            raise SavedGameError(f"{w.label(u)} cannot be in {place}.")
    for side, name in enumerate(SIDES):
        owned = w.assets[name].cw_markers if name in w.assets else 0
        # 10.4: by an option, markers spent for the cyber-war table are out of the game.
        gone = owned - sum(s.markers[side])
        lost = w.options.get("cw_table_marker") == "lost"
        if gone < 0 or (gone and not lost) or s.markers[side][TABLE] > MAX_CW_LEVEL:
            raise SavedGameError(
                f"the {name} side has {owned} cyber-war markers, not {s.markers[side]} on table, "
                "track and spent.")
    if s.scored & ~w.feature(INDUSTRIAL):
        raise SavedGameError("a hex is scored that is not an industrial hex.")
