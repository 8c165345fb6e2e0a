"""The game: play from data with the chapters of this folder."""

from __future__ import annotations

from ...engine.dice import Dice
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.hexgame import HexGame
from ...engine.orders import IllegalOrderError
from ...engine.rules import Emit
from ...model.design import Design
from ...model.problems import Problem
from .air import Air
from .air_mobile import AirMobile
from .alone import Alone
from .arrivals import Arrivals
from .borders import Borders
from .chemical import Chemical
from .electronic_warfare import ElectronicWarfare
from .ground_supply import GroundSupply
from .guards import Guards
from .linking import Linking
from .losses import Losses
from .nations import Nations
from .retreats import Retreats
from .special_forces import SpecialForces
from .weasels import WildWeasels


def chapters() -> tuple[Chapter, ...]:
    """The chapters, in the order in which they are asked."""
    return (
        Arrivals(),
        GroundSupply(),
        Guards(),
        Nations(),
        Retreats(),
        Losses(),
        Linking(),
        Alone(),
        Borders(),
        Chemical(),
        Air(),
        AirMobile(),
        SpecialForces(),
        ElectronicWarfare(),
        WildWeasels(),
    )


def start(design: Design, dice: Dice, emit: Emit) -> HexGame:
    """A new game of the design's scenario; see `engine.system.System`."""
    if design.scenario is None:
        raise ValueError("A game needs a scenario; this design has only a map.")
    return HexGame(design, design.scenario, dice, emit, chapters())


def bare_game(design: Design) -> HexGame:
    """A game before its set-up, without dice; raises `IllegalOrderError` for a design without a scenario."""
    if design.scenario is None:
        raise IllegalOrderError("This needs a scenario, and the design has only a map.")
    return HexGame(design, design.scenario, Dice(given=()), lambda event: None, chapters())


def check(design: Design) -> tuple[Problem, ...]:
    """The problems of a design according to the chapters."""
    return tuple(problem for chapter in chapters() for problem in chapter.check(design))
