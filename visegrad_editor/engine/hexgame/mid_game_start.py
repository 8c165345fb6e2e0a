"""Mid-game starts: scenarios that begin within a game, and the scenario that begins at the present position.

A scenario may begin at a quiet moment: at the decision with which a phase begins, though some of it may have
been done already. None can begin in the middle of a fight, or of another decision within a phase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from ...model.frozen_data import FrozenMap, thawed
from ...model.rules.grammar import ALWAYS
from ...model.rules.results import UnitState
from ...model.rules.sequence import ExtraTurn, TurnPart, orders_to_choose
from ...model.scenario import AssetStart, Scenario, Setup, Unit, by_designer
from ...model.start import CALL_UP, CALL_UP_IN, Holding, Losses, Start, moment_words, phase_names
from ...model.values import ID_PATTERN
from ...model.where import Where
from ...model.wording import count, did_you_mean, misspelt, quoted
from ..bits import mask_of
from ..orders import IllegalOrderError
from ..rules import SetupError
from ..saved_game import SavedGameError
from . import call_ups, replacements, saved_state, sequence, setup, stacking
from .chapter import Chapter
from .conditions import Case
from .in_progress import GameInProgress
from .phases import bare_phase, kind_of, part_of, phases
from .state import MARKS, UNPLACED, WAITING

OUT_OF_SUPPLY = "out-of-supply"
FINISH = "Finish it or take it back, then copy the position."
OF_A_PHASE = ("side", "player", "first", "part", "parts", "to_come", "spent")
"""The keys of a start that say more of the phase with which a scenario begins."""
_MOST = 99
"""The greatest number of an asset in a file."""


class MidGameStart(Chapter):
    """A scenario may begin in any phase of any turn. Games with a chapter of their own for it go without."""

    id = "mid-game-start"

    def resume(self, w: GameInProgress, start: Start) -> None:
        for fault in faults(w, start):
            raise SetupError(fault.text)
        _recall(w, start)
        if not start.phase:
            sequence.begin_at(w, start.turn)
            return
        place = _place(w, start)
        if place is None:
            raise SetupError(_why_no_phase(w, start))
        _stand(w, start, place)
        w.say("resumed", f"The game goes on in {moment_words(start, w.ruleset)}.", w.rule("sequence"),
              side=-1)
        if not start.begun:
            sequence.begin_present(w)
            return
        w.state.step = own_step(w)
        w.forget()
        _check_whole(w)


# -- the start of a game from a mid-game start -------------------------------------------------------


class Fault(NamedTuple):
    """What is wrong with a start: a sentence, and the hex and the unit that it is about. Some is `told` by
    the checks of the documents, too."""

    text: str
    hex: str = ""
    unit: str = ""
    told: bool = False


def faults(w: GameInProgress, start: Start) -> Iterator[Fault]:
    """What is impossible in the start of a scenario according to its game."""
    if not 1 <= start.turn <= w.scenario.turns:
        yield Fault(f"The scenario begins in turn {start.turn} but has the turns 1 to {w.scenario.turns}.",
                    told=True)
        return
    names = phase_names(w.ruleset)
    if start.phase and names and start.phase not in names:
        yield Fault(f"The scenario begins with the phase {start.phase}, which this game does not have."
                    f"{did_you_mean(start.phase, names, 'Phases')}", told=True)
    known = phases(w)
    bad = next((n for n in start.parts if not 1 <= n <= len(known.parts)), None)
    if bad is not None:
        yield Fault(f"`parts` of the start names the part {bad} of the turn, which has {len(known.parts)}.")
        return
    if start.begun and not start.phase:
        yield Fault("The start says `begun`, but not which `phase` has begun.")
    sides = (start.side, start.player, start.first, *(one.side for one in (*start.held, *start.taken)),
             *(side for side, _ in (*start.points, *start.kept)))
    for side in dict.fromkeys(sides):
        if side and side not in w.forces.side_ids:
            yield Fault(f"The start names the side {quoted(side)}, which there is not."
                        f"{did_you_mean(side, w.forces.side_ids, 'Sides')}", told=True)
    yield from _faults_of_units(w)
    for name, _ in start.sources:
        id, _, number = name.rpartition(" ")
        if number not in w.board.index:
            yield Fault(f"`sources` of the start names {quoted(name)}; write the id of a source of supply "
                        "and a hex of it.", number, told=_is_off_map(w, number))
        elif all(source.id != id for source in w.ruleset.supply.sources):
            yield Fault(f"There is no source of supply {quoted(id)} (`sources` of the start).", number)
    for key, noted in (("used", [name for name, _ in start.used]), ("done", list(start.done))):
        for name in noted:
            yield from _faults_of_note(w, key, name)
    spent, losing = [unit for unit, _ in start.spent], [one.unit for one in start.losses]
    for key, names in (("spent", spent), ("losses", losing)):
        for unit in names:
            if unit not in w.forces.number:
                yield Fault(f"There is no unit {quoted(unit)} (`{key}` of the start)."
                            f"{did_you_mean(unit, w.forces.keys, 'Units')}", "", unit, told=True)
    yield from _faults_of_chapters(w, start.chapters)


def played_keys(w: GameInProgress, start: Start) -> frozenset[str]:
    """The keys of a start that count in it: in a turn that begins anew no phase does, and what is left of
    replacements only once their phase has begun. Goals, and countries entered and struck, are for games that
    count them by chapters of their own."""
    found = {"turn", "phase", "begun", "events", "held", "taken", "free", "points", "losses", "kept",
             "sources", "used", "done", "chapters"}
    if start.phase:
        found.update(OF_A_PHASE)
        place = _place(w, start)
        if start.begun and place is not None and kind_of(w, place.phase) == "replace":
            found.add("steps")
    return frozenset(found)


def _faults_of_note(w: GameInProgress, key: str, name: str) -> Iterator[Fault]:
    """What is wrong with a name in `used` or `done` of a start."""
    if name.startswith(CALL_UP_IN):
        hex = name.removeprefix(CALL_UP_IN)
        if hex not in w.board.index:
            yield Fault(f"`{key}` of the start names {quoted(name)}, and there is no hex {hex}.", hex,
                        told=key == "used" and _is_off_map(w, hex))
    elif name.startswith(CALL_UP):
        unit = name.removeprefix(CALL_UP)
        if unit not in w.forces.number:
            yield Fault(f"There is no unit {quoted(unit)} (`{key}` of the start)."
                        f"{did_you_mean(unit, w.forces.keys, 'Units')}", "", unit)


def _is_off_map(w: GameInProgress, number: str) -> bool:
    """Whether the map has no hex of a number."""
    return w.board.grid.parse(number) is None


def _why_no_phase(w: GameInProgress, start: Start) -> str:
    names = list(dict.fromkeys(name for n in _parts(w, start) for name in names_of_phases(w, n)))
    within = f"the part {start.part} of turn {start.turn}" if start.part else f"turn {start.turn}"
    return (f"The scenario begins with the phase {start.phase}, which {within} does not have."
            f"{did_you_mean(start.phase, names, 'Phases')}")


def _faults_of_units(w: GameInProgress) -> Iterator[Fault]:
    marks = [OUT_OF_SUPPLY, call_ups.CALLED_UP, *MARKS, *map(_word_of, w.ruleset.states)]
    for u, unit in enumerate(w.forces.units):
        if unit.setup is None:
            continue
        for mark in unit.setup.marks:
            if mark not in marks:
                yield Fault(f"{w.label(u)} has the mark {quoted(mark)}, which this game does not know."
                            f"{did_you_mean(mark, marks, 'Marks')}", unit.hex, unit.key)
        if unit.setup.lost >= w.forces.steps[u]:
            yield Fault(f"{w.label(u)} has lost {count(unit.setup.lost, 'step')} and has "
                        f"{w.forces.steps[u]}. Set it up in the box `eliminated`, or let it have lost fewer.",
                        unit.hex, unit.key)
        # A box of another name is one that only the scenario knows: its units wait to be exchanged, say.
        box = unit.setup.box
        if box and box not in w.boxes.values() and (meant := misspelt(box, w.boxes.values())):
            yield Fault(f"{w.label(u)} is set up in the box {quoted(box)}, which there is not. Did you mean "
                        f"`{meant}`?", "", unit.key)


def _faults_of_chapters(w: GameInProgress, states: FrozenMap) -> Iterator[Fault]:
    known = w.state.chapters
    for id, state in states.items():
        if id not in known:
            yield Fault(f"`chapters` of the start has a state of {quoted(id)}, and this game has no such "
                        f"chapter with a state.{did_you_mean(id, list(known), 'Chapters')}")
        elif not _has_form(thawed(state), known[id]):
            yield Fault(f"`chapters` of the start has a state of {quoted(id)} that is not of its form.")


def _has_form(data: Any, usual: Any) -> bool:
    """Whether plain data has the form of other data: its type, and the keys of a mapping with keys."""
    if isinstance(usual, Mapping) and usual:
        return isinstance(data, Mapping) and data.keys() == usual.keys() and all(
            _has_form(data[k], v) for k, v in usual.items())
    return usual is None or isinstance(data, list if isinstance(usual, tuple) else type(usual))


def _recall(w: GameInProgress, start: Start) -> None:
    """Set what has happened before the scenario begins."""
    s, ids = w.state, w.forces.side_ids
    s.turn = start.turn
    recall_control(w, start)
    for one in start.taken:
        s.taken[ids.index(one.side)] |= hexes_of(w, one.hexes)
    free = ~hexes_of(w, start.free)
    s.control = [held & free for held in s.control]
    s.happened = [*s.happened, *(e for e in start.events if e not in s.happened),
                  *(call_ups.by_number(w, name) for name in start.done)]
    for side, number in start.points:
        s.points[ids.index(side)] = number
    by_unit, by_step = map(list, s.losses)
    for loss in start.losses:
        u = w.forces.number[loss.unit]
        by_unit[u], by_step[u] = loss.times, loss.steps
    s.losses = [by_unit, by_step]
    s.kept = dict(start.kept)
    s.used = {call_ups.by_number(w, name): number for name, number in start.used}
    s.sources = dict(start.sources)
    s.spent = {str(w.forces.number[unit]): number for unit, number in start.spent}
    s.chapters = {**s.chapters, **thawed(start.chapters)}
    for u, unit in enumerate(w.forces.units):
        if unit.setup is not None:
            _mark(w, u, unit.setup)
    w.forget()


def _mark(w: GameInProgress, u: int, setup: Setup) -> None:
    """Set the marks of a unit from before the scenario begins."""
    s, marks = w.state, setup.marks
    s.out[u] = max(1, setup.turns_out) if OUT_OF_SUPPLY in marks else 0
    s.flags[u] = sum(bit for mark, bit in MARKS.items() if mark in marks)
    s.status[u] = sum(1 << n for n, one in enumerate(w.ruleset.states) if _word_of(one) in marks)


def _word_of(state: UnitState) -> str:
    """The mark of a unit in a state: its id, or `state-` and the id if every game has a mark of that name."""
    return f"state-{state.id}" if state.id in (*MARKS, OUT_OF_SUPPLY) else state.id


def recall_control(w: GameInProgress, start: Start) -> None:
    """Let sides hold the hexes that the start says they hold."""
    for holding in start.held:
        if holding.side in w.forces.side_ids:
            side, hexes = w.forces.side_ids.index(holding.side), hexes_of(w, holding.hexes)
            w.state.control[side] |= hexes
            w.state.control[1 - side] &= ~hexes


def hexes_of(w: GameInProgress, numbers: Iterable[str]) -> int:
    """A set of hexes from their numbers; those that are not in play do not count."""
    return mask_of(i for n in numbers if (i := w.board.index.get(n)) is not None)


class _Place(NamedTuple):
    """A phase in a turn: the place of its part, and its id without its side."""

    at: int
    phase: str


def _parts(w: GameInProgress, start: Start) -> list[int]:
    """The parts of the turn in their order, by their numbers."""
    if start.parts:
        return [n - 1 for n in start.parts]
    known = phases(w)
    return [n for n in range(len(known.parts)) if known.when[n](Case())]


def names_of_phases(w: GameInProgress, n: int) -> dict[str, str]:
    """The names of the phases of a part of the turn, each with its id without a side."""
    part, player = phases(w).parts[n], phases(w).player[n]
    if not part.player_turn:
        id = _id_of(part)
        return {id: id}
    choices = orders_to_choose(part)
    ids = dict.fromkeys((*part.phases, *(id for one in choices for id in one)))
    side = w.forces.side_ids[player]
    found = {}
    for id in ids:
        record = w.phase_by_id.get(id)
        found[id if record is not None and record.side else f"{side}-{id}"] = id
    return found | ({f"{side}-order": "order"} if len(choices) > 1 else {})


def _id_of(part: TurnPart | ExtraTurn) -> str:
    return part.id or getattr(part, "kind", "")


def _place(w: GameInProgress, start: Start) -> _Place | None:
    """Where the phase of a start stands in its turn; None if it does not."""
    for at, n in enumerate(_parts(w, start)):
        names = names_of_phases(w, n)
        if start.part in (0, at + 1) and start.phase in names:
            return _Place(at, names[start.phase])
    return None


def _rest_of(w: GameInProgress, n: int, phase: str) -> list[str]:
    """The phases of a player turn that usually come after one of it."""
    part = phases(w).parts[n]
    orders = [part.phases, *orders_to_choose(part)] if part.player_turn else []
    return next((list(one[one.index(phase) + 1:]) for one in orders if phase in one), [])


def _usual_first(w: GameInProgress, parts: Sequence[int]) -> int:
    """The side of the first player turn of a turn, extra ones apart; -1 if there is none."""
    known = phases(w)
    return next((known.player[n] for n in parts
                 if known.player[n] >= 0 and isinstance(known.parts[n], TurnPart)), -1)


def _stand(w: GameInProgress, start: Start, place: _Place) -> None:
    """Stand in the phase of a start, which has yet to be begun if the start does not say that it has."""
    s, known, ids = w.state, phases(w), w.forces.side_ids
    s.parts, s.part = _parts(w, start), place.at
    n = s.parts[place.at]
    s.phase = start.phase
    player = known.player[n]
    s.player = player if player >= 0 else ids.index(start.player) if start.player else 0
    s.side = ids.index(start.side) if start.side else s.player
    s.first = ids.index(start.first) if start.first else _usual_first(w, s.parts)
    s.queue = list(start.to_come) if start.to_come is not None else _rest_of(w, n, place.phase)
    s.budget = 0
    if kind_of(w, place.phase) == "replace" and player >= 0 and start.begun:
        s.budget = start.steps if start.steps is not None else replacements.received(w)
    w.forget()


def _check_whole(w: GameInProgress) -> None:
    """Raise `SetupError` if the parts of the position do not fit together."""
    try:
        saved_state.read_state(w, w.state.as_data())
    except SavedGameError as error:
        raise SetupError(f"The start of the scenario is impossible: {error.why}") from None
    crowded = next((h for h in range(w.board.size) if stacking.excess(w, h)), None)
    if crowded is not None and stacking.is_strict(w):
        raise SetupError(f"The start of the scenario is impossible: too many units stand in "
                         f"{w.board.name(crowded)}.")
    if not w.stages[w.state.step].orders(w, None):
        side = w.side_words[w.state.side]
        raise SetupError(f"The {side} side decides first, and there is nothing that it could do in "
                         f"{w.state.phase}. Begin with another phase, or leave out `begun`.")


# -- the scenario of the present position ------------------------------------------------------------


def own_step(w: GameInProgress) -> str:
    """The decision with which the present phase begins; "" if it needs none."""
    part, bare = part_of(w), bare_phase(w)
    if part is None:
        return ""
    if not part.player_turn:
        return _id_of(part) if getattr(part, "kind", "") == "custom" else ""
    if bare == "order" and "order" not in part.phases:
        return "order"
    kind = kind_of(w, bare)
    return sequence.STEP_OF.get(kind) or (bare if kind == "custom" and bare in w.stages else "")


def interruption(w: GameInProgress, fight_rule: str = "", stack_rule: str = "") -> IllegalOrderError | None:
    """What must be finished in any game before a scenario can begin, with the rules to quote; None if nothing
    must be."""
    s = w.state
    if s.outcome is not None:
        return IllegalOrderError("The game is over, so no scenario can begin here. Go back to an earlier "
                                 "position.", s.outcome.rule)
    if s.battle is not None:
        return IllegalOrderError(
            f"The attack on {w.board.name(s.battle.hex)} is being resolved, and no scenario can begin during "
            f"it. {FINISH}", fight_rule or w.rule("combat"))
    if s.step == "remove":
        return IllegalOrderError(
            f"Too many units stand in {w.board.name(s.overflow[0])}. Remove one first, then copy the "
            "position.", stack_rule or w.rule("stacking"))
    return None


def refusal(w: GameInProgress) -> IllegalOrderError | None:
    """Why no scenario can begin at the present position, or None."""
    bad = interruption(w)
    s = w.state
    if bad is not None or s.step == "place":
        return bad
    if s.step != own_step(w):
        return IllegalOrderError(
            f"A decision within the phase is being made ({s.step.replace('-', ' ')}), and no scenario can "
            f"begin during it. {FINISH}", w.rule("sequence"))
    many = [a for a in w.ruleset.assets if not 0 <= s.assets.get(a.id, 0) <= _MOST]
    if many:
        return IllegalOrderError(
            f"A scenario gives a side 0 to {_MOST} of an asset, and of {many[0].name} there are "
            f"{s.assets[many[0].id]}. Save the game instead.")
    return None


def scenario_now(w: GameInProgress) -> Scenario:
    """The scenario that begins at the present position; raises `IllegalOrderError` if none can.

    Its turns, reinforcements and replacements are those of the game's own scenario.
    """
    bad = refusal(w)
    if bad is not None:
        raise bad
    old = w.scenario
    units = tuple(_unit(w, u) for u in range(len(old.units)))
    if w.state.step == "place":
        return replace(old, units=units)
    return replace(old, units=units, assets=_assets(w), start=_start(w))


def _start(w: GameInProgress) -> Start:
    s, f = w.state, w.forces
    ids = f.side_ids
    free = ~_of_all(s.control) & _of_all(w.held_at_start)
    # What decides which parts a turn has may have changed since it began.
    is_fixed = s.parts == list(range(len(phases(w).parts))) and all(p.when == ALWAYS for p in phases(w).parts)
    plain = Start(s.turn, s.phase, parts=() if is_fixed else tuple(n + 1 for n in s.parts))
    place = _place(w, plain)
    n = s.parts[s.part]
    player_turn = phases(w).player[n] >= 0
    named = [name for name in s.happened if _is_id(name)]
    return replace(
        plain, begun=True,
        part=0 if place is not None and place.at == s.part else s.part + 1,
        to_come=None if s.queue == _rest_of(w, n, bare_phase(w)) else tuple(s.queue),
        side="" if s.side == s.player else ids[s.side],
        player="" if player_turn else ids[s.player],
        first="" if s.first == _usual_first(w, s.parts) else ids[s.first],
        held=holdings(w, w.held_at_start),
        taken=tuple(Holding(ids[k], w.board.hex_set(t)) for k, t in enumerate(s.taken) if t),
        free=w.board.hex_set(free), events=tuple(named),
        done=tuple(call_ups.by_key(w, name) for name in s.happened if name not in named),
        steps=s.budget if s.step == "replace" else None,
        points=tuple((ids[k], number) for k, number in enumerate(s.points) if number),
        losses=tuple(Losses(f.keys[u], times, steps)
                     for u, (times, steps) in enumerate(zip(*s.losses, strict=True)) if times or steps),
        kept=tuple(s.kept.items()), sources=tuple(s.sources.items()),
        spent=tuple((f.keys[int(u)], number) for u, number in s.spent.items()),
        used=tuple((call_ups.by_key(w, name), number) for name, number in s.used.items()),
        chapters=FrozenMap.of(s.chapters))


def _is_id(name: str) -> bool:
    return re.fullmatch(ID_PATTERN, name) is not None


def _of_all(masks: Sequence[int]) -> int:
    """The hexes in any of some sets."""
    return reduce(or_, masks, 0)


def holdings(w: GameInProgress, at_start: Sequence[int]) -> tuple[Holding, ...]:
    """The hexes that each side holds beyond those it has at the start."""
    return tuple(
        Holding(name, w.board.hex_set(extra)) for side, name in enumerate(w.forces.side_ids)
        if (extra := w.state.control[side] & ~at_start[side]))


def _assets(w: GameInProgress) -> tuple[AssetStart, ...]:
    """How much the sides have of each asset now."""
    before = {one.id: one for one in w.scenario.assets}
    made = {}
    for asset in w.ruleset.assets:
        number = w.state.assets.get(asset.id, 0)
        one = before.get(asset.id, AssetStart(asset.id, number))
        fits = sum(n for _, n in one.boxes) <= number
        made[asset.id] = AssetStart(asset.id, number, one.boxes if fits else ())
    return tuple((before | made).values())


def _unit(w: GameInProgress, u: int) -> Unit:
    s, unit = w.state, w.forces.units[u]
    at, lost = s.where[u], s.lost[u]
    if at == UNPLACED:
        return unit
    marks = _marks(w, u)
    if at == WAITING and setup.box_of(w, u) == WAITING and lost < 2 and not marks:
        return by_designer(unit, replace(unit, reduced=lost > 0))
    place = Setup(Where(hexes=(w.board.numbers[at],))) if at >= 0 else Setup(box=w.boxes[at])
    place = replace(place, marks=marks, lost=lost if lost > 1 else 0,
                    turns_out=s.out[u] if s.out[u] > 1 else 0)
    return by_designer(unit, replace(
        unit, setup=place, position="", reinforcement=None, reduced=lost > 0))


def _marks(w: GameInProgress, u: int) -> tuple[str, ...]:
    """What a unit has done or suffered, in words."""
    s = w.state
    marks = [OUT_OF_SUPPLY] if s.out[u] else []
    marks += [name for name, bit in MARKS.items() if s.flags[u] & bit]
    marks += [_word_of(one) for n, one in enumerate(w.ruleset.states) if s.status[u] >> n & 1]
    if s.where[u] != WAITING and call_ups.record_of(w, u) >= 0:
        marks.append(call_ups.CALLED_UP)
    return tuple(marks)
