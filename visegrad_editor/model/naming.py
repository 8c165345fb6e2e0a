"""Names of documents and files made from titles in any language."""

from __future__ import annotations

import re
import unicodedata

# Letters that Unicode does not take apart into a plain letter and a mark.
_PLAIN = str.maketrans({
    "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
})


def document_name(title: str, otherwise: str = "scenario") -> str:
    """The name a document may have, made from a title or a file's stem: small letters a to z,
    digits and hyphens. `otherwise` where nothing of the title can be written so.

    >>> document_name("Łódź War"), document_name("My War 2"), document_name("Straße – Győr!")
    ('lodz-war', 'my-war-2', 'strasse-gyor')
    >>> document_name("戦争", "map")
    'map'
    """
    spelled = unicodedata.normalize("NFKD", title.lower().translate(_PLAIN))
    bare = "".join(c for c in spelled if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-") or otherwise
