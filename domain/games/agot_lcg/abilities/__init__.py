"""Abilities of cards at this table: their context, listeners, triggering conditions, and offers in windows."""
