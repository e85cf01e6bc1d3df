"""Abilities of cards: what one reads, which of them listen, who could use one, and whether that is lawful."""
