"""Combat results (11.0, 6): what each is worth, and the choice of MA; the rest is data."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from ...engine.hexgame import results
from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress, Stage
from ...engine.orders import IllegalOrderError, Order
from ...engine.position import Worth
from .common import own_unit
from .constants import SIDE_WORDS

WORTH: dict[str, Worth] = {
    "AE": Worth(1.0, 0.0, -1.0), "AT": Worth(0.6, 0.0, -1.0), "AD": Worth(0.5, 0.0, -1.0),
    "AP": Worth(0.0, 0.0, -1.0), "AW": Worth(0.0, 0.0, -1.0), "BB": Worth(0.55, 0.55, 0.0),
    "DW": Worth(0.0, 0.0, 1.0), "MA": Worth(0.0, 0.3, 1.0), "DP": Worth(0.0, 0.0, 2.0),
    "DD": Worth(0.0, 0.5, 2.0), "DE": Worth(0.0, 1.0, 0.5), "OR": Worth(0.0, 1.0, 2.0),
}
"""What each result is worth to the attacker, for automatic players."""
_SCRIPTS = {"retreat": 0, "loss": 1}
"""The choices of MA, each with the number of its script."""
_MAX_LISTED = 64


class Losses(Chapter):
    """11.0 MA: step losses or retreat, as a whole stack or by an option unit by unit."""

    id = "losses"
    rule = "11.0"

    def verbs(self) -> Mapping[str, str]:
        return {"choose": "{word}", "hold": "{units}"}

    def stages(self) -> Mapping[str, Stage]:
        return {"choose": Stage(lambda w: None, choices, _choose)}


def _by_unit(w: GameInProgress) -> bool:
    """Whether each defending unit may choose separately (option `ma_choice`)."""
    return w.options.get("ma_choice") == "unit"


def choices(w: GameInProgress, unit: int | None) -> list[Order]:
    """Both choices for the whole stack and, if units choose separately, every part of it that may hold."""
    legal = [] if unit is not None else [Order("choose", words=(word,)) for word in _SCRIPTS]
    if _by_unit(w):
        units = results.alive(w, 1)
        parts = (part for size in range(1, len(units)) for part in combinations(units, size))
        legal += [Order("hold", w.keys(part)) for part in parts if unit is None or unit in part][:_MAX_LISTED]
    return legal


def _choose(w: GameInProgress, order: Order) -> None:
    if order.verb == "hold" and _by_unit(w):
        _hold(w, order)
        return
    if order.verb != "choose" or order.words[0] not in _SCRIPTS:
        some = ", or `hold` and the units that lose a step while the others retreat" if _by_unit(w) else ""
        raise IllegalOrderError(f"Choose: `choose retreat` or `choose loss`{some}.", "11.0")
    what = "retreat" if order.words[0] == "retreat" else "hold and lose steps"
    w.say("choice", f"The {SIDE_WORDS[w.state.side]} side chooses to {what}.", "11.0", (w.battle.hex,))
    results.take_script(w, _SCRIPTS[order.words[0]])


def _hold(w: GameInProgress, order: Order) -> None:
    """Let some units hold and lose a step while the others retreat; the attacker does not advance, because
    not all defenders chose to retreat."""
    battle, defenders = w.battle, results.alive(w, 1)
    units = [own_unit(w, k, air=False) for k in order.units]
    for u in units:
        if u not in defenders:
            raise IllegalOrderError(f"{w.label(u)} is not in this battle.", "11.0")
    if len(set(units)) != len(units):
        raise IllegalOrderError("Name each unit that holds once.", "11.0")
    verb = "holds and loses" if len(units) == 1 else "hold and lose"
    w.say("choice", f"{w.labels(units)} {verb} a step; the other defenders retreat.", "11.0", (battle.hex,),
          units)
    for u in units:
        w.lose_step(u, "11.0")
    results.retreat_some(w, [u for u in defenders if u not in units], _SCRIPTS["retreat"])
