"""The cards that there are: printed values, sets, packs of own cards, and names as players write them."""
