"""What the books say of aircraft, gliders, parachutes, boats, supply, barrages and the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import pytest

from visegrad_editor.desk.book_words import (
    BookPart,
    control_parts,
    needed_parts,
    points_parts,
    reminder_parts,
    sky_parts,
    support_parts,
)
from visegrad_editor.desk.books.air import AirBook, Aircraft, AirSupport, Spotter
from visegrad_editor.desk.books.ammunition import AmmunitionBook, Supplying
from visegrad_editor.desk.books.barrage import BarrageBook, PlannedBarrage
from visegrad_editor.desk.books.boats import Boat, BoatBook
from visegrad_editor.desk.books.books import Books
from visegrad_editor.desk.books.drops import Chute, DropBook, Wing
from visegrad_editor.desk.books.gliders import Glider, GliderBook
from visegrad_editor.desk.books.nations import NationBook
from visegrad_editor.desk.books.off_board import Lander, OffBoardBook
from visegrad_editor.desk.books.prisoners import Prisoners
from visegrad_editor.desk.books.secrets import LaidDown, SecretBook
from visegrad_editor.desk.books.waves import Grain, Wave
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.log import books_at_start

CARD = load_card("lantern-hill").card
assert CARD is not None
START = books_at_start(CARD)
F4, F5, F6, H4 = (CARD.layout.place(name) for name in ("F4", "F5", "F6", "H4"))


def words(parts: tuple[BookPart, ...]) -> list[str]:
    return [f"{part.title}: {fact.name}: {fact.text} ({fact.rule})" for part in parts for fact in part.facts]


def barrage(**how: object) -> BarrageBook:
    return BarrageBook((PlannedBarrage("german", "10.5 cm", F5, (F4, F6), **how),))  # type: ignore[arg-type]


@pytest.mark.parametrize(("book", "expected"), [
    ({"air": AirBook((AirSupport("stukas", "german"),))},
     "In the air: Stukas: Air support of the German side: awaited (E7.2)"),
    ({"air": AirBook((), (Aircraft("A1", "german", "fb", bombs=True, support="sighted", target="F5"),))},
     "In the air: A1: Fighter-bomber of the German side, sighted F5, bombs (E7.2)"),
    ({"air": AirBook((), (Aircraft("A1", "german", "stuka", bombs=True, gone="shot-down"),))},
     "In the air: A1: Stuka of the German side, gone: shot down (E7.2)"),
    ({"air": AirBook(spotters=(Spotter("german", "F5"),))},
     "In the air: Observation plane: Of the German side, has sighted F5 (E7.6)"),
    ({"gliders": GliderBook((Glider("L1", "wing", "german", "german", 2, "first", ("squad", "leader")),))},
     "Gliders: L1: German: squad, leader; arrives in turn 2, first half (E8.2)"),
    ({"gliders": GliderBook((Glider("L1", "wing", "german", "german", 2, "first", state="placed", target=F5,
                                    must_evade=True),))},
     "Gliders: L1: German; in the air over F5, must evade (E8.2)"),
    ({"gliders": GliderBook((Glider("L1", "wing", "german", "german", 2, "first", state="landed", place=F5,
                                    damaged=True),))}, "Gliders: L1: German; landed in F5, damaged (E8.2)"),
    ({"drops": DropBook((Wing("W1", "drop", "german", "german", 3, "first", 6, point=F5),))},
     "Parachutes: Wing W1: 6 sticks of the German side, turn 3, over F5 (E9.1)"),
    ({"drops": DropBook((), (Chute("W1a", "W1", "german", "german", F5, state="landed", broken=True),))},
     "Parachutes: W1a: Landed in F5, broken (E9.2)"),
    ({"off_board": OffBoardBook((Lander("W1b", "german", F5, 3),))},
     "Parachutes: W1b: Off the boards at F5, 3 hexes away (E9.41)"),
    ({"boats": BoatBook((Boat("B1", "small-raft-3", state="afloat"),))},
     "Boats: B1: Small raft 3, afloat (E5.1)"),
    ({"ammunition": AmmunitionBook((Supplying("Truck", "replenish", ("T-34", "KV"), 2, 3),))},
     "Supply of ammunition: Truck: Replenishes T-34 and KV until the end of turn 4 (E10.2)"),
    ({"barrages": barrage()}, "Barrages: German 10.5 cm: Registered at F5, beside it F4 and F6 (E12.1)"),
    ({"barrages": barrage(last=H4, lift=3)},
     "Barrages: German 10.5 cm: Registered at F5, beside it F4 and F6; creeps to H4; ends with turn 3 "
     "(E12.1)"),
    ({"barrages": barrage(place=F6, ffe="1")}, "Barrages: German 10.5 cm: FFE:1 at F6 (E12.1)"),
    ({"barrages": barrage(lifted=True)}, "Barrages: German 10.5 cm: Over (E12.1)"),
    ({"wave": Wave("russian", 2, "first", Grain(F5, (3,)), (F4,), impulse=1)},
     "Human wave: Of the Russian side: Turn 2, first half: impulse 1, 0 units (A25.23)"),
    ({"prisoners": Prisoners(("Squad A",))}, "Prisoners and nations: Squad A: Questioned (E2.1)"),
    ({"nations": NationBook((("russian", "8-1"),), (("german", 1),))},
     "Prisoners and nations: German: 1 panzerfaust fired (A25.76, A25.85)"),
    ({"secrets": SecretBook((LaidDown("german", "ab12-cd34", "turn 1"),))},
     "Fingerprints of secret records: German: ab12-cd34, turn 1 ()"),
])
def test_sentences_of_the_books(book: dict[str, object], expected: str) -> None:
    assert expected in words(support_parts(CARD, replace(START, **book), None))  # type: ignore[arg-type]


@pytest.mark.parametrize(("view", "seen"), [(None, True), ("german", True), ("russian", False), ("", False)])
def test_a_barrage_that_is_only_registered_is_shown_to_its_side(view: str | None, seen: bool) -> None:
    parts = words(support_parts(CARD, replace(START, barrages=barrage()), view))
    assert any("Barrages" in line for line in parts) is seen
    lying = words(support_parts(CARD, replace(START, barrages=barrage(place=F6, ffe="1")), view))
    assert any("FFE:1 at F6" in line for line in lying)


def test_without_any_of_it_that_is_said() -> None:
    [part] = support_parts(CARD, replace(START, gliders=GliderBook()), None)
    assert part.facts == ()
    assert part.empty.startswith("No aircraft, gliders")


PAGES: dict[str, Callable[[Books], tuple[BookPart, ...]]] = {
    "sky": lambda books: sky_parts(CARD, books, None),
    "night": lambda books: sky_parts(CARD, books, None),
    "control": lambda books: control_parts(CARD, books, None),
    "points": lambda books: points_parts(CARD, books),
    "told": lambda books: needed_parts(CARD, books, None),
    "turn": lambda books: reminder_parts(CARD, books)}
SUPPORT = {"air", "gliders", "drops", "off_board", "boats", "ammunition", "barrages", "prisoners", "secrets",
           "nations", "wave"}
OF_THE_PAGE = {"half", "phase", "mover", "due", "done"}
"""The strip of turns and phases, and the list of what is due."""


def test_every_book_is_on_a_page() -> None:
    assert {f.name for f in fields(Books)} == set(PAGES) | SUPPORT | OF_THE_PAGE
    for page in PAGES.values():
        assert page(START)
