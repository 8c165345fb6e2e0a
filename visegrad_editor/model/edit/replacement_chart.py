"""The replacement chart of a scenario: the lines of the ruleset with the scenario's own in their place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..design import Design
from ..ruleset import Replacements
from ..scenario import ReplacementOverride
from ..timetable_words import received_words
from ..wording import count, named, quoted
from .documents import with_scenario
from .scenario import refuse_turn

Line = tuple[int, str]
"""The turn and the side of a line."""
_MOST = 99


def line_name(turn: int, side: str) -> str:
    """What tells a line from all others: `3/blue`."""
    return f"{turn}/{side}"


def chart_of(design: Design) -> dict[Line, Replacements]:
    """The lines in force, by turn and side. A line of the scenario takes the place of the whole line of the
    ruleset, with its steps and all else that the side receives."""
    lines = {(r.turn, r.side): r for r in design.ruleset.replacements}
    lines |= {(o.turn, o.side): Replacements(o.turn, o.side, o.steps, o.assets)
              for o in (design.scenario.replacements if design.scenario is not None else ())}
    return dict(sorted(lines.items()))


def line_title(design: Design, name: str) -> str:
    """A line in words: `Replacements of the Russian side on turn 2`."""
    turn, _, side = name.partition("/")
    known = design.ruleset.side_by_id.get(side)
    return f"Replacements of the {known.name if known else side} on turn {turn}"


def move_lines(design: Design, turns: Mapping[str, int]) -> Design:
    """The design whose lines with these names come on other turns, all at once; what a side receives there
    already, it receives besides. Raises ValueError, with the line, for a turn that the game does not have,
    and for more than can be received."""
    assert design.scenario is not None
    chart = chart_of(design)
    moved = []
    for name, turn in turns.items():
        refuse_turn(design.scenario, turn, line_title(design, name), "come")
        line = chart.pop(_key(name))
        if line.turn == turn:
            chart[line.turn, line.side] = line
        else:
            moved.append(replace(line, turn=turn))
    for line in moved:
        if (there := chart.get((line.turn, line.side))) is not None:
            assets = Counter(dict(there.assets))
            assets.update(dict(line.assets))
            line = replace(line, steps=there.steps + line.steps, assets=tuple(assets.items()))
            if max([line.steps, *assets.values()]) > _MOST:
                raise ValueError(f"{line_title(design, line_name(line.turn, line.side))} would be more than "
                                 f"{_MOST}: {received_words(design, line)}.")
        chart[line.turn, line.side] = line
    return _with_chart(design, chart)


def received_choices(design: Design, names: Sequence[str]) -> tuple[str, ...]:
    """What lines of the chart may have, part by part: `2 steps`, `4 markers`."""
    chart = chart_of(design)
    sides = {_key(name)[1] for name in names}
    used = {id for line in chart.values() for id, _ in line.assets}
    assets = [a for a in design.ruleset.assets if a.side in sides and a.id in used]
    return (*(count(n, "step") for n in range(10)),
            *dict.fromkeys(f"{n} {a.name.lower()}" for a in assets for n in range(10)))


def received_text(design: Design, names: Sequence[str]) -> str:
    """What lines of the chart give, as it is typed: `1 step, 4 markers`; "" if they differ."""
    chart = chart_of(design)
    called = {asset.id: asset.name.lower() for asset in design.ruleset.assets}
    texts = set()
    for line in (chart[_key(name)] for name in names):
        others = [f"{n} {called.get(id, id)}" for id, n in line.assets if n]
        texts.add(", ".join([count(line.steps, "step"), *others]))
    return texts.pop() if len(texts) == 1 else ""


def set_received(design: Design, names: Sequence[str], text: str) -> Design:
    """The design with what a text says in lines of the chart, for this scenario: steps and assets of
    their side; what it does not name stays. Raises ValueError with a sentence."""
    chart = chart_of(design)
    return _with_chart(design, chart | {_key(n): _read_received(design, chart[_key(n)], text) for n in names})


def _read_received(design: Design, line: Replacements, text: str) -> Replacements:
    """A line of the chart after a text."""
    assets = [a for a in design.ruleset.assets if a.side == line.side]
    steps, has = line.steps, dict(line.assets)
    parts = [part for part in re.split(r"\s*(?:[,;+]|\band\b)\s*", text.strip()) if part]
    if not parts:
        also = f", 4 {assets[0].name.lower()}" if assets else ""
        raise ValueError(f"Write how many steps come, and of what else how much: 2 steps{also}.")
    for part in parts:
        found = re.fullmatch(r"(\d{1,4})\s*(.*)", part)
        if found is None or int(found[1]) > _MOST:
            raise ValueError(f"{quoted(part[:40])} is not a number up to {_MOST} and what comes, such as "
                             "2 steps.")
        number, what = int(found[1]), found[2].strip()
        if what.casefold() in ("", "step", "steps"):
            steps = number
            continue
        named_so = [(a.id, name) for a in assets for name in (a.name, a.name.removesuffix("s"))]
        has[named(what, named_so, "asset of this side")] = number
    return replace(line, steps=steps, assets=tuple((id, n) for id, n in has.items() if n))


def receive_nothing(design: Design, names: Sequence[str]) -> Design:
    """The design in whose scenario nothing is received by lines of the chart."""
    gone = {_key(name) for name in names}
    return _with_chart(design, {key: line for key, line in chart_of(design).items() if key not in gone})


def as_in_the_ruleset(design: Design, names: Sequence[str]) -> Design:
    """The design without the scenario's own lines of these names. Raises ValueError if one is the
    ruleset's."""
    scenario = design.scenario
    assert scenario is not None
    own = {line_name(r.turn, r.side) for r in scenario.replacements}
    if not own.issuperset(names):
        raise ValueError("These replacements stand in the ruleset: set their steps to 0 (F2) for this "
                         "scenario.")
    return with_scenario(design, replace(scenario, replacements=tuple(
        r for r in scenario.replacements if line_name(r.turn, r.side) not in names)))


def _key(name: str) -> Line:
    turn, _, side = name.partition("/")
    return int(turn), side


def _with_chart(design: Design, chart: Mapping[Line, Replacements]) -> Design:
    """The design with this chart: its scenario has the lines that differ from the ruleset's, those that it
    had first."""
    scenario = design.scenario
    assert scenario is not None
    usual = {(r.turn, r.side): (r.steps, r.assets) for r in design.ruleset.replacements}
    wanted = dict.fromkeys(usual, (0, ())) | {key: (r.steps, r.assets) for key, r in chart.items()}
    had = [(r.turn, r.side) for r in scenario.replacements]
    own = [key for key in dict.fromkeys((*had, *sorted(wanted)))
           if key in wanted and wanted[key] != usual.get(key)]
    lines = tuple(ReplacementOverride(*key, *wanted[key]) for key in own)
    return design if lines == scenario.replacements else with_scenario(
        design, replace(scenario, replacements=lines))
