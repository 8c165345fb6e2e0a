"""The example games that play from data: no problems, no faults in random play, sensible games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from printed_text import printed_text

from visegrad_editor.cli.loading import all_problems
from visegrad_editor.editor.actions import NEEDS
from visegrad_editor.editor.documents.files import document_of
from visegrad_editor.editor.session import Session
from visegrad_editor.engine.record import replay
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.catalogue import bundled_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_as
from visegrad_editor.playtest.fuzz import fuzz
from visegrad_editor.playtest.play import play_game
from visegrad_editor.printing.charts import charts_bytes
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

GAMES = ("hollen", "velna", "karn")
UNITS = {"hollen": 10, "velna": 22, "karn": 20}


def design_of(name: str) -> Design:
    design = load(f"scenarios/{name}").design
    assert design is not None
    return design


@pytest.mark.parametrize("name", GAMES)
def test_an_example_game_has_its_own_three_files_without_a_problem(name: str) -> None:
    assert all(bundled_path(kind, name) for kind in ("ruleset", "map", "scenario"))
    result = load(f"scenarios/{name}")
    assert all_problems(result) == ()
    design = result.design
    assert design is not None
    assert design.scenario is not None
    assert design.ruleset.system == "standard"
    assert len(design.scenario.units) == UNITS[name]
    assert design.scenario.summary
    assert str(UNITS[name]) not in design.scenario.summary, "numbers are written out"
    assert "6.0 Victory." in design.scenario.notes


@pytest.mark.parametrize("name", GAMES)
def test_the_window_can_play_an_example_game(name: str) -> None:
    loaded = load(f"scenarios/{name}")
    assert loaded.design is not None
    session = Session(loaded.design, document_of(loaded))
    assert all(NEEDS[need].met(session) for need in ("scenario", "game"))


OTHER_GAMES = ("cyber", "air point", "E77", "Visegrad", "Soviet", "NATO", "5F", "mechanized")


def text_of(pdf: bytes) -> str:
    return printed_text(pdf)


def test_the_papers_of_a_game_have_its_counters_and_no_word_of_another() -> None:
    design = design_of("hollen")
    sheet, charts = text_of(setup_sheet_bytes(design)), text_of(charts_bytes(design))
    assert "5-4" in sheet
    assert "3-6" in sheet
    assert "attack /2" in charts, "the ford, beside the river"
    assert "Each defending unit loses a step; the attacker loses as many" in charts
    assert [word for word in OTHER_GAMES if word.lower() in f"{sheet} {charts}".lower()] == []
    assert "Easily forgotten" not in charts
    assert "each side gets 3 victory points for each town" in f"{sheet} {charts}"


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_that_an_example_game_cites_are_in_its_notes(name: str) -> None:
    design = design_of(name)
    assert design.scenario is not None
    campaign = fuzz(design, 6, 1)
    cited = {rule for rule in campaign.rules if rule[:1].isdigit()}
    assert len(cited) >= 5
    missing = [rule for rule in cited if f"{rule} " not in design.scenario.notes]
    assert missing == []


# Seeds with which the destinations of a unit with wings differed from the orders that random play checked.
@pytest.mark.parametrize(("name", "seed"), [("hollen", 1), ("velna", 1), ("karn", 6), ("karn", 19)])
def test_random_play_of_an_example_game_finds_no_fault(name: str, seed: int) -> None:
    campaign = fuzz(design_of(name), 3, seed)
    assert (campaign.games, campaign.findings) == (3, [])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("planner", [0, 1])
def test_the_planner_beats_random_play_from_either_side(name: str, planner: int) -> None:
    design = design_of(name)
    players = ("planner", "random") if planner == 0 else ("random", "planner")
    winners = [record.outcome.winner for seed in range(5)
               if (record := play_game(design, seed, players)).outcome is not None]
    assert len(winners) == 5
    assert winners.count(design.ruleset.sides[planner].id) >= 4


@pytest.mark.parametrize("name", ["velna", "karn"])
def test_both_sides_of_an_example_game_win_and_games_replay(name: str) -> None:
    design = design_of(name)
    records = [play_game(design, seed) for seed in range(10)]
    winners = {record.outcome.winner for record in records if record.outcome is not None}
    assert winners == {side.id for side in design.ruleset.sides}
    again = replay(design, records[0])
    assert again.outcome == records[0].outcome


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_of_an_example_game_gets_rules_of_its_own_when_they_change(name: str, tmp_path: Path) -> None:
    result = load(f"scenarios/{name}")
    design = result.design
    assert design is not None
    changed = replace(design, ruleset=replace(design.ruleset, title="My rules", turns=9))
    save_as(changed, result.sources, tmp_path / "my-war.yaml")
    again = load(tmp_path / "my-war.yaml")
    assert all_problems(again) == ()
    assert again.design is not None
    assert again.sources.ruleset is not None
    assert again.sources.ruleset.path.parent == tmp_path
    assert (again.design.ruleset.title, again.design.ruleset.turns) == ("My rules", 9)
    assert fuzz(again.design, 2, 1).findings == []


def test_karn_is_played_with_all_it_shows() -> None:
    design = design_of("karn")
    texts = "\n".join(
        event.text for seed in (1, 2) for event in replay(design, play_game(design, seed)).events)
    told = ("by Wings", "by Tunnels", "is disrupted", "no longer disrupted", "Ash falls", "supports the")
    assert [one for one in told if one not in texts] == []
