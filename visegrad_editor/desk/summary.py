"""What a printed card says beside its sentences: ratings, conditions, the turns, and what was not checked."""

from __future__ import annotations

from ..lazy_dataclass import dataclass
from ..model.wording import count, fully_listed
from .card import Card, Group, Side
from .hexes import DIRECTION_WORDS
from .special_rules import SpecialRules
from .words import name_words

NOT_CHECKED = (
    "Rules of fire, movement and morale are not checked here, nor lines of sight, and nothing says whether "
    "the scenario is fair.",)
"""What the program leaves to the rulebook and its readers, if it does not say more."""
_NOT_GIVEN = "not given"
_BY_NIGHT = 2
_MOST_BY_NIGHT = 7


def sniper_number(card: Card, side: Side) -> int:
    """The sniper number that holds: by night 2 more than printed, at most 7, and never less than printed
    (E1.76)."""
    if card.turned_on.night is None:
        return side.san
    return max(side.san, min(_MOST_BY_NIGHT, side.san + _BY_NIGHT))


def ratings(card: Card, side: Side) -> str:
    """The experience level and the sniper number of a side, the latter also by night."""
    lowered = " (lowered already)" if side.elr_lowered else ""
    actual = sniper_number(card, side)
    by_night = f", by night {actual}" if card.turned_on.night is not None else ""
    return f"ELR {side.elr}{lowered} · SAN {side.san}{by_night}"


def conditions(card: Card) -> tuple[tuple[str, str], ...]:
    """The conditions of the scenario as pairs of a heading and its words; what the card leaves open is said
    to be not given."""
    rules = card.turned_on
    found = [("Wind", _wind(rules)), ("Ground (EC)", rules.ec.replace("-", " ") or _NOT_GIVEN),
             ("Weather", _weather(rules)), ("Light", _light(rules))]
    people = [f"{_attitude(how)} the {name_words(side)} side" for side, how in card.country]
    if people:
        found.append(("People", "; ".join(people)))
    if card.own_territory:
        own = fully_listed(list(map(name_words, card.own_territory)))
        found.append(("Own country", f"of the {own} side"))
    if card.dyo:
        found.append(("Forces", "bought by the players"))
    return tuple(found)


def _attitude(how: str) -> str:
    return {"friendly": "friendly to", "enemy": "hostile to"}.get(how, "neutral to")


def _wind(rules: SpecialRules) -> str:
    if rules.wind is None:
        return _NOT_GIVEN
    to = f", towards the {DIRECTION_WORDS[rules.wind.direction]}" if rules.wind.direction is not None else ""
    return f"{rules.wind.force}{to}"


def _weather(rules: SpecialRules) -> str:
    found = [word.replace("-", " ") for word in rules.weather]
    if rules.fog is not None:
        found.append(f"fog up to level {rules.fog.level}, {rules.fog.density} for each hex")
    if rules.precipitation:
        found.append({"none": "nothing falls yet", "on": "it rains or snows", "heavy": "heavy rain or snow"}[
            rules.precipitation])
    return ", ".join(found) or _NOT_GIVEN


def _light(rules: SpecialRules) -> str:
    night = rules.night
    if night is None:
        return "day"
    clouds = {"none": "no clouds", "scattered": "scattered clouds", "overcast": "overcast"}.get(
        night.clouds, "clouds by dice")
    moon = f"{night.moon} moon" if night.moon else "moon by dice"
    sight = "by dice" if night.nvr is None else count(night.nvr, "hex")
    return f"night, range (NVR) {sight}; {clouds}, {moon}"


@dataclass(frozen=True)
class PlayerTurn:
    """The part of a turn in which one side moves, and the groups that arrive in it."""

    side: str
    groups: tuple[str, ...]


@dataclass(frozen=True)
class GameTurn:
    """A turn; the half turn at the end has only one player turn."""

    number: int
    parts: tuple[PlayerTurn, ...]


def game_turns(card: Card) -> tuple[GameTurn, ...]:
    """All turns with their player turns in order, and the names of the groups that arrive in each. A group
    arrives in the player turn of its side unless the card says in which half."""
    order = card.first.moves, card.other(card.first.moves)
    found = []
    for number in range(1, card.turns.full + card.turns.half + 1):
        last = number > card.turns.full
        found.append(GameTurn(number, tuple(
            PlayerTurn(side, tuple(name_words(g.id) for g in card.groups if g.arrives.turn == number
                                   and _half(card, g) == half))
            for half, side in zip(("first", "second"), order[:1] if last else order, strict=False))))
    return tuple(found)


def _half(card: Card, group: Group) -> str:
    return group.arrives.half or ("first" if group.side == card.first.moves else "second")


def groups_in_order(card: Card, side: str) -> tuple[Group, ...]:
    """The groups of a side: first those set up at the start, then those that arrive, by turn, then those that
    dice bring."""
    own = [g for g in card.groups if g.side == side]
    return tuple(sorted(own, key=lambda g: (not g.arrives.at_start, g.arrives.turn or 100)))


def sides_in_order(card: Card) -> tuple[Side, ...]:
    """The sides, the one that sets up first in front."""
    return tuple(sorted(card.sides, key=lambda s: s.id != card.first.sets_up))


def origin_words(card: Card) -> str:
    """Where the values of a card come from, as a sentence."""
    origin = card.provenance
    note = f" {origin.note.rstrip('.')}." if origin.note else ""
    words = {"rulebook": "from the rulebook", "reconstructed": "reconstructed"}.get(
        origin.source, "the designer's own")
    return f"The values of this card are {words}{f' ({origin.rule})' if origin.rule else ''}.{note}"
