"""Going to a hex by its number or by a name, with real keys, and the message if there is no match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from small_design import small_design
from xvfb import MARKS, Hand, window_on

from visegrad_editor.editor.window.command_palette import place_entries
from visegrad_editor.editor.window.go_to_dialog import GoToDialog, matching_entries, no_match
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import Place


def design_of(*names: str) -> Design:
    design = small_design()
    places = tuple(Place(Hex(n, 2), name, ("city",)) for n, name in enumerate(names))
    return replace(design, map=replace(design.map, places=places, labels=(), areas=(), lines=(), roads=()))


def titles(words: str, design: Design) -> list[str]:
    return [e.title for e in matching_entries(words, design, place_entries(design))]


def test_numbers_parts_of_names_and_letters_without_accents_match() -> None:
    design = design_of("Łódź", "Nowy Targ", "Nowy Sącz", "(Old) [fort]*")
    grid = design.map.grid
    number = grid.number(Hex(3, 3))
    assert titles(number, design) == [f"Go to hex {number}"]
    assert titles("lodz", design) == ["Łódź"]
    assert titles("nowy", design) == ["Nowy Targ", "Nowy Sącz"]
    assert titles("SACZ nowy", design) == ["Nowy Sącz"]
    assert titles("[fort]*", design) == ["(Old) [fort]*"]
    assert titles("city", design) == ["Łódź", "Nowy Targ", "Nowy Sącz", "(Old) [fort]*"]
    assert titles(" ", design) == ["(Old) [fort]*", "Łódź", "Nowy Sącz", "Nowy Targ"]


@pytest.mark.parametrize("words", ["²²²²", "9999", "-1", "\\", "x" * 3000, "\u202e"])
def test_no_match_is_answered_with_the_range_of_hex_numbers(words: str) -> None:
    design = design_of("Haven")
    assert titles(words, design) == []
    told = no_match(words, design)
    assert "0601 to 1108" in told
    assert len(told) < 150


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Hand]:
    with window_on("historical", tmp_path) as hand:
        yield hand


class TestDialog:
    pytestmark = MARKS

    def test_the_second_match_of_a_typed_name_is_chosen(self, hand: Hand) -> None:
        session = hand.window.session
        entries = matching_entries("no", session.design, place_entries(session.design))
        assert len(entries) > 1
        hand.answer("Go to hex", ("type", "no"), ("key", "Down"), ("key", "Return"))
        hand.window.view.canvas.focus_force()
        hand.settle()
        hand.key("ctrl+g")
        hand.until(lambda: session.hex is not None)
        assert session.hex is not None
        assert session.design.map.grid.number(session.hex) == entries[1].id

    def test_return_without_a_match_does_nothing_and_a_number_then_works(self, hand: Hand) -> None:
        session = hand.window.session
        seen: list[str] = []

        def look() -> None:
            for dialog in hand.window.root.winfo_children():
                if isinstance(dialog, GoToDialog) and dialog.chosen is None:
                    seen.append(str(dialog.wrong.cget("text")))
            if session.hex is None:
                hand.window.root.after(50, look)

        hand.answer("Go to hex", ("type", "zzzz"), ("key", "Return"), ("key", "ctrl+a"), ("type", "1718"),
                    ("key", "Return"))
        hand.window.root.after(50, look)
        hand.window.perform("go_to_hex")
        hand.until(lambda: session.hex is not None)
        assert session.hex == session.design.map.grid.parse("1718")
        assert any('no hex or name "zzzz"' in text for text in seen)
