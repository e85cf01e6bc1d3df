"""Cards in play and on piles."""
