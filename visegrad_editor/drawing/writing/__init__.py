"""Names and labels of a map: where they find room, near and from far away."""
