"""Commissars: who takes the place of a leader at the start, what they do to others, and those of the NKVD
(A25.22, A25.25)."""

from __future__ import annotations

from dataclasses import replace

from ...model.wording import listed
from ..books.books import Books
from ..card import Card
from ..forces import size_of
from ..kinds import read_kind
from ..nations import month_words, months, nations, rule_of
from ..special_rules import SpecialRules
from ..tables import table
from ..words import name_words, side_words
from .nations import SECTION, changes_of, class_of, date_inputs, forces_of, month_of, only_side, sides_with
from .procedure import SET_UP, Case, Input, Modifier, Procedure, Reminder, modifiers_words, total

USERS = ("russian", "partisan")
"""The nations that have commissars (A25.22)."""
MOST_MORALE = 10
"""A unit with this morale has nothing of a commissar (A25.221)."""
_SUBTYPE, _NKVD = "commissar", "nkvd"


def has_commissars(rules: SpecialRules, card: Card) -> bool:
    """Whether a side of the card can have commissars."""
    return bool(sides_with(card, *USERS))


def _last_month() -> int:
    """The last month in which commissars take the place of leaders (A25.22)."""
    rule = rule_of("russian:commissar/9-0")
    assert rule is not None
    assert rule.until is not None
    return rule.until


def _are_exchanged(rules: SpecialRules, card: Card) -> bool:
    """Whether leaders may still be exchanged on the date of the card."""
    return has_commissars(rules, card) and months(card.date.year, card.date.month) <= _last_month()


def _may_be_there(rules: SpecialRules, card: Card) -> bool:
    """Whether a commissar can be in play: by exchange, by the card, or made by the NKVD."""
    return _are_exchanged(rules, card) or _has(card, _SUBTYPE, _NKVD)


def _has(card: Card, *subtypes: str) -> bool:
    return any(read_kind(force.kind).subtype in subtypes for force in forces_of(card, *USERS))


# -- at the start ---------------------------------------------------------------------------------


def _leaders(card: Card, side: str, commissars: bool) -> list[str]:
    """The values of the leaders of a side, commissars or others."""
    return [read_kind(force.kind).value for force in forces_of(card, *USERS, side=side)
            if size_of(force.kind, force=force).size == "leader"
            and (read_kind(force.kind).subtype == _SUBTYPE) == commissars for _ in range(force.count)]


def _usual_leaders(commissars: bool, card: Card, books: Books) -> str | None:
    sides = sides_with(card, *USERS)
    return ",".join(_leaders(card, sides[0], commissars)) if len(sides) == 1 else None


def _exchange(case: Case) -> None:
    side, wanted = case.word("side"), case.words("exchange")
    last = _last_month()
    if side not in sides_with(case.card, *USERS):
        case.refuse(f"Only Russians and Soviet partisans have commissars, and {side_words(side)} has neither "
                    "on the card.", "A25.22")
    if month_of(case) > last:
        case.refuse(f"Commissars take the place of leaders until {month_words(last)} only.", "A25.22")
    before = case.books.nations.exchanged_by(side)
    told = [f.exchanged_for for f in forces_of(case.card, *USERS, side=side) if f.exchanged_for is not None]
    done = [*before, *(read_kind(kind).value for kind in told)]
    again = [leader for leader in wanted if leader in done]
    if again:
        case.refuse(f"Only one {again[0]} is exchanged for a commissar.", "A25.22")
    leaders, commissars = list(case.words("leaders")), list(case.words("commissars"))
    for leader in before:
        if leader in leaders:
            leaders.remove(leader)
            commissars.append(table("commissar-exchange").look(leader=leader).word_in("commissar"))
    for leader in wanted:
        if leader not in leaders:
            case.refuse(f"There is no {leader} to exchange; there are {listed(leaders) or 'no leaders'}.",
                        "A25.22")
        leaders.remove(leader)
    number = len(commissars) + len(wanted)
    if number > len(leaders):
        case.refuse(f"There would be more commissars ({number}) than other leaders ({len(leaders)}).",
                    "A25.22")
    for leader in wanted:
        row = case.look("commissar-exchange", leader=leader)
        new = row[1].word_in("commissar")
        case.say(f"{name_words(side)}: a {new} commissar takes the place of a leader {leader}.", "A25.22",
                 new, row=row)
    book = case.books.nations
    case.books = replace(case.books, nations=replace(
        book, exchanged=(*book.exchanged, *((side, leader) for leader in wanted))))


# -- in play --------------------------------------------------------------------------------------


def _rally(case: Case) -> None:
    unit, lower, below = case.word("unit"), case.word("lower"), ""
    if case.is_given("kind"):
        below = _replacement(case)
        lower = lower or ("yes" if below else "")
    if not lower and unit in ("squad", "hs"):
        case.refuse("Say with lower=yes or lower=no whether there is a unit of its size one step lower, with "
                    "the chart of replacements.", "A25.222")
    row = case.look("commissar-rally", unit=unit, lower=lower or "no")
    result = row[1].word_in("result")
    words = {
        "replaced": f"is replaced by one of its size one step lower{f', a {below}' if below else ''}",
        "hs": "suffers Casualty Reduction and becomes a half squad", "eliminated": "is eliminated"}[result]
    case.say(f"The unit that failed to rally under the commissar {words}.", "A25.222", result, row=row)


def _replacement(case: Case) -> str:
    """What a kind is replaced by, as far as these rules say it; "" if they do not."""
    text = case.word("kind")
    try:
        nation = nations().get(read_kind(text).nation)
    except ValueError as error:
        case.refuse(str(error))
    if nation is None:
        return ""
    force = next((f for f in forces_of(case.card, nation.id) if f.kind == text), None)
    rule = nation.rule_of(read_kind(text))
    unit_class = class_of(force) if force is not None else rule.unit_class if rule is not None else ""
    month = months(case.card.date.year, case.card.date.month)
    return next((c.becomes for c in changes_of(case, nation, text, unit_class, month)
                 if c.by == "replacement"), "")


def _morale(case: Case) -> None:
    morale = case.number("morale")
    reasons = [words for here, words in (
        (case.flag("commissar-broken"), "the commissar is broken"),
        (case.flag("commissar-pinned"), "the commissar is pinned"),
        (case.flag("is-commissar"), "the unit is a commissar itself"),
        (case.word("unit") == "other", "only Infantry and Cavalry have it"),
        (morale >= MOST_MORALE, f"its morale is {MOST_MORALE}")) if here]
    if reasons:
        case.say(f"The morale stays {morale}: {listed(reasons)}.", "A25.221", "same", final=morale)
        return
    modifiers = [Modifier(1, "commissar", "A25.221")]
    case.say(f"The morale is {morale + 1} in the Location of the commissar, and no other leader there may "
             "change its rolls.", "A25.221", "raised", modifiers=modifiers, final=total(morale, modifiers))


def _nkvd_leader(case: Case) -> None:
    columns = case.number("columns")
    if case.flag("vehicle") and columns:
        case.refuse("Close combat against an AFV has no columns of odds; give vehicle or columns, not both.",
                    "A25.25")
    times = {"vehicle": int(case.flag("vehicle")), "column": columns, "fanatic": int(case.flag("fanatic")),
             "broken": int(case.flag("broken"))}
    found = table("nkvd-leader-drm")
    modifiers = [Modifier(found.look(case=id).number_in("drm") * n, found.look(case=id).word_in("words"),
                          "A25.25") for id, n in times.items() if n]
    final = total(case.die("the commissar of the NKVD"), modifiers)
    row = case.look("nkvd-leader", final=final)
    commissar = row[1].word_in("commissar")
    why = f" ({modifiers_words(modifiers)})" if modifiers else ""
    what = "No commissar appears" if commissar == "none" else f"A commissar {commissar} appears"
    case.say(f"{what}: Final {final}{why}.", "A25.25", commissar, modifiers=modifiers, final=final, row=row)


_BOTH = "both players"
PROCEDURES = (
    Procedure(
        "commissar", "Commissars in place of leaders", ("A25.22", "A25.224"), "full", _exchange, (
            Input("side", "Side", "side", usual=only_side(*USERS)),
            Input("exchange", "Leaders exchanged", "word", "8-0, 8-1 or both.", many=True,
                  choices=("8-0", "8-1")),
            Input("leaders", "Leaders", "word", "All that the side has at the start but commissars, before "
                  "any exchange; found from the card.", many=True,
                  usual=lambda card, books: _usual_leaders(False, card, books), repeat=True),
            Input("commissars", "Commissars", "word", "Those on the card.", many=True,
                  usual=lambda card, books: _usual_leaders(True, card, books), repeat=True),
            *date_inputs("A25.22")),
        (SET_UP,), is_on=has_commissars, is_due=lambda card, books: (
            months(card.date.year, card.date.month) <= _last_month()),
        tables=("commissar-exchange",), section=SECTION, is_of_use=_are_exchanged, steps=(
            "Russians and Soviet partisans may at the start exchange an 8-0 and an 8-1 for commissars up to "
            "October 1942, without a special rule, but may not have more commissars than other leaders "
            "[A25.22].",
            "An 8+1 commissar comes only where a scenario lists one or the NKVD creates one [A25.224].")),
    Procedure(
        "commissar-rally", "A rally under a commissar fails", ("A25.222",), "result", _rally, (
            Input("unit", "Unit", "word", choices=("squad", "hs", "crew", "smc")),
            Input("kind", "Kind", "word", "If given, what replaces it is looked up.", usual=""),
            Input("lower", "A lower one exists", "flag", "Whether a unit of its size is one step lower.",
                  usual="", asked="the chart of replacements, both players; A25.222")),
        ("rally",), is_on=has_commissars, tables=("commissar-rally",), section=SECTION,
        is_of_use=_may_be_there, steps=(
            "A commissar must try to rally every broken unit in his Location; its DM does not count and its "
            "morale is 1 higher [A25.222].",
            "Who fails to rally so is replaced by a lower unit, reduced or eliminated [A25.222].")),
    Procedure(
        "commissar-morale", "Morale beside a commissar", ("A25.221",), "given", _morale, (
            Input("morale", "Morale", "number", "Of the unit in the Location of the commissar.", least=0,
                  most=MOST_MORALE, asked=f"the counter, {_BOTH}; A25.221"),
            Input("unit", "Unit", "word", choices=("infantry", "cavalry", "other"), usual="infantry"),
            Input("is-commissar", "It is a commissar", "flag", usual="no"),
            Input("commissar-broken", "The commissar is broken", "flag", usual="no",
                  asked=f"the counters, {_BOTH}; A25.221"),
            Input("commissar-pinned", "The commissar is pinned", "flag", usual="no",
                  asked=f"the counters, {_BOTH}; A25.221")),
        is_on=has_commissars, section=SECTION, is_of_use=_may_be_there, steps=(
            "A commissar who is neither broken nor pinned raises the morale of others in his Location by 1, "
            "and no other leader there changes their rolls [A25.221].",)),
    Procedure(
        "nkvd-leader", "A commissar of the NKVD", ("A25.25",), "given", _nkvd_leader, (
            Input("vehicle", "Against an AFV", "flag", usual="no",
                  asked=f"the close combat, {_BOTH}; A25.25"),
            Input("columns", "Columns below 1:1", "number", "Columns of the odds below 1:1.", least=0, most=9,
                  usual="0", asked=f"the odds, {_BOTH}; A25.25"),
            Input("fanatic", "Fanatic", "flag", "The unit that creates him.", usual="no",
                  asked=f"the counters, {_BOTH}; A25.25"),
            Input("broken", "Broken", "flag", "Whether that unit was broken.", usual="no",
                  asked=f"the counters, {_BOTH}; A25.25")),
        is_on=has_commissars, tables=("nkvd-leader", "nkvd-leader-drm"), section=SECTION,
        is_of_use=lambda rules, card: _has(card, _NKVD), steps=(
            "When a leader is created by an NKVD unit, a die decides whether a commissar appears and which "
            "[A25.25].",)),
)
REMINDERS = (
    Reminder("commissar-rank", ("A25.221",), (
        "A commissar ranks above all leaders and takes a Morale Check of fire first; the loss of a leader "
        "does not shake him, but his loss shakes every leader. He uses no leader's modifier, is never "
        "replaced, and when broken always tries to rally himself (A25.221)."),
        is_on=has_commissars, section=SECTION, is_of_use=_may_be_there),
    Reminder("commissar-berserk", ("A25.223",), (
        "When a commissar goes berserk, all Infantry of his side in his Location do, but those free of Heat "
        "of Battle (A25.223)."), is_on=has_commissars, section=SECTION, is_of_use=_may_be_there),
)
