"""What the rules find wrong with a design, before anything is played."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.board import Board, board_for
from ...engine.set_up_checks import absent_units
from ...model.design import Design
from ...model.give_way import give_way
from ...model.problems import Problem
from ...model.scenario import Scenario
from .checks_map import map_problems
from .checks_setup import CHAPTERS, setup_problems
from .checks_start import start_problems
from .constants import ALLIED, ASSAULT, CAPITAL, CITY, CYBER_WAR, INDUSTRIAL, PORT, RUSSIAN, SIDES
from .forces import forces_for
from .losses import SCRIPTS

_SET_UP_ORDER = (SIDES[ALLIED], SIDES[RUSSIAN])
"""As `setup.begin` has it."""
_FEATURES = (
    (CITY, "no city supplies a unit", "7.5"), (CAPITAL, "no capital is a supply source or a prize", "4.2"),
    (PORT, "no marine unit lands in a port", "10.0"), (INDUSTRIAL, "no industrial hex can be taken", "4.0"),
)
"""The features these rules look for, and what is missing from a game without them."""


def check(design: Design) -> tuple[Problem, ...]:
    """All problems of a design in the sense of the rules, in the order of the rulebook's chapters.

    What the checks of the documents find (`model.check`: unknown words, impossible strengths, set-ups
    and entries without a hex in play) is not found again here.
    """
    found = list(_ruleset(design))
    scenario = design.scenario
    board = board_for(design.map, design.ruleset, scenario.play_area if scenario else ())
    give_way()
    found += map_problems(design, board)
    if scenario is not None:
        give_way()
        found += _units(design, scenario, board)
        give_way()
        if all(any(s.id == side for s in design.ruleset.sides) for side in SIDES):
            found += start_problems(design, scenario, board)
            found += setup_problems(design, scenario, board)
    return tuple(sorted(found, key=lambda p: ("error", "warning", "note").index(p.severity)))


def _ruleset(design: Design) -> Iterator[Problem]:
    """What the rules need of a ruleset: two sides, two tables with known results."""
    ruleset = design.ruleset
    ids = {s.id for s in ruleset.sides}
    for side in SIDES:
        if side not in ids:
            yield Problem("error", "no-side", f"The ruleset has no side `{side}`; these rules need the sides "
                          f"`{SIDES[0]}` and `{SIDES[1]}`.", rule="2.3", entry="sides/")
    for nation in ruleset.nationalities:
        if nation.side not in SIDES:
            yield Problem("error", "no-side", f"The nationality {nation.name} is on the side "
                          f"`{nation.side}`, which these rules do not know.", rule="2.3",
                          entry=f"nationalities/{nation.id}")
    if ASSAULT not in ruleset.table_by_id:
        yield Problem("error", "no-table", f"The ruleset has no combat table `{ASSAULT}`, so no attack can "
                      "be resolved.", rule="11.0", entry="tables/")
    for table in (t for t in ruleset.tables if t.id in (ASSAULT, CYBER_WAR)):
        if len(table.rows) != 6:
            yield Problem("error", "table-rows", f"{table.name} has {len(table.rows)} rows; it needs one "
                          "for each face of a die.", rule="11.0", entry=f"tables/{table.id}")
        codes = {code for row in table.rows for code in row if code}
        for code in sorted(codes - set(SCRIPTS)):
            yield Problem("error", "unknown-result", f"{table.name} holds the result {code}, which these "
                          f"rules do not know. They know {', '.join(sorted(SCRIPTS))}.", rule="11.0",
                          entry=f"tables/{table.id}")
    order = (design.scenario.set_up_order if design.scenario else ()) or ruleset.set_up_order
    if order and order != _SET_UP_ORDER:
        yield Problem("warning", "set-up-order", f"By these rules the {_SET_UP_ORDER[0]} side sets up first, "
                      f"then the {_SET_UP_ORDER[1]} side; `set_up_order` says {', then '.join(order)}. Games "
                      "are played by the rules, set-up sheets print what is written.", rule="3.0",
                      part="scenario/set_up_order" if design.scenario and design.scenario.set_up_order
                      else "ruleset/set_up_order")
    for feature, lost, rule in _FEATURES:
        if feature not in ruleset.feature_by_id:
            yield Problem("warning", "no-feature", f"The ruleset has no feature `{feature}`, by which these "
                          f"rules know what they speak of: {lost}.", rule=rule, entry="features/")
    if ruleset.stacking_limit < 1:
        yield Problem("error", "stacking-limit", "The stacking limit is below one, so no unit can stand "
                      "anywhere.", rule="6.0", part="ruleset/stacking_limit")


def _units(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Units that never appear, assets."""
    forces = forces_for(design, scenario, board)
    labels = dict(zip(forces.keys, forces.labels, strict=True))
    yield from absent_units(design.ruleset, scenario, labels, CHAPTERS)
    for i, side in enumerate(SIDES):
        assets = next((a for a in scenario.assets if a.side == side), None)
        pool = [u for u in forces.wings[i] if scenario.units[u].reinforcement is None]
        if pool and assets is None:
            yield Problem("warning", "no-assets", f"The {side} side has air units to buy but no line under "
                          "`assets`, so no maximum and no cyber-war markers.", rule="3.1",
                          part="scenario/assets")
        elif assets is not None and assets.air_maximum > len(pool):
            yield Problem("note", "few-air-units", f"The {side} side may own {assets.air_maximum} air "
                          f"units, but the scenario has counters for {len(pool)} it can buy.", rule="3.1",
                          part=f"scenario/assets/{side}")
