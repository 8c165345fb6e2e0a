"""A ruleset with names of every kind, for sentences and checks of rules."""

from __future__ import annotations

from typing import Any

from visegrad_editor.model.files.codec import record_of
from visegrad_editor.model.rules.combat import CombatTable
from visegrad_editor.model.rules.counter import CounterValue, Formation
from visegrad_editor.model.rules.movement import Movement, MovementClass
from visegrad_editor.model.rules.results import ResultCode, UnitState
from visegrad_editor.model.rules.victory import Asset, GameEvent
from visegrad_editor.model.ruleset import (
    CounterColours,
    FeatureKind,
    HexsideKind,
    Nationality,
    Option,
    Phase,
    RoadKind,
    Ruleset,
    Side,
    TerrainKind,
    UnitType,
)

_COLOURS = CounterColours("#e8e8f0", "#203080")
RULES = Ruleset(
    name="named", title="Named", system="standard", turns=8,
    values=(CounterValue("attack", "Attack", "A"), CounterValue("defence", "Defence", "D"),
            CounterValue("movement", "Movement", "M", from_="type")),
    sides=(Side("soviet", "Soviet side", "#b03030"), Side("nato", "NATO", "#3050b0")),
    nationalities=(
        Nationality("ussr", "Soviet Union", "Soviet", "soviet", _COLOURS),
        Nationality("gdr", "East Germany", "East German", "soviet", _COLOURS),
        Nationality("usa", "United States", "US", "nato", _COLOURS)),
    unit_types=(
        UnitType("artillery", "Artillery", "artillery", 6, frozenset({"artillery"}), "division", "wheeled"),
        UnitType("tank", "Tank", "armor", 8, size="division", class_="tracked"),
        UnitType("rangers", "Rangers", "infantry", 5, frozenset({"airborne"}), class_="foot"),
        UnitType("air", "Tactical air", "air", 0, frozenset({"air"}), "")),
    terrain=(
        TerrainKind("clear", "Clear", 1), TerrainKind("forest", "Forest", 2, -1, colour="#113311"),
        TerrainKind("mountain", "Mountain", 3, -2, colour="#aa9977"),
        TerrainKind("sea", "Sea", None, playable=False, colour="#0000aa")),
    hexsides=(HexsideKind("river", "River", 1), HexsideKind("canal", "Canal", 1, colour="#101010")),
    roads=(RoadKind("road", "Main road", 0.5), RoadKind("railway", "Railway", 0.5, 1)),
    features=(FeatureKind("town", "Town"), FeatureKind("city", "City"), FeatureKind("ruhr", "Ruhr"),
              FeatureKind("industrial", "Industrial (shale gas)"),
              FeatureKind("source", "Supply source")),
    formations=(Formation("1-corps", "1st Corps", "ussr"),),
    movement=Movement(classes=(MovementClass("foot"), MovementClass("tracked", "Tracked"),
                               MovementClass("wheeled"))),
    tables=(CombatTable("combat", "Combat results", ("1:1", "2:1"), rows=(("AE", "DR"), ("DR", "DR"))),
            CombatTable("weather", "Weather", rows=(("AE",),))),
    results=(ResultCode("AE", "Attacker eliminated"), ResultCode("DR", "Defender retreats")),
    states=(UnitState("disrupted", "Disrupted"),),
    assets=(Asset("air", "Air points", "nato", 2),),
    events=(GameEvent("rain", "Rain"), GameEvent("coup", "The coup")),
    options=(Option("fog", "Fog", ("without", "with")),),
    phases=(Phase("move", "Movement"), Phase("fight", "Combat phase")))


def record(kind: type[Any], data: Any) -> Any:
    """A record of rules as a file writes it."""
    return record_of(kind).read(data)
