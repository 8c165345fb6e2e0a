"""Checks of how counters look: symbols, size marks, templates, pictures, and whether letters can be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..contrast import contrast, legible
from ..cooperative_yield import with_pauses
from ..counter_texts import WORDS, fields_of
from ..design import Design
from ..edit.looks import SECTIONS, change_looks, kind_at
from ..files.counter_pictures import looks_in
from ..files.sources import Kind
from ..look import NO_LOOK, NO_MARK, SIZES, Look
from ..problems import Fix
from ..scenario import Scenario
from ..values import UNIT_SYMBOLS
from ..whole_look import LEVELS, look_of
from ..wording import closest, misspelt, quoted
from .context import Checks
from .fixes import scenario_fix

LEAST_CONTRAST = 4.5
"""Letters that stand out less from their ground are hard to read (WCAG 2)."""
_LEVEL_OF = {section: level for level, section in SECTIONS.items()}


def check_looks(checks: Checks) -> None:
    """What does not fit in the looks of units and of kinds of units."""
    design = checks.design
    for document in (design.ruleset, design.scenario):
        if document is not None:
            for section, name, look in with_pauses(list(looks_in(document)), 64):
                if look != NO_LOOK:
                    _check_look(checks, section, name, look)
    _check_sizes(checks)
    _check_letters(checks)


def _check_sizes(checks: Checks) -> None:
    """Sizes that are written wrong, so that no mark is drawn. Other words than those known may be meant."""
    scenario = checks.design.scenario
    meant = dict.fromkeys(SIZES, "")
    for unit in with_pauses(scenario.units if scenario else (), 64):
        if unit.size not in meant:
            meant[unit.size] = misspelt(unit.size, SIZES)
        if not (near := meant[unit.size]):
            continue
        checks.add("warning", "unknown-size", (
            f"{checks.called(unit)} has the size {quoted(unit.size)}, for which no mark is drawn. Did you "
            f"mean {near}?"), "scenario", "units", unit.key, unit=unit.key, within=("size",),
            fix=scenario_fix(f"Give {checks.design.unit_name(unit)} the size {near}", _sized(unit.key, near)))


def _sized(key: str, size: str) -> Callable[[Scenario], Scenario]:
    def change(scenario: Scenario) -> Scenario:
        if key not in scenario.unit_by_key:
            raise ValueError("The unit is gone.")
        # A slip is put right: where the size comes from stays.
        return replace(scenario, units=tuple(
            replace(u, size=size) if u.key == key else u for u in scenario.units))

    return change


def _check_look(checks: Checks, section: str, name: str, look: Look) -> None:
    kind: Kind = "scenario" if section == "units" else "ruleset"
    level = _LEVEL_OF[section]
    whose = f"the look of {_words(checks.design, level, name)}"

    def add(code: str, message: str, part: str, *fixes: Fix) -> None:
        checks.add("warning", code, message, kind, section, name, unit=name if level == "unit" else "",
                   within=("look", part), fixes=fixes)

    def setting(part: str, value: str, label: str) -> Fix:
        return Fix(label, _setting(level, name, part, value))

    if look.symbol and look.symbol not in UNIT_SYMBOLS:
        near = closest(look.symbol, UNIT_SYMBOLS)
        fixes = [setting("symbol", near, f"Use the symbol {near}")] if near else []
        add("unknown-unit-symbol", (
            f"There is no symbol {quoted(look.symbol)} ({whose}); a question mark is drawn. Choose one in "
            "*Scenario > Counter…*."), "symbol", *fixes, setting("symbol", "", "Use the inherited symbol"))
    if look.mark and look.mark not in (*SIZES, NO_MARK):
        near = closest(look.mark, SIZES)
        fixes = [setting("mark", near, f"Use the mark of a {near}")] if near else []
        add("unknown-size-mark", (
            f"There is no size mark {quoted(look.mark)} ({whose}); none is drawn. Possible: "
            f"{', '.join((*SIZES, NO_MARK))}."), "mark", *fixes,
            setting("mark", "", "Use the inherited size mark"))
    known = {*checks.design.ruleset.value_place, *WORDS}
    for part in ("front", "back"):
        for word in fields_of(getattr(look, part)):
            if word not in known:
                add("unknown-value", (
                    f"There is no value {quoted(word)} ({whose}, `{part}`). "
                    f"Possible: {', '.join(sorted(known))}."), part,
                    setting(part, "", "Use the inherited text"))
    if look.picture and (trouble := _trouble(look)):
        add("counter-picture", (
            f"The picture {quoted(look.picture)} of {_words(checks.design, level, name)} is not shown: "
            f"{trouble} The counter is drawn without it. Choose another in *Scenario > Counter…*, or remove "
            "it."), "picture", setting("picture", "", "Remove the picture"))


def _trouble(look: Look) -> str:
    art = look.picture_read
    return "It was not read yet; save and open the file again." if art is None else art.trouble


def _setting(level: str, name: str, part: str, value: str) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        after = change_looks(design, level, [name], {part: value})
        if after is design:
            raise ValueError("The look has changed since, and there is nothing left to fix.")
        return after

    return edit


def _words(design: Design, level: str, name: str) -> str:
    if level == "unit":
        return f"the unit {quoted(name.partition('/')[2])}"
    kind = kind_at(design.ruleset, level, name)
    return f"the {level} {quoted(kind.name if kind else name)}"


def _check_letters(checks: Checks) -> None:
    """A note for letters that a look makes hard to read, once for each look that does."""
    design, told = checks.design, set()
    for unit in with_pauses(design.scenario.units if design.scenario else (), 64):
        look = look_of(design.ruleset, unit)
        levels = [look.from_[part] for part in ("ink", "ground") if look.from_[part] != "ruleset"]
        if not levels or contrast(look.ink, look.ground) >= LEAST_CONTRAST:
            continue
        level = min(levels, key=LEVELS.index)
        nation = design.ruleset.nationality_by_id.get(unit.nationality)
        name = {"unit": unit.key, "type": unit.type, "nationality": unit.nationality,
                "side": nation.side if nation else ""}[level]
        if (level, name, look.ink, look.ground) in told:
            continue
        told.add((level, name, look.ink, look.ground))
        better = legible(look.ink, (look.ground,), LEAST_CONTRAST)
        checks.add(
            "note", "hard-to-read", (
                f"Letters in {look.ink} on {look.ground} are hard to read on the counters of "
                f"{_words(design, level, name)}: their contrast is {contrast(look.ink, look.ground):.1f}, "
                f"and {LEAST_CONTRAST} is needed. They are printed in {better} instead."),
            "scenario" if level == "unit" else "ruleset", SECTIONS[level], name,
            unit=unit.key if level == "unit" else "", within=("look",),
            fix=Fix(f"Make the letters {better}", _setting(level, name, "ink", better)))
