"""Lights and gunflashes by night: starshells, illuminating rounds, fires and trip flares (E1.8-E1.95)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ...hexgrid import Hex
from ...model.wording import count, listed
from ..books.books import Books
from ..books.night import Gunflash, Light, Moment
from ..card import Card
from ..hexes import DIRECTION_WORDS, distance, moved
from ..special_rules import SpecialRules
from ..tables import table
from ..words import name_words, side_words, term_words
from .night import SECTION, by_night, moment, only_in, rounded_up
from .procedure import PHASES, SET_UP, Case, Input, Modifier, Procedure, modifiers_words, total

VEHICLE_DISTANCE = 16
"""How far away a moving enemy vehicle may be to allow the first light (E1.91)."""
MORTAR_USAGE = 4
"""What a mortar must roll at most to fire an illuminating round (E1.931)."""
FLARE_MORALE = 7
"""The morale of trip flares against a bombardment (E1.952)."""
_CAUSES = tuple(str(row[0]) for row in table("gunflash").rows)
_DEFENSIVE = ("movement", "defensive-fire")
_UNFIT = {
    "not-good-order": "it must be in Good Order", "pinned": "it must not be pinned", "ti": "it must not be "
                                                                                           "TI",
    "airborne": "it must not be in the air", "pillbox": "it must not be in a pillbox",
    "full-building": "it must not be in a full building", "underground": "it must not be underground"}


# -- gunflashes ------------------------------------------------------------------------------------


def _gunflash(case: Case) -> None:
    cause = case.word("cause")
    found = case.look("gunflash", cause=cause)
    row, words = found[1], term_words(cause)
    if row.word_in("attack") == "yes":
        _note_attack(case, cause)
    if row.word_in("flash") == "no":
        case.say(f"No gunflash from this: {words}.", row.word_in("rule"), "none", row=found)
        return
    names = list(case.words("at"))
    if not names:
        case.refuse("Say with at= where it is.", row.word_in("rule"))
    if cause == "flamethrower":
        if not case.is_given("own"):
            case.refuse("A flamethrower shows its own location too; say with own= which.", "E1.84")
        names.append(case.word("own"))
    until = _flash_until(case, row.word_in("until"))
    attacked = row.word_in("attack") == "yes" and case.flag("enemy")
    night = case.books.night
    for name in names:
        night = night.with_gunflash(Gunflash(name, case.card.layout.place(name), cause, until))
    if cause == "ffe-he":
        night = replace(night, ffe_by=tuple(dict.fromkeys((*night.ffe_by, _by(case, cause)))))
    case.books = replace(case.books, night=replace(night, attacked=night.attacked or attacked))
    end = "until its counter is taken away (`night-off`)"
    if until is not None:
        end = f"until the end of {_until_words(until)}"
    case.say(f"Gunflash ({words}) at {listed(names)}, {end}.", row.word_in("rule"), "gunflash", row=found,
             hexes=names)


def _note_attack(case: Case, cause: str) -> None:
    """Remember who has resolved an attack, as far as it is known."""
    by = _by(case, cause) if cause != "mines-harmless" or case.is_given("by") else ""
    night = case.books.night
    if by:
        case.books = replace(case.books, night=replace(
            night, attack_by=tuple(dict.fromkeys((*night.attack_by, by)))))


def _by(case: Case, cause: str) -> str:
    """The side that attacks: that which is given, or that whose counter it is by the phase."""
    if case.is_given("by"):
        return case.word("by")
    mover = case.books.mover
    if cause in ("prep-fire", "moving-fire", "opportunity-fire", "advancing-fire") and mover:
        return mover
    if cause in ("first-fire", "final-fire") and mover:
        return case.card.other(mover)
    if cause == "ffe-he":
        case.refuse("Say with by= whose fire for effect it is.", "E1.91")
    return ""


def _flash_until(case: Case, usual: str) -> Moment | None:
    if case.is_given("until"):
        now = moment(case.books)
        order = tuple(PHASES)
        if now.phase not in order:
            case.refuse("Before the first and after the last player turn nothing can last until a phase.",
                        "E1.8")
        later = order.index(case.word("until")) >= order.index(now.phase)
        return now._replace(phase=case.word("until")) if later else now.next_player_turn(case.word("until"))
    if usual == "counter" or case.books.phase not in PHASES:
        return None
    now = moment(case.books)
    # Counters of a side that fires after that phase stay until it comes again.
    late = tuple(PHASES).index(now.phase) > tuple(PHASES).index(usual)
    return now.next_player_turn(usual) if late else now._replace(phase=usual)


def _until_words(until: Moment) -> str:
    return f"the {PHASES[until.phase]} of the {until.half} player turn of turn {until.turn}"


# -- first use ---------------------------------------------------------------------------------------


def _check_first_use(case: Case, side: str, place: Hex) -> None:
    """Refuse a starshell or illuminating round before one of the three events that allow the first."""
    night = case.books.night
    if night.fired or night.allowed or night.attacked or case.card.other(side) in night.ffe_by:
        return
    reason = case.word("reason")
    if reason == "sight":
        return
    if reason == "vehicle":
        if case.flag("own-vehicle"):
            case.refuse("An enemy motor vehicle allows the first light only if none of one's own is on "
                        "board.", "E1.91")
        if not case.is_given("vehicle"):
            case.refuse("Say with vehicle= in which hex the enemy motor vehicle has moved or turned.",
                        "E1.91")
        far = distance(place, case.place("vehicle"))
        if far > VEHICLE_DISTANCE:
            case.refuse(f"The enemy motor vehicle is {count(far, 'hex')} away, and may be at most "
                        f"{VEHICLE_DISTANCE}.", "E1.91")
        return
    case.refuse(
        f"The {name_words(side)} side may not fire a light yet: no enemy fire for effect and no attack on an "
        "enemy has left a gunflash. Say reason=sight if the firer has a line of sight to an enemy, or "
        f"reason=vehicle if an enemy motor vehicle has moved or turned within {VEHICLE_DISTANCE} hexes while "
        "none of one's own is on board.",
        "E1.91")


def _fired(case: Case, light: Light) -> None:
    """Enter a light, and that one has been fired."""
    night = case.books.night.with_light(light)
    case.books = replace(case.books, night=replace(night, fired=night.fired or moment(case.books)))


# -- starshells --------------------------------------------------------------------------------------


def _starshell(case: Case) -> None:
    side, firer, place = case.word("side"), case.word("firer"), case.place("at")
    if not dict(case.rules.starshells).get(side, True):
        case.refuse(f"{name_words(side)} has no starshells: a special rule says so.", "E1.92")
    _check_phase(case, side, firer)
    if case.word("unfit") != "none":
        case.refuse(f"No starshell: {_UNFIT[case.word('unfit')]}.", "E1.921")
    _check_first_use(case, side, place)
    key = moment(case.books)
    # Fire in the enemy's Movement Phase is Defensive First Fire, which belongs to the same allowance.
    key = key._replace(phase="defensive-fire") if key.phase in _DEFENSIVE else key
    night = case.books.night
    if (place, key) in night.tries:
        case.refuse(f"{case.word('at')} has tried already in this phase; each hex may try once.", "E1.92")
    tries = (*(t for t in night.tries if t[1][:2] == key[:2]), (place, key))
    case.books = replace(case.books, night=replace(night, tries=tries))
    die = case.die("usage of a starshell")
    found = case.look("starshell-usage", firer=firer)
    most = found[1].number_in("most")
    if die > most:
        case.say(f"No starshell from {case.word('at')}: {die} is more than {most}.", "E1.921", "none",
                 final=die,
                 row=found)
        return
    shown = "" if case.word("hiding") == "none" else " The firer is placed under \"?\"."
    case.say(f"A starshell from {case.word('at')}: {die} is at most {most}. Now declare where it "
             f"comes.{shown}",
             "E1.921", "fires", final=die, row=found)
    case.follow("starshell-place", "a starshell is fired", "E1.922", True, at=case.word("at"))


def _check_phase(case: Case, side: str, firer: str) -> None:
    books, night = case.books, case.books.night
    own = side == books.mover
    other = case.card.other(side)
    if books.phase in (_DEFENSIVE if own else ("prep-fire",)):
        case.refuse(f"In this phase {side_words(other)} may fire starshells and {side_words(side)} may not: "
                    "choose it with side=.", "E1.92")
    only_in(case, ("prep-fire",) if own else _DEFENSIVE, "E1.92")
    leader = firer in ("leader", "armour-leader")
    later = night.fired is not None and night.fired[:2] != (books.turn, books.half)
    if later and not leader and (books.phase == "defensive-fire" or not case.flag("at-start")):
        case.refuse("After the player turn of the first light only leaders fire at any time; others only at "
                    "the start of the Prep Fire Phase or of the enemy's Movement Phase, before the phasing "
                    "player acts.",
                    "E1.921")


def _place_starshell(case: Case) -> None:
    option, start = case.word("option"), case.place("at")
    if option == "1":
        way = case.die("direction of the starshell")
        _place_light(case, "starshell", start, way, 1, f"1 hex {DIRECTION_WORDS[way]} of the firer",
                     "E1.922")
        return
    first = _first_hex(case, "starshell", option, start)
    _drift(case, "starshell", first, option, "E1.922")


def _first_hex(case: Case, light: Literal["starshell", "ir"], option: str, start: Hex) -> Hex:
    """Where a light is placed before it drifts; refuses where it must not be."""
    rule = "E1.922" if light == "starshell" else "E1.932"
    if not case.is_given("hex"):
        case.refuse("Say with hex= where it is placed first.", rule)
    first = case.place("hex")
    row = table("starshell-option").look(light=light, option=int(option))
    away = distance(start, first)
    if option == "2":
        _check_sighted(case, light, start, first, rule)
        if row.cells["away"] != "-" and away > row.number_in("away"):
            case.refuse(f"{case.word('hex')} is {count(away, 'hex')} from the firer, and may be at most "
                        f"{row.number_in('away')}.", rule)
        return first
    exact = row.number_in("away")
    good = away == exact if light == "starshell" else away > 0 and away % exact == 0
    if not good:
        what = f"exactly {exact}" if light == "starshell" else f"{exact}, or a multiple of it,"
        case.refuse(f"{case.word('hex')} is {count(away, 'hex')} away, and must be {what} hexes away.", rule)
    return first


def _check_sighted(case: Case, light: Literal["starshell", "ir"], start: Hex, first: Hex, rule: str) -> None:
    """Refuse option 2 without a target in sight, near enough, with the first hex on the line to it."""
    if not case.is_given("target"):
        case.refuse("Say with target= where the gunflash or the known enemy is.", rule)
    if not case.flag("los"):
        case.refuse("Without a line of sight to the target the light must be placed by option 3.", rule)
    target = case.place("target")
    far = distance(start, target)
    if light == "starshell":
        most = table("starshell-option").look(light=light, option=2).number_in("target")
        under = case.reading("R05") == "under"
        if far > most - under:
            case.refuse(f"The target is {count(far, 'hex')} away, and must be "
                        f"{'less than' if under else 'at most'} {most}.", rule)
    # Each hex that a straight line touches lies on a shortest way between its ends.
    if distance(start, first) + distance(first, target) != far:
        case.refuse(f"{case.word('hex')} is neither the target nor on the line of sight to it.", rule)


def _drift(case: Case, light: Literal["starshell", "ir"], first: Hex, option: str, rule: str) -> None:
    pair = case.pair(f"placement of the {_LIGHT_WORDS[light]}")
    far = rounded_up(pair.white / 2) if option == "2" else pair.white
    halved = ", half the white die" if option == "2" else ""
    _place_light(case, light, first, pair.coloured, far,
                 f"{count(far, 'hex')} {DIRECTION_WORDS[pair.coloured]} of {case.hex_name(first)}{halved}",
                 rule)


_LIGHT_WORDS = {
    "starshell": "starshell", "ir": "illuminating round", "blaze": "blaze", "flame": "flame",
    "trip-flare": "trip flare"}


def _place_light(case: Case, light: Literal["starshell", "ir"], start: Hex, way: int, far: int, where: str,
                 rule: str) -> None:
    place = moved(start, way, far)
    try:
        name = case.hex_name(place)
    except ValueError:
        # Small boards leave no hex that mirrors it.
        name = f"{where}, off the boards"
    radius = table("light-radius").look(light=light).number_in("radius")
    _fired(case, Light(light, name, place, radius, moment(case.books)._replace(phase="close-combat")))
    case.say(f"The {_LIGHT_WORDS[light]} comes to {name}, {where}. It lights what is within "
             f"{count(radius, 'hex')}, but nothing underground, in full buildings, dense jungle or bamboo, "
             "until concealment is gained at the end of the Close Combat "
             "Phase.", rule, f"lit {radius}", hexes=(name,))


# -- illuminating rounds ------------------------------------------------------------------------------


def _ir(case: Case) -> None:
    side, by, place = case.word("side"), case.word("by"), case.place("at")
    if side not in case.rules.ir:
        case.refuse(f"{name_words(side)} has no illuminating rounds: no special rule gives it any.", "E1.93")
    only_in(case, tuple(PHASES), "E1.93")
    _check_first_use(case, side, place)
    if by == "mortar":
        die = case.die("usage of an illuminating round")
        if die > MORTAR_USAGE:
            case.say(f"No illuminating round: {die} is more than {MORTAR_USAGE}; nothing is fired.", "E1.931",
                     "none",
                     final=die)
            return
        case.say(f"The mortar fires an illuminating round: {die} is at most {MORTAR_USAGE}. Now its TH DR, "
                 "only for breakdown, shortage and snipers. Its ROF of this player turn is "
                 "spent.", "E1.931", "fires",
                 final=die)
    else:
        case.say("The battery fires an illuminating round without a roll, as declared before its first chit; "
                 "its ROF of this player turn is spent, and its chits go back when the mission "
                 "ends.", "E1.931", "fires")
    case.follow("ir-place", "an illuminating round is fired", "E1.932", True, at=case.word("at"), by=by)


def _place_ir(case: Case) -> None:
    start, by, option = case.place("at"), case.word("by"), case.word("option")
    mortar = case.place("mortar") if case.is_given("mortar") else start
    if by == "mortar" and case.flag("malfunction"):
        _mortar_flash(case, mortar)
        case.say("The mortar breaks down: no illuminating round, but a gunflash and a No Fire counter.",
                 "E1.932",
                 "malfunction", hexes=(mortar,))
        return
    first = _first_hex(case, "ir", option, start)
    if by == "mortar":
        if not case.is_given("range"):
            case.refuse("Say with range= how far the mortar reaches.", "E1.932")
        away = distance(mortar, first)
        if away > case.number("range"):
            case.refuse(f"{case.word('hex')} is {count(away, 'hex')} from the mortar, which reaches "
                        f"{case.number('range')}.",
                        "E1.932")
        _mortar_flash(case, mortar)
    _drift(case, "ir", first, option, "E1.932")


def _mortar_flash(case: Case, place: Hex) -> None:
    flash = Gunflash(case.hex_name(place), place, "ir-mortar")
    case.books = replace(case.books, night=case.books.night.with_gunflash(flash))


# -- fires, and what is lit --------------------------------------------------------------------------


def _blaze(case: Case) -> None:
    kind, place = case.word("kind"), case.place("at")
    night = case.rules.night
    if case.flag("set-on-purpose") and not (night is not None and night.fires_allowed):
        case.refuse("No special rule allows setting fires by night.", "E1.94")
    found = case.look("light-radius", light=kind)
    radius = found[1].number_in("radius") + found[1].number_in("levels") * case.number("levels")
    book = case.books.night
    old = tuple(x for x in book.lights if x.kind in ("blaze", "flame") and x.place == place)
    case.books = replace(case.books, night=book.without(old).with_light(Light(kind, case.word("at"), place,
                                                                              radius)))
    reach = "its own location" if kind == "flame" else (
        f"all levels of its hex and what is within {count(radius, 'hex')}, but for shadows")
    case.say(f"The {kind} at {case.word('at')} lights {reach}.", found[1].word_in("rule"), f"lit {radius}",
             row=found,
             hexes=(case.word("at"),))
    if case.flag("set-on-purpose"):
        case.follow("gunflash", "who sets a fire in sight of a Good Order enemy on the ground loses "
                                "concealment and "
                    "leaves a gunflash", "E1.94", cause="fire-setting")


def _lit(case: Case) -> None:
    night, dark = case.books.night, set(case.places("dark"))
    if case.is_given("at"):
        place, name = case.place("at"), case.word("at")
        lights = night.lights_at(place) if place not in dark else ()
        if lights:
            of = listed([f"the {_LIGHT_WORDS[x.kind]} at {x.name}" for x in lights])
            case.say(f"{name} is lit by {of}, unless it is closed or in shadow.", "E1.9", "lit", hexes=(name,
                                                                                                        ))
        else:
            case.say(f"{name} is dark.", "E1.9", "dark", hexes=(name,))
        return
    lit = [p for p in case.card.layout.names_by_place if p not in dark and night.lit(p)]
    if not lit:
        case.say("Nothing is lit.", "E1.9", "dark")
        return
    case.say(f"{count(len(lit), 'hex')} {'is' if len(lit) == 1 else 'are'} lit, but for closed locations and "
             f"shadows: {', '.join(map(case.hex_name, lit))}.", "E1.9", f"lit {len(lit)}", hexes=lit)


def _off(case: Case) -> None:
    place, what, night = case.place("at"), case.word("what"), case.books.night
    gone: tuple[Light | Gunflash, ...] = tuple(
        x for x in (night.lights if what == "light" else night.gunflashes) if x.place == place)
    if not gone:
        case.refuse(f"There is no {what} at {case.word('at')}.", "E1.9" if what == "light" else "E1.8")
    case.books = replace(case.books, night=night.without(gone))
    _say_gone(case, gone)


def _ends(case: Case) -> None:
    gone = tuple(case.books.night.ending(moment(case.books)))
    case.books = replace(case.books, night=case.books.night.without(gone))
    _say_gone(case, gone)


def _say_gone(case: Case, gone: tuple[Light | Gunflash, ...]) -> None:
    lights = [x for x in gone if isinstance(x, Light)]
    flashes = [x for x in gone if isinstance(x, Gunflash)]
    if lights:
        what = listed([f"the {_LIGHT_WORDS[x.kind]} at {x.name}" for x in lights])
        case.say(f"Out: {what}. Acquisition of targets that nothing else lights is lost.", "E1.74", "out",
                 hexes=[x.name for x in lights])
    if flashes:
        case.say(f"Gunflashes gone: {listed([x.name for x in flashes])}.", "E1.8", "gone",
                 hexes=[x.name for x in flashes])


# -- trip flares --------------------------------------------------------------------------------------


def _has_flares(rules: SpecialRules, card: Card) -> bool:
    return by_night(rules, card) and bool(rules.trip_flares)


def _flare_owner(case: Case) -> tuple[str, int]:
    """The side that has trip flares, and how many."""
    return case.rules.trip_flares[0]


def _plan_flares(case: Case) -> None:
    only_in(case, (SET_UP,), "E1.95")
    side, allowed = _flare_owner(case)
    name, number = case.word("at"), case.number("number")
    night = case.books.night.with_flares(name, number)
    used = sum(n for _, n in night.trip_flares)
    if used > allowed:
        case.refuse(f"{used} trip flares are more than the {allowed} of the order of battle.", "E1.95")
    case.books = replace(case.books, night=night)
    case.say(f"{count(number, 'trip flare')} in {name}, {case.word('terrain')}; {allowed - used} left to "
             "place.", "E1.95",
             f"flares {number}", hexes=(name,), secret=side)


def _trip_flare(case: Case) -> None:
    name, action = case.word("at"), case.word("action")
    left = case.number("flares") if case.is_given("flares") else case.books.night.flares_in(name)
    if left is None:
        case.refuse(f"No trip flares are recorded in {name}; its owner says with flares= how many there are.",
                    "E1.95")
    if left == 0:
        case.refuse(f"No trip flares are left in {name}.", "E1.952")
    if action in ("ffe-kia", "ffe-k"):
        gone = left if action == "ffe-kia" else 1
        _lose_flares(case, name, left - gone)
        case.say(f"The fire for effect takes away {count(gone, 'trip flare')} in {name}, without setting "
                 f"{'it' if gone == 1 else 'them'} off; {left - gone} left.", "E1.952", f"left {left - gone}",
                 hexes=(name,))
    elif action == "bombardment":
        _bombard(case, name, left)
    else:
        _may_go_off(case, name, left, action)


def _lose_flares(case: Case, name: str, left: int) -> None:
    case.books = replace(case.books, night=case.books.night.with_flares(name, left))


def _bombard(case: Case, name: str, left: int) -> None:
    pair = case.pair("morale check of trip flares")
    kept = left if pair.total <= FLARE_MORALE else 0
    _lose_flares(case, name, kept)
    what = f"is at most {FLARE_MORALE}: they stay" if kept else f"is more than {FLARE_MORALE}: all are gone"
    case.say(f"Trip flares in {name}: {pair.total} {what}.", "E1.952", f"left {kept}", final=pair.total,
             hexes=(name,))


def _may_go_off(case: Case, name: str, left: int, action: str) -> None:
    found = case.look("trip-flare", action=action, way=case.word("way"))
    row = found[1]
    if row.word_in("roll") == "no":
        why = (f"MF or MP for {action} set off none" if action != "enter" else
               f"who enters by {case.word('way').replace('-', ' ')} sets off none")
        case.say(f"No roll for trip flares: {why}.", row.word_in("rule"), "no roll", row=found)
        return
    until = _flare_until(case)
    modifiers = [m for m in (Modifier(row.number_in("modifier"), "by road or path", "E1.95"),) if m.amount]
    die = case.die("trip flare")
    final = total(die, modifiers)
    how = f"{die} {modifiers_words(modifiers)} = {final}" if modifiers else str(die)
    if final > left:
        case.say(f"There are trip flares in {name}, but none goes off: {how} is more than {left}.",
                 row.word_in("rule"),
                 "none", modifiers=modifiers, final=final, row=found, hexes=(name,))
        return
    now_left = max(0, left - (2 if case.flag("vehicle") or modifiers else 1))
    light = Light("trip-flare", name, case.place("at"),
                  table("light-radius").look(light="trip-flare").number_in(
        "radius"), until, case.places("accessible"))
    night = case.books.night.with_light(light).with_flares(name, now_left)
    case.books = replace(case.books, night=replace(night, allowed=True))
    case.say(f"A trip flare goes off in {name}: {how} is at most {left}. It lights the ground there and "
             f"accessible ground with its pillboxes, until the end of {_until_words(until)}; the unit counts "
             f"as in the light. {now_left} "
             "left.", row.word_in("rule"), f"goes off, left {now_left}", modifiers=modifiers,
             final=final,
             row=found, hexes=(name, *case.places("accessible")))


def _flare_until(case: Case) -> Moment:
    """Until when a trip flare burns that goes off now."""
    only_in(case, ("movement", "rout", "advance", "close-combat"), "E1.951")
    row = table("trip-flare-end").look(phase=case.books.phase)
    until, now = row.word_in("until"), moment(case.books)
    return now._replace(phase=until) if row.word_in("turn") == "this" else now.next_player_turn(until)


# -- the procedures ------------------------------------------------------------------------------------


def _mover(card: Card, books: Books) -> str | None:
    return books.mover or None


def _light_side(card: Card, books: Books) -> str | None:
    """The side that may fire a starshell in this phase (E1.92)."""
    if not books.mover:
        return None
    return card.other(books.mover) if books.phase in _DEFENSIVE else books.mover


_SIDE = Input("side", "Side", "side", "Whose light it is; that whose player turn it is.", usual=_mover)
_REASON = (
    Input("reason", "Reason", "word", "What allows the first light of the scenario, unless a gunflash in the "
                                      "book does: "
          "sight of an enemy, or a moving enemy motor vehicle.", choices=("none", "sight", "vehicle"),
          usual="none",
          asked="line of sight to an enemy, both players; E1.91"),
    Input("vehicle", "Enemy vehicle", "hex", "Where the enemy motor vehicle has moved or turned.", usual="",
          asked="movement of vehicles, both players; E1.91"),
    Input("own-vehicle", "Own vehicle", "flag", "Whether a motor vehicle of one's own is on board.",
          usual="no",
          asked="vehicles on board, both players; E1.91"))
_LIT_PLACES = (
    Input("hex", "First hex", "hex", "Where it is placed before it drifts.", usual=""),
    Input("target", "Target", "hex", "Of option 2: where the gunflash or the known enemy is.", usual=""),
    Input("los", "Line of sight", "flag", "Of option 2: whether there is one to the target.", usual="no",
          asked="line of sight, both players; E1.922"))

PROCEDURES = (
    Procedure(
        "gunflash", "Gunflash", ("E1.8", "E1.81", "E1.82", "E1.83", "E1.84", "E1.85", "E1.86", "E1.87",
                                 "E1.88", "E1.89"),
        "given", _gunflash, (
            Input("cause", "Cause", "word", "The counter of the fire, or what else happened.",
                  choices=_CAUSES),
            Input("at", "Where", "hex", "The location, or all of them.", usual="", many=True),
            Input("own", "Own location", "hex", "Of a flamethrower: where it is.", usual=""),
            Input("by", "By", "side", "Who attacked; found from the phase for fire.", usual=""),
            Input("enemy", "At an enemy", "flag", "Whether it was an attack on an enemy unit.",
                  usual="yes",
                  asked="target of the attack, both players; E1.55"),
            Input("until", "Until", "word", "At the end of which phase its counter goes, where the night "
                                            "rules do not say "
                  "it.", choices=tuple(PHASES), usual="", asked="rule of the counter, both players; E1.8")),
        is_on=by_night, steps=(
            "Fire shows the location of the firer to all with a line of sight, whatever the range of sight "
            "(E1.8).",
            "Counters of prep, moving, first, final, intensive, opportunity and no fire are gunflashes; "
            "other fire of the Advancing Fire Phase leaves none (E1.8). First and final fire counters stay "
            "to the end of that phase (E1.8).",
            "So do Melee while it lasts (E1.82), mines that harm (E1.83), the target of MOL and flamethrower "
            "and the flamethrower itself (E1.84), DC that explode and ATMM that damage (E1.85), a search "
            "that costs a loss (E1.86), and each hex of HE fire for effect (E1.87).",
            "No gunflash: SR (E1.87), PIAT (E1.88), dismantling, spotting, radio and ammunition vehicles "
            "(E1.89)."),
        tables=("gunflash",), section=SECTION),
    Procedure(
        "starshell", "Starshell", ("E1.91", "E1.92", "E1.921"), "given", _starshell, (
            Input("side", "Side", "side", "Whose light it is: in the Prep Fire Phase that of the player "
                  "turn, in its Movement and Defensive Fire Phase the other.", usual=_light_side),
            Input("firer", "Firer", "word", "A leader, an MMC, a CE AFV without or with an armour "
                                                   "leader.",
                         choices=("leader", "mmc", "afv", "armour-leader")),
            Input("at", "Firer's hex", "hex"), *_REASON,
            Input("unfit", "Unfit", "word", "What keeps the firer from it.", choices=("none", *_UNFIT),
                  usual="none",
                  asked="state and place of the firer, its owner; E1.921"),
            Input("at-start", "At the start", "flag", "Whether the phasing player has not acted yet in the "
                                                      "phase.",
                  usual="yes", asked="moment in the phase, both players; E1.921"),
            Input("hiding", "Hiding", "word", "Whether the firer is hidden or cloaked.",
                  choices=("none", "hidden", "cloaked"), usual="none")),
        phases=("prep-fire", "movement", "defensive-fire"), is_on=by_night, steps=(
            "No starshell and no illuminating round before an enemy motor vehicle moves or turns within 16 "
            "hexes while none of one's own is on board, before a line of sight to an enemy, or before a "
            "gunflash of enemy fire for effect or of an attack on an enemy (E1.91).",
            "The phasing side fires in its Prep Fire Phase, the other in the Defensive Fire Phase or as "
            "first fire; one leader, CE AFV or MMC of each hex tries once (E1.92).",
            "The firer is in Good Order, not pinned or TI, and not in the air, a pillbox, a full building or "
            "underground (E1.921).",
            "Leaders need 4 or less, MMC and CE AFV 2 or less (E1.921).",
            "After the player turn of the first light others than leaders fire only before the phasing "
            "player fires or moves (E1.921)."),
        tables=("starshell-usage",), section=SECTION),
    Procedure(
        "starshell-place", "Placing a starshell", ("E1.922", "E1.923"), "given", _place_starshell, (
            Input("option", "Option", "word", "1: own hex. 2: seen target. 3: a hex exactly 3 away.",
                  choices=("1", "2", "3")),
            Input("at", "Firer's hex", "hex"), *_LIT_PLACES),
        is_on=by_night, steps=(
            "Declare one of three options first (E1.922).",
            "1: from the firer's hex 1 hex in the direction of a die (E1.922).",
            "2: the hex of a gunflash or known enemy in line of sight at most 9 hexes away, or a hex on the "
            "line to it, at most 6 hexes away; the white die is halved, rounded up (E1.922).",
            "3: a hex exactly 3 hexes away; the whole white die (E1.922).",
            "It lights what is within 3 hexes and goes after concealment is gained in the Close Combat Phase "
            "(E1.923)."),
        tables=("starshell-option", "light-radius"), section=SECTION,
        only_after="first comes `starshell`."),
    Procedure(
        "ir", "Illuminating round", ("E1.91", "E1.93", "E1.931"), "given", _ir, (
            _SIDE, Input("by", "By", "word", choices=("mortar", "oba")),
            Input("at", "Hex", "hex", "That of the mortar, spotter or observer."), *_REASON),
        phases=("prep-fire", "defensive-fire"), is_on=lambda rules, card: by_night(rules,
                                                                                   card) and bool(rules.ir),
                                                                                   steps=(
            "Only indirect fire of a mortar or OBA that has them (E1.93).",
            "OBA needs no roll, a mortar on board 4 or less and then a TH DR for breakdown, shortage and "
            "snipers (E1.931).",
            "All ROF of the player turn is spent; a mortar leaves a gunflash (E1.931)."), section=SECTION),
    Procedure(
        "ir-place", "Placing an illuminating round", ("E1.932", "E1.933"), "result", _place_ir, (
            Input("by", "By", "word", choices=("mortar", "oba")),
            Input("option", "Option", "word", "2: seen target. 3: a hex 6 away, or a multiple of it.",
                  choices=("2", "3")),
            Input("at", "Hex", "hex", "That of the mortar, spotter or observer."),
            Input("mortar", "Mortar's hex", "hex", "If another one measures.", usual=""), *_LIT_PLACES,
            Input("range", "Range", "number", "How far the mortar reaches.", least=0, most=999, usual="",
                  asked="normal range of the mortar, its owner; E1.932"),
            Input("malfunction", "Breaks down", "flag", "Whether the TH DR of the mortar breaks it.",
                  usual="no",
                  asked="result of the TH DR, both players; E1.931")),
        is_on=lambda rules, card: by_night(rules, card) and bool(rules.ir), steps=(
            "With a line of sight to a gunflash or known enemy as for option 2 of a starshell, without its "
            "limits of distance; otherwise exactly 6 hexes away or a multiple of 6, within the range of a "
            "mortar (E1.932).",
            "It comes unless the mortar breaks down, and lights what is within 6 hexes (E1.932, E1.933)."),
        tables=("starshell-option", "light-radius"), section=SECTION,
        only_after="first comes `ir`."),
    Procedure(
        "blaze", "Light of a fire", ("E1.94", "E1.942"), "given", _blaze, (
            Input("at", "Hex", "hex", "The hex, of a flame the location."),
            Input("kind", "Kind", "word", choices=("blaze", "flame"), usual="blaze"),
            Input("levels", "Burning levels", "number", "Of a blaze, without the roof.", least=1, most=9,
                  usual="1",
                  asked="burning levels, both players; E1.94"),
            Input("set-on-purpose", "Set on purpose", "flag", "Whether a unit has set it.", usual="no",
                  asked="cause of the fire, both players; E1.94")),
        is_on=by_night, steps=(
            "A blaze lights all levels of its hex and what is within 2 hexes for each burning level, the "
            "roof not counted (E1.94).",
            "Behind obstacles of one level and more there is shadow (E1.941).",
            "A flame lights its own location (E1.942).",
            "Fires are set only where a special rule allows it (E1.94)."), tables=("light-radius",),
            section=SECTION),
    Procedure(
        "lit", "What is lit?", ("E1.9", "E1.923", "E1.933", "E1.94", "E1.941"), "given", _lit, (
            Input("at", "Hex", "hex", "Only this one.", usual=""),
            Input("dark", "Dark", "hex", "Hexes in shadow, or closed to the light.", usual="", many=True,
                  asked="shadows and closed locations, both players; E1.941")),
        is_on=by_night, steps=(
            "Night rules hold in the light too, but concealment is lost more easily, and all with a line of "
            "sight see it (E1.9).",), tables=("light-radius",), section=SECTION),
    Procedure(
        "night-off", "Put out or take away", ("E1.8", "E1.9"), "given", _off, (
            Input("at", "Hex", "hex"), Input("what", "What", "word", choices=("light", "gunflash"))),
        is_on=by_night, section=SECTION, steps=(
            "Gunflashes go with their counters, fires when they are out (E1.8, E1.9).",)),
    Procedure(
        "night-ends", "Lights and gunflashes go", ("E1.8", "E1.923", "E1.951"), "full", _ends,
        phases=tuple(PHASES),
        automatic="end", is_on=by_night,
        is_due=lambda card, books: any(True for _ in books.night.ending(moment(books))), section=SECTION,
        steps=(
            "At the end of the Advancing Fire Phase first and final fire counters go, and trip flares that "
            "went off after the Movement Phase of the player turn before (E1.8, E1.951).",
            "At the end of the Close Combat Phase, after concealment is gained, starshells, illuminating "
            "rounds and the trip flares of the Movement Phase go (E1.923, E1.951).")),
    Procedure(
        "trip-flare-plan", "Setting trip flares", ("E1.95",), "given", _plan_flares, (
            Input("at", "Location", "hex"), Input("number", "Number", "number", least=1, most=99),
            Input("terrain", "Terrain", "word", choices=("jungle", "bamboo", "wire", "panji"),
                  asked="terrain of the location, both players; E1.95")),
        phases=(SET_UP,), is_on=_has_flares, steps=(
            "Their owner records hex and number in secret: jungle, bamboo, wire or panji (E1.95).",),
            section=SECTION),
    Procedure(
        "trip-flare", "Trip flare", ("E1.95", "E1.951", "E1.952", "E1.953"), "given", _trip_flare, (
            Input("at", "Location", "hex"),
            Input("action", "Action", "word", "What a unit that is no dummy does there, or what hits them.",
                  choices=(
                "enter", "spend", "search", "stop", "delay", "smoke", "ffe-kia", "ffe-k", "bombardment")),
            Input("way", "Way in", "word", "By a road or path that was not made in play, by one made in "
                                           "play, by an "
                  "entrenchment, a pillbox or underground, or none of these.", choices=(
                      "other", "road", "made-path", "entrenchment", "pillbox", "underground"), usual="other",
                  asked="way of the unit into the hex, its owner; E1.95"),
            Input("vehicle", "Vehicle", "flag", "Whether a vehicle does it.", usual="no"),
            Input("flares", "Trip flares", "number", "How many are there; those in the book.", least=0,
                  most=99, usual="",
                  asked="record of the owner; E1.95"),
            Input("accessible", "Accessible", "hex", "Accessible hexes at ground level, which are lit too.",
                  usual="",
                  many=True, asked="accessible locations, both players; E1.951")),
        is_on=_has_flares, steps=(
            "Who is no dummy and enters, spends MF or MP there or searches rolls a die for each action, "
            "before first fire; at most the number of trip flares there sets one off (E1.95).",
            "-4 for who entered by a road or path that was not made in play, or searches across one (E1.95).",
            "No roll for entering an entrenchment, a pillbox or underground or from there, by a path made in "
            "play, and for stop, delay and smoke (E1.95); a search rolls in any case (E1.953).",
            "It lights its ground and accessible ground: from the Movement Phase to the end of this Close "
            "Combat Phase, later to the end of the next Advancing Fire Phase (E1.951).",
            "One is used up, two by a vehicle or with the -4 (E1.952).",
            "Fire for effect takes away all with a KIA as rolled, one with a K; a bombardment all with a "
            "failed morale check against 7 (E1.952)."),
        tables=("trip-flare", "trip-flare-end", "light-radius"), section=SECTION),
)
