"""What `event.state` of Tk says is held down during an event."""

SHIFT, CONTROL, ALT = 0x1, 0x4, 0x8
BUTTON = 0x100
"""The left button of the mouse."""
