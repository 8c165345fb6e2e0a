"""Notes on probable mistakes on a map, the fixes of problems, and the counts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_design import GRID, small_design

from visegrad_editor.cli.main import main
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.blank import blank_map
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.catalogue import bundled_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import Area, GameMap, HexsideLine, Label, Place, Road
from visegrad_editor.model.lettering import Lettering
from visegrad_editor.model.lint import broken_lines, lint_map
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.ruleset import HexsideKind
from visegrad_editor.model.statistics import statistics

CLEAN = replace(small_design().map, lines=(), roads=())


def design(**parts: object) -> Design:
    return with_map(small_design(), replace(CLEAN, **parts))  # type: ignore[arg-type]


def only(found: tuple[Problem, ...]) -> Problem:
    assert [p.severity for p in found] == ["note"], found
    return found[0]


def mended(before: Design, problem: Problem) -> GameMap:
    assert problem.fix is not None
    after = problem.fix.edit(before)
    assert problem not in (*lint_map(after), *check_documents(after))
    return after.map


def run_of_sides(*pairs: tuple[tuple[int, int], tuple[int, int]]) -> tuple[object, ...]:
    return tuple(hexside(Hex(*a), Hex(*b)) for a, b in pairs)


LONG = run_of_sides(((1, 3), (1, 4)), ((1, 3), (2, 4)), ((2, 3), (2, 4)), ((2, 3), (3, 4)), ((3, 3), (3, 4)))


def test_bundled_maps_have_no_notes() -> None:
    for name in ("maps/visegrad4", "historical", "first-steps"):
        loaded = load(name).design
        assert loaded is not None
        assert not lint_map(loaded)


def test_a_river_with_a_gap_is_noted_and_the_gap_closed() -> None:
    whole = tuple(dict.fromkeys(LONG))
    assert not lint_map(design(lines=(HexsideLine("river", whole, "Long"),)))  # type: ignore[arg-type]
    broken = design(lines=(HexsideLine("river", whole[:1] + whole[2:], "Long", 2),))  # type: ignore[arg-type]
    problem = only(lint_map(broken))
    assert problem.code == "gap"
    assert "Long is in 2 pieces" in problem.message
    assert problem.hex
    (line,) = mended(broken, problem).lines
    assert set(line.sides) == set(whole)
    assert line.width == 2
    with pytest.raises(ValueError, match="changed in the meantime"):
        problem.fix.edit(design())  # type: ignore[union-attr]


def test_pieces_that_are_separate_lines_are_noted_if_they_are_near() -> None:
    whole = tuple(dict.fromkeys(LONG))

    def two(second: tuple[object, ...], name: str = "Long", kind: str = "river") -> Design:
        return design(lines=(HexsideLine("river", whole[:2], "Long", 2),  # type: ignore[arg-type]
                             HexsideLine(kind, second, name, 3)))  # type: ignore[arg-type]

    problem = only(lint_map(two(whole[3:])))
    assert "The river Long is in 2 pieces" in problem.message
    assert {s for x in mended(two(whole[3:]), problem).lines for s in x.sides} == set(whole)
    assert not lint_map(two(whole[2:])), "it only grows wider"
    assert not lint_map(two(whole[3:], name="Short"))
    assert only(lint_map(two(run_of_sides(((6, 4), (6, 5)))))).fix is None
    assert [p.code for p in broken_lines(two(whole[3:]))] == ["gap"]


@pytest.mark.parametrize(("apart", "noted"), [(4, True), (8, True), (9, False), (30, False)])
def test_separate_lines_of_one_name_are_two_rivers_only_if_they_are_far_apart(
    apart: int, noted: bool
) -> None:
    rules = small_design().ruleset
    map = blank_map(rules, "wide", "Wide", 40, 5)
    lines = tuple(HexsideLine("river", (hexside(Hex(x, 2), Hex(x, 3)),), "Brook") for x in (2, 2 + apart))
    notes = [p for p in lint_map(Design(rules, replace(map, lines=lines))) if p.code == "gap"]
    assert len(notes) == noted
    assert all("The river Brook is in 2 pieces" in p.message for p in notes)


def test_a_river_in_far_pieces_has_no_fix_and_one_through_a_lake_is_whole() -> None:
    far = run_of_sides(((0, 2), (1, 2)), ((6, 4), (6, 5)))
    line = HexsideLine("river", far, "Far")  # type: ignore[arg-type]
    assert only(lint_map(design(lines=(line,)))).fix is None
    near = run_of_sides(((2, 1), (2, 2)), ((4, 1), (4, 2)))
    two = design(lines=(HexsideLine("river", near, "Lakes"),))  # type: ignore[arg-type]
    assert only(lint_map(two)).code == "gap"
    flooded = with_map(two, paint_terrain(two.map, [Hex(3, 1), Hex(3, 2), Hex(2, 1)], "sea"))
    assert "gap" not in {p.code for p in lint_map(flooded)}


def test_hexsides_without_effect_are_noted_and_erased() -> None:
    rim = hexside(Hex(0, 3), Hex(-1, 3))
    assert rim.a not in GRID
    edge = design(lines=(HexsideLine("river", (rim, *LONG), "Rim"),))  # type: ignore[arg-type]
    problem = next(p for p in lint_map(edge) if p.code == "one-sided")
    assert rim not in mended(edge, problem).lines[0].sides
    wet = design(lines=(HexsideLine("wall", (hexside(Hex(3, 0), Hex(4, 0)),)),))
    assert mended(wet, only(lint_map(wet))).lines == ()


def test_a_bridge_over_nothing_is_noted_and_erased() -> None:
    side = hexside(Hex(3, 3), Hex(3, 4))
    over = design(lines=(HexsideLine("river", (side,)), HexsideLine("bridge", (side,))))
    dry = design(lines=(HexsideLine("bridge", (side,)),))
    bridge = HexsideKind("bridge", "Bridge", 0, traits=frozenset({"crossing"}))
    rules = replace(dry.ruleset, hexsides=(*dry.ruleset.hexsides, bridge))
    assert not lint_map(replace(over, ruleset=rules))
    dry = replace(dry, ruleset=rules)
    problem = only(lint_map(dry))
    assert problem.code == "dry-crossing"
    assert mended(dry, problem).lines == ()


def test_a_road_to_nowhere_is_noted_and_shortened() -> None:
    path = (Hex(6, 4), Hex(5, 4), Hex(4, 4), Hex(3, 4))
    lone = design(roads=(Road("highway", path, "R9"),))
    problem = only(lint_map(lone))
    assert problem.code == "road-to-nowhere"
    assert problem.hex == GRID.number(path[-1])
    assert problem.fix is not None
    assert problem.fix.label == f"Remove the highway R9 {GRID.number(path[0])}–{GRID.number(path[-1])}"
    assert mended(lone, problem).roads == ()
    joined = design(roads=(Road("highway", path, "R9"), Road("track", (path[1], Hex(5, 5)), "T")))
    assert mended(joined, only(lint_map(joined))).roads[0].path == path[:2]


@pytest.mark.parametrize(("name", "written"), [
    ("Major highway", "The major highway R9 ends in"), ("E77 highway", "The E77 highway R9 ends in")])
def test_a_note_names_a_road_as_the_ruleset_does(name: str, written: str) -> None:
    lone = design(roads=(Road("highway", (Hex(6, 4), Hex(5, 4), Hex(4, 4)), "R9"),))
    kinds = tuple(replace(r, name=name) if r.id == "highway" else r for r in lone.ruleset.roads)
    problem = only(lint_map(replace(lone, ruleset=replace(lone.ruleset, roads=kinds))))
    assert problem.message.startswith(written)
    assert problem.fix is not None
    assert problem.fix.label.startswith(f"Remove the {written.split()[1]} ")


def test_an_island_of_one_hex_is_noted_unless_it_is_a_place() -> None:
    sea = with_map(design(), paint_terrain(CLEAN, GRID.within(Hex(4, 3), 1), "sea"))
    island = with_map(sea, paint_terrain(sea.map, [Hex(4, 3)], "clear"))
    problem = only(lint_map(island))
    assert problem.code == "island"
    assert mended(island, problem) == sea.map
    named = replace(island.map, places=(*island.map.places, Place(Hex(4, 3), "Rock")))
    assert not lint_map(with_map(island, named))


def test_cities_need_names_of_their_own() -> None:
    bare = design(places=(Place(Hex(1, 1), "", ("city",)), Place(Hex(2, 2), "Mid"), Place(Hex(3, 3), "Mid"),
                          Place(Hex(5, 5), "", ("port",))))
    assert [p.code for p in lint_map(bare)] == ["unnamed-city", "same-name"]


def test_one_name_is_enough_for_a_city_of_several_hexes() -> None:
    named = Place(Hex(2, 2), "Mid", ("city", "port"))
    beside, = {Hex(3, 2)} & set(GRID.neighbours(named.hex))

    def notes(*places: Place) -> list[str | None]:
        return [p.hex for p in lint_map(design(places=places)) if p.code == "unnamed-city"]

    assert notes(named, Place(beside, "", ("port", "city"))) == []
    # Farther away, or of another kind, it is a separate city; and if neither has a name both need one.
    assert notes(named, Place(Hex(4, 4), "", ("city", "port"))) == [GRID.number(Hex(4, 4))]
    assert notes(named, Place(beside, "", ("city",))) == [GRID.number(beside)]
    assert len(notes(replace(named, name=""), Place(beside, "", ("city", "port")))) == 2
    germany = load("maps/gsofg").design
    assert germany is not None
    assert not lint_map(germany)


def test_names_off_their_hex_are_noted_and_put_back() -> None:
    near, far, off = Lettering((2.0, 1.0)), Lettering((3.0, 1.0)), Lettering((-6.0, 0.0))
    bare = design(places=(Place(Hex(1, 1), "Off", lettering=off), Place(Hex(4, 3), "Far", lettering=far),
                          Place(Hex(3, 3), "Near", lettering=near),
                          Place(Hex(2, 2), "Word", lettering=Lettering("W"))),
                  labels=(Label("Hills", Hex(4, 4), at=(0.0, -4.0)), Label("Sea", Hex(4, 4), at="NE")))
    problems = [p for p in lint_map(bare) if p.code == "name-off-its-hex"]
    assert [p.hex for p in problems] == [GRID.number(Hex(*h)) for h in ((1, 1), (4, 3), (4, 4))]
    assert "off the map" in problems[0].message
    for problem in problems:
        left = [p.message for p in lint_map(with_map(bare, mended(bare, problem)))]
        assert problem.message not in left


@pytest.mark.parametrize(("parts", "code"), [
    ({"lines": (HexsideLine("river", (), "Dry"),)}, "empty-line"),
    ({"roads": (Road("highway", (Hex(3, 3),), "Stub"),)}, "short-road"),
    ({"areas": (*CLEAN.areas, Area("void", "Void", ()))}, "empty-area"),
    ({"places": (Place(Hex(1, 1)),)}, "empty-place"),
    ({"places": (Place(Hex(1, 1), "A", ("city",)), Place(Hex(1, 1), "", ("port",)))}, "twice"),
])
def test_fixes_solve_the_problems_of_the_map(parts: dict[str, object], code: str) -> None:
    broken = with_map(small_design(), replace(small_design().map, **parts))  # type: ignore[arg-type]
    problem = next(p for p in check_documents(broken) if p.code == code)
    after = mended(broken, problem)
    if code == "twice":
        assert after.place_at[Hex(1, 1)] == Place(Hex(1, 1), "A", ("city", "port"))


def test_problems_are_equal_whatever_their_fixes() -> None:
    (problem,) = lint_map(design(lines=(HexsideLine("wall", (hexside(Hex(3, 0), Hex(4, 0)),)),)))
    assert replace(problem, fix=None) == problem
    assert problem.as_dict()["fix"] == problem.fix.label  # type: ignore[union-attr]


def test_statistics_count_everything_once() -> None:
    found = {s.title: {c.what: c for c in s.counts} for s in statistics(small_design())}
    assert sum(c.number for c in found["Terrain"].values()) == len(GRID)
    assert found["Terrain"]["Mountain"].share == 3 / len(GRID)
    assert found["Hexsides"]["River"].number == 2
    assert found["Hexsides"]["Wall"].number == 0
    assert found["Named lines"]["Long"].number == 2
    assert found["Roads"]["Highway"].number == 2
    assert found["Features"]["City"].number == 1
    assert found["Units"]["Blue side"].number == 4


def test_the_command_line_counts_and_lints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "historical", "--json"]) == 0
    sections = json.loads(capsys.readouterr().out)["sections"]
    assert {s["title"] for s in sections} >= {"Terrain", "Hexsides", "Roads", "Units"}
    assert main(["stats", "maps/visegrad4"]) == 0
    assert "Vistula" in capsys.readouterr().out
    assert main(["validate", "--lint", "historical"]) == 0
    assert main(["stats", "rulesets/visegrad4"]) == 2


def test_validate_says_that_there_are_notes_where_it_does_not_list_them(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = bundled_path("map", "gsofg")
    assert path is not None
    text = path.read_text("utf-8")
    for town in ("Groningen", "Ulm"):
        assert text.count(f", name: {town}, features") == 1
        text = text.replace(f", name: {town}, features", ", features")
    file = tmp_path / "nameless.yaml"
    file.write_text(text, "utf-8")
    assert main(["validate", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: map is good (no problems; 2 notes, see --lint)\n"
    assert main(["validate", "--lint", str(file)]) == 0
    assert "map is good (2 notes)" in capsys.readouterr().out
