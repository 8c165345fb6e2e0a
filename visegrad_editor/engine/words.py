"""The words of a game: what the window, the sheets, the odds and the log call its parts.

A game declares only what it calls differently or has besides: every look-up has a default, from the words of
any hex game in this module or else from the id.

>>> words = Words(steps={"draw-cards": StepWords("Cards", "Draw a card.", "Draw none")})
>>> words.step("draw-cards").pass_label, words.step("move").title, words.step("air-supply").title
('Draw none', 'Movement', 'Air supply')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from typing import Any

from ..lazy_dataclass import dataclass


@dataclass(frozen=True)
class StepWords:
    """A kind of decision. `pass_label` is the label of the button that passes, `first` what to do if the
    decision cannot be passed yet."""

    title: str
    prompt: str = "Choose one of the orders below."
    pass_label: str = "Pass"
    first: str = ""
    repeats: bool = False
    """Whether it is asked again after each order until it is passed, which ends its phase."""
    opens: bool = False
    """Whether it opens its phase and is never passed, so that nobody was about to end the phase."""
    answers: bool = False
    """Whether it answers something that has just happened, which is then shown with it."""
    odds: bool = False
    """Whether the battle under way is still to be resolved, so that its odds are shown."""

    @property
    def may_decline(self) -> bool:
        """Whether the decision has its own button for passing, even if not usable at once."""
        return self.pass_label != "Pass"


@dataclass(frozen=True)
class OrderWords:
    """An order in a list or on a button.

    `text` is a sentence with `{unit}`, `{units}`, `{hex}`, `{word}`, `{word2}` (the first and second word)
    and `{table}` (the name of the table that the first word names) to be filled in; "" is the order's own
    text. `many` replaces it for several units, `of_words` for certain first words.
    """

    text: str = ""
    many: str = ""
    of_words: Mapping[str, str] = field(default_factory=dict)
    secret: str = ""
    """What the log says in place of an order that the other side may not know yet."""
    gives_up: bool = False
    """Whether it abandons what was begun, so that no key gives it by default."""
    number: str = ""
    """The label of the field for the order's number."""
    rest: str = ""
    """What is said of the rest while a number is entered, with `{number}`."""


@dataclass(frozen=True)
class BoxWords:
    """A box for units off the map. `now` is its title for units that can be used now, "" for the same."""

    title: str
    now: str = ""
    counted: bool = True
    """Whether the state of the game counts its units."""


@dataclass(frozen=True)
class MarkWords:
    """A mark of units or hexes. `sheet` is the line of a set-up sheet about units that have it, "" for the
    title; `listed` says whether the state of the game lists the marked hexes under the title."""

    title: str
    badge: str = ""
    sheet: str = ""
    listed: bool = False


_OUT_OF_SUPPLY = "out-of-supply"

STEPS: Mapping[str, StepWords] = {
    "place": StepWords(
        "Set-up", "Drag a unit from the list onto a shaded hex, or select the unit and click the hex.",
        first="Every unit must be set up first: drag one from the page Off the map onto a shaded hex.",
        opens=True),
    "move": StepWords(
        "Movement", "Drag counters to shaded hexes; the figures are movement points. Shift takes the stack.",
        "End movement", repeats=True),
    "remove": StepWords(
        "Too many units", "Click the unit to remove, and confirm.",
        first="The hex is overstacked: click the unit to remove, then Confirm.", answers=True),
    "attack": StepWords(
        "Combat", "Click a shaded enemy hex. Click stacks to add or leave them out, or single units by their "
        "pictures. Check the odds, then confirm.", "End combat", repeats=True),
    "lose": StepWords(
        "Losses", "Click the units to lose, half or more of those outlined, and confirm.",
        first="Losses must be chosen first: click units outlined on the map, then Confirm.", answers=True),
    "choose": StepWords(
        "Retreat or lose steps", "Choose for the units in the outlined hex.",
        first="First choose on the page Decision: retreat, or hold and lose steps.", answers=True),
    "retreat": StepWords(
        "Retreat", "Click a shaded hex for the chosen unit, or drag it there; then the next one retreats. "
        "Click another outlined unit to choose it first.",
        first="The outlined units must retreat first: click a shaded hex for the chosen one, then for the "
        "next.", answers=True),
    "advance": StepWords(
        "Advance after combat", "Click the units that advance and confirm, or drag them into the hex.",
        "Do not advance", answers=True),
    "advance-on": StepWords(
        "Advance further", "Click a unit that advances further, then a shaded hex, or drag it there.",
        "Advance no further", answers=True),
    "order": StepWords(
        "Order of phases", "Choose the order of your phases for this player turn.",
        first="The order of the phases must be chosen first, on the page Decision.", opens=True),
    "call-up": StepWords(
        "Call-ups", "Drag a unit from the list onto a shaded hex; a roll decides whether it comes.",
        "End call-ups", repeats=True),
    "over": StepWords(
        "The game is over", "Look back with the slider, save the game, or copy a position."),
}
"""The decisions of any hex game."""

ORDERS: Mapping[str, OrderWords] = {
    "pass": OrderWords(), "place": OrderWords(), "move": OrderWords(), "enter": OrderWords(),
    "remove": OrderWords(), "attack": OrderWords(), "lose": OrderWords(),
    "choose": OrderWords("{word}", of_words={"retreat": "Retreat", "loss": "Hold and lose steps"}),
    "retreat": OrderWords(), "advance": OrderWords(), "advance-on": OrderWords("{unit} advances to {hex}"),
}
"""The orders of any hex game."""

BOXES: Mapping[str, BoxWords] = {
    "unplaced": BoxWords("To be set up", "To be set up now", counted=False),
    "reinforcements": BoxWords("Reinforcements", "Reinforcements due now"),
    "eliminated": BoxWords("Eliminated"),
    "removed": BoxWords("Out of the game"),
}
"""The boxes of any hex game, in the order in which they are listed."""

MARKS: Mapping[str, MarkWords] = {
    _OUT_OF_SUPPLY: MarkWords("Out of supply", "OOS"),
    "moved": MarkWords("Moved", "MVD", "Have moved in this phase"),
    "entered": MarkWords("Entered", "ENT", "Have entered the map in this phase"),
    "attacked": MarkWords("Attacked", "ATT", "Have attacked in this phase"),
    "defended": MarkWords("Defended", "DEF", "Have been attacked in this phase"),
    "moved-far": MarkWords("Moved far", "FAR", "Have moved more than half of their allowance"),
    "no-combat": MarkWords("No combat", "NOC", "May not attack in this player turn"),
    "no-move": MarkWords("No move", "NOM", "May not move in this player turn"),
    "no-advance": MarkWords("No advance", "NOA", "May not advance in this player turn"),
    "retreated": MarkWords("Retreated", "RET", "Have retreated in this phase"),
    "called-up": MarkWords("Called up", "CUP", "Have been called up"),
}
"""The marks of units in any hex game."""

CAUSES = frozenset({"attack", "combat"})
"""Types of events after which any hex game asks for an answer."""


@dataclass(frozen=True)
class Words:
    """The words of one game. Mappings go from an id; boxes are listed in the order given here."""

    steps: Mapping[str, StepWords] = field(default_factory=dict)
    orders: Mapping[str, OrderWords] = field(default_factory=dict)
    boxes: Mapping[str, BoxWords] = field(default_factory=dict)
    """Boxes of the game in the order of listing; those of any hex game that are not named follow."""
    marks: Mapping[str, MarkWords] = field(default_factory=dict)
    """Marks of units, in the order of their badges."""
    hex_marks: Mapping[str, MarkWords] = field(default_factory=dict)
    pools_title: str = "Markers"
    """The heading of the pools of markers that a side has."""
    pool_letters: str = ""
    """What is printed on each of these markers."""
    pools: Mapping[str, str] = field(default_factory=dict)
    left: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What can be spent in a decision, as one and as several: `("air point", "air points")`."""
    causes: frozenset[str] = frozenset()
    """Types of events besides those of any hex game after which a decision answers."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rule that general refusals and texts cite: `advance`, `enter`, `barred`, `odds`, `stacking`."""

    def step(self, id: str) -> StepWords:
        """The words of a kind of decision."""
        return self.steps.get(id) or STEPS.get(id) or StepWords(plain(id))

    def order(self, verb: str) -> OrderWords:
        """The words of an order."""
        return self.orders.get(verb) or ORDERS.get(verb) or OrderWords()

    def box(self, id: str) -> BoxWords:
        """The words of a box."""
        return self.boxes.get(id) or BOXES.get(id) or BoxWords(plain(id))

    def box_order(self, present: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """The ids of all boxes as they are listed: those of the game, of any hex game, and others `present`.

        >>> Words(boxes={"camp": BoxWords("Camp")}).box_order(frozenset({"harbour", "camp"}))
        ('camp', 'unplaced', 'reinforcements', 'eliminated', 'removed', 'harbour')
        """
        return tuple(dict.fromkeys((*self.boxes, *BOXES, *sorted(present))))

    def mark(self, id: str) -> MarkWords:
        """The words of a mark of units."""
        return self.marks.get(id) or MARKS.get(id) or MarkWords(plain(id))

    def mark_order(self, present: frozenset[str]) -> tuple[str, ...]:
        """Marks in the order of their badges.

        >>> Words().mark_order(frozenset({"tired", "out-of-supply"}))
        ('out-of-supply', 'tired')
        """
        known = tuple(m for m in dict.fromkeys((*MARKS, *self.marks)) if m in present)
        return (*known, *sorted(present - set(known)))

    def hex_mark(self, id: str) -> MarkWords:
        """The words of a mark of hexes."""
        return self.hex_marks.get(id) or MarkWords(plain(id))

    def pool(self, id: str) -> str:
        """The name of a pool of markers."""
        return self.pools.get(id) or plain(id)

    def left_text(self, id: str, number: int) -> str:
        """A number of things that can be spent.

        >>> Words().left_text("air points", 1), Words().left_text("units to lose at least", 2)
        ('1 air point', '2 units to lose at least')
        """
        one, many = self.left.get(id) or (re.sub(r"s\b", "", id, count=1), id)
        return f"{number} {one if number == 1 else many}"

    def cite(self, what: str, before: str = " (rule ", after: str = ")") -> str:
        """The rule that a general text cites, in brackets; "" if the game names none.

        >>> Words(rules={"stacking": "6.0"}).cite("stacking"), Words().cite("stacking")
        (' (rule 6.0)', '')
        """
        rule = self.rules.get(what, "")
        return f"{before}{rule}{after}" if rule else ""


def plain(id: str) -> str:
    """An id as words: `air-supply` is `Air supply`."""
    return id.replace("-", " ").replace("_", " ").capitalize()


_KINDS: Mapping[str, type] = {
    "steps": StepWords, "orders": OrderWords, "boxes": BoxWords, "marks": MarkWords, "hex_marks": MarkWords,
    "pools": str, "left": tuple, "rules": str}
"""What the mappings of `Words` lead to."""


def word_faults(words: Words) -> Iterator[str]:
    """The parts of words that are of a wrong kind, as sentences."""
    for name in (f.name for f in fields(words)):
        value = getattr(words, name)
        if name in ("pools_title", "pool_letters"):
            if not isinstance(value, str):
                yield f"`words.{name}` is {value!r}, not a text."
        elif name == "causes":
            if isinstance(value, str) or not all(isinstance(one, str) for one in value):
                yield f"`words.causes` is {value!r}, not a set of types of events."
        elif not isinstance(value, Mapping):
            yield f"`words.{name}` is {value!r}, not a mapping."
        else:
            for id, one in value.items():
                if not isinstance(id, str) or not isinstance(one, _KINDS[name]):
                    yield f"`words.{name}` has {id!r}: {one!r}, not an id with a {_KINDS[name].__name__}."
                elif isinstance(one, tuple):
                    if len(one) != 2 or not all(isinstance(text, str) for text in one):
                        yield f"`words.{name}` has {id!r}: {one!r}, not a name for one and one for several."
                elif not isinstance(one, str):
                    yield from (f"`words.{name}[{id!r}].{text}` is not a text." for text in _no_texts(one))


def _no_texts(one: Any) -> Iterator[str]:
    """The names of fields for texts that are no texts."""
    return (f.name for f in fields(one) if f.type == "str" and not isinstance(getattr(one, f.name), str))
