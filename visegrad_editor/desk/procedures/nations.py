"""What is special to the nations of a card on its date (A25)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..books.books import Books
from ..card import Card, Force
from ..forces import group_forces
from ..kinds import kind_words, read_kind
from ..nations import TOPICS, CounterChange, Nation, Trait, months, nations
from ..readings import chosen_reading
from ..tables import tables
from ..words import name_words
from .procedure import Case, Input, Procedure

SECTION = "Nations"
OTHER = "other"
"""Stands for all nations that the rules do not name."""
_COUNTERS = "counters"
_CHANGE_WORDS = {"replacement": "is replaced by", "hardening": "hardens to"}
_CLASS_WORDS = {"conscript": "a conscript unit", "second": "a second-line unit"}
_EFFECT_WORDS = {
    ("replacement", "disrupted"): "is disrupted when it would be replaced",
    ("hardening", "fanatic"): "becomes fanatic when it hardens"}


def forces_of(card: Card, *of: str, side: str = "") -> Iterator[Force]:
    """The counters of some nations (all, if none is named) on a side ("": on both)."""
    for group in card.groups:
        if side in ("", group.side):
            for force in group_forces(group):
                if not of or read_kind(force.kind).nation in of:
                    yield force


def nations_on(card: Card, side: str = "") -> tuple[str, ...]:
    """The nations of the counters of a side ("": of both), in the order of the card."""
    return tuple(dict.fromkeys(read_kind(force.kind).nation for force in forces_of(card, side=side)))


def known_nations(card: Card, books: Books) -> tuple[str, ...]:
    """The nations that the rules name, those of the card, and `other` for all that the rules do not name."""
    found = {id for one in tables().values() for n, column in enumerate(one.columns)
             if column.key and column.id in ("nation", "troop") for row in one.rows
             for id in str(row[n]).split("|")}
    return (*dict.fromkeys((*nations(), *sorted(found - {"any", OTHER}), *nations_on(card))), OTHER)


def sides_with(card: Card, *of: str) -> tuple[str, ...]:
    """The sides that have counters of one of these nations."""
    return tuple(side for side in card.side_by_id if any(forces_of(card, *of, side=side)))


def only_side(*of: str) -> partial[str | None]:
    """The usual value of an input for a side: the only one with counters of these nations."""
    return partial(_only_side, of)


def _only_side(of: tuple[str, ...], card: Card, books: Books) -> str | None:
    found = sides_with(card, *of)
    return found[0] if len(found) == 1 else None


def date_inputs(rule: str) -> tuple[Input, Input]:
    """The year and the month, from the card."""
    return (
        Input("year", "Year", "number", f"That of the scenario ({rule}).", least=1900, most=2100,
              usual=lambda card, books: str(card.date.year)),
        Input("month", "Month", "number", "That of the scenario.", least=1, most=12,
              usual=lambda card, books: str(card.date.month)))


def month_of(case: Case) -> int:
    """The month of the inputs `year` and `month`, as `nations.months` counts."""
    return months(case.number("year"), case.number("month"))


def class_of(force: Force) -> str:
    """The class of counters as the card says it, otherwise as the rules do; "" if neither does."""
    nation, kind = nations().get(read_kind(force.kind).nation), read_kind(force.kind)
    rule = nation.rule_of(kind) if nation is not None else None
    return force.unit_class or (rule.unit_class if rule is not None else "")


# -- the sheet ------------------------------------------------------------------------------------


def _sheet(case: Case) -> None:
    topic, month = case.word("topic"), month_of(case)
    named = case.words("nation") or nations_on(case.card)
    if not named:
        case.refuse("The card lists no counters; name nations with nation=, such as nation=finnish.", "A25")
    said = 0
    for id in named:
        nation = nations().get(id)
        if nation is None:
            who = "Other nations" if id == OTHER else name_words(id)
            case.say(f"{who}: these rules say nothing of {'them' if id == OTHER else 'this nation'}.", "A25",
                     "none")
            said += 1
            continue
        before = len(case.events)
        for trait in nation.traits:
            if (topic in ("all", trait.topic) and _is_there(case, nation, trait.subtype)
                    and _holds(case, nation, trait, month)):
                case.say(f"{_who(nation, trait.subtype)}, {TOPICS[trait.topic].lower()}: {trait.says}",
                         trait.rule, trait.value)
        if topic in ("all", _COUNTERS):
            _say_counters(case, nation, month)
        said += len(case.events) - before
    if not said:
        case.say("These rules say nothing of that for these nations on this date; the chart of national "
                 "capabilities does.", "A25", "none")


def _is_there(case: Case, nation: Nation, subtype: str) -> bool:
    """Whether units of a subtype are meant: those on the card, or all of a nation that is named."""
    return not subtype or case.is_given("nation") or any(
        read_kind(force.kind).subtype == subtype for force in forces_of(case.card, nation.id))


def _who(nation: Nation, subtype: str) -> str:
    return f"{name_words(nation.id)} {subtype}".rstrip()


def _holds(case: Case, nation: Nation, trait: Trait, month: int) -> bool:
    """Whether it holds on the card in this month."""
    if not trait.in_month(month) or not _toggled(case, nation, trait.toggle):
        return False
    enemies = {n for side in sides_with(case.card, nation.id)
               for n in nations_on(case.card, case.card.other(side))}
    if trait.against and (trait.against not in enemies or (trait.only and len(enemies) > 1)):
        return False
    if trait.unless in enemies:
        return False
    place, choice = trait.reading
    # Only an event that a reading decides names it.
    return not place or (chosen_reading(case.card, place) == choice and bool(case.reading(place)))


def _toggled(case: Case, nation: Nation, key: str) -> bool:
    """Whether the special rule of a key is on, or is for a side of the nation; so is none."""
    value = getattr(case.rules, key) if key else True
    return value if isinstance(value, bool) else bool(set(value) & set(sides_with(case.card, nation.id)))


def _say_counters(case: Case, nation: Nation, month: int) -> None:
    """The class, experience level and changes of the counters of a nation on the card, each kind once."""
    for text, force in {f.kind: f for f in forces_of(case.card, nation.id)}.items():
        kind, unit_class = read_kind(text), class_of(force)
        rule = nation.rule_of(kind)
        if rule is not None and rule.unit_class:
            case.say(f"{kind_words(text)}: class {rule.unit_class}.", rule.rule, rule.unit_class)
        if rule is not None and rule.elr is not None:
            case.say(f"{kind_words(text)}: experience level {rule.elr}, whatever that of its side.",
                     rule.rule, str(rule.elr))
        for change in changes_of(case, nation, text, unit_class, month):
            new = _CLASS_WORDS.get(change.becomes, change.becomes)
            words = f"{_CHANGE_WORDS[change.by]} {new}" if new else _EFFECT_WORDS[change.by, change.effect]
            case.say(f"{kind_words(text)} {words}.", change.rule, change.becomes or change.effect)


def changes_of(
    case: Case, nation: Nation, kind: str, unit_class: str, month: int
) -> Iterator[CounterChange]:
    """What a kind becomes in a month, at most one change of each sort."""
    found: set[str] = set()
    sides = [[read_kind(f.kind).value for f in forces_of(case.card, side=side)]
             for side in sides_with(case.card, nation.id)]
    values = {value for side in sides for value in side}
    for change in nation.changes:
        if (change.by not in found and change.fits(read_kind(kind), unit_class) and change.in_month(month)
                and _toggled(case, nation, change.toggle)
                and (not change.listed or values & set(change.listed))
                and not values & set(change.unlisted)):
            found.add(change.by)
            yield change


PROCEDURES = (
    Procedure(
        "nation-sheet", "What is special to nations", ("A25", "A25.1", "A25.9"), "full", _sheet, (
            Input("nation", "Nation", "word", "Left out: all on the card.", many=True, usual="",
                  known=known_nations),
            Input("topic", "About", "word", choices=("all", _COUNTERS, *TOPICS), usual="all"),
            *date_inputs("A25")),
        section=SECTION, steps=(
            "Each nation has its own rules of class, experience level, deployment, cowering, anti-tank "
            "checks, numbers to hit, morale when broken, captured weapons and artillery, some of them "
            "by date [A25].",
            "Units of 8-3-8, 7-4-7 and 6-4-8, of the NKVD and partisans have their own experience level, "
            "whatever that of their side [A25.12, A25.24, A25.25, A25.31, A25.42].")),
)
