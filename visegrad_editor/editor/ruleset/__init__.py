"""The tables of ruleset data: terrain, unit types, nationalities, combat tables, edited in place."""
