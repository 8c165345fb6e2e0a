"""A card in plain sentences: victory, groups and arrivals, and what special rules turn on."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Iterable, Sequence

from ..model.wording import count, fully_listed
from .boards import EDGES
from .card import (
    Arrival,
    Card,
    CardWhere,
    CasualtyPoints,
    Control,
    ExitPoints,
    Force,
    Goals,
    Group,
    Need,
    Present,
    Victory,
    Wing,
)
from .hexes import DIRECTION_WORDS
from .kinds import kind_words
from .names import column_index
from .special_rules import Barrage, Fog, Night, SpecialRules, Water, WeatherRoll, Wind


def name_words(id: str) -> str:
    """A short name as people write it: `north-road` is North road.

    >>> name_words("free-french")
    'Free french'
    """
    return id.replace("-", " ").replace("_", " ").capitalize()


_SHORT = frozenset((
    "aa", "afv", "bu", "ce", "dc", "fb", "ffe", "ft", "he", "hmg", "hs", "ir", "lmg", "mg", "mmc", "mmg",
    "oba", "smc", "sw", "ti"))
"""Terms of the rules that are written in capitals."""


def term_words(id: str) -> str:
    """A term of the rules as people write it.

    >>> term_words("not-good-order"), term_words("armed-afv"), term_words("mmc")
    ('Not good order', 'Armed AFV', 'MMC')
    """
    text = " ".join(w.upper() if w in _SHORT else w for w in name_words(id).lower().split())
    return text[:1].upper() + text[1:]


def side_words(id: str) -> str:
    """A side in a sentence.

    >>> side_words("german")
    'the German side'
    """
    return f"the {name_words(id)} side"


def _or(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def capital(text: str) -> str:
    """A sentence with a capital letter at its beginning.

    >>> capital("the German side moves")
    'The German side moves'
    """
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return f"{capital(text)}."


# -- the whole card ------------------------------------------------------------------------------


def card_text(card: Card) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """All that a card says to both players, as headings with their sentences."""
    date = date_words(card)
    when = _sentence(f"{card.place}, {date}" if card.place else date)
    head = (when, *game_sentences(card))
    found = [(card.title, head), ("Victory", victory_sentences(card))]
    for side in card.sides:
        groups = [s for g in card.groups if g.side == side.id for s in group_sentences(card, g)]
        lowered = ", lowered already" if side.elr_lowered else ""
        rated = f"Experience level {side.elr}{lowered}, sniper number {side.san}."
        balance = (f"Balance: {side.balance}",) if side.balance else ()
        found.append((f"{name_words(side.id)} side, {side.role}", (rated, *groups, *balance)))
    rules = card_rule_sentences(card)
    return (*found, *([("Special rules", rules)] if rules else []))


def plain_text(card: Card) -> str:
    """The same as lines of text: each heading, and below it its sentences, indented."""
    return "".join(line for heading, sentences in card_text(card)
                   for line in (f"{heading}\n", *(f"  {sentence}\n" for sentence in sentences)))


def date_words(card: Card) -> str:
    """The date: 9 October 1943, or October 1943."""
    return f"{card.date.day or ''} {month_name[card.date.month]} {card.date.year}".strip()


def game_sentences(card: Card) -> tuple[str, str]:
    """Who begins, and how long the game is."""
    half = f" and a player turn of {side_words(card.first.moves)}" if card.turns.half else ""
    return (f"{_sentence(f'{side_words(card.first.sets_up)} sets up first')} "
            f"{_sentence(f'{side_words(card.first.moves)} moves first')}",
            f"The game is {count(card.turns.full, 'turn')}{half} long.")


# -- victory ------------------------------------------------------------------------------------


def victory_sentences(card: Card) -> tuple[str, ...]:
    """How each side wins, one sentence for each entry; a side without one wins if the other does not. The
    last sentence says who wins if both or neither would, unless that cannot happen or is not decided."""
    found = [_victory_sentence(card, one) for one in card.victory]
    told = {one.side for one in card.victory}
    found += [_sentence(f"{side_words(s.id)} wins if {side_words(card.other(s.id))} does not")
              for s in card.sides if s.id not in told]
    if card.ties == "draw":
        found.append("If both sides or neither would win, the game is a draw.")
    elif card.ties in card.side_by_id:
        found.append(f"If both sides or neither would win, {side_words(card.ties)} wins.")
    return tuple(found)


def _victory_sentence(card: Card, one: Victory) -> str:
    side = side_words(one.side)
    if one.avoid is not None:
        return _sentence(f"{side} wins if {side_words(one.avoid)} does not")
    if one.need is None:
        return _sentence(f"{side} wins")
    turns = "turn" if len(one.when) == 1 else "turns"
    moment = {"end": "at the end of the game if", "at-once": "at once when"}.get(
        one.when[0], f"at the end of {turns} {_or(one.when)} if")
    return _sentence(f"{side} wins {moment} {need_words(card, one.need, one.side)}")


def need_words(card: Card, need: Need, side: str, inner: bool = False) -> str:
    """A condition as a clause; `side` is whose it is, and called `it`. `inner` puts several parts into
    brackets."""
    for parts, between in ((need.all, " and "), (need.any, " or ")):
        if parts:
            several = len(parts) > 1
            text = between.join(need_words(card, p, side, several) for p in parts)
            return f"({text})" if inner and several else text
    if need.without is not None:
        return f"it is not so that {need_words(card, need.without, side, inner=True)}"
    if need.control is not None:
        return _control_words(card, need.control)
    if need.cvp is not None:
        return _casualty_words(card, need.cvp, side)
    if need.exit_vp is not None:
        return _exit_words(card, need.exit_vp, side)
    if need.present is not None:
        return _present_words(card, need.present, side)
    if need.eliminated is not None:
        return f"nothing is left of the group {name_words(need.eliminated.group)}"
    return need.fact.rstrip(".") or "nothing is needed"


def _who(id: str, side: str) -> str:
    return "it" if id == side else side_words(id)


def _control_words(card: Card, control: Control) -> str:
    thing = control.counted or "part"
    several = f"{thing}es" if thing == "hex" else f"{thing}s"
    goals = goals_words(card, control.set)
    if control.more_than is not None:
        return f"it controls more {several} of {goals} than {side_words(control.more_than)}"
    if control.all:
        return f"it controls all {several} of {goals}"
    if control.majority:
        return f"it controls more than half of the {several} of {goals}"
    least = control.least or 1
    return f"it controls at least {least} {thing if least == 1 else several} of {goals}"


def _casualty_words(card: Card, points: CasualtyPoints, side: str) -> str:
    who, what = f"{_who(points.of, side)} has", "casualty victory points"
    if points.more_than is not None:
        return f"{who} more {what} than {_who(points.more_than, side)}"
    if points.margin is not None:
        return f"{who} at least {points.margin} {what} more than {_who(card.other(points.of), side)}"
    return f"{who} at least {count(points.least or 0, 'casualty victory point')}"


def _exit_words(card: Card, leaving: ExitPoints, side: str) -> str:
    first, dash, last = leaving.turns.partition("-")
    turns = "" if not first else f" on turns {first} to {last}" if dash else f" on turn {first}"
    points = count(leaving.least, "victory point")
    return (f"{_who(leaving.by or side, side)} has at least {points} for units that leave by "
            f"{goals_words(card, leaving.area)}{turns}")


def _present_words(card: Card, present: Present, side: str) -> str:
    units = "unit" if present.least == 1 else "units"
    order = " in good order" if present.good_order else ""
    return (f"{_who(present.side, side)} has at least {present.least} {units}{order} in "
            f"{goals_words(card, present.set)}")


def goals_words(card: Card, id: str) -> str:
    """A named set in words: its name, and what is in it."""
    goals = card.set_by_id.get(id, Goals())
    parts = [*goals.hexes, *(f"the {name_words(b).lower()}" for b in goals.buildings)]
    if goals.edge:
        parts.append(edge_words(goals.edge))
    return f"{name_words(id)} ({fully_listed(parts)})" if parts else name_words(id)


# -- where and when -----------------------------------------------------------------------------


def edge_words(edge: str) -> str:
    """An edge in words.

    >>> edge_words("902GG"), edge_words("north")
    ('column GG of board 902', 'the north edge')
    """
    if edge in EDGES:
        return f"the {edge} edge"
    letters = edge.rpartition(":")[2].lstrip("0123456789")
    board = edge[:len(edge) - len(letters)].rstrip(":")
    try:
        column_index(letters)
    except ValueError:
        return edge
    return f"column {letters}{f' of board {board}' if board else ''}"


def where_words(where: CardWhere) -> str:
    """A set of hexes in words, after a verb: `on board 901 in the column A`."""
    found: list[str] = []
    if where.boards:
        found.append(f"on board{'s' if len(where.boards) > 1 else ''} {fully_listed(list(where.boards))}")
    if where.hexes:
        found.append(f"in {fully_listed(list(where.hexes))}")
    if where.hexes_between:
        found.append(f"between {' and '.join(where.hexes_between)}")
    if where.buildings:
        found.append(f"in the {fully_listed([name_words(b).lower() for b in where.buildings])}")
    if where.within is not None:
        found.append(f"at most {count(where.within.hexes, 'hex')} from {where.within.of}")
    text = " or ".join(found)
    if where.edge:
        edges = [f"{'on' if e in EDGES else 'in'} {edge_words(e)}" for e in where.edge]
        text = f"{text} {_or(edges)}".strip()
    if where.terrain:
        text = f"{text} in {_or([name_words(t).lower() for t in where.terrain])} only".strip()
    if not text and where.excluding:
        text = "anywhere"
    if where.excluding:
        text = f"{text}, but not in {_or(list(where.excluding))}"
    if where.text:
        text = f"{text}; {where.text.rstrip('.')}" if text else where.text.rstrip(".")
    return text or "nowhere"


_WAYS = {"foot": "on foot", "convoy": "as a convoy", "column": "in a column", "boats": "in boats",
         "glider": "by glider", "drop": "by parachute"}


def arrival_words(card: Card, arrives: Arrival, side: str) -> str:
    """When and how a group arrives, after its name: `arrives on turn 3, in the second half, by glider`."""
    if arrives.by == "air":
        return "comes when the dice bring it"
    if arrives.turn is None:
        return "is set up at the start"
    text = f"arrives on turn {arrives.turn}"
    own = "first" if side == card.first.moves else "second"
    if arrives.half and arrives.half != own:
        text += f", in the {arrives.half} half of the turn"
    return f"{text} {_WAYS[arrives.by]}" if arrives.by else text


def force_marks(force: Force) -> tuple[str, ...]:
    """How counters begin, in words: `broken`, `without crew`."""
    marks = [word for word, holds in (
        ("broken", force.broken), ("under-equipped", force.under_equipped),
        ("set up against aircraft", force.aa_mode), ("without crew", not force.crewed),
        ("assault engineers", force.assault_engineers), ("dismantled", force.dismantled is True),
        ("with illuminating rounds", force.illuminating)) if holds]
    if force.elr is not None:
        marks.append(f"experience level {force.elr}")
    if force.ammunition_mm is not None:
        marks.append(f"with ammunition of {force.ammunition_mm:g} mm for others")
    if force.carries:
        marks.append(f"carrying {fully_listed([kind_words(k) for k in force.carries])}")
    if force.exchanged_for is not None:
        marks.append(f"exchanged for {kind_words(force.exchanged_for)}")
    return tuple(marks)


def force_words(force: Force) -> str:
    """Counters of one kind in words: `2 German MMG without crew, broken`."""
    return ", ".join([f"{force.count} {kind_words(force.kind)}", *force_marks(force)])


def group_sentences(card: Card, group: Group) -> tuple[str, ...]:
    """What a group is, when it comes and where, and what is hidden of it."""
    found = [f"{name_words(group.id)} ({name_words(group.side)} side) {_place_words(card, group)}."]
    parts = [force_words(f) for f in group.forces]
    parts += [count(group.dummies, "dummy counter")] if group.dummies else []
    parts += [count(group.dummy_skis, "dummy ski counter")] if group.dummy_skis else []
    parts += [count(group.cloaks, "cloak counter")] if group.cloaks else []
    if parts:
        found.append(f"It has {'; '.join(parts)}.")
    if group.fortifications:
        built = [f"{f.count} {name_words(f.kind).lower()}{' dug in play' if f.dug else ''}"
                 for f in group.fortifications]
        found.append(f"It may build {fully_listed(built)}.")
    return (*found, *group_remarks(group))


def group_place(card: Card, group: Group) -> str:
    """When a group comes and where, as a sentence without its name: `Set up at the start on board 902.`"""
    return _sentence(_place_words(card, group).removeprefix("is "))


def _place_words(card: Card, group: Group) -> str:
    where = f" {where_words(group.where)}" if group.where is not None else ""
    line = group.convoy or group.column
    if line is not None:
        where += f" at {line.entry}" if line.entry else f" in {fully_listed(line.hexes)}"
    return f"{arrival_words(card, group.arrives, group.side)}{where}"


def group_remarks(group: Group) -> tuple[str, ...]:
    """What counters do not show of a group: how it comes, what is hidden of it, and the designer's words."""
    found = _transport_sentences(group)
    if group.hidden is not None:
        by = f" ({group.hidden.by})" if group.hidden.by else ""
        found.append(f"Up to {group.hidden.squad_equivalents:g} squad-equivalents may be set up hidden{by}.")
    if group.concealed == "all":
        found.append("All of it begins concealed.")
    elif group.concealed not in ("none", "0"):
        found.append(f"{group.concealed} of it {'begins' if group.concealed == '1' else 'begin'} concealed.")
    if group.text:
        found.append(group.text)
    return tuple(found)


def _transport_sentences(group: Group) -> list[str]:
    found: list[str] = []
    if group.glider is not None:
        gliders = count(group.glider.count, f"{name_words(group.glider.nation)} glider")
        found.append(f"It comes in {gliders}{_loads(group.glider.loads)}.")
    if group.drop is not None:
        wings = [str(w.sticks) if isinstance(w.sticks, int) else str(len(w.sticks)) for w in group.drop.wings]
        fixed = [_loads(w.sticks) for w in group.drop.wings if not isinstance(w.sticks, int)]
        sticks = f"{fully_listed(wings)} sticks{''.join(fixed)}"
        found.append(f"It drops in {count(len(wings), 'wing')} of {sticks}.")
        found += [_wing(wing, i) for i, wing in enumerate(group.drop.wings, 1)
                  if wing.point is not None or wing.row is not None]
    if group.boats:
        boats = [f"{name_words(b.kind).lower()} {b.id}{_loads((b.load,)) if b.load else ''}"
                 f"{f', {b.start}' if b.start else ''}"
                 f"{f', for {b.capacity_pp:g} portage points' if b.capacity_pp is not None else ''}"
                 for b in group.boats]
        found.append(f"Its boats are {fully_listed(boats)}.")
    if group.convoy is not None:
        found.append(f"Its order is {', '.join(map(kind_words, group.convoy.order))}.")
    if group.column is not None:
        stacks = [" and ".join(map(kind_words, stack)) for stack in group.column.stacks]
        found.append(f"Its order is {', '.join(stacks)}.")
    if group.air is not None:
        what = f": {group.air.variant}" if group.air.variant else ""
        number = f" with the exponent {group.air.asn_exponent}" if group.air.asn_exponent is not None else ""
        kind = {"fb": " by fighter-bombers", "stuka": " by Stukas"}.get(group.air.aircraft, "")
        found.append(f"It is air support{kind}{number}{what}.")
        if group.air.mg_fp is not None or group.air.tk:
            fire = [f"firepower {group.air.mg_fp}"] if group.air.mg_fp is not None else []
            fire += [f"the column {group.air.tk} against armour"] if group.air.tk else []
            found.append(f"Its aircraft have {fully_listed(fire)}.")
    return found


def _wing(wing: Wing, number: int) -> str:
    point = f" at {wing.point}" if wing.point is not None else ""
    row = f" along the hex row to the {DIRECTION_WORDS[wing.row]}" if wing.row is not None else ""
    return f"Wing {number} drops{point}{row}."


def _loads(loads: Iterable[Sequence[str]]) -> str:
    words = [" and ".join(map(kind_words, load)) for load in loads if load]
    return f" with {'; '.join(words)}" if words else ""


# -- special rules ------------------------------------------------------------------------------


def rule_sentences(rules: SpecialRules) -> tuple[str, ...]:
    """What special rules turn on, a sentence for each key."""
    found = [
        _night(rules.night) if rules.night is not None else "",
        _weather_roll(rules.weather_roll) if rules.weather_roll is not None else "",
        f"the weather is {fully_listed([w.replace('-', ' ') for w in rules.weather])}" if rules.weather
        else "",
        _wind(rules.wind) if rules.wind is not None else "",
        f"the ground is {rules.ec.replace('-', ' ')}" if rules.ec else "",
        _fog(rules.fog) if rules.fog is not None else "",
        {"none": "nothing falls at the start", "on": "rain or snow falls from the start",
         "heavy": "heavy rain or snow falls from the start"}.get(rules.precipitation, ""),
        "there are snow drifts" if rules.drifts else "",
        "roads are cleared of snow" if rules.plowed else "",
        _those(rules.camouflage, "wears white"),
        "prisoners may be questioned" if rules.interrogation else "",
        "civilians may help or mislead" if rules.civilians else "",
        *(f"{name_words(s)} has {count(n, 'trip flare')}" for s, n in rules.trip_flares),
        f"trip flares lie in {fully_listed(rules.trip_flare_hexes)}" if rules.trip_flare_hexes else "",
        *(f"{name_words(s)} {'has' if has else 'has no'} starshells" for s, has in rules.starshells),
        _those(rules.ir, "has illuminating rounds"),
        _groups(rules.ski, "on skis"), _groups(rules.untrained, "not trained with boats"),
        _water(rules.water) if rules.water is not None else "",
        _groups(rules.rafting, "allowed to cross with makeshift rafts"),
        _groups(rules.fording_lines, "given ropes for fording"),
        "aircraft may come on the first turn" if rules.air_first_turn else "",
        _those(rules.observation_plane, "has an observation plane"),
        _those(rules.barrage, "may fire a barrage"),
        *map(_barrage, rules.barrages),
        "the late values of the guard hold" if rules.late_war_ss else "",
        "the early doctrine holds" if rules.early_russian_doctrine else "",
        _those(rules.home_morale, "is steadier in its own country"),
        "panzerfausts are there a month early" if rules.june_panzerfaust else "",
        _those(rules.no_deploy, "may not freely deploy"),
        _those(rules.no_quarter, "takes no prisoners"),
        f"{fully_listed([kind_words(k) for k in rules.assault_fire])} may use assault fire"
        if rules.assault_fire else "",
        "the finer fire table is used" if rules.iift else "",
        *(f"{kind_words(k)} counts as {c}" for k, c in rules.stealth)]
    return tuple(_sentence(text) for text in found if text)


def card_rule_sentences(card: Card) -> tuple[str, ...]:
    """The special rules as they are printed: what they turn on together, then the designer's words."""
    made = rule_sentences(card.turned_on)
    changed = tuple(
        f"{fully_listed(list(c.hexes))} {'is' if len(c.hexes) == 1 else 'are'} "
        f"{name_words(c.terrain).lower()}."
        for c in card.terrain_changes)
    return (*made, *changed, *(rule.text for rule in card.ssr if rule.text))


def _those(sides: Sequence[str], does: str) -> str:
    return "; ".join(f"{name_words(s)} {does}" for s in sides)


def _groups(groups: Sequence[str], are: str) -> str:
    if not groups:
        return ""
    named = fully_listed([name_words(g) for g in groups])
    return f"the group {named} is {are}" if len(groups) == 1 else f"the groups {named} are {are}"


def _night(night: Night) -> str:
    clouds = {"none": "no clouds", "scattered": "scattered clouds", "overcast": "an overcast sky"}.get(
        night.clouds, "clouds by dice")
    moon = f"a {night.moon} moon" if night.moon else "the moon by dice"
    more = [text for text, holds in (
        ("the attacker has looked around before", night.recon),
        ("terrain may be set on fire on purpose", night.fires_allowed),
        ("vehicles may use headlights", night.headlights)) if holds]
    sight = "dice say how far sight reaches" if night.nvr is None else (
        f"sight reaches {count(night.nvr, 'hex')} at the start")
    return "; ".join([f"it is night, with {clouds} and {moon}; {sight}", *more])


def _weather_roll(roll: WeatherRoll) -> str:
    dice = [f"for the weather {roll.dice}", *(f"{what} {die}" for what, die in (
        ("for snow", roll.snow), ("for snow again", roll.again), ("for fog", roll.fog)) if die is not None)]
    return f"the dice gave {fully_listed(dice)}"


def _water(water: Water) -> str:
    depth = {"fordable": "can be forded", "deep": "is deep"}.get(water.depth, "has an unknown depth")
    current = {"still": "stands still", "normal": "has a normal current", "heavy": "has a heavy current"}.get(
        water.current, "")
    flow = f"flows towards the {DIRECTION_WORDS[water.flow]}" if water.flow is not None else ""
    parts = [depth, current, flow, "is frozen" if water.frozen else ""]
    return f"the water {fully_listed([part for part in parts if part])}"


def _barrage(barrage: Barrage) -> str:
    parts = [f"{side_words(barrage.side)} has a {'creeping ' if barrage.creeping else ''}barrage"]
    if barrage.module:
        parts.append(f"of {barrage.module}")
    if barrage.calibre_mm is not None:
        parts.append(f"of {barrage.calibre_mm:g} mm")
    if barrage.rockets:
        parts.append("by rockets")
    if barrage.centre is not None:
        parts.append(f"on {barrage.centre}")
    if barrage.beside:
        parts.append(f"along {fully_listed(list(barrage.beside))}")
    if barrage.row_to is not None:
        parts.append(f"to {barrage.row_to}")
    if barrage.pattern:
        parts.append("corrected in its own fire phase" if barrage.pattern == "ffe-1" else
                     "corrected in every fire phase")
    if barrage.lift is not None:
        parts.append(f"until turn {barrage.lift} begins")
    return " ".join(parts)


def _wind(wind: Wind) -> str:
    if wind.force == "none":
        landing = ("" if wind.direction is None else "; what lands from the air reckons with one towards the "
                   f"{DIRECTION_WORDS[wind.direction]}")
        return f"there is no wind at the start{landing}"
    to = f" towards the {DIRECTION_WORDS[wind.direction]}" if wind.direction is not None else ""
    return f"a {wind.force} wind blows{to} at the start"


def _fog(fog: Fog) -> str:
    return f"fog covers level {fog.level} and below, and adds {fog.density} for each hex"
