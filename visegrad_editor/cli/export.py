"""Write a set-up sheet, charts, a map picture, a table or a card; the suffix of OUT selects the format."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from ..desk.card_names import card_path
from ..drawing.layers import ALL_LAYERS, PRINTED_LAYERS
from ..drawing.painters.svg_lettering import LETTERINGS
from ..drawing.style_file import PRINTED, find_style, remarks, shipped_styles
from ..exchange.export import (
    Choice,
    Content,
    check_target,
    content_for,
    content_meant,
    content_nearly_named,
    export,
    format_of,
)
from ..exchange.picture_options import DPI, HEX_MM, PictureOptions
from ..model.design import Design
from ..model.files.map_file import files_in_use
from ..model.files.translation_file import texts_in_language
from ..model.gc_pause import gc_paused
from ..model.paper_sizes import length_mm
from ..model.translation import translated
from ..printing.page_plan import ORIENTATIONS
from ..printing.paper import PAPERS
from .exits import GOOD, UnusableError
from .export_card import add_arguments as add_card_arguments
from .export_card import export_card_of
from .loading import load_or_refuse, naming_package
from .outputs import Outputs
from .report import print_errors
from .whole_number import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a path or a bundled name")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="for example sheet.pdf, map.png")
    parser.add_argument("--what", metavar="SHEET", help=(
        "the sheet or table to write (default: the one named at the end of OUT, as in hexes.csv or "
        "my-map.pdf, or the usual one for the format); of a card: card, procedures, books, secret or all"))
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    parser.add_argument("--turn", type=whole_number, choices=(0, 90, 180, 270), default=0, metavar="DEGREES",
                        help="turn the map clockwise: 0, 90, 180 or 270")
    parser.add_argument("--paper", choices=PAPERS, help="paper size of PDF files (default: A4); sizes "
                        "larger than Letter are for maps only")
    parser.add_argument("--language", metavar="CODE", help=(
        "names and texts in another language, as far as the translations beside the files have them: pl "
        "means my-war.pl.yaml"))
    add_picture_arguments(parser)
    add_card_arguments(parser)


# What is read and drawn is needed to the end, after which the process ends too.
@gc_paused()
def perform(arguments: argparse.Namespace) -> int:
    if card_path(arguments.file) is not None:
        return export_card_of(arguments)
    if arguments.side is not None:
        raise UnusableError(f"{arguments.file} is no card; --side is for the secret records of cards.")
    loaded = load_or_refuse(arguments.file)
    if loaded.design is None:
        raise UnusableError(f"{arguments.file} is a {loaded.kind}; only scenarios and maps can be exported.")
    path = Path(arguments.output)
    outputs: Outputs = arguments.outputs
    options = picture_options(arguments)
    for remark in remarks(find_style(arguments.style or PRINTED), loaded.design.ruleset):
        print(remark, file=sys.stderr)
    content = (content_for(loaded.design, path, arguments.what) if arguments.what is not None
               else content_meant(loaded.design, path))
    refuse_idle(arguments, content, path.suffix.lower())
    keep = files_in_use(loaded.sources, loaded.design)
    check_target(path, keep)
    outputs.note_read(*keep)
    outputs.claim(path)
    print_errors(arguments.file, loaded.problems)
    design = loaded.design
    base: Design | None = None
    if content.needs_scenario:
        from ..model.files.versions import base_or_none

        base = base_or_none(design, loaded.sources)
    if arguments.language:
        texts = texts_in_language(loaded.sources, arguments.language)
        design, base = translated(design, texts), base and translated(base, texts)
    with naming_package(design):
        export(
            design,
            path,
            what=content.name,
            paper=arguments.paper or "A4",
            turn=arguments.turn // 90,
            options=options,
            keep=keep,
            warn=lambda text: print(f"Warning: {text}", file=sys.stderr),
            base=base,
        )
    print(*outputs.new_lines(path, _what_it_is(loaded.design, path, content, arguments.what)), sep="\n")
    return GOOD


def _what_it_is(design: Design, path: Path, content: Content, asked: str | None) -> str:
    """Which of several contents was written, and, unless --what chose it, how to get the others; "" for a
    format with only one."""
    contents = format_of(path).contents
    if len(contents) == 1:
        return ""
    near = content_nearly_named(design, path) if asked is None else None
    if near is not None and near is not content:
        return (f"{content.title}, as no content is named {path.stem!r}; for the {near.title} add "
                f"--what {near.name}, or let the name end in -{near.name}")
    others = [c.name for c in contents
              if c is not content and (design.scenario is not None or not c.needs_scenario)]
    words = " or ".join(f"--what {name}" for name in others)
    hint = f"; for something else add {words}" if others and asked is None else ""
    return f"{content.title}{hint}"


# -- the options for the size and the content of pictures ------------------------------------------


_PICTURES = "pictures of the map"
_SHEET = "the PDF sheet of the map (--what map)"
_USES: tuple[tuple[str, frozenset[Choice], str], ...] = (
    ("paper", frozenset({"paper"}), "PDF sheets"),
    ("turn", frozenset({"turn"}), f"{_PICTURES}, and {_SHEET}"),
    ("style", frozenset({"style"}), f"{_PICTURES}, Tiled maps and PDF sheets"),
    ("dpi", frozenset({"size"}), "PNG and JPEG pictures"),
    ("hex", frozenset({"size", "hex size", "tile size", "pages"}),
     f"{_PICTURES}, the tiles of Tiled maps, and {_SHEET}"),
    ("orientation", frozenset({"pages"}), _SHEET),
    ("overlap", frozenset({"pages"}), _SHEET),
    ("whole_map", frozenset({"part"}), f"{_PICTURES}, and {_SHEET}"),
    ("layers", frozenset({"layers"}), f"{_PICTURES}, and {_SHEET}"),
    ("without", frozenset({"layers"}), f"{_PICTURES}, and {_SHEET}"),
    ("counters", frozenset({"size", "hex size"}), _PICTURES),
    ("quality", frozenset({"quality"}), "JPEG pictures"),
    ("text", frozenset({"lettering"}), "SVG drawings"),
)
"""(option, the choices of a content that it sets, the files that have one of them)."""


def add_picture_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--style", metavar="STYLE", help=(
        f"the look of the map and the counters: {', '.join(s.name for s in shipped_styles())}, or a style "
        "file (*.yaml)"))
    add = parser.add_argument_group("pictures of the map").add_argument
    add("--dpi", type=float, metavar="N",
        help=f"dots per inch of PNG and JPEG pictures; without --hex, hexes are {HEX_MM:g} mm wide")
    add("--hex", "--hex-size", metavar="SIZE", help=(
        f"size of a hex from flat side to flat side: on paper, as 16mm or 0.63in (at {DPI:g} dots per inch "
        "unless --dpi is given), or in pixels, as 120px; a PDF map takes as many pages as it needs"))
    add("--orientation", choices=ORIENTATIONS,
        help="orientation of the pages of a PDF map (default: auto, whichever suits the map)")
    add("--overlap", metavar="SIZE",
        help="overlap of neighbouring pages of a PDF map, as 10mm (default: a whole hex)")
    add("--whole-map", action="store_true", default=None,
        help="show the whole map even if the scenario uses only part of it")
    add("--layers", metavar="A,B", help=f"only these layers, of: {', '.join(ALL_LAYERS)}")
    add("--without", metavar="A,B", help="all the usual layers except these, for example counters,numbers")
    add("--counters", type=float, metavar="PERCENT",
        help="opacity of the counters: 100, or less to let the map show through")
    add("--quality", type=whole_number, metavar="N", help="quality of JPEG pictures, 1 to 95 (default: 92)")
    add("--text", choices=LETTERINGS,
        help="lettering of SVG drawings: text, text with embedded fonts, or outlines (default: text)")


def picture_options(arguments: argparse.Namespace) -> PictureOptions:
    """The options given on the command line; raises `UnusableError` for values that make no sense."""
    hex_mm = hex_px = 0.0
    overlap = None
    if arguments.overlap is not None:
        try:
            overlap = length_mm(arguments.overlap)
        except ValueError as error:
            raise UnusableError(f"--overlap {arguments.overlap}: {error}") from error
    if arguments.hex:
        pixels = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*px", arguments.hex.strip(), re.ASCII)
        try:
            if pixels:
                hex_px = float(pixels[1].replace(",", "."))
            else:
                hex_mm = length_mm(arguments.hex)
        except ValueError as error:
            raise UnusableError(str(error)) from error
        if not (hex_mm or hex_px):
            raise UnusableError(
                f"--hex {arguments.hex}: a hex must be larger than zero. Write, for example, 16mm or 120px.")
    if arguments.dpi is not None and not arguments.dpi > 0:
        raise UnusableError("--dpi must be 10 to 2,400 dots per inch.")
    if arguments.layers is not None and arguments.without is not None:
        raise UnusableError("--layers and --without exclude each other; use one of them.")
    layers = set(PRINTED_LAYERS)
    if arguments.layers is not None:
        layers = _layers(arguments.layers)
    elif arguments.without is not None:
        layers -= _layers(arguments.without)
    style = find_style(arguments.style or PRINTED).style
    return PictureOptions(
        dpi=arguments.dpi or 0.0, hex_mm=hex_mm, hex_px=hex_px, layers=frozenset(layers),
        counters=1.0 if arguments.counters is None else arguments.counters / 100,
        quality=92 if arguments.quality is None else arguments.quality, lettering=arguments.text or "text",
        style=style, orientation=arguments.orientation or "auto", overlap_mm=overlap,
        whole_map=bool(arguments.whole_map))


def refuse_idle(arguments: argparse.Namespace, content: Content, ending: str) -> None:
    """Raise `UnusableError` for an option that has no effect on this content in a file of this format."""
    for word, choices, where in _USES:
        given = getattr(arguments, word)
        idle = given is None or (word == "turn" and not given)
        if not idle and not content.choices & choices:
            named = word.replace("_", "-")
            raise UnusableError(
                f"--{named} has no effect on the {content.title} in a {ending} file; it is for "
                f"{where}. Leave it out.")
    paper = arguments.paper
    if paper and "paper" in content.choices and paper not in content.papers:
        raise UnusableError(
            f"The {content.title} is laid out for {' or '.join(content.papers)}; {paper} is for maps. "
            f"Add --what map to print the map on {paper}.")
    hex_size = (arguments.hex or "").strip()
    if arguments.overlap is not None and not hex_size:
        raise UnusableError(
            "--overlap is for a map printed on several pages; give the size of its hexes too, for example "
            "--hex 16mm.")
    if hex_size.endswith("px") and not content.choices & {"size", "tile size"}:
        raise UnusableError(
            f"Sizes in a {ending} file are sizes on paper. Give --hex in millimetres or inches, "
            "for example 16mm.")
    if hex_size and not hex_size.endswith("px") and not content.choices & {"size", "hex size", "pages"}:
        raise UnusableError(
            f"Tiles in a {ending} file are measured in pixels. Give --hex in pixels, for example "
            "120px.")


def _layers(text: str) -> set[str]:
    names = {n for n in re.split(r"[,\s]+", text.strip().lower()) if n}
    if unknown := names - set(ALL_LAYERS):
        raise UnusableError(f"There is no layer \"{min(unknown)}\". Layers are {', '.join(ALL_LAYERS)}.")
    if not names:
        raise UnusableError(
            f"--layers and --without need at least one layer. Layers are {', '.join(ALL_LAYERS)}.")
    return names
