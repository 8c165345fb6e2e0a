"""Combat results as scripts of effects; retreat, advance, and the states of units."""

from typing import Annotated, Any, Literal

from ...lazy_dataclass import dataclass
from .. import ruleset_values as typed
from ..fields import Codec, Field, Typed
from ..files.codec import read_text, record_of
from ..provenance import RuleNumber
from ..values import Id, LongText, Name, OwnId, Word, Words
from .grammar import NO_CHANGE, AmountText, Change, HexesWhere, PartText, Situation, UnitFilter, Units, When

Party = Literal["", "attacker", "defender", "both"]
_By = Literal["", "owner", "enemy", "attacker", "defender", "winner", "strongest", "weakest"]


def _read_scripts(value: Any) -> Any:
    effect = record_of(Effect)
    return tuple(tuple(effect.read(one) for one in script) for script in value)


def _write_scripts(value: Any) -> Any:
    effect = record_of(Effect)
    return [[effect.write(one) for one in script] for script in value]


def _pairs(write: Any) -> Codec:
    return Codec(lambda v: tuple((str(k), read_text(n)) for k, n in v.items()), write)


def _write_amounts(value: Any) -> Any:
    return {k: int(n) if n.lstrip("-").isdecimal() else n for k, n in value}


_Amounts = Annotated[tuple[tuple[str, str], ...], Field(
    kinds=("object",), values=AmountText, codec=_pairs(_write_amounts), examples=("{blue: 2}",))]


@dataclass(frozen=True)
class Effect:
    """One thing that happens as part of a result or an event: one verb, with what belongs to it.

    Verbs: eliminate, lose, lose_units, retreat, state, advance, choose, roll, shift, points, asset, control,
    arrive, remove, release, event, win, note, do.
    """

    eliminate: Annotated[Party, Field("Eliminate", "In a fight only: these units are eliminated.")] = ""
    lose: Annotated[Party, Field(
        "Lose", "In a fight only: these units lose `steps`, `per` unit or as a side.")] = ""
    lose_units: Annotated[Party, Field(
        "Lose units",
        "In a fight only: this `part` of these units is eliminated; their owner chooses which.")] = ""
    retreat: Annotated[Party, Field(
        "Retreat", "In a fight only: these units retreat `hexes`, their way chosen `by`.")] = ""
    state: Annotated[Party, Field("State", "In a fight only: these units get the state `set`.")] = ""
    advance: Annotated[Literal["", "may", "must", "never"], Field(
        "Advance", "In a fight only: whether attackers advance into the hex, and on up to `hexes`.")] = ""
    choose: Annotated[Literal["", "attacker", "defender"], Field(
        "Choose", "In a fight only: this side chooses one of the scripts in `of`.")] = ""
    of: Annotated[tuple[Annotated[tuple["OneEffect", ...], Field("Script", "What happens.")], ...], Field(
        "Of", "The scripts to choose from.", codec=Codec(_read_scripts, _write_scripts))] = ()
    roll: Annotated[Id, Field("Roll", "A roll on this table, whose result happens too.")] = ""
    shift: Annotated[int | None, Field(
        "Shift", "In a table that decides a shift: columns.", minimum=-20, maximum=20)] = None
    points: Annotated[_Amounts, Field("Points", "Victory points by side.")] = ()
    asset: Annotated[_Amounts, Field("Asset", "What becomes of assets, by id.")] = ()
    control: Annotated[HexesWhere | None, Field(
        "Control", "These hexes pass `to` a side.")] = None
    arrive: Annotated[Id, Field("Arrive", "The units of this pool or event arrive.")] = ""
    remove: Annotated[Units | None, Field(
        "Remove", "These units leave the game.")] = None
    release: Annotated[Units | None, Field(
        "Release", "These units may move from now on.")] = None
    event: Annotated[Id, Field("Event", "This event happens.")] = ""
    win: Annotated[Id, Field("Win", "This side wins at once; draw: nobody does.")] = ""
    note: Annotated[LongText, Field("Note", "A sentence for the players.")] = ""
    do: Annotated[Id, Field("Do", "What a rules module does: a verb of its own.")] = ""
    # what belongs to the verbs
    steps: Annotated[str, Field(
        "Steps", "How many steps; all of them; or same: as many as the other side has just lost.",
        kinds=("integer", "string"), pattern="^([0-9]{1,2}|all|same)$", minimum=0, maximum=99,
        codec=Codec(read_text, lambda v: int(v) if v.isdecimal() else v))] = "1"
    per: Annotated[Literal["side", "unit"], Field(
        "Per", "Whether every unit loses so many, or the side together.")] = "unit"
    part: Annotated[PartText, Field("Part", "A part of the units, rounded up.")] = "1/2"
    hexes: Annotated[int, Field("Hexes", "How many hexes.", minimum=0, maximum=20)] = 1
    by: Annotated[_By, Field("By", "Who chooses: owner, enemy, attacker, defender or winner.")] = ""
    set: Annotated[Id, Field("Set", "A state of units.", refers_to="states")] = ""
    to: Annotated[Id, Field("To", "A side, or none.")] = ""
    units: Annotated[Units | None, Field(
        "Units", "Only these of the units.")] = None
    when: Annotated[When | None, Field(
        "When", "Only in this situation.")] = None


VERBS = (
    "eliminate", "lose", "lose_units", "retreat", "state", "advance", "choose", "roll", "shift", "points",
    "asset", "control", "arrive", "remove", "release", "event", "win", "note", "do")
"""The keys of an effect that are verbs."""


def verb_of(effect: Effect) -> str:
    """The verb of an effect; "" if it has none."""
    return next((v for v in VERBS if getattr(effect, v) not in ("", (), None)), "")


OneEffect = Annotated[Effect, Field("Effect", "One thing that happens.", shared="effect")]
Script = Annotated[tuple[OneEffect, ...], Field(
    "Does", "What happens, one after the other.",
    examples=("[{retreat: defender}, {advance: may}]",))]


@dataclass(frozen=True)
class ResultCode:
    """The meaning of a combat result, for play, charts and messages."""

    id: Annotated[Word, Field(
        "Code", "The code as the tables print it.", kinds=("string", "number"), examples=("HIT",),
        typed=Typed(typed.read_code), cell="id")]
    name: Name
    text: Annotated[LongText, Field(
        "What it does", "What it does, in our own words; left out: made from `does`.", required=False,
        tells="does")] = ""
    does: Annotated[Script, Field("Does", "What happens, one after the other.", later=True,
                                  edited=False)] = ()
    rule: Annotated[RuleNumber, Field(later=True)] = ""


@dataclass(frozen=True)
class Becomes:
    """A result that becomes another in a situation."""

    result: Annotated[Word, Field("Result", "This code ...", kinds=("string", "number"))]
    to: Annotated[Word, Field("To", "... becomes this one ...", kinds=("string", "number"))]
    when: Annotated[When, Field("When", "... in this situation.")] = Situation()
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Retreat:
    """How units retreat."""

    by: Annotated[Literal["owner", "attacker", "winner"], Field(
        "By", "Who chooses the way, unless a result says it.")] = "owner"
    into_zones: Annotated[Literal["never", "lose-step", "free"], Field(
        "Into zones", "Whether units retreat into enemy zones of control; lose-step: at the price of a "
        "step.")] = "never"
    friends_lift: Annotated[bool, Field(
        "Friends lift", "true: a friendly unit in the hex lifts the zone.")] = False
    stacking: Annotated[Literal["obey", "ignore"], Field("Stacking", "Whether stacks keep the limit.")] = (
        "obey")
    prefer: Annotated[tuple[str, ...], Field(
        "Prefer", "The hexes that must be chosen first, if there are any: empty ones, or those without "
        "over-stacking.", kinds=("array",), entries=Annotated[str, Field(
            choices=("empty", "room", "away"))])] = ()
    blocked: Annotated[Literal["eliminate", "lose-step"], Field(
        "Blocked", "What happens to a unit with no way: it is eliminated, or loses a step and stays.")] = (
            "eliminate")
    static: Annotated[Literal["eliminate", "lose-step", "stay"], Field(
        "Static", "What happens to a unit that never moves.")] = "lose-step"
    passive: Annotated[bool, Field(
        "Passive", "true: a unit that has retreated into a hex adds nothing to its defence in this phase, "
        "and is lost with a result that harms the defender.")] = False
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Advance:
    """How attackers advance."""

    units: Annotated[Units, Field("Units", "Who may advance.")] = UnitFilter()
    hexes: Annotated[int, Field(
        "Hexes", "Up to how many hexes, the one attacked among them; a result may say more.",
        minimum=1, maximum=20)] = 1
    ignores_zones: Annotated[bool, Field("Ignores zones", "true: zones do not hinder it.")] = True
    rule: RuleNumber = ""


@dataclass(frozen=True)
class UnitState:
    """A state that a unit can be in besides its steps: disrupted, fortified."""

    id: OwnId
    name: Name
    badge: Annotated[Word, Field("Badge", "The letters shown on the counter.")] = ""
    effect: Annotated[Change, Field("Effect", "What it changes.")] = NO_CHANGE
    may_not: Annotated[Words, Field(
        "May not", "What a unit in it may not do.", examples=("[combat, move]",))] = ()
    ends: Annotated[Literal["turn-end", "own-turn-start", "own-turn-end", "own-rally", "never"], Field(
        "Ends", "When it ends.")] = "own-turn-end"
    rule: RuleNumber = ""


RETREAT, ADVANCE = Retreat(), Advance()
