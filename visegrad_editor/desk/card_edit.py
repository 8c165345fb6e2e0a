"""Changes of cards: values at a path, names with all that refers to them, and boards with the names of hexes.

A path has the keys of files, as problems tell them. What a file could not hold is told by `misfit`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

from ..errors import VisegradError
from ..model.fields import DeclaredField, declared, declared_by_name
from ..model.files.plain_data import DataPath
from ..model.files.schema import NOT_EXACTLY, text_misfit
from ..model.wording import quoted
from .boards import EDGES, Board, Layout
from .card import (
    START,
    Card,
    CardWhere,
    CasualtyPoints,
    Column,
    Control,
    Convoy,
    Date,
    Eliminated,
    ExitPoints,
    First,
    Force,
    Goals,
    Group,
    Present,
    Side,
    TerrainChange,
    Turns,
    Victory,
    Wing,
    Within,
)
from .card_file import card_text, read_card_text
from .card_names import KIND
from .kinds import read_kind
from .names import read_name
from .special_rules import Barrage, SpecialRules


class CardEditError(VisegradError, ValueError):
    """Why a change of a card is not possible, as a sentence."""


NAMES: Mapping[tuple[type, str], str] = {
    (Card, "ties"): "side", (Card, "country"): "side", (Card, "own_territory"): "side",
    (Card, "secret"): "side", (First, "sets_up"): "side", (First, "moves"): "side", (Group, "side"): "side",
    (Victory, "side"): "side", (Victory, "avoid"): "side", (Control, "more_than"): "side",
    (CasualtyPoints, "of"): "side", (CasualtyPoints, "more_than"): "side", (ExitPoints, "by"): "side",
    (Present, "side"): "side", (SpecialRules, "camouflage"): "side", (SpecialRules, "ir"): "side",
    (SpecialRules, "observation_plane"): "side", (SpecialRules, "barrage"): "side",
    (SpecialRules, "no_quarter"): "side", (SpecialRules, "trip_flares"): "side",
    (SpecialRules, "starshells"): "side", (Control, "set"): "set", (ExitPoints, "area"): "set",
    (Present, "set"): "set", (Eliminated, "group"): "group", (SpecialRules, "ski"): "group",
    (SpecialRules, "untrained"): "group", (SpecialRules, "rafting"): "group",
    (SpecialRules, "fording_lines"): "group", (CardWhere, "boards"): "board",
    (Within, "of"): "hex", (CardWhere, "hexes"): "hex", (CardWhere, "hexes_between"): "hex",
    (CardWhere, "excluding"): "hex", (TerrainChange, "hexes"): "hex", (Goals, "hexes"): "hex",
    (Convoy, "entry"): "hex", (Convoy, "hexes"): "hex", (Column, "entry"): "hex", (Column, "hexes"): "hex",
    (Wing, "point"): "hex", (SpecialRules, "trip_flare_hexes"): "hex", (Barrage, "centre"): "hex",
    (Barrage, "beside"): "hex", (Barrage, "row_to"): "hex", (Barrage, "side"): "side",
    (SpecialRules, "home_morale"): "side", (SpecialRules, "no_deploy"): "side",
    (CardWhere, "edge"): "edge", (Goals, "edge"): "edge"}
"""What the attributes of records name: sides, sets, groups and boards of the card, hexes or edges."""
NAMES_OF_MAPS: Mapping[tuple[type, str], str] = {
    (Board, "map"): "map", (CardWhere, "buildings"): "building", (Goals, "buildings"): "building",
    (CardWhere, "terrain"): "terrain", (TerrainChange, "terrain"): "terrain"}
"""What other attributes name: maps, and what the maps of the boards have."""


def named(card: Card, what: str) -> tuple[str, ...]:
    """The names that a card has of a kind: `side`, `group`, `set` or `board`."""
    return {"side": tuple(s.id for s in card.sides), "group": tuple(g.id for g in card.groups),
            "set": tuple(id for id, _ in card.sets), "board": tuple(b.id for b in card.boards)}[what]


def new_card() -> Card:
    """A card to begin with: one board, two sides, nothing else."""
    sides = (Side("defender", "defender", 3, 2), Side("attacker", "attacker", 3, 2))
    return Card("new-card", "New card", Date(1944, 6), (Board("1"),), Turns(6), First("defender", "attacker"),
                sides)


# -- parts ---------------------------------------------------------------------------------------


def _by_key(record: Any) -> dict[str, DeclaredField]:
    kind: Any = type(record)
    return {one.key: one for one in declared(kind) if one.key}


def part_at(owner: Any, path: DataPath) -> Any:
    """What stands at a path; raises `CardEditError` if nothing does."""
    for step in path:
        try:
            if isinstance(step, int):
                owner = owner[step]
            elif is_dataclass(owner):
                owner = getattr(owner, _by_key(owner)[step].name)
            else:
                owner = dict(owner)[step]
        except (LookupError, TypeError, ValueError):
            raise CardEditError(f"The card has nothing at {'.'.join(map(str, path))}.") from None
    return owner


def with_part(owner: Any, path: DataPath, value: Any) -> Any:
    """A card, or a part of one, with another value at a path; raises `CardEditError` where the card has no
    such place."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    inside = with_part(part_at(owner, (step,)), rest, value)
    if isinstance(step, int):
        return (*owner[:step], inside, *owner[step + 1:])
    if is_dataclass(owner) and not isinstance(owner, type):
        return replace(owner, **{_by_key(owner)[step].name: inside})
    return tuple((k, inside if k == step else v) for k, v in owner)


def misfit(card: Card) -> str:
    """Why no file could hold a card, as a sentence; "" if one can."""
    text = card_text(card)
    return text_misfit(KIND, text) or ("" if read_card_text(text) == card else NOT_EXACTLY)


def free_id(taken: Collection[str], start: str) -> str:
    """An id like another that is not taken.

    >>> free_id(["group", "group-2"], "group")
    'group-3'
    """
    if start not in taken:
        return start
    stem = re.sub(r"-\d+$", "", start)
    return next(id for n in range(2, len(taken) + 3) if (id := f"{stem}-{n}") not in taken)


def least(record: Any, **known: Any) -> Any:
    """A record with as little in it as a file allows; `known` are values by attribute."""
    values: dict[str, Any] = {}
    for name, one in declared_by_name(record).items():
        if name in known:
            values[name] = known[name]
        elif one.default is MISSING:
            values[name] = _least_value(one)
    return record(**values)


def _least_value(one: DeclaredField) -> Any:
    if one.type is Any or (one.type in (int, float) and not one.field.choices):
        return max(1, int(one.field.minimum or 0)) if one.type in (int, Any) else float(
            one.field.minimum or 0)
    if one.field.choices:
        return one.field.choices[0]
    if one.type is str:
        return ""
    inner = [a for a in getattr(one.type, "__args__", ()) if is_dataclass(a) and isinstance(a, type)]
    if inner:
        return (least(inner[0]),) if one.field.least else ()
    return START if one.type is type(START) else least(one.type) if is_dataclass(one.type) else ()


_FORCE = re.compile(r"(?:(\d{1,3})\s*(?:x|×|\*)?\s+|)(\S+)")


def read_force(text: str) -> Force:
    """A force as it is typed: its number, if it is not 1, and its kind. Raises `CardEditError` with a
    sentence for other texts.

    >>> read_force("6 german/4-6-7").count, read_force("german/9-1").count
    (6, 1)
    """
    found = _FORCE.fullmatch(text.strip())
    if found is None:
        raise CardEditError(
            f"{quoted(text.strip())} is no force; write a number and a kind, such as 6 german/4-6-7.")
    try:
        read_kind(found[2])
    except ValueError as error:
        raise CardEditError(str(error)) from None
    number = int(found[1] or 1)
    bounds = declared_by_name(Force)["count"].field
    if not (bounds.minimum or 0) <= number <= (bounds.maximum or number):
        raise CardEditError(f"A force has {bounds.minimum} to {bounds.maximum} counters, not {number}.")
    return Force(number, found[2])


# -- names ---------------------------------------------------------------------------------------


def _with_names(part: Any, change: Callable[[str, str], str]) -> Any:
    """A part of a card with all names in it changed; `change` gets what is named and a name."""
    if isinstance(part, tuple):
        return tuple(_with_names(one, change) for one in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    values: dict[str, Any] = {}
    for one in fields(part):
        before = getattr(part, one.name)
        what = NAMES.get((type(part), one.name))
        after = _with_names(before, change) if what is None else _changed_names(before, what, change)
        if after != before:
            values[one.name] = after
    return replace(part, **values) if values else part


def _changed_names(value: Any, what: str, change: Callable[[str, str], str]) -> Any:
    if isinstance(value, str):
        return change(what, value) if value else value
    if isinstance(value, tuple):
        return tuple((change(what, one[0]), *one[1:]) if isinstance(one, tuple) else change(what, one)
                     for one in value)
    return value


def with_name(card: Card, what: str, old: str, new: str) -> Card:
    """The card with a side, a group or a set called otherwise, also wherever it is named; a side whose name
    was that of its secret file keeps the file."""
    changed: Card = _with_names(card, lambda kind, name: new if (kind, name) == (what, old) else name)
    if what == "set":
        return replace(changed, sets=tuple((new if id == old else id, one) for id, one in changed.sets))
    section = {"side": "sides", "group": "groups"}[what]
    renamed: dict[str, Any] = {section: tuple(
        replace(one, id=new) if one.id == old else one for one in getattr(changed, section))}
    return replace(changed, **renamed)


def users_of(card: Card, what: str, name: str) -> int:
    """How often a side, a group or a set is named in the card."""
    found = 0

    def look(kind: str, one: str) -> str:
        nonlocal found
        found += (kind, one) == (what, name)
        return one

    _with_names(card, look)
    return found


def with_boards(card: Card, boards: Sequence[Board]) -> Card:
    """The card with other boards. Names of hexes and edges follow a board that is called otherwise, and say
    their board as soon as there are several."""
    old, new = card.layout, Layout(tuple(boards))
    before, after = [b.id for b in card.boards], [b.id for b in boards]
    called = dict(zip(before, after, strict=True)) if len(before) == len(after) and set(
        before) != set(after) else {id: id for id in before}

    def follow(what: str, name: str) -> str:
        if what == "board":
            return called.get(name, name)
        if what not in ("hex", "edge") or name in EDGES:
            return name
        try:
            if what == "hex":
                said = read_name(name)
                return str(replace(said, board=_shown(called[old.board(said.board).id], new)))
            letters = name.rpartition(":")[2].lstrip("0123456789")
            board = _shown(called[old.board(name[:len(name) - len(letters)].rstrip(":")).id], new)
        except (ValueError, KeyError):
            return name
        return f"{board}{':' if board and not board.isdecimal() else ''}{letters}"

    changed: Card = _with_names(replace(card, boards=tuple(boards)), follow)
    return changed


def _shown(board: str, layout: Layout) -> str:
    """A board as it stands in a name of a hex; raises `KeyError` if there is none any more."""
    if board not in [b.id for b in layout.boards]:
        raise KeyError(board)
    return board if len(layout.boards) > 1 else ""
