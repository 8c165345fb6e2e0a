"""The card that is open in a window: its history, its file, and what is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...desk.card import Card
from ...desk.card_edit import misfit, new_card
from ...desk.card_file import LoadedCard, card_text, changed_card_text, load_card, save_card
from ...desk.ground import Ground, ground_of
from ...errors import VisegradError
from ...model.files.resources import is_bundled
from ...model.files.yaml_reader import Reading, read_yaml
from ...model.history import History
from ...model.wording import document_name
from ..safety.watch import text_now
from ..signals import Signal
from .found_problems import FoundProblem, FoundProblems, found_problems


class UnreadableCardError(VisegradError):
    """Why a file cannot be opened as a card: its problems, one to a line."""


class ChangedCardError(VisegradError):
    """The file was changed by another program since it was read, so it was not saved."""


def read_card(name: str) -> LoadedCard:
    """The card of a path or of a bundled name; raises `UnreadableCardError` if there is none in it."""
    loaded = load_card(name)
    if loaded.card is None:
        listing = "\n".join(str(p) for p in loaded.problems[:12])
        raise UnreadableCardError(f"{loaded.path.name} cannot be opened:\n\n{listing}")
    return loaded


class CardDocument:
    """One card, a new one with a title if none was loaded. `changed` is emitted when another state is
    current, `renewed` when it is another document or another file."""

    def __init__(self, loaded: LoadedCard | None = None, title: str = "") -> None:
        self.changed, self.renewed = Signal(), Signal()
        self.opened_anew = False
        """While `renewed` is told: whether it is another document, not the same one in another file."""
        self._use(loaded, title)

    def _use(self, loaded: LoadedCard | None, title: str = "") -> None:
        card = loaded.card if loaded is not None and loaded.card is not None else new_card()
        if loaded is None and title:
            card = replace(card, title=title)
        self.path = loaded.path.absolute() if loaded is not None else None
        self._reading: Reading | None = loaded.reading if loaded is not None else None
        self._written: Card | None = card if loaded is not None else None
        """The card in the text of `_reading`."""
        self._on_disk = loaded.reading.text if loaded is not None and loaded.reading is not None else None
        self._first_name = card.name
        self.history: History[Card] = History(card)
        self.history.listen(lambda _before, _after: self.changed.emit())
        self._found: tuple[Card, FoundProblems] | None = None
        self._ground: Ground | None = None

    def open(self, loaded: LoadedCard | None) -> None:
        """Show another card, or a new one."""
        self._use(loaded)
        self.opened_anew = True
        self.renewed.emit()
        self.opened_anew = False

    @property
    def card(self) -> Card:
        """The card as it is now."""
        return self.history.current

    @property
    def is_sample(self) -> bool:
        """Whether it comes with the program, so that it is saved elsewhere."""
        return self.path is not None and is_bundled(self.path)

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost by closing it."""
        return self.history.changed

    @property
    def title(self) -> str:
        """The title of a window with it."""
        mark = "• " if self.unsaved else ""
        file = "" if self.path is None else " (sample)" if self.is_sample else f" – {self.path.name}"
        return f"{mark}{self.card.title or self.card.name}{file}"

    @property
    def folder(self) -> Path | None:
        """The folder of its file, for the files that it names; None if it has no file."""
        return self.path.parent if self.path is not None else None

    @property
    def ground(self) -> Ground:
        """What the maps of its boards say, where they can be read."""
        if self._ground is None or self._ground.card is not self.card:
            self._ground = ground_of(self.card, self.folder)
        return self._ground

    @property
    def found(self) -> FoundProblems:
        """What is wrong with the card as it is now, and what its checks say besides."""
        if self._found is None or self._found[0] is not self.card:
            self._found = self.card, found_problems(self.card, self.folder)
        return self._found[1]

    @property
    def problems(self) -> tuple[FoundProblem, ...]:
        """What is wrong with the card as it is now, errors first."""
        return self.found.problems

    def look_again(self) -> None:
        """Find the problems anew, since a file that the card names was written."""
        self._found = None
        self.changed.emit()

    # -- changes --------------------------------------------------------------------------

    def edit(self, label: str, card: Card) -> str:
        """Make a changed card a step of the history; returns why no file could hold it, "" if one can."""
        if card == self.card:
            return ""
        complaint = misfit(card)
        if not complaint:
            self.history.push(label, card)
        return complaint

    # -- files ----------------------------------------------------------------------------

    def changed_on_disk(self, now: str | None) -> bool:
        """Whether a text of the file, None for no file, is another one than was read or saved last."""
        return self._on_disk is not None and now is not None and now != self._on_disk

    def suggested_name(self) -> str:
        """A name for the file."""
        if self.path is not None and not self.is_sample:
            return self.path.name
        return f"{document_name(self.card.title or self.card.name, 'card')}.yaml"

    def save(self, path: Path, over: bool = False) -> None:
        """Write the card to a file, which keeps its comments, and go on with that file. One that was changed
        meanwhile is replaced only if it is to go `over` it. A card that had no file of its own gets the name
        of the file, unless it was given one. Raises `SaveError`, `CardError` for a card that no file can
        hold, and `ChangedCardError`."""
        path = path.absolute()
        if path == self.path and not over and self.changed_on_disk(text_now(path)):
            raise ChangedCardError(f"{path.name} was changed by another program.")
        card = self.card
        if (self.path is None or self.is_sample) and card.name == self._first_name:
            card = replace(card, name=document_name(path.stem, "card"))
        text = card_text(card) if self._reading is None or self._written is None else changed_card_text(
            self._reading, self._written, card)
        save_card(card, path, text)
        self.history.push("Name of the file", card)
        self.path, self._reading, self._written, self._on_disk = path, read_yaml(text), card, text
        self._found = self._ground = None
        self.history.mark_saved()
        self.renewed.emit()

    def take_from_disk(self, loaded: LoadedCard) -> None:
        """Go on with what the file says now; undo brings back what was here."""
        assert loaded.card is not None
        assert loaded.reading is not None
        self._reading, self._written = loaded.reading, loaded.card
        self._on_disk = loaded.reading.text
        self.history.push("Load from disk", loaded.card)
        self.history.mark_saved()
        self.renewed.emit()

    def keep_mine(self, now: str) -> None:
        """Go on with what is here although the file says `now` something else: saving replaces it."""
        self._on_disk = now
        self.history.mark_unsaved()
        self.renewed.emit()
