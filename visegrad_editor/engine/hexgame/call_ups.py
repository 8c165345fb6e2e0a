"""Call-ups: units off the map that a roll brings, each in a hex that its owner names."""

from __future__ import annotations

from ...model.rules.arrivals import CallUp
from ...model.rules.grammar import dice_of
from ...model.start import CALL_UP, CALL_UP_IN
from ..bits import bits, mask_of
from ..orders import PASS, IllegalOrderError, Listing, Order
from . import control, phases, stacking
from .in_progress import GameInProgress
from .state import WAITING


class _CallUpRules:
    """The settings of the block, worked out once."""

    def __init__(self, w: GameInProgress) -> None:
        self.records = [
            (one, frozenset(u for u in w.made.unit_set(one.units) if not w.forces.aloft[u]
                            and _waits_for(w, u, one) and _is_off_map(w, u)),
             w.made.hexes(one.where)) for one in w.ruleset.call_ups]
        self.number_of = [
            next((n for n, (_, units, _) in enumerate(self.records) if u in units), -1)
            for u in range(len(w.forces.units))]


CALLED_UP = "called-up"
"""The mark of a unit that had been called up before the scenario begins."""


def _is_off_map(w: GameInProgress, u: int) -> bool:
    """Whether a unit was off the map before the first turn."""
    setup = w.forces.units[u].setup
    return setup is None or CALLED_UP in setup.marks


def _waits_for(w: GameInProgress, u: int, record: CallUp) -> bool:
    """Whether a unit comes by a call-up: it has no other way, or names the call-up as its event."""
    arrival = w.forces.units[u].reinforcement
    return arrival is None or arrival.event == record.id


def record_of(w: GameInProgress, u: int) -> int:
    """The number of the line of the ruleset by which a unit may be called up; -1 if there is none."""
    return w.table(_CallUpRules).number_of[u]


def refusal(w: GameInProgress, u: int) -> IllegalOrderError | None:
    """Why a unit may not be called up now, or None."""
    s, number = w.state, record_of(w, u)
    rule = _rule(w, w.ruleset.call_ups[max(number, 0)])
    if number < 0 or s.where[u] != WAITING or not phases.takes_part(w, u):
        return IllegalOrderError(f"{w.label(u)} cannot be called up.", rule)
    if f"{CALL_UP}{u}" in s.used or _lost_name(u) in s.happened:
        return IllegalOrderError(f"{w.label(u)} was called up in vain.", rule)
    return None


def hexes(w: GameInProgress, u: int) -> list[int]:
    """The hexes in which a unit may be called up now."""
    number = record_of(w, u)
    if number < 0 or refusal(w, u) is not None:
        return []
    side = w.forces.side[u]
    where: int = w.recall(("call-up", number, side), lambda: w.table(_CallUpRules).records[number][2](side))
    closed = w.mask[1 - side] | w.barren | stacking.closed_by_units(w, u) | _full(w, number)
    return list(bits(where & ~closed))


def _full(w: GameInProgress, number: int) -> int:
    """The hexes in which no more units may be called up."""
    record, units, _ = w.table(_CallUpRules).records[number]
    if not record.each_hex:
        return 0
    tried: dict[int, int] = {}
    for v in units:
        at = w.state.where[v]
        tried[at] = tried.get(at, 0) + 1
    for name, n in w.state.used.items():
        if name.startswith(CALL_UP_IN):
            at = w.board.index[name.removeprefix(CALL_UP_IN)]
            tried[at] = tried.get(at, 0) + n
    return mask_of(at for at, n in tried.items() if at >= 0 and n >= record.each_hex)


def _failed_in(w: GameInProgress, hex: int) -> str:
    """The name of the count of those called up in vain in a hex this turn."""
    return f"{CALL_UP_IN}{w.board.numbers[hex]}"


def _must(w: GameInProgress) -> list[int]:
    """The units that must be called up before the phase may end."""
    return [u for u in w.forces.ground[w.state.side] if (n := record_of(w, u)) >= 0
            and w.ruleset.call_ups[n].must and hexes(w, u)]


def _rule(w: GameInProgress, record: CallUp) -> str:
    return record.rule or w.rule("call_ups")


def _lost_name(u: int) -> str:
    """The word in `happened` for a unit that is never called up again."""
    return f"{CALL_UP}{u}"


def enter(w: GameInProgress) -> None:
    """Begin the phase, or end it if there is nobody to call up."""
    w.state.side = w.state.player
    if not any(hexes(w, u) for u in w.forces.ground[w.state.side]):
        w.go("next-phase")


def orders(w: GameInProgress, unit: int | None) -> Listing:
    """The legal orders of the phase."""
    legal = Listing([PASS] if unit is None and not _must(w) else [])
    for u in w.forces.ground[w.state.side] if unit is None else (unit,):
        if w.forces.side[u] == w.state.side:
            legal.add("call-up", w.forces.keys[u], w.board.numbers_of(hexes(w, u)))
    return legal


def perform(w: GameInProgress, order: Order) -> None:
    """Roll for a unit; it stands in the hex if the roll succeeds."""
    s = w.state
    if order.verb == "pass":
        late = _must(w)
        if late:
            raise IllegalOrderError(
                f"Every unit must be called up: {w.labels(late, most=4)}.",
                _rule(w, w.ruleset.call_ups[record_of(w, late[0])]))
        w.go("next-phase")
        return
    if order.verb != "call-up":
        raise IllegalOrderError("Call up units, or pass.", _rule(w, w.ruleset.call_ups[0]))
    u = w.own_unit(order.units[0], _rule(w, w.ruleset.call_ups[0]))
    bad = refusal(w, u)
    if bad is not None:
        raise bad
    record = w.ruleset.call_ups[record_of(w, u)]
    rule, hex = _rule(w, record), w.hex(order.hexes[0])
    if hex not in hexes(w, u):
        raise stacking.refusal(w, hex, [u]) or IllegalOrderError(
            f"{w.label(u)} may not be called up in {w.board.name(hex)}.", rule)
    dice = w.rolls(*dice_of(record.roll), f"the call-up of {w.label(u)}")
    shown = ", ".join(map(str, dice))
    if sum(dice) in record.success:
        w.put(u, hex)
        w.say("call-up", f"{w.label(u)} is called up in {w.board.name(hex)}: die {shown}.", rule, (hex,),
              (u,), dice)
        control.occupy(w, u, [hex])
    else:
        s.used = {**s.used, _failed_in(w, hex): s.used.get(_failed_in(w, hex), 0) + 1}
        if record.again:
            s.used = {**s.used, f"{CALL_UP}{u}": 1}
        else:
            s.happened = [*s.happened, _lost_name(u)]
        w.say("call-up", f"{w.label(u)} is not called up: die {shown}.", rule, (), (u,), dice)
    if s.outcome is None:
        w.go("call-up")


# -- what the state notes of units, in files -------------------------------------------------------


def by_key(w: GameInProgress, name: str) -> str:
    """A name in the state with the key of the unit that it notes, instead of its number."""
    number = name.removeprefix(CALL_UP)
    return f"{CALL_UP}{w.forces.keys[int(number)]}" if name != number and number.isdecimal() else name


def by_number(w: GameInProgress, name: str) -> str:
    """A name of a file with the number of the unit that it notes, instead of its key."""
    number = w.forces.number.get(name.removeprefix(CALL_UP))
    return f"{CALL_UP}{number}" if number is not None and name.startswith(CALL_UP) else name
