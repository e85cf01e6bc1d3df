"""Decks: the rules of deck building, and the formats from which decks are read."""
