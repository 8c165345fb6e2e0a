"""Letters missing from Open Sans: taken from system fonts, or drawn as boxes and reported."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas
from small_design import small_design

from visegrad_editor.cli.main import main
from visegrad_editor.drawing.letters import fonts, system_fonts
from visegrad_editor.drawing.letters.fonts import drawn_runs, font_path, noting_lost_letters, runs, text_width
from visegrad_editor.drawing.letters.system_fonts import SystemFont, fonts_in, letters_of
from visegrad_editor.drawing.painters.pixel_painter import PixelPainter
from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.drawing.viewport import Viewport
from visegrad_editor.exchange.export import export
from visegrad_editor.printing.pen import Pen
from visegrad_editor.printing.text import BODY

LENT = SystemFont("Lent-Test", font_path(bold=True), frozenset(map(ord, "第軍א")))


@pytest.fixture
def fallback_font(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system with one font, whatever this computer has."""
    yield from _with_fonts((LENT,), monkeypatch)


@pytest.fixture
def no_system_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system without fonts."""
    yield from _with_fonts((), monkeypatch)


def _with_fonts(available: tuple[SystemFont, ...], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(system_fonts, "installed_fonts", lambda: available)
    caches = (system_fonts.font_with, fonts.runs, fonts.text_width)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def test_letters_come_from_fallback_fonts(fallback_font: None) -> None:
    assert [(r.text, r.font is LENT) for r in runs("1第軍2")] == [("1", False), ("第軍", True), ("2", False)]
    assert text_width("1第2") > text_width("12")


def test_hebrew_reads_from_the_right(fallback_font: None) -> None:
    assert "".join(r.text for r in runs("ab אא א cd")) == "ab א אא cd"


def test_a_letter_in_no_font_is_a_box_and_reported(no_system_fonts: None) -> None:
    with noting_lost_letters() as lost:
        drawn_runs("Łódź")
        assert [r.text for r in drawn_runs("第1軍")] == ["□1□"]
    assert list(lost) == ["第", "軍"]


def test_no_fallback_font_is_used_for_cursive_letters(fallback_font: None) -> None:
    assert system_fonts.font_with("ع") is None


def test_fonts_are_found_by_their_files(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    shutil.copy(font_path(), tmp_path / "deep" / "dejavusans.TTF")
    (tmp_path / "NanumGothic.ttf").write_bytes(b"no font at all")
    (font,) = fonts_in([tmp_path, tmp_path / "missing"])
    assert font.name == "Lent-DejaVuSans"
    assert ord("Ż") in font.letters
    assert letters_of(tmp_path / "NanumGothic.ttf") == frozenset()


def test_fallback_letters_are_embedded_and_measured(fallback_font: None) -> None:
    stream = io.BytesIO()
    canvas = Canvas(stream)
    Pen(canvas, 800).text(50, 50, "1第2", BODY)
    canvas.save()
    page = PdfReader(stream).pages[0]
    names = [str(f.get_object()["/BaseFont"]) for f in page["/Resources"]["/Font"].values()]  # type: ignore[index]
    assert any(n.endswith("OpenSans-Bold") for n in names)
    assert BODY.width("1第2") > BODY.width("12")


def test_pictures_use_fallback_fonts_too(fallback_font: None) -> None:
    with noting_lost_letters() as lost:
        text = Item((Text((0.0, 0.0), "第軍 字", 1.0, "#000000", spacing=0.1),), (-3, -1, 3, 1))
        image = PixelPainter().render([text], Viewport(20.0, -5.0, -2.5, 200, 100))
    assert image.getextrema()[0][0] < 100
    assert list(lost) == ["字"]


def test_export_reports_missing_letters(no_system_fonts: None, tmp_path: Path) -> None:
    design = small_design()
    assert design.scenario is not None
    said: list[str] = []
    export(design, tmp_path / "a.pdf", problems=(), warn=said.append)
    assert said == []
    odd = replace(design, scenario=replace(design.scenario, title="第1軍"))
    export(odd, tmp_path / "b.pdf", problems=(), warn=said.append)
    assert said == ["2 letters (第 軍) cannot be set with the fonts found here and print as □."]
    export(odd, tmp_path / "b.csv", warn=said.append)
    assert len(said) == 1


def test_the_command_warns_beside_its_output(
    no_system_fonts: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    variant = "format: 2\nkind: scenario\nname: odd\ntitle: 第1\nextends: first-steps\n"
    (tmp_path / "odd.yaml").write_text(variant, encoding="utf-8")
    assert main(["export", str(tmp_path / "odd.yaml"), "-o", str(tmp_path / "o.pdf")]) == 0
    told = capsys.readouterr()
    assert "Warning: 1 letter (第)" in told.err
    assert "Warning" not in told.out
