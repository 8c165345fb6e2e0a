"""The shares of games that sides win, and the bundled variants, whose notes state theirs."""

from __future__ import annotations

import re
from functools import cache

import pytest

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.catalogue import bundled_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem
from visegrad_editor.playtest.play import play_game
from visegrad_editor.playtest.win_shares import shares_text, wilson

VARIANTS = ("early-us-entry", "loyal-ukraine", "no-cyber-war", "mobilised-poland", "baltic-front",
            "two-turns", "gsofg-nato-warned", "gsofg-conventional", "gsofg-free-fronts")
LARGE = ("gsofg-nato-warned", "gsofg-conventional")
"""Variants whose games take ten seconds and more; one of their kind is played in every run."""
LONGEST = 80
_SHARE = re.compile(r"(\d+) \((\d+) to (\d+) %\)")


@cache
def opened(name: str) -> tuple[Design, tuple[Problem, ...]]:
    """A bundled design, with all its problems as it judges them."""
    found = load(f"scenarios/{name}")
    assert found.design is not None
    return found.design, find_problems(found.design, found.sources, found.reading)


# -- shares ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wins", "games", "low", "high"), [
    # As in tables of the Wilson score interval.
    (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (41, 100, 0.3187, 0.5080),
    (0, 0, 0.0, 1.0)])
def test_the_interval_of_a_share(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.0002)


def test_shares_in_words() -> None:
    assert shares_text(10, [("Red", 5), ("Blue", 0)], "planner against random") == (
        "Of 10 games of planner against random: Red 5 (24 to 76 %), Blue 0 (0 to 28 %).")


# -- the bundled variants ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_short_and_explains_itself(name: str) -> None:
    path = bundled_path("scenario", name)
    assert path is not None
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST
    scenario = opened(name)[0].scenario
    assert scenario is not None
    base = opened(scenario.extends)[0].scenario
    assert base is not None
    # Nothing of this is in a rulebook, and nothing is taken over from the base.
    assert scenario.provenance.source == "designer"
    assert scenario.summary not in ("", base.summary)
    paragraphs = scenario.notes.split("\n")
    assert [p for p in paragraphs if p.startswith("What changes:")]
    assert [p for p in paragraphs if p.startswith("Designers:")]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_has_no_problem_that_its_base_has_not(name: str) -> None:
    design, problems = opened(name)
    assert design.scenario is not None
    known = {(p.code, p.message) for p in opened(design.scenario.extends)[1]}
    assert [p for p in problems if p.severity != "note" and (p.code, p.message) not in known] == []


@pytest.mark.parametrize("name", VARIANTS)
def test_the_notes_of_a_variant_state_its_shares_and_how_to_repeat_them(name: str) -> None:
    scenario = opened(name)[0].scenario
    assert scenario is not None
    notes = " ".join(scenario.notes.split())
    assert f"visegrad-editor balance {name} --games 100" in notes
    told = notes.partition("Of 100 games of planner against planner:")[2]
    shares = [tuple(map(int, found)) for found in _SHARE.findall(told)]
    assert sum(won for won, _, _ in shares) == 100
    for won, low, high in shares:
        assert (low, high) == tuple(round(100 * x) for x in wilson(won, 100))
        # A game that one side nearly always wins is no fun.
        assert won <= 85


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.exhaustive) if name in LARGE else name for name in VARIANTS])
def test_a_variant_is_played_to_the_end(name: str) -> None:
    design = opened(name)[0]
    outcome = play_game(design, 3).outcome
    assert outcome is not None
    assert outcome.winner in {side.id for side in design.ruleset.sides}


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param("baltic-front", marks=pytest.mark.exhaustive), "two-turns"])
def test_the_shares_of_the_notes_are_those_of_the_games(name: str) -> None:
    design = opened(name)[0]
    assert design.scenario is not None
    won = [play_game(design, seed).outcome for seed in range(100)]
    wins = [(side.name, sum(o is not None and o.winner == side.id for o in won))
            for side in design.ruleset.sides]
    assert shares_text(100, wins, "planner against planner") in " ".join(design.scenario.notes.split())
