"""Texts that name a side, when the side gets another name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..ruleset import Nationality, Phase, Ruleset, Side
from ..translation import Translator, texts_of
from ..wording import short_side_name, side_in_sentence, without_article

T = TypeVar("T")
_PARTS = ("sequence", "events", "special_rules", "player_aid", "options", "victory", "results", "pools",
          "assets", "supply", "arrivals", "states")
"""The parts of a ruleset that speak of sides. Others, such as the kinds of terrain, have names of things: a
`Red desert` stays one."""

Renames = Sequence[tuple[Side, Side]]
"""Sides, each as it was and as it is."""


def with_names_of_sides(ruleset: Ruleset, sides: Sequence[Side]) -> Ruleset:
    """The ruleset whose phases, events, goals, special rules and other texts call its sides what `sides` call
    them: `The Blue side holds the town` becomes `The Westland side holds the town`. The sides themselves stay
    as they are."""
    changed = renames(ruleset.sides, sides)
    if not changed:
        return ruleset
    parts: dict[str, Any] = {
        part: now for part in _PARTS
        if (now := called(old := getattr(ruleset, part), changed)) is not old}
    phases = tuple(_phase(phase, changed, ruleset.nationalities) for phase in ruleset.phases)
    if phases != ruleset.phases:
        parts["phases"] = phases
    return replace(ruleset, **parts) if parts else ruleset


def called(part: T, changed: Renames) -> T:
    """A record, or several, whose texts have the present names of the sides; itself if they name none."""
    words = _words(changed)
    texts = {text: now for text, where in texts_of(part).items()
             if not where.startswith("provenance") and (now := _said(text, words)) != text}
    return Translator(texts).part(part) if texts else part


def renames(old: Sequence[Side], new: Sequence[Side]) -> Renames:
    """The sides that have another name now."""
    now = {side.id: side for side in new}
    return [(side, now[side.id]) for side in old
            if side.id in now and now[side.id].name.strip() and now[side.id].name != side.name]


def _words(changed: Renames) -> dict[str, str]:
    """What texts call sides, and what they are to call them."""
    found: dict[str, str] = {}
    for old, new in changed:
        whole, short = without_article(old.name), short_side_name(old.name)
        if not short:
            continue
        now = side_in_sentence(new.name)
        for name in dict.fromkeys((whole, f"{short} side", f"{short} player")):
            if " " in name:
                found.update({f"The {name}": f"T{now[1:]}", f"the {name}": now})
        found.setdefault(f"{short} side", now.removeprefix("the "))
        found.setdefault(whole, without_article(new.name))
        found.setdefault(short, short_side_name(new.name))
    return found


def _said(text: str, words: Mapping[str, str]) -> str:
    # All at once, as two sides may exchange their names; the longest first.
    names = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda m: words[m[0]], text) if names else text


def _phase(phase: Phase, changed: Renames, nationalities: Sequence[Nationality]) -> Phase:
    """A phase with its name; one of a side may also be called after the id or the nationality of the side."""
    words = _words(changed)
    for old, new in changed:
        if old.id == phase.side:
            own = [n for n in nationalities if n.side == old.id]
            for name in (old.id.capitalize(), *((own[0].name, own[0].adjective) if len(own) == 1 else ())):
                if name.strip():
                    words.setdefault(name, short_side_name(new.name))
    name = _said(phase.name, words)
    return phase if name == phase.name else replace(phase, name=name)
