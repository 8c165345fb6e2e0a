"""Collects the problems of one file while it is turned into a document."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..problems import MOST_PROBLEMS, Problem, Severity, more_problems
from ..wording import Suggestions
from .yaml_reader import DataPath, Reading


@dataclass
class FileProblems:
    """Problems of a file, the first `MOST_PROBLEMS` of each severity. `broken`: the document cannot hold
    everything in the file."""

    file: str
    reading: Reading
    problems: list[Problem] = field(default_factory=list)
    broken: bool = False
    suggest: Suggestions = field(default_factory=Suggestions)
    _counts: dict[Severity, int] = field(default_factory=dict)

    def error(
        self, code: str, message: str, path: DataPath, word: str = "", hex: str = "", unit: str = ""
    ) -> None:
        """Add an error that leaves something of the file out of the document.

        `word` gives the line within a value that runs over several.
        """
        self.broken = True
        self.add("error", code, message, path, word, hex, unit)

    def add(
        self, severity: Severity, code: str, message: str, path: DataPath,
        word: str = "", hex: str = "", unit: str = "",
    ) -> None:
        count = self._counts[severity] = self._counts.get(severity, 0) + 1
        if count > MOST_PROBLEMS:
            if count == MOST_PROBLEMS + 1:
                self.problems.append(more_problems(severity, self.file))
            return
        line = self.reading.line_of_word(path, word) if word else self.reading.line(path)
        self.problems.append(Problem(severity, code, message, self.file, line, hex, unit))
