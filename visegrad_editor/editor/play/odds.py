"""An attack before it is confirmed: strengths, shifts with their rules, chances on each table."""

from __future__ import annotations

from dataclasses import dataclass

from ...engine import AttackPreview
from ...model.design import Design
from .session import PlaySession


@dataclass(frozen=True)
class Chance:
    """A result and how many of six faces bring it. `for_whom` is `attacker`, `both` or `defender`:
    who suffers."""

    code: str
    name: str
    faces: int
    suffers: str


@dataclass(frozen=True)
class Odds:
    """The preview in words; `shifts` are (name, columns, rule)."""

    attack: int
    defence: int
    percent: int
    column: str
    shifts: tuple[tuple[str, int, str], ...]
    tables: tuple[tuple[str, tuple[Chance, ...]], ...]

    @property
    def line(self) -> str:
        """`14 to 6, 233 %`."""
        return f"{self.attack} to {self.defence}, {self.percent} %"


def odds_of(design: Design, preview: AttackPreview) -> Odds:
    """The preview with the names of tables and results, the attacker's disasters first."""
    names = {r.id: r.name for r in design.ruleset.results}
    tables = []
    for table in design.ruleset.tables:
        faces = preview.chances.get(table.id)
        if faces:
            rows = [Chance(c, names.get(c, c), n, suffers(c)) for c, n in faces.items()]
            rows.sort(key=lambda r: (("attacker", "both", "defender").index(r.suffers), -r.faces, r.code))
            tables.append((table.name, tuple(rows)))
    return Odds(preview.attack, preview.defence, preview.percent, preview.column_name,
                tuple((s.name, s.columns, s.rule) for s in preview.shifts), tuple(tables))


def support_shift(session: PlaySession) -> tuple[int, str]:
    """The columns that the air unit chosen for a battle will shift, and a sentence about it; (0, "") where
    none is chosen. Against an enemy air unit the air combat decides (13.1, 13.4)."""
    decision = session.decision
    chosen = [o for o in decision.candidates() if o.verb == "support"] if decision.picked else []
    if not chosen:
        return 0, ""
    name = session.timeline.game.unit_name(decision.picked[0])
    # Only the attacker may still call the attack off.
    columns = 1 if "call-off" in decision.verbs else -1
    if columns < 0 and (foe := _in_support(session)):
        return 0, f"{name} will fight {foe} in the air first; one that is left alone shifts a column (13.4)."
    return columns, f"With {name}, unless it is met in the air:" if columns > 0 else f"With {name}:"


def _in_support(session: PlaySession) -> str:
    """The air unit that has been sent into the battle under way, "" for none."""
    for entry in reversed(session.timeline.done):
        if entry.order.verb == "support":
            return session.timeline.game.unit_name(entry.order.units[0])
        if entry.order.verb == "attack":
            break
    return ""


def suffers(code: str) -> str:
    """Who a result strikes: codes for the attacker begin with A, for both with B.

    >>> suffers("AE"), suffers("BB"), suffers("DR")
    ('attacker', 'both', 'defender')
    """
    return {"A": "attacker", "B": "both"}.get(code[:1], "defender")
