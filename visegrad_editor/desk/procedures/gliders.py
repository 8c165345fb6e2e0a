"""Gliders: load, placing, evading, landing, crash, unloading (E8)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...hexgrid import Hex
from ...model.wording import article, count, fully_listed
from ..books.books import Books, Due
from ..books.gliders import Glider, gliders_at_start
from ..card import Card
from ..ground import Ground
from ..hexes import DIRECTION_WORDS, hex_row, moved, turned
from ..kinds import kind_words
from ..special_rules import SpecialRules
from ..tables import table
from ..words import capital, name_words
from .off_board import land_off_board, place_words, row_terrain, row_words
from .procedure import SET_UP, Case, Input, Modifier, Procedure, Reminder, modifiers_words, total

SECTION = "Gliders"
APPROACH = 5
"""How many hexes the approach of a glider has (E8.2)."""
LANDS = 1
"""The highest final coloured die with which a glider lands in the hex aimed at (E8.22)."""
BAD_WEATHER = ("overcast", "fog", "falling-snow")
"""Weather in which nothing lands from the air (E8.1, E9.1)."""


def has_gliders(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has gliders."""
    return any(g.glider is not None for g in card.groups)


def refuse_bad_weather(case: Case, rule: str) -> None:
    """Refuse a landing from the air in weather that forbids it."""
    sky = case.books.sky
    bad = [w.replace("-", " ") for w in sky.weather if w in BAD_WEATHER]
    if sky.precipitation != "none":
        bad.append(sky.precipitation.replace("-", " "))
    if bad:
        case.refuse(f"Nothing lands from the air in this weather: {', '.join(bad)}. Leave it out with "
                    "`skip`.",
                    rule)


def wind_now(card: Card, books: Books) -> str | None:
    """Where the wind blows to, as an input; None if nobody has said."""
    return None if books.sky.direction is None else str(books.sky.direction)


WIND = Input(
    "wind", "Wind", "direction", "Where the wind blows to; a direction is fixed even if there is none.",
    usual=wind_now, asked="both; B25.64")


def approach_of(target: Hex, wind: int) -> list[Hex]:
    """The hexes behind a glider that flies into the wind, the one next to its target first."""
    return hex_row(target, wind, APPROACH + 1)[1:]


def _set(case: Case, id: str, **to: object) -> None:
    case.books = replace(case.books, gliders=case.books.gliders.changed(id, **to))


def _without_due(case: Case, procedure: str, id: str) -> None:
    case.books = replace(case.books, due=tuple(
        d for d in case.books.due if not (d.procedure == procedure and dict(d.inputs).get("glider") == id)))


def _glider(case: Case, *states: str) -> Glider:
    """The glider that an input names, in one of these states; refuses others."""
    glider = case.books.gliders.get(case.word("glider"))
    if glider is None:
        known = ", ".join(g.id for g in case.books.gliders.gliders)
        case.refuse(f"There is no glider {case.word('glider')}; there are {known}.", "E8.2")
    if glider.state not in states:
        case.refuse(f"The glider {glider.id} {_STATES[glider.state]}.", "E8.2")
    return glider


_STATES = {
    "planned": "is not placed yet", "placed": "is in the air over the hex where it is to land",
    "down": "has come down; roll for its crash", "landed": "has landed", "unloaded": "is unloaded",
    "lost": "is lost"}


def _first(*states: str) -> Callable[[Card, Books], str | None]:
    def usual(card: Card, books: Books) -> str | None:
        now = books.gliders.arriving(books.turn, books.half, *states)
        return now[0].id if now else None
    return usual


def _glider_input(*states: str) -> Input:
    return Input("glider", "Glider", "word", usual=_first(*states))


def _nation(card: Card, books: Books) -> str | None:
    """The nation of the gliders of a card; None if there are several, or none."""
    nations = {g.nation for g in books.gliders.gliders}
    return nations.pop() if len(nations) == 1 else None


# -- load ---------------------------------------------------------------------------------------


def _numbers(case: Case, id: str) -> list[float]:
    found = []
    for text in case.words(id):
        try:
            number = float(text)
        except ValueError:
            number = -1
        if not 0 < number < 1000:
            case.refuse(f"{text!r} is no size; write numbers above 0, with commas between several.", "E8.1")
        found.append(number)
    return found


def _load(case: Case) -> None:
    capacity = case.look("glider-capacity", nation=case.word("nation"))
    points, most = case.half("other"), capacity[1].number_in("points")
    parts = [f"{points:g} for units and weapons"] if points else []
    large = False
    for id, load, what in (
            ("vehicles", "vehicle", "a vehicle of {:g} t"), ("guns", "gun", "a gun of M# {:g}"),
            ("mortars", "mortar", "a mortar of {:g} mm"),
            ("ammunition", "ammunition", "ammunition of {:g} mm")):
        for size in _numbers(case, id):
            large = large or load in ("vehicle", "gun")
            added = _points(case, load, size)
            points += added
            parts.append(f"{added:g} for {what.format(size)}")
    one = f"{article(name_words(case.word('nation')))} glider"
    glider = f"{_glider(case, 'planned').id}: {one}" if case.is_given("glider") else capital(one)
    total_words = f"{points:g} of {most} portage points ({', '.join(parts) or 'empty'})"
    if large and capacity[1].word_in("large") == "no":
        case.say(f"{glider} does not carry this: guns and vehicles have large counters.", "E8.1",
                 "no", final=math.ceil(points), row=capacity)
    elif points > most:
        case.say(f"{glider} does not carry this: {total_words}.", "E8.1", "no",
                 final=math.ceil(points), row=capacity)
    else:
        case.say(f"{glider} carries this: {total_words}. Take weapons apart where they can be, and "
                 "write the load down secretly.", "E8.1", "yes", final=math.ceil(points), row=capacity)


def _points(case: Case, load: str, size: float) -> float:
    """The portage points of one load; refuses what the table does not have."""
    try:
        row = table("glider-load").look(load=load, size=math.ceil(size))
    except ValueError:
        case.refuse(f"A {load} of this size, {size:g}, is not among the loads of gliders.", "E8.1")
    if load == "vehicle" and size > 2 and case.reading("R25") == "asked":
        if not case.is_given("heavy"):
            case.refuse("The portage points of a vehicle of 2 to 4 tonnes are asked; write heavy=. Ask: "
                        "both; "
                        "E8.1.", "E8.1")
        return case.number("heavy")
    return row.number_in("points")


def _carries_others(card: Card, books: Books, inputs: Mapping[str, str]) -> bool:
    """Whether the card says that the glider carries something of which it says neither weight nor manhandling
    number, so that its portage points must be said."""
    glider = books.gliders.get(inputs.get("glider", ""))
    measured = {f.kind for group in card.groups for f in group.forces
                if f.weight_t is not None or f.m_number is not None}
    return glider is not None and any(kind not in measured for kind in glider.load)


def _lacks_load(card: Card, books: Books) -> bool:
    """Whether there are gliders of which the card says no load; those of the others are due by themselves."""
    return any(not g.load for g in books.gliders.in_state("planned"))


def load_dues(card: Card) -> tuple[Due, ...]:
    """The loads that a card says, each with what it says of it: whose glider it is, and the weights and
    calibres of what has any. The points of units are not on a card."""
    kinds = {force.kind: force for group in card.groups for force in group.forces}
    found = []
    for glider in gliders_at_start(card).gliders:
        if not glider.load:
            continue
        known = [("glider", glider.id), ("nation", glider.nation)]
        forces = [kinds[kind] for kind in glider.load if kind in kinds]
        for id, sizes in (
                ("vehicles", [f.weight_t for f in forces]), ("guns", [f.m_number for f in forces])):
            said = ",".join(f"{size:g}" for size in sizes if size is not None)
            known += [(id, said)] if said else []
        load = fully_listed([kind_words(kind) for kind in glider.load])
        # What is on the card may be written in another way; which glider it is may not.
        found.append(Due("glider-load", tuple(known), f"whether {glider.id} carries {load}", "E8.1",
                         proposed=tuple(id for id, _ in known[1:])))
    return tuple(found)


# -- placing ------------------------------------------------------------------------------------


def _arrive(case: Case) -> None:
    """Ask for the places of gliders at the start of the movement phase, and for loads in the advancing fire
    phase."""
    books = case.books
    if books.phase == "advancing-fire":
        for glider in books.gliders.arriving(books.turn, books.half, "landed"):
            _unload(case, glider)
        return
    coming = books.gliders.arriving(books.turn, books.half, "planned")
    names = ", ".join(g.id for g in coming)
    nose = books.sky.direction
    heading = ("against the wind" if nose is None else
               f"against the wind, to the {DIRECTION_WORDS[turned(nose, 3)]}")
    case.say(
        f"Gliders arrive before anything moves: {names}. Put each over the hex where it is to land, no two "
        f"over one hex, with its nose {heading}: `glider-place`.", "E8.2", "arrive",
        units=tuple(g.id for g in coming))
    for glider in coming:
        case.follow("glider-place", f"where {glider.id} is to land", "E8.2", must=True, glider=glider.id)


def _arrive_due(card: Card, books: Books) -> bool:
    state = "landed" if books.phase == "advancing-fire" else "planned"
    return bool(books.gliders.arriving(books.turn, books.half, state))


def _still_to_place(books: Books) -> list[Glider]:
    """The gliders that wait for their places; those left out do not."""
    waiting = {dict(d.inputs).get("glider") for d in books.due if d.procedure == "glider-place"}
    return [g for g in books.gliders.arriving(books.turn, books.half, "planned") if g.id in waiting]


def _may_land(card: Card, books: Books) -> bool:
    """Whether a glider may land for which nothing waits, because another one was left out."""
    return bool(books.gliders.in_state("placed")) and not any(
        d.procedure in ("glider-place", "glider-land") for d in books.due)


def _place(case: Case) -> None:
    glider = _glider(case, "planned")
    if (glider.turn, glider.half) != (case.books.turn, case.books.half):
        case.refuse(f"The glider {glider.id} arrives on turn {glider.turn}, in its {glider.half} "
                    "half.", "E8.2")
    refuse_bad_weather(case, "E8.1")
    target = case.place("hex")
    if target not in case.card.layout:
        case.refuse(f"{case.word('hex')} is off the boards; a glider is placed on them.", "E8.2")
    for other in case.books.gliders.in_state("placed"):
        if other.target == target:
            case.refuse(f"{other.id} is over {case.word('hex')} already; gliders are not placed in one hex.",
                        "E8.2")
    wind = int(case.word("wind"))
    if any(o.wind != wind for o in case.books.gliders.arriving(glider.turn, glider.half, "placed")):
        case.refuse("All gliders of a player turn head against the same wind.", "E8.2")
    _set(case, glider.id, state="placed", target=target, wind=wind)
    left = _still_to_place(case.books)
    then = (f"Next place {left[0].id}." if left else
            "All are placed: light guns may fire at them now (`light-aa`), then each lands.")
    case.say(f"The glider {glider.id} is to land in {place_words(case, target)}, nose to the "
             f"{DIRECTION_WORDS[turned(wind, 3)]}. Its approach, from there outwards: "
             f"{_approach_words(case, target, wind)}. {then}", "E8.2", "placed",
             hexes=[target], units=(glider.id,))
    if not left:
        for placed in case.books.gliders.arriving(glider.turn, glider.half, "placed"):
            _ask_landing(case, placed)


def _approach_words(case: Case, target: Hex, wind: int) -> str:
    """The hexes of an approach, with their terrain and level where a map shows them."""
    found = []
    for steps in range(1, APPROACH + 1):
        name, seen = row_words(case, target, wind, steps), row_terrain(case.card.layout, target, wind, steps)
        if case.ground is not None and seen is not None and case.ground.is_drawn(seen):
            built = "building" if case.ground.building_of(seen) is not None else ""
            name += f" {built or (case.ground.terrain(seen) or '').replace('-', ' ')}"
            level = case.ground.level(seen)
            name += f" at level {level}" if level else ""
        found.append(name)
    return ", ".join(found)


def _ask_landing(case: Case, glider: Glider) -> None:
    """Offer the landing of a glider, in place of an offer with its former approach."""
    assert glider.target is not None
    _without_due(case, "glider-land", glider.id)
    case.follow(
        "glider-land", f"{glider.id} lands in {place_words(case, glider.target)}: how many hexes of its "
        f"approach are clear from there outwards, and how high is the highest obstacle "
        f"({_approach_words(case, glider.target, glider.wind)})", "E8.22", must=True, glider=glider.id)


def _evade(case: Case) -> None:
    glider = _glider(case, "placed")
    assert glider.target is not None
    if not glider.must_evade:
        case.refuse(f"{glider.id} evades only after fire that makes it.", "E8.211")
    pair = case.pair(f"where {glider.id} evades to")
    target = moved(glider.target, pair.coloured, pair.white)
    _set(case, glider.id, target=target, must_evade=False)
    after = case.books.gliders.get(glider.id)
    assert after is not None
    _ask_landing(case, after)
    case.say(
        f"The glider {glider.id} evades {count(pair.white, 'hex')} to the "
        f"{DIRECTION_WORDS[pair.coloured]} ({pair}): it is now to land in {place_words(case, target)}. Its "
        f"approach slides along: {_approach_words(case, target, glider.wind)}. Light guns may fire at it "
        "again there; then it lands.", "E8.211", "evades", final=pair.total,
        hexes=[place_words(case, target)], units=(glider.id,))


# -- landing ------------------------------------------------------------------------------------


def _land(case: Case) -> None:
    glider = _glider(case, "placed")
    if _still_to_place(case.books):
        case.refuse("First all gliders of this player turn are placed, then they land.", "E8.2")
    if glider.must_evade:
        case.refuse(f"{glider.id} evades first: `glider-evade`.", "E8.211")
    assert glider.target is not None
    clear, level = case.number("clear"), case.number("obstacle")
    if (clear == APPROACH) != (level == 0):
        case.refuse(
            f"With {APPROACH} clear hexes no obstacle is a level above the hex of landing, and with fewer "
            "one "
            f"is: {clear} clear hexes and an obstacle {level} above do not fit together. Half levels and "
            "smoke do not count.", "E8.22")
    rows = table("glider-approach")
    modifiers = []
    for name, times in (("clear", clear), ("level", level)):
        if times:
            row = rows.look(case=name)
            words = {"clear": "the clear hexes of the approach",
                     "level": "the level of the highest obstacle"}[name]
            modifiers.append(Modifier(times * row.number_in("drm"), words, rows.rule))
    pair = case.pair(f"landing of {glider.id}")
    final = total(pair.coloured, modifiers)
    target = place_words(case, glider.target)
    row_found = None
    if final <= LANDS:
        place, said, result = glider.target, f"It lands in {target}, where it was to.", "on-target"
        where, before = target, row_words(case, glider.target, glider.wind, 1)
    else:
        off = final - LANDS
        row_found = case.look("glider-side", die=pair.white)
        result = row_found[1].word_in("side")
        ahead = turned(glider.wind, 3) if result == "beyond" else glider.wind
        place = moved(glider.target, ahead, off)
        where = row_words(case, glider.target, ahead, off)
        before = (row_words(case, glider.target, ahead, off - 1) if result == "beyond" else
                  row_words(case, glider.target, ahead, off + 1))
        side = "beyond" if result == "beyond" else "short of"
        said = (f"It misses {target} and lands {count(off, 'hex')} {side} it, in "
                f"{where}.")
    _set(case, glider.id, state="down", place=place)
    crossed = f"{before} and {where}"
    case.say(
        f"The glider {glider.id} comes down: coloured die {pair.coloured} ({pair})"
        f"{f', {modifiers_words(modifiers)}, is {final}' if modifiers else ''}. {said} It crosses the "
        "hexside "
        f"between {crossed}. Roll for a crash next: `glider-crash`.", "E8.22", result,
        modifiers=modifiers, final=final, row=row_found, hexes=[where], units=(glider.id,))
    known = _from_the_map(case.ground, replace(glider, place=place))
    told = (f"; the map says: {known['terrain'].replace(',', ', ').replace('-', ' ')}, on the hexside "
            f"{known['hexsides'].replace(',', ', ').replace('-', ' ') or 'nothing'}" if known else "")
    case.follow(
        "glider-crash", f"{glider.id} lands in {where}: its terrain, and what it crosses "
        f"between {crossed}{told}", "E8.23", must=True, first=True, glider=glider.id)


def _from_the_map(ground: Ground | None, glider: Glider) -> dict[str, str]:
    """What the map says of the hex in which a glider lands and of the hexside that it crosses, as inputs of
    its crash; empty where no map shows the hex or the table does not know its terrain."""
    place = glider.place
    if ground is None or place is None or not ground.is_drawn(place):
        return {}
    waters, terrain = ground.waters(place), ground.terrain(place) or ""
    if terrain not in (*_cases("hex"), *_ENDS, *_HARMLESS) and waters is None:
        return {}
    found = [terrain] if terrain not in _HARMLESS and waters is None else []
    if waters is not None and not waters.frozen:
        found.append("deep-water" if waters.depth == "deep" else "fordable-water")
    if ground.building_of(place) is not None and "building" not in found:
        found.append("building")
    # It flies against the wind, so it comes from the hex to which the wind blows.
    came_from = moved(place, glider.wind, 1)
    sides = [kind for kind in ground.hexsides(came_from, place) if kind in _cases("hexside")]
    return {"terrain": ",".join(found) or _OPEN, "hexsides": ",".join(sides)}


def _on_map(id: str) -> Callable[[Card, Books, Ground, Mapping[str, str]], str | None]:
    """An input of a crash as the map has it."""
    def of(card: Card, books: Books, ground: Ground, inputs: Mapping[str, str]) -> str | None:
        glider = books.gliders.get(inputs.get("glider") or _first("down")(card, books) or "")
        return None if glider is None else _from_the_map(ground, glider).get(id)
    return of


_CRASH = table("glider-crash-modifiers")


def _cases(kind: str) -> tuple[str, ...]:
    return tuple(str(row[0]) for row in _CRASH.rows if row[2] == kind)


_OPEN = "open"
_HARMLESS = (_OPEN, "grain", "field", "brush")
"""Kinds of terrain of maps that E8.23 does not name."""
_ENDS = tuple(dict.fromkeys(str(row[0]) for row in table("glider-ends").rows))


def _crash(case: Case) -> None:
    glider = _glider(case, "down")
    assert glider.place is not None
    where = place_words(case, glider.place)
    for terrain in case.words("terrain"):
        if terrain not in _ENDS:
            continue
        row = case.look("glider-ends", terrain=terrain, parallel=case.word("parallel"))
        if row[1].word_in("result") == "lost":
            _lose(case, glider)
            case.say(f"The glider {glider.id} is lost with its load in {where}: "
                     f"{terrain.replace('-', ' ')}. What was in it counts as eliminated.", "E8.232", "lost",
                     row=row, hexes=[where], units=(glider.id,))
            return
    modifiers = _crash_modifiers(case, glider)
    die = case.die(f"crash of {glider.id}")
    final = total(die, modifiers)
    row = case.look("glider-crash", final=final)
    result = row[1].word_in("result")
    words = modifiers_words(modifiers)
    head = f"The glider {glider.id} in {where}: {die}{f', {words}, is {final}' if words else ''}. "
    if result == "damaged" and glider.damaged:
        _lose(case, glider)
        said = ("It is damaged a second time and lost with its load, without a wreck (E8.41). What was in it "
                "counts as eliminated.")
        result = "lost"
    elif result == "lost":
        _lose(case, glider, wreck=True)
        said = ("It is lost with its load; put the wreck of an unarmed truck there (E8.24). What was in it "
                "counts as eliminated.")
    else:
        damaged = glider.damaged or result == "damaged"
        _set(case, glider.id, state="landed", damaged=damaged)
        said = ("It is down safely." if not damaged else
                "It is down and damaged: the damage to its load is resolved in the Advancing Fire Phase "
                "(E8.41).")
        said += (" Turn it to its landed side and keep its load off the board until the Advancing Fire Phase "
                 "(E8.4); until then the enemy may fire at the glider as at a halted truck (E8.3).")
        said += land_off_board(case, glider.id, glider.side, glider.place)
    case.say(head + said, "E8.23", result, modifiers=modifiers, final=final, row=row, hexes=[where],
             units=(glider.id,))


def _lose(case: Case, glider: Glider, wreck: bool = False) -> None:
    _set(case, glider.id, state="lost", wreck=wreck)


def _crash_modifiers(case: Case, glider: Glider) -> list[Modifier]:
    assert glider.place is not None
    others = [g for g in case.books.gliders.in_hex(glider.place) if g.id != glider.id]
    names = [name for name, holds in (
        ("off-target", glider.place != glider.target), ("damaged", glider.damaged),
        ("night", case.rules.night is not None), ("gust", case.books.sky.gust),
        ("obstacle", bool(others) or case.flag("vehicle")), ("blind", case.flag("blind"))) if holds]
    names += [t for t in dict.fromkeys(case.words("terrain")) if t not in (_OPEN, *_ENDS)]
    names += dict.fromkeys(case.words("hexsides"))
    found = []
    for name in names:
        row = _CRASH.look(case=name)
        rule = "E8.231" if row.word_in("kind") == "hexside" else _CRASH.rule
        found.append(Modifier(row.number_in("drm"), row.word_in("words"), rule))
    return found


# -- on the ground ------------------------------------------------------------------------------


def _fired_at(case: Case) -> None:
    glider = _glider(case, "landed", "unloaded")
    assert glider.place is not None
    where = place_words(case, glider.place)
    if case.word("result") == "damaged":
        _set(case, glider.id, damaged=True)
        load = (" The damage to its load is resolved in the Advancing Fire Phase (E8.41)."
                if glider.state == "landed" else "")
        case.say(f"The glider {glider.id} in {where} is damaged; it does not burn.{load}", "E8.3", "damaged",
                 hexes=[where], units=(glider.id,))
        return
    load = "" if glider.state == "unloaded" else " Its load is lost with it and counts as eliminated."
    _set(case, glider.id, state="lost", wreck=True)
    if load:
        case.books = replace(case.books, off_board=case.books.off_board.without(glider.id))
    case.say(f"The glider {glider.id} in {where} is destroyed; put the wreck of an unarmed truck "
             f"there.{load}",
             "E8.3", "destroyed", hexes=[where], units=(glider.id,))


def _unload(case: Case, glider: Glider) -> None:
    assert glider.place is not None
    where = place_words(case, glider.place)
    load = ", ".join(map(kind_words, glider.load))
    what = f"Its load ({load})" if load else "Its load"
    _set(case, glider.id, state="unloaded")
    damage = ("First the damage (E8.41): choose by random selection one passenger at least that suffers "
              "casualty reduction; the others take a normal morale check, but not the crew of an armoured "
              "vehicle. Weapons aboard do not work until repaired, a vehicle is bogged. Then: "
              if glider.damaged else "")
    if glider.place in case.card.layout:
        said = (f"{what} is placed in {where}, and may fire now and advance later in this player turn. "
                "Vehicles and guns with their crews stay aboard until a later own Movement Phase.")
    else:
        said = f"{what} is off the boards in {where} and comes on with `off-board` (E8.5)."
    case.say(f"The glider {glider.id} is unloaded. {damage}{said}", "E8.4", "unloaded", hexes=[where],
             units=(glider.id, *glider.load))


def _on_ground(card: Card, books: Books) -> bool:
    return any(g.side == books.mover for g in books.gliders.in_state("landed"))


PROCEDURES: Sequence[Procedure] = (
    Procedure(
        "glider-load", "Load of a glider", ("E8.1",), "given", _load, (
            Input("glider", "Glider", "word", "Which one, as the card counts them.", usual=""),
            Input("nation", "Nation", "word", "Whose glider.", tuple(
                str(row[0]) for row in table("glider-capacity").rows), usual=_nation),
            Input("other", "Units and weapons", "half",
                  "The portage points of each passenger and each weapon, added up. They are those of D6.1, "
                  "which is not among the rules here; 0 for crews of vehicles and what is in a vehicle.",
                  least=0, most=99, usual="0", asked="the owner; D6.1", needed=_carries_others),
            Input("vehicles", "Vehicles", "text", "Their tonnes, with commas between.", usual="", many=True,
                  repeat=True),
            Input("guns", "Guns", "text", "Their manhandling numbers.", usual="", many=True, repeat=True),
            Input("mortars", "Mortars", "text", "Calibres in mm.", usual="", many=True, repeat=True),
            Input("ammunition", "Ammunition", "text",
                  "Calibres in mm, once for each gun or mortar that needs it.", usual="", many=True,
                  repeat=True),
            Input("heavy", "Points of a heavy vehicle", "number", "Of one of 2 to 4 tonnes, where that is "
                  "asked.", least=0, most=99, usual="", asked="both; E8.1")),
        phases=(SET_UP,), is_on=has_gliders, is_due=_lacks_load, section=SECTION,
        tables=("glider-capacity", "glider-load"),
        steps=(
            "Add the portage points of all aboard; crews of vehicles and what is inside a vehicle count "
            "nothing. A German glider carries no large counters [E8.1].",)),
    Procedure(
        "glider-arrive", "Gliders arrive and are unloaded", ("E8.2", "E8.4", "E8.41"), "full", _arrive,
        phases=("movement", "advancing-fire"), automatic="start", is_on=has_gliders, is_due=_arrive_due,
        section=SECTION, steps=(
            "At the start of the Movement Phase all gliders of the player turn are placed [E8.2].",
            "In the Advancing Fire Phase resolve damage, then place the loads; they may fire and advance "
            "[E8.4]. In a damaged glider at least one passenger suffers casualty reduction, the others take "
            "a normal morale check, weapons do not work and a vehicle is bogged [E8.41].")),
    Procedure(
        "glider-place", "Placing of a glider", ("E8.1", "E8.2"), "full", _place, (
            _glider_input("planned"),
            Input("hex", "Hex", "hex", "Where it is to land."), WIND),
        phases=("movement",), is_on=has_gliders, is_due=lambda card, books: False, section=SECTION, steps=(
            "Put each glider over the hex where it is to land, none over another, its nose against the wind. "
            "Its approach is the five hexes straight behind it [E8.2].",
            "Nothing lands under an overcast sky, in fog, rain or falling snow [E8.1].")),
    Procedure(
        "glider-evade", "A glider evades", ("E8.21", "E8.211"), "full", _evade, (_glider_input("placed"),),
        phases=("movement",), is_on=has_gliders, is_due=lambda card, books: False, section=SECTION, steps=(
            "Fire of light guns that hits as high as the kill number damages a glider; that or one more "
            "makes it evade, less shoots it down [E8.21].",
            "When all fire in its hex is resolved, roll two dice: the coloured one gives the direction, the "
            "white one the hexes to a new hex of landing, where it may be fired at again [E8.211].")),
    Procedure(
        "glider-land", "Landing of a glider", ("E8.22", "E8.221"), "given", _land, (
            _glider_input("placed"),
            Input("clear", "Clear hexes", "number", "How many hexes of the approach, from the hex of landing "
                  "outwards without a gap, have no obstacle a whole level or more above that hex.", least=0,
                  most=APPROACH, asked="terrain of the approach, both; E8.22"),
            Input("obstacle", "Highest obstacle", "number",
                  "How many whole levels the highest obstacle of the approach is above the hex of landing; "
                  "0 for none.", least=0, most=20, asked="terrain of the approach, both; E8.22")),
        phases=("movement",), is_on=has_gliders, is_due=_may_land, section=SECTION,
        tables=("glider-approach", "glider-side"), steps=(
            "Roll two dice and change the coloured one: -1 for each clear hex of the approach from the hex "
            "of landing outwards without a gap, +1 for each level of the highest obstacle above it [E8.22].",
            "With 1 or less it lands there; with more so many hexes less one off along its way, short of it "
            "with a white 3 or less, else beyond it [E8.22].",
            "Off the boards terrain is that of the boards in reverse order [E8.221].")),
    Procedure(
        "glider-crash", "Crash of a "
                        "glider", ("E8.23", "E8.231", "E8.232", "E8.24", "E8.41"), "given", _crash, (
            _glider_input("down"),
            Input("terrain", "Terrain", "word", f"All that is in the hex of landing; {_OPEN} for nothing of "
                  "it.", (_OPEN, *_cases("hex"), *_ENDS), many=True,
                  asked="terrain of the hex, both; E8.23", from_map=_on_map("terrain")),
            Input("hexsides", "Hexsides", "word", "What runs along the hexside that it crosses into the hex.",
                  _cases("hexside"), usual="", many=True, asked="terrain of the hexside, both; E8.231",
                  from_map=_on_map("hexsides")),
            Input("blind", "Blind", "flag", "Whether the hex is blind as seen from the approach; bocage does "
                  "not make it so.", usual="no", asked="line of sight, both; E8.23"),
            Input("vehicle", "Vehicle or wreck", "flag",
                  "Whether one is in the hex; landed gliders are known.", usual="no", asked="both; E8.23"),
            Input("parallel", "Bridge", "flag", "Whether a bridge over deep water lies parallel to the "
                  "approach.", usual="no", asked="terrain of the hex, both; E8.232")),
        phases=("movement",), is_on=has_gliders, is_due=lambda card, books: False, section=SECTION,
        tables=("glider-crash", "glider-crash-modifiers", "glider-ends"), steps=(
            "Turn the glider to its landed side and roll a die with all modifiers: up to 6 it is safe, with "
            "7 damaged, with 8 or more lost and a wreck [E8.23, E8.24].",
            "Hexsides count only if it crosses them on its way into the hex [E8.231].",
            "Fire, and water that is deep and not frozen, destroy it [E8.232].",
            "A second damage in the air or in landing destroys it without a wreck [E8.41].")),
    Procedure(
        "glider-hit", "Fire at a landed glider", ("E8.3",), "result", _fired_at, (
            Input("glider", "Glider", "word"),
            Input("result", "Result", "word", "Immobilised counts as damaged.", ("damaged", "destroyed"),
                  asked="both, from the vehicle line of the table of fire; E8.3")),
        phases=("defensive-fire",), is_on=has_gliders, is_due=_on_ground, section=SECTION, steps=(
            "A landed glider is fired at as a halted truck, size 0, crew survival 7; it does not burn "
            "[E8.3].",)),
)
REMINDERS: Sequence[Reminder] = (
    Reminder("glider-mines", ("E8.232",), (
        "A glider that lands among mines is attacked as a truck that enters; it harms nothing else in the "
        "hex."), ("movement",), has_gliders, SECTION),
    Reminder("glider-aboard", ("E8.1", "E8.12"), (
        "Until the Advancing Fire Phase of their landing those aboard do nothing, and pins and pin checks do "
        "not touch them."), ("movement", "defensive-fire"), has_gliders, SECTION),
    Reminder("glider-hindrance", ("E8.3",), (
        "A landed glider hinders sight, damaged or not, and gives no cover; its wreck does both."), (),
        has_gliders, SECTION),
    Reminder("glider-leave", ("E8.4",), (
        "A vehicle leaves a glider in a later Movement Phase for its start, a quarter of its movement points "
        "and the terrain; a gun is unloaded as if unhooked."), ("movement",), has_gliders, SECTION),
)
