"""What the exit codes of the command mean."""

from __future__ import annotations

GOOD = 0
"""All is well."""

FOUND_PROBLEMS = 1
"""The input was read, and problems were found in it."""

UNUSABLE = 2
"""The input cannot be used, or the command was called wrongly."""

NOT_WRITTEN = 3
"""A file or the report could not be written, for instance because the disk is full."""


class Unusable(Exception):
    """Ends the command with exit code 2 and one sentence for the user."""


class NotWritten(Exception):
    """Ends the command with exit code 3: a file cannot be written at the place named."""


class Problems(Exception):
    """Ends the command with exit code 1: the input was read, and it has problems."""
