"""Decisions of a play-test taken in its panel, without its window; and random clicks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from designs import make, unit, wing
from play_sessions import duel, first_steps, session, until

from visegrad_editor.editor.play.log_panel import entry_lines
from visegrad_editor.editor.play.prompts import order_words
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.engine import Order
from visegrad_editor.engine.orders import IllegalOrderError
from visegrad_editor.model.files.load import load

# -- decisions in the panel ----------------------------------------------------------------------------


def test_markers_are_a_number_and_tables_are_buttons() -> None:
    play = session(duel(markers=(3, 1)), 3)
    assert play.timeline.game.step == "allocate"
    assert play.decision.style == "list"
    assert len(play.decision.orders) == 4
    play.give(Order("allocate", words=("3", "0")))
    secret = list(entry_lines(play.timeline.game, play.timeline.done[-1], 1))
    assert "3" not in secret[0].text
    play.give(Order("allocate", words=("0", "1")))
    until(play, "attack")
    play.decision.click("0306")
    play.confirm()
    assert play.timeline.game.step == "table"
    texts = [order_words(play, o) for o in play.decision.plain_orders]
    assert any("Cyber-war" in t for t in texts)
    assert "Call the attack off" in texts


def test_replacements_restore_rebuild_and_buy() -> None:
    worn = replace(unit("A", "russia", "0305"), reduced=True)
    design = make([worn, unit("D", "poland", "0801"), wing("W", "russia", box="pool")],
                  replacements=[(1, "russian", 1, 1)])
    play = session(design)
    assert play.timeline.game.step == "replace"
    assert play.decision.verbs == {"pass", "restore", "buy"}
    play.decision.click("0305")
    assert play.decision.ready == Order("restore", ("russia/A",))
    assert [play.decision.confirmed_by(k) for k in ("russia/A", "russia/W")] == [True, False]
    play.confirm()
    assert not play.position.units["russia/A"].reduced
    play.decision.pick("russia/W")
    assert play.decision.ready == Order("buy", ("russia/W",))


def test_whole_games_can_be_played_from_the_list_alone() -> None:
    """No game gets stuck: every decision lists some order, and each does what it says."""
    design = load("first-steps").design
    assert design is not None
    play = PlaySession(design, {"russian": "planner", "allied": "planner"}, 3)
    seen = set()
    while not play.over:
        decision = play.decision
        seen.add(play.timeline.game.step)
        assert decision.orders
        assert all(order_words(play, o) for o in decision.orders[:20])
        for key in sorted(decision.pickable)[:3]:
            decision.pick(key)
            decision.shades()
            assert decision.ready is None or play.timeline.why_not(decision.ready) is None
            decision.clear()
        play.play_one()
    assert {"allocate", "replace", "move", "attack"} <= seen


# -- any clicks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_any_click_or_drop_is_legal_or_refused_with_a_reason(seed: int) -> None:
    """Random gestures in games of random orders: no gesture makes an illegal order, none fails otherwise,
    and none changes the game before its order is given."""
    from random import Random
    chance = Random(seed)
    play = first_steps({"russian": "random" if seed else "planner", "allied": "planner"}, seed)
    numbers = play.timeline.game.board.numbers
    for _ in range(160):
        if play.over:
            break
        position, decision = play.position, play.decision
        near = [*decision.sources(), *decision.targets, *(u.hex for u in position.units.values() if u.hex)]
        for _ in range(6):
            hex = chance.choice([*near, chance.choice(numbers)])
            try:
                order = decision.click(hex, add=chance.random() < 0.3)
            except IllegalOrderError:
                continue
            assert order is None or play.timeline.why_not(order) is None, order
            assert decision.ready is None or play.timeline.why_not(decision.ready) is None
            for shade in decision.shades():
                assert shade.hex in numbers
            units = decision.grab(chance.choice(near), all=chance.random() < 0.5)
            if units:
                try:
                    dropped = decision.drop(units, chance.choice([*near, chance.choice(numbers)]))
                except IllegalOrderError:
                    continue
                assert dropped is None or play.timeline.why_not(dropped) is None, dropped
        assert play.position is position
        play.play_one()
