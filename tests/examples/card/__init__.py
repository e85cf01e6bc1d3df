"""One card, invented for adding-a-card.md: its printed values, its ability in both forms, and its scenarios."""
