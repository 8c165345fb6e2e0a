"""What special rules turn on: keys for the program, beside the text that is printed."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Annotated

from ..lazy_dataclass import dataclass
from ..model.fields import Codec, Field
from ..model.values import ID_PATTERN, Words
from .boards import HexText, HexTexts

WEATHER = (
    "clear", "overcast", "gusty", "mud", "fog", "mist", "falling-snow", "ground-snow", "deep-snow",
    "extreme-winter")
EC = ("very-dry", "dry", "moderate", "moist", "wet", "mud", "snow")
"""The environments of the ground, as dry as can be first."""
_Sides = Annotated[Words, Field("Sides", "Sides of the card.", most=2)]
_Groups = Annotated[Words, Field("Groups", "Groups of the card.", most=200)]
_SideFlags = Annotated[tuple[tuple[str, bool], ...], Field(
    kinds=("object",), names=Field(pattern=ID_PATTERN), values=bool, least=1, most=2, codec=Codec(
        lambda v: tuple((str(k), bool(one)) for k, one in v.items()), dict))]
_SideNumbers = Annotated[tuple[tuple[str, int], ...], Field(
    kinds=("object",), names=Field(pattern=ID_PATTERN), values=Annotated[int, Field(minimum=0, maximum=99)],
    least=1, most=2, codec=Codec(lambda v: tuple((str(k), int(n)) for k, n in v.items()), dict))]
_CLASSES = Codec(lambda v: tuple((str(k), str(c)) for k, c in v.items()), dict)
CORRECTIONS = ("ffe-1", "ffe-1-2")
"""When a barrage is corrected: in its own fire phase only, or in that of the enemy too."""
STEALTH = ("stealthy", "normal", "lax")


@dataclass(frozen=True)
class Night:
    """A scenario by night (E1.1): its range, clouds and moon (E1.11, E1.12), reconnaissance (E1.23), fires
    set on purpose (E1.94), and lights of vehicles behind the lines (E footnote 5)."""

    nvr: Annotated[int | None, Field(
        "Night vision", "The range of sight at the start, in hexes; left out: dice say it.", minimum=0,
        maximum=9)] = None
    clouds: Annotated[str, Field(
        "Clouds", "Left out: dice say it.", choices=("none", "scattered", "overcast"))] = ""
    moon: Annotated[str, Field("Moon", "Left out: dice say it.", choices=("new", "half", "full"))] = ""
    recon: Annotated[bool, Field("Reconnaissance", "Whether the attacker has looked around before.")] = False
    fires_allowed: Annotated[bool, Field("Fires", "Whether terrain may be set on fire on purpose.")] = False
    headlights: Annotated[bool, Field("Headlights", "Whether vehicles may use them.")] = False


@dataclass(frozen=True)
class Wind:
    """The wind at the start; where gliders or parachutes land it has a direction even in a calm (E8.1,
    E9.1)."""

    force: Annotated[str, Field("Force", choices=("none", "mild", "heavy"))]
    direction: Annotated[int | None, Field(
        "Direction", "Where it blows to: 1 to 6 clockwise from the north; without wind only "
        "where gliders or parachutes land.", minimum=1, maximum=6)] = None


@dataclass(frozen=True)
class Fog:
    """Fog at the start (E3.31, E3.311)."""

    level: Annotated[int, Field("Level", "The highest level that it covers.", minimum=-1, maximum=9)]
    density: Annotated[int, Field("Density", "What it adds for each hex.", minimum=0, maximum=3)]


@dataclass(frozen=True)
class WeatherRoll:
    """The dice that gave the weather (E3.3, E3.7)."""

    dice: Annotated[int, Field("Dice", "The sum of both dice.", minimum=2, maximum=12)]
    snow: Annotated[int | None, Field("Snow", "The die for the kind of snow.", minimum=1, maximum=6)] = None
    again: Annotated[int | None, Field(
        "Again", "The second die for the kind of snow, in an extreme winter.", minimum=1, maximum=6)] = None
    fog: Annotated[int | None, Field("Fog", "The die for fog or mist.", minimum=1, maximum=6)] = None


@dataclass(frozen=True)
class Water:
    """The water on the boards (E5.3, E6.1, E6.21)."""

    depth: Annotated[str, Field("Depth", choices=("fordable", "deep"))] = ""
    current: Annotated[str, Field("Current", choices=("still", "normal", "heavy"))] = ""
    flow: Annotated[int | None, Field(
        "Flow", "Where it flows to: 1 to 6 clockwise from the north.", minimum=1, maximum=6)] = None
    frozen: Annotated[bool, Field("Frozen", "Whether it is ice.")] = False


@dataclass(frozen=True)
class Barrage:
    """A barrage that was planned before the game, as far as both players may know it (E12.1 to E12.31, E12.7,
    E12.71, E12.76)."""

    side: Annotated[str, Field(
        "Side", "Whose it is.", kinds=("string", "integer"), pattern=ID_PATTERN, longest=60)]
    module: Annotated[str, Field(
        "Module", "The name of its artillery; barrages of the same name belong together.", longest=60)] = ""
    rockets: Annotated[bool, Field("Rockets", "Whether it is fired by rockets.")] = False
    calibre_mm: Annotated[float | None, Field(
        "Calibre", "Of its guns.", unit="mm", minimum=80, maximum=500)] = None
    centre: Annotated[HexText | None, Field("Centre", "The hex registered before the game.")] = None
    beside: Annotated[tuple[str, ...], Field(
        "Beside", "The two hexes of its line next to the centre.", kinds=("array",), least=2, most=2,
        entries=HexText, examples=("[901L5, 901N5]",))] = ()
    creeping: Annotated[bool, Field("Creeping", "Whether it creeps forward.")] = False
    row_to: Annotated[HexText | None, Field("Row to", "The last hex to which it creeps.")] = None
    pattern: Annotated[str, Field(
        "Correction", "Whether it is corrected in its own fire phase only, or in that of the enemy too.",
        choices=CORRECTIONS)] = ""
    lift: Annotated[int | None, Field(
        "Lift", "The game turn at whose start it ends.", minimum=1, maximum=99)] = None


@dataclass(frozen=True)
class SpecialRules:
    """What is off unless a special rule turns it on (E.1). Of two rules that set the same, the later one
    holds."""

    night: Annotated[Night | None, Field("Night")] = None
    weather: Annotated[tuple[str, ...], Field(
        "Weather", kinds=("array",), entries=Annotated[str, Field(choices=WEATHER)], least=1, unique=True,
        most=len(WEATHER), examples=("[gusty, mist]",))] = ()
    weather_roll: Annotated[WeatherRoll | None, Field(
        "Weather roll", "The dice that gave the weather, if dice did.")] = None
    wind: Annotated[Wind | None, Field("Wind")] = None
    ec: Annotated[str, Field("Ground", "How wet the ground is.", choices=EC)] = ""
    fog: Annotated[Fog | None, Field("Fog")] = None
    # E3.51, E3.71
    precipitation: Annotated[str, Field(
        "Rain or snow", "Whether it falls at the start.", choices=("none", "on", "heavy"))] = ""
    # E3.75
    drifts: Annotated[bool, Field("Drifts", "Whether there are snow drifts.")] = False
    # E3.723, E3.724, E3.7331
    plowed: Annotated[bool, Field("Plowed", "Whether roads are cleared of snow.")] = False
    # E3.712, E4.1
    camouflage: Annotated[_Sides, Field("Camouflage", "The sides clothed in white.")] = ()
    # E2.1
    interrogation: Annotated[bool, Field("Interrogation", "Whether prisoners are questioned.")] = False
    # E2.4
    civilians: Annotated[bool, Field("Civilians", "Whether civilians may help or mislead.")] = False
    # E1.95
    trip_flares: Annotated[_SideNumbers, Field(
        "Trip flares", "How many a side has.", examples=("{german: 3}",))] = ()
    trip_flare_hexes: Annotated[HexTexts, Field(
        "Hexes of trip flares", "Where they are, if both players may know it.")] = ()
    # E1.92
    starshells: Annotated[_SideFlags, Field(
        "Starshells", "Whether a side has them, where that differs from its rules.",
        examples=("{german: false}",))] = ()
    # E1.93
    ir: Annotated[_Sides, Field("Illuminating rounds", "The sides that have them.")] = ()
    # E4.1, E4.2
    ski: Annotated[_Groups, Field("Ski", "The groups on skis.")] = ()
    # E5.34
    untrained: Annotated[_Groups, Field("Untrained", "The groups not trained with boats.")] = ()
    water: Annotated[Water | None, Field(
        "Water", "The water on the boards, where no map says it.")] = None
    # E6.41
    rafting: Annotated[_Groups, Field("Rafting", "The groups that may cross with makeshift rafts.")] = ()
    # E6.6
    fording_lines: Annotated[_Groups, Field("Fording lines", "The groups that have ropes for fording.")] = ()
    # E7.2
    air_first_turn: Annotated[bool, Field(
        "Air support on turn 1", "Whether aircraft may come on the first turn.")] = False
    # E7.6
    observation_plane: Annotated[_Sides, Field(
        "Observation plane", "The sides that have one.")] = ()
    barrage: Annotated[_Sides, Field("Barrage", "The sides that may fire one.")] = ()
    barrages: Annotated[tuple[Barrage, ...], Field(
        "Planned barrages", "Those that both players may know.", most=20)] = ()
    # A25.111
    late_war_ss: Annotated[bool, Field("Late-war values", "Whether the late values of one army's guard hold.")
                           ] = False
    # A25.212
    early_russian_doctrine: Annotated[bool, Field(
        "Early doctrine", "Whether the early doctrine of the rules holds.")] = False
    # A25.8
    home_morale: Annotated[_Sides, Field(
        "Morale at home", "The sides whose broken units are steadier in their own country.")] = ()
    # A footnote 37B
    june_panzerfaust: Annotated[bool, Field(
        "Early panzerfausts", "Whether one army has them a month before the rules give them.")] = False
    # A footnote 33
    no_deploy: Annotated[_Sides, Field(
        "No deployment", "The sides whose squads may not freely deploy.")] = ()
    # A25.8, A25.938, A footnote 39
    no_quarter: Annotated[_Sides, Field("No quarter", "The sides that take no prisoners.")] = ()
    # A25.9, A footnote 43
    assault_fire: Annotated[tuple[str, ...], Field(
        "Assault fire", "Kinds of counter that have it beyond what is printed.", kinds=("array",), least=1,
        most=50, entries=Annotated[str, Field(longest=160)])] = ()
    # A footnote 10A
    iift: Annotated[bool, Field("Incremental table", "Whether the finer fire table is used.")] = False
    # E1.6
    stealth: Annotated[tuple[tuple[str, str], ...], Field(
        "Stealth", "Kinds of counter that move in another way than their rules say.", kinds=("object",),
        names=Field(longest=160), values=Annotated[str, Field(choices=STEALTH)], least=1, most=50,
        codec=_CLASSES,
        examples=("{german/4-6-7: stealthy}",))] = ()


def merged(rules: tuple[SpecialRules | None, ...]) -> SpecialRules:
    """All that several rules set; of what two of them set, that of the later one."""
    result = SpecialRules()
    for one in rules:
        if one is not None:
            result = replace(result, **{
                f.name: value for f in fields(one) if (value := getattr(one, f.name)) != f.default})
    return result
