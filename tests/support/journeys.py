"""The journeys of docs/architecture.md, and the calls that are made on one, for tests."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import visegrad_editor

PACKAGE = Path(visegrad_editor.__file__).parent
ROOT = PACKAGE.parent
PAGE = ROOT / "docs" / "architecture.md"


class Step(NamedTuple):
    """A step of a journey: a file below the package, and the function of it that is called."""

    file: str
    function: str


def journeys() -> dict[str, list[Step]]:
    """The steps of each journey on the page, by its heading."""
    text = PAGE.read_text("utf-8").partition("## Three journeys")[2]
    found = {}
    for part in text.split("\n### ")[1:]:
        heading, _, steps = part.partition("\n")
        numbered = re.findall(r"^\d+\. (.*)$", steps, re.MULTILINE)
        named = [re.match(r"`([\w/]+\.py)` `([\w.]+)`", line) for line in numbered]
        assert all(named), heading
        found[heading] = [Step(m[1], m[2]) for m in named if m]
    return found


def journey(first_words: str) -> list[Step]:
    (steps,) = [steps for heading, steps in journeys().items() if heading.startswith(first_words)]
    return steps


class Calls:
    """Which of the steps were called, in any thread, in the order of the calls."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self.made: list[Step] = []
        self._wanted = {(str(PACKAGE / s.file), s.function): s for s in steps}

    @contextmanager
    def noted(self) -> Iterator[None]:
        before = sys.getprofile()
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(before)
            threading.setprofile(before)

    def _note(self, frame: FrameType, event: str, _arg: Any) -> None:
        code = frame.f_code
        if event == "call" and (step := self._wanted.get((code.co_filename, code.co_qualname))):
            self.made.append(step)

    @property
    def missing(self) -> str:
        """The first of the steps that was not called after the one before it, "" where all were."""
        at = 0
        for step in self.steps:
            try:
                at = self.made.index(step, at) + 1
            except ValueError:
                return f"{step.file} {step.function}"
        return ""
