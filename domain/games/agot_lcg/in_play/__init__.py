"""Entering play, paying for cards, and the order of cards on piles."""
