"""Fonts, how wide a text is, and its letters as masks."""
