"""The line that says who won a game played at a prompt."""

from __future__ import annotations

import pytest
from hexgames import play

from visegrad_editor.cli.run import print_outcome


@pytest.mark.parametrize(("rule", "ending"), [("", ")"), ("7.0", ", rule 7.0)")])
def test_a_rule_is_named_only_if_there_is_one(
    rule: str, ending: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = f'victory: {{rule: "{rule}", conditions: [{{winner: draw, when: {{}}}}]}}' if rule else ""
    game = play("blue A horse 4 0303; red X horse 4 0306", rules)
    while game.outcome is None:
        game.apply("pass")
    print_outcome(game)
    first = capsys.readouterr().out.splitlines()[0]
    assert first == f"Winner: nobody (turn {game.turn}{ending}"
