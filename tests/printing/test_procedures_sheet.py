"""The procedures of a card on paper: what it turns on and nothing else, each table once with every cell."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from items import some
from printed_text import page_texts, printed_text

from visegrad_editor.desk.card import Card, Date, Force
from visegrad_editor.desk.card_file import load_card
from visegrad_editor.desk.procedures.catalogue import procedures, procedures_of, reminders, reminders_of
from visegrad_editor.desk.procedures.procedure import Procedure
from visegrad_editor.desk.tables import tables
from visegrad_editor.exchange.card_export import export_card
from visegrad_editor.exchange.errors import ExportError
from visegrad_editor.printing.fonts import clean
from visegrad_editor.printing.procedures_sheet import (
    cell_words,
    in_readings,
    printed_parts,
    procedures_sheet,
    procedures_sheet_bytes,
)

SAMPLES = ("lantern-hill", "wet-harvest", "silk-and-chalk")


@cache
def sample(name: str) -> Card:
    found = load_card(name).card
    assert found is not None
    return found


@cache
def letters_of(name: str) -> str:
    """The text of the sheet without spaces, for lines may be broken anywhere between words."""
    return squeezed(printed_text(procedures_sheet_bytes(sample(name))))


def squeezed(text: str) -> str:
    return "".join(clean(text).split())


@pytest.mark.parametrize("name", SAMPLES)
def test_what_the_card_turns_on_is_printed_with_its_steps(name: str) -> None:
    text = letters_of(name)
    card = sample(name)
    printed = [one for one in procedures_of(card) if (one.steps or one.tables) and one.is_of_use(
        card.turned_on, card)]
    for one in some(printed):
        assert squeezed(one.title) in text, one.id
        for step in one.steps:
            # A step may go on in the next column.
            assert squeezed(step)[:20] in text, step
    for reminder in reminders_of(card):
        if not reminder.is_of_use(card.turned_on, card):
            continue
        assert squeezed(reminder.text)[:20] in text, reminder.id


@pytest.mark.parametrize("name", SAMPLES)
def test_what_the_card_does_not_turn_on_is_not_printed(name: str) -> None:
    parts = printed_parts(sample(name))
    printed = [one.id for _, entries in parts for one in entries]
    on = {one.id for one in (*procedures_of(sample(name)), *reminders_of(sample(name)))}
    assert len(printed) == len(set(printed))
    assert set(printed) <= on
    assert on < {*procedures(), *(one.id for one in reminders())}
    off = [t for t in tables() if t not in {
        t for one in procedures_of(sample(name)) for t in one.tables}]
    for id in some(off):
        assert squeezed(tables()[id].title + tables()[id].rule) not in letters_of(name), id


@pytest.mark.parametrize("name", SAMPLES)
def test_each_cell_of_each_table_is_printed(name: str) -> None:
    used = [id for _, entries in printed_parts(sample(name)) for one in entries
            if isinstance(one, Procedure) for id in one.tables]
    text = letters_of(name)
    for id in some(dict.fromkeys(used)):
        assert text.count(squeezed(tables()[id].title)) >= 1, id
        cells = [squeezed(cell_words(cell)) for row in in_readings(
            tables()[id], sample(name)).rows for cell in row]
        missing = [cell for cell in some(cells) if cell not in text]
        assert missing == [], id


@pytest.mark.parametrize("name", SAMPLES)
def test_the_parts_come_in_the_order_of_the_phases(name: str) -> None:
    titles = [title for title, _ in printed_parts(sample(name))]
    order = ["Before the first turn", "Rally Phase", "Prep Fire Phase", "Movement Phase",
             "Defensive Fire Phase", "Advancing Fire Phase", "Rout Phase", "Advance Phase",
             "Close Combat Phase", "At the end", "At any time"]
    assert titles == [t for t in order if t in titles]
    assert len(titles) >= 3


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("word", ["complete", "all rules checked", "every rule"])
def test_nothing_claims_more_than_is_known(name: str, word: str) -> None:
    assert word not in printed_text(procedures_sheet_bytes(sample(name))).lower()


def test_letter_paper_has_the_same_text() -> None:
    first, second = (procedures_sheet_bytes(sample("wet-harvest"), paper=p) for p in ("A4", "Letter"))  # type: ignore[arg-type]
    assert "Wet Harvest" in page_texts(first)[0]
    assert squeezed(printed_text(second)).count("Sighting") == squeezed(printed_text(first)).count("Sighting")


def test_it_is_written_by_export_and_other_sheets_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    export_card(sample("wet-harvest"), path, what="procedures")
    other = tmp_path / "other.pdf"
    procedures_sheet(sample("wet-harvest"), other)
    assert path.read_bytes() == other.read_bytes()
    with pytest.raises(ExportError, match=r"exported as card .* or procedures"):
        export_card(sample("wet-harvest"), path, what="charts")


def test_what_date_and_counters_make_of_no_use_is_not_printed() -> None:
    card = sample("lantern-hill")
    late = {one.id for _, entries in printed_parts(card) for one in entries}
    early = {one.id for _, entries in printed_parts(replace(card, date=Date(1942, 9))) for one in entries}
    assert early - late == {
        "commissar", "commissar-rally", "commissar-morale", "commissar-rank", "commissar-berserk"}
    group = card.groups[1]
    with_nkvd = replace(card, groups=(card.groups[0], replace(
        group, forces=(*group.forces, Force(1, "russian:nkvd/6-2-8")))))
    told = {one.id for _, entries in printed_parts(with_nkvd) for one in entries}
    assert told - late >= {"nkvd-leader", "commissar-rally"}


def test_tables_of_the_night_are_printed_by_night_only() -> None:
    for name, there in (("lantern-hill", True), ("silk-and-chalk", False)):
        assert ("Howmuchtherangeofsightchanges" in letters_of(name)) is there


def test_a_table_has_the_rows_of_the_reading_that_holds() -> None:
    card, whole = sample("lantern-hill"), tables()["nvr-modifier"]
    usual, other = in_readings(whole, card), in_readings(whole, replace(card, readings=(("R01", "printed"),)))
    assert "reading" not in [column.id for column in usual.columns]
    assert len(usual.rows) == len(other.rows) < len(whole.rows)
    assert usual.rows != other.rows
    assert {len(row) for row in usual.rows} == {len(usual.columns)}
    assert in_readings(tables()["season"], card) is tables()["season"]
