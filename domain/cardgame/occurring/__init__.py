"""Conditions of cards: how they are made and carried out, how cards leave play, and what follows at once."""
