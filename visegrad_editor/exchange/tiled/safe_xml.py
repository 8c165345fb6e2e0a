"""Reading unknown XML: without entities, without other files, and with limits."""

from __future__ import annotations

from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from ..errors import FileImportError

MOST_BYTES = 100_000_000
_MOST_DEPTH = 100
_MOST_MEMORY = 320_000_000
_ELEMENT, _FIRST, _ATTRIBUTE = 200, 180, 60
"""The bytes that Python needs for an element, for having attributes at all, and for each of them."""


def parse_xml(data: bytes, name: str, kind: str = "Maps of Tiled") -> Element:
    """The root element of an XML file; raises `FileImportError` if it is not XML, or could do harm.

    The elements <tile> of <data>, one for each hex of a layer, become text of it: their numbers, each
    followed by a comma. As elements those of a large map would need more memory than all the rest. `kind` is
    what such files are, for the refusal of a document type.
    """
    builder = TreeBuilder()
    above: list[str] = []
    memory = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal memory
        if tag == "tile" and above and above[-1] == "data":
            builder.data(attributes.get("gid", "0").replace(",", " ") + ",")
        else:
            memory += _ELEMENT + (_FIRST + _ATTRIBUTE * len(attributes) if attributes else 0)
            if len(above) >= _MOST_DEPTH or memory > _MOST_MEMORY:
                raise FileImportError(
                    f"{name}, line {parser.CurrentLineNumber}: it is nested too deeply or has too many "
                    "elements to be read.")
            builder.start(tag, attributes)
        above.append(tag)

    def end(tag: str) -> None:
        above.pop()
        if tag != "tile" or not above or above[-1] != "data":
            builder.end(tag)

    def refuse(*_declaration: object) -> NoReturn:
        raise FileImportError(
            f"{name} declares a document type or entities. {kind} never do, and such files can harm; "
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
        raise FileImportError(
            f"{name} is not well-formed XML: {expat.errors.messages[error.code]} in line {error.lineno}."
        ) from None
    except (ValueError, LookupError, AssertionError) as error:
        raise FileImportError(f"{name} is not well-formed XML: {error}.") from None
