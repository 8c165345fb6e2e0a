"""What sides have off the map, in its present form: keys of format 1 became assets with ids of their own.

The marks of documents still count assets as format 1 wrote them, so that games recorded then name the same
marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..rules.victory import Asset
from ..ruleset import Replacements
from ..scenario import AssetStart, ReplacementOverride, Scenario

_AIR, _MARKERS, _POINTS = "air", "cyber-war", "air-points"
_POINTS_KEY = "air_points"
_KEYS: Mapping[str, str] = {"air_maximum": _AIR, "cw_markers": _MARKERS}
_BOXES: Mapping[str, str] = {"on_table": "table", "spent": "spent"}
"""Keys of an entry of assets to the boxes in which so many lie."""
_NAMES: Mapping[str, Mapping[str, Any]] = {
    _AIR: {"name": "Air units it may own"},
    _MARKERS: {"name": "Cyber-war markers", "boxes": ["track", "table", "spent"]},
    _POINTS: {"name": "Air points"}}


def _id(word: str, side: Any) -> str:
    return f"{word}-{side}"


# -- data of files -----------------------------------------------------------------------------------


def ruleset_assets(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a ruleset of format 1 with its assets in their present form."""
    sides = [s.get("id") for s in _entries(data, "sides")]
    new: dict[str, Any] = _with_conditions(dict(data), sides)
    if isinstance(rows := data.get("replacements"), list):
        new["replacements"] = [_row(row) for row in rows]
    if "assets" not in data and new != data:
        new["assets"] = [{"id": _id(word, side), "side": side, **told} for word, told in _NAMES.items()
                         for side in sides]
    return new


def _entries(data: Mapping[str, Any], section: str) -> list[Mapping[str, Any]]:
    found = data.get(section)
    return [e for e in found if isinstance(e, Mapping)] if isinstance(found, list) else []


def _row(row: Any, earlier: Sequence[tuple[str, int]] = ()) -> Any:
    """A line of a replacement chart; in a variant, over the assets of the earlier line."""
    if not isinstance(row, Mapping) or _POINTS_KEY not in row:
        return row
    points = row[_POINTS_KEY]
    nothing = points == 0 and not isinstance(points, bool)
    received = {} if nothing else {_id(_POINTS, row.get("side")): points}
    new = {"assets" if k == _POINTS_KEY else k: received if k == _POINTS_KEY else v for k, v in row.items()
           if k != _POINTS_KEY or received or earlier}
    source = new.get("provenance")
    if isinstance(source, Mapping) and _POINTS_KEY in source:
        new["provenance"] = {"assets" if k == _POINTS_KEY else k: v for k, v in source.items()}
    return new


def _with_conditions(value: Any, sides: Sequence[Any]) -> Any:
    """Data with the assets that its conditions ask for in their present form."""
    if isinstance(value, list):
        return [_with_conditions(one, sides) for one in value]
    if not isinstance(value, dict):
        return value
    new = {k: _with_conditions(v, sides) for k, v in value.items()}
    for key in ("when", "unless"):
        asked = new.get(key)
        if isinstance(asked, dict) and "assets" in asked:
            words = asked["assets"] if isinstance(asked["assets"], list) else [asked["assets"]]
            new[key] = {**asked, "assets": [
                id for word in words
                for id in ([_id(_KEYS[word], s) for s in sides] if word in _KEYS else [word])]}
    return new


def scenario_assets(data: Mapping[str, Any], base: Scenario | None = None) -> dict[str, Any]:
    """The data of a scenario of format 1 with its assets in their present form. An entry of a variant
    replaced that of its base, so what the base says of boxes is taken back."""
    new = dict(data)
    if isinstance(listed := data.get("assets"), list):
        known = {a.id: a for a in base.assets} if base else {}
        new["assets"] = [e for entry in listed for e in _of_side(entry, known)]
    if isinstance(rows := data.get("replacements"), list):
        lines = {(r.turn, r.side): r.assets for r in base.replacements} if base else {}
        new["replacements"] = [_row(row, _earlier(row, lines)) for row in rows]
    start = data.get("start")
    if isinstance(start, dict) and _POINTS_KEY in start:
        side = str(start.get("phase", "")).partition("-")[0]
        new["start"] = {**{k: v for k, v in start.items() if k != _POINTS_KEY},
                        "assets": {_id(_POINTS, side): start[_POINTS_KEY]}}
    return new


def _earlier(row: Any, lines: Mapping[Any, tuple[tuple[str, int], ...]]) -> tuple[tuple[str, int], ...]:
    """The assets of the line that a line of a variant replaces."""
    return lines.get((row.get("turn"), str(row.get("side"))), ()) if isinstance(row, dict) else ()


def _of_side(entry: Any, known: Mapping[str, AssetStart]) -> Iterable[Any]:
    if not isinstance(entry, dict) or "side" not in entry or "id" in entry:
        yield entry
        return
    side = entry["side"]
    others = {k: v for k, v in entry.items() if k not in ("side", *_KEYS, *_BOXES)}
    for key, word in _KEYS.items():
        new = {"id": _id(word, side), **others}
        if key in entry:
            new["number"] = entry[key]
        boxes = {box: entry[k] for k, box in _BOXES.items() if k in entry and entry[k] != 0}
        earlier = known.get(_id(word, side))
        if word == _MARKERS and (boxes or (earlier and earlier.boxes and "remove" not in entry)):
            new["boxes"] = boxes
        yield new


# -- the content of documents ------------------------------------------------------------------------


def counted_row(row: Replacements | ReplacementOverride) -> dict[str, Any]:
    """What a line of a replacement chart has of assets, as format 1 wrote it."""
    has = dict(row.assets)
    points = has.pop(_id(_POINTS, row.side), 0)
    return {_POINTS_KEY: points, **({"assets": has} if has else {})}


def counted_assets(assets: Sequence[AssetStart]) -> list[dict[str, Any]]:
    """The assets of a scenario as format 1 wrote them; others as they are."""
    sides: dict[str, dict[str, Any]] = {}
    others: list[dict[str, Any]] = []
    for one in assets:
        word = next((w for w in (_MARKERS, _AIR) if one.id.startswith(f"{w}-")), "")
        if not word:
            others.append({"id": one.id, "number": one.number, "boxes": dict(one.boxes)})
            continue
        side = one.id.removeprefix(f"{word}-")
        found = sides.setdefault(side, {"side": side, **dict.fromkeys(_KEYS, 0)})
        found[next(k for k, w in _KEYS.items() if w == word)] = one.number
        found |= {k: n for k, box in _BOXES.items() if (n := dict(one.boxes).get(box))}
    return [*sides.values(), *others]


def is_of_format_1(asset: Asset) -> bool:
    """Whether a ruleset of format 1 had this asset without naming it."""
    return asset.id in [_id(word, asset.side) for word in _NAMES]


def counted_start(assets: Sequence[tuple[str, int]]) -> dict[str, Any]:
    """What is left of assets at the start, as format 1 wrote it."""
    others = {id: n for id, n in assets if not id.startswith(f"{_POINTS}-")}
    points = [n for id, n in assets if id not in others]
    return {**({_POINTS_KEY: points[0]} if points else {}), **({"assets": others} if others else {})}
