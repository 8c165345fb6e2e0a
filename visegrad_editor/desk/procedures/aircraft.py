"""Aircraft: arrival, sighting, attacks on the ground, leaving, observation planes (E7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...hexgrid import Hex
from ...model.wording import count
from ..books.air import FIGHTER_BOMBER, STUKA, Aircraft, Dogfight
from ..books.books import Books
from ..card import Card
from ..ground import Ground
from ..hexes import distance, moved, turned
from ..kinds import read_kind
from ..special_rules import SpecialRules
from ..tables import Row, table
from ..words import capital, side_words
from .off_board import place_words
from .procedure import PHASES, Case, Input, Modifier, Procedure, Reminder, modifiers_words, total

SECTION = "Air support"
SIGHTING_MORALE = 8
"""What a sighting check must not exceed (E7.3)."""
RECALL_ORIGINAL, MISTAKEN_FINAL = 12, 12
"""An original roll that sends an aircraft home (E7.31), and a final one with which it attacks its own side
(E7.32)."""
MG_OUT = 12
"""An original roll that silences machine guns for good (E7.223, E7.41)."""
SPOTTER = "observation-plane"
"""How an observation plane is named as a target."""
AIRCRAFT_POINTS = 2
"""Victory points for an aircraft shot down (E7.23)."""
SHAKEN = 1
"""What is added to attacks of an aircraft that is damaged or has to break off (E7.511)."""
AERIAL = 2
"""How many hexes each hex to something in the air counts (E.5)."""


def has_air(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has air support."""
    return any(g.arrives.by == "air" for g in card.groups)


def _has_aircraft(rules: SpecialRules, card: Card) -> bool:
    return has_air(rules, card) or bool(rules.observation_plane)


def _has_spotter(rules: SpecialRules, card: Card) -> bool:
    return bool(rules.observation_plane)


def plane_words(plane: Aircraft) -> str:
    """An aircraft in a sentence: `the damaged Stuka wings-1 with bombs`."""
    kind = "fighter-bomber" if plane.kind == FIGHTER_BOMBER else "Stuka"
    return (f"the {'damaged ' if plane.damaged else ''}{kind} {plane.id}"
            f"{' with bombs' if plane.bombs else ''}")


def plane_of(case: Case, id: str) -> Aircraft:
    """The aircraft that an input names, in play; refuses others."""
    plane = case.books.air.get(case.word(id))
    if plane is None or plane.gone:
        here = ", ".join(a.id for a in case.books.air.here) or "none"
        case.refuse(f"There is no aircraft {case.word(id)} in play; in play: {here}.", "E7.21")
    return plane


def set_plane(case: Case, id: str, **to: object) -> None:
    """Change an aircraft in the books."""
    case.books = replace(case.books, air=case.books.air.changed(id, **to))


def hit(case: Case, plane: Aircraft, result: str) -> str:
    """Write into the books what an attack did to an aircraft, and say it: `shot-down`, `damaged` or
    `evade`. A second damage shoots it down (E7.226). Returns the sentence."""
    second = result == "damaged" and plane.damaged
    if second or result == "shot-down":
        set_plane(case, plane.id, gone="shot-down", leaves=False)
        _drop_from_dogfight(case, plane.id)
        _points_for(case, plane.id, plane.side)
        why = " by its second damage (E7.226)" if second else ""
        return (f"{capital(plane_words(plane))} is shot down{why}: {AIRCRAFT_POINTS} victory points for "
                f"{side_words(case.card.other(plane.side))} (E7.23)")
    if result == "damaged":
        fight = case.books.air.dogfight
        held = plane.melee or (fight is not None and plane.id in fight.members)
        set_plane(case, plane.id, damaged=True, leaves=plane.leaves or not held)
        home = "" if held else "; it goes home at the end of this phase (E7.226)"
        return f"{capital(plane_words(plane))} is damaged{home}"
    return f"Nothing happens to {plane_words(plane)}"


def _points_for(case: Case, id: str, side: str) -> None:
    """Ask for the points of an aircraft that is shot down."""
    case.follow("points-lost", f"the aircraft {id} is shot down", "E7.23", must=True, unit=id, of=side,
                size="aircraft")


def _drop_from_dogfight(case: Case, id: str) -> None:
    """Leave out the attacks by and at an aircraft that is gone."""
    fight = case.books.air.dogfight
    if fight is None:
        return
    left = tuple(pair for pair in fight.named if id not in pair)
    due = tuple(d for d in case.books.due
                if not (d.procedure == "dogfight" and id in dict(d.inputs).values()))
    members = tuple(m for m in fight.members if m != id)
    again = "" if fight.again == id else fight.again
    case.books = replace(case.books, due=due, air=replace(
        case.books.air, dogfight=Dogfight(members, left, again)))


# -- arrival ------------------------------------------------------------------------------------


def arrival_chance(turn: int) -> Fraction:
    """The chance that a side's air support has come by its own rally phase of a turn (E7.2)."""
    missing = Fraction(1)
    for each in range(1, turn + 1):
        missing *= Fraction(max(0, 6 - max(0, each - 1)), 6)
    return 1 - missing


def _no_flying(case: Case) -> str:
    """Why no aircraft may be used, "" if they may."""
    if case.rules.night is not None:
        return "by night"
    return "under an overcast sky" if "overcast" in case.books.sky.weather else ""


def _arrive(case: Case) -> None:
    """At the start of a rally phase roll for the mover's air support; at that of its movement phase ask for
    what has come."""
    mover, air = case.books.mover, case.books.air
    if case.books.phase == "movement":
        for one in air.support:
            if one.side == mover and one.state == "coming":
                case.follow("air-enter", f"the air support {one.group} enters", "E7.2", must=True,
                            group=one.group)
        return
    for plane in air.here:
        set_plane(case, plane.id, support="", target="", run="", attacks=0, shaken=False,
                  shaken_stop=0)
    for one in air.support:
        if one.side != mover or one.state != "awaited":
            continue
        no = _no_flying(case)
        if no:
            case.say(f"No roll for the air support {one.group}: there are no aircraft {no}.",
                     "E7.2" if case.rules.night is not None else "E3.55", "no-aircraft")
            continue
        if case.books.turn == 1 and case.rules.air_first_turn:
            case.books = replace(case.books, air=case.books.air.with_support(one.group, "coming"))
            case.say(f"The air support {one.group} comes in the next Movement Phase: a special rule lets it "
                     "come on turn 1.", "E7.2", "comes")
            continue
        die = case.die(f"the arrival of {one.group}")
        comes = die < case.books.turn
        if comes:
            case.books = replace(case.books, air=case.books.air.with_support(one.group, "coming"))
        case.say(
            f"The air support {one.group} "
            f"{'comes in the next Movement Phase' if comes else 'does not come'}: "
            f"the roll of {die} is {'' if comes else 'not '}below the turn, {case.books.turn}.", "E7.2",
            "comes" if comes else "not-yet", final=die)


def _arrive_due(card: Card, books: Books) -> bool:
    mine = [s for s in books.air.support if s.side == books.mover]
    if books.phase == "movement":
        return any(s.state == "coming" for s in mine)
    return any(s.state == "awaited" for s in mine) or bool(books.air.here)


def _coming(card: Card, books: Books) -> str | None:
    return next((s.group for s in books.air.support if s.side == books.mover and s.state == "coming"), None)


def _air(card: Card, group: str | None) -> tuple[int | None, str]:
    """The exponent and the aircraft that the card gives a group."""
    found = next((g.air for g in card.groups if g.id == group and g.air is not None), None)
    return (None, "") if found is None else (found.asn_exponent, found.aircraft)


def _usual_exponent(card: Card, books: Books) -> str | None:
    exponent, _ = _air(card, _coming(card, books))
    return None if exponent is None else str(exponent)


def _usual_kind(card: Card, books: Books) -> str | None:
    return _air(card, _coming(card, books))[1] or None


def _enter(case: Case) -> None:
    group = case.word("group")
    support = next((s for s in case.books.air.support if s.group == group), None)
    if support is None or support.state != "coming" or support.side != case.books.mover:
        case.refuse(f"The air support {group} does not enter now; a roll in a Rally Phase of its side brings "
                    "it.", "E7.2")
    no = _no_flying(case)
    if no:
        case.refuse(f"There are no aircraft {no}.", "E7.2")
    number = -(-case.die("the number of aircraft") // 2)
    bombs_die = case.die("bombs")
    bombs = case.look("air-bombs", above=bombs_die - case.number("exponent"))
    has_bombs = bombs[1].word_in("bombs") == "yes"
    kind = case.word("aircraft")
    planes = tuple(Aircraft(f"{group}-{n + 1}", support.side, kind, has_bombs) for n in range(number))
    case.books = replace(case.books, air=case.books.air.with_support(group, "here", planes))
    what = "Stuka" if kind == STUKA else "fighter-bomber"
    case.say(
        f"{number} {what}{'s' if number > 1 else ''} {'enter' if number > 1 else 'enters'} "
        f"{'with' if has_bombs else 'without'} bombs ({bombs_die}, exponent {case.number('exponent')}): "
        f"{', '.join(p.id for p in planes)}. Put the counters anywhere on the boards.",
        "E7.21", "bombs" if has_bombs else "no-bombs", final=number, row=bombs,
        units=tuple(p.id for p in planes))


def _data(case: Case) -> None:
    kind = case.word("aircraft")
    row = case.look("aircraft-data", kind=kind, year=case.card.date.year)
    what = "A Stuka" if kind == STUKA else "A fighter-bomber"
    path = table("run-path").look(kind=kind, run="strafe")
    case.say(
        f"{what} of {case.card.date.year} has {row[1].word_in('fp')} firepower for each hex attacked and "
        "uses "
        f"the column {row[1].word_in('kill')} to kill vehicles; it strafes at most "
        f"{path.word_in('attacks')} hexes, and its guns fail with an original {MG_OUT}.", "E7.41",
        row[1].word_in("kill"), final=row[1].number_in("fp"), row=row)


# -- leaving ------------------------------------------------------------------------------------


def _leave(case: Case) -> None:
    plane, does = plane_of(case, "aircraft"), case.word("does")
    own = plane.side == case.books.mover
    if does == "jettison":
        if not plane.bombs:
            case.refuse(f"{capital(plane_words(plane))} has no bombs.", "E7.225")
        if not own:
            case.refuse("Bombs are dropped without a target in a Movement Phase of the own side.", "E7.225")
        set_plane(case, plane.id, bombs=False)
        case.say(f"The aircraft {plane.id} drops its bombs without a target.", "E7.225", "no-bombs",
                 units=(plane.id,))
        return
    if own:
        case.refuse("An aircraft leaves by choice in a Movement Phase of the enemy.", "E7.21")
    if plane.melee:
        case.refuse(f"{capital(plane_words(plane))} is in melee and cannot leave.", "E7.21")
    set_plane(case, plane.id, gone="left")
    case.say(f"{capital(plane_words(plane))} leaves the boards for good, without points.", "E7.21", "left",
             units=(plane.id,))


def _recall(case: Case) -> None:
    for plane in case.books.air.here:
        if plane.leaves:
            set_plane(case, plane.id, gone="recalled")
            case.say(f"{capital(plane_words(plane))} goes home; it is no casualty.", "E7.24", "recalled",
                     units=(plane.id,))
    for spotter in case.books.air.spotters:
        if spotter.leaves:
            _set_spotter(case, spotter.side, gone="recalled", leaves=False)
            case.say(f"The observation plane of {side_words(spotter.side)} goes home; it is no casualty.",
                     "E7.24", "recalled")


def _recall_due(card: Card, books: Books) -> bool:
    return any(a.leaves for a in books.air.here) or any(s.leaves for s in books.air.spotters)


# -- sighting -----------------------------------------------------------------------------------


def _doctrine(case: Case, side: str) -> list[Modifier]:
    """What the early doctrine adds to the sighting of a side's aircraft. Their nation is that of the side's
    name or of its units."""
    if not case.rules.early_russian_doctrine:
        return []
    found = table("sighting-doctrine")
    nations = {side} | {read_kind(f.kind).nation for g in case.card.groups if g.side == side
                        for f in g.forces}
    amount = max(found.look(nation=nation).number_in("drm") for nation in nations)
    return [Modifier(amount, "early doctrine", found.rule)]


def _sighting_modifiers(case: Case, side: str) -> list[Modifier]:
    terrain = case.look("sighting-terrain", terrain=case.word("terrain"), month=case.card.date.month)
    found = [Modifier(case.number("smoke"), "smoke", "E.6"), Modifier(
        terrain[1].number_in("drm"), f"target in {case.word('terrain').replace('-', ' ')}", "E7.3")]
    rows = table("sighting-modifiers")
    for name in ("near", "haze", "vehicle", "moved", "column", "again"):
        if case.flag(name):
            found.append(_of_row(rows.look(case=name)))
    if not case.flag("concealed"):
        found.append(_of_row(rows.look(case="seen")))
    found += _doctrine(case, side)
    return [m for m in found if m.amount]


def _of_row(row: Row) -> Modifier:
    """The modifier of a row that has an amount, words and a rule."""
    return Modifier(row.number_in("drm"), row.word_in("words"), row.word_in("rule"))


def _haze(card: Card, books: Books) -> str:
    return "yes" if books.sky.misty else "no"


_SIGHTING_TERRAIN = tuple(dict.fromkeys(str(row[0]) for row in table("sighting-terrain").rows))


def _target_on_map(card: Card, books: Books, ground: Ground, inputs: Mapping[str, str]) -> str | None:
    """The terrain of the target as the map of its board has it; None if it has none, or one that changes
    sighting and is not in the table."""
    try:
        place = card.layout.place(inputs.get("target", ""))
    except ValueError:
        return None
    if not ground.is_drawn(place):
        return None
    terrain = "building" if ground.building_of(place) is not None else ground.terrain(place)
    if terrain in _SIGHTING_TERRAIN:
        return terrain
    known = ground.kind(place) is not None and ground.property(place, "sighting") is None
    return "other" if known else None


_SIGHTING_INPUTS = (
    Input("target", "Target", "hex", "The first hex attacked; the target in it that is easiest to see "
          "counts.", asked="the side of the aircraft; E7.3"),
    Input("terrain", "Terrain", "word", "In what the target stands.",
          _SIGHTING_TERRAIN, asked="terrain of the hex, both; E7.3", from_map=_target_on_map),
    Input("concealed", "Concealed", "flag", "Whether it is concealed or hidden.", usual="no",
          asked="its owner; E7.3"),
    Input("vehicle", "Vehicle", "flag", "Whether it is a vehicle or a boat on water.", usual="no",
          asked="its owner; E7.3"),
    Input("moved", "Moved", "flag", "Whether it entered a hex, moved in bypass or was in motion in this "
                                    "player "
          "turn; not by a dash or within a building, trench or pillbox.", usual="no",
          asked="its owner; E7.3"),
    Input("column", "Convoy or column", "flag", "Whether it belongs to one.", usual="no",
          asked="its owner; E7.3"),
    Input("near", "Own units near", "flag", "Whether an armoured vehicle or a unit of several men of the "
          "aircraft's side is within 4 hexes of it and in sight of the aircraft.", usual="no",
          asked="line of sight, both; E7.3"),
    Input("again", "Attacked before", "flag",
          "Whether aircraft of this side attacked it in this player turn.", usual="no", asked="both; E7.3"),
    Input("haze", "Haze", "flag", "Whether there is mist, dust or heat haze.", usual=_haze),
    Input("smoke", "Smoke", "number", "What smoke adds: only smoke in the hex of the target, or next to it "
                                      "and "
          "high.", least=0, most=9, usual="0", asked="hindrance of smoke, both; E.6"),
)


def _may_support(case: Case, plane: Aircraft) -> None:
    """Refuse support for the ground by an aircraft that cannot give it now."""
    if plane.side == case.books.mover:
        case.refuse("Aircraft attack the ground in the player turn of the enemy.", "E7.4")
    if plane.melee:
        case.refuse(f"{plane.id} is in melee and does nothing else.", "E7.22")
    if plane.leaves and plane.support != "sighted":
        case.refuse(f"{plane.id} goes home at the end of this phase.", "E7.24")
    if plane.mg_out and not plane.bombs:
        case.refuse(f"{plane.id} has neither bombs nor working machine guns.", "E7.41")


def _ready(card: Card, books: Books) -> str | None:
    return next((a.id for a in books.air.here if a.side != books.mover and not a.support and not a.melee
                 and not a.leaves), None)


def _sighting(case: Case) -> None:
    plane = plane_of(case, "aircraft")
    _may_support(case, plane)
    if plane.support:
        did = {"sighted": "has sighted a target", "failed": "has failed to sight one",
               "done": "has made its attacks or must not attack"}[plane.support]
        case.refuse(f"{plane.id} {did} in this player turn.", "E7.3")
    busy = next((a for a in case.books.air.here if a.support == "sighted"), None)
    if busy is not None:
        case.refuse(f"First {busy.id} ends its attacks; say so with `air-attack aircraft={busy.id} "
                    "weapon=end`.", "E7.43")
    modifiers = _sighting_modifiers(case, plane.side)
    pair = case.pair(f"sighting by {plane.id}")
    final = total(pair.total, modifiers)
    passed, mistaken = final <= SIGHTING_MORALE, final >= MISTAKEN_FINAL
    hex = case.word("target")
    said = _sighting_says(case, plane, hex, passed, mistaken)
    result = "sighted" if passed else "mistaken" if mistaken else "failed"
    set_plane(case, plane.id, support="sighted" if passed or mistaken else "failed",
              target=hex if passed else "")
    if pair.total == RECALL_ORIGINAL:
        set_plane(case, plane.id, leaves=True)
        said += " It goes home at the end of this phase (E7.31)."
        result += "-recall"
    words = modifiers_words(modifiers)
    case.say(f"Sighting by {plane.id}: {pair.total} ({pair}){f', {words}' if words else ''} is {final}. "
             f"{said}", "E7.3", result, modifiers=modifiers, final=final, hexes=(hex,), units=(plane.id,))
    if mistaken:
        case.follow("air-attack", f"{plane.id} attacks as the enemy directs", "E7.32", must=True,
                    aircraft=plane.id)
    elif passed:
        case.follow("air-attack", f"{plane.id} attacks {hex}", "E7.4", proposed={"hex": hex},
                    aircraft=plane.id)


def _sighting_says(case: Case, plane: Aircraft, hex: str, passed: bool, mistaken: bool) -> str:
    if passed:
        return (f"It sees the target in {hex} and may attack there and along its row; light guns may fire at "
                "it (E7.51).")
    if mistaken:
        return (f"A mistaken attack: {side_words(case.books.mover)} now moves it over the boards and lets "
                f"it attack the ground unit of {side_words(plane.side)} that is nearest to {hex}, not hidden "
                "and in sight; no further sighting is needed (E7.32).")
    fire = case.reading("R11")
    guns = ("Light guns do not fire at it (E7.3)." if fire == "none" else
            "Light guns may fire at it all the same (E7.25).")
    return f"It sees nothing and does not attack the ground in this player turn. {guns}"


# -- attacks on the ground ----------------------------------------------------------------------


def _flying(card: Card, books: Books) -> str | None:
    return next((a.id for a in books.air.here if a.support == "sighted"), None)


def distance_of_attack(kind: str, run: str, number: int) -> int:
    """How many hexes before its target an aircraft is at the attack of a number, counted from 0."""
    row = table("run-path").look(kind=kind, run=run)
    return row.number_in("first") - (0 if run == "strafe" else number)


def _attack(case: Case) -> None:
    plane = plane_of(case, "aircraft")
    _may_support(case, plane)
    if plane.support != "sighted":
        case.refuse(f"{plane.id} has not sighted a target in this player turn.", "E7.3")
    weapon = case.word("weapon")
    if weapon in ("end", "dummies"):
        again = weapon == "dummies"
        if again and plane.attacks:
            case.refuse("A sighting of Dummies only is told before the first attack.", "E7.25")
        set_plane(case, plane.id, support="" if again else "done")
        case.say(
            f"{plane.id} has seen Dummies only and may try another sighting." if again else
            f"{plane.id} ends its attacks of this player turn.", "E7.25" if again else "E7.4", weapon,
            units=(plane.id,))
        return
    for id in ("hex", "run", "original"):
        if not case.is_given(id):
            case.refuse(f"For an attack write {id}= too.", "E7.4")
    run = case.word("run")
    row = case.look("run-path", kind=plane.kind, run=run)
    if plane.run and plane.run != run and (plane.attacks > 1 or plane.kind == STUKA):
        case.refuse(f"{plane.id} flies a {plane.run} run and keeps to it.", "E7.4")
    if weapon == "bomb":
        _bombs_fall(case, plane, run)
    stop = _stop(case, plane, run, row[1].number_in("attacks"))
    _on_its_row(case, plane, run, stop)
    if weapon == "mg":
        _machine_guns(case, plane, run, stop)
    else:
        _bomb(case, plane, run, stop)


def _stop(case: Case, plane: Aircraft, run: str, most: int) -> int:
    """The stop of its run from which an aircraft attacks, counted from 1."""
    bomb = case.word("weapon") == "bomb"
    if case.is_given("stop"):
        stop = case.number("stop")
    elif bomb:
        stop = most if plane.kind == STUKA else max(plane.attacks, 1)
    else:
        stop = plane.attacks + 1
    if stop > most:
        case.refuse(f"A {run} run has {most} stops with attacks.", "E7.41" if run == "strafe"
                    else row_rule(plane.kind))
    if stop < plane.attacks or (stop == plane.attacks and not bomb):
        case.refuse(f"{plane.id} has attacked from stop {plane.attacks} and does so once at each; only its "
                    "bombs may still follow there.", "E7.401")
    if plane.shaken_stop and stop != plane.shaken_stop:
        case.refuse(f"{plane.id} is damaged or breaks off and makes no more attacks.", "E7.511")
    return stop


def _on_its_row(case: Case, plane: Aircraft, run: str, stop: int) -> None:
    """Refuse a hex that does not lie as far from the target sighted as the stop wants."""
    if not plane.target:
        return
    away = distance(case.card.layout.place(plane.target), case.place("hex"))
    wanted = stop - 1 if run == "strafe" else 0
    if away != wanted:
        from_there = f"{count(wanted, 'hex')} from " if wanted else ""
        where = f"{from_there}{plane.target}"
        case.refuse(f"From stop {stop} it attacks the hex of its row that is {where}; {case.word('hex')} is "
                    f"{away} away.", "E7.401" if run == "strafe" else row_rule(plane.kind))


def row_rule(kind: str) -> str:
    """The rule of a point attack of an aircraft."""
    return "E7.403" if kind == STUKA else "E7.402"


def _shaken(plane: Aircraft) -> str:
    return f" Add {SHAKEN} for its damage or for breaking off (E7.511)." if plane.shaken else ""


def _machine_guns(case: Case, plane: Aircraft, run: str, stop: int) -> None:
    if plane.mg_out:
        case.refuse(f"The machine guns of {plane.id} do not work.", "E7.41")
    row = case.look("aircraft-data", kind=plane.kind, year=case.card.date.year)
    fails = case.number("original") == MG_OUT
    away = distance_of_attack(plane.kind, run, stop - 1)
    set_plane(case, plane.id, run=run, attacks=stop, mg_out=fails,
              shaken_stop=stop if plane.shaken else 0)
    pinned = (" All unbroken infantry attacked there is pinned (E7.403)."
              if plane.kind == STUKA and run == "point" and stop == 1 else "")
    broken = f" Its machine guns fail for good (E7.41), original {MG_OUT}." if fails else ""
    case.say(
        f"{plane.id} attacks {case.word('hex')} with its machine guns from {_away(away)}: "
        f"{row[1].word_in('fp')} firepower, column {row[1].word_in('kill')} against armour.{_shaken(plane)}"
        f"{pinned}{broken}", "E7.41", "mg-out" if fails else "attacked", row=row,
        hexes=(case.word("hex"),), units=(plane.id,))


def _away(hexes: int) -> str:
    words = "above it" if hexes == 0 else f"{count(hexes, 'hex')} away"
    return f"{words}, aerial range {AERIAL * hexes}"


def _bombs_fall(case: Case, plane: Aircraft, run: str) -> None:
    """Refuse bombs of an aircraft that has none or drops none in its run."""
    if not plane.bombs:
        case.refuse(f"{plane.id} has no bombs.", "E7.42")
    if table("run-path").look(kind=plane.kind, run=run).word_in("bomb") != plane.kind:
        case.refuse("A Stuka drops no bombs while it strafes.", "E7.403")


def _bomb(case: Case, plane: Aircraft, run: str, stop: int) -> None:
    away = distance_of_attack(plane.kind, run, stop - 1)
    if plane.kind == STUKA and away:
        case.refuse("A Stuka drops its bombs above the target, after its first attack from next to it.",
                    "E7.403")
    target = case.word("against")
    original, final = case.number("original"), case.number("final") if case.is_given("final") else None
    final = original if final is None else final
    basic = _basic(case, target, AERIAL * away)
    if final > basic:
        result, said = "miss", "They miss and harm nothing."
    elif target == "area":
        result, said = "area", ("They hit the area: half firepower against all ground units in sight in the "
                                "hex, one roll (E7.422).")
    elif target == "infantry":
        result, said = "hit", "They hit all unarmoured targets for which the roll is low enough (E7.42)."
    elif 2 * final <= basic:
        result, said = "direct-hit", ("A direct hit: the whole kill number against the armour on top "
                                      "(E7.421).")
    else:
        result, said = "near-miss", ("A near miss: half the kill number against the armour on top, and half "
                                     "firepower against those exposed (E7.421).")
    set_plane(case, plane.id, run=run, attacks=stop, bombs=False, support="done")
    case.say(f"{plane.id} drops its bombs on {case.word('hex')} from {_away(away)}: {final} against {basic}. "
             f"{said}{_shaken(plane)} Its run of attacks ends (E7.42).", "E7.42", result, final=final,
             hexes=(case.word("hex"),), units=(plane.id,))


def _basic(case: Case, target: str, range: int) -> int:
    """The basic number to hit: given, or that of the table."""
    if case.is_given("basic"):
        return case.number("basic")
    try:
        return case.look("bomb-to-hit", target=target, range=range)[1].number_in("basic")
    except ValueError:
        case.refuse(f"The basic number to hit of {'an area' if target == 'area' else target} at the aerial "
                    f"range {range} is asked; write basic=. Ask: both, from the table of hits; C3.", "E7.42")


def _path(case: Case) -> None:
    kind, run = case.word("aircraft"), case.word("run")
    plane = case.books.air.get(kind)
    kind = plane.kind if plane is not None else kind
    if kind not in (FIGHTER_BOMBER, STUKA):
        case.refuse(f"{kind} is no aircraft in play, and neither fb nor stuka.", "E7.401")
    row = case.look("run-path", kind=kind, run=run)
    target, heading = case.place("target"), int(case.word("heading"))
    first, attacks = row[1].number_in("first"), row[1].number_in("attacks")
    stops: list[Hex] = []
    lines = []
    fire_first = row[1].word_in("fire").startswith("before")
    for number, away in enumerate(range(first, -row[1].number_in("beyond") - 1, -1)):
        stop = (moved(target, turned(heading, 3), away) if away >= 0 else moved(target, heading, -away))
        stops.append(stop)
        aim = moved(stop, heading, first) if run == "strafe" else target
        does = f"attack {place_words(case, aim)}" if number < attacks else ""
        light = "light guns fire at it"
        parts = [p for p in ((light, does) if fire_first else (does, light)) if p]
        lines.append(f"{place_words(case, stop)} ({_away(away) if away >= 0 else 'beyond it'}): "
                     f"{', then '.join(parts)}")
    rule = "E7.401" if run == "strafe" else row_rule(kind)
    case.say("The aircraft flies " + "; ".join(lines) + ".", rule, run, row=row,
             hexes=tuple(place_words(case, s) for s in stops))


# -- observation planes -------------------------------------------------------------------------


def _spotter(case: Case) -> None:
    side = case.word("side")
    spotter = next((s for s in case.books.air.spotters if s.side == side), None)
    if spotter is None or spotter.gone or spotter.leaves:
        case.refuse(f"{capital(side_words(side))} has no observation plane in play.", "E7.6")
    modifiers = _sighting_modifiers(case, side)
    pair = case.pair("sighting by the observation plane")
    final = total(pair.total, modifiers)
    passed = final <= SIGHTING_MORALE
    said = "It sees nothing; no battery access may be asked for." if not passed else (
        f"It sees the target in {case.word('target')}: battery access may be asked for"
        f"{', with one more black chit drawn' if case.flag('concealed') else ''}. How long that holds for "
        "this target stands in a passage that the desk does not have: decide it together.")
    if final >= MISTAKEN_FINAL:
        said += (" What a mistaken sighting of an observation plane does stands in a passage that the desk "
                 "does not have (E7.62): decide it together.")
    result = "sighted" if passed else "failed"
    if pair.total == RECALL_ORIGINAL:
        _set_spotter(case, side, leaves=True)
        said += " It goes home at the end of this phase (E7.31)."
        result += "-recall"
    if passed:
        _set_spotter(case, side, sighted=case.word("target"))
    words = modifiers_words(modifiers)
    case.say(f"Sighting by the observation plane of {side_words(side)}: {pair.total} ({pair})"
             f"{f', {words}' if words else ''} is {final}. {said}", "E7.61", result, modifiers=modifiers,
             final=final, hexes=(case.word("target"),))


def _set_spotter(case: Case, side: str, **to: Any) -> None:
    air = case.books.air
    case.books = replace(case.books, air=replace(air, spotters=tuple(
        replace(s, **to) if s.side == side else s for s in air.spotters)))


def spotter_hit(case: Case, side: str, result: str) -> str:
    """Write into the books what heavy guns did to the observation plane of a side, and say it."""
    if result == "shot-down":
        _set_spotter(case, side, gone="shot-down", leaves=False)
        _points_for(case, SPOTTER, side)
        return "The observation plane is shot down"
    if result == "damaged":
        _set_spotter(case, side, leaves=True)
        return "The observation plane is damaged and goes home at the end of this phase (E7.226)"
    return "Nothing happens to the observation plane"


def _only_spotter(card: Card, books: Books) -> str | None:
    return next((s.side for s in books.air.spotters if not s.gone), None)


# -- the list -----------------------------------------------------------------------------------


def plane_input(
    id: str, title: str, usual: str | Callable[[Card, Books], str | None] | None = None, help: str = ""
) -> Input:
    """An input that names an aircraft."""
    return Input(id, title, "word", help, usual=usual)


_SIGHTING_TABLES = ("sighting-terrain", "sighting-modifiers", "sighting-doctrine")
_KIND_ASKED = "the table of air support; H1.531"
PROCEDURES: Sequence[Procedure] = (
    Procedure(
        "air-arrive", "Arrival of air support", ("E7.2", "E7.21", "E3.55", "E3.313"), "full", _arrive,
        phases=("rally", "movement"), automatic="start", is_on=has_air, is_due=_arrive_due, section=SECTION,
        steps=(
            "In each own Rally Phase roll a die until the roll is below the number of the turn; the aircraft "
            "then enter in the next own Movement Phase [E7.2].",
            "There are no aircraft by night [E7.2], under an overcast sky [E3.55] and against levels in fog "
            "[E3.313].")),
    Procedure(
        "air-enter", "Entry of aircraft", ("E7.21",), "given", _enter, (
            Input("group", "Air support", usual=_coming),
            Input("exponent", "Exponent", "number",
                  "The exponent of the air support number.", least=0, most=9, usual=_usual_exponent,
                  asked=_KIND_ASKED),
            Input("aircraft", "Aircraft", "word", "Fighter-bombers or Stukas.", (FIGHTER_BOMBER, STUKA),
                  usual=_usual_kind, asked=_KIND_ASKED)),
        phases=("movement",), is_on=has_air, is_due=lambda card, books: False, section=SECTION,
        tables=("air-bombs",), steps=(
            "Roll a die and halve it, fractions up: so many aircraft come [E7.21].",
            "Roll a die for all of them: they carry bombs if it is not above the exponent of their air "
            "support number [E7.21].")),
    Procedure(
        "air-data", "Guns of an aircraft", ("E7.41", "E7.403"), "full", _data, (
            Input("aircraft", "Aircraft", "word", "", (FIGHTER_BOMBER, STUKA), usual=FIGHTER_BOMBER),),
        is_on=has_air, section=SECTION, tables=("aircraft-data",), steps=(
            "Look up the firepower of the year; a run of attacks has at most four hexes, and an original 12 "
            "silences the guns for good [E7.41].",)),
    Procedure(
        "air-leave", "Leaving of aircraft, dropping of bombs", ("E7.21", "E7.225"), "full", _leave, (
            plane_input("aircraft", "Aircraft"),
            Input("does", "Does", "word", "Leave the boards, or drop its bombs without a target.",
                  ("leave", "jettison"))),
        phases=("movement",), is_on=has_air, is_due=lambda card, books: bool(books.air.here),
        section=SECTION, steps=(
            "In a Movement Phase of the enemy aircraft may leave for good, but not from a melee [E7.21].",
            "In an own Movement Phase they may drop their bombs without a target [E7.225].")),
    Procedure(
        "air-recall", "Aircraft go home", ("E7.24", "E7.226"), "full", _recall, phases=tuple(PHASES),
        automatic="end", is_on=_has_aircraft, is_due=_recall_due, section=SECTION, steps=(
            "At the end of the phase remove aircraft that go home; they are no casualties [E7.24].",)),
    Procedure(
        "sighting", "Sighting", ("E7.3", "E7.31", "E7.32", "E7.43", "A25.212"), "given", _sighting, (
            plane_input("aircraft", "Aircraft", _ready), *_SIGHTING_INPUTS),
        phases=("movement", "defensive-fire"), is_on=has_air, is_due=lambda card, books: _ready(
            card, books) is not None, section=SECTION, tables=_SIGHTING_TABLES,
        steps=(
            "Roll two dice against the target of the first hex that is easiest to see: 8 or less with the "
            "modifiers sees it; else the aircraft attacks nothing on the ground in this player turn [E7.3].",
            "An original 12 sends it home at the end of the phase, after its attacks if it has any [E7.31].",
            "With a final 12 or more the enemy lets it attack the nearest unit of its own side [E7.32].",
            "One aircraft tries before each movement point, and ends its attacks before anything else moves "
            "[E7.43].")),
    Procedure(
        "air-attack", "Attack on the ground", ("E7.4", "E7.41", "E7.42", "E7.421", "E7.422", "E7.25"),
        "result", _attack, (
            plane_input("aircraft", "Aircraft", _flying),
            Input("weapon", "Weapon", "word", "end: no further attack; dummies: the sighting showed Dummies "
                  "only.", ("mg", "bomb", "end", "dummies")),
            Input("hex", "Hex", "hex", "The hex attacked.", usual=""),
            Input("run", "Run", "word", "Strafing or point attack.", ("strafe", "point"), usual="",
                  asked="the side of the aircraft; E7.4"),
            Input("stop", "Stop", "number", "From which stop of the run it attacks; left out: the next one, "
                  "for bombs that of the last attack.", least=1, most=4, usual=""),
            Input("original", "Original roll", "number",
                  "Two dice as rolled on the table of fire or of hits.", least=2, most=12, usual="",
                  asked="both, from the roll; E7.41"),
            Input("against", "Against", "word", "Whom bombs are to hit.", ("infantry", "vehicle", "area"),
                  usual="infantry"),
            Input("final", "Final roll", "number", "The roll to hit of bombs with its modifiers.", least=-10,
                  most=30, usual="", asked="both, from the table of hits; C6"),
            Input("basic", "Basic number to hit", "number", "Where the desk does not know it.", least=0,
                  most=20, usual="", asked="both, from the table of hits; C3")),
        phases=("movement", "defensive-fire"), is_on=has_air, is_due=lambda card, books: _flying(
            card, books) is not None, section=SECTION, tables=("aircraft-data", "bomb-to-hit"), steps=(
            "Attack with machine guns, with bombs or with both; say bombs before the guns fire. Bombs are "
            "used once and end the run [E7.42].",
            "Against armour a final roll of at most half the basic number is a direct hit, another hit a "
            "near miss with half the kill number [E7.421].",
            "Bombs against the area have half firepower against all in sight there [E7.422].",
            "An original 12 silences the machine guns for good [E7.41].",
            "Walls, hedges and roadblocks do not protect [E7.4].")),
    Procedure(
        "run-path", "Way of an attack", ("E7.401", "E7.402", "E7.403"), "full", _path, (
            plane_input("aircraft", "Aircraft", FIGHTER_BOMBER, "An aircraft in play, or fb or stuka."),
            Input("run", "Run", "word", "Strafing or point attack.", ("strafe", "point"), usual="strafe"),
            Input("target", "Target", "hex", "The first hex attacked."),
            Input("heading", "Heading", "direction", "Where the aircraft flies to.")),
        phases=(), is_on=has_air, section=SECTION, tables=("run-path",), steps=(
            "Strafe from 4 hexes before the first target along the row: light guns fire, attack 4 hexes "
            "ahead, move one hex, and again, to above the first target [E7.401].",
            "A fighter-bomber attacks one point from 4 hexes and from 3 hexes, then flies on over it "
            "[E7.402].",
            "A Stuka attacks one point from next to it and from above it, before light guns fire, and flies "
            "3 hexes beyond [E7.403].")),
    Procedure(
        "spotter-plane", "Sighting by an observation plane", ("E7.6", "E7.61"), "given", _spotter, (
            Input("side", "Side", "side", usual=_only_spotter), *_SIGHTING_INPUTS),
        is_on=_has_spotter, section=SECTION, tables=_SIGHTING_TABLES, steps=(
            "Before it asks for battery access, the plane sights a known enemy unit in the seven hexes to be "
            "fired at; at a concealed or hidden one, one more black chit is drawn [E7.61].",
            "It looks from any edge hex of its side; only heavy guns and aircraft attack it [E7.6].")),
)
REMINDERS: Sequence[Reminder] = (
    Reminder("air-sight", ("E7.25", "E.5", "E.6"), (
        "Each hex to something in the air counts two. Aircraft see all that is not hidden and not enclosed "
        "by "
        "higher obstacles; only one hex behind an obstacle is blind to them."), ("movement",), has_air,
        SECTION),
    Reminder("air-concealment", ("E7.25",), (
        "An attack from the air takes concealment away only with at least a pin check, and in sight of a "
        "unit "
        "in good order of the aircraft's side."), ("movement",), has_air, SECTION),
    Reminder("air-movers", ("E7.43",), (
        "A unit that was sighted while it moved spends nothing more until the attacks are made."),
        ("movement",), has_air, SECTION),
)
