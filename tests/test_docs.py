"""The documentation hangs together: every page is linked, every picture is shown, and a script makes it."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
DRAWN_BY_HAND = {"architecture.svg"}


def images() -> set[Path]:
    """The pictures of the documentation."""
    files = {path for path in IMAGES.rglob("*") if path.is_file()}
    assert len(files) > 50
    return files


def shown(page: Path) -> list[Path]:
    """The pictures that a page shows."""
    links = re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", page.read_text("utf-8"))
    return [(page.parent / link).resolve() for link in links]


def test_every_page_is_listed_once_under_more() -> None:
    more = ROOT.joinpath("README.md").read_text("utf-8").partition("## More")[2]
    linked = re.findall(r"\(docs/([a-z-]+\.md)\)", more)
    assert sorted(linked) == sorted(p.name for p in (ROOT / "docs").glob("*.md"))


def test_every_picture_is_shown_and_every_picture_shown_is_there() -> None:
    named = {path for page in PAGES for path in shown(page)}
    assert {str(p.relative_to(ROOT)) for p in named} == {str(p.relative_to(ROOT)) for p in images()}


def test_every_picture_has_words_for_who_cannot_see_it() -> None:
    told = [(page.name, *found) for page in PAGES
            for found in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.read_text(encoding="utf-8"))]
    assert len(told) > 60
    assert [(page, picture) for page, words, picture in told if not words.strip()] == []


def test_every_picture_is_made_by_a_script_or_drawn_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "scripts"), *sys.path])
    import screenshots
    import style_pictures
    import symbol_sheet

    made = [IMAGES / name for names, _ in screenshots.SHOTS for name in names]
    made += [style_pictures.DOCS / name for name in style_pictures.files_in_docs()]
    made += [symbol_sheet.OUT, *(IMAGES / name for name in DRAWN_BY_HAND)]
    assert sorted(made) == sorted(images())
    too_large = [p.name for p in images() if p.stat().st_size > screenshots.LARGEST]
    assert not too_large


NOT_FOR_USERS = {"CONTRIBUTING.md", "adding.md", "architecture.md", "rulings.md", "rules-coverage.md",
                 "gsofg-rules.md", "gsofg-rulings.md", "gsofg-rules-coverage.md", "gsofg-sources.md"}
NAMES_TYPED = {"Alder", "Western Sea", "Three days at Alder", "Westland", "Eastland", "1st Armored",
               "2nd Armored"}
"""What the tutorials type, and names made of that."""
MADE_UP = {"Change 190 hexes": "Change {} hexes", "Update them too": "Update {} too",
           "Restore them too": "Restore {} too",
           "Update it too": "Update {} too",
           'Go on with "Three days at Alder"': "Go on with {}"}
"""Controls whose text depends on what is there, as the program writes them."""


def test_every_control_that_a_page_names_is_in_the_program() -> None:
    known = "\n".join([
        *(text for path in (ROOT / "visegrad_editor").rglob("*.py") for text in texts_of(path)),
        *(path.read_text("utf-8") for path in (ROOT / "sample_scenarios").rglob("*.yaml"))])
    named = [(page.name, part) for page in PAGES if page.name not in NOT_FOR_USERS
             for control in controls(page) for part in control.split(" > ")]
    assert len(named) > 150
    unknown = [f"{page}: {part}" for page, part in named
               if part not in NAMES_TYPED and MADE_UP.get(part, part).rstrip("…") not in known]
    assert not unknown


def controls(page: Path) -> list[str]:
    """The words in italics on a page that begin with a capital letter: menus, buttons, fields and panels."""
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    found = re.findall(r"(?<![*\w])\*([A-Z][^*|]{1,90}?)\*(?![*\w])", text)
    return [" ".join(words.split()) for words in found]


def texts_of(path: Path) -> list[str]:
    """The texts in the code of a module without its docstrings; {} stands for what a text is filled with."""
    nodes = [n for n in ast.walk(ast.parse(path.read_text("utf-8")))
             if isinstance(n, ast.Expr | ast.JoinedStr | ast.Constant)]
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return [
        *("".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
          for node in nodes if isinstance(node, ast.JoinedStr)),
        *(node.value for node in nodes
          if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone)]


def test_every_link_between_pages_leads_to_a_heading() -> None:
    headings = {page.resolve(): anchors(page) for page in PAGES}
    links = [(page, *link) for page in PAGES
             for link in re.findall(r"\]\(([\w/.-]*\.md)?#([\w-]+)\)", page.read_text("utf-8"))]
    assert len(links) > 30
    broken = [f"{page.name}: {file}#{anchor}" for page, file, anchor in links
              if anchor not in headings[(page.parent / file).resolve() if file else page.resolve()]]
    assert not broken


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives the headings of a page."""
    titles = re.findall(r"^#+ +(.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
