"""Games that were recorded when Visegrad 4 had an engine of its own are played again as they were."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from visegrad_editor.engine import Game
from visegrad_editor.engine.record import parse_record, replay
from visegrad_editor.model.files.load import load

FOLDER = Path(__file__).parents[2] / "support" / "earlier_games"


def happened(game: Game) -> str:
    """A mark of all that happened, whatever the words in which it is told."""
    events = [
        [e.type, e.turn, e.phase, e.side, [*e.units], [*e.hexes], [*e.dice], e.rule] for e in game.events]
    return hashlib.sha256(json.dumps(events).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("name", "orders", "mark"), [
    ("planned", 107, "4b21fb17c3f73a5f"), ("random", 90, "0c4acdf0316292f2")])
def test_a_game_of_the_earlier_engine_happens_again_event_by_event(name: str, orders: int, mark: str) -> None:
    design = load("scenarios/first-steps").design
    assert design is not None
    record = parse_record((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    game = replay(design, record, any_design=True)
    assert len(game.orders) == orders
    # `replay` compares the reasons but for the words that are written otherwise today.
    assert game.outcome is not None
    assert record.outcome is not None
    assert (game.outcome.winner, game.outcome.rule) == (record.outcome.winner, record.outcome.rule)
    assert "1 industrial hexes" not in game.outcome.reason
    assert happened(game) == mark
