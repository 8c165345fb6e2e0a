"""What does not fit together between the secret records of a side and its card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..lazy_dataclass import dataclass
from ..model.files.file_problems import FileProblems
from ..model.files.plain_data import DataPath
from ..model.wording import count, quoted
from .card import Boat, Card, Group
from .forces import size_of, squad_equivalents
from .hexes import row_through
from .kinds import kind_words
from .secret_records import SecretRecords
from .words import side_words


def check_records(records: SecretRecords, card: Card, side: str, problems: FileProblems) -> None:
    """Add what does not fit the card, which names the file as that of `side`."""
    if records.side != side:
        problems.add("error", "other-side", (
            f"The card names this file for {side_words(side)}, and it says that it is of "
            f"{quoted(records.side)}; correct one of them."), ("side",))
        return
    _Check(records, card, side, problems).all()


def check_word(records: SecretRecords, problems: FileProblems) -> None:
    """Add that the word of the owner is missing."""
    if not records.word:
        problems.add("warning", "no-word", (
            "Without `word` somebody could find out by trying what gives the same fingerprint; write any "
            "words that only you know."), ("side",))


def groups_of(card: Card, side: str) -> tuple[Group, ...]:
    """The groups of a side."""
    return tuple(g for g in card.groups if g.side == side)


def cloak_count(card: Card, side: str) -> int:
    """How many cloaks the card gives a side."""
    return sum(g.cloaks for g in groups_of(card, side))


def hidden_limit(card: Card, side: str) -> float:
    """The squad-equivalents that the card lets a side set up hidden."""
    return sum(g.hidden.squad_equivalents for g in groups_of(card, side) if g.hidden is not None)


def flare_count(card: Card, side: str) -> int:
    """How many trip flares a side has."""
    return dict(card.turned_on.trip_flares).get(side, 0)


def wing_count(card: Card, side: str) -> int:
    """How many wings a side drops in."""
    return sum(len(g.drop.wings) for g in groups_of(card, side) if g.drop is not None)


def open_sticks(card: Card, side: str) -> int:
    """How many sticks there are whose units the card leaves to the owner."""
    return sum(w.sticks for g in groups_of(card, side) if g.drop is not None for w in g.drop.wings
               if isinstance(w.sticks, int))


def open_gliders(card: Card, side: str) -> int:
    """How many gliders there are whose loads the card leaves to the owner."""
    return sum(max(0, g.glider.count - len(g.glider.loads)) for g in groups_of(card, side)
               if g.glider is not None)


def open_boats(card: Card, side: str) -> tuple[Boat, ...]:
    """The boats whose loads the card leaves to the owner."""
    return tuple(b for g in groups_of(card, side) for b in g.boats if not b.load)


@dataclass(frozen=True)
class _Check:
    records: SecretRecords
    card: Card
    side: str
    problems: FileProblems

    def all(self) -> None:
        self._numbers()
        self._places()
        self._units()
        self._hidden()

    def _error(self, code: str, message: str, path: DataPath) -> None:
        self.problems.add("error", code, message, path)

    def _numbers(self) -> None:
        """Whether there are as many of everything as the card has."""
        card, side, own = self.card, self.side, self.records
        told: Sequence[tuple[str, str, int, int]] = (
            ("cloaks", "cloak", len(own.cloaks), cloak_count(card, side)),
            ("drop_points", "drop point", len(own.drop_points), wing_count(card, side)),
            ("row", "row", len(own.row), wing_count(card, side)),
            ("sticks", "stick", len(own.sticks), open_sticks(card, side)),
            ("glider_loads", "glider load", len(own.glider_loads), open_gliders(card, side)),
            ("trip_flares", "trip flare", len(own.trip_flares), flare_count(card, side)))
        for key, thing, number, allowed in told:
            if number > allowed:
                self._error("too-many", (
                    f"{count(number, thing).capitalize()} here, and the card leaves {allowed or 'none'} to "
                    f"{side_words(side)}."), (key,))
            elif 0 < number < allowed and key != "cloaks":
                self.problems.add("warning", "too-few", (
                    f"{count(number, thing).capitalize()} here, and the card leaves {allowed} to "
                    f"{side_words(side)}."), (key,))
        boats = {b.id for b in open_boats(card, side)}
        for id, _ in own.boat_loads:
            if id not in boats:
                self._error("unknown-boat", (
                    f"The card leaves the load of no boat {quoted(id)} to {side_words(side)}."
                    f"{self.problems.suggest('boat', id, sorted(boats), 'Boats')}"), ("boat_loads", id))
        if own.barrage is not None and side not in card.turned_on.barrage:
            self._error("no-barrage", (
                f"No special rule of the card gives {side_words(side)} a barrage."), ("barrage",))

    def _places(self) -> None:
        """Whether all hexes are there, and those of a barrage fit each other."""
        own = self.records
        for i, name in enumerate(own.drop_points):
            self._place(name, ("drop_points", i))
        for name, _ in own.hidden:
            self._place(name, ("hidden", name))
        for i, name in enumerate(own.trip_flares):
            self._place(name, ("trip_flares", i))
        if own.barrage is None:
            return
        self._place(own.barrage.hex, ("barrage", "hex"))
        if own.barrage.row_to is not None:
            self._place(own.barrage.row_to, ("barrage", "row_to"))
        whole = [self._place(name, ("barrage", "beside", i)) for i, name in enumerate(own.barrage.beside)]
        if all(whole) and whole and self._is_place(own.barrage.hex):
            one, other = (self.card.layout.place(name) for name in own.barrage.beside)
            if not row_through(one, self.card.layout.place(own.barrage.hex), other):
                self._error("not-beside", (
                    f"{' and '.join(own.barrage.beside)} do not lie on both sides of {own.barrage.hex} on "
                    "one row of hexes (E12.11)."), ("barrage", "beside"))

    def _is_place(self, name: str) -> bool:
        try:
            self.card.layout.place(name)
        except ValueError:
            return False
        return True

    def _place(self, name: str, path: DataPath) -> bool:
        try:
            self.card.layout.place(name)
        except ValueError as error:
            self.problems.add("error", "unknown-hex", str(error), path, word=name, hex=name)
            return False
        return True

    def _units(self) -> None:
        """Whether the side has the units named, and as many of them."""
        groups = groups_of(self.card, self.side)
        if any(not g.forces and (g.drop or g.glider or g.boats) for g in groups):
            if any(kinds for _, kinds in self.records.loads()):
                self.problems.add("note", "not-checked", (
                    "Whether there are these units is not checked: a group of the card does not list its "
                    "`forces`."), ("side",))
            return
        has: Counter[str] = Counter()
        for group in groups:
            for force in group.forces:
                has[force.kind] += force.count
        used: Counter[str] = Counter()
        for path, kinds in self.records.loads():
            for i, kind in enumerate(kinds):
                used[kind] += 1
                if kind not in has:
                    self._error("unknown-unit", (
                        f"No group of {side_words(self.side)} has {quoted(kind)}."
                        f"{self.problems.suggest('unit', kind, list(has), 'Kinds')}"), (*path, i))
                elif used[kind] == has[kind] + 1:
                    self._error("too-many", (
                        f"{kind_words(kind)} is used more often than the groups of "
                        f"{side_words(self.side)} have it ({has[kind]})."), (*path, i))

    def _hidden(self) -> None:
        """Whether no more is hidden than the card allows; what the rules of the night allow beside that is no
        matter of this check."""
        limit = hidden_limit(self.card, self.side)
        if not limit and self.card.turned_on.night is not None:
            return
        total, unknown = 0.0, []
        for _, kinds in self.records.hidden:
            for kind in kinds:
                force = next((f for g in groups_of(self.card, self.side) for f in g.forces
                              if f.kind == kind), None)
                size = size_of(kind, force=force).size
                if size is None:
                    unknown.append(kind)
                total += squad_equivalents(size)
        if total > limit:
            self._error("too-many", (
                f"{total:g} squad-equivalents are hidden here, and the card allows {limit:g}."), ("hidden",))
        elif unknown:
            self.problems.add("note", "not-checked", (
                f"What {kind_words(unknown[0])} counts among hidden units is not known; give it a `size` on "
                "the card."), ("hidden",))
