"""Secret sheets of a side and blanks for the table: what is on them, and nothing of the other side."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from dark_ford import CARD, write_dark_ford
from items import some
from printed_text import page_texts, printed_text
from rich_card import rich_card

from visegrad_editor.cli.main import main
from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import card_of, load_card
from visegrad_editor.desk.secret_file import load_secret_of
from visegrad_editor.exchange.card_export import card_sheets_bytes, export_card
from visegrad_editor.exchange.errors import ExportError
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.printing.books_sheet import books_sheet_bytes
from visegrad_editor.printing.paper import Paper, frame
from visegrad_editor.printing.secret_sheet import secret_pages, secret_sheet_bytes
from visegrad_editor.printing.write_in import FoldMarks

SAMPLES = ("lantern-hill", "wet-harvest", "silk-and-chalk")
PUBLIC = ("card", "procedures", "books", "all")


@cache
def sample(name: str) -> Card:
    if name == "dark-ford":
        found = card_of(read_yaml(CARD), "dark-ford.yaml")[0]
    else:
        found = rich_card() if name == "rich" else load_card(name).card
    assert found is not None
    return found


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The text of the filled sheets of each side."""
    folder = tmp_path_factory.mktemp("dark")
    write_dark_ford(folder)
    found = {}
    for side in ("german", "russian"):
        loaded = load_secret_of(sample("dark-ford"), side, folder)
        assert loaded is not None
        found[side] = printed_text(secret_sheet_bytes(sample("dark-ford"), side, records=loaded.records))
    return found


@pytest.mark.parametrize(("side", "pieces"), [
    ("german", ("For the eyes of the German side only", "up to 2 squad-equivalents", "901M4 German 4-6-7",
                "901E5 German 4-6-7, German 8-1", "Trip flares", "1 901L3", "2 901K3", "Convoy: Wheels",
                "Enters at 901GG5.", "2 German halftrack")),
    ("russian", ("For the eyes of the Russian side only", "c1 gone", "c2 gone", "nobody", "c5 gone",
                 "Wing 1 of Silk: drop point 901M3, row to the north-east",
                 "Wing 2 of Silk: drop point 902C4, row to the south-east", "Russian para 3-3-7",
                 "Numbers are the drop points of the wings.", "Glider 1 Sail", "Russian 2-2-8",
                 "b1 Assault boat", "901L5 and 901N4", "901G5", "FFE:1 and FFE:2", "start of turn 3",
                 "C is the centre"))])
def test_records_are_filled_in(filled: dict[str, str], side: str, pieces: tuple[str, ...]) -> None:
    letters = re.sub(r"\s", "", filled[side])
    missing = [p for p in some(pieces) if re.sub(r"\s", "", p) not in letters]
    assert missing == []


def test_each_side_has_its_own_alone(filled: dict[str, str]) -> None:
    assert not any(word in filled["german"] for word in ("Cloaks", "Drops", "Barrage", "Boat", "Russian"))
    assert not any(word in filled["russian"] for word in ("Hidden", "Trip", "Convoy", "German", "901E5"))


@pytest.mark.parametrize(("name", "side", "there", "missing"), [
    ("lantern-hill", "german", ("Hidden units",), ("Cloaks", "Drops", "Boat", "Glider", "Convoy")),
    ("lantern-hill", "russian", ("Cloaks", "c9"), ("Hidden", "c10", "Drops", "Barrage")),
    ("silk-and-chalk", "german", ("Stick 5", "Glider 2", "Mark the drop point"), ("Stick 6", "Hidden")),
    ("silk-and-chalk", "british", ("The card gives this side nothing",), ("Drops", "Hidden")),
    ("wet-harvest", "german", ("Convoy: Column", "German halftrack"), ("Cloaks", "Barrage")),
    ("rich", "german", ("c12", "Glider 3", "b2"), ("Convoy",)),
    ("rich", "american", ("Stick 6", "Convoy: Trucks"), ("Cloaks", "Boat"))])
def test_blank_sheets_have_what_the_card_has(
        name: str, side: str, there: tuple[str, ...], missing: tuple[str, ...]) -> None:
    text = printed_text(secret_sheet_bytes(sample(name), side))
    assert [word for word in some(there) if word not in text] == []
    assert [word for word in some(missing) if word in text] == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_each_secret_page_has_the_side_and_marks_to_fold(paper: Paper) -> None:
    page = frame(paper)
    pages = secret_pages(sample("dark-ford"), "russian", None, page)
    texts = page_texts(secret_sheet_bytes(sample("dark-ford"), "russian", paper=paper))
    assert len(pages) == len(texts) >= 2
    for placed, text in zip(pages, texts, strict=True):
        marks = [one for one in placed if isinstance(one.block, FoldMarks)]
        assert [one.top for one in marks] == [page.height / 2]
        assert "RUSSIAN SIDE ONLY" in text or "Russian side" in text
        bottoms = [one.top + one.block.height(one.width) for one in placed]
        assert max(bottoms) <= page.floor + 0.1


@pytest.mark.parametrize("sheet", PUBLIC)
def test_nothing_secret_is_on_what_both_may_see(sheet: str) -> None:
    text = printed_text(card_sheets_bytes(sample("dark-ford"), sheet, "A4"))
    secrets = ("german.yaml", "under the bridge", "901M4", "901E5", "901L3", "901M3", "902C4", "901G5")
    assert [word for word in secrets if word in text] == []


@pytest.mark.parametrize("name", [*SAMPLES, "rich", "dark-ford"])
@pytest.mark.parametrize("word", ["complete", "all rules checked", "every rule"])
def test_no_sheet_claims_more_than_is_known(name: str, word: str) -> None:
    card = sample(name)
    whole = [books_sheet_bytes(card), *(secret_sheet_bytes(card, side) for side in card.side_by_id)]
    assert [data for data in some(whole) if word in printed_text(data).lower()] == []


def test_blanks_for_control_have_a_box_for_each_turn() -> None:
    text = printed_text(books_sheet_bytes(sample("lantern-hill")))
    assert "G for German, R for Russian" in text
    assert "Houses start 1 2 3 4 5 6 7 Chapel Inn School" in text
    assert "Victory points" not in text
    text = printed_text(books_sheet_bytes(sample("dark-ford")))
    assert "Ford start 1 2 3 4 5 6 7 8 901M5 901N5 Ford 9 10 11 12 13 14 15 16 901M5 901N5" in text
    assert "Victory points" in text
    assert " 59 " in text
    assert " 60 " not in text
    assert "Exit start" not in text


@pytest.mark.parametrize("name", [*SAMPLES, "rich"])
def test_all_sheets_of_a_card_are_those_of_its_parts(name: str) -> None:
    card = sample(name)
    pages = page_texts(card_sheets_bytes(card, "all", "A4"))
    parts = [page_texts(card_sheets_bytes(card, sheet, "A4")) for sheet in ("card", "procedures", "books")]
    assert len(pages) >= sum(map(len, parts)) - 1
    assert "Procedures in the order of the phases" in pages[len(parts[0])]
    assert f"Page {len(pages)} of {len(pages)}" in pages[-1]
    assert sum("Points, control and log" in text for text in pages) == 1
    assert "For the eyes" not in " ".join(pages)


def test_the_same_records_give_the_same_bytes() -> None:
    first, second = (secret_sheet_bytes(sample("dark-ford"), "german") for _ in range(2))
    assert first == second
    assert first != secret_sheet_bytes(sample("dark-ford"), "russian")


def test_export_writes_the_sheets_of_a_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card, out = str(write_dark_ford(tmp_path)), tmp_path / "out.pdf"
    assert main(["export", card, "-o", str(out), "--what", "secret", "--side", "German"]) == 0
    assert "secret records of the German side, filled in from" in capsys.readouterr().out
    assert "901E5" in printed_text(out.read_bytes())
    assert main(["export", "wet-harvest", "-o", str(out), "--what", "secret", "--side", "british",
                 "--force"]) == 0
    assert "blank: the card names no file" in capsys.readouterr().out
    (tmp_path / "german.yaml").write_text("format: 1\nkind: secret\n", "utf-8")
    assert main(["export", card, "-o", str(out), "--what", "secret", "--side", "german", "--force"]) == 2
    assert "The secret records of the German side cannot be read:" in capsys.readouterr().err


@pytest.mark.parametrize(("options", "message"), [
    ({"what": "secret"}, "need a side: add --side"), ({"what": "books", "side": "german"}, "is for both"),
    ({"side": "german"}, "--what secret"), ({"what": "secret", "side": "germn"}, 'no side "germn". Did you'),
    ({"what": "log"}, "exported as card .* or procedures .* or books .* or secret .* or all")])
def test_what_does_not_go_together_is_refused(
        tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ExportError, match=message):
        export_card(sample("lantern-hill"), tmp_path / "out.pdf", **options)
    assert not (tmp_path / "out.pdf").exists()


def test_a_side_is_for_cards_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "first-steps", "-o", str(tmp_path / "x.pdf"), "--side", "german"]) == 2
    assert "--side is for the secret records of cards" in capsys.readouterr().err


def test_a_card_is_exported_in_words_as_the_command_tells_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "card.txt"
    assert main(["card", "lantern-hill"]) == 0
    told = capsys.readouterr().out
    assert "Lantern Hill\n  A made-up village, 9 October 1943.\n" in told
    assert main(["export", "lantern-hill", "-o", str(out)]) == 0
    assert out.read_text("utf-8") == told
    assert main(["export", "lantern-hill", "-o", str(out), "--what", "books", "--force"]) == 2
    assert "are written as .pdf" in capsys.readouterr().err
