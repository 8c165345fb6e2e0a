"""What tests of the window share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from xvfb import Hand, Show


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    """Shows files in a window that the tests of a file share."""
    # Without Tk this folder has no tests, but this file is read.
    from xvfb import shared_window

    with shared_window(tmp_path_factory.mktemp("settings")) as show:
        yield show


@pytest.fixture(scope="module")
def one_window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    """A window on a copy of the historical scenario, which the tests of a file share."""
    from own_sample import own_historical
    from xvfb import window_on

    file = own_historical(tmp_path_factory.mktemp("game"))
    with window_on(file, tmp_path_factory.mktemp("settings")) as hand:
        yield hand
