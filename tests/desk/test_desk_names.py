"""Names of hexes are read and written, and what is no name is told in a sentence."""

from __future__ import annotations

import pytest

from visegrad_editor.desk.names import HexName, column_index, column_letters, location_words, read_name


def test_letters_of_all_columns_go_there_and_back() -> None:
    letters = [column_letters(n) for n in range(52)]
    assert letters[:3] + letters[24:28] + letters[-1:] == ["A", "B", "C", "Y", "Z", "AA", "BB", "ZZ"]
    assert [column_index(each) for each in letters] == list(range(52))


@pytest.mark.parametrize(("text", "name"), [
    ("U3", HexName(20, 3)),
    ("GG10", HexName(32, 10)),
    ("B0", HexName(1, 0)),
    ("22U3", HexName(20, 3, "22")),
    ("x:U3", HexName(20, 3, "x")),
    ("5a:U3", HexName(20, 3, "5a")),
    ("901E5", HexName(4, 5, "901")),
    ("901F3.1", HexName(5, 3, "901", "1")),
    ("F3.-1", HexName(5, 3, "", "-1")),
    ("F3.r", HexName(5, 3, "", "r")),
    ("P12*", HexName(15, 12, off_board=True)),
    ("P-2*", HexName(15, -2, off_board=True)),
    ("902-C5*", HexName(-2, 5, "902", off_board=True)),
])
def test_names_are_read_and_written(text: str, name: HexName) -> None:
    assert read_name(text) == name
    assert str(name) == text


@pytest.mark.parametrize(("text", "part"), [
    ("", "no name of a hex"),
    ("2017", "letters and a number"),
    ("AB3", "after Z come AA, BB"),
    ("u3", "capital letters: U"),
    ("AAA3", "after Z come AA, BB"),
    ("U3.x", ".r, .c, .b"),
    ("U3.", "no name of a hex"),
    ("U3.0", "Levels are .1 to .9"),
    ("P-2", "P-2*"),
    ("-C5", "-C5*"),
    ("-A5*", "left of A comes -B"),
    ("xU3", "columns have capital letters"),
])
def test_what_is_no_name_is_told_in_a_sentence(text: str, part: str) -> None:
    with pytest.raises(ValueError, match=r"no name|no location") as raised:
        read_name(text)
    assert part in str(raised.value)
    assert str(raised.value).endswith(".") or str(raised.value).endswith("*.")


def test_each_location_has_words() -> None:
    assert [location_words(each) for each in "rcbpte"] == [
        "the roof", "the cellar", "the bridge", "the pillbox", "the tunnel or sewer",
        "beneath the entrenchment"]
