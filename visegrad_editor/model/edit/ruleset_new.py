"""New entries of a ruleset, with what can be guessed from their names and their neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from ..naming import document_name
from ..provenance import Provenance
from ..ruleset import (
    CombatTable,
    CounterColours,
    FeatureKind,
    HexsideKind,
    Nationality,
    Replacements,
    ResultCode,
    RoadKind,
    Ruleset,
    Side,
    TerrainKind,
    UnitType,
)
from ..ruleset_fields import SECTIONS
from ..ruleset_values import read_name
from .ruleset_entries import add_entry, free_id

_BY_HAND = Provenance("designer")


class _Look(NamedTuple):
    """What a word in the name of a kind suggests. `extra` is the cost beyond the easiest ground."""

    words: tuple[str, ...]
    colour: str
    extra: float | None = 0


_GROUNDS = (
    _Look(("forest", "wood", "jungle", "taiga"), "#b7cf9c", 1),
    _Look(("hill", "upland", "rough", "broken"), "#d6c79c", 1),
    _Look(("mountain", "alp", "peak"), "#c8ac86", 2),
    _Look(("marsh", "swamp", "bog", "wetland", "polder"), "#a9c8b4", 2),
    _Look(("desert", "sand", "dune"), "#efdcae", 1),
    _Look(("heath", "moor", "steppe", "grass"), "#d8d79b"),
    _Look(("city", "urban", "town", "village"), "#cfc4ba", 1),
    _Look(("snow", "ice", "glacier", "tundra"), "#eef3f6", 1),
    _Look(("sea", "ocean", "lake", "water"), "#a9c9e1", None),
    _Look(("orchard", "farm", "field", "crop"), "#dfdf9f"),
)
_LINES = (
    _Look(("river", "stream", "canal", "creek", "brook", "lake"), "#3c79b6"),
    _Look(("wall", "cliff", "ridge", "escarpment", "slope"), "#6b5b4a"),
    _Look(("border", "frontier"), "#8c3b24"),
    _Look(("coast", "shore"), "#3f6f92"),
    _Look(("bridge", "ford", "ferry"), "#5c4f47"),
    _Look(("hedge", "bocage", "treeline"), "#4d7a3a"),
)
_DISTINCT = (
    "#c9b458", "#7fae8a", "#b58a9e", "#8fa7c4", "#c78f5f", "#9a9a6a", "#a48fc0", "#6fa7a0", "#bf7b6b",
    "#8d8d8d")
_ROAD_COLOURS = ("#7a5230", "#b5361f", "#2358a6", "#4d4d4d", "#8a7a3a", "#6a3d8a")


def new_entry(
    ruleset: Ruleset, section: str, name: str, looks: Collection[str] = (), at: int | None = None
) -> Ruleset:
    """The ruleset with a new entry of that name, marked as the designer's.

    Its colour, its pattern or symbol (one of `looks`, the names the drawing knows) and its numbers
    are guessed from its name and from the other entries. It stands at place `at`, else at the end; a new
    terrain among those of its like, before what is no ground at all. Raises ValueError for an empty name.
    """
    name = read_name(name) if section != "replacements" else ""
    entry = _MAKERS[section](ruleset, name, looks)
    if at is None and isinstance(entry, TerrainKind):
        at = _among_its_like(ruleset.terrain, entry)
    return add_entry(ruleset, section, entry, at)


def _among_its_like(terrain: Sequence[TerrainKind], new: TerrainKind) -> int:
    """Behind the last ground where units may be, or, for water, before what is not even that."""
    playable = [i for i, kind in enumerate(terrain) if kind.playable]
    if new.playable:
        return playable[-1] + 1 if playable else 0
    wet = [i for i, kind in enumerate(terrain) if not kind.playable and kind.pattern == "waves"]
    return wet[-1] + 1 if wet else len(terrain)


def look_for(name: str, looks: Iterable[str]) -> str:
    """The longest of the names that occurs in another, plural or not; "" where none does.

    >>> look_for("Deep forest", ("woods", "forest", "for")), look_for("Birch wood", ("woods",))
    ('forest', 'woods')
    """
    words = name.lower().replace(" ", "-")
    return max((x for x in looks if x and x.rstrip("s") in words), key=len, default="")


def _id(ruleset: Ruleset, section: str, name: str) -> str:
    wish = document_name(name, SECTIONS[section].one.split()[-1])[:55].strip("-")
    return free_id(ruleset, section, wish)


def _hint(name: str, looks: Sequence[_Look]) -> _Look | None:
    words = name.lower().split()
    return next((x for x in looks if any(w.startswith(x.words) or w.endswith(x.words) for w in words)), None)


def _guessed(name: str, hint: _Look | None, looks: Collection[str]) -> str:
    """The look a name says, or one that means about the same."""
    return look_for(name, looks) or next((x for x in (hint.words if hint else ()) if x in looks), "")


def _unused(colours: Iterable[str], wanted: Sequence[str]) -> str:
    """The first of the wanted colours that is not taken, or the one used least."""
    taken = Counter(c.lower() for c in colours)
    return min(wanted, key=lambda c: taken[c])


def _terrain(ruleset: Ruleset, name: str, looks: Collection[str]) -> TerrainKind:
    hint = _hint(name, _GROUNDS)
    easy = min((t.cost for t in ruleset.terrain if t.playable and t.cost is not None), default=1)
    colour = hint.colour if hint else _unused((t.colour for t in ruleset.terrain), _DISTINCT)
    wet = hint is not None and hint.extra is None
    cost = easy + ((hint.extra or 0) if hint else 0)
    pattern = _guessed(name, hint, looks) or ("waves" if wet and "waves" in looks else "")
    return TerrainKind(
        _id(ruleset, "terrain", name), name, None if wet else cost, playable=not wet, supply=not wet,
        colour=colour, pattern=pattern, provenance=_BY_HAND)


def _hexside(ruleset: Ruleset, name: str, looks: Collection[str]) -> HexsideKind:
    hint = _hint(name, _LINES)
    colour = hint.colour if hint else _unused((h.colour for h in ruleset.hexsides), _DISTINCT)
    crosses = any(word in name.lower().split() for word in ("bridge", "ford", "ferry"))
    return HexsideKind(
        _id(ruleset, "hexsides", name), name, 0, colour=colour, pattern=_guessed(name, hint, looks),
        traits=frozenset({"crossing"} if crosses else ()), provenance=_BY_HAND)


def _road(ruleset: Ruleset, name: str, looks: Collection[str]) -> RoadKind:
    return RoadKind(
        _id(ruleset, "roads", name), name, 1, rank=0,
        colour=_unused((r.colour for r in ruleset.roads), _ROAD_COLOURS), width=0.09, provenance=_BY_HAND)


def _feature(ruleset: Ruleset, name: str, looks: Collection[str]) -> FeatureKind:
    return FeatureKind(
        _id(ruleset, "features", name), name, symbol=look_for(name, looks),
        colour=_unused((f.colour for f in ruleset.features), ("#555555", "#7a3d1d", "#1f4e8c", "#3d6a2a")),
        provenance=_BY_HAND)


def _unit_type(ruleset: Ruleset, name: str, looks: Collection[str]) -> UnitType:
    ground = [t for t in ruleset.unit_types if "air" not in t.traits]
    movement, _ = Counter(t.movement for t in ground).most_common(1)[0] if ground else (4, 0)
    size, _ = Counter(t.size for t in ground).most_common(1)[0] if ground else ("brigade", 0)
    symbol = look_for(name, looks) or ("infantry" if "infantry" in looks else "")
    return UnitType(
        _id(ruleset, "unit_types", name), name, symbol, movement, size=size, provenance=_BY_HAND)


def _nationality(ruleset: Ruleset, name: str, looks: Collection[str]) -> Nationality:
    ground = _unused((n.colours.ground for n in ruleset.nationalities), _DISTINCT)
    return Nationality(
        _id(ruleset, "nationalities", name), name, name, ruleset.sides[0].id if ruleset.sides else "",
        CounterColours(ground, "#1c1c1c"), _BY_HAND)


def _side(ruleset: Ruleset, name: str, looks: Collection[str]) -> Side:
    return Side(_id(ruleset, "sides", name), name, _unused(
        (s.colour for s in ruleset.sides), ("#2f5fa8", "#b3202c", "#3d7a3a", "#8a6a1f", "#6a3d8a")))


def _table(ruleset: Ruleset, name: str, looks: Collection[str]) -> CombatTable:
    """An empty table of the shape of the first one; checks ask for its results."""
    like = ruleset.tables[0] if ruleset.tables else None
    columns = like.columns if like else ("under 1:1", "1:1", "2:1", "3:1", "4:1 or more")
    thresholds = like.thresholds if like else (0, 100, 200, 300, 400)
    rows = len(like.rows) if like else 6
    return CombatTable(
        _id(ruleset, "tables", name), name, columns, thresholds, (("",) * len(columns),) * rows, _BY_HAND)


def _result(ruleset: Ruleset, name: str, looks: Collection[str]) -> ResultCode:
    initials = "".join(w[0] for w in name.split()).upper()[:4]
    return ResultCode(free_id(ruleset, "results", initials), name, name)


def _replacements(ruleset: Ruleset, name: str, looks: Collection[str]) -> Replacements:
    """The first line the chart does not have yet, turn by turn and side by side."""
    listed = {(r.turn, r.side) for r in ruleset.replacements}
    sides = [s.id for s in ruleset.sides] or [""]
    free = ((t, s) for t in range(1, 201) for s in sides if (t, s) not in listed)
    turn, side = next(free, (200, sides[0]))
    return Replacements(turn, side, 0, 0, _BY_HAND)


_MAKERS: dict[str, Any] = {
    "terrain": _terrain, "hexsides": _hexside, "roads": _road, "features": _feature,
    "unit_types": _unit_type, "nationalities": _nationality, "sides": _side, "tables": _table,
    "results": _result, "replacements": _replacements,
}
