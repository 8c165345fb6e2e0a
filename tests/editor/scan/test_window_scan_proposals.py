"""Terrain proposed from a scan in the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import xvfb
from scan_desk import DESIGN, PRINTED, Desk, desk_in, hex_of
from seen_widgets import told
from small_design import GRID

from visegrad_editor.editor.scan.proposals import ProposalMode

pytestmark = xvfb.MARKS


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as desk:
        yield desk


def test_terrain_is_proposed_reviewed_and_applied(desk: Desk) -> None:
    hand = desk.show(aligned=True)
    window = hand.window
    before = (desk.folder / "map.yaml").read_bytes()
    window.perform("propose_terrain")
    hand.settle(0.2)
    mode = window.tracing.mode
    assert isinstance(mode, ProposalMode)
    page = window.dock.panel("background").page  # type: ignore[attr-defined]
    assert "typical hexes" in told(page)
    hand.key("1")
    hand.click(hand.centre("1003"))
    hand.click(hand.centre("0705"))
    hand.key("2")
    hand.click(hand.centre("0805"))
    hand.key("3")
    hand.click(hand.centre("0604"))
    kinds = [k.id for k in DESIGN.ruleset.terrain]
    assert [(k, len(mode.proposal.choices.samples[k])) for k in kinds] == [
        ("clear", 2), ("mountain", 1), ("sea", 1)]
    read = mode.proposal.applied()
    right = [h for h in GRID if read.terrain.at(h) == PRINTED.terrain.at(h)]
    assert len(right) >= 46
    assert window.view.canvas.find_withtag("proposal")
    # The map itself is unchanged: this is only for review.
    assert window.session.design.map.terrain.at(hex_of("0604")) == "clear"
    hand.do("mousemove", *hand.centre("0605"))
    assert "Sea" in window.messages.text
    # Leave one out, paint one by hand, and undo that.
    hand.click(hand.centre("0603"), button=3)
    assert hex_of("0603") not in mode.proposal.changes()
    hand.do("keydown", "shift", "mousemove", *hand.centre("1101"), "click", 1, "keyup", "shift")
    assert mode.proposal.changes()[hex_of("1101")].terrain == "sea"
    hand.key("ctrl+z")
    assert hex_of("1101") not in mode.proposal.changes()
    hand.key("ctrl+y")
    assert mode.proposal.changes()[hex_of("1101")].terrain == "sea"
    hand.key("ctrl+z")
    assert hex_of("1101") not in mode.proposal.changes()
    count = len(mode.proposal.changes())
    assert str(page.apply.cget("text")) == f"Change {count} hexes"
    hand.click_on(page.apply)
    assert window.tracing.mode is None
    assert window.session.history.undo_label == f"Propose terrain from the scan ({count} hexes)"
    assert window.session.design.map.terrain.at(hex_of("0604")) == "sea"
    assert window.session.design.map.terrain.at(hex_of("0603")) == "clear"
    assert not window.view.canvas.find_withtag("proposal")
    hand.key("ctrl+z", "ctrl+s")
    assert (desk.folder / "map.yaml").read_bytes() == before


def test_proposing_with_keys_within_the_selected_hexes(desk: Desk) -> None:
    hand = desk.show(aligned=True)
    window = hand.window
    window.session.select_region([h for h in GRID if h.row < 2])
    window.perform("propose_terrain")
    hand.settle(0.2)
    mode = window.tracing.mode
    assert isinstance(mode, ProposalMode)
    window.controller.go_to(hex_of("0704"))
    hand.key("1", "Return")
    window.controller.go_to(hex_of("0604"))
    hand.key("3", "Return", "Right", "Delete")
    hand.key("shift+Return")
    assert mode.proposal.choices.by_hand == {hex_of("0603"): "sea"}
    hand.key("ctrl+Return")
    changed = [h for h in GRID if window.session.design.map.terrain.at(h) == "sea"]
    assert changed == [h for h in GRID if h.row == 0]


def test_why_a_scan_cannot_be_read_is_said(desk: Desk) -> None:
    hand = desk.show()
    window = hand.window
    window.perform("propose_terrain")
    assert window.tracing.mode is None
    assert "Align the background picture first" in window.messages.text
    window.perform("remove_background")
    assert window.session.design.map.background is None
    assert "still there" in window.messages.text
