"""The version that the open design is compared with: the base, the last save, another file, one in git; and
the base, for the marks of values that differ from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.differences import KINDS
from ...model.files.load import LoadResult, load
from ...model.files.sources import Sources
from ...model.files.versions import NoVersionError, base_design, base_or_none, git_version
from ...model.problems import Problem
from ..session import Session

Choice = Literal["base", "saved", "file", "git"]


@dataclass(eq=False)
class OtherVersion:
    """Finds the design that the open one is compared with, and keeps it until another document is open."""

    session: Session
    sources: Callable[[], Sources]
    choice: Choice = "base"
    word: str = ""
    """The file, or the version in git."""
    not_compared: tuple[Problem, ...] = ()
    """The errors in the file of the version that was read last: what they are about is not compared."""
    _known: tuple[object, Design] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.session.opened.connect(self.forget)

    def forget(self) -> None:
        """Read the other version again when it is next needed."""
        self._known, self.not_compared = None, ()

    def choose(self, choice: Choice, word: str = "") -> None:
        """Compare with another version from now on."""
        self.choice, self.word = choice, word
        self.forget()

    @property
    def name(self) -> str:
        """What it is called in sentences."""
        names = {"base": "the base", "saved": "the last save"}
        return names.get(self.choice) or (Path(self.word).name if self.choice == "file" else self.word)

    def design(self) -> Design:
        """The other version; raises `NoVersionError`."""
        if self.choice == "saved":
            return self._saved()
        scenario = self.session.scenario
        key = (self.choice, self.word, scenario.extends if scenario else "",
               self.session.design.map.extends, self.session.design.ruleset.extends)
        if self._known is None or self._known[0] != key or (
                self.choice == "base" and not (scenario and scenario.extends)):
            self._known = key, self._read()
        return self._known[1]

    def _read(self) -> Design:
        if self.choice == "base":
            return base_design(self.session.design, self.sources())
        if self.choice == "git":
            with git_version(self.word, self.session.document.path) as loaded:
                return self._usable(loaded, self.word)
        return self._usable(load(Path(self.word)), self.word)

    def _saved(self) -> Design:
        history, document = self.session.history, self.session.document
        if document.path is None:
            raise NoVersionError("This design has never been saved, so there is no save to compare with.")
        if history.saved_position >= 0:
            return history.steps[history.saved_position].state
        return self._usable(load(document.path), document.path.name)

    def _usable(self, loaded: LoadResult, word: str) -> Design:
        if loaded.design is None:
            more = f" {loaded.problems[0]}" if loaded.problems else ""
            raise NoVersionError(f"{word} cannot be read as a scenario or a map.{more}")
        self.not_compared = loaded.not_understood
        return loaded.design


class OpenBase:
    """Finds the base of the open design, and keeps it until another document is open."""

    def __init__(self, session: Session, sources: Callable[[], Sources]) -> None:
        self._sources = sources
        self._known: tuple[tuple[object, ...], Design | None] | None = None
        session.opened.connect(self._forget)

    def _forget(self) -> None:
        self._known = None

    def of(self, design: Design) -> Design | None:
        """What the base of the scenario plays, or the design with the bases of its map and its ruleset; None
        if it is no variant, or its base cannot be read."""
        scenario = design.scenario
        key = (scenario.extends if scenario else "", design.map.extends, design.ruleset.extends)
        if not any(key):
            return None
        sources = self._sources()
        files = (sources.of(kind) for kind in KINDS)
        # Files loaded again are others, whatever they contain.
        now = (*key, *(id(file.base) for file in files if file is not None))
        if self._known is None or self._known[0] != now:
            self._known = now, base_or_none(design, sources)
        base = self._known[1]
        if base is None or key[0]:
            return base
        parts: dict[str, Any] = {
            kind: getattr(base, kind) for kind in ("ruleset", "map") if getattr(design, kind).extends}
        return replace(design, **parts)
