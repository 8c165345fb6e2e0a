"""Places where the rules can be read in several ways, each with the readings to choose from."""

from __future__ import annotations

from functools import cache

from ..lazy_dataclass import dataclass
from ..model.files.yaml_reader import read_file
from .card import Card
from .tables import DATA


@dataclass(frozen=True)
class Choice:
    """One way to read a place, as a card writes it, and in words."""

    id: str
    words: str


@dataclass(frozen=True)
class Reading:
    """A place that can be read in several ways. The first choice holds unless a card says otherwise."""

    id: str
    rule: str
    about: str
    choices: tuple[Choice, ...]

    @property
    def usual(self) -> str:
        """The choice that holds unless a card says otherwise."""
        return self.choices[0].id

    def words(self, choice: str) -> str:
        """A choice in words; raises `KeyError` for one that there is not."""
        return {c.id: c.words for c in self.choices}[choice]


@cache
def readings() -> dict[str, Reading]:
    """All readings by id, in the order of their numbers."""
    return {data["id"]: Reading(
        data["id"], str(data["rule"]), data["about"],
        tuple(Choice(str(k), v) for k, v in data["choices"].items()))
        for data in read_file(DATA / "readings.yaml").data}


def chosen_reading(card: Card, id: str) -> str:
    """The choice that holds for a card; the usual one if the card names none or an unknown one."""
    reading = readings()[id]
    chosen = dict(card.readings).get(id, reading.usual)
    return chosen if chosen in {c.id for c in reading.choices} else reading.usual


def readings_in_use(card: Card) -> tuple[str, ...]:
    """The readings of a card that are not the usual ones, each as a sentence with its rule."""
    found = []
    for id, reading in readings().items():
        chosen = chosen_reading(card, id)
        if chosen != reading.usual:
            found.append(f"{reading.about}: {reading.words(chosen)} ({id}, {reading.rule}).")
    return tuple(found)
