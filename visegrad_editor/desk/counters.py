"""What the counters of a card show, in a plain design: a nation, a value, a symbol and a few marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from ..lazy_dataclass import dataclass
from ..model.wording import fully_listed
from .card import Card, Force, Group
from .kinds import Kind, kind_words, read_kind
from .words import force_marks, name_words

Symbol = Literal[
    "", "unit", "leader", "weapon", "gun", "vehicle", "tracked", "plane", "glider", "boat", "dummy",
    "cloak", "fortification"]
_AIRCRAFT = {"aircraft", "bomber", "fb", "fighter", "plane", "stuka"}
_TRACKED = {"tank", "tankette"}
_VEHICLES = {
    "ambulance", "bus", "car", "carrier", "halftrack", "jeep", "lorry", "motorcycle", "truck", "vehicle",
    "wagon"}
_GUNS = {"gun", "howitzer", "infantry-gun"}
_WEAPONS = {
    "atr", "baz", "bazooka", "dc", "flamethrower", "ft", "hmg", "lmg", "mg", "mmg", "mortar", "mtr",
    "panzerfaust", "pf", "phone", "piat", "psk", "radio"}
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_CLASS_LETTERS = {"elite": "E", "first": "1", "second": "2", "green": "G", "conscript": "C"}
_CLASS_WORDS = {
    "elite": "elite", "first": "first line", "second": "second line", "green": "green",
    "conscript": "conscript"}
_HEADS = {"squad": 3, "hs": 2, "crew": 2}
_SIZE_WORDS = {"squad": "squad", "hs": "half squad", "crew": "crew"}


@dataclass(frozen=True)
class Face:
    """What is drawn on a counter."""

    value: str = ""
    """What stands on it in large letters."""
    nation: str = ""
    """"" for what belongs to no nation, such as a dummy."""
    symbol: Symbol = ""
    """"" is a name alone."""
    heads: int = 0
    """How many people stand for its size: 3 for a squad, 2 for a half squad or a crew, 0 if it is unknown."""
    hollow: bool = False
    """Whether they are drawn as rings: a crew."""
    letter: str = ""
    """That of its class."""
    firepower_underlined: bool = False
    morale_underlined: bool = False
    broken: bool = False


@dataclass(frozen=True)
class CounterLine:
    """Counters of a group that are alike: what stands before them, such as `8 ×`, and below them."""

    before: str
    face: Face
    words: tuple[str, ...]


def group_counters(group: Group) -> tuple[CounterLine, ...]:
    """The counters of a group, those of its forces first. What only its owner knows is not among them."""
    return tuple(_counters(group))


def _counters(group: Group) -> Iterator[CounterLine]:
    for force in group.forces:
        words = (raised(kind_words(force.kind)), *_described(force))
        yield CounterLine(_times(force.count), force_face(force), words)
    if group.convoy is not None:
        for number, kind in enumerate(group.convoy.order, start=1):
            yield CounterLine(f"{number}.", kind_face(kind), (raised(kind_words(kind)),))
    for number, stack in enumerate(group.column.stacks if group.column is not None else (), start=1):
        for kind in stack:
            yield CounterLine(f"{number}.", kind_face(kind), (raised(kind_words(kind)),))
    if group.glider is not None:
        nation = group.glider.nation
        yield CounterLine(_times(group.glider.count), Face("", nation, "glider"),
                          (f"{name_words(nation)} glider",))
    for boat in group.boats:
        yield CounterLine("", Face(boat.id, symbol="boat"), (name_words(boat.kind).lower(),))
    if group.air is not None:
        yield CounterLine("", Face(symbol="plane"), ("air support",))
    if group.dummies:
        yield CounterLine(_times(group.dummies), Face("?", symbol="dummy"),
                          ("dummies" if group.dummies > 1 else "dummy",))
    if group.cloaks:
        yield CounterLine(_times(group.cloaks), Face(symbol="cloak"),
                          ("cloaks" if group.cloaks > 1 else "cloak",))
    for built in group.fortifications:
        yield CounterLine(
            _times(built.count), Face(symbol="fortification"), (name_words(built.kind).lower(),))


def _times(number: int) -> str:
    return f"{number} ×"


def kind_face(text: str) -> Face:
    """The counter of a kind; that of a text which is no kind has the text alone."""
    try:
        kind = read_kind(text)
    except ValueError:
        return Face(text)
    return Face(raised(kind.value), kind.nation, _symbol(kind))


def force_face(force: Force) -> Face:
    """The counter of a force."""
    try:
        kind = read_kind(force.kind)
    except ValueError:
        return Face(force.kind)
    return Face(
        raised(kind.value), kind.nation, _symbol(kind, force), heads=_HEADS.get(force.size, 0),
        hollow=force.size == "crew", letter=_CLASS_LETTERS.get(force.unit_class, ""),
        firepower_underlined=force.assault_fire, morale_underlined=force.underlined_morale,
        broken=force.broken)


def raised(value: str) -> str:
    """The value of a unit with the number after ^ raised.

    >>> raised("german 4^2-6-7"), raised("truck")
    ('german 4²-6-7', 'truck')
    """
    return re.sub(r"\^(\d)", lambda found: found[1].translate(_SUPERSCRIPTS), value)


def _symbol(kind: Kind, force: Force | None = None) -> Symbol:
    """What a counter is: by its numbers, by what is said of it, or by a word of its name."""
    if kind.group != "other":
        return "leader" if kind.group == "leader" else "unit"
    words = set(re.findall("[a-z]+", kind.value.lower()))
    if words & _AIRCRAFT:
        return "plane"
    if "glider" in words:
        return "glider"
    tracked, driven, pushed = (None, False, False) if force is None else (
        force.tracked, force.motorised or force.armour is not None, force.m_number is not None)
    if tracked or (words & _TRACKED and tracked is None):
        return "tracked"
    if words & (_VEHICLES | _TRACKED) or driven:
        return "vehicle"
    if words & _GUNS or pushed:
        return "gun"
    return "weapon" if words & _WEAPONS else ""


def _described(force: Force) -> tuple[str, ...]:
    """What else is said of a force, in words and figures."""
    figures = (
        (force.calibre_mm, "{:g} mm"), (force.weight_t, "{:g} t"), (force.armour, "armour {}"),
        (force.passengers_pp, "carries {} PP"), (force.m_number, "M# {}"), (force.b_number, "B# {}"),
        (force.ife, "IFE {}"))
    said = [
        _SIZE_WORDS.get(force.size, ""), _CLASS_WORDS.get(force.unit_class, ""), *force_marks(force),
        *(form.format(value) for value, form in figures if value is not None),
        "circled B#" if force.circled_b else "", "with radio" if force.radio else "",
        f"made by {name_words(force.made_by)}" if force.made_by is not None else "", force.suffix,
        f"crew {kind_words(force.crew)}" if force.crew is not None else "", *force.symbols]
    found = ", ".join(word for word in said if word)
    return (found,) if found else ()


def nation_letters(card: Card) -> dict[str, str]:
    """Letters for the nations of all counters, as few as tell them apart; those of the side that sets up
    first come first."""
    first = sorted(card.sides, key=lambda s: s.id != card.first.sets_up)
    nations = list(dict.fromkeys(
        line.face.nation for side in first for group in card.groups if group.side == side.id
        for line in group_counters(group) if line.face.nation))
    letters = {}
    for nation in nations:
        length = next((n for n in range(1, len(nation)) if not any(
            other != nation and other[:n] == nation[:n] for other in nations)), len(nation))
        letters[nation] = nation[:length].capitalize()
    return letters


def letters_words(letters: dict[str, str]) -> str:
    """What letters mean, as a sentence.

    >>> letters_words({"german": "G", "russian": "R"})
    'G is German and R Russian.'
    """
    told = [f"{letter} {'is ' if i == 0 else ''}{name_words(nation)}"
            for i, (nation, letter) in enumerate(letters.items())]
    return f"{fully_listed(told)}." if told else ""
