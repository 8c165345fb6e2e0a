"""A check of variants: a free set-up whose units still stand in the fixed hexes of the base."""

from __future__ import annotations

from dataclasses import replace

from ..design import Design
from ..edit.units import take_off_map
from ..files.sources import Sources
from ..position_changes import most_fixed
from ..scenario import JudgedProblem, Scenario
from ..wording import count, listed
from .context import Checks
from .fixes import scenario_fix

CODE = "fixed-set-up"
_NAMED = 3
"""How many of the units are named at most."""


def check_fixed_set_up(checks: Checks, design: Design, sources: Sources | None) -> None:
    """A note, once, if most of the units that a variant gives a choice of hexes, and that stand in one, stand
    in the hex that its base fixes: to play, they are as fixed as before. With another part of the map in
    play the set-up is another one anyway, and within a game units stand where play has led them."""
    scenario, file = design.scenario, sources.scenario if sources is not None else None
    if scenario is None or file is None or file.base is None or (
            scenario.start is not None and scenario.start.begun):
        return
    base = most_fixed(one.document for one in file.base.chain() if isinstance(one.document, Scenario))
    if base is None or base.play_area != scenario.play_area:
        return
    standing = [u for u in scenario.units if u.position and u.setup is not None and u.setup.has_choice]
    fixed = [u for u in standing if (was := base.unit_by_key.get(u.key)) is not None and not was.position
             and was.reinforcement is None and was.hex == u.position]
    if 2 * len(fixed) <= len(standing):
        return
    names = [f"{u.name} in {u.position}" for u in fixed[:_NAMED]]
    more = [f"{len(fixed) - _NAMED} more"] if len(fixed) > _NAMED else []
    one, first = len(fixed) == 1, fixed[0]
    them, stand = ("it", "stands") if one else ("them", "stand")
    chooses = "its owner chooses the hex" if one else "their owner chooses the hexes"
    checks.add("note", CODE, (
        f"{count(len(fixed), 'unit')} with a choice of hexes {stand} where {base.title} fixes {them} "
        f"({listed([*names, *more])}), so that there is nothing to choose. Free {them}, or keep {them} there "
        "if that is meant."), "scenario", "units", first.key, first.position, first.key, fixes=(
            scenario_fix(f"Free {them}: {chooses}",
                         lambda s: take_off_map(s, [u.key for u in fixed if u.key in s.unit_by_key])),
            scenario_fix(f"Keep {them}, and do not say so again", lambda s: replace(s, problems=(
                *s.problems, JudgedProblem(CODE, "silent", "The set-up is to begin as in the base."))))))
