"""What an edit does to the shares of games that the sides win: two versions of a scenario, the same seeds."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING

from ..lazy_dataclass import dataclass
from ..model.ruleset import Ruleset
from .win_shares import wilson

if TYPE_CHECKING:
    from .game_pool import GameResult

Results = Mapping[int, "GameResult"]
"""The results of the games of a design, by seed."""
USUAL_GAMES = 200
"""How many games show a change of some seven points."""
MOST_GAMES, MOST_SEED, MOST_PROCESSES = 100_000, 999_999, 64
"""What may be asked for: more would take hours, or all of the memory."""
DRAWN = ""
"""The winner of a game that nobody wins."""


@dataclass(frozen=True)
class Share:
    """How many of the games a side won, with the 95 % interval of its share (0 to 1)."""

    won: int
    games: int

    @property
    def share(self) -> float:
        """From 0 to 1; 0 without a game."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval."""
        return wilson(self.won, self.games)


@dataclass(frozen=True)
class ShareChange:
    """A share before and after, counted over the seeds that both have played. `change` and its 95 % interval
    from `low` to `high` are differences of shares, from -1 to 1."""

    before: Share
    after: Share
    change: float
    low: float
    high: float

    @property
    def certain(self) -> bool:
        """Whether the interval says that there is a change, and in which direction."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Way:
    """A way in which games were decided: who won, by which rule and which condition, in how many games, and
    one of them, by its seed, with the reason as it was told."""

    winner: str
    rule: str
    by: str
    games: int
    seed: int
    reason: str


def ways_of(results: Results) -> list[Way]:
    """The ways in which games were decided, the most frequent first."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for seed, result in sorted(results.items()):
        found.setdefault((result.winner, result.rule, result.by), []).append(seed)
    made = [Way(*way, len(seeds), seeds[0], results[seeds[0]].reason) for way, seeds in found.items()]
    return sorted(made, key=lambda way: -way.games)


def share_of(results: Results, winner: str) -> Share:
    """The share of the games that a side won."""
    return Share(sum(r.winner == winner for r in results.values()), len(results))


def share_change(before: Results, after: Results, winner: str) -> ShareChange:
    """How the share of a side changed, over the seeds that were played before and after."""
    seeds = before.keys() & after.keys()
    pairs = [(before[s].winner == winner, after[s].winner == winner) for s in seeds]
    both, lost, gained = (pairs.count(p) for p in ((True, True), (True, False), (False, True)))
    neither = len(pairs) - both - lost - gained
    low, high = paired_interval(both, lost, gained, neither)
    change = (gained - lost) / len(pairs) if pairs else 0.0
    return ShareChange(Share(both + lost, len(pairs)), Share(both + gained, len(pairs)), change, low, high)


def same_courses(before: Results, after: Results) -> int:
    """How many seeds led to the same game before and after, order for order."""
    return sum(before[s].course == after[s].course for s in before.keys() & after.keys())


def paired_interval(both: int, lost: int, gained: int, neither: int) -> tuple[float, float]:
    """The 95 % interval of a change of a share, from pairs of games with the same seed.

    `both` counts the seeds won before and after, `lost` only before, `gained` only after, `neither` never.
    The method is Newcombe's of 1998 for paired data (his number 10): the Wilson intervals of the two shares,
    joined by the correlation of the pairs. (-1, 1) without a game.

    >>> [round(100 * x) for x in paired_interval(70, 10, 20, 100)]
    [0, 10]
    """
    games = both + lost + gained + neither
    if not games:
        return -1.0, 1.0
    before, after = both + lost, both + gained
    share_before, share_after = before / games, after / games
    (low_b, high_b), (low_a, high_a) = wilson(before, games), wilson(after, games)
    correlation = _correlation(both, lost, gained, neither)
    down, up = share_after - low_a, high_b - share_before
    below = down * down - 2 * correlation * down * up + up * up
    down, up = share_before - low_b, high_a - share_after
    above = up * up - 2 * correlation * down * up + down * down
    change = share_after - share_before
    return max(-1.0, change - sqrt(max(0.0, below))), min(1.0, change + sqrt(max(0.0, above)))


def _correlation(both: int, lost: int, gained: int, neither: int) -> float:
    """The correlation of the pairs, a little less if it is positive, as the method demands."""
    games = both + lost + gained + neither
    product = (both + lost) * (gained + neither) * (both + gained) * (lost + neither)
    if not product:
        return 0.0
    excess = float(both * neither - lost * gained)
    if excess > 0:
        excess = max(0.0, excess - games / 2)
    return excess / sqrt(product)


def winners(ruleset: Ruleset, *several: Results) -> dict[str, str]:
    """The names of all who can win, by id; "nobody" for draws if there are any."""
    names = {side.id: side.name for side in ruleset.sides}
    if any(r.winner == DRAWN for results in several for r in results.values()):
        names[DRAWN] = "Nobody (draw)"
    return names


def points(share: float) -> str:
    """A difference of shares in percentage points, with its sign.

    >>> points(0.055), points(-0.02), points(0.0004)
    ('+5.5', '−2', '0')
    """
    text = f"{abs(100 * share):.1f}".removesuffix(".0")
    return "0" if float(text) == 0 else f"{'+' if share > 0 else '−'}{text}"


def percent(share: float) -> str:
    """A share in percent, without the sign.

    >>> percent(0.465), percent(0.4)
    ('46.5', '40')
    """
    return f"{100 * share:.1f}".removesuffix(".0")


def change_text(change: ShareChange) -> str:
    """A change with its interval, in percentage points: `+5.5 (−1 to +12)`."""
    return f"{points(change.change)} ({points(change.low)} to {points(change.high)})"
