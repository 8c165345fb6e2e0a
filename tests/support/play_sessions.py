"""Play-tests without their window, for tests: begun, and brought to a decision."""

from __future__ import annotations

from designs import make, unit

from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.scenario import Unit

HUMANS = {"russian": "human", "allied": "human"}


def session(design: Design, *dice: int, seats: dict[str, str] | None = None, seed: int = 0,
            dice_by_hand: bool = False) -> PlaySession:
    return PlaySession(design, seats or HUMANS, seed, dice if dice or dice_by_hand else None)


def until(play: PlaySession, step: str, side: str = "russian", limit: int = 30) -> PlaySession:
    """Pass until a decision of that kind comes."""
    game = play.timeline.game
    while (game.step, game.side) != (step, side):
        limit -= 1
        assert limit, f"no {step} for {side}: {game.step} {game.side}"
        assert play.decision.passing, game.step
        play.give(play.decision.passing)
    return play


def duel(*more: Unit, attacker: str = "0305", defender: str = "0306", **options: object) -> Design:
    """A Russian unit next to a Polish one."""
    return make([unit("A", "russia", attacker), unit("D", "poland", defender), *more],
                **options)  # type: ignore[arg-type]


def first_steps(seats: dict[str, str], seed: int = 3) -> PlaySession:
    design = load("first-steps").design
    assert design is not None
    return PlaySession(design, seats, seed)
