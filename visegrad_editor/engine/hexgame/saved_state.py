"""The state of a saved game, checked when it is read: a file may be damaged or edited by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..saved_game import SavedGameError, is_list, is_text, is_whole
from . import results
from .in_progress import GameInProgress
from .phases import kind_of, phases
from .sequence import STAGES
from .state import MARKS, GameState

Tests = dict[str, Callable[[Any], bool]]


def read_state(w: GameInProgress, data: dict[str, Any]) -> GameState:
    """The state that `GameState.as_data` wrote for this game's scenario; raises `SavedGameError`."""
    tests = _tests(w)
    if data.keys() != tests.keys():
        odd = ", ".join(sorted(data.keys() ^ tests.keys()))
        raise SavedGameError(f"its state is not that of this game: {odd}.")
    for name, test in tests.items():
        if not test(data[name]):
            raise SavedGameError(f"its `{name}` is impossible in this scenario.")
    state = GameState.from_data(data)
    _check_whole(w, state)
    for chapter in w.hooks["saved_fault"]:
        fault = chapter.saved_fault(w, state)
        if fault:
            raise SavedGameError(fault)
    return state


def _tests(w: GameInProgress) -> Tests:
    """A test for each part of a state by itself."""
    f, n, sides = w.forces, len(w.forces.units), len(w.forces.side_ids)
    everything = (1 << w.board.size) - 1
    most_flags = sum(MARKS.values())

    def ground(v: Any) -> bool:
        return is_whole(v, 0, n - 1) and not f.aloft[v]

    def side(v: object) -> bool:
        return is_whole(v, 0, sides - 1)

    def hex(v: Any) -> bool:
        return is_whole(v, 0, w.board.size - 1) and w.board.is_playable(v)

    def place(v: Any) -> bool:
        return hex(v) or (is_whole(v, -99) and v in w.boxes)

    def hexes(v: Any) -> bool:
        return isinstance(v, str) and _mask(v) & ~everything == 0

    def counts(v: Any) -> bool:
        return is_list(v, is_whole, n)

    def numbers(v: Any) -> bool:
        return isinstance(v, dict) and all(is_text(k) and is_whole(x, -1) for k, x in v.items())

    def effect(v: object) -> bool:
        return results.is_effect(w, v)

    def pair(v: Any) -> bool:
        return is_list(v, is_whole, 2) and ground(v[0]) and v[1] > 0

    def source(v: str) -> bool:
        id, _, number = v.partition(" ")
        return any(s.id == id for s in w.ruleset.supply.sources) and number in w.board.index

    listed = {id for part in phases(w).parts for id in (
        *part.phases, *(i for order in part.choose for i in order))}
    codes = {"", *(r.id for r in w.ruleset.results),
             *(code for t in w.ruleset.tables for row in t.rows for code in row)}

    battle: Tests = {
        "hex": hex, "side": side, "attackers": lambda v: is_list(v, ground),
        "defenders": lambda v: is_list(v, ground), "support": lambda v: is_list(v, is_whole, 2),
        "table": lambda v: is_text(v) and (v == "" or v in w.ruleset.table_by_id),
        "result": lambda v: is_text(v) and v in codes, "todo": lambda v: is_list(v, effect),
        "pending": lambda v: is_list(v, pair), "group": lambda v: is_whole(v, 0, 1), "needs": is_whole,
        "lost": lambda v: is_list(v, is_whole, 2), "forced": lambda v: isinstance(v, bool),
        "origins": lambda v: is_list(v, hex), "effect": lambda v: v == "" or effect(v), "odds": _is_fraction,
    }
    outcome: Tests = {
        "winner": lambda v: v == "" or v in f.side_ids, "rule": is_text, "reason": is_text}
    return {
        "where": lambda v: is_list(v, place, n),
        "lost": lambda v: counts(v) and all(x < s for x, s in zip(v, f.steps, strict=True)),
        "out": counts,
        "status": lambda v: is_list(v, lambda x: is_whole(x, 0, (1 << len(w.ruleset.states)) - 1), n),
        "flags": lambda v: is_list(v, lambda x: is_whole(x, 0, most_flags), n),
        "control": lambda v: is_list(v, hexes, sides), "taken": lambda v: is_list(v, hexes, sides),
        "points": lambda v: is_list(v, lambda x: is_whole(x, -10**9), sides),
        "losses": lambda v: is_list(v, counts, 2),
        "assets": lambda v: numbers(v) and v.keys() == w.state.assets.keys(),
        "turn": lambda v: is_whole(v, 0, w.scenario.turns),
        "part": lambda v: is_whole(v, -1),
        "parts": lambda v: is_list(v, lambda x: is_whole(x, 0, len(phases(w).parts) - 1)),
        "queue": lambda v: is_list(v, lambda x: is_text(x) and x in listed), "player": side, "side": side,
        "step": lambda v: is_text(v) and v in w.stages,
        "phase": is_text, "budget": is_whole,
        "happened": lambda v: is_list(v, is_text), "used": numbers,
        "sources": lambda v: numbers(v) and all(source(k) for k in v),
        "overflow": lambda v: is_list(v, hex), "resume": lambda v: is_text(v) and (v == "" or v in w.stages),
        "kept": lambda v: numbers(v) and all(k in f.side_ids for k in v),
        "spent": lambda v: numbers(v) and all(k.isdecimal() and ground(int(k)) for k in v),
        "first": lambda v: is_whole(v, -1, sides - 1), "battle": lambda v: _is_made(v, battle),
        "chapters": lambda v: isinstance(v, dict) and v.keys() == w.state.chapters.keys(),
        "outcome": lambda v: _is_made(v, outcome),
    }


def _is_fraction(value: Any) -> bool:
    """Whether a text is a fraction, or empty."""
    try:
        return isinstance(value, str) and len(value) < 40 and (not value or Fraction(value) is not None)
    except (ValueError, ZeroDivisionError):
        return False


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


_IN_BATTLE = frozenset({
    "support", "table", "lose", "reduce", "choose", "retreat", "advance", "advance-on", "resume"})


def _check_whole(w: GameInProgress, s: GameState) -> None:
    """Raise `SavedGameError` if the parts of a state do not fit together."""
    held = 0
    for mask in s.control:
        if held & mask:
            raise SavedGameError("two sides control the same hex.")
        held |= mask
    for u, at in enumerate(s.where):
        if at >= 0 and w.forces.aloft[u]:
            raise SavedGameError(f"{w.label(u)} cannot be in {w.board.numbers[at]}.")
    # A game that is over may stand where nobody decides anything.
    if s.outcome is not None:
        return
    if s.step in ("next-phase", "resume") or (s.step == "advance-on" and not results.advances_far(w.ruleset)):
        raise SavedGameError("its `step` is impossible in this scenario.")
    if (s.turn == 0) != (s.step == "place") or (s.turn and not 0 <= s.part < len(s.parts)):
        raise SavedGameError("its `part` is impossible in this scenario.")
    both = w.mask_of_units(s.where)
    if both[0] & both[1]:
        raise SavedGameError("units of both sides stand together.")
    _check_phase(w, s)
    if s.step in _IN_BATTLE and (s.battle is None or not s.battle.attackers):
        raise SavedGameError("an attack is being resolved, and it does not say which.")
    if s.step == "remove" and not (s.overflow and s.resume):
        raise SavedGameError("units are to be removed from a hex, and it does not say which.")
    battle = s.battle
    if battle is None:
        return
    if any(s.where[u] < 0 for u, _ in battle.pending) or (
            (s.step in ("retreat", "advance-on")) != bool(battle.pending) and s.step != "remove"):
        raise SavedGameError("a unit is to retreat or to advance that cannot, or nobody is.")
    if s.step in ("lose", "reduce", "retreat") and not battle.effect:
        raise SavedGameError("its `effect` is impossible in this scenario.")
    if s.step == "choose" and not (
            battle.todo and results.effect_at(w, battle.todo[0]).choose):
        raise SavedGameError("a side is to choose, and it does not say what.")
    if s.step in ("lose", "reduce") and battle.needs < 1:
        raise SavedGameError("a side is to lose units, and it does not say how many.")


def _check_phase(w: GameInProgress, s: GameState) -> None:
    """Raise `SavedGameError` if the phase does not belong to the part of the turn, or the decision or its
    side not to the phase."""
    if not s.turn:
        if s.phase != "set-up":
            raise SavedGameError("its `phase` is impossible in this scenario.")
        return
    part = phases(w).parts[s.parts[s.part]]
    if part.player_turn:
        if phases(w).player[s.parts[s.part]] != s.player:
            raise SavedGameError("its `player` is impossible in this scenario.")
        known = {*part.phases, *(id for order in part.choose for id in order), "order"}
        # The id of a phase may begin with its side itself.
        bare = s.phase if s.phase in known else s.phase.removeprefix(f"{w.forces.side_ids[s.player]}-")
    else:
        bare = s.phase
        known = {getattr(part, "id", "") or getattr(part, "kind", "")}
    if bare not in known:
        raise SavedGameError("its `phase` is impossible in this scenario.")
    kind = "order" if bare == "order" else kind_of(w, bare)
    first = {"move": "move", "exploit": "move", "combat": "attack", "fire": "attack"}.get(kind, kind)
    own = first if kind != "custom" else bare
    # A chapter may put a decision of its own before any other.
    if s.step != own and s.step != "remove" and s.step in STAGES and not (
            kind in ("combat", "fire") and s.step in _IN_BATTLE):
        raise SavedGameError("its `step` does not belong to its `phase`.")
    if s.step == own and kind != "custom" and s.side != s.player:
        raise SavedGameError("its `side` does not decide in this phase.")
