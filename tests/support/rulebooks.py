"""The rulebooks of the games, as `scripts/rules_coverage.py` asks for them.

A game declares its rulebook as `BOOK` in `tests/systems/<game>/<game>_rulebook.py`.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Rulebook:
    """The numbered rules of a game, and where its code, data and tests are.

    A rule is a number, such as `7.3`, or a part of one: `11.0 step 2`, or `11.0 DE`, a combat result.
    """

    system: str
    """The id of the game, which is also the name of its folder."""
    title: str
    page: str
    """The page in docs."""
    rulings: str
    """The page of rulings in docs."""
    chapters: Mapping[str, str]
    rules: Mapping[str, str]
    """What each rule is about."""
    held_by: Mapping[str, str] = field(default_factory=dict)
    """What holds a rule, in words."""
    no_rules: frozenset[str] = frozenset({"__init__"})
    """Modules of the game that make no rules."""
    engine: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """What the engine, which knows no rule numbers, does for all games: files and functions by rule."""
    tests: tuple[str, ...] = ()
    """Globs of the test files that are about its rules."""
    marked: bool = False
    """Whether `@pytest.mark.rule` in other test files means this rulebook."""
    number: str = r"\d{1,2}\.\d{1,2}"
    """The regular expression of a rule number."""

    @property
    def folder(self) -> str:
        """The folder of the game's code."""
        return f"visegrad_editor/systems/{self.system}"

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """The rules that are no part of another one, in order."""
        return tuple(r for r in self.rules if not self._is_part(r))

    def _is_part(self, rule: str) -> bool:
        """Whether a rule is part of another one; a name such as `E footnote 5` is none."""
        return " " in rule and rule.partition(" ")[0] in self.rules

    @cached_property
    def effects(self) -> frozenset[str]:
        """The rules that are combat results."""
        return frozenset(r for r in self.rules if self._is_part(r) and " step " not in r)

    @cached_property
    def codes(self) -> Mapping[str, str]:
        """Codes of combat results to their rules."""
        return {rule.partition(" ")[2]: rule for rule in self.effects}

    @cached_property
    def stepped(self) -> str:
        """The rule that has steps, or ""."""
        return next((rule.partition(" step ")[0] for rule in self.rules if " step " in rule), "")


@cache
def rulebooks() -> dict[str, Rulebook]:
    """All declared rulebooks by the ids of their games."""
    found = {}
    for path in sorted((ROOT / "tests" / "systems").glob("*/*_rulebook.py")):
        spec = importlib.util.spec_from_file_location(f"rulebook_of_{path.parent.name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        book: Rulebook = module.BOOK
        found[book.system] = book
    return found
