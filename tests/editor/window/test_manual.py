"""The manual: every page and picture is handed out, every link leads somewhere, and Markdown becomes the HTML
that it means."""

from __future__ import annotations

import re
import socket
import struct
import urllib.error
import urllib.request
import webbrowser
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from items import some

from visegrad_editor.editor.window import manual
from visegrad_editor.editor.window.manual import address, open_manual, page, pages
from visegrad_editor.editor.window.markdown import html_of

ROOT = Path(__file__).parents[3]


def html(path: str) -> str:
    found = page(path)
    assert found is not None
    return found[1].decode()


def test_every_page_that_the_readme_lists_is_there_and_every_link_of_it_leads_somewhere() -> None:
    texts = {path: html(path) for path in pages() if path == "" or path.endswith(".html")}
    listed = re.findall(r"\(docs/([a-z-]+)\.md\)", (ROOT / "README.md").read_text("utf-8"))
    assert len(listed) > 30
    assert {f"docs/{name}.html" for name in listed} <= set(texts)
    links = [(path, unescape(link)) for path, text in texts.items()
             for link in re.findall(r'(?:href|src)="([^"]+)"', text) if not link.startswith("data:")]
    assert len(links) > 300
    broken = []
    for path, link in links:
        to = urlsplit(urljoin(f"http://here/{path}", link))
        if to.netloc != "here":
            assert to.scheme in ("http", "https"), link
        elif to.path.lstrip("/") not in pages() or (
                to.fragment and f'id="{to.fragment}"' not in texts[to.path.lstrip("/")]):
            broken.append(f"{path}: {link}")
    assert broken == []


def test_no_marks_of_markdown_are_left_on_a_page() -> None:
    for path in some(p for p in pages() if p.endswith(".html")):
        shown = re.sub(r"<pre>.*?</pre>|<code>.*?</code>|<[^>]+>", "", html(path), flags=re.DOTALL)
        left = re.findall(r".{0,30}(?:\*\*|\]\(|^\||^#|```|<!--).{0,30}", shown, re.MULTILINE)
        assert left == [], path


@pytest.mark.parametrize(("text", "expected"), [
    ("# A `b` *c*", '<h1 id="a-b-c">A <code>b</code> <em>c</em></h1>'),
    ("## Same\n## Same", '<h2 id="same">Same</h2>\n<h2 id="same-1">Same</h2>'),
    ("one\ntwo\n\nthree", "<p>one two</p>\n<p>three</p>"),
    ("- a\n  b\n- c", "<ul>\n<li>a b</li>\n<li>c</li>\n</ul>"),
    ("- a\n\n- b", "<ul>\n<li><p>a</p></li>\n<li><p>b</p></li>\n</ul>"),
    ("2. a\n   - b\n3. c", '<ol start="2">\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n<li>c</li>\n</ol>'),
    ("text in\n3. parts", "<p>text in 3. parts</p>"),
    ("```yaml\n- <a>\n```", '<pre><code class="language-yaml">- &lt;a&gt;\n</code></pre>'),
    ("    code\n\n    more\ntext", "<pre><code>code\n\nmore\n</code></pre>\n<p>text</p>"),
    ("| a | b |\n| --- | ---: |\n| `x\\|y` | 1 |\nend",
     '<table>\n<thead><tr><th>a</th><th class="right">b</th></tr></thead>\n<tbody>\n'
     '<tr><td><code>x|y</code></td><td class="right">1</td></tr>\n</tbody>\n</table>\n<p>end</p>'),
    ("![a \"b\"](x.png)", '<p><img src="x.png" alt="a &quot;b&quot;"></p>'),
    ("[**a** `b`](https://x.org/y_(z))",
     '<p><a href="https://x.org/y_(z)"><strong>a</strong> <code>b</code></a></p>'),
    ("***a* b**, `` `c` ``, \\*d\\*, 2 * 3 * 4, <b>",
     "<p><strong><em>a</em> b</strong>, <code>`c`</code>, *d*, 2 * 3 * 4, &lt;b&gt;</p>"),
    ("<!-- note -->", ""),
])
def test_markdown_becomes_html(text: str, expected: str) -> None:
    assert html_of(text) == expected


def test_the_server_hands_out_pages_and_pictures_and_nothing_else() -> None:
    for path, kind in (("", "text/html; charset=utf-8"), ("docs/keys.html", "text/html; charset=utf-8"),
                       ("docs/images/keys.png", "image/png")):
        with urllib.request.urlopen(address() + path, timeout=10) as answer:
            assert answer.headers["Content-Type"] == kind
            assert len(answer.read()) > 1000
    for path in ("pyproject.toml", "docs/../pyproject.toml", "docs/%2e%2e/pyproject.toml", "/etc/passwd"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(address() + path, timeout=10)


def test_a_browser_that_hangs_up_or_asks_for_nonsense_is_no_fault(capfd: pytest.CaptureFixture[str]) -> None:
    where = urlsplit(address())
    assert where.hostname
    assert where.port

    def asked(line: bytes) -> bytes:
        with socket.create_connection((where.hostname, where.port), timeout=10) as line_to:
            line_to.sendall(line + b"\r\n\r\n")
            return line_to.makefile("rb").read()

    assert b" 404 " in asked(b"GET http://[::1 HTTP/1.0").splitlines()[0]
    head = asked(b"HEAD /docs/guide.html HTTP/1.0")
    assert b" 200 " in head.splitlines()[0]
    assert head.endswith(b"\r\n\r\n")
    for _ in range(20):
        line_to = socket.create_connection((where.hostname, where.port), timeout=10)
        line_to.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line_to.sendall(b"GET / HTTP/1.0\r\n\r\n")
        line_to.close()
    assert b" 200 " in asked(b"GET / HTTP/1.0").splitlines()[0]
    assert capfd.readouterr().err == ""


def test_what_happens_is_told_with_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Browser(webbrowser.BackgroundBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            asked.append(url)
            return True

    monkeypatch.setattr(webbrowser, "get", lambda: Browser("browser"))
    assert open_manual("guide") == (
        f"The web browser was asked to show the manual; its address, while this program runs: "
        f"{address()}docs/guide.html")
    assert asked == [f"{address()}docs/guide.html"]
    # A browser that fills the terminal is none.
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("lynx"))
    assert open_manual().startswith(f"No web browser was found. Open {address()} in one, or read")

    def refuse() -> str:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(manual, "address", refuse)
    assert open_manual().startswith(
        "The manual cannot be shown in a web browser (Permission denied). Its pages are text files in ")
