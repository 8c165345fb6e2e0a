"""Reading files of strangers, which may be of any size."""

from __future__ import annotations

from pathlib import Path

from ..model.file_bytes import Unreadable, read_bytes
from .errors import ImportProblem


def read_bounded(path: Path, most_bytes: int, what: str) -> bytes:
    """The bytes of a file; raises `ImportProblem` where it cannot be read, is a device or a pipe, or is
    larger than any `what`."""
    try:
        return read_bytes(path, most_bytes)
    except Unreadable as error:
        if error.code == "too-big":
            raise ImportProblem(
                f"{path.name} is larger than {most_bytes // 1_000_000} MB; no {what} is.") from None
        raise ImportProblem(f"{path.name} cannot be read. {error.message}") from None
