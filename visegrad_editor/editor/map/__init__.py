"""The map in the window: canvas, tiles, overlay, mouse and keyboard."""
