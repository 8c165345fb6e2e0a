"""Ruleset, map and scenario: load, check, edit, save."""
