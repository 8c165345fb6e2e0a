"""Logs of cards as game files: written, read, replayed, refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import load_card, save_card
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.log_file import (
    LogError,
    fingerprint_of,
    load_log_card,
    other_card,
    record_of_log,
    replay_log,
    save_log,
)
from visegrad_editor.engine import Dice
from visegrad_editor.engine.record import RecordError, parse_record, read_any_record, read_record, record_text
from visegrad_editor.model.files.atomic import SaveError

ORDERS = ("note text=Begin", "next", 'note text="Two houses burn"', "next")


def quiet() -> Card:
    card = load_card("wet-harvest").card
    assert card is not None
    return replace(card, ssr=())


def played(card: Card) -> CardLog:
    log = CardLog(card, Dice(5))
    for order in ORDERS:
        log.apply(order)
    return log


def test_a_log_is_written_under_headings_and_replayed_to_the_same_events(tmp_path: Path) -> None:
    card = quiet()
    save_card(card, tmp_path / "card.yaml")
    log = played(card)
    save_log(log, tmp_path / "card.yaml", tmp_path / "evening.yaml")
    text = (tmp_path / "evening.yaml").read_text(encoding="utf-8")
    assert 'card: "./card.yaml"' in text
    assert "scenario:" not in text
    assert "  # The set-up\n  note text=Begin\n" in text
    assert "  # Turn 1, Rally Phase of the British side\n" in text
    record = read_any_record(tmp_path / "evening.yaml")
    assert [o.text for o in record.orders] == list(ORDERS)
    again = replay_log(load_log_card(record)[0], record)
    assert (again.events, again.books) == (log.events, log.books)
    assert replay_log(card, record, 1).turn == 0
    assert other_card(card, record) is None
    changed = replace(card, turns=replace(card.turns, full=9))
    warning = other_card(changed, record)
    assert warning is not None
    assert "was changed since" in warning.message


def test_notes_do_not_change_the_mark_of_a_card_and_rules_do() -> None:
    card = quiet()
    assert fingerprint_of(replace(card, notes="Try it.")) == fingerprint_of(card)
    assert fingerprint_of(replace(card, ties="draw")) != fingerprint_of(card)


def test_typed_dice_and_given_dice_are_kept() -> None:
    log = CardLog(quiet(), Dice(given=[3, 4]))
    log.apply("next")
    record = record_of_log(log, "wet-harvest")
    again = parse_record(record_text(record))
    assert (again.dice, again.is_of_card, again.scenario) == ((3, 4), True, "wet-harvest")


def test_an_order_that_cannot_be_carried_out_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("format: 1\nkind: game\ncard: wet-harvest\nseed: 1\norders: |\n  next\n  dance\n")
    record = read_any_record(path)
    with pytest.raises(LogError) as error:
        replay_log(quiet(), record)
    (problem,) = error.value.problems
    assert (problem.line, problem.code) == (7, "illegal-order")
    assert "Order 2, `dance`: There is no order `dance`" in problem.message
    assert len(error.value.log.orders) == 1


@pytest.mark.parametrize(("head", "says"), [
    ("seed: 1", "and this one has neither"),
    ("scenario: historical\ncard: wet-harvest", "and this one has both"),
])
def test_a_game_is_of_a_scenario_or_of_a_card(head: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        parse_record(f"format: 1\nkind: game\n{head}\norders: ''\n", "game.yaml")


def test_what_plays_scenarios_refuses_the_game_of_a_card(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("format: 1\nkind: game\ncard: wet-harvest\norders: ''\n")
    with pytest.raises(RecordError, match="is the log of the card wet-harvest"):
        read_record(path)


@pytest.mark.parametrize(("card", "says"), [
    ("no-such-card", 'no bundled card "no-such-card". Bundled: lantern-hill'),
    ("historical", "no bundled card"), ("./no.yaml", "There is no file")])
def test_a_card_that_cannot_be_used_is_told(card: str, says: str) -> None:
    record = parse_record(f"format: 1\nkind: game\ncard: {card}\norders: ''\n", "game.yaml")
    with pytest.raises(RecordError, match=re.escape(says)) as refused:
        load_log_card(record)
    assert refused.value.problems[0].line == 3


@pytest.mark.parametrize("kind", ["card", "scenario"])
@pytest.mark.parametrize("foreign", ["root:x:0:0\n", "kind: letter\nroot: x\n", "\0root:x", "[root:x"])
def test_nothing_is_told_of_a_foreign_file_that_a_game_names(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, foreign: str) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "private").write_text(foreign, "utf-8")
    path = tmp_path / "games" / "game.yaml"
    path.write_text(f"format: 1\nkind: game\n{kind}: ../private\norders: ''\n", "utf-8")
    assert main(["replay", str(path)]) == 2
    said = capsys.readouterr()
    assert f"{path}:3: error: The {kind} ../private of this game cannot be used. The file " in said.err
    assert f'"../private" is no {kind}, or cannot be read' in said.err
    assert "root" not in said.out + said.err.replace(str(path), "")


@pytest.mark.parametrize(("kind", "name"), [("card", "wet-harvest"), ("scenario", "first-steps")])
def test_a_name_in_a_game_never_means_a_file_in_the_present_folder(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str) -> None:
    (tmp_path / "game.yaml").write_text(f"format: 1\nkind: game\n{kind}: {name}\norders: ''\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("kind: game\n", "utf-8")
    assert main(["replay", "game.yaml"]) == 0


def test_a_roll_that_no_die_shows_is_told() -> None:
    record = parse_record("format: 1\nkind: game\ncard: wet-harvest\ndice: 3 7\norders: ''\n", "game.yaml")
    with pytest.raises(RecordError, match="7 is not a roll of a six-sided die"):
        replay_log(quiet(), record)


def test_a_log_never_overwrites_its_card(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    save_card(quiet(), path)
    before = path.read_bytes()
    with pytest.raises(SaveError):
        save_log(played(quiet()), path, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("words", "name"), [
    (["referee"], "wet-harvest"), (["card"], "wet-harvest"), (["stats"], "first-steps"),
    (["validate"], "first-steps"), (["validate"], "wet-harvest")])
def test_a_folder_does_not_hide_what_is_bundled(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], name: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).mkdir()
    assert main([*words, name]) == 0
    Path("mine").mkdir()
    assert main([*words, "mine"]) == 2


def test_a_game_of_a_bundled_card_names_it_though_a_folder_has_its_name(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command, name in (("referee", "wet-harvest"), ("run", "first-steps")):
        Path(name).mkdir()
        assert main([command, name, "-o", f"{command}.yaml"]) == 0
        assert read_any_record(f"{command}.yaml").scenario == name
        assert main(["replay", f"{command}.yaml"]) == 0
