"""A game of a card that is being played: its log, orders taken back, and its file."""

from __future__ import annotations

from pathlib import Path

from ...desk.card import Card
from ...desk.card_file import card_text, read_card_text
from ...desk.card_names import KIND
from ...desk.ground import Ground, ground_of
from ...desk.log import CardLog
from ...desk.log_file import LogError, fingerprint_of, load_log_card, other_card, replay_log, save_log
from ...desk.secret_file import with_fingerprint
from ...engine.dice import Dice, DiceExhaustedError
from ...engine.events import Event
from ...engine.orders import IllegalOrderError
from ...engine.record import RecordError, read_any_record
from ...errors import VisegradError
from ...model.files.catalogue import bundled_path
from ..safety.watch import text_now
from ..signals import Signal
from .kept_cards import KeptGame

Source = str | Path | None
"""The bundled name or the file of a card; None if it was never saved."""


class CardGameError(VisegradError):
    """Why a game cannot be begun or opened, as sentences."""


class CardGame:
    """A game. `changed` is emitted after each order that is given or taken
    back. Orders that are taken back are in `ahead`, the next one last."""

    def __init__(self, log: CardLog, source: Source) -> None:
        self.log, self.source = log, source
        self.changed = Signal()
        self.ahead: list[str] = []
        self.path: Path | None = None
        self.known_text: str | None = None
        """The text of that file as it was read or written last."""
        self._saved: tuple[str, ...] = ()
        self._corrects = False

    @classmethod
    def begin(cls, card: Card, source: Source, seed: int) -> CardGame:
        """A new game; raises `CardGameError` for a card that cannot be played as it is."""
        try:
            return cls(CardLog(card, Dice(seed), _ground(card, source)), source)
        except (ValueError, KeyError, LookupError) as error:
            raise CardGameError(f"The card cannot be played as it is: {error}") from None

    @classmethod
    def open(cls, path: Path) -> tuple[CardGame, str]:
        """The game of a file, and what is to be said about it, "" for nothing: that its card was changed, or
        that only a part of it could be played again; then it is no longer in that file. Raises
        `CardGameError`."""
        try:
            record = read_any_record(path.absolute())
            if not record.is_of_card:
                raise CardGameError(f"{path.name} is the game of a scenario, not of a card; open it in the "
                                    "window for maps.")
            card, ground = load_log_card(record)
            log, part = replay_log(card, record, ground=ground), ""
        except LogError as error:
            log, part = error.log, (f"{error}\n\nThe orders before it are shown. They are in no file until "
                                    "you save them under a name.")
        except RecordError as error:
            raise CardGameError(f"{path.name} cannot be opened:\n\n{error}") from None
        changed = other_card(log.card, record)
        game = cls(log, record.scenario_source)
        if not part:
            game._is_in(path.absolute())
        return game, "\n\n".join(filter(None, (changed.message if changed is not None else "", part)))

    @classmethod
    def from_kept(cls, kept: KeptGame) -> CardGame:
        """The game that was kept on disk, which is in no file; raises `CardGameError`."""
        card = read_card_text(kept.card)
        if card is None:
            raise CardGameError("The card of the game cannot be read.")
        source = Path(kept.source) if Path(kept.source).is_absolute() else kept.source or None
        try:
            game = cls(CardLog(card, Dice(kept.seed, kept.dice), _ground(card, source)), source)
            for order in kept.orders:
                game.log.apply(order)
        except (ValueError, KeyError, LookupError, IllegalOrderError, DiceExhaustedError) as error:
            raise CardGameError(f"The game cannot be played again: {error}") from None
        game.ahead = list(kept.ahead)
        game.path = Path(kept.path) if kept.path else None
        return game

    @property
    def kept(self) -> KeptGame:
        """What is to be kept of it on disk."""
        dice = self.log.dice
        return KeptGame(
            card_text(self.log.card), dice.seed, dice.given, self._texts(), tuple(self.ahead),
            "" if self.source is None else str(self.source), str(self.path or ""))

    def _is_in(self, path: Path) -> None:
        self.path, self._saved, self.known_text = path, self._texts(), text_now(path)

    def _texts(self) -> tuple[str, ...]:
        return tuple(map(self.log.text, self.log.orders))

    @property
    def unsaved(self) -> bool:
        """Whether there are orders, or fewer of them, than the file has."""
        return self._texts() != self._saved

    def save(self, path: Path) -> None:
        """Write the game. Raises `SaveError`; the card must have a source."""
        assert self.source is not None
        save_log(self.log, self.source, path)
        self._is_in(path)

    # -- orders -------------------------------------------------------------------------

    def give(self, text: str) -> tuple[Event, ...]:
        """Carry out an order; the fingerprint of secret records is filled in from their file. Raises
        `IllegalOrderError` or `DiceExhaustedError`. What was taken back is
        forgotten, unless this order corrects one."""
        events = self.log.apply(self._with_fingerprint(text))
        if not self._corrects:
            self.ahead.clear()
        self._corrects = False
        self.changed.emit()
        return events

    def _with_fingerprint(self, text: str) -> str:
        folder = _folder(self.source)
        return text if folder is None else with_fingerprint(text, self.log.card, folder)

    def undo(self) -> str:
        """Take back the last order and return the id of its procedure; "" if there is none."""
        if not self.log.orders:
            return ""
        order = self.log.undo()
        self.ahead.append(self.log.text(order))
        self._corrects = False
        self.changed.emit()
        return order.verb

    def redo(self) -> str:
        """Carry out again what was taken back last and return the id of its procedure; "" if there is
        nothing. Raises `IllegalOrderError` if it is no longer possible; then it is forgotten with all after
        it."""
        if not self.ahead:
            return ""
        text = self.ahead[-1]
        try:
            self.log.apply(text)
        except IllegalOrderError:
            self.ahead.clear()
            raise
        self.ahead.pop()
        self._corrects = False
        self.changed.emit()
        return text.partition(" ")[0]

    def correct(self, number: int) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Take back an order, counted from 0, and all after it, and return its procedure and inputs. The next
        order that is given replaces it; those after it can then be redone."""
        while len(self.log.orders) > number:
            order = self.log.undo()
            self.ahead.append(self.log.text(order))
        self.ahead.pop()
        self._corrects = True
        self.changed.emit()
        pairs = [word.partition("=") for word in order.words]
        return order.verb, tuple((id, value) for id, _, value in pairs if id != "dice")

    def differs_from(self, card: Card) -> bool:
        """Whether a card is not the one that is played."""
        return fingerprint_of(card) != fingerprint_of(self.log.card)


def _ground(card: Card, source: Source) -> Ground:
    """What the maps of the boards say, those beside the file of the card included."""
    return ground_of(card, _folder(source))


def _folder(source: Source) -> Path | None:
    """The folder of the file of a card; None if it has none."""
    path = bundled_path(KIND, source) if isinstance(source, str) else source
    return path.absolute().parent if path is not None else None
