"""Dialogs of whole-map operations: resize, crop, renumber, turn."""
