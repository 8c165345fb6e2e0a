"""Files of secret records: read, written, checked against the card, and their fingerprints in the log."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from card_logs import game
from dark_ford import CARD, GERMAN, RUSSIAN, write_dark_ford
from items import some

from visegrad_editor.cli.main import main
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.card_names import bundled_cards, bundled_secret_files
from visegrad_editor.desk.card_review import review
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.secret_file import (
    FINGERPRINT,
    changed_secret_text,
    copy_secret_files,
    fingerprint_of_records,
    load_secret,
    load_secret_of,
    save_secret,
    secret_misfit,
    with_fingerprint,
)
from visegrad_editor.desk.secret_records import SecretBarrage, SecretRecords
from visegrad_editor.engine import Dice
from visegrad_editor.engine.orders import IllegalOrderError
from visegrad_editor.model.files.schema import schema
from visegrad_editor.model.problems import Problem


def problems_of(folder: Path, side: str) -> list[Problem]:
    card = load_card(str(folder / "dark-ford.yaml")).card
    assert card is not None
    loaded = load_secret_of(card, side, folder)
    assert loaded is not None
    return list(loaded.problems)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_dark_ford(tmp_path)
    return tmp_path


def test_the_files_fit_their_card(folder: Path) -> None:
    assert problems_of(folder, "german") == []
    assert problems_of(folder, "russian") == []
    loaded = load_secret(folder / "sub" / "russian.yaml").records
    assert loaded is not None
    assert loaded.cloaks[1] == ("c2", ())
    assert loaded.barrage == SecretBarrage("901M5", ("901L5", "901N4"), "901G5", "ffe-1-2", 3)


@pytest.mark.parametrize("name", ["german.yaml", "sub/russian.yaml"])
def test_what_is_written_is_read_back(folder: Path, name: str) -> None:
    records = load_secret(folder / name).records
    assert records is not None
    save_secret(records, folder / "new.yaml")
    again = load_secret(folder / "new.yaml")
    assert again.records == records
    assert again.problems == ()


@pytest.mark.parametrize(("side", "old", "new", "line", "message"), [
    ("german", "901M4", "901M44", 6, "901M44 does not exist"),
    ("german", "901L3", "905L3", 8, "905L3"),
    ("german", "901K3]", "901K3, 901J3]", 8,
     "3 trip flares here, and the card leaves 2 to the German side."),
    ("german", "[901L3, 901K3]", "[901L3]", 8,
     "1 trip flare here, and the card leaves 2 to the German side."),
    ("german", "901M4: [german/4-6-7]", "901M4: [german/4-6-8]", 6,
     'No group of the German side has "german/4-6-8"'),
    ("german", "901M4: [german/4-6-7]", "901M4: [german/4-6-7, german/4-6-7]", 5,
     "3 squad-equivalents are hidden here, and the card allows 2."),
    ("german", "side: german", "side: russian", 3, "The card names this file for the German side"),
    ("german", "word: under the bridge\n", "", 3, "Without `word` somebody could find out"),
    ("german", "trip_flares: [901L3, 901K3]", "barrage: {hex: 901M5}", 8, "gives the German side a barrage"),
    ("german", "hidden:", "hiden:", 5, "Unknown key `hiden`"),
    ("russian", "c2: []", "c2: [], c4: [], c5: [], c6: []", 5, "6 cloaks here, and the card leaves 5"),
    ("russian", "c3: [russian/4-4-7]", "c3: [russian/8-0, russian/8-0]", 5,
     "Russian 8-0 is used more often than the groups of the Russian side have it (2)."),
    ("russian", "902C4", "902C4, 902D4", 6, "3 drop points here, and the card leaves 2"),
    ("russian", "902C4", "902C44", 6, "902C44 does not exist"),
    ("russian", "row: [2, 3]", "row: [2, 7]", 7, "7"),
    ("russian", "row: [2, 3]", "row: [2, 3, 3]", 7, "3 rows here, and the card leaves 2"),
    ("russian", "[], []]", "[], [], []]", 8, "6 sticks here, and the card leaves 5"),
    ("russian", "[[russian/2-2-8]]", "[[russian/2-2-8], []]", 9,
     "2 glider loads here, and the card leaves 1"),
    ("russian", "b2: [", "b9: [", 10, 'The card leaves the load of no boat "b9" to the Russian side.'),
    ("russian", "901N4]", "901L4]", 11, "901L5 and 901L4 do not lie on both sides of 901M5"),
    ("russian", "row_to: 901G5", "row_to: 901ZZ5", 11, "901ZZ5"),
])
def test_what_does_not_fit_is_told_with_its_line(
        folder: Path, side: str, old: str, new: str, line: int, message: str) -> None:
    path = folder / ("german.yaml" if side == "german" else "sub/russian.yaml")
    text = GERMAN if side == "german" else RUSSIAN
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    found = some(problems_of(folder, side))
    assert any(p.line == line and message in p.message for p in found), found
    assert {p.file for p in found} <= {"german.yaml", "sub/russian.yaml"}


def test_validate_tells_them_with_the_card_and_alone(
        folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card, own = folder / "dark-ford.yaml", folder / "german.yaml"
    own.write_text(GERMAN.replace("901M4", "901M44"), "utf-8")
    assert main(["validate", str(card)]) == 1
    assert f"{own}:6: error: 901M44 does not exist" in capsys.readouterr().out
    assert main(["validate", str(own)]) == 0
    assert "secret records have no error of form (no problems); whether they fit" in capsys.readouterr().out
    own.write_text(GERMAN.replace("side: german", "sides: german"), "utf-8")
    assert main(["validate", str(own), "--json"]) == 2
    report = json.loads(capsys.readouterr().out)["files"][0]
    assert report["kind"] == "secret"
    assert any("`sides`" in p["message"] for p in report["problems"])
    assert main(["validate", str(own), "--since", "HEAD"]) == 2
    assert "--since is not for them" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "message"), [
    ("../german.yaml", "leaves the folder"), ("/etc/passwd", "must be relative"),
    ("sub/../../german.yaml", "leaves the folder"), ("dark-ford.yaml", "holds no secret records")])
def test_no_other_file_is_read(folder: Path, name: str, message: str) -> None:
    (folder.parent / "german.yaml").write_text(GERMAN, "utf-8")
    path = folder / "dark-ford.yaml"
    path.write_text(CARD.replace("german: german.yaml", f"german: {name}"), "utf-8")
    loaded = load_card(str(path))
    assert loaded.card is not None
    found = load_secret_of(loaded.card, "german", folder)
    assert found is not None
    assert found.records is None
    told = [p for p in review(loaded).problems if message in p.message]
    assert [(p.severity, p.line > 0) for p in told] == [("error", True)]
    assert not [p for p in review(loaded).problems if "There is no file" in p.message]


@pytest.mark.parametrize(("made", "message"), [
    ("loop", '"odd.yaml" is a symbolic link that leads to itself.'), ("folder", '"odd.yaml" is not a file.'),
    ("pipe", '"odd.yaml" is not a file.')])
def test_a_name_of_something_else_gives_one_error_with_its_line(
        folder: Path, made: str, message: str) -> None:
    odd = folder / "odd.yaml"
    if made == "folder":
        odd.mkdir()
    elif made == "loop":
        odd.symlink_to(odd)
    else:
        os.mkfifo(odd)
    path = folder / "dark-ford.yaml"
    path.write_text(CARD.replace("german: german.yaml", "german: odd.yaml"), "utf-8")
    loaded = load_card(str(path))
    assert [(p.severity, p.message) for p in review(loaded).problems if "odd.yaml" in p.message] == [
        ("error", f"The secret records of the German side: {message}")]
    assert loaded.reading is not None
    assert [p.line for p in loaded.problems if "odd.yaml" in p.message] == [
        loaded.reading.line(("secret", "german"))]


def test_a_pipe_in_the_folder_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    path = folder / "dark-ford.yaml"
    path.write_text(CARD.replace("german: german.yaml", "german: gemran.yaml"), "utf-8")
    told = [p for p in load_card(str(path)).problems if p.code == "no-file"]
    assert [p.message for p in told] == [(
        f'There is no file "gemran.yaml" below {folder.name}. Did you mean `german.yaml`? It is needed when '
        "the secret records of the German side are used.")]


def test_a_missing_file_is_a_matter_of_the_card(folder: Path) -> None:
    (folder / "german.yaml").unlink()
    loaded = load_card(str(folder / "dark-ford.yaml"))
    assert loaded.card is not None
    assert load_secret_of(loaded.card, "german", folder) is None
    assert [p.code for p in review(loaded).problems].count("no-file") == 1


def _noted(one: SecretRecords) -> SecretRecords:
    return replace(one, notes="Remember the mill.")


@pytest.mark.parametrize(("change", "same"), [
    (lambda one: one, True), (_noted, True),
    (lambda one: replace(one, word="another"), False),
    (lambda one: replace(one, trip_flares=one.trip_flares[::-1]), False),
    (lambda one: replace(one, hidden=one.hidden[:1]), False)])
def test_the_fingerprint_is_of_what_is_recorded_and_of_the_word(
        folder: Path, change: Callable[[SecretRecords], SecretRecords], same: bool) -> None:
    records = load_secret(folder / "german.yaml").records
    assert records is not None
    mark = fingerprint_of_records(records)
    assert re.fullmatch(FINGERPRINT, mark)
    assert (fingerprint_of_records(change(records)) == mark) == same


def test_comments_and_the_order_of_hexes_make_no_difference(folder: Path) -> None:
    path = folder / "german.yaml"
    first = load_secret(path).records
    lines = GERMAN.splitlines()
    lines[5], lines[6] = lines[6], f"{lines[5]}   # near the mill"
    path.write_text("\n".join(lines), "utf-8")
    second = load_secret(path).records
    assert first is not None
    assert second is not None
    assert fingerprint_of_records(first) == fingerprint_of_records(second)


# -- the log -------------------------------------------------------------------------------------------


def log_of(folder: Path) -> CardLog:
    card = load_card(str(folder / "dark-ford.yaml")).card
    assert card is not None
    return CardLog(card, Dice(1))


def test_what_is_shown_is_compared_with_what_was_laid_down(folder: Path) -> None:
    log = log_of(folder)
    for side in ("german", "russian"):
        log.apply(with_fingerprint(f"secret side={side}", log.card, folder))
    assert [getattr(e, "result", "") for e in log.events] == ["laid-down", "laid-down"]
    assert with_fingerprint("next", log.card, folder) == "next"
    path = folder / "german.yaml"
    path.write_text(GERMAN.replace("901L3", "901L4"), "utf-8")
    shown = [log.apply(with_fingerprint(f'secret-shown side={side} fingerprint=""', log.card, folder))[0]
             for side in ("german", "russian")]
    assert [getattr(e, "result", "") for e in shown] == ["changed", "unchanged"]
    assert "unchanged since the set-up" in shown[1].text
    assert "901" not in "".join(e.text for e in log.events)
    again = log.apply(with_fingerprint("secret side=german", log.card, folder))[0]
    assert getattr(again, "result", "") == "replaced"
    assert log.undo().verb == "secret"
    assert len(log.books.secrets.given) == 2


@pytest.mark.parametrize(("order", "message"), [
    ("secret side=german", "The fingerprint is missing, and there is no file"),
    ("secret side=german fingerprint=abc", "is no fingerprint"),
    ("secret side=french fingerprint=abc", "Side is german or russian"),
    ("secret-shown side=german fingerprint=01234567-01234567-01234567-01234567",
     "No fingerprint of the German side is in the log")])
def test_what_the_log_refuses(folder: Path, order: str, message: str) -> None:
    with pytest.raises(IllegalOrderError, match=message):
        log_of(folder).apply(order)


def test_a_card_without_such_files_has_no_such_orders() -> None:
    log = game()
    with pytest.raises(IllegalOrderError, match="not in use on this card"):
        log.apply("secret side=german")
    with pytest.raises(IllegalOrderError, match="names no file of secret records for the German side"):
        with_fingerprint("secret side=german", log.card, Path())


def test_referee_fills_it_in_and_replay_reads_no_file(
        folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(folder / "evening.yaml")
    assert main(["referee", str(folder / "dark-ford.yaml"), "secret side=german", "-o", path]) == 0
    (folder / "german.yaml").unlink()
    assert main(["replay", path]) == 0
    assert "The secret records of the German side have the fingerprint " in capsys.readouterr().out
    assert main(["referee", path, "secret-shown side=german"]) == 1
    assert 'There is no file "german.yaml" below the folder of the card.' in capsys.readouterr().err


def test_the_schema_has_all_keys() -> None:
    keys = set(schema("secret")["properties"])
    assert keys == {"format", "kind", *(f for f in SecretRecords.__dataclass_fields__)}


def test_the_secret_files_of_the_sample_fit_it() -> None:
    sample = next(one for one in bundled_cards() if one.name == "lantern-hill")
    assert [path.name for path in bundled_secret_files(sample)] == [
        "lantern-hill.german.yaml", "lantern-hill.russian.yaml"]
    card = load_card("lantern-hill").card
    assert card is not None
    folder = sample.path.parent
    for side in ("german", "russian"):
        loaded = load_secret_of(card, side, folder)
        assert loaded is not None
        assert (loaded.records is not None, loaded.problems) == (True, ())
        assert loaded.records is not None
        assert loaded.records.cloaks or loaded.records.hidden


def test_list_names_the_secret_files_of_a_sample(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    text = capsys.readouterr().out
    assert "Lantern Hill; secret files: lantern-hill.german.yaml and lantern-hill.russian.yaml" in text
    assert "lantern-hill.german  " not in text


def test_changed_records_keep_the_comments_of_their_file(folder: Path) -> None:
    path = folder / "german.yaml"
    path.write_text(f"# mine\n{path.read_text('utf-8')}# end\n", "utf-8")
    loaded = load_secret(path)
    assert loaded.records is not None
    assert loaded.reading is not None
    changed = replace(loaded.records, word="another word", hidden=(("901E6", ("german/4-6-7",)),))
    text = changed_secret_text(loaded.reading, loaded.records, changed)
    assert text.startswith("# mine\n")
    assert text.endswith("# end\n")
    save_secret(changed, path, text)
    again = load_secret(path)
    assert again.records == changed
    assert (folder / "german.yaml~").is_file()
    assert changed_secret_text(loaded.reading, loaded.records, loaded.records) == loaded.reading.text


@pytest.mark.parametrize(("records", "why"), [
    (SecretRecords("german", hidden=(("M4", ("no kind",)),)), "no kind"),
    (SecretRecords("german", row=(7,)), "at most 6"),
    (SecretRecords("german", word="x" * 500), "letters long")])
def test_records_that_no_file_could_hold_are_told(records: SecretRecords, why: str) -> None:
    told = secret_misfit(records)
    assert told
    assert why in told
    assert secret_misfit(SecretRecords("german", "owl", row=(6,))) == ""


def test_secret_files_go_with_a_card_that_is_saved_elsewhere(folder: Path, tmp_path: Path) -> None:
    card = load_card(str(folder / "dark-ford.yaml")).card
    assert card is not None
    target = tmp_path / "elsewhere"
    target.mkdir()
    assert copy_secret_files(card, folder, folder) == []
    assert copy_secret_files(card, None, target) == []
    copied = copy_secret_files(card, folder, target)
    assert copied == [name for _, name in card.secret]
    for name in copied:
        assert (target / name).read_bytes() == (folder / name).read_bytes()
    assert copy_secret_files(card, folder, target) == []
