"""A creeping barrage that began before the game, with its numbers."""

from __future__ import annotations

from itertools import pairwise

from desk_logs import log_in, night_card, results, the_event

from visegrad_editor.desk.log import CardLog

ROW = ("I8", "J7", "K7", "L6", "M6", "N5", "O5", "P4", "Q4")
ALTERNATE = ("I6", "J5", "K6", "L5", "M6", "N5", "O6", "P5", "Q6")


def set_up() -> CardLog:
    return log_in(night_card({"barrage": ("russian",)}))


def test_t22_lines_through_one_centre() -> None:
    for beside, line in (("L6,N5", ROW), ("L5,N5", ALTERNATE)):
        event = the_event(set_up(), f"barrage-line centre=M6 beside={beside} calibre=105")
        assert (event.hexes, event.final) == (line, 16)


def test_t22_a_barrage_that_creeps_from_three_turns_before_the_game() -> None:
    log = set_up()
    log.apply("barrage-plan side=russian centre=M6 beside=L6,N5 calibre=105 last=EE6 pattern=ffe-1-2 lift=5")
    start = the_event(log, "creep-start chit=red first=2 dice=5")
    assert (start.result, start.final) == ("before", 3)
    places = []
    for _ in range(6):
        log.apply("creep accurate=yes")
        places.append(log.books.barrages.planned[0].place)
    assert [d.procedure for d in log.books.due] == []
    for phase in ("prep-fire", "defensive-fire"):
        while log.books.phase != phase or (phase == "defensive-fire" and log.books.mover == "russian"):
            log.apply("next")
        assert [d.procedure for d in log.books.due if d.procedure == "creep"] == ["creep"]
        log.apply("creep accurate=yes")
        places.append(log.books.barrages.planned[0].place)
    corrections = sum(a != b for a, b in pairwise(places))
    assert corrections == 7
    assert [log.card.layout.name(p) for p in places if p is not None] == [
        "M6", "O6", "Q6", "S6", "U6", "W6", "Y6", "AA6"]
    found: list[str] = []
    while (log.books.turn, log.books.phase) != (2, "prep-fire"):
        found = results(log, "next")
    assert "lifted" in found
    assert log.books.barrages.creeping() is None
