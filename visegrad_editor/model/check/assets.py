"""Checks of what sides have off the map: in a scenario, in replacements, at a start."""

from __future__ import annotations

from ..files.sources import Kind
from ..ruleset import Replacements
from ..scenario import ReplacementOverride, Scenario
from ..start import Start
from ..wording import quoted
from .context import Checks


def check_assets(checks: Checks, scenario: Scenario) -> None:
    """Assets that the ruleset has not, and boxes that they have not."""
    known = {a.id: a for a in checks.design.ruleset.assets}
    checks.doubles("scenario", "assets", "lines of assets", (a.id for a in scenario.assets))
    for one in scenario.assets:
        asset = known.get(one.id)
        if asset is None:
            _unknown_asset(checks, one.id, list(known), "assets", "scenario", "assets", one.id)
            continue
        for box, _ in one.boxes:
            if box not in asset.boxes:
                checks.unknown("box", box, list(asset.boxes), f"assets of {asset.name}", "scenario", "assets",
                               one.id)
        lying = sum(n for _, n in one.boxes)
        if lying > one.number:
            checks.add("error", "markers", (
                f"{asset.name} ({one.id}): there are {one.number}, but {lying} in boxes "
                f"({', '.join(f'{n} {box}' for box, n in one.boxes)})."), "scenario", "assets", one.id)


def check_received(
    checks: Checks, line: Replacements | ReplacementOverride, kind: Kind, name: str
) -> None:
    """Assets of a line of the replacement chart that the ruleset has not, or that another side has."""
    known = {a.id: a for a in checks.design.ruleset.assets}
    for id, _ in line.assets:
        where = f"replacements of turn {line.turn}"
        if id not in known:
            _unknown_asset(checks, id, list(known), where, kind, "replacements", name)
        elif known[id].side != line.side:
            checks.add("warning", "other-side", (
                f"The side {line.side} receives {id} in its replacements of turn {line.turn}; that belongs "
                f"to the side {known[id].side}. Move it there."), kind, "replacements", name)


def _unknown_asset(
    checks: Checks, id: str, known: list[str], where: str, kind: Kind, section: str, name: str
) -> None:
    """A warning: what is unknown counts for nothing, and the game can be played without it."""
    checks.add("warning", "unknown-asset", (
        f"The ruleset has no asset {quoted(id)} ({where}), so nobody has it."
        f"{checks.suggest('asset', id, known)}"), kind, section, name)


def check_left(checks: Checks, start: Start) -> None:
    """Assets left at the start that the ruleset has not."""
    known = [a.id for a in checks.design.ruleset.assets]
    for id, _ in start.assets:
        if id not in known:
            _unknown_asset(checks, id, known, "start", "scenario", "start", "")
