"""The cards: printed values, the core set, further packs, and names as players write them."""
