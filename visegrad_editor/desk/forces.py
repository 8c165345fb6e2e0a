"""What counters are, how much they count, and what they are worth: sizes, squad-equivalents, US numbers (E.4)
and victory points (A26.21).

What a counter is, is told by the card, by the form of its value, by `data/kinds.yaml`, or is taken to be
what such values usually are; a reading says which of these. Nothing is guessed silently: what is not known
is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from pathlib import Path
from typing import Literal, cast, get_args

from ..lazy_dataclass import dataclass
from ..model.files.yaml_reader import read_file
from ..model.wording import count, listed
from .card import Card, Force, Group
from .kinds import Kind, kind_words, read_kind

Size = Literal[
    "squad", "hs", "crew", "leader", "hero", "vehicle", "motorcycle", "goliath", "gun", "weapon", "boat",
    "landing-craft", "aircraft", "glider", "dummy"]
Source = Literal["card", "form", "list", "assumed", "unknown"]
SIZES: tuple[Size, ...] = get_args(Size)
SIZE_WORDS: Mapping[Size, str] = {
    "squad": "a squad", "hs": "a half squad", "crew": "a crew", "leader": "a leader", "hero": "a hero",
    "vehicle": "a vehicle", "motorcycle": "a motorcycle", "goliath": "a Goliath", "gun": "a gun",
    "weapon": "a weapon", "boat": "a boat", "landing-craft": "a landing craft", "aircraft": "an aircraft",
    "glider": "a glider", "dummy": "a dummy"}
MULTI_MAN: frozenset[Size] = frozenset(("squad", "hs", "crew"))
"""Those of several people, which alone gain control on foot (A26.11)."""
PEOPLE: frozenset[Size] = MULTI_MAN | {"leader", "hero"}
VEHICLES: frozenset[Size] = frozenset(("vehicle", "motorcycle", "landing-craft"))
FLYING: frozenset[Size] = frozenset(("aircraft", "glider"))
"""No ground units."""
UNARMED: frozenset[Size] = frozenset(("dummy", "gun", "weapon", "boat", "goliath"))
"""Those that are never armed; a gun or weapon is equipment, and who serves it is armed."""
US_NUMBERS: Mapping[Size, int] = {"squad": 3, "hs": 2, "crew": 2, "leader": 1, "hero": 1}
"""E.4; others have 0."""
_EQUIVALENTS: Mapping[Size, float] = {"squad": 1, "hs": 0.5}
_DATA = Path(__file__).with_name("data") / "kinds.yaml"


# -- what a counter is ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """What a counter is, and how that is known."""

    size: Size | None
    """None if it is not known."""
    source: Source
    why: str
    """A sentence."""


@dataclass(frozen=True)
class _Named:
    size: Size
    main_armament: bool | None = None
    armoured: bool | None = None
    crew: bool | None = None


@dataclass(frozen=True)
class _Kinds:
    sizes: Mapping[str, Size]
    names: Mapping[str, _Named]
    squad_from: int


@cache
def _kinds() -> _Kinds:
    data = read_file(_DATA).data
    sizes = {kind: cast(Size, size) for size, kinds in data["units"].items() for kind in kinds}
    names = {name: _Named(**about) for name, about in data["names"].items()}
    return _Kinds(sizes, names, int(data["squad_from"]))


def _named(kind: Kind) -> _Named | None:
    """What the words of a name say: the whole name, or its last word that is known."""
    names, value = _kinds().names, kind.value.lower()
    if value in names:
        return names[value]
    # "AA-gun" is a gun, and "gun-truck" a truck.
    return next((names[word] for word in reversed(re.findall("[a-z]+", value)) if word in names), None)


def size_of(kind: str, said: str = "", force: Force | None = None) -> Reading:
    """What a counter of a kind is. `said` is a size somebody gave; a `force` may tell by its other fields.
    Raises `ValueError` for a text that is no kind, or a size that is none."""
    found, words = read_kind(kind), kind_words(kind)
    given = said or (force.size if force is not None else "")
    if given:
        if given not in SIZES:
            raise ValueError(f"{given} is no size; sizes are {', '.join(SIZES)}.")
        size: Size = given
        return Reading(size, "card", f"{words} is {SIZE_WORDS[size]}, as was said.")
    if found.group == "leader":
        return Reading("leader", "form", f"{words} is a leader, by the form of its value.")
    listed_size = _kinds().sizes.get(str(replace(found, value=_without_smoke(found))))
    if listed_size is not None:
        return Reading(listed_size, "list", f"{words} is {SIZE_WORDS[listed_size]}, by the list of kinds.")
    if found.group == "unit":
        return _usual(found, words)
    by_field = _by_fields(force)
    if by_field is not None:
        return Reading(by_field, "card", f"{words} is {SIZE_WORDS[by_field]}, by what the card says of it.")
    named = _named(found)
    if named is not None:
        return Reading(named.size, "list", f"{words} is {SIZE_WORDS[named.size]}, by its name.")
    return Reading(None, "unknown", f"What {words} is, is not known; the card does not say it.")


def _without_smoke(kind: Kind) -> str:
    return re.sub(r"\^\d", "", kind.value)


def _usual(kind: Kind, words: str) -> Reading:
    if kind.numbers[0] >= _kinds().squad_from:
        return Reading("squad", "assumed", (
            f"{words} is taken for a squad, because its firepower is {kind.numbers[0]}; `size` says it "
            "for certain."))
    return Reading(None, "unknown", (
        f"Whether {words} is a squad, a half squad or a crew is not known; give it a `size`."))


def _by_fields(force: Force | None) -> Size | None:
    if force is None:
        return None
    if force.armour is not None or force.tracked is not None or force.passengers_pp is not None:
        return "vehicle"
    return "gun" if force.m_number is not None else None


_OF_UNITS = frozenset((
    "size", "unit_class", "assault_fire", "underlined_morale", "under_equipped", "assault_engineers"))
"""The attributes of a force that say something of squads, half squads and crews alone."""
_OF_EQUIPMENT = frozenset((
    "crewed", "weight_t", "tracked", "motorised", "main_armament", "armour", "crew", "passengers_pp",
    "m_number", "calibre_mm", "b_number", "circled_b", "ife", "anti_air", "aa_mode", "radio", "illuminating",
    "smoke", "dismantled", "carries", "ammunition_mm", "made_by"))
"""Those that say something of weapons, vehicles and aircraft alone."""


def concerns(force: Force, attribute: str) -> bool:
    """Whether an attribute of a force can say something of counters of its kind; of what is no known kind
    all can.

    >>> concerns(Force(1, "german/9-1"), "crewed"), concerns(Force(1, "german/4-6-7"), "unit_class")
    (False, True)
    """
    try:
        size = size_of(force.kind, force=force).size
        is_unit = size in MULTI_MAN or (size is None and read_kind(force.kind).group == "unit")
    except ValueError:
        return True
    if size is None and not is_unit:
        return True
    if attribute == "exchanged_for":
        return size in ("leader", "hero")
    if attribute in _OF_UNITS:
        return is_unit
    return not (attribute in _OF_EQUIPMENT and (is_unit or size in PEOPLE))


def squad_equivalents(size: Size | None, crews: bool = False) -> float:
    """1 for a squad, 0.5 for a half squad, 0 for others. `crews` is for rules that count a crew as a half
    squad."""
    return 0.5 if crews and size == "crew" else _EQUIVALENTS.get(size, 0) if size is not None else 0


# -- what it is worth ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asset:
    """What the value of one counter depends on, as it is now (A26.21). None: not known."""

    size: Size | None
    modifier: int | None = None
    """Of a leader."""
    armament: bool | None = None
    """Of a vehicle: whether it has a main armament that works."""
    armoured: bool | None = None
    armour: int | None = None
    """The highest armour factor of an armoured vehicle."""
    crew: bool | None = None
    """Whether its own crew is in a vehicle, or the half squad that belongs to a carrier."""
    of_landing_craft: bool = False
    """Of a crew: whether it is that of a landing craft."""
    desert: bool = False
    """Whether the rules of the desert hold, which give guns and vehicles other values (F.3)."""
    japanese_wounded: bool = False
    """Of a leader: whether it is a wounded Japanese one, whose value another chapter gives (G1.65)."""
    assumed: tuple[str, ...] = ()
    """What was taken to be so, in sentences."""


@dataclass(frozen=True)
class Part:
    """A part of a value."""

    points: int
    words: str
    rule: str


@dataclass(frozen=True)
class Worth:
    """A value in victory points. If something is `asked`, it is a least value without those parts."""

    parts: tuple[Part, ...] = ()
    asked: tuple[str, ...] = ()
    """What must be known, in sentences with the rule that needs it."""
    assumed: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """What is known of it."""
        return sum(part.points for part in self.parts)

    @property
    def known(self) -> bool:
        """Whether all of it is known."""
        return not self.asked

    @property
    def sentence(self) -> str:
        """The value with its parts and their rules."""
        parts = [f"{p.points} for {p.words} ({p.rule})" for p in self.parts]
        what = f"{count(self.points, 'victory point')}: {listed(parts)}." if parts else "0 victory points."
        return " ".join((what, *self.asked, *self.assumed))


_PLAIN: Mapping[Size, Part] = {
    "squad": Part(2, "a squad", "A26.211"), "crew": Part(2, "a crew", "A26.211"),
    "hs": Part(1, "a half squad", "A26.211"), "gun": Part(2, "a gun", "A26.212"),
    "aircraft": Part(2, "an aircraft", "A26.212")}
_WORTHLESS: Mapping[Size, str] = {
    "hero": "A26.211", "motorcycle": "A26.212", "goliath": "A26.212", "boat": "A26.212", "glider": "A26.212",
    "weapon": "A26.21", "dummy": "A26.15"}


def worth(asset: Asset) -> Worth:
    """What a counter is worth by A26.21 as it is now, with the rule of each part."""
    size, assumed = asset.size, asset.assumed
    if size is None:
        return Worth(asked=("What it is must be known (A26.21).",), assumed=assumed)
    if size == "landing-craft":
        return Worth(asked=("The value of a landing craft must be known (G12.84).",), assumed=assumed)
    if asset.desert and size in ("gun", "vehicle"):
        return Worth(asked=(f"The value of {SIZE_WORDS[size]} in the desert must be known (F.3).",),
                     assumed=assumed)
    if size == "leader":
        return _leader_worth(asset)
    if size == "vehicle":
        return _vehicle_worth(asset)
    if size == "crew" and asset.of_landing_craft:
        return Worth((Part(1, "the crew of a landing craft", "A26.211"),), assumed=assumed)
    part = _PLAIN.get(size, Part(0, SIZE_WORDS[size], _WORTHLESS.get(size, "A26.21")))
    return Worth((part,), assumed=assumed)


def _leader_worth(asset: Asset) -> Worth:
    if asset.japanese_wounded:
        return Worth(asked=("The value of a wounded Japanese leader must be known (G1.65).",),
                     assumed=asset.assumed)
    own = Part(1, "a leader", "A26.211")
    if asset.modifier is None:
        return Worth((own,), ("The modifier of the leader must be known (A26.211).",), asset.assumed)
    more = -min(0, asset.modifier)
    parts = (own, Part(more, f"its modifier {asset.modifier:+d}", "A26.211")) if more else (own,)
    return Worth(parts, assumed=asset.assumed)


def _vehicle_worth(asset: Asset) -> Worth:
    parts, asked = [Part(1, "a vehicle", "A26.212")], []
    if asset.armament is None:
        asked.append("Whether the vehicle has a main armament that works must be known (A26.212).")
    elif asset.armament:
        parts.append(Part(1, "its main armament", "A26.212"))
    if asset.armoured is None:
        asked.append("Whether the vehicle is armoured must be known (A26.212).")
    elif asset.armoured and asset.armour is None:
        asked.append("The highest armour factor of the vehicle must be known (A26.212).")
    elif asset.armoured and asset.armour is not None:
        # 1 for each 5 begun, and 1 for 0.
        parts.append(Part(max(1, -(-asset.armour // 5)), f"armour {asset.armour}", "A26.212"))
    if asset.crew is None:
        asked.append("Whether its crew is in the vehicle must be known (A26.213).")
    elif asset.crew:
        parts.append(Part(2, "its crew", "A26.213"))
    return Worth(tuple(parts), tuple(asked), asset.assumed)


def asset_of(force: Force, desert: bool = False) -> Asset:
    """What the value of one counter of a force depends on, as far as the card and `data/kinds.yaml` say
    it. An armoured vehicle is taken to have its own crew, unless `crewed: false` says otherwise."""
    reading = size_of(force.kind, force=force)
    kind, assumed = read_kind(force.kind), [reading.why] if reading.source == "assumed" else []
    named = (_named(kind) if kind.group == "other" else None) or _Named("dummy")
    asset = Asset(reading.size, modifier=kind.numbers[1] if kind.group == "leader" else None, desert=desert)
    if reading.size != "vehicle":
        return replace(asset, assumed=tuple(assumed))
    armoured = True if force.armour is not None else named.armoured
    crew: bool | None = named.crew
    if not force.crewed:
        crew = False
    elif force.crew is not None:
        crew = True
    elif crew is None and armoured:
        crew = True
        assumed.append(f"{kind_words(force.kind)} is taken to have its crew; `crewed: false` says otherwise.")
    armament = force.main_armament if force.main_armament is not None else named.main_armament
    return replace(asset, armament=armament, armoured=armoured, armour=force.armour, crew=crew,
                   assumed=tuple(assumed))


# -- totals ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Totals:
    """Counters added up. If something is `asked`, numbers are least ones without what is not known."""

    counters: int = 0
    squad_equivalents: float = 0
    us_number: int = 0
    points: int = 0
    """Victory points (A26.21)."""
    asked: tuple[str, ...] = field(default=())
    assumed: tuple[str, ...] = field(default=())

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            self.counters + other.counters, self.squad_equivalents + other.squad_equivalents,
            self.us_number + other.us_number, self.points + other.points,
            _once((*self.asked, *other.asked)), _once((*self.assumed, *other.assumed)))

    @property
    def known(self) -> bool:
        """Whether all numbers are."""
        return not self.asked


def _once(sentences: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sentences))


def force_totals(force: Force, desert: bool = False) -> Totals:
    """The totals of all counters of a force."""
    reading, found = size_of(force.kind, force=force), worth(asset_of(force, desert))
    words, size = kind_words(force.kind), reading.size
    asked = (reading.why,) if size is None else tuple(f"{words}: {sentence}" for sentence in found.asked)
    us_number = US_NUMBERS.get(size, 0) if size is not None else 0
    return Totals(
        force.count, force.count * squad_equivalents(size), force.count * us_number,
        force.count * found.points, asked, found.assumed)


def group_forces(group: Group) -> tuple[Force, ...]:
    """All counters of a group that are units or equipment: its `forces`. Where it has none, the loads of its
    gliders, sticks and boats, the vehicles of its convoy and the stacks of its column; dummies, cloaks and
    fortifications are none."""
    if group.forces:
        return group.forces
    loads: list[Sequence[str]] = [b.load for b in group.boats]
    if group.glider is not None:
        loads += group.glider.loads
    if group.drop is not None:
        loads += [stick for w in group.drop.wings if not isinstance(w.sticks, int) for stick in w.sticks]
    if group.convoy is not None:
        loads.append(group.convoy.order)
    if group.column is not None:
        loads += group.column.stacks
    return tuple(Force(1, kind) for load in loads for kind in load)


def group_totals(group: Group, desert: bool = False) -> Totals:
    """The totals of a group. What dice or its owner decide, such as the number of aircraft, is asked."""
    found = Totals()
    for force in group_forces(group):
        found += force_totals(force, desert)
    carried = [what for what, there in (
        ("the loads of its gliders", group.glider is not None and group.glider.loads),
        ("its sticks", group.drop is not None and any(
            not isinstance(w.sticks, int) for w in group.drop.wings)),
        ("the loads of its boats", any(b.load for b in group.boats)),
        ("its convoy", group.convoy is not None), ("its column", group.column is not None)) if there]
    if group.forces and carried:
        found += Totals(assumed=(
            f"The group {group.id}: {listed(carried)} are taken to be among its `forces`.",))
    if group.arrives.by == "air":
        found += Totals(asked=(f"The group {group.id}: dice decide how many aircraft come (E7.2).",))
    elif not group_forces(group) and (group.glider or group.drop or group.boats):
        found += Totals(asked=(f"The group {group.id}: the card does not say what it carries.",))
    return found


def side_totals(card: Card, side: str) -> Totals:
    """The totals of all groups of a side."""
    found = Totals()
    for group in card.groups:
        if group.side == side:
            found += group_totals(group, desert=card.theatre == "north-africa")
    return found


def card_totals(card: Card) -> dict[str, Totals]:
    """The totals of each side."""
    return {side.id: side_totals(card, side.id) for side in card.sides}
