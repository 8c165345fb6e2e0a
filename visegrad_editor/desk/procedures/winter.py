"""Extreme winter: weapons that fail, soldiers who freeze, engines that do not start."""

from __future__ import annotations

from ..card import Card, Date
from ..special_rules import SpecialRules
from ..tables import Row, table
from .nations import known_nations
from .procedure import Case, Input, Procedure

_APRIL = 4
"""The month before which the years of the table end (E3.741)."""
_AXIS = "axis"


def _on(rules: SpecialRules, card: Card) -> bool:
    return card.dyo or "extreme-winter" in rules.weather


def winter_row(power: str, date: Date) -> Row | None:
    """What a power suffers in extreme winter at a date; None for nothing (E3.741)."""
    for row in table("extreme-winter").lines:
        if row.word_in("power") == power and (date.year, date.month) < (row.number_in("year"), _APRIL):
            return row
    return None


def _flags(case: Case) -> None:
    _needs_winter(case)
    nation = case.word("nation")
    power = table("winter-powers").look(nation=nation).word_in("power")
    row = winter_row(power, case.card.date)
    case.say("Nobody digs foxholes.", "E3.743", "no foxholes")
    if row is None:
        case.say(f"Weapons and soldiers of this nation ({nation}) suffer no more than others at this date.",
                 "E3.741", "none")
        return
    found = (table("extreme-winter"), row)
    breakdown = row.number_in("breakdown")
    case.say(f"B and X numbers of its guns and support weapons but demolition charges are lower by "
             f"{breakdown}.", "E3.741", f"-{breakdown}", row=found)
    case.say(f"Its units in no building and no pillbox suffer Casualty Reduction on an Original rally roll "
             f"of {row.number_in('fate')} or more.", "E3.742", "fate", row=found)
    if power == _AXIS and case.word("role") == "defender":
        case.say("Its motor vehicles that were set up on the boards and not in Motion roll a die for their "
                 "first start: `first-start`.", "E3.744", "first start")


def _needs_winter(case: Case) -> None:
    if not case.books.sky.has("extreme-winter"):
        case.refuse("It is no extreme winter.", "E3.74")


def _first_start(case: Case) -> None:
    _needs_winter(case)
    nation = case.word("nation")
    power = table("winter-powers").look(nation=nation).word_in("power")
    if power != _AXIS or winter_row(power, case.card.date) is None or case.word("role") != "defender":
        case.refuse("Only vehicles of a defender of the Axis before April 1942 roll for their first start.",
                    "E3.744")
    die = case.die(f"the first start of {case.word('vehicle')}")
    found = case.look("first-start", roll=die)
    result = found[1].word_in("result")
    case.say(f"{case.word('vehicle')} {'starts' if result == 'starts' else 'is immobilised'}: roll {die}.",
             "E3.744", result, final=die, row=found, units=[case.word("vehicle")])


_NATION = Input("nation", "Nation", "word", "The nation of the units, such as german or finnish.",
                known=known_nations)
_ROLE = Input("role", "Role", help="The role of its side in this scenario.",
              choices=("attacker", "defender"))
PROCEDURES = (
    Procedure(
        "extreme-winter", "Extreme winter", ("E3.741", "E3.742", "E3.743", "E3.744"), "full", _flags,
        (_NATION, _ROLE), is_on=_on, tables=("extreme-winter", "winter-powers"), section="Weather", steps=(
            "Weapons of nations that are not ready for it fail sooner (E3.741).",
            "Their soldiers outdoors suffer Casualty Reduction on high rally rolls (E3.742).",
            "Nobody digs foxholes (E3.743).")),
    Procedure(
        "first-start", "First start", ("E3.744",), "given", _first_start, (
            Input("vehicle", "Vehicle", "text", "The vehicle that spends its first MP to start, set up on "
                  "the boards and not in Motion.", asked="which vehicle starts for the first time, its side; "
                  "E3.744"),
            _NATION, _ROLE), ("movement",), is_on=_on, tables=("first-start",), section="Weather", steps=(
            "Motor vehicles of a defender of the Axis before April 1942 roll a die when they first start "
            "(E3.744).",)),
)
