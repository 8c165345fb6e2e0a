"""The words of the command line that say how large a picture is and what it shows."""

from __future__ import annotations

import argparse
import re

from ..drawing.scene import ALL_LAYERS, PRINTED_LAYERS
from ..drawing.style_file import PRINTED, BadStyle, find_style, shipped_styles
from ..drawing.svg_lettering import LETTERINGS
from ..exchange.picture_options import DPI, HEX_MM, PictureOptions
from ..model.paper_sizes import length_mm
from .exits import Unusable


def add_picture_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--style", metavar="STYLE", default=PRINTED, help=(
        f"how the map and the counters look: {', '.join(s.name for s in shipped_styles())}, or a style file "
        "that ends in .yaml"))
    add = parser.add_argument_group("pictures and drawings of the map").add_argument
    add("--dpi", type=float, default=0.0, metavar="N",
        help=f"dots per inch of PNG and JPEG pictures, with hexes of {HEX_MM:g} mm where --hex says nothing")
    add("--hex", metavar="SIZE", help=(
        f"size of a hex from flat side to flat side: 16mm or 0.63in on paper (at {DPI:g} dots per inch "
        "where --dpi says nothing), or 120px"))
    add("--layers", metavar="A,B", help=f"only these layers; there are {', '.join(ALL_LAYERS)}")
    add("--without", metavar="A,B", help="all the usual layers but these, for example counters,numbers")
    add("--counters", type=float, default=100.0, metavar="PERCENT",
        help="how solid the counters are: 100, or less to let the map show through")
    add("--quality", type=int, default=92, metavar="N", help="of JPEG pictures, 1 to 95 (default: 92)")
    add("--text", choices=LETTERINGS, default="text",
        help="letters of SVG drawings: text, text with the fonts embedded, or outlines (default: text)")


def picture_options(arguments: argparse.Namespace) -> PictureOptions:
    """What was asked for; raises `Unusable` for words that make no sense."""
    hex_mm = hex_px = 0.0
    if arguments.hex:
        pixels = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*px", arguments.hex.strip(), re.ASCII)
        try:
            if pixels:
                hex_px = float(pixels[1].replace(",", "."))
            else:
                hex_mm = length_mm(arguments.hex)
        except ValueError as error:
            raise Unusable(str(error)) from error
    if arguments.layers and arguments.without:
        raise Unusable("Give either --layers or --without.")
    layers = set(PRINTED_LAYERS)
    if arguments.layers:
        layers = _layers(arguments.layers)
    elif arguments.without:
        layers -= _layers(arguments.without)
    try:
        style = find_style(arguments.style).style
    except BadStyle as error:
        raise Unusable(str(error)) from error
    return PictureOptions(
        dpi=arguments.dpi, hex_mm=hex_mm, hex_px=hex_px, layers=frozenset(layers),
        counters=arguments.counters / 100, quality=arguments.quality, lettering=arguments.text,
        style=style)


def _layers(text: str) -> set[str]:
    names = {n for n in re.split(r"[,\s]+", text.strip().lower()) if n}
    if unknown := names - set(ALL_LAYERS):
        raise Unusable(f"There is no layer “{min(unknown)}”. Layers are {', '.join(ALL_LAYERS)}.")
    return names
