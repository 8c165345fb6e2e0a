"""Parachutists: drop points, drift, fire at them in the air, landing, weapons containers (E9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...hexgrid import Hex
from ...model.wording import count
from ..boards import Layout
from ..books.books import Books
from ..books.drops import Chute, Wing, stick_id
from ..books.sky import Sky
from ..card import Card
from ..ground import Ground
from ..hexes import DIRECTION_WORDS, DIRECTIONS, distance, moved, turned
from ..kinds import kind_words
from ..names import HexName, column_index, column_letters
from ..special_rules import SpecialRules
from ..tables import Row, Table, table
from .gliders import refuse_bad_weather, wind_now
from .off_board import land_off_board, place_words
from .procedure import Case, Input, Modifier, Procedure, Reminder, modifiers_words, total

SECTION = "Parachutes"
MORALE = 7
"""The morale of all parachutists in the air and in landing (E9.33, E9.42)."""
APART = 5
"""How many hexes drop points are apart at least (E9.12)."""
DRIFT_START = 5
"""The number of the hex from which a random drop point is reckoned (E3.75)."""
UNSEEN = 6
"""The hindrance from which nobody sees a parachute (E9.31)."""
NOT_UNDER_EQUIPPED = 1942
"""The first year in which German parachutists land with their weapons (E9.7)."""
BRIDGE_UNBROKEN = -1
"""What an unbroken parachutist adds to the roll over a bridge (E9.4)."""


def has_drops(rules: SpecialRules, card: Card) -> bool:
    """Whether a card has parachutists."""
    return any(g.drop is not None for g in card.groups)


def _has_containers(rules: SpecialRules, card: Card) -> bool:
    return has_drops(rules, card) and card.date.year < NOT_UNDER_EQUIPPED and any(
        f.under_equipped for g in card.groups for f in g.forces)


def wind_row(sky: Sky) -> str:
    """The row of the wind in the tables: none, mild, gust, heavy."""
    if sky.gust and sky.wind != "heavy":
        return "gust"
    return sky.wind


def _set(case: Case, id: str, **to: object) -> None:
    case.books = replace(case.books, drops=case.books.drops.changed(id, **to))


def _chute(case: Case, id: str, *states: str) -> Chute:
    """The chute with an id, in one of these states; refuses others."""
    chute = case.books.drops.chute(id)
    if chute is None:
        known = ", ".join(c.id for c in case.books.drops.in_state(*states)) or "none"
        case.refuse(f"There is no parachute {id}; in the air: {known}.", "E9.2")
    if chute.state not in states:
        what = {"placed": "has not drifted yet", "drifted": "has drifted", "landed": "has landed",
                "off": "has landed", "lost": "is lost"}[chute.state]
        case.refuse(f"The parachute {chute.id} {what}.", "E9.2")
    return chute


# -- drop points --------------------------------------------------------------------------------


def _arrive(case: Case) -> None:
    """Ask for the drop points of wings, ask for the drift, and take the chutes off in the advance phase."""
    books = case.books
    if books.phase == "rally":
        for wing in books.drops.arriving(books.turn, books.half):
            case.follow("drop-point", f"where the wing {wing.id} drops", "E9.12", must=True, wing=wing.id)
    elif books.phase == "movement":
        ids = [c.id for c in books.drops.in_state("placed")]
        case.follow("drop-drift", f"after all units on the ground have moved, {count(len(ids), 'parachute')} "
                    f"{'drifts' if len(ids) == 1 else 'drift'}",
                    "E9.2", must=True)
    else:
        for chute in books.drops.in_state("landed"):
            _take_off(case, chute)


def _arrive_due(card: Card, books: Books) -> bool:
    if books.phase == "rally":
        return any(w.point is None for w in books.drops.arriving(books.turn, books.half))
    return any(c.side == books.mover for c in books.drops.in_state(
        "placed" if books.phase == "movement" else "landed"))


def _take_off(case: Case, chute: Chute) -> None:
    wing = case.books.drops.wing(chute.wing)
    _set(case, chute.id, state="off")
    where = place_words(case, chute.place)
    if chute.weapon:
        case.say(f"The weapon under {chute.id} lies in {where} until somebody recovers it; nobody looks at "
                 "it before.", "E9.4", "lies", hexes=[where], units=(chute.id,))
        return
    load = ""
    if wing is not None and wing.contents:
        number = [stick_id(wing.id, n) for n in range(wing.sticks)].index(chute.id)
        load = f" ({', '.join(map(kind_words, wing.contents[number]))})"
    state = ", broken," if chute.broken else ""
    case.say(f"Take the parachute {chute.id} off: its units{load} stand{state} in {where} with all their "
             "abilities. They do not advance in this phase.", "E9.6", "off", hexes=[where], units=(chute.id,))


def _wing(case: Case) -> Wing:
    wing = case.books.drops.wing(case.word("wing"))
    if wing is None:
        known = ", ".join(w.id for w in case.books.drops.wings)
        case.refuse(f"There is no wing {case.word('wing')}; there are {known}.", "E9.11")
    if (wing.turn, wing.half) != (case.books.turn, case.books.half):
        case.refuse(f"The wing {wing.id} drops on turn {wing.turn}, in its {wing.half} half.", "E9.12")
    return wing


def _point(case: Case) -> None:
    wing = _wing(case)
    refuse_bad_weather(case, "E9.1")
    if wing.point is not None or wing.planned is not None:
        case.refuse(f"The drop point of {wing.id} is fixed.", "E9.12")
    planned, row = case.place("hex"), int(case.word("row"))
    _check_point(case, wing, planned, row)
    die = case.die(f"the drop point of {wing.id}")
    found = case.look("drop-point", die=die)
    case.books = replace(case.books, drops=case.books.drops.with_wing(wing.id, planned=planned, row=row))
    if found[1].word_in("point") == "planned":
        _place_sticks(case, planned, f"The wing {wing.id} drops as planned ({die})", "planned", found)
        return
    boards = list(case.card.layout.boards)
    board, text = boards[0].id, ""
    while len(boards) > 1:
        rolls = [case.die(f"board {b.id}") for b in boards]
        top = [b for b, roll in zip(boards, rolls, strict=True) if roll == max(rolls)]
        text += (" The boards roll " + ", ".join(
            f"{b.id}: {roll}" for b, roll in zip(boards, rolls, strict=True)) + ".")
        board, boards = top[0].id, boards if len(top) > 1 else top
    case.say(f"The wing {wing.id} misses its planned point ({die}) and drops around a random one on board "
             f"{board}.{text} Draw the letter of a column next: `drop-random`.", "E9.12", "random", row=found,
             units=(wing.id,))
    case.follow("drop-random", f"the random point of {wing.id} on board {board}: draw a column", "E3.75",
                must=True, first=True, wing=wing.id, board=board)


def _check_point(case: Case, wing: Wing, planned: Hex, row: int) -> None:
    layout: Layout = case.card.layout
    if planned not in layout or layout.is_half(planned):
        case.refuse(f"{case.word('hex')} is no whole hex of the boards in play.", "E9.12")
    for other in case.books.drops.wings:
        if other.side != wing.side or other.planned is None:
            continue
        apart = distance(planned, other.planned)
        if apart < APART:
            case.refuse(f"{case.word('hex')} is {count(apart, 'hex')} from the point of {other.id}, "
                        f"{place_words(case, other.planned)}; at least {APART} are needed.", "E9.12")
        if row not in (other.row, turned(other.row, 3)):
            case.refuse(f"The line of {other.id} runs to the {DIRECTION_WORDS[other.row]}; all wings have "
                        "the "
                        "same.", "E9.12")


def _random(case: Case) -> None:
    wing = _wing(case)
    if wing.planned is None or any(c.state != "placed" for c in case.books.drops.chutes
                                   if c.wing == wing.id):
        case.refuse(f"No random point is wanted for {wing.id}; `drop-point` says whether one is.", "E9.12")
    if wing.point is not None and not case.flag("again"):
        case.refuse(f"{wing.id} has its point; write again=yes if that is a full building hex.", "E3.75")
    try:
        board = case.card.layout.board(case.word("board"))
        start = case.card.layout.place(HexName(column_index(case.word("column")), DRIFT_START, board.id))
    except ValueError as error:
        case.refuse(str(error), "E3.75")
    while True:
        pair = case.pair(f"the random point of {wing.id}")
        point = moved(start, pair.coloured, pair.white)
        if case.ground is not None and case.ground.is_full(point):
            case.say(f"{pair} from {place_words(case, start)} is {place_words(case, point)}, a full building "
                     "hex: roll again.", "E3.75", "again", hexes=[start])
            continue
        if point in case.card.layout:
            break
        case.say(f"{pair} from {place_words(case, start)} leads off the boards: roll again, because a drop "
                 "point lies on them.", "E9.12", "again", hexes=[start])
    case.books = replace(case.books, drops=replace(case.books.drops, chutes=tuple(
        c for c in case.books.drops.chutes if c.wing != wing.id)))
    unknown = "" if case.ground is not None and case.ground.is_drawn(point) else (
        f" If that is a full building hex, carry `drop-random wing={wing.id} again=yes` out, with a new "
        "column.")
    _place_sticks(case, point, f"The wing {wing.id} drops at random: {pair} from "
                  f"{place_words(case, start)} is {place_words(case, point)}.{unknown} It drops", "random")


def _place_sticks(
    case: Case, point: Hex, head: str, result: str, row: tuple[Table, Row] | None = None
) -> None:
    wing = _wing(case)
    places = [point]
    for steps in (1, 2):
        for way in (wing.row, turned(wing.row, 3)):
            places.append(moved(point, way, steps))
    chutes = [Chute(stick_id(wing.id, n), wing.id, wing.side, wing.nation, places[n % len(places)])
              for n in range(wing.sticks)]
    case.books = replace(case.books, drops=case.books.drops.with_wing(wing.id, point=point).having(*chutes))
    where = "; ".join(f"{c.id} in {place_words(case, c.place)}" for c in chutes)
    case.say(f"{head} around {place_words(case, point)}: {where}. A weapon of its own lies on its stick's "
             "parachute until they drift.", "E9.12", result, row=row,
             hexes=[place_words(case, c.place) for c in chutes], units=tuple(c.id for c in chutes))


# -- drift --------------------------------------------------------------------------------------


def _usual_chutes(card: Card, books: Books) -> str | None:
    return ",".join(c.id for c in books.drops.in_state("placed") if c.side == books.mover) or None


def drift_hexes(nation: str, white: int) -> int:
    """How many hexes a parachute drifts with a white die, before the wind (E9.2)."""
    row = table("drop-nation").look(nation=nation)
    halves = white * row.number_in("times")
    return -(-halves // 2) if row.word_in("round") == "up" else halves // 2


def _drift(case: Case) -> None:
    chutes = [_chute(case, id, "placed") for id in case.words("chutes")]
    weapons = case.words("weapons")
    for id in weapons:
        if id not in [c.id for c in chutes]:
            case.refuse(f"{id} is not among the sticks that drift now.", "E9.2")
    row = case.look("drop-wind", wind=wind_row(case.books.sky))
    downwind = row[1].number_in("hexes")
    if downwind and not case.is_given("wind"):
        case.refuse("Where does the wind blow to? Write wind=, a direction from 1 to 6.", "E9.2")
    for chute in chutes:
        if not (case.is_given("nation") or chute.nation):
            case.refuse(f"Whose parachutists are {chute.id}? Write nation=.", "E9.2")
        if case.is_given("nation"):
            _set(case, chute.id, nation=case.word("nation"))
            chute = replace(chute, nation=case.word("nation"))
        _drift_one(case, chute, downwind)
        if chute.id in weapons:
            own = replace(chute, id=f"{chute.id}-w", weapon=True)
            case.books = replace(case.books, drops=case.books.drops.having(own))
            _drift_one(case, own, downwind)
    left = [c for c in case.books.drops.in_state("placed") if c.side == case.books.mover]
    if left:
        still = f"{count(len(left), 'parachute')} {'is' if len(left) == 1 else 'are'} still to drift"
        case.follow("drop-drift", still, "E9.2", must=True, first=True)


def _drift_one(case: Case, chute: Chute, downwind: int) -> None:
    pair = case.pair(f"drift of {chute.id}")
    hexes = drift_hexes(chute.nation, pair.white)
    place = moved(chute.place, pair.coloured, hexes)
    text = (f"The {'weapon' if chute.weapon else 'parachute'} {chute.id} drifts {hexes} to the "
            f"{DIRECTION_WORDS[pair.coloured]} ({pair}) from {place_words(case, chute.place)} to "
            f"{place_words(case, place)}")
    if downwind:
        wind = int(case.word("wind"))
        place = moved(place, wind, downwind)
        text += (f", and the wind carries it {downwind} to the {DIRECTION_WORDS[wind]}, to "
                 f"{place_words(case, place)}")
    _set(case, chute.id, place=place, state="drifted")
    case.say(f"{text}.", "E9.2", "drifts", final=hexes, hexes=[place_words(case, place)], units=(chute.id,))
    case.follow("drop-land", f"{chute.id} lands in {place_words(case, place)}, after all fire at parachutes",
                "E9.4", must=True, chute=chute.id)


# -- fire in the air ----------------------------------------------------------------------------


def _drifted(card: Card, books: Books) -> str | None:
    return next((c.id for c in books.drops.in_state("drifted")), None)


def _fire(case: Case) -> None:
    chute = _chute(case, case.word("chute"), "drifted")
    if case.books.drops.in_state("placed"):
        case.refuse("First all parachutes drift, then they may be fired at.", "E9.3")
    for id, why in (("blind", "the firer is in the blind hex of a full obstacle between"),
                    ("pillbox", "the firer is in a pillbox"),
                    ("dark", "it is beyond the night vision range")):
        if case.flag(id):
            case.refuse(f"{chute.id} is not seen: {why}.", "E9.31")
    if case.number("hindrance") >= UNSEEN:
        case.refuse(f"{chute.id} is not seen: smoke, mist and hindrances add up to {UNSEEN} or more.",
                    "E9.31")
    result, where = case.word("result"), place_words(case, chute.place)
    if result == "eliminated":
        _lose(case, chute)
        case.say(f"All under the parachute {chute.id} is eliminated.", "E9.33", "eliminated", hexes=[where],
                 units=(chute.id,))
        return
    if result == "none" or chute.weapon:
        case.say(f"The fire at {chute.id} has no effect; pins and pin checks are ignored.", "E9.3", "none",
                 hexes=[where], units=(chute.id,))
        return
    lost = ("Choose by random selection who of it suffers casualty reduction; the rest checks morale. "
            if result == "reduced" else "")
    passed, said = _morale(case, chute, case.number("level"), "fire at it", "E9.33")
    case.say(f"Fire at the parachute {chute.id}. {lost}{said}", "E9.33", "holds" if passed else "broken",
             hexes=[where], units=(chute.id,))


def _morale(case: Case, chute: Chute, drm: int, why: str, rule: str) -> tuple[bool, str]:
    """One morale check for all under a chute; whether it is passed, and a sentence."""
    pair = case.pair(f"morale of {chute.id}")
    modifiers = [Modifier(drm, why, rule)] if drm else []
    final = total(pair.total, modifiers)
    passed = final <= MORALE
    words = modifiers_words(modifiers)
    roll = f"{pair.total} ({pair}){f', {words},' if words else ''} is {final} against {MORALE}"
    if passed:
        return True, f"The check is passed: {roll}."
    if chute.broken:
        return False, (f"The check fails: {roll}. Its men are broken already: treat them as broken units "
                       "that fail a check.")
    _set(case, chute.id, broken=True)
    return False, (f"The check fails: {roll}. Turn its men to their broken side and put a DM counter in its "
                   "box.")


def _lose(case: Case, chute: Chute) -> None:
    _set(case, chute.id, state="lost")
    case.books = replace(case.books, due=tuple(
        d for d in case.books.due if not (
            d.procedure == "drop-land" and dict(d.inputs).get("chute") == chute.id)))


# -- landing ------------------------------------------------------------------------------------


_LANDING_TERRAIN = tuple(str(row[0]) for row in table("drop-landing").rows)


def _landing_on_map(card: Card, books: Books, ground: Ground, inputs: Mapping[str, str]) -> str | None:
    """The terrain of the hex of landing as the map of its board has it; None where it has none, where there
    is water, since frost and depth matter, and where a kind that changes the check is not in the table."""
    chute, shift = books.drops.chute(inputs.get("chute", "")), inputs.get("shift", "")
    if chute is None or chute.place is None:
        return None
    place = moved(chute.place, int(shift), 1) if shift in map(str, DIRECTIONS) else chute.place
    if not ground.is_drawn(place) or ground.waters(place) is not None:
        return None
    building, terrain = ground.building_of(place), ground.terrain(place)
    if building is not None:
        return "full-building" if place in building.full else "building"
    if terrain in _LANDING_TERRAIN:
        return terrain
    known = ground.kind(place) is not None and ground.property(place, "drop") is None
    return "other" if known else None


def _land(case: Case) -> None:
    chute = _chute(case, case.word("chute"), "drifted")
    if case.books.drops.in_state("placed"):
        case.refuse("First all parachutes drift, then they land.", "E9.4")
    if case.is_given("shift"):
        chute = _shifted(case, chute)
    bottom = case.word("bridge") == "none" or _under_bridge(case, chute)
    row = case.look("drop-landing", terrain=case.word("terrain") if bottom else "other")
    check = row[1].word_in("weapon" if chute.weapon else "check")
    where = place_words(case, chute.place)
    if check == "lost":
        _lose(case, chute)
        case.say(f"The parachute {chute.id} comes down in {where} and is lost: "
                 f"{case.word('terrain').replace('-', ' ')}. What was under it counts as eliminated.", "E9.4",
                 "lost", row=row, hexes=[where], units=(chute.id,))
        return
    drm = case.look("drop-wind", wind=wind_row(case.books.sky))[1].number_in("drm")
    if check == "slide":
        _slide(case, chute, drm, row)
        return
    _set(case, chute.id, state="landed")
    off = land_off_board(case, chute.id, chute.side, chute.place, chute.broken)
    head = f"The {'weapon' if chute.weapon else 'parachute'} {chute.id} lands in {where}"
    known = "" if chute.weapon else " It is a known enemy unit from now on (E9.4)."
    if chute.slid or check == "none":
        case.say(f"{head}, without a check.{known}{off}", "E9.42", "landed", row=row, hexes=[where],
                 units=(chute.id,))
        return
    if check == "morale":
        passed, said = _morale(case, chute, drm, "wind", "E9.42")
        if chute.weapon and not passed:
            _set(case, chute.id, broken=False)
            said = ("The check fails. What that does to a weapon alone the rule does not say: decide it "
                    "together.")
        _now_broken(case, chute.id)
        case.say(f"{head}: a morale check. {said}{known}{off}", "E9.42", "holds" if passed else "broken",
                 row=row, hexes=[where], units=(chute.id,))
        return
    _task(case, chute, drm, row, head, f"{known}{off}")


def _now_broken(case: Case, id: str) -> None:
    """Carry a broken state over to what is off the boards."""
    chute = case.books.drops.chute(id)
    if chute is not None and case.books.off_board.get(id) is not None:
        case.books = replace(case.books, off_board=case.books.off_board.changed(id, broken=chute.broken))


def _shifted(case: Case, chute: Chute) -> Chute:
    no = ("a weapon of its own" if chute.weapon else "broken" if chute.broken else
          "German" if chute.nation == "german" else "on its way off a full building" if chute.slid else "")
    if no:
        case.refuse(f"{chute.id} does not move a hex before it lands: it is {no}.",
                    "E9.42" if chute.slid else "E9.4")
    place = moved(chute.place, int(case.word("shift")), 1)
    _set(case, chute.id, place=place)
    return replace(chute, place=place)


def _under_bridge(case: Case, chute: Chute) -> bool:
    """Whether a chute over a bridge lands on the bottom of the hex."""
    die = case.die(f"{chute.id} over the bridge")
    alone = chute.broken or chute.weapon or case.reading("R14") == "before"
    modifiers = [] if alone else [Modifier(BRIDGE_UNBROKEN, "unbroken", "E9.4")]
    final = total(die, modifiers)
    row = case.look("drop-bridge", bridge=case.word("bridge"), final=final)
    on = row[1].word_in("result") == "bridge"
    words = modifiers_words(modifiers)
    case.say(f"The parachute {chute.id} comes down {'on' if on else 'beside'} the bridge: {die}"
             f"{f', {words},' if words else ''} is {final}.", "E9.4", "bridge" if on else "bottom",
             modifiers=modifiers, final=final, row=row, units=(chute.id,))
    return not on


def _downwind(case: Case) -> int:
    if not case.is_given("wind"):
        case.refuse("Where does the wind blow to? Write wind=, a direction from 1 to 6; one is fixed even if "
                    "there is none.", "E9.1")
    return int(case.word("wind"))


def _slide(case: Case, chute: Chute, drm: int, row: tuple[Table, Row]) -> None:
    wind = _downwind(case)
    passed, said = _morale(case, chute, drm, "wind", "E9.42")
    place = moved(chute.place, wind, 1)
    _set(case, chute.id, place=place, slid=True)
    case.say(f"The parachute {chute.id} comes down on the full building in {place_words(case, chute.place)}: "
             "a "
             f"morale check. {said} It slides a hex downwind, to {place_words(case, place)}.", "E9.42",
             "slides" if passed else "slides-broken", row=row,
             hexes=[place_words(case, place)], units=(chute.id,))
    case.follow("drop-land", f"{chute.id} slides to {place_words(case, place)}: its terrain", "E9.42",
                must=True, first=True, chute=chute.id)


def _task(case: Case, chute: Chute, drm: int, row: tuple[Table, Row], head: str, more: str) -> None:
    pair = case.pair(f"landing of {chute.id}")
    modifiers = [Modifier(drm, "wind", "E9.42")] if drm else []
    final = total(pair.total, modifiers)
    passed = final <= MORALE
    words = modifiers_words(modifiers)
    said = f"{pair.total} ({pair}){f', {words},' if words else ''} is {final} against {MORALE}"
    if not passed:
        aside = place_words(case, moved(chute.place, _downwind(case), 1))
        said += (". It falls apart into half squads: put them on the board now with a leader or crew if "
                 f"there is one, and move one of them with such a leader a hex downwind, to {aside}, where "
                 "only fire, water that is not frozen and a deep stream harm it")
        _set(case, chute.id, state="off")
    case.say(f"{head}: a task check, {said}.{more}", "E9.42", "holds" if passed else "falls-apart",
             modifiers=modifiers, final=final, row=row,
             hexes=[place_words(case, chute.place)], units=(chute.id,))


# -- containers ---------------------------------------------------------------------------------


def _container(case: Case) -> None:
    hexes = case.number("hexes")
    modifiers = [Modifier(-hexes, f"{count(hexes, 'hex')} entered", "E9.7")]
    if case.flag("cx"):
        modifiers.append(Modifier(1, "exhausted", "E9.7"))
    die = case.die(f"the container of {case.word('unit')}")
    final = total(die, modifiers)
    row = case.look("container", final=final)
    found = row[1].word_in("result") == "found"
    values = table("under-equipped").look(size=case.word("size"))
    said = ("finds its weapons: take its marker off, it has its printed values from now on" if found else
            f"does not find its weapons and stays {values.word_in('values')} with the broken morale "
            f"{values.word_in('broken')}")
    case.say(f"{case.word('unit')} {said} ({die}, {modifiers_words(modifiers)}, is {final}).", "E9.7",
             "found" if found else "none", modifiers=modifiers, final=final, row=row,
             units=(case.word("unit"),))


# -- the list -----------------------------------------------------------------------------------


def _under_equipped_moves(card: Card, books: Books) -> bool:
    return any(f.under_equipped for g in card.groups if g.side == books.mover for f in g.forces)


def _usual_wing(card: Card, books: Books) -> str | None:
    return next((w.id for w in books.drops.arriving(books.turn, books.half) if w.point is None), None)


def _wind_or_none(card: Card, books: Books) -> str:
    return wind_now(card, books) or ""


def _usual_board(card: Card, books: Books) -> str | None:
    return card.layout.boards[0].id if len(card.layout.boards) == 1 else None


def _chutes_in(*states: str) -> Callable[[Card, Books], bool]:
    return lambda card, books: any(c.state in states for c in books.drops.chutes)


_WIND = Input("wind", "Wind", "direction", "Where it blows to; a direction is fixed even if there is none.",
              usual=_wind_or_none, asked="both; B25.64")
_COLUMNS = ", ".join(column_letters(n) for n in (0, 1, 2))
PROCEDURES: Sequence[Procedure] = (
    Procedure(
        "drop-arrive", "Parachutists arrive and stand up", ("E9.12", "E9.2", "E9.6"), "full", _arrive,
        phases=("rally", "movement", "advance"), automatic="start", is_on=has_drops, is_due=_arrive_due,
        section=SECTION, steps=(
            "In the Rally Phase fix the drop points of the player turn [E9.12]; after the movement on the "
            "ground all parachutes drift [E9.2].",
            "In the Advance Phase take the parachutes off: their units stand on the board, and do not "
            "advance [E9.6].")),
    Procedure(
        "drop-point", "Drop point of a wing", ("E9.1", "E9.11", "E9.12"), "full", _point, (
            Input("wing", "Wing", "word", usual=_usual_wing),
            Input("hex", "Planned hex", "hex", "The drop point its owner wrote down before the set-up."),
            Input("row", "Line", "direction", "Where the line of sticks runs to; the same for all wings.")),
        phases=("rally",), is_on=has_drops, is_due=lambda card, books: False, section=SECTION,
        tables=("drop-point",), steps=(
            "Roll a die for each wing: with 1 to 3 it drops where planned, with 4 to 6 around a random hex "
            "of a board chosen at random [E9.12].",
            "One stick is put on the point and two on each side along the line [E9.12].",
            f"Planned points are whole hexes at least {APART} hexes apart [E9.12].")),
    Procedure(
        "drop-random", "Random drop point", ("E9.12", "E3.75", "E.3"), "given", _random, (
            Input("wing", "Wing", "word", usual=_usual_wing),
            Input("board", "Board", "word", "Its name.", usual=_usual_board),
            Input("column", "Column", "word", f"The letters drawn: {_COLUMNS} and so on.",
                  asked="a drift counter drawn at random; E3.75"),
            Input("again", "Again", "flag", "Whether the point found is a full building hex.", usual="no",
                  asked="terrain of the hex, both; E3.75")),
        phases=("rally",), is_on=has_drops, is_due=lambda card, books: False, section=SECTION, steps=(
            f"From hex {DRIFT_START} of the column drawn go in the direction of the coloured die as many "
            "hexes as the white one says; roll again for a full building hex [E3.75, E9.12].",)),
    Procedure(
        "drop-drift", "Drift of parachutes", ("E9.2",), "given", _drift, (
            Input("chutes", "Parachutes", "word", "Those that drift now.", usual=_usual_chutes, many=True),
            Input("weapons", "Weapons", "word", "Sticks with a weapon under a parachute of its own; light "
                  "machine guns, light mortars and radios of the British and light mortars of the Americans "
                  "drop with their owners.", usual="", many=True, asked="the owner; E9.2"),
            Input("nation", "Nation", "word",
                  "Whose they are; left out: as the card says.", usual=""), _WIND),
        phases=("movement",), is_on=has_drops, is_due=lambda card, books: False, section=SECTION,
        tables=("drop-nation", "drop-wind"), steps=(
            "After all movement on the ground roll two dice for each parachute: the coloured one gives the "
            "direction, the white one the hexes; Germans halve them, fractions up, Russians add a half, "
            "fractions down [E9.2].",
            "Then the wind carries it: 2 hexes in a mild breeze, 3 in a gust, 4 in heavy wind [E9.2].")),
    Procedure(
        "drop-fire", "Fire at parachutes", ("E9.3", "E9.31", "E9.32", "E9.33"), "result", _fire, (
            Input("chute", "Parachute", "word", "Of several in a hex one chosen at random.", usual=_drifted,
                  asked="random selection; E9.3"),
            Input("result", "Result", "word",
                  "Of the table of fire, with the modifier of hazardous movement.",
                  ("none", "check", "reduced", "eliminated"),
                  asked="both, from the table of fire; E9.3"),
            Input("level", "Morale check", "number", "What is added to it.", least=0, most=9, usual="0",
                  asked="both, from the table of fire; E9.33"),
            Input("hindrance", "Hindrance", "number",
                  "Of smoke, mist and terrain together.", least=0, most=20, usual="0",
                  asked="line of sight, both; E9.31"),
            Input("blind", "Blind", "flag", "Whether the firer is in the blind hex next to a full obstacle "
                  "between.", usual="no", asked="line of sight, both; E9.31"),
            Input("pillbox", "Pillbox", "flag", "Whether the firer is in one.", usual="no",
                  asked="the side that fires; E9.31"),
            Input("dark", "Too dark", "flag", "Whether it is beyond the night vision range.", usual="no",
                  asked="distance, both; E9.31")),
        phases=("movement",), is_on=has_drops, is_due=_chutes_in("drifted"), section=SECTION, steps=(
            "Only small arms and light guns fire, with the modifier of hazardous movement; height, cover and "
            "concealment do not count, hindrances only of smoke and mist [E9.3, E9.32].",
            f"One roll against morale {MORALE} holds for all under a parachute; pins are ignored [E9.33].",
            f"Nobody sees it from the blind hex of a full obstacle, from a pillbox, beyond the night vision "
            f"range or through hindrances of {UNSEEN} or more [E9.31].")),
    Procedure(
        "drop-land", "Landing of a parachute", ("E9.4", "E9.42", "E9.41"), "given", _land, (
            Input("chute", "Parachute", "word", usual=_drifted),
            Input("terrain", "Terrain", "word", "Of the hex of landing; under a bridge that of the bottom.",
                  _LANDING_TERRAIN, asked="terrain of the hex, both; E9.42", from_map=_landing_on_map),
            Input("shift", "Moves", "direction",
                  "One hex in this direction before it lands; left out: it does not.", usual="",
                  asked="the owner; E9.4"),
            Input("bridge", "Bridge", "word", "Whether there is one, not only for people on foot.",
                  ("none", "one-lane", "two-lane"), usual="none", asked="terrain of the hex, both; E9.4"),
            _WIND),
        phases=("movement",), is_on=has_drops, is_due=lambda card, books: False, section=SECTION,
        tables=("drop-landing", "drop-bridge", "drop-wind"), steps=(
            "After all fire unbroken parachutists may move one hex, but not Germans and not weapons alone "
            "[E9.4].",
            "Then they land: a morale check in terrain of the table, else a task check, both against "
            f"{MORALE}, +1 in a mild breeze, +2 in a gust or heavy wind [E9.42].",
            "A stick that fails the task check falls apart into half squads, one of which moves a hex "
            "downwind [E9.42].",
            "From a full building they slide downwind, with a morale check for each [E9.42].",
            "Fire, water that is not frozen and deep streams destroy them; over a bridge a die says whether "
            "they land on it [E9.4].")),
    Procedure(
        "container", "Weapons container", ("E9.7",), "given", _container, (
            Input("unit", "Unit", "text", "A German unit under-equipped, in good order, that moved."),
            Input("size", "Size", "word", "", tuple(str(row[0]) for row in table("under-equipped").rows),
                  usual="squad"),
            Input("hexes", "Hexes", "number", "How many different hexes it entered in this phase.", least=1,
                  most=20, asked="the owner; E9.7"),
            Input("cx", "Exhausted", "flag", "Whether it is CX.", usual="no", asked="the owner; E9.7")),
        phases=("movement",), is_on=_has_containers, is_due=_under_equipped_moves, section=SECTION,
        tables=("under-equipped", "container"), steps=(
            "At the end of an own Movement Phase in which it moved roll a die for each marked unit in good "
            "order, -1 for each hex entered, +1 if exhausted: with 1 or less it finds its weapons [E9.7].",)),
)
REMINDERS: Sequence[Reminder] = (
    Reminder("drop-helpless", ("E9.1", "E9.5"), (
        "Until their parachutes are taken off in the Advance Phase parachutists do not fire, move, advance, "
        "rout or help others."), ("movement", "advancing-fire", "rout", "advance"), has_drops, SECTION),
    Reminder("drop-final-fire", ("E9.43",), (
        "After all have landed they may be fired at on the ground; with enemy infantry in their hex they "
        "must "
        "be, and then close combat follows."), ("defensive-fire",), has_drops, SECTION),
    Reminder("drop-sniper", ("E9.32",), (
        "The sniper of the side that comes from the air does nothing until a turn that begins with its "
        "infantry on the boards."), (), has_drops, SECTION),
)
