"""A scene as pixels, as PDF and as SVG."""
