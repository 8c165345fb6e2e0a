"""What the open design has from its base, for whatever shows its values: marks, words, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ..model.design import Design
from ..model.inherited import Inherited, OwnValue

MARK = "◆"
"""The sign beside a value that is not that of the base."""
SIGNS = {"changed": MARK, "added": "+", "removed": "−"}
"""The sign of a row by how it differs."""
KEY, ROW_KEY = "Alt+Return", "Ctrl+Shift+B"
"""The keys that reset a value, and a row."""


class _Edits(Protocol):
    """The part of a session that this uses."""

    complain: Callable[[str], None]
    say: Callable[[str], None]

    @property
    def design(self) -> Design: ...

    def change(self, label: str, function: Callable[[Design], Design]) -> str: ...


class Inheritance:
    """Compares the open design with its base, once for each state of it."""

    def __init__(self, session: _Edits) -> None:
        self._session = session
        self.find_base: Callable[[Design], Design | None] = lambda _design: None
        """The base of a design; None if it is no variant."""
        self._known: tuple[Design, Inherited | None] | None = None

    def forget(self) -> None:
        """Read the base again when it is next needed."""
        self._known = None

    @property
    def now(self) -> Inherited | None:
        """What the present design has from its base; None if it is no variant."""
        design = self._session.design
        if self._known is None or self._known[0] is not design:
            base = self.find_base(design)
            self._known = design, None if base is None else Inherited(design, base)
        return self._known[1]

    def unit_cell(self, unit: str, column: str) -> OwnValue | None:
        """A value of a unit by the id of its column, if it differs from the base."""
        return None if self.now is None else self.now.unit_cell(unit, column)

    def is_new(self, unit: str) -> bool:
        """Whether the base is there and has no such unit."""
        own = self.now.unit(unit) if self.now is not None else None
        return own is not None and own.kind == "added"

    def differences_of(self, unit: str) -> str:
        """How a unit differs from the base, in sentences; "" where it does not."""
        inherited = self.now
        if inherited is None or (own := inherited.unit(unit)) is None:
            return ""
        if own.kind == "added":
            return own.words
        return "\n".join(c.text for c in inherited.changes
                         if (c.document, c.section, c.key) == ("scenario", "units", unit))

    def reset(self, values: Sequence[OwnValue | None], none: str = "This is as in the base already.") -> bool:
        """Make values as in the base, in one step; whether something changed. Where there are none, says
        `none`."""
        own = [v for v in dict.fromkeys(values) if v is not None]
        session, inherited = self._session, self.now
        if not own or inherited is None:
            session.complain(none if inherited is not None else
                             "This is no variant, so there is no base to reset it to.")
            return False
        back = all(v.kind == "removed" for v in own)
        number = f"{len(own)} entries" if back else f"{len(own)} values"
        what = own[0].title if len(own) == 1 else number
        if complaint := session.change(f"Bring back {what}" if back else f"Reset {what} to the base",
                                       lambda _design: inherited.reset(own)):
            session.complain(complaint)
            return False
        session.say(f"{what[:1].upper()}{what[1:]} {'is' if len(own) == 1 else 'are'} as in the base again. "
                    "Ctrl+Z undoes it.")
        return True
