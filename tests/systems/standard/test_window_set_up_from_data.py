"""A free set-up of games from data, with a real mouse: lit hexes, refusals, filling, clearing, comparing."""

from __future__ import annotations

from pathlib import Path

import pytest
import xvfb
from seen_widgets import told
from xvfb import Hand, window_on

from visegrad_editor.editor.widgets.dialogs import Dialog
from visegrad_editor.engine.checks import check_design
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.scenario import Scenario

pytestmark = xvfb.MARKS
HEAD = "format: 2\nkind: scenario\nname: own\ntitle: Own\n"
HOLLEN = HEAD + """\
extends: hollen
set_up_order: [red, blue]
set_up_groups:
  - {id: army, name: Army, rule: '9.9', where: {hexes: ['0305', '0304', '0404']}, alone: true,
     limits: [{at_most: 2, where: {hexes: ['0305']}, shared: true}]}
change:
  - {unit: blue/1st Foot, setup: {group: army}, position: '0305'}
  - {unit: blue/2nd Foot, setup: {group: army}, position: '0404'}
  - {unit: blue/3rd Foot, setup: {group: army}, position: '0304'}
"""
VELNA = HEAD + """\
extends: velna
set_up_groups:
  - {id: army, name: Army, rule: '9.9', where: {hexes: ['1304', '1305', '1306']}, alone: true,
     limits: [{at_most: 2, where: {hexes: ['1304']}, shared: true}]}
change:
  - {unit: east/1st Tank, setup: {group: army}, position: '1304'}
  - {unit: east/2nd Tank, setup: {group: army}, position: '1306'}
  - {unit: east/3rd Mechanized, setup: {group: army}, position: '1305'}
"""
GAMES = {
    # The text, who is dragged from where, over whom alone, to the hex that two may share, and a hex outside.
    "hollen": (HOLLEN, "blue/3rd Foot", "0304", "0404", "0305", "0408"),
    "velna": (VELNA, "east/3rd Mechanized", "1305", "1306", "1304", "1208"),
}


def scenario_of(hand: Hand) -> Scenario:
    scenario = hand.window.session.scenario
    assert scenario is not None
    return scenario


def lit(hand: Hand) -> set[str]:
    hexes: frozenset[Hex] = hand.window.overlay._lit
    return set(map(hand.window.session.design.map.grid.number, hexes))


@pytest.mark.parametrize("game", list(GAMES))
def test_a_free_set_up_of_a_game_from_data(tmp_path: Path, game: str) -> None:
    text, unit, start, alone, shared, outside = GAMES[game]
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    with window_on(path, tmp_path / "settings") as hand:
        window, session = hand.window, hand.window.session
        members = [u.key for u in scenario_of(hand).members("army")]
        before = scenario_of(hand)
        session.select(None, (unit,))
        hand.settle(0.3)
        # Held over the hex where another stands alone: it is not lit; a drop is refused with the rule.
        hand.do("mousemove", *hand.centre(start))
        hand.do("mousedown", 1)
        hand.do("mousemove", *hand.centre(shared))
        hand.do("mousemove", *hand.centre(alone), wait=0.3)
        assert lit(hand) == {start, shared}
        hand.do("mouseup", 1, wait=0.3)
        assert scenario_of(hand) is before
        assert "may not be set up with" in window.messages.text
        assert "9.9" in window.messages.text
        hand.drag(hand.centre(start), hand.centre(outside))
        hand.settle(0.3)
        assert scenario_of(hand) is before
        assert "9.9" in window.messages.text, window.messages.text
        hand.settle(0.7)  # no double click
        hand.drag(hand.centre(start), hand.centre(shared))
        hand.until(lambda: scenario_of(hand).unit_by_key[unit].hex == shared)
        assert not [p for p in check_design(session.design) if p.severity != "note"]
        # All else the menu offers, each one step.
        window.perform("clear_positions")
        assert [scenario_of(hand).unit_by_key[k].position for k in members] == ["", "", ""]
        window.perform("fill_set_up")
        assert all(scenario_of(hand).unit_by_key[k].position for k in members)
        made = []
        for _ in range(2):
            window.perform("clear_positions")
            hand.answer("Random legal set-up", ("key", "ctrl+a"), ("type", "5"), ("key", "Return"))
            window.perform("random_set_up")
            made.append(tuple(scenario_of(hand).unit_by_key[k].position for k in members))
        assert made[0] == made[1]
        assert all(made[0])
        seen: list[str] = []

        def look() -> None:
            dialog = next(w for w in window.root.winfo_children() if isinstance(w, Dialog))
            seen.append(told(dialog))
            dialog.cancel()

        window.root.after(400, look)
        window.perform("compare_set_up")
        assert len(seen) == 1
