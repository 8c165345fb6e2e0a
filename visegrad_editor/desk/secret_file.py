"""Files of secret records: text to records with their problems, and back; and their fingerprint."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..engine.orders import IllegalOrderError
from ..lazy_dataclass import dataclass
from ..model.files.atomic import SaveError, save, save_bytes
from ..model.files.bytes import ReadError
from ..model.files.codec import record_of
from ..model.files.file_problems import FileProblems
from ..model.files.head import kind_of
from ..model.files.plain_data import as_text
from ..model.files.references import FileReferenceError, MissingFileError, file_below
from ..model.files.schema import NOT_EXACTLY, DocumentKind, check_schema, schema_line, text_misfit
from ..model.files.yaml_emit import Emitter
from ..model.files.yaml_reader import Reading, read_file, read_yaml
from ..model.files.yaml_splice import SpliceError, splice
from ..model.problems import Problem
from ..model.wording import quoted
from .card import Card
from .secret_check import check_records, check_word
from .secret_records import SecretRecords
from .words import side_words

KIND = "secret"
SECRET = DocumentKind(
    KIND, SecretRecords, "Secret records of a card",
    "What only one side of a squad-level card may know until it is shown.")
FINGERPRINT = r"[0-9a-f]{8}(-[0-9a-f]{8}){3}"
_ENDINGS = (".yaml", ".yml")
_HEAD: dict[str, Any] = {"format": 1, "kind": KIND}


@dataclass(frozen=True)
class LoadedSecret:
    """A file that was read. `records` is None if the errors leave none."""

    path: Path
    records: SecretRecords | None = None
    reading: Reading | None = None
    problems: tuple[Problem, ...] = ()
    file: str = ""


def is_secret_file(name: str) -> bool:
    """Whether a path is a file that says it holds secret records."""
    return kind_of(Path(name)) == KIND


def load_secret(path: Path, file: str = "") -> LoadedSecret:
    """The records of a file with the problems of its form; never raises for what a file holds. `file` is what
    problems call it."""
    file = file or str(path)
    try:
        reading = read_file(path)
    except ReadError as error:
        return LoadedSecret(path, problems=(error.problem(file),), file=file)
    data = reading.data
    if isinstance(data, dict) and as_text(data.get("kind")) != KIND:
        message = ("The file holds no secret records; such a file begins with `format: 1` and "
                   "`kind: secret`.")
        return LoadedSecret(path, None, reading, (
            Problem("error", "wrong-kind", message, file, reading.line(("kind",))),), file)
    misfits = check_schema(KIND, reading, file)
    if any(p.code != "unknown-key" for p in misfits):
        return LoadedSecret(path, None, reading, misfits, file)
    problems = FileProblems(file, reading, list(misfits))
    records = record_of(SecretRecords).read(data)
    check_word(records, problems)
    return LoadedSecret(path, records, reading, tuple(problems.problems), file)


def secret_text(records: SecretRecords) -> str:
    """The text of a new file in the house style."""
    data: dict[str, Any] = _HEAD | record_of(SecretRecords).write(records)
    return schema_line(KIND) + Emitter(KIND).document(data)


def secret_misfit(records: SecretRecords) -> str:
    """Why no file could hold records, as a sentence; "" if one can."""
    text = secret_text(records)
    return text_misfit(KIND, text) or ("" if _records_in(text) == records else NOT_EXACTLY)


def changed_secret_text(reading: Reading, before: SecretRecords, after: SecretRecords) -> str:
    """The text of a file with its records changed: what is the same keeps its bytes and its comments."""
    if before == after:
        return reading.text
    write = record_of(SecretRecords).write
    with suppress(SpliceError):
        text = splice(reading.text, KIND, reading.data, _HEAD | write(before), _HEAD | write(after))
        if _records_in(text) == after:
            return text
    return secret_text(after)


def _records_in(text: str) -> SecretRecords | None:
    try:
        reading = read_yaml(text)
    except ReadError:
        return None
    fits = all(p.code == "unknown-key" for p in check_schema(KIND, reading, ""))
    return record_of(SecretRecords).read(reading.data) if fits else None


def save_secret(records: SecretRecords, path: Path, text: str = "") -> None:
    """Write records to a file, whole or not at all, what was there as `NAME~` beside it; `text` is that of
    `changed_secret_text`. Raises `SaveError`."""
    save(text or secret_text(records), path)


def fingerprint_of_records(records: SecretRecords) -> str:
    """A mark of all that the records say, with the owner's word: the first half of a SHA-256 sum in four
    groups of eight digits. The order of keys, comments and `notes` make no difference.

    >>> mark = fingerprint_of_records(SecretRecords("german", "owl", hidden=(("F5", ("german/4-6-7",)),)))
    >>> bool(re.fullmatch(FINGERPRINT, mark)), mark == fingerprint_of_records(SecretRecords("german", "owl"))
    (True, False)
    """
    data = record_of(SecretRecords).write(replace(records, notes="", word=""))
    content = json.dumps(data, sort_keys=True, default=str)
    digits = hashlib.sha256(f"{content}\n{records.word}".encode()).hexdigest()
    return "-".join(digits[i:i + 8] for i in (0, 8, 16, 24))


# -- those of a card --------------------------------------------------------------------------------


def secret_path(name: str, folder: Path) -> Path:
    """The file of secret records that a card whose file is in `folder` names. Raises `FileReferenceError`, or
    `MissingFileError` if it is only missing."""
    return file_below(name, folder, KIND, _ENDINGS)


def load_secret_of(card: Card, side: str, folder: Path, file: str = "") -> LoadedSecret | None:
    """The records of a side whose card's file is in `folder`, checked against the card; None if the card
    names no file for it, or the file is not there. `file` is what problems call the card. The path is never
    read if it leads out of the folder."""
    name = dict(card.secret).get(side)
    if name is None:
        return None
    shown = str(Path(file).parent / name) if file else name
    try:
        path = secret_path(name, folder)
    except MissingFileError:
        return None
    except FileReferenceError as error:
        return LoadedSecret(folder / name, problems=(Problem("error", "no-file", (
            f"The secret records of {side_words(side)}: {error}"), file),), file=shown)
    loaded = load_secret(path, shown)
    if loaded.records is None or loaded.reading is None:
        return loaded
    problems = FileProblems(shown, loaded.reading, list(loaded.problems))
    check_records(loaded.records, card, side, problems)
    return replace(loaded, problems=tuple(problems.problems))


def copy_secret_files(card: Card, source: Path | None, target: Path) -> list[str]:
    """Copy the secret files that a card names from a folder into another, those that are there already left
    as they are; returns the names of the copied ones. Raises `SaveError`."""
    copied: list[str] = []
    if source is None or source == target:
        return copied
    for _, name in card.secret:
        try:
            path = file_below(name, source, KIND, _ENDINGS)
        except FileReferenceError:
            continue
        if not (target / name).exists():
            try:
                (target / name).parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise SaveError(f"The folder of {name} cannot be made: {error.strerror}.") from None
            save_bytes(path.read_bytes(), target / name, backup=False)
            copied.append(name)
    return copied


def secret_problems(card: Card, folder: Path, file: str) -> tuple[Problem, ...]:
    """The problems of all files of secret records that a card names. That a file is missing, or may not be
    read, is a matter of the card."""
    found: list[Problem] = []
    for side, name in card.secret:
        try:
            secret_path(name, folder)
        except FileReferenceError:
            continue
        loaded = load_secret_of(card, side, folder, file) if side in card.side_by_id else None
        found += loaded.problems if loaded is not None else ()
    return tuple(found)


_NO_FINGERPRINT = re.compile(r'\bfingerprint=(""|(?=\s|$))')
_SIDE = re.compile(r"\bside=\"?([a-z0-9_-]+)")


def with_fingerprint(order: str, card: Card, folder: Path) -> str:
    """An order of a log, with the fingerprint of the file of its side filled in where it has none: the log
    itself reads no files, so that it is replayed without them. Raises `IllegalOrderError` with a sentence if
    the file cannot be used. Other orders are returned as they are."""
    verb, _, rest = order.strip().partition(" ")
    rest = _NO_FINGERPRINT.sub("", rest)
    if verb.lower() not in ("secret", "secret-shown") or "fingerprint=" in rest:
        return order
    side = _SIDE.search(rest)
    if side is None or side[1] not in card.side_by_id:
        return order
    loaded = load_secret_of(card, side[1], folder)
    if loaded is None:
        name = dict(card.secret).get(side[1])
        raise IllegalOrderError(
            f"There is no file {quoted(name)} below the folder of the card." if name is not None else
            f"The card names no file of secret records for {side_words(side[1])}.")
    if loaded.records is None:
        raise IllegalOrderError(
            f"The secret records of {side_words(side[1])} cannot be read: {loaded.problems[0].message}")
    return f"{verb} {rest.strip()} fingerprint={fingerprint_of_records(loaded.records)}"
