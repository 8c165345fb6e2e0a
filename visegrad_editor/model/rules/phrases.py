"""The grammar of rules in words: which units, which hexes, when, how much, and what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ..gamemap import GameMap
from ..id_words import id_words
from ..ruleset import Ruleset
from ..values import MOST_TURNS
from ..wording import article, listed, quoted, side_in_sentence, verb_of
from .grammar import (
    ALWAYS,
    ENEMY,
    FULL,
    NEVER,
    NUMBER_KEYS,
    OWN_SIDE,
    Bound,
    Change,
    Comparison,
    Group,
    HexCount,
    HexFilter,
    Loss,
    Modifier,
    Number,
    Situation,
    UnitCount,
    UnitFilter,
    Within,
    fraction_text,
    parse_amount,
)
from .results import Effect

_COUNTED = frozenset((
    "airbase", "airfield", "base", "beach", "bridgehead", "capital", "castle", "city", "depot", "factory",
    "farm", "ferry", "ford", "fort", "fortress", "harbour", "mine", "oilfield", "port", "source", "station",
    "town", "tower", "village"))
"""Features whose names are names of a thing: `towns`. Others describe the hex: `delta hexes`."""
_WITH_ARTICLE = frozenset((
    "Netherlands", "Union", "States", "Republic", "Kingdom", "Federation", "Empire"))
"""The last words of countries that have an article."""
_MOST_HEXES = 12
"""Hex numbers that a phrase lists."""
_UNIT_KEYS = ("units", "state", "supplied", "in_zone", "moved", "steps", "across")
"""What a situation asks of single units."""
_PARTS = {"1": "all", "1/2": "half", "1/3": "a third", "1/4": "a quarter"}


def spaced(id: str) -> str:
    """An id as words: `west-bank` is `west bank`."""
    return id.replace("-", " ").replace("_", " ").strip() or id


def small(name: str) -> str:
    """A name as a word within a sentence: `Mountain` is `mountain`; abbreviations and proper names of several
    words stay."""
    first, _, rest = name.partition(" ")
    if first[1:2].isupper() or any(c.isdecimal() for c in first) or rest[:1].isupper():
        return name
    return name[:1].lower() + name[1:]


def plural(noun: str) -> str:
    """
    >>> plural("city"), plural("army"), plural("unit"), plural("corps"), plural("marsh"), plural("railway")
    ('cities', 'armies', 'units', 'corps', 'marshes', 'railways')
    """
    if noun.endswith("corps"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in ("a", "e", "o", "u"):
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if noun.endswith(('s', 'x', 'ch', 'sh')) else 's'}"


def either(words: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    several = [w for w in words if w]
    return " or ".join((", ".join(several[:-1]), several[-1])) if len(several) > 1 else "".join(several)


def sentence(text: str) -> str:
    """The text with a capital and a full stop; "" stays.

    >>> sentence("nothing happens")
    'Nothing happens.'
    """
    text = " ".join(text.split())
    if not text:
        return ""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?', ':')) else '.'}"


def number_word(text: str, noun: str) -> str:
    """
    >>> number_word("1", "step"), number_word("3", "step"), number_word("1/2", "step")
    ('a step', '3 steps', '1/2 step')
    """
    if text == "1":
        return f"{article(noun)}"
    return f"{text} {noun if '/' in text else plural(noun)}"


class Phrases:
    """Speaks of the records of the grammar with the names that a ruleset, and a map, gives to ids; an id that
    nobody knows is shown as words."""

    def __init__(self, ruleset: Ruleset, map: GameMap | None = None, with_places: bool = False,
                 events: Mapping[str, str] | None = None) -> None:
        """With `with_places` the numbers of hexes are followed by the names of the places there. `events` are
        the names that the schedule gives events, by id."""
        self._ruleset, self._map, self._with_places = ruleset, map, with_places
        self._events = events or {}

    # -- names -------------------------------------------------------------------------------------

    def side(self, id: str) -> str:
        """`the Blue side`, `the Tribes`, `the own side`, `the enemy`, `nobody`."""
        if id in ("", OWN_SIDE):
            return "the own side"
        if id in ("none", "draw"):
            return "nobody"
        if id in (ENEMY, "both"):
            return {ENEMY: "the enemy", "both": "either side"}[id]
        known = self._ruleset.side_by_id.get(id)
        name = known.name.strip() if known and known.name.strip() else spaced(id)
        return side_in_sentence(name)

    def said_of(self, id: str, verb: str) -> str:
        """A side and what it does: `the Blue side wins`, `the Tribes of the Erg win`."""
        name = self.side(id)
        return f"{name} {verb_of(name, verb)}"

    def level(self, id: str) -> str:
        """The name of a level of victory."""
        name = next((v.name.strip() for v in self._ruleset.victory.levels if v.id == id), "")
        return small(name) if name else spaced(id)

    def named(self, section: str, id: str) -> str:
        """The name of an entry of a section of the ruleset, as a word within a sentence."""
        known = next((e for e in getattr(self._ruleset, section) if e.id == id), None)
        name = (getattr(known, "name", "") or "").strip()
        return small(name) if name else spaced(id)

    def title(self, section: str, id: str) -> str:
        """The name of an entry as it is written."""
        known = next((e for e in getattr(self._ruleset, section) if e.id == id), None)
        return (getattr(known, "name", "") or "").strip() or spaced(id)

    def _adjective(self, nationality: str) -> str:
        known = self._ruleset.nationality_by_id.get(nationality)
        return known.adjective or known.name if known else spaced(nationality)

    def country(self, id: str) -> str:
        """The name of a country: that of the nationality, else the id as words with capitals."""
        known = self._ruleset.nationality_by_id.get(id)
        name = known.name if known else " ".join(w[:1].upper() + w[1:] for w in spaced(id).split())
        begin, end = name.split()[:1], name.split()[-1:]
        return f"the {name}" if begin == ["United"] or set(end) & _WITH_ARTICLE else name

    def _area(self, id: str) -> str:
        known = self._map.area_by_id.get(id) if self._map else None
        return known.name if known and known.name else f"the area {spaced(id)}"

    def phase(self, id: str) -> str:
        """`the movement phase`."""
        known = next((p for p in self._ruleset.phases if p.id == id), None)
        name = small(known.name) if known else {"move": "movement", "arrive": "arrival"}.get(id, spaced(id))
        return f"the {name}" if name.endswith("phase") else f"the {name} phase"

    def state(self, id: str) -> str:
        """`reduced`, `full-strength`, `disrupted`."""
        return "full-strength" if id == FULL else self.named("states", id)

    # -- units -------------------------------------------------------------------------------------

    def units(self, some: UnitFilter, one: bool = False, adjective: str = "") -> str:
        """Some units in words, many or one: `Blue artillery units`, `Blue artillery unit`.

        `adjective` is put before them: `defending`.
        """
        if some.named and some == UnitFilter(named=some.named):
            return (either if one else listed)([self._unit(key) for key in some.named])
        before = [either(map(self.state, some.state)), adjective]
        sides = [s for s in some.side if s not in (OWN_SIDE, ENEMY)]
        before.append(either(s for s in some.side if s in (OWN_SIDE, ENEMY)) if not sides else "")
        before.append(either(map(self._adjective, some.nationality)))
        before.append(either(t.replace("_", " ") for t in some.trait))
        before.append(either(self.named("unit_types", t) for t in some.type))
        nouns = [s if one else plural(s) for s in map(spaced, some.size)] or ["unit" if one else "units"]
        words = [*(w for w in before if w), either(nouns)]
        if some.formation:
            words.append("of " + either(self._formation(f) for f in some.formation))
        if sides:
            words.append("of " + either(map(self.side, some.side)))
        if some.class_:
            classes = {c.id: small(c.name) for c in self._ruleset.movement.classes if c.name}
            words.append("of the movement class " + either(classes.get(c, spaced(c)) for c in some.class_))
        if some.named:
            words.append("named " + either(key.partition("/")[2] or key for key in some.named))
        if some.without is not None:
            words.append("other than " + (self.a_unit(some.without) if one else self.units(some.without)))
        return " ".join(words)

    def a_unit(self, some: UnitFilter, adjective: str = "") -> str:
        """`an own unit`, `a Blue artillery unit`."""
        words = self.units(some, one=True, adjective=adjective)
        if words.startswith("the "):
            return words
        return f"{'an' if words[:1].lower() in 'aeio' else 'a'} {words}"

    def _unit(self, key: str) -> str:
        nationality, _, name = key.partition("/")
        return f"the {self._adjective(nationality)} {name}" if name else f"the unit {key}"

    def _formation(self, id: str) -> str:
        name = self.title("formations", id)
        return name if name.lower().startswith("the ") else f"the {name}"

    # -- hexes -------------------------------------------------------------------------------------

    def hexes(self, some: HexFilter, one: bool = False) -> str:
        """Some hexes in words, many or one: `towns controlled by the enemy`, `forest hex`."""
        hex = "hex" if one else "hexes"
        place = self._place(some)
        if some.hexes and not (some.areas or some.countries or some.features or some.terrain):
            words = [f"{'hex' if len(some.hexes) == 1 else hex} {self._numbers(some.hexes, one)}"]
            place = ""
        elif some.features:
            words = [either(self._feature(f, one) for f in some.features)]
            if some.terrain:
                words.append("in " + either(self.named("terrain", t) for t in some.terrain))
        else:
            terrain = either(self.named("terrain", t) for t in some.terrain)
            words = [f"{terrain} {hex}" if terrain else hex]
        if some.roads:
            words.append("on " + either(self._road(r) for r in some.roads))
        if some.edge:
            words.append(f"on the {either(some.edge)} edge of the map")
        words.append(place)
        words += self._circumstances(some)
        if some.excluding:
            words.append(f"except {self._numbers(some.excluding)}")
        if some.without is not None:
            words.append("other than " + (
                self.a_hex(some.without) if one else self.hexes(some.without)))
        return " ".join(w for w in words if w)

    def a_hex(self, some: HexFilter) -> str:
        """`a town controlled by the enemy`, `hex 0305`."""
        words = self.hexes(some, one=True)
        return words if self._names_hexes(words) else article(words)

    def all_hexes(self, some: HexFilter) -> str:
        """`the towns controlled by the enemy`; all hexes in play for a set without any key."""
        if some == HexFilter():
            return "all hexes in play"
        words = self.hexes(some)
        return words if self._names_hexes(words) else f"the {words}"

    def _names_hexes(self, words: str) -> bool:
        """Whether words for hexes name them by number: `hex 0305`, `hexes A1 and B2`."""
        first, _, rest = words.partition(" ")
        number = rest.split()[0].rstrip(",") if rest else ""
        return first in ("hex", "hexes") and (
            number[:1].isdecimal() or (self._map is not None and self._map.grid.parse(number) is not None))

    def _place(self, some: HexFilter) -> str:
        places = [*(self.country(c) for c in some.countries), *map(self._area, some.areas)]
        words = f"in {either(places)}" if places else ""
        if some.hexes:
            among = f"among the hexes {self._numbers(some.hexes)}"
            words = f"{words} or {among}" if words else among
        return words

    def _circumstances(self, some: HexFilter) -> list[str]:
        words = []
        if some.within is not None and not some.controlled_by:
            words.append(self._within(some.within))
        if some.next_to is not None:
            words.append(f"next to {self.a_unit(some.next_to)}")
        if some.occupied_by is not None:
            words.append(f"occupied by {self.a_unit(some.occupied_by)}")
        if some.controlled_by:
            words.append(f"controlled by {self.side(some.controlled_by)}")
            if some.within is not None:
                words.append(self._within(some.within, some.controlled_by))
        if some.supplied is not None:
            words.append("in supply" if some.supplied else "out of supply")
        if some.in_zone:
            words.append(f"in {_zone(some.in_zone)}")
        return words

    def _within(self, near: Within, controlled_by: str = "") -> str:
        """`within 1 hex of a city`; `that it controls` if the same side, named before, controls the city."""
        hexes, same = near.of, near.of is not None and near.of.controlled_by == controlled_by != ""
        if hexes is not None and same:
            hexes = replace(hexes, controlled_by="")
        of = [*([self.a_hex(hexes) + (" that it controls" if same else "")] if hexes is not None else []),
              *([self.a_unit(near.units)] if near.units is not None else [])]
        distance = f"within {near.hexes} {'hex' if near.hexes == 1 else 'hexes'}"
        return f"{distance} of {either(of)}" if of else ""

    def _numbers(self, hexes: Sequence[str], one: bool = False) -> str:
        shown = [self._hex(number) for number in hexes[:_MOST_HEXES]]
        if len(hexes) > len(shown):
            shown.append(f"{len(hexes) - len(shown)} more")
        return either(shown) if one else listed(shown)

    def _hex(self, number: str) -> str:
        """`2017`, or with places `2017 (Warsaw)`."""
        if self._map is None or not self._with_places:
            return number
        hex = self._map.grid.parse(number)
        place = self._map.place_at.get(hex) if hex is not None else None
        return f"{number} ({place.name})" if place is not None and place.name else number

    def _feature(self, id: str, one: bool = False) -> str:
        name = self.title("features", id)
        first, last = name.split()[0], name.split()[-1]
        if last.lower() in _COUNTED:
            thing = small(name)
            return thing if one else plural(thing)
        known = " " in name or first.lower() == first
        return f"{small(name) if known else name} {'hex' if one else 'hexes'}"

    def _road(self, id: str) -> str:
        return article(self.named("roads", id))

    def hexside(self, kinds: Iterable[str]) -> str:
        """`a river or canal`."""
        return article(either(self.named("hexsides", k) for k in kinds))

    # -- how much ----------------------------------------------------------------------------------

    @staticmethod
    def amount(text: str, subject: str) -> str:
        """What becomes of a number: `the attack strength is halved`."""
        amount = parse_amount(text)
        number = fraction_text(abs(amount.number))
        if amount.sign == "none":
            return f"{subject} counts for nothing"
        if amount.sign == "all":
            return f"{subject} is the whole of it"
        if amount.sign == "=":
            return f"{subject} is {number}"
        if amount.sign == "x":
            return f"{subject} is {_multiplied(amount.number)}"
        if not amount.number:
            return f"{subject} is unchanged"
        return f"{subject} is {number} {'more' if amount.number > 0 else 'less'}"

    @staticmethod
    def shift(columns: int) -> str:
        """`the odds shift 1 column to the left`."""
        number = f"{abs(columns)} column{'' if abs(columns) == 1 else 's'}"
        return f"the odds shift {number} to the {'left' if columns < 0 else 'right'}"

    def change(self, change: Change, each: bool = False, unit: str = "") -> str:
        """What a change makes, as a clause; "" if it changes nothing.

        With `each` strengths are those of single units; `unit` says whose strength and allowance it is.
        """
        words = []
        if change.shift:
            words.append(self.shift(change.shift))
        if change.die:
            more = "added to" if change.die > 0 else "subtracted from"
            words.append(f"{abs(change.die)} is {more} the die roll")
        for key, side in (("attack", "attacking"), ("defence", "defending")):
            if text := getattr(change, key):
                if unit:
                    subject = f"the {key} strength of {unit}"
                else:
                    subject = f"each {side} unit" if each else f"the {key} strength"
                words.append(self.amount(text, subject))
        if change.cost == "all":
            words.append("it takes the whole movement allowance")
        elif change.cost == "none":
            words.append("the way is prohibited")
        elif change.cost:
            words.append(self.amount(change.cost, "the movement cost"))
        if change.allowance == "none":
            words.append("there is no limit to the movement allowance")
        elif change.allowance:
            words.append(self.amount(change.allowance, "the movement allowance"))
        if change.becomes:
            words.append(f"the result becomes {change.becomes}")
        if change.zones:
            words.append("the unit has no zone of control")
        return listed(words)

    def modifier(self, one: Modifier) -> str:
        """A modifier as a sentence; the designer's own text takes its place."""
        if one.text.strip():
            return sentence(one.text)
        change = self.change(one.effect, one.who == "each") or "nothing changes"
        when = self.situation(one.when)
        if one.who == "all" and any(getattr(one.when, k) not in ((), None, "") for k in _UNIT_KEYS):
            when += ", for all units of the side"
        name = one.name.strip()
        if name and _same_words(when, name):
            when = ""
        return sentence(f"{f'{name}: ' if name else ''}{change} {when}")

    # -- numbers of the game -----------------------------------------------------------------------

    def number(self, number: Number) -> str:
        """A number that the game can be asked for: `the number of towns controlled by the enemy`."""
        if number.control is not None:
            return (f"the number of {self._held(number.control)} controlled by "
                    f"{self.side(number.control.side)}")
        if number.ever_taken is not None:
            return (f"the number of {self._held(number.ever_taken)} ever taken by "
                    f"{self.side(number.ever_taken.side)}")
        if number.entered is not None:
            return f"the number of {self._held(number.entered)} entered by {self.side(number.entered.side)}"
        if number.count is not None:
            return f"the number of {self._counted(number.count)} {self._on_map(number.count)}"
        if number.points:
            return f"the victory points of {self.side(number.points)}"
        if number.lead:
            return f"the lead of {self.side(number.lead)} in victory points"
        if number.asset is not None:
            return f"the {self.named('assets', number.asset.id)} left to {self.side(number.asset.side)}"
        if number.losses is not None:
            lost = f"the number of {self._lost(number.losses)} lost by {self.side(number.losses.side)}"
            return lost if number.losses.times == 1 else f"{number.losses.times} times {lost}"
        if number.roll:
            return f"a roll of {number.roll}"
        return str(number.number or 0)

    def _held(self, count: HexCount) -> str:
        words = self.hexes(count.hexes)
        words = f"connected {words}" if count.connected else words
        return f"{words} that can be supplied" if count.supplied else words

    def _counted(self, count: UnitCount, one: bool = False) -> str:
        if count.by == "unit":
            return self.units(count.units, one)
        counted = "step" if count.by == "step" else "stacking point"
        return f"{counted if one else plural(counted)} of {self.units(count.units)}"

    def _on_map(self, count: UnitCount) -> str:
        return "on the map" if count.hexes == HexFilter() else f"in {self.hexes(count.hexes)}"

    def _lost(self, loss: Loss, one: bool = False) -> str:
        if loss.by == "unit":
            return self.units(loss.units, one)
        return f"{'step' if one else 'steps'} of {self.units(loss.units)}"

    def _comparison(self, asked: Number, bounds: Comparison) -> str:
        """A condition on a number as a clause: `at least 5 of the delta hexes are controlled by ...`."""
        plain = all(not isinstance(b, Number) for b in _bounds(bounds))
        how = self.bounds(bounds, counted=True)
        for key, verb in (("control", "controlled by"), ("ever_taken", "ever been taken by"),
                          ("entered", "entered or held by")):
            held: HexCount | None = getattr(asked, key)
            if held is None or not plain:
                continue
            wanted = how or "at least 1"
            single = wanted.endswith(" 1")
            if len(held.hexes.hexes) == 1 and wanted in ("all", "at least 1", "exactly 1"):
                be = {"ever_taken": "has"}.get(key, "is")
                return f"{self._held(held)} {be} {verb} {self.side(held.side)}"
            if how == "all":
                many = f"all {self._held(held)}"
            elif held == HexCount(held.side):
                many = f"{wanted} {'hex' if single else 'hexes'}"
            else:
                many = f"{wanted[:-1]}one" if single else wanted
                many += f" of the {self._held(held)}"
            be = {"ever_taken": "has" if single else "have"}.get(key, "is" if single else "are")
            return f"{many} {be} {verb} {self.side(held.side)}"
        single = how.endswith(" 1")
        points = "victory point" if single else "victory points"
        if asked.count is not None and plain:
            what = self._counted(asked.count, single)
            be = "is" if single else "are"
            return f"{f'{how} ' if how else 'some '}{what} {be} {self._on_map(asked.count)}"
        if asked.losses is not None and plain and asked.losses.times == 1:
            what = f"{how or 'any'} {self._lost(asked.losses, single)}"
            return f"{self.said_of(asked.losses.side, 'has')} lost {what}"
        if asked.asset is not None and plain:
            name = self.named("assets", asked.asset.id)
            return f"{self.said_of(asked.asset.side, 'has')} {how or 'some'} of {name} left"
        if asked.points and plain:
            return f"{self.said_of(asked.points, 'has')} {how or 'any'} {points}"
        if asked.lead and plain:
            return f"{self.side(asked.lead)} leads by {how or 'any number of'} {points}"
        limits = self.bounds(bounds)
        return f"{self.number(asked)} is {limits or 'more than 0'}"

    def measured(
        self, asked: Number, bounds: Comparison, value: str, of: Callable[[Number], str], holds: bool = True
    ) -> str:
        """A condition on a number with what the number is: `towns controlled by the enemy: 3, needed 2`. `of`
        gives the numbers among the bounds; with `holds` False it is not met."""
        held = asked.control or asked.ever_taken or asked.entered
        if held is not None and len(held.hexes.hexes) == 1 and not held.supplied and (
                bounds.at_least in (None, 1, "all") and _bounds(bounds) in ([], [bounds.at_least])):
            said = self._comparison(asked, bounds)
            return said.replace(" has ever been ", " has been ", 1) if holds else _negated(said)
        return f"{self.label(asked)}: {value}, needed {self._needed(bounds, of)}"

    def label(self, number: Number) -> str:
        """What a number counts, to stand before it: `towns controlled by the enemy`."""
        return self.number(number).removeprefix("the number of ").removeprefix("the ").removeprefix("a ")

    def _needed(self, bounds: Comparison, of: Callable[[Number], str]) -> str:
        """How many are needed: `2`, `all of them`, `less than 7 (industrial hexes ever taken)`."""
        several = [("at least ", bounds.at_least), ("at most ", bounds.at_most),
                   ("more than ", bounds.more_than), ("less than ", bounds.less_than)]
        if bounds.at_least is not None and bounds.at_least == bounds.at_most:
            several = [("exactly ", bounds.at_least), *several[2:]]
        given = [(how, bound) for how, bound in several if bound is not None]
        if len(given) == 1 and given[0][0] == "at least ":
            # A number that is needed is enough, of course.
            given = [("", given[0][1])]
        return listed([self._need(how, bound, of) for how, bound in given]) or "1"

    def _need(self, how: str, bound: Bound, of: Callable[[Number], str]) -> str:
        if bound == "all":
            return "all of them"
        if not isinstance(bound, Number):
            return f"{how}{bound}"
        # A plain number is not told twice.
        said, worth = self.label(bound), of(bound)
        return f"{how}{worth}" if said == worth else f"{how}{worth} ({said})"

    def bounds(self, bounds: Comparison, counted: bool = False) -> str:
        """`at least 3 and less than 7`; with `counted` things are fewer, not less. "" without bounds."""
        least, most = bounds.at_least, bounds.at_most
        if "all" in _bounds(bounds):
            return "all"
        if least is not None and least == most:
            return f"exactly {self._bound(least)}"
        words = [("at least", least), ("at most", most), ("more than", bounds.more_than),
                 ("fewer than" if counted else "less than", bounds.less_than)]
        return listed([f"{how} {self._bound(b)}" for how, b in words if b is not None])

    def _bound(self, bound: Bound) -> str:
        return self.number(bound) if isinstance(bound, Number) else str(bound)

    # -- situations --------------------------------------------------------------------------------

    def situation(self, situation: Situation) -> str:
        """When something holds, to follow a clause: `on turns 2 to 5 if the unit is in supply`; "" for
        always."""
        words = self._adverbs(situation)
        rest = [*self._conditions(situation)]
        if len(situation.any) == 1:
            rest.append(self.clause(situation.any[0]))
        elif situation.any:
            options = either(self.clause(s) for s in situation.any)
            rest.append(f"either {options}" if rest else options)
        for one in situation.all:
            rest.append(self.clause(one))
        if rest:
            words.append(f"if {listed(rest)}")
        if situation.without is not None and situation.without != ALWAYS:
            words.append(f"unless {self.clause(situation.without)}")
        return " ".join(words)

    def clause(self, situation: Situation) -> str:
        """A situation as a clause that stands alone: `it is turn 3 and the unit is in supply`."""
        if situation == NEVER:
            return "an event lets it"
        words = [f"it is {one}" for one in self._times(situation)]
        if situation.across:
            words.append(f"it is across {self.hexside(situation.across)}")
        if situation.from_:
            words.append(f"the attackers stand {_from(situation.from_).replace('from', 'in', 1)}")
        words += self._conditions(situation)
        words += [self.clause(one) for one in situation.all]
        if situation.any:
            options = either(self.clause(s) for s in situation.any)
            words.append(f"either {options}" if len(situation.any) > 1 else options)
        if situation.without is not None:
            words.append(f"it is not so that {self.clause(situation.without)}")
        return listed(words) if words else "nothing else is asked"

    def _times(self, situation: Situation) -> list[str]:
        words = []
        if situation.turn is not None:
            first, last = situation.turn
            words.append(f"turn {first}" if first == last else f"turn {first} or later" if (
                last >= MOST_TURNS) else f"one of turns {first} to {last}")
        if situation.phase:
            words.append(either(map(self.phase, situation.phase)))
        if situation.player_turn:
            words.append(f"the player turn of {either(map(self.side, situation.player_turn))}")
        if situation.first is not None:
            words.append("the first time" if situation.first else "not the first time")
        return words

    def _adverbs(self, situation: Situation) -> list[str]:
        words = []
        if situation.turn is not None:
            first, last = situation.turn
            words.append(f"on turn {first}" if first == last else f"from turn {first} on" if (
                last >= MOST_TURNS) else f"on turns {first} to {last}")
        if situation.phase:
            words.append(f"in {either(map(self.phase, situation.phase))}")
        if situation.player_turn:
            words.append(f"in the player turn of {either(map(self.side, situation.player_turn))}")
        if situation.first is not None:
            words.append("the first time only" if situation.first else "after the first time")
        if situation.across:
            words.append(f"across {self.hexside(situation.across)}")
        if situation.from_:
            words.append(_from(situation.from_))
        return words

    def _conditions(self, situation: Situation) -> list[str]:
        words = []
        for option, choices in situation.option:
            known = next((o for o in self._ruleset.options if o.id == option), None)
            titles = [quoted(known.title_of(c)) if known else c for c in choices]
            words.append(f"the option {self.title('options', option)} is {either(titles) or 'chosen'}")
        if situation.happened:
            words.append(f"{either(self.event(e) for e in situation.happened)} has happened")
        if situation.units is not None:
            words.append(f"the unit is {self.a_unit(situation.units)}")
        if situation.hexes is not None:
            words.append(f"the hex is {self.a_hex(situation.hexes)}")
        if situation.state:
            words.append(f"the unit is {either(map(self.state, situation.state))}")
        if situation.supplied is not None:
            words.append(f"the unit is {'in' if situation.supplied else 'out of'} supply")
        if situation.in_zone:
            words.append(f"the unit is in {_zone(situation.in_zone)}")
        if situation.moved:
            words.append({
                "any": "the unit has moved", "not": "the unit has not moved",
                "half": "the unit has moved more than half its allowance"}[situation.moved])
        if situation.steps is not None:
            many = self.bounds(situation.steps, counted=True) or "some"
            words.append(f"the unit has {many} {'step' if many.endswith(' 1') else 'steps'} left")
        for group, party in ((situation.attackers, "attacker"), (situation.defenders, "defender")):
            if group is not None:
                words += self._group(group, party)
        if situation.odds is not None:
            words.append(f"the odds are {self.bounds(situation.odds) or 'any'}")
        if situation.nationalities is not None:
            many = self.bounds(situation.nationalities, counted=True) or "several"
            words.append(f"{many} {'nationality attacks' if many.endswith(' 1') else 'nationalities attack'}")
        if any(getattr(situation, key) not in ("", None) for key in NUMBER_KEYS):
            words.append(self._comparison(situation, situation))
        return words

    def _group(self, group: Group, party: str) -> list[str]:
        words = []
        if group.all is not None:
            words.append(f"all {party}s are {self.units(group.all)}")
        if group.any is not None:
            words.append(f"at least one {party} is {self.a_unit(group.any)}")
        if group.none is not None:
            words.append(f"no {party} is {self.a_unit(group.none)}")
        return words

    def event(self, id: str) -> str:
        known = self._events.get(id) or next((e.name for e in self._ruleset.events if e.id == id), "").strip()
        return f"the event {known or id_words(id, self._ruleset)}"

    # -- what happens ------------------------------------------------------------------------------

    def script(self, script: Sequence[Effect]) -> str:
        """What a result or an event does, as a sentence: `The defender retreats one hex; the attacker may
        advance.`"""
        return sentence("; ".join(map(self.effect, script)) or "nothing happens")

    def effect(self, effect: Effect) -> str:
        """One effect as a clause."""
        words = listed([*self._to_units(effect), *self._to_sides(effect)]) or "nothing happens"
        when = self.situation(effect.when) if effect.when is not None else ""
        return f"{words} {when}".strip()

    def _to_units(self, effect: Effect) -> list[str]:
        words, by = [], _BY[effect.by]
        only = effect.units or None
        if effect.eliminate:
            words.append(f"all {self._party_units(effect.eliminate, only)} are eliminated")
        if effect.lose:
            words.append(self._loss(effect, only) + by)
        if effect.lose_units:
            part = _PARTS.get(effect.part, effect.part)
            words.append(f"{part} of the {self._party_units(effect.lose_units, only)} are eliminated"
                         f"{by or ', chosen by their owner'}")
        if effect.retreat:
            many = "one hex" if effect.hexes == 1 else f"{effect.hexes} hexes"
            who, verb = self._party(effect.retreat, only, "retreats", "retreat")
            words.append(f"{who} {verb} {many}{by}")
        if effect.state:
            who, verb = self._party(effect.state, only, "becomes", "become")
            words.append(f"{who} {verb} {self.state(effect.set) if effect.set else 'as before'}")
        if effect.advance:
            one, many = {"may": ("may advance", "may advance"), "must": ("must advance", "must advance"),
                         "never": ("does not advance", "do not advance")}[effect.advance]
            far = f" up to {effect.hexes} hexes" if effect.hexes > 1 and effect.advance != "never" else ""
            who, verb = self._party("attacker", only, one, many)
            words.append(f"{who} {verb}{far}")
        if effect.choose:
            scripts = [listed(list(map(self.effect, one))) or "nothing happens" for one in effect.of]
            words.append(f"the {effect.choose} chooses: {', or '.join(scripts) or 'nothing happens'}")
        return words

    def _to_sides(self, effect: Effect) -> list[str]:
        words = []
        if effect.roll:
            words.append(f"a roll is made on the table {self.title('tables', effect.roll)}")
        if effect.shift is not None:
            words.append(self.shift(effect.shift) if effect.shift else "the odds do not shift")
        for side, number in effect.points:
            words.append(self._points(side, number))
        for asset, number in effect.asset:
            words.append(self.amount(number, f"the number of {self.named('assets', asset)}"))
        if effect.control is not None:
            hexes = self.all_hexes(effect.control)
            words.append(f"nobody controls {hexes} any more" if effect.to == "none" else
                         f"control of {hexes} passes to {self.side(effect.to or ENEMY)}")
        if effect.arrive:
            pools = {p.id: p.name for p in self._ruleset.pools if p.name}
            events = {e.id: f"the event {e.name}" for e in self._ruleset.events if e.name}
            known = pools.get(effect.arrive) or events.get(effect.arrive) or spaced(effect.arrive)
            words.append(f"the units of {known} arrive")
        if effect.remove is not None:
            words.append(f"{self._all(effect.remove)} leave the game")
        if effect.release is not None:
            words.append(f"{self._all(effect.release)} may move from now on")
        if effect.event:
            words.append(f"{self.event(effect.event)} happens")
        if effect.win:
            words.append("the game ends in a draw" if effect.win in ("draw", "none") else
                         f"{self.said_of(effect.win, 'wins')} at once")
        if effect.note.strip():
            words.append(" ".join(effect.note.split()).rstrip("."))
        if effect.do:
            words.append(f"the rule {spaced(effect.do)} applies")
        return words

    def _all(self, units: UnitFilter) -> str:
        words = self.units(units)
        return words if words.startswith("the ") else f"all {words}"

    def _points(self, side: str, number: str) -> str:
        amount, who = parse_amount(number), self.side(side)
        if amount.sign == "+":
            verb = "gets" if amount.number >= 0 else "loses"
            points = fraction_text(abs(amount.number))
            return f"{who} {verb} {points} victory point{'' if points == '1' else 's'}"
        return self.amount(number, f"the number of victory points of {who}")

    def _loss(self, effect: Effect, only: UnitFilter | None) -> str:
        lost = {"all": "all steps", "same": "as many"}.get(effect.steps) or number_word(effect.steps, "step")
        if effect.per == "unit" and effect.steps != "same":
            if effect.lose == "both":
                return f"each {self.units(only or UnitFilter(), one=True)} of both sides loses {lost}"
            return f"each {self.units(only or UnitFilter(), True, _FIGHTING[effect.lose])} loses {lost}"
        who, verb = self._party(effect.lose, only, "loses", "lose")
        return f"{who} {verb} {lost}"

    def _party(self, party: str, only: UnitFilter | None, verb: str, verbs: str) -> tuple[str, str]:
        if only:
            return f"the {self._party_units(party, only)}", verbs
        return ("both sides", verbs) if party == "both" else (f"the {party}", verb)

    def _party_units(self, party: str, only: UnitFilter | None) -> str:
        if party == "both":
            return f"{self.units(only or UnitFilter())} of both sides"
        return self.units(only or UnitFilter(), adjective=_FIGHTING[party])


_FIGHTING = {"attacker": "attacking", "defender": "defending"}
_BY = {
    "": "", "owner": ", chosen by its owner", "enemy": ", chosen by the enemy",
    "attacker": ", chosen by the attacker", "defender": ", chosen by the defender",
    "winner": ", chosen by the winner", "strongest": ", the strongest first",
    "weakest": ", the weakest first"}


def _negated(clause: str) -> str:
    """
    >>> _negated("hex 2017 is controlled by the Blue side"), _negated("hex 2017 has ever been taken by X")
    ('hex 2017 is not controlled by the Blue side', 'hex 2017 has never been taken by X')
    """
    if " has ever been " in clause:
        return clause.replace(" has ever been ", " has never been ", 1)
    return clause.replace(" is ", " is not ", 1)


def _zone(whose: str) -> str:
    return "an enemy zone of control" if whose == ENEMY else "a zone of control of the own side"


def _from(text: str) -> str:
    if text == "opposite":
        return "from opposite hexes"
    return "from three hexes with one between each two" if text == "three-alternate" else f"from {text} hexes"


def _bounds(bounds: Comparison) -> list[Bound]:
    return [b for b in (bounds.at_least, bounds.at_most, bounds.more_than, bounds.less_than) if b is not None]


def _multiplied(number: Fraction) -> str:
    known = {Fraction(1, 2): "halved", Fraction(2): "doubled", Fraction(3): "tripled",
             Fraction(1): "unchanged", Fraction(0): "0"}
    if number in known:
        return known[number]
    return f"divided by {1 / number}" if number.numerator == 1 else f"multiplied by {fraction_text(number)}"


def _same_words(when: str, name: str) -> bool:
    """Whether a name already says what a situation says."""
    def words(text: str) -> set[str]:
        return set(text.lower().split()) - {"a", "an", "the"}

    return bool(when) and words(when) <= words(name)
