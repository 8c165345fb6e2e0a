"""The picture behind a map: alignment by pins, its place in the file, checks and resizing."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_design import GRID, small_design, small_map

from visegrad_editor.hexgrid import Hex, HexGeometry
from visegrad_editor.hexgrid.affine import Affine, affine_through, flatness, similarity_through
from visegrad_editor.model.background import Background, Pin, align, start
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.delta import DeltaCodec
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.background import remove_background, set_picture, set_pins
from visegrad_editor.model.edit.blank import emptied
from visegrad_editor.model.edit.reshape import crop, nearest_numbering, resize, rotate
from visegrad_editor.model.files.atomic import SaveError, copy_file
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.fingerprint import content_mark, play_mark
from visegrad_editor.model.gamemap import GameMap

GEOMETRY = HexGeometry(GRID)
HEXES = list(GRID)
UNIT = Affine(1, 0, 0, 0, 1, 0)

lays = st.builds(
    lambda turn, sx, sy, shear, x, y: Affine(
        sx * math.cos(turn), -sy * math.sin(turn) + shear, x, sx * math.sin(turn), sy * math.cos(turn), y),
    st.floats(-math.pi, math.pi), st.floats(0.005, 0.2), st.floats(0.005, 0.2), st.floats(-0.002, 0.002),
    st.floats(-500, 500), st.floats(-500, 500))
pinned = st.lists(st.sampled_from(HEXES), min_size=3, max_size=9, unique=True)


def spread(hexes: list[Hex]) -> float:
    return flatness([GEOMETRY.centre(h) for h in hexes])


@given(lays, pinned)
def test_consistent_pins_give_the_position_of_the_picture(lay: Affine, hexes: list[Hex]) -> None:
    back = lay.inverse()
    pins = [Pin(h, back.apply(GEOMETRY.centre(h))) for h in hexes]
    found = align(GEOMETRY, pins, UNIT)
    if found.fit != "affine":
        assert min(spread(hexes), flatness([p.at for p in pins])) < 0.05
        return
    for h in HEXES:
        there = back.apply(GEOMETRY.centre(h))
        assert found.to_map.apply(there) == pytest.approx(GEOMETRY.centre(h), abs=1e-4)
        assert found.to_picture.apply(GEOMETRY.centre(h)) == pytest.approx(there, rel=1e-4, abs=0.1)
    assert found.worst < 1e-4
    assert found.checked == (len(pins) > 3)


@given(lays.filter(lambda a: a.stretches[1] / a.stretches[0] > 0.3),
       st.lists(st.sampled_from(HEXES), min_size=6, max_size=20, unique=True), st.randoms())
def test_no_other_map_has_a_smaller_square_error(lay: Affine, hexes: list[Hex], random: object) -> None:
    back = lay.inverse()
    jitter = [(random.uniform(-3, 3), random.uniform(-3, 3)) for _ in hexes]  # type: ignore[attr-defined]
    pins = [Pin(h, tuple(a + b for a, b in zip(back.apply(GEOMETRY.centre(h)), j, strict=True)))  # type: ignore[arg-type]
            for h, j in zip(hexes, jitter, strict=True)]
    found = align(GEOMETRY, pins, UNIT)
    if found.fit != "affine":
        return

    def error(a: Affine) -> float:
        return sum((u - x) ** 2 + (v - y) ** 2 for p in pins for (u, v), (x, y) in [
            (a.apply(p.at), GEOMETRY.centre(p.hex))])

    least = error(found.to_map)
    size = max(abs(v) for p in pins for v in p.at) + 1
    for i in range(6):
        step = 1e-3 / (size if i not in (2, 5) else 1)
        for sign in (-1, 1):
            other = list(found.to_map)
            other[i] += sign * step
            assert error(Affine(*other)) >= least - 1e-9 * (1 + least)


@given(st.floats(-3, 3), st.floats(0.01, 10), st.floats(-99, 99), st.floats(-99, 99))
def test_two_points_give_a_similarity_through_both(turn: float, grow: float, x: float, y: float) -> None:
    p, q = (3.0, 4.0), (-7.0, 11.0)
    c, s = grow * math.cos(turn), grow * math.sin(turn)
    true = Affine(c, -s, x, s, c, y)
    found = similarity_through([(p, true.apply(p)), (q, true.apply(q))])
    assert list(found) == pytest.approx(list(true), abs=1e-6)
    assert found.stretches[0] == pytest.approx(grow)
    assert found.growth == pytest.approx(grow)


@given(lays, lays)
def test_affine_maps_compose_and_undo(one: Affine, other: Affine) -> None:
    point = (12.0, -7.0)
    assert one.then(other).apply(point) == pytest.approx(other.apply(one.apply(point)), rel=1e-6, abs=1e-6)
    if one.stretches[1] > 1e-3:
        assert one.inverse().apply(one.apply(point)) == pytest.approx(point, abs=1e-3)


def pin(number: str, x: float, y: float) -> Pin:
    hex = GRID.parse(number)
    assert hex is not None
    return Pin(hex, (x, y))


def scanned(hexes: list[Hex]) -> list[Pin]:
    back = Affine(0.02, 0.001, -1, -0.001, 0.02, -2).inverse()
    return [Pin(h, back.apply(GEOMETRY.centre(h))) for h in hexes]


def test_points_on_one_line_align_like_two_with_a_warning() -> None:
    row = [Hex(c, 2) for c in (0, 3, 7)]
    found = align(GEOMETRY, scanned(row), UNIT)
    assert found.fit == "similar"
    assert "one line" in found.warnings()[0]
    with pytest.raises(ValueError, match="one line"):
        affine_through([(p.at, GEOMETRY.centre(p.hex)) for p in scanned(row)])
    with pytest.raises(ValueError, match="all the same"):
        similarity_through([((1, 1), (0, 0)), ((1, 1), (2, 2))])


def test_a_wrong_number_is_noticed() -> None:
    corners = [Hex(0, 0), Hex(7, 0), Hex(0, 5), Hex(7, 5)]
    pins = scanned(corners)
    assert align(GEOMETRY, pins, UNIT).warnings() == ()
    wrong = [*pins[:3], replace(pins[3], hex=Hex(5, 5))]
    found = align(GEOMETRY, wrong, UNIT)
    assert any("off by" in w for w in found.warnings())
    assert found.off_pixels(wrong[3]) > 20
    mirrored = [replace(p, hex=Hex(7 - p.hex.col, p.hex.row)) for p in pins[:3]]
    assert "mirrored" in align(GEOMETRY, mirrored, UNIT).warnings()[0]
    squeezed = align(GEOMETRY, [pins[0], replace(pins[1], hex=Hex(3, 0)), pins[2]], UNIT)
    assert "stretched" in squeezed.warnings()[0]


def test_one_pin_shifts_the_initial_position() -> None:
    first = start(GEOMETRY, (1600, 1000))
    left, top, right, bottom = GEOMETRY.bounds()
    assert first.apply((800, 500)) == pytest.approx(((left + right) / 2, (top + bottom) / 2))
    found = align(GEOMETRY, [Pin(Hex(2, 2), (700, 300))], first)
    assert found.fit == "shifted"
    assert found.to_map.apply((700, 300)) == pytest.approx(GEOMETRY.centre(Hex(2, 2)))
    assert found.to_map.growth == pytest.approx(first.growth)
    # A picture that the camera marked as lying on its side.
    lying = start(GEOMETRY, (1000, 1600), 1)
    assert lying.apply((0, 1600)) == pytest.approx(first.apply((0, 0)))


# -- the file -----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    design = replace(small_design(), scenario=None)
    ruleset = tmp_path / "rules.yaml"
    from visegrad_editor.model.files.yaml_writer import new_text
    ruleset.write_text(new_text(design.ruleset), "utf-8")
    text = new_text(replace(design.map, ruleset="rules.yaml"))
    (tmp_path / "map.yaml").write_text("# My map\n" + text, "utf-8")
    (tmp_path / "scan.png").write_bytes(b"a picture")
    return tmp_path


def open_map(folder: Path) -> tuple[Design, object]:
    loaded = load(folder / "map.yaml")
    assert loaded.design is not None, loaded.problems
    return loaded.design, loaded.sources


PINS = (pin("0608", 12.34, 99), pin("0601", 905, 97.5), pin("1108", 76, 651))


def test_a_background_is_saved_read_and_undone_byte_for_byte(folder: Path) -> None:
    design, sources = open_map(folder)
    before = (folder / "map.yaml").read_bytes()
    map = set_pins(set_picture(design.map, "scan.png"), PINS)
    assert map.background is not None
    assert map.background.pins[0].at == (12.3, 99)
    saved = save_design(replace(design, map=map), sources)  # type: ignore[arg-type]
    text = (folder / "map.yaml").read_text("utf-8")
    assert '    - {hex: "0608", at: [12.3, 99]}\n' in text
    assert text.startswith("# My map\n")
    again, _ = open_map(folder)
    assert again.map == map
    assert not [p for p in check_documents(again, saved.sources) if "background" in p.message.lower()]
    save_design(replace(saved.design, map=remove_background(saved.design.map)), saved.sources)
    assert (folder / "map.yaml").read_bytes() == before


def problems(folder: Path, text: str) -> dict[str, object]:
    file = folder / "map.yaml"
    head, _, tail = file.read_text("utf-8").partition("\nterrain:")
    file.write_text(f"{head}\n{text}terrain:{tail}", "utf-8")
    return {p.code: p for p in load(file).problems}


def line_of(folder: Path, word: str) -> int:
    lines = (folder / "map.yaml").read_text("utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if word in line)


def listed(*pins: str) -> str:
    return "background:\n  picture: scan.png\n  pins:\n" + "".join(f"    - {{hex: {p}}}\n" for p in pins)


@pytest.mark.parametrize(("background", "code", "severity", "word", "says"), [
    ("background: {picture: gone.jpg}\n", "no-picture", "warning", "gone", "missing"),
    ("background: {picture: ../scan.png}\n", "bad-picture", "error", "scan", "leaves the folder"),
    ("background: {picture: /etc/scan.png}\n", "bad-picture", "error", "scan", "relative"),
    ("background: {picture: scan.png}\n", "not-aligned", "note", "scan", "not aligned"),
    (listed('"0608", at: [1, 2]', '"9999", at: [1, 2]'), "unknown-hex", "error", "9999", "9999"),
    (listed('"0608", at: [1, 2]', "608, at: [3, 2]"), "unknown-hex", "error", "608, at: [3", "608"),
    (listed('"0608", at: [1, 2]', '"0608", at: [3, 2]'), "twice", "error", "[3, 2]", "2 pins"),
    (listed('"0608", at: [1, 2]', '"0604", at: [1, 2]'), "bad-pins", "warning", "background:", "one place"),
    (listed('"0608", at: [1]'), "wrong-value", "error", "at: [1]", "has 1; it needs at least 2"),
    ("background:\n  picture: scan.png\n  pin: []\n", "unknown-key", "error", "pin:", "pins"),
])
def test_problems_of_a_background(
    folder: Path, background: str, code: str, severity: str, word: str, says: str
) -> None:
    found = problems(folder, background)
    assert code in found
    problem = found[code]
    assert problem.severity == severity  # type: ignore[attr-defined]
    assert says in problem.message  # type: ignore[attr-defined]
    assert problem.line == line_of(folder, word)  # type: ignore[attr-defined]


def test_a_pin_that_contradicts_the_others_is_named_with_its_line(folder: Path) -> None:
    pins = scanned([Hex(0, 0), Hex(7, 0), Hex(0, 5), Hex(7, 5), Hex(3, 3)])
    pins[4] = replace(pins[4], at=(pins[4].at[0] + 200, pins[4].at[1]))
    found = problems(folder, listed(
        *(f'"{GRID.number(p.hex)}", at: [{p.at[0]:.1f}, {p.at[1]:.1f}]' for p in pins)))
    wrong = GRID.number(Hex(3, 3))
    assert found["bad-pins"].hex == wrong  # type: ignore[attr-defined]
    assert found["bad-pins"].line == line_of(folder, f'"{wrong}", at')  # type: ignore[attr-defined]


def test_a_fix_removes_a_missing_picture(folder: Path) -> None:
    problem = problems(folder, "background: {picture: gone.jpg}\n")["no-picture"]
    design, _ = open_map(folder)
    assert problem.fix.edit(design).map.background is None  # type: ignore[attr-defined]


def test_pins_must_be_of_hexes_of_the_map() -> None:
    map = set_picture(small_map(), "scan.png")
    assert set_picture(map, "scan.png") is map
    for pins, says in (((PINS[0], PINS[0]), "two pins"), ((Pin(Hex(50, 1), (1, 1)),), "not on the map"),
                       ([Pin(HEXES[i % len(HEXES)], (i, i)) for i in range(101)], "too many")):
        with pytest.raises(ValueError, match=says):
            set_pins(map, pins)
    with pytest.raises(ValueError, match="no background picture"):
        set_pins(small_map(), PINS)


def test_a_background_is_journalled_and_does_not_change_a_game() -> None:
    before = small_design()
    after = replace(before, map=set_pins(set_picture(before.map, "scan.png"), PINS))
    codec = DeltaCodec([Design])
    assert codec.apply(before, codec.difference(before, after)) == after
    assert play_mark(before) == play_mark(after)
    assert content_mark(before.map) != content_mark(after.map)
    assert emptied(after.map, after.ruleset).background is None


# -- the map changes its shape ------------------------------------------------------------


def shows_the_same(before: GameMap, after: GameMap, kept: list[Hex]) -> None:
    """Every remaining hex lies on the same place of the picture."""
    motion = after.moved
    assert before.background is not None
    assert after.background is not None
    old = align(before.geometry, before.background.pins, UNIT)
    new = align(after.geometry, after.background.pins, UNIT)
    assert new.fit == old.fit
    for hex in kept:
        there = motion.hex(hex)
        if there in after.grid:
            assert new.to_picture.apply(after.geometry.centre(there)) == pytest.approx(
                old.to_picture.apply(before.geometry.centre(hex)), abs=1.0)


@settings(deadline=None)
@given(st.lists(st.sampled_from(HEXES), min_size=2, max_size=6, unique=True),
       st.integers(-3, 3), st.integers(-2, 3), st.integers(-3, 3), st.integers(-2, 3), st.integers(0, 3))
def test_a_resized_and_turned_map_keeps_its_place_on_the_picture(
    hexes: list[Hex], left: int, top: int, right: int, bottom: int, quarters: int
) -> None:
    pins = scanned(hexes)
    if len(hexes) > 2 and spread(hexes) < 0.1:
        pins = pins[:2]
    design = replace(small_design(), map=replace(small_map(), background=Background("scan.png", tuple(pins))))
    grid = design.map.grid
    numbering = nearest_numbering(grid, left, top, right, bottom)
    resized = resize(design, left, top, right, bottom, numbering=numbering)
    shows_the_same(design.map, resized.design.map, HEXES)
    turned = rotate(design, quarters).design
    shows_the_same(design.map, turned.map, HEXES)


def test_cropping_replaces_pins_of_hexes_cut_off() -> None:
    pins = scanned([Hex(0, 0), Hex(7, 0), Hex(0, 5)])
    design = replace(small_design(), map=replace(small_map(), background=Background("scan.png", tuple(pins))))
    cut = crop(design, [Hex(2, 2), Hex(5, 4)]).design
    assert cut.map.background is not None
    assert len(cut.map.background.pins) >= 3
    shows_the_same(design.map, cut.map, HEXES)


# -- the picture is copied ---------------------------------------------------------------


def test_saving_a_map_elsewhere_copies_its_picture(folder: Path, tmp_path: Path) -> None:
    problems(folder, "background: {picture: scan.png}\n")
    design, sources = open_map(folder)
    there = folder / "other" / "new.yaml"
    there.parent.mkdir()
    saved = save_design(design, sources, there)  # type: ignore[arg-type]
    assert (there.parent / "scan.png").read_bytes() == b"a picture"
    assert any("scan.png was copied" in n for n in saved.notes)
    again = save_design(design, sources, there)  # type: ignore[arg-type]
    assert not any("picture" in n for n in again.notes)
    (there.parent / "scan.png").write_bytes(b"another")
    once_more = save_design(design, sources, there)  # type: ignore[arg-type]
    assert any("another picture" in n for n in once_more.notes)
    assert (folder / "scan.png").read_bytes() == b"a picture"
    assert sorted(p.name for p in there.parent.iterdir() if "tmp" in p.name) == []


def test_a_large_file_is_copied_whole_or_not_at_all(tmp_path: Path) -> None:
    source, target = tmp_path / "a.png", tmp_path / "deep" / "b.png"
    source.write_bytes(bytes(9_000_000))
    told: list[float] = []
    assert not copy_file(source, target, lambda done: told.append(done) or len(told) < 2)  # type: ignore[func-returns-value]
    assert not target.exists()
    assert list(target.parent.iterdir()) == []
    assert copy_file(source, target, lambda done: told.append(done) or True)  # type: ignore[func-returns-value]
    assert target.read_bytes() == source.read_bytes()
    assert told[-1] == 1.0
    with pytest.raises(SaveError, match="cannot be read"):
        copy_file(tmp_path / "none.png", target)
