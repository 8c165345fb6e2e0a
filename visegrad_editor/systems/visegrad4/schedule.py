"""The replacement schedule: what each side receives on which turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...model.ruleset import Ruleset
from ...model.scenario import Scenario
from .assets import air_points


@dataclass(frozen=True)
class Receipt:
    """Replacement steps and air points of one side on one turn."""

    steps: int = 0
    air_points: int = 0


def replacement_chart(ruleset: Ruleset, scenario: Scenario) -> Mapping[tuple[int, str], Receipt]:
    """(turn, side id) to the receipt; a scenario's own lines replace those of the ruleset."""
    chart: dict[tuple[int, str], Receipt] = {}
    lines: Iterable[tuple[int, str, int, int]] = (
        *((r.turn, r.side, r.steps, air_points(r)) for r in ruleset.replacements),
        *((o.turn, o.side, o.steps, air_points(o)) for o in scenario.replacements),
    )
    for turn, side, steps, points in lines:
        chart[turn, side] = Receipt(steps, points)
    return chart
