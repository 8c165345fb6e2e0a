"""The rules of the game that are data: what a ruleset of the game leaves out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from ...model.design import Design
from ...model.files.file_problems import FileProblems
from ...model.files.load import bundled_ruleset
from ...model.files.ruleset_file import ruleset_from_data
from ...model.files.yaml_reader import read_yaml
from ...model.rules.results import ResultCode
from ...model.rules.victory import VICTORY, Victory
from ...model.ruleset import Ruleset, Side
from .constants import SIDES

_BLOCKS = (
    "sequence", "movement", "zones", "stacking", "combat", "retreat", "advance", "arrivals", "rebuilding",
    "states", "control", "supply")
"""The blocks that are taken from here if a ruleset does not state them."""


@cache
def usual_rules() -> Ruleset:
    """The rules of the game as data, from the file beside this one."""
    reading = read_yaml(Path(__file__).with_name("rules.yaml").read_text("utf-8"))
    rules = ruleset_from_data(reading.data, FileProblems("rules.yaml", reading))
    assert rules is not None, "the file belongs to the program"
    return rules


@cache
def usual_victory() -> Victory:
    """Who wins by the rulebook (4.0 to 4.2): what the bundled ruleset says. Rulesets that say nothing of it
    are played by it, too."""
    return bundled_ruleset("visegrad4").victory


def is_usual(ruleset: Ruleset) -> bool:
    """Whether victory is as in the rulebook (4.0 to 4.2)."""
    return ruleset.victory in (VICTORY, usual_victory())


def decisive_countries(ruleset: Ruleset) -> tuple[str, ...]:
    """The countries whose capital wins the game for the allied side (4.2); () if victory is not as in the
    rulebook."""
    return tuple(
        country for condition in usual_victory().conditions if condition.rule == "4.2"
        if (taken := condition.when.ever_taken) is not None for country in taken.hexes.countries
    ) if is_usual(ruleset) else ()


_last: tuple[Design, Design] | None = None


def completed(design: Design) -> Design:
    """The design with all rules of the game in its ruleset, and with its two sides in the usual order; the
    last design is returned again for the same one."""
    global _last
    kept = _last  # read only once: a game and the checks may run in different threads
    if kept is not None and kept[0] is design:
        return kept[1]
    same = kept is not None and kept[0].ruleset is design.ruleset
    ruleset = kept[1].ruleset if kept is not None and same else _completed(design.ruleset)
    made = replace(design, ruleset=ruleset)
    _last = design, made
    return made


def stated(design: Design) -> Design:
    """The design as its ruleset states it, for checks, but with what the known results do."""
    return replace(design, ruleset=replace(design.ruleset, results=completed(design).ruleset.results))


def _completed(ruleset: Ruleset) -> Ruleset:
    usual, bare = usual_rules(), Ruleset("", "", "")
    blocks = {name: getattr(usual, name) for name in _BLOCKS if getattr(ruleset, name) == getattr(bare, name)}
    if "stacking" in blocks:
        blocks["stacking"] = replace(usual.stacking, limit=str(ruleset.stacking_limit))
    if ruleset.victory == VICTORY:
        blocks["victory"] = usual_victory()
    by_id = ruleset.side_by_id
    # What the sides have off the map is in the hands of the chapters.
    return replace(
        ruleset, **blocks, assets=(), results=_results(ruleset, usual),
        sides=tuple(by_id.get(id, Side(id, id.title())) for id in SIDES))


def _results(ruleset: Ruleset, usual: Ruleset) -> tuple[ResultCode, ...]:
    """The results of a ruleset with what they do, and those that it does not name."""
    known = {r.id: r for r in usual.results}
    own = [r if r.does or r.id not in known else replace(r, does=known[r.id].does) for r in ruleset.results]
    named = {r.id for r in own}
    return (*own, *(r for r in usual.results if r.id not in named))
