"""Conditions, occurrences with their aftermath, and the abilities that they trigger."""
