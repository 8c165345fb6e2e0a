"""What is known of a night: range of sight, lights, gunflashes, who is free to move, cloaks, trip flares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..hexes import distance
from ..special_rules import SpecialRules


class Moment(NamedTuple):
    """A phase of a player turn; `half` is `first` or `second`."""

    turn: int
    half: str
    phase: str

    def next_player_turn(self, phase: str) -> Moment:
        """A phase of the player turn after this one."""
        return Moment(self.turn, "second", phase) if self.half == "first" else Moment(
            self.turn + 1, "first", phase)


@dataclass(frozen=True)
class Light:
    """A light on the boards or beside them.

    `kind` is starshell, ir, blaze, flame or trip-flare; `name` is the name of its hex or location. It lights
    all within `radius` of its place, and the places of `also`. `until` is the phase at whose end it goes out;
    None if it stays until it is put out by an order.
    """

    kind: str
    name: str
    place: Hex
    radius: int
    until: Moment | None = None
    also: tuple[Hex, ...] = ()

    def lights(self, place: Hex) -> bool:
        """Whether it lights a place, if nothing is in the way."""
        return distance(self.place, place) <= self.radius or place in self.also


@dataclass(frozen=True)
class Gunflash:
    """A location that shows where somebody fired. `until` is the phase at whose end it goes; None if it stays
    until its counter is taken away by an order."""

    name: str
    place: Hex
    cause: str
    until: Moment | None = None


@dataclass(frozen=True)
class Cloak:
    """A counter that hides infantry of the attacker; what is in its box is no matter of this book. `state` is
    `kept`, or how it went: `merged`, `removed`, `replaced` or `lost`."""

    id: str
    group: int
    state: str = "kept"


@dataclass(frozen=True)
class NightBook:
    """The night.

    `nvr` is the range of sight in hexes, None by day and as long as it is not rolled. `fired` is when the
    first starshell or illuminating round was fired; `allowed`: a trip flare has allowed their use.
    `attacked`: an attack on an enemy has left a gunflash. `attack_by` are the sides that have resolved an
    attack, `ffe_by` those whose fire for effect has left a gunflash. `tries` are the hexes that have tried
    to fire a starshell, with the phase. `free` are units free to move, and `free_tried` is the last player
    turn in which a leader rolled for that. `trip_flares` are how many are left in each location.
    """

    nvr: int | None = None
    clouds: str = ""
    moon: str = ""
    lights: tuple[Light, ...] = ()
    gunflashes: tuple[Gunflash, ...] = ()
    fired: Moment | None = None
    allowed: bool = False
    attacked: bool = False
    attack_by: tuple[str, ...] = ()
    ffe_by: tuple[str, ...] = ()
    tries: tuple[tuple[Hex, Moment], ...] = ()
    reconnoitred: bool = False
    free: tuple[str, ...] = ()
    free_tried: tuple[int, str] | None = None
    cloaks: tuple[Cloak, ...] = ()
    trip_flares: tuple[tuple[str, int], ...] = ()

    # -- lights and gunflashes ----------------------------------------------------------

    def lit(self, place: Hex) -> bool:
        """Whether a light reaches a place, if nothing is in the way."""
        return any(light.lights(place) for light in self.lights)

    def lights_at(self, place: Hex) -> tuple[Light, ...]:
        """The lights that reach a place, if nothing is in the way."""
        return tuple(light for light in self.lights if light.lights(place))

    def flashes(self, place: Hex) -> bool:
        """Whether a gunflash is in the hex."""
        return any(flash.place == place for flash in self.gunflashes)

    def with_light(self, light: Light) -> NightBook:
        """This book with one more light."""
        return replace(self, lights=(*self.lights, light))

    def with_gunflash(self, flash: Gunflash) -> NightBook:
        """This book with a gunflash; one that is there already for the same cause is replaced."""
        others = tuple(f for f in self.gunflashes if (f.name, f.cause) != (flash.name, flash.cause))
        return replace(self, gunflashes=(*others, flash))

    def ending(self, now: Moment) -> Iterator[Light | Gunflash]:
        """What goes at the end of a phase: lights, then gunflashes."""
        yield from (light for light in self.lights if light.until == now)
        yield from (flash for flash in self.gunflashes if flash.until == now)

    def without(self, gone: tuple[Light | Gunflash, ...]) -> NightBook:
        """This book without some lights and gunflashes."""
        return replace(self, lights=tuple(x for x in self.lights if x not in gone),
                       gunflashes=tuple(x for x in self.gunflashes if x not in gone))

    # -- units --------------------------------------------------------------------------

    def with_free(self, units: tuple[str, ...]) -> NightBook:
        """This book with more units that are free to move, each once."""
        return replace(self, free=tuple(dict.fromkeys((*self.free, *units))))

    def cloak(self, id: str) -> Cloak | None:
        """A cloak by its id; None if there is none."""
        return next((one for one in self.cloaks if one.id == id), None)

    def with_cloak(self, changed: Cloak) -> NightBook:
        """This book with a cloak as it is now; it must be in the book."""
        return replace(self, cloaks=tuple(changed if c.id == changed.id else c for c in self.cloaks))

    def flares_in(self, name: str) -> int | None:
        """How many trip flares are left in a location; None if none were ever set there."""
        return dict(self.trip_flares).get(name)

    def with_flares(self, name: str, left: int) -> NightBook:
        """This book with so many trip flares in a location."""
        return replace(self, trip_flares=tuple({**dict(self.trip_flares), name: left}.items()))


def night_at_start(rules: SpecialRules) -> NightBook:
    """The night as the special rules of a card set it; an empty book by day."""
    night = rules.night
    return NightBook() if night is None else NightBook(night.nvr, night.clouds, night.moon)
