"""Collects the problems of one file while it is turned into a document."""

from __future__ import annotations

from dataclasses import dataclass, field

from .problems import Problem, Severity
from .yaml_read import DataPath, Reading


@dataclass
class Findings:
    """Problems of a file. `broken`: the document cannot hold everything the file says."""

    file: str
    reading: Reading
    problems: list[Problem] = field(default_factory=list)
    broken: bool = False

    def error(
        self, code: str, message: str, path: DataPath, word: str = "", hex: str = "", unit: str = ""
    ) -> None:
        """An error that leaves something of the file out of the document.

        `word` finds the line within a value that runs over several.
        """
        self.broken = True
        self.add("error", code, message, path, word, hex, unit)

    def add(
        self, severity: Severity, code: str, message: str, path: DataPath,
        word: str = "", hex: str = "", unit: str = "",
    ) -> None:
        line = self.reading.line_of_word(path, word) if word else self.reading.line(path)
        self.problems.append(Problem(severity, code, message, self.file, line, hex, unit))
