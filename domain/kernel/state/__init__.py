"""The description of the fields of the state, and what follows from it in every game."""
