"""Latitude and longitude in the status bar, with a real pointer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tkinter import TclError

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.editor.app import open_window
from visegrad_editor.editor.files import open_document
from visegrad_editor.editor.settings import Settings
from visegrad_editor.hexgrid.laea import distance_km
from visegrad_editor.model.edit.documents import with_map

pytestmark = [
    pytest.mark.skipif(bool(xvfb.MISSING), reason=f"not installed: {', '.join(xvfb.MISSING)}"),
    pytest.mark.xdist_group("window"),
]


@pytest.fixture
def hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hand]:
    monkeypatch.setenv("DISPLAY", xvfb.screen(1366, 768))
    loaded, complaint = open_document("maps/visegrad4")
    assert complaint == ""
    found = Hand(open_window(loaded, Settings(tmp_path / "settings")))
    found.settle(0.5)
    yield found
    with suppress(TclError):
        found.window.root.destroy()


def shown(hand: Hand) -> tuple[float, float] | None:
    """Degrees east and north in the status bar; None where none are shown."""
    label = hand.window.status.place
    if not label.winfo_ismapped():
        return None
    found = re.fullmatch(r"([\d.]+)° N ([\d.]+)° E", label.cget("text"))
    assert found, label.cget("text")
    return float(found[2]), float(found[1])


def test_degrees_under_the_pointer(hand: Hand) -> None:
    for number, city in (("2017", (21.01, 52.23)), ("1815", (23.16, 53.13))):
        hand.do("mousemove", *hand.centre(number))
        hand.settle()
        place = shown(hand)
        assert place is not None
        # The city lies in that hex of 61.5 km.
        assert distance_km(place, city) < 36
    x, y = hand.centre("2017")
    hand.do("mousemove", x, y)
    hand.settle()
    place = shown(hand)
    hand.do("mousemove", x + 8, y)
    hand.settle()
    assert shown(hand) != place, "within a hex, too"
    session = hand.window.session
    assert session.edit("No reference", with_map(session.design, replace(session.design.map, geography=None)))
    hand.do("mousemove", x, y)
    hand.settle()
    assert shown(hand) is None
