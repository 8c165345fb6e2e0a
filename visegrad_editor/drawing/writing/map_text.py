"""All text on a map: names, labels, road plates and hex numbers, at every scale.

Each kind of text avoids the kinds before it: names avoid symbols, labels avoid names, plates avoid both, and
hex numbers avoid all of them. Text that is not shown at the requested scales is not placed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.gamemap import GameMap, Label, Place
from ...model.in_play import InPlay
from ..appearance import layer_looks
from ..box_index import BoxIndex
from ..box_pairs import as_table, meeting, overlapping
from ..curves import Box, boxes_meet
from ..ground import Ground
from ..letters.ink_boxes import RIM, ink_boxes, rim_of
from ..primitives import Item, Text
from ..roads import Roads
from ..style import Style
from .incremental_placement import IncrementalPlacement
from .label_displacement import DisplacedNames, StackBoxes
from .labels import LEAST_PIXELS, NEAR, WIDE_SORTS, Labels
from .medium import (
    BANDS,
    FULL_SIZE,
    GREAT,
    LESSER,
    NAME_BANDS,
    PAPER,
    SCREEN,
    Band,
    TextScale,
    on_paper,
    on_screen,
    shown,
)
from .names import ALL_NAMES_FROM, NamePlacement
from .numbers import Numbers
from .obstacles import Obstacles
from .shields import SHIELDS_FROM, Shields
from .small_scale_text import SmallScaleNames, small_scale_labels

_AROUND = 1.2
"""How far the things in a hex, or on its sides, extend from its centre."""
_AROUND_LABEL = 3.2
"""How far from a hex changes can affect a label."""
_LETTER_RIM = 0.04
"""The room between the letters of a label and a number, in map units."""
_NUMBER_REACH = 1.1
"""How far a number extends from the centre of its hex, wherever it is moved."""
_NUMBER_MOVES = 2.4
"""How far from a name numbers may move because of it."""

P = TypeVar("P", bound=IncrementalPlacement)
T = TypeVar("T")


@dataclass(frozen=True)
class Sheet:
    """A map on paper."""

    points: float
    """Points per map unit."""
    play: InPlay
    """Only what is in play has text."""
    deciding: Collection[Hex] = ()
    """The hexes that decide the game; their places are named first."""
    kept: Sequence[Box] = ()
    """The boxes that names and labels keep clear of, besides counters."""

    @property
    def scale(self) -> TextScale | None:
        """The scale for which text is set; None if that of the map's own size can be read."""
        return on_paper(self.points) if self.points < FULL_SIZE else None


class MapText:
    """The text on the map of one design after another, in one style and rotation: for every scale on screen,
    or for a `sheet` of paper. Names avoid the counters `stacks`, if any are shown."""

    def __init__(
        self, ground: Ground, style: Style, roads: Roads, stacks: StackBoxes | None = None,
        sheet: Sheet | None = None,
    ) -> None:
        self._style, self._roads, self._stacks, self._sheet = style, roads, stacks, sheet
        self.obstacles = Obstacles(
            ground.design, ground, roads, frame=sheet.play.bounds(style.turn) if sheet is not None else None)
        self.plain_numbers = Numbers(ground, style)
        """The hex numbers in their usual positions."""
        self._names: NamePlacement | None = None
        self._labels: Labels | None = None
        self._shields: Shields | None = None
        self._far_labels: dict[TextScale, Labels] = {}
        self._late_labels: dict[TextScale, Labels] = {}
        self._far_names: dict[TextScale, SmallScaleNames] = {}
        self._aside: dict[TextScale | None, DisplacedNames] = {}

    # -- results -----------------------------------------------------------------------------

    def items(self, layer: str, box: Box | None = None, scale: float | None = None) -> list[Item]:
        """The items of `names`, `labels` or `shields` that meet a box, or all, from bottom to top; with a
        `scale`, in pixels per map unit, at least those shown at it."""
        items: list[Item] = []
        if layer == "names":
            if self._in_own_size(ALL_NAMES_FROM, scale):
                items += self.shown_names.items(box)
            for text_scale in self._scales(NAME_BANDS, scale):
                items += self._names_seen(text_scale).items(box)
        elif layer == "labels":
            if self._in_own_size(self._labels_from, scale):
                items += self.labels.items(box)
            for text_scale in self._scales(BANDS, scale):
                if self._sheet is not None:
                    items += self._lesser_labels(text_scale).items(box)
                items += self._labels_far(text_scale).items(box)
        elif layer == "shields" and self._has_plates(scale):
            items += self._plates.items(box)
        return items

    def _in_own_size(self, least: float, scale: float | None) -> bool:
        """Whether text legible from a `least` scale on is shown in its own size."""
        if self._sheet is not None:
            return self._sheet.scale is None
        return scale is None or scale >= least

    def _scales(self, bands: Sequence[Band], scale: float | None) -> list[TextScale]:
        """The scales for which text is set again at a scale of the picture."""
        if self._sheet is not None:
            return [self._sheet.scale] if self._sheet.scale is not None else []
        return [on_screen(band) for band in shown(bands, scale)]

    def _has_plates(self, scale: float | None) -> bool:
        if self._sheet is not None:
            return self._sheet.points >= PAPER.plates_from
        return scale is None or scale >= SCREEN.plates_from

    def numbers(
        self, hexes: Iterable[Hex], number: Callable[[Hex, Band], Item | None], box: Box | None = None,
        scale: float | None = None,
    ) -> list[Item]:
        """The numbers of some hexes, clear of other text; `number` returns the usual ones."""
        items = []
        bands = self.plain_numbers.bands(scale)
        hexes = list(hexes) if bands else []
        table = np.array(hexes, int).reshape(-1, 2)
        for band in bands:
            covered = self._covered(table, band, None if box is None else _grown(box, 2.5 * _NUMBER_REACH))
            for hex in hexes:
                item = number(hex, band)
                if item is not None and hex in covered:
                    item = self._clear_number(item, hex, covered[hex])
                if item is not None and (box is None or boxes_meet(item.box, box)):
                    items.append(item)
        return items

    def moved_numbers(
        self, scale: float, hexes: Sequence[Hex] | None = None, box: Box | None = None
    ) -> dict[Hex, Item | None]:
        """The hexes, of some hexes or of the map, whose numbers are displaced at a scale, with their numbers;
        None for a number without room. With a `box`, only numbers that meet it are right."""
        moved: dict[Hex, Item | None] = {}
        grid = self._map.grid
        for band in self.plain_numbers.bands(scale):
            if hexes is None:
                columns, rows = np.arange(grid.columns), np.arange(grid.rows)
                table = np.stack(np.meshgrid(columns, rows), -1).reshape(-1, 2)
            else:
                table = np.array(hexes, int).reshape(-1, 2)
            near = None if box is None else _grown(box, 2.5 * _NUMBER_REACH)
            for hex, names in self._covered(table, band, near).items():
                item = self.plain_numbers.item(hex, band)
                clear = None if item is None else self._clear_number(item, hex, names)
                if clear is not item:
                    moved[hex] = clear
        return moved

    def _clear_number(self, item: Item, hex: Hex, names: list[Box]) -> Item | None:
        return self.plain_numbers.clear(item, hex, names, self.obstacles.features(hex))

    def _covered(self, hexes: np.ndarray, band: Band, box: Box | None) -> dict[Hex, list[Box]]:
        """The hexes of a table whose numbers other text may cover somewhere in a band of scales, with the
        boxes of that text."""
        names = self._names_at(band, box)
        if not names:
            return {}
        table = as_table(names)
        touched = np.unique(overlapping(table, self.plain_numbers.reaches(hexes, band))[1])
        some = [Hex(c, r) for c, r in hexes[touched].tolist()]
        middles = [self.obstacles.geometry.centre(hex) for hex in some]
        around = as_table([(x - _NUMBER_REACH, y - _NUMBER_REACH, x + _NUMBER_REACH, y + _NUMBER_REACH)
                           for x, y in middles])
        covered: dict[Hex, list[Box]] = {}
        for n, name in zip(*(i.tolist() for i in overlapping(around, table)), strict=True):
            covered.setdefault(some[n], []).append(names[name])
        return covered

    @property
    def names(self) -> NamePlacement:
        """The names of places in their own size."""
        if self._names is None:
            fixed = self._standing(self._map_labels)
            index = BoxIndex(((b, b) for b in fixed), edge=4.0)
            self._names = NamePlacement(self._map_places, self._style, self.obstacles, index.meeting)
        return self._names

    @property
    def shown_names(self) -> IncrementalPlacement:
        """The names clear of the counters."""
        return self._names_seen(None)

    @property
    def labels(self) -> Labels:
        """The labels in their own size."""
        if self._labels is None:
            self._labels = Labels(
                self._map_labels, self._style, self.obstacles, lambda box: self.names.boxes(box))
        return self._labels

    @property
    def left_out(self) -> int:
        """How many names and labels found no room on a sheet."""
        grid = self._map.grid
        wanted = sum(bool(p.name) and p.hex in grid for p in self._map_places)
        wanted += sum(x.hex in grid for x in self._map_labels)
        return wanted - len(self.items("names")) - len(self.items("labels"))

    def letters(self) -> list[Box]:
        """The boxes of the letters of labels, and of names with their rims, which are above other text."""
        return [box for layer, rim in (("labels", 0.0), ("names", RIM)) for item in self.items(layer)
                for text in item.primitives if isinstance(text, Text)
                for box in ink_boxes(text, rim * text.size * bool(text.halo), 1.0)]

    def plate_faces(self) -> list[Box]:
        """The boxes of the plates of roads."""
        return self._plates.faces()

    # -- edits -------------------------------------------------------------------------------

    def show(self, ground: Ground, roads: Roads, touched: Collection[Hex] | None) -> list[Box]:
        """Use this design from now on; returns the boxes in which requested text may have changed.

        `touched` are the hexes whose ground may have changed; None means all.
        """
        before, old_map, old_rules = self.obstacles, self._map, self.obstacles.design.ruleset
        rules, self._roads = ground.design.ruleset, roads
        self.plain_numbers = Numbers(ground, self._style)
        self.obstacles = now = Obstacles(ground.design, ground, roads, before)
        if touched is None or (rules is not old_rules and any(
                layer_looks(rules, x) != layer_looks(old_rules, x) for x in ("features", "roads"))):
            return self._forget()
        map = self._map
        places = _changed(old_map.places, map.places)
        signs = self._around({p.hex for p in places})
        lands = now.ground.otherwise_than(before.ground, touched)
        lines = {h for road in _changed(old_map.roads, map.roads) for h in road.path}
        lines |= {h for x in _changed(old_map.lines, map.lines) for side in x.sides for h in side}
        ways = self._around(lands | lines | {p.hex for p in places}, _AROUND_LABEL)
        boxes, labels = self._again_near(old_map, [*signs, *self._around(lands)], ways, signs, touched)
        boxes += [_grown(box, _NUMBER_MOVES) for box in labels]
        boxes += self._again_far(old_map, ways, labels, signs, touched)
        return boxes + self._aside_again([*boxes, *signs, *self._around(lands)])

    def move_counters(self, stacks: StackBoxes | None, moved: Collection[Hex] | None) -> list[Box]:
        """Avoid these counters from now on; they differ in the hexes `moved`, None means any. Returns the
        boxes in which requested text may have changed."""
        before, self._stacks = self._stacks, stacks
        if stacks is None or before is None:
            self._aside.clear()
            return [self.obstacles.frame] if stacks is not before else []
        boxes = stacks.differing(before, moved)
        for names in self._aside.values():
            names.stacks = stacks
        return self._aside_again(boxes)

    def _aside_again(self, around: list[Box]) -> list[Box]:
        """Place the names that avoid counters again, near changed boxes."""
        boxes_out = list[Box]()
        for scale, before in list(self._aside.items()):
            usual = self.names if scale is None else self._names_far(scale)
            if before.usual is usual:
                boxes = before.place_again(around)
            else:
                del self._aside[scale]
                boxes = self._names_seen(scale).take_over(before, around)
            boxes_out += [_grown(box, _NUMBER_MOVES) for box in boxes]
        return boxes_out

    def _standing(self, labels: Sequence[Label]) -> list[Box]:
        """The boxes of the letters of labels with their own spot."""
        placed = [x for x in labels if x.at]
        return Labels(placed, self._style, self.obstacles).standing() if placed else []

    def _again_near(
        self, old: GameMap, around_names: list[Box], around_labels: list[Box], signs: list[Box],
        touched: Collection[Hex],
    ) -> tuple[list[Box], list[Box]]:
        """The boxes of what changed, and separately those of labels."""
        map, changes = self._map, list[Box]()
        names: list[Box] = []
        if (before := self._names) is not None:
            letters = self._standing(_changed(old.labels, map.labels))
            if map.places is not old.places or letters:
                self._names = None
            names = self._renewed(before, self.names, [*around_names, *letters])
            changes += [_grown(box, _NUMBER_MOVES) for box in names]
        labels: list[Box] = []
        labelled = self._labels
        if labelled is None and map.labels is not old.labels:
            # None of them was legible at the requested scales; a changed one may be.
            same = {id(x) for x in map.labels}
            labelled = Labels([x for x in old.labels if id(x) in same], self._style, self.obstacles)
        if labelled is not None:
            if map.labels is not old.labels:
                self._labels = None
            labels = self._renewed(labelled, self.labels, around_labels, names)
            labels += self.labels.recoloured(touched)
        if (plates := self._shields) is not None:
            if map.roads is not old.roads:
                self._shields = None
            boxes = self._renewed(plates, self._plates, signs, [*names, *labels])
            changes += [_grown(box, _NUMBER_MOVES) for box in boxes]
        return changes, labels

    def _again_far(
        self, old: GameMap, around_labels: list[Box], near_labels: list[Box], signs: list[Box],
        touched: Collection[Hex],
    ) -> list[Box]:
        map, changes = self._map, list[Box]()
        labels: dict[TextScale, list[Box]] = {}
        for scale, before in list(self._far_labels.items()):
            if map.labels is not old.labels:
                del self._far_labels[scale]
            now = self._labels_far(scale)
            labels[scale] = self._renewed(before, now, around_labels, near_labels)
            changes += [*labels[scale], *now.recoloured(touched)]
        for scale, names in list(self._far_names.items()):
            if map.places is not old.places:
                del self._far_names[scale]
            boxes = self._renewed(
                names, self._names_far(scale), signs, [*labels.get(scale, ()), *near_labels])
            changes += [_grown(box, _NUMBER_MOVES) for box in boxes]
        return changes

    def _renewed(self, before: P, now: P, around: list[Box], others: list[Box] | None = None) -> list[Box]:
        if now is not before:
            return now.take_over(before, around)
        now.obstacles = self.obstacles
        return now.place_again(around, others or [])

    def _forget(self) -> list[Box]:
        self._aside.clear()
        asked = any((self._names, self._labels, self._shields, self._far_labels, self._far_names))
        self._names = self._labels = self._shields = None
        self._far_labels.clear()
        self._far_names.clear()
        left, top, right, bottom = self.obstacles.frame
        return [(left - 1.0, top - 1.0, right + 1.0, bottom + 1.0)] if asked else []

    def _around(self, hexes: Iterable[Hex], reach: float = _AROUND) -> list[Box]:
        middles = [self.obstacles.geometry.centre(h) for h in hexes]
        return [(x - reach, y - reach, x + reach, y + reach) for x, y in middles]

    # -- parts -------------------------------------------------------------------------------

    @property
    def _map(self) -> GameMap:
        return self.obstacles.design.map

    @property
    def _map_places(self) -> Sequence[Place]:
        """The places whose names are shown."""
        places = self._map.places
        return places if self._sheet is None else [p for p in places if p.hex in self._sheet.play]

    @property
    def _map_labels(self) -> Sequence[Label]:
        labels = self._map.labels
        return labels if self._sheet is None else [x for x in labels if x.hex in self._sheet.play]

    @property
    def _labels_from(self) -> float:
        """Pixels per map unit from which any label is shown in its own size."""
        return min((max(LEAST_PIXELS / x.size, NEAR if x.style in WIDE_SORTS else 0.0)
                    for x in self._map.labels), default=ALL_NAMES_FROM)

    @property
    def _plates(self) -> Shields:
        if self._shields is None:
            written = self._letters_near
            if self._sheet is not None and self._sheet.scale is not None:
                written = BoxIndex(((box, box) for box in self.letters()), edge=4.0).meeting
            self._shields = Shields(self._roads, self._style, self.obstacles, lambda box: [
                *written(box), *self._signs_in(box)])
        return self._shields

    def _letters_near(self, box: Box) -> list[Box]:
        return [*self.names.boxes(box), *self.labels.boxes(box)]

    def _signs_in(self, box: Box) -> list[Box]:
        boxes = self.obstacles.signs.boxes
        return [(a, b, c, d) for a, b, c, d in boxes[meeting(boxes, box)].tolist()]

    def _labels_far(self, scale: TextScale) -> Labels:
        """The labels that are placed before names."""
        if scale not in self._far_labels:
            self._far_labels[scale] = small_scale_labels(
                self._map_labels, self._style, self.obstacles, scale, GREAT,
                lambda box: self._labels_below(scale, box), self._kept)
        return self._far_labels[scale]

    def _lesser_labels(self, scale: TextScale) -> Labels:
        """The labels that are placed after names."""
        if scale not in self._late_labels:
            self._late_labels[scale] = small_scale_labels(
                self._map_labels, self._style, self.obstacles, scale, LESSER, lambda box: [
                    *self._labels_far(scale).boxes(box), *self._names_far(scale).boxes(box)], self._kept)
        return self._late_labels[scale]

    def _names_far(self, scale: TextScale) -> SmallScaleNames:
        if scale not in self._far_names:
            sheet = self._sheet
            self._far_names[scale] = SmallScaleNames(
                self._map_places, self._style, self.obstacles, scale,
                lambda box: self._written_far(scale, box), self._kept,
                sheet.deciding if sheet is not None else ())
        return self._far_names[scale]

    @cached_property
    def _kept(self) -> BoxIndex[Box]:
        """On a sheet, what all text keeps clear of from the start: counters and other boxes."""
        boxes: list[Box] = []
        if self._sheet is not None:
            boxes += self._sheet.kept
            boxes += self._stacks.boxes(self.obstacles.geometry.bounds()) if self._stacks is not None else []
        return BoxIndex((box, box) for box in boxes)

    def _names_seen(self, scale: TextScale | None) -> IncrementalPlacement:
        """The names for a scale, or those in their own size, clear of the counters."""
        usual = self.names if scale is None else self._names_far(scale)
        if self._stacks is None or (scale is not None and scale.medium.fixed):
            return usual
        if scale not in self._aside:
            self._aside[scale] = DisplacedNames(
                usual, self._stacks, lambda box: self._written_near(scale, box))
        return self._aside[scale]

    def _written_near(self, scale: TextScale | None, box: Box) -> Sequence[Box]:
        """The boxes that displaced names keep clear of in a box."""
        if scale is not None:
            return self._written_far(scale, box)
        return [*self.labels.boxes(box), *self._plates.boxes(box)]

    def _written_far(self, scale: TextScale, box: Box) -> Sequence[Box]:
        boxes = self._labels_below(scale, box)
        if scale.medium.fixed or scale.shown in BANDS:
            boxes += self._labels_far(scale).boxes(box)
        return boxes

    def _labels_below(self, scale: TextScale, box: Box) -> list[Box]:
        """The boxes of the labels in their own size that are shown somewhere at a scale."""
        if scale.medium.fixed or scale.high <= self._labels_from:
            return []
        return self.labels.boxes(box, scale.high)

    def _names_at(self, band: Band, box: Box | None) -> list[Box]:
        """The boxes that numbers keep clear of in a band of scales at which labels have their own size: the
        set letters of names and labels, and plates."""
        low, high = band
        items: list[Item] = []
        if high > ALL_NAMES_FROM:
            items += self.shown_names.items(box)
        for far in NAME_BANDS:
            if far[0] < high and low < far[1]:
                items += self._names_seen(on_screen(far)).items(box)
        boxes = [b for item in items for text in _read_below(item, high)
                 for b in ink_boxes(text, rim_of(text, low))]
        if high > self._labels_from:
            boxes += [b for item in self.labels.items(box) for text in _read_below(item, high)
                      for b in ink_boxes(text, max(_LETTER_RIM, 1.0 / low))]
        if high > SHIELDS_FROM:
            boxes += [_grown(b, _LETTER_RIM) for b in self._plates.faces(box)]
        return boxes


def _changed(old: Sequence[T], new: Sequence[T]) -> list[T]:
    """The entries that are in only one of two lists, by identity."""
    if old is new:
        return []
    one, other = {id(x) for x in old}, {id(x) for x in new}
    return [x for x in old if id(x) not in other] + [x for x in new if id(x) not in one]


def _read_below(item: Item, scale: float) -> list[Text]:
    """The texts of an item that are shown somewhere below a scale."""
    return [text for text in item.primitives if isinstance(text, Text)
            and max(item.least_scale, text.least_pixels / text.size) < scale]


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by
