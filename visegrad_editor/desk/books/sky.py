"""Weather, wind and ground as they are now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..special_rules import SpecialRules

Precipitation = Literal["none", "rain", "heavy-rain", "snow", "heavy-snow"]


@dataclass(frozen=True)
class Sky:
    """Weather, wind and ground.

    `weather` has the words of the card's special rules. `wind` is none, mild or heavy; `direction` is where
    it blows to, None if nobody has said; `gust` holds for the present player turn. Fog lies at `fog_level`
    and below, None for none, and adds `fog_density` for each hex. `wet_climb`: rain has fallen, so that each
    change of level costs one more for the rest of the game.
    """

    weather: tuple[str, ...] = ()
    wind: str = "none"
    direction: int | None = None
    gust: bool = False
    precipitation: str = "none"
    fog_level: int | None = None
    fog_density: int = 0
    ground: str = ""
    wet_climb: bool = False


def sky_at_start(rules: SpecialRules) -> Sky:
    """Weather, wind and ground as the special rules of a card set them."""
    falling = {"on": "snow" if "falling-snow" in rules.weather else "rain",
               "heavy": "heavy-snow" if "falling-snow" in rules.weather else "heavy-rain"}
    return Sky(
        rules.weather, rules.wind.force if rules.wind else "none",
        rules.wind.direction if rules.wind else None, False,
        falling.get(rules.precipitation, "none"), rules.fog.level if rules.fog else None,
        rules.fog.density if rules.fog else 0, rules.ec)
