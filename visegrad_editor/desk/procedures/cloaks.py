"""Cloaks, which hide the attacker's infantry, and concealment by night (E1.3-E1.43).

What is in the box of a cloak is a secret of its owner. The desk keeps which cloaks there are; what is in one
is said only where an order asks for it, and its events are for the owner alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...model.wording import listed
from ..books.night import Cloak
from ..tables import table
from .night import SECTION, by_night
from .procedure import Case, Input, Procedure

CLOAK_MF = 6
"""The MF of each cloak (E1.42)."""
HEAVY_PP = (4, 5)
"""Portage points of weapons that cloaked infantry carries as if they had fewer (E1.42)."""
CARRIED_PP = 3
"""As how many points it carries them (E1.42)."""
_NO_FIRE_PP = 4
"""From how many points on a weapon does not fire in the player turn in which the cloak is lost (E1.42)."""
_MOST_PP = 99


def _words_of(id: str, column: str) -> tuple[str, ...]:
    """The words of a key column, each once."""
    one = table(id)
    number = [c.id for c in one.columns].index(column)
    return tuple(dict.fromkeys(word for row in one.rows for word in str(row[number]).split("|")))


_EVENTS = _words_of("cloak-loss", "event")
_UNITS = _words_of("night-concealment", "unit")
_CHANGES = _words_of("night-concealment", "event")


# -- cloaks --------------------------------------------------------------------------------------


def _cloak(case: Case) -> None:
    acts: dict[str, Callable[[Case, tuple[Cloak, ...]], None]] = {
        "check": _check_box, "merge": _merge, "split": _split, "drop": _drop, "remove": _remove,
        "replace": _replace, "event": _event}
    acts[case.word("act")](case, _cloaks(case))


def _cloaks(case: Case) -> tuple[Cloak, ...]:
    """The cloaks of the order; refuses those that are not there any more."""
    found = []
    for id in case.words("cloak"):
        one = case.books.night.cloak(id)
        if one is None:
            kept = [c.id for c in case.books.night.cloaks if c.state == "kept"]
            case.refuse(f"There is no cloak {id}; "
                        f"{'there are ' + listed(kept) if kept else '`night-allotment` gives out cloaks'}.",
                        "E1.411")
        if one.state != "kept":
            case.refuse(f"The cloak {id} is gone ({one.state}) and never comes back.", "E1.43")
        found.append(one)
    if not found:
        case.refuse("Say with cloak= which.", "E1.4")
    return tuple(found)


def _one(case: Case, cloaks: tuple[Cloak, ...]) -> Cloak:
    if len(cloaks) > 1:
        case.refuse("Name one cloak only.", "E1.422")
    return cloaks[0]


def _owner(case: Case) -> str:
    return next((s.id for s in case.card.sides if s.role == "attacker"), "")


def _check_box(case: Case, cloaks: tuple[Cloak, ...]) -> None:
    """Whether units and weapons may be in one box."""
    cloak = _one(case, cloaks)
    if not case.flag("infantry"):
        case.refuse("Only infantry and the weapons that it carries are cloaked, and no concealment counters.",
                    "E1.41")
    if not case.is_given("stacking"):
        case.refuse("Say with stacking=yes or no whether the units fit into one location; both players know "
                    "the limit.",
                    "E1.41")
    if not case.flag("stacking"):
        case.refuse("A box holds no more than fits into one location.", "E1.41")
    weapons = tuple(map(int, case.words("pp")))
    carried = sum(CARRIED_PP if pp in HEAVY_PP else pp for pp in weapons)
    if any(pp in HEAVY_PP for pp in weapons) and not case.flag("mmc"):
        case.refuse("A weapon of 4 or 5 PP needs an MMC in the box that is able to carry it.", "E1.42")
    if case.is_given("capacity") and carried > case.number("capacity"):
        case.refuse(f"Its weapons count {carried} PP, and its units carry {case.number('capacity')}.",
                    "E1.42")
    load = f" Its weapons count {carried} PP." if weapons else ""
    case.say(f"The box of {cloak.id} may be so. It has {CLOAK_MF} MF, and more only for a road or downhill "
             "on skis; its weapons are dismantled if they can "
             f"be.{load}", "E1.42", "allowed", secret=_owner(case))


def _merge(case: Case, cloaks: tuple[Cloak, ...]) -> None:
    if len(cloaks) < 2:
        case.refuse("Name at least two cloaks with commas between them; the first one stays.", "E1.422")
    if not case.is_given("stacking"):
        case.refuse("Say with stacking=yes or no whether all units together fit into one location.", "E1.41")
    if not case.flag("stacking"):
        case.refuse("A box holds no more than fits into one location.", "E1.41")
    for gone in cloaks[1:]:
        _set(case, gone, "merged")
    first, others = cloaks[0].id, listed([c.id for c in cloaks[1:]])
    case.say(f"{others} {'is' if len(cloaks) == 2 else 'are'} joined to {first}.", "E1.422", "merged")


def _split(case: Case, cloaks: tuple[Cloak, ...]) -> None:
    case.refuse("A cloak cannot be divided into two; act=drop leaves some of its units behind, concealed.",
                "E1.422")


def _drop(case: Case, cloaks: tuple[Cloak, ...]) -> None:
    cloak = _one(case, cloaks)
    case.say(f"{cloak.id} leaves some of its units behind, concealed; the cloak goes on as long as some of "
             "those that it began with are in its box.", "E1.422", "kept")


def _remove(case: Case, cloaks: tuple[Cloak, ...]) -> None:
    cloak = _one(case, cloaks)
    _set(case, cloak, "removed")
    case.say(f"{cloak.id}, with nobody in its box, is taken away by its owner.", "E1.41", "removed")


def _replace(case: Case, cloaks: tuple[Cloak, ...]) -> None:
    cloak = _one(case, cloaks)
    _set(case, cloak, "replaced")
    case.say(f"{cloak.id} is replaced by its units, concealed; it never comes back.", "E1.422", "replaced")


def _set(case: Case, cloak: Cloak, state: str) -> None:
    case.books = replace(case.books, night=case.books.night.with_cloak(replace(cloak, state=state)))


def _event(case: Case, cloaks: tuple[Cloak, ...]) -> None:
    if not case.is_given("event"):
        case.refuse(f"Say with event= what happens: {', '.join(_EVENTS)}.", "E1.43")
    cloak, found = _one(case, cloaks), case.look("cloak-loss", event=case.word("event"))
    row = found[1]
    result, words, rule = row.word_in("result"), row.word_in("words"), row.word_in("rule")
    if result == "kept":
        case.say(f"{cloak.id} stays: {words}.", rule, "kept", row=found)
        return
    _set(case, cloak, result)
    left = _mf_left(case)
    fire = "" if result != "lost" else (
        f" Its weapons of {_NO_FIRE_PP} PP and more do not fire in this player turn.")
    case.say(f"{cloak.id} is {result}: {words}. Its units are placed {row.word_in('placed')}, and the cloak "
             f"never comes back.{left}{fire}", rule, result, row=found)


def _mf_left(case: Case) -> str:
    """What its units may still spend if they are shown on the move (E1.421)."""
    if not case.is_given("used"):
        return ""
    if not case.is_given("allowance"):
        case.refuse("Say with allowance= how many MF its units have by themselves.", "E1.421")
    left = max(0, case.number("allowance") - case.number("used"))
    return f" They have {left} MF left of their own."


# -- concealment -----------------------------------------------------------------------------------


def _conceal(case: Case) -> None:
    unit, event = case.word("unit"), case.word("event")
    reading = case.reading("R06") if event in ("enters-unseen-enemy", "set-up") else ""
    try:
        found = case.look("night-concealment", unit=unit, event=event, reading=reading)
    except ValueError:
        case.refuse(f"{event.replace('-', ' ').capitalize()} is nothing that happens to {unit} by these "
                    "rules.", "E1.3")
    row = found[1]
    if event == "enters-unseen-enemy" and case.books.night.nvr != 0:
        case.refuse("This holds only with a range of sight of 0; otherwise the rules of the day do.", "E1.13")
    name = f"{case.word('name')}: " if case.is_given("name") else ""
    case.say(f"{name}{row.word_in('result')}: {row.word_in('words')}." if name else
             f"{row.word_in('result').capitalize()}: {row.word_in('words')}.", row.word_in("rule"),
             row.word_in("result"), row=found, units=(case.word("name"),) if name else ())


PROCEDURES = (
    Procedure(
        "cloak", "Cloak", ("E1.4", "E1.41", "E1.42", "E1.421", "E1.422", "E1.423", "E1.43", "E1.72"), "given",
        _cloak, (
            Input("act", "What", "word", "Check what is in a box; merge; drop some units; remove an empty "
                                         "one; replace it "
                  "by its units; or something happens to it.",
                  choices=("check", "merge", "split", "drop", "remove", "replace", "event")),
            Input("cloak", "Cloak", "text", "Its id, such as c3, several with commas.", many=True),
            Input("event", "Event", "word", "What happens to it.", choices=_EVENTS, usual="",
                  asked="line of sight, light and movement, both players; E1.31"),
            Input("infantry", "Only infantry", "flag", "Whether the box has only infantry with its weapons.",
                  usual="yes",
                  asked="what is in the box, its owner; E1.41"),
            Input("stacking", "Fits", "flag", "Whether the units fit into one location.", usual="",
                  asked="stacking limit, its owner; E1.41"),
            Input("pp", "Weapons", "number", "The portage points of each weapon.", least=0, most=_MOST_PP,
                  usual="",
                  many=True, repeat=True, asked="what is in the box, its owner; E1.42"),
            Input("mmc", "MMC", "flag", "Whether an MMC in the box is able to carry its heaviest weapon.",
                  usual="yes",
                  asked="what is in the box, its owner; E1.42"),
            Input("capacity", "Capacity", "number", "What its units carry, in portage points.", least=0,
                  most=_MOST_PP,
                  usual="", asked="what is in the box, its owner; E1.42"),
            Input("used", "MF used", "number", "MF that it has spent when it is shown on the move.", least=0,
                  most=_MOST_PP, usual="", asked="MF spent, its owner; E1.421"),
            Input("allowance", "Allowance", "number", "MF of its units by themselves.", least=0,
                  most=_MOST_PP, usual="",
                  asked="what is in the box, its owner; E1.421")),
        is_on=by_night, is_due=lambda card, books: any(c.state == "kept" for c in books.night.cloaks), steps=(
            "Only the attacker's infantry is cloaked, with its weapons, up to what fits into one location; a "
            "box may be empty (E1.41).",
            "A cloak has 6 MF whatever is in its box, and more only for roads and downhill on skis (E1.42).",
            "It carries weapons of 4 and 5 PP as if of 3, if an MMC there can carry them; those of 4 and "
            "more do not fire in the player turn in which the cloak is lost (E1.42).",
            "Cloaks may be merged but not divided; some of the units may be left behind concealed (E1.422).",
            "It is lost by moving in the light other than by Assault Movement, entering an enemy location in "
            "the Movement Phase (E1.31), any attack but a successful Ambush (E1.43), overstacking in sight "
            "(E1.422), a human wave (E1.423) and a sniper (E1.72), and never comes back (E1.43).",
            "Units shown on the move go on with their own MF, less those spent (E1.421)."),
        tables=("cloak-loss",), section=SECTION),
    Procedure(
        "night-conceal", "Concealment by night", ("E1.13", "E1.16", "E1.3", "E1.31", "E1.32", "E1.33"),
        "given", _conceal, (
            Input("unit", "Unit", "word", choices=_UNITS),
            Input("event", "Event", "word", "What it does, or what happens to it.", choices=_CHANGES,
                  asked="line of sight, light and movement, both players; E1.31"),
            Input("name", "Name", "text", "Which one.", usual="")),
        is_on=by_night, steps=(
            "Infantry keeps concealment on the move and in advances; it loses it by MF in the light other "
            "than by Assault Movement and by entering an enemy location in the Movement Phase (E1.31).",
            "Who enters the edge of a light keeps it if it spends nothing more in the phase (E1.31).",
            "Vehicles and cavalry lose it as by day (E1.31).",
            "Where a roll is needed by day it is gained without one (E1.32).",
            "Who is beyond the range of sight is no known unit (E1.33).",
            "Fortifications are hidden until their terrain modifier is used, an enemy enters, MF or MP for "
            "them are spent in sight of a Good Order enemy, or an entry fails (E1.16).",
            "With a range of 0 who enters the location of an unseen enemy is attacked there and stays "
            "(E1.13)."),
        tables=("night-concealment",), section=SECTION),
)
