"""Abilities of cards at this table: their context, their listeners, what they trigger on, what a window offers."""
