"""The manual in the web browser of this computer, without a network.

A small server of its own hands out the pages while the program runs: browsers that are kept in a sandbox, as
those of Linux distributions often are, open no files in hidden folders, where an installed package usually
is.
"""

from __future__ import annotations

import sys
import webbrowser
from functools import cache
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

from ... import __version__
from ...model.files.resources import manual_folder
from ..errors import write_log
from .markdown import html_of, title_of

FIRST = "README"
"""The page with the list of all pages."""
_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".svg": "image/svg+xml"}
_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{title} – Visegrad Editor</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 0 1rem 4rem; }}
nav {{ border-bottom: 1px solid #8888; padding: .6rem 0; margin-bottom: 1.5rem; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
th, td {{ border: 1px solid #8886; padding: .25rem .6rem; text-align: left; vertical-align: top; }}
.right {{ text-align: right; }}
code {{ font-family: ui-monospace, monospace; font-size: .9em; background: #8882; padding: .1em .25em; }}
pre {{ background: #8882; padding: .6rem .8rem; overflow-x: auto; }}
pre code {{ background: none; padding: 0; }}
img {{ max-width: 100%; height: auto; }}
</style>
</head>
<body>
<nav><a href="/">Visegrad Editor {version}</a> · <a href="/#more">all pages</a></nav>
<main>
{body}
</main>
</body>
</html>
"""


@cache
def pages() -> dict[str, Path]:
    """What can be asked for, by its path below the address: the pages and their pictures."""
    folder = manual_folder()
    texts = [*(folder / f"{name}.md" for name in (FIRST, "CHANGELOG", "CONTRIBUTING")),
             *folder.joinpath("docs").glob("*.md")]
    found = {path.relative_to(folder).with_suffix(".html").as_posix(): path for path in texts}
    found |= {path.relative_to(folder).as_posix(): path
              for path in folder.joinpath("docs", "images").rglob("*") if path.suffix in _TYPES}
    return found | {"": folder / f"{FIRST}.md"}


def page(path: str) -> tuple[str, bytes] | None:
    """The type and the content of what is at a path below the address; None if there is nothing."""
    file = pages().get(path)
    if file is None:
        return None
    if file.suffix != ".md":
        return _TYPES[file.suffix], file.read_bytes()
    text = file.read_text(encoding="utf-8")
    html = _PAGE.format(title=escape(title_of(text)), version=__version__, body=html_of(text, _target))
    return "text/html; charset=utf-8", html.encode()


def _target(link: str) -> str:
    """Where a link of a page leads: to the page made from a text."""
    path, mark, place = link.partition("#")
    if ":" in path or not path.endswith(".md"):
        return link
    return path.removesuffix(".md") + ".html" + mark + place


@cache
def address() -> str:
    """The address of the manual, whose server is started when it is first asked for. Raises `OSError`."""
    # Only programs of this computer reach it.
    server = _Server(("127.0.0.1", 0), _Handler)
    Thread(target=server.serve_forever, name="manual", daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def open_manual(name: str = FIRST) -> str:
    """Show a page of the manual, `guide` or `keys`, in the web browser; returns a sentence about what
    happened."""
    path, texts = "" if name == FIRST else f"docs/{name}.html", manual_folder() / "docs"
    try:
        where = address() + path
    except OSError as error:
        return (f"The manual cannot be shown in a web browser ({error.strerror or error}). "
                f"Its pages are text files in {texts}.")
    if not _shows(where):
        return f"No web browser was found. Open {where} in one, or read the text files in {texts}."
    return f"The web browser was asked to show the manual; its address, while this program runs: {where}"


def _shows(where: str) -> bool:
    """Whether a web browser with a window was asked to show an address."""
    try:
        browser = webbrowser.get()
        # The others fill the terminal, and the program waits until they are left.
        if type(browser) is webbrowser.GenericBrowser:
            return False
        return browser.open(where)
    except (webbrowser.Error, OSError):
        return False


class _Server(ThreadingHTTPServer):
    """Hands out the pages."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Log a failure, as the terminal is for the user's files; a browser that hangs up is none."""
        kind, error, trace = sys.exc_info()
        if kind is not None and error is not None and not isinstance(error, ConnectionError):
            write_log(kind, error, trace)


class _Handler(BaseHTTPRequestHandler):
    """Answers the web browser."""

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self.wfile.write(self._answer())

    def _answer(self) -> bytes:
        """Send the head of the answer; returns the content."""
        try:
            found = page(unquote(urlsplit(self.path).path).lstrip("/"))
        except ValueError:  # no address
            found = None
        kind, content = found or ("text/plain; charset=utf-8", b"There is no such page of the manual.\n")
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return content

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the terminal is for what concerns the user's files."""
