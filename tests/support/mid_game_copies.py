"""Positions of games as mid-game scenarios, for tests: copied, read again, played on."""

from __future__ import annotations

from dataclasses import replace

from designs import unit

from visegrad_editor.editor.play.play_mode import scenario_at
from visegrad_editor.engine import Game, check_design
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.scenario import Scenario
from visegrad_editor.playtest.fuzz import RuleTester

CLEAR = {"allocate", "transfer", "replace", "interdict", "move", "attack"}
R1 = unit("R1", "russia", "0306")
R2 = unit("R2", "russia", "0410")
P1 = unit("P1", "poland", "0305")
P2 = unit("P2", "poland", "0101")


def errors(design: Design) -> list[str]:
    return [str(p) for p in (*check_documents(design), *check_design(design)) if p.severity == "error"]


def copied(game: Game, dice: tuple[int, ...] | None = None) -> Game:
    """A new game of the scenario that begins at a game's position, read from its file."""
    scenario = scenario_at(game)
    design = replace(game.design, scenario=reread(scenario))
    assert design.scenario == scenario
    assert errors(design) == []
    return Game.from_scenario(design, dice=dice)


def reread(scenario: Scenario) -> Scenario:
    """The scenario after it was written to a file and read again."""
    from visegrad_editor.model.files.file_problems import FileProblems
    from visegrad_editor.model.files.scenario_file import scenario_from_data
    from visegrad_editor.model.files.schema import check_schema
    from visegrad_editor.model.files.yaml_reader import read_yaml
    reading = read_yaml(new_text(scenario))
    assert check_schema("scenario", reading, "") == ()
    found = scenario_from_data(reading.data, FileProblems("", reading))
    assert found is not None
    return found


def same_continuation(game: Game, seed: int, orders: int) -> None:
    """Check that a copy of the position and the game itself continue alike with the same orders and dice."""
    rolls = tuple(game.dice.peek(game.dice.count + k) for k in range(400))
    copy, own = copied(game, rolls), Game.from_json(game.design, game.to_json())
    if (own.step, own.side) == ("allocate", "allied"):
        # What the Russian side has chosen in secret is not copied: it chooses once more.
        copy.apply(own.orders[-1])
    ahead = (own.event_count, copy.event_count)
    for k in range(orders):
        assert own.position() == copy.position()
        assert (own.turn, own.phase, own.step, own.side) == (copy.turn, copy.phase, copy.step, copy.side)
        assert own.outcome == copy.outcome
        if own.outcome is not None:
            break
        assert list(own.legal_orders()) == list(copy.legal_orders())
        order = RuleTester(seed * 1000 + k).choose(own)
        assert order is not None
        own.apply(order)
        copy.apply(order)
        assert own.events_since(ahead[0]) == copy.events_since(ahead[1])
