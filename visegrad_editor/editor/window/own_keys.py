"""The keys that the user has given to actions: kept in the settings, checked, and in force at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..actions import ACTIONS, BY_ID, Action, key_text, own_keys
from ..platforms import is_mac, key_words, why_taken
from ..settings import Settings
from ..signals import Signal
from ..widgets.keyboard import ALT, CONTROL, SHIFT

_SETTING = "keys"
_MOST = 4
"""How many keys an action may have."""
_SIGNS = ("plus", "minus", "equal", "comma", "period", "bracketleft", "bracketright", "semicolon",
          "apostrophe", "slash", "backslash", "grave")
_NAMES = frozenset((*_SIGNS, "Delete", "Insert", *(f"F{n}" for n in range(1, 13))))
_SEQUENCE = re.compile(r"<(?P<held>(Control-)?(Shift-)?)(Key-)?(?P<name>[A-Za-z]\w*|\d)>\Z")
_RESERVED = {
    "<F10>": "the menus and play-tests use it", "<Shift-F10>": "it opens context menus",
    "<F12>": "play-tests use it", "<Key-m>": "it mirrors the piece at the pointer",
    "<Key-bracketleft>": "it aims the hex cursor",
    "<Key-bracketright>": "it aims the hex cursor", "<bracketleft>": "it aims the hex cursor",
    "<bracketright>": "it aims the hex cursor"}


def sequence_of(keysym: str, state: int) -> str:
    """The Tk key sequence of a key that was pressed with others held (`held_keys`), in the form of the table
    of actions; "" for one that cannot be the key of an action, for example Ctrl alone.

    >>> sequence_of("s", 0x4), sequence_of("S", 0x5), sequence_of("t", 0), sequence_of("F5", 0x1)
    ('<Control-s>', '<Control-Shift-S>', '<Key-t>', '<Shift-F5>')
    >>> sequence_of("1", 0x4), sequence_of("Control_L", 0), sequence_of("x", 0x8)
    ('<Control-Key-1>', '', '')
    """
    control, shift = bool(state & CONTROL), bool(state & SHIFT)
    if state & ALT:
        return ""
    letter = len(keysym) == 1 and keysym.isascii() and keysym.isalnum()
    if not letter and keysym not in _NAMES:
        return ""
    if letter and keysym.isalpha():
        if not control:
            return "" if shift else f"<Key-{keysym.lower()}>"
        return f"<Control-Shift-{keysym.upper()}>" if shift else f"<Control-{keysym.lower()}>"
    held = ("Control-" if control else "") + ("Shift-" if shift and keysym not in _SIGNS else "")
    key = "Key-" if keysym.isdecimal() or (not held and keysym in _SIGNS) else ""
    return f"<{held}{key}{keysym}>"


def why_not_a_key(sequence: str) -> str:
    """Why a sequence cannot be the key of an action, as a sentence; "" if it can."""
    match = _SEQUENCE.match(sequence)
    name, held = (match["name"], match["held"]) if match else ("", "")
    if not name or not ((len(name) == 1 and name.isascii()) or name in _NAMES):
        alt = "types other letters" if is_mac() else "is for the menus"
        return key_words("Press a letter, a digit, a function key, Del, Ins or a sign, with Ctrl and Shift "
                         f"if you like. {'Option' if is_mac() else 'Alt'} {alt}.")
    if sequence in _RESERVED:
        return f"{key_text(sequence)} is taken: {_RESERVED[sequence]}."
    if why := why_taken(sequence):
        return f"{key_text(sequence)} is taken: {why}."
    if not held and name.isdecimal():
        return key_words("Digits choose what the tool draws: hold Ctrl with them.")
    if len(name) == 1 and name.isalpha() and held == "Shift-":
        return key_words("Hold Ctrl, too: a letter with Shift alone is the letter itself.")
    return ""


class OwnKeys:
    """The keys of the user. What is wrong in the settings is left out, so that every action keeps its usual
    key if no other has it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.changed = Signal()
        """Some actions have other keys."""
        self._own = dict(_valid(settings.get(_SETTING)))
        self._put_in_force()

    def is_own(self, action: Action) -> bool:
        """Whether an action has other keys than the usual ones."""
        return action.keys != action.usual_keys

    @property
    def state(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The keys of the actions that have other keys than the usual ones, to be put back later."""
        return tuple(sorted(self._own.items()))

    def put_back(self, state: tuple[tuple[str, tuple[str, ...]], ...]) -> None:
        """Give all actions the keys that they had once."""
        self._own = dict(state)
        self._keep()

    def owner(self, sequence: str) -> Action | None:
        """The action that has a key."""
        same = _canonical(sequence)
        return next((a for a in ACTIONS if any(_canonical(k) == same for k in a.keys)), None)

    def give(self, id: str, sequence: str) -> None:
        """Make this the only key of an action; another that has it loses it."""
        other = self.owner(sequence)
        if other is not None and other.id != id:
            same = _canonical(sequence)
            self._own[other.id] = tuple(k for k in other.keys if _canonical(k) != same)
        self._own[id] = (sequence,)
        self._keep()

    def take(self, id: str) -> None:
        """Let an action have no key."""
        self._own[id] = ()
        self._keep()

    def reset(self, id: str = "") -> None:
        """Give an action, or all of them, the usual keys again. An action that has got one of them loses
        it."""
        if not id:
            self._own.clear()
        else:
            self._own.pop(id, None)
            usual = {_canonical(k) for k in BY_ID[id].usual_keys}
            for other, keys in tuple(self._own.items()):
                self._own[other] = tuple(k for k in keys if _canonical(k) not in usual)
        self._keep()

    def _keep(self) -> None:
        self._own = {id: keys for id, keys in self._own.items() if keys != BY_ID[id].usual_keys}
        self._settings.set(_SETTING, {id: list(keys) for id, keys in self._own.items()})
        self._put_in_force()
        self.changed.emit()

    def _put_in_force(self) -> None:
        """Fill the table of the actions: no key has two of them, and the user's come first."""
        own_keys.clear()
        taken: set[str] = set()
        for id, keys in self._own.items():
            free = tuple(k for k in keys if _canonical(k) not in taken)
            taken |= {_canonical(k) for k in free}
            own_keys[id] = free
        for action in ACTIONS:
            if action.id not in own_keys:
                left = tuple(k for k in action.usual_keys if _canonical(k) not in taken)
                if left != action.usual_keys:
                    own_keys[action.id] = left


def _canonical(sequence: str) -> str:
    """Equal for sequences that are the same key: `<Key-t>` and `<t>`."""
    return sequence.replace("Key-", "")


def _valid(data: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The keys in the settings that can be used; anything else is left out."""
    if not isinstance(data, Mapping):
        return
    for id, keys in data.items():
        if id in BY_ID and isinstance(keys, list) and len(keys) <= _MOST:
            usual = BY_ID[id].usual_keys
            good = tuple(k for k in keys if isinstance(k, str) and (k in usual or not why_not_a_key(k)))
            if good or not keys:
                yield id, good
