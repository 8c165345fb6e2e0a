"""What the checks share: the design, the lines of its entries in their files, the problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from ...hexgrid import Hex
from ..design import Design
from ..edit.units import stack_at
from ..files.map_file import picture_folder
from ..files.plain_data import DataPath
from ..files.sources import Kind, SourceFile, Sources
from ..problems import MOST_PROBLEMS, Fix, Problem, Reason, Severity, more_problems, with_fixes
from ..scenario import Box, Unit, play_box
from ..where import Where
from ..wording import Suggestions, as_id, quoted, side_in_sentence

E = TypeVar("E")
_MOST_PLACES = 20


class TooManyProblems(Exception):
    """There are more errors than are reported. This is not an error: it only ends the checks."""


class Checks:
    """Collects the problems of one design."""

    def __init__(self, design: Design, sources: Sources | None) -> None:
        self.design = design
        self.problems: list[Problem] = []
        self.suggest = Suggestions()
        self._told: Counter[Severity] = Counter()
        self._nth: dict[tuple[str, str], int] = {}
        self._sources = sources
        self._resolved: dict[Where, tuple[Hex, ...]] = {}
        self._ids_by_name: dict[str, dict[str, str]] = {}

    def names(self, kind: Kind) -> tuple[str, ...]:
        """What a document and those that it extends, one after the other, are called, by file and name; ()
        without files."""
        found: list[str] = []
        source = self._sources.of(kind) if self._sources else None
        while source is not None:
            found += [source.path.stem, source.document.name]
            source = source.base
        return tuple(found)

    def add(
        self, severity: Severity, code: str, message: str, kind: Kind, section: str = "", name: str = "",
        hex: str = "", unit: str = "", rule: str = "", nth: int = 0, within: DataPath = (),
        fix: Fix | None = None, fixes: Sequence[Fix] = (), because: str = "", reasons: Sequence[Reason] = (),
    ) -> None:
        """Note a problem of the nth entry of a name in a section, or of the key `section`.

        `within` is the path of a part of the entry, to name its line. `fixes` are several edits that solve
        it, the first one most likely meant. `because` is a key that the entry does not fit, and `reasons` are
        other parts that the problem may come from: where a variant states one of them and inherits the entry,
        the problem is there.
        """
        self._told[severity] += 1
        if self._told[severity] > MOST_PROBLEMS:
            if severity == "error":
                # What is wrong is clear enough, and looking up each further word might take long.
                raise TooManyProblems
            if self._told[severity] == MOST_PROBLEMS + 1:
                self.problems.append(more_problems(severity))
            return
        nth = nth or self._nth.get((section, name), 0)
        file, line = self._place(kind, section, name, nth)
        source = self._sources.of(kind) if self._sources else None
        if within and source is not None:
            line = source.line_within(section, name, within, nth) or line
        if because:
            reasons = (*reasons, (because, "", ()))
        if source is not None and (place := reason_of(source, reasons, file)) is not None:
            (file, line), within = place, ()
        entry = f"{section}/{name}" if kind == "ruleset" and name else ""
        part = "/".join((kind, section, name)).rstrip("/") if section else ""
        made = Problem(severity, code, message, file, line, hex, unit, rule, entry, part, within)
        self.problems.append(with_fixes(made, fixes if fix is None else (fix, *fixes)))

    def each(self, section: str, entries: Iterable[E], name: Callable[[E], str]) -> Iterator[E]:
        """The entries of a section one after the other: problems of one whose name another has, too, are told
        at its own line."""
        met = Counter[str]()
        for entry in entries:
            key = section, name(entry)
            self._nth[key] = met[key[1]]
            met[key[1]] += 1
            yield entry
            del self._nth[key]

    def moved(self, problem: Problem, kind: Kind, section: str, name: str, within: DataPath) -> Problem:
        """A problem of another part of the ruleset, at the line of an entry that is the reason for it; a
        problem of map or scenario stays where it is."""
        source = self._sources.of(kind) if self._sources else None
        others = [self._sources.of(other) for other in ("map", "scenario")] if self._sources else []
        if source is None or any(other is not None and other.name == problem.file for other in others):
            return problem
        file, line = self._place(kind, section, name, 0)
        return replace(problem, file=file, line=source.line_within(section, name, within) or line,
                       entry=f"{section}/{name}")

    def unknown(
        self, what: str, word: str, known: Sequence[str], where: str, kind: Kind, section: str, name: str,
        code: str = "", unit: str = "", hex: str = "", within: DataPath = (), rule: str = "",
        fixes: Sequence[Fix] = (), because: str = "",
    ) -> None:
        """An error for an unknown name, with the one that may be meant; `because` as in `add`."""
        named = self._id_of(what, word)
        meant = f" Did you mean `{named}`?" if named in known and named else self.suggest(what, word, known)
        message = f"There is no {what} {quoted(word)} ({where}).{meant}"
        code = code or f"unknown-{what.replace(' ', '-')}"
        self.add("error", code, message, kind, section, name, hex, unit, rule, within=within, fixes=fixes,
                 because=because)

    def _id_of(self, what: str, word: str) -> str:
        """The id of the one entry of a kind whose name a word is, written as an id; "" if there is none."""
        if what not in self._ids_by_name:
            rules, scenario = self.design.ruleset, self.design.scenario
            entries: Sequence[Any] = {
                "nationality": rules.nationalities, "unit type": rules.unit_types, "side": rules.sides,
                "formation": rules.formations, "feature": rules.features, "road kind": rules.roads,
                "kind of terrain": rules.terrain, "event": rules.events, "area": self.design.map.areas,
                "entry": scenario.entries if scenario is not None else (),
                "set-up group": scenario.set_up_groups if scenario is not None else (),
            }.get(what, ())
            ids: dict[str, list[str]] = {}
            for entry in entries:
                ids.setdefault(as_id(entry.name), []).append(entry.id)
            self._ids_by_name[what] = {name: several[0] for name, several in ids.items() if len(several) == 1}
        return self._ids_by_name[what].get(as_id(word), "")

    def doubles(self, kind: Kind, section: str, what: str, names: Iterable[str],
                fixes: Callable[[str], Sequence[Fix]] = lambda name: ()) -> None:
        """An error for every name that several entries of a section share; `fixes` makes its fixes."""
        for name, count in Counter(names).items():
            if count > 1:
                source = self._sources.of(kind) if self._sources else None
                places = source.entry_lines(section, name) if source else []
                own = [line for file, line in places if source and file == source.name]
                where = ""
                if len(own) > 1:
                    where = f" (lines {all_of(map(str, own))})"
                elif len(places) > 1:
                    where = f" ({all_of(f'{file} line {line}' for file, line in places)})"
                message = f"{count} {what} are called {quoted(name)}{where}; each needs a name of its own."
                self.add("error", "twice", message, kind, section, name,
                         unit=name if section == "units" else "", nth=1 if len(own) > 1 else 0,
                         fixes=fixes(name))

    def is_own(self, kind: Kind, section: str, name: str) -> bool:
        """Whether the file of a document states an entry itself, and does not inherit it; true without
        files."""
        source = self._sources.of(kind) if self._sources else None
        if source is None or source.base is None:
            return True
        lines = source.entry_lines(section, name)
        return not lines or lines[0][0] == source.name

    def hexes(self, where: Where) -> tuple[Hex, ...]:
        """The hexes of a description, computed once."""
        if where not in self._resolved:
            self._resolved[where] = where.resolve(self.design.map)
        return self._resolved[where]

    def called(self, unit: Unit) -> str:
        """The name of a unit in a sentence, with its nationality where another unit has the same name."""
        return self.design.unit_name(unit)

    @property
    def picture_folder(self) -> Path | None:
        """The folder in which the background picture of the map is looked for, None before the first save."""
        return picture_folder(self._sources) if self._sources else None

    def is_playable(self, hex: Hex) -> bool:
        """Whether the terrain of the hex allows units."""
        kind = self.design.ruleset.terrain_by_id.get(self.design.map.terrain.at(hex))
        return kind is None or kind.playable

    def side_called(self, id: str) -> str:
        """A side as it is called within a sentence; an unknown one by its id."""
        side = self.design.ruleset.side_by_id.get(id)
        return side_in_sentence(side.name) if side is not None else f"the side {quoted(id)}"

    def terrain_name(self, hex: Hex) -> str:
        """The name of the terrain in a hex, in small letters; its id if the ruleset does not know it."""
        terrain = self.design.map.terrain.at(hex)
        kind = self.design.ruleset.terrain_by_id.get(terrain)
        return kind.name.lower() if kind else terrain

    @cached_property
    def countries(self) -> tuple[str, ...]:
        """The countries that hexes of the map belong to, sorted."""
        return tuple(sorted({c for c in self.design.map.countries.values.values() if c}))

    def in_play(self, hex: Hex) -> bool:
        """Whether the hex lies in the part of the map the scenario uses."""
        area = self.play_area
        return area is None or (area[0] <= hex.col <= area[2] and area[1] <= hex.row <= area[3])

    @cached_property
    def play_area(self) -> Box | None:
        """The part of the map the scenario uses; None for the whole map."""
        scenario = self.design.scenario
        return play_box(self.design.map.grid, scenario.play_area if scenario else ())

    def _place(self, kind: Kind, section: str, name: str, nth: int) -> tuple[str, int]:
        source = self._sources.of(kind) if self._sources else None
        return line_of(source, section, name, nth) if source is not None else ("", 0)


def all_of(words: Iterable[str]) -> str:
    """The words with "and" between them; of very many only the first ones."""
    shown = list(islice(words, _MOST_PLACES + 1))
    return " and ".join(shown if len(shown) <= _MOST_PLACES else [*shown[:-1], "others"])


# -- file and line of the problems that a game's rules found ---------------------------------------


def line_of(source: SourceFile, section: str, name: str, nth: int = 0) -> tuple[str, int]:
    """File and line of the nth entry of a name in a section, of the key `section`, or the file alone."""
    if name:
        place = source.entry_line(section, name, nth)
        if place is not None:
            return place
    return source.key_line(section) if section else (source.name, 0)


PLAY_AREA: Reason = ("play_area", "", ())
"""The part of a scenario that may leave units no hex."""


def set_ups_of(units: Iterable[Unit]) -> tuple[Reason, ...]:
    """The set-ups of units as parts that a problem may come from."""
    return tuple(("units", u.key, ("setup",)) for u in units)


def reason_of(source: SourceFile, reasons: Iterable[Reason], file: str) -> tuple[str, int] | None:
    """File and line of the first of some reasons that a variant states, if what a problem is about is in
    `file`, which the variant extends; None if no file nearer than that states any."""
    reasons = tuple(reasons)
    for one in source.chain() if reasons else ():
        if one.name == file:
            return None
        for section, name, within in reasons:
            if line := one.stated_line(section, name, within):
                return one.name, line
    return None


def locate_problems(
    problems: Iterable[Problem], design: Design, sources: Sources | None,
) -> tuple[Problem, ...]:
    """The problems a game's rules found, each with file and line of what it names: an entry of the ruleset, a
    part of a document, a unit, a hex."""
    return tuple(p if p.file or sources is None else _locate(p, design, sources) for p in problems)


def _locate(problem: Problem, design: Design, sources: Sources) -> Problem:
    for kind, section, name in _candidates(problem, design, sources):
        source = sources.of(kind)
        if source is not None:
            file, line = line_of(source, section, name)
            within = problem.within if kind == "scenario" or problem.part.startswith(f"{kind}/") else ()
            line = (source.line_within(section, name, within) if within else 0) or line
            # What ruleset and map say may be right, and the part of the map in play the reason.
            scenario = sources.scenario
            place = reason_of(scenario, problem.reasons, file) if scenario is not None else None
            if place is not None:
                file, line = place
            return replace(problem, file=file, line=line)
    return problem


def _candidates(problem: Problem, design: Design, sources: Sources) -> Iterator[tuple[str, str, str]]:
    """Document, section and name of what a problem names, the most specific first."""
    if problem.entry:
        yield "ruleset", *_two(problem.entry)
    if problem.part:
        kind, _, rest = problem.part.partition("/")
        yield kind, *_two(rest)
    if problem.unit:
        yield "scenario", "units", _own(problem, design, sources)
    if problem.hex:
        yield "map", "places", problem.hex


def _two(path: str) -> tuple[str, str]:
    section, _, name = path.partition("/")
    return section, name


def _own(problem: Problem, design: Design, sources: Sources) -> str:
    """The unit named, or the last unit of its stack that a variant itself put there: that one can be fixed in
    this file."""
    source = sources.scenario
    if source is None or source.base is None or design.scenario is None or not problem.hex:
        return problem.unit

    def is_own(key: str) -> bool:
        lines = source.entry_lines("units", key)
        return bool(lines) and lines[0][0] == source.name

    stack = [u.key for u in reversed(stack_at(design.scenario, problem.hex))]
    return next((k for k in (problem.unit, *stack) if is_own(k)), problem.unit)
