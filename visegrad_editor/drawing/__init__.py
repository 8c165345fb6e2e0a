"""Scenes of primitives and the painters that draw them."""
