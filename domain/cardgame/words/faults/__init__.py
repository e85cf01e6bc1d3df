"""Faults of abilities: what cannot be together in one, or never has an effect, each with its place in the data form."""
