"""Visegrad Editor: a map-and-counter editor, scenario designer and rules engine."""

__version__ = "0.1.0"
