"""Random games of random rulesets: no exception, no illegal state, what is listed is what is legal, no game
without end."""

from __future__ import annotations

import pytest
from any_rulesets import any_design
from hypothesis import given, settings
from hypothesis import strategies as st

from visegrad_editor.engine import Game
from visegrad_editor.engine.hexgame.setup import SetupError
from visegrad_editor.playtest.faults import Limits, Rates
from visegrad_editor.playtest.fuzz import fuzz_game

RATES = Rates(undo=0.2, listed=0.3, wrong=0.4, saved=0.05, whole=0.05, replay=0.3)
SEEDS = range(24)


def fault(seed: int, games: int = 2) -> str:
    """The first fault of some random games of a random ruleset; "" if there is none."""
    design = any_design(seed)
    try:
        Game.from_scenario(design)
    except SetupError:
        # The limits of stacks are below what the fixed set-up needs.
        return ""
    for game in range(games):
        finding = fuzz_game(design, 100 * seed + game, "any", RATES, Limits(orders=2000)).finding
        if finding is not None:
            return f"{finding.signature}: {finding.message} Order: {finding.text}"
    return ""


def test_random_games_of_random_rulesets_have_no_fault() -> None:
    assert {seed: found for seed in SEEDS if (found := fault(seed))} == {}


@pytest.mark.exhaustive
@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**9))
def test_many_random_rulesets_have_no_fault(seed: int) -> None:
    assert fault(seed) == ""
