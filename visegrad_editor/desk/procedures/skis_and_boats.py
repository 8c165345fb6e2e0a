"""Skis, boats and swimmers: movement, loads, fire from and at boats, drowning (E4, E5, E6)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from ...model.wording import count, fully_listed
from ..books.boats import Boat
from ..books.books import Books
from ..card import Card
from ..hexes import DIRECTION_WORDS
from ..kinds import read_kind
from ..special_rules import SpecialRules
from ..tables import Cell, table
from ..words import capital
from .procedure import Case, Input, Modifier, Procedure, Reminder, modifiers_words

SKIS, BOATS, SWIMMING = "Skis", "Boats", "Swimming"
DOWNHILL = 2
"""The MF that a crest line downhill gives a skier (E4.31)."""
SLED_PP = 2
"""What hand sleds add to what a unit carries without a penalty (E4.81)."""
ALONG_BUILDING = Modifier(1, "along the side of the building", "E4.3")
LOADING_MF = 4
"""The MF that units have which load or unload (E5.21)."""
BOARDING_MF = 1
"""What boarding costs more than the hexside (E5.21)."""
FREE_LEADERS = 4
"""How many leaders and heroes ride free where they do not count (E5.123)."""
GUN_PP, GUN_M = 10, 10
"""What a gun counts on a large raft, and its least manhandling number (E5.122)."""
BEACHED, AFLOAT, LAND, SUNK = "beached", "afloat", "land", "sunk"


# -- skis ---------------------------------------------------------------------------------------


def has_skis(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has units on skis."""
    return bool(rules.ski) or any(g.dummy_skis for g in card.groups)


def _needs_snow(case: Case) -> None:
    if not case.books.sky.snow_lies:
        case.refuse("Skis are used only with ground snow or deep snow.", "E4.2")


def _finnish(card: Card, books: Books) -> str | None:
    """Whether the units on skis are Finnish; None if some are and some are not."""
    nations = set()
    for group in card.groups:
        if group.id in card.turned_on.ski:
            for force in group.forces:
                try:
                    nations.add(read_kind(force.kind).nation == "finnish")
                except ValueError:
                    nations.add(False)
    return None if len(nations) > 1 else "yes" if nations == {True} else "no"


def _ski(case: Case) -> None:
    _needs_snow(case)
    unit, to = case.word("unit"), case.word("to")
    if case.flag("berserk") and (to == "on" or not case.flag("blocked")):
        case.refuse("A berserk unit takes skis off only where they bring it no nearer to its enemy, and puts "
                    "none on.", "E4.7")
    modifiers = []
    if to == "on":
        there = table("ski-terrain").look(terrain=case.word("at")).word_in("change")
        if there == "no":
            case.refuse(f"Nobody puts skis on there ({case.word('at')}); leave it first.", "E4.3")
        if there != "yes":
            modifiers.append(ALONG_BUILDING)
    row = case.look("ski-mode", to=to, who="finnish" if case.flag("finnish") else "other")
    cost = row[1].number_in("mf") + sum(m.amount for m in modifiers)
    if case.is_given("mf") and case.half("mf") < cost:
        case.say(f"{unit} has {case.word('mf')} MF left and needs {cost}: no change.", "E4.2", "too-few",
                 final=cost, modifiers=modifiers, row=row, units=(unit,))
        return
    words = modifiers_words(modifiers)
    advance = " In an advance they count in the limits of difficult terrain (E4.32)." if (
        case.books.phase == "advance") else ""
    case.say(f"{unit} {'puts its skis on' if to == 'on' else 'takes its skis off'} for {cost} MF"
             f"{f', {words}' if words else ''}.{advance}", "E4.2", to, final=cost, modifiers=modifiers,
             row=row, units=(unit,))


def _ski_usage(case: Case) -> None:
    unit = case.word("unit")
    if case.flag("skilled"):
        case.say(f"{unit} began on skis and may use these.", "E4.21", "kept", units=(unit,))
        return
    die = case.die(f"skis of {unit}")
    row = case.look("ski-usage", roll=die)
    result = row[1].word_in("result")
    case.say(f"{unit}: {die}. {'It may use the skis.' if result == 'kept' else 'The skis are destroyed.'}",
             "E4.21", result, final=die, row=row, units=(unit,))


def _ski_move(case: Case) -> None:
    _needs_snow(case)
    terrain = case.word("into")
    row = case.look("ski-terrain", terrain=terrain)
    sleds = case.number("sleds")
    if row[1].word_in("skis") == "no":
        case.refuse(f"Skiers do not go there ({terrain}); take the skis off first.", "E4.3")
    if sleds and row[1].word_in("sled") == "no":
        case.refuse(f"Hand sleds do not go there ({terrain}); one is carried for 3 portage points or left.",
                    "E4.83")
    if case.number("crests") and case.books.phase not in ("movement", "rout"):
        case.refuse("Only in the Movement and the Rout Phase crest lines downhill give MF.", "E4.31")
    carried = case.number("ipc") + (SLED_PP if sleds else 0)
    over = max(0, math.ceil(case.half("pp") - carried))
    modifiers = [Modifier(amount, why, rule) for amount, why, rule in (
        (DOWNHILL * case.number("crests"), "crest lines downhill", "E4.31"),
        (-over, "portage points too many", "A4.42")) if amount]
    result = max(0, case.number("mf") + sum(m.amount for m in modifiers))
    words = modifiers_words(modifiers)
    case.say(f"The skier has {result} MF: {case.word('mf')}{f', {words}' if words else ''}. Skis that are "
             f"worn weigh nothing; {case.word('pp')} of {carried} portage points. Snow and drifts cost "
             "nothing extra, and roads give no bonus.", "E4.3", "moves", modifiers=modifiers, final=result,
             row=row)


# -- boats --------------------------------------------------------------------------------------


def has_boats(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has boats."""
    return any(g.boats for g in card.groups)


class _Kind(NamedTuple):
    """What is known of the boat of an order: its id or kind, its kind and what it carries."""

    name: str
    kind: str
    boat: Boat | None

    @property
    def at_start(self) -> str:
        """Its name at the beginning of a sentence; an id stays as it is."""
        return self.name if self.boat is not None else capital(self.name)


_KINDS = tuple(str(row[0]) for row in table("boats").rows)


_KIND_NAMES = {f"small-raft-{n}": f"small raft of {count(n, 'boat')}" for n in (1, 2, 3)}
"""Kinds of boats in a sentence whose ids say it otherwise."""


def _boat(case: Case, rule: str) -> _Kind:
    """The boat of an order: by its id, or by its kind alone."""
    id, kind = case.word("boat"), case.word("kind")
    boat = case.books.boats.get(id) if id else None
    if id and boat is None:
        known = ", ".join(b.id for b in case.books.boats.boats)
        case.refuse(f"There is no boat {id}; there are {known}.", rule)
    if boat is not None and boat.state == SUNK:
        case.refuse(f"The boat {id} is gone.", rule)
    kind = kind or (boat.kind if boat else "")
    if kind not in _KINDS:
        case.refuse(f"Say what kind of boat it is: kind={'|'.join(_KINDS)}.", rule)
    return _Kind(id or f"the {_KIND_NAMES.get(kind, kind.replace('-', ' '))}", kind, boat)


def _cell(kind: str, column: str) -> Cell:
    return table("boats").look(boat=kind).cells[column]


def _capacity(case: Case, found: _Kind) -> float:
    printed = _cell(found.kind, "capacity")
    if case.is_given("capacity"):
        return case.half("capacity")
    if found.boat is not None and found.boat.capacity_pp is not None and found.boat.kind == found.kind:
        return found.boat.capacity_pp
    if isinstance(printed, str):
        case.refuse("What it carries is printed on its counter; write capacity=. Ask: both; E5.1.", "E5.1")
    return printed


def _people(size: str) -> int:
    return table("personnel").look(size=size).number_in("points")


def _load(case: Case) -> None:
    found = _boat(case, "E5.1")
    capacity = _capacity(case, found)
    squads, halves, leaders = case.number("squads"), case.number("halves"), case.number("leaders")
    row = table("boats").look(boat=found.kind)
    people = squads * _people("squad") + halves * _people("hs")
    counts = row.number_in("leader")
    riding = leaders * counts if counts else max(0, leaders - FREE_LEADERS)
    faults: list[tuple[str, str]] = []
    gun = 0
    if case.is_given("gun"):
        gun = GUN_PP
        if row.word_in("gun") == "no":
            faults.append(("a gun crosses on a large raft only", "E5.122"))
        elif case.number("gun") < GUN_M:
            faults.append((f"a gun needs a manhandling number of {GUN_M} or more", "E5.122"))
    if case.flag("broken"):
        faults.append(("broken and berserk units do not board", "E5.54"))
    if not case.flag("dm"):
        faults.append(("weapons that can be taken apart are", "E5.123"))
    points = people + riding + gun + case.half("weapons")
    if points > capacity:
        faults.append((f"{points:g} of {capacity:g} portage points", "E5.121" if "small" in found.kind else
                       "E5.1"))
    part = row.number_in("of_capacity")
    # Leaders row too; their weight is that of D6.1, also where they ride free.
    rowers = people + leaders * _people("leader")
    needed = Fraction(str(capacity)) / part if part else Fraction(row.number_in("rowers"))
    enough = rowers >= needed
    rowing = ("Nobody needs to row." if not needed else
              f"It has {rowers} portage points of rowers and needs {float(needed):.3g}"
              f"{'.' if enough else ': it is not rowed on the water.'}")
    if faults:
        case.say(f"{found.at_start} does not take this: "
            f"{'; '.join(f'{text} ({rule})' for text, rule in faults)}.",
                 faults[0][1], "no", final=math.ceil(points), row=(table("boats"), row))
        return
    case.say(f"{found.at_start} takes this: {points:g} of {capacity:g} portage points. {rowing}",
             "E5.12" if part else "E5.11", "yes" if enough else "not-rowed", final=math.ceil(points),
             row=(table("boats"), row))


def _points_on_water(case: Case, found: _Kind) -> int:
    """The movement points of a boat as printed; asked where the counter or a reading says so."""
    printed = _cell(found.kind, "mp")
    ask = not isinstance(printed, int)
    if found.kind in ("small-raft-2", "small-raft-1") and case.reading("R15") == "asked":
        ask = True
    if case.is_given("mp"):
        return case.number("mp")
    if ask:
        case.refuse("Its movement points on water are asked; write mp=. Ask: both; E5.1.", "E5.1")
    assert isinstance(printed, int)
    return printed


def _untrained(case: Case, found: _Kind) -> bool:
    if case.is_given("untrained"):
        return case.flag("untrained")
    return found.boat is not None and found.boat.group in case.rules.untrained


def _move(case: Case) -> None:
    found = _boat(case, "E5.3")
    _needs_water(case, "E5.3")
    printed, motor = _points_on_water(case, found), _cell(found.kind, "rowers") == 0 and (
        _cell(found.kind, "of_capacity") == 0)
    left, boarded = LOADING_MF, ""
    if case.flag("boarding"):
        cost = case.number("hexside") + BOARDING_MF
        left = min(LOADING_MF, case.number("mf")) - case.number("spent") - cost
        boarded = f" Boarding costs {cost} MF and leaves {max(0, left)}."
        if left < 0:
            case.say(f"There are not MF enough to board {found.name}: {cost} are needed.", "E5.21",
                     "not-boarded", final=0)
            return
    share, dice, result = Fraction(printed * left, LOADING_MF), "", "moves"
    row = None
    if not motor and not case.flag("rowed"):
        share, result = Fraction(0), "not-rowed"
        dice = " Without rowers enough it beaches, pushes off or drifts."
    elif not motor and _untrained(case, found):
        die = case.die("untrained rowers")
        row = case.look("untrained-rowers", roll=die)
        word = row[1].word_in("result")
        if word == "none":
            share, result = Fraction(0), "none"
            dice = f" Untrained rowers: {die}. It does not move on water, but beaches or pushes off (E5.34)."
        elif word == "half":
            share, dice = share / 2, f" Untrained rowers: {die}. It has half (E5.34)."
        else:
            dice = f" Untrained rowers: {die} (E5.34)."
    points = math.floor(share)
    if not points and result == "moves":
        result = "none"
    case.say(f"{found.at_start} has {count(points, 'movement point')} on water of {printed}.{boarded}{dice}",
             "E5.21" if boarded else "E5.3", result, final=points, row=row)


def _unload(case: Case) -> None:
    found = _boat(case, "E5.32")
    if found.boat is not None and found.boat.state == AFLOAT and not case.flag("beached"):
        case.refuse("Passengers leave a beached boat only.", "E5.23")
    needed = case.number("needed")
    if case.books.phase == "advance":
        _set(case, found, state=BEACHED)
        case.say(f"The passengers of {found.name} advance across the beached hexside.", "E5.32", "yes")
        return
    if case.flag("enemy"):
        case.say(f"There are enemies in the location: the passengers of {found.name} leave in the Advance "
                 "Phase.", "E5.32", "no")
        return
    printed = _points_on_water(case, found)
    left = LOADING_MF - Fraction(case.number("used") * LOADING_MF, printed)
    able = left >= needed
    case.say(f"The boat has used {case.word('used')} of {printed} movement points, which leaves its "
        f"passengers "
             f"{max(0.0, float(left)):g} of {LOADING_MF} MF; {needed} are needed. "
             f"{'They may leave' if able else 'They may not leave before the Advance Phase'}.", "E5.32",
             "yes" if able else "no")


def _set(case: Case, found: _Kind, **to: Any) -> None:
    if found.boat is not None:
        case.books = replace(case.books, boats=case.books.boats.changed(found.boat.id, **to))


def _place(case: Case) -> None:
    found = _boat(case, "E5.23")
    if found.boat is None:
        case.refuse("Say which boat of the card: boat=.", "E5.23")
    state = case.word("to")
    old = found.boat.state or "somewhere"
    if state == LAND and case.books.phase != "movement":
        case.refuse("Boats are carried over land in the Movement Phase only.", "E5.22")
    _set(case, found, state=state)
    cost = {
        BEACHED: "Free if declared on entering its hex, else 1 MF on land or 1 movement point on water.",
        AFLOAT: "Pushing off is free, and it does not drift in this player turn.",
        LAND: "It is carried empty, by units of a third of what it carries."}[state]
    case.say(f"{found.at_start} was {old} and is {state} now. "
        f"{cost}", "E5.2" if state == LAND else "E5.23", state)


def _drift(case: Case) -> None:
    found = _boat(case, "E5.23")
    _needs_water(case, "E5.23")
    if case.word("current") == "still":
        case.refuse("Nothing drifts in still water.", "E5.3")
    sides = tuple(dict.fromkeys(map(int, case.words("hexsides"))))
    die = case.die(f"whether {found.name} beaches")
    row = case.look("drifting-boat", roll=die)
    result = row[1].word_in("result")
    if result != "beached":
        case.say(f"{found.at_start}: {die}. It drifts on.", "E5.23", result, final=die, row=row)
        return
    nearest = list(sides)
    if len(sides) > 1:
        way = case.die("direction of the hexside")
        off = {side: min((side - way) % 6, (way - side) % 6) for side in sides}
        nearest = [side for side in sides if off[side] == min(off.values())]
    where = " or ".join(f"to the {DIRECTION_WORDS[side]}" for side in nearest)
    tie = "" if len(nearest) == 1 else " Both are as near: agree on one."
    _set(case, found, state=BEACHED)
    case.say(f"{found.at_start}: {die}. It beaches at the hexside {where}.{tie}", "E5.23",
             "beached" if not tie else "beached-tie", final=die, row=row)


def _fire(case: Case) -> None:
    state, weapon = case.word("state"), case.word("weapon")
    if weapon == "other":
        case.refuse("Only small arms and light machine guns fire out of boats.", "E5.4")
    if state == AFLOAT and (case.books.phase == "prep-fire" or case.flag("opportunity")):
        case.refuse("Out of boats afloat there is no Prep Fire and no Opportunity Fire.", "E5.4")
    row = case.look("boat-fire", state=state)
    part = row[1].number_in("part") * (2 if case.books.phase == "advancing-fire" else 1)
    firepower = Fraction(case.word("fp")) / part
    case.say(f"Out of a boat that is {state}: {float(firepower):g} firepower of {case.word('fp')} (one in "
             f"{part}), in no group with others.", "E5.4", f"1/{part}", row=row)


def _raft_loss(case: Case) -> None:
    found = _boat(case, "E5.121")
    if found.kind != "small-raft-3":
        case.refuse("Only a small raft of three boats loses one of them; any other is gone.", "E5.121")
    _set(case, found, kind="small-raft-2", capacity_pp=None)
    lost = case.word("lost")
    said = f", and {lost} with it" if lost else ", and nobody with it"
    case.say(f"{found.at_start} has two boats now; one is lost{said}. Nobody checks morale, and all others "
             "stay even if they are too many.", "E5.121", "two-boats", units=(lost,) if lost else ())
    for name in case.words("items"):
        die = case.die(f"what becomes of {name}")
        row = case.look("raft-survival", roll=die)
        result = row[1].word_in("result")
        case.say(f"{name}: {die}, {result}.", "E5.121", result, final=die, row=row, units=(name,))


def _hit(case: Case) -> None:
    state, attack = case.word("state"), case.word("attack")
    boats = tuple(dict.fromkeys(case.words("boats")))
    for id in boats:
        _known(case, id)
    if attack == "ordnance":
        if len(boats) != 1:
            case.refuse("A gun hits one boat; name that.", "E5.52")
        if case.word("weapon") != "usual" and state != LAND:
            case.refuse("Hollow charges and anti-tank rifles do not fire at boats beached or "
                "afloat.", "E5.52")
        if _kind_of(case, boats[0]) == "small-raft-3":
            _loses_one(case, boats[0], "E5.52")
            return
        _sink(case, boats, state, "E5.52")
        return
    if not (case.is_given("final") and case.is_given("kill") and case.is_given("kia")):
        case.refuse("Say the result: final=, kill= and kia=. Ask: both, from the vehicle line of the table "
            "of "
                    "fire; E5.5.", "E5.5")
    row = case.look("boat-target", state=state, attack=attack)
    rule = row[1].word_in("rule")
    final, kill = case.number("final"), case.number("kill")
    if case.is_given("moving"):
        if case.word("moving") not in boats:
            case.refuse(f"{case.word('moving')} is not among the boats.", "E5.5")
        boats = (case.word("moving"),)
    if case.is_given("fp"):
        power = float(Fraction(case.word("fp")) / row[1].number_in("part"))
        case.say(f"The attack has {power:g} firepower of {case.word('fp')} against boats {state}.", rule,
                 "firepower", row=row)
    if final > kill:
        case.say(f"{final} is more than {kill}: boats and passengers are not "
            f"harmed.", rule, "none", final=final)
    elif final < kill:
        hit = _chosen(case, boats, case.number("kia"), rule)
        _sink(case, hit, state, rule, final)
    else:
        struck = _chosen(case, boats, 1, rule)[0]
        _struck(case, struck, state, rule, final)


def _known(case: Case, id: str) -> None:
    boat = case.books.boats.get(id)
    if boat is None or boat.state == SUNK:
        known = ", ".join(b.id for b in case.books.boats.boats if b.state != SUNK)
        case.refuse(f"There is no boat {id}; there are {known or 'none left'}.", "E5.5")


def _kind_of(case: Case, id: str) -> str:
    boat = case.books.boats.get(id)
    return boat.kind if boat is not None else ""


def _chosen(case: Case, boats: tuple[str, ...], most: int, rule: str) -> tuple[str, ...]:
    """The boats that an attack affects: all, or those of a random selection if there are more."""
    if most < 1:
        case.refuse("A kill number leaves at least one boat: kia=1.", rule)
    if len(boats) <= most:
        return boats
    chosen = tuple(dict.fromkeys(case.words("chosen")))
    if len(chosen) != most or not set(chosen) <= set(boats):
        case.refuse(f"Of {count(len(boats), 'boat')} {most} {'is' if most == 1 else 'are'} affected; choose "
                    f"by random selection: chosen={','.join(boats[:most])}.", rule)
    return chosen


def _loses_one(case: Case, id: str, rule: str) -> None:
    case.say(f"{id} loses one of its three boats.", rule, "loses-one", units=(id,))
    case.follow("raft-loss", f"what {id} loses", "E5.121", boat=id)


def _struck(case: Case, id: str, state: str, rule: str, final: int) -> None:
    """One boat by random selection whose passengers suffer."""
    kind = _kind_of(case, id)
    if kind == "small-raft-3":
        _loses_one(case, id, rule)
    elif kind == "small-raft-2":
        _sink(case, (id,), state, "E5.121", final)
    else:
        case.say(f"The passengers of {id} suffer Casualty Reduction, chosen by random selection; the others "
                 "check no morale.", rule, "reduced", final=final, units=(id,))


def _sink(case: Case, ids: tuple[str, ...], state: str, rule: str, final: int | None = None) -> None:
    for id in ids:
        case.books = replace(case.books, boats=case.books.boats.changed(id, state=SUNK))
    names = fully_listed(list(ids))
    verb = "is" if len(ids) == 1 else "are"
    if state == LAND:
        case.say(f"{names} {verb} destroyed on land.", rule, "sunk", final=final, units=ids)
        return
    shallow = case.word("depth") == "fordable"
    if state == BEACHED or shallow:
        where = ("stay in the water hex as Infantry at level -1 in Open Ground, and once they have left it "
            "do "
                 "not come back (E5.531)" if state == BEACHED else "ford the water (E5.532)")
        case.say(f"{names} {verb} sunk with all weapons aboard. The passengers are attacked with the same "
            f"roll "
                 f"and the modifier of Hazardous Movement (E5.53); those left "
                 f"{where}.", rule, "sunk-near-land",
                 final=final, units=ids)
    else:
        case.say(f"{names} {verb} sunk with all aboard (E5.53).", rule, "sunk", final=final, units=ids)


# -- swimming -----------------------------------------------------------------------------------


def has_water(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has water in which units swim."""
    return rules.water is not None or bool(rules.rafting or rules.fording_lines) or has_boats(rules, card)


def _needs_water(case: Case, rule: str) -> None:
    if case.rules.water is not None and case.rules.water.frozen:
        case.refuse("The water is frozen.", rule)


def _current(card: Card, books: Books) -> str | None:
    water = card.turned_on.water
    return water.current if water is not None and water.current else None


def _depth(card: Card, books: Books) -> str | None:
    water = card.turned_on.water
    return water.depth if water is not None and water.depth else None


def _swim(case: Case) -> None:
    unit, cavalry, levels = case.word("unit"), case.flag("cavalry"), case.number("levels")
    _needs_water(case, "E6.1")
    if case.books.phase != "movement":
        case.refuse("Swimmers enter the water in their Movement Phase only.", "E6.1")
    if case.flag("broken"):
        case.refuse("Broken and wounded units do not swim; in the water they are eliminated.", "E6.1")
    jump = levels if case.word("way") != "ground" else 0
    if cavalry:
        if jump:
            case.refuse("Cavalry does not jump into water.", "E6.5")
        case.say(f"{unit} enters the water with all its MF, armed, and takes no check.", "E6.5", "swims",
                 units=(unit,))
        return
    if not case.is_given("tc"):
        case.refuse("Say the result of its task check: tc=passed. Ask: both; E6.1.", "E6.1")
    if case.word("tc") == "failed":
        case.say(f"{unit} fails its task check and moves no more in this phase; it may try again in a later "
                 "one.", "E6.1", "stays", units=(unit,))
        return
    if case.flag("rafting"):
        if not (case.is_given("die") and case.is_given("elr")):
            case.refuse("Say the coloured die of the task check and the unit's experience level: die= elr=.",
                        "E6.41")
        if case.number("die") < case.number("elr"):
            case.say(f"{unit} finds something that floats ({case.word('die')} is lower than "
                     f"{case.word('elr')}) and enters the water with all its MF. It keeps its arms but no "
                     "other weapons, and does not fire in the water.", "E6.41", "floats", units=(unit,))
            return
    if jump:
        if not case.is_given("mc"):
            case.refuse(f"It jumps {count(jump, 'level')}: a morale check with +{jump}. Say its result: "
                        "mc=passed. Ask: both; E6.1.", "E6.1")
        modifier = (Modifier(jump, "levels jumped", "E6.1"),)
        if case.word("mc") == "failed":
            case.say(f"{unit} fails its morale check with +{jump} and does not jump.", "E6.1", "stays",
                     modifiers=modifier, units=(unit,))
            return
        case.say(f"{unit} passes its morale check with +{jump} and jumps into the water with all its MF. "
                 "Squads and half squads leave all weapons and are unarmed (E6.4).", "E6.1", "swims",
                 modifiers=modifier, units=(unit,))
        return
    case.say(f"{unit} enters the water with all its MF. Squads and half squads leave all weapons and are "
             "unarmed (E6.4).", "E6.1", "swims", units=(unit,))


def _drown(case: Case) -> None:
    unit = case.word("unit")
    _needs_water(case, "E6.21")
    if case.word("depth") == "fordable":
        case.refuse("Nobody drowns in water that can be forded.", "E6.21")
    pair = case.pair(f"drowning of {unit}")
    row = case.look("drowning", current=case.word("current"))
    least = row[1].number_in("least")
    gone = pair.total >= least
    drift = (f" It drifts by {pair.coloured}, the coloured die." if case.flag("drift") and not gone else "")
    case.say(f"{unit}: {pair.total}; it "
             f"{'drowns' if gone else 'stays afloat'} (it drowns with {least} or more)."
             f"{drift}", "E6.21", "drowns" if gone else "swims", final=pair.total, row=row, units=(unit,))


def _rafting(card: Card, books: Books) -> str | None:
    groups = card.turned_on.rafting
    return None if groups else "no"


# -- the procedures -----------------------------------------------------------------------------

_UNIT = Input("unit", "Unit", "text", usual="The unit")
_BOAT = Input("boat", "Boat", "word", "Its name on the card.", usual=lambda card, books: (
    books.boats.boats[0].id if len(books.boats.boats) == 1 else ""))
_KIND = Input("kind", "Kind", "word", "What kind of boat, if the card does not say it.", _KINDS, usual="")
_MP = Input("mp", "Movement points", "number", "On water, where they are printed on the counter "
    "only.", least=1,
            most=20, usual="", asked="both; E5.1")
_STATE = Input("state", "Where", "word", choices=(AFLOAT, BEACHED, LAND))
_CURRENT = Input("current", "Current", "word", choices=("still", "normal", "heavy"), usual=_current,
                 asked="both; B21.12")
_DEPTH = Input("depth", "Depth", "word", choices=("fordable", "deep"), usual=_depth, asked="both; B21.122")


def _flag(id: str, title: str, help: str, usual: str | Callable[[Card, Books], str | None] | None,
          asked: str = "") -> Input:
    return Input(id, title, "flag", help, usual=usual, asked=asked)


def _many(id: str, title: str, help: str, most: int = 20) -> Input:
    return Input(id, title, "number", help, least=0, most=most, usual="0")


PROCEDURES = (
    Procedure(
        "ski", "Skis on and off", ("E4.2", "E4.3", "E4.7"), "given", _ski, (
            _UNIT, Input("to", "Change", "word", choices=("on", "off")),
            _flag("finnish", "Finnish", "Whether it is Finnish Infantry.", _finnish),
            Input("at", "Where", "word", "Where it puts skis on.",
                  ("open", "bypass", "wire", "building", "rubble", "pillbox", "vehicle", "entrenchment"),
                  usual="open", asked="both; E4.3"),
            Input("mf", "MF left", "half", least=0, most=99, usual="", asked="both; A4.1"),
            _flag("berserk", "Berserk", "Whether it is berserk.", "no", "both; E4.7"),
            _flag("blocked", "Blocked", "Whether skis bring it no nearer to the enemy that it charges.", "no",
                  "both; E4.7")),
        phases=("movement", "rout", "advance"), is_on=has_skis, section=SKIS,
        tables=("ski-mode", "ski-terrain"), steps=(
            "Skis are used with ground snow or deep snow only. Taking them off is free, putting them on "
            "costs 2 MF, Finnish Infantry 1 (E4.2).",
            "A skier who had to stay where skis do not go leaves first; along the side of a building that "
            "costs 1 MF more (E4.3).",
            "Berserk units do not change, but take them off where skis bring them no nearer (E4.7).")),
    Procedure(
        "ski-usage", "Skis that change hands", ("E4.21",), "full", _ski_usage, (
            _UNIT, _flag("skilled", "Skilled", "Whether it began the game able to ski.", "no", "both; "
                "E4.21")),
        phases=("movement",), is_on=has_skis, section=SKIS, tables=("ski-usage",), steps=(
            "A unit that did not begin on skis rolls a die for skis it takes: 1 lets it use them, otherwise "
            "they are destroyed (E4.21).",)),
    Procedure(
        "ski-move", "Movement on skis", ("E4.21", "E4.3", "E4.31", "E4.81", "E4.83"), "given", _ski_move, (
            Input("mf", "MF", "number", "Of the unit, with all its bonuses.", least=0, most=20, usual="4",
                  asked="both; A4.1"),
            _many("crests", "Crest lines", "Crossed downhill."),
            Input("into", "Into", "word", "What it enters or crosses.", (
                "open", "bypass", "wall", "crags", "broken-hill", "wire", "building", "rubble", "pillbox",
                "vehicle", "entrenchment", "cliff"), usual="open", asked="both; E4.3"),
            Input("pp", "Portage", "half", "What it carries.", least=0, most=99, usual="0"),
            Input("ipc", "Free portage", "number", "What it carries without a penalty.", least=0, most=20,
                  usual="3", asked="both; A4.42"),
            _many("sleds", "Hand sleds", "That it pulls.", 9)),
        phases=("movement", "rout"), is_on=has_skis, section=SKIS, tables=("ski-terrain",), steps=(
            "Skiers pay nothing for snow and drifts and have no road bonus; where skis do not go they take "
            "them off first (E4.3).",
            "Each crest line downhill gives 2 MF more in the Movement and the Rout Phase (E4.31).",
            "Skis weigh nothing when worn, else 1 portage point (E4.21); hand sleds let a unit carry 2 more, "
            "and cross no wall or hedge without a breach, no crags and no broken hills (E4.81, E4.83).")),
    Procedure(
        "boat-load", "Load of a boat", ("E5.1", "E5.11", "E5.12", "E5.121", "E5.122", "E5.123", "E5.54"),
        "given", _load, (
            _BOAT, _KIND,
            Input("capacity", "Capacity", "half", "What it carries, where that is printed on its counter.",
                  least=0, most=200, usual="", asked="both; E5.1"),
            _many("squads", "Squads", ""), _many("halves", "Half squads and crews", ""),
            _many("leaders", "Leaders and heroes", ""),
            Input("weapons", "Support weapons", "half", "Their portage points, taken apart.", least=0,
                  most=99, usual="0"),
            Input("gun", "Gun", "number", "The manhandling number of a gun aboard.", least=0, most=20,
                  usual=""),
            _flag("dm", "Taken apart", "Whether all weapons that can be are taken apart.", "yes"),
            _flag("broken", "Broken", "Whether any of them is broken or berserk.", "no")),
        is_on=has_boats, section=BOATS, tables=("boats", "personnel"), steps=(
            "A motor assault boat has a driver; other assault boats are rowed by 5 portage points of people, "
            "rafts by a third of what they carry (E5.11, E5.12).",
            "Small rafts carry 14, 7 or 3 portage points, with three, two or one boat (E5.121).",
            "A gun with a manhandling number of 10 or more goes on a large raft for 10 points (E5.122).",
            "Up to four leaders ride free, but count 1 each on rafts; weapons are taken apart (E5.12, "
            "E5.123). Broken and berserk units do not board (E5.54).")),
    Procedure(
        "boat-move", "Movement on water", ("E5.21", "E5.3", "E5.34"), "given", _move, (
            _BOAT, _KIND, _MP,
            _flag("boarding", "Boarding", "Whether its rowers board in this phase.", "no"),
            Input("mf", "MF", "number", "Of the unit that boards and has fewest; 4 at most count.", least=0,
                  most=20, usual=str(LOADING_MF)),
            _many("spent", "MF spent", "Before it boards."),
            Input("hexside", "Hexside", "number", "MF to cross the hexside of the boat: walls, heights, "
                  "weather.", least=0, most=20, usual="0", asked="terrain, both; E5.21"),
            _flag("rowed", "Rowed", "Whether it has rowers enough (`boat-load`).", "yes"),
            _flag("untrained", "Untrained", "Whether its rowers are untrained; left out: as the card says.",
                  "")),
        phases=("movement",), is_on=has_boats, section=BOATS, tables=("boats", "untrained-rowers"), steps=(
            "Those who board have 4 MF at most and pay the hexside and 1 more; each MF left gives a quarter "
            "of the boat's movement points, fractions of the sum down (E5.21).",
            "Untrained rowers roll a die before they row: 6 no movement on water, 5 half of it (E5.34).",
            "A boat neither starts nor stops, turns for nothing, does not reverse and passes under no "
            "bridge of boats (E5.3).")),
    Procedure(
        "boat-unload", "Leaving a boat", ("E5.23", "E5.32"), "given", _unload, (
            _BOAT, _KIND, _MP,
            _many("used", "Movement points used", "By the boat in this phase, with those for beaching."),
            Input("needed", "MF needed", "number", "To enter the land across the hexside.", least=0, most=20,
                  usual="0", asked="terrain, both; E5.32"),
            _flag("enemy", "Enemies", "Whether there are any in the location.", "no", "both; E5.32"),
            _flag("beached", "Beached", "Whether the boat is beached now.", "yes")),
        phases=("movement", "advance"), is_on=has_boats, section=BOATS, tables=("boats",), steps=(
            "Passengers leave a beached boat across its hexside, with the part of 4 MF that the boat has not "
            "used of its movement points; among enemies in the Advance Phase only (E5.32).",)),
    Procedure(
        "boat-place", "Beaching and pushing off", ("E5.2", "E5.22", "E5.23"), "full", _place, (
            _BOAT, _KIND, Input("to", "To", "word", choices=(AFLOAT, BEACHED, LAND))),
        phases=("movement", "advance"), is_on=has_boats, section=BOATS, steps=(
            "Beaching is free if declared on entering the hex, else 1 MF or 1 movement point; pushing off is "
            "free, and the boat does not drift in that player turn (E5.23).",)),
    Procedure(
        "boat-drift", "An empty boat drifts", ("E5.23", "E5.3"), "given", _drift, (
            _BOAT, _KIND,
            Input("hexsides", "Hexsides", "direction", "Where it could beach in its hex.", many=True,
                  asked="terrain, both; E5.23"), _CURRENT),
        phases=("advance",), is_on=has_boats, section=BOATS, tables=("drifting-boat",), steps=(
            "An abandoned boat that drifts into a hex where it can beach does so on a die of 1; of several "
            "hexsides at the one nearest to a random direction (E5.23).",)),
    Procedure(
        "boat-fire", "Fire out of a boat", ("E5.4",), "given", _fire, (
            Input("state", "Where", "word", choices=(BEACHED, AFLOAT)),
            Input("fp", "Firepower", "half", least=0, most=99, asked="the firer; A7"),
            Input("weapon", "Weapon", "word", choices=("small-arms", "lmg", "other"), usual="small-arms"),
            _flag("opportunity", "Opportunity Fire", "Whether it is that.", "no")),
        phases=("prep-fire", "defensive-fire", "advancing-fire"), is_on=has_boats, section=BOATS,
        tables=("boat-fire",), steps=(
            "Only small arms and light machine guns fire, beached with a half, afloat with a quarter, in the "
            "Advancing Fire Phase half of that; afloat there is no Prep or Opportunity Fire (E5.4).",)),
    Procedure(
        "raft-loss", "A raft loses a boat", ("E5.121",), "given", _raft_loss, (
            _BOAT, _KIND,
            Input("lost", "Lost", "text", "The half squad or crew, of several by random selection; a squad "
                  "loses half.", usual="", asked="random selection, its owner; E5.121"),
            Input("items", "Leaders and weapons", "text", "All aboard, with commas between.", usual="",
                  many=True)),
        is_on=has_boats, section=BOATS, tables=("raft-survival",), steps=(
            "A small raft of three boats that is hit has two, and a half squad or crew is lost; each leader, "
            "hero and weapon aboard is kept with a die of 1 to 3. One of two boats is gone (E5.121).",)),
    Procedure(
        "boat-hit", "Fire at "
        "boats", ("E5.121", "E5.5", "E5.51", "E5.52", "E5.53", "E5.531", "E5.532"), "result",
        _hit, (
            Input("boats", "Boats", "word", "All in the location.", many=True),
            _STATE,
            Input("attack", "Attack", "word", "Fire, a hit on an area, or a hit by a gun on the boat.",
                  ("fire", "area", "ordnance"), usual="fire"),
            Input("fp", "Firepower", "half", "Of the attack, before it is "
                "halved.", least=0, most=99, usual=""),
            Input("final", "Final roll", "number", least=-20, most=40, usual="",
                  asked="both, table of fire; E5.5"),
            Input("kill", "Kill number", "number", "Of the vehicle line in the column of the "
                "attack.", least=0,
                  most=40, usual="", asked="both, table of fire; E5.5"),
            Input("kia", "KIA", "number", "The highest number of a KIA in that column.", least=0, most=20,
                  usual="", asked="both, table of fire; E5.5"),
            Input("moving", "Moving", "word", "The one boat that Defensive First Fire can affect.", usual=""),
            Input("chosen", "Chosen", "word", "By random selection, if not all are affected.", usual="",
                  many=True, asked="random selection, both; A7.308"),
            Input("weapon", "Gun", "word", choices=("usual", "heat", "atr"), usual="usual"), _DEPTH),
        phases=("prep-fire", "movement", "defensive-fire", "advancing-fire"), is_on=has_boats, section=BOATS,
        tables=("boat-target",), steps=(
            "Fire at boats afloat has half its firepower on the vehicle line, a hit on an area a quarter; "
            "against boats beached or on land twice that (E5.5, E5.51).",
            "A final roll below the kill number sinks boats up to the highest KIA number of the column; the "
            "number itself costs the passengers of one a Casualty Reduction; more does nothing (E5.5).",
            "A gun hits one boat and sinks it, but a small raft of three boats loses one (E5.52).",
            "All aboard sink with it, unless it is beached or the water can be forded: then they are "
            "attacked "
            "with the same roll in Hazardous Movement, and weapons are lost (E5.53).")),
    Procedure(
        "swim", "Into the water", ("E6.1", "E6.4", "E6.41", "E6.5"), "result", _swim, (
            _UNIT,
            Input("tc", "Task check", "word", "Its result; cavalry takes "
                "none.", ("passed", "failed"), usual="",
                  asked="both; E6.1"),
            Input("way", "From", "word", "Over what it enters the water.",
                  ("ground", "cliff", "building", "bridge"), usual="ground", asked="terrain, both; E6.1"),
            _many("levels", "Levels", "How far above the water it stands, in levels."),
            Input("mc", "Morale check", "word", "The result of that for a jump.", ("passed", "failed"),
                  usual="", asked="both; E6.1"),
            _flag("rafting", "Rafting", "Whether a special rule lets it look for something that floats.",
                  _rafting, "special rule; E6.41"),
            Input("die", "Coloured die", "number", "Of the task check.", least=1, most=6, usual="",
                  asked="both; E6.41"),
            Input("elr", "Experience level", "number", "Of the unit.", least=0, most=5, usual=""),
            _flag("broken", "Broken", "Whether it is broken or wounded.", "no", "both; E6.1"),
            _flag("cavalry", "Cavalry", "Whether it is cavalry.", "no")),
        phases=("movement",), is_on=has_water, section=SWIMMING, steps=(
            "After a task check passed a unit enters the water with all its MF, from the ground or a bridge, "
            "in the Movement Phase only; after one failed it stays where it is (E6.1).",
            "Over a cliff, from an upper floor or a bridge it also passes a morale check with + the levels "
            "jumped (E6.1).",
            "Where a special rule lets units find something that floats, one whose coloured die is lower "
            "than "
            "its experience level keeps its arms and takes no morale check (E6.41).",
            "Others leave all weapons (E6.4); cavalry takes no check, keeps them and does not jump (E6.5).")),
    Procedure(
        "drown", "Swimmers drown", ("E6.21",), "full", _drown, (
            _UNIT, _CURRENT, _DEPTH,
            _flag("drift", "Drift", "Whether a die for its drift is needed too.", "no", "both; B21.121")),
        phases=("advance",), is_on=has_water, section=SWIMMING, tables=("drowning",), steps=(
            "At the end of its own Advance Phase each swimmer in water too deep to ford rolls two dice: it "
            "drowns with 12 in still water, 11 in a normal, 10 in a heavy current. The coloured die serves "
            "for "
            "its drift as well (E6.21).",)),
)
REMINDERS = (
    Reminder("ski-combat", ("E4.4", "E4.5", "E4.6", "E4.82"), (
        "Skiers add 2 to their close combat roll and are attacked with -2; they fire no guns, no ordnance "
        "and "
        "no medium or heavy machine guns. Those on skis at the start wear white. Hand sleds are dropped in a "
        "rout, a charge or a human wave."), ("advancing-fire", "close-combat"), has_skis, SKIS),
    Reminder("ski-dummies", ("E4.2", "E4.22"), (
        "Dummy skis stay only in a stack with another Dummy. Crews of vehicles do not begin on skis."),
        ("movement",), has_skis, SKIS),
    Reminder("ski-rout", ("E4.33",), (
        "Who routs may go on skis and may put them on or take them off, for their MF; it low-crawls only "
        "once they are off."), ("rout",), has_skis, SKIS),
    Reminder("ahkio", ("E4.8",), (
        "A hand sled counts 3 PP where passengers or riders have it, and where it cannot be drawn."),
        ("movement",), has_skis, SKIS),
    Reminder("boats-together", ("E5.31",), (
        "To enter a water hex with other boats costs nothing more, but boats and amphibians in one location "
        "are the worse for it under fire (E5.5 to E5.52)."), ("movement", "defensive-fire"), has_boats,
        BOATS),
    Reminder("boat-overland", ("E5.2", "E5.22", "E5.33"), (
        "Empty boats are carried in the Movement Phase by manhandling, by units of a third of what they "
        "carry; each further third helps the roll. A large raft goes neither past nor into buildings but "
        "factories; up to four assault boats are towed as one gun with a manhandling number of 10. Nothing "
        "tows or pushes boats on water."), ("movement",), has_boats, BOATS),
    Reminder("boat-guns", ("E5.121", "E5.122"), (
        "A gun boards a large raft beached at its location for 1 MF and a manhandling roll, and leaves it "
        "for "
        "the MF of the hex, 1 more and another roll. Small rafts are parted and joined on land or beached by "
        "the unit that has them."), ("movement",), has_boats, BOATS),
    Reminder("boat-combat", ("E5.54", "E5.6"), (
        "Passengers check no morale; a sniper reduces instead of breaking. In close combat they attack with "
        "+2 "
        "and are attacked with -2; a boat is captured with its passengers "
        "only."), ("close-combat",), has_boats,
        BOATS),
    Reminder("swimmers", ("E6.2", "E6.3", "E6.6"), (
        "Each water hex costs a swimmer all MF; it advances onto land without a cliff only, does not fire, "
        "and "
        "fights close combat with 1. High explosive has full firepower against it, all else a half. On a "
        "fording line who breaks, is wounded or leaves the row is eliminated."), ("movement", "advance"),
        has_water, SWIMMING),
)
