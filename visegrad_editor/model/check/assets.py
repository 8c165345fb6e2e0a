"""Checks of what sides have off the map: in a scenario, in replacements, at a start."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from ..design import Design
from ..files.sources import Kind
from ..problems import Fix
from ..ruleset import Replacements
from ..scenario import ReplacementOverride, Scenario
from ..start import Start
from ..wording import closest, quoted, said_of
from .context import Checks
from .fixes import all_but_first, drop, put, scenario_fix


def check_assets(checks: Checks, scenario: Scenario) -> None:
    """Assets that the ruleset has not, and boxes that they have not."""
    known = {a.id: a for a in checks.design.ruleset.assets}
    checks.doubles("scenario", "assets", "lines of assets", (a.id for a in scenario.assets), lambda id: (
        all_but_first("line", "assets", lambda a: str(a.id), id, sum(a.id == id for a in scenario.assets)),))
    for one in checks.each("assets", scenario.assets, lambda a: a.id):
        asset = known.get(one.id)
        if asset is None:
            near, told = _meant(checks, one.id, list(known), {a.id for a in scenario.assets})
            _unknown_asset(checks, one.id, told, "assets", "scenario", "assets", one.id, (
                *((put(f"Write {quoted(near)} for {quoted(one.id)} in the assets", "assets", one,
                       replace(one, id=near)),)
                  if near and sum(n for _, n in one.boxes) <= one.number else ()),
                drop(f"Remove the line of {one.id}, which counts for nothing", "assets", one, True)))
            continue
        for box, _ in one.boxes:
            if box not in asset.boxes:
                others = tuple(b for b in one.boxes if b[0] != box)
                near = closest(box, [b for b in asset.boxes if b not in dict(others)])
                boxes = tuple((near if b == box else b, n) for b, n in one.boxes)
                checks.unknown("box", box, list(asset.boxes), f"assets of {asset.name}", "scenario", "assets",
                               one.id, within=("boxes",), fixes=(
                                   *((put(f"Put them in the box {near}", "assets", one,
                                          replace(one, boxes=boxes)),) if near else ()),
                                   put("Leave them in the first box", "assets", one,
                                       replace(one, boxes=others))))
        if asset.most and one.number > asset.most:
            checks.add("warning", "beyond-most", (
                f"The scenario begins with {one.number} {asset.name}; the ruleset lets a side have at most "
                f"{asset.most}. Change one of the two."), "scenario", "assets", one.id,
                within=("number",), fixes=(
                    put(f"Give {asset.name} {asset.most} instead of {one.number}", "assets", one,
                        replace(one, number=asset.most, boxes=())),))
        lying = sum(n for _, n in one.boxes)
        if lying > one.number:
            checks.add("error", "markers", (
                f"{asset.name} ({one.id}): there are {one.number}, but {lying} in boxes "
                f"({', '.join(f'{n} {box}' for box, n in one.boxes)})."), "scenario", "assets", one.id,
                within=("boxes",), fixes=(
                    put(f"Give {asset.name} {lying} instead of {one.number}", "assets", one,
                        replace(one, number=lying)),
                    put(f"Leave all {one.number} in the first box", "assets", one, replace(one, boxes=()))))


def check_received(
    checks: Checks, line: Replacements | ReplacementOverride, kind: Kind, name: str
) -> None:
    """Assets of a line of the replacement chart that the ruleset has not, or that another side has."""
    known = {a.id: a for a in checks.design.ruleset.assets}
    for id, _ in line.assets:
        where = f"replacements of turn {line.turn}"
        if id not in known:
            own = [k for k, a in known.items() if a.side == line.side]
            near, told = _meant(checks, id, own or list(known), dict(line.assets))
            _unknown_asset(checks, id, told, where, kind, "replacements", name, (
                *((_with_assets(checks, kind, line, id, near),) if near and own else ()),
                _with_assets(checks, kind, line, id, "")))
        elif known[id].side != line.side and line.side in checks.design.ruleset.side_by_id:
            own = [k for k, a in known.items() if a.side == line.side and k not in dict(line.assets)]
            near = closest(id, own)
            side = checks.design.ruleset.side_by_id[line.side]
            checks.add("warning", "other-side", (
                f"{said_of(side.name, 'receives')} {_asset_called(checks, id)} in its replacements of "
                f"turn {line.turn}; that belongs to {checks.side_called(known[id].side)}. Move it there."),
                kind, "replacements", name, within=("assets",), fixes=(
                    *((_with_assets(checks, kind, line, id, near),) if near else ()),
                    _with_assets(checks, kind, line, id, "", harmless=False)))


def _with_assets(
    checks: Checks, kind: Kind, line: Replacements | ReplacementOverride, id: str, other: str,
    harmless: bool = True,
) -> Fix:
    """Puts another asset in the place of one in a line of replacements, or none."""
    assets = tuple((other if a == id else a, n) for a, n in line.assets if other or a != id)
    side, called = checks.side_called(line.side), _asset_called(checks, id)
    label = (f"Let {side} receive {_asset_called(checks, other)} instead" if other else
             f"Take {called} out of the replacements of {side} of turn {line.turn}")
    new = replace(line, assets=assets)
    if kind == "scenario":
        return put(label, "replacements", line, new, harmless and not other)

    def edit(design: Design) -> Design:
        lines: Any = tuple(new if one == line else one for one in design.ruleset.replacements)
        return replace(design, ruleset=replace(design.ruleset, replacements=lines))

    return Fix(label, edit, harmless and not other)


def _asset_called(checks: Checks, id: str) -> str:
    """The name of an asset, with its id where another has the same name; the quoted id of an unknown one."""
    names = [a.name for a in checks.design.ruleset.assets]
    asset = next((a for a in checks.design.ruleset.assets if a.id == id), None)
    if asset is None:
        return quoted(id)
    return asset.name if names.count(asset.name) == 1 else f"{asset.name} (`{id}`)"


def _meant(checks: Checks, id: str, known: list[str], taken: Collection[str]) -> tuple[str, str]:
    """The asset that is probably meant by an unknown id, "" for one that has a line there already; and the
    sentence that names it, with a blank before it."""
    near = closest(id, known)
    if near and near in taken:
        return "", f" Did you mean `{near}`, which is there already?"
    return near, checks.suggest("asset", id, known)


def _unknown_asset(
    checks: Checks, id: str, told: str, where: str, kind: Kind, section: str, name: str,
    fixes: Sequence[Fix] = (),
) -> None:
    """A warning: what is unknown counts for nothing, and the game can be played without it."""
    checks.add("warning", "unknown-asset", (
        f"The ruleset has no asset {quoted(id)} ({where}), so nobody has it."
        f"{told}"), kind, section, name, within=("assets", id) if section in (
            "replacements", "start") else (), fixes=fixes)


def check_left(checks: Checks, start: Start) -> None:
    """Assets left at the start that the ruleset has not."""
    known = [a.id for a in checks.design.ruleset.assets]
    for id, _ in start.assets:
        if id not in known:
            near, told = _meant(checks, id, known, dict(start.assets))
            _unknown_asset(checks, id, told, "start", "scenario", "start", "", tuple(
                scenario_fix(f"Write {quoted(other)} for {quoted(id)} in the start" if other else
                             f"Take {quoted(id)} out of the start, where it counts for nothing",
                             _left(id, other), not other) for other in dict.fromkeys((near, ""))))


def _left(id: str, other: str) -> Callable[[Scenario], Scenario]:
    """Writes another asset for one that is left at the start, or none."""
    def edit(scenario: Scenario) -> Scenario:
        start = scenario.start
        if start is None:
            raise ValueError("The scenario begins before turn 1 now.")
        return replace(scenario, start=replace(start, assets=tuple(
            (other if a == id else a, n) for a, n in start.assets if other or a != id)))

    return edit
