"""The cards that there are: printed values, the core set, packs beside it, names as players write them."""
