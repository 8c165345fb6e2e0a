"""Labels: the letterspaced names of seas, countries and ranges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from ...hexgrid import Hex
from ...model.gamemap import Label
from ..box_index import BoxIndex
from ..colours import legible, lighter
from ..curves import Box, boxes_meet
from ..letters.lettering import box_about, half_extent, letter_boxes, spot_point
from ..primitives import Item, Text
from ..style import Style
from .incremental_placement import IncrementalPlacement, PlacedItem, Placer, numbered_keys
from .label_spots import WATER, LabelLimits, best_spot, inside, room_of, sort_of
from .number_rows import NumberRows
from .obstacles import Obstacles

LEAST_PIXELS = 7.0
NEAR = 12.6
"""Pixels per map unit from which countries and seas have letters of their own size; below, enlarged ones
replace them."""
WIDE_SORTS = WATER | {"country"}
"""The styles of labels that are shown even when a large map is shown as a whole."""


class Labels(IncrementalPlacement):
    """Some labels of a map. Those with their own spot are placed there. The others, large ones first, are
    moved, made smaller or set closer to avoid earlier text, other labels, symbols, hex numbers, lines and the
    frame.

    `written` returns the boxes in an area that already have text; `scales` is the range of pixels per map
    unit at which they are shown. With `attempts`, limits for each label that are tried one after another, the
    labels are placed in the order of the list, small ones are enlarged, and those without room at what they
    name are omitted. They cover as little of the `counters` as of text, but are not omitted for these.
    """

    def __init__(
        self, labels: Sequence[Label], style: Style, obstacles: Obstacles,
        written: Callable[[Box], Sequence[Box]] = lambda _: (),
        attempts: Sequence[Sequence[LabelLimits]] | None = None,
        scales: tuple[float, float] | None = None, counters: BoxIndex[Box] | None = None,
    ) -> None:
        self.obstacles, self._scales = obstacles, scales
        self._counters = BoxIndex[Box]() if counters is None else counters
        self._style, self._written = style, written
        self._numbers = NumberRows(obstacles.geometry, style)
        grid = obstacles.geometry.grid
        limits = [None] * len(labels) if attempts is None else [some[-1] for some in attempts]
        texts = {n: self._text(label, limits[n]) for n, label in enumerate(labels) if label.hex in grid}
        stands = {n: fixed for n, text in texts.items()
                  if attempts is None and (fixed := _fixed(labels[n], text, obstacles)) is not None}
        order = self._order = list(texts) if attempts is not None else sorted(texts, key=lambda n: (
            n not in stands, labels[n].style != "country", -labels[n].size, n))
        self._attempts = [(None,) if attempts is None else tuple(attempts[n]) for n in order]
        self._labels = [labels[n] for n in order]
        self._texts = [stands.get(n, texts[n]) for n in order]
        self._stand = [n in stands for n in order]
        super().__init__(
            numbered_keys(self._labels),
            [_reached(text, box_about(text) if n in stands else room_of(text, labels[n], limits[n]),
                      obstacles.frame) for n, text in zip(order, self._texts, strict=True)])

    def standing(self) -> list[Box]:
        """The boxes of the letters of labels with their own spot."""
        return [b for text, stands in zip(self._texts, self._stand, strict=True) if stands
                for b in letter_boxes(text, spaces=True)]

    def numbered_items(self) -> list[tuple[int, Item]]:
        """The labels that have room, each with its index in the list."""
        placed = self.settled(range(len(self.keys)))
        return sorted((self._order[n], item) for n in placed if (item := placed[n].item) is not None)

    def _rank(self, n: int) -> int:
        return self._order[n]

    def _others(self, area: Box) -> Sequence[Box]:
        return self._written(area)

    def _placer(self, which: Sequence[int]) -> Placer:
        def place(n: int, taken: Sequence[Box]) -> PlacedItem:
            label, text = self._labels[n], self._texts[n]
            if not self._stand[n]:
                attempts = map(partial(self._tried, n, taken), self._attempts[n])
                moved = next((x for x in attempts if x is not None), None)
                if moved is None:
                    return PlacedItem(None)
                text = moved
            item = _item(text)
            if self._scales is not None:
                item = replace(item, least_scale=self._scales[0], most_scale=self._scales[1])
            elif label.style in WIDE_SORTS:
                item = replace(item, least_scale=NEAR)
            return PlacedItem(item, tuple(letter_boxes(text, spaces=True)))

        return place

    def _tried(self, n: int, taken: Sequence[Box], limits: LabelLimits | None) -> Text | None:
        """A movable label where it covers least within the limits; None if that is not good enough."""
        near = [*taken, *self._counters.meeting(self._area[n])]
        moved = best_spot(self._texts[n], self._labels[n], near, self.obstacles, self._numbers, limits)
        if moved is not None and limits is not None and limits.clear and any(
                boxes_meet(a, b) for a in letter_boxes(moved) for b in taken):
            return None
        return moved

    def recoloured(self, touched: Collection[Hex]) -> list[Box]:
        """Give the placed labels of hexes whose ground may have changed the colours for it; returns the boxes
        of those that changed."""
        stale = [n for n, label in enumerate(self._labels) if label.hex in touched]
        if not stale:
            return []

        def change(n: int, item: Item) -> Item:
            (text,) = (t for t in item.primitives if isinstance(t, Text))
            ink, halo = self._colours(self._labels[n])
            if (ink, halo) == (text.colour, text.halo):
                return item
            return replace(item, primitives=(replace(text, colour=ink, halo=halo),))

        for n in stale:
            ink, halo = self._colours(self._labels[n])
            if (ink, halo) != (self._texts[n].colour, self._texts[n].halo):
                self._texts[n] = replace(self._texts[n], colour=ink, halo=halo)
        return self.replace_items(change)

    def _colours(self, label: Label) -> tuple[str, str]:
        """The colours of the letters and of their rim, which separates them from the lines and hachures they
        cross; the ink contrasts with both rim and ground."""
        sort, ground = sort_of(label), self.obstacles.ground.kind(label.hex).colour
        halo = lighter(ground, 0.75 if sort == "region" else 0.15)
        ink = self._style.water_label if sort == "water" else self._style.region_label
        return legible(ink, (ground, halo), 7.0 if sort == "region" else 3.0), halo

    def _text(self, label: Label, limits: LabelLimits | None) -> Text:
        """A label at the centre of its hex; an enlarged one at its own spot."""
        sort, style, geometry = sort_of(label), self._style, self.obstacles.geometry
        face = {"country": style.country_face, "water": style.water_face, "region": style.region_face}[sort]
        ink, halo = self._colours(label)
        smallest = 0.0 if limits is None else limits.least * limits.enlarged
        text = Text(
            geometry.centre(label.hex), label.text.upper() if sort == "country" else label.text,
            label.size, ink, italic=face.italic, bold=face.bold, halo=halo,
            rotation=label.slant(geometry.turn), least_pixels=LEAST_PIXELS, spacing=face.spacing,
            family=face.family)
        if smallest:
            if label.at:
                text = replace(
                    text, at=spot_point(label.at, text.at, half_extent(text), text.size, geometry))
            text = replace(text, size=max(label.size, smallest))
        return text


def _fixed(label: Label, text: Text, obstacles: Obstacles) -> Text | None:
    """The label at its own spot; None if it has none. The spot was chosen on the unrotated map; if it would
    be outside a rotated one, another is searched."""
    if not label.at:
        return None
    geometry = obstacles.geometry
    fixed = replace(text, at=spot_point(label.at, text.at, half_extent(text), text.size, geometry))
    return None if geometry.turn and inside(fixed, obstacles.frame) != fixed else fixed


def _item(text: Text) -> Item:
    left, top, right, bottom = box_about(text)
    more = 0.25 * text.size + 0.05
    return Item((text,), (left - more, top - more, right + more, bottom + more))


def _reached(text: Text, room: Box, frame: Box) -> Box:
    """The box that a label never leaves, wherever it is moved in its room and then into the frame."""
    boxes = [room, box_about(inside(text, frame))]
    more = 0.4 * text.size + 0.05
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left) - more, min(top) - more, max(right) + more, max(bottom) + more
