"""The odds of an attack: the general report, with the chances of air support and air combat (11.0, 13.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from ...engine.dice import Dice
from ...engine.game import Game
from ...engine.hexgame import supply
from ...engine.hexgame.fights import Fight
from ...engine.hexgame.hexgame import HexGame
from ...engine.hexgame.report import report as usual_report
from ...engine.odds import AttackReport, Case, ExtraChance, Strength
from ...engine.orders import IllegalOrderError
from ...model.design import Design
from . import mid_game_start
from .common import ready
from .constants import SIDE_WORDS
from .contest import set_contest
from .cyber import TRACK, level
from .cyber import markers as markers_of
from .game import VisegradGame
from .rules import usual_rules

ASSUMPTIONS = (
    "A side that must choose losses (AT, BB) loses as few steps as possible.",
    "Given the choice of step losses or retreat (MA), the defender loses as few steps as possible, and holds "
    "if both cost the same.",
    "Units retreat so that as many as possible survive; with DW the attacker chooses what costs the most.",
    "The attacker advances whenever possible.",
)


class AirCombatChances(NamedTuple):
    """The chances of an air combat: which unit is left over the battle, and each loss."""

    attacker: Fraction
    defender: Fraction
    nobody: Fraction
    attacker_lost: Fraction
    defender_lost: Fraction


def air_combat_chances(attacker_markers: int = 0, defender_markers: int = 0) -> AirCombatChances:
    """The chances of an air combat, given the cyber-war markers spent by each side (13.1 to 13.3).

    >>> print(*air_combat_chances())
    5/12 5/12 1/6 5/12 5/12
    """
    counts: Counter[str] = Counter()
    for a, d in product(range(1, 7), repeat=2):
        # 13.3: a natural 1 aborts; an aborted unit neither destroys nor is destroyed.
        if a == 1 or d == 1:
            counts["nobody" if a == d else "defender" if a == 1 else "attacker"] += 1
            continue
        one, other = a + attacker_markers, d + defender_markers
        counts["attacker" if one > other else "defender" if other > one else "nobody"] += 1
        counts["attacker lost"] += one <= other
        counts["defender lost"] += other <= one
    names = ("attacker", "defender", "nobody", "attacker lost", "defender lost")
    return AirCombatChances(*(Fraction(counts[n], 36) for n in names))


_AIR_OUTCOMES = {1: "attacker's unit left, 1 right", 0: "none left", -1: "defender's unit left, 1 left"}


def report(
    source: Design | Game, hex: str, attackers: str = "", placements: Sequence[str] = (),
    markers: tuple[int, int] = (0, 0),
) -> AttackReport:
    """The odds of an attack on a hex by units in a list separated by commas ("" for all that could join).

    A design gives units in their set-up hexes, a game those of its present position. `placements` put units
    elsewhere (`4th Armored 1918 reduced`); `markers` are those that the attacker and the defender spend in
    an air combat (13.2). Raises `IllegalOrderError` for an impossible attack.
    """
    in_play = isinstance(source, Game)

    def start(design: Design) -> VisegradGame:
        if design.scenario is None:
            raise IllegalOrderError("This needs a scenario, and the design has only a map.")
        w = VisegradGame(design, Dice(given=()), lambda event: None)
        mid_game_start.recall(w)
        mid_game_start.mark_units(w)
        return w

    def cases(w: HexGame, fight: Fight) -> Sequence[Case]:
        set_contest(w, None)
        _check_markers(w, markers, fight.side)
        return _cases(markers)

    made = usual_report(
        source, hex, attackers, placements, start, cases, lambda w, fight: _notes(w, fight, in_play),
        ASSUMPTIONS, [r.id for r in usual_rules().results])
    return replace(
        made, attackers=tuple(map(_told, made.attackers)), defenders=tuple(map(_told, made.defenders)),
        options={"markers": list(markers)})


def read_markers(text: str) -> tuple[int, int]:
    """The cyber-war markers of attacker and defender in a text such as `2,0`; none in an empty text."""
    attacker, _, defender = text.partition(",")
    return int(attacker or 0), int(defender or 0)


def _check_markers(play: HexGame, markers: tuple[int, int], side: int) -> None:
    """Refuse more markers than a side has on its track (13.2)."""
    for who, spent in ((side, markers[0]), (1 - side, markers[1])):
        have = markers_of(play)[who][TRACK]
        if not 0 <= spent <= have:
            raise IllegalOrderError(
                f"The {SIDE_WORDS[who]} side has {have} cyber-war markers on its track and "
                f"cannot spend {spent}.", "13.2")


def _told(unit: Strength) -> Strength:
    """A unit with the words for one that is out of supply (7.3)."""
    return replace(unit, notes=tuple(
        (f"{text}: {unit.printed} halved and cut down" if text == "out of supply" else text, rule)
        for text, rule in unit.notes))


def _cases(markers: tuple[int, int]) -> list[Case]:
    """The cases of air support, with the chances of each shift and of losing each air unit (13.1, 13.4)."""
    sure, never = Fraction(1), Fraction(0)
    fight = air_combat_chances(*markers)
    mixed = {1: fight.attacker, 0: fight.nobody, -1: fight.defender}

    def case(id: str, title: str, shifts: dict[int, Fraction], *lost: Fraction) -> Case:
        extra = (ExtraChance("attacker_air_loss", "attacker's", lost[0]),
                 ExtraChance("defender_air_loss", "defender's", lost[1]))
        return Case(id, title, shifts, (), extra, "air unit destroyed", _AIR_OUTCOMES, "air_shifts")

    return [
        case("none", "No air support", {0: sure}, never, never),
        case("attacker", "Air support of the attacker alone, 1 right (13.4)", {1: sure}, never, never),
        case("defender", "Air support of the defender alone, 1 left (13.4)", {-1: sure}, never, never),
        case("both", "Air support of both: air combat (13.1)", {k: p for k, p in mixed.items() if p},
             fight.attacker_lost, fight.defender_lost),
    ]


def _notes(w: HexGame, fight: Fight, in_play: bool) -> Iterator[str]:
    """Remarks for the reader of the report."""
    s = w.state
    for u in (*fight.attackers, *fight.defenders):
        if not s.out[u] and not supply.area_for(w, u) >> s.where[u] & 1:
            yield (f"{w.label(u)} could trace no supply path now (7.0); it counts in full, as it is not "
                   "marked out of supply.")
    if in_play:
        for side in (fight.side, 1 - fight.side):
            if not ready(w, side):
                yield f"The {SIDE_WORDS[side]} side has no air unit to send (13.0)."
        mine, theirs = level(w, fight.side), level(w, 1 - fight.side)
        verb = "is" if mine > theirs else "is not"
        yield f"The cyber-war table {verb} open to the attacker: level {mine} against {theirs} (11.0, 5)."
