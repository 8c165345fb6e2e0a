"""Markdown as HTML, as far as the documentation uses it: headings, paragraphs, lists, tables, code, pictures,
links, bold and italic."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape

_FENCE = re.compile(r"```(\w*) *$")
_HEADING = re.compile(r"(#{1,6}) +(.*)")
_ITEM = re.compile(r"([-*]|(\d+)\.)( +)(?=\S)")
_RULE_OF_TABLE = re.compile(r"\|? *:?-+:? *(\| *:?-+:? *)*\|? *")
_CODE_INDENT = " " * 4
_COMMENT = re.compile(r"<!--.*-->$")
_CELL_END = re.compile(r"(?<!\\)\|")

Target = Callable[[str], str]
"""Says what a link or a picture of the text leads to in the page."""


def html_of(text: str, target: Target = str) -> str:
    """The HTML of a text, one line for each block.

    >>> html_of("# A *map*\\n\\nSee [keys](keys.md).", lambda link: link.replace(".md", ".html"))
    '<h1 id="a-map">A <em>map</em></h1>\\n<p>See <a href="keys.html">keys</a>.</p>'
    """
    return "\n".join(_Blocks(target).of(text.splitlines()))


def title_of(text: str) -> str:
    """The first heading, without marks; "" if there is none."""
    found = re.search(r"^#+ +(.+)$", text, re.MULTILINE)
    return re.sub("[`*]", "", found.group(1)) if found else ""


def anchor(title: str) -> str:
    """The name by which a link finds a heading.

    >>> anchor("In a window: `run`, and more")
    'in-a-window-run-and-more'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


class _Blocks:
    """Turns lines into blocks of HTML."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._anchors: dict[str, int] = {}

    def of(self, lines: Sequence[str], tight: bool = False) -> list[str]:
        """The blocks of some lines; paragraphs of a tight list are bare text."""
        made: list[str] = []
        at = 0
        while at < len(lines):
            line = lines[at]
            if not line.strip() or _COMMENT.match(line):
                at += 1
            elif found := _FENCE.match(line):
                end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("```")), len(lines))
                made.append(_code(lines[at + 1:end], found.group(1)))
                at = end + 1
            elif line.startswith(_CODE_INDENT):
                end = _end_of_indented(lines, at, len(_CODE_INDENT))
                made.append(_code([row[len(_CODE_INDENT):] for row in lines[at:end]]))
                at = end
            elif found := _HEADING.match(line):
                made.append(self._heading(len(found.group(1)), found.group(2).strip()))
                at += 1
            elif _begins_table(lines, at):
                end = next((i for i in range(at, len(lines)) if not lines[i].startswith("|")), len(lines))
                made.append(self._table(lines[at:end]))
                at = end
            elif _ITEM.match(line):
                html, at = self._list(lines, at)
                made.append(html)
            else:
                end = at + 1
                while end < len(lines) and not _ends_paragraph(lines, end):
                    end += 1
                text = inline(" ".join(row.strip() for row in lines[at:end]), self._target)
                made.append(text if tight else f"<p>{text}</p>")
                at = end
        return made

    def _heading(self, level: int, title: str) -> str:
        name = anchor(title)
        before = self._anchors.get(name, 0)
        self._anchors[name] = before + 1
        number = f"-{before}" if before else ""
        return f'<h{level} id="{name}{number}">{inline(title, self._target)}</h{level}>'

    def _table(self, lines: Sequence[str]) -> str:
        head, rule, *rows = (_cells(line) for line in lines)
        sides = [' class="right"' if mark.endswith(":") else "" for mark in rule]

        def row(cells: Sequence[str], tag: str) -> str:
            filled = [*cells, *[""] * (len(head) - len(cells))]
            return "<tr>" + "".join(f"<{tag}{side}>{inline(cell, self._target)}</{tag}>"
                                    for cell, side in zip(filled, sides, strict=False)) + "</tr>"
        body = "\n".join(row(cells, "td") for cells in rows)
        return f"<table>\n<thead>{row(head, 'th')}</thead>\n<tbody>\n{body}\n</tbody>\n</table>"

    def _list(self, lines: Sequence[str], at: int) -> tuple[str, int]:
        """A list that begins at a line, and the line after it."""
        first = _ITEM.match(lines[at])
        assert first is not None
        kind, start = ("ol" if first.group(2) else "ul"), first.group(2) or "1"
        items: list[list[str]] = []
        loose = False
        while (at < len(lines) and (found := _ITEM.match(lines[at]))
               and bool(found.group(2)) == (kind == "ol")):
            inside = len(found.group(0))
            end = _end_of_item(lines, at, inside)
            rows = [lines[at][inside:], *(row[inside:] if row[:inside].isspace() else row.lstrip()
                                          for row in lines[at + 1:end])]
            while not rows[-1].strip():
                rows.pop()
            items.append(rows)
            after = next((i for i in range(end, len(lines)) if lines[i].strip()), len(lines))
            more = after < len(lines) and _ITEM.match(lines[after]) is not None
            loose |= _has_gap(rows) or (more and after > at + len(rows))
            at = after if more else end
        begin = f'<ol start="{start}">' if start != "1" else f"<{kind}>"
        made = "\n".join("<li>" + "\n".join(self.of(rows, tight=not loose)) + "</li>" for rows in items)
        return f"{begin}\n{made}\n</{kind}>", at


def _begins_table(lines: Sequence[str], at: int) -> bool:
    return (lines[at].startswith("|") and at + 1 < len(lines)
            and _RULE_OF_TABLE.fullmatch(lines[at + 1]) is not None)


def _ends_paragraph(lines: Sequence[str], at: int) -> bool:
    """Whether a line cannot belong to the paragraph before it. As everywhere, a number other than 1 at the
    beginning of a line of text begins no list."""
    line = lines[at]
    item = _ITEM.match(line)
    return (not line.strip() or any(mark.match(line) for mark in (_COMMENT, _FENCE, _HEADING))
            or _begins_table(lines, at) or (item is not None and item.group(2) in (None, "1")))


def _end_of_indented(lines: Sequence[str], at: int, by: int) -> int:
    """The line after those that are indented, which blank ones may separate."""
    last = at
    for i in range(at + 1, len(lines)):
        if lines[i].strip():
            if not lines[i].startswith(" " * by):
                break
            last = i
    return last + 1


def _end_of_item(lines: Sequence[str], at: int, inside: int) -> int:
    """The line after an item of a list: what is indented as its text is, and the rest of a paragraph."""
    for i in range(at + 1, len(lines)):
        if lines[i].startswith(" " * inside) or not lines[i].strip():
            continue
        if not lines[i - 1].strip() or _ends_paragraph(lines, i) or _ITEM.match(lines[i]):
            return i
    return len(lines)


def _has_gap(rows: Sequence[str]) -> bool:
    """Whether a blank line separates the blocks of an item, other than within its code or an inner list."""
    fenced = False
    for i, row in enumerate(rows):
        fenced ^= row.startswith("```")
        if not fenced and not row.strip() and not rows[i + 1].startswith("  "):
            return True
    return False


def _code(lines: Sequence[str], language: str = "") -> str:
    kind = f' class="language-{language}"' if language else ""
    return f"<pre><code{kind}>" + escape("\n".join(lines), quote=False) + "\n</code></pre>"


def _cells(line: str) -> list[str]:
    """The cells of a row; a sign after a backslash does not end one."""
    inner = line.strip().removeprefix("|")
    cells = [cell.strip().replace("\\|", "|") for cell in _CELL_END.split(inner)]
    return cells[:-1] if cells and not cells[-1] else cells


_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(((?:[^()\s]|\([^()\s]*\))+)\)")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*(?!\*)")
_ITALIC = re.compile(r"(?<!\*)\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?!\*)")
_KEPT = re.compile("\0(\\d+)\0")


def inline(text: str, target: Target = str) -> str:
    """The HTML of the text of a paragraph.

    >>> inline("Press **Ctrl+S**, or type `a < b`.")
    'Press <strong>Ctrl+S</strong>, or type <code>a &lt; b</code>.'
    """
    kept: list[str] = []

    def keep(html: str) -> str:
        kept.append(html)
        return f"\0{len(kept) - 1}\0"

    def code(found: re.Match[str]) -> str:
        inner = found.group(2)
        if inner.startswith(" ") and inner.endswith(" ") and inner.strip():
            inner = inner[1:-1]
        return keep(f"<code>{escape(inner, quote=False)}</code>")

    def link(found: re.Match[str]) -> str:
        picture, words, to = found.groups()
        address = escape(target(to))
        if picture:
            return keep(f'<img src="{address}" alt="{escape(_KEPT.sub("", words))}">')
        return keep(f'<a href="{address}">') + words + keep("</a>")

    text = _CODE_SPAN.sub(code, text)
    text = _ESCAPED.sub(lambda found: keep(escape(found.group(1), quote=False)), text)
    text = _LINK.sub(link, text)
    text = escape(text, quote=False)
    text = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", text))
    while _KEPT.search(text):
        text = _KEPT.sub(lambda found: kept[int(found.group(1))], text)
    return text
