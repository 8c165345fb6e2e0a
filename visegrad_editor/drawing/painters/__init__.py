"""Painters of scenes: pixels, PDF and SVG."""
