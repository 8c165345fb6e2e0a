"""Labels and widths of rivers: what they can have, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from small_design import small_map

from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.edit.documents import change_map
from visegrad_editor.model.edit.hexsides import add_sides, set_width
from visegrad_editor.model.edit.labels import add_label, change_label, label_at, labels_at, set_label
from visegrad_editor.model.gamemap import Label

SEA = Hex(4, 0)


def test_several_labels_stand_in_a_hex() -> None:
    map = add_label(small_map(), Label("  Deep   Water ", SEA))
    assert [x.text for x in labels_at(map, SEA)] == ["Cold Sea", "Deep Water"]
    assert label_at(map, SEA) == small_map().labels[0]
    second = label_at(map, SEA, 1)
    assert second is not None
    assert second.text == "Deep Water"
    assert label_at(map, SEA, 2) is None
    assert [x.text for x in labels_at(set_label(map, SEA, "Bay", 1), SEA)] == ["Cold Sea", "Bay"]
    assert [x.text for x in labels_at(set_label(map, SEA, "", 0), SEA)] == ["Deep Water"]
    assert set_label(map, Hex(0, 3), "") is map
    assert [x.text for x in labels_at(set_label(map, Hex(0, 3), "New"), Hex(0, 3))] == ["New"]


@pytest.mark.parametrize("label", [Label("  ", SEA), Label("X", Hex(8, 0)), Label("X", Hex(0, -1))])
def test_a_label_needs_text_and_a_hex(label: Label) -> None:
    with pytest.raises(ValueError, match=r"A label (needs text|must be in a hex of the map)"):
        add_label(small_map(), label)


def test_a_label_is_changed_moved_and_taken_away() -> None:
    map = small_map()
    edits: tuple[dict[str, Any], ...] = (
        {"size": 0.1}, {"rotation": 360.0}, {"rotation": -360.0}, {"style": "country"}, {"text": "Bay"})
    for fields in edits:
        found = change_label(map, SEA, **fields)
        (label,) = found.labels
        assert {k: getattr(label, k) for k in fields} == fields
        assert label.hex == SEA
    moved = change_label(map, SEA, to=Hex(0, 0))
    assert (moved.labels[0].hex, moved.labels[0].text) == (Hex(0, 0), "Cold Sea")
    assert change_label(map, SEA, text="  ").labels == ()


@pytest.mark.parametrize(("change", "error", "said"), [
    ({"rotation": 360.1}, ValueError, "at most 360 degrees"), ({"rotation": -361}, ValueError, "at most 360"),
    ({"size": 0.0}, ValueError, "size of a label is between"), ({"size": 1e6}, ValueError, "size of a label"),
    ({"to": Hex(9, 0)}, ValueError, "must be in a hex of the map"),
    ({"nth": 1}, ValueError, "no label in this hex"),
    ({"colour": "red"}, TypeError, "no field colour")])
def test_what_a_label_cannot_have_is_refused(
        change: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        change_label(small_map(), SEA, **change)


def test_a_map_keeps_what_it_is_not_told_to_change() -> None:
    map = small_map()
    assert change_map(map, title="Other").title == "Other"
    assert change_map(map, title=map.title) is map
    with pytest.raises(TypeError, match="a map has no property colour"):
        change_map(map, colour="red")


def test_a_whole_line_becomes_wider_in_its_place_and_a_part_becomes_a_line_of_its_own() -> None:
    map = small_map()
    one, other = map.lines[0].sides
    whole = set_width(map, "river", (one, other), 3)
    assert [(x.width, x.name, x.sides) for x in whole.lines] == [(3, "Long", (one, other))]
    part = set_width(map, "river", (one,), 3)
    assert {(x.width, x.name, x.sides) for x in part.lines} == {(1, "Long", (other,)), (3, "Long", (one,))}
    assert set_width(map, "river", (one,), 9).lines[-1].width == 5
    assert set_width(whole, "river", (one, other), 0).lines[0].width == 1
    for same in (set_width(map, "river", (one,), 1), set_width(map, "wall", (one,), 3),
                 set_width(map, "river", (hexside(Hex(5, 4), Hex(6, 4)),), 3)):
        assert same.lines == map.lines


def test_a_stroke_is_joined_to_the_end_it_continues() -> None:
    """A river round the hex 4 4 is drawn in pieces; wherever a piece is added, one line runs round."""
    grid = small_map().grid
    around = [hexside(Hex(4, 4), n) for n in grid.around(Hex(4, 4))]
    for pieces in ((around[:2], around[2:4]), (around[:2], around[3:1:-1]), (around[2:4], around[:2]),
                   (around[2:4], around[1::-1])):
        map = small_map()
        for piece in pieces:
            map = add_sides(map, "wall", piece)
        (wall,) = [x for x in map.lines if x.kind == "wall"]
        assert wall.sides in (tuple(around[:4]), tuple(around[3::-1]))
    assert add_sides(map, "wall", around[:2]) is map
