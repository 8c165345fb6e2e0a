"""What tests of play-tests in the window share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from xvfb import Show


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Show]:
    """Opens windows of their own, all with the same settings."""
    # Without Tk this folder has no tests, but this file is read.
    from xvfb import windows_in

    with windows_in(tmp_path / "settings") as show:
        yield show
