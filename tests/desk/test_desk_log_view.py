"""The log and the books of a card in words, for a referee and for each side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from visegrad_editor.desk.book_words import (
    BookPart,
    control_parts,
    needed_parts,
    points_parts,
    reminder_parts,
    sky_parts,
)
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.card_names import card_path
from visegrad_editor.desk.ground import ground_of
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.log_view import BOTH, View, log_text, order_events, shown_events
from visegrad_editor.engine.dice import Dice

SCOUT = "control-unit unit=Scout at=M4 side=russian size=squad hidden=yes"


def _log(name: str, *orders: str) -> CardLog:
    card, path = load_card(name).card, card_path(name)
    assert card is not None
    assert path is not None
    log = CardLog(card, Dice(5), ground_of(card, path.parent))
    for order in orders:
        log.apply(order)
    return log


def _words(parts: tuple[BookPart, ...]) -> str:
    return "\n".join(line for part in parts for line in (
        part.title, *(f"{f.name} | {f.text} | {f.rule}" for f in part.facts), *(
            () if part.facts else (part.empty,))))


@pytest.mark.parametrize(("view", "sees"), [
    (None, True), ("russian", True), ("german", False), (BOTH, False)])
def test_secrets_are_seen_by_their_side_and_the_referee(view: View, sees: bool) -> None:
    log = _log("lantern-hill", "next", SCOUT, 'note text="Quiet"')
    card, books = log.card, log.books
    assert ("Scout" in log_text(log, view)) is sees
    assert ("Scout" in _words(control_parts(card, books, view))) is sees
    assert ("controls 1 of 3" in _words(needed_parts(card, books, view))) is sees
    assert ("Russian, secret: building Chapel" in _words(control_parts(card, books, view))) is sees
    assert bool(order_events(log, 1, view)) is sees
    assert [s.order for s in shown_events(log, view)] == ([0, 1, 1, 1, 2] if sees else [0, 2])
    assert "Note: Quiet" in log_text(log, view)


def test_each_moment_has_one_heading() -> None:
    log = _log("lantern-hill", 'note text="Set"', "next", "next", 'note text="One"', 'note text="Two"')
    assert [(s.heading, s.event.type) for s in shown_events(log, None)] == [
        ("The set-up", "note"), ("Turn 1, Rally Phase of the Russian side", "next"),
        ("Turn 1, Prep Fire Phase of the Russian side", "next"), ("", "note"), ("", "note")]


def test_the_log_as_text_has_dice_modifiers_and_what_was_asked() -> None:
    log = _log("lantern-hill", "next", "next", "next", "stray unit=A3 class=lax dice=6-4")
    assert log_text(log, None).splitlines()[-7:] == [
        "Turn 1, Prep Fire Phase of the Russian side", "-" * 43, "",
        "Turn 1, Movement Phase of the Russian side", "-" * 42,
        "A3 goes astray. (E1.53)", "  Dice 6-4",
        "  Given: Movement: lax (kind of movement of the unit, its owner; E1.6)"][-7:]


def test_the_sky_says_wind_fog_and_lights_with_their_ends() -> None:
    log = _log("wet-harvest", "next")
    words = _words(sky_parts(log.card, log.books, None))
    assert "Weather | Gusty and Mist | E3" in words
    assert "Wind | Mild breeze towards the south-east | B25.65" in words
    assert "Night" not in words
    sky = replace(log.books.sky, wind="none", gust=True, fog_level=1, fog_density=3, wet_climb=True)
    words = _words(sky_parts(log.card, replace(log.books, sky=sky), None))
    assert "Wind | No wind; a gust blows | B25.65" in words
    assert "Fog | Level 1 and below, +3 for each hex | E3.31" in words
    assert "each change of level costs 1 more" in words
    night = _log("lantern-hill", "next", "next", "gunflash cause=prep-fire at=A4 until=rout")
    words = _words(sky_parts(night.card, night.books, None))
    assert "Range of sight | 3 hexes | E1.1" in words
    assert "A4 | Prep fire. It goes at the end of the Rout Phase of turn 1, first half. | E1.8" in words
    assert "Nothing burns." in words


def test_trip_flares_are_shown_to_the_referee_alone() -> None:
    log = _log("lantern-hill")
    books = replace(log.books, night=log.books.night.with_flares("M4", 2))
    seen = {view: "2 left" in _words(sky_parts(log.card, books, view)) for view in (None, BOTH, "german")}
    assert seen == {None: True, BOTH: False, "german": False}


def test_points_have_every_entry_and_needs_say_whether_they_hold() -> None:
    log = _log("lantern-hill", "next", "points-lost unit=A9 of=german size=squad",
               "points-captured unit=B1 of=german size=leader modifier=-1", "points-freed unit=B1")
    words = _words(points_parts(log.card, log.books))
    assert "Russian: 2 for losses, 0 for exits" in words
    assert "Turn 1, A9: 2 | A9 (a squad) of the German side is eliminated" in words
    assert "No longer counts since turn 1: It is no longer captured." in words
    assert "German: 0 for losses, 0 for exits\nNo entries." in words
    needed = _words(needed_parts(log.card, log.books, None))
    assert "Does not hold now | The Russian side controls 0 of 3" in needed
    assert "By preventing | The German side needs that the Russian side does not win. | A26.3" in needed


def test_reminders_are_those_of_the_phase_and_arrivals_those_of_the_turn() -> None:
    log = _log("wet-harvest")
    before = {part.title: _words((part,)) for part in reminder_parts(log.card, log.books)}
    assert "Nobody arrives." in before["Arrivals of this turn"]
    assert "Push of the British side" in before["Still to come"]
    log.apply("next")
    now = {part.title: _words((part,)) for part in reminder_parts(log.card, log.books)}
    assert "Push of the British side" in now["Arrivals of this turn"]
    assert "Push" not in now["Still to come"]
    assert "arrives on turn 3 as a convoy" in now["Still to come"]
    night = _log("lantern-hill", *["next"] * 6)
    parts = {part.title: _words((part,)) for part in reminder_parts(night.card, night.books)}
    assert "E1.54" in parts["In the Rout Phase"]


def test_real_dice_that_were_not_rolled_yet_are_asked_for() -> None:
    log = _log("lantern-hill", "next", "next", "next")
    assert log.why_not('stray unit=A3 class=lax dice=""') is not None
    assert log.why_not('note text=a dice=""') is None
