"""Fields for the text and lettering of a name, for the name tool and the inspector."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...drawing.writing.names import usual_size
from ...model.edit.documents import with_map
from ...model.edit.labels import add_label, change_label, label_at, set_label
from ...model.edit.places import set_lettering, set_name
from ...model.fields import declared
from ...model.gamemap import GameMap, Label
from ...model.lettering import SPOTS, NameRef, Spot, read_spot_text, spot_text
from ..map import style as map_style
from ..session import Session
from ..widgets.fields import Form, show_default

STYLES = {"region": "Region, range", "water": "Sea, water", "country": "Country"}
"""The titles of the label styles."""


_BY_HAND = "by hand"
_OFFSET = "By how much the text is moved from the centre of the hex, in hex sides: to the right, then down."


class NameFields:
    """Adds the fields of a name to a form. `title` is the title of its text; `prefix` precedes the titles of
    the other fields. Each edit is a step of the history."""

    def __init__(
        self, form: Form, session: Session, ref: NameRef, title: str = "Text", prefix: str = ""
    ) -> None:
        self._session, self._ref = session, ref
        map = session.design.map
        self._label = label_at(map, ref.hex, ref.nth) if ref.kind == "label" else None
        place = map.place_at.get(ref.hex) if ref.kind == "place" else None
        at: Spot = ""
        if self._label is not None:
            text, at = self._label.text, self._label.at
            size, rotation = self._label.size, self._label.rotation
        elif place is not None:
            text, at = place.name, place.lettering.at
            size, rotation = place.lettering.size, place.lettering.rotation
        else:
            text, size, rotation = "", session.brush.label_size, session.brush.label_rotation
        kind = session.design.ruleset.terrain_by_id.get(map.terrain.at(ref.hex))
        self._on_water = kind is not None and kind.pattern == "waves"
        self.text = form.text(title, text, self._write)

        def titled(word: str) -> str:
            return f"{prefix} {word.lower()}" if prefix else word

        if self._label is not None or (place is not None and place.name):
            spots = SPOTS if isinstance(at, str) else {**SPOTS, _BY_HAND: "By the offset below"}
            form.choice(titled("Position"), at if isinstance(at, str) else _BY_HAND, list(spots.items()),
                        self._stand)
            form.text(titled("Offset"), "" if isinstance(at, str) else spot_text(at), self._move)
        if self._label is not None or place is None or place.name:
            field = form.text(titled("Size"), f"{size:g}" if size else "", lambda t: self._number("size", t))
            if place is not None:
                show_default(field, f"{usual_size(session.design, place, map_style.current()):.2g}")
            form.text(titled("Rotation"), f"{rotation:g}", lambda t: self._number("rotation", t))
        if ref.kind == "label":
            style = self._label.style if self._label else session.brush.label_style
            form.choice(titled("Style"), style, list(STYLES.items()), self._restyle)
        helps = {one.name: one.field.help or "" for one in declared(Label)}
        form.explain(title, helps["text"] if ref.kind == "label" else "The name of the hex on the map.")
        for word, help in (("Position", helps["at"]), ("Size", helps["size"]), ("Style", helps["style"]),
                           ("Rotation", helps["rotation"]), ("Offset", _OFFSET)):
            form.explain(titled(word), help)

    def _write(self, text: str) -> str:
        ref, brush = self._ref, self._session.brush
        if ref.kind == "place":
            return self._change("Name of", lambda m: set_name(m, ref.hex, text))
        if self._label is not None:
            return self._change("Label in", lambda m: set_label(m, ref.hex, text, ref.nth))
        if not text.strip():
            return ""
        # A name on water is usually that of the water.
        style = "water" if self._on_water and brush.label_style == "region" else brush.label_style
        new = Label(text, ref.hex, brush.label_size, brush.label_rotation, style)
        return self._change("Write a label in", lambda m: add_label(m, new))

    def _stand(self, id: str) -> str:
        return self._set(at=id) if id in SPOTS else ""

    def _move(self, text: str) -> str:
        """Set by how much the name is moved from its hex; an empty text puts it where there is space."""
        try:
            return self._set(at=read_spot_text(text) if text.strip() else "")
        except ValueError as error:
            return str(error)

    def _number(self, field: str, text: str) -> str:
        try:
            value = float(text.replace(",", ".").replace("−", "-")) if text.strip() else 0.0
        except ValueError:
            return f"Enter a number for the {'size' if field == 'size' else 'angle'}."
        return self._set(**{field: value})

    def _restyle(self, style: str) -> str:
        return self._set(style=style)

    def _set(self, **fields: Any) -> str:
        """Change how the name is written, or, if there is none yet, how the next label will be."""
        ref = self._ref
        if ref.kind == "place":
            return self._change("Lettering in", lambda m: set_lettering(m, ref.hex, **fields))
        if self._label is not None:
            return self._change("Lettering in", lambda m: change_label(m, ref.hex, ref.nth, **fields))
        self._session.choose(**{f"label_{key}": value for key, value in fields.items()})
        return ""

    def _change(self, label: str, function: Callable[[GameMap], GameMap]) -> str:
        number = self._session.design.map.grid.number(self._ref.hex)
        return self._session.change(f"{label} {number}", lambda d: with_map(d, function(d.map)))


def lettering_defaults(session: Session) -> tuple[object, ...]:
    """All that the fields of a name show besides the map: how the next label will be written, and the style,
    which gives a name its usual size. Where it differs, the fields must be made anew."""
    brush = session.brush
    return brush.label_style, brush.label_size, brush.label_rotation, map_style.chosen()
