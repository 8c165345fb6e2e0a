"""Places and labels on a map that is computed again: known by their name and by their hex, and compared field
by field, so that a town renamed by hand moves with the data, and a label moved by hand is not there twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..hexgrid import HexGrid
from ..model.gamemap import Label, Place
from ..model.lettering import PLAIN, Lettering, Spot, spot_text
from .merge_changes import Back, Change, Changes
from .merge_pairs import Entry, pairs


@dataclass(frozen=True)
class _Layer:
    """What there is to know of a kind of entry: its name, the fields that are compared, and those that come
    along, whether several may stand in a hex, and how an entry is told."""

    name: str
    called: Callable[[Entry], str]
    fields: tuple[str, ...]
    silent: tuple[str, ...]
    crowds: bool
    words: Callable[[Entry, Entry | None], str]


def merged_places(
    grid: HexGrid, ours: tuple[Place, ...], old: tuple[Place, ...], new: tuple[Place, ...], back: Back,
    told: Changes,
) -> tuple[Place, ...]:
    """The places of a map that follows the data from `old` to `new` but for changes by hand."""
    return _merged(_PLACES, grid, ours, old, new, back, told)


def merged_labels(
    grid: HexGrid, ours: tuple[Label, ...], old: tuple[Label, ...], new: tuple[Label, ...], back: Back,
    told: Changes,
) -> tuple[Label, ...]:
    """The labels of a map that follows the data from `old` to `new` but for changes by hand."""
    return _merged(_LABELS, grid, ours, old, new, back, told)


def place_changes(grid: HexGrid, before: tuple[Place, ...], after: tuple[Place, ...]) -> list[Change]:
    """Where the places of two maps differ."""
    return _changes(_PLACES, grid, before, after)


def label_changes(grid: HexGrid, before: tuple[Label, ...], after: tuple[Label, ...]) -> list[Change]:
    """Where the labels of two maps differ."""
    return _changes(_LABELS, grid, before, after)


# -- what becomes of them -----------------------------------------------------------------------------


@dataclass
class _Fate:
    """An entry on our map, in the record and in the data, and what becomes of it.

    `fixed`: it stays in its hex whoever else would come there; `back`: it is given back to the data.
    """

    ours: Entry | None
    old: Entry | None
    new: Entry | None
    result: Entry | None = None
    fixed: bool = False
    back: bool = False


def _merged(
    layer: _Layer, grid: HexGrid, ours: tuple[Any, ...], old: tuple[Any, ...], new: tuple[Any, ...],
    back: Back, told: Changes,
) -> tuple[Any, ...]:
    fates = _fates(layer, grid, ours, old, new)
    for fate in fates:
        _decide(layer, fate, back)
    if not layer.crowds:
        _make_room(fates)
    for fate in fates:
        changed = _change(layer, grid, fate.ours, fate.result)
        if changed is not None:
            given_up = fate.back and _value(layer, fate.ours) != _value(layer, fate.old)
            (told.reset if given_up else told.changed).append(changed)
        kept = _change(layer, grid, fate.new, fate.result)
        if kept is not None:
            told.kept.append(kept)
    if back.everywhere or ours == old:
        return new
    here = {id(f.ours): f for f in fates if f.ours is not None}
    come = {id(f.new): f for f in fates if f.ours is None and f.new is not None}
    found = (*(here[id(e)].result for e in ours), *(come[id(e)].result for e in new if id(e) in come))
    return tuple(e for e in found if e is not None)


def _fates(
    layer: _Layer, grid: HexGrid, ours: Sequence[Entry], old: Sequence[Entry], new: Sequence[Entry]
) -> list[_Fate]:
    by_old = {id(was): is_now for was, is_now in pairs(layer.called, grid, old, new) if was is not None}
    found = []
    alone = []
    met = set()
    for was, mine in pairs(layer.called, grid, old, ours):
        if was is None:
            alone.append(mine)
        else:
            theirs = by_old[id(was)]
            found.append(_Fate(mine, was, theirs))
            met.add(id(theirs))
    # What the record does not have may have come to the map and to the data in the meantime.
    for mine, theirs in pairs(layer.called, grid, alone, [e for e in new if id(e) not in met]):
        found.append(_Fate(mine, None, theirs))
    return found


def _decide(layer: _Layer, fate: _Fate, back: Back) -> None:
    ours, old, new = fate.ours, fate.old, fate.new
    there = [e.hex for e in (ours, new) if e is not None]
    if back.any_of(there):
        fate.result, fate.back = new, True
    elif ours is None:
        fate.result = new if old is None else None
    elif old is None:
        fate.result, fate.fixed = ours, True
    elif new is None:
        by_hand = _value(layer, ours) != _value(layer, old)
        fate.result, fate.fixed = (ours, True) if by_hand else (None, False)
    else:
        both = (*layer.fields, *layer.silent)
        follows = {f: getattr(new, f) for f in both if getattr(ours, f) == getattr(old, f)}
        fate.result, fate.fixed = replace(ours, **follows), ours.hex != old.hex


def _make_room(fates: Iterable[_Fate]) -> None:
    """Of two entries in one hex the one that was put there by hand stays; the other stays where it was on our
    map, and does not come if it was not there, or if its hex is given back."""
    todo = True
    while todo:
        todo = False
        fixed = {f.result.hex for f in fates if f.fixed and f.result is not None}
        for fate in fates:
            if fate.result is not None and not fate.fixed and fate.result.hex in fixed:
                todo = True
                fate.fixed = True
                ours = None if fate.back else fate.ours
                fate.result = None if ours is None else replace(fate.result, hex=ours.hex)


def _value(layer: _Layer, entry: Entry | None) -> tuple[Any, ...] | None:
    return None if entry is None else tuple(getattr(entry, f) for f in layer.fields)


# -- in words ---------------------------------------------------------------------------------------------


def _changes(layer: _Layer, grid: HexGrid, before: Sequence[Entry], after: Sequence[Entry]) -> list[Change]:
    return [change for one, other in pairs(layer.called, grid, before, after)
            if (change := _change(layer, grid, one, other)) is not None]


def _change(layer: _Layer, grid: HexGrid, before: Entry | None, after: Entry | None) -> Change | None:
    if _value(layer, before) == _value(layer, after):
        return None
    hexes = dict.fromkeys(grid.number(e.hex) for e in (before, after) if e is not None)
    where = " ".join(hexes)
    named = after or before
    if layer.crowds and named is not None:
        where = f"{layer.called(named)} {where}"
    words = ["" if e is None else layer.words(e, other) for e, other in ((before, after), (after, before))]
    if words[0] == words[1]:
        words = [f"{w} in {grid.number(e.hex)}" for w, e in zip(words, (before, after), strict=True) if e]
    return Change(layer.name, where, words[0], words[1])


def _place_words(place: Place, other: Place | None) -> str:
    words = " ".join((place.name, *(f"({f})" for f in place.features))).strip() or "unnamed"
    if other is not None and other.lettering != place.lettering:
        words += f", {_lettering_words(place.lettering)}"
    return words


def _lettering_words(lettering: Lettering) -> str:
    if lettering == PLAIN:
        return "name as usual"
    size = f", size {lettering.size:g}" if lettering.size else ""
    turned = f", turned {lettering.rotation:g}°" if lettering.rotation else ""
    return f"name {_spot_words(lettering.at)}{size}{turned}"


def _label_words(label: Label, other: Label | None) -> str:
    words = f"{label.size:g}, {label.rotation:g}, {label.style}"
    if other is not None and other.text != label.text:
        words = f"{label.text}, {words}"
    if other is not None and other.at != label.at:
        words += f", {_spot_words(label.at)}"
    return words


def _spot_words(spot: Spot) -> str:
    return spot_text(spot).lower()


_PLACES = _Layer(
    "places", lambda place: str(place.name), ("hex", "name", "features", "lettering"), ("provenance",),
    crowds=False, words=_place_words)
_LABELS = _Layer(
    "labels", lambda label: str(label.text), ("hex", "text", "size", "rotation", "style", "at"), (),
    crowds=True, words=_label_words)
