"""Changes by hand at the table of any card game, and their forms: those of described fields, and those of cards."""
