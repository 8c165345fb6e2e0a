"""Control of hexes, events, assets, victory."""

from typing import Annotated, Literal

from ...lazy_dataclass import dataclass
from ..fields import Field
from ..provenance import Origin, Provenance, RuleNumber
from ..values import Count, Id, LongText, Name, OwnId, Words
from .arrivals import ByTurn
from .grammar import ALWAYS, HexesWhere, HexFilter, UnitFilter, Units, When
from .results import Script


@dataclass(frozen=True)
class FirstControl:
    """Hexes that a side controls at the beginning."""

    side: Annotated[Id, Field("Side", "The id of the side.", refers_to="sides")]
    hexes: Annotated[HexesWhere, Field("Hexes", "The hexes.")]


@dataclass(frozen=True)
class Control:
    """Who controls hexes: the side whose unit was the last to enter (`enter`), or the side whose unit stands
    there now (`stand`)."""

    by: Annotated[Literal["enter", "stand"], Field(
        "By", "enter: the last to enter; stand: who is there.")] = "enter"
    kept_for: Annotated[HexesWhere, Field(
        "Kept for", "The hexes whose control is shown.")] = HexFilter()
    at_start: Annotated[tuple[FirstControl, ...], Field("At start", "Who controls what at the start.")] = ()
    units: Annotated[Units, Field(
        "Units", "Whose entry takes control.")] = UnitFilter()
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Asset:
    """Something a side has off the map and spends: air points, markers."""

    id: OwnId
    name: Name
    side: Annotated[Id, Field("Side", "The id of the side.", refers_to="sides")]
    at_start: Annotated[Count, Field("At start", "How many it has at the start.")] = 0
    each_turn: Annotated[ByTurn, Field("Each turn", "How many it receives each turn.")] = ()
    most: Annotated[Count, Field("Most", "The most it may have; 0: no limit.")] = 0
    keeps: Annotated[bool, Field("Keeps", "true: what is not used is kept for the next turn.")] = False
    boxes: Annotated[Words, Field(
        "Boxes", "The boxes in which it lies; at the start it lies in the first.", later=True)] = ()
    rule: RuleNumber = ""
    provenance: Origin = Provenance("designer")


@dataclass(frozen=True)
class GameEvent:
    """Something that happens in a situation."""

    id: OwnId
    name: Name
    when: When = ALWAYS
    once: Annotated[bool, Field("Once", "true: it happens once only.")] = True
    judged: Annotated[Literal["turn-start", "turn-end", "at-once"], Field(
        "Judged", "When the situation is judged.")] = "turn-end"
    does: Annotated[Script, Field("Does", "What happens.")] = ()
    text: Annotated[LongText, Field("Text", "The designer's own words for it.")] = ""
    rule: RuleNumber = ""
    provenance: Origin = Provenance("designer")


@dataclass(frozen=True)
class VictoryPoints:
    """What victory points are for.

    `control`: for each of the hexes the side controls; `elimination`: for enemy units or steps lost; `exit`:
    for units that left the map.
    """

    for_: Annotated[Literal["control", "elimination", "exit", "survival"], Field(
        "For", "control, elimination, exit or survival.", key="for")]
    worth: Annotated[int, Field("Worth", "The points for each.", minimum=-999, maximum=999)] = 1
    side: Annotated[Id, Field("Side", "The side that gets them: an id, or both.")] = "both"
    hexes: Annotated[HexesWhere, Field("Hexes", "For control: the hexes.")] = HexFilter()
    units: Annotated[Units, Field(
        "Units", "For units: which of them.")] = UnitFilter()
    per: Annotated[Literal["unit", "step", "strength"], Field("Per", "For units: what is counted.")] = "unit"
    judged: Annotated[Literal["end", "each-turn", "first"], Field(
        "Judged", "For control: at the end, each turn, or once when first taken.")] = "end"
    text: Annotated[LongText, Field("Text", "The designer's own words for it.")] = ""
    rule: RuleNumber = ""


@dataclass(frozen=True)
class VictoryCondition:
    """A side wins in a situation."""

    winner: Annotated[Id, Field("Winner", "The side that wins, or draw.")]
    when: Annotated[When, Field("When", "In this situation.")]
    judged: Annotated[Literal["end", "at-once", "turn-end"], Field("Judged", "When it is judged.")] = "end"
    level: Annotated[Id, Field("Level", "The level of the victory.")] = ""
    text: Annotated[LongText, Field("Text", "The designer's own words for it.")] = ""
    rule: RuleNumber = ""


@dataclass(frozen=True)
class VictoryLevel:
    """A level of victory by the lead in points."""

    id: OwnId
    lead: Annotated[int, Field("Lead", "The least lead in points.", minimum=1, maximum=9999)]
    name: Annotated[Name, Field(required=False)] = ""


@dataclass(frozen=True)
class Victory:
    """Who wins. Conditions count before points; the first that holds decides."""

    points: Annotated[tuple[VictoryPoints, ...], Field("Points", "What points are given for.")] = ()
    conditions: Annotated[tuple[VictoryCondition, ...], Field("Conditions", "Who wins when.")] = ()
    levels: Annotated[tuple[VictoryLevel, ...], Field(
        "Levels", "Levels of victory by points; a smaller lead is a draw.")] = ()
    otherwise: Annotated[Id, Field(
        "Otherwise", "The side that wins if nobody does; draw: nobody.")] = "draw"
    rule: RuleNumber = ""


VICTORY = Victory()


@dataclass(frozen=True)
class Garrison:
    """Hexes an automatic player guards."""

    hexes: Annotated[HexesWhere, Field("Hexes", "The hexes.")]
    worth: Annotated[float, Field("Worth", "How much they matter; 1 is an ordinary goal.",
                                  minimum=0, maximum=99)] = 1.0
    side: Annotated[Words, Field("Side", "The sides that guard them; left out: all.")] = ()
    when: Annotated[When, Field("When")] = ALWAYS


@dataclass(frozen=True)
class Advice:
    """Advice to automatic players, where what follows from the rules is not enough."""

    garrison: Annotated[tuple[Garrison, ...], Field("Garrison", "Hexes to guard.")] = ()
    boldness: Annotated[float, Field(
        "Boldness", "The least gain for which an attack is made, in fifths of the usual strength.",
        minimum=-99, maximum=99)] = 0.3
    usual_strength: Annotated[int | None, Field(
        "Usual strength", "The strength of a usual unit, by which strengths are weighed against goals and "
        "movement; left out: the mean of the scenario's units.", minimum=1, maximum=9999,
        later=True)] = None
    manoeuvre: Annotated[bool, Field(
        "Manoeuvre", "true: attackers prefer goals with few defenders, and turn to the next when another "
        "unit has taken theirs; defenders keep a reserve and take back what was lost.",
        later=True)] = False


ADVICE = Advice()
