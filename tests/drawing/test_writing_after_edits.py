"""Text after an edit equals a fresh placement, and every difference is reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from small_design import small_design

from visegrad_editor.drawing.curves import Box
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.letters.lettering import box_about
from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit import labels
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.places import set_lettering, set_name
from visegrad_editor.model.edit.replace_all import replace_all
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import Area, GameMap, Label

LAYERS = ("labels", "names", "plates")
SPOT = Hex(20, 15)


def blank() -> Design:
    design = small_design()
    return replace(design, map=blank_map(design.ruleset, "blank", "Blank", 40, 30), scenario=None)


def seen(scene: LazyScene, scale: float) -> set[Item]:
    """The text items of a picture at a scale."""
    return {item for layer in LAYERS for item in scene.layer(layer, scene.bounds, scale)
            if item.least_scale <= scale < item.most_scale and any(
                t.size * scale >= t.least_pixels for t in item.primitives if isinstance(t, Text))}


def within(box: Box, boxes: list[Box]) -> bool:
    return any(b[0] <= box[0] and b[1] <= box[1] and box[2] <= b[2] and box[3] <= b[3] for b in boxes)


def edited(design: Design, after: Design, scale: float) -> tuple[LazyScene, set[Item], set[Item], list[Box]]:
    """A scene that was looked at, then shows the design after an edit: with what it showed before and shows
    now, and the boxes it told."""
    scene = LazyScene()
    scene.show(design)
    before = seen(scene, scale)
    boxes = scene.show(after)
    return scene, before, seen(scene, scale), boxes


@pytest.mark.parametrize("scale", [6.0, 10.0, 14.0, 20.0, 28.0, 31.25])
@pytest.mark.parametrize("edit", [
    lambda m: labels.add_label(m, Label("Great Plain of Nowhere", SPOT, 1.5)),
    lambda m: labels.add_label(m, Label("Atlantis", SPOT, 1.5, style="country")),
    lambda m: set_lettering(set_name(m, SPOT, "Long name of a far place"), SPOT, size=1.5),
    lambda m: set_name(m, SPOT, "Long name of a far place"),
], ids=["label", "country", "large name", "name"])
def test_first_text_at_a_scale_counts_as_changed(edit: Callable[[GameMap], GameMap], scale: float) -> None:
    design = blank()
    after = with_map(design, edit(design.map))
    _, before, now, boxes = edited(design, after, scale)
    anew = LazyScene()
    anew.show(after)
    assert now == seen(anew, scale)
    missed = [i for i in before ^ now if not within(i.box, boxes)]
    assert not missed, (missed, boxes)


@pytest.mark.parametrize("scale", [10.0, 28.0])
def test_a_label_that_becomes_legible_is_reported_as_changed(scale: float) -> None:
    design = with_map(blank(), labels.add_label(blank().map, Label("Great Plain", SPOT, 0.1)))
    after = with_map(design, labels.change_label(design.map, SPOT, size=1.5))
    _, before, now, boxes = edited(design, after, scale)
    assert not before
    assert now
    assert all(within(i.box, boxes) for i in now)


def test_plates_follow_a_change_of_road_class() -> None:
    design = load("historical").design
    assert design is not None
    after = with_map(design, replace_all(design.map, "road", "highway", "e77"))
    _, before, now, boxes = edited(design, after, 40.0)
    anew = LazyScene()
    anew.show(after)
    assert now == seen(anew, 40.0)
    assert before != now
    assert all(within(i.box, boxes) for i in before ^ now)


def test_labels_from_far_away_keep_clear_of_large_ones_in_their_own_size() -> None:
    design = blank()
    map = labels.add_label(design.map, Label("Great Plain of Nowhere", SPOT, 2.2))
    map = labels.add_label(map, Label("Atlantis", Hex(20, 14), 0.8, style="country"))
    scene = LazyScene()
    scene.show(with_map(design, map))
    shown = seen(scene, 7.0)
    assert len(shown) == 2
    (a, b, c, d), (e, f, g, h) = (
        box_about(t) for i in shown for t in i.primitives if isinstance(t, Text))
    assert c <= e or g <= a or d <= f or h <= b


def test_the_name_of_an_area_at_the_edge_stays_on_the_sheet() -> None:
    design = blank()
    for hex in (Hex(0, 0), Hex(39, 29), Hex(0, 29)):
        area = Area("far", "A name longer than the area", (hex,))
        scene = LazyScene()
        scene.show(with_map(design, replace(design.map, areas=(area,))))
        (item,) = scene.layer("areas", scene.bounds)
        left, top, right, bottom = design.map.geometry.bounds()
        (text,) = (t for t in item.primitives if isinstance(t, Text))
        box = box_about(text)
        assert left <= box[0]
        assert box[2] <= right
        assert top <= box[1]
        assert box[3] <= bottom
        assert within(box, [item.box])


@pytest.mark.parametrize("scale", [6.66, 8.2])
def test_a_growing_label_is_reported_although_others_were_placed_at_a_larger_scale(scale: float) -> None:
    design = load("gsofg").design
    assert design is not None
    heath = next(x for x in design.map.labels if x.text == "Lüneburg Heath")
    after = with_map(design, labels.change_label(design.map, heath.hex, size=1.4))
    scene = LazyScene()
    scene.show(design)
    left, _, right, bottom = scene.bounds
    for layer in LAYERS:
        scene.layer(layer, (left, bottom - 6.0, right, bottom), 30.0)  # the south, at a large scale
    before = seen(scene, scale)
    boxes = scene.show(after)
    now = seen(scene, scale)
    assert any(getattr(p, "text", "") == "Lüneburg Heath" for i in now for p in i.primitives)
    assert all(within(i.box, boxes) for i in before ^ now)


@pytest.mark.parametrize("scale", [6.66, 20.0])
@pytest.mark.parametrize("change", [{"text": "Atlantsi"}, {"rotation": -30.0}, {"size": 1.4}])
def test_a_label_of_unchanged_size_is_redrawn(
    change: dict[str, str | float], scale: float
) -> None:
    design = with_map(blank(), labels.add_label(
        blank().map, Label("Atlantis", SPOT, 0.9, rotation=30.0, style="country")))
    after = with_map(design, labels.change_label(design.map, SPOT, **change))  # type: ignore[arg-type]
    _, before, now, boxes = edited(design, after, scale)
    anew = LazyScene()
    anew.show(after)
    assert now == seen(anew, scale)
    assert before != now or (scale < 12.6 and "size" in change)
    assert all(within(i.box, boxes) for i in before ^ now)
