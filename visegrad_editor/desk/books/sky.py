"""Weather, wind, ground and snow drifts as they are now."""

from __future__ import annotations

from typing import Literal

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..special_rules import WEATHER, SpecialRules

Fall = Literal["none", "on", "heavy"]
"""Whether rain or snow falls, and how much."""
SNOWS = ("falling-snow", "ground-snow", "deep-snow", "extreme-winter")
"""The weather that is some kind of snow."""


@dataclass(frozen=True)
class Drift:
    """A snow drift: the letter of its counter, its place, and the direction of the one hexside of that place
    that it lies on."""

    counter: str
    place: Hex
    direction: int


@dataclass(frozen=True)
class Sky:
    """Weather, wind and ground.

    `weather` has the words of the card's special rules, () for clear. `weather_roll` is "" before a roll for
    the weather, `snow` or `fog-or-mist` while a second roll is to follow it, then `done`.

    `wind` is none, mild or heavy; `direction` is where it blows to, None if nobody has said; `gust` holds
    until the next wind change roll. `wind_rolled` is the turn and the half of the last of these rolls, and
    `wind_asked` that roll as long as nobody has said what wind came of it, "" otherwise. `breeze_of` is the
    side in whose rally phase a mild breeze rose, "" if there is none.

    `rain` and `snow` say what falls now. Fog lies at `fog_level` and below, None for none, and adds
    `fog_density` for each hex. `ground` is the environment that a card or a person has given, "" for none;
    weather comes before it. `wet_climb`: rain has fallen, so that the ground is wet and each change of level
    costs one more for the rest of the game.

    `drifting` says that snow drifts belong to the scenario; `drift_direction` is where those point that came
    without wind.
    """

    weather: tuple[str, ...] = ()
    wind: str = "none"
    direction: int | None = None
    gust: bool = False
    rain: Fall = "none"
    snow: Fall = "none"
    fog_level: int | None = None
    fog_density: int = 0
    ground: str = ""
    wet_climb: bool = False
    weather_roll: str = ""
    wind_rolled: tuple[int, str] = (0, "")
    wind_asked: str = ""
    breeze_of: str = ""
    drifting: bool = False
    drift_direction: int | None = None
    drifts: tuple[Drift, ...] = ()

    def has(self, *weather: str) -> bool:
        """Whether the weather is one of these."""
        return any(one in self.weather for one in weather)

    @property
    def snow_lies(self) -> bool:
        """Whether there is ground snow or deep snow."""
        return self.has("ground-snow", "deep-snow")

    @property
    def misty(self) -> bool:
        """Whether there is mist, by itself or from rain or snow that falls (E3.32, E3.52, E3.711)."""
        return self.has("mist") or (self.rain, self.snow) != ("none", "none")

    @property
    def precipitation(self) -> str:
        """What falls: none, rain, heavy-rain, snow or heavy-snow, the heavier of two, rain before snow."""
        for how, before in (("heavy", "heavy-"), ("on", "")):
            for what, fall in (("rain", self.rain), ("snow", self.snow)):
                if fall == how:
                    return f"{before}{what}"
        return "none"

    def drift_at(self, place: Hex) -> Drift | None:
        """The drift whose counter lies at a place."""
        return next((one for one in self.drifts if one.place == place), None)


def in_order(weather: set[str]) -> tuple[str, ...]:
    """Words of the weather in the order of the special rules."""
    return tuple(one for one in WEATHER if one in weather)


def sky_at_start(rules: SpecialRules) -> Sky:
    """Weather, wind and ground as the special rules of a card set them. Snow falls from the start where the
    weather is falling snow and the card does not say otherwise (E3.71)."""
    snowing = "falling-snow" in rules.weather
    said: dict[str, Fall] = {"on": "on", "heavy": "heavy", "": "on" if snowing else "none"}
    falls = said.get(rules.precipitation, "none")
    rain: Fall = "none" if snowing else falls
    return Sky(
        rules.weather, rules.wind.force if rules.wind else "none",
        rules.wind.direction if rules.wind else None, False, rain, falls if snowing else "none",
        rules.fog.level if rules.fog else None, rules.fog.density if rules.fog else 0, rules.ec,
        rain != "none", drifting=rules.drifts)
