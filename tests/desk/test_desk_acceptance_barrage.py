"""A barrage and a creeping one, worked through from the rules by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from air_logs import done, refused
from card_logs import at, game

from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.special_rules import Barrage, SpecialRules

ALTERNATE = "I6 J5 K6 L5 M6 N5 O6 P5 Q6"


def _log(**barrage: object) -> CardLog:
    sides = tuple(replace(s, role="attacker" if s.id == "british" else "defender") for s in game().card.sides)
    planned = Barrage("british", calibre_mm=100, **barrage)  # type: ignore[arg-type]
    return game(SpecialRules(barrages=(planned,)), sides=sides)


@pytest.mark.parametrize(("beside", "hexes"), [
    (("L6", "N5"), "I8 J7 K7 L6 M6 N5 O5 P4 Q4"), (("L5", "N5"), ALTERNATE)])
def test_lines_through_m6(beside: tuple[str, str], hexes: str) -> None:
    log = at(_log(centre="M6", beside=beside))
    event = done(log, "barrage-line")[-1]
    assert (" ".join(event.hexes), event.final) == (hexes, 16)


def test_a_creeping_barrage_after_a_red_chit() -> None:
    log = _log(centre="A5", beside=("A4", "A6"), creeping=True, row_to="Y5", pattern="ffe-1-2", lift=5)
    row = "first=3"
    assert done(log, f"creep-start chit=red {row} dice=5")[-1].final == 3
    corrections = 0
    for _ in range(6):
        corrections += [e.result for e in done(log, "creep accurate=yes")].count("corrected")
    at(log, 1, "first", "rally")
    log.apply("next")
    corrections += [e.result for e in done(log, "creep accurate=yes")].count("corrected")
    at(log, 1, "second", "movement")
    log.apply("next")
    corrections += [e.result for e in done(log, "creep accurate=yes")].count("corrected")
    place = log.books.barrages.planned[0].place
    assert place is not None
    assert (corrections, log.card.layout.name(place)) == (7, "O5")
    at(log, 2, "first", "rally")
    assert done(log, "next")[-1].result == "lifted"
    assert refused(log, "creep").startswith("E12.73: ")
