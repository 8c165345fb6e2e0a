"""A hidden set-up in a play-test, without its window: who looks on sees no more than their side may."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_files import opened
from play_sessions import HUMANS, session

from visegrad_editor.editor.play.log_panel import entry_lines
from visegrad_editor.editor.play.prompts import banner_text
from visegrad_editor.editor.play.session import PlaySession
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design

POLE = "poland/2nd Mechanized"


@pytest.fixture
def design(tmp_path: Path) -> Design:
    path = tmp_path / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: free-setup\n"
                    "hidden_set_up: [allied]\n", encoding="utf-8")
    return opened(path)[1]


def log_of(play: PlaySession) -> list[str]:
    game = play.timeline.game
    return [line.text for n, entry in enumerate(play.timeline.entries, 1)
            for line in entry_lines(game, play.seen(entry), n)]


def placed_by(play: PlaySession, side: str) -> int:
    """Let a side set up; the number of its orders."""
    game, number = play.timeline.game, 0
    while game.phase == "set-up" and game.side == side:
        play.give(game.legal_orders()[0])
        number += 1
    return number


def test_a_person_does_not_see_what_the_program_sets_up_until_the_end(design: Design) -> None:
    play = session(design, seats={"allied": "planner", "russian": "human"})
    while play.automatic:
        play.play_one()
    true = play.timeline.position.units[POLE]
    assert true.hex
    assert play.position.units[POLE].hex == ""
    assert play.views()[POLE].hex is None
    hex = design.map.grid.parse(true.hex)
    assert isinstance(hex, Hex)
    assert "2nd Mechanized" not in play.words_of(hex)
    assert not any("2nd Mechanized" in text for text in log_of(play))
    assert log_of(play)[0] == "A unit is set up; it is hidden until the set-up is over."
    assert "is hidden until the set-up is over" in banner_text(play)
    while play.timeline.game.phase == "set-up":
        play.give(play.timeline.game.legal_orders()[0])
    assert play.position.units[POLE].hex == true.hex
    assert play.views()[POLE].hex == hex
    assert any("2nd Mechanized is set up in" in text for text in log_of(play))
    assert "hidden" not in banner_text(play)
    # Who looks back at the set-up sees as little as then.
    play.look_at(play.timeline.length - 1)
    assert play.timeline.game.phase == "set-up"
    assert play.position.units[POLE].hex == ""


def test_a_person_sees_what_they_set_up_themselves_also_while_the_program_does(design: Design) -> None:
    play = session(design, seats={"allied": "human", "russian": "planner"})
    assert "does not see your units" in banner_text(play)
    assert placed_by(play, "allied") > 5
    assert play.timeline.game.side == "russian"
    assert play.position.units[POLE].hex
    assert any("2nd Mechanized is set up in" in text for text in log_of(play))


def test_two_persons_at_one_table_see_the_units_of_who_decides(design: Design) -> None:
    play = session(design, seats=HUMANS)
    placed_by(play, "allied")
    assert play.timeline.game.side == "russian"
    assert play.position.units[POLE].hex == ""
    play.take_back()
    assert play.timeline.game.side == "allied"
    assert sum(bool(u.hex) for k, u in play.position.units.items() if k.startswith("poland/")) > 5


def test_a_seat_that_is_lent_is_still_a_persons(design: Design) -> None:
    play = session(design, seats={"allied": "planner", "russian": "human"})
    while play.automatic:
        play.play_one()
    assert play.lend_phase()
    assert play.position.units[POLE].hex == "", "the planner plays for the person, who looks on"


def test_without_a_person_everything_is_shown(design: Design) -> None:
    play = session(design, seats={"allied": "planner", "russian": "planner"})
    placed_by(play, "allied")
    assert play.position.units[POLE].hex


def test_a_hidden_set_up_is_neither_copied_nor_shown_by_another_seat(design: Design) -> None:
    play = session(design, seats={"allied": "planner", "russian": "human"})
    assert play.why_not_copied() == ""
    while play.automatic:
        play.play_one()
    assert play.hidden_sides() == ("allied",)
    hidden = "What the Allied side (V4) sets up is hidden until the set-up is over,"
    assert play.why_not_copied() == (
        f"{hidden} and a copy would show it. Finish the set-up, then copy the position.")
    play.change_seat("allied", "human")
    assert play.complaint == f"{hidden} so until then no person can take over the Allied side (V4)."
    play.change_seat("russian", "planner")
    assert play.complaint == f"{hidden} so until then a person must play one of the sides."
    assert play.seats.names == {"allied": "planner", "russian": "human"}
    assert play.position.units[POLE].hex == ""
    # A lent seat stays the person's.
    assert play.lend_phase()
    assert play.why_not_copied()
    play.change_seat("russian", "planner")
    assert play.seats.names["russian"] == "planner"
    assert play.lent == {"russian"}
    assert play.complaint.endswith("a person must play one of the sides.")
    while play.timeline.game.phase == "set-up":
        play.play_one()
    assert play.why_not_copied() == ""
    play.give(play.timeline.game.legal_orders()[0])
    play.look_at(3)
    assert play.why_not_copied() == "", "the person has seen everything by now"
    play.change_seat("allied", "human")
    assert play.seats.names["allied"] == "human"


def test_who_plays_all_sides_may_copy_what_is_set_up_hidden(design: Design) -> None:
    play = session(design, seats=HUMANS)
    placed_by(play, "allied")
    assert play.hidden_sides() == ("allied",)
    assert play.why_not_copied() == ""
    alone = session(design, seats={"allied": "planner", "russian": "planner"})
    placed_by(alone, "allied")
    assert alone.why_not_copied() == ""
