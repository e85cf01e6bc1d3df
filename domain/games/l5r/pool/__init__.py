"""The cards: printed values, the core set, and names as players write them."""
