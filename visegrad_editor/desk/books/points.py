"""Victory points in a game: for losses of the enemy (A26.22) and for units that leave (A26.23).

Each entry says who has how many points for which unit, since when, why and by which rule. Points for
captured units count once in play and more at the end; they are lost if the unit is no longer captured.
Steps take a book and facts and give a book and what changed; a step that lacks a fact changes nothing and
asks. Events that cannot be raise `ValueError`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ...lazy_dataclass import dataclass
from ...model.wording import count, did_you_mean, quoted
from ..forces import FLYING, PEOPLE, SIZE_WORDS, VEHICLES, Asset, worth
from ..words import side_words
from .changes import Change

EntryKind = Literal["eliminated", "left", "captured", "killed-captive", "exit"]
Leaving = Literal["", "recalled", "guard", "landed-off", "allowed"]
_EXEMPT: dict[Leaving, str] = {
    "recalled": "was recalled", "guard": "guards prisoners", "landed-off": "landed off the boards",
    "allowed": "may leave by the victory conditions or a special rule"}


@dataclass(frozen=True)
class Counted:
    """A unit or piece of equipment as it is when it is counted."""

    id: str
    side: str
    """Whose it is by the order of battle, whoever has captured it."""
    asset: Asset
    points: int | None = None
    """Its value where somebody says it, by a rule that the program does not know."""
    four_times: bool = False
    """Whether it counts four times at the end if captured: Chinese units and equipment (G18.44)."""
    broken: bool = False
    recalled: bool = False


@dataclass(frozen=True)
class Entry:
    """Points of a side for one unit."""

    turn: int
    side: str
    kind: EntryKind
    unit: str
    of: str
    """The side of the unit."""
    points: int
    """In play."""
    at_end: int
    """At the end of the game."""
    rule: str
    why: str
    """A sentence."""
    area: str = ""
    """Of an exit: the named set where it left."""
    lost: int = 0
    """The turn since which it no longer counts; 0 if it counts."""
    lost_why: str = ""


@dataclass(frozen=True)
class PointsBook:
    """All entries, in the order in which they were made; nothing in it is changed."""

    sides: tuple[str, str]
    entries: tuple[Entry, ...] = ()
    seaborne: bool = False
    """Whether units leave by Seaborne Evacuation: then heroes and broken people count (G14.42)."""

    def other(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def standing(self, side: str, exits: bool, area: str = "",
                 turns: range | None = None) -> tuple[Entry, ...]:
        """The entries of a side that count: of exits, by one area and on some turns only if these are given;
        otherwise of losses."""
        return tuple(
            e for e in self.entries if e.side == side and not e.lost and (e.kind == "exit") == exits
            and (not area or e.area == area) and (turns is None or e.turn in turns))

    def casualty_points(self, side: str, at_end: bool = False) -> int:
        """What a side has for losses of the enemy (A26.22), in play or at the end of the game."""
        return sum(e.at_end if at_end else e.points for e in self.standing(side, exits=False))

    def exit_points(self, side: str, area: str = "", turns: range | None = None, at_end: bool = False) -> int:
        """What a side has for units that left (A26.23), by one area and on some turns only if these are
        given."""
        found = self.standing(side, exits=True, area=area, turns=turns)
        return sum(e.at_end if at_end else e.points for e in found)


Step = tuple[PointsBook, tuple[Change, ...]]


def _side(side: str) -> str:
    words = side_words(side)
    return words[:1].upper() + words[1:]


def _called(unit: Counted) -> str:
    size = unit.asset.size
    what = f" ({SIZE_WORDS[size]})" if size is not None else ""
    return f"{unit.id}{what} of {side_words(unit.side)}"


def _check(book: PointsBook, *sides: str) -> None:
    for side in sides:
        if side not in book.sides:
            raise ValueError(f"There is no side {quoted(side)}."
                             f"{did_you_mean(side, list(book.sides), 'Sides')}")


def _value(unit: Counted) -> tuple[int, tuple[Change, ...], str]:
    """The value of a unit, what must be asked, and its parts in words."""
    if unit.points is not None:
        return unit.points, (), f"{count(unit.points, 'victory point')}, as was said."
    found = worth(unit.asset)
    asked = tuple(Change("asked", "A26.21", f"{_called(unit)}: {sentence}", side=unit.side)
                  for sentence in found.asked)
    return found.points, asked, found.sentence


def _capture(book: PointsBook, unit: str) -> Entry | None:
    """The entry of a unit that is captured now."""
    return next((e for e in book.entries if e.unit == unit and e.kind == "captured" and not e.lost), None)


def _without(book: PointsBook, entry: Entry, turn: int, why: str) -> PointsBook:
    gone = replace(entry, lost=turn, lost_why=why)
    return replace(book, entries=tuple(gone if e is entry else e for e in book.entries))


def _check_there(book: PointsBook, unit: Counted) -> None:
    """Raise `ValueError` for a unit that is out of the game by the book."""
    for entry in book.entries:
        if entry.unit == unit.id and entry.kind != "captured":
            raise ValueError(f"{_called(unit)} is counted already: {entry.why}")


def _scored(book: PointsBook, entry: Entry) -> Step:
    more = f", {entry.at_end} at the end of the game" if entry.at_end != entry.points else ""
    if not entry.at_end:
        sentence = f"{_side(entry.side)} gets no points: {entry.why}"
        return replace(book, entries=(*book.entries, entry)), (
            Change("noted", entry.rule, sentence, side=entry.side),)
    sentence = f"{_side(entry.side)} gets {count(entry.points, 'victory point')}{more}: {entry.why}"
    return replace(book, entries=(*book.entries, entry)), (
        Change("counted", entry.rule, sentence, side=entry.side),)


def eliminated(book: PointsBook, turn: int, unit: Counted, by_own_side: bool = False) -> Step:
    """A unit is eliminated: its enemy has its value (A26.221). If it was captured, that replaces the
    points for its capture, but a prisoner killed by an attack of its own side counts twice at once
    (A26.222)."""
    _check(book, unit.side)
    _check_there(book, unit)
    points, asked, words = _value(unit)
    if asked:
        return book, asked
    held, enemy = _capture(book, unit.id), book.other(unit.side)
    if by_own_side and held is None:
        raise ValueError(
            f"{_called(unit)} is not captured by the book, so it does not matter who eliminates it.")
    changes: tuple[Change, ...] = ()
    kind: EntryKind = "eliminated"
    rule, why, times = "A26.221", f"{_called(unit)} is eliminated; {words}", 1
    if held is not None:
        book = _without(book, held, turn, "It was eliminated.")
        changes = (Change("lost", "A26.222", (
            f"{_side(held.side)} no longer has {count(held.points, 'victory point')} for the capture of "
            f"{unit.id}, which is eliminated."), side=held.side),)
        if by_own_side and unit.asset.size in PEOPLE:
            kind, rule, times = "killed-captive", "A26.222", 2
            why = f"{_called(unit)}, a prisoner, is killed by its own side and counts twice; {words}"
        else:
            rule = "A26.222"
    book, scored = _scored(book, Entry(
        turn, enemy, kind, unit.id, unit.side, times * points, times * points, rule, why))
    return book, (*changes, *scored)


def leaves_map(book: PointsBook, turn: int, unit: Counted, how: Leaving = "") -> Step:
    """A unit leaves the boards otherwise than for exit points: it counts as eliminated, unless it was
    recalled, guards prisoners, landed off the boards, or may leave (A26.221)."""
    _check(book, unit.side)
    if how and how not in _EXEMPT:
        raise ValueError(f"{quoted(how)} is no way of leaving.{did_you_mean(how, list(_EXEMPT), 'Ways')}")
    _check_there(book, unit)
    if how:
        return book, (Change("noted", "A26.221", (
            f"{_side(book.other(unit.side))} gets no points: {_called(unit)} {_EXEMPT[how]}."),
            side=unit.side),)
    if _capture(book, unit.id) is not None:
        return book, (Change("noted", "A26.222", (
            f"{_called(unit)} left as a captive and stays captured; its points do not change."),
            side=unit.side),)
    points, asked, words = _value(unit)
    if asked:
        return book, asked
    return _scored(book, Entry(
        turn, book.other(unit.side), "left", unit.id, unit.side, points, points, "A26.221",
        f"{_called(unit)} left the boards, which counts as eliminated; {words}"))


def captured(book: PointsBook, turn: int, unit: Counted) -> Step:
    """The enemy captures a unit, or recovers a weapon or vehicle last: it has its value as it is now,
    twice at the end of the game, four times for what is Chinese (A26.222)."""
    _check(book, unit.side)
    _check_there(book, unit)
    if _capture(book, unit.id) is not None:
        raise ValueError(f"{_called(unit)} is captured already.")
    points, asked, words = _value(unit)
    if asked:
        return book, asked
    times = 4 if unit.four_times else 2
    return _scored(book, Entry(
        turn, book.other(unit.side), "captured", unit.id, unit.side, points, times * points, "A26.222",
        f"{_called(unit)} is captured; {words}"))


def freed(book: PointsBook, turn: int, id: str) -> Step:
    """A captured unit is free, or its own side has recovered it: the points for its capture are lost
    (A26.222)."""
    held = _capture(book, id)
    if held is None:
        known = [e.unit for e in book.entries if e.kind == "captured" and not e.lost]
        raise ValueError(f"{quoted(id)} is not captured by the book.{did_you_mean(id, known, 'Captured')}")
    return _without(book, held, turn, "It is no longer captured."), (Change("lost", "A26.222", (
        f"{_side(held.side)} loses {count(held.points, 'victory point')}: {id} is no longer captured."),
        side=held.side),)


def exits(book: PointsBook, turn: int, unit: Counted, area: str) -> Step:
    """A unit leaves by an area of the victory conditions, or is taken along by its captor. Its side, or the
    captor, has its value as it is now (A26.23). Recalled vehicles, broken people and aircraft (E7.23) count
    nothing; a captured unit counts twice at the end. Nobody has points for it as a loss (A26.221)."""
    _check(book, unit.side)
    _check_there(book, unit)
    held = _capture(book, unit.id)
    side = unit.side if held is None else held.side
    none = _no_exit_points(book, unit, held is not None)
    if none is not None:
        rule, why = none
        return _scored(book, Entry(
            turn, side, "exit", unit.id, unit.side, 0, 0, rule, f"{_called(unit)} left, but {why}.", area))
    if book.seaborne and unit.asset.size == "hero" and unit.points is None:
        unit = replace(unit, points=1)
    points, asked, words = _value(unit)
    if asked:
        return book, asked
    how = "left" if held is None else "was taken along by its captor"
    return _scored(book, Entry(
        turn, side, "exit", unit.id, unit.side, points, points if held is None else 2 * points, "A26.23",
        f"{_called(unit)} {how}; {words}", area))


def _no_exit_points(book: PointsBook, unit: Counted, captive: bool) -> tuple[str, str] | None:
    """The rule and the reason for which a unit that leaves counts nothing."""
    size = unit.asset.size
    if size in FLYING:
        return "E7.23", "aircraft count nothing when they leave"
    if unit.recalled and size in VEHICLES:
        return "A26.23", "a recalled vehicle counts nothing"
    if unit.broken and size in PEOPLE and not (captive or book.seaborne):
        return "A26.23", "broken people count nothing"
    return None
