"""The words of the command line that say how large a picture is and what it shows."""

from __future__ import annotations

import argparse
import re

from ..drawing.painters.svg_lettering import LETTERINGS
from ..drawing.scene import ALL_LAYERS, PRINTED_LAYERS
from ..drawing.style_file import PRINTED, BadStyle, find_style, shipped_styles
from ..exchange.export import Choice, Content
from ..exchange.picture_options import DPI, HEX_MM, PictureOptions
from ..model.paper_sizes import length_mm
from ..printing.page_plan import ORIENTATIONS
from .exits import Unusable

_PICTURES = "pictures and drawings of the map"
_SHEET = "the PDF sheet of the map (--what map)"
_USES: tuple[tuple[str, frozenset[Choice], str], ...] = (
    ("paper", frozenset({"paper"}), "PDF sheets"),
    ("turn", frozenset({"turn"}), f"{_PICTURES}, and {_SHEET}"),
    ("style", frozenset({"style"}), f"{_PICTURES}, maps of Tiled and PDF sheets"),
    ("dpi", frozenset({"size"}), "PNG and JPEG pictures"),
    ("hex", frozenset({"size", "hex size", "tile size", "pages"}),
     f"{_PICTURES}, the tiles of maps of Tiled, and {_SHEET}"),
    ("orientation", frozenset({"pages"}), _SHEET),
    ("overlap", frozenset({"pages"}), _SHEET),
    ("whole_map", frozenset({"part"}), f"{_PICTURES}, and {_SHEET}"),
    ("layers", frozenset({"layers"}), f"{_PICTURES}, and {_SHEET}"),
    ("without", frozenset({"layers"}), f"{_PICTURES}, and {_SHEET}"),
    ("counters", frozenset({"size", "hex size"}), _PICTURES),
    ("quality", frozenset({"quality"}), "JPEG pictures"),
    ("text", frozenset({"lettering"}), "SVG drawings"),
)
"""Words of the command line, which choices of a content they make, and where those are to be had."""


def add_picture_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--style", metavar="STYLE", help=(
        f"how the map and the counters look: {', '.join(s.name for s in shipped_styles())}, or a style file "
        "that ends in .yaml"))
    add = parser.add_argument_group("pictures and drawings of the map").add_argument
    add("--dpi", type=float, metavar="N",
        help=f"dots per inch of PNG and JPEG pictures, with hexes of {HEX_MM:g} mm where --hex says nothing")
    add("--hex", "--hex-size", metavar="SIZE", help=(
        f"size of a hex from flat side to flat side: 16mm or 0.63in on paper (at {DPI:g} dots per inch "
        "where --dpi says nothing), or 120px; a PDF map goes over as many pages as that needs"))
    add("--orientation", choices=ORIENTATIONS,
        help="how the pages of a PDF map stand (default: auto, whichever suits the map)")
    add("--overlap", metavar="SIZE",
        help="how much the pages of a PDF map share with their neighbours, as 10mm (default: a whole hex)")
    add("--whole-map", action="store_true", default=None,
        help="show all of the map, also where a scenario has only a part of it in play")
    add("--layers", metavar="A,B", help=f"only these layers; there are {', '.join(ALL_LAYERS)}")
    add("--without", metavar="A,B", help="all the usual layers but these, for example counters,numbers")
    add("--counters", type=float, metavar="PERCENT",
        help="how solid the counters are: 100, or less to let the map show through")
    add("--quality", type=int, metavar="N", help="of JPEG pictures, 1 to 95 (default: 92)")
    add("--text", choices=LETTERINGS,
        help="letters of SVG drawings: text, text with the fonts embedded, or outlines (default: text)")


def picture_options(arguments: argparse.Namespace) -> PictureOptions:
    """What was asked for; raises `Unusable` for words that make no sense."""
    hex_mm = hex_px = 0.0
    overlap = None
    if arguments.overlap is not None:
        try:
            overlap = length_mm(arguments.overlap)
        except ValueError as error:
            raise Unusable(f"--overlap {arguments.overlap}: {error}") from error
    if arguments.hex:
        pixels = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*px", arguments.hex.strip(), re.ASCII)
        try:
            if pixels:
                hex_px = float(pixels[1].replace(",", "."))
            else:
                hex_mm = length_mm(arguments.hex)
        except ValueError as error:
            raise Unusable(str(error)) from error
        if not (hex_mm or hex_px):
            raise Unusable(f"--hex {arguments.hex}: hexes of no size cannot be drawn. Write 16mm or 120px.")
    if arguments.dpi is not None and not arguments.dpi > 0:
        raise Unusable("--dpi: pictures have 10 to 2,400 dots per inch.")
    if arguments.layers is not None and arguments.without is not None:
        raise Unusable("Give either --layers or --without.")
    layers = set(PRINTED_LAYERS)
    if arguments.layers is not None:
        layers = _layers(arguments.layers)
    elif arguments.without is not None:
        layers -= _layers(arguments.without)
    try:
        style = find_style(arguments.style or PRINTED).style
    except BadStyle as error:
        raise Unusable(str(error)) from error
    return PictureOptions(
        dpi=arguments.dpi or 0.0, hex_mm=hex_mm, hex_px=hex_px, layers=frozenset(layers),
        counters=1.0 if arguments.counters is None else arguments.counters / 100,
        quality=92 if arguments.quality is None else arguments.quality, lettering=arguments.text or "text",
        style=style, orientation=arguments.orientation or "auto", overlap_mm=overlap,
        whole_map=bool(arguments.whole_map))


def refuse_idle(arguments: argparse.Namespace, content: Content, ending: str) -> None:
    """Raise `Unusable` for a word that would change nothing in a file of that ending."""
    for word, choices, where in _USES:
        given = getattr(arguments, word)
        idle = given is None or (word == "turn" and not given)
        if not idle and not content.choices & choices:
            named = word.replace("_", "-")
            raise Unusable(f"--{named} means nothing for the {content.title} in a {ending} file; it is for "
                           f"{where}. Leave it out.")
    said = arguments.hex or ""
    if arguments.overlap is not None and not said:
        raise Unusable(
            "--overlap is for a map over several pages; give the size of its hexes too, as --hex 16mm.")
    if said.strip().endswith("px") and not content.choices & {"size", "tile size"}:
        raise Unusable(f"A {ending} file has sizes on paper. Write --hex in millimetres or inches, as 16mm.")
    if said and not said.strip().endswith("px") and not content.choices & {"size", "hex size", "pages"}:
        raise Unusable(f"The tiles of a {ending} file have sizes in pixels. Write --hex as 120px.")


def _layers(text: str) -> set[str]:
    names = {n for n in re.split(r"[,\s]+", text.strip().lower()) if n}
    if unknown := names - set(ALL_LAYERS):
        raise Unusable(f"There is no layer “{min(unknown)}”. Layers are {', '.join(ALL_LAYERS)}.")
    if not names:
        raise Unusable(
            f"--layers and --without need the name of a layer. Layers are {', '.join(ALL_LAYERS)}.")
    return names
