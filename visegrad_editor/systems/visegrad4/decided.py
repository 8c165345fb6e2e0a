"""What the chapters of this folder decide themselves, whatever a ruleset says there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ...lazy_dataclass import dataclass
from ...model.check.fixes import unit_fix
from ...model.design import Design
from ...model.fields import declared, declared_by_name
from ...model.problems import Problem
from ...model.rules.supply import NO_SUPPLY
from ...model.ruleset import Ruleset
from ...model.timetable import releases_of
from ...model.wording import listed
from .assets import AIR, MARKERS, POINTS
from .constants import SIDES
from .rules import usual_rules

TITLE = "Visegrad 4"
_ASSETS = frozenset(f"{kind}-{side}" for kind in (AIR, MARKERS, POINTS) for side in SIDES)
_CHOICE = ("retreat", "lose")
"""The verbs of the two scripts between which a result lets the defender choose."""


@dataclass(frozen=True)
class DecidedBlock:
    """A block that the chapters decide, or some of its keys: those in `keys`, or all but those in `read`.

    `instead` says what to change to get another rule. `usual` is the block of the game's own rules, whose
    values a ruleset may repeat.
    """

    block: str
    instead: str
    rule: str
    keys: tuple[str, ...] = ()
    read: tuple[str, ...] = ("rule",)
    usual: Any = None


@cache
def decided_blocks() -> Sequence[DecidedBlock]:
    """The blocks that the chapters decide."""
    usual = usual_rules()
    arrivals = "Change the entries and the reinforcements of the scenario, or the options for marines."
    return (
        DecidedBlock("movement", "Change the costs of terrain, hexsides and roads, the units' values, or the "
                     "options for movement.", "9.0", read=("value", "rule"), usual=usual.movement),
        DecidedBlock("zones", "Change `of`, `reach`, `blocks` or `lifted_by_friends`; `kind: none` takes the "
                     "zones away.", "8.1", keys=("enter", "leave", "through", "start", "on", "heeded"),
                     usual=usual.zones),
        DecidedBlock("combat", "Change the options for the cyber-war table, or the two tables.", "11.0",
                     keys=("table", "support"), usual=usual.combat),
        DecidedBlock("arrivals", arrivals, "10.0", usual=usual.arrivals),
        DecidedBlock("pools", arrivals, "10.0"),
        DecidedBlock("releases", "Give the units a set-up in which they may move, or let them come as "
                     "reinforcements.", "9.0"),
        DecidedBlock("control", "Control passes to the side that entered a hex last.", "7.5", keys=("by",),
                     usual=usual.control),
        DecidedBlock("advice", "Automatic players know the goals of this game.", "4.0",
                     read=("usual_strength",)),
    )


def stated_in_vain(ruleset: Ruleset) -> Iterator[Problem]:
    """What a ruleset states within blocks that are otherwise played."""
    if ruleset.zones.kind not in ("rigid", "none"):
        yield _vain("`zones.kind`", "ruleset/zones", "8.1", "Units stop in zones and leave them freely; "
                    "`kind: none` takes the zones away.")
    for state in ruleset.supply.states if ruleset.supply != NO_SUPPLY else ():
        if state.effect.allowance != "/2":
            yield _vain(f"the allowance of the state {state.id} in `supply`", "ruleset/supply", "7.3",
                        "Units out of supply move half as far.")
    for asset in ruleset.assets:
        if asset.id not in _ASSETS:
            yield Problem("error", "decided-block", (
                f"{TITLE} has no use for the asset {asset.id}, so it is not played. Leave it out. The assets "
                f"of this game are {listed(sorted(_ASSETS))}."), rule="3.1", entry=f"assets/{asset.id}")
    for result in ruleset.results:
        for effect in result.does:
            verbs = tuple(_CHOICE[n] for n, script in enumerate(effect.of[:2]) if script and
                          getattr(script[0], _CHOICE[n]))
            if effect.choose and (verbs != _CHOICE or len(effect.of) > 2):
                yield _vain(f"the choices of the result {result.id}", "ruleset/results", "11.0",
                            "A choice is between a script that begins with `retreat` and one that begins "
                            "with `lose`, in this order.", f"results/{result.id}")


def decided_otherwise(ruleset: Ruleset) -> Iterator[Problem]:
    """The errors of a ruleset that says what this game decides otherwise."""
    fields = declared_by_name(Ruleset)
    for one in decided_blocks():
        stated, default = getattr(ruleset, one.block), fields[one.block].default
        if stated in (default, one.usual):
            continue
        named = f"`{one.block}`"
        if not isinstance(stated, tuple):
            keys = [key for key, name in _keys(one, stated) if getattr(stated, name) not in (
                getattr(default, name), getattr(one.usual, name, getattr(default, name)))]
            if not keys:
                continue
            if one.keys or len(one.read) > 1:
                named = listed([f"`{one.block}.{key}`" for key in keys])
        yield _vain(named, f"ruleset/{one.block}", one.rule, one.instead)
    yield from stated_in_vain(ruleset)


def units_stated_in_vain(design: Design) -> Iterator[Problem]:
    """The errors of units of a scenario that say what this game decides otherwise."""
    [decided] = [one for one in decided_blocks() if one.block == "releases"]
    for unit in design.scenario.units if design.scenario is not None else ():
        if unit.release is not None:
            yield Problem("error", "decided-block", (
                f"{TITLE} decides by rules of its own when a unit may move, so the `release` of {unit.name} "
                f"is not played. Leave it out. {decided.instead}"), rule=decided.rule, unit=unit.key,
                within=("release",), fix=unit_fix(
                    f"Take the release of {unit.name} away", unit.key, lambda u: replace(u, release=None)))


def without_units(design: Design) -> Ruleset:
    """The ruleset of a design without the releases that its scenario has added to it for units."""
    ruleset, scenario = design.ruleset, design.scenario
    own = len(releases_of(scenario)) if scenario is not None and ruleset.with_timetable else 0
    return replace(ruleset, releases=ruleset.releases[:-own]) if own else ruleset


def _keys(one: DecidedBlock, block: Any) -> Iterator[tuple[str, str]]:
    """The keys of a block that are decided, each with its attribute."""
    record: Any = type(block)
    for field in declared(record):
        if field.key and field.name not in one.read and (not one.keys or field.name in one.keys):
            yield field.key, field.name


def _vain(what: str, part: str, rule: str, instead: str, entry: str = "") -> Problem:
    return Problem("error", "decided-block", (
        f"{TITLE} decides {what} by rules of its own, so what the ruleset says there is not played. Leave it "
        f"out. {instead}"), rule=rule, part=part, entry=entry)
