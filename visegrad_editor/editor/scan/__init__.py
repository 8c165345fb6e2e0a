"""Tracing a scan: reading large pictures, aligning them to the grid, proposing terrain from them."""
