"""The secret records of one side of a card in its window: their history, their file, their fingerprint."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...desk.card import Card
from ...desk.secret_file import (
    LoadedSecret,
    changed_secret_text,
    fingerprint_of_records,
    load_secret_of,
    save_secret,
    secret_misfit,
    secret_text,
)
from ...desk.secret_records import SecretRecords
from ...errors import VisegradError
from ...model.files.yaml_reader import Reading, read_yaml
from ...model.history import History
from ..safety.watch import text_now
from ..signals import Signal
from .found_problems import FoundProblem, secret_problems


class UnreadableSecretError(VisegradError):
    """Why the records of a side cannot be opened: the problems of their file, one to a line."""


class ChangedSecretError(VisegradError):
    """The file was changed by another program since it was read, so it was not saved."""


class SecretDocument:
    """The records of a side. `changed` is emitted when another state is current or was saved."""

    def __init__(self, side: str, loaded: LoadedSecret | None = None) -> None:
        self.side = side
        self.changed = Signal()
        records = loaded.records if loaded is not None else None
        self._reading: Reading | None = loaded.reading if records is not None and loaded is not None else None
        self._written = records
        self.history: History[SecretRecords] = History(records or SecretRecords(side))
        if records is None:
            self.history.mark_unsaved()
        self.history.listen(lambda _before, _after: self.changed.emit())

    @property
    def records(self) -> SecretRecords:
        """The records as they are now."""
        return self.history.current

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost by closing it."""
        return self.history.changed

    @property
    def fingerprint(self) -> str:
        """The mark of what they say now."""
        return fingerprint_of_records(self.records)

    def problems(self, card: Card) -> tuple[FoundProblem, ...]:
        """What is wrong with them, and with them beside the card; errors first."""
        return secret_problems(self.records, card, self.side)

    def edit(self, label: str, records: SecretRecords) -> str:
        """Make changed records a step of the history; returns why no file could hold them, "" if one can."""
        records = replace(records, side=self.side)
        if records == self.records:
            return ""
        complaint = secret_misfit(records)
        if not complaint:
            self.history.push(label, records)
        return complaint

    def save(self, path: Path, over: bool = False) -> None:
        """Write the records to a file, which keeps its comments; what was there stays beside it as `NAME~`.
        Raises `SaveError`, and `ChangedSecretError` if another text is there than was read or saved last,
        unless it is to go `over` it."""
        now = text_now(path)
        if not over and now is not None and now != (self._reading.text if self._reading else None):
            raise ChangedSecretError(f"{path.name} was changed by another program.")
        before = self._reading, self._written
        text = secret_text(self.records) if before[0] is None or before[1] is None else changed_secret_text(
            before[0], before[1], self.records)
        save_secret(self.records, path, text)
        self._reading, self._written = read_yaml(text), self.records
        self.history.mark_saved()
        self.changed.emit()


def open_secret(card: Card, side: str, folder: Path | None) -> SecretDocument | None:
    """The records of a side of a card in a folder; None if the card names no file for it, or the file is not
    there. Raises `UnreadableSecretError`."""
    loaded = load_secret_of(card, side, folder) if folder is not None else None
    if loaded is None:
        return None
    if loaded.records is None:
        listing = "\n".join(str(p) for p in loaded.problems[:12])
        raise UnreadableSecretError(f"{loaded.path.name} cannot be opened:\n\n{listing}")
    return SecretDocument(side, loaded)
