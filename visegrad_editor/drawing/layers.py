"""The layers of a map."""

from __future__ import annotations

from collections.abc import Collection

ALL_LAYERS = (
    "terrain",
    "levels",
    "waters",
    "countries",
    "sites",
    "grid",
    "rivers",
    "borders",
    "roads",
    "buildings",
    "heights",
    "areas",
    "edges",
    "labels",
    "features",
    "numbers",
    "names",
    "plates",
    "counters",
)
"""The layers of a map from bottom to top. `sites` is the ground of towns and industrial hexes,
`heights` the numerals of levels, `edges` what cuts half hexes, `labels` the names of seas, countries and
ranges, `names` those of places, `plates` those of roads."""
PRINTED_LAYERS = tuple(x for x in ALL_LAYERS if x != "areas")
"""The layers of a finished map: areas are for the rules and the designer, not for players."""
GROUND_LAYERS = ("terrain", "countries", "borders", "grid")
"""The layers in which the look of a hex depends only on itself and its neighbours."""
LOCAL_LAYERS = (*GROUND_LAYERS, "sites", "rivers", "roads", "features", "counters")
"""The layers that hexes and hexsides make up, of which a map has many; the others have few items."""
WRITING = ("labels", "names")
"""The layers whose items are omitted if the edge of a partial picture would cut them: half a name
misleads."""


def shown_layers(hidden: Collection[str]) -> tuple[str, ...]:
    """The layers that are not hidden, from bottom to top."""
    return tuple(x for x in ALL_LAYERS if x not in hidden)
