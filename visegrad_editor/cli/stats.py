"""Count what is on a map: terrain, rivers, roads, places, units.

The units of a scenario are added up by side, nationality, formation and type, and held against the counter
mix of the ruleset.
"""

from __future__ import annotations

import argparse
from typing import Any

from ..model.design import Design
from ..model.statistics import Section, statistics
from ..model.totals import Total, mix_totals, summed_values, total_rows, totals
from .exits import GOOD, UnusableError
from .loading import load_or_refuse
from .report import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a map or a scenario: a path or a bundled name")
    parser.add_argument("--json", action="store_true", help="report as JSON")


def perform(arguments: argparse.Namespace) -> int:
    loaded = load_or_refuse(arguments.file)
    if loaded.design is None:
        raise UnusableError(f"{arguments.file} is a ruleset; a map or a scenario is needed here.")
    sections = statistics(loaded.design)
    if arguments.json:
        data: dict[str, Any] = {"file": arguments.file, "sections": [_as_data(s) for s in sections]}
        if loaded.design.scenario is not None:
            values = [v.id for v in summed_values(loaded.design.ruleset)]
            data["order_of_battle"] = _total_as_data(totals(loaded.design), values)
            data["counter_mix"] = [
                {"id": line.id, "name": line.name, "counters": line.counters, "units": len(line.keys),
                 "left": line.left} for line in mix_totals(loaded.design)]
        print_json(data)
        return GOOD
    for section in sections:
        print(f"{section.title} ({section.unit})")
        for count in section.counts:
            share = "" if count.share is None else f"  {count.share:5.1%}"
            print(f"  {count.what:<28}{count.number:>7}{share}")
    if loaded.design.scenario is not None:
        _print_totals(loaded.design)
    return GOOD


def _as_data(section: Section) -> dict[str, Any]:
    counts = [{"what": c.what, "number": c.number} | ({} if c.share is None else {"share": round(c.share, 4)})
              for c in section.counts]
    return {"title": section.title, "unit": section.unit, "counts": counts}


def _print_totals(design: Design) -> None:
    """Print the totals of the units and the counter mix."""
    heads = ["Units", "Steps", *(v.name for v in summed_values(design.ruleset)), "On map", "Later", "Off map"]
    print("Order of battle" + " " * 23 + "".join(f"{head:>{_width(head)}}" for head in heads))
    for depth, total in total_rows(totals(design)):
        numbers = (total.units, total.steps, *total.values, total.on_map, total.later, total.off)
        print(f"{'  ' * (depth + 1) + total.name:<38.38}" + "".join(
            f"{number:>{_width(head)}}" for number, head in zip(numbers, heads, strict=True)).rstrip())
    if lines := mix_totals(design):
        print("Counter mix (counters, units, left)")
    for line in lines:
        print(f"  {line.name:<36.36}{line.counters:>9}{len(line.keys):>9}{line.left:>9}")


def _width(head: str) -> int:
    return max(9, len(head) + 2)


def _total_as_data(total: Total, values: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "level": total.level, "id": total.id, "name": total.name, "units": total.units, "steps": total.steps,
        "values": dict(zip(values, total.values, strict=True)), "on_map": total.on_map,
        "arriving": dict(total.arriving), "off_map": total.off}
    return data | ({"below": [_total_as_data(one, values) for one in total.below]} if total.below else {})
