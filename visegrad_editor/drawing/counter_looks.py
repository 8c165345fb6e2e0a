"""How counters look in a style: the looks of the documents in the tones of the style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..lazy_dataclass import dataclass
from ..model.counter_picture import CounterPicture
from ..model.look import WholeLook
from ..model.ruleset import Nationality, Ruleset
from ..model.scenario import Unit
from ..model.whole_look import look_of
from .colours import greyed, mixed


@dataclass(frozen=True)
class Tone:
    """What a style does to colours: how much paper is mixed in, and how much of their hue they lose."""

    paper: str = "#ffffff"
    paler: float = 0.0
    grey: float = 0.0

    def of(self, colour: str) -> str:
        """A colour in this tone."""
        if self.grey:
            colour = greyed(colour, self.grey)
        return mixed(colour, self.paper, self.paler) if self.paler else colour


@dataclass(frozen=True)
class StyledNationality(Nationality):
    """A nationality that a style draws in another tone; its units' own colours take it too."""

    tone: Tone = Tone()


def drawn_look(ruleset: Ruleset, unit: Unit) -> WholeLook:
    """How the counter of a unit is drawn, in the tone of the style that the ruleset has."""
    look = look_of(ruleset, unit)
    nation = ruleset.nationality_by_id.get(unit.nationality)
    if not isinstance(nation, StyledNationality):
        return look
    of: Callable[[str], str] = nation.tone.of
    own: dict[str, Any] = {part: of(colour) for part in ("ground", "box", "band")
                           if look.from_[part] != "ruleset" and (colour := getattr(look, part))}
    return replace(look, **own) if own else look


def drawn_picture(look: WholeLook) -> CounterPicture | None:
    """The picture on a counter; None if there is none, or it cannot be drawn."""
    return look.art if look.art is not None and look.art.pixels else None
