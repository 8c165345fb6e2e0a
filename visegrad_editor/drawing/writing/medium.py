"""The media of small maps, screen and paper, and the sizes at which text can be read in each.

Letters that belong to the map shrink with it, so at small scales names and labels are set again in letters
that are still legible. They are placed by the same rules everywhere; a medium declares the values in which it
differs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from ...lazy_dataclass import dataclass
from ...model.gamemap import Label
from .label_spots import SEA_FROM, LabelLimits
from .labels import NEAR, WIDE_SORTS
from .names import ALL_NAMES_FROM
from .shields import SHIELDS_FROM

Band = tuple[float, float]
LabelKind = Literal["country", "sea", "region", "lake"]
GREAT: tuple[LabelKind, ...] = ("country", "sea")
LESSER: tuple[LabelKind, ...] = ("region", "lake")
"""The kinds of labels that are placed before, and after, the names of places."""
BANDS: tuple[Band, ...] = ((2.5, 3.75), (3.75, 5.6), (5.6, 8.4), (8.4, NEAR))
"""The ranges of pixels per map unit, each with its own set of labels."""
NAME_BANDS = (*BANDS[2:], (NEAR, 17.0), (17.0, 22.0), (22.0, ALL_NAMES_FROM))
"""The same for the names of large towns; beyond the last all names are shown."""
NUMBERS_FROM = 17.0
"""Pixels per map unit below which hexes never have numbers."""
FULL_SIZE = 24.0
"""Points per map unit from which letters of the map's own size can be read on paper."""
_SHRUNK = 0.78
"""How far a label may be reduced to find room, as a share; it starts larger by this."""
_SMALLER = 0.75
"""How much smaller names of regions and lakes may be if they are small in the file, as a share."""


@dataclass(frozen=True)
class Attempt:
    """What a label may do to find room; the next attempt allows more."""

    smallest: float = _SHRUNK
    """How far it may be reduced, as a share."""
    abroad: float = 0.0
    """The share of its letters that the name of a country, or of a sea, may have outside it."""
    ashore: float = 0.0
    turns: tuple[float, ...] = (0.0,)
    """The rotations in degrees tried for the name of a country."""


_TURNS = (0.0, -90.0, -60.0, 60.0)


@dataclass(frozen=True, eq=False)
class Medium:
    """Where small maps are seen. Heights and distances are in its unit: a pixel or a point."""

    labels: Mapping[LabelKind, float]
    """The least height of the letters of labels that are enlarged, in the order in which they are placed."""
    names: tuple[float, float, float, float]
    """The least height of the letters of names, by the rank of the place; 0 leaves them as they are."""
    names_from: tuple[float, float, float, float]
    """Units per map unit from which all places of a rank have names; below, those whose own letters are large
    enough."""
    attempts: tuple[Attempt, ...]
    plates_from: float
    """Units per map unit from which the plates of roads can be read."""
    dots: float
    """Pixels of the finest detail per unit, which decide the form of symbols."""
    gap: tuple[float, float]
    """The room beside, and below, the symbol of a place, in map units."""
    beside_labels: float
    """The least distance between a name and a label beside it."""
    clearly: float
    """By how much a name should be nearer to its own symbol than to any other, if that is more than usual."""
    roomy: float = 0.0
    """Units per map unit from which names may be close; below they are farther apart, or they would cover the
    whole map."""
    fixed: bool = False
    """Whether one cannot zoom in: then labels avoid the sides of hexes, and are omitted rather than covered,
    and text is shown at every scale."""


SCREEN = Medium(
    labels={"country": 7.02, "sea": 7.02}, names=(8.5, 8.5, 8.5, 0.0), names_from=(0.0, 0.0, 17.0, 1e9),
    attempts=(Attempt(abroad=0.5, ashore=0.6, turns=_TURNS),),
    plates_from=SHIELDS_FROM, dots=1.0, gap=(0.1, 0.1), beside_labels=1.7,
    clearly=2.5)
"""The window and pictures."""
PAPER = Medium(
    labels={"country": 7.5, "sea": 7.0, "region": 6.2, "lake": 5.8}, names=(6.6, 5.8, 5.8, 5.6),
    names_from=(0.0, 0.0, 3.0, 6.0),
    attempts=(Attempt(abroad=0.03, ashore=0.35), Attempt(0.65, abroad=0.03, ashore=0.35),
              Attempt(0.65, abroad=0.12, ashore=0.35, turns=_TURNS)),
    plates_from=20.0, dots=300 / 72, gap=(0.16, 0.0), beside_labels=0.4, clearly=2.0, roomy=8.0, fixed=True)
"""Print: no later edit must be cheap, so more is tried, and what was tried in vain is omitted and counted."""


@dataclass(frozen=True)
class TextScale:
    """A medium and the range of scales, in its units per map unit, for which text is set."""

    medium: Medium
    low: float
    high: float

    @property
    def shown(self) -> Band:
        """The scales, in pixels per map unit, at which the text is shown."""
        return (0.0, 1e9) if self.medium.fixed else (self.low, self.high)

    def enlarged(
        self, labels: Sequence[Label], kinds: Sequence[LabelKind]
    ) -> list[tuple[Label, tuple[LabelLimits, ...]]]:
        """The labels of some kinds that are enlarged in this medium, in the order in which they are placed,
        and what each may do to find room, one attempt after another. Names of regions and lakes are enlarged
        by one factor, so that the median one can be read."""
        chosen: list[tuple[Label, tuple[LabelLimits, ...]]] = []
        for kind in (k for k in self.medium.labels if k in kinds):
            some = sorted((x for x in labels if kind_of(x) == kind), key=lambda x: -x.size)
            start = self.medium.labels[kind] / self.low / _SHRUNK
            limits = tuple(LabelLimits(
                start, 1.0 if kind in GREAT else _SMALLER, x.smallest, x.abroad, x.ashore, kind == "lake",
                x.turns, among_hexes=self.medium.fixed, clear=self.medium.fixed)
                for x in self.medium.attempts)
            more = 1.0 if kind in GREAT or not some else max(1.0, start / some[(len(some) - 1) // 2].size)
            chosen += [(x if more == 1.0 else replace(x, size=x.size * more), limits) for x in some]
        return chosen


def on_screen(band: Band) -> TextScale:
    """Text for one of the ranges of pixels per map unit."""
    return TextScale(SCREEN, *band)


def on_paper(points: float) -> TextScale:
    """Text for a map with this many points per map unit."""
    return TextScale(PAPER, points, points)


def kind_of(label: Label) -> LabelKind:
    """What a label names."""
    if label.style == "country":
        return "country"
    return "region" if label.style not in WIDE_SORTS else "sea" if label.size >= SEA_FROM else "lake"


def shown(bands: Sequence[Band], scale: float | None) -> list[Band]:
    """The bands that are shown at a scale; all bands for None."""
    return [b for b in bands if scale is None or b[0] <= scale < b[1]]
