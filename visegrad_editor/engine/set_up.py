"""Where counters may stand before play begins, by the rules of their game: for whoever designs a set-up."""

from __future__ import annotations

from ..model.design import Design
from .rules import SetUp


def order_in_force(design: Design) -> tuple[str, ...]:
    """The names of the sides, and of the set-up groups apart from them, in the order in which they set up:
    that of the game, whatever the files say, or else that of the scenario or the ruleset. () if none says."""
    return fixed_order(design) or (
        design.scenario.set_up_order if design.scenario else ()) or design.ruleset.set_up_order


def fixed_order(design: Design) -> tuple[str, ...]:
    """The ids of the sides in the order in which they set up in this game, whatever the files say; () if
    these say it."""
    from ..systems import UnknownSystemError, system
    try:
        return system(design.ruleset.system).set_up_order if design.ruleset.system else ()
    except UnknownSystemError:
        return ()  # The checks say so.


def set_up_of(design: Design) -> SetUp | None:
    """The set-up of a design by the rules of its game; for a design without a game those that need no Python.
    None for a map alone, for a game that is not installed or does not say, and for rules with which no game
    begins: the checks tell why."""
    from ..systems import UnknownSystemError, fault_text, system

    name = design.ruleset.system or "standard"
    try:
        made = system(name).set_up
        return None if made is None or design.scenario is None else made(design)
    except (UnknownSystemError, ValueError):
        return None
    except (Exception, SystemExit) as error:
        # A mistake in a package must not stop whoever drags a counter.
        if fault_text(name, error):
            return None
        raise
