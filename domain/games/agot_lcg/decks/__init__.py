"""Decks: what a lawful deck is, and the formats in which players have theirs."""
