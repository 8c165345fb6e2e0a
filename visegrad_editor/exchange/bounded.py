"""Reading files of strangers, which may be of any size."""

from __future__ import annotations

from pathlib import Path

from .errors import ImportProblem


def read_bounded(path: Path, most_bytes: int, what: str) -> bytes:
    """The bytes of a file; raises `ImportProblem` where it cannot be read, or is larger than any `what`."""
    try:
        if path.stat().st_size > most_bytes:
            raise ImportProblem(f"{path.name} is larger than {most_bytes // 1_000_000} MB; no {what} is.")
        return path.read_bytes()
    except OSError as error:
        raise ImportProblem(f"{path.name} cannot be read: {error.strerror or error}.") from None
