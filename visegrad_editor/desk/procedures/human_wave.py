"""Human waves: the chain of hexes, the row along which it goes, and its impulses (A25.23 to A25.234)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...hexgrid import Hex
from ...model.wording import count, listed
from ..books.books import Books
from ..books.waves import MOVEMENT, WOUNDED_MOVEMENT, Grain, Wave, WaveUnit, nearest_grains
from ..card import Card
from ..hexes import DIRECTION_WORDS, distance, neighbours, turned
from ..nations import nations
from ..special_rules import SpecialRules
from ..words import name_words
from .nations import SECTION, nations_on
from .procedure import Case, Input, Procedure, Reminder

LEAST_HEXES = 3
"""The fewest hexes of a chain (A25.23)."""
LEAST_MEAN = 2
"""The fewest MMC in a hex of it, in the mean (A25.23)."""
MOST_DISTANCE = 8
"""The farthest target (A25.23)."""
_MOVEMENT = "movement"
_ACTIONS = {
    "move": "to a forward hex, or to a side hex with an enemy",
    "stairs": "on stairs, nearer to the ground or to an enemy in the hex",
    "wire": "beneath panji or wire, if its roll allows it",
    "out": "out of an entrenchment or pillbox, on top of it",
    "under": "beneath an entrenchment with an enemy",
    "shelter": "beneath an entrenchment or into Crest, because it lacks MF for another Location",
    "stay": "because it can enter no new Location"}
"""What a unit does in an impulse, with when it may (A25.232, A25.2322)."""


def has_waves(rules: SpecialRules, card: Card) -> bool:
    """Whether a side of the card may attack in a human wave."""
    return any(_rule_of(nation) for nation in nations_on(card))


def _rule_of(nation: str) -> str:
    found = nations().get(nation)
    return found.human_wave if found is not None else ""


def _usual_nation(card: Card, books: Books) -> str | None:
    found = [n for n in nations_on(card, books.mover) if _rule_of(n)] if books.mover else []
    return found[0] if len(found) == 1 else None


# -- the plan -------------------------------------------------------------------------------------


def _plan(case: Case) -> None:
    nation = case.word("nation")
    if not _rule_of(nation):
        able = listed([name_words(one.id) for one in nations().values() if one.human_wave])
        case.refuse(f"{name_words(nation)} units attack in no human wave; {able} units do.", "A25.23")
    if case.books.phase != _MOVEMENT:
        case.refuse("A human wave is declared in the Movement Phase of its side.", "A25.23")
    wave = case.books.wave
    if wave is not None and not wave.over and _goes_on(case, wave):
        case.refuse("Another human wave goes on; end it first with wave-end.", "A25.234")
    chain, target = case.places("chain"), case.place("target")
    _check_chain(case, chain)
    _check_target(case, chain, target)
    near, grains = nearest_grains(target, chain)
    rows = {grain.name: grain for grain in grains}
    if not case.is_given("grain"):
        case.say(f"The chain may attack. Rows through {case.hex_name(target)}, {count(near, 'hex')} "
                 f"from it: {'; '.join(_row_words(case, g, chain) for g in grains)}. Choose one with "
                 "grain=.", "A25.231", "rows", final=near)
        return
    grain = _grain(case, target)
    if grain.name not in rows:
        case.refuse(f"The row {grain.name} is not one of those that come nearest to the chain: "
                    f"{', '.join(rows)}.", "A25.231")
    books = case.books
    case.books = replace(books, wave=Wave(
        books.mover, books.turn, books.half, grain, chain, leaves=case.reading("R30") == "leaves"))
    case.say(f"The human wave goes along {_row_words(case, grain, chain)}. Its units are lax, have 1 more "
             "morale unless broken, lose concealment, and are free of pins, Heat of Battle and PAATC.",
             "A25.23", grain.name, hexes=[one for one in chain if one in case.card.layout])
    for place in dict.fromkeys(chain):
        _say_hexes(case, grain, place)


def _check_chain(case: Case, chain: Sequence[Hex]) -> None:
    """Refuse a chain that cannot attack so (A25.23)."""
    units, rule = list(map(int, case.words("units"))), "A25.23"
    if len(units) != len(chain):
        case.refuse(f"There are {count(len(chain), 'hex')} and {count(len(units), 'number')} of MMC; give "
                    "one number for each hex.", rule)
    if len(chain) < LEAST_HEXES:
        case.refuse(f"The chain has at least {LEAST_HEXES} hexes, not {len(chain)}.", rule)
    linked, new = {chain[0]}, [chain[0]]
    while new:
        new = [one for one in neighbours(new.pop()) if one in chain and one not in linked] + new
        linked.update(new)
    apart = [one for one in chain if one not in linked]
    if apart:
        case.refuse(f"{listed(list(map(case.hex_name, apart)))} does not touch the rest of the chain.", rule)
    if 0 in units:
        case.refuse(f"There is no MMC in {case.hex_name(chain[units.index(0)])}; each hex has one.", rule)
    if sum(units) < LEAST_MEAN * len(chain):
        case.refuse(f"The hexes have {sum(units) / len(chain):.2f} MMC in the mean; at least {LEAST_MEAN} "
                    "are needed.", rule)
    led = case.places("leaders")
    stray = [one for one in led if one not in chain]
    if stray:
        case.refuse(f"{case.hex_name(stray[0])} is no hex of the chain, and its leader does not count.", rule)
    missing = [one for one in chain if one not in led]
    if case.reading("R16") == "each" and missing:
        case.refuse(f"There is no leader in {listed(list(map(case.hex_name, missing)))}; each hex has one.",
                    rule)
    if not led:
        case.refuse("The chain has at least one leader.", rule)
    if not case.flag("ready"):
        case.refuse("All units of the wave are in Good Order, free to move, have not moved, and are neither "
                    "guards nor in or on vehicles.", rule)
    if not case.flag("apart"):
        case.refuse("No unit of the wave is ADJACENT to an enemy or in its hex.", rule)


def _check_target(case: Case, chain: Sequence[Hex], target: Hex) -> None:
    if target in chain:
        case.refuse("The target is not in a hex of the chain.", "A25.23")
    seeing = case.places("sees")
    for one in seeing:
        if one not in chain:
            case.refuse(f"{case.hex_name(one)} is no hex of the chain; a unit of the wave sees the target.",
                        "A25.23")
    if not any(distance(one, target) <= MOST_DISTANCE for one in seeing):
        case.refuse(f"A unit of the wave sees its target at most {MOST_DISTANCE} hexes away.", "A25.23")


def _grain(case: Case, target: Hex) -> Grain:
    """The row of the input."""
    words = case.word("grain").split("-")
    if len(words) <= 2 and all(w in map(str, DIRECTION_WORDS) for w in words):
        found = tuple(map(int, words))
        if len(found) == 1 or found[1] in (turned(found[0], 1), turned(found[0], -1)):
            return Grain(target, found)
    return case.refuse(f"A row is a direction from 1 to 6, or two that are next to each other with a hyphen, "
                       f"such as 3 or 3-4, not {case.word('grain')!r}.", "A25.231")


def _row_words(case: Case, grain: Grain, chain: Sequence[Hex]) -> str:
    """A row in words, with its hexes on the boards from the chain to a hex behind the target."""
    steps = min(distance(one, grain.target) for one in chain)
    row = [*reversed(grain.before(steps)), grain.beyond(1)[1]]
    names = "-".join(case.hex_name(one) for one in row if one in case.card.layout)
    to = " and ".join(DIRECTION_WORDS[d] for d in grain.directions)
    return f"{grain.name} ({names}, to the {to})"


def _say_hexes(case: Case, grain: Grain, place: Hex) -> None:
    def names(hexes: Sequence[Hex]) -> str:
        return listed([case.hex_name(one) for one in hexes if one in case.card.layout]) or "none"

    forward = [one for one in grain.forward(place) if one in case.card.layout]
    case.say(f"{case.hex_name(place)}: forward hexes {names(forward)}; side hexes "
             f"{names(grain.side(place))}.", "A25.2311", "hexes", hexes=forward)


def _hexes(case: Case) -> None:
    _say_hexes(case, _grain(case, case.place("hex")), case.place("hex"))


# -- the impulses ---------------------------------------------------------------------------------


def _goes_on(case: Case, wave: Wave) -> bool:
    """Whether the Movement Phase in which a wave was declared goes on."""
    books = case.books
    return (books.turn, books.half, books.phase) == (wave.turn, wave.half, _MOVEMENT)


def _wave(case: Case) -> Wave:
    wave = case.books.wave
    if wave is None or wave.over or not _goes_on(case, wave):
        return case.refuse("No human wave goes on; declare one with wave-plan.", "A25.23")
    return wave


def _finish(case: Case, wave: Wave) -> Wave:
    """End the impulse that goes on: every unit pays the same, range counters come and go."""
    idle = [u.id for u in wave.units if wave.impulse and not u.moved]
    if idle:
        case.refuse(f"{listed(idle)} has done nothing in this impulse; a unit that can enter no new Location "
                    "has action=stay.", "A25.232")
    for enemy, unit in wave.unmet():
        case.refuse(f"{unit.id} or another unit must enter {case.hex_name(enemy)}, where a known armed enemy "
                    "is, or another hex with an enemy; name it in closed= of the impulse if none can.",
                    "A25.233")
    whole = [u.cost for u in wave.units if not u.wounded]
    cost = max(whole or [u.cost for u in wave.units], default=0)
    done = []
    for unit in wave.units:
        range_before, range_now = wave.grain.range_of(unit.start), wave.grain.range_of(unit.at)
        ranged = range_now > range_before or (unit.ranged and range_now == range_before)
        if ranged != unit.ranged:
            case.say(f"{unit.id} {'gets a' if ranged else 'loses its'} Range counter: "
                     f"{count(range_now, 'hex')} from the row, {range_before} before.", "A25.2321",
                     "range" if ranged else "range-off", units=[unit.id])
        if unit.wounded and unit.cost and unit.left < cost:
            case.say(f"{unit.id}, wounded, spends all it has in a Minimum Move and is pinned and CX.",
                     "A25.232", "minimum", units=[unit.id])
        left = max(0, unit.left - cost)
        done.append(replace(unit, ranged=ranged, left=left, starts=(*unit.starts, unit.start), start=unit.at,
                            moved=False, cost=0))
    if wave.impulse:
        case.say(f"Impulse {wave.impulse} costs {cost} MF.", "A25.232", "impulse-end", final=cost)
    spent = [u.id for u in done if not u.left]
    for id in spent:
        case.say(f"{id} has no MF left and is no more part of the wave.", "A25.234", "spent", units=[id])
    return replace(wave, units=tuple(done)).without(*spent)


def _impulse(case: Case) -> None:
    before = _wave(case)
    wave = _finish(case, before)
    enemies = case.places("enemies")
    halted = [u for u in wave.units if u.at in enemies] if wave.impulse else []
    for unit in halted:
        case.say(f"{unit.id} begins the impulse with a known armed enemy in {case.hex_name(unit.at)} and is "
                 "no more part of the wave.", "A25.234", "halted", units=[unit.id])
    wave = wave.without(*(u.id for u in halted))
    if wave.impulse and not wave.units:
        _over(case, wave)
        return
    wave = replace(wave, impulse=wave.impulse + 1, enemies=enemies, held=case.places("held"),
                   closed=case.places("closed"))
    case.books = replace(case.books, wave=wave)
    case.say(f"Impulse {wave.impulse} of the human wave begins.", "A25.232", "impulse")


def _over(case: Case, wave: Wave) -> None:
    case.books = replace(case.books, wave=replace(wave, over=True))
    case.say("The human wave is over. Its units may still fire and advance, but where a known enemy is in "
             "their Location they stay for close combat.", "A25.234", "over")


def _end(case: Case) -> None:
    _over(case, _finish(case, _wave(case)))


def _move(case: Case) -> None:
    wave = _wave(case)
    if not wave.impulse:
        case.refuse("Begin the first impulse with wave-impulse.", "A25.232")
    unit = _unit_of(case, wave)
    action, cost = case.word("action"), case.number("cost")
    if unit.moved:
        case.refuse(f"{unit.id} has done something in this impulse; a unit does one thing in each.",
                    "A25.232")
    if cost > unit.left:
        case.refuse(f"{unit.id} has {unit.left} MF left, not {cost}.", "A25.232")
    if (action == "move") != case.is_given("to"):
        case.refuse("A unit that moves goes to another hex, to=; one that does something else stays in its "
                    "own.", "A25.232")
    to = case.place("to") if action == "move" else unit.at
    if action == "move":
        _check_move(case, wave, unit, to)
    elif action == "stay":
        _check_stay(case, wave, unit)
    case.books = replace(case.books, wave=wave.with_unit(replace(unit, at=to, moved=True, cost=cost)))
    where = f"goes from {case.hex_name(unit.start)} to {case.hex_name(to)}" if action == "move" else (
        f"{'stays' if action == 'stay' else 'moves'} {_ACTIONS[action]}")
    case.say(f"{unit.id} {where}, {cost} MF.", "A25.232", action, hexes=[to], units=[unit.id])
    if to in wave.enemies and to != unit.start:
        case.say(f"{unit.id} meets a known enemy in {case.hex_name(to)}; all there are marked for close "
                 "combat. A single SMC is overrun without a check at the usual cost and may not leave.",
                 "A25.233", "contact", units=[unit.id])


def _unit_of(case: Case, wave: Wave) -> WaveUnit:
    id, known = case.word("unit"), wave.unit(case.word("unit"))
    if known is not None:
        if case.is_given("at") and case.place("at") != known.at:
            case.refuse(f"{id} is in {case.hex_name(known.at)}.", "A25.232")
        return known
    if wave.impulse > 1:
        case.refuse(f"{id} is not part of the wave now.", "A25.234")
    if not case.is_given("at"):
        case.refuse(f"Where {id} begins is not known; give at=.", "A25.23")
    at = case.place("at")
    if at not in wave.chain:
        case.refuse(f"{case.hex_name(at)} is no hex of the chain.", "A25.23")
    wounded = case.flag("wounded")
    return WaveUnit(id, at, at, WOUNDED_MOVEMENT if wounded else MOVEMENT, wounded)


def _check_move(case: Case, wave: Wave, unit: WaveUnit, to: Hex) -> None:
    name = case.hex_name(to)
    if to in wave.grain.side(unit.at):
        if to not in wave.enemies:
            case.refuse(f"{name} is a side hex; a unit enters it only if an enemy is there.", "A25.232")
    elif to not in wave.grain.forward(unit.at):
        allowed = [one for one in wave.grain.forward(unit.at) if one in case.card.layout]
        case.refuse(f"{name} is no forward hex of {case.hex_name(unit.at)}; those are "
                    f"{listed(list(map(case.hex_name, allowed))) or 'off the boards'}.", "A25.232")
    if to in wave.closed:
        case.refuse(f"{name} was said to be closed in this impulse.", "A25.232")
    if unit.barred(to, wave.leaves):
        case.refuse(f"{unit.id} began an earlier impulse in {name} or beside it.", "A25.2322")
    if wave.forbids(unit, to):
        case.refuse(f"{unit.id} has a Range counter and may not go farther from the row.", "A25.2321")


def _check_stay(case: Case, wave: Wave, unit: WaveUnit) -> None:
    free = [one for one in wave.grain.forward(unit.at)
            if one in case.card.layout and one not in wave.closed and not wave.forbids(unit, one)]
    if free:
        case.refuse(f"{unit.id} can enter {listed(list(map(case.hex_name, free)))}, and must move if it can; "
                    "hexes that nobody can enter are named in closed= of the impulse.", "A25.232")


def _gone(case: Case) -> None:
    wave, id = _wave(case), case.word("unit")
    if wave.unit(id) is None:
        case.refuse(f"{id} is not part of the wave.", "A25.234")
    case.books = replace(case.books, wave=wave.without(id))
    why = {"guard": "it is a guard now"}.get(case.word("why"), f"it is {case.word('why')}")
    case.say(f"{id} is no more part of the wave: {why}.", "A25.234", case.word("why"), units=[id])


def _wave_goes_on(card: Card, books: Books) -> bool:
    return books.wave is not None and not books.wave.over and (
        (books.wave.turn, books.wave.half) == (books.turn, books.half))


_PLAYERS = "both players"
_UNIT = Input("unit", "Unit", "word", "Its name in the log.")
_PHASE = (_MOVEMENT,)
PROCEDURES = (
    Procedure(
        "wave-plan", "Human wave", ("A25.23", "A25.231"), "given", _plan, (
            Input("nation", "Nation", "word", usual=_usual_nation),
            Input("chain", "Chain", "hex", "The hexes of the wave.", many=True,
                  asked=f"the counters, {_PLAYERS}; A25.23"),
            Input("units", "MMC", "number", "How many take part in each of these hexes, in their order.",
                  least=0, most=99, many=True, repeat=True, asked=f"the counters, {_PLAYERS}; A25.23"),
            Input("leaders", "Leaders", "hex", "The hexes of the chain with a leader.", many=True,
                  asked=f"the counters, {_PLAYERS}; A25.23"),
            Input("target", "Target", "hex", "The hex of the nearest enemy unit that one of them sees.",
                  asked=f"the counters, {_PLAYERS}; A25.231"),
            Input("sees", "Seen from", "hex", "The hexes of the chain from which the target is seen.",
                  many=True, asked=f"line of sight, {_PLAYERS}; A25.23"),
            Input("ready", "All are ready", "flag", "Good Order, free to move, not yet moved; no guards, "
                  "none in or on vehicles.", asked=f"the counters, {_PLAYERS}; A25.23"),
            Input("apart", "None is near an enemy", "flag", "None is ADJACENT to an enemy or in its hex.",
                  asked=f"the counters, {_PLAYERS}; A25.23"),
            Input("grain", "Row", "word", "A direction, or two for an alternate row in the order of its "
                  "steps behind the target: 3, 3-4, 4-3. Left out: all rows are listed.", usual="")),
        _PHASE, is_on=has_waves, section=SECTION, steps=(
            "A human wave begins in three or more hexes that touch, with one MMC in each and two in the "
            "mean, and a leader; one of them sees an enemy at most eight hexes away [A25.23].",
            "It goes along a straight or alternate row of hexes through its target, one that comes nearest "
            "to a unit of the wave [A25.231].")),
    Procedure(
        "wave-hexes", "Forward and side hexes", ("A25.2311",), "full", _hexes, (
            Input("hex", "Hex", "hex", "Of a unit of the wave."),
            Input("grain", "Row", "word", "A direction, or two for an alternate row: 3 or 3-4.")),
        is_on=has_waves, section=SECTION, steps=(
            "On a straight row the forward hexes are the one ahead and the two beside it; on an alternate "
            "row the two ahead, with a side hex beside each [A25.2311].",)),
    Procedure(
        "wave-impulse", "An impulse of the wave begins", ("A25.232", "A25.233", "A25.234"), "given", _impulse,
        (
            Input("enemies", "Enemies", "hex", "Hexes with a known armed enemy that is not disrupted.",
                  many=True, usual="", asked=f"the counters, {_PLAYERS}; A25.233"),
            Input("held", "Held", "hex", "Those of them in which the side of the wave has an armed unit.",
                  many=True, usual="", asked=f"the counters, {_PLAYERS}; A25.233"),
            Input("closed", "Closed", "hex", "Hexes that no unit of the wave can enter in this impulse.",
                  many=True, usual="", asked=f"the terrain, {_PLAYERS}; A25.233")),
        _PHASE, is_on=has_waves, is_due=_wave_goes_on, section=SECTION, steps=(
            "All units of a wave move together in impulses, with 8 MF and a wounded SMC with 3; the dearest "
            "move of an impulse is what all of them pay [A25.232].",
            "A known armed enemy in a forward Location without own units must be entered by one of the units "
            "that can [A25.233].",
            "A unit leaves the wave when it begins an impulse with such an enemy in its Location "
            "[A25.234].")),
    Procedure(
        "wave-move", "A unit of the wave moves", ("A25.232", "A25.2321", "A25.2322"), "given", _move, (
            _UNIT, Input("to", "To", "hex", usual=""),
            Input("at", "From", "hex", "Needed the first time.", usual=""),
            Input("action", "Action", "word", "; ".join(f"{k}: {v}" for k, v in _ACTIONS.items()) + ".",
                  choices=tuple(_ACTIONS), usual="move"),
            Input("cost", "MF", "number", "What it costs this unit.", least=0, most=MOVEMENT,
                  asked=f"the terrain, {_PLAYERS}; A25.232"),
            Input("wounded", "Wounded SMC", "flag", usual="no",
                  asked=f"the counter, {_PLAYERS}; A25.232")),
        _PHASE, is_on=has_waves, is_due=_wave_goes_on, section=SECTION, steps=(
            "A unit that goes farther from the row gets a Range counter and may not do so again before it "
            "has come nearer [A25.2321].",
            "No unit enters a Location where it began an earlier impulse, or one beside it [A25.2322].")),
    Procedure(
        "wave-gone", "A unit leaves the wave", ("A25.234",), "result", _gone, (
            _UNIT, Input("why", "Why", "word", choices=("broken", "eliminated", "guard"))),
        _PHASE, is_on=has_waves, is_due=_wave_goes_on, section=SECTION, steps=(
            "A unit that breaks, is eliminated or becomes a guard is no more part of the wave [A25.234].",)),
    Procedure(
        "wave-end", "The wave ends", ("A25.234",), "given", _end, (), _PHASE, is_on=has_waves,
        is_due=_wave_goes_on, section=SECTION, steps=(
            "A wave is over when none of its units is left or can enter a new Location [A25.234].",)),
)
REMINDERS = (
    Reminder("wave-units", ("A25.23", "A25.232"), (
        "Units of a human wave are lax, have 1 more morale unless broken and no concealment, are free of "
        "pins, Heat of Battle and PAATC, and do no Assault Movement, Dash or search (A25.23, A25.232)."),
        _PHASE, is_on=has_waves, section=SECTION),
)
