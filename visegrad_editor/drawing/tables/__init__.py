"""A map as tables: each feature for all of its hexes at once, for pixels, PDF and SVG alike."""
