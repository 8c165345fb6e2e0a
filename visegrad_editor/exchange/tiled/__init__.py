"""Maps of the tile editor Tiled, both ways: TMX (XML) and TMJ (JSON)."""
