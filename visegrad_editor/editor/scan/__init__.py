"""Tracing a scan: reading large pictures, laying them under the grid, proposing terrain from them."""
