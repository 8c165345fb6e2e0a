"""Random ways to write a name, for tests of files and of pieces of map."""

from __future__ import annotations

from hypothesis import strategies as st

from visegrad_editor.model.gamemap import Place
from visegrad_editor.model.lettering import DIRECTIONS, MIDDLE, PLAIN, Lettering, Spot
from visegrad_editor.model.provenance import Provenance

_SHIFTS = st.integers(-400, 400).map(lambda n: n / 20)
SPOTS: st.SearchStrategy[Spot] = st.one_of(
    st.sampled_from(("", *DIRECTIONS, MIDDLE)), st.tuples(_SHIFTS, _SHIFTS))
LETTERINGS = st.one_of(st.just(PLAIN), st.builds(
    Lettering, SPOTS, st.sampled_from((0.0, 0.1, 0.3, 5.0)), st.integers(-180, 180).map(float)))


def lettered(place: Place, lettering: Lettering, provenance: Provenance | None = None) -> Place:
    """The place with its name written so; without a name there is nothing to write."""
    return Place(place.hex, place.name, place.features, provenance or place.provenance,
                 lettering if place.name else PLAIN)
