"""What the sides have off the map: air units they may own, cyber-war markers, air points (3.1, 3.2, 10.2)."""

from __future__ import annotations

from ...lazy_dataclass import dataclass
from ...model.ruleset import Replacements
from ...model.scenario import AssetStart, ReplacementOverride, Scenario
from .constants import SIDES

AIR, MARKERS, POINTS = "air", "cyber-war", "air-points"
"""The ids of assets, without the side's id behind a hyphen."""
ON_TABLE, SPENT = "table", "spent"


@dataclass(frozen=True)
class SideAssets:
    """The most air units that a side may own, and its cyber-war markers, with the number of them that lie on
    the table at the start or have been spent."""

    side: str
    air_maximum: int
    cw_markers: int
    on_table: int
    spent: int


def assets_of(scenario: Scenario) -> dict[str, SideAssets]:
    """What each side has that the scenario says something of, by its id."""
    has = {a.id: a for a in scenario.assets}
    found = {}
    for side in SIDES:
        air, markers = has.get(f"{AIR}-{side}"), has.get(f"{MARKERS}-{side}")
        if air or markers:
            boxes = dict(markers.boxes) if markers else {}
            found[side] = SideAssets(side, air.number if air else 0, markers.number if markers else 0,
                                     boxes.get(ON_TABLE, 0), boxes.get(SPENT, 0))
    return found


def as_starts(assets: SideAssets) -> tuple[AssetStart, AssetStart]:
    """The assets of a side as a scenario writes them."""
    boxes = tuple((box, n) for box, n in ((ON_TABLE, assets.on_table), (SPENT, assets.spent)) if n)
    return (AssetStart(f"{AIR}-{assets.side}", assets.air_maximum),
            AssetStart(f"{MARKERS}-{assets.side}", assets.cw_markers, boxes))


def points_of(line: Replacements | ReplacementOverride) -> int:
    """The air points of a line of the replacement chart."""
    return dict(line.assets).get(f"{POINTS}-{line.side}", 0)
