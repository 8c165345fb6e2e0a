"""What an edit does to the shares of wins: intervals of pairs of games, and games in processes."""

from __future__ import annotations

from itertools import islice
from math import comb

import pytest

from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.balance import (
    change_text,
    paired_interval,
    same_courses,
    share_change,
    share_of,
    winners,
)
from visegrad_editor.playtest.game_pool import GameResult, GameTask, play_games, result_of

PLANNERS = ("planner", "planner")


def bundled(name: str) -> Design:
    design = load(f"scenarios/{name}").design
    assert design is not None
    return design


# -- intervals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pairs", "low", "high"), [
    # The example that statistics packages give for the method.
    ((36, 2, 12, 0), 0.0569, 0.3404), ((36, 12, 2, 0), -0.3404, -0.0569),
    ((0, 0, 0, 0), -1.0, 1.0)])
def test_the_interval_of_a_change(pairs: tuple[int, int, int, int], low: float, high: float) -> None:
    assert paired_interval(*pairs) == pytest.approx((low, high), abs=0.0001)


def test_the_same_seeds_make_the_interval_smaller() -> None:
    """Pairs that hardly differ say more than shares alone: as if before and after were not paired."""
    low, high = paired_interval(80, 0, 10, 110)
    apart_low, apart_high = paired_interval(36, 44, 54, 66)
    assert low > 0
    assert apart_low < 0
    assert high - low < (apart_high - apart_low) / 2


def test_the_interval_holds_the_change_about_as_often_as_it_says() -> None:
    """Of 40 pairs, of which 3 in 10 are won before and after, 1 in 10 only before, 2 in 10 only after."""
    chances, games = (0.3, 0.1, 0.2, 0.4), 40
    held = 0.0
    for both in range(games + 1):
        for lost in range(games - both + 1):
            for gained in range(games - both - lost + 1):
                neither = games - both - lost - gained
                ways = comb(games, both) * comb(games - both, lost) * comb(games - both - lost, gained)
                low, high = paired_interval(both, lost, gained, neither)
                if low <= 0.1 <= high:
                    held += (ways * chances[0] ** both * chances[1] ** lost * chances[2] ** gained
                             * chances[3] ** neither)
    assert 0.93 < held < 0.98


def test_shares_and_changes_count_the_seeds_that_both_have_played() -> None:
    before = {0: GameResult("red", "1", "a"), 1: GameResult("blue", "1", "b"), 2: GameResult("", "2", "c")}
    after = {0: GameResult("red", "1", "a"), 1: GameResult("red", "1", "d"), 7: GameResult("blue")}
    change = share_change(before, after, "red")
    assert (change.before.won, change.after.won, change.after.games, change.change) == (1, 2, 2, 0.5)
    assert not change.certain
    assert same_courses(before, after) == 1
    assert share_of(before, "").won == 1
    ruleset = bundled("hollen").ruleset
    assert "" not in winners(ruleset, after)
    assert winners(ruleset, before, after)[""] == "Nobody (draw)"
    assert change_text(share_change({n: GameResult("x") for n in range(9)},
                                    {n: GameResult("red") for n in range(9)}, "red")).startswith("+100 (+")


# -- games in processes --------------------------------------------------------------------------------


def test_processes_play_the_same_games_as_this_one() -> None:
    velna, hollen = bundled("velna"), bundled("hollen")
    tasks = [GameTask(0, 3), GameTask(1, 3), GameTask(0, 4)]
    played = dict(play_games([velna, hollen], tasks, PLANNERS, 2))
    assert set(played) == set(tasks)
    assert played[GameTask(0, 3)] == result_of(velna, 3, PLANNERS)
    assert played[GameTask(1, 3)] == result_of(hollen, 3, PLANNERS)
    assert played[GameTask(0, 3)].course != played[GameTask(0, 4)].course


def test_no_game_more_is_played_when_the_caller_stops() -> None:
    import multiprocessing

    there = set(multiprocessing.active_children())
    design, results = bundled("hollen"), []
    for played in play_games([design], [GameTask(0, s) for s in range(500)], PLANNERS, 2,
                             lambda: len(results) >= 3):
        results.append(played)
    assert 3 <= len(results) <= 6
    assert len(list(islice(play_games([design], [GameTask(0, s) for s in range(500)], PLANNERS, 1), 1))) == 1
    assert set(multiprocessing.active_children()) <= there


def test_a_game_that_cannot_be_played_says_why() -> None:
    ((_, result),) = play_games([bundled("hollen")], [GameTask(0, 5)], ("planner", "nosuch"), 1)
    assert result.failure.startswith("Seed 5: ")
    assert "nosuch" in result.failure
    assert list(play_games([bundled("hollen")], [], PLANNERS)) == []
