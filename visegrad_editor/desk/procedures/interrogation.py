"""What prisoners and civilians tell, and what is revealed by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..books.books import Books, Due
from ..card import Card
from ..hexes import distance, neighbours
from ..special_rules import SpecialRules
from ..tables import table
from .procedure import Case, Input, Modifier, Procedure, modifiers_words, total
from .random_location import away
from .wind import country_of

_SEEN = 8
"""Farther away a prisoner gives away only what he could see (E2.3)."""
_CLASSES = ("elite", "first", "second", "green", "conscript")
_INEXPERIENCED = ("green", "conscript")
_SINGLE = ("leader", "hero")
_ALL = "all"
_RULES = {"concealed": "E2.21", "hidden": "E2.22", "fortification": "E2.23", _ALL: "E2.24"}
_KINDS = tuple(_RULES)[:3]
"""What may be revealed, the last ones replaced by those before them where there is nothing of it (E2.2)."""
_WORDS = {
    "concealed": "the nearest hex with concealed units loses all concealment",
    "hidden": "hidden units in the nearest hex that has any are placed on the board, concealed",
    "fortification": "the nearest hidden Fortification is shown, with all of its kind that adjoin it",
    _ALL: "one of each is revealed: concealed units, hidden units and a hidden Fortification"}
_FIXED = {"hidden": " (if there are none, concealed units)",
          "fortification": " (if there is none, hidden units; if there are none either, concealed ones)"}


# -- the rolls -----------------------------------------------------------------------------------


def _drm(who: str, is_: str) -> Modifier:
    amount = table("interrogation-modifiers").look(**{"who": who, "is": is_}).number_in("drm")
    return Modifier(amount, f"{who}: {is_}", "E2.2")


def _modifiers(size: str, class_: str, guard: str) -> Iterator[Modifier]:
    if size == "squad":
        yield _drm("prisoner", "squad")
    if class_ in _INEXPERIENCED:
        yield _drm("prisoner", "inexperienced")
    if size == "hero":
        yield _drm("prisoner", "hero")
    if class_ == "elite":
        yield _drm("prisoner", "elite")
    if size in _SINGLE:
        yield _drm("prisoner", "single man")
    if guard in _INEXPERIENCED:
        yield _drm("guard", "inexperienced")


def _interrogate(case: Case) -> None:
    unit, book = case.word("unit"), case.books.prisoners
    if unit in book.questioned:
        case.refuse(f"{unit} has been questioned, and a prisoner is questioned once.", "E2.1")
    modifiers = tuple(_modifiers(case.word("size"), case.word("class"), case.word("guard")))
    pair = case.pair(f"the interrogation of {unit}")
    final = total(pair.total, modifiers)
    found = case.look("interrogation", final=final)
    told = found[1].word_in("told")
    case.books = replace(case.books, prisoners=book.with_questioned(unit))
    more = modifiers_words(modifiers)
    case.say(f"{unit} is questioned: roll {pair}{f', {more}' if more else ''}, final {final}: {_told(told)}.",
             "E2.2", told, modifiers=modifiers, final=final, row=found, units=[unit])
    if told != "none":
        known = (("result", told), ("limited", "yes"), ("from", case.word("hex")))
        case.books = case.books.with_due(Due(
            "reveal", tuple(one for one in known if one[1]), f"what {unit} gives away", _RULES[told], True))


def _told(told: str) -> str:
    """What is revealed, in words."""
    return "nothing is told" if told == "none" else f"{_WORDS[told]}{_FIXED.get(told, '')}"


def _civilians(case: Case) -> None:
    mover = case.books.mover
    if not mover:
        case.refuse("Civilians tell the side that moves something, and no side moves now.", "E2.4")
    if not case.flag("units"):
        case.say("The side that moves has no ground unit in Good Order on the boards: it is told nothing.",
                 "E2.41", "none")
        return
    pair = case.pair("the random Location from the Sniper")
    place = away(case.place("sniper"), pair)
    on = place in case.card.layout
    where = case.hex_name(place) if on else "a hex off the boards"
    case.say(f"Those who are told: all its ground units in Good Order in {where} (roll {pair}), or if there "
             "are none in the nearest hex with some, which the side that moves chooses of several.",
             "E2.41", where if on else "off", hexes=[place] if on else [])
    country = country_of(case.card, mover)
    drm = Modifier(case.look("country", country=country)[1].number_in("drm"), f"{country} country", "E2.42")
    die = case.die("what civilians tell")
    final = total(die, (drm,))
    found = case.look("civilians", final=final)
    told = found[1].word_in("told")
    more = modifiers_words((drm,))
    says = ("the information is false, and those who are told become TI" if told == "false"
            else f"{_WORDS[told]}{_FIXED.get(told, '')}")
    case.say(f"Civilians: roll {die}{f', {more}' if more else ''}, final {final}: {says}.", "E2.42",
             told, modifiers=(drm,), final=final, row=found)
    if told != "false":
        case.follow("reveal", "what civilians have told", _RULES[told], must=True, result=told, limited="no")


# -- what is revealed ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Thing:
    """Something that could be revealed: units in a hex, or a fortification of a kind in it."""

    place: Hex
    kind: str = ""


class _Store:
    """What the questioned side still has that could be revealed, and how far away."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.centre = case.place("from")
        self.limited = case.flag("limited")
        self.seen = set(case.places("los"))
        self.left: dict[str, list[_Thing]] = {
            "concealed": [_Thing(p) for p in case.places("concealed") if self._may(p)],
            "hidden": [_Thing(p) for p in case.places("hidden") if self._may(p)],
            "fortification": [t for t in self._fortifications() if self._may(t.place)]}
        self.chosen = case.words("choose")

    def _may(self, place: Hex) -> bool:
        return not self.limited or place in self.seen or distance(self.centre, place) <= _SEEN

    def _fortifications(self) -> Iterator[_Thing]:
        for text in self.case.words("fortifications"):
            kind, _, name = text.partition("@")
            if not kind or not name:
                self.case.refuse(f"{text} is no Fortification; write its kind and its hex, such as wire@F5.",
                                 "E2.23")
            try:
                yield _Thing(self.case.card.layout.place(name), kind)
            except ValueError as error:
                self.case.refuse(str(error), "E2.23")

    def label(self, thing: _Thing) -> str:
        """The thing as the players write it."""
        name = self.case.hex_name(thing.place)
        return f"{thing.kind}@{name}" if thing.kind else name

    def nearest(self, kind: str) -> _Thing:
        """The nearest thing of a kind; of several the one that was chosen. Refuses where a choice is
        missing."""
        things = self.left[kind]
        least = min(distance(self.centre, t.place) for t in things)
        best = list(dict.fromkeys(t for t in things if distance(self.centre, t.place) == least))
        picked = [t for t in best if self.label(t) in self.chosen] if len(best) > 1 else best
        if len(picked) != 1:
            labels = ", ".join(map(self.label, best))
            self.case.refuse(f"{labels} are equally near; the questioned side chooses one: "
                             f"choose={self.label(best[0])}, for example.", "E2.2")
        return picked[0]

    def network(self, first: _Thing) -> set[Hex]:
        """The hexes of a fortification and of all of its kind that adjoin it, one after the other."""
        same = {t.place for t in self.left["fortification"] if t.kind == first.kind}
        found, open_ = {first.place}, [first.place]
        while open_:
            for place in neighbours(open_.pop()):
                if place in same and place not in found:
                    found.add(place)
                    open_.append(place)
        return found

    def take(self, kind: str, places: set[Hex]) -> list[_Thing]:
        """Remove all things of a kind in some hexes, and give them back."""
        taken = [t for t in self.left[kind] if t.place in places]
        self.left[kind] = [t for t in self.left[kind] if t.place not in places]
        return taken


def _reveal(case: Case) -> None:
    result, store = case.word("result"), _Store(case)
    for wanted in _KINDS if result == _ALL else (result,):
        can = _KINDS[:_KINDS.index(wanted) + 1]
        kind = next((k for k in reversed(can) if store.left[k]), None)
        if kind is None:
            case.say(f"There is nothing to reveal{_limit_words(store)}.", "E2.2", "none")
        else:
            _reveal_one(case, store, kind, wanted)


def _limit_words(store: _Store) -> str:
    return f" in the prisoner's line of sight or at most {_SEEN} hexes away" if store.limited else ""


def _reveal_one(case: Case, store: _Store, kind: str, wanted: str) -> None:
    thing = store.nearest(kind)
    places = store.network(thing) if kind == "fortification" else {thing.place}
    taken = store.take(kind, places)
    names = _names(case, places)
    instead = "" if kind == wanted else f", in place of what there is none of ({wanted}, E2.2)"
    if kind == "concealed":
        says = f"All concealment in {names} is removed"
    elif kind == "hidden":
        says = f"The hidden units in {names} are placed on the board, concealed"
        store.left["concealed"].append(thing)
    else:
        kinds = ", ".join(dict.fromkeys(map(store.label, taken)))
        says = f"These Fortifications are shown, mines with kind and strength: {kinds}"
    case.say(f"{says}{instead}.", _RULES[kind], kind, hexes=sorted(places))


def _names(case: Case, places: Sequence[Hex] | set[Hex]) -> str:
    return ", ".join(case.hex_name(p) for p in sorted(places))


def _with_interrogation(rules: SpecialRules, card: Card) -> bool:
    return rules.interrogation


def _with_civilians(rules: SpecialRules, card: Card) -> bool:
    return rules.civilians


def _with_either(rules: SpecialRules, card: Card) -> bool:
    return rules.interrogation or rules.civilians


def _never(card: Card, books: Books) -> bool:
    """It follows from something else."""
    return False


_QUESTIONED = "the questioned side; E2.2"
PROCEDURES = (
    Procedure(
        "interrogate", "Interrogation", ("E2.1", "E2.2"), "given", _interrogate, (
            Input("unit", "Prisoner", "text", "The name of the unit."),
            Input("size", "What it is", choices=("squad", "half-squad", "crew", "leader", "hero"),
                  asked="what the prisoner is, both players; E2.2"),
            Input("class", "Class", help="The class of the prisoner.", choices=_CLASSES,
                  asked="the class of the prisoner, both players; E2.2"),
            Input("guard", "Guard", help="The class of the guard.", choices=_CLASSES,
                  asked="the class of the guard, both players; E2.2"),
            Input("hex", "Hex", "hex", "Where the prisoner is; left out: said when something is revealed.",
                  usual="")),
        is_on=_with_interrogation, tables=("interrogation", "interrogation-modifiers"),
        section="Interrogation", steps=(
            "When a unit surrenders or is captured, its captor rolls two dice at once, and never again for "
            "the same prisoner (E2.1).",
            "Where there is nothing of what is told, take the next higher result (E2.2).",
            "Whatever is not concealed may be looked at, in sight or not (E2.2).")),
    Procedure(
        "civilians", "Civilians", ("E2.4", "E2.41", "E2.42"), "given", _civilians, (
            Input("sniper", "Sniper", "hex", "The hex of the Sniper of the side that moves.",
                  asked="the hex of the Sniper, or if it is gone one with most of the mover's units within 6 "
                  "hexes that both agree on; E.3"),
            Input("units", "Units", "flag", "Whether the side that moves has a ground unit in Good Order on "
                  "the boards.", usual="yes", asked="whether it has any, the side that moves; E2.41")),
        is_on=_with_civilians, tables=("civilians", "country"), section="Interrogation", steps=(
            "On the wind change roll of its table civilians tell the side that moves something, which cannot "
            "be refused (E2.4).",
            "Roll for a random Location from its Sniper: its units in Good Order there are told, or those in "
            "the nearest hex (E2.41).",
            "Roll one die, +1 in an enemy country, -1 in a friendly one (E2.42).")),
    Procedure(
        "reveal", "What is revealed", ("E2.21", "E2.22", "E2.23", "E2.24", "E2.3", "E2.43"), "given",
        _reveal, (
            Input("result", "Result", help="What was told.", choices=tuple(_RULES)),
            Input("from", "From", "hex", "The hex of the prisoner, or of the units that were told.",
                  asked="the hex of the prisoner or of those who are told, both players; E2.21"),
            Input("limited", "Limited", "flag", "Whether a prisoner has told it, so that what is out of his "
                  f"sight and more than {_SEEN} hexes away is not revealed.", usual="yes"),
            Input("los", "In sight", "hex", "Hexes farther away that the prisoner could see from a Location "
                  "of his hex within reach.", many=True, usual="", asked="line of sight, both players; E2.3"),
            Input("concealed", "Concealed", "hex", "The nearest hexes with concealed units.", many=True,
                  usual="", asked=f"hexes with concealed units, {_QUESTIONED}"),
            Input("hidden", "Hidden", "hex", "The nearest hexes with hidden units.", many=True, usual="",
                  asked=f"hexes with hidden units, {_QUESTIONED}"),
            Input("fortifications", "Fortifications", "text", "The nearest hidden ones and those beside "
                  "them, each as KIND@HEX, such as wire@F5; tunnels by their entrances.", many=True, usual="",
                  asked=f"hidden Fortifications, {_QUESTIONED}"),
            Input("choose", "Choice", "text", "Which of several that are equally near.", many=True, usual="",
                  asked=f"the choice between equally near hexes, {_QUESTIONED}")),
        is_on=_with_either, is_due=_never, section="Interrogation", steps=(
            "The nearest hex with concealed units loses all concealment (E2.21).",
            "Hidden units of the nearest hex with any are placed concealed (E2.22).",
            "The nearest hidden Fortification is shown with all of its kind that adjoin it, and all else "
            "that is in their hexes (E2.23).",
            f"A prisoner gives away nothing that is both out of his sight and more than {_SEEN} hexes away; "
            "civilians have no such limit (E2.3).",
            "The questioned side chooses between equally near hexes (E2.2).")),
)
