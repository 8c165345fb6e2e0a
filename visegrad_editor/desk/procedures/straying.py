"""Going astray by night, and fire from fear: Movement DR, Straying DR and Jitter Fire (E1.53-E1.552)."""

from __future__ import annotations

from ...hexgrid import Hex
from ...model.wording import listed
from ..hexes import DIRECTION_WORDS, step
from ..special_rules import STEALTH
from ..tables import fits, table
from .night import SECTION, by_night, only_in
from .procedure import Case, Input, Procedure

STRAYING_DIE = 6
"""What the coloured die of a Movement DR must show for going astray (E1.53)."""
_MPH = ("movement",)


def _column(id: str, column: str) -> tuple[str, ...]:
    """The words of a key column, each once, without `any`."""
    one = table(id)
    number = [c.id for c in one.columns].index(column)
    return tuple(dict.fromkeys(str(row[number]) for row in one.rows if row[number] != "any"))


_EXEMPT = _column("stray-exempt", "reason")
_ENDS = _column("stray-end", "end")
_STATES = _column("jitter-exempt", "state")


# -- straying --------------------------------------------------------------------------------------


def _stray(case: Case) -> None:
    only_in(case, _MPH, "E1.53")
    unit = case.word("unit")
    if case.word("exempt") != "none" and _is_exempt(case, unit):
        return
    moves = case.word("class")
    pair = case.pair(f"Movement DR of {unit}")
    found = case.look("stray", coloured=pair.coloured, moves=moves, white=pair.white)
    result = found[1].word_in("result")
    if result == "moves":
        why = f"the coloured die is no {STRAYING_DIE}" if pair.coloured != STRAYING_DIE else (
            f"a {moves} unit does not stray with a white {pair.white}")
        case.say(f"{unit} moves as it likes: {why}.", "E1.53", result, row=found, units=(unit,))
        return
    case.say(f"{unit} goes astray.", "E1.53", result, row=found, units=(unit,))
    case.follow("stray-direction", f"{unit} goes astray", "E1.53", True, False,
                secret="", proposed=None, unit=unit, **_passed_on(case))


def _passed_on(case: Case) -> dict[str, str]:
    """What the next procedure must know of the unit."""
    at = {"at": case.word("at")} if case.is_given("at") else {}
    return {"class": case.word("class"), "cloaked": case.word("cloaked"), **at}


def _is_exempt(case: Case, unit: str) -> bool:
    """Whether the reason that is given spares the unit the roll; says so. Refuses a reason that does not."""
    reason = case.word("exempt")
    reading = case.reading("R10") if reason in ("near-pillbox", "near-entrenchment") else ""
    found = case.look("stray-exempt", reason=reason, reading=reading)
    words, rule = found[1].word_in("words"), found[1].word_in("rule")
    if found[1].word_in("exempt") == "no":
        case.refuse(f"{unit} must roll: that {words} spares it nothing, as the rule is read on this card.",
                    rule)
    case.say(f"{unit} makes no Movement DR: {words}. If it goes on where this no longer holds, it rolls then."
             if reason not in ("berserk", "follows") else f"{unit} makes no Movement DR: {words}.", rule,
             "exempt",
             row=found, units=(unit,))
    return True


def _direction(case: Case) -> None:
    only_in(case, _MPH, "E1.53")
    unit = case.word("unit")
    pair = case.pair(f"Straying DR of {unit}")
    way = pair.coloured
    at = case.place("at") if case.is_given("at") else None
    stops = _stops_at_once(case, at, way)
    where = f"the {DIRECTION_WORDS[way]}"
    hexes = [] if at is None or stops == "off-map" else [step(at, way)]
    if stops:
        words = table("stray-end").look(end=stops).word_in("words")
        case.say(f"{unit} would stray to {where} and becomes TI instead: {words}.", "E1.53", f"direction "
                                                                                             f"{way} ti",
                 units=(unit,), hexes=hexes)
    else:
        case.say(f"{unit} strays to {where} until it has spent all its MF or MP, without double time, bonus, "
                 "ESB or delay; where it cannot go on it becomes TI instead.", "E1.53", f"direction {way}",
                 units=(unit,), hexes=hexes)
        case.follow("stray-end", f"how the straying of {unit} ends", "E1.53", unit=unit)
    if pair.coloured == pair.white:
        _maybe_jitter(case, unit, pair.total)


def _stops_at_once(case: Case, at: Hex | None, way: int) -> str:
    """Why the first hex cannot be entered, as far as the books and the boards show it; "" otherwise."""
    if at is None:
        return ""
    there = step(at, way)
    if there not in case.card.layout:
        return "off-map"
    lit = case.flag("next-lit") if case.is_given("next-lit") else case.books.night.lit(there)
    return "lit" if lit else ""


def _maybe_jitter(case: Case, unit: str, total: int) -> None:
    if not case.books.night.attacked:
        case.say("Two equal dice, but no Jitter Fire: no attack on an enemy has left a gunflash yet.",
                 "E1.55",
                 "no jitter", units=(unit,))
        return
    case.follow("jitter", f"two equal dice in the Straying DR of {unit}", "E1.55", True, False,
                secret="", proposed=None, mover=unit, total=str(total), **_passed_on(case))


def _end(case: Case) -> None:
    only_in(case, _MPH, "E1.53")
    unit, end = case.word("unit"), case.word("end")
    found = case.look("stray-end", end=end)
    result, words = found[1].word_in("result"), found[1].word_in("words")
    become = {"ti": "becomes TI where it is", "released": "strays no longer", "ends": "ends its move"}[result]
    case.say(f"{unit} {become}: {words}.", found[1].word_in("rule"), result, row=found, units=(unit,))


# -- Jitter Fire -----------------------------------------------------------------------------------


def _jitter(case: Case) -> None:
    if not case.books.night.attacked:
        case.refuse("There is no Jitter Fire until an attack on an enemy has left a gunflash; `gunflash` "
                    "enters one.",
                    "E1.55")
    only_in(case, _MPH, "E1.55")
    total = case.number("total")
    if total % 2:
        case.refuse("The total of two equal dice is even.", "E1.55")
    found = case.look("jitter", total=total)
    if found[1].word_in("who") == "mover":
        _by_mover(case, found[1].word_in("spared"))
    else:
        _by_nearest(case, found[1].word_in("spared"))


def _by_mover(case: Case, spared: str) -> None:
    row = case.look("jitter", total=case.number("total"))
    mover, moves = case.word("mover"), case.word("class")
    why = "cloaked" if case.flag("cloaked") and fits(spared, "cloaked") else moves if fits(spared,
                                                                                           moves) else ""
    if why:
        case.say(f"No Jitter Fire: {mover} is {why}.", "E1.55", "none", row=row, units=(mover,))
        return
    case.say(f"{mover} fires from fear with small arms and one MG: it loses cloak or concealment and the "
             "rest of its move. Only lost ROF, breakdown, shortage and snipers are looked up; a dummy is "
             "removed.",
             "E1.552",
             "mover", row=row, units=(mover,))
    _offer_flash(case)


def _offer_flash(case: Case) -> None:
    """What a shooter leaves behind."""
    at = {"at": case.word("at")} if case.is_given("at") else {}
    case.follow("gunflash", "Jitter Fire leaves the counter of its fire", "E1.552", False, False,
                secret="", proposed=None, enemy="no", **at)


def _by_nearest(case: Case, spared: str) -> None:
    row = case.look("jitter", total=case.number("total"))
    enemy, reading = _nearest_words(spared), case.reading("R04")
    if not case.is_given("nearest"):
        case.say(f"The nearest {enemy} of the other side in Good Order that are not {reading} fire from "
                 "fear, if they can; of several hexes as near the phasing player chooses one. Say with "
                 "nearest= which these are.",
                 "E1.551", "nearest", row=row)
        return
    firing = [name for name, moves, states in _nearest(case)
              if not fits(spared, moves) and not any(_spares(state, reading) for state in states)]
    if not firing:
        case.say("No Jitter Fire: none of the nearest units must fire.", "E1.551", "none", row=row)
        return
    case.say(f"{listed(firing)} {'fires' if len(firing) == 1 else 'fire'} from fear with small arms and one "
             "MG each, without effect on others: concealment is lost, and only lost ROF, breakdown, shortage "
             "and snipers are looked up.", "E1.552", "nearest", row=row, units=firing)
    case.follow("gunflash", "Jitter Fire leaves the counter of its fire", "E1.552", enemy="no")


def _nearest_words(spared: str) -> str:
    left = [c for c in STEALTH if not fits(spared, c)]
    return "units" if len(left) == len(STEALTH) else f"{listed(left)} units"


def _spares(state: str, reading: str) -> bool:
    return table("jitter-exempt").look(state=state, reading=reading).word_in("exempt") == "yes"


def _nearest(case: Case) -> list[tuple[str, str, tuple[str, ...]]]:
    """The nearest units with their movement and states, written name:movement:state:state."""
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for text in case.words("nearest"):
        name, *parts = text.split(":")
        moves, states = parts[0] if parts else "", tuple(parts[1:])
        if not name or moves not in STEALTH or any(s not in _STATES for s in states):
            case.refuse(f"{text!r} is no unit; write name:movement, and states behind, such as "
                        f"A3:normal:final-fire. Movements are {', '.join(STEALTH)}; states are "
                        f"{', '.join(_STATES)}.", "E1.551")
        if any(name == other for other, _, _ in found):
            case.refuse(f"Nearest: {name} is named twice.", "E1.551")
        found.append((name, moves, states))
    return found


_CLASS = Input("class", "Movement", "word", "Lax, normal or stealthy; `stealth-class` finds it.",
               choices=STEALTH,
               asked="kind of movement of the unit, its owner; E1.6")
_CLOAKED = Input("cloaked", "Cloaked", "flag", "Whether it is a cloak.", usual="no")
_AT = Input("at", "Hex", "hex", "Where it is.", usual="")

PROCEDURES = (
    Procedure(
        "stray", "Movement DR", ("E1.53", "E1.531", "E1.533"), "given", _stray, (
            Input("unit", "Unit", "text", "The unit or stack that wants to move to another hex."), _CLASS,
            Input("exempt", "Exempt", "word", "Why it need not roll.", choices=("none", *_EXEMPT),
                  usual="none",
                  asked="place and sight of the unit, both players; E1.531"), _CLOAKED, _AT),
        phases=_MPH, is_on=by_night, steps=(
            "Each unit or stack on board that wants to move to another hex makes a Movement DR at the start "
            "of its move (E1.53).",
            "Coloured 6: a lax one goes astray, a normal one with white 3 or more, a stealthy one with white "
            "5 or more (E1.53).",
            "Exempt is who is about to go underground, is at a trail break, sees a known enemy, or is in or "
            "next to a road, path, gully, stream, river bank, trench, pillbox or lit location, until it is "
            "there no longer (E1.531).",
            "Of a wave, a platoon without radio, a convoy or a column only the first rolls; who enters rolls "
            "when it is on board (E1.531).",
            "Who is berserk is lax but never strays (E1.533)."),
        tables=("stray", "stray-exempt"), section=SECTION),
    Procedure(
        "stray-direction", "Straying DR", ("E1.53",), "given", _direction, (
            Input("unit", "Unit", "text", "The unit that strays."), _CLASS, _CLOAKED, _AT,
            Input("next-lit", "Next hex lit", "flag", "Whether the next location that way is lit; found in "
                                                      "the book of "
                  "lights if the hex is given.", usual="", asked="shadows and closed locations, both "
                                                                 "players; E1.9")),
        is_on=by_night, steps=(
            "The coloured die gives the direction, in which the unit goes until it has nothing left to spend "
            "(E1.53).",
            "It may not use double time, a leader's bonus, ESB or delay (E1.53).",
            "Two equal dice may bring Jitter Fire (E1.55)."), section=SECTION,
        only_after="who goes astray is found by `stray` first."),
    Procedure(
        "stray-end", "End of straying", ("E1.53", "E1.532", "E1.552"), "given", _end, (
            Input("unit", "Unit", "text", "The unit that strays."),
            Input("end", "What comes next", "word", "Why it strays no farther.", choices=_ENDS,
                  asked="terrain and units in the way, both players; E1.53")),
        is_on=by_night, steps=(
            "It becomes TI instead of entering a location for which it has too little, or must climb, use "
            "stairs, ford, scale, swim, come nearer to a known enemy, leave the map, or enter light, FFE of "
            "HE or WP, an impassable location or a known minefield; so does a vehicle before an obstacle "
            "with a bog roll that it cannot go around (E1.53).",
            "Where friends in Good Order are, it spends the rest as it likes (E1.532)."),
        tables=("stray-end",), section=SECTION, only_after="first comes `stray-direction`."),
    Procedure(
        "jitter", "Jitter Fire", ("E1.55", "E1.551", "E1.552"), "given", _jitter, (
            Input("total", "Total", "number", "The total of the two equal dice.", least=2, most=12),
            Input("mover", "Mover", "text", "The unit that strays."), _CLASS, _CLOAKED, _AT,
            Input("nearest", "Nearest", "text", "The units in the nearest hex of the other side, as "
                  "name:movement:states, such as A3:normal,B1:lax:final-fire.", usual="", many=True,
                  asked="units in the nearest hex, both players; E1.551")),
        is_on=by_night, steps=(
            "Not before an attack on an enemy has left a gunflash (E1.55).",
            "A total of 2, 4 or 6: the nearest units of the other side fire, with 4 no stealthy ones, with 6 "
            "lax ones only (E1.55).",
            "8: the mover, unless it is cloaked, stealthy or normal; 10: unless cloaked or stealthy; 12: "
            "always (E1.55).",
            "Heroes, units without firepower, under final fire, or under first fire with a nearer known "
            "enemy do not fire; only small arms and MG do, of a squad its own and one MG (E1.551).",
            "The fire harms nobody but shows the shooter; a mover that fires ends its move (E1.552)."),
        tables=("jitter", "jitter-exempt"), section=SECTION,
        only_after="two equal dice of `stray-direction` bring it."),
)
