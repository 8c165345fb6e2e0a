"""Pieces of maps as text: written pieces read back, and other texts are refused with a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from region_maps import designs_with_regions
from small_design import GRID, small_design

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.pieces import ALL_PARTS, cut_out
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.files.stamp_file import StampError, load_stamp, read_stamp, save_stamp, stamp_text
from visegrad_editor.model.region import PARTS, mirrored, turned
from visegrad_editor.model.stamp import Stamp, small_map

SOME = settings(max_examples=60, deadline=None)


@SOME
@given(
    designs_with_regions(), st.sets(st.sampled_from(sorted(PARTS))), st.integers(0, 5), st.booleans())
def test_written_stamps_read_back(
    given_region: tuple, parts: set[str], sixths: int, mirror: bool
) -> None:
    piece = turned(cut_out(*given_region, parts), sixths)
    piece = mirrored(piece) if mirror else piece
    stamp = Stamp("A piece", piece, "small")
    text = stamp_text(stamp)
    assert read_stamp(text) == stamp
    assert stamp_text(read_stamp(text)) == text


@SOME
@given(designs_with_regions())
def test_a_small_map_holds_the_piece_and_no_more(given_region: tuple) -> None:
    piece = cut_out(*given_region, ALL_PARTS)
    small = small_map(piece)
    grid = small.map.grid
    assert len(small.hexes) == len(piece)
    assert all(h in grid for h in small.hexes)
    assert {small.map.terrain.at(h) for h in grid if h not in small.hexes} <= {""}
    used = {*small.hexes, *(h for r in small.map.roads for h in r.path), small.anchor}
    assert {min(h.col for h in used), min(h.row for h in used)} == {0}
    assert (max(h.col for h in used), max(h.row for h in used)) == (grid.columns - 1, grid.rows - 1)


def piece_text() -> str:
    """Hex 2,2 with its counters, a river on two sides, and a neighbour."""
    piece = cut_out(small_design(), [Hex(2, 2), Hex(3, 2)], ALL_PARTS)
    return stamp_text(Stamp("Piece", piece, "small"))


def test_a_stamp_reads_like_a_map() -> None:
    text = piece_text()
    assert text.startswith('format: 1\nkind: stamp\ntitle: Piece\nruleset: small\nanchor: "0101"\n')
    assert '  rows:\n    - "CM"\n' in text
    assert "setup: \"0101\"" in text


@pytest.mark.parametrize(("old", "new", "told"), [
    ("kind: stamp", "kind: map", "The clipboard does not hold a piece of a map."),
    ("title: Piece\n", "", "needs the key `title`"),
    ("title: Piece", "title: Piece\ntitel: Piece", "Unknown key `titel`"),
    ('anchor: "0101"', 'anchor: "0909"', "The anchor 0909 is not a hex"),
    ('"CM"', '"CMM"', "letters"),
    ('"CM"', '"CX"', "not in the legend"),
    ("title: Piece", "title: &a Piece", "anchor `&a` is not allowed"),
    ("title: Piece", "title: !!python/object:os.system Piece", "tag"),
    ("columns: 2", "columns: 900", "letters"),
    ("columns: 2", "columns: 100000", "at most"),
    ("parts: [terrain", "parts: [money", "parts"),
    ("river", "../river", "small letters"),
])
def test_a_damaged_stamp_is_refused_with_a_sentence(old: str, new: str, told: str) -> None:
    text = piece_text()
    assert old in text
    with pytest.raises(StampError) as refused:
        read_stamp(text.replace(old, new, 1), "The clipboard")
    assert told in str(refused.value)
    assert str(refused.value).startswith("The clipboard ")
    assert str(refused.value).endswith((".", "?", ".)"))


@pytest.mark.parametrize("text", [
    "", "hello", "stamp", "{stamp: [", "- stamp\n- b", "stamp: \x00", "a\tstamp: b"])
def test_other_texts_are_not_stamps(text: str) -> None:
    with pytest.raises(StampError, match=r"^The text "):
        read_stamp(text)


@given(st.text(max_size=300))
def test_every_other_text_gives_a_sentence(text: str) -> None:
    for tried in (text, f"kind: stamp\n{text}", piece_text() + text):
        with suppress(StampError):
            assert read_stamp(tried).title == "Piece"


def test_a_text_far_too_long_is_not_read() -> None:
    with pytest.raises(StampError, match="too long"):
        read_stamp("kind: stamp\nnotes: " + "x" * (5 * 1024 * 1024))


def test_a_stamp_is_kept_in_a_file(tmp_path: Path) -> None:
    piece = cut_out(small_design(), GRID.within(Hex(5, 4), 1))
    path = tmp_path / "cross.yaml"
    save_stamp(Stamp("Crossroads", piece), path)
    assert path.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=stamp.schema.json\n")
    assert load_stamp(path) == Stamp("Crossroads", piece)
    with pytest.raises(StampError, match=r"^none.yaml: There is no such file"):
        load_stamp(tmp_path / "none.yaml")


def test_the_schema_has_the_units_and_lines_of_the_other_files() -> None:
    """A unit of a stamp has the keys of a unit of a scenario, except those that need a scenario or a base."""
    def entry(kind: str, section: str) -> dict:
        text = (resource_folder("schemas") / f"{kind}.schema.json").read_text("utf-8")
        return json.loads(text)["properties"][section]["items"]["properties"]

    units = set(entry("scenario", "units")) - {"reinforcement", "provenance"}
    assert set(entry("stamp", "units")) == units
    for section, less in (
        ("hexsides", set()), ("roads", set()), ("labels", set()), ("places", {"provenance"}),
        ("areas", {"provenance", "rule"}),
    ):
        assert set(entry("stamp", section)) == set(entry("map", section)) - less - {"remove"}
