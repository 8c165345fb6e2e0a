"""The facts of a card that checks go through and ask for by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

from ..lazy_dataclass import dataclass
from ..model.files.plain_data import DataPath
from .boards import Board
from .card import (
    Air,
    Boat,
    Card,
    CardRule,
    Column,
    Convoy,
    Force,
    Fortification,
    Glider,
    Goals,
    Group,
    Side,
    Victory,
    Wing,
)
from .expressions import Entries, Many, Type, Unknown
from .ground import Ground
from .nations import months
from .special_rules import Barrage, Night, SpecialRules, merged

Terrain = Mapping[str, str]
"""The terrain of hexes, by their names."""


@dataclass(frozen=True)
class Item:
    """One thing that a check goes through: the values of its names, and where the card says it."""

    names: Mapping[str, Any]
    path: DataPath


COMMON: Mapping[str, Type] = {
    "card": Card, "sets": SpecialRules, "night": Night, "weather": Many(), "today": None, "year": None,
    "month": None, "snow_lies": None}
"""The names that all checks have, with their types: `sets` are the special rules of the card together,
`night` is none by day, `today` is the month as a number (`date`), and `snow_lies` is whether there is ground
or deep snow."""
_OF_GROUP: Mapping[str, Type] = {"group": Group, "side": Side}
EACH: Mapping[str, Mapping[str, Type]] = {
    "card": {}, "side": {"side": Side}, "group": _OF_GROUP, "force": {"force": Force, **_OF_GROUP},
    "fortification": {"fortification": Fortification, **_OF_GROUP},
    "wing": {"wing": Wing, "number": None, **_OF_GROUP},
    "stick": {"stick": Many(), "number": None, "wing": Wing, **_OF_GROUP},
    "glider": {"load": Many(), "number": None, "glider": Glider, **_OF_GROUP},
    "boat": {"boat": Boat, **_OF_GROUP}, "convoy": {"convoy": Convoy, **_OF_GROUP},
    "column": {"column": Column, **_OF_GROUP}, "air": {"air": Air, **_OF_GROUP},
    "rule": {"rule": CardRule, "number": None}, "board": {"board": Board},
    "barrage": {"barrage": Barrage, "number": None, "side": Side},
    "flare": {"hex": None}, "victory": {"entry": Victory, "number": None, "side": Side},
    "set": {"goals": Goals, "name": None}}
"""What a check may go through, with the names that it has then and their types."""


@dataclass(frozen=True)
class Facts:
    """A card, with what is known of it besides. `terrain` is that of hexes, as far as a map tells it;
    `ground` is what the maps of its boards say, None without them."""

    card: Card
    terrain: Terrain = field(default_factory=dict)
    ground: Ground | None = None

    @cached_property
    def sets(self) -> SpecialRules:
        """The special rules together."""
        return merged(tuple(rule.sets for rule in self.card.ssr))

    @cached_property
    def names(self) -> Mapping[str, Any]:
        """The values of the names that all checks have."""
        date, weather = self.card.date, self.sets.weather
        return {
            "card": self.card, "sets": self.sets, "night": self.sets.night, "weather": Entries.of(weather),
            "today": months(date.year, date.month), "year": date.year, "month": date.month,
            "snow_lies": bool({"ground-snow", "deep-snow"} & set(weather))}

    def rule_path(self, key: str) -> DataPath:
        """Where the special rule stands whose value of a key holds; the list of rules, if none has it."""
        found = [i for i, rule in enumerate(self.card.ssr)
                 if rule.sets is not None and getattr(rule.sets, key) != getattr(SpecialRules(), key)]
        return ("ssr", found[-1], "sets", key) if found else ("ssr",)

    def items(self, each: str) -> Iterator[Item]:
        """All things of a kind, one of `EACH`."""
        card = self.card
        if each == "card":
            yield Item({}, ())
        elif each in ("side", "rule", "board"):
            section = {"side": "sides", "rule": "ssr", "board": "boards"}[each]
            for i, one in enumerate(getattr(card, section)):
                number = {"number": i + 1} if each == "rule" else {}
                yield Item({each: one, **number}, (section, i))
        elif each == "victory":
            for i, entry in enumerate(card.victory):
                yield Item({"entry": entry, "number": i + 1, "side": self.side(entry.side)}, ("victory", i))
        elif each == "set":
            for id, goals in card.sets:
                yield Item({"goals": goals, "name": id}, ("sets", id))
        elif each == "barrage":
            for i, barrage in enumerate(self.sets.barrages):
                yield Item({"barrage": barrage, "number": i + 1, "side": self.side(barrage.side)},
                           (*self.rule_path("barrages"), i))
        elif each == "flare":
            for hex in self.sets.trip_flare_hexes:
                yield Item({"hex": hex}, self.rule_path("trip_flare_hexes"))
        else:
            for i, group in enumerate(card.groups):
                own = {"group": group, "side": self.side(group.side)}
                for inner in _in_group(each, group):
                    yield Item({**own, **inner.names}, ("groups", i, *inner.path))

    def side(self, id: str) -> Side | Unknown:
        """The side with an id."""
        return self.card.side_by_id.get(id, Unknown((f"who {id} is",)))


def _in_group(each: str, group: Group) -> Iterator[Item]:
    """The things of a kind within a group, with their paths in it."""
    if each == "group":
        yield Item({}, ())
    elif each == "force":
        for i, force in enumerate(group.forces):
            yield Item({"force": force}, ("forces", i))
    elif each == "fortification":
        for i, built in enumerate(group.fortifications):
            yield Item({"fortification": built}, ("fortifications", i))
    elif each == "boat":
        for i, boat in enumerate(group.boats):
            yield Item({"boat": boat}, ("boats", i))
    elif each in ("convoy", "column", "air"):
        if getattr(group, each) is not None:
            yield Item({each: getattr(group, each)}, (each,))
    elif each == "glider" and group.glider is not None:
        for i, load in enumerate(group.glider.loads):
            yield Item({"glider": group.glider, "load": Entries.of(load), "number": i + 1},
                       ("glider", "loads", i))
    elif each in ("wing", "stick") and group.drop is not None:
        number = 0
        for i, wing in enumerate(group.drop.wings):
            at: DataPath = ("drop", "wings", i)
            if each == "wing":
                yield Item({"wing": wing, "number": i + 1}, at)
                continue
            for j, stick in enumerate(wing.sticks if not isinstance(wing.sticks, int) else ()):
                number += 1
                yield Item({"wing": wing, "stick": Entries.of(stick), "number": number}, (*at, "sticks", j))
