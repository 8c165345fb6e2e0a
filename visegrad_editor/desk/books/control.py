"""Who controls each Location, hex and building (A26.1 to A26.162).

Control is a latch: a side that gains it keeps it until the other gains it, whatever becomes of the unit that
gained it (A26.1). Only armed vehicles hold a Location for as long as they stay (A26.12), and fires give and
bar control (A26.16).

A referee tells what units do, one line an event; the book remembers what it was told of each. Steps take a
book and facts and give a book and what changed. A step that lacks a fact changes nothing, or all but what
depends on it, and asks. Events that cannot be raise `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.wording import did_you_mean, listed, quoted
from ..card import Card
from ..forces import FLYING, MULTI_MAN, SIZE_WORDS, UNARMED, VEHICLES, Size
from ..hexes import neighbours
from ..names import GULLY
from ..readings import chosen_reading
from ..words import name_words, side_words
from .changes import NOBODY, Change
from .places import (
    BRIDGE,
    GROUND,
    PILLBOX,
    ROOF,
    Building,
    Location,
    Place,
    Site,
    WholeHex,
    where_hexes,
)


@dataclass(frozen=True)
class Unit:
    """What is known of a unit on the boards."""

    id: str
    side: str
    size: Size
    at: Location
    armed: bool | None = None
    """None: as its size says. People are armed unless told otherwise; vehicles must be told."""
    good_order: bool = True
    broken: bool = False
    captive: bool = False
    """A prisoner: it is unarmed."""
    bypass: bool = False
    """It goes along hexsides of what is in the hex."""
    riding: bool = False
    """It is a passenger or rider, or cavalry: no Infantry."""
    concealed: bool = False
    hidden: bool = False

    @property
    def has_arms(self) -> bool | None:
        """Whether it is armed; None if that is not known."""
        if self.captive or self.size in UNARMED:
            return False
        if self.armed is None and self.size in VEHICLES:
            return None
        return self.armed is not False

    @property
    def secret(self) -> bool:
        """Whether the other side may not know it."""
        return self.concealed or self.hidden

    @property
    def unfit(self) -> str:
        """Why it cannot gain control on foot, "" if it can: only armed Infantry of several people in Good
        Order and not in bypass can (A26.11, A26.15)."""
        if self.size not in MULTI_MAN:
            return f"{SIZE_WORDS[self.size]} is no squad, half squad or crew"
        return next((why for why, holds in (
            ("it is a prisoner", self.captive), ("it is unarmed", not self.has_arms),
            ("it is broken", self.broken), ("it is not in Good Order", not self.good_order),
            ("it is in bypass", self.bypass), ("it is no Infantry while it rides", self.riding)) if holds),
            "")


@dataclass(frozen=True)
class Holding:
    """Who controls a place, and why."""

    side: str
    """"" is nobody."""
    rule: str
    why: str
    """A sentence: the reason of the last change."""
    temporary: bool = False
    """Whether it is only for as long as a vehicle stays (A26.12)."""
    secret: bool = False
    """Whether it need not be told before the game ends (A26.15)."""
    known: bool = True
    """Whether all is known that decides it."""


@dataclass(frozen=True)
class Fire:
    """A fire in a Location."""

    state: Literal["flame", "blaze"]
    side: str = ""
    """The side that set it on purpose; "" is an accident, or a fire from the start (A26.161)."""
    closes: frozenset[Location] = frozenset()
    """What no armed ground unit can enter because of it."""


@dataclass(frozen=True)
class ControlBook:
    """Who controls what, and what must be known for it. Nothing in it is changed: each step gives another."""

    site: Site
    sides: tuple[str, str]
    start: Mapping[Hex, Holding] = field(default_factory=dict)
    """Control at the start, of hexes and all in them."""
    held: Mapping[Place, Holding] = field(default_factory=dict)
    """What was gained since."""
    units: Mapping[str, Unit] = field(default_factory=dict)
    """What units are known to be where, by id."""
    kept: Mapping[str, frozenset[Place]] = field(default_factory=dict)
    """What each vehicle holds for as long as it stays (A26.12)."""
    told: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    """All Locations of hexes, where somebody told them."""
    fires: Mapping[Location, Fire] = field(default_factory=dict)
    rubble: frozenset[Location] = frozenset()
    """Locations that nobody can enter for another reason than fire."""
    completes: bool = field(kw_only=True)
    """Reading R19: whether a gain that an enemy blocked completes when the last such enemy is gone;
    otherwise only when a unit enters anew."""
    by_own_hex: bool = field(kw_only=True)
    """Reading R20: whether a Location that an accidental Blaze or rubble closes goes with its hex;
    otherwise with all hexes of its building together."""

    def other(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def parts_of(self, hex: Hex) -> tuple[str, ...] | None:
        """All Locations of a hex, if they are known."""
        return self.told.get(hex) or self.site.parts_of(hex)

    def has_part(self, hex: Hex, part: str) -> bool:
        """Whether a bridge or pillbox is known in a hex: it was told, or somebody is or was there."""
        return (part in (self.parts_of(hex) or ()) or Location(hex, part) in self.held
                or any(u.at == Location(hex, part) for u in self.units.values()))

    def at_start(self, place: Place) -> Holding:
        """Who controlled a place at the start (A26.11)."""
        if not isinstance(place, Building):
            return self.start.get(place.hex, _NOBODY)
        found = [self.start.get(hex, _NOBODY) for hex in self.site.hexes_of(place.id)]
        if not found:
            return replace(_NOBODY, why="The hexes of the building are not known.", known=False)
        if len({one.side for one in found}) == 1:
            return found[0]
        return replace(_NOBODY, why="Its hexes were not all in an area where only one side sets up.")

    def lasting(self, place: Place) -> Holding:
        """Who controls a place, apart from vehicles that hold it for a while."""
        return self.held.get(place) or self.at_start(place)

    def holding(self, place: Place) -> Holding:
        """Who controls a place now, why, and by which rule."""
        for id, places in self.kept.items():
            if place in places:
                unit = self.units[id]
                return Holding(unit.side, "A26.12", (
                    f"{_called(unit)} is there, armed and not in bypass; control goes back when it leaves."),
                    temporary=True, secret=unit.secret)
        found = self.lasting(place)
        if isinstance(place, WholeHex) and any(
                u.side != found.side for u in _undecided_vehicles(self) if u.at.hex == place.hex):
            return replace(found, known=False)
        return found

    @property
    def asked(self) -> tuple[str, ...]:
        """What the book lacks to be sure, in sentences."""
        return tuple(dict.fromkeys(_ask_parts(self, u.at.hex) for u in _undecided_vehicles(self)))


_NOBODY = Holding("", "A26.11", "Nobody has gained it.")
Step = tuple[ControlBook, tuple[Change, ...]]


# -- the start ------------------------------------------------------------------------------------


def control_start(site: Site, sides: tuple[str, str], regions: Mapping[str, Iterable[Hex]],
                  completes: bool = True, by_own_hex: bool = True) -> ControlBook:
    """Control at the start (A26.11): where exactly one side may set up, that side controls all; where both
    may, nobody does; if only one side sets up at all, it controls all. `regions` has for each side that
    sets up before play the hexes where it may; `completes` and `by_own_hex` are as in the book. Raises
    `ValueError` for a side that there is not."""
    book = ControlBook(site, sides, completes=completes, by_own_hex=by_own_hex)
    areas = {side: frozenset(hexes) for side, hexes in regions.items()}
    for side in areas:
        _check_side(book, side)
    places = site.layout.names_by_place
    if len(areas) == 1:
        [only] = areas
        alone = Holding(only, "A26.11", f"Only {side_words(only)} sets up before play.")
        return replace(book, start=dict.fromkeys(places, alone))
    both = replace(_NOBODY, why="Both sides may set up there, so nobody controls it at the start.")
    theirs = {side: Holding(side, "A26.11", f"Only {side_words(side)} may set up there.") for side in areas}
    start: dict[Hex, Holding] = {}
    for place in places:
        mine = [side for side, area in areas.items() if place in area]
        if mine:
            start[place] = theirs[mine[0]] if len(mine) == 1 else both
    return replace(book, start=start)


def card_start(card: Card, site: Site) -> tuple[ControlBook, tuple[str, ...]]:
    """Control at the start of a card by where its groups may set up before play, and what that leaves open.
    Raises `ValueError` for hexes that are not in play."""
    regions: dict[str, set[Hex]] = {}
    asked: list[str] = []
    for group in card.groups:
        if not (group.arrives.at_start and group.has_counters):
            continue
        region = regions.setdefault(group.side, set())
        if group.where is None:
            asked.append(f"The group {name_words(group.id)}: where it is set up is not said.")
            continue
        found = where_hexes(group.where, site, f"The group {name_words(group.id)}")
        region |= found.hexes
        asked += found.asked
    one, other = (side.id for side in card.sides)
    return control_start(
        site, (one, other), regions, completes=chosen_reading(card, "R19") == "last",
        by_own_hex=chosen_reading(card, "R20") == "hex"), tuple(asked)


def disputed(book: ControlBook) -> tuple[str, ...]:
    """The names of hexes where both sides may set up, which nobody controls at the start."""
    return tuple(book.site.layout.name(hex) for hex, held in sorted(book.start.items()) if not held.side)


# -- what units do --------------------------------------------------------------------------------


def enters(book: ControlBook, unit: Unit) -> Step:
    """A unit is set up in, is placed in or moves into its Location; also a known unit with new facts. It
    gains control at once, even while it moves (A26.11)."""
    _check_side(book, unit.side)
    if unit.at.hex not in book.site.layout:
        raise ValueError(f"{_called(unit)} is off the boards; say that it leaves.")
    if unit.has_arms is None:
        return book, (Change("asked", "A26.11", (
            f"Whether {_called(unit)} is armed decides what it controls and blocks; say it."),
            side=unit.side, secret=_secret(unit, ())),)
    known = book.units.get(unit.id)
    if known is not None and known.side != unit.side:
        # What it held for its former side goes back.
        left = {id: places for id, places in book.kept.items() if id != unit.id}
        return _settled(book, replace(book, units={**book.units, unit.id: unit}, kept=left), unit)
    return _settled(book, replace(book, units={**book.units, unit.id: unit}), unit)


def moves(book: ControlBook, id: str, at: Location, bypass: bool = False) -> Step:
    """A known unit moves into a Location, or within it into or out of bypass."""
    return enters(book, replace(_unit(book, id), at=at, bypass=bypass))


def becomes(book: ControlBook, id: str, *, armed: bool | None = None, good_order: bool | None = None,
            broken: bool | None = None, captive: bool | None = None, bypass: bool | None = None,
            riding: bool | None = None, concealed: bool | None = None, hidden: bool | None = None) -> Step:
    """A known unit becomes something, where it is; what is left out stays. One that becomes able to gain
    control gains it then, as if it entered."""
    before = _unit(book, id)
    unit = replace(
        before, armed=before.armed if armed is None else armed, good_order=_or(good_order, before.good_order),
        broken=_or(broken, before.broken), captive=_or(captive, before.captive),
        bypass=_or(bypass, before.bypass), riding=_or(riding, before.riding),
        concealed=_or(concealed, before.concealed), hidden=_or(hidden, before.hidden))
    if unit == before:
        return book, (Change("noted", "A26.1", f"{_called(unit)} is so already; nothing changes."),)
    after = replace(book, units={**book.units, id: unit})
    return _settled(book, after, unit if before.unfit and not unit.unfit else None)


def _or(said: bool | None, before: bool) -> bool:
    return before if said is None else said


def leaves(book: ControlBook, id: str) -> Step:
    """A unit is no longer on the boards: it was eliminated or has left them."""
    _unit(book, id)
    after = replace(book, units={key: unit for key, unit in book.units.items() if key != id})
    return _settled(book, after)


def mops_up(book: ControlBook, side: str, building: str, hex: Hex | None = None) -> Step:
    """A side has mopped up a building: it controls it with all its hexes and Locations, but for those with an
    armed enemy vehicle in bypass (A26.11). Of a rowhouse it is the part in one `hex`; the building itself is
    gained if no armed enemy is left in all of it (A26.14)."""
    _check_side(book, side)
    house = book.site.building(building)
    row = building in book.site.rowhouses
    if row and hex is None:
        raise ValueError(f"The building {name_words(building)} is a row of houses; say the hex mopped up.")
    if row and hex not in book.site.hexes_of(building):
        raise ValueError(f"That hex is not of the building {name_words(building)}.")
    places = [p for p in book.site.buildings[building] if not row or p.hex == hex]
    hexes = {p.hex for p in places}
    enemies = [u for u in book.units.values() if u.side != side and _may_block(u)
               and (u.at in places or (u.at.hex in hexes and book.site.building_at(u.at) == building))]
    inside = [u for u in enemies if not _passes_by(u)]
    if inside:
        return book, (Change("asked", "A12.153", (
            f"By the book this is still in the building: {listed([_called(u) for u in inside])}. Say first "
            "what became of it."), book.site.name(house), side),)
    kept_out: set[Place] = {u.at for u in enemies}
    kept_out |= {WholeHex(u.at.hex) for u in enemies}
    whole: list[Place] = [*places, *(WholeHex(h) for h in sorted(hexes))]
    gained = [place for place in whole if place not in kept_out]
    if not any(_blocks(book, u, house, side) for u in book.units.values()):
        gained.append(house)
    why = f"{_side(side)} mopped up {'a part of ' if row else ''}the building {name_words(building)}."
    barred = _barred(book)
    after = book
    for place in gained:
        if (place, side) not in barred:
            after = _gain(after, place, Holding(side, "A26.11", why))
    return _settled(book, after)


def tells_parts(book: ControlBook, hex: Hex, parts: Iterable[str]) -> Step:
    """Somebody tells all Locations of a hex: "" is the ground, others as in names of hexes."""
    told = tuple(dict.fromkeys(parts))
    if not told:
        raise ValueError("A hex has at least one Location; \"\" is its ground.")
    return _settled(book, replace(book, told={**book.told, hex: told}))


def declares(book: ControlBook, place: Place, side: str, rule: str, why: str) -> Step:
    """A person says who controls a place, by a rule that the program does not know, such as one of the
    card. "" is nobody."""
    if side:
        _check_side(book, side)
    return _settled(book, _gain(book, place, Holding(side, rule, why)))


# -- fire -----------------------------------------------------------------------------------------


def burns(book: ControlBook, at: Location, fire: Fire) -> Step:
    """A Flame or Blaze is placed in a Location, or becomes the other; `fire.closes` says what nobody can
    enter because of it, to which a Blaze adds its own Location."""
    if fire.side:
        _check_side(book, fire.side)
    if fire.state == "blaze":
        fire = replace(fire, closes=fire.closes | {at})
    return _settled(book, replace(book, fires={**book.fires, at: fire}))


def burns_out(book: ControlBook, at: Location) -> Step:
    """A fire is put out, or what burnt is gone."""
    if at not in book.fires:
        raise ValueError(f"There is no fire in {book.site.name(at)}.")
    return _settled(book, replace(book, fires={k: fire for k, fire in book.fires.items() if k != at}))


def closes(book: ControlBook, places: Iterable[Location]) -> Step:
    """Locations become impassable to both sides without fire: rubble (A26.161)."""
    return _settled(book, replace(book, rubble=book.rubble | frozenset(places)))


@dataclass(frozen=True)
class _Burning:
    """Fires in hexes next to each other, which have one cause (A26.162)."""

    places: tuple[Location, ...]
    side: str
    """The side that set them on purpose; "" if they count as an accident."""


def _burning(book: ControlBook) -> tuple[_Burning, ...]:
    by_hex: dict[Hex, list[Location]] = {}
    for at in book.fires:
        by_hex.setdefault(at.hex, []).append(at)
    found = []
    for area in _joined(by_hex):
        places = tuple(at for hex in area for at in by_hex[hex])
        # Fires of both sides are an accident; an accident joined with one side's is all that side's.
        sides = {book.fires[at].side for at in places} - {""}
        found.append(_Burning(places, sides.pop() if len(sides) == 1 else ""))
    return tuple(found)


def _joined(hexes: Iterable[Hex]) -> Iterator[tuple[Hex, ...]]:
    """Hexes in groups of those next to each other."""
    left = dict.fromkeys(sorted(hexes))
    while left:
        first = next(iter(left))
        del left[first]
        area = [first]
        for hex in area:
            for near in neighbours(hex):
                if near in left:
                    del left[near]
                    area.append(near)
        yield tuple(area)


def _closed(book: ControlBook) -> set[Location]:
    return set(book.rubble).union(*(fire.closes for fire in book.fires.values()))


def _forfeited(book: ControlBook) -> dict[Place, str]:
    """Places that a side forfeits by fires it set on purpose, with the side that forfeits them (A26.16)."""
    closed, found = _closed(book), dict[Place, set[str]]()
    for burning in _burning(book):
        if not burning.side:
            continue
        shut = {place for at in burning.places for place in book.fires[at].closes}
        lost: set[Place] = {*burning.places, *shut}
        lost |= {WholeHex(at.hex) for at in burning.places}
        lost |= {Building(id) for at in burning.places if (id := book.site.building_at(at))}
        # An area that is closed altogether goes, even if only a part of it by this fire.
        for hex in {at.hex for at in shut}:
            parts = book.parts_of(hex)
            if parts is not None and all(Location(hex, part) in closed for part in parts):
                lost |= {WholeHex(hex), *(Location(hex, part) for part in parts)}
        for id in {book.site.building_at(at) for at in shut} - {""}:
            if all(at in closed for at in book.site.buildings[id]):
                lost |= {Building(id), *book.site.buildings[id]}
        for place in lost:
            found.setdefault(place, set()).add(burning.side)
    # What fires of both sides affect is forfeited by neither.
    return {place: sides.pop() for place, sides in found.items() if len(sides) == 1}


def _barred(book: ControlBook) -> set[tuple[Place, str]]:
    """Places with the sides that cannot gain them now: by their own fires (A26.16)."""
    return set(_forfeited(book).items())


def _accident_areas(book: ControlBook) -> Iterator[tuple[Hex, ...]]:
    """Hexes next to each other whose ground is closed by accidental Blazes (A26.161)."""
    return _joined({place.hex for place in _closed_by_accident(book) if place.part == GROUND})


def _closed_by_accident(book: ControlBook) -> set[Location]:
    """What accidental Blazes close; accidental Flames never matter (A26.161)."""
    return {place for burning in _burning(book) if not burning.side for at in burning.places
            if book.fires[at].state == "blaze" for place in book.fires[at].closes}


def _by_fire(book: ControlBook) -> Iterator[tuple[Place, Holding]]:
    """What fires and rubble give to whom now."""
    site, forfeited = book.site, _forfeited(book)
    for place, loser in forfeited.items():
        winner = book.other(loser)
        yield place, Holding(winner, "A26.16", f"{_side(loser)} set fire to it, or to what spread there.")
    for area in _accident_areas(book):
        around = {hex for one in area for hex in neighbours(one) if hex in site.layout} - set(area)
        for side in book.sides:
            mine = sum(book.holding(WholeHex(hex)).side == side for hex in around)
            if 2 * mine > len(around):
                why = (f"{_side(side)} controls {mine} of the {len(around)} hexes around the burning area, "
                       "which nobody can enter.")
                yield from ((WholeHex(hex), Holding(side, "A26.161", why)) for hex in area
                            if WholeHex(hex) not in forfeited)
    by_accident = _closed_by_accident(book) | book.rubble
    for place in sorted(by_accident - set(forfeited), key=lambda p: (p.hex, p.part)):
        side, why = _with_hexes(book, place)
        if side:
            yield place, Holding(side, "A26.161", why)


def _with_hexes(book: ControlBook, place: Location) -> tuple[str, str]:
    """The side to which a closed Location goes, and why: that of its hex, or by the other reading of R20
    that of all hexes of its building."""
    building = book.site.building_at(place)
    hexes = book.site.hexes_of(building) if building and not book.by_own_hex else (place.hex,)
    sides = {book.holding(WholeHex(hex)).side for hex in hexes}
    whose = "the hex of" if len(hexes) == 1 else "all hexes of the building of"
    side = sides.pop() if len(sides) == 1 else ""
    return side, f"Nobody can enter it, and {side_words(side)} controls {whose} the Location." if side else ""


# -- how it settles -------------------------------------------------------------------------------


def _check_side(book: ControlBook, side: str) -> None:
    if side not in book.sides:
        raise ValueError(f"There is no side {quoted(side)}.{did_you_mean(side, list(book.sides), 'Sides')}")


def _unit(book: ControlBook, id: str) -> Unit:
    if id not in book.units:
        raise ValueError(f"The book knows no unit {quoted(id)}; say first where it is."
                         f"{did_you_mean(id, list(book.units), 'Units')}")
    return book.units[id]


def _called(unit: Unit) -> str:
    return f"{unit.id} of {side_words(unit.side)}"


def _side(side: str) -> str:
    words = side_words(side)
    return words[:1].upper() + words[1:]


def _ask_parts(book: ControlBook, hex: Hex) -> str:
    return f"All Locations of hex {book.site.layout.name(hex)} must be known (A26.12); say them."


def _may_block(unit: Unit) -> bool:
    """Whether it is an armed ground unit, which may keep the enemy from control; broken, concealed and hidden
    ones may, too (A26.11, A26.15)."""
    return unit.has_arms is True and unit.size not in FLYING


def _passes_by(unit: Unit) -> bool:
    """Whether it is a vehicle in bypass, or rides in one: it is in the hex and not in its building."""
    return unit.bypass and (unit.size in VEHICLES or unit.riding)


def _blocks(book: ControlBook, unit: Unit, place: Place, side: str) -> bool:
    """Whether a unit keeps a side from gaining a place (A26.11)."""
    if unit.side == side or not _may_block(unit):
        return False
    if isinstance(place, Location):
        return unit.at == place
    # Who is underground does not block what lies above.
    if unit.at.underground:
        return False
    if isinstance(place, WholeHex):
        return unit.at.hex == place.hex
    return book.site.building_at(unit.at) == place.id and not _passes_by(unit)


def _blockers(book: ControlBook, place: Place, side: str) -> list[Unit]:
    return [u for _, u in sorted(book.units.items()) if _blocks(book, u, place, side)]


def _within_reach(book: ControlBook, unit: Unit) -> Iterator[tuple[Place, str]]:
    """What a unit that can gain control gains where it is if no enemy blocks it, with the rule."""
    hex, part = unit.at.hex, unit.at.part
    yield unit.at, "A26.11"
    rule = _hex_rule(book, unit)
    if rule:
        yield WholeHex(hex), rule
    building = book.site.building_at(unit.at)
    if building and part != ROOF and not unit.at.underground:
        yield Building(building), "A26.14"


def _hex_rule(book: ControlBook, unit: Unit) -> str:
    """The rule by which a unit can gain the hex it is in, "" if it cannot."""
    hex, part = unit.at.hex, unit.at.part
    if book.has_part(hex, PILLBOX) and part in (GROUND, PILLBOX):
        both = all(book.lasting(Location(hex, p)).side == unit.side for p in (GROUND, PILLBOX))
        return "A26.132" if both else ""
    if part == GROUND:
        return "A26.13"
    if part in (BRIDGE, GULLY) and book.has_part(hex, BRIDGE):
        return "A26.131"
    if part == GULLY and GROUND not in (book.parts_of(hex) or (GROUND,)):
        # The gully is the ground of its hex.
        return "A26.13"
    return ""


def _gain(book: ControlBook, place: Place, holding: Holding) -> ControlBook:
    return replace(book, held={**book.held, place: holding})


def _settled(before: ControlBook, book: ControlBook, fresh: Unit | None = None) -> Step:
    """The book after all that follows from what is told, and what changed since `before`. `fresh` entered, or
    became able to gain control, just now."""
    after, book = None, _vehicles(book)
    while after != book:
        after = book
        book = _vehicles(_units_gain(_fires_give(book), fresh))
    changes = tuple(_changes(before, book))
    if fresh is not None:
        changes = (*changes, *_not_gained(before, book, fresh))
    asked = [Change("asked", "A26.12", text) for text in book.asked if text not in before.asked]
    changes = (*changes, *asked)
    return book, changes or (Change("noted", "A26.1", "Control of nothing changes."),)


def _fires_give(book: ControlBook) -> ControlBook:
    for place, holding in _by_fire(book):
        if book.lasting(place).side != holding.side:
            book = _gain(book, place, holding)
    return book


def _units_gain(book: ControlBook, fresh: Unit | None) -> ControlBook:
    barred, closed = _barred(book), _closed(book)
    burning = {WholeHex(hex) for area in _accident_areas(book) for hex in area}
    for _, unit in sorted(book.units.items()):
        if unit.unfit or not (book.completes or unit == fresh):
            continue
        for place, rule in _within_reach(book, unit):
            shut = place in closed or place in burning or (place, unit.side) in barred
            if shut or book.lasting(place).side == unit.side or _blockers(book, place, unit.side):
                continue
            why = (f"{_called(unit)} is in {book.site.name(unit.at)}, and no armed enemy ground unit is in "
                   "the way.")
            book = _gain(book, place, Holding(unit.side, rule, why, secret=unit.secret))
    return book


def _may_hold(unit: Unit) -> bool:
    """Whether it is an armed vehicle that is not in bypass (A26.12)."""
    return unit.size in VEHICLES and unit.has_arms is True and not unit.bypass


def _vehicles(book: ControlBook) -> ControlBook:
    """What armed vehicles hold while they stay: they gain a Location without an armed enemy, and keep it
    if one enters later (A26.12)."""
    barred, kept = _barred(book), dict[str, frozenset[Place]]()
    for id, unit in sorted(book.units.items()):
        if not _may_hold(unit) or (unit.at, unit.side) in barred:
            continue
        holds = unit.at in book.kept.get(id, ()) or not _blockers(book, unit.at, unit.side)
        if holds:
            places: set[Place] = {unit.at}
            whole = WholeHex(unit.at.hex)
            if len(book.parts_of(whole.hex) or ()) == 1 and (whole, unit.side) not in barred:
                places.add(whole)
            kept[id] = frozenset(places)
    return replace(book, kept=kept) if kept != book.kept else book


def _undecided_vehicles(book: ControlBook) -> Iterator[Unit]:
    """Vehicles that hold a Location of which it is not known whether it is the only one of its hex, where
    that matters."""
    for id in book.kept:
        unit = book.units[id]
        if book.parts_of(unit.at.hex) is None and book.lasting(WholeHex(unit.at.hex)).side != unit.side:
            yield unit


def _changes(before: ControlBook, book: ControlBook) -> Iterator[Change]:
    places = dict.fromkeys((*before.held, *book.held))
    for kept in (*before.kept.values(), *book.kept.values()):
        places |= dict.fromkeys(sorted(kept, key=book.site.name))
    for place in places:
        was, now, words = before.holding(place), book.holding(place), book.site.words(place)
        lasting = book.lasting(place)
        if was.side == now.side:
            if now.temporary and before.lasting(place).side != lasting.side:
                yield Change("gained", lasting.rule, (
                    f"{_side(lasting.side)} controls {words} for when no vehicle holds it. {lasting.why}"),
                    book.site.name(place), lasting.side, before.lasting(place).side,
                    lasting.side if lasting.secret else "")
            continue
        if was.temporary and not now.temporary and before.lasting(place).side == now.side:
            text = (f"{_side(now.side)} controls {words} again" if now.side else
                    f"Nobody controls {words} again")
            yield Change("reverted", "A26.12", f"{text}: the vehicle no longer holds it.",
                         book.site.name(place), now.side, was.side, was.side if was.secret else "")
        else:
            text = f"{_side(now.side)} controls {words}" if now.side else f"Nobody controls {words}"
            yield Change("gained", now.rule, f"{text}. {now.why}", book.site.name(place), now.side, was.side,
                         now.side if now.secret else "")


def _not_gained(before: ControlBook, book: ControlBook, unit: Unit) -> Iterator[Change]:
    """Why a unit that entered does not gain what it might."""
    site = book.site
    if unit.unfit:
        if not _may_hold(unit):
            yield Change("noted", "A26.11", f"{_called(unit)} gains no control: {unit.unfit}.",
                         side=unit.side, secret=_secret(unit, ()))
        elif unit.id not in book.kept:
            why = _blocked_words(_blockers(book, unit.at, unit.side))
            yield Change("blocked", "A26.12", (
                f"{_called(unit)} does not hold {site.words(unit.at)}{why}."), site.name(unit.at), unit.side,
                secret=_secret(unit, _blockers(book, unit.at, unit.side)))
        return
    barred, closed = _barred(book), _closed(book)
    for place, rule in _within_reach(book, unit):
        if book.lasting(place).side == unit.side:
            continue
        blockers = _blockers(book, place, unit.side)
        if (place, unit.side) in barred:
            rule, why = "A26.16", ": its side set the fire there, which still burns"
        elif blockers:
            why = _blocked_words(blockers)
        else:
            why = f": {'nobody can enter it' if place in closed else 'it burns'}"
            rule = "A26.161"
        yield Change("blocked", rule, f"{_side(unit.side)} does not gain {site.words(place)}{why}.",
                     site.name(place), unit.side,
                     secret=_secret(unit, blockers))
    part, whole = unit.at.part, WholeHex(unit.at.hex)
    if book.lasting(whole).side == unit.side:
        return
    if book.has_part(unit.at.hex, PILLBOX) and part in (GROUND, PILLBOX) and not _hex_rule(book, unit):
        yield Change("blocked", "A26.132", (
            f"{_side(unit.side)} does not gain {site.words(whole)}: it must control its pillbox and the "
            "ground around."), site.name(whole), unit.side, secret=_secret(unit, ()))
    if part == GULLY and book.parts_of(unit.at.hex) is None and not book.has_part(unit.at.hex, BRIDGE):
        yield Change("asked", "A26.131", (
            f"Whether hex {site.layout.name(unit.at.hex)} has a bridge, or ground beside the gully, decides "
            "whether the hex is gained; say all its Locations."), site.name(whole), unit.side,
            secret=_secret(unit, ()))


def _secret(unit: Unit, blockers: Sequence[Unit]) -> str:
    """The side that alone may know that a unit did not gain something for these enemies."""
    hidden = bool(blockers) and all(u.secret for u in blockers)
    if unit.secret and hidden:
        return NOBODY
    return unit.side if unit.secret else blockers[0].side if hidden else ""


def _blocked_words(blockers: list[Unit]) -> str:
    if not blockers:
        return ""
    return f": {listed([_called(u) for u in blockers])} {'is' if len(blockers) == 1 else 'are'} in the way"
