"""What the exit codes of the command mean, and the errors that end it."""

from __future__ import annotations

from ..errors import VisegradError

GOOD = 0
"""All is well."""

FOUND_PROBLEMS = 1
"""The input was read, and problems were found in it."""

UNUSABLE = 2
"""The input cannot be used, or the command was called wrongly."""

NOT_WRITTEN = 3
"""A file or the report could not be written, for instance because the disk is full."""


class ExitError(VisegradError):
    """Ends the command with an exit code and a sentence for the user."""

    code = UNUSABLE


class ProblemsFoundError(ExitError):
    """Ends the command with exit code 1: the input was read, and it has problems."""

    code = FOUND_PROBLEMS


class UnusableError(ExitError):
    """Ends the command with exit code 2: the input cannot be used, or the command was called wrongly."""


class NotWrittenError(ExitError):
    """Ends the command with exit code 3: a file cannot be written at the place named."""

    code = NOT_WRITTEN


def exit_code(error: VisegradError) -> int:
    """The exit code of a command that ends with this error."""
    if isinstance(error, ExitError):
        return error.code
    from ..model.files.atomic import DiskError

    return NOT_WRITTEN if isinstance(error, DiskError) else UNUSABLE
