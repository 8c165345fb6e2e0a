"""Scenarios broken by machine: every kind of key that names or counts something, each given what it may not
hold, in the sample scenarios of all games."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from visegrad_editor.engine.problem_list import find_problems
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.scenario_file import scenario_to_data
from visegrad_editor.model.files.sources import Sources
from visegrad_editor.model.files.text_fixes import fixed_text, text_fixes_of
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.problems import Problem, identity

SAMPLES = ("historical", "free-setup", "first-steps", "two-turns", "baltic-front", "hollen", "velna", "karn",
           "gsofg-first-steps")
"""Scenarios of all games, each with something the others have not."""
Data = dict[str, Any]
Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Broken:
    """A scenario that is broken in one place: how, the path of the place, its data, and the unit and the hex
    that a problem must name, "" for none."""

    of: str
    how: str
    path: Path_
    data: Data
    unit: str = ""
    hex: str = ""
    code: str = ""

    @property
    def title(self) -> str:
        return f"{self.of}: {self.how} at {'.'.join(map(str, self.path))}"


def sample(name: str) -> Data:
    """A sample scenario written out, with nothing that its file inherits."""
    design = load(name).design
    assert design is not None
    assert design.scenario is not None
    return scenario_to_data(replace(design.scenario, extends=""))


def text_of(data: Data) -> tuple[str, dict[Path_, int]]:
    """A scenario file, each value on a line of its own, and the line of each path."""
    lines: list[str] = []
    at: dict[Path_, int] = {}

    def write(value: Any, path: Path_, before: str, indent: str) -> None:
        # An entry of a list begins with its first key.
        at[path] = len(lines) + (2 if before.strip() == "-" and isinstance(value, dict) else 1)
        if isinstance(value, dict) and value:
            lines.append(before.rstrip())
            for key, part in value.items():
                write(part, (*path, key), f"{indent}{json.dumps(key)}: ", f"{indent}  ")
        elif isinstance(value, list) and value:
            lines.append(before.rstrip())
            for i, part in enumerate(value):
                write(part, (*path, i), f"{indent}- ", f"{indent}  ")
        else:
            lines.append(f"{before}{json.dumps(value, ensure_ascii=False)}")

    for key, part in data.items():
        write(part, (key,), f"{key}: ", "  ")
    return "\n".join(lines) + "\n", at


def opened(broken: Broken, folder: Path) -> tuple[LoadResult, dict[Path_, int]]:
    """The broken scenario, read from a file, and the lines of its parts."""
    text, lines = text_of(broken.data)
    path = folder / "broken.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path), lines


def put(data: Data, path: Path_, value: Any) -> Data:
    """A copy of plain data with another value at a path; `...` takes it away."""
    made = deepcopy(data)
    part: Any = made
    for key in path[:-1]:
        part = part.setdefault(key, {}) if isinstance(part, dict) else part[key]
    if value is ...:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return made


def at(data: Any, path: Path_) -> Any:
    for key in path:
        data = data[key]
    return data


# -- what may be broken ----------------------------------------------------------------------------

NAMES = {
    "entry": "unknown-entry", "also": "unknown-entry", "else": "unknown-entry",
    "nationality": "unknown-nationality", "type": "unknown-unit-type", "formation": "unknown-formation",
    "pool": "unknown-pool",
    "areas": "unknown-area", "countries": "unknown-country", "features": "unknown-feature",
    "roads": "unknown-road-kind", "terrain": "unknown-kind-of-terrain", "side": "unknown-side",
    "group": "unknown-set-up-group", "phase": "unknown-phase", "event": "unknown-event",
    "set_up_order": "unknown-side"}
"""Keys that hold names, and the problem of a name that nothing has."""
WORDS = ("source", "edge", "for", "judged", "severity", "size")
"""Keys that hold one of a few words."""
HEXES = ("hexes", "excluding", "position", "play_area", "setup", "hex", "scored", "free")
"""Keys that hold hex numbers."""


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value in plain data that holds no others, with its path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, (*path, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from leaves(part, (*path, i))
    else:
        yield path, value


def key_of(path: Path_) -> str:
    """The last key of a path that is not a number in a list."""
    return next((k for k in reversed(path) if isinstance(k, str)), "")


def unit_of(data: Data, path: Path_) -> str:
    """The key of the unit that a path leads into; "" for none."""
    if path[0] != "units" or len(path) < 2:
        return ""
    unit = data["units"][path[1]]
    return f"{unit['nationality']}/{unit['name']}"


def misspelt(word: str) -> str:
    """A word with two letters exchanged, or one more."""
    return word[:-2] + word[-1] + word[-2] if len(word) > 2 and word[-1] != word[-2] else f"{word}x"


def broken_keys(name: str, seed: int, each: int = 2) -> Iterator[Broken]:
    """A sample scenario broken at every kind of key, `each` times for each kind."""
    chance, data = random.Random(f"{seed} {name}"), sample(name)
    places: dict[tuple[str, ...], list[tuple[Path_, Any]]] = {}
    for path, value in leaves(data):
        form = tuple("" if isinstance(k, int) else k for k in path)
        places.setdefault(form, []).append((path, value))
    for _, several in sorted(places.items()):
        for path, value in chance.sample(several, min(each, len(several))):
            for how, wrong, code in _wrong(key_of(path), path, value):
                changed = put(data, path, wrong)
                yield Broken(name, how, path, changed, unit_of(changed, path), code=code)
    for section in ("entries", "units", "set_up_groups", "assets", "replacements", "schedule"):
        if entries := data.get(section):
            i = chance.randrange(len(entries))
            twice = deepcopy(data)
            twice[section].append(deepcopy(entries[i]))
            yield Broken(name, "an entry twice", (section, len(entries)), twice,
                         unit_of(twice, (section, len(entries))), code="twice")


def _wrong(key: str, path: Path_, value: Any) -> Iterator[tuple[str, Any, str]]:
    """Ways to break a value: how, the wrong value, and the code expected."""
    if key in NAMES and path[0] != "start" and isinstance(value, str):
        yield "a name that nothing has", "xqzw-zzq", NAMES[key]
        if value != "off-map":
            yield "a misspelt name", misspelt(value), NAMES[key]
    if key in HEXES and isinstance(value, str) and "provenance" not in path and path[0] in (
            "units", "entries", "play_area", "set_up_groups"):
        yield "a hex that is not on the map", "9999", "unknown-hex"
    if key == "turn" and path[0] in ("units", "replacements", "start"):
        yield "a turn past the last", 98, "after-the-end"
    if key == "box" and path[0] == "units":
        yield "a box that there is not", "xqzw-zzq", "unknown-box"
    if key == "prototype" and path[0] in ("units", "prototypes"):
        yield "a name that nothing has", "xqzw-zzq", "unknown-prototype"
    if key == "turn" and path[0] == "schedule" and isinstance(value, int):
        yield "a turn past the last", 98, "never-true"
        yield "turns that go backwards", [5, 2], "never-true"
    if key == "at_most" and path[0] == "set_up_groups":
        yield "a limit of nobody", 0, "no-room"
    if key == "values" and isinstance(value, str):
        yield "too many values", "-".join("1" * 9), "too-many-values"
        yield "values out of range", "-".join(["999"] * len(value.split("-"))), "value-range"
    if key == "name" and path[0] == "units":
        yield "a name with a comma", f"{value}, again", "unit-name"
    if key == "id" and path[0] == "assets":
        yield "a name that nothing has", "xqzw-zzq", "unknown-asset"


def broken_files(name: str, seed: int, each: int = 1) -> Iterator[Broken]:
    """A sample scenario that no document can be made of: wrong types, numbers out of range, unknown and
    missing keys."""
    chance, data = random.Random(f"files {seed} {name}"), sample(name)
    places: dict[tuple[str, ...], list[tuple[Path_, Any]]] = {}
    for path, value in leaves(data):
        places.setdefault(tuple("" if isinstance(k, int) else k for k in path), []).append((path, value))
    for form, several in sorted(places.items()):
        for path, value in chance.sample(several, min(each, len(several))):
            if path[0] in ("format", "kind", "options"):
                continue
            yield Broken(name, "a mapping in place of a value", path, put(data, path, {"xqzw": 1}))
            if isinstance(value, int) and not isinstance(value, bool):
                yield Broken(name, "a number out of range", path, put(data, path, 10**12))
                yield Broken(name, "a number below range", path, put(data, path, -5))
                yield Broken(name, "a text in place of a number", path, put(data, path, "xqzw"))
            if isinstance(value, bool):
                yield Broken(name, "a text in place of a flag", path, put(data, path, "perhaps"))
        if isinstance(form[-1], str) and form[-1] and len(form) > 1:
            path = several[0][0]
            around = path[:-1]
            if isinstance(at(data, around), dict) and around[-1] not in ("assets", "boxes", "options"):
                yield Broken(name, "an unknown key", (*around, "xqzw"), put(data, (*around, "xqzw"), 1))
    for section, key in (("units", "name"), ("units", "nationality"), ("units", "type"), ("entries", "id"),
                         ("assets", "number"), ("replacements", "turn")):
        if entries := data.get(section):
            i = chance.randrange(len(entries))
            yield Broken(name, f"without `{key}`", (section, i), put(data, (section, i, key), ...))


def slips(name: str, seed: int, each: int = 2) -> Iterator[Broken]:
    """A sample scenario that is read in part or not at all, since a key or a word is misspelt, or a number or
    flag is in quotes, several of each kind of key; `code` is the problem expected, which has a fix."""
    chance, data = random.Random(f"slips {seed} {name}"), sample(name)
    places: dict[tuple[str, ...], list[Path_]] = {}
    for path, _ in parts(data):
        places.setdefault(tuple("" if isinstance(k, int) else k for k in path), []).append(path)
    for _, several in sorted(places.items()):
        for path in chance.sample(several, min(each, len(several))):
            value = at(data, path)
            if key_of(path) in WORDS and isinstance(value, str):
                # Other sizes than those with a mark may be meant, so the file can be read.
                yield Broken(name, "a misspelt word", path, put(data, path, misspelt(value)),
                             code="unknown-size" if key_of(path) == "size" else "wrong-value")
            # Options of a game and values of units are no keys of the format: they may be texts.
            if isinstance(value, int) and path[0] not in ("format", "options") and "values" not in path:
                quoted = str(value).lower()
                yield Broken(name, "a number or flag in quotes", path, put(data, path, quoted),
                             code="wrong-type")
            named = path[0] == "options" or "assets" in path[:-1]
            if isinstance(path[-1], str) and path[:-1] and not named:
                wrong = misspelt(path[-1])
                around = at(data, path[:-1])
                changed = {wrong if key == path[-1] else key: part for key, part in around.items()}
                yield Broken(name, "a misspelt key", (*path[:-1], wrong), put(data, path[:-1], changed),
                             code="unknown-key")
    for key in ("kind", "ruleset", "map"):
        if len(str(data[key])) > 3:
            yield Broken(name, "a misspelt name", (key,), put(data, (key,), misspelt(str(data[key]))),
                         code="unknown-kind" if key == "kind" else f"no-{key}")
    yield Broken(name, "an empty unknown key", ("xqzw",), {**data, "xqzw": None}, code="unknown-key")
    yield Broken(name, "an unknown key", ("xqzw",), {**data, "xqzw": "A text."}, code="unknown-key")


def parts(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value in plain data with its path."""
    if path:
        yield path, value
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from parts(part, (*path, key))


def placed_at_random(name: str, seed: int, number: int) -> Iterator[str]:
    """Variants of a sample scenario in which one to three units stand anywhere on the map: in a hex of their
    own, or with a choice of hexes beside it; in the sea, among enemies, in the last free hex of others."""
    chance, design = random.Random(f"places {seed} {name}"), load(name).design
    assert design is not None
    assert design.scenario is not None
    hexes = [design.map.grid.number(h) for h in design.map.grid]
    taken = [u.hex for u in design.scenario.units if u.hex]
    units = [u for u in design.scenario.units
             if u.setup is not None and not u.setup.box and u.reinforcement is None]
    for _ in range(number):
        lines = []
        for unit in chance.sample(units, chance.choice((1, 1, 2, 3))):
            there = chance.choice(hexes if chance.random() < 0.6 or not taken else taken)
            choice = sorted({unit.hex or there, *chance.sample(hexes, 2)})
            lines.append(json.dumps({"unit": unit.key, **chance.choice((
                {"position": there} if unit.setup is not None and unit.setup.has_choice else {"setup": there},
                {"setup": {"hexes": choice}, "position": there}))}, ensure_ascii=False))
        yield "\n".join([f"format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: {name}\nchange:",
                         *(f"  - {line}" for line in lines), ""])


# -- what must hold of a broken scenario -----------------------------------------------------------


def faults_of_text(text: str, folder: Path, clean: frozenset[tuple[str, ...]]) -> tuple[int, list[str]]:
    """How many fixes the problems of a scenario file have besides the `clean` ones, and what is wrong with
    them."""
    path = folder / "own.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = load(path)
    if loaded.design is None:
        return 0, [f"cannot be read: {text}"]
    problems = find_problems(loaded.design, loaded.sources, loaded.reading)
    new = [p for p in problems if identity(p) not in clean]
    tried, faults = fix_faults(loaded.design, loaded.sources, loaded.reading, problems, new, strict=False)
    return tried, [f"{one} in {text.partition('change:')[2]}" for one in faults]


def faults_of(broken: Broken, folder: Path, clean: frozenset[tuple[str, ...]]) -> tuple[int, list[str]]:
    """How many fixes were tried, and what is wrong with the problems that a broken scenario has besides the
    `clean` ones: no problem of the expected kind at the right line and unit, a fix that raises, leaves its
    problem or makes another."""
    loaded, lines = opened(broken, folder)
    problems = list(loaded.problems) if loaded.design is None else find_problems(
        loaded.design, loaded.sources, loaded.reading)
    new = [p for p in problems if identity(p) not in clean]
    right = [p for p in new if p.code == broken.code]
    faults = [] if right else [f"{broken.title}: no {broken.code} among {[str(p) for p in new][:3]}"]
    if right and not any(p.line in (lines[broken.path], lines[broken.path[:-1]]) for p in right):
        faults.append(f"{broken.title}: told at line {right[0].line}, not {lines[broken.path]}")
    if right and broken.unit and not any(p.unit == broken.unit for p in right):
        faults.append(f"{broken.title}: told of {right[0].unit!r}, not of {broken.unit}")
    if loaded.design is None:
        return 0, faults
    tried, more = fix_faults(loaded.design, loaded.sources, loaded.reading, problems, new)
    return tried, [*faults, *(f"{broken.title}: {one}" for one in more)]


def slip_faults(broken: Broken, folder: Path, clean: frozenset[tuple[str, ...]]) -> tuple[int, list[str]]:
    """How many fixes were tried of the text of a file, or of its scenario if what is wrong is one of its
    words, and what is wrong: a slip without a fix, and fixes that leave their problem, make another that is
    not among the `clean` ones of the sample, change another line, or take away a text as if that were
    harmless. The first fix of a slip gives back what was meant."""
    loaded, _ = opened(broken, folder)
    path = folder / "broken.yaml"
    told = [p for p in loaded.problems if p.code == broken.code]
    lines = path.read_text(encoding="utf-8").splitlines()
    meant, tried, faults = sample(broken.of), 0, list[str]()
    if loaded.design is not None and any(p.fixes for p in told):
        problems = find_problems(loaded.design, loaded.sources, loaded.reading)
        tried, faults = fix_faults(loaded.design, loaded.sources, loaded.reading, problems, told)
        after: Design = next(p for p in told if p.fixes).fixes[0].edit(loaded.design)
        if after.scenario is None or scenario_to_data(after.scenario) != meant:
            faults.append(f"{broken.title}: {told[0].code} does not give back what was meant")
    elif not any(p.text_fixes for p in told):
        faults.append(f"{broken.title}: no fix for {[str(p) for p in loaded.problems][:2]}")
    before = {identity(p) for p in loaded.problems}
    mixed = "xqzw" not in broken.path
    for problem, fix in text_fixes_of(loaded.problems, str(path)):
        tried += 1
        after = fixed_text(path, [fix]).text
        other = folder / "fixed.yaml"
        other.write_text(after, encoding="utf-8")
        again = load(other)
        now = {identity(p) for p in again.problems}
        if identity(problem) in now:
            faults.append(f"{broken.title}: {fix.label} leaves {problem}")
        # One whose words changed, such as "16 units" for "15 units", was there.
        more = Counter((p.severity, p.code) for p in again.problems)
        more.subtract((p.severity, p.code) for p in loaded.problems)
        made = [str(p) for p in again.problems
                if identity(p) not in before | clean and more[p.severity, p.code] > 0]
        if made and (loaded.design is not None or fix is problem.text_fixes[0]):
            faults.append(f"{broken.title}: {fix.label} makes {made[:2]}")
        changed = [line for line in after.splitlines() if line not in lines]
        if len(changed) > 1:
            faults.append(f"{broken.title}: {fix.label} changes {changed}")
        if mixed and fix is problem.text_fixes[0] and problem in told and read_yaml(after).data != meant:
            faults.append(f"{broken.title}: {fix.label} does not give back what was meant")
        if fix.harmless and fix.label.startswith("Leave") and at(broken.data, broken.path) is not None:
            faults.append(f"{broken.title}: {fix.label} is called harmless")
    return tried, faults


def fix_faults(design: Design, sources: Sources, reading: Sequence[Problem], problems: Sequence[Problem],
               of: Sequence[Problem], strict: bool = True) -> tuple[int, list[str]]:
    """How many fixes some problems of a design have, and those that do not remove their problem, or make
    another. If not `strict`, other problems of the design may change: there may be no more of any code. What
    a variant repeats of its base is in its file only, until it is saved."""
    before, tried, faults = {identity(p) for p in problems}, 0, []
    codes = Counter(code for _, code, *_ in before)
    for problem in of:
        for fix in problem.fixes:
            tried += 1
            after = {identity(p) for p in find_problems(fix.edit(design), sources, reading)}
            faults += unit_faults(design, fix.edit(design), problem, fix.label)
            if identity(problem) in after:
                faults.append(f"{problem.code} stays after {fix.label!r}")
            now = Counter(code for _, code, *_ in after)
            faults += [f"{fix.label!r} for {problem.code} makes {more[1]}: {more[2]}"
                       for more in sorted(after - before) if more[1] != "as-in-base" and (
                           strict or now[more[1]] > codes[more[1]] - (more[1] == problem.code))]
    return tried, faults


def unit_faults(before: Design, after: Design, problem: Problem, label: str) -> list[str]:
    """What is wrong with the units that a fix changes: that of its problem is not among them, or the label
    does not name one."""
    assert before.scenario is not None
    assert after.scenario is not None
    now = Counter(after.scenario.units)
    changed = [u for u in before.scenario.units if not now[u]]
    shared = r"\d+ (more )?units?|Free (it|them):|the units of|of the group|set-up group|the prototype"
    several = re.search(shared, label) or problem.code == "twice"
    faults = [f"{label!r} for {problem.code} does not name {before.unit_name(u)}" for u in changed
              if u.name.strip() and before.unit_name(u) not in label and not several]
    if changed and problem.unit and problem.unit not in {u.key for u in changed}:
        faults.append(f"{label!r} for {problem.code} of {problem.unit} changes {[u.key for u in changed]}")
    return faults


def clean_problems(name: str) -> frozenset[tuple[str, ...]]:
    """The problems that a sample scenario has as it is."""
    loaded = load(name)
    assert loaded.design is not None
    return frozenset(identity(p) for p in find_problems(loaded.design, loaded.sources, loaded.reading))
