"""Aligning a scan and proposing terrain from it, without a window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from printed_scan import scan_of, typical
from small_design import GRID, small_map

from visegrad_editor.drawing.style_file import find_style
from visegrad_editor.editor.scan.alignment import AlignmentDraft
from visegrad_editor.editor.scan.pyramid import Pyramid, ScanCache
from visegrad_editor.editor.scan.terrain_samples import (
    MOST_LEARNED,
    PARTS,
    Classifier,
    HexAppearance,
    Ink,
    Stencil,
    TerrainProposal,
    appearance_of,
)
from visegrad_editor.hexgrid import Hex, HexGeometry, Point
from visegrad_editor.hexgrid.affine import Affine
from visegrad_editor.model.background import Pin, align
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import emptied
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import GameMap

GEOMETRY = HexGeometry(GRID)
FRAME = Affine(0.02, 0, 0, 0, 0.02, 0)
TRUE = Affine(0.018, 0.0012, -0.4, -0.0011, 0.019, 0.7)
"""The true transform of the picture of these tests."""


def printed(hex: Hex) -> Point:
    """The pixel where the hex is printed."""
    return TRUE.inverse().apply(GEOMETRY.centre(hex))


# -- aligning -----------------------------------------------------------------------------


def test_three_clicks_align_and_the_grid_follows_each() -> None:
    work = AlignmentDraft(GEOMETRY, (), FRAME)
    assert "centre of a printed hex" in work.guidance()
    assert work.verdict() == "Not aligned yet."
    for hex in (Hex(0, 0), Hex(7, 0), Hex(1, 5)):
        work.pending = printed(hex)
        assert "Type its number" in work.guidance()
        assert work.name(f" {GRID.number(hex)} ") == hex
        # The grid moves at once so that this hex is where it is printed.
        assert work.in_view(GEOMETRY.centre(hex)) == pytest.approx(FRAME.apply(printed(hex)), abs=1e-6)
        assert work.pending is None
    for hex in GRID:
        assert work.hex_at(FRAME.apply(printed(hex))) == hex
        assert work.guess(printed(hex)) == GRID.number(hex)
    assert "fourth pin" in work.guidance()
    assert work.rows()[0] == (GRID.number(Hex(0, 0)), "–", "–")
    work.put(Hex(6, 4), printed(Hex(6, 4)))
    assert "exact" in work.verdict()
    assert work.rows()[3] == (GRID.number(Hex(6, 4)), "0.00", "0.0")
    work.place(Hex(6, 4), (printed(Hex(6, 4))[0] + 60, printed(Hex(6, 4))[1]))
    assert "rough" in work.verdict()
    assert work.alignment.warnings()


def test_pins_are_moved_by_keys_removed_and_restored() -> None:
    work = AlignmentDraft(GEOMETRY, (Pin(Hex(0, 0), (100.0, 100.0)), Pin(Hex(7, 5), (800.0, 600.0))), FRAME)
    assert not work.changed
    assert not work.nudge(1, 0)
    near = work.pin_near(FRAME.apply((103, 99)), 0.2)
    assert near is not None
    work.selected = near.hex
    assert work.pin_near((500, 500), 0.2) is None
    assert work.nudge(0.02, -0.04)
    assert work.pins[0].at == pytest.approx((101, 98))
    assert work.remove(Hex(0, 0))
    assert work.selected is None
    assert not work.remove(Hex(0, 0))
    left = work.pins
    assert work.undo()
    assert work.undo()
    assert not work.undo()
    assert not work.changed
    assert work.redo()
    assert work.redo()
    assert not work.redo()
    assert work.pins == left
    assert work.undo()
    work.put(Hex(3, 3), (5.0, 5.0))
    assert not work.redo(), "another change was made since"


def test_why_a_hex_cannot_be_pinned() -> None:
    work = AlignmentDraft(GEOMETRY, (), FRAME)
    with pytest.raises(ValueError, match="First click a point"):
        work.name(GRID.number(Hex(0, 0)))
    work.pending = (1.0, 1.0)
    with pytest.raises(ValueError, match="no hex 9999"):
        work.name("9999")
    with pytest.raises(ValueError, match="without a number"):
        work.name(" ")
    assert work.pending == (1.0, 1.0)
    assert work.guess((1.0, 1.0)) == ""


@given(st.lists(st.tuples(st.sampled_from(list(GRID)), st.floats(-2, 2), st.floats(-2, 2)), min_size=4,
                max_size=12, unique_by=lambda x: x[0]))
def test_undoing_every_pin_returns_to_the_start(steps: list[tuple[Hex, float, float]]) -> None:
    work = AlignmentDraft(GEOMETRY, (Pin(Hex(3, 3), (9.0, 9.0)),), FRAME)
    first = work.pins
    for hex, dx, dy in steps:
        x, y = printed(hex)
        work.put(hex, (x + dx, y + dy))
    while work.undo():
        pass
    assert work.pins == first


# -- proposing ----------------------------------------------------------------------------


def test_a_stencil_omits_the_rim_and_has_thirteen_parts() -> None:
    for geometry in (GEOMETRY, HexGeometry(GRID, 1)):
        stencil = Stencil(geometry)
        counts = np.bincount(stencil.part)
        assert len(counts) == PARTS == 13
        assert counts.min() > 25
        for dx, dy in zip(stencil.dx, stencil.dy, strict=True):
            x, y = geometry.centre(Hex(3, 3))
            assert geometry.nearest(x + dx / 20 * 1.1, y + dy / 20 * 1.1) == Hex(3, 3)


def test_a_hex_is_recognised_wherever_a_road_runs(tmp_path: Path) -> None:
    image = Image.new("RGB", (400, 300), "#e9e3c4")
    image.paste("#708090", (200, 0, 400, 300))
    image.paste("#101010", (0, 55, 200, 61))
    image.save(tmp_path / "a.png")
    pyramid = ScanCache(tmp_path / "c").make(tmp_path / "a.png", lambda _d: True)
    spots = [(2.5, 3.0), (7.0, 6.0), (15.0, 6.0), (99.0, 99.0)]
    found = appearance_of(pyramid, Affine.scaling(20), GEOMETRY, spots)
    assert found is not None
    looks, seen = found
    assert list(seen) == [True, True, True, False]

    def far(one: HexAppearance, other: HexAppearance) -> float:
        return float(np.median(one.apart(other).diagonal()))

    # The tint beside a road is not quite that of open ground in a JPEG.
    assert far(looks.of(0), looks.of(1)) < 0.1
    assert far(looks.of(1), looks.of(2)) > 1.9
    assert appearance_of(pyramid, Affine.scaling(20), GEOMETRY, spots, lambda _d: False) is None


def test_the_area_of_printed_numbers_is_ignored() -> None:
    stencil = Stencil(GEOMETRY)
    number = (abs(stencil.dx) < 6) & (stencil.dy < -8)
    random = np.random.default_rng(1)

    def seen(hexes: int, share: float) -> Ink:
        """Samples of hexes, each with a road somewhere, a share of them with ink where numbers are."""
        ink = Ink(stencil.dx, stencil.dy)
        pixels = np.full((hexes, len(stencil.dx), 3), 240, np.uint8)
        for hex in pixels:
            hex[abs(stencil.dx * np.cos(a := random.uniform(0, 3)) + stencil.dy * np.sin(a)) < 2] = 120
            hex[number & (random.random(len(number)) < share)] = 60
        ink.add(pixels, np.ones(pixels.shape[:2], bool))
        return ink

    found = seen(200, 0.55).numbers()
    assert found[number].all()
    # The ground does not belong to it, nor does the middle, where many roads are.
    assert not found[(abs(stencil.dx) > 7) | (stencil.dy > 5)].any()
    assert not seen(200, 0.1).numbers()[number].any()
    assert not seen(10, 0.55).numbers().any()


@pytest.fixture(scope="module")
def design() -> Design:
    loaded = load("historical")
    assert loaded.design is not None
    return loaded.design


@pytest.fixture(scope="module")
def scanned(design: Design, tmp_path_factory: pytest.TempPathFactory) -> tuple[Pyramid, Affine]:
    folder = tmp_path_factory.mktemp("scan")
    true = scan_of(design, folder / "scan.jpg")
    return ScanCache(folder / "cache").make(folder / "scan.jpg", lambda _d: True), true


@pytest.fixture(scope="module")
def classified(design: Design, scanned: tuple[Pyramid, Affine]) -> tuple[Classifier, Affine]:
    """The scan, aligned by three pins clicked to a pixel or two."""
    pyramid, true = scanned
    geometry = design.map.geometry
    pins = []
    for number, dx, dy in (("0726", 1.5, -1.0), ("0702", -1.0, 2.0), ("3423", 1.0, 1.0)):
        hex = design.map.grid.parse(number)
        assert hex is not None
        x, y = true.apply(geometry.centre(hex))
        pins.append(Pin(hex, (x + dx, y + dy)))
    lay = align(geometry, pins, FRAME)
    hexes = list(design.map.grid)
    found = appearance_of(pyramid, lay.to_picture, geometry, [geometry.centre(h) for h in hexes])
    assert found is not None
    return Classifier(hexes, *found), lay.to_picture


def proposal(
    design: Design, classified: tuple[Classifier, Affine], map: GameMap | None = None
) -> TerrainProposal:
    return TerrainProposal(map or emptied(design.map, design.ruleset), classified[0], lambda _p: None)


def test_terrain_is_read_from_a_scan_with_two_samples_each(
    design: Design, classified: tuple[Classifier, Affine]
) -> None:
    work = with_two_samples_each(design, classified)
    read = work.applied()
    right = [h for h in design.map.grid if read.terrain.at(h) == design.map.terrain.at(h)]
    assert len(right) >= 0.97 * len(design.map.grid)
    # Its confidence is reliable: nearly all of the surer hexes are right.
    work.least = 0.4
    sure = [h for h in design.map.grid if (p := work.proposed(h)) is not None and p.confidence >= 0.4]
    wrong = [h for h in sure if work.proposed(h).terrain != design.map.terrain.at(h)]  # type: ignore[union-attr]
    assert len(sure) > 0.85 * len(design.map.grid)
    assert len(wrong) <= 0.015 * len(sure)
    assert set(work.doubtful()).isdisjoint(work.changes())


def with_two_samples_each(design: Design, classified: tuple[Classifier, Affine]) -> TerrainProposal:
    work = proposal(design, classified)
    kinds = {design.map.terrain.at(h) for h in design.map.grid}
    assert len(kinds) == 5
    for terrain in sorted(kinds):
        for hex in typical(design, terrain, 2):
            assert work.sample(terrain, design.map.geometry.centre(hex)) == ""
    work.least = 0.0
    return work


@pytest.mark.parametrize(("style", "two_each", "surely", "learnt"), [
    ("colour-blind-safe", 0.98, 0.9, 0.98),
    # White paper is almost like clear ground, and so is a marsh: they differ by their tint.
    ("low-ink", 0.95, 0.65, 0.96),
])
def test_maps_printed_in_other_styles_are_read_too(
    design: Design, tmp_path: Path, style: str, two_each: float, surely: float, learnt: float
) -> None:
    true = scan_of(design, tmp_path / "scan.jpg", find_style(style).style, scale=20)
    hexes, geometry = list(design.map.grid), design.map.geometry
    pyramid = ScanCache(tmp_path / "cache").make(tmp_path / "scan.jpg", lambda _d: True)
    found = appearance_of(pyramid, true, geometry, [geometry.centre(h) for h in hexes])
    assert found is not None
    classified = Classifier(hexes, *found), true
    at = design.map.terrain.at
    work = with_two_samples_each(design, classified)
    read = work.applied().terrain
    assert sum(read.at(h) == at(h) for h in hexes) >= two_each * len(hexes)
    sure = [h for h in hexes if (p := work.proposed(h)) is not None and p.confidence >= 0.4]
    assert len(sure) >= surely * len(hexes)
    assert sum(read.at(h) == at(h) for h in sure) >= 0.99 * len(sure)
    work = proposal(design, classified, design.map)
    work.learn(h for h in hexes if h.col % 4 < 2)
    other = [h for h in hexes if h.col % 4 > 1]
    right = [h for h in other if (p := work.proposed(h)) and p.terrain == at(h)]
    assert len(right) >= learnt * len(other)


def test_it_learns_from_hexes_that_are_painted(design: Design, classified: tuple[Classifier, Affine]) -> None:
    grid = design.map.grid
    work = proposal(design, classified, design.map)
    half = [h for h in grid if h.col % 4 < 2]
    learnt = work.learn(half)
    assert 20 < learnt <= 5 * MOST_LEARNED
    assert work.learn(half) <= 5 * MOST_LEARNED - learnt
    other = [h for h in grid if h.col % 4 > 1]
    right = [h for h in other if (p := work.proposed(h)) and p.terrain == design.map.terrain.at(h)]
    assert len(right) > 0.96 * len(other)


def test_corrections_of_single_hexes_are_kept(design: Design, classified: tuple[Classifier, Affine]) -> None:
    work = proposal(design, classified)
    geometry, grid = design.map.geometry, design.map.grid
    mountain, clear = typical(design, "mountain", 1)[0], typical(design, "clear", 1)[0]
    assert work.changes() == {}
    work.sample("mountain", geometry.centre(mountain))
    work.sample("clear", geometry.centre(clear))
    changes = work.changes()
    assert mountain in changes
    assert clear not in changes
    other = next(h for h in changes if h != mountain)
    work.leave_out(other)
    assert other not in work.changes()
    work.leave_out(other)
    assert other in work.changes()
    work.decide([clear, Hex(99, 99)], "marsh")
    assert work.changes()[clear].terrain == "marsh"
    work.scope = {clear}
    assert set(work.changes()) == {clear}
    assert [r.terrain for r in work.rows(["clear", "marsh"])] == ["clear", "marsh"]
    assert work.rows(["marsh"])[0].changes == 1
    assert work.applied().terrain.at(clear) == "marsh"
    work.scope = None
    # A second click removes a sample; one with another terrain changes it.
    work.sample("sea", geometry.centre(mountain))
    assert work.choices.samples["mountain"] == ()
    assert work.changes()[mountain].terrain == "sea"
    work.sample("sea", geometry.centre(mountain))
    assert work.choices.samples["sea"] == ()
    assert work.sample("clear", (-50.0, -50.0)) != ""
    while work.undo():
        pass
    assert work.changes() == {}
    work.clear()
    assert grid


def test_a_spot_beside_the_map_is_a_sample_too(
    design: Design, scanned: tuple[Pyramid, Affine], classified: tuple[Classifier, Affine]
) -> None:
    classifier, to_picture = classified
    geometry = design.map.geometry

    def spot(point: Point) -> HexAppearance | None:
        found = appearance_of(scanned[0], to_picture, geometry, [point])
        return found[0].of(0) if found and found[1][0] else None

    work = TerrainProposal(emptied(design.map, design.ruleset), classifier, spot)
    # White paper beside the map is like the empty part of it.
    assert work.sample("none", (-1.5, 20.0)) == ""
    assert work.sample("clear", geometry.centre(typical(design, "clear", 1)[0])) == ""
    assert len(work.choices.samples["none"]) == 1
    assert work.rows(["none"])[0].proposed < len(design.map.grid) / 2


def test_with_samples_of_one_terrain_unlike_hexes_are_uncertain(
    design: Design, classified: tuple[Classifier, Affine]
) -> None:
    work = proposal(design, classified)
    work.sample("clear", design.map.geometry.centre(typical(design, "clear", 1)[0]))
    sea = [work.proposed(h) for h in typical(design, "sea", 20)]
    assert all(p is not None and p.confidence < 0.4 for p in sea)


def test_hexes_beyond_the_scan_are_refused(tmp_path: Path) -> None:
    classifier = Classifier([], HexAppearance.blank(0), [])
    work = TerrainProposal(small_map(), classifier, lambda _p: None)
    assert work.learn(GRID) == 0
    assert "does not extend" in work.sample("clear", GEOMETRY.centre(Hex(1, 1)))
