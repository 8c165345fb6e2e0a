"""A side sets up hidden: the others do not see its units until the set-up is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from own_files import opened

from visegrad_editor.engine import Game
from visegrad_editor.engine.outlook import evaluate
from visegrad_editor.engine.set_up_filling import random_set_up
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.ruleset import rename_entry
from visegrad_editor.players import make_player
from visegrad_editor.playtest.contract import _secret_game
from visegrad_editor.playtest.play import play_game

FREE = ("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: free-setup\n"
        "change:\n  - {unit: russia/27th Motorized, setup: {countries: [russia]}}\n")
POLE, OTHER, RUSSIAN = "poland/2nd Mechanized", "poland/1st Armored", "russia/27th Motorized"


def own(folder: Path, text: str = "hidden_set_up: [allied]\n") -> Design:
    path = folder / "own.yaml"
    path.write_text(FREE + text, encoding="utf-8")
    return opened(path)[1]


def begun(design: Design) -> Game:
    """A game in which two Poles are set up."""
    game = Game.from_scenario(design, seed=1)
    game.apply(next(o for o in game.legal_orders(POLE) if o.hexes == ("2017",)))
    game.apply(next(o for o in game.legal_orders(OTHER) if o.hexes == ("2118",)))
    return game


def rest(game: Game) -> None:
    """Set up whatever is left, until turn 1."""
    while game.phase == "set-up":
        game.apply(game.legal_orders()[0])


def test_only_its_own_side_sees_what_it_sets_up(tmp_path: Path) -> None:
    game = begun(own(tmp_path))
    assert game.hidden_units("russian") == game.hidden_units("") == {POLE, OTHER}
    assert game.hidden_units("allied") == frozenset()
    assert game.position("allied").units[POLE].hex == "2017"
    for seen_by in ("russian", ""):
        position = game.position(seen_by)
        assert position.units[POLE].hex == ""
        assert position.units[POLE].box == "unplaced"
        assert POLE not in position.at("2017")
        assert game.unit_positions(seen_by) == position.units
    assert game.position().units[POLE].hex == "2017", "nobody asked who looks on"
    fixed = next(u for u in game.position("russian").units.values() if u.hex == "1718")
    assert fixed, "what the scenario prints is no secret"


def test_views_tell_nothing_of_it_until_the_set_up_is_over(tmp_path: Path) -> None:
    game = begun(own(tmp_path))
    text = json.dumps(game.view("russian"))
    assert "2017" not in text
    assert "2nd Mechanized" not in text
    assert [order[4] for order in game.view("russian")["orders"]] == ["secret", "secret"]
    assert [e.text for e in game.seen_events("russian")][-1] == (
        "A unit is set up; it is hidden until the set-up is over.")
    assert "2nd Mechanized" in json.dumps(game.view("allied"))
    assert len(game.seen_events("russian")) == game.event_count
    assert Game.from_json(game.design, game.to_json()).position() == game.position(), "saved games keep all"
    rest(game)
    assert game.view("russian")["events"] == game.view("allied")["events"]
    assert game.view("russian")["orders"][0][4] == "place"
    assert game.position("russian") == game.position()
    assert game.hidden_units("russian") == frozenset()


def test_other_placings_look_the_same(tmp_path: Path) -> None:
    """The contract of secrets: with another order in place of the hidden one, the view is the same."""
    design = own(tmp_path, "hidden_set_up: [allied, russian]\n")
    faults = list(_secret_game(design, 1))
    assert len(faults) > 20, "hidden orders were tried"
    assert not any(faults)


def test_automatic_players_do_not_see_it(tmp_path: Path) -> None:
    hidden, open_ = own(tmp_path), begun(own(tmp_path, ""))
    game = begun(hidden)
    before = evaluate(game, "russian"), evaluate(open_, "russian")
    assert before[0] != before[1]
    while game.side == "allied":
        game.apply(game.legal_orders()[0])
    assert game.phase == "set-up"
    chosen = make_player("planner", 1).choose(game)
    # With the allied units elsewhere the planner decides the same.
    other = Game.from_scenario(hidden, seed=1)
    while other.side == "allied":
        other.apply(other.legal_orders()[-1])
    assert other.unit_positions() != game.unit_positions()
    assert make_player("planner", 1).choose(other) == chosen
    record = play_game(hidden, 3, ("random", "random"))
    assert record.outcome is not None


def test_without_the_key_everything_is_seen(tmp_path: Path) -> None:
    game = begun(own(tmp_path, ""))
    assert game.view("russian")["orders"] == game.view("allied")["orders"]
    assert game.position("russian") == game.position()
    assert game.seen_events("") == game.events


@pytest.mark.parametrize(("text", "code", "words"), [
    ("hidden_set_up: [alied]\n", "unknown-side", "alied"),
    ("hidden_set_up: [allied]\nset_up_groups:\n  - {id: russian-army, where: {countries: [poland]}}\n",
     "hidden-set-up", "learns where its units stand"),
])
def test_what_does_not_fit_is_told(tmp_path: Path, text: str, code: str, words: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: free-setup\n" + text,
                    encoding="utf-8")
    problems = [p for p in check_documents(opened(path)[1]) if p.code == code]
    assert [p for p in problems if words in p.message], problems


def test_a_side_without_a_choice_has_nothing_to_hide(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("format: 2\nkind: scenario\nname: own\ntitle: Own\nextends: hollen\n"
                    "hidden_set_up: [blue, red]\n", encoding="utf-8")
    design = opened(path)[1]
    notes = [p.message for p in check_documents(design) if p.code == "hidden-set-up"]
    assert len(notes) == 2, "both sides stand in fixed hexes"
    assert "none of its units has a choice" in notes[0]
    assert design.scenario is not None
    index = [s.id for s in design.ruleset.sides].index("blue")
    renamed = rename_entry(design, "sides", index, "azure").scenario
    assert renamed is not None
    assert renamed.hidden_set_up == ("azure", "red")


def test_units_that_stand_somewhere_keep_their_choice_and_secrecy_is_never_dropped_as_harmless(
    tmp_path: Path,
) -> None:
    design = opened(_file(tmp_path, "extends: free-setup\nhidden_set_up: [allied]\n"))[1]
    placed = with_scenario(design, random_set_up(design, 1).scenario)
    assert placed.scenario is not None
    assert all(u.position for u in placed.scenario.units if u.setup is not None and u.setup.has_choice)
    assert not [p for p in check_documents(placed) if p.code == "hidden-set-up"]

    fixed = opened(_file(tmp_path, "extends: hollen\nhidden_set_up: [blue]\n"))[1]
    [note] = [p for p in check_documents(fixed) if p.code == "hidden-set-up"]
    assert note.fixes
    assert not any(fix.harmless for fix in note.fixes)


def _file(folder: Path, text: str) -> Path:
    path = folder / "own.yaml"
    path.write_text(f"format: 2\nkind: scenario\nname: own\ntitle: Own\n{text}", encoding="utf-8")
    return path
