"""Whole maps as vectors: what many hexes show alike is made once."""
