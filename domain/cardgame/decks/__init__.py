"""Decks: lists read line by line or from JSON, and the checks of deck building, with the rules that a game hands in."""
