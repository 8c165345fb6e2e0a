"""Unsaved work on cards and their games on disk, so that it survives the end of the program in the middle."""

from __future__ import annotations

import json
import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ...desk.card import Card
from ...desk.card_file import read_card_text
from ...lazy_dataclass import dataclass
from ...model.files.atomic import SaveError, save
from ...model.wording import count
from ..safety.leftovers import left_behind
from ..safety.ownership import new_owner
from ..settings import make_private

ENDING = ".card-work"
FOLDER = "unsaved-cards"
"""Below the folder of the settings."""
_FORMAT = 1
_PACE_MS = 1000
"""After a change so many milliseconds pass until it is written."""


@dataclass(frozen=True)
class KeptGame:
    """A game of a card, which can be played again from its orders. `card` is the text of the card as it is
    played; `ahead` are the orders taken back, the next one last; `source` is the bundled name or the file of
    the card, `path` the file of the game, "" for none."""

    card: str
    seed: int
    dice: tuple[int, ...] | None = None
    orders: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()
    source: str = ""
    path: str = ""


@dataclass(frozen=True)
class KeptWork:
    """What is open in a window for cards: the text of the card, its file ("" for none), whether it differs
    from it, and the game that is in no file."""

    title: str
    text: str
    path: str = ""
    changed: bool = True
    game: KeptGame | None = None
    when: datetime = field(default=datetime.min, compare=False)

    @property
    def card(self) -> Card | None:
        """The card; None if the text cannot be read any more."""
        return read_card_text(self.text)

    @property
    def summary(self) -> str:
        """What is not saved: `the card` or `a game of 12 orders`, or both."""
        parts = ["the card"] if self.changed else []
        if self.game is not None:
            parts.append(f"a game of {count(len(self.game.orders), 'order')}")
        return " and ".join(parts)


def work_text(work: KeptWork) -> str:
    """The work as the text of a file; `read_work` reads it."""
    data = {key: value for key, value in asdict(work).items() if key != "when"}
    return json.dumps({"format": _FORMAT, **data}, ensure_ascii=False) + "\n"


def read_work(path: Path) -> KeptWork | None:
    """The work in a file; None if it cannot be read, for example because it was not written to its end."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        when = datetime.fromtimestamp(path.stat().st_mtime)
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.pop("format", None) != _FORMAT:
        return None
    try:
        game = data.pop("game")
        return KeptWork(**data, game=None if game is None else _game(game), when=when)
    except (KeyError, TypeError, ValueError):
        return None


def _game(data: dict[str, Any]) -> KeptGame:
    dice = data.pop("dice")
    return KeptGame(
        str(data.pop("card")), int(data.pop("seed")), None if dice is None else tuple(map(int, dice)),
        tuple(map(str, data.pop("orders"))), tuple(map(str, data.pop("ahead"))), **data)


class CardKeeper:
    """Keeps the work of one window on disk as long as it is in no file. `work` returns it, None if nothing
    would be lost; `complain` is told once if it cannot be written."""

    def __init__(self, top: tk.Misc, folder: Path, work: Callable[[], KeptWork | None],
                 complain: Callable[[str], None]) -> None:
        self._top, self._work, self._complain = top, work, complain
        self.path = folder / f"{new_owner()}{ENDING}"
        self._written = ""
        self._timer = ""
        self._complained = False

    def later(self) -> None:
        """Write what has changed, soon."""
        if not self._timer:
            self._timer = self._top.after(_PACE_MS, self.keep)

    def keep(self) -> None:
        """Write what has changed, or delete the file if nothing would be lost any more."""
        self._stop()
        work = self._work()
        text = "" if work is None else work_text(work)
        if text == self._written:
            return
        try:
            if text:
                make_private(self.path.parent)
                save(text, self.path, backup=False)
            else:
                self.path.unlink(missing_ok=True)
            self._written, self._complained = text, False
        except (OSError, SaveError) as error:
            if not self._complained:
                self._complained = True
                self._complain(f"Unsaved work is not protected against a crash: {error}")

    def end(self) -> None:
        """Delete the file: the work is saved, or given up on purpose."""
        self._stop()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)

    def _stop(self) -> None:
        if self._timer:
            self._top.after_cancel(self._timer)
            self._timer = ""


def kept_files(folder: Path) -> Iterator[Path]:
    """The files of windows that ended without saving their work, the latest first."""
    found = sorted(left_behind(folder, ENDING), key=lambda one: one[1], reverse=True)
    return (path for path, _ in found)


def taken(path: Path) -> Path | None:
    """Such a file under a name of this process, so that no other one offers it; None if another was
    faster."""
    own = path.with_name(f"{new_owner()}{ENDING}")
    try:
        path.rename(own)
    except OSError:
        return None
    return own
