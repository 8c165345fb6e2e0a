"""Reading YAML as plain data, and refusing broken or hostile files quickly and in sentences."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from effort import effort

from visegrad_editor.model.files.bytes import MAX_BYTES, ReadError, read_text
from visegrad_editor.model.files.plain_data import as_text
from visegrad_editor.model.files.yaml_reader import read_file, read_yaml


def refusal(text: str) -> ReadError:
    start = time.process_time()
    with pytest.raises(ReadError) as caught:
        read_yaml(text)
    assert time.process_time() - start < 5
    message = caught.value.message
    assert message.endswith((".", ")"))
    assert "Error" not in message
    assert "object at" not in message
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2017", 2017),
        ("0703", "0703"),
        ("0", 0),
        ("-3", -3),
        ("+3", "+3"),
        ("1_000", "1_000"),
        ("0x10", "0x10"),
        ("1e3", "1e3"),
        ("0.5", 0.5),
        (".5", 0.5),
        ("2.", 2.0),
        ("12:30", "12:30"),
        ("2001-01-01", "2001-01-01"),
        ("yes", "yes"),
        ("off", "off"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("2017/2018", "2017/2018"),
        ('"2017"', "2017"),
        ("'x: y'", "x: y"),
        (".inf", ".inf"),
        ("9" * 30, "9" * 30),
        ("1.0e999", "1.0e999"),
    ],
)
def test_scalars(text: str, value: object) -> None:
    found = read_yaml(f"a: {text}").data["a"]
    assert found == value
    assert type(found) is type(value) or isinstance(found, float)


def test_a_rule_number_keeps_its_zero() -> None:
    assert as_text(read_yaml("rule: 10.10").data["rule"]) == "10.10"


def test_lines_of_keys_and_entries() -> None:
    reading = read_yaml("a: 1\nlist:\n  # comment\n  - x: 1\n    y:\n      2\n  - {z: 3}\n")
    assert reading.data == {"a": 1, "list": [{"x": 1, "y": 2}, {"z": 3}]}
    assert reading.line(("a",)) == 1
    assert reading.line(("list", 0)) == 4
    assert reading.line(("list", 0, "y")) == 5
    assert reading.line(("list", 1, "z")) == 7
    assert reading.line(("list", 9, "nothing")) == 2


def test_line_of_a_word_in_a_long_value() -> None:
    reading = read_yaml("sides: >-\n  2017/2018\n  2018/2019\nx: 1\n")
    assert reading.line_of_word(("sides",), "2018/2019") == 3


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: x\r\n")
    assert read_file(path).data == {"a": 1, "b": "x"}


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "empty", 0),
        ("  \n\n", "empty", 0),
        ("# only a comment\n", "empty", 0),
        ("a: &x 1\nb: *x\n", "alias", 1),
        ("a: 1\nb: *x\n", "alias", 2),
        ("&a k: 1\n", "alias", 1),
        ("a: !!python/object/apply:os.system [ls]\n", "tag", 1),
        ("%TAG ! tag:example.org,2000:\n---\na: 1\n", "tag", 1),
        ("!!map {a: 1}", "tag", 1),
        ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3),
        ("a: 1\n---\nb: 2\n", "several-documents", 2),
        ("? [a, b]\n: c\n", "bad-key", 1),
        ("a:\n\tb: 1\n", "broken-yaml", 2),
        ("a: b: c\n", "broken-yaml", 1),
        ('a: "open\nb: 1\n', "broken-yaml", 3),
        ("a: [1, 2\nb: 3\n", "broken-yaml", 2),
        ("a:\n  - 1\n - 2\n", "broken-yaml", 2),
        ("a: @b\n", "broken-yaml", 1),
        ("a\x00b", "binary", 1),
        ("a: 1\nb: \x07\n", "binary", 2),
        ("a: \ud800\n", "binary", 1),
    ],
)
def test_refused(text: str, code: str, line: int) -> None:
    error = refusal(text)
    assert (error.code, error.line) == (code, line) or (code == "broken-yaml" and abs(error.line - line) <= 1)
    assert error.code == code


def test_a_duplicate_key_names_both_lines() -> None:
    assert "line 1 and in line 3" in refusal("a: 1\nb: 2\na: 3\n").message


def test_an_alias_bomb_is_refused_at_its_first_sign() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)
    )
    assert refusal(bomb).code == "alias"


BIG = MAX_BYTES - 100


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * BIG, "too-deep"),
        ("{a: " * (BIG // 4), "too-deep"),
        ("- " * (BIG // 2), "too-deep"),
        ("\n".join(" " * i + "a:" for i in range(200)), "too-deep"),
        ("? " * (BIG // 2), "bad-key"),
        ("- b\n" * (BIG // 4), "too-big"),
        ("[" + "a," * (BIG // 2) + "]", "too-big"),
        ("'" + "x\n" * (BIG // 2), "broken-yaml"),
        ("# x\n" * (BIG // 4), "empty"),
        (("x" * 1000 + ": y\n") * (BIG // 1004), "duplicate-key"),
        ("*a " * (BIG // 3), "alias"),
    ],
    ids=range(11),
)
def test_sixteen_megabytes_of_nonsense_are_refused_quickly(text: str, code: str) -> None:
    assert refusal(text).code == code


def test_very_many_directives_are_refused_before_the_parser_compares_them() -> None:
    many = "".join(f"%TAG !a{i}! tag:x,2000:\n" for i in range(1001))
    found = refusal(f"# x\n{many}---\na: 1\n")
    assert (found.code, found.line) == ("tag", 2)
    assert "More than 1,000 lines begin with %" in found.message
    few = refusal("%TAG !a! tag:x,2000:\n---\na: 1\n")
    assert "`%TAG`" in few.message


def test_messages_about_nonsense_stay_short() -> None:
    assert len(refusal(("x" * 5000 + ": y\n") * 3).message) < 400
    assert len(refusal("a: &" + "x" * 9000 + " 1").message) < 400


class TestFiles:
    def test_forty_megabytes_are_refused_by_size(self, tmp_path: Path) -> None:
        path = tmp_path / "big.yaml"
        with path.open("wb") as stream:
            stream.truncate(40 * 1024 * 1024)

        def read() -> None:
            with pytest.raises(ReadError, match="40 MB; at most 16 MB"):
                read_text(path)

        assert effort(read) < 20

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (bytes(range(256)) * 40, "binary"),
            (b"\x89PNG\r\n\x1a\n\x00\x00", "binary"),
            (b"name: Krak\xf3w\n", "not-utf8"),
            ("a: 1\n".encode("utf-16"), "not-utf8"),
            (b"\x00" * 1000, "binary"),
            (b"", "empty"),
        ],
    )
    def test_no_text(self, tmp_path: Path, data: bytes, code: str) -> None:
        path = tmp_path / "x.yaml"
        path.write_bytes(data)
        with pytest.raises(ReadError) as caught:
            read_file(path)
        assert caught.value.code == code

    def test_a_wrong_byte_is_named_with_its_line(self, tmp_path: Path) -> None:
        path = tmp_path / "x.yaml"
        path.write_bytes(b"a: 1\nname: Krak\xf3w\n")
        with pytest.raises(ReadError, match="line 2 holds the byte F3"):
            read_file(path)

    def test_missing(self, tmp_path: Path) -> None:
        with pytest.raises(ReadError, match="no such file"):
            read_file(tmp_path / "none.yaml")

    def test_folder(self, tmp_path: Path) -> None:
        with pytest.raises(ReadError, match="folder"):
            read_file(tmp_path)

    def test_device(self) -> None:
        with pytest.raises(ReadError, match="device"):
            read_file(Path(os.devnull))

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
    def test_pipe_does_not_hang(self, tmp_path: Path) -> None:
        path = tmp_path / "pipe.yaml"
        os.mkfifo(path)
        with pytest.raises(ReadError, match="pipe"):
            read_file(path)

    def test_no_permission(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "x.yaml"
        path.write_text("a: 1")

        def refuse(*_: object, **__: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
        with pytest.raises(ReadError, match="no permission"):
            read_file(path)

    def test_a_name_no_system_can_have(self) -> None:
        with pytest.raises(ReadError):
            read_file(Path("a\x00b"))
        with pytest.raises(ReadError):
            read_file(Path("x" * 5000))
