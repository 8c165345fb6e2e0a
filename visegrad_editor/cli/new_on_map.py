"""The part of `new` that begins a scenario on a map of one's own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..model.edit.begin_scenario import begin_scenario
from ..model.load import is_yaml
from ..model.naming import document_name
from ..model.orders_of_battle import order_of_battle
from ..model.scenario import Scenario
from ..model.store import save_design
from .exits import Unusable
from .loading import load_or_refuse


def add_on_map_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group(
        "a scenario on a map", "with --on MAP the new file is a scenario on that map, under its ruleset"
    ).add_argument
    add("--on", metavar="MAP", help="the map: a path, best in the folder of the new file, or a bundled name")
    add("--turns", type=int, metavar="N", help="how many turns it has (default: 10, or as --units-of)")
    add("--units-of", metavar="NAME",
        help="begin with the counters of this scenario, a path or a bundled name; they wait off the map")


def wants_on_map(arguments: argparse.Namespace) -> bool:
    """Whether the new file is to be a scenario on a map; raises `Unusable` where the words do not fit."""
    if not arguments.on:
        if alone := next((n for n in ("turns", "units_of") if getattr(arguments, n) is not None), ""):
            raise Unusable(f"--{alone.replace('_', '-')} belongs to a scenario on a map. Add --on MAP.")
        return False
    if arguments.base is not None or arguments.map or arguments.size or arguments.paper:
        raise Unusable("--on begins a scenario on a map that is there already; leave out --from, --map, "
                       "--size and --paper.")
    return True


def make_on_map(
    arguments: argparse.Namespace, path: Path, title: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Write the scenario: what it is, as plain data, and sentences on what else was written."""
    asked: str = arguments.on
    # A bundled name such as `visegrad4` may be that of several kinds.
    loaded = load_or_refuse(asked if "/" in asked or "\\" in asked or is_yaml(asked) else f"maps/{asked}")
    if loaded.design is None or loaded.design.scenario is not None:
        raise Unusable(f"{asked} is a {loaded.kind}; --on takes a map. To begin with a scenario write "
                       f"--from {asked}.")
    try:
        like: Scenario | None = None
        if arguments.units_of:
            like = order_of_battle(arguments.units_of, loaded.design.ruleset)
        turns = arguments.turns if arguments.turns is not None else like.turns if like else 10
        arguments.outputs.check(path)
        begun = begin_scenario(loaded.design, title, turns, like, document_name(path.stem))
        saved = save_design(begun, loaded.sources, path)
    except ValueError as error:
        raise Unusable(str(error)) from error
    scenario = saved.design.scenario
    assert scenario is not None
    data = {"path": str(path), "kind": "scenario", "title": title, "map": scenario.map,
            "ruleset": scenario.ruleset, "turns": scenario.turns, "units": len(scenario.units),
            "notes": list(saved.notes)}
    return data, saved.notes
