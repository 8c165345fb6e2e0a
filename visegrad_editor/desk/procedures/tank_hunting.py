"""Tanks attacked by hand and at short range by some nations: vehicles turned over (A25.935), panzerfausts
(A25.76, A25.85) and anti-tank mines (A25.87)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...model.wording import count
from ..books.books import Books
from ..card import Card
from ..forces import size_of, squad_equivalents
from ..kinds import read_kind
from ..nations import month_words, months, rule_of
from ..special_rules import SpecialRules
from ..tables import table
from ..words import name_words
from .nations import SECTION, class_of, date_inputs, forces_of, month_of, nations_on, sides_with
from .procedure import Case, Input, Modifier, Procedure, Reminder, modifiers_words, total

_FLIP_EQUIVALENTS = 2
"""The fewest squad-equivalents that turn a vehicle over (A25.935)."""
_FLIP_WEIGHT = 4
"""The greatest weight of such a vehicle in tonnes (A25.935)."""
_ATMM_SINCE = months(1943, 7)
"""The first month of Romanian anti-tank mines (A25.87)."""
_ATMM_DRM = -2
"""What they change in close combat (A25.87)."""
_PF_NATIONS = ("finnish", "romanian", "hungarian")
_CLASSES = ("elite", "first", "second", "green", "conscript")
_GOOD = ("elite", "first")
_BOTH = "both players"


def _modifiers(id: str, rule: str, times: Mapping[str, int]) -> list[Modifier]:
    """The modifiers of a table of cases, each so many times."""
    found = table(id)
    return [Modifier(found.look(case=case).number_in("drm") * n, found.look(case=case).word_in("words"), rule)
            for case, n in times.items() if n]


def _why(modifiers: list[Modifier]) -> str:
    words = modifiers_words(modifiers)
    return f" ({words})" if words else ""


# -- a vehicle is turned over ---------------------------------------------------------------------


def _flip(case: Case) -> None:
    equivalents, rule = case.half("equivalents"), "A25.935"
    try:
        weight = float(case.word("weight"))
    except ValueError:
        case.refuse(f"The weight is a number of tonnes, not {case.word('weight')!r}.", rule)
    if not 0 < weight <= _FLIP_WEIGHT:
        case.refuse(f"Only vehicles of at most {_FLIP_WEIGHT} t are turned over; this one has {weight:g} t.",
                    rule)
    if equivalents < _FLIP_EQUIVALENTS:
        case.refuse(f"At least {_FLIP_EQUIVALENTS} squad-equivalents turn a vehicle over, here are "
                    f"{equivalents:g}; what the vehicle hit first does not count.", rule)
    leader = case.number("leader")
    modifiers = [*_modifiers("tank-flip-drm", "A25.9351", {
        "ambush": int(case.flag("ambush")), "further": int(equivalents - _FLIP_EQUIVALENTS),
        "hero": case.number("heroes"), "immobile": int(case.flag("immobile")), "cx": int(case.flag("cx")),
        "wire": int(case.flag("wire")), "escort-half": case.number("escort-halves"),
        "escort-squad": case.number("escort-squads"), "moving": int(case.flag("moving"))}),
        *([Modifier(leader, "leader", "A25.9351")] if leader else [])]
    final = total(case.pair("the vehicle turned over").total, modifiers)
    row = case.look("tank-flip", final=final)
    result = row[1].word_in("result")
    words = {"destroyed": "The vehicle is destroyed; its wreck is marked as scrounged",
             "immobilised": "The vehicle is immobilised", "none": "Nothing happens to the vehicle"}[result]
    case.say(f"{words}: Final {final}{_why(modifiers)}.", "A25.9351", result, modifiers=modifiers,
             final=final, row=row)


def _has_ethiopians(rules: SpecialRules, card: Card) -> bool:
    return bool(sides_with(card, "ethiopian"))


# -- panzerfausts ---------------------------------------------------------------------------------


def _usual_nation(card: Card, books: Books) -> str | None:
    found = [n for n in nations_on(card) if n in _PF_NATIONS]
    return found[0] if len(found) == 1 else None


def _equivalents(card: Card, nation: str) -> float | None:
    """The squad-equivalents that count for panzerfausts; None if what a unit is, or its class, is not
    known."""
    found = 0.0
    for force in forces_of(card, nation):
        size = size_of(force.kind, force=force).size
        if size is None and read_kind(force.kind).group == "unit":
            return None
        each = squad_equivalents(size)
        unit_class = class_of(force)
        if each and nation == "finnish" and not unit_class:
            return None
        if nation != "finnish" or unit_class in _GOOD:
            found += force.count * each
    return found


def _limit(case: Case) -> tuple[int, int, str]:
    """The shots of a nation in the scenario, their range and the rule; refuses before they are issued."""
    nation, month = case.word("nation"), month_of(case)
    rule = rule_of(f"{nation}/pf")
    assert rule is not None
    assert rule.since is not None
    first, toggled = rule.since, bool(rule.toggle and getattr(case.rules, rule.toggle))
    if toggled and rule.toggle_since is not None:
        first = rule.toggle_since
    if month < first:
        case.refuse(f"{name_words(nation)}: panzerfausts come in {month_words(first)}.", rule.rule)
    row = table("panzerfaust-limit").look(
        nation=nation, year=case.number("year"), month=case.number("month"))
    found = case.half("equivalents") if case.is_given("equivalents") else _equivalents(case.card, nation)
    if found is None:
        case.refuse("Say with equivalents= how many squad-equivalents count; what units of the card are, or "
                    "of what class, is not known.", rule.rule)
    return (int(float(row.cells["factor"]) * found), row.number_in("range"),
            row.word_in("rule"))


def _say_limit(case: Case) -> None:
    nation = case.word("nation")
    shots, reach, rule = _limit(case)
    row = case.look("panzerfaust-limit", nation=nation, year=case.number("year"), month=case.number("month"))
    fired = case.books.nations.fired_by(nation)
    limit = count(shots, "panzerfaust shot")
    case.say(f"{name_words(nation)}: at most {limit} in the scenario, {fired} of them fired; range {reach}.",
             rule, str(shots), final=shots, row=row)
    since = rule_of(f"{nation}/pf")
    if since is not None and since.since is not None and month_of(case) < since.since:
        case.say("In this month an Original roll to hit of 11 or 12 reduces the unit that fires.",
                 "A footnote 37B", "early")


def _check(case: Case) -> None:
    nation, unit_class = case.word("nation"), case.word("class")
    shots, reach, rule = _limit(case)
    if case.word("unit") == "crew" and nation != "finnish":
        case.refuse("Crews have no panzerfausts.", rule)
    if nation == "finnish" and unit_class not in _GOOD:
        case.refuse("Only elite and first-line Finnish units have panzerfausts.", rule)
    fired = case.books.nations.fired_by(nation)
    if fired >= shots:
        case.refuse(f"{count(shots, 'panzerfaust shot')} of the scenario, and all are fired.", rule)
    cases = [id for id, here in (
        ("conscript", unit_class == "conscript"),
        ("elite-vehicle", unit_class == "elite" and case.flag("vehicle")),
        ("1945", case.number("year") == 1945)) if here]
    found = [table("panzerfaust-drm").look(case=id, nation=nation) for id in cases]
    modifiers = [Modifier(r.number_in("drm"), r.word_in("words"), rule) for r in found if r.number_in("drm")]
    if case.number("other"):
        modifiers.append(Modifier(case.number("other"), "other cases", "C13.3"))
    final = total(case.die("the check for a panzerfaust"), modifiers)
    row = case.look("panzerfaust-check", final=final)
    result = row[1].word_in("result")
    if result == "fires":
        case.books = replace(case.books, nations=case.books.nations.with_shot(nation))
        words = f"The unit may fire a panzerfaust, range {reach}; {fired + 1} of {shots} are used"
    else:
        words = "The unit has no panzerfaust"
    case.say(f"{words}: Final {final}{_why(modifiers)}.", rule, result, modifiers=modifiers, final=final,
             row=row)


def _has_panzerfausts(rules: SpecialRules, card: Card) -> bool:
    return bool(sides_with(card, *_PF_NATIONS))


# -- anti-tank mines ------------------------------------------------------------------------------


def _atmm(case: Case) -> None:
    rule, unit_class, unit = "A25.87", case.word("class"), case.word("unit")
    if month_of(case) < _ATMM_SINCE:
        case.refuse(f"Romanian anti-tank mines come in {month_words(_ATMM_SINCE)}.", rule)
    if unit == "crew" or unit_class not in _GOOD:
        case.refuse("Only elite and first-line squads and half squads have them.", rule)
    if not case.flag("good-order") or case.flag("pinned"):
        case.refuse("Only units in Good Order that are not pinned use them.", rule)
    modifiers = _modifiers("atmm-drm", rule, {
        "cx": int(case.flag("cx")), "unarmoured": int(case.flag("unarmoured")), "hs": int(unit == "hs"),
        "first": int(unit_class == "first"), "1943": int(case.number("year") == 1943)})
    final, most = total(case.die("the check for anti-tank mines"), modifiers), case.number("base")
    if final <= most:
        case.say(f"The unit uses anti-tank mines, {_ATMM_DRM:+d} to its close combat: Final {final} of at "
                 f"most {most}{_why(modifiers)}.", rule, "mines", modifiers=modifiers, final=final)
    else:
        case.say(f"The unit has no anti-tank mines: Final {final}, at most {most} is needed"
                 f"{_why(modifiers)}.", rule, "none", modifiers=modifiers, final=final)


def _has_romanians(rules: SpecialRules, card: Card) -> bool:
    return bool(sides_with(card, "romanian"))


def _flags(rule: str, **titles: str) -> tuple[Input, ...]:
    """Inputs that are no unless players say yes."""
    return tuple(Input(id.replace("_", "-"), title, "flag", usual="no",
                       asked=f"the counters, {_BOTH}; {rule}")
                 for id, title in titles.items())


def _numbers(rule: str, least: int, **titles: str) -> tuple[Input, ...]:
    """Inputs that are 0 unless players say a number."""
    return tuple(Input(id.replace("_", "-"), title, "number", least=least, most=9, usual="0",
                       asked=f"the counters, {_BOTH}; {rule}") for id, title in titles.items())


_UNIT = Input("unit", "Unit", "word", choices=("squad", "hs", "crew"), asked=f"the counter, {_BOTH}; A25")
_CLASS = Input("class", "Class", "word", choices=_CLASSES, asked=f"the counter, {_BOTH}; A25")
_PF_INPUTS = (
    Input("nation", "Nation", "word", choices=_PF_NATIONS, usual=_usual_nation),
    Input("equivalents", "Squad-equivalents", "half", "Of elite and first-line Finns, or of all Romanians or "
          "Hungarians; found from the card.", least=0, usual=""), *date_inputs("A25.76"))
PROCEDURES = (
    Procedure(
        "tank-flip", "A vehicle is turned over", ("A25.935", "A25.9351"), "given", _flip, (
            Input("equivalents", "Squad-equivalents", "half", "All that take part and were not hit first.",
                  least=0, asked=f"the counters, {_BOTH}; A25.935"),
            Input("weight", "Weight", "word", "Of the vehicle, in tonnes.",
                  asked=f"the vehicle's notes, {_BOTH}; A25.935"),
            *_numbers("A25.9351", -9, leader="Modifier of the leader"),
            *_numbers("A25.9351", 0, heroes="Heroes", escort_halves="Half squads and crews beside it",
                      escort_squads="Squads beside it"),
            *_flags("A25.9351", ambush="Ambush", immobile="Immobile", cx="CX", wire="On wire",
                    moving="In Motion or not stopped")),
        ("close-combat",), is_on=_has_ethiopians, tables=("tank-flip", "tank-flip-drm"), section=SECTION,
        steps=(
            "Ethiopian units together may try to turn over a vehicle of at most 4 t in place of an attack in "
            "close combat [A25.935].",
            "Unless they ambush it, the vehicle attacks them once before; those who are left roll "
            "[A25.935, A25.9351].")),
    Procedure(
        "pf-limit", "Number of panzerfausts", ("A25.76", "A25.85"), "full", _say_limit, _PF_INPUTS,
        is_on=_has_panzerfausts, tables=("panzerfaust-limit",), section=SECTION, steps=(
            "Finns, Romanians and Hungarians have panzerfausts from a month of 1944 on, so many for a "
            "scenario as their squad-equivalents allow [A25.76, A25.85].",)),
    Procedure(
        "pf-check", "Check for a panzerfaust", ("A25.76", "A25.85"), "given", _check, (
            _UNIT, _CLASS, *_flags("A25.85", vehicle="Against an AFV"),
            Input("other", "Other modifiers", "number", "Those of the usual check that depend on no date.",
                  least=-9, most=9, usual="0", asked=f"the usual check, {_BOTH}; C13.3"), *_PF_INPUTS),
        ("prep-fire", "defensive-fire", "advancing-fire"), is_on=_has_panzerfausts,
        tables=("panzerfaust-check", "panzerfaust-drm"), section=SECTION, steps=(
            "A unit has a panzerfaust to fire if its check is low enough, with all usual modifiers but those "
            "of dates [A25.76, A25.85].",)),
    Procedure(
        "atmm", "Check for anti-tank mines", ("A25.87",), "given", _atmm, (
            _UNIT, _CLASS, *_flags(
                "A25.87", cx="CX", unarmoured="The vehicle is unarmoured", pinned="Pinned"),
            Input("good-order", "Good Order", "flag", usual="yes", asked=f"the counters, {_BOTH}; A25.87"),
            Input("base", "At most", "number", "The Final roll with which a unit has mines.", least=-9,
                  most=9, asked=f"the usual check, {_BOTH}; C13.7"), *date_inputs("A25.87")),
        ("close-combat",), is_on=_has_romanians, tables=("atmm-drm",), section=SECTION, steps=(
            "Romanian elite and first-line units may check for anti-tank mines before they attack in close "
            "combat, from July 1943 on [A25.87].",)),
)
REMINDERS = (
    Reminder("ethiopian-weapons", ("A25.936",), (
        "Squads and half squads of the Ethiopians that are not elite fire MMG, HMG and light mortars with "
        "breakdown number and rate of fire 1 lower (A25.936)."),
        is_on=_has_ethiopians, section=SECTION),
    Reminder("ethiopian-combat", ("A25.934", "A25.938"), (
        "Ethiopians fight close combat like the Japanese, MMC with a value 1 lower; No Quarter holds for "
        "them, and they add 1 to the creation of leaders (A25.934, A25.938)."),
        ("close-combat",), is_on=_has_ethiopians, section=SECTION),
)
