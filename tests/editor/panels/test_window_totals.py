"""The panel of totals with real keys and clicks: it follows edits, selects units, takes the counter mix."""

from __future__ import annotations

import pytest
import xvfb
from xvfb import Hand

from visegrad_editor.editor.panels.totals_panel import TotalsPanel
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.units import remove_units
from visegrad_editor.model.scenario import Scenario

pytestmark = xvfb.MARKS


@pytest.fixture
def hand(one_window: Hand) -> Hand:
    """The window with nothing changed, the totals in front."""
    hand = one_window
    hand.window.session.history.jump(0)
    hand.window.view.canvas.focus_force()
    hand.settle(0.1)
    hand.key("ctrl+shift+F3", wait=0.6)
    return hand


def panel(hand: Hand) -> TotalsPanel:
    found = hand.window.dock.panel("totals")
    assert isinstance(found, TotalsPanel)
    return found


def scenario(hand: Hand) -> Scenario:
    found = hand.window.session.scenario
    assert found is not None
    return found


def units_of(hand: Hand, row: str) -> int:
    return int(panel(hand).tree.set(row, "units"))


def row_of(hand: Hand, end: str) -> str:
    return next(row for row in panel(hand)._keys if row.endswith(end))


def test_totals_follow_an_edit(hand: Hand) -> None:
    row = row_of(hand, "nationality:poland")
    before = units_of(hand, row)
    key = next(u.key for u in scenario(hand).units if u.nationality == "poland")
    hand.window.session.change("Remove", lambda d: with_scenario(d, remove_units(scenario(hand), [key])))
    hand.settle(0.6)
    assert units_of(hand, row) == before - 1
    hand.window.session.undo()
    hand.settle(0.6)
    assert units_of(hand, row) == before


def test_a_click_on_a_row_selects_its_units(hand: Hand) -> None:
    tree, row = panel(hand).tree, row_of(hand, "nationality:poland")
    tree.see(row)
    hand.settle(0.2)
    x, y, width, height = tree.bbox(row)
    hand.click((tree.winfo_rootx() + x + width // 4, tree.winfo_rooty() + y + height // 2))
    hand.settle(0.3)
    assert hand.window.session.units == tuple(
        u.key for u in scenario(hand).units if u.nationality == "poland")


def test_totals_are_copied_as_a_table(hand: Hand) -> None:
    panel(hand).tree.focus_force()
    hand.key("ctrl+c", wait=0.3)
    lines = hand.window.root.clipboard_get().splitlines()
    assert lines[0].split("\t")[:4] == ["level", "name", "units", "steps"]
    assert lines[1].split("\t")[2] == str(len(scenario(hand).units))


def test_the_mix_is_taken_in_one_step_and_shown_with_what_is_left(hand: Hand) -> None:
    before = hand.window.session.history.position
    hand.window.perform("take_mix")
    hand.settle(0.6)
    assert hand.window.session.history.position == before + 1
    tree = panel(hand).tree
    lines = tree.get_children("mix")
    assert len(lines) == len(hand.window.session.design.ruleset.counter_mix)
    assert {str(tree.item(line, "text")).rpartition(", ")[2] for line in lines} == {"0 left"}
    hand.window.perform("take_mix")
    assert hand.window.session.history.position == before + 1
