"""Checks of commands that every card game has: small functions that return nothing or a refusal."""
