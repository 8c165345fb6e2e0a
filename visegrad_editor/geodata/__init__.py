"""Maps from geographic data: countries, terrain, rivers, roads and towns from GeoJSON and heights."""
