"""The text on a map: names, labels, road plates and hex numbers, and their placement at every scale."""
