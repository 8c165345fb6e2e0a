"""A change of ruleset data is drawn at once, and only where it shows."""

from __future__ import annotations

import math

import pytest
from drawn_map import drawn_items, drawn_scene
from small_design import small_design

from visegrad_editor.drawing.curves import Box
from visegrad_editor.drawing.lazy_scene import LazyScene
from visegrad_editor.drawing.primitives import Line
from visegrad_editor.hexgrid import Hex, Hexside
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.hexsides import add_sides
from visegrad_editor.model.edit.ruleset import new_entry, typed, with_ruleset
from visegrad_editor.model.edit.terrain import paint_terrain


@pytest.mark.parametrize(("section", "index", "key", "text", "layers"), [
    ("terrain", 1, "colour", "#00ff00", {"terrain", "numbers"}),
    ("terrain", 1, "pattern", "woods", {"terrain"}),
    ("terrain", 2, "pattern", "", {"terrain", "grid", "numbers", "countries", "borders"}),
    ("terrain", 0, "playable", "no",
     {"terrain", "grid", "numbers", "countries", "borders", "rivers", "roads"}),
    ("hexsides", 0, "colour", "#00ff00", {"rivers"}),
    ("hexsides", 0, "pattern", "wall", {"rivers", "grid"}),
    ("roads", 0, "width", "0.3", {"roads"}), ("roads", 0, "colour", "#00ff00", {"roads", "plates"}),
    ("features", 0, "symbol", "capital", {"features", "sites", "names", "plates"}),
    ("features", 1, "colour", "#00ff00", {"features"}),
    ("nationalities", 0, "colours.ground", "#00ff00", {"counters"}),
    ("unit_types", 0, "symbol", "cavalry", {"counters"}), ("unit_types", 0, "movement", "9", {"counters"}),
])
def test_a_ruleset_edit_changes_some_layers(
    section: str, index: int, key: str, text: str, layers: set[str]
) -> None:
    design = small_design()
    changed = typed(design, section, index, key, text)
    pairs = zip(drawn_scene(design).layers, drawn_scene(changed).layers, strict=True)
    different = {a.name for a, b in pairs if a.items != b.items}
    assert different
    assert different <= layers
    assert boxes_of(design, changed)


def boxes_of(design: Design, changed: Design) -> list[Box]:
    """What a window draws again."""
    scene = LazyScene()
    scene.show(design)
    return scene.show(changed)


@pytest.mark.parametrize(("section", "key", "text"), [
    ("terrain", "cost", "9"), ("terrain", "name", "Plain"), ("hexsides", "shift", "-3"),
    ("roads", "cost", "3"), ("features", "cost", "4"), ("unit_types", "name", "Tanks"),
])
def test_edits_without_visible_effect_redraw_nothing(section: str, key: str, text: str) -> None:
    design = small_design()
    assert boxes_of(design, typed(design, section, 0, key, text)) == []


def test_a_colour_touches_only_the_hexes_that_have_it() -> None:
    design = small_design()
    boxes = boxes_of(design, typed(design, "terrain", 1, "colour", "#00ff00"))
    near = {Hex(3, 2), Hex(4, 2), Hex(3, 3)}
    centres = [design.map.geometry.centre(h) for h in near]
    assert boxes
    # The ground and the number of the hex, and the ground of those that meet it.
    for left, top, right, bottom in boxes:
        middle = (left + right) / 2, (top + bottom) / 2
        assert min(math.dist(middle, centre) for centre in centres) < 2.0


def test_a_new_terrain_is_drawn_from_its_data() -> None:
    def green(design: Design) -> int:
        items = drawn_items(design, "terrain")
        colour = next((t.colour for t in design.ruleset.terrain if t.id == "forest"), "")
        return sum(getattr(p, "fill", "") == colour for i in items for p in i.primitives)

    design = small_design()
    design = with_ruleset(design, new_entry(design.ruleset, "terrain", "Forest", ("forest",)))
    assert green(design) == 0
    painted = with_map(design, paint_terrain(design.map, [Hex(5, 5), Hex(6, 5)], "forest"))
    assert green(painted) == 2


def test_a_cliff_falls_to_one_side_of_its_stroke() -> None:
    design = small_design()
    design = typed(design, "hexsides", 1, "pattern", "cliff")
    grid = design.map.grid
    # Along the lower sides of a row of hexes, all marks lie south of the line, or all north of it.
    stroke = [s for c in (2, 3, 4) for s in (grid.side(Hex(c, 3), 2), grid.side(Hex(c, 3), 1))]

    def falls(sides: list[Hexside]) -> set[bool]:
        drawn = with_map(design, add_sides(design.map, "wall", sides))
        items = drawn_items(drawn, "rivers")
        found = set()
        for item in items:
            hachures = [p for p in item.primitives if isinstance(p, Line) and len(p.points) == 2
                        and p.colour == design.ruleset.hexside_by_id["wall"].colour]
            found |= {p.points[1][1] > p.points[0][1] for p in hachures}
        return found

    one, other = falls(stroke), falls(stroke[::-1])
    assert len(one) == len(other) == 1
    assert one != other
