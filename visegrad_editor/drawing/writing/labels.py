"""Labels: the letterspaced names of seas, countries and ranges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...model.design import Design
from ...model.gamemap import Label
from ..box_index import BoxIndex
from ..colours import legible, lighter
from ..curves import Box
from ..letters.lettering import box_about, half_extent, letter_boxes, spot_point
from ..primitives import Item, Text
from ..style import Style
from .incremental_placement import IncrementalPlacement, PlacedItem, Placer, numbered_keys
from .label_spots import WATER, LabelLimits, best_spot, inside, room_of, sort_of
from .number_rows import NumberRows
from .obstacles import Obstacles

LEAST_PIXELS = 7.0
NEAR = 12.6
"""Pixels per map unit from which countries and seas have letters of their own size; below, the labels of
`small_scale_text` replace them."""
WIDE_SORTS = WATER | {"country"}
"""The styles of labels that are shown even when a large map is shown as a whole."""


class Labels(IncrementalPlacement):
    """Some labels of a map. Those with their own spot are placed there. The others, large ones first, are
    moved, made smaller or set closer to avoid earlier text, other labels, symbols, hex numbers, lines and the
    frame.

    `written` returns the boxes in an area that already have text; `scales` is the range of pixels per map
    unit at which they are shown. With `limits` small labels are enlarged, and those without room at what they
    name are omitted.
    """

    def __init__(
        self, labels: Sequence[Label], style: Style, obstacles: Obstacles,
        written: Callable[[Box], Sequence[Box]] = lambda _: (), limits: LabelLimits | None = None,
        scales: tuple[float, float] | None = None,
    ) -> None:
        self.obstacles, self._scales = obstacles, scales
        self._style, self._limits, self._written = style, limits, written
        self._numbers = NumberRows(obstacles.geometry, style)
        grid = obstacles.geometry.grid
        texts = {n: self._text(label) for n, label in enumerate(labels) if label.hex in grid}
        stands = {n: fixed for n, text in texts.items()
                  if limits is None and (fixed := _fixed(labels[n], text, obstacles)) is not None}
        order = sorted(texts, key=lambda n: (
            n not in stands, labels[n].style != "country", -labels[n].size, n))
        self._order = order
        self._labels = [labels[n] for n in order]
        self._texts = [stands.get(n, texts[n]) for n in order]
        self._stand = [n in stands for n in order]
        super().__init__(
            numbered_keys(self._labels),
            [_reached(text, box_about(text) if stand else room_of(text, label, limits), obstacles.frame)
             for text, stand, label in zip(self._texts, self._stand, self._labels, strict=True)])

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
            label, text, limits = self._labels[n], self._texts[n], self._limits
            if not self._stand[n]:
                moved = best_spot(text, label, taken, self.obstacles, self._numbers, limits)
                if moved is None:
                    return PlacedItem(None)
                text = moved
            item = _item(text)
            if self._scales is not None:
                item = replace(item, least_scale=self._scales[0], most_scale=self._scales[1])
            elif limits is None and label.style in WIDE_SORTS:
                item = replace(item, least_scale=NEAR)
            return PlacedItem(item, tuple(letter_boxes(text, spaces=True)))

        return place

    def recoloured(self) -> list[Box]:
        """Give the placed labels the colours for their present ground; returns the boxes of those that
        changed."""

        def change(n: int, item: Item) -> Item:
            (text,) = (t for t in item.primitives if isinstance(t, Text))
            ink, halo = self._colours(self._labels[n])
            if (ink, halo) == (text.colour, text.halo):
                return item
            return replace(item, primitives=(replace(text, colour=ink, halo=halo),))

        for n, label in enumerate(self._labels):
            ink, halo = self._colours(label)
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

    def _text(self, label: Label) -> Text:
        """A label at the centre of its hex; an enlarged one at its own spot."""
        sort, style, geometry = sort_of(label), self._style, self.obstacles.geometry
        face = {"country": style.country_face, "water": style.water_face, "region": style.region_face}[sort]
        ink, halo = self._colours(label)
        smallest = 0.0 if self._limits is None else self._limits.least * self._limits.enlarged
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


def label_items(
    design: Design, style: Style, obstacles: Obstacles, names: Sequence[Item],
    limits: LabelLimits | None = None,
) -> list[Item | None]:
    """The items of all labels of a map in order, clear of the `names` of places; None for a label without
    room or with its hex off the map."""
    written: BoxIndex[Box] = BoxIndex(edge=4.0)
    for item in names:
        for text in item.primitives:
            if isinstance(text, Text):
                written.add(box_about(text), box_about(text))
    labels = Labels(design.map.labels, style, obstacles, written.meeting, limits)
    items: list[Item | None] = [None] * len(design.map.labels)
    for n, item in labels.numbered_items():
        items[n] = item
    return items


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
