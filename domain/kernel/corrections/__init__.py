"""Changes by hand: the closed list of changes, their forms and words, manual resolution, mending of the stack."""
