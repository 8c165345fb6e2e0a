"""The colours of the window: a light and a dark theme. The colours of the map are separate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from ...lazy_dataclass import dataclass


@dataclass(frozen=True)
class Colours:
    """The colours of a theme by role. All are different, so that the role follows from the colour."""

    name: str
    window: str
    panel: str
    field: str
    border: str
    hover: str
    accent_soft: str
    """Behind what is selected."""
    table: str
    """Around the map, also in its tiles."""
    tag: str
    """Behind the word `reconstructed`."""
    notice: str
    """Behind a notice over the map."""
    handle: str
    """Of scroll bars."""
    handle_active: str
    tip: str
    tip_border: str
    accent: str
    accent_active: str
    own: str
    """Values of a variant's own."""
    text: str
    quiet: str
    """Secondary text."""
    faint: str
    """Disabled text."""
    error: str
    warning: str
    note: str
    reconstructed: str
    tip_text: str
    on_accent: str

    def roles(self) -> Mapping[str, str]:
        """The role of each colour."""
        return {getattr(self, f.name): f.name for f in fields(self) if f.name not in ("name", "on_accent")}


LIGHT = Colours(
    name="light",
    window="#eceff3",
    panel="#f7f8fa",
    field="#ffffff",
    border="#cfd5dd",
    hover="#e3e8ef",
    accent_soft="#dbe7f7",
    table="#39424e",
    tag="#f6e7c8",
    notice="#fdf1d3",
    handle="#c3cad4",
    handle_active="#a9b3c0",
    tip="#2b333e",
    tip_border="#3a4350",
    accent="#2563b8",
    accent_active="#1d539f",
    own="#1c5aad",
    text="#1d2530",
    quiet="#5d6876",
    faint="#9aa3ae",
    error="#c62f2f",
    warning="#b87414",
    note="#3b7bbf",
    reconstructed="#9a5b00",
    tip_text="#f4f6f8",
    on_accent="#ffffff",
)

DARK = Colours(
    name="dark",
    window="#20252c",
    panel="#292f38",
    field="#1a1e24",
    border="#414b58",
    hover="#353d49",
    accent_soft="#2b4a75",
    table="#14171c",
    tag="#4b3b1c",
    notice="#3d3420",
    handle="#4c5765",
    handle_active="#5f6b7b",
    tip="#3d4653",
    tip_border="#566171",
    accent="#4484d9",
    accent_active="#5793e2",
    own="#8ab8f5",
    text="#e5e9ef",
    quiet="#a7b1be",
    faint="#76808e",
    error="#ff8078",
    warning="#e6aa55",
    note="#7db9fb",
    reconstructed="#f0c274",
    tip_text="#f4f6f9",
    on_accent="#ffffff",
)

THEMES: Mapping[str, Colours] = {c.name: c for c in (LIGHT, DARK)}


def translation(old: Colours, new: Colours) -> dict[str, str]:
    """For each colour of a theme, the colour of the same role in another.

    >>> translation(LIGHT, DARK)["#1d2530"]
    '#e5e9ef'
    """
    return {colour: getattr(new, role) for colour, role in old.roles().items()}


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as defined by WCAG 2, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
