"""`new --on` with sides, units, set-up, arrivals and goals, and many games of what it makes with `run`."""

from __future__ import annotations

from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.files.load import load

UNITS = """name,nationality,type,strength
1st,blue,infantry,5
2nd,blue,infantry,5
1st,red,infantry,4
2nd,red,infantry,4
3rd,red,armored,6
"""


def run(*words: object) -> int:
    return main([str(word) for word in words])


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with an empty map and a table of units."""
    assert run("new", "-o", tmp_path / "map.yaml", "--size", "12x9") == 0
    (tmp_path / "units.csv").write_text(UNITS, "utf-8")
    capsys.readouterr()
    return tmp_path


def make(folder: Path, *words: object) -> int:
    return run("new", "-o", folder / "war.yaml", "--on", folder / "map.yaml", *words)


def test_a_whole_scenario_from_one_command_is_good_and_played(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(
        folder, "--turns", "3", "--side", "blue=Westland", "--side", "red=Eastland", "--moves-first", "red",
        "--units-from", folder / "units.csv", "--set-up", "blue=0101..0409", "--set-up", "red=0901..1209",
        "--arrive", "red/3rd=2:east", "--goal", "blue control 0605", "--goal", "red destroy 2", "--fill") == 0
    assert "4 units set up." in capsys.readouterr().out
    loaded = load(folder / "war.yaml")
    assert loaded.problems == ()
    assert loaded.design is not None
    scenario, rules = loaded.design.scenario, loaded.design.ruleset
    assert scenario is not None
    assert (scenario.name, scenario.turns) == ("war", 3)
    assert [s.name for s in rules.sides] == ["Westland", "Eastland"]
    assert [part.player_turn for part in rules.sequence.turn] == ["red", "blue"]
    assert scenario.victory is not None
    assert [(c.winner, c.judged) for c in scenario.victory.conditions] == [
        ("blue", "end"), ("red", "at-once")]
    assert [bool(u.position) for u in scenario.units] == [True, True, True, True, False]
    assert run("validate", folder / "war.yaml") == 0
    capsys.readouterr()
    assert run("balance", folder / "war.yaml", "--games", "4", "--jobs", "1") == 0
    assert capsys.readouterr().out.startswith("Of 4 games of planner against planner: Westland ")


def test_what_is_missing_is_told_and_the_scenario_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(folder, "--units-from", folder / "units.csv", "--set-up", "blue=0101..0409") == 0
    said = capsys.readouterr().out
    assert "Red side: no area yet. 3 units will wait off the map for a set-up by hand." in said
    assert "No goal yet: whoever holds more places of the map at the end wins." in said


def test_goals_to_leave(folder: Path) -> None:
    assert make(folder, "--units-from", folder / "units.csv", "--goal", "red leave west 2") == 0
    design = load(folder / "war.yaml").design
    assert design is not None
    assert [e.side for e in design.ruleset.movement.off_map] == ["red"]


@pytest.mark.parametrize(("map", "goals", "winners"), [
    ("visegrad4", ("russian take any 2 industrial and destroy 2", "allied survive 3 4"),
     ["russian", "allied"]),
    ("gsofg", ("nato destroy 3", "soviet points 5 for city", "nato ratio 2"), ["nato", "nato"])])
def test_goals_take_the_place_of_the_rules_of_any_game(
    map: str, goals: tuple[str, ...], winners: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [word for goal in goals for word in ("--goal", goal)]
    assert run("new", "-o", folder / "war.yaml", "--on", map, *given) == 0
    loaded = load(folder / "war.yaml").design
    assert loaded is not None
    assert loaded.scenario is not None
    assert loaded.scenario.victory is not None
    assert [c.winner for c in loaded.scenario.victory.conditions] == winners
    assert not [p for p in check_documents(loaded) if p.severity == "error" and "victory" in p.message]


@pytest.mark.parametrize(("words", "expected"), [
    (("--goal", "red win"), '--goal: "red win" is none: write SIDE control HEX …'),
    (("--goal", "red destroy many"), '--goal: "red destroy many" is none'),
    (("--goal", "red control 9999"), '--goal: "9999" is no hex of the map.'),
    (("--goal", "green control 0605"), 'There is no side "green". Sides: blue and red.'),
    (("--side", "blue"), '--side "blue": write it as --side blue=Westland.'),
    (("--set-up", "blue=0101"), '--set-up: "0101" is no area of the map. Areas: none.'),
    (("--set-up", "blue=0101..9999"), '--set-up: "0101..9999" names no two hexes of the map.'),
    (("--arrive", "red/9th=2:east"), '--arrive: there is no unit "red/9th".'),
    (("--arrive", "red/9th=2"), "write turn and entry, such as red/9th=2:east."),
    (("--side", "blue=red side"), "Two have the same name"),
])
def test_options_that_do_not_fit_say_what_to_write(
    words: tuple[str, ...], expected: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make(folder, *words) == 2
    assert expected in capsys.readouterr().err
    assert not (folder / "war.yaml").exists()


def test_a_table_with_faults_and_options_without_a_map_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "units.csv").write_text(UNITS + "4th,red,tanks,6\n", "utf-8")
    assert make(folder, "--units-from", folder / "units.csv") == 2
    assert "Line 7, 4th" in capsys.readouterr().err
    assert run("new", "-o", folder / "war.yaml", "--goal", "red destroy 2") == 2
    assert "--goal belongs to a scenario on a map. Add --on MAP." in capsys.readouterr().err
    assert run("new", "-o", folder / "war.yaml", "--on", "visegrad4", "--moves-first", "russian") == 2
    assert "leave out --side and --moves-first" in capsys.readouterr().err


def test_rules_of_ones_own_stay_and_the_new_ones_get_a_free_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("new", "-o", folder / "alder-ruleset.yaml", "--rules", "blank") == 0
    assert run("new", "-o", folder / "alder.yaml", "--size", "8x8", "--ruleset",
               folder / "alder-ruleset.yaml") == 0
    before = [(folder / name).read_bytes() for name in ("alder.yaml", "alder-ruleset.yaml")]
    (folder / "units.csv").write_text(
        UNITS.replace("strength\n", "strength,formation\n", 1).replace(",5\n", ",5,North Wing\n"), "utf-8")
    capsys.readouterr()
    assert run("new", "-o", folder / "w2.yaml", "--on", folder / "alder.yaml", "--side", "blue=Heron League",
               "--units-from", folder / "units.csv") == 0
    assert "5 units added and 1 formation made." in capsys.readouterr().out
    assert [(folder / name).read_bytes() for name in ("alder.yaml", "alder-ruleset.yaml")] == before
    loaded = load(folder / "w2.yaml")
    assert [p for p in loaded.problems if p.severity == "error"] == []
    assert loaded.design is not None
    assert loaded.sources.ruleset is not None
    assert loaded.sources.ruleset.path.name == "w2-ruleset.yaml"
    rules = loaded.design.ruleset
    assert (rules.name, rules.sides[0].name) == ("w2-ruleset", "Heron League")
    assert [(f.id, f.name, f.nationality) for f in rules.formations] == [("north-wing", "North Wing", "blue")]
