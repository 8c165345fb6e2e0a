"""Many games of random legal play: what is wrong with a rules module, and what the games have exercised."""

from __future__ import annotations

import multiprocessing
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..model.atomic import DiskError, save
from ..model.design import Design
from ..model.file_bytes import Unreadable, read_bytes
from ..model.load import load
from .faults import Finding, GameReport, Limits, Rates
from .fuzz_game import fuzz_game

Progress = Callable[[int, int, int], bool]
"""Called with games done, games in all and faults found; False stops the campaign."""

KEPT = 5
"""How many findings of one fault are kept with their games; the others are counted."""


@dataclass
class Campaign:
    """The sum of many games. `findings` has the first few of each fault, `faults` how often each occurred;
    the games are merged in the order of their seeds, so the same call gives the same campaign."""

    games: int = 0
    orders: int = 0
    longest: int = 0
    findings: list[Finding] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, report: GameReport) -> None:
        """Count a game in."""
        self.games += 1
        self.orders += report.orders
        self.longest = max(self.longest, report.orders)
        self.verbs += report.verbs
        self.rules += report.rules
        self.refused += report.refused
        if report.winner:
            self.outcomes[f"{report.winner} {report.rule}"] += 1
        finding = report.finding
        if finding is not None:
            self.faults[finding.signature] += 1
            if self.faults[finding.signature] <= KEPT:
                self.findings.append(finding)

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "games": self.games, "orders": self.orders, "longest_game": self.longest,
            "faults": [{"fault": s, "games": n} for s, n in self.faults.most_common()],
            "findings": [
                {"kind": f.kind, "rule": f.rule, "message": f.message, "seed": f.seed, "order": f.order,
                 "text": f.text, "turn": f.turn, "phase": f.phase} for f in self.findings],
            "outcomes": dict(sorted(self.outcomes.items())),
            "orders_given": dict(self.verbs.most_common()),
            "rules_in_events": _by_rule(self.rules),
            "rules_in_refusals": _by_rule(self.refused),
        }


def _by_rule(counts: Counter[str]) -> dict[str, int]:
    def key(rule: str) -> tuple[int, ...]:
        return tuple(int(n) for n in re.findall(r"\d+", rule))
    return {r: counts[r] for r in sorted(counts, key=key) if r}


def fuzz(
    design: Design, games: int, seed: int = 0, scenario: str = "", rates: Rates | None = None,
    limits: Limits | None = None, progress: Progress | None = None, jobs: int = 1,
) -> Campaign:
    """Play `games` games with the seeds from `seed` on.

    `scenario` is the path or bundled name of the design, needed where `jobs`, the number of processes,
    is more than one: each process loads it anew.
    """
    rates, limits = rates or Rates(), limits or Limits()
    campaign = Campaign()
    for report in _reports(design, range(seed, seed + games), scenario, rates, limits, jobs):
        campaign.add(report)
        if progress and not progress(campaign.games, games, sum(campaign.faults.values())):
            break
    return campaign


def _reports(
    design: Design, seeds: range, scenario: str, rates: Rates, limits: Limits, jobs: int,
) -> Iterator[GameReport]:
    """The games' reports in the order of the seeds."""
    if jobs <= 1:
        yield from (fuzz_game(design, s, scenario, rates, limits) for s in seeds)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _prepare, (scenario, rates, limits)) as pool:
        todo = iter(seeds)
        running: dict[int, Future[GameReport]] = {}
        try:
            for due in seeds:
                # A few games ahead keep every process busy and need no memory for thousands of futures.
                while len(running) < 4 * jobs and (s := next(todo, None)) is not None:
                    running[s] = pool.submit(_one, s)
                wait([running[due]], return_when=FIRST_COMPLETED)
                yield running.pop(due).result()
        finally:
            for future in running.values():
                future.cancel()


_task: tuple[Design, str, Rates, Limits] | None = None


def _prepare(scenario: str, rates: Rates, limits: Limits) -> None:
    global _task
    loaded = load(scenario)
    assert loaded.design is not None, "the scenario was loaded before"
    _task = (loaded.design, scenario, rates, limits)


def _one(seed: int) -> GameReport:
    assert _task is not None
    design, scenario, rates, limits = _task
    return fuzz_game(design, seed, scenario, rates, limits)


def write_findings(findings: list[Finding], folder: Path) -> list[Path]:
    """Write a game file for each finding, with the finding as its first lines; returns the paths.

    No file that is there is replaced: the same finding is found again in it, and another one gets a number
    behind its name. Raises `SaveError`.
    """
    written = []
    for finding in findings:
        if not finding.record:
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DiskError(f"The folder {folder} cannot be made: {error.strerror or error}.") from error
        number = 1
        while True:
            more = "" if number == 1 else f"-{number}"
            path = folder / f"seed-{finding.seed}-order-{finding.order}{more}.yaml"
            text = _file_of(finding, path.name)
            if not os.path.lexists(path):
                save(text, path, backup=False)
                break
            if _holds(path, text):
                break
            number += 1
        written.append(path)
    return written


def _file_of(finding: Finding, name: str) -> str:
    """The game file of a finding, to be called so."""
    notes = [f"{finding.kind}: {finding.message}", f"Order {finding.order}: {finding.text}",
             f"Check it again with: visegrad-editor fuzz {name}"]
    return "".join(f"# {' '.join(n.split())}\n" for n in notes) + finding.record


def _holds(path: Path, text: str) -> bool:
    """Whether a file holds just that text."""
    try:
        return read_bytes(path, len(text.encode("utf-8"))) == text.encode("utf-8")
    except Unreadable:
        return False
