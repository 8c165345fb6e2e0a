"""XML of strangers: read without entities, without other files, and not without end."""

from __future__ import annotations

from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from ..errors import ImportProblem

MOST_BYTES = 100_000_000
_MOST_DEPTH = 100
_MOST_ELEMENTS = 2_000_000


def parsed(data: bytes, name: str) -> Element:
    """The root element of an XML file; raises `ImportProblem` where it is none, or one that could harm."""
    builder = TreeBuilder()
    depth = elements = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements
        depth, elements = depth + 1, elements + 1
        if depth > _MOST_DEPTH or elements > _MOST_ELEMENTS:
            raise ImportProblem(f"{name} is nested too deeply or has too many elements to be a map.")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def refuse(*_declaration: object) -> NoReturn:
        raise ImportProblem(
            f"{name} declares a document type or entities. Maps of Tiled never do, and such files can harm; "
            "it is not read."
        )

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
        return builder.close()
    except expat.ExpatError as error:
        raise ImportProblem(
            f"{name} is no well-formed XML: {expat.errors.messages[error.code]} in line {error.lineno}."
        ) from None
    except (ValueError, LookupError, AssertionError) as error:
        raise ImportProblem(f"{name} is no well-formed XML: {error}.") from None
