"""Whole maps as vectors: drawings shared by many hexes are made once."""
