"""Card files: text to a card with its problems, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..errors import VisegradError
from ..lazy_dataclass import dataclass
from ..model.files.atomic import save
from ..model.files.bytes import ReadError, may_exist, means_file
from ..model.files.catalogue import bundled_label, bundled_names
from ..model.files.codec import record_of
from ..model.files.file_problems import FileProblems
from ..model.files.plain_data import as_text
from ..model.files.schema import DocumentKind, check_schema, schema_line
from ..model.files.yaml_emit import Emitter
from ..model.files.yaml_reader import Reading, read_file, read_yaml
from ..model.files.yaml_splice import SpliceError, splice
from ..model.problems import Problem
from ..model.wording import did_you_mean, quoted
from .card import Card
from .card_check import check_card
from .card_names import KIND, card_path

CARD = DocumentKind(
    KIND, Card, "Squad-level card",
    "A scenario of a squad-level game on printed boards: sides, groups, special rules, victory.")
_HEAD = {"format": 1, "kind": KIND}


class CardError(VisegradError):
    """Why a card cannot be written, as a sentence."""


@dataclass(frozen=True)
class LoadedCard:
    """A file that was read. `card` is None if the errors leave none; `reading` is None if the file is no
    YAML; `file` is what problems call it."""

    path: Path
    card: Card | None = None
    reading: Reading | None = None
    problems: tuple[Problem, ...] = ()
    file: str = ""


def load_card(name: str) -> LoadedCard:
    """The card of a path or of a bundled name, with all its problems; never raises for what a file holds."""
    found = card_path(name)
    path = found or Path(name)
    if found is None and not may_exist(path):
        message = f"There is neither a file nor a bundled card {quoted(name)}."
        return LoadedCard(path, problems=(Problem(
            "error", "no-file", message + did_you_mean(name, bundled_names(KIND), "Bundled"), name),))
    is_bundled = found is not None and not means_file(name)
    shown = bundled_label(KIND, path) if is_bundled else name
    try:
        reading = read_file(path)
    except ReadError as error:
        return LoadedCard(path, problems=(error.problem(shown),))
    card, problems = card_of(reading, shown, path.absolute().parent)
    return LoadedCard(path, card, reading, problems, shown)


def card_of(
    reading: Reading, file: str, folder: Path | None = None
) -> tuple[Card | None, tuple[Problem, ...]]:
    """The card of a text and all its problems. `folder` is that of the file, for the files it names; without
    it those are not looked for."""
    data = reading.data
    if isinstance(data, dict) and as_text(data.get("kind")) != KIND:
        message = "The file is no card; a card begins with `format: 1` and `kind: card`."
        return None, (Problem("error", "wrong-kind", message, file, reading.line(("kind",))),)
    misfits = check_schema(KIND, reading, file)
    if any(p.code != "unknown-key" for p in misfits):
        return None, misfits
    card = _from_data(data)
    problems = FileProblems(file, reading)
    check_card(card, data, problems, folder)
    return card, (*misfits, *problems.problems)


def _from_data(data: dict[str, Any]) -> Card:
    return record_of(Card).read(data)


def card_to_data(card: Card) -> dict[str, Any]:
    """The plain data of a card's file."""
    return _HEAD | record_of(Card).write(card)


def card_text(card: Card) -> str:
    """The text of a new file in the house style."""
    return schema_line(KIND) + Emitter(KIND).document(card_to_data(card))


def changed_card_text(reading: Reading, before: Card, after: Card) -> str:
    """The text of a file with its card changed: what is the same keeps its bytes and its comments."""
    if before == after:
        return reading.text
    for text in _attempts(reading, before, after):
        if read_card_text(text) == after:
            return text
    return card_text(after)


def _attempts(reading: Reading, before: Card, after: Card) -> Iterator[str]:
    """Texts to try, first those that keep most of the old text."""
    old, new = card_to_data(before), card_to_data(after)
    with suppress(SpliceError):
        yield splice(reading.text, KIND, reading.data, old, new)
    # Whole sections, as if every entry of a changed section were new.
    coarse = {k: v if v == new.get(k) else None for k, v in old.items()}
    with suppress(SpliceError):
        yield splice(reading.text, KIND, reading.data, coarse, new)


def read_card_text(text: str) -> Card | None:
    """The card in a text, its checks left out; None if the text cannot be read as one."""
    try:
        reading = read_yaml(text)
    except ReadError:
        return None
    fits = isinstance(reading.data, dict) and reading.data.get("kind") == KIND and all(
        p.code == "unknown-key" for p in check_schema(KIND, reading, ""))
    return _from_data(reading.data) if fits else None


def save_card(card: Card, path: Path, text: str = "") -> None:
    """Write a card to a file, whole or not at all; `text` is that of `changed_card_text`. Raises `SaveError`,
    or `CardError` for a card that no file can hold."""
    written = text or card_text(card)
    if read_card_text(written) != card:
        raise CardError("The card has a value that its file cannot hold; check the fields just changed.")
    save(written, path)
