"""The icons of menus and tools, drawn as scenes."""
