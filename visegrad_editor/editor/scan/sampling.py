"""Samples of terrain on a scan, what they propose for each hex, and what of it is taken. No Tk here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from ...hexgrid import Hex, Point
from ...model.edit.terrain import paint_kinds
from ...model.gamemap import GameMap
from .looks import Looks
from .proposal import Classifier, Proposed

Key = tuple[str, Hex | Point]
"""A sample: ("hex", its hex), or ("spot", a point of the map units) for a spot off the map."""
MOST_LEARNT = 24
"""Samples of one terrain taken from painted hexes; more make nothing better."""
_FEW = 3
"""So many hexes that show a terrain purely are enough to learn from."""
SURE = 0.4
"""What is proposed with less confidence is left alone, unless one asks for it."""


@dataclass(frozen=True)
class Choices:
    """What the user has said: samples by terrain, hexes decided by hand, hexes to be left as they are."""

    samples: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)
    by_hand: Mapping[Hex, str] = field(default_factory=dict)
    left_out: frozenset[Hex] = frozenset()


@dataclass(frozen=True)
class Row:
    """Of one terrain: its samples, the hexes it is proposed for, and how many of these would change."""

    terrain: str
    samples: int
    proposed: int
    changes: int


class Sampling:
    """One proposal on its way. `spot` tells how a spot of the picture off the map looks."""

    def __init__(self, map: GameMap, classifier: Classifier, spot: Callable[[Point], Looks | None]) -> None:
        self._map, self._classifier, self._spot = map, classifier, spot
        self.choices = Choices()
        self.scope: Collection[Hex] | None = None
        """The hexes that may change, None for all."""
        self.least = SURE
        self._before: list[Choices] = []
        self._looks: dict[Key, Looks] = {}
        self._found: dict[Hex, Proposed] = {}

    @property
    def map(self) -> GameMap:
        """The map that would change."""
        return self._map

    @map.setter
    def map(self, map: GameMap) -> None:
        self._map = map

    # -- saying -------------------------------------------------------------------------

    def sample(self, terrain: str, point: Point) -> str:
        """Take the hex at a point, or a spot off the map, as a sample of a terrain; take it back where it is
        one. The complaint where it cannot be."""
        hex = self._map.geometry.hex_at(*point)
        key: Key = ("spot", point) if hex is None else ("hex", hex)
        look = self._spot(point) if hex is None else self._look(hex)
        if look is None:
            return "The picture does not reach as far as here."
        self._looks[key] = look
        old = self.choices
        had = key in old.samples.get(terrain, ())
        samples = {t: tuple(k for k in keys if k != key) for t, keys in old.samples.items()}
        if not had:
            samples[terrain] = (*samples.get(terrain, ()), key)
        by_hand = {h: t for h, t in old.by_hand.items() if h != hex}
        self._say(replace(old, samples=samples, by_hand=by_hand,
                          left_out=old.left_out - {hex} if hex else old.left_out))
        return ""

    def learn(self, hexes: Iterable[Hex]) -> int:
        """Take hexes as samples of the terrain they have on the map; how many were new."""
        wanted: dict[str, list[Key]] = {}
        for hex in hexes:
            if self._classifier.sees(hex):
                wanted.setdefault(self._map.terrain.at(hex), []).append(("hex", hex))
        samples = dict(self.choices.samples)
        known = {k for keys in samples.values() for k in keys}
        new = 0
        for terrain, keys in wanted.items():
            fresh = [k for k in keys if k not in known]
            room = MOST_LEARNT - len(samples.get(terrain, ()))
            if room < 1 or not fresh:
                continue
            pure = [k for k in fresh if self._is_pure(k[1])]  # type: ignore[arg-type]
            fresh = pure if len(pure) >= _FEW else fresh
            # Spread over all of them, so that every part of the map has its say.
            taken = fresh[::max(1, -(-len(fresh) // room))]
            for key in taken:
                look = self._look(key[1])  # type: ignore[arg-type]
                assert look is not None
                self._looks[key] = look
            samples[terrain] = (*samples.get(terrain, ()), *taken)
            new += len(taken)
        if new:
            self._say(replace(self.choices, samples=samples))
        return new

    def decide(self, hexes: Iterable[Hex], terrain: str) -> None:
        """Let hexes have a terrain whatever the scan looks like."""
        new = {h: terrain for h in hexes if h in self._map.grid}
        self._say(replace(self.choices, by_hand={**self.choices.by_hand, **new},
                          left_out=self.choices.left_out - set(new)))

    def leave_out(self, hex: Hex) -> None:
        """Leave a hex as it is on the map; bring it back where it was left out."""
        self._say(replace(self.choices, left_out=self.choices.left_out ^ {hex}))

    def clear(self) -> None:
        """Forget all samples and decisions."""
        self._say(Choices())

    def undo(self) -> bool:
        """Take the last word back; False where there is none."""
        if not self._before:
            return False
        self.choices = self._before.pop()
        self._propose()
        return True

    def _say(self, choices: Choices) -> None:
        if choices != self.choices:
            self._before.append(self.choices)
            self.choices = choices
            self._propose()

    def _is_pure(self, hex: Hex) -> bool:
        """Whether a hex shows little but its terrain: no town, and none of another terrain beside it."""
        at = self._map.terrain.at
        return hex not in self._map.place_at and all(at(n) == at(hex) for n in self._map.grid.neighbours(hex))

    def _look(self, hex: Hex) -> Looks | None:
        return self._classifier.look(hex) if self._classifier.sees(hex) else None

    # -- what comes of it ---------------------------------------------------------------

    def _propose(self) -> None:
        samples = {t: {k: self._looks[k] for k in keys} for t, keys in self.choices.samples.items() if keys}
        found = self._classifier.propose(samples)
        for terrain, keys in self.choices.samples.items():
            found.update({k[1]: Proposed(terrain, 1.0) for k in keys if isinstance(k[1], Hex)})
        found.update({h: Proposed(t, 1.0) for h, t in self.choices.by_hand.items()})
        self._found = found

    def proposed(self, hex: Hex) -> Proposed | None:
        """What is proposed for a hex, None where nothing is."""
        return self._found.get(hex)

    def changes(self) -> dict[Hex, Proposed]:
        """The hexes that would change now."""
        return {h: p for h, p in self._differing() if p.confidence >= self.least}

    def doubtful(self) -> dict[Hex, Proposed]:
        """The hexes that would change, were a lower confidence enough."""
        return {h: p for h, p in self._differing() if p.confidence < self.least}

    def _differing(self) -> Iterable[tuple[Hex, Proposed]]:
        at, out, scope = self._map.terrain.at, self.choices.left_out, self.scope
        return ((h, p) for h, p in self._found.items()
                if h not in out and (scope is None or h in scope) and at(h) != p.terrain)

    def rows(self, terrains: Iterable[str]) -> list[Row]:
        """What is to be told of each terrain."""
        scope = self.scope
        proposed = Counter(p.terrain for h, p in self._found.items() if scope is None or h in scope)
        changes = Counter(p.terrain for p in self.changes().values())
        return [Row(t, len(self.choices.samples.get(t, ())), proposed[t], changes[t]) for t in terrains]

    def applied(self) -> GameMap:
        """The map with the changes made."""
        return paint_kinds(self._map, {h: p.terrain for h, p in self.changes().items()})
