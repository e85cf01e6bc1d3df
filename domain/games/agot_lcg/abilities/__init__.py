"""Abilities of cards where this game says more than its family: conditions, saves of duplicates, ambush in windows."""
