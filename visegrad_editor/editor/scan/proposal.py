"""Which terrain a scan seems to show in each hex, going by samples of each terrain. No Tk here.

Every part of a hex (see `looks`) speaks for the terrain whose samples look most like it, the louder the more
it looks like them: a part under a town, a road or a name is like no ground and has little to say. The
terrain that is spoken for most is proposed, and the confidence is by how much it leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ...hexgrid import Hex
from .lab import Floats
from .looks import PARTS, Looks

K = TypeVar("K")
MOST_HEXES = 30_000
"""More are looked at piece by piece: select a part of the map."""
_TYPICAL = 7
"""Parts of a sample that count: those most like each other; a road or a name in it does not."""
_SHARP = 0.1
"""How quickly a part loses interest in colours that are less like its own."""
_STRANGE = 0.5
"""From this distance on (0 to 2) a part looks like no sample at all."""
_QUIET = 0.12
"""How quickly a part loses its say as it looks less like any sample."""


@dataclass(frozen=True)
class Proposed:
    """The terrain proposed for a hex, and how sure it is, 0 to 1."""

    terrain: str
    confidence: float


class Classifier:
    """Compares the hexes of a map with samples. What a sample is like is worked out once, so that each
    further one is quick."""

    def __init__(self, hexes: Sequence[Hex], looks: Looks, seen: Iterable[bool]) -> None:
        self._looks = looks
        self._seen = np.fromiter(seen, bool, len(hexes))
        self._hexes = list(hexes)
        self._place = {h: i for i, h in enumerate(self._hexes)}
        self._known: dict[object, Floats] = {}

    def sees(self, hex: Hex) -> bool:
        """Whether the hex is on the picture."""
        i = self._place.get(hex)
        return i is not None and bool(self._seen[i])

    def look(self, hex: Hex) -> Looks:
        """How a hex looks."""
        return self._looks.of(self._place[hex])

    def propose(self, samples: Mapping[str, Mapping[K, Looks]]) -> dict[Hex, Proposed]:
        """The terrain of every hex on the picture. `samples` gives for each terrain how its samples look,
        each by a key of its own; {} where there are none."""
        kinds = [(terrain, of) for terrain, of in samples.items() if of]
        if not kinds or not self._hexes:
            return {}
        far = np.stack([
            np.min([self._distances(key, look) for key, look in of.items()], axis=0)
            for _, of in kinds], axis=2)
        speaks = np.exp(-far / _SHARP)
        speaks /= speaks.sum(axis=2, keepdims=True) + 1e-12
        nearest = far.min(axis=2)
        say = np.exp((nearest.min(axis=1, keepdims=True) - nearest) / _QUIET)
        say /= say.sum(axis=1, keepdims=True)
        familiar = np.clip((_STRANGE - nearest) / (_STRANGE / 2), 0.0, 1.0)
        votes = (speaks * say[..., None]).sum(axis=1)
        # A hex no part of which is like a sample has a terrain too, but is not sure of it.
        sure = (familiar * say).sum(axis=1)
        order = np.sort(votes, axis=1)
        lead = order[:, -1] - (order[:, -2] if len(kinds) > 1 else 0.0)
        best = votes.argmax(axis=1)
        return {self._hexes[i]: Proposed(kinds[best[i]][0], float(lead[i] * sure[i]))
                for i in np.flatnonzero(self._seen)}

    def _distances(self, key: object, sample: Looks) -> Floats:
        """How far each part of each hex is from the typical parts of a sample."""
        found = self._known.get(key)
        if found is None:
            typical = sample.parts(sample.apart(sample).sum(axis=1).argsort()[:_TYPICAL])
            found = np.empty((len(self._hexes), PARTS), np.float32)
            for i in range(0, len(self._hexes), 2048):
                found[i:i + 2048] = self._looks.of(slice(i, i + 2048)).apart(typical).min(axis=2)
            self._known[key] = found
        return found
