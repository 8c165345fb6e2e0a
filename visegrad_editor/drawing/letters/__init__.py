"""Fonts, the widths of texts, and letters as masks."""
